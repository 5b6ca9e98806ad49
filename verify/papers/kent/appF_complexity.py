"""kent Appendix F, Table 6: the operations of the procedures."""

from typing import Any

import sympy
from sympy import Integer, Max, Min, Rational, log, oo, sqrt

from verify.calculus import Chain, below, integer, let, line, real
from verify.calculus import at_most as at_most_
from verify.papers.kent.nouns_upper import USED
from verify.papers.kent.setting import USERS
from verify.prover import Variable
from verify.statements import AllOf, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Match, Severity

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


_DRAWN, _SIZE = USED, integer("d", least=1)
_FOLDS, _ANY = integer("k", least=1), real("alpha", above=1)
_ANSWERED = Min(_SIZE, _FOLDS)
_IS_FLOOR = (at_most_(_FOLDS, _ANY), below(_ANY, _FOLDS + 1))
"""k is floor(alpha)."""
_PLACES, _LARGEST = real("y", least=1), real("w", above=0)
_PARTS = [real(letter, above=0) for letter in "abc"]


def _sent(places: Any) -> Any:
    """Half of the users send a bit for each of sqrt(places) + 1 bins, and all a number."""
    return USERS * ((sqrt(places) + 1) / 2 + 1)


_SENT = line(_sent(_PLACES)).le(2 * USERS * sqrt(_PLACES))


def _counted(count: Any, parts: dict[Any, int], *reasons: Any, given: tuple[Any, ...] = ()) -> Chain:
    """A count that is at most a sum of multiples of the parts, and so at most a multiple of the largest part."""
    letters = _PARTS[: len(parts)]
    bounds = [at_most_(letter, _LARGEST) for letter in letters]
    summed = line(
        sum(times * letter for letter, times in zip(letters, parts.values(), strict=True)), given=tuple(bounds)
    )
    for letter, bound in zip(letters, bounds, strict=True):
        summed = summed.le(summed.end.xreplace({letter: _LARGEST}), bound)
    largest = summed.at({**dict(zip(letters, parts, strict=True)), _LARGEST: Max(*parts)})
    return line(count, given=given).le(largest.statement.left, *reasons).le(largest.statement.right, largest)


_ON_THE_LINE, _IN_THE_BALL = _SENT.at({_PLACES: _DRAWN}), _SENT.at({_PLACES: _SIZE * _DRAWN})
_ROOT, _BALL_ROOT = USERS * sqrt(_DRAWN), USERS * sqrt(_SIZE * _DRAWN)
TABLE6_CUBE = Claim(
    "kent/table6/cube",
    "Appendix F, Table 6, first row",
    Kind.RATE_ALGEBRA,
    "the operations of the procedures on the line and in the cube",
    says=r"\ell_\infty\text{-ball procedure: }\max\{O(T^*),O(n(T^*)^{1/2})\}",
    match=Match.READING,
    differs=("judged is that our count of the operations is at most 3 times the maximum"),
    printed=_counted(_DRAWN + _sent(_DRAWN), {_DRAWN: 1, _ROOT: 2}, _ON_THE_LINE),
    note="In parallel each user adds T* numbers of their one co-ordinate; n/2 users send as many bits as there are bins, sqrt(T*) + 1 at most, "
    "and n/2 a number.",
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
    differs="judged is that our count of the operations is at most 3 times the maximum, with k for floor(alpha)",
    printed=_counted(
        _ANSWERED * _DRAWN + _ANSWERED * _sent(_DRAWN),
        {_ANSWERED * _DRAWN: 1, _ANSWERED * _ROOT: 2},
        _ON_THE_LINE,
        given=_IS_FLOOR,
    ),
    note="A user answers for k' = min(d, floor(alpha)) co-ordinates, so k' n/d users vote on each of d. Counted as in kent/table6/cube.",
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
    corrected=_counted(
        _SIZE**2 + _SIZE * _DRAWN + _ANSWERED * _sent(_SIZE * _DRAWN),
        {_SIZE**2: 1, _SIZE * _DRAWN: 1, _ANSWERED * _BALL_ROOT: 2},
        _IN_THE_BALL,
        given=_IS_FLOOR,
    ),
    correction="d T*: a user rotates the mean of all d co-ordinates, however few they answer for",
    severity=Severity.CONSTANT,
    theorem="kent/thm6ii/lower",
    note="alpha = 2, d = r, n = r^2, T* = T = r^10 once e^(2r/K) is larger. Counted as in kent/table6/ball, with k for floor(alpha).",
    root="kent/table6/ball",
)
_LEVEL = real("alpha", above=0, most=1)
_MANY = at_most_(_SIZE, USERS * _LEVEL**2)
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
    differs="two parts: that our count of the operations is at most 4 times the maximum, and d <= n from n alpha^2 >= d and alpha <= 1",
    printed=AllOf(
        "",
        {
            "the row": _counted(_SIZE + _DRAWN + _sent(_DRAWN), {_SIZE: 1, _DRAWN: 1, _ROOT: 2}, _ON_THE_LINE),
            "d is dominated": line(_SIZE, given=(_MANY,)).le(USERS * _LEVEL**2, _MANY).le(USERS),
        },
    ),
    note="Counted as in kent/table6/cube, and d to truncate. The remark's n alpha^2 >= d log(n T alpha^2) is more than n alpha^2 >= d, and n is at most n (T*)^(1/2).",
)
_FUNCTIONS = integer("M", least=1)
TABLE6_DENSITY = Claim(
    "kent/table6/density",
    "Appendix F, Table 6, fifth row",
    Kind.RATE_ALGEBRA,
    "the operations of the density procedure",
    says=r"\text{densities: }\max\{O(MT^*),O(n(T^*)^{1/2})\},\ M\text{ as in (45)}",
    match=Match.READING,
    differs="judged is that our count of the operations is at most 4 times the maximum, whatever M is",
    printed=_counted((_FUNCTIONS + 1) * _DRAWN + _sent(_DRAWN), {_FUNCTIONS * _DRAWN: 2, _ROOT: 2}, _ON_THE_LINE),
    note="Each user evaluates M functions at T* points and adds up; the rest as in kent/table6/cube.",
)
_COMPONENTS, _LOGARITHM = integer("m", least=2), log(USERS * _DRAWN * _LEVEL**2)
_WIDTH = let(r"\Delta", sqrt(4 * _LOGARITHM / _DRAWN))
_FINE = at_most_(Rational(1, 4), _LOGARITHM)
_LOG_LETTER, _DRAWS_LETTER = real("v", least=Rational(1, 4)), real("y", least=1)
_VOTES = (
    line(USERS * (1 / sqrt(4 * _LOG_LETTER / _DRAWS_LETTER) + 1))
    .le(USERS * (sqrt(_DRAWS_LETTER) + 1), line(1 / sqrt(4 * _LOG_LETTER / _DRAWS_LETTER)).le(sqrt(_DRAWS_LETTER)))
    .le(2 * USERS * sqrt(_DRAWS_LETTER))
    .at({_LOG_LETTER: _LOGARITHM, _DRAWS_LETTER: _DRAWN})
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
    corrected=_counted(
        _DRAWN + USERS * (1 / _WIDTH + 1) + _COMPONENTS * USERS,
        {_DRAWN: 1, _ROOT: 2, _COMPONENTS * USERS: 1},
        _VOTES,
        given=(_FINE,),
    ),
    correction="the votes of the first step, a vector of order sqrt(T*) bits per user, are left out: n sqrt(T*) more, as in the other rows",
    severity=Severity.CONSTANT,
    theorem="kent/own/thm10-lower",
    note="At alpha = 1 a third of the users vote on at least 1/Delta bins, Delta = {4 log(nT*)/T*}^(1/2); T* = T = n there once n is large. Corrected: "
    "our count of the operations, in which all users vote, is at most 4 times the maximum of the three terms.",
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
    corrected=_counted(
        _SIZE**2 + _SIZE * _DRAWN + _sent(_SIZE * _DRAWN),
        {_SIZE**2: 1, _SIZE * _DRAWN: 1, _BALL_ROOT: 2},
        _IN_THE_BALL,
    ),
    correction="d T* in place of T*: each user rotates the mean of all d co-ordinates, which takes d T* additions",
    severity=Severity.CONSTANT,
    theorem="kent/thm6ii/lower",
    note="An addition of d-vectors counts as d, as the density row counts M T* for M co-ordinates and this row d^2 for a rotation. At alpha = 1, "
    "d = r, n = r^2, T* = T = r^10 once e^(r/K) is larger. Corrected: our count of the operations, with d T* to average, d^2 to rotate and votes on "
    "sqrt(d T*) + 1 bins, is at most 4 times the maximum.",
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
    corrected=_counted(
        _SIZE * _DRAWN + USERS * _SIZE + _sent(_DRAWN),
        {_SIZE * _DRAWN: 1, USERS * _SIZE: 1, _ROOT: 2},
        _ON_THE_LINE,
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
