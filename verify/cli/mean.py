"""`ratecheck bound` and `ratecheck estimate`."""

from math import isfinite
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from lowerbounds.mean import best
from notation.parameters import ParameterError, count, interval, within
from upperbounds.mean import ESTIMATORS
from verify.estimation import estimate_mean
from verify.files import json_text
from verify.study import (
    LEAST_HALF_WIDTH,
    MOST_HALF_WIDTH,
    WorstRisk,
    check_range,
    first_useful_users,
    worst_risk,
)
from verify.table_input import arrange, read

BUILT = ("mean",)
"""Problems that are built so far."""


def number(text: str) -> float:
    """A number as float reads it; what it may be is checked where it is used."""
    try:
        return float(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number") from None


def integer(text: str) -> int:
    """A whole number, also as 1e6."""
    try:
        return int(text)
    except ValueError:
        value = number(text)
    if not value.is_integer():
        raise click.BadParameter(f"{text!r} is not a whole number")
    return int(value)


def _problem(name: str) -> str:
    if name not in BUILT:
        raise ParameterError(f"problem = {name!r}: is not built; built: {', '.join(BUILT)}")
    return name


@click.command()
@click.argument("problem")
@click.option("--n", "users", type=integer, required=True, help="Users.")
@click.option("--m", "samples", type=integer, required=True, help="Samples per user.")
@click.option("--epsilon", type=number, required=True)
@click.option("--half-width", type=number, default=1.0, show_default=True, help="Data are on [-D, D].")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bound(problem: str, users: int, samples: int, epsilon: float, half_width: float, as_json: bool) -> None:
    """Show what no estimator can beat, and what each estimator guarantees and attains (mean squared errors)."""
    _problem(problem)
    check_range(users, samples, epsilon, half_width)
    lower = best(users, samples, epsilon, half_width)
    rows, failures = [], []
    for estimator in ESTIMATORS:
        upper = estimator.bound(users, samples, epsilon, half_width)
        risk = worst_risk(estimator, users, samples, epsilon, half_width)
        useful = first_useful_users(estimator, samples, epsilon, half_width) if upper.vacuous else None
        failures.append(_failure(risk))
        rows.append(
            {
                "name": estimator.name,
                "protects_users": estimator.protects_users,
                "upper": {
                    "value": upper.value,
                    "source": upper.source,
                    "conditions": list(upper.conditions),
                    "vacuous": upper.vacuous,
                    "useful_from_n": useful,
                },
                "risk": {"value": risk.value, "error": risk.error, "method": risk.method},
                "localisation_failure": risk.localisation_failure,
            }
        )
    document = {
        "problem": problem,
        "parameters": {"n": users, "m": samples, "epsilon": epsilon, "half_width": half_width},
        "lower": {"value": lower.value, "source": lower.source, "conditions": list(lower.conditions)},
        "estimators": rows,
    }
    if as_json:
        click.echo(json_text(document))
        return
    click.echo(f"mean of data on [-{half_width:g}, {half_width:g}], n = {users}, m = {samples}, epsilon = {epsilon:g}")
    click.echo(f"no private estimator has mean squared error below {lower.value:.4g} ({lower.source})")
    view = Table(box=SIMPLE, pad_edge=False)
    view.add_column("estimator", no_wrap=True)
    for name in ("risk", "P(misses)", "bound", "from n", "ratio"):
        view.add_column(name, justify="right", no_wrap=True)
    for row, failure in zip(rows, failures, strict=True):
        view.add_row(*_cells(row, failure, lower.value))
    Console().print(view)
    click.echo(NOTES)


NOTES = """\
risk       of data equal to +-D, at the worst of some means (--json names them)
P(misses)  the largest probability that the first round loses the mean
bound      explicit, for every law on [-D, D]; none where it is D^2 or more
from n     the number of users from which the bound is below D^2
ratio      risk / the lower bound above"""


def _failure(worst: WorstRisk) -> str:
    """The probability that localisation fails; what is below the resolution is said to be.

    What a simulation did not see has, at 95%, a probability below 3 over its repetitions.
    """
    chance = worst.localisation_failure
    if chance == 0 and worst.repetitions:
        return f"< {3 / worst.repetitions:.0e}"
    if chance is not None and chance < worst.resolution:
        return f"< {2 * worst.resolution:.0e}"
    return f"{chance:.2g}" if chance is not None else ""


def _cells(row: dict[str, Any], failure: str, lower: float) -> list[str]:
    risk, upper = row["risk"]["value"], row["upper"]
    return [
        row["name"],
        f"{risk:.4g}" if isfinite(risk) else "unknown",
        failure,
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        f"{upper['useful_from_n']:.3g}" if upper["useful_from_n"] else "never" if upper["vacuous"] else "",
        "not private" if not row["protects_users"] else f"{risk / lower:.3g}" if lower > 0 and isfinite(risk) else "",
    ]


@click.command()
@click.argument("problem")
@click.option("--data", type=click.Path(dir_okay=False, path_type=Path), required=True, help="CSV or Parquet file.")
@click.option("--user", "user_column", required=True, help="Column that names the user.")
@click.option("--value", "value_columns", multiple=True, required=True, help="Column of the values.")
@click.option("--epsilon", type=number, required=True)
@click.option("--lower", type=number, required=True, help="Public lower end of the values.")
@click.option("--upper", type=number, required=True, help="Public upper end of the values.")
@click.option("--m", "samples", type=integer, help="Use this many rows of each user; who has fewer is left out.")
@click.option("--clip", is_flag=True, help="Move values outside into [lower, upper], and count them.")
@click.option("--delta", type=number, help="For mechanisms with approximate privacy; the mean has none.")
@click.option("--moment", type=number, help="For heavy-tailed problems; the mean takes none.")
@click.option("--estimator", "name", help="By name; without it, the one with the least worst-case risk.")
@click.option("--seed", type=integer, help="For study only: a seed that others learn voids the privacy.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def estimate(
    problem: str,
    data: Path,
    user_column: str,
    value_columns: tuple[str, ...],
    epsilon: float,
    lower: float,
    upper: float,
    samples: int | None,
    clip: bool,
    delta: float | None,
    moment: float | None,
    name: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Estimate a mean from your own data, one row per observation, with epsilon-LDP for each user.

    Privacy ratios are those of idealised real arithmetic: floating-point noise is for study, not for deployment.
    """
    _problem(problem)
    if len(value_columns) != 1:
        raise ParameterError(f"--value: {len(value_columns)} columns; the problem mean takes one")
    for option, given in (("--delta", delta), ("--moment", moment)):
        if given is not None:
            raise ParameterError(f"{option} = {given}: the problem mean takes none")
    lower, upper = interval("--lower", lower, "--upper", upper)
    check_range(2, 1 if samples is None else samples, epsilon, 1.0)
    within("(--upper - --lower) / 2", upper / 2 - lower / 2, LEAST_HALF_WIDTH, MOST_HALF_WIDTH)
    if seed is not None:
        count("--seed", seed, 0)
    arranged = arrange(read(data, user_column, value_columns[0]), lower, upper, samples, clip)
    found = estimate_mean(arranged, epsilon, lower, upper, name, seed)
    if as_json:
        document = {
            "problem": problem,
            "estimate": found.value,
            "standard_error": found.standard_error,
            "epsilon_per_user": found.epsilon_per_user,
            "delta_per_user": 0.0,
            "users": {"kept": found.kept, "left_out": found.left_out, "why": list(found.why)},
            "estimator": found.estimator.name,
            "samples_per_user": arranged.samples.shape[1],
            "values_clipped": found.clipped,
            "worst_localisation_failure": found.worst.localisation_failure,
        }
        click.echo(json_text(document))
        return
    click.echo(f"estimate        {found.value:.6g}")
    click.echo(f"standard error  {found.standard_error:.3g}, from messages and public parameters only")
    click.echo(f"privacy         epsilon = {found.epsilon_per_user:.6g} per user, computed from the plan; delta = 0")
    click.echo(f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})")
    click.echo(
        f"users           {found.kept} kept, {arranged.samples.shape[1]} samples each; {found.left_out} left out"
    )
    for reason in found.why:
        click.echo(f"                {reason}")
    if clip:
        click.echo(f"values          {found.clipped} moved into [{lower:g}, {upper:g}]")
    if failure := _failure(found.worst):
        click.echo(
            f"not covered     a failed localisation; its probability for two-valued data here: {failure} at most"
        )
    click.echo("Privacy is that of idealised real arithmetic: for study, not for deployment.")
