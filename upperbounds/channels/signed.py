"""Signed k-ary response: a vector of the l_1 ball, sampled to a signed coordinate and sent by k-ary response."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.loss import PrivacyLoss, evaluate
from upperbounds.channels.randomness import uniforms
from upperbounds.channels.response import KaryResponse
from upperbounds.channels.vectors import as_vectors


@dataclass(frozen=True)
class SignedResponse:
    """x of the l_1 ball of radius s: symbol j with probability x_j^+/s, d + j with x_j^-/s, else 2d; then k-RR.

    `decode` makes the symbol a vector whose mean is x (Maurey's sampling). A vector outside is scaled down. The worst
    ratio is that of k-ary response on 2d + 1 symbols, reached at the ball's corners.

    Attributes
    ----------
    dimension : int
        d, the dimension of the vectors.
    radius : float
        s, the radius of the l_1 ball.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    """

    dimension: int
    radius: float
    epsilon: Number

    @property
    def response(self) -> KaryResponse:
        """The k-ary response on 2d + 1 symbols."""
        return KaryResponse(2 * self.dimension + 1, self.epsilon)

    @property
    def gap(self) -> float:
        """P(true symbol) - P(another given symbol): the factor by which means shrink."""
        return evaluate(self.response.truth, float(self.epsilon)) - evaluate(self.response.lie, float(self.epsilon))

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw symbols (...) for packed vectors (...)."""
        vectors = as_vectors(inputs) / self.radius
        vectors = vectors / np.maximum(np.abs(vectors).sum(axis=-1, keepdims=True), 1.0)
        ends = np.cumsum(np.concatenate([np.maximum(vectors, 0), np.maximum(-vectors, 0)], axis=-1), axis=-1)
        # In floats, as no ratio depends on it: whatever the symbol is, it is answered with exact probabilities.
        symbols = (uniforms(ends.shape[:-1], rng)[..., None] >= ends).sum(axis=-1)
        return self.response.sample(symbols, rng)

    def decode(self, symbols: NDArray[np.int64]) -> FloatArray:
        """Unbiased vectors from answered symbols: +-s/gap on a coordinate, 0 for symbol 2d.

        Parameters
        ----------
        symbols : ndarray of int, shape (...)
            Symbols, from 0 to 2d.

        Returns
        -------
        ndarray, shape (..., d)
            Vectors.
        """
        places = np.arange(self.dimension)
        signs = (symbols[..., None] == places).astype(np.float64) - (symbols[..., None] == places + self.dimension)
        return np.asarray(signs * self.radius / self.gap)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The worst ratio between two symbols, which are signed corners or the centre."""
        return self.response.loss_between(x, y)

    def worst_loss(self) -> PrivacyLoss:
        """t."""
        return self.response.worst_loss()
