"""Seconds for messages of many users with the operating system's bits, by channel: the median of three runs.

python benchmarks/draws.py [--json] [--users N]
"""

import argparse
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from upperbounds.channels import (
    ExponentialChoice,
    GeometricHistogram,
    GridLaplace,
    GridLaplaceVector,
    KaryResponse,
    RoundedResponse,
    UnaryEncoding,
    WindowResponse,
)
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.cube import CubeResponse
from upperbounds.channels.gaussian import gaussian_on_grid
from upperbounds.channels.grid import grid_steps
from upperbounds.channels.radial import radial_noise
from upperbounds.channels.randomness import system_generator
from upperbounds.channels.signed import SignedResponse
from upperbounds.channels.vectors import packed

EPSILON, DELTA, DIMENSION, RUNS = 1.0, 1e-6, 8, 3
RATE = Fraction(1, 1000)


def cases(users: int) -> Iterator[tuple[str, int, Callable[[np.random.Generator], Any]]]:
    """A channel's name, how many numbers a message has, and a draw of all messages."""
    data = np.random.default_rng(0)
    numbers, symbols = data.random(users), data.integers(DIMENSION, size=users)
    vectors = data.standard_normal((users, DIMENSION))
    items = packed(vectors / np.abs(vectors).sum(axis=1, keepdims=True))
    of_numbers: tuple[Any, ...] = (
        RoundedResponse(1.0, EPSILON),
        WindowResponse(8, 3, 1.0, EPSILON),
        *(GridLaplace(0.0, 1.0, grid_steps(epsilon), epsilon) for epsilon in (0.1, 1.0, 8.0)),
    )
    for channel in of_numbers:
        yield f"{type(channel).__name__}, epsilon = {channel.epsilon}", 1, partial(channel.sample, numbers)
    line = gaussian_on_grid(0.0, 1.0, 1, EPSILON, DELTA)
    yield "GridGaussian", 1, partial(line.sample, packed(numbers[:, None]))
    of_symbols: tuple[tuple[int, Any], ...] = (
        (1, KaryResponse(DIMENSION, EPSILON)),
        (DIMENSION, UnaryEncoding(DIMENSION, 1, EPSILON)),
        (DIMENSION, GeometricHistogram(DIMENSION, 1, EPSILON)),
    )
    for size, channel in of_symbols:
        yield type(channel).__name__, size, partial(channel.sample, symbols)
    of_vectors: tuple[tuple[int, Any], ...] = (
        (1, SignedResponse(DIMENSION, 1.0, EPSILON)),
        (1, ExponentialChoice(DIMENSION, 4, EPSILON)),
        (DIMENSION, CubeResponse(DIMENSION, 1.0, EPSILON)),
        (DIMENSION, BallResponse(DIMENSION, 1.0, EPSILON)),
        (DIMENSION, GridLaplaceVector(DIMENSION, 1.0, grid_steps(EPSILON), EPSILON)),
        (DIMENSION, gaussian_on_grid(0.0, 1.0, DIMENSION, EPSILON, DELTA)),
    )
    for size, channel in of_vectors:
        yield f"{type(channel).__name__}, d = {DIMENSION}", size, partial(channel.sample, items)
    # A release adds one such vector: fewer are drawn.
    for size, number in ((DIMENSION, users // 10), (100, users // 1000)):
        yield f"radial noise, d = {size}, {number} vectors", size, partial(radial_noise, RATE, size, number)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--users", type=int, default=10**6)
    options = parser.parse_args()
    rng, rows = system_generator(), []
    for name, size, draw in cases(options.users):
        times = []
        for _ in range(RUNS):
            start = perf_counter()
            draw(rng)
            times.append(perf_counter() - start)
        rows.append({"channel": name, "numbers": size, "seconds": round(median(times), 3)})
        if not options.json:
            print(f"{name:40} {size} numbers a message {rows[-1]['seconds']:8.3f} s", flush=True)
    if options.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
