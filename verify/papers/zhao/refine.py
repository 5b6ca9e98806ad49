"""zhao Appendix A.3: the second stage, and Theorem 1 with explicit constants."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, pi, sqrt

from notation.symbols import D, Delta, epsilon, h, m, n
from upperbounds.mean import zhao
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings, as_arb
from verify.papers.zhao.success import C0
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Inequality, UpToConstant, Whole
from verify.textbook import HOEFFDING

_S = sympy.Symbol("s", nonnegative=True)
_U = sympy.Symbol("u", nonnegative=True)
_W = sympy.Symbol("w", nonnegative=True)
_LEFT = sympy.Symbol("a", real=True)
_L = sympy.Symbol("L", nonnegative=True)
_Q = sympy.Symbol("q", nonnegative=True)
_X = sympy.Symbol("x", nonnegative=True)
_NOISE = sympy.Symbol("b", positive=True)
_SIGMA = sympy.Symbol("sigma", positive=True)
_BIAS = 4 * sqrt(2 * pi) * D / sqrt(m * n)
_GRID = [Fraction(k, 4) for k in range(-4, 5)]

FAILURE = Integer(5908)
"""4 x exp(-c_0 x/2) stays below this."""
CONSTANT = Integer(9700)
"""The constant of Theorem 1 that the assembly gives, with c_1 = 3/c_0 = 6021."""


def _clipped(point: Fraction, low: Fraction, high: Fraction) -> Fraction:
    return min(max(point, low), high)


def _finite_laws() -> Iterator[tuple[dict[Fraction, Fraction], Fraction, Fraction]]:
    """Laws on three points of a grid in [-1, 1], and clip intervals that meet [-1, 1]."""
    for points in product(_GRID[::2], repeat=3):
        if len(set(points)) == 3:
            weights = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
            law = dict(zip(points, weights, strict=True))
            for low, high in (
                (Fraction(-3, 2), Fraction(-1, 2)),
                (Fraction(-1, 4), Fraction(1, 4)),
                (_GRID[6], _GRID[8]),
            ):
                yield law, low, high


def _bias_identity(_: Settings) -> Iterator[Case]:
    """E[U] - mu by definition, and as the difference of the two integrated tails."""
    for law, low, high in _finite_laws():
        left = sum((w * (_clipped(y, low, high) - y) for y, w in law.items()), Fraction(0))
        below = sum((w * (low - y) for y, w in law.items() if y < low), Fraction(0))
        above = sum((w * (y - high) for y, w in law.items() if y > high), Fraction(0))
        text = ", ".join(f"{y}: {w}" for y, w in law.items())
        yield Case({"Y": text, "L - Delta": str(low), "R + Delta": str(high)}, abs(left), abs(below - above))


def _clip_variance(_: Settings) -> Iterator[Case]:
    """Var(U) beside Var(Y), given the interval."""
    for law, low, high in _finite_laws():
        clipped = {y: _clipped(y, low, high) for y in law}
        text = ", ".join(f"{y}: {w}" for y, w in law.items())
        parameters = {"Y": text, "L - Delta": str(low), "R + Delta": str(high)}
        yield Case(parameters, _variance(law, clipped), _variance(law, {y: y for y in law}))


def _variance(law: dict[Fraction, Fraction], values: dict[Fraction, Fraction]) -> Fraction:
    mean = sum((w * values[y] for y, w in law.items()), Fraction(0))
    return sum((w * (values[y] - mean) ** 2 for y, w in law.items()), Fraction(0))


def _unbounded_error(_: Settings) -> Iterator[Case]:
    """A lower bound on P(|estimate - mean| > 2D) with one refining user, whatever the interval: the noise alone.

    The clipped mean is within 2D of the mean, so |W| > 4D is enough; D = 1, h = 4/sqrt(m), Delta = sqrt(ln(n)/m).
    """
    for users, samples, rational_epsilon in ((2, 64, 1), (2, 64, 4)):
        scale = (arb(12) + 2 * arb(users).log().sqrt()) / arb(samples).sqrt() / rational_epsilon
        left = (-4 / scale).exp()
        again = 2 * _laplace_cdf(arb(-4) / scale)
        yield Case({"n": users, "m": samples, "D": 1, "epsilon": rational_epsilon}, left, 0, left_again=again)


def _laplace_cdf(x: arb) -> arb:
    """P(W <= x) for a standard Laplace variable and x <= 0, from its density by the substitution e^w."""
    return arb(1) / 2 - (1 - x.exp()) / 2


def _printed_variance(_: Settings) -> Iterator[Case]:
    """Constant data, so that only the noise counts: the variance of the mean of the refining users' noise.

    The number of refining users and the noise come from the plan that runs; D = 1, m = 1, so h = 4.
    """
    for users, rational_epsilon in ((2, Fraction(1)), (100, Fraction(1)), (100, Fraction(1, 2))):
        plan = zhao.algorithm1(users, 1, float(rational_epsilon), 1.0)
        squared = (12 + 2 * arb(users).log().sqrt()) ** 2 / as_arb(rational_epsilon) ** 2
        left = 2 * squared / plan.half
        again = sum((2 * squared for _ in range(plan.half)), arb(0)) / plan.half**2
        yield Case(
            {"n": users, "m": 1, "D": 1, "epsilon": str(rational_epsilon), "data": "constant, sigma = 0"},
            left,
            2 * squared / users,
            left_again=again,
        )


_CLIP_CASES = AllOf(
    r"(y\vee a)\wedge b-y=(a-y)^+-(y-b)^+",
    (
        ("below: y = a - u", Identity(_LEFT - (_LEFT - _U), _U - 0)),
        ("inside", Identity(_LEFT + _U - (_LEFT + _U), Integer(0))),
        ("above: b = a + w, y = b + u", Identity(_LEFT + _W - (_LEFT + _W + _U), 0 - _U)),
    ),
)
_INSIDE = AllOf(
    r"\text{an interval that meets } [-D,D] \text{ clips } [-D,D] \text{ into itself; } D=1",
    (
        (
            "from above: y <= 1 and a <= 1",
            Inequality(
                Relation(
                    sympy.Max(1 - _U, 1 - _W),
                    Integer(1),
                    "<=",
                    (Variable(_U, Integer(0), Integer(2)), Variable(_W, Integer(0), oo)),
                )
            ),
        ),
        (
            "from below: y >= -1 and b >= -1",
            Inequality(
                Relation(
                    Integer(-1),
                    sympy.Min(_U - 1, _W - 1),
                    "<=",
                    (Variable(_U, Integer(0), Integer(2)), Variable(_W, Integer(0), oo)),
                )
            ),
        ),
    ),
)

CLAIMS = (
    Claim(
        "zhao/eq49",
        "arXiv v1, Appendix A.3, (43)-(49)",
        Kind.IDENTITY,
        "the bias of clipping is a difference of integrated tails",
        Derived(
            r"|E[U]-\mu|=\Big|\int_0^\infty P(Y>R+\Delta+t)\,dt-\int_0^\infty P(Y<L-\Delta-t)\,dt\Big|",
            (),
            _CLIP_CASES,
            (),
            (
                (
                    "finite laws, exact",
                    FiniteCheck(
                        r"|E[U]-\mu|=|E(L-\Delta-Y)^+-E(Y-R-\Delta)^+|",
                        "laws on three points of a grid, three intervals",
                        _bias_identity,
                        "==",
                    ),
                ),
            ),
        ),
        note="E(Y-c)^+ is the integral of P(Y > c + t) over t > 0. Conditional on the first stage.",
    ),
    Claim(
        "zhao/eq50",
        "arXiv v1, Appendix A.3, (50)-(52)",
        Kind.INEQUALITY,
        "the bias of clipping on success",
        Derived(
            r"|E[\hat\mu\mid Z_{1:n/2}]-\mu| \le \frac{4\sqrt{2\pi}D}{\sqrt{mn}}\ \text{on } E_1",
            ("zhao/eq49", "zhao/eq50/b"),
            AllOf(
                r"\text{(c) and the sum of both tails}",
                (
                    (
                        "(c): e^(-(sqrt(m) Delta/D)^2/2) = 1/sqrt(n)",
                        Identity(
                            exp(-((sqrt(m) * (D * sqrt(log(n) / m)) / D) ** 2) / 2), 1 / sqrt(n), ((n, "1", "9"),)
                        ),
                    ),
                    ("two tails", Identity(2 * (2 * D / sqrt(m)) * sqrt(2 * pi) / sqrt(n), _BIAS)),
                ),
            ),
            (HOEFFDING,),
        ),
    ),
    Claim(
        "zhao/eq50/b",
        "arXiv v1, Appendix A.3, (50), step (b)",
        Kind.INEQUALITY,
        "the Gaussian tail integral",
        Inequality(
            Relation(
                sqrt(pi / 2) * sympy.erfc(_S / sqrt(2)),
                sqrt(2 * pi) * exp(-(_S**2) / 2),
                "<=",
                (Variable(_S, Integer(0), oo),),
            ),
            (("s", "1"),),
        ),
        note="The integral of e^(-u^2/2) over u > s is sqrt(pi/2) erfc(s/sqrt 2); the printed constant loses a factor 2.",
    ),
    Claim(
        "zhao/eq53",
        "arXiv v1, Appendix A.3, (53) and the line above",
        Kind.INEQUALITY,
        "the bias, whether the first stage succeeds or not",
        Whole(
            r"|\hat\mu-\mu|\le2D \text{ off } E_1;\quad |E\hat\mu-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,P(E_1^c)",
            ("zhao/eq53/a", "zhao/eq53/b"),
        ),
        Whole(
            r"|E[\hat\mu\mid Z_{1:n/2}]-\mu|\le2D \text{ off } E_1;\quad |E\hat\mu-\mu|\le"
            r"\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,P(E_1^c)",
            ("zhao/eq53/a", "zhao/eq53/b"),
            as_corrected=True,
        ),
        correction="the bound 2D is one on the conditional mean, not on the estimate",
        severity=Severity.TYPO,
        theorem="zhao/thm1/upper",
    ),
    Claim(
        "zhao/eq53/a",
        "arXiv v1, Appendix A.3, the line above (53)",
        Kind.INEQUALITY,
        "off success the error is at most 2D",
        FiniteCheck(
            r"P(|\hat\mu-\mu|>2D)=0\ \text{off } E_1",
            "n = 2, m = 64, D = 1; epsilon = 1, 4: the probability that the noise alone exceeds 4D",
            _unbounded_error,
        ),
        Derived(r"|E[\hat\mu\mid Z_{1:n/2}]-\mu|\le2D\ \text{off } E_1", (), _INSIDE),
        correction="the estimate carries Laplace noise, which has no bound; its conditional mean given the first stage "
        "is a clipped mean in [-D, D], and that is what (53) needs",
        severity=Severity.TYPO,
        theorem="zhao/thm1/upper",
    ),
    Claim(
        "zhao/eq53/b",
        "arXiv v1, Appendix A.3, (53)",
        Kind.INEQUALITY,
        "the total bias",
        Derived(
            r"|E\hat\mu-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,P(E_1^c)",
            ("zhao/eq50", "zhao/eq53/a"),
            Inequality(
                Relation(
                    (1 - _Q) * _W + 2 * _Q,
                    _W + 2 * _Q,
                    "<=",
                    (Variable(_Q, Integer(0), Integer(1)), Variable(_W, Integer(0), oo)),
                )
            ),
        ),
        note="q = P(E_1^c), w the bias on success, D = 1.",
    ),
    Claim(
        "zhao/eq55",
        "arXiv v1, Appendix A.3, (54), (55)",
        Kind.INEQUALITY,
        "the variance",
        Whole(
            r"\mathrm{Var} Z_i\le\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2},\quad "
            r"\mathrm{Var}\hat\mu\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\varepsilon^2}",
            ("zhao/eq55/54", "zhao/eq55/55"),
        ),
        Whole(
            r"\mathrm{Var} Z_i\le\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2},\quad "
            r"\mathrm{Var}\hat\mu\le\frac{2\sigma^2}{mn}+\frac{4(3h+2\Delta)^2}{n\varepsilon^2}",
            ("zhao/eq55/54", "zhao/eq55/55"),
            as_corrected=True,
        ),
        correction="n/2 users refine, so both terms of the second display double",
        severity=Severity.CONSTANT,
        theorem="zhao/thm1/upper",
    ),
    Claim(
        "zhao/eq55/54",
        "arXiv v1, Appendix A.3, (54)",
        Kind.INEQUALITY,
        "the variance of one message, given the first stage",
        Derived(
            r"\mathrm{Var}[Z_i\mid Z_{1:n/2}]\le\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2}",
            (),
            AllOf(
                r"\mathrm{Var}(bW)=2b^2;\ |(y\vee a)\wedge b'-(y'\vee a)\wedge b'|\le|y-y'|",
                (
                    (
                        "variance of Laplace noise",
                        Identity(sympy.integrate(_U**2 * exp(-_U), (_U, 0, oo)) * _NOISE**2, 2 * _NOISE**2),
                    ),
                    (
                        "its scale is that of the plan",
                        Identity(zhao.algorithm1_symbolic().scale ** 2, (3 * h + 2 * Delta) ** 2 / epsilon**2),
                    ),
                    (
                        "clipping at a contracts (y = a - u, y' = a - u + w)",
                        Inequality(
                            Relation(
                                sympy.Max(_W - _U, 0),
                                _W,
                                "<=",
                                (Variable(_U, Integer(0), oo), Variable(_W, Integer(0), oo)),
                            )
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "finite laws, exact",
                    FiniteCheck(
                        r"\mathrm{Var}(U)\le\mathrm{Var}(Y)",
                        "laws on three points of a grid, three intervals",
                        _clip_variance,
                    ),
                ),
            ),
        ),
        note="Read given the first stage, as (44) is: unconditionally, the variance of the interval itself would be "
        "added, which for constant data (sigma = 0) is positive. Var = E(Y - Y')^2/2 carries the contraction over.",
    ),
    Claim(
        "zhao/eq55/55",
        "arXiv v1, Appendix A.3, (55)",
        Kind.INEQUALITY,
        "the variance of the estimate",
        FiniteCheck(
            r"\mathrm{Var}\hat\mu\le\frac{\sigma^2}{mn}+\frac{2(3h+2\Delta)^2}{n\varepsilon^2}",
            "constant data, m = 1, D = 1; (n, epsilon) = (2, 1), (100, 1), (100, 1/2)",
            _printed_variance,
        ),
        Derived(
            r"\mathrm{Var}[\hat\mu\mid Z_{1:n/2}]\le\frac{2\sigma^2}{mn}+\frac{4(3h+2\Delta)^2}{n\varepsilon^2}",
            ("zhao/eq55/54",),
            Identity(
                (_SIGMA**2 / m + 2 * _NOISE**2) / (n / 2),
                2 * _SIGMA**2 / (m * n) + 4 * _NOISE**2 / n,
            ),
        ),
        correction="the estimate is a mean over n/2 users, so its variance is 2/n times that of a message, not 1/n; for "
        "constant data the printed bound is exceeded by the factor 2 at every n, m and epsilon",
        severity=Severity.CONSTANT,
        theorem="zhao/thm1/upper",
    ),
    Claim(
        "zhao/eq56",
        "arXiv v1, Appendix A.3, (56)",
        Kind.RATE_ALGEBRA,
        "the noise term at the chosen h and Delta",
        UpToConstant(
            (12 + 2 * sqrt(_X)) ** 2,
            _X,
            (Variable(_X, log(Integer(2)), oo),),
            constant=Integer(270),
            text=r"(3h+2\Delta)^2=\frac{D^2}m(12+2\sqrt{\ln n})^2\lesssim\frac{D^2\ln n}m,\ n\ge2",
        ),
        note="x = ln n; D^2/m cancels.",
    ),
    Claim(
        "zhao/own/thm1/failure",
        "ours, for (56)",
        Kind.INEQUALITY,
        "the failure term is of the order of the rate",
        None,
        Inequality(Relation(4 * _X * exp(-C0 * _X / 2), FAILURE, "<=", (Variable(_X, Integer(0), oo),))),
        note="With x = n (epsilon^2 ^ 1) >= c_1 ln m and c_1 = 3/c_0: 4 D^2 sqrt(m) e^(-c_0 x) is at most "
        "(D^2/(m x)) 4 x e^(-c_0 x/2), and the rate is at least (D^2/(m x)) ln 2.",
    ),
    Claim(
        "zhao/thm1/upper",
        "arXiv v1, Section 4.1, Theorem 1, (2)",
        Kind.UPPER_RATE,
        "the rate of Algorithm 1",
        Derived(
            r"E(\hat\mu-\mu)^2\lesssim\frac{D^2}{nm}\Big(1+\frac{\ln n}{\varepsilon^2}\Big)\ \text{if }"
            r" n(\varepsilon^2\wedge1)\ge c_1\ln m",
            (
                "zhao/alg1/privacy",
                "zhao/lemma2",
                "zhao/eq50",
                "zhao/eq53/a",
                "zhao/eq55/55",
                "zhao/eq56",
                "zhao/own/thm1/failure",
            ),
            AllOf(
                r"32\pi+2+4\cdot270L+\tfrac{5908}{\ln2}(1+L)\le9700(1+L),\ L=\tfrac{\ln n}{\varepsilon^2}",
                (
                    (
                        "the sum of the four terms",
                        Inequality(
                            Relation(
                                32 * pi + 2 + 4 * 270 * _L + FAILURE / log(Integer(2)) * (1 + _L),
                                CONSTANT * (1 + _L),
                                "<=",
                                (Variable(_L, Integer(0), oo),),
                            )
                        ),
                    ),
                    ("the squared bias on success", Identity(_BIAS**2, 32 * pi * D**2 / (n * m))),
                    (
                        "the failure term: m^(3/2) <= e^(c_0 x/2) for c_1 = 3/c_0",
                        Identity(Rational(3, 2) / (3 / C0), C0 / 2),
                    ),
                ),
            ),
        ),
        note="With the constants 9700 and c_1 = 6021. Mean squared error = mean of (conditional bias)^2 + mean of the conditional variance; on success the bias "
        "is that of (52), off it at most 2D. The explicit bound of the estimator is this sum before the last step.",
    ),
)
