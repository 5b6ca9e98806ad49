"""Events: named, or given by a comparison of random reals, joined; and when one implies another."""

from __future__ import annotations

from typing import Any

import sympy

from verify.kernel.calculus.conditions import Comparison
from verify.kernel.calculus.context import Context, Gap, Proof, decide
from verify.kernel.calculus.terms import constructor, text

Holds = constructor("Holds", "{0}", sort="event")
Both = constructor("Both", r"{0} \cap {1}", sort="event")
Either = constructor("Either", r"{0} \cup {1}", sort="event")
Not = constructor("Not", r"({0})^c")


def implies(event: Any, larger: Any, context: Context) -> tuple[Proof, ...]:  # noqa: PLR0911  # one a form
    """Proofs that an event implies another: by their form, and by comparisons that the prover decides.

    Raises:
        Gap: when it is not shown.
    """
    if event == larger:
        return ()
    event, larger = _de_morgan(event), _de_morgan(larger)
    if isinstance(event, Either):
        return implies(event.args[0], larger, context) + implies(event.args[1], larger, context)
    if (sides := _either_side(event)) is not None and event != larger:
        return implies(sides[0], larger, context) + implies(sides[1], larger, context)
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
        return _decided_size(larger.args[0], known)
    if isinstance(larger, Not) and isinstance(larger.args[0], Holds):
        return decide(_negated(larger.args[0].args[0]), known)
    raise Gap(f"{text(event)} is not shown to imply {text(larger)}")


def _de_morgan(event: Any) -> Any:
    """What is outside a union or an intersection, as an intersection or a union."""
    inside = event.args[0] if isinstance(event, Not) else None
    if not isinstance(inside, Both | Either):
        return event
    return (Either if isinstance(inside, Both) else Both)(*map(Not, inside.args))


def _either_side(event: Any) -> list[Any] | None:
    """t <= |x| as t <= x or t <= -x."""
    if not isinstance(event, Holds) or event.args[0].op == "==" or not isinstance(event.args[0].large, sympy.Abs):
        return None
    known = event.args[0]
    op, inside = "<" if known.strict else "<=", known.large.args[0]
    return [Holds(Comparison(known.small, op, way * inside)) for way in (1, -1)]


def _decided_size(goal: Comparison, context: Context) -> tuple[Proof, ...]:
    """A comparison; t <= |x| also where t <= x or t <= -x."""
    if isinstance(goal.large, sympy.Abs) and goal.op != "==":
        for way in (1, -1):
            try:
                return decide(Comparison(goal.small, "<" if goal.strict else "<=", way * goal.large.args[0]), context)
            except Gap:
                continue
    return decide(goal, context)


def _one_of(event: Any, larger: Any, context: Context) -> tuple[Proof, ...]:
    """One of two events: the one, where the other does not hold."""
    first, second = larger.args
    for one, other in ((first, second), (second, first)):
        try:
            return implies(event, one, context.also(*_failing(event, other, context)))
        except Gap:
            continue
    raise Gap(f"{text(event)} is not shown to imply {text(larger)}")


def _failing(event: Any, other: Any, context: Context) -> list[Comparison]:
    """What is known where the event holds and the other does not: of a joint one, if all but one part follow."""
    left = []
    for part in _parts(other):
        try:
            implies(event, part, context)
        except Gap:
            left.append(part)
    if len(left) == 1 and isinstance(left[0], Holds) and left[0].args[0].op != "==":
        return [_negated(left[0].args[0])]
    return []


def _parts(event: Any) -> list[Any]:
    return [p for part in event.args for p in _parts(part)] if isinstance(event, Both) else [event]


def _comparisons(event: Any) -> list[Comparison]:
    """The comparisons that hold where the event does."""
    if isinstance(event, Holds):
        return _without_size(event.args[0])
    if isinstance(event, Not) and isinstance(event.args[0], Holds) and event.args[0].args[0].op != "==":
        return _without_size(_negated(event.args[0].args[0]))
    return [c for part in event.args for c in _comparisons(part)] if isinstance(event, Both) else []


def _without_size(comparison: Comparison) -> list[Comparison]:
    """|x| <= t also as x <= t and -x <= t."""
    size, op = comparison.small, "<" if comparison.strict else "<="
    if not isinstance(size, sympy.Abs) or comparison.op == "==":
        return [comparison]
    return [comparison, *(Comparison(way * size.args[0], op, comparison.large) for way in (1, -1))]


def _negated(comparison: Comparison) -> Comparison:
    return Comparison(comparison.large, "<=" if comparison.strict else "<", comparison.small)
