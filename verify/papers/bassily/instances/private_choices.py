"""Finite cases for bassily Section 3.2 and Lemma 5.1: what a private choice knows of one user's data, exactly."""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.divergences import hockey_stick, total_variation
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb

_ATOMS = (0, 1, 2)
_DATA = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
"""The law of one user's data, three atoms."""


def _leaky(t: Fraction, delta: Fraction) -> Iterator[Channel]:
    """Extreme pure channels that also give the data away with probability delta: (epsilon, delta), t = e^epsilon."""
    for channel in extreme_channels(_ATOMS, t):
        yield {
            z: FiniteLaw(
                tuple((("pure", y), (1 - delta) * q) for y, q in channel[z])
                + tuple((("shown", w), delta * (w == z)) for w in _ATOMS)
            )
            for z in _ATOMS
        }


def _joint(channel: Channel) -> tuple[FiniteLaw, FiniteLaw]:
    """The law of (choice, data), and the law where both are independent."""
    chosen: dict[Hashable, Fraction] = {}
    for z, mass in zip(_ATOMS, _DATA, strict=True):
        for y, q in channel[z]:
            chosen[y] = chosen.get(y, Fraction(0)) + mass * q
    joint: dict[Hashable, Fraction | int] = {
        (y, z): mass * channel[z][y] for z, mass in zip(_ATOMS, _DATA, strict=True) for y in chosen
    }
    apart: dict[Hashable, Fraction | int] = {
        (y, z): mass * chosen[y] for z, mass in zip(_ATOMS, _DATA, strict=True) for y in chosen
    }
    return FiniteLaw.of(joint), FiniteLaw.of(apart)


def apart(settings: Settings) -> Iterator[Case]:
    """The largest P(joint in E) - e^epsilon P(independent in E) over all events E, next to delta."""
    for t, delta in product((Fraction(3, 2), Fraction(3)), (Fraction(0), Fraction(1, 10))):
        for index, channel in enumerate(_leaky(t, delta)):
            if settings.quick and index % 3:
                continue
            joint, product_law = _joint(channel)
            parameters = {"channel": index, "e^epsilon": str(t), "delta": str(delta)}
            yield Case(parameters, hockey_stick(joint, product_law, t), delta)


def bayes(_: Settings) -> Iterator[Case]:
    """The largest P(Z = z | choice)/P(Z = z) over pure channels, next to e^(2 epsilon)."""
    for t in (Fraction(9, 4), Fraction(9)):
        for index, channel in enumerate(extreme_channels(_ATOMS, t)):
            joint, product_law = _joint(channel)
            worst = max(mass / product_law[pair] for pair, mass in joint if product_law[pair])
            yield Case({"channel": index, "e^(2 epsilon)": str(t)}, worst, t)


def beyond(_: Settings) -> Iterator[Case]:
    """P(Z in E | choice) next to e^(2 epsilon) P(Z in E), for every event E of one or two atoms, every choice."""
    for t in (Fraction(9, 4), Fraction(9)):
        for index, channel in enumerate(extreme_channels(_ATOMS, t)):
            joint, product_law = _joint(channel)
            choices = channel[0].atoms
            for event in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2)):
                gamma = sum((_DATA[z] for z in event), Fraction(0))
                for y in choices:
                    chosen = sum((product_law[(y, z)] for z in _ATOMS), Fraction(0))
                    given = sum((joint[(y, z)] for z in event), Fraction(0)) / chosen
                    yield Case({"channel": index, "e^(2 epsilon)": str(t), "E": list(event)}, given, t * gamma)


def at_the_edge(_: Settings) -> Iterator[Case]:
    """Z = -1 or 1, fair, f(theta, z) = z, tau = 1: nothing is beyond tau, all is at it; epsilon = 1/2, delta = 0."""
    gamma = Fraction(1, 10)
    signs = (-1, 1)
    at_least = sum((Fraction(1, 2) for z in signs if abs(z) >= 1), Fraction(0))
    beyond = sum((Fraction(1, 2) for z in signs if abs(z) > 1), Fraction(0))
    assert beyond < gamma
    parameters = {"Z": "-1 or 1, fair", "f": "z", "tau": 1, "gamma": str(gamma), "epsilon": "1/2", "delta": 0}
    yield Case(parameters, at_least, as_arb(1).exp() * as_arb(gamma), left_again=Fraction(sum(z**2 for z in signs), 2))


def _clipped(law: FiniteLaw, base: FiniteLaw, t: Fraction) -> list[Fraction]:
    """The law cut to [base/t, t base] and brought back to mass one within these bounds."""
    low, high = [b / t for _, b in base], [b * t for _, b in base]
    masses = [min(max(a, x), y) for (_, a), x, y in zip(law, low, high, strict=True)]
    surplus = sum(masses) - 1
    ends = low if surplus > 0 else high
    room = sum((a - e for a, e in zip(masses, ends, strict=True)), Fraction(0))
    share = surplus / room if room else Fraction(0)
    return [a - share * (a - e) for a, e in zip(masses, ends, strict=True)]


def pure_near(settings: Settings) -> Iterator[Case]:
    """TV between an (epsilon, delta) channel and its cut version, next to delta; the cut version's ratio is checked."""
    size = 3 if settings.quick else 4
    laws = [
        FiniteLaw.of({0: Fraction(a, size), 1: Fraction(b, size), 2: Fraction(size - a - b, size)})
        for a in range(size + 1)
        for b in range(size + 1 - a)
    ]
    t = Fraction(2)
    for rows in product(laws, repeat=3):
        delta = max(hockey_stick(p, q, t) for p, q in product(rows, repeat=2))
        cut = [_clipped(row, rows[0], t) for row in rows]
        pure = all(a <= t**2 * b for p, q in product(cut, repeat=2) for a, b in zip(p, q, strict=True))
        pure &= all(sum(row) == 1 and min(row) >= 0 for row in cut)
        moved = [FiniteLaw.of(dict(enumerate(row))) for row in cut]
        worst = max(total_variation(p, q) for p, q in zip(rows, moved, strict=True))
        parameters = {"rows": [[str(mass) for _, mass in row] for row in rows], "e^epsilon": str(t)}
        yield Case(parameters, worst if pure else Fraction(2), delta)


def coupled(_: Settings) -> Iterator[Case]:
    """P(theta' != theta) under the maximal coupling: 1 - sum of minima, again by the coupling's mass off the diagonal."""
    laws = [(a, b, 6 - a - b) for a in range(7) for b in range(7 - a)]
    for p, q in product(laws, laws):
        shared = [min(a, b) for a, b in zip(p, q, strict=True)]
        off = Fraction(6 - sum(shared), 6)
        # Off the diagonal the coupling is the product of what is left of both laws.
        rest = [(a - s) * (b - s) for a, b, s in zip(p, q, shared, strict=True)]
        assert not any(rest)
        tv = Fraction(sum(abs(a - b) for a, b in zip(p, q, strict=True)), 12)
        yield Case({"theta": list(p), "theta'": list(q)}, off, tv)


def shown_by_chance(_: Settings) -> Iterator[Case]:
    """Two users; theta lists the values of the users that are shown, each with probability 1/4: a (0, 1/4)-DP choice.

    Values are uniform on 1000 atoms, f(theta, z) = 1{z in theta}, tau = 1/2. For a fixed list of at most 2 values
    |f - E f| > 1/2 has probability at most 2/1000 < gamma_0 = 3/1000; a user that is shown is always beyond.
    """
    users, delta, single = 2, Fraction(1, 4), Fraction(3, 1000)
    beyond = 1 - (1 - delta) ** users
    again = sum(
        (
            delta ** sum(shown) * (1 - delta) ** (users - sum(shown))
            for shown in product((0, 1), repeat=users)
            if any(shown)
        ),
        Fraction(0),
    )
    right = as_arb(1).exp() * as_arb(users * single) + as_arb(delta)
    parameters = {"users": users, "delta": str(delta), "epsilon": "up to 1", "gamma_0": str(single)}
    yield Case(
        parameters, beyond, right, left_again=again, note="the printed bound at epsilon = 1, where it is largest"
    )


def two_told(_: Settings) -> Iterator[Case]:
    """P(some user's value is in theta) for theta = {y_1, y_2}, next to 2 (e^epsilon gamma + delta), gamma = 2/q.

    y_i is user i's value Z_i with probability delta, else k-ary randomized response of it: an (epsilon, delta) choice.
    f(theta, z) = 1{z in theta}, whose mean is at most 2/q; tau = 1/2, and q >= 6 values, so that a user is beyond tau
    iff the value is in theta, which has probability at most gamma for a fixed theta.
    """
    for values, t, delta in product((6, 12, 30), (Fraction(3, 2), Fraction(3)), (Fraction(0), Fraction(1, 50))):
        kept = delta + (1 - delta) * t / (t + values - 1)
        moved = (1 - kept) / (values - 1)
        apart = Fraction(values - 1, values)
        # y_1 = y_2 with chance 1/q; given y_i, Z_i is y_i with chance `kept` and any other value with `moved`.
        left = 1 - apart * (1 - kept - moved) ** 2 - (1 - apart) * (1 - kept) ** 2
        again = Fraction(0)
        for z, y in product(product(range(values), repeat=2), repeat=2) if values == 6 else ():
            chance = Fraction(1, values**2)
            for own, told in zip(z, y, strict=True):
                chance *= kept if own == told else moved
            again += chance * bool(set(z) & set(y))
        parameters = {"values": values, "e^epsilon": str(t), "delta": str(delta)}
        right = 2 * (t * Fraction(2, values) + delta)
        yield Case(parameters, left, right, left_again=again if values == 6 else None)


def either(_: Settings) -> Iterator[Case]:
    """P(some user's value is in theta) next to the two users' own probabilities added up; users and theta as in `two_told`."""
    values = 6
    for t, delta in product((Fraction(3, 2), Fraction(3)), (Fraction(0), Fraction(1, 50))):
        kept = delta + (1 - delta) * t / (t + values - 1)
        moved = (1 - kept) / (values - 1)
        some, added = Fraction(0), Fraction(0)
        for z, y in product(product(range(values), repeat=2), repeat=2):
            chance = Fraction(1, values**2)
            for own, told in zip(z, y, strict=True):
                chance *= kept if own == told else moved
            some += chance * bool(set(z) & set(y))
            added += chance * sum(own in y for own in z)
        yield Case({"values": values, "e^epsilon": str(t), "delta": str(delta)}, some, added)
