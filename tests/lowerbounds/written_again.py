"""Every explicit lower bound written again in plain floats, from the proof that its source names.

A bound's free parameters (a size s, a number of signs, a bias) are those that the code reports: any value is valid.
From these everything else is computed again: divergences from the laws of one sample, affinities, moments, volumes.
Nothing of the code is used but the parameters.
"""

from math import (
    comb,
    cosh,
    e,
    exp,
    expm1,
    fsum,
    inf,
    lgamma,
    log,
    pi,
    sin,
    sinh,
    sqrt,
)
from typing import Any

from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import binom

# Divergences of two laws of a sample, and what privacy leaves of them.


def kl_signs(s: float) -> float:
    """KL of signs of means s and -s."""
    if s == 1:
        return inf
    up, down = (1 + s) / 2, (1 - s) / 2
    return up * log(up / down) + down * log(down / up)


def apart(m: int, s: float) -> float:
    """Total variation of m such signs."""
    return 0.5 * fsum(abs(binom.pmf(k, m, (1 + s) / 2) - binom.pmf(k, m, (1 - s) / 2)) for k in range(m + 1))


def kappa(epsilon: float) -> float:
    """The KL of randomised response of a bit."""
    keep = 1 / (1 + exp(-epsilon))
    return (2 * keep - 1) * log(keep / (1 - keep))


def lean(epsilon: float) -> float:
    """P(true) - P(false) of that response."""
    return (exp(epsilon) - 1) / (exp(epsilon) + 1)


def unlike(epsilon: float, v: float) -> float:
    """The largest squared Hellinger distance, 1 - affinity, of messages about laws at total variation v.

    By the best of two channels on three symbols C, A, B: one symbol of a column likely, or two; as the proof has it.
    """
    t = exp(epsilon)

    def column(c: int, a: int, b: int) -> float:
        up, down = ((1 - v) * (t if c else 1) + v * (t if x else 1) for x in (a, b))
        return (sqrt(up) - sqrt(down)) ** 2 / 2

    # Pairs of columns (0, 1, 0), (0, 0, 1) and complements: weights that add up to 1 at every letter.
    once, twice = column(0, 1, 0), column(1, 1, 0)
    return max((once + twice) / (t + 1), 2 * once / (t + 2))


# Means of numbers.


def zhao_two_points(n: int, m: int, epsilon: float, D: float, s: float) -> float:
    """zhao (62): half of the squared half distance times 1 - TV, by Pinsker twice; without privacy (65)."""
    message = expm1(epsilon) ** 2 * m * kl_signs(s) / 2
    open_ = m * kl_signs(s)
    return (D * s) ** 2 / 2 * (1 - sqrt(n * min(message, open_) / 2))


def kent_two_points(n: int, m: int, epsilon: float, D: float, shift: float) -> float:
    """kent (6): means 2 Delta D apart; (e^x - 1)^2 <= 3 x^2, KL <= 16 Delta^2; without privacy beyond 1."""
    kl = 16 * shift**2
    told = 4 * 3 * epsilon**2 * m * kl / 2 if epsilon <= 1 else m * kl
    return (shift * D) ** 2 / 2 * (1 - sqrt(n * told / 2))


def randomised_responses(n: int, epsilon: float, D: float) -> float:
    """The posterior variance of a fair sign given n responses."""
    keep = 1 / (1 + exp(-epsilon))
    a = [comb(n, k) * keep**k * (1 - keep) ** (n - k) for k in range(n + 1)]
    return D**2 * fsum(2 * x * y / (x + y) for x, y in zip(a, reversed(a), strict=True))


def cosine_squared(n: int, m: int, epsilon: float, D: float) -> float:
    """van Trees with the best length L of the prior, by search over what is minimised."""
    told = n * m * lean(epsilon) ** 2
    root = brentq(lambda u: told / (1 - u) ** 2 - pi**2 / u**2, 1e-12, 1 - 1e-12, xtol=1e-15, rtol=1e-14)
    return D**2 / (told / (1 - root) + pi**2 / root)


def hodges_lehmann(n: int, m: int, epsilon: float, D: float) -> float:
    """The risk of their estimate at P(D) = 1/2, by the law of the sum."""
    size = n * m
    mean = [(sqrt(size) / 2 + k) / (sqrt(size) + size) for k in range(size + 1)]
    return (2 * D) ** 2 * fsum(binom.pmf(k, size, 0.5) * (x - 0.5) ** 2 for k, x in enumerate(mean))


TWO_POINTS = {
    "squared Hellinger, tanh^2 contraction": lambda s, n, m, x: (
        (1 - lean(x) ** 2 * (1 - sqrt(1 - s * s) ** m)) ** (2 * n)
    ),
    "squared Hellinger by TV of m-fold products": lambda s, n, m, x: (1 - unlike(x, apart(m, s))) ** (2 * n),
    "TV of m-fold products, added over users": lambda s, n, m, x: 1 - n * lean(x) * apart(m, s),
    "KL, tanh^2 contraction, Pinsker": lambda s, n, m, x: (
        1 - sqrt(n * min(kappa(x), lean(x) ** 2 * m * kl_signs(s)) / 2)
    ),
    "KL, tanh^2 contraction, Bretagnolle-Huber": lambda s, n, m, x: (
        exp(-n * min(kappa(x), lean(x) ** 2 * m * kl_signs(s))) / 2
    ),
}
"""What is left of the squared half distance, by route; s below 1."""


# What messages leave of the signs' variance, by route: chi, mass and number of signs.


def left(route: str, signs: int, s: float, mass: float, n: int, m: int, epsilon: float) -> float:
    """W of `lowerbounds.methods.perturbations`, of laws of signs of mean +-s on a part `mass` of the samples."""
    if route == "affinity of each sign, tanh^2 contraction":
        affinity = (1 - mass + mass * 2 * sqrt((1 + s) * (1 - s)) / 2) ** m
        return (1 - lean(epsilon) ** 2 * (1 - affinity)) ** (2 * n)
    t, chi = exp(epsilon), mass * (((1 + s) - (1 - s)) ** 2 / (2 * (1 - s)) + (2 * s) ** 2 / (2 * (1 + s)))
    second = (1 + chi) ** m - 1
    together = min((t - 1) ** 2 / (4 * t), signs * lean(epsilon) ** 2) * second
    if route == "Hellinger of transcripts, Bessel":
        return 1 - sqrt(7 * n / signs * together)
    if route == "Hellinger of transcripts, linear part":
        # The linear part's coefficients are 2 s/(1 - s^2), each of variance proxy 1.
        proxy = m * (2 * s / (1 - s * s)) ** 2
        return 1 - sqrt(7 * n / signs * (4 * proxy * kappa(epsilon) + 2 * signs * (second - m * chi)))
    if route == "KL of each sign, tanh^2 contraction":
        total = signs * lean(epsilon) ** 2 * m * mass * kl_signs(s)
    else:
        affinity = (1 - mass + mass * sqrt((1 + s) * (1 - s))) ** m
        u = 1 / (1 + (t - 1) * sqrt(1 - affinity**2))
        if route == "information of signs, Bessel":
            # From the mean of both laws, which is half as far away.
            return 1 - known(n / signs * near((1 + u) / 2) * together / 4)
        assert route == "KL summed over signs, Bessel"
        total = near(u) * together
    share = n * total / signs
    return max(1 - sqrt(share / 2), exp(-share))


def near(u: float) -> float:
    """The largest (u - 1 - log u)/(u - 1)^2 for ratios of laws of at least u: KL over chi-square."""
    return (u - 1 - log(u)) / (u - 1) ** 2


def known(information: float) -> float:
    """The mean square of a fair sign's posterior mean that so much information allows at most."""
    if information >= log(2):
        return 1.0

    def told(u: float) -> float:
        # A series of the divergence of a sign of mean sqrt(u) from a fair one.
        up, down = (1 + sqrt(u)) / 2, (1 - sqrt(u)) / 2
        return up * log(2 * up) + (down * log(2 * down) if down else 0.0)

    return float(brentq(lambda u: told(u) - information, 0.0, 1.0, xtol=1e-16, rtol=1e-14))


# Means of vectors: the unit's square is D^2 in the cube, D^2/d in the ball.


def share(d: int, support: str) -> float:
    """A squared coordinate's share of the squared radius."""
    return {"linf": 1.0, "l2": 1 / d}[support]


def quarter(n: int, m: int, epsilon: float, weight: float, signs: int, mass: float) -> float:
    """A quarter of all signs: s^2 = min(1/4, 3 signs/(64 n m mass (e^epsilon - 1)^2)); weight for each sign's s^2."""
    return signs * weight * min(1 / 4, 3 * signs / (64 * n * m * mass * expm1(epsilon) ** 2)) / 4


def trace(signs: int, L: float, mass: float, m: int, epsilon: float) -> float:
    """The information of one message about all signs' means in [-L, L]."""
    each = 1 / (1 - L * L)
    ways = [mass * m * each * sinh(epsilon / 2) ** 2, mass * m * each * signs * lean(epsilon) ** 2]
    return min(ways) if mass < 1 else min(*ways, 2 * m * kappa(epsilon) * each**2)


def prior(signs: int, L: float) -> float:
    """The information of cos^2(pi x/(2L))/L for each sign, by an integral."""
    found = quad(lambda x: (pi / L) ** 2 / L * sin(pi * x / (2 * L)) ** 2, -L, L)[0]
    return signs * float(found)


def ball_volume(support: str, k: int) -> float:
    """The logarithm of the volume of the unit ball; of cells that of the simplex of k + 1 corners."""
    if support == "linf":
        return k * log(2)
    if support == "l2":
        return k / 2 * log(pi) - lgamma(k / 2 + 1)
    # The simplex has 1/k! of a box's volume; on a hyperplane, sqrt(k + 1) times that.
    return (k * log(2) if support == "l1" else log(k + 1) / 2) - lgamma(k + 1)


def shannon(support: str, k: int, told: float) -> float:
    """The mean square r for which a Gaussian error in k dimensions has the entropy that is left."""
    entropy = ball_volume(support, k) - told
    return k / (2 * pi * e) * exp(2 * entropy / k)


def fano(letters: int, told: float) -> float:
    """The probability of a wrong name."""
    return 1 - (told + log(2)) / log(letters)


def spikes(n: int, m: int, d: int, epsilon: float, p: float, M: float, q: float, support: str) -> float:
    """Samples T = (M/q)^(1/p) with probability q of either sign, else 0: a mean q T."""
    mean = q * (M / q) ** (1 / p)
    seen = 1 - (1 - q) ** m
    return (d if support == "coordinates" else 1) * mean**2 * (1 - unlike(epsilon, seen)) ** (2 * n)


def sparse_least(m: int, odds: float) -> float:
    """min{(1 + x)^(1/m) - 1, 1/m}."""
    return min((1 + odds) ** (1 / m) - 1, 1 / m)


# Densities.


def bump_squares(beta: int) -> tuple[float, float]:
    """The integrals of g^2 and of the square of its beta-th derivative, by polynomials."""
    import numpy as np
    from numpy.polynomial import Polynomial

    u = Polynomial([0, 1])
    g = (u * (1 - u)) ** beta * (1 - 2 * u)
    top = float(np.max(np.abs(g(g.deriv().roots().real))))
    energy = (g.deriv(beta) ** 2).integ()
    norm = (g**2).integ()
    return float(norm(1) - norm(0)) / top**2, float(energy(1) - energy(0)) / top**2


# Cells with bumps of unknown sign.


def tent(d: int, beta: float, rho: float, power: int) -> float:
    """The mean of phi^power over a cell, phi = min(1, (delta/rho)^beta), delta the distance to the faces, below 1/2."""
    # P(delta > x) = (1 - 2x)^d, so E phi^power is the integral of P(phi^power > y).
    found, _ = quad(lambda x: (1 - 2 * x) ** d * power * beta * x ** (power * beta - 1) / rho ** (power * beta), 0, rho)
    return float(found)


def majority(mean: float, tilt: float) -> float:
    """The chord at this mean of the errors of majorities of 1, 3, 5 ... answers that lean so; 1/2 for none."""

    def error(k: int) -> float:
        return float(binom.cdf(k // 2, k, (1 + tilt) / 2)) if k else 0.5

    if mean < 1:
        return (1 - mean) * 0.5 + mean * error(1)
    low = 2 * int((mean - 1) // 2) + 1
    part = (mean - low) / 2
    return (1 - part) * error(low) + part * error(low + 2)


def between(n: int, chance: float, epsilon: float) -> float:
    """E[e^(-epsilon l/2) (1 if l is even, 1/cosh(epsilon/2) if odd)]/2, l labels that differ, by their law."""
    return fsum(
        binom.pmf(k, n, chance) * exp(-epsilon * k / 2) * (1 / cosh(epsilon / 2) if k % 2 else 1) / 2
        for k in range(n + 1)
    )


def dominated(m: int, s: float, epsilon: float) -> float:
    """1 - affinity of the pair of laws whose hockey stick bounds that of all private messages about m signs."""
    if s == 1:
        # Point masses: the pair of randomised response.
        return 1 - 1 / cosh(epsilon / 2)
    t, ratio = exp(epsilon), (1 + s) / (1 - s)
    up, down = ([binom.pmf(k, m, (1 + sign * s) / 2) for k in range(m + 1)] for sign in (1, -1))

    def height(g: float) -> float:
        stick = fsum(max(x - g * y, 0.0) for x, y in zip(up, down, strict=True))
        return ((t - 1) * stick - (g - 1)) / (t + 1)

    knots = [1.0, *(ratio**j for j in range(1, m + 1) if (m - j) % 2 == 0)]
    positive = [g for g in knots if height(g) > 0]
    # Linear between knots: after the last positive one it falls to 0 with the slope that it has there.
    last = positive[-1]
    step = last * 1e-3 if last == knots[-1] else (knots[len(positive)] - last) * 0.5
    slope = (height(last + step) - height(last)) / step
    ends = [*positive, last - height(last) / slope]
    heights = [*map(height, positive), 0.0]
    slopes = [(y - x) / (h - g) for g, h, x, y in zip(ends, ends[1:], heights, heights[1:], strict=False)]
    # Where the slope rises by p the second law has an atom p whose likelihood ratio is g; the laws mirror each other.
    return fsum(
        (sqrt(g) - 1) ** 2 * (after - before)
        for g, before, after in zip(ends[1:], slopes, [*slopes[1:], 0.0], strict=True)
    )


def excess_at(alpha: float, unknown: float, away: float) -> float:
    """What linear losses of size alpha leave: 1 - sqrt(1 - W), less what delta takes."""
    return alpha * (1 - sqrt(1 - unknown) - away)


def tau(way: str, m: int, d: int, alpha: float) -> float:
    """How far one user's samples are from those of a law without the direction."""
    if way == "a direction in few samples":
        return 1 - (1 - alpha) ** m
    assert way == "signs of a small bias"
    up, down = (1 + alpha) / 2, (1 - alpha) / 2
    told = m * d * (up * log(2 * up) + (down * log(2 * down) if down else 0.0))
    return min(sqrt(told / 2), sqrt(1 - exp(-told)))


def pure(way: str, n: int, m: int, d: int, epsilon: float, alpha: float) -> float:
    """alpha (1 - sqrt(2 kappa tanh(kappa/2)/d)), each user within log(1 + tau (e^epsilon - 1))."""
    each = log(1 + tau(way, m, d, alpha) * (exp(epsilon) - 1))
    return alpha * (1 - sqrt(2 * kappa(n * each) / d))


def scored(n: int, m: int, d: int, epsilon: float, delta: float, alpha: float) -> float:
    """E||p|| of uniform biases by its moments, less half of all users' scores."""
    second, fourth = d * alpha**2 / 3, d * alpha**4 / 5 + d * (d - 1) * alpha**4 / 9
    norm = sqrt(second**3 / fourth) / sqrt(d)
    extra = 0.0
    if delta:
        u = sqrt(2 * log(1 / delta))
        extra = min(sqrt(delta), delta * (1 + u + 1 / u), 2 * delta * sqrt(m))
    each = alpha**2 * sqrt(m) * ((exp(epsilon) - exp(-epsilon)) / 2 + (1 + exp(-epsilon)) * sqrt(d) * extra)
    return norm - n * each / 2 / sqrt(d)


def wrong_letter(information: float, letters: int) -> float:
    """Fano's root: ln Q - information = h(p) + p ln(Q - 1)."""
    if information >= log(letters):
        return 0.0

    def spread(p: float) -> float:
        return (-p * log(p) - (1 - p) * log(1 - p) if 0 < p < 1 else 0.0) + p * log(letters - 1)

    return float(
        brentq(lambda p: spread(p) - (log(letters) - information), 0.0, 1 - 1 / letters, xtol=1e-16, rtol=1e-14)
    )


def blocks_gap(length: int, heights: int, D: float) -> float:
    """The least distance of two symbols: heights as far apart as fit, or two places."""
    if length == 1:
        return 2 * D / (2 * heights - 1)
    return D / (heights - 1 + 3 / 4)


def width_of_coefficients(k: int, beta: int, r: float) -> float:
    """t: positive at t (k + 1/2) < 1, and a sum of (2 ceil(j/2))^(2 beta) t^2 of at most r^2."""
    weights = fsum((j if j % 2 == 0 else j - 1) ** (2 * beta) for j in range(2, k + 2))
    return min(2 / (2 * k + 1), r / sqrt(weights))


def bodies(space: str, d: int, s: int, D: float, beta: int, r: float, most: int) -> list[tuple[int, float]]:
    """Dimensions, and logarithms of volumes, of bodies of the space."""
    powers = sorted({*(2**j for j in range(60) if 2**j < most), most})
    if space == "l1":
        return [(k, k * log(D) + ball_volume("l1", k)) for k in powers]
    if space == "sobolev":
        return [(k, k * log(2 * width_of_coefficients(k, beta, r))) for k in powers]
    k = s if space == "sparse" else d
    return [(k, k * log(D) + ball_volume("l2" if space == "l2" else "linf", k))]


def best_packing(found: list[tuple[int, float]], wrong: Any, codes: list[tuple[float, float]]) -> float:
    """The largest Delta^2 times a wrong name's probability: N = e^y by volumes, or a code's."""
    from scipy.optimize import minimize_scalar

    best = max((gap**2 / 4 * wrong(y) for y, gap in codes), default=0.0)
    for k, volume in found:

        def height(log_y: float, k: int = k, volume: float = volume) -> float:
            y = exp(log_y)
            return exp(2 * (volume - ball_volume("l2", k) - y) / k) / 4 * wrong(y)

        grid = [-8 + 16 * i / 400 for i in range(401)]
        at = max(grid, key=height)
        search = minimize_scalar(
            lambda x: -height(x), bounds=(at - 0.04, at + 0.04), method="bounded", options={"xatol": 1e-10}
        )
        best = max(best, -float(search.fun))
    return best
