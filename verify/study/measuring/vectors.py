"""The measurements that claims about vectors share: exact risks along directions, sandwiches, plans, routes.

Data are X = +-x for a vector x, or independent signs of coordinates: then each coordinate of an embedding is a sign
times a number, and the risk is exact. D is 1, or the moment M_p is.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, floor
from typing import Any

import numpy as np
import sympy
from flint import arb

from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.registry import best
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.estimator import UpperBound
from upperbounds.protocols import aggregate
from upperbounds.protocols.coordinate_laws import Signs
from upperbounds.protocols.coordinates import CoordinatePlan
from verify.kernel.statements import Case, Comparison, Reading
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.sample_mean import mean_of_squares
from verify.study.measuring.mean import enclosed
from verify.study.risk import SignLaw, VectorRisk, coefficient_risk, exact_vector_risk, stream, unseen_loss

Build = Callable[[int, int, int, float], CoordinatePlan]
"""A plan for n, m, d and epsilon, D = 1."""
_Bound = Callable[[int, int, int, float], UpperBound]
Cell = tuple[int, int, int, float]
"""n, m, d and epsilon."""
FAR = 0.9
"""The share of the ball's radius at which a mean far from 0 lies."""


def plan_at(build: Build, point: Point) -> CoordinatePlan:
    """The plan at a point."""
    return build(int(point["n"]), int(point["m"]), int(point["d"]), point["epsilon"])


def cube_laws(plan: CoordinatePlan, share: float, D: float = 1.0) -> list[SignLaw]:
    """All coordinates are independent signs of the half-width, with mean share * half_width."""
    return [SignLaw(share * D, D)]


def line_laws(plan: CoordinatePlan, share: float, direction: FloatArray) -> list[SignLaw]:
    """X = +-x with mean share * x: coordinates +-a_i, a the embedding's coordinates of x.

    Raises ValueError where the embedding's coordinates of -x are not -a, or some coordinate is 0.
    """
    pair = np.array([direction, -direction])
    # User means of a single sample: what the estimator itself makes of a sample.
    found, opposite = plan.embedding.user_means(pair[:, None, :])
    if not np.allclose(opposite, -found, rtol=0, atol=1e-12) or not np.all(found):
        raise ValueError(f"plan = {plan.name!r}: its coordinates of this vector are no signs")
    return [SignLaw(share * entry, abs(entry)) for entry in found.tolist()]


def axis(d: int) -> FloatArray:
    """The first unit vector."""
    return np.eye(d)[0]


def edge_share(plan: CoordinatePlan, D: float) -> float:
    """Where an edge of the bin that holds 0 lies, in parts of the half-width of the data."""
    bins = plan.each.bins
    left = float(bins.left(int(bins.index(np.zeros(1))[0])))
    return float(np.clip(left / D, -FAR, FAR))


def on_cube(build: Build) -> Callable[[Point, Settings], Reading]:
    """The exact risk for independent signs: the largest of means 0, the bin's edge next to it, and (full) 0.9."""

    def measure(point: Point, settings: Settings) -> Reading:
        plan = plan_at(build, point)
        shares = dict.fromkeys((0.0, edge_share(plan, 1.0), *(() if settings.quick else (FAR,))))
        return _reading(max((exact_vector_risk(plan, cube_laws(plan, x)) for x in shares), key=_size))

    return measure


def on_axis(build: Build, risk: Callable[..., VectorRisk] = exact_vector_risk) -> Callable[[Point, Settings], Reading]:
    """The exact risk for data on the first axis with mean 0, and (full) the larger of that and of mean 0.9."""

    def measure(point: Point, settings: Settings) -> Reading:
        plan = plan_at(build, point)
        laws = (line_laws(plan, share, axis(plan.dimension)) for share in ((0.0,) if settings.quick else (0.0, FAR)))
        return _reading(max((risk(plan, each) for each in laws), key=_size))

    return measure


def all_coefficients(build: Build) -> Callable[[Point, Settings], Reading]:
    """The same for the squared error of all coordinates, which the vector's is at most."""
    return on_axis(build, coefficient_risk)


def _size(risk: VectorRisk) -> float:
    return risk.value


def _reading(risk: VectorRisk) -> Reading:
    return Reading(risk.value, error=risk.error)


def rate_at(rate: sympy.Expr) -> Callable[[Point], float]:
    """A symbolic rate as a function of a point, D = 1 and M_p = 1."""
    symbols = {symbol.name: symbol for symbol in rate.free_symbols}

    def claimed(point: Point) -> float:
        numbers = {**point, "D": 1.0, "M_p": 1.0}
        return float(rate.subs({symbols[name]: value for name, value in numbers.items() if name in symbols}))

    return claimed


def grid(axis: str, quick: Iterable[float], full: Iterable[float] = (), **fixed: float) -> Callable[..., list[Point]]:
    """Points along one axis, the other parameters fixed; the full profile has more of them where `full` names some."""
    some, more = tuple(quick), tuple(full)

    def points(settings: Settings) -> list[Point]:
        return [{**fixed, axis: value} for value in (some if settings.quick or not more else more)]

    return points


@dataclass(frozen=True)
class Contestant:
    """An estimator in a sandwich: its plan, its bound, and the laws on which its risk is exact.

    `laws` are user-mean laws of the coordinates by name; `prior` weighs those of a hard instance given its bound.
    """

    name: str
    build: Build
    bound: _Bound
    laws: Callable[[CoordinatePlan], dict[str, list[SignLaw]]]
    prior: Callable[[CoordinatePlan, VectorBound], list[tuple[Fraction, list[SignLaw]]]]
    risk: Callable[..., VectorRisk] = exact_vector_risk


def sandwich(
    problem: str,
    contestants: tuple[Contestant, ...],
    instance: Callable[[int, int, int, float], VectorBound],
    cells: Iterable[Cell],
    **sizes: Any,
) -> Iterator[Case]:
    """Best lower bound <= worst risk, bound of the hard instance <= its average risk, worst risk <= explicit bound.

    The last only where the bound is not vacuous. The worst risk is over a finite set of laws of the problem, and the
    minimax risk is at most the supremum over all.
    """
    for cell in cells:
        n, m, d, epsilon = cell
        least = best(problem, Setting(n, m, d, epsilon, **sizes))
        hard = instance(*cell)
        for each in contestants:
            plan = each.build(*cell)
            at = dict(zip(("n", "m", "d", "epsilon"), cell, strict=True)) | {"estimator": each.name}
            risks = {name: each.risk(plan, laws) for name, laws in each.laws(plan).items()}
            worst = max(risks, key=lambda name: risks[name].value)
            found = enclosed(risks[worst].value, risks[worst].error)
            upper = each.bound(*cell)
            gap = "no gap, the upper bound is vacuous" if upper.vacuous else f"gap {upper.value / least.value:.3g}"
            failure = max(risk.localisation_failure for risk in risks.values())
            note = f"{gap}; {least.source}; P(localisation fails) <= {failure:.2g}"
            yield Case(at | {"side": "best lower bound <= risk", "law": worst}, enclosed(least.value), found, note=note)
            weighed = [(share, each.risk(plan, laws)) for share, laws in each.prior(plan, hard)]
            average = sum(
                (arb(str(share.numerator)) / share.denominator * enclosed(r.value, r.error) for share, r in weighed),
                arb(0),
            )
            yield Case(
                at | {"side": "hard instance's bound <= its average risk"}, enclosed(hard.value), average, note=note
            )
            if upper.vacuous:
                continue
            yield Case(at | {"side": "risk <= explicit bound", "law": worst}, found, enclosed(upper.value), note=note)


def cube_prior(plan: CoordinatePlan, hard: VectorBound) -> list[tuple[Fraction, list[SignLaw]]]:
    """A fair sign for each coordinate: by symmetry of the sum, the average of all + and all -."""
    s = float(hard.parameters["s"])
    return [(Fraction(1, 2), cube_laws(plan, sign * s)) for sign in (1, -1)]


def axes_prior(plan: CoordinatePlan, hard: VectorBound) -> list[tuple[Fraction, list[SignLaw]]]:
    """The hypercube on k axes through +-1/sqrt(d) entries: each coordinate's mean is s/k times a sum of k fair signs.

    The risk is a sum over coordinates, so that only the law of each matters. Raises ValueError for other entries.
    """
    s, signs = float(hard.parameters["s"]), int(hard.parameters["signs"])
    entries = np.abs([law.half_width for law in line_laws(plan, 0.0, axis(plan.dimension))])
    if not np.allclose(entries, entries[0], rtol=1e-12):
        raise ValueError(f"plan = {plan.name!r}: coordinates of an axis are not all alike")
    width = float(entries[0])
    return [
        (Fraction(comb(signs, plus), 2**signs), [SignLaw(width * s * (2 * plus - signs) / signs, width)])
        for plus in range(signs + 1)
    ]


def line_prior(plan: CoordinatePlan, hard: VectorBound) -> list[tuple[Fraction, list[SignLaw]]]:
    """A fair sign on the first axis alone."""
    s = float(hard.parameters["s"])
    return [(Fraction(1, 2), line_laws(plan, sign * s, axis(plan.dimension))) for sign in (1, -1)]


def spike_laws(q: float, unit: float, sign: int, entries: Iterable[float] = (1.0,)) -> list[SignLaw]:
    """X = sign * unit with probability q, else 0, along numbers a_i: coordinates 0 or sign * unit * a_i."""
    return [SignLaw(sign * q * unit * a, unit * abs(a) / 2, sign * unit * a / 2) for a in entries]


def spike_prior(plan: CoordinatePlan, hard: VectorBound) -> list[tuple[Fraction, list[SignLaw]]]:
    """Rare large values along the diagonal: 0 or v T in each coordinate, P(v T) = q, v a fair sign."""
    q, unit = spike(hard)
    return [(Fraction(1, 2), spike_laws(q, unit, sign)) for sign in (1, -1)]


def spike_line_prior(plan: CoordinatePlan, hard: VectorBound) -> list[tuple[Fraction, list[SignLaw]]]:
    """The same on the first axis, through the embedding."""
    q, unit = spike(hard)
    entries = [law.mean for law in line_laws(plan, 1.0, axis(plan.dimension))]
    return [(Fraction(1, 2), spike_laws(q, unit, sign, entries)) for sign in (1, -1)]


def spike(hard: VectorBound) -> tuple[float, float]:
    """The probability and the size of a rare large value."""
    return float(hard.parameters["q"]), float(hard.family.unit_squared) ** 0.5  # type: ignore[union-attr]


def multiples(plan: CoordinatePlan) -> list[Fraction]:
    """What each range of users spends, as exact multiples of epsilon; raises ValueError where there is none."""
    found = [loss.multiple() for _, loss in plan.spend()]
    if any(multiple is None for multiple in found):
        raise ValueError(f"plan = {plan.name!r}: its loss is no multiple of epsilon")
    return [multiple for multiple in found if multiple is not None]


def spends(builds: dict[str, Build], cells: Iterable[Cell], *, by_ones: bool) -> Iterator[Case]:
    """The most that a user spends next to epsilon, and next to the least that a plan should use, which is all of it.

    Only floor(epsilon) for 1 <= epsilon <= d in plans that give budget 1 to each coordinate there (`by_ones`).
    """
    for cell in cells:
        for name, build in builds.items():
            plan = build(*cell)
            at = dict(zip(("n", "m", "d", "epsilon"), cell, strict=True)) | {"estimator": name}
            most, eps = max(multiples(plan)), cell[3]
            whole = min(floor(eps), plan.split.coordinates)
            partly = by_ones and 1 <= eps <= plan.split.coordinates
            least = Fraction(whole) / Fraction(eps) if partly else Fraction(1)
            yield Case(at | {"side": "spend <= epsilon"}, most, Fraction(1))
            yield Case(at | {"side": "no budget is left over"}, least, most)


def coverage(builds: dict[str, Build], cells: Iterable[Cell]) -> Iterator[Case]:
    """How many coordinates get answers of as many users as the estimator of one is built for, next to all of them."""
    for cell in cells:
        for name, build in builds.items():
            plan = build(*cell)
            at = dict(zip(("n", "m", "d", "epsilon"), cell, strict=True)) | {"estimator": name}
            answered = int(np.sum(plan.split.fold * plan.split.folds_of == plan.each.half))
            yield Case(at, Fraction(answered), Fraction(plan.split.coordinates))


def routes(
    build: Build,
    cells: Iterable[tuple[Cell, FloatArray | None]],
    settings: Settings,
    experiment: int,
) -> Iterator[Comparison]:
    """Exact risk against Monte Carlo on aggregates and user by user; a direction x for data +-x, None for signs.

    Means are 0.3 of the direction, or 0.3, -0.7, ... of the coordinates in turn. The planted number is the risk with a
    halved noise scale.
    """
    for place, (cell, direction) in enumerate(cells):
        plan = build(*cell)
        size = plan.split.coordinates
        if direction is None:
            shares = [(0.3, -0.7, 0.0, 0.9)[j % 4] for j in range(size)]
            laws, mean = [SignLaw(share) for share in shares], np.array(shares)
        else:
            laws, mean = line_laws(plan, 0.3, direction), 0.3 * direction
        exact = exact_vector_risk(plan, laws)
        halved = exact.value - 0.75 * 2 * float(plan.each.scale) ** 2 / plan.each.half * _trace(plan)
        at: dict[str, object] = dict(zip(("n", "m", "d", "epsilon"), cell, strict=True))
        rng = stream(settings.seed, experiment, place, 0)
        signs = tuple(Signs(law.mean, law.half_width) for law in laws)
        drawn, _ = aggregate.draw(plan, signs, 4000 if settings.quick else 100_000, rng)
        users = _per_user(plan, mean, direction, 4000 if settings.quick else 20_000, cell, rng)
        for route, estimates in (("aggregates", drawn), ("user by user", users)):
            squares = np.sum((estimates - mean) ** 2, axis=1)
            # The map back from coordinates shortens errors at most.
            unseen = unseen_loss(plan.each, [laws[j % len(laws)] for j in range(size)], len(squares))
            yield Comparison(
                at | {"route": route, "repetitions": len(squares)},
                mean_of_squares(squares),
                exact.value,
                halved,
                exact.error + unseen,
            )


def _trace(plan: CoordinatePlan) -> float:
    """The sum of the squared lengths of the coordinates' vectors: what noise of variance one in each makes."""
    return float(np.sum(plan.embedding.back(np.eye(plan.split.coordinates)) ** 2))


def _per_user(
    plan: CoordinatePlan,
    mean: FloatArray,
    direction: FloatArray | None,
    repetitions: int,
    cell: Cell,
    rng: np.random.Generator,
) -> FloatArray:
    """Estimates from raw samples of every user, (repetitions, d), in chunks of some 4 million numbers."""
    n, m, d, _ = cell
    step = max((1 << 22) // (n * m * d), 1)
    found = []
    for start in range(0, repetitions, step):
        shape = (min(step, repetitions - start), n, m)
        if direction is None:
            samples = np.where(rng.random((*shape, d)) < (1 + mean) / 2, 1.0, -1.0)
        else:
            samples = np.where(rng.random(shape) < 0.65, 1.0, -1.0)[..., None] * direction
        found.append(plan.run(samples, rng))
    return np.concatenate(found)
