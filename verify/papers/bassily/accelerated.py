"""Finite cases for bassily Section 6: exact runs of Algorithm 5's update on quadratics, and smoothed functions."""

from collections.abc import Iterator
from fractions import Fraction

from verify.outcome import Settings, as_arb
from verify.statements import Case


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
    """The printed update at T = 64 beside 4 beta R^2/(T(T+1))."""
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
    """The update from theta, projected, beside 4 beta R^2/(T(T+1))."""
    for rounds in (1, 2, 4, 16) if settings.quick else (1, 2, 4, 16, 64):
        for power in range(8):
            curvature = Fraction(1, 2**power)
            left = accelerated_gap(curvature, rounds, from_middle=False)
            parameters = {"curvature": str(curvature), "beta": 1, "R": 1, "T": rounds}
            yield Case(parameters, as_arb(left), Fraction(4, rounds * (rounds + 1)))


def batch_too_small(_: Settings) -> Iterator[Case]:
    """What Theorem 4.3 asks for at d = 16, epsilon = 1, R = L, tau = L/2 (m = 4), gamma = 1/2, beside n_0 = d."""
    d = 16
    needed = 4 * d * (as_arb(d**3).sqrt() * 4).log()
    again = 4 * d * (as_arb(d).log() * 3 / 2 + as_arb(4).log())
    yield Case({"d": d, "epsilon": 1, "n": 10**6, "L/(tau gamma)": 4}, needed, d, left_again=again)


def envelope(_: Settings) -> Iterator[Case]:
    """The Moreau envelope of |x| at beta, shifted by 1/(2 beta), beside |x| and |x| + 1/(2 beta); L = 1."""
    for beta in (Fraction(1, 2), Fraction(1), Fraction(4)):
        for k in range(-12, 13):
            x = Fraction(k, 4)
            smooth = beta * x**2 / 2 if abs(x) <= 1 / beta else abs(x) - 1 / (2 * beta)
            shifted = smooth + 1 / (2 * beta)
            parameters = {"f": "|x|", "beta": str(beta), "x": str(x)}
            yield Case(parameters, abs(x), shifted)
            yield Case(parameters, shifted, abs(x) + 1 / (2 * beta))
