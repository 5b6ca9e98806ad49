"""The paper of Bassily and Sun: its citation, its letters and its sections."""

from notation.papers import Paper

PAPER = Paper(
    key="bassily",
    authors="Bassily, Sun",
    title="User-level Private Stochastic Convex Optimization with Optimal Rates",
    version="ICML 2023, PMLR 202:1838-1851",
    letters={"D": "R"},
    package=__package__,
    sections=(
        "rates",
        "preliminaries",
        "concentration",
        "generalisation",
        "range",
        "votes",
        "mean_central",
        "mean_local",
        "mechanisms",
        "vectors_measured",
        "central_privacy",
        "central_risk",
        "central_rate",
        "tight",
        "acceleration",
        "local",
        "theorems",
        "lower",
    ),
    place=3,
)
