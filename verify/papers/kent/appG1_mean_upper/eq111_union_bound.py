"""kent Appendix G.1: the first stage succeeds at alpha > 1, (111), and for every alpha, (112).

T stands for T* throughout.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, Max, Min, exp, oo, sqrt

from notation.symbols import n
from upperbounds.mean import kent
from verify.kernel.calculus import because, line, real
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.appG1_mean_upper.eq105_success import BINS, FIRST_HIGH, MANY
from verify.papers.kent.instances.votes import HOME, buffer_parts
from verify.papers.kent.nouns_upper import AT_LOW, EVEN, LAW, LOW, ON_INTERVAL, USED, USERS, FirstStageFails

EQ111 = Claim(
    "kent/eq111",
    "Appendix G.1, Step 1.2, (111), and the text after it",
    Kind.INEQUALITY,
    "the first stage succeeds at alpha > 1",
    says=(
        r"\mathbb{P}(A_2^c)\le\sum_{j\in[N(\Delta)]:|l-j|>2}\mathbb{P}(Z_l\le Z_j)\le "
        r"N(\Delta)\Big(e^{-n\alpha/20}+\frac{16}{n(T^*\alpha^2)^2}\Big)\le\frac{3}{\Delta\wedge1}e^{-2n\alpha/K}+\frac{48}{(\Delta\wedge1)n(T^*)^2}\le\frac{3}{\Delta\wedge1}e^{-2n\alpha/K}+\frac{48}{nT^*};\quad\text{on "
        r"}A_2:\ \theta\in[\tilde{L}+\Delta,\tilde{U}-\Delta]"
    ),
    match=Match.READING,
    differs="a group; the middle of the chain is left out",
    printed=Whole(
        r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/K}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
        r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
        ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer"),
    ),
    corrected=Whole(
        r"P(A_2^c)\le\frac3{\Delta\wedge1}e^{-2n\alpha/577}+\frac{48}{nT^*};\quad\text{on }A_2:\ "
        r"\theta\in[\tilde L+\Delta,\tilde U-\Delta]",
        ("kent/eq111/a", "kent/eq111/b", "kent/eq111/buffer"),
        as_corrected=True,
    ),
    correction="a stray alpha^2 in the middle; K = 577 is enough for the corrected (110)",
    severity=Severity.TYPO,
    theorem="kent/eq119x",
)


def _printed_alpha(_: Settings) -> Iterator[Case]:
    """What (110) gives next to what (111) takes from it."""
    users, samples, alpha = 16, 1, 2
    yield Case(
        {"n": users, "T": samples, "alpha": alpha},
        Fraction(16, users * samples**2),
        Fraction(16, users * (samples * alpha**2) ** 2),
        left_again=2 * Fraction(8 * users, (users * samples) ** 2),
    )


_FAILED, _FIRST, _SECOND = (
    FirstStageFails(LAW, USERS, USED, LOW, AT_LOW),
    exp(-2 * USERS * LOW / kent.K_LOW_PRIVACY),
    1 / (USERS * USED**2),
)
_UNION = (
    line(_FAILED, given=(EVEN, ON_INTERVAL))
    .le(
        (1 / AT_LOW + 1) * (_FIRST + _SECOND),
        because(
            "The union bound over the fewer than 1/Delta + 1 bins that may not win, each of which wins as rarely as (110) says.",
            "kent/eq110",
        ),
    )
    .le(3 / Min(AT_LOW, 1) * (_FIRST + _SECOND), MANY.at({BINS: AT_LOW}))
)
EQ111_A = Claim(
    "kent/eq111/a",
    "Appendix G.1, Step 1.2, (111), second inequality, 'by (110)'",
    Kind.INEQUALITY,
    "(110) put into the union bound",
    says=(
        r"\sum_{j\in[N(\Delta)]:|l-j|>2}\mathbb{P}(Z_l\le Z_j)\le "
        r"N(\Delta)\Big(e^{-n\alpha/20}+\frac{16}{n(T^*\alpha^2)^2}\Big)\text{ by (110)}"
    ),
    match=Match.READING,
    differs="judged is whether the bound of (110) is at most the bracket that is printed here",
    printed=FiniteCheck(
        r"e^{-n\alpha/20}+\frac{16}{n(T^*)^2}\le e^{-n\alpha/20}+\frac{16}{n(T^*\alpha^2)^2}",
        "n = 16, T = 1, alpha = 2; the second terms",
        _printed_alpha,
    ),
    corrected=_UNION,
    correction="16/(n(T* alpha^2)^2) is smaller than the 16/(nT*^2) of (110) for alpha > 1; the alpha^2 is gone "
    "in the next line",
    severity=Severity.TYPO,
    theorem="kent/eq119x",
    note="As printed: the step from (110) to this line, which needs the first to be at most the second.",
)
_WIDTH, _USED, _INVERSE = real("w", above=0), real("t", least=1), real("v", least=1)
_WIDE = line(1 / Min(_WIDTH, 1)).le(Max(1 / _WIDTH, 1))
_BINS = line(1 / Min(AT_LOW, 1)).le(Max(1 / AT_LOW, 1), _WIDE.at({_WIDTH: AT_LOW})).le(sqrt(USED))
_COUNTED = (
    line(48 / (Min(AT_LOW, 1) * USERS * USED**2)).le(48 * sqrt(USED) / (USERS * USED**2), _BINS).le(48 / (USERS * USED))
)
EQ111_B = Claim(
    "kent/eq111/b",
    "Appendix G.1, Step 1.2, (111), last two inequalities",
    Kind.INEQUALITY,
    "the number of bins against T*",
    says=(r"\frac{48}{(\Delta\wedge1)n(T^*)^2}\le\frac{48}{nT^*}\text{, since " r"}1/(\Delta\wedge1)\le(T^*)^{1/2}"),
    match=Match.SAME,
    printed=AllOf("", {"the bins": _BINS, "the second term": _COUNTED}),
)
BUFFER_LOW = buffer_parts(kent.algorithm10_symbolic(), dict.fromkeys(range(-2, 3), HOME))
"""The ends of the interval at each winning bin, at alpha > 1."""
EQ111_BUFFER = Claim(
    "kent/eq111/buffer",
    "Appendix G.1, Step 1.2, after (111)",
    Kind.INEQUALITY,
    "the mean is inside the widened interval, Delta away from its ends",
    says=(
        r"\text{on }A_2:\ j^*\in\{l-2,l-1,l,l+1,l+2\}\text{ and "
        r"}\min\{\theta-\tilde{L},\tilde{U}-\theta\}\ge\Delta\text{, that is "
        r"}\theta\in[\tilde{L}+\Delta,\tilde{U}-\Delta]"
    ),
    match=Match.READING,
    differs="judged is what follows from |j* - l| <= 2, case by case; that A_2 gives this is not in the statement",
    printed=AllOf("", BUFFER_LOW),
    note="The interval is that of the plan that runs.",
)
_BOTH_HIGH = (
    line(FIRST_HIGH.start, given=FIRST_HIGH.given)
    .le(FIRST_HIGH.end, FIRST_HIGH)
    .le(FIRST_HIGH.end + 48 / (USERS * USED))
)
_BOTH_LOW = (
    line(_FAILED, given=(EVEN, ON_INTERVAL))
    .le(3 / Min(AT_LOW, 1) * (_FIRST + _SECOND), _UNION)
    .eq(3 / Min(AT_LOW, 1) * _FIRST + 3 / Min(AT_LOW, 1) * _SECOND)
    .le(3 / Min(AT_LOW, 1) * _FIRST + 48 / (Min(AT_LOW, 1) * USERS * USED**2))
    .le(3 / Min(AT_LOW, 1) * _FIRST + 48 / (USERS * USED), _COUNTED)
)
EQ112 = Claim(
    "kent/eq112",
    "Appendix G.1, Step 2, (112)",
    Kind.INEQUALITY,
    "the first stage succeeds, both cases in one",
    says=r"\mathbb{P}(A^c)\le\frac{3}{\Delta\wedge1}e^{-2n\min\{\alpha,\alpha^2\}/K}+\frac{48}{nT^*}",
    match=Match.READING,
    differs="two parts by alpha, each with a K of its own (8536 and 577), n even and nT* alpha^2 >= 8",
    printed=AllOf("", {"alpha <= 1": _BOTH_HIGH, "alpha > 1": _BOTH_LOW}),
    note="At alpha <= 1 y is n T* alpha^2; a larger K only weakens the bound.",
)

_T, _X = sympy.symbols("T x", positive=True)
_P, _Q = sympy.symbols("p q", nonnegative=True)
_SAMPLES, _USERS = Variable(_T, Integer(1), oo), Variable(n, Integer(2), oo)
_UNIT = tuple(Variable(x, Integer(0), Integer(1)) for x in (_P, _Q))

CLAIMS = (
    EQ111,
    EQ111_A,
    EQ111_B,
    EQ111_BUFFER,
    EQ112,
)
