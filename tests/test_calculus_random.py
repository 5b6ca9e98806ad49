"""Random chains: what the calculus accepts holds at random values of variables and quantities.

Lines, what is granted and the way of the step are drawn, so that many steps are false. Each is put to values at which
what is granted holds; that many fail there and many are accepted is asserted, so that the test is not idle.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random as Generator
from typing import Any

from sympy import Integer, Max, Min, Rational, exp, sqrt

from verify.kernel.calculus import Chain, Comparison, Gap, at_most, audit, law, line, quantity, real, words
from verify.kernel.calculus.context import contains
from verify.kernel.calculus.values import Values, truth

A, B = (quantity(name, name, "any number in [0, 1]", 0, 1)(law("P")) for name in ("First", "Second"))
C = quantity("Third", "T", "any number")(law("P"))
D = quantity("Fourth", "F", "any number from 0 to oo", 0)(law("P"))
x, y, z = real("x"), real("y", least=0), real("z", above=0, most=2)
QUANTITIES, LETTERS = (A, B, C, D), (x, y, z)
CHAINS = 60


def _term(draw: Generator, depth: int) -> Any:
    """An expression in quantities and variables; few are undefined somewhere."""
    if depth == 0 or draw.random() < 0.15:
        return draw.choice((*QUANTITIES, *LETTERS, Integer(1), Rational(1, 2), Integer(-2)))
    one, other = _term(draw, depth - 1), _term(draw, depth - 1)
    made = (
        lambda: Min(one, other),
        lambda: Max(one, other),
        lambda: one**2,
        lambda: one**3,
        lambda: exp(-one),
        lambda: 1 / (1 + one**2),
        lambda: other / one,
        lambda: sqrt(one),
        lambda: one * other,
        lambda: one * other,
        lambda: one + other,
        lambda: one - other,
    )
    return draw.choice(made)()


def _known(draw: Generator) -> Comparison:
    """A comparison that words grant."""
    small = draw.choice(QUANTITIES)
    large = draw.choice([q for q in (*QUANTITIES, y, z) if q != small])
    return at_most(small, draw.choice((Integer(1), z, 1 + y)) * large)


def _values(draw: Generator, known: Comparison) -> Iterator[Values]:
    """Values in the ranges at which what is granted holds."""
    for _ in range(150):
        at: dict[Any, Any] = {q: Fraction(draw.randint(0, 8), 8) for q in (A, B)}
        at |= {C: Fraction(draw.randint(-12, 12), 4), D: Fraction(draw.randint(0, 24), 4)}
        at |= {x: Fraction(draw.randint(-12, 12), 4), y: Fraction(draw.randint(0, 16), 4)}
        at[z] = Fraction(draw.randint(1, 8), 4)
        if truth(known, at) is True:
            yield at


def _chain(draw: Generator, known: Comparison) -> Chain:
    """One step, either way: the one side for the other, and sometimes a little more."""
    old, new = (known.small, known.large) if draw.random() < 0.8 else (known.large, known.small)
    first = _term(draw, 2)
    while not contains(first, old):
        first = _term(draw, 2) + draw.choice((0, old))
    after = first.xreplace({old: new}) + draw.choice((0, 0, 0, Rational(1, 8), -Rational(1, 8), y, -z))
    return line(first).step(draw.choice(("<=", ">=")), after, words("drawn", known))


def _fails(chain: Chain, draw: Generator, known: Comparison) -> Values | None:
    """Values at which the conclusion fails though what is granted holds."""
    for at in _values(draw, known):
        try:
            if truth(chain.statement.conclusion, at) is False:
                return at
        except ArithmeticError:  # undefined there
            continue
    return None


def test_no_random_step_is_accepted_that_fails_somewhere() -> None:
    draw, accepted, false = Generator(0), 0, 0
    for _ in range(CHAINS):
        known = _known(draw)
        try:
            chain = _chain(draw, known)
        except ValueError:
            continue
        failing = _fails(chain, draw, known)
        false += failing is not None
        try:
            audit(chain)
        except (Gap, ValueError):
            continue
        accepted += 1
        assert failing is None, f"{chain.statement.conclusion} given {known} fails at {failing}"
    assert accepted >= CHAINS // 10, accepted
    assert false >= CHAINS // 3, false
