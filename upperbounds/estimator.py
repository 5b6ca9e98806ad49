"""The definition of an estimator: a plan for every setting, a symbolic RATE and an explicit BOUND."""

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
"""The seed of a plan's public randomness (rotations, frames) if a caller gives no generator: always the same."""


@dataclass(frozen=True)
class UpperBound:
    """An explicit bound on the risk over all laws of the problem.

    Attributes
    ----------
    value : float
        The bound, in units of the problem's risk: squared units of the data for a mean squared error.
    source : str
        Where it is from.
    conditions : tuple of str
        The conditions under which it holds.
    vacuous : bool
        Whether it is trivial: no better than a constant estimate.
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
        """The rounds: who sends what through which channel, and the decoders.

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """
        ...


@dataclass(frozen=True)
class Estimator:
    """An estimator of a problem with its source, symbolic RATE, explicit BOUND, and the plan for a setting.

    Attributes
    ----------
    name : str
        Name of the estimator.
    title : str
        Title for people.
    source : str
        Where it is from.
    problem : str
        Name of its problem.
    rate : sympy expression
        The symbolic rate of its risk.
    build : callable
        Makes the plan from a setting and a generator for its public randomness.
    bound : callable
        The explicit bound in a setting.
    exact : callable, optional
        The same plan from the same code, with symbols in place of numbers, for exact privacy ratios.
    protects_users : bool, default True
        False if, by design, a user is not protected at epsilon.
    needs_one_law : bool, default False
        Whether the estimate needs i.i.d. users. Other estimators estimate the average of the users' own means; for
        heterogeneous users, the variance of these means over n is added to the bound.
    takes_means : bool, default False
        Whether only the mean of a user's samples is used, for any number of samples.
    trusted : bool, default False
        Whether a trusted server sees the data, and what it releases is (epsilon, delta)-private. Then plans are not
        protocols, and `spent_delta` gives what they spend.
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
        """The plan for a setting.

        Without `rng`, the plan's public randomness is always the same.

        Parameters
        ----------
        setting : Setting
            Sizes of the problem and the privacy budget.
        rng : numpy.random.Generator or None, optional
            Draws the plan's public randomness; without it, that is always the same.

        Returns
        -------
        Plan
            The plan.

        Raises
        ------
        ParameterError
            For example, if there are too few users.
        """
        return self.build(setting, np.random.default_rng(PUBLIC_SEED) if rng is None else rng)

    def spend(self, plan: Any) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact, as runs of users.

        Parameters
        ----------
        plan : Plan
            A plan of this estimator.

        Returns
        -------
        list of tuple of (range, PrivacyLoss)
            For each run of users their total loss.
        """
        return list(self.exact(plan).protocol().spend())
