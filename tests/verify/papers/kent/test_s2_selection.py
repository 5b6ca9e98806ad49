"""kent Section 2's algorithm, classes and floors: verdicts, the counterexample, and planted defects."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest
from sympy import exp

from tests.verify.papers.section import claims_of
from verify.kernel.calculus import Chain, line
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.finite import Sense
from verify.kernel.statements.outcome import Settings, Verdict, as_arb, is_exact
from verify.ours.kent import cube
from verify.ours.kent import selection as ours
from verify.papers.kent import s2_2_item_level as item_level
from verify.papers.kent.appH6_mixture import eq215_rate
from verify.papers.kent.appI_lemmas import lemma16_eq220_nearest as nearest
from verify.papers.kent.s2_1_general_rates import eq10_algorithm1_lines as lines

Cases = Callable[[Settings], Iterable[Case]]


def verdict(cases: Iterable[Case], sense: Sense = "<=") -> Verdict:
    return FiniteCheck("", "", lambda _: cases, sense).check(Settings()).verdict


def with_right(cases: Cases, factor: Any) -> list[Case]:
    """The same cases with another right side, and no second route."""
    return [
        replace(case, right=case.right * (factor if is_exact(case.right) else as_arb(factor)), left_again=None)
        for case in cases(Settings())
    ]


def test_221_is_false_beyond_the_cube_and_true_on_it() -> None:
    claim = claims_of((nearest,))["kent/eq221"]
    assert claim.printed is not None
    assert claim.corrected is not None
    found = claim.printed.check(Settings())
    assert found is not None
    assert found.verdict is Verdict.REFUTED
    assert (found.evidence["left_exact"], found.evidence["right_exact"]) == ("0", "1/4")
    # By two lemmas that are not proved here: an average over a class, and the nearest vertex.
    assert claim.corrected.check(Settings()).verdict is Verdict.PROVED  # type: ignore[union-attr]


def test_balls_in_place_of_pieces_are_caught() -> None:
    """Planted: line 5 as listed, a vote for every ball."""
    points = [F(k, 8) for k in range(57)]
    balls = [Case({}, sum(abs(x - c) <= 1 for c in lines._CENTRES), 1) for x in points]
    assert verdict(balls, "==") is Verdict.REFUTED
    assert verdict(lines._pieces(Settings()), "==") is Verdict.CHECKED


def test_a_winner_that_also_wins_all_ties_is_caught() -> None:
    """Planted: P(no other has more votes) in place of P(A), which a first index does not reach."""
    cases = []
    for case in lines._line9(Settings()):
        n, cells, own = (int(case.parameters[name]) for name in ("n", "N", "l"))  # type: ignore[arg-type]
        t = F(str(case.parameters["e^(alpha/2)"]))
        keep = t / (1 + t)
        mine, others = lines._law(n, keep), lines._law(n, 1 - keep)
        upto = [sum(others[: k + 1], F(0)) for k in range(n + 1)]
        most = sum((p * upto[k] ** (cells - 1) for k, p in enumerate(mine)), F(0))
        # The first piece wins every tie.
        assert case.left == most if own == 1 else case.left < most
        cases.append(replace(case, right=most))
    assert verdict(cases, ">=") is Verdict.REFUTED


@pytest.mark.parametrize(
    ("cases", "sense", "factor"),
    [
        (ours._balls, "<=", F(1, 10)),
        (ours._cubes, "<=", F(1, 10**3)),
        (ours._sparse, "<=", F(1, 40)),
        (ours._one_user, ">=", 4),
        # The estimator's bound is within a factor 8 of the theorem.
        (cube._built, "<=", F(1, 8)),
        (eq215_rate._in_one_component, "==", F(1, 2)),
        (eq215_rate._fluctuations, "<=", F(1, 4)),
        (item_level._below(item_level._sizes, item_level._cube, "linf"), "<=", F(1, 10)),
        (item_level._above(item_level._low_privacy, item_level._cube_low, item_level.user_means.bound), "<=", F(1, 3)),
        # The half of (221) lost.
        (nearest._on_the_cube, ">=", 4),
    ],
)
def test_sides_that_are_too_strong_are_caught(cases: Cases, sense: Sense, factor: Any) -> None:
    assert verdict(cases(Settings()), sense) is Verdict.CHECKED
    assert verdict(with_right(cases, factor), sense) is Verdict.REFUTED


def test_other_rates_are_caught() -> None:
    """Planted: one d less, and alpha in place of its square, at item level in the cube."""
    for rate in (lambda d, n, a: F(d, n) / a**2, lambda d, n, a: F(d * d, n) / a):
        assert verdict(item_level._above(item_level._sizes, rate, item_level.user_means.bound)(Settings())) is (
            Verdict.REFUTED
        )
    for rate in (lambda d, n, a: F(d**3, n) / a**2, lambda d, n, a: F(d * d, n) / a**3):
        assert verdict(item_level._below(item_level._sizes, rate, "linf")(Settings())) is Verdict.REFUTED


def test_a_basis_that_is_not_of_length_one_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = item_level._basis
    monkeypatch.setattr(item_level, "_basis", lambda j, x: honest(j, x) / (2 if j == 3 else 1))
    assert verdict(item_level._products(Settings()), "==") is Verdict.REFUTED


def test_hoeffdings_exponent_doubled_is_caught() -> None:
    squared = [replace(case, right=case.right**2) for case in lines._tails(Settings())]
    assert verdict(squared) is Verdict.REFUTED


def test_a_larger_exponent_for_the_cube_falls() -> None:
    """Planted: d for d + 2 in the exponent, in the theorem's own chain."""
    claims = claims_of((cube,))
    chain = claims["kent/own/prop3i-cosh"].corrected
    assert isinstance(chain, Chain)
    wrong = 8 * cube.DIMENSION * exp(-4 * cube.USERS * cube._LOG_COSH / cube.DIMENSION)
    planted = line(chain.statement.left, given=chain.given).le(wrong, chain)
    assert planted.check(Settings()).verdict is Verdict.OPEN
