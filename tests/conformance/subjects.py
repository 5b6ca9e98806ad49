"""The estimators as subjects of one suite: the only part of it that knows how registries tell what an estimator is.

A new entry of a registry is a new subject, without a line here. bassily's local mean, which needs a delta and so is in
no registry, is listed by hand.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
import sympy

from lowerbounds.mean.ours import nonprivate
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.mean.estimator import Additive
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.range_vote import Range
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily
from upperbounds.vectors.baselines import OneRound, signed_risk
from upperbounds.vectors.user_means import answers, window_of
from verify.measuring.vectors import axis, line_laws
from verify.risk import SignLaw, exact_risk, exact_stages, exact_vector_risk, unseen_loss
from verify.risk.mixture import Mixture, drawn_risk, gram
from verify.risk.unseen import SHOWN
from verify.study.problems import MIXTURE, PROBLEMS
from verify.study.risk import WorstRisk, _exact, _voting, windowed_risk

ORDER = 4.0
"""The moments of heavy tails."""
DELTA = 1e-4
"""delta of the approximately private subject."""


@dataclass(frozen=True)
class At:
    """Parameters; `D` is M_p^(1/p) where moments are bounded in place of the data, and `d` is K of a mixture."""

    n: Any = 16
    m: Any = 4
    d: Any = 2
    epsilon: Any = 1.0
    D: Any = 1.0

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
    "mixture": (_HIGH.but(m=10**10, d=4),),
}
"""Where one term of each problem's rates leads: epsilon far below 1, and between 1 and d.

Signed response has its rate from epsilon = ln(2d+2) on. Where rare large values lead, constants of the heavy-tailed
bounds hide the exponents for any n: the ledger measures risks there.
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

    def __repr__(self) -> str:
        return self.name

    def trivial(self, at: At) -> float:
        """The risk of the constant 0, which is the best; a mixture's best constant is none."""
        if self.problem == "mixture":
            return float(MIXTURE.trivial(_setting(MIXTURE, at)))
        return float(at.D**2 * (at.d if self.problem in {"mean-linf", "mean-heavy"} else 1))

    def number(self, at: At) -> float:
        """The rate at these parameters."""
        numbers = {"n": at.n, "m": at.m, "d": at.d, "epsilon": at.epsilon, "D": at.D, "M_p": at.D**ORDER, "p": ORDER}
        numbers["K"] = at.d
        numbers["delta"] = self.delta
        return float(self.rate.subs({s: numbers[s.name] for s in self.rate.free_symbols}))


def _public() -> np.random.Generator:
    """What draws the public randomness of every plan."""
    return np.random.default_rng(5)


def _setting(problem: Problem, at: At) -> Setting:
    """The setting; of a wrong D another wrong M."""
    if "K" in problem.sizes:
        return Setting(at.n, at.m, 1, at.epsilon, at.D, K=at.d)
    if not problem.is_heavy:
        return Setting(at.n, at.m, at.d, at.epsilon, at.D)
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
        _mixed if problem is MIXTURE else _signs,
        REGIMES[problem.name],
        vectors=not problem.is_scalar or problem is MIXTURE,
        protects_users=e.protects_users,
    )


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


def registered() -> Iterator[Subject]:
    """Every estimator of every problem."""
    for problem in PROBLEMS.values():
        for estimator in problem.estimators:
            yield _registered(problem, estimator)


def _signs(at: At, plan: Any) -> Instance:
    """Signs of size D: in each coordinate, independent; or on one line where the embedding mixes coordinates."""
    windows = isinstance(plan, OneRound) and isinstance(getattr(plan.channel, "channel", None), WindowResponse)
    by_coordinate = windows or isinstance(getattr(plan, "embedding", None), Plain)
    if isinstance(plan, CoordinatePlan | OneRound) and not by_coordinate:
        return _line(at, plan, 0.0 if plan.name == "signed-kary" else 0.5)
    share, size = 0.5, at.d if by_coordinate else 1
    law = SignLaw(share * at.D, at.D)

    def draw(repetitions: int, rng: np.random.Generator) -> FloatArray:
        return np.where(rng.random((repetitions, at.n, at.m * size)) < (1 + share) / 2, at.D, -at.D)

    return Instance(draw, np.full(size, share * at.D), *_known(plan, law, at))


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
    if isinstance(plan, TwoStage):
        risk = exact_risk(plan, law)
        return risk.value, lambda repetitions: risk.error + unseen_loss(plan, [law], repetitions)
    assert isinstance(plan, Range), f"no risk is known of {plan!r}"
    risk, _ = _exact(plan, law)
    chances = np.asarray(exact_stages(_voting(plan), law).winner)
    farthest = (2 * plan.bins.count * float(plan.bins.width)) ** 2
    return risk.value, lambda n: risk.error + farthest * float(chances[chances * n < SHOWN].sum())


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
    found = exact_vector_risk(plan, laws)
    return Instance(draw, share * direction, found.value, lambda n: found.error + unseen_loss(plan.each, laws, n))


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


SUBJECTS = (*registered(), _local())
