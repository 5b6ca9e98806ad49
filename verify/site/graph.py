"""Which claim depends on which in a run, and what the evidence of a claim is worth with all that it depends on."""

from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

from verify.ledger.findings import Finding, findings
from verify.ledger.reading import VERDICTS, Record, standing, verdicts
from verify.site.names import leaned_on


@dataclass(frozen=True)
class Branch:
    """A claim in a tree and those that it depends on; `ends` where the tree stops at it, though it depends on some."""

    id: str
    inner: tuple["Branch", ...] = ()
    ends: bool = False


class Graph:
    """Claims and edges of a run; edges to claims that the run lacks are left out."""

    def __init__(self, records: Iterable[Record]) -> None:
        """Read the edges off the records; raises ValueError where claims depend on each other in a circle."""
        self.records = {entry["id"]: entry for entry in records}
        self.below = {id_: [b for b in leaned_on(e) if b in self.records] for id_, e in self.records.items()}
        self.above: dict[str, list[str]] = defaultdict(list)
        for id_, below in self.below.items():
            for premise in below:
                self.above[premise].append(id_)
        self.findings = {finding.root["id"]: finding for finding in findings(list(self.records.values()))}
        self.errors: dict[str, list[Finding]] = {}
        for finding in self.findings.values():
            for id_ in (finding.root["id"], *finding.places):
                self.errors.setdefault(id_, []).append(finding)
        self.order = self._premises_first()
        self.layer: dict[str, int] = {}
        self.evidence: dict[str, str] = {}
        for id_ in self.order:
            self.layer[id_] = 1 + max((self.layer[b] for b in self.below[id_]), default=-1)
            self.evidence[id_] = self._worth(id_)

    def ancestors(self, id_: str) -> set[str]:
        """All that a claim depends on, at any remove."""
        found: set[str] = set()
        waiting = list(self.below[id_])
        while waiting:
            premise = waiting.pop()
            if premise not in found:
                found.add(premise)
                waiting += self.below[premise]
        return found

    def descendants(self, ids: Iterable[str]) -> set[str]:
        """These claims, and all that depend on one of them, at any remove."""
        found: set[str] = set()
        waiting = list(ids)
        while waiting:
            id_ = waiting.pop()
            if id_ not in found:
                found.add(id_)
                waiting += self.above.get(id_, ())
        return found

    def among(self, ids: Iterable[str]) -> "Graph":
        """These claims alone: one depends on another if it does through claims left out, and on none between.

        What the evidence is worth stays that of the whole graph.
        """
        chosen = set(ids)
        near: dict[str, set[str]] = {}
        for id_ in self.order:
            near[id_] = {n for b in self.below[id_] for n in ([b] if b in chosen else near[b])}
        far = {id_: set().union(*(near[b] | self._within(near, b) for b in near[id_])) for id_ in chosen}
        found = copy(self)
        found.records = {id_: entry for id_, entry in self.records.items() if id_ in chosen}
        found.below = {id_: [b for b in found.records if b in near[id_] - far[id_]] for id_ in found.records}
        found.above = defaultdict(list)
        for id_, below in found.below.items():
            for premise in below:
                found.above[premise].append(id_)
        found.order = [id_ for id_ in self.order if id_ in chosen]
        found.layer = {}
        for id_ in found.order:
            found.layer[id_] = 1 + max((found.layer[b] for b in found.below[id_]), default=-1)
        return found

    @staticmethod
    def _within(near: dict[str, set[str]], id_: str) -> set[str]:
        """All that a chosen claim depends on at any remove, by its nearest ones."""
        reached: set[str] = set()
        waiting = list(near[id_])
        while waiting:
            premise = waiting.pop()
            if premise not in reached:
                reached.add(premise)
                waiting += near[premise]
        return reached

    def steps(self, id_: str, ends: Iterable[str]) -> list[str]:
        """What a claim depends on at any remove, no further than the claims in `ends`; premises first."""
        last, reached, waiting = set(ends), set[str](), list(self.below[id_])
        while waiting:
            premise = waiting.pop()
            if premise not in reached:
                reached.add(premise)
                waiting += [] if premise in last else self.below[premise]
        return [other for other in self.order if other in reached]

    def tree(self, id_: str, ends: Iterable[str]) -> Branch:
        """A claim over all that it depends on, no further than the claims in `ends`; each is taken apart once."""
        last, seen = set(ends), set[str]()

        def branch(claim: str) -> Branch:
            if claim in seen or (claim in last and claim != id_):
                return Branch(claim, ends=bool(self.below[claim]))
            seen.add(claim)
            return Branch(claim, tuple(map(branch, self.below[claim])))

        return branch(id_)

    def around(self, id_: str, most: int = 26) -> tuple[list[str], int]:
        """The neighbourhood of a claim: what it depends on and what depends on it, then two removes down.

        Returns the ids in the run's order, at most `most` of them, and how many were left out.
        """
        near = [id_, *self.below[id_], *self.above[id_]]
        further = [b for premise in self.below[id_] for b in self.below[premise]]
        wanted = list(dict.fromkeys(near + further))
        kept = set(wanted[:most])
        return [i for i in self.records if i in kept], len(wanted) - len(kept)

    def components(self) -> list[list[str]]:
        """The connected parts with more than one claim, the largest first, each in the run's order."""
        part: dict[str, int] = {}
        for number, start in enumerate(self.records):
            waiting = [start]
            while waiting:
                id_ = waiting.pop()
                if id_ not in part:
                    part[id_] = number
                    waiting += [*self.below[id_], *self.above[id_]]
        members: dict[int, list[str]] = defaultdict(list)
        for id_ in self.records:
            members[part[id_]].append(id_)
        return sorted((ids for ids in members.values() if len(ids) > 1), key=len, reverse=True)

    def _worth(self, id_: str) -> str:
        """The weakest standing verdict of a claim and of all that it depends on: what Rocq closes depends on none."""
        entry = self.records[id_]
        own = standing(entry)
        sides = (side for side in (entry["printed"], entry["corrected"]) if side and side["verdict"] == own)
        if own == "proved" and any(side["evidence"].get("closed") for side in sides):
            return own
        known = [own] if own else []
        known += [self.evidence[b] for b in self.below[id_] if self.evidence[b] != "definition"]
        return max(known, key=VERDICTS.index) if known else "definition"

    def _premises_first(self) -> list[str]:
        order: list[str] = []
        done: dict[str, bool] = {}
        for start in self.records:
            stack = [(start, iter(self.below[start]))] if start not in done else []
            done.setdefault(start, False)
            while stack:
                id_, premises = stack[-1]
                following = next(premises, None)
                if following is None:
                    if not done[id_]:
                        done[id_] = True
                        order.append(id_)
                    stack.pop()
                elif following not in done:
                    done[following] = False
                    stack.append((following, iter(self.below[following])))
                elif not done[following]:
                    raise ValueError(f"claims depend on each other: {following}, {id_}")
        return order


def border(entry: Record) -> str:
    """The state of what is printed, of a place that of its parts: `refuted`, `holds`, `open`; `ours` if nothing is."""
    if entry["printed"] is None:
        return "ours"
    verdict = verdicts(entry)["printed"]
    if verdict == "refuted":
        return "refuted"
    return "open" if verdict == "open" else "holds"
