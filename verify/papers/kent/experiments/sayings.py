"""What kent writes about Figures 2 (left), 5, 6, 7, 8 and about C_alpha, each sentence compared with exact risks.

A sentence about a plot is vague, so each gets a criterion in words, from what the words mean:

- "linear decay" (on logarithmic axes, of a risk that the theory has at 1/T): the slope of log risk in log T over each
  decade of T is within [-1.2, -0.8]. A fifth off is what an eye forgives; a slope of -1/2 it would not call the rate.
- "flattens", "will not vanish": over the last decade of T the slope is above -0.1: less than a quarter lost in it.
- "constant in T": the largest ratio is at most twice the smallest. Fewer than two of the figure's grid lines.
- "decays ... before rising": the least risk is at neither end of the grid of C; before it no later C is more than 5%
  worse than an earlier one, after it no later C more than 5% better. Five percent is the ribbon of 500 repetitions.
- "gracefully": after the minimum doubling C multiplies the risk by at most 2^2.5; noise alone gives 2^2.
- "coincide": the largest is at most 1.1 times the smallest.
- "slightly": at most a factor 2.
- "better to over-estimate": twice the best C is no worse than half of it.
- a suitable C_alpha: the risk there is at most twice the least risk over the grid.
- "large": more than slightly so, above twice the least. The words have one border, not a gap between them.
- "more adverse": in order except for 1%, about the standard error of the 10,000 repetitions of Figure 6; except for 5% where
  Figures 7 and 8 are compared with.
- "too strict for the localisation step to succeed": it fails in one of 20 repetitions at the last T, where the phase
  transition, which comes as T grows, is looked for; it succeeds where it fails less often at every T.

The same numbers are the criteria of the ledger's claims (verify/papers/kent/experiments*.py), which a saying names.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log10
from typing import Any

from verify.papers.kent.experiments.sweep_univariate import ALGORITHM2, PAPER_WIDTHS
from verify.study.experiments.figures import Judge, Row, Saying

LINEAR = (-1.2, -0.8)
FLAT = -0.1
CONSTANT = 2.0
UNEVEN = 1.05
GRACEFUL = 2**2.5
COINCIDE = 1.1
SLIGHT = 2.0
SUITABLE = 2.0
ORDERED = 1.01
FAILS = 0.05

_HARD = 0.5
"""The alpha at which localisation is to fail."""


def grouped(rows: Sequence[Row], *names: str, branch: str = ALGORITHM2) -> dict[tuple[Any, ...], list[Row]]:
    """The rows of Algorithm 2, or of another branch, by these entries, in order."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        if row["branch"] == branch:
            groups.setdefault(tuple(row[name] for name in names), []).append(row)
    return groups


def decade_slopes(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """For each decade of m that the rows hold both ends of: log10 of its start, and the slope of log risk over it."""
    places = {round(log10(row["m"] + 1), 1): row for row in rows}
    found = []
    for start, row in places.items():
        after = places.get(round(start + 1, 1))
        if after is not None and start == round(start):
            found.append((start, log10(after["risk"] / row["risk"]) / log10(after["m"] / row["m"])))
    return found


def _told(slopes: Sequence[tuple[float, float]]) -> str:
    return ", ".join(f"{slope:.2f}" for _, slope in slopes)


def kent5_rates(rows: Sequence[Row]) -> Saying:
    """Varying rates of decay for alpha in {0.5, 1, 2}."""
    first = {key: decade_slopes(group)[0][1] for key, group in grouped(rows, "n", "epsilon").items() if key[1] <= 2}
    holds = all(slope < 0 for slope in first.values()) and all(
        first[n, 0.5] > first[n, 1.0] + 0.05 and first[n, 1.0] > first[n, 2.0] + 0.05 for n, _ in first
    )
    told = "; ".join(f"n = {n}, alpha = {eps:g}: {slope:.2f}" for (n, eps), slope in first.items())
    return Saying(
        "kent/experiment5/rates",
        "A.1",
        "for alpha in {0.5, 1, 2} we see varying rates at which the curves decay",
        "over the first decade of T every slope is negative, and steeper by 0.05 at each next alpha",
        f"slopes of the first decade: {told}",
        holds,
    )


def kent5_flatten(rows: Sequence[Row]) -> Saying:
    """The curves flatten for alpha in {0.5, 1, 2}."""
    last = {key: decade_slopes(group)[-1][1] for key, group in grouped(rows, "n", "epsilon").items() if key[1] <= 2}
    told = "; ".join(f"n = {n}, alpha = {eps:g}: {slope:.3f}" for (n, eps), slope in last.items())
    return Saying(
        "kent/experiment5/flatten",
        "A.1",
        "[the curves for alpha in {0.5, 1, 2}] decay, before starting to flatten",
        f"over the last decade of T the slope is above {FLAT} for alpha in {{0.5, 1, 2}} and both n",
        f"slopes of the last decade: {told}",
        all(slope > FLAT for slope in last.values()),
    )


def kent5_vanish(rows: Sequence[Row]) -> Saying:
    """The least risk does not vanish as T grows."""
    shares = [row["risk"] / _narrowest_noise(row["n"], row["epsilon"]) for row in rows if row["branch"] == ALGORITHM2]
    return Saying(
        "kent/experiment5/vanish",
        "A.1",
        "for an optimally tuned Delta, the mean-squared-error will not vanish",
        "at every T the least risk is above the noise of the narrowest width, which T does not change",
        f"the least risk over that noise: {span(shares)}",
        min(shares) > 1,
    )


def _narrowest_noise(n: int, epsilon: float) -> float:
    """72 Delta^2/(alpha^2 n/2) at the paper's least width."""
    return 144 * (PAPER_WIDTHS[0] / epsilon) ** 2 / n


def kent5_linear(rows: Sequence[Row]) -> Saying:
    """Consistent linear decay for alpha = 4."""
    slopes = {n: decade_slopes(group) for (n, eps), group in grouped(rows, "n", "epsilon").items() if eps == 4}
    return Saying(
        "kent/experiment5/linear",
        "A.1",
        "For alpha = 4, we note a consistent linear decay, even for T = 10^7",
        f"the slope of every decade from 10^2 to 10^7 is within {LINEAR}, for both n",
        "; ".join(f"n = {n}: {_told(found)}" for n, found in slopes.items()),
        all(LINEAR[0] <= slope <= LINEAR[1] for found in slopes.values() for _, slope in found),
    )


def kent5_until(rows: Sequence[Row]) -> Saying:
    """Linear decay for n = 200, alpha = 2 until roughly 10^5."""
    slopes = decade_slopes(grouped(rows, "n", "epsilon")[200, 2.0])
    before = [slope for start, slope in slopes if start < 5]
    after = [slope for start, slope in slopes if start >= 5]
    return Saying(
        "kent/experiment5/until",
        "A.1",
        "for n = 200 we observe linear decay for alpha = 2 until roughly T = 10^5",
        f"the slopes of the decades up to 10^5 are within {LINEAR}, those of the decades after it are not",
        f"slopes by decade from 10^2: {_told(slopes)}",
        all(LINEAR[0] <= s <= LINEAR[1] for s in before) and not any(LINEAR[0] <= s <= LINEAR[1] for s in after),
    )


def kent5_position(rows: Sequence[Row]) -> Saying:
    """A mean near an edge costs slightly more."""
    return _position(rows, "kent/experiment5/position", "A.1", "at the best width")


def _position(rows: Sequence[Row], claim: str, place: str, where: str) -> Saying:
    ratios = {
        (row["n"], row["epsilon"], row["m"]): row["supremum"] / row["risk"]
        for row in rows
        if row["branch"] == ALGORITHM2
    }
    worst = max(ratios, key=lambda key: ratios[key])
    return Saying(
        claim,
        place,
        "close to the boundary of two sub-intervals ... the performance will decrease slightly",
        f"{where} the worst place of the mean has at most {SLIGHT:g} times the average risk, at every point",
        f"the largest factor is {ratios[worst]:.3g}, at n = {worst[0]}, alpha = {worst[1]:g}, T = {worst[2]};"
        f" above {SLIGHT:g} at {sum(r > SLIGHT for r in ratios.values())} of {len(ratios)} points",
        ratios[worst] <= SLIGHT,
    )


def span(values: Iterable[float]) -> str:
    """The least and the largest."""
    listed = list(values)
    return f"{min(listed):.3g} to {max(listed):.3g}" if listed else "none"


def kent2_naive(rows: Sequence[Row]) -> Saying:
    """The ratios of the naive schemes grow in T."""
    grows = all(
        after[name] > before[name]
        for curve in grouped(rows, "epsilon").values()
        for name in ("semi_user_ratio", "split_user_ratio")
        for before, after in pairwise(curve)
    )
    ends = [(c[-1]["semi_user_ratio"] / c[0]["semi_user_ratio"]) for c in grouped(rows, "epsilon").values()]
    return Saying(
        "kent/experiment1/growth",
        "6.1.1",
        "the relative error grows in T for the semi user level and split user schemes",
        "both ratios to full item level increase from each T to the next, at every alpha",
        f"from the first to the last T semi user level's ratio grows by factors {span(ends)}",
        grows,
    )


def _ratio_spread(rows: Sequence[Row]) -> dict[float, float]:
    return {
        key[0]: max(row["ratio"] for row in curve) / min(row["ratio"] for row in curve)
        for key, curve in grouped(rows, "epsilon").items()
    }


def kent2_flat(rows: Sequence[Row]) -> Saying:
    """The ratio is constant in T at alpha = 1, 2, 4."""
    spread = {eps: value for eps, value in _ratio_spread(rows).items() if eps != _HARD}
    return Saying(
        "kent/experiment1/flat",
        "6.1.1",
        "the relative error remains constant in T for the user-level scheme for all values of alpha except 0.5",
        f"at alpha in {{1, 2, 4}} the largest ratio over T is at most {CONSTANT:g} times the smallest",
        "; ".join(f"alpha = {eps:g}: {value:.3g}" for eps, value in spread.items()),
        max(spread.values()) <= CONSTANT,
    )


def kent2_phase(rows: Sequence[Row]) -> Saying:
    """It is not at alpha = 0.5."""
    curve = grouped(rows, "epsilon")[_HARD,]
    growth = curve[-1]["ratio"] / curve[0]["ratio"]
    return Saying(
        "kent/experiment1/phase",
        "6.1.1",
        "except 0.5, where ... the phase-transition phenomenon occurs",
        f"at alpha = 0.5 the ratio at the last T is more than {CONSTANT:g} times that at the first",
        f"{growth:.3g} times",
        growth > CONSTANT,
    )


def kent2_localisation(rows: Sequence[Row]) -> Saying:
    """Localisation is what fails at alpha = 0.5."""
    failures = {
        key[0]: [row["localisation_failure"] for row in curve] for key, curve in grouped(rows, "epsilon").items()
    }
    return Saying(
        "kent/experiment1/localisation",
        "6.1.1",
        "0.5, where the privacy constraint is too strict for the localisation step to succeed",
        f"localisation fails with a probability above {FAILS:g} at alpha = 0.5 and the last T, and below it at"
        " every T of the others",
        "probability of failure from the first T to the last: "
        + "; ".join(f"alpha = {eps:g}: {f[0]:.3g} to {f[-1]:.3g}" for eps, f in failures.items()),
        all(f[-1] > FAILS if eps == _HARD else max(f) < FAILS for eps, f in failures.items()),
    )


def kent2_item(rows: Sequence[Row]) -> Saying:
    """Full item level is the best."""
    ratios = [row["ratio"] for row in rows if row["branch"] == ALGORITHM2]
    return Saying(
        "kent/experiment1/item",
        "6.1.1",
        "[full item level] serves as a lower bound on the performance",
        "the user-level scheme's risk is at least that of full item level, at every point",
        f"ratios {span(ratios)}",
        min(ratios) >= 1,
    )


def kent2_position(rows: Sequence[Row]) -> Saying:
    """A mean near an edge costs slightly more."""
    return _position(rows, "kent/experiment1/position", "6.1.1", "at the tuned width")


KENT2: tuple[Judge, ...] = (kent2_naive, kent2_flat, kent2_phase, kent2_localisation, kent2_item, kent2_position)
KENT5: tuple[Judge, ...] = (kent5_rates, kent5_flatten, kent5_vanish, kent5_linear, kent5_until, kent5_position)


def kent5_plotted(rows: Sequence[Row]) -> Saying:
    """The plotted minimum is the least risk."""
    factors = {(row["n"], row["epsilon"], row["m"]): row["plotted_over_least"] for row in rows}
    low = min(factors, key=lambda key: factors[key])
    other = sum(row["plotted_width"] != row["width"] for row in rows)
    half = sum(factor < 0.5 for factor in factors.values())
    return Saying(
        "kent/own/monte-carlo-minimum",
        "A.1",
        "We estimate the mean-squared-error ... across 20,000 repetitions, and ... pick the minimum",
        "at every point simulated the plotted minimum is within a factor 2 of the least risk",
        f"of {len(factors)} points {other} pick another width and {half} fall below half the least risk; the lowest is"
        f" {factors[low]:.3g} times it, at n = {low[0]}, alpha = {low[1]:g}, T = {low[2]}",
        all(0.5 <= factor <= 2 for factor in factors.values()),
    )


KENT5_MONTE_CARLO: tuple[Judge, ...] = (kent5_plotted,)
