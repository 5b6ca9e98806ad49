"""The laws of single messages, written down anew: chances as functions of t, densities as rational log ratios.

They judge the channels: their ratios bound the privacy of a transcript, and samples are held against their chances. A
channel that has no law here fails every estimator that uses it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import exp, log
from typing import Any

import numpy as np
from scipy.special import ndtri

from upperbounds.channels import (
    KaryResponse,
    LaplaceHistogram,
    LaplaceOnInterval,
    RoundedResponse,
    UnaryEncoding,
    WindowResponse,
)
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.centred import Centred, Either, Fading, Near
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.hashed import HashedVotes, OfCoordinate
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss, T, evaluate
from upperbounds.channels.nearest import HashedDistance, NearestVote, public_signs
from upperbounds.channels.signed import SignedResponse
from upperbounds.mean.baselines import Disclosure

Events = list[tuple[Callable[[np.ndarray], np.ndarray], float]]
"""Events of an array of messages, messages on the first axis, and their chances."""

LEVELS = (0.03, 0.2, 0.5, 0.8, 0.97)


class UnboundedLossError(ArithmeticError):
    """Two laws without a finite ratio."""


def simple(value: Any) -> Fraction:
    """The rational that a budget in floats stands for."""
    return Fraction(value).limit_denominator(10**4)


@dataclass(frozen=True)
class Law:
    """The law of one message of `channel`, for a user whose whole budget is `whole`."""

    channel: Any
    whole: Fraction

    @property
    def budget(self) -> Fraction:
        """The channel's epsilon in parts of the whole."""
        return simple(self.channel.epsilon) / self.whole

    @property
    def unit(self) -> Fraction:
        """What t = e^(unit * whole) is."""
        return self.budget

    def of_t(self, ratio: Any) -> PrivacyLoss:
        """A ratio in Q(t)."""
        return PrivacyLoss(ratio, self.unit)

    def number(self, chance: Any) -> float:
        """A chance in Q(t) as a number."""
        return evaluate(T / T * chance, float(self.unit * self.whole))

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        """How likely z is given x, over how likely given y."""
        raise NotImplementedError

    def anything(self, rng: np.random.Generator) -> Any:
        """Any message, the least likely ones too."""
        raise NotImplementedError

    def likeliest(self, x: Any, y: Any) -> Any:
        """A message whose ratio is the largest."""
        raise NotImplementedError

    def events(self, x: Any) -> Events:
        """What a message given x is held against."""
        raise NotImplementedError


def window(place: Any, bins: int, hot: int) -> list[int]:
    """The bins that a user votes for."""
    return [k for k in range(bins) if abs(k - int(place)) <= hot // 2]


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


def _quantiles(scale: float, values: Callable[[np.ndarray], np.ndarray], centre: float) -> Events:
    """The quantiles of Laplace noise around `centre`."""
    ends = [centre + scale * (log(2 * p) if p <= 0.5 else -log(2 - 2 * p)) for p in LEVELS]
    return [(lambda z, end=end: values(z) <= end, p) for end, p in zip(ends, LEVELS, strict=True)]


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
        return _quantiles(float(self.channel.scale), lambda z: z, float(self.clip(x)))


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
        return _quantiles(float(self.channel.scale), lambda z: z, float(self.said(x)))


@dataclass(frozen=True, eq=False)
class _OneUsers(HashedDistance):
    """The channel as one user has it, with her signs."""

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
            for event in _quantiles(scale, lambda z, k=k: z[:, k], float(bit))
        ]


class _Symbols(Law):
    """k-ary response; `weights` are the chances of the true symbols."""

    @property
    def symbols(self) -> int:
        return int(self.channel.symbols)

    def weights(self, x: Any) -> list[Fraction]:
        return [Fraction(int(k == x)) for k in range(self.symbols)]

    def chance(self, x: Any, z: Any) -> Any:
        weight = self.weights(x)[int(z)]
        return (1 + (T - 1) * weight.numerator / weight.denominator) / (T + self.symbols - 1)

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        return self.of_t(self.chance(x, z) / self.chance(y, z))

    def anything(self, rng: np.random.Generator) -> Any:
        return int(rng.integers(self.symbols))

    def likeliest(self, x: Any, y: Any) -> Any:
        # (1 + (t-1) a)/(1 + (t-1) b) at t = 2: which is the largest depends on t, not that it is above others at it.
        gains = [(1 + a) / (1 + b) for a, b in zip(self.weights(x), self.weights(y), strict=True)]
        return gains.index(max(gains))

    def events(self, x: Any) -> Events:
        return [(lambda z, k=k: z == k, self.number(self.chance(x, k))) for k in range(self.symbols)]


class _Signed(_Symbols):
    @property
    def budget(self) -> Fraction:
        # epsilon/t for a whole t.
        return Fraction(1, round(float(self.whole) / float(self.channel.epsilon)))

    @property
    def symbols(self) -> int:
        return 2 * int(self.channel.dimension) + 1

    def weights(self, x: Any) -> list[Fraction]:
        vector = [Fraction(float(v)) for v in x["vector"]]
        size = max(sum(map(abs, vector)), Fraction(self.channel.radius))
        ends = [max(v, Fraction(0)) / size for v in vector] + [max(-v, Fraction(0)) / size for v in vector]
        return [*ends, 1 - sum(ends)]


class _Window(_Symbols):
    """Rounded without bias to a level, whose window of answers is likelier; a message is a decoded answer."""

    @property
    def symbols(self) -> int:
        return int(self.channel.levels + self.channel.window - 1)

    @property
    def unit_of_answers(self) -> float:
        window, budget = self.channel.window, float(self.unit * self.whole)
        step = 2 * float(self.channel.half_width) / (self.channel.levels - 1)
        return step * (window * exp(budget) + self.symbols - window) / (window * (exp(budget) - 1))

    def answer(self, z: Any) -> Any:
        return np.rint(np.asarray(z, dtype=float) / self.unit_of_answers + (self.symbols - 1) / 2).astype(int)

    def weights(self, x: Any) -> list[Fraction]:
        half, steps = Fraction(self.channel.half_width), self.channel.levels - 1
        place = (min(max(Fraction(x), -half), half) + half) / (2 * half) * steps
        found = [Fraction(0)] * self.symbols
        for level in range(steps + 1):
            near = max(1 - abs(place - level), Fraction(0))
            for k in range(level, level + self.channel.window):
                found[k] += near
        return found

    def chance(self, x: Any, z: Any) -> Any:
        weight, window = self.weights(x)[int(self.answer(z))], self.channel.window
        return (1 + (T - 1) * weight.numerator / weight.denominator) / (window * T + self.symbols - window)

    def message(self, answer: int) -> float:
        return (answer - (self.symbols - 1) / 2) * self.unit_of_answers

    def anything(self, rng: np.random.Generator) -> Any:
        return self.message(int(rng.integers(self.symbols)))

    def likeliest(self, x: Any, y: Any) -> Any:
        return self.message(super().likeliest(x, y))

    def events(self, x: Any) -> Events:
        chances = [(self.message(k), self.number(self.chance(x, self.message(k)))) for k in range(self.symbols)]
        return [(lambda z, m=m: np.isclose(z, m, rtol=1e-12, atol=1e-12), p) for m, p in chances]


class _Centred(Law):
    """The channel's law of the distance to the centre."""

    @property
    def around(self) -> Law:
        return _Window(self.channel.channel, self.whole)

    def off(self, x: Any) -> Fraction:
        return Fraction(x) - Fraction(self.channel.centre)

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        return self.around.ratio(self.off(x), self.off(y), z)

    def anything(self, rng: np.random.Generator) -> Any:
        return self.around.anything(rng)

    def likeliest(self, x: Any, y: Any) -> Any:
        return self.around.likeliest(self.off(x), self.off(y))

    def events(self, x: Any) -> Events:
        return self.around.events(self.off(x))


class _Fading(_Centred):
    """The channel's law of what the distance to the centre leaves of the reach."""

    def off(self, x: Any) -> Fraction:
        return Fraction(self.channel.reach) - abs(super().off(x))


class _Near(_Symbols):
    """Two symbols: whether the distance to the centre is small."""

    @property
    def symbols(self) -> int:
        return 2

    def weights(self, x: Any) -> list[Fraction]:
        near = abs(Fraction(x) - Fraction(self.channel.centre)) <= Fraction(self.channel.half_width)
        return [Fraction(int(not near)), Fraction(int(near))]


class _Two(Law):
    """One of two answers, rounded without bias and then by randomized response; `weight` is the chance of the first."""

    def weight(self, x: Any) -> Fraction:
        half = Fraction(self.channel.half_width)
        return (1 + min(max(Fraction(x) / half, Fraction(-1)), Fraction(1))) / 2

    def toward(self, weight: Fraction) -> Any:
        return (1 + (T - 1) * weight.numerator / weight.denominator) / (1 + T)

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        a, b = self.toward(self.weight(x)), self.toward(self.weight(y))
        return self.of_t(a / b if z > 0 else (1 - a) / (1 - b))

    def anything(self, rng: np.random.Generator) -> Any:
        return self.size * (1 if rng.random() < 0.5 else -1)

    def likeliest(self, x: Any, y: Any) -> Any:
        return self.size if self.weight(x) >= self.weight(y) else -self.size

    @property
    def size(self) -> float:
        budget = float(self.unit * self.whole)
        return float(self.channel.half_width) * (exp(budget) + 1) / (exp(budget) - 1)

    def events(self, x: Any) -> Events:
        return [
            (lambda z: np.isclose(np.abs(z), self.size, rtol=1e-12), 1.0),
            (lambda z: z > 0, self.number(self.toward(self.weight(x)))),
        ]


class _Ball(_Two):
    """The half sphere around x, or the other; the norm is that which the sampler computes, as an exact number."""

    def weight(self, x: Any) -> Fraction:
        return (1 + min(Fraction(float(np.linalg.norm(x["vector"]) / self.channel.half_width)), Fraction(1))) / 2

    def density(self, x: Any, z: Any) -> Any:
        share = self.toward(self.weight(x))
        return share if np.asarray(z) @ (x["vector"] if np.any(x["vector"]) else np.ones(len(z))) >= 0 else 1 - share

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        return self.of_t(self.density(x, z) / self.density(y, z))

    def anything(self, rng: np.random.Generator) -> Any:
        point = rng.standard_normal(self.channel.dimension)
        return point / np.linalg.norm(point)

    def likeliest(self, x: Any, y: Any) -> Any:
        # Where x and y point opposite ways this is the largest.
        return x["vector"] if self.weight(x) >= self.weight(y) else -y["vector"]

    def events(self, x: Any) -> Events:
        around = self.number(self.toward(self.weight(x)))
        across = np.roll(x["vector"], 1) * np.where(np.arange(len(x["vector"])) % 2, 1.0, -1.0)
        found: Events = [(lambda z: z @ x["vector"] >= 0, around)]
        # At right angles in the plane the other half is as likely.
        return [*found, (lambda z: z @ across >= 0, 0.5)] if len(across) == 2 else found


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
        return [agree, (lambda z: z[:, 0] == 1, 0.5), *_quantiles(float(self.channel.scale), off, 0.0)]


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
    KaryResponse: _Symbols,
    SignedResponse: _Signed,
    RoundedResponse: _Two,
    WindowResponse: _Window,
    Centred: _Centred,
    Fading: _Fading,
    Near: _Near,
    BallResponse: _Ball,
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
    if isinstance(channel, GaussianOnBall):
        size = np.shape(channel.centre)[-1]
        channel = replace(channel, centre=np.broadcast_to(channel.centre, (*shape, size))[index])
    return LAWS[type(channel)](channel, whole)
