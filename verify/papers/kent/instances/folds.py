"""Finite cases for kent Algorithms 4, 5, 12 and 13: who is in which fold, what each user spends, T* and Delta."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from math import floor

import numpy as np
from flint import arb

from upperbounds.mean import kent as univariate
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import kent
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.setting import brute_power

_CLOSE = arb(2) ** -40
_SAMPLES = 1000
Maker = Callable[[int, int, float], CoordinatePlan]
"""A plan from n, d and alpha, at T = 1000."""


def fold(j: int, n: int, d: int) -> tuple[set[int], set[int]]:
    """N_(j,1) and N_(j,2) of (31) as printed, users and j from 1; N_k = N_(k-d) for k beyond d."""
    j, size = (j - 1) % d + 1, n // (2 * d)
    first = set(range((j - 1) * size + 1, j * size + 1))
    return first, set(range((d + j - 1) * size + 1, (d + j) * size + 1))


def _answered(n: int, d: int, alpha: Fraction, extra: int = 0) -> list[set[int]]:
    """Who answers for each coordinate, by the sets of Algorithms 12 and 13: floor(alpha) + extra folds up to d."""
    if alpha > d:
        return [set(range(1, n + 1))] * d
    folds = floor(alpha) + extra if alpha > 1 else 1
    chosen = []
    for j in range(1, d + 1):
        members: set[int] = set()
        for k in range(j, j + folds):
            members |= set().union(*fold(k, n, d))
        chosen.append(members)
    return chosen


def spent(n: int, d: int, alpha: Fraction, extra: int = 0) -> Fraction:
    """The largest spend of a user, in multiples of alpha: its coordinates times the budget of one."""
    budget = alpha if alpha <= 1 else max(Fraction(1), alpha / d)
    who = _answered(n, d, alpha, extra)
    return max(sum(i in members for members in who) for i in range(1, n + 1)) * budget / alpha


def _worst(plan: CoordinatePlan) -> Fraction:
    """The largest spend of a user from the channels of the plan in symbols, exact, in multiples of alpha."""
    multiples = [loss.multiple() for _, loss in plan.spend()]
    return max(m for m in multiples if m is not None)


def plain(n: int, d: int, alpha: float) -> CoordinatePlan:
    """Algorithm 12 as corrected."""
    return kent.algorithm12(n, _SAMPLES, d, alpha, 1.0)


def rotated(n: int, d: int, alpha: float) -> CoordinatePlan:
    """Algorithm 13 as corrected; the signs do not matter to who sends what."""
    return kent.algorithm13(n, _SAMPLES, alpha, 1.0, RandomRotation(d, np.ones(d)))


def section_plain(n: int, d: int, alpha: float) -> CoordinatePlan:
    """Algorithm 4."""
    return kent.algorithm4(n, _SAMPLES, d, alpha, 1.0)


def section_rotated(n: int, d: int, alpha: float) -> CoordinatePlan:
    """Algorithm 5; the signs do not matter to who sends what."""
    return kent.algorithm5(n, _SAMPLES, alpha, 1.0, RandomRotation(d, np.ones(d)))


def _grid(dimensions: tuple[int, ...]) -> Iterator[tuple[int, int, Fraction]]:
    """n, d, alpha: both sides of 1 and of d, integers and between, n = 2d and more."""
    for d in dimensions:
        edges = {Fraction(1, 4), Fraction(1), Fraction(65, 64), Fraction(3, 2), Fraction(2), Fraction(11, 4)}
        edges |= {Fraction(d), d - Fraction(1, 64), d + Fraction(1, 64), Fraction(3 * d) + Fraction(1, 2)}
        for alpha in sorted(edge for edge in edges if edge > 0):
            for n in (4 * d, 12 * d):
                yield n, d, alpha


def budgets(
    make: Maker, dimensions: tuple[int, ...], most: Fraction | None = None, *, beyond: bool = False
) -> Callable[[Settings], Iterator[Case]]:
    """Spends on the grid, alpha up to `most`, or only alpha > d, next to 1; again by memberships of the printed sets."""

    def cases(settings: Settings) -> Iterator[Case]:
        for n, d, alpha in _grid(dimensions[:2] if settings.quick else dimensions):
            if (most is not None and alpha > most) or (beyond and alpha <= d):
                continue
            parameters = {"n": n, "d": d, "alpha": str(alpha)}
            yield Case(parameters, _worst(make(n, d, float(alpha))), 1, left_again=spent(n, d, alpha))

    return cases


def answers(make: Maker, dimensions: tuple[int, ...]) -> Callable[[Settings], Iterator[Case]]:
    """How many users answer for each coordinate, next to n, n/d or floor(alpha) n/d; and the plan next to the sets."""

    def cases(settings: Settings) -> Iterator[Case]:
        for n, d, alpha in _grid(dimensions[:2] if settings.quick else dimensions):
            split = make(n, d, float(alpha)).split
            sets = _answered(n, d, alpha)
            expected = n if alpha > d else floor(max(alpha, Fraction(1))) * n // d
            for j in range(d):
                sending = {
                    half * split.half + k * split.fold + i + 1
                    for half in (0, 1)
                    for k, sent in enumerate(split.sends)
                    if j in sent
                    for i in range(split.fold)
                }
                parameters = {"n": n, "d": d, "alpha": str(alpha), "j": j + 1}
                yield Case(parameters, len(sending), expected, left_again=len(sets[j]))
                yield Case(parameters, len(sending ^ sets[j]), 0, note="users in one of both sets only")

    return cases


def one_fold_too_many(printed: Maker) -> Callable[[Settings], Iterator[Case]]:
    """The printed plan at d = 2, alpha = 3/2; again by all answers to the votes that data in the ball make it cast."""

    def cases(_: Settings) -> Iterator[Case]:
        alpha = Fraction(3, 2)
        plan = printed(400_000, 2, float(alpha))
        assert _worst(plan) == spent(400_000, 2, alpha, extra=1)
        parameters = {"d": 2, "alpha": "3/2", "n": 400_000, "T": _SAMPLES, "bins": plan.each.bins.count}
        again = Fraction(_votes_power(plan), 2) / alpha
        yield Case(parameters, _worst(plan), 1, left_again=again, note="times alpha")

    return cases


def _votes_power(plan: CoordinatePlan) -> int:
    """The largest power of e^(1/2) between all votes of the first fold for two data sets: an axis or the diagonal, +-."""
    lines = np.array([[1.0, 0.0], [1.0, 1.0] / np.sqrt(2)])
    means = plan.embedding.user_means(np.concatenate([lines, -lines])[:, None, :])
    places = plan.each.bins.index(means[:, list(plan.split.sends[0])])
    votes = [tuple(int(k == place) for place in user for k in range(plan.each.bins.count)) for user in places]
    return max(brute_power(x, y) for x, y in combinations(votes, 2))


def printed_plain(n: int, d: int, alpha: float) -> CoordinatePlan:
    """Algorithm 12 as printed."""
    return kent.printed_algorithm12(n, _SAMPLES, d, alpha, 1.0)


def printed_rotated(n: int, d: int, alpha: float) -> CoordinatePlan:
    """Algorithm 13 as printed."""
    return kent.printed_algorithm13(n, _SAMPLES, alpha, 1.0, RandomRotation(d, np.ones(d)))


def folds_partition(_: Settings) -> Iterator[Case]:
    """How many of the sets (31) hold each user."""
    for d, size in ((1, 1), (2, 3), (3, 1), (5, 2), (8, 4)):
        users = 2 * d * size
        halves = [half for j in range(1, d + 1) for half in fold(j, users, d)]
        for i in range(1, users + 1):
            yield Case({"n": users, "d": d, "i": i}, sum(i in half for half in halves), 1)


def divisors(_: Settings) -> Iterator[Case]:
    """How many messages (n/2)^(-1) of Algorithm 2 divides by when called with n, next to how many there are in N_(j,2)."""
    users, d = 8, 2
    yield Case({"n": users, "d": d}, users // 2, len(fold(1, users, d)[1]), left_again=d * users // (2 * d))


def _shapes() -> Iterator[tuple[int, int, int, Fraction]]:
    """n, T, d, alpha where T* is T and where it is not."""
    for alpha in (Fraction(1, 2), Fraction(1), Fraction(11, 4), Fraction(8), Fraction(33, 4), Fraction(20)):
        for n, samples in ((16, 1), (8000, 50), (10**6, 10**9)):
            yield n, samples, 8, alpha


def _each(n: int, d: int, alpha: Fraction) -> tuple[int, Fraction, int]:
    """A coordinate's users and budget, and K at it."""
    if alpha <= 1:
        return n // d, alpha, univariate.K_HIGH_PRIVACY
    if alpha <= d:
        return floor(alpha) * n // d, Fraction(1), univariate.K_HIGH_PRIVACY
    return n, alpha / d, univariate.K_LOW_PRIVACY


def _compared(plan: CoordinatePlan, n: int, d: int, alpha: Fraction, m: int, delta: arb) -> Iterator[Case]:
    """T*, Delta, users and budget of the plan's coordinates next to their formulas."""
    users, budget, constant = _each(n, d, alpha)
    parameters = {"n": n, "T": m, "d": d, "alpha": str(alpha), "T*": plan.each.m}
    cap = (as_arb(users * min(budget, budget**2)) / constant).exp().min(arb(m))
    yield Case(parameters, abs(plan.each.m + arb("0.5") - cap), arb("0.5") + _CLOSE, note="T* rounded down")
    shipped = as_arb(Fraction(float(plan.each.bins.width)) / 2)
    yield Case(parameters, abs(shipped - delta), _CLOSE, note="Delta")
    yield Case(parameters, abs(plan.each.n - users), 0, note="users")
    yield Case(parameters, abs(Fraction(plan.each.epsilon) - budget), 0, note="budget")


def coded_plain(_: Settings) -> Iterator[Case]:
    """Algorithm 12: Delta^2 = 2 log(n_0 T* b^2)/T* at budget b <= 1 with n_0 users, 4 log(n_0 T*)/T* beyond."""
    for n, samples, d, alpha in _shapes():
        plan = kent.algorithm12(n, samples, d, float(alpha), 1.0)
        users, budget, _constant = _each(n, d, alpha)
        effective, factor = (budget**2, 2) if budget <= 1 else (Fraction(1), 4)
        inside = as_arb(users * plan.each.m * effective)
        if inside > 1:
            yield from _compared(plan, n, d, alpha, samples, (factor * inside.log() / plan.each.m).sqrt())


def coded_rotated(_: Settings) -> Iterator[Case]:
    """Algorithm 13: Delta^2 = C log^2(n T* min(alpha, alpha^2))/(d T*), C = 8 and 32, and at most 1."""
    for (n, samples, d, alpha), constant in ((shape, c) for shape in _shapes() for c in (8, 32)):
        signs = RandomRotation(d, np.ones(d))
        plan = kent.algorithm13(n, samples, float(alpha), 1.0, signs, float(constant))
        inside = as_arb(n * plan.each.m * min(alpha, alpha**2))
        if inside > 1:
            delta = (arb(constant) / (d * plan.each.m)).sqrt() * inside.log()
            yield from _compared(plan, n, d, alpha, samples, delta.min(arb(1)))


def _same(section: CoordinatePlan, appendix: CoordinatePlan) -> bool:
    """Whether both plans are one except for their names."""
    each, other = section.each, appendix.each
    same = (section.split, section.share) == (appendix.split, appendix.share)
    close = abs(float(each.scale) / float(other.scale) - 1) < 1e-12
    return same and close and (each.m, each.bins.count, each.n) == (other.m, other.bins.count, other.n)


def _private() -> Iterator[tuple[int, int, float]]:
    """n, T and alpha <= 1."""
    for n, samples in ((16, 1), (8000, 50), (10**6, 10**9)):
        for alpha in (0.25, 0.5, 1.0):
            yield n, samples, alpha


def recovered_plain(_: Settings) -> Iterator[Case]:
    """1 where Algorithm 12, as printed and as corrected, builds the plan of Algorithm 4, alpha <= 1."""
    for n, samples, alpha in _private():
        section = kent.algorithm4(n, samples, 8, alpha, 1.0)
        for build in (kent.printed_algorithm12, kent.algorithm12):
            appendix = build(n, samples, 8, alpha, 1.0)
            parameters = {"n": n, "T": samples, "d": 8, "alpha": alpha, "plan": appendix.name}
            yield Case(parameters, int(_same(section, appendix)), 1)


def recovered_rotated(_: Settings) -> Iterator[Case]:
    """1 where Algorithm 13 as corrected builds the plan of Algorithm 5, alpha <= 1."""
    signs = RandomRotation(8, np.ones(8))
    for n, samples, alpha in _private():
        section = kent.algorithm5(n, samples, alpha, 1.0, signs)
        appendix = kent.algorithm13(n, samples, alpha, 1.0, signs)
        parameters = {"n": n, "T": samples, "d": 8, "alpha": alpha, "plan": appendix.name}
        yield Case(parameters, int(_same(section, appendix)), 1)


def printed_widths(_: Settings) -> Iterator[Case]:
    """Delta of Algorithm 13 as printed next to (34), alpha = 1 and C = 8; again by the plans of both, whose widths they are."""
    n, d, samples, constant = 10**6, 8, 10**4, 8
    signs = RandomRotation(d, np.ones(d))
    printed, section = (
        build(n, samples, 1.0, 1.0, signs, float(constant)) for build in (kent.printed_algorithm13, kent.algorithm5)
    )
    assert printed.each.m == section.each.m == samples
    left = (constant * as_arb(Fraction(n * samples, d)).log() / samples).sqrt()
    right = (as_arb(Fraction(constant, d * samples))).sqrt() * as_arb(n * samples).log()
    run, again = (as_arb(Fraction(float(plan.each.bins.width)) / 2) for plan in (printed, section))
    assert abs(again - right) < _CLOSE
    parameters = {"n": n, "T": samples, "T*": samples, "d": d, "alpha": 1, "C": constant}
    yield Case(parameters, left, right, left_again=run + arb(0, float(_CLOSE)))
