"""How often the intervals of `estimate` hold the truth, and how long they are, over five distributions of users.

python benchmarks/coverage.py [--runs N] [--out reports/coverage.md]; one core, some five minutes, fixed seeds. Writes a
Markdown page, without --out to standard output. The truth is the average over the file's users of their own means, or
what the problem estimates in its place. A share significantly below the stated level, at one in a thousand, is marked.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.density.basis import LARGEST, basis
from upperbounds.optimisation.losses import Linear
from upperbounds.regression.regressors import CentralBinRegressor, LocalBinRegressor
from upperbounds.selection.covers import own_cover
from verify.study.bars import MISS, Tails
from verify.study.density import estimate_density
from verify.study.estimate import PublicRange, estimate
from verify.study.kinds import estimate_kinds
from verify.study.label_regressions import REGRESSION_PROBLEMS
from verify.study.optimise import fit
from verify.study.problems import problem_of
from verify.study.selection import select
from verify.study.table import Rows

USERS, SAMPLES, EPSILON, DIMENSION, ORDER = 2000, 50, 4.0, 3, 4.0
MANY = 20_000
"""Users of a mixture, so that components are certain."""
FEW = 400
"""Users of a descent, each of whom is a step."""

Law = Callable[[int, np.random.Generator], FloatArray]
"""Makes rows (users, samples, d) on [-1, 1]."""


def signs(means: FloatArray, d: int, rng: np.random.Generator) -> FloatArray:
    """Rows equal to +-1 in each coordinate, with these means of users, (users,)."""
    return np.where(rng.random((USERS, SAMPLES, d)) < (1 + means[:, None, None]) / 2, 1.0, -1.0)


def alike(d: int, rng: np.random.Generator) -> FloatArray:
    """All users draw from one law."""
    return signs(np.full(USERS, 0.2), d, rng)


def two_groups(d: int, rng: np.random.Generator) -> FloatArray:
    """60 % of users with mean -0.6, 40 % with mean 0.8."""
    return signs(np.where(np.arange(USERS) < 0.6 * USERS, -0.6, 0.8), d, rng)


def outliers(d: int, rng: np.random.Generator) -> FloatArray:
    """5 % of users at the far end."""
    return signs(np.where(np.arange(USERS) < 0.05 * USERS, 1.0, -0.3), d, rng)


def drift(d: int, rng: np.random.Generator) -> FloatArray:
    """Means of users rise with the order of the file, and so do the rows of each."""
    rows = signs(np.linspace(-0.8, 0.8, USERS), d, rng)
    return np.sort(rows, axis=1)


def heavy_tails(d: int, rng: np.random.Generator) -> FloatArray:
    """Means of users from Student's law with two degrees of freedom, clipped to the range."""
    return signs(np.clip(0.2 + 0.2 * rng.standard_t(2, USERS), -1, 1), d, rng)


def pareto(d: int, rng: np.random.Generator) -> FloatArray:
    """Users whose own numbers are from Pareto's law with index 4.5, fourth moment 1; their rows are all alike."""
    index = ORDER + 0.5
    unit = (index / (index - ORDER)) ** (-1 / ORDER)
    own = unit * (1 + rng.pareto(index, (USERS, 1, d)))
    return np.repeat(own, SAMPLES, axis=1)


LAWS: dict[str, Law] = {
    "alike": alike,
    "two groups": two_groups,
    "outlier group": outliers,
    "drift": drift,
    "heavy tails": heavy_tails,
}


@dataclass(frozen=True)
class Way:
    """A problem of means, and whether users are said to share a law."""

    problem: str
    dimension: int = 1
    estimator: str | None = None

    @property
    def title(self) -> str:
        """As on the command line."""
        return f"`{self.problem}`" + (f" `--same-law`, {self.estimator}" if self.estimator else "")

    def law(self, name: str) -> Law:
        """Under moments heavy tails are heavy; of a sparse mean all coordinates but the first have mean 0."""
        if self.problem == "sparse-mean":
            return partial(sparse, LAWS[name])
        return pareto if name == "heavy tails" and "heavy" in self.problem else LAWS[name]

    def known(self) -> PublicRange:
        """D = 1, the ball that holds [-1, 1]^d, or fourth moments of 1 in each coordinate."""
        balls = {"mean-l2": (self.dimension**0.5, 2), "mean-l1": (float(self.dimension), 1)}
        if self.problem in balls:
            return PublicRange(balls[self.problem][0], order=balls[self.problem][1])
        if self.problem == "mean-heavy":
            return PublicRange(1.0, tails=Tails(ORDER, 1.0))
        if self.problem == "mean-heavy-l2":
            # E||X||^4 <= d^2.
            unit = self.dimension**0.5
            return PublicRange(unit, order=2, tails=Tails(ORDER, unit))
        return PublicRange(1.0)


WAYS = (
    Way("mean"),
    Way("mean", estimator="kent-tuned"),
    Way("mean", estimator="walk"),
    Way("mean", estimator="zhao-algorithm1"),
    Way("mean-linf", DIMENSION),
    Way("mean-linf", DIMENSION, "kent-tuned"),
    Way("mean-linf", DIMENSION, "walk"),
    Way("mean-l2", DIMENSION),
    Way("mean-l1", DIMENSION),
    Way("mean-l1", DIMENSION, "zhao-hadamard"),
    Way("mean-heavy", DIMENSION),
    Way("mean-heavy-l2", DIMENSION),
    Way("sparse-mean", DIMENSION, "kent-tuned"),
)


@dataclass(frozen=True)
class Seen:
    """In how many runs the interval held the truth in all coordinates; the median half-width over half the range."""

    held: int
    width: float
    held_if_one_law: int | None
    width_if_one_law: float | None


def study(way: Way, name: str, runs: int) -> Seen:
    """So many runs of one way on fresh data of one law."""
    known, widths, narrow_widths, held, narrow_held = way.known(), [], [], 0, 0
    unit = {"M": known.tails.unit**ORDER} if known.tails is not None else {}
    setting = Setting(USERS, SAMPLES, way.dimension, EPSILON, D=known.size, p=ORDER, s=1, **unit)
    problem = problem_of(way.problem)
    # Risks are the same in every run.
    problem = replace(problem, risk=cache(problem.risk))
    for run in range(runs):
        vectors = way.law(name)(way.dimension, np.random.default_rng((2, run)))
        truth = vectors.mean(axis=(0, 1))
        rows = in_rows(vectors)
        m = SAMPLES if way.estimator else None
        found = estimate(rows, problem, setting, known, m, way.estimator, bool(way.estimator), seed=run)
        held += bool(np.all((found.interval[0] <= truth) & (truth <= found.interval[1])))
        widths.append(float(np.max(found.bars.half_width)) / known.size)
        if found.bars.one_law is not None:
            narrow_held += bool(np.all(np.abs(found.value - truth) <= found.bars.one_law))
            narrow_widths.append(float(np.max(found.bars.one_law)) / known.size)
    if not narrow_widths:
        return Seen(held, float(np.median(widths)), None, None)
    return Seen(held, float(np.median(widths)), narrow_held, float(np.median(narrow_widths)))


def sparse(law: Law, d: int, rng: np.random.Generator) -> FloatArray:
    """The law's first coordinate, and fair signs."""
    return np.concatenate([law(1, rng), rng.choice([-1.0, 1.0], (USERS, SAMPLES, d - 1))], axis=2)


def in_rows(vectors: FloatArray) -> Rows:
    """Rows of a file (rows, d), of users with as many each, (users, samples, d)."""
    users, samples, d = vectors.shape
    return Rows(vectors.reshape(-1, d), np.repeat(np.arange(users), samples))


Run = Callable[[str, int], tuple[bool, float]]
"""Of the name of a law and a seed: whether the intervals held, and half of how long they are, over half the range."""


def density(vectors: FloatArray, seed: int) -> tuple[bool, float]:
    """The averages of users' coefficients, all at once; a sign of row is a half of a wave's period."""
    # A uniform number in the half of [0, 1] that the sign names: an even number of signs makes a step.
    rng = np.random.default_rng((3, seed))
    numbers = (rng.random(vectors.shape) + (vectors < 0)) / 2
    found = estimate_density(in_rows(numbers), Setting(USERS, SAMPLES, 1, EPSILON), 0.0, 1.0, SAMPLES, seed=seed)
    size = found.bars.half_width.size
    truth = np.array([basis(j, numbers).mean() for j in range(2, size + 2)])
    held = np.all(np.abs(found.coefficients[-size:] - truth) <= found.bars.half_width)
    return bool(held), float(found.bars.half_width.max()) / LARGEST


MIXTURES = {
    "alike": ((0.2,), (1.0,)),
    "two groups": ((-0.6, 0.8), (0.6, 0.4)),
    "outlier group": ((-0.3, 0.9), (0.8, 0.2)),
    "three groups": ((-0.8, 0.0, 0.8), (0.3, 0.4, 0.3)),
    "near groups": ((-0.2, 0.2), (0.5, 0.5)),
}
"""Means and shares of components, of which each user has one; two are asked for."""


def mixture(name: str, seed: int) -> tuple[bool, float]:
    """Each interval that is certain holds a component's mean, and where all are, shares are in theirs."""
    (means, weights), rng = MIXTURES[name], np.random.default_rng((4, seed))
    own = rng.choice(len(means), MANY, p=weights)
    vectors = np.where(rng.random((MANY, SAMPLES, 1)) < (1 + np.array(means)[own, None, None]) / 2, 1.0, -1.0)
    setting = Setting(MANY, SAMPLES, 1, EPSILON, K=2)
    found = estimate_kinds(in_rows(vectors), setting, PublicRange(1.0), SAMPLES, seed=seed)
    ends = found.interval[:, found.shown]
    held = all(any(low <= mean <= high for mean in means) for low, high in ends.T)
    if found.apart and len(means) == 2:
        low, high = found.share_interval
        held &= bool(np.all((low <= weights) & (weights <= high)))
    return held, float(np.max(ends[1] - ends[0], initial=0.0)) / 2


def infinite(vectors: FloatArray, seed: int) -> tuple[bool, float]:
    """The share of users whose own mean is nearest to the winning of five centres."""
    centres = np.linspace(-0.8, 0.8, 5)
    found = select(in_rows(vectors), own_cover([(c,) for c in centres]), EPSILON, seed)
    near = np.argmin(np.abs(vectors.mean(axis=(1, 2))[:, None] - centres), axis=1) == found.cell
    low, high = found.interval
    return bool(low <= near.mean() <= high), high - low


def _share(held: int, runs: int) -> str:
    below = stats.binom.cdf(held, runs, 1 - MISS) < 1e-3
    return f"{held / runs:.3f}{' **below**' if below else ''}"


OTHERS: dict[str, tuple[tuple[str, ...], Run]] = {
    "`density` `--same-law`": (tuple(LAWS), lambda name, seed: density(_of(name, seed), seed)),
    "`mixture`": (tuple(MIXTURES), mixture),
    "`infinite`": (tuple(LAWS), lambda name, seed: infinite(_of(name, seed), seed)),
}
"""Problems that estimate no mean, the laws of users, and a run."""


def _of(name: str, seed: int) -> FloatArray:
    return LAWS[name](1, np.random.default_rng((2, seed)))


NUMBERS: dict[str, Callable[[tuple[int, ...], np.random.Generator], FloatArray]] = {
    "fair signs": lambda shape, rng: rng.choice([-1.0, 1.0], shape),
    "leaning signs": lambda shape, rng: np.where(rng.random(shape) < 0.6, 1.0, -1.0),
    "uniform": lambda shape, rng: rng.uniform(-0.5, 1.0, shape),
    "rare": lambda shape, rng: np.where(rng.random(shape) < 0.02, 1.0, 0.0),
    "all alike": lambda shape, rng: np.full(shape, 0.3),
}
"""I.i.d. numbers in [-1, 1], for problems that state a bound on an average."""


def optimisation(problem: str, law: str, seed: int) -> tuple[float, float]:
    """The excess risk of a linear loss in the unit ball, of which it is known, and the bound that is stated."""
    draw, delta = NUMBERS[law], 1e-6 if problem.endswith("central") else 0.0
    vectors = draw((FEW, SAMPLES, DIMENSION), np.random.default_rng((5, seed))) / DIMENSION**0.5
    found = fit(in_rows(vectors), Linear(DIMENSION, 1.0), 1.0, EPSILON, delta=delta, problem=problem, seed=seed)
    mean = np.full(DIMENSION, draw((10**6,), np.random.default_rng(0)).mean() / DIMENSION**0.5)
    return float(np.linalg.norm(mean) - found.theta @ mean), found.bound.total


def labels(problem: str, law: str, seed: int) -> tuple[float, float]:
    """Squared errors of predictions of labels that no feature moves, and squares of the deviations that are stated."""
    one, rng = REGRESSION_PROBLEMS[problem].estimators[-1], np.random.default_rng((6, seed))
    make: Any = CentralBinRegressor if one.central else LocalBinRegressor
    given: dict[str, Any] = {"p": ORDER} if "heavy" in problem else {}
    rule = make(EPSILON, mechanism=one.mechanism, random_state=seed, **given)
    points, places = rng.random((USERS, 1)), np.linspace(0.01, 0.99, 25)[:, None]
    rule.fit(points, NUMBERS[law]((USERS,), rng))
    level = float(rule.plan_.mean.T)
    mean = np.clip(NUMBERS[law]((10**6,), np.random.default_rng(0)), -level, level).mean()
    return float(np.mean((rule.predict(places) - mean) ** 2)), float(np.mean(rule.deviations(places) ** 2))


AVERAGES: dict[str, Callable[[str, str, int], tuple[float, float]]] = {
    **dict.fromkeys(("optimisation", "optimisation-central"), optimisation),
    **dict.fromkeys(REGRESSION_PROBLEMS, labels),
}
"""Problems that state a bound on an average."""


HEAD = """# How often the intervals of `estimate` hold the truth

Made by `python benchmarks/coverage.py --out reports/coverage.md`. Seen: the share of runs in which the interval held
the average of the users' own means. Half-width: the median, over half the public range. The last two columns are of the
interval that assumes i.i.d. users; for heterogeneous users it may fail. **below**: significantly below the stated level
(p < 0.001).

`density`: of the average coefficients of the users' own rows, all at once. `mixture`: of two components, the means of
all that are certain, and the shares where both are. `infinite`: of the share of users in the winning cell of five.
`optimisation` and the `label-regression` problems state bounds on averages: see the second table. `classification`,
`regression` and the `label-classification` problems state neither interval nor bound with an estimate.
A half-width of 1 is the whole range, which always holds: sparse means need more users. 0: no component is certain.
Three groups break the assumption of two components, which the output states: there the interval may fail.
"""
"""How the report begins."""


def page(runs: int) -> Iterator[str]:
    """The lines of the report."""
    yield HEAD
    yield f"n = {USERS} ({MANY} for `mixture`), m = {SAMPLES}, epsilon = {EPSILON:g}, d = {DIMENSION} for vectors,"
    yield f"{runs} runs each.\n"
    yield "| estimate | users | stated | seen | half-width | seen, if i.i.d. | half-width |"
    yield "|---|---|---|---|---|---|---|"
    for way in WAYS:
        for name in LAWS:
            yield row(way.title, name, study(way, name, runs), runs)
    for title, (laws, run) in OTHERS.items():
        for name in laws:
            found = [run(name, seed) for seed in range(runs)]
            widths = float(np.median([width for _, width in found]))
            yield row(title, name, Seen(sum(held for held, _ in found), widths, None, None), runs)
    yield from averages(runs)


def averages(runs: int) -> Iterator[str]:
    """The lines of the second table."""
    yield "\n## Bounds on averages\n"
    yield "Of i.i.d. numbers, as these bounds assume. `optimisation`: the excess risk of a linear loss,"
    yield f"from the law's mean, of {FEW} users. `label-regression`: the mean square of what predictions are off, and"
    yield "of their stated deviations."
    yield f"**above**: the average of {runs} runs is significantly above the bound, by 3.1 standard errors.\n"
    yield "| estimate | law | stated at most | seen on average | standard error |"
    yield "|---|---|---|---|---|"
    for problem, run in AVERAGES.items():
        for law in NUMBERS:
            seen, stated = np.array([run(problem, law, seed) for seed in range(runs)]).T
            mean, error = float(seen.mean()), float(seen.std(ddof=1) / runs**0.5)
            above = " **above**" if mean - 3.1 * error > stated.mean() else ""
            yield f"| `{problem}` | {law} | {stated.mean():.3g} | {mean:.3g}{above} | {error:.1g} |"


def row(title: str, name: str, seen: Seen, runs: int) -> str:
    """A line of the table."""
    narrow = (
        " | "
        if seen.held_if_one_law is None or seen.width_if_one_law is None
        else f"{_share(seen.held_if_one_law, runs)} | {min(seen.width_if_one_law, 1):.3f}"
    )
    cells = title, name, f"{1 - MISS:g}", _share(seen.held, runs), f"{min(seen.width, 1):.3f}", narrow
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    lines = []
    for line in page(asked.runs):
        lines.append(line)
        if asked.out is None:
            print(line, flush=True)
    if asked.out is not None:
        asked.out.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
