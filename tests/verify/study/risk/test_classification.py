"""Exact excess risks of votes in cells: against rationals, against runs, and with planted defects.

A point of a run that is off by 4 standard errors is run again: it errs twice with probability 4e-9.
"""

from dataclasses import replace
from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from scipy.stats import binom

from lowerbounds.classification.bumps import member
from notation.classification import LabelSetting
from notation.parameters import ParameterError
from upperbounds.classification.bounds import LABEL_ESTIMATORS, LabelEstimator
from upperbounds.classification.classifiers import BinClassifier, CentralBinClassifier, LocalBinClassifier
from upperbounds.classification.grid import Grid
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from verify.study.risk.classification import (
    CellLaw,
    _averages,
    chance_of_second,
    decision,
    exact_risk,
    simulated_risk,
    steps_of,
)
from verify.study.risk.ridges import Ridges, ridges_of

VOTES: list[Vote] = [
    *(LocalVote(name, 2, 0.7) for name in ("k-ary", "one-hot")),
    *(CentralVote(name, 2, 0.7) for name in ("geometric", "laplace", "exponential")),
]
ESTIMATORS = [estimator for found in LABEL_ESTIMATORS.values() for estimator in found]


def by_enumeration(n: int, up: Fraction, down: Fraction, vote: Vote) -> float:
    """E chance(A - B), (A, B) multinomial, its masses rational."""
    total = 0.0
    for a in range(n + 1):
        for b in range(n + 1 - a):
            ways = factorial(n) // (factorial(a) * factorial(b) * factorial(n - a - b))
            mass = ways * up**a * down**b * (1 - up - down) ** (n - a - b)
            total += float(mass) * float(decision(vote)(np.array([float(a - b)]))[0])
    return total


@pytest.mark.parametrize("vote", VOTES, ids=repr)
@pytest.mark.parametrize(("n", "mass", "share"), [(1, 1.0, 0.25), (5, 0.5, 0.75), (12, 1.0, 0.5), (25, 0.125, 0.875)])
def test_chances_of_cells_are_those_of_the_multinomial(vote: Vote, n: int, mass: float, share: float) -> None:
    lower, upper = steps_of(vote)
    up, down = (mass * ((1 - share) * lower[i] + share * upper[i]) for i in (0, 1))
    found = chance_of_second(n, np.array([mass]), np.array([share]), vote)
    assert abs(found[0] - by_enumeration(n, Fraction(up), Fraction(down), vote)) < 1e-14


def test_large_cells_have_the_normal_limit() -> None:
    """One cell of 10^8 people whose vote is one deviation ahead; Berry and Esseen allow 10^-4."""
    n = 10**8
    vote = LocalVote("k-ary", 2, 40.0)
    (found,) = chance_of_second(n, np.ones(1), np.array([0.5 + 0.5 / n**0.5]), vote)
    assert abs(found - 0.8413447460685429) < 1e-4


def classifier(estimator: LabelEstimator, a: LabelSetting, cells: int) -> BinClassifier:
    """What the estimator is, on a given number of cells where it does not take the paper's."""
    make = CentralBinClassifier if estimator.central else LocalBinClassifier
    printed = estimator.by_cells is None
    return make(
        a.epsilon,
        [0, 1],
        cells=None if printed else cells,
        beta=a.beta,
        mechanism=estimator.mechanism,
        as_printed=printed,
    )


POINTS = [
    LabelSetting(300, 1, 1.0, 0.5, 1.0, C_T=2.0),
    LabelSetting(200, 2, 0.7, 1.0, 0.5, C_T=2.0),
    LabelSetting(150, 3, 1.0, 0.3, 2.0, C_T=2.0),
]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda found: found.name)
@pytest.mark.parametrize("a", POINTS, ids=lambda a: f"d={a.d}")
@pytest.mark.parametrize("tents", [1, 8])
def test_exact_risks_are_those_of_runs(estimator: LabelEstimator, a: LabelSetting, tents: int) -> None:
    """24 points: per-person data through the classifier, against the aggregate law."""
    law = Ridges.of_class(a, tents, alternate=tents > 1)
    assert law is not None
    axis = estimator.grid(a) if estimator.by_cells is None else Grid.equal(0.0, 1.0, 1, 3)
    cells, rng = law.cells(axis), np.random.default_rng(tents)
    exact = exact_risk(a.n, estimator.vote(a.epsilon), cells, tie=0.0 if estimator.by_cells is None else 0.5)
    for _ in range(2):
        mean, error = simulated_risk(a.n, classifier(estimator, a, 3), cells, law.draw, law.kinds, 120, rng)
        if abs(mean - exact) <= 4 * error:
            return
    pytest.fail(f"exact {exact:.4g}, twice another in runs, {mean:.4g} +- {error:.1g}")


def test_a_wrong_channel_is_not_the_exact_one() -> None:
    """Labels kept as at 2 epsilon: the run's risk is 8 standard errors from the exact one of epsilon."""
    a, law = POINTS[0], Ridges.of_class(POINTS[0], 2, alternate=False)
    assert law is not None
    cells = law.cells(Grid.equal(0.0, 1.0, 1, 3))
    rng = np.random.default_rng(1)
    mean, error = simulated_risk(
        a.n, LocalBinClassifier(2 * a.epsilon, [0, 1], cells=3), cells, law.draw, law.kinds, 400, rng
    )
    assert abs(mean - exact_risk(a.n, LocalVote("k-ary", 2, a.epsilon), cells)) > 8 * error


def test_cells_of_a_law_are_its_integrals() -> None:
    """Midpoint sums over a fine grid that the tents and the cells share, next to the closed forms."""
    law = Ridges(1, 0.5, 0.25, 3, 0.4, alternate=True)
    cells = law.cells(Grid.of_length(0.0, 1.0, 1, 0.3))
    x = (np.arange(600_000) + 0.5) / 600_000
    eta, where = law.eta(x[:, None]), Grid.of_length(0.0, 1.0, 1, 0.3).index(x[:, None])
    for k in range(4):
        own = np.where(where == k, eta, 0.0)
        assert cells.loss[k] == pytest.approx([np.maximum(own, 0).mean(), np.maximum(-own, 0).mean()], abs=1e-6)
        assert cells.mass[k] == pytest.approx(np.mean(where == k), abs=1e-5)
        assert (2 * cells.share[k] - 1) * cells.mass[k] == pytest.approx(own.mean(), abs=1e-6)


def test_a_cell_counted_twice_is_no_law() -> None:
    law = Ridges(1, 1.0, 0.5, 2, 0.3).cells(Grid.equal(0.0, 1.0, 1, 4))
    twice = (*(np.append(x, x[:1]) for x in (law.mass, law.share)), np.concatenate([law.loss, law.loss[:1]]))
    with pytest.raises(ParameterError, match=r"adds up to 1\.25"):
        CellLaw(*twice, np.ones(5))
    with pytest.raises(ParameterError, match="loss"):
        replace(law, loss=2 * law.loss)
    with pytest.raises(ParameterError, match="share"):
        replace(law, share=law.share + 1)


@pytest.mark.parametrize("a", POINTS, ids=lambda a: f"d={a.d}")
def test_kinds_of_cells_hold_all_cells(a: LabelSetting) -> None:
    law = Ridges.of_class(a, 2, alternate=False)
    assert law is not None
    grid = Grid.of_length(0.0, 1.0, a.d, 0.3)
    cells = law.cells(Grid.of_length(0.0, 1.0, 1, 0.3))
    assert np.bincount(law.kinds(grid), minlength=len(cells.mass)).tolist() == cells.number.tolist()
    assert float(cells.mass @ cells.number) == pytest.approx(1, abs=1e-12)


def test_laws_are_in_their_class() -> None:
    """Smoothness on pairs of points, and the margin by the share of points at all levels, to a grid's resolution."""
    a = LabelSetting(10, 1, 0.7, 1.2, 1.0, L=1.5, C_T=1.3)
    x = (np.arange(4000) + 0.5) / 4000
    for law in ridges_of(a, 4):
        eta = law.eta(x[:, None])
        for step in (1, 7, 100, 600):
            assert np.abs(eta[step:] - eta[:-step]).max() / 2 <= a.L * (step / 4000) ** a.beta * (1 + 1e-9)
        for t in np.linspace(0.01, 1, 30):
            assert np.mean((np.abs(eta) > 0) & (np.abs(eta) < t)) <= a.C_T * t**a.gamma + 1e-3


@pytest.mark.parametrize("estimator", [e for e in ESTIMATORS if e.by_cells], ids=lambda found: found.name)
@pytest.mark.parametrize("a", [LabelSetting(10**6, 1, 1.0, 0.5, 1.0), LabelSetting(10**9, 2, 0.8, 1.0, 0.5)], ids=str)
def test_risks_are_below_the_explicit_bound(estimator: LabelEstimator, a: LabelSetting) -> None:
    upper = estimator.bound(a)
    assert not upper.vacuous
    risks = [exact_risk(a.n, estimator.vote(a.epsilon), law.cells(estimator.grid(a))) for law in ridges_of(a, 16)]
    assert 1e-6 < max(risks) <= upper.value


def test_the_risk_on_a_family_is_above_what_its_test_leaves() -> None:
    """Tents in the cells of the vote itself: k-ary votes do nearly as well as a test that knows the cells.

    A bound that took the cells twice would be above the risk.
    """
    a = LabelSetting(2000, 1, 1.0, 0.5, 1.0)
    bumps = member(a, "full", 10)
    assert bumps is not None
    law = Ridges.of_class(a, 10, alternate=True)
    assert law is not None
    axis = Grid.equal(0.0, 1.0, 1, 10)
    for privacy, vote in (("local", LocalVote("k-ary", 2, 1.0)), ("central", CentralVote("geometric", 2, 1.0))):
        risk, least = exact_risk(a.n, vote, law.cells(axis)), float(bumps.risk(privacy).mid())  # type: ignore[arg-type]
        assert least < risk < 2 * least if privacy == "local" else least < risk


@pytest.mark.parametrize(("up", "down"), [(0.0, 0.4), (0.4, 0.0)])
def test_a_sum_of_steps_one_way_is_a_binomial(up: float, down: float) -> None:
    """Of 10^5 people: the probability that as many as 40,000 + k of them move the vote, k within five deviations."""
    for k in (-700, -100, 0, 250, 700):
        limit = 40_000 + k
        found = _averages(10**5, np.array([up]), np.array([down]), lambda s, most=limit: np.abs(s) <= most)
        assert found[0] == pytest.approx(binom.cdf(limit, 10**5, 0.4), abs=1e-11)
