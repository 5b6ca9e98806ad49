"""Finite cases for bassily Theorems 3.1 and 3.2: every term of the bounds in numbers, next to the rates; R = L = 1."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, isqrt

from flint import arb

from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb


def central_sum(n: int, m: arb, d: int, e: arb, c: int, odds: arb) -> arb:
    """All terms of the bound at the corrected learning rate, the largest beta and noise; odds = log(2/delta)."""
    rounds = (as_arb(n) * e) ** 2 / (c**2 * d)
    batch = n * e / (arb(1).expm1() * (2 * rounds * odds).sqrt())
    x = d * m.sqrt() / (as_arb(n) * as_arb(n).sqrt() * e**2)
    y = c * (m * d).sqrt() / (n * e)
    eta = arb.min(c**2 * x, y)
    beta = 2 / arb.max(x, y)
    noise = d * (c**2 / odds) / (m * batch**2)
    terms = beta / rounds, 1 / (eta * rounds), eta / 2 * (1 / batch + noise), (rounds + 1) * eta / (n * m)
    return 2 / (n * m).sqrt() + sum(terms, arb(0))


def central_terms(_: Settings) -> Iterator[Case]:
    """The sum next to 14 times the rate."""
    for e, d, c, far in product((Fraction(1, 10), Fraction(1, 2), Fraction(1)), (4, 10**4), (10**2, 10**4), (1, 10**6)):
        users = 2 * c * isqrt(d) * far * ceil(1 / e)
        for odds, share in product((1, 40), (0, Fraction(1, 100), 1)):
            epsilon, root = as_arb(e), as_arb(odds).sqrt()
            largest = arb.max(c * as_arb(d).sqrt(), users * epsilon**2 / (c * as_arb(d).sqrt())) / root
            m = arb.max(arb(1), largest * as_arb(share))
            rate = 1 / (users * m).sqrt() + c * as_arb(d).sqrt() / (m.sqrt() * users * epsilon)
            parameters = {"n": users, "d": d, "epsilon": str(e), "c": c, "log(2/delta)": odds, "share of m": str(share)}
            yield Case(parameters, central_sum(users, m, d, epsilon, c, as_arb(odds)), 14 * rate)


def local_terms(_: Settings) -> Iterator[Case]:
    """The sum with whole numbers of rounds and users, next to the bound; K and log(1.25/delta) are given."""
    for e, d, users, m, odds in product(
        (Fraction(1, 10), Fraction(1, 2), Fraction(1)), (4, 100), (10**6, 10**9), (1, 16), (1, 20)
    ):
        least = ceil(4 * d * odds / e**2)
        if users < 2 * least:
            continue
        rounds = users // least
        held = users // rounds
        epsilon, radius, spread = as_arb(e), 1 + odds, odds
        rate = (as_arb(d) / (users * m)).sqrt() / epsilon
        beta = epsilon**3 * (as_arb(users) ** 3 / (m * as_arb(d) ** 3)).sqrt()
        sigma = radius * (as_arb(32 * spread) / m).sqrt() / epsilon
        variance = 1 / as_arb(held * m) + d * sigma**2 / held
        left = 2 * rate + 4 * beta / rounds**2 + 2 * (variance / rounds).sqrt()
        factor = (1 + as_arb(32 * radius**2 * spread)).sqrt()
        right = (2 + 1024 * odds**2 + 2 * arb(2).sqrt() * factor) * rate
        yield Case({"n": users, "d": d, "m": m, "epsilon": str(e), "Lambda": odds, "K": radius}, left, right)
