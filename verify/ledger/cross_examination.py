"""Cross-examination: statements about one quantity compared with each other, and against what is trivially true.

Of the ledger, every chain that stands: where one bounds a quantity from below and another the same quantity from above,
and where one leaves the range that the quantity has by itself (a risk is at least 0, and over laws on an interval the
best constant has at most half its length squared). Of the registered problems, every lower bound against every
explicit upper bound and the risk of the best constant. Looked at is where theorems break: both ends of every range,
tiny and huge numbers, one user with one sample. Chains are compared by exact or enclosed numbers; the library's bounds
are floats.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from typing import Any

import numpy as np
import sympy
from sympy import Integer, Min

from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import Setting
from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.conditions import Comparison, Condition, Property
from verify.kernel.calculus.facts.bodies import SparseCube, UnitBall, UnitCube
from verify.kernel.calculus.facts.bumps import RegressionLaws, WorstL2Risk
from verify.kernel.calculus.facts.ellipsoids import DensityEllipsoid
from verify.kernel.calculus.facts.fluctuations import SparseMeans
from verify.kernel.calculus.facts.hypercube import Ball, Cube
from verify.kernel.calculus.facts.linear_losses import AlgorithmExcess
from verify.kernel.calculus.facts.optimisation import WorstExcess
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.facts.van_trees import BallLaws, CubeLaws
from verify.kernel.calculus.nouns import OnInterval, WorstRisk
from verify.kernel.calculus.over import Over, Sum, exposed
from verify.kernel.calculus.terms import Extent, Parameter, Quantity, quantities
from verify.kernel.calculus.values import NoValue, existing, inside, samples, truth
from verify.kernel.statements.outcome import Settings, Verdict
from verify.study.problems import problem_of
from verify.workers import Workers

_Record = dict[str, Any]

_POINTS = 300
"""Of the parameters, for each pair of statements."""

QUICK, _FULL = 4, 80
"""Settings of each problem that are drawn at random, next to the corners, by profile."""

_SLACK = 1e-9
"""Relative: explicit bounds of estimators are floats, rounded to the nearest."""


_CONSTANT: dict[Any, Callable[..., Any]] = {
    OnInterval: lambda low, high: ((high - low) / 2) ** 2,
    Cube: lambda width, size: size * width**2,
    # In the norm of any order the Euclidean length is at most sqrt(d) times as large.
    Ball: lambda _order, width, size: size * width**2,
    CubeLaws: lambda size: size,
    BallLaws: lambda _size: Integer(1),
    SparseMeans: Min,
    UnitCube: lambda size: size,
    UnitBall: lambda _size: Integer(1),
    SparseCube: lambda size, most, width: Min(size, most) * width**2,
    DensityEllipsoid: lambda _smoothness, radius: radius**2,
    RegressionLaws: lambda *given: given[3] ** 2,
}
"""The largest squared error of the best constant, or more, over a class of laws or of parameters. Excess risks of
L-Lipschitz losses on a ball of radius R are at most 2 R L."""


@dataclass(frozen=True)
class Contradiction:
    """Two statements that can't both be true at a point; `claims` are those of the ledger among them."""

    low: str
    high: str
    at: str
    claims: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.low} contradicts {self.high} at {self.at}"


@dataclass(frozen=True)
class Examination:
    """How many pairs were compared, at how many points in all, and what contradicts."""

    pairs: int
    points: int
    contradictions: tuple[Contradiction, ...]

    def __add__(self, other: "Examination") -> "Examination":
        return Examination(
            self.pairs + other.pairs, self.points + other.points, self.contradictions + other.contradictions
        )

    def __str__(self) -> str:
        return f"{self.pairs} pairs of bounds at {self.points} points, {len(self.contradictions)} contradictions"

    def told(self) -> _Record:
        """As JSON."""
        return {"pairs": self.pairs, "points": self.points, "contradictions": list(map(str, self.contradictions))}


@dataclass(frozen=True)
class CountedBound:
    """A bound of a quantity, its letters counted as they come: `letters` of the quantity first."""

    claim: str
    quantity: Any
    letters: tuple[Parameter, ...]
    below: bool
    bound: Any
    hypotheses: tuple[Condition, ...]


def statements(chains: Iterable[tuple[str, Chain]]) -> Examination:
    """Hold the chains' statements against each other and against the ranges of their quantities."""
    found = [bound for id_, chain in chains for bound in bounds_in(id_, chain)]
    result = Examination(0, 0, ())
    for bound in found:
        result += sum((compare(bound, end) for end in trivial(bound)), Examination(0, 0, ()))
    for low, high in product((b for b in found if b.below), (b for b in found if not b.below)):
        if low.quantity == high.quantity and low.claim != high.claim:
            result += compare(low, high)
    return result


def bounds_in(id_: str, chain: Chain) -> Iterator[CountedBound]:
    """The statement as a bound of its left side, of its right side, or of both; none where a hypothesis is no number's.

    What holds of probabilities or expectations of some objects can't be met by choosing parameters.
    """
    stated = chain.statement.unfolded()
    relation = stated.conclusion
    compared = [h for h in stated.hypotheses if isinstance(h, Comparison)]
    if not isinstance(relation, Comparison) or any(exposed(h) or quantities(h.gap) for h in compared):
        return
    asked = tuple(c for h in stated.hypotheses for c in existing(h))
    equal = relation.op == "=="
    for quantity, other, below in ((relation.large, relation.small, True), (relation.small, relation.large, False)):
        if isinstance(quantity, Quantity | Over) and not quantities(other):
            free = quantity.free_symbols
            found = (x for x in sympy.preorder_traversal(quantity) if isinstance(x, Parameter) and x in free)
            letters = tuple(dict.fromkeys(found))
            # Ranges aside: what is common to both domains is looked for.
            plain = quantity.xreplace({x: _plain(i, x) for i, x in enumerate(letters)})
            for side in (True, False) if equal else (below,):
                yield CountedBound(id_, plain, letters, side, other, (*stated.hypotheses, *asked))


def _plain(place: int, letter: Parameter) -> Parameter:
    """A letter by its place alone, whole where it was."""
    return Parameter(f"x_{place}", Extent(integer=letter.extent.integer))


def trivial(bound: CountedBound) -> list[CountedBound]:
    """What the quantity's own range says from the other side."""
    body = bound.quantity
    while isinstance(body, Over) and not isinstance(body, Sum):
        body = body.body
    ends: list[Any] = []
    if not bound.below and isinstance(body, Quantity) and body.lower.is_finite:
        ends.append(body.lower)
    if bound.below and isinstance(body, Quantity) and body.upper.is_finite:
        ends.append(body.upper)
    if bound.below and isinstance(body, WorstRisk | WorstLoss | WorstL2Risk) and isinstance(bound.quantity, Over):
        ends += [_CONSTANT[type(c)](*c.args) for c in bound.quantity.atoms(*_CONSTANT)]
    if bound.below and isinstance(body, WorstExcess | AlgorithmExcess):
        ends.append(2 * body.args[-2] * body.args[-1])
    named = {_plain(i, x): x for i, x in enumerate(bound.letters)}
    return [
        CountedBound("a trivial truth", bound.quantity, bound.letters, not bound.below, end.xreplace(named), ())
        for end in ends
    ]


def compare(one: CountedBound, other: CountedBound) -> Examination:
    """The lower bound above the upper one at no point of the common domain."""
    low, high = (one, other) if one.below else (other, one)
    # An object that a hypothesis asks for is granted; a number is looked at.
    asked = [h for h in (*low.hypotheses, *high.hypotheses) if not isinstance(h, Property)]
    agree, points = Comparison(low.bound, "<=", high.bound), 0
    for values in _points(low, high):
        with suppress(NoValue, ArithmeticError):
            if not all(truth(h, values) for h in asked):
                continue
            points += 1
            if truth(agree, values) is False:
                at = ", ".join(f"{x} = {v}" for x, v in sorted(values.items(), key=lambda pair: str(pair[0])))
                claims = tuple(b.claim for b in (low, high) if "/" in b.claim)
                return Examination(1, points, (Contradiction(low.claim, high.claim, at, claims),))
    return Examination(1, points, ())


def _points(low: CountedBound, high: CountedBound) -> Iterator[dict[Any, Any]]:
    """Values of all letters of both, those of the quantity alike; the ends of each range together, then at random."""
    shared = [(a, b) for a, b in zip(low.letters, high.letters, strict=True)]
    own: list[tuple[Parameter, ...]] = [
        (x,)
        for bound in (low, high)
        for x in sorted(_letters(bound) - set(bound.letters), key=str)
        if x not in dict(shared) and x not in dict(shared).values()
    ]
    groups: list[tuple[Parameter, ...]] = [tuple(dict.fromkeys(pair)) for pair in shared] + own
    choices = [_choices(group) for group in groups]
    if not all(choices):
        return
    generator = np.random.default_rng(0)
    corners = product(*((min(c), max(c)) if len(groups) < 8 else (min(c),) for c in choices))
    drawn = (tuple(c[generator.integers(len(c))] for c in choices) for _ in range(_POINTS))
    for point in (*corners, *drawn):
        yield {x: v for group, v in zip(groups, point, strict=True) for x in group}


@lru_cache(maxsize=1024)
def _choices(group: tuple[Parameter, ...]) -> tuple[Fraction, ...]:
    """What letters of one value may all be."""
    tried = dict.fromkeys(v for x in group for v in samples(x))
    return tuple(v for v in tried if all(inside(x.extent, v) for x in group))


def _letters(bound: CountedBound) -> set[Any]:
    terms = [bound.bound, *(h for h in bound.hypotheses if isinstance(h, Comparison))]
    return {x for term in terms for x in term.free_symbols if isinstance(x, Parameter)}


def compared_problems(names: Iterable[str], settings: Settings, workers: Workers) -> Iterator[Examination]:
    """Each problem's registered bounds compared with each other and against the best constant, begun at once."""
    return workers.begin(partial(_problem, settings=settings), names)


def _problem(name: str, settings: Settings) -> Examination:
    problem = problem_of(name)
    pairs: set[tuple[str, str]] = set()
    points, against = 0, []
    for setting in _settings(problem, QUICK if settings.quick else _FULL, settings.seed):
        highs = [("the best constant", problem.trivial(setting))]
        for estimator in problem.private:
            # Some bounds ask for more users, or an epsilon that their numerics carry.
            with suppress(ParameterError):
                highs.append((estimator.name, estimator.bound(setting).value))
        with suppress(ParameterError):
            for low, (high, most) in product(problem.lower(setting), highs):
                pairs.add((low.source, high))
                points += 1
                if low.value > most * (1 + _SLACK):
                    against.append(Contradiction(f"{name}, {low.source}", f"{name}, {high}", str(setting)))
    return Examination(len(pairs), points, tuple(against))


def _settings(problem: Problem, number: int, seed: int) -> Iterator[Setting]:
    """The corners of n, m and epsilon, the other sizes drawn, and `number` random settings of all sizes."""
    counts = (1, 2, 3, 17, 1000, 10**6, 10**12)
    sizes = {
        "d": (1, 2, 3, 16, 50),
        "s": (1, 2, 5),
        "beta": (1, 2, 5),
        "r": (1e-3, 1.0, 1e6),
        "D": (1e-9, 1.0, 1e9),
        "delta": (0.0, 1e-9, 0.3),
        "K": (1, 2, 3, 16),
        "p": (2.0, 2.5, 4.0, 100.0),
        "M": (1e-3, 1.0, 1e6),
        "L": (1e-3, 1.0, 1e6),
        "R": (1e-3, 1.0, 1e6),
    }
    axes = {"n": counts, "m": counts, "epsilon": (1e-9, 1e-3, 0.3, 1.0, 1.5, 4.0, 40.0, 700.0)}
    axes |= {name: sizes[name] for name in problem.sizes}
    generator = np.random.default_rng(seed)
    drawn = [{x: v[generator.integers(len(v))] for x, v in axes.items()} for _ in range(8 + number)]
    for place, ends in enumerate(product(*((axes[x][0], axes[x][-1]) for x in ("n", "m", "epsilon")))):
        drawn[place] |= dict(zip(("n", "m", "epsilon"), ends, strict=True))
    for point in drawn:
        if "s" in point:
            # No more coordinates are not 0 than there are.
            point["s"] = min(point["s"], point["d"])
        yield Setting(**point)  # type: ignore[arg-type]


def opened(entry: _Record, found: Examination) -> _Record:
    """A claim's own outcomes: what stands of it is open where it contradicts another statement."""
    told = [str(c) for c in found.contradictions if entry["id"] in c.claims]
    if not told:
        return entry
    changed = {}
    for side in ("printed", "corrected"):
        stands = entry[side] is not None and entry[side]["verdict"] != Verdict.REFUTED
        changed[side] = _open(entry[side], told[0]) if stands else entry[side]
    return entry | changed


def _open(outcome: _Record, reason: str) -> _Record:
    evidence = outcome["evidence"] | {"reason": f"cross-examination: {reason}"}
    return outcome | {"verdict": Verdict.OPEN.value, "evidence": evidence}
