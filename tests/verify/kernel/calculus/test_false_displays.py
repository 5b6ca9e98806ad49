"""Terms that were displayed alike and are not, variables that are none, and where no bracket is needed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from sympy import Integer, Rational, exp, pi

from verify.kernel.calculus import (
    KL,
    TV,
    Average,
    Discrete,
    Holds,
    Infimum,
    Information,
    Maximum,
    Name,
    Power,
    Private,
    Probability,
    Statement,
    Sum,
    Supremum,
    Through,
    at_most,
    event,
    integer,
    law,
    let,
    line,
    quantity,
    random_real,
    real,
)
from verify.kernel.calculus.events import Both, Either
from verify.kernel.calculus.facts.convexity import Value
from verify.kernel.calculus.facts.cube_laws import Within
from verify.kernel.calculus.facts.fluctuations import SignAt
from verify.kernel.calculus.facts.hypercube import Corner, Flip
from verify.kernel.calculus.facts.optimisation import Heard, HeardAt, WorstExcess
from verify.kernel.calculus.facts.packings import Covering, CoverSize
from verify.kernel.calculus.facts.privacy import Chance
from verify.kernel.calculus.facts.van_trees import MessagesTrace, OneTrace
from verify.kernel.calculus.facts.voting import Entry, Part, Share
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.printing import Level, laid, latex, level
from verify.kernel.calculus.reasons import Included
from verify.kernel.calculus.statement import told_apart
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.kent.appE2_vectors.widths import _OneNorm
from verify.papers.kent.appH3_low_privacy.eq195_fluctuation import ChannelInformation
from verify.papers.kent.s5_2_discrete_density import SumNorm
from verify.papers.label.lemmas.labels import Label
from verify.papers.label.nouns import BitsLost, ChanceLost
from verify.papers.zhao.appD3_classification_lower.eq176_bumps import Norm1
from verify.papers.zhao.lemmas.messages import Item

x, y, s, t, p, q = real("x"), real("y"), real("s", least=0), real("t"), real("p"), real("q")
j, k, n, m = (integer(name, least=1) for name in "jknm")
P, Q, K, L = law("P"), law("Q"), Name("K", "channel"), Name("L", "channel")
H, V = Name("H", "family"), Name("v", "vertex")
E, F, G = event("E"), event("F"), event("G")
a, b = Entry(H, j), Entry(H, k)
Apart = quantity("ApartOfTests", r"\|{0} - {1}\|_2", "a difference by its form")
Less = quantity("LessOfTests", r"{0} - \ell^*", "a difference without brackets")
Times = quantity("TimesOfTests", r"{0}\,{1}", "a product by its form")
First = quantity("FirstOfTests", r"R({0})", "its second argument is not in its form")

BRACKETS = {
    "a term next to a sum": (Sum(a / 2 + 1, j, 1, n), Sum(a / 2, j, 1, n) + 1),
    "a term next to a supremum": (Supremum(exp(s) + 1, s), Supremum(exp(s), s) + 1),
    "a term next to an infimum": (Infimum(exp(s) + 1, s), Infimum(exp(s), s) + 1),
    "a term next to a maximum": (Maximum(a + 1, j), Maximum(a, j) + 1),
    "a term next to an average": (Average(a + 1, j), Average(a, j) + 1),
    "a square of a sum": (Sum(a, j, 1, n) ** 2, Sum(a**2, j, 1, n)),
    "a square of a supremum": (Supremum(a, j) ** 2, Supremum(a**2, j)),
    "a product of sums": (Sum(a, j, 1, n) * Sum(b, k, 1, m), Sum(a * Sum(b, k, 1, m), j, 1, n)),
    "a power of a channel's law": (Power(Through(K, P), n), Through(K, Power(P, n))),
    "a channel of a channel": (Through(Through(K, L), P), Through(K, Through(L, P))),
    "a union in an intersection": (Both(E, Either(F, G)), Either(Both(E, F), G)),
    "two flips": (Flip(Flip(V, j), k), Flip(V, Flip(j, k))),
    "a difference less a difference": (Apart(p, q - t), Apart(p - q, t)),
    "a difference times two": (2 * Less(x), Less(2 * x)),
    "a product of a sum": (Times(t + y, x), t + Times(y, x)),
    "a condition for each, and one more": (
        Statement(at_most(x, y), (Each(at_most(a, 1), j, at_most(a, x)), at_most(t, n))),
        Statement(at_most(x, y), (Each(at_most(a, 1), j, at_most(a, x), at_most(t, n)),)),
    ),
}
"""Pairs that are displayed alike except for brackets, which were not there."""


def _shown(term: Any) -> str:
    return term.latex() if isinstance(term, Statement) else latex(term)


def _bare(shown: str) -> str:
    return re.sub(r"\\left\(|\\right\)|\s", "", shown)


@pytest.mark.parametrize("pair", BRACKETS.values(), ids=BRACKETS)
def test_what_differed_by_no_bracket_does(pair: tuple[Any, Any]) -> None:
    one, other = pair
    assert one != other
    assert _bare(_shown(one)) == _bare(_shown(other))
    assert _shown(one) != _shown(other)


Z = Name("Z", "protocol")
z, wide = real("z", 0, 1), real("z", 0, 2)
ALIKE = {
    "members of families": tuple(kind(H, j) for kind in (Entry, Part, Share, SignAt, Item, Label, Corner)),
    "a law and a function": (Value(P, x), Chance(P, x)),
    "two numbers of balls": (Covering(H, x), CoverSize(H, x)),
    "two informations": (Information(P, K), ChannelInformation(P, K)),
    "two traces": (MessagesTrace(K, m, n), OneTrace(K, m, n)),
    "three norms": (SumNorm(P), Norm1(P), _OneNorm(P, n)),
    "two losses": tuple(kind(H, k, P, n, x) for kind in (BitsLost, ChanceLost)),
    "two transcripts": (Heard(Z, V, x, m), HeardAt(Z, V, x, m)),
    "a class and an event": (Within(E, F), Included(E, F)),
    "an argument that no form tells": (First(P, x), First(P, y)),
    "sizes that no form tells": (WorstExcess(Z, n, m, x, y), WorstExcess(Z, n, m, y, x), WorstExcess(Z, m, n, x, y)),
    "a law at a vertex, and its power": (Corner(Power(P, n), V), Power(Corner(P, V), n)),
    "an index between other ends": (Supremum(z**2, z), Supremum(wide**2, wide)),
    "an index that stands second": (Supremum(x + y, x, at_most(x, y)), Supremum(x + y, y, at_most(x, y))),
    "a random letter": (
        Statement(at_most(Probability(Holds(at_most(x, 1))), 1)),
        Statement(at_most(Probability(Holds(at_most(random_real("x"), 1))), 1)),
    ),
    "a whole index": (
        Statement(at_most(Supremum(1 / k, k), 1)),
        Statement(at_most(Supremum(1 / real("k", least=1), real("k", least=1)), 1)),
    ),
    "a minus and a minus": (Apart(x, -y), Apart(x, y)),
    "digits that join": (quantity("PairOfTests", "g_{{{0}{1}}}", "two numbers")(*both) for both in ((1, 23), (12, 3))),
}
"""Terms that were displayed alike exactly, or to the eye."""


@pytest.mark.parametrize("terms", ALIKE.values(), ids=ALIKE)
def test_what_was_displayed_alike_is_not(terms: Any) -> None:
    shown = [_shown(term) for term in terms]
    assert len(shown) > 1
    assert len(set(map(_bare, shown))) == len(shown) or len(set(shown)) == len(shown)


NO_LETTERS = (
    "1",
    "",
    " ",
    "x+y",
    "x y",
    "xy",
    "-x",
    "2x",
    "x(y)",
    "x=1",
    r"\sum",
    r"\frac{1}{2}",
    r"\rho(x, y)",
    "x_",
    "f,g",
    r"v\cdot g",
    r"\{x\}",
    "(x)",
    "x\n",
    r"\text{one}",
    "0'",
    "_x",
    r"\mathbb{E}[X]",
    "∞",
)


@pytest.mark.parametrize("name", NO_LETTERS)
def test_a_variable_is_a_letter(name: str) -> None:
    for make in (real, integer, random_real, law, event, lambda name: Name(name, "sort")):
        with pytest.raises(ValueError, match="a letter, with accents"):
            make(name)
    if not name.endswith("y)"):
        with pytest.raises(ValueError, match="a letter, with accents"):
            let(name, x)


@pytest.mark.parametrize(
    "name",
    [
        "x",
        "X'",
        "x''",
        "theta",
        "theta_1",
        "varepsilon",
        "muhat_k",
        "d_ham",
        r"\hat\theta",
        r"\bar X",
        r"\mathcal{P}^*",
        "p_{X+}",
        "k^*",
        "T_0'",
        "x1",
        r"\omega_{\alpha/2}",
        r"R^*_{\mathrm{cls}}",
        "theta_+",
    ],
)
def test_a_letter_may_be_dressed(name: str) -> None:
    assert str(real(name)) == str(law(name)) == name
    assert let(name, x).args[0].name == name


def test_a_let_may_tell_what_it_is_of() -> None:
    assert latex(let("A(D)", P)) == "A(D)"


@pytest.mark.parametrize(
    "pair",
    [
        (real("x1"), real("x_1")),
        (x, real("x", least=0)),
        (x, let("x", y + 1)),
        (let("T", x), let("T", y)),
        (P, real("P")),
        (real("e"), exp(y)),
        (real("pi"), pi),
        (real("theta"), real(r"\theta")),
        (let("T", x), real("T")),
    ],
)
def test_two_things_of_one_display_are_refused(pair: tuple[Any, Any]) -> None:
    one, other = (Value(K, term) if isinstance(term, Name) else term for term in pair)
    told_apart((one, one))
    for chain in (line(one + other).eq(other + one), line(one, given=(at_most(other, other + 1),)).eq(one)):
        with pytest.raises(ValueError, match="stands for two things"):
            told_apart((chain.start, *chain.given))
        outcome = chain.check(Settings())
        assert outcome is not None
        assert outcome.verdict is Verdict.OPEN
        assert "stands for two things" in outcome.evidence["reason"]


PLAIN: dict[str, Callable[[], Any]] = {
    r"\mathrm{TV}(K P^{\otimes n}, Q)": lambda: TV(Through(K, Power(P, n)), Q),
    r"K P\text{ is }x + y\text{-private}": lambda: Private(Through(K, P), x + y),
    r"2 \sum_{j = 1}^{n} H_{[j]}": lambda: 2 * Sum(a, j, 1, n),
    r"\frac{\sum_{j = 1}^{n} H_{[j]}}{2}": lambda: Sum(a, j, 1, n) / 2,
    r"\sup_{s \ge 0} s t": lambda: Supremum(s * t, s),
    r"\sup_{0 \le z \le 1} z^{2}": lambda: Supremum(z**2, z),
    r"\max_{1 \le j \le n} H_{[j]}": lambda: Maximum(a, j, at_most(j, n)),
    r"\|x - y - t\|_2": lambda: Apart(x - y, t),
    r"P(x \le y)": lambda: Probability(Holds(at_most(x, y))),
    r"\mathrm{KL}(P \,\|\, Q)^{2}": lambda: KL(P, Q) ** 2,
    r"\frac{1}{2} \delta_{0} + \frac{1}{2} \delta_{1}": lambda: Discrete(0, Rational(1, 2), 1, Rational(1, 2)),
    r"x \le y\ \forall\, j \ge 1": lambda: Each(at_most(x, y), j),
}


@pytest.mark.parametrize("shown", PLAIN)
def test_no_bracket_stands_where_none_is_needed(shown: str) -> None:
    assert latex(PLAIN[shown]()) == shown


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("x", Level.ATOM),
        ("12", Level.ATOM),
        (r"|x|", Level.ATOM),
        ("(x + y)", Level.ATOM),
        (r"\hat v", Level.ATOM),
        ("f(x)", Level.CALL),
        (r"\log{\left(x \right)}", Level.CALL),
        (r"\max\left(x, y\right)", Level.CALL),
        ("x_{1}", Level.INDEXED),
        (r"\|x\|_2", Level.INDEXED),
        ("x^{2}", Level.POWER),
        (r"\|x\|_2^2", Level.POWER),
        (r"\frac{1}{2}", Level.FRACTION),
        (r"x \left(y\right)", Level.PRODUCT),
        ("2 x", Level.PRODUCT),
        (r"\sum_{j} x", Level.PRODUCT),
        (r"\mathbb{E} \|x\|", Level.PRODUCT),
        (r"\max_{j} \left(x\right)", Level.PRODUCT),
        ("x + y", Level.SUM),
        ("-x", Level.SUM),
        (r"A \cap B", Level.SUM),
        (r"x \le y", Level.RELATION),
        ("x = 1", Level.RELATION),
        (r"K\text{ is private}", Level.PHRASE),
        (r"P \mid x = 1", Level.PHRASE),
        ("x, y", Level.LIST),
    ],
)
def test_a_printed_term_is_read_by_its_loosest_sign(shown: str, found: Level) -> None:
    assert level(shown) is found
    assert level(rf"\left({shown}\right)") is Level.ATOM
    assert level(rf"P_{{{shown}}}") is Level.INDEXED


def test_a_place_tells_what_needs_no_brackets() -> None:
    assert laid(r"f({0})", ["x + y"]) == "f(x + y)"
    assert laid(r"f({0}, {1})", ["x, y", "z"]) == r"f(\left(x, y\right), z)"
    assert laid(r"\frac{{{0}}}{{{1}}}", ["x + y", "-x"]) == r"\frac{x + y}{-x}"
    assert laid(r"{0}^{{{1}}}", ["x + y", "x + y"]) == r"\left(x + y\right)^{x + y}"
    assert laid(r"{0}_{{{1}}}", ["x_{1}", "x, y"]) == r"\left(x_{1}\right)_{x, y}"
    assert laid(r"{{{0}}}_1", ["x^{2}"]) == r"{\left(x^{2}\right)}_1"
    assert laid(r"\max {0} + {1}", ["x y", "x + y"]) == r"\max \left(x y\right) + \left(x + y\right)"
    assert laid(r"R({0})", ["x", "y", str(Integer(2))]) == "R(x)_{y, 2}"


def test_a_chain_whose_sides_are_alike_as_they_stand_shows_nothing() -> None:
    """A planted A = A is open; a letter that stands for the other side is not one."""
    x = real("x", above=0)
    alike = line(2 * x).eq(x + x).check(Settings())
    assert alike.verdict is Verdict.OPEN
    assert "alike" in alike.evidence["reason"]
    assert line(2 * let("y", x / 2)).eq(x).check(Settings()).verdict is Verdict.PROVED
