"""label Appendices F and G, (121)-(142): bounded regression under local label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Abs, Integer, Min, Rational, exp, log, oo

from notation.symbols import N, beta, d, epsilon, h
from verify.kernel.calculus import (
    ADDITIVE,
    BIAS_VARIANCE,
    FINITE_MEAN,
    LAPLACE_VARIANCE,
    LINEAR,
    MONOTONE,
    SUM_OF_INDEPENDENT,
    Chain,
    Discrete,
    Expectation,
    Grant,
    Independent,
    LaplaceNoise,
    Mean,
    Name,
    Sum,
    Variance,
    because,
    by_induction,
    equal,
    integer,
    last_summand,
    let,
    line,
    property_of,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus.facts.bits import BinomialAtMost
from verify.kernel.calculus.facts.prediction import SAME
from verify.kernel.calculus.facts.voting import Entry
from verify.kernel.calculus.over import substitute
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Balance, Case, FiniteCheck, SameRate, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.label.averages import (
    BETA,
    BOUNDED_NEIGHBOURS,
    DIM,
    EPS,
    INSIDE,
    LAW,
    LIKELY,
    RADIUS,
    RANK,
    SAMPLES,
    SCALE,
    TOP,
    WITHIN,
    local_privacy,
    powers,
)
from verify.papers.label.instances.label_laws import convex_squares, half_labels, neighbour_variances, two_neighbours
from verify.papers.label.instances.tent_functions import local_votes
from verify.papers.label.lemmas.local_averages import CHERNOFF_LOWER, WITHIN_VARIANCE, LabelVariance
from verify.papers.label.lower_rates import THEOREM5
from verify.papers.label.nouns import POINT, FarAt, GivenVariance, InSupport
from verify.papers.label.tents import SIZE, local_test, regression, scaled

EQ121 = Claim(
    "label/eq121",
    "Appendix F, (121), (122)",
    Kind.CONSTRUCTION,
    "signs with a perturbed mean",
    says=(
        r"\eta_{\mathbf{v}}(\mathbf{x})=\sum_{k=1}^Kv_k\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)h^\beta,\ "
        r"\mathbf{v}\in\{-1,1\}^G;\quad\mathrm{P}(Y=1|\mathbf{x})=(1+\eta_{\mathbf{v}}(\mathbf{x}))/2,\ "
        r"\mathrm{P}(Y=-1|\mathbf{x})=(1-\eta_{\mathbf{v}}(\mathbf{x}))/2;\quad G\leq C_Gh^{-d}\text{ for "
        r"some constant }C_G"
    ),
    match=Match.READING,
    differs="a group; the printed limit K of the sum is read as G, the number of cubes",
    printed=Whole(
        r"\eta_v=\sum_kv_k\phi_kh^\beta,\ P(Y=\pm1\mid x)=\tfrac{1\pm\eta_v}2;\ G\le C_Gh^{-d}",
        ("label/eq121/mean", "label/eq122"),
    ),
    note="The sum of (121) runs to G (K is printed), as does that of (124). The bound needs G of order h^-d from below, as (129) "
    "has it. The labels 1 and -1 are below T for T > 1; label/own/half-labels serves every T.",
)

_R, _K, _E = sympy.symbols("r k e", positive=True)
_MEAN = real(r"\eta_{\mathbf v}", least=-1, most=1)
_LABEL = Discrete(1, (1 + _MEAN) / 2, -1, (1 - _MEAN) / 2)
"""The label given the features."""
EQ121_MEAN = Claim(
    "label/eq121/mean",
    "Appendix F, above (122)",
    Kind.IDENTITY,
    "the regression function",
    says=(
        r"\mathrm{P}(Y=1|\mathbf{x})=(1+\eta_{\mathbf{v}}(\mathbf{x}))/2,\ "
        r"\mathrm{P}(Y=-1|\mathbf{x})=(1-\eta_{\mathbf{v}}(\mathbf{x}))/2\text{, then "
        r"}\eta(\mathbf{x})=\mathbb{E}[Y|\mathbf{x}]=\eta_{\mathbf{v}}(\mathbf{x})"
    ),
    match=Match.SAME,
    printed=line(Mean(_LABEL)).eq(_MEAN, FINITE_MEAN(_LABEL)),
)


_LEAN = real("u", least=-Rational(1, 4), most=Rational(1, 4))
"""The mean over T: h^beta <= T/4."""
_HALF_LABELS = Discrete(TOP / 2, (1 + 2 * _LEAN) / 2, -TOP / 2, (1 - 2 * _LEAN) / 2)
OWN_HALF_LABELS = Claim(
    "label/own/half-labels",
    "ours, on Appendix F, above (122)",
    Kind.CONSTRUCTION,
    "labels T/2 and -T/2 have the same mean, for any T",
    corrected=AllOf(
        "",
        {
            "the mean": line(Mean(_HALF_LABELS))
            .eq(_LEAN * TOP, FINITE_MEAN(_HALF_LABELS))
            .crosschecked(
                "exact laws",
                r"EY=\eta,\ \mathrm{TV}=2|\eta|/T",
                "T = 1/2, 1, 3; eta = kT/16, |k| <= 4",
                half_labels,
                "==",
            ),
            "the probabilities": line(Min((1 + 2 * _LEAN) / 2, (1 - 2 * _LEAN) / 2)).ge(Rational(1, 4)),
            "the size": line(TOP / 2).lt(TOP),
        },
    ),
    note="Assumption 2 asks for |Y| < T: the labels 1 and -1 of Appendix F satisfy it for T > 1.",
)


def _cubes_that_fit(_: Settings) -> Iterator[Case]:
    """The mass at density c of as many cubes of side h as fit side by side into a cube of volume 1/c = r^d, r = 1/2, 1 or 2."""
    roots, sides = (Fraction(1, 2), Fraction(1), Fraction(2)), (Fraction(1, 2), Fraction(1, 3), Fraction(2, 7))
    for size in (1, 2, 3):
        for root, side in product(roots, sides):
            fit = int(root / side) ** size
            yield Case({"d": size, "1/c": f"{root}^{size}", "h": str(side)}, fit * side**size / root**size, 1)


_ROOMS, _LEAST_DENSITY, _SIDE_OF_CUBES = integer("G", least=1), real("c", above=0), real("h", above=0)
DenseCubes = property_of(
    "DenseCubes", r"{0}\text{{ has a density of at least }}{3}\text{{ on }}{1}\text{{ disjoint cubes of side }}{2}"
)
"""DenseCubes(P, G, h, c)."""
CubesMass = quantity(
    "CubesMass",
    r"P(B_1\cup\dots\cup B_{{{1}}})_{{{0}, {2}}}",
    "mass of G disjoint cubes of side h: CubesMass(P, G, h)",
    0,
    1,
)
_CUBE_MASS, _ALL_CUBES = _LEAST_DENSITY * _SIDE_OF_CUBES**DIM, CubesMass(LAW, _ROOMS, _SIDE_OF_CUBES)
_DENSE = DenseCubes(LAW, _ROOMS, _SIDE_OF_CUBES, _LEAST_DENSITY)
EQ122 = Claim(
    "label/eq122",
    "Appendix F, (122)",
    Kind.INEQUALITY,
    "the cubes are no more than their volume allows",
    says=r"\text{as the support has a bounded volume, }G\leq C_Gh^{-d}\text{ for some constant }C_G",
    match=Match.READING,
    differs="C_G = 1/c is made explicit, by the density bound of Assumption 1(c) in place of the volume",
    printed=line(_ROOMS, given=(_DENSE,))
    .le(
        _ALL_CUBES / _CUBE_MASS,
        scaled(1 / _CUBE_MASS, _ROOMS * _CUBE_MASS, _ALL_CUBES),
        words(
            "Each cube has mass c h^d at least, by Assumption 1(c), and they are disjoint.",
            limits(_ROOMS * _CUBE_MASS, _ALL_CUBES),
            given=(_DENSE,),
        ),
    )
    .le(1 / _CUBE_MASS)
    .crosschecked(
        "the cubes that fit side by side into one of volume 1/c",
        r"Gch^d\le1",
        "d = 1, 2, 3; c = 1, 8, 1/8; h = 1/2, 1/3, 2/7",
        _cubes_that_fit,
    ),
    note="C_G = 1/c. The lower bound needs many cubes, G of order h^-d from below, which (129) takes from "
    "nowhere: label/thm5 as corrected has it as a condition, m >= 1/(2c (2h)^d).",
)


def _without_density(_: Settings) -> Iterator[Case]:
    """f = c = 3, eta^ = -eta_v/100 on the cube, so that v^ = -v: the square without f next to half of phi^2 with it."""
    density, share = Fraction(3), Fraction(1, 100)
    parameters = {"f": 3, "support": "of volume 1/3", "eta^": "-eta_v/100"}
    yield Case(parameters, density / 2, (1 + share) ** 2, left_again=Fraction(1, 2) * 3)


_GUESS, _SHAPE_AT, _SIGN = random_real("G"), random_real("H"), real("v_k", least=-1, most=1)
_LEAST, _WIDE, _HOELDER_POWER = (real(letter, above=0) for letter in ("c", "h", "beta"))
_IS_SIGN, _TURNED = equal(_SIGN**2, 1), limits(_SIGN * Expectation(_GUESS * _SHAPE_AT), 0)
_NO_LESS = {
    square: line(0).le(
        Expectation(square),
        line(Expectation(Integer(0))).le(Expectation(square), MONOTONE(0, square)),
        LINEAR(one, 0, 0),
    )
    for one in (_GUESS, _SHAPE_AT)
    for square in (one**2,)
}
_NOT_NEGATIVE = _NO_LESS[_SHAPE_AT**2]
_OFF_BUMP = (_GUESS - _SIGN * _WIDE**_HOELDER_POWER * _SHAPE_AT) ** 2
_CROSS, _OWN = (
    -2 * _SIGN * _WIDE**_HOELDER_POWER * _GUESS * _SHAPE_AT,
    _SIGN**2 * _WIDE ** (2 * _HOELDER_POWER) * _SHAPE_AT**2,
)
_CELL_SQUARE = _LEAST * _WIDE ** (2 * _HOELDER_POWER + DIM) * Expectation(_SHAPE_AT**2)
_TURNED_LOSS = (
    line(_LEAST * _WIDE**DIM * Expectation(_OFF_BUMP), given=(_IS_SIGN, _TURNED))
    .eq(_LEAST * _WIDE**DIM * Expectation(_GUESS**2 + _CROSS + _OWN), SAME(_OFF_BUMP, _GUESS**2 + _CROSS + _OWN))
    .eq(
        _LEAST
        * _WIDE**DIM
        * (
            Expectation(_GUESS**2)
            - 2 * _WIDE**_HOELDER_POWER * (_SIGN * Expectation(_GUESS * _SHAPE_AT))
            + _SIGN**2 * _WIDE ** (2 * _HOELDER_POWER) * Expectation(_SHAPE_AT**2)
        ),
        ADDITIVE(_GUESS**2 + _CROSS, _OWN),
        ADDITIVE(_GUESS**2, _CROSS),
        LINEAR(_GUESS * _SHAPE_AT, -2 * _SIGN * _WIDE**_HOELDER_POWER, 0),
        LINEAR(_SHAPE_AT**2, _SIGN**2 * _WIDE ** (2 * _HOELDER_POWER), 0),
    )
    .ge(
        _LEAST * _WIDE**DIM * (_WIDE ** (2 * _HOELDER_POWER) * Expectation(_SHAPE_AT**2)),
        _NO_LESS[_GUESS**2],
        _TURNED,
        _IS_SIGN,
    )
    .eq(_CELL_SQUARE)
)
EQ126 = Claim(
    "label/eq126",
    "Appendix F, (123)-(127)",
    Kind.INEQUALITY,
    "a wrong sign costs the squared perturbation",
    says=(
        r"\text{if }\hat v_k\neq "
        r"v_k,\quad\int_{B_k}(\hat\eta(\mathbf{x})-\eta_{\mathbf{v}}(\mathbf{x}))^2d\mathbf{x}\geq\frac12\int_{B_k}\phi^2\left(\frac{\mathbf{x}-\mathbf{c}_k}{h}\right)h^{2\beta}f(\mathbf{x})\,d\mathbf{x}=\frac12ch^{2\beta+d}\lVert\phi\rVert_2^2"
    ),
    match=Match.READING,
    differs="(126) alone of (123) to (127), and without its last equality",
    printed=FiniteCheck(
        r"\hat v_k\ne v_k\Rightarrow\int_{B_k}(\hat\eta-\eta_v)^2dx\ge\tfrac12\int_{B_k}\phi_k^2h^{2\beta}f\,dx",
        "f = 3 on a support of volume 1/3, eta^ = -eta_v/100, in units of h^(2 beta + d) ||phi||_2^2",
        _without_density,
    ),
    corrected=AllOf(
        "",
        {
            "the loss": _TURNED_LOSS,
            "as printed": line(_TURNED_LOSS.start, given=_TURNED_LOSS.given).ge(
                _CELL_SQUARE / 2, _TURNED_LOSS, line(_CELL_SQUARE / 2).le(_CELL_SQUARE, _NOT_NEGATIVE)
            ),
        },
    ),
    correction="the density f, which (124) and (125) have, is missing on the left of (126); with it the display "
    "holds, with 1 in place of 1/2 too. The sum of (124) runs to G (K is printed). Integrals over the cube against f = c "
    "are c h^d times expectations over a point that is uniform on it, of the estimate G and of phi there, H, so that E H^2 "
    "is the squared norm; the sign is wrong where v_k E[G H] <= 0",
    severity=Severity.TYPO,
    theorem="label/thm5",
)
_REGIME = SAMPLES * Min(EPS, 1) ** 2
_SIDE_128 = let("h", _REGIME ** (-1 / (2 * BETA + DIM)))
"""The side of the cubes, with the constant 1."""
EQ130 = Claim(
    "label/eq130",
    "Appendix F, (128)-(130)",
    Kind.RATE_ALGEBRA,
    "the rate",
    says=(
        r"h\sim(N(\epsilon\wedge1)^2)^{-\frac{1}{2\beta+d}}\text{, then }\delta\lesssim1,\ "
        r"\inf_{\hat{\mathbf{v}}}\sup_{M\in\mathcal{M}_\epsilon}\max_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]\gtrsim "
        r"G\sim "
        r"h^{-d};\quad\inf_{\hat\eta}\inf_{M\in\mathcal{M}_\epsilon}\sup_{P_{X,Y}\in\mathcal{F}_{reg1}}R\gtrsim "
        r"h^{2\eta+d}h^{-d}\sim h^{2\beta}\sim(N(\epsilon\wedge1)^2)^{-\frac{2\beta}{2\beta+d}}"
    ),
    match=Match.READING,
    differs=(
        "2 eta in the first exponent is read as the 2 beta of the next one; the right-hand sides alone, as "
        "(129) and the risk are in label/thm5"
    ),
    printed=AllOf(
        "",
        {
            "the powers of h": SameRate(h ** (2 * beta + d) * h**-d, h ** (2 * beta)),
            "h of (128)": line(_SIDE_128 ** (2 * BETA)).eq(_REGIME ** (-2 * BETA / (2 * BETA + DIM))),
        },
    ),
    note="The copy has eta for beta in the first exponent; the next expression of the display has beta.",
)
_SMALL = Variable(_E, Integer(0), Integer(1), open_lower=True)
THM5 = Claim(
    "label/thm5",
    "Section 5.1, Theorem 5, (19)",
    Kind.LOWER_BOUND,
    "the minimax lower bound, bounded labels, local",
    says=(
        r"\inf_{\hat\eta}\inf_{M\in\mathcal{M}_\epsilon}\sup_{(f,\eta)\in\mathcal{F}_{reg1}}(R_{reg}-R_{reg}^*)\gtrsim(N(\epsilon^2\wedge1))^{-\frac{2\beta}{d+2\beta}},\quad\mathcal{M}_\epsilon\text{ "
        r"the privacy mechanisms with }\epsilon\text{-label DP}"
    ),
    match=Match.SAME,
    printed=UpToConstant(
        ((N * _E) ** (-2 * beta / (d + 2 * beta))).subs({beta: 1, d: 1}),
        Integer(1),
        (Variable(N, Integer(1), oo), _SMALL),
        family=((N, _R), (_E, 1 / _R**2)),
        along=_R,
        text=r"\inf\sup(R-R^*)\gtrsim(N(\varepsilon^2\wedge1))^{-2\beta/(d+2\beta)}",
    ),
    corrected=AllOf(
        "",
        {
            "the rate": THEOREM5,
            "at any side of the cubes": regression(local_test(SIZE)).crosschecked(
                "a vote of randomized answers in each cube, exact risk",
                r"\tfrac{cC_G\|\phi\|_2^2}8h^{2\beta}\le R\text{ of the vote}",
                "d = beta = c = C_G = 1, phi(u) = 1-2|u|; h = 1/2, 1/4; epsilon = 1/2, 1, 2 (quick: N <= 64)",
                local_votes,
            ),
        },
    ),
    correction="where N (epsilon^2 ^ 1) is above a constant, the regime that the paper has in view, it holds "
    "(h^beta <= 1/2, beta <= 1, with the labels of label/own/half-labels where T <= 1); below it the "
    "right side exceeds the risk of the estimate 0. Said once for Theorems 5, 6, 7, 9 and 11",
    severity=Severity.CONDITION,
    theorem="label/thm5",
    note="The estimate 0 has risk at most T^2, so the printed bound, which grows without bound as N epsilon^2 -> "
    "0, needs a cap also where N is large; e = epsilon^2 ^ 1, T = d = beta = 1. In the correction the "
    "labels are S and -S, S < T; the m cubes of side h fill half of the volume. For the rate S = T/2, and the conditions on N say that "
    "this h is small enough.",
)
_Y_LABEL, _W_NOISE, _DISTANCE, _REACH = random_real("Y"), random_real("W"), random_real("A", 0), real("k", above=0)
_SCALE_131 = let(r"\lambda", 2 * TOP / EPS)
_LAPLACE, _BOUNDED = LaplaceNoise(_W_NOISE, _SCALE_131), limits(Abs(_Y_LABEL), TOP)
_NOISE_VARIANCE = (
    line(Variance(_W_NOISE), given=(_LAPLACE,))
    .eq(2 * _SCALE_131**2, LAPLACE_VARIANCE(_W_NOISE, _SCALE_131))
    .eq(8 * TOP**2 / EPS**2)
)
_SQUARED = line(_DISTANCE**2, given=(limits(_DISTANCE, _REACH),)).le(_REACH**2, limits(_DISTANCE, _REACH))
_WITHIN_T = line(_Y_LABEL**2, given=(_BOUNDED,)).le(
    TOP**2, _SQUARED.at({_DISTANCE: Abs(_Y_LABEL), _REACH: TOP}), _BOUNDED
)
_LABEL_VARIANCE = (
    line(Variance(_Y_LABEL), given=(_BOUNDED,))
    .eq(Expectation(_Y_LABEL**2) - Expectation(_Y_LABEL) ** 2, BIAS_VARIANCE(_Y_LABEL, 0))
    .le(Expectation(_Y_LABEL**2))
    .le(Expectation(TOP**2), MONOTONE(_Y_LABEL**2, TOP**2), _WITHIN_T)
    .eq(TOP**2, LINEAR(_Y_LABEL, 0, TOP**2))
)
EQ132 = Claim(
    "label/eq132",
    "Appendix G, (131), (132)",
    Kind.IDENTITY,
    "the variance of a private label",
    says=(
        r"\mathrm{Var}[W]=2\lambda^2=2\left(\frac{2T}{\epsilon}\right)^2=\frac{8T^2}{\epsilon^2};\quad\mathrm{Var}[Z]=\mathrm{Var}[Y]+\mathrm{Var}[W]\leq "
        r"T^2\left(1+\frac{8}{\epsilon^2}\right)"
    ),
    match=Match.SAME,
    printed=AllOf(
        "",
        {
            "the noise": _NOISE_VARIANCE,
            "the sum": line(
                Variance(let("Z", _Y_LABEL + _W_NOISE)), given=(Independent(_Y_LABEL, _W_NOISE), _LAPLACE, _BOUNDED)
            )
            .eq(Variance(_Y_LABEL) + Variance(_W_NOISE), SUM_OF_INDEPENDENT(_Y_LABEL, _W_NOISE))
            .le(TOP**2 + 8 * TOP**2 / EPS**2, _LABEL_VARIANCE, _NOISE_VARIANCE)
            .eq(TOP**2 * (1 + 8 / EPS**2)),
        },
    ),
    note="Labels are within [-T, T], by Assumption 2; W does not depend on them.",
)
EQ134 = Claim(
    "label/eq134",
    "Appendix G, (133), (134)",
    Kind.INEQUALITY,
    "the bias of nearest neighbours",
    says=(
        r"|\mathbb{E}[\hat\eta(\mathbf{x})]-\eta(\mathbf{x})|\leq\mathbb{E}\left[\frac1k\sum_{i\in\mathcal{N}_k(\mathbf{x})}|\eta(\mathbf{X}_i)-\eta(\mathbf{x})|\right]\leq\mathbb{E}\left[\frac1k\sum_{i\in\mathcal{N}_k(\mathbf{x})}\min\{L\lVert\mathbf{X}_i-\mathbf{x}\rVert^\beta,2T\}\right]\leq\mathbb{E}\left[\frac1k\sum_{i\in\mathcal{N}_k(\mathbf{x})}\min\{L\rho^\beta(\mathbf{x}),2T\}\right]\leq "
        r"2T\mathrm{P}(\rho(\mathbf{x})>r_0)+Lr_0^\beta\leq "
        r"2Te^{-(1-\ln2)k}+L\left(\frac{2k}{Ncv_d\theta}\right)^{\frac{\beta}{d}}\leq C_1\left(\frac "
        r"kN\right)^{\frac{\beta}{d}}\text{ for some constant }C_1"
    ),
    match=Match.READING,
    differs="a group: the first expression and the last two of (134), in two claims of their own",
    printed=Whole(
        r"|E\hat\eta-\eta|\le2Te^{-(1-\ln2)k}+L\Big(\frac{2k}{Ncv_d\theta}\Big)^{\beta/d}\le C_1(k/N)^{\beta/d}",
        ("label/eq134/tail", "label/eq134/last"),
    ),
    corrected=Whole(
        r"|E\hat\eta-\eta|\le2Te^{-(1-\ln2)k}+L\Big(\frac{2k}{Ncv_d\theta}\Big)^{\beta/d}",
        ("label/eq134/tail", "label/eq134/last"),
        as_corrected=True,
    ),
    correction="the last step needs k of order ln N at least",
    severity=Severity.CONDITION,
    theorem="label/thm6",
    note="r_0 = (2k/(N c v_d theta))^(1/d) < D.",
)
_FAR, _TAIL, _SUPPORTED = (
    FarAt(RANK, LAW, SAMPLES, RADIUS, POINT),
    BinomialAtMost(SAMPLES, 2 * RANK / SAMPLES, RANK),
    InSupport(POINT, LAW),
)
EQ134_TAIL = Claim(
    "label/eq134/tail",
    "Appendix G, (134), fifth line",
    Kind.INEQUALITY,
    "k neighbours within r_0",
    says=(
        r"2T\mathrm{P}(\rho(\mathbf{x})>r_0)+Lr_0^\beta\leq "
        r"2Te^{-(1-\ln2)k}+L\left(\frac{2k}{Ncv_d\theta}\right)^{\frac{\beta}{d}}"
    ),
    match=Match.READING,
    differs=(
        "r_0 and rho, which the paper does not define, are read as the radius of a ball of mass 2k/N at least "
        "and the distance of the k-th neighbour, r_0 < D; the terms in T and L, which are the same on both "
        "sides at that r_0, are left out"
    ),
    printed=line(_FAR, given=(*INSIDE, _SUPPORTED))
    .le(
        _TAIL,
        because(
            "A sample is in the ball of radius r_0 about the point with probability c v_d theta r_0^d = 2k/N at least.",
            "label/own/chernoff-half",
        ),
    )
    .le(exp(-(1 - log(2)) * RANK), CHERNOFF_LOWER(SAMPLES, 2 * RANK / SAMPLES, RANK), LIKELY),
)
_EXPONENT = BETA / (DIM * (1 - log(2)))
_MANY, _LEFT, _RIGHT, _POWER = (
    limits(_EXPONENT * log(SAMPLES), RANK),
    real("x", above=0),
    real("y", above=0),
    real("s", above=0),
)
_ROOT = line(_LEFT**_POWER, given=(limits(_LEFT, _RIGHT),)).le(_RIGHT**_POWER, limits(_LEFT, _RIGHT))
ABSORBED = (
    line(exp(-(1 - log(2)) * RANK), given=(_MANY,))
    .le(exp(-(1 - log(2)) * _EXPONENT * log(SAMPLES)), _MANY)
    .eq(
        (1 / SAMPLES) ** (BETA / DIM),
        powers(exp(-(1 - log(2)) * _EXPONENT * log(SAMPLES)), (1 / SAMPLES) ** (BETA / DIM)),
    )
    .le((RANK / SAMPLES) ** (BETA / DIM), _ROOT.at({_LEFT: 1 / SAMPLES, _RIGHT: RANK / SAMPLES, _POWER: BETA / DIM}))
)
EQ134_LAST = Claim(
    "label/eq134/last",
    "Appendix G, (134), last line; again (137), last line",
    Kind.INEQUALITY,
    "the exponential term is absorbed",
    says=(
        r"2Te^{-(1-\ln2)k}+L\left(\frac{2k}{Ncv_d\theta}\right)^{\frac{\beta}{d}}\leq C_1\left(\frac "
        r"kN\right)^{\frac{\beta}{d}}\text{ for some constant }C_1"
    ),
    match=Match.READING,
    differs=(
        "the general statement; the counterexample is beta = d = 1 and k = 1, where the first of the two "
        "terms alone exceeds the right side"
    ),
    printed=UpToConstant(
        exp(-(1 - log(2)) * _K),
        _K / N,
        (Variable(_K, Integer(1), oo), Variable(N, Integer(1), oo)),
        family=((_K, Integer(1)), (N, _R)),
        along=_R,
        text=r"e^{-(1-\ln2)k}\lesssim(k/N)^{\beta/d}\quad(\beta=d=1)",
    ),
    corrected=ABSORBED,
    correction="for k >= beta ln N/(d (1 - ln 2)), which the k of (141) satisfies for large N",
    severity=Severity.CONDITION,
    theorem="label/thm6",
)
EQ137 = Claim(
    "label/eq137",
    "Appendix G, (135)-(138)",
    Kind.INEQUALITY,
    "the variance of nearest neighbours",
    says=(
        r"\mathrm{Var}[\hat\eta(\mathbf{x})]=\mathbb{E}[\mathrm{Var}[\hat\eta(\mathbf{x})|\mathbf{X}_1,\ldots,\mathbf{X}_N]]+\mathrm{Var}[\mathbb{E}[\hat\eta(\mathbf{x})|\mathbf{X}_1,\ldots,\mathbf{X}_N]]\leq\frac1kT^2\left(1+\frac{8}{\epsilon^2}\right)+C_1^2\left(\frac "
        r"kN\right)^{\frac{2\beta}{d}}"
    ),
    match=Match.READING,
    differs="a group: (138) as printed; the steps (136) and (137) are in claims of their own",
    printed=Whole(
        r"\mathrm{Var}\,\hat\eta\le\tfrac{T^2}k(1+\tfrac8{\varepsilon^2})+C_1^2(k/N)^{2\beta/d}",
        ("label/eq137/noise", "label/eq137/mean", "label/eq134/last"),
    ),
    corrected=Whole(
        r"\mathrm{Var}\,\hat\eta\le\tfrac{T^2}k(1+\tfrac8{\varepsilon^2})+C_1^2(k/N)^{2\beta/d}",
        ("label/eq137/noise", "label/eq137/mean", "label/eq134/last"),
        as_corrected=True,
    ),
    correction="'<=' in the third line of (137), and k of order ln N at least",
    severity=Severity.CONDITION,
    theorem="label/thm6",
)
NOISE = real("b", above=0)


def given_variance(source: Any) -> Chain:
    """Of the mean of k labels with noise."""
    split = (LabelVariance(source) + 2 * NOISE**2) / RANK
    return line(GivenVariance(source, RANK, NOISE)).le(
        split,
        because(
            "Given the features the labels and noises are independent: variances add up, and that of Laplace noise is 2 b^2.",
            "label/eq132",
        ),
    )


EQ137_NOISE = Claim(
    "label/eq137/noise",
    "Appendix G, (136)",
    Kind.INEQUALITY,
    "the variance given the features",
    says=r"\mathrm{Var}[\hat\eta(\mathbf{x})|\mathbf{X}_1,\ldots,\mathbf{X}_N]=\mathrm{Var}\left[\frac1k\sum_{i\in\mathcal{N}_k(\mathbf{x})}Z_i|\mathbf{X}_1,\ldots,\mathbf{X}_N\right]=\frac{1}{k^2}\sum_{i\in\mathcal{N}_k(\mathbf{x})}\mathrm{Var}[Z_i|\mathbf{X}_1,\ldots,\mathbf{X}_N]\leq\frac1kT^2\left(1+\frac{8}{\epsilon^2}\right)",
    match=Match.READING,
    differs="the ends of (136), as a supremum over the features, for |Y| <= T; the steps between are left out",
    printed=line(GivenVariance(LAW, RANK, SCALE), given=(WITHIN,))
    .le((LabelVariance(LAW) + 2 * SCALE**2) / RANK, given_variance(LAW).at({NOISE: SCALE}))
    .le((TOP**2 + 2 * SCALE**2) / RANK, WITHIN_VARIANCE(LAW, TOP))
    .eq(TOP**2 / RANK * (1 + 8 / EPS**2))
    .crosschecked(
        "one to three neighbours with unlike labels, all labels",
        r"\mathrm{Var}\tfrac1k\sum Z_i\le\tfrac{T^2}k(1+\tfrac8{\varepsilon^2})",
        "k = 1, 2, 3; T = 3.01; laws on -3, -1/2, 0, 2 and on +-3; epsilon = 1/2, 4",
        neighbour_variances,
    ),
)
_ENTRIES, _INDEX = Name("a", "family of numbers"), integer("i", least=1)
_TOTAL, _SQUARES = (Sum(Entry(_ENTRIES, _INDEX) ** power, _INDEX, 1, RANK) for power in (1, 2))
_SO_FAR, _OWN_SQUARES, _ADDED = real("s"), real("q"), real("y")
_CONVEX, _LONGER = limits(_TOTAL**2, RANK * _SQUARES), {RANK: RANK + 1}
_NEXT = (
    line((_SO_FAR + _ADDED) ** 2, given=(limits(_SO_FAR**2, RANK * _OWN_SQUARES),))
    .le((RANK + 1) * (_SO_FAR**2 / RANK + _ADDED**2))
    .le((RANK + 1) * (_OWN_SQUARES + _ADDED**2))
)


def _summands(end: dict[Any, Any]) -> tuple[Any, Any, Any, Any]:
    """Both sums up to an end, and how each is taken apart at its last summand."""
    sums = [substitute(one, end) for one in (_TOTAL, _SQUARES)]
    return (*sums, *map(last_summand, sums))


def _square_of_the_sum() -> Grant:
    """Cauchy and Schwarz for k numbers and k ones, by induction over k."""
    one, square, alone, squared = _summands({RANK: Integer(1)})
    longer, squares, apart, squares_apart = _summands(_LONGER)
    last = Entry(_ENTRIES, RANK + 1)
    first = line(one**2).eq(Entry(_ENTRIES, 1) ** 2, alone).eq(square, squared)
    step = (
        line(longer**2, given=(_CONVEX,))
        .eq((_TOTAL + last) ** 2, apart)
        .le((RANK + 1) * (_SQUARES + last**2), _NEXT.at({_SO_FAR: _TOTAL, _OWN_SQUARES: _SQUARES, _ADDED: last}))
        .eq((RANK + 1) * squares, squares_apart)
    )
    return by_induction(_CONVEX, RANK, first, step)


EQ137_MEAN = Claim(
    "label/eq137/mean",
    "Appendix G, (137), third line",
    Kind.IDENTITY,
    "the square of the mean deviation",
    says=r"\mathbb{E}\left[\left(\frac1k\sum_{i\in\mathcal{N}_k(\mathbf{x})}\eta(\mathbf{X}_i)-\eta(\mathbf{x})\right)^2\right]=\frac1k\sum_{i\in\mathcal{N}_k(\mathbf{x})}\mathbb{E}[(\eta(\mathbf{X}_i)-\eta(\mathbf{x}))^2]",
    match=Match.SAME,
    printed=FiniteCheck(
        r"E\Big(\tfrac1k\sum_i(\eta(X_i)-\eta(x))\Big)^2=\tfrac1k\sum_iE(\eta(X_i)-\eta(x))^2",
        "N = k = 2, X = +-1 evenly, eta(X) = X, x = 0",
        two_neighbours,
        "==",
    ),
    corrected=line((_TOTAL / RANK) ** 2)
    .eq(_TOTAL**2 / RANK**2)
    .le(RANK * _SQUARES / RANK**2, _square_of_the_sum())
    .eq(_SQUARES / RANK)
    .crosschecked(
        "one to five deviations",
        r"\Big(\tfrac1k\sum_ia_i\Big)^2\le\tfrac1k\sum_ia_i^2",
        "k = 1..5, all rows out of -1, 0, 1/2, 2",
        convex_squares,
    ),
    correction="'<=' (the square is convex) in place of '='",
    severity=Severity.TYPO,
    theorem="label/thm6",
)
EQ141 = Claim(
    "label/eq141",
    "Appendix G, (139)-(142)",
    Kind.RATE_ALGEBRA,
    "the tuned number of neighbours",
    says=(
        r"R=\mathbb{E}[(\hat\eta(\mathbf{X})-\eta(\mathbf{X}))^2]\lesssim\frac1kT^2\left(1+\frac{8}{\epsilon^2}\right)+2C_1^2\left(\frac "
        r"kN\right)^{\frac{2\beta}{d}};\quad\text{optimal: }k\sim "
        r"N^{\frac{2\beta}{d+2\beta}}(\epsilon\wedge1)^{-\frac{2d}{d+2\beta}}\text{, then "
        r"}R\lesssim(N(\epsilon\wedge1)^2)^{-\frac{2\beta}{d+2\beta}}"
    ),
    match=Match.READING,
    differs=(
        "the step's arithmetic, that the two terms of (140) balance at k and give the rate; e is (epsilon "
        "^ 1)^2, and the risk is not in it"
    ),
    printed=Balance(
        1 / (_K * _E),
        (_K / N) ** (2 * beta / d),
        _K,
        N ** (2 * beta / (d + 2 * beta)) * _E ** (-d / (d + 2 * beta)),
        (N * _E) ** (-2 * beta / (d + 2 * beta)),
    ),
    note="e = (epsilon ^ 1)^2.",
)
THM6 = Claim(
    "label/thm6",
    "Section 5.1, Theorem 6, (21)",
    Kind.UPPER_RATE,
    "the rate of nearest neighbours on noisy labels",
    says=(
        r"\text{the method is }\epsilon\text{-local label DP};\quad\text{with }k\sim "
        r"N^{\frac{2\beta}{d+2\beta}}(\epsilon\wedge1)^{-\frac{2d}{d+2\beta}}\text{, under Assumptions 1 "
        r"and 2},\ R_{reg}-R_{reg}^*\lesssim(N(\epsilon^2\wedge1))^{-\frac{2\beta}{d+2\beta}}"
    ),
    match=Match.READING,
    differs="the rate alone of the theorem's two parts; the privacy is in a claim of its own",
    printed=UpToConstant(
        8 / (N * epsilon**2),
        (N * epsilon**2) ** Rational(-2, 3),
        (Variable(N, Integer(1), oo), Variable(epsilon, Integer(0), Integer(1), open_lower=True)),
        family=((N, _R), (epsilon, 1 / _R)),
        along=_R,
        text=r"k\asymp N^{\frac{2\beta}{d+2\beta}}(\varepsilon\wedge1)^{-\frac{2d}{d+2\beta}}:\ "
        r"R-R^*\lesssim(N(\varepsilon^2\wedge1))^{-2\beta/(d+2\beta)}",
    ),
    corrected=AllOf("", {"label private": local_privacy(clipped=False), "the rate": BOUNDED_NEIGHBOURS}),
    correction="where N (epsilon^2 ^ 1) is above a constant, so that k <= N and r_0 < D; below it the k of the "
    "theorem exceeds N",
    severity=Severity.CONDITION,
    theorem="label/thm6",
    root="label/thm5",
    note="The counterexample is the remark made once at label/thm5: T = d = beta = 1, N epsilon^2 = 1/N; all N "
    "neighbours, as k > N, average a noise of variance 8/(N epsilon^2).",
)

CLAIMS = (
    EQ121,
    EQ121_MEAN,
    OWN_HALF_LABELS,
    EQ122,
    EQ126,
    EQ130,
    THM5,
    EQ132,
    EQ134,
    EQ134_TAIL,
    EQ134_LAST,
    EQ137,
    EQ137_NOISE,
    EQ137_MEAN,
    EQ141,
    THM6,
)
