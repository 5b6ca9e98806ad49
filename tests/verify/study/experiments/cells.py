"""Cells for the tests of sweeps that are killed: in a module that imports little, since processes begin with it."""

import time

from verify.study.experiments.sweep import Cell

XS: list[Cell] = [{"x": x} for x in range(40)]


def slow(cell: Cell) -> dict[str, float]:
    """A cell that takes a while, for the test that kills."""
    time.sleep(0.02)
    return {"value": cell["x"] / 7, "none": float("nan")}
