"""What kent writes about the constant C of the width: Figures 6, 7 and 8 and the choice of C_alpha.

The criteria are those that verify.papers.kent.experiments.sayings states.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log10
from typing import Any

from verify.papers.kent.experiments.sayings import COINCIDE, GRACEFUL, ORDERED, SLIGHT, SUITABLE, UNEVEN, grouped, span
from verify.study.experiments.figures import Judge, Row, Saying

Curves = dict[tuple[Any, ...], list[Row]]
"""Rows in the order of the constant, for each (alpha, what else varies)."""


def _least(rows: Sequence[Row]) -> int:
    return min(range(len(rows)), key=lambda i: rows[i]["risk"])


def _unimodal(rows: Sequence[Row]) -> bool:
    """Whether the least is inside, and risks before it fall, and after it rise, except for UNEVEN."""
    place, risks = _least(rows), [row["risk"] for row in rows]
    before = all(risks[j] <= UNEVEN * risks[i] for j in range(place + 1) for i in range(j))
    after = all(risks[i] <= UNEVEN * risks[j] for j in range(place, len(rows)) for i in range(place, j))
    return 0 < place < len(rows) - 1 and before and after


def _near(rows: Sequence[Row], constant: float) -> Row:
    """The row whose constant is nearest on a logarithmic scale."""
    return min(rows, key=lambda row: abs(log10(row["constant"] / constant)))


def _share(curves: Curves, met: Callable[[Sequence[Row]], bool]) -> tuple[str, bool]:
    failing = [key for key, rows in curves.items() if not met(rows)]
    told = f"met by {len(curves) - len(failing)} of {len(curves)} curves"
    return told + (f"; not by {', '.join(map(_key, failing[:4]))}" if failing else ""), not failing


def _key(key: tuple[Any, ...]) -> str:
    return "(" + ", ".join(f"{part:g}" for part in key) + ")"


def by_size(rows: Sequence[Row]) -> Curves:
    """Figures 7 and 8: curves by (alpha, n, T)."""
    return grouped(rows, "epsilon", "n", "m")


def by_shape(rows: Sequence[Row]) -> Curves:
    """Figure 6: curves by (alpha, p)."""
    return grouped(rows, "epsilon", "shape")


def decays_then_rises(rows: Sequence[Row], claim: str, curves: Callable[[Sequence[Row]], Curves], text: str) -> Saying:
    """The error falls in C, then rises."""
    seen, holds = _share(curves(rows), _unimodal)
    return Saying(
        claim,
        "A.2",
        text,
        "on every curve the least risk is at neither end of the grid of C, and the risk falls before it and rises"
        f" after it except for a factor {UNEVEN}",
        seen,
        holds,
    )


def kent78_decays(rows: Sequence[Row]) -> Saying:
    """Figures 7 and 8: decay, then rise, for all configurations."""
    text = "the error decays as C grows for all configurations of n and T, before rising"
    return decays_then_rises(rows, "kent/experiment6/rise", by_size, text)


def kent78_earliest(rows: Sequence[Row]) -> Saying:
    """n = T = 100 rises earliest."""
    places: dict[float, dict[tuple[Any, ...], float]] = {}
    for key, curve in by_size(rows).items():
        places.setdefault(key[0], {})[key[1:]] = curve[_least(curve)]["constant"]
    told = "; ".join(
        f"alpha = {eps:g}: {found[100, 100]:g} against {min(c for k, c in found.items() if k != (100, 100)):g} to"
        f" {max(c for k, c in found.items() if k != (100, 100)):g}"
        for eps, found in places.items()
    )
    return Saying(
        "kent/experiment6/earliest",
        "A.2",
        "with the case of n = T = 100 starting to rise the earliest in C",
        "at every alpha the best C of n = T = 100 is no larger than that of any other curve, and below one of them",
        f"best C of n = T = 100 against the others: {told}",
        all(found[100, 100] == min(found.values()) < max(found.values()) for found in places.values()),
    )


def over_estimate(rows: Sequence[Row], claim: str, curves: Callable[[Sequence[Row]], Curves], text: str) -> Saying:
    """Twice the best C is no worse than half of it."""
    found = {}
    for key, curve in curves(rows).items():
        best = curve[_least(curve)]["constant"]
        if best * 2 <= curve[-1]["constant"] * 1.2 and best / 2 >= curve[0]["constant"] / 1.2:
            found[key] = _near(curve, 2 * best)["risk"] / _near(curve, best / 2)["risk"]
    worse = [key for key, ratio in found.items() if ratio > 1]
    told = f"risk at twice the best C over that at half of it: {span(found.values())} over {len(found)} curves"
    return Saying(
        claim,
        "A.2",
        text,
        "on every curve whose grid holds both, the risk at twice the best C is no larger than at half",
        told + (f"; larger at {', '.join(map(_key, worse[:4]))}" if worse else ""),
        bool(found) and not worse,
    )


def kent78_over(rows: Sequence[Row]) -> Saying:
    """Figures 7 and 8: better to over-estimate."""
    text = "it appears better to over-estimate than under-estimate the optimal C"
    return over_estimate(rows, "kent/experiment6/over-estimate", by_size, text)


def kent78_chosen(rows: Sequence[Row]) -> Saying:
    """The choice of C_alpha is within a factor of the least risk."""
    found = {
        key: _near(curve, 0.5 if key[0] <= 1 else 0.25)["risk"] / curve[_least(curve)]["risk"]
        for key, curve in by_size(rows).items()
    }
    worst = max(found, key=lambda key: found[key])
    told = "; ".join(
        f"alpha = {eps:g}: {span(r for key, r in found.items() if key[0] == eps)}"
        for eps in dict.fromkeys(key[0] for key in found)
    )
    return Saying(
        "kent/experiment6/suitable",
        "A.2",
        "we set the tuning constant C_alpha: 0.5 for alpha in {0.5, 1}, 0.25 for {2, 4}",
        f"the risk there is at most {SUITABLE:g} times the least over the grid of C, on every curve",
        f"risk at C_alpha over the least: {told}; the worst at (alpha, n, T) = {_key(worst)}",
        found[worst] <= SUITABLE,
    )


def kent6_small(rows: Sequence[Row]) -> Saying:
    """C too small: large risk."""
    curves = by_shape(rows).values()
    found = [curve[0]["risk"] / curve[_least(curve)]["risk"] for curve in curves]
    return Saying(
        "kent/experiment6/small",
        "A.2",
        "picking C too small results in a large mean-squared-error",
        f"at the smallest C of the grid the risk is more than {SLIGHT:g} times the least, on every curve",
        f"factors {span(found)}, the risk {span(curve[0]['risk'] for curve in curves)}; an answer drawn blindly from"
        " [-1, 1] has 1/3",
        min(found) > SLIGHT,
    )


def kent6_decays(rows: Sequence[Row]) -> Saying:
    """Decay to a minimum before rising."""
    text = "As C increases, it decays to some minimum, before ... increasing"
    return decays_then_rises(rows, "kent/experiment6/decay", by_shape, text)


def kent6_graceful(rows: Sequence[Row]) -> Saying:
    """The rise is graceful."""
    slopes = []
    for curve in by_shape(rows).values():
        for i in range(_least(curve), len(curve)):
            after = [row for row in curve if abs(log10(row["constant"] / curve[i]["constant"] / 2)) < 0.05]
            slopes += [row["risk"] / curve[i]["risk"] for row in after]
    return Saying(
        "kent/experiment6/graceful",
        "A.2",
        "before gracefully increasing",
        f"after the minimum doubling C multiplies the risk by at most 2^2.5 = {GRACEFUL:.3g}",
        f"factors {span(slopes)}",
        max(slopes) <= GRACEFUL,
    )


def kent6_variance(rows: Sequence[Row]) -> Saying:
    """Small C is worse for small p."""
    curves = by_shape(rows)
    wrong, seen = [], 0
    for eps in dict.fromkeys(key[0] for key in curves):
        shapes = sorted(key[1] for key in curves if key[0] == eps)
        first = min(_least(curves[eps, shape]) for shape in shapes)
        for i in range(first):
            risks = [curves[eps, shape][i]["risk"] for shape in shapes]
            seen += 1
            if any(after > ORDERED * before for before, after in pairwise(risks)):
                wrong.append((eps, curves[eps, shapes[0]][i]["constant"]))
    told = f"in order at {seen - len(wrong)} of {seen} pairs (alpha, C)"
    return Saying(
        "kent/experiment6/adverse",
        "A.2",
        "small C are more adverse for the distributions with larger variance, ... small p",
        f"at every C below the first of the minima the risk does not grow in p, except for a factor {ORDERED}",
        told + (f"; not at {', '.join(map(_key, wrong[:4]))}" if wrong else ""),
        seen > 0 and not wrong,
    )


def kent6_coincide(rows: Sequence[Row]) -> Saying:
    """The risks coincide for large C."""
    curves = by_shape(rows)
    ratios = {}
    for eps in dict.fromkeys(key[0] for key in curves):
        risks = [curve[-1]["risk"] for key, curve in curves.items() if key[0] == eps]
        ratios[eps] = max(risks) / min(risks)
    return Saying(
        "kent/experiment6/coincide",
        "A.2",
        "the mean-squared-error of the distributions coincide for large C",
        f"at the largest C the largest risk over p is at most {COINCIDE} times the smallest, at every alpha",
        "; ".join(f"alpha = {eps:g}: {ratio:.3g}" for eps, ratio in ratios.items()),
        max(ratios.values()) <= COINCIDE,
    )


def kent6_over(rows: Sequence[Row]) -> Saying:
    """Preferable to pick C larger."""
    text = "it appears preferable to pick C larger than optimal rather than smaller"
    return over_estimate(rows, "kent/experiment6/over", by_shape, text)


KENT6: tuple[Judge, ...] = (kent6_small, kent6_decays, kent6_graceful, kent6_variance, kent6_coincide, kent6_over)
KENT78: tuple[Judge, ...] = (kent78_decays, kent78_earliest, kent78_over, kent78_chosen)
