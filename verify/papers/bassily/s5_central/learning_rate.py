"""bassily Section 5, (2): all terms of Algorithm 4's risk together, and the learning rate that balances them."""

import sympy
from sympy import Integer, Rational, exp, oo, sqrt

from notation.symbols import d, epsilon, m, n
from verify.papers.bassily.setting import BATCH, E1, LOG, PRIVATE, ROUNDS, STATISTICAL, L, R, X, Y, c, least, positive
from verify.prover import Variable
from verify.statements import AllOf, Derived, Identity, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity

_V, _R = sympy.symbols("v r", positive=True)
_W = sympy.Symbol("w", nonnegative=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_OVER = Variable(_W, Integer(0), oo)
_SCALE = R * L * STATISTICAL
_CQ = c * sqrt(d) / (sqrt(n) * epsilon)
"""The private term of (2) over the statistical one."""
_ETA_X, _ETA_Y = R / L * c**2 * X, R / L * Y
_NOISE = d * L**2 * _V / (m * BATCH**2)
"""d sigma^2 with v = log^2(n/gamma) log(n/delta)."""


CLAIMS = (
    Claim(
        "bassily/sec5/9",
        "Section 5, (2)",
        Kind.RATE_ALGEBRA,
        "all terms together",
        UpToConstant(
            ROUNDS * (X + Y) / (n * m),
            STATISTICAL + c * PRIVATE,
            (positive(n), positive(m), positive(d), positive(c), _UNIT),
            family=((n, exp(_R)), (m, Integer(1)), (d, Integer(1)), (epsilon, Rational(1, 2)), (c, _R**2)),
            along=_R,
            text=r"\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\big(\tfrac{L^2}B+d\sigma^2\big)+L^2\tfrac{T\eta}{nm}"
            r"\lesssim\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon},\quad\eta=\tfrac RL(x+y)",
        ),
        Derived(
            r"\eta=\tfrac RL\min(c^2x,y),\ m\sqrt{\log\tfrac2\delta}\le\max\big(c\sqrt d,\tfrac{n\varepsilon^2}{c\sqrt d}\big)"
            r"\Rightarrow\text{the sum is}\le 12\Big(\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\Big)",
            ("bassily/rate-algebra1", "bassily/rate-algebra2", "bassily/rate-algebra6"),
            AllOf(
                r"\text{in units of }\tfrac{RL}{\sqrt{nm}},\text{ with } w=\tfrac{c\sqrt d}{\sqrt n\varepsilon}",
                (
                    ("the private term is w", Identity(R * L * c * PRIVATE / _SCALE, _CQ)),
                    (
                        "smoothness: beta <= (2L/R)/y, at most 2w",
                        Identity(2 * L / R / Y * R**2 / ROUNDS / _SCALE, 2 * _CQ),
                    ),
                    ("R^2/(eta T), first part: 1", Identity(R**2 / (_ETA_X * ROUNDS) / _SCALE, Integer(1))),
                    ("second part: w", Identity(R**2 / (_ETA_Y * ROUNDS) / _SCALE, _CQ)),
                    (
                        "generalisation: at most 2 by the first part, T + 1 <= 2T",
                        Identity(2 * L**2 * ROUNDS * _ETA_X / (n * m) / _SCALE, Integer(2)),
                    ),
                    (
                        "noise, with v <= c^2/log(2/delta): at most (e-1)^2 w by the second part",
                        Identity((_ETA_Y / 2 * _NOISE).subs(_V, c**2 / LOG) / _SCALE, E1**2 * _CQ),
                    ),
                    (
                        "batch, where m sqrt(log(2/delta)) <= c sqrt(d): (e-1)/sqrt(2) w by the second part",
                        Identity(
                            (_ETA_Y / 2 * L**2 / BATCH / _SCALE).subs(m, c * sqrt(d) / sqrt(LOG)), E1 / sqrt(2) * _CQ
                        ),
                    ),
                    (
                        "batch, where m sqrt(log(2/delta)) <= n epsilon^2/(c sqrt(d)): (e-1)/sqrt(2) by the first",
                        Identity(
                            (_ETA_X / 2 * L**2 / BATCH / _SCALE).subs(m, n * epsilon**2 / (c * sqrt(d) * sqrt(LOG))),
                            E1 / sqrt(2),
                        ),
                    ),
                    (
                        "the sum",
                        at_most(2 * _W + (1 + _W) + 2 + E1**2 * _W + E1 / sqrt(2) * (1 + _W), 12 * (1 + _W), _OVER),
                    ),
                ),
            ),
        ),
        correction=(
            "with the smaller of the two terms of the learning rate, where Algorithm 4 lists their sum, with c^2 "
            "x for x and a logarithm in the condition on m, (2) holds: the theorem's rate is not touched"
        ),
        severity=Severity.LISTING,
        theorem="bassily/thm3.1",
        note=(
            "Refuted by the generalisation term alone, on m = d = 1, epsilon = 1/2, c = (log n)^2 (delta = 1/n^3, say): all "
            "terms are positive. R^2/(eta T) is at most the sum of its values at both parts; v stands for log^2(n/gamma) log(n/delta), "
            "so that c^2 >= log^2(n/gamma) log(n/delta) log(2/delta), which is of the order of the printed c^2. The printed "
            "condition m < max(sqrt(d), n epsilon^2/sqrt(d)) fits the minimum, which needs one of two bounds for L^2/B; the "
            "sum would need both. Without the logarithm in it the bound is bassily/sec5/9/log."
        ),
    ),
    Claim(
        "bassily/sec5/9/log",
        "Section 5, (2), the batch's term under the printed condition on m",
        Kind.RATE_ALGEBRA,
        "a logarithm is left in the batch's term",
        UpToConstant(
            (X + Y) / (2 * BATCH),
            STATISTICAL + c * PRIVATE,
            (positive(n), positive(m), positive(d), positive(c), positive(LOG), _UNIT),
            family=(
                (n, exp(_R)),
                (d, exp(_R) / (4 * _R**4)),
                (m, _R**2 * exp(_R / 2) / 4),
                (c, _R**2),
                (LOG, 3 * _R),
                (epsilon, Rational(1, 2)),
            ),
            along=_R,
            text=r"m<\max\big(\sqrt d,\tfrac{n\varepsilon^2}{\sqrt d}\big)\Rightarrow\tfrac\eta2\tfrac{L^2}B\lesssim"
            r"\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon},\quad\eta=\tfrac RL(x+y)",
        ),
        Derived(
            r"\eta=\tfrac RL\min(c^2x,y):\ \tfrac\eta2\tfrac{L^2}B\le2c\sqrt{\log\tfrac2\delta}\Big(\tfrac{RL}{\sqrt{nm}}+\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\Big)",
            ("bassily/rate-algebra6",),
            AllOf(
                r"\text{in units of }\tfrac{RL}{\sqrt{nm}}",
                (
                    (
                        "m <= n epsilon^2/sqrt(d), first part",
                        Identity(
                            (_ETA_X / 2 * L**2 / BATCH / _SCALE).subs(m, n * epsilon**2 / sqrt(d)),
                            E1 / sqrt(2) * c * sqrt(LOG),
                        ),
                    ),
                    (
                        "m <= sqrt(d), second part",
                        Identity(
                            (_ETA_Y / 2 * L**2 / BATCH / _SCALE).subs(m, sqrt(d)), E1 / sqrt(2) * sqrt(LOG) * (_CQ / c)
                        ),
                    ),
                    ("the constant, times c >= 1", at_most(E1 / sqrt(2) * c, 2 * c, least(c, 1))),
                ),
            ),
        ),
        correction="a factor c sqrt(log(2/delta)) where sqrt(d) <= m: the theorem's rate holds up to logarithms, (2) does not",
        severity=Severity.CONSTANT,
        theorem="bassily/thm3.1",
        note="n = e^r, epsilon = 1/2, c = (log n)^2, delta = 1/n^3 (log(2/delta) is above 3r, which only makes B smaller), d = n epsilon^2/c^2 "
        "and m = n epsilon^2/(2 sqrt(d)). There y = c^2 x, so that the smaller of both leaves the term too.",
    ),
)
