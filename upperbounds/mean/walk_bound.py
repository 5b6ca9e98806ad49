"""A bound on the risk of a walk for every law on [-D, D], or with E|X|^p <= D^p, by one backward recursion.

Take lengths in units of D/sqrt(m), and let delta be the mean less the centre. A user's number is clipped to [-a, a]
around the centre; its expectation e has delta - s(a - delta) <= e <= delta + s(a + delta) and |e| <= a, s as in
`upperbounds.mean.stop_loss`, since min and max with a constant are concave and convex. That bounds each answer's
probability. Let V(delta) be the largest expected squared error from here on, over all laws within these bounds. V is
replaced by a larger function that increases outwards from delta = 0. Then

- at the end V = max s^2 of both sides + the second moment of a message over the users;
- a step is a mean of two values of V, with the probability at one of its two ends;
- an average moves the centre by a binomial number, stochastically larger for a larger probability: what is left of V to
  the right of 0 is largest at the smallest probability, what is left of it to the left at the largest;
- if too few say that they are near, and there is another walk, V is a mean of its values for a centre that stays and
  for one that walks on, with the probability at one of its two ends;
- a centre that is clipped to the data's range comes nearer to the mean, on the same side of it.

delta is divided into cells, `rows` of them per unit. Within a cell everything is taken at its worse end. Moves are
whole units, so cells move to cells: the recursion bounds the risk for every mean, not only on a grid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt, tanh

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import at_least
from upperbounds.mean.stop_loss import StopLoss, stop_loss
from upperbounds.protocols.walk import Walk

_SATURATED = 8.0
"""At more than this many units outside an interval, every answer has the bounds of its edge."""


@dataclass(frozen=True, eq=False)
class Distances:
    """The cells of delta, from -2D to 2D in units, each row shifted by a part of one.

    Attributes
    ----------
    plan : Walk
        The walk.
    rows : int
        Number of rows, over which the maximum is taken.
    """

    plan: Walk
    rows: int

    @cached_property
    def length(self) -> float:
        """One unit of the plan, in units of D/sqrt(m)."""
        return sqrt(self.plan.m) / self.plan.cells

    @cached_property
    def lower(self) -> FloatArray:
        """The left ends."""
        places = np.arange(-2 * self.plan.cells, 2 * self.plan.cells)
        return np.asarray((places + np.arange(self.rows)[:, None] / self.rows) * self.length)

    @cached_property
    def upper(self) -> FloatArray:
        """The right ends."""
        return np.asarray(self.lower + self.length / self.rows)

    @cached_property
    def loss(self) -> StopLoss:
        """s."""
        return stop_loss(self.plan.m, self.plan.order)

    def answers(self, half: int) -> tuple[FloatArray, FloatArray]:
        """The least and the largest probability of an answer plus, numbers clipped to `half` units.

        Parameters
        ----------
        half : int
            Half-width of the clipping, in units.

        Returns
        -------
        least : ndarray, shape (rows, cells)
            The least probability.
        most : ndarray, shape (rows, cells)
            The largest probability.
        """
        a, tilt = half * self.length, tanh(float(self.plan.epsilon) / 2)
        edge = a + _SATURATED
        lower, upper = np.clip(self.lower, -edge, edge), np.clip(self.upper, -edge, edge)
        least = np.where(self.lower < -edge, -a, np.maximum(lower - self.loss(a - lower), -a))
        most = np.where(self.upper > edge, a, np.minimum(upper + self.loss(a + upper), a))
        return (1 + tilt * least / a) / 2, (1 + tilt * most / a) / 2

    def nearness(self) -> tuple[FloatArray, FloatArray]:
        """The least and the largest probability that a user answers to be near.

        A user's clipped distance beyond close - test has expectation at most s on either side. Once the mean is beyond
        close + test, the user's distance short of it has expectation at most s.

        Returns
        -------
        least : ndarray, shape (rows, cells)
            The least probability.
        most : ndarray, shape (rows, cells)
            The largest probability.
        """
        inner, outer = ((self.plan.close + sign * self.plan.test) * self.length for sign in (-1, 1))
        far = np.maximum(np.abs(self.lower), np.abs(self.upper))
        least_far = np.where(self.lower * self.upper < 0, 0.0, np.minimum(np.abs(self.lower), np.abs(self.upper)))
        beyond = np.minimum(self.loss(inner - far) + self.loss(inner + far), outer - inner)
        short = np.minimum(self.loss(least_far - outer), outer - inner)
        tilt = tanh(float(self.plan.epsilon) / 2)
        least, most = 1 - beyond / (outer - inner), short / (outer - inner)
        return (1 + tilt * (2 * least - 1)) / 2, (1 + tilt * (2 * most - 1)) / 2

    def watched(self, stands: FloatArray, walks: FloatArray) -> FloatArray:
        """V before the users who watch, from V if the centre stays and if it walks on.

        Parameters
        ----------
        stands : ndarray, shape (..., rows, cells)
            V if the centre stays.
        walks : ndarray, shape (..., rows, cells)
            V if it walks on.

        Returns
        -------
        ndarray, shape (..., rows, cells)
            V before.
        """
        gain = stands - walks
        least, most = (at_least(np.array(self.plan.needed), self.plan.watching, chance) for chance in self.nearness())
        return self.rising(walks + np.maximum(least * gain, most * gain))

    def last(self, plan: Walk, users: int, share: float) -> FloatArray:
        """V once the centre stays, for this many users: squared bias and a share of the variance of the average.

        Parameters
        ----------
        plan : Walk
            The walk, for its last interval and channel.
        users : int
            Number of users whose messages are averaged.
        share : float
            The share of the variance that counts, at most 1.

        Returns
        -------
        ndarray, shape (rows, cells)
            V, rising outwards.
        """
        a = plan.half * self.length
        bias = np.maximum(self.loss(a - self.upper), self.loss(a + self.lower))
        far = np.maximum(np.abs(self.lower), np.abs(self.upper))
        return self.rising(np.asarray(bias**2 + share * most_second_moment(plan.refiner, a, far) / users))

    def rising(self, values: FloatArray) -> FloatArray:
        """The smallest function above it that increases outwards from 0; in place.

        Parameters
        ----------
        values : ndarray, shape (..., rows, cells)
            V by cell.

        Returns
        -------
        ndarray, shape (..., rows, cells)
            The function.
        """
        middle = 2 * self.plan.cells
        left, right = values[..., :middle], values[..., middle:]
        # It falls near 0 at most: where it rises on its own, it is only held above what came before.
        falls = np.flatnonzero((right[..., 1:] < right[..., :-1]).reshape(-1, middle - 1).any(axis=0))
        if falls.size:
            after = int(falls[-1]) + 2
            np.maximum.accumulate(right[..., :after], axis=-1, out=right[..., :after])
            np.maximum(right[..., after:], right[..., after - 1 : after], out=right[..., after:])
        falls = np.flatnonzero((left[..., :-1] < left[..., 1:]).reshape(-1, middle - 1).any(axis=0))
        if falls.size:
            after = int(falls[0])
            near = left[..., after:][..., ::-1]
            np.maximum.accumulate(near, axis=-1, out=near)
            np.maximum(left[..., :after], left[..., after : after + 1], out=left[..., :after])
        return values

    def stepped(self, values: FloatArray, steps: Sequence[int]) -> FloatArray:
        """V before all steps from V after them.

        Parameters
        ----------
        values : ndarray, shape (..., rows, cells)
            V after all steps.
        steps : sequence of int
            The steps, in units.

        Returns
        -------
        ndarray, shape (..., rows, cells)
            V before them.
        """
        if not steps:
            return values
        least, most = self._majorities
        # Beyond the ends the ends stand, for the longest step.
        margin, size = max(steps), values.shape[-1]
        wide = np.empty((*values.shape[:-1], size + 2 * margin))
        gain, found = np.empty(values.shape), np.array(values)
        for step in reversed(steps):
            wide[..., margin : margin + size] = found
            wide[..., :margin], wide[..., margin + size :] = found[..., :1], found[..., -1:]
            left = wide[..., margin + step : margin + step + size]
            np.subtract(wide[..., margin - step : margin - step + size], left, out=gain)
            np.multiply(least, gain, out=found)
            np.multiply(most, gain, out=gain)
            np.maximum(found, gain, out=found)
            np.add(left, found, out=found)
            self.rising(found)
        return found

    @cached_property
    def _majorities(self) -> tuple[FloatArray, FloatArray]:
        """The least and the largest probability that most of a group answer plus; cells' shape."""
        least, most = self.answers(self.plan.test)
        return majority(self.plan.group, least), majority(self.plan.group, most)

    def recentred(self, values: FloatArray) -> FloatArray:
        """V before the centre moves by an average, from V after it.

        Parameters
        ----------
        values : ndarray, shape (..., rows, cells)
            V after the move.

        Returns
        -------
        ndarray, shape (..., rows, cells)
            V before it.
        """
        plan, middle = self.plan, 2 * self.plan.cells
        floor = values.min(axis=(-2, -1), keepdims=True)
        last = plan.last_counts()[:, None]
        found = np.broadcast_to(floor, values.shape).copy()
        for chance, side in zip(self.answers(plan.reach), (slice(0, middle), slice(middle, None)), strict=True):
            over = values - floor
            over[..., side] = 0.0
            every, place = np.unique(chance, return_inverse=True)
            above = at_least(last + 1, plan.recentring, every)
            weights = -np.diff(above, axis=0, prepend=1.0, append=0.0)
            for weight, move in zip(weights, range(-plan.reach, plan.reach + 1), strict=True):
                found += weight[place.reshape(chance.shape)] * _shifted(over, move)
        return self.rising(found)


def most_second_moment(channel: WindowResponse, a: float, far: FloatArray) -> FloatArray:
    """A bound on the second moment of a message for clipped numbers, in units.

    At a level x of the channel it is A + B x^2, and it is linear between levels: at most A + B (x^2 + w^2/4), w their
    distance. A clipped number has a second moment of at most min(1 + delta^2, a^2): the variance of Z is at most 1.

    Parameters
    ----------
    channel : WindowResponse
        The channel.
    a : float
        The clipping: numbers are in [-a, a], in units of D/sqrt(m).
    far : ndarray, shape (...)
        Largest distance of the mean from the centre, in the same units.

    Returns
    -------
    ndarray, shape (...)
        Bounds, of the shape of `far`.
    """
    scale = a / float(channel.half_width)
    top = channel.most_second_moment * scale**2
    ends = channel.second_moment(np.array([0.0, 1.0]) * float(channel.half_width)) * scale**2
    if channel.levels == 2:
        return np.full(far.shape, top)
    width = 2 * a / (channel.levels - 1)
    # With an even number of levels 0 is between two of them.
    bend = (ends[1] - ends[0]) / (a**2 - (0.0 if channel.levels % 2 else width**2 / 4))
    base = ends[1] - bend * a**2
    return np.minimum(base + bend * (np.minimum(1 + far**2, a**2) + width**2 / 4), top)


def majority(group: int, chance: FloatArray) -> FloatArray:
    """The probability that most of an odd group answer plus.

    Parameters
    ----------
    group : int
        Size of a group, odd.
    chance : ndarray, shape (...)
        Probability that one user answers plus.

    Returns
    -------
    ndarray, shape (...)
        Probabilities, of the shape of `chance`.
    """
    return chance if group == 1 else at_least(np.array(group // 2 + 1), group, chance)


def _shifted(values: FloatArray, step: int) -> FloatArray:
    """V of a centre that moved up by `step` units, so that delta decreases by as much; constant beyond the ends."""
    if step == 0:
        return values
    found = np.empty_like(values)
    if step > 0:
        found[..., step:], found[..., :step] = values[..., :-step], values[..., :1]
    else:
        found[..., :step], found[..., step:] = values[..., -step:], values[..., -1:]
    return found


def worst_risks(plan: Walk, finals: Sequence[Walk], rows: int, share: float = 1.0) -> NDArray[np.float64]:
    """Bounds in units of D^2/m of plans that walk as `plan` does and differ in `half`, `levels` and `window` only.

    With a `share` below 1 these are bounds on the squared bias plus that share of the variance. The mean square of the
    bias given the centre counts in full: it is the squared bias and all that this bias adds to the variance.

    Parameters
    ----------
    plan : Walk
        A walk.
    finals : sequence of Walk
        Plans that walk as `plan` does and differ in `half`, `levels` and `window` only.
    rows : int
        Number of rows of cells.
    share : float, default 1.0
        The share of the variance that counts, at most 1.

    Returns
    -------
    ndarray, shape (finals,)
        Bounds in units of D^2/m.
    """
    cells = Distances(plan, rows)
    ends = [np.stack([cells.last(final, users, share) for final in finals]) for users in plan.left]
    values = ends[-1]
    if plan.again:
        values = cells.watched(ends[0], cells.stepped(values, plan.again))
    if plan.recentring:
        values = cells.recentred(values)
    values = cells.stepped(values, plan.steps)
    # The walk begins at 0, and the mean is in the range.
    return np.asarray(values[..., plan.cells : 3 * plan.cells].max(axis=(-2, -1)))
