"""zhao Section 6, the sentences after Theorems 10 and 12: the rates from above next to those from below.

They are about the rates alone; where the theorems themselves hold is told at them.
"""

from typing import Any

from sympy import Integer, exp, log

from verify.kernel.calculus import at_most, integer, line, real
from verify.kernel.statements import AllOf, Undecided
from verify.kernel.statements.claim import Claim, Kind

_N, _M, _DIM = integer("n", least=3), integer("m", least=1), integer("d", least=1)
_BETA, _GAMMA, _EPSILON = real("beta", above=0, most=1), real("gamma", least=0), real("epsilon", above=0, most=1)
_Z, _H, _K = real("z", least=1), real("h"), real("k")
_P, _Q, _S = real("p", above=0), real("q", above=0), real("s", least=0)
_HIGHER = line(_Z**_H, given=(at_most(_H, _K),)).eq(exp(_H * log(_Z))).le(exp(_K * log(_Z)), at_most(_H, _K)).eq(_Z**_K)
_QUOTIENT = line((_P / _Q) ** (-_S)).eq(_Q**_S * _P ** (-_S))
_FALLS = (
    line(_Q ** (-_S), given=(at_most(_P, _Q),))
    .eq(exp(-_S * log(_Q)))
    .le(exp(-_S * log(_P)), at_most(_P, _Q))
    .eq(_P ** (-_S))
)
_ALL, _LN = _N * _M, log(_N)
_PRIVATE, _LOGS = _ALL * _EPSILON**2, line(1).le(log(3)).le(_LN)


def _matched(power: Any, hidden: Any, open_: Any, upper: Any) -> Any:
    """The rate from above is at most ln^power n times that from below; `hidden` and `open_` are their exponents."""
    public = (
        line((_ALL / _LN) ** (-open_))
        .eq(_LN**open_ * _ALL ** (-open_), _QUOTIENT.at({_P: _ALL, _Q: _LN, _S: open_}))
        .le(_LN**power * _ALL ** (-open_), _HIGHER.at({_Z: _LN, _H: open_, _K: power}), _LOGS)
    )
    return (
        line(upper + (_ALL / _LN) ** (-open_))
        .le(upper + _LN**power * _ALL ** (-open_), public)
        .eq(_LN**power * (_PRIVATE ** (-hidden) + _ALL ** (-open_)))
    )


_CLASS_HIDDEN, _CLASS_OPEN = _BETA * (1 + _GAMMA) / (2 * (_DIM + _BETA)), _BETA * (1 + _GAMMA) / (2 * _BETA + _DIM)
BESIDE_20 = _matched(1 + _GAMMA, _CLASS_HIDDEN, _CLASS_OPEN, _PRIVATE ** (-_CLASS_HIDDEN) * _LN ** (1 + _GAMMA))
_FEWER = (
    line(_ALL ** (-_CLASS_OPEN))
    .le(_ALL ** (-_CLASS_HIDDEN), _HIGHER.at({_Z: _ALL, _H: -_CLASS_OPEN, _K: -_CLASS_HIDDEN}))
    .le(_PRIVATE ** (-_CLASS_HIDDEN), _FALLS.at({_P: _PRIVATE, _Q: _ALL, _S: _CLASS_HIDDEN}))
)
THM10_MATCHING = Claim(
    "zhao/thm10/matching",
    "arXiv v1, Section 6.1, after Theorem 10",
    Kind.RATE_ALGEBRA,
    "for small epsilon (19) is (20) except for logarithms, and the item level's rate at N = nm",
    printed=Undecided(
        r"\text{for small }\epsilon\text{, (19) and (20) match up to a logarithmic factor; the item-level "
        r"lower bound }(N\epsilon^2)^{-\beta(1+\gamma)/(2(d+\beta))}\text{ with }N=nm\text{ also matches "
        r"(19)}",
        "bounds that hold: (19) and (20) are refuted as printed, see zhao/thm9/upper and zhao/thm10/lower",
    ),
    corrected=AllOf(
        "",
        {
            "next to (20)": BESIDE_20,
            "next to the item level": line(BESIDE_20.start)
            .le(_LN ** (1 + _GAMMA) * (_PRIVATE ** (-_CLASS_HIDDEN) + _ALL ** (-_CLASS_OPEN)), BESIDE_20)
            .le(_LN ** (1 + _GAMMA) * (_PRIVATE ** (-_CLASS_HIDDEN) + _PRIVATE ** (-_CLASS_HIDDEN)), _FEWER)
            .eq(2 * _LN ** (1 + _GAMMA) * _PRIVATE ** (-_CLASS_HIDDEN)),
        },
    ),
    correction="shown is only a comparison of the formulas, for epsilon <= 1: (19) is at most ln^(1+gamma) n times (20) "
    "and 2 ln^(1+gamma) n times the item level's rate",
    note="(19) and (20) as printed, for epsilon up to 1. The rate of the item level, (N "
    "epsilon^2)^(-beta(1+gamma)/(2(d+beta))), is cited by the paper; (19) is no less. The sentence is about "
    "the rates; (20) holds at gamma = 0 (zhao/thm10/lower), (19) for m not too large (zhao/thm9/upper).",
)
_FUNCTION_HIDDEN, _FUNCTION_OPEN = _BETA / (_DIM + _BETA), 2 * _BETA / (2 * _BETA + _DIM)
_PRIVATE_LOGS = (
    line((_PRIVATE / _LN**2) ** (-_FUNCTION_HIDDEN))
    .eq(
        _LN ** (2 * _FUNCTION_HIDDEN) * _PRIVATE ** (-_FUNCTION_HIDDEN),
        line((_P / _Q**2) ** (-_S)).eq(_Q ** (2 * _S) * _P ** (-_S)).at({_P: _PRIVATE, _Q: _LN, _S: _FUNCTION_HIDDEN}),
    )
    .le(
        _LN**2 * _PRIVATE ** (-_FUNCTION_HIDDEN), _HIGHER.at({_Z: _LN, _H: 2 * _FUNCTION_HIDDEN, _K: Integer(2)}), _LOGS
    )
)
_FUNCTION_PUBLIC = (
    line((_ALL / _LN) ** (-_FUNCTION_OPEN))
    .eq(_LN**_FUNCTION_OPEN * _ALL ** (-_FUNCTION_OPEN), _QUOTIENT.at({_P: _ALL, _Q: _LN, _S: _FUNCTION_OPEN}))
    .le(_LN**2 * _ALL ** (-_FUNCTION_OPEN), _HIGHER.at({_Z: _LN, _H: _FUNCTION_OPEN, _K: Integer(2)}), _LOGS)
)
BESIDE_22 = (
    line((_PRIVATE / _LN**2) ** (-_FUNCTION_HIDDEN) + (_ALL / _LN) ** (-_FUNCTION_OPEN))
    .le(_LN**2 * _PRIVATE ** (-_FUNCTION_HIDDEN) + _LN**2 * _ALL ** (-_FUNCTION_OPEN), _PRIVATE_LOGS, _FUNCTION_PUBLIC)
    .eq(_LN**2 * (_PRIVATE ** (-_FUNCTION_HIDDEN) + _ALL ** (-_FUNCTION_OPEN)))
)
THM12_MATCHING = Claim(
    "zhao/thm12/matching",
    "arXiv v1, Section 6.2, after Theorem 12",
    Kind.RATE_ALGEBRA,
    "for small epsilon (21) is (22) except for logarithms",
    printed=Undecided(
        r"\text{as for classification, (21) and (22) match up to logarithm factors}",
        "bounds that hold: (21) and (22) are refuted as printed, see zhao/thm11/upper and zhao/thm12/lower",
    ),
    corrected=BESIDE_22,
    correction="shown is only a comparison of the formulas, for epsilon <= 1: (21) is at most ln^2 n times (22)",
    note="(21) and (22) as printed, for epsilon up to 1. The sentence is about the rates; where they hold is "
    "told at zhao/thm11/upper and zhao/thm12/lower.",
)

CLAIMS = (
    THM10_MATCHING,
    THM12_MATCHING,
)
