"""Next to kent Example 1 and Theorem 6: our walks to the mean, of numbers and of vectors coordinate by coordinate.

Their privacy, their risk below their explicit bounds, and how far the optimum is.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from lowerbounds.mean.best import best_mean_bound
from lowerbounds.registry import best as best_of
from notation.setting import Setting
from notation.symbols import Delta, epsilon
from upperbounds.estimator import Estimator
from upperbounds.mean import ours
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import Plain
from upperbounds.protocols.walk import Walk
from upperbounds.registry import by_name
from verify.kernel.statements import AllOf, Case, FiniteCheck, PlanPrivacy
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings
from verify.study.risk.coordinate_walk import coordinate_walk_risk
from verify.study.risk.laws import SignLaw
from verify.study.risk.walk import exact_walk_risk

_SMALL = Walk("walk", 40, 4, 2.0, 1 / 9, 9, 3, 4, (4, 3, 2, 1, 1), 8, 3, 3, 6, 5, 2)
"""With every kind of round: groups of three walk, some recentre, some watch, the others send by windows."""
_TWO = replace(_SMALL, again=(2, 1), close=5, needed=2)
"""Where too few are near, groups of three walk again; else they send by windows as well."""


def in_symbols(plan: Walk) -> Walk:
    """The plan at every epsilon, and for every half-width."""
    return replace(plan, epsilon=epsilon, unit=Delta)


OWN_WALK_PRIVACY = Claim(
    "kent/own/walk/privacy",
    "to Section 2.2.1: a walk to the mean, then clipped distances",
    Kind.PRIVACY,
    "every user of a walk spends epsilon once",
    corrected=AllOf(
        "",
        {
            "every kind of round": PlanPrivacy("a walk of 40 users", lambda: in_symbols(_SMALL)),
            "two walks": PlanPrivacy("two walks of 40 users", lambda: in_symbols(_TWO)),
            "as it runs": PlanPrivacy(
                "the walk at n = 1000, T = 100", lambda: in_symbols(ours.walk(1000, 100, 1.0, 1.0))
            ),
        },
    ),
    note="The groups that walk, those who recentre, those who watch and those who refine are different users, "
    "and each sends one message: the spends do not add.",
)

_NAMED = ((1000, 100, 1.0), (2000, 100, 2.0), (5000, 20, 1.0), (100_000, 1000, 1.0))
"""n, T and alpha at which the papers' estimators are 21 to 142 times above the best lower bound."""
_HARD = ((500, 100_000, 1.0), (1000, 1_000_000, 1.0), (500, 1_000_000, 1.0))
"""Where users are few for a given number of places that the mean may have: they pay for two walks."""
_MEANS = tuple(Fraction(i, 8) for i in range(9))
_OVER = "(n, T, alpha) = (1000, 100, 1), (2000, 100, 2), (5000, 20, 1), (100000, 1000, 1), (500, 100000, 1), (1000, 10^6, 1), (500, 10^6, 1)"
_ROUNDED = r"\text{the rounding of the recursion in floats}"


@cache
def _bound(n: int, m: int, alpha: float) -> Fraction:
    return Fraction(ours.bound(n, m, alpha, 1.0).value)


def _told(n: int, m: int, alpha: float) -> dict[str, object]:
    return {"n": n, "T": m, "alpha": alpha}


def risks(times: int = 1) -> Iterator[Case]:
    """So many times the exact risk, its error added, next to the explicit bound: +-1 data of some means."""
    for n, m, alpha in _NAMED + _HARD:
        plan = ours.walk(n, m, alpha, 1.0)
        # The walk at these sizes is one: the fall-back to one round has no steps.
        assert plan.steps
        for mean in _MEANS:
            found = exact_walk_risk(plan, SignLaw(float(mean)))
            risk = Fraction(found.value) + Fraction(found.error)
            yield Case({**_told(n, m, alpha), "mean": str(mean)}, times * risk, _bound(n, m, alpha))


def _risks(_: Settings) -> Iterator[Case]:
    yield from risks()


OWN_WALK_RISK = Claim(
    "kent/own/walk/risk",
    "to Section 2.2.1: a walk to the mean, then clipped distances",
    Kind.UPPER_RATE,
    "the exact risk is at most the explicit bound",
    corrected=FiniteCheck(
        r"\mathbb E(\hat\mu-\mu)^2\le V_0(\mu)",
        f"{_OVER}; +-1 data of means 0, 1/8, ..., 1; V_0 is the recursion over the walk's steps, worst over all laws",
        _risks,
        granted=_ROUNDED,
    ),
    note="The bound is computed without the law: from the largest mean excess of a user mean (Hoeffding) by a "
    "recursion over distances. The risk is computed with it: the law of the centre, step by step.",
)


def gaps(times: int = 10) -> Iterator[Case]:
    """The explicit bound next to a given number of times the best certified lower bound, which is rounded down."""
    for n, m, alpha in _NAMED + _HARD:
        yield Case(_told(n, m, alpha), _bound(n, m, alpha), times * Fraction(best_mean_bound(n, m, alpha).value))


def _gaps(_: Settings) -> Iterator[Case]:
    yield from gaps()


OWN_WALK_GAP = Claim(
    "kent/own/walk/gap",
    "to Section 2.2.1, Example 1: the best lower and the best upper bound",
    Kind.UPPER_RATE,
    "the walk's bound is within ten times the best certified lower bound",
    corrected=FiniteCheck(
        r"\text{the walk's explicit bound}\le10\cdot\text{the largest certified lower bound}",
        _OVER,
        _gaps,
        granted=_ROUNDED,
    ),
    note="kent's and zhao's estimators, and one round of all users, are 21 to 142 times above the lower bound at "
    "the first four. The lower bound is van Trees' inequality with the contraction of Fisher information by "
    "tanh(alpha/2)^2, or, for many samples, by what a private message keeps of a nearly normal score, up to "
    "pi/2 times less.",
)


VECTORS = tuple((per * d, m, d, 1.0) for per, m in ((1000, 100), (5000, 20)) for d in (2, 5, 10))
"""n, T, d and alpha: as many users for a coordinate as there are for a number in two of the settings above."""
_BUDGETS = ((10_000, 100, 10, 9.0), (10_000, 100, 8, 32.0))
"""Where a user answers for two coordinates, and for as many as there are."""
_SHARED = CoordinateWalk("walk", 62, replace(_TWO, m=4), 2, Plain(3))
"""62 users in three folds of 20: each answers for two coordinates, with every kind of round, and two are left out."""


def _walk_of(problem: str) -> Estimator:
    return by_name(problem, "walk")


def _plan_at(given: tuple[int, int, int, float]) -> CoordinateWalk:
    """The plan of data in the l_inf ball, in symbols."""
    plan = _walk_of("mean-linf").plan(Setting(*given))
    assert isinstance(plan, CoordinateWalk)
    return plan.exact()


OWN_WALK_VECTORS_PRIVACY = Claim(
    "kent/own/walk/vectors-privacy",
    "to Section 3.2: a walk to each coordinate's mean",
    Kind.PRIVACY,
    "every user of walks to coordinates spends epsilon once, in equal shares",
    corrected=AllOf(
        "",
        {
            "two coordinates a user": PlanPrivacy("walks of 62 users", _SHARED.exact),
            "as they run": PlanPrivacy("the walks at n = 5000, T = 100, d = 5", lambda: _plan_at(VECTORS[1])),
            "as they run at a large budget": PlanPrivacy(
                "the walks at n = 10000, T = 100, d = 10, alpha = 9", lambda: _plan_at(_BUDGETS[0])
            ),
        },
    ),
    note="A fold of users answers for its own coordinate and those after it; whoever answers for one is in one "
    "step of its walk, and what they spend on all of them adds up to epsilon.",
)
_VECTORS_OVER = "(n, T, d, alpha) = (1000d, 100, d, 1), (5000d, 20, d, 1), d = 2, 5, 10"


def _told_of(setting: Setting, **more: object) -> dict[str, object]:
    return {**_told(setting.n, setting.m, setting.epsilon), "d": setting.d, **more}


def vector_risks(times: int = 1) -> Iterator[Case]:
    """So many times the exact risk, its error added, next to the explicit bound: signs in each coordinate."""
    for given in VECTORS + _BUDGETS:
        for problem in ("mean-linf", "mean-l1"):
            setting = Setting(*given)
            plan, bound = _walk_of(problem).plan(setting), _walk_of(problem).bound(setting)
            assert plan.each.steps
            reach = float(plan.each.unit) * plan.each.cells
            for mean in _MEANS[::2]:
                found = coordinate_walk_risk(plan, [SignLaw(float(mean) * reach, reach)])
                risk = Fraction(found.value) + Fraction(found.error)
                yield Case(_told_of(setting, problem=problem, mean=str(mean)), times * risk, Fraction(bound.value))


def _vector_risks(_: Settings) -> Iterator[Case]:
    yield from vector_risks()


OWN_WALK_VECTORS_RISK = Claim(
    "kent/own/walk/vectors-risk",
    "to Section 3.2: a walk to each coordinate's mean",
    Kind.UPPER_RATE,
    "the exact risk of walks to coordinates is at most the explicit bound",
    corrected=FiniteCheck(
        r"\mathbb E\|\hat\mu-\mu\|_2^2\le\sum_{j}V_0",
        f"{_VECTORS_OVER}, and (10000, 100, 10, 9), (10000, 100, 8, 32); data in the l_inf "
        f"ball, and on one axis of the l_1 "
        "ball; signs of means 0, 1/4, ..., 1 of their size; V_0 is the recursion over a walk's "
        "steps, worst over all laws, of d/N of the variance for N coefficients whose errors "
        "are independent",
        _vector_risks,
        granted=_ROUNDED,
    ),
    note="A coordinate's walk is that of a number, with the users who answer for it at their share of epsilon. "
    "Of Hadamard coefficients in a padded dimension other users answer for each, and errors are "
    "independent; where a user answers for two it is the risk of all coefficients, no less than the "
    "vector's.",
)
_LARGE = tuple((per * d, m, d, 1.0) for per, m in ((1000, 100), (5000, 20)) for d in (16, 64))
"""Where Kashin's coefficients are walked to."""


def vector_gaps(problem: str, times: Callable[[int], int]) -> Iterator[Case]:
    """The explicit bound next to times(d) times the best certified lower bound, which is rounded down."""
    for given in VECTORS + (_LARGE if problem == "mean-l2" else ()):
        setting = Setting(*given)
        lower = Fraction(best_of(problem, setting).value)
        yield Case(_told_of(setting), Fraction(_walk_of(problem).bound(setting).value), times(setting.d) * lower)


def _gap(problem: str, ball: str, times: Callable[[int], int], told: str, more: str = "") -> FiniteCheck:
    return FiniteCheck(
        rf"\text{{the walk's explicit bound, {ball}}}\le{told}\cdot\text{{the largest certified lower bound}}",
        _VECTORS_OVER + more,
        lambda _: vector_gaps(problem, times),
        granted=_ROUNDED,
    )


OWN_WALK_VECTORS_GAP = Claim(
    "kent/own/walk/vectors-gap",
    "to Theorem 6: the best lower and the best upper bound, of vectors",
    Kind.UPPER_RATE,
    "the walks' bound is within ten times the best certified lower bound in the cube and in the l_1 ball, within "
    "7d and 70 in that of l_2",
    corrected=AllOf(
        "",
        {
            "in the l_inf ball": _gap("mean-linf", "l_inf", lambda _: 10, "10"),
            "in the l_1 ball": _gap("mean-l1", "l_1", lambda _: 10, "10"),
            "in the l_2 ball": _gap("mean-l2", "l_2", lambda d: min(7 * d, 70), r"\min(7d,70)", ", 16 and 64"),
        },
    ),
    note="The papers' estimators have explicit bounds 10^4 times or more above the lower bound at these, one "
    "round of all users 26 to 132 times in the cube. In the l_2 ball the walk takes it for its cube, and is "
    "d times farther off, or, from d = 16 on where that is a power of two, walks to Kashin's 2d "
    "coefficients: from d = 10 on one round of all users has the smaller bound at T = 20.",
)

CLAIMS = (
    OWN_WALK_PRIVACY,
    OWN_WALK_RISK,
    OWN_WALK_GAP,
    OWN_WALK_VECTORS_PRIVACY,
    OWN_WALK_VECTORS_RISK,
    OWN_WALK_VECTORS_GAP,
)
