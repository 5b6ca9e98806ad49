"""What the commands that read the ledger go by: the reference runs, or the ledger itself where there are none."""

import fnmatch
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from importlib.metadata import version

from notation.papers import ledger, paper_of, papers
from notation.parameters import ParameterError
from verify.ledger import lock
from verify.ledger.former import current
from verify.ledger.reading import Record
from verify.ledger.reference import Listed, Reference, is_changed, is_locked, listed, near, read


class Catalogue:
    """All claims in the ledger's order, with the records of their reference runs.

    Papers without a reference run, and all papers if `fresh`, are loaded: their claims have no records here.
    """

    def __init__(self, fresh: bool = False) -> None:
        self._references: dict[str, Reference] = {}
        self.claims: dict[str, Listed] = {}
        self.records: dict[str, Record] = {}
        self._beside: dict[str, dict[str, Listed]] = {}
        for key in papers():
            reference = None if fresh else read(key)
            if reference is None:
                self.claims |= _loaded(key)
                continue
            self._references[key] = reference
            self.claims |= reference.listed
            self.records |= reference.records

    @cached_property
    def dependents(self) -> dict[str, list[str]]:
        """By claim, the ids of those that depend on it directly."""
        found: dict[str, list[str]] = defaultdict(list)
        for claim in self.claims.values():
            for below in claim.depends_on:
                found[below].append(claim.id)
        return dict(found)

    @cached_property
    def stale(self) -> dict[str, str]:
        """By claim, how the lock has changed since the reference run; verdicts are those of the run."""
        locked = lock.load()
        return {id_: lock.differences(self.records[id_], locked) for id_ in lock.unexpected(self._judged(), locked)}

    @cached_property
    def release(self) -> str:
        """The release that made the reference runs; this one where there are none."""
        found = sorted({reference.release for reference in self._references.values()})
        return ", ".join(found) or version("ratecheck")

    def find(self, id_: str) -> Listed:
        """A claim; raises ParameterError where there is none, with the ids that may be meant.

        A claim that was written since the reference run is loaded; a former id is read as that of now.
        """
        id_ = current(id_)
        if id_ not in self.claims:
            self._load_changed()
        if id_ not in self.claims:
            told = near(id_, self.claims) or "`ratecheck list` shows them all"
            raise ParameterError(f"id = {id_!r}: no such claim; {told}")
        return self.claims[id_]

    def matching(self, pattern: str) -> list[Listed]:
        """The claims of an id, or of a pattern whose * crosses slashes; raises ParameterError where there is none."""
        if not fnmatch.filter(self.claims, pattern):
            self._load_changed()
        return [self.claims[id_] for id_ in fnmatch.filter(self.claims, pattern)] or [self.find(pattern)]

    def _load_changed(self) -> None:
        """Claims that were written since the reference runs."""
        for key in self._changed:
            self.claims |= {new: claim for new, claim in _loaded(key).items() if new not in self.claims}

    def with_premises(self, claim: Listed) -> list[Listed]:
        """A claim and all that it depends on, premises first. Raises ParameterError for a cycle."""
        ordered: dict[str, Listed] = {}

        def visit(one: Listed, path: tuple[str, ...]) -> None:
            if one.id in path:
                raise ParameterError(f"claims depend on each other: {' -> '.join((*path, one.id))}")
            if one.id not in ordered:
                for below in one.depends_on:
                    visit(self.premise(below), (*path, one.id))
                ordered[one.id] = one

        visit(claim, ())
        return list(ordered.values())

    def premise(self, id_: str) -> Listed:
        """A claim that one of these depends on: one of them, or where these are a folder's, of a registered paper."""
        key = id_.partition("/")[0]
        if key in papers() or ledger() is None:
            return self.find(id_)
        try:
            if key not in self._beside:
                reference = read(key)
                self._beside[key] = _loaded(key) if reference is None else dict(reference.listed)
            return self._beside[key][id_]
        except KeyError:
            raise ParameterError(f"id = {id_!r}: is not a claim of this ledger or of a registered paper") from None

    def told(self, ids: Iterable[str] | None = None) -> list[str]:
        """In lines, where the claims come from, and which of them are stale; of all where none is named."""
        shown = set(self.claims if ids is None else ids)
        if not shown & set(self.records):
            return []
        told = [f"from the reference run of release {self.release}; --fresh computes now"]
        told += [f"stale: {id_}: {how}" for id_, how in self.stale.items() if id_ in shown]
        told += [f"{key}: its modules have changed since the reference run" for key in self._changed]
        told += [f"{key}: its reference run is not the one that the lock was written with" for key in self._unlocked]
        return told

    def source(self, ids: Iterable[str] | None = None) -> Record:
        """`told` for JSON; nothing where no claim comes from a reference run."""
        shown = set(self.claims if ids is None else ids)
        if not shown & set(self.records):
            return {}
        stale = [id_ for id_ in self.stale if id_ in shown]
        changed = {"modules_changed": self._changed, "unlocked": self._unlocked}
        return {"reference": {"release": self.release, "stale": stale} | changed}

    @cached_property
    def _changed(self) -> list[str]:
        return [key for key, reference in self._references.items() if is_changed(key, reference)]

    @cached_property
    def _unlocked(self) -> list[str]:
        return [key for key, reference in self._references.items() if not is_locked(key, reference)]

    def _judged(self) -> list[Record]:
        return list(self.records.values())


def _loaded(key: str) -> dict[str, Listed]:
    """A paper's claims from its modules."""
    # What judges is slow to load.
    from verify.ledger.collect import modules

    return {claim.id: listed(claim) for module in modules(paper_of(key)) for claim in module.CLAIMS}
