"""Hypercube families on small alphabets: exact laws, private mixtures, and both sides of Assouad's private bounds."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from flint import arb

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.divergences import kullback_leibler, squared_hellinger, total_variation
from lowerbounds.information.laws import FiniteLaw

Vertex = tuple[int, ...]


def vertices(k: int) -> list[Vertex]:
    """The hypercube {-1, 1}^k."""
    return list(product((-1, 1), repeat=k))


def flip(v: Vertex, j: int) -> Vertex:
    """The vertex with co-ordinate j flipped."""
    return (*v[:j], -v[j], *v[j + 1 :])


def signs(chances: Sequence[Fraction]) -> FiniteLaw:
    """The law of independent signs, the j-th 1 with the j-th probability."""
    masses: dict[Vertex, Fraction] = {(): Fraction(1)}
    for p in chances:
        masses = {(*x, s): m * (p if s == 1 else 1 - p) for x, m in masses.items() for s in (-1, 1)}
    return FiniteLaw(tuple(masses.items()))


def power(law: FiniteLaw, count: int) -> FiniteLaw:
    """The law of that many independent draws."""
    masses: dict[tuple[object, ...], Fraction] = {(): Fraction(1)}
    for _ in range(count):
        masses = {(*x, a): m * q for x, m in masses.items() for a, q in law}
    return FiniteLaw(tuple(masses.items()))


@dataclass(frozen=True)
class Cube:
    """A family of laws indexed by {-1, 1}^k, all on one alphabet."""

    k: int
    law: Callable[[Vertex], FiniteLaw]

    def alphabet(self) -> tuple[object, ...]:
        """The common atoms."""
        return self.law(vertices(self.k)[0]).atoms

    def channels(self, t: Fraction) -> list[Channel]:
        """Every extreme channel on the alphabet, t = e^alpha."""
        return list(extreme_channels(self.alphabet(), t))

    def moments(self, v: Vertex, channel: Channel) -> Iterator[list[Fraction]]:
        """For each message: E[q], then E[phi_j q] for every j, under P_v."""
        laws = [self.law(v), *(self.law(flip(v, j)) for j in range(self.k))]
        sent = [law.through(channel) for law in laws]
        for z in sent[0].atoms:
            base = sent[0][z]
            yield [base, *(other[z] - base for other in sent[1:])]

    def chi(self, v: Vertex, channel: Channel) -> Fraction:
        """The sum over j of the integral of E[phi_j q]^2 / E[q] under P_v."""
        return sum(
            (sum((x * x for x in rest), Fraction(0)) / base for base, *rest in self.moments(v, channel) if base),
            Fraction(0),
        )

    def hellinger(self, v: Vertex, channel: Channel) -> arb:
        """The sum over j of the squared Hellinger distances of M_v and M_(v with j flipped)."""
        sent = self.law(v).through(channel)
        others = (self.law(flip(v, j)).through(channel) for j in range(self.k))
        return sum((squared_hellinger(sent, other) for other in others), arb(0))

    def kl(self, v: Vertex, channel: Channel) -> arb:
        """The sum over j of KL(M_v, M_(v with j flipped))."""
        sent = self.law(v).through(channel)
        others = (self.law(flip(v, j)).through(channel) for j in range(self.k))
        return sum((kullback_leibler(sent, other) for other in others), arb(0))

    def transcripts(self, v: Vertex, first: Channel, then: Callable[[object], Channel]) -> FiniteLaw:
        """The law of two users' messages, where the second user's channel depends on the first message."""
        law = self.law(v)
        return FiniteLaw(tuple(((z, y), p * q) for z, p in law.through(first) for y, q in law.through(then(z))))

    def average_variation(self, messages: Callable[[Vertex], FiniteLaw], tau: Fraction = Fraction(1, 2)) -> Fraction:
        """(1/k) sum over j of TV(M_+j, M_-j), the mixtures weighted by independent co-ordinates that are 1 w.p. tau."""
        total = Fraction(0)
        sent = {v: messages(v) for v in vertices(self.k)}
        for j in range(self.k):
            mixtures = []
            for side in (1, -1):
                masses: dict[object, Fraction] = {}
                for v in vertices(self.k):
                    if v[j] != side:
                        continue
                    weight = Fraction(1)
                    for i, s in enumerate(v):
                        weight *= Fraction(1) if i == j else (tau if s == 1 else 1 - tau)
                    for z, p in sent[v]:
                        masses[z] = masses.get(z, Fraction(0)) + weight * p
                mixtures.append(FiniteLaw(tuple(masses.items())))
            total += total_variation(*mixtures)
        return total / self.k


def flips_together(cube: Cube, v: Vertex, i: int, j: int, samples: int) -> Fraction:
    """The mean under P_v of the product of the likelihood ratios, of a given number of draws, of v_i flipped and of v_j flipped."""
    here, first, second = (power(cube.law(u), samples) for u in (v, flip(v, i), flip(v, j)))
    return sum((first[x] * second[x] / mass for x, mass in here), Fraction(0))


def bumps(k: int, height: Fraction) -> Cube:
    """k equal cells, the halves of the j-th with densities 1 + v_j height and 1 - v_j height: a stand-in for kent (208)."""

    def law(v: Vertex) -> FiniteLaw:
        masses = {(j, side): (1 + side * s * height) / (2 * k) for j, s in enumerate(v) for side in (1, -1)}
        return FiniteLaw(tuple(masses.items()))

    return Cube(k, law)


def shifted(k: int, delta: Fraction) -> Cube:
    """kent (190): k independent signs with means delta * v."""
    return Cube(k, lambda v: signs([(1 + delta * s) / 2 for s in v]))


def sparse(k: int, delta: Fraction) -> Cube:
    """kent (206): k independent signs with means delta * (v + 1)/2."""
    return Cube(k, lambda v: signs([Fraction(1, 2) + delta * (s + 1) / 4 for s in v]))
