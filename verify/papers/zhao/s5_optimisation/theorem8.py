"""zhao Section 5 and Appendix C: stochastic optimisation, Theorem 8."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, exp, log, oo, sqrt

from notation.symbols import D, d, m, n
from verify.calculus.textbook import SMOOTH_STRONG
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_R = sympy.Symbol("r", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_Y = sympy.Symbol("y", positive=True)
_U = sympy.Symbol("u", nonnegative=True)
_GAP = sympy.Symbol("L", nonnegative=True)
_ETA = sympy.Symbol("eta", positive=True)
_GAMMA = sympy.Symbol("gamma", positive=True)
_T0 = sympy.Symbol("t_0", positive=True)
_C = sympy.Symbol("c", positive=True)
_V = sympy.Symbol("v", positive=True)
_STEP = Variable(_X, Integer(0), Integer(1))


def _recursion(_: Settings) -> Iterator[Case]:
    """a_t by the recursion at equality, step by step, beside (1-x/2)^t a_0 + 2b/gamma, x = eta gamma."""
    for x, start, error, gamma in product(
        (Fraction(1, 10), Fraction(1)),
        (Fraction(0), Fraction(5)),
        (Fraction(1, 7), Fraction(2)),
        (Fraction(1, 3), Fraction(2)),
    ):
        value = start
        for step in range(1, 41):
            value = (1 - x / 2) * value + x / gamma * error
            if step % 8 == 0:
                parameters = {"eta gamma": str(x), "a_0": str(start), "b": str(error), "gamma": str(gamma), "t": step}
                yield Case(parameters, value, (1 - x / 2) ** step * start + 2 * error / gamma)


def _quadratic(_: Settings) -> Iterator[Case]:
    """E|theta_t - theta*| on a quadratic of curvature gamma = G, all errors of the gradients +-b or all b, beside (16)."""
    for x, start, steps, biased in product(
        (Fraction(1, 4), Fraction(1)), (Fraction(0), Fraction(3)), (1, 3, 6), (True, False)
    ):
        gamma, error, total = Fraction(1, 2), Fraction(1), Fraction(0)
        paths = [(1,) * steps] if biased else list(product((1, -1), repeat=steps))
        for path in paths:
            theta = start
            for sign in path:
                theta -= x / gamma * (gamma * theta - sign * error)
            total += abs(theta) / len(paths)
        parameters = {
            "eta gamma": str(x),
            "|theta_0 - theta*|": str(start),
            "t": steps,
            "errors": "b" if biased else "+-b",
        }
        yield Case(parameters, total, (1 - x / 2) ** steps * start + 2 * error / gamma)


CLAIMS = (
    Claim(
        "zhao/assumption1",
        "arXiv v1, Section 5, Assumption 1",
        Kind.DEFINITION,
        "smooth loss, bounded gradients, strongly convex risk",
        Definition(
            r"\text{(a) } \nabla l \text{ is } G\text{-Lipschitz; (b) } \|\nabla l\|_2\le D; \text{ (c) } L \text{ is } \gamma\text{-strongly convex}"
        ),
        note="(b) and (c) together need a bounded Theta: ||grad L(theta)|| >= gamma ||theta - theta*||, so its radius about theta* is at most "
        "D/gamma. The updates then have to be projected onto it, which Algorithm 3 does not do.",
    ),
    Claim(
        "zhao/eq122",
        "arXiv v1, Section 5, Algorithm 3, step 5, and Appendix C, (122)",
        Kind.UPPER_RATE,
        "the error of one gradient",
        UpToConstant(
            16 * d**2 * log(n / d) / (n * m),
            (1 + d * log(n)) / (n * m),
            (Variable(d, Integer(1), oo), Variable(n, Integer(2), oo), Variable(m, Integer(1), oo)),
            family=((d, _R), (n, _R**2), (m, Integer(1))),
            along=_R,
            text=r"g_t \text{ by Algorithm 2}:\ E\|g_t-\nabla L(\theta_t)\|_2^2\le\frac{CD^2t_0}{nm}\Big(1+\frac{d\ln n}{\varepsilon^2\wedge\varepsilon}\Big)",
        ),
        Derived(
            r"g_t \text{ by Kashin's coefficients and Algorithm 2}:\ E\|g_t-\nabla L(\theta_t)\|_2^2\le"
            r"\frac{CD^2t_0}{nm}\Big(1+\frac{d\ln n}{\varepsilon^2\wedge\varepsilon}\Big)",
            ("zhao/thm5/upper",),
            AllOf(
                r"n/t_0 \text{ users}",
                (
                    ("their number", Identity(D**2 / (n / _T0 * m), D**2 * _T0 / (n * m))),
                    (
                        "ln(n/t_0) <= ln n",
                        at_most(log(_Y), log(_Y + _U), Variable(_Y, Integer(1), oo), Variable(_U, Integer(0), oo)),
                    ),
                ),
            ),
        ),
        correction=(
            "(122) says Theorem 5, whose method gives it; the listing names Algorithm 2 in step 5, and coded as listed it"
            " loses a factor d. MeanEst has to be the method of Theorem 5, for l_2 balls"
        ),
        severity=Severity.LISTING,
        theorem="zhao/thm8/upper",
        note="t_0 = 1, epsilon = 1, D = 1: with Algorithm 2 each of d coordinates has half-width D and n/d users, so the noise alone costs "
        "d times 16 ln(n/d) d/(nm). n = d^2.",
    ),
    Claim(
        "zhao/eq125",
        "arXiv v1, Appendix C, (125)",
        Kind.INEQUALITY,
        "a gradient step contracts",
        Derived(
            r"\eta\le\tfrac1G:\ \|\theta-\eta\nabla L(\theta)-\theta^*\|^2\le(1-\eta\gamma)\|\theta-\theta^*\|^2",
            (),
            AllOf(
                r"\langle\nabla L,\theta-\theta^*\rangle\ge L-L^*+\tfrac\gamma2\|\theta-\theta^*\|^2,\ \|\nabla L\|^2\le2G(L-L^*)",
                (
                    (
                        "the square, with both bounds at equality, u = ||theta-theta*||^2",
                        Identity(
                            _U - 2 * _ETA * (_GAP + _GAMMA / 2 * _U) + _ETA**2 * 2 * (_X / _ETA) * _GAP,
                            (1 - _ETA * _GAMMA) * _U - 2 * _ETA * _GAP * (1 - _X),
                        ),
                    ),
                    (
                        "the last term is not positive, x = eta G",
                        at_most(
                            -2 * _ETA * _GAP * (1 - _X),
                            Integer(0),
                            Variable(_ETA, Integer(0), oo, True),
                            Variable(_GAP, Integer(0), oo),
                            _STEP,
                        ),
                    ),
                    (
                        "on a quadratic with curvature v: (1 - eta v)^2 <= 1 - eta gamma, eta v = x + u",
                        at_most(
                            (1 - _X) ** 2,
                            1 - _X * _V,
                            _STEP,
                            Variable(_V, Integer(0), Integer(1), True),
                        ),
                    ),
                ),
            ),
            (SMOOTH_STRONG,),
        ),
        note="Both bounds are the usual ones for a gamma-strongly convex, G-smooth function with its minimum inside (Nesterov 2004, "
        "Theorems 2.1.5 and 2.1.8). On the quadratic x = eta v, v = gamma/curvature.",
    ),
    Claim(
        "zhao/eq126",
        "arXiv v1, Appendix C, (126)",
        Kind.INEQUALITY,
        "the square root",
        at_most(sqrt(1 - _X), 1 - _X / 2, _STEP, shown=(("x", "1/2"),)),
    ),
    Claim(
        "zhao/eq128",
        "arXiv v1, Appendix C, (127), (128)",
        Kind.INEQUALITY,
        "the recursion unrolled",
        Derived(
            r"a_{t+1}\le(1-\tfrac{\eta\gamma}2)a_t+\eta b\Rightarrow a_t\le(1-\tfrac{\eta\gamma}2)^ta_0+\frac{2b}\gamma",
            (),
            AllOf(
                r"\sum_{t\ge0}(1-\tfrac{\eta\gamma}2)^t=\frac2{\eta\gamma}",
                (
                    (
                        "2b/gamma is the fixed point",
                        Identity((1 - _ETA * _GAMMA / 2) * (2 * _C / _GAMMA) + _ETA * _C, 2 * _C / _GAMMA),
                    ),
                    (
                        "so what exceeds it shrinks",
                        Identity(
                            (1 - _ETA * _GAMMA / 2) * (_V + 2 * _C / _GAMMA) + _ETA * _C - 2 * _C / _GAMMA,
                            (1 - _ETA * _GAMMA / 2) * _V,
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "the recursion at equality, step by step",
                    FiniteCheck(
                        r"a_t\le(1-\tfrac{\eta\gamma}2)^ta_0+\frac{2b}\gamma",
                        "eta gamma = 1/10, 1; a_0 = 0, 5; b = 1/7, 2; gamma = 1/3, 2; t = 8, 16, .., 40",
                        _recursion,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/thm8/upper",
        "arXiv v1, Section 5, Theorem 8",
        Kind.UPPER_RATE,
        "the error of stochastic optimisation",
        Whole(
            r"E\|\theta_t-\theta^*\|\le(1-\tfrac12\eta\gamma)^t\|\theta_0-\theta^*\|+\frac{2D}\gamma\sqrt{\frac{Ct_0}{nm}\Big(1+\frac{d\ln n}e\Big)};\ "
            r"t_0\sim\ln n:\ \lesssim D\sqrt{\frac{\ln n}{nm}\Big(1+\frac{d\ln n}e\Big)}",
            ("zhao/thm8/upper/16", "zhao/thm8/upper/17"),
        ),
        Whole(
            r"(16);\ t_0\sim\ln(nm):\ \lesssim D\sqrt{\frac{\ln(nm)}{nm}\Big(1+\frac{d\ln n}e\Big)}",
            ("zhao/thm8/upper/16", "zhao/thm8/upper/17"),
            as_corrected=True,
        ),
        correction="ln(nm) steps, and the method for l_2 balls",
        severity=Severity.CONDITION,
        theorem="zhao/thm8/upper",
    ),
    Claim(
        "zhao/thm8/upper/16",
        "arXiv v1, Section 5, Theorem 8, (16)",
        Kind.UPPER_RATE,
        "after t steps",
        Derived(
            r"E\|\theta_t-\theta^*\|_2\le(1-\tfrac12\eta\gamma)^t\|\theta_0-\theta^*\|_2+\frac{2D}\gamma\sqrt{\frac{Ct_0}{nm}"
            r"\Big(1+\frac{d\ln n}{\varepsilon^2\wedge\varepsilon}\Big)}",
            ("zhao/eq122", "zhao/eq125", "zhao/eq126", "zhao/eq128"),
            Identity(2 / _GAMMA * (D * sqrt(_C * _T0 / (n * m))), 2 * D / _GAMMA * sqrt(_C * _T0 / (n * m))),
            (),
            (
                (
                    "quadratics with gradient errors of root mean square b, exact",
                    FiniteCheck(
                        r"E|\theta_t-\theta^*|\le(1-\tfrac12\eta\gamma)^t|\theta_0-\theta^*|+\frac{2b}\gamma",
                        "d = 1, gamma = G = 1/2, b = 1; eta gamma = 1/4, 1; |theta_0 - theta*| = 0, 3; t = 1, 3, 6; errors +-b or b",
                        _quadratic,
                    ),
                ),
            ),
        ),
        note="With the estimator of Theorem 5; E||g - grad L|| <= sqrt(E||.||^2). A projection onto a convex Theta only shortens.",
    ),
    Claim(
        "zhao/thm8/upper/17",
        "arXiv v1, Section 5, Theorem 8, (17), and Appendix C, (129)",
        Kind.RATE_ALGEBRA,
        "after ln n steps",
        UpToConstant(
            exp(-_C * log(n)),
            sqrt(log(n) * (1 + log(n)) / (n * m)),
            (Variable(n, Integer(2), oo), Variable(m, Integer(1), oo), Variable(_C, Integer(0), oo, True)),
            family=((n, _R**4), (m, exp(_R**2)), (_C, _R)),
            along=_R,
            text=r"t_0\sim\ln n:\ n^{-c}+\sqrt{\tfrac{\ln n}{nm}(1+\ln n)}\lesssim\sqrt{\tfrac{\ln n}{nm}(1+\ln n)},\ d=\varepsilon=1",
        ),
        Derived(
            r"\tfrac12\ln(nm)\tfrac2{\eta\gamma}\le t_0\lesssim\ln(nm):\ E\|\hat\theta-\theta^*\|\lesssim D\sqrt{\frac{\ln(nm)}{nm}\Big(1+\frac{d\ln n}e\Big)}",
            ("zhao/thm8/upper/16",),
            AllOf(
                r"(1-x)^{t_0}\le e^{-xt_0},\ x=\tfrac{\eta\gamma}2",
                (
                    ("1 - x <= e^(-x)", at_most(1 - _X, exp(-_X), _STEP)),
                    ("at t_0 = ln(nm)/(2x)", Identity(exp(-_Y * (log(n * m) / (2 * _Y))), 1 / sqrt(n * m))),
                ),
            ),
        ),
        correction=(
            "true for m polynomial in n. For m beyond that, which the condition allows, t_0 of order ln(nm), ln(nm) under"
            " the root, and the condition n(epsilon^2 ^ 1) >= c d ln(nm) ln m"
        ),
        severity=Severity.CONDITION,
        theorem="zhao/thm8/upper",
        note=(
            "t_0 <= C_T ln n leaves (1 - eta gamma/2)^t_0 = n^(-c) of the starting error. For m = e^(sqrt n), which the "
            "condition n >= c d ln n ln m allows, that exceeds (17), whatever c: along the family even c grows, as "
            "n^(1/4)."
        ),
    ),
)
