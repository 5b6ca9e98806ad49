"""One thread for linear algebra, set before numpy is first imported, and few looks for garbage."""

import gc
from collections import Counter
from pathlib import Path

import pytest

import verify  # noqa: F401  (processes are what runs in parallel)

# Expressions are many small objects, of which few die in circles: to look for these as often as Python does by itself
# takes a twentieth to an eighth of the time. While tests are collected none is looked for, and what they import is then
# set apart.
gc.disable()

HERE = Path(__file__).parent
QUICK = frozenset(
    HERE / f"{name}.py"
    for name in (
        "test_words",
        *(f"upperbounds/channels/test_{name}" for name in ("channels", "geometric", "inversion")),
        *(f"upperbounds/classification/test_{name}" for name in ("classifiers", "votes")),
        "upperbounds/optimisation/test_losses",
        "upperbounds/density/test_basis",
        "upperbounds/protocols/test_protocol",
        "upperbounds/regression/test_bounds",
        "upperbounds/selection/test_covers",
        "upperbounds/sparse/test_sparse",
        "upperbounds/transforms/test_transforms",
        *(f"lowerbounds/information/test_{name}" for name in ("contraction", "divergences", "scores")),
        *(f"lowerbounds/methods/test_{name}" for name in ("families", "two_point")),
        *(f"lowerbounds/selection/test_{name}" for name in ("approximate", "floors")),
        "lowerbounds/classification/test_bumps",
        "lowerbounds/regression/test_bumps",
        *(f"verify/kernel/calculus/test_{name}" for name in ("asked_for", "false_statements")),
        "verify/study/risk/test_laws",
        "verify/study/test_table",
    )
)
"""The files of `pytest -m quick`: of most packages some that take a few seconds, less than a minute in all."""

SLOW = tuple(
    HERE / f"{name}.py"
    for name in (
        "conformance/test_conformance",
        *(f"verify/papers/{key}/test_teeth" for key in ("kent", "label", "zhao", "bassily")),
        "verify/study/test_estimate",
        "conformance/test_trusted",
        "verify/kernel/rocq/test_chains",
        "verify/ledger/rocq/test_closed",
        "verify/ledger/test_broken_bounds",
        "verify/site/lessons/test_running",
        *(f"verify/study/test_{name}" for name in ("kinds", "optimise", "plan")),
        "verify/study/experiments/test_experiments",
        "verify/site/test_pages",
        "verify/cli/test_plan",
    )
)
"""The files that take longest, some with few tests: they begin first, so that no process has one alone at the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a list that names a file which is gone; files are given to processes in the order of their collection."""
    if gone := sorted(str(path) for path in {*QUICK, *SLOW} if not path.is_file()):
        raise pytest.UsageError(f"QUICK or SLOW in tests/conftest.py: no such file: {', '.join(gone)}")
    config.option.loadscopereorder = False


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m quick` other files are not even imported, which alone would take half a minute."""
    asked = config.option.markexpr == "quick" and collection_path.suffix == ".py"
    return True if asked and collection_path not in QUICK else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is quick; begin with the slow files, and go on with those of many tests."""
    for item in items:
        if item.path in QUICK:
            item.add_marker("quick")
    many, first = Counter(item.path for item in items), {path: place for place, path in enumerate(SLOW)}
    items.sort(key=lambda item: (first.get(item.path, len(first)), -many[item.path], str(item.path)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage again, among what the tests make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()
