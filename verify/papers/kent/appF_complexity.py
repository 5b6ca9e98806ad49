"""kent Appendix F, Table 6: the operations of the procedures."""

from typing import Any

import sympy
from sympy import Integer, Max, Rational, log, oo, sqrt

from verify.kernel.calculus import Chain, integer, let, line, real
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, UpToConstant, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity

_N, _T, _D, _M, _R = sympy.symbols("n T d m r", positive=True)


def _positive(symbol: sympy.Symbol) -> Variable:
    return Variable(symbol, Integer(1), oo)


APPF_BINS = Claim(
    "kent/appF/bins",
    "Appendix F, first and fifth paragraph",
    Kind.RATE_ALGEBRA,
    "how many sub-intervals there are: of the order of sqrt(T*), and sqrt(d T*) in the ball",
    says=(
        r"\text{number of sub-intervals: }O((T^*)^{1/2})\text{ on the line};\quad O((dT^*)^{1/2})\text{ "
        r"for the }\ell_2\text{-ball, by the width (34)}"
    ),
    match=Match.READING,
    differs=(
        "judged is the arithmetic of 1/Delta with n in place of nT* alpha^2 >= e and T in place of T* or "
        "dT*, and the rounding up, with constants"
    ),
    printed=AllOf(
        "",
        {
            "(30): 1/Delta": at_most(sqrt(_T / (2 * log(_N))), sqrt(_T), Variable(_N, sympy.E, oo), _positive(_T)),
            "(34): 1/Delta, T for (d T*/C)^(1/2)": at_most(_T / log(_N), _T, Variable(_N, sympy.E, oo), _positive(_T)),
            "rounded up": at_most(sqrt(_T) + 1, 2 * sqrt(_T), _positive(_T)),
        },
    ),
    note="n stands for n T* alpha^2; from e on, where the logarithm is at least 1. C, at least 1, only helps.",
)


_USERS, _SIZE, _LEVEL = integer("n", least=1), integer("d", least=1), real("alpha", above=0, most=1)
_SAMPLES, _BINS, _PARTS, _ANSWERS = (integer(letter, least=1) for letter in ("T^*", "N", "m", "k"))
_HALF = Rational(1, 2)
_LETTERS, _LARGEST, _REACH = [real(letter, least=0) for letter in "abc"], real("M", least=0), real("x", least=1)


def _by_largest(*factors: int) -> Chain:
    """Four times the largest of as many numbers is at least their sum with these factors, which add up to 4."""
    letters, total = _LETTERS[: len(factors)], sum(f * x for f, x in zip(factors, _LETTERS, strict=False))
    none_larger = [at_most_(x, _LARGEST) for x in letters]
    most = line(total, given=tuple(none_larger)).le(4 * _LARGEST, *none_larger)
    return line(total).le(4 * Max(*letters), most.at({_LARGEST: Max(*letters)}))


def _operations(counted: Any, others: tuple[Any, ...], users: Any, reach: Any, share: Any = _HALF) -> Chain:
    """A count by the largest of its terms: what is counted for the others, and what users send.

    A share of the users, at most a half, vote on N bins, and as many send a number. N is at most `reach` + 1, where `reach`, a root, is at least 1.
    """
    few = at_most_(_BINS, reach + 1)
    long = line(1).le(reach)
    sent = share * users * (_BINS + 1)
    most = (
        line(sent, given=(few,))
        .le(share * users * (reach + 2), few)
        .le(2 * users * reach, line(share * users * (_REACH + 2)).le(2 * users * _REACH).at({_REACH: reach}), long)
    )
    terms = (*others, users * reach)
    factors = (2, 2) if len(terms) == 2 else (1, 1, 2)
    return (
        line(let(r"\mathrm{operations}", counted + sent), given=(few,))
        .le(sum(f * x for f, x in zip(factors, terms, strict=True)), most)
        .le(4 * Max(*terms), _by_largest(*factors).at(dict(zip(_LETTERS, terms, strict=False))))
    )


_BY_BINS = "; N bins, at most (T*)^(1/2) + 1 (kent/appF/bins)"
TABLE6_CUBE = Claim(
    "kent/table6/cube",
    "Appendix F, Table 6, first row",
    Kind.RATE_ALGEBRA,
    "the operations of the procedures on the line and in the cube",
    says=r"\ell_\infty\text{-ball procedure: }\max\{O(T^*),O(n(T^*)^{1/2})\}",
    match=Match.READING,
    differs="judged is a count of what the listing does, by the note, with the constant 4; the row is printed for alpha <= 1"
    + _BY_BINS,
    printed=_operations(_SAMPLES, (_SAMPLES,), _USERS, sqrt(_SAMPLES)),
    note="In parallel each user adds T* numbers of their one co-ordinate; n/2 users send as many bits as there are bins, and n/2 a number.",
)
APPF_CUBE_LOW_PRIVACY = Claim(
    "kent/appF/cube-low-privacy",
    "Appendix F, fourth paragraph: the cube for alpha > 1",
    Kind.RATE_ALGEBRA,
    "the operations where a user answers for several co-ordinates",
    says=(
        r"\ell_\infty\text{-ball procedure},\ \alpha>1:\ "
        r"\max\{O((d\wedge\lfloor\alpha\rfloor)T^*),O((d\wedge\lfloor\alpha\rfloor)n(T^*)^{1/2})\}"
    ),
    match=Match.READING,
    differs="judged is a count of what the listing does, by the note, with the constant 4; k stands for min(d, floor(alpha))"
    + _BY_BINS,
    printed=_operations(_ANSWERS * _SAMPLES, (_ANSWERS * _SAMPLES,), _ANSWERS * _USERS, sqrt(_SAMPLES)),
    note="k is the number of co-ordinates of a user: k n/(2d) users vote on each of d, and as many send a number.",
)
APPF_BALL_LOW_PRIVACY = Claim(
    "kent/appF/ball-low-privacy",
    "Appendix F, sixth paragraph: the ball for alpha > 1",
    Kind.RATE_ALGEBRA,
    "the operations in the ball where a user answers for several co-ordinates",
    says=(
        r"\ell_2\text{-ball procedure},\ \alpha>1:\ "
        r"\max\{O(d^2),O((d\wedge\lfloor\alpha\rfloor)T^*),O((d\wedge\lfloor\alpha\rfloor)n(dT^*)^{1/2})\}"
    ),
    match=Match.SAME,
    printed=UpToConstant(
        _D * _T,
        _D**2 + 2 * _T + 2 * _N * sqrt(_D * _T),
        (_positive(_D), _positive(_N), _positive(_T)),
        family=((_D, _R), (_N, _R**2), (_T, _R**10)),
        along=_R,
        text=r"\text{operations}=\max\{O(d^2),O((d\wedge\lfloor\alpha\rfloor)T^*),O((d\wedge\lfloor\alpha\rfloor)n(dT^*)^{1/2})\}",
    ),
    corrected=_operations(
        _SIZE**2 + _SIZE * _SAMPLES, (_SIZE**2, _SIZE * _SAMPLES), _ANSWERS * _USERS, sqrt(_SIZE * _SAMPLES)
    ),
    correction="d T*: a user rotates the mean of all d co-ordinates, however few they answer for",
    severity=Severity.CONSTANT,
    theorem="kent/thm6ii/lower",
    note="alpha = 2, d = r, n = r^2, T* = T = r^10 once e^(2r/K) is larger. Counted as in kent/table6/ball, k = min(d, floor(alpha)), "
    "with at most (d T*)^(1/2) + 1 bins.",
    root="kent/table6/ball",
)
_MANY = at_most_(_SIZE, _USERS * _LEVEL**2)
TABLE6_THRESHOLDING = Claim(
    "kent/table6/thresholding",
    "Appendix F, Table 6, fourth row, and the remark before it",
    Kind.RATE_ALGEBRA,
    "the operations of the thresholding procedure, and that d is no more than the others",
    says=(
        r"\text{sparse means (small }d\text{): }\max\{O(d),O(T^*),O(n(T^*)^{1/2})\};\quad O(d)\text{ is "
        r"dominated where }n\alpha^2\gtrsim d\log(nT\alpha^2)"
    ),
    match=Match.READING,
    differs="two parts: a count of what the listing does, by the note, with the constant 4, and d <= n from n alpha^2 >= d and alpha <= 1"
    + _BY_BINS,
    printed=AllOf(
        "",
        {
            "the row": _operations(_SIZE + _SAMPLES, (_SIZE, _SAMPLES), _USERS, sqrt(_SAMPLES)),
            "d is dominated": line(_SIZE, given=(_MANY,)).le(_USERS * _LEVEL**2, _MANY).le(_USERS),
        },
    ),
    note="The remark's n alpha^2 >= d log(n T alpha^2) is more than n alpha^2 >= d, and n is at most n (T*)^(1/2).",
)
TABLE6_DENSITY = Claim(
    "kent/table6/density",
    "Appendix F, Table 6, fifth row",
    Kind.RATE_ALGEBRA,
    "the operations of the density procedure",
    says=r"\text{densities: }\max\{O(MT^*),O(n(T^*)^{1/2})\},\ M\text{ as in (45)}",
    match=Match.READING,
    differs="judged is a count of what the listing does, by the note, with the constant 4, m for M" + _BY_BINS,
    printed=_operations((_PARTS + 1) * _SAMPLES, (_PARTS * _SAMPLES,), _USERS, sqrt(_SAMPLES)),
    note="Each user evaluates M functions at T* points and adds up T* numbers, which are no more than M T*.",
)
TABLE6_MIXTURE = Claim(
    "kent/table6/mixture",
    "Appendix F, Table 6, last row",
    Kind.RATE_ALGEBRA,
    "the operations of the mixture procedure",
    says=r"\text{means of a mixture: }\max\{O(T^*),O(mn)\}",
    match=Match.SAME,
    printed=UpToConstant(
        _N / 3 * sqrt(_T / (4 * log(_N * _T))),
        Max(_T, _M * _N),
        (_positive(_N), _positive(_T), Variable(_M, Integer(2), oo)),
        family=((_M, Integer(2)), (_N, _R), (_T, _R)),
        along=_R,
        text=r"\text{operations}=\max\{O(T^*),O(mn)\}",
    ),
    corrected=_operations(
        _SAMPLES + _PARTS * _USERS, (_SAMPLES, _PARTS * _USERS), _USERS, sqrt(_SAMPLES), Rational(1, 3)
    ),
    correction="the votes of the first step, a vector of order sqrt(T*) bits per user, are left out: n sqrt(T*) more, as in the other rows",
    severity=Severity.CONSTANT,
    theorem="kent/own/thm10-lower",
    note="At alpha = 1 a third of the users vote on at least 1/Delta bins, Delta = {4 log(nT*)/T*}^(1/2); T* = T = n there once n is large.",
)
TABLE6_BALL = Claim(
    "kent/table6/ball",
    "Appendix F, Table 6, second row",
    Kind.RATE_ALGEBRA,
    "the operations of the procedure on the Euclidean ball",
    says=r"\ell_2\text{-ball procedure: }\max\{O(d^2),O(T^*),O(n(dT^*)^{1/2})\}",
    match=Match.SAME,
    printed=UpToConstant(
        _D * _T,
        _D**2 + _T + _N * sqrt(_D * _T),
        (_positive(_D), _positive(_N), _positive(_T)),
        family=((_D, _R), (_N, _R**2), (_T, _R**10)),
        along=_R,
        text=r"\text{operations}=\max\{O(d^2),O(T^*),O(n(dT^*)^{1/2})\}",
    ),
    corrected=_operations(_SIZE**2 + _SIZE * _SAMPLES, (_SIZE**2, _SIZE * _SAMPLES), _USERS, sqrt(_SIZE * _SAMPLES)),
    correction="d T* in place of T*: each user rotates the mean of all d co-ordinates, which takes d T* additions",
    severity=Severity.CONSTANT,
    theorem="kent/thm6ii/lower",
    note="With at most (d T*)^(1/2) + 1 bins. An addition of d-vectors counts as d, as the density row counts M T* for M co-ordinates and this row d^2 for a rotation. At alpha = 1, "
    "d = r, n = r^2, T* = T = r^10 once e^(r/K) is larger.",
)
TABLE6_SPARSE = Claim(
    "kent/table6/sparse",
    "Appendix F, Table 6, third row",
    Kind.RATE_ALGEBRA,
    "the operations of the selection procedure",
    says=r"\text{sparse means (large }d\text{): }\max\{O(T^*),O(nd),O(n(T^*)^{1/2})\}",
    match=Match.SAME,
    printed=UpToConstant(
        _D * _T,
        _T + _N * _D + _N * sqrt(_T),
        (_positive(_D), _positive(_N), _positive(_T)),
        family=((_D, _R**3), (_N, _R**2), (_T, _R**10)),
        along=_R,
        text=r"\text{operations}=\max\{O(T^*),O(nd),O(n(T^*)^{1/2})\}",
    ),
    corrected=_operations(
        _SIZE * _SAMPLES + _USERS * _SIZE, (_SIZE * _SAMPLES, _USERS * _SIZE), _USERS, sqrt(_SAMPLES)
    ),
    correction="d T* in place of T*: each user looks at the means of all d co-ordinates",
    severity=Severity.CONSTANT,
    theorem="kent/thm7/lower",
    note="Counted as in kent/table6/ball; s of order r.",
    root="kent/table6/ball",
)
_ROWS = tuple(f"kent/table6/{row}" for row in ("cube", "ball", "sparse", "thresholding", "density", "mixture"))
TABLE6 = Claim(
    "kent/table6",
    "Appendix F, Table 6",
    Kind.RATE_ALGEBRA,
    "complexities",
    says=(
        r"\text{complexities for }\alpha\le1\text{, in the order of the rows}:\ "
        r"\max\{O(T^*),O(n(T^*)^{1/2})\};\ \max\{O(d^2),O(T^*),O(n(dT^*)^{1/2})\};\ "
        r"\max\{O(T^*),O(nd),O(n(T^*)^{1/2})\};\ \max\{O(d),O(T^*),O(n(T^*)^{1/2})\};\ "
        r"\max\{O(MT^*),O(n(T^*)^{1/2})\};\ \max\{O(T^*),O(mn)\}"
    ),
    match=Match.READING,
    differs="a group of the rows, each judged for itself",
    printed=Whole(r"\text{the rows of Table 6}", _ROWS),
    corrected=Whole(
        r"\text{the rows of Table 6, corrected in three}",
        _ROWS,
        as_corrected=True,
    ),
    correction="three rows leave out a term",
    severity=Severity.CONSTANT,
    theorem="kent/table6",
    note="The rows that stand are kent/table6/cube, kent/table6/thresholding and kent/table6/density.",
)

CLAIMS = (
    APPF_BINS,
    TABLE6_CUBE,
    APPF_CUBE_LOW_PRIVACY,
    APPF_BALL_LOW_PRIVACY,
    TABLE6_THRESHOLDING,
    TABLE6_DENSITY,
    TABLE6_MIXTURE,
    TABLE6_BALL,
    TABLE6_SPARSE,
    TABLE6,
)
