"""`ratecheck bound` and `ratecheck estimate` for classification and regression of users, with their own options."""

from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import click

from notation.parameters import count
from notation.user_learning import UserSetting
from upperbounds.classification.users import released
from upperbounds.protocols.deployed import drawn
from verify.cli.budget import budgeted
from verify.cli.estimate_others import not_private, tell_not_public
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
from verify.study.learning import LEARNING
from verify.study.users import USER_PROBLEMS, Learnt, UserProblem, learn, user_study

_class = options(
    click.option("--d", "d", type=integer, required=True, help="Features, in [0, 1]^d."),
    click.option("--beta", type=number, required=True, help="Hoelder exponent of eta(x) = E[Y | x], at most 1."),
    click.option("--gamma", type=number, help="classification: margin, P(0 < |eta| < t) <= C_a t^gamma.  [default: 0]"),
    click.option("--margin", "C_a", type=number, help="classification: margin constant C_a.  [default: 2]"),
    click.option("--holder", "C_b", type=number, default=1.0, show_default=True, help="Hoelder constant C_b."),
    click.option("--density", "f_L", type=number, default=1.0, show_default=True, help="Least density f_L, at most 1."),
    click.option("--bound", "T", type=number, help="regression: T, |Y| <= T.  [default: 1]"),
)
"""The sizes of the class."""


def _sizes(problem: UserProblem, given: dict[str, Any]) -> dict[str, Any]:
    """The values of `_class`, by field of a setting; raises ParameterError for options of other problems."""
    other = {"--gamma": "gamma", "--margin": "C_a"} if problem.is_regression else {"--bound": "T"}
    take(problem.name, {}, {flag: given[size] for flag, size in other.items()})
    return {size: value for size, value in given.items() if value is not None}


@click.command("bound")
@click.argument("problem")
@click.option("--n", "n", type=integer, required=True, help="Users.")
@click.option("--m", "m", type=integer, required=True, help="Samples of each user.")
@click.option("--epsilon", type=number, required=True)
@_class
@click.option("--K", "K", type=integer, help="classification: classes.  [default: 2]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def user_bound(problem: str, n: int, m: int, epsilon: float, K: int | None, as_json: bool, **sizes: Any) -> None:
    """Show a lower bound on the error of rules learnt from private users, and what zhao's rules guarantee and attain.

    PROBLEM is classification (errors are excess risks: how much more often than the best rule one errs) or regression
    (mean squared errors of estimates of eta). All that a user has is private, features and labels.
    """
    about = problem_in(USER_PROBLEMS, problem)
    take(problem, {}, {"--K": K} if about.is_regression else {})
    setting = UserSetting(n, m, epsilon=epsilon, **_sizes(about, sizes))
    document = user_study(about, setting, 2 if K is None else K)
    if as_json:
        click.echo(json_text(document))
        return
    least = document["lower"]
    shown = ", ".join(f"{name} = {value:g}" for name, value in document["parameters"].items())
    click.echo(f"{problem} of users, {shown}")
    for line in (*weak_lines(setting.epsilon), lower_line("rule", about.error, least)):
        click.echo(line)
    show_table(("rule", "cells", "risk", "bound", "ratio"), [_cells(row) for row in document["estimators"]])
    click.echo("\n" + _notes(setting, document))


@click.command("plan")
@click.argument("problem")
@plan_options("n", "m")
@_class
def user_plan(problem: str, n: int | None, m: int | None, **given: Any) -> None:
    """Find the smallest n, m or epsilon that reaches a target error, and a lower bound on what any method needs.

    PROBLEM is classification, whose target is an excess risk (--target-risk), or regression (--target-rmse). A rule
    reaches the target where its explicit bound, for every law of the class, is no larger; the largest risk found at
    some laws is printed next to it. Every number is that of `ratecheck bound` at the same values.
    """
    about, asked = problem_in(USER_PROBLEMS, problem), {name: given.pop(name) for name in ASKED}
    sizes = _sizes(about, given)
    made = partial(UserSetting, **sizes)
    make_plan(LEARNING[about.name], {"n": n, "m": m}, lambda count, budget: made(**count, epsilon=budget), **asked)


def _cells(row: dict[str, Any]) -> list[str]:
    risk, upper, ratio = row["risk"], row["upper"], row["gap"]["risk_over_lower"]
    # That it is infinite is known with no error.
    known = risk["error"] <= risk["value"] and isfinite(risk["error"])
    return [
        row["name"],
        str(row["cells_along_an_axis"]),
        "unknown" if not known else "infinite" if not isfinite(risk["value"]) else f"{risk['value']:.3g}",
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        "" if ratio is None else f"{ratio:.3g}",
    ]


def _notes(a: UserSetting, document: dict[str, Any]) -> str:
    least, rows = document["lower"], document["estimators"]
    lines = [
        "cells      along each axis",
        "risk       the largest at some laws of the class: exact except for first-stage failures;",
        "           for the rule as printed with epsilon >= 2 simulated, --json says how",
        "bound      explicit, for every law of the class; none if trivial: no better than a constant,",
        "           or if the rule is as printed",
        "ratio      risk / the lower bound above",
    ]
    if (K := document["parameters"].get("K", 2)) > 2:
        lines[1:3] = [
            "risk       the largest at some laws where two classes compete: up to four classes exact except",
            "           for first-stage failures, for more classes simulated, --json says how",
        ]
        lines += [
            "lower      for two classes; it holds for more, as the others may have probability 0",
            f"rules      {K} classes are ours: Algorithm 4 once for each sign of a class, on users of its own",
        ]
    if a.gamma * a.beta > 1:
        lines.append("gamma beta > 1: eta has one sign, so one bit is learnt, and no rate is a lower bound")
    for row in rows:
        risk = row["risk"]
        if not isfinite(risk["error"]):
            lines.append(f"unknown    {row['name']}: {risk['method']}")
        elif not isfinite(risk["value"]):
            lines.append(f"infinite   {row['name']}: {risk['method'].removeprefix('infinite: ')}")
        elif risk["error"] > risk["value"]:
            lines.append(f"unknown    {row['name']}: first-stage failure probability up to {risk['error']:.2g}")
        if row["spend"] is not None:
            spent = row["spend"]["epsilon_per_user"]
            lines.append(f"spends     {row['name']}: {spent:.6g} of {a.epsilon:g}, by the plan")
    constant = USER_PROBLEMS[document["problem"]].trivial(a) if K == 2 else 1 - 1 / K
    known = [row for row in rows if isfinite(row["risk"]["error"])]
    what = "the estimate 0" if document["problem"] == "regression" else "a class at random"
    return "\n".join(lines + worse_lines(known, constant, what) + other_bounds(least))


@click.command("estimate")
@click.argument("problem")
@click.option("--data", type=click.Path(dir_okay=False, path_type=Path), required=True, help="CSV or Parquet file.")
@click.option("--user", required=True, help="Column that names the user.")
@click.option("--features", required=True, metavar="A,B,...", help="Columns of features, numbers.")
@click.option("--label", required=True, help="Column of the label.")
@click.option("--classes", metavar="P,Q,...", help="classification: all labels that there may be, public knowledge.")
@click.option("--bound", "T", type=number, help="regression: public T; labels are clipped to [-T, T].")
@click.option("--epsilon", type=number, required=True)
@click.option("--lower", type=numbers, required=True, metavar="A[,...]", help="Lower end of the box, public.")
@click.option("--upper", type=numbers, required=True, metavar="B[,...]", help="One for all features, or one for each.")
@click.option(
    "--m", "m", type=integer, required=True, help="Use this many rows of each user, drawn at random; all of a user with"
    " fewer. A public number.",
)  # fmt: skip
@click.option("--predict", type=click.Path(dir_okay=False, path_type=Path), help="A second file with these features.")
@click.option("--beta", type=number, default=1.0, show_default=True, help="Smoothness that the cells are chosen for.")
@click.option("--cells", type=integer, help="Cells along each axis; else chosen by public numbers.")
@click.option("--density", type=number, help="regression: least density of features, 1 where they are uniform.")
@click.option("--estimator", "name", help="By name; see `ratecheck bound`.")
@click.option("--seed", type=integer, help="For study only: if others learn the seed, privacy is lost.")
@RULE_PLOT
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@budgeted
def user_estimate(
    problem: str,
    data: Path,
    user: str,
    features: str,
    label: str,
    classes: str | None,
    T: float | None,
    lower: tuple[float, ...],
    upper: tuple[float, ...],
    predict: Path | None,
    density: float | None,
    name: str | None,
    seed: int | None,
    figure: Path | None,
    as_json: bool,
    charge: Charge,
    **sizes: Any,
) -> None:
    """Learn to classify, or a regression function, from your own data, one row per observation, with epsilon-LDP.

    PROBLEM is classification or regression. All data of a user are private, features and labels; users are i.i.d. The
    number of users is public, and so are the box, the classes, T and --m. Features outside the box are moved to its
    nearest point, and labels outside [-T, T] to the nearest end. Standard output and the picture may be published;
    exact counts go to standard error, and in JSON under "not_private"; an error message depends on the data.
    Randomness is the operating system's, and all of it is drawn with exact probabilities: the last line says what.
    """
    about = problem_in(USER_PROBLEMS, problem)
    needed, refused = {"--classes": classes}, {"--bound": T, "--density": density}
    if about.is_regression:
        needed, refused = {"--bound": T}, {"--classes": classes}  # type: ignore[dict-item]
    take(problem, needed, refused)
    if seed is not None:
        count("--seed", seed, 0)
    rule = sizes | {"lower": lower, "upper": upper, "random_state": seed}
    if about.is_regression:
        rule |= {"T": T} | ({} if density is None else {"density": density})
    else:
        assert classes is not None
        rule["classes"] = list(names_of("--classes", classes))
    columns = names_of("--features", features)
    plot = plotter(figure, columns, label, len(rule.get("classes", ())))
    found = learn(about, data, user, columns, label, rule, name, predict, charge)
    plot(found, sizes["epsilon"], seed)
    click.echo(json_text(_document(found, sizes["epsilon"], seed)) if as_json else _text(found, sizes["epsilon"], seed))
    if not as_json and found.predicted is not None:
        _show(found)
    tell_not_public(found.not_public, sizes["m"], clip=True)


def _show(found: Learnt) -> None:
    assert found.predicted is not None
    if found.shares is None:
        show_predictions(("value",), [(f"{float(value):.6g}",) for value in found.predicted])
        return
    names = (harmless(str(name)) for name in found.rule.classes_)  # type: ignore[union-attr]
    rows = zip(found.predicted, found.shares, strict=True)
    show_predictions(("class", *names), [(harmless(str(c)), *(f"{x:.3f}" for x in shares)) for c, shares in rows])


def _document(found: Learnt, epsilon: float, seed: int | None) -> dict[str, Any]:
    spent, predicted = float(found.multiple) * epsilon, found.predicted
    told: dict[str, Any] = {
        "problem": found.problem.name,
        "estimate_of": found.of,
        "cells": list(found.rule.grid_.shape),
        "predictions": None if predicted is None else predicted.tolist(),
        "epsilon_per_user": spent,
        "delta_per_user": 0.0,
        "protects_little": epsilon > WEAK,
        "spend": {"multiple_of_epsilon": str(found.multiple), "epsilon": spent},
        "protects": "users",
        "n": found.users,
        "estimator": found.estimator.name,
        "randomness": "operating system" if seed is None else "seed",
        **draws(drawn(released(found.rule.plan_))),
        "m": found.rule.m,
        "not_private": not_private(found.not_public, found.users, found.rule.m),
    }
    if not found.problem.is_regression:
        told["classes"] = [str(name) for name in found.rule.classes_]  # type: ignore[union-attr]
        told["shares"] = None if found.shares is None else found.shares.tolist()
    return told


def _text(found: Learnt, epsilon: float, seed: int | None) -> str:
    rule = found.rule
    split = rule.plan_.split
    lines = [
        f"rule            {found.problem.name} by {rule.grid_.size} cells, {' x '.join(map(str, rule.grid_.shape))}",
        f"estimate        of {found.of}",
        f"privacy         epsilon spent by each user, computed from the plan: {float(found.multiple) * epsilon:.6g};"
        " delta = 0",
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"users           {found.users}, in {2 * split.folds} groups of {split.fold}",
        *weak_lines(epsilon),
        drawn_line(drawn(released(rule.plan_)), seed is not None),
    ]
    return "\n".join(lines)
