"""Descent methods as deployed: every answer of a step is drawn with its exact probability."""

from dataclasses import dataclass, replace
from typing import Any

from notation.parameters import ParameterError
from upperbounds.channels.gaussian import GaussianOnBall, GridGaussian
from upperbounds.channels.grid import GridLaplace, geometric_variance
from upperbounds.optimisation.central import ServerDescent
from upperbounds.optimisation.estimator import LocalDescent
from upperbounds.optimisation.subsets import SubsetDescent
from upperbounds.protocols import deployed
from upperbounds.protocols.privacy_profile import Profile
from upperbounds.protocols.protocol import Protocol
from upperbounds.vectors.grid_central import GridPureMean, GridTruncatedMean, on_grid

_RADIAL = "noise on a public grid that falls with the l_2 norm"

Run = LocalDescent | ServerDescent | SubsetDescent


@dataclass(frozen=True)
class DeployedPlan:
    """A private estimator of vectors in the local model, with channels replaced by their exact counterparts.

    Attributes
    ----------
    printed : object
        The plan of the estimator, with `protocol`.
    epsilon : float
        Privacy budget of a user.
    """

    printed: Any
    epsilon: float

    @property
    def bins(self) -> Any:
        """The bins in which it looks for gradients, None where it does not."""
        return getattr(getattr(self.printed, "each", self.printed), "bins", None)

    def protocol(self) -> Protocol:
        """The rounds, with the exact counterpart of each channel."""
        exact = getattr(self.printed, "exact", lambda: self.printed)()
        return deployed.deployed(self.printed.protocol(), exact.protocol(), self.epsilon)

    def profile(self) -> Profile:
        """The losses of one user's messages: those of the printed plan, which they do not exceed.

        Returns
        -------
        Profile
            The pair of laws.
        """
        found: Profile = self.printed.profile()
        return found

    @property
    def excess(self) -> float:
        """A bound on the variance of its answers relative to the printed ones, minus 1: what noise on grids adds."""
        found = 0.0
        for printed, step in zip(self.printed.protocol().rounds, self.protocol().rounds, strict=True):
            for leaf in deployed.leaves(step.channel(next(iter(step.states)))):
                if isinstance(leaf, GridLaplace):
                    # Of Laplace noise the variance is 2/cost^2 squared steps.
                    cost = float(leaf.epsilon) / leaf.steps
                    found = max(found, (geometric_variance(cost) + 0.25) * cost**2 / 2 - 1)
                elif isinstance(leaf, GridGaussian):
                    (noise,) = deployed.leaves(printed.channel(None))
                    assert isinstance(noise, GaussianOnBall)
                    found = max(found, leaf.most_noise / noise.sigma**2 - 1)
        return found


def deployed_descent(run: Run) -> Run:
    """The descent that is deployed: no user spends more than in `run`, and its bound includes the grid.

    Parameters
    ----------
    run : LocalDescent, ServerDescent or SubsetDescent
        The descent, with its numbers.

    Returns
    -------
    LocalDescent, ServerDescent or SubsetDescent
        The descent that draws exactly.
    """
    if isinstance(run, SubsetDescent):
        return replace(run, mean=on_grid(run.mean))
    oracle = run.oracle
    if isinstance(run, LocalDescent):
        plan: Any = DeployedPlan(oracle.plan, run.epsilon)
        variance = oracle.variance * (1 + plan.excess)
    else:
        plan = on_grid(oracle.plan)
        variance = oracle.variance + run.dimension * (plan.noise_variance - oracle.plan.noise_variance)
    return replace(run, oracle=replace(oracle, plan=plan, variance=variance))


def drawn(run: Run) -> tuple[str, ...]:
    """What a deployed descent draws exactly, in words.

    Parameters
    ----------
    run : LocalDescent, ServerDescent or SubsetDescent
        The descent.

    Returns
    -------
    tuple of str
        One for each kind of draws.

    Raises
    ------
    ParameterError
        For a descent whose answers are not drawn exactly.
    """
    if isinstance(run, LocalDescent):
        return deployed.drawn(run.oracle.plan.protocol())
    mean = run.mean if isinstance(run, SubsetDescent) else run.oracle.plan
    if type(mean) not in (GridTruncatedMean, GridPureMean):
        raise ParameterError(f"mean = {type(mean).__name__}: is not drawn exactly")
    noise = _RADIAL if isinstance(mean, GridPureMean) else deployed.GAUSSIAN
    return (noise,) if mean.bins.count == 1 else (deployed.CHOICES, noise)
