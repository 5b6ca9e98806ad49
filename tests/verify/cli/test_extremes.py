"""Extreme budgets, and files that hold too little, in every problem: one clear line, or an answer that is finite."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.verify.cli.command_line import CommandLine
from tests.verify.cli.test_budget import CASES, line, ratecheck

__all__ = ["ratecheck"]


def numbers(document: Any) -> Iterator[float]:
    """All numbers of a document."""
    if isinstance(document, dict | list):
        for part in document.values() if isinstance(document, dict) else document:
            yield from numbers(part)
    elif isinstance(document, float):
        yield document


@pytest.mark.parametrize("epsilon", ["nan", -1, 1e-10, 1e31])
@pytest.mark.parametrize("problem", CASES)
def test_a_budget_that_is_none_is_refused(problem: str, epsilon: object, ratecheck: CommandLine) -> None:
    assert "psilon = " in ratecheck(*line(problem, epsilon=epsilon)).refusal


@pytest.mark.parametrize("epsilon", [1e-9, 700.0])
@pytest.mark.parametrize("problem", CASES)
def test_the_least_budget_and_a_vast_one_are_answered(problem: str, epsilon: float, ratecheck: CommandLine) -> None:
    """Little privacy is said, and no number is lost: null stands for nan."""
    ran = ratecheck(*line(problem, "--json", epsilon=epsilon))
    assert ran.status == 0, ran.err
    document = json.loads(ran.out)
    assert (document["protects_little"], document["draws"]) == (epsilon > 1, "exact")
    assert all(map(math.isfinite, numbers(document)))


FILES: dict[str, tuple[str, str]] = {
    "empty": ("", "is empty, or has no header line"),
    "a header alone": ("who,x,y,c\n", "holds no rows"),
    "a missing number": ("who,x,y,c\na,,0.5,0\nb,0.5,0.5,1\n", "line 2, x is missing: must be a finite number"),
    "a word": ("who,x,y,c\na,zero,0.5,0\nb,0.5,0.5,1\n", "line 2, x = 'zero': must be a number"),
    "NaN": ("who,x,y,c\na,NaN,0.5,0\nb,0.5,0.5,1\n", "line 2, x is 'NaN': must be a finite number"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("problem", CASES)
def test_a_file_without_data_is_one_line(problem: str, name: str, ratecheck: CommandLine) -> None:
    text, told = FILES[name]
    Path("data.csv").write_text(text, "utf-8")
    ran = ratecheck(*line(problem, "--budget", "b.json", "--budget-limit", "9,1e-6"))
    assert told in ran.refusal
    assert not Path("b.json").exists()
