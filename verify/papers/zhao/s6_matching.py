"""zhao Section 6, the sentences after Theorems 10 and 12: the rates from above beside those from below.

They are about the rates alone; where the theorems themselves hold is told at them.
"""

from typing import Any

from sympy import Integer, exp, log

from verify.calculus import at_most, by, calc, integer, real
from verify.statements import AllOf
from verify.statements.claim import Claim, Kind

# fmt: off
_N, _M, _DIM = integer("n", least=3), integer("m", least=1), integer("d", least=1)
_BETA, _GAMMA, _EPSILON = real("beta", above=0, most=1), real("gamma", least=0), real("epsilon", above=0, most=1)
_Z, _H, _K = real("z", least=1), real("h"), real("k")
_P, _Q, _S = real("p", above=0), real("q", above=0), real("s", least=0)
_HIGHER = calc(_Z**_H, "==", exp(_H*log(_Z)), "<=", exp(_K*log(_Z)), by(at_most(_H, _K)), "==", _Z**_K, given=(at_most(_H, _K),))
_QUOTIENT = calc((_P/_Q)**(-_S), "==", _Q**_S*_P**(-_S))
_FALLS = calc(_Q**(-_S), "==", exp(-_S*log(_Q)), "<=", exp(-_S*log(_P)), by(at_most(_P, _Q)), "==", _P**(-_S), given=(at_most(_P, _Q),))
_ALL, _LN = _N*_M, log(_N)
_PRIVATE, _LOGS = _ALL*_EPSILON**2, calc(1, "<=", log(3), "<=", _LN)


def _matched(power: Any, hidden: Any, open_: Any, upper: Any) -> Any:
    """The rate from above is at most ln^power n times that from below; `hidden` and `open_` are their exponents."""
    public = calc((_ALL/_LN)**(-open_), "==", _LN**open_*_ALL**(-open_), by(_QUOTIENT.at({_P: _ALL, _Q: _LN, _S: open_})),
                  "<=", _LN**power*_ALL**(-open_), by(_HIGHER.at({_Z: _LN, _H: open_, _K: power}), _LOGS))
    return calc(upper + (_ALL/_LN)**(-open_), "<=", upper + _LN**power*_ALL**(-open_), by(public),
                "==", _LN**power*(_PRIVATE**(-hidden) + _ALL**(-open_)))


_CLASS_HIDDEN, _CLASS_OPEN = _BETA*(1 + _GAMMA)/(2*(_DIM + _BETA)), _BETA*(1 + _GAMMA)/(2*_BETA + _DIM)
BESIDE_20 = _matched(1 + _GAMMA, _CLASS_HIDDEN, _CLASS_OPEN, _PRIVATE**(-_CLASS_HIDDEN)*_LN**(1 + _GAMMA))
_FEWER = calc(
    _ALL**(-_CLASS_OPEN), "<=", _ALL**(-_CLASS_HIDDEN), by(_HIGHER.at({_Z: _ALL, _H: -_CLASS_OPEN, _K: -_CLASS_HIDDEN})),
    "<=", _PRIVATE**(-_CLASS_HIDDEN), by(_FALLS.at({_P: _PRIVATE, _Q: _ALL, _S: _CLASS_HIDDEN})),
)
_ITEM = calc(
    BESIDE_20.start, "<=", _LN**(1 + _GAMMA)*(_PRIVATE**(-_CLASS_HIDDEN) + _ALL**(-_CLASS_OPEN)), by(BESIDE_20),
    "<=", _LN**(1 + _GAMMA)*(_PRIVATE**(-_CLASS_HIDDEN) + _PRIVATE**(-_CLASS_HIDDEN)), by(_FEWER),
    "==", 2*_LN**(1 + _GAMMA)*_PRIVATE**(-_CLASS_HIDDEN),
)
_FUNCTION_HIDDEN, _FUNCTION_OPEN = _BETA/(_DIM + _BETA), 2*_BETA/(2*_BETA + _DIM)
_PRIVATE_LOGS = calc(
    (_PRIVATE/_LN**2)**(-_FUNCTION_HIDDEN), "==", _LN**(2*_FUNCTION_HIDDEN)*_PRIVATE**(-_FUNCTION_HIDDEN),
    by(calc((_P/_Q**2)**(-_S), "==", _Q**(2*_S)*_P**(-_S)).at({_P: _PRIVATE, _Q: _LN, _S: _FUNCTION_HIDDEN})),
    "<=", _LN**2*_PRIVATE**(-_FUNCTION_HIDDEN), by(_HIGHER.at({_Z: _LN, _H: 2*_FUNCTION_HIDDEN, _K: Integer(2)}), _LOGS),
)
_FUNCTION_PUBLIC = calc(
    (_ALL/_LN)**(-_FUNCTION_OPEN), "==", _LN**_FUNCTION_OPEN*_ALL**(-_FUNCTION_OPEN), by(_QUOTIENT.at({_P: _ALL, _Q: _LN, _S: _FUNCTION_OPEN})),
    "<=", _LN**2*_ALL**(-_FUNCTION_OPEN), by(_HIGHER.at({_Z: _LN, _H: _FUNCTION_OPEN, _K: Integer(2)}), _LOGS),
)
BESIDE_22 = calc(
    (_PRIVATE/_LN**2)**(-_FUNCTION_HIDDEN) + (_ALL/_LN)**(-_FUNCTION_OPEN), "<=", _LN**2*_PRIVATE**(-_FUNCTION_HIDDEN) + _LN**2*_ALL**(-_FUNCTION_OPEN),
    by(_PRIVATE_LOGS, _FUNCTION_PUBLIC), "==", _LN**2*(_PRIVATE**(-_FUNCTION_HIDDEN) + _ALL**(-_FUNCTION_OPEN)),
)
# fmt: on

CLAIMS = (
    Claim("zhao/thm10/matching", "arXiv v1, Section 6.1, after Theorem 10", Kind.RATE_ALGEBRA,
          "for small epsilon (19) is (20) but for logarithms, and the item level's rate at N = nm",
          AllOf("", {"beside (20)": BESIDE_20, "beside the item level": _ITEM}),
          note="(19) and (20) as printed, for epsilon up to 1. The rate of the item level, (N "
               "epsilon^2)^(-beta(1+gamma)/(2(d+beta))), is cited by the paper; (19) is no less. The sentence is about "
               "the rates; (20) holds at gamma = 0 (zhao/thm10/lower), (19) for m not too large (zhao/thm9/upper)."),
    Claim("zhao/thm12/matching", "arXiv v1, Section 6.2, after Theorem 12", Kind.RATE_ALGEBRA,
          "for small epsilon (21) is (22) but for logarithms", BESIDE_22,
          note="(21) and (22) as printed, for epsilon up to 1. The sentence is about the rates; where they hold is "
               "told at zhao/thm11/upper and zhao/thm12/lower."),
)  # fmt: skip
