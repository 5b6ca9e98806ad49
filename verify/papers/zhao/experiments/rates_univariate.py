"""Measurements for zhao Theorems 1 and 2: exponents, the sandwich, and agreement of the routes to the risk."""

from collections.abc import Iterator

from upperbounds.mean import zhao
from verify.kernel.statements import Agreement, Case, Comparison, FiniteCheck, Fit, Slopes
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.study.measuring.mean import FLOATS, bound_at, grid, risk_at, routes, sandwich, simulated_slope

_RISK = risk_at(zhao.algorithm1, 3)
_BOUND = bound_at(zhao.bound)


def _users(settings: Settings) -> list[Point]:
    values = (1e5, 1.5e5, 2e5) if settings.quick else (1e5, 1.5e5, 2e5, 3e5, 4e5)
    return grid("n", values, m=1024, epsilon=1.0)


OWN_SLOPE_N = Claim(
    "zhao/own/slope/n",
    "ours, for Theorem 1",
    Kind.EXPERIMENT,
    "the exponent in n",
    corrected=Slopes(
        r"\text{exponent of the risk in } n \text{ is that of the explicit bound}",
        (Fit("printed constants", "n", _users, _RISK, _BOUND),),
        "n from 100,000 (quick: 3 values to 200,000; full: 5 to 400,000), m = 1024, epsilon = 1; worst of 3 positions",
    ),
)


def _samples(settings: Settings) -> list[Point]:
    return grid("m", (16, 256, 4096) if settings.quick else tuple(4**k for k in range(2, 8)), n=1e5, epsilon=1.0)


OWN_SLOPE_M = Claim(
    "zhao/own/slope/m",
    "ours, for Theorem 1",
    Kind.EXPERIMENT,
    "the exponent in m",
    corrected=Slopes(
        r"\text{exponent of the risk in } m \text{ is that of the explicit bound}",
        (Fit("printed constants", "m", _samples, _RISK, _BOUND),),
        "m from 16 to 4,096 (full: to 16,384), n = 100,000, epsilon = 1; worst of 3 positions",
    ),
)


def _epsilons(_: Settings) -> list[Point]:
    return grid("epsilon", (0.4, 0.55, 0.75), n=4e5, m=1024)


OWN_SLOPE_EPSILON = Claim(
    "zhao/own/slope/epsilon",
    "ours, for Theorem 1",
    Kind.EXPERIMENT,
    "the exponent in epsilon",
    corrected=Slopes(
        r"\text{exponent of the risk in } \varepsilon \text{ is that of the explicit bound}",
        (Fit("printed constants", "epsilon", _epsilons, _RISK, _BOUND),),
        "epsilon = 0.4, 0.55, 0.75; n = 400,000, m = 1024; worst of 3 positions",
    ),
    note="For epsilon above 1 the bound's term 32 pi D^2/(nm), which is far above the true bias, flattens it: "
    "its exponent is then no longer that of the risk.",
)


def _simulated(settings: Settings) -> Iterator[Comparison]:
    yield simulated_slope(zhao.algorithm1, grid("m", (64, 256, 1024), n=2000, epsilon=2.0), "m", settings, 12, 0.0)
    yield simulated_slope(zhao.algorithm1, grid("n", (1000, 2000, 4000), m=256, epsilon=2.0), "n", settings, 13, 0.0)


OWN_SLOPE_SIMULATED = Claim(
    "zhao/own/slope/simulated",
    "ours, for Theorem 1",
    Kind.EXPERIMENT,
    "exponents by Monte Carlo",
    corrected=Agreement(
        r"\text{exponents in } n, m \text{ by Monte Carlo are those of the exact risk}",
        "m = 64..1,024 at n = 2,000; n = 1,000..4,000 at m = 256; epsilon = 2, mean 0; 20,000 repetitions a point",
        _simulated,
        "an exponent off by 0.25",
    ),
)


def _sandwich(settings: Settings) -> Iterator[Case]:
    points = [(100_000, 64, 1.0), (100_000, 1024, 1.0), (100_000, 64, 2.0)]
    if not settings.quick:
        points += [(200_000, 4096, 1.0), (200_000, 256, 0.8), (100_000, 64, 4.0), (400_000, 64, 0.5)]
    return sandwich(zhao.algorithm1, zhao.bound, points)


OWN_SANDWICH = Claim(
    "zhao/own/sandwich",
    "ours, for Theorems 1 and 2",
    Kind.EXPERIMENT,
    "lower bound <= risk on the hard instance <= explicit bound",
    corrected=FiniteCheck(
        r"L(n,m,\varepsilon)\le R(\hat\mu;\pm Ds)\le \sup R(\hat\mu)\le U(n,m,\varepsilon)",
        "n from 100,000, where the explicit bound is below D^2; m = 64, 1,024; epsilon = 1, 2 (full: 7 points)",
        _sandwich,
        granted=FLOATS,
    ),
    note="The printed constants make the explicit bound useful from about n = 12,000 at epsilon = 1, m = 10,000.",
)


def _routes(settings: Settings) -> Iterator[Comparison]:
    return routes(zhao.algorithm1, [(40, 25, 1.0, 0.1), (200, 64, 2.0, 0.26)], settings, 10)


OWN_ROUTES = Claim(
    "zhao/own/routes",
    "ours, for Algorithm 1",
    Kind.EXPERIMENT,
    "exact risk, Monte Carlo on aggregates and user by user agree",
    corrected=Agreement(
        r"R_{\text{exact}}=R_{\text{aggregates}}=R_{\text{per user}}",
        "(n, m, epsilon, mean) = (40, 25, 1, 0.1), (200, 64, 2, 0.26)",
        _routes,
        "a halved noise scale",
    ),
)

CLAIMS = (
    OWN_SLOPE_N,
    OWN_SLOPE_M,
    OWN_SLOPE_EPSILON,
    OWN_SLOPE_SIMULATED,
    OWN_SANDWICH,
    OWN_ROUTES,
)
