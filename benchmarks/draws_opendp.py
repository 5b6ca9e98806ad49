"""Draws a second of ours and of OpenDP, where both have the mechanism: medians of three runs, with the system's bits.

python benchmarks/draws_opendp.py [--json] [--draws N]; OpenDP comes with the extra `opendp`. It draws the numbers of a
vector in one call, and answers of randomised response one at a time; ours draw all users at once. That the laws are the
same is tested in `tests/upperbounds/test_opendp.py`.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import exp
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from upperbounds.channels import KaryResponse
from upperbounds.channels.geometric import discrete_gaussian, two_sided_geometric
from upperbounds.channels.randomness import system_generator

EPSILON, SCALE, SYMBOLS, RUNS = 1.0, 3, 8, 3
Draw = Callable[[int], object]


def cases(dp: Any) -> Iterator[tuple[str, Draw, Draw]]:
    """A mechanism's name, our draw of a given number of numbers, and OpenDP's."""
    rng, whole = system_generator(), dp.vector_domain(dp.atom_domain(T=int))
    laplace = dp.m.make_laplace(whole, dp.l1_distance(T=int), scale=1 / EPSILON)
    yield (
        "discrete Laplace",
        lambda n: two_sided_geometric(EPSILON, Fraction(1), (n,), rng),
        lambda n: laplace([0] * n),
    )
    gaussian = dp.m.make_gaussian(whole, dp.l2_distance(T=int), scale=float(SCALE))
    yield (
        "discrete Gaussian",
        lambda n: discrete_gaussian(Fraction(SCALE) ** 2, (n,), rng),
        lambda n: gaussian([0] * n),
    )
    channel = KaryResponse(SYMBOLS, EPSILON)
    response = dp.m.make_randomized_response(list(range(SYMBOLS)), prob=exp(EPSILON) / (exp(EPSILON) + SYMBOLS - 1))
    yield (
        f"randomised response, {SYMBOLS} symbols",
        lambda n: channel.sample(np.ones(n, dtype=np.int64), rng),
        lambda n: [response(1) for _ in range(n)],
    )


def a_second(draw: Draw, number: int) -> float:
    """Numbers drawn a second."""
    times = []
    for _ in range(RUNS):
        begin = perf_counter()
        draw(number)
        times.append(perf_counter() - begin)
    return number / median(times)


def main() -> None:
    """Print a row for each mechanism."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--draws", type=int, default=100_000)
    asked = parser.parse_args()
    try:
        import opendp.prelude as dp
    except ImportError:
        parser.exit(1, "OpenDP is not installed: pip install .[opendp]\n")
    dp.enable_features("contrib")
    rows = [
        {"mechanism": name, "ours": a_second(ours, asked.draws), "opendp": a_second(theirs, asked.draws)}
        for name, ours, theirs in cases(dp)
    ]
    if asked.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(f"{row['mechanism']:<32} {row['ours']:>12,.0f}  {row['opendp']:>12,.0f} draws a second (OpenDP)")


if __name__ == "__main__":
    main()
