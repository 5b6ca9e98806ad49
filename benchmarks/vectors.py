"""Times of the vector estimators: the transform against the dense product, Kashin coefficients, risks by aggregates
and exactly.

python benchmarks/vectors.py [--json] [--rounds N]; one core is enough (OMP_NUM_THREADS=1). Risks are told with their
processor time too, which other work on the machine moves less.
"""

import argparse
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from upperbounds.protocols import aggregate
from upperbounds.protocols.coordinate_laws import Signs, SphereCoordinate
from upperbounds.transforms.hadamard import RandomRotation, walsh_hadamard
from upperbounds.transforms.kashin import DenseFrame, HadamardFrame, least_coefficients, represent
from upperbounds.vectors import kent, zhao
from verify.study.risk import SignLaw, exact_vector_risk

USERS, SAMPLES, DIMENSION, REPETITIONS = 4000, 400, 32, 10_000
TARGET = 10.0
"""Seconds of one core in which REPETITIONS repetitions have to be done."""


def median_seconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of `work` after one warming call."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def peak_megabytes(work: Callable[[], object]) -> float:
    """The most memory that `work` allocates, its result included."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def transforms(rounds: int) -> list[dict[str, float]]:
    """The transform of 4,000 vectors against their product with the dense matrix, made beforehand."""
    rows = []
    rng = np.random.default_rng(0)
    for size in (32, 128, 1024, 4096):
        vectors = rng.standard_normal((4000, size))
        dense = walsh_hadamard(np.eye(size))
        fast = median_seconds(lambda x=vectors: walsh_hadamard(x), rounds)  # type: ignore[misc]
        slow = median_seconds(lambda x=vectors, h=dense: x @ h, max(rounds // 2, 1))  # type: ignore[misc]
        memory = peak_megabytes(lambda x=vectors: walsh_hadamard(x))  # type: ignore[misc]
        rows.append(
            {
                "d": size,
                "fast_seconds": fast,
                "dense_seconds": slow,
                "ratio": slow / fast,
                "peak_megabytes": memory,
                "vectors_megabytes": vectors.nbytes / 2**20,
            }
        )
    return rows


def coefficients(rounds: int) -> list[dict[str, float | str]]:
    """Kashin coefficients at K = 2, per vector, and one linear program."""
    rng = np.random.default_rng(1)
    rows: list[dict[str, float | str]] = []
    for dimension in (32, 1024):
        vectors = rng.standard_normal((500, dimension))
        for frame in (DenseFrame.draw(dimension, rng), HadamardFrame.draw(dimension, rng)):
            seconds = median_seconds(lambda f=frame, x=vectors: represent(f, x), rounds)  # type: ignore[misc]
            found = represent(frame, vectors)
            rows.append(
                {
                    "frame": type(frame).__name__,
                    "d": dimension,
                    "seconds_per_vector": seconds / len(vectors),
                    "uncertified": float(np.sum(~found.certified)),
                }
            )
    frame = DenseFrame.draw(32, rng)
    vector = rng.standard_normal(32)
    program = median_seconds(lambda: least_coefficients(frame, vector), rounds)
    rows.append({"frame": "DenseFrame, program", "d": 32, "seconds_per_vector": program, "uncertified": 0.0})
    return rows


def risks(rounds: int) -> list[dict[str, float | str]]:
    """Ten thousand repetitions at n = 4,000, m = 400, d = 32 by aggregates, and one repetition by users."""
    rows: list[dict[str, float | str]] = []
    rng = np.random.default_rng(2)
    rotation = RandomRotation.draw(DIMENSION, rng)
    signs, sphere = (Signs(0.8),), (SphereCoordinate(DIMENSION),)
    axis = rotation.forward(np.eye(DIMENSION)[:1])[0]
    rotated = tuple(Signs(0.8 * entry, abs(entry)) for entry in axis)
    for epsilon in (0.9, 2.0, 4.0):
        plain = kent.tuned(USERS, SAMPLES, DIMENSION, epsilon, 1.0)
        turned = kent.tuned_rotated(USERS, SAMPLES, epsilon, 1.0, rotation)
        other = zhao.algorithm2(USERS, SAMPLES, DIMENSION, epsilon, 1.0)
        for name, plan, laws in (
            ("kent l_inf, Rad(0.9)", plain, signs),
            ("zhao l_inf, Rad(0.9)", other, signs),
            ("kent l_2, Rad(0.9) on an axis", turned, rotated),
            ("kent l_inf, sphere", plain, sphere),
            ("kent l_2, sphere", turned, sphere),
        ):
            start, worked = time.perf_counter(), time.process_time()
            aggregate.draw(plan, laws, REPETITIONS, rng)
            seconds, cpu = time.perf_counter() - start, time.process_time() - worked
            rows.append({"setting": name, "epsilon": epsilon, "seconds": seconds, "cpu_seconds": cpu})
    samples = rng.choice([-1.0, 1.0], p=[0.1, 0.9], size=(USERS, SAMPLES, DIMENSION))
    plan = kent.tuned(USERS, SAMPLES, DIMENSION, 2.0, 1.0)
    users = median_seconds(lambda: plan.run(samples, rng), rounds)
    rows.append({"setting": "kent l_inf, one repetition user by user, data given", "epsilon": 2.0, "seconds": users})
    return rows


def exact_risks(rounds: int) -> list[dict[str, float | str]]:
    """The same risks exactly, where data are coordinate-wise +-1, and their values next to aggregates."""
    rows: list[dict[str, float | str]] = []
    rng = np.random.default_rng(3)
    rotation = RandomRotation.draw(DIMENSION, rng)
    entries = rotation.forward(np.eye(DIMENSION)[:1])[0].tolist()
    turned_laws = [SignLaw(0.8 * entry, abs(entry)) for entry in entries]
    turned_signs = tuple(Signs(0.8 * entry, abs(entry)) for entry in entries)
    turned_mean = 0.8 * np.eye(DIMENSION)[0]
    for epsilon in (0.9, 2.0, 4.0):
        for name, plan, laws, signs, mean in (
            ("kent l_inf", kent.tuned(USERS, SAMPLES, DIMENSION, epsilon, 1.0), [SignLaw(0.8)], (Signs(0.8),), 0.8),
            (
                "zhao l_inf",
                zhao.algorithm2(USERS, SAMPLES, DIMENSION, epsilon, 1.0),
                [SignLaw(0.8)],
                (Signs(0.8),),
                0.8,
            ),
            (
                "kent l_2, on an axis",
                kent.tuned_rotated(USERS, SAMPLES, epsilon, 1.0, rotation),
                turned_laws,
                turned_signs,
                turned_mean,
            ),
        ):
            seconds = median_seconds(lambda p=plan, x=laws: exact_vector_risk(p, x), rounds)  # type: ignore[misc]
            drawn, _ = aggregate.draw(plan, signs, 2000, rng)
            squares = np.sum((drawn - mean) ** 2, axis=1)
            rows.append(
                {
                    "setting": f"{name}, Rad(0.9)",
                    "epsilon": epsilon,
                    "seconds": seconds,
                    "exact": exact_vector_risk(plan, laws).value,
                    "simulated": float(squares.mean()),
                    "standard_error": float(squares.std(ddof=1) / np.sqrt(len(squares))),
                }
            )
    return rows


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5, help="timed calls per median")
    arguments = parser.parse_args()
    result = {
        "transform": transforms(arguments.rounds),
        "kashin": coefficients(arguments.rounds),
        "risk": risks(arguments.rounds),
        "exact": exact_risks(arguments.rounds),
    }
    if arguments.json:
        print(json.dumps(result, indent=1))
        return
    for row in result["transform"]:
        print(
            f"H x, 4000 vectors, d={row['d']:>5}: fast {1e3 * row['fast_seconds']:8.2f} ms, dense"
            f" {1e3 * row['dense_seconds']:8.2f} ms, ratio {row['ratio']:6.1f}; peak {row['peak_megabytes']:.1f} MB"
            f" for {row['vectors_megabytes']:.1f} MB of vectors"
        )
    for line in result["kashin"]:
        print(
            f"Kashin, {line['frame']}, d={line['d']}: {1e6 * float(line['seconds_per_vector']):.1f} us a vector,"
            f" {line['uncertified']:.0f} of 500 uncertified at K = 2"
        )
    for line in result["risk"]:
        cpu = f", {line['cpu_seconds']:.2f} s of one core" if "cpu_seconds" in line else ""
        print(f"{line['setting']}, epsilon = {line['epsilon']}: {line['seconds']:.2f} s{cpu}")
    slowest = max(float(line["cpu_seconds"]) for line in result["risk"] if "cpu_seconds" in line)
    print(f"{REPETITIONS} repetitions take at most {slowest:.2f} s of one core; the target is {TARGET:g} s")
    for line in result["exact"]:
        print(
            f"exact, {line['setting']}, epsilon = {line['epsilon']}: {1e3 * float(line['seconds']):.1f} ms;"
            f" {line['exact']:.5g}, simulated {line['simulated']:.5g} +- {line['standard_error']:.2g}"
        )


if __name__ == "__main__":
    main()
