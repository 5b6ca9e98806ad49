"""`ratecheck bound` and `ratecheck estimate` for classification and regression of users, with their own options."""

from functools import partial
from math import isfinite
from typing import Any

import click

from notation.problem import Problem
from notation.user_learning import UserSetting
from upperbounds.classification.balls import CellBalls
from upperbounds.classification.users import released
from upperbounds.protocols.deployed import drawn
from verify.cli.budget import BUDGET, budgeted
from verify.cli.by_problem import OfProblem
from verify.cli.estimate_others import not_private, tell_not_public
from verify.cli.labels import CLASSES, D, rule_options, told_rule, told_study
from verify.cli.options import (
    EPSILON,
    JSON,
    SAMPLES,
    USER,
    USERS,
    WEAK,
    drawn_line,
    draws,
    integer,
    number,
    option,
    samples,
    weak_lines,
)
from verify.cli.plan import planned
from verify.cli.tables import lower_line, worse_lines
from verify.study.users import USER_PROBLEMS, Learnt, learn, user_study


def _class(problem: Problem) -> list[click.Option]:
    """The sizes of the class."""
    beta = option("--beta", type=number, required=True, help="Hoelder exponent of eta(x) = E[Y | x], at most 1.")
    if problem.is_squared:
        own = [option("--bound", "T", type=number, default=1.0, show_default=True, help="T, |Y| <= T.")]
    else:
        own = [
            option(
                "--gamma", type=number, default=0.0, show_default=True, help="Margin, P(0 < |eta| < t) <= C_a t^gamma."
            ),
            option("--margin", "C_a", type=number, default=2.0, show_default=True, help="Margin constant C_a."),
        ]
    return [
        D,
        beta,
        *own,
        option("--holder", "C_b", type=number, default=1.0, show_default=True, help="Hoelder constant C_b."),
        option("--density", "f_L", type=number, default=1.0, show_default=True, help="Least density f_L, at most 1."),
    ]


def bound_of(name: str) -> OfProblem:
    """The command for the risks of rules."""
    about = USER_PROBLEMS[name]
    excess = "excess risks: how much more often than the best rule one errs"
    told = f"""Show a lower bound on the error of rules learnt from private users, and what rules attain.

    All that a user has is private, features and labels. Errors are
    {"mean squared errors of estimates of eta" if about.is_squared else excess}.
    """
    classes = option("--K", "K", type=integer, default=2, show_default=True, help="Classes.")
    options = [USERS, SAMPLES, EPSILON, *_class(about), *([] if about.is_squared else [classes]), JSON]
    return OfProblem(name, partial(_bound, about), told, options)


def _bound(about: Problem, *, as_json: bool, K: int = 2, **sizes: Any) -> None:
    setting = UserSetting(**sizes)
    document = user_study(about, setting, K)
    shown = ", ".join(f"{name} = {value:g}" for name, value in document["parameters"].items())
    least = lower_line("rule", about.error.removeprefix("mean "), document["lower"])
    head = "\n".join([f"{about.name} of users, {shown}", *weak_lines(setting.epsilon), least])
    told_study(document, as_json, head, ("rule", "cells", "risk", "bound", "ratio"), _cells, _notes(setting, document))


def plan_of(name: str) -> OfProblem:
    """The command for sizes."""
    return planned(USER_PROBLEMS[name], UserSetting, _class(USER_PROBLEMS[name]))


def _cells(row: dict[str, Any]) -> list[str]:
    risk, upper, ratio = row["risk"], row["upper"], row["gap"]["risk_over_lower"]
    # That it is infinite is known with no error.
    known = risk["error"] <= risk["value"] and isfinite(risk["error"])
    return [
        row["name"],
        str(row["cells_along_an_axis"]),
        "unknown" if not known else "infinite" if not isfinite(risk["value"]) else f"{risk['value']:.3g}",
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        "" if ratio is None else f"{ratio:.3g}",
    ]


def _notes(a: UserSetting, document: dict[str, Any]) -> str:
    rows = document["estimators"]
    lines = [
        "cells      along each axis",
        "risk       the largest at some laws of the class: exact except for first-stage failures;",
        "           for balls, and for the rule as printed with epsilon >= 2, simulated, --json says how",
        "bound      explicit, for every law of the class; none if trivial: no better than a constant,",
        "           or if the rule is as printed",
        "ratio      risk / the lower bound above",
    ]
    if (K := document["parameters"].get("K", 2)) > 2:
        lines[1:3] = [
            "risk       the largest at some laws where two classes compete: up to four classes exact except",
            "           for first-stage failures, for more classes simulated, --json says how",
        ]
        lines += [
            "lower      for two classes; it holds for more, as the others may have probability 0",
            f"rules      {K} classes are ours: Algorithm 4 once for each sign of a class, on users of its own",
        ]
    if a.gamma * a.beta > 1:
        lines.append("gamma beta > 1: eta has one sign, so one bit is learnt, and no rate is a lower bound")
    for row in rows:
        risk = row["risk"]
        if not isfinite(risk["error"]):
            lines.append(f"unknown    {row['name']}: {risk['method']}")
        elif not isfinite(risk["value"]):
            lines.append(f"infinite   {row['name']}: {risk['method'].removeprefix('infinite: ')}")
        elif risk["error"] > risk["value"]:
            lines.append(f"unknown    {row['name']}: first-stage failure probability up to {risk['error']:.2g}")
        if row["spend"] is not None:
            spent = row["spend"]["epsilon_per_user"]
            lines.append(f"spends     {row['name']}: {spent:.6g} of {a.epsilon:g}, by the plan")
    constant = USER_PROBLEMS[document["problem"]].trivial(a) if K == 2 else 1 - 1 / K
    known = [row for row in rows if isfinite(row["risk"]["error"])]
    what = "the estimate 0" if document["problem"] == "regression" else "a class at random"
    return "\n".join(lines + worse_lines(known, constant, what))


def estimate_of(name: str) -> OfProblem:
    """The command that learns a rule."""
    about = USER_PROBLEMS[name]
    own = [CLASSES, samples(required=True)]
    if about.is_squared:
        own = [
            option("--bound", "T", type=number, required=True, help="Public T; labels are clipped to [-T, T]."),
            samples(required=True),
            option("--density", type=number, help="Least density of features, 1 where they are uniform."),
        ]
    told = f"""Learn {_WHAT[name]} from your own data, one row per observation, with epsilon-LDP.

    All data of a user are private, features and labels; users are i.i.d. The number of users is public, and so are the
    box, the values of labels and --m. Features outside the box are moved to its nearest point, and numbers as labels to
    the nearest end of their range. Standard output and the picture may be published; exact counts go to standard error,
    and in JSON under "not_private"; an error message depends on the data. Randomness is the operating system's, and all
    of it is drawn with exact probabilities: the last line says what.
    """
    options = [USER, *rule_options(*own, kind="features"), *BUDGET]
    return OfProblem(name, budgeted(name, partial(_estimate, about)), told, options)


_WHAT = {"classification": "to classify", "regression": "a regression function"}


def _estimate(about: Problem, *, user: str, **given: Any) -> None:
    found = told_rule(about, partial(learn, user=user), _document, _text, **given)
    tell_not_public(found.not_public, given["m"], clip=True)


def _document(found: Learnt, epsilon: float, seed: int | None) -> dict[str, Any]:
    spent, predicted = float(found.multiple) * epsilon, found.predicted
    told: dict[str, Any] = {
        "problem": found.problem.name,
        "estimate_of": found.of,
        "cells": list(found.rule.grid_.shape),
        "predictions": None if predicted is None else predicted.tolist(),
        "epsilon_per_user": spent,
        "delta_per_user": 0.0,
        "protects_little": epsilon > WEAK,
        "spend": {"multiple_of_epsilon": str(found.multiple), "epsilon": spent},
        "protects": "users",
        "n": found.users,
        "estimator": found.estimator.name,
        "randomness": "operating system" if seed is None else "seed",
        **draws(drawn(released(found.rule.plan_))),
        "m": found.rule.m,
        "not_private": not_private(found.not_public, found.users, found.rule.m),
    }
    if not found.problem.is_squared:
        told["classes"] = [str(name) for name in found.rule.classes_]  # type: ignore[union-attr]
        told["shares"] = None if found.shares is None else found.shares.tolist()
    return told


def _asked(plan: Any) -> str:
    """Who answers when."""
    if isinstance(plan, CellBalls):
        return f"in rounds of {', '.join(map(str, plan.balls.users))}"
    return f"in {2 * plan.split.folds} groups of {plan.split.fold}"


def _text(found: Learnt, epsilon: float, seed: int | None) -> str:
    rule = found.rule
    lines = [
        f"rule            {found.problem.name} by {rule.grid_.size} cells, {' x '.join(map(str, rule.grid_.shape))}",
        f"estimate        of {found.of}",
        f"privacy         epsilon spent by each user, computed from the plan: {float(found.multiple) * epsilon:.6g};"
        " delta = 0",
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"users           {found.users}, {_asked(rule.plan_)}",
        *weak_lines(epsilon),
        drawn_line(drawn(released(rule.plan_)), seed is not None),
    ]
    return "\n".join(lines)
