"""The exact worst risks of votes on private labels have the exponents of their rates, at n where no run could go."""

from math import log
from pathlib import Path

import numpy as np
import pytest

from notation.classification import LabelSetting
from notation.problem import Problem
from upperbounds.classification.bounds import LabelEstimator
from upperbounds.classification.grid import Grid
from verify.study.labels import LABEL_PROBLEMS, classify, worst_label_risk
from verify.study.risk.classification import exact_risk
from verify.study.risk.ridges import ridges_of


@pytest.mark.parametrize("problem", LABEL_PROBLEMS.values(), ids=lambda problem: problem.name)
def test_risks_have_the_rates_exponents(problem: Problem) -> None:
    """In n over 10^7 to 10^9, d = 1, beta = gamma = 1: -2/3, and within a factor 15 of the lower bound."""
    settings = [LabelSetting(n, 1, 1.0, 1.0, 0.5) for n in (10**7, 10**9)]
    for estimator in problem.estimators:
        risks = [worst_label_risk(estimator, a).value for a in settings]
        assert log(risks[1] / risks[0]) / log(100) == pytest.approx(-2 / 3, abs=0.02)
        for a, risk in zip(settings, risks, strict=True):
            least = max(bound.value for bound in problem.lower(a))
            assert least < risk < 15 * least


MOST = 10**9


def worst(estimator: LabelEstimator, a: LabelSetting, cells: int) -> float:
    """The largest risk over laws, in a given number of equal cells along each axis."""
    axis = Grid.equal(0.0, 1.0, 1, cells)
    return max(exact_risk(a.n, estimator.vote(a.epsilon), law.cells(axis)) for law in ridges_of(a, cells))


def places(way: str, d: int, beta: float) -> tuple[float, list[tuple[int, int, float]]]:
    """The power of the length of a cell that n or epsilon is tuned to, and cells, n and epsilon at two places.

    n is such that the length of the paper is that of a whole number of cells: nothing is rounded.
    """
    few, many = (16, 64) if d < 3 else (16, 32)
    free, private = 2 * beta + d, beta + d
    if way == "local, n":
        return free, [(c, round(MOST * (c / many) ** free), (many**free / MOST) ** 0.5) for c in (few, many)]
    if way == "local, epsilon":
        return free / 2, [(c, MOST, (c**free / MOST) ** 0.5) for c in (few, many)]
    if way == "central, n, sampling":
        return free, [(c, round(4 * c**free), 4.0) for c in (few, many)]
    if way == "central, n, privacy":
        return private, [(c, round(MOST * (c / many) ** private), many**private / MOST) for c in (few, many)]
    return private, [(c, MOST, c**private / MOST) for c in (few, many)]


@pytest.mark.parametrize(("d", "beta", "gamma"), [(1, 1.0, 0.0), (2, 1.0, 1.0), (2, 0.5, 2.0), (3, 1.0, 1.0)])
@pytest.mark.parametrize(
    "way", ["local, n", "local, epsilon", "central, n, sampling", "central, n, privacy", "central, epsilon"]
)
def test_exponents_are_the_theorems_in_every_regime(way: str, d: int, beta: float, gamma: float) -> None:
    """Theorems 2 and 4 at n up to 10^9: both terms of the central rate, and n and epsilon apart."""
    estimator = LABEL_PROBLEMS[f"label-classification-{way.split(',', maxsplit=1)[0]}"].estimators[-1]
    power, (one, two) = places(way, d, beta)
    risks = [worst(estimator, LabelSetting(n, d, beta, gamma, epsilon), c) for c, n, epsilon in (one, two)]
    slope = log(risks[1] / risks[0]) / log(two[1] * two[2] / one[1] / one[2])
    assert max(one[1], two[1]) <= MOST
    assert slope == pytest.approx(-beta * (gamma + 1) / power, abs=0.02)


def test_planted_an_exponent_off_by_a_quarter_is_seen() -> None:
    """Cells that are tuned to another power of n lose it."""
    estimator = LABEL_PROBLEMS["label-classification-local"].estimators[-1]
    risks = [
        worst(estimator, LabelSetting(n, 2, 1.0, 1.0, 0.13), c) for c, n in ((8, 8**3 * 10**3), (32, 32**3 * 10**3))
    ]
    assert abs(log(risks[1] / risks[0]) / log(4**3) + 1 / 2) > 0.1


def test_a_rule_predicts_the_rows_of_another_file(tmp_path: Path) -> None:
    """Two classes that lie apart, so that at a large budget every prediction is right."""
    rng = np.random.default_rng(1)
    x = rng.uniform(0, 1, 4000)
    data, new = tmp_path / "data.csv", tmp_path / "new.csv"
    data.write_text("x,y\n" + "".join(f"{a!r},{'high' if a > 0.5 else 'low'}\n" for a in x.tolist()), "utf-8")
    new.write_text("x\n0.1\n0.9\n0.2\n", "utf-8")
    rule = {"classes": ["low", "high"], "lower": 0.0, "upper": 1.0, "epsilon": 8.0, "random_state": 2}
    problem = next(iter(LABEL_PROBLEMS.values()))
    found = classify(problem, data, ("x",), "y", rule, predict=new)
    assert found.predicted is not None
    assert found.predicted.tolist() == ["low", "high", "low"]
    assert classify(problem, data, ("x",), "y", rule).predicted is None
