"""The least average risk over a grid of widths, on exact risks, with as little work as it takes.

All widths run a race: each is computed on few phases, and those that may still be the least, by their error estimates,
are refined. A width whose noise alone is above another's risk is out without being computed.
"""

from collections.abc import Callable, Sequence

from verify.experiments.shifted import MOST_LEVELS, ShiftedRisk, ShiftRisk

_SCOUTS = 12
"""How many widths are computed first, so that the noise of wide bins rules them out."""

_ROOM = 0.3
"""The relative error that level 0, which knows none, is trusted to stay within; seen: 0.07."""


def _room(risk: ShiftRisk, level: int) -> float:
    """By which share a risk may be off; errors of the first levels are rough guesses."""
    if risk.exact:
        return risk.error / risk.value
    if level == 0:
        return _ROOM
    share = risk.error / risk.value
    return min(0.01 + 5 * share, _ROOM / 3) if level == 1 else min(3 * share, 0.9)


def least(risk_at: Callable[[float], ShiftedRisk], widths: Sequence[float], relative: float) -> tuple[float, ShiftRisk]:
    """The width with the least average risk and that risk, its error at most `relative` where refinement got there."""
    racers = {width: risk_at(width) for width in widths}
    found: dict[float, ShiftRisk] = {}
    scouts = list(widths)[:: max(len(widths) // _SCOUTS, 1)]
    for width in [*scouts, *(width for width in widths if width not in set(scouts))]:
        if not found or racers[width].floor < min(risk.value for risk in found.values()):
            found[width] = racers[width].at_level(0)
    for level in range(1, MOST_LEVELS):
        most = min(risk.value * (1 + _room(risk, level - 1)) for risk in found.values())
        found = {width: risk for width, risk in found.items() if risk.value * (1 - _room(risk, level - 1)) <= most}
        unsettled = [
            width
            for width, risk in found.items()
            if not risk.exact and (level < 3 or risk.error > relative * risk.value)
        ]
        if level > 1 and not unsettled:
            break
        for width in unsettled:
            found[width] = racers[width].at_level(level)
    best = min(found, key=lambda width: found[width].value)
    return best, found[best]
