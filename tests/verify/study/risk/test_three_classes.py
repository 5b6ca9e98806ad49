"""Exact excess risks of votes of three classes: against rationals, against runs, and with planted defects.

A point of a run that is off by 4 standard errors is run again: it errs twice with probability 4e-9.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import factorial
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.classification.classifiers import CentralBinClassifier, LocalBinClassifier
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from verify.study.risk.classification import chance_of_second
from verify.study.risk.many_classes import ManyClasses
from verify.study.risk.many_classes import exact_risk as risk_of
from verify.study.risk.three_classes import chances, decisions, steps_of

VOTES: list[Vote] = [
    *(LocalVote(name, 3, 0.7) for name in ("k-ary", "one-hot")),
    *(CentralVote(name, 3, 0.7) for name in ("geometric", "exponential")),
]
SHARES = np.array([0.5, 0.3, 0.2])


def compositions(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (n,)
        return
    for k in range(n + 1):
        for rest in compositions(n - k, parts - 1):
            yield (k, *rest)


@pytest.mark.parametrize("vote", VOTES, ids=repr)
@pytest.mark.parametrize(("n", "mass"), [(1, 1.0), (3, 0.5), (5, 1.0)])
def test_chances_are_those_of_the_multinomial(vote: Vote, n: int, mass: float) -> None:
    """Over how many people take each step, or are elsewhere; probabilities by their factorials."""
    steps = steps_of(vote, SHARES)
    assert sum(steps.values()) == pytest.approx(1, abs=1e-14)
    patterns, weights = list(steps), [*(mass * w for w in steps.values()), 1 - mass]
    total = np.zeros(3)
    for counts in compositions(n, len(weights)):
        chance = float(factorial(n))
        for k, w in zip(counts, weights, strict=True):
            chance *= w**k / factorial(k)
        tally = np.array(patterns).T @ np.array(counts[:-1])
        ahead = [np.array([tally[j] - tally[2]]) for j in (0, 1)]
        total += chance * np.array([found[0, 0] for found in decisions(vote, *ahead)])
    np.testing.assert_allclose(chances(n, mass, SHARES, vote), total, atol=1e-13)
    assert total.sum() == pytest.approx(1, abs=1e-13)


def test_decisions_are_those_of_the_votes() -> None:
    """Geometric noise by summing over all three noises; the exponential mechanism by its weights; ties by thirds."""
    rate = 0.35
    g = np.arange(-80, 81)
    mass = np.exp(-rate * np.abs(g)) * np.tanh(rate / 2)
    for a, b in ((0, 0), (2, -1), (-3, 1)):
        found = np.zeros(3)
        third = mass[None, None, :]
        one, two = a + g[:, None, None], b + g[None, :, None]
        best = np.maximum(np.maximum(one, two), g[None, None, :])
        wins = np.stack([np.broadcast_to(x == best, best.shape) for x in (one, two, g[None, None, :])]).astype(float)
        found = (wins / wins.sum(axis=0) * mass[:, None, None] * mass[None, :, None] * third).sum(axis=(1, 2, 3))
        seen = [x[0, 0] for x in decisions(VOTES[2], np.array([a]), np.array([b]))]
        np.testing.assert_allclose(seen, found, atol=1e-9)
        weights = np.exp(0.35 * np.array([a, b, 0]))
        seen = [x[0, 0] for x in decisions(VOTES[3], np.array([a]), np.array([b]))]
        np.testing.assert_allclose(seen, weights / weights.sum(), rtol=1e-13)
    tie = decisions(VOTES[0], np.array([0, 2]), np.array([0, 2]))
    assert [x[0, 0] for x in tie] == pytest.approx([1 / 3] * 3)
    assert [x[1, 1] for x in tie] == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("mechanism", ["k-ary", "exponential"])
def test_a_class_that_nobody_has_leaves_two(mechanism: str) -> None:
    """Without noise on labels, by the route of two classes."""
    epsilon = 60.0
    if mechanism == "k-ary":
        three, two = (LocalVote("k-ary", classes, epsilon) for classes in (3, 2))
        found = chances(400, 0.5, np.array([0.45, 0.55, 0.0]), three)
        other = chance_of_second(400, np.array([0.5]), np.array([0.55]), two)[0]
        assert found[1] == pytest.approx(other, abs=1e-12)
    else:
        found = chances(400, 0.5, np.array([0.45, 0.55, 0.0]), CentralVote("exponential", 3, epsilon))
        other = chance_of_second(400, np.array([0.5]), np.array([0.55]), CentralVote("exponential", 2, epsilon))[0]
        assert found[1] == pytest.approx(other, abs=1e-12)


def exact_risk(n: int, vote: Vote, law: ManyClasses) -> float:
    return risk_of(n, vote, law, chances)


def law_of(shares: np.ndarray) -> ManyClasses:
    """Cells of one length whose classes have these shares all over."""
    cells = len(shares)
    return ManyClasses(
        np.full(cells, 1 / cells), shares, (shares.max(axis=1, keepdims=True) - shares) / cells, np.ones(cells)
    )


@pytest.mark.parametrize("vote", VOTES, ids=repr)
@pytest.mark.parametrize("n", [12, 150])
def test_exact_risks_are_those_of_runs(vote: Vote, n: int) -> None:
    """Per-person data through the classifier; two cells of three classes."""
    shares = np.array([[0.5, 0.3, 0.2], [0.2, 0.2, 0.6]])
    law, rng = law_of(shares), np.random.default_rng(n)
    make: Any = CentralBinClassifier if isinstance(vote, CentralVote) else LocalBinClassifier
    exact = exact_risk(n, vote, law)
    for _ in range(2):
        losses = []
        for _ in range(400):
            points = rng.random((n, 1))
            ends = np.cumsum(shares[(points[:, 0] * 2).astype(int)], axis=1)
            labels = (rng.random(n)[:, None] > ends[:, :2]).sum(axis=1)
            made = make(0.7, [0, 1, 2], cells=2, mechanism=vote.mechanism, random_state=rng).fit(points, labels)
            losses.append(law.loss[np.arange(2), made.chosen_].sum())
        error = np.std(losses, ddof=1) / 20
        if abs(np.mean(losses) - exact) <= 4 * error:
            return
    pytest.fail(f"exact {exact:.4g}, twice another in runs, {np.mean(losses):.4g} +- {error:.1g}")


def test_tied_classes_and_wrong_channels_are_told_apart() -> None:
    """A label kept as at twice epsilon errs less by far; one-hot and k-ary answers differ."""
    law = law_of(np.array([[0.5, 0.3, 0.2]]))
    risks = [exact_risk(300, LocalVote("k-ary", 3, epsilon), law) for epsilon in (0.5, 1.0)]
    assert risks[1] < 0.8 * risks[0]
    assert exact_risk(300, LocalVote("one-hot", 3, 0.5), law) != pytest.approx(risks[0], rel=1e-3)


def test_the_largest_class_of_many_people_wins_and_equal_ones_are_alike() -> None:
    """2000 people, no noise: three classes at equal shares are chosen alike; a lead of a fifth is never missed."""
    vote = LocalVote("k-ary", 3, 50.0)
    np.testing.assert_allclose(chances(2000, 1.0, np.full(3, 1 / 3), vote), 1 / 3, atol=1e-12)
    assert chances(2000, 1.0, np.array([0.48, 0.28, 0.24]), vote)[0] == pytest.approx(1, abs=1e-12)


def test_what_is_no_law_is_refused() -> None:
    law = law_of(np.array([[0.5, 0.3, 0.2], [0.2, 0.2, 0.6]]))
    for wrong, told in (
        ({"number": np.array([2.0, 1.0])}, r"adds up to 1\.5"),
        ({"shares": law.shares * 0.9}, "shares"),
        ({"loss": 2 * law.loss}, "loss"),
    ):
        with pytest.raises(ParameterError, match=told):
            replace(law, **wrong)
    with pytest.raises(ParameterError, match="classes = 2"):
        chances(3, 1.0, SHARES, LocalVote("k-ary", 2, 1.0))
    with pytest.raises(ParameterError, match="pairs"):
        chances(10**8, 1.0, SHARES, LocalVote("k-ary", 3, 1.0))
    with pytest.raises(ParameterError, match="mechanism = 'laplace'"):
        chances(3, 1.0, SHARES, CentralVote("laplace", 3, 1.0))
