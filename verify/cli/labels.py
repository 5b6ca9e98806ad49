"""`ratecheck bound` and `ratecheck estimate` for private labels, with their own options and texts."""

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import click

from notation.classification import LabelSetting
from notation.parameters import ParameterError, identifier
from notation.problem import Problem
from verify.cli.budget import BUDGET, budgeted
from verify.cli.by_problem import OfProblem
from verify.cli.options import (
    BOX,
    DATA,
    EPSILON,
    JSON,
    PEOPLE,
    RULE,
    WEAK,
    drawn_line,
    draws,
    harmless,
    integer,
    number,
    option,
    seed_checked,
    weak_lines,
)
from verify.cli.plan import planned
from verify.cli.tables import lower_line, show_table, worse_lines
from verify.files import json_text
from verify.study.budget import Charge
from verify.study.labels import LABEL_PROBLEMS, Classified, classify, label_study, trusts
from verify.study.risk.classification import RESOLUTION
from verify.study.worst import says_nothing

_SHOWN = 20
"""How many predictions the terminal shows; JSON has all."""


def told_study(
    document: dict[str, Any], as_json: bool, head: str, columns: Sequence[str], cells: Callable[..., Any], notes: str
) -> None:
    """Print a study: JSON, or a head, a table of the estimators and notes."""
    if as_json:
        click.echo(json_text(document))
        return
    least = document["lower"]
    smallest = least["smallest_known_risk"]
    others = [other for other in least["candidates"][1:] if not says_nothing(other["value"], smallest)]
    click.echo(head)
    show_table(columns, [cells(row) for row in document["estimators"]])
    click.echo(f"\n{notes}")
    if others:
        click.echo("other lower bounds:")
    for other in others:
        click.echo(f"           {other['value']:<10.4g} {other['source']}")


def told_rule(
    about: Problem,
    learn: Callable[..., Any],
    document: Callable[..., dict[str, Any]],
    text: Callable[..., str],
    *,
    features: str,
    seed: int | None,
    figure: Path | None,
    as_json: bool,
    data: Path,
    label: str,
    name: str | None,
    predict: Path | None,
    charge: Charge,
    classes: str | None = None,
    **sizes: Any,
) -> Any:
    """Learn a rule and print it with its first predictions; what was found."""
    seed_checked(seed)
    rule = {size: value for size, value in sizes.items() if value is not None} | {"random_state": seed}
    columns = _names_of("--features", features)
    if classes is not None:
        rule["classes"] = list(_names_of("--classes", classes))
    draw = None
    if figure is not None:
        from verify.cli.plot import rule_plotter

        draw = rule_plotter(figure, columns, label, len(rule.get("classes", ())))
    found, epsilon = learn(about, data, columns, label, rule, name, predict, charge), sizes["epsilon"]
    if draw:
        spent = f"epsilon = {float(found.multiple) * epsilon:.6g}{'' if seed is None else '; seeded, not private'}"
        draw(found.rule, f"{about.name}: {found.estimator.name}\n{spent}")
    click.echo(json_text(document(found, epsilon, seed)) if as_json else text(found, epsilon, seed))
    if not as_json and found.predicted is not None:
        show_predictions(*found_predictions(found, label))
    return found


def found_predictions(found: Any, label: str) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The header and the rows of a table of predictions: classes with shares, or numbers, with deviations if known."""
    if (shares := getattr(found, "shares", None)) is not None:
        rows = [
            (harmless(str(one)), *(f"{x:.3f}" for x in part)) for one, part in zip(found.predicted, shares, strict=True)
        ]
        return ("class", *(harmless(str(name)) for name in found.rule.classes_)), rows
    if (deviations := getattr(found, "deviations", None)) is not None:
        rows = [(f"{y:.6g}", f"{s:.3g}") for y, s in zip(found.predicted, deviations, strict=True)]
        return (harmless(label), "deviation"), rows
    return ("value",), [(f"{float(value):.6g}",) for value in found.predicted]


def show_predictions(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table of the first predictions, numbered, and how many more there are."""
    show_table(("row", *header), [(str(i), *row) for i, row in enumerate(rows[:_SHOWN], 1)])
    if len(rows) > _SHOWN:
        click.echo(f"{len(rows) - _SHOWN} more rows: --json has them")


D = option("--d", type=integer, required=True, help="Features, in [0, 1]^d.")
HOLDER = option("--holder", "L", type=number, default=1.0, show_default=True, help="Hoelder constant L.")
DENSITY = option("--density", "c", type=number, default=1.0, show_default=True, help="Least density c, at most 1.")
_CLASS = (
    D,
    option("--beta", type=number, required=True, help="Hoelder exponent of the class probabilities, at most 1."),
    option("--gamma", type=number, required=True, help="Margin: P(0 < |eta| < t) <= C_T t^gamma."),
    HOLDER,
    option("--margin", "C_T", type=number, default=1.0, show_default=True, help="Margin constant C_T."),
    DENSITY,
)
"""The sizes of the class."""


def bound_of(name: str) -> OfProblem:
    """The command for the risks of classifiers."""
    about = LABEL_PROBLEMS[name]
    told = f"""Show a lower bound on the error of any classifier with private labels, and the errors of votes in cells.

    Here {trusts(name)}. Features are public. Errors are excess risks: how much more often a classifier errs than the
    best rule. A lower bound for two classes holds for more, as one may be rare or absent.
    """
    classes = option("--K", "K", type=integer, default=2, show_default=True, help="Classes.")
    return OfProblem(name, partial(_bound, about), told, [PEOPLE, EPSILON, *_CLASS, classes, JSON])


def _bound(about: Problem, *, K: int, as_json: bool, **sizes: Any) -> None:
    setting = LabelSetting(**sizes)
    document = label_study(about, setting, K)
    columns = ("classifier", "cells", "risk", "bound", "ratio")
    told_study(document, as_json, _head(about, setting, document), columns, _cells, _notes(setting, document))


def plan_of(name: str) -> OfProblem:
    """The command for sizes, of two classes."""
    return planned(LABEL_PROBLEMS[name], LabelSetting, _CLASS)


def _head(problem: Problem, a: LabelSetting, document: dict[str, Any]) -> str:
    least, K = document["lower"], document["parameters"]["K"]
    return (
        f"{'two' if K == 2 else K} classes, {trusts(problem.name)}, n = {a.n}, d = {a.d}, beta = {a.beta:g},"
        f" gamma = {a.gamma:g}, epsilon = {a.epsilon:g}\n"
        + "\n".join([*weak_lines(a.epsilon), lower_line("classifier", "excess risk", least)])
    )


def _cells(row: dict[str, Any]) -> list[str]:
    risk, upper, ratio = row["risk"]["value"], row["upper"], row["gap"]["risk_over_lower"]
    return [
        row["name"],
        str(row["cells_along_an_axis"]),
        "unknown" if not isfinite(risk) else f"{risk:.3g}" if risk > row["risk"]["error"] else f"< {RESOLUTION:.0e}",
        "none" if upper["vacuous"] else f"{upper['value']:.3g}",
        "" if ratio is None else f"{ratio:.3g}",
    ]


def _notes(a: LabelSetting, document: dict[str, Any]) -> str:
    rows, K = document["estimators"], document["parameters"]["K"]
    lines = [
        "cells      along each axis",
        "risk       exact, the largest at some laws of the class (--json says how many)",
        "bound      explicit, for every law with features in all of [0, 1]^d; none where",
        "           it is trivial (no better than a fair coin), or the cells are the paper's as printed",
        "ratio      risk / the lower bound above",
    ]
    if K > 2:
        lines[2:4] = [f"bound      none is stated for {K} classes"]
        lines.append("lower      for two classes; it holds for more, as the others may have probability 0")
    if a.gamma * a.beta > a.d:
        lines.append("gamma beta > d: no rate bounds this class from below; risks vanish exponentially")
    elif a.gamma * a.beta > 1:
        lines += [
            "gamma beta > 1: the lower bound uses laws whose features have gaps, the other",
            "           columns laws without gaps; so no ratio",
        ]
    lines += [
        f"unknown    {row['name']}: {row['risk']['method']}" for row in rows if not isfinite(row["risk"]["value"])
    ]
    told = ", ".join(f"{row['name']} {row['spend']['epsilon_per_label']:.6g}" for row in rows)
    lines.append(f"spends     at most, out of epsilon = {a.epsilon:g}, by the plan: {told}")
    constant = 1 - 1 / K
    return "\n".join(lines + worse_lines(rows, constant, "a class at random"))


def _names_of(option: str, text: str) -> tuple[str, ...]:
    """Names with commas between them, each once; of classes, as they are compared."""
    found = tuple(identifier(part) if option == "--classes" else part.strip() for part in text.split(","))
    if "" in found or len(set(found)) != len(found):
        raise ParameterError(f"{option} = {harmless(text)!r}: must be names, each once, with commas between them")
    return found


def rule_options(*own: click.Option, kind: str = "public features") -> list[click.Option]:
    """Options of what learns a rule from columns, with those of one problem."""
    features = option("--features", required=True, metavar="A,B,...", help=f"Columns of {kind}, numbers.")
    return [DATA, features, option("--label", required=True, help="Column of the label."), *own, EPSILON, *BOX, *RULE]


CLASSES = option("--classes", required=True, metavar="P,Q,...", help="All labels that there may be: public knowledge.")


def estimate_of(name: str) -> OfProblem:
    """The command that learns a classifier."""
    about = LABEL_PROBLEMS[name]
    told = f"""Learn to classify from your own data, one row per person, with epsilon-label-DP: only labels are private.

    Here {trusts(name)}. {LABELS_TOLD}
    """
    return OfProblem(name, budgeted(name, partial(_estimate, about)), told, [*rule_options(CLASSES), *BUDGET])


LABELS_TOLD = """All features and the number of people are public. One row is one person: a person with two rows spends
    epsilon twice.

    The output may be published, as far as labels are concerned; an error message depends on the labels.
    Randomness is the operating system's, and all of it is drawn with exact probabilities: the last line says what."""
"""What holds of all problems of private labels."""


def _estimate(about: Problem, **given: Any) -> None:
    told_rule(about, classify, _document, _text, **given)


def _document(found: Classified, epsilon: float, seed: int | None) -> dict[str, Any]:
    rule, spent = found.rule, float(found.multiple) * epsilon
    return {
        "problem": found.problem.name,
        "estimate_of": found.of,
        "classes": [str(name) for name in rule.classes_],
        "cells": list(rule.grid_.shape),
        "predictions": None if found.predicted is None else [str(name) for name in found.predicted],
        "shares": None if found.shares is None else found.shares.tolist(),
        "epsilon_per_label": spent,
        "delta_per_label": 0.0,
        "protects_little": epsilon > WEAK,
        "spend": [{"people": found.people, "multiple_of_epsilon": str(found.multiple), "epsilon": spent}],
        "protects": "labels",
        "n": found.people,
        "outside_the_box": found.outside,
        "empty_cells": int((rule.counts_ == 0).sum()),
        "estimator": found.estimator.name,
        "mechanism": rule.vote().mechanism,
        "randomness": "operating system" if seed is None else "seed",
        **draws(found.drawn),
    }  # fmt: skip


def _text(found: Classified, epsilon: float, seed: int | None) -> str:
    rule = found.rule
    empty = int((rule.counts_ == 0).sum())
    lines = [
        f"rule            a vote in each of {rule.grid_.size} cells, {_times(rule.grid_.shape)}; {empty} of them empty:"
        " a random class there",
        f"estimate        of {found.of}",
        f"privacy         epsilon spent by each label, computed from the plan: {float(found.multiple) * epsilon:.6g};"
        " delta = 0; features are not protected",
        f"estimator       {found.estimator.name}: {found.estimator.title} ({found.estimator.source})",
        f"votes           {rule.vote().mechanism}, of {len(rule.classes_)} classes",
        f"people          {found.people}; {found.outside} are outside the box: moved to its nearest cell",
        *weak_lines(epsilon),
        drawn_line(found.drawn, seed is not None),
    ]
    return "\n".join(lines)


def _times(shape: Sequence[int]) -> str:
    return " x ".join(map(str, shape))
