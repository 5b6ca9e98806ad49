"""The paper: its citation, the version judged, its letters and its sections in order."""

from notation.papers import Paper

PAPER = Paper(
    key="mypaper",
    authors="A. Author",
    title="The variance of randomized response",
    version="a template, printed nowhere",
    package=__package__,
    sections=("s2_variance",),
    letters={"epsilon": "alpha"},
)
