"""`ratecheck estimate`: an estimator on a person's own data."""

from pathlib import Path

import click

from notation.parameters import ParameterError, count, interval, within
from verify.cli.bound import failure_text
from verify.cli.options import check_problem, integer, number
from verify.estimation import estimate_mean
from verify.files import json_text
from verify.study import LEAST_HALF_WIDTH, MOST_HALF_WIDTH, check_range
from verify.table_input import arrange, read


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
    check_problem(problem)
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
    if failure := failure_text(found.worst):
        click.echo(
            f"not covered     a failed localisation; its probability for two-valued data here: {failure} at most"
        )
    click.echo("Privacy is that of idealised real arithmetic: for study, not for deployment.")
