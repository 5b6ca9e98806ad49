"""What `ratecheck estimate` prints for a density, for mixture components and for a centre of a cover."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.selection.covers import Cover
from verify.cli.options import WEAK, drawn_line, draws, harmless, weak_lines
from verify.cli.progress import tell_time
from verify.files import json_text
from verify.study.bars import MISS
from verify.study.budget import Charge
from verify.study.density import DensityEstimate, estimate_density
from verify.study.estimate import NotPublic, PublicRange
from verify.study.kinds import MOST_N, Kinds, estimate_kinds
from verify.study.selection import Selected, read_cover, select
from verify.study.table import Means, Rows
from verify.study.worst import Spend

_Centres = tuple[tuple[str, ...], Cover]
METRICS = {"l1": 1, "l2": 2, "linf": float("inf")}


_UNIFORM = "weak result     the uniform density, which needs no data, is as close to any density of the class"


def told_density(
    rows: Rows,
    setting: Setting,
    ends: tuple[float, float],
    samples: int,
    name: str | None,
    seed: int | None,
    clip: bool,
    as_json: bool,
    charge: Charge,
) -> NotPublic:
    """Estimate a density on [lower, upper] and print it; returns counts that are not public."""
    found = estimate_density(rows, setting, *ends, samples, name, seed=seed, clip=clip, charge=charge)
    click.echo(json_text(_density(found)) if as_json else _density_text(found))
    return found.not_public


def _density(found: DensityEstimate) -> dict[str, Any]:
    return {
        "problem": "density",
        "estimate_of": found.of,
        "edges": found.edges.tolist(),
        "heights": found.heights.tolist(),
        "coefficients": found.coefficients.tolist(),
        "error": {
            "l2_distance_on_unit_interval": found.distance,
            "probability": 1 - MISS,
            "coefficients": [0.0, *found.bars.half_width.tolist()],
            "left_out_by_the_cut_off": found.beyond,
            "tells_little": found.tells_little,
        },
        "assumes": list(found.assumes),
        "assumes_one_law": True,
        **_plan(found.spend, found.setting.epsilon, found.drawn, found.seeded),
        "n": found.setting.n,
        "m": found.setting.m,
        "send_nothing": found.silent,
        "estimator": found.estimator.name,
        "why": found.why,
        "not_private": not_private(found.not_public, found.setting.n, found.setting.m),
    }


def _density_text(found: DensityEstimate) -> str:
    """Ten equal parts of the interval with the mass and the average height on each."""
    shares = found.heights.reshape(10, -1).mean(axis=1)
    ends = np.linspace(found.lower, found.upper, 11)
    lines = [f"{'from':>12}  {'to':>12}  {'density':>10}  {'share':>7}"]
    for low, high, height in zip(ends[:-1], ends[1:], shares, strict=True):
        lines.append(f"{low:>12.6g}  {high:>12.6g}  {height:>10.4g}  {height * (high - low):>7.4f}")
    lines += [
        f"density         {found.of}",
        f"distance        L_2 on [0, 1] at most {found.distance:.3g} with probability {1 - MISS:g} or more;"
        f" {found.beyond:.3g} of it for what the",
        "                cut-off leaves out; for the private coefficients, and also for the nearest density",
        *(f"{'assumed' if i == 0 else '':<16}{line}" for i, line in enumerate(found.assumes)),
        *spent_lines(found.spend, found.setting.epsilon),
        *([_UNIFORM] if found.tells_little else []),
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"                chosen: {found.why}",
        f"users           {found.setting.n}; {found.silent} send nothing",
        drawn_line(found.drawn, found.seeded),
    ]
    return "\n".join(lines)


def told_kinds(
    rows: Rows,
    setting: Setting,
    known: PublicRange,
    samples: int,
    name: str | None,
    seed: int | None,
    moved: int,
    as_json: bool,
    charge: Charge,
) -> NotPublic:
    """Estimate the means and shares of components of users and print them; returns counts that are not public."""
    found = estimate_kinds(rows, setting, known, samples, name, seed, charge)
    found = replace(found, not_public=replace(found.not_public, moved=moved))
    click.echo(json_text(_kinds(found)) if as_json else _kinds_text(found))
    return found.not_public


def _kinds(found: Kinds) -> dict[str, Any]:
    def ends(interval: FloatArray) -> dict[str, float] | None:
        return None if np.isnan(interval).any() else {"lower": float(interval[0]), "upper": float(interval[1])}

    return {
        "problem": "mixture",
        "estimate_of": found.of,
        "kinds": [
            {
                "mean": float(found.means[k]),
                "interval": ends(found.interval[:, k]),
                "share": float(found.shares[k]),
                "share_interval": ends(found.share_interval[:, k]),
                "standard_error": None if np.isnan(found.standard_error[k]) else float(found.standard_error[k]),
                "shown": bool(found.shown[k]),
            }
            for k in range(found.setting.K)
        ],
        "probability": 1 - MISS,
        "surely_there": found.surely,
        "apart": found.apart,
        "least_gap": found.least_gap,
        "m_needed": found.m_needed,
        "n_needed": found.n_needed,
        "assumes": _of_components(found.setting.K),
        "assumes_one_law": False,
        **_plan(found.spend, found.setting.epsilon, found.drawn, found.seeded),
        "n": found.setting.n,
        "m": found.setting.m,
        "send_nothing": found.silent,
        "estimator": found.estimator.name,
        "not_private": not_private(found.not_public, found.setting.n, found.setting.m),
    }


def _of_components(K: int) -> str:
    return f"each user's rows are independent draws from one of {K} components, m rows or more"


def _kinds_text(found: Kinds) -> str:
    def cell(value: float, width: int, form: str) -> str:
        return f"{'none' if np.isnan(value) else format(value, form):>{width}}"

    lines = [f"{'component':<11}{'mean':>12}  {'from':>10}  {'to':>10}  {'standard error':>14}  {'share':>7}"]
    for k in range(found.setting.K):
        numbers = (
            cell(found.means[k], 12, ".6g"),
            cell(found.interval[0][k], 10, ".4g"),
            cell(found.interval[1][k], 10, ".4g"),
            cell(found.standard_error[k], 14, ".3g"),
            cell(found.shares[k], 7, ".3f"),
        )
        lines.append(f"{k + 1:<11}{'  '.join(numbers)}{'' if found.shown[k] else '   not certain'}")
    K, a = found.setting.K, found.setting
    lines.append(f"estimate        of {found.of}")
    if found.shown.any():
        lines.append(
            f"intervals       hold all at once with probability {1 - MISS:g} or more, for components that are certain"
        )
    if not found.apart:
        lines += [
            f"not separated   {K} components: at least {found.surely} {'is' if found.surely == 1 else 'are'} certain;"
            " so few components could give these answers",
            "                no standard error: users whose own mean is on the wrong side may cause a larger error",
        ]
    told = f"components {found.least_gap:.4g} apart, each of {1 / (2 * K):.3g} of the users, are separated for"
    if found.m_needed is not None:
        lines.append(f"needed          {told} m >= {found.m_needed}, about")
    elif found.n_needed is not None:
        lines.append(f"needed          {told} n >= {found.n_needed:.2g}, about; with {a.n} users no m is enough")
    else:
        lines.append(f"needed          {told} no m, and for no n up to {MOST_N:.0e}")
    lines += [
        f"assumed         {_of_components(K)}",
        *spent_lines(found.spend, a.epsilon),
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"users           {a.n}; {found.silent} send nothing",
        drawn_line(found.drawn, found.seeded),
    ]
    return "\n".join(lines)


def cover_of(path: Path, column: str, columns: tuple[str, ...], radius: float | None, metric: str) -> _Centres:
    """The names of centres and the cover by them, from a public file; raises ParameterError."""
    if metric not in METRICS:
        raise ParameterError(f"--metric = {metric!r}: must be one of {', '.join(METRICS)}")
    return read_cover(path, column, columns, radius, METRICS[metric])


def told_selection(
    rows: Rows | Means,
    centres: _Centres,
    epsilon: float,
    seed: int | None,
    counted: NotPublic,
    as_json: bool,
    charge: Charge,
) -> None:
    """Select a centre of a public cover and print it; `counted` is for JSON."""
    names, cover = centres
    found = select(rows, cover, epsilon, seed, charge)
    told = _selection(found, names) | {"not_private": not_private(counted, found.users, None)}
    click.echo(json_text(told) if as_json else _selection_text(found, names))


def _selection(found: Selected, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "problem": "infinite",
        "estimate_of": found.of,
        "centre": names[found.cell],
        "value": found.value.tolist(),
        "share": {
            "estimate": found.share,
            "lower": found.interval[0],
            "upper": found.interval[1],
            "probability": 1 - MISS,
        },
        "mistaken_if_all_are_in_one_cell": found.mistaken,
        "cells": found.cells,
        "radius": found.radius,
        **_plan(found.spend, found.epsilon, found.drawn, found.seeded),
        "n": found.users,
        "estimator": found.estimator.name,
    }


def _selection_text(found: Selected, names: tuple[str, ...]) -> str:
    value = ", ".join(f"{number:.6g}" for number in found.value)
    lines = [
        f"centre          {harmless(names[found.cell])}: {harmless(value)}, of {found.cells}",
        f"                {found.of}",
        f"share           {found.share:.3f} of the users' own means are in its cell; from {found.interval[0]:.3f} to"
        f" {found.interval[1]:.3f}",
        f"                with probability {1 - MISS:g} or more, for all cells at once",
        f"wrong cell      with probability {found.mistaken:.2g} at most if all users' means are in one cell",
        *spent_lines(found.spend, found.epsilon),
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"users           {found.users}",
        drawn_line(found.drawn, found.seeded),
    ]
    return "\n".join(lines)


def not_private(counted: NotPublic, users: int, m: int | None) -> dict[str, Any]:
    """Exact counts, under the key that marks them as not to be published."""
    fewer = [f"{counted.fewer} users have fewer than {m} rows"] if counted.fewer else []
    return {
        "users": {"kept": users, "left_out": 0, "why": fewer},
        "rows": counted.rows,
        "rows_of_a_user": [counted.fewest, counted.most],
        "moved_inside": counted.moved,
    }


def tell_not_public(counted: NotPublic, samples: int | None, clip: bool) -> None:
    """Exact counts, on standard error."""
    click.echo("not private: for you, not to publish", err=True)
    click.echo(f"  rows    {counted.rows}, from {counted.fewest} to {counted.most} a user", err=True)
    if counted.fewer:
        click.echo(
            f"          {counted.fewer} users have fewer than {samples} rows: their mean is over those", err=True
        )
    if clip:
        click.echo(f"  moved   {counted.moved} inside the public range", err=True)
    tell_time()


def _plan(spend: Spend, epsilon: float, drawn: tuple[str, ...], seeded: bool) -> dict[str, Any]:
    """What is reported for every run: spends and randomness."""
    return {
        "epsilon_per_user": float(spend.largest) * epsilon,
        "delta_per_user": 0.0,
        "protects_little": epsilon > WEAK,
        "spend": [
            {"users": users, "multiple_of_epsilon": str(multiple), "epsilon": float(multiple) * epsilon}
            for users, multiple in spend.groups
        ],
        "randomness": "seed" if seeded else "operating system",
        **draws(drawn),
    }


def spent_lines(spend: Spend, epsilon: float) -> list[str]:
    """What users spend, as text."""
    spent = ", ".join(f"{float(multiple) * epsilon:.6g} by {users} users" for users, multiple in spend.groups)
    return [f"privacy         epsilon spent, computed from the plan: {spent}; delta = 0", *weak_lines(epsilon)]
