"""Lower bounds of excess risks: each next to the same number written again."""

from math import sqrt
from typing import Any

import pytest

from lowerbounds.optimisation import excess_risk as losses
from lowerbounds.optimisation import pure
from lowerbounds.optimisation.scores import score_bound
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import (
    ABOVE,
    RECORDED,
    SEARCHED,
    Tie,
    Unseen,
    agree,
    every_defect_is_seen,
    of,
    route_of,
)

LOSS_AT = (
    (2, 900, 40, 0.5, 1.0, 2.0),
    (40, 2, 3, 1.0, 1.0, 1.0),
    (40, 2, 3, 1.25, 1.0, 1.0),
    (13, 2, 3, 0.5, 2.0, 1.0),
    (11, 2, 3, 0.5, 2.0, 1.0),
    (40, 9, 2, 0.5, 2.0, 3.0),
    (400, 1, 5, 0.25, 1.0, 1.0),
    (2, 3, 9, 0.25, 1.0, 2.0),
)


def _sharp(told: dict[str, Any], n: int, m: int, d: int, x: float, L: float, R: float, delta: float) -> float:
    spent, name = (2 * x if delta else x), route_of(told)
    away = 2 * (1 - (1 - delta) ** n)
    (s,) = of(told, "s")
    unknown = (
        1 - again.known(n * again.kappa(spent) / d)
        if name == "information of one sign"
        else again.left(name, d, s, 1.0, n, m, spent)
    )
    return max(0.0, L * R * again.excess_at(s, unknown, away))


def _approximately(told: dict[str, Any], n: int, m: int, d: int, x: float, L: float, R: float, delta: float) -> float:
    if 32 * n * delta <= 1 and 16 * n * x * x <= d:
        return L * R / 16
    rate = sqrt(d / (n * m)) / x
    return L * R * rate / 128 if x <= 0.5 and 4 * n * x * x >= d and 256 * n * delta <= rate else 0.0


_LOSS = "optimisation.excess_risk"
TIES = (
    Tie(
        "bassily_local",
        losses.bassily_local,
        lambda told, n, m, d, x, L, R: L * R / 32 * sqrt(d / (n * m)) / x if x <= 1 and n * x * x >= d else 0.0,
        LOSS_AT,
        (f"{_LOSS}:bassily_local",),
    ),
    Tie(
        "bassily_few_users",
        losses.bassily_few_users,
        lambda told, n, m, d, x, L, R: max(0.0, L * R / 4 * (1 - x * sqrt(n / d))),
        LOSS_AT,
        (f"{_LOSS}:bassily_few_users",),
    ),
    Tie(
        "bassily_statistical",
        losses.bassily_statistical,
        lambda told, n, m, d, x, L, R: L * R / 5 / sqrt(n * m),
        LOSS_AT,
        (f"{_LOSS}:bassily_statistical",),
    ),
    Tie(
        "bassily_approximate",
        losses.bassily_approximate,
        _approximately,
        (
            *((*given, delta) for given in LOSS_AT for delta in (0.0, 1e-6, 1e-3, 0.1)),
            *(
                (n, 1, 4, 0.25, 1.0, 2.0, delta)
                for n, delta in ((4, 2.0**-7), (4, 0.0079), (5, 0.0), (16, 2.0**-11), (16, 0.0005), (15, 0.0))
            ),
            (8, 1, 4, 0.5, 1.0, 2.0, 0.0),
            (8, 1, 4, 0.75, 1.0, 2.0, 0.0),
        ),
        (f"{_LOSS}:bassily_approximate",),
    ),
    Tie(
        "cube_sharp",
        losses.cube_sharp,
        _sharp,
        tuple((*given, delta) for given in LOSS_AT[::3] for delta in (0.0, 1e-5)),
        (f"{_LOSS}:cube_sharp", f"{_LOSS}:_cube"),
    ),
    Tie(
        "pure_server",
        pure.pure_server,
        lambda told, n, m, d, x, L, R: L * R * again.pure(route_of(told), n, m, d, x, *of(told, "alpha")),
        LOSS_AT,
        ("optimisation.pure:pure_server",),
    ),
    *(
        Tie(
            f"pure_server: {way}",
            pure.WAYS[way],
            lambda alpha, m, d, way=way: again.tau(way, m, d, alpha),
            ((0.25, 3, 2), (0.5, 40, 3), (1, 2, 3)),
            (f"optimisation.pure:{function}",),
        )
        for way, function in (
            ("a direction in few samples", "sparse_distance"),
            ("signs of a small bias", "biased_distance"),
        )
    ),
    Tie(
        "score_bound",
        score_bound,
        lambda told, n, m, d, x, L, R, delta: L * R * _best_bias(n, m, d, x, delta),
        tuple((*given, delta) for given in LOSS_AT for delta in (0.0, 1e-6, 1e-2, 0.5)),
        ("optimisation.scores:score_bound", "optimisation.scores:leak"),
    ),
)


def _best_bias(n: int, m: int, d: int, x: float, delta: float) -> float:
    """alpha kappa - alpha^2 G at the best alpha up to 1: from its values at 1/2 and 1."""
    one, half = again.scored(n, m, d, x, delta, 1.0), again.scored(n, m, d, x, delta, 0.5)
    # scored(alpha) = kappa alpha - G alpha^2, so that four times the half less the whole is kappa.
    steep = 4 * half - one
    cost = steep - one
    best = min(1.0, steep / (2 * cost))
    return steep * best - cost * best**2


UNSEEN: Unseen = {
    SEARCHED: (
        ("optimisation.excess_risk:cube_sharp", "start ="),
        ("optimisation.excess_risk:cube_sharp", "max(found"),
        ("optimisation.excess_risk:cube_sharp", "found.append"),
        ("optimisation.pure:pure_server", "max(found"),
    ),
    ABOVE: (
        ("optimisation.excess_risk:bassily_local", "total ="),
        ("optimisation.excess_risk:bassily_local", "steps ="),
        ("optimisation.excess_risk:bassily_few_users", "steps ="),
        ("optimisation.excess_risk:bassily_statistical", "overlap ="),
    ),
    RECORDED: (
        ("", "checked_vector("),
        ("optimisation.excess_risk:bassily_few_users", "family ="),
        ("optimisation.excess_risk:bassily_statistical", "family ="),
        ("optimisation.excess_risk:_cube", "return SignCube"),
    ),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=140, most=50)
