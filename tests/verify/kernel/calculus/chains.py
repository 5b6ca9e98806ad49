"""Chains written flat, with the reasons of a step as a tuple: for tables of right and wrong ones."""

from typing import Any

import pytest

from verify.kernel.calculus import Chain, Gap, Statement, audit, line


def chained(start: Any, *rest: Any, given: tuple[Any, ...] = (), proves: Statement | None = None) -> Chain:
    """A chain from relations, lines and reasons in turn."""
    chain, items = line(start, given=given), list(rest)
    while items:
        op, term = items.pop(0), items.pop(0)
        reasons = items.pop(0) if items and isinstance(items[0], tuple) else ()
        chain = chain.step(op, term, *reasons)
    return chain if proves is None else chain.proving(proves)


def accepted(*chain: Any, **more: Any) -> None:
    """Require that a chain holds."""
    audit(chained(*chain, **more))


def refused(why: str, *chain: Any, **more: Any) -> None:
    """Require that a chain is refused, for this reason."""
    with pytest.raises((Gap, ValueError), match=why):
        audit(chained(*chain, **more))
