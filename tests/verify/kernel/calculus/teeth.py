"""Teeth: ways to break a chain. The tests of each paper break all of its chains, and none of the broken ones passes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import sympy
from sympy import Rational

from tests.verify.kernel.calculus.test_facts import stronger
from verify.kernel.calculus import Chain, Grant, Settings, Step
from verify.kernel.calculus.context import Context, direction
from verify.kernel.calculus.reasons import Choice, stressed
from verify.kernel.calculus.terms import Extent, Hole, Parameter, quantities
from verify.kernel.statements.finite import AllOf
from verify.kernel.statements.outcome import Verdict
from verify.ledger.collect import all_facts, claims

STRESSED = dict.fromkeys(all_facts(), "")
"""That shipped facts hold in their test cases is tested where they are; a wrong one is put to its cases here."""


def chains_of(name: str, statement: Any) -> Iterator[tuple[str, Chain]]:
    """A chain, or those that are parts of several statements at once; for what it obtains, the chain that shows it."""
    if isinstance(statement, Chain):
        grants = [r for step in statement.steps for r in step.reasons if isinstance(r, Grant)]
        shown = [inner for grant in grants if any(s.finds for s in grant.schemas) for inner in grant.chains]
        for inner in shown:
            yield from chains_of(name, inner)
        if not shown or len(grants) > 1:
            yield name, statement
    if isinstance(statement, AllOf):
        for part, inner in statement.parts:
            yield from chains_of(f"{name}: {part}", inner)


def chains(paper: str) -> dict[str, Chain]:
    """All chains of a paper, as they stand."""
    return {
        name: chain
        for id_, claim in claims().items()
        if claim.paper == paper
        for name, chain in chains_of(id_, claim.corrected or claim.printed)
    }


def only(chain: Chain, number: int, step: Step) -> Chain:
    """One changed step alone, under the chain's hypotheses: the others are checked without it, and are as they were."""
    before = chain.steps[number - 1].term if number else chain.start
    return replace(chain, start=before, steps=(step,), crosschecks=())


def ended(chain: Chain, term: Any) -> Chain:
    return only(chain, len(chain.steps) - 1, replace(chain.steps[-1], term=term))


def wrong_ends(chain: Chain) -> Iterator[tuple[str, Chain]]:
    """The end times 10^6 or 10^-6, whichever is the stronger claim; its powers off by 1/4; a min turned to a max."""
    end, up = chain.end, chain.statement.conclusion.op in ("<=", "<")
    known = Context().also(*chain.given)
    if chain.statement.conclusion.op == "==" and end != 0:
        yield "factor", ended(chain, end * 10**6)
    if end == 0:
        yield "not 0", ended(chain, Rational(-1 if up else 1, 10**6))
    else:
        yield "factor", ended(chain, end / 10**6 if up else end * 10**6)
    for letter in sorted(end.free_symbols - _inside(end), key=str):
        if isinstance(letter, Parameter):
            for power in (Rational(1, 4), Rational(-1, 4)):
                if _stronger_somewhere(known.extent(letter), power, up):
                    yield f"{letter}^{power}", ended(chain, end * letter**power)
    turned = {a: sympy.Max(*a.args) for a in end.atoms(sympy.Min) if _helps(end, a, up, known)}
    if turned:
        yield "min to max", ended(chain, end.xreplace(turned))


def _helps(end: Any, piece: Any, up: bool, known: Context) -> bool:
    """Whether a larger number in the place of this minimum may make the bound stronger."""
    place = Hole.of(0, sympy.oo, piece)
    return direction(end.xreplace({piece: place}), place, known) != (1 if up else -1)


def _inside(end: Any) -> set[Any]:
    return set().union(*(q.free_symbols for q in quantities(end))) if quantities(end) else set()


def _stronger_somewhere(extent: Extent, power: Any, up: bool) -> bool:
    """Whether this power of a variable makes the bound stronger without limit on the variable's range."""
    shrinks = (power > 0 and extent.lower == 0) or (power < 0 and extent.upper == sympy.oo)
    grows = (power < 0 and extent.lower == 0) or (power > 0 and extent.upper == sympy.oo)
    return bool(shrinks if up else grows)


def without_a_hypothesis(chain: Chain) -> Iterator[tuple[str, Chain]]:
    for i, dropped in enumerate(chain.given):
        yield f"without {dropped}", replace(chain, given=chain.given[:i] + chain.given[i + 1 :], crosschecks=())


def with_a_stronger_fact(chain: Chain) -> Iterator[tuple[str, Chain]]:
    """One fact exchanged for a wrong one, the statement that it grants with it."""
    for i, step in enumerate(chain.steps):
        for j, reason in enumerate(step.reasons):
            if isinstance(reason, Choice) or not reason.schemas:
                continue
            wrong = stronger(reason.schemas[0])
            if wrong is not None:
                reasons: tuple[Grant | Choice, ...] = (
                    *step.reasons[:j],
                    replace(reason, schemas=(wrong,)),
                    *step.reasons[j + 1 :],
                )
                yield f"stronger {wrong.name}", only(chain, i, replace(step, reasons=reasons))


def verdict(chain: Chain) -> Verdict:
    found = chain.check(Settings())
    assert found is not None
    return found.verdict


def accepted(chain: Chain, seconds: float = 0.5) -> list[str]:
    """In which ways the chain was broken and is accepted all the same; so long is each sought.

    The chain as it stands is accepted within this time.
    """
    broken = [*wrong_ends(chain), *without_a_hypothesis(chain), *with_a_stronger_fact(chain)]
    assert broken
    whole = replace(chain, crosschecks=())
    with pytest.MonkeyPatch.context() as patch:
        # What holds is found sooner than this; what does not would be sought for the whole time.
        patch.setattr("verify.kernel.calculus.context._SECONDS", seconds)
        # What does not follow is not accepted, whether or not a point is found at which it fails: none is sought.
        patch.setattr(Chain, "_refuted", lambda self: None)
        patch.setattr(stressed, "known", STRESSED)
        assert verdict(whole) not in (Verdict.OPEN, Verdict.REFUTED)
        return [how for how, changed in broken if verdict(changed) not in (Verdict.OPEN, Verdict.REFUTED)]
