"""Finite cases for bassily's lower bounds: sign cubes through extreme private channels, decoders, counts."""

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb

_CORNERS = tuple(product((-1, 1), repeat=2))


def _channels(settings: Settings, t: Fraction) -> Iterator[tuple[int, Channel]]:
    """Extreme channels on the corners of the square; every fifth where quick."""
    for index, channel in enumerate(extreme_channels(_CORNERS, t)):
        if not settings.quick or index % 5 == 0:
            yield index, channel


def _biased(v: tuple[int, ...], alpha: Fraction) -> FiniteLaw:
    """Independent signs z_j with mean alpha v_j."""
    masses: dict[Hashable, Fraction | int] = {}
    for z in _CORNERS:
        mass = Fraction(1)
        for a, b in zip(z, v, strict=True):
            mass *= (1 + alpha * a * b) / 2
        masses[z] = mass
    return FiniteLaw.of(masses)


def separation(_: Settings) -> Iterator[Case]:
    """h/(2d) next to 1 - theta.v/sqrt(d), d = 4, v = (1, 1, 1, 1), theta on a grid in the unit ball."""
    for theta in product((Fraction(-1, 2), Fraction(0), Fraction(1, 2)), repeat=4):
        wrong = sum(1 for x in theta if x <= 0)
        yield Case({"theta": [str(x) for x in theta]}, Fraction(wrong, 8), 1 - sum(theta, Fraction(0)) / 2)


def _counts(m: int, p: Fraction) -> list[Fraction]:
    return [comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1)]


def counts_apart(m: int, alpha: Fraction) -> Fraction:
    """The squared differences of the masses of Bin(m, (1 + alpha)/2) and Bin(m, (1 - alpha)/2) over their means."""
    high, low = _counts(m, (1 + alpha) / 2), _counts(m, (1 - alpha) / 2)
    return sum((2 * (a - b) ** 2 / (a + b) for a, b in zip(high, low, strict=True) if a + b), Fraction(0))


def gram(_: Settings) -> Iterator[Case]:
    """The squared norm of (b_+ - b_-)/b under the mean law b, next to min(4, 4 m alpha^2)."""
    for m, k in product(range(1, 7), range(1, 9)):
        alpha = Fraction(k, 8)
        yield Case({"m": m, "alpha": str(alpha)}, counts_apart(m, alpha), min(Fraction(4), 4 * m * alpha**2))


def mixtures(settings: Settings) -> Iterator[Case]:
    """Sum over both coordinates of the chi-square-like distance of the mixtures, next to m alpha^2 (e^epsilon - 1)^2."""
    alpha, t = Fraction(1, 2), Fraction(2)
    for index, channel in _channels(settings, t):
        total = Fraction(0)
        for j in (0, 1):
            sides = []
            for sign in (1, -1):
                laws = [_biased(v, alpha).through(channel) for v in _CORNERS if v[j] == sign]
                sides.append({y: sum((law[y] for law in laws), Fraction(0)) / len(laws) for y in laws[0].atoms})
            total += sum(
                ((sides[0][y] - sides[1][y]) ** 2 * 2 / (sides[0][y] + sides[1][y]) for y in sides[0]), Fraction(0)
            )
        yield Case({"channel": index, "d": 2, "m": 1, "alpha": "1/2", "e^epsilon": "2"}, total, alpha**2 * (t - 1) ** 2)


def flips(settings: Settings) -> Iterator[Case]:
    """Sum over both coordinates of the KL to the flipped corner's message, next to (e^epsilon - 1)^2/4 times chi-square."""
    alpha, t = Fraction(1, 2), Fraction(2)
    limit = (t - 1) ** 2 / 4 * (4 * alpha**2 / (1 - alpha**2))
    for index, channel in _channels(settings, t):
        base = _biased((1, 1), alpha).through(channel)
        total = sum((kullback_leibler(base, _biased(v, alpha).through(channel)) for v in ((-1, 1), (1, -1))), arb(0))
        yield Case({"channel": index, "d": 2, "m": 1, "alpha": "1/2", "e^epsilon": "2"}, total, limit)


def point_masses(settings: Settings) -> Iterator[Case]:
    """The best decoder's mean number of wrong signs from one user's message of V itself, next to (d/2)(1 - epsilon/sqrt(d))."""
    for t in (Fraction(3, 2), Fraction(2)):
        right = 1 - as_arb(t).log() / arb(2).sqrt()
        for index, channel in _channels(settings, t):
            wrong = Fraction(0)
            for j in (0, 1):
                sides = [
                    FiniteLaw.of({v: Fraction(v[j] == sign, 2) for v in _CORNERS}).through(channel) for sign in (1, -1)
                ]
                wrong += (1 - total_variation(*sides)) / 2
            # Reversed: the number of wrong signs is at least the bound.
            yield Case({"channel": index, "d": 2, "n": 1, "e^epsilon": str(t)}, right, wrong)


def one_sign(_: Settings) -> Iterator[Case]:
    """Whether two signs differ, next to a quarter of their squared distance."""
    for a, b in product((-1, 1), repeat=2):
        yield Case({"a": a, "b": b}, int(a != b), Fraction((a - b) ** 2, 4))


def hamming(_: Settings) -> Iterator[Case]:
    """d_ham next to d |theta_v - theta_w|^2, theta_v = v/sqrt(d), for d = 1, 2, 3."""
    for d in (1, 2, 3):
        for v in product((-1, 1), repeat=d):
            wrong = sum(1 for x in v if x < 0)
            squared = sum((Fraction((x - 1) ** 2, d) for x in v), Fraction(0))
            yield Case({"d": d, "v": list(v), "w": [1] * d}, wrong, d * squared, left_again=Fraction(d - sum(v), 2))


def farthest(_: Settings) -> Iterator[Case]:
    """The decoder as printed, arg max, for an estimate without error, d = 1, 2, 3, next to 2d |theta_V - A|^2."""
    for d in (1, 2, 3):
        truth = (1,) * d
        corners = list(product((-1, 1), repeat=d))
        chosen = max(corners, key=lambda v: sum((a - b) ** 2 for a, b in zip(v, truth, strict=True)))
        wrong = sum(1 for a, b in zip(chosen, truth, strict=True) if a != b)
        yield Case({"d": d, "A": "theta_V"}, wrong, 0, left_again=d)


def nearest(_: Settings) -> Iterator[Case]:
    """arg min, ties against it, next to d |theta_V - A|^2, d = 4, A on a grid."""
    grid = [Fraction(k, 4) for k in range(-2, 3)]
    for a in product(grid, repeat=4):
        wrong = sum(1 for x in a if x <= 0)
        yield Case({"A": [str(x) for x in a]}, wrong, 4 * sum(((x - Fraction(1, 2)) ** 2 for x in a), Fraction(0)))


def few_near(_: Settings) -> Iterator[Case]:
    """log of the share of corners within d/100 of one, next to -5d/8."""
    for d in (1, 50, 100, 250, 800, 2000):
        near = sum(comb(d, k) for k in range(d // 100 + 1))
        yield Case({"d": d}, as_arb(Fraction(near, 2**d)).log(), Fraction(-5 * d, 8))


def two_thresholds(_: Settings) -> Iterator[Case]:
    """d = 800, d_ham = 8 = d/100 always, Y independent of V: both displays hold, and I = 0."""
    d, wrong, information = 800, 8, 0
    assert wrong <= Fraction(d, 100)
    assert not wrong >= Fraction(d, 50)
    assert 1 - (arb(2).log() + information) * 200 / d < 1
    least = arb(d) / 400 - arb(2).log()
    again = (arb(d) / 200).exp().log() / 2 - arb(2).log()
    yield Case({"d": d, "d_ham": wrong, "I": information}, least, information, left_again=again)


def two_valued(_: Settings) -> Iterator[Case]:
    """P(h >= d/50) for h = a or b with mean d/100, a <= d/100 <= b whole numbers, next to 1/2."""
    for d in (50, 100, 120):
        mean = Fraction(d, 100)
        for low, high in product(range(d + 1), repeat=2):
            if low <= mean < high:
                chance = (mean - low) / (high - low)
                tail = chance * (high >= Fraction(d, 50)) + (1 - chance) * (low >= Fraction(d, 50))
                yield Case({"d": d, "values": [low, high]}, tail, Fraction(1, 2))


def informative(_: Settings) -> Iterator[Case]:
    """I(V;Y) next to 5d/16 - log 2, for two ways to know V with E|theta_V - A|^2 <= 1/200.

    Signs erased: floor(d/200) of d, the estimate 0 there: the error is their share. Signs flipped with probability
    p = 1/800 and the estimate (1 - 2p) Y/sqrt(d): the error is 4p(1 - p).
    """
    flip = Fraction(1, 800)
    assert 4 * flip * (1 - flip) <= Fraction(1, 200)
    entropy = -(as_arb(flip) * as_arb(flip).log() + as_arb(1 - flip) * as_arb(1 - flip).log())
    for d in (1, 2, 10, 200, 1000):
        right = as_arb(Fraction(5 * d, 16)) - arb(2).log()
        yield Case({"d": d, "Y": "signs erased"}, (d - d // 200) * arb(2).log(), right)
        yield Case({"d": d, "Y": "signs flipped"}, d * (arb(2).log() - entropy), right)


def _information(prior: dict[int, Fraction], channel: Mapping[int, FiniteLaw] | Channel) -> arb:
    """I(V;Y) of one message, the mean KL of each input's law to the mixture."""
    mixture: dict[Hashable, Fraction] = {}
    for v, weight in prior.items():
        for y, mass in channel[v]:
            mixture[y] = mixture.get(y, Fraction(0)) + weight * mass
    mixed = FiniteLaw.of(dict(mixture))
    return sum((as_arb(w) * kullback_leibler(channel[v], mixed) for v, w in prior.items()), arb(0))


def two_users(_: Settings) -> Iterator[Case]:
    """I(V; Y_1 Y_2) by the joint law, again by the chain rule, next to the largest that each message can tell."""
    atoms, t = (0, 1, 2), Fraction(2)
    prior = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    channels = list(extreme_channels(atoms, t))
    best = max((_information(prior, channel) for channel in channels), key=lambda x: float(x.mid()))
    for index, first in enumerate(channels):
        messages = first[0].atoms
        seconds = {y: channels[(index + k) % 2] for k, y in enumerate(messages)}
        joint = {v: FiniteLaw.of({(y, z): p * q for y, p in first[v] for z, q in seconds[y][v]}) for v in atoms}
        chain, limit = _information(prior, first), best
        for y in messages:
            chance = sum((prior[v] * first[v][y] for v in atoms), Fraction(0))
            posterior = {v: prior[v] * first[v][y] / chance for v in atoms}
            chain += as_arb(chance) * _information(posterior, seconds[y])
            told = [_information(posterior, channel) for channel in channels]
            limit += as_arb(chance) * max(told, key=lambda x: float(x.mid()))
        # The user whose channel is the best one attains its bound; room for the enclosures' radii.
        yield Case({"first": index}, _information(prior, joint), limit + arb(2) ** -40, left_again=chain)


def published(_: Settings) -> Iterator[Case]:
    """E min(1, 1/sqrt(K)) for K ~ Bin(n, delta) next to 2/sqrt(n delta)."""
    for n, delta in product((1, 4, 20, 100), (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2), Fraction(99, 100))):
        masses = (comb(n, k) * delta**k * (1 - delta) ** (n - k) for k in range(n + 1))
        mean = sum((as_arb(mass) / as_arb(max(k, 1)).sqrt() for k, mass in enumerate(masses)), arb(0))
        yield Case({"n": n, "delta": str(delta)}, mean, 2 / as_arb(n * delta).sqrt())
