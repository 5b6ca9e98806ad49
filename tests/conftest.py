"""One thread for linear algebra, set before numpy is first imported, and few looks for garbage."""

import gc
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
        *(f"upperbounds/optimisation/test_{name}" for name in ("central", "losses")),
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
        "lowerbounds/density/test_density",
        "lowerbounds/regression/test_bumps",
        *(f"verify/calculus/test_{name}" for name in ("asked_for", "false_statements")),
        "verify/risk/test_laws",
        "verify/study/test_table",
    )
)
"""The files of `pytest -m quick`: of each package some that take a few seconds, a minute in all."""


def pytest_configure() -> None:
    """Refuse a list that names a file which is gone."""
    if gone := sorted(str(path) for path in QUICK if not path.is_file()):
        raise pytest.UsageError(f"QUICK in tests/conftest.py: no such file: {', '.join(gone)}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m quick` other files are not even imported, which alone would take half a minute."""
    asked = config.option.markexpr == "quick" and collection_path.suffix == ".py"
    return True if asked and collection_path not in QUICK else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is quick."""
    for item in items:
        if item.path in QUICK:
            item.add_marker("quick")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage again, among what the tests make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()
