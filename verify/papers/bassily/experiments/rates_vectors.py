"""Measurements for bassily Theorems 4.1 and 4.3 as corrected: exponents in n, m, d and epsilon, and the sandwich.

Data are +-1 on the first axis. Where every coordinate's crude mean is within one bin width of its target and every
user mean within tau, nothing is truncated, and the estimate is the mean of all data with Gaussian noise: its risk is
(1 - mean^2)/(nm) + d sigma^2/n in the local model, with d sigma^2 in the central one. What all else can change is at
most its probability times what an error can be; the probability of a wrong bin is exact in the local model.
"""

import math
from collections.abc import Callable, Iterator

import numpy as np
import sympy
from scipy.stats import binom

from lowerbounds.mean.ours import nonprivate
from notation import symbols
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily, bassily_central
from verify.kernel.statements import Agreement, Case, Comparison, FiniteCheck, Fit, Reading, Slopes
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.sample_mean import mean_of_squares
from verify.study.measuring.mean import FLOATS, enclosed
from verify.study.measuring.vectors import FAR, axis, grid, rate_at
from verify.study.risk import SignLaw, VectorRisk, exact_stages, stream

_DELTA = 1e-6


def _rotation(d: int) -> RandomRotation:
    return RandomRotation.draw(d, np.random.default_rng(0))


def _local(n: int, m: int, d: int, epsilon: float) -> bassily.LocalTruncatedMean:
    """Theorem 4.3 as corrected, one rotation, R = 1."""
    return bassily.local_truncated_mean(n, m, epsilon, 1.0, _DELTA, _rotation(d))


def _wrong_bins(plan: bassily.LocalTruncatedMean, m: int, mean: float) -> float:
    """A bound on P(some coordinate's winning midpoint is farther than a bin width from its target): exact laws added."""
    where = plan.localisation
    group = 2 * where.split.fold
    voting = TwoStage(plan.name, 2 * group, m, where.vote.epsilon, where.bins, where.vote, 0.0, 0.0)
    total = 0.0
    # Signs of a rotation make the coordinates of an axis +-1/sqrt(d), so that there are two laws at most.
    entries, counts = np.unique(where.rotation.forward(axis(plan.dimension)[None])[0], return_counts=True)
    for entry, number in zip(entries.tolist(), counts.tolist(), strict=True):
        stages = exact_stages(voting, SignLaw(mean * entry, abs(entry)))
        far = np.abs(where.bins.middle(np.arange(where.bins.count)) - mean * entry) > where.bins.width
        total += number * (float(np.sum(stages.winner[far])) + stages.uncertain)
    return total


def _far_users(n: int, m: int, tau: float, mean: float) -> float:
    """A bound on P(some user mean is farther than tau from the mean): n binomial tails, and room for their rounding."""
    low, high = (math.floor(m * (1 + mean - tau) / 2), math.ceil(m * (1 + mean + tau) / 2))
    tails = binom.cdf(low, m, (1 + mean) / 2) + binom.sf(high - 1, m, (1 + mean) / 2)
    return float(n * tails * (1 + 1e-6))


def _enclosed(
    plan: bassily.LocalTruncatedMean | bassily_central.CentralTruncatedMean,
    m: int,
    mean: float,
    noise: float,
    wrong: float,
) -> VectorRisk:
    """Variance and noise, and what can change them with probability `wrong` of a wrong bin, or where a user mean is far.

    `noise` is the variance of the noise in a coordinate of the estimate, by the sigma that the plan draws with.

    Raises ValueError unless means within tau are within reach of a crude mean that is within a bin's width in every
    coordinate. Of a single bin the midpoint is 0, and every mean is within 1 of it.
    """
    n, width, root = plan.n, float(plan.bins.width), math.sqrt(plan.coordinates)
    tau = bassily.concentration_radius(n, m, 1.0, 1 / (n * m))
    if (1.0 if plan.bins.count == 1 else root * width + tau) > plan.radius * (1 + 1e-12):
        raise ValueError(f"C = {plan.radius}: points are truncated although no bin is wrong")
    value = (1 - mean**2) / (n * m) + plan.dimension * noise
    chance = wrong + _far_users(n, m, tau, mean)
    # A projected mean is between the mean and a crude one, which is within sqrt(d) (1 + width) of 0.
    most = (3 + root * (1 + width)) ** 2
    return VectorRisk(value, chance * (most + value), chance)


def local_risk(n: int, m: int, d: int, epsilon: float, mean: float) -> VectorRisk:
    """The enclosed risk of Theorem 4.3's mean; the probability of a wrong bin by the exact law of the votes."""
    plan = _local(n, m, d, epsilon)
    return _enclosed(plan, m, mean, plan.sigma**2 / n, _wrong_bins(plan, m, mean))


_Risk = Callable[[int, int, int, float, float], VectorRisk]


def _measure(risk: _Risk) -> Callable[[Point, Settings], Reading]:
    def measure(point: Point, settings: Settings) -> Reading:
        found = risk(int(point["n"]), int(point["m"]), int(point["d"]), point["epsilon"], 0.0)
        return Reading(found.value, error=found.error)

    return measure


def _at_delta(rate: sympy.Expr) -> Callable[[Point], float]:
    return rate_at(rate.subs(symbols.delta, sympy.Rational(1, 10**6)))


def _fits(risk: _Risk, claimed: Callable[[Point], float], n: float) -> tuple[Fit, ...]:
    measure, regime, more = _measure(risk), "epsilon <= 1", (n / 10, n, 10 * n)
    return (
        Fit(regime, "n", grid("n", more, m=1e6, d=4, epsilon=1.0), measure, claimed),
        Fit(regime, "m", grid("m", (1e5, 1e6, 1e7), n=n, d=4, epsilon=1.0), measure, claimed),
        Fit(regime, "d", grid("d", (2, 8, 32), n=2 * n, m=1e6, epsilon=1.0), measure, claimed),
        Fit(regime, "epsilon", grid("epsilon", (0.25, 0.5, 1.0), n=2 * n, m=1e6, d=4), measure, claimed),
    )


_OVER = "m = 10^5 to 10^7, d = 2 to 32, epsilon = 0.25 to 1, delta = 10^-6; mean 0"
OWN_VECTORS_LOCAL = Claim(
    "bassily/own/vectors/local",
    "ours, for Theorem 4.3 as corrected",
    Kind.EXPERIMENT,
    "exponents in n, m, d and epsilon, local model",
    corrected=Slopes(
        r"\text{exponents of the risk are those of } \tfrac{R^2}{nm}+\tfrac{d\tau^2}{n\varepsilon^2}\log(dnm)\log\tfrac1\delta",
        _fits(local_risk, _at_delta(bassily.RATE), 1e6),
        f"n = 10^5 to 10^7, {_OVER}",
    ),
    note="tau is where n user means concentrate, R sqrt(log(nm)/m). Risks are enclosed: nothing is truncated but "
    "with a probability whose cost is added to the error.",
)


def _central(n: int, m: int, d: int, epsilon: float) -> bassily_central.CentralTruncatedMean:
    """Theorem 4.1 with explicit constants, one rotation, R = 1."""
    return bassily_central.central_truncated_mean(n, m, epsilon, 1.0, _DELTA, _rotation(d))


def central_risk(n: int, m: int, d: int, epsilon: float, mean: float) -> VectorRisk:
    """The same for Theorem 4.1's mean; the probability of a wrong bin as its explicit bound has it.

    That is the probability of a bin without data; where every user mean is within tau, a bin with data is near its target.
    """
    plan = _central(n, m, d, epsilon)
    return _enclosed(plan, m, mean, plan.sigma**2, plan.misses)


OWN_VECTORS_CENTRAL = Claim(
    "bassily/own/vectors/central",
    "ours, for Theorem 4.1 with explicit constants",
    Kind.EXPERIMENT,
    "exponents in n, m, d and epsilon, central model",
    corrected=Slopes(
        r"\text{exponents of the risk are those of its private term } "
        r"\tfrac{d\tau^2}{n^2\varepsilon^2}\log(dnm)\log\tfrac1\delta",
        _fits(central_risk, _at_delta(bassily_central.RATE - symbols.D**2 / (symbols.n * symbols.m)), 5e4),
        f"n = 5,000 to 500,000, {_OVER}",
    ),
)


def _sandwich(settings: Settings) -> Iterator[Case]:
    cells = [(10**5, 10**5, 4, 0.8), (5 * 10**5, 10**4, 32, 1.0)]
    if not settings.quick:
        cells += [(10**6, 10**4, 16, 0.5), (4 * 10**5, 10**4, 3, 1.0), (2 * 10**5, 10**5, 8, 0.7)]
    for n, m, d, eps in cells:
        for name, risk, bound in (
            ("bassily-local", local_risk, bassily.local_bound),
            ("bassily-central", central_risk, bassily_central.central_bound),
        ):
            lower = nonprivate(n, m, eps)
            for mean in (0.0, FAR):
                found = risk(n, m, d, eps, mean)
                upper = bound(n, m, eps, 1.0, _DELTA, _rotation(d))
                at = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": _DELTA, "estimator": name, "mean": mean}
                note = f"P(anything is truncated or a bin is wrong) <= {found.localisation_failure:.2g}"
                value = enclosed(found.value, found.error)
                yield Case(at | {"side": "risk <= explicit bound"}, value, enclosed(upper.value), note=note)
                if mean == 0.0:
                    yield Case(at | {"side": "lower bound <= risk"}, enclosed(lower.value), value, note=note)


OWN_VECTORS_SANDWICH = Claim(
    "bassily/own/vectors/sandwich",
    "ours, for Theorems 4.1 and 4.3",
    Kind.EXPERIMENT,
    "lower bound <= enclosed risk <= explicit bound",
    corrected=FiniteCheck(
        r"\frac{R^2}{(1+\sqrt{nm})^2}\le R(\hat\mu;P_0),\ "
        r"R(\hat\mu;P_\mu)\le U(n,m,d,\varepsilon,\delta)",
        "(n, m, d, epsilon) = (10^5, 10^5, 4, 0.8), (500,000, 10^4, 32, 1) (full: three more), "
        "delta = 10^-6; mu = 0, 0.9",
        _sandwich,
        granted=FLOATS,
    ),
    note="The lower bound holds for the worst law; the risk at mean 0 is already above it. It is that without "
    "privacy: no lower bound for the mean under approximate privacy is in the library.",
)


_USERS = ((600, 1000, 8, 1.0, 0.3), (14_000, 10**5, 2, 1.0, -0.6))


def _routes(settings: Settings) -> Iterator[Comparison]:
    """The enclosed risk against users: their means are drawn, which is what the plan makes of their samples."""
    for place, (n, m, d, eps, mean) in enumerate(_USERS[: 1 if settings.quick else None]):
        plan, rng = _local(n, m, d, eps), stream(settings.seed, 60, place, 0)
        squares = []
        for _ in range(200):
            means = 2 * rng.binomial(m, (1 + mean) / 2, size=(20, n, 1)) / m - 1
            errors = plan.run(means[..., None] * axis(d), rng) - mean * axis(d)
            squares.append(np.sum(errors**2, axis=1))
        found = np.concatenate(squares)
        risk = local_risk(n, m, d, eps, mean)
        # The error has all that a wrong bin or a far user can cost, so that what the draws need not show is in it.
        assert risk.error < 1e-3 * risk.value
        yield Comparison(
            {"n": n, "m": m, "d": d, "epsilon": eps, "mean": mean, "repetitions": len(found)},
            mean_of_squares(found),
            risk.value,
            risk.value - 0.75 * d * plan.sigma**2 / n,
            risk.error,
        )


OWN_VECTORS_ROUTES = Claim(
    "bassily/own/vectors/routes",
    "ours, for Theorem 4.3 as corrected",
    Kind.EXPERIMENT,
    "enclosed risk and Monte Carlo user by user agree",
    corrected=Agreement(
        r"R_{\text{enclosed}}=R_{\text{per user}}",
        "(n, m, d, epsilon, mean) = (600, 1,000, 8, 1, 0.3) (full: also (14,000, 10^5, 2, 1, -0.6))",
        _routes,
        "a halved noise scale",
    ),
)

CLAIMS = (
    OWN_VECTORS_LOCAL,
    OWN_VECTORS_CENTRAL,
    OWN_VECTORS_SANDWICH,
    OWN_VECTORS_ROUTES,
)
