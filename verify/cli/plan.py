"""`ratecheck plan`: the smallest n, m or epsilon for an error, and lower bounds on these."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf, isfinite, sqrt
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from notation.parameters import ParameterError
from notation.problem import TITLES, Problem
from notation.setting import MOST_COUNT, Setting
from verify.cli.by_problem import ByProblem, OfProblem
from verify.cli.options import JSON, SIZES, integer, number, option, setting_of, size_options, sizes_of, weak_lines
from verify.cli.tables import show_table
from verify.files import check_writable, json_text
from verify.study.plan import (
    ALONG,
    DENSE,
    NEAR,
    RATIO,
    BoundAt,
    Floor,
    FreeSize,
    Hint,
    Ladder,
    PlanPoint,
    Reach,
    StudyPlan,
    Tradeoff,
    plan_study,
)
from verify.study.problems import problem_of

_SHOWN = {"D": "half_width"}
"""Sizes that have another name in JSON."""


def plan_options(about: Problem) -> Iterator[click.Option]:
    """What every plan of a problem takes besides its sizes."""
    words = {"n": "Users, or people with one labelled point each.", "m": "Samples per user."}
    yield option(
        "--find", "free", type=click.Choice([*about.counts, "epsilon"]),
        help="What to find, from the others.  [default: the one that is not given]",
    )  # fmt: skip
    if about.is_squared:
        yield option(
            "--target-rmse", "target", type=number, required=True, help="Root mean squared error, in data's units."
        )
    else:
        yield option("--target-risk", "target", type=number, required=True, help="Excess risk.")
    yield from (option(f"--{name}", type=integer, help=words[name]) for name in about.counts)
    yield option("--epsilon", type=number)
    yield option(
        "--by-risk", is_flag=True, help="Also show where the worst risk found meets the target; no bound guarantees it."
    )
    yield option(
        "--plot", "figure", type=click.Path(path_type=Path), metavar="FILE", help="Draw the result as a .png or .svg."
    )
    yield JSON


@click.group(cls=ByProblem)
def plan() -> None:
    """Find the smallest n, m or epsilon that reaches a target error, and a lower bound on what any method needs.

    `ratecheck plan PROBLEM --help` lists the options of a problem.
    """


_TOLD = """Find the smallest {} or epsilon that reaches a target error, and a lower bound on what any method needs. {}

An estimator reaches the target where its explicit bound, for every law, is no larger. The largest risk found at some
laws there, often far smaller, is shown next to it. Below the value shown for all estimators, a certified lower bound is
above the target. Every number is that of `ratecheck bound` at the same values."""


def planned(about: Problem, made: Callable[..., Any], sizes: Iterable[click.Option]) -> OfProblem:
    """The command of a problem whose setting is made of n and m, epsilon, and these options of sizes."""
    told = _TOLD.format(", ".join(about.counts), TITLES[about.name])
    return OfProblem(about.name, partial(make_plan, about, made), told, [*plan_options(about), *sizes])


def plan_of(name: str) -> OfProblem:
    """The command of a problem of users who send messages."""
    about = problem_of(name)
    about.registered()
    return planned(about, lambda **given: setting_of(**sizes_of(**given)), size_options(about))


def make_plan(
    about: Problem,
    made: Callable[..., Any],
    *,
    free: FreeSize | None,
    target: float,
    epsilon: float | None,
    by_risk: bool,
    figure: Path | None,
    as_json: bool,
    **sizes: Any,
) -> None:
    """Plan and show; `made` makes the problem's setting."""
    given: dict[Any, Any] = {**{name: sizes.pop(name) for name in about.counts}, "epsilon": epsilon}
    free = _free(free, given)
    # What is looked for may be anything here.
    setting = made(**{name: 1 if name == free else value for name, value in given.items()}, **sizes)
    if figure:
        from verify.site.drawing.style import check_suffix

        check_suffix(figure)
        check_writable(figure)
    found = plan_study(about, setting, free, target)
    hints = [found.hint(reach.estimator) if by_risk else None for reach in found.reaches]
    if figure:
        # Only a plot needs matplotlib, and it is slow to load.
        from verify.site.drawing.plan import draw
        from verify.site.drawing.style import save

        save(draw(found), figure)
    if as_json:
        click.echo(json_text(_document(found, hints)))
    else:
        _show(found, hints)


def _an(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _free(named: FreeSize | None, given: dict[FreeSize, Any]) -> FreeSize:
    """The size to be found; raises ParameterError unless it is the only one that is not given."""
    missing: list[FreeSize] = [name for name, value in given.items() if value is None]
    if named is not None and named not in missing:
        raise ParameterError(f"--{named} = {given[named]}: --find asks for it; leave it out")
    free = named or (missing[0] if missing else None)
    if free is None:
        raise ParameterError(f"{', '.join(f'--{name}' for name in given)}: leave out the one that is to be found")
    if others := [f"--{name}" for name in missing if name != free]:
        raise ParameterError(f"{', '.join(others)}: needed to find --{free}")
    return free


def bound_command(problem: Problem, setting: Setting) -> str:
    """The `ratecheck bound` command that confirms the numbers of a setting."""
    options = [(f"--{name}", getattr(setting, name)) for name in (*problem.counts, "epsilon")]
    options += [(problem.flags.get(size) or SIZES[size].opts[0], getattr(setting, size)) for size in problem.sizes]
    return " ".join((f"ratecheck bound {problem.name}", *(f"{flag} {_exact(value)}" for flag, value in options)))


def _exact(value: int | float) -> str:
    """The shortest text that reads back as the same number."""
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def _document(found: StudyPlan, hints: Sequence[Hint | None]) -> dict[str, Any]:
    """The plan as JSON; values of n, m and epsilon, and bounds on risks, with the roots of squared ones."""
    fixed = [name for name in (*found.problem.counts, "epsilon") if name != found.free]
    best, differing = found.best(), found.best(differing=True)
    return {
        "problem": found.problem.name,
        "find": found.free,
        f"target_{_key(found)}": found.target,
        "parameters": {_SHOWN.get(size, size): getattr(found.setting, size) for size in (*fixed, *found.problem.sizes)},
        "constant_suffices": found.constant,
        "lower": _floor(found, found.floor, found.free, found.setting),
        "best": best.estimator.name if best else None,
        "best_where_users_differ": differing.estimator.name if differing else None,
        "estimators": [_row(found, *row) for row in zip(found.reaches, hints, strict=True)],
        "tradeoff": found.tradeoff and _tradeoff(found, found.tradeoff),
    }


def _first(found: StudyPlan, free: FreeSize) -> Any:
    """The setting at the first value of the free size along m."""
    return Ladder(free).put(found.setting, Ladder(free).at(0))


def _key(found: StudyPlan) -> str:
    return "rmse" if found.problem.is_squared else "risk"


def _tradeoff(found: StudyPlan, trade: Tradeoff) -> dict[str, Any]:
    return {
        "find": trade.free,
        "points": [{"m": at.m, trade.free: at.needs, "estimator": at.estimator} for at in trade.points],
        "enough": {"m": trade.enough.m, trade.free: trade.enough.needs} if trade.enough else None,
        "lower": _floor(
            found,
            trade.floor,
            trade.free,
            replace(_first(found, trade.free), m=trade.most),
        ),
    }


def _floor(found: StudyPlan, floor: Floor, free: FreeSize, setting: Setting) -> dict[str, Any]:
    """The excluded values of `free`, with the other sizes as in `setting`."""
    bound = floor.bound
    return {
        "refuted": _level(found, floor.refuted, free, setting),
        "source": bound.source if bound else None,
        "conditions": list(bound.conditions) if bound else None,
        "after": _level(found, floor.after, free, setting),
    }


def _level(found: StudyPlan, level: BoundAt | None, free: FreeSize, setting: Setting) -> dict[str, Any] | None:
    if level is None:
        return None
    command = bound_command(found.problem, Ladder(free).put(setting, level.at))
    return {free: level.at, "value": level.value, **_root(found, level.value), "command": command}


def _root(found: StudyPlan, risk: float) -> dict[str, float]:
    """The root of a squared risk."""
    return {"rmse": sqrt(risk)} if found.problem.is_squared else {}


def _row(found: StudyPlan, reach: Reach, hint: Hint | None) -> dict[str, Any]:
    risk, checked = reach.risk, None
    if reach.answer:
        checked = {"every_value_from": reach.dense_from, "below_by_factors_of": RATIO}
    return {
        "name": reach.estimator.name,
        "protects_users": reach.estimator.protects_users,
        "needs_one_law": reach.estimator.needs_one_law,
        "answer": _level(found, reach.answer, found.free, found.setting),
        "before": _level(found, reach.before, found.free, found.setting),
        "checked": checked,
        "rises": _level(found, reach.rises, found.free, found.setting),
        "least_seen": _level(found, reach.least, found.free, found.setting),
        "risk": risk
        and {
            "value": risk.value,
            "error": risk.error,
            **_root(found, risk.value),
            "method": risk.method,
        },
        "by_risk": {
            "answer": _level(found, hint.answer, found.free, found.setting),
            "before": _level(found, hint.before, found.free, found.setting),
            "method": hint.method,
        }
        if hint
        else None,
    }


def _show(found: StudyPlan, hints: Sequence[Hint | None]) -> None:
    """The plan as text."""
    free, at = found.free, found.setting
    shown = () if found.problem.is_scalar or found.problem.known == "class" else ("d",)
    names = (*found.problem.counts, *shown, "epsilon")
    fixed = ", ".join(f"{name} = {_exact(getattr(at, name))}" for name in names if name != free)
    click.echo(f"{found.problem.about(at)}, {fixed}")
    for line in weak_lines(at.epsilon) if free != "epsilon" else ():
        click.echo(line)
    click.echo(f"target: the smallest {free} for {_an(found.problem.measure)} of {found.target:g}")
    if found.constant:
        constant = f"a constant is off by {found.problem.told(found.problem.trivial(at)):.4g} at most"
        click.echo(f"no data are needed, {free} = {_value(Ladder(free).at(0))} suffices: {constant}")
    click.echo(_refuted(found, found.floor, free))
    below = "below" if free == "epsilon" else f"at {free} - 1"
    rows = [_cells(found, reach) for reach in found.reaches]
    columns = ["estimator", free, "bound", below, "risk"]
    if any(hints):
        columns.append("by risk")
        rows = [[*row[:-1], _by_risk(hint), row[-1]] for row, hint in zip(rows, hints, strict=True)]
    show_table([*columns, ""], rows)
    click.echo("\n" + "\n".join(_lines(found, by_risk=any(hints))))


def _refuted(found: StudyPlan, floor: Floor, free: FreeSize, more: str = "") -> str:
    """What is excluded, in a line."""
    if floor.refuted is None or floor.bound is None:
        return f"no {free} is excluded{more}: all lower bounds are at or below the target"
    values = f"{free} <= {_value(floor.refuted.at)}" if floor.after else f"any {free} up to {_value(floor.refuted.at)}"
    bound = f"lower bound {found.problem.told(floor.refuted.value):.4g} there, {floor.bound.source}"
    return f"no private estimator reaches it with {values}{more}: {bound}"


def _value(value: int | float) -> str:
    """Whole, with commas, up to a million million; as a power of ten beyond."""
    return f"{value:,}" if isinstance(value, int) and value < 10**12 else f"{value:.4g}"


def _cells(found: StudyPlan, reach: Reach) -> list[str]:
    name, risk = f"{reach.estimator.name}{'*' if reach.estimator.needs_one_law else ''}", reach.risk
    told = found.problem.told
    remarks = [] if reach.estimator.protects_users else ["not private"]
    if reach.answer is None:
        least, at = reach.least.value, reach.least.at
        remarks.append(f"smallest {told(least):.3g}, at {_value(at)}" if isfinite(least) else "no finite bound")
        return [name, "never", "", "", "", "; ".join(remarks)]
    if reach.rises:
        remarks.append(f"above the target again at {_value(reach.rises.at)}")
    return [
        name,
        _value(reach.answer.at),
        *_apart(told(reach.answer.value), told(reach.before.value) if reach.before else inf, found.target),
        f"{told(risk.value):.2g}" if risk and isfinite(risk.value) else "unknown",
        "; ".join(remarks),
    ]


def _by_risk(hint: Hint | None) -> str:
    if hint is None:
        return ""
    return _value(hint.answer.at) if hint.answer else f"> {_value(hint.most)}"


def _apart(value: float, before: float, target: float) -> tuple[str, str]:
    """An error at or below the target and the error before, above it, with enough digits to show this."""
    digits = next((k for k in range(4, 9) if float(f"{value:.{k}g}") <= target < float(f"{before:.{k}g}")), 9)
    above = f"{before:.{digits}g}"
    return f"{value:.{digits}g}", "none" if before == inf else above if float(above) > target else f">{target:g}"


def _lines(found: StudyPlan, *, by_risk: bool) -> list[str]:
    """The best estimator, the effect of more samples, and the meaning of the columns."""
    free, best, differing = found.free, found.best(), found.best(differing=True)
    lines = []
    if best and best.answer:
        lines.append(f"best       {best.estimator.name}, {free} = {_value(best.answer.at)}")
        lines.append(f"           {bound_command(found.problem, found.at(best.answer.at))}")
    if differing and differing.answer and differing is not best:
        lines.append(f"for heterogeneous users {differing.estimator.name}, {free} = {_value(differing.answer.at)}")
    if found.floor.refuted:
        lines.append(f"below      {bound_command(found.problem, found.at(found.floor.refuted.at))}")
    return [*lines, *_more_samples(found), *_notes(found, by_risk=by_risk)]


def _more_samples(found: StudyPlan) -> list[str]:
    """The m from which more samples no longer help, and what no m can replace."""
    trade, lines = found.tradeoff, []
    if trade is None:
        return []
    if trade.enough:
        steps = [p for p, before in zip(trade.points, (None, *trade.points), strict=False) if not _same(p, before)]
        needs = ", ".join(f"{_value(point.needs)} from m = {_value(point.m)}" for point in steps)
        text = f"versus m   {trade.free} that suffices, to 1%: {needs}"
        lines.append(fill(text, 100, subsequent_indent=" " * 11, break_long_words=False, break_on_hyphens=False))
        saved = f"no m up to {_value(trade.points[-1].m)} saves more than {1 - 1 / NEAR:.0%} of {trade.free}"
        lines.append(f"           beyond m = {_value(trade.enough.m)} {saved} ({trade.enough.estimator})")
    else:
        lines.append(f"versus m   no {trade.free} suffices, by any bound, with any m up to {_value(ALONG[-1])}")
    return [*lines, f"           {_refuted(found, trade.floor, trade.free, _whatever(trade))}"]


def _whatever(trade: Tradeoff) -> str:
    return ", for any m" if trade.most == MOST_COUNT else f", with m = {_value(trade.most)}"


def _same(point: PlanPoint, before: PlanPoint | None) -> bool:
    return before is not None and point.needs > 0.99 * before.needs


def _notes(found: StudyPlan, *, by_risk: bool) -> list[str]:
    free = found.free
    lines = [
        f"{free:<10} the smallest at which the bound, valid for every law, is at most the target;",
        f"           {DENSE} values below it were tried, and others by factors of {RATIO:g} down to what is excluded",
        "risk       the exact or simulated one there, " + found.problem.risk_at,
    ]
    if by_risk:
        lines.append(
            f"by risk    the {free}, to 1%, at which that risk is no larger than the target: no bound guarantees it"
        )
    if any(reach.rises for reach in found.reaches):
        lines.append("above      at this larger number the bound exceeds the target again: leave the rest unused")
    if any(reach.estimator.needs_one_law for reach in found.reaches):
        lines.append("*          needs i.i.d. users: all draw from the same law")
    return lines
