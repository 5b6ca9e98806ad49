"""label Appendices F and G, (121)-(142): bounded regression under local label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Integer, Min, Rational, exp, log, oo

from notation.symbols import N, beta, d, epsilon, h
from verify.calculus import (
    FINITE_MEAN,
    Chain,
    Discrete,
    Mean,
    Name,
    Sum,
    by,
    calc,
    integer,
    property_of,
    quantity,
    real,
    words,
)
from verify.calculus import at_most as limits
from verify.calculus.facts.bits import BinomialAtMost
from verify.calculus.facts.local_averages import CHERNOFF_LOWER, WITHIN_VARIANCE, LabelVariance
from verify.calculus.facts.voting import Entry
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
from verify.papers.label.nouns import POINT, FarAt, GivenVariance, InSupport
from verify.papers.label.tents import SIZE, local_test, regression, scaled
from verify.prover import Variable
from verify.statements import AllOf, Balance, Case, FiniteCheck, Identity, SameRate, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_C, _NORM2, _R, _T, _ETA, _K, _E = sympy.symbols("c phi_2 r T eta k e", positive=True)
_X, _Y, _Z = sympy.symbols("x y z", nonnegative=True)
_H = exp(sympy.Symbol("u", real=True))
"""h = e^u in identities, so that numbers are put in without roots of large integers."""
X, Y, Z = (Variable(s, Integer(0), oo) for s in (_X, _Y, _Z))
SMALL = Variable(_E, Integer(0), Integer(1), open_lower=True)


def _labels(_: Settings) -> Iterator[Case]:
    """The size of the labels of (121), as sqrt(E Y^2) for signs, beside T = 1/2, below which Assumption 2 keeps it."""
    eta = Fraction(1, 3)
    square = (1 + eta) / 2 * 1**2 + (1 - eta) / 2 * (-1) ** 2
    yield Case({"T": "1/2", "Y": "+-1"}, max(abs(1), abs(-1)), Fraction(1, 2), left_again=square)


def _cubes_that_fit(_: Settings) -> Iterator[Case]:
    """The mass at density c of as many cubes of side h as fit side by side into a cube of volume 1/c = r^d, r = 1/2, 1 or 2."""
    roots, sides = (Fraction(1, 2), Fraction(1), Fraction(2)), (Fraction(1, 2), Fraction(1, 3), Fraction(2, 7))
    for size in (1, 2, 3):
        for root, side in product(roots, sides):
            fit = int(root / side) ** size
            yield Case({"d": size, "1/c": f"{root}^{size}", "h": str(side)}, fit * side**size / root**size, 1)


def _without_density(_: Settings) -> Iterator[Case]:
    """f = c = 3, eta^ = -eta_v/100 on the cube, so that v^ = -v: the square without f beside half of phi^2 with it."""
    density, share = Fraction(3), Fraction(1, 100)
    parameters = {"f": 3, "support": "of volume 1/3", "eta^": "-eta_v/100"}
    yield Case(parameters, density / 2, (1 + share) ** 2, left_again=Fraction(1, 2) * 3)


_LEAN = real("u", least=-Rational(1, 4), most=Rational(1, 4))
"""The mean over T: h^beta <= T/4."""
_HALF_LABELS = Discrete(TOP/2, (1 + 2*_LEAN)/2, -TOP/2, (1 - 2*_LEAN)/2)  # fmt: skip
_EQ121 = AllOf(
    "",
    {
        "the mean": calc(Mean(_HALF_LABELS), "==", _LEAN*TOP, by(FINITE_MEAN(_HALF_LABELS)), ).crosschecked(
            "exact laws", r"EY=\eta,\ \mathrm{TV}=2|\eta|/T", "T = 1/2, 1, 3; eta = kT/16, |k| <= 4", half_labels, "==",
        ),
        "the chances": calc(Min((1 + 2*_LEAN)/2, (1 - 2*_LEAN)/2), ">=", Rational(1, 4)),
        "the size": calc(TOP/2, "<", TOP),
    },
)  # fmt: skip
_EXPONENT = BETA/(DIM*(1 - log(2)))  # fmt: skip
_MANY, _LEFT, _RIGHT, _POWER = (limits(_EXPONENT * log(SAMPLES), RANK), real("x", above=0), real("y", above=0),
                                real("s", above=0))  # fmt: skip
_ROOT = calc(_LEFT**_POWER, "<=", _RIGHT**_POWER, by(limits(_LEFT, _RIGHT)), given=(limits(_LEFT, _RIGHT),))
_FAR, _TAIL, _SUPPORTED = FarAt(RANK, LAW, SAMPLES, RADIUS, POINT), BinomialAtMost(SAMPLES, 2*RANK/SAMPLES, RANK), InSupport(POINT, LAW)  # fmt: skip
_EQ134_TAIL = calc(
    _FAR, "<=", _TAIL,
    by(words("A sample is in the ball of radius r_0 about the point with chance c v_d theta r_0^d = 2k/N at least.", limits(_FAR, _TAIL),
             given=(*INSIDE, _SUPPORTED), leans=("label/own/chernoff-half",))),
    "<=", exp(-(1 - log(2))*RANK), by(CHERNOFF_LOWER(SAMPLES, 2*RANK/SAMPLES, RANK), LIKELY),
    given=(*INSIDE, _SUPPORTED),
)  # fmt: skip
ABSORBED = calc(
    exp(-(1 - log(2))*RANK), "<=", exp(-(1 - log(2))*_EXPONENT*log(SAMPLES)), by(_MANY),
    "==", (1/SAMPLES)**(BETA/DIM), by(powers(exp(-(1 - log(2))*_EXPONENT*log(SAMPLES)), (1/SAMPLES)**(BETA/DIM))),
    "<=", (RANK/SAMPLES)**(BETA/DIM), by(_ROOT.at({_LEFT: 1/SAMPLES, _RIGHT: RANK/SAMPLES, _POWER: BETA/DIM})),
    given=(_MANY,),
)  # fmt: skip
_ROOMS, _LEAST_DENSITY, _SIDE_OF_CUBES = integer("G", least=1), real("c", above=0), real("h", above=0)
DenseCubes = property_of(
    "DenseCubes", r"{0}\text{{ has a density of at least }}{3}\text{{ on }}{1}\text{{ disjoint cubes of side }}{2}"
)
"""DenseCubes(P, G, h, c)."""
CubesMass = quantity("CubesMass", r"P(B_1\cup\dots\cup B_{{{1}}})_{{{0}, {2}}}",
                     "mass of G disjoint cubes of side h: CubesMass(P, G, h)", 0, 1)  # fmt: skip
_CUBE_MASS, _ALL_CUBES = _LEAST_DENSITY*_SIDE_OF_CUBES**DIM, CubesMass(LAW, _ROOMS, _SIDE_OF_CUBES)  # fmt: skip
_DENSE = DenseCubes(LAW, _ROOMS, _SIDE_OF_CUBES, _LEAST_DENSITY)
_EQ122 = calc(
    _ROOMS, "<=", _ALL_CUBES/_CUBE_MASS,
    by(scaled(1/_CUBE_MASS, _ROOMS*_CUBE_MASS, _ALL_CUBES),
       words("Each cube has mass c h^d at least, by Assumption 1(c), and they are disjoint.", limits(_ROOMS*_CUBE_MASS, _ALL_CUBES), given=(_DENSE,))),
    "<=", 1/_CUBE_MASS, given=(_DENSE,),
).crosschecked(
    "the cubes that fit side by side into one of volume 1/c", r"Gch^d\le1",
    "d = 1, 2, 3; c = 1, 8, 1/8; h = 1/2, 1/3, 2/7", _cubes_that_fit,
)  # fmt: skip
NOISE = real("b", above=0)


def given_variance(source: Any) -> Chain:
    """Of the mean of k labels with noise."""
    split = (LabelVariance(source) + 2*NOISE**2)/RANK  # fmt: skip
    return calc(
        GivenVariance(source, RANK, NOISE), "<=", split,
        by(words("Given the features the labels and noises are independent: variances add up, and that of Laplace noise is 2 b^2.",
                 limits(GivenVariance(source, RANK, NOISE), split), leans=("label/eq132",))),
    )  # fmt: skip


_EQ137_NOISE = calc(
    GivenVariance(LAW, RANK, SCALE), "<=", (LabelVariance(LAW) + 2*SCALE**2)/RANK, by(given_variance(LAW).at({NOISE: SCALE})),
    "<=", (TOP**2 + 2*SCALE**2)/RANK, by(WITHIN_VARIANCE(LAW, TOP)),
    "==", TOP**2/RANK*(1 + 8/EPS**2),
    given=(WITHIN,),
).crosschecked(
    "one to three neighbours with unlike labels, all labels",
    r"\mathrm{Var}\tfrac1k\sum Z_i\le\tfrac{T^2}k(1+\tfrac8{\varepsilon^2})",
    "k = 1, 2, 3; T = 3.01; laws on -3, -1/2, 0, 2 and on +-3; epsilon = 1/2, 4", neighbour_variances,
)  # fmt: skip
_ENTRIES, _INDEX = Name("a", "family of numbers"), integer("i", least=1)
_TOTAL, _SQUARES = (Sum(Entry(_ENTRIES, _INDEX) ** power, _INDEX, 1, RANK) for power in (1, 2))
_EQ137_MEAN = calc(
    (_TOTAL/RANK)**2, "==", _TOTAL**2/RANK**2, "<=", RANK*_SQUARES/RANK**2,
    by(words("Cauchy and Schwarz, for k numbers and k ones.", limits(_TOTAL**2, RANK*_SQUARES))),
    "==", _SQUARES/RANK,
).crosschecked(
    "one to five deviations", r"\Big(\tfrac1k\sum_ia_i\Big)^2\le\tfrac1k\sum_ia_i^2",
    "k = 1..5, all rows out of -1, 0, 1/2, 2", convex_squares,
)  # fmt: skip

CLAIMS = (
    Claim("label/eq121", "Appendix F, (121), (122)", Kind.CONSTRUCTION, "signs with a perturbed mean",
          Whole(r"\eta_v=\sum_kv_k\phi_kh^\beta,\ P(Y=\pm1\mid x)=\tfrac{1\pm\eta_v}2;\ |Y|<T;\ G\le C_Gh^{-d}",
                ("label/eq121/mean", "label/eq121/labels")),
          Whole(r"\text{the same with labels }\pm T/2", ("label/eq121/mean", "label/eq121/labels"), as_corrected=True),
          correction="labels +-T/2, so that Assumption 2 holds for every T", severity=Severity.CONDITION,
          theorem="label/thm5",
          note="The sum of (121) runs to G (K is printed), as does that of (124). The bound needs G of order h^-d from "
               "below, as (129) has it."),
    Claim("label/eq121/mean", "Appendix F, above (122)", Kind.IDENTITY, "the regression function",
          Identity(lambda: (1 + _ETA) / 2 - (1 - _ETA) / 2, _ETA,
                   text=r"E[Y\mid x]=\tfrac{1+\eta_v}2-\tfrac{1-\eta_v}2=\eta_v")),
    Claim("label/eq121/labels", "Appendix F, above (122)", Kind.CONSTRUCTION, "the labels are below T",
          FiniteCheck(r"|Y|=1<T", "T = 1/2", _labels, "<"), _EQ121,
          correction="true for T > 1; labels +-T/2 with chances (1 +- 2 eta/T)/2, for h^beta <= T/4, serve every T",
          severity=Severity.CONDITION, theorem="label/thm5", note="Theorem 5 is for any T of Assumption 2."),
    Claim("label/eq122", "Appendix F, (122)", Kind.INEQUALITY, "the cubes are no more than their volume allows", _EQ122,
          note="C_G = 1/c. The lower bound needs many cubes, G of order h^-d from below, which (129) takes from "
               "nowhere: label/thm5 as corrected has it as a condition, m >= 1/(2c (2h)^d)."),
    Claim("label/eq126", "Appendix F, (123)-(127)", Kind.INEQUALITY, "a wrong sign costs the squared perturbation",
          FiniteCheck(
              r"\hat v_k\ne v_k\Rightarrow\int_{B_k}(\hat\eta-\eta_v)^2dx\ge\tfrac12\int_{B_k}\phi_k^2h^{2\beta}f\,dx",
              "f = 3 on a support of volume 1/3, eta^ = -eta_v/100, in units of h^(2 beta + d) ||phi||_2^2",
              _without_density),
          AllOf(r"\hat v_k\ne v_k\Rightarrow\int_{B_k}(\hat\eta-\eta_v)^2f\ge\int_{B_k}\phi_k^2h^{2\beta}f\ge\tfrac12ch^{2\beta+d}\|\phi\|_2^2",
                {"int eta^2 = x, -2 v int eta phi h^beta = y >= 0, int phi^2 h^(2 beta) = z":
                     at_most(_Z / 2, _X + _Y + _Z, X, Y, Z),
                 "the integral over the cube":
                     Identity(_H ** (2 * beta) * _C * _H**d * _NORM2, _C * _H ** (2 * beta + d) * _NORM2)}),
          correction="the density f, which (124) and (125) have, is missing on the left of (126); with it the display "
                     "holds, with 1 in place of 1/2 too. The sum of (124) runs to G (K is printed)",
          severity=Severity.TYPO, theorem="label/thm5"),
    Claim("label/eq130", "Appendix F, (128)-(130)", Kind.RATE_ALGEBRA, "the rate",
          AllOf(r"h^{2\beta+d}h^{-d}=h^{2\beta}\asymp(N(\varepsilon\wedge1)^2)^{-2\beta/(2\beta+d)}",
                {"the powers of h": SameRate(h ** (2 * beta + d) * h**-d, h ** (2 * beta)),
                 "h of (128)": SameRate(((N * _E) ** (-1 / (2 * beta + d))) ** (2 * beta),
                                        (N * _E) ** (-2 * beta / (2 * beta + d)))}),
          note="The copy has eta for beta in the first exponent; the next expression of the display has beta."),
    Claim("label/thm5", "Section 5.1, Theorem 5, (19)", Kind.LOWER_BOUND,
          "the minimax lower bound, bounded labels, local",
          UpToConstant(((N * _E) ** (-2 * beta / (d + 2 * beta))).subs({beta: 1, d: 1}), Integer(1),
                       (Variable(N, Integer(1), oo), SMALL), family=((N, _R), (_E, 1 / _R**2)), along=_R,
                       text=r"\inf\sup(R-R^*)\gtrsim(N(\varepsilon^2\wedge1))^{-2\beta/(d+2\beta)}"),
          regression(local_test(SIZE)).crosschecked(
              "a vote of randomized answers in each cube, exact risk",
              r"\tfrac{cC_G\|\phi\|_2^2}8h^{2\beta}\le R\text{ of the vote}",
              "d = beta = c = C_G = 1, phi(u) = 1-2|u|; h = 1/2, 1/4; epsilon = 1/2, 1, 2 (quick: N <= 64)",
              local_votes),
          correction="where N (epsilon^2 ^ 1) is above a constant, the regime that the paper has in view, it holds "
                     "(h^beta <= 1/2, beta <= 1, with the labels of the corrected (121) where T <= 1); below it the "
                     "right side exceeds the risk of the estimate 0. Said once for Theorems 5, 6, 7, 9 and 11",
          severity=Severity.CONDITION, theorem="label/thm5",
          note="The estimate 0 has risk at most T^2, so the printed bound, which grows without bound as N epsilon^2 -> "
               "0, needs a cap also where N is large; e = epsilon^2 ^ 1, T = d = beta = 1. In the correction the "
               "labels are S and -S, S < T; the m cubes of side h fill half of what there is room for."),
    Claim("label/eq132", "Appendix G, (131), (132)", Kind.IDENTITY, "the variance of a private label",
          AllOf(r"\mathrm{Var}W=\tfrac{8T^2}{\varepsilon^2},\ \mathrm{Var}Z\le T^2(1+\tfrac8{\varepsilon^2})",
                {"Laplace noise of scale b: the antiderivative of w^2 e^(-w/b)/b falls from 2 b^2 at 0 to 0":
                     Identity(sympy.diff(-exp(-_K / _C) * (_K**2 + 2 * _C * _K + 2 * _C**2), _K),
                              _K**2 * exp(-_K / _C) / _C),
                 "at b = 2T/epsilon": Identity(lambda: 2 * (2 * _T / epsilon) ** 2, lambda: 8 * _T**2 / epsilon**2),
                 "the sum": Identity(_T**2 + 8 * _T**2 / epsilon**2, _T**2 * (1 + 8 / epsilon**2)),
                 "Var Y <= E Y^2 = (x T)^2, x <= 1":
                     at_most(_X**2 * _Y, _Y, Variable(_X, Integer(0), Integer(1)), Y)})),
    Claim("label/eq134", "Appendix G, (133), (134)", Kind.INEQUALITY, "the bias of nearest neighbours",
          Whole(
              r"|E\hat\eta-\eta|\le2Te^{-(1-\ln2)k}+L\Big(\frac{2k}{Ncv_d\theta}\Big)^{\beta/d}\le C_1(k/N)^{\beta/d}",
              ("label/eq134/tail", "label/eq134/last")),
          Whole(r"|E\hat\eta-\eta|\le2Te^{-(1-\ln2)k}+L\Big(\frac{2k}{Ncv_d\theta}\Big)^{\beta/d}",
                ("label/eq134/tail", "label/eq134/last"), as_corrected=True),
          correction="the last step needs k of order ln N at least", severity=Severity.CONDITION, theorem="label/thm6",
          note="r_0 = (2k/(N c v_d theta))^(1/d) < D."),
    Claim("label/eq134/tail", "Appendix G, (134), fifth line", Kind.INEQUALITY, "k neighbours within r_0", _EQ134_TAIL),
    Claim("label/eq134/last", "Appendix G, (134), last line; again (137), last line", Kind.INEQUALITY,
          "the exponential term is absorbed",
          UpToConstant(exp(-(1 - log(2)) * _K), _K / N, (Variable(_K, Integer(1), oo), Variable(N, Integer(1), oo)),
                       family=((_K, Integer(1)), (N, _R)), along=_R,
                       text=r"e^{-(1-\ln2)k}\lesssim(k/N)^{\beta/d}\quad(\beta=d=1)"),
          ABSORBED, correction="for k >= beta ln N/(d (1 - ln 2)), which the k of (141) satisfies for large N",
          severity=Severity.CONDITION, theorem="label/thm6"),
    Claim("label/eq137", "Appendix G, (135)-(138)", Kind.INEQUALITY, "the variance of nearest neighbours",
          Whole(r"\mathrm{Var}\,\hat\eta\le\tfrac{T^2}k(1+\tfrac8{\varepsilon^2})+C_1^2(k/N)^{2\beta/d}",
                ("label/eq137/noise", "label/eq137/mean", "label/eq134/last")),
          Whole(r"\mathrm{Var}\,\hat\eta\le\tfrac{T^2}k(1+\tfrac8{\varepsilon^2})+C_1^2(k/N)^{2\beta/d}",
                ("label/eq137/noise", "label/eq137/mean", "label/eq134/last"), as_corrected=True),
          correction="'<=' in the third line of (137), and k of order ln N at least", severity=Severity.CONDITION,
          theorem="label/thm6"),
    Claim("label/eq137/noise", "Appendix G, (136)", Kind.INEQUALITY, "the variance given the features", _EQ137_NOISE),
    Claim("label/eq137/mean", "Appendix G, (137), third line", Kind.IDENTITY, "the square of the mean deviation",
          FiniteCheck(r"E\Big(\tfrac1k\sum_i(\eta(X_i)-\eta(x))\Big)^2=\tfrac1k\sum_iE(\eta(X_i)-\eta(x))^2",
                      "N = k = 2, X = +-1 evenly, eta(X) = X, x = 0", two_neighbours, "=="),
          _EQ137_MEAN, correction="'<=' (the square is convex) in place of '='", severity=Severity.TYPO,
          theorem="label/thm6"),
    Claim("label/eq141", "Appendix G, (139)-(142)", Kind.RATE_ALGEBRA, "the tuned number of neighbours",
          Balance(1 / (_K * _E), (_K / N) ** (2 * beta / d), _K,
                  N ** (2 * beta / (d + 2 * beta)) * _E ** (-d / (d + 2 * beta)),
                  (N * _E) ** (-2 * beta / (d + 2 * beta))),
          note="e = (epsilon ^ 1)^2."),
    Claim("label/thm6", "Section 5.1, Theorem 6, (21)", Kind.UPPER_RATE,
          "the rate of nearest neighbours on noisy labels",
          UpToConstant(8 / (N * epsilon**2), (N * epsilon**2) ** Rational(-2, 3),
                       (Variable(N, Integer(1), oo), Variable(epsilon, Integer(0), Integer(1), open_lower=True)),
                       family=((N, _R), (epsilon, 1 / _R)), along=_R,
                       text=r"k\asymp N^{\frac{2\beta}{d+2\beta}}(\varepsilon\wedge1)^{-\frac{2d}{d+2\beta}}:\ "
                            r"R-R^*\lesssim(N(\varepsilon^2\wedge1))^{-2\beta/(d+2\beta)}"),
          AllOf("", {"label private": local_privacy(clipped=False), "the rate": BOUNDED_NEIGHBOURS}),
          correction="where N (epsilon^2 ^ 1) is above a constant, so that k <= N and r_0 < D; below it the k of the "
                     "theorem exceeds N",
          severity=Severity.CONDITION, theorem="label/thm6", root="label/thm5",
          note="The counterexample is the remark made once at label/thm5: T = d = beta = 1, N epsilon^2 = 1/N; all N "
               "neighbours, as k > N, average a noise of variance 8/(N epsilon^2)."),
)  # fmt: skip
