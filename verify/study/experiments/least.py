"""The least average risk over a grid of widths, on exact risks, with as little work as it takes.

All widths run a race: each is computed on few phases, and those that may still be the least are refined. A width whose
noise alone is above another's risk is out without being computed. How far the first levels may be trusted is learned:
a few widths across the grid, the scouts, go three levels up, and a width is dropped where its risk, less three times
what the scouts were off by, is above the least risk so far. Later levels are trusted by their own error estimates.
"""

from collections.abc import Callable, Sequence

from verify.study.experiments.shifted import MOST_LEVELS, ShiftedRisk, ShiftRisk

_SCOUTS = 14
"""How many widths are computed first, the noise of wide bins ruling out the rest; evenly spaced in their logarithms."""

_NEAR = 3.0
"""Scouts with a given number of times the least scout's risk teach nothing: what is near the least has other errors."""

_TIMES = 3
"""By how much what the scouts were off by is multiplied."""

_AT_LEAST = 0.02, 0.003
"""What each of the first levels may be off by at least, as a share of its risk."""

_AT_MOST = 0.7
"""The same at most."""

_LEARNED = len(_AT_LEAST)
"""Levels for which the first draws say how much is left; beyond, errors are estimated one by one."""


def _scouts(widths: Sequence[float]) -> list[float]:
    """Some widths evenly spaced in their logarithms, the first and the last included."""
    ordered = sorted(widths)
    ratio = ordered[-1] / ordered[0]
    aims = [ordered[0] * ratio ** (i / (_SCOUTS - 1)) for i in range(_SCOUTS)]
    return list(dict.fromkeys(min(ordered, key=lambda width, aim=aim: abs(width - aim)) for aim in aims))  # type: ignore[misc]


def least(risk_at: Callable[[float], ShiftedRisk], widths: Sequence[float], relative: float) -> tuple[float, ShiftRisk]:
    """The width with the least average risk and that risk, its error at most `relative` where refinement got there."""
    racers = {width: risk_at(width) for width in widths}
    found: dict[float, ShiftRisk] = {}
    # Wide bins come last: by then a risk is known that their noise is above.
    scouts = _scouts(widths)
    for width in scouts:
        if not found or racers[width].floor < min(risk.value for risk in found.values()):
            found[width] = racers[width].at_level(0)
    rooms, most = _learned(racers, found)
    for width in widths:
        if width not in found and racers[width].floor <= most:
            found[width] = racers[width].at_level(0)
    champion = racers[min(found, key=lambda width: found[width].value)].at_level(_LEARNED)
    most = min(most, champion.value * (1 + _own_room(champion)))
    for level in range(1, MOST_LEVELS):
        settled = True
        for width, risk in sorted(found.items(), key=lambda one: one[1].value):
            room = rooms[level - 1] if level <= _LEARNED and not risk.exact else _own_room(risk)
            if risk.value * (1 - room) > most:
                del found[width]
            elif not risk.exact and (level <= _LEARNED or risk.error > relative * risk.value):
                settled = False
                found[width] = racers[width].at_level(level)
                if level >= _LEARNED:
                    most = min(most, found[width].value * (1 + _own_room(found[width])))
        if settled:
            break
    best = min(found, key=lambda width: found[width].value)
    return best, found[best]


def _own_room(risk: ShiftRisk) -> float:
    """By which share a risk may be off, from its own error."""
    return (1 if risk.exact else _TIMES) * risk.error / risk.value


def _learned(racers: dict[float, ShiftedRisk], found: dict[float, ShiftRisk]) -> tuple[list[float], float]:
    """What each of the first levels may be off by, from the scouts near the least; and a bound on the least risk."""
    near = min(risk.value for risk in found.values()) * _NEAR
    rooms, most = list(_AT_LEAST), float("inf")
    for width, rough in found.items():
        if rough.value <= near:
            fine = racers[width].at_level(_LEARNED)
            most = min(most, fine.value * (1 + _own_room(fine)))
            for level in range(_LEARNED):
                off = abs(racers[width].at_level(level).value / fine.value - 1)
                rooms[level] = max(rooms[level], _TIMES * (off + fine.error / fine.value))
    return [min(room, _AT_MOST) for room in rooms], most
