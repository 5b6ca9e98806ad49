"""`ratecheck estimate`: an estimator on your own data."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from notation.parameters import ParameterError, interval, within
from notation.problem import TITLES, Problem
from notation.setting import LEAST_SIZE, MOST_SIZE, Setting
from upperbounds.channels.arrays import FloatArray
from verify.cli.bound import failure_text
from verify.cli.budget import BUDGET, budgeted
from verify.cli.by_problem import ByProblem, OfProblem
from verify.cli.estimate_others import (
    cover_of,
    not_private,
    tell_not_public,
    told_density,
    told_kinds,
    told_selection,
)
from verify.cli.options import (
    CLIP,
    COVER,
    DATA,
    EPSILON,
    ESTIMATOR,
    JSON,
    SAME_LAW,
    SEED,
    SIZES,
    USER,
    WEAK,
    drawn_line,
    draws,
    harmless,
    number,
    numbers,
    option,
    samples,
    seed_checked,
    setting_of,
    weak_lines,
)
from verify.cli.progress import read_with_bar
from verify.files import json_text
from verify.study.bars import MISS, Tails
from verify.study.budget import Charge
from verify.study.estimate import Estimate, NotPublic, within_box
from verify.study.estimate import estimate as estimate_rows
from verify.study.gather import RowDomain, at_least_two_users
from verify.study.problems import problem_of
from verify.study.table import Means, Rows, joined

_BALLS = {"l2 ball": 2, "l1 ball": 1}
_USERS = """Estimate from your own data, one row per observation, with epsilon-LDP for each user. {}

{}

Standard output and JSON hold what may be published: answers of private channels, and public numbers, such as the
number of users. How many rows a user has is private. Exact counts go to standard error, and in JSON under
"not_private". An error message depends on the data too.

Randomness is the operating system's. Every answer is drawn with its exact probability: where a paper adds Laplace
noise, geometric noise on a public grid takes its place. The last line says what was drawn."""
_MEANS = """A mean is estimated as the average over users of each user's own mean. Users may be heterogeneous. The
papers' two-round estimators assume i.i.d. users: for heterogeneous users they find one group and clip the others. They
run with --same-law only, and the interval is valid for any users."""
_OTHERS = {
    "density": "Users are i.i.d., which --same-law says: otherwise there is no density.",
    "mixture": "Each user's rows are draws from one component; which one is not known.",
    "infinite": "It is the centre of a public cover that most users' own means are nearest to.",
}
"""Of problems that are not means: what there is to know."""
_CENTRES = (
    COVER,
    option("--cover-radius", type=number, help="The radius of the cover's balls; else nearest centres."),
    option("--metric", default="l2", show_default=True, help="l1, l2 or linf."),
)
_COLUMNS = (
    option("--value", "value_columns", multiple=True, help="Column of values; of a vector, one for each coordinate."),
    option("--values", "value_list", metavar="A,B,...", help="The same: all columns at once, commas between them."),
)
_RANGE = (
    option("--lower", type=numbers, required=True, metavar="A[,...]", help="Public lower end of the values."),
    option(
        "--upper",
        type=numbers,
        required=True,
        metavar="B[,...]",
        help="Public upper end: one for all columns, or one for each.",
    ),
)
_RADIUS = option("--radius", "D", type=number, required=True, help="Public radius of the ball that holds the vectors.")
_MOMENT = (
    option("--moment", "--p", "p", type=number, required=True, metavar="P", help="The order of the moment."),
    option("--moment-bound", "--M", "M", type=number, required=True, metavar="M", help="Public bound on the moment."),
)

_PROBLEMS = {
    **{name: told for name, told in TITLES.items() if not name.startswith("infinite-")},
    "infinite": "Centre of a public cover, near most users.",
}
"""What is estimated from data."""


@click.group(
    cls=ByProblem,
    problems=_PROBLEMS,
    families={"optimisation": "estimate_fit"},
)
def estimate() -> None:
    """Estimate from your own data, one row per observation, with epsilon-LDP for each user.

    `ratecheck estimate PROBLEM --help` lists the options of a problem.

    In problems that begin with label- only labels are private. In optimisation-central, and where -central ends a name,
    the person who runs this is trusted with the data, and what is printed is private.
    """


def estimate_of(name: str) -> OfProblem:
    """The command of a mean, of a density, of mixture components, or of a centre of a public cover."""
    about = problem_of(name)
    known: tuple[click.Option, ...] = _RANGE
    if about.known == "space":
        known = _CENTRES
    elif about.known in _BALLS:
        known = (_RADIUS,)
    elif about.is_heavy:
        known = _MOMENT
    options = [
        DATA,
        USER,
        *_COLUMNS,
        EPSILON,
        *known,
        *(SIZES[size] for size in ("s", "beta", "r", "K") if size in about.sizes),
    ]
    if about.known != "space":
        options.append(samples(required=name in _OTHERS))
        options += [] if about.is_heavy else [CLIP]
        options += [] if name == "mixture" else [SAME_LAW]
        options.append(ESTIMATOR)
    told = _USERS.format(_PROBLEMS[name], _OTHERS.get(name, _MEANS))
    run = partial(_selected if about.known == "space" else _estimated, about)
    return OfProblem(name, budgeted(name, run), told, [*options, SEED, JSON, *BUDGET])


def _selected(
    about: Problem,
    *,
    data: Path,
    user: str,
    value_columns: tuple[str, ...],
    value_list: str | None,
    epsilon: float,
    cover: Path,
    cover_radius: float | None,
    metric: str,
    seed: int | None,
    as_json: bool,
    charge: Charge,
) -> None:
    """Select a centre of a cover."""
    columns = _columns(about, value_columns, value_list)
    seed_checked(seed)
    setting_of(2, 1, epsilon)
    centres = cover_of(cover, user, columns, cover_radius, metric)
    means = at_least_two_users(Means.of(read_with_bar(data, user, columns)))
    counted = NotPublic(means.number, int(means.counts.min()), int(means.counts.max()))
    told_selection(means, centres, epsilon, seed, counted, as_json, charge)
    tell_not_public(counted, None, False)


def _estimated(
    about: Problem,
    *,
    data: Path,
    user: str,
    value_columns: tuple[str, ...],
    value_list: str | None,
    epsilon: float,
    m: int | None,
    name: str | None,
    seed: int | None,
    as_json: bool,
    charge: Charge,
    lower: tuple[float, ...] | None = None,
    upper: tuple[float, ...] | None = None,
    clip: bool = False,
    same_law: bool = False,
    **sizes: float | None,
) -> None:
    """Estimate a mean, a density or components; whatever is wrong with the options is said before a file is read."""
    if about.known == "interval" and not same_law:
        raise ParameterError("--same-law: is needed for the problem density: without i.i.d. users there is no density")
    about.registered()
    columns = _columns(about, value_columns, value_list)
    seed_checked(seed)
    box = None if lower is None or upper is None else _box(lower, upper, len(columns))
    if "D" in sizes:
        within("--radius", sizes["D"], LEAST_SIZE, MOST_SIZE)
    setting = setting_of(2, 1 if m is None else m, epsilon, d=len(columns), **sizes)
    chunks = read_with_bar(data, user, columns)
    if box and m is not None and about.name in _OTHERS:
        all_rows = at_least_two_users(joined(chunks))
        tell_not_public(_tell_other(about, all_rows, setting, box, m, name, seed, clip, as_json, charge), m, clip)
        return
    domain = _domain(about, setting, box)
    rows, known, moved = domain.gather(chunks, len(columns), clip, means=m is None)
    found = estimate_rows(rows, about, setting, known, m, name, same_law, seed, charge)
    counted = replace(found.not_public, moved=moved)
    if as_json:
        click.echo(json_text(_document(about, found, counted, columns, m)))
    else:
        _tell(about, found, columns)
    tell_not_public(counted, m, clip)


def _columns(about: Problem, columns: tuple[str, ...], listed: str | None) -> tuple[str, ...]:
    """The columns of values; raises ParameterError if there are none, or more than the problem takes."""
    columns = (*columns, *(listed.split(",") if listed else ()))
    if not columns:
        raise ParameterError("--value: name the column of the values, or with --values all of them")
    if about.is_scalar and len(columns) != 1:
        raise ParameterError(f"--value: {len(columns)} columns; the problem {about.name} has one")
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


def _domain(about: Problem, setting: Setting, box: tuple[FloatArray, FloatArray] | None) -> RowDomain:
    """The public range of the rows of a mean."""
    if box:
        return RowDomain.box(*box)
    if about.known in _BALLS:
        return RowDomain.ball(setting.D, _BALLS[about.known])
    norm = 2 if about.known == "moments of the norm" else None
    return RowDomain.moments(Tails(setting.p, setting.unit), norm)


def _box(lower: tuple[float, ...], upper: tuple[float, ...], columns: int) -> tuple[FloatArray, FloatArray]:
    """The ends for each column; raises ParameterError."""
    ends = []
    for end, given in (("--lower", lower), ("--upper", upper)):
        if len(given) not in (1, columns):
            allowed = "1" if columns == 1 else f"1, or {columns} as there are columns"
            raise ParameterError(f"{end}: {len(given)} numbers; must be {allowed}")
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
