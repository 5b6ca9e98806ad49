"""One more coordinate than is known: the inequality for likelihood ratios, and exact Bayes risks of small protocols."""

from fractions import Fraction as F
from itertools import combinations, product
from math import exp, log

import numpy as np
import pytest
from flint import arb

from lowerbounds.sparse.extra import _FAR, _allowed, _choice, extra, missed
from lowerbounds.sparse.hidden import divergence, hidden


@pytest.mark.parametrize("a", [F(1, 50), F(1, 5), F(2), F(30)])
@pytest.mark.parametrize("slope", [F(1, 20), F(1, 2), F(9, 10), F(1)])
def test_what_a_likelihood_ratio_shows_is_below_its_line_in_kl(a: F, slope: F) -> None:
    """At ratios from 1e-12 to 1e15, for the farthest Y; it is nearly reached."""
    ratios = np.concatenate([np.geomspace(1e-12, 1.0, 4000), 1 + np.geomspace(1e-9, 1e15, 4000)])
    off = np.abs(ratios - 1)
    shown = float(a) * off**2 / (1 + float(a) * off)
    far = max(y for y in _FAR if _allowed(a, slope, y))
    left = missed(a, arb(0), slope, far)
    line = (1 + float(slope) / (1 + far)) * (ratios - 1) - float(slope) * np.log(ratios) + 1 - float(left.mid())
    assert np.all(shown <= line + 1e-12 * np.maximum(off, 1))
    assert np.min(line - shown) < 0.1


def test_a_y_that_is_too_far_is_refused() -> None:
    with pytest.raises(AssertionError, match="not allowed"):
        missed(F(1), arb(1), F(1, 2), 10**6)
    with pytest.raises(AssertionError, match="not allowed"):
        missed(F(1), arb(1), F(3, 2), 0)


def likelihoods(members: list[dict[int, int]], channel: np.ndarray, d: int, n: int, delta: F) -> np.ndarray:
    """The laws (members, messages) of n users' messages on one sample each."""
    letters = list(product((1, -1), repeat=d))
    laws = []
    for one in members:
        law = np.array([np.prod([1 + float(delta) * sign * x[k] for k, sign in one.items()]) for x in letters])
        sent = law @ channel / len(letters)
        every = np.ones(1)
        for _ in range(n):
            every = np.multiply.outer(every, sent).ravel()
        laws.append(every)
    return np.array(laws)


def channels(d: int, epsilon: float) -> list[np.ndarray]:
    """Of letters in {-1, 1}^d: a coordinate and its randomised sign, drawn; and subset selection of letters."""
    letters = np.array(list(product((1, -1), repeat=d)))
    truth = exp(epsilon) / (1 + exp(epsilon))
    signs = np.concatenate([np.where(letters == y, truth, 1 - truth) / d for y in (1, -1)], axis=1)
    chosen = np.array(list(combinations(range(len(letters)), len(letters) // 4)))
    held = np.array([[k in some for some in chosen] for k in range(len(letters))])
    weight = np.where(held, exp(epsilon), 1.0)
    return [signs, weight / weight.sum(axis=1, keepdims=True)]


@pytest.mark.parametrize(("d", "s", "n"), [(3, 1, 2), (3, 2, 2), (4, 2, 1)])
@pytest.mark.parametrize("delta", [F(1, 4), F(1, 2), F(9, 10)])
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0])
def test_exact_bayes_risks_are_above(d: int, s: int, n: int, delta: F, epsilon: float) -> None:
    """At every rho, of the prior itself; and the mean of KL is below what is said of it."""
    few = [dict(zip(places, signs, strict=True)) for places in combinations(range(d), s - 1)
           for signs in product((1, -1), repeat=s - 1)]  # fmt: skip
    many = [one | {k: sign} for one in few for k in range(d) if k not in one for sign in (1, -1)]
    places = d - s + 1
    most = divergence(places, n, 1, epsilon, delta)
    for channel in channels(d, epsilon):
        laws = likelihoods(few + many, channel, d, n, delta)
        none, more = laws[: len(few)], laws[len(few) :].reshape(len(few), 2 * places, -1)
        kl = float(np.mean(np.sum(none[:, None] * np.log(none[:, None] / more), axis=-1)))
        assert kl <= float(most.mid())
        for rho in (F(1, 20), F(3, 20), F(2, 5)):
            prior = np.array([float(rho) / len(few)] * len(few) + [float(1 - rho) / len(many)] * len(many))
            means = np.array([[one.get(k, 0) for k in range(d)] for one in few + many])
            joint = prior[:, None] * laws
            total = joint.sum(axis=0)
            risk = prior @ np.sum(means**2, axis=1) - np.sum((means.T @ joint) ** 2 / total)
            a = (1 - rho) * s / (rho * places)
            bound = float(1 - rho) * s * float(missed(a, most, *_choice(a, most)).mid())
            assert bound <= risk
            # With KL as it is, too.
            exact = arb(kl)
            assert float(1 - rho) * s * float(missed(a, exact, *_choice(a, exact)).mid()) <= risk


def test_it_gains_a_factor_that_grows_with_s_over_blocks() -> None:
    """With as many coordinates for each that is not 0: about s from some coordinates on."""
    gains = [extra(10**6, 100, 50 * s, s, 1.0).value / hidden(10**6, 100, 50 * s, s, 1.0).value for s in (1, 4, 16)]
    assert 0.8 < gains[0] < 1.2
    assert gains[1] > 3
    assert gains[2] > 3.5 * gains[1]
    assert log(gains[2]) < log(16)
