"""Finite cases for bassily Sections 2 and 3.2: exact laws, composition, subsampling, and private choices."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

from flint import arb

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import hockey_stick, total_variation
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.numerics.enclosures import precise
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb


def _laws(size: int = 6) -> list[FiniteLaw]:
    """Laws on three atoms with the given denominator."""
    pairs = [(a, b) for a in range(size + 1) for b in range(size + 1 - a)]
    return [
        FiniteLaw.of({0: Fraction(a, size), 1: Fraction(b, size), 2: Fraction(size - a - b, size)}) for a, b in pairs
    ]


def _text(law: FiniteLaw) -> str:
    return ", ".join(str(mass) for _, mass in law)


def events(settings: Settings) -> Iterator[Case]:
    """The largest difference over all events, next to half the sum."""
    laws = _laws(3 if settings.quick else 6)
    for p, q in product(laws, laws):
        best = max(
            abs(sum((p[o] - q[o] for o in event), Fraction(0)))
            for size in range(4)
            for event in combinations(range(3), size)
        )
        yield Case({"P": _text(p), "Q": _text(q)}, best, total_variation(p, q))


def _parts(p: FiniteLaw, q: FiniteLaw, t: Fraction, delta: Fraction) -> tuple[list[Fraction], list[Fraction]]:
    """The pure parts, unnormalised: P and Q less what the other cannot cover, then both cut to the mass 1 - delta.

    Where P > tQ, cut P to tQ, and so for Q; the masses cut are at most delta each. What is then too much goes from
    where the ratio allows it: each law moves toward a multiple of the other within [1/t, t].
    """
    low = [min(a, t * b) for (_, a), (_, b) in zip(p, q, strict=True)]
    other = [min(b, t * a) for (_, a), (_, b) in zip(p, q, strict=True)]
    first = _lower(low, [b / t for b in other], sum(low) - (1 - delta))
    second = _lower(other, [a / t for a in first], sum(other) - (1 - delta))
    return first, second


def _lower(masses: list[Fraction], floors: list[Fraction], surplus: Fraction) -> list[Fraction]:
    """The masses lowered by `surplus` in all, in proportion to their room above the floors."""
    room = sum(masses) - sum(floors)
    share = surplus / room if room else Fraction(0)
    return [a - share * (a - b) for a, b in zip(masses, floors, strict=True)]


def decompositions(settings: Settings) -> Iterator[Case]:
    """The largest ratio of the pure parts, next to e^epsilon; their masses must be 1 - delta and the rest nonnegative."""
    laws = _laws(4 if settings.quick else 6)
    for t in (Fraction(3, 2), Fraction(3)):
        for p, q in product(laws, laws):
            delta = max(hockey_stick(p, q, t), hockey_stick(q, p, t))
            first, second = _parts(p, q, t, delta)
            pairs = [(a, b) for a, b in zip(first, second, strict=True) if a or b]
            worst = max((max(a / b, b / a) if a and b else 2 * t for a, b in pairs), default=Fraction(1))
            within = all(0 <= a <= x for a, (_, x) in zip(first, p, strict=True))
            within &= all(0 <= b <= y for b, (_, y) in zip(second, q, strict=True))
            whole = sum(first) == sum(second) == 1 - delta
            parameters = {"P": _text(p), "Q": _text(q), "e^epsilon": str(t), "delta": str(delta)}
            yield Case(parameters, worst if within and whole else 2 * t, t)


@precise
def optimal_delta(rounds: int, epsilon: arb, delta: Fraction, total: arb) -> arb:
    """The least delta of `rounds`-fold composition at `total`: randomized response's, and what each delta gives away."""
    high = 1 / (1 + (-epsilon).exp())
    pure = arb(0)
    for j in range(rounds + 1):
        gain = 1 - (total - (rounds - 2 * j) * epsilon).exp()
        if not gain < 0:
            pure += comb(rounds, j) * high ** (rounds - j) * (1 - high) ** j * gain.max(arb(0))
    return 1 - as_arb(1 - delta) ** rounds * (1 - pure)


def advanced(_: Settings) -> Iterator[Case]:
    """Exact delta at the printed total, next to the printed delta."""
    for k, e, delta in product(
        (1, 2, 5, 20), (Fraction(1, 10), Fraction(1), Fraction(2)), (Fraction(0), Fraction(1, 1000))
    ):
        for slack in (Fraction(1, 2), Fraction(1, 100), Fraction(1, 10**6)):
            epsilon = as_arb(e)
            total = epsilon * (2 * k * as_arb(1 / slack).log()).sqrt() + k * epsilon * epsilon.expm1()
            left = optimal_delta(k, epsilon, delta, total)
            parameters = {"k": k, "epsilon": str(e), "delta": str(delta), "delta'": str(slack)}
            yield Case(parameters, left, slack + k * delta)


def subsampled(settings: Settings) -> Iterator[Case]:
    """The worst ratio of the subsampled mechanism over data sets that differ in one user's bit."""
    sizes = ((2, 1), (3, 1), (3, 2)) if settings.quick else ((2, 1), (3, 1), (3, 2), (4, 3))
    for (users, drawn), t in product(sizes, (Fraction(3, 2), Fraction(5, 2))):
        worst = Fraction(1)
        for channel in extreme_channels(range(drawn + 1), t):
            # The neighbouring-data condition is weaker than all pairs; these channels satisfy both.
            for ones in range(users):
                laws = [_drawn(users, drawn, held).through(channel) for held in (ones, ones + 1)]
                for message, mass in laws[0]:
                    other = laws[1][message]
                    worst = max(worst, mass / other, other / mass)
        yield Case({"n": users, "k": drawn, "e^epsilon": str(t)}, worst, 1 + Fraction(drawn, users) * (t - 1))


def _drawn(n: int, drawn: int, ones: int) -> FiniteLaw:
    """The number of ones among `drawn` of `users` bits, `ones` of them 1: hypergeometric."""
    whole = comb(n, drawn)
    return FiniteLaw.of({j: Fraction(comb(ones, j) * comb(n - ones, drawn - j), whole) for j in range(drawn + 1)})


def above_one(_: Settings) -> Iterator[Case]:
    """log(1 + q (e^2 - 1)) next to (e - 1) 2 q, q = 1/10; again by the exact law of the sampled response."""
    share = arb(1) / 10
    exact = (1 + share * arb(2).expm1()).log()
    keep = arb(2).exp() / (1 + arb(2).exp())
    # All bits 0 against one bit 1: the message 1.
    again = ((share * keep + (1 - share) * (1 - keep)) / (1 - keep)).log()
    yield Case({"epsilon": 2, "k": 1, "n": 10}, exact, arb(1).expm1() * 2 * share, left_again=again)
