"""The route that rescues zhao Theorems 6, 7, 10 and 12: Assouad's lemma, averaged over the coordinates.

The paper bounds each coordinate's divergence and is wrong; their sum is bounded, since what one message can say about
orthogonal perturbations obeys Bessel's inequality. Where the number of users is small, a bound on the information in
the messages takes over, whatever the number of samples. Neither needs a condition on n, m or epsilon.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from flint import arb
from sympy import Rational, log, sqrt, tanh

from lowerbounds.information.channels import extreme_channels, response
from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.calculus import Chain, Schema, at_most, because, integer, line, words
from verify.kernel.calculus.facts.hypercube import HAMMING_INFORMATION, Axes, Hamming, Signs, VertexInformation
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.vectors_lower.hamming_distance import (
    AVERAGED,
    EPSILON,
    FAMILY,
    INTERACTIVE,
    PROTOCOL,
    SHARE,
    SIZE,
    SUMMED,
    WIDTH,
    M,
    N,
)
from verify.papers.at_points import Point, at_points
from verify.papers.zhao.instances.exact_risks import bayes_error
from verify.papers.zhao.lemmas.changes import (
    AXES_APART,
    AXIS_CHANGE,
    POWER_OF_CHANGES,
    SIGN_CHANGE,
    SIGNS_APART,
    Common,
)


@cache
def _axis_law(v: tuple[int, ...], s: Fraction, m: int) -> FiniteLaw:
    """The law of `samples` ordered draws of +-e_k."""
    dimension = len(v)
    single = {(k, sign): (1 + s * v[k] * sign) / (2 * dimension) for k in range(dimension) for sign in (1, -1)}
    return FiniteLaw(tuple((a, prod((single[x] for x in a), start=Fraction(1))) for a in product(single, repeat=m)))


@cache
def _cube_law(v: tuple[int, ...], s: Fraction, m: int) -> FiniteLaw:
    """The law of `samples` ordered draws of a vector of independent signs."""
    signs = list(product((1, -1), repeat=len(v)))
    single = {x: prod(((1 + s * a * b) / 2 for a, b in zip(x, v, strict=True)), start=Fraction(1)) for x in signs}
    return FiniteLaw(tuple((a, prod((single[x] for x in a), start=Fraction(1))) for a in product(signs, repeat=m)))


def _axis_chi(s: Fraction, d: int) -> Fraction:
    return 4 * s**2 / (d * (1 - s**2))


def _cube_chi(s: Fraction, d: int) -> Fraction:
    return 4 * s**2 / (1 - s**2)


_FAMILIES = (("axes", _axis_law, _axis_chi), ("independent signs", _cube_law, _cube_chi))


def flipped(v: tuple[int, ...], k: int) -> tuple[int, ...]:
    """v with coordinate k flipped."""
    return tuple(-x if i == k else x for i, x in enumerate(v))


def _divergences(settings: Settings) -> Iterator[Case]:
    """The sum of the divergences of one message next to the bound: all extreme channels on four atoms, then responses."""
    s, v = Fraction(1, 2), (1, 1)
    for name, law, chi in _FAMILIES:
        base = law(v, s, 1)
        for t in (Fraction(6, 5), Fraction(3)) if settings.quick else (Fraction(6, 5), Fraction(3), Fraction(20)):
            for channel in extreme_channels(base.atoms, t):
                total = sum(
                    (
                        kullback_leibler(base.through(channel), law(flipped(v, k), s, 1).through(channel))
                        for k in (0, 1)
                    ),
                    arb(0),
                )
                yield Case({"family": name, "m": 1, "e^epsilon": str(t)}, total, (t - 1) ** 2 * chi(s, 2) / 4)
        pairs = law(v, s, 2)
        for mask in range(1, 64):
            # A set of pairs of draws, closed under exchanging them or not.
            inside = {a: Fraction(mask >> (i % 6) & 1) for i, a in enumerate(pairs.atoms)}
            channel = response(inside, Fraction(6, 5))
            total = sum(
                (kullback_leibler(pairs.through(channel), law(flipped(v, k), s, 2).through(channel)) for k in (0, 1)),
                arb(0),
            )
            right = Fraction(1, 100) * ((1 + chi(s, 2)) ** 2 - 1)
            yield Case({"family": name, "m": 2, "e^epsilon": "6/5", "set": mask}, total, right)


OWN_AVERAGED_ASSOUAD = Claim(
    "zhao/own/averaged-assouad",
    "ours, for (101) and (188)",
    Kind.INEQUALITY,
    "the divergences of the messages, summed over the coordinates",
    corrected=SUMMED.crosschecked(
        "channels on the data of one user",
        r"\sum_kD(m_v\|m_{v\oplus k})\le\tfrac14(e^\varepsilon-1)^2[(1+\chi)^m-1]",
        "d = 2, s = 1/2: all extreme channels at m = 1, 63 responses at m = 2, both "
        "families; e^epsilon = 6/5, 3 (full: 20)",
        _divergences,
    ),
    note="q(z|x) is the channel, q_inf(z) its least value, so q is within (e^epsilon-1) q_inf/2 of a constant, "
    "and q_inf integrates to at most 1. Sequentially interactive protocols too: the law P_v of the earlier "
    "messages is the same for all k.",
)


def _inner_products(settings: Settings) -> Iterator[Case]:
    """E_v of the product of two perturbations, by enumeration, next to 0 or (1 + chi)^m - 1."""
    for name, law, chi in _FAMILIES:
        for dimension, samples in ((2, 1), (2, 2), (3, 1), (3, 2)) if settings.quick else ((2, 3), (3, 2), (4, 2)):
            s, v = Fraction(1, 2), tuple((-1) ** k for k in range(dimension))
            base = law(v, s, samples)
            others = [dict(law(flipped(v, k), s, samples).masses) for k in range(dimension)]
            for k, j in product(range(dimension), repeat=2):
                if k <= j:
                    left = sum(((others[k][a] / p - 1) * (others[j][a] / p - 1) * p for a, p in base), Fraction(0))
                    right = (1 + chi(s, dimension)) ** samples - 1 if k == j else Fraction(0)
                    yield Case({"family": name, "d": dimension, "m": samples, "k": k, "l": j}, left, right)


_J, _L = integer("k", least=1), integer("l", least=1)
_TWO = (at_most(_J + 1, _L), at_most(_L, SIZE))


def _changes(law: Callable[[tuple[int, ...], Fraction, int], FiniteLaw]) -> Iterator[Point]:
    """One more than the mean squared relative change of the law of m draws as the first coordinate is flipped."""
    for (d, m), s in product(((1, 1), (1, 2), (2, 1), (2, 2), (3, 1)), (Fraction(1, 3), Fraction(1, 2))):
        for v in product((1, -1), repeat=d):
            beside = dict(law(flipped(v, 0), s, m))
            square = sum((mass * (beside[x] / mass - 1) ** 2 for x, mass in law(v, s, m)), Fraction(0))
            yield {SIZE: Fraction(d), M: Fraction(m), SHARE: s, _J: Fraction(1)}, 1 + square


def _axis_changes() -> Iterator[Point]:
    yield from _changes(_axis_law)


def _sign_changes() -> Iterator[Point]:
    yield from _changes(_cube_law)


def _powers(
    family: Any, change: Schema, apart: Schema, points: Callable[[], Iterator[Point]], sets: str
) -> dict[str, Chain]:
    """The mean product of two relative changes, for one coordinate and for two."""
    at, inside = (WIDTH, SHARE, SIZE), at_most(_J, SIZE)
    same, other, square = Common(family, M, _J, _J), Common(family, M, _J, _L), change(*at, _J)
    single = square.statement.conclusion.args[-1]
    return {
        "one coordinate": at_points(
            line(1 + same, given=(inside,)).eq((1 + single) ** M, POWER_OF_CHANGES(family, M, _J, _J, single), square),
            f"all data sets of {sets}",
            "(d, m) = (1, 1), (1, 2), (2, 1), (2, 2), (3, 1); s = 1/3, 1/2; all v, k = 1",
            points,
        ),
        "two coordinates": line(1 + other, given=_TWO).eq(
            1, POWER_OF_CHANGES(family, M, _J, _L, 0), apart(*at, _J, _L)
        ),
    }


_ON_AXES = _powers(Axes(WIDTH, SHARE, SIZE), AXIS_CHANGE, AXES_APART, _axis_changes, "axes")
_OF_SIGNS = _powers(Signs(WIDTH, SHARE, SIZE), SIGN_CHANGE, SIGNS_APART, _sign_changes, "signs")
OWN_AVERAGED_ASSOUAD_ORTHOGONAL = Claim(
    "zhao/own/averaged-assouad/orthogonal",
    "ours, for (101) and (188)",
    Kind.IDENTITY,
    "perturbations of different coordinates are orthogonal, for m samples too",
    corrected=AllOf(
        "",
        {
            **{f"axes, {name}": chain for name, chain in _ON_AXES.items()},
            "signs, one coordinate": _OF_SIGNS["one coordinate"],
            "signs, two coordinates": _OF_SIGNS["two coordinates"].crosschecked(
                "enumeration",
                r"E_v[\varphi_k\varphi_l]",
                "both families, d = 2, 3, m = 1, 2 (full: d to 4, m to 3), s = 1/2, all data sets",
                _inner_products,
                "==",
            ),
        },
    ),
)


def _hamming(_: Settings) -> Iterator[Case]:
    """d/2 (1 - sqrt(b/(2d))) next to the exact least average distance: coordinates told by n_k signs of mean +-s."""
    for s, told in product((Fraction(1, 20), Fraction(1, 2)), ((1,), (4, 4), (0, 9), (1, 2, 3))):
        laws = [(binomial(users, (1 + s) / 2), binomial(users, (1 - s) / 2)) for users in told]
        size, total = len(told), sum((kullback_leibler(*pair) for pair in laws), arb(0))
        least = sum((bayes_error(*pair) for pair in laws), Fraction(0))
        bound = as_arb(Fraction(size, 2)) * (1 - (total / (2 * size)).sqrt())
        yield Case({"d": size, "n_k": str(told), "s": str(s)}, bound, least)


OWN_AVERAGED_HAMMING = Claim(
    "zhao/own/averaged-hamming",
    "ours, for (103), (190), (233)",
    Kind.INEQUALITY,
    "Assouad's lemma from the sum of the divergences",
    corrected=AVERAGED.crosschecked(
        "the exact least average over the cube",
        r"\tfrac d2\Big(1-\sqrt{\frac b{2d}}\Big)\le\min_{\hat v}E\rho_H",
        "d = 1, 2, 3 coordinates told by different numbers of signs of mean +-s, s = 1/20, 1/2",
        _hamming,
    ),
    note="V is uniform on the cube.",
)


def _information(_: Settings) -> Iterator[Case]:
    """I(V; Z) of one message on the axes, d = 2, m = 1 next to epsilon tanh(epsilon/2), on all extreme channels."""
    cube = list(product((1, -1), repeat=2))
    for s, t in ((Fraction(1, 2), Fraction(3)), (Fraction(1), Fraction(6, 5))):
        laws = [_axis_law(v, s, 1) for v in cube]
        for channel in extreme_channels(laws[0].atoms, t):
            messages = [law.through(channel) for law in laws]
            names = messages[0].atoms
            mean = FiniteLaw(tuple((z, sum((q[z] for q in messages), Fraction(0)) / 4) for z in names))
            information = sum((kullback_leibler(q, mean) for q in messages), arb(0)) / 4
            yield Case({"s": str(s), "e^epsilon": str(t)}, information, as_arb(t).log() * as_arb((t - 1) / (t + 1)))


def _tenths(_: Settings) -> Iterator[Case]:
    """11/100 next to the least probability to miss a fair sign that n users tell by randomised response, n the largest."""
    for t in (Fraction(11, 10), Fraction(6, 5), Fraction(3, 2), Fraction(2)):
        each = as_arb(t).log() * as_arb((t - 1) / (t + 1))
        users = int((arb(2).log() / 2 / each).floor().unique_fmpz())
        least = bayes_error(binomial(users, t / (1 + t)), binomial(users, 1 / (1 + t)))
        yield Case({"n": users, "e^epsilon": str(t)}, Fraction(11, 100), least)


_KAPPA = EPSILON * tanh(EPSILON / 2)
_TOLD = VertexInformation(PROTOCOL, FAMILY, M, SIZE)
_INFORMATION = (
    line(_TOLD, given=(INTERACTIVE,))
    .le(
        N * _KAPPA,
        because(
            "Given the earlier messages, the laws of a message under any two data sets of its user "
            "differ in divergence by at most epsilon tanh(epsilon/2), and informations add up over "
            "users by the chain rule.",
            "zhao/own/kl-absolute",
        ),
    )
    .crosschecked(
        "all extreme channels on one sample",
        r"I(V;Z)\le\varepsilon\tanh(\varepsilon/2)",
        "axes, d = 2, m = 1; (s, e^epsilon) = (1/2, 3), (1, 6/5)",
        _information,
    )
)
"""What all messages tell of a uniform vertex."""
_WRONG = Hamming(PROTOCOL, FAMILY, M, SIZE)
_FEW, _SOME = at_most(N * _KAPPA, SIZE / 8), at_most(N * _KAPPA, log(2) / 2 * SIZE)
_PART = Rational(11, 100)
_FANO = SIZE * (log(2) + _PART * log(_PART) + (1 - _PART) * log(1 - _PART))
FLOOR_QUARTER = (
    line(_WRONG, given=(INTERACTIVE, _FEW))
    .ge(SIZE / 2 * (1 - sqrt(2 * _TOLD / SIZE)), HAMMING_INFORMATION(PROTOCOL, FAMILY, M, SIZE))
    .ge(
        SIZE / 2 * (1 - sqrt(2 * (SIZE / 8) / SIZE)),
        line(_TOLD, given=(INTERACTIVE, _FEW)).le(N * _KAPPA, _INFORMATION).le(SIZE / 8),
    )
    .ge(SIZE / 4)
)
_TENTH_CHECK = (
    "exact least errors of one sign told by responses",
    FiniteCheck(
        r"\tfrac{11}{100}\le\min P(\hat V\ne V),\ n\varepsilon\tanh\tfrac\varepsilon2\le\tfrac{\ln2}2",
        "d = 1; e^epsilon = 11/10, 6/5, 3/2, 2; the largest n",
        _tenths,
    ),
)
FLOOR_TENTH = (
    line(_WRONG, given=(INTERACTIVE, _SOME))
    .ge(
        _PART * SIZE,
        words(
            "Fano: the informations on single signs, each at least ln 2 - h(p_k), sum to at most that on all; h is concave and grows up "
            "to 1/2, so that the mean error is at least q where the information is at most d (ln 2 - h(q)).",
            at_most(_PART * SIZE, _WRONG),
            given=(at_most(_TOLD, _FANO),),
        ),
        line(_TOLD, given=(INTERACTIVE, _SOME)).le(N * _KAPPA, _INFORMATION).le(log(2) / 2 * SIZE).le(_FANO),
    )
    .beside(_TENTH_CHECK)
)


FLOOR = Claim(
    "zhao/own/floor-mean",
    "ours, for Theorems 6, 7, 10 and 12",
    Kind.LOWER_BOUND,
    "few users leave a share of the coordinates unknown, whatever the number of samples",
    corrected=AllOf(
        "", {"a quarter": FLOOR_QUARTER, "eleven hundredths": FLOOR_TENTH, "the information": _INFORMATION}
    ),
)

_SLACK = arb(2) ** -50

Atom = tuple[tuple[int, int], ...]

CLAIMS = (
    OWN_AVERAGED_ASSOUAD,
    OWN_AVERAGED_ASSOUAD_ORTHOGONAL,
    OWN_AVERAGED_HAMMING,
    FLOOR,
)
