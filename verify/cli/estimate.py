"""`ratecheck estimate`: an estimator on your own data."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from notation.parameters import ParameterError, count, interval, within
from notation.problem import Problem
from notation.setting import LEAST_SIZE, MOST_SIZE, Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.optimisation.losses import LOSSES
from verify.cli.bound import failure_text
from verify.cli.budget import budgeted
from verify.cli.by_problem import ByProblem
from verify.cli.estimate_fit import Asked, told_fit
from verify.cli.estimate_others import (
    cover_of,
    not_private,
    tell_not_public,
    told_density,
    told_kinds,
    told_selection,
)
from verify.cli.options import (
    WEAK,
    drawn_line,
    draws,
    harmless,
    integer,
    number,
    numbers,
    setting_of,
    take,
    weak_lines,
)
from verify.cli.progress import read_with_bar
from verify.ledger.files import json_text
from verify.study.bars import MISS, Tails
from verify.study.budget import Charge
from verify.study.estimate import Estimate, NotPublic, within_box
from verify.study.estimate import estimate as estimate_rows
from verify.study.gather import Domain, several
from verify.study.optimise import DESCENTS
from verify.study.problems import PROBLEMS, problem_of
from verify.study.table import Means, Rows, joined

_BALLS = {"l2 ball": 2, "l1 ball": 1}
_SIZES = {"s": "--s", "beta": "--beta", "K": "--components"}
_ALWAYS = frozenset(("--data", "--user", "--epsilon", "--seed", "--json", "--budget", "--budget-limit"))


def _problem(name: str) -> Problem:
    """The problem of the data's mean, density, components or centre; raises ParameterError."""
    about = PROBLEMS["infinite-l2"] if name == "infinite" else problem_of(name)
    if about.known == "space" and name != "infinite":
        raise ParameterError(f"problem = {name!r}: with --cover it must be 'infinite'")
    return about


def _options(name: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The options that a problem needs, and all that it has; raises ParameterError for an unknown problem."""
    if name in DESCENTS:
        needed: tuple[str, ...] = "--features", "--loss", "--radius"
        more = {"--label", "--feature-radius", "--classes", "--m", "--delta", "--same-law", "--clip", "--estimator"}
        return needed, _ALWAYS.union(needed, more)
    about = _problem(name)
    more = {"--value", "--values"}
    if about.known == "space":
        needed = ("--cover",)
        return needed, _ALWAYS.union(needed, more, ("--cover-radius", "--metric"))
    more |= {"--estimator", "--m"}
    if about.is_heavy:
        needed = "--moment", "--moment-bound"
    elif about.known in _BALLS:
        needed = ("--radius",)
    else:
        needed = "--lower", "--upper", *(option for size, option in _SIZES.items() if size in about.sizes)
    if not about.is_heavy:
        more.add("--clip")
    if name != "mixture":
        more.add("--same-law")
    if name in ("mixture", "density"):
        needed = *needed, "--m"
    if name == "density":
        more.add("--class-radius")
    return needed, _ALWAYS.union(needed, more)


def _take(problem: str) -> None:
    """Raise ParameterError unless all options that the problem needs are given, and none that it does not have."""
    context = click.get_current_context()
    values = {option.opts[0]: context.params[option.name] for option in context.command.params if option.name}
    given = {name: None if value == () else value for name, value in values.items() if name.startswith("-")}
    needed, known = _options(problem)
    others = {name: value for name, value in given.items() if name not in known}
    take(problem, {name: given[name] for name in needed}, others)
    if problem == "density" and not given["--same-law"]:
        raise ParameterError(
            f"--same-law: is needed for the problem {problem}: without i.i.d. users there is no density"
        )


@click.command(cls=ByProblem, options_of=lambda problem: _options(problem)[1])
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
@click.option(
    "--radius", type=number, help="mean-l2, mean-l1: public radius of the ball that holds the vectors; optimisation:"
    " radius of the ball of parameters.",
)  # fmt: skip
@click.option("--moment", "--p", "order", type=number, metavar="P", help="Heavy tails: the order of the moment.")
@click.option(
    "--moment-bound", "--M", "moment", type=number, metavar="M",
    help="Heavy tails: public M, E|X_k|^P <= M for every k, or E||X||^P <= M in mean-heavy-l2.",
)  # fmt: skip
@click.option(
    "--m", "samples", type=integer, help="Use this many rows of each user, drawn at random; all of a user with"
    " fewer. Needed where the method depends on it, as with --same-law.",
)  # fmt: skip
@click.option("--s", "sparsity", type=integer, help="sparse-mean: the most nonzero coordinates of the mean.")
@click.option("--beta", "smoothness", type=integer, help="density: smoothness, a whole number.")
@click.option(
    "--class-radius", "--r", "class_radius", type=number, metavar="R", help="density: radius of its Sobolev class, for"
    " values moved to [0, 1].  [default: 1]",
)  # fmt: skip
@click.option("--components", "--K", "components", type=integer, metavar="K", help="mixture: how many components.")
@click.option(
    "--cover", type=click.Path(dir_okay=False, path_type=Path), help="infinite: public CSV or Parquet file with a"
    " centre in each row, its name in the column of --user, its coordinates in those of --value.",
)  # fmt: skip
@click.option("--cover-radius", type=number, help="infinite: the radius of the cover's balls; else nearest centres.")
@click.option("--metric", help="infinite: l1, l2 or linf.  [default: l2]")
@click.option("--features", metavar="A,B,...", help="optimisation: columns of the features, commas between them.")
@click.option("--label", help="optimisation: column of the label.")
@click.option("--loss", help=f"optimisation: {', '.join(LOSSES[:-1])} or {LOSSES[-1]}.")
@click.option(
    "--feature-radius", type=number, help="optimisation: public bound on the features' l_2 norm.  [default: 1]"
)
@click.option("--classes", type=integer, help="optimisation: labels of the loss softmax.")
@click.option(
    "--clip", "--project", "clip", is_flag=True, help="Move what is outside to the nearest value, or scale it into"
    " the ball.",
)  # fmt: skip
@click.option(
    "--same-law", is_flag=True, help="Users are i.i.d.: allow the two-round estimators, which need that.",
)  # fmt: skip
@click.option(
    "--delta", type=number, help="optimisation: allow (epsilon, delta)-privacy; not an option of other problems."
)
@click.option("--estimator", "name", help="By name. Default: chosen by public numbers; the reason is printed.")
@click.option("--seed", type=integer, help="For study only: if others learn the seed, privacy is lost.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@budgeted
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
    sparsity: int | None,
    smoothness: int | None,
    class_radius: float | None,
    components: int | None,
    cover: Path | None,
    cover_radius: float | None,
    metric: str | None,
    features: str | None,
    label: str | None,
    loss: str | None,
    feature_radius: float | None,
    classes: int | None,
    clip: bool,
    same_law: bool,
    delta: float | None,
    name: str | None,
    seed: int | None,
    as_json: bool,
    charge: Charge,
) -> None:
    """Estimate from your own data, one row per observation, with epsilon-LDP for each user.

    `ratecheck estimate PROBLEM --help` lists the options of one problem only.

    PROBLEM is mean, or for vectors mean-linf (each value in a range), mean-l2, mean-l1 (vectors in a ball), mean-heavy
    or mean-heavy-l2 (moments), sparse-mean (few nonzero coordinates). Others are density (of numbers, i.i.d.
    users), mixture (means and shares of mixture components), infinite (the centre of a public cover that most
    users' own means are nearest to) and optimisation (the parameter of a loss, such as that of a logistic regression).
    optimisation-central is the same with a trusted server, which sees the data: the output is (epsilon, delta)-DP.

    label-classification-local and label-classification-central, which learn to classify with only labels private,
    have options of their own: `ratecheck estimate label-classification-local --help`. So have label-regression-local
    and -central, and label-regression-heavy-local and -central, for labels that are numbers.

    classification and regression, in which all data of a user are private, features and labels, have options of their
    own: `ratecheck estimate classification --help`.

    A mean is estimated as the average over users of each user's own mean. Users may be heterogeneous. The papers'
    two-round estimators assume i.i.d. users: for heterogeneous users they find one group and clip the others. They run
    with --same-law only, and the interval is valid for any users.

    Standard output and JSON hold what may be published: answers of private channels, and public numbers, such as the
    number of users. How many rows a user has is private. Exact counts go to standard error, and in JSON under
    "not_private". An error message depends on the data too.

    Randomness is the operating system's. Every answer is drawn with its exact probability: where a paper adds Laplace
    noise, geometric noise on a public grid takes its place. The last line says what was drawn.
    """
    _take(problem)
    if problem in DESCENTS:
        assert features is not None
        assert loss is not None
        assert radius is not None
        told = Asked(
            problem,
            features,
            label,
            loss,
            radius,
            feature_radius,
            classes,
            epsilon,
            samples,
            delta,
            name,
            same_law,
            clip,
            seed,
        )
        tell_not_public(told_fit(data, user_column, told, as_json, charge), samples, clip)
        return
    about = _problem(problem)
    about.registered()
    columns = _columns(problem, about, value_columns, value_list)
    if seed is not None:
        count("--seed", seed, 0)
    box = None if lower is None or upper is None else _box(lower, upper, len(columns))
    if radius is not None:
        within("--radius", radius, LEAST_SIZE, MOST_SIZE)
    # Whatever is wrong with the options is said before a file is read.
    sizes = {"D": radius, "p": order, "M": moment, "s": sparsity, "beta": smoothness, "r": class_radius}
    setting = setting_of(2, 1 if samples is None else samples, epsilon, d=len(columns), K=components, **sizes)
    centres = None if cover is None else cover_of(cover, user_column, columns, cover_radius, metric or "l2")
    chunks = read_with_bar(data, user_column, columns)
    if centres is not None:
        means = several(Means.of(chunks))
        counted = NotPublic(means.number, int(means.counts.min()), int(means.counts.max()))
        told_selection(means, centres, epsilon, seed, counted, as_json, charge)
        tell_not_public(counted, None, False)
        return
    if box and samples is not None and (about.known == "interval" or "K" in about.sizes):
        all_rows = several(joined(chunks))
        counted = _tell_other(about, all_rows, setting, box, samples, name, seed, clip, as_json, charge)
        tell_not_public(counted, samples, clip)
        return
    domain = _domain(about, setting, box, radius)
    rows, known, moved = domain.gather(chunks, len(columns), clip, means=samples is None)
    found = estimate_rows(rows, about, setting, known, samples, name, same_law, seed, charge)
    counted = replace(found.not_public, moved=moved)
    if as_json:
        click.echo(json_text(_document(about, found, counted, columns, samples)))
    else:
        _tell(about, found, columns)
    tell_not_public(counted, samples, clip)


def _columns(problem: str, about: Problem, columns: tuple[str, ...], listed: str | None) -> tuple[str, ...]:
    """The columns of values; raises ParameterError if there are none, or more than the problem takes."""
    columns = (*columns, *(listed.split(",") if listed else ()))
    if not columns:
        raise ParameterError("--value: name the column of the values, or with --values all of them")
    if about.is_scalar and len(columns) != 1:
        raise ParameterError(f"--value: {len(columns)} columns; the problem {problem} has one")
    return columns


def _tell_other(
    about: Problem,
    rows: Rows,
    setting: Setting,
    box: tuple[FloatArray, FloatArray],
    samples: int,
    name: str | None,
    seed: int | None,
    clip: bool,
    as_json: bool,
    charge: Charge,
) -> NotPublic:
    """A density or mixture components, for values in an interval; returns counts that are not public."""
    if about.known == "interval":
        ends = float(box[0][0]), float(box[1][0])
        return told_density(rows, setting, ends, samples, name, seed, clip, as_json, charge)
    rows, known, moved = within_box(rows, *box, clip)
    return told_kinds(rows, setting, known, samples, name, seed, moved, as_json, charge)


def _domain(
    about: Problem, setting: Setting, box: tuple[FloatArray, FloatArray] | None, radius: float | None
) -> Domain:
    """The public range of the rows of a mean."""
    if box:
        return Domain.box(*box)
    if radius is not None:
        return Domain.ball(radius, _BALLS[about.known])
    norm = 2 if about.known == "moments of the norm" else None
    return Domain.moments(Tails(setting.p, setting.unit), norm)


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


_ASSUMED = "i.i.d. users: all draw from the same law (--same-law)"
_UNCOVERED = "a failed localisation, and the bias of clipping"
_COVERED = "includes a localisation that ended far from the mean, and the largest bias of clipping over all laws"
_MOVED = "the mean of the original data is a different number, and may lie outside the interval"
_LITTLE = "the interval is wider than half the public range: almost no information at these n and epsilon"


def _document(
    problem: Problem, found: Estimate, counted: NotPublic, columns: tuple[str, ...], samples: int | None
) -> dict[str, Any]:
    """The JSON of an estimate: numbers for the problem mean, lists for vectors."""

    def shown(values: FloatArray | None) -> Any:
        return None if values is None else float(values[0]) if problem.is_scalar else values.tolist()

    sizes, epsilon = found.bars, found.setting.epsilon
    staged = found.estimator.needs_one_law
    return {
        "problem": problem.name,
        "estimate_of": found.of,
        **({} if problem.is_scalar else {"columns": list(columns)}),
        "estimate": shown(found.value),
        "interval": {
            "lower": shown(found.interval[0]),
            "upper": shown(found.interval[1]),
            "probability": 1 - MISS,
            "simultaneous": True,
            "users_share_one_law": False,
            "tells_little": found.tells_little,
        },
        "standard_error": None if staged else shown(sizes.standard_error),
        "error_bar": {
            "half_width": shown(sizes.half_width),
            "half_width_if_one_law": shown(sizes.one_law),
            "standard_error_if_one_law": shown(sizes.standard_error) if staged else None,
            "not_covered_if_one_law": _UNCOVERED if staged and not sizes.covers_misses else None,
        },
        "assumes_one_law": staged,
        "groups": [{"near": middle, "share": share} for middle, share in found.groups],
        "epsilon_per_user": float(found.spend.largest) * epsilon,
        "delta_per_user": 0.0,
        "protects_little": epsilon > WEAK,
        "spend": [
            {"users": users, "multiple_of_epsilon": str(multiple), "epsilon": float(multiple) * epsilon}
            for users, multiple in found.spend.groups
        ],
        "n": found.setting.n,
        "m": samples,
        "send_nothing": found.silent,
        "estimator": found.estimator.name,
        "why": found.why,
        "worst_localisation_failure": found.worst.localisation_failure,
        "randomness": "seed" if found.seeded else "operating system",
        **draws(found.drawn),
        "not_private": not_private(counted, found.setting.n, samples),
    }


def _line(name: str, text: str) -> None:
    click.echo(f"{name:<16}{text}")


def _tell(problem: Problem, found: Estimate, columns: tuple[str, ...]) -> None:
    """The output that may be published, as text."""
    sizes = found.bars
    if problem.is_scalar:
        _line("estimate", f"{found.value[0]:.6g}, of {found.of}")
        _line(
            "interval",
            f"{found.interval[0][0]:.6g} to {found.interval[1][0]:.6g}, with probability {1 - MISS:g} or more",
        )
        if sizes.standard_error is not None and not found.estimator.needs_one_law:
            _line("standard error", f"{sizes.standard_error[0]:.3g}")
        several = ""
    else:
        names = [harmless(column) for column in columns]
        width = max(len("column"), *map(len, names))
        heading = "if i.i.d." if found.estimator.needs_one_law else "standard error"
        click.echo(f"{'column':<{width}}  {'estimate':>12}  {'from':>10}  {'to':>10}  {heading:>14}")
        errors = np.zeros(len(columns)) if sizes.standard_error is None else sizes.standard_error
        for column, *row in zip(names, found.value, *found.interval, errors, strict=True):
            click.echo(f"{column:<{width}}  {row[0]:>12.6g}  {row[1]:>10.4g}  {row[2]:>10.4g}  {row[3]:>14.3g}")
        _line("estimate", f"of {found.of}")
        _line("intervals", f"hold for all columns at once with probability {1 - MISS:g} or more")
        several = " for all columns"
    _line("", "valid for heterogeneous users; computed from messages and public numbers only")
    if found.is_moved:
        _line("moved", _MOVED)
    if found.tells_little:
        _line("weak result", _LITTLE)
    if found.estimator.needs_one_law:
        _line("assumed", _ASSUMED)
        if sizes.one_law is not None:
            bars = ", ".join(f"{width:.3g}" for width in sizes.one_law)
            _line("if that holds", f"+- {bars} with probability {1 - MISS:g} or more{several}")
            _line("", _COVERED if sizes.covers_misses else f"not covered: {_UNCOVERED}")
    if found.groups:
        near = ", ".join(f"{share:.0%} near {middle:.4g}" for middle, share in found.groups)
        _line("groups", f"the votes show several mixture components: {near}; see `ratecheck estimate mixture`")
    elif found.tells_little and found.estimator.needs_one_law and found.estimator.problem == "mean":
        _line("groups", "for several mixture components use `ratecheck estimate mixture`")
    epsilon = found.setting.epsilon
    spent = ", ".join(f"{float(multiple) * epsilon:.6g} by {users} users" for users, multiple in found.spend.groups)
    _line("privacy", f"epsilon spent, computed from the plan: {spent}; delta = 0")
    for warning in weak_lines(epsilon):
        click.echo(warning)
    _line("estimator", f"{found.estimator.name}: {found.estimator.title} ({found.estimator.source})")
    _line("", f"chosen: {found.why}")
    _line("users", f"{found.setting.n}{_silent(found.silent)}")
    if failure := failure_text(found.worst):
        _line("first round", f"fails with probability {failure} at most for two-valued data of i.i.d. users")
    click.echo(drawn_line(found.drawn, found.seeded))


def _silent(number: int) -> str:
    """How many users send nothing, since groups are equal."""
    if not number:
        return ""
    return f"; {number} drawn at random {'sends' if number == 1 else 'send'} nothing, so that groups are equal"
