"""Events: named, or given by a comparison of random reals, joined; and when one implies another."""

from __future__ import annotations

from typing import Any

from verify.calculus.conditions import Comparison
from verify.calculus.context import Context, Gap, Proof, decide
from verify.calculus.terms import constructor, text

Holds = constructor("Holds", "{0}")
Both = constructor("Both", r"{0} \cap {1}")
Either = constructor("Either", r"{0} \cup {1}")
Not = constructor("Not", r"({0})^c")


def implies(event: Any, larger: Any, context: Context) -> tuple[Proof, ...]:  # noqa: PLR0911  # one a form
    """Proofs that an event implies another: by their form, and by comparisons that the prover decides.

    Raises:
        Gap: when it is not shown.
    """
    if event == larger:
        return ()
    if isinstance(event, Either):
        return implies(event.args[0], larger, context) + implies(event.args[1], larger, context)
    if isinstance(larger, Both):
        return implies(event, larger.args[0], context) + implies(event, larger.args[1], context)
    known = context
    for fact in _comparisons(event):
        known = known.also(fact)
    if isinstance(event, Both):
        for part in event.args:
            try:
                return implies(part, larger, known)
            except Gap:
                continue
    if isinstance(larger, Either):
        return _one_of(event, larger, known)
    if isinstance(larger, Holds):
        return decide(larger.args[0], known)
    if isinstance(larger, Not) and isinstance(larger.args[0], Holds):
        return decide(_negated(larger.args[0].args[0]), known)
    raise Gap(f"{text(event)} is not shown to imply {text(larger)}")


def _one_of(event: Any, larger: Any, context: Context) -> tuple[Proof, ...]:
    """One of two events: the one, where the other does not hold."""
    first, second = larger.args
    for one, other in ((first, second), (second, first)):
        without = context
        if isinstance(other, Holds) and other.args[0].op != "==":
            without = context.also(_negated(other.args[0]))
        try:
            return implies(event, one, without)
        except Gap:
            continue
    raise Gap(f"{text(event)} is not shown to imply {text(larger)}")


def _comparisons(event: Any) -> list[Comparison]:
    """The comparisons that hold where the event does."""
    if isinstance(event, Holds):
        return [event.args[0]]
    if isinstance(event, Not) and isinstance(event.args[0], Holds) and event.args[0].args[0].op != "==":
        return [_negated(event.args[0].args[0])]
    return [c for part in event.args for c in _comparisons(part)] if isinstance(event, Both) else []


def _negated(comparison: Comparison) -> Comparison:
    return Comparison(comparison.large, "<=" if comparison.strict else "<", comparison.small)
