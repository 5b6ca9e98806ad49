"""The engine against public packages and straightforward simulations, as ratios of medians within one run.

python benchmarks/peers.py [--json] [--rounds N] [--all-users]; one core is enough (OMP_NUM_THREADS=1). The packages
come with the extra `peers`; one that is absent is said to be, in one line.

What is compared: the law of the counts, which is all that a simulation of a risk needs. The engine draws the summed
bits of all users at once from their exact law (two binomials a bin); the packages and the vectorized program make
every user's report, as a deployment must, and add the reports up. All use symmetric unary encoding with the same
probabilities, checked here by their counts. Users are independent there, so that by default the packages' reports
are timed on as many users as `SOME` and scaled; --all-users times every one.
"""

import argparse
import json
import resource
import sys
from collections.abc import Callable
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray
from risk import THETA, median_seconds, naive

from upperbounds.channels import UnaryEncoding
from upperbounds.mean import kent
from verify.study.risk import SignLaw, exact_risk, monte_carlo

EPSILON = 1.0
WORK = ((10**5, 64), (10**6, 1024))
RISKS = ((200, 10**2), (500, 10**4))
SOME = 20_000
CHUNK = 1 << 22
"""Bits that the vectorized program holds at once."""

Counts = NDArray[np.int64] | NDArray[np.float64]
Reports = Callable[[NDArray[np.int64], int], Counts]
"""The summed reports of users with these values, among a given number of bins."""


def aggregate(values: NDArray[np.int64], bins: int, rng: np.random.Generator) -> Counts:
    """The engine: from how many users have each value, whatever the number of users."""
    counts = np.bincount(values, minlength=bins)
    return UnaryEncoding(bins, 1, EPSILON).sample_sum(counts, rng)


def vectorized(values: NDArray[np.int64], bins: int) -> Counts:
    """numpy: a matrix of bits, chunk by chunk."""
    rng, channel = np.random.default_rng(1), UnaryEncoding(bins, 1, EPSILON)
    total = np.zeros(bins, dtype=np.int64)
    for part in np.array_split(values, ceil(len(values) * bins / CHUNK)):
        total += channel.sample(part, rng).sum(axis=0)
    return total


def pure_ldp() -> Reports:
    """pure-ldp's client for every user, its server adding up."""
    from pure_ldp.frequency_oracles.unary_encoding import UEClient, UEServer

    def reports(values: NDArray[np.int64], bins: int) -> Counts:
        client, server = (kind(EPSILON, bins, index_mapper=lambda x: x) for kind in (UEClient, UEServer))
        for value in values:
            server.aggregate(client.privatise(value))
        return np.asarray(server.aggregated_data)

    return reports


def multi_freq_ldpy() -> Reports:
    """multi-freq-ldpy's compiled client for every user; a running sum, since a list of reports takes 8 GB."""
    from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client

    def reports(values: NDArray[np.int64], bins: int) -> Counts:
        total = np.zeros(bins)
        for value in values:
            total += UE_Client(value, bins, EPSILON, False)
        return total

    return reports


PACKAGES = {"pure-ldp": pure_ldp, "multi-freq-ldpy": multi_freq_ldpy}


def agree(found: Counts, values: NDArray[np.int64], bins: int) -> bool:
    """Whether counts are those of the law: every bin within 6 deviations."""
    zero, one = UnaryEncoding(bins, 1, EPSILON).probabilities
    true = np.bincount(values, minlength=bins)
    deviation = sqrt(len(values) * one * (1 - one))
    return bool(np.all(np.abs(found - true * one - (len(values) - true) * zero) < 6 * deviation))


def counts_against_reports(n: int, bins: int, rounds: int, most: int, packages: dict[str, Reports]) -> dict:
    """Seconds of every program, and their ratios to the engine."""
    rng = np.random.default_rng(2)
    # Every bin holds users, which is the most work for the engine.
    values = rng.integers(0, bins, n)
    tallied = np.bincount(values, minlength=bins)
    channel = UnaryEncoding(bins, 1, EPSILON)
    assert agree(channel.sample_sum(tallied, rng), values, bins)
    # A simulation draws the counts of values as a multinomial, without users; the packages are given users' values.
    seconds = {
        "engine, given every user's value": median_seconds(lambda: aggregate(values, bins, rng), 20 * rounds),
        "engine, given the counts of values": median_seconds(lambda: channel.sample_sum(tallied, rng), 20 * rounds),
    }
    few = values[: min(n, most)]
    for name, reports in {"numpy, a matrix of bits": vectorized, **packages}.items():
        asked = values if reports is vectorized else few
        assert agree(reports(asked, bins), asked, bins), name
        seconds[name] = median_seconds(lambda r=reports, v=asked: r(v, bins), rounds) * n / len(asked)
    engine = seconds["engine, given every user's value"]
    return {"n": n, "bins": bins, "seconds": seconds, "ratios": {k: s / engine for k, s in seconds.items()}}


def risks_against_simulation(n: int, m: int, rounds: int) -> dict:
    """The exact risk and the aggregate simulation against the straightforward one, per repetition and for 1%."""
    estimator, law = kent.tuned(n, m, EPSILON, 1.0), SignLaw(THETA)
    rng = np.random.default_rng(3)
    repetitions = max(2_000_000 // (n * m), 1)
    straight = median_seconds(lambda: naive(estimator, THETA, repetitions, rng), rounds) / repetitions
    simulated = monte_carlo(estimator, law, 20_000, 1)
    drawn = median_seconds(lambda: monte_carlo(estimator, law, 20_000, 1), rounds) / 20_000
    exact = median_seconds(lambda: exact_risk(estimator, law), 4 * rounds)
    # How many repetitions a standard error of 1% of the risk takes.
    needed = ceil(20_000 * (simulated.standard_error / simulated.value / 0.01) ** 2)
    return {
        "n": n,
        "m": m,
        "seconds": {"per user": straight, "aggregate": drawn, "exact": exact},
        "ratio per repetition, aggregate": straight / drawn,
        "repetitions for 1%": needed,
        "ratio for 1%, exact": straight * needed / exact,
    }


def peak_mebibytes() -> float:
    """The most memory that this process ever held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5, help="timed calls per median")
    parser.add_argument("--all-users", action="store_true", help="time the packages on every user")
    arguments = parser.parse_args()
    packages: dict[str, Reports] = {}
    absent = []
    for name, load in PACKAGES.items():
        try:
            packages[name] = load()
        except ImportError as error:
            absent.append(f"{name} ({error})")
    most = max(n for n, _ in WORK) if arguments.all_users else SOME
    counts = [counts_against_reports(n, bins, arguments.rounds, most, packages) for n, bins in WORK]
    engine_and_packages = peak_mebibytes()
    risks = [risks_against_simulation(n, m, arguments.rounds) for n, m in RISKS]
    result = {
        "unary_encoding": counts,
        "risks": risks,
        "absent": absent,
        "users_timed": most,
        "peak_mebibytes": {"unary encoding": engine_and_packages, "all": peak_mebibytes()},
    }
    if arguments.json:
        print(json.dumps(result, indent=1))
        return
    print(f"the law of the counts, not every user's report; packages timed on {most} users at most and scaled")
    if absent:
        print(f"absent: {', '.join(absent)}; pip install 'ratecheck[peers]'")
    for row in counts:
        print(f"unary encoding, n = {row['n']}, {row['bins']} bins")
        for name, seconds in row["seconds"].items():
            print(f"  {name:36} {1e3 * seconds:12.3f} ms {row['ratios'][name]:12,.2f} x")
    for row in risks:
        seconds = row["seconds"]
        print(
            f"risk, n = {row['n']}, m = {row['m']}: per repetition {1e6 * seconds['per user']:.0f} us per user,"
            f" {1e6 * seconds['aggregate']:.2f} us aggregate ({row['ratio per repetition, aggregate']:,.0f} x);"
            f" exact {1e3 * seconds['exact']:.2f} ms, {row['ratio for 1%, exact']:,.0f} x what a simulation to 1% takes"
            f" ({row['repetitions for 1%']} repetitions)"
        )
    print(f"peak memory {result['peak_mebibytes']['all']:.0f} MiB")


if __name__ == "__main__":
    main()
