"""What an estimator is: a plan for every setting, a symbolic RATE and an explicit BOUND."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from typing import Protocol as Structural

import numpy as np
import sympy

from notation.setting import Setting
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.protocols.protocol import Protocol

PUBLIC_SEED = 20_240_523
"""Of what is public and random in a plan (rotations, frames) where a caller gives no generator: always the same."""


@dataclass(frozen=True)
class UpperBound:
    """An explicit bound on the risk over all laws of the problem.

    `vacuous` says that it is no better than what a constant reaches; `source` says where it is from.
    """

    value: float
    source: str
    conditions: tuple[str, ...]
    vacuous: bool


class Plan(Structural):
    """An estimator with its constants, for given numbers of users, samples and dimensions."""

    @property
    def name(self) -> str:
        """The estimator's name."""
        ...

    @property
    def n(self) -> int:
        """n."""
        ...

    def protocol(self) -> Protocol:
        """Who sends what through which channel, and the decoders; samples are flattened, (..., users, m d)."""
        ...


@dataclass(frozen=True)
class Estimator:
    """An estimator of a problem with its source, symbolic RATE, explicit BOUND, and the plan for a setting.

    `build` takes a setting and a generator for what is public and random; `exact` gives the same plan, from the same
    code, in symbols, for exact ratios. `protects_users` is False where a user is not protected at epsilon by design.
    `needs_one_law` says that the estimate means something only where all users draw from one law; the others estimate
    the average of the users' own means, and where users differ the variance of these means over n comes on top of the
    bound. `takes_means` says that a user's mean is all that is used of her samples, however many she has. `trusted`
    says that a server sees the data and what it releases is (epsilon, delta)-private: its plans are no protocols, and
    say by `spent_delta` what they spend.
    """

    name: str
    title: str
    source: str
    problem: str
    rate: sympy.Expr
    build: Callable[[Setting, np.random.Generator], Any]
    bound: Callable[[Setting], UpperBound]
    exact: Callable[[Any], Any] = lambda plan: plan
    protects_users: bool = True
    needs_one_law: bool = False
    takes_means: bool = False
    trusted: bool = False

    def plan(self, setting: Setting, rng: np.random.Generator | None = None) -> Any:
        """The plan for a setting; raises ParameterError where there are too few users, say, for it.

        Without `rng` what is public and random in it is always the same.
        """
        return self.build(setting, np.random.default_rng(PUBLIC_SEED) if rng is None else rng)

    def spend(self, plan: Any) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact, as runs of users."""
        return list(self.exact(plan).protocol().spend())
