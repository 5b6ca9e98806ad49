"""kent Appendix A.2: the variances of the laws of Settings 1 and 2."""

from sympy import Integer

from verify.kernel.calculus import line, real
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim, Kind, Match

_P, _Q, _X = real("p", above=0), real("q", above=0), real("x", least=-1, most=1)
_HALF, _SECOND = Integer(1) / 2, _P * (_P + 1) / (2 * _P * (2 * _P + 1))
APPA_2_VARIANCES = Claim(
    "kent/appA.2/variances",
    "Appendix A.2, Setting 1 and the text before Figure 7: small shapes have the larger variance, Rademacher's is maximal and the limit",
    Kind.INEQUALITY,
    "variances of 2B - 1, B with shape (p, p), and of laws on [-1, 1]",
    says=(
        r"\text{a smaller shape }p\text{ has the larger variance; its limit, Rademacher, has the largest "
        r"of all laws on }[-1,1]"
    ),
    match=Match.READING,
    differs="with the formula 1/(2p + 1) for the variance, which the paper does not print",
    printed=AllOf(
        "",
        {
            "the variance of 2B - 1": line(4 * _SECOND - 4 * _HALF + 1).eq(1 / (2 * _P + 1)),
            "falls with p": line(1 / (2 * (_P + _Q) + 1)).lt(1 / (2 * _P + 1)),
            "short of 1 by a share that tends to 0 with p": line(1 - 1 / (2 * _P + 1)).eq(2 * _P / (2 * _P + 1)),
            "at most 1 on [-1, 1], 1 at the ends": line(_X**2).le(1),
        },
    ),
    note="E B = 1/2 and E B^2 = p (p + 1)/{2p (2p + 1)}. A variance is at most the mean of X^2; Rademacher's law has mean 0 and X^2 = 1.",
)

CLAIMS = (APPA_2_VARIANCES,)
