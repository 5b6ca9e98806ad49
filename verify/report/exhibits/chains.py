"""A lower bound's argument in numbers: what is left after each step, and which step loses most."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from lowerbounds.mean.papers import kent_example1a, kent_example1b, zhao_theorem2, zhao_theorem2_floor
from lowerbounds.methods.bounds import Bound
from lowerbounds.optimisation import excess_risk as optimisation
from lowerbounds.vectors import heavy, papers
from verify.report.exhibits.figure import Exhibit, box, label, svg, times
from verify.report.plot import LEFT, RIGHT, WIDTH, axis, labels

_ROW = 42.0


def chain(title: str, bound: Bound) -> Exhibit:
    """The steps of a bound whose chain is positive to its end.

    Raises ValueError where the bound has no chain, or one that ends at nothing.
    """
    if bound.chain is None or not bound.value > 0:
        raise ValueError(f"{bound.source}: no chain to draw at these parameters")
    steps = bound.chain.steps
    values = [float(step.value.mid()) for step in steps]
    losses = bound.chain.losses
    worst = min(range(len(losses)), key=losses.__getitem__) + 1 if losses else 0
    across = axis(np.array([values[-1] / 1.5, *values]), LEFT - 40, WIDTH - RIGHT - 60, logarithmic=True)
    floor = 8 + _ROW * len(steps)
    body = []
    for place, (step, value) in enumerate(zip(steps, values, strict=True)):
        y = 20 + _ROW * place
        kind = "worst" if place == worst and losses else "first"
        body.append(label(LEFT - 40, y, f"{place + 1}. {step.name}", "", "start"))
        body.append(box(LEFT - 40, y + 7, max(across(value) - LEFT + 40, 1.5), 11, kind))
        if place:
            body.append(label(across(value) + 6, y + 18, f"× {losses[place - 1]:.3g}", "", "start"))
    body.append(labels(across, floor + 18))
    lost = values[0] / values[-1]
    rows = tuple(
        (str(k + 1), step.name, f"{value:.4g}", f"{losses[k - 1]:.4g}" if k else "", step.source)
        for k, (step, value) in enumerate(zip(steps, values, strict=True))
    )
    at = tuple((name, _plain(value)) for name, value in bound.parameters.items())
    words = f"The mean squared error that the argument has left, step by step, from {values[0]:.3g} down to {values[-1]:.3g}."
    caption = f"What the argument has left after each step, on a logarithmic scale; in all it loses a factor {times(lost)} against its start."
    if losses:
        words += f" The largest loss is at step {worst + 1}."
        caption += f" Step {worst + 1}, “{steps[worst].name}”, loses most: a factor {times(1 / losses[worst - 1])}."
    if steps[0].name.startswith("Bayes risk"):
        caption += " The start is the exact Bayes risk of the hard instance through one channel that could be run;"
        caption += " the least over all channels is between both ends."
    if not math.isfinite(lost):
        raise ValueError(f"{bound.source}: the chain does not end at a positive number")
    header = ("step", "what is done", "left", "factor", "source")
    return Exhibit(title, svg(words, floor + 28, body), caption, at, header, rows)


def _plain(value: int | float | Fraction) -> str:
    """A parameter; a long exact fraction as a float."""
    return str(value) if isinstance(value, int) or len(str(value)) < 8 else f"{float(value):.6g}"


def _made(title: str, make: Callable[[], Bound]) -> Callable[[], Exhibit]:
    return lambda: chain(title, make())


CHAINS: tuple[tuple[Callable[[], Exhibit], tuple[str, ...]], ...] = (
    (
        _made("Theorem 2, first bound, in numbers", lambda: zhao_theorem2(2000, 100, 0.5)),
        ("zhao/thm2/lower", "zhao/eq62"),
    ),
    (_made("Theorem 2, second bound, in numbers", lambda: zhao_theorem2_floor(10, 100, 0.5)), ("zhao/thm2/floor",)),
    (
        _made("Example 1 (6) in numbers", lambda: kent_example1a(2000, 100, 0.5)),
        ("kent/example1a", "kent/example1a/lecam"),
    ),
    (
        _made("Example 1 (7) in numbers", lambda: kent_example1b(2, 100, 0.5)),
        ("kent/example1b", "kent/example1b/lecam"),
    ),
    (_made("Theorem 6 in numbers", lambda: papers.zhao_theorem6(10_000, 20, 4, 0.5)), ("zhao/thm6/lower",)),
    (
        _made("Theorem 7 in numbers", lambda: papers.zhao_theorem7(10_000, 20, 4, 0.5)),
        ("zhao/thm7/lower", "zhao/eq104/111"),
    ),
    (
        _made("The bound for every ε in numbers", lambda: papers.zhao_all_epsilon(10_000, 20, 4, 2.0)),
        ("zhao/own/linf-all-epsilon", "zhao/own/quarter-all-epsilon"),
    ),
    (_made("Appendix H.2 in numbers", lambda: papers.kent_high_privacy(10_000, 20, 4, 0.5)), ("kent/appH.2/rate",)),
    (_made("Appendix H.3 in numbers", lambda: papers.kent_low_privacy(10_000, 20, 4, 2.0)), ("kent/appH.3/rate",)),
    (_made("Theorem 6 (i) in numbers", lambda: papers.kent_theorem6(10_000, 20, 4, 0.5)), ("kent/thm6i/lower",)),
    (
        _made("Theorem 6 (ii) in numbers", lambda: papers.kent_theorem6(10_000, 20, 4, 0.5, 1.0, "l2")),
        ("kent/thm6ii/lower",),
    ),
    (
        _made("Theorem 3.2 in numbers", lambda: optimisation.bassily_local(10_000, 20, 4, 0.5, 1.0, 1.0)),
        ("bassily/thm3.2/lower",),
    ),
    (
        _made("The spikes in numbers: no estimator is better", lambda: heavy.spikes(10_000, 20, 1, 0.5, 4.0)),
        ("zhao/thm3/upper",),
    ),
)
"""The chains that are shown, each with the claims on whose pages it stands."""
