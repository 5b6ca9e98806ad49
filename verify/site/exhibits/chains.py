"""A lower bound's argument in numbers: what is left after each step, and which step loses most."""

import math
from fractions import Fraction

import numpy as np

from lowerbounds.methods.bounds import Bound
from verify.site.exhibits.figure import Exhibit, box, label, svg, times
from verify.site.plot import LEFT, RIGHT, WIDTH, axis, labels

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
