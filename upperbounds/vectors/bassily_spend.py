"""Enclosures of what bassily's private means, and whole runs of them, spend; and the smallest noise for a target.

Noise as printed, as corrected in the ledger, and the smallest that the target allows, each with its spend. The lower
ends come from pairs of inputs: data far from the rotated origin on both sides, for every crude mean.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, ctx

from notation.parameters import ParameterError, count, positive, within
from upperbounds.optimisation.central import ServerDescent
from upperbounds.optimisation.estimator import LocalDescent
from upperbounds.optimisation.subsets import SubsetDescent
from upperbounds.protocols.accountant import (
    MOST_TERMS,
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
from upperbounds.vectors.bassily import LocalTruncatedMean, noise, printed_noise
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from upperbounds.vectors.pure_central import CentralPureMean


@dataclass(frozen=True)
class Calibration:
    """A standard deviation of the noise, or the budget of one round, and what one user spends with it.

    Attributes
    ----------
    value : float
        The standard deviation, or the budget.
    spent : Enclosed
        The divergence of all answers of one user.
    """

    value: float
    spent: Enclosed


def local_parts(plan: LocalTruncatedMean) -> tuple[SpendPart, ...]:
    """Both answers of one user of Theorem 4.3; only one if there is a single bin.

    Parameters
    ----------
    plan : LocalTruncatedMean
        The plan.

    Returns
    -------
    tuple of Part
        The answers.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    refine = Noise(2 * Fraction(plan.radius), plan.sigma)
    return (votes(float(plan.localisation.vote.epsilon)), refine) if plan.bins.count > 1 else (refine,)


def local_spend(plan: LocalTruncatedMean) -> Enclosed:
    """The divergence of both answers at the plan's epsilon; exact, since far inputs attain the pair.

    Parameters
    ----------
    plan : LocalTruncatedMean
        The plan.

    Returns
    -------
    Enclosed
        The divergence.
    """
    return total_divergence(local_parts(plan), plan.epsilon)


def central_ranges(plan: CentralTruncatedMean) -> tuple[SpendPart, ...]:
    """What dominates the d ranges of Theorem 4.1: randomized response for each; nothing for a single bin.

    Parameters
    ----------
    plan : CentralTruncatedMean
        The plan.

    Returns
    -------
    tuple of Part
        The answers.

    References
    ----------
    Bassily and Sun, Theorem 4.1.
    """
    return (Pure(plan.range_epsilon, times=plan.coordinates),) if plan.bins.count > 1 else ()


def central_spend(plan: CentralTruncatedMean) -> Enclosed:
    """The divergence of the d ranges and the mean of Theorem 4.1 at the plan's epsilon.

    The upper end uses randomized response for each range. The lower end has half of the other users far out on either
    side, and one user who changes sides.

    Parameters
    ----------
    plan : CentralTruncatedMean
        The plan.

    Returns
    -------
    Enclosed
        The divergence.

    References
    ----------
    Bassily and Sun, Theorem 4.1.
    """
    refine = Noise(2 * Fraction(plan.radius) / plan.n, plan.sigma)
    if plan.bins.count == 1:
        return total_divergence((refine,), plan.epsilon)
    most = total_divergence((*central_ranges(plan), refine), plan.epsilon)
    low = (plan.n - 1) // 2
    high = plan.n - 1 - low
    costs = [(high, high + 1, 1), (low + 1, low, 1)]
    if plan.bins.count > 2:
        costs.append((max(low + 1, high), max(low, high + 1), plan.bins.count - 2))
    attained = total_divergence(
        (ExponentialChoices(plan.range_epsilon, tuple(costs), plan.coordinates), refine), plan.epsilon
    )
    return Enclosed(attained.lower, most.upper)


def run_spend(run: LocalDescent | ServerDescent | SubsetDescent) -> Enclosed:
    """The divergence, at its epsilon, of a whole optimisation run: of all that depends on one user's data.

    In a local run these are the user's answers; in one pass of a server, the releases of the user's batch. The two ends
    agree for Theorem 4.3, for means with Gaussian noise and without ranges, and for pure channels that attain their
    epsilon. For Algorithm 4 the upper end composes T sampled answers, and the lower end is from `attack`.

    Parameters
    ----------
    run : LocalDescent, ServerDescent or SubsetDescent
        The optimisation.

    Returns
    -------
    Enclosed
        The divergence.

    References
    ----------
    Bassily and Sun, Theorem 4.3 and Algorithm 4.
    """
    if isinstance(run, SubsetDescent):
        inner = central_spend(run.mean).upper
        each = replace(sampled_mechanism(run.mean.epsilon, inner, run.batch, run.n), times=run.steps.number)
        return Enclosed(attack(run, run.epsilon), total_divergence((each,), run.epsilon).upper)
    plan = run.oracle.plan
    parts: tuple[SpendPart, ...]
    if isinstance(plan, CentralPureMean):
        parts = (*central_ranges(plan), Pure(plan.noise_epsilon))
    elif isinstance(plan, CentralTruncatedMean):
        parts = (*central_ranges(plan), Noise(2 * Fraction(plan.radius) / plan.n, plan.sigma))
    elif isinstance(plan, LocalTruncatedMean):
        parts = local_parts(plan)
    else:
        assert isinstance(run, LocalDescent)
        exact = run.exact().oracle.plan
        multiple = max(loss.multiple() for _, loss in exact.spend())
        parts = (Pure(float(multiple * Fraction(run.epsilon))),)
    return spent([RunStep(batch, part) for batch in run.batches for part in parts], run.epsilon)


def attack(run: SubsetDescent, epsilon: float) -> float:
    """A lower bound on the divergence of Algorithm 4 at e^epsilon, from the probabilities of two events.

    All other gradients are 0; the user's gradients have length r and one of two opposite directions. In that direction
    a release is normal around 0, or around +-r/B if the user is in its subset, which has probability B/n each time. The
    events are that the sum of the T releases is above a threshold, and that the largest release is; the best of some
    thresholds is taken. With ranges, r is such that nothing is truncated if every range is that of the other users, and
    what other ranges can change is subtracted. 0 if nothing remains.

    Parameters
    ----------
    run : SubsetDescent
        The optimisation.
    epsilon : float
        Where the divergence is taken.

    Returns
    -------
    float
        The lower end.

    References
    ----------
    Bassily and Sun, Algorithm 4.
    """
    plan, T, B = run.mean, run.steps.number, run.batch
    off, missed = 0.0, 0.0
    if plan.bins.count > 1:
        # Of the others' bin at most she is on one side, and of any other bin at least all others are.
        off = float(plan.bins.width) / 2 * math.sqrt(plan.coordinates)
        missed = T * plan.coordinates * (plan.bins.count - 1) * math.exp(-plan.range_epsilon * (B - 2) / 2)
    reach = min(run.loss.lipschitz, plan.radius - off)
    if not reach > 0 or T > MOST_TERMS:
        return 0.0
    share, step, wide = B / run.n, reach / B, math.sqrt(2) * plan.sigma
    far = 12 * math.sqrt(T * share * (1 - share)) + 40
    counts = range(max(0, math.floor(T * share - far)), min(T, math.ceil(T * share + far)) + 1)

    def above(threshold: arb, scale: arb) -> arb:
        return (threshold / scale).erfc() / 2

    def of_sum(threshold: float, way: int) -> arb:
        part, scale = arb(B) / run.n, arb(wide) * arb(T).sqrt()
        chances = [arb(T).bin(k) * part**k * (1 - part) ** (T - k) for k in counts]
        found = sum(
            (c * above(threshold - way * k * arb(step), scale) for k, c in zip(counts, chances, strict=True)), arb(0)
        )
        # Counts that are left out are for the attacker's loss.
        return found if way > 0 else found + 1 - sum(chances, arb(0))

    def of_largest(threshold: float, way: int) -> arb:
        part, place = arb(B) / run.n, arb(threshold)
        each = part * above(place - way * arb(step), arb(wide)) + (1 - part) * above(place, arb(wide))
        return 1 - (1 - each) ** T

    spread = math.sqrt(T) * wide
    sums = [(of_sum, share * T * step + x * spread) for x in (-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0)]
    largest = [(of_largest, x * wide + y * step) for x in (0.5, 1.0, 2.0, 3.0, 4.0, 5.0) for y in (0.0, 0.5, 1.0)]
    with ctx.workprec(128):
        level = arb(epsilon).exp()
        found = (event(x, 1) - level * event(x, -1) - (1 + level) * missed for event, x in (*sums, *largest))
        return max(0.0, *(math.nextafter(float(one.lower()), -math.inf) for one in found))


def local_noises(radius: float, epsilon: float, delta: float) -> dict[str, Calibration]:
    """Sigma of Theorem 4.3 for the truncation radius C: "printed", "corrected" and "tight", after votes at epsilon/2.

    Parameters
    ----------
    radius : float
        C, the truncation radius.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        delta of the privacy budget.

    Returns
    -------
    dict from str to Calibration
        sigma and its spend, by name.

    Raises
    ------
    ParameterError
        For a radius or epsilon that is not above 0, or delta outside 1e-300 to 1/2.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    radius, epsilon, delta = (
        positive("radius", radius),
        positive("epsilon", epsilon),
        within("delta", delta, 1e-300, 0.5),
    )

    def spend(sigma: float) -> Enclosed:
        return total_divergence((votes(epsilon / 2), Noise(2 * Fraction(radius), sigma)), epsilon)

    return _calibrated(spend, delta, printed_noise(radius, epsilon, delta), noise(radius, epsilon, delta))


def central_noises(plan: CentralTruncatedMean) -> dict[str, Calibration]:
    """Sigma of Theorem 4.1 next to the ranges of `plan`: "corrected", the plan's own, and "tight"; none is printed.

    Parameters
    ----------
    plan : CentralTruncatedMean
        The plan.

    Returns
    -------
    dict from str to Calibration
        sigma and its spend, by name.

    References
    ----------
    Bassily and Sun, Theorem 4.1.
    """

    def spend(sigma: float) -> Enclosed:
        return total_divergence((*central_ranges(plan), Noise(2 * Fraction(plan.radius) / plan.n, sigma)), plan.epsilon)

    return _calibrated(spend, plan.delta, None, plan.sigma)


def round_budgets(rounds: int, epsilon: float, delta: float) -> dict[str, Calibration]:
    """epsilon' of one of Algorithm 4's T rounds at delta/(2T) each: "printed", "advanced" and "tight".

    Printed is epsilon/sqrt(2T log(2/delta)); advanced what Theorem 2.4 itself allows; tight the most that optimal
    composition does, to a relative 1e-9.

    Parameters
    ----------
    rounds : int
        T, the number of rounds.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        delta of the privacy budget.

    Returns
    -------
    dict from str to Calibration
        epsilon' and its spend, by name.

    Raises
    ------
    ParameterError
        For numbers out of range.

    References
    ----------
    Bassily and Sun, Algorithm 4 and Theorem 2.4.
    """
    count("rounds", rounds)
    epsilon, delta = positive("epsilon", epsilon), within("delta", delta, 1e-300, 0.5)
    root = math.sqrt(2 * rounds * math.log(2 / delta))
    if not math.isfinite(epsilon / root) or epsilon / root > 500:
        raise ParameterError(f"epsilon = {epsilon!r}: must be below {500 * root:g} for {rounds} rounds")

    def spend(inverse: float) -> Enclosed:
        return total_divergence((Pure(1 / inverse, delta / (2 * rounds), rounds),), epsilon)

    printed = epsilon / root
    low, high = 0.0, printed
    for _ in range(80):
        middle = (low + high) / 2
        within_ = middle * root + rounds * middle * math.expm1(middle) <= epsilon
        low, high = (middle, high) if within_ else (low, middle)
    found = {"printed": printed, "advanced": low, "tight": 1 / least_noise(spend, delta, 1 / printed)}
    return {name: Calibration(value, spend(1 / value)) for name, value in found.items()}


def _calibrated(
    spend: Callable[[float], Enclosed], delta: float, printed: float | None, corrected: float
) -> dict[str, Calibration]:
    found = {"corrected": corrected, "tight": least_noise(spend, delta, corrected)}
    if printed is not None:
        found = {"printed": printed, **found}
    return {name: Calibration(value, spend(value)) for name, value in found.items()}
