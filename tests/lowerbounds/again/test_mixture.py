"""Lower bounds of mixtures: each next to the same number written again."""

from fractions import Fraction
from math import pi, sqrt
from typing import Any

import pytest

from lowerbounds.information.scores import information_kept
from lowerbounds.mixture import bounds as mixtures
from lowerbounds.numerics.enclosures import ball
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import (
    RECORDED,
    SEARCHED,
    Tie,
    Unseen,
    agree,
    another_constant_is_seen,
    every_defect_is_seen,
)


def _lightest(told: dict[str, Any], n: int, m: int, K: int, x: float, D: float) -> float:
    """At the best of many s."""
    weight = 1 / (2 * K) if K > 1 else 1.0
    sizes = [1 / K * 1.02**-i for i in range(250)]
    return D**2 * max(s * s * (1 - again.unlike(x, weight * again.apart(m, s))) ** (2 * n) for s in sizes)


def _light_scores(told: dict[str, Any], n: int, m: int, K: int, x: float, D: float) -> float:
    """What a message keeps is the code's, tested alone."""
    weight = Fraction(1, 2 * K) if K > 1 else Fraction(1)
    found = []
    for part in (1 / 64, 1 / 8, 1 / 2, 15 / 16):
        u = part / K**2
        # E|X - mean|^3 = (1 - u)(1 + u) of a sign whose variance is 1 - u.
        off = (1 - u) * (1 + u) / (1 - u) ** 1.5 / sqrt(m)
        kept = float(information_kept(x, ball(off), weight).mid())
        found.append(1 / (n * m * kept / (1 - u) + pi**2 / u))
    return D**2 * max(found)


TIES = (
    Tie(
        "mixture light_scores",
        mixtures.light_scores,
        _light_scores,
        ((400, 3000, 3, 0.5, 2.0), (10**4, 400, 2, 1.0, 1.0), (30, 2, 1, 5.0, 1.0)),
        ("mixture.bounds:light_scores", "mixture.bounds:_lightest_weight"),
        close=1e-6,
    ),
    Tie(
        "mixture separated",
        mixtures.separated,
        lambda told, n, m, K, x, D: (
            D**2 * K**3 / (151200 * n * m * x * x)
            if K >= 2 and x <= 1 and n * m * x * x >= K**4 and n * x * x >= K * K
            else 0.0
        ),
        (
            (400, 9, 2, 0.5, 2.0),
            (40, 900, 3, 1.0, 1.0),
            (16, 4, 2, 0.5, 1.0),
            (58, 1, 2, 0.5, 1.0),
            (15, 9, 2, 0.5, 1.0),
            (90, 9, 2, 1.25, 1.0),
            (9, 9, 1, 1.0, 1.0),
        ),
        ("mixture.bounds:separated",),
    ),
    Tie(
        "mixture shifted",
        mixtures.shifted,
        lambda told, n, m, K, x, D: D**2 / K * (1 - again.unlike(x, 1 / K)) ** (2 * n),
        ((40, 9, 3, 0.5, 2.0), (3, 1, 2, 3.0, 1.0)),
        ("mixture.bounds:shifted",),
    ),
    Tie(
        "mixture lightest",
        mixtures.lightest,
        _lightest,
        ((400, 3, 3, 0.5, 2.0), (30, 2, 2, 2.0, 1.0), (30, 2, 1, 1.0, 1.0)),
        ("mixture.bounds:lightest",),
        close=5e-3,
    ),
)
UNSEEN: Unseen = {
    SEARCHED: (
        ("mixture.bounds:lightest", "starts"),
        ("mixture.bounds:lightest", "root ="),
    ),
    RECORDED: (("mixture.bounds:separated", "conditions ="),),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.parametrize(
    ("name", "path", "constant"),
    [
        ("mixture separated", "lowerbounds.mixture.bounds", "CONSTANT"),
    ],
)
def test_other_constants_of_modules_are_seen(
    name: str, path: str, constant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [tie] = [one for one in TIES if one.name == name]
    another_constant_is_seen(tie, path, constant, monkeypatch)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=40, most=30)
