"""`ratecheck estimate optimisation` and `optimisation-central`: a parameter fitted to your own data."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from notation.parameters import ParameterError, count, within
from notation.setting import LEAST_EPSILON, MOST_EPSILON
from verify.cli.estimate_others import not_private, spent_lines
from verify.cli.options import WEAK, drawn_line, draws, harmless, weak_lines
from verify.cli.progress import read_with_bar
from verify.ledger.files import json_text
from verify.study.budget import Charge
from verify.study.estimate import NotPublic
from verify.study.gather import several
from verify.study.optimise import NO_LABEL, Fit, fit, loss_named
from verify.study.table import joined

TRUSTED = ("optimisation-central",)
"""Fits by a server that sees the data."""


@dataclass(frozen=True)
class Asked:
    """The options of a fit, as given."""

    problem: str
    features: str
    label: str | None
    loss: str
    radius: float
    feature_radius: float | None
    classes: int | None
    epsilon: float
    m: int | None
    delta: float | None
    name: str | None
    same_law: bool
    clip: bool
    seed: int | None


def told_fit(data: Path, user: str, asked: Asked, as_json: bool, charge: Charge) -> NotPublic:
    """Fit and print the parameter; returns counts that are not public.

    Raises ParameterError; errors in the options are reported before the file is read.
    """
    features = tuple(asked.features.split(","))
    size = 1.0 if asked.feature_radius is None else asked.feature_radius
    loss = loss_named(asked.loss, len(features), size, asked.radius, asked.classes)
    within("--epsilon", asked.epsilon, LEAST_EPSILON, MOST_EPSILON)
    if asked.delta:
        within("--delta", asked.delta, 1e-300, 0.5)
    if asked.seed is not None:
        count("--seed", asked.seed, 0)
    if (asked.label is None) != (asked.loss in NO_LABEL):
        raise ParameterError(f"--label: the loss {asked.loss} {'needs it' if asked.label is None else 'has no label'}")
    if asked.label in features:
        raise ParameterError(f"--label = {asked.label!r}: is one of the features")
    columns = features if asked.label is None else (*features, asked.label)
    named = "--features" if asked.label is None else "--features and --label"
    # Nobody else holds the rows, so that `fit` can let go of them.
    found = fit(
        several(joined(read_with_bar(data, user, columns, ("--user", named)))),
        loss,
        asked.radius,
        asked.epsilon,
        m=asked.m,
        delta=asked.delta or 0.0,
        name=asked.name,
        same_law=asked.same_law,
        clip=asked.clip,
        seed=asked.seed,
        problem=asked.problem,
        charge=charge,
    )
    click.echo(json_text(_fit(found, features, asked)) if as_json else _fit_text(found, features))
    return found.not_public


def _named(found: Fit, features: tuple[str, ...]) -> list[tuple[str, float]]:
    """The parameter's coordinates by the features' names, and for several classes also by the class number."""
    classes = len(found.theta) // len(features)
    names = [feature if classes == 1 else f"{feature} [{c}]" for c in range(classes) for feature in features]
    return list(zip(names, found.theta.tolist(), strict=True))


def _fit(found: Fit, features: tuple[str, ...], asked: Asked) -> dict[str, Any]:
    plan, bound = found.plan, found.bound
    return {
        "problem": found.problem,
        "estimate_of": found.of,
        "parameter": [{"feature": name, "value": value} for name, value in _named(found, features)],
        "excess_risk_at_most": {
            "total": bound.total,
            "sampling": bound.sampling,
            "privacy": bound.privacy + bound.failure,
            "steps": bound.descent,
            "of_no_fit": found.trivial,
            "if_users_share_one_law": True,
        },
        "epsilon_per_user": plan.epsilon,
        "delta_per_user": found.spent_delta,
        "protects_little": plan.epsilon > WEAK,
        "delta_allowed": plan.delta,
        "spend": [
            {"users": users, "multiple_of_epsilon": str(multiple), "epsilon": float(multiple) * plan.epsilon}
            for users, multiple in found.spend.groups
        ],
        "randomness": "seed" if found.seeded else "operating system",
        **draws(found.drawn),
        "n": plan.n,
        "m": plan.m,
        "steps": plan.steps.number,
        "users_of_a_step": found.users_of_a_step,
        "send_nothing": found.silent,
        "estimator": found.descents.name,
        "why": found.why,
        "not_private": not_private(found.not_public, plan.n, asked.m),
    }


def _fit_text(found: Fit, features: tuple[str, ...]) -> str:
    plan, bound = found.plan, found.bound
    rows = [(harmless(name), value) for name, value in _named(found, features)]
    width = max(len("feature"), *(len(name) for name, _ in rows))
    if found.problem in TRUSTED:
        privacy = [
            "privacy         of what is printed here, for every user whatever their rows: a trusted server saw the"
            " data;",
            f"                at epsilon = {plan.epsilon:g} the delta of all steps is {found.spent_delta:.3g}, of"
            f" {plan.delta:g} allowed"
            if plan.delta
            else f"                all steps together are {plan.epsilon:g}-private, with no delta",
        ]
    elif found.spend.groups:
        privacy = spent_lines(found.spend, plan.epsilon)
    else:
        privacy = [
            f"privacy         each of {plan.n - found.silent} users is asked once; at epsilon = {plan.epsilon:g} the"
            f" delta is at most {found.spent_delta:.3g},",
            f"                of {plan.delta:g} allowed",
        ]
    if found.problem in TRUSTED or not found.spend.groups:
        privacy += weak_lines(plan.epsilon)
    vacuous = "" if bound.total < found.trivial else ": trivial, no better than no fit"
    lines = [
        f"{'feature':<{width}}  {'parameter':>12}",
        *(f"{name:<{width}}  {value:>12.6g}" for name, value in rows),
        f"parameter       {found.of}",
        f"excess risk     at most {bound.total:.3g} on average, of {found.trivial:.3g} without a fit{vacuous}",
        f"                sampling {bound.sampling:.2g}, privacy {bound.privacy + bound.failure:.2g}, finitely many"
        f" steps {bound.descent:.2g};",
        "                from public numbers, for i.i.d. users",
        *privacy,
        f"estimator       {found.descents.name}: {found.descents.title} ({found.descents.source})",
        f"                chosen: {found.why}",
        f"steps           {plan.steps.number}, each of {found.users_of_a_step} users",
        f"users           {plan.n}" + (f"; {found.silent} drawn at random send nothing" if found.silent else ""),
        drawn_line(found.drawn, found.seeded),
    ]
    return "\n".join(lines)
