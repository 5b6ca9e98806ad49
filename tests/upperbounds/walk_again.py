"""The mean's recursion over a walk written again, cell by cell, from the docstring of `upperbounds.mean.walk_bound`.

One row of cells after the other, in plain numbers: no arrays and no tables. Binomial probabilities are sums of exact
coefficients, moves are counted answer by answer, the channel's second moments are those of its listed answers, and the
largest excess s is the best of many binomial laws.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from math import ceil, comb, exp, fsum, inf, isclose, log, sqrt, tanh
from typing import Any

from scipy.optimize import minimize_scalar

Row = list[float]
"""V by cell: place `i` is the cell i - 2 cells, as far as the range is wide on either side of the mean."""
Rows = list[Row]


@cache
def excess(x: float, m: int) -> float:
    """The largest E(Z - x)_+ over all P(D), Z = 2 (B - m p)/sqrt(m): the best of each stretch between two kinks."""

    def mean(p: float) -> float:
        cut = m * p + x * sqrt(m) / 2
        first = max(0, ceil(cut))
        return fsum((k - cut) * comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(first, m + 1)) * 2 / sqrt(m)

    best = 0.0
    for k in range(m):
        # The places where m p + x sqrt(m)/2 is k and k + 1.
        left, right = ((k + more - x * sqrt(m) / 2) / m for more in (0, 1))
        if right > 0:
            ends = max(left, 0.0), min(right, 1.0)
            found = minimize_scalar(lambda p: -mean(p), bounds=ends, method="bounded", options={"xatol": 1e-12})
            best = max(best, -float(found.fun))
    return best


def chernoff(x: float) -> float:
    """The least of E e^(a (Z - x) - 1)/a, E e^(aZ) <= e^(a^2/2), by search."""
    found = minimize_scalar(
        lambda a: a * a / 2 - a * x - 1 - log(a), bounds=(0.1, x + 2), method="bounded", options={"xatol": 1e-12}
    )
    return exp(float(found.fun))


def few_moments(x: float, order: float) -> float:
    """What a variance of at most 1 allows, and, from p = 4 on, a fourth moment of at most 3."""
    least = (sqrt(1 + x * x) - x) / 2
    return min(least, 81 / 256 / x**3) if order >= 4 and x > 0 else least


def cut(x: float, m: int, order: float) -> float:
    """The least, over cuts and exponents of a list, of Bennett's bound for what is below and the excess above."""
    found = inf
    for i in range(32):
        c = max(0.02 * 1600 ** (i / 31) * sqrt(m), 1.0)
        above = sqrt(m) * (1 - 1 / order) ** (order - 1) / order / c ** (order - 1)
        for j in range(56):
            a = 0.05 * 800 ** (j / 55)
            u = a * (c + 1) / sqrt(m)
            exponent = inf if u > 200 else m * (exp(u) - 1 - u) / (c + 1) ** 2 - a * x - 1 - log(a)
            if exponent < 2:
                found = min(found, exp(exponent) + above)
    return found


@cache
def loss(m: int, order: float = inf) -> Callable[[float], float]:
    """s: chords between every eighth up to 3.5, Chernoff beyond; below 0 by E(Z - x)_+ = -x + E(x - Z)_+.

    Under moments up to 16, and what few moments allow beyond.
    """
    points = [min(excess(i / 8, m), chernoff(i / 8)) for i in range(29)] if order == inf else []
    if order < inf:
        points = [min(few_moments(i / 8, order), cut(i / 8, m, order)) for i in range(129)]
    last = len(points) - 1

    @cache
    def s(x: float) -> float:
        if x < 0:
            return -x + s(-x)
        if 8 * x > last:
            return chernoff(x) if order == inf else few_moments(x, order)
        i = min(int(8 * x), last - 1)
        return points[i] + (8 * x - i) * (points[i + 1] - points[i])

    return s


def at_least(k: int, n: int, p: float) -> float:
    """P(Bin(n, p) >= k), by the shorter sum."""
    if 2 * k > n:
        return fsum(weight(j, n, p) for j in range(max(k, 0), n + 1))
    return 1 - fsum(weight(j, n, p) for j in range(max(k, 0)))


def weight(k: int, n: int, p: float) -> float:
    """P(Bin(n, p) = k)."""
    if p in (0.0, 1.0):
        return float(k == n * p)
    # As logarithms: coefficients of many users are beyond every float.
    return exp(log(comb(n, k)) + k * log(p) + (n - k) * log(1 - p))


class Recursion:
    """V for a walk, from its end to its start; `share` of the variance counts."""

    def __init__(self, plan: Any, rows: int, share: float) -> None:
        self.plan, self.rows, self.share = plan, rows, share
        self.unit, self.s = sqrt(plan.m) / plan.cells, loss(plan.m, plan.order)
        self.tilt = tanh(float(plan.epsilon) / 2)
        self.cells = [[(self.place(i, r), self.place(i, r + 1)) for i in range(4 * plan.cells)] for r in range(rows)]

    def place(self, i: int, r: int) -> float:
        """The mean less the centre at the left end of a cell."""
        return (i - 2 * self.plan.cells + r / self.rows) * self.unit

    def each(self, what: Callable[[float, float], Any]) -> list[list[Any]]:
        """A number for each cell, from its two ends."""
        return [[what(*ends) for ends in row] for row in self.cells]

    def outwards(self, values: Rows) -> Rows:
        """Made to rise from the mean: no V is below one that is nearer, on its own side."""
        half = 2 * self.plan.cells
        return [[*list(accumulate(row[:half][::-1], max))[::-1], *accumulate(row[half:], max)] for row in values]

    def chances(self, half: int) -> list[list[tuple[float, float]]]:
        """The least and the largest probability of an answer plus about a number clipped to `half` units.

        Beyond 8 from the ends they are those at 8, or worse.
        """
        a, s = half * self.unit, self.s

        def least(x: float) -> float:
            return -a if x < -a - 8 else max(min(x, a + 8) - s(a - min(x, a + 8)), -a)

        low = self.each(lambda lower, _: least(lower))
        high = self.each(lambda _, upper: -least(-upper))
        return [
            [((1 + self.tilt * x / a) / 2, (1 + self.tilt * y / a) / 2) for x, y in zip(*two, strict=True)]
            for two in zip(low, high, strict=True)
        ]

    def end(self, users: int) -> Rows:
        """Where the centre stands, and a given number of send distances."""
        a, s = self.plan.half * self.unit, self.s
        moment = second_moment(self.plan, a)

        def both(lower: float, upper: float) -> float:
            bias = max(s(a - upper), s(a + lower))
            return bias**2 + self.share * moment(max(abs(lower), abs(upper))) / users

        return self.outwards(self.each(both))

    def steps(self, values: Rows, steps: Sequence[int]) -> Rows:
        """Before all steps: the law of the data takes the worse end of what a group's majority may say."""
        plan = self.plan
        majority = [
            [tuple(at_least(plan.group // 2 + 1, plan.group, p) for p in two) for two in row]
            for row in self.chances(plan.test)
        ]
        for step in reversed(steps):
            values = self.outwards(
                [
                    [max(p * at(row, i - step) + (1 - p) * at(row, i + step) for p in up) for i, up in enumerate(ups)]
                    for row, ups in zip(values, majority, strict=True)
                ]
            )
        return values

    def watched(self, stands: Rows, walks: Rows) -> Rows:
        """Before those who watch: enough of them say that they are near, or too few."""
        plan, s, unit = self.plan, self.s, self.unit
        inner, outer = (plan.close - plan.test) * unit, (plan.close + plan.test) * unit
        width = outer - inner

        def stays(lower: float, upper: float) -> tuple[float, float]:
            far = max(abs(lower), abs(upper))
            near = 0.0 if lower < 0 < upper else min(abs(lower), abs(upper))
            shares = 1 - min(s(inner - far) + s(inner + far), width) / width, min(s(near - outer), width) / width
            least, most = (
                at_least(plan.needed, plan.watching, (1 - self.tilt) / 2 + self.tilt * share) for share in shares
            )
            return least, most

        return self.outwards(
            [
                [max(p * x + (1 - p) * y for p in two) for x, y, two in zip(*three, strict=True)]
                for three in zip(stands, walks, self.each(stays), strict=True)
            ]
        )

    def recentred(self, values: Rows) -> Rows:
        """Before the average's move, answer by answer: on each side of the mean V is at its own worst."""
        plan, half = self.plan, 2 * self.plan.cells
        # A message is one or minus one of reach/tilt units; the average is rounded, and clipped to the reach.
        moves = [
            max(-plan.reach, min(plan.reach, round((2 * k / plan.recentring - 1) * plan.reach / self.tilt)))
            for k in range(plan.recentring + 1)
        ]
        floor_ = min(map(min, values))
        found = []
        for row, ups in zip(values, self.chances(plan.reach), strict=True):
            right = [x - floor_ if i >= half else 0.0 for i, x in enumerate(row)]
            left = [x - floor_ if i < half else 0.0 for i, x in enumerate(row)]
            new = []
            for i, (least, most) in enumerate(ups):
                total = floor_
                for side, p in ((right, least), (left, most)):
                    total += fsum(w * at(side, i - move) for move, w in law(tuple(moves), p))
                new.append(total)
            found.append(new)
        return self.outwards(found)

    def worst(self) -> float:
        """The largest V from a centre at 0, with the mean in the range; in units of D^2/m."""
        plan = self.plan
        values = self.end(plan.left[-1])
        if plan.again:
            values = self.watched(self.end(plan.left[0]), self.steps(values, plan.again))
        if plan.recentring:
            values = self.recentred(values)
        values = self.steps(values, plan.steps)
        return max(max(row[plan.cells : 3 * plan.cells]) for row in values)


@cache
def law(moves: tuple[int, ...], p: float) -> list[tuple[int, float]]:
    """The law of a move, from how many answer plus."""
    found: dict[int, float] = {}
    for k, move in enumerate(moves):
        found[move] = found.get(move, 0.0) + weight(k, len(moves) - 1, p)
    return list(found.items())


def at(row: Row, i: int) -> float:
    """V at a cell; beyond the last it is as at the last."""
    return row[max(0, min(i, len(row) - 1))]


def second_moment(plan: Any, a: float) -> Callable[[float], float]:
    """The largest mean of a squared message, A + B x^2 at its levels, of numbers in [-a, a] so far from 0 at most."""
    levels, window, epsilon = plan.levels, plan.window, float(plan.epsilon)
    number = levels + window - 1
    inside = 1 / (window + (number - window) * exp(-epsilon))

    def sent(level: int) -> list[float]:
        return [inside * (1 if level <= j < level + window else exp(-epsilon)) for j in range(number)]

    def mean(level: int) -> float:
        return fsum(p * j for j, p in enumerate(sent(level)))

    worth = 2 * a / (mean(levels - 1) - mean(0))

    def squared(level: int) -> float:
        return fsum(p * ((j - (number - 1) / 2) * worth) ** 2 for j, p in enumerate(sent(level)))

    top = squared(0)
    if levels == 2:
        return lambda far: top
    width = 2 * a / (levels - 1)
    inner = levels // 2
    x, edge = -a + inner * width, -a
    bend = (top - squared(inner)) / (edge**2 - x**2)
    base = top - bend * edge**2
    assert isclose(squared(1), base + bend * (width - a) ** 2, rel_tol=1e-9)
    return lambda far: min(base + bend * (min(1 + far**2, a**2) + width**2 / 4), top)


@cache
def worst_risk(plan: Any, rows: int, share: float = 1.0) -> float:
    """The recursion's bound in units of D^2/m."""
    return Recursion(plan, rows, share).worst()
