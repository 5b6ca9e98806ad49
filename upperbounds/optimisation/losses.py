r"""Convex losses with their constants, their gradients over all users and samples at once, and population minimisers.

A loss takes a parameter theta (..., d) and observations (..., k). Its constants hold for every observation that it
admits and every theta of its domain: gradients have norm at most L (`lipschitz`), are `smoothness`-Lipschitz (infinite
if they jump), and the loss is `convexity`-strongly convex. For losses of a score x . theta, an observation is the
features x, |x| <= B, followed by the label.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from notation.parameters import ParameterError, count, positive, within
from notation.setting import LEAST_SIZE, MOST_SIZE
from upperbounds.channels.arrays import FloatArray
from upperbounds.optimisation.domains import Domain, gap_at

_ROUNDING = 1e-9
"""How far a gradient may exceed L by rounding, relative to L."""
_CHUNK = 1 << 22
"""Numbers of one chunk of observations."""
_CACHE = 1 << 17
"""Scores of one chunk of users at many parameters: 1 MB, so that all steps on them stay in the cache."""


class Loss(Protocol):
    """What a descent needs from a loss: your own loss can be any object with these members.

    `gradient` takes theta (..., d) and observations (..., k), whose leading axes broadcast, to gradients (..., d).
    """

    @property
    def dimension(self) -> int:
        """d."""
        ...

    @property
    def lipschitz(self) -> float:
        """L."""
        ...

    @property
    def smoothness(self) -> float:
        """beta; infinite if the loss is not smooth."""
        ...

    @property
    def convexity(self) -> float:
        """mu; 0 if the loss is only convex."""
        ...

    def gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """A subgradient in theta; the leading axes of parameters and observations broadcast.

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., k)
            Observations.

        Returns
        -------
        ndarray, shape (..., d)
            Gradients.
        """
        ...


@runtime_checkable
class Valued(Loss, Protocol):
    """A loss that also gives its values."""

    def value(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The losses; the leading axes of parameters and observations broadcast.

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., k)
            Observations.

        Returns
        -------
        ndarray, shape (...)
            Losses.
        """
        ...


def user_gradients(loss: Loss, theta: FloatArray, samples: FloatArray) -> FloatArray:
    """Each user's average gradient.

    It uses the loss's own `mean_gradient` if there is one, which need not hold every sample's gradient in memory.

    Parameters
    ----------
    loss : Loss
        The loss, with its constants.
    theta : ndarray, shape (..., d)
        Parameters.
    samples : ndarray, shape (..., users, m, k)
        Samples.

    Returns
    -------
    ndarray, shape (..., users, d)
        Gradients.

    Raises
    ------
    ParameterError
        If a loss's gradients have another shape.
    """
    at = theta[..., None, :]
    own = getattr(loss, "mean_gradient", None)
    if own is not None:
        return np.asarray(own(at, samples), dtype=np.float64)
    return sample_gradients(loss, at[..., None, :], samples).mean(axis=-2)


def sample_gradients(loss: Loss, theta: FloatArray, samples: FloatArray) -> FloatArray:
    """Every sample's gradient.

    Parameters
    ----------
    loss : Loss
        The loss, with its constants.
    theta : ndarray, shape (..., d)
        Parameters.
    samples : ndarray, shape (..., k)
        Observations.

    Returns
    -------
    ndarray, shape (..., d)
        Gradients.

    Raises
    ------
    ParameterError
        For gradients of another shape, or that are not finite.
    """
    found = np.asarray(loss.gradient(theta, samples), dtype=np.float64)
    wanted = (*np.broadcast_shapes(theta.shape[:-1], samples.shape[:-1]), loss.dimension)
    if found.shape != wanted:
        raise ParameterError(f"gradient: shape {found.shape} of {type(loss).__name__}; must be {wanted}")
    if not np.all(np.isfinite(found)):
        raise ParameterError(f"gradient: {np.sum(~np.isfinite(found))} numbers of {type(loss).__name__} are not finite")
    return found


@dataclass(frozen=True)
class Checked:
    """A loss that compares each gradient with its L.

    Attributes
    ----------
    loss : Loss
        The loss.

    Raises
    ------
    ParameterError
        If a gradient is larger than L.
    """

    loss: Loss

    @property
    def dimension(self) -> int:
        """d."""
        return count("d", self.loss.dimension)

    @property
    def lipschitz(self) -> float:
        """L."""
        return within("L", self.loss.lipschitz, LEAST_SIZE, MOST_SIZE)

    @property
    def smoothness(self) -> float:
        """beta."""
        beta = self.loss.smoothness
        return beta if beta in (0, math.inf) else positive("beta", beta)

    @property
    def convexity(self) -> float:
        """mu."""
        return 0.0 if self.loss.convexity == 0 else positive("mu", self.loss.convexity)

    def gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The gradients, none above L.

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., k)
            Observations.

        Returns
        -------
        ndarray, shape (..., d)
            Gradients.

        Raises
        ------
        ParameterError
            If a gradient is larger than L, of another shape, or not finite.
        """
        found = sample_gradients(self.loss, theta, samples)
        largest = float(np.max(np.linalg.norm(found, axis=-1), initial=0.0))
        if largest > self.lipschitz * (1 + _ROUNDING):
            raise ParameterError(
                f"L = {self.lipschitz:g}: {type(self.loss).__name__} has a gradient of norm {largest:g} on these data"
            )
        return found


def check_constants(loss: Loss, thetas: FloatArray, samples: FloatArray) -> None:
    """Compare a loss's constants with its gradients of samples at all pairs of parameters.

    Parameters
    ----------
    loss : Loss
        The loss, with its constants.
    thetas : ndarray, shape (points, d)
        Parameters.
    samples : ndarray, shape (N, k)
        Observations.

    Raises
    ------
    ParameterError
        If a gradient is above L, where gradients differ by more than beta |theta - theta'|, or where (g - g') .
        (theta - theta') is below mu |theta - theta'|^2: for mu = 0, where the loss is not convex.
    """
    loss = Checked(loss)
    gradients = loss.gradient(thetas[:, None, :], samples[None, :, :])
    for i in range(1, len(thetas)):
        way, turned = thetas[i] - thetas[:i], gradients[i] - gradients[:i]
        length = np.linalg.norm(way, axis=-1)[:, None]
        along = np.einsum("pnd,pd->pn", turned, way)
        slack = _ROUNDING * loss.lipschitz * length
        if np.any(np.linalg.norm(turned, axis=-1) > loss.smoothness * length + _ROUNDING * loss.lipschitz):
            raise ParameterError(f"beta = {loss.smoothness:g}: gradients differ by more on these data")
        if np.any(along < loss.convexity * length**2 - slack):
            raise ParameterError(f"mu = {loss.convexity:g}: the loss is less convex than that on these data")


@dataclass(frozen=True)
class Linear:
    """-theta . z for z in the ball of radius L; its gradient is -z, and its minimiser has the direction of the mean.

    Samples are (..., d). The hard problems of bassily's lower bounds are of this kind.

    Attributes
    ----------
    dimension : int
        d.
    lipschitz : float, default 1.0
        L, the radius of the ball of samples.
    smoothness : float, default 0.0
        beta, 0.
    convexity : float, default 0.0
        mu, 0.
    """

    dimension: int
    lipschitz: float = 1.0
    smoothness: float = 0.0
    convexity: float = 0.0

    def value(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The losses (...)."""
        return np.asarray(-np.sum(theta * samples, axis=-1))

    def gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """Minus the samples (..., d)."""
        return np.asarray(-samples + np.zeros_like(theta))

    def mean_gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """Minus the mean over the samples of a user.

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., m, d)
            Samples of a user.

        Returns
        -------
        ndarray, shape (..., d)
            Gradients.
        """
        return np.asarray(-samples.mean(axis=-2) + np.zeros_like(theta))


@dataclass(frozen=True)
class Quadratic:
    """mu/2 |theta - z|^2 for z in the ball of radius `size` and theta within `reach` of 0: L = mu (size + reach).

    Attributes
    ----------
    dimension : int
        d.
    size : float, default 1.0
        Largest norm of an observation.
    reach : float, default 1.0
        Largest norm of a parameter.
    convexity : float, default 1.0
        mu.
    """

    dimension: int
    size: float = 1.0
    reach: float = 1.0
    convexity: float = 1.0

    @property
    def lipschitz(self) -> float:
        """Mu (size + reach)."""
        return self.convexity * (self.size + self.reach)

    @property
    def smoothness(self) -> float:
        """Mu."""
        return self.convexity

    def value(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The losses (...)."""
        return np.asarray(self.convexity / 2 * np.sum((theta - samples) ** 2, axis=-1))

    def gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """Mu (theta - z), (..., d)."""
        return np.asarray(self.convexity * (theta - samples))

    def mean_gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """Mu (theta - mean of a user's samples).

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., m, d)
            Samples of a user.

        Returns
        -------
        ndarray, shape (..., d)
            Gradients.
        """
        return np.asarray(self.convexity * (theta - samples.mean(axis=-2)))


class _OfScore:
    """phi(x . theta, y): common base of losses of a score. An observation is (x, y), k = d + 1, with |x| <= size."""

    dimension: int
    size: float

    def curve(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """phi, at scores and labels.

        Parameters
        ----------
        score : ndarray, shape (...)
            Scores s = x . theta.
        label : ndarray, shape (...)
            Labels y.
        square : float or ndarray
            |x|^2, where it is needed.

        Returns
        -------
        ndarray, shape (...)
            Losses.
        """
        raise NotImplementedError

    def slope(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """phi', or a subgradient at a kink of phi.

        Parameters
        ----------
        score : ndarray, shape (...)
            Scores s = x . theta.
        label : ndarray, shape (...)
            Labels y.
        square : float or ndarray
            |x|^2, where it is needed.

        Returns
        -------
        ndarray, shape (...)
            Slopes.
        """
        raise NotImplementedError

    @property
    def convexity(self) -> float:
        """0: nothing is known about directions orthogonal to the features."""
        return 0.0

    def value(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The losses.

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., d + 1)
            Observations (x, y).

        Returns
        -------
        ndarray, shape (...)
            Losses.
        """
        x = samples[..., :-1]
        return self.curve(np.sum(theta * x, axis=-1), samples[..., -1], np.sum(x**2, axis=-1))

    def gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """phi' x.

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., d + 1)
            Observations (x, y).

        Returns
        -------
        ndarray, shape (..., d)
            Gradients.
        """
        x = samples[..., :-1]
        slopes = self.slope(np.sum(theta * x, axis=-1), samples[..., -1], np.sum(x**2, axis=-1))
        return np.asarray(slopes[..., None] * x)

    def mean_gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The average gradient over a user's samples, without every sample's.

        Parameters
        ----------
        theta : ndarray, shape (..., 1, d)
            Parameters.
        samples : ndarray, shape (..., users, m, d + 1)
            Observations (x, y).

        Returns
        -------
        ndarray, shape (..., users, d)
            Gradients.
        """
        if theta.ndim == 3 and theta.shape[1] == 1 < len(theta) and samples.ndim == 4 and len(samples) == 1:
            return self._of_all(theta[:, 0], samples[0])
        x = samples[..., :-1]
        score = np.matmul(x, theta[..., None])[..., 0]
        square = np.einsum("...k,...k->...", x, x) if isinstance(self, Moreau) else None
        slopes = self.slope(score, samples[..., -1], square)
        return np.asarray(np.matmul(slopes[..., None, :], x)[..., 0, :] / x.shape[-2])

    def _of_all(self, thetas: FloatArray, samples: FloatArray) -> FloatArray:
        """The same (R, users, d) at many parameters (R, d) on the same data (users, m, k), by matrices in the cache."""
        users, m, _ = samples.shape
        found = np.empty((users, self.dimension, len(thetas)))
        for part in np.array_split(np.arange(users), max(1, users * m * len(thetas) // _CACHE)):
            own = samples[part[0] : part[-1] + 1]
            x, label = np.ascontiguousarray(own[..., :-1]), own[..., -1:]
            square = np.einsum("umk,umk->um", x, x)[..., None] if isinstance(self, Moreau) else None
            # Products user by user are too small to be spread over threads, which would wait for each other.
            slopes = self.slope(np.matmul(x, thetas.T), label, square)
            np.matmul(x.swapaxes(1, 2), slopes, out=found[part[0] : part[-1] + 1])
        return np.moveaxis(found, -1, 0) / m


@dataclass(frozen=True)
class Logistic(_OfScore):
    """ln(1 + exp(-y x . theta)) for labels y = -1, 1: L = B, beta = B^2/4.

    Attributes
    ----------
    dimension : int
        d.
    size : float, default 1.0
        B, the largest norm of features.
    """

    dimension: int
    size: float = 1.0

    @property
    def lipschitz(self) -> float:
        """B."""
        return self.size

    @property
    def smoothness(self) -> float:
        """B^2/4."""
        return self.size**2 / 4

    def curve(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """ln(1 + e^(-y s))."""
        return np.logaddexp(0.0, -label * score)

    def slope(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """-y/(1 + e^(y s)), by a hyperbolic tangent, the quickest."""
        return np.asarray(label / 2 * (np.tanh(label / 2 * score) - 1))


@dataclass(frozen=True)
class Huber(_OfScore):
    """t^2/2 for |t| <= c and c |t| - c^2/2 beyond, t = x . theta - y: L = c B, beta = B^2.

    Attributes
    ----------
    dimension : int
        d.
    size : float, default 1.0
        B, the largest norm of features.
    bend : float, default 1.0
        c, in units of the labels.
    """

    dimension: int
    size: float = 1.0
    bend: float = 1.0

    @property
    def lipschitz(self) -> float:
        """c B."""
        return self.bend * self.size

    @property
    def smoothness(self) -> float:
        """B^2."""
        return self.size**2

    def curve(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """Huber's function of the residual."""
        return _huber(np.abs(score - label), self.bend, 1.0)

    def slope(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """The residual, cut at +-c."""
        return np.clip(score - label, -self.bend, self.bend)


@dataclass(frozen=True)
class Absolute(_OfScore):
    """|x . theta - y|: L = B, not smooth.

    Attributes
    ----------
    dimension : int
        d.
    size : float, default 1.0
        B, the largest norm of features.
    smoothness : float, default math.inf
        Infinite.
    """

    dimension: int
    size: float = 1.0
    smoothness: float = math.inf

    @property
    def lipschitz(self) -> float:
        """B."""
        return self.size

    def curve(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """The residual's size."""
        return np.abs(score - label)

    def slope(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """The residual's sign."""
        return np.sign(score - label)


@dataclass(frozen=True)
class Hinge(_OfScore):
    """max(0, 1 - y x . theta) for labels y = -1, 1: L = B, not smooth.

    Attributes
    ----------
    dimension : int
        d.
    size : float, default 1.0
        B, the largest norm of features.
    smoothness : float, default math.inf
        Infinite.
    """

    dimension: int
    size: float = 1.0
    smoothness: float = math.inf

    @property
    def lipschitz(self) -> float:
        """B."""
        return self.size

    def curve(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """The part of 1 - y s above 0."""
        return np.maximum(1 - label * score, 0.0)

    def slope(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """-y where y s < 1."""
        return np.where(label * score < 1, -label, 0.0)


def _huber(sizes: FloatArray, limit: Any, ratio: Any) -> FloatArray:
    """ratio u^2/2 up to u = limit/ratio, limit u - limit^2/(2 ratio) beyond, for u >= 0."""
    return np.where(sizes * ratio <= limit, ratio * sizes**2 / 2, limit * sizes - limit**2 / (2 * ratio))


@dataclass(frozen=True)
class Moreau(_OfScore):
    """min_u f(u) + beta/2 |u - theta|^2 of an absolute or hinge loss f, in closed form: beta-smooth, L-Lipschitz.

    It is between f - L^2/(2 beta) and f. bassily Section 6 defines it L^2/(2 beta) higher, with the same minimiser.
    Along x the minimum is that of phi(v) + beta (v - s)^2/(2 |x|^2): phi's kink becomes a parabola of width |x|^2/beta.

    Attributes
    ----------
    loss : Absolute or Hinge
        f.
    smoothness : float
        beta.

    References
    ----------
    Bassily and Sun, Section 6.
    """

    loss: Absolute | Hinge
    smoothness: float

    @property
    def dimension(self) -> int:  # type: ignore[override]
        """d."""
        return self.loss.dimension

    @property
    def size(self) -> float:  # type: ignore[override]
        """B."""
        return self.loss.size

    @property
    def lipschitz(self) -> float:
        """B."""
        return self.loss.lipschitz

    @property
    def below(self) -> float:
        """L^2/(2 beta): the largest difference between the loss and its envelope."""
        return self.lipschitz**2 / (2 * self.smoothness)

    def _ratio(self, square: Any) -> FloatArray:
        return np.asarray(self.smoothness / np.maximum(square, 1e-300))

    def curve(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """Huber's function of the loss's own value."""
        return _huber(self.loss.curve(score, label, square), 1.0, self._ratio(square))

    def slope(self, score: FloatArray, label: FloatArray, square: Any) -> FloatArray:
        """Its slope."""
        size = self.loss.curve(score, label, square)
        return np.asarray(self.loss.slope(score, label, square) * np.minimum(size * self._ratio(square), 1.0))


def smoothing(L: float, R: float, n: int, m: int, d: int, epsilon: float) -> float:
    """beta_m = L/R sqrt(nm epsilon^2/d) of bassily Section 6: the envelope is RL sqrt(d/(nm epsilon^2))/2 off.

    Parameters
    ----------
    L : float
        Lipschitz constant of the loss: gradients have at most this norm.
    R : float
        Radius of the domain.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    float
        beta_m.

    References
    ----------
    Bassily and Sun, Section 6.
    """
    return L / R * math.sqrt(n * m * epsilon**2 / d)


@dataclass(frozen=True)
class Softmax:
    """The multinomial logistic loss of `classes` labels 0, 1, ...; theta is (classes features,), class by class.

    L = sqrt(2) B and beta = B^2/2: |p - e_y| <= sqrt(2), and diag(p) - p p^T has eigenvalues of at most 1/2.

    Attributes
    ----------
    features : int
        Number of features.
    classes : int
        Number of classes.
    size : float, default 1.0
        B, the largest norm of features.
    convexity : float, default 0.0
        mu, 0.
    """

    features: int
    classes: int
    size: float = 1.0
    convexity: float = 0.0

    @property
    def dimension(self) -> int:
        """d = classes features."""
        return self.classes * self.features

    @property
    def lipschitz(self) -> float:
        """sqrt(2) B."""
        return math.sqrt(2) * self.size

    @property
    def smoothness(self) -> float:
        """B^2/2."""
        return self.size**2 / 2

    def _scores(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        of_class = theta.reshape(*theta.shape[:-1], self.classes, self.features)
        return np.asarray(np.einsum("...cf,...f->...c", of_class, samples[..., :-1]))

    def value(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """ln sum_c e^(s_c) - s_y."""
        scores = self._scores(theta, samples)
        label = np.broadcast_to(samples[..., -1].astype(np.int64), scores.shape[:-1])
        own = np.take_along_axis(scores, label[..., None], axis=-1)[..., 0]
        return np.asarray(np.logaddexp.reduce(scores, axis=-1) - own)

    def _excess(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """p - e_y, (..., classes)."""
        scores = self._scores(theta, samples)
        p = np.exp(scores - np.logaddexp.reduce(scores, axis=-1)[..., None])
        return np.asarray(p - (samples[..., -1:] == np.arange(self.classes)))

    def gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """(p - e_y) x^T, flat."""
        excess = self._excess(theta, samples)
        found = excess[..., :, None] * samples[..., None, :-1]
        return np.asarray(found.reshape(*excess.shape[:-1], self.dimension))

    def mean_gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The average gradient over a user's samples, without every sample's.

        Parameters
        ----------
        theta : ndarray, shape (..., d)
            Parameters.
        samples : ndarray, shape (..., m, k)
            Samples of a user.

        Returns
        -------
        ndarray, shape (..., d)
            Gradients.
        """
        excess = self._excess(theta[..., None, :], samples)
        found = np.matmul(np.swapaxes(excess, -1, -2), samples[..., :-1]) / samples.shape[-2]
        return np.asarray(found.reshape(*found.shape[:-2], self.dimension))


@dataclass(frozen=True)
class Ridge:
    """A loss plus weight/2 |theta|^2 for theta within `reach` of 0: L, beta and mu grow by weight (reach, 1, 1).

    Attributes
    ----------
    loss : Valued
        The loss.
    weight : float
        Factor of |theta|^2/2.
    reach : float
        Largest norm of a parameter.
    """

    loss: Valued
    weight: float
    reach: float

    @property
    def dimension(self) -> int:
        """d."""
        return self.loss.dimension

    @property
    def lipschitz(self) -> float:
        """L + weight reach."""
        return self.loss.lipschitz + self.weight * self.reach

    @property
    def smoothness(self) -> float:
        """Beta + weight."""
        return self.loss.smoothness + self.weight

    @property
    def convexity(self) -> float:
        """Mu + weight."""
        return self.loss.convexity + self.weight

    def value(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The losses (...)."""
        return np.asarray(self.loss.value(theta, samples) + self.weight / 2 * np.sum(theta**2, axis=-1))

    def gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The loss's gradient plus weight theta, (..., d)."""
        return np.asarray(self.loss.gradient(theta, samples) + self.weight * theta)

    def mean_gradient(self, theta: FloatArray, samples: FloatArray) -> FloatArray:
        """The average gradient over a user's samples.

        Parameters
        ----------
        theta : ndarray, shape (..., 1, d)
            Parameters.
        samples : ndarray, shape (..., users, m, k)
            Samples.

        Returns
        -------
        ndarray, shape (..., users, d)
            Gradients.
        """
        return user_gradients(self.loss, theta[..., 0, :], samples) + self.weight * theta


LOSSES = ("linear", "quadratic", "logistic", "huber", "absolute", "hinge", "softmax")


@dataclass(frozen=True)
class Minimum:
    """A parameter with its average loss, and a bound on how far that is above the minimum.

    Attributes
    ----------
    theta : ndarray, shape (d,)
        The parameter.
    value : float
        Its average loss.
    gap : float
        Bound on `value` minus the minimum, up to rounding.
    method : str
        How it was found.
    """

    theta: FloatArray
    value: float
    gap: float
    method: str


@dataclass(frozen=True)
class Population:
    """A law on finitely many observations, for example all data of a file.

    Attributes
    ----------
    points : ndarray, shape (N, k)
        Observations.
    weights : ndarray, shape (N,)
        Their probabilities, which sum to 1.
    """

    points: FloatArray
    weights: FloatArray

    @classmethod
    def even(cls, points: FloatArray) -> "Population":
        """The law under which the given observations are equally likely.

        Parameters
        ----------
        points : ndarray, shape (..., k)
            Observations.

        Returns
        -------
        Population
            The law.
        """
        flat = np.reshape(points, (-1, points.shape[-1]))
        return cls(flat, np.full(len(flat), 1 / len(flat)))

    def mean(self) -> FloatArray:
        """The mean observation (k,)."""
        return np.asarray(self.weights @ self.points)

    def risk(self, loss: Valued, thetas: FloatArray) -> FloatArray:
        """F at parameters, the average loss.

        Parameters
        ----------
        loss : Valued
            The loss, with its constants.
        thetas : ndarray, shape (..., d)
            Parameters.

        Returns
        -------
        ndarray, shape (...)
            Average losses.
        """
        flat = thetas.reshape(-1, thetas.shape[-1])
        found = [sum(float(w @ loss.value(theta, x)) for x, w in self._chunks()) for theta in flat]
        return np.reshape(found, thetas.shape[:-1])

    def slope(self, loss: Loss, theta: FloatArray) -> FloatArray:
        """A subgradient of F at one parameter.

        Parameters
        ----------
        loss : Loss
            The loss, with its constants.
        theta : ndarray, shape (d,)
            The parameter.

        Returns
        -------
        ndarray, shape (d,)
            A subgradient.
        """
        return np.asarray(sum(w @ sample_gradients(loss, theta, x) for x, w in self._chunks()))

    def _chunks(self) -> Iterable[tuple[FloatArray, FloatArray]]:
        step = max(_CHUNK // self.points.shape[-1], 1)
        for start in range(0, len(self.points), step):
            yield self.points[start : start + step], self.weights[start : start + step]


def minimum(loss: Valued, domain: Domain, law: Population, gap: float) -> Minimum:
    """The population minimiser: exact for linear and quadratic losses, else with a certified gap of at most `gap`.

    Of a smooth convex F, F(theta) - min F <= max_u slope . (theta - u) certifies. Of a loss with kinks it is minimised
    through its Moreau envelope e, from min F >= min e.

    Parameters
    ----------
    loss : Valued
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    law : Population
        The law of the observations.
    gap : float
        The largest gap that is allowed, in units of the loss.

    Returns
    -------
    Minimum
        The minimiser with its value and its gap.

    Raises
    ------
    ParameterError
        If that many steps do not reach the gap, or for a loss with kinks whose envelope is not known.
    """
    mean = law.mean()
    if isinstance(loss, Linear | Quadratic):
        theta = domain.least(-mean) if isinstance(loss, Linear) else domain.project(mean)
        return Minimum(theta, float(law.risk(loss, theta)), 0.0, "closed form")
    positive("gap", gap)
    if loss.smoothness < math.inf:
        theta, left = _descended(loss, domain, law, gap)
        return Minimum(theta, float(law.risk(loss, theta)), left, "accelerated descent, gap by duality")
    if not isinstance(loss, Absolute | Hinge):
        raise ParameterError(f"loss: {type(loss).__name__} has kinks, and no envelope is known of it")
    envelope = Moreau(loss, loss.lipschitz**2 / gap)
    theta, left = _descended(envelope, domain, law, gap / 4)
    value = float(law.risk(loss, theta))
    least = float(law.risk(envelope, theta)) - left
    return Minimum(theta, value, value - least, "accelerated descent on the Moreau envelope, gap by duality")


_MOST_STEPS = 20_000


def _descended(loss: Valued, domain: Domain, law: Population, gap: float) -> tuple[FloatArray, float]:
    """Nesterov's projected method, restarted when the step turns back; with the certified gap."""
    theta = ahead = np.zeros(domain.dimension)
    turns, left = 1.0, math.inf
    for _ in range(_MOST_STEPS):
        moved = domain.project(ahead - law.slope(loss, ahead) / loss.smoothness)
        if float((ahead - moved) @ (moved - theta)) > 0:
            turns, ahead = 1.0, theta
            continue
        grown = (1 + math.sqrt(1 + 4 * turns**2)) / 2
        ahead, theta, turns = moved + (turns - 1) / grown * (moved - theta), moved, grown
        left = max(float(gap_at(domain, theta, law.slope(loss, theta))), 0.0)
        if left <= gap:
            return theta, left
    raise ParameterError(f"gap = {gap:g}: is not reached in {_MOST_STEPS} steps; {left:.3g} is")
