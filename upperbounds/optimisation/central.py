"""bassily Algorithm 4, and one pass over fresh batches: noisy gradient steps by a server that sees the data.

Each step's mean is Algorithm 1 in the central model, its range by Algorithm 6 in each rotated coordinate. Algorithm 4
draws a random subset of users for each of its many steps. Printed, its step size is a sum where the proof needs the
smaller of two terms, the first without a factor c^2; and Theorem 2.4, which is cited for the whole run, gives more than
epsilon, though the run is private by optimal composition. Its constants are such that nothing is guaranteed below some
10^6 users. One pass asks every user once, as Algorithm 5 does: all of (epsilon, delta) for each batch, gradients that
no earlier answer depends on, and the number of steps and the estimator with the least explicit bound. Steps on all data
look for no range, so that a user's samples help only where sampling leads, and users may differ.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.parameters import ParameterError, within
from notation.setting import LEAST_SIZE, MOST_SIZE, Setting
from notation.symbols import d, delta, epsilon, m, n
from upperbounds.channels.arrays import FloatArray
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.optimisation.domains import Ball, Domain
from upperbounds.optimisation.estimator import Descent, Excess, Gradients, Oracle
from upperbounds.optimisation.local import (
    MOST_STEPS,
    Descents,
    candidates,
    checked,
    least_bound,
    plain_rules,
    public_rotation,
)
from upperbounds.optimisation.losses import Linear, Loss, user_gradients
from upperbounds.optimisation.steps import GradientSteps, Place, Steps, accelerated
from upperbounds.protocols.accountant import MOST_TERMS, Enclosed, least
from upperbounds.protocols.privacy_profile import Profile, of_pure
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily import checked_approximate
from upperbounds.vectors.bassily_central import CentralTruncatedMean, central_truncated_mean, tight_central_mean
from upperbounds.vectors.pure_central import pure_central_mean

_L, _R = sympy.symbols("L R", positive=True)
_WITHOUT_PRIVACY = _L * _R / sympy.sqrt(n * m)
RATE = _WITHOUT_PRIVACY + _L * _R * sympy.sqrt(d / m) * sympy.log(n) * sympy.log(1 / delta) / (n * epsilon)
"""bassily (2), with c = log n log(1/delta)."""
ONE_PASS_RATE = _WITHOUT_PRIVACY + _L * _R * sympy.sqrt(d / m * sympy.log(1 / delta)) * sympy.log(d * n * m) / (
    n * epsilon
)
"""(2) with the logarithms of fresh batches; of losses whose curvature does not matter."""

FULL_RATE = _WITHOUT_PRIVACY + _L * _R * sympy.sqrt(d * sympy.log(1 / delta)) / (n * epsilon)
"""(1) for nm samples but privacy for users: more samples of a user do not help its private term."""

PURE_FULL_RATE = _WITHOUT_PRIVACY + _L * _R * d / (n * epsilon)
"""At delta = 0: sqrt(d log(1/delta)) becomes d, the length of noise that is pure."""
PURE_ONE_PASS_RATE = _WITHOUT_PRIVACY + _L * _R * d / (n * epsilon * sympy.sqrt(m)) * sympy.log(d * n * m)
"""At delta = 0, with the logarithm of what looks for ranges."""

Asked = Callable[[FloatArray, NDArray[np.int64]], FloatArray]
"""Average gradients (repetitions, users, d) of users (repetitions, users) at parameters (repetitions, d)."""

ROUND_EPSILON = 1.0
"""epsilon_0 of Algorithm 4: what a step spends of the users in its subset."""


@dataclass(frozen=True)
class CentralDescent:
    """T steps, each on `batch` users drawn without replacement, whose mean gradient is `mean`'s; users may come again.

    The answer is the average of the parameters asked for. `gamma` is the chance that `mean` allows for gradients
    farther out than it looks for, of users who are independent of the parameter.
    """

    name: str
    n: int
    m: int
    epsilon: float
    delta: float
    loss: Loss
    domain: Domain
    steps: GradientSteps
    mean: CentralTruncatedMean
    gamma: float

    @property
    def batch(self) -> int:
        """B."""
        return self.mean.n

    @property
    def step_spend(self) -> tuple[float, float]:
        """What a step spends of any user: (ln(1 + q (e - 1)), q delta_0), q = B/n, by subsampling.

        delta_0 is the divergence of the step's mean at e, as its noise is; Balle, Barthe and Gaboardi 2018.
        """
        share = self.batch / self.n
        return math.log1p(share * math.expm1(self.mean.epsilon)), share * self.mean.spent_delta()

    def spent_delta(self) -> float:
        """A bound on the divergence of the run at e^epsilon; private as stated if at most delta.

        The steps' pairs are dominated by randomized response but with chance delta each (Kairouz, Oh and Viswanath
        2015), so that it is 1 - (1 - delta)^T (1 - that of T such responses). Raises ParameterError for more steps than
        a sum of as many terms takes in some seconds.
        """
        if self.steps.number > MOST_TERMS:
            raise ParameterError(f"n = {self.n}: takes {self.steps.number:.1e} steps; must take at most {MOST_TERMS}")
        each, lost = self.step_spend
        responses = of_pure(each, self.steps.number).delta(self.epsilon)
        return -math.expm1(self.steps.number * math.log1p(-lost) + math.log1p(-min(responses, 1 - 1e-16)))

    @property
    def bound(self) -> Excess:
        """A bound on the excess risk for eta <= 2/beta, in parts; infinite beyond.

        R^2/(2 eta T) + eta (L^2 + d sigma^2)/2 of the data's own minimum, and 2 L^2 eta T/(nm) beside it: one sample
        moves a step by 2 L eta/(m B), with chance B/n. Steps whose gradients are clipped cost L times the diameter;
        that some gradient is far out has chance e^(2 epsilon) gamma + B delta where the parameter is private (Theorem
        3.4), and a quarter of gamma more for the rotation.
        """
        T, eta, L, R = self.steps.number, self.steps.rate, self.loss.lipschitz, self.domain.radius
        if eta * self.loss.smoothness > 2:
            return Excess(math.inf, 0.0, 0.0, 0.0)
        clipped = math.exp(2 * self.epsilon) * self.gamma + self.batch * self.delta + self.gamma / 4 + self.mean.misses
        plain = R**2 / (2 * eta * T) + eta * L**2 / 2
        noise = eta * self.mean.rotation.dimension * self.mean.noise_variance / 2
        return Excess(plain, 2 * L**2 * eta * T / (self.n * self.m), noise, min(1.0, T * clipped) * L * 2 * R)

    @property
    def dimension(self) -> int:
        """d."""
        return self.loss.dimension

    def follow(self, gradients: Asked, repetitions: int, rng: np.random.Generator) -> FloatArray:
        """The parameters (repetitions, d) where `gradients` gives the average gradients of users at parameters."""
        zeros = np.zeros((repetitions, self.dimension))
        place = Place(zeros, zeros)
        for t in range(self.steps.number):
            who = np.argpartition(rng.random((repetitions, self.n)), self.batch - 1, axis=1)[:, : self.batch]
            found = gradients(self.steps.asked(place, t), who)
            place = self.steps.moved(place, self.mean.of_means(found, rng), t)
        return self.steps.answer(place)

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """The parameter (..., d) from raw samples of shape (..., users, m, k), with one axis of repetitions at most."""
        if samples.ndim not in (3, 4) or samples.shape[-3:-1] != (self.n, self.m) or not np.all(np.isfinite(samples)):
            raise ParameterError(
                f"samples of shape {samples.shape}: must be finite, ({self.n}, {self.m}, k) or with repetitions before"
            )
        held = samples if samples.ndim == 4 else samples[None]
        rows = np.arange(len(held))[:, None]
        found = self.follow(lambda theta, who: user_gradients(self.loss, theta, held[rows, who]), len(held), rng)
        return found if samples.ndim == 4 else found[0]


@dataclass(frozen=True)
class ServerDescent(Descent):
    """A descent whose every step releases the oracle's mean of a batch's gradients; in one pass no user comes again."""

    def follow(
        self, gradients: Gradients, rng: np.random.Generator, told: Callable[[], None] | None = None
    ) -> FloatArray:
        """The parameter (..., d) where `gradients` gives users' average gradients; `told` is called after each step."""
        zeros = np.zeros(self.dimension)
        place = Place(zeros, zeros)
        for t, users in enumerate(self.batches):
            found = gradients(self.steps.asked(place, t), users)
            place = self.steps.moved(place, self.oracle.plan.of_means(found, rng), t)
            if told is not None:
                told()
        return self.steps.answer(place)

    @property
    def rounds(self) -> int:
        """Steps."""
        return len(self.batches)

    def profile(self) -> Profile:
        """All losses of one user who takes part in as many steps as any, at a pair that dominates all data."""
        return self.oracle.plan.profile(self.most_steps_of_a_user)

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """The parameter (..., d) from raw samples of shape (..., users, m, k)."""
        if samples.ndim < 3 or samples.shape[-3:-1] != (self.n, self.m) or not np.all(np.isfinite(samples)):
            raise ParameterError(f"samples of shape {samples.shape}: must be finite, (..., {self.n}, {self.m}, k)")
        return self.follow(
            lambda theta, users: user_gradients(self.loss, theta, samples[..., users.start : users.stop, :, :]), rng
        )


@dataclass(frozen=True)
class FullDescent(ServerDescent):
    """A descent whose every step asks all users and looks for no range, so that nothing is truncated."""

    @property
    def bound(self) -> Excess:
        """A bound on the excess risk for eta <= 2/beta, in parts; infinite beyond: the ledger's bassily/own/full-batch.

        Of the data's own minimum the bound of the steps, for noise of variance nu^2 in all. Beside it what the data
        tell of the answer: one sample moves a step by 2 L eta/(nm), steps bring no two parameters farther apart, and
        the answer averages 0 to T - 1 of these moves, `ahead` 1 to T.
        """
        steps, loss, domain = self.steps, self.loss, self.domain
        assert isinstance(steps, GradientSteps)
        if steps.rate * loss.smoothness > 2 * (1 + 1e-12):
            return Excess(math.inf, 0.0, 0.0, 0.0)
        variance = self.oracle.plan.rotation.dimension * self.oracle.plan.noise_variance
        quiet, private = (steps.excess(loss, domain, each) for each in (0.0, variance))
        moves = steps.number + (1 if steps.ahead else -1)
        told = loss.lipschitz**2 * steps.rate * moves / (self.n * self.m)
        return Excess(quiet, told, private - quiet, 0.0)


def step_sizes(n: int, m: int, d: int, epsilon: float, c: float) -> tuple[float, float]:
    """X = d sqrt(m)/(n^(3/2) epsilon^2) and y = c sqrt(md)/(n epsilon), of which eta is made, in units of R/L."""
    return d * math.sqrt(m) / (n**1.5 * epsilon**2), c * math.sqrt(m * d) / (n * epsilon)


def _assembled(
    name: str,
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None,
    *,
    printed: bool,
) -> CentralDescent:
    if loss.dimension != domain.dimension:
        raise ParameterError(f"d = {domain.dimension}: the domain's dimension must be the loss's, {loss.dimension}")
    L = within("L", loss.lipschitz, LEAST_SIZE, MOST_SIZE)
    n, m, d, epsilon, L, delta = checked_approximate(n, m, loss.dimension, epsilon, L, delta)
    c = max(math.log(n), 1.0) * math.log(1 / delta)
    T = max(1, math.floor((n * epsilon / c) ** 2 / d))
    batch = math.floor(n * epsilon / (math.expm1(ROUND_EPSILON) * math.sqrt(2 * T * math.log(2 / delta))))
    if not 1 <= batch <= n:
        raise ParameterError(f"n = {n}: leaves {batch} users for each of {T} steps; must leave one at least")
    rotation = public_rotation(loss, rng)
    x, y = step_sizes(n, m, d, epsilon, c)
    rate = domain.radius / L * (x + y if printed else min(c**2 * x, y))
    gamma = 1 / (T * math.sqrt(n * m))
    mean = central_truncated_mean(batch, m, ROUND_EPSILON, L, min(n * delta / (2 * T * batch), 0.5), rotation, gamma)
    return CentralDescent(name, n, m, epsilon, delta, loss, domain, GradientSteps(T, rate, domain), mean, gamma)


def bassily_algorithm4(
    n: int, m: int, epsilon: float, delta: float, loss: Loss, domain: Domain, rng: np.random.Generator | None = None
) -> CentralDescent:
    """bassily Algorithm 4 as corrected, c = ln n ln(1/delta): (epsilon, delta)-DP for users, epsilon <= 1.

    T = n^2 epsilon^2/(c^2 d), B = n epsilon/((e - 1) sqrt(2 T ln(2/delta))), eta = (R/L) min(c^2 x, y). Raises
    ParameterError where a step has no user.
    """
    return _assembled("bassily-algorithm4", n, m, epsilon, delta, loss, domain, rng, printed=False)


def printed_bassily_algorithm4(
    n: int, m: int, epsilon: float, delta: float, loss: Loss, domain: Domain, rng: np.random.Generator | None = None
) -> CentralDescent:
    """bassily Algorithm 4 with the printed step size (R/L)(x + y)."""
    return _assembled("bassily-algorithm4-printed", n, m, epsilon, delta, loss, domain, rng, printed=True)


def cited_total(plan: Any) -> float:
    """What Theorem 2.4 gives for the run as printed: epsilon + T e_0 (e^(e_0) - 1), e_0 = epsilon/sqrt(2T ln(2/delta)).

    It is above epsilon, for which the paper takes it.
    """
    T = plan.steps.number
    each = plan.epsilon / math.sqrt(2 * T * math.log(2 / plan.delta))
    return float(plan.epsilon + T * each * math.expm1(each))


def tightly(plan: CentralDescent) -> CentralDescent:
    """The same run with the least noise for which `CentralDescent.spent_delta` is certainly at most delta.

    Where one range holds all gradients they are truncated at L, beyond which there are none: a user moves a mean by
    2 L/B. Raises ParameterError where the subsampled steps' shares of epsilon alone spend more.
    """

    mean = plan.mean
    if mean.bins.count == 1:
        mean = replace(mean, radius=min(mean.radius, plan.loss.lipschitz))

    def with_noise(sigma: float) -> CentralDescent:
        return replace(plan, mean=replace(mean, sigma=sigma))

    def spent(sigma: float) -> Enclosed:
        found = with_noise(sigma).spent_delta()
        return Enclosed(0.0, found * (1 + 1e-9))

    return replace(with_noise(least(spent, plan.delta, plan.mean.sigma)), name=f"{plan.name}-tight")


def fresh(
    users: int, m: int, epsilon: float, L: float, delta: float, rotation: RandomRotation, gamma: float, localised: bool
) -> Oracle:
    """Algorithm 1 on average gradients with the least noise, pure at delta = 0, with ranges or without."""
    plan: CentralTruncatedMean
    if delta:
        plan = tight_central_mean(users, m, epsilon, L, delta, rotation, gamma, localised=localised)
    else:
        plan = pure_central_mean(users, m, epsilon, L, rotation, gamma, localised=localised)
    if localised and plan.bins.count == 1:
        raise ParameterError(f"n = {users}: one range holds all gradients; nothing is to be looked for")
    sampled = L**2 / (users * m)
    missed = 1.25 * gamma + plan.misses if localised else 0.0
    return Oracle(plan, sampled + rotation.dimension * plan.noise_variance, sampled, min(1.0, missed))


def one_pass(
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> ServerDescent:
    """One pass over fresh batches: (epsilon, delta)-DP for users, any epsilon.

    Accelerated steps where the loss is smooth, or plain ones; ranges where users share one law and they pay. `rng`
    draws the public rotation; `number` is that of the steps, else chosen. Raises ParameterError for numbers out of
    range.
    """
    delta = within("delta", delta, 1e-300, 0.5)
    return _one_pass("one-pass", n, m, epsilon, delta, loss, domain, rng, number, one_law)


def pure_one_pass(
    n: int,
    m: int,
    epsilon: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> ServerDescent:
    """`one_pass` without a delta: epsilon-DP for users, ranges and noise of each batch together."""
    return _one_pass("one-pass-pure", n, m, epsilon, 0.0, loss, domain, rng, number, one_law)


def _one_pass(
    name: str,
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None,
    number: int | None,
    one_law: bool,
) -> ServerDescent:
    n, m, epsilon, L = checked(n, m, epsilon, loss, domain)
    rotation = public_rotation(loss, rng)
    rules = plain_rules(loss) if loss.smoothness == math.inf else (accelerated, *plain_rules(loss))
    rate = (1 + math.sqrt(loss.dimension / n) / epsilon) / math.sqrt(n * m)

    def build(steps: Steps, oracle: Oracle, who: tuple[range, ...]) -> ServerDescent:
        return ServerDescent(name, n, m, epsilon, delta, loss, domain, steps, oracle, who)

    makings = (
        lambda users, gamma: fresh(users, m, epsilon, L, delta, rotation, gamma, False),
        lambda users, gamma: fresh(users, m, epsilon, L, delta, rotation, gamma, True),
    )
    return least_bound(build, n, loss, domain, makings, rules, min(1.0, rate) / 16, number, one_law)


MOST_PASSES = 1024
"""Steps of `full_batch`, each of which takes all data."""


def full_batch(
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> FullDescent:
    """Projected steps on the mean gradient of all users: (epsilon, delta)-DP for users, any epsilon.

    The noises of T steps are one, so that each has sqrt(T) times what a single answer needs. Of steps of any number,
    with the average before or after each as the answer, those with the least bound. Users may differ. Raises
    ParameterError for numbers out of range, and for a loss that is not smooth.
    """
    delta = within("delta", delta, 1e-300, 0.5)
    rotation = public_rotation(loss, rng)

    def mean(T: int) -> CentralTruncatedMean:
        once = tight_central_mean(n, m, epsilon, loss.lipschitz, delta, rotation, localised=False)
        # Rounded up, so that the squares of T steps are surely no more than those of one.
        return replace(once, name="full-batch", sigma=once.sigma * math.sqrt(T) * (1 + 1e-12))

    return _full_batch("full-batch", n, m, epsilon, delta, loss, domain, mean, number)


def pure_full_batch(
    n: int,
    m: int,
    epsilon: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> FullDescent:
    """`full_batch` without a delta: epsilon-DP for users. Budgets add up, so that each noise is T times as large."""
    rotation = public_rotation(loss, rng)

    def mean(T: int) -> CentralTruncatedMean:
        return pure_central_mean(n, m, epsilon, loss.lipschitz, rotation, localised=False, answers=T)

    return _full_batch("full-batch-pure", n, m, epsilon, 0.0, loss, domain, mean, number)


def _full_batch(
    name: str,
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    mean: Callable[[int], CentralTruncatedMean],
    number: int | None,
) -> FullDescent:
    """The plan with the least bound, whose every step is `mean` of the number of steps."""
    n, m, epsilon, L = checked(n, m, epsilon, loss, domain)
    beta, R = loss.smoothness, domain.radius
    if not beta < math.inf:
        raise ParameterError("loss: must be smooth for steps on all data; optimise its Moreau envelope")
    best: FullDescent | None = None
    for T in (one for one in candidates(MOST_STEPS) if one <= MOST_PASSES) if number is None else (number,):
        plan = mean(T)
        variance = loss.dimension * plan.noise_variance
        oracle = Oracle(plan, L**2 / (n * m) + variance, L**2 / (n * m), 0.0)
        # The sizes that are best for what grows in them, of the average before and after each step.
        for ahead, grows, most in ((False, L**2 + variance, 2.0), (True, variance, 0.5)):
            drift = 2 * L**2 * (T + (1 if ahead else -1)) / (n * m)
            rate = min(R / math.sqrt(T * (grows + drift)), math.inf if beta == 0 else most / beta)
            steps = GradientSteps(T, rate, domain, ahead=ahead)
            run = FullDescent(name, n, m, epsilon, delta, loss, domain, steps, oracle, (range(n),) * T)
            best = run if best is None or run.bound.total < best.bound.total else best
    assert best is not None
    return best


Build = Callable[..., ServerDescent | CentralDescent]


def _of_setting(found: Descents) -> Callable[[Setting, np.random.Generator | None], ServerDescent | CentralDescent]:
    """The plan for linear losses of a setting, whose domain is the ball of radius R."""

    def plan(a: Setting, rng: np.random.Generator | None) -> ServerDescent | CentralDescent:
        if found.delta and not a.delta:
            raise ParameterError(f"delta = 0: must be above 0 for {found.name}")
        approximate = (a.delta,) if found.delta else ()
        built: Build = found.build
        return built(a.n, a.m, a.epsilon, *approximate, Linear(a.d, a.L), Ball(a.d, a.R), rng)

    return plan


def _setting_bound(found: Descents, source: str) -> Callable[[Setting], UpperBound]:
    def bound(a: Setting) -> UpperBound:
        value = _of_setting(found)(a, None).bound.total
        conditions: tuple[str, ...] = ("losses are L-Lipschitz, linear", "parameters in the l_2 ball of radius R")
        if found.delta:
            conditions = (*conditions, "delta > 0")
        return UpperBound(value, source, conditions, not value < a.L * a.R)

    return bound


DESCENTS = (
    Descents(
        "full-batch",
        "steps on the mean gradient of all users, with Gaussian noise",
        "ours; bassily Algorithm 4 with B = n and no ranges",
        full_batch,
        delta=True,
        smooth=False,
    ),
    Descents(
        "one-pass",
        "steps on fresh batches of users, each mean gradient with the least noise",
        "bassily Algorithm 5's batches with Algorithm 1 in the central model",
        one_pass,
        delta=True,
        smooth=False,
    ),
    Descents(
        "bassily-algorithm4",
        "many steps on random subsets of users",
        "bassily Algorithm 4 as corrected",
        bassily_algorithm4,
        delta=True,
        smooth=False,
        localises=True,
    ),
    Descents(
        "full-batch-pure",
        "steps on the mean gradient of all users, with noise that falls with the l_2 norm",
        "ours; `full-batch` by composition of pure budgets",
        pure_full_batch,
        smooth=False,
    ),
    Descents(
        "one-pass-pure",
        "steps on fresh batches of users, with noise that falls with the l_2 norm",
        "bassily Algorithm 5's batches with Algorithm 1 in the central model at delta = 0",
        pure_one_pass,
        smooth=False,
    ),
)
"""The descents that `estimate optimisation-central` chooses among."""

_STABILITY = "descent on the data's own risk, and stability, with explicit constants"
_ACCELERATED = "bassily Lemma 6.1 as the ledger proves it, with an explicit variance and chance of failure"
_GUARANTEES = {
    "full-batch": (FULL_RATE, _STABILITY),
    "one-pass": (ONE_PASS_RATE, _ACCELERATED),
    "bassily-algorithm4": (RATE, "bassily Theorem 3.1 as corrected, with explicit constants"),
    "full-batch-pure": (PURE_FULL_RATE, _STABILITY),
    "one-pass-pure": (PURE_ONE_PASS_RATE, _ACCELERATED),
}
"""The rate of each for linear losses, and where its bound is from."""

ESTIMATORS = tuple(
    Estimator(
        one.name,
        one.title,
        one.source,
        "optimisation-central",
        rate,
        _of_setting(one),
        _setting_bound(one, told),
        needs_one_law=not one.name.startswith("full-batch"),
        trusted=True,
    )
    for one, (rate, told) in ((one, _GUARANTEES[one.name]) for one in DESCENTS)
)
