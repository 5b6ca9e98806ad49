"""The mean of the labels in a cell under label privacy: each label through a channel, or noise on a cell's sum.

Features are public, and so is the number n_l of people in a cell. Neighbouring data differ in one label, hence in the
mean of one cell: the budget spent on a cell is the total budget. Given n_l, the mean's variance is a/n_l + b/n_l^2.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sinh
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.geometric import two_sided_geometric
from upperbounds.channels.laplace import LaplaceOnInterval
from upperbounds.channels.loss import PrivacyLoss, RationalFunction, T
from upperbounds.channels.randomness import uniforms
from upperbounds.channels.response import RoundedResponse
from upperbounds.classification.votes import label_loss

Index: TypeAlias = NDArray[np.int64]

STEPS = 1 << 10
"""Before geometric noise, a clipped label is rounded without bias to one of this many steps on each side of 0."""


@dataclass(frozen=True)
class LocalMean:
    """Each person sends their label, clipped to [-T, T], through a channel, and the answers are averaged.

    "laplace" adds Laplace noise of scale 2T/epsilon, label (20) and Theorem 10. "signs" answers +-T coth(epsilon/2) by
    randomised response of the label rounded to an end. "geometric" rounds to one of 2 `steps` + 1 values and adds
    two-sided geometric noise, with about the variance of "laplace"; "geometric" and "signs" are drawn with exact
    probabilities.

    Attributes
    ----------
    mechanism : {'laplace', 'signs', 'geometric'}
        The channel.
    T : float, Fraction or sympy expression
        Labels are clipped to [-T, T]; public.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a label.
    steps : int, default STEPS
        Number of steps on each side of 0, for geometric noise.

    References
    ----------
    Anonymous (label), Equation (20) and Theorem 10.
    """

    mechanism: Literal["laplace", "signs", "geometric"]
    T: Number
    epsilon: Number
    steps: int = STEPS

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        _known(self.mechanism, "laplace", "signs", "geometric")

    @property
    def channel(self) -> LaplaceOnInterval | RoundedResponse:
        """The channel of a label, for mechanisms other than "geometric"."""
        if self.mechanism == "signs":
            return RoundedResponse(self.T, self.epsilon)
        return LaplaceOnInterval(-self.T, self.T, 2 * self.T / self.epsilon, self.epsilon)

    def spend(self) -> PrivacyLoss:
        """The exact worst ratio of an answer over pairs of labels.

        Returns
        -------
        PrivacyLoss
            The loss.
        """
        if self.mechanism == "geometric":
            return _geometric_loss()
        # In rationals, which floats are.
        return LocalMean(self.mechanism, Fraction(self.T), Fraction(self.epsilon)).channel.worst_loss()

    @property
    def deployed(self) -> "LocalMean":
        """The mean with answers drawn with exact probabilities: "geometric" for "laplace"."""
        return replace(self, mechanism="geometric") if self.mechanism == "laplace" else self

    def answers(self, labels: FloatArray, rng: np.random.Generator) -> FloatArray:
        """What each person sends.

        Parameters
        ----------
        labels : ndarray, shape (N,)
            Labels.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (N,)
            Answers, in units of the labels.
        """
        if self.mechanism != "geometric":
            return self.channel.sample(labels, rng)
        step = float(self.T) / self.steps
        noise = two_sided_geometric(self.epsilon, Fraction(1, 2 * self.steps), labels.shape, rng)
        return step * (_rounded(labels, float(self.T), self.steps, rng) + noise)

    def means(self, cells: Index, labels: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
        """The mean answer in each cell; 0 in an empty cell.

        Parameters
        ----------
        cells : ndarray of int, shape (N,)
            Each person's cell, from 0.
        labels : ndarray, shape (N,)
            Labels.
        size : int
            Number of cells.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (size,)
            Means.
        """
        counts = np.bincount(cells, minlength=size)
        return np.bincount(cells, self.answers(labels, rng), minlength=size) / np.maximum(counts, 1)

    def variances(self, mean: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(a, b) of a mean's variance a/n + b/n^2; exact, but an upper bound for "geometric".

        There the variance of the rounding is bounded by a quarter of a squared step.

        Parameters
        ----------
        mean : ndarray, shape (...)
            Mean of a cell's clipped labels.
        second : ndarray, shape (...)
            Second moment of a cell's clipped labels.

        Returns
        -------
        tuple of (ndarray, ndarray), shape (...)
            a and b, in squared units of the labels.
        """
        if self.mechanism == "signs":
            return float(self.channel.second_moment) - mean**2, np.zeros_like(mean)  # type: ignore[union-attr]
        return second - mean**2 + self.added, np.zeros_like(mean)

    @property
    def added(self) -> float:
        """The variance that noise and rounding add to an answer; for "signs", the second moment of an answer."""
        if self.mechanism == "signs":
            return float(self.channel.second_moment)  # type: ignore[union-attr]
        return _noise(self.mechanism, self.T, self.epsilon, self.steps) + _rounding(self.mechanism, self.T, self.steps)


@dataclass(frozen=True)
class CentralMean:
    """Noise on the mean of the clipped labels in a cell, by a trusted curator.

    "laplace" is label (28), of scale 2T/(n_l epsilon). "printed" is label (23), whose noise has scale 2/(n_l epsilon)
    for every T: it spends T epsilon. "geometric" rounds labels to one of 2 `steps` + 1 values, adds two-sided geometric
    noise to their sum, and is drawn with exact probabilities.

    Attributes
    ----------
    mechanism : {'laplace', 'printed', 'geometric'}
        The noise.
    T : float, Fraction or sympy expression
        Labels are clipped to [-T, T]; public.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a label.
    steps : int, default STEPS
        Number of steps on each side of 0, for geometric noise.

    References
    ----------
    Anonymous (label), Equations (23) and (28).
    """

    mechanism: Literal["laplace", "printed", "geometric"]
    T: Number
    epsilon: Number
    steps: int = STEPS

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        _known(self.mechanism, "laplace", "printed", "geometric")

    @property
    def scale(self) -> Number:
        """n_l times the scale of the Laplace noise on a mean."""
        return 2 / self.epsilon if self.mechanism == "printed" else 2 * self.T / self.epsilon

    def spend(self) -> PrivacyLoss:
        """The worst ratio over neighbours: a label moves the sum of one cell by at most 2T.

        Returns
        -------
        PrivacyLoss
            The loss.
        """
        if self.mechanism == "geometric":
            return _geometric_loss()
        exact = CentralMean(self.mechanism, Fraction(self.T), Fraction(self.epsilon))
        return LaplaceOnInterval(-exact.T, exact.T, exact.scale, exact.epsilon).worst_loss()

    @property
    def deployed(self) -> "CentralMean":
        """The mean with noise drawn with exact probabilities, "geometric".

        For "printed", it has the budget that the printed noise spends, T epsilon.
        """
        if self.mechanism == "printed":
            return replace(self, mechanism="geometric", epsilon=Fraction(self.T) * Fraction(self.epsilon))
        return replace(self, mechanism="geometric")

    def means(self, cells: Index, labels: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
        """The noisy mean label in each cell; 0 in an empty cell.

        Parameters
        ----------
        cells : ndarray of int, shape (N,)
            Each person's cell, from 0.
        labels : ndarray, shape (N,)
            Labels.
        size : int
            Number of cells.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (size,)
            Means.
        """
        counts = np.bincount(cells, minlength=size)
        if self.mechanism == "geometric":
            whole = _rounded(labels, float(self.T), self.steps, rng)
            noise = two_sided_geometric(self.epsilon, Fraction(1, 2 * self.steps), (size,), rng)
            # Sums of whole numbers below 2^53 are exact in floats.
            sums = float(self.T) / self.steps * (np.bincount(cells, whole, minlength=size) + noise)
        else:
            clipped = np.clip(labels, -float(self.T), float(self.T))
            sums = np.bincount(cells, clipped, minlength=size) + rng.laplace(scale=float(self.scale), size=size)
        return np.where(counts > 0, sums / np.maximum(counts, 1), 0.0)

    def variances(self, mean: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(a, b) of a mean's variance a/n + b/n^2, as in `LocalMean`.

        Parameters
        ----------
        mean : ndarray, shape (...)
            Mean of a cell's clipped labels.
        second : ndarray, shape (...)
            Second moment of a cell's clipped labels.

        Returns
        -------
        tuple of (ndarray, ndarray), shape (...)
            a and b, in squared units of the labels.
        """
        return second - mean**2 + _rounding(self.mechanism, self.T, self.steps), np.full_like(mean, self.noise)

    @property
    def noise(self) -> float:
        """b: the variance of the noise on a cell's sum."""
        if self.mechanism == "printed":
            return 2 * float(self.scale) ** 2
        return _noise(self.mechanism, self.T, self.epsilon, self.steps)

    def enumerated(self, people: int, outputs: range) -> PrivacyLoss:
        """The exact worst ratio of a cell's noisy sum in steps over data that differ in one label, by enumeration.

        For "geometric" only, with few `steps`. Outputs beyond all sums have the ratio of the outermost sums.

        Parameters
        ----------
        people : int
            Number of people.
        outputs : range
            The outputs to try, in steps.

        Returns
        -------
        PrivacyLoss
            The loss.
        """

        def law(labels: tuple[int, ...]) -> dict[Hashable, RationalFunction]:
            total = sum(labels) - people * self.steps
            # (1 - r)/(1 + r) r^|g|, r = 1/t, t = e^(epsilon/(2 steps)).
            return {seen: (T - 1) / (T + 1) / T ** abs(seen - total) for seen in outputs}

        return label_loss(law, people, 2 * self.steps + 1, Fraction(1, 2 * self.steps))


Mean: TypeAlias = LocalMean | CentralMean


def _known(mechanism: str, *names: str) -> None:
    if mechanism not in names:
        raise ParameterError(f"mechanism = {mechanism!r}: must be {', '.join(map(repr, names[:-1]))} or {names[-1]!r}")


def _geometric_loss() -> PrivacyLoss:
    """A label moves a sum by an integer of at most 2 `steps` steps, and each step costs epsilon/(2 steps)."""
    return PrivacyLoss.of(Fraction(1))


def _rounded(labels: FloatArray, level: float, steps: int, rng: np.random.Generator) -> FloatArray:
    """Integers from -steps to steps whose means are the clipped labels in steps; privacy does not depend on this."""
    places = np.clip(labels, -level, level) * (steps / level)
    return np.clip(np.floor(places + uniforms(labels.shape, rng)), -steps, steps)


def _rounding(mechanism: str, level: Number, steps: int) -> float:
    """The largest variance of the rounding of a label."""
    return (float(level) / steps) ** 2 / 4 if mechanism == "geometric" else 0.0


def _noise(mechanism: str, level: Number, epsilon: Number, steps: int) -> float:
    """The variance of the noise on a label or a sum of labels: 8 T^2/epsilon^2, of geometric noise a little less."""
    T, eps = float(level), float(epsilon)
    if mechanism == "laplace":
        return 8 * (T / eps) ** 2
    # 2 r/(1 - r)^2 squared steps, r = e^(-x), which is 1/(2 sinh(x/2)^2).
    half = eps / (4 * steps)
    return (T / steps) ** 2 / 2 / sinh(half) ** 2 if half < 300 else 0.0
