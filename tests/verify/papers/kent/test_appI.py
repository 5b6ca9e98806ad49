"""kent Appendix I, Lemma 26: verdicts, the counterexample, and planted defects."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest
import sympy

from tests.verify.papers.section import results_of
from verify.kernel.prover import Refuted, Relation, Variable, prove
from verify.kernel.statements import FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.kent.appI_lemmas import (
    lemma26_eq223_zero_coordinates as selection_zero,
)
from verify.papers.kent.appI_lemmas import (
    lemma26_eq231_large_coordinates as selection_large,
)

MODULES = (selection_zero, selection_large)


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def refuted(cases):
    return FiniteCheck("", "", lambda _: cases).check(Settings()).verdict is Verdict.REFUTED


def test_the_lost_star_matters(results):
    result = results["kent/lemma26/s6/votes"]
    evidence = result.printed.evidence
    assert evidence["left"][0] > 1000 * evidence["right"][1]
    assert result.claim.correction
    assert results[result.claim.theorem].standing.verdict in (Verdict.PROVED, Verdict.ARGUED)


def test_a_walk_is_a_law_and_clipping_is_exact():
    for steps, edge in product((0, 1, 5), (F(1), F(5, 2))):
        law = selection_zero.walk(steps)
        assert sum(law.values()) == 1
        every = sum(
            F(1, 2 ** (steps + 1)) * signs[0] * (min(max(F(sum(signs)), -edge), edge) - sum(signs))
            for signs in product((-1, 1), repeat=steps + 1)
        )
        assert every == selection_zero.gained(law, edge)


def test_a_wrong_tail_in_226_is_caught():
    """Planted: P(U~ >= eta + 1) with the factor 1 in place of 2."""
    cases = []
    for case, (_, law, edge) in zip(selection_zero._displays(Settings()), selection_zero.walks(), strict=True):
        beyond = sum((p for u, p in law.items() if u >= edge + 1), F(0))
        cases.append(replace(case, right=case.right + beyond))
    assert FiniteCheck("", "", lambda _: cases, "==").check(Settings()).verdict is Verdict.REFUTED


def test_wrong_exponents_are_caught():
    """Planted: 4, 9 and 2 times the exponents of (228), of the noise and of the votes for zero coordinates."""
    assert refuted([replace(c, right=c.right**4) for c in selection_zero._one_sided(Settings())])
    assert refuted([replace(c, right=c.right**9) for c in selection_zero._laplace_tails(Settings())])
    assert refuted([replace(c, right=c.right**2) for c in selection_zero.zero_votes(Settings())])


def test_the_constants_are_hardly_enough():
    """eta^2 = 29 s is too little in (234); a constant below 236594 in the assumption does not carry the end."""
    w = sympy.Symbol("w", nonnegative=True)
    unit = Variable(w, sympy.Integer(0), sympy.Integer(1), open_lower=True)
    below = Relation(20 + 40 * w**2 / 900, (sympy.sqrt(29) - w) ** 2, "<", (unit,))
    assert isinstance(prove(below), Refuted)
    left = sympy.Symbol("L", nonnegative=True)
    line = Variable(left, sympy.Integer(0), sympy.oo)
    rate = sympy.Rational(3, 256000) / 2 * 236500
    assert isinstance(prove(Relation(sympy.log(4) * (1 + left), rate * (1 + left), "<=", (line,))), Refuted)
