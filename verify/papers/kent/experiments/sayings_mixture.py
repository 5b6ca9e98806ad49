"""What kent writes about Figures 11 and 12, each sentence compared with moments that are exact given drawn bins.

The width is read as A.2's, which A.3 does not say; both votes are drawn, and the corrected ones are judged.

- "consistent": at the last point every component's estimate has its mean within a tenth of the least gap between
  components' means from the truth: on the plot the line lies on its level.
- "decreasing variance": the deviation at the last point is at most half of that at the first, for every component.
- "limited": it is more than half of it, for every component.
- "decreasing bias and variance": the largest bias and the largest deviation fall from each point to the next.
- "successfully identifies the components": at the last point a component has no chosen bin near its mean in one of 20
  repetitions at most.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from verify.papers.kent.experiments.sweep_mixture import BY_SAMPLES, BY_USERS, NEAREST
from verify.study.experiments.figures import Judge, Row, Saying

NEAR, HALF, FOUND = 0.1, 0.5, 0.05


def _curve(rows: Sequence[Row], axis: str, epsilon: float) -> list[Row]:
    """The rows of the corrected votes along an axis, rising."""
    chosen = [r for r in rows if (r["axis"], r["epsilon"], r["votes"]) == (axis, epsilon, NEAREST)]
    return sorted(chosen, key=lambda row: row[axis])


def deviations(row: Row) -> list[float]:
    """Each component's deviation."""
    return [row[f"deviation{k}"] for k in range(1, 5) if row.get(f"deviation{k}") is not None]


def bias_in_gaps(row: Row) -> float:
    """The largest bias over the least gap between components' means."""
    truth = [row[f"truth{k}"] for k in range(1, 5) if row.get(f"truth{k}") is not None]
    return float(row["largest_bias"] / np.min(np.diff(truth)))


def shrinking(first: Row, last: Row) -> list[float]:
    """Each component's deviation at the last point over that at the first."""
    return [b / a for a, b in zip(deviations(first), deviations(last), strict=True)]


def _span(values: Iterable[float]) -> str:
    listed = list(values)
    return f"{min(listed):.3g} to {max(listed):.3g}"


def _consistent(claim: str, sentence: str, curves: dict[str, list[Row]]) -> Saying:
    ratios = {name: shrinking(rows[0], rows[-1]) for name, rows in curves.items()}
    off = {name: bias_in_gaps(rows[-1]) for name, rows in curves.items()}
    told = "; ".join(
        f"along {name}: deviations {_span(ratios[name])} times those at first, the bias {off[name]:.2g} gaps at the end"
        for name in curves
    )
    return Saying(
        claim,
        "A.3",
        sentence,
        "at alpha = 4 every deviation at the last point is at most half of that at the first, and every mean within a tenth"
        " of a gap from the truth",
        told,
        all(max(r) <= HALF for r in ratios.values()) and max(off.values()) <= NEAR,
    )


def consistent(rows: Sequence[Row]) -> Saying:
    """Setting 1 at alpha = 4."""
    return _consistent(
        "kent/experiment7/consistent",
        "with alpha = 4 and either one of n or T increasing ... consistent with decreasing variance",
        {axis: _curve(rows, axis, 4.0) for axis in (BY_USERS, BY_SAMPLES)},
    )


def imbalanced(rows: Sequence[Row]) -> Saying:
    """Setting 2 at alpha = 4."""
    last = _curve(rows, BY_USERS, 4.0)[-1]
    found = _consistent("", "", {BY_USERS: _curve(rows, BY_USERS, 4.0)})
    return Saying(
        "kent/experiment7/imbalanced",
        "A.3",
        "in particular the highly imbalanced case ... still successfully identifies the components and ... is consistent",
        f"{found.criterion}; there a component is lost in {FOUND:g} of the repetitions at most",
        f"{found.seen}; lost in {last['lost']:.3g}",
        found.holds and last["lost"] <= FOUND,
    )


def users(rows: Sequence[Row]) -> Saying:
    """Setting 1 at alpha = 2, more users."""
    found = _curve(rows, BY_USERS, 2.0)
    biases, widest = [r["largest_bias"] for r in found], [max(deviations(r)) for r in found]
    return Saying(
        "kent/experiment7/users",
        "A.3",
        "[alpha = 2] fixed T with increasing n shows decreasing bias and variance as n grows",
        "among n = 100, 200, 500, 1000, 2000 the largest bias and the largest deviation fall from each to the next",
        f"biases {', '.join(f'{b:.2g}' for b in biases)}; deviations {', '.join(f'{d:.2g}' for d in widest)}",
        all(b < a for values in (_decades(found, biases), _decades(found, widest)) for a, b in pairwise(values)),
    )


def _decades(rows: Sequence[Row], values: Sequence[float]) -> list[float]:
    """The values at n = 100, 200, 500, 1000, 2000: finer grids move less than a simulation tells."""
    return [value for row, value in zip(rows, values, strict=True) if row["n"] in (100, 200, 500, 1000, 2000)]


def samples(rows: Sequence[Row]) -> Saying:
    """Setting 1 at alpha = 2, more samples."""
    found = _curve(rows, BY_SAMPLES, 2.0)
    ratios, off = shrinking(found[0], found[-1]), bias_in_gaps(found[-1])
    return Saying(
        "kent/experiment7/samples",
        "A.3",
        "[alpha = 2] for fixed n, the estimators are consistent but reductions in variance are limited",
        "at the last T every mean is within a tenth of a gap from the truth, and no deviation is half of that at the first T",
        f"deviations {_span(ratios)} times those at T = 100, the bias {off:.2g} gaps",
        off <= NEAR and min(ratios) > HALF,
    )


SETTING1: tuple[Judge, ...] = (consistent, users, samples)
SETTING2: tuple[Judge, ...] = (imbalanced,)
