"""What runs spend, against enumeration of all answers, floats, the ledger's integrals and dp-accounting."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, log, sqrt

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.local import bassily_algorithm5, zhao_algorithm3
from upperbounds.optimisation.losses import Linear, Logistic
from upperbounds.optimisation.subsets import SubsetDescent, bassily_algorithm4, tightly
from upperbounds.protocols.accountant import (
    Enclosed,
    ExponentialChoices,
    Noise,
    Pure,
    RunStep,
    SpendPart,
    least_noise,
    sampled_mechanism,
    spent,
    total_divergence,
    votes,
)
from upperbounds.protocols.privacy_profile import of_gaussian, of_pure, together
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily, bassily_central
from upperbounds.vectors.bassily_spend import (
    attack,
    central_noises,
    central_spend,
    local_noises,
    local_parts,
    local_spend,
    round_budgets,
    run_spend,
)
from verify.kernel.statements.outcome import as_arb
from verify.papers.bassily.instances import mean_estimators as estimators

CLOSE = 1e-9


def holds(found: Enclosed, value: float, slack: float = 1e-12) -> bool:
    """The enclosure is narrow and has the value in it, up to the value's own rounding."""
    return found.upper - found.lower <= slack and found.lower - slack <= value <= found.upper + slack


def pairs(part: SpendPart) -> list[tuple[float, float]]:
    """The probabilities of one answer's outcomes under both data, from the mechanism's definition."""
    if isinstance(part, Pure):
        lie = (1 - part.delta) / (1 + exp(part.epsilon))
        truth = (1 - part.delta) * exp(part.epsilon) / (1 + exp(part.epsilon))
        return [(truth, lie), (lie, truth), (part.delta, 0.0), (0.0, part.delta)]
    assert isinstance(part, ExponentialChoices)
    outcomes = [tuple(exp(-part.epsilon * c / 2) for c in costs[:2]) for costs in part.costs for _ in range(costs[2])]
    first, second = (sum(x[i] for x in outcomes) for i in (0, 1))
    return [(p / first, q / second) for p, q in outcomes]


def enumerated(parts: list[SpendPart], epsilon: float) -> float:
    """The divergence of finite parts, over all their outcomes together."""
    total = 0.0
    for outcome in product(*(pairs(part) for part in parts for _ in range(part.times))):
        p, q = (float(np.prod([pair[i] for pair in outcome])) for i in (0, 1))
        total += max(p - exp(epsilon) * q, 0.0)
    return total


FINITE: list[list[SpendPart]] = [
    [Pure(0.5)],
    [Pure(0.5, 0.01)],
    [Pure(0.3, 0.02, 3)],
    [Pure(0.3, 1e-4, 2), Pure(0.7, 1e-3), Pure(0.3, times=2)],
    [votes(0.8), Pure(0.2)],
    [ExponentialChoices(0.9, ((4, 5, 1), (5, 4, 1), (5, 5, 3)))],
    [ExponentialChoices(0.4, ((2, 3, 1), (3, 2, 2), (3, 3, 1)), 3), Pure(0.4, 0.003)],
]


@pytest.mark.parametrize("parts", FINITE)
@pytest.mark.parametrize("epsilon", [0.0, 0.35, 1.0])
def test_finite_compositions_are_those_of_all_outcomes(parts: list[SpendPart], epsilon: float) -> None:
    assert holds(total_divergence(parts, epsilon), enumerated(parts, epsilon))


def test_a_delta_that_is_forgotten_is_caught() -> None:
    for parts in (FINITE[1], FINITE[2], FINITE[3]):
        forgetful = [replace(part, delta=0.0) if isinstance(part, Pure) else part for part in parts]
        assert not holds(total_divergence(forgetful, 0.35), enumerated(parts, 0.35))


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("times", [1, 7, 200])
def test_it_encloses_the_floats(epsilon: float, times: int) -> None:
    for each, shift in product((0.003, 0.1), (0.05, 1.3)):
        found = total_divergence((Pure(each, times=times), Noise(shift, 1.0)), epsilon)
        assert (of_pure(each, times) + of_gaussian(shift)).delta(epsilon) == pytest.approx(found.lower, rel=CLOSE)
        assert found.upper <= found.lower * (1 + 1e-13)


def test_noises_are_one_and_integrate_to_the_same() -> None:
    """Against the integral of the positive part, in balls."""
    for shift in (Fraction(1, 4), Fraction(2)):
        found = total_divergence((Noise(shift, 1.0, 9), Noise(4 * shift, 1.0)), 0.75)
        again = estimators.gaussian_delta_again(as_arb(Fraction(3, 4)), as_arb(5 * shift))
        assert found.lower <= float(again.upper())
        assert found.upper >= float(again.lower())


def peers() -> Iterator[tuple[tuple[SpendPart, ...], float]]:
    """Budgets on dp-accounting's grid, where its connected dots of a Gaussian are exact, and noises."""
    for each, delta, times, shift in product((0.25, 0.03125), (0.0, 1e-5), (1, 20), (None, 0.3, 1.7)):
        noise: tuple[SpendPart, ...] = () if shift is None else (Noise(shift, 1.0),)
        for epsilon in (0.5, 1.0):
            yield (Pure(each, delta, times), *noise), epsilon


def test_dp_accounting_agrees() -> None:
    """To 1e-9: an independent accountant, by convolution on a grid."""
    pytest.importorskip("dp_accounting")
    from dp_accounting.pld import common, privacy_loss_distribution

    grid, drawn = 2.0**-10, {}
    for parts, epsilon in peers():
        if parts not in drawn:
            whole = privacy_loss_distribution.identity(value_discretization_interval=grid)
            for part in parts:
                if isinstance(part, Pure):
                    budget = common.DifferentialPrivacyParameters(part.epsilon, part.delta)
                    one = privacy_loss_distribution.from_privacy_parameters(budget, value_discretization_interval=grid)
                    one = one.self_compose(part.times)
                else:
                    assert isinstance(part, Noise)
                    one = privacy_loss_distribution.from_gaussian_mechanism(
                        part.sigma, float(part.sensitivity), value_discretization_interval=grid
                    )
                whole = whole.compose(one)
            drawn[parts] = whole
        found = total_divergence(parts, epsilon)
        assert abs(drawn[parts].get_delta_for_epsilon(epsilon) - found.upper) <= CLOSE


def local(epsilon: float, delta: float, *, printed: bool = False, d: int = 4) -> bassily.LocalTruncatedMean:
    rotation = RandomRotation.draw(d, np.random.default_rng(0))
    build = bassily.printed_local_truncated_mean if printed else bassily.local_truncated_mean
    return build(64, 10**4, epsilon, 1.0, delta, rotation)


@pytest.mark.parametrize(("epsilon", "delta"), list(product((0.1, 0.5, 1.0), (0.5, 1e-5, 1e-8))))
def test_plans_spend_what_their_own_profiles_say(epsilon: float, delta: float) -> None:
    for printed in (False, True):
        plan = local(epsilon, delta, printed=printed)
        assert local_spend(plan).lower == pytest.approx(plan.spent_delta(), rel=CLOSE)
    assert local_spend(local(epsilon, delta)).upper <= delta


def test_the_printed_mean_is_not_private_and_the_note_has_the_numbers() -> None:
    found = local_noises(1.0, 0.5, 1e-8)
    assert list(found) == ["printed", "corrected", "tight"]
    assert found["printed"].spent.lower > 827e-8
    assert found["corrected"].spent.upper < 1e-8
    assert found["printed"].value < found["tight"].value < found["corrected"].value
    assert 0.999e-8 < found["tight"].spent.upper <= 1e-8


def test_too_little_noise_is_caught() -> None:
    """Noise halved, sensitivity C for 2C, a user in two batches: each breaks a plan that is just private."""
    epsilon, delta = 0.5, 1e-6
    plan = local(epsilon, delta)
    tight = local_noises(plan.radius, epsilon, delta)["tight"].value
    plan = replace(plan, sigma=tight)
    assert local_spend(plan).upper <= delta
    assert local_spend(replace(plan, sigma=tight * (1 - 1e-6))).lower > delta
    assert local_spend(replace(plan, sigma=tight / 2)).lower > delta
    as_if = least_noise(lambda s: total_divergence((votes(epsilon / 2), Noise(plan.radius, s)), epsilon), delta, tight)
    assert local_spend(replace(plan, sigma=as_if)).lower > delta
    vote, refine = local_parts(plan)
    steps = [
        RunStep(range(64), vote),
        RunStep(range(64), refine),
        RunStep(range(64, 128), vote),
        RunStep(range(64, 128), refine),
    ]
    assert spent(steps, epsilon).upper <= delta
    assert spent([*steps[:3], RunStep(range(63, 128), refine)], epsilon).lower > delta


def test_whole_runs_spend_what_one_of_their_calls_does() -> None:
    """Algorithm 5's batches are disjoint; one user in two of them is caught, and so is the printed noise."""
    run = bassily_algorithm5(10**5, 10**4, 0.5, 1e-6, Logistic(2), Ball(2, 1.0), number=4)
    found = run_spend(run)
    assert isinstance(run.oracle.plan, bassily.LocalTruncatedMean)
    assert run.oracle.plan.bins.count > 1
    assert found == local_spend(run.oracle.plan)
    assert found.upper <= 1e-6
    assert found.lower == pytest.approx(run.spent_delta(), rel=CLOSE)
    tight = local_noises(run.oracle.plan.radius, 0.5, 1e-6)["tight"].value
    run = replace(run, oracle=replace(run.oracle, plan=replace(run.oracle.plan, sigma=tight)))
    assert run_spend(run).upper <= 1e-6
    shifted = (run.batches[0], range(run.batches[1].start - 1, run.batches[1].stop), *run.batches[2:])
    assert run_spend(replace(run, batches=shifted)).lower > 1e-6
    printed = replace(run.oracle.plan, sigma=bassily.printed_noise(run.oracle.plan.radius, 0.5, 1e-6))
    assert run_spend(replace(run, oracle=replace(run.oracle, plan=printed))).lower > 1e-6
    pure = zhao_algorithm3(10**4, 10, 1.0, Logistic(2), Ball(2, 1.0), number=3)
    assert run_spend(pure).upper == 0.0
    again = (*pure.batches[:2], range(pure.batches[2].start - 1, pure.batches[2].stop))
    assert run_spend(replace(pure, batches=again)).lower > 0.1


def test_central_runs_are_private_in_all() -> None:
    run = bassily_algorithm4(10**4, 10, 1.0, 1e-4, Logistic(2), Ball(2, 1.0))
    found = run_spend(run)
    assert found.upper <= 1e-4
    assert found.upper == pytest.approx(run.spent_delta(), rel=1e-8)
    assert run_spend(replace(run, mean=replace(run.mean, sigma=run.mean.sigma / 4))).upper > 1e-4


def single(n: int, sigma: float) -> SubsetDescent:
    """Algorithm 4 for linear losses of one dimension, one range, with noise of that size."""
    run = bassily_algorithm4(n, 10, 1.0, 1e-4, Linear(1), Ball(1, 1.0))
    assert run.mean.bins.count == 1
    return replace(run, mean=replace(run.mean, sigma=sigma))


def test_an_attack_on_algorithm_4_shows_too_little_noise() -> None:
    """At the least noise that the accountant allows it gains nothing; at a 64th of it more than delta, for certain."""
    run = tightly(single(10**4, 1.0))
    assert 1e-3 < attack(run, 0.0) < 0.1
    found = [attack(single(10**4, run.mean.sigma / k), 1.0) for k in (1, 4, 16, 64)]
    assert found[0] == 0
    assert found[1] < found[2] < found[3]
    assert found[3] > 1e-4
    for sigma in (run.mean.sigma, run.mean.sigma / 64):
        spend = run_spend(single(10**4, sigma))
        assert 0 <= spend.lower <= spend.upper


@pytest.mark.parametrize(("sigma", "epsilon"), [(0.02, 1.0), (0.1, 0.5)])
def test_the_attacks_events_have_their_chances_in_runs(sigma: float, epsilon: float) -> None:
    """What the two events gain in 20,000 runs of the mechanism, over all thresholds, is no less; 5 errors (3e-7).

    All but the first user's gradients are 0; theirs is 1 or -1.
    """
    run, runs, rng = single(600, sigma), 20_000, np.random.default_rng(9)
    run = replace(run, steps=replace(run.steps, number=30))
    seen = []
    for way in (1.0, -1.0):
        hers = rng.random((runs, 30)) < run.batch / run.n
        means = np.zeros((runs, 30, run.batch, 1))
        means[..., 0, 0] = way * hers
        told = run.mean.of_means(means, rng)[..., 0]
        seen.append((told.sum(axis=1), told.max(axis=1)))
    best = 0.0
    for one, other in zip(*seen, strict=True):
        for threshold in np.quantile(one, np.linspace(0.01, 0.999, 100)):
            best = max(best, float((one > threshold).mean() - np.exp(epsilon) * (other > threshold).mean()))
    error = 5 * np.sqrt((1 + np.exp(2 * epsilon)) / (4 * runs))
    gained = attack(run, epsilon)
    assert 0 < gained <= best + error
    assert gained > best / 2 - error


@pytest.mark.parametrize("d", [1, 5, 32])
def test_the_central_mean_is_enclosed(d: int) -> None:
    rotation = RandomRotation.draw(d, np.random.default_rng(0))
    plan = bassily_central.central_truncated_mean(501, 10**4, 1.0, 1.0, 1e-6, rotation)
    assert plan.bins.count > 1
    found = central_spend(plan)
    assert found.upper == pytest.approx(plan.spent_delta(), rel=1e-8)
    assert 0 < found.lower <= found.upper <= 1e-6
    noises = central_noises(plan)
    assert noises["tight"].value < noises["corrected"].value
    assert (
        noises["tight"].spent.upper
        <= 1e-6
        < total_divergence(
            (Pure(plan.range_epsilon, times=plan.coordinates), Noise(2 * plan.radius / 501, noises["tight"].value / 2)),
            1.0,
        ).lower
    )
    assert central_spend(replace(plan, sigma=plan.sigma / 4)).lower > 1e-6


def test_the_lower_end_of_the_ranges_is_the_exponential_mechanisms() -> None:
    """Six users in five bins, by the ledger's exact law."""
    before, after = (
        estimators.exponential(data, 5, Fraction(3, 2)) for data in ((0, 0, 0, 4, 4, 4), (4, 0, 0, 4, 4, 4))
    )
    by_hand = sum(max(float(p) - 1.25 * float(q), 0.0) for p, q in zip(before, after, strict=True))
    # low = 2 and high = 3 of the others: costs as `central_spend` has them.
    costs = ((3, 4, 1), (3, 2, 1), (3, 4, 3))
    assert holds(total_divergence([ExponentialChoices(2 * log(1.5), costs)], log(1.25)), by_hand)


def test_rounds_printed_by_their_theorem_and_tight() -> None:
    for rounds, epsilon, delta in ((1, 0.9, 1e-2), (20, 0.999, 1e-6), (300, 0.5, 1e-6)):
        found = round_budgets(rounds, epsilon, delta)
        assert found["advanced"].value < found["printed"].value < found["tight"].value
        assert all(one.spent.upper <= delta for one in found.values()), "private, though not by Theorem 2.4"
        assert (
            total_divergence([Pure(found["tight"].value * 1.0001, delta / (2 * rounds), rounds)], epsilon).lower > delta
        )
        total = found["printed"].value
        assert total * sqrt(2 * rounds * log(2 / delta)) + rounds * total * (exp(total) - 1) > epsilon


def test_a_sampled_answer_spends_what_its_share_says() -> None:
    one = sampled_mechanism(1.0, 1e-6, 50, 1000)
    assert one.epsilon == pytest.approx(log(1 + 0.05 * (exp(1) - 1)), rel=1e-14)
    assert one.delta == pytest.approx(5e-8, rel=1e-14)
    # Of one bit by randomized response: the user is drawn with chance 1/20, else a coin of the others' bit 0.
    keep = exp(1) / (1 + exp(1))
    drawn = 0.05 * keep + 0.95 * (1 - keep)
    assert drawn / (1 - keep) <= exp(one.epsilon)


def test_parallel_steps_cost_their_worst_and_sequential_ones_their_sum() -> None:
    pure = Pure(0.5)
    assert spent([RunStep(range(5), pure), RunStep(range(5, 9), pure)], 0.4) == total_divergence([pure], 0.4)
    assert spent([RunStep(range(5), pure), RunStep(range(4, 9), pure)], 0.4) == total_divergence([pure, pure], 0.4)
    assert spent([RunStep(range(3), Pure(0.2)), RunStep(range(7, 9), Pure(0.6, 0.01))], 0.4) == total_divergence(
        [Pure(0.6, 0.01)], 0.4
    )
    assert spent([], 0.4) == Enclosed(0.0, 0.0)
    assert total_divergence([Pure(0.25, times=2)], 0.5) == Enclosed(0.0, 0.0), "basic composition, exactly"
    assert together([of_pure(0.25, 2)]).delta(0.49) == pytest.approx(
        total_divergence([Pure(0.25, times=2)], 0.49).lower
    )


def test_wrong_parts_are_named() -> None:
    for build in (
        lambda: Pure(0.0),
        lambda: Pure(1.0, 1.0),
        lambda: Pure(1.0, times=0),
        lambda: Noise(1.0, 0.0),
        lambda: ExponentialChoices(-1.0, ((1, 2, 1),)),
        lambda: sampled_mechanism(1.0, 0.0, 7, 6),
        lambda: total_divergence([Pure(0.1, times=10**4), Pure(0.2, times=10**4)], 1.0),
        lambda: local_noises(0.0, 1.0, 1e-6),
        lambda: local_noises(1.0, 1.0, 0.0),
        lambda: round_budgets(3, 1e9, 1e-6),
        lambda: least_noise(lambda _: Enclosed(1.0, 1.0), 1e-6, 1.0),
    ):
        with pytest.raises(ParameterError, match=" = "):
            build()
    with pytest.raises(ValueError, match="step 1"):
        spent([RunStep(range(0, 9, 2), Pure(0.1))], 1.0)
