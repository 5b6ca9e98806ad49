"""`ratecheck bound` and `ratecheck estimate`."""

import json
import math
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from lowerbounds.mean import best
from notation.parameters import ParameterError, count, interval, positive
from upperbounds.mean import ESTIMATORS
from verify.estimation import estimate_mean
from verify.study import first_useful_users, worst_risk
from verify.table_input import arrange, read

BUILT = ("mean",)
"""Problems that are built so far."""


class Number(click.ParamType):
    """A number as text that float reads; what it may be is checked where it is used."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number; fails with the option's name."""
        try:
            return float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)


class Whole(click.ParamType):
    """A whole number, also as 1e6."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number; fails with the option's name."""
        try:
            number = float(value) if not isinstance(value, int) else value
            if number == int(number):
                return int(value) if isinstance(value, int) or str(value).lstrip("+-").isdigit() else int(number)
        except (ValueError, OverflowError):
            pass
        return int(self.fail(f"{value!r} is not a whole number", param, ctx))


def _problem(name: str) -> str:
    if name not in BUILT:
        raise ParameterError(f"problem = {name!r}: is not built; built: {', '.join(BUILT)}")
    return name


@click.command()
@click.argument("problem")
@click.option("--n", "users", type=Whole(), required=True, help="Users.")
@click.option("--m", "samples", type=Whole(), required=True, help="Samples per user.")
@click.option("--epsilon", type=Number(), required=True)
@click.option("--half-width", type=Number(), default=1.0, show_default=True, help="Data are on [-D, D].")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bound(problem: str, users: int, samples: int, epsilon: float, half_width: float, as_json: bool) -> None:
    """Show what no estimator can beat, and what each estimator guarantees and attains (mean squared errors)."""
    _problem(problem)
    users, samples = count("n", users, 2), count("m", samples)
    epsilon, half_width = positive("epsilon", epsilon), positive("half-width", half_width)
    lower = best(users, samples, epsilon, half_width)
    rows = []
    for estimator in ESTIMATORS:
        upper = estimator.bound(users, samples, epsilon, half_width)
        risk = worst_risk(estimator, users, samples, epsilon, half_width)
        useful = first_useful_users(estimator, samples, epsilon, half_width) if upper.vacuous else None
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
        click.echo(json.dumps(_finite(document), indent=1))
        return
    console = Console(soft_wrap=True)
    console.print(
        f"mean of data on [-{half_width:g}, {half_width:g}], n = {users}, m = {samples}, epsilon = {epsilon:g}"
    )
    console.print(f"no private estimator has mean squared error below {lower.value:.4g} ({lower.source})", markup=False)
    view = Table()
    view.add_column("estimator", no_wrap=True)
    for name in ("risk for +-D data", "P(localisation fails)", "explicit bound", "risk / lower bound"):
        view.add_column(name, justify="right")
    for row in rows:
        view.add_row(*_cells(row, lower.value))
    console.print(view)
    console.print("Risks are the worst over the mean's position in its bin. A bound of D^2 or more says nothing.")


def _cells(row: dict[str, Any], lower: float) -> list[str]:
    failure, upper = row["localisation_failure"], row["upper"]
    told = f"{upper['value']:.3g}"
    if upper["vacuous"]:
        told = "says nothing" + (f" below n = {upper['useful_from_n']:.3g}" if upper["useful_from_n"] else "")
    gap = f"{row['risk']['value'] / lower:.3g}" if lower > 0 and row["protects_users"] else "not private"
    return [row["name"], f"{row['risk']['value']:.4g}", "" if failure is None else f"{failure:.2g}", told, gap]


def _finite(value: Any) -> Any:
    """The same document with null for numbers that JSON does not have."""
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_finite(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


@click.command()
@click.argument("problem")
@click.option("--data", type=click.Path(dir_okay=False, path_type=Path), required=True, help="CSV or Parquet file.")
@click.option("--user", "user_column", required=True, help="Column that names the user.")
@click.option("--value", "value_columns", multiple=True, required=True, help="Column of the values.")
@click.option("--epsilon", type=Number(), required=True)
@click.option("--lower", type=Number(), required=True, help="Public lower end of the values.")
@click.option("--upper", type=Number(), required=True, help="Public upper end of the values.")
@click.option("--m", "samples", type=Whole(), help="Use this many rows of each user; who has fewer is left out.")
@click.option("--clip", is_flag=True, help="Move values outside into [lower, upper], and count them.")
@click.option("--delta", type=Number(), help="For mechanisms with approximate privacy; the mean has none.")
@click.option("--moment", type=Number(), help="For heavy-tailed problems; the mean takes none.")
@click.option("--estimator", "name", help="By name; without it, the one with the least worst-case risk.")
@click.option("--seed", type=click.IntRange(min=0), help="For study only: a seed that others learn voids the privacy.")
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
    epsilon = positive("--epsilon", epsilon)
    lower, upper = interval("--lower", lower, "--upper", upper)
    if samples is not None:
        samples = count("--m", samples)
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
            "worst_localisation_failure": found.worst_failure,
        }
        click.echo(json.dumps(_finite(document), indent=1))
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
    if found.worst_failure is not None:
        click.echo(
            f"not covered     the error bar does not cover a failed localisation, whose probability is up to "
            f"{found.worst_failure:.2g} for two-valued data at these parameters"
        )
    click.echo("Privacy is that of idealised real arithmetic: for study, not for deployment.")
