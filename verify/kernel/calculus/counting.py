"""Reasons about whole numbers: induction, a sum taken apart at its last summand, and closed forms by both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy

from verify.kernel.calculus.conditions import Comparison, at_most, condition, equal
from verify.kernel.calculus.context import covers
from verify.kernel.calculus.gate import admit
from verify.kernel.calculus.over import Sum, bound_letters, exposed, substitute
from verify.kernel.calculus.reasons import Grant
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Parameter, Random, unfold

if TYPE_CHECKING:
    from verify.kernel.calculus.chain import Chain


def by_induction(claim: Any, index: Any, first: Chain, step: Chain) -> Grant:
    """A comparison for each value of a whole letter, from that at its least value and a step from each to the next.

    The first chain ends in the claim at the letter's least value. The other one assumes the claim, and ends in it with
    index + 1 in the place of the index. What else they assume is not about the index.

    Raises:
        ValueError: when the letter is not whole, has no least value or has a largest one, is bound in the claim or not
            in it; when the claim is random; or when a chain ends in or assumes something else.
    """
    said = condition(claim)
    if not isinstance(said, Comparison) or exposed(unfold(said)):
        raise ValueError(f"by_induction: {said} is random, or no comparison")
    if isinstance(index, Random) or not isinstance(index, Parameter) or not index.extent.integer:
        raise ValueError(f"by_induction: {index} is no whole number")
    least = index.extent.lower
    if not least.is_Integer or index.extent.open_lower or index.extent.upper != sympy.oo:
        raise ValueError(f"by_induction: {index} runs from a whole number upwards without end, not from {least}")
    whole = unfold(said)
    if index not in whole.free_symbols or index in bound_letters(whole):
        raise ValueError(f"by_induction: {index} is not free in {said}")
    places = [{index: least}, {index: index + 1}]
    known = [_assumed(chain) for chain in (first, step)]
    if whole not in known[1]:
        raise ValueError(f"by_induction: the step does not assume {said}")
    others = dict.fromkeys((*known[0], *(c for c in known[1] if c != whole)))
    if varied := [c for c in others if index in c.free_symbols]:
        raise ValueError(f"by_induction: {varied[0]} is assumed, and depends on {index}")
    for chain, place in zip((first, step), places, strict=True):
        wanted = substitute(whole, place)
        if not covers(chain.statement.unfolded().conclusion, wanted):
            raise ValueError(f"by_induction: the chain shows {chain.statement.conclusion}, not {wanted}")
    owed = tuple(c for place in places for c in admit(place, (whole,)))
    origin = ("induction", (said, index, first, step))
    return Grant(Statement(said, tuple(others)), f"induction over {index}", owed, origin, chains=(first, step))


def _assumed(chain: Chain) -> tuple[Any, ...]:
    return tuple(unfold(c) for c in chain.given)


def last_summand(total: Any) -> Grant:
    """A sum is that without its last summand, and this; of one summand it is that one, of none 0.

    Raises:
        ValueError: when it is no sum.
    """
    known = unfold(total)
    if not isinstance(known, Sum):
        raise ValueError(f"{total} is no sum")  # noqa: TRY004
    because, origin = "the last summand", ("last summand", (total,))
    # Letters cancel: how many summands there are is seen without a range.
    if sympy.expand(known.last - known.first) == -1:
        return Grant(Statement(equal(known, 0)), because, (), origin)
    place = {known.index: known.last}
    owed, last = admit(place, (known.body,)), substitute(known.body, place)
    if sympy.expand(known.last - known.first) == 0:
        return Grant(Statement(equal(known, last)), because, owed, origin)
    others = Sum(known.body, known.index, known.first, known.last - 1)
    return Grant(Statement(equal(known, others + last)), because, (*owed, at_most(known.first, known.last)), origin)


def closed_form(total: Any, form: Any) -> Grant:
    """A sum up to a whole letter in closed form, by induction over the letter.

    The letter's least value is the first index, or 1 less, where the sum is empty.

    Raises:
        ValueError: when it is no sum up to a letter, or `by_induction` refuses.
    """
    known, index = unfold(total), getattr(unfold(total), "last", None)
    if not isinstance(known, Sum) or not isinstance(index, Parameter):
        raise ValueError(f"{total} is no sum up to a letter")  # noqa: TRY004
    from verify.kernel.calculus.chain import line

    form = sympy.sympify(form)
    said = equal(known, form)
    start, following = ({index: place} for place in (index.extent.lower, index + 1))
    first, longer = substitute(known, start), substitute(known, following)
    alone = line(first).eq(substitute(form, start), last_summand(first))
    split = known + substitute(known.body, {known.index: index + 1})
    step = line(longer, given=(said,)).eq(split, last_summand(longer)).eq(substitute(form, following), said)
    return by_induction(said, index, alone, step)
