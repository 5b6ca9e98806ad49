"""`ratecheck bound`: what no estimator can beat, and what each estimator guarantees and attains."""

from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Any

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from lowerbounds.mean import best
from lowerbounds.vectors.problems import all_bounds
from notation.parameters import ParameterError, interval, within
from upperbounds.mean import ESTIMATORS
from upperbounds.mean.estimator import UpperBound
from upperbounds.vectors import VectorEstimator
from verify.cli.options import check_problem, integer, is_heavy, number, take
from verify.files import json_text
from verify.study import WorstRisk, check_range, first_useful_users, worst_risk
from verify.vector_study import Estimator, Place


@dataclass(frozen=True)
class Study:
    """What is printed: the document, what it is about in a line, P(misses) of each row, more lines and headings."""

    document: dict[str, Any]
    about: str
    failures: list[str]
    notes: str
    more: tuple[str, ...] = ()


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
    as_json: bool,
) -> None:
    """Show what no estimator can beat, and what each estimator guarantees and attains.

    PROBLEM is mean, mean-linf, mean-l2, mean-l1, mean-heavy or mean-heavy-l2; errors of vectors are in l_2. Errors are
    mean squared, and their roots (rmse) in the data's units.

    All risks are those where all users draw from one law. An estimator marked * needs that: nothing bounds its risk for
    users who differ. The others estimate the average of the users' own means; where users differ, the variance of
    these means over n comes on top.
    """
    check_problem(problem)
    half_width = _half_width(problem, half_width, lower, upper)
    if problem == "mean":
        take(problem, {}, {"--d": dimension, "--moment": order, "--moment-bound": moment})
        study = _mean(users, samples, epsilon, 1.0 if half_width is None else half_width)
    else:
        heavy = {"--moment": order, "--moment-bound": moment}
        take(problem, {"--d": dimension}, {"--half-width": half_width} if is_heavy(problem) else heavy)
        assert dimension is not None
        place = place_of(problem, users, samples, dimension, epsilon, half_width, order, moment)
        study = _vectors(place, moment)
    document = study.document
    if as_json:
        click.echo(json_text(document))
        return
    least = document["lower"]
    click.echo(study.about)
    click.echo(
        f"no private estimator has mean squared error below {least['value']:.4g}, root {sqrt(least['value']):.4g}"
        f" ({least['source']})"
    )
    headings = ["risk", "rmse", "P(misses)", "bound", "from n", "ratio", *study.more]
    view = Table(box=SIMPLE, pad_edge=False, show_edge=False, padding=(0, 0))
    view.add_column("estimator", no_wrap=True)
    for name in headings:
        view.add_column(name, justify="right", no_wrap=True)
    for row, failure in zip(document["estimators"], study.failures, strict=True):
        view.add_row(*_cells(row, failure, least["value"]))
    console = Console()
    # A number that is cut to fit is another number; a line that is too long is only ugly.
    console.width = max(console.width, console.measure(view, options=console.options.update(max_width=1000)).maximum)
    console.print(view)
    click.echo(f"\n{study.notes}")


def _half_width(problem: str, half_width: float | None, lower: float | None, upper: float | None) -> float | None:
    """D from the ends of the range, where they are given; raises ParameterError."""
    if lower is None and upper is None:
        return half_width
    if problem not in ("mean", "mean-linf"):
        raise ParameterError(f"--lower, --upper: the problem {problem} takes none")
    if lower is None or upper is None:
        raise ParameterError(f"{'--lower' if lower is None else '--upper'}: both ends are needed")
    if half_width is not None:
        raise ParameterError(f"--half-width = {half_width:g}: not together with --lower and --upper")
    low, high = interval("--lower", lower, "--upper", upper)
    return high / 2 - low / 2


def place_of(
    problem: str,
    users: int,
    samples: int,
    dimension: int,
    epsilon: float,
    half_width: float | None,
    order: float | None,
    moment: float | None,
) -> Place:
    """A problem about vectors with its numbers, the defaults where none are given; raises ParameterError."""
    if not is_heavy(problem):
        return Place(problem, users, samples, dimension, epsilon, 1.0 if half_width is None else half_width)
    order, moment = 4.0 if order is None else order, 1.0 if moment is None else moment
    if not 2 <= order <= 100:
        raise ParameterError(f"--moment = {order}: must be from 2 to 100")
    within("--moment-bound", moment, 1e-100, 1e100)
    return Place(problem, users, samples, dimension, epsilon, moment ** (1 / order), order)


def _mean(users: int, samples: int, epsilon: float, half_width: float) -> Study:
    check_range(users, samples, epsilon, half_width)
    lower = best(users, samples, epsilon, half_width)
    rows, failures = [], []
    for estimator in ESTIMATORS:

        def vacuous(n: int, bound_at: Any = estimator.bound) -> bool:
            return bool(bound_at(n, samples, epsilon, half_width).vacuous)

        upper = estimator.bound(users, samples, epsilon, half_width)
        risk = worst_risk(estimator, users, samples, epsilon, half_width)
        useful = first_useful_users(vacuous) if upper.vacuous else None
        failures.append(failure_text(risk))
        rows.append(_row(estimator, upper, useful, risk))
    return Study(
        {
            "problem": "mean",
            "parameters": {"n": users, "m": samples, "epsilon": epsilon, "half_width": half_width},
            "lower": {"value": lower.value, "source": lower.source, "conditions": list(lower.conditions)},
            "estimators": rows,
        },
        f"mean of data on [-{half_width:g}, {half_width:g}], n = {users}, m = {samples}, epsilon = {epsilon:g}",
        failures,
        NOTES,
    )


_ONE_LAW = """\
*          needs users who all draw from one law; the others estimate the average of
           the users' own means, and where users differ the variance of these means
           over n comes on top"""

NOTES = f"""\
risk       of data equal to +-D and of one law, at the worst of some means
           (--json names them); rmse is its root, in the data's units
P(misses)  the largest probability that the first round loses the mean
bound      explicit, for every law on [-D, D]; none where it is D^2 or more
from n     the number of users from which the bound is below D^2
ratio      risk / the lower bound above
{_ONE_LAW}"""

VECTOR_NOTES = f"""\
risk       of two-valued data of one law, at the worst of some means
           (--json names them); rmse is its root, in the data's units
P(misses)  the probability that the first round loses a coordinate's mean
bound      explicit, for every law; none where the constant 0 is as good
from n     the number of users from which the bound says something
ratio      risk / the lower bound above; gap is that of the bound
{_ONE_LAW}"""

_DATA = {
    "mean-linf": "vectors in [-{0:g}, {0:g}]^d",
    "mean-l2": "vectors in the l_2 ball of radius {0:g}",
    "mean-l1": "vectors in the l_1 ball of radius {0:g}",
    "mean-heavy": "vectors with E|X_k|^{1:g} <= {2:g} for every k",
    "mean-heavy-l2": "vectors with E||X||^{1:g} <= {2:g}",
}


def _vectors(place: Place, moment: float | None) -> Study:
    moment = 1.0 if moment is None else moment
    sizes = {"p": place.order, "M": moment} if place.is_heavy else {"D": place.size}
    found = all_bounds(
        place.problem, place.users, place.samples, place.dimension, place.epsilon, interactive=True, **sizes
    )
    candidates: list[dict[str, Any]] = [
        {"value": b.value, "source": b.source, "conditions": list(b.conditions), "protocols": b.protocols}
        for b in sorted(found, key=lambda b: -b.value)
    ]
    lower = max(found, key=lambda b: b.value)
    rows, failures, simulated = [], [], []
    for estimator in place.estimators:
        upper, risk, spend = _of_vectors(place, estimator)
        row = _row(estimator, upper, place.useful_from(estimator) if upper.vacuous else None, risk)
        row["spend"] = spend
        row["gap"] = {
            "risk_over_lower": _over(risk.value, lower.value),
            "bound_over_lower": _over(inf if upper.vacuous else upper.value, lower.value),
        }
        rows.append(row)
        failures.append(failure_text(risk))
        if risk.repetitions:
            error = f"{risk.value:.4g} +- {risk.error:.1g} (standard error, {risk.repetitions} repetitions)"
            simulated.append(f"simulated  {estimator.name}: {error}")
    told = [f"           {c['value']:<10.4g} {c['source']}" for c in candidates[1:] if c["value"] > 0]
    spent = [
        f"{row['name']} {row['spend']['epsilon_per_user']:.6g}" for row in rows if row["spend"]["multiple_of_epsilon"]
    ]
    notes = [
        VECTOR_NOTES,
        *simulated,
        *(f"unknown    {row['name']}: {row['risk']['method']}" for row in rows if not isfinite(row["risk"]["value"])),
        f"spends     at most, of {place.epsilon:g}, by the plan: {', '.join(spent)}" if spent else "",
        "other lower bounds:" if told else "",
        *told,
    ]
    silent = sum(c["value"] == 0 for c in candidates)
    sized = {"p": place.order, "M": moment} if place.is_heavy else {"half_width": place.size}
    return Study(
        {
            "problem": place.problem,
            "parameters": {
                "n": place.users, "m": place.samples, "d": place.dimension, "epsilon": place.epsilon, **sized,
            },
            "lower": {
                "value": lower.value,
                "source": lower.source,
                "conditions": list(lower.conditions),
                "candidates": candidates,
            },
            "estimators": rows,
        },
        f"mean of {_DATA[place.problem].format(place.size, place.order, moment)}, n = {place.users},"
        f" m = {place.samples}, d = {place.dimension}, epsilon = {place.epsilon:g}",
        failures,
        "\n".join(filter(None, [*notes, f"{silent} more lower bounds say nothing here" if silent else ""])),
        ("gap",),
    )  # fmt: skip


def _of_vectors(place: Place, estimator: Estimator) -> tuple[UpperBound, WorstRisk, dict[str, Any]]:
    """Bound, risk and spend; of an estimator that needs more users all say so."""
    try:
        upper, risk = place.bound(estimator), place.risk(estimator)
        spend = place.spend(estimator, place.sample_plan(estimator))
    except ParameterError as error:
        told = f"not built: {error}"
        nothing: dict[str, Any] = {"epsilon_per_user": None, "multiple_of_epsilon": None}
        return UpperBound(inf, told, (), True), WorstRisk(inf, inf, told, None, 0.0), nothing
    return upper, risk, {
        "epsilon_per_user": float(spend.largest) * place.epsilon, "multiple_of_epsilon": str(spend.largest),
    }  # fmt: skip


def _over(value: float, lower: float) -> float | None:
    return value / lower if lower > 0 and isfinite(value) else None


def _row(estimator: Estimator, upper: UpperBound, useful: int | None, risk: WorstRisk) -> dict[str, Any]:
    return {
        "name": estimator.name,
        "protects_users": isinstance(estimator, VectorEstimator) or estimator.protects_users,
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
        },
        "localisation_failure": risk.localisation_failure,
    }


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


def _cells(row: dict[str, Any], failure: str, lower: float) -> list[str]:
    risk, upper = row["risk"]["value"], row["upper"]
    cells = [
        f"{row['name']}{'*' if row['needs_one_law'] else ''}",
        f"{risk:.3g}" if isfinite(risk) else "unknown",
        f"{sqrt(risk):.2g}" if isfinite(risk) else "",
        failure,
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        f"{upper['useful_from_n']:.3g}" if upper["useful_from_n"] else "never" if upper["vacuous"] else "",
        "not private" if not row["protects_users"] else f"{risk / lower:.3g}" if lower > 0 and isfinite(risk) else "",
    ]
    if "gap" not in row:
        return cells
    gap = row["gap"]["bound_over_lower"]
    return [*cells, "" if gap is None else f"{gap:.3g}"]
