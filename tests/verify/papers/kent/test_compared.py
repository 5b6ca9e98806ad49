"""kent's sentences that compare, and lines of its algorithms: verdicts and planted defects."""

from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from tests.verify.papers.section import claims_of
from upperbounds.sparse import kent as sparse
from upperbounds.sparse.threshold import ThresholdPlan
from verify.kernel.statements import AllOf, Definition, FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.papers.kent import appA3_mixture, s2_compared, s4_2_compared, s5_2_compared, s6_1_schemes
from verify.papers.kent.appA2_sensitivity import variances
from verify.papers.kent.appD_approximate import eq78_printed_proof as approximate
from verify.papers.kent.appH6_mixture import fluctuations
from verify.papers.kent.appI_lemmas import lemma24_cases

MODULES: list[Any] = [
    s2_compared,
    s4_2_compared,
    s5_2_compared,
    s6_1_schemes,
    variances,
    appA3_mixture,
    approximate,
    fluctuations,
    lemma24_cases,
]
QUICK = Settings()
CHECKED = {
    "kent/s2.3/central",
    "kent/eq37",
    "kent/eq43",
    "kent/experiment1/schemes",
    "kent/experiment3/impossible",
    "kent/eq79",
    "kent/eq82",
    "kent/experiment7/laws",
    "kent/appH.6/naive",
    "kent/appH.6/conditional",
}
REFUTED = {
    "kent/appD/leak/users": Verdict.PROVED,
    "kent/eq93": Verdict.PROVED,
    "kent/sec4.2/locally": Verdict.CHECKED,
}


def statement(id_: str, corrected: bool = False) -> Any:
    claim = claims_of(MODULES)[id_]
    return claim.corrected if corrected or isinstance(claim.printed, Definition) else claim.printed


def test_verdicts():
    for ids, verdict in ((CHECKED, Verdict.CHECKED), (REFUTED, Verdict.REFUTED)):
        assert {id_ for id_ in ids if statement(id_).check(QUICK).verdict is not verdict} == set()
    assert {id_: statement(id_, True).check(QUICK).verdict for id_ in REFUTED} == REFUTED


def finite(id_: str) -> dict[str, FiniteCheck]:
    """The finite checks of a claim, by part, crosschecks included."""
    found = statement(id_, id_ in REFUTED)
    parts = found.parts if isinstance(found, AllOf) else (("", found),)
    checks = {name: part for name, part in parts if isinstance(part, FiniteCheck)}
    return checks | {f"{name}: {k}": x for name, part in parts for k, x in getattr(part, "crosschecks", ())}


@pytest.mark.parametrize(
    ("id_", "part", "factor"),
    [
        ("kent/s2/incomparable", "sparse means, users: what is asked can be met", F(1, 100)),
        ("kent/s2.3/central", "a mechanism that is alpha-DP", F(99, 100)),
        ("kent/s2.3/central", "errors", F(99, 100)),
        ("kent/sec4.2/locally", "enough", F(9, 10)),
        ("kent/sec4.2/locally", "not enough", F(9, 10)),
        ("kent/experiment3/impossible", "nT", F(9, 10)),
        ("kent/eq79", "", F(3, 5)),
        ("kent/experiment7/laws", "", F(9, 10)),
    ],
)
def test_a_stronger_bound_is_refuted(id_, part, factor):
    check = finite(id_)[part]
    wrong = replace(
        check, cases=lambda s: (replace(case, right=as_arb(case.right) * as_arb(factor)) for case in check.cases(s))
    )
    assert wrong.check(QUICK).verdict is Verdict.REFUTED


def test_a_channel_of_three_values_refutes_any_constant():
    """kent/eq93: the ratio to alpha^2 grows; planted: a bound 200 times smaller than the corrected one."""
    (small, large) = (float(case.left / case.right) for case in approximate._much_told(QUICK))
    assert 1 < small < large
    laws, t = approximate.part_of_three(10**6)
    assert approximate.good(laws, t) == {(v, z): (v, z) != (0, 2) for v in range(3) for z in (1, 2)}
    told = [replace(case, right=case.right / 200) for case in approximate._told_in_all(QUICK)]
    assert FiniteCheck("", "", lambda _: told).check(QUICK).verdict is Verdict.REFUTED


def test_a_chain_rule_needs_the_entropy(monkeypatch):
    """Planted: squares of probabilities in place of their entropies."""
    monkeypatch.setattr(approximate, "_entropy", lambda masses: sum(as_arb(p) ** 2 for p in masses))
    assert statement("kent/eq82").check(QUICK).verdict is Verdict.REFUTED


def test_another_line_of_algorithm_6_is_caught(monkeypatch):
    """Planted: eta = sqrt(31 s), and a threshold 1% too small."""
    honest = statement("kent/eq37")
    monkeypatch.setattr(sparse, "EDGE", 31)
    assert honest.check(QUICK).verdict is Verdict.REFUTED
    monkeypatch.undo()
    width = sparse._width
    monkeypatch.setattr(sparse, "_width", lambda *given: 0.99 * width(*given))
    assert honest.check(QUICK).verdict is Verdict.REFUTED


def test_a_threshold_that_keeps_the_wrong_ones_is_caught(monkeypatch):
    """Planted: the s largest by sign rather than by size; no threshold."""
    honest = statement("kent/eq43")

    def signed(plan: ThresholdPlan, estimates: Any) -> Any:
        order = np.argsort(-estimates, axis=-1, kind="stable")
        largest = np.isin(np.arange(estimates.shape[-1]), order[: plan.s])
        return np.where(largest & (np.abs(estimates) > plan.threshold), estimates, 0.0)

    for wrong in (signed, lambda plan, estimates: estimates):
        monkeypatch.setattr(ThresholdPlan, "keep", wrong)
        assert honest.check(QUICK).verdict is Verdict.REFUTED


def test_one_component_has_correlated_fluctuations_only_together(monkeypatch):
    """Planted: components that do not depend on v have no fluctuations; and one that is not a law has a mean."""
    honest = fluctuations.component
    monkeypatch.setattr(fluctuations, "component", lambda m, j, sign, x: honest(m, j, 1, x))
    assert statement("kent/appH.6/naive").check(QUICK).verdict is Verdict.REFUTED
    monkeypatch.setattr(fluctuations, "component", lambda m, j, sign, x: honest(m, j, sign, x) * (2 + sign))
    assert statement("kent/appH.6/conditional").check(QUICK).verdict is Verdict.REFUTED
