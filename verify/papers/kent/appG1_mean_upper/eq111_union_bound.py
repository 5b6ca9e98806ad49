"""kent Appendix G.1: the first stage succeeds at alpha > 1, (111), and for every alpha, (112).

T stands for T* throughout.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, Max, Min, exp, oo, sqrt

from notation.symbols import n
from upperbounds.mean import kent
from verify.calculus import at_most as at_most_
from verify.calculus import by, calc, real, words
from verify.papers.kent.appG1_mean_upper.eq105_success import BINS, FIRST_HIGH, MANY
from verify.papers.kent.instances.votes import HOME, buffer_parts
from verify.papers.kent.nouns_upper import AT_LOW, EVEN, LAW, LOW, ON_INTERVAL, USED, USERS, FirstStageFails
from verify.prover import Variable
from verify.statements import AllOf, Case, FiniteCheck, Whole
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


# fmt: off
_FAILED, _FIRST, _SECOND = FirstStageFails(LAW, USERS, USED, LOW, AT_LOW), exp(-2*USERS*LOW/kent.K_LOW_PRIVACY), 1/(USERS*USED**2)
_UNION = calc(
    _FAILED, "<=", (1/AT_LOW + 1)*(_FIRST + _SECOND),
    by(words("The union bound over the fewer than 1/Delta + 1 bins that may not win, each of which wins as rarely as (110) says.",
             at_most_(_FAILED, (1/AT_LOW + 1)*(_FIRST + _SECOND)), given=(EVEN, ON_INTERVAL), leans=("kent/eq110",))),
    "<=", 3/Min(AT_LOW, 1)*(_FIRST + _SECOND), by(MANY.at({BINS: AT_LOW})), given=(EVEN, ON_INTERVAL),
)
_WIDTH, _USED, _INVERSE = real("w", above=0), real("t", least=1), real("v", least=1)
_WIDE = calc(1/Min(_WIDTH, 1), "<=", Max(1/_WIDTH, 1))
_BINS = calc(1/Min(AT_LOW, 1), "<=", Max(1/AT_LOW, 1), by(_WIDE.at({_WIDTH: AT_LOW})), "<=", sqrt(USED))
_COUNTED = calc(
    48/(Min(AT_LOW, 1)*USERS*USED**2), "<=", 48*sqrt(USED)/(USERS*USED**2), by(_BINS), "<=", 48/(USERS*USED),
)
_BOTH_HIGH = calc(
    FIRST_HIGH.start, "<=", FIRST_HIGH.steps[-1].term, by(FIRST_HIGH),
    "<=", FIRST_HIGH.steps[-1].term + 48/(USERS*USED), given=FIRST_HIGH.given,
)
_BOTH_LOW = calc(
    _FAILED, "<=", 3/Min(AT_LOW, 1)*(_FIRST + _SECOND), by(_UNION), "==", 3/Min(AT_LOW, 1)*_FIRST + 3/Min(AT_LOW, 1)*_SECOND,
    "<=", 3/Min(AT_LOW, 1)*_FIRST + 48/(Min(AT_LOW, 1)*USERS*USED**2), "<=", 3/Min(AT_LOW, 1)*_FIRST + 48/(USERS*USED), by(_COUNTED),
    given=(EVEN, ON_INTERVAL),
)
EITHER = AllOf("", {"alpha <= 1": _BOTH_HIGH, "alpha > 1": _BOTH_LOW})
# fmt: on

CLAIMS = (
    Claim("kent/eq111", "Appendix G.1, Step 1.2, (111), and the text after it", Kind.INEQUALITY,
          "the first stage succeeds at alpha > 1",
          Whole(r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/K}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
                r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
                ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer")),
          Whole(r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/577}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
                r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
                ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer"), as_corrected=True),
          correction="a stray alpha^2 in the middle; K = 577 is enough for the corrected (110)", severity=Severity.TYPO,
          theorem="kent/eq119x"),
    Claim("kent/eq111/a", "Appendix G.1, Step 1.2, (111), second inequality, 'by (110)'", Kind.INEQUALITY,
          "(110) put into the union bound",
          FiniteCheck(r"e^{-n\alpha/20}+\frac{16}{n(T^*)^2}\le e^{-n\alpha/20}+\frac{16}{n(T^*\alpha^2)^2}",
                      "n = 16, T = 1, alpha = 2; the second terms", _printed_alpha),
          _UNION,
          correction="16/(n(T* alpha^2)^2) is smaller than the 16/(nT*^2) of (110) for alpha > 1; the alpha^2 is gone "
                     "in the next line",
          severity=Severity.TYPO, theorem="kent/eq119x",
          note="As printed: the step from (110) to this line, which needs the first to be at most the second."),
    Claim("kent/eq111/b", "Appendix G.1, Step 1.2, (111), last two inequalities", Kind.INEQUALITY,
          "the number of bins against T*", AllOf("", {"the bins": _BINS, "the second term": _COUNTED})),
    Claim("kent/eq111/buffer", "Appendix G.1, Step 1.2, after (111)", Kind.INEQUALITY,
          "the mean is inside the widened interval, Delta away from its ends",
          AllOf(r"|j^*-l|\le2\ \Rightarrow\ \min\{\theta-\tilde L,\tilde U-\theta\}\ge\Delta",
                buffer_parts(kent.algorithm10_symbolic(), dict.fromkeys(range(-2, 3), HOME))),
          note="The interval is that of the plan that runs; lengths in units of 2 Delta."),
    Claim("kent/eq112", "Appendix G.1, Step 2, (112)", Kind.INEQUALITY, "the first stage succeeds, both cases in one",
          EITHER, note="At alpha <= 1 y is n T* alpha^2; a larger K only weakens the bound."),
)  # fmt: skip
