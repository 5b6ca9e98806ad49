"""The crosschecks of zhao's derivations see a planted defect in the conclusion that they judge."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest
from flint import arb

from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.ours.zhao.vectors_lower import averaged_assouad
from verify.ours.zhao.vectors_lower import hamming_distance as quarter
from verify.papers.zhao import appE2_regression_upper as regression
from verify.papers.zhao.appA2_first_stage import eq24_votes as localise
from verify.papers.zhao.appA3_second_stage import eq43_bias as refine
from verify.papers.zhao.appA3_second_stage import eq54_variance as variance
from verify.papers.zhao.appA4_lower import eq57_two_points as two_point
from verify.papers.zhao.appA4_lower import eq64_bounds as lower
from verify.papers.zhao.appA5_heavy_tails import eq73_tail as heavy_lemma
from verify.papers.zhao.appB2_vectors_lower import hypercubes
from verify.papers.zhao.appB2_vectors_lower import pinsker as product_pinsker
from verify.papers.zhao.appB2_vectors_lower import rates as hypercube_rates
from verify.papers.zhao.appD2_classification_upper import (
    eq142_tails as classification,
)
from verify.papers.zhao.appD2_classification_upper import (
    eq166_rates as classification_rates,
)
from verify.papers.zhao.appD2_classification_upper import (
    eq172_low_privacy as low_privacy,
)
from verify.papers.zhao.appD3_classification_lower import (
    eq176_bumps as classification_lower,
)
from verify.papers.zhao.appD3_classification_lower import (
    theorem10_margin as classification_margin,
)
from verify.papers.zhao.instances.exact_risks import bayes_error, bayes_square, below_root, majority, responses
from verify.papers.zhao.s4_2_vectors import lemma1_kashin as kashin
from verify.papers.zhao.s5_optimisation import theorem8 as optimisation

MODULES = (
    averaged_assouad,
    classification,
    classification_lower,
    classification_margin,
    classification_rates,
    heavy_lemma,
    hypercube_rates,
    hypercubes,
    kashin,
    localise,
    low_privacy,
    lower,
    optimisation,
    product_pinsker,
    refine,
    regression,
    two_point,
    variance,
)
LEDGER = {claim.id: claim for module in MODULES for claim in module.CLAIMS}


def number(case: Case, name: str) -> int:
    return int(str(case.parameters[name]))


def scaled(side: str, factor: Callable[[Case], object]) -> Callable[[Case], Case]:
    """Multiply one side of a case."""
    return lambda case: replace(case, **{side: as_arb(getattr(case, side)) * as_arb(factor(case))})


def power(side: str, exponent: int) -> Callable[[Case], Case]:
    """Raise half of a Gaussian tail bound to a power: another constant in its exponent."""
    return lambda case: replace(case, **{side: 2 * (as_arb(getattr(case, side)) / 2) ** exponent})


DEFECTS = {
    "zhao/lemma3/33": ("lambda^2/12 for lambda^2/8", lambda c: replace(c, right=(as_arb(c.right).log() * 2 / 3).exp())),
    "zhao/eq50": ("1/n for 1/sqrt(n)", scaled("right", lambda c: 1 / as_arb(number(c, "n")).sqrt())),
    "zhao/eq55/55": ("the mean over n users, as printed", scaled("right", lambda _: F(1, 2))),
    "zhao/eq62": (
        "a factor m dropped",
        lambda c: replace(c, left=arb(1) / 2 - (arb(1) / 2 - c.left) / arb(number(c, "m")).sqrt()),
    ),
    "zhao/eq64/text": ("the printed constant 1", scaled("left", lambda _: F(24))),
    "zhao/thm2/floor": ("a factor n dropped", lambda c: replace(c, left=(4 * c.left).root(number(c, "n")) / 4)),
    "zhao/text-after-thm1": ("a factor n dropped", scaled("right", lambda c: F(1, number(c, "n")))),
    "zhao/lemma1": ("K halved", scaled("right", lambda _: F(1, 2))),
    "zhao/remark1": ("half-width 1/A", scaled("right", lambda c: F(1, 4))),
    "zhao/eq98": ("d for d/2", scaled("left", lambda _: F(2))),
    "zhao/eq100/101": ("a factor m dropped", scaled("right", lambda c: F(1, number(c, "m")))),
    "zhao/own/averaged-hamming": ("d for d/2", scaled("left", lambda _: F(2))),
    "zhao/eq104/105": ("1 for 1/24", scaled("left", lambda _: F(24))),
    "zhao/eq104/111": ("a factor m dropped", scaled("left", lambda c: F(number(c, "m")))),
    "zhao/eq128": ("b/gamma for 2b/gamma", None),
    "zhao/thm8/upper/16": ("a quarter of the last term", None),
    "zhao/lemma6/bias": ("1/n for 1/sqrt(n)", scaled("right", lambda c: 1 / as_arb(number(c, "n")).sqrt())),
    "zhao/own/floor-learning": ("1/2 for 1/8", scaled("left", lambda _: F(4))),
    "zhao/lemma9": ("T^2 dropped", None),
    "zhao/eq207/tails": ("C_1 = 1/60", power("right", 76)),
    "zhao/family/hadamard-hypercube/laws": ("d + 1 for d", scaled("right", lambda _: F(3, 2))),
    "zhao/own/no-crossing": ("E eta = 1 for 2/3", lambda c: replace(c, right=as_arb(c.right) ** 3)),
    "zhao/own/hidden-bins": ("a twentieth of the bound", scaled("right", lambda _: F(1, 20))),
    "zhao/own/margin-groups": ("all is lost for a quarter", scaled("left", lambda _: F(3))),
    "zhao/eq172/172": ("p_k^2 for p_k", None),
    "zhao/own/heavy-first-stage": ("3/4 for 3/8, 1/8 for 1/16", scaled("left", lambda _: F(2))),
    "zhao/family/classification/smooth": ("the printed constant", scaled("left", lambda _: F(2))),
    "zhao/contraction": ("half of (e^epsilon-1)^2", scaled("right", lambda _: F(1, 100))),
    "zhao/own/kl-absolute": ("half of it", scaled("right", lambda _: F(1, 2))),
    "zhao/eq62/e": ("a factor m dropped", scaled("right", lambda c: F(1, number(c, "m")))),
}


def planted(check: FiniteCheck, defect: Callable[[Case], Case]) -> FiniteCheck:
    def cases(settings: Settings) -> Iterator[Case]:
        for case in check.cases(settings):
            yield replace(defect(case), left_again=None)

    return replace(check, cases=cases)


def less_of_the_last_term(share: F) -> Callable[[Case], Case]:
    """Take a part of 2b/gamma away; the case says b, gamma, or they are 1 and 1/2."""

    def change(case: Case) -> Case:
        error, gamma = F(str(case.parameters.get("b", 1))), F(str(case.parameters.get("gamma", "1/2")))
        return replace(case, right=case.right - share * 2 * error / gamma)

    return change


def without_width(case: Case) -> Case:
    return power("right", number(case, "T") ** 2)(case)


def with_squared_mass(case: Case) -> Case:
    tail = as_arb(case.right) / 2
    return replace(case, right=2 * (tail.log() / as_arb(F(str(case.parameters["p_k"])))).exp())


OTHER = {
    "zhao/eq172/172": with_squared_mass,
    "zhao/eq128": less_of_the_last_term(F(1, 2)),
    "zhao/thm8/upper/16": less_of_the_last_term(F(3, 4)),
    "zhao/lemma9": without_width,
}


def checks_of(statement: Any) -> Iterator[FiniteCheck]:
    """The finite checks of a statement, its crosschecks or parts, and those of the parts."""
    if isinstance(statement, FiniteCheck):
        yield statement
    for _, part in (*getattr(statement, "crosschecks", ()), *getattr(statement, "parts", ())):
        yield from checks_of(part)


@pytest.mark.parametrize("id_", DEFECTS)
def test_a_defect_in_the_conclusion_is_seen(id_):
    claim = LEDGER[id_]
    statement = claim.corrected if claim.corrected is not None else claim.printed
    check, *_ = checks_of(statement)
    assert check.check(Settings()).verdict is Verdict.CHECKED
    _, defect = DEFECTS[id_]
    assert planted(check, defect or OTHER[id_]).check(Settings()).verdict is Verdict.REFUTED


def test_a_quarter_would_be_known_if_the_samples_did_not_count():
    """Planted: the factor m dropped from s^2 of the cube; 25 users with 225 samples then err less than a quarter."""
    t = F(3, 2)
    s = below_root(min(F(1, 4), F(3, 64 * 25) / (t - 1) ** 2))
    assert bayes_error(*responses(25, 225, s, t)) < F(1, 4)
    for case in quarter._told_cube(Settings()):
        assert as_arb(case.left) < case.right


def test_instances_by_hand():
    assert majority(1, F(1, 3)) == F(2, 3)
    assert majority(3, F(0)) == F(1, 2)
    plus, minus = responses(1, 1, F(1), F(3))
    assert bayes_error(plus, minus) == F(1, 4)
    assert bayes_square(plus, minus) == 4 * F(3, 4) * F(1, 4)
