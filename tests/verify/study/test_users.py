"""Classification and regression of users: exponents in every regime, and the risk between its bounds."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from lowerbounds.classification.users import at_stake, best_member, known_bumps
from notation.parameters import ParameterError
from notation.user_learning import UserSetting
from upperbounds.classification.grid import Grid
from upperbounds.classification.turned import Sizes
from upperbounds.classification.users import bound_of_many
from verify.study import users
from verify.study.risk import printed_cells, user_classes
from verify.study.risk.user_cells import CellLaw, excess_risk, squared_risk
from verify.study.users import USER_PROBLEMS, laws_of, laws_of_many, user_study, worst_user_risk

REGIMES = {
    "high": (0.25, 10**4, 4 * 10**6, 16, (-1 / 4, -1 / 2)),
    "medium": (8.0, 100, 10**6, 16, (-1 / 4, -1 / 2)),
    "low": (1e6, 100, 1200, 8, (-1 / 3, -2 / 3)),
}
"""epsilon, m, the first n, its steps, and exponents at d = beta = 1, gamma = 0; a step doubles the cells."""


@pytest.mark.parametrize("regime", REGIMES)
@pytest.mark.parametrize("name", USER_PROBLEMS)
def test_exponents_in_every_regime_are_the_theorems(name: str, regime: str) -> None:
    """zhao (19), (21) of exact risks, against what the noise leaves of nm epsilon^2: logarithms are in the noise."""
    epsilon, m, n, step, exponents = REGIMES[regime]
    problem, found = USER_PROBLEMS[name], []
    rule = problem.estimators[1]
    for j in range(3):
        a = UserSetting(n * step**j, m, 1, 1.0, epsilon)
        risk = worst_user_risk(problem, rule, a)
        sizes = Sizes(a.n, a.m, epsilon, rule.side(a), rule.parts)
        assert 1 < sizes.c < sizes.K if regime == "medium" else sizes.c == (1 if regime == "high" else sizes.K)
        found.append((1 / sizes.noise if regime != "low" else a.n, risk.value))
    slope = np.polyfit(*np.log(found).T, 1)[0]
    assert abs(slope - exponents[name == "regression"]) < 0.02, found


def least_users(m: int, epsilon: float, cells: int, parts: int, noise: float) -> int:
    """How many users make the noise of an estimate so small."""
    low, high = 4 * parts * cells, 10**9
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if Sizes(middle, m, epsilon, cells, parts).noise <= noise else (middle + 1, high)
    return low


@pytest.mark.parametrize(
    ("name", "m", "d", "beta", "gamma", "sides"),
    [
        ("classification", 1000, 1, 1.0, 1.0, (16, 32)),
        ("classification", 3000, 2, 1.0, 1.0, (8, 16)),
        ("classification", 10, 2, 0.5, 0.0, (8, 16)),
        ("classification", 10, 2, 0.5, 2.0, (8, 16)),
        ("regression", 10, 2, 0.5, 0.0, (4, 16)),
    ],
)
@pytest.mark.parametrize("epsilon", [0.5, 8.0])
def test_exponents_hang_on_smoothness_margin_and_dimension(
    name: str, m: int, d: int, beta: float, gamma: float, sides: tuple[int, int], epsilon: float
) -> None:
    """zhao (19), (21): cells of the length that the noise asks for, up to 10^9 users; no first stage fails.

    At 10 samples all of the range is one bin, from 1000 on it is not.
    """
    problem, found = USER_PROBLEMS[name], []
    parts = 2 if problem.is_squared else 1
    for side in sides:
        n = least_users(m, epsilon, side**d, parts, 0.25 * side ** (-2.0 * (d + beta)))
        # Under the margin's constant 4 a tent of slope C_b/2 is in the class for gamma beta = 1.
        a = UserSetting(n, m, d, beta, epsilon, gamma, C_a=4.0 if gamma else 1.0)
        sizes = Sizes(n, m, epsilon, side**d, parts)
        assert n < 10**9
        assert sizes.slips < 1e-6
        laws = [CellLaw.of_ridges(law, side) for law in laws_of(problem, a, side)[: 4 if problem.is_squared else None]]
        risk = partial(squared_risk, floor=side**-d) if problem.is_squared else excess_risk
        found.append((sizes.noise, max(risk(sizes, law) for law in laws)))
    slope = np.log(found[1][1] / found[0][1]) / np.log(found[0][0] / found[1][0])
    assert slope == pytest.approx(-beta * (gamma + 1) / (2 * (d + beta)) * parts, abs=0.02)


@pytest.mark.parametrize("name", USER_PROBLEMS)
@pytest.mark.parametrize("epsilon", [0.6, 6.5, 60.0])
@pytest.mark.parametrize(("n", "m", "d", "gamma"), [(4 * 10**6, 300, 1, 0.5), (10**5, 30, 2, 0.0)])
def test_the_risk_is_between_its_bounds(name: str, epsilon: float, n: int, m: int, d: int, gamma: float) -> None:
    problem = USER_PROBLEMS[name]
    a = UserSetting(n, m, d, 0.9, epsilon, 0.0 if problem.is_squared else gamma, f_L=0.8)
    document = user_study(replace(problem, estimators=problem.estimators[1:2]), a)
    row, lower = document["estimators"][-1], document["lower"]["value"]
    risk, upper = row["risk"], row["upper"]["value"]
    assert 0 < lower <= risk["value"] + risk["error"]
    assert risk["value"] - risk["error"] <= upper
    assert row["spend"]["multiple_of_epsilon"] == "1"
    assert lower <= upper
    assert risk["error"] < 0.2 * risk["value"]


def test_the_rule_as_printed_is_drawn_where_its_law_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, a = USER_PROBLEMS["classification"], UserSetting(10**4, 100, 1, 1.0, 1.0)
    exact = worst_user_risk(problem, problem.estimators[0], a)
    assert exact.method.startswith("exact, the largest at")
    monkeypatch.setattr(printed_cells, "_MOST_HELD", 1)
    drawn = worst_user_risk(problem, problem.estimators[0], a)
    assert drawn.method.startswith("drawn 1000 times")
    # The law that is hard for normal estimates need not be the hardest.
    assert 0.9 * exact.value < drawn.value < exact.value + 4 * drawn.error
    # Many votes are drawn less often, but a hundred times at least.
    monkeypatch.setattr(users, "NOISY_VOTES", 1)
    assert worst_user_risk(problem, problem.estimators[0], a).method.startswith("drawn 100 times")


@pytest.mark.parametrize(
    ("classes", "epsilon", "n"), [(3, 0.6, 10**6), (4, 6.5, 10**6), (6, 60.0, 10**5), (3, 700.0, 300)]
)
def test_the_risk_of_several_classes_is_between_its_bounds(classes: int, epsilon: float, n: int) -> None:
    """With more classes, or less budget, the bound is larger; the lower bound is that of two classes."""
    problem, a = USER_PROBLEMS["classification"], UserSetting(n, 30, 1, 1.0, epsilon)
    document = user_study(problem, a, classes)
    (row,), lower = document["estimators"], document["lower"]
    risk, upper = row["risk"], row["upper"]["value"]
    assert document["parameters"]["K"] == classes
    assert lower["value"] == user_study(problem, a)["lower"]["value"]
    assert 0 < lower["value"] <= risk["value"] + risk["error"]
    assert risk["value"] - risk["error"] <= upper
    assert row["spend"]["multiple_of_epsilon"] == "1"
    assert risk["method"].startswith("exact" if classes <= 4 else "drawn 400 times")
    assert bound_of_many(a, 8, classes) <= bound_of_many(a, 8, 2 * classes)
    assert bound_of_many(a, 8, classes) <= bound_of_many(replace(a, epsilon=epsilon / 2), 8, classes) * (1 + 1e-9)


def test_the_exponent_of_three_classes_is_that_of_two() -> None:
    """zhao (19) at gamma = 0: cells of the length that the noise asks for, which do not depend on the classes."""
    problem, found = USER_PROBLEMS["classification"], []
    for side in (8, 16):
        n = least_users(10, 1.0, side, 3, 0.25 * side**-4.0)
        a = UserSetting(n, 10, 1, 1.0, 1.0, C_a=1.0)
        sizes, grid = Sizes(n, 10, 1.0, side, 3), Grid.equal(0.0, 1.0, 1, side)
        laws = laws_of_many(problem, a, grid, 3)
        found.append((sizes.noise, max(user_classes.excess_risk(sizes, law) for law in laws)))
    slope = np.log(found[1][1] / found[0][1]) / np.log(found[0][0] / found[1][0])
    assert slope == pytest.approx(-1 / 4, abs=0.02)


def test_planted_the_moment_of_one_sample_is_seen() -> None:
    """A bound by the moment of one sample where users have 10^8 is above the exact risk of a rule."""
    problem, a = USER_PROBLEMS["classification"], UserSetting(10**7, 10**8, 1, 1.0, 1.0)
    risk = worst_user_risk(problem, problem.estimators[1], a)
    assert risk.error < 0.01 * risk.value
    assert max(b.value for b in problem.lower(a)) < risk.value
    one = best_member(a.labels, "full", partial(known_bumps, n=a.n, m=1, eps=a.epsilon), at_stake)
    assert one[1] > risk.value


@pytest.mark.parametrize(("draws", "method"), [(4e6, "drawn 4 times"), (5e6, "drawn 4"), (5.1e6, "too many to draw 4")])
def test_four_runs_draw_twenty_million_numbers_at_most(
    monkeypatch: pytest.MonkeyPatch, draws: float, method: str
) -> None:
    """Of a rule whose users answer several coordinates."""
    problem, a = USER_PROBLEMS["classification"], UserSetting(300, 9, 1, 1.0, 2.5)
    monkeypatch.setattr(printed_cells, "one_answer", lambda _: False)
    monkeypatch.setattr(printed_cells, "draws_of", lambda *_: draws)
    monkeypatch.setattr(printed_cells, "drawn_by_user", lambda *_: (0.25, 0.125))
    assert max(len(sent) for sent in problem.estimators[0].plan(a).split.sends) > 1
    assert method in worst_user_risk(problem, problem.estimators[0], a).method


def test_squared_risks_have_the_square_of_the_labels_unit() -> None:
    """Labels in half the unit, of functions as smooth."""
    problem, a = USER_PROBLEMS["regression"], UserSetting(2000, 10, 1, 1.0, 8.0)
    one, two = (worst_user_risk(problem, problem.estimators[1], replace(a, C_b=s, T=s)).value for s in (1.0, 2.0))
    assert two == pytest.approx(4 * one, rel=1e-9)


def test_laws_are_of_the_class() -> None:
    """Smoothness and margin of all laws at which risks are looked for, on a fine grid."""
    x = (np.arange(20_000) + 0.5) / 20_000
    for name, a in (
        ("classification", UserSetting(10**5, 10, 1, 0.7, 1.0, 0.8, C_a=2.0, C_b=1.5)),
        ("regression", UserSetting(10**5, 10, 1, 0.7, 1.0, C_b=1.5, T=3.0)),
    ):
        unit = a.T if name == "regression" else 1.0
        for law in laws_of(USER_PROBLEMS[name], a, 16):
            eta = unit * law.eta(x[:, None])
            assert np.abs(eta).max() <= unit
            for apart in (1, 10, 100, 1000, 5000):
                steep = np.abs(eta[apart:] - eta[:-apart]).max() / (apart / 20_000) ** a.beta
                assert steep <= a.C_b * (1 + 1e-9)
            if name == "classification":
                for t in np.geomspace(1e-3, 1, 30):
                    assert np.mean((eta != 0) & (np.abs(eta) < t)) <= a.C_a * t**a.gamma * 1.001 + 1e-3


def test_few_users_and_strange_sizes_are_refused_in_one_line() -> None:
    good = UserSetting(100, 2, 1, 1.0, 1.0)
    for changed, told in (
        ({"n": 0}, "n = 0"),
        ({"m": 0}, "m = 0"),
        ({"n": 10**15}, "n m = "),
        ({"beta": 1.5}, "beta = 1.5"),
        ({"epsilon": 0.0}, "epsilon = 0.0"),
        ({"gamma": -1.0}, "gamma = -1.0"),
        ({"f_L": 2.0}, "f_L = 2.0"),
        ({"C_b": 0.0}, "C_b = 0.0"),
        ({"C_b": 1e-5, "T": 1e5}, "C_b / T"),
        ({"d": 99}, "d = 99"),
    ):
        with pytest.raises(ParameterError, match=told):
            replace(good, **changed)  # type: ignore[arg-type]
    # Too few for any rule are not too few for what nobody beats.
    told = user_study(USER_PROBLEMS["classification"], replace(good, n=1))
    assert told["lower"]["value"] > 0
    assert all(
        row["upper"]["vacuous"] and row["risk"]["method"].startswith("not usable here: n = 1")
        for row in told["estimators"]
        if row["name"] != "shrinking-balls"
    )


def test_rates_are_of_the_registered_symbols() -> None:
    for problem in USER_PROBLEMS.values():
        for rule in problem.estimators:
            assert {str(symbol) for symbol in rule.rate.free_symbols} <= {"n", "m", "epsilon", "d", "beta", "gamma"}


@pytest.mark.parametrize("density", [1e-9, 7.0])
def test_what_no_bound_is_for_is_left_to_the_rule(density: float) -> None:
    """A density below all that bounds know is allowed; one above 1 is refused by the rule, under its own name."""
    problem = USER_PROBLEMS["regression"]
    first = next(one for one in problem.estimators if one.by_cells is not None)
    assert users._least(problem, {"epsilon": 1.0, "density": density}, 100, 1) is first
