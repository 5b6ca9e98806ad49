"""Lower bounds of densities: each next to the same number written again."""

from collections.abc import Callable
from math import exp, pi, sqrt
from typing import Any

import pytest
from scipy.integrate import quad

from lowerbounds.density import bumps as density_bumps
from lowerbounds.density import ellipsoid as of_ellipsoid
from lowerbounds.density import floor as density_floor
from lowerbounds.density import kent_proposition5, kent_theorem9, wave
from lowerbounds.density.bumps import highest
from lowerbounds.density.papers import bump
from lowerbounds.mean.best import all_bounds
from lowerbounds.numerics.enclosures import ball
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import (
    CLOSE,
    RECORDED,
    SEARCHED,
    Tie,
    Unseen,
    agree,
    another_constant_is_seen,
    every_defect_is_seen,
    of,
    route_of,
)


def _bumps(told: dict[str, Any], n: int, m: int, beta: int, x: float, r: float) -> float:
    s, bumps_ = of(told, "s", "bumps")
    k, (norm, energy) = int(bumps_), again.bump_squares(beta)
    assert s < 1
    assert s * s * k ** (2 * beta) * energy <= r * r * pi ** (2 * beta) * (1 + CLOSE)
    name = route_of(told)
    unknown = (
        1 - again.known(n * again.kappa(x) / k)
        if name == "information of one sign"
        else again.left(name, k, s, 1 / k, n, m, x)
    )
    return norm * s * s * unknown


def _wave(told: dict[str, Any], n: int, m: int, beta: int, x: float, r: float) -> float:
    return max(bound.value for bound in all_bounds(n, m, x, 1.0)) * min(r / 2**beta, 0.7071) ** 2


def _area(f: Callable[[float], float], low: float, high: float) -> float:
    return float(quad(f, low, high, epsabs=0, epsrel=1e-12)[0])


def _ellipsoid(told: dict[str, Any], n: int, m: int, beta: int, x: float, r: float) -> float:
    """The prior's information by an integral over the ball's radius, sums over frequencies by integrals of powers."""
    first, last, slack, q = of(told, "first", "last", "slack", "q")
    k = round(2 * (last - first + 1))
    squares = _area(lambda f: (2 * f) ** (2 * beta), first - 0.5, last + 0.5)
    inverse = _area(lambda f: (2 * f) ** (-2 * beta), first - 0.5, last + 0.5)
    # A function of frequency f is at most sqrt(2) times the length of its two coefficients.
    rho = min(r, slack / sqrt(2 * inverse))
    mass = _area(lambda t: t ** (k - 1) * (1 - t * t) ** q, 0, 1)
    steep = _area(lambda t: t ** (k + 1) * (1 - t * t) ** (q - 2), 0, 1)
    information = (2 * q) ** 2 * steep / mass / k * 2 * squares / rho**2
    message = min((exp(x / 2) - exp(-x / 2)) ** 2 / 4, k * again.lean(x) ** 2)
    return k * k / (n * m * message / (1 - rho * sqrt(2 * inverse)) + information)


def _theorem9(told: dict[str, Any], n: int, m: int, beta: int, x: float, r: float) -> float:
    if x > 1:
        return 0.0
    k, size = int(told["bumps"]), r * r * pi ** (2 * beta) * float(bump(beta)[0].lower())
    # Densities are at least 1/2.
    assert r * pi**beta / (2 * k**beta) * float(bump(beta)[1].mid()) <= 0.5
    second = (1 + 2 * size / k ** (2 * beta + 1)) ** m - 1
    return size / 8 / k ** (2 * beta) * (1 - sqrt(21 * n * x * x / k * second))


TIES = (
    Tie(
        "density bumps",
        density_bumps,
        _bumps,
        ((300, 9, 1, 0.75, 2.0), (20, 3, 2, 2.0, 0.5)),
        ("density.bumps:cube", "density.bumps:squares", "density.bumps:_beta_integral"),
    ),
    Tie("density floor", density_floor, _bumps, ((5, 3, 1, 0.75, 2.0),), ("density.bumps:_information",)),
    Tie(
        "density: the largest bumps",
        lambda k, beta, r: ball(highest(k, beta, r)),
        lambda k, beta, r: min(r * (pi / k) ** beta / sqrt(again.bump_squares(beta)[1]), 1 - 2.0**-20),
        ((3, 1, 0.5), (9, 2, 1.0), (1, 1, 50.0)),
        ("density.bumps:highest", "density.bumps:squares"),
    ),
    Tie(
        "density ellipsoid",
        of_ellipsoid,
        _ellipsoid,
        ((300, 9, 1, 0.75, 2.0), (2000, 30, 2, 2.0, 0.5), (2, 3, 1, 0.5, 0.25), (9, 2, 2, 6.0, 40.0)),
        tuple(f"density.ellipsoid:{name}" for name in ("van_trees_value", "radius", "_integral", "ellipsoid")),
    ),
    Tie("density wave", wave, _wave, ((20, 3, 2, 2.0, 9.0), (20, 3, 1, 0.75, 0.5)), ("density.waves:wave",)),
    Tie(
        "density kent_proposition5",
        kent_proposition5,
        lambda told, n, m, beta, x, r: (
            min(r, 1) ** 2 / 128 * (9 / (3328 * n * min(x, x * x))) ** (2 * beta) if n * min(x, x * x) >= 1 else 0.0
        ),
        ((20, 3, 1, 0.75, 0.5), (20, 3, 2, 2.0, 9.0), (16, 3, 1, 0.25, 1.0), (15, 3, 1, 0.25, 1.0)),
        ("density.papers:kent_proposition5",),
    ),
    Tie(
        "density kent_theorem9",
        kent_theorem9,
        _theorem9,
        ((10**4, 100, 1, 0.5, 1.0), (10**5, 3, 2, 1.0, 2.0), (10, 1, 1, 0.5, 1e3), (10**4, 3, 1, 1.25, 1.0)),
        ("density.papers:kent_theorem9",),
        close=1e-6,
    ),
)
UNSEEN: Unseen = {
    SEARCHED: (
        ("density.papers:kent_theorem9", "k = max("),
        ("density.papers:kent_theorem9", "middle ="),
        ("density.papers:kent_theorem9", "for step in"),
        ("density.papers:kent_theorem9", "top <="),
    ),
    RECORDED: (
        ("", "checked_vector("),
        ("", "return VectorBound("),
    ),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.parametrize(
    ("name", "path", "constant"),
    [
        ("density: the largest bumps", "lowerbounds.density.bumps", "_LARGEST"),
    ],
)
def test_other_constants_of_modules_are_seen(
    name: str, path: str, constant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [tie] = [one for one in TIES if one.name == name]
    another_constant_is_seen(tie, path, constant, monkeypatch)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=120, most=50)
