"""A numbered result's bound over n, with the best lower bound and a risk that the registry has of its problem.

The result's bound is the conclusion of its own claim, evaluated where its conditions hold; where that has constants
without a number, it is the explicit bound of its estimator, or the registry's lower bound for its problem. The other
curves are the calculator's tables, which are what `ratecheck bound` computes; beyond them there is no risk.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from notation.papers import paper_of
from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.terms import Parameter, Quantity
from verify.kernel.calculus.values import NoValue, value
from verify.kernel.statements import AllOf, Undecided
from verify.kernel.statements.base import Statement as Judged
from verify.kernel.statements.outcome import as_arb
from verify.ledger.collect import claims
from verify.ledger.places import numbered_result
from verify.site.calculator import DIGITS, at, described, estimators_of, grid_of, lower_bounds
from verify.site.exhibits.figure import Exhibit, times
from verify.site.exhibits.gaps import Curve, drawn
from verify.site.names import result_name
from verify.site.worked import holds, within

_BEYOND, _ENOUGH = 10**9, 3
"""How far n goes beyond the table, and at how many n the result's bound should say something."""

_DEPTH = 1e-9
"""What is below the least risk, or where there is none the best lower bound, by such a factor is in the table only."""


@dataclass(frozen=True)
class Subject:
    """The problem that a numbered result is about, the sizes at which it is shown, and whose risk stands next to it.

    `sizes` are those of a point of the problem's table, without n. `letters` are the values of letters of the claim
    that are no sizes of the problem. Where `explicit` is set, the result's bound is the estimator's explicit bound, and
    where `source` is, the largest lower bound of the registry whose source begins so.
    """

    problem: str
    sizes: Mapping[str, float]
    estimator: str
    letters: Mapping[str, float] = field(default_factory=dict)
    explicit: bool = False
    source: str = ""


@dataclass(frozen=True)
class Compared:
    """A result's bounds at one number of users, next to the best lower bound there and the risk of an estimator.

    `own` has them by sign, "<=" or ">="; none where the result's bound is trivial at all sizes shown.
    """

    n: int
    own: dict[str, float]
    lower: float
    estimator: str
    risk: float | None


@dataclass(frozen=True)
class Bounded(Exhibit):
    """The curves of a numbered result, and the bounds at the one size at which the caption compares them."""

    compared: Compared | None = None


@dataclass
class Said:
    """What a result says at one setting: its bounds by sign, "<=" or ">=", and the conditions of its that fail."""

    bounds: dict[str, float] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)


def own(id_: str, values: Mapping[str, float]) -> Said:
    """What a claim as it stands says of its quantity at these values of its letters.

    Of several conclusions of one sign that have a number and whose conditions hold, the one that says most. Conditions
    without a value, as those of letters that no number stands for, are taken to hold.
    """
    claim = claims()[id_]
    side = claim.corrected or claim.printed
    assert side is not None
    said = Said()
    for chain in _chains(side):
        told = chain.statement
        if not isinstance(chain.start, Quantity) or told.conclusion.op not in ("<=", ">=", "<", ">"):
            continue
        sign = told.conclusion.op[0] + "="
        known = {x: Fraction(str(values[x.name])) for x in told.free() if x.name in values}
        try:
            number = float(as_arb(value(told.right, known)).mid())
        except NoValue:
            continue
        failing = [str(condition) for condition in told.hypotheses if not holds(condition, known)]
        failing += [f"{x.name} = {k}" for x, k in known.items() if isinstance(x, Parameter) and not within(x, k)]
        said.failing += failing
        if not failing and math.isfinite(number) and number > 0:
            before = said.bounds.get(sign, number)
            said.bounds[sign] = max(before, number) if sign == ">=" else min(before, number)
    return said


def _chains(side: Judged) -> Iterator[Chain]:
    if isinstance(side, AllOf):
        for _, part in side.parts:
            yield from _chains(part)
    elif isinstance(side, Chain):
        yield side


def _named(id_: str, subject: Subject, n: int) -> dict[str, float]:
    """The values of a claim's letters at a setting: each size by its paper's letter, and what the subject adds."""
    theirs = paper_of(id_.partition("/")[0]).letters
    fixed = grid_of(subject.problem).unit
    sizes = {**dict.fromkeys(fixed, 1.0), "n": n, **subject.sizes}
    return {theirs.get(name, name): number for name, number in sizes.items()} | dict(subject.letters)


def bounds(id_: str, subject: Subject) -> Bounded:
    """The curves of a numbered result over n; the caption tells where its own bound says nothing at any.

    Raises ValueError where no conclusion of the claim has a number, and the subject names no other bound.
    """
    grid = grid_of(subject.problem)
    column = 2 + [name for name, _ in estimators_of(subject.problem)].index(subject.estimator)
    its: dict[str, dict[int, float]] = {}
    known: dict[int, float] = {}
    risks: dict[int, float] = {}
    failing: list[str] = []
    users = [int(n) for n in grid.sizes["n"]]
    for n in users:
        row = at(subject.problem, n=n, **subject.sizes) if n in grid.sizes["n"] else None
        estimate = row[column] if row else None
        lower = [] if row and not subject.source else lower_bounds(subject.problem, {"n": n, **subject.sizes})
        said = _its(id_, subject, n, estimate, lower)
        failing = said.failing
        for sign, bound in said.bounds.items():
            its.setdefault(sign, {})[n] = bound
        known[n] = row[0] if row else max(bound.value for bound in lower)
        if estimate and estimate[0]:
            risks[n] = estimate[0]
        enough = max(map(len, its.values()), default=0) >= _ENOUGH
        if n == users[-1] and not (enough or subject.explicit or 10 * n > _BEYOND):
            users.append(10 * n)
    known = {n: bound for n, bound in known.items() if bound > 0}
    return _exhibit(id_, subject, its, known, risks, failing)


def _its(id_: str, subject: Subject, n: int, estimate: Sequence[Any] | None, lower: Sequence[Any]) -> Said:
    """What the result itself says at n."""
    if subject.explicit:
        return Said({"<=": estimate[2]} if estimate and estimate[2] else {})
    if subject.source:
        found = max((bound.value for bound in lower if bound.source.startswith(subject.source)), default=0.0)
        return Said({">=": found} if found > 0 else {})
    return own(id_, _named(id_, subject, n))


_SAYS = {">=": "from below", "<=": "from above"}


def _exhibit(
    id_: str,
    subject: Subject,
    its: dict[str, dict[int, float]],
    known: dict[int, float],
    risks: dict[int, float],
    failing: Sequence[str],
) -> Bounded:
    claim = claims()[id_]
    result = result_name(str(numbered_result(claim.location)), id_).partition(" · ")[0]
    least = _DEPTH * min((risks or known).values())
    second = "as shown instead" if isinstance(claim.printed, Undecided) else "as corrected"
    name = f"{result}, {second if claim.corrected and claim.printed else 'as it stands'}"
    if subject.explicit:
        name = f"{result}, by the bound of {subject.estimator}"
    elif subject.source:
        name = f"{result}, with the constants of our bound"
    curves = [
        Curve("right", name, curve, f"{result} {_SAYS[sign]}", frozenset(n for n, x in curve.items() if x < least))
        for sign, curve in its.items()
    ]
    curves.append(
        Curve("left", "the best lower bound here", known, hidden=frozenset(n for n, x in known.items() if x < least))
    )
    if risks:
        curves.append(Curve("dot", f"the risk of {subject.estimator}", risks))
    error = described(grid_of(subject.problem))["error"].capitalize()
    caption = f"{error} over the number of users, on logarithmic scales."
    if not its:
        if not (failing or subject.explicit):
            raise ValueError(f"{id_}: no conclusion has a number at {dict(subject.sizes)}")
        why = f"it asks for {failing[0]}" if failing else "it is nowhere below that of a constant estimate"
        caption += f" {name}, is trivial at these sizes up to n = {max(known):,}: {why}."
    for sign, curve in its.items():
        caption += _compared(result, sign, curve, known, risks, subject.estimator)
    if risks:
        caption += f" That risk is one {described(grid_of(subject.problem))['laws']}."
    if any(each.hidden for each in curves):
        caption += f" What is below {least:.0e} is in the table only."
    told = tuple((letter, f"{number:g}") for letter, number in subject.sizes.items())
    shown = drawn(f"{result}, the best lower bound, and a risk", curves, caption, told)
    return Bounded(**vars(shown), compared=_at_one(its, known, risks, subject.estimator))


def _at_one(
    its: dict[str, dict[int, float]], known: dict[int, float], risks: dict[int, float], estimator: str
) -> Compared | None:
    """The bounds where the caption compares the first of them; where the result has none, the risk in the middle."""
    n = next((n for curve in its.values() if (n := _middle(curve, known, risks))), 0) or _middle(known, known, risks)
    if not n:
        return None
    return Compared(n, {sign: curve[n] for sign, curve in its.items() if n in curve}, known[n], estimator, risks.get(n))


def _middle(its: dict[int, float], known: dict[int, float], risks: dict[int, float]) -> int:
    """A middle n at which all are known; else one where the lower bound is, and 0 where there is none."""
    places = [n for n in its if n in known and n in risks] or [n for n in its if n in known]
    return places[len(places) // 2] if len(places) > 2 else places[0] if places else 0


def _compared(
    result: str, sign: str, its: dict[int, float], known: dict[int, float], risks: dict[int, float], estimator: str
) -> str:
    """What the curves say at a middle n."""
    n = _middle(its, known, risks)
    if not n:
        return ""
    factor = max(known[n] / its[n], its[n] / known[n])
    told = f" At n = {n:,} {result} says {its[n]:.3g} {_SAYS[sign]}"
    if factor < 1 + 10 ** (2 - DIGITS):
        told += ", which is the best lower bound here"
    else:
        told += f"; the best lower bound here is {known[n]:.3g}, a factor {times(factor)} "
        told += "above" if known[n] > its[n] else "below"
    return told + (f". The risk of {estimator} is {risks[n]:.3g}." if n in risks else ".")
