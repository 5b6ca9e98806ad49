"""label Appendix C, (52)-(67): the local classifier within a bin, and the bound without the margin."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, Rational, erfc, exp, log, oo, pi, sqrt

from notation.symbols import N, beta, epsilon, t
from verify.calculus.textbook import HOEFFDING
from verify.papers.label.instances.bins import (
    count_tails,
    diameters,
    local_losses,
    lower_tails,
    private_gaps,
    private_means,
    wrong_class,
)
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_K, _N, _T0, _C, _L, _P, _LD = sympy.symbols("K n_l t_0 c L p L_d", positive=True)
_X, _Y, _ETA, _OTHER, _V = sympy.symbols("x y eta eta' v", nonnegative=True)
_M, _V1 = sympy.symbols("M t_1", positive=True)
"""2K."""
_CLASSES = Variable(_K, Integer(2), oo)
TANH = (exp(epsilon / 2) - 1) / (exp(epsilon / 2) + 1)
"""c_epsilon = tanh(epsilon/4)."""
LEAST = Rational(1, 2) * (1 - log(2))
"""The exponent (1 - ln 2)/2 of the lower Chernoff bound at one half."""


def _last_line(_: Settings) -> Iterator[Case]:
    """sqrt(2 ln(2K)) + sqrt(2 pi) beside 3 sqrt(ln(2K)), n_l = 1; again from their squares."""
    for classes in (2, 6):
        logarithm = arb(2 * classes).log()
        left = (2 * logarithm).sqrt() + (2 * arb.pi()).sqrt()
        again = (2 * logarithm + 2 * arb.pi() + 4 * (arb.pi() * logarithm).sqrt()).sqrt()
        yield Case({"K": classes, "n_l": 1}, left, 3 * logarithm.sqrt(), left_again=again)


def _diameter(_: Settings) -> Iterator[Case]:
    """The centre and a corner-near point of a square bin of length 1, L = 1/10: squared distances, again by Pythagoras' parts."""
    first, second = (Fraction(1, 10), Fraction(1, 5)), (Fraction(9, 10), Fraction(4, 5))
    squared = sum(((a - b) ** 2 for a, b in zip(first, second, strict=True)), Fraction(0))
    parameters = {"d": 2, "h": 1, "L": "1/10", "x": ["1/10", "1/5"], "x'": ["9/10", "4/5"]}
    right = as_arb(Fraction(1, 10)) * arb(2).sqrt()
    yield Case(
        parameters,
        as_arb(squared).sqrt(),
        right,
        left_again=as_arb(Fraction(4, 5)) * (1 + as_arb(Fraction(9, 16))).sqrt(),
    )


CLAIMS = (
    Claim(
        "label/eq53",
        "Appendix C, (53)",
        Kind.IDENTITY,
        "the mean of a private bit",
        Derived(
            r"\tilde\eta_j=\tfrac{e^{\varepsilon/2}}{e^{\varepsilon/2}+1}\eta_j+\tfrac1{e^{\varepsilon/2}+1}(1-\eta_j)=\tfrac1{e^{\varepsilon/2}+1}+c_\varepsilon\eta_j",
            (),
            Identity(
                exp(epsilon / 2) / (exp(epsilon / 2) + 1) * _ETA + (1 - _ETA) / (exp(epsilon / 2) + 1),
                1 / (exp(epsilon / 2) + 1) + TANH * _ETA,
            ),
            (),
            (
                (
                    "three classes, all labels",
                    FiniteCheck(
                        r"P(Z(j)=1)=\tfrac1{r+1}+\tfrac{r-1}{r+1}\eta_j,\ r=e^{\varepsilon/2}",
                        "K = 3, all eta with denominator 6, r = 3/2, 7",
                        private_means,
                        "==",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq55",
        "Appendix C, (54), (55)",
        Kind.INEQUALITY,
        "concentration of a count",
        Derived(
            r"P(|S_{lj}-n_lv_{lj}|>t\mid X_{1:N})\le2e^{-2t^2/n_l}",
            (),
            Identity(-2 * _N * (t / _N) ** 2, -2 * t**2 / _N),
            (HOEFFDING,),
            (
                (
                    "exact sums of bits",
                    FiniteCheck(r"P(|S-nv|>t)\le2e^{-2t^2/n}", "n_l = 6, 9, three levels", count_tails),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq58",
        "Appendix C, (56)-(58)",
        Kind.INEQUALITY,
        "the chosen class is nearly the best of the bin",
        Derived(
            r"P(v_l^*-v_{lc_l}\ge t)\le2Ke^{-n_lt^2/2}",
            ("label/eq55",),
            AllOf(
                r"S_{lj}\ge S_{lc^*},\ n_lv_{lc^*}-n_lv_{lj}\ge n_lt:\ \text{one of two counts is off by }n_lt/2",
                (
                    ("the union over K classes", Identity(-2 * (_N * t / 2) ** 2 / _N, -_N * t**2 / 2)),
                    (
                        "both counts off by less than half leave a gap",
                        at_most(_X, (_X + (_X + _Y)) / 2, Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)),
                    ),
                ),
            ),
            (),
            (
                (
                    "two classes, exact",
                    FiniteCheck(
                        r"P(v^*-v_c\ge t)\le2Ke^{-nt^2/2}", "K = 2, n_l = 5, 20, e^(epsilon/2) = 3/2, 4", wrong_class
                    ),
                ),
            ),
        ),
        note="In the text before (58) n_l is missing beside t/2; (58) has it. For t > 0.",
    ),
    Claim(
        "label/eq61",
        "Appendix C, (61)",
        Kind.INEQUALITY,
        "the Gaussian tail",
        at_most(erfc(_X), 2 * exp(-(_X**2)), Variable(_X, Integer(0), oo)),
        note="With x = t/(sigma sqrt 2) >= 0, both sides over sigma sqrt(pi/2).",
    ),
    Claim(
        "label/own/gaussian-tail",
        "ours, (61) with its best constant",
        Kind.INEQUALITY,
        "the Gaussian tail with a factor one half",
        None,
        at_most(erfc(_X), exp(-(_X**2)), Variable(_X, Integer(0), oo)),
    ),
    Claim(
        "label/eq60",
        "Appendix C, (59), (60)",
        Kind.INEQUALITY,
        "the expected loss of the chosen class in its bin",
        Whole(
            r"v_l^*-E[v_{lc_l}\mid X_{1:N}]\le\sqrt{\tfrac{2\ln(2K)}{n_l}}+\sqrt{\tfrac{2\pi}{n_l}}\le3\sqrt{\tfrac{\ln(2K)}{n_l}}",
            ("label/eq60/a", "label/eq60/last"),
        ),
        Derived(
            r"v_l^*-E[v_{lc_l}\mid X_{1:N}]\le\sqrt{\tfrac{2\ln(2K)}{n_l}}+\tfrac12\sqrt{\tfrac{2\pi}{n_l}}\le3\sqrt{\tfrac{\ln(2K)}{n_l}}",
            ("label/eq58", "label/own/gaussian-tail"),
            AllOf(
                r"M=2K\ge4",
                (
                    (
                        "2K times the tail beyond t_0",
                        Identity(
                            (_M * sqrt(2 * pi / _N) / 2 * exp(-_N * _T0**2 / 2)).subs(_T0, sqrt(2 * log(_M) / _N)),
                            sqrt(2 * pi / _N) / 2,
                        ),
                    ),
                    (
                        "the last step",
                        at_most(sqrt(2 * log(_M)) + sqrt(2 * pi) / 2, 3 * sqrt(log(_M)), Variable(_M, Integer(4), oo)),
                    ),
                ),
            ),
        ),
        correction="the last displayed step fails for K <= 6; with the tail's best constant 1/2 in (61) the end holds for every K >= 2",
        severity=Severity.CONSTANT,
        theorem="label/eq60",
    ),
    Claim(
        "label/eq60/a",
        "Appendix C, (60), first to fourth line",
        Kind.INEQUALITY,
        "the integral of the tail",
        Derived(
            r"v_l^*-E[v_{lc_l}\mid X_{1:N}]\le t_0+2\sqrt{\tfrac{2\pi}{n_l}}Ke^{-n_lt_0^2/2}=\sqrt{\tfrac{2\ln(2K)}{n_l}}+\sqrt{\tfrac{2\pi}{n_l}}",
            ("label/eq58", "label/eq61"),
            AllOf(
                r"\int_{t_0}^\infty Me^{-n_lt^2/2}dt=M\sqrt{\tfrac\pi{2n_l}}\,\mathrm{erfc}(t_0\sqrt{n_l/2})\le M\sqrt{\tfrac{2\pi}{n_l}}e^{-n_lt_0^2/2}",
                (
                    (
                        "the antiderivative",
                        Identity(
                            sympy.diff(-_M * sqrt(pi / (2 * _N)) * erfc(_V1 * sqrt(_N / 2)), _V1),
                            _M * exp(-_N * _V1**2 / 2),
                        ),
                    ),
                    (
                        "at t_0 the exponential is 1/M",
                        Identity(
                            (_M * sqrt(2 * pi / _N) * exp(-_N * _T0**2 / 2)).subs(_T0, sqrt(2 * log(_M) / _N)),
                            sqrt(2 * pi / _N),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "two classes, the exact loss; the integral, enclosed",
                    FiniteCheck(
                        r"v^*-Ev_c\le\sqrt{\tfrac{2\ln(2K)}{n_l}}+\sqrt{\tfrac{2\pi}{n_l}}",
                        "K = 2: n_l = 1, 5, 25, eta = 3/5, 9/10, e^(epsilon/2) = 3/2, 9; K = 2, 5, 50: the integral at n_l = 1",
                        local_losses,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq60/last",
        "Appendix C, (60), last line",
        Kind.INEQUALITY,
        "the two terms in one",
        FiniteCheck(r"\sqrt{2\ln(2K)}+\sqrt{2\pi}\le3\sqrt{\ln(2K)}", "K = 2 and 6", _last_line),
        at_most(sqrt(2 * log(_M)) + sqrt(2 * pi), 3 * sqrt(log(_M)), Variable(_M, Integer(14), oo)),
        correction="true for K >= 7 only",
        severity=Severity.CONSTANT,
        theorem="label/eq60",
        note="M = 2K.",
    ),
    Claim(
        "label/eq63",
        "Appendix C, (63)",
        Kind.INEQUALITY,
        "variation of the regression functions over a bin",
        Whole(r"\|x-x'\|\le\sqrt dL;\ |\eta_j(x)-\eta_j(x')|\le L_dh^\beta", ("label/eq63/diameter", "label/eq63/63")),
        Whole(
            r"\|x-x'\|\le\sqrt dh;\ |\eta_j(x)-\eta_j(x')|\le L_dh^\beta",
            ("label/eq63/diameter", "label/eq63/63"),
            as_corrected=True,
        ),
        correction="the diameter of a bin is sqrt(d) h",
        severity=Severity.TYPO,
        theorem="label/eq63",
    ),
    Claim(
        "label/eq63/diameter",
        "Appendix C, the line above (63)",
        Kind.INEQUALITY,
        "the diameter of a bin",
        FiniteCheck(r"\|x-x'\|\le\sqrt dL", "two points of a square bin of length 1, L = 1/10", _diameter),
        Derived(
            r"\|x-x'\|\le\sqrt dh,\ x,x'\in B_l",
            (),
            at_most((_X - _Y) ** 2, Integer(1), *(Variable(s, Integer(0), Integer(1)) for s in (_X, _Y))),
            (),
            (
                (
                    "all pairs of a grid in a cube",
                    FiniteCheck(
                        r"\|x-x'\|^2\le dh^2", "d = 1, 2, 3, h = 1/2, points with coordinates 0, h/2, h", diameters
                    ),
                ),
            ),
        ),
        note="Each of the d coordinates differs by h at most: squares in units of h^2, added up.",
        correction="h in place of L",
        severity=Severity.TYPO,
        theorem="label/eq63",
    ),
    Claim(
        "label/eq63/63",
        "Appendix C, (63)",
        Kind.INEQUALITY,
        "variation of the regression functions over a bin",
        at_most(
            beta * _X / 2, _X / 2, Variable(beta, Integer(0), Integer(1), open_lower=True), Variable(_X, Integer(0), oo)
        ),
        note="L (sqrt(d) h)^beta <= L sqrt(d) h^beta: the logarithms, x = ln d; for beta <= 1.",
    ),
    Claim(
        "label/eq64",
        "Appendix C, (64)",
        Kind.INEQUALITY,
        "the same for the private bits",
        Derived(
            r"|\tilde\eta_j(x)-\tilde\eta_j(x')|\le\tfrac{e^{\varepsilon/2}-1}{e^{\varepsilon/2}+1}L_dh^\beta",
            ("label/eq53", "label/eq63"),
            AllOf(
                r"\tilde\eta_j(x)-\tilde\eta_j(x')=c_\varepsilon(\eta_j(x)-\eta_j(x'))",
                (
                    ("the difference", Identity((_V + TANH * _ETA) - (_V + TANH * _OTHER), TANH * (_ETA - _OTHER))),
                    (
                        "c_epsilon times a smaller difference",
                        at_most(
                            TANH * _X,
                            TANH * (_X + _Y),
                            *(Variable(s, Integer(0), oo) for s in (_X, _Y)),
                            Variable(epsilon, Integer(0), oo, open_lower=True),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "three classes, all labels and bits",
                    FiniteCheck(
                        r"\max_j|\tilde\eta_j-\tilde\eta_j'|=c_\varepsilon\max_j|\eta_j-\eta_j'|",
                        "K = 3, pairs of eta with denominator 6, e^(epsilon/2) = 3/2, 7",
                        private_gaps,
                        "==",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq66",
        "Appendix C, (65), (66)",
        Kind.INEQUALITY,
        "from the bin's averages to a point",
        Derived(
            r"\eta^*(x)-E[\eta_{c_l}(x)\mid X_{1:N}]\le c_\varepsilon^{-1}(v_l^*-E[v_{lc_l}\mid X_{1:N}])+2L_dh^\beta"
            r"\le3c_\varepsilon^{-1}\sqrt{\tfrac{2\ln(2K)}{n_l}}+2L_dh^\beta",
            ("label/eq53", "label/eq60", "label/eq64"),
            AllOf(
                r"\tilde\eta^*(x)\le v_l^*+c_\varepsilon L_dh^\beta,\ \tilde\eta_{c_l}(x)\ge v_{lc_l}-c_\varepsilon L_dh^\beta",
                (
                    (
                        "both shifts, over c_epsilon",
                        Identity((_V + TANH * _LD + TANH * _LD) / TANH, _V / TANH + 2 * _LD),
                    ),
                    ("the last step only loosens", at_most(_X, 2 * _X, Variable(_X, Integer(0), oo))),
                ),
            ),
        ),
        note="L_d here is L_d h^beta; x is ln(2K)/n_l.",
    ),
    Claim(
        "label/own/chernoff-half",
        "ours, used by (67), (117), (151)",
        Kind.INEQUALITY,
        "a bin rarely holds less than half of its share",
        None,
        Derived(
            r"P(n_l<\tfrac12Np)\le e^{-\frac12(1-\ln2)Np}",
            (),
            AllOf(
                r"E2^{-n_l}=(1-p/2)^N\le e^{-Np/2}",
                (
                    ("1 - p/2 <= e^(-p/2)", at_most(1 - _X / 2, exp(-_X / 2), Variable(_X, Integer(0), Integer(1)))),
                    (
                        "Markov: times 2^(Np/2)",
                        Identity(exp(-N * _P / 2) * exp(N * _P * log(2) / 2), exp(-LEAST * N * _P)),
                    ),
                ),
            ),
            (),
            (
                (
                    "exact binomial tails",
                    FiniteCheck(
                        r"P(\mathrm{Bin}(N,p)<Np/2)\le e^{-(1-\ln2)Np/2}",
                        "N = 5 to 200 (quick: 60), four p",
                        lower_tails,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq67",
        "Appendix C, (67)",
        Kind.INEQUALITY,
        "the loss over a bin, without the margin",
        Derived(
            r"\int_{B_l}(\eta^*-E\eta_{c_l})f\le p(B_l)e^{-\frac12(1-\ln2)Np(B_l)}+"
            r"\Big[3c_\varepsilon^{-1}\sqrt{\tfrac{2\ln(2K)}{Np(B_l)}}+2L_dh^\beta\Big]p(B_l)",
            ("label/own/chernoff-half", "label/eq60", "label/eq66"),
            AllOf(
                r"n_l\ge\tfrac12Np(B_l)",
                (
                    (
                        "the first bound of (66) with (60), at n_l = Np/2",
                        Identity(
                            3 * sqrt(log(_M) / (N * _P / 2)),
                            3 * sqrt(2 * log(_M) / (N * _P)),
                            (Variable(_M, Integer(1), oo),),
                        ),
                    ),
                    (
                        "and less for more samples",
                        at_most(
                            1 / (_X + _P), 1 / _P, Variable(_P, Integer(0), oo, True), Variable(_X, Integer(0), oo)
                        ),
                    ),
                ),
            ),
        ),
        note="The conditions print 1/N where the first line has N/2, and L^d for L_d. The last bound of (66) would give 4 in place of 2 under the root; "
        "its middle one, with (60), gives what is printed.",
    ),
)
