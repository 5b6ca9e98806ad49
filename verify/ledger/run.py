"""Running the ledger: each claim's own check, in parallel and stored as it finishes; then what depends on what."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.files import Store, json_text, write_whole
from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.reasons import stressed
from verify.kernel.prover import Proved, recall
from verify.kernel.prover.certificates import counterexample_entry, digest, document, proof_entry
from verify.kernel.prover.recall import Proofs
from verify.kernel.statements.base import Statement
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.finite import AllOf
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.kernel.statements.proofs import Shown, recorded
from verify.ledger import cross_examination, lock
from verify.ledger.collect import STILL, claims, facts_in_reach, with_premises
from verify.ledger.cross_examination import Examination, opened, statements
from verify.ledger.fingerprint import fingerprint
from verify.ledger.record import Result
from verify.workers import Workers, worth_having

_Own = dict[str, Any]
"""One claim's own outcomes, premises apart, as a store holds them."""


@dataclass(frozen=True)
class Run:
    """The results of a run: of the chosen claims, and of all that they depend on."""

    settings: Settings
    chosen: tuple[str, ...]
    results: dict[str, Result]
    examination: Examination
    """Of the statements, against each other."""
    proofs: dict[str, Proofs]
    """What the claims checked in this run rest on, by paper."""
    certificates: dict[str, int]
    """By claim, how many certificates it rests on; an older store may not tell."""
    relations: dict[str, str]
    """By claim, a digest of the relations that these are of."""


def run(
    chosen: Iterable[Claim],
    settings: Settings,
    jobs: int = 1,
    store: Store | None = None,
    progress: Callable[[Claim, int, int], None] | None = None,
    certificates: Path | None = None,
    problems: Iterable[str] = (),
    theorems: bool = True,
) -> Run:
    """Check the chosen claims and all that they depend on; an iterator's are checked as it gives them.

    With `theorems`, the theorems that they are steps of are checked too, so that it can be told which survive.

    `progress` is called with each claim as it finishes, how many are done, and how many there are. Into the folder
    `certificates` goes a file for each claim that rests on certificates; what is in the store is then checked again.
    The registered bounds of the `problems` named are compared with each other too.
    """
    asked: list[str] = []
    needed: dict[str, Claim] = {}
    own: dict[str, _Own] = {}
    kept = store.entries if store and certificates is None else {}

    def arriving() -> Iterator[str]:
        """The ids of those that are to be checked; all others that are needed have their outcomes in the store."""
        for one in chosen:
            asked.append(one.id)
            for claim in with_premises([one, *([claims()[one.theorem]] if theorems and one.theorem else [])], needed):
                needed[claim.id] = claim
                if claim.id in kept and _is_of(claim, kept[claim.id]):
                    own[claim.id] = kept[claim.id]
                else:
                    yield claim.id

    waiting: Iterable[str] = arriving()
    if isinstance(chosen, Iterator):
        number = expected = len(lock.load())
    else:
        # All that is needed is known before the first is checked: `progress` has one total.
        chosen = list(chosen)
        waiting = list(waiting)
        number, expected = len(waiting), 0
    proofs: dict[str, Proofs] = {}
    with Workers(worth_having(jobs, number)) as workers:
        for entry, used in _own_outcomes(waiting, settings, workers, certificates):
            own[entry["id"]] = entry
            proofs.setdefault(claims()[entry["id"]].paper, {}).update(used)
            if store:
                store.append(entry)
            if progress:
                progress(claims()[entry["id"]], len(own), max(len(needed), expected))
        ordered = list(needed.values())
        # Begun first: what workers look at while this process looks at the chains.
        registered = cross_examination.compared_problems(problems, settings, workers)
        examination = sum(registered, statements(_standing_chains(ordered, own)))
    number_of = {id_: entry["certificates"] for id_, entry in own.items() if "certificates" in entry}
    relations_of = {id_: entry["relations"] for id_, entry in own.items() if "relations" in entry}
    own = {id_: opened(entry, examination) for id_, entry in own.items()}
    return Run(settings, tuple(asked), _concluded(ordered, own), examination, proofs, number_of, relations_of)


def _standing_chains(needed: list[Claim], own: dict[str, _Own]) -> Iterator[tuple[str, Chain]]:
    """The chains that no check of theirs broke, of what is printed or of its correction."""
    for claim in needed:
        for side in ("printed", "corrected"):
            statement, outcome = getattr(claim, side), own[claim.id][side]
            if statement is not None and outcome and outcome["verdict"] in (Verdict.PROVED, Verdict.ARGUED):
                parts = [part for _, part in statement.parts] if isinstance(statement, AllOf) else [statement]
                yield from ((claim.id, part) for part in parts if isinstance(part, Chain))


def _is_of(claim: Claim, entry: _Own) -> bool:
    """Whether a stored entry is of the claim as it is now, with an outcome for each of its statements."""
    sides = ((claim.printed, entry["printed"]), (claim.corrected, entry["corrected"]))
    whole = all((statement is None) == (outcome is None) for statement, outcome in sides)
    return whole and bool(entry["fingerprint"] == fingerprint(claim))


def check_claim(id_: str, settings: Settings, certificates: Path | None = None) -> _Own:
    """One claim's own check, by id, so that a worker process needs nothing but the name."""
    claim = claims()[id_]
    start = time.perf_counter()
    with recorded() as shown:
        printed = _judge(claim.printed, settings)
        corrected = _judge(claim.corrected, settings)
    seconds = time.perf_counter() - start
    if certificates is not None:
        _write(id_, shown, certificates)
    return {
        "id": id_,
        "fingerprint": fingerprint(claim),
        "seconds": seconds,
        "certificates": len(shown),
        "relations": digest(relation for relation, _ in shown),
        "printed": _plain(printed),
        "corrected": _plain(corrected),
    }


def _write(id_: str, shown: list[Shown], folder: Path) -> None:
    """The claim's file of certificates, in one step, where it has any."""
    entries = [
        proof_entry(relation, result.certificate)
        if isinstance(result, Proved)
        else counterexample_entry(relation, result.point)
        for relation, result in shown
    ]
    if entries:
        path = folder / f"{id_}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json_text(document(id_, entries)) + "\n")


def _own_outcomes(
    ids: Iterable[str], settings: Settings, workers: Workers, certificates: Path | None
) -> Iterator[tuple[_Own, Proofs]]:
    """Each claim's and its proofs, as they come; one worker's finds of a fact's stress go to others with their next."""
    facts: dict[str, str] = {}
    tasks = (_Task(id_, settings, certificates, dict(facts)) for id_ in ids)
    for entry, found, used in workers.each(_worked, tasks, meanwhile=True):
        facts |= found
        yield entry, used


@dataclass(frozen=True)
class _Task:
    """A claim for a worker, and what is known in this run of the facts' stress, by their names."""

    id: str
    settings: Settings
    certificates: Path | None
    facts: dict[str, str]


def _worked(task: _Task) -> tuple[_Own, dict[str, str], Proofs]:
    known, cited = stressed.known, facts_in_reach(task.id.partition("/")[0])
    known.update({fact: task.facts[fact.name] for fact in cited if fact.name in task.facts})
    with STILL, recall.used(anew=not task.settings.quick) as used:
        entry = check_claim(task.id, task.settings, task.certificates)
    return entry, {fact.name: known[fact] for fact in cited if fact in known}, used


def _judge(statement: Statement | None, settings: Settings) -> Outcome | None:
    return None if statement is None else statement.check(settings)


def _plain(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"verdict": outcome.verdict.value, "evidence": outcome.evidence, "alpha": outcome.alpha}


def _outcome(plain: dict[str, Any] | None) -> Outcome | None:
    if plain is None:
        return None
    return Outcome(Verdict(plain["verdict"]), plain["evidence"], plain["alpha"])


def _concluded(needed: list[Claim], own: dict[str, _Own]) -> dict[str, Result]:
    """The results in order, premises first, so that each statement sees what it depends on."""
    results: dict[str, Result] = {}
    for claim in needed:
        entry = own[claim.id]
        outcomes = []
        for side, statement in (("printed", claim.printed), ("corrected", claim.corrected)):
            alone = _outcome(entry[side])
            outcomes.append(statement.conclude(alone, results) if statement is not None else None)  # type: ignore[arg-type]
        results[claim.id] = Result(claim, outcomes[0], outcomes[1], entry["seconds"], entry["fingerprint"])
    return results
