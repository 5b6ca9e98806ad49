"""kent Appendix G.1: the first stage succeeds at alpha > 1, (111), and for every alpha, (112).

T stands for T* throughout.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, Max, log, oo, sqrt

from notation.symbols import n
from upperbounds.mean import kent
from verify.papers.kent.instances.votes import COUNT, HOME, buffer_parts
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_T, _X = sympy.symbols("T x", positive=True)
_P, _Q = sympy.symbols("p q", nonnegative=True)
_SAMPLES, _USERS = Variable(_T, Integer(1), oo), Variable(n, Integer(2), oo)
_UNIT = tuple(Variable(x, Integer(0), Integer(1)) for x in (_P, _Q))


def _printed_alpha(_: Settings) -> Iterator[Case]:
    """What (110) gives beside what (111) takes from it."""
    users, samples, alpha = 16, 1, 2
    yield Case(
        {"n": users, "T": samples, "alpha": alpha},
        Fraction(16, users * samples**2),
        Fraction(16, users * (samples * alpha**2) ** 2),
        left_again=2 * Fraction(8 * users, (users * samples) ** 2),
    )


CLAIMS = (
    Claim(
        "kent/eq111",
        "Appendix G.1, Step 1.2, (111), and the text after it",
        Kind.INEQUALITY,
        "the first stage succeeds at alpha > 1",
        Whole(
            r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/K}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
            r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
            ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer"),
        ),
        Whole(
            r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/577}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
            r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
            ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer"),
            as_corrected=True,
        ),
        correction="a stray alpha^2 in the middle; K = 577 is enough for the corrected (110)",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
    ),
    Claim(
        "kent/eq111/a",
        "Appendix G.1, Step 1.2, (111), second inequality, 'by (110)'",
        Kind.INEQUALITY,
        "(110) put into the union bound",
        FiniteCheck(
            r"e^{-n\alpha/20}+\frac{16}{n(T^*)^2}\le e^{-n\alpha/20}+\frac{16}{n(T^*\alpha^2)^2}",
            "n = 16, T = 1, alpha = 2; the second terms",
            _printed_alpha,
        ),
        Derived(
            r"P(A_2^c)\le N(\Delta)\Big(e^{-2n\alpha/577}+\frac1{n(T^*)^2}\Big)\le"
            r"\frac3{\Delta\wedge1}\Big(e^{-2n\alpha/577}+\frac1{n(T^*)^2}\Big)",
            ("kent/eq110",),
            COUNT,
        ),
        correction="16/(n(T* alpha^2)^2) is smaller than the 16/(nT*^2) of (110) for alpha > 1; the alpha^2 is gone in the "
        "next line",
        severity=Severity.TYPO,
        theorem="kent/eq119x",
        note="As printed: the step from (110) to this line, which needs the first to be at most the second.",
    ),
    Claim(
        "kent/eq111/b",
        "Appendix G.1, Step 1.2, (111), last two inequalities",
        Kind.INEQUALITY,
        "the number of bins against T*",
        Derived(
            r"\frac{48}{(\Delta\wedge1)n(T^*)^2}\le\frac{48}{nT^*},\ \frac1{\Delta\wedge1}\le(T^*)^{1/2}",
            ("kent/eq111/a",),
            AllOf(
                r"\frac1{\Delta\wedge1}\le(T^*)^{1/2},\ \Delta^2=\frac{4\log(nT^*)}{T^*};\ (T^*)^{1/2-2}\le(T^*)^{-1}",
                (
                    ("the bins", at_most(Max(sqrt(_T / (4 * log(n * _T))), 1), sqrt(_T), _USERS, _SAMPLES)),
                    ("the power of T* = x^2", at_most(3 * _X / _X**4, 3 * 16 / _X**2, Variable(_X, Integer(1), oo))),
                ),
            ),
        ),
    ),
    Claim(
        "kent/eq111/buffer",
        "Appendix G.1, Step 1.2, after (111)",
        Kind.INEQUALITY,
        "the mean is inside the widened interval, Delta away from its ends",
        AllOf(
            r"|j^*-l|\le2\ \Rightarrow\ \min\{\theta-\tilde L,\tilde U-\theta\}\ge\Delta",
            buffer_parts(kent.algorithm10_symbolic(), dict.fromkeys(range(-2, 3), HOME)),
        ),
        note="The interval is that of the plan that runs; lengths in units of 2 Delta.",
    ),
    Claim(
        "kent/eq112",
        "Appendix G.1, Step 2, (112)",
        Kind.INEQUALITY,
        "the first stage succeeds, both cases in one",
        Derived(
            r"P(A^c)\le\frac3{\Delta\wedge1}e^{-2n\min\{\alpha,\alpha^2\}/K}+\frac{48}{nT^*},\ "
            r"K=8536\ (\alpha\le1),\ 577\ (\alpha>1)",
            ("kent/eq107", "kent/eq111"),
            at_most(_P, _P + 48 / (n * _T), _UNIT[0], _USERS, _SAMPLES),
        ),
        note="min{alpha, alpha^2} is alpha^2 up to 1 and alpha beyond; a larger K only weakens the bound.",
    ),
)
