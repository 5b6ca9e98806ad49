"""kent Sections 3.2, 3.3 and Appendices E.2, E.3: the folds of Algorithms 4, 5, 12 and 13, and what a user spends."""

from fractions import Fraction
from typing import Any

import sympy
from sympy import Max, Min

from verify.kernel.calculus import Chain, Supremum, at_most, because, below, cite, integer, line, quantity
from verify.kernel.statements import AllOf, FiniteCheck, Identity, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.kent.instances import folds as spends
from verify.papers.kent.nouns_sections import (
    HALF_FOLD,
    SIZE,
    WIDTH,
    Algorithm2,
    Algorithm4,
    Algorithm5,
    Algorithm12,
    Algorithm13,
    PrivacyLoss,
)
from verify.papers.kent.s3_1_univariate import PRIVACY as ALGORITHM2
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

ALG4 = Claim(
    "kent/alg4",
    "Section 3.2, Algorithm 4",
    Kind.ALGORITHM,
    "the mean in the cube: a fold of users for each co-ordinate",
    says=(
        r"T^*=T\wedge\exp\{n\alpha^2/Kd\},\ \Delta=\{2\log(nT^*\alpha^2/d)/T^*\}^{1/2},\ N_j=N_{j,1}\cup "
        r"N_{j,2};\quad\hat\theta_j=\mathrm{USERLEVELMEAN}(\{X_t^{(i)}\}_{i\in "
        r"N_j,t\in[T^*]},n,T^*,\alpha,\Delta),\ j=1,\ldots,d;\quad\hat\theta=\sum_{j=1}^de_j\hat\theta_j"
    ),
    match=Match.READING,
    differs=("a group; what is shown names the listing's parts, which are claims of their own, without their formulas"),
    printed=Whole(
        r"\text{Algorithm 4 as printed: folds, estimates of single co-ordinates, privacy}",
        ("kent/alg4/folds", "kent/alg4/argument", "kent/alg4/privacy"),
    ),
    corrected=Whole(
        r"\text{Algorithm 4, each fold with its own number of users}",
        ("kent/alg4/folds", "kent/alg4/argument", "kent/alg4/privacy"),
        as_corrected=True,
    ),
    correction="the sub-routine is to be called with the n/d users of a fold, not with n",
    severity=Severity.TYPO,
    theorem="kent/thm6i",
    note="T* and Delta of the program are those of Algorithm 12, see kent/alg12/recovers and kent/alg12/cap.",
)


_EVERYONE = 2 * SIZE * HALF_FOLD
_USER, _SAMPLES, _WHOLE_ALPHA = integer("i", least=1), integer("T^*", least=1), integer("k", least=1)
FoldsHolding = quantity(
    "FoldsHolding",
    r"\#\{{(j, k): {0} \in N_{{j, k}}({1}, {2})\}}",
    "how many of the sets N_(j,1), N_(j,2) of (31) hold a user",
    0,
)
"""FoldsHolding(i, n, d)."""
FoldSize = quantity("FoldSize", r"|N_{{{0}, {1}}}({2}, {3})|", "number of users in a set of (31)", 0)
"""FoldSize(j, k, n, d)."""
_PLACE, _PART = integer("j", least=1), integer("k", least=1, most=2)
_HELD, _COUNTED = FoldsHolding(_USER, _EVERYONE, SIZE), FoldSize(_PLACE, _PART, _EVERYONE, SIZE)
_IN_RANGE, _AMONG = (at_most(_USER, _EVERYONE),), (at_most(_PLACE, SIZE),)
FOLDS = Claim(
    "kent/alg4/folds",
    "Section 3.2, Algorithm 4, (31)",
    Kind.CONSTRUCTION,
    "the folds partition the users",
    says=(
        r"N_j=N_{j,1}\cup N_{j,2},\quad N_{j,1}=\Big\{(j-1)\frac n{2d}+1,\ldots,j\frac n{2d}\Big\},\quad "
        r"N_{j,2}=\Big\{(d+j-1)\frac n{2d}+1,\ldots,(d+j)\frac n{2d}\Big\},\quad j\in[d]"
    ),
    match=Match.READING,
    differs=(
        "judged is that they partition the users, h to each half, at n = 2dh, the text's many equally-sized folds"
    ),
    printed=AllOf(
        "",
        {
            "each user in exactly one": line(_HELD, given=_IN_RANGE)
            .eq(1, because("Each of the sets is an interval that begins where the one before ends, the last at n."))
            .crosschecked(
                "each user in exactly one",
                r"\#\{\text{sets that hold }i\}=1",
                "(d, n) = (1, 2), (2, 12), (3, 6), (5, 20), (8, 64); all i",
                spends.folds_partition,
                "==",
            ),
            "their sizes": line(_COUNTED, given=_AMONG)
            .eq(
                _PLACE * _EVERYONE / (2 * SIZE) - (_PLACE - 1) * _EVERYONE / (2 * SIZE),
                because(
                    "By (31) N_(j,1) ends at jn/(2d), N_(j,2) at n/2 + jn/(2d), and each begins where the one before ends."
                ),
            )
            .eq(HALF_FOLD),
        },
    ),
    note="n = 2dh. The first half of each fold is in the first half of all users. Where 2d does not divide n the rest is left out.",
)

_N, _D, _J = sympy.symbols("n d j", positive=True)
ALG4_ARGUMENT = Claim(
    "kent/alg4/argument",
    "Section 3.2, Algorithm 4, line 3; likewise Algorithms 5, 7, 12 and 13",
    Kind.ALGORITHM,
    "what the sub-routine is called with",
    says=r"\hat\theta_j=\mathrm{USERLEVELMEAN}(\{X_t^{(i)}\}_{i\in N_j,t\in[T^*]},n,T^*,\alpha,\Delta)",
    match=Match.READING,
    differs=(
        "judged is what the call with n does by line 14 of Algorithm 2: it divides by n/2 what |N_(j,2)| users send"
    ),
    printed=FiniteCheck(
        r"\text{Algorithm 2 with argument }n\text{ divides by }\tfrac n2\text{ what }|N_{j,2}|\text{ "
        r"users send}",
        "d = 2, n = 8",
        spends.divisors,
        "==",
    ),
    corrected=Identity(_N / _D / 2, (_D + _J) * _N / (2 * _D) - (_D + _J - 1) * _N / (2 * _D)),
    correction="n/d for n: Algorithm 2 averages over n/2 users, and a fold has n/(2d) of them to refine",
    severity=Severity.LISTING,
    theorem="kent/thm6i",
    note="Read literally, the estimate of Algorithm 2 would be 1/d of the mean. The paper's analysis has |N_j| = "
    "n/d. In our copy line 3 passes all of X_t where X_(t,j) is meant, which Algorithm 12 has.",
)
_BEYOND = ", 65/64, 3/2, 2, 11/4, d - 1/64, d, d + 1/64, 3d + 1/2"
_GRID = (
    f"d = 2, 5 (8; not quick); alpha = 1/4, 1{_BEYOND}; n = 4d, 12d; by the channels, and by counting the printed sets"
)
_ROTATED_GRID = _GRID.replace("d = 2, 5 (8; not quick)", "d = 2, 8")
_ONE_FOLD = Supremum(PrivacyLoss(Algorithm2(2 * HALF_FOLD, _SAMPLES, ALPHA, WIDTH)), WIDTH)
"""Of the sub-routine, at any Delta."""


def _in_one_fold(run: Any, crosscheck: tuple[str, FiniteCheck], *given: Any) -> Chain:
    """Each user answers for one co-ordinate at the whole budget."""
    return (
        line(PrivacyLoss(run), given=given)
        .le(
            _ONE_FOLD,
            because(
                "Each user is in one fold, and sends what Algorithm 2 sends there, at some Delta; a rotation is public.",
                "kent/alg4/folds",
            ),
        )
        .le(ALPHA, cite(ALGORITHM2).at({USERS: 2 * HALF_FOLD, DRAWS: _SAMPLES}))
        .beside(crosscheck)
    )


ALGORITHM4 = Claim(
    "kent/alg4/privacy",
    "Section 3.2, the text above Algorithm 4, and Section 3.3",
    Kind.PRIVACY,
    "Algorithms 4 and 5 are user-level alpha-LDP for alpha <= 1",
    says=r"\text{Algorithm 4 is }\alpha\text{-LDP, since its univariate sub-procedure is}",
    match=Match.READING,
    differs="at n = 2dh, the paper's multiple of 2d; Algorithm 5 is added, of which Appendix E.3 says it",
    printed=AllOf(
        "",
        {
            "Algorithm 4": _in_one_fold(
                Algorithm4(_EVERYONE, SIZE, DRAWS, ALPHA),
                (
                    "exact spends, the cube",
                    FiniteCheck(
                        r"\max_i\text{spend}_i\le\alpha",
                        _GRID.replace(_BEYOND, ""),
                        spends.budgets(spends.section_plain, (2, 5, 8), Fraction(1)),
                    ),
                ),
            ),
            "Algorithm 5": _in_one_fold(
                Algorithm5(_EVERYONE, SIZE, DRAWS, ALPHA),
                (
                    "exact spends, the ball",
                    FiniteCheck(
                        r"\max_i\text{spend}_i\le\alpha",
                        _ROTATED_GRID.replace(_BEYOND, ""),
                        spends.budgets(spends.section_rotated, (2, 8), Fraction(1)),
                    ),
                ),
            ),
        },
    ),
    note="For every alpha, though the algorithms are meant for alpha <= 1. n = 2dh.",
)
ALG12_BUDGET = Claim(
    "kent/alg12/budget",
    "Appendix E.2, before Algorithm 12, and Appendix E.3",
    Kind.PRIVACY,
    "the sum of the budgets that the text states",
    says=r"\text{for }\alpha>1\text{: }(\lfloor\alpha\rfloor\wedge d)\{1\vee(\alpha/d)\}\le\alpha",
    match=Match.READING,
    printed=line(
        Min(_WHOLE_ALPHA, SIZE) * Max(1, ALPHA / SIZE),
        given=(at_most(_WHOLE_ALPHA, ALPHA), below(ALPHA, _WHOLE_ALPHA + 1)),
    ).le(ALPHA),
    note="So the text means floor(alpha) folds, where the algorithms print one more.",
    differs="k stands for floor(alpha), as k <= alpha < k + 1",
)


def _low_privacy(run: Any, make: spends.Maker, dimensions: tuple[int, ...], grid: str) -> AllOf:
    """floor(alpha) folds: every user spends at most alpha, for all n, d and alpha."""
    loss = PrivacyLoss(run)
    low = at_most(ALPHA, 1)
    middle = (at_most(ALPHA, SIZE), at_most(_WHOLE_ALPHA, ALPHA), below(ALPHA, _WHOLE_ALPHA + 1))
    high = below(SIZE, ALPHA)
    crosschecks = (
        (
            "exact spends of the plan that runs",
            FiniteCheck(
                r"\max_i\text{spend}_i\le\alpha\text{, in multiples of }\alpha", grid, spends.budgets(make, dimensions)
            ),
        ),
        (
            "who answers for a co-ordinate",
            FiniteCheck(
                r"|N_j\cup\dots\cup N_{j+\lfloor\alpha\rfloor-1}|=\lfloor\alpha\rfloor\tfrac nd\text{, all }n\text{ for }\alpha>d",
                grid,
                spends.answers(make, dimensions),
                "==",
            ),
        ),
    )
    return AllOf(
        "",
        {
            "alpha up to 1": _in_one_fold(
                run,
                (
                    "exact spends, alpha <= 1",
                    FiniteCheck(
                        r"\max_i\text{spend}_i\le\alpha\text{, in multiples of }\alpha,\ \alpha\le1",
                        grid,
                        spends.budgets(make, dimensions, Fraction(1)),
                    ),
                ),
                low,
            ),
            "alpha up to d": line(loss, given=middle)
            .le(
                1 * _WHOLE_ALPHA,
                because(
                    "Each user is in N_j u ... u N_(j + floor(alpha) - 1) for floor(alpha) co-ordinates j, and answers for "
                    "each at budget 1, privately by Algorithm 2.",
                    "kent/alg4/folds",
                    "kent/alg2/privacy",
                ),
            )
            .le(ALPHA)
            .beside(*crosschecks),
            "alpha beyond d": line(loss, given=(high,))
            .le(
                SIZE * (ALPHA / SIZE),
                because(
                    "Each user answers for all d co-ordinates at budget alpha/d, privately by Algorithm 10.",
                    "kent/alg10/privacy",
                ),
            )
            .crosschecked(
                "exact spends, alpha > d",
                r"\max_i\text{spend}_i\le\alpha\text{, in multiples of }\alpha,\ \alpha>d",
                grid,
                spends.budgets(make, dimensions, beyond=True),
            ),
        },
    )


ALG12_PRIVACY = Claim(
    "kent/alg12/privacy",
    "Appendix E.2, Algorithm 12, line 8",
    Kind.PRIVACY,
    "what a user spends in the cube, 1 < alpha <= d",
    says=(
        r"\alpha\in(1,d]\text{: }\hat\theta_j=\mathrm{GENERALUSERLEVELMEAN}(\{X_{t,j}^{(i)}\}_{i\in "
        r"N_j\cup\cdots\cup N_{j+\lfloor\alpha\rfloor},t\in[T^*]},n,T^*,1,\Delta)\text{; by composition "
        r"the procedure is LDP with parameter }(\lfloor\alpha\rfloor\wedge d)\{1\vee(\alpha/d)\}\le\alpha"
    ),
    match=Match.READING,
    differs="one of three branches, 1 < alpha <= d, taken as it is listed",
    printed=FiniteCheck(
        r"i\in N_j\cup\dots\cup N_{j+\lfloor\alpha\rfloor}\text{ at budget }1:\ \text{every user's worst "
        r"log-ratio}\le\alpha",
        "d = 2, alpha = 3/2, n = 400,000, T = 1,000, where there are several bins",
        spends.one_fold_too_many(spends.printed_plain),
    ),
    corrected=_low_privacy(Algorithm12(_EVERYONE, SIZE, DRAWS, ALPHA), spends.plain, (2, 5, 8), _GRID),
    correction="with floor(alpha) folds a user, as E.2 and G.2 say, it is private as said: N_j u ... u N_(j + "
    "floor(alpha) - 1). The union as listed has one fold more, so that coded literally each user "
    "answers for floor(alpha) + 1 co-ordinates at budget 1",
    severity=Severity.LISTING,
    theorem="kent/thm6i",
    note="A total of 2 > 3/2: a user votes for two co-ordinates, each vote can change in two bits, and a bit is "
    "kept with the odds e^(1/2). Only alpha = d is safe, where the union wraps around.",
)
ALG13_PRIVACY = Claim(
    "kent/alg13/privacy",
    "Appendix E.3, Algorithm 13, line 8",
    Kind.PRIVACY,
    "what a user spends in the ball, 1 < alpha <= d",
    says=(
        r"\alpha\in(1,d]\text{: }\hat\theta_j=\mathrm{GENERALUSERLEVELMEAN}(\{(R_dX_t^{(i)})_j\}_{i\in "
        r"N_j\cup\cdots\cup N_{j+\lfloor\alpha\rfloor},t\in[T^*]},n,T^*,1,\Delta)\text{; by composition "
        r"the procedure is LDP with parameter }(\lfloor\alpha\rfloor\wedge d)\{1\vee(\alpha/d)\}\le\alpha"
    ),
    match=Match.READING,
    differs="one of three branches, 1 < alpha <= d, taken as it is listed",
    printed=FiniteCheck(
        r"i\in N_j\cup\dots\cup N_{j+\lfloor\alpha\rfloor}\text{ at budget }1:\ \text{every user's worst "
        r"log-ratio}\le\alpha",
        "d = 2, alpha = 3/2, n = 400,000, T = 1,000, where there are several bins",
        spends.one_fold_too_many(spends.printed_rotated),
    ),
    corrected=_low_privacy(Algorithm13(_EVERYONE, SIZE, DRAWS, ALPHA), spends.rotated, (2, 8), _ROTATED_GRID),
    correction="N_j u ... u N_(j + floor(alpha) - 1), as in Algorithm 12",
    severity=Severity.LISTING,
    theorem="kent/thm6ii",
    note="Both algorithms print the union with j + floor(alpha), so that it is no damage of the copy.",
    root="kent/alg12/privacy",
)

CLAIMS = (
    ALG4,
    FOLDS,
    ALG4_ARGUMENT,
    ALGORITHM4,
    ALG12_BUDGET,
    ALG12_PRIVACY,
    ALG13_PRIVACY,
)
