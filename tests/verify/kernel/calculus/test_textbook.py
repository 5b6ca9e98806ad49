"""Textbook facts: each holds on its test cases, and each set of cases catches wrong constants in the fact's place."""

from fractions import Fraction as F
from typing import Any

import pytest

from verify.kernel.calculus.textbook import FACTS, Fact
from verify.kernel.statements.outcome import as_arb

# Wrong versions, as the stress's keyword arguments: constants halved or doubled, a factor or a condition dropped.
PLANTED: dict[str, list[dict[str, Any]]] = {
    "pinsker": [{"constant": 4}],
    "bretagnolle-huber": [{"constant": F(1)}],
    "kl-chi-square": [{"constant": F(1, 2)}],
    "le-cam": [{"constant": F(1)}],
    "hellinger-tv": [{"scale": F(1, 2)}, {"scale": F(2)}],
    "kl-chain-rule": [{"under_the_first": False}],
    "data-processing": [{"constant": F(9, 10)}],
    "donsker-varadhan": [{"constant": F(1, 2)}],
    "fano": [{"others": False}],
    "information-superadditive": [{"prior": (F(1, 2), F(0), F(0), F(1, 2))}],
    "jensen": [{"sense": -1}],
    "cauchy-schwarz": [{"constant": F(1, 2)}],
    "hoeffding": [{"rate": 4}],
    "hoeffding-lemma": [{"share": 16}],
    "chernoff-half": [{"power": 2}],
    "laplace-moment": [{"scale": F(1, 2)}],
    "bernstein": [{"linear": F(0)}, {"double": 1}],
    "fuk-nagaev": [{"summands": False}, {"variances": False}],
    "berry-esseen": [{"constant": F(2374, 10000)}],
    "canonical-pair": [{"share": F(1, 2)}],
    "optimal-composition": [{"binomials": False}],
    "extreme-channels": [{"share": F(1, 2)}],
    "transcript-hellinger": [{"constant": F(347, 200)}],
    "van-trees": [{"prior_share": F(1, 2)}, {"power": 3}],
    "ball-volumes": [{"half": F(1, 3)}, {"base": 1}],
    "nets": [{"twice": 1}],
    "volume-covering": [{"twice": 1}],
    "packing-covering": [{"double": 1}],
    "hamming-covering": [{"halved": False}],
    "bessel": [{"constant": F(1, 2)}],
    "lp-duality": [{"scale": F(1, 2)}],
    "smooth-strong": [{"smooth": F(1, 4)}, {"strong": F(1)}],
    "cocoercive": [{"constant": F(2)}],
    "strongly-cocoercive": [{"constant": F(2)}],
    "gradient-step": [{"limit": 4}],
    "strong-gradient-step": [{"gain": 4}],
    "projection": [{"constant": F(1, 2)}],
}


def test_every_fact_has_its_wrong_versions() -> None:
    assert [fact.key for fact in FACTS] == list(PLANTED)
    assert all(fact.citation and fact.text for fact in FACTS)


@pytest.mark.parametrize("fact", FACTS, ids=lambda f: f.key)
def test_textbook_facts_stand_their_stress_test(fact: Fact) -> None:
    cases = list(fact.stress())
    assert len(cases) >= 5
    for left, right in cases:
        assert not left > right
    assert any(as_arb(left) * 3 > as_arb(right) for left, right in cases), "a constant three times better would fail"


@pytest.mark.parametrize("fact", FACTS, ids=lambda f: f.key)
def test_a_wrong_constant_breaks_the_stress_test(fact: Fact) -> None:
    for wrong in PLANTED[fact.key]:
        assert any(left > right for left, right in fact.stress(**wrong)), wrong
