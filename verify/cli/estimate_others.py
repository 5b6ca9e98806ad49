"""What `ratecheck estimate` prints of a density, of kinds of users and of a centre of a cover: what is no mean."""

from pathlib import Path
from typing import Any

import click
import numpy as np

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.selection.covers import Cover
from verify.cli.options import harmless
from verify.ledger.files import json_text
from verify.study.bars import MISS
from verify.study.density import DensityEstimate, estimate_density
from verify.study.estimate import PublicRange
from verify.study.kinds import Kinds, estimate_kinds
from verify.study.risk import Spend
from verify.study.selection import Selected, read_cover, select
from verify.study.table import Rows

FLOATS = "floating point: for study, not for deployment; privacy is that of idealised real arithmetic"
SEEDED = "--seed: whoever learns the seed learns the answers behind the noise; this output is not private"
Centres = tuple[tuple[str, ...], Cover]
METRICS = {"l1": 1, "l2": 2, "linf": float("inf")}


def told_density(
    rows: Rows,
    setting: Setting,
    ends: tuple[float, float],
    samples: int,
    name: str | None,
    seed: int | None,
    clip: bool,
    as_json: bool,
) -> int:
    """Estimate a density on [lower, upper] and print it; returns how many values were moved inside."""
    found = estimate_density(rows, setting, *ends, samples, name, seed=seed, clip=clip)
    click.echo(json_text(_density(found)) if as_json else _density_text(found))
    return found.outside


def _density(found: DensityEstimate) -> dict[str, Any]:
    return {
        "problem": "density",
        "edges": found.edges.tolist(),
        "heights": found.heights.tolist(),
        "coefficients": found.coefficients.tolist(),
        "error": {
            "l2_distance_on_unit_interval": found.distance,
            "probability": 1 - MISS,
            "coefficients": [0.0, *found.bars.half_width.tolist()],
            "left_out_by_the_cut_off": found.beyond,
        },
        "assumes": list(found.assumes),
        "assumes_one_law": True,
        **_plan(found.spend, found.setting.epsilon, found.seeded),
        "n": found.setting.n,
        "m": found.setting.m,
        "send_nothing": found.silent,
        "estimator": found.estimator.name,
        "why": found.why,
    }


def _density_text(found: DensityEstimate) -> str:
    """Ten equal parts of the interval with the mass and the average height on each."""
    shares = found.heights.reshape(10, -1).mean(axis=1)
    ends = np.linspace(found.lower, found.upper, 11)
    lines = [f"{'from':>12}  {'to':>12}  {'density':>10}  {'share':>7}"]
    for low, high, height in zip(ends[:-1], ends[1:], shares, strict=True):
        lines.append(f"{low:>12.6g}  {high:>12.6g}  {height:>10.4g}  {height * (high - low):>7.4f}")
    lines += [
        f"distance        L_2 on [0, 1] at most {found.distance:.3g} with probability {1 - MISS:g} or more, of which"
        f" {found.beyond:.3g} for what the",
        "                cut-off leaves out; of the private coefficients, and no more for the nearest density",
        *(f"{'assumed' if i == 0 else '':<16}{line}" for i, line in enumerate(found.assumes)),
        *spent_lines(found.spend, found.setting.epsilon),
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"                taken: {found.why}",
        f"users           {found.setting.n}, of whom {found.silent} send nothing",
        SEEDED if found.seeded else f"Noise in {FLOATS}",
    ]
    return "\n".join(lines)


def told_kinds(
    rows: Rows,
    setting: Setting,
    known: PublicRange,
    samples: int,
    name: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Estimate the means and shares of kinds of users and print them."""
    found = estimate_kinds(rows, setting, known, samples, name, seed)
    click.echo(json_text(_kinds(found)) if as_json else _kinds_text(found))


def _kinds(found: Kinds) -> dict[str, Any]:
    return {
        "problem": "mixture",
        "kinds": [
            {"mean": float(mean), "share": float(share), "standard_error": float(error), "shown": bool(shown)}
            for mean, share, error, shown in zip(
                found.means, found.shares, found.standard_error, found.shown, strict=True
            )
        ],
        "apart": found.apart,
        "least_gap": found.least_gap,
        "assumes_one_law": False,
        **_plan(found.spend, found.setting.epsilon, found.seeded),
        "n": found.setting.n,
        "m": found.setting.m,
        "send_nothing": found.silent,
        "estimator": found.estimator.name,
    }


def _kinds_text(found: Kinds) -> str:
    lines = [f"{'kind':<6}{'mean':>12}  {'standard error':>14}  {'share':>7}"]
    for k, (mean, error, share, shown) in enumerate(
        zip(found.means, found.standard_error, found.shares, found.shown, strict=True), 1
    ):
        lines.append(f"{k:<6}{mean:>12.6g}  {error:>14.3g}  {share:>7.3f}{'' if shown else '   not surely there'}")
    lines += [
        "standard error  takes the chosen bins as right, and kinds as at least "
        f"{found.least_gap:.4g} apart" + ("" if found.apart else ": two of these means are nearer"),
        *spent_lines(found.spend, found.setting.epsilon),
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"users           {found.setting.n}, of whom {found.silent} send nothing",
        SEEDED if found.seeded else f"Noise in {FLOATS}",
    ]
    return "\n".join(lines)


def cover_of(path: Path, column: str, columns: tuple[str, ...], radius: float | None, metric: str) -> Centres:
    """The names of centres and the cover by them, from a public file; raises ParameterError."""
    if metric not in METRICS:
        raise ParameterError(f"--metric = {metric!r}: must be one of {', '.join(METRICS)}")
    return read_cover(path, column, columns, radius, METRICS[metric])


def told_selection(rows: Rows, centres: Centres, epsilon: float, seed: int | None, as_json: bool) -> None:
    """Select a centre of a public cover and print it."""
    names, cover = centres
    found = select(rows, cover, epsilon, seed)
    click.echo(json_text(_selection(found, names)) if as_json else _selection_text(found, names))


def _selection(found: Selected, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "problem": "infinite",
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
        **_plan(found.spend, found.epsilon, found.seeded),
        "draws": "exact",
        "n": found.users,
        "estimator": found.estimator.name,
    }


def _selection_text(found: Selected, names: tuple[str, ...]) -> str:
    value = ", ".join(f"{number:.6g}" for number in found.value)
    lines = [
        f"centre          {harmless(names[found.cell])}: {harmless(value)}, of {found.cells}",
        f"share           {found.share:.3f} of the users' own means are in its cell; from {found.interval[0]:.3f} to"
        f" {found.interval[1]:.3f}",
        f"                with probability {1 - MISS:g} or more, for all cells at once",
        f"mistaken        with probability {found.mistaken:.2g} at most where all users' means are in one cell",
        *spent_lines(found.spend, found.epsilon),
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"users           {found.users}",
        SEEDED if found.seeded else "Every answer was drawn with its exact probability: no rounding touches it.",
    ]
    return "\n".join(lines)


def _plan(spend: Spend, epsilon: float, seeded: bool) -> dict[str, Any]:
    """What is said of every run: spends and randomness."""
    return {
        "epsilon_per_user": float(spend.largest) * epsilon,
        "delta_per_user": 0.0,
        "spend": [
            {"users": users, "multiple_of_epsilon": str(multiple), "epsilon": float(multiple) * epsilon}
            for users, multiple in spend.groups
        ],
        "randomness": "seed" if seeded else "operating system",
        "draws": "floating point",
    }


def spent_lines(spend: Spend, epsilon: float) -> list[str]:
    """What users spend, as text."""
    spent = ", ".join(f"{float(multiple) * epsilon:.6g} by {users} users" for users, multiple in spend.groups)
    return [f"privacy         epsilon spent, computed from the plan: {spent}; delta = 0"]
