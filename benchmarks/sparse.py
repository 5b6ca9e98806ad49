"""One point of kent's Figure 3, user by user and by aggregates side by side, and the item level's exact risk.

python benchmarks/sparse.py [--d D] [--epsilon E] [--rounds N] [--json]; one core is enough (OMP_NUM_THREADS=1).
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable

import numpy as np

from notation.setting import Setting
from upperbounds.sparse.kent import tuned
from verify.papers.kent.experiments import sweep_sparse as figure
from verify.study.risk.sparse import selection_risk, signs


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of `work` on the processor, without a warming call: what is cached is part of a point."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def user_by_user(at: Setting, rng: np.random.Generator) -> float:
    """The squared error of one repetition from raw samples."""
    means = np.zeros(at.d)
    means[: figure.SPARSITY] = figure.MEAN
    samples = np.where(rng.random((at.n, at.m, at.d)) < (1 + means) / 2, 1.0, -1.0)
    return float(np.sum((tuned(at).protocol().run(samples.reshape(1, at.n, -1), rng)[0] - means) ** 2))


def by_aggregates(at: Setting, rng: np.random.Generator) -> float:
    """The risk by 500 drawn selections, as the figure has it."""
    means = np.zeros(at.d)
    means[: figure.SPARSITY] = figure.MEAN
    return selection_risk(tuned(at), signs(means, at.D), figure.REPETITIONS, rng).value


def item_level(at: Setting) -> None:
    """The exact risks at item level, at every threshold that is tried."""
    figure.item_level.cache_clear()
    figure.item_level(at)


def main() -> None:
    """Run, and print a line or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--d", type=int, default=500, help="dimensions")
    parser.add_argument("--epsilon", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=5, help="timed calls per median")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    at, rng = figure.growing(given.d, given.epsilon), np.random.default_rng(1)
    users = seconds(lambda: user_by_user(at, rng), given.rounds)
    aggregates = seconds(lambda: by_aggregates(at, rng), given.rounds)
    found = {
        "n": at.n,
        "m": at.m,
        "d": at.d,
        "epsilon": at.epsilon,
        "repetitions": figure.REPETITIONS,
        "aggregates_seconds": aggregates,
        "user_by_user_seconds": figure.REPETITIONS * users,
        "ratio": figure.REPETITIONS * users / aggregates,
        "item_level_seconds": seconds(lambda: item_level(at), given.rounds),
    }
    if given.json:
        print(json.dumps(found, indent=1))
        return
    print(
        f"d = {at.d}, n = T = {at.n}, alpha = {at.epsilon:g}, {figure.REPETITIONS} repetitions: by aggregates"
        f" {aggregates:.2f} s; user by user {found['user_by_user_seconds']:.1f} s (of one, times {figure.REPETITIONS});"
        f" ratio {found['ratio']:.0f}; item level, exact: {found['item_level_seconds']:.3f} s"
    )


if __name__ == "__main__":
    main()
