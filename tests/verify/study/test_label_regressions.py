"""Exact worst risks of regression on private labels: their rates' exponents, and their place between the bounds."""

from dataclasses import replace
from math import exp, inf, log

import pytest

from notation.parameters import ParameterError
from notation.problem import Problem
from notation.regression import RegressionSetting
from upperbounds.regression.bounds import (
    BinPlan,
    NeighbourPlan,
    RegressionEstimator,
    corrected_neighbours,
    corrected_width,
    local_level,
    printed_width,
)
from verify.study.label_regressions import REGRESSION_PROBLEMS, worst_regression_risk
from verify.study.labels import trusts
from verify.study.worst import WorstRisk

PAIRS = [(problem, estimator) for problem in REGRESSION_PROBLEMS.values() for estimator in problem.estimators]
IDS = [f"{problem.name[17:]}-{estimator.name}" for problem, estimator in PAIRS]
MISPRINTED = ("label-regression-heavy-local", "label-regression-heavy-central")
"""Where a theorem prints a power of k or of h that its own proof does not have."""


def setting(problem: Problem, n: int, epsilon: float, **sizes: float) -> RegressionSetting:
    given: dict[str, float] = {"d": 1, "beta": 1.0, "p": 4.0 if problem.is_heavy else inf} | sizes
    return RegressionSetting(n, epsilon=epsilon, **given)  # type: ignore[arg-type]


def exponent(
    problem: Problem, estimator: RegressionEstimator, places: list[tuple[int, float]], **sizes: float
) -> tuple[float, float]:
    """The slope of the risk's logarithm from one place (n, epsilon) to the next, and that of the rate."""
    settings = [setting(problem, n, epsilon, **sizes) for n, epsilon in places]
    risks = [worst_regression_risk(estimator, a).value for a in settings]
    rates = []
    for a in settings:
        letters = {"N": a.n, "epsilon": a.epsilon, "beta": a.beta, "d": a.d, "p": a.p}
        rates.append(float(estimator.rate.subs({x: letters[x.name] for x in estimator.rate.free_symbols})))
    size = log(places[1][0] * places[1][1] / places[0][0] / places[0][1])
    return log(risks[1] / risks[0]) / size, log(rates[1] / rates[0]) / size


WAYS = {
    "people": [(10**7, 1.0), (10**9, 1.0)],
    "people at small epsilon": [(10**7, 0.02), (10**9, 0.02)],
    "epsilon": [(10**9, 0.01), (10**9, 0.05)],
}
TINY = {
    "people": [(10**7, 2.0), (10**9, 2.0)],
    "people at small epsilon": [(10**7, 1e-5), (10**9, 1e-5)],
    "epsilon": [(10**9, 1e-6), (10**9, 1e-5)],
}
"""Under a curator epsilon is small where the second term of a rate leads."""


def test_problems_say_who_sees_the_labels() -> None:
    told = {"each person randomises their own label": False, "a curator sees the labels": True}
    for problem, estimator in PAIRS:
        assert told[trusts(problem.name)] is estimator.central, estimator.name


class EqualCells(RegressionEstimator):
    """As printed, except for cells that are a little longer than h, so that none is cut."""

    def plan(self, a: RegressionSetting, cells: int | None = None) -> BinPlan | NeighbourPlan:
        return super().plan(a, int(1 / printed_width(a)))


@pytest.mark.parametrize(("problem", "estimator"), PAIRS, ids=IDS)
@pytest.mark.parametrize("way", WAYS)
def test_risks_have_the_rates_exponents(problem: Problem, estimator: RegressionEstimator, way: str) -> None:
    """n to 10^9, without noise: both terms of the central rates, and n and epsilon apart.

    As printed, k of Theorem 10 loses in epsilon alone, and h of Theorem 12 in n and in epsilon. Of Theorem 8 equal
    cells of its length are taken: what one that is cut costs depends on where h ends.
    """
    places = (TINY if estimator.central else WAYS)[way]
    if estimator.mechanism == "printed":
        estimator = EqualCells(**vars(estimator))
        # The two terms of h add up: far from where they are alike, and where cells are many.
        places = [(10**13, 1e-9), (10**13, 1e-8)] if way == "epsilon" else places
    found, rate = exponent(problem, estimator, places)
    if estimator.printed and problem.name in MISPRINTED:
        wrong = way == "epsilon" or problem.name == MISPRINTED[1]
        assert (abs(found - rate) > 0.2) == wrong
    else:
        assert found == pytest.approx(rate, abs=0.02)


@pytest.mark.parametrize(("d", "beta", "p"), [(2, 0.5, 2.5), (3, 1.0, 8.0)])
@pytest.mark.parametrize("trusts", ["local", "central"])
@pytest.mark.parametrize("heavy", ["", "heavy-"])
def test_exponents_hang_on_smoothness_dimension_and_moments(
    d: int, beta: float, p: float, trusts: str, heavy: str
) -> None:
    """Of the corrected cells, in epsilon at n = 10^15 where privacy costs most."""
    problem = REGRESSION_PROBLEMS[f"label-regression-{heavy}{trusts}"]
    places = [(10**15, 1e-8), (10**15, 1e-7)] if trusts == "central" else [(10**15, 1e-3), (10**15, 1e-2)]
    found, rate = exponent(problem, problem.estimators[-1], places, d=d, beta=beta, p=p if heavy else inf)
    assert found == pytest.approx(rate, abs=0.02)


@pytest.mark.parametrize(("problem", "estimator"), PAIRS, ids=IDS)
@pytest.mark.parametrize(
    ("n", "epsilon", "sizes"),
    [
        (1, 1.0, {}),
        (40, 8.0, {"L": 5.0}),
        (10**4, 0.1, {"T": 0.5, "M": 3.0}),
        (3000, 1.0, {"beta": 0.4, "d": 2}),
        (10**7, 0.5, {}),
    ],
    ids=str,
)
def test_the_risk_is_between_the_bounds(
    problem: Problem, estimator: RegressionEstimator, n: int, epsilon: float, sizes: dict[str, float]
) -> None:
    """At each place: the lower bound, the worst risk that is found, what is guaranteed."""
    a = setting(problem, n, epsilon, **sizes)
    least = max(bound.value for bound in problem.lower(a))
    risk, upper = worst_regression_risk(estimator, a), estimator.bound(a)
    assert least <= risk.value + 5 * risk.error
    if estimator.is_bounded:
        assert risk.value - 5 * risk.error <= estimator.bound_of(a, estimator.plan(a))
    assert least <= upper.value


@pytest.mark.parametrize(("which", "d"), [(0, 2), (1, 2), (1, 3)])
def test_neighbours_in_space_have_the_exponent(which: int, d: int) -> None:
    """Theorem 6 from 10^6 to 10^9 people, whose risk is exact given the features near some hundred points."""
    problem = REGRESSION_PROBLEMS["label-regression-local"]
    found = exponent(problem, problem.estimators[which], [(10**6, 1.0), (10**9, 1.0)], d=d)
    assert found[0] == pytest.approx(-2 / (2 + d), abs=0.01)
    assert found[1] == pytest.approx(-2 / (2 + d))


def test_a_bound_that_is_too_large_or_too_small_would_be_seen() -> None:
    """The best cells' risk is within 40 of the lower bound and within 2 of their own bound: wrong by more shows."""
    for problem in REGRESSION_PROBLEMS.values():
        a, best = setting(problem, 10**6, 0.5), problem.estimators[-1]
        risk = worst_regression_risk(best, a).value
        assert max(bound.value for bound in problem.lower(a)) > risk / 40
        assert best.bound_of(a, best.plan(a)) < 2 * risk


def test_corrected_powers_repair_the_printed_ones() -> None:
    """label Theorems 10 and 12 with k and h as their proofs have them: the same mechanisms have the exponents."""
    local, central = (REGRESSION_PROBLEMS[name] for name in MISPRINTED)

    def of_local(n: int, epsilon: float) -> float:
        a = setting(local, n, epsilon)
        k = corrected_neighbours(a)
        estimator = replace(local.estimators[0])
        plan = replace(estimator.plan(a), k=k, mean=estimator.mean(local_level(a, k), epsilon))  # type: ignore[arg-type]
        return worst_of(estimator, a, plan).value

    def of_central(n: int, epsilon: float) -> float:
        a = setting(central, n, epsilon)
        h = corrected_width(a)
        estimator = central.estimators[0]
        plan = BinPlan(None, h, estimator.mean((epsilon * n * h) ** (1 / a.p), epsilon), 1)
        return worst_of(estimator, a, plan).value

    assert log(of_local(10**9, 0.05) / of_local(10**9, 0.01)) / log(5) == pytest.approx(-12 / 11, abs=0.04)
    assert log(of_central(10**9, 1e-5) / of_central(10**7, 1e-5)) / log(100) == pytest.approx(-6 / 7, abs=0.04)


def worst_of(estimator: RegressionEstimator, a: RegressionSetting, plan: object) -> WorstRisk:
    """The worst risk of another plan."""

    class Other(RegressionEstimator):
        def plan(self, a: RegressionSetting, cells: int | None = None) -> object:  # type: ignore[override]
            return plan

    return worst_regression_risk(Other(**vars(estimator)), a)


def test_a_cell_that_is_cut_to_a_sliver_costs_more_than_the_rate() -> None:
    """label Theorem 8 on [0, 1], h of its order, the last cell of mass 1/N: there one label's noise is 2/epsilon.

    At epsilon = N^(-1/2) the rate goes to 0 as N^(-1/2), the risk does not; where the cell is left out, it does.
    """
    problem = REGRESSION_PROBLEMS["label-regression-central"]
    printed = problem.estimators[0]
    risks: dict[int, list[float]] = {1: [], 10: []}
    for n in (10**4, 10**6, 10**8):
        a = setting(problem, n, n**-0.5)
        cells = round(1 / printed_width(a))
        h = (1 - 1 / n) / cells
        assert h == pytest.approx(printed_width(a), rel=0.05)
        for least, found in risks.items():
            plan = BinPlan(None, h, printed.mean(1.0, a.epsilon), least)
            found.append(worst_of(printed, a, plan).value)
    # (1 - 1/N)^(N - 1)/N of the mass has one person, whose label has noise of variance 8/epsilon^2 = 8 N.
    assert min(risks[1]) > 8 * exp(-1)
    assert risks[10][2] < risks[10][0] / 50


def test_labels_of_another_problem_are_refused() -> None:
    for problem in REGRESSION_PROBLEMS.values():
        with pytest.raises(ParameterError, match="p = "):
            problem.checked(RegressionSetting(10, 1, 1.0, 1.0, p=inf if problem.is_heavy else 3.0))
