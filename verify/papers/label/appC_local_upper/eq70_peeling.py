"""label Appendix C, in place of (70)-(82): a point at a time, the classes by how much they lose there."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, sqrt

from notation.symbols import gamma
from verify.calculus.textbook import HOEFFDING
from verify.papers.label.appC_local_upper.eq52_bins import TANH
from verify.papers.label.instances.bins import chosen_at_a_point
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_K, _N, _M, _P, _R = sympy.symbols("K n M x r", positive=True)
_X, _Y, _Z, _W = sympy.symbols("x' y z w", nonnegative=True)
_DELTA = sympy.Symbol("Delta", nonnegative=True)
X, Y, Z, W = (Variable(s, Integer(0), oo) for s in (_X, _Y, _Z, _W))
_CLASSES = Variable(_K, Integer(2), oo)
_NONE = Fraction(0)


def _layers(_: Settings) -> Iterator[Case]:
    """The expected loss at a point beside its bound by shells: three losing classes with losses k/4, chances in fifths; tau = 1/2.

    A class that loses nothing has the rest of the chance; shell k holds the losses in (2^(k-1) tau, 2^k tau].
    """
    tau = Fraction(1, 2)
    for losses in product((Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(2)), repeat=3):
        for chances in ((1, 1, 1), (0, 0, 5), (3, 1, 0), (5, 0, 0)):
            weighted = [(loss, Fraction(w, 5)) for loss, w in zip(losses, chances, strict=True)]
            margin = min(losses)
            left = sum((loss * chance for loss, chance in weighted), _NONE)
            right = tau if margin <= tau else _NONE
            for k in (1, 2):
                inside = sum((p for loss, p in weighted if 2 ** (k - 1) * tau < loss <= 2**k * tau), _NONE)
                right += 2**k * tau * inside if margin <= 2**k * tau else _NONE
            yield Case({"delta": [str(x) for x in losses], "chances": [str(p) for _, p in weighted]}, left, right)


def _shell_chances(_: Settings) -> Iterator[Case]:
    """K classes of a shell, each chosen with probability 2 e^(-w^2 ln(2K)) at most, w = 2^(k-1), beside 4^(1 - 4^(k-1))."""
    for classes, k in product((2, 3, 40), (1, 2, 3)):
        left = Fraction(2 * classes, (2 * classes) ** (4 ** (k - 1)))
        yield Case({"K": classes, "k": k}, left, Fraction(4, 4 ** (4 ** (k - 1))))


def _series(_: Settings) -> Iterator[Case]:
    """Partial sums over k <= 7 of 2^(k(gamma+1)) 4^(1 - 4^(k-1)), exact, beside 4 (2a/(e ln 2))^a with a = (gamma+2)/2."""
    for power in (1, 2, 5, 10):
        total = sum((Fraction(2 ** (k * (power + 1)) * 4, 4 ** (4 ** (k - 1))) for k in range(1, 8)), _NONE)
        a = arb(power + 2) / 2
        yield Case({"gamma": power, "terms": 7}, total, 4 * (2 * a / (arb(1).exp() * arb(2).log())) ** a)


CLAIMS = (
    Claim(
        "label/own/selection",
        "ours, in place of (70)",
        Kind.INEQUALITY,
        "a class that is worse at a point is rarely chosen",
        None,
        Derived(
            r"P(c_l=j\mid X_{1:N})\le2e^{-n_lc_\varepsilon^2\delta_j^2/8},\ \delta_j=\eta^*(x)-\eta_j(x)\ge4L_dh^\beta,\ x\in B_l",
            ("label/eq53", "label/eq63", "label/eq64"),
            AllOf(
                r"v_{lc^*(x)}-v_{lj}\ge c_\varepsilon(\delta_j-2L_dh^\beta)\ge\tfrac12c_\varepsilon\delta_j",
                (
                    ("x' = 4 L_d h^beta, delta_j = x' + y", at_most((_X + _Y) / 2, _X + _Y - _X / 2, X, Y)),
                    (
                        "n differences of two bits in [-1, 1], with mean sum at most -n c delta/2, sum to 0 or more",
                        Identity(-2 * _N * (TANH * _DELTA / 2) ** 2 / 2**2, -_N * TANH**2 * _DELTA**2 / 8),
                    ),
                ),
            ),
            (HOEFFDING,),
            (
                (
                    "two classes, all samples where they differ least, exact",
                    FiniteCheck(
                        r"P(c_l=2)\le2e^{-n_lc_\varepsilon^2\delta^2/8}",
                        "K = 2; n_l = 10, 60; delta = 1/2, 4/5; e^(epsilon/2) = 3, 99; ties go wrong",
                        chosen_at_a_point,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/upper2/layers",
        "ours, a step of label/own/upper2",
        Kind.INEQUALITY,
        "the loss at a point, by shells",
        None,
        Derived(
            r"\sum_j\delta_jP(c=j)\le\tau1(g\le\tau)+\sum_{k\ge1}2^k\tau1(g\le2^k\tau)P(2^{k-1}\tau<\delta_c\le2^k\tau),\ g=\min\{\delta_j>0\}",
            ("label/prop2a",),
            at_most(
                _X * _W * _Y + _Z * (1 - _W),
                _X * _W + _Z * (1 - _W),
                X,
                Variable(_W, Integer(0), Integer(1)),
                Variable(_Y, Integer(0), Integer(1)),
                Z,
            ),
            (),
            (
                (
                    "three losing classes, all of a grid",
                    FiniteCheck(
                        r"\sum_j\delta_jP(c=j)\le\dots",
                        "tau = 1/2; three losses out of 1/4, 1/2, 3/4, 1, 2; four laws of the choice",
                        _layers,
                    ),
                ),
            ),
        ),
        note="A class in a shell loses a share y <= 1 of the shell's upper end x', and is there only where g is at most as much; w is the chance of the shell, "
        "z what the other shells cost.",
    ),
    Claim(
        "label/own/upper2/chances",
        "ours, a step of label/own/upper2",
        Kind.INEQUALITY,
        "the chance to choose a class of the k-th shell",
        None,
        Derived(
            r"n_l\ge\tfrac12cNh^d,\ \tau\ge\tfrac4{c_\varepsilon}\sqrt{\tfrac{\ln(2K)}{cNh^d}},\ \tau\ge4L_dh^\beta:\ P(2^{k-1}\tau<\delta_c\le2^k\tau)\le4^{1-4^{k-1}}",
            ("label/own/selection",),
            AllOf(
                r"K\cdot2e^{-n_lc_\varepsilon^2(2^{k-1}\tau)^2/8}\le(2K)^{1-4^{k-1}}",
                (
                    (
                        "the exponent at n_l = x/2, x = c N h^d, tau^2 = 16 ln(2K)/(c_eps^2 x), y = 2^(k-1)",
                        Identity(
                            (_P / 2) * TANH**2 * (_Y * sqrt(16 * log(_M) / (TANH**2 * _P))) ** 2 / 8,
                            _Y**2 * log(_M),
                            ((_M, "4", "oo"),),
                        ),
                    ),
                    ("more samples, smaller", at_most(exp(-_X - _Z), exp(-_X), X, Z)),
                    ("(2K)^(-w) <= 4^(-w), w = 4^(k-1) - 1", at_most(_W * log(4), _W * log(2 * _K), W, _CLASSES)),
                ),
            ),
            (),
            (
                (
                    "the ends of the chain",
                    FiniteCheck(r"2K(2K)^{-4^{k-1}}\le4^{1-4^{k-1}}", "K = 2, 3, 40; k = 1, 2, 3", _shell_chances),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/upper2/series",
        "ours, a step of label/own/upper2",
        Kind.INEQUALITY,
        "the series over the shells",
        None,
        Derived(
            r"\sum_{k\ge1}2^{k(\gamma+1)}4^{1-4^{k-1}}\le4\Big(\frac{2a}{e\ln2}\Big)^a,\ a=\tfrac{\gamma+2}2",
            (),
            AllOf(
                r"y=2^{k-1}:\ 2^{k(\gamma+2)}4^{-y^2}=(2y)^{2a}4^{-y^2}\le(2a/(e\ln2))^a,\text{ so that the }k\text{-th term is at most }2^{-k}\cdot4(2a/(e\ln2))^a",
                (
                    ("z <= e^(z-1), with z = e^u: u >= 0", at_most(1 + _X, exp(_X), X)),
                    ("and u <= 0", at_most(1 - _X, exp(-_X), X)),
                    (
                        "4 y^2 = (2a/ln 2) z for z = y^2 ln 4/a: its a-th power is at most (2a/ln 2)^a e^(a(z-1)), and a(z-1) is",
                        Identity(_R * (_Y**2 * log(4) / _R - 1), _Y**2 * log(4) - _R),
                    ),
                    (
                        "so 4^(-y^2) cancels what is left",
                        at_most(exp(_X * log(4)) * exp(-_X * log(4) - _Z), Integer(1), X, Z),
                    ),
                    ("the geometric series", Identity(Rational(1, 2) / (1 - Rational(1, 2)), Integer(1))),
                ),
            ),
            (),
            (
                (
                    "partial sums, exact",
                    FiniteCheck(
                        r"\sum_{k\le7}2^{k(\gamma+1)}4^{1-4^{k-1}}\le4(2a/(e\ln2))^a", "gamma = 1, 2, 5, 10", _series
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/upper2",
        "ours, in place of (70)-(82)",
        Kind.UPPER_RATE,
        "the explicit upper bound under local label privacy",
        None,
        Derived(
            r"R-R^*\le e^{-\frac12(1-\ln2)cNh^d}+C_T\tau^{\gamma+1}\Big(1+\sum_{k\ge1}2^{k(\gamma+1)}4^{1-4^{k-1}}\Big),\ "
            r"\tau=\max\Big(4L_dh^\beta,\ \frac{4}{c_\varepsilon}\sqrt{\frac{\ln(2K)}{cNh^d}}\Big)",
            (
                "label/own/upper2/layers",
                "label/own/upper2/chances",
                "label/own/upper2/series",
                "label/eq74/sum",
                "label/eq75",
            ),
            AllOf(
                r"\text{the }k\text{-th shell: }2^k\tau\cdot C_T(2^k\tau)^\gamma\cdot4^{1-4^{k-1}}",
                (
                    (
                        "the product, r = tau, x = C_T, M = k",
                        Identity(
                            2**_M * _R * (_P * (2**_M * _R) ** gamma) * _Y,
                            _P * _R ** (gamma + 1) * 2 ** (_M * (gamma + 1)) * _Y,
                        ),
                    ),
                    (
                        "a smaller mass and a smaller chance cost less",
                        at_most(
                            _R * _P * _W * _Y,
                            _R * _P * (_Y + _Z),
                            *(Variable(s, Integer(0), oo, open_lower=True) for s in (_R, _P)),
                            Variable(_W, Integer(0), Integer(1)),
                            Y,
                            Z,
                        ),
                    ),
                ),
            ),
        ),
        note="A shell costs 2^k tau at most, its points have the mass C_T (2^k tau)^gamma at most, its classes the chance of label/own/upper2/chances; bins with few "
        "samples are label/eq74/sum. For beta <= 1 and bins inside the support.",
    ),
)
