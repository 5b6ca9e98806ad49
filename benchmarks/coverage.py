"""How often the intervals of `estimate` hold the truth, and how long they are, over five distributions of users.

python benchmarks/coverage.py [--runs N] [--out reports/coverage.md]; one core, a few minutes, fixed seeds. Writes a
Markdown page, without --out to standard output. The truth is the average over the file's users of their own means. A
share significantly below the stated level, at one in a thousand, is marked.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from scipy import stats

from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from verify.study.bars import MISS, Tails
from verify.study.estimate import PublicRange, estimate
from verify.study.problems import problem_of
from verify.study.table import Rows

USERS, SAMPLES, EPSILON, DIMENSION, ORDER = 2000, 50, 4.0, 3, 4.0

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
    """A problem, and whether users are said to share a law."""

    problem: str
    dimension: int = 1
    estimator: str | None = None

    @property
    def title(self) -> str:
        """As on the command line."""
        return f"`{self.problem}`" + (f" `--same-law`, {self.estimator}" if self.estimator else "")

    def law(self, name: str) -> Law:
        """Under moments heavy tails are heavy."""
        return pareto if name == "heavy tails" and self.problem == "mean-heavy" else LAWS[name]

    def known(self) -> PublicRange:
        """D = 1, the ball of radius sqrt(d), or fourth moments of 1."""
        if self.problem == "mean-heavy":
            return PublicRange(1.0, tails=Tails(ORDER, 1.0))
        return PublicRange(self.dimension**0.5, order=2) if self.problem == "mean-l2" else PublicRange(1.0)


WAYS = (
    Way("mean"),
    Way("mean", estimator="kent-tuned"),
    Way("mean", estimator="walk"),
    Way("mean-linf", DIMENSION),
    Way("mean-linf", DIMENSION, "kent-tuned"),
    Way("mean-linf", DIMENSION, "walk"),
    Way("mean-l2", DIMENSION),
    Way("mean-heavy", DIMENSION),
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
    setting = Setting(USERS, SAMPLES, way.dimension, EPSILON, D=known.size, p=ORDER)
    problem = problem_of(way.problem)
    # Risks are the same in every run.
    problem = replace(problem, risk=cache(problem.risk))
    for run in range(runs):
        vectors = way.law(name)(way.dimension, np.random.default_rng((2, run)))
        truth = vectors.mean(axis=(0, 1))
        rows = Rows(vectors.reshape(-1, way.dimension), np.repeat(np.arange(USERS), SAMPLES))
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


def _share(held: int, runs: int) -> str:
    below = stats.binom.cdf(held, runs, 1 - MISS) < 1e-3
    return f"{held / runs:.3f}{' **below**' if below else ''}"


HEAD = """# How often the intervals of `estimate` hold the truth

Made by `python benchmarks/coverage.py --out reports/coverage.md`. Seen: the share of runs in which the interval held
the average of the users' own means. Half-width: the median, over half the public range. The last two columns are of the
interval that assumes i.i.d. users; for heterogeneous users it may fail. **below**: significantly below the stated level
(p < 0.001).
"""
"""How the report begins."""


def page(runs: int) -> Iterator[str]:
    """The lines of the report."""
    yield HEAD
    yield f"n = {USERS}, m = {SAMPLES}, epsilon = {EPSILON:g}, d = {DIMENSION} for vectors, {runs} runs each.\n"
    yield "| estimate | users | stated | seen | half-width | seen, if i.i.d. | half-width |"
    yield "|---|---|---|---|---|---|---|"
    for way in WAYS:
        for name in LAWS:
            yield row(way, name, study(way, name, runs), runs)


def row(way: Way, name: str, seen: Seen, runs: int) -> str:
    """A line of the table."""
    narrow = (
        " | "
        if seen.held_if_one_law is None or seen.width_if_one_law is None
        else f"{_share(seen.held_if_one_law, runs)} | {min(seen.width_if_one_law, 1):.3f}"
    )
    cells = way.title, name, f"{1 - MISS:g}", _share(seen.held, runs), f"{min(seen.width, 1):.3f}", narrow
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
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
