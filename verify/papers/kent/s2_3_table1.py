"""kent Section 2.3 and Table 1: rates at infinitely many samples next to item-level rates."""

import sympy
from sympy import log

from verify.statements import AllOf, Balance, Identity, SameRate
from verify.statements.claim import Claim, Kind, Match, Severity

_BETA, _DELTA, _X = sympy.symbols("beta Delta x", positive=True)
_M = sympy.Symbol("m", positive=True)
_N, _ALPHA, _D, _S = sympy.symbols("n alpha d s", positive=True)
TABLE1 = Claim(
    "kent/table1",
    "Section 2.3, Table 1",
    Kind.RATE_ALGEBRA,
    "the cells agree with the propositions and with the finite-T theorems at T = 1",
    says=(
        r"\alpha\lesssim1:\quad\mathcal{P}:\ d/(n\alpha^2),\ sd/(n\alpha^2),\ "
        r"(n\alpha^2)^{-2\beta/(2\beta+2)};\quad\mathcal{P}^\infty:\ e^{-n\alpha^2/d},\ e^{-n\alpha^2/s},\ "
        r"(n\alpha^2)^{-2\beta}"
    ),
    match=Match.READING,
    differs=(
        "judged is that the item-level density cell and the cells at infinite T follow from the balances of the "
        "propositions; the other item-level cells are cited"
    ),
    printed=AllOf(
        r"\alpha\lesssim1:\ (n\alpha^2)^{-2\beta/(2\beta+2)};\quad e^{-n\alpha^2/d},e^{-n\alpha^2/s},(n\alpha^2)^{-2\beta}",
        {
            "item level, density: the balance M/(n alpha^2) M = M^(-2 beta)": Balance(
                _M**2 / (_N * _ALPHA**2),
                _M ** (-2 * _BETA),
                _M,
                (_N * _ALPHA**2) ** (1 / (2 * _BETA + 2)),
                (_N * _ALPHA**2) ** (-2 * _BETA / (2 * _BETA + 2)),
            ),
            "infinite T, mean: d log(1/Delta) = n alpha^2, with x = log(1/Delta)": Balance(
                _D * _X, _N * _ALPHA**2, _X, _N * _ALPHA**2 / _D
            ),
            "infinite T, sparse mean: s log(1/Delta) = n alpha^2": Balance(
                _S * _X, _N * _ALPHA**2, _X, _N * _ALPHA**2 / _S
            ),
            "infinite T, density: (1/Delta)^(1/beta) = n alpha^2, risk Delta^2": Balance(
                _DELTA ** (-1 / _BETA), _N * _ALPHA**2, _DELTA, (_N * _ALPHA**2) ** -_BETA, _N * _ALPHA**2
            ),
        },
    ),
    note="The density cells hold for the corrected class. The item-level cells of the means are (15) and "
    "Corollary 8 (ii) at T = 1, written alike.",
)
TABLE1_CONDITION = Claim(
    "kent/table1/condition",
    "Section 2.3, the text after Table 1",
    Kind.RATE_ALGEBRA,
    "what the sparse mean asks of n",
    says=(r"d\text{ enters the sparse rate only by the assumption " r"}n\min\{\alpha,\alpha^2\}\gtrsim120\log(6d)"),
    match=Match.READING,
    differs="compared with the condition of Proposition 4, n min{alpha, alpha^2} > 120 s log(6d)",
    printed=SameRate(
        _S * log(6 * _D),
        log(6 * _D),
        text=r"n\min\{\alpha,\alpha^2\}>120s\log(6d)\text{ is the condition "
        r"}n\min\{\alpha,\alpha^2\}\gtrsim120\log(6d)",
    ),
    corrected=Identity(60 * _S * log((6 * _D) ** 2), 120 * _S * log(6 * _D)),
    correction="the factor s of Proposition 4's condition is lost",
    severity=Severity.TYPO,
    theorem="kent/prop4",
    note="The proof of kent/prop4 needs (6d)^2 < e^(x/60) with x = n min{alpha, alpha^2}/s: solved for n "
    "min{alpha, alpha^2}.",
)

CLAIMS = (
    TABLE1,
    TABLE1_CONDITION,
)
