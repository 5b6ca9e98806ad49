"""`ratecheck bound` and `ratecheck estimate` for regression with private labels, with their own options."""

from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import click

from notation.parameters import count, interval
from notation.regression import RegressionSetting
from upperbounds.regression.regressors import BinRegressor, NeighbourRegressor
from verify.cli.budget import budgeted
from verify.cli.labels import names_of, other_bounds, plotter, problem_in, show_predictions
from verify.cli.options import (
    RULE_PLOT,
    WEAK,
    drawn_line,
    draws,
    harmless,
    integer,
    number,
    numbers,
    options,
    take,
    weak_lines,
)
from verify.cli.plan import ASKED, make_plan, plan_options
from verify.cli.tables import lower_line, show_table, worse_lines
from verify.ledger.files import json_text
from verify.study.budget import Charge
from verify.study.label_regressions import (
    REGRESSION_PROBLEMS,
    Regressed,
    RegressionProblem,
    few_people,
    regress,
    regression_study,
)
from verify.study.learning import LEARNING

_class = options(
    click.option("--d", "d", type=integer, required=True, help="Features, in [0, 1]^d."),
    click.option("--beta", type=number, required=True, help="Hoelder exponent of the regression function, at most 1."),
    click.option("--range", "T", type=number, help="Bounded labels: they are in [-T, T].  [default: 1]", metavar="T"),
    click.option("--moment", "--p", "p", type=number, metavar="P", help="Heavy tails: the order.  [default: 4]"),
    click.option(
        "--moment-bound", "--M", "M", type=number, metavar="M", help="Heavy tails: E[|Y|^P | x] <= M.  [default: 1]"
    ),
    click.option("--holder", "L", type=number, default=1.0, show_default=True, help="Hoelder constant L."),
    click.option("--density", "c", type=number, default=1.0, show_default=True, help="Least density c, at most 1."),
)
"""The sizes of the class."""


def _sizes(problem: RegressionProblem, given: dict[str, Any]) -> dict[str, Any]:
    """The values of `_class`, by field of a setting; raises ParameterError for options of other problems."""
    other = {"--range": "T"} if problem.is_heavy else {"--moment": "p", "--moment-bound": "M"}
    take(problem.name, {}, {flag: given[size] for flag, size in other.items()})
    heavy = {"p": 4.0} if problem.is_heavy else {}
    return heavy | {size: value for size, value in given.items() if value is not None}


@click.command("bound")
@click.argument("problem")
@click.option("--n", "people", type=integer, required=True, help="People, one labelled point each.")
@click.option("--epsilon", type=number, required=True)
@_class
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def label_bound(problem: str, people: int, epsilon: float, as_json: bool, **sizes: Any) -> None:
    """Show a lower bound on the error of any estimate of E[Y|x] with private labels, and the errors of means.

    PROBLEM is label-regression-local, where each person randomises their own label, or label-regression-central, where
    a curator sees them. In label-regression-heavy-local and label-regression-heavy-central a moment of the labels is
    bounded instead of the labels. Features are public. Errors are mean squared, in units of squared labels.
    """
    about = problem_in(REGRESSION_PROBLEMS, problem)
    setting = RegressionSetting(people, epsilon=epsilon, **_sizes(about, sizes))
    document = regression_study(about, setting)
    click.echo(json_text(document) if as_json else _study_text(about, setting, document))
    if not as_json:
        columns = ("estimate", "cells", "neighbours", "clipped at", "risk", "bound", "ratio")
        show_table(columns, [_cells(row) for row in document["estimators"]])
        click.echo("\n" + _notes(setting, document))


@click.command("plan")
@click.argument("problem")
@plan_options("n")
@_class
def label_plan(problem: str, n: int | None, **given: Any) -> None:
    """Find the smallest n or epsilon that reaches a target error, and a lower bound on what any method needs.

    PROBLEM is one of those of `ratecheck bound label-regression-local --help`; the target is a root mean squared error
    of the regression function, in units of labels. An estimate reaches it where its explicit bound, for every law of
    the class, is no larger; the largest risk found at some laws is printed next to it. Every number is that of
    `ratecheck bound` at the same values.
    """
    about, asked = problem_in(REGRESSION_PROBLEMS, problem), {name: given.pop(name) for name in ASKED}
    made = partial(RegressionSetting, **_sizes(about, given))
    make_plan(LEARNING[about.name], {"n": n}, lambda count, budget: made(**count, epsilon=budget), **asked)


def _study_text(problem: RegressionProblem, a: RegressionSetting, document: dict[str, Any]) -> str:
    least = document["lower"]
    labels = f"E[|Y|^{a.p:g} | x] <= {a.M:g}" if a.is_heavy else f"|Y| <= {a.T:g}"
    return (
        f"regression, {problem.trusts}, n = {a.n}, d = {a.d}, beta = {a.beta:g}, epsilon = {a.epsilon:g}, {labels}\n"
        + "\n".join([*weak_lines(a.epsilon), lower_line("estimate", "mean squared error", least)])
    )


def _cells(row: dict[str, Any]) -> list[str]:
    risk, upper, ratio = row["risk"]["value"], row["upper"], row["gap"]["risk_over_lower"]
    return [
        row["name"],
        "" if row["cells_along_an_axis"] is None else str(row["cells_along_an_axis"]),
        "" if row["neighbours"] is None else str(row["neighbours"]),
        "" if row["clipped_at"] is None else f"{row['clipped_at']:.3g}",
        "unknown" if not isfinite(risk) else f"{risk:.3g}",
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        "" if ratio is None else f"{ratio:.3g}",
    ]


def _notes(a: RegressionSetting, document: dict[str, Any]) -> str:
    least, rows = document["lower"], document["estimators"]
    lines = [
        "cells      along each axis",
        "risk       the largest at some laws of the class (--json says how found)",
        "bound      explicit, for every law with features in all of [0, 1]^d; none where",
        f"           it is trivial (no better than the estimate 0, of risk {a.unit**2:.3g}), or cells",
        "           are the paper's as printed",
        "ratio      risk / the lower bound above",
    ]
    lines += [
        f"unknown    {row['name']}: {row['risk']['method']}" for row in rows if not isfinite(row["risk"]["value"])
    ]
    told = ", ".join(f"{row['name']} {row['spend']['epsilon_per_label']:.6g}" for row in rows)
    lines.append(f"spends     at most, out of epsilon = {a.epsilon:g}, by the plan: {told}")
    lines += [
        f"           {row['name']} is not private at epsilon: noise as printed; no ratio"
        for row in rows
        if row["spend"]["epsilon_per_label"] > a.epsilon
    ]
    constant = document["trivial"]
    return "\n".join(lines + worse_lines(rows, constant, "the estimate 0") + other_bounds(least))


@click.command("estimate")
@click.argument("problem")
@click.option("--data", type=click.Path(dir_okay=False, path_type=Path), required=True, help="CSV or Parquet file.")
@click.option("--features", required=True, metavar="A,B,...", help="Columns of public features, numbers.")
@click.option("--label", required=True, help="Column of the private label, a number.")
@click.option("--least", type=number, metavar="A", help="Bounded labels: they are in [A, B], public knowledge.")
@click.option("--most", type=number, metavar="B", help="See --least.")
@click.option("--moment", "--p", "p", type=number, metavar="P", help="Heavy tails: the order of the moment.")
@click.option("--moment-bound", "--M", "M", type=number, metavar="M", help="Heavy tails: E[|Y - centre|^P | x] <= M.")
@click.option("--centre", type=number, help="Heavy tails: public centre of the labels.  [default: 0]")
@click.option("--epsilon", type=number, required=True)
@click.option("--lower", type=numbers, required=True, metavar="A[,...]", help="Lower end of the box, public.")
@click.option("--upper", type=numbers, required=True, metavar="B[,...]", help="One for all features, or one for each.")
@click.option("--predict", type=click.Path(dir_okay=False, path_type=Path), help="A second file with these features.")
@click.option("--beta", type=number, default=1.0, show_default=True, help="Smoothness that cells are chosen for.")
@click.option(
    "--holder", "L", type=number, help="Hoelder constant that cells are chosen for.  [default: half the range, or 1]"
)
@click.option("--cells", type=integer, help="Cells along each axis; else chosen by public numbers.")
@click.option("--k", "k", type=integer, help="Neighbours; else chosen by public numbers.")
@click.option("--estimator", "name", help="By name; see `ratecheck bound`.")
@click.option("--seed", type=integer, help="For study only: if others learn the seed, privacy is lost.")
@RULE_PLOT
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@budgeted
def label_estimate(
    problem: str,
    data: Path,
    features: str,
    label: str,
    least: float | None,
    most: float | None,
    p: float | None,
    M: float | None,
    centre: float | None,
    epsilon: float,
    lower: tuple[float, ...],
    upper: tuple[float, ...],
    predict: Path | None,
    beta: float,
    L: float | None,
    cells: int | None,
    k: int | None,
    name: str | None,
    seed: int | None,
    figure: Path | None,
    as_json: bool,
    charge: Charge,
) -> None:
    """Learn E[Y|x] from your own data, one row per person, with epsilon-label-DP: only labels are private.

    PROBLEM is label-regression-local, where each label is randomised on its own, or label-regression-central, where the
    person who runs this is trusted with the labels. With -heavy- in their names, labels have a bounded moment and are
    clipped. All features and the number of people are public. One row is one person: a person with two rows spends
    epsilon twice. Labels outside their range are moved to its ends.

    The output may be published, as far as labels are concerned; an error message depends on the labels.
    Randomness is the operating system's, and all of it is drawn with exact probabilities: the last line says what.
    """
    about = problem_in(REGRESSION_PROBLEMS, problem)
    if seed is not None:
        count("--seed", seed, 0)
    bounded, heavy = {"--least": least, "--most": most}, {"--moment": p, "--moment-bound": M}
    if about.is_heavy:
        take(problem, heavy, bounded)
        given = {"p": p, "M": M, "centre": centre, "L": L}
    else:
        take(problem, bounded, heavy | {"--centre": centre})
        a, b = interval("--least", least, "--most", most)
        given = {"T": (b - a) / 2, "centre": (a + b) / 2, "L": (b - a) / 2 if L is None else L}
    rule = {name: size for name, size in given.items() if size is not None} | {
        "epsilon": epsilon, "lower": lower, "upper": upper, "beta": beta, "cells": cells, "k": k, "random_state": seed,
    }  # fmt: skip
    columns = names_of("--features", features)
    plot = plotter(figure, columns, label)
    found = regress(about, data, columns, label, rule, name, predict, charge)
    plot(found, epsilon, seed)
    click.echo(json_text(_document(found, epsilon, seed)) if as_json else _text(found, epsilon, seed))
    if not as_json and found.predicted is not None and found.deviations is not None:
        rows = zip(found.predicted, found.deviations, strict=True)
        show_predictions((harmless(label), "deviation"), [(f"{y:.6g}", f"{s:.3g}") for y, s in rows])


def _document(found: Regressed, epsilon: float, seed: int | None) -> dict[str, Any]:
    rule, spent = found.rule, float(found.multiple) * epsilon
    return {
        "problem": found.problem.name,
        "estimate_of": found.of,
        "cells": list(rule.grid_.shape) if isinstance(rule, BinRegressor) else None,
        "neighbours": rule.plan_.k if isinstance(rule, NeighbourRegressor) else None,
        "clipped": [rule.centre - found.level, rule.centre + found.level],
        "predictions": None if found.predicted is None else found.predicted.tolist(),
        "deviations": None if found.deviations is None else found.deviations.tolist(),
        "epsilon_per_label": spent,
        "delta_per_label": 0.0,
        "protects_little": epsilon > WEAK,
        "spend": [{"people": found.people, "multiple_of_epsilon": str(found.multiple), "epsilon": spent}],
        "protects": "labels",
        "n": found.people,
        "outside_the_box": found.outside,
        "cells_of_few": few_people(rule),
        "estimator": found.estimator.name,
        "mechanism": found.mechanism,
        "randomness": "operating system" if seed is None else "seed",
        **draws(found.drawn),
    }


def _text(found: Regressed, epsilon: float, seed: int | None) -> str:
    rule = found.rule
    what = f"the mean of the {rule.plan_.k} nearest neighbours" if isinstance(rule, NeighbourRegressor) else ""
    if isinstance(rule, BinRegressor):
        shape = " x ".join(map(str, rule.grid_.shape))
        what = f"a mean in each of {rule.grid_.size} cells, {shape}; too few people in {few_people(rule)} of them"
    lines = [
        f"rule            {what}",
        f"privacy         epsilon spent by each label, computed from the plan: {float(found.multiple) * epsilon:.6g};"
        " delta = 0; features are not protected",
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"estimate        of {found.of}",
        f"people          {found.people}; {found.outside} are outside the box",
        "deviation       of a prediction by sampling and privacy, at most; add how E[Y|x] varies among the people"
        " averaged",
        *weak_lines(epsilon),
        drawn_line(found.drawn, seed is not None),
    ]
    return "\n".join(lines)
