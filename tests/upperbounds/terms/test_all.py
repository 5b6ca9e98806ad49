"""No upper bound is left out: each has a second writing, and a row in the report."""

import json
import re
from pathlib import Path

from tests.upperbounds.terms import test_claimed, test_descents, test_means, test_shapes, test_walks
from upperbounds.registry import PLACES, of_problem

SUBJECTS = (test_means, test_shapes, test_descents, test_claimed, test_walks)
"""Except for what is learnt, whose estimators the ties themselves are made of."""


def test_every_bound_is_tied() -> None:
    every = {f"{problem} {one.name}" for problem in PLACES for one in of_problem(problem)}
    tied = [tie.name for one in SUBJECTS for tie in one.TIES if "free constants" not in tie.name]
    assert sorted(tied) == sorted(every)


def test_the_report_names_claims_that_are_there_and_every_estimator() -> None:
    root = Path(__file__).parents[3]
    text = (root / "reports" / "bounds.md").read_text()
    for claim in re.findall(r"\b(?:kent|bassily|zhao|label)/[\w./-]+\w", text):
        key = claim.split("/")[0]
        locked = json.loads((root / "verify" / "papers" / key / "lock.json").read_text())["claims"]
        assert claim in locked
    for problem in PLACES:
        for one in of_problem(problem):
            assert one.name in text
