"""The walk's recursion next to its second writing, and what every single defect of its code does to the comparison."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.planted import Generated, forget, generated
from tests.upperbounds.test_walk import ASTRAY, LOST, SMALL, TINY
from tests.upperbounds.walk_again import worst_risk
from upperbounds.mean.walk_bound import Distances, worst_risks
from upperbounds.protocols.walk import Walk

CLOSE = 1e-9
WIDE = Walk("wide", 60, 25, 3.0, 1 / 12, 12, 1, 3, (5, 4, 2, 2, 1), 9, 5, 4, 11, 6, 3, (7, 2, 1), 5, 3)
UNSHRUNK = Walk("unshrunk", 31, 9, 0.7, 1 / 10, 10, 3, 1, (1, 7), 4, 3, 3, 1, 3, 2, (2, 9), 3, 3)
PLANS = (
    (WIDE, 2, 0.4),
    (SMALL, 3, 1.0),
    (LOST, 1, 1.0),
    (UNSHRUNK, 2, 1.0),
    (ASTRAY, 1, 1.0),
    (replace(TINY, recentring=1), 1, 1.0),
    (replace(SMALL, levels=4, group=1), 1, 1.0),
    (replace(WIDE, name="heavy", order=2.5), 1, 1.0),
    (replace(WIDE, name="nearly bounded", order=30.0), 1, 1.0),
    (replace(WIDE, name="heavier", order=4.0, m=100, close=1, test=9), 1, 0.7),
)
"""Every kind of round, one walk and two, even and odd levels, steps that grow, moments: plan, its rows, the share."""
FUNCTIONS = (
    *(
        f"mean.walk_bound:Distances.{name}"
        for name in (
            "length", "lower", "upper", "answers", "nearness", "watched", "last", "rising", "stepped", "_majorities",
            "recentred",
        )
    ),
    *(f"mean.walk_bound:{name}" for name in ("most_second_moment", "majority", "_shifted", "worst_risks")),
    *(
        f"mean.stop_loss:{name}"
        for name in ("excess", "stop_loss", "chernoff", "StopLoss.__call__", "few_moments", "cut_at", "excess_of")
    ),
)  # fmt: skip
SAME = {
    "2 -> 1 in after = int(falls[-1]) + 2": "where it no longer falls, the maximum with one cell more is the same",
    "2 -> 4 in after = int(falls[-1]) + 2": "the same",
    "2 -> 4 in wide = np.empty((*values.shape[:-1], size + 2 * margin))": "room that is not read",
    "1.0 -> 2.0 in ends = channel.second_moment(np.array([0.0, 1.0]) * float(channel.half_width)) * scale ** 2":
        "numbers beyond the end count as the end",
    "1 -> 0.5 in return chance if group == 1 else at_least(np.array(group // 2 + 1), group, chance)":
        "the formula holds for a group of one, too",
    "1 -> 2 in return chance if group == 1 else at_least(np.array(group // 2 + 1), group, chance)": "the same",
    "1 -> 0.5 in points = np.asarray(_STEP * np.arange(round(last / _STEP) + 1), dtype=np.float64)":
        "as many points",
    "1.0 -> 0.5 in cuts = np.maximum(_CUTS * math.sqrt(m), 1.0)":
        "an excess over less than D is more than few moments allow",
    **{
        f"200.0 -> {other} in grown = (np.expm1(np.minimum(u, 200.0)) - u) * m / top[:, None] ** 2":
            "exponents that are never the best"
        for other in ("100.0", "400.0")
    },
    **{
        f"700.0 -> {other} in return np.asarray(np.min(np.exp(np.minimum(exponents, 700.0))"
        " + math.sqrt(m) * excess_of(cuts, order), axis=-1))": "numbers that are never the least"
        for other in ("350.0", "1400.0")
    },
}  # fmt: skip
"""Defects that change no bound, and why."""


def is_near(plan: Walk, rows: int, share: float) -> bool:
    """Whether both writings are one number."""
    expected = worst_risk(plan, rows, share)
    return abs(float(worst_risks(plan, [plan], rows, share)[0]) - expected) <= CLOSE * expected


def rises() -> bool:
    """Whether `rising` is the running maximum outwards, of numbers that fall again and again."""
    cells, rng = Distances(SMALL, 2), np.random.default_rng(1)
    middle = 2 * SMALL.cells
    for ends in range(1, middle):
        values = np.sort(rng.random((3, 2, 2 * middle)), axis=-1)
        values[..., :middle] = values[..., :middle][..., ::-1]
        # Far out it rises on its own.
        values[0, 0, middle + ends] = values[2, 1, middle - 1 - ends] = 0.0
        expected = np.concatenate(
            [
                np.maximum.accumulate(values[..., :middle][..., ::-1], axis=-1)[..., ::-1],
                np.maximum.accumulate(values[..., middle:], axis=-1),
            ],
            axis=-1,
        )
        if not np.array_equal(cells.rising(values), expected):
            return False
    return True


@pytest.mark.parametrize("given", PLANS, ids=lambda given: given[0].name)
def test_the_recursion_is_its_second_writing(given: tuple[Walk, int, float]) -> None:
    assert is_near(*given)


def test_rising_is_the_running_maximum() -> None:
    assert rises()


def defects() -> Iterator[Generated]:
    for where in FUNCTIONS:
        yield from generated(where, "upperbounds")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_the_recursion_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Constants doubled and halved, other exponents, min for max, terms dropped: all but those that are the same."""
    unseen, number = set(), 0
    try:
        for defect in defects():
            number += 1
            with monkeypatch.context() as patch:
                defect.put(patch)
                if "stop_loss" in defect.where:
                    forget()
                if survives():
                    unseen.add(defect.told)
    finally:
        forget()
    assert unseen == set(SAME)
    assert number > 250


def survives() -> bool:
    """Whether neither comparison nor an error shows it."""
    try:
        return all(is_near(*given) for given in PLANS) and rises()
    except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError):
        return False
