"""Exact probabilities of votes of many classes: against enumeration, two and three classes, and runs; planted defects.

A point of a run that is off by 4 standard errors is run again: it errs twice with probability 4e-9.
"""

from collections.abc import Iterator
from itertools import product
from math import exp, factorial
from typing import Any

import numpy as np
import pytest

from notation.classification import LabelSetting
from notation.parameters import ParameterError
from tests.verify.study.risk.test_three_classes import compositions, law_of
from upperbounds.classification.classifiers import CentralBinClassifier, LocalBinClassifier
from upperbounds.classification.grid import Grid
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from verify.study.labels import LABEL_PROBLEMS, worst_risk_of_many
from verify.study.risk import classification, many_classes, three_classes
from verify.study.risk.classification import chance_of_second
from verify.study.risk.many_classes import (
    RESOLUTION,
    ManyClasses,
    chances,
    contested,
    drawn_chances,
    exact_risk,
    merged,
    steps_of,
)
from verify.study.risk.ridges import Ridges, ridges_of
from verify.study.worst import WorstRisk

SHARES = {2: [0.6, 0.4], 3: [0.5, 0.3, 0.2], 4: [0.4, 0.25, 0.2, 0.15], 5: [0.3, 0.3, 0.2, 0.2, 0.0]}


def votes(classes: int, epsilon: float = 0.7) -> list[Vote]:
    return [
        *(LocalVote(name, classes, epsilon) for name in ("k-ary", "one-hot")),
        *(CentralVote(name, classes, epsilon) for name in ("geometric", "laplace", "exponential")),
    ]


EVERY = [vote for classes in (4, 5) for vote in votes(classes)]


def multinomial(n: int, weights: list[float]) -> Iterator[tuple[tuple[int, ...], float]]:
    """How many of n take each of the ways, except for the last, and the probability of it, by factorials."""
    for counts in compositions(n, len(weights)):
        chance = float(factorial(n))
        for k, w in zip(counts, weights, strict=True):
            chance *= w**k / factorial(k)
        if chance:
            yield counts[:-1], chance


def fair(scores: np.ndarray) -> np.ndarray:
    best = scores == scores.max()
    return best / best.sum()


def noisy(counts: np.ndarray, vote: CentralVote) -> np.ndarray:
    """Who wins by counts with noise of scale 2/epsilon: sums over a fine grid of the best score, by differences."""
    rate = float(vote.epsilon) / 2
    if vote.mechanism == "geometric":
        levels = np.arange(-150, 150)
        x = levels[:, None] - counts
        tail = np.exp(-rate * np.abs(x)) / (1 + exp(-rate))
        upto = np.where(x >= 0, 1 - exp(-rate) * tail, tail)
    else:
        levels = np.arange(-70, 70, 5e-3)
        x = levels[:, None] - counts
        tail = np.exp(-rate * np.abs(x)) / 2
        upto = np.where(x >= 0, 1 - tail, tail)
    won = np.zeros(len(counts))
    # By which class is at the level while the others are at it or below, ties shared: sets of those that tie.
    at = np.diff(upto, axis=0, prepend=upto[:1])
    below = upto - at
    for tied in product((0, 1), repeat=len(counts)):
        if any(tied):
            chance = np.prod(np.where(np.array(tied) == 1, at, below), axis=1).sum()
            won += chance * np.array(tied) / sum(tied)
    return won


def by_enumeration(n: int, mass: float, shares: list[float], vote: Vote) -> np.ndarray:
    """Over how many people do each thing, or are elsewhere."""
    K, total = len(shares), np.zeros(len(shares))
    if isinstance(vote, LocalVote):
        zero, one = vote.marks
        if vote.mechanism == "k-ary":
            ways = {tuple(np.eye(K, dtype=int)[j]): zero + (one - zero) * shares[j] for j in range(K)}
        else:
            ways = {
                bits: sum(
                    share
                    * np.prod([(p if bit else 1 - p) for i, bit in enumerate(bits) for p in [one if i == j else zero]])
                    for j, share in enumerate(shares)
                )
                for bits in product((0, 1), repeat=K)
            }
        for counts, chance in multinomial(n, [*(mass * w for w in ways.values()), 1 - mass]):
            total += chance * fair(np.array(list(ways)).T @ np.array(counts))
        return total
    for counts, chance in multinomial(n, [*(mass * share for share in shares), 1 - mass]):
        if vote.mechanism == "exponential":
            weights = np.exp(float(vote.epsilon) / 2 * np.array(counts))
            total += chance * weights / weights.sum()
        else:
            total += chance * noisy(np.array(counts), vote)
    return total


@pytest.mark.parametrize("vote", EVERY, ids=repr)
@pytest.mark.parametrize(("n", "mass"), [(1, 1.0), (3, 0.5)])
def test_chances_are_those_of_enumeration(vote: Vote, n: int, mass: float) -> None:
    shares = SHARES[vote.classes]
    found = chances(n, mass, np.array(shares), vote)
    # Laplace noise is enumerated on a grid of 5e-3, whose error is of second order; elsewhere nothing is lost.
    near = 1e-5 if isinstance(vote, CentralVote) and vote.mechanism == "laplace" else 1e-12
    np.testing.assert_allclose(found, by_enumeration(n, mass, shares, vote), atol=near)
    assert found.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("n", "mass"), [(1, 1.0), (40, 1.0), (300, 0.1)])
@pytest.mark.parametrize("epsilon", [0.3, 20.0])
def test_two_and_three_classes_have_routes_of_their_own(n: int, mass: float, epsilon: float) -> None:
    """Transforms of leads, in one dimension and in two, with closed forms for the noise."""
    for vote in (v for v in votes(3, epsilon) if v.mechanism != "laplace"):
        found = chances(n, mass, np.array(SHARES[3]), vote)
        np.testing.assert_allclose(found, three_classes.chances(n, mass, np.array(SHARES[3]), vote), atol=RESOLUTION)
    for one in votes(2, epsilon):
        # Of two classes one count has noise, of scale 1/epsilon: each of two would have its own.
        if isinstance(one, CentralVote) and one.mechanism != "exponential":
            continue
        second = chance_of_second(n, np.array([mass]), np.array([0.4]), one)[0]
        assert chances(n, mass, np.array(SHARES[2]), one)[1] == pytest.approx(second, abs=RESOLUTION)


def test_classes_that_are_alike_are_chosen_alike_in_large_cells() -> None:
    """10,000 people of 10 classes: a tenth each; a lead of ten deviations is never missed."""
    vote = LocalVote("k-ary", 10, 50.0)
    np.testing.assert_allclose(chances(10**4, 1.0, np.full(10, 0.1), vote), 0.1, atol=RESOLUTION)
    ahead = np.full(10, 0.09)
    ahead[3] = 0.19
    assert chances(10**6, 0.01, ahead, vote)[3] == pytest.approx(1, abs=RESOLUTION)


def agrees(
    n: int, vote: Vote, drawn: Vote, rng: np.random.Generator, *, turned: bool = True, fair: bool = True
) -> bool:
    """Whether a classifier that votes by `drawn`, run 300 times on two cells, has the exact risk of `vote`.

    Shares of the second cell are those of the first `turned` round; as printed, ties are not `fair`.
    """
    K = vote.classes
    shares = np.array([SHARES[K], SHARES[K][:: -1 if turned else 1]])
    law = law_of(shares)
    make: Any = CentralBinClassifier if isinstance(vote, CentralVote) else LocalBinClassifier
    exact = exact_risk(n, vote, law)
    for _ in range(2):
        losses = []
        for _ in range(300):
            points = rng.random((n, 1))
            ends = np.cumsum(shares[(points[:, 0] * 2).astype(int)], axis=1)
            labels = (rng.random(n)[:, None] > ends[:, :-1]).sum(axis=1)
            rule = make(float(drawn.epsilon), list(range(K)), cells=2, mechanism=drawn.mechanism, random_state=rng)
            rule.as_printed = not fair
            losses.append(law.loss[np.arange(2), rule.fit(points, labels).chosen_].sum())
        if abs(np.mean(losses) - exact) <= 4 * np.std(losses, ddof=1) / 300**0.5:
            return True
    return False


@pytest.mark.parametrize("vote", EVERY, ids=repr)
@pytest.mark.parametrize("n", [15, 90])
def test_exact_risks_are_those_of_runs(vote: Vote, n: int) -> None:
    """20 points, by people's labels through the classifier."""
    assert agrees(n, vote, vote, np.random.default_rng(n))


def test_planted_a_wrong_flip_halved_noise_and_an_unfair_tie_are_caught() -> None:
    rng = np.random.default_rng(1)
    for name, make in (("k-ary", LocalVote), ("one-hot", LocalVote), ("geometric", CentralVote)):
        vote: Any = make(name, 4, 0.7)  # type: ignore[arg-type]
        assert not agrees(90, vote, make(name, 4, 1.4 if make is LocalVote else 7.0), rng)  # type: ignore[arg-type]
    # Ties go to the first class, which is the best one: of few people many tie.
    vote = LocalVote("k-ary", 4, 3.0)
    assert agrees(6, vote, vote, rng, turned=False)
    assert not agrees(6, vote, vote, rng, turned=False, fair=False)


@pytest.mark.parametrize("vote", [v for v in EVERY if v.mechanism != "one-hot"], ids=repr)
def test_people_who_vote_again_and_again_agree(vote: Vote) -> None:
    """A cell of 3000 of 30,000 people, 400 times, within 5 deviations for each class."""
    shares = np.array(SHARES[vote.classes])
    exact = chances(30_000, 0.01, shares, vote)
    found, _ = drawn_chances(30_000, 0.01, shares, vote, 400, np.random.default_rng(3))
    assert (np.abs(found - exact) <= 5 * np.sqrt(exact * (1 - exact) / 400) + 1e-6).all()


def test_what_is_too_much_or_no_law_is_refused() -> None:
    with pytest.raises(ParameterError, match="steps; at most"):
        chances(10**9, 1.0, np.array(SHARES[4]), LocalVote("k-ary", 4, 1.0))
    with pytest.raises(ParameterError, match="steps; at most"):
        chances(10**4, 1.0, np.array(SHARES[4]), LocalVote("one-hot", 4, 1.0))
    with pytest.raises(ParameterError, match="shares: 3 of them; must be 4"):
        chances(10, 1.0, np.array(SHARES[3]), LocalVote("k-ary", 4, 1.0))
    with pytest.raises(ParameterError, match="n = 0"):
        chances(0, 1.0, np.array(SHARES[4]), LocalVote("k-ary", 4, 1.0))
    twice = law_of(np.array([SHARES[4], SHARES[4]]))
    with pytest.raises(ParameterError, match=r"adds up to 1\.5"):
        many_classes.ManyClasses(twice.mass, twice.shares, twice.loss, np.array([2.0, 1.0]))


def probabilities(law: Ridges, points: np.ndarray, classes: int, *, others: bool) -> np.ndarray:
    """eta_j (N, K) by their definition: two classes contest, the others have nothing or what the lesser one has."""
    eta = law.eta(points)
    found = np.zeros((len(points), classes))
    if not others:
        found[:, 0], found[:, 1] = (1 - eta) / 2, (1 + eta) / 2
        return found
    found[:] = ((1 - np.abs(eta)) / classes)[:, None]
    rows = np.arange(len(points))
    found[rows, (eta > 0).astype(int)] += np.abs(eta)
    return found


@pytest.mark.parametrize("others", [False, True])
@pytest.mark.parametrize("classes", [2, 3, 5])
def test_contests_of_two_among_more_are_integrals_and_of_the_class(classes: int, others: bool) -> None:
    """Shares and losses next to sums over points; margin and Hoelder constant kept, L itself exceeded unless slower."""
    a = LabelSetting(1000, 1, 0.7, 0.5, 1.0)
    axis, points = Grid.equal(0.0, 1.0, 1, 7), ((np.arange(70_000) + 0.5) / 70_000)[:, None]
    slower = LabelSetting(1000, 1, 0.7, 0.5, 1.0, L=classes / (2 * (classes - 1)) if others else 1.0)
    steepest = 0.0
    for law in ridges_of(slower, 7):
        seen, eta = contested(law, axis, classes, others=others), probabilities(law, points, classes, others=others)
        best = np.sort(eta, axis=1)
        np.testing.assert_allclose(best[:, -1] - best[:, -2], np.abs(law.eta(points)), atol=1e-12)
        parts = eta.reshape(7, -1, classes)
        np.testing.assert_allclose(seen.shares, parts.mean(axis=1), atol=2e-4)
        lost = (parts.max(axis=2, keepdims=True) - parts).mean(axis=1) / 7
        np.testing.assert_allclose(seen.loss, lost, atol=2e-4)
        for apart in (1, 10, 100, 1000):
            steepest = max(steepest, np.abs(eta[apart:] - eta[:-apart]).max() / (apart / 70_000) ** 0.7)
    assert 0.6 < steepest < 1 + 1e-6
    if others and classes > 2:
        fast = probabilities(ridges_of(a, 7)[0], points, classes, others=True)
        assert np.abs(fast[1000:] - fast[:-1000]).max() / (1000 / 70_000) ** 0.7 > 1 + 1e-6


@pytest.mark.parametrize("vote", [votes(2)[k] for k in (0, 1, 4)], ids=repr)
def test_a_contest_of_two_classes_is_that_of_two(vote: Vote) -> None:
    """The two ways are one law, and its risk is that of two classes, where these have no noise of their own."""
    axis = Grid.equal(0.0, 1.0, 1, 4)
    for law in ridges_of(LabelSetting(60, 2, 1.0, 0.5, 1.0), 4)[::3]:
        exact = classification.exact_risk(60, vote, law.cells(axis))
        for others in (False, True):
            many = contested(law, axis, 2, others=others)
            assert abs(exact_risk(60, vote, many) - exact) < 1e-9
            assert abs(exact_risk(60, vote, merged(many)) - exact) < 1e-9


def test_runs_of_the_classifier_have_the_risk_of_a_contest() -> None:
    """Within 4 standard errors, at most twice; that of a law where others have nothing is seen to be another."""
    law, axis, n, repetitions = Ridges(1, 1.0, 0.5, 2, 0.9, True), Grid.equal(0.0, 1.0, 1, 3), 40, 1500
    seen = contested(law, axis, 3, others=True)
    exact, other = (exact_risk(n, LocalVote("k-ary", 3, 2.0), contested(law, axis, 3, others=o)) for o in (True, False))
    for seed in range(2):
        rng, losses = np.random.default_rng(seed), np.empty(repetitions)
        rule = LocalBinClassifier(2.0, [0, 1, 2], cells=3, mechanism="k-ary", random_state=rng)
        for i in range(repetitions):
            points = rng.random((n, 1))
            chance = np.cumsum(probabilities(law, points, 3, others=True), axis=1)
            labels = (rng.random((n, 1)) > chance[:, :-1]).sum(axis=1)
            losses[i] = seen.loss[np.arange(3), rule.fit(points, labels).chosen_].sum()
        error = losses.std(ddof=1) / repetitions**0.5
        if abs(losses.mean() - exact) <= 4 * error:
            break
    else:
        pytest.fail(f"{exact}, runs {losses.mean()} +- {error}")
    assert abs(losses.mean() - other) > 6 * error


def test_merged_cells_keep_those_apart_that_differ_and_long_sums_are_refused() -> None:
    law = ManyClasses(
        np.full(4, 0.25),
        np.array([[0.5, 0.5, 0], [0.5, 0.5, 0], [0.5, 0.4, 0.1], [0.5, 0.5 - 1e-9, 1e-9]]),
        np.array([[0, 0, 0.125], [0, 0, 0.125], [0, 0.025, 0.1], [0, 0.25e-9, 0.125 - 0.25e-9]]),
        np.ones(4),
    )
    assert sorted(merged(law).number) == [1, 1, 2]
    vote = LocalVote("k-ary", 3, 1.0)
    assert abs(exact_risk(9, vote, merged(law)) - exact_risk(9, vote, law)) < 1e-12
    assert steps_of(100, LocalVote("one-hot", 3, 1.0), law) > 50 * steps_of(100, vote, law)
    estimator = LABEL_PROBLEMS["label-classification-local"].estimators[-1]
    found = worst_risk_of_many(estimator, LabelSetting(10**6, 1, 1.0, 0.5, 1.0), 3)
    assert found == WorstRisk(np.inf, np.inf, found.method)
    assert found.method.startswith("not computed: votes of 3 classes take ")


def test_the_error_of_drawn_chances_is_that_of_coins() -> None:
    """A probability p of a given number of independent runs has a variance of p(1 - p)/runs."""
    found, error = drawn_chances(9, 0.8, np.array(SHARES[EVERY[0].classes]), EVERY[0], 100, np.random.default_rng(1))
    assert found.sum() == pytest.approx(1)
    assert 0 < found[0] < 1
    assert error**2 * 100 == pytest.approx([p - p**2 for p in found])
