"""Plans: who sends what, and what each user spends in all."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.channels import WindowResponse
from upperbounds.mean import ESTIMATORS, baselines, by_name, kent, zhao
from upperbounds.mean.estimator import Additive
from verify.risk import SignLaw
from verify.study import windowed_risk


@pytest.mark.parametrize("estimator", [e for e in ESTIMATORS if e.protects_users], ids=lambda e: e.name)
@pytest.mark.parametrize(("n", "m", "epsilon"), [(2, 1, 0.5), (7, 3, 1.0), (40, 100, 1.0001), (101, 5, 12.5)])
def test_every_user_spends_at_most_epsilon(estimator, n: int, m: int, epsilon: float) -> None:
    plan = estimator.build(n, m, epsilon, 1.5)
    spend = estimator.exact(plan).protocol().spend()
    assert next(users.start for users, _ in spend) == 0
    assert spend[-1][0].stop == n
    for users, loss in spend:
        assert loss.at_most(Fraction(1)), (users, loss)


def test_plans_that_do_not_protect_users_say_so() -> None:
    plan = by_name("full-item-level")
    exact = plan.exact(plan.build(4, 6, 1.0, 1.0))
    assert exact.protocol().worst_spend().multiple() == 6
    with pytest.raises(ValueError, match="no finite"):
        by_name("non-private").build(4, 6, 1.0, 1.0).protocol().worst_spend()


def test_odd_numbers_of_users_leave_the_last_one_out() -> None:
    protocol = kent.algorithm2_symbolic(users=5).protocol()
    assert [(r.start, r.stop, loss.multiple()) for r, loss in protocol.spend()] == [(0, 2, 1), (2, 4, 1), (4, 5, 0)]


def test_a_user_in_both_halves_spends_twice() -> None:
    protocol = zhao.algorithm1_symbolic(users=6).protocol()
    localise, refine = protocol.rounds
    broken = replace(protocol, rounds=(localise, replace(refine, users=range(2, 6))))
    assert broken.worst_spend().multiple() == 2


def test_rounds_name_only_users_that_are_there() -> None:
    protocol = zhao.algorithm1_symbolic(users=4).protocol()
    with pytest.raises(ParameterError, match="not among the 4"):
        replace(protocol, rounds=(replace(protocol.rounds[0], users=range(3, 9)),))


def test_a_protocol_takes_the_users_that_it_plans_for() -> None:
    protocol = kent.tuned(4, 3, 1.0, 1.0).protocol()
    with pytest.raises(ParameterError, match=r"must be \(..., 4, m\)"):
        protocol.run(np.zeros((5, 3)), np.random.default_rng(0))


def test_a_statistic_that_makes_more_messages_than_planned_is_refused() -> None:
    protocol = baselines.full_item(4, 3, 1.0, 1.0).protocol()
    understated = replace(protocol, rounds=(replace(protocol.rounds[0], messages=1),))
    with pytest.raises(ParameterError, match="messages = 1"):
        understated.run(np.zeros((2, 4, 3)), np.random.default_rng(0))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_samples_that_are_no_numbers_are_refused(value: float) -> None:
    samples = np.zeros((4, 3))
    samples[1, 2] = value
    with pytest.raises(ParameterError, match="1 are not finite"):
        kent.tuned(4, 3, 1.0, 1.0).protocol().run(samples, np.random.default_rng(0))


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: e.name)
def test_the_symbolic_plan_is_the_plan_that_runs(estimator) -> None:
    """What is checked exactly has, at these numbers, the very constants of what draws."""
    plan = estimator.build(40, 25, 0.7, 1.5)
    exact = estimator.exact(plan)
    assert type(exact) is type(plan)
    for running, judged in zip(plan.protocol().rounds, exact.protocol().rounds, strict=True):
        assert (running.name, running.users, running.messages) == (judged.name, judged.users, judged.messages)
    if hasattr(plan, "vote"):
        assert (plan.vote.bins, plan.vote.hot) == (exact.vote.bins, exact.vote.hot)
    if hasattr(plan, "inflation"):
        numbers = {"D": 1.5, "epsilon": 0.7, "h": plan.bins.width, "Delta": plan.bins.width / 2}
        if plan.name.startswith("zhao"):
            numbers["Delta"] = plan.inflation - plan.bins.width
        for name in ("inflation", "scale"):
            judged = getattr(exact, name)
            value = judged.subs({symbol: numbers[symbol.name] for symbol in judged.free_symbols})
            assert float(value) == pytest.approx(getattr(plan, name), rel=1e-12)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: e.name)
def test_repetitions_are_vectorized_and_finite(estimator) -> None:
    rng = np.random.default_rng(3)
    samples = rng.choice([-1.0, 1.0], size=(5, 8, 4))
    found = estimator.build(8, 4, 2.0, 1.0).protocol().run(samples, rng)
    assert found.shape == (5,)
    assert np.all(np.isfinite(found))
    single = estimator.build(8, 4, 2.0, 1.0).protocol().run(samples[0], rng)
    assert np.ndim(single) == 0


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: e.name)
@pytest.mark.parametrize(
    ("n", "m", "epsilon", "half_width"),
    [
        (0, 1, 1.0, 1.0),
        (4, 0, 1.0, 1.0),
        (4, 1, 0.0, 1.0),
        (4, 1, -1.0, 1.0),
        (4, 1, float("nan"), 1.0),
        (4, 1, float("inf"), 1.0),
        (4, 1, 1.0, 0.0),
        (4, 1, 1.0, float("inf")),
        (2.5, 1, 1.0, 1.0),
        (4, 1, 1e300, 1.0),
        (4, 1, 1e-200, 1.0),
        (4, 1, 1.0, 1e300),
        (4, 1, 1.0, 1e-200),
        (4, 10**400, 1.0, 1.0),
        (4, 1, 10**400, 1.0),
        (4, True, 1.0, 1.0),
    ],
)
def test_wrong_parameters_are_named_in_one_line(estimator, n, m, epsilon, half_width) -> None:
    with pytest.raises(ParameterError) as caught:
        estimator.build(n, m, epsilon, half_width)
    assert "\n" not in str(caught.value)
    assert " = " in str(caught.value) or "bits" in str(caught.value)
    with pytest.raises(ParameterError):
        estimator.bound(n, m, epsilon, half_width)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: e.name)
@pytest.mark.parametrize(
    ("n", "m", "epsilon"), [(2, 1, 1.0), (2, 1, 1e-9), (2, 1, 700.0), (10**6, 10**9, 700.0), (3, 10**9, 1e-3)]
)
def test_extreme_parameters_give_plans_and_bounds(estimator, n: int, m: int, epsilon: float) -> None:
    plan = estimator.build(n, m, epsilon, 1.0)
    bound = estimator.bound(n, m, epsilon, 1.0)
    assert plan.users == n
    assert bound.value > 0
    assert bound.vacuous == (not bound.value < 1.0)


def test_exact_variances_of_the_baselines_agree_with_simulation() -> None:
    """Two-sided z tests with |z| <= 6.5, type-I error below 1e-9 in all."""
    rng = np.random.default_rng(8)
    for estimator in ESTIMATORS:
        plan = estimator.build(6, 4, 2.0, 1.0)
        if not isinstance(plan, Additive):
            continue
        samples = rng.choice([-1.0, 1.0], p=[0.3, 0.7], size=(40_000, 6, 4))
        squares = (plan.protocol().run(samples, rng) - 0.4) ** 2
        # Rounding to levels is worst for users at both ends, which `risk` takes; here users have one law.
        windows = isinstance(plan.channel, WindowResponse)
        exact = windowed_risk(plan.channel, 6, SignLaw(0.4), 4) if windows else plan.risk(1 - 0.16, 0.4)
        assert exact <= plan.risk(1 - 0.16, 0.4) * (1 + 1e-12)
        z = (squares.mean() - exact) / (squares.std() / np.sqrt(len(squares)))
        assert abs(z) < 6.5, estimator.name


def test_bounds_of_the_baselines_are_their_worst_risks() -> None:
    plan = baselines.split_user(10, 7, 0.5, 2.0)
    assert baselines.split_user_bound(10, 7, 0.5, 2.0).value == pytest.approx(4 / 70 + 8 * 4 * 7 / (10 * 0.25))
    assert plan.risk(4.0, 0.0) == pytest.approx(4 / 70 + 8 * 4 * 7 / (10 * 0.25))
