"""Times of the exact risk over (n, m, epsilon, hot), and of a simulated repetition three ways, in one run.

A repetition is simulated straightforwardly (raw samples and bits), from users' means (one binomial a user, votes
summed), and by aggregates alone.

python benchmarks/risk.py [--json] [--rounds N]; one core is enough (OMP_NUM_THREADS=1).
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable

import numpy as np

from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk import BetaLaw, SignLaw, UniformLaw, exact_risk, monte_carlo, supremum_over_position

EXACT = (
    (200, 10**2, 1.0, 1),
    (200, 10**7, 2.0, 1),
    (500, 10**4, 0.5, 1),
    (500, 10**4, 1.0, 1),
    (500, 10**4, 2.0, 3),
    (500, 10**9, 1.0, 1),
    (2_000, 10**4, 1.0, 1),
    (2_000, 10**4, 4.0, 3),
    (10**4, 10**4, 1.0, 1),
    (10**5, 10**4, 1.0, 1),
    (10**5, 10**4, 2.0, 3),
    (10**6, 10**9, 1.0, 1),
    (10**6, 10**9, 2.0, 3),
)
SIMULATED = ((200, 10**2), (500, 10**4), (4_000, 400))
THETA = 0.02
REPETITIONS = 20_000


def kent_plan(n: int, m: int, epsilon: float, hot: int) -> TwoStage:
    """Kent's Algorithm 2 (hot = 1) or 10 (hot = 3) with the tuned width."""
    delta = kent.tuned_width(n, m, epsilon, 1.0)
    branch = kent.algorithm2 if hot == 1 else kent.algorithm10
    return branch(n, m, epsilon, delta, 1.0, kent.bin_count(delta, 1.0))


def naive(estimator: TwoStage, theta: float, repetitions: int, rng: np.random.Generator) -> float:
    """The straightforward simulation: a raw n x m array and a matrix of bits in each repetition."""
    half, bins = estimator.half, estimator.bins
    zero, one = estimator.vote.probabilities  # type: ignore[union-attr]
    errors = []
    for _ in range(repetitions):
        samples = np.where(rng.random((estimator.n, estimator.m)) < (1 + theta) / 2, 1.0, -1.0)
        means = samples.mean(axis=1)
        hot = bins.index(means[:half])[:, None] == np.arange(bins.count)
        votes = (rng.random((half, bins.count)) < np.where(hot, one, zero)).sum(axis=0)
        lower, upper = estimator.interval(int(np.argmax(votes)))
        sent = np.clip(means[half:], lower, upper) + rng.laplace(0.0, estimator.scale, half)
        errors.append((sent.mean() - theta) ** 2)
    return float(np.mean(errors))


def by_user_means(estimator: TwoStage, law: SignLaw, repetitions: int, rng: np.random.Generator) -> float:
    """The votes' two binomials for every bin that users are in, and one binomial for every user who refines."""
    half, bins, m = estimator.half, estimator.bins, estimator.m
    cells = law.bin_law(bins, m, 1e-18)
    chances = cells.probabilities / cells.probabilities.sum()
    errors = []
    for start in range(0, repetitions, 500):
        number = min(500, repetitions - start)
        counts = np.zeros((number, bins.count), dtype=np.int64)
        counts[:, cells.first : cells.last + 1] = rng.multinomial(half, chances, size=number)
        zero, one = estimator.vote.probabilities  # type: ignore[union-attr]
        winners = np.argmax(rng.binomial(counts, one) + rng.binomial(half - counts, zero), axis=1)
        lower, upper = (end[:, None] for end in estimator.interval(winners))
        means = np.clip(law.sample_user_means((number, half), m, rng), lower, upper)
        noise = rng.standard_gamma(half, number) - rng.standard_gamma(half, number)
        errors.append((means.mean(axis=1) + estimator.scale * noise / half - law.mean) ** 2)
    return float(np.mean(np.concatenate(errors)))


def median_seconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of `work` on the processor after one warming call: what else the machine does is not counted."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def simulation(estimator: TwoStage, law: SignLaw, rounds: int, rng: np.random.Generator) -> dict[str, float]:
    """Microseconds a repetition takes three ways, and how many times as long as by aggregates."""
    few = median_seconds(lambda: naive(estimator, THETA, 5, rng), rounds) / 5
    some = median_seconds(lambda: by_user_means(estimator, law, 2_000, rng), rounds) / 2_000
    most = median_seconds(lambda: monte_carlo(estimator, law, REPETITIONS, 1), rounds) / REPETITIONS
    return {
        "n": estimator.n,
        "m": estimator.m,
        "straightforward_us": 1e6 * few,
        "user_means_us": 1e6 * some,
        "aggregates_us": 1e6 * most,
        "straightforward_ratio": few / most,
        "user_means_ratio": some / most,
    }


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5, help="timed calls per median")
    arguments = parser.parse_args()
    law = SignLaw(THETA)
    exact = []
    cases = [(*point, law) for point in EXACT]
    cases += [(500, 10**4, 1.0, 1, UniformLaw(THETA)), (200, 100, 1.0, 1, BetaLaw(0.1))]
    for users, samples, epsilon, hot, data in cases:
        plan = kent_plan(users, samples, epsilon, hot)
        seconds = median_seconds(lambda p=plan, d=data: exact_risk(p, d), arguments.rounds)  # type: ignore[misc]
        risk = exact_risk(plan, data)
        point = {"n": users, "m": samples, "epsilon": epsilon, "hot": hot, "data": type(data).__name__}
        exact.append(point | {"seconds": seconds, "risk": risk.value, "error": risk.error, "method": risk.method})
    estimator = kent_plan(500, 10**4, 1.0, 1)
    sweep = median_seconds(lambda: supremum_over_position(estimator), 1)
    rng = np.random.default_rng(1)
    simulated = [simulation(kent_plan(users, m, 1.0, 1), law, arguments.rounds, rng) for users, m in SIMULATED]
    result = {"exact": exact, "supremum_101_seconds": sweep, "monte_carlo": simulated}
    if arguments.json:
        print(json.dumps(result, indent=1))
        return
    for row in exact:
        place = f"n={row['n']:>7} m={row['m']:>10} epsilon={row['epsilon']:<3g} hot={row['hot']} {row['data']:8}"
        risk = f"risk {row['risk']:.6e} +- {row['error']:.0e}, {row['method']}"
        print(f"{place} {1e3 * row['seconds']:9.2f} ms  {risk}")
    print(f"supremum over 101 positions, (500, 10^4): {sweep:.3f} s")
    for row in simulated:
        print(
            f"a repetition at n={row['n']:>5} m={row['m']:>8}: straightforward {row['straightforward_us']:12,.1f} us,"
            f" user means {row['user_means_us']:8.2f} us, aggregates {row['aggregates_us']:6.3f} us;"
            f" ratios {row['straightforward_ratio']:,.0f} and {row['user_means_ratio']:.1f}"
        )


if __name__ == "__main__":
    main()
