"""kent Section 5.1, Appendix G.4 and our bumps: what the checks refuse once a defect is planted."""

from fractions import Fraction

import pytest

from upperbounds.density.basis import left_out
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ours.kent import density_lower as lower
from verify.papers.kent import appG4_density_upper as upper
from verify.papers.kent import s5_1_density as density


def verdict(cases, relation="<="):
    return FiniteCheck("planted", "planted", lambda _: iter(cases), relation).check(Settings()).verdict


def test_the_counterexample_is_that_of_the_text():
    (case,) = density._growing(Settings())
    assert case.left > case.right
    assert abs(case.left - case.left_again) < 1e-9 * case.left


@pytest.mark.parametrize(
    ("cases", "relation"),
    [
        (upper._parseval, "=="),
        (upper._weights, "<="),
        (density._orthonormal, "=="),
        (density._projections, "<="),
        (lower._made, "=="),
    ],
    ids=["Parseval", "weights", "orthonormal", "projections", "made samples"],
)
def test_a_planted_defect_is_refuted(cases, relation):
    """The last case's left side larger by a third of itself and one more."""
    found = list(cases(Settings()))
    assert verdict(found, relation) is not Verdict.REFUTED
    last = found[-1]
    wrong = Case(last.parameters, Fraction(4, 3) * last.right + 1, last.right)
    assert verdict([*found[:-1], wrong], relation) is Verdict.REFUTED


def test_a_weight_of_the_printed_kind_is_refuted():
    """Beyond an even M the weight of M + 1 is M^beta: (M + 1)^beta, which (19) has, is too much for the class."""
    cases = [Case({"M": M}, (M + 1) ** 2, (M + 1 - (M + 1) % 2) ** 2) for M in (1, 2, 3)]
    assert verdict(cases) is Verdict.REFUTED
    assert left_out(2, 1, 1.0) == 1 / 4 > 1 / 9
