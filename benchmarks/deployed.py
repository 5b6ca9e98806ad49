"""What `estimate` draws in every problem: described, the risk next to that of the printed noise, and draws a second.

python benchmarks/deployed.py [--users N] [--out reports/deployed.md]; one core, some minutes. An estimator that did not
draw exactly would end it. Draws: users, or labels, of all rounds of a run, with the operating system's bits.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import hypot, inf, isfinite
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from notation.classification import LabelSetting
from notation.setting import Setting
from notation.user_learning import UserSetting
from upperbounds.channels.radial import radial_noise
from upperbounds.channels.randomness import system_generator
from upperbounds.classification.classifiers import CentralBinClassifier, LocalBinClassifier
from upperbounds.classification.users import UserBinClassifier
from upperbounds.classification.users import released as of_plan
from upperbounds.optimisation.deployed import deployed_descent
from upperbounds.optimisation.deployed import drawn as of_descent
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.losses import Linear
from upperbounds.protocols.deployed import drawn
from upperbounds.registry import of_problem
from upperbounds.regression.regressors import CentralBinRegressor, LocalBinRegressor, NeighbourRegressor
from upperbounds.regression.users import UserBinRegressor
from upperbounds.selection.covers import MOST_CELLS
from verify.study.deployed import deployed_protocol, deployed_worst_risk, with_drawn_votes
from verify.study.label_regressions import REGRESSION_PROBLEMS
from verify.study.labels import LABEL_PROBLEMS, drawn_by, worst_label_risk
from verify.study.optimise import DESCENTS
from verify.study.problems import PROBLEMS as PROBLEM
from verify.study.users import USER_PROBLEMS, upper_of

PROBLEMS = ("mean", "mean-linf", "mean-l2", "mean-l1", "mean-heavy", "mean-heavy-l2", "sparse-mean", "density",
            "mixture", "infinite-l2")  # fmt: skip
ROWS, DIMENSION, EPSILON, DELTA = 10, 4, 1.0, 1e-6

HEAD = """# What `estimate` draws, in every problem

Made by `python benchmarks/deployed.py --out reports/deployed.md`. Each answer is drawn with its exact
probability: a channel for which that is not so ends the benchmark.

Printed: the risk with the paper's noise in real arithmetic. Drawn: that of what `estimate` draws, with the law of the
winner of noisy votes as they are drawn, and a bound on the variance that the grid adds. Of: `risk` at the worst of the
laws that `bound` tries, else the explicit bound, or the variance of the noise on an answer. In brackets: the standard
error of two risks that are simulated.
A second: users, or labels, through all rounds, in a second of a processor, with the operating system's bits.
"""
"""How the report begins."""

SLOW = 1e5
WHY = {
    "zhao-kashin": "Kashin's coefficients of every row are computed, by projections that alternate",
    "zhao-heavy-kashin": "as `zhao-kashin`",
    "kent-algorithm1": f"a message has one bit for each cell of the cover, which has up to {MOST_CELLS} cells",
    "zhao-algorithm3": "users are asked one after another, as each step needs the last answer",
    "full-batch": "a server reads all rows again at each of its steps",
    "full-batch-pure": "as `full-batch`",
}
"""Why an estimator takes more than a second for 10^5 users."""
RADIAL = {4: 10**5, 8: 10**5, 100: 1000}
"""Numbers of vectors that are drawn, by dimension."""


def line(
    problem: str, name: str, drawn: Sequence[str], risks: tuple[float, float], of: str, speed: float, error: float = 0.0
) -> str:
    """A line of the table; `error` is that of the difference of two risks that are simulated."""
    told = [f"{risk:.4g}" if isfinite(risk) else "not computed" for risk in risks]
    more = f"{risks[1] / risks[0] - 1:+.2%}" if all(map(isfinite, risks)) else ""
    more += f" (+- {error / risks[0]:.0%})" if error else ""
    return f"| `{problem}` | {name} | {', '.join(drawn)} | {told[0]} | {told[1]} | {more} | {of} | {speed:.2g} |"


def timed(run: Callable[[], object], number: int) -> float:
    """How many in a second of a processor, so that other processes do not count."""
    start = process_time()
    run()
    return number / (process_time() - start)


def of_users(problem: str, estimator: Any, users: int) -> str:
    """An estimator whose users send messages."""
    one = problem in ("mean", "density", "mixture")
    sizes = {"p": 4.0, "M": 1.0} if "heavy" in problem else {"D": 1.0}
    setting = Setting(users, ROWS, d=1 if one else DIMENSION, epsilon=EPSILON, s=1, beta=1, r=1.0, K=2, **sizes)
    plan = estimator.plan(setting)
    ours = deployed_protocol(estimator, plan, EPSILON)
    size = plan.cover.centres.shape[-1] if problem.startswith("infinite") else setting.d
    samples = np.random.default_rng(0).uniform(0, 0.2, (users, ROWS * size))
    speed = timed(lambda: ours.transcript(samples, system_generator()), users)
    about = PROBLEM[problem]
    printed, found = about.risk(estimator, setting), deployed_worst_risk(about, estimator, setting)
    # Of the same votes both are one simulation, and their ratio has no error.
    simulated = found.repetitions and with_drawn_votes(estimator, plan, EPSILON) is not plan
    error = hypot(printed.error, found.error) if simulated else 0.0
    return line(problem, estimator.name, drawn(ours), (printed.value, found.value), "risk", speed, error)


def of_descents(problem: str, one: Any, users: int) -> str:
    """A descent on linear losses."""
    budget = (EPSILON, DELTA) if one.delta else (EPSILON,)
    loss, ball = Linear(DIMENSION, 1.0), Ball(DIMENSION, 1.0)
    printed = one.build(users, ROWS, *budget, loss, ball, np.random.default_rng(1))
    run = deployed_descent(printed)
    samples = np.random.default_rng(0).uniform(0, 0.2, (users, ROWS, DIMENSION))
    speed = timed(lambda: run.run(samples, system_generator()), users)
    return line(problem, one.name, of_descent(run), (printed.bound.total, run.bound.total), "bound", speed)


def of_rules(problem: str, one: Any, users: int) -> str:
    """A rule that is learnt from users, as many cells as its bound takes."""
    rng = np.random.default_rng(0)
    make = UserBinRegressor if problem == "regression" else UserBinClassifier
    given: dict[str, Any] = {} if problem == "regression" else {"classes": [0, 1]}
    rule = make(EPSILON, m=ROWS, as_printed=one.by_cells is None, **given)
    points, labels, who = (
        rng.random((users * ROWS, 1)),
        rng.integers(0, 2, users * ROWS),
        np.arange(users * ROWS) // ROWS,
    )
    speed = timed(lambda: rule.fit(points, labels, who), users)
    setting = UserSetting(users, ROWS, 1, 1.0, epsilon=EPSILON)
    about = USER_PROBLEMS[problem]
    bounds = (inf, inf) if one.by_cells is None else (
        one.bound(setting).value, upper_of(about, one, setting).value
    )  # fmt: skip
    return line(problem, one.name, drawn(of_plan(rule.plan_)), bounds, "bound", speed)


def of_labels(problem: str, one: Any, people: int) -> str:
    """A rule for which labels alone are private; the noise on an answer, of what is printed."""
    rng = np.random.default_rng(0)
    points, labels = rng.random((people, 1)), rng.integers(0, 2, people)
    if "classification" in problem:
        make: Any = CentralBinClassifier if one.central else LocalBinClassifier
        rule = make(EPSILON, classes=[0, 1], mechanism=one.mechanism)
        speed = timed(lambda: rule.fit(points, labels), people)
        # The printed vote is the one that is drawn.
        risk = worst_label_risk(one, LabelSetting(people, 1, 1.0, 0.0, EPSILON)).value
        return line(problem, one.name, drawn_by(rule.vote().mechanism), (risk, risk), "risk", speed)
    make = NeighbourRegressor if one.kind != "bins" else CentralBinRegressor if one.central else LocalBinRegressor
    given = {"p": 4.0} if "heavy" in problem else {}
    rule = make(EPSILON, mechanism=one.mechanism, as_printed=one.printed, **given)
    speed = timed(lambda: rule.fit(points, labels), people)
    mean = rule.plan_.mean
    printed = replace(mean, mechanism=one.mechanism)
    noises = tuple(float(sum(each.variances(np.zeros(1), np.zeros(1)))[0]) for each in (printed, mean))
    return line(problem, one.name, drawn_by(mean.mechanism), (noises[0], noises[1]), "noise", speed)


def page(users: int) -> Iterator[str]:
    """The lines of the report."""
    yield HEAD
    yield f"n = {users}, m = {ROWS}, epsilon = {EPSILON:g}, d = {DIMENSION} for vectors, delta = {DELTA:g} or 0.\n"
    yield "| problem | estimator | drawn exactly | printed | drawn | more | of | a second |"
    yield "|---|---|---|---|---|---|---|---|"
    slow = dict[str, str]()
    for row in rows(users):
        yield row
        _, _, name, *_, speed, _ = (cell.strip() for cell in row.split("|"))
        if float(speed) < SLOW:
            slow[name] = speed
    yield f"\nSlower than {SLOW:.0e} a second:\n"
    yield from (f"- `{name}`, {speed}: {WHY.get(name, 'no reason is noted')}." for name, speed in slow.items())
    yield "\nA constant has risk 1 for a mean and a sparse mean, 0.5 for a class: an estimator without less needs more"
    yield "users. Of noise that falls with the l_2 norm a server draws one vector at a step. In a second of a processor"
    yield f"it could draw {', '.join(f'{radial(d):.2g} with d = {d}' for d in RADIAL)}."


def radial(dimension: int) -> float:
    """How many vectors of radial noise in a second of a processor."""
    number, rng = RADIAL[dimension], system_generator()
    return timed(lambda: radial_noise(Fraction(1, 1000), dimension, number, rng), number)


def rows(users: int) -> Iterator[str]:
    """The lines of the table."""
    for problem in PROBLEMS:
        yield from (of_users(problem, one, users) for one in of_problem(problem) if one.protects_users)
    for problem, descents in DESCENTS.items():
        yield from (of_descents(problem, one, users) for one in descents)
    for problem, about in USER_PROBLEMS.items():
        yield from (of_rules(problem, one, users) for one in about.estimators)
    for problem, found in (LABEL_PROBLEMS | REGRESSION_PROBLEMS).items():
        yield from (of_labels(problem, one, users) for one in found.estimators)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=20_000)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    lines = []
    for each in page(asked.users):
        lines.append(each)
        if asked.out is None:
            print(each, flush=True)
    if asked.out is not None:
        # The section of `benchmarks/rows.py` stays.
        old = asked.out.read_text("utf-8") if asked.out.exists() else ""
        section = "".join(old.partition("\n## ")[1:])
        asked.out.write_text("\n".join(lines) + "\n" + section, "utf-8")


if __name__ == "__main__":
    main()
