"""The estimators as subjects of one suite: the only part of it that knows how registries tell what an estimator is.

A new entry of a registry is a new subject, without a line here. bassily's local mean, which needs a delta and so is in
no registry, is listed by hand, and so are walks of few users, balls of few and a descent of two steps.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any

import numpy as np
import sympy

from lowerbounds.mean.ours import nonprivate
from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import Setting, in_range
from tests.conformance.instances import INSTANCES, At, Instance, mixed_users, signs
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mean.estimator import checked_parameters
from upperbounds.mean.walk_bound import worst_risks
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.estimator import LocalDescent, Oracle, batches
from upperbounds.optimisation.losses import Linear
from upperbounds.optimisation.steps import accelerated
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import Plain
from upperbounds.protocols.walk import Walk
from upperbounds.registry import PLACES, by_name
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import balls, bassily
from upperbounds.vectors import kent as kent_vectors
from verify.study.problems import PROBLEMS
from verify.study.risk.density import FEWEST_SAMPLES
from verify.study.worst import WorstRisk

ORDER = 4.0
"""The moments of heavy tails."""
DELTA = 1e-4
"""delta of the approximately private subject."""
_HIGH, _MEDIUM = At(10**15, 10**6, 64, 1 / 16), At(10**15, 10**6, 64, 64.0)
REGIMES = {
    "mean": (_HIGH.but(d=1),),
    "mean-linf": (_HIGH, _MEDIUM),
    "mean-l2": (_HIGH.but(n=10**12, m=10**17), _MEDIUM.but(n=10**12, m=10**17)),
    "mean-l1": (_MEDIUM.but(d=512, epsilon=512.0),),
    "mean-heavy": (_HIGH.but(n=10**17, m=10**14),),
    "mean-heavy-l2": (_HIGH.but(n=10**17, m=10**14),),
    "density": (_HIGH.but(n=10**14, m=10**4, d=1, D=1 / 16),),
    "infinite-linf": (At(8, 4, 1, 4.0),),
    "infinite-l2": (At(8, 4, 1, 4.0),),
    "infinite-l1": (At(8, 4, 1, 4.0),),
    "infinite-sparse": (At(8, 4, 1, 4.0),),
    "infinite-sobolev": (At(8, 4, 1, 4.0),),
    "sparse-mean": (_HIGH.but(s=4),),
    "mixture": (_HIGH.but(m=10**10, d=4),),
    "optimisation": (_HIGH.but(n=10**12, m=10**17), _MEDIUM.but(n=10**12, m=10**17)),
}
"""Where one term of each problem's rates leads: epsilon far below 1, and between 1 and d.

Signed response has its rate from epsilon = ln(2d+2) on. Where rare large values lead, constants of the heavy-tailed
bounds hide the exponents for any n: the ledger measures risks there.
"""
WALKS = (_HIGH.but(n=10**12, m=10**4), _MEDIUM.but(n=10**12, m=10**4))
"""Where walks to coordinates are seen: samples beyond 2^22 are left unused, and tunings for more users than these do
not change as smoothly with epsilon."""
HEAVY_WALKS = tuple(at.but(n=10**11, m=10**6) for at in WALKS)
"""Under moments fewer users, of more samples: rare large values lead else."""
ALONG = {
    (problem, axis): at
    for problem in REGIMES
    if problem.startswith("infinite-")
    for axis, at in (("epsilon", (At(1, 4, 1, 60.0),)), ("d", (At(28, 4, 1, 3.0),)))
} | {(f"infinite-{space}", "d"): () for space in ("l2", "l1", "sobolev")}
"""Where a rate is an exponential a plan has room for a factor 4 in one size only, from here on.

Balls in d = 4 have as many boxes on their surface as within, up to the most cells that a vote holds: there sizes of
lattices are compared with volumes in tests/upperbounds/selection.
"""


@dataclass(frozen=True, repr=False)
class Subject:
    """An estimator: its plan at given parameters, the same plan in symbols, its RATE, BOUND, and worst risk.

    `delta` is above 0 where privacy is approximate; `protects_users` is False where it is by design no epsilon.
    """

    name: str
    problem: str
    rate: sympy.Expr
    build: Callable[[At], Any]
    exact: Callable[[Any], Any]
    bound: Callable[[At], UpperBound]
    lower: Callable[[At], float] | None
    worst: Callable[[At], WorstRisk] | None
    instance: Callable[[At, Any], Instance] | None
    regimes: tuple[At, ...]
    vectors: bool
    protects_users: bool = True
    delta: float = 0.0
    length: Callable[[At], int] | None = None
    """How many numbers an estimate has, where not as many as a sample."""
    opened: Callable[[Any], Any] = lambda plan: plan
    """The same channels on data without bounds, where what the plan computes of data has bounds of its own."""
    fewest: int = 1
    """Samples of a user from which the exact risk is known."""
    trivial: Callable[[At], float] = lambda at: float(at.D**2)
    """The risk of the best constant."""

    def __repr__(self) -> str:
        return self.name

    def along(self, axis: str) -> tuple[At, ...]:
        """Where the rate's exponent of one size is seen."""
        return ALONG.get((self.problem, axis), self.regimes)

    def vanishes(self, at: At) -> bool:
        """Whether the minimax risk may be below every float: where users know the parameter, from e^-(n epsilon) on."""
        return self.problem.startswith("infinite-") and at.n * at.epsilon > 700

    def shape(self, at: At) -> tuple[int, ...]:
        """The shape of an estimate."""
        if self.length is not None:
            return (self.length(at),)
        return (at.d,) if self.vectors else ()

    def number(self, at: At) -> float:
        """The rate at these parameters."""
        numbers = {"n": at.n, "m": at.m, "d": at.d, "epsilon": at.epsilon, "D": at.D, "M_p": at.D**ORDER, "p": ORDER}
        numbers |= {"K": at.d, "delta": self.delta, "s": at.s, "beta": 1}
        numbers |= {"L": at.D, "R": 1}
        numbers["r"] = at.D if self.problem == "density" else 1
        return float(self.rate.subs({s: numbers[s.name] for s in self.rate.free_symbols}))


def _public() -> np.random.Generator:
    """What draws the public randomness of every plan."""
    return np.random.default_rng(5)


def _setting(problem: Problem, at: At) -> Setting:
    """The setting; of a wrong D another wrong M, or r."""
    if problem.name == "density":
        return Setting(at.n, at.m, at.d, at.epsilon, r=at.D)
    if problem.known == "losses":
        return Setting(at.n, at.m, at.d, at.epsilon, L=at.D)
    if "K" in problem.sizes:
        return Setting(at.n, at.m, 1, at.epsilon, at.D, K=at.d)
    if not problem.is_heavy:
        return Setting(at.n, at.m, at.d, at.epsilon, at.D, s=at.s)
    moment = at.D
    if isinstance(at.D, int | float):
        moment = at.D * abs(at.D) ** (ORDER - 1) if abs(at.D) < 1e70 else at.D * inf
    return Setting(at.n, at.m, at.d, at.epsilon, p=ORDER, M=moment)


def _registered(problem: Problem, e: Estimator) -> Subject:
    def lower(at: At) -> float:
        if not e.protects_users:
            # What protects no user is bound by what holds without privacy only.
            return nonprivate(at.n, at.m, at.epsilon, at.D).value
        return max(bound.value for bound in problem.lower(_setting(problem, at)))

    return Subject(
        f"{problem.name}/{e.name}",
        problem.name,
        e.rate,
        lambda at: e.plan(_setting(problem, at), _public()),
        e.exact,
        lambda at: e.bound(_setting(problem, at)),
        lower,
        lambda at: problem.risk(e, _setting(problem, at)),
        mixed_users if problem.name == "mixture" else INSTANCES.get(problem.known, signs),
        _walks(problem) if e.name == "walk" else REGIMES[problem.name],
        vectors=not problem.is_scalar or problem.name == "mixture",
        protects_users=e.protects_users,
        trivial=lambda at: problem.trivial(_setting(problem, at)),
        **_of_density(problem, e),
    )


def _walks(problem: Problem) -> tuple[At, ...]:
    if problem.is_scalar:
        return REGIMES[problem.name]
    return HEAVY_WALKS if problem.is_heavy else WALKS


def _of_density(problem: Problem, e: Estimator) -> dict[str, Any]:
    """Basis functions are bounded: the channels' spend is reached by what takes their place."""
    if problem.name != "density":
        return {}
    return {
        "length": lambda at: e.plan(_setting(problem, at)).embedding.cutoff,
        "opened": lambda plan: replace(plan, embedding=Plain(plan.split.coordinates)),
        "fewest": FEWEST_SAMPLES,
    }


def _local() -> Subject:
    def given(build: Callable[..., Any]) -> Callable[[At], Any]:
        return lambda at: build(at.n, at.m, at.epsilon, at.D, DELTA, RandomRotation.draw(at.d, _public()))

    return Subject(
        "mean-l2/bassily-local",
        "mean-l2",
        bassily.RATE,
        given(bassily.local_truncated_mean),
        lambda plan: plan,
        given(bassily.local_bound),
        None,
        None,
        None,
        REGIMES["mean-l2"][:1],
        vectors=True,
        delta=DELTA,
    )


def _few(name: str, n: int, m: int, epsilon: float, D: float, more: tuple[int, ...]) -> Walk:
    """A walk of few users with every kind of round: where so few pay for none the registry's is one round."""
    steps = (3, 2, 1)[: max(n - 2, 0)]
    again = more if n >= 5 + len(steps) + len(more) else ()
    some = (n - len(steps) - len(again)) // 5
    needed = some // 2 + 1
    return Walk(name, n, m, epsilon, D / 6, 6, 1, 2, steps, some, 3, some, 4, 3, 2, again, 3, needed)


def _walking(name: str, more: tuple[int, ...]) -> Subject:
    """A walk to a number, whose every round the suite meets."""

    def build(at: At) -> Walk:
        n, m, epsilon, D = checked_parameters(at.n, at.m, at.epsilon, at.D, 1)
        return _few(name, n, m, epsilon, D, more)

    def bound(at: At) -> UpperBound:
        plan = build(at)
        value = at.D**2 / at.m * float(worst_risks(plan, [plan], 1)[0])
        return UpperBound(value, "the recursion", (), not value < at.D**2)

    walk = by_name("mean", "walk")
    return Subject(f"mean/{name}", "mean", walk.rate, build, walk.exact, bound, None, None, signs, (), vectors=False)


def _walking_apart() -> Subject:
    """A walk to each coordinate, of two folds of few users where there are two: rounds have users of both."""
    name = "walks-of-few"

    def build(at: At) -> CoordinateWalk:
        n, m, d, epsilon, D = in_range(at.n, at.m, at.d, at.epsilon, at.D)
        if n < d:
            raise ParameterError(f"n = {n}: must be at least {d}")
        sends = min(2, d)
        return CoordinateWalk(name, n, _few(name, sends * (n // d), m, epsilon / sends, D, (2, 1)), sends, Plain(d))

    def bound(at: At) -> UpperBound:
        each = build(at).each
        value = at.d * at.D**2 / at.m * float(worst_risks(each, [each], 1)[0])
        return UpperBound(value, "the recursion", (), not value < at.d * at.D**2)

    walk = by_name("mean-linf", "walk")
    return Subject(
        f"mean-linf/{name}",
        "mean-linf",
        walk.rate,
        build,
        walk.exact,
        bound,
        None,
        None,
        signs,
        (),
        vectors=True,
        trivial=lambda at: float(at.d * at.D**2),
    )


def _shrinking() -> Subject:
    """Balls around centres of few users each, which are scaled down to the data's ball more often than not."""
    name = "balls-of-few"

    def build(at: At) -> balls.ShrinkingBalls:
        n, m, d, epsilon, D = in_range(at.n, at.m, at.d, at.epsilon, at.D)
        users = (n // 4, n // 3, n - n // 4 - n // 3) if n >= 4 else (n,)
        return balls.ShrinkingBalls(name, n, m, d, epsilon, D, users, (D, D / 2, D / 4)[: len(users)])

    def bound(at: At) -> UpperBound:
        value = balls.bound_of(build(at))
        return UpperBound(value, "the law of the centre", (), not value < at.D**2)

    rate = by_name("mean-l2", "shrinking-balls").rate
    return Subject(
        f"mean-l2/{name}", "mean-l2", rate, build, lambda plan: plan, bound, None, None, None, (), vectors=True
    )


def _descending() -> Subject:
    """Two steps of a descent, each with two stages, which the suite's few users would not be given by a bound."""

    def build(at: At) -> LocalDescent:
        n, m, d, epsilon, D = in_range(at.n, at.m, at.d, at.epsilon, at.D)
        loss, ball = Linear(d, D), Ball(d, D)
        # At widths under which nothing fails for sure, these few samples would leave a single bin.
        mean = kent_vectors.tuned_rotated(n // 2, m, epsilon, D, RandomRotation.draw(d, _public()))
        oracle = Oracle(mean, D**2, D**2, 1.0)
        steps = accelerated(2, loss, ball, oracle.variance)
        return LocalDescent("descent-of-two", n, m, epsilon, 0.0, loss, ball, steps, oracle, batches(n, 2))

    def bound(at: At) -> UpperBound:
        value = build(at).bound.total
        return UpperBound(value, "accelerated steps", (), not value < at.D**2)

    return Subject(
        "optimisation/descent-of-two",
        "optimisation",
        by_name("mean-l2", "kent-algorithm13").rate,
        build,
        LocalDescent.exact,
        bound,
        None,
        None,
        None,
        (),
        vectors=True,
    )


def registered() -> Iterator[Subject]:
    """Every estimator of every problem whose users send messages; test_trusted.py has the others."""
    for problem in (PROBLEMS[name] for name in PLACES):
        # All estimators of a problem are held against the same lower bounds.
        once = replace(problem, lower=cache(problem.lower))
        # What a problem has from a wider one is tested there.
        for estimator in (one for one in problem.estimators if not one.trusted and one.problem == problem.name):
            yield _registered(once, estimator)


SUBJECTS = (
    *registered(),
    _local(),
    _walking("walk-of-few", ()),
    _walking("two-walks-of-few", (2, 1)),
    _walking_apart(),
    _shrinking(),
    _descending(),
)
