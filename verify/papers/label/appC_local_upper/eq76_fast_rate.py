"""label Appendix C, (76)-(85): the margin brings the faster rate, and the route point by point that does it."""

from collections.abc import Iterator
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, pi, sqrt

from notation.symbols import N, beta, d, epsilon, gamma, h
from verify.calculus.textbook import KL_BELOW_CHI_SQUARE, LE_CAM, PINSKER
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Balance,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    Whole,
    at_most,
)
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_K, _N, _T, _C, _P, _M, _R, _E = sympy.symbols("K n tau c p M r e", positive=True)
_A, _B, _X, _Y, _Z, _W = sympy.symbols("a b x y z w", nonnegative=True)
_Q = sympy.Symbol("k", positive=True)
_DELTA, _SECOND = sympy.symbols("Delta eta_s", nonnegative=True)
_SIZES = tuple(Variable(s, Integer(0), oo) for s in (_A, _X, _W))
NONNEG_X, NONNEG_Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)


def _shell_ends(_: Settings) -> Iterator[Case]:
    """Both sides of (80), second line, for one bin, in units of Delta_0, with M^(-y^2) divided out."""
    for classes, k, part, a in product((2, 3, 11, 12), (1, 2, 3), (2, 3, 4), (0, 1)):
        base = arb(2 * classes).log()
        x = arb(part * 2**k) / 4
        low = arb(2 ** (k - 1))
        left = (x + a + (arb.pi() / base).sqrt()) * (-base * (x**2 - low**2)).exp()
        yield Case({"K": classes, "k": k, "Delta_l/Delta_0": f"{part * 2**k}/4", "a": a}, left, 2**k + 1 + a)


def _shells(_: Settings) -> Iterator[Case]:
    """Consecutive shells k, k+1 of the sum in (81): the ratio of their terms beside 1/2, gamma = 1, 3, 10, k large enough."""
    for margin in (1, 3, 10):
        for k in range(3, 12):
            powers = [margin * i + i - 2 ** (2 * i - 2) + 2 for i in (k, k + 1)]
            yield Case({"gamma": margin, "k": k}, powers[1] - powers[0], -1)


CLAIMS = (
    Claim(
        "label/eq80",
        "Appendix C, (76)-(82)",
        Kind.RATE_ALGEBRA,
        "the sum over shells of the margin",
        Whole(
            r"\sum_{l\in I_k}b_l\le C_T(\Delta_0+2L_dh^\beta)^{\gamma+1}2^{k\gamma+k-2^{2k-2}+2},\ \sum_k<\infty",
            ("label/eq80/step", "label/eq80/algebra", "label/eq80/sum"),
        ),
    ),
    Claim(
        "label/eq80/step",
        "Appendix C, (80), second line",
        Kind.INEQUALITY,
        "a bin of the k-th shell",
        Derived(
            r"2^{k-1}\Delta_0<\Delta_l\le2^k\Delta_0\Rightarrow b_l\le2Kp(B_l)(2^k\Delta_0+2L_dh^\beta+\Delta_0)e^{-\frac12c_\varepsilon^2cNh^d2^{2k-2}\Delta_0^2}",
            (),
            AllOf(
                r"\text{in units of }\Delta_0:\ (x+a+r)M^{-x^2}\le(2y+1+a)M^{-y^2},\ x\ge y=2^{k-1},\ r=\sqrt{\pi/\ln M},\ M=2K\ge4",
                (
                    (
                        "x = y + z and the largest r, the smallest M",
                        at_most(
                            (_Y + _Z + sqrt(pi / log(4))) * exp(-log(4) * _Z * (2 * _Y + _Z)),
                            2 * _Y + 1,
                            Variable(_Y, Integer(1), oo),
                            Variable(_Z, Integer(0), oo),
                        ),
                    ),
                    ("r falls with M", at_most(sqrt(pi / log(4 + _X)), sqrt(pi / log(4)), NONNEG_X)),
                    (
                        "M^(-w) <= 4^(-w), w = x^2 - y^2",
                        at_most(_W * log(4), _W * log(4 + _X), NONNEG_X, Variable(_W, Integer(0), oo)),
                    ),
                    ("a M^(-x^2) <= a M^(-y^2)", at_most(_A * exp(-_X - _W), _A * exp(-_X), *_SIZES)),
                ),
            ),
            (),
            (
                (
                    "the ends of the shells, enclosed",
                    FiniteCheck(
                        r"(x+a+r)M^{-x^2}\le(2^k+1+a)M^{-4^{k-1}}",
                        "K = 2, 3, 11, 12; k = 1, 2, 3; x = 2^(k-1), 3 2^(k-2), 2^k; a = 0, 1",
                        _shell_ends,
                    ),
                ),
            ),
        ),
        note="The last term of (73) alone exceeds Delta_0 where K <= 11, sqrt(2 pi) > sqrt(2 ln(2K)), so that the line does not follow term by term; it holds, "
        "since Delta_l has room: at its least, 2^(k-1) Delta_0, the bracket is smaller, and beyond, the exponential is.",
    ),
    Claim(
        "label/eq80/algebra",
        "Appendix C, (80), third and fourth line",
        Kind.INEQUALITY,
        "the powers of two",
        AllOf(
            r"(2^k\Delta_0+a)^\gamma((2^k+1)\Delta_0+a)(2K)^{1-2^{2k-2}}\le(\Delta_0+a)^{\gamma+1}2^{k\gamma+k+2-2^{2k-2}}",
            (
                (
                    "2^k D + a <= 2^k (D + a); z = 2^k - 1",
                    at_most((_Z + 1) * _X + _Y, (_Z + 1) * (_X + _Y), Variable(_Z, Integer(1), oo), NONNEG_X, NONNEG_Y),
                ),
                (
                    "(2^k + 1) D + a <= 2^(k+1) (D + a)",
                    at_most(
                        (_Z + 2) * _X + _Y, 2 * (_Z + 1) * (_X + _Y), Variable(_Z, Integer(1), oo), NONNEG_X, NONNEG_Y
                    ),
                ),
                (
                    "2^(k+1) 4^(1-q) <= 2^(k+2-q) for q = 4^(k-1) >= 1",
                    at_most(
                        _Q + 1 + 2 * (1 - _X), _Q + 2 - _X, Variable(_Q, Integer(1), oo), Variable(_X, Integer(1), oo)
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq80/sum",
        "Appendix C, (81)",
        Kind.INEQUALITY,
        "the sum over shells is finite",
        Derived(
            r"\sum_k2^{k\gamma+k-2^{2k-2}+2}<\infty",
            (),
            Identity(
                ((_Q + 1) * (gamma + 1) - 4 * 4 ** (_Q - 1)) - (_Q * (gamma + 1) - 4 ** (_Q - 1)),
                gamma + 1 - 3 * 4 ** (_Q - 1),
                text=r"\log_2\text{ of the ratio of consecutive terms}=\gamma+1-3\cdot4^{k-1}\to-\infty",
            ),
            (),
            (
                (
                    "the ratio is at most 1/2 beyond k = 2",
                    FiniteCheck(r"\log_2\text{ ratio}\le-1", "gamma = 1, 3, 10, k = 3..11", _shells),
                ),
            ),
        ),
    ),
    Claim(
        "label/eq83",
        "Appendix C, (79), (82)-(85)",
        Kind.RATE_ALGEBRA,
        "the tuned rate",
        AllOf(
            r"\Big(\frac{\ln K}{(\varepsilon^2\wedge1)Nh^d}\Big)^{\frac{\gamma+1}2}\asymp h^{\beta(\gamma+1)}\ \text{at (84)};\ "
            r"c_\varepsilon^{-2}\le\frac{16.7}{\varepsilon^2\wedge1}",
            (
                (
                    "the balance",
                    Balance(
                        (log(_K) / (_E * N * h**d)) ** ((gamma + 1) / 2),
                        h ** (beta * (gamma + 1)),
                        h,
                        (N * _E / log(_K)) ** (-1 / (2 * beta + d)),
                        (N * _E / log(_K)) ** (-beta * (gamma + 1) / (2 * beta + d)),
                    ),
                ),
                (
                    "the loss of the channel",
                    at_most(
                        sympy.Min(epsilon**2, 1),
                        Rational(167, 10) * sympy.tanh(epsilon / 4) ** 2,
                        Variable(epsilon, Integer(0), oo, open_lower=True),
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/ties",
        "ours, on Theorems 2 and 4",
        Kind.LOWER_BOUND,
        "three classes, the best two tied: no method learns faster than h = (2N)^(-1/3)",
        None,
        Derived(
            r"\inf\sup(R-R^*)\ge\tfrac1{48}(2N)^{-1/3},\quad K=3,\ d=\beta=c=L=1,\ \mathcal X=[0,1],\ \eta^*-\eta_s=0\text{ everywhere},\ N=4r^3",
            (),
            AllOf(
                r"\eta_J=\tfrac13-2\delta\phi,\ \text{the others }\tfrac13+\delta\phi,\ \delta=\tfrac h{12},\ \phi(u)=1-2|u|,\ J\text{ free in each of }1/h\text{ cubes}",
                (
                    (
                        "chi-square of two choices of J, x = delta phi",
                        at_most(
                            9 * _X**2 * (1 / (_X + Rational(1, 3)) + 1 / (Rational(1, 3) - 2 * _X)),
                            81 * _X**2,
                            Variable(_X, Integer(0), Rational(1, 12)),
                        ),
                    ),
                    (
                        "N KL <= N h |phi|_2^2 81 delta^2 at N h^3 = 1/2",
                        Identity(81 * Rational(1, 3) / 144 / 2, Rational(3, 32)),
                    ),
                    (
                        "TV <= sqrt(KL/2) <= 1/4",
                        at_most(Rational(3, 64), _X**2, Variable(_X, Rational(1, 4), oo)),
                    ),
                    ("so a third of 1 - 2 TV is at least 1/6", Identity((1 - 2 * Rational(1, 4)) / 3, Rational(1, 6))),
                    (
                        "the risk: 1/h cubes, 3 delta |phi|_1 h each",
                        Identity(1 / h * Rational(1, 6) * 3 * (h / 12) * (h / 2), h / 48),
                    ),
                ),
            ),
            (KL_BELOW_CHI_SQUARE, PINSKER, LE_CAM),
        ),
        note="At x the classifier loses 3 delta phi(x) where it says J. Over the three values of J, the probabilities of saying J sum to at least "
        "1 - 2 TV. This holds without privacy. eta_j has slopes of at most 1/3.",
    ),
    Claim(
        "label/thm2",
        "Section 4.1, Theorem 2, (14), and Appendix C, (85)",
        Kind.UPPER_RATE,
        "the rate of the local classifier",
        Derived(
            r"R-R^*\lesssim\Big(\frac{N(\varepsilon^2\wedge1)}{\ln K}\Big)^{-\beta(\gamma+1)/(2\beta+d)},\ "
            r"\eta_s=\max\{\eta_j:\eta_j<\eta^*\},\ \beta\le1,\ B_l\subset\mathcal X",
            ("label/own/upper2", "label/eq83"),
            AllOf(
                r"e^{-bx}\le(a/(eb))^ax^{-a},\ x=Nh^d,\ a=\tfrac{\gamma+1}2;\ \ln(2K)\le2\ln K",
                (
                    ("z <= e^(z-1), with z = e^u, u >= 0", at_most(1 + _X, exp(_X), NONNEG_X)),
                    ("and u <= 0", at_most(1 - _X, exp(-_X), NONNEG_X)),
                    ("2K <= K^2", at_most(2 * _K, _K**2, Variable(_K, Integer(2), oo))),
                ),
            ),
        ),
        note=(
            "Ambiguous at ties: eta_s is the second largest of the set of values, that is the largest value below eta^*; "
            "counted with ties, as the text has it for K = 2, the margin at a tie is 0 and for K >= 3 the rate is "
            "N^(-beta/(2 beta + d)) at best (label/own/ties). The bins divide the support (label/eq74/mass), and beta <= "
            "1, without which (a) leaves constants only."
        ),
    ),
)
