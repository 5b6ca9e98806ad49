"""The paper on label differential privacy: its citation and its sections."""

from notation.papers import Paper

PAPER = Paper(
    key="label",
    authors="Anonymous",
    title="On Theoretical Limits of Learning with Label Differential Privacy",
    version="anonymous NeurIPS 2024 submission 10110",
    package=__package__,
    sections=(
        "setting",
        "told",
        "privacy",
        "algorithms",
        "rates",
        "local_lower",
        "local_divergence",
        "local_upper",
        "margin",
        "one_bin",
        "shells",
        "fast_rate",
        "private_test",
        "central_lower",
        "central_upper",
        "regression",
        "regression_central",
        "heavy",
        "clipped",
        "heavy_central",
    ),
    place=4,
)
