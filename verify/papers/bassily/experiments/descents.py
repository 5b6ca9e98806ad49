r"""Measurements for bassily Theorems 3.1 and 3.2: exact excess risks of private accelerated steps on quadratic losses.

The loss of a sample is h |theta|^2/2 - theta.z, z of mean h e_1 and covariance (1/4 - h^2)/d on each axis, within 1/2 of
0, so that for h <= 1/4 it is 1-Lipschitz on the unit ball and the minimiser is e_1. Steps are those of Lemma 6.1 for
gradients of fresh batches, without a projection. Where no gradient is truncated the noise does not depend on the
parameter, and mean and covariance of every iterate are linear recursions (`verify.study.risk.quadratic`, which tests hold
against runs user by user); the risk is the largest over curvatures h of up to 1/(2 eta), and 1/4. What a truncation can
change is at most its probability times L times the diameter.
"""

from collections.abc import Callable, Iterator

import numpy as np
import sympy

from lowerbounds.registry import best
from notation import symbols
from notation.setting import Setting
from upperbounds.optimisation.central import fresh
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.estimator import Oracle
from upperbounds.optimisation.local import truncated
from upperbounds.optimisation.losses import Linear
from upperbounds.optimisation.steps import AcceleratedSteps, accelerated
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily, bassily_central
from verify.kernel.statements import Case, FiniteCheck, Fit, Reading, Slopes
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.study.measuring.mean import FLOATS, enclosed
from verify.study.measuring.vectors import grid, rate_at
from verify.study.risk import quadratic

_DELTA, _STEPS = 1e-6, 4
CURVATURES = tuple(np.geomspace(1e-3, 1.0, 31).tolist())
"""In units of 1/(2 eta)."""
STEEPEST = 0.25
"""The largest curvature."""
_Making = Callable[[int, int, int, float], Oracle]


def _rotation(d: int) -> RandomRotation:
    return RandomRotation.draw(d, np.random.default_rng(0))


def _local(users: int, m: int, d: int, epsilon: float) -> Oracle:
    """Theorem 4.3 as corrected on the gradients of a batch, gamma = 1/(users m)."""
    return truncated(users, m, epsilon, 1.0, _DELTA, _rotation(d), 1 / (users * m))


def _steps_of(oracle: Oracle, d: int) -> AcceleratedSteps:
    """The steps of Lemma 6.1 at the oracle's variance, for any curvature of up to 1/(2 eta)."""
    return accelerated(_STEPS, Linear(d), Ball(d, 1.0), oracle.variance)


def loss_of(h: float, d: int) -> quadratic.Quadratic:
    """The quadratic loss at a curvature of at most 1/4."""
    mean = np.eye(d)[0]
    return quadratic.Quadratic(h * np.eye(d), (1 / 4 - h**2) / d * np.eye(d), mean)


def _excess(oracle: Oracle, users: int, m: int, d: int, h: float) -> float:
    """The exact excess risk at one curvature, where nothing is truncated."""
    loss = loss_of(h, d)
    noise = loss.oracle(users, m, oracle.plan.noise_variance)
    schedule = quadratic.usual_schedule(_STEPS, _steps_of(oracle, d).rate)
    return quadratic.accelerated(loss, np.zeros(d), *schedule, noise).excess


def _worst(making: _Making, n: int, m: int, d: int, epsilon: float) -> tuple[float, float]:
    """The largest excess risk over the curvatures, and what a truncation can add."""
    users = n // _STEPS
    oracle = making(users, m, d, epsilon)
    longest = min(1 / (2 * _steps_of(oracle, d).rate), STEEPEST)
    found = max(_excess(oracle, users, m, d, share * longest) for share in CURVATURES)
    return found, min(1.0, _STEPS * oracle.failure) * 2


def _measure(making: _Making) -> Callable[[Point, Settings], Reading]:
    def measure(point: Point, _: Settings) -> Reading:
        value, error = _worst(making, int(point["n"]), int(point["m"]), int(point["d"]), point["epsilon"])
        return Reading(value, error=error)

    return measure


def _fits(making: _Making, rate: sympy.Expr, n: float, m: float) -> tuple[Fit, ...]:
    """Exponents of the square root of a mean's private term, R = L = 1: the rate of Lemma 6.1's noise."""
    claimed = rate_at(sympy.sqrt(rate).subs(symbols.delta, sympy.Rational(1, 10**6)))
    measure, regime = _measure(making), "epsilon <= 1"
    return (
        Fit(regime, "n", grid("n", (n, 4 * n, 16 * n), m=m, d=4, epsilon=1.0), measure, claimed),
        Fit(regime, "m", grid("m", (m, 10 * m, 100 * m), n=2 * n, d=4, epsilon=1.0), measure, claimed),
        Fit(regime, "d", grid("d", (2, 8, 32), n=4 * n, m=m, epsilon=1.0), measure, claimed),
        Fit(regime, "epsilon", grid("epsilon", (0.25, 0.5, 1.0), n=4 * n, m=m, d=4), measure, claimed),
    )


_WITHOUT = symbols.D**2 / (symbols.n * symbols.m)
_LOCAL = (bassily.RATE - _WITHOUT).subs(symbols.D, 1)


_OVER = "m = 10^6 to 10^8 (local) and 10^7 to 10^9, d = 2 to 32, epsilon = 0.25 to 1, delta = 10^-6, T = 4"
OWN_DESCENTS_LOCAL = Claim(
    "bassily/own/descents/local",
    "ours, for Theorem 3.2 as corrected",
    Kind.EXPERIMENT,
    "exponents in n, m, d and epsilon of the exact excess risk, local model",
    corrected=Slopes(
        r"\text{exponents of the excess risk are those of } "
        r"RL\sqrt{\tfrac{d}{nm\varepsilon^2}\log(nm)\log(dnm)\log\tfrac1\delta}",
        _fits(_local, _LOCAL, 4e5, 1e6),
        f"n = 4 10^5 to 6.4 10^6, {_OVER}",
    ),
    note="Quadratic losses, the worst of 31 curvatures; at a fixed curvature the risk falls faster.",
)


def _central(users: int, m: int, d: int, epsilon: float) -> Oracle:
    """Algorithm 1 in the central model with Algorithm 6 and the least noise, gamma = 1/(users m)."""
    return fresh(users, m, epsilon, 1.0, _DELTA, _rotation(d), 1 / (users * m), True)


_CENTRAL = (bassily_central.RATE - _WITHOUT).subs(symbols.D, 1)
OWN_DESCENTS_CENTRAL = Claim(
    "bassily/own/descents/central",
    "ours, for Theorem 3.1's private term, by fresh batches",
    Kind.EXPERIMENT,
    "exponents in n, m, d and epsilon of the exact excess risk, central model",
    corrected=Slopes(
        r"\text{exponents of the excess risk are those of } "
        r"\tfrac{RL\sqrt d}{n\sqrt m\,\varepsilon}\sqrt{\log(nm)\log(dnm)\log\tfrac1\delta}",
        _fits(_central, _CENTRAL, 2e4, 1e7),
        f"n = 20,000 to 320,000, {_OVER}",
    ),
)


def _sandwich(settings: Settings) -> Iterator[Case]:
    cells = [(2 * 10**6, 10**6, 4, 0.5)]
    if not settings.quick:
        cells += [(10**6, 10**7, 8, 1.0), (4 * 10**6, 10**6, 2, 0.25)]
    for n, m, d, epsilon in cells:
        for problem, making in (("optimisation", _local), ("optimisation-central", _central)):
            oracle = making(n // _STEPS, m, d, epsilon)
            value, error = _worst(making, n, m, d, epsilon)
            found = enclosed(value, error)
            lower = best(problem, Setting(n, m, d, epsilon, delta=_DELTA))
            steps = _steps_of(oracle, d)
            upper = steps.excess(Linear(d), Ball(d, 1.0), oracle.variance) + error
            at = {"n": n, "m": m, "d": d, "epsilon": epsilon, "delta": _DELTA, "problem": problem}
            yield Case(at | {"side": "risk <= explicit bound"}, found, enclosed(upper))
            yield Case(at | {"side": "lower bound <= risk"}, enclosed(lower.value), found)


OWN_DESCENTS_SANDWICH = Claim(
    "bassily/own/descents/sandwich",
    "ours, for Theorems 3.1 and 3.2",
    Kind.EXPERIMENT,
    "lower bound <= exact excess risk <= explicit bound",
    corrected=FiniteCheck(
        r"\ell(n,m,d,\varepsilon,\delta)\le\max_h\left(\mathbb{E}F_h(\hat\theta)-\min F_h\right)\le U(n,m,d,\varepsilon,\delta)",
        "(n, m, d, epsilon) = (2 10^6, 10^6, 4, 0.5) (full: two more), delta = 10^-6, T = 4, both models",
        _sandwich,
        granted=FLOATS,
    ),
    note="The lower bound holds for the worst law of all convex losses; the quadratic ones are already above it.",
)

CLAIMS = (
    OWN_DESCENTS_LOCAL,
    OWN_DESCENTS_CENTRAL,
    OWN_DESCENTS_SANDWICH,
)
