"""The privacy of a plan: the exact worst loss of every user, compared with a multiple of epsilon, no tolerance."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upperbounds.channels.arrays import Number
from upperbounds.channels.base import exact_multiple
from upperbounds.channels.budget import PartOfBudget
from upperbounds.estimator import Plan
from verify.kernel.statements.base import Plain, function, reporting, text
from verify.kernel.statements.outcome import Outcome, Settings, Verdict


@dataclass(frozen=True)
class PlanPrivacy(Plain):
    """Every user of the plan spends at most `multiple` * epsilon, for every epsilon > 0: `checked`, of this one plan.

    `plan` builds the plan in symbols; `name` names it in the statement.

    Raises:
        ValueError: when the name is no string, the plan is no function, or the multiple is no exact positive number.
    """

    name: str
    plan: Callable[[], Plan]
    multiple: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        text("name", self.name)
        function("plan", self.plan)
        multiple: Any = self.multiple
        if type(multiple) not in (int, Fraction) or multiple <= 0:
            raise ValueError(f"multiple = {self.multiple!r:.80}: must be an exact positive number")

    def latex(self) -> str:
        """The privacy statement."""
        bound = r"\varepsilon" if self.multiple == 1 else rf"{self.multiple}\,\varepsilon"
        return rf"\text{{{self.name}: every user's worst log-ratio}} \le {bound}"

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Compute each user's spend from the plan, exactly; open where it is no fixed multiple of epsilon."""
        plan = self.plan()
        try:
            _require_budgets(plan)
            spend = plan.protocol().spend()
        except ValueError as error:
            return Outcome(Verdict.OPEN, {"method": "exact worst ratios", "reason": str(error)})
        rows = [
            {"users": f"{users.start + 1}..{users.stop}", "spend": f"{loss.multiple()} epsilon"}
            for users, loss in spend
        ]
        over = [row for row, (_, loss) in zip(rows, spend, strict=True) if not loss.at_most(self.multiple)]
        multiples = [loss.multiple() for _, loss in spend]
        worst = max((Fraction(m) for m in multiples if m is not None), default=Fraction(0))
        evidence = {
            "method": "exact worst ratios in Q(t), t = e^(unit epsilon), added over each user's messages",
            "spend": rows,
            "left": [float(worst), float(worst)],
            "right": [float(self.multiple), float(self.multiple)],
            "left_exact": f"{worst} epsilon",
            "right_exact": f"{self.multiple} epsilon",
            "slack": float(self.multiple - worst),
        }
        if over:
            return Outcome(Verdict.REFUTED, evidence | {"parameters": over[0]})
        told = f"{self.name}, {spend[-1][0].stop} users: every epsilon > 0, every pair of user data sets"
        return Outcome(Verdict.CHECKED, evidence | {"set": told})


def _require_budgets(plan: Plan) -> None:
    """Raise ValueError unless each channel is built for its share of one epsilon, the plan's own where it has one.

    Losses are multiples of the epsilon that a channel is built for: one built for twice the plan's would pass.
    """
    whole = getattr(plan, "epsilon", None)
    for step in plan.protocol().rounds:
        for state in step.states:
            channel: Any = step.channel(state)
            share = Fraction(1)
            while isinstance(channel, PartOfBudget):
                channel, share = channel.channel, share * channel.share
            budget = getattr(channel, "epsilon", None)
            if budget is None:
                raise ValueError(f"round {step.name!r}: its channel names no epsilon")
            whole = budget / share if whole is None else whole
            if _share(budget, whole) != share:
                raise ValueError(f"round {step.name!r}: a channel for {budget}, where {share} of {whole} is told")


def _share(part: Number, whole: Number) -> Fraction:
    """The exact ratio of two budgets; a float is the number that it holds."""
    exact = [Fraction(x) if isinstance(x, float) else x for x in (part, whole)]
    return exact_multiple(*exact)
