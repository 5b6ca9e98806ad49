"""Plots: both sides of a claim's inequality at the parameters of its evidence, and the predictions of a fitted rule."""

import math
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError
from verify.files import check_writable
from verify.kernel.statements.claim import Claim
from verify.ledger.reading import Record


def plotter(claim: Claim, along: str | None, path: Path) -> Callable[[Record], None]:
    """The function that draws the first inequality of the printed statement (ours if none is printed) from its record.

    Raises:
        ParameterError: where the claim is no inequality in finitely many variables, has no such variable, or the file
            is neither PNG nor SVG or cannot be written.
    """
    # Only a plot needs matplotlib, and it is slow to load.
    from verify.site.drawing.relation import draw, relations
    from verify.site.drawing.style import check_suffix, save

    check_suffix(path)
    check_writable(path)
    sides = [(name, side) for name in ("printed", "corrected") if (side := getattr(claim, name)) is not None]
    found = ((name, relation) for name, side in sides for relation in relations(side) if relation.variables)
    name, relation = next(found, ("", None))
    if relation is None:
        raise ParameterError(f"id = {claim.id!r}: no inequality between expressions in variables, so nothing to plot")
    names = [variable.symbol.name for variable in relation.variables]
    if along not in (None, *names):
        raise ParameterError(f"along = {along!r}: not a variable of the inequality; allowed: {', '.join(names)}")

    def plot(entry: Record) -> None:
        if entry[name] is None:
            raise ParameterError(f"id = {claim.id!r}: the run has no {name} statement of it, so nothing to plot")
        at = _numbers(entry[name]["evidence"].get("parameters", {}), names)
        save(draw(relation, at, along, f"{claim.id}, {name}: {entry[name]['verdict']}"), path)

    return plot


def _numbers(parameters: dict[str, object], names: list[str]) -> dict[str, float]:
    """The parameters of the evidence that are variables and plain rationals."""
    found = {}
    for name in names:
        top, _, bottom = str(parameters.get(name, "")).partition("/")
        try:
            number = float(top) / float(bottom or 1)
        except (ValueError, ZeroDivisionError):
            continue
        if math.isfinite(number):
            found[name] = number
    return found


def rule_plotter(path: Path, features: Sequence[str], label: str, classes: int = 0) -> Callable[[Any, str], None]:
    """The function that draws a fitted rule under a title, with axes named by the columns.

    Raises:
        ParameterError: before anything is learnt, where the features are more than two or the classes more than the
            colours, or the file is neither PNG nor SVG or cannot be written.
    """
    from verify.site.drawing.rule import check, draw
    from verify.site.drawing.style import check_suffix, save

    check(len(features), classes)
    check_suffix(path)
    check_writable(path)

    def plot(rule: Any, title: str) -> None:
        with warnings.catch_warnings():
            # Columns may be named in letters that the font has not: boxes stand for them.
            warnings.filterwarnings("ignore", message="Glyph", category=UserWarning)
            save(draw(rule, features, label, title), path)

    return plot
