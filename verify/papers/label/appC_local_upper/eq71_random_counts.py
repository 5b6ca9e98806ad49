"""label Appendices C and E, (71) and (117): what a bin with a random number of samples costs, by routes of our own."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, exp, log, oo, pi, sqrt

from lowerbounds.information.laws import FiniteLaw
from verify.calculus.textbook import HOEFFDING
from verify.papers.label.appC_local_upper.eq52_bins import LEAST, TANH
from verify.papers.label.instances.bins import below, differences, inverse_counts, largest_deviations, random_bins, walk
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_S, _T, _M, _P, _N = sympy.symbols("s t M x n_l", positive=True)
_A, _B, _W, _Y, _Z = sympy.symbols("a b w y z", nonnegative=True)
_UNIT = Integer(0), Integer(1)
_SHARE = Variable(_P, Integer(0), oo, open_lower=True)
"""x = N p(B_l)."""
_LARGE = Variable(_Y, log(4), oo)
"""y = ln(2K) for K >= 2."""
W, Y, Z = (Variable(s, Integer(0), oo) for s in (_W, _Y, _Z))


def _losses(_: Settings) -> Iterator[Case]:
    """The exact loss of two classes over a bin, eta constant in it, beside both terms of (71) and beside its second alone."""
    for root, share, size in product((Fraction(3), Fraction(99)), (Fraction(1, 10), Fraction(1)), (2, 20, 40)):
        for eta in (Fraction(11, 20), Fraction(9, 10)):
            inside = differences((eta, 1 - eta), root)
            step = FiniteLaw.of({k: share * inside[k] + (1 - share) * (k == 0) for k in (-1, 0, 1)})
            shrink, margin = (root - 1) / (root + 1), 2 * eta - 1
            left = share * margin * below(walk([step] * size))
            mass = as_arb(size * share)
            second = 4 * as_arb(share) * (as_arb(margin) + (2 * arb.pi() / mass).sqrt() / as_arb(shrink))
            second *= (-mass * as_arb(margin * shrink) ** 2 / 2).exp()
            parameters = {"K": 2, "N": size, "p": str(share), "eta_1": str(eta), "e^(epsilon/2)": str(root)}
            yield Case(parameters, left, second, note="without p e^(-(1-ln 2)Np/2) and without 2 L_d h^beta = 0")


def _sharp_deviations(settings: Settings) -> Iterator[Case]:
    return largest_deviations(settings, sharp=True)


def _central_losses(_: Settings) -> Iterator[Case]:
    """The exact loss of (17) over a bin, two classes and constant eta, beside (117) without 2 L_d h^beta = 0."""
    for size, share, value, eta in product(
        (10, 60), (Fraction(1, 4), Fraction(1)), (Fraction(1, 10), Fraction(1)), (Fraction(11, 20), Fraction(3, 4))
    ):
        e, x = as_arb(value), as_arb(size * share)
        step = FiniteLaw.of({1: share * eta, -1: share * (1 - eta), 0: 1 - share})
        law = walk([step] * size)
        error = sum((as_arb(mass) / (1 + (e * k / 2).exp()) for k, mass in law.items()), arb(0))
        bracket = 2 * (arb(2).log() + 1) / (e * x) + 4 * (2 * arb(4).log() / x).sqrt()
        right = as_arb(share) * ((-(1 - arb(2).log()) / 2 * x).exp() + bracket)
        parameters = {"K": 2, "N": size, "p": str(share), "eta_1": str(eta), "epsilon": str(value)}
        yield Case(parameters, as_arb(share * (2 * eta - 1)) * error, right)


CLAIMS = (
    Claim(
        "label/own/bin-error",
        "ours, for (71)",
        Kind.INEQUALITY,
        "a class that is worse on average over the bin is rarely chosen, n_l random",
        None,
        Derived(
            r"P(c_l=j)\le e^{-\frac12Np(B_l)c_\varepsilon^2\bar\delta_j^2},\ \bar\delta_j=\tfrac1{p(B_l)}\int_{B_l}(\eta_i-\eta_j)f\ge0\ \text{for any class }i",
            ("label/eq53",),
            AllOf(
                r"P(c_l=j)\le Es^{S_{lj}-S_{li}}=(1-p(1-\rho))^N,\ 1-\rho=(\sqrt u-\sqrt v)^2\ge\tfrac12(u-v)^2",
                (
                    (
                        "one sample of the bin: its bits differ by 1, -1 with chances u = a^2 and v = b^2; s = a/b",
                        Identity(
                            (1 - _S**2 - _M**2) + _S**2 * (_M / _S) + _M**2 * (_S / _M),
                            1 - (_S - _M) ** 2,
                        ),
                    ),
                    (
                        "(a+b)^2 <= 2(a^2+b^2) <= 2, a = b + w",
                        at_most(
                            (2 * _B + _W) ** 2, 2 * (_B**2 + (_B + _W) ** 2), *(Variable(s, *_UNIT) for s in (_B, _W))
                        ),
                    ),
                    (
                        "so (a-b)^2 (a+b)^2/2 <= (a-b)^2, w = a - b, z = (a+b)^2 <= 2",
                        at_most(_W**2 * _Z / 2, _W**2, Variable(_W, *_UNIT), Variable(_Z, Integer(0), Integer(2))),
                    ),
                    ("1 - z <= e^-z, to the power N", at_most(1 - _Z, exp(-_Z), Variable(_Z, *_UNIT))),
                    (
                        "the mean difference of the private bits",
                        Identity((_Y + TANH * (_A + _B)) - (_Y + TANH * _A), TANH * _B),
                    ),
                ),
            ),
            (),
            (
                (
                    "two classes, exact",
                    FiniteCheck(
                        r"P(c_l=2)\le e^{-\frac12Npc_\varepsilon^2\bar\delta^2}",
                        "N = 2, 20, 60 (quick: 60 at p = 1 only); p = 1/10, 1/2, 1; eta_1 = 3/5, or 2/5 and 9/10 on halves; e^(epsilon/2) = 3, 99; ties go wrong",
                        random_bins,
                    ),
                ),
            ),
        ),
        note="Markov's inequality for s^(S_j - S_i) with s >= 1. The samples are independent, each in the bin with probability p, and the average over its "
        "place there is part of u and v: no variation of eta within the bin enters.",
    ),
    Claim(
        "label/own/peak",
        "ours, for (71)",
        Kind.INEQUALITY,
        "a loss times its chance falls with the loss, up to a constant",
        None,
        AllOf(
            r"ze^{-z^2/2}\le(w+1)e^{-w^2/2},\ z\ge w\ge0",
            (
                (
                    "z = w + y: z <= (w+1)(1 + wy + y^2/2)",
                    at_most(_W + _Y, (_W + 1) * (1 + _W * _Y + _Y**2 / 2), W, Y),
                ),
                ("and 1 + z <= e^z", at_most(1 + _Z, exp(_Z), Z)),
                ("(w+y)^2/2 = w^2/2 + wy + y^2/2", Identity((_W + _Y) ** 2 / 2, _W**2 / 2 + _W * _Y + _Y**2 / 2)),
            ),
        ),
        note="In units of (N p c_epsilon^2)^(-1/2).",
    ),
    Claim(
        "label/eq70/71",
        "Appendix C, (71)",
        Kind.INEQUALITY,
        "the loss over a bin with a margin",
        Derived(
            r"\int_{B_l}(\eta^*-E\eta_{c_l})f\le p(B_l)e^{-\frac12(1-\ln2)Np(B_l)}+2Kp(B_l)\Big(\Delta_l+2L_dh^\beta+"
            r"c_\varepsilon^{-1}\sqrt{\tfrac{2\pi}{Np(B_l)}}\Big)e^{-\frac12Np(B_l)\Delta_l^2c_\varepsilon^2},\ c^*\text{ the same all over }B_l",
            ("label/own/bin-error", "label/own/peak"),
            at_most(
                (_Z + 1) * (_W + 1),
                2 * (_Z + 2) * (_W + _Y + sqrt(2 * pi)),
                W,
                Y,
                Z,
            ),
            (),
            (
                (
                    "two classes, exact",
                    FiniteCheck(
                        r"\text{the second term alone}",
                        "N = 2, 20, 40; p = 1/10, 1; eta_1 = 11/20, 9/10; e^(epsilon/2) = 3, 99",
                        _losses,
                    ),
                ),
            ),
        ),
        note="Where one class is best all over the bin, as the line above (70) concludes, its loss to class j is p times the mean difference, which is at least "
        "Delta_l; so the loss is at most p sum_j dbar_j e^(-N p c^2 dbar_j^2/2). In the composition K = z + 2, and w, y are Delta_l and 2 L_d h^beta over "
        "(N p c_epsilon^2)^(-1/2). The display holds even without its first term. To put the mean of n_l for n_l in (70) would not "
        "show it: by Jensen the average of e^(-n_l x) exceeds e^(-N p x).",
    ),
    Claim(
        "label/own/deviation",
        "ours, for (117)",
        Kind.INEQUALITY,
        "the largest deviation of the counts, with Hoeffding's own constant",
        None,
        Derived(
            r"E\max_j|n_{lj}-n_lv_{lj}|\le\sqrt{\tfrac12n_l\ln(2K)}+\tfrac12\sqrt{\tfrac12\pi n_l}",
            ("label/own/gaussian-tail",),
            AllOf(
                r"t_0=\sqrt{\tfrac12n_l\ln(2K)},\ M=2K:\ \int_{t_0}^\infty Me^{-2t^2/n_l}dt",
                (
                    (
                        "the tail, by its antiderivative",
                        Identity(
                            sympy.diff(-_M * sqrt(pi * _N / 8) * sympy.erfc(_T * sqrt(2 / _N)), _T),
                            _M * exp(-2 * _T**2 / _N),
                        ),
                    ),
                    ("sqrt(pi n/8) = sqrt(pi n/2)/2", Identity(sqrt(pi * _N / 8), sqrt(pi * _N / 2) / 2)),
                ),
            ),
            (HOEFFDING,),
            (
                (
                    "two classes, exact; the integral, enclosed",
                    FiniteCheck(
                        r"E\max_j|n_{lj}-n_lv_{lj}|\le\sqrt{\tfrac12n_l\ln(2K)}+\tfrac12\sqrt{\tfrac12\pi n_l}",
                        "K = 2: n_l = 1, 2, 9, 30, eta = 1/10, 1/2; K = 2, 3, 11, 100: the integral at n_l = 1",
                        _sharp_deviations,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/inverse-count",
        "ours, for (117) and (152)",
        Kind.INEQUALITY,
        "the mean of 1/n_l and of 1/n_l^2",
        None,
        Derived(
            r"E\tfrac{1(n_l\ge x/2)}{n_l}\le\tfrac1x\big(1+\tfrac2x\big),\ E\tfrac{1(n_l\ge1)}{n_l^2}\le\tfrac6{x^2},\ x=Np(B_l)",
            (),
            AllOf(
                r"E\tfrac1{n+1}\le\tfrac1{(N+1)p},\ E\tfrac1{(n+1)(n+2)}\le\tfrac1{(N+1)(N+2)p^2}",
                (
                    (
                        "1/n <= (1 + 2/x)/(n+1), n = x/2 + z",
                        at_most(1 / (_P / 2 + _Z), (1 + 2 / _P) / (_P / 2 + _Z + 1), _SHARE, Z),
                    ),
                    ("1/n^2 <= 6/((n+1)(n+2)), n = 1 + z", at_most(1 / (1 + _Z) ** 2, 6 / ((2 + _Z) * (3 + _Z)), Z)),
                    (
                        "C(N,n)/(n+1) = C(N+1,n+1)/(N+1), so that the mean is a sum of a binomial law without its first mass",
                        Identity(
                            sympy.binomial(_M, _T) / (_T + 1),
                            sympy.binomial(_M + 1, _T + 1) / (_M + 1),
                            ((_M, "4", "oo"), (_T, "0", "4")),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "exact binomial laws",
                    FiniteCheck(
                        r"E\tfrac1{n+1}\le\tfrac1{(N+1)p},\ E\tfrac1{(n+1)(n+2)}\le\tfrac1{(N+1)(N+2)p^2}",
                        "N = 1, 4, 30; p = 1/20, 1/2, 1",
                        inverse_counts,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq117",
        "Appendix E, (117)",
        Kind.INEQUALITY,
        "the loss over a bin, without the margin",
        Derived(
            r"\int_{B_l}(\eta^*-E\eta_{c_l})f\le p(B_l)e^{-\frac12(1-\ln2)Np(B_l)}+"
            r"\Big[\tfrac{2(\ln K+1)}{\varepsilon Np(B_l)}+4\sqrt{\tfrac{2\ln(2K)}{Np(B_l)}}+2L_dh^\beta\Big]p(B_l)",
            (
                "label/eq63",
                "label/eq109",
                "label/own/chernoff-half",
                "label/own/deviation",
                "label/own/inverse-count",
            ),
            AllOf(
                r"x=Np(B_l)\ge32y,\ y=\ln(2K),\ A=\tfrac{2(\ln K+1)}{\varepsilon x}\le1,\text{ else the bracket exceeds }1",
                (
                    (
                        "x = 32 y s, s <= 1: the second term is 1 at least",
                        at_most(Integer(1), 1 / sqrt(_S), Variable(_S, *_UNIT, open_lower=True)),
                    ),
                    ("32 y is 44 at least", at_most(Integer(44), 32 * _Y, _LARGE)),
                    (
                        "q = P(n_l < x/2) has (x+3) q <= 1, which says (1 + 2/x)/(1-q) <= 1 + 3/x",
                        at_most((_P + 3) * exp(-LEAST * _P), Integer(1), Variable(_P, Integer(44), oo)),
                    ),
                    (
                        "2/n_l times the deviation at n_l = x/2",
                        Identity(
                            2 / (_P / 2) * (sqrt(_P / 4 * log(_M)) + sqrt(pi * _P / 4) / 2),
                            (2 * sqrt(log(_M)) + sqrt(pi)) / sqrt(_P),
                            ((_M, "4", "oo"),),
                        ),
                    ),
                    (
                        "3A/x + (2 sqrt(y) + sqrt(pi))/sqrt(x) <= 4 sqrt(2y)/sqrt(x): times sqrt(x), with 3/sqrt(x) <= 3/sqrt(32 y)",
                        at_most(3 / sqrt(32 * _Y) + sqrt(pi), (4 * sqrt(2) - 2) * sqrt(_Y), _LARGE),
                    ),
                ),
            ),
            (),
            (
                (
                    "two classes, the exact loss",
                    FiniteCheck(
                        r"\text{(117) for constant }\eta",
                        "K = 2; N = 10, 60; p = 1/4, 1; epsilon = 1/10, 1; eta_1 = 11/20, 3/4",
                        _central_losses,
                    ),
                ),
            ),
        ),
        note="The step that suggests itself, n_l >= x/2 put into (116), gives 4(ln K+1)/(epsilon x) + 8 sqrt(ln(2K)/x), more than is printed. The display holds "
        "all the same: Hoeffding's inequality has e^(-2t^2/n) where (112) has e^(-t^2/(2n)), and n_l is seldom far below x. The second line's conditional "
        "mean is covered too.",
    ),
)
