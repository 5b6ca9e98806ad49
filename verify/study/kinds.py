"""Users of several kinds: their means and shares from a person's own data, and whether votes show kinds at all."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from notation.mixture import least_gap
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import system_generator
from upperbounds.estimator import Estimator
from upperbounds.mixture.plan import MixturePlan
from upperbounds.registry import by_name, of_problem
from verify.study.estimate import MOST_NUMBERS, NotPublic, PublicRange, check_votes, shuffled
from verify.study.groups import surely_above
from verify.study.mixture import worst_mixture_risk
from verify.study.risk import Spend, WorstRisk, spend_of
from verify.study.table import Rows


@dataclass(frozen=True)
class Kinds:
    """The means of K kinds of users, rising, and their shares, (K,) each, in the data's units.

    All but `not_public` comes of messages and public numbers. `shown` says whose share is surely above 0; where one is
    not, there are fewer kinds than K as far as these users tell, and its mean is a bin's centre. `standard_error` takes
    the bins as right and kinds as at least `least_gap` apart.
    """

    means: FloatArray
    shares: FloatArray
    standard_error: FloatArray
    shown: NDArray[np.bool_]
    least_gap: float
    spend: Spend
    silent: int
    estimator: Estimator
    setting: Setting
    worst: WorstRisk
    seeded: bool
    not_public: NotPublic

    @property
    def apart(self) -> bool:
        """Whether the means found are as far apart as the guarantee needs; where not, two may be of one kind."""
        return bool(np.all(np.diff(self.means) >= self.least_gap))


def estimate_kinds(
    rows: Rows, setting: Setting, known: PublicRange, m: int, name: str | None = None, seed: int | None = None
) -> Kinds:
    """Estimate the means of `setting.K` kinds of users under epsilon-LDP for users.

    `rows` hold numbers on [-1, 1], `known` maps them to the data's units; `setting` holds epsilon and K, its n is that
    of `rows`. Each user's mean is over `m` of her rows, drawn at random. Without `name` the estimator of the least
    worst risk runs. Raises ParameterError for data in more dimensions, an unknown estimator, and too few users.
    """
    if rows.values.shape[1] != 1:
        raise ParameterError(f"--value = {rows.values.shape[1]} columns: must be one for kinds of users")
    counts = rows.counts
    if rows.users * m > MOST_NUMBERS:
        raise ParameterError(f"--m = {m}: makes {rows.users * m:.1e} numbers; must be at most {MOST_NUMBERS:.0e}")
    setting = replace(setting, n=rows.users, m=m, d=1, D=1.0)
    estimator = by_name("mixture", name) if name is not None else _best(setting)
    rng = np.random.Generator(np.random.PCG64DXSM(seed)) if seed is not None else system_generator()
    plan: MixturePlan = estimator.plan(setting, rng)
    protocol = plan.protocol()
    check_votes(estimator.name, replace(protocol, rounds=protocol.rounds[:1]), plan.bins.count)
    samples = shuffled(rows.draw(m, rng), rng)[..., 0]
    sent, value = protocol.transcript(samples, rng)
    shares = plan.shares(sent[1].sum(axis=0))
    order = np.argsort(np.clip(value, -1.0, 1.0), kind="stable")
    scale = float(np.asarray(known.scale).reshape(-1)[0])
    return Kinds(
        means=np.asarray(np.clip(value, -1.0, 1.0)[order] * scale + float(np.asarray(known.center).reshape(-1)[0])),
        shares=np.clip(shares, 0.0, 1.0)[order],
        standard_error=np.asarray(_errors(plan, sent[2], shares)[order] * scale),
        shown=(shares > surely_above(plan.weighing, plan.third))[order],
        least_gap=float(least_gap(setting.K, 1.0)) * scale,
        spend=spend_of(estimator, plan),
        silent=setting.n - 3 * plan.third,
        estimator=estimator,
        setting=setting,
        worst=worst_mixture_risk(estimator, setting),
        seeded=seed is not None,
        not_public=NotPublic(len(rows.owner), int(counts.min()), int(counts.max()), fewer=int(np.sum(counts < m))),
    )


def _best(setting: Setting) -> Estimator:
    """That of the least worst risk at these public numbers."""
    return min(of_problem("mixture"), key=lambda one: worst_mixture_risk(one, setting).value)


def _errors(plan: MixturePlan, messages: FloatArray, shares: FloatArray) -> FloatArray:
    """Standard errors (K,): of the sum, seen in its messages, and of the share, whose votes' spread is known.

    A component is at most two half-widths from its centre, which is what a share's error multiplies.
    """
    lie, truth = plan.weighing.probabilities
    of_sum = np.var(messages) / plan.third
    of_share = (float(plan.bins.width) / (truth - lie)) ** 2 / (4 * plan.third)
    kept = shares >= plan.cutoff
    return np.where(kept, np.sqrt(of_sum + of_share) / np.where(kept, shares, 1.0), float(plan.bins.width))
