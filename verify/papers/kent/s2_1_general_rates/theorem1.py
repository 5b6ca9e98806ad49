"""kent Theorem 1 as a whole, (8), and Corollary 2, (9): the same lower bound for every number of samples."""

from collections.abc import Iterator
from fractions import Fraction

from sympy import exp, log

from verify.kernel.calculus import Infimum, at_most, below, cite, line, real
from verify.kernel.calculus.facts.packings import Covering, Diameter, HasParameters, LossAt, minimax_loss
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq57_lower import (
    BALLS,
    CLASS,
    GENERAL,
    HALF,
    INFINITE,
    INFORMATION,
    LOSS,
    LOWER,
    MANY,
    SPACE,
)
from verify.papers.kent.s2_1_general_rates.eq61_cover_select import EXPONENT, FEW, UPPER
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

THM1 = Claim(
    "kent/thm1",
    "Section 2.1, Theorem 1, (8)",
    Kind.LOWER_BOUND,
    "the general bounds at infinitely many samples",
    says=r"\sup_{\Delta:N(2\Delta)>1}\Big\{\frac{\Phi(\Delta)}2\Big(1-\frac{12n\min\{\alpha,\alpha^2\}+\log(2)}{\log(N(2\Delta))}\Big)\Big\}\le\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}),\Phi\circ\rho)\le\inf_{\Delta:N(2\Delta)>0}\{\Phi(\Delta)+\Phi(\mathrm{diam}(\Theta))\,N(\Delta)\,e^{-n\min\{\alpha,\alpha^2\}/20}\}",
    match=Match.SAME,
    printed=Whole(
        r"\sup_{\Delta:N(2\Delta)>1}\frac{\Phi(\Delta)}2\Big(1-\frac{12n\min\{\alpha,\alpha^2\}+\log2}{\log N(2\Delta)}"
        r"\Big)\le\mathcal R_{n,\infty,\alpha}\le\inf_{\Delta}\{\Phi(\Delta)+\Phi(\mathrm{diam}\,\Theta)N(\Delta)"
        r"e^{-n\min\{\alpha,\alpha^2\}/20}\}",
        ("kent/thm1/lower", "kent/thm1/upper"),
    ),
)

_ENOUGH = exp(2 * INFORMATION + 2 * log(2))
_PHI = LossAt(LOSS, HALF)
FAR = (
    line(INFINITE, given=(at_most(_ENOUGH, Covering(SPACE, 2 * HALF)),))
    .ge(_PHI / 2 * (1 - (INFORMATION + log(2)) / (2 * INFORMATION + 2 * log(2))), cite(LOWER).at({BALLS: _ENOUGH}))
    .eq(_PHI / 4)
)
"""The lower bound at a Delta whose covering number is large enough."""
_FAILED = LossAt(LOSS, Diameter(SPACE)) * BALLS * exp(-USERS * EXPONENT)
NEAR = (
    line(INFINITE, given=(FEW, at_most(_FAILED, _PHI))).le(_PHI + _FAILED, UPPER).le(2 * _PHI, at_most(_FAILED, _PHI))
)
"""The upper bound at a Delta whose covering number is small enough."""
COR2 = Claim(
    "kent/cor2",
    "Section 2.1, Corollary 2, (9) and the display after it",
    Kind.RATE_ALGEBRA,
    "the same lower bound for every T, and the two choices of Delta",
    says=(
        r"\text{for all }T\ge1\text{: "
        r"}\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}),\Phi\circ\rho)\ge\sup_{\Delta:N(2\Delta)>1}\Big\{\frac{\Phi(\Delta)}2\Big(1-\frac{12n\min\{\alpha,\alpha^2\}+\log(2)}{\log(N(2\Delta))}\Big)\Big\}\text{; "
        r"with }N(2\Delta_{\mathrm{LB}})\ge\exp(\lceil24n\min\{\alpha,\alpha^2\}+2\log(2)\rceil)\text{ and "
        r"}\Phi(\Delta_{\mathrm{UB}})\ge\Phi\{\mathrm{diam}(\Theta)\}N(\Delta_{\mathrm{UB}})e^{-n\min\{\alpha,\alpha^2\}/20}\text{: "
        r"}\Phi(\Delta_{\mathrm{LB}})\lesssim\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}),\Phi\circ\rho)\lesssim\Phi(\Delta_{\mathrm{UB}})"
    ),
    match=Match.READING,
    differs=(
        "with the constants 1/4 and 2, for each Delta in place of the supremum, and without the ceiling in the exponent"
    ),
    printed=AllOf("", {"(9)": GENERAL, "Delta_LB": FAR, "Delta_UB": NEAR}),
    note="(9) for every T: the proof of (8) uses that the laws P_v exist, and nothing else of them. N is any number that "
    "is at most N(2 Delta), for the upper bound at least N(Delta).",
)
_SOME, _LOG, _VALUE = real("k", least=0), real("L", above=0), real("phi", least=0)


def _loss(distance: Fraction) -> Fraction:
    """A loss that forgives distances up to 1."""
    return max(Fraction(0), distance - 1)


def _nothing_to_lose(_: Settings) -> Iterator[Case]:
    """The worst risk of the estimator that always names the first of three parameters, whatever the data."""
    many, alpha, far = 3, Fraction(1, 10), Fraction(1, 2)
    assert 12 * as_arb(alpha) ** 2 + as_arb(2).log() < as_arb(many).log()
    told = {"n": 1, "alpha": str(alpha), "Theta": "3 points, distances 1/2", "Phi(x)": "max(0, x - 1)", "Delta": "1/8"}
    worst = max(_loss(far * (named != 0)) for named in range(many))
    yield Case(told, worst, 0, left_again=_loss(far) + _loss(far) * many)


COR2_REMARK = Claim(
    "kent/cor2/remark",
    "Section 2.1, Remark 2",
    Kind.LOWER_BOUND,
    "the risk does not vanish as T grows",
    says=(
        r"\text{if }12n\min\{\alpha,\alpha^2\}+\log(2)<\log(N(2\Delta))\text{ for some }\Delta>0\text{, "
        r"the minimax risk cannot vanish as }T\to\infty"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\inf_T\mathcal R_{n,T,\alpha}(\theta(\mathcal P),\Phi\circ\rho)>0\text{ if }12n\min\{\alpha,\alpha^2\}+\log2"
        r"<\log N(2\Delta)\text{ for some }\Delta>0",
        "three parameters at distances 1/2, Phi(x) = max(0, x - 1), n = 1, alpha = 1/10, Delta = 1/8",
        _nothing_to_lose,
        ">",
    ),
    corrected=line(
        Infimum(minimax_loss(CLASS, USERS, DRAWS, ALPHA, LOSS), DRAWS),
        given=(HasParameters(CLASS, SPACE), MANY, below(INFORMATION + log(2), log(BALLS)), below(0, _PHI)),
    )
    .ge(_PHI / 2 * (1 - (INFORMATION + log(2)) / log(BALLS)), GENERAL)
    .gt(
        0,
        line(_VALUE / 2 * (1 - _SOME / _LOG), given=(below(_SOME, _LOG), below(0, _VALUE)))
        .gt(0)
        .at({_SOME: INFORMATION + log(2), _LOG: log(BALLS), _VALUE: _PHI}),
    ),
    correction="if Phi(Delta) > 0, too: Section 1.1 asks of Phi only that it does not decrease and Phi(0) = 0",
    severity=Severity.TYPO,
    theorem="kent/cor2",
    note="The risk is at most that of an estimator that ignores the data, for every T; second route: the upper bound of "
    "(8) at Delta = 1/2, its power of e at most 1. Every loss that is 0 only where nothing is wrong has Phi(Delta) > 0. A slip: no reader has another loss in mind.",
)

CLAIMS = (
    THM1,
    COR2,
    COR2_REMARK,
)
