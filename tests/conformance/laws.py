"""The laws of single messages, written down again: probabilities as functions of t, densities as rational log ratios.

They judge the channels: their ratios bound the privacy of a transcript, and samples are compared with their
probabilities. A channel that has no law here fails every estimator that uses it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.special import ndtri

from tests.conformance import answers
from tests.conformance.one_law import LEVELS, Events, Law, UnboundedLossError, quantiles, window
from upperbounds.channels import (
    KaryResponse,
    LaplaceHistogram,
    LaplaceOnInterval,
    RoundedResponse,
    UnaryEncoding,
    WindowResponse,
)
from upperbounds.channels.ball import BallAround, BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.centred import Centred, Either, Fading, Near
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.hashed import HashedVotes, OfCoordinate
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss, T
from upperbounds.channels.nearest import HashedDistance, NearestVote, public_signs
from upperbounds.channels.signed import SignedResponse
from upperbounds.mean.baselines import Disclosure


class _Bits(Law):
    @property
    def unit(self) -> Fraction:
        return self.channel.unit * self.budget

    def bits(self, x: Any) -> list[int]:
        hot = window(x, self.channel.bins, self.channel.hot)
        return [int(k in hot) for k in range(self.channel.bins)]

    def chance(self, bit: int, answer: Any) -> Any:
        one = self.channel.answer_one[bit]
        return one if answer else 1 - one

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        found = T / T
        for a, b, answer in zip(self.bits(x), self.bits(y), z, strict=True):
            if a != b:
                found = found * self.chance(a, answer) / self.chance(b, answer)
        return self.of_t(found)

    def anything(self, rng: np.random.Generator) -> Any:
        return rng.random(self.channel.bins) < 0.5

    def likeliest(self, x: Any, y: Any) -> Any:
        return np.array(self.bits(x), dtype=bool)

    def events(self, x: Any) -> Events:
        chances = [self.number(self.chance(bit, 1)) for bit in self.bits(x)]
        single = [(lambda z, k=k: z[:, k], p) for k, p in enumerate(chances)]
        both = [(lambda z, k=k: z[:, k] & z[:, k + 1], p * q) for k, (p, q) in enumerate(pairwise(chances))]
        return [*single, *both]


class _NearestBits(_Bits):
    """A vote for the nearest centre: bits of a unary encoding."""

    @property
    def unit(self) -> Fraction:
        return self.channel.vote.unit * self.budget

    def bits(self, x: Any) -> list[int]:
        near = _nearest(x, self.channel.centres)
        return [int(k == near) for k in range(self.channel.vote.bins)]

    def chance(self, bit: int, answer: Any) -> Any:
        one = self.channel.vote.answer_one[bit]
        return one if answer else 1 - one

    def anything(self, rng: np.random.Generator) -> Any:
        return rng.random(self.channel.vote.bins) < 0.5


def _nearest(x: Any, centres: Any) -> int:
    distances = [abs(Fraction(x) - Fraction(centre)) for centre in centres]
    return distances.index(min(distances))


class _Interval(Law):
    def clip(self, x: Any) -> Fraction:
        lower, upper = (
            Fraction(np.asarray(end, dtype=object).item()) for end in (self.channel.lower, self.channel.upper)
        )
        return min(max(Fraction(x), lower), upper)

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        distance = abs(Fraction(z) - self.clip(y)) - abs(Fraction(z) - self.clip(x))
        return PrivacyLoss.of(distance / Fraction(self.channel.scale) / self.whole)

    def anything(self, rng: np.random.Generator) -> Any:
        return Fraction(int(rng.integers(-400, 400)), 100)

    def likeliest(self, x: Any, y: Any) -> Any:
        return self.clip(x)

    def events(self, x: Any) -> Events:
        return quantiles(float(self.channel.scale), lambda z: z, float(self.clip(x)))


class _Distance(Law):
    """The clipped distance to the nearest centre times the user's sign for it, with Laplace noise."""

    def said(self, x: Any) -> Fraction:
        near, reach = _nearest(x, self.channel.centres), Fraction(self.channel.reach)
        off = min(max(Fraction(x) - Fraction(self.channel.centres[near]), -reach), reach)
        return off * int(self.channel.own[near])

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        distance = abs(Fraction(z) - self.said(y)) - abs(Fraction(z) - self.said(x))
        return PrivacyLoss.of(distance / Fraction(self.channel.scale) / self.whole)

    def anything(self, rng: np.random.Generator) -> Any:
        return Fraction(int(rng.integers(-400, 400)), 100)

    def likeliest(self, x: Any, y: Any) -> Any:
        return self.said(x)

    def events(self, x: Any) -> Events:
        return quantiles(float(self.channel.scale), lambda z: z, float(self.said(x)))


@dataclass(frozen=True, eq=False)
class _OneUsers(HashedDistance):
    """The channel as one user has it, with their signs."""

    own: Any = None

    def signs(self, users: int) -> Any:
        return np.array([self.own])


class _Histogram(Law):
    def vote(self, x: Any) -> list[int]:
        hot = window(x, self.channel.bins, self.channel.hot)
        return [int(k in hot) for k in range(self.channel.bins)]

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        rows = zip(self.vote(x), self.vote(y), z, strict=True)
        distance = sum((abs(Fraction(c) - b) - abs(Fraction(c) - a) for a, b, c in rows), Fraction(0))
        return PrivacyLoss.of(distance / Fraction(self.channel.scale) / self.whole)

    def anything(self, rng: np.random.Generator) -> Any:
        return np.array([Fraction(int(k), 10) for k in rng.integers(-20, 30, self.channel.bins)], dtype=object)

    def likeliest(self, x: Any, y: Any) -> Any:
        return np.array([Fraction(bit) for bit in self.vote(x)], dtype=object)

    def events(self, x: Any) -> Events:
        scale = float(self.channel.scale)
        return [
            event
            for k, bit in enumerate(self.vote(x))
            for event in quantiles(scale, lambda z, k=k: z[:, k], float(bit))
        ]


class _Gaussian(Law):
    """No finite ratio: its divergence is judged."""

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        raise UnboundedLossError

    def anything(self, rng: np.random.Generator) -> Any:
        return 3 * rng.standard_normal(np.shape(self.channel.centre)[-1])

    def mean(self, x: Any) -> np.ndarray:
        """x, moved to the ball where it is outside."""
        offset = np.asarray(x["vector"]) - self.channel.centre
        return self.channel.centre + offset * min(1.0, self.channel.radius / max(float(np.linalg.norm(offset)), 1e-300))

    def events(self, x: Any) -> Events:
        mean = self.mean(x)
        ends = [(k, mean[k] + self.channel.sigma * float(ndtri(p)), p) for k in range(len(mean)) for p in LEVELS]
        return [(lambda z, k=k, end=end: z[:, k] <= end, p) for k, end, p in ends]


class _Disclosed(Law):
    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        if x == y:
            return NO_LOSS
        raise UnboundedLossError

    def anything(self, rng: np.random.Generator) -> Any:
        return Fraction(int(rng.integers(-9, 9)), 9)

    def likeliest(self, x: Any, y: Any) -> Any:
        return x

    def events(self, x: Any) -> Events:
        return [(lambda z: z == x, 1.0)]


class _Hashed(_Interval):
    """Signs, and then a number: given the signs, the Laplace law around the clipped sum of what is voted for."""

    def around(self, x: Any, z: Any) -> Fraction:
        total = sum(int(sign) for sign, vote in zip(z[:-1], x["vector"], strict=True) if vote)
        edge = Fraction(self.channel.edge)
        return min(max(Fraction(total), -edge), edge)

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        distance = abs(Fraction(z[-1]) - self.around(y, z)) - abs(Fraction(z[-1]) - self.around(x, z))
        return PrivacyLoss.of(distance / Fraction(self.channel.scale) / self.whole)

    def anything(self, rng: np.random.Generator) -> Any:
        return np.array([*(2 * rng.integers(0, 2, self.channel.dimension) - 1), super().anything(rng)], dtype=object)

    def likeliest(self, x: Any, y: Any) -> Any:
        signs = [1 if b <= a else -1 for a, b in zip(x["vector"], y["vector"], strict=True)]
        return np.array([*signs, self.around(x, [*signs, 0])], dtype=object)

    def events(self, x: Any) -> Events:
        def off(z: np.ndarray) -> np.ndarray:
            edge = float(self.channel.edge)
            return np.asarray(z[:, -1] - np.clip(z[:, :-1] @ x["vector"], -edge, edge))

        agree = (lambda z: z[:, 0] == z[:, -2], 1.0 if self.channel.dimension == 1 else 0.5)
        return [agree, (lambda z: z[:, 0] == 1, 0.5), *quantiles(float(self.channel.scale), off, 0.0)]


class _OfCoordinate(Law):
    """The law of a channel on one number of a vector."""

    @property
    def inner(self) -> Law:
        return LAWS[type(self.channel.channel)](self.channel.channel, self.whole)

    def number_of(self, x: Any) -> Any:
        return x["vector"][int(self.channel.place)]

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        return self.inner.ratio(self.number_of(x), self.number_of(y), z)

    def anything(self, rng: np.random.Generator) -> Any:
        return self.inner.anything(rng)

    def likeliest(self, x: Any, y: Any) -> Any:
        return self.inner.likeliest(self.number_of(x), self.number_of(y))

    def events(self, x: Any) -> Events:
        return self.inner.events(self.number_of(x))


LAWS: dict[type, type[Law]] = {
    UnaryEncoding: _Bits,
    LaplaceOnInterval: _Interval,
    LaplaceHistogram: _Histogram,
    KaryResponse: answers.Symbols,
    SignedResponse: answers.Signed,
    RoundedResponse: answers.Two,
    WindowResponse: answers.Window,
    Centred: answers.Centred,
    Fading: answers.Fading,
    Near: answers.Near,
    BallResponse: answers.Ball,
    BallAround: answers.BallAround,
    GaussianOnBall: _Gaussian,
    NearestVote: _NearestBits,
    _OneUsers: _Distance,
    HashedDistance: _Distance,
    Disclosure: _Disclosed,
    HashedVotes: _Hashed,
    OfCoordinate: _OfCoordinate,
}


def law(channel: Any, shape: Sequence[int], index: tuple[int, ...], whole: Fraction) -> Law:
    """The law of the message at `index` of inputs of this shape.

    A channel that says which part of a budget it spends has the law of what it draws from: what it says is judged.
    """
    while isinstance(channel, PartOfBudget):
        channel = channel.channel
    if isinstance(channel, Either):
        which = bool(np.broadcast_to(np.asarray(channel.which), shape)[index])
        return law(channel.second if which else channel.first, shape, index, whole)
    assert type(channel) in LAWS, f"{type(channel).__name__}: write its law down in tests/conformance/laws.py"
    if isinstance(channel, OfCoordinate):
        inner = law(channel.channel, shape, index, whole).channel
        place = np.broadcast_to(np.asarray(channel.place), shape)[index]
        return _OfCoordinate(OfCoordinate(inner, place), whole)
    if isinstance(channel, LaplaceOnInterval):
        ends = (np.broadcast_to(np.asarray(end, dtype=object), shape)[index] for end in (channel.lower, channel.upper))
        channel = replace(channel, **dict(zip(("lower", "upper"), ends, strict=True)))
    if isinstance(channel, Centred | Fading | Near):
        centre = np.broadcast_to(np.asarray(channel.centre, dtype=object), shape)[index]
        channel = replace(channel, centre=centre)
    if isinstance(channel, HashedDistance):
        signs = public_signs(channel.seed, shape[-1], np.shape(channel.centres)[-1])[index[-1]]
        channel = _OneUsers(**vars(channel), own=signs)
    if isinstance(channel, NearestVote | HashedDistance):
        rows = np.broadcast_to(np.expand_dims(channel.centres, -2), (*shape, np.shape(channel.centres)[-1]))
        channel = replace(channel, centres=rows[index])
    if isinstance(channel, GaussianOnBall | BallAround):
        size = np.shape(channel.centre)[-1]
        channel = replace(channel, centre=np.broadcast_to(channel.centre, (*shape, size))[index])
    return LAWS[type(channel)](channel, whole)
