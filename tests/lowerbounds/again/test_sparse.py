"""Lower bounds of sparse means: each next to the same number written again."""

from collections.abc import Callable
from math import e, exp, log, log1p, sqrt
from typing import Any

import pytest

from lowerbounds.methods.bounds import Bound
from lowerbounds.sparse import extra as beyond
from lowerbounds.sparse import hidden as of_blocks
from lowerbounds.sparse import kent as sparse
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import REFUSED, SEARCHED, Tie, Unseen, agree, every_defect_is_seen, of

SPARSE_AT = (
    (2, 1, 60, 27, 0.5, 1.0),
    (2, 1, 60, 28, 1.0, 1.0),
    (2, 1, 60, 28, 1.25, 1.0),
    (3, 2, 60, 40, 0.5, 2.0),
    (400, 9, 400, 50, 1.0, 1.0),
    (40, 3, 60, 40, 3.0, 1.0),
    (40, 9, 20, 3, 0.75, 1.0),
)


def _sparse(bound: Callable[..., Bound], value: Callable[..., float]) -> Tie:
    return Tie(
        bound.__name__,
        bound,
        lambda told, n, m, d, s, x, D: D**2 * value(n, m, d, s, x),
        SPARSE_AT,
        (f"sparse.kent:{bound.__name__}", "sparse.kent:_minimum", "sparse.kent:_bound"),
    )


def _dense(d: int, s: int) -> bool:
    return 16 * log(e * d) / 3 <= s


def _information(places: int, n: int, m: int, x: float, delta: float) -> float:
    """The mean over places of the KL of all messages from a law without it, by chi-squares."""
    t = exp(x)
    second = (1 + delta**2) ** m - 1
    near = again.near(1 / (1 + (t - 1) * min(sqrt(second) / 2, 1.0)))
    return n / places * near * second * min((t - 1) ** 2 / (4 * t), places * again.lean(x) ** 2)


def _hidden(told: dict[str, Any], n: int, m: int, d: int, s: int, x: float, D: float) -> float:
    """Blocks of places, each with two signs; a message's KL from an empty block, by its chi-square."""
    (delta,) = of(told, "delta")
    places = d // s
    share = _information(places, n, m, x, delta)
    apart = min(sqrt(share / 2), sqrt(1 - exp(-share)))
    return max(s * (delta * D) ** 2 * (1 - 1 / (2 * places) - apart), 0.0)


def _extra(told: dict[str, Any], n: int, m: int, d: int, s: int, x: float, D: float) -> float:
    """Of s coordinates one may be missing: what likelihood ratios show of it, by a multiple of KL and a constant."""
    delta, rho, slope, far = of(told, "delta", "rho", "lambda", "Y")
    places = d - s + 1
    odds = s * (1 - rho) / rho / places
    steep = slope / (1 + far) + (1 + 2 * odds) / (1 + odds)
    assert 0 < slope <= 1
    assert slope * (1 + odds * far) * log1p(far) <= far
    shown = slope * _information(places, n, m, x, delta) + steep - slope - slope * log(steep / slope)
    return max((1 - rho) * s * (delta * D) ** 2 * (1 - shown), 0.0)


TIES = (
    Tie(
        "extra",
        beyond.extra,
        _extra,
        (*SPARSE_AT, (300, 2, 60, 4, 0.5, 1.0), (30, 2, 60, 7, 2.0, 3.0), (9, 3, 900, 1, 4.0, 1.0)),
        ("sparse.extra:extra", "sparse.extra:missed", "sparse.hidden:divergence"),
    ),
    Tie(
        "hidden",
        of_blocks.hidden,
        _hidden,
        (*SPARSE_AT, (1, 1, 2, 2, 0.5, 1.0), (30, 2, 60, 7, 2.0, 3.0), (1, 3, 900, 1, 4.0, 1.0)),
        ("sparse.hidden:hidden", "sparse.hidden:unknown", "sparse.hidden:divergence"),
    ),
    _sparse(
        sparse.theorem7,
        lambda n, m, d, s, x: s / 128 * again.sparse_least(m, d / (84 * n * x * x)) if x <= 1 and _dense(d, s) else 0.0,
    ),
    _sparse(
        sparse.theorem7_every_epsilon,
        lambda n, m, d, s, x: (
            s * x * x / (256 * exp(x) * (exp(x) - 1) ** 2) * again.sparse_least(m, d / (n * x * x))
            if _dense(d, s)
            else 0.0
        ),
    ),
    _sparse(
        sparse.any_sparsity,
        lambda n, m, d, s, x: (
            s / 64 * (4 * d) ** (-1 / s) * again.sparse_least(m, d / (84 * n * x * x)) if x <= 1 else 0.0
        ),
    ),
)
UNSEEN: Unseen = {
    SEARCHED: (("sparse.extra:extra", "max(found"),),
    REFUSED: (("sparse.extra:missed", "if not ("),),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=60, most=10)
