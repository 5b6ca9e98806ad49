"""The risk of the mixture estimator where components' data are two-valued: exact once the bins are chosen.

Given the bins, a component's share is a binomial number, independent of the sum of the signed distances, whose first
two moments are finite sums over the values of a user's mean. The bins have no short law: they are drawn from the counts
of users in bins, never from users. `draw_estimates` draws whole estimates by counts too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log1p, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_pmf, binomial_window
from upperbounds.channels.laplace import sum_of_laplace
from upperbounds.channels.nearest import nearest, public_signs
from upperbounds.channels.votes import Bins
from upperbounds.mixture.plan import MixturePlan
from verify.study.risk.aggregate import stream
from verify.study.risk.laws import BinLaw, SignLaw

_TAIL = 1e-18
_TILTED, _DEVIATIONS = (10**3, 10**7), 10.0
"""Numbers of voters for which probabilities are those of a tilted multiple of 1/sqrt(voters), away from 0 and 1."""
MOST_SHARES = 1 << 20
"""Values of a share that are summed over: 12 deviations either side of 10^9 users or so."""


@dataclass(frozen=True)
class Mixture:
    """Each user draws a component with these weights, then all samples from its law; means rise."""

    weights: tuple[float, ...]
    parts: tuple[SignLaw, ...]

    def __post_init__(self) -> None:
        """Refuse invalid weights, and means that do not increase."""
        if len(self.weights) != len(self.parts) or min(self.weights) < 0 or abs(sum(self.weights) - 1) > 1e-12:
            raise ParameterError(f"weights = {self.weights}: must be {len(self.parts)}, at least 0, with sum 1")
        if list(self.means) != sorted(self.means):
            raise ParameterError(f"means = {self.means.tolist()}: must rise")

    @cached_property
    def means(self) -> FloatArray:
        """The means of the components, (K,)."""
        return np.array([part.mean for part in self.parts])

    def sample(self, repetitions: int, n: int, m: int, rng: np.random.Generator) -> FloatArray:
        """Raw samples, (repetitions, n, m)."""
        component = rng.choice(len(self.parts), p=self.weights, size=(repetitions, n))
        plus = np.array([part.plus for part in self.parts])[component][..., None]
        low, high = (np.array([p.shift + sign * p.half_width for p in self.parts])[component] for sign in (-1, 1))
        return np.where(rng.random((repetitions, n, m)) < plus, high[..., None], low[..., None])

    def user_mean(self, m: int) -> tuple[FloatArray, FloatArray]:
        """Values of a user's mean, and their probabilities, all components together."""
        return _user_mean(self, m)

    def bin_chances(self, plan: MixturePlan) -> FloatArray:
        """The probabilities of a user's bin, (bins,)."""
        found = np.zeros(plan.bins.count)
        for weight, part in zip(self.weights, self.parts, strict=True):
            law = part.bin_law(plan.bins, plan.m, _TAIL)
            found[law.first : law.last + 1] += weight * law.probabilities
        return found / found.sum()


@lru_cache(maxsize=64)
def _user_mean(law: Mixture, m: int) -> tuple[FloatArray, FloatArray]:
    found = [part.support(m, _TAIL) for part in law.parts]
    chances = [weight * chance for weight, (_, chance) in zip(law.weights, found, strict=True)]
    return np.concatenate([points for points, _ in found]), np.concatenate(chances)


@dataclass(frozen=True)
class KindsMean:
    """The law of one user's mean where users draw from the components of a mixture: for the exact risks of the mean.

    `mean` is the average over users, which is what an estimator of the mean is about.
    """

    law: Mixture

    @property
    def mean(self) -> float:
        """The average of the components' means."""
        return float(np.dot(self.law.weights, self.law.means))

    def bin_law(self, bins: Bins, m: int, tail: float) -> BinLaw:
        """The law of the bin of a user's mean."""
        parts = [part.bin_law(bins, m, tail) for part in self.law.parts]
        first, last = min(law.first for law in parts), max(law.last for law in parts)
        chances = np.zeros(last - first + 1)
        for weight, law in zip(self.law.weights, parts, strict=True):
            chances[law.first - first : law.last + 1 - first] += weight * law.probabilities
        weighted = list(zip(self.law.weights, parts, strict=True))
        # Errors relative to a part of a probability are at most as large relative to all of it, over its weight's root.
        relative = sum(sqrt(weight) * law.relative for weight, law in weighted)
        return BinLaw(first, chances, sum(weight * law.moved for weight, law in weighted), relative)

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """Bias and variance of a user's mean once clipped to each [lower, upper], about the average of all users."""
        found = [part.clipped(lower, upper, m) for part in self.law.parts]
        means = np.array([part.mean + bias for part, (bias, _) in zip(self.law.parts, found, strict=True)])
        weights = np.array(self.law.weights)
        mean = np.tensordot(weights, means, 1)
        within = np.tensordot(weights, np.array([variance for _, variance in found]), 1)
        return mean - self.mean, within + np.tensordot(weights, (means - mean) ** 2, 1)

    def clipped_error(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """Error bounds of `clipped`: the components' errors; errors of a bias enter the variance times the range."""
        found = [part.clipped_error(lower, upper, m) for part in self.law.parts]
        weights = np.array(self.law.weights)
        bias, variance = (np.tensordot(weights, np.array([one[i] for one in found]), 1) for i in (0, 1))
        return bias, variance + 4 * (upper - lower) * bias

    def support(self, m: int, tail: float) -> tuple[FloatArray, FloatArray]:
        """Points and probabilities of a user's mean."""
        return self.law.user_mean(m)

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw users' means."""
        component = rng.choice(len(self.law.parts), p=self.law.weights, size=shape)
        plus = np.array([part.plus for part in self.law.parts])[component]
        part = self.law.parts[0]
        return part.point(rng.binomial(m, plus), m)

    def sample(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw raw samples, users on the axis before the last."""
        return self.law.sample(1, int(np.prod(shape[:-1])), shape[-1], rng)[0].reshape(shape)


@dataclass(frozen=True)
class Given:
    """The exact first two moments of each component's estimate given the chosen bins, (K,) each."""

    mean: FloatArray
    second: FloatArray

    def errors(self, means: FloatArray) -> FloatArray:
        """The mean squared error of each component's estimate, (K,)."""
        return np.asarray(self.second - 2 * means * self.mean + means**2)

    def risk(self, means: FloatArray) -> float:
        """The mean squared error, summed over components."""
        return float(np.sum(self.errors(means)))


@dataclass(frozen=True)
class DrawnRisk:
    """A mean over drawn bins of exact conditional errors; `lost` is how often a component has no bin near its mean."""

    value: float
    error: float
    lost: float
    mean: FloatArray
    deviation: FloatArray
    repetitions: int
    largest: float


def draw_chosen(plan: MixturePlan, law: Mixture, repetitions: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Chosen bins, (repetitions, K), from the counts of users in bins."""
    counts = rng.multinomial(plan.third, law.bin_chances(plan), size=repetitions)
    return plan.choose(plan.vote.sample_sum(counts, rng))


def gram(plan: MixturePlan) -> FloatArray:
    """The means over users of the products of two centres' public signs, (K, K)."""
    signs = public_signs(plan.seed, plan.third, plan.components).astype(np.float64)
    return np.asarray(signs.T @ signs / plan.third)


def given_bins(plan: MixturePlan, law: Mixture, chosen: NDArray[Any], signs: FloatArray | None = None) -> Given:
    """The moments of the estimate given the chosen bins, (K,); on average over public signs, or for those of a `gram`.

    With mu_j the mean of a distance counted for centre j, the sum for k has the mean mu_k on average, or sum c_kj mu_j
    for given signs; users' second moments add up whatever the signs are.
    """
    centres, chances, place, off, votes = _to_centres(plan, law, chosen)
    sums = np.bincount(place, weights=chances * off, minlength=len(centres))
    square = float(chances @ off**2) + 2 * float(plan.scale) ** 2
    variances = (square - (sums**2 if signs is None else np.full(len(sums), sums @ signs @ sums))) / plan.third
    means = sums if signs is None else signs @ sums
    lie, truth = plan.weighing.probabilities
    found = [
        over_shares(plan, lie + (truth - lie) * float(vote), float(s), float(v))
        for vote, s, v in zip(votes, means, variances, strict=True)
    ]
    first, second = np.array(found).T
    return Given(centres + first, centres**2 + 2 * centres * first + second)


def _to_centres(
    plan: MixturePlan, law: Mixture, chosen: NDArray[Any]
) -> tuple[FloatArray, FloatArray, NDArray[np.intp], FloatArray, FloatArray]:
    """Centres, (K,); a user mean's probabilities, nearest centre and clipped distance; probabilities of votes, (K,)."""
    centres = np.asarray(plan.centres(chosen), dtype=np.float64)
    points, chances = law.user_mean(plan.m)
    place = nearest(points, centres)
    off = np.clip(points - centres[place], -float(plan.reach), float(plan.reach))
    voting = chances * (plan.bins.index(points) == chosen[place]) if plan.as_printed else chances
    return centres, chances, place, off, np.asarray(np.bincount(place, voting, len(centres)), dtype=np.float64)


def draw_estimates(plan: MixturePlan, law: Mixture, repetitions: int, rng: np.random.Generator) -> FloatArray:
    """Estimates of the components' means, (repetitions, K), for the plan's public signs: by counts, no user is drawn.

    Users in bins, then users near centres, then, of those who share all their public signs, users at each value of a
    mean; noise is summed at once. Users with the same signs are exchangeable, so the law is that of the protocol.
    """
    signs, users = np.unique(public_signs(plan.seed, plan.third, plan.components), axis=0, return_counts=True)
    chosen = draw_chosen(plan, law, repetitions, rng)
    found = np.empty(chosen.shape)
    bins, which = np.unique(chosen, axis=0, return_inverse=True)
    for k, row in enumerate(bins):
        _, chances, place, off, votes = _to_centres(plan, law, row)
        chances = chances / chances.sum()
        step = max(1, (1 << 21) // (len(users) * len(chances)))
        everyone = np.flatnonzero(which.reshape(-1) == k)
        for rows in np.split(everyone, range(step, len(everyone), step)):
            voters = rng.multinomial(plan.third, [*votes, max(0.0, 1 - votes.sum())], size=len(rows))[:, :-1]
            shares = plan.shares(plan.weighing.sample_votes(voters, plan.third, rng))
            counts = rng.multinomial(users, chances, size=(len(rows), len(users)))
            messages = np.einsum("rpx,px->rp", counts, signs[:, place] * off)
            messages = messages + float(plan.scale) * sum_of_laplace(users, messages.shape, rng)
            found[rows] = plan.estimate(row, shares, messages @ signs / plan.third)
    return found


def over_shares(plan: MixturePlan, one: float, mean: float, variance: float) -> tuple[float, float]:
    """E and E of the square of sum/share where the share is not below the cutoff, else 0; a vote is 1 w.p. `one`."""
    lie, truth = plan.weighing.probabilities
    first, second = _inverse_moments(plan.third, lie, truth, plan.cutoff, one)
    return mean * first, (mean**2 + variance) * second


@lru_cache(maxsize=1 << 14)
def _inverse_moments(third: int, lie: float, truth: float, cutoff: float, one: float) -> tuple[float, float]:
    """The means of 1/share and of its square, 0 below the cutoff; a vote is 1 w.p. `one`, for another component `lie`.

    Where a multiple p of 1/sqrt(third) is near by, probabilities for p are tilted: of (one/p)^v ((1 - one)/(1 -
    p))^(third - v) no more than the growth with v is left, once all add up to 1.
    """
    p = round(one * sqrt(third)) / sqrt(third)
    if not _TILTED[0] <= third <= _TILTED[1] or min(one, 1 - one) * sqrt(third) < _DEVIATIONS:
        chances, inverse = _chances_of_shares(third, lie, truth, cutoff, (one, one))[1:]
    else:
        ends = (p - 0.5 / sqrt(third), p + 0.5 / sqrt(third))
        votes, chances, inverse = _near(third, lie, truth, cutoff, ends)
        growth = log1p((one - p) / p) - log1p((p - one) / (1 - p))
        chances = chances * np.exp(growth * (votes - third * p))
        chances /= chances.sum()
    return float(chances @ inverse), float(chances @ inverse**2)


def _chances_of_shares(
    third: int, lie: float, truth: float, cutoff: float, ends: tuple[float, float]
) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
    """Votes with a probability between the ends, (values,), their probabilities in the middle, and 1/share or 0.

    Raises ParameterError where votes take too many values.
    """
    low, high = (binomial_window(third, one, 1 - one, _TAIL)[i] for i, one in enumerate(ends))
    if high - low > MOST_SHARES:
        raise ParameterError(f"n // 3 = {third}: a share takes {high - low} values; must be at most {MOST_SHARES}")
    votes, middle = np.arange(low, high + 1, dtype=np.int64), sum(ends) / 2
    shares = (votes / third - lie) / (truth - lie)
    kept = shares >= cutoff
    inverse = np.asarray(np.where(kept, 1 / np.where(kept, shares, 1.0), 0.0))
    return votes, binomial_pmf(votes, third, middle, 1 - middle), inverse


_near = lru_cache(maxsize=64)(_chances_of_shares)
"""The last of them, with less than 2^15 values where `_inverse_moments` asks."""


def drawn_risk(
    plan: MixturePlan,
    law: Mixture,
    repetitions: int,
    key: tuple[int, int, int] = (0, 4, 1),
    signs: FloatArray | None = None,
) -> DrawnRisk:
    """The risk of a plan for a mixture: bins drawn, all else exact, over public signs or for those of a `gram`."""
    step, chosen = max(1, (1 << 22) // plan.bins.count), []
    for chunk, start in enumerate(range(0, repetitions, step)):
        chosen.append(draw_chosen(plan, law, min(step, repetitions - start), stream(*key, chunk)))
    return over(plan, law, np.concatenate(chosen), lambda bins: given_bins(plan, law, bins, signs))


def over(plan: MixturePlan, law: Mixture, chosen: NDArray[Any], given: Callable[[NDArray[Any]], Given]) -> DrawnRisk:
    """The average over drawn bins, (repetitions, K); each set of bins is judged once."""
    bins, times = np.unique(chosen, axis=0, return_counts=True)
    known = [given(row) for row in bins]
    shares, losses = times / len(chosen), np.array([one.risk(law.means) for one in known])
    mean = shares @ np.array([one.mean for one in known])
    second = shares @ np.array([one.second for one in known])
    value = float(shares @ losses)
    error = sqrt(float(shares @ (losses - value) ** 2) / max(len(chosen) - 1, 1))
    away = np.abs(plan.centres(bins) - law.means) > float(plan.near)
    lost = float(shares @ np.any(away, axis=1))
    return DrawnRisk(
        value, error, lost, mean, np.sqrt(np.maximum(second - mean**2, 0.0)), len(chosen), float(losses.max())
    )


def hard_laws(components: int, D: float) -> Iterator[Mixture]:
    """Mixtures of the class, +-D data: near and far means, at several places in a bin, even and light weights.

    Gaps are D/K at least, weights 1/(2K) at least.
    """
    k = np.arange(components)
    light = np.full(components, 1 / (2 * components))
    light[components // 2] = 1 - (components - 1) / (2 * components) if components > 1 else 1.0
    for gap in (1.0, 1.5, 2.0):
        spread = gap * D / components * (k - (components - 1) / 2)
        for off in (0.0, 0.03, 0.07):
            # At gaps of 2 D/K the means and the shift stay within [-D, D], as D/K is left at either end.
            means = spread + off * D / components
            parts = tuple(SignLaw(float(mean), D) for mean in means)
            for weights in dict.fromkeys((tuple(np.full(components, 1 / components)), tuple(light))):
                yield Mixture(weights, parts)
