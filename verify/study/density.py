"""Densities: the risk of an estimator at a stated density of the class, and an estimate from your own data."""

from dataclasses import dataclass, replace
from math import inf, sqrt

import numpy as np

from notation.parameters import ParameterError, count, finite
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import generator
from upperbounds.density.basis import LARGEST, Trigonometric, cell_means, constant_risk, left_out, projected
from upperbounds.estimator import Estimator
from upperbounds.protocols.coordinates import CoordinatePlan, Plain, flattened
from upperbounds.protocols.deployed import drawn
from upperbounds.registry import of_problem
from verify.study.bars import Bars, bars
from verify.study.budget import Charge, free
from verify.study.deployed import deployed_protocol
from verify.study.estimate import MOST_NUMBERS, NotPublic, check_votes
from verify.study.order import prepared
from verify.study.risk import exact_work, stream
from verify.study.risk.density import (
    FEWEST_SAMPLES,
    DensityRisk,
    beyond,
    drawn_density_risk,
    exact_density_risk,
    law_of,
)
from verify.study.table import Rows
from verify.study.worst import MOST_SAMPLES, MOST_USERS, MOST_WORK, Spend, WorstRisk, summed_spend

_REPETITIONS, _FEWEST = 400, 10
_NUMBERS = 2e7
"""How many numbers a simulated risk draws."""


def density_risk(estimator: Estimator, setting: Setting) -> WorstRisk:
    """The risk, for i.i.d. users, at the wave beyond the cut-off with the largest amplitude that the class allows.

    There the estimated coefficients are 0, and the truncation error is the norm of that wave. The risk is exact if that
    takes seconds and the law of a user's mean is known. Otherwise it is simulated, or infinite with a reason. Raises
    ParameterError if there are too few users for the plan.
    """
    if setting.n > MOST_USERS or setting.m > MOST_SAMPLES:
        told = f"not computed: beyond n = {MOST_USERS:.0e}, m = {MOST_SAMPLES:.0e}"
        return WorstRisk(inf, inf, told, None, 0.0)
    plan = estimator.plan(setting)
    wave = beyond(plan.embedding.cutoff, setting.beta, setting.r)
    told = f"f = 1 + {wave.amplitude:.3g} phi_{wave.place}, M = {plan.embedding.cutoff}"
    is_known = not 1 < plan.each.m < FEWEST_SAMPLES
    if is_known and exact_work(plan.each, law_of(plan.each.m)) <= MOST_WORK:
        return _told(exact_density_risk(plan, wave), f"exact; {told}")
    drawn = plan.each.m if plan.each.m < FEWEST_SAMPLES else 1
    work = plan.split.coordinates * max(2 * plan.each.half * drawn, plan.each.bins.count)
    repetitions = int(min(_REPETITIONS, _NUMBERS / work))
    if repetitions < _FEWEST:
        return WorstRisk(inf, inf, f"not computed: {work:.1e} numbers in one repetition", None, 0.0)
    found = drawn_density_risk(plan, wave, repetitions, stream(0, 4, 0, 0))
    return _told(found, f"Monte Carlo, {repetitions} repetitions; {told}")


def _told(risk: DensityRisk, method: str) -> WorstRisk:
    return WorstRisk(risk.value, risk.error, method, risk.localisation_failure, 0.0, risk.repetitions)


@dataclass(frozen=True)
class DensityEstimate:
    """An estimated density on [lower, upper], its bars, and what each user spent.

    `coefficients` (M,) are those of the private estimate in the basis of [0, 1], before projection. `heights` (cells,)
    are those of the nearest density that is constant on equal cells of [lower, upper]. `bars` are for coefficients 2 to
    M, all at once, and for averages over users of each user's own coefficients. `beyond` bounds the L_2 norm on [0, 1]
    of what the cut-off omits. This bound holds by the assumption of the class, which the data do not verify. `silent`
    users send nothing. `drawn` says what the answers drew, each with its exact probability.
    """

    coefficients: FloatArray
    heights: FloatArray
    lower: float
    upper: float
    bars: Bars
    beyond: float
    spend: Spend
    silent: int
    estimator: Estimator
    why: str
    setting: Setting
    risk: WorstRisk
    seeded: bool
    not_public: NotPublic
    is_clipped: bool
    drawn: tuple[str, ...]

    @property
    def of(self) -> str:
        """What is estimated, in words."""
        moved = f" moved into [{self.lower:g}, {self.upper:g}]" if self.is_clipped else ""
        return f"the density of all users' values{moved}"

    @property
    def assumes(self) -> tuple[str, ...]:
        """The assumptions of the guarantee, one line each."""
        a = self.setting
        return (
            "i.i.d. users: all draw from the same density",
            f"on [0, 1] it has sum_j a_j^2 theta_j^2 <= {a.r:g}^2, a_1 = 0, a_j = j^{a.beta} or (j-1)^{a.beta}",
        )

    @property
    def distance(self) -> float:
        """A bound on the L_2 distance on [0, 1] from the density, with probability 1 - MISS, if it is in the class."""
        return sqrt(float(np.sum(self.bars.half_width**2)) + self.beyond**2)

    @property
    def tells_little(self) -> bool:
        """Whether the uniform density has no larger known distance from every density of the class."""
        return self.distance**2 >= constant_risk(self.setting.beta, self.setting.r)

    @property
    def edges(self) -> FloatArray:
        """The ends of the cells, (cells + 1,)."""
        return np.linspace(self.lower, self.upper, len(self.heights) + 1)

    def density(self, x: FloatArray) -> FloatArray:
        """The estimated density at points in the data's units, 0 outside [lower, upper]; same shape."""
        place = np.floor((x - self.lower) / (self.upper - self.lower) * len(self.heights)).astype(np.int64)
        inside = (x >= self.lower) & (x <= self.upper)
        return np.where(inside, self.heights[np.clip(place, 0, len(self.heights) - 1)], 0.0)


def estimate_density(
    rows: Rows,
    setting: Setting,
    lower: float,
    upper: float,
    m: int,
    name: str | None = None,
    cells: int = 200,
    seed: int | None = None,
    clip: bool = False,
    charge: Charge = free,
) -> DensityEstimate:
    """Estimate the density of numbers on [lower, upper], the same for all users, under epsilon-LDP for users.

    `setting` holds epsilon, beta and r; its n is that of `rows` and its m is `m`. Of each user `m` rows are drawn at
    random; if there are fewer, all are used, and some repeatedly. `beta` and `r` are for the density of (X -
    lower)/(upper - lower). Values outside are an error unless `clip`. Raises ParameterError for those, for an estimator
    of another problem, for too few users, or for numbers and votes that do not fit in memory.
    """
    if rows.values.shape[1] != 1:
        raise ParameterError(f"columns = {rows.values.shape[1]}: must be 1 for a density")
    if not finite("lower", lower) < finite("upper", upper):
        raise ParameterError(f"--lower = {lower:g}, --upper = {upper:g}: must be in this order")
    setting = replace(setting, n=rows.users, m=count("m", m), d=1)
    if setting.n * setting.m > MOST_NUMBERS:
        raise ParameterError(
            f"--m = {m}: makes {setting.n * setting.m:.1e} numbers; must be at most {MOST_NUMBERS:.0e}"
        )
    with np.errstate(over="ignore"):
        shares = (rows.values - lower) / (upper - lower)
    outside = int(np.sum((shares < 0) | (shares > 1)))
    if outside and not clip:
        raise ParameterError(
            f"--lower = {lower:g}, --upper = {upper:g}: values are outside (not private: {outside} of {shares.size});"
            " --clip moves them, and then the estimate is of moved values"
        )
    estimator, why, risk = _chosen(setting, name)
    plan: CoordinatePlan = estimator.plan(setting)
    protocol = deployed_protocol(estimator, plan, setting.epsilon)
    draws = drawn(protocol)
    check_votes(estimator.name, protocol, plan.each.bins.count)
    charge()
    rng = generator(seed)
    taken, samples = prepared(plan, Rows(np.clip(shares, 0.0, 1.0), rows.owner), setting.m, rng, repeated=True)
    protocol = deployed_protocol(estimator, taken, setting.epsilon)
    sent, coefficients = protocol.transcript(flattened(samples, samples.shape[-1]), rng)
    assert isinstance(plan.embedding, Trigonometric)
    plain = replace(plan, embedding=Plain(plan.split.coordinates))
    return DensityEstimate(
        coefficients=coefficients,
        heights=projected(cell_means(coefficients, cells)) / (upper - lower),
        lower=lower,
        upper=upper,
        bars=bars(plain, sent, LARGEST),
        beyond=sqrt(left_out(plan.embedding.cutoff, setting.beta, setting.r)),
        spend=summed_spend(protocol.spend()),
        drawn=draws,
        silent=setting.n - len({user for step in protocol.rounds for user in step.users}),
        estimator=estimator,
        why=why,
        setting=setting,
        risk=risk,
        seeded=seed is not None,
        not_public=NotPublic(
            len(rows.owner), int(rows.counts.min()), int(rows.counts.max()), outside, int(np.sum(rows.counts < m))
        ),
        is_clipped=clip,
    )


def _chosen(setting: Setting, name: str | None) -> tuple[Estimator, str, WorstRisk]:
    """The estimator, the reason for the choice, and its risk; from public numbers only."""
    known = {estimator.name: estimator for estimator in of_problem("density")}
    if name is not None:
        if name not in known:
            raise ParameterError(f"--estimator = {name!r}: must be one of {', '.join(known)}")
        return known[name], "named by --estimator", density_risk(known[name], setting)
    found = [(density_risk(estimator, setting), estimator) for estimator in known.values()]
    risk, best = min(found, key=lambda pair: pair[0].value)
    return best, "the least risk at the wave beyond its cut-off", risk
