"""A chain's own conclusion at chosen points: one side as displayed, the other by another route."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

from verify.kernel.calculus import Chain, Comparison
from verify.kernel.calculus.printing import latex
from verify.kernel.calculus.values import truth, value
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.finite import Sense
from verify.kernel.statements.outcome import Exact, Settings

Point = tuple[Mapping[Any, Any], Exact]
"""What the letters stand for, quantities on the right side included, and the left side there."""


def at_points(chain: Chain, name: str, over: str, points: Callable[[], Iterable[Point]], granted: str = "") -> Chain:
    """The chain with one crosscheck: its conclusion at these points, the right side evaluated from the display.

    A point outside a hypothesis raises ValueError when it is judged: it would say nothing of the conclusion. Properties
    of objects are for the points to see to. `granted` is what they grant a side beyond the text, in LaTeX.
    """
    told = chain.statement
    assert isinstance(told.conclusion, Comparison)

    def cases(_: Settings) -> Iterator[Case]:
        for values, left in points():
            for hypothesis in told.hypotheses:
                if isinstance(hypothesis, Comparison) and truth(hypothesis, values) is not True:
                    raise ValueError(f"{name}: outside {hypothesis} at {values}")
            shown = {str(letter): str(number) for letter, number in values.items()}
            yield Case(shown, left, value(told.right, values))

    check = FiniteCheck(latex(told.conclusion), over, cases, cast(Sense, told.conclusion.op), granted)
    return chain.beside((name, check))
