"""No bound is left out: each has a second writing, and a row in the report."""

import re
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import Any, get_type_hints

from lowerbounds.classification import bumps as labels
from lowerbounds.mean.best import BOUNDS
from lowerbounds.methods.bounds import Bound
from lowerbounds.registry import PLACES
from lowerbounds.regression import bumps as regressions
from tests.lowerbounds.again import (
    test_density,
    test_learnt,
    test_mean,
    test_mixture,
    test_optimisation,
    test_selection,
    test_sparse,
    test_vectors,
)

SUBJECTS = (
    test_mean,
    test_vectors,
    test_sparse,
    test_density,
    test_mixture,
    test_optimisation,
    test_selection,
    test_learnt,
)


def registered() -> set[str]:
    """The names of all bounds that a problem yields, by what its `registered` module and the mean's list hold."""
    held = [*BOUNDS, *(x for place in set(PLACES.values()) for x in vars(_module(place)).values())]
    return {x.__name__ for x in held if isfunction(x) and not x.__name__.startswith("_") and _returns_a_bound(x)}


def _module(place: str) -> Any:
    return import_module(f"lowerbounds.{place}.registered")


def _returns_a_bound(function: Any) -> bool:
    found = get_type_hints(function).get("return")
    return isinstance(found, type) and issubclass(found, Bound)


def test_every_bound_is_tied_and_in_the_report() -> None:
    words = {word for subject in SUBJECTS for tie in subject.TIES for word in tie.name.replace(":", " ").split()}
    table = (Path(__file__).parents[3] / "reports" / "bounds.md").read_text().split("## Lower bounds")[1]
    names = registered()
    assert len(names) > 45
    assert names - words == set()
    assert {name for name in names if not re.search(rf"\b{name}\b", table)} == set()
    for name in (*labels.LABEL_BOUNDS, *regressions.REGRESSION_LABEL_BOUNDS, "user-classification", "user-regression"):
        assert name.removesuffix("-local").removesuffix("-central").removesuffix("-heavy") in words & set(table.split())
