"""The item-level l_inf mechanism of Duchi, Jordan and Wainwright (2018, Section 4.2), with ties not randomised."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.halves import Halves
from upperbounds.channels.loss import ONE, WHOLE, PrivacyLoss, RationalFunction, larger
from upperbounds.channels.randomness import in_the_clear, uniforms
from upperbounds.channels.vectors import as_vectors


@dataclass(frozen=True)
class CubeResponse(Halves):
    """A vector of [-D, D]^d, each coordinate rounded to a sign without bias, answered by a corner of [-B, B]^d.

    A corner is drawn uniformly. If it is not orthogonal to the rounded signs, it is moved to their side with
    probability t/(1 + t), t = e^epsilon, and else to the other side. B is such that the mean is the vector. For even d
    some corners are orthogonal to the signs. If they were also drawn together with a side, they would be sent 1 + t
    times as often as corners of the other side, which is more than t. Coordinates outside are clipped.

    A message is a corner that is drawn without the vector, and one bit: whether it is replaced by its opposite. Given
    the pair of opposite corners, that bit is an exact coin, so the worst ratio of what is sent is t.
    """

    @property
    def magnitude(self) -> float:
        """B = D (t+1)/(t-1) 2^(d-1)/C(d-1, floor((d-1)/2))."""
        rest = self.dimension - 1
        half = rest // 2
        share = rest * math.log(2) - gammaln(rest + 1) + gammaln(half + 1) + gammaln(rest - half + 1)
        return float(self.half_width) * math.exp(share) / math.tanh(float(self.epsilon) / 2)

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw messages (..., d) for packed vectors (...)."""
        vectors = as_vectors(inputs)
        signs = np.where(uniforms(vectors.shape, rng) * 2 - 1 < vectors / float(self.half_width), 1.0, -1.0)
        corners = in_the_clear(rng).choice((-1.0, 1.0), vectors.shape)
        products = np.einsum("...k,...k->...", signs, corners)
        near = self.draw_near(products.shape, rng)
        turned = np.where((products != 0) & ((products > 0) != near), -1.0, 1.0)
        return np.asarray(self.magnitude * turned[..., None] * corners)

    def weight(self, signs: tuple[int, ...], corner: tuple[int, ...]) -> RationalFunction:
        """2^(d-1) times the probability of a corner (signs of its coordinates) given rounded signs, in Q(t).

        Parameters
        ----------
        signs : tuple of int
            The rounded signs, each 1 or -1.
        corner : tuple of int
            The signs of the corner's coordinates, each 1 or -1.

        Returns
        -------
        RationalFunction
            The weight, a function of t.
        """
        product = sum(a * b for a, b in zip(signs, corner, strict=True))
        return ONE / 2 if product == 0 else self.near if product > 0 else ONE - self.near

    def loss_between(self, x: tuple[int, ...], y: tuple[int, ...]) -> PrivacyLoss:
        """The exact worst ratio between two corners of the cube, given by their signs.

        It depends only on the number of coordinates in which they differ. In even dimension, no corner has a positive
        product with one of them and a negative one with the other if they differ in a single coordinate.

        Parameters
        ----------
        x : tuple of int
            Signs of the first corner, each 1 or -1.
        y : tuple of int
            Signs of the second corner.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact.

        Raises
        ------
        ParameterError
            For sequences of another length than the dimension.
        """
        if not len(x) == len(y) == self.dimension:
            raise ParameterError(f"x, y = {x}, {y}: must be {self.dimension} signs each")
        differing = sum(a != b for a, b in zip(x, y, strict=True))
        if differing == 0:
            return PrivacyLoss(ONE, WHOLE)
        if differing == 1 and self.dimension % 2 == 0:
            tie = ONE / 2
            return PrivacyLoss(larger(self.near / tie, tie / (ONE - self.near)), WHOLE)
        return PrivacyLoss(self.near / (ONE - self.near), WHOLE)

    def worst_loss(self) -> PrivacyLoss:
        """t, between opposite corners; vectors inside the cube are rounded to mixtures of corners."""
        return PrivacyLoss(self.near / (ONE - self.near), WHOLE)
