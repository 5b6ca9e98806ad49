"""label (173): the square of the bias of clipping."""

from verify.kernel.calculus import line
from verify.kernel.calculus.chain import Chain
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.papers.label.appK_local_heavy_upper import LEMMA2

assert isinstance(LEMMA2.printed, Chain)
_BIAS = LEMMA2.printed

EQ173 = Claim(
    "label/eq173",
    "Appendix K, (173)",
    Kind.INEQUALITY,
    "the square of the bias of clipping",
    says=r"I_1\leq\frac{M_p^2}{(p-1)^2}T^{2(1-p)}",
    match=Match.READING,
    differs="at each point x; I_1 is the mean of (eta_T(X) - eta(X))^2",
    printed=line(_BIAS.start**2, given=_BIAS.given).le(_BIAS.end**2, LEMMA2),
)

CLAIMS = (EQ173,)
