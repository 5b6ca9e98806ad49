"""kent (18)-(21) and Appendix H.5, Step 1, (208), (209): the class of densities and the hypercube in it."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import acb, arb
from sympy import Rational, cos, integrate, pi, sin, sqrt

from verify.kernel.calculus import (
    Name,
    Sum,
    at_most,
    because,
    constructor,
    equal,
    integer,
    let,
    line,
    property_of,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.facts.ellipsoids import PARSEVAL, EllipsoidSum, Energy, Periodic
from verify.kernel.calculus.facts.fluctuations import SignAt
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb

DENSITY_CLASS = Claim(
    "kent/density-class",
    "Section 2.2.3, (18)-(21)",
    Kind.DEFINITION,
    "the class of densities",
    says=(
        r"\varphi_1(x)=1,\ \varphi_{2j}(x)=\sqrt{2}\cos(2\pi jx),\ \varphi_{2j+1}(x)=\sqrt{2}\sin(2\pi "
        r"jx),\ j\in\mathbb{N};\quad\mathcal{S}_{\beta,r}=\Big\{f\in "
        r"L^2([0,1]):f=\sum_{j=1}^\infty\theta_j\varphi_j,\ \sum_{j=1}^\infty j^{2\beta}\theta_j^2\le "
        r"r^2\Big\};\quad\mathcal{F}_{\beta,r}=\Big\{f\in\mathcal{S}_{\beta,r}:f>0,\ \int "
        r"f(x)dx=1\Big\};\quad\mathcal{P}_{\beta,r}=\{P_f:f\in\mathcal{F}_{\beta,r}\}"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\mathcal S_{\beta,r}=\{f=\textstyle\sum_{j\ge1}\theta_j\varphi_j:\sum_{j\ge1}j^{2\beta}\theta_j^2\le r^2\},\ \varphi_1=1,\ \mathcal F_{\beta,r}=\{f\in\mathcal S_{\beta,r}:f>0,\int f=1\}"
    ),
    note="Sums from j = 1 with weight 1 there. The ellipsoid of Tsybakov 2009, (1.90), has a_1 = 0 and a_j = "
    "j^beta or (j-1)^beta.",
)


BETA, BUMPS, RADIUS = integer("beta", least=1), integer("k", least=1), real("r", above=0)
FUNCTION, VERTEX, _PLACE = Name("f", "function"), Name("v", "vertex"), integer("j", least=1)
SobolevSum = quantity(
    "SobolevSum",
    r"\textstyle\sum_{{j \ge 1}} j^{{2 {1}}} \theta_j({0})^2",
    "sum over j of j^(2 beta) times the square of "
    "the coefficient at 1, sqrt(2) cos(2 pi x), sqrt(2) sin(2 pi x), ...: SobolevSum(f, beta)",
    0,
    infinite=True,
)
FromOne = quantity("FromOne", r"\|{0} - 1\|_2^2", "integral of (f - 1)^2", 0)
IsDensity = property_of("IsDensity", r"{0} > 0,\ \int {0} = 1")
_SUM, _IN_CLASS = SobolevSum(FUNCTION, BETA), at_most(SobolevSum(FUNCTION, BETA), RADIUS**2)
_ONE_MORE = (
    line(1 + FromOne(FUNCTION), given=(IsDensity(FUNCTION), _IN_CLASS))
    .le(
        _SUM,
        words(
            "The first coefficient is the mass 1, the others are those of f - 1, and j^(2 beta) is at least 1: Parseval.",
            at_most(1 + FromOne(FUNCTION), _SUM),
            given=(IsDensity(FUNCTION),),
            leans=("kent/density-class",),
        ),
    )
    .le(RADIUS**2, _IN_CLASS)
)
OWN_SOBOLEV_POINT = Claim(
    "kent/own/sobolev-point",
    "to Section 2.2.3, (19)-(21), at r = 1",
    Kind.CONSTRUCTION,
    "the printed class of radius 1 is one point",
    corrected=AllOf(
        "",
        {
            "the constant alone at r = 1": _ONE_MORE,
            "none for r < 1": line(1, given=_ONE_MORE.given).le(1 + FromOne(FUNCTION)).le(RADIUS**2, _ONE_MORE),
        },
    ),
    note="So the minimax risk of Proposition 5 and Theorem 9 is 0 as printed; both are about the ellipsoid "
    "without j = 1.",
)
_POINT = sympy.Symbol("x", real=True)


def _periodic(_: Settings) -> Iterator[Case]:
    """Sums of a_j^2 theta_j^2 and pi^(-2 beta) times the integral of the squared derivative, for cos(2 pi j x) and sin."""
    for beta in (1, 2):
        for j in (1, 2):
            for wave, place in (
                (sqrt(2) * cos(2 * pi * j * _POINT), 2 * j),
                (sqrt(2) * sin(2 * pi * j * _POINT), 2 * j + 1),
            ):
                weight = place if place % 2 == 0 else place - 1
                energy = integrate(sympy.diff(wave, _POINT, beta) ** 2, (_POINT, 0, 1)) / pi ** (2 * beta)
                yield Case({"beta": beta, "j": place}, sympy.nsimplify(sympy.simplify(energy)), weight ** (2 * beta))


_ENERGY, _WEIGHTED = Energy(FUNCTION, BETA), EllipsoidSum(FUNCTION, BETA)
SMOOTH = (
    line(_WEIGHTED, given=(Periodic(FUNCTION, BETA),))
    .eq(_ENERGY / pi ** (2 * BETA), PARSEVAL(FUNCTION, BETA))
    .crosschecked(
        "waves",
        r"a_j^2=\pi^{-2\beta}\int\{\varphi_j^{(\beta)}\}^2",
        "beta = 1, 2; j = 2..5",
        _periodic,
        "==",
    )
)
OWN_SOBOLEV_ENERGY = Claim(
    "kent/own/sobolev-energy",
    "to Section 2.2.3, (19), with the weights of Tsybakov 2009, (1.90)",
    Kind.IDENTITY,
    "the energy of a periodic function",
    corrected=SMOOTH,
)


def _halves(_: Settings) -> Iterator[Case]:
    """g(x) + g(x + 1/2) for the unscaled bump, x in (0, 1/2), next to 0 up to 2^-40 either way."""
    for i in range(1, 20):
        x = as_arb(Fraction(i, 40))
        half, one = as_arb(Fraction(1, 2)), arb(1)
        there = x + half
        value = (-1 / (x * (half - x))).exp() - (-1 / ((there - half) * (one - there))).exp()
        yield Case({"x": f"{i}/40"}, abs(value), arb(2) ** -40)


UnitSlope = quantity(
    "UnitSlope",
    r"\sup |g_{0}^{{({0})}}|",
    "largest beta-th derivative of the unscaled bump, which is scaled so that it is at most 1",
    0,
    1,
)
UnitIntegral = quantity("UnitIntegral", r"\int g_{0}", "integral of the unscaled bump")
BumpIntegral = quantity(
    "BumpIntegral",
    r"\int g_{{{0}, {3}}}(k = {1}, r = {2})",
    "integral of the j-th bump r pi^beta/(2 k^beta) g_beta(kx - j + 1): BumpIntegral(beta, k, r, j)",
)
BumpSlope = quantity(
    "BumpSlope",
    r"\mathrm{{Lip}}(g_{{{0}, {3}}}^{{({0} - 1)}})(k = {1}, r = {2})",
    "Lipschitz constant of the (beta - 1)-th derivative of the j-th bump: BumpSlope(beta, k, r, j)",
    0,
)
_BUMP = BETA, BUMPS, RADIUS, _PLACE
_SCALE = RADIUS * pi**BETA / (2 * BUMPS**BETA)
APPH_5_FAM_BUMP = Claim(
    "kent/appH.5/fam/bump",
    "Appendix H.5, Step 1, before (208)",
    Kind.CONSTRUCTION,
    "the bumps",
    says=(
        r"g_{\beta,j}(x)=\frac{r\pi^\beta}{2k^\beta}g_\beta\Big(k\Big(x-\frac{j-1}{k}\Big)\Big);\quad|g_{\beta,j}^{(\beta-1)}(x)-g_{\beta,j}^{(\beta-1)}(y)|=\frac{r\pi^\beta}{2k}\Big|g_\beta^{(\beta-1)}(kx-(j-1))-g_\beta^{(\beta-1)}(ky-(j-1))\Big|\le\frac{r\pi^\beta}{2}|x-y|;\quad\int_0^1g_\beta(x)dx=0\text{, "
        r"so that }\int f_v(x)dx=1"
    ),
    match=Match.READING,
    differs="two parts: the integral, and the Lipschitz constant end to end",
    printed=AllOf(
        "",
        {
            "integral": line(1 + BumpIntegral(*_BUMP))
            .eq(
                1 + _SCALE / BUMPS * UnitIntegral(BETA),
                words("The integral, substituted.", equal(BumpIntegral(*_BUMP), _SCALE / BUMPS * UnitIntegral(BETA))),
            )
            .eq(1, words("The second half of the bump is minus the first, moved.", equal(UnitIntegral(BETA), 0)))
            .crosschecked("the two halves cancel", r"|g(x)+g(x+\tfrac12)|\le2^{-40}", "x = i/40, 0 < i < 20", _halves),
            "slope": line(BumpSlope(*_BUMP))
            .le(_SCALE * BUMPS**BETA * UnitSlope(BETA), because("The chain rule: beta factors k."))
            .le(RADIUS * pi**BETA / 2),
        },
    ),
    note="g is flat at the ends of the halves, so it is smooth; the supremum of its beta-th derivative is finite "
    "and c_beta exists.",
)
_HALF = Rational(1, 2)


def _ramp(j: int) -> sympy.Expr:
    """The coefficient of pi (x - 1/2) at the sine sqrt(2) sin(2 pi j x)."""
    return integrate(pi * (_POINT - _HALF) * sqrt(2) * sin(2 * pi * j * _POINT), (_POINT, 0, 1))


def _ramp_energy(_: Settings) -> Iterator[Case]:
    """The term j = 3 of the sum of j^2 theta_j^2 for f = pi (x - 1/2) next to r^2 = 1; the true value of the sum is infinite.

    Second route: theta_(2j+1) = -1/(sqrt(2) j).
    """
    theta = _ramp(1)
    yield Case(
        {"beta": 1, "r": 1, "f": "pi (x - 1/2)", "term": "j = 3"},
        sympy.nsimplify(9 * theta**2),
        1,
        left_again=Fraction(9, 2),
    )


def _triangle(_: Settings) -> Iterator[Case]:
    """Partial sums of a_j^2 theta_j^2 for f = pi |x - 1/2|, whose slope is pi everywhere; the sines have no share."""
    total = arb(0)
    for j in range(1, 8):
        wave = sqrt(2) * cos(2 * pi * j * _POINT)
        half = integrate(pi * (_HALF - _POINT) * wave, (_POINT, 0, _HALF))
        # f and the cosines are symmetric about 1/2.
        share = sympy.nsimplify(sympy.simplify((2 * j * 2 * half * pi) ** 2))
        total += as_arb(Fraction(int(share.p), int(share.q))) / arb.pi() ** 2
        if j % 2:
            yield Case({"beta": 1, "r": 1, "J": 2 * j}, total, as_arb(1))


HoelderBall = property_of("HoelderBall", r"{0} \in \mathcal{{H}}_{{{1}, {2}}}")
"""The (beta - 1)-th derivative of f is Lipschitz with this constant: HoelderBall(f, beta, L)."""
_LIPSCHITZ = RADIUS * pi**BETA
_HOELDER = Periodic(FUNCTION, BETA), HoelderBall(FUNCTION, BETA, _LIPSCHITZ)
APPH_5_FAM_HOLDER = Claim(
    "kent/appH.5/fam/holder",
    "Appendix H.5, Step 1, the second fact after (208)",
    Kind.CONSTRUCTION,
    "Holder balls inside the ellipsoid",
    says=r"\mathcal{H}_{\beta,r\pi^\beta}\subseteq\mathcal{S}_{\beta,r}\text{ for integer }\beta",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\mathcal H_{\beta,r\pi^\beta}\subseteq\mathcal S_{\beta,r}",
        "beta = 1, r = 1, f = pi (x - 1/2), one term of the sum",
        _ramp_energy,
    ),
    corrected=line(_WEIGHTED, given=_HOELDER)
    .eq(_ENERGY / pi ** (2 * BETA), SMOOTH)
    .le(
        _LIPSCHITZ**2 / pi ** (2 * BETA),
        words(
            "The beta-th derivative is almost everywhere at most the Lipschitz constant.",
            at_most(_ENERGY, _LIPSCHITZ**2),
            given=_HOELDER[1:],
        ),
    )
    .eq(RADIUS**2)
    .crosschecked(
        "the steepest periodic function",
        r"\textstyle\sum_{j\le J}a_j^2\theta_j^2\le r^2=1",
        "beta = 1, f = pi |x - 1/2|, J = 2, 6, 10, 14: coefficients by sympy",
        _triangle,
    ),
    correction="for functions that are periodic with their derivatives, and the weights a_j: Tsybakov's "
    "Proposition 1.14 is about these. The bumps vanish near 0 and 1, so it applies to f_v",
    severity=Severity.PROOF_GAP,
    theorem="kent/own/thm9-lower",
    note="f = pi (x - 1/2) has slope pi; its coefficient at j = 3 is -1/sqrt(2).",
)


def _inside_by_pieces() -> arb:
    pieces = (arb(0.125) + (arb(k) + arb(0.5, 0.5)) / 1600 for k in range(400))
    return sum(((-2 / (x * (arb(0.5) - x))).exp() for x in pieces), arb(0)) / 1600


def _away(_: Settings) -> Iterator[Case]:
    """1 + a part of the integral of the squared unscaled bump, next to 1; again by its range on each of 400 pieces."""
    inside = acb.integral(lambda x, _: (-2 / (x * (acb(1) / 2 - x))).exp(), acb(1) / 8, acb(3) / 8).real
    yield Case({"x": "from 1/8 to 3/8", "c_beta": 1}, 1 + inside, 1, left_again=1 + _inside_by_pieces())


UnitEnergy = quantity(
    "UnitEnergy",
    r"\int \{{g_{0}^{{({0})}}\}}^2",
    "integral of the squared beta-th derivative of the unscaled bump, which is at most 1 in absolute value",
    0,
    1,
)
BumpDensity = constructor("BumpDensity", r"f_{{{0}}}({1}, {2}, {3})", sort="function")
"""f_v = 1 + sum_j v_j g_(beta, j), k bumps: BumpDensity(v, beta, k, r)."""
_DENSITY = BumpDensity(VERTEX, BETA, BUMPS, RADIUS)
_BUMPED = _LIPSCHITZ**2 / 4 * UnitEnergy(BETA)
APPH_5_FAM_INCLUSION = Claim(
    "kent/appH.5/fam/inclusion",
    "Appendix H.5, (208), with r = 1",
    Kind.CONSTRUCTION,
    "the family lies in the class",
    says=r"\Big\{f_v=1+\sum_{j=1}^kv_jg_{\beta,j}:v\in\mathcal{V}\Big\}\subseteq\mathcal{F}_{\beta,r}",
    match=Match.READING,
    differs="at r = 1, which the proof sets in Step 3, by what the class then asks of the norm",
    printed=FiniteCheck(
        r"f_v\in\mathcal F_{\beta,1}\text{, so that }1+\|f_v-1\|_2^2\le1",
        "the integral of the squared unscaled bump from 1/8 to 3/8, enclosed, for that of (f_v - 1)^2",
        _away,
    ),
    corrected=line(EllipsoidSum(_DENSITY, BETA))
    .eq(
        Energy(_DENSITY, BETA) / pi ** (2 * BETA),
        SMOOTH.at({FUNCTION: _DENSITY}),
        words("The density is smooth and 1 near both ends.", Periodic(_DENSITY, BETA), leans=("kent/appH.5/fam/bump",)),
    )
    .le(
        _BUMPED / pi ** (2 * BETA),
        words(
            "The k bumps have disjoint supports, and each energy is 1/k of (r pi^beta/2)^2 times that of the unscaled one.",
            at_most(Energy(_DENSITY, BETA), _BUMPED),
            leans=("kent/appH.5/fam/bump",),
        ),
    )
    .le(RADIUS**2 / 4),
    correction="with the weights a_1 = 0, a_j = j^beta or (j-1)^beta the family lies in the ellipsoid, with a margin of a factor 4; "
    "with those of (19) a density of radius 1 is the constant",
    severity=Severity.CONDITION,
    theorem="kent/own/thm9-lower",
    note="Any multiple above 0 of the integral will do.",
    root="kent/prop5",
)
APPH_5_FAM = Claim(
    "kent/appH.5/fam",
    "Appendix H.5, Step 1, (208)",
    Kind.CONSTRUCTION,
    "the hypercube of densities",
    says=r"\Big\{f_v=1+\sum_{j=1}^kv_jg_{\beta,j}:v\in\mathcal{V}\Big\}\subseteq\mathcal{F}_{\beta,r},\quad\mathcal{V}=\{-1,1\}^k",
    match=Match.SAME,
    printed=Whole(
        r"\{f_v\}\subseteq\mathcal F_{\beta,r}",
        ("kent/appH.5/fam/bump", "kent/appH.5/fam/holder", "kent/appH.5/fam/inclusion"),
    ),
    corrected=Whole(
        r"\{f_v\}\subseteq\{f:\textstyle\sum_ja_j^2\theta_j^2\le r^2\}",
        ("kent/appH.5/fam/bump", "kent/appH.5/fam/holder", "kent/appH.5/fam/inclusion"),
        as_corrected=True,
    ),
    correction="in the ellipsoid without the first coefficient",
    severity=Severity.PROOF_GAP,
    theorem="kent/own/thm9-lower",
)


def _doubled(_: Settings) -> Iterator[Case]:
    """(v - v')^2 for signs that differ next to the printed 2, in units of the integral of g^2."""
    yield Case(
        {"k": 1, "v": 1, "v'": -1, "unit": "the integral of g_{beta,1}^2"},
        Fraction((1 - (-1)) ** 2),
        Fraction(2),
        left_again=Fraction(4),
    )


BumpSquare = quantity(
    "BumpSquare", "c'_{0}", "integral of the square of the unscaled bump, |g| at most 1 on [0, 1]", 0, 1
)
_VERTEX2 = Name("v'", "vertex")
_ONE_BUMP = let(r"\gamma_j", (RADIUS * pi**BETA / (2 * BUMPS**BETA)) ** 2 * BumpSquare(BETA) / BUMPS)
"""The integral of g_(beta, j)^2."""
_SIGNS_APART = SignAt(VERTEX, _PLACE) - SignAt(_VERTEX2, _PLACE)
_DIFFERS = let("d_j", _SIGNS_APART**2 / 4)
"""1 where the signs differ, else 0."""
_PER_BUMP = RADIUS**2 * pi ** (2 * BETA) * BumpSquare(BETA) / BUMPS ** (2 * BETA + 1)
_FOUR_TIMES = line(Sum(_SIGNS_APART**2 * _ONE_BUMP, _PLACE, 1, BUMPS)).eq(
    Sum(4 * _DIFFERS * _ONE_BUMP, _PLACE, 1, BUMPS), line(_SIGNS_APART**2 * _ONE_BUMP).eq(4 * _DIFFERS * _ONE_BUMP)
)
EQ209 = Claim(
    "kent/eq209",
    "Appendix H.5, Step 1, (209), the equality",
    Kind.IDENTITY,
    "the distance of two densities",
    says=(
        r"\lVert f_v-f_{v'}\rVert_2^2=2\sum_{j=1}^k\mathbb{1}\{v_j\ne "
        r"v_j'\}\int_{\frac{j-1}{k}}^{\frac{j}{k}}\{g_{\beta,j}(x)\}^2dx\ge\frac{c_\beta'r^2\pi^{2\beta}}{2k^{2\beta+1}}\sum_{j=1}^k\mathbb{1}\{v_j\ne "
        r"v_j'\}"
    ),
    match=Match.READING,
    differs="one of two steps: the equality",
    printed=FiniteCheck(
        r"\|f_v-f_{v'}\|_2^2=2\textstyle\sum_j1\{v_j\ne v_j'\}\int g_{\beta,j}^2", "k = 1", _doubled, "=="
    ),
    corrected=AllOf(
        "",
        {
            "the equality": _FOUR_TIMES,
            "the inequality": line(_FOUR_TIMES.end)
            .eq(Sum(_PER_BUMP * _DIFFERS, _PLACE, 1, BUMPS), line(4 * _DIFFERS * _ONE_BUMP).eq(_PER_BUMP * _DIFFERS))
            .ge(
                Sum(_PER_BUMP / 2 * _DIFFERS, _PLACE, 1, BUMPS), line(_PER_BUMP * _DIFFERS).ge(_PER_BUMP / 2 * _DIFFERS)
            ),
        },
    ),
    correction="4, not 2: the signs differ by 2. The distance is written as the sum over the k intervals, in which f_v - f_v' is "
    "(v_j - v_j') g_(beta, j), and the indicator as d_j = (v_j - v_j')^2/4. The inequality of (209) holds, and the separation stated after "
    "it, which would not follow from the printed right side, is right",
    severity=Severity.CONSTANT,
    theorem="kent/own/thm9-lower",
)
DensityDistance = quantity(
    "DensityDistance",
    r"\|f_{{{0}}} - f_{{{1}}}\|_2^2 ({2}, {3}, {4})",
    "integral of the squared difference of two of the densities 1 + sum_j v_j g_(beta, j): DensityDistance(u, u', beta, "
    "k, r)",
    0,
)

CLAIMS = (
    DENSITY_CLASS,
    OWN_SOBOLEV_POINT,
    OWN_SOBOLEV_ENERGY,
    APPH_5_FAM_BUMP,
    APPH_5_FAM_HOLDER,
    APPH_5_FAM_INCLUSION,
    APPH_5_FAM,
    EQ209,
)
