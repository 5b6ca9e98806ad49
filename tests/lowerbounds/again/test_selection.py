"""Lower bounds of sparse vectors and of bodies by their coefficients: each next to the same number written again."""

from collections.abc import Callable
from fractions import Fraction
from math import exp, log
from typing import Any

import pytest

from lowerbounds.selection import approximate, floors
from notation.setting import Setting
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import (
    ANOTHER_WAY,
    RECORDED,
    REFUSED,
    SEARCHED,
    Tie,
    Unseen,
    agree,
    another_constant_is_seen,
    every_defect_is_seen,
)

_FLOORS, _NEAR = "selection.floors", "selection.approximate"
SPACES = ("linf", "l2", "l1", "sparse", "sobolev")
APPROXIMATE = (
    Setting(3, 2, 6, 0.5, 2.0, s=2, beta=1, r=1.5, delta=1e-3),
    Setting(2, 1, 40, 1.5, 1.0, s=3, beta=2, r=4.0, delta=1e-2),
    Setting(9, 1, 5, 0.25, 1.0, s=1, beta=1, r=0.5, delta=0.2),
    Setting(3, 1, 5, 0.5, 1.0, s=1, delta=0.05),
    Setting(3, 1, 5, 0.5, 1.0, s=1, delta=0.06),
)


def _packed(space: str, a: Setting, wrong: Callable[[float], float]) -> float:
    most = min(a.d, int(4 * a.n * a.epsilon) + 4) if space == "sobolev" else a.d
    codes = []
    if space == "sparse":
        for blocks in {a.s, 1}:
            length = a.d // blocks
            codes += [(blocks * log(2 * length * 2**j), again.blocks_gap(length, 2**j, a.D)) for j in range(40)]
    return again.best_packing(again.bodies(space, a.d, a.s, a.D, a.beta, a.r, most), wrong, codes)


def _theorem11(told: dict[str, Any], space: str, a: Setting) -> float:
    total = a.n * min(a.epsilon, a.epsilon**2) + log(2)
    return _packed(space, a, lambda y: (1 - total / y) / 3 if y > 0 else -1.0) if 6 * a.n * a.delta <= 1 else 0.0


def _pure_part(told: dict[str, Any], space: str, a: Setting) -> float:
    kept = (1 - a.delta) ** a.n

    def wrong(y: float) -> float:
        named = y + log(kept)
        fano = kept * (1 - (a.n * again.kappa(a.epsilon) + log(2)) / named) if named > 0 else -1.0
        return max(fano, kept - exp(min(a.n * a.epsilon - y, 600.0)))

    return _packed(space, a, wrong)


def _blocks(told: dict[str, Any], n: int, m: int, d: int, x: float, D: float, s: int) -> float:
    """At the best of all powers of two."""
    length, found = d // s, []
    for j in range(40):
        wrong = again.wrong_letter(n * again.kappa(x) / s, 2 * length * 2**j)
        found.append(s * again.blocks_gap(length, 2**j, D) ** 2 / 4 * wrong)
    return max(found)


def _opposite(n: int, x: float) -> float:
    """The squared affinity of n responses: (2 sqrt(pq))^(2n)."""
    keep = 1 / (1 + exp(-x))
    return (4 * keep * (1 - keep)) ** n


def _coefficients(told: dict[str, Any], n: int, m: int, d: int, x: float, beta: int, r: float) -> float:
    k = int(told["coefficients"])
    size, share = k * again.width_of_coefficients(k, beta, r) ** 2, n * again.kappa(x) / k
    return size * max(
        1 - again.known(share), again.shannon("linf", k, n * again.kappa(x)) / k, _opposite(n, x) if k == 1 else 0.0
    )


TIES = (
    Tie(
        "blocks_floor",
        floors.blocks_floor,
        _blocks,
        ((3, 2, 6, 0.5, 2.0, 2), (9, 1, 5, 1.0, 1.0, 5), (20, 1, 5, 1.0, 1.0, 1)),
        (
            f"{_FLOORS}:blocks_floor",
            f"{_FLOORS}:wrong_letter",
            "selection.packings:Blocks.letters",
            "selection.packings:Blocks.gap",
        ),
    ),
    Tie(
        "two_points_floor",
        floors.two_points_floor,
        lambda told, n, m, d, x, D, squared: D**2 * squared * _opposite(n, x),
        ((3, 2, 6, 0.5, 2.0, Fraction(6)), (2, 1, 5, 2.0, 1.0, Fraction(1))),
        (f"{_FLOORS}:two_points_floor", f"{_FLOORS}:_affinity_squared"),
    ),
    Tie(
        "sparse_floor",
        floors.sparse_floor,
        lambda told, n, m, d, x, D, s: max(
            _blocks(told, n, m, d, x, D, s),
            D**2 * s * (1 - again.known(n * again.kappa(x) / s)),
            D**2 * again.shannon("linf", s, n * again.kappa(x)),
            D**2 * s * _opposite(n, x),
        ),
        ((3, 2, 6, 0.5, 2.0, 2), (9, 1, 40, 1.0, 1.0, 5), (30, 1, 5, 2.0, 1.0, 1)),
        (f"{_FLOORS}:sparse_floor",),
    ),
    Tie(
        "coefficients_floor",
        floors.coefficients_floor,
        _coefficients,
        (
            (3, 2, 6, 0.5, 1, 2.0),
            (2, 1, 40, 2.0, 2, 9.0),
            (1, 1, 3, 0.25, 1, 0.5),
            (5, 1, 40, 3.0, 2, 5.0),
            (5, 1, 40, 3.0, 1, 0.5),
            (20, 1, 40, 3.0, 1, 0.5),
        ),
        (f"{_FLOORS}:coefficients_floor", f"{_FLOORS}:coefficient_width"),
    ),
    Tie(
        "kent_theorem11",
        approximate.kent_theorem11,
        _theorem11,
        tuple((space, a) for space in SPACES for a in APPROXIMATE),
        (f"{_NEAR}:kent_theorem11", f"{_NEAR}:_best", f"{_NEAR}:_bodies", f"{_NEAR}:_cube", f"{_NEAR}:_codes"),
        close=1e-6,
    ),
    Tie(
        "approximate_floor",
        approximate.approximate_floor,
        _pure_part,
        tuple((space, a) for space in SPACES for a in APPROXIMATE),
        (f"{_NEAR}:approximate_floor",),
        close=1e-3,
    ),
)
UNSEEN: Unseen = {
    SEARCHED: (
        ("selection.floors:coefficients_floor", "found.append"),
        ("selection.floors:coefficients_floor", "if k == 1"),
        ("selection.floors:coefficients_floor", "in sizes("),
        ("selection.approximate:_bodies", "most ="),
    ),
    RECORDED: (
        ("", "checked_vector("),
        ("", "return bound_of("),
    ),
    REFUSED: (("selection.floors:coefficients_floor", "within("),),
    ANOTHER_WAY: (
        ("selection.floors:wrong_letter", "unknown, most ="),
        ("selection.floors:wrong_letter", "in range(60)"),
        ("selection.approximate:approximate_floor", "return kept"),
    ),
    "of more coefficients than any size here has: tests/lowerbounds/selection/test_floors.py": (
        ("selection.floors:coefficient_width", "(k + 3)"),
    ),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.parametrize(
    ("name", "path", "constant"),
    [
        ("kent_theorem11", "lowerbounds.selection.approximate", "_RARE"),
        ("blocks_floor", "lowerbounds.selection.packings", "_INNER"),
    ],
)
def test_other_constants_of_modules_are_seen(
    name: str, path: str, constant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [tie] = [one for one in TIES if one.name == name]
    another_constant_is_seen(tie, path, constant, monkeypatch)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=180, most=50)
