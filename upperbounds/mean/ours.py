"""Our best estimator of the mean for i.i.d. users: sequential localisation, then clipped distances from the result.

Sequential localisation (a "walk") needs about log(m)/tanh(epsilon/2)^2 users, not a fixed share of all, and later steps
correct earlier errors. The interval of the last messages extends about D/sqrt(m) to either side, in place of several
bins and a margin. With few users there are two walks: the second is rarely needed, reserves users in advance, and
almost never fails.

Of data with E|X|^p <= D^p the mean is within [-D, D], too, and a user mean has a variance of at most D^2/m. So the same
walk finds it, with a last interval that costs more by clipping (`upperbounds.mean.stop_loss`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, exp, floor, inf, log, log2, sqrt, tanh

import numpy as np
import sympy

from notation.symbols import D, epsilon, largest, m, n, smallest
from upperbounds.channels.window import best_window, best_window_near
from upperbounds.estimator import UpperBound
from upperbounds.mean.estimator import checked_parameters
from upperbounds.mean.stop_loss import clipping_level, excess_of, stop_loss
from upperbounds.mean.walk_bound import majority, worst_risks
from upperbounds.protocols.walk import Walk

_EFFECTIVE = n * m * smallest(epsilon**2, 1)
RATE = D**2 * largest(1, sympy.log(n * smallest(epsilon**2, 1))) / _EFFECTIVE
"""The interval's half-length grows as sqrt(log n), so that clipping costs less than noise; otherwise as kent (24)."""

_MOST_SAMPLES = 2**22
"""The most samples of a user that are used: the recursion has about sqrt(m) cells."""

_MOST_STEPS = 2500
_TEST = 1.0
"""Half-length of the interval of a user in the walk, in units of D/sqrt(m). Skewed laws mislead smaller ones."""
_REACH = 2.5
_SHARES = (0.0, 0.04, 0.1)
"""Shares of users who recentre."""
_RATES = ((1.5, 2.0, 2.5, 3.0, 4.0), (0.6, 0.4))
"""How fast steps shrink, other than 1."""
_WATCHING = 0.05
"""The share of users who say whether they are near the centre; with all of epsilon for one answer, few suffice."""
_JUDGES, _JUDGING, _CLOSE = 11, 0.065, 3.25
"""If another walk depends on users who watch: their number in units of tanh(epsilon/2)^-2, or their share of all users
if that is more; and how near most of them must be, in units of D/sqrt(m)."""
_POWERS, _SPARED = (6.5, 5.5, 7.5), ((0.3, 0.5), (0.15, 0.08, 0.04, 0.02))
"""The power of 1/e by which failures become rarer near the end of a first walk; the share of users in no walk."""
_LEAST_POWER, _MOST_POWER = 0.3, 12.0
"""The same power near the end of a second walk."""
_FARTHER, _AGAIN_FARTHER = 0.4, 2.5
"""How much larger that power is for each factor e of the step, in a first walk and, at least, in a second."""
_PARTS = 64
"""In how many units clipping levels of moments are rounded, of the half-width of the mean's range."""
_FEW_CELLS, _MANY_USERS, _TUNED_USERS, _TUNED_SAMPLES = 1000, 50_000, 4096, 2**10
"""The most cells for which the recursion takes less than seconds; the number of users from which recentring pays, and
few of them walk; the number from which one tuning serves up to twice as many; and the number of samples whose tuning
serves all larger numbers."""


@dataclass(frozen=True)
class Tuning:
    """The choices by which a walk is made, for any sizes.

    Attributes
    ----------
    rate : float
        How fast steps shrink, in multiples of what Gaussian tails suggest.
    share : float
        Share of users who recentre.
    stretch : float
        The last interval, relative to the one at which clipping costs a third of the noise.
    two : tuple of (float, float) or None, optional
        With two walks: the first one's power of `_POWERS` and the share `_SPARED` of users.
    """

    rate: float
    share: float
    stretch: float
    two: tuple[float, float] | None = None

    def candidate(self, n: int, m: int, epsilon: float) -> Walk | None:
        """The plan without its last interval; None for too few users.

        Parameters
        ----------
        n : int
            Number of users.
        m : int
            Number of samples of each user.
        epsilon : float
            Privacy budget of one user, for all of their samples.

        Returns
        -------
        Walk or None
            The plan, or None.
        """
        if self.two is None:
            return candidate(n, m, epsilon, self.rate, self.share)
        return _two_walks(n, m, epsilon, *self.two)


def walk(n: int, m: int, epsilon: float, D: float, order: float = inf) -> Walk:
    """A walk tuned by its explicit bound at nearby sizes; one round of all users if that has a smaller bound.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].
    order : float, default infinity
        p, if not the data but their moment of order p is at most D^p; from 2 to 100.

    Returns
    -------
    Walk
        The plan.
    """
    plan, _ = _plan(*checked_parameters(n, m, epsilon, D, least_users=1)[:3], order)
    return replace(plan, unit=D / plan.cells)


def bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """The recursion of `upperbounds.mean.walk_bound`: for every law on [-D, D].

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound on the mean squared error, in squared units of the data.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D, least_users=1)
    value = D**2 * _plan(n, m, epsilon)[1]
    source = (
        "ours: a recursion over the steps of the localisation, clipping at its worst by Hoeffding's convex comparison"
    )
    return UpperBound(value, source, ("data on [-D, D]",), not value < D**2)


@lru_cache(maxsize=4096)
def partial_bound(n: int, m: int, epsilon: float, share: float, order: float = inf) -> float:
    """A bound on the squared bias and a share of the variance, for every law at D = 1.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    share : float
        The share of the variance, at most 1.
    order : float, default infinity
        p, as for `walk`.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    plan, value = _plan(n, m, epsilon, order)
    if share == 1:
        return value
    return _told(plan, share) if not plan.steps else _walked(plan, share)


def _walked(plan: Walk, share: float = 1.0) -> float:
    """The recursion's bound of a plan for D = 1."""
    return float(worst_risks(plan, [plan], 4 if plan.cells <= _FEW_CELLS / 4 else 2, share)[0]) / plan.m


def _told(plan: Walk, share: float = 1.0) -> float:
    """The bound of one round for D = 1: the bias of clipping, which data within the interval do not have, and noise."""
    bias = 0.0 if plan.order == inf else float(excess_of(plan.half / plan.cells, plan.order))
    return bias**2 + share * plan.refiner.most_second_moment / plan.n


@lru_cache(maxsize=4096)
def _plan(n: int, m: int, epsilon: float, order: float = inf) -> tuple[Walk, float]:
    """The plan for D = 1 and its bound."""
    alone = one_round(n, m, epsilon, order)
    value = _told(alone)
    used = leading(min(m, _MOST_SAMPLES), 6)
    few = n < _TUNED_USERS
    near = leading(n, 3 if few else 1), leading(used if few else min(used, _TUNED_SAMPLES), 2)
    tuning = _tuned(*near, 2.0 ** floor(log2(epsilon)), order)
    found = None if tuning is None else tuning.candidate(n, used, epsilon)
    if tuning is None or found is None:
        return alone, value
    plan = _with_interval(replace(found, order=order), tuning.stretch)
    walked = _walked(plan)
    return (plan, walked) if walked < value else (alone, value)


def leading(number: int, bits: int) -> int:
    """The number with all bits after the first ones set to 0: nearby numbers share a table, or a tuning.

    Parameters
    ----------
    number : int
        A whole number, at least 0.
    bits : int
        How many bits are kept.

    Returns
    -------
    int
        The rounded number.
    """
    rest = max(number.bit_length() - bits, 0)
    return number >> rest << rest


@lru_cache(maxsize=1024)
def _tuned(n: int, m: int, epsilon: float, order: float) -> Tuning | None:
    """Try two walks for few users, then the share who recentre, then the rate of steps, downhill; None if none pays."""
    best = None
    value = _told(one_round(n, m, epsilon, order)) * m

    def tried(rate: float, share: float, two: tuple[float, float] | None = None) -> bool | None:
        """Whether it is better than all before; None for too few users."""
        nonlocal best, value
        found = Tuning(rate, share, 1.0, two).candidate(n, m, epsilon)
        if found is None:
            return None
        found = replace(found, order=order)
        stretches = (1.0, 1.08, 1.16) if found.cells > _FEW_CELLS and two is None else (0.87, 1.0, 1.15)
        if two is not None:
            stretches = (1.0, 1.2, 1.4)
        plans = [_with_interval(found, stretch) for stretch in stretches]
        values = worst_risks(found, plans, 2 if found.cells <= _FEW_CELLS / 4 else 1)
        better = bool(values.min() < value)
        if better:
            best, value = Tuning(rate, share, stretches[int(np.argmin(values))], two), float(values.min())
        return better

    if n < _TUNED_USERS:
        _downhill(_SPARED, lambda spared: tried(1.0, 0.0, (_POWERS[0], spared)))
        if best is not None and best.two is not None:
            _, spared = best.two
            _downhill(([power] for power in _POWERS[1:]), lambda power: tried(1.0, 0.0, (power, spared)))
    share = 0.0
    for one in _SHARES if n < _MANY_USERS else _SHARES[1:2]:
        if tried(1.0, one):
            share = one
    if best is None or (n < _MANY_USERS and best.two is None):
        _downhill(_RATES, lambda rate: tried(rate, share))
    return best


def _downhill(sides: Iterable[Iterable[float]], tried: Callable[[float], bool | None]) -> None:
    """Try each side's values until one is no better; then the next side, unless all were better. None is no answer."""
    for side in sides:
        better = None
        for value in side:
            better = tried(value)
            if better is False:
                break
        if better:
            break


def one_round(n: int, m: int, epsilon: float, order: float = inf) -> Walk:
    """No walk: every user's mean directly, by the channel with the smallest noise at the worst input.

    Under moments it is clipped where the bias of that and the noise are least, for users of any laws.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    order : float, default infinity
        p, as for `walk`.

    Returns
    -------
    Walk
        The plan.
    """
    levels, window = best_window(epsilon)
    plan = Walk("walk", n, m, epsilon, 1.0, 1, 1, 1, (), 0, 1, 0, 1, levels, window, order=order)
    if order == inf:
        return plan
    level = clipping_level(order, plan.refiner.most_second_moment / n)
    return replace(plan, unit=1 / _PARTS, cells=_PARTS, half=max(1, round(level * _PARTS)))


def candidate(n: int, m: int, epsilon: float, rate: float, share: float) -> Walk | None:
    """A walk from half the range to steps of one unit, repeated until the centre has settled; None for too few users.

    Each step is the one before times e^-L, L = rate tilt^2/log(n m). Then the drift exceeds the noise by as many
    standard deviations as an error of the whole range requires.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    rate : float
        How fast steps shrink, in multiples of what Gaussian tails suggest.
    share : float
        Share of users who recentre.

    Returns
    -------
    Walk or None
        The plan, or None.
    """
    frame, drift, settling = _frame(n, m, epsilon)
    unit, recentring, watching = sqrt(m) / frame.cells, int(share * n), int(_WATCHING * n)
    most = min(_MOST_STEPS, int((0.9 * n - recentring - watching) / frame.group))
    steps = _shrinking(frame.cells / 2, lambda _: rate * drift**2 / log(max(n * m, 3)), settling, most)
    # Where the walk settles, chances fall by e^(-2 drift) a unit: those who recentre reach all but 1/n of it.
    farthest = max(_REACH, unit * (1 + log(max(n, 3)) / (2 * drift)))
    reach = max(1, min(round(farthest / unit), frame.cells))
    if steps is None:
        return None
    return replace(frame, steps=steps, recentring=recentring, reach=reach, watching=watching)


def _two_walks(n: int, m: int, epsilon: float, first: float, spared: float) -> Walk | None:
    """A walk, users who judge it, and another walk in case it failed; None for too few users.

    If each step is the one before times e^-L, the probability of failure is about e^(-tilt^2/L) for each factor e of
    lengths. An error of x D/sqrt(m) costs x^2. So after the second walk, which few judge, a larger x must be rarer.
    """
    frame, drift, settling = _frame(n, m, epsilon)
    unit, start = sqrt(m) / frame.cells, frame.cells / 4
    watching = max(ceil(_JUDGES / tanh(epsilon / 2) ** 2), int(_JUDGING * n))
    most = min(_MOST_STEPS, int((0.9 * n - watching) / frame.group))
    steps = _shrinking(start, lambda step: drift**2 / (first + _FARTHER * log(max(step * unit, 1))), settling, most)
    if steps is None:
        return None
    free = min(_MOST_STEPS, int(((1 - spared) * n - watching) / frame.group) - len(steps))

    def another(power: float) -> tuple[int, ...] | None:
        def shrink(step: float) -> float:
            return drift**2 / (power + (_AGAIN_FARTHER + 0.2 * power) * log(max(step * unit, 1)))

        # All is at stake in large steps: where so few are left none settle.
        return _shrinking(start / 4, shrink, 0, free)

    # The largest power that takes no more users.
    low, high = _LEAST_POWER, _MOST_POWER
    again = another(high)
    while again is None and high - low > 0.1:
        middle = (low + high) / 2
        low, high = (middle, high) if another(middle) else (low, middle)
    again = again or another(low)
    if again is None:
        return None
    close = max(round(_CLOSE / unit), frame.test + 1)
    return replace(frame, steps=steps, watching=watching, again=again, close=close, needed=watching // 2 + 1)


def _frame(n: int, m: int, epsilon: float) -> tuple[Walk, float, int]:
    """A plan without steps, its drift, and the number of steps of one unit until a centre settles.

    A group is so large that its majority has a bias of about 0.46.
    """
    root, tilt = sqrt(m), tanh(epsilon / 2)
    cells = ceil(root * (8 if root <= 400 else 4 if root <= 1000 else 2))
    unit = root / cells
    group = 2 * int((0.575 / tilt) ** 2 / 2) + 1
    drift = 2 * float(majority(group, np.array((1 + tilt) / 2))) - 1
    test = max(1, min(round(_TEST / unit), cells))
    plan = Walk("walk", n, m, epsilon, 1 / cells, cells, group, test, (), 0, 1, 0, cells, 2, 1)
    return plan, drift, ceil(2.3 / (unit * drift))


def _shrinking(start: float, shrink: Callable[[float], float], settling: int, most: int) -> tuple[int, ...] | None:
    """Steps from `start` to one, each e^-shrink times the last, then `settling` of one; None for more than `most`."""
    steps: list[int] = []
    step = start
    while step > 1:
        if len(steps) + settling >= most:
            return None
        steps.append(round(step))
        step *= exp(-min(shrink(step), 1.0))
    return (*steps, *[1] * settling) if settling <= most else None


def _with_interval(plan: Walk, stretch: float) -> Walk:
    """The plan with a last interval, `stretch` times that at which clipping costs a third of the noise, and a channel.

    The centre is taken to be a quarter of D/sqrt(m), or a unit, from the mean.
    """
    unit = sqrt(plan.m) / plan.cells
    noise = 1 / (tanh(float(plan.epsilon) / 2) ** 2 * plan.left[0])
    halves = np.arange(1.0, 12.0, 0.05)
    clipping = stop_loss(plan.m, plan.order)(halves - max(0.25, unit)) ** 2
    a = stretch * float(halves[np.argmax((clipping <= 0.3 * halves**2 * noise) | (halves == halves[-1]))])
    levels, window = best_window_near(float(plan.epsilon), min(1.0, round(1 / a, 1)))
    return replace(plan, half=max(1, round(a / unit)), levels=levels, window=window)
