"""kent Sections 6.1.1, 6.1.2 and 6.2: what the other schemes spend, and what is impossible where users hold one sample."""

from collections.abc import Iterator

from flint import arb
from sympy import Integer, log

from notation.symbols import epsilon
from upperbounds.mean.baselines import full_item_plan, one_item_plan, semi_user_plan, split_user_plan
from verify.calculus import at_most, calc, real
from verify.papers.kent.experiments.sweep_sparse import GROWING, growing
from verify.statements import AllOf, Case, FiniteCheck, PlanPrivacy
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings


def _few_samples(_: Settings) -> Iterator[Case]:
    """nT beside 10 d log d at the simulations' sizes."""
    for d in GROWING:
        at = growing(d, 1.0)
        yield Case({"d": d, "n": at.n, "T": at.m}, at.n * at.m, 10 * d * arb(d).log())


_D, _ALL, _ALPHA = real("d", least=2), real("N", above=0), real("alpha", above=0)
_FEW = at_most(_ALL, 10 * _D * log(_D))
_ONE = Integer(1)

CLAIMS = (
    Claim(
        "kent/experiment1/schemes",
        "Section 6.1.1, the schemes full item level, semi user level and split user; Section 6.2, one-item-level",
        Kind.PRIVACY,
        "each scheme spends alpha where it says so",
        AllOf("", {
            "full item level: a sample": PlanPrivacy("one of the samples, each sent by a user of its own", lambda: full_item_plan(6, 1, epsilon, _ONE)),
            "semi user level": PlanPrivacy("user means", lambda: semi_user_plan(2, 3, epsilon, _ONE)),
            "split user": PlanPrivacy("all samples of a user", lambda: split_user_plan(2, 3, epsilon, _ONE)),
            "one item": PlanPrivacy("one sample of a user", lambda: one_item_plan(2, 3, epsilon, _ONE)),
        }),
        note="Data on [-1, 1]; those of Section 6.1.1 are on an interval of length 8/5 where the shift is not told, so that less is spent.",
    ),
    Claim(
        "kent/experiment3/impossible",
        "Section 6.1.2, n = T = floor{(10 d log d)^(1/2)}: consistent estimation should be impossible under the item-level setting",
        Kind.RATE_ALGEBRA,
        "the item level's rate with nT users stays up",
        AllOf("", {
            "the rate": calc(
                _D*log(2*_D)/(_ALL*_ALPHA**2), ">=", _D*log(2*_D)/(10*_D*log(_D)*_ALPHA**2), ">=", 1/(10*_ALPHA**2),
                given=(_FEW,),
            ),
            "nT": FiniteCheck(r"nT\le10d\log d", "d = 50, 100, 200, 500, 1000, 2000", _few_samples),
        }),
        note="d log(2d)/(N alpha^2) is the non-interactive risk of Duchi et al. 2018 at s = 1, which the paper cites (here and in the footnote of Section "
        "2.2.2) and which is not judged; N = nT.",
    ),
)  # fmt: skip
