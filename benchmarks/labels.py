"""Times of the exact excess risk of a private vote in 10^4 cells that all differ, by cells' transforms and by sums.

The straightforward way adds up, over how many people are in a cell, the probability that most of them are wrong;
both in one run, medians of processor time. Next to them the exact risks of users' rules in as many cells, all unlike.

python benchmarks/labels.py [--rounds N]; one core is enough (OMP_NUM_THREADS=1).
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
from scipy.special import betainc
from scipy.stats import binom

from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.turned import Sizes
from upperbounds.classification.votes import CentralVote, LocalVote
from verify.study.risk.classification import chance_of_second
from verify.study.risk.user_cells import CellLaw, excess_risk, squared_risk

CELLS, PEOPLE = 10**4, (10**5, 10**6, 10**7)
USERS = ((10**6, 1, 1.0), (10**5, 10, 1.0), (10**6, 1, 600.0))


def median_seconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of `work` on the processor after one warming call."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def by_sums(n: int, mass: FloatArray, share: FloatArray, vote: LocalVote) -> FloatArray:
    """The probability of class 1 in each cell, summed over how many people it has; k-ary answers."""
    lie, truth = vote.marks
    up = lie + (truth - lie) * share
    found = np.empty(len(mass))
    for i, (p, q) in enumerate(zip(mass, up, strict=True)):
        reach = 9 * (n * p) ** 0.5 + 40
        k = np.arange(max(0, int(n * p - reach)), min(n, int(n * p + reach)) + 1)
        # Of an even number the majority is that of one less.
        odd = np.where(k % 2 == 1, k, k - 1)
        half = np.maximum((odd + 1) // 2, 1)
        right = np.where(k == 0, 0.5, betainc(half, half, q))
        found[i] = binom.pmf(k, n, p) @ right
    return found


def main() -> None:
    """Run, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="timed calls per median")
    rounds = parser.parse_args().rounds
    rng = np.random.default_rng(0)
    mass, share = rng.dirichlet(np.full(CELLS, 5.0)), rng.random(CELLS)
    local, central = LocalVote("k-ary", 2, 0.5), CentralVote("geometric", 2, 0.5)
    for n in PEOPLE:
        ours = median_seconds(lambda n=n: chance_of_second(n, mass, share, local), rounds)  # type: ignore[misc]
        geometric = median_seconds(lambda n=n: chance_of_second(n, mass, share, central), rounds)  # type: ignore[misc]
        sums = median_seconds(lambda n=n: by_sums(n, mass, share, local), 1)  # type: ignore[misc]
        apart = np.abs(chance_of_second(n, mass, share, local) - by_sums(n, mass, share, local)).max()
        print(
            f"n={n:.0e} cells={CELLS}: local {ours:.2f} s, central {geometric:.2f} s; by sums {sums:.2f} s, a ratio of"
            f" {sums / ours:.1f}; largest difference {apart:.0e}"
        )
    q = mass * (2 * share - 1)
    law = CellLaw(mass, q, np.stack([np.maximum(q, 0), np.maximum(-q, 0)], axis=1), 0.01)
    for n, m, epsilon in USERS:
        one, two = Sizes(n, m, epsilon, CELLS, 1), Sizes(n, m, epsilon, CELLS, 2)
        signs = median_seconds(lambda a=one: excess_risk(a, law), rounds)  # type: ignore[misc]
        squares = median_seconds(lambda a=two: squared_risk(a, law, 0.3 / CELLS), rounds)  # type: ignore[misc]
        print(
            f"n={n:.0e} users of m={m} at epsilon={epsilon:g} cells={CELLS}: classification {signs:.2f} s,"
            f" regression {squares:.2f} s"
        )


if __name__ == "__main__":
    main()
