"""What `estimate` draws for each problem and estimator: in words, its noise next to the printed, and users a second.

python benchmarks/deployed.py [--users N]; writes a Markdown table. Noise: the largest variance of a message given its
input, rounding included, of that of the printed Laplace noise. Users a second: all rounds of a run, with the operating
system's bits, of users with 10 rows (d = 4, epsilon = 1).
"""

import argparse
from time import perf_counter
from typing import Any

import numpy as np

from notation.setting import Setting
from upperbounds.channels.grid import GeometricHistogram, GridLaplace
from upperbounds.channels.randomness import system_generator
from upperbounds.protocols.deployed import drawn, leaves
from upperbounds.protocols.protocol import Protocol
from upperbounds.registry import of_problem
from verify.study.estimate import released

PROBLEMS = ("mean", "mean-linf", "mean-l2", "mean-l1", "mean-heavy", "mean-heavy-l2", "sparse-mean", "density",
            "mixture", "infinite-l2")  # fmt: skip
ROWS, DIMENSION, EPSILON = 10, 4, 1.0


def noise(printed: Protocol, ours: Protocol) -> float:
    """The largest quotient of variances, 1 where all messages are as printed."""
    found = [1.0]
    for step, other in zip(printed.rounds, ours.rounds, strict=True):
        for state in step.states:
            channels = zip(leaves(step.channel(state)), leaves(other.channel(state)), strict=True)
            for before, after in channels:
                if isinstance(after, GridLaplace):
                    width = 2 * float(before.scale) / float(before.upper - before.lower)
                    found.append(2 * after.most_noise / (float(after.upper - after.lower) * width) ** 2)
                elif isinstance(after, GeometricHistogram):
                    found.append(after.noise / (2 * float(before.scale) ** 2))
    return max(found[1:], default=1.0)


def row(problem: str, estimator: Any, users: int) -> str:
    """A line of the table."""
    one = problem in ("mean", "density", "mixture")
    sizes = {"p": 4.0, "M": 1.0} if "heavy" in problem else {"D": 1.0}
    setting = Setting(users, ROWS, d=1 if one else DIMENSION, epsilon=EPSILON, s=1, beta=1, r=1.0, K=2, **sizes)
    plan = estimator.plan(setting)
    ours = released(estimator, plan, EPSILON)
    size = plan.cover.centres.shape[-1] if problem.startswith("infinite") else setting.d
    samples = np.random.default_rng(0).uniform(0, 0.2, (users, ROWS * size))
    start = perf_counter()
    ours.transcript(samples, system_generator())
    speed = users / (perf_counter() - start)
    told = f"{noise(plan.protocol(), ours):.5f}"
    return f"| `{problem}` | {estimator.name} | {', '.join(drawn(ours))} | {told} | {speed:.2g} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=10**5)
    users = parser.parse_args().users
    print("| problem | estimator | drawn exactly | noise, of the printed | users a second |\n|---|---|---|---|---|")
    for problem in PROBLEMS:
        for estimator in of_problem(problem):
            if estimator.protects_users:
                print(row(problem, estimator, users), flush=True)


if __name__ == "__main__":
    main()
