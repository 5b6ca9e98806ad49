"""`ratecheck estimate optimisation` and `optimisation-central`: a parameter fitted to your own data."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from notation.parameters import ParameterError, within
from notation.setting import LEAST_EPSILON, MOST_EPSILON
from upperbounds.optimisation.losses import LOSSES
from verify.cli.budget import BUDGET, budgeted
from verify.cli.by_problem import OfProblem
from verify.cli.estimate_others import not_private, spent_lines, tell_not_public
from verify.cli.options import (
    CLIP,
    DATA,
    EPSILON,
    ESTIMATOR,
    JSON,
    SAME_LAW,
    SEED,
    USER,
    WEAK,
    drawn_line,
    draws,
    harmless,
    integer,
    number,
    option,
    samples,
    seed_checked,
    weak_lines,
)
from verify.cli.progress import read_with_bar
from verify.files import json_text
from verify.study.gather import at_least_two_users
from verify.study.optimise import NO_LABEL, Fit, fit, loss_named
from verify.study.table import joined

_TRUSTED = ("optimisation-central",)
"""Fits by a server that sees the data."""
_TOLD = """Fit the parameter of a loss to your own data, one row per observation, with user-level privacy.

It has the least average over users of each user's average loss, in a ball, such as that of a logistic regression. {}

Standard output and JSON hold what may be published. Exact counts go to standard error, and in JSON under
"not_private". An error message depends on the data too. Randomness is the operating system's. Every answer is drawn
with its exact probability. The last line says what was drawn."""
_PRIVACY = {
    "optimisation": "Each user's messages are private at epsilon.",
    "optimisation-central": "A trusted server sees the data, and what is printed is (epsilon, delta)-DP.",
}


def estimate_of(name: str) -> OfProblem:
    """The command of a fit."""
    options = (
        DATA,
        USER,
        option("--features", required=True, metavar="A,B,...", help="Columns of the features, commas between them."),
        option("--label", help="Column of the label."),
        option("--loss", required=True, help=f"{', '.join(LOSSES[:-1])} or {LOSSES[-1]}."),
        option("--radius", type=number, required=True, help="Public radius of the ball of parameters."),
        option(
            "--feature-radius",
            type=number,
            default=1.0,
            show_default=True,
            help="Public bound on the features' l_2 norm.",
        ),
        option("--classes", type=integer, help="Labels of the loss softmax."),
        EPSILON,
        option("--delta", type=number, help="Allow (epsilon, delta)-privacy."),
        samples(),
        CLIP,
        SAME_LAW,
        ESTIMATOR,
        SEED,
        JSON,
        *BUDGET,
    )
    return OfProblem(name, budgeted(name, partial(_told_fit, name)), _TOLD.format(_PRIVACY[name]), options)


def _told_fit(
    problem: str,
    *,
    data: Path,
    user: str,
    features: str,
    label: str | None,
    loss: str,
    radius: float,
    feature_radius: float,
    classes: int | None,
    seed: int | None,
    delta: float | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Fit and print the parameter; errors in the options are reported before the file is read."""
    columns = names = tuple(features.split(","))
    made = loss_named(loss, len(names), feature_radius, radius, classes)
    within("--epsilon", given["epsilon"], LEAST_EPSILON, MOST_EPSILON)
    if delta:
        within("--delta", delta, 1e-300, 0.5)
    seed_checked(seed)
    if (label is None) != (loss in NO_LABEL):
        raise ParameterError(f"--label: the loss {loss} {'needs it' if label is None else 'has no label'}")
    if label in names:
        raise ParameterError(f"--label = {label!r}: is one of the features")
    if label is not None:
        columns = *names, label
    named = "--features" if label is None else "--features and --label"
    # Nobody else holds the rows, so that `fit` can let go of them.
    found = fit(
        at_least_two_users(joined(read_with_bar(data, user, columns, ("--user", named)))),
        made,
        radius,
        delta=delta or 0.0,
        seed=seed,
        problem=problem,
        **given,
    )
    click.echo(json_text(_fit(found, names, given["m"])) if as_json else _fit_text(found, names))
    tell_not_public(found.not_public, given["m"], given["clip"])


def _named(found: Fit, features: tuple[str, ...]) -> list[tuple[str, float]]:
    """The parameter's coordinates by the features' names, and for several classes also by the class number."""
    classes = len(found.theta) // len(features)
    names = [feature if classes == 1 else f"{feature} [{c}]" for c in range(classes) for feature in features]
    return list(zip(names, found.theta.tolist(), strict=True))


def _fit(found: Fit, features: tuple[str, ...], m: int | None) -> dict[str, Any]:
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
        "not_private": not_private(found.not_public, plan.n, m),
    }


def _fit_text(found: Fit, features: tuple[str, ...]) -> str:
    plan, bound = found.plan, found.bound
    rows = [(harmless(name), value) for name, value in _named(found, features)]
    width = max(len("feature"), *(len(name) for name, _ in rows))
    if found.problem in _TRUSTED:
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
    if found.problem in _TRUSTED or not found.spend.groups:
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
