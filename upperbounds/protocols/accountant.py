"""What a whole run spends: the hockey-stick divergence of all that depends on one user, enclosed.

A run is steps: which users answer, and which pair of laws no pair of their data's messages is farther apart than. Pure
and approximate channels are post-processings of randomized response (Kairouz, Oh and Viswanath 2015, Theorem 3.3), also
where each depends on the answers before, and several Gaussian noises are one; so the divergence of their composition is
a finite sum of those of two normals. It is enclosed in balls (python-flint); `privacy_profile` is the same in floats.
Where a part is the very pair (randomized response, votes, Gaussian noise on points that are as far apart), the upper
and the lower end meet; else the upper end alone holds.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product

from flint import arb, arb_poly, ctx, fmpq

from notation.parameters import ParameterError, count, finite, positive

Number = float | Fraction
_BITS, _MOST_BITS, _ENOUGH = 128, 2048, 50
MOST_TERMS = 200_000
"""Values of the loss of one user's messages together: some seconds."""


@dataclass(frozen=True)
class Enclosed:
    """A number between `lower` and `upper`, both floats rounded outwards."""

    lower: float
    upper: float


@dataclass(frozen=True)
class Pure:
    """`times` answers that are (epsilon, delta)-private each: randomized response, and with chance delta the data.

    Raises ParameterError unless epsilon is above 0 and delta at least 0 and below 1.
    """

    epsilon: float
    delta: float = 0.0
    times: int = 1

    def __post_init__(self) -> None:
        """Refuse what is no budget."""
        positive("epsilon", self.epsilon)
        if not 0 <= finite("delta", self.delta) < 1:
            raise ParameterError(f"delta = {self.delta!r}: must be at least 0 and below 1")
        count("times", self.times)


@dataclass(frozen=True)
class Noise:
    """`times` answers with Gaussian noise of standard deviation `sigma` on what one user moves by `sensitivity`."""

    sensitivity: Number
    sigma: float
    times: int = 1

    def __post_init__(self) -> None:
        """Refuse what is no noise."""
        positive("sensitivity", self.sensitivity)
        positive("sigma", self.sigma)
        count("times", self.times)


@dataclass(frozen=True)
class Chosen:
    """`times` answers of the exponential mechanism at epsilon, P(option) in proportion to e^(-epsilon cost/2).

    `costs` are (cost for one data set, cost for the other, number of such options): the very pair of laws.
    """

    epsilon: float
    costs: tuple[tuple[int, int, int], ...]
    times: int = 1

    def __post_init__(self) -> None:
        """Refuse what is no choice."""
        positive("epsilon", self.epsilon)
        for _, _, options in self.costs:
            count("options", options)
        count("times", self.times)


Part = Pure | Noise | Chosen


@dataclass(frozen=True)
class Step:
    """`users`, a range of step 1, answer once, each through a channel of her own."""

    users: range
    part: Part


def votes(epsilon: float) -> Pure:
    """One-hot votes at epsilon in all: two bits differ between two data, each is randomized response at epsilon/2."""
    return Pure(epsilon / 2, times=2)


def sampled(epsilon: float, delta: float, drawn: int, users: int) -> Pure:
    """One answer of an (epsilon, delta)-private mechanism on `drawn` of `users` users without replacement.

    (log(1 + q (e^epsilon - 1)), q delta), q the share (Balle, Barthe and Gaboardi 2018), rounded up.
    """
    if not 1 <= count("drawn", drawn) <= count("users", users):
        raise ParameterError(f"drawn = {drawn}: must be from 1 to the number of users, {users}")
    with ctx.workprec(_BITS):
        share = _ball(Fraction(drawn, users))
        budget, leak = (share * _ball(epsilon).expm1()).log1p(), share * _ball(delta)
        return Pure(_outwards(budget).upper, _outwards(leak).upper)


def divergence(parts: Iterable[Part], epsilon: float) -> Enclosed:
    """The divergence at e^epsilon of the parts together, at the pair that is worst for each.

    Raises ParameterError where the loss takes more than MOST_TERMS values.
    """
    parts = _merged(parts)
    if (terms := math.prod(_values(part) for part in parts)) > MOST_TERMS:
        raise ParameterError(f"parts = {len(parts)}: their loss takes {terms:.1e} values; must be at most {MOST_TERMS}")
    bits = _BITS
    while True:
        with ctx.workprec(bits):
            found = _divergence(parts, _ball(epsilon))
            accurate = found.rel_accuracy_bits() >= _ENOUGH
            if accurate or bits >= _MOST_BITS:
                ends = _outwards(found)
                return Enclosed(max(0.0, ends.lower), min(1.0, ends.upper))
        bits *= 2


def spent(steps: Sequence[Step], epsilon: float) -> Enclosed:
    """The largest divergence of one user's answers in a run; a user who answers nowhere spends nothing.

    Raises ValueError for ranges of a step other than 1.
    """
    if any(step.users.step != 1 for step in steps):
        raise ValueError("users of a step must be a range of step 1")
    cuts = sorted({end for step in steps for end in (step.users.start, step.users.stop)})
    classes = {tuple(step.part for step in steps if first in step.users) for first, _ in pairwise(cuts)}
    found = [divergence(parts, epsilon) for parts in classes if parts] or [Enclosed(0.0, 0.0)]
    return Enclosed(max(one.lower for one in found), max(one.upper for one in found))


def least(spend: Callable[[float], Enclosed], delta: float, start: float) -> float:
    """The least noise whose spend is certainly at most delta, to a relative 1e-9; `spend` falls in the noise.

    `start` is any positive guess. Raises ParameterError where no noise of up to 2^64 times it is enough.
    """
    high = positive("start", start)
    for _ in range(64):
        if spend(high).upper <= delta:
            break
        high *= 2
    else:
        raise ParameterError(f"delta = {delta!r}: no noise brings the spend down to it")
    low = high / 2
    while spend(low).upper <= delta:
        low, high = low / 2, low
    while high > low * (1 + 1e-9):
        middle = math.sqrt(low) * math.sqrt(high)
        low, high = (low, middle) if spend(middle).upper <= delta else (middle, high)
    return high


def between_normals(epsilon: arb, shift: arb | None) -> arb:
    """The divergence at e^epsilon, of either sign, of two unit normals `shift` apart; None stands for equal laws."""
    if shift is None:
        return (-epsilon.expm1()).nonnegative_part()
    root = arb(2).sqrt()
    near, far = ((epsilon / shift + way * shift / 2) / root for way in (-1, 1))
    return (near.erfc() - epsilon.exp() * far.erfc()) / 2


def _merged(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts with equal ones counted together: the fewer the values of the loss."""
    found: dict[Part, int] = {}
    for part in parts:
        one = replace(part, times=1)
        found[one] = found.get(one, 0) + part.times
    return tuple(replace(one, times=times) for one, times in found.items())


def _values(part: Part) -> int:
    """How many values the part's loss takes; a Gaussian's is no sum."""
    if isinstance(part, Noise):
        return 1
    return part.times * (1 if isinstance(part, Pure) else _spread(part)) + 1


def _spread(part: Chosen) -> int:
    return max(q - p for p, q, _ in part.costs) - min(q - p for p, q, _ in part.costs)


def _divergence(parts: Sequence[Part], epsilon: arb) -> arb:
    """1 - prod (1 - delta) (1 - E D(epsilon - loss)), D that of the noises together."""
    squares = [(_ball(x.sensitivity) / _ball(x.sigma)) ** 2 * x.times for x in parts if isinstance(x, Noise)]
    shift = sum(squares, arb(0)).sqrt() if squares else None
    leaks = [(1 - _ball(x.delta)) ** x.times for x in parts if isinstance(x, Pure) and x.delta]
    told = arb(0)
    for values in product(*(_answers(part) for part in parts if not isinstance(part, Noise))):
        weight = reduce(arb.__mul__, (mass for _, mass in values), arb(1))
        told += weight * between_normals(epsilon - sum((loss for loss, _ in values), arb(0)), shift)
    # Without a part that gives data away the subtraction from 1 would only cost digits.
    return 1 - reduce(arb.__mul__, leaks) * (1 - told) if leaks else told


def _answers(part: Pure | Chosen) -> list[tuple[arb, arb]]:
    """The values of the loss of all answers of a part, and their chances: powers of one answer's polynomial."""
    each = _ball(part.epsilon)
    if isinstance(part, Pure):
        lie = 1 / (1 + each.exp())
        least_, unit, chances = -each, 2 * each, [lie, 1 - lie]
    else:
        weights = [(q - p, *(options * (-each * cost / 2).exp() for cost in (p, q))) for p, q, options in part.costs]
        first, second = (sum((weight[i] for weight in weights), arb(0)) for i in (1, 2))
        lowest = min(gain for gain, _, _ in weights)
        chances = [arb(0)] * (_spread(part) + 1)
        for gain, mass, _ in weights:
            chances[gain - lowest] += mass / first
        least_, unit = (second / first).log() + lowest * each / 2, each / 2
    masses = arb_poly(chances) ** part.times
    return [(part.times * least_ + k * unit, masses[k]) for k in range(_values(part))]


def _ball(x: Number) -> arb:
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else arb(x)


def _outwards(x: arb) -> Enclosed:
    """Floats around a ball: arb rounds its ends to the nearest."""
    if x.is_zero():
        return Enclosed(0.0, 0.0)
    return Enclosed(math.nextafter(float(x.lower()), -math.inf), math.nextafter(float(x.upper()), math.inf))
