"""One thread for linear algebra, set before numpy is first imported, and few looks for garbage."""

import gc

import pytest

import verify  # noqa: F401  (processes are what runs in parallel)

# Expressions are many small objects, of which few die in circles: to look for these as often as Python does by itself
# takes a twentieth to an eighth of the time. While tests are collected none is looked for, and what they import is then
# set apart.
gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage again, among what the tests make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()
