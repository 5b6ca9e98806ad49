"""kent Sections 6.1.1, 6.1.2 and 6.2: what the other schemes spend, and what is impossible where users hold one sample."""

from collections.abc import Iterator

from flint import arb
from sympy import Integer, log

from notation.symbols import epsilon
from upperbounds.mean.baselines import full_item_plan, one_item_plan, semi_user_plan, split_user_plan
from verify.kernel.calculus import at_most, line, real
from verify.kernel.statements import AllOf, Case, FiniteCheck, PlanPrivacy
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.experiments.sweep_sparse import GROWING, growing

_ONE = Integer(1)
EXPERIMENT1_SCHEMES = Claim(
    "kent/experiment1/schemes",
    "Section 6.1.1, the schemes full item level, semi user level and split user; Section 6.2, one-item-level",
    Kind.PRIVACY,
    "each scheme spends alpha where it says so",
    says=(
        r"\text{full item level "
        r"}\hat\theta=(nT)^{-1}\sum_{i=1}^n\sum_{t=1}^T\{X_t^{(i)}+(2/\alpha)\ell_{i,t}\}\text{; semi user "
        r"level "
        r"}\hat\theta=n^{-1}\sum_{i=1}^n\Big\{\Big(T^{-1}\sum_{t=1}^TX_t^{(i)}\Big)+(2/\alpha)\ell_{i,1}\Big\}\text{; "
        r"split user "
        r"}\hat\theta=(nT)^{-1}\sum_{i=1}^n\sum_{t=1}^T\{X_t^{(i)}+(2T/\alpha)\ell_{i,t}\}\text{; "
        r"one-item-level: one observation a user, by randomised response}"
    ),
    match=Match.READING,
    differs=("judged is what each scheme spends, which the paper implies by its names and noises, for data on [-1, 1]"),
    printed=AllOf(
        "",
        {
            "full item level: a sample": PlanPrivacy(
                "one of the samples, each sent by a user of its own", lambda: full_item_plan(6, 1, epsilon, _ONE)
            ),
            "semi user level": PlanPrivacy("user means", lambda: semi_user_plan(2, 3, epsilon, _ONE)),
            "split user": PlanPrivacy("all samples of a user", lambda: split_user_plan(2, 3, epsilon, _ONE)),
            "one item": PlanPrivacy("one sample of a user", lambda: one_item_plan(2, 3, epsilon, _ONE)),
        },
    ),
    note="Data on [-1, 1]; those of Section 6.1.1 are on an interval of length 8/5 where the shift is not told, so that less is spent.",
)


def _few_samples(_: Settings) -> Iterator[Case]:
    """nT next to 10 d log d at the simulations' sizes."""
    for d in GROWING:
        at = growing(d, 1.0)
        yield Case({"d": d, "n": at.n, "T": at.m}, at.n * at.m, 10 * d * arb(d).log())


_D, _ALL, _ALPHA = real("d", least=2), real("N", above=0), real("alpha", above=0)
EXPERIMENT3_IMPOSSIBLE = Claim(
    "kent/experiment3/impossible",
    "Section 6.1.2, n = T = floor{(10 d log d)^(1/2)}: consistent estimation should be impossible under the item-level setting",
    Kind.RATE_ALGEBRA,
    "the item level's rate with nT users stays up",
    says=(
        r"\text{item-level minimax risk }O(d\log(d)/(n\alpha^2))\text{; with "
        r"}n=T=\lfloor\{10d\log(d)\}^{1/2}\rfloor\text{, so }nT=O(d\log(d))\text{ samples, no item-level "
        r"estimator should be consistent}"
    ),
    match=Match.READING,
    differs="with the footnote's d log(2d) and the constant 1/10; the cited risk is not judged",
    printed=AllOf(
        "",
        {
            "the rate": line(_D * log(2 * _D) / (_ALL * _ALPHA**2), given=(at_most(_ALL, 10 * _D * log(_D)),))
            .ge(_D * log(2 * _D) / (10 * _D * log(_D) * _ALPHA**2))
            .ge(1 / (10 * _ALPHA**2)),
            "nT": FiniteCheck(r"nT\le10d\log d", "d = 50, 100, 200, 500, 1000, 2000", _few_samples),
        },
    ),
    note="d log(2d)/(N alpha^2) is the non-interactive risk of Duchi et al. 2018 at s = 1, which the paper cites (here and in the footnote of Section "
    "2.2.2) and which is not judged; N = nT.",
)

CLAIMS = (
    EXPERIMENT1_SCHEMES,
    EXPERIMENT3_IMPOSSIBLE,
)
