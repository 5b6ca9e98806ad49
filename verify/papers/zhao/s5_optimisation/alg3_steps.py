"""zhao Section 5, Algorithm 3: each user answers in one step, so that the steps spend no more than one of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.protocol import Protocol
from upperbounds.vectors import zhao
from verify.kernel.calculus import at_most, constructor, integer, line, real
from verify.kernel.statements import AllOf, Case, FiniteCheck, PlanPrivacy, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.zhao.nouns_means import multiplied
from verify.papers.zhao.s4_2_vectors.alg2_groups import frame, spent

ALG3 = Claim(
    "zhao/alg3",
    "arXiv v1, Section 5, Algorithm 3",
    Kind.ALGORITHM,
    "gradient steps with private gradients, a group of users for each",
    says=(
        r"\text{1: }\theta_0;\quad\text{2: users into }t_0\text{ groups }S_0,\ldots,S_{T-1};\quad\text{3: "
        r"for }t=0,1,\ldots,t_0-1;\quad\text{4: }\nabla l(\mathbf{X}_{ij},\theta_t),\ i\in S_t,\ "
        r"j=1,\ldots,m;\quad\text{5: }\mathbf{g}_t=\mathrm{MeanEst}(\{\nabla "
        r"l(\mathbf{X}_{ij},\theta_t)\mid i\in S_t,\ j\in[m]\});\quad\text{6: "
        r"}\theta_{t+1}=\theta_t-\eta\mathbf{g}_t;\quad\text{8: }\hat\theta=\theta_{t_0}"
    ),
    match=Match.READING,
    differs=(
        "lines 3 to 6 in one, with t_0 of order ln n from Theorem 8; the listing's S_(T-1) for S_(t_0-1) is passed over"
    ),
    printed=Whole(
        r"\theta_{t+1}=\theta_t-\eta g_t,\ g_t \text{ by Algorithm 2 from group } S_t,\ t<t_0\sim\ln n",
        ("zhao/alg3/privacy", "zhao/eq122", "zhao/thm8/upper"),
    ),
    corrected=Whole(
        r"\theta_{t+1}=\Pi_\Theta(\theta_t-\eta g_t),\ g_t \text{ by Algorithm 2 on Kashin coefficients},\ "
        r"t<t_0\sim\ln(nm)",
        ("zhao/alg3/privacy", "zhao/eq122", "zhao/thm8/upper"),
        as_corrected=True,
    ),
    correction="the gradients are bounded in l_2, so step 5 needs the estimator of Theorem 5; ln(nm) steps; a "
    "projection onto Theta",
    severity=Severity.CONDITION,
    theorem="zhao/thm8/upper",
    note="Line 2 divides into S_0, ..., S_(T-1) where t_0 groups are meant. The program's zhao-algorithm3 has these "
    "steps with other gradients, of kent's two stages after a rotation or of one answer, and as many as its "
    "explicit bound is least for: at these constants a step would need 96336 d ln m users.",
)

_SAMPLES = 25
"""Enough for several bins, so that votes cost something."""


@dataclass(frozen=True)
class Descent:
    """Algorithm 3's messages: step t asks the users from t * apart on, as `each` asks its own users.

    Disjoint groups have apart = each.n.
    """

    each: CoordinatePlan
    steps: int
    apart: int

    @property
    def name(self) -> str:
        """What it is called."""
        return "zhao-algorithm3"

    @property
    def n(self) -> int:
        """All users that a step may ask."""
        return self.apart * (self.steps - 1) + self.each.n

    def protocol(self) -> Protocol:
        """The rounds of all steps; what they decode is what one step decodes."""
        rounds = [
            replace(
                one,
                name=f"step {t}, {one.name}",
                users=range(one.users.start + t * self.apart, one.users.stop + t * self.apart),
            )
            for t in range(self.steps)
            for one in self.each.protocol().rounds
        ]
        return Protocol(self.name, self.n, tuple(rounds))


def descent(d: int, epsilon: float, steps: int, overlap: int = 0) -> Descent:
    """Algorithm 3 with the estimator for l_2 balls, in symbols; `overlap` users of a group serve the next one too."""
    users = 8 * d
    each = zhao.through_kashin(users, _SAMPLES, epsilon, 1.0, frame(d)).exact()
    return Descent(each, steps, users - overlap)


def _served(_: Settings) -> Iterator[Case]:
    """In how many steps each user sends messages, all rounds looked through, next to 1."""
    for dimension, eps, steps in product((1, 2, 5), (0.5, 1.9, 30.0), (1, 3, 6)):
        plan = descent(dimension, eps, steps)
        rounds = plan.protocol().rounds
        for user in range(plan.n):
            asked = {one.name.split(",")[0] for one in rounds if user in one.users}
            yield Case({"d": dimension, "epsilon": eps, "t_0": steps, "user": user + 1}, len(asked), 1)


def _spent(_: Settings) -> Iterator[Case]:
    """The largest spend of a user over epsilon, next to 1."""
    for dimension, eps, steps in product((1, 2, 5), (0.5, 1.0, 1.9, 3.5, 30.0), (1, 3, 6)):
        multiples = [loss.multiple() for _, loss in descent(dimension, eps, steps).protocol().spend()]
        yield Case({"d": dimension, "epsilon": eps, "t_0": steps}, max(m for m in multiples if m is not None), 1)


_CHECKED = "d = 1, 2, 5; t_0 = 1, 3, 6"


DescentSteps = constructor("DescentSteps", r"{{\mathrm{{Alg}}\,3_{{{0}, {1}, {2}}}}}", sort="item-level protocol")
"""What a user of Algorithm 3 with t_0 steps runs: Algorithm 2 on c of the coefficients of the gradients, at budget epsilon, in the step of
its own group and in no other; the point at which they are taken depends on earlier groups only: DescentSteps(t_0, c, epsilon)."""
_STEPS, _PART, _EPSILON = integer("t_0", least=1), integer("c", least=1), real("epsilon", above=0)
_SPENT = spent(
    "The groups are disjoint: all that a user sends, c messages at epsilon/c, is sent in one step.",
    DescentSteps(_STEPS, _PART, _EPSILON),
    _PART,
    _EPSILON,
    leans=("zhao/own/alg2/every-epsilon", "zhao/alg2K/privacy"),
    checks=(
        ("each user in one step", FiniteCheck(r"\#\{t:i\in S_t\}\le1", f"{_CHECKED}; epsilon = 0.5, 1.9, 30", _served)),
        (
            "exact spend",
            FiniteCheck(r"\text{worst spend}/\varepsilon\le1", f"{_CHECKED}; epsilon = 0.5, 1, 1.9, 3.5, 30", _spent),
        ),
        (
            "every split of d = 2",
            AllOf(
                r"t_0=3,\ \text{every } \varepsilon",
                {
                    f"floor(epsilon) = {size}{' or more' if size == 4 else ''}": PlanPrivacy(
                        f"Algorithm 3, {size} a group",
                        lambda e=float(size): descent(2, e, 3),  # type: ignore[misc]
                    )
                    for size in range(1, 5)
                },
            ),
        ),
    ),
)
_GROUP, _USERS = integer("g", least=1), integer("n", least=1)
_FIT = at_most(_GROUP, _USERS / _STEPS)
ALG3_PRIVACY = Claim(
    "zhao/alg3/privacy",
    "arXiv v1, Section 5, text after (15) and Algorithm 3",
    Kind.PRIVACY,
    "disjoint groups: the whole algorithm is epsilon-LDP",
    says=r"\text{Algorithm 2 is user-level }\epsilon\text{-LDP and each user is used once, so that all "
    r"}t_0\text{ steps together are }\epsilon\text{-LDP}",
    match=Match.READING,
    differs="each step as Algorithm 2 on c coordinates at budget epsilon/c each, which for whole epsilon is the listing's",
    printed=AllOf(
        "",
        {
            "t_0 groups of g = floor(n/t_0) users": line(_STEPS * _GROUP, given=(_FIT,)).le(
                _USERS, multiplied(_GROUP, _USERS / _STEPS, _STEPS)
            ),
            "the spend of a user": _SPENT,
        },
    ),
    note="theta_t depends on messages of earlier groups only: sequentially interactive. A step's spend is that "
    "of the corrected plans; zhao/alg2 says what the printed one spends.",
)

CLAIMS = (
    ALG3,
    ALG3_PRIVACY,
)
