"""Finite cases for the mechanisms of bassily Theorems 4.1 and 4.3: constants, divergences of all messages, bounds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
from flint import arb

from lowerbounds.enclosures import precise
from upperbounds.vectors import bassily, bassily_central
from upperbounds.vectors.bassily import LocalTruncatedMean
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from upperbounds.vectors.hadamard import RandomRotation
from verify.outcome import Json, Settings, as_arb
from verify.papers.bassily.estimators import gaussian_delta
from verify.papers.bassily.tallies import binomial
from verify.statements import Case

_EPSILONS, _DELTAS = (0.1, 0.37, 0.5, 0.73, 1.0), (0.5, 5e-3, 1e-5, 1e-8)
_RELATIVE = Fraction(1, 10**9)


def _signs(d: int) -> RandomRotation:
    """A rotation; its signs enter neither budgets nor bounds."""
    return RandomRotation(d, np.ones(d))


def local(n: int, m: int, d: int, eps: float, delta: float, *, printed: bool = False) -> LocalTruncatedMean:
    """The mechanism of Theorem 4.3 as it runs, or as printed, on the ball of radius 1."""
    build = bassily.printed_local_truncated_mean if printed else bassily.local_truncated_mean
    return build(n, m, eps, 1.0, delta, _signs(d))


def central(n: int, m: int, d: int, eps: float, delta: float, gamma: float | None = None) -> CentralTruncatedMean:
    """The mechanism of Theorem 4.1 as it runs."""
    return bassily_central.central_truncated_mean(n, m, eps, 1.0, delta, _signs(d), gamma)


def _exact(number: float) -> arb:
    return as_arb(Fraction(float(number)))


@precise
def local_divergence(plan: LocalTruncatedMean) -> arb:
    """Both messages of a user at e^epsilon, from the plan's own constants: two bits that differ, and the noise."""
    eps, shift = _exact(plan.epsilon), 2 * _exact(plan.radius) / _exact(plan.sigma)
    if plan.localisation.bins.count == 1:
        return arb(gaussian_delta(eps, shift))
    loss = _exact(plan.localisation.vote.epsilon) / 2
    keep = 1 / (1 + (-loss).exp())
    parts = ((keep**2, -2), (2 * keep * (1 - keep), 0), ((1 - keep) ** 2, 2))
    return sum((weight * gaussian_delta(eps + bits * loss, shift) for weight, bits in parts), arb(0))


@precise
def central_divergence(plan: CentralTruncatedMean) -> arb:
    """d answers of Algorithm 6, each no worse than randomized response, and the noise on the mean."""
    d, eps = plan.rotation.coordinates, _exact(plan.epsilon)
    one, shift = _exact(plan.range_epsilon), 2 * _exact(plan.radius) / plan.users / _exact(plan.sigma)
    keep = 1 / (1 + (-one).exp())
    weights = (comb(d, k) * keep**k * (1 - keep) ** (d - k) for k in range(d + 1))
    return sum((w * gaussian_delta(eps - (2 * k - d) * one, shift) for k, w in enumerate(weights)), arb(0))


def _near(value: float) -> arb:
    """A float that is right to a relative 10^-8, as a ball."""
    return _exact(value) * arb(1, 1e-8)


def local_spends(_: Settings) -> Iterator[Case]:
    """The exact divergence beside delta; again by the plan's own profile in floats."""
    for eps, delta, (d, n, m) in product(_EPSILONS, _DELTAS, ((1, 64, 10**4), (4, 64, 10**4), (16, 4000, 1))):
        plan = local(n, m, d, eps, delta)
        parameters = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta, "bins": plan.localisation.bins.count}
        yield Case(parameters, local_divergence(plan), _exact(delta), left_again=_near(plan.spent_delta()))


def local_overspends(_: Settings) -> Iterator[Case]:
    """The printed mechanism at epsilon = 1/2, delta = 10^-8; again by the plan's own profile in floats."""
    plan = local(64, 10**4, 4, 0.5, 1e-8, printed=True)
    parameters = {"n": 64, "m": 10**4, "d": 4, "epsilon": 0.5, "delta": 1e-8}
    yield Case(parameters, local_divergence(plan), _exact(1e-8), left_again=_near(plan.spent_delta()))


def central_spends(_: Settings) -> Iterator[Case]:
    """A bound on the divergence of all that is released, beside delta; again by the plan's own profile in floats."""
    for eps, delta, d in product(_EPSILONS, _DELTAS, (1, 4, 64)):
        plan = central(5000, 100, d, eps, delta)
        parameters = {"n": 5000, "m": 100, "d": d, "epsilon": eps, "delta": delta}
        yield Case(parameters, central_divergence(plan), _exact(delta), left_again=_near(plan.spent_delta()))


def _radii(n: int, m: int, d: int, over: int = 1) -> tuple[arb, arb, arb]:
    """tau, tau' (at most 1) and C at gamma = 1/(n m over), by their formulas."""
    tau = (1 + (2 * arb(n * n * m * over).log()).sqrt()) / arb(m).sqrt()
    spread = (2 * arb(8 * n * n * m * d * over).log()).sqrt()
    return tau, (tau * spread / arb(d).sqrt()).min(arb(1)), tau * (1 + 2 * spread)


def _shapes() -> Iterator[tuple[int, int, int]]:
    """n, m, d."""
    yield from ((64, 10**4, 4), (4000, 1, 16), (10**6, 50, 64), (32, 10, 1))


def _close(parameters: dict[str, Json], shipped: float, formula: arb, what: str) -> Case:
    return Case(parameters, abs(_exact(shipped) - formula), abs(formula) * as_arb(_RELATIVE), note=what)


def local_constants(_: Settings) -> Iterator[Case]:
    """tau', C, sigma and the votes' budget of the plan beside their formulas."""
    for (n, m, d), eps, delta in product(_shapes(), (0.37, 1.0), (0.5, 1e-8)):
        plan = local(n, m, d, eps, delta)
        _, narrow, reach = _radii(n, m, d)
        parameters = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta}
        yield _close(parameters, float(plan.localisation.bins.width) / 2, narrow, "tau'")
        yield _close(parameters, plan.radius, reach, "C")
        noise = reach * (32 * (as_arb(Fraction(5, 4)) / _exact(delta)).log()).sqrt() / _exact(eps)
        yield _close(parameters, plan.sigma, noise, "sigma")
        yield _close(parameters, float(plan.localisation.vote.epsilon), _exact(eps) / 2, "the votes' budget")


def central_constants(_: Settings) -> Iterator[Case]:
    """tau', C, sigma and Algorithm 6's budget of the plan beside their formulas."""
    for (n, m, d), eps, delta in product(_shapes(), (0.37, 1.0), (0.5, 1e-8)):
        plan = central(n, m, d, eps, delta)
        _, narrow, reach = _radii(n, m, d)
        parameters = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta}
        yield _close(parameters, float(plan.bins.width) / 2, narrow, "tau'")
        yield _close(parameters, plan.radius, reach, "C")
        noise = 4 * reach * (2 * (as_arb(Fraction(5, 2)) / _exact(delta)).log()).sqrt() / (n * _exact(eps))
        yield _close(parameters, plan.sigma, noise, "sigma")
        budget = _exact(eps) / (4 * (2 * d * (2 / _exact(delta)).log()).sqrt())
        yield _close(parameters, plan.range_epsilon, budget, "the budget of one range")


def concentrated(half: int = 2) -> Iterator[Case]:
    """P(some |mean of m signs - mu| > tau) beside gamma, exact; tau = (1 + sqrt(half log(n/gamma)))/sqrt(m)."""
    for m, high, n, gamma in product(
        (1, 4, 25, 100), (Fraction(1, 2), Fraction(9, 10)), (1, 10), (Fraction(1, 2), Fraction(1, 100))
    ):
        limit = (1 + (half * as_arb(n / gamma).log()).sqrt()) / arb(m).sqrt()
        centre = 2 * high - 1
        law = binomial(m, high)
        inside = sum(
            (p for k, p in enumerate(law) if not bool(as_arb(abs(Fraction(2 * k - m, m) - centre)) > limit)),
            Fraction(0),
        )
        yield Case({"n": n, "m": m, "P(X = 1)": str(high), "gamma": str(gamma)}, 1 - inside**n, gamma)


def displayed(n: int, m: int, noise: arb, d: int, width: arb, misses: arb, over: int = 1) -> arb:
    """The bound of the ledger: D = 1, gamma = 1/(n m over)."""
    reach = 3 + arb(d).sqrt() * (1 + width)
    failure = arb(1).min(as_arb(Fraction(5, 4 * n * m * over)) + misses)
    return arb(1) / (n * m) + d * noise + failure * reach**2


def _local_display(plan: LocalTruncatedMean, m: int) -> arb:
    where, n = plan.localisation, plan.users
    size, votes = where.split.coordinates, arb(0)
    if where.bins.count > 1:
        exponent = (_exact(plan.epsilon) / 8).tanh() ** 2 * 2 * where.split.fold / 4
        votes = size * where.bins.count * (-exponent).exp()
    return displayed(n, m, _exact(plan.sigma) ** 2 / n, size, _exact(float(where.bins.width)), votes)


def _central_display(plan: CentralTruncatedMean, m: int, over: int = 1) -> arb:
    size, ranges = plan.rotation.coordinates, arb(0)
    if plan.bins.count > 1:
        ranges = size * plan.bins.count * (-_exact(plan.range_epsilon) * plan.users / 4).exp()
    return displayed(plan.users, m, _exact(plan.sigma) ** 2, size, _exact(float(plan.bins.width)), ranges, over)


def shipped_local(_: Settings) -> Iterator[Case]:
    """|shipped - display| beside 10^-9 of the display."""
    for (n, m, d), eps in product(_shapes(), (0.37, 1.0)):
        shown = _local_display(local(n, m, d, eps, 1e-6), m)
        shipped = bassily.local_bound(n, m, eps, 1.0, 1e-6, _signs(d)).value
        yield _close({"n": n, "m": m, "d": d, "epsilon": eps}, shipped, shown, "the bound")


def shipped_central(_: Settings) -> Iterator[Case]:
    """The same in the central model."""
    for (n, m, d), eps in product(_shapes(), (0.37, 1.0)):
        shown = _central_display(central(n, m, d, eps, 1e-6), m)
        shipped = bassily_central.central_bound(n, m, eps, 1.0, 1e-6, _signs(d)).value
        yield _close({"n": n, "m": m, "d": d, "epsilon": eps}, shipped, shown, "the bound")


def local_rate(constant: int) -> Iterator[Case]:
    """The display at the least n of the claim and beyond, beside 1/(nm) + constant times the privacy term."""
    for d, m, eps, delta, factor in product((1, 16), (1, 10**4), (0.37, 1.0), (0.5, 1e-8), (1, 10)):
        n = 2 * d
        for _ in range(60):
            bins = local(n, m, d, eps, delta).localisation.bins.count
            least = 4 * d * arb(d * bins * n * m).log() / (_exact(eps) / 8).tanh() ** 2
            if bool(least <= n):
                break
            n = 2 * d * int(float((least / (2 * d)).ceil()))
        n *= factor
        logs = arb(n * m).log() * arb(d * n * m).log() * (1 / _exact(delta)).log()
        right = arb(1) / (n * m) + constant * d * logs / (m * n * _exact(eps) ** 2)
        parameters = {"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta}
        yield Case(parameters, _local_display(local(n, m, d, eps, delta), m), right)


def central_rate(constant: int) -> Iterator[Case]:
    """The display at gamma = 1/(dnm) beside 82/(nm) + constant times the privacy term."""
    for d, m, eps, delta, factor in product((1, 16), (1, 10**4), (0.37, 1.0), (0.5, 1e-8), (1, 10)):
        n = 2
        for _ in range(60):
            plan = central(n, m, d, eps, delta, 1 / (d * n * m))
            least = 4 * arb(d * d * plan.bins.count * n * m).log() / _exact(plan.range_epsilon)
            if bool(least <= n):
                break
            n = int(float(least.ceil()))
        n *= factor
        plan = central(n, m, d, eps, delta, 1 / (d * n * m))
        logs = arb(d * n * m).log() ** 2 * (1 / _exact(delta)).log()
        right = arb(82) / (n * m) + constant * d * logs / (m * n**2 * _exact(eps) ** 2)
        yield Case({"n": n, "m": m, "d": d, "epsilon": eps, "delta": delta}, _central_display(plan, m, d), right)
