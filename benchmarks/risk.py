"""Times of the exact risk, and Monte Carlo on aggregates against a straightforward per-user simulation, in one run.

python benchmarks/risk.py [--json] [--rounds N]; one core is enough (OMP_NUM_THREADS=1).
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from math import ceil, log, sqrt

import numpy as np

from upperbounds.channels import UnaryEncoding
from upperbounds.two_stage import TwoStage
from upperbounds.votes import Bins
from verify.risk import SignLaw, exact_risk, monte_carlo, supremum_over_position

EXACT = ((500, 10**4), (200, 10**7), (200, 10**2), (2_000, 10**4), (10**4, 10**4), (10**5, 10**4), (500, 10**9))
THETA = 0.02


def kent(users: int, samples: int, epsilon: float = 1.0) -> TwoStage:
    """Kent's Algorithm 2 with bins of width 2 Delta, Delta = 0.5 sqrt(log(n m epsilon^2) / m)."""
    delta = 0.5 * sqrt(log(users * samples * epsilon**2) / samples)
    bins = Bins(-1.0, 2 * delta, ceil(1 / delta))
    vote = UnaryEncoding(bins.count, 1, epsilon)
    return TwoStage("kent/alg2", users, samples, epsilon, bins, vote, 2 * delta, 6 * delta / epsilon)


def naive(estimator: TwoStage, theta: float, repetitions: int, rng: np.random.Generator) -> float:
    """The straightforward simulation: a raw n x m array and a matrix of bits in each repetition."""
    half, bins = estimator.half, estimator.bins
    zero, one = estimator.vote.probabilities  # type: ignore[union-attr]
    errors = []
    for _ in range(repetitions):
        samples = np.where(rng.random((estimator.users, estimator.samples)) < (1 + theta) / 2, 1.0, -1.0)
        means = samples.mean(axis=1)
        hot = bins.index(means[:half])[:, None] == np.arange(bins.count)
        votes = (rng.random((half, bins.count)) < np.where(hot, one, zero)).sum(axis=0)
        lower, upper = estimator.interval(int(np.argmax(votes)))
        sent = np.clip(means[half:], lower, upper) + rng.laplace(0.0, estimator.scale, half)
        errors.append((sent.mean() - theta) ** 2)
    return float(np.mean(errors))


def median_seconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of `work` after one warming call."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5, help="timed calls per median")
    arguments = parser.parse_args()
    law = SignLaw(THETA)
    exact = []
    for users, samples in EXACT:
        estimator = kent(users, samples)
        seconds = median_seconds(lambda e=estimator: exact_risk(e, law), arguments.rounds)  # type: ignore[misc]
        risk = exact_risk(estimator, law)
        exact.append({"n": users, "m": samples, "seconds": seconds, "risk": risk.value, "error": risk.error})
    estimator = kent(500, 10**4)
    sweep = median_seconds(lambda: supremum_over_position(estimator), 1)
    rng = np.random.default_rng(1)
    per_user = median_seconds(lambda: naive(estimator, THETA, 5, rng), arguments.rounds) / 5
    aggregate = median_seconds(lambda: monte_carlo(estimator, law, 20_000, 1), arguments.rounds) / 20_000
    result = {
        "exact": exact,
        "supremum_101_seconds": sweep,
        "monte_carlo": {
            "n": 500,
            "m": 10**4,
            "per_user_seconds": per_user,
            "aggregate_seconds": aggregate,
            "ratio": per_user / aggregate,
        },
    }
    if arguments.json:
        print(json.dumps(result, indent=1))
        return
    for row in exact:
        print(f"exact n={row['n']:>6} m={row['m']:>10}  {1e3 * row['seconds']:9.2f} ms  risk {row['risk']:.6e}")
    print(f"supremum over 101 positions, (500, 10^4): {sweep:.3f} s")
    print(
        f"per repetition at (500, 10^4): per user {1e3 * per_user:.1f} ms, aggregate {1e6 * aggregate:.1f} us,"
        f" ratio {per_user / aggregate:,.0f}"
    )


if __name__ == "__main__":
    main()
