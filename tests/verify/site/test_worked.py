"""The lines of a chain in numbers: those of the formulas, and no choice outside of what is assumed is taken."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace

import pytest
import sympy

from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.sealed import Step
from verify.kernel.calculus.terms import Extent, Parameter
from verify.kernel.statements import AllOf
from verify.ledger.collect import claims
from verify.site.evidence import Display, Line
from verify.site.views import chains_at
from verify.site.worked import Numbers, Worked, numbers, worked


def of(id_: str) -> Numbers:
    side = claims()[id_].corrected or claims()[id_].printed
    assert isinstance(side, Chain)
    return numbers(side)


def test_the_lines_of_the_gaussian_mechanism() -> None:
    found = of("bassily/own/gaussian").own
    assert found is not None
    at = {name: float(Fraction(number)) for name, number in found.at}
    u = math.sqrt(2 * math.log(1.25 / at["delta"]))
    tail = math.erfc((u - at["epsilon"] / (2 * u)) / math.sqrt(2)) / 2
    # Upper bounds on the tail, each larger than the one before, down to the delta that is claimed.
    values = [line.value for line in found.lines]
    assert values[0] is None
    assert values[1] == pytest.approx(tail)
    assert values[-1] == pytest.approx(at["delta"])
    known = [value for value in values if value is not None]
    assert known == sorted(known)
    costs = [line.cost for line in found.lines[2:]]
    assert costs == pytest.approx([b / a for a, b in pairwise(known)])
    assert found.dearest == 2 + costs.index(max(c for c in costs if c is not None))


def test_chains_beneath_stand_at_their_lines() -> None:
    found = of("zhao/thm2/lower")
    side = claims()["zhao/thm2/lower"].corrected
    assert isinstance(side, Chain)
    assert [len(inner) for inner in found.beneath] == [0, 2]


def _each(found: Numbers) -> Iterator[Worked]:
    if found.own is not None:
        yield found.own
    for inner in (inner for line in found.beneath for inner in line):
        yield from _each(inner)


def test_of_all_draws_of_all_coordinates_there_are_few() -> None:
    """Two of two: at four and four the sum over all outcomes takes minutes."""
    cube = claims()["kent/appH.2/rate"].printed or claims()["kent/appH.2/rate"].corrected
    assert isinstance(cube, AllOf)
    parts = [numbers(part) for _, part in cube.parts if isinstance(part, Chain)]
    found = next(one for part in parts for one in _each(part) if {"Delta", "d"} <= dict(one.at).keys())
    at = {name: float(Fraction(number)) for name, number in found.at}
    assert (at["d"], at["T"]) == (2, 2)
    one = 1 + 4 * at["Delta"] ** 2 / (1 - at["Delta"] ** 2)
    assert found.lines[0].value == pytest.approx(one**2 - 1)


def _chain(letter: Parameter) -> Chain:
    return Chain(2 * letter, (Step("<=", 3 * letter, ()), Step("<=", 12 * letter, ())))


def test_a_choice_keeps_to_ranges_and_conditions() -> None:
    chain = _chain(Parameter("epsilon", Extent(sympy.Integer(0), sympy.Integer(4))))
    found = worked(chain)
    assert found is not None
    assert found.at == (("epsilon", "1/2"),)
    assert [line.value for line in found.lines] == [1.0, 1.5, 6.0]
    assert [line.cost for line in found.lines] == [None, 1.5, 4.0]
    assert found.dearest == 2
    epsilon = next(iter(chain.start.free_symbols))
    large = worked(replace(chain, given=(at_most(1, epsilon),)))
    assert large is not None
    assert large.at == (("epsilon", "2"),)
    assert worked(replace(chain, given=(at_most(3, epsilon),))) is None
    assert worked(_chain(Parameter("epsilon", Extent(sympy.Integer(3), sympy.Integer(4))))) is None
    assert worked(_chain(Parameter("omega", Extent(sympy.Integer(0), sympy.Integer(4))))) is None


def test_a_planted_line_that_breaks_its_sign_is_shown_nowhere() -> None:
    chain = _chain(Parameter("epsilon", Extent(sympy.Integer(0), sympy.Integer(4))))
    epsilon = next(iter(chain.start.free_symbols))
    wrong = replace(chain, steps=(chain.steps[0], Step("<=", epsilon, ())))
    assert worked(wrong) is None


def test_every_chain_stands_once_and_at_its_own_claim_if_it_has_one() -> None:
    """Two claims share a lemma's chain within another; the inner one is a third claim's own."""
    inner = Display((), (Line("", "z"), Line("=", "y")))
    lemma = Display(("a",), (Line("", "x"), Line("=", "y", beneath=(inner,))))
    both = [Display((), (Line("", name), Line("=", "x", beneath=(lemma, lemma)))) for name in ("p", "q")]
    views = [_view(id_, chain) for id_, chain in (("first", both[0]), ("second", both[1]), ("third", inner))]
    found = chains_at(views)  # type: ignore[arg-type]
    assert found[lemma, None] == ("first", "chain-printed-1-0")
    assert found[inner, None] == ("third", "chain-printed")
    assert len(found) == 4
    # In other numbers it is another chain, to be shown too.
    plain = Numbers(None, ((), ()))
    apart = Numbers(None, ((), (plain,)))
    known = chains_at([*views, _view("fourth", both[0], Numbers(None, ((), (apart, apart))))])  # type: ignore[list-item]
    assert known[lemma, apart] == ("fourth", "chain-printed-1-0")
    assert known[inner, plain] == ("fourth", "chain-printed-1-0-1-0")
    assert found.items() < known.items()


def _view(id_: str, chain: Display, known: Numbers | None = None) -> SimpleNamespace:
    return SimpleNamespace(id=id_, sides=[SimpleNamespace(name="printed", display=chain, numbers=known)])
