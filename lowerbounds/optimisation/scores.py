r"""The dependence of a private answer on one user: bassily Theorem 3.4's reduction, and a central lower bound from it.

Theorem 3.4 reads the answer theta of an (epsilon, delta)-private algorithm as a private randomisation of user i's data:
an event about (theta, Z_i) has at most e^epsilon times its probability for a fresh Z_i, plus delta. Here the event is
that theta has a large product with the user's score. Data are corners of the cube in the unit ball, coordinate k with
bias p_k, uniform on [-alpha, alpha]; the loss is -L theta.z. With S_ik = sum_j (x_ijk - p_k)/(1 - p_k^2), x the signs
of z, and

    A_i = sum_k (alpha^2 - p_k^2) theta_k S_ik,

(a) E sum_i A_i = 2 E theta.p: S_i sums to the score of p, and integrating by parts (alpha^2 - p^2)' = -2p, the ends
    vanishing, for every algorithm;
(b) for a fresh user A' has mean 0 given theta and E|A'| <= R alpha^2 sqrt(m): (alpha^2 - p^2)^2 <= alpha^4 (1 - p^2);
(c) by the reduction, for bits 1{A_i > t} and 1{A_i < -t} and t from 0 to T,
    E A_i <= sinh(epsilon) E|A'| + (1 + e^-epsilon) (delta T + E(|A_i| - T)_+), and |A_i| <= R Y, Y the weighted score's
    norm, whose bits are independent given p: E Y^2 <= alpha^4 d m, by bounded differences P(Y > alpha^2 sqrt(dm) (1+u))
    <= e^(-u^2/2), and Y <= 2 alpha^2 m sqrt(d). So delta T + ... <= R alpha^2 sqrt(dm) h, h the least of sqrt(delta),
    delta (1 + u + 1/u) at u = sqrt(2 log(1/delta)), and 2 delta sqrt(m);
(d) E F(theta) - min F = L (R E||p|| - E theta.p)/sqrt(d), and E||p|| >= alpha sqrt(d) kappa, kappa =
    1/sqrt(3 + 12/(5d)): (E||p||^2)^3 <= (E||p||)^2 E||p||^4.

Together, for every alpha up to 1: excess >= RL (alpha kappa - alpha^2 G), G = n sqrt(m/d)/2 (sinh(epsilon) +
(1 + e^-epsilon) sqrt(d) h).
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy
from flint import arb
from numpy.typing import NDArray

from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, exact_down, precise
from lowerbounds.optimisation.excess_risk import LIPSCHITZ, RADIUS, Parameters, checked_delta
from notation.parameters import ParameterError, count, positive
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

SCORE_RATE = LIPSCHITZ * RADIUS * smallest(1, sympy.sqrt(d_) / (n_ * sympy.sqrt(m_) * sympy.sinh(epsilon_))) / 8
"""For delta so small that it adds nothing."""
_PRIVATE = "all user-level (epsilon, delta)-private algorithms, central ones included"
_FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class ScoreCube:
    """The hard instance: corners of the cube in the unit ball of R^d, biases uniform on [-alpha, alpha].

    Attributes
    ----------
    d : int
        Dimension.
    alpha : float
        Largest size of a bias, in (0, 1].

    Raises
    ------
    ParameterError
        Unless d >= 1 and 0 < alpha <= 1.
    """

    d: int
    alpha: float

    def __post_init__(self) -> None:
        """Refuse invalid sizes."""
        count("d", self.d)
        if not positive("alpha", self.alpha) <= 1:
            raise ParameterError(f"alpha = {self.alpha!r}: must be above 0 and at most 1")

    def biases(self, rng: np.random.Generator, repetitions: int) -> _FloatArray:
        """Draw the biases p.

        Parameters
        ----------
        rng : numpy.random.Generator
            Source of randomness.
        repetitions : int
            Number of draws.

        Returns
        -------
        ndarray, shape (repetitions, d)
            Biases.
        """
        return rng.uniform(-self.alpha, self.alpha, (repetitions, self.d))

    def sample(self, biases: _FloatArray, n: int, m: int, rng: np.random.Generator) -> _FloatArray:
        """Draw data, each of norm 1.

        Parameters
        ----------
        biases : ndarray, shape (repetitions, d)
            The biases p.
        n : int
            Number of users.
        m : int
            Number of samples of each user.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (repetitions, n, m, d)
            Data.
        """
        signs = rng.random((len(biases), n, m, self.d)) < (1 + biases[:, None, None, :]) / 2
        return np.where(signs, 1.0, -1.0) / np.sqrt(self.d)

    def scores(self, answers: _FloatArray, biases: _FloatArray, data: _FloatArray) -> _FloatArray:
        """The score A_i of every user.

        Parameters
        ----------
        answers : ndarray, shape (repetitions, d)
            Answers theta.
        biases : ndarray, shape (repetitions, d)
            Biases in (-1, 1).
        data : ndarray, shape (repetitions, n, m, d)
            Data.

        Returns
        -------
        ndarray, shape (repetitions, n)
            Scores.
        """
        weights = (self.alpha**2 - biases**2) / (1 - biases**2)
        leans = (data * np.sqrt(self.d) - biases[:, None, None, :]).sum(axis=-2)
        return np.asarray(np.einsum("rk,rk,rnk->rn", answers, weights, leans))

    def bits(self, answers: _FloatArray, biases: _FloatArray, data: _FloatArray, threshold: float) -> NDArray[np.bool_]:
        """One bit about each user: whether A_i > threshold.

        Parameters
        ----------
        answers : ndarray, shape (repetitions, d)
            Answers theta.
        biases : ndarray, shape (repetitions, d)
            The biases p.
        data : ndarray, shape (repetitions, n, m, d)
            Data.
        threshold : float
            The threshold.

        Returns
        -------
        ndarray of bool, shape (repetitions, n)
            Bits.
        """
        return self.scores(answers, biases, data) > threshold


@precise
def leak(delta: float, m: int) -> arb:
    """Enclose h of (c): what delta adds, in units of R alpha^2 sqrt(dm); 0 for delta = 0.

    Parameters
    ----------
    delta : float
        delta of the privacy budget, in [0, 1).
    m : int
        Number of samples of each user.

    Returns
    -------
    arb
        An enclosure.
    """
    if delta == 0:
        return arb(0)
    share = ball(delta)
    u = (-2 * share.log()).sqrt()
    return share.sqrt().min(share * (1 + u + 1 / u)).min(2 * share * arb(m).sqrt())


@precise
def score_bound(
    n: int, m: int, d: int, epsilon: float, L: float = 1.0, R: float = 1.0, delta: float = 0.0
) -> VectorBound:
    """Return RL max_alpha (alpha kappa - alpha^2 G) over 0 < alpha <= 1: every n, m, d, epsilon and delta.

    About RL sqrt(d)/(6 n sqrt(m) sinh(epsilon)) where delta sqrt(d log(1/delta)) is below epsilon.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float, default 1.0
        Lipschitz constant of the losses.
    R : float, default 1.0
        Radius of the ball of parameters.
    delta : float, default 0.0
        delta of the privacy budget, in [0, 1).

    Returns
    -------
    VectorBound
        The bound on the excess risk, in units of the loss.

    Raises
    ------
    ParameterError
        Unless L and R are above 0 and delta is in [0, 1).
    """
    n, m, d, epsilon, _ = checked_vector(n, m, d, epsilon, 1.0)
    size, delta = ball(positive("L", L)) * ball(positive("R", R)), checked_delta(delta)
    level = ball(epsilon)
    kappa = 1 / (3 + ball(Fraction(12, 5 * d))).sqrt()
    told = level.sinh() + (1 + (-level).exp()) * arb(d).sqrt() * leak(delta, m)
    cost = n * (arb(m) / d).sqrt() / 2 * told
    alpha = exact_down((kappa / (2 * cost)).min(arb(1)))
    value = size * ball(alpha) * (kappa - ball(alpha) * cost)
    record: Parameters = {"n": n, "m": m, "d": d, "epsilon": epsilon, "L": float(L), "R": float(R)}
    record |= {"delta": delta, "alpha": alpha}
    source = "bassily/own/central-lower, with sharper constants"
    steps = (BoundStep("what a private answer knows of each user's score", value, source),)
    conditions = ("every n, m, d >= 1, epsilon > 0 and delta in [0, 1); losses on the ball, answers within it",)
    return bound_of(
        BoundChain(steps), "scores of users at a private answer", record, SCORE_RATE, conditions, protocols=_PRIVATE
    )
