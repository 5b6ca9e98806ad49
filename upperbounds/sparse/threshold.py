"""kent Algorithm 7: estimate all coordinates in two stages, keep those beyond a threshold, at most the s largest."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.protocol import Protocol, State


@dataclass(frozen=True)
class ThresholdPlan:
    """A plan that estimates every coordinate and keeps those that are large, at most s of them.

    Kept estimates are clipped to [-D, D], the range of the data, because Laplace noise is unbounded and the error must
    be bounded.

    Attributes
    ----------
    name : str
        Name of the estimator.
    s : int
        Sparsity: how many coordinates may be nonzero.
    threshold : float
        Estimates of at most this size become 0, in units of the data.
    D : float
        Half-width of the range of each coordinate.
    cube : CoordinatePlan
        The plan that estimates every coordinate.
    """

    name: str
    s: int
    threshold: float
    D: float
    cube: CoordinatePlan

    @property
    def n(self) -> int:
        """n."""
        return self.cube.n

    @property
    def dimension(self) -> int:
        """d."""
        return self.cube.dimension

    @property
    def epsilon(self) -> Any:
        """The budget of a user."""
        return self.cube.epsilon

    def exact(self) -> "ThresholdPlan":
        """The same plan with its constants in symbols, for exact privacy ratios."""
        return replace(self, cube=self.cube.exact())

    def keep(self, estimates: FloatArray) -> FloatArray:
        """The sparse vectors of estimates of all coordinates.

        Parameters
        ----------
        estimates : ndarray, shape (..., d)
            Estimates of all coordinates.

        Returns
        -------
        ndarray, shape (..., d)
            The estimates that are kept, clipped to [-D, D], and 0 elsewhere.
        """
        sizes = np.abs(estimates)
        order = np.argsort(-sizes, axis=-1, kind="stable")
        largest = np.zeros(estimates.shape, dtype=bool)
        np.put_along_axis(largest, order[..., : self.s], True, axis=-1)
        return np.where(largest & (sizes > self.threshold), np.clip(estimates, -self.D, self.D), 0.0)

    def protocol(self) -> Protocol:
        """The rounds of the plan: who sends what, and the decoders.

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """
        of_cube = self.cube.protocol()
        *rounds, last = of_cube.rounds

        def decode(messages: Any, state: State) -> FloatArray:
            return self.keep(last.decode(messages, state))

        return Protocol(self.name, self.n, (*rounds, replace(last, decode=decode)))
