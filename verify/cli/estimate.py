"""`ratecheck estimate`: an estimator on a person's own data."""

from pathlib import Path
from typing import Any

import click
import numpy as np

from notation.parameters import ParameterError, count, interval, within
from upperbounds.arrays import FloatArray
from verify.cli.bound import failure_text, place_of
from verify.cli.options import check_problem, integer, is_heavy, number, numbers, take
from verify.estimation import Estimate, estimate_mean
from verify.files import json_text
from verify.study import LEAST_SIZE, MOST_SIZE, WorstRisk, check_range
from verify.table_input import arrange, read, read_vectors
from verify.vector_bars import MISS
from verify.vector_estimation import VectorData, VectorEstimate, arrange_vectors, estimate_vectors, in_ball, in_box

_BALLS = {"mean-l2": 2, "mean-l1": 1}


@click.command()
@click.argument("problem")
@click.option("--data", type=click.Path(dir_okay=False, path_type=Path), required=True, help="CSV or Parquet file.")
@click.option("--user", "user_column", required=True, help="Column that names the user.")
@click.option("--value", "value_columns", multiple=True, help="Column of values; of a vector, one for each coordinate.")
@click.option("--values", "value_list", metavar="A,B,...", help="The same: all columns at once, commas between them.")
@click.option("--epsilon", type=number, required=True)
@click.option("--lower", type=numbers, metavar="A[,...]", help="mean, mean-linf: public lower end of the values.")
@click.option(
    "--upper", type=numbers, metavar="B[,...]", help="Public upper end: one for all columns, or one for each."
)
@click.option("--radius", type=number, help="mean-l2, mean-l1: public radius of the ball that holds the vectors.")
@click.option("--moment", "--p", "order", type=number, metavar="P", help="Heavy tails: the order of the moment.")
@click.option(
    "--moment-bound", "--M", "moment", type=number, metavar="M",
    help="Heavy tails: public M, E|X_k|^P <= M for every k, or E||X||^P <= M in mean-heavy-l2.",
)  # fmt: skip
@click.option("--m", "samples", type=integer, help="Use this many rows of each user; who has fewer is left out.")
@click.option(
    "--clip", "--project", "clip", is_flag=True, help="Move what is outside to the nearest value, or scale it into"
    " the ball, and count it.",
)  # fmt: skip
@click.option("--delta", type=number, help="For mechanisms with approximate privacy; these problems have none.")
@click.option("--estimator", "name", help="By name; without it, the one with the least worst-case risk.")
@click.option("--seed", type=integer, help="For study only: a seed that others learn voids the privacy.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def estimate(
    problem: str,
    data: Path,
    user_column: str,
    value_columns: tuple[str, ...],
    value_list: str | None,
    epsilon: float,
    lower: tuple[float, ...] | None,
    upper: tuple[float, ...] | None,
    radius: float | None,
    order: float | None,
    moment: float | None,
    samples: int | None,
    clip: bool,
    delta: float | None,
    name: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Estimate a mean from your own data, one row per observation, with epsilon-LDP for each user.

    PROBLEM is mean, or for vectors mean-linf (each value in a range), mean-l2, mean-l1 (vectors in a ball), mean-heavy
    or mean-heavy-l2 (moments). Users are shuffled before they are put into groups.

    Privacy ratios are those of idealised real arithmetic: floating-point noise is for study, not for deployment.
    """
    check_problem(problem)
    columns = (*value_columns, *(value_list.split(",") if value_list else ()))
    if not columns:
        raise ParameterError("--value: name the column of the values, or with --values all of them")
    ranges = {"--lower": lower, "--upper": upper}
    ball, tails = {"--radius": radius}, {"--moment": order, "--moment-bound": moment}
    needed = tails if is_heavy(problem) else ball if problem in _BALLS else ranges
    others = {option: given for option, given in (ranges | ball | tails).items() if option not in needed}
    take(problem, needed, {"--delta": delta, **others, "--clip": clip and is_heavy(problem)})
    check_range(2, 1 if samples is None else samples, epsilon, 1.0)
    if seed is not None:
        count("--seed", seed, 0)
    if problem == "mean":
        assert lower is not None
        assert upper is not None
        _number(data, user_column, columns, epsilon, lower, upper, samples, clip, name, seed, as_json)
        return
    box = None if lower is None or upper is None else _box(lower, upper, len(columns))
    if radius is not None:
        within("--radius", radius, LEAST_SIZE, MOST_SIZE)
    # Whatever is wrong with the options is said before a file is read.
    place_of(problem, 2, 1 if samples is None else samples, len(columns), epsilon, radius, order, moment)
    arranged = arrange_vectors(read_vectors(data, user_column, columns), samples)
    if box:
        arranged = in_box(arranged, *box, clip)
    elif radius is not None:
        arranged = in_ball(arranged, radius, _BALLS[problem], clip)
    users, each, dimension = arranged.vectors.shape
    place = place_of(problem, users, each, dimension, epsilon, radius, order, moment)
    found = estimate_vectors(arranged, place, name, seed)
    _tell_vectors(found, arranged, columns, clip, as_json)


def _box(lower: tuple[float, ...], upper: tuple[float, ...], columns: int) -> tuple[FloatArray, FloatArray]:
    """The ends for each column; raises ParameterError."""
    ends = []
    for option, given in (("--lower", lower), ("--upper", upper)):
        if len(given) not in (1, columns):
            allowed = "1" if columns == 1 else f"1, or {columns} as there are columns"
            raise ParameterError(f"{option}: {len(given)} numbers; must be {allowed}")
        ends.append(np.broadcast_to(np.asarray(given, dtype=np.float64), (columns,)))
    for pair in zip(*ends, strict=True):
        low, high = interval("--lower", float(pair[0]), "--upper", float(pair[1]))
        within("(--upper - --lower) / 2", high / 2 - low / 2, LEAST_SIZE, MOST_SIZE)
    return ends[0], ends[1]


def _number(
    data: Path,
    user_column: str,
    columns: tuple[str, ...],
    epsilon: float,
    lowers: tuple[float, ...],
    uppers: tuple[float, ...],
    samples: int | None,
    clip: bool,
    name: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """The problem mean."""
    if len(columns) != 1:
        raise ParameterError(f"--value: {len(columns)} columns; the problem mean takes one")
    lower, upper = (float(ends[0]) for ends in _box(lowers, uppers, 1))
    arranged = arrange(read(data, user_column, columns[0]), lower, upper, samples, clip)
    found = estimate_mean(arranged, epsilon, lower, upper, name, seed)
    if as_json:
        document = {
            "problem": "mean",
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
    _tell_rest(found, arranged.samples.shape[1])
    if clip:
        click.echo(f"values          {found.clipped} moved into [{lower:g}, {upper:g}]")
    _tell_failure(found.worst, "a failed localisation")


def _tell_rest(found: Estimate | VectorEstimate, samples: int) -> None:
    """Which estimator, and who is in it."""
    click.echo(f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})")
    click.echo(f"users           {found.kept} kept, {samples} samples each; {found.left_out} left out")
    for reason in found.why:
        click.echo(f"                {reason}")


def _tell_failure(worst: WorstRisk, uncovered: str) -> None:
    if failure := failure_text(worst):
        click.echo(f"not covered     {uncovered}; its probability for two-valued data here: {failure} at most")
    click.echo("Privacy is that of idealised real arithmetic: for study, not for deployment.")


def _tell_vectors(found: VectorEstimate, data: VectorData, columns: tuple[str, ...], clip: bool, as_json: bool) -> None:
    epsilon, sizes = found.place.epsilon, found.bars
    moved = "values_clipped" if found.place.problem == "mean-linf" else "vectors_projected"
    if as_json:
        document: dict[str, Any] = {
            "problem": found.place.problem,
            "columns": list(columns),
            "estimate": found.value.tolist(),
            "standard_error": sizes.standard_error.tolist(),
            "error_bar": {
                "half_width": sizes.half_width.tolist(),
                "probability": 1 - MISS,
                "simultaneous": True,
                "not_covered": _UNCOVERED if found.worst.localisation_failure is not None else None,
            },
            "epsilon_per_user": float(found.spend.largest) * epsilon,
            "delta_per_user": 0.0,
            "spend": [
                {"users": users, "multiple_of_epsilon": str(multiple), "epsilon": float(multiple) * epsilon}
                for users, multiple in found.spend.groups
            ],
            "users": {"kept": found.kept, "left_out": found.left_out, "why": list(found.why)},
            "estimator": found.estimator.name,
            "samples_per_user": found.place.samples,
            moved: data.moved,
            "worst_localisation_failure": found.worst.localisation_failure,
        }
        click.echo(json_text(document))
        return
    width = max(len("column"), *(len(column) for column in columns))
    click.echo(f"{'column':<{width}}  {'estimate':>12}  {'+-':>10}  {'standard error':>14}")
    for column, *row in zip(columns, found.value, sizes.half_width, sizes.standard_error, strict=True):
        click.echo(f"{column:<{width}}  {row[0]:>12.6g}  {row[1]:>10.3g}  {row[2]:>14.3g}")
    click.echo(
        f"error bars      +- holds for all columns at once with probability {1 - MISS:g} or more, standard errors for"
        " one;\n                both from messages and public parameters only"
    )
    spent = ", ".join(f"{float(multiple) * epsilon:.6g} by {users} users" for users, multiple in found.spend.groups)
    click.echo(f"privacy         epsilon spent, computed from the plan: {spent}; delta = 0")
    _tell_rest(found, found.place.samples)
    if clip:
        click.echo(f"{'values' if moved == 'values_clipped' else 'vectors':<15} {data.moved} moved inside")
    _tell_failure(found.worst, _UNCOVERED)


_UNCOVERED = "a failed localisation, and the bias of clipping"
