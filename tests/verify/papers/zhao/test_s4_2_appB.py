"""zhao Section 4.2 and Appendix B, plans and bounds: verdicts, counterexamples, and planted wrong versions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest
import sympy
from flint import arb

from tests.verify.papers.section import claims_of
from tests.verify.papers.zhao.ids import SECTION_4_2
from upperbounds.protocols.split import chunks
from upperbounds.vectors import zhao
from verify.kernel.statements import AllOf, Case, FiniteCheck, UpToConstant
from verify.kernel.statements.claim import Kind
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.ledger.collect import claims
from verify.ledger.former import current
from verify.ours.zhao.heavy_tails import condition_on_users as one_voter
from verify.ours.zhao.heavy_tails import lower as vector_spikes
from verify.ours.zhao.vectors_lower import (
    bessel as vector_bessel,
)
from verify.ours.zhao.vectors_lower import (
    point_masses as vector_floors,
)
from verify.ours.zhao.vectors_lower import (
    sharper_constants as vector_sharper,
)
from verify.ours.zhao.vectors_lower import (
    signed_response as vector_signed,
)
from verify.ours.zhao.vectors_lower import (
    van_trees as vector_van_trees,
)
from verify.papers.zhao.appA5_heavy_tails import eq68_algorithm as vector_heavy
from verify.papers.zhao.s4_2_vectors import (
    alg2_groups as vector_plans,
)
from verify.papers.zhao.s4_2_vectors import (
    lemma1_transformed_mean as vector_kashin,
)
from verify.papers.zhao.s4_2_vectors import (
    theorem7_gaps as vector_match,
)
from verify.papers.zhao.s4_2_vectors.alg2_groups import spends
from verify.papers.zhao.s5_optimisation import alg3_steps as vector_descent
from verify.papers.zhao.s5_optimisation.alg3_steps import Descent, descent

MODULES = (
    vector_plans,
    vector_kashin,
    one_voter,
    vector_heavy,
    vector_descent,
    vector_bessel,
    vector_sharper,
    vector_van_trees,
    vector_floors,
    vector_spikes,
    vector_signed,
    vector_match,
)
LEDGER = claims_of(MODULES)
SECTION_3 = [
    "alg1h",
    "alg2",
    "alg2/privacy",
    "alg2H",
    "alg2K",
    "alg2K/privacy",
    "alg3",
    "alg3/privacy",
    *SECTION_4_2,
]
"""What stands as checked on a finite set only; all else is proved."""


def standing(id_: str):
    claim = LEDGER[id_]
    return claim.corrected if claim.corrected is not None else claim.printed


def checks_of(statement: Any) -> Iterator[FiniteCheck]:
    """The finite checks of a statement, its crosschecks or parts, and those of the parts."""
    if isinstance(statement, FiniteCheck):
        yield statement
    parts = statement.parts if isinstance(statement, AllOf) else getattr(statement, "crosschecks", ())
    for _, part in parts:
        yield from checks_of(part)


def crosscheck(id_: str, place: int) -> FiniteCheck:
    return list(checks_of(standing(id_)))[place]


def judged(check: FiniteCheck, cases: Callable[[Settings], Iterator[Case]]) -> Verdict:
    return replace(check, cases=cases).check(Settings()).verdict


def number(case: Case, name: str) -> int:
    return int(str(case.parameters[name]))


def scaled(side: str, factor: Callable[[Case], object]) -> Callable[[Case], Case]:
    return lambda case: replace(case, **{side: as_arb(getattr(case, side)) * as_arb(factor(case))}, left_again=None)


def test_the_catalogue_of_the_multivariate_mean_is_in_the_ledger():
    assert {current(f"zhao/{name}") for name in SECTION_3} <= set(claims())


def test_kinds_of_what_the_paper_prints():
    assert all(
        LEDGER[f"zhao/{name}"].kind is Kind.PRIVACY for name in ("alg2/privacy", "alg2K/privacy", "alg3/privacy")
    )


def _wrong_plan(kind: str):
    def make(n: int, d: int, epsilon: float):
        if kind in ("floor", "ceil"):
            return zhao.printed_algorithm2(n, 25, d, epsilon, 1.0, kind)
        plan = zhao.algorithm2(n, 25, d, epsilon, 1.0)
        size = max(len(sent) for sent in plan.split.sends)
        if kind == "one more":
            # One coordinate more in each group, at the share that was meant for fewer.
            groups = plan.split.folds
            return replace(plan, split=chunks(n, d + groups, groups, size + 1))
        sends = (plan.split.sends[0][:-1], *plan.split.sends[1:])
        return replace(plan, split=replace(plan.split, sends=sends))

    return make


def test_plans_that_overspend_or_skip_are_caught():
    check = crosscheck("zhao/own/alg2/every-epsilon", 0)
    assert judged(check, spends(_wrong_plan("ceil"))) is Verdict.REFUTED
    assert judged(check, spends(_wrong_plan("one more"))) is Verdict.REFUTED
    once = crosscheck("zhao/own/alg2/every-epsilon", 1)
    assert judged(once, spends(_wrong_plan("floor"), times=True)) is Verdict.REFUTED
    assert judged(once, spends(_wrong_plan("skips one"), times=True)) is Verdict.REFUTED


@pytest.mark.parametrize(
    ("id_", "place"),
    [
        ("zhao/alg2/privacy", 0),
        ("zhao/alg2K/privacy", 0),
        ("zhao/alg1h/privacy", 0),
        ("zhao/alg1h/privacy", 1),
        ("zhao/own/alg2H", 1),
    ],
)
def test_a_user_who_spends_a_thousandth_more_is_caught(id_, place):
    check = crosscheck(id_, place)

    def cases(settings):
        for case in check.cases(settings):
            yield replace(case, left=case.left * F(1001, 1000), left_again=case.left_again * F(1001, 1000))

    assert check.check(Settings()).verdict is Verdict.CHECKED
    assert judged(check, cases) is Verdict.REFUTED


@pytest.mark.parametrize("name", ["unspent", "strengthened"])
def test_unspent_budget_and_strengthened_groups_are_exact(name):
    check = standing(f"zhao/own/alg2/{name}")
    changed = scaled("right", lambda _: F(999, 1000))
    assert judged(check, lambda settings: (changed(case) for case in check.cases(settings))) is Verdict.REFUTED


def test_a_wrong_count_of_the_spend_is_caught():
    def cases(settings):
        for case in crosscheck("zhao/own/alg2/every-epsilon", 0).cases(settings):
            yield replace(case, left_again=case.left_again / 2)

    assert judged(crosscheck("zhao/own/alg2/every-epsilon", 0), cases) is Verdict.OPEN


def test_groups_that_share_a_user_are_caught(monkeypatch):
    overlapping = descent(2, 1.9, 3, overlap=1)
    assert isinstance(overlapping, Descent)
    assert max(loss.multiple() for _, loss in overlapping.protocol().spend()) == 2
    served, spent = crosscheck("zhao/alg3/privacy", 0), crosscheck("zhao/alg3/privacy", 1)
    monkeypatch.setattr(vector_descent, "descent", lambda d, e, t: descent(d, e, t, overlap=1))
    assert served.check(Settings()).verdict is Verdict.REFUTED
    assert spent.check(Settings()).verdict is Verdict.REFUTED


def test_families_that_do_not_grow_refute_nothing():
    for family in (LEDGER[id_].printed for id_ in ("zhao/thm3/condition", "zhao/alg2K")):
        assert isinstance(family, UpToConstant)
        assert replace(family, left=family.right).check(Settings()).verdict is not Verdict.REFUTED


def test_enough_epsilon_for_one_voter():
    """Planted: epsilon = 1.5 ln m in the place of (ln m)^(3/4): the vote is heard, and nothing is refuted."""
    size = arb(10**12).log()
    assert one_voter.near_wins(10**6 - 3, 3 * size / 4) > arb("0.3")
    assert one_voter.near_wins(10**6 - 3, size ** arb("0.75") / 2) < arb("0.01")


DEFECTS = {
    ("zhao/alg2K", 0): ("a mean twice too small", scaled("left", lambda _: F(1, 2))),
    ("zhao/alg2K", 1): ("K halved", scaled("right", lambda _: F(1, 4))),
    ("zhao/alg2K", 2): ("K dropped", scaled("left", lambda _: F(3))),
    ("zhao/own/alg2H", 0): ("padded to at most A", scaled("right", lambda c: F(number(c, "A"), 2 * number(c, "A")))),
    ("zhao/own/alg1h-constants", 0): ("a width of 3h for the noise", scaled("right", lambda _: F(1, 2))),
    ("zhao/own/one-voter", 0): ("no more than 8 times a quarter", scaled("left", lambda _: F(8))),
    ("zhao/own/thm3/explicit", 0): ("the constant over 10^8", scaled("right", lambda _: F(1, 10**8))),
    ("zhao/own/posterior-variance", 0): ("twice 1 - TV", scaled("left", lambda _: F(2))),
    ("zhao/own/bessel-sinh", 0): ("half of it", scaled("right", lambda _: F(1, 2))),
    ("zhao/own/bessel-sinh/sharp", 0): ("four times the half", scaled("left", lambda _: F(4))),
    ("zhao/own/flips", 0): ("an eighth of it", scaled("right", lambda _: F(1, 8))),
    ("zhao/own/flips", 1): ("a twelfth of it", scaled("right", lambda _: F(1, 12))),
    ("zhao/own/tanh-each", 0): ("half of it", scaled("right", lambda _: F(1, 2))),
    ("zhao/own/tanh-each", 1): ("half of it", scaled("right", lambda _: F(1, 2))),
    ("zhao/own/axes-sharper", 0): ("a factor m dropped", scaled("left", lambda c: F(number(c, "m")))),
    ("zhao/own/cube-sharper", 0): ("a factor m dropped", scaled("left", lambda c: F(number(c, "m")))),
    ("zhao/own/thm6/shipped", 0): ("another constant", scaled("left", lambda _: F(101, 100))),
    ("zhao/own/thm7/shipped", 0): ("another constant", scaled("left", lambda _: F(101, 100))),
    ("zhao/own/van-trees/shipped", 0): ("another formula", lambda c: replace(c, left=as_arb(c.left) + 1)),
    ("zhao/own/van-trees", 0): ("half of it", scaled("right", lambda _: F(1, 2))),
    ("zhao/own/van-trees/axes", 0): ("a factor d dropped", scaled("left", lambda c: F(12 * number(c, "d")))),
    ("zhao/own/van-trees/cube", 0): ("the prior's 40 dropped", scaled("left", lambda _: F(40))),
    ("zhao/own/thm7/every-epsilon", 0): ("1 for 1/44", scaled("left", lambda _: F(44))),
    ("zhao/own/thm6/every-epsilon", 0): ("1 for 1/44", scaled("left", lambda _: F(44))),
    ("zhao/own/sign-floor", 0): ("n kappa dropped", lambda c: replace(c, left=arb(number(c, "d")))),
    ("zhao/own/volume-floor", 0): (
        "the exponent dropped and 2 for 2/(pi e)",
        lambda c: replace(c, left=arb(2 * number(c, "d"))),
    ),
    ("zhao/own/vertex-floor", 0): ("ln 2 and kappa dropped, and more", scaled("left", lambda _: F(3))),
    ("zhao/own/floors/shipped", 0): ("an epsilon added", lambda c: replace(c, left=as_arb(c.left) + 1)),
    ("zhao/own/spikes", 0): ("a single sample's mass", scaled("right", lambda c: F(1, max(2, number(c, "m"))))),
    ("zhao/own/spikes", 1): ("a factor m dropped", scaled("left", lambda c: F(number(c, "m")))),
    ("zhao/own/spikes/vectors", 0): ("100 times the bound", scaled("left", lambda _: F(1000))),
    ("zhao/own/signed-kary", 0): ("a quarter of it", scaled("right", lambda _: F(1, 4))),
    ("zhao/own/thm6/between", 0): ("ten times the factor", scaled("left", lambda _: F(10))),
    ("zhao/own/signed-kary/mean", 0): ("not debiased", scaled("left", lambda _: F(1, 2))),
    ("zhao/own/signed-kary/mean", 1): ("another channel", scaled("left", lambda _: F(2))),
    ("zhao/own/lifted", 0): ("1 for 1/24", scaled("left", lambda _: F(24))),
    ("zhao/own/thm4/assembled", 0): ("a constant of 19.5", scaled("right", lambda _: F(1, 10_000))),
    ("zhao/own/thm5/assembled", 0): ("a constant of 64 * 19.5", scaled("right", lambda _: F(1, 10_000))),
    ("zhao/own/remark1/assembled", 0): ("a constant of 2 * 19.5", scaled("right", lambda _: F(1, 10_000))),
}


@pytest.mark.parametrize(("id_", "place"), DEFECTS)
def test_a_defect_in_the_conclusion_is_seen(id_, place):
    check = crosscheck(id_, place)
    assert check.check(Settings()).verdict is Verdict.CHECKED
    _, defect = DEFECTS[id_, place]
    assert judged(check, lambda settings: (defect(case) for case in check.cases(settings))) is Verdict.REFUTED


ELSEWHERE = {
    "zhao/alg1h/privacy",
    "zhao/alg2",
    "zhao/alg2/privacy",
    "zhao/alg2K/privacy",
    "zhao/alg3/privacy",
    "zhao/own/alg2/every-epsilon",
    "zhao/own/alg2/strengthened",
    "zhao/own/alg2/unspent",
}
"""Planted with wrong plans or wrong constants by tests of their own, or without a finite check of their own."""


def test_what_has_no_planted_defect_in_the_table_is_known():
    covered = {id_ for id_, _ in DEFECTS}
    rest = {id_ for id_ in LEDGER if any(checks_of(standing(id_))) and id_ not in covered}
    assert rest == ELSEWHERE


def test_exact_helpers_by_hand():
    half = F(1, 2)
    assert vector_floors.interval_risk((F(0),), F(3)) == F(1, 3) - F(1, 4) ** 2
    assert vector_kashin.back(vector_kashin.coefficients((half, half))) == (half, half)
    assert dict(vector_signed.messages((F(1),)))[(F(2),)] == F(2, 3)
    assert vector_van_trees.axis_risk(1, 1, F(3)) == F(1, 28) - (2 * F(1, 4) * F(1, 28)) ** 2
    base, slopes = vector_van_trees.slopes(vector_bessel.FAMILIES[0][1], (F(0), F(0)))
    assert sum(base[a] for a in base.atoms) == 1
    assert all(sum(slope.values()) == 0 for slope in slopes)
    assert one_voter.sum_of_squares(4) == 30
    assert one_voter.near_wins(1, arb(0)).overlaps(arb("0.5"))
    assert sympy.Integer(vector_match.up_root(17)) == 5
