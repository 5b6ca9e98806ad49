"""Finite cases for bassily Section 6: exact runs of Algorithm 5's update on quadratics, and smoothed functions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import ceil

from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb


def accelerated_gap(curvature: Fraction, rounds: int, *, from_middle: bool) -> Fraction:
    """The gap of curvature/2 (theta - 1)^2 after the rounds, from 0, beta = 1, a = 2/(t+1), eta_t = t/4.

    `from_middle` steps from theta^md, as printed; else from theta, cut to [-1, 1].
    """
    theta = average = Fraction(0)
    for t in range(1, rounds + 1):
        a = Fraction(2, t + 1)
        middle = a * theta + (1 - a) * average
        gradient = curvature * (middle - 1)
        if from_middle:
            theta = middle - Fraction(t, 4) * gradient
        else:
            theta = min(max(theta - Fraction(t, 4) * gradient, Fraction(-1)), Fraction(1))
        average = a * theta + (1 - a) * average
    return curvature / 2 * (average - 1) ** 2


def middle_again(curvature: Fraction, rounds: int) -> Fraction:
    """The same gap by the errors alone: both states of the error are multiplied by a matrix in each round."""
    theta = average = Fraction(1)
    for t in range(1, rounds + 1):
        a = Fraction(2, t + 1)
        theta = (1 - curvature * Fraction(t, 4)) * (a * theta + (1 - a) * average)
        average = a * theta + (1 - a) * average
    return curvature / 2 * average**2


def printed_update(_: Settings) -> Iterator[Case]:
    """The printed update at T = 64 next to 4 beta R^2/(T(T+1))."""
    curvature, rounds = Fraction(1, 64), 64
    left = accelerated_gap(curvature, rounds, from_middle=True)
    parameters = {"F": "(theta - 1)^2/128", "beta": 1, "R": 1, "T": rounds, "noise": 0}
    yield Case(
        parameters,
        as_arb(left),
        Fraction(4, rounds * (rounds + 1)),
        left_again=as_arb(middle_again(curvature, rounds)),
        note="exact rationals, shown as enclosures",
    )


def projected_update(settings: Settings) -> Iterator[Case]:
    """The update from theta, projected, next to 4 beta R^2/(T(T+1))."""
    for rounds in (1, 2, 4, 16) if settings.quick else (1, 2, 4, 16, 64):
        for power in range(8):
            curvature = Fraction(1, 2**power)
            left = accelerated_gap(curvature, rounds, from_middle=False)
            parameters = {"curvature": str(curvature), "beta": 1, "R": 1, "T": rounds}
            yield Case(parameters, as_arb(left), Fraction(4, rounds * (rounds + 1)))


def batch_too_small(_: Settings) -> Iterator[Case]:
    """What Theorem 4.3 asks for at d = 16, epsilon = 1, R = L, tau = L/2 (m = 4), gamma = 1/2, next to n_0 = d."""
    d = 16
    needed = 4 * d * (as_arb(d**3).sqrt() * 4).log()
    again = 4 * d * (as_arb(d).log() * 3 / 2 + as_arb(4).log())
    yield Case({"d": d, "epsilon": 1, "n": 10**6, "L/(tau gamma)": 4}, needed, d, left_again=again)


def envelope(_: Settings) -> Iterator[Case]:
    """The Moreau envelope of |x| at beta, shifted by 1/(2 beta), next to |x| and |x| + 1/(2 beta); L = 1."""
    for beta in (Fraction(1, 2), Fraction(1), Fraction(4)):
        for k in range(-12, 13):
            x = Fraction(k, 4)
            smooth = beta * x**2 / 2 if abs(x) <= 1 / beta else abs(x) - 1 / (2 * beta)
            shifted = smooth + 1 / (2 * beta)
            parameters = {"f": "|x|", "beta": str(beta), "x": str(x)}
            yield Case(parameters, abs(x), shifted)
            yield Case(parameters, shifted, abs(x) + 1 / (2 * beta))


FUNCTIONS = {
    "theta^2/2": (lambda x: x**2 / 2, lambda x: x),
    "theta^2/8": (lambda x: x**2 / 8, lambda x: x / 4),
    "Huber": (
        lambda x: x**2 / 2 if abs(x) <= 1 else abs(x) - Fraction(1, 2),
        lambda x: min(max(x, Fraction(-1)), Fraction(1)),
    ),
    "max(theta, 0)^2/2": (lambda x: max(x, Fraction(0)) ** 2 / 2, lambda x: max(x, Fraction(0))),
}
"""Convex functions with a 1-Lipschitz derivative, and that derivative."""


def averaged_step(_: Settings) -> Iterator[Case]:
    """F(theta^ag_+) next to the bound of bassily/own/lemma6.1/a, beta = 1."""
    points = (Fraction(-2), Fraction(-1, 2), Fraction(1), Fraction(2))
    for (name, (value, slope)), a in product(FUNCTIONS.items(), (Fraction(1, 3), Fraction(1))):
        for old, new, average in product(points, repeat=3):
            middle = a * old + (1 - a) * average
            left = value(a * new + (1 - a) * average)
            linear = value(middle) + slope(middle) * (new - middle)
            right = (1 - a) * value(average) + a * linear + a**2 / 2 * (new - old) ** 2
            parameters = {"F": name, "a": str(a), "theta": str(old), "theta_+": str(new), "theta^ag": str(average)}
            yield Case(parameters, left, right)


_Point = tuple[Fraction, Fraction]
_AXIS, _SLANT = (Fraction(1), Fraction(0)), (Fraction(3, 5), Fraction(4, 5))


def _scaled(factor: Fraction, point: _Point) -> _Point:
    return factor * point[0], factor * point[1]


def _times(p: _Point, q: _Point) -> Fraction:
    return p[0] * q[0] + p[1] * q[1]


def _minus(p: _Point, q: _Point) -> _Point:
    return p[0] - q[0], p[1] - q[1]


def projected_step(_: Settings) -> Iterator[Case]:
    """eta G.(theta_+ - u) next to half the squares, theta_+ the point of the unit disc nearest to theta - eta G."""
    inside = [_scaled(Fraction(k, 2), unit) for unit in (_AXIS, _SLANT) for k in (-2, -1, 0, 1, 2)]
    for theta, u, unit in product(inside, inside, (_AXIS, _SLANT)):
        for length in (Fraction(-3), Fraction(-1, 2), Fraction(1), Fraction(5, 2)):
            target = _scaled(length, unit)
            new = _scaled(min(max(length, Fraction(-1)), Fraction(1)), unit)
            step = _minus(theta, target)
            left = _times(step, _minus(new, u))
            squares = [_times(x, x) for x in (_minus(theta, u), _minus(new, u), _minus(new, theta))]
            parameters = {"theta": [str(x) for x in theta], "u": [str(x) for x in u], "goes to": str(length)}
            yield Case(parameters | {"along": [str(x) for x in unit]}, left, (squares[0] - squares[1] - squares[2]) / 2)


def changed_in_disc(_: Settings) -> Iterator[Case]:
    """|E F(theta) - E F(theta')| next to 2 TV, for laws on five points of the unit disc; R = L = 1."""
    points = [(Fraction(0), Fraction(0)), *(_scaled(Fraction(k), unit) for unit in (_AXIS, _SLANT) for k in (-1, 1))]
    laws = [w for w in product(range(3), repeat=len(points)) if sum(w) == 2]
    for direction, absolute in product((_SLANT, (Fraction(0), Fraction(1))), (False, True)):
        values = [_times(direction, point) for point in points]
        values = [abs(x) for x in values] if absolute else values
        for p, q in product(laws, laws):
            gap = abs(sum(((a - b) * x for a, b, x in zip(p, q, values, strict=True)), Fraction(0))) / 2
            apart = Fraction(sum(abs(a - b) for a, b in zip(p, q, strict=True)), 4)
            name = "|u.theta|" if absolute else "u.theta"
            parameters = {"F": name, "u": [str(x) for x in direction], "theta": list(p), "theta'": list(q)}
            yield Case(parameters, gap, 2 * apart)


def accelerated_path(slope: Callable[[Fraction], Fraction], rounds: int) -> Fraction:
    """theta^ag after the rounds, from 0, beta = 1, a = 2/(t+1), eta_t = t/4, projected onto [-1, 1]."""
    theta = average = Fraction(0)
    for t in range(1, rounds + 1):
        a = Fraction(2, t + 1)
        theta = theta - Fraction(t, 4) * slope(a * theta + (1 - a) * average)
        theta = min(max(theta, Fraction(-1)), Fraction(1))
        average = a * theta + (1 - a) * average
    return average


def _pull(size: Fraction, x: Fraction) -> Fraction:
    """The derivative of size/2 (x - 2)^2."""
    return size * (x - 2)


def _bounded_pull(size: Fraction, x: Fraction) -> Fraction:
    """The derivative of the Huber function of x - 1, slopes within `size`."""
    return min(max(x - 1, -size), size)


def against_the_wall(settings: Settings) -> Iterator[Case]:
    """Gaps on Theta = [-1, 1] where the minimum is at the wall, or the curvature changes; next to 4 beta R^2/(T(T+1))."""
    for rounds, power in product((1, 2, 4, 16) if settings.quick else (1, 2, 4, 16, 64), range(6)):
        size = Fraction(1, 2**power)
        limit = Fraction(4, rounds * (rounds + 1))
        end = accelerated_path(partial(_pull, size), rounds)
        yield Case({"F": f"{size}/2 (theta - 2)^2", "T": rounds}, as_arb(size / 2 * ((end - 2) ** 2 - 1)), limit)
        end = accelerated_path(partial(_bounded_pull, size), rounds)
        away = abs(end - 1)
        gap = away**2 / 2 if away <= size else size * away - size**2 / 2
        yield Case({"F": f"Huber of theta - 1, slopes within {size}", "T": rounds}, as_arb(gap), limit)


def _batches() -> Iterator[tuple[dict[str, object], int, int, int, Fraction]]:
    """Parameters, k, T = floor(n/k), n_0 = floor(n/T), and 4 d Lambda/epsilon^2."""
    for users, d, e, odds in product(
        (10**3, 12345, 10**6), (1, 5, 16), (Fraction(1, 2), Fraction(1)), (Fraction(1), Fraction(5, 2))
    ):
        needed = 4 * d * odds / e**2
        least = ceil(needed)
        if users >= 2 * least:
            rounds = users // least
            parameters: dict[str, object] = {"n": users, "d": d, "epsilon": str(e), "Lambda": str(odds)}
            yield parameters | {"T": rounds}, least, rounds, users // rounds, needed


def batch_users(_: Settings) -> Iterator[Case]:
    """What a batch needs next to what it has."""
    for parameters, least, _rounds, held, _needed in _batches():
        yield Case(parameters, least, held)


def batch_noise(_: Settings) -> Iterator[Case]:
    """1/(n_0 T) next to 2/n."""
    for parameters, _least, rounds, held, _needed in _batches():
        yield Case(parameters, Fraction(1, held * rounds), Fraction(2, int(str(parameters["n"]))))


def batch_rounds(_: Settings) -> Iterator[Case]:
    """1/T^2 next to 16 (4 d Lambda/epsilon^2)^2/n^2."""
    for parameters, _least, rounds, _held, needed in _batches():
        yield Case(parameters, Fraction(1, rounds**2), 16 * needed**2 / int(str(parameters["n"])) ** 2)
