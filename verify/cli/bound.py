"""`ratecheck bound`: what no estimator can beat, and what each estimator guarantees and attains."""

from math import inf, isfinite, sqrt
from typing import Any

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from lowerbounds.registry import protocols_of
from notation.parameters import ParameterError, interval
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.estimator import Estimator, UpperBound
from verify.cli.options import integer, number, setting_of, take
from verify.ledger.files import json_text
from verify.study.problems import problem_of
from verify.study.risk import MOST_DIMENSIONS, Spend, WorstRisk, spend_of, useful_from

_NEEDED = ("d", "s", "beta", "K")
"""Sizes without which there is no problem; the others have a unit."""


@click.command()
@click.argument("problem")
@click.option("--n", "users", type=integer, required=True, help="Users.")
@click.option("--m", "samples", type=integer, required=True, help="Samples per user.")
@click.option("--d", "dimension", type=integer, help="Dimensions; for vectors only.")
@click.option("--epsilon", type=number, required=True)
@click.option(
    "--half-width", "--radius", "--D", "half_width", type=number, metavar="D",
    help="Data are on [-D, D], or [-D, D]^d in mean-linf, or in the l_2 or l_1 ball of radius D.  [default: 1]",
)  # fmt: skip
@click.option(
    "--lower", type=number, metavar="A", help="mean, mean-linf: data are on [A, B]; in place of --half-width."
)
@click.option("--upper", type=number, metavar="B", help="See --lower.")
@click.option("--moment", "--p", "order", type=number, metavar="P", help="Heavy tails: the order.  [default: 4]")
@click.option(
    "--moment-bound", "--M", "moment", type=number, metavar="M",
    help="Heavy tails: E|X_k|^P <= M for every k, or E||X||^P <= M in mean-heavy-l2.  [default: 1]",
)  # fmt: skip
@click.option("--s", "sparsity", type=integer, help="Sparse means: how many coordinates are not 0, at most.")
@click.option("--beta", "smoothness", type=integer, help="Densities: smoothness, a whole number.")
@click.option("--class-radius", "--r", "class_radius", type=number, metavar="R", help="Densities: radius of the class.")
@click.option("--components", "--K", "components", type=integer, metavar="K", help="Mixtures: components.")
@click.option("--delta", type=number, help="infinite-*: approximate privacy; what is below holds for it.  [default: 0]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bound(
    problem: str,
    users: int,
    samples: int,
    dimension: int | None,
    epsilon: float,
    half_width: float | None,
    lower: float | None,
    upper: float | None,
    order: float | None,
    moment: float | None,
    sparsity: int | None,
    smoothness: int | None,
    class_radius: float | None,
    components: int | None,
    delta: float | None,
    as_json: bool,
) -> None:
    """Show what no estimator can beat, and what each estimator guarantees and attains.

    PROBLEM is mean, mean-linf, mean-l2, mean-l1, mean-heavy, mean-heavy-l2 or sparse-mean; errors of vectors are in
    l_2. Others are density, mixture (means of kinds of users) and infinite-linf, infinite-l2, infinite-l1,
    infinite-sparse, infinite-sobolev, in which each user knows the parameter. Errors are mean squared, and their roots
    (rmse) in the data's units.

    Of means, all risks are those where all users draw from one law. An estimator marked * needs that: nothing bounds
    its risk for users who differ. The others estimate the average of the users' own means; where users differ, the
    variance of these means over n comes on top.
    """
    about = problem_of(problem)
    half_width = _half_width(about, half_width, lower, upper)
    given: dict[str, tuple[str, Any]] = {
        "d": ("--d", dimension),
        "D": ("--half-width", half_width),
        "p": ("--moment", order),
        "M": ("--moment-bound", moment),
        "s": ("--s", sparsity),
        "beta": ("--beta", smoothness),
        "r": ("--class-radius", class_radius),
        "K": ("--components", components),
        "delta": ("--delta", delta),
    }
    take(
        problem,
        dict(given[size] for size in about.sizes if size in _NEEDED),
        dict(option for size, option in given.items() if size not in about.sizes),
    )
    setting = setting_of(users, samples, epsilon, **{size: value for size, (_, value) in given.items()})
    document = study(about, setting)
    if as_json:
        click.echo(json_text(document))
        return
    _show(about, setting, document)


def study(problem: Problem, setting: Setting) -> dict[str, Any]:
    """What no private estimator can beat in a setting, and what each estimator guarantees and attains."""
    found = sorted(problem.lower(setting), key=lambda bound: -bound.value)
    candidates = [
        {"value": b.value, "source": b.source, "conditions": list(b.conditions), "protocols": protocols_of(b)}
        for b in found
    ]
    shown = {"D": "half_width"}
    return {
        "problem": problem.name,
        "parameters": {
            "n": setting.n, "m": setting.m, "epsilon": setting.epsilon,
            **{shown.get(size, size): getattr(setting, size) for size in problem.sizes},
        },
        "lower": {key: candidates[0][key] for key in ("value", "source", "conditions")} | {"candidates": candidates},
        "estimators": [_row(problem, estimator, setting, candidates[0]["value"]) for estimator in problem.estimators],
    }  # fmt: skip


def _row(problem: Problem, estimator: Estimator, setting: Setting, lower: float) -> dict[str, Any]:
    """Bound, risk and spend; of an estimator that can't be built here all say so."""
    spend: Spend | None = None
    try:
        upper, risk = estimator.bound(setting), problem.risk(estimator, setting)
        spend = spend_of(estimator, estimator.plan(setting)) if estimator.protects_users else None
    except ParameterError as error:
        upper, risk = UpperBound(inf, told := f"not built: {error}", (), True), WorstRisk(inf, inf, told, None, 0.0)
    # Beyond this d a split alone takes seconds, and the search makes some sixty.
    useful = useful_from(estimator, setting) if upper.vacuous and setting.d <= MOST_DIMENSIONS else None
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
            "rmse": sqrt(risk.value),
            "method": risk.method,
            "assumes_one_law": True,
            "repetitions": risk.repetitions,
        },
        "localisation_failure": risk.localisation_failure,
        "localisation_failure_told": failure_text(risk),
        "spend": {
            "epsilon_per_user": float(spend.largest) * setting.epsilon if spend else None,
            "multiple_of_epsilon": str(spend.largest) if spend else None,
        },
        "gap": {
            "risk_over_lower": _over(risk.value, lower),
            "bound_over_lower": _over(inf if upper.vacuous else upper.value, lower),
        },
    }


def _over(value: float, lower: float) -> float | None:
    return value / lower if lower > 0 and isfinite(value) else None


def _show(problem: Problem, setting: Setting, document: dict[str, Any]) -> None:
    """The study as text."""
    least, rows = document["lower"], document["estimators"]
    sizes = f"n = {setting.n}, m = {setting.m}, " + ("" if problem.is_scalar else f"d = {setting.d}, ")
    slack = f", delta = {setting.delta:g}" if setting.delta else ""
    click.echo(f"{problem.about(setting)}, {sizes}epsilon = {setting.epsilon:g}{slack}")
    click.echo(
        f"no private estimator has mean squared error below {least['value']:.4g}, root {sqrt(least['value']):.4g}"
        f" ({least['source']})"
    )
    view = Table(box=SIMPLE, pad_edge=False, show_edge=False, padding=(0, 0))
    view.add_column("estimator", no_wrap=True)
    for name in ("risk", "rmse", "P(misses)", "bound", "from n", "ratio"):
        view.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        view.add_row(*_cells(row))
    console = Console()
    # A number that is cut to fit is another number; a line that is too long is only ugly.
    console.width = max(console.width, console.measure(view, options=console.options.update(max_width=1000)).maximum)
    console.print(view)
    click.echo("\n" + notes(problem, any(row["needs_one_law"] for row in rows)))
    for row in rows:
        risk = row["risk"]
        if risk["repetitions"]:
            error = f"{risk['value']:.4g} +- {risk['error']:.1g} (standard error, {risk['repetitions']} repetitions)"
            click.echo(f"simulated  {row['name']}: {error}")
        elif not isfinite(risk["value"]):
            click.echo(f"unknown    {row['name']}: {risk['method']}")
    spent = [f"{r['name']} {r['spend']['epsilon_per_user']:.6g}" for r in rows if r["spend"]["multiple_of_epsilon"]]
    if spent:
        click.echo(f"spends     at most, of {setting.epsilon:g}, by the plan: {', '.join(spent)}")
    others = least["candidates"][1:]
    if any(other["value"] > 0 for other in others):
        click.echo("other lower bounds:")
    for other in others:
        if other["value"] > 0:
            click.echo(f"           {other['value']:<10.4g} {other['source']}")
    if silent := sum(other["value"] == 0 for other in others):
        click.echo(f"{silent} more lower bounds say nothing here")


def _half_width(problem: Problem, half_width: float | None, lower: float | None, upper: float | None) -> float | None:
    """D from the ends of the range, where they are given; raises ParameterError."""
    if lower is None and upper is None:
        return half_width
    if problem.known != "range":
        raise ParameterError(f"--lower, --upper: the problem {problem.name} takes none")
    if lower is None or upper is None:
        raise ParameterError(f"{'--lower' if lower is None else '--upper'}: both ends are needed")
    if half_width is not None:
        raise ParameterError(f"--half-width = {half_width:g}: not together with --lower and --upper")
    low, high = interval("--lower", lower, "--upper", upper)
    return high / 2 - low / 2


def notes(problem: Problem, starred: bool) -> str:
    """What the columns are; `starred` says whether an estimator needs users who share a law."""
    lines = [
        f"risk       {problem.risk_at}",
        "           (--json names them); rmse is its root, in the data's units",
        "P(misses)  the largest probability that the first round loses what it looks for",
        "bound      explicit, for every law; none where a constant is as good",
        "from n     the number of users from which the bound says something",
        "ratio      risk / the lower bound above",
    ]
    if starred:
        lines.append("*          needs users who all draw from one law")
    if starred and problem.estimates_means:
        lines[-1] += "; the others estimate the average of"
        lines += [
            "           the users' own means, and where users differ the variance of these means",
            "           over n comes on top",
        ]
    return "\n".join(lines)


def failure_text(worst: WorstRisk) -> str:
    """The probability that localisation fails; what is below the resolution is said to be.

    What a simulation did not see has, at 95%, a probability below 3 over its repetitions.
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
        f"{sqrt(risk):.2g}" if isfinite(risk) else "",
        row["localisation_failure_told"],
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        f"{upper['useful_from_n']:.3g}" if upper["useful_from_n"] else never,
        "not private" if not row["protects_users"] else "" if ratio is None else f"{ratio:.3g}",
    ]
