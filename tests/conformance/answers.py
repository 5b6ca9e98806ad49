"""The laws of messages that are one of finitely many answers, or one of two halves of a sphere."""

from fractions import Fraction
from math import exp
from typing import Any

import numpy as np

from tests.conformance.one_law import Events, Law
from upperbounds.channels.loss import PrivacyLoss, T


class Symbols(Law):
    """k-ary response; `weights` are the probabilities of the true symbols."""

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


class Signed(Symbols):
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


class Window(Symbols):
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


class Centred(Law):
    """The channel's law of the distance to the centre."""

    @property
    def around(self) -> Law:
        return Window(self.channel.channel, self.whole)

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


class Fading(Centred):
    """The channel's law of what the distance to the centre leaves of the reach."""

    def off(self, x: Any) -> Fraction:
        return Fraction(self.channel.reach) - abs(super().off(x))


class Near(Symbols):
    """Two symbols: whether the distance to the centre is small."""

    @property
    def symbols(self) -> int:
        return 2

    def weights(self, x: Any) -> list[Fraction]:
        near = abs(Fraction(x) - Fraction(self.channel.centre)) <= Fraction(self.channel.half_width)
        return [Fraction(int(not near)), Fraction(int(near))]


class Two(Law):
    """One of two answers, rounded without bias, then by randomized response; `weight`: the probability of the first."""

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


class Ball(Two):
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


class BallAround(Law):
    """The ball's law of the difference to the centre."""

    @property
    def around(self) -> Law:
        return Ball(self.channel.channel, self.whole)

    def off(self, x: Any) -> dict[str, np.ndarray]:
        return {"vector": x["vector"] - self.channel.centre}

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        return self.around.ratio(self.off(x), self.off(y), z)

    def anything(self, rng: np.random.Generator) -> Any:
        return self.around.anything(rng)

    def likeliest(self, x: Any, y: Any) -> Any:
        return self.around.likeliest(self.off(x), self.off(y))

    def events(self, x: Any) -> Events:
        return self.around.events(self.off(x))
