"""`ratecheck bound`: the best lower bound, and the bound and the risk of each estimator."""

from collections.abc import Callable
from functools import partial
from math import inf, isfinite, sqrt
from typing import Any

import click

from lowerbounds.registry import protocols_of
from notation.parameters import ParameterError
from notation.problem import TITLES, Problem
from notation.setting import Setting
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.optimisation.losses import LOSSES
from verify.cli.by_problem import ByProblem, OfProblem
from verify.cli.options import (
    EPSILON,
    JSON,
    SAMPLES,
    USERS,
    integer,
    option,
    setting_of,
    size_options,
    sizes_of,
    weak_lines,
)
from verify.cli.tables import lower_line, show_table, worse_lines
from verify.files import json_text
from verify.study.deployed import deployed_bound, useful_from
from verify.study.problems import problem_of
from verify.study.risk.side_by_side import side_by_side
from verify.study.worst import MOST_DIMENSIONS, Spend, WorstRisk, says_nothing, smallest_known, spend_of


@click.group(cls=ByProblem)
def bound() -> None:
    """Show the best lower bound, and what each estimator guarantees and attains.

    Errors are mean squared, and their roots (rmse) in the data's units; of optimisation and of classifiers they are
    excess risks. Errors of vectors are in l_2. infinite is infinite-l2.

    `ratecheck bound PROBLEM --help` lists the options of a problem.
    """


_MEANS = """

For means, all risks are for i.i.d. users: all draw from the same law. An estimator marked * needs that: its risk is not
bounded for heterogeneous users. The others estimate the average of the users' own means; for heterogeneous users, add
the variance of these means over n."""
_LOSS = (
    option(
        "--loss", help=f"Bounds for this loss, features within L: {', '.join(LOSSES[:-1])} or {LOSSES[-1]}."
        " Without it they are for linear losses, with a risk that is simulated.",
    ),
    option("--classes", type=integer, help="Labels of the loss softmax; d is that many times the features."),
)  # fmt: skip


def bound_of(name: str) -> OfProblem:
    """The command of a problem of users who send messages."""
    about = problem_of(name)
    told = f"Show the best lower bound, and what each estimator guarantees and attains. {TITLES[name]}"
    best = option("--best", is_flag=True, help="Only the best lower bound, the smallest risk, and their ratio.")
    options = USERS, SAMPLES, EPSILON, *size_options(about), *(_LOSS if about.known == "losses" else ()), best, JSON
    return OfProblem(name, partial(_bound, about), told + _MEANS * about.estimates_means, options)


def _bound(
    about: Problem,
    *,
    n: int,
    m: int,
    epsilon: float,
    best: bool,
    as_json: bool,
    loss: str | None = None,
    classes: int | None = None,
    **sizes: Any,
) -> None:
    setting = setting_of(n, m, epsilon, **sizes_of(**sizes))
    if loss is not None:
        if best:
            raise ParameterError("--best: cannot be used with --loss")
        told = study_of_loss(about, loss, setting, classes)
        click.echo(json_text(told) if as_json else _of_loss(about, setting, told))
        return
    if classes is not None:
        raise ParameterError(f"--classes = {classes}: is an option of the loss softmax; add --loss softmax")
    document = study(about, setting)
    if best:
        document = best_of(document)
    if as_json:
        click.echo(json_text(document))
    elif best:
        _show_best(about, setting, document)
    else:
        _show(about, setting, document)


def study(problem: Problem, setting: Setting) -> dict[str, Any]:
    """The lower bounds in a setting, and the bound and the risk of each estimator."""
    parts: list[Callable[[], Any]] = [partial(_candidates, problem, setting)]
    parts += [partial(_row, problem, estimator, setting) for estimator in problem.estimators]
    candidates, *rows = side_by_side(parts)
    shown, best = {"D": "half_width"}, candidates[0]["value"]
    smallest = smallest_known(problem.trivial(setting), rows)
    vacuous = says_nothing(best, smallest)
    return {
        "problem": problem.name,
        "parameters": {
            "n": setting.n, "m": setting.m, "epsilon": setting.epsilon,
            **{shown.get(size, size): getattr(setting, size) for size in problem.sizes},
        },
        "lower": {
            **{key: candidates[0][key] for key in ("value", "source", "conditions")},
            "vacuous": vacuous,
            "smallest_known_risk": smallest,
            "candidates": candidates,
        },
        "estimators": [row | {"gap": _gap(row, 0.0 if vacuous else best)} for row in rows],
    }  # fmt: skip


def _candidates(problem: Problem, setting: Setting) -> list[dict[str, Any]]:
    """The lower bounds, the largest first."""
    return [
        {"value": b.value, "source": b.source, "conditions": list(b.conditions), "protocols": protocols_of(b)}
        for b in sorted(problem.lower(setting), key=lambda bound: -bound.value)
    ]


def study_of_loss(problem: Problem, name: str, setting: Setting, classes: int | None = None) -> dict[str, Any]:
    """The bound of every descent for one loss, with the lower bound over all convex losses with the same L."""
    # Other problems need none of it.
    from verify.study.optimise import loss_of_setting, offers

    loss = loss_of_setting(name, setting, classes)
    least = max(problem.lower(setting), key=lambda bound: bound.value)
    rows: list[dict[str, Any]] = []
    for offer in offers(problem.name, loss, setting):
        plan, parts = offer.plan, offer.bound
        rows.append(
            {
                "name": offer.descents.name,
                "told": offer.told,
                "steps": plan and plan.steps.number,
                "upper": parts
                and {
                    "value": parts.total,
                    "vacuous": not parts.total < problem.trivial(setting),
                    "sampling": parts.sampling,
                    "privacy": parts.privacy + parts.failure,
                    "steps": parts.descent,
                },
            }
        )
    sizes, constant = {size: getattr(setting, size) for size in problem.sizes}, problem.trivial(setting)
    smallest = min([constant, *(row["upper"]["value"] for row in rows if row["upper"])])
    return {
        "problem": problem.name,
        "loss": name,
        **({} if classes is None else {"classes": classes}),
        "parameters": {"n": setting.n, "m": setting.m, "epsilon": setting.epsilon, **sizes},
        "lower": {
            "value": least.value,
            "source": least.source,
            "over": "all L-Lipschitz convex losses",
            "vacuous": says_nothing(least.value, smallest),
            "smallest_known_risk": smallest,
        },
        "estimators": rows,
    }


def _of_loss(problem: Problem, setting: Setting, document: dict[str, Any]) -> str:
    """That study as text."""
    least = document["lower"]
    _show_setting(problem, setting)
    click.echo(f"over all of these losses {lower_line('estimator', 'excess risk', least)}")
    rows, refused = [], []
    for row in document["estimators"]:
        if row["upper"] is None:
            refused.append(f"not usable {row['name']}: {row['told']}")
            continue
        parts = row["upper"]
        numbers = (f"{parts[part]:.3g}" for part in ("sampling", "privacy", "steps"))
        rows.append([row["name"], "none" if parts["vacuous"] else f"{parts['value']:.3g}", *numbers, f"{row['steps']}"])
    show_table(("estimator", "bound", "sampling", "privacy", "steps", "T"), rows)
    lines = [
        f"\nbound      explicit, on the excess risk of the loss {document['loss']}, in parts: sampling, privacy, and",
        "           the optimisation error after T steps; for i.i.d. users; none if trivial: at least"
        f" {problem.trivial(setting):.3g}, the risk without a fit",
    ]
    return "\n".join(lines + refused)


def best_of(document: dict[str, Any]) -> dict[str, Any]:
    """A study's best lower bound, the private estimator with the smallest risk, and the ratio of both.

    The estimator is None if no risk is known.
    """
    private = [row for row in document["estimators"] if row["protects_users"] and isfinite(row["risk"]["value"])]
    best = min(private, key=lambda row: float(row["risk"]["value"]), default=None)
    return {
        **{key: document[key] for key in ("problem", "parameters")},
        "lower": {key: value for key, value in document["lower"].items() if key != "candidates"},
        "estimator": best,
        "ratio": best and best["gap"]["risk_over_lower"],
    }


def _row(problem: Problem, estimator: Estimator, setting: Setting) -> dict[str, Any]:
    """Bound, risk and spend; for an estimator that can't be built here, the reason."""
    spend: Spend | None = None
    leak: float | None = None
    try:
        upper, risk = deployed_bound(problem, estimator, setting), problem.risk(estimator, setting)
        plan = estimator.plan(setting)
        spend = spend_of(estimator, plan) if estimator.protects_users and not estimator.trusted else None
        leak = plan.spent_delta() if estimator.trusted else 0.0
    except ParameterError as error:
        upper, risk = (
            UpperBound(inf, told := f"not usable here: {error}", (), True),
            WorstRisk(inf, inf, told, None, 0.0),
        )
    # Beyond this d a split alone takes seconds, and the search makes some sixty.
    useful = useful_from(problem, estimator, setting) if upper.vacuous and setting.d <= MOST_DIMENSIONS else None
    return {
        "name": estimator.name,
        "protects_users": estimator.protects_users,
        "needs_one_law": estimator.needs_one_law,
        "upper": {
            "value": upper.value,
            "source": upper.source,
            "conditions": list(upper.conditions),
            "vacuous": upper.vacuous,
            "useful_from_n": useful,
        },
        "risk": {
            "value": risk.value,
            "error": risk.error,
            "rmse": sqrt(risk.value) if problem.is_squared else None,
            "method": risk.method,
            "assumes_one_law": True,
            "repetitions": risk.repetitions,
        },
        "localisation_failure": risk.localisation_failure,
        "localisation_failure_told": failure_text(risk),
        "spend": {
            "epsilon_per_user": float(spend.largest) * setting.epsilon if spend else None,
            "multiple_of_epsilon": str(spend.largest) if spend else None,
            "delta_of_all": leak,
        },
    }


def _gap(row: dict[str, Any], lower: float) -> dict[str, float | None]:
    """How far a row's risk is above the lower bound."""
    upper, risk = row["upper"], row["risk"]
    return {
        "risk_over_lower": _over(risk["value"], lower),
        "bound_over_lower": _over(inf if upper["vacuous"] else upper["value"], lower),
    }


def _over(value: float, lower: float) -> float | None:
    return value / lower if lower > 0 and isfinite(value) else None


def _show_setting(problem: Problem, setting: Setting) -> None:
    sizes = f"n = {setting.n}, m = {setting.m}, " + ("" if problem.is_scalar else f"d = {setting.d}, ")
    slack = f", delta = {setting.delta:g}" if setting.delta else ""
    click.echo(f"{problem.about(setting)}, {sizes}epsilon = {setting.epsilon:g}{slack}")
    for line in weak_lines(setting.epsilon):
        click.echo(line)


def _show_lower(problem: Problem, setting: Setting, least: dict[str, Any]) -> None:
    """The setting, and the best lower bound."""
    _show_setting(problem, setting)
    root = f", root {sqrt(least['value']):.4g}" if problem.is_squared else ""
    click.echo(lower_line("estimator", problem.error, least, root))


def _show_best(problem: Problem, setting: Setting, document: dict[str, Any]) -> None:
    """The best of a study as text."""
    _show_lower(problem, setting, document["lower"])
    row, ratio = document["estimator"], document["ratio"]
    if row is None:
        click.echo("no risk of a private estimator is known here")
        return
    law = "; it needs i.i.d. users" if row["needs_one_law"] else ""
    risk, times = row["risk"], "" if ratio is None else f", {ratio:.3g} times the bound"
    root = f", root {sqrt(risk['value']):.4g}" if problem.is_squared else ""
    click.echo(f"{row['name']} has {risk['value']:.4g}{root}{times} ({risk['method']}{law})")
    for line in worse_lines([row], problem.trivial(setting), _constant(problem)):
        click.echo(line)


def _constant(problem: Problem) -> str:
    """The best constant: of means of data around 0 it is 0."""
    return "the constant 0" if problem.estimates_means else "a constant"


def _show(problem: Problem, setting: Setting, document: dict[str, Any]) -> None:
    """The study as text."""
    least, rows = document["lower"], document["estimators"]
    _show_lower(problem, setting, least)
    if rows:
        _show_rows(problem, setting, rows)
    else:
        click.echo("estimators: nothing registered")
    others = least["candidates"][1:]
    telling = [other for other in others if not says_nothing(other["value"], least["smallest_known_risk"])]
    if telling:
        click.echo("other lower bounds:")
    for other in telling:
        click.echo(f"           {other['value']:<10.4g} {other['source']}")
    if silent := len(others) - len(telling):
        click.echo(f"{silent} more lower bounds are trivial here")


def _show_rows(problem: Problem, setting: Setting, rows: list[dict[str, Any]]) -> None:
    """The estimators' bounds, risks and spends."""
    columns = ("estimator", "risk", "rmse", "P(fails)", "bound", "n >=", "ratio")
    show_table(columns, [_cells(row) for row in rows])
    click.echo("\n" + notes(problem, any(row["needs_one_law"] for row in rows)))
    for line in worse_lines(rows, problem.trivial(setting), _constant(problem)):
        click.echo(line)
    for row in rows:
        risk = row["risk"]
        if risk["repetitions"]:
            error = f"{risk['value']:.4g} +- {risk['error']:.1g} (standard error, {risk['repetitions']} repetitions)"
            click.echo(f"simulated  {row['name']}: {error}")
        elif not isfinite(risk["value"]):
            click.echo(f"unknown    {row['name']}: {risk['method']}")
    spent = [f"{r['name']} {r['spend']['epsilon_per_user']:.6g}" for r in rows if r["spend"]["multiple_of_epsilon"]]
    leaks = [f"{row['name']} {row['spend']['delta_of_all']:.3g}" for row in rows if row["spend"]["delta_of_all"]]
    if leaks:
        click.echo(
            f"spends     at most, out of delta = {setting.delta:g}, by what the server releases: {', '.join(leaks)}"
        )
    if spent:
        click.echo(f"spends     at most, out of epsilon = {setting.epsilon:g}, by the plan: {', '.join(spent)}")


def notes(problem: Problem, starred: bool) -> str:
    """The meaning of the columns; `starred` says whether an estimator needs i.i.d. users."""
    every = "" if problem.is_squared else " of linear losses"
    lines = [
        f"risk       {problem.risk_at}",
        "           (--json names them)" + ("; rmse is its root, in the data's units" if problem.is_squared else ""),
        "P(fails)   the largest first-stage failure probability",
        f"bound      explicit, for every law{every}; none if trivial: no better than a constant estimate",
        "n >=       the number of users from which the bound is nontrivial",
        "ratio      risk / the lower bound above",
    ]
    if starred:
        lines.append("*          needs i.i.d. users: all draw from the same law")
    if starred and problem.estimates_means:
        lines[-1] += "; the others estimate the average"
        lines += [
            "           of the users' own means; for heterogeneous users, add the variance of these",
            "           means over n",
        ]
    return "\n".join(lines)


def failure_text(worst: WorstRisk) -> str:
    """The probability that localisation fails; a value below the resolution is shown as such.

    An event that a simulation did not see has, with 95% confidence, a probability below 3/repetitions.
    """
    chance = worst.localisation_failure
    if chance == 0 and worst.repetitions:
        return f"< {3 / worst.repetitions:.0e}"
    if chance is not None and chance < worst.resolution:
        return f"< {2 * worst.resolution:.0e}"
    return f"{chance:.2g}" if chance is not None else ""


def _cells(row: dict[str, Any]) -> list[str]:
    risk, upper, ratio = row["risk"]["value"], row["upper"], row["gap"]["risk_over_lower"]
    never = "never" if upper["vacuous"] and isfinite(risk) else ""
    return [
        f"{row['name']}{'*' if row['needs_one_law'] else ''}",
        f"{risk:.3g}" if isfinite(risk) else "unknown",
        "" if row["risk"]["rmse"] is None or not isfinite(risk) else f"{row['risk']['rmse']:.2g}",
        row["localisation_failure_told"],
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        f"{upper['useful_from_n']:.3g}" if upper["useful_from_n"] else never,
        "not private" if not row["protects_users"] else "" if ratio is None else f"{ratio:.3g}",
    ]
