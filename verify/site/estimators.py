"""What each registered estimator does: by name, for the page to which every mention of a name leads."""

from dataclasses import dataclass
from functools import cache

import sympy

from upperbounds.registry import PLACES
from verify.study.problems import PROBLEMS


@dataclass(frozen=True)
class _Entry:
    """An estimator of one problem: what it does, whose it is, its symbolic rate in LaTeX, and what it needs."""

    problem: str
    title: str
    source: str
    rate: str
    needs: tuple[str, ...]


@cache
def estimators() -> dict[str, tuple[_Entry, ...]]:
    """All registered estimators by name, each with an entry a problem."""
    found: dict[str, list[_Entry]] = {}
    for name in PLACES:
        for made in PROBLEMS[name].estimators:
            needs = {
                "a trusted server": made.trusted,
                "i.i.d. users": made.needs_one_law,
                "no privacy of users": not made.protects_users,
            }
            told = tuple(word for word, holds in needs.items() if holds)
            found.setdefault(made.name, []).append(_Entry(name, made.title, made.source, sympy.latex(made.rate), told))
    return {name: tuple(entries) for name, entries in sorted(found.items())}


def address(name: str) -> str | None:
    """Where an estimator is described, from the site's root; None where the name is of none."""
    return f"estimators.html#{name}" if name in estimators() else None
