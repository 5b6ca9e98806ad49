"""The privacy spend of a whole run: an enclosure of the hockey-stick divergence of all that depends on one user.

A run is a list of steps. A step says which users answer, and gives a pair of laws that dominates their messages for any
two data sets. Pure and approximate channels are post-processings of randomized response (Kairouz, Oh and Viswanath
2015, Theorem 3.3), also if each depends on the answers before, and several Gaussian noises compose as one. So the
divergence of the composition is a finite sum of divergences of two normals. It is enclosed in ball arithmetic
(python-flint); `privacy_profile` is the same in floats. If each part attains its pair (randomized response, votes,
Gaussian noise on points at the full distance), the upper and the lower end agree; else only the upper end is valid.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product

from flint import arb, arb_poly, ctx, fmpq

from notation.parameters import ParameterError, count, finite, positive
from upperbounds.channels.gaussian import normal_divergence

_Number = float | Fraction
_BITS, _MOST_BITS, _ENOUGH = 128, 2048, 50
MOST_TERMS = 200_000
"""The most values of the total loss of one user's messages: a computation of seconds."""


@dataclass(frozen=True)
class Enclosed:
    """A number between `lower` and `upper`, both floats rounded outwards.

    Attributes
    ----------
    lower : float
        Lower end.
    upper : float
        Upper end.
    """

    lower: float
    upper: float


@dataclass(frozen=True)
class Pure:
    """`times` answers that are (epsilon, delta)-private each.

    The dominating pair: each answer is randomized response, and with probability delta the data themselves.

    Attributes
    ----------
    epsilon : float
        Privacy budget of one answer, above 0.
    delta : float, default 0.0
        Probability with which an answer is the data, at least 0 and below 1.
    times : int, default 1
        Number of answers.

    Raises
    ------
    ParameterError
        Unless epsilon is above 0 and delta at least 0 and below 1.
    """

    epsilon: float
    delta: float = 0.0
    times: int = 1

    def __post_init__(self) -> None:
        """Refuse an invalid budget."""
        positive("epsilon", self.epsilon)
        if not 0 <= finite("delta", self.delta) < 1:
            raise ParameterError(f"delta = {self.delta!r}: must be at least 0 and below 1")
        count("times", self.times)


@dataclass(frozen=True)
class Noise:
    """`times` answers with Gaussian noise of standard deviation `sigma` on what one user moves by `sensitivity`.

    Attributes
    ----------
    sensitivity : float, Fraction or sympy expression
        The most by which one user's data move the answer, in units of the answer.
    sigma : float
        Standard deviation of the noise, in units of the answer.
    times : int, default 1
        Number of answers.
    """

    sensitivity: _Number
    sigma: float
    times: int = 1

    def __post_init__(self) -> None:
        """Refuse invalid noise."""
        positive("sensitivity", self.sensitivity)
        positive("sigma", self.sigma)
        count("times", self.times)


@dataclass(frozen=True)
class ExponentialChoices:
    """`times` answers of the exponential mechanism at epsilon.

    It chooses an option with a probability in proportion to e^(-epsilon cost/2).

    Attributes
    ----------
    epsilon : float
        Privacy budget of one answer.
    costs : tuple of tuple of (int, int, int)
        The pair of laws: (cost for one data set, cost for the other, number of such options).
    times : int, default 1
        Number of answers.
    """

    epsilon: float
    costs: tuple[tuple[int, int, int], ...]
    times: int = 1

    def __post_init__(self) -> None:
        """Refuse an invalid choice."""
        positive("epsilon", self.epsilon)
        for _, _, options in self.costs:
            count("options", options)
        count("times", self.times)


SpendPart = Pure | Noise | ExponentialChoices


@dataclass(frozen=True)
class RunStep:
    """A step of a run: some users answer once, each through a channel of their own.

    Attributes
    ----------
    users : range
        The users who answer, a range of step 1.
    part : Part
        The pair of laws that dominates an answer.
    """

    users: range
    part: SpendPart


def votes(epsilon: float) -> Pure:
    """One-hot votes at total epsilon: two bits differ between two data, each by randomized response at epsilon/2.

    Parameters
    ----------
    epsilon : float
        Privacy budget of a vote.

    Returns
    -------
    Pure
        What one vote spends.
    """
    return Pure(epsilon / 2, times=2)


def sampled_mechanism(epsilon: float, delta: float, drawn: int, users: int) -> Pure:
    """One answer of an (epsilon, delta)-private mechanism on `drawn` of `users` users without replacement.

    Its epsilon is log(1 + q (e^epsilon - 1)) and its delta is q delta, with q the share drawn (Balle, Barthe and
    Gaboardi 2018); both are rounded up.

    Parameters
    ----------
    epsilon : float
        Privacy budget of the mechanism.
    delta : float
        Its delta.
    drawn : int
        Number of users drawn.
    users : int
        Number of all users.

    Returns
    -------
    Pure
        What the answer spends.

    Raises
    ------
    ParameterError
        Unless `drawn` is from 1 to `users`.

    References
    ----------
    Balle, Barthe and Gaboardi (2018).
    """
    if not 1 <= count("drawn", drawn) <= count("users", users):
        raise ParameterError(f"drawn = {drawn}: must be from 1 to the number of users, {users}")
    with ctx.workprec(_BITS):
        share = _ball(Fraction(drawn, users))
        budget, leak = (share * _ball(epsilon).expm1()).log1p(), share * _ball(delta)
        return Pure(_outwards(budget).upper, _outwards(leak).upper)


def total_divergence(parts: Iterable[SpendPart], epsilon: float) -> Enclosed:
    """The divergence at e^epsilon of all parts together, at the pair of inputs that is worst for each.

    Parameters
    ----------
    parts : iterable of Part
        Parts of a run that depend on one user.
    epsilon : float
        Where the divergence is taken.

    Returns
    -------
    Enclosed
        The divergence, in [0, 1].

    Raises
    ------
    ParameterError
        If the loss takes more than MOST_TERMS values.
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


def spent(steps: Sequence[RunStep], epsilon: float) -> Enclosed:
    """The largest divergence of one user's answers in a run.

    Parameters
    ----------
    steps : sequence of Step
        The steps of the run; a user in none of them spends nothing.
    epsilon : float
        Where the divergence is taken.

    Returns
    -------
    Enclosed
        The largest divergence over users.

    Raises
    ------
    ValueError
        For ranges of a step other than 1.
    """
    if any(step.users.step != 1 for step in steps):
        raise ValueError("users of a step must be a range of step 1")
    cuts = sorted({end for step in steps for end in (step.users.start, step.users.stop)})
    classes = {tuple(step.part for step in steps if first in step.users) for first, _ in pairwise(cuts)}
    found = [total_divergence(parts, epsilon) for parts in classes if parts] or [Enclosed(0.0, 0.0)]
    return Enclosed(max(one.lower for one in found), max(one.upper for one in found))


def least_noise(spend: Callable[[float], Enclosed], delta: float, start: float) -> float:
    """The smallest noise whose spend is certified to be at most delta, to a relative 1e-9.

    `start` is any positive guess.

    Parameters
    ----------
    spend : callable
        The spend for a noise; it decreases in the noise.
    delta : float
        The limit.
    start : float
        Any positive guess.

    Returns
    -------
    float
        The noise, in the units that `spend` takes.

    Raises
    ------
    ParameterError
        If even 2^64 times `start` is too little noise.
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


def _between_normals(epsilon: arb, shift: arb | None) -> arb:
    """The divergence at e^epsilon of two unit normals `shift` apart, for epsilon of either sign; None: equal laws."""
    if shift is None:
        return (-epsilon.expm1()).nonnegative_part()
    return normal_divergence(epsilon, shift)


def _merged(parts: Iterable[SpendPart]) -> tuple[SpendPart, ...]:
    """The parts with equal ones merged, so that the loss takes fewer values."""
    found: dict[SpendPart, int] = {}
    for part in parts:
        one = replace(part, times=1)
        found[one] = found.get(one, 0) + part.times
    return tuple(replace(one, times=times) for one, times in found.items())


def _values(part: SpendPart) -> int:
    """How many values the part's loss takes; Gaussian noise is not part of the sum."""
    if isinstance(part, Noise):
        return 1
    return part.times * (1 if isinstance(part, Pure) else _spread(part)) + 1


def _spread(part: ExponentialChoices) -> int:
    return max(q - p for p, q, _ in part.costs) - min(q - p for p, q, _ in part.costs)


def _divergence(parts: Sequence[SpendPart], epsilon: arb) -> arb:
    """1 - prod (1 - delta) (1 - E D(epsilon - loss)), D the divergence of all Gaussian noises together."""
    squares = [(_ball(x.sensitivity) / _ball(x.sigma)) ** 2 * x.times for x in parts if isinstance(x, Noise)]
    shift = sum(squares, arb(0)).sqrt() if squares else None
    leaks = [(1 - _ball(x.delta)) ** x.times for x in parts if isinstance(x, Pure) and x.delta]
    told = arb(0)
    for values in product(*(_answers(part) for part in parts if not isinstance(part, Noise))):
        weight = reduce(arb.__mul__, (mass for _, mass in values), arb(1))
        told += weight * _between_normals(epsilon - sum((loss for loss, _ in values), arb(0)), shift)
    # Without a part that gives data away the subtraction from 1 would only cost digits.
    return 1 - reduce(arb.__mul__, leaks) * (1 - told) if leaks else told


def _answers(part: Pure | ExponentialChoices) -> list[tuple[arb, arb]]:
    """The values of the total loss of a part's answers, and their probabilities: powers of one answer's polynomial."""
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


def _ball(x: _Number) -> arb:
    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else arb(x)


def _outwards(x: arb) -> Enclosed:
    """Floats outside both ends of a ball, because arb rounds its ends to the nearest float."""
    if x.is_zero():
        return Enclosed(0.0, 0.0)
    return Enclosed(math.nextafter(float(x.lower()), -math.inf), math.nextafter(float(x.upper()), math.inf))
