"""The estimators as subjects of one suite: the only part of it that knows how registries tell what an estimator is.

A new entry of a registry is a new subject, without a line here. bassily's local mean, which needs a delta and so is in
no registry, is listed by hand, and so are walks of few users and a descent of two steps.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from math import inf
from typing import Any

import numpy as np
import sympy

from lowerbounds.mean.ours import nonprivate
from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import Setting, in_range
from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mean.estimator import Additive, checked
from upperbounds.mean.walk_bound import worst_risks
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.estimator import LocalDescent, Oracle, batches
from upperbounds.optimisation.losses import Linear
from upperbounds.optimisation.steps import accelerated
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.protocols.walk import Walk
from upperbounds.registry import by_name
from upperbounds.selection.cover_select import Selection
from upperbounds.sparse.selection import SelectionPlan
from upperbounds.sparse.threshold import ThresholdPlan
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors.baselines import OneRound, signed_risk
from upperbounds.vectors.user_means import answers, window_of
from verify.measuring.vectors import axis, line_laws
from verify.risk import SignLaw, exact_risk, exact_stages, exact_vector_risk, unseen_loss
from verify.risk.coordinate_walk import exact_coordinate_walk_risk, unseen_coordinate_walks
from verify.risk.density import FEWEST_SAMPLES, beyond, exact_density_risk, law_of
from verify.risk.mixture import Mixture, drawn_risk, gram
from verify.risk.selection import one_cell, risk_at, squared_errors
from verify.risk.sparse import selection_risk, signs, threshold_risk
from verify.risk.unseen import SHOWN
from verify.risk.walk import exact_walk_risk, unseen_walks
from verify.study.optimise import run_on_corners
from verify.study.problems import PROBLEMS
from verify.study.risk import WorstRisk, _exact, _voting, windowed_risk

ORDER = 4.0
"""The moments of heavy tails."""
DELTA = 1e-4
"""delta of the approximately private subject."""


@dataclass(frozen=True)
class At:
    """Parameters; `D` is M_p^(1/p) under moments and r for densities, and `d` is K of a mixture."""

    n: Any = 16
    m: Any = 4
    d: Any = 2
    epsilon: Any = 1.0
    D: Any = 1.0
    s: Any = 1

    def but(self, **changed: Any) -> "At":
        """The same with other values."""
        return replace(self, **changed)


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
ALONG = {
    (problem, axis): at
    for problem in REGIMES
    if problem.startswith("infinite-")
    for axis, at in (("epsilon", (At(1, 4, 1, 60.0),)), ("d", (At(28, 4, 1, 3.0),)))
} | {(f"infinite-{space}", "d"): () for space in ("l2", "l1", "sobolev")}
"""Where a rate is an exponential a plan has room for a factor 4 in one size only, from here on.

Balls in d = 4 have as many boxes on their surface as within, up to the most cells that a vote holds: there sizes of
lattices are held against volumes in tests/upperbounds/selection.
"""


@dataclass(frozen=True)
class Instance:
    """Data on which a plan's mean squared error is known: `draw` gives samples (repetitions, users, m d)."""

    draw: Callable[[int, np.random.Generator], FloatArray]
    mean: FloatArray
    risk: float
    error: Callable[[int], float]
    """What the risk may be off by, with what so many repetitions need not show."""


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
        _mixed if problem.name == "mixture" else _INSTANCES.get(problem.known, _signs),
        WALKS if e.name == "walk" and not problem.is_scalar else REGIMES[problem.name],
        vectors=not problem.is_scalar or problem.name == "mixture",
        protects_users=e.protects_users,
        trivial=lambda at: problem.trivial(_setting(problem, at)),
        **_of_density(problem, e),
    )


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
        n, m, epsilon, D = checked(at.n, at.m, at.epsilon, at.D, 1)
        return _few(name, n, m, epsilon, D, more)

    def bound(at: At) -> UpperBound:
        plan = build(at)
        value = at.D**2 / at.m * float(worst_risks(plan, [plan], 1)[0])
        return UpperBound(value, "the recursion", (), not value < at.D**2)

    walk = by_name("mean", "walk")
    return Subject(f"mean/{name}", "mean", walk.rate, build, walk.exact, bound, None, None, _signs, (), vectors=False)


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
        _signs,
        (),
        vectors=True,
        trivial=lambda at: float(at.d * at.D**2),
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
    for problem in PROBLEMS.values():
        # All estimators of a problem are held against the same lower bounds.
        once = replace(problem, lower=cache(problem.lower))
        for estimator in (one for one in problem.estimators if not one.trusted):
            yield _registered(once, estimator)


def _signs(at: At, plan: Any) -> Instance:
    """Signs of size D: in each coordinate, independent; or on one line where the embedding mixes coordinates."""
    if isinstance(plan, SelectionPlan | ThresholdPlan):
        return _sparse(at, plan)
    if isinstance(plan, CoordinateWalk):
        return _apart(at, plan) if isinstance(plan.embedding, Plain) else _line(at, plan, 0.5)
    windows = isinstance(plan, OneRound) and isinstance(getattr(plan.channel, "channel", None), WindowResponse)
    by_coordinate = windows or isinstance(getattr(plan, "embedding", None), Plain)
    if isinstance(plan, CoordinatePlan | OneRound) and not by_coordinate:
        return _line(at, plan, 0.0 if plan.name == "signed-kary" else 0.5)
    share, size = 0.5, at.d if by_coordinate else 1
    law = SignLaw(share * at.D, at.D)

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        return np.where(rng.random((repetitions, at.n, at.m * size)) < (1 + share) / 2, at.D, -at.D)

    return Instance(draw, np.full(size, share * at.D), *_known(plan, law, at))


def _apart(at: At, plan: CoordinateWalk) -> Instance:
    """Independent signs of size D, each coordinate with a mean of its own."""
    means = np.linspace(0.5, -0.4, at.d) * at.D

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        chances = (1 + np.tile(means, at.m) / at.D) / 2
        return np.where(rng.random((repetitions, at.n, at.m * at.d)) < chances, at.D, -at.D)

    return Instance(draw, means, *_walked(plan, [SignLaw(mean, at.D) for mean in means.tolist()]))


def _knowing(at: At, plan: Selection) -> Instance:
    """Every sample is one point, near a corner of the space's first coordinates; rarely others than near cells win."""
    point = plan.cover.centres[-1] * 0.9
    law = one_cell(plan.vote, plan.n)
    risk = risk_at(plan, point, law)
    chances = law.chances(int(plan.cover.index(point[None])[0]))
    errors = squared_errors(plan, point)

    def unseen(repetitions: int) -> float:
        return law.relative * risk + float((chances * errors)[chances * repetitions < SHOWN].sum())

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        return np.broadcast_to(np.tile(point, at.m), (repetitions, at.n, at.m * at.d))

    return Instance(draw, point, risk, unseen)


def _waves(at: At, plan: Any) -> Instance:
    """A wave beyond the cut-off; the loss in the coefficients that are estimated."""
    cutoff = plan.embedding.cutoff
    wave = beyond(cutoff, 1, at.D)
    found = exact_density_risk(plan, wave)
    laws = [law_of(plan.each.m)] * plan.split.coordinates
    return Instance(
        lambda repetitions, rng: wave.sample((repetitions, at.n, at.m), rng),
        wave.coefficients(cutoff),
        found.value - wave.amplitude**2,
        lambda repetitions: found.error + unseen_loss(plan.each, laws, repetitions),
    )


_AGGREGATES = 400_000
"""Repetitions by aggregates, which a user-by-user run is held against."""


def _sparse(at: At, plan: SelectionPlan | ThresholdPlan) -> Instance:
    """Independent signs, the last s of mean 9/10 of D: the risk is that of aggregates, within what chance explains."""
    mean = np.zeros(at.d)
    mean[-at.s :] = 0.9 * at.D

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        chances = (1 + np.tile(mean, at.m) / at.D) / 2
        return np.where(rng.random((repetitions, at.n, at.m * at.d)) < chances, at.D, -at.D)

    laws, rng = signs(mean, at.D), np.random.default_rng(23)
    if isinstance(plan, SelectionPlan):
        found = selection_risk(plan, laws, _AGGREGATES, rng)
    else:
        found = threshold_risk(plan, laws, _AGGREGATES // 4, rng)
    return Instance(draw, mean, found.value, lambda _: 7 * found.error)


def _mixed(at: At, plan: Any) -> Instance:
    """Signs of size D, components' means spread over half the range; the risk is that of the plan's public signs."""
    means = np.linspace(-0.5, 0.5, at.d) * at.D if at.d > 1 else np.array([0.5 * at.D])
    weights = np.arange(1, at.d + 1) / sum(range(1, at.d + 1))
    law = Mixture(tuple(weights), tuple(SignLaw(float(mean), at.D) for mean in means))
    found = drawn_risk(plan, law, 40_000, (0, 4, 2), gram(plan))
    # Seven standard errors of the drawn bins leave a chance of 3e-12.
    return Instance(lambda n, rng: law.sample(n, at.n, at.m, rng), law.means, found.value, lambda _: 7 * found.error)


def _known(plan: Any, law: SignLaw, at: At) -> tuple[float, Callable[[int], float]]:
    if isinstance(plan, OneRound):
        channel = window_of(plan)
        number = answers(plan.n, plan.dimension, plan.messages)
        return sum(windowed_risk(channel, int(k), law, at.m) for k in number), lambda _: 0.0
    if isinstance(plan, Additive) and isinstance(plan.channel, WindowResponse):
        return windowed_risk(plan.channel, plan.n, law, at.m), lambda _: 0.0
    if isinstance(plan, Additive):
        return plan.risk(at.D**2 - law.mean**2, law.mean), lambda _: 0.0
    if isinstance(plan, CoordinatePlan):
        found = exact_vector_risk(plan, [law])
        laws = [law] * plan.split.coordinates
        return found.value, lambda repetitions: found.error + unseen_loss(plan.each, laws, repetitions)
    if isinstance(plan, TwoStage | Walk):
        risk = exact_risk(plan, law) if isinstance(plan, TwoStage) else exact_walk_risk(plan, law)
        unseen = partial(unseen_loss, plan, [law]) if isinstance(plan, TwoStage) else partial(unseen_walks, plan, law)
        return risk.value, lambda repetitions: risk.error + unseen(repetitions)
    assert isinstance(plan, Range), f"no risk is known of {plan!r}"
    risk, _ = _exact(plan, law)
    chances = np.asarray(exact_stages(_voting(plan), law).winner)
    farthest = (2 * plan.bins.count * float(plan.bins.width)) ** 2
    return risk.value, lambda n: risk.error + farthest * float(chances[chances * n < SHOWN].sum())


def _walked(plan: CoordinateWalk, laws: list[SignLaw]) -> tuple[float, Callable[[int], float]]:
    found = exact_coordinate_walk_risk(plan, laws)
    return found.value, lambda repetitions: found.error + unseen_coordinate_walks(plan, laws, repetitions)


def _line(at: At, plan: Any, share: float) -> Instance:
    """X = +-D e_1 with mean share D e_1."""
    direction = at.D * axis(at.d)

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        signs = np.where(rng.random((repetitions, at.n, at.m, 1)) < (1 + share) / 2, 1.0, -1.0)
        return np.reshape(signs * direction, (repetitions, at.n, -1))

    numbers = at.n, at.m, at.d, at.epsilon, at.D
    if isinstance(plan, OneRound):
        if isinstance(plan.channel, BallResponse):
            edge = np.array([float(plan.channel.half_width)])
            bias = float(SignLaw(share * at.D, at.D).clipped(-edge, edge, at.m)[0][0])
            value = (plan.channel.second_moment - (share * at.D + bias) ** 2) / at.n + bias**2
        else:
            value = signed_risk(*numbers, share)
        return Instance(draw, share * direction, value, lambda _: 0.0)
    laws = line_laws(plan, share, direction)
    if isinstance(plan, CoordinateWalk):
        return Instance(draw, share * direction, *_walked(plan, laws))
    found = exact_vector_risk(plan, laws)
    return Instance(draw, share * direction, found.value, lambda n: found.error + unseen_loss(plan.each, laws, n))


def _corners(at: At, plan: LocalDescent) -> Instance:
    """Linear losses on corners; the distance to the minimiser is that of runs on users' means."""
    bias, size = 0.5, at.D / np.sqrt(at.d)
    best = np.full(at.d, 1 / np.sqrt(at.d))
    found = run_on_corners(plan, [bias], _AGGREGATES // 20, np.random.default_rng(31))[0]
    squares = np.sum((found - best) ** 2, axis=-1)
    error = float(squares.std() / np.sqrt(len(squares)))

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        return np.where(rng.random((repetitions, at.n, at.m * at.d)) < (1 + bias) / 2, size, -size)

    return Instance(draw, best, float(squares.mean()), lambda _: 7 * error)


_INSTANCES: dict[str, Callable[[At, Any], Instance]] = {"interval": _waves, "space": _knowing, "losses": _corners}
"""By what is public; of data in a range or under moments they are signs."""


def rational(running: Any, exact: Any) -> Any:
    """The plan that runs, with the constants of the plan in symbols as exact rationals.

    Symbols are solved for, one at a time, from the constants that run; raises AssertionError where those are not, up
    to rounding (1e-12), what the plan in symbols makes of them: then what is judged is not what runs.
    """
    pairs = list(_paired(running, exact))
    known: dict[sympy.Symbol, sympy.Rational] = {}
    while open_ := [(v, e) for v, e in pairs if len(e.free_symbols - known.keys()) == 1]:
        value, expression = min(open_, key=lambda pair: sympy.count_ops(pair[1]))
        (symbol,) = expression.free_symbols - known.keys()
        (solution,) = sympy.solve(expression.subs(known) - _simple(value), symbol)
        known[symbol] = solution
        pairs.remove((value, expression))
    for value, expression in pairs:
        assert abs(float(expression.subs(known)) - value) <= 1e-12 * abs(value), f"{expression} is not {value}"
    return _with(running, exact, known)


def _simple(value: float) -> sympy.Rational:
    """The number that a float stands for: a simple one near it, or itself."""
    near = Fraction(value).limit_denominator(10**4)
    exact = near if abs(near - Fraction(value)) <= abs(Fraction(value)) / 2**50 else Fraction(value)
    return sympy.Rational(exact.numerator, exact.denominator)


def _paired(running: Any, exact: Any) -> Iterator[tuple[float, sympy.Expr]]:
    for name in getattr(exact, "__dataclass_fields__", ()):
        a, b = getattr(running, name), getattr(exact, name)
        if isinstance(b, sympy.Expr) and b.free_symbols:
            yield float(a), b
        elif hasattr(b, "__dataclass_fields__"):
            yield from _paired(a, b)
        elif isinstance(b, int | Fraction):
            assert a == b, f"{name}: {a!r} runs, {b!r} is judged"


def _with(running: Any, exact: Any, known: dict[sympy.Symbol, sympy.Rational]) -> Any:
    changed = {}
    for name in getattr(exact, "__dataclass_fields__", ()):
        b = getattr(exact, name)
        if isinstance(b, sympy.Expr) and b.free_symbols:
            value = b.subs(known)
            if value.is_Rational:
                changed[name] = Fraction(int(value.p), int(value.q))
        elif hasattr(b, "__dataclass_fields__"):
            changed[name] = _with(getattr(running, name), b, known)
    return replace(running, **changed) if changed else running


SUBJECTS = (
    *registered(),
    _local(),
    _walking("walk-of-few", ()),
    _walking("two-walks-of-few", (2, 1)),
    _walking_apart(),
    _descending(),
)
