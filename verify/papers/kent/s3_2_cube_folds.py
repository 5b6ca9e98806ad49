"""kent Sections 3.2, 3.3 and Appendices E.2, E.3: the folds of Algorithms 4, 5, 12 and 13, and what a user spends."""

from fractions import Fraction

import sympy
from sympy import Integer, Max, oo

from verify.papers.kent.instances import folds as spends
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_N, _D, _J, _ALPHA = sympy.symbols("n d j alpha", positive=True)
_K = sympy.Symbol("k", positive=True)
_F, _Y = sympy.symbols("f y", nonnegative=True)
_WHOLE = Variable(_K, Integer(1), oo)
_PART = Variable(_F, Integer(0), Integer(1), open_upper=True)
_DIMENSION = Variable(_D, Integer(1), oo)
_PRIVATE = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_BEYOND = ", 65/64, 3/2, 2, 11/4, d - 1/64, d, d + 1/64, 3d + 1/2"
_GRID = (
    f"d = 2, 5 (8; not quick); alpha = 1/4, 1{_BEYOND}; n = 4d, 12d; by the channels, and by counting the printed sets"
)
_ROTATED_GRID = _GRID.replace("d = 2, 5 (8; not quick)", "d = 2, 8")


def _low_privacy(name: str, votes: str, make: spends.Maker, dimensions: tuple[int, ...], grid: str) -> Derived:
    """floor(alpha) folds: every user spends at most alpha, for all n, d and alpha."""
    return Derived(
        rf"\text{{{name} with }}N_j\cup\dots\cup N_{{j+\lfloor\alpha\rfloor-1}}:\ \text{{every user's worst log-ratio}}\le\alpha",
        ("kent/alg4/folds", votes, "kent/alg10/privacy"),
        AllOf(
            r"\alpha\le1:\ \alpha;\quad1<\alpha\le d:\ \lfloor\alpha\rfloor\cdot1;\quad\alpha>d:\ d\cdot\tfrac\alpha d",
            (
                ("alpha = k + f, k = floor(alpha): k answers at budget 1", at_most(_K, _K + _F, _WHOLE, _PART)),
                ("all d co-ordinates at alpha/d", Identity(_D * (_ALPHA / _D), _ALPHA)),
            ),
        ),
        crosschecks=(
            (
                "exact spends of the plan that runs",
                FiniteCheck(
                    r"\max_i\text{spend}_i\le\alpha\text{, in multiples of }\alpha",
                    grid,
                    spends.budgets(make, dimensions),
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
        ),
    )


CLAIMS = (
    Claim(
        "kent/alg4",
        "Section 3.2, Algorithm 4",
        Kind.ALGORITHM,
        "the mean in the cube: a fold of users for each co-ordinate",
        Whole(
            r"\text{Algorithm 4 as printed: folds, estimates of single co-ordinates, privacy}",
            ("kent/alg4/folds", "kent/alg4/argument", "kent/alg4/privacy"),
        ),
        Whole(
            r"\text{Algorithm 4, each fold with its own number of users}",
            ("kent/alg4/folds", "kent/alg4/argument", "kent/alg4/privacy"),
            as_corrected=True,
        ),
        correction="the sub-routine is to be called with the n/d users of a fold, not with n",
        severity=Severity.TYPO,
        theorem="kent/thm6i",
        note="T* and Delta of the program are those of Algorithm 12, see kent/alg12/recovers and kent/alg12/cap.",
    ),
    Claim(
        "kent/alg4/folds",
        "Section 3.2, Algorithm 4, (31)",
        Kind.CONSTRUCTION,
        "the folds partition the users",
        Derived(
            r"[n]=\bigcup_{j\le d}(N_{j,1}\cup N_{j,2})\text{, disjoint},\ |N_{j,1}|=|N_{j,2}|=\tfrac n{2d},\ 2d\mid n",
            (),
            AllOf(
                r"\text{each set is an interval that begins where the one before ends}",
                (
                    ("N_(j+1,1) after N_(j,1)", Identity(((_J + 1) - 1) * _N / (2 * _D), _J * _N / (2 * _D))),
                    ("N_(1,2) after N_(d,1)", Identity((_D + 1 - 1) * _N / (2 * _D), _D * _N / (2 * _D))),
                    ("the last ends at n", Identity((_D + _D) * _N / (2 * _D), _N)),
                ),
            ),
            crosschecks=(
                (
                    "each user in exactly one",
                    FiniteCheck(
                        r"\#\{\text{sets that hold }i\}=1",
                        "(d, n) = (1, 2), (2, 12), (3, 6), (5, 20), (8, 64); all i",
                        spends.folds_partition,
                        "==",
                    ),
                ),
            ),
        ),
        note="With the first half of each fold in the first half of all users. Where 2d does not divide n the rest is left out.",
    ),
    Claim(
        "kent/alg4/argument",
        "Section 3.2, Algorithm 4, line 3; likewise Algorithms 5, 7, 12 and 13",
        Kind.ALGORITHM,
        "what the sub-routine is called with",
        FiniteCheck(
            r"\text{Algorithm 2 with argument }n\text{ divides by }\tfrac n2\text{ what }|N_{j,2}|\text{ users send}",
            "d = 2, n = 8",
            spends.divisors,
            "==",
        ),
        Identity(_N / _D / 2, (_D + _J) * _N / (2 * _D) - (_D + _J - 1) * _N / (2 * _D)),
        correction="n/d for n: Algorithm 2 averages over n/2 users, and a fold has n/(2d) of them to refine",
        severity=Severity.LISTING,
        theorem="kent/thm6i",
        note="Read literally, the estimate of Algorithm 2 would be 1/d of the mean. The paper's analysis has |N_j| = n/d. In our copy line 3 "
        "passes all of X_t where X_(t,j) is meant, which Algorithm 12 has.",
    ),
    Claim(
        "kent/alg4/privacy",
        "Section 3.2, the text above Algorithm 4, and Section 3.3",
        Kind.PRIVACY,
        "Algorithms 4 and 5 are user-level alpha-LDP for alpha <= 1",
        Derived(
            r"\alpha\le1:\ \text{each user's worst log-ratio}\le\alpha\text{, in Algorithm 4 and in Algorithm 5}",
            ("kent/alg4/folds", "kent/alg2/privacy"),
            at_most(_ALPHA * _F, _ALPHA, _PRIVATE, Variable(_F, Integer(0), Integer(1))),
            crosschecks=(
                (
                    "exact spends, the cube",
                    FiniteCheck(
                        r"\max_i\text{spend}_i\le\alpha",
                        _GRID.replace(_BEYOND, ""),
                        spends.budgets(spends.section_plain, (2, 5, 8), Fraction(1)),
                    ),
                ),
                (
                    "exact spends, the ball",
                    FiniteCheck(
                        r"\max_i\text{spend}_i\le\alpha",
                        _ROTATED_GRID.replace(_BEYOND, ""),
                        spends.budgets(spends.section_rotated, (2, 8), Fraction(1)),
                    ),
                ),
            ),
        ),
        note="f = 0, 1 is the number of folds that hold a user. The rotation is public and independent of the data; a user's channel sees a function of its own samples.",
    ),
    Claim(
        "kent/alg12/budget",
        "Appendix E.2, before Algorithm 12, and Appendix E.3",
        Kind.PRIVACY,
        "the sum of the budgets that the text states",
        AllOf(
            r"(\lfloor\alpha\rfloor\wedge d)\{1\vee(\alpha/d)\}\le\alpha,\ \alpha>1",
            (
                (
                    "floor(alpha) = k >= d, alpha = k + f",
                    at_most(
                        _D * Max(1, (_D + _K - 1 + _F) / _D),
                        _D + _K - 1 + _F,
                        _DIMENSION,
                        _WHOLE,
                        _PART,
                    ),
                ),
                (
                    "k < d: alpha/d is below 1, d = k + 1 + y",
                    at_most((_K + _F) / (_K + 1 + _Y), Integer(1), _WHOLE, _PART, Variable(_Y, Integer(0), oo)),
                ),
                ("k < d: k times 1", at_most(_K, _K + _F, _WHOLE, _PART)),
            ),
        ),
        note="So the text means floor(alpha) folds, where the algorithms print one more.",
    ),
    Claim(
        "kent/alg12/privacy",
        "Appendix E.2, Algorithm 12, line 8",
        Kind.PRIVACY,
        "what a user spends in the cube, 1 < alpha <= d",
        FiniteCheck(
            r"i\in N_j\cup\dots\cup N_{j+\lfloor\alpha\rfloor}\text{ at budget }1:\ \text{every user's worst log-ratio}\le\alpha",
            "d = 2, alpha = 3/2, n = 400,000, T = 1,000, where there are several bins",
            spends.one_fold_too_many(spends.printed_plain),
        ),
        _low_privacy("Algorithm 12", "kent/alg2/privacy", spends.plain, (2, 5, 8), _GRID),
        correction=(
            "with floor(alpha) folds a user, as E.2 and G.2 say, it is private as said: N_j u ... u N_(j + "
            "floor(alpha) - 1). The union as listed has one fold more, so that coded literally each user answers "
            "for floor(alpha) + 1 co-ordinates at budget 1"
        ),
        severity=Severity.LISTING,
        theorem="kent/thm6i",
        note=(
            "A total of 2 > 3/2: a user votes for two co-ordinates, each vote can change in two bits, and a bit is kept with the odds "
            "e^(1/2). Only alpha = d is safe, where the union wraps around."
        ),
    ),
    Claim(
        "kent/alg13/privacy",
        "Appendix E.3, Algorithm 13, line 8",
        Kind.PRIVACY,
        "what a user spends in the ball, 1 < alpha <= d",
        FiniteCheck(
            r"i\in N_j\cup\dots\cup N_{j+\lfloor\alpha\rfloor}\text{ at budget }1:\ \text{every user's worst log-ratio}\le\alpha",
            "d = 2, alpha = 3/2, n = 400,000, T = 1,000, where there are several bins",
            spends.one_fold_too_many(spends.printed_rotated),
        ),
        _low_privacy("Algorithm 13", "kent/alg2/privacy", spends.rotated, (2, 8), _ROTATED_GRID),
        correction="N_j u ... u N_(j + floor(alpha) - 1), as in Algorithm 12",
        severity=Severity.LISTING,
        theorem="kent/thm6ii",
        note="Both algorithms print the union with j + floor(alpha), so that it is no damage of the copy.",
        root="kent/alg12/privacy",
    ),
)
