"""kent Theorem 11 and ours: volumes, a scan for the best radius, protocols that leak with probability delta."""

from dataclasses import replace
from math import exp, factorial, gamma, log, pi, sqrt, tanh

import numpy as np
import pytest

from lowerbounds.registry import bounds_of
from lowerbounds.selection import approximate, approximate_floor, kent_theorem11
from lowerbounds.selection.packings import Blocks
from notation.parameters import ParameterError
from notation.setting import Setting
from verify.study.problems import PROBLEMS

SPACES = ("linf", "l2", "l1", "sparse", "sobolev")


@pytest.mark.parametrize("k", [1, 2, 3, 8])
def test_bodies_have_their_volumes(k: int) -> None:
    ball = pi ** (k / 2) / gamma(1 + k / 2)
    volumes = {"linf": 6.0**k, "l2": ball * 3.0**k, "l1": 6.0**k / factorial(k), "sparse": 6.0**k}
    for space, volume in volumes.items():
        found = dict(approximate._bodies(space, Setting(9, 1, k, 1.0, 3.0, s=k)))
        assert float(found[k]) == pytest.approx((volume / ball) ** (2 / k), rel=1e-12)


def scanned(a: Setting, rho: float, k: int) -> tuple[float, float]:
    """Both bounds over one body by a scan of Delta, with (8)'s brackets written again."""
    radii = sqrt(rho) * np.exp(-np.linspace(0, 12, 200_001))
    names = k / 2 * np.log(rho / (2 * radii) ** 2)
    kept = (1 - a.delta) ** a.n
    theorem = (1 - (a.n * min(a.epsilon, a.epsilon**2) + log(2)) / names) / 3
    divergences = kept * (1 - (a.n * a.epsilon * tanh(a.epsilon / 2) + log(2)) / (names + log(kept)))
    factors = kept - np.exp(a.n * a.epsilon - names)
    good = names + log(kept) > 0.1
    ours = np.maximum(np.where(good, divergences, 0.0), factors)
    return float(np.max(radii**2 * np.where(names > log(2), theorem, 0.0))), float(np.max(radii**2 * ours))


@pytest.mark.parametrize("delta", [0.0, 0.004])
@pytest.mark.parametrize(("n", "epsilon", "d"), [(1, 0.3, 1), (20, 0.4, 3), (40, 2.0, 8), (3, 1.0, 2)])
def test_the_radius_is_the_best(n: int, epsilon: float, d: int, delta: float) -> None:
    a = Setting(n, 7, d, epsilon, 2.0, delta=delta)
    for space in ("linf", "l2"):
        ((k, rho),) = approximate._bodies(space, a)
        theorem, ours = scanned(a, float(rho), k)
        assert kent_theorem11(space, a).value == pytest.approx(theorem, rel=1e-6)
        assert approximate_floor(space, a).value == pytest.approx(ours, rel=1e-6)
        assert kent_theorem11(space, a).value < approximate_floor(space, a).value


LEAKY = [(2, 0.1, 0.05), (4, 4.0, 0.2), (20, 0.5, 0.005), (20, 0.1, 0.3), (8, 2.0, 0.6), (30, 1.0, 1e-6)]


def attained(problem: str, at: Setting) -> float:
    """The worst risk of the best estimator if each user sends their point with probability delta: all must not."""
    about = PROBLEMS[problem]
    pure = min(about.risk(estimator, replace(at, delta=0.0)).value for estimator in about.estimators)
    return float((1 - at.delta) ** at.n * min(pure, about.trivial(at)))


@pytest.mark.parametrize("space", ["linf", "sparse"])
def test_protocols_that_leak_are_above_the_floors(space: str) -> None:
    """Planted: the bounds at delta = 0 for a delta above it, and Theorem 11 beyond its delta."""
    caught = {"pure": False, "beyond": False}
    for n, epsilon, delta in LEAKY:
        at = Setting(n, 4, 2, epsilon, delta=delta)
        risk = attained(f"infinite-{space}", at)
        assert max(bound.value for bound in bounds_of(f"infinite-{space}", at)) <= risk
        caught["pure"] |= approximate_floor(space, replace(at, delta=0.0)).value > risk
        caught["beyond"] |= kent_theorem11(space, replace(at, delta=0.0)).value > risk
    assert all(caught.values())


def test_bounds_for_pure_privacy_are_not_given_where_delta_is_not_0() -> None:
    for space in SPACES:
        at = Setting(40, 4, 6, 0.5, s=2, delta=1e-3)
        sources = {bound.source for bound in bounds_of(f"infinite-{space}", at)}
        assert sources == {"kent Theorem 11", "ours, by the pure part of approximate messages"}
        assert sources < {bound.source for bound in bounds_of(f"infinite-{space}", replace(at, delta=0.0))}


@pytest.mark.parametrize("space", SPACES)
def test_they_fall_with_delta_and_the_theorem_ends_at_a_sixth(space: str) -> None:
    at = Setting(50, 4, 6, 0.5, 2.0, s=2)
    values = [approximate_floor(space, replace(at, delta=x)).value for x in (0.0, 1e-9, 1e-3, 0.05, 0.5)]
    assert values == sorted(values, reverse=True)
    assert 0 < values[-1] < values[0]
    inside, outside = (kent_theorem11(space, replace(at, delta=x)).value for x in (1 / 301, 1 / 299))
    assert inside == kent_theorem11(space, at).value > 0 == outside
    assert kent_theorem11(space, replace(at, m=10**9)).value == inside


def test_codes_gain_where_places_are_many() -> None:
    """Against the cube of s known coordinates; and the code's own value by hand."""
    at = Setting(10, 1, 10**6, 0.5, s=1, delta=1e-4)
    assert kent_theorem11("sparse", at).value > 2 * kent_theorem11("linf", replace(at, d=1)).value
    code = Blocks(1, 10**6, 1, 1)  # type: ignore[arg-type]
    by_hand = float(code.gap) ** 2 / 4 * (1 - (10 * 0.25 + log(2)) / log(code.letters)) / 3
    assert kent_theorem11("sparse", at).value == pytest.approx(by_hand, rel=1e-12)


def test_small_logarithms_say_nothing() -> None:
    """Where P N < 1 the bracket of divergences would be above 1."""
    at = Setting(100, 1, 1, 0.01, delta=0.5)
    assert approximate_floor("sparse", at).value <= exp(100 * log(0.5))
    with pytest.raises(ParameterError, match="space = 'lp': must be one of linf, l2"):
        kent_theorem11("lp", at)
