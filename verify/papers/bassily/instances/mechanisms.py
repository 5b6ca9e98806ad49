"""Finite cases for the mechanisms of bassily Theorems 4.1 and 4.3: constants, divergences of all messages, bounds.

What the two models share is a function of a model; what differs is in `Local` and `Central`. The ball has radius 1.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, Protocol

import numpy as np
from flint import arb

from lowerbounds.numerics.enclosures import precise
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily, bassily_central
from upperbounds.vectors.bassily import LocalTruncatedMean
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Json, Settings, as_arb
from verify.papers.bassily.instances.mean_estimators import gaussian_delta
from verify.papers.bassily.instances.vote_counts import binomial

_EPSILONS, _DELTAS = (0.1, 0.37, 0.5, 0.73, 1.0), (0.5, 5e-3, 1e-5, 1e-8)
_RELATIVE = Fraction(1, 10**9)
_SHAPES = ((64, 10**4, 4), (5000, 10**4, 4), (75_000, 10**4, 4), (4000, 1, 16), (10**6, 50, 64), (32, 10, 1))
"""n, m, d. At epsilon = 0.37 a wrong bin is rare but not negligible at the second (central) and third (local)."""
_Cases = Callable[[Settings], Iterator[Case]]


def _signs(d: int) -> RandomRotation:
    """A rotation; its signs enter neither budgets nor bounds."""
    return RandomRotation(d, np.ones(d))


def _exact(number: float) -> arb:
    return as_arb(Fraction(float(number)))


class Model(Protocol):
    """The local or the central mechanism, and what the ledger's formulas say of a plan where the two differ."""

    def plan(self, n: int, m: int, d: int, epsilon: float, delta: float, gamma: float | None = None) -> Any:
        """The mechanism as it runs, at gamma = 1/(nm) by default."""
        ...

    def shipped(self, n: int, m: int, d: int, epsilon: float, delta: float) -> float:
        """The bound that ships with the estimator."""
        ...

    def divergence(self, plan: Any) -> arb:
        """The divergence at e^epsilon of all that depends on one user, from the plan's own constants."""
        ...

    def constants(self, plan: Any, reach: arb) -> Iterator[tuple[str, float, arb]]:
        """Sigma and the budget of a bin's choice, as the plan has them and by their formulas at C = `reach`."""
        ...

    def noise(self, plan: Any) -> arb:
        """The variance of the noise in a coordinate of the estimate."""
        ...

    def exponent(self, plan: Any) -> arb:
        """What exp(-exponent) bounds: P(an empty bin wins) for one coordinate and one such bin."""
        ...

    def gamma(self, n: int, m: int, d: int) -> float:
        """The gamma of the claim on the rate."""
        ...

    def multiple(self, d: int) -> int:
        """What n is a multiple of in that claim."""
        ...

    def rate(self, constant: int, n: int, m: int, d: int, epsilon: float, delta: float) -> arb:
        """The right side of that claim."""
        ...


@dataclass(frozen=True)
class Local:
    """Theorem 4.3 as corrected."""

    def plan(
        self, n: int, m: int, d: int, epsilon: float, delta: float, gamma: float | None = None
    ) -> LocalTruncatedMean:
        """Every user votes, and every user sends a noisy truncated mean."""
        return bassily.local_truncated_mean(n, m, epsilon, 1.0, delta, _signs(d), gamma=gamma)

    def shipped(self, n: int, m: int, d: int, epsilon: float, delta: float) -> float:
        """The local bound."""
        return bassily.local_bound(n, m, epsilon, 1.0, delta, _signs(d)).value

    @precise
    def divergence(self, plan: LocalTruncatedMean) -> arb:
        """Both messages of a user: two bits that differ, and the noise."""
        eps, shift = _exact(plan.epsilon), 2 * _exact(plan.radius) / _exact(plan.sigma)
        if plan.bins.count == 1:
            return arb(gaussian_delta(eps, shift))
        loss = _exact(plan.localisation.vote.epsilon) / 2
        keep = 1 / (1 + (-loss).exp())
        parts = ((keep**2, -2), (2 * keep * (1 - keep), 0), ((1 - keep) ** 2, 2))
        return sum((weight * gaussian_delta(eps + bits * loss, shift) for weight, bits in parts), arb(0))

    def constants(self, plan: LocalTruncatedMean, reach: arb) -> Iterator[tuple[str, float, arb]]:
        """sqrt(32), and half of epsilon for the votes."""
        eps, delta = _exact(plan.epsilon), _exact(plan.delta)
        yield "sigma", plan.sigma, reach * (32 * (as_arb(Fraction(5, 4)) / delta).log()).sqrt() / eps
        yield "the votes' budget", float(plan.localisation.vote.epsilon), eps / 2

    def noise(self, plan: LocalTruncatedMean) -> arb:
        """n independent noises over n."""
        return _exact(plan.sigma) ** 2 / plan.n

    def exponent(self, plan: LocalTruncatedMean) -> arb:
        """tanh(epsilon/8)^2 g/4, g users a coordinate: a fold of either half."""
        return (_exact(plan.epsilon) / 8).tanh() ** 2 * 2 * plan.localisation.split.fold / 4

    def gamma(self, n: int, m: int, d: int) -> float:
        """1/(nm)."""
        return 1 / (n * m)

    def multiple(self, d: int) -> int:
        """2d: all groups are equal."""
        return 2 * d

    def rate(self, constant: int, n: int, m: int, d: int, epsilon: float, delta: float) -> arb:
        """1/(nm) + constant d log(nm) log(dnm) log(1/delta)/(mn epsilon^2)."""
        logs = arb(n * m).log() * arb(d * n * m).log() * (1 / _exact(delta)).log()
        return arb(1) / (n * m) + constant * d * logs / (m * n * _exact(epsilon) ** 2)


@dataclass(frozen=True)
class Printed(Local):
    """Theorem 4.3 as printed."""

    def plan(
        self, n: int, m: int, d: int, epsilon: float, delta: float, gamma: float | None = None
    ) -> LocalTruncatedMean:
        """The same with the printed sigma and C."""
        return bassily.printed_local_truncated_mean(n, m, epsilon, 1.0, delta, _signs(d))


@dataclass(frozen=True)
class Central:
    """Theorem 4.1."""

    def plan(
        self, n: int, m: int, d: int, epsilon: float, delta: float, gamma: float | None = None
    ) -> CentralTruncatedMean:
        """Ranges by Algorithm 6, and one noise on the mean."""
        return bassily_central.central_truncated_mean(n, m, epsilon, 1.0, delta, _signs(d), gamma)

    def shipped(self, n: int, m: int, d: int, epsilon: float, delta: float) -> float:
        """The central bound."""
        return bassily_central.central_bound(n, m, epsilon, 1.0, delta, _signs(d)).value

    @precise
    def divergence(self, plan: CentralTruncatedMean) -> arb:
        """d answers of Algorithm 6, each no worse than randomized response, and the noise on the mean.

        The only answer that a single bin leaves tells nothing.
        """
        d, eps = plan.coordinates if plan.bins.count > 1 else 0, _exact(plan.epsilon)
        one, shift = _exact(plan.range_epsilon), 2 * _exact(plan.radius) / plan.n / _exact(plan.sigma)
        keep = 1 / (1 + (-one).exp())
        weights = (comb(d, k) * keep**k * (1 - keep) ** (d - k) for k in range(d + 1))
        return sum((w * gaussian_delta(eps - (2 * k - d) * one, shift) for k, w in enumerate(weights)), arb(0))

    def constants(self, plan: CentralTruncatedMean, reach: arb) -> Iterator[tuple[str, float, arb]]:
        """The noise of a mean of n at half of epsilon and delta; Theorem 2.4's share of epsilon for each range."""
        eps, delta = _exact(plan.epsilon), _exact(plan.delta)
        noise = 4 * reach * (2 * (as_arb(Fraction(5, 2)) / delta).log()).sqrt() / (plan.n * eps)
        yield "sigma", plan.sigma, noise
        yield (
            "the budget of one range",
            plan.range_epsilon,
            eps / (4 * (2 * plan.coordinates * (2 / delta).log()).sqrt()),
        )

    def noise(self, plan: CentralTruncatedMean) -> arb:
        """One noise."""
        return _exact(plan.sigma) ** 2

    def exponent(self, plan: CentralTruncatedMean) -> arb:
        """epsilon_r n/4."""
        return _exact(plan.range_epsilon) * plan.n / 4

    def gamma(self, n: int, m: int, d: int) -> float:
        """1/(dnm)."""
        return 1 / (d * n * m)

    def multiple(self, d: int) -> int:
        """1: all users answer for every coordinate."""
        return 1

    def rate(self, constant: int, n: int, m: int, d: int, epsilon: float, delta: float) -> arb:
        """82/(nm) + constant d log(dnm)^2 log(1/delta)/(m n^2 epsilon^2)."""
        logs = arb(d * n * m).log() ** 2 * (1 / _exact(delta)).log()
        return arb(82) / (n * m) + constant * d * logs / (m * n**2 * _exact(epsilon) ** 2)


LOCAL, PRINTED, CENTRAL = Local(), Printed(), Central()


def _near(value: float) -> arb:
    """A float that is right to a relative 10^-8, as a ball."""
    return _exact(value) * arb(1, 1e-8)


def spends(
    model: Model,
    shapes: tuple[tuple[int, int, int], ...],
    budgets: tuple[tuple[float, float], ...] = tuple(product(_EPSILONS, _DELTAS)),
    multiple: int = 1,
) -> _Cases:
    """The exact divergence next to a multiple of delta, at each (n, m, d) and (epsilon, delta).

    Again by the plan's own profile.
    """

    def cases(_: Settings) -> Iterator[Case]:
        for (eps, delta), (n, m, d) in product(budgets, shapes):
            plan = model.plan(n, m, d, eps, delta)
            parameters = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta, "bins": plan.bins.count}
            yield Case(
                parameters, model.divergence(plan), multiple * _exact(delta), left_again=_near(plan.spent_delta())
            )

    return cases


def _close(parameters: dict[str, Json], shipped: float, formula: arb, what: str) -> Case:
    return Case(parameters, abs(_exact(shipped) - formula), abs(formula) * as_arb(_RELATIVE), note=what)


def constants(model: Model) -> _Cases:
    """tau', C, sigma and the budget of the plan next to their formulas, at gamma = 1/(nm)."""

    def cases(_: Settings) -> Iterator[Case]:
        for (n, m, d), eps, delta in product(_SHAPES, (0.37, 1.0), (0.5, 1e-8)):
            plan = model.plan(n, m, d, eps, delta)
            tau = (1 + (2 * arb(n * n * m).log()).sqrt()) / arb(m).sqrt()
            spread = (2 * arb(8 * n * n * m * d).log()).sqrt()
            reach = tau * (1 + 2 * spread)
            parameters = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta}
            yield _close(parameters, float(plan.bins.width) / 2, (tau * spread / arb(d).sqrt()).min(arb(1)), "tau'")
            yield _close(parameters, plan.radius, reach, "C")
            for what, used, formula in model.constants(plan, reach):
                yield _close(parameters, used, formula, what)

    return cases


def concentrated(half: int = 2) -> _Cases:
    """P(some |mean of m signs - mu| > tau) next to gamma, exact; tau = (1 + sqrt(half log(n/gamma)))/sqrt(m)."""

    def cases(_: Settings) -> Iterator[Case]:
        for m, high, n, gamma in product(
            (1, 4, 25, 100), (Fraction(1, 2), Fraction(9, 10)), (1, 10), (Fraction(1, 2), Fraction(1, 100))
        ):
            limit = (1 + (half * as_arb(n / gamma).log()).sqrt()) / arb(m).sqrt()
            centre = 2 * high - 1
            # What is not shown to be within tau counts as outside.
            inside = sum(
                (p for k, p in enumerate(binomial(m, high)) if as_arb(abs(Fraction(2 * k - m, m) - centre)) <= limit),
                Fraction(0),
            )
            yield Case({"n": n, "m": m, "P(X = 1)": str(high), "gamma": str(gamma)}, 1 - inside**n, gamma)

    return cases


def _displayed(model: Model, plan: Any, m: int, gamma: arb) -> arb:
    """The bound of the ledger."""
    d, bins = plan.coordinates, plan.bins
    misses = arb(0) if bins.count == 1 else d * bins.count * (-model.exponent(plan)).exp()
    failure = (5 * gamma / 4 + misses).min(arb(1))
    reach = 3 + arb(d).sqrt() * (1 + _exact(float(bins.width)))
    return arb(1) / (plan.n * m) + d * model.noise(plan) + failure * reach**2


def shipped(model: Model) -> _Cases:
    """|shipped - display| next to 10^-9 of the display, at gamma = 1/(nm)."""

    def cases(_: Settings) -> Iterator[Case]:
        for (n, m, d), eps in product(_SHAPES, (0.37, 1.0)):
            shown = _displayed(model, model.plan(n, m, d, eps, 1e-6), m, arb(1) / (n * m))
            parameters = {"n": n, "m": m, "d": d, "epsilon": eps}
            yield _close(parameters, model.shipped(n, m, d, eps, 1e-6), shown, "the bound")

    return cases


def rate(model: Model, constant: int) -> _Cases:
    """The display next to the rate, at about the least n with t d exp(-exponent) <= gamma and at 10 times that."""

    def cases(_: Settings) -> Iterator[Case]:
        for d, m, eps, delta, factor in product((1, 16), (1, 10**4), (0.37, 1.0), (0.5, 1e-8), (1, 10)):
            n = factor * _least(model, m, d, eps, delta)
            gamma = model.gamma(n, m, d)
            left = _displayed(model, model.plan(n, m, d, eps, delta, gamma), m, _exact(gamma))
            parameters = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta}
            yield Case(parameters, left, model.rate(constant, n, m, d, eps, delta))

    return cases


def _least(model: Model, m: int, d: int, epsilon: float, delta: float) -> int:
    """A number of users, near the least, that the claim on the rate admits."""
    step = model.multiple(d)
    n = max(step, 2)
    while True:
        gamma = model.gamma(n, m, d)
        plan = model.plan(n, m, d, epsilon, delta, gamma)
        needed = (d * plan.bins.count / _exact(gamma)).log() / model.exponent(plan)
        if needed <= 1:
            return n
        n = step * int(float((needed * n / step).ceil()))
