"""Exact runs of projected noisy steps on all data: every path of the noise, and every sample."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb

from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings
from verify.papers.bassily.instances.accelerated_descent import FUNCTIONS

Real = Callable[[Fraction], Fraction]
_HALF, _ONE, _FLAT = Fraction(1, 2), Fraction(1), Fraction(1, 1000)


def _near(x: Fraction, radius: Fraction) -> Fraction:
    return min(max(x, -radius), radius)


def one_step(ahead: bool) -> Callable[[Settings], Iterator[Case]]:
    """What a noisy step on [-1, 1] gains on a point u, where it ends (`ahead`) or where it starts, next to the bound."""

    def cases(_: Settings) -> Iterator[Case]:
        places, lengths = (-_ONE, -_HALF, Fraction(0), _ONE), (Fraction(1, 4), _HALF, Fraction(3, 4))
        for (name, (value, slope)), eta, here, u in product(FUNCTIONS.items(), lengths, places, places):
            for noise in (Fraction(-3), -_HALF, Fraction(0), _ONE):
                force = slope(here) + noise
                there = _near(here - eta * force, _ONE)
                gain = eta * (value(there if ahead else here) - value(u))
                extra = eta**2 * (noise**2 / (1 - eta) if ahead else force**2) / 2
                right = ((here - u) ** 2 - (there - u) ** 2) / 2 - eta * noise * (here - u) + extra
                at = {"F": name, "eta": eta, "theta": here, "u": u, "xi": noise}
                yield Case({key: str(part) for key, part in at.items()}, gain, right)

    return cases


def mean_excess(
    slope: Real, excess: Real, eta: Fraction, noise: Fraction, rounds: int, radius: Fraction, *, ahead: bool
) -> Fraction:
    """The mean excess of the average parameter over all 2^T paths of fair noises +-noise, from 0 on [-R, R]."""
    total = Fraction(0)
    for path in product((-noise, noise), repeat=rounds):
        theta, held = Fraction(0), Fraction(0)
        for shock in path:
            before, theta = theta, _near(theta - eta * (slope(theta) + shock), radius)
            held += theta if ahead else before
        total += excess(held / rounds)
    return total / 2**rounds


def free_excess(h: Fraction, centre: Fraction, eta: Fraction, noise: Fraction, rounds: int, *, ahead: bool) -> Fraction:
    """That of h (theta - centre)^2/2 without a wall, by recursion: the mean and the variance of the average.

    With q = 1 - eta h the parameter after t steps is centre (1 - q^t) less the sum of eta q^(t-s) xi_s.
    """
    q, last = 1 - eta * h, rounds if ahead else rounds - 1
    powers = [q**t for t in range(rounds + 1)]
    mean = centre * sum((1 - powers[t] for t in range(1, last + 1)), Fraction(0)) / rounds
    weights = [sum(powers[: last - s + 1], Fraction(0)) for s in range(1, last + 1)]
    spread = sum((w * w for w in weights), Fraction(0)) * (eta * noise / rounds) ** 2
    return h / 2 * ((mean - centre) ** 2 + spread)


Run = tuple[dict[str, Fraction], Fraction]
"""The numbers of a run by letter, and its exact mean excess."""


def _quadratic(h: Fraction, centre: Fraction, mean: Fraction) -> tuple[Real, Real]:
    """The slope of h (theta - centre)^2/2, and the excess of the same around `mean`."""
    return (lambda x: h * (x - centre)), (lambda x: h / 2 * (x - mean) ** 2)


def _line(slope: Fraction, mean: Fraction) -> tuple[Real, Real]:
    """The slope of -slope theta on [-1, 1], and the excess of -mean theta, mean at least 0."""
    return (lambda _: -slope), (lambda x: mean * (1 - x))


def noisy_runs(*, ahead: bool) -> Iterator[Run]:
    """Quadratics h (theta - c)^2/2 and slopes -a theta on [-1, 1], T = 1, 2, 4, noise 0, 1/2, 2."""
    for rounds, noise, eta in product((1, 2, 4), (Fraction(0), _HALF, Fraction(2)), (Fraction(1, 4), _HALF, _ONE)):
        for h, centre in product((Fraction(1, 4), Fraction(3, 4)), (_HALF, _ONE)):
            found = mean_excess(*_quadratic(h, centre, centre), eta, noise, rounds, _ONE, ahead=ahead)
            yield _letters(h, eta, h * (1 + centre), noise, rounds), found
        for a in (_HALF, _ONE):
            found = mean_excess(*_line(a, a), eta, noise, rounds, _ONE, ahead=ahead)
            yield _letters(_FLAT, eta, a, noise, rounds), found


def data_runs(*, ahead: bool) -> Iterator[Run]:
    """Samples -1, 1 with means 0, 1/2: losses (theta - z)^2/4 and -theta z on [-1, 1], noise next to the data's."""
    for users, draws, rounds, noise in product((1, 3), (1, 2), (1, 3), (Fraction(0), _ONE)):
        size = users * draws
        for mean, eta in product((Fraction(0), _HALF), (Fraction(1, 4), _ONE)):
            for curved in (True, False):
                found = Fraction(0)
                for high in range(size + 1):
                    seen = Fraction(2 * high - size, size)
                    mass = comb(size, high) * ((1 + mean) / 2) ** high * ((1 - mean) / 2) ** (size - high)
                    loss = _quadratic(_HALF, seen, mean) if curved else _line(seen, mean)
                    found += mass * mean_excess(*loss, eta, noise, rounds, _ONE, ahead=ahead)
                numbers = _letters(_HALF if curved else _FLAT, eta, _ONE, noise, rounds)
                yield numbers | {"n": Fraction(users), "m": Fraction(draws)}, found


def _letters(beta: Fraction, eta: Fraction, steepest: Fraction, noise: Fraction, rounds: int) -> dict[str, Fraction]:
    return {"beta": beta, "eta": eta, "L": steepest, "nu": noise, "T": Fraction(rounds), "R": _ONE}
