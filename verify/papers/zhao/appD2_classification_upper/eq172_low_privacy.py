"""zhao Appendix D.2, (172)-(174), and its use for Theorems 9 and 11: all users estimate every coefficient.

The estimates of different coefficients then come from the same samples and are not independent.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from notation.symbols import beta, d, epsilon, gamma, m, n
from verify.calculus.textbook import HOEFFDING, LAPLACE_MOMENT
from verify.papers.zhao.instances.exact_risks import laplace_sum_tail
from verify.papers.zhao.powers import same_power
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Balance,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    UpToConstant,
    Whole,
    at_most,
)
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_L = sympy.Symbol("l", positive=True)
_R = sympy.Symbol("r", positive=True)
_K = sympy.Symbol("K", positive=True)
_P = sympy.Symbol("p", positive=True)
_T = sympy.Symbol("t", positive=True)
_A = sympy.Symbol("a", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_W = sympy.Symbol("w", positive=True)
_C1 = sympy.Symbol("C_1", positive=True)
_C2 = sympy.Symbol("C_2", positive=True)
_LAMBDA = sympy.Symbol("lambda", positive=True)
_WIDTH = (n * m / log(n)) ** (-1 / (2 * beta + d))


def _heavy_bin(_: Settings) -> Iterator[Case]:
    """1/4 beside P(|V + N| > 1/2): n = 2, m = 1, V = Y 1(X in B_k) with chances 1/2, 1/4, 1/4, N the noise of one user.

    N averages K Laplace variables of scale a/(epsilon/K), a = 12 + 2 sqrt(ln(2K)); at epsilon = 1000 K^2 it is small.
    """
    for groups in (2, 8, 32):
        width = 12 + 2 * as_arb(2 * groups).log().sqrt()
        small = 2 * laplace_sum_tail(groups, groups * as_arb(Fraction(1, 4)) * 1000 * groups / width)
        yield Case({"n": 2, "m": 1, "K": groups, "epsilon": f"1000 * {groups}^2"}, Fraction(1, 4), (1 - small) / 2)


def _unclipped(_: Settings) -> Iterator[Case]:
    """P(|mean of N values of Y 1(X in B) - q| > t), exact, beside 2 exp(-N t^2/(4p)) for t <= 2p."""
    for size, (mass, mean), share in product(
        (4, 12, 30),
        (
            (Fraction(1, 2), Fraction(0)),
            (Fraction(1, 2), Fraction(1, 2)),
            (Fraction(1, 10), Fraction(1, 20)),
            (Fraction(1), Fraction(-1, 3)),
        ),
        (Fraction(1, 2), Fraction(1), Fraction(2)),
    ):
        up, down, level = (mass + mean) / 2, (mass - mean) / 2, share * mass
        tail = Fraction(0)
        for ups in range(size + 1):
            for downs in range(size + 1 - ups):
                if abs(Fraction(ups - downs, size) - mean) > level:
                    ways = comb(size, ups) * comb(size - ups, downs)
                    tail += ways * up**ups * down**downs * (1 - mass) ** (size - ups - downs)
        right = 2 * (-as_arb(size * level**2 / (4 * mass))).exp()
        yield Case({"nm/2": size, "p_k": str(mass), "q_k": str(mean), "t": str(level)}, tail, right)


CLAIMS = (
    Claim(
        "zhao/eq172",
        "arXiv v1, Appendix D.2, (172)-(174)",
        Kind.RATE_ALGEBRA,
        "low privacy: the tail of the estimates, the width of the bins, the rate",
        Whole(
            r"P(|\hat q_k-q_k|>t)\le2\exp\Big[-C_1\frac{mnK}{\ln n}\Big(t-\frac{C_2}{\sqrt{mnK}}\Big)^2\Big];\ "
            r"l\sim(nm/\ln n)^{-1/(2\beta+d)};\ \Big(\frac{nm}{\ln n}\Big)^{-\frac{\beta(1+\gamma)}{2\beta+d}}",
            ("zhao/eq172/172", "zhao/eq172/174"),
        ),
        Whole(
            r"P(|\hat q_k-q_k|>t)\le2e^{-\frac{nmt^2}{32p_k}}+2e^{-\frac n2(\frac{\varepsilon^2t^2}{32a^2K}\wedge K)}+(nK)^{1-c/2};\ "
            r"l\sim(nm/\ln n)^{-1/(2\beta+d)};\ \Big(\frac{nm}{\ln n}\Big)^{-\frac{\beta(1+\gamma)}{2\beta+d}}",
            ("zhao/eq172/172", "zhao/eq172/174"),
            as_corrected=True,
        ),
        correction="nm/p_k for nmK: a bin may hold much more than its share l^d of the mass",
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm9/upper",
    ),
    Claim(
        "zhao/eq172/172",
        "arXiv v1, Appendix D.2, (172)",
        Kind.INEQUALITY,
        "low privacy: the tail of the transformed estimate",
        Derived(
            r"\varepsilon\ge K\ln n:\ P(|\hat q_k-q_k|>t\mid E_1)\le2\exp\Big[-C_1\frac{mnK}{\ln n}\Big(t-\frac{C_2}{\sqrt{mnK}}\Big)^2\Big]",
            (),
            UpToConstant(
                Rational(1, 4),
                2 * exp(-2 * _C1 * _K / log(2) * (Rational(1, 2) - _C2 / sqrt(2 * _K)) ** 2),
                (
                    Variable(_K, Integer(2), oo),
                    Variable(_C1, Integer(0), oo, True),
                    Variable(_C2, Integer(0), oo, True),
                ),
                family=((_K, _R**3), (_C1, 1 / _R), (_C2, _R)),
                along=_R,
                text=r"n=2,\ m=1,\ p_k=\tfrac12,\ q_k=0,\ t=\tfrac12:\ \tfrac14\le P(|\hat q_k|>\tfrac12)\lesssim2\exp\Big[-\tfrac{2C_1K}{\ln2}\Big(\tfrac12-\tfrac{C_2}{\sqrt{2K}}\Big)^2\Big]",
            ),
            (),
            (
                (
                    "the probability is at least 1/4",
                    FiniteCheck(r"\tfrac14\le P(|\hat q_k|>\tfrac12)", "K = 2, 8, 32, epsilon = 1000 K^2", _heavy_bin),
                ),
            ),
        ),
        Derived(
            r"\Delta=\sqrt{c\ln(nK)/m},\ t\le4p_k:\ P(|\hat q_k-q_k|>t\mid E_1)\le"
            r"2e^{-\frac{nmt^2}{32p_k}}+2e^{-\frac n2(\frac{\varepsilon^2t^2}{32a^2K}\wedge K)}+(nK)^{1-c/2},\ p_k=P(X\in B_k)",
            ("zhao/lemma6/chernoff", "zhao/eq134"),
            AllOf(
                r"\text{no clip is active but with probability } (nK)^{1-c/2};\ \hat q_k \text{ then averages } Y1(X\in B_k) \text{ and noise}",
                (
                    (
                        "E e^(lambda (V-q)) <= exp(q (sinh lambda - lambda) + p (cosh lambda - 1)), |q| <= p, and e^x - 1 - x <= x^2",
                        at_most(exp(_X) - 1 - _X, _X**2, Variable(_X, Integer(0), Integer(1))),
                    ),
                    (
                        "nm/2 samples at lambda = t/(4p) <= 1, deviation t/2",
                        Identity(
                            (-n * m / 2 * (_LAMBDA * _T / 2 - _P * _LAMBDA**2)).subs(_LAMBDA, _T / (4 * _P)),
                            -n * m * _T**2 / (32 * _P),
                        ),
                    ),
                    (
                        "Kn/2 Laplace variables of scale aK/epsilon and weight 2/(nK)",
                        Identity(
                            _K * n / 2 * 2 * (_A * _K / epsilon * 2 * _LAMBDA / (n * _K)) ** 2,
                            4 * _A**2 * _K * _LAMBDA**2 / (n * epsilon**2),
                        ),
                    ),
                    (
                        "at the best lambda",
                        Identity(
                            (-_LAMBDA * _T / 2 + 4 * _A**2 * _K * _LAMBDA**2 / (n * epsilon**2)).subs(
                                _LAMBDA, n * epsilon**2 * _T / (16 * _A**2 * _K)
                            ),
                            -n * epsilon**2 * _T**2 / (64 * _A**2 * _K),
                        ),
                    ),
                    (
                        "which is in the range of (29) up to t = 4 sqrt(2) aK/epsilon",
                        Identity(
                            (n * epsilon**2 * _T / (16 * _A**2 * _K)).subs(_T, 4 * sqrt(2) * _A * _K / epsilon)
                            * (_A * _K / epsilon)
                            * 2
                            / (n * _K),
                            1 / sqrt(2),
                        ),
                    ),
                    (
                        "where the exponent is nK/2, and the tail at larger t is smaller",
                        Identity(
                            (n * epsilon**2 * _T**2 / (64 * _A**2 * _K)).subs(_T, 4 * sqrt(2) * _A * _K / epsilon),
                            n * _K / 2,
                        ),
                    ),
                    (
                        "2 (n/2) K user means leave Delta with probability at most e^(-m Delta^2/2) each",
                        same_power(n * _K * exp(-_W * log(n * _K) / 2), (n * _K) ** (1 - _W / 2)),
                    ),
                ),
            ),
            (HOEFFDING, LAPLACE_MOMENT),
            (
                (
                    "exact tails of the unclipped average",
                    FiniteCheck(
                        r"P(|\bar V-q|>t)\le2e^{-Nt^2/(4p)},\ t\le2p",
                        "N = 4, 12, 30 samples; (p, q) = (1/2, 0), (1/2, 1/2), (1/10, 1/20), (1, -1/3); t = p/2, p, 2p",
                        _unclipped,
                    ),
                ),
            ),
        ),
        correction="the sampling error of q_k has variance up to p_k/(nm), and Assumption 2 bounds p_k from below only: mnK holds for bins of mass about l^d. "
        "And Delta has to be larger, so that no user mean of the K is clipped",
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm9/upper",
        note="f = 1/2 and half of the mass more on bin k; eta = 0 there, so Y is fair. m = 1: one bin in the first stage, so E_1 holds and no clip is active; n = 2: one user "
        "refines, and q^_k is V + N, V = +-1 with chance 1/4 each. P(|V + N| > 1/2) >= P(V != 0) P(|N| <= 1/4), and at epsilon = 1000 K^2 "
        "the noise N has variance 2a^2 K/epsilon^2. K is a power of 2 on the family; C_1 may tend to 0 and C_2 to infinity. The estimates of different coefficients share the samples, so they "
        "are not independent, which the step from Lemma 6 to Lemma 7 uses for disjoint groups.",
    ),
    Claim(
        "zhao/eq172/174",
        "arXiv v1, Appendix D.2, (173), (174)",
        Kind.RATE_ALGEBRA,
        "low privacy: the width of the bins and the rate",
        Balance(_L**beta, _L ** (-d) * sqrt(log(n) / (n * m * _L ** (-d))), _L, _WIDTH, _WIDTH**beta),
        note="Logarithms of m apart.",
    ),
    Claim(
        "zhao/own/low-privacy",
        "ours, for the second terms of Theorems 9 and 11",
        Kind.UPPER_RATE,
        "classification and regression at low privacy",
        None,
        Derived(
            r"\varepsilon\ge K\ln(mn),\ n\ge c_2\ln(mn),\ K=l^{-d}:\ R-R^*\lesssim(mn)^{-\frac{\beta(1+\gamma)}{2\beta+d}}"
            r" \text{ at } l=(mn)^{-\frac1{2\beta+d}};\ \text{regression, clipped: }R\lesssim\Big(\frac{mn}{\ln(mn)}\Big)^{-\frac{2\beta}{2\beta+d}}",
            (
                "zhao/eq172/172",
                "zhao/lemma2",
                "zhao/eq18",
                "zhao/lemma11",
                "zhao/eq161",
                "zhao/eq201",
                "zhao/lemma8",
                "zhao/eq212",
                "zhao/eq214",
            ),
            AllOf(
                r"t=\tfrac12p_k|\eta| \text{ and } s=\frac{nmf_Ll^d}{128} \text{ in Lemma 11, resp. } t_k^2=\frac{32A\,p_k\ln(mn)}{mn}",
                (
                    (
                        "the sampling tail at t = p |eta|/2",
                        Identity(n * m * (_P * _X / 2) ** 2 / (32 * _P), n * m * _P * _X**2 / 128),
                    ),
                    (
                        "ln(nK) <= 2 ln(mn), as K <= mn: ln n = x, ln m = t, ln K = a share w of ln(mn)",
                        at_most(
                            _X + _W * (_X + _T),
                            2 * (_X + _T),
                            Variable(_X, Integer(0), oo),
                            Variable(_T, Integer(0), oo, True),
                            Variable(_W, Integer(0), Integer(1), True),
                        ),
                    ),
                    (
                        "the noise at epsilon = K L, a^2 = 2CL/m, L = ln(mn): of the order nmK L t^2",
                        Identity(
                            n * (_K * _LAMBDA) ** 2 * _T**2 / (64 * _K * (2 * _W * _LAMBDA / m)),
                            n * m * _K * _LAMBDA * _T**2 / (128 * _W),
                        ),
                    ),
                    (
                        "bias and tail balance",
                        Balance(
                            (n * m * _L**d) ** (-(1 + gamma) / 2),
                            _L ** (beta * (1 + gamma)),
                            _L,
                            (m * n) ** (-1 / (2 * beta + d)),
                            (m * n) ** (-beta * (1 + gamma) / (2 * beta + d)),
                        ),
                    ),
                    (
                        "regression, one bin: p times (214) at |q| <= T p",
                        Identity(
                            _P * 8 * (1 / _P**2 + (_A * _P) ** 2 / _P**4) * (32 * _W * _P * _LAMBDA / (n * m)),
                            256 * _W * (1 + _A**2) * _LAMBDA / (n * m),
                        ),
                    ),
                    (
                        "regression, all bins",
                        Balance(
                            _L ** (-d) * _LAMBDA / (n * m),
                            _L ** (2 * beta),
                            _L,
                            (n * m / _LAMBDA) ** (-1 / (2 * beta + d)),
                            (n * m / _LAMBDA) ** (-2 * beta / (2 * beta + d)),
                        ),
                    ),
                ),
            ),
        ),
        note="The remainders, K sqrt(m) e^(-c_0 n) for the first stage at budget epsilon/K >= 1, (nK)^(1-c/2) for clips and e^(-nK/2) for the noise, are powers of "
        "1/(mn) as high as wanted for large c_2 and c. K p_k is at least f_L, so the noise's exponent is at least of the order of the sampling tail's. There is no bias, as "
        "no clip is active. In regression p_k >= 2 t_k once mn l^d is at least a multiple of ln(mn), and the estimates of p_k and of q_k have the same tails, T times as wide. "
        "Between epsilon = 1 and K ln(mn) each group of users estimates about epsilon coefficients from the same samples; for densities that are not bounded above their errors add up, "
        "and nothing is decided there.",
    ),
)
