"""The size of a study: the smallest n, m or epsilon with a guaranteed error, and a lower bound on it.

An estimator may leave users, samples or epsilon unused. So the smallest value at which an explicit bound reaches the
target also suffices for every larger value, although the bound itself may increase again. And a certified lower bound
above the target excludes every smaller value too.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from math import exp, inf, log
from typing import Any, Literal

from lowerbounds.methods.bounds import Bound
from notation.parameters import ParameterError, within
from notation.problem import Problem
from notation.setting import LEAST_EPSILON, LEAST_SIZE, MOST_COUNT, MOST_SIZE, Setting
from upperbounds.estimator import Estimator
from verify.study.deployed import deployed_bound
from verify.study.worst import MOST_SAMPLES, MOST_USERS, WorstRisk

FreeSize = Literal["n", "m", "epsilon"]

MOST = 1e3
"""The largest epsilon of a plan: e^-1000 is 0 in floats."""
MOST_VALUE = 10**12
"""The largest n or m in a search."""
RATIO = 1.5
"""The ratio of neighbouring values that a search tries first."""
DENSE = 20
"""How many values just below an answer are tried one by one."""
_BEYOND = 1000
"""The factor above an answer up to which it is checked whether the bound increases again."""
NEAR = 1.1
"""More samples no longer help if they save no more than this factor."""
ALONG = tuple(10**power for power in range(9))
"""Numbers of samples per user in a trade-off."""
_FINE = 1.01
"""The ratio of neighbouring values in a trade-off."""
_MOST_RISK: dict[FreeSize, float] = {"n": MOST_USERS, "m": MOST_SAMPLES, "epsilon": MOST}
"""The largest values for which risks are computed."""

_DIGITS, _LOWEST = 4, round(log(LEAST_EPSILON, 10)) - 3
"""The digits of an epsilon that is tried; the power of ten of the last digit of the smallest one."""
_TINY = 1e-300


@dataclass(frozen=True)
class Ladder:
    """The values that a search may try, ascending: integers to `most`, or epsilon with four digits to 1000."""

    free: FreeSize
    most: int = MOST_VALUE

    @classmethod
    def of(cls, problem: Problem, setting: Any, free: FreeSize) -> "Ladder":
        """The values that a problem's setting can take."""
        if free == "epsilon" or problem.most is None:
            return cls(free)
        return cls(free, min(MOST_VALUE, problem.most // getattr(setting, "m" if free == "n" else "n")))

    @property
    def top(self) -> int:
        """The last rung; the first is 0."""
        return self.rung(MOST) if self.free == "epsilon" else self.most - 1

    def at(self, rung: int) -> int | float:
        """The value on a rung."""
        if self.free != "epsilon":
            return rung + 1
        power, digits = divmod(rung, 9000)
        return float(f"{digits + 1000}e{power + _LOWEST}")

    def rung(self, value: float) -> int:
        """The rung nearest to a value."""
        if self.free != "epsilon":
            return round(value) - 1
        digits, power = f"{value:.{_DIGITS - 1}e}".split("e")
        return int(digits.replace(".", "")) - 1000 + 9000 * (int(power) - 3 - _LOWEST)

    def spread(self, ratio: float) -> tuple[int, ...]:
        """Rungs from the first to the last, each a factor of `ratio` above the one before, or the next rung."""
        value, rungs = float(self.at(0)), {self.top}
        while value < self.at(self.top):
            rungs.add(self.rung(value))
            value *= ratio
        return tuple(sorted(rungs))

    @cached_property
    def grid(self) -> tuple[int, ...]:
        """Rungs a factor of RATIO apart."""
        return self.spread(RATIO)

    def put(self, setting: Setting, value: int | float) -> Setting:
        """The setting with a value of the free size."""
        changes: dict[str, Any] = {self.free: value}
        return replace(setting, **changes)


@dataclass(frozen=True)
class BoundAt:
    """A bound on the risk at a value of the free size."""

    at: int | float
    value: float


@dataclass(frozen=True)
class Reach:
    """The smallest value at which an estimator's explicit bound is at most the target's level; None if there is none.

    `before` is the bound at the value below; None if the answer is the first value. Every value from `dense_from` to
    there was tried, and smaller ones a factor of RATIO apart, down to the excluded values: all bounds were above the
    target. `rises` is the first larger value of that grid, up to BEYOND times the answer, at which the bound is above
    the target again. `least` is the smallest bound found from the answer on, and `risk` the worst risk at the answer.
    """

    estimator: Estimator
    answer: BoundAt | None
    before: BoundAt | None
    dense_from: int | float | None
    rises: BoundAt | None
    least: BoundAt
    risk: WorstRisk | None


@dataclass(frozen=True)
class Hint:
    """About the smallest value at which the worst risk found is at most the target's level; it is not guaranteed.

    The search is among values a factor of _FINE apart, above the excluded values, by factors of 2 and then by
    bisection; `before` is the value before it there. None if it takes more than `most`: there the best private bound
    suffices, or risks are not computed.
    """

    answer: BoundAt | None
    before: BoundAt | None
    method: str
    most: int | float


@dataclass(frozen=True)
class Floor:
    """The largest value found with a certified lower bound above the target: the target is not reached there or below.

    `refuted` is None if not even the first value is excluded, and `after` is None if the last value still is.
    """

    refuted: BoundAt | None
    bound: Bound | None
    after: BoundAt | None


@dataclass(frozen=True)
class PlanPoint:
    """What the best private estimator needs with m samples per user, by its bound."""

    m: int
    needs: int | float
    estimator: str


@dataclass(frozen=True)
class Tradeoff:
    """The n or epsilon, whichever is `free`, that private estimators need for each m, and where more m stops helping.

    `needs` suffices, and never increases along `points`, because samples may be left unused. There is no point at an m
    for which nothing suffices. `floor` is at `most` samples per user: MOST_COUNT, or less in problems that limit n m.
    """

    free: FreeSize
    points: tuple[PlanPoint, ...]
    floor: Floor
    most: int

    @property
    def enough(self) -> PlanPoint | None:
        """The m from which more samples save no more than a factor of NEAR."""
        return next((point for point in self.points if point.needs <= NEAR * self.points[-1].needs), None)


@dataclass(frozen=True)
class StudyPlan:
    """Which n, m or epsilon brings the error down to `target`, by estimator, and which values cannot.

    There is no trade-off along m if each person has one sample.

    Attributes
    ----------
    problem : Problem
        The problem.
    free : {'n', 'm', 'epsilon'}
        What is to be found.
    setting : Setting, LabelSetting, RegressionSetting or UserSetting
        The fixed sizes.
    target : float
        The error that is to be reached, a root for squared errors.
    constant : bool
        Whether a constant estimate reaches it already.
    floor : Floor
        Which values are refuted by a lower bound.
    reaches : tuple of Reach
        What each estimator needs.
    tradeoff : Tradeoff or None
        How what is needed changes with m.
    """

    problem: Problem
    free: FreeSize
    setting: Setting
    target: float
    constant: bool
    floor: Floor
    reaches: tuple[Reach, ...]
    tradeoff: Tradeoff | None

    @property
    def ladder(self) -> Ladder:
        """The values of the free size."""
        return Ladder.of(self.problem, self.setting, self.free)

    def hint(self, estimator: Estimator) -> Hint:
        """What an estimator needs by its risk, which is computed about ten times: seconds.

        Parameters
        ----------
        estimator : Estimator
            One of the problem's.

        Returns
        -------
        Hint
            The value, if any was found.
        """
        ladder, best = self.ladder, self.best()
        # What is refuted is so for private estimators.
        refuted = self.floor.refuted if estimator.protects_users else None
        low = -1 if refuted is None else ladder.rung(refuted.at)
        high = ladder.rung(
            min(_MOST_RISK[self.free], ladder.at(ladder.top), best.answer.at if best and best.answer else inf)
        )
        rungs = [rung for rung in ladder.spread(_FINE) if low < rung < high] + [high]

        @cache
        def risk(place: int) -> WorstRisk:
            return risk_or_reason(self.problem, estimator, self.at(ladder.at(rungs[place])))

        def level(place: int) -> BoundAt:
            return BoundAt(ladder.at(rungs[place]), risk(place).value)

        tried = sorted({*range(0, len(rungs), 70), len(rungs) - 1})
        found = least(lambda place: risk(place).value, tried, level_of(self.problem, self.target), 0)
        if found is None:
            return Hint(None, None, risk(tried[-1]).method, ladder.at(high))
        return Hint(level(found), level(found - 1) if found else None, risk(found).method, ladder.at(high))

    def best(self, *, differing: bool = False) -> Reach | None:
        """The private estimator that needs least.

        Parameters
        ----------
        differing : bool, default False
            Whether only estimators for heterogeneous users count.

        Returns
        -------
        Reach or None
            What it needs; None if no bound reaches the target.
        """
        found = [
            (reach.answer.at, reach.answer.value, place)
            for place, reach in enumerate(self.reaches)
            if reach.answer and reach.estimator.protects_users and not (differing and reach.estimator.needs_one_law)
        ]
        return self.reaches[min(found)[-1]] if found else None

    def at(self, value: float) -> Setting:
        """The setting with a value of the free size.

        Parameters
        ----------
        value : float
            The value.

        Returns
        -------
        Setting
            The setting.
        """
        return self.ladder.put(self.setting, value)


def plan_study(problem: Problem, setting: Setting, free: FreeSize, target: float) -> StudyPlan:
    """The smallest n, m or epsilon, whichever is `free`, for an error of `target`, a root for squared errors.

    The value of the free size in `setting` is ignored. Raises ParameterError for a target that is not a positive
    number, and for an epsilon above MOST.
    """
    if free != "epsilon":
        within("epsilon", setting.epsilon, LEAST_EPSILON, MOST)
    within(f"--target-{'rmse' if problem.is_squared else 'risk'}", target, LEAST_SIZE, MOST_SIZE)
    risk, ladder = level_of(problem, target), Ladder.of(problem, setting, free)
    lowest = floor(problem, setting, ladder, risk)
    refuted = -1 if lowest.refuted is None else ladder.rung(lowest.refuted.at)
    return StudyPlan(
        problem,
        free,
        setting,
        target,
        problem.trivial(setting) <= risk,
        lowest,
        tuple(
            reach(problem, estimator, setting, ladder, risk, refuted if estimator.protects_users else -1)
            for estimator in problem.estimators
        ),
        tradeoff(problem, setting, "n" if free == "m" else free, risk) if "m" in problem.counts else None,
    )


def level_of(problem: Problem, target: float) -> Fraction:
    """The exact risk that corresponds to a target."""
    return Fraction(target) ** 2 if problem.is_squared else Fraction(target)


def least(value: Callable[[int], float], grid: Sequence[int], most: Fraction, dense: int, low: int = -1) -> int | None:
    """The smallest number found with a value of at most `most`; None if there is none on the increasing grid.

    The value is above `most` at the number before, at the `dense` ones before, and on the grid below. At `low` and
    below this is known, and not tried.
    """
    first = next((place for place, number in enumerate(grid) if value(number) <= most), None)
    if first is None:
        return None
    found = grid[first]
    while True:
        above = max((number for number in grid[:first] if number < found), default=low)
        while found - above > 1:
            middle = (above + found) // 2
            above, found = (above, middle) if value(middle) <= most else (middle, found)
        earlier = next((number for number in range(max(low + 1, found - dense), found) if value(number) <= most), None)
        if earlier is None:
            return found
        found = earlier


def reach(
    problem: Problem, estimator: Estimator, setting: Setting, ladder: Ladder, most: Fraction, low: int = -1
) -> Reach:
    """The smallest value of the free size with an estimator's bound of at most `most`; up to `low` all are excluded."""

    @cache
    def value(rung: int) -> float:
        return bound_value(problem, estimator, ladder.put(setting, ladder.at(rung)))

    def level(rung: int) -> BoundAt:
        return BoundAt(ladder.at(rung), value(rung))

    grid = sorted({min(low + 1, ladder.top), *(rung for rung in ladder.grid if rung > low)})
    found = least(value, grid, most, DENSE, low)
    if found is None:
        return Reach(estimator, None, None, None, None, level(min(grid, key=value)), None)
    larger = [rung for rung in grid if rung > found and ladder.at(rung) <= _BEYOND * ladder.at(found)]
    rises = next((rung for rung in larger if not value(rung) <= most), None)
    return Reach(
        estimator,
        level(found),
        level(found - 1) if found else None,
        ladder.at(max(low + 1, found - DENSE)),
        None if rises is None else level(rises),
        level(min((found, *larger), key=value)),
        risk_or_reason(problem, estimator, ladder.put(setting, ladder.at(found))),
    )


def risk_or_reason(problem: Problem, estimator: Estimator, setting: Setting) -> WorstRisk:
    """The problem's risk; infinite, with a reason, if the estimator can't be built."""
    try:
        return problem.risk(estimator, setting)
    except ParameterError as error:
        return WorstRisk(inf, inf, f"not usable here: {error}", None, 0.0)


def bound_value(problem: Problem, estimator: Estimator, setting: Setting) -> float:
    """The explicit bound; infinite if the estimator can't be built, for example with too few users.

    So is a trivial one of a rule that is learnt: it is no property of the rule.
    """
    try:
        found = deployed_bound(problem, estimator, setting)
    except ParameterError:
        return inf
    return inf if found.vacuous and problem.known == "class" else found.value


def floor(problem: Problem, setting: Setting, ladder: Ladder, most: Fraction) -> Floor:
    """The largest value found at which a lower bound is above `most`.

    The search assumes that bounds decrease as the value increases. If one does not, a larger value may be missed; the
    value found is still excluded.
    """

    @cache
    def best(rung: int) -> Bound:
        return max(problem.lower(ladder.put(setting, ladder.at(rung))), key=lambda bound: bound.value)

    def above(rung: int) -> bool:
        return best(rung).value > most

    def told(refuted: int | None, after: int | None) -> Floor:
        levels = (None if rung is None else BoundAt(ladder.at(rung), best(rung).value) for rung in (refuted, after))
        return Floor(next(levels), None if refuted is None else best(refuted), next(levels))

    low, high = 0, ladder.top
    if not above(low):
        return told(None, low)
    if above(high):
        return told(high, None)
    guess = _crossing(lambda rung: best(rung).value, ladder, float(most))
    # From the guess outwards in doubling steps, then between the last two.
    step = 1
    while low < guess < high:
        low, high = (guess, high) if above(guess) else (low, guess)
        guess = low + step if low == guess else high - step
        step *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return told(low, high)


def _crossing(value: Callable[[int], float], ladder: Ladder, level: float) -> int:
    """About where a value decreases below a level: between the first rung and the last, on logarithmic scales."""
    from scipy.optimize import brentq

    scale = 9000 / log(10) if ladder.free == "epsilon" else 1.0

    def rung(u: float) -> int:
        return round(u * scale) if ladder.free == "epsilon" else round(exp(u)) - 1

    def excess(u: float) -> float:
        return log(max(value(min(rung(u), ladder.top)), _TINY)) - log(max(level, _TINY))

    last = ladder.top / scale if ladder.free == "epsilon" else log(ladder.top + 1)
    return min(rung(brentq(excess, 0.0, last, xtol=1e-9)), ladder.top)


def tradeoff(problem: Problem, setting: Setting, free: FreeSize, most: Fraction) -> Tradeoff:
    """The values of the `free` size that suffice for each m, by the private estimators' bounds, to a factor of _FINE.

    If a value suffices at one m, a smaller one is searched for at the next, down to the excluded values, by bisection.
    """
    first = replace(Ladder(free).put(setting, Ladder(free).at(0)), m=1)
    along = [m for m in ALONG if problem.most is None or first.n * m <= problem.most]
    many = replace(first, m=MOST_COUNT if problem.most is None else along[-1])
    lowest = floor(problem, many, Ladder.of(problem, many, free), most)
    ladder = Ladder(free)
    fine = ladder.spread(_FINE)
    low = -1 if lowest.refuted is None else bisect_right(fine, ladder.rung(lowest.refuted.at)) - 1
    points: list[PlanPoint] = []
    found: int | None = None
    for m in along:
        best = partial(_best, problem, ladder, replace(first, m=m), fine)
        if found is None:
            found = least(lambda place: best(place)[0], range(0, len(fine), 20), most, 0)  # noqa: B023
        elif found - 1 > low and best(found - 1)[0] <= most:
            below, found = low, found - 1
            while found - below > 1:
                middle = (below + found) // 2
                below, found = (below, middle) if best(middle)[0] <= most else (middle, found)
        elif points:
            points.append(replace(points[-1], m=m))
            continue
        if found is not None:
            points.append(PlanPoint(m, ladder.at(fine[found]), best(found)[1]))
    return Tradeoff(free, tuple(points), lowest, many.m)


def _best(problem: Problem, ladder: Ladder, setting: Setting, rungs: Sequence[int], place: int) -> tuple[float, str]:
    """The smallest bound of a private estimator on a rung, and the estimator; infinite if there is no such setting."""
    try:
        at = ladder.put(setting, ladder.at(rungs[place]))
    except ParameterError:
        return inf, ""
    return min((bound_value(problem, e, at), e.name) for e in problem.estimators if e.protects_users)
