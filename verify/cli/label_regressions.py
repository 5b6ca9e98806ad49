"""`ratecheck bound` and `ratecheck estimate` for regression with private labels, with their own options."""

from functools import partial
from math import isfinite
from typing import Any

import click

from notation.parameters import interval
from notation.problem import Problem
from notation.regression import RegressionSetting
from upperbounds.regression.regressors import BinRegressor, NeighbourRegressor
from verify.cli.budget import BUDGET, budgeted
from verify.cli.by_problem import OfProblem
from verify.cli.labels import DENSITY, HOLDER, LABELS_TOLD, D, rule_options, told_rule, told_study
from verify.cli.options import (
    EPSILON,
    JSON,
    PEOPLE,
    WEAK,
    drawn_line,
    draws,
    integer,
    number,
    option,
    weak_lines,
)
from verify.cli.plan import planned
from verify.cli.tables import lower_line, worse_lines
from verify.study.label_regressions import (
    REGRESSION_PROBLEMS,
    Regressed,
    few_people,
    regress,
    regression_study,
)
from verify.study.labels import trusts


def _class(problem: Problem) -> list[click.Option]:
    """The sizes of the class."""
    beta = option("--beta", type=number, required=True, help="Hoelder exponent of the regression function, at most 1.")
    if problem.is_heavy:
        about = [
            option("--moment", "--p", "p", type=number, default=4.0, show_default=True, metavar="P", help="The order."),
            option(
                "--moment-bound", "--M", "M", type=number, default=1.0, show_default=True, metavar="M",
                help="E[|Y|^P | x] <= M.",
            ),
        ]  # fmt: skip
    else:
        told = "Labels are in [-T, T]."
        about = [option("--range", "T", type=number, default=1.0, show_default=True, metavar="T", help=told)]
    return [D, beta, *about, HOLDER, DENSITY]


def bound_of(name: str) -> OfProblem:
    """The command for the risks of estimates of E[Y|x]."""
    about = REGRESSION_PROBLEMS[name]
    told = f"""Show a lower bound on the error of any estimate of E[Y|x] with private labels, and the errors of means.

    Here {trusts(name)}. Features are public. Errors are mean squared, in units of squared labels.
    """
    return OfProblem(name, partial(_bound, about), told, [PEOPLE, EPSILON, *_class(about), JSON])


def _bound(about: Problem, *, as_json: bool, **sizes: Any) -> None:
    setting = RegressionSetting(**sizes)
    document = regression_study(about, setting)
    columns = ("estimate", "cells", "neighbours", "clipped at", "risk", "bound", "ratio")
    told_study(document, as_json, _head(about, setting, document), columns, _cells, _notes(setting, document))


def plan_of(name: str) -> OfProblem:
    """The command for sizes."""
    return planned(REGRESSION_PROBLEMS[name], RegressionSetting, _class(REGRESSION_PROBLEMS[name]))


def _head(problem: Problem, a: RegressionSetting, document: dict[str, Any]) -> str:
    least = document["lower"]
    labels = f"E[|Y|^{a.p:g} | x] <= {a.M:g}" if a.is_heavy else f"|Y| <= {a.T:g}"
    return (
        f"regression, {trusts(problem.name)}, n = {a.n}, d = {a.d}, beta = {a.beta:g}, epsilon = {a.epsilon:g},"
        f" {labels}\n" + "\n".join([*weak_lines(a.epsilon), lower_line("estimate", "mean squared error", least)])
    )


def _cells(row: dict[str, Any]) -> list[str]:
    risk, upper, ratio = row["risk"]["value"], row["upper"], row["gap"]["risk_over_lower"]
    return [
        row["name"],
        "" if row["cells_along_an_axis"] is None else str(row["cells_along_an_axis"]),
        "" if row["neighbours"] is None else str(row["neighbours"]),
        "" if row["clipped_at"] is None else f"{row['clipped_at']:.3g}",
        "unknown" if not isfinite(risk) else f"{risk:.3g}",
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        "" if ratio is None else f"{ratio:.3g}",
    ]


def _notes(a: RegressionSetting, document: dict[str, Any]) -> str:
    rows = document["estimators"]
    lines = [
        "cells      along each axis",
        "risk       the largest at some laws of the class (--json says how found)",
        "bound      explicit, for every law with features in all of [0, 1]^d; none where",
        f"           it is trivial (no better than the estimate 0, of risk {a.unit**2:.3g}), or cells",
        "           are the paper's as printed",
        "ratio      risk / the lower bound above",
    ]
    lines += [
        f"unknown    {row['name']}: {row['risk']['method']}" for row in rows if not isfinite(row["risk"]["value"])
    ]
    told = ", ".join(f"{row['name']} {row['spend']['epsilon_per_label']:.6g}" for row in rows)
    lines.append(f"spends     at most, out of epsilon = {a.epsilon:g}, by the plan: {told}")
    lines += [
        f"           {row['name']} is not private at epsilon: noise as printed; no ratio"
        for row in rows
        if row["spend"]["epsilon_per_label"] > a.epsilon
    ]
    constant = document["trivial"]
    return "\n".join(lines + worse_lines(rows, constant, "the estimate 0"))


_BOUNDED = (
    option("--least", type=number, required=True, metavar="A", help="Labels are in [A, B], public knowledge."),
    option("--most", type=number, required=True, metavar="B", help="See --least."),
)
_HEAVY = (
    option("--moment", "--p", "p", type=number, required=True, metavar="P", help="The order of the moment."),
    option(
        "--moment-bound",
        "--M",
        "M",
        type=number,
        required=True,
        metavar="M",
        help="E[|Y - centre|^P | x] <= M, public.",
    ),
    option("--centre", type=number, default=0.0, show_default=True, help="Public centre of the labels."),
)


def estimate_of(name: str) -> OfProblem:
    """The command that learns E[Y|x]."""
    about = REGRESSION_PROBLEMS[name]
    moved = "Labels are clipped." if about.is_heavy else "Labels outside their range are moved to its ends."
    told = f"""Learn E[Y|x] from your own data, one row per person, with epsilon-label-DP: only labels are private.

    Here {trusts(name)}. {moved} {LABELS_TOLD}
    """
    which = "1" if about.is_heavy else "half the range"
    own = (
        *(_HEAVY if about.is_heavy else _BOUNDED),
        option("--holder", "L", type=number, help=f"Hoelder constant that cells are chosen for.  [default: {which}]"),
        option("--k", type=integer, help="Neighbours; else chosen by public numbers."),
    )
    return OfProblem(name, budgeted(name, partial(_estimate, about)), told, [*rule_options(*own), *BUDGET])


def _estimate(about: Problem, **given: Any) -> None:
    if not about.is_heavy:
        a, b = interval("--least", given.pop("least"), "--most", given.pop("most"))
        given |= {"T": (b - a) / 2, "centre": (a + b) / 2}
        given["L"] = (b - a) / 2 if given["L"] is None else given["L"]
    told_rule(about, regress, _document, _text, **given)


def _document(found: Regressed, epsilon: float, seed: int | None) -> dict[str, Any]:
    rule, spent = found.rule, float(found.multiple) * epsilon
    return {
        "problem": found.problem.name,
        "estimate_of": found.of,
        "cells": list(rule.grid_.shape) if isinstance(rule, BinRegressor) else None,
        "neighbours": rule.plan_.k if isinstance(rule, NeighbourRegressor) else None,
        "clipped": [rule.centre - found.level, rule.centre + found.level],
        "predictions": None if found.predicted is None else found.predicted.tolist(),
        "deviations": None if found.deviations is None else found.deviations.tolist(),
        "epsilon_per_label": spent,
        "delta_per_label": 0.0,
        "protects_little": epsilon > WEAK,
        "spend": [{"people": found.people, "multiple_of_epsilon": str(found.multiple), "epsilon": spent}],
        "protects": "labels",
        "n": found.people,
        "outside_the_box": found.outside,
        "cells_of_few": few_people(rule),
        "estimator": found.estimator.name,
        "mechanism": found.mechanism,
        "randomness": "operating system" if seed is None else "seed",
        **draws(found.drawn),
    }


def _text(found: Regressed, epsilon: float, seed: int | None) -> str:
    rule = found.rule
    what = f"the mean of the {rule.plan_.k} nearest neighbours" if isinstance(rule, NeighbourRegressor) else ""
    if isinstance(rule, BinRegressor):
        shape = " x ".join(map(str, rule.grid_.shape))
        what = f"a mean in each of {rule.grid_.size} cells, {shape}; too few people in {few_people(rule)} of them"
    lines = [
        f"rule            {what}",
        f"privacy         epsilon spent by each label, computed from the plan: {float(found.multiple) * epsilon:.6g};"
        " delta = 0; features are not protected",
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"estimate        of {found.of}",
        f"people          {found.people}; {found.outside} are outside the box",
        "deviation       of a prediction by sampling and privacy, at most; add how E[Y|x] varies among the people"
        " averaged",
        *weak_lines(epsilon),
        drawn_line(found.drawn, seed is not None),
    ]
    return "\n".join(lines)
