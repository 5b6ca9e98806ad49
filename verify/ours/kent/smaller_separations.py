"""Next to kent Appendix H.6: the lower bound of Theorem 10 for every separation below 2/m by a constant factor."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from sympy import E, Max, Rational, sqrt

from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.calculus import Name, Sum, at_most, cases, equal, integer, line, real
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.fluctuations import SignAt
from verify.kernel.calculus.facts.packings import minimax_loss
from verify.kernel.statements import AllOf, Case, Whole
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH1_assouad.eq188_private_bound import spread
from verify.papers.kent.appH6_mixture.constructions import SEPARATION, MixtureLaws
from verify.papers.kent.appH6_mixture.eq213_conditional_assouad import channels
from verify.papers.kent.appH6_mixture.eq215_rate import HIGH, TURNS, apart, seen
from verify.papers.kent.instances.hypercubes import Cube, Vertex, vertices
from verify.papers.kent.lemmas.moved_components import (
    MIDDLE,
    SPREAD_DOMINATED,
    SPREAD_EQUAL,
    SPREAD_SQUARES,
    MiddleCount,
    SpreadParts,
)
from verify.papers.kent.setting import ALPHA, DRAWS, USERS


def middle(m: int) -> list[int]:
    """The components whose mean -1 + (2k - 1)/m lies in [-1/2, 1/2]."""
    return [k for k in range(1, m + 1) if abs(-1 + Fraction(2 * k - 1, m)) <= Fraction(1, 2)]


def _means(m: int, delta: Fraction, v: Vertex) -> list[Fraction]:
    """The means of the components: those in the middle moved by delta times their sign."""
    moved = dict(zip(middle(m), v, strict=True))
    return [-1 + Fraction(2 * k - 1, m) + delta * moved.get(k, 0) for k in range(1, m + 1)]


def _members(_: Settings) -> Iterator[Case]:
    """Least spacing, largest |mean|, ends of the perturbed success probabilities and the separation, all vertices."""
    for m in range(2, 12):
        for kappa in (Fraction(1, 2), Fraction(1)):
            delta = kappa / (2 * m)
            corner = {v: _means(m, delta, v) for v in vertices(len(middle(m)))}
            told = {"m": m, "kappa": str(kappa), "delta": str(delta)}
            for v, x in corner.items():
                yield Case(told | {"v": str(v), "of": "spacing"}, (2 - kappa) / m, min(b - a for a, b in pairwise(x)))
                yield Case(told | {"v": str(v), "of": "range"}, max(abs(y) for y in x), 1)
                chances = [(1 + x[k - 1]) / 2 for k in middle(m)]
                yield Case(told | {"v": str(v), "of": "least probability"}, Fraction(1, 8), min(chances))
                yield Case(told | {"v": str(v), "of": "largest probability"}, max(chances), Fraction(7, 8))


def _counts(_: Settings) -> Iterator[Case]:
    for m in range(2, 400):
        yield Case({"m": m}, Fraction(m, 3), len(middle(m)))


def _separations(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of the means next to delta^2 times the Hamming distance, all pairs."""
    for m in (2, 4, 5, 6):
        delta = Fraction(1, 3 * m)
        for v, w in product(vertices(len(middle(m))), repeat=2):
            pairs = zip(_means(m, delta, v), _means(m, delta, w), strict=True)
            far = sum(((a - b) ** 2 for a, b in pairs), Fraction(0)) / 4
            yield Case(
                {"m": m, "v": str(v), "v'": str(w)}, far, delta**2 * sum(a != b for a, b in zip(v, w, strict=True))
            )


_MANY, _SHARE = integer("m", least=2), real("kappa", above=0, most=1)
_CHANGE, _CENTRE, _MOVED = real("delta", above=0), real("theta", -Rational(1, 2), Rational(1, 2)), integer("h", least=1)
_AT, _V, _V2 = integer("k", least=1), Name("v", "vertex"), Name("v'", "vertex")
_FINE = at_most(2 * _MANY * _CHANGE, _SHARE)
_SPOT: Any = -1 + (2 * _AT - 1) / _MANY
_QUARTER = (
    line(_CHANGE, given=(_FINE,))
    .eq(2 * _MANY * _CHANGE / (2 * _MANY))
    .le(_SHARE / (2 * _MANY), _FINE)
    .le(Rational(1, 4))
)
_CHANCE = (1 + _CENTRE + _CHANGE * SignAt(_V, _AT)) / 2
_HALVED = Max(1, (_MANY - 1) / 2)
_FEW, _MORE = at_most(_MANY, 3), at_most(3, _MANY)
_ENOUGH_MOVED = (
    line(MiddleCount(_MANY))
    .ge(_HALVED, MIDDLE(_MANY))
    .ge(
        _MANY / 3,
        cases(
            (_FEW, line(_HALVED, given=(_FEW,)).ge(_MANY / 3, line(_HALVED).ge(1))),
            (_MORE, line(_HALVED, given=(_MORE,)).ge(_MANY / 3, line(_HALVED).ge((_MANY - 1) / 2))),
        ),
    )
    .crosschecked("how many are moved", r"\tfrac m3\le\#", "2 <= m < 400", _counts)
)
_ONE_APART = line(((_SPOT + _CHANGE * SignAt(_V, _AT)) - (_SPOT + _CHANGE * SignAt(_V2, _AT))) ** 2 / 4).eq(
    _CHANGE**2 * (SignAt(_V, _AT) - SignAt(_V2, _AT)) ** 2 / 4
)
OWN_MIXTURE_MIDDLE = Claim(
    "kent/own/mixture-middle",
    "to Appendix H.6, Step 1: a family for separations up to (2 - kappa)/m",
    Kind.CONSTRUCTION,
    "a hypercube of mixtures whose components are spread over the interval",
    corrected=AllOf(
        "",
        {
            "spacing": line(
                _SPOT.xreplace({_AT: _AT + 1}) + _CHANGE * SignAt(_V, _AT + 1) - _SPOT - _CHANGE * SignAt(_V, _AT),
                given=(_FINE,),
            )
            .ge(2 / _MANY - 2 * _CHANGE)
            .eq((2 - 2 * _MANY * _CHANGE) / _MANY)
            .ge((2 - _SHARE) / _MANY, _FINE)
            .crosschecked(
                "all vertices", r"\text{spacing, range, probabilities}", "m = 2..11, kappa = 1/2, 1", _members
            ),
            "least probability": line(_CHANCE, given=(_FINE,))
            .ge(Rational(1, 4) - _CHANGE / 2)
            .ge(Rational(1, 8), _QUARTER),
            "largest probability": line(_CHANCE, given=(_FINE,))
            .le(Rational(3, 4) + _CHANGE / 2)
            .le(Rational(7, 8), _QUARTER),
            "how many": _ENOUGH_MOVED,
            "separation": line(Sum(_ONE_APART.start, _AT, 1, _MOVED))
            .eq(Sum(_ONE_APART.end, _AT, 1, _MOVED), _ONE_APART)
            .crosschecked(
                "all pairs",
                r"\tfrac14\|\theta_v-\theta_{v'}\|^2=\delta^2H",
                "m = 2, 4, 5, 6",
                _separations,
                "==",
            ),
        },
    ),
    note="Two-valued data in {-1, 1}, weights 1/m. Components near the ends stay: there a small variance would "
    "tell more.",
)

_C = Rational(1, 12600)
"""The c of delta^2 = c kappa^2 m^2/(nT alpha^2) that makes the bracket at least 1/2."""


def _cube(m: int, delta: Fraction, samples: int) -> Cube:
    """The family, seen through the count of ones among T signs."""

    def law(v: Vertex) -> FiniteLaw:
        parts = [binomial(samples, (1 + x) / 2) for x in _means(m, delta, v)]
        return FiniteLaw(tuple((x, sum((p[x] for p in parts), Fraction(0)) / m) for x in parts[0].atoms))

    return Cube(len(middle(m)), law)


def _whole(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, next to 21 alpha^2/k times (128/7) T delta^2/m times e^alpha: every extreme channel."""
    for m, samples in ((2, 1), (2, 2), (4, 1), (4, 2), (4, 3)):
        delta = Fraction(1, 4 * m)
        family = _cube(m, delta, samples)
        for t in (Fraction(101, 100), Fraction(3, 2), Fraction(27, 10)):
            level = 21 * as_arb(t).log() ** 2 / family.k * as_arb(Fraction(128 * samples, 7 * m) * delta**2 * t)
            for place, channel in enumerate(channels(samples, t)):
                average = family.average_variation(lambda v, c=channel, f=family: f.law(v).through(c))  # type: ignore[misc]
                yield Case({"m": m, "T": samples, "e^alpha": str(t), "channel": place}, as_arb(average**2), level)


def _bayes(_: Settings) -> Iterator[Case]:
    """varrho k (1 - sqrt of that bound) with 2 varrho = delta^2 next to the exact Bayes risk of one user's message."""
    for m, samples in ((2, 1), (2, 2), (4, 1), (4, 2), (4, 3)):
        delta = Fraction(1, 4 * m)
        family = _cube(m, delta, samples)
        for t in (Fraction(101, 100), Fraction(11, 10)):
            level = 21 * as_arb(t).log() ** 2 / family.k * as_arb(Fraction(128 * samples, 7 * m) * delta**2 * t)
            for place, channel in enumerate(channels(samples, t)):
                sent = {v: family.law(v).through(channel) for v in vertices(family.k)}
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, as_arb(delta**2 / 2 * family.k) * (1 - level.sqrt()), as_arb(spread(sent, delta)))


_CHANGED = sqrt(_C * _SHARE**2 * _MANY**2 / (USERS * DRAWS * ALPHA**2))
_NEAR = (
    at_most(4 * _MANY**2 * _CHANGED**2 / _SHARE**2, 1),
    at_most(64 * DRAWS * _CHANGED**2, 7),
    at_most(4 * _MANY**2 * _CHANGED**2, 1),
)
_COUNTED, _SPACED = equal(_MOVED, MiddleCount(_MANY)), at_most(_MANY * SEPARATION, 2 - _SHARE)
_HARD = HIGH, _SPACED, at_most(_MANY**4, USERS * DRAWS * ALPHA**2), at_most(_MANY**2, USERS * ALPHA**2)
_ROOM = real("w", above=0, most=1)
_CLOSE = line(4 * _MANY**2 * _CHANGED**2 / _SHARE**2, given=_HARD[2:3]).le(
    1, line(4 * _C * _ROOM).le(1).at({_ROOM: _MANY**4 / (USERS * DRAWS * ALPHA**2)})
)
_CLOSER = line(4 * _MANY**2 * _CHANGED**2, given=_HARD[2:3]).le(
    1, line(4 * _C * _SHARE**2 * _ROOM).le(1).at({_ROOM: _MANY**4 / (USERS * DRAWS * ALPHA**2)})
)
_SMALL = line(64 * DRAWS * _CHANGED**2, given=_HARD[3:]).le(
    7, line(64 * _C * _SHARE**2 * _ROOM).le(7).at({_ROOM: _MANY**2 / (USERS * ALPHA**2)})
)
_PARTS, _MEMBERS = SpreadParts(_MANY, _CHANGED, DRAWS), MixtureLaws(_MANY, SEPARATION, DRAWS)
_NEEDS = *_NEAR[1:], _COUNTED
_APART = apart(
    _PARTS,
    _MANY,
    _MOVED,
    _CHANGED,
    _NEEDS[:2],
    tuple(fact(_MANY, _CHANGED, DRAWS) for fact in (SPREAD_DOMINATED, SPREAD_SQUARES, SPREAD_EQUAL)),
)
_SEEN = seen(
    _PARTS,
    _MEMBERS,
    _MOVED,
    _CHANGED**2 / 2,
    _APART,
    (TURNS, *_HARD, _COUNTED),
    _CLOSE,
    _CLOSER,
    _SMALL,
    within=(_SPACED, _NEAR[0], _COUNTED),
    leans=("kent/own/mixture-middle", "kent/own/mixture-middle"),
)
_THIRD = line(_MOVED, given=(_COUNTED,)).eq(MiddleCount(_MANY), _COUNTED).ge(_MANY / 3, _ENOUGH_MOVED)
_FOLD = real("g", above=0, most=3)
_THREEFOLD = line(_MANY / _MOVED, given=(_COUNTED,)).le(
    3, line(_MANY, given=(_COUNTED,)).le(3 * _MOVED, line(3 * _MOVED, given=(_COUNTED,)).ge(_MANY, _THIRD))
)
_BRACKET = line(1 - sqrt(384 * _C * E * _SHARE**2 * _FOLD)).ge(Rational(1, 2)).at({_FOLD: _MANY / _MOVED})
OWN_THM10_SPACED = Claim(
    "kent/own/thm10-spaced",
    "to Appendix B.1, Theorem 10, the T-dependent part of the lower bound",
    Kind.LOWER_BOUND,
    "m^3/(nT alpha^2) from below for separations up to (2 - kappa)/m",
    corrected=line(minimax_loss(_MEMBERS, USERS, 1, ALPHA, Squared()), given=(*_HARD, _COUNTED))
    .ge(_SEEN.end, _SEEN)
    .ge(_CHANGED**2 / 4 * _MOVED, _BRACKET, _THREEFOLD)
    .ge(_SHARE**2 * _MANY**3 / (151200 * USERS * DRAWS * ALPHA**2), _THIRD)
    .crosschecked(
        "every extreme channel",
        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\tfrac{21\alpha^2}k\cdot\tfrac{128T\delta^2}{7m}e^\alpha",
        "m = 2 with T = 1, 2; m = 4 with T = 1, 2, 3; delta = 1/(4m), n = 1, e^alpha = 101/100, 3/2, 27/10",
        _whole,
    )
    .crosschecked(
        "exact Bayes risks",
        r"\varrho k(1-\sqrt{\cdots})\le\text{Bayes risk}",
        "m = 2 with T = 1, 2; m = 4 with T = 1, 2, 3; delta = 1/(4m), n = 1, every extreme channel, e^alpha = "
        "101/100, 11/10",
        _bayes,
    ),
    note="n alpha^2 >= C m^2 log and T >= C m^2 log give both conditions. At theta_sep = 2/m the bound fails: "
    "kent/thm10/lower.",
)
OWN_THM10_LOWER = Claim(
    "kent/own/thm10-lower",
    "to Appendix B.1, Theorem 10, the lower bound",
    Kind.LOWER_BOUND,
    "the means of a mixture from below",
    corrected=Whole(
        r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\max\big\{\tfrac{\kappa^2}{151200}\tfrac{m^3}{nT\alpha^2},\tfrac14e^{-12n\alpha^2/m^2}\big\},\ \theta_{\mathrm{sep}}\le\tfrac{2-\kappa}m,\ nT\alpha^2\ge m^4,\ n\alpha^2\ge m^2\max\{1,\log m\},\ \alpha\le1",
        ("kent/own/thm10-spaced", "kent/appH.6/two"),
        as_corrected=True,
    ),
    note="The exponential part holds for theta_sep up to 2/m.",
)

CLAIMS = (
    OWN_MIXTURE_MIDDLE,
    OWN_THM10_SPACED,
    OWN_THM10_LOWER,
)
