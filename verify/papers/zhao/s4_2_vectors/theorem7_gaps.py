"""zhao Section 4.2, after Theorem 7: how far the upper and lower bounds for mean vectors are apart."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Min, Rational, log

from notation.symbols import d, m, n, p
from upperbounds.transforms.hadamard import padded
from upperbounds.transforms.kashin import LEVEL
from upperbounds.vectors import zhao
from verify.kernel.calculus import (
    MEAN_OF_INDEPENDENT,
    Chain,
    MeanOfCopies,
    Variance,
    at_most,
    because,
    below,
    cases,
    cite,
    integer,
    line,
    minimax_risk,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.facts.hypercube import Ball, Cube
from verify.kernel.statements import AllOf, Case, FiniteCheck, SameRate
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.appA3_second_stage.eq54_variance import SPREAD, THEOREM1
from verify.papers.zhao.appA4_lower.eq57_two_points import M, N
from verify.papers.zhao.appA4_lower.eq64_bounds import EQ65, RISK
from verify.papers.zhao.appB2_vectors_lower.rates import EQ105, P_NORM
from verify.papers.zhao.instances.exact_risks import hodges_lehmann
from verify.papers.zhao.nouns_means import (
    E8,
    EPSILON,
    SIZE,
    USERS,
    WIDTH,
    HadamardRisk,
    KashinRisk,
    VectorRisk,
    divided,
    scaled,
)
from verify.papers.zhao.s4_2_vectors.eq5_rates import ENOUGH, EXPLICIT, MANY_SAMPLES, RATE8, THEOREM4, within_eight
from verify.papers.zhao.s4_2_vectors.lemma1_kashin import HADAMARD, THEOREM5


def _diagonal(_: Settings) -> Iterator[Case]:
    """d/(24 nm) next to d times the exact worst risk of one coordinate's estimate, all coordinates the same number."""
    for size, dimension in product((1, 4, 100, 10_000), (1, 3, 10)):
        rate, worst = hodges_lehmann(size)
        yield Case({"nm": size, "d": dimension, "D": 1}, dimension * rate / 24, dimension * worst)


_CUBE, _BALL = Cube(WIDTH, SIZE), Ball(2, WIDTH, SIZE)
_ON_CUBE, _ON_BALL = (minimax_risk(laws, N, M, EPSILON) for laws in (_CUBE, _BALL))
LIFTED = Claim(
    "zhao/own/lifted",
    "ours, for Theorem 7",
    Kind.LOWER_BOUND,
    "without privacy the l_inf ball costs d times the interval",
    corrected=line(_ON_CUBE)
    .ge(
        SIZE * RISK,
        because(
            "Where all coordinates are the same number, each coordinate of an estimate is an "
            "estimate of it, by the same messages."
        ),
    )
    .ge(WIDTH**2 * SIZE / (24 * N * M), cite(EQ65))
    .crosschecked(
        "the exact worst risk of an estimate",
        r"\frac{D^2d}{24nm}\le\sup E\|\hat\mu-\mu\|^2",
        "c times the mean of all samples, c = sqrt(nm)/(1 + sqrt(nm)); nm = 1, 4, 100, 10^4; d = 1, 3, 10",
        _diagonal,
    ),
    note="Any scalar lower bound lifts in this way, private ones too.",
)

_LN = log(USERS)
_VECTOR = VectorRisk(USERS, MANY_SAMPLES, SIZE, EPSILON, WIDTH)
_MORE, _RATIO = real("x", above=0), real("y", least=0)
_NEARLY = (at_most(1, EPSILON), at_most(SIZE * _LN, _MORE * EPSILON))
_LEFT_OVER = (
    line(SIZE * _LN / E8, given=_NEARLY)
    .eq(SIZE * _LN / EPSILON, line(E8, given=_NEARLY[:1]).eq(EPSILON))
    .le(_MORE, divided(SIZE * _LN, _MORE * EPSILON, EPSILON))
)
_ONE, _ALL = random_real("X"), random_real("S")
_MEAN = (MeanOfCopies(_ALL, _ONE, N * M), at_most(-WIDTH, _ONE), at_most(_ONE, WIDTH))
TEXT_AFTER_THM4 = Claim(
    "zhao/text-after-thm4",
    "arXiv v1, Section 4.2, text after Theorem 4",
    Kind.UPPER_RATE,
    "as epsilon grows (8) converges to the non-private rate",
    says=r"\text{with }\epsilon\to\infty\text{, (8) converges to }D^2d/(nm)\text{, the non-private rate}",
    match=Match.READING,
    differs=(
        "the limit made explicit by x >= d ln n/epsilon and constants, under the condition of Theorem 4, "
        "for Algorithm 2 as corrected, which is the printed one from epsilon = d ln n on; that this is "
        "the non-private rate is read as a bound from below and the variance of a mean"
    ),
    printed=AllOf(
        "",
        {
            "Theorem 4 at large epsilon": line(_VECTOR, given=(ENOUGH, *_NEARLY))
            .le(RATE8, cite(THEOREM4))
            .le(
                EXPLICIT * WIDTH**2 * SIZE / (USERS * MANY_SAMPLES) * (1 + _MORE),
                scaled(
                    EXPLICIT * WIDTH**2 * SIZE / (USERS * MANY_SAMPLES),
                    line(1 + SIZE * _LN / E8, given=_NEARLY).le(1 + _MORE, _LEFT_OVER),
                ),
            ),
            "no less without privacy": line(_ON_CUBE).ge(WIDTH**2 * SIZE / (24 * N * M), cite(LIFTED)),
            "a coordinate of the mean of all samples": line(Variance(_ALL), given=_MEAN)
            .eq(Variance(_ONE) / (N * M), MEAN_OF_INDEPENDENT(_ALL, _ONE, N * M))
            .le(WIDTH**2 / (N * M), SPREAD),
        },
    ),
    note="For Algorithm 2 as corrected; as printed too, since its last regime is right.",
)
_Cases = Callable[[Settings], Iterator[Case]]


def _coordinate_bound(n: int, m: int, epsilon: Fraction) -> Fraction:
    """Theorem 1's explicit bound from above in rational numbers, D = 1: bias, failure and variance, as corrected.

    Roots and logarithms are rounded up, exponentials too.
    """
    half = n // 2
    width = 12 + 2 * up(as_arb(n).log().sqrt())
    exponent = as_arb(Fraction(81, 10**4)) * half / (as_arb(Fraction(1, 8)) + 8 / as_arb(epsilon) ** 2)
    far = max(0, 2 * (-(-up_root(m) // 2) - 1))
    failure = min(Fraction(1), far * up((-exponent).exp()))
    noise = 2 * (width / epsilon) ** 2
    return Fraction(32 * 22, 7 * m * n) + 4 * failure + (1 + noise) / m / half


def up(number: object) -> Fraction:
    """A fraction just above an enclosed positive number."""
    return Fraction(float(number.upper())) * (1 + Fraction(1, 2**40))  # type: ignore[attr-defined]


def up_root(m: int) -> int:
    """ceil(sqrt(m))."""
    root = int(m**0.5)
    while root * root < m:
        root += 1
    while (root - 1) ** 2 >= m:
        root -= 1
    return root


def _assembled(constant: Callable[[int], int], size: Callable[[int], int], square: Callable[[int], Fraction]) -> _Cases:
    """As many of Theorem 1's bounds as there are coordinates, at the users and the budget that Algorithm 2 gives each.

    `size` says how many coordinates stand for d, `square` the square of their half-width at D = 1. Next to
    `constant` times (1 + d ln n/e)/(nm), that is (9) or, where `constant` grows with d, (8).
    """

    def cases(settings: Settings) -> Iterator[Case]:
        users = 10**8
        for dimension, samples in product((1, 3, 32), (2, 100) if settings.quick else (2, 100, 10**6)):
            coordinates, width = size(dimension), square(dimension)
            last = up(coordinates * as_arb(users).log())
            inside = (
                Fraction(1, 2),
                Fraction(1),
                Fraction(19, 10),
                Fraction(coordinates),
                Fraction(3 * coordinates + 1, 3),
            )
            points: set[Fraction] = {*inside, Fraction(3 * coordinates), last}
            for eps in sorted(points):
                e = min(eps, eps**2)
                if not users * as_arb(min(eps**2, Fraction(1))) >= 48168 * coordinates * as_arb(samples).log():
                    continue
                plan, share = zhao.split(users, coordinates, float(eps))
                left = coordinates * width * _coordinate_bound(plan.per_coordinate, samples, share * eps)
                scale = Fraction(constant(dimension), users * samples)
                right = as_arb(scale) * (1 + dimension * as_arb(users).log() / as_arb(e))
                yield Case({"n": users, "m": samples, "d": dimension, "epsilon": str(float(eps))}, left, right)

    return cases


def _same(d: int) -> int:
    return d


def _unit(_: int) -> Fraction:
    return Fraction(1)


_POINTS = (
    "n = 10^8, m = 2, 100 (full: 10^6), d = 1, 3, 32, epsilon = 0.5, 1, 1.9, N, N + 1/3, 3N, N ln n for N coordinates, "
    "where n(epsilon^2 ^ 1) >= 48168 N ln m"
)
_U1 = THEOREM1.steps[0].term
_ONE_BOUND = Chain(_U1, THEOREM1.steps[1:], THEOREM1.given[-1:])
"""From the explicit bound of Theorem 1 to its constant."""
Assembled = quantity(
    "Assembled",
    r"\textstyle\sum_k U_1({0}, {1}, {2}, {3}, {4})",
    "sum of the explicit bounds of Theorem 1 over d coordinates, each at the users and the budget that Algorithm 2 as corrected (as in "
    "CoordinateRisk) gives it: Assembled(n, m, d, epsilon, D)",
    0,
)
_ASSEMBLED = within_eight(
    Assembled(USERS, MANY_SAMPLES, SIZE, EPSILON, WIDTH),
    ("zhao/lemma2", "zhao/own/thm1/noise", "zhao/own/thm1/failure"),
)
OWN_THM4_ASSEMBLED = Claim(
    "zhao/own/thm4/assembled",
    "ours, for Theorem 4",
    Kind.UPPER_RATE,
    "the d explicit bounds of Theorem 1 add up to at most what Theorem 4 says with its constant",
    corrected=AllOf(
        "",
        {
            "one coordinate": _ONE_BOUND,
            "all coordinates": _ASSEMBLED,
            "the bound of the plan that runs": FiniteCheck(
                r"\sum_kU_1\le195000\,(8)", _POINTS, _assembled(lambda d: 195_000 * d, _same, _unit)
            ),
        },
    ),
    note="U_1 is the first left side, at the users and the budget of a coordinate.",
)


def _frame_size(d: int) -> int:
    return padded(2 * d)


def _frame_square(d: int) -> Fraction:
    """K^2/d at the library's K = 2."""
    return Fraction(LEVEL) ** 2 / d


FrameRisk = quantity(
    "FrameRisk",
    r"\mathrm{{MSE}}_{{{3}}}({0}, {1}, {2}, {4}, {5})",
    "largest expected squared l_2 distance of U^T of the estimate of Algorithm 2 as corrected (as in CoordinateRisk) on N coefficients a(x) "
    "with U^T a(x) = x, U^T U = I, and entries within 2D/sqrt(d), from the mean, over all laws on the samples of the l_2 ball of radius D "
    "in d dimensions that have such: FrameRisk(n, m, d, N, epsilon, D)",
    0,
)
_COEFFICIENTS, _SHARE = integer("N", least=1), real("q", above=0, most=4)
_FRAMED = FrameRisk(USERS, MANY_SAMPLES, SIZE, _COEFFICIENTS, EPSILON, WIDTH)
_HALF = 2 * WIDTH / sympy.sqrt(SIZE)
_AS_VECTOR = VectorRisk(USERS, MANY_SAMPLES, _COEFFICIENTS, EPSILON, _HALF)
_FEW = (below(_COEFFICIENTS, 4 * SIZE), ENOUGH.xreplace({SIZE: _COEFFICIENTS}))
_UNIT = WIDTH**2 / (USERS * MANY_SAMPLES)
_FOUR = (
    line(4 * EXPLICIT * _SHARE * (1 + _SHARE * _RATIO))
    .le(64 * EXPLICIT * (1 + _RATIO))
    .at({_SHARE: _COEFFICIENTS / SIZE, _RATIO: SIZE * _LN / E8})
)
OWN_THM5_ASSEMBLED = Claim(
    "zhao/own/thm5/assembled",
    "ours, for Theorem 5",
    Kind.UPPER_RATE,
    "Algorithm 2 on N < 4d Kashin coefficients within 2D/sqrt(d): the bound that runs and its constant",
    corrected=line(_FRAMED, given=_FEW)
    .le(
        _AS_VECTOR,
        words(
            "U^T of the coefficients' mean is the mean, and by (88) the estimate is no further from it than that of the coefficients.",
            at_most(_FRAMED, _AS_VECTOR),
            leans=("zhao/eq88",),
        ),
    )
    .le(_UNIT * _FOUR.statement.left, cite(THEOREM4).at({SIZE: _COEFFICIENTS, WIDTH: _HALF}))
    .le(
        _UNIT * _FOUR.statement.right,
        scaled(
            _UNIT,
            line(_FOUR.statement.left, given=_FEW[:1]).le(
                _FOUR.statement.right, _FOUR, divided(_COEFFICIENTS, 4 * SIZE, SIZE)
            ),
        ),
    )
    .crosschecked(
        "the bound of the plan that runs",
        r"\sum_kU_1\le64\cdot195000\,(9)",
        _POINTS,
        _assembled(lambda _: 64 * 195_000, _frame_size, _frame_square),
    ),
    note="For data whose coefficients at K = 2 are certified, which the library checks one by one; for every "
    "sample K = 15/sqrt(2) is proved (zhao/lemma1). N is the least power of 2 from 2d on.",
)


def _hadamard_square(d: int) -> Fraction:
    return Fraction(1, padded(d))


_LETTERS, _POWER = integer("A", least=1), integer("k", least=0)
_PADDED = (below(2**_POWER, 2 * _LETTERS), ENOUGH.xreplace({SIZE: 2**_POWER}))
OWN_REMARK1_ASSEMBLED = Claim(
    "zhao/own/remark1/assembled",
    "ours, for Remark 1",
    Kind.UPPER_RATE,
    "Algorithm 2 on fewer than 2A Hadamard coefficients: the bound that runs and its constant",
    corrected=line(HadamardRisk(USERS, MANY_SAMPLES, 2**_POWER, EPSILON, WIDTH), given=_PADDED)
    .le(EXPLICIT * _UNIT * (1 + 2**_POWER * _LN / E8), HADAMARD)
    .le(EXPLICIT * _UNIT * (1 + 2 * _LETTERS * _LN / E8), _PADDED[0])
    .le(2 * EXPLICIT * _UNIT * (1 + _LETTERS * _LN / E8))
    .crosschecked(
        "the bound of the plan that runs",
        r"\sum_kU_1\le2\cdot195000\,(9)",
        _POINTS,
        _assembled(lambda _: 2 * 195_000, padded, _hadamard_square),
    ),
    note="2^k >= A letters; D = 1 for discrete distributions on A letters.",
)

_E = sympy.Symbol("e", positive=True)
"""epsilon^2 ^ epsilon."""
_SECOND = (d / (m**2 * n * _E)) ** (1 - 1 / p)
REMARK2B_FACTOR = Claim(
    "zhao/remark2b/factor",
    "arXiv v1, Section 4.2, Remark 2, the sentence after (13)",
    Kind.RATE_ALGEBRA,
    "(13) is smaller than (12) by a factor d",
    says=r"\text{(13) is smaller than the rate (12) under coordinate-wise bounded moments by a factor }d",
    match=Match.READING,
    differs="read as holding of each of the three terms",
    printed=AllOf(
        r"(12)=d\cdot(13),\ \text{term by term}",
        {
            "first": SameRate(d**2 * log(m) / (m * n * _E), lambda: d * (d * log(m) / (m * n * _E))),
            "third": SameRate(d / (m * n), lambda: d * (1 / (m * n))),
            "second": SameRate(_SECOND, d * _SECOND),
        },
    ),
    corrected=AllOf(
        "",
        {
            "first": SameRate(d**2 * log(m) / (m * n * _E), lambda: d * (d * log(m) / (m * n * _E))),
            "second": SameRate(d ** (2 - 1 / p) * (m**2 * n * _E) ** (1 / p - 1), d * _SECOND),
            "third": SameRate(d / (m * n), lambda: d * (1 / (m * n))),
        },
    ),
    correction="true of (12) as corrected: as printed the second terms of (12) and (13) are the same",
    severity=Severity.RATE,
    theorem="zhao/remark2b",
    root="zhao/remark2a/116",
    note="Both versions. The first and third terms of (12) as printed are d times those of (13).",
)

_LN_AS_LETTER, _WIDE, _NARROW = (
    real("L", least=log(2)),
    real("y", least=Rational(11, 6)),
    real("y", above=0, most=Rational(11, 6)),
)
_PORTION, _RATIO8 = real("q", above=0, most=1), SIZE / E8
_ENOUGH5 = at_most(96336 * SIZE * log(MANY_SAMPLES), USERS * Min(1, EPSILON**2))
_TOTAL = USERS * MANY_SAMPLES * E8
_ROOM = (
    line(SIZE, given=(_ENOUGH5,))
    .le(96336 * SIZE * log(MANY_SAMPLES))
    .le(USERS * Min(1, EPSILON**2), _ENOUGH5)
    .le(_TOTAL, line(Min(1, EPSILON**2)).le(E8))
)
_UNCAPPED = line(Min(1, SIZE / _TOTAL), given=(_ENOUGH5,)).eq(
    SIZE / _TOTAL,
    line(Min(1, _PORTION)).eq(_PORTION).at({_PORTION: SIZE / _TOTAL}),
    divided(SIZE, _TOTAL, _TOTAL),
    _ROOM,
)


def _matched(risk: Any, upper: Claim, laws: Any, constant: Any, unit: Any, told: str, lean: str, plain: Claim) -> Chain:
    """That the upper bound is at most a multiple of ln n of the lower ones; unit is D^2 over nm, times d on the cube."""
    best = minimax_risk(laws, USERS, MANY_SAMPLES, EPSILON)
    capped = unit * USERS * MANY_SAMPLES / 44 * Min(1, SIZE / _TOTAL)
    private = (
        line(best, given=(_ENOUGH5,))
        .ge(capped, words(f"{told} by van Trees' inequality for every epsilon.", at_most(capped, best), leans=(lean,)))
        .eq(unit * _RATIO8 / 44, _UNCAPPED)
    )
    values = {SIZE: SIZE} if plain is LIFTED else {P_NORM: 2}
    public = line(best).ge(unit / 24, cite(plain).at({N: USERS, M: MANY_SAMPLES} | values))

    def case(letter: Any, end: Any, low: Chain, *where: Any) -> Chain:
        values = {letter: _RATIO8, _LN_AS_LETTER: _LN}
        lemma = line(1 + letter * _LN_AS_LETTER).le(end).at(values)
        known = line(1 + _RATIO8 * _LN, given=where).le(end.xreplace(values), lemma)
        return (
            line(risk, given=(_ENOUGH5, *where))
            .le(constant * unit * (1 + _RATIO8 * _LN), cite(upper))
            .le(constant * unit * end.xreplace(values), scaled(constant * unit, known))
            .le(80 * constant * _LN * best, low)
        )

    split = Rational(11, 6)
    return line(risk, given=(_ENOUGH5,)).le(
        80 * constant * _LN * best,
        cases(
            (at_most(split, _RATIO8), case(_WIDE, 80 * _WIDE * _LN_AS_LETTER / 44, private, at_most(split, _RATIO8))),
            (at_most(_RATIO8, split), case(_NARROW, 80 * _LN_AS_LETTER / 24, public, at_most(_RATIO8, split))),
        ),
    )


_ON_THE_CUBE = _matched(
    _VECTOR,
    THEOREM4,
    _CUBE,
    EXPLICIT,
    _UNIT * SIZE,
    "Theorem 7's rate is a lower bound",
    "zhao/own/thm7/every-epsilon",
    LIFTED,
)
_ON_THE_BALL = _matched(
    KashinRisk(USERS, MANY_SAMPLES, SIZE, EPSILON, WIDTH),
    THEOREM5,
    _BALL,
    450 * EXPLICIT,
    _UNIT,
    "Theorem 6's rate at p = 2 is a lower bound",
    "zhao/own/thm6/every-epsilon",
    EQ105,
)
TEXT_AFTER_THM7 = Claim(
    "zhao/text-after-thm7",
    "arXiv v1, Section 4.2, text after Theorem 7",
    Kind.RATE_ALGEBRA,
    "(8) and (9) match (11) and (10)",
    says=r"\text{the upper bounds (8) and (9) match the lower bounds (11) and (10): the methods are minimax "
    r"optimal}",
    match=Match.READING,
    differs="up to a constant and ln n, as the paper has it of its rates; for Algorithm 2 and its Kashin variant as corrected, under the condition of Theorems 4 and 5",
    printed=AllOf("", {"on the cube": _ON_THE_CUBE, "on the l_2 ball": _ON_THE_BALL}),
    note="Up to logarithms, and with the non-private terms that (105) and (111) have and (10), (11) leave out: "
    "without them the lower bounds tend to 0 as epsilon grows, the upper ones do not. (111) has D^2/(mn) "
    "for D^2 d/(mn). The condition is that of Theorem 5 with its constant; for l_inf half of it will do.",
)

CLAIMS = (
    LIFTED,
    TEXT_AFTER_THM4,
    OWN_THM4_ASSEMBLED,
    OWN_THM5_ASSEMBLED,
    OWN_REMARK1_ASSEMBLED,
    REMARK2B_FACTOR,
    TEXT_AFTER_THM7,
)
