"""How long private descents take: repetitions on one data set, and on data drawn again for each.

Logistic regression at d = 10 by 50 steps: plain ones in the local model, a server's in one pass or on all users.
One data set shows the descent itself; data drawn again are mostly the drawing of users' samples. A server that asks all
users in 50 steps reads 50 times as much, and is timed on one data set alone, which it reads once a step for some
repetitions. Medians of some runs, seconds on the clock and of the processor.

python benchmarks/descents.py [--users 10000] [--samples 100] [--repetitions 100] [--runs 3]
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.optimisation.central import full_batch, one_pass
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.estimator import Descent, Draw, fixed, repeated
from upperbounds.optimisation.local import zhao_algorithm3
from upperbounds.optimisation.losses import Logistic

D, STEPS = 10, 50


def drawn(m: int) -> Draw:
    """Features on the unit sphere, labels of a logistic law."""

    def draw(users: range, repetitions: int, rng: np.random.Generator) -> FloatArray:
        samples = rng.standard_normal((repetitions, len(users), m, D + 1))
        x = samples[..., :-1]
        x /= np.sqrt(np.einsum("...k,...k->...", x, x))[..., None]
        chance = 1 / (1 + np.exp(-3 * x[..., 0]))
        samples[..., -1] = np.where(rng.random(chance.shape) < chance, 1.0, -1.0)
        return samples

    return draw


def seconds(run: Callable[[], object], runs: int) -> tuple[float, float]:
    """The median time of some runs, on the clock and of the processor."""
    times = []
    for _ in range(runs):
        start, worked = time.perf_counter(), time.process_time()
        run()
        times.append((time.perf_counter() - start, time.process_time() - worked))
    clock, processor = zip(*times, strict=True)
    return statistics.median(clock), statistics.median(processor)


def main() -> None:
    """Run, and print both times."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, least in (("users", 10_000), ("samples", 100), ("repetitions", 100), ("runs", 3)):
        parser.add_argument(f"--{name}", type=int, default=least)
    asked = parser.parse_args()
    n, m, rng = asked.users, asked.samples, np.random.default_rng(1)
    loss, ball, draw = Logistic(D), Ball(D, 2.0), drawn(m)
    data = fixed(draw(range(n), 1, rng)[0])
    local: Descent = zhao_algorithm3(n, m, 1.0, loss, ball, number=STEPS)
    server: Descent = one_pass(n, m, 1.0, 1e-6, loss, ball, number=STEPS)
    every: Descent = full_batch(n, m, 1.0, 1e-6, loss, ball, number=STEPS)
    for name, plan, source, repetitions in (
        ("local, one data set", local, data, asked.repetitions),
        ("local, drawn again", local, draw, asked.repetitions),
        ("one pass, one data set", server, data, asked.repetitions),
        ("one pass, drawn again", server, draw, asked.repetitions),
        ("all users, one data set", every, data, asked.repetitions),
    ):
        clock, processor = seconds(
            lambda plan=plan, source=source, number=repetitions: repeated(plan, source, number, rng),  # type: ignore[misc]
            asked.runs,
        )
        times = f"{clock:8.2f} s, {processor:8.2f} s of the processor"
        print(f"{name:<24} {times}, {repetitions} repetitions of {STEPS} steps, n = {n}, m = {m}, d = {D}")


if __name__ == "__main__":
    main()
