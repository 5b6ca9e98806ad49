"""kent Algorithm 1 (Section 2.1): every user votes for the cell of their point by unary encoding.

The points are the users' own means; they are equal if each user knows the parameter (kent's infinite T). Cells are the
disjoint ones of `covers`; with overlapping balls, the vote of a point in k balls would have k ones.
"""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import cosh, exp, log

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.setting import Setting
from notation.symbols import D, d, epsilon, n
from notation.symbols import beta as beta_
from notation.symbols import s as s_
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.protocols.protocol import Protocol
from upperbounds.protocols.range_vote import one_vote
from upperbounds.protocols.two_stage import winner
from upperbounds.protocols.winners import draw_among
from upperbounds.selection.covers import Body, Cover, Space, body_of, covers

_RADIUS = sympy.Symbol("r", positive=True)

SPACES: tuple[Space, ...] = ("linf", "l2", "l1", "sparse", "sobolev")


@dataclass(frozen=True, eq=False)
class Selection:
    """Users vote for cells of a cover; the centre of the first cell with the most votes is the estimate.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    cover : Cover
        The cover of the space.
    vote : UnaryEncoding
        The channel of a vote for a cell.
    """

    name: str
    n: int
    m: int
    epsilon: Number
    cover: Cover
    vote: UnaryEncoding

    def protocol(self) -> Protocol:
        """The one round.

        Returns
        -------
        Protocol
            The rounds.
        """
        return one_vote(
            self.name, self.n, lambda samples: self.cover.index(self.user_means(samples)), self.vote, self.decode
        )

    def user_means(self, samples: FloatArray) -> FloatArray:
        """The users' means.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m * d)
            Samples, flattened.

        Returns
        -------
        ndarray, shape (..., users, d)
            User means.
        """
        return np.asarray(samples.reshape(*samples.shape[:-1], -1, self.cover.centres.shape[1]).mean(axis=-2))

    def decode(self, votes: NDArray[np.int64]) -> FloatArray:
        """The centre of the first cell with the most votes.

        Parameters
        ----------
        votes : ndarray of int, shape (..., cells)
            Counts of votes.

        Returns
        -------
        ndarray, shape (..., d)
            Centres.
        """
        return np.asarray(self.cover.centres[winner(votes)])

    def draw(self, chances: FloatArray, repetitions: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Winning cells of this many runs, without drawing users.

        Only the votes of cells with users, and the largest of all other votes, are drawn.

        Parameters
        ----------
        chances : ndarray, shape (cells,)
            Probability that a user's point is in each cell.
        repetitions : int
            Number of runs.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (repetitions,)
            Cells from 0.
        """
        cells = np.flatnonzero(chances)
        voters = rng.multinomial(self.n, chances[cells] / chances[cells].sum(), size=repetitions)
        return draw_among(self.vote, voters, cells, self.n, rng)


def algorithm1(n: int, m: int, epsilon: Number, cover: Cover) -> Selection:
    """kent Algorithm 1 with the votes for the disjoint cells of (10).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    cover : Cover
        The cover of the space.

    Returns
    -------
    Selection
        The plan.

    References
    ----------
    Kent et al., Algorithm 1.
    """
    return Selection("kent-algorithm1", n, m, epsilon, cover, UnaryEncoding(cover.size, 1, epsilon))


def log_mistaken(n: int, epsilon: float, cells: int) -> float:
    """ln of (N-1) {4 w (1-w)}^n, kent (61) and (62), w = e^(epsilon/2)/(1 + e^(epsilon/2)): 4w(1-w) = 1/cosh^2.

    Parameters
    ----------
    n : int
        Number of users.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    cells : int
        Number of cells of the cover.

    Returns
    -------
    float
        The logarithm.

    References
    ----------
    Kent et al., Equation (61).
    """
    x = epsilon / 4
    log_cosh = log(cosh(x)) if x < 1 else x + log((1 + exp(-2 * x)) / 2)
    return log(cells - 1) - 2 * n * log_cosh


def mistaken_at_most(n: int, epsilon: float, cells: int) -> float:
    """A bound on the probability that another cell has as many votes as the users' cell: the minimum of (62) and 1.

    Parameters
    ----------
    n : int
        Number of users.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    cells : int
        Number of cells of the cover.

    Returns
    -------
    float
        The bound.

    References
    ----------
    Kent et al., Equation (62).
    """
    return exp(min(log_mistaken(n, epsilon, cells), 0.0))


def bound_of(n: int, epsilon: float, radius: float, diameter: float, cells: int) -> float:
    """Delta^2 (1-p) + diam^2 p: kent (8), sharper; p bounds the probability that another cell has as many votes.

    Parameters
    ----------
    n : int
        Number of users.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    radius : float
        Delta, the radius of the balls.
    diameter : float
        The diameter of the space.
    cells : int
        Number of cells of the cover.

    Returns
    -------
    float
        The bound, a squared distance.

    References
    ----------
    Kent et al., Equation (8).
    """
    p = mistaken_at_most(n, epsilon, cells)
    return radius**2 * (1 - p) + diameter**2 * p


@lru_cache(maxsize=256)
def _best(body: Body, n: int, epsilon: float) -> tuple[Cover, float]:
    """The cover with the smallest bound, and that bound."""
    found = [(bound_of(n, epsilon, float(c.radius or 0), body.diameter, c.size), c) for c in covers(body)]
    value, cover = min(found, key=lambda pair: pair[0])
    return cover, value


def cover_select(space: Space, a: Setting) -> Selection:
    """Algorithm 1 on the lattice with the smallest bound.

    Parameters
    ----------
    space : {"linf", "l2", "l1", "sparse", "sobolev"}
        The space of parameters.
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    Selection
        The plan.

    Raises
    ------
    ParameterError
        If every lattice has too many cells.

    References
    ----------
    Kent et al., Algorithm 1.
    """
    cover, _ = _best(body_of(space, a), a.n, a.epsilon)
    return algorithm1(a.n, a.m, a.epsilon, cover)


def bound(space: Space, a: Setting) -> UpperBound:
    """(8) for the plan's own cover, with N-1 for N and {4w(1-w)}^n for e^(-n min(epsilon, epsilon^2)/20).

    Parameters
    ----------
    space : {"linf", "l2", "l1", "sparse", "sobolev"}
        The space of parameters.
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, a squared distance.

    References
    ----------
    Kent et al., Equation (8).
    """
    body = body_of(space, a)
    _, value = _best(body, a.n, a.epsilon)
    return UpperBound(
        value,
        "kent Theorem 1 by (61) and (62), on a lattice whose cells are counted",
        ("each user's samples are all the parameter",),
        not value < body.squared_radius,
    )


def _balanced(dimension: sympy.Expr, cells: sympy.Expr, diameter_squared: sympy.Expr) -> sympy.Expr:
    """The least of Delta^2 + diam^2 N q^n over Delta, N = cells/Delta^dimension, q = 1/cosh(epsilon/4)^2."""
    mistaken = diameter_squared * cells * sympy.cosh(epsilon / 4) ** (-2 * n)
    return (1 + 2 / dimension) * (dimension * mistaken / 2) ** (2 / (dimension + 2))


# Boxes of half-diagonal Delta: the body's volume over that of a box.
_BOX = (2 / sympy.sqrt(d)) ** d
_BALL = sympy.pi ** (d / 2) / sympy.gamma(1 + d / 2)
_ELLIPSOID = _BALL * (_RADIUS**d * (2 ** (d / 2) * sympy.gamma(1 + d / 2)) ** (-2 * beta_))
_RATES: dict[str, sympy.Expr] = {
    "linf": _balanced(d, (2 * D) ** d / _BOX, 4 * d * D**2),
    "l2": _balanced(d, _BALL * D**d / _BOX, 4 * D**2),
    "l1": _balanced(d, (2 * D) ** d / sympy.gamma(1 + d) / _BOX, 4 * D**2),
    "sparse": _balanced(s_, sympy.binomial(d, s_) * (sympy.sqrt(s_) * D) ** s_, 4 * s_ * D**2),
    "sobolev": _balanced(d, _ELLIPSOID / _BOX, _RADIUS**2 * 4 ** (1 - beta_)),
}
"""kent (8) where its two terms balance, for lattices: sech(epsilon/4)^(4n/(k+2)) in dimension k.

For the Sobolev ball it is that of d coefficients; (23) adds the error of the other coefficients, at the best d.
"""


def in_symbols(plan: Selection) -> Selection:
    """The plan with epsilon as a symbol.

    Parameters
    ----------
    plan : Selection
        The plan.

    Returns
    -------
    Selection
        The plan.
    """
    return replace(plan, epsilon=epsilon, vote=UnaryEncoding(plan.cover.size, 1, epsilon))


def _estimator(space: Space) -> Estimator:
    return Estimator(
        "kent-algorithm1",
        "private vote for the cells of a cover",
        "kent Algorithm 1, Theorem 1",
        f"infinite-{space}",
        _RATES[space],
        lambda a, _: cover_select(space, a),
        partial(bound, space),
        exact=in_symbols,
        needs_one_law=True,
        takes_means=True,
    )


ESTIMATORS = tuple(_estimator(space) for space in SPACES)
