"""kent Section 2.3 and Table 1: rates at infinitely many samples next to item-level rates."""

from typing import Any

import sympy
from sympy import Min, log

from verify.kernel.calculus import Chain, cite, line, real
from verify.kernel.statements import AllOf, Balance, Identity, SameRate
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.kent.s2_2_1_mean import CUBE_LOWER, CUBE_UPPER, PROP3I
from verify.papers.kent.s2_2_2_sparse_mean import PROP4, SPARSE_LOWER, SPARSE_UPPER
from verify.papers.kent.setting import ALPHA

_BETA, _M, _RISK = sympy.symbols("beta m r", positive=True)
_N, _ALPHA, _D, _S = sympy.symbols("n alpha d s", positive=True)
_HIGH = real("alpha", above=0, most=1)


def _cell(bound: Chain, claim: Claim, part: str) -> Chain:
    """A bound of a proposition at alpha <= 1, where min{alpha, alpha^2} is alpha^2."""
    at: dict[Any, Any] = {ALPHA: _HIGH}
    found = cite(claim, part).at(at)
    start, end = found.statement.left, found.statement.right
    squared = {Min(_HIGH, _HIGH**2): _HIGH**2}
    op = "<=" if bound.statement.conclusion.op in ("<=", "<") else ">="
    return (
        line(start, given=tuple(h.xreplace(squared) for h in found.statement.hypotheses))
        .step(op, end, found)
        .eq(end.xreplace(squared))
    )


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
        "the cells of the means at infinite T as Propositions 3 (i) and 4 bound them at alpha <= 1, under their conditions and "
        "with the constants that the table suppresses; both density cells by the balances of their propositions, with r for "
        "the risk; the item-level cells of the means are cited"
    ),
    printed=AllOf(
        "",
        {
            "item level, density: the balance M/(n alpha^2) M = M^(-2 beta)": Balance(
                _M**2 / (_N * _ALPHA**2),
                _M ** (-2 * _BETA),
                _M,
                (_N * _ALPHA**2) ** (1 / (2 * _BETA + 2)),
                (_N * _ALPHA**2) ** (-2 * _BETA / (2 * _BETA + 2)),
            ),
            "infinite T, mean, from below": _cell(CUBE_LOWER, PROP3I, "(66)"),
            "infinite T, mean, from above": _cell(CUBE_UPPER, PROP3I, "(67)"),
            "infinite T, sparse mean, from below": _cell(SPARSE_LOWER, PROP4, "(73)"),
            "infinite T, sparse mean, from above": _cell(SPARSE_UPPER, PROP4, "(74)"),
            "infinite T, density: (1/Delta)^(1/beta) = n alpha^2, risk r = Delta^2": Balance(
                _RISK ** (-1 / (2 * _BETA)), _N * _ALPHA**2, _RISK, (_N * _ALPHA**2) ** (-2 * _BETA), _N * _ALPHA**2
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
