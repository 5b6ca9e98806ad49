"""kent Proposition 5 and Appendix C, (75)-(77): densities at infinitely many samples."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Rational, exp, log, sqrt

from verify.kernel.calculus import at_most, because, below, cite, integer, let, line, obtain, real
from verify.kernel.calculus.facts.ellipsoids import COSINES_IN, DENSITIES_APART, Cosines, DensityEllipsoid
from verify.kernel.calculus.facts.packings import (
    CUBE_PACKED,
    HAMMING_COVER,
    PACKING_COVERING,
    Covering,
    HammingCube,
    Packing,
)
from verify.kernel.calculus.facts.rounding import WHOLE_WITHIN, WITHIN_FROM, WITHIN_TO, WithinTwo
from verify.kernel.calculus.facts.signs import NEAR_SIGNS, NearSigns
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF, INFORMATION
from verify.papers.kent.s2_2_1_mean import far, near


def _codes(_: Settings) -> Iterator[Case]:
    """2^k over the number of vectors within k/8 of a vertex: what a maximal set with distances above k/8 has at least."""
    for k in range(1, 41):
        near = sum(comb(k, i) for i in range(k // 8 + 1))
        yield Case({"k": k}, (as_arb(9 * k) / 32).exp(), Fraction(2**k, near))


_SMOOTH, _PLACES, _TERMS = real("beta", least=1), integer("k", least=1), integer("m", least=1)
_SPREAD = HammingCube(_PLACES)
_FEWER, _MORE = real("u", least=1), real("v", least=1)
_SHARED = line(2**_PLACES / _MORE, given=(at_most(_FEWER, _MORE),)).le(2**_PLACES / _FEWER)
_BALL = Rational(8, 7) ** _PLACES * 7 ** (_PLACES / 8)
_EACH_PLACE = 2 / (Rational(8, 7) * 7 ** Rational(1, 8))
_FULL = real("z", above=0)
_BY_PLACES = line(_FULL**_PLACES / (_FEWER**_PLACES * _MORE ** (_PLACES / 8))).eq(
    (_FULL / (_FEWER * _MORE ** Rational(1, 8))) ** _PLACES
)
VERTICES = Claim(
    "kent/own/varshamov-gilbert",
    "behind Appendix I, proof of Lemma 29, and Proposition 5: Tsybakov 2009, Lemma 2.9",
    Kind.CONSTRUCTION,
    "many vertices of the cube that are far apart",
    corrected=AllOf(
        "",
        {
            "their number": line(Packing(_SPREAD, _PLACES / 8))
            .ge(Covering(_SPREAD, _PLACES / 8), PACKING_COVERING(_SPREAD, _PLACES / 8))
            .ge(2**_PLACES / NearSigns(_PLACES, _PLACES / 8), HAMMING_COVER(_PLACES, _PLACES / 8))
            .ge(
                2**_PLACES / _BALL,
                _SHARED.at({_FEWER: NearSigns(_PLACES, _PLACES / 8), _MORE: _BALL}),
                NEAR_SIGNS(_PLACES, _PLACES / 8, Rational(1, 7)),
            )
            .eq(_EACH_PLACE**_PLACES, _BY_PLACES.at({_FULL: 2, _FEWER: Rational(8, 7), _MORE: 7}))
            .ge(exp(Rational(9, 32)) ** _PLACES)
            .crosschecked("balls counted", r"e^{9k/32}\le2^k/|\{v:H(u,v)\le\tfrac k8\}|", "k = 1..40", _codes),
            "more than the usual": line(exp(9 * _PLACES / 32)).ge(2 ** (_PLACES / 8)),
        },
    ),
)


def lexicode(k: int) -> list[int]:
    """Vertices of the cube, as numbers, each with Hamming distances above k/8 to all before it."""
    code: list[int] = []
    for v in range(2**k):
        if all(8 * (u ^ v).bit_count() > k for u in code):
            code.append(v)
    return code


def _packed(_: Settings) -> Iterator[Case]:
    for k in range(1, 11):
        code = lexicode(k)
        nearest = min((u ^ v).bit_count() for u in code for v in code if u < v)
        for beta in (1, 2, 3):
            parameters = {"beta": beta, "k": k}
            square = Fraction(1, 4**beta * k ** (2 * beta + 1))
            # 4 Delta^2 = y^(-2 beta)/2 with k = floor(y/2), so y >= 2k.
            yield Case(parameters, (as_arb(Fraction(9 * (2 * k + 2), 128))).exp(), len(code))
            yield Case(parameters, sum((2 * j) ** (2 * beta) for j in range(1, k + 1)) * square, 1)
            yield Case(parameters, 2 * square * k**2, Fraction(1, 2))
            yield Case(parameters, Fraction(1, 2 * (2 * k) ** (2 * beta)), 4 * square * nearest)


_RATE, _WIDTH, LEVEL = real("x", above=0), real("y", above=0), real("r", above=0, most=1)
_DENSITIES = DensityEllipsoid(_SMOOTH, LEVEL)
_HEIGHT = LEVEL / ((2 * _PLACES) ** _SMOOTH * sqrt(_PLACES))
_FINE = at_most(2 * sqrt(2) * HALF * (2 * _PLACES) ** _SMOOTH, LEVEL)
_REACH = (LEVEL / (2 * sqrt(2) * HALF)) ** (1 / _SMOOTH)
_NARROW = at_most(HALF, LEVEL * 2**-_SMOOTH / (2 * sqrt(2)))
_SIDES, _AMOUNT = real("w", least=1), real("u", above=0)
_TOP, _HIGHER, _UNDER = real("x", least=0), real("y", least=0), real("z", above=0)
_APART = (
    line(4 * HALF**2, given=(at_most(2 * sqrt(2) * HALF * _SIDES, LEVEL),))
    .eq((2 * sqrt(2) * HALF * _SIDES) ** 2 / (2 * _SIDES**2))
    .le(LEVEL**2 / (2 * _SIDES**2), at_most(2 * sqrt(2) * HALF * _SIDES, LEVEL))
    .at({_SIDES: (2 * _PLACES) ** _SMOOTH})
)
_COSINES = (
    line(Covering(_DENSITIES, HALF), given=(_FINE,))
    .ge(
        Packing(_SPREAD, _PLACES / 8),
        CUBE_PACKED(Cosines(_PLACES, _HEIGHT), _DENSITIES, _PLACES, 4 * _HEIGHT**2, _PLACES / 8, HALF),
        COSINES_IN(_PLACES, _HEIGHT, _SMOOTH, LEVEL),
        _APART,
    )
    .ge(exp(9 * _PLACES / 32), cite(VERTICES, "their number"))
)
_HALF_REACH = WithinTwo(_PLACES, _REACH / 2)
_POWERS = line((_AMOUNT ** (1 / _SMOOTH)) ** _SMOOTH).eq(_AMOUNT).at({_AMOUNT: LEVEL / (2 * sqrt(2) * HALF)})
_FITS = (
    line(2 * sqrt(2) * HALF * (2 * _PLACES) ** _SMOOTH, given=(_HALF_REACH,))
    .le(
        2 * sqrt(2) * HALF * _REACH**_SMOOTH,
        line(2 * _PLACES, given=(_HALF_REACH,)).le(_REACH, WITHIN_FROM(_PLACES, _REACH / 2)),
    )
    .eq(LEVEL, _POWERS)
)
_AT_REACH = (
    line(Covering(_DENSITIES, HALF), given=(_HALF_REACH,))
    .ge(exp(9 * _PLACES / 32), _COSINES, _FITS)
    .ge(exp(9 * _REACH / 128), line(_REACH, given=(_HALF_REACH,)).le(4 * _PLACES, WITHIN_TO(_PLACES, _REACH / 2)))
)
_DIVIDED = line(_TOP / _UNDER, given=(at_most(_TOP, _HIGHER),)).le(_HIGHER / _UNDER)
_LEAST_REACH = (
    line(_REACH / 2, given=(_NARROW,))
    .ge(
        (2**_SMOOTH) ** (1 / _SMOOTH) / 2,
        _DIVIDED.at({_TOP: 2 * sqrt(2) * HALF * 2**_SMOOTH, _HIGHER: LEVEL, _UNDER: 2 * sqrt(2) * HALF}),
        line(2 * sqrt(2) * HALF * 2**_SMOOTH, given=(_NARROW,))
        .le(2 * sqrt(2) * _NARROW.right * 2**_SMOOTH, _NARROW)
        .eq(LEVEL),
    )
    .eq(1)
)
PACKED = Claim(
    "kent/own/prop5-packing",
    "to Appendix C, proof of Proposition 5, (75), lower half, and Lemma 29: cosines in place of bumps",
    Kind.CONSTRUCTION,
    "a large packing of the Sobolev densities",
    corrected=AllOf(
        "",
        {
            "k cosines": _COSINES,
            "the best k": line(Covering(_DENSITIES, HALF), given=(_NARROW,))
            .ge(exp(9 * _REACH / 128), obtain(WHOLE_WITHIN(_PLACES, _REACH / 2), _AT_REACH), _LEAST_REACH)
            .crosschecked(
                "codes found one vertex after the other, and their densities",
                r"|\mathcal V'|\ge e^{9y/128},\ \sum_j(2j)^{2\beta}\gamma^2\le1,\ 2\gamma^2k^2\le\tfrac12,\ \min\|f_u-f_v\|^2\ge4\Delta^2",
                "beta = 1, 2, 3; k = 1..10, y = 2k + 2, r = 1",
                _packed,
            ),
        },
    ),
    note="Weights a_j = j^beta for even j, as Tsybakov's and kent's. The co-ordinates are given, so membership needs no "
    "periodicity and no smoothness of a bump. k = floor(y/2), y = (r/(2 sqrt(2) Delta))^(1/beta).",
)


def _covered(_: Settings) -> Iterator[Case]:
    for beta in (1, 2, 3, 5):
        for x in (2, 3, 7, 50, 1000):
            m = x // 2
            left = 2 * m * (arb(2).log() + beta * arb(x).log()) - 2 * beta * (m * arb(2).log() + arb(m + 1).lgamma())
            yield Case({"beta": beta, "(4/Delta)^(1/beta)": x}, left, Fraction(21 * beta * x, 10))


_SPACE = let(r"\mathcal{F}_\beta", DensityEllipsoid(_SMOOTH, 1))
_SHARE, _FILLED = real("u", above=0, most=1), 2 * _TERMS / _WIDTH
_BULK = 2 * _TERMS * (log(2) + _SMOOTH) + 2 * _TERMS * _SMOOTH * log(_WIDTH / (2 * _TERMS))
_FITTING = (at_most(2 * _TERMS, _WIDTH), below(_WIDTH, 2 * _TERMS + 2))
_AT_WIDTH = Covering(_SPACE, 4 * _WIDTH**-_SMOOTH)
_MOST = Rational(21, 10) * _SMOOTH
_ENTROPY = line(_SHARE * (log(2) + _SMOOTH) - _SMOOTH * _SHARE * log(_SHARE)).le(_MOST)
_SIZE = exp(_MOST * (4 / HALF) ** (1 / _SMOOTH))
COVERED = Claim(
    "kent/own/prop5-cover",
    "to Appendix C, proof of Proposition 5, (75), upper half: Wainwright 2019, Example 5.12, with constants",
    Kind.INEQUALITY,
    "covering numbers of the Sobolev densities from above",
    corrected=AllOf(
        "",
        {
            "2m co-ordinates": line(_AT_WIDTH, given=_FITTING)
            .le(
                exp(_BULK),
                because(
                    "With Delta = 4 y^(-beta) all co-ordinates beyond 2m + 1 contribute at most 2 (2m + 2)^(-beta) < Delta/2 to a "
                    "distance, so that of densities Delta apart the first ones are Delta/2 apart (theta_1 = 1 is common): at most "
                    "Vol(2E)/Vol(B(Delta/4)) points, the ball lying in the ellipsoid E since (2m)^beta <= 4/Delta; its semi-axes "
                    "are (2i)^(-beta), twice each, and m! >= (m/e)^m.",
                    "kent/own/volume",
                    "kent/thm1/step1",
                ),
            )
            .eq(exp(_WIDTH * (_FILLED * (log(2) + _SMOOTH) - _SMOOTH * _FILLED * log(_FILLED))))
            .le(exp(_MOST * _WIDTH), _ENTROPY.at({_SHARE: _FILLED})),
            "any Delta": line(Covering(_SPACE, HALF))
            .le(
                _SIZE,
                because(
                    "With y = (4/Delta)^(1/beta) it is the first part for m = floor(y/2); where y < 2 any two densities are at "
                    "most 2 2^(-beta) < Delta apart, and one ball is enough."
                ),
            )
            .crosschecked(
                "the count of the proof, enclosed",
                r"2m\log\tfrac8\Delta-2\beta\log(2^mm!)\le\tfrac{21}{10}\beta(4/\Delta)^{1/\beta}",
                "beta = 1, 2, 3, 5; (4/Delta)^(1/beta) = 2, 3, 7, 50, 1000",
                _covered,
            ),
        },
    ),
)


def largest_distance(beta: int, radius: Fraction) -> Fraction:
    """sup ||f - 1||^2 over the printed class: all that theta_1 = 1 leaves of the energy, at the lightest j >= 2."""
    return max(Fraction(0), radius**2 - 1) / 4**beta


def largest_distance_again(beta: int, radius: Fraction) -> Fraction:
    """The same, one co-ordinate after the other."""
    return max(max(Fraction(0), radius**2 - 1) / j ** (2 * beta) for j in range(2, 60))


def _one_point(_: Settings) -> Iterator[Case]:
    """The worst loss of the constant estimate 1 over F_(beta, 1), which bounds the minimax risk."""
    for beta in (1, 2, 3):
        value = largest_distance(beta, Fraction(1))
        yield Case(
            {"beta": beta, "r": 1, "estimate": "1", "n, alpha": "any"},
            value,
            0,
            largest_distance_again(beta, Fraction(1)),
        )


def _halves(_: Settings) -> Iterator[Case]:
    for beta in (1, 2, 3, 5):
        for share in (1, 100, 10**6):
            delta = 1 / (2 * arb(2).sqrt() * 2**beta * share)
            power = (2 * arb(2).sqrt() * delta) ** (-arb(1) / beta)
            right = arb(21) * beta / 10 * (4 / delta) ** (arb(1) / beta)
            yield Case({"beta": beta, "share": f"1/{share}"}, arb(9) / 128 * power, right)


_NUMBER, _FEW = (term.xreplace({LEVEL: sympy.Integer(1)}) for term in (_REACH, _NARROW))
STEP1 = Claim(
    "kent/prop5/step1",
    "Appendix C, proof of Proposition 5, (75)",
    Kind.INEQUALITY,
    "covering numbers of the Sobolev densities",
    says=(
        r"\exp\big(c_\beta(1/\Delta)^{1/\beta}\big)\le "
        r"N(\Delta)\le\exp\big(C_\beta(1/\Delta)^{1/\beta}\big)\ \text{ for }\Delta\text{ sufficiently "
        r"small}"
    ),
    match=Match.READING,
    differs=(
        "at the radius r = 1 of the proposition, what the lower half gives: a covering number above 1, so"
        " that the class has two points"
    ),
    printed=FiniteCheck(
        r"e^{c_\beta(1/\Delta)^{1/\beta}}\le N(\Delta)\text{ for small }\Delta,\text{ so }\mathcal F_{\beta,1}\text{ has two points}",
        "beta = 1, 2, 3; sup ||f - 1||^2 over the class with r = 1",
        _one_point,
        ">",
    ),
    corrected=AllOf(
        "",
        {
            "from below": line(Covering(_SPACE, HALF), given=(_FEW,)).ge(
                exp(9 * _NUMBER / 128), cite(PACKED, "the best k").at({LEVEL: 1})
            ),
            "from above": line(Covering(_SPACE, HALF))
            .le(_SIZE, cite(COVERED, "any Delta"))
            .crosschecked(
                "both halves at once, enclosed",
                r"\tfrac9{128}(2\sqrt2\Delta)^{-1/\beta}\le\tfrac{21}{10}\beta(4/\Delta)^{1/\beta}",
                "beta = 1, 2, 3, 5; Delta = 2^(-beta)/(2 sqrt 2), and a hundredth and a millionth of it",
                _halves,
            ),
        },
    ),
    correction="(19) weighs theta_1 by 1, and a density has theta_1 = 1: with r = 1 nothing is left and the class is {1}. "
    "With Tsybakov's weights (1.90), a_1 = 0, both halves hold",
    severity=Severity.CONDITION,
    theorem="kent/prop5",
    note="The printed lower half depends on Lemma 29, whose construction is not in the printed class; here by cosines.",
    root="kent/prop5",
)

_SMOOTHNESS = real("beta", above=0)
_LEAST, _MOST_BALLS, _ENLARGED = real(r"c_\beta", above=0), real(r"C_\beta", above=0), real(r"c'_\beta", above=0)
_SENT = INFORMATION / 12
_CHOSEN_76 = let(r"\Delta", (_LEAST / (_ENLARGED * (24 * _SENT + 2 * log(2)))) ** _SMOOTHNESS / 2)
_CHOSEN_77 = let(r"\Delta", (40 * _MOST_BALLS / _SENT) ** _SMOOTHNESS)
PROP5_CHOICES = Claim(
    "kent/prop5/choices",
    "Appendix C, proof of Proposition 5, the choices of Delta for (76), (77)",
    Kind.RATE_ALGEBRA,
    "the two choices of Delta",
    says=r"\Delta=\frac12\Big(\frac{c_\beta}{c'_\beta\{24n\min\{\alpha,\alpha^2\}+2\log(2)\}}\Big)^\beta;\quad\Delta=\{40C_\beta/(n\min\{\alpha,\alpha^2\})\}^\beta",
    match=Match.READING,
    differs=("judged is the equality that each choice gives in its display, not the displays' bounds on the risk"),
    printed=AllOf(
        "",
        {
            "the equality above (76)": line(
                _CHOSEN_76**2 / 2 * (1 - (12 * _SENT + log(2)) / (_LEAST * (1 / (2 * _CHOSEN_76)) ** (1 / _SMOOTHNESS)))
            ).eq(
                (_LEAST / (_ENLARGED * (24 * _SENT + 2 * log(2)))) ** (2 * _SMOOTHNESS) / 8 * (1 - 1 / (2 * _ENLARGED))
            ),
            "the equality of (77)": line(
                _CHOSEN_77**2 + 2 * exp(_MOST_BALLS * (1 / _CHOSEN_77) ** (1 / _SMOOTHNESS) - _SENT / 20)
            ).eq((40 * _MOST_BALLS / _SENT) ** (2 * _SMOOTHNESS) + 2 * exp(-_SENT / 40)),
        },
    ),
    note="True as algebra, whatever the class.",
)


def _choices(_: Settings) -> Iterator[Case]:
    for beta in (1, 2, 3, 5):
        root = arb(1) / beta
        low, high = arb(9) / 128 * (2 * arb(2).sqrt()) ** -root, arb(21) * beta / 10 * arb(4) ** root
        for x in (1, 10, 100, 10**4, 10**6):
            twice = (low / (24 * x + 2 * arb(2).log())) ** beta
            parameters = {"beta": beta, "x": x}
            yield Case(parameters, (arb(9) / (3328 * x)) ** (2 * beta) / 128, twice**2 / 16)
            upper = (40 * high / x) ** (2 * beta) + 2 * (-arb(x) / 40).exp()
            yield Case(parameters, upper, 18 * (arb(84 * beta) / x) ** (2 * beta))


_AT, _ONE_OR_MORE = {_RATE: INFORMATION / 12}, (at_most(1, _RATE),)
_LEVEL = 24 * _RATE + 2 * log(2)
_NEAR = (9 / (128 * _LEVEL)) ** _SMOOTH / (4 * sqrt(2))
_ENOUGH = line(exp(_LEVEL)).le(Covering(_SPACE, 2 * _NEAR), cite(STEP1, "from below").at({HALF: 2 * _NEAR}))
_NEAR_END = (
    line(_NEAR**2 / 4, given=_ONE_OR_MORE)
    .eq((9 / (128 * _LEVEL)) ** (2 * _SMOOTH) / 128)
    .ge(
        (9 / (3328 * _RATE)) ** (2 * _SMOOTH) / 128, line(9 / (128 * _LEVEL), given=_ONE_OR_MORE).ge(9 / (3328 * _RATE))
    )
)
_WIDE, _BALLS = 4 * (84 * _SMOOTH / _RATE) ** _SMOOTH, exp(_RATE / 40)
_SMALL = line(Covering(_SPACE, _WIDE)).le(_BALLS, cite(STEP1, "from above").at({HALF: _WIDE}))
_DIAMETER = DENSITIES_APART(_SMOOTH, 1)
_FADING, _POWER = real("v", above=0), (84 * _SMOOTH / _RATE) ** (2 * _SMOOTH)
_FADED = line(exp(-_FADING / 80)).le(84 / _FADING).at({_FADING: _RATE / _SMOOTH})
_WIDE_END = (
    line(_WIDE**2 + (2 * 2**-_SMOOTH) ** 2 * _BALLS * exp(-_RATE / 20))
    .eq(16 * _POWER + 4 * 2 ** (-2 * _SMOOTH) * exp(-_RATE / 40))
    .le(16 * _POWER + exp(-_RATE / 40))
    .eq(16 * _POWER + exp(-_RATE / (80 * _SMOOTH)) ** (2 * _SMOOTH))
    .le(16 * _POWER + _POWER, _FADED)
    .le(18 * _POWER)
)
_LOWER = far(_SPACE, _NEAR, _ENOUGH, _NEAR_END, _AT)
"""(76)."""
_UPPER = near(_SPACE, _WIDE, _BALLS, _SMALL, _DIAMETER, _WIDE_END, _AT).crosschecked(
    "both bounds from the two choices of Delta, enclosed",
    r"\tfrac1{128}(\tfrac9{3328x})^{2\beta}\le\tfrac18(2\Delta_{LB})^2\cdot\tfrac12,\quad\Delta_{UB}^2+2e^{-x/40}\le18(\tfrac{84\beta}x)^{2\beta}",
    "beta = 1, 2, 3, 5; x = 1, 10, 100, 10^4, 10^6",
    _choices,
)
"""(77)."""
PROP5 = Claim(
    "kent/prop5",
    "Section 2.2.3, Proposition 5, (23)",
    Kind.LOWER_BOUND,
    "density estimation at infinitely many samples",
    says=(
        r"\text{whenever }n\min\{\alpha,\alpha^2\}\ge C'_\beta\text{: "
        r"}\frac{c_\beta}{(n\min\{\alpha,\alpha^2\})^{2\beta}}\lesssim\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}_{\beta,1}),\lVert\cdot\rVert_2^2)\lesssim\frac{C_\beta}{(n\min\{\alpha,\alpha^2\})^{2\beta}}\text{, "
        r"}C_\beta>c_\beta>0"
    ),
    match=Match.READING,
    differs="the lower half alone, c_beta hidden in the sign, with > 0 made explicit",
    printed=FiniteCheck(
        r"\mathcal R_{n,\infty,\alpha}(\theta(\mathcal P_{\beta,1}),\|\cdot\|_2^2)\gtrsim(n\min\{\alpha,\alpha^2\})^{-2\beta}>0",
        "beta = 1, 2, 3; the estimate 1, whose loss is at most sup ||f - 1||^2 over the class with r = 1",
        _one_point,
        ">",
    ),
    corrected=AllOf("", {"(76)": _LOWER, "(77)": _UPPER}),
    correction="with Tsybakov's weights (1.90), a_1 = 0, which the paper cites and means, the printed rate "
    "holds, for every n min{alpha, alpha^2} >= 1. By (19) as printed theta_1 has the weight 1, and a "
    "density has theta_1 = 1, so that the class (20) of radius 1 holds the density 1 only: its risk "
    "is 0",
    severity=Severity.CONDITION,
    theorem="kent/prop5",
    note="The printed upper half is true of the class {1}, as 0 <= anything.",
)

CLAIMS = (
    VERTICES,
    PACKED,
    COVERED,
    STEP1,
    PROP5_CHOICES,
    PROP5,
)
