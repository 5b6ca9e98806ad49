"""The suite of estimators by a trusted server, which every one of the registry passes by registration alone.

What is released of a user is compared with what is declared: how far one user's data move each release, in whose steps
they are, and the noise on it. Statistical checks state their errors.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi, gamma, kstest

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.estimator import Estimator
from upperbounds.optimisation.central import ServerDescent, one_pass, pure_full_batch, pure_one_pass
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.losses import Linear
from upperbounds.optimisation.subsets import SubsetDescent
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from upperbounds.vectors.bassily_spend import run_spend
from upperbounds.vectors.pure_central import CentralPureMean
from verify.study.optimise import run_on_corners
from verify.study.problems import PROBLEMS

TRUSTED = [(problem, one) for problem in PROBLEMS.values() for one in problem.estimators if one.trusted]
SETTINGS = (
    Setting(400, 6, 2, 0.7, L=2.0, R=3.0, delta=1e-5),
    Setting(1500, 10**6, 3, 1.0, delta=1e-4),
    Setting(300, 20, 1, 0.9, R=0.5, delta=0.1),
)
every = pytest.mark.parametrize(("problem", "estimator"), TRUSTED, ids=lambda one: one.name)
at_every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=["few", "localised", "large delta"])

Plan = ServerDescent | SubsetDescent


def mean_of(plan: Plan) -> CentralTruncatedMean:
    return plan.mean if isinstance(plan, SubsetDescent) else plan.oracle.plan  # type: ignore[no-any-return]


def releases(
    plan: Plan, gradients: np.ndarray, rng: np.random.Generator, theta: list[np.ndarray] | None = None
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Users of each step, and their mean without noise, where gradients (n, d) depend on no parameter."""
    found = []
    quiet = replace(mean_of(plan), sigma=1e-300)
    # Ranges without chance, so that what moves the release is the truncated mean alone.
    still = replace(quiet, bins=replace(quiet.bins, lower=-quiet.bins.width / 2, count=1))
    means: dict[bytes, np.ndarray] = {}

    def one(users: np.ndarray, taken: np.ndarray) -> None:
        # The same users have the same gradients in each step.
        key = users.tobytes()
        if key not in means:
            means[key] = still.of_means(taken, np.random.default_rng(0))
        found.append((users, means[key]))

    if isinstance(plan, SubsetDescent):

        def asked(at: np.ndarray, who: np.ndarray) -> np.ndarray:
            if theta is not None:
                theta.append(at[0])
            one(who[0], gradients[who[0]])
            return gradients[who]

        plan.follow(asked, 1, rng)
    else:

        def of_range(at: np.ndarray, who: range) -> np.ndarray:
            if theta is not None:
                theta.append(at)
            one(np.arange(who.start, who.stop), gradients[who.start : who.stop])
            return gradients[who.start : who.stop]

        plan.follow(of_range, rng)
    return found


def moves_no_more_than_declared(plan: Plan, setting: Setting) -> None:
    """A user whose gradient turns round moves their release by at most 2C/users, and no other; with opposite data
    of length L inside the radius the bound is met."""
    mean, L = mean_of(plan), setting.L
    ahead = np.zeros(setting.d)
    ahead[0] = min(L, mean.radius)
    before = np.tile(ahead, (setting.n, 1))
    seen, unmoved = 0.0, releases(plan, before, np.random.default_rng(3))
    for user in (0, setting.n // 3):
        after = before.copy()
        after[user] = -ahead
        pair = [unmoved, releases(plan, after, np.random.default_rng(3))]
        for (who, first), (again, second) in zip(*pair, strict=True):
            assert np.array_equal(who, again), "subsets are drawn without the data"
            assert len(np.unique(who)) == len(who) == mean.n
            moved = float(np.linalg.norm(first - second))
            assert moved <= (2 * mean.radius / mean.n if user in who else 0.0) * (1 + 1e-12), "sensitivity"
            seen = max(seen, moved * mean.n / 2)
    if any(user in who for who, _ in pair[0] for user in (0, setting.n // 3)):
        assert seen == pytest.approx(ahead[0], rel=1e-9)


def has_the_noise(plan: Plan, setting: Setting) -> None:
    """Lengths of 20,000 noises have the law that is declared, and their directions no mean; 3e-12 each.

    The mechanism's noise does not depend on how many users it averages: one stands for all. Kolmogorov's distance by
    Massart's inequality; the mean of directions by Hoeffding's.
    """
    mean = mean_of(plan)
    if mean.bins.count > 1:
        return
    runs = 20_000
    noise = replace(mean, n=1).of_means(np.zeros((runs, 1, setting.d)), np.random.default_rng(1))
    lengths = np.linalg.norm(noise, axis=-1)
    if isinstance(mean, CentralPureMean):
        # The scale by which a user who moves the mean by 2C/n has the loss that is declared.
        law = gamma(setting.d, scale=2 * mean.radius / mean.n / mean.noise_epsilon)
    else:
        law = chi(setting.d, scale=mean.sigma)
    assert kstest(lengths, law.cdf).statistic <= math.sqrt(math.log(2 / 3e-12) / (2 * runs)), "noise"
    ways = (noise / lengths[:, None]).mean(axis=0)
    assert np.all(np.abs(ways) <= math.sqrt(2 * math.log(2 / 3e-12) / runs)), "noise"


def spends_at_most(plan: Plan, delta: float) -> None:
    """By the accountant and in floats; at delta = 0 nothing at all."""
    found = run_spend(plan)
    assert found.upper <= delta * (1 + 1e-9), "delta"
    assert plan.spent_delta() <= delta * (1 + 1e-9), "delta"


@every
@at_every_setting
def test_what_is_released_is_private_as_declared(problem: Any, estimator: Estimator, setting: Setting) -> None:
    plan = estimator.plan(setting)
    assert plan.delta in (0.0, setting.delta)
    spends_at_most(plan, plan.delta)
    moves_no_more_than_declared(plan, setting)
    has_the_noise(plan, setting)


@every
def test_what_is_asked_hangs_on_earlier_releases_alone(problem: Any, estimator: Estimator) -> None:
    """A user's data change no parameter before their first step ends: the runs share their randomness."""
    setting = SETTINGS[0]
    plan, rng = estimator.plan(setting), np.random.default_rng(5)
    data = rng.uniform(-1, 1, (setting.n, setting.d))
    asked: list[np.ndarray] = []
    releases(plan, data, np.random.default_rng(7), asked)
    for user in (1, setting.n - 1, setting.n // 2):
        asked_again: list[np.ndarray] = []
        other = data.copy()
        other[user] = -np.sign(data[user])
        who = [users for users, _ in releases(plan, other, np.random.default_rng(7), asked_again)]
        first = next((t for t, users in enumerate(who) if user in users), len(who))
        for t in range(min(first + 1, len(who))):
            assert np.array_equal(asked[t], asked_again[t])


@every
@at_every_setting
def test_risks_are_between_the_lower_bound_and_the_bound(problem: Any, estimator: Estimator, setting: Setting) -> None:
    """Of simulated runs, within 6 standard errors on either side: 1e-9 each."""
    found, bound = problem.risk(estimator, setting), estimator.bound(setting)
    lower = max(one.value for one in problem.lower(setting))
    if found.repetitions == 0:
        assert "not computed" in found.method
        return
    assert lower <= found.value + 6 * found.error
    assert found.value - 6 * found.error <= bound.value


def test_one_pass_is_near_the_lower_bound_where_sampling_leads() -> None:
    """The bound is 7.8 times the lower bound, at n = 10^5, m = 10; at n = 10^4, m = 10^5 privacy leads by far."""
    estimator = next(one for _, one in TRUSTED if one.name == "one-pass")
    problem = PROBLEMS["optimisation-central"]
    setting = Setting(10**5, 10, 5, 1.0, delta=1e-6)
    assert estimator.bound(setting).value <= 8 * max(one.value for one in problem.lower(setting))


SIZES = (
    # Along n, m, d and epsilon where the private term leads, and along n and m where sampling does. The rate's
    # logarithms are within the band at these sizes.
    (
        "one-pass",
        Setting(3 * 10**5, 10**10, 16, 0.25, delta=1e-12),
        {"n": -1.0, "m": -0.5, "d": 0.5, "epsilon": -1.0},
    ),
    ("one-pass", Setting(10**12, 10, 1, 1.0, delta=1e-12), {"n": -0.5, "m": -0.5}),
    ("full-batch", Setting(10**6, 10**8, 16, 0.25, delta=1e-12), {"n": -1.0, "m": 0.0, "d": 0.5, "epsilon": -1.0}),
    ("full-batch", Setting(10**12, 10, 1, 1.0, delta=1e-12), {"n": -0.5, "m": -0.5}),
    ("one-pass-pure", Setting(3 * 10**6, 10**10, 16, 0.25), {"n": -1.0, "m": -0.5, "d": 1.0, "epsilon": -1.0}),
    ("one-pass-pure", Setting(10**12, 10, 1, 1.0), {"n": -0.5, "m": -0.5}),
    ("full-batch-pure", Setting(10**6, 10**8, 16, 0.25), {"n": -1.0, "m": 0.0, "d": 1.0, "epsilon": -1.0}),
    ("full-batch-pure", Setting(10**12, 10, 1, 1.0), {"n": -0.5, "m": -0.5}),
)
BAND = 0.1


def slopes() -> Iterator[Any]:
    for name, setting, exponents in SIZES:
        for axis, wanted in exponents.items():
            led = "privacy" if len(exponents) > 2 else "sampling"
            yield pytest.param(name, setting, axis, wanted, id=f"{name}-{led}-{axis}")


@pytest.mark.parametrize(("name", "setting", "axis", "wanted"), list(slopes()))
def test_bounds_fall_at_the_exponents_of_the_rate(name: str, setting: Setting, axis: str, wanted: float) -> None:
    estimator = next(one for _, one in TRUSTED if one.name == name)
    factor = 4 if axis != "epsilon" else 2
    values = []
    for times in (1, factor):
        sized = getattr(setting, axis) * times
        values.append(estimator.bound(replace(setting, **{axis: sized})).value)
    slope = math.log(values[1] / values[0]) / math.log(factor)
    assert abs(slope - wanted) <= BAND


@every
def test_no_delta_is_refused_or_none_is_spent(problem: Any, estimator: Estimator) -> None:
    """Whoever needs a delta says so; the others are private without one, and their bounds hold there."""
    setting = replace(SETTINGS[0], delta=0.0)
    if estimator.plan(SETTINGS[0]).delta:
        for delta in (0.0, 0.7):
            with pytest.raises(ParameterError, match=f"delta = {delta:g}"):
                estimator.plan(replace(setting, delta=delta))
        return
    spends_at_most(estimator.plan(setting), 0.0)
    found = problem.risk(estimator, setting)
    assert found.repetitions
    assert max(one.value for one in problem.lower(setting)) <= found.value + 6 * found.error
    assert found.value - 6 * found.error <= estimator.bound(setting).value


def test_one_user_is_enough_for_one_step() -> None:
    """One user's gradient is one answer, and its bound is no better than a constant's."""
    estimator = next(one for _, one in TRUSTED if one.name == "one-pass")
    setting = replace(SETTINGS[0], n=1)
    assert len(estimator.plan(setting).batches) == 1
    assert estimator.bound(setting).vacuous


def planted() -> Iterator[Any]:
    """Defects by name, made of the plan of one pass in three steps, and the check that finds each."""
    setting = SETTINGS[0]
    plan = one_pass(400, 6, 0.7, 1e-5, Linear(2, 2.0), Ball(2, 3.0), number=3)

    def mean(**changed: Any) -> ServerDescent:
        return replace(plan, oracle=replace(plan.oracle, plan=replace(plan.oracle.plan, **changed)))

    class Halved(CentralTruncatedMean):
        def of_means(self, means: np.ndarray, rng: np.random.Generator) -> np.ndarray:
            return replace(self, sigma=self.sigma / 2).plain(means, rng)

        def plain(self, means: np.ndarray, rng: np.random.Generator) -> np.ndarray:
            return CentralTruncatedMean.of_means(self, means, rng)

    class Wide(CentralTruncatedMean):
        def of_means(self, means: np.ndarray, rng: np.random.Generator) -> np.ndarray:
            return 2 * super().of_means(means, rng)

    overlapping = (plan.batches[0], range(plan.batches[1].start - 1, plan.batches[1].stop - 1), *plan.batches[2:])
    checks: dict[str, tuple[Plan, Callable[[Plan], None], str]] = {
        "half the noise, as if C were 2C": (
            mean(sigma=plan.oracle.plan.sigma / 2),
            lambda one: spends_at_most(one, setting.delta),
            "delta",
        ),
        "half the noise, undeclared": (
            replace(plan, oracle=replace(plan.oracle, plan=Halved(**vars(plan.oracle.plan)))),
            lambda one: has_the_noise(one, setting),
            "noise",
        ),
        "a mean that is twice as long": (
            replace(plan, oracle=replace(plan.oracle, plan=Wide(**vars(plan.oracle.plan)))),
            lambda one: moves_no_more_than_declared(one, setting),
            "sensitivity",
        ),
        "a user in two steps": (
            replace(plan, batches=overlapping),
            lambda one: spends_at_most(one, setting.delta),
            "delta",
        ),
    }

    for name, case in checks.items():
        yield pytest.param(*case, id=name)


def planted_without_delta() -> Iterator[Any]:
    """Defects of the pure plans: of one pass in three steps, and of three steps on all users."""
    setting = SETTINGS[0]
    given = (400, 6, 0.7, Linear(2, 2.0), Ball(2, 3.0))
    passed, every_user = (build(*given, number=3) for build in (pure_one_pass, pure_full_batch))

    def of(plan: ServerDescent, kind: type[CentralPureMean] = CentralPureMean, **changed: Any) -> ServerDescent:
        mean = kind(**(vars(plan.oracle.plan) | changed))
        return replace(plan, oracle=replace(plan.oracle, plan=mean))

    class Gaussian(CentralPureMean):
        noise = CentralTruncatedMean.noise

    class OneWay(CentralPureMean):
        def noise(self, shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
            return np.abs(super().noise(shape, rng))

    class Coordinates(CentralPureMean):
        def noise(self, shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
            return rng.laplace(scale=self.scale, size=shape)

    sigma, three = every_user.oracle.plan.sigma, math.sqrt(3)
    overlapping = (passed.batches[0], range(passed.batches[1].start - 1, passed.batches[1].stop - 1), passed.batches[2])

    def spends(one: Plan) -> None:
        spends_at_most(one, 0.0)

    def noisy(one: Plan) -> None:
        has_the_noise(one, setting)

    checks: dict[str, tuple[Plan, Callable[[Plan], None], str]] = {
        "2C taken as C": (of(passed, sigma=passed.oracle.plan.sigma / 2), spends, "delta"),
        "noises that compose as Gaussian ones": (of(every_user, sigma=sigma / three), spends, "delta"),
        "a step too many": (replace(every_user, batches=(*every_user.batches, range(400))), spends, "delta"),
        "a user in two steps, without a delta": (replace(passed, batches=overlapping), spends, "delta"),
        "Gaussian noise of the same variance": (of(every_user, Gaussian), noisy, "noise"),
        "noise of one sign": (of(every_user, OneWay), noisy, "noise"),
        "Laplace noise in each coordinate": (of(every_user, Coordinates), noisy, "noise"),
    }
    for name, case in checks.items():
        yield pytest.param(*case, id=name)


@pytest.mark.parametrize(("wrong", "check", "told"), [*planted(), *planted_without_delta()])
def test_planted_defects_are_found(wrong: Plan, check: Callable[[Plan], None], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        check(wrong)


def test_runs_of_the_simulation_are_runs_of_the_data() -> None:
    """One pass on linear losses: the mean of `run` on raw corners and of `run_on_corners`, 6 standard errors (2e-9)."""
    estimator = next(one for _, one in TRUSTED if one.name == "one-pass")
    setting = replace(SETTINGS[0], n=60, epsilon=8.0)
    plan, bias, rng = estimator.plan(setting), 0.6, np.random.default_rng(9)
    size = setting.L / math.sqrt(setting.d)
    raw = np.where(rng.random((3000, setting.n, setting.m, setting.d)) < (1 + bias) / 2, size, -size)
    both = [plan.run(raw, rng), run_on_corners(plan, [bias], 3000, rng)[0]]
    error = math.sqrt(sum(float(one[:, 0].var()) / 3000 for one in both))
    assert abs(float(both[0][:, 0].mean() - both[1][:, 0].mean())) <= 6 * error
