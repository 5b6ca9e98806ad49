"""Classification with private labels: two problems, their lower bounds, risks of votes, and your own data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from lowerbounds.classification.bumps import LABEL_BOUNDS as LOWER_BOUNDS
from lowerbounds.methods.bounds import Bound
from notation.classification import LabelSetting
from notation.parameters import ParameterError, count
from notation.problem import Problem
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.bounds import LABEL_ESTIMATORS as CLASSIFIERS
from upperbounds.classification.bounds import LabelEstimator
from upperbounds.classification.classifiers import (
    BinClassifier,
    CentralBinClassifier,
    LocalBinClassifier,
    equal_cells,
    printed_width,
)
from upperbounds.classification.grid import Grid
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from upperbounds.estimator import UpperBound
from upperbounds.protocols.deployed import CHOICES, RESPONSES
from verify.study.budget import Charge, free
from verify.study.estimate import told_box
from verify.study.risk import many_classes
from verify.study.risk.classification import RESOLUTION, exact_risk
from verify.study.risk.ridges import ridges_of
from verify.study.table import read_labelled, read_points
from verify.study.worst import WorstRisk, says_nothing, smallest_known


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_E = TypeVar("_E", bound=_Named)

MOST_KINDS = 20_000
"""The most kinds of cells for which a risk is summed in seconds."""
MOST_CLASSES = 100
_MOST_STEPS = 2e9
"""The most multiplications of complex numbers for the risks of many classes: about ten seconds."""


QUANTITIES = {
    "excess risk": r"\inf_{\hat g} \sup_{P} \mathbb{E} P(\hat g(X) \ne Y) - \inf_g P(g(X) \ne Y)",
    "mean squared error": r"\inf_{\hat\eta} \sup_{P} \mathbb{E} (\hat\eta(X) - \mathbb{E}[Y \mid X])^2",
}
"""The risks of rules that are learnt, by what the error is called."""


def rules_of(name: str, what: str, private: str, flags: Mapping[str, str], error: str, **more: Any) -> Problem:
    """A problem of rules that are learnt: `what`, with these options of the class's sizes, and `private` in words."""
    rates = [size for size in ("d", "beta", "gamma") if size in flags]

    def about(a: Any) -> str:
        sizes = (f"{size} = {getattr(a, size):g}" for size in rates)
        return ", ".join((f"{what}, features in [0, 1]^d", *sizes, private))

    at = "the largest at some laws of the class"
    quantity = QUANTITIES[error]
    return Problem(name, about, quantity, tuple(flags), "class", flags=flags, error=error, risk_at=at, **more)


def trusts(name: str) -> str:
    """Who sees the labels."""
    return "each person randomises their own label" if name.endswith("-local") else "a curator sees the labels"


_FLAGS = {"d": "--d", "beta": "--beta", "gamma": "--gamma", "L": "--holder", "C_T": "--margin", "c": "--density"}


def worst_label_risk(estimator: LabelEstimator, a: LabelSetting) -> WorstRisk:
    """The largest exact risk over laws that change along one axis, tents of several widths, and a constant one."""
    cells = estimator.grid(a)
    if cells.size * a.d > MOST_KINDS:
        return WorstRisk(
            inf,
            inf,
            f"not computed: {cells.size * a.d:.1e} kinds of cells, at most {MOST_KINDS}",
        )
    laws = ridges_of(a, cells.size)
    tie = 0.0 if estimator.by_cells is None else 0.5
    try:
        found = max(exact_risk(a.n, estimator.vote(a.epsilon), law.cells(cells), tie=tie) for law in laws)
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}")
    return WorstRisk(found, RESOLUTION, f"exact, the largest at {len(laws)} laws of the class")


def vote_of(estimator: LabelEstimator, epsilon: float, classes: int) -> Vote:
    """The private vote of a cell, with this many classes."""
    made: Any = CentralVote if estimator.central else LocalVote
    vote: Vote = made(estimator.mechanism, classes, epsilon)
    return vote


def _grid_of(estimator: LabelEstimator, a: LabelSetting, classes: int) -> Grid:
    """One axis of the classifier's cells for more than two classes, where no bound determines the best equal cells."""
    sizes, central = (a.n, a.d, classes, a.epsilon, a.beta), estimator.central
    if estimator.by_cells is None:
        return Grid.of_length(0.0, 1.0, 1, printed_width(*sizes, central=central))
    return Grid.equal(0.0, 1.0, 1, equal_cells(*sizes, central=central))


def worst_risk_of_many(estimator: LabelEstimator, a: LabelSetting, classes: int) -> WorstRisk:
    """The largest exact risk over laws in which two of several classes compete, as in `contested`.

    If the others have a share, eta changes less for the same L: the larger share changes by (K - 1)/K of it.
    """
    axis, vote = _grid_of(estimator, a, classes), vote_of(estimator, a.epsilon, classes)
    if axis.size * a.d > MOST_KINDS:
        return WorstRisk(inf, inf, f"not computed: {axis.size * a.d:.1e} kinds of cells, at most {MOST_KINDS}")
    slower = replace(a, L=a.L * classes / (2 * (classes - 1)))
    laws = [
        many_classes.merged(many_classes.contested(law, axis, classes, others=others))
        for others, setting in ((False, a), (True, slower))
        for law in ridges_of(setting, axis.size)
    ]
    if (steps := sum(many_classes.steps_of(a.n, vote, law) for law in laws)) > _MOST_STEPS:
        return WorstRisk(
            inf, inf, f"not computed: votes of {classes} classes take {steps:.0e} steps, at most {_MOST_STEPS:.0e}"
        )
    try:
        found = max(many_classes.exact_risk(a.n, vote, law) for law in laws)
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}")
    method = f"exact for fair ties, the largest at {len(laws)} laws of the class"
    return WorstRisk(found, many_classes.RESOLUTION, method)


LABEL_PROBLEMS = {
    name: rules_of(
        name,
        "two classes",
        trusts(name),
        _FLAGS,
        "excess risk",
        estimators=estimators,
        lower=LOWER_BOUNDS[name],
        risk=worst_label_risk,
        trivial=lambda _: 0.5,
        axes=("n", "epsilon"),
        counts=("n",),
        setting=LabelSetting,
    )
    for name, estimators in CLASSIFIERS.items()
}
"""By name."""


def label_study(problem: Problem, a: LabelSetting, classes: int = 2) -> dict[str, Any]:
    """The lower bounds in a setting, with the bound and the risk of each of our classifiers.

    A lower bound for two classes holds for more, because K - 2 classes may have probability 0. The classifiers' bounds
    are for two classes. Raises ParameterError.
    """
    if not 2 <= count("K", classes) <= MOST_CLASSES:
        raise ParameterError(f"K = {classes}: must be from 2 to {MOST_CLASSES} classes")
    found = problem.lower(a)
    rows = [_row(estimator, a, largest(found), classes) for estimator in problem.estimators]
    return {
        "problem": problem.name,
        "parameters": {
            "n": a.n, "d": a.d, "beta": a.beta, "gamma": a.gamma, "epsilon": a.epsilon,
            "L": a.L, "C_T": a.C_T, "c": a.c, "K": classes,
        },
        **compared(found, rows, 1 - 1 / classes),
    }  # fmt: skip


def compared(found: Sequence[Bound], rows: Sequence[dict[str, Any]], constant: float) -> dict[str, Any]:
    """Lower bounds, the largest of all and of `lower`, next to the estimators of `rows`.

    It is `vacuous` in comparison with the best constant's risk and the risks in the ratios; then no row has a ratio.
    """
    ordered = sorted(found, key=lambda bound: -bound.value)
    candidates = [{"value": b.value, "source": b.source, "conditions": list(b.conditions)} for b in ordered]
    fair = [row for row in rows if any(ratio is not None for ratio in row["gap"].values())]
    smallest = smallest_known(constant, fair)
    vacuous = says_nothing(ordered[0].value, smallest)
    gaps = [dict.fromkeys(row["gap"]) if vacuous else row["gap"] for row in rows]
    return {
        "lower": {
            **candidates[0],
            "vacuous": vacuous,
            "smallest_known_risk": smallest,
            "candidates": candidates,
        },
        "estimators": [row | {"gap": gap} for row, gap in zip(rows, gaps, strict=True)],
    }


def largest(found: Sequence[Bound]) -> float:
    """The largest of lower bounds."""
    return max(bound.value for bound in found)


def row_of(
    name: str,
    shape: dict[str, Any],
    upper: UpperBound,
    risk: WorstRisk,
    spend: dict[str, Any] | None,
    lower: float,
    *,
    is_known: bool = True,
    is_fair: bool = True,
) -> dict[str, Any]:
    """The report on an estimator; without a ratio if the lower bound is not `is_fair` to it, or the risk is unknown."""
    known = is_known and isfinite(risk.value)
    return {
        "name": name,
        **shape,
        "upper": {
            "value": upper.value,
            "source": upper.source,
            "conditions": list(upper.conditions),
            "vacuous": upper.vacuous,
        },
        "risk": {"value": risk.value, "error": risk.error, "method": risk.method},
        "localisation_failure": None,
        "spend": spend,
        "gap": {
            "risk_over_lower": risk.value / lower if lower > 0 and known and is_fair else None,
            "bound_over_lower": upper.value / lower if lower > 0 and not upper.vacuous and is_fair else None,
        },
    }


def _row(estimator: LabelEstimator, a: LabelSetting, lower: float, classes: int) -> dict[str, Any]:
    upper = estimator.bound(a) if classes == 2 else UpperBound(1 - 1 / classes, "a class at random", (), True)
    try:
        if classes == 2:
            cells, risk = estimator.grid(a).size, worst_label_risk(estimator, a)
        else:
            cells, risk = _grid_of(estimator, a, classes).size, worst_risk_of_many(estimator, a, classes)
    except ParameterError as refused:
        cells, risk = 0, WorstRisk(inf, inf, f"not usable here: {refused}")
    multiple = vote_of(estimator, a.epsilon, classes).spend().multiple()
    assert multiple is not None
    spend = {"epsilon_per_label": float(multiple) * a.epsilon, "multiple_of_epsilon": str(multiple)}
    # Beyond gamma beta = 1 the lower bound is of a class that lets features leave holes, the others are not.
    full = a.gamma * a.beta <= 1
    return row_of(estimator.name, {"cells_along_an_axis": cells}, upper, risk, spend, lower, is_fair=full)


@dataclass(frozen=True)
class Classified:
    """A rule learnt from your own data: `predicted` classes and `shares` (rows, K) for a second file, if given."""

    problem: Problem
    estimator: LabelEstimator
    rule: BinClassifier
    people: int
    outside: int
    predicted: NDArray[Any] | None
    shares: FloatArray | None

    @property
    def of(self) -> str:
        """What is learnt, in words."""
        return f"the class, given {features_in_box(self.rule)}"

    @property
    def multiple(self) -> Any:
        """What each label spends, as a multiple of epsilon, exact."""
        return self.rule.spend().multiple()

    @property
    def drawn(self) -> tuple[str, ...]:
        """What the vote draws exactly, in words."""
        return drawn_by(self.rule.vote().mechanism)


def chosen(estimators: Sequence[_E], name: str | None) -> _E:
    """The estimator with a name, or the last one if none is named; raises ParameterError."""
    known = {estimator.name: estimator for estimator in estimators}
    if name is not None and name not in known:
        raise ParameterError(f"--estimator = {name!r}: must be one of {', '.join(known)}")
    return known[name] if name else estimators[-1]


_DRAWN = {
    **dict.fromkeys(("k-ary", "one-hot", "signs"), RESPONSES),
    "geometric": "two-sided geometric noise",
    "exponential": CHOICES,
}
"""What the mechanisms for labels draw with exact probabilities, in words."""


def drawn_by(mechanism: str) -> tuple[str, ...]:
    """What a mechanism draws exactly; raises ParameterError for one whose noise is rounded."""
    if mechanism not in _DRAWN:
        raise ParameterError(f"mechanism = {mechanism!r}: is not drawn exactly; must be one of {', '.join(_DRAWN)}")
    return (_DRAWN[mechanism],)


def outside(points: FloatArray, lower: Any, upper: Any) -> int:
    """How many of the points (N, d) are outside a box with ends that are numbers or (d,)."""
    low, high = (np.asarray(end, dtype=np.float64) for end in (lower, upper))
    return int(((points < low) | (points > high)).any(axis=1).sum())


def features_in_box(rule: Any) -> str:
    """The features of a fitted rule, in words: a point outside the box counts as its nearest point."""
    lower, upper = (np.broadcast_to(end, rule.n_features_in_) for end in (rule.lower, rule.upper))
    return f"features moved into {told_box(lower, upper)}"


def classify(
    problem: Problem,
    data: Path,
    features: Sequence[str],
    label: str,
    rule: dict[str, Any],
    name: str | None = None,
    predict: Path | None = None,
    charge: Charge = free,
) -> Classified:
    """Learn a rule from a file with a row for each person, and predict the classes of the rows of another file.

    `rule` holds the box, the classes, epsilon and what else the classifier takes. Raises ParameterError.
    """
    estimator, classes = chosen(problem.estimators, name), rule["classes"]
    make: Any = CentralBinClassifier if estimator.central else LocalBinClassifier
    # k-ary answers are the better ones for few classes; for many the classifier says which.
    mechanism = (
        {} if len(classes) > 2 and not estimator.central and name is None else {"mechanism": estimator.mechanism}
    )
    made: BinClassifier = make(as_printed=estimator.by_cells is None, **mechanism, **rule)
    # Whatever is wrong with the options is said before a file is read.
    drawn_by(made.vote().mechanism)
    points, labels = read_labelled(data, label, features)
    if strange := sorted(set(labels) - set(classes)):
        raise ParameterError(f"--label: {strange[0]!r} in {str(data)!r} is not one of --classes")
    new = None if predict is None else read_points(predict, features)
    made.planned_grid(len(points), len(features))
    charge()
    fitted = made.fit(points, np.array(labels))
    return Classified(
        problem,
        estimator,
        fitted,
        len(points),
        outside(points, rule["lower"], rule["upper"]),
        None if new is None else fitted.predict(new),
        None if new is None else fitted.predict_proba(new),
    )
