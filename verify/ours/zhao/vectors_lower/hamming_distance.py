"""A quarter of the coordinates stay unknown, whatever n, m and epsilon: the two families of Theorems 6 and 7."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer, Rational, exp, sqrt

from lowerbounds.information.laws import binomial
from verify.kernel.calculus import (
    KL,
    KL_CHI_SQUARE,
    TV,
    Average,
    Chain,
    ChiSquare,
    Grant,
    Interactive,
    Name,
    Power,
    Private,
    Sum,
    Through,
    Transcript,
    at_most,
    cases,
    integer,
    line,
    real,
)
from verify.kernel.calculus.facts.hypercube import (
    CHAIN_SUMMED,
    HAMMING_INFORMATION,
    HAMMING_TV,
    ORTHOGONAL_AXES,
    ORTHOGONAL_DRAWS,
    ORTHOGONAL_SIGNS,
    PINSKER_SUMMED,
    PRIVATE_BESSEL,
    PRIVATE_INFORMATION,
    Axes,
    Corner,
    Flip,
    Hamming,
    Orthogonal,
    Signs,
    VertexInformation,
)
from verify.kernel.statements import Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.appB2_vectors_lower.pinsker import majority_on_axis
from verify.papers.zhao.instances.exact_risks import bayes_error, below_root, lied, responses

_SIZES = tuple(product(((1, 1), (1, 25), (9, 9), (25, 1)), (1, 8), (Fraction(21, 20), Fraction(3, 2), Fraction(3))))
"""Users of a coordinate and samples; dimension; e^epsilon."""


def _told_axes(_: Settings) -> Iterator[Case]:
    """The same on the axes: each user answers whether its coordinate has more + than - samples, or not."""
    for (users, samples), size, t in _SIZES:
        s = below_root(min(Fraction(1, 4), Fraction(3 * size, 64 * users * samples) / (t - 1) ** 2))
        high, low = (lied(chance, t) for chance in majority_on_axis(samples, size, s))
        least = size * bayes_error(binomial(users, high), binomial(users, low))
        yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, Fraction(size, 4), as_arb(least))


N, M, SIZE = integer("n", least=1), integer("m", least=1), integer("d", least=1)
EPSILON, WIDTH, SHARE = real("epsilon", above=0), real("D", above=0), real("s", above=0, most=Rational(1, 2))
FACTOR = real("kappa", above=0)
"""At least (e^epsilon - 1)^2."""
PROTOCOL, CHANNEL, FAMILY = Name("Z", "protocol"), Name("K", "channel"), Name("F", "family of laws")
SMALL = at_most((exp(EPSILON) - 1) ** 2, FACTOR)
INTERACTIVE = Interactive(PROTOCOL, N, EPSILON)
CHANGE, _VERTEX, _K = real("a", least=0), Name("v", "vertex"), integer("k", least=1)
_X, _Y = real("x", least=Rational(1, 2)), real("y", least=0, most=1)

_TOLD = [Transcript(PROTOCOL, Power(Corner(FAMILY, w), M)) for w in (_VERTEX, Flip(_VERTEX, _K))]
_SENT = [Through(CHANNEL, Power(Corner(FAMILY, w), M)) for w in (_VERTEX, Flip(_VERTEX, _K))]
_WRONG = Hamming(PROTOCOL, FAMILY, M, SIZE)
_ORTHOGONAL = Orthogonal(FAMILY, SIZE, Integer(1), CHANGE)
_CHANGE = (1 + CHANGE) ** M - 1
_MESSAGE = (
    line(Sum(KL(*_SENT), _K, 1, SIZE), given=(Private(CHANNEL, EPSILON), _ORTHOGONAL))
    .le(Sum(ChiSquare(*_SENT), _K, 1, SIZE), KL_CHI_SQUARE(*_SENT))
    .le(
        (exp(EPSILON) - 1) ** 2 / 4 * _CHANGE,
        PRIVATE_BESSEL(CHANNEL, EPSILON, FAMILY, M, SIZE, _CHANGE),
        ORTHOGONAL_DRAWS(FAMILY, SIZE, M, CHANGE),
    )
)
SUMMED = line(Sum(KL(*_TOLD), _K, 1, SIZE), given=(INTERACTIVE, _ORTHOGONAL)).le(
    N * (exp(EPSILON) - 1) ** 2 / 4 * _CHANGE, CHAIN_SUMMED(PROTOCOL, N, EPSILON, FAMILY, M, SIZE), _MESSAGE
)
"""The divergences of all messages at a vertex from those at its neighbours, summed over the coordinates."""
_SUM = Average(Sum(KL(*_TOLD), _K, 1, SIZE), _VERTEX)
_BOUND = real("b", least=0)
AVERAGED = (
    line(_WRONG, given=(at_most(_SUM, _BOUND),))
    .ge((SIZE - Sum(Average(TV(*_TOLD), _VERTEX), _K, 1, SIZE)) / 2, HAMMING_TV(PROTOCOL, FAMILY, M, SIZE))
    .ge((SIZE - sqrt(SIZE * _SUM / 2)) / 2, PINSKER_SUMMED(PROTOCOL, FAMILY, M, SIZE))
    .ge((SIZE - sqrt(SIZE * _BOUND / 2)) / 2, at_most(_SUM, _BOUND))
)
_FEW, _MANY = at_most(Rational(1, 2), SIZE / (4 * N * FACTOR)), at_most(SIZE / (4 * N * FACTOR), Rational(1, 2))
_SPREAD = at_most(M * CHANGE, SIZE / (4 * N * FACTOR))
_BLIND = (
    line(_WRONG, given=(INTERACTIVE, SMALL, _FEW))
    .ge(
        SIZE / 2 * (1 - sqrt(2 * VertexInformation(PROTOCOL, FAMILY, M, SIZE) / SIZE)),
        HAMMING_INFORMATION(PROTOCOL, FAMILY, M, SIZE),
    )
    .ge(
        SIZE / 2 * (1 - sqrt(N * (exp(EPSILON) - 1) ** 2 / (2 * SIZE))),
        PRIVATE_INFORMATION(PROTOCOL, N, EPSILON, FAMILY, M, SIZE),
    )
    .ge(SIZE / 2 * (1 - sqrt(N * FACTOR / (2 * SIZE))), SMALL)
    .ge(SIZE / 4, line(sqrt(1 / (8 * _X))).le(Rational(1, 2)).at({_X: SIZE / (4 * N * FACTOR)}))
)
_DIVERGENCE = (
    line(Sum(KL(*_TOLD), _K, 1, SIZE), given=(INTERACTIVE, _ORTHOGONAL, SMALL, _SPREAD, _MANY))
    .le(N * (exp(EPSILON) - 1) ** 2 / 4 * _CHANGE, SUMMED)
    .le(N * FACTOR / 4 * _CHANGE, SMALL)
    .le(N * FACTOR / 4 * (exp(M * CHANGE) - 1), line((1 + CHANGE) ** M).le(exp(M * CHANGE)))
    .le(N * FACTOR * M * CHANGE / 2, line(exp(_Y)).le(1 + 2 * _Y).at({_Y: M * CHANGE}))
    .le(SIZE / 8)
)
_KNOWN_LITTLE = (
    line(_WRONG, given=_DIVERGENCE.given)
    .ge(
        (SIZE - sqrt(SIZE * SIZE / 16)) / 2,
        AVERAGED.at({_BOUND: SIZE / 8}),
        line(_SUM, given=_DIVERGENCE.given).le(SIZE / 8, _DIVERGENCE),
    )
    .ge(SIZE / 4)
)
QUARTER = line(_WRONG, given=(INTERACTIVE, _ORTHOGONAL, SMALL, _SPREAD)).ge(
    SIZE / 4, cases((_FEW, _BLIND), (_MANY, _KNOWN_LITTLE))
)


def _at(family: Any, orthogonal: Grant, chi: Any, squared: Any, told: Callable[[Settings], Iterator[Case]]) -> Chain:
    """A quarter of the coordinates stay unknown if s^2 is at most `squared`."""
    small_s = at_most(SHARE**2, squared)
    spread = (
        line(M * chi, given=(small_s,))
        .le((M * chi).xreplace({1 - SHARE**2: Rational(3, 4)}))
        .le(SIZE / (4 * N * FACTOR))
    )
    return (
        line(Hamming(PROTOCOL, family, M, SIZE), given=(INTERACTIVE, SMALL, small_s))
        .ge(SIZE / 4, QUARTER.at({FAMILY: family, CHANGE: chi}), orthogonal, spread)
        .crosschecked(
            "the exact least error from responses on majorities",
            r"\tfrac d4\le\min_{\hat v}E\rho_H",
            "(users of a coordinate, m) = (1, 1), (1, 25), (9, 9), (25, 1), for the cube also (25, 225); "
            "d = 1, 8; e^epsilon = 21/20, 3/2, 3",
            told,
        )
    )


AXES, SIGNS = Axes(WIDTH, SHARE, SIZE), Signs(WIDTH, SHARE, SIZE)
AXES_SQUARED, SIGNS_SQUARED = 3 * SIZE**2 / (64 * N * M * FACTOR), 3 * SIZE / (64 * N * M * FACTOR)
QUARTER_AXES = _at(
    AXES, ORTHOGONAL_AXES(WIDTH, SHARE, SIZE), 4 * SHARE**2 / (SIZE * (1 - SHARE**2)), AXES_SQUARED, _told_axes
)
_NOTE = (
    "No condition on n, m, epsilon: where 2 n (e^epsilon-1)^2 < d the messages hold too little information. e stands for "
    "(e^epsilon-1)^2, or for what it is at most."
)
OWN_QUARTER_AXES = Claim(
    "zhao/own/quarter-axes",
    "ours, for the l1 and Hadamard hypercubes",
    Kind.LOWER_BOUND,
    "a quarter of the coordinates stay unknown, whatever n, m and epsilon",
    corrected=QUARTER_AXES,
    note=_NOTE,
)


def _told_cube(_: Settings) -> Iterator[Case]:
    """d/4 next to d times the least error about one sign, s next to its bound; n = d times the users of a coordinate."""
    for (users, samples), size, t in (*_SIZES, ((25, 225), 1, Fraction(3, 2))):
        s = below_root(min(Fraction(1, 4), Fraction(3, 64 * users * samples) / (t - 1) ** 2))
        least = size * bayes_error(*responses(users, samples, s, t))
        yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, Fraction(size, 4), as_arb(least))


QUARTER_CUBE = _at(
    SIGNS, ORTHOGONAL_SIGNS(WIDTH, SHARE, SIZE), 4 * SHARE**2 / (1 - SHARE**2), SIGNS_SQUARED, _told_cube
)
OWN_QUARTER_CUBE = Claim(
    "zhao/own/quarter-cube",
    "ours, for the cube of independent signs",
    Kind.LOWER_BOUND,
    "a quarter of the coordinates stay unknown, whatever n, m and epsilon",
    corrected=QUARTER_CUBE,
    note=_NOTE,
)
LITTLE_TOLD = (
    line(_WRONG, given=(at_most(_SUM, SIZE / 2),))
    .ge((SIZE - sqrt(SIZE * SIZE / 4)) / 2, AVERAGED.at({_BOUND: SIZE / 2}))
    .ge(SIZE / 4)
)
"""A quarter of the coordinates stays unknown where the divergences sum to at most d/2."""

CLAIMS = (
    OWN_QUARTER_AXES,
    OWN_QUARTER_CUBE,
)
