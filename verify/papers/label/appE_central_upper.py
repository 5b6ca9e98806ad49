"""label Appendix E, (105)-(120): the exponential mechanism in each bin, and the upper bound under central label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, pi, sqrt

from notation.symbols import N, beta, d, epsilon, gamma, h
from verify.calculus.textbook import HOEFFDING
from verify.papers.label.instances.bins import count_and_value, largest_deviations, point_and_mean, shortfalls
from verify.prover import Variable
from verify.statements import AllOf, Balance, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_K, _N, _P, _M, _R, _LD = sympy.symbols("K n_l x M r L_d", positive=True)
_X, _Y, _DELTA = sympy.symbols("x' y delta", nonnegative=True)
_Q = sympy.Symbol("k", positive=True)
X, Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)
_CLASSES = Variable(_K, Integer(2), oo)
_SPREADS = (Variable(_DELTA, Integer(0), oo), Variable(_R, Integer(0), oo, open_lower=True))


def _gaps(_: Settings) -> Iterator[Case]:
    """P(n* - n_c > t) and E(n* - n_c) for all counts up to 3 of three classes, e^(epsilon/2) = 3/2, enclosed."""
    root = Fraction(3, 2)
    epsilon_value = 2 * as_arb(root).log()
    for counts in product(range(4), repeat=3):
        best, weights = max(counts), sum(root**k for k in counts)
        for level in (0, 1, 2):
            tail = sum((root**k / weights for k in counts if best - k > level), Fraction(0))
            yield Case({"counts": list(counts), "t": level}, tail, 3 / root**level)
        mean = sum(((best - k) * root**k / weights for k in counts), Fraction(0))
        yield Case({"counts": list(counts)}, mean, 2 / epsilon_value * (1 + arb(3).log()))


def _justification(_: Settings) -> Iterator[Case]:
    """What (61) gives for the last integral of (113), sqrt(2 pi n), beside the sqrt(2 n ln(2K)) that is left for it; n = 1."""
    for classes in (2, 11):
        yield Case(
            {"K": classes, "n_l": 1},
            (2 * arb.pi()).sqrt(),
            (2 * arb(2 * classes).log()).sqrt(),
            left_again=(8 * arb(1).atan()).sqrt(),
        )


CLAIMS = (
    Claim(
        "label/eq108",
        "Appendix E, (105)-(108)",
        Kind.INEQUALITY,
        "the exponential mechanism rarely picks a class with few samples",
        Derived(
            r"P(n_l^*-n_{lc_l}>t)\le Ke^{-\varepsilon t/2}",
            (),
            at_most(_Y * _R / (_R + _X), _Y, X, Variable(_R, Integer(0), oo, open_lower=True), Y),
            (),
            (
                (
                    "all small counts",
                    FiniteCheck(r"\text{(108) and (109)}", "three classes, counts up to 3, e^(epsilon/2) = 3/2", _gaps),
                ),
            ),
        ),
        note="r is the weight of the best class, x' those of the others, y = e^(-epsilon t/2): one class has probability at most y; K classes.",
    ),
    Claim(
        "label/eq109",
        "Appendix E, (109)",
        Kind.INEQUALITY,
        "the expected shortfall of the chosen count",
        Derived(
            r"E[n_l^*-n_{lc_l}]\le\tfrac2\varepsilon(\ln K+1)",
            ("label/eq108",),
            AllOf(
                r"\int_0^{t_0}dt+\int_{t_0}^\infty Ke^{-\varepsilon t/2}dt,\ t_0=\tfrac{2\ln K}\varepsilon",
                (
                    (
                        "the antiderivative",
                        Identity(
                            sympy.diff(-_K * 2 / epsilon * exp(-epsilon * _Q / 2), _Q), _K * exp(-epsilon * _Q / 2)
                        ),
                    ),
                    (
                        "from t_0",
                        Identity(
                            2 * log(_K) / epsilon + _K * 2 / epsilon * exp(-epsilon / 2 * (2 * log(_K) / epsilon)),
                            2 / epsilon * (log(_K) + 1),
                            ((_K, "2", "oo"),),
                        ),
                    ),
                    (
                        "a chance is at most 1 and at most y",
                        at_most(sympy.Min(_X, 1), _X, X),
                    ),
                ),
            ),
            (),
            (
                (
                    "one class ahead of all others, and the sum of the integrals",
                    FiniteCheck(
                        r"E[n^*-n_c]\le\tfrac2\varepsilon(\ln K+1)",
                        "K = 2, 5, 1000; gaps 1 to 37; epsilon = 1/10, 1, 4",
                        shortfalls,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq112",
        "Appendix E, (110)-(112)",
        Kind.INEQUALITY,
        "concentration of a class count",
        Derived(
            r"P(|n_{lj}-n_lv_{lj}|>t)\le2e^{-t^2/(2n_l)}",
            ("label/eq55",),
            at_most(exp(-2 * _X), exp(-_X / 2), X),
            (HOEFFDING,),
        ),
        note="x' = t^2/n_l; Hoeffding gives 2 e^(-2t^2/n_l).",
    ),
    Claim(
        "label/eq113/justification",
        "Appendix E, (113), last step, and the sentence after it",
        Kind.INEQUALITY,
        "the tail by the inequality (61)",
        FiniteCheck(r"\sqrt{2\pi n_l}<\sqrt{2n_l\ln(2K)}", "K = 2, 11", _justification),
        at_most(sqrt(2 * pi) / 2, sqrt(2 * log(_M)), Variable(_M, Integer(4), oo)),
        correction="(61) gives the last step for K >= 12 only; with its best constant 1/2 it holds for every K >= 2",
        severity=Severity.CONSTANT,
        theorem="label/eq113",
        note="M = 2K.",
    ),
    Claim(
        "label/eq113",
        "Appendix E, (113)",
        Kind.INEQUALITY,
        "the largest deviation of the counts",
        Derived(
            r"E\max_j|n_{lj}-n_lv_{lj}|<2\sqrt{2n_l\ln(2K)}",
            ("label/eq112", "label/own/gaussian-tail", "label/eq113/justification"),
            AllOf(
                r"\sqrt{2n_l\ln M}+\int_{\sqrt{2n_l\ln M}}^\infty Me^{-t^2/(2n_l)}dt,\ M=2K",
                (
                    (
                        "the antiderivative",
                        Identity(
                            sympy.diff(-_M * sqrt(pi * _N / 2) * sympy.erfc(_Q / sqrt(2 * _N)), _Q),
                            _M * exp(-(_Q**2) / (2 * _N)),
                        ),
                    ),
                    (
                        "its value by the tail bound",
                        Identity(
                            _M * sqrt(2 * pi * _N) / 2 * exp(-(2 * _N * log(_M)) / (2 * _N)),
                            sqrt(2 * pi * _N) / 2,
                            ((_M, "4", "oo"),),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "two classes, exact; the integral, enclosed",
                    FiniteCheck(
                        r"E\max_j|n_{lj}-n_lv_{lj}|<2\sqrt{2n_l\ln(2K)}",
                        "K = 2: n_l = 1, 2, 9, 30, eta = 1/10, 1/2; K = 2, 3, 11, 100: the integral at n_l = 1",
                        largest_deviations,
                        "<",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq114",
        "Appendix E, (114)",
        Kind.INEQUALITY,
        "the expected loss of the chosen class in its bin",
        Derived(
            r"E[v_l^*-v_{lc_l}\mid X_{1:N}]\le\tfrac2{\varepsilon n_l}(\ln K+1)+4\sqrt{\tfrac{2\ln(2K)}{n_l}}",
            ("label/eq109", "label/eq113"),
            AllOf(
                r"n_lv_l^*-n_lv_{lc_l}\le n_l^*-n_{lc_l}+2\max_j|n_{lj}-n_lv_{lj}|",
                (
                    (
                        "n v* <= n_c* + D <= n* + D, n v_c >= n_c - D: with n* = n_c* + x', n_c* = n v* - D + y",
                        at_most(_DELTA, (_DELTA - _R + _Y) + _X + _R, X, Y, *_SPREADS),
                    ),
                    (
                        "2/n times (113)",
                        Identity(2 / _N * 2 * sqrt(2 * _N * log(_M)), 4 * sqrt(2 * log(_M) / _N), ((_M, "4", "oo"),)),
                    ),
                ),
            ),
            (),
            (
                (
                    "all counts of four samples",
                    FiniteCheck(
                        r"nv^*-nv_c\le n^*-n_c+2\max_j|n_j-nv_j|",
                        "K = 3, n = 4: all counts, all v with denominator 6, all c",
                        count_and_value,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq116",
        "Appendix E, (115), (116)",
        Kind.INEQUALITY,
        "from the bin's averages to a point",
        Derived(
            r"E[\eta^*(x)-\eta_{c_l}(x)\mid X_{1:N}]\le\tfrac2{\varepsilon n_l}(\ln K+1)+4\sqrt{\tfrac{2\ln(2K)}{n_l}}+2L_dh^\beta",
            ("label/eq63", "label/eq114"),
            AllOf(
                r"\eta^*(x)\le v_l^*+L_dh^\beta,\ \eta_{c_l}(x)\ge v_{lc_l}-L_dh^\beta",
                (
                    ("both shifts", Identity((_X + _LD) - (_Y - _LD), _X - _Y + 2 * _LD)),
                    (
                        "an average of values that are at most L_d h^beta off is at most as much off",
                        at_most(
                            _DELTA * _LD * _X + (1 - _DELTA) * _LD * _Y,
                            _LD,
                            *(Variable(s, Integer(0), Integer(1)) for s in (_DELTA, _X, _Y)),
                            Variable(_LD, Integer(0), oo, open_lower=True),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "a point and two samples of its bin",
                    FiniteCheck(
                        r"\eta^*(x)-\eta_c(x)\le v^*-v_c+2\max|\eta_j-\eta_j'|",
                        "K = 3, n_l = 2, eta with denominator 6 at the point and the samples, all c",
                        point_and_mean,
                    ),
                ),
            ),
        ),
        note="L_d in the composition is L_d h^beta.",
    ),
    Claim(
        "label/own/central-selection",
        "ours, for (118)",
        Kind.INEQUALITY,
        "a class that is worse at a point is rarely chosen",
        None,
        Derived(
            r"P(c_l=j\mid X_{1:N})\le2e^{-n_l\delta_j^2/32}+e^{-\varepsilon n_l\delta_j/8},\ \delta_j=\eta^*(x)-\eta_j(x)\ge4L_dh^\beta,\ x\in B_l",
            ("label/eq63",),
            AllOf(
                r"n_{lc^*(x)}-n_{lj}\text{ has mean }\ge\tfrac12n_l\delta_j",
                (
                    ("with 4 L_d h^beta = x' and delta_j = x' + y", at_most((_X + _Y) / 2, _X + _Y - _X / 2, X, Y)),
                    ("half of it is lost rarely", Identity(-2 * _N * (_DELTA / 4) ** 2 / 2**2, -_N * _DELTA**2 / 32)),
                    (
                        "else the weights differ by",
                        Identity(-epsilon / 2 * (_N * _DELTA / 4), -epsilon * _N * _DELTA / 8),
                    ),
                ),
            ),
            (HOEFFDING,),
        ),
    ),
    Claim(
        "label/eq118",
        "Appendix E, (118)",
        Kind.UPPER_RATE,
        "the margin brings the power gamma + 1",
        Derived(
            r"R-R^*\le e^{-\frac12(1-\ln2)cNh^d}+C_T\tau^{\gamma+1}\Big(1+\sum_k2^{k(\gamma+1)}\big(4^{1-4^{k-1}}+4^{1-2^{k-1}}\big)\Big),\ "
            r"\tau=\max\Big(4L_dh^\beta,8\sqrt{\frac{\ln(2K)}{cNh^d}},\frac{16\ln(2K)}{\varepsilon cNh^d}\Big)",
            ("label/prop2a", "label/own/central-selection", "label/eq74/sum", "label/eq75"),
            AllOf(
                r"n_l\ge\tfrac12x,\ x=cNh^d;\ \delta_j>2^{k-1}\tau,\ y=2^{k-1}",
                (
                    (
                        "the first exponent",
                        Identity(_P / 2 * (_Y * 8 * sqrt(log(_M) / _P)) ** 2 / 32, _Y**2 * log(_M), ((_M, "4", "oo"),)),
                    ),
                    (
                        "the second exponent",
                        Identity(
                            epsilon * (_P / 2) * (_Y * 16 * log(_M) / (epsilon * _P)) / 8,
                            _Y * log(_M),
                            ((_M, "4", "oo"),),
                        ),
                    ),
                    ("(2K)^-w <= 4^-w: the base", at_most(Integer(4), 2 * _K, _CLASSES)),
                    (
                        "the second series converges: log_2 of the ratio of its terms",
                        Identity(
                            ((_Q + 1) * (gamma + 1) - 2 * 2**_Q) - (_Q * (gamma + 1) - 2 * 2 ** (_Q - 1)),
                            gamma + 1 - 2 * 2 ** (_Q - 1),
                        ),
                    ),
                ),
            ),
        ),
        note=(
            "Under the margin assumption as Theorem 2 has it, beta <= 1 and bins that divide the support; the proof, "
            "which the paper omits, goes point by point."
        ),
    ),
    Claim(
        "label/eq120",
        "Appendix E, (119), (120)",
        Kind.RATE_ALGEBRA,
        "the tuned rate",
        AllOf(
            r"h=\Big(\frac{\ln K}{\varepsilon N}\Big)^{\frac1{\beta+d}}+\Big(\frac{\ln K}N\Big)^{\frac1{2\beta+d}}:\text{ each term of (118) is at most }h^\beta",
            (
                (
                    "private",
                    Balance(
                        log(_K) / (epsilon * N * h**d),
                        h**beta,
                        h,
                        (log(_K) / (epsilon * N)) ** (1 / (beta + d)),
                        (log(_K) / (epsilon * N)) ** (beta / (beta + d)),
                    ),
                ),
                (
                    "not private",
                    Balance(
                        (log(_K) / (N * h**d)) ** Rational(1, 2),
                        h**beta,
                        h,
                        (log(_K) / N) ** (1 / (2 * beta + d)),
                        (log(_K) / N) ** (beta / (2 * beta + d)),
                    ),
                ),
                ("a larger h lowers both terms", at_most(1 / (_X + _R), 1 / _R, Variable(_R, Integer(0), oo, True), X)),
            ),
        ),
    ),
    Claim(
        "label/thm4",
        "Section 4.2, Theorem 4, (18), and Appendix E, (120)",
        Kind.UPPER_RATE,
        "the rate of the central classifier",
        Derived(
            r"R-R^*\lesssim\Big(\frac N{\ln K}\Big)^{-\beta(\gamma+1)/(2\beta+d)}+\Big(\frac{\varepsilon N}{\ln K}\Big)^{-\beta(\gamma+1)/(\beta+d)},\ \eta_s=\max\{\eta_j:\eta_j<\eta^*\}",
            ("label/eq118", "label/eq120"),
            AllOf(
                r"e^{-bx}\lesssim x^{-(\gamma+1)/2};\ \ln(2K)\le2\ln K",
                (
                    ("z <= e^(z-1), with z = e^u, u >= 0", at_most(1 + _X, exp(_X), X)),
                    ("and u <= 0", at_most(1 - _X, exp(-_X), X)),
                    ("2K <= K^2", at_most(2 * _K, _K**2, _CLASSES)),
                ),
            ),
        ),
        note=(
            "Ambiguous at ties, as Theorem 2: eta_s is the second largest of the set of values, that is the largest value"
            " below eta^*; counted with ties, as the text has it for K = 2, the margin at a tie is 0 and for K >= 3 the "
            "rate is N^(-beta/(2 beta + d)) at best (label/own/ties)."
        ),
    ),
)
