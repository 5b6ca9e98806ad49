"""The stock of objects, quantities and properties: what the facts speak of. A claim adds its own, one line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy
from flint import arb
from sympy import Rational

from verify.kernel.calculus.conditions import Comparison, WholeNumber, at_most, below, equal, property_of
from verify.kernel.calculus.events import Both, Either, Holds, Not
from verify.kernel.calculus.over import Infimum, Sum, exposed
from verify.kernel.calculus.printing import Level, closed, latex
from verify.kernel.calculus.terms import Let, Name, Parameter, Quantity, constructor, quantities, quantity
from verify.kernel.calculus.values import OUTCOMES, truth
from verify.kernel.statements.outcome import as_arb

Law = dict[Any, Fraction]
"""A law in a stress case: atoms and their probabilities."""


def power_of(law: Law, m: Fraction) -> Law:
    """The law of m independent draws."""
    # At least one draw, so that masses that are enclosures need no exact 1.
    return {atoms: prod((law[a] for a in atoms[1:]), start=law[atoms[0]]) for atoms in product(law, repeat=int(m))}


def _through(channel: Any, law: Law) -> Law:
    out: Law = {}
    for atom, mass in law.items():
        for message, chance in channel(atom).items():
            out[message] = out.get(message, Fraction(0)) + mass * chance
    return out


def transcript_of(protocol: Any, law: Law) -> Law:
    """The law of all messages of a protocol whose users draw from the law."""
    users, channel, _ = protocol
    return power_of(_through(channel, law), Fraction(users))


def _discrete(*pairs: Any) -> Law:
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


def _private_laws(laws: Sequence[Law], e: Any) -> bool:
    """Whether no probability is above e^epsilon times that under another law."""
    most = as_arb(e).exp() * (1 + as_arb(Fraction(1, 10**12)))
    return all(
        as_arb(w) <= most * as_arb(q.get(z, Fraction(0))) for p, q in product(laws, repeat=2) for z, w in p.items()
    )


class Table(dict[Any, Law]):
    """A channel in a stress case: the law of the message by input, so that its privacy can be judged."""

    def __call__(self, letter: Any) -> Law:
        """The law at an input."""
        return self[letter]


def _is_private(channel: Any, e: Any) -> bool | None:
    """Of a table of laws, by input."""
    return _private_laws(list(channel.values()), e) if isinstance(channel, dict) else None


def _is_interactive(protocol: Any, n: Fraction, e: Any) -> bool | None:
    """Of a table of the laws of all messages, by the users' inputs: each depends on its user's and earlier messages.

    Of a given number of users who all use one channel: their number, and the channel where it is a table.
    """
    if isinstance(protocol, tuple) and len(protocol) == 3 and isinstance(protocol[0], int):
        return _is_private(protocol[1], e) if protocol[0] == n else False
    if not isinstance(protocol, dict):
        return None
    for i in range(int(n)):
        told: dict[Any, dict[Any, Law]] = {}
        for data, law in protocol.items():
            for z, w in law.items():
                if len(z) != n:
                    return False
                message = told.setdefault(z[:i], {}).setdefault(data, {})
                message[z[i]] = message.get(z[i], Fraction(0)) + w
        for before in told.values():
            answers = {
                data: {z: w / sum(p.values()) for z, w in p.items()} for data, p in before.items() if any(p.values())
            }
            if any(p != q for (x, p), (y, q) in product(answers.items(), repeat=2) if x[i] == y[i]):
                return False
            if not _private_laws(list(answers.values()), e):
                return False
    return True


Power = constructor(
    "Power",
    r"{0}^{{\otimes {1}}}",
    power_of,
    needs=lambda _, draws: (at_most(0, draws), WholeNumber(draws)),
    sort="law",
)
"""The law of independent draws: Power(P, m)."""
Through = constructor("Through", r"{0} {1}", _through, sort="law")
"""The law of a channel's message on a draw of a law: Through(K, P)."""
Transcript = constructor("Transcript", r"{0}[{1}]", transcript_of, sort="law")
"""The law of all messages of a protocol when each user's data is a draw of a law: Transcript(Z, P)."""


class Discrete(constructor("_Discrete", "", _discrete, sort="law")):  # type: ignore[misc]
    """A law on finitely many numbers: Discrete(x, probability of x, y, probability of y, ...)."""

    def _latex(self, printer: Any) -> str:
        shown = [printer._print(a) for a in self.args]
        return " + ".join(
            rf"{closed(p, Level.PRODUCT)} \delta_{{{x}}}" for x, p in zip(shown[::2], shown[1::2], strict=True)
        )

    def requires(self) -> tuple[Any, ...]:
        """Masses of at least 0 that sum to 1."""
        return (*(at_most(0, w) for w in self.masses), equal(sympy.Add(*self.masses), 1))

    @property
    def points(self) -> tuple[Any, ...]:
        """Where the mass is."""
        return tuple(self.args[::2])

    @property
    def masses(self) -> tuple[Any, ...]:
        """How much is there."""
        return tuple(self.args[1::2])


def _aligned(p: Law, q: Law) -> list[tuple[Fraction, Fraction]]:
    return [(p.get(a, Fraction(0)), q.get(a, Fraction(0))) for a in dict.fromkeys((*p, *q))]


def _tv(p: Law, q: Law) -> Fraction:
    return sum((abs(a - b) for a, b in _aligned(p, q)), Fraction(0)) / 2


def _kl(p: Law, q: Law) -> arb:
    if any(a and not b for a, b in _aligned(p, q)):
        return arb("inf")
    return sum((as_arb(a) * (as_arb(a) / as_arb(b)).log() for a, b in _aligned(p, q) if a), arb(0))


def _chi_square(p: Law, q: Law) -> Any:
    if any(a and not b for a, b in _aligned(p, q)):
        return arb("inf")
    return sum(((a - b) ** 2 / b for a, b in _aligned(p, q) if b), Fraction(0))


def _hellinger(p: Law, q: Law) -> arb:
    return 1 - sum((as_arb(a * b).sqrt() for a, b in _aligned(p, q)), arb(0))


def _mean(p: Law) -> Any:
    """A number, or a vector where the atoms are vectors."""
    if isinstance(next(iter(p)), tuple):
        return tuple(sum((x[i] * w for x, w in p.items()), Fraction(0)) for i in range(len(next(iter(p)))))
    return sum((x * w for x, w in p.items()), Fraction(0))


def _worst_risk(protocol: Any, laws: list[Law], m: Fraction) -> Fraction:
    """The largest mean squared error over the laws of a finite class, each user with m draws."""
    _, _, estimate = protocol
    return max(
        sum(
            (w * _squared(estimate(z), _mean(p)) for z, w in transcript_of(protocol, power_of(p, m)).items()),
            Fraction(0),
        )
        for p in laws
    )


def _squared(one: Any, other: Any) -> Fraction:
    """The squared distance of two numbers or vectors."""
    if isinstance(other, tuple):
        return sum((_squared(x, y) for x, y in zip(one, other, strict=True)), Fraction(0))
    return Fraction((one - other) ** 2)


TV = quantity(
    "TV",
    r"\mathrm{{TV}}({0}, {1})",
    "total variation: the largest difference of an event's probabilities",
    0,
    1,
    value=_tv,
)
KL = quantity("KL", r"\mathrm{{KL}}({0} \,\|\, {1})", "Kullback-Leibler divergence", 0, infinite=True, value=_kl)
ChiSquare = quantity(
    "ChiSquare",
    r"\chi^2({0} \,\|\, {1})",
    "chi-square divergence, sum of (p - q)^2/q",
    0,
    infinite=True,
    value=_chi_square,
)
Hellinger2 = quantity(
    "Hellinger2", r"H^2({0}, {1})", "squared Hellinger distance, 1 - sum of sqrt(p q)", 0, 1, value=_hellinger
)
TestError = quantity(
    "TestError",
    r"\pi({0}, {1})",
    "least average error of a test between two laws",
    0,
    Rational(1, 2),
    value=lambda p, q: sum((min(a, b) for a, b in _aligned(p, q)), Fraction(0)) / 2,
)
Mean = quantity("Mean", r"\mu({0})", "mean of a law", value=_mean)
WorstRisk = quantity(
    "WorstRisk",
    r"R_{{{0}}}({1}, {2})",
    "largest mean squared error of a protocol's estimate of the mean over a class of laws, each user "
    "with a given number of draws",
    0,
    infinite=True,
    value=_worst_risk,
)
Information = quantity("Information", r"I({0}; {1})", "mutual information in nats", 0, infinite=True)


class OverOutcomes(Quantity):
    """A quantity of a random real: it is computed from all outcomes."""

    averages = True


def growth(term: Any) -> Any:  # noqa: PLR0911  # one return a kind of term
    """The power of random reals below which a term stays, times a constant; oo where none is seen.

    A random real without two finite ends has power 1. What is not at least 0 and has a power above 2 may have no mean.
    """
    if not exposed(term):
        return Rational(0)
    if isinstance(term, Parameter):
        return Rational(0) if term.extent.lower.is_finite and term.extent.upper.is_finite else term.power
    if isinstance(term, Sum):
        return growth(term.body)
    if isinstance(term, Quantity):
        return Rational(0 if term.lower.is_finite and term.upper.is_finite else 1)
    if isinstance(term, sympy.Add | sympy.Max | sympy.Min):
        return sympy.Max(*map(growth, term.args))
    if isinstance(term, sympy.Mul):
        return sympy.Add(*map(growth, term.args))
    if isinstance(term, sympy.Abs):
        return growth(term.args[0])
    if isinstance(term, sympy.tanh | sympy.erfc):
        return Rational(0)
    if isinstance(term, sympy.Pow) and term.exp.is_Rational and term.exp > 0:
        return term.exp * growth(term.base)
    if isinstance(term, sympy.Pow) and term.exp.is_Rational and _away_from_0(term.base):
        return Rational(0)
    if isinstance(term, sympy.exp | sympy.cosh) and growth(term.args[0]) == 0:
        return Rational(0)
    return Rational(0) if isinstance(term, sympy.exp) and at_least_0(-term.args[0]) else sympy.oo


def unseen(term: Any) -> list[Any]:
    """The numbers in a term, such as lengths of random vectors, whose second moment `growth` takes to be finite."""
    found = [q for q in quantities(term) if exposed(q) and growth(q) and not q.random]
    return [one for q in found for one in (unseen(q.body) if isinstance(q, Sum) else [q])]


def _away_from_0(term: Any) -> bool:
    """Whether a term is seen to be at least a number above 0 from how it is built."""
    parts = sympy.Add.make_args(term)
    return any(part.is_Rational and part > 0 for part in parts) and all(map(at_least_0, parts))


def at_least_0(term: Any) -> bool:
    """Whether a term is seen to be at least 0 from how it is built."""
    if isinstance(term, sympy.exp | sympy.cosh | sympy.Abs):
        return True
    if isinstance(term, sympy.Rational):
        return bool(term >= 0)
    if isinstance(term, Parameter):
        return bool(term.extent.lower >= 0)
    if isinstance(term, Quantity):
        return bool(term.lower >= 0)
    if isinstance(term, sympy.Pow):
        return at_least_0(term.base) or (term.exp.is_Integer and term.exp % 2 == 0)
    return isinstance(term, sympy.Add | sympy.Mul | sympy.Max | sympy.Min) and all(map(at_least_0, term.args))


class Expectation(OverOutcomes):
    """The expectation of a random real, which may be +oo where that is at least 0 and grows faster than a square."""

    form = r"\mathbb{{E}}[{0}]"
    meaning = "expectation"

    @property
    def infinite(self) -> bool:  # type: ignore[override]
        """Whether a second moment does not bound it."""
        return bool(growth(self.args[0]) > 2)

    def requires(self) -> tuple[Any, ...]:
        """That there is one: what is not bounded by a square is at least 0."""
        if not self.infinite:
            return ()
        return tuple(at_most(0, part) for part in sympy.Mul.make_args(self.args[0]) if not at_least_0(part))

    @staticmethod
    def over_outcomes(term: Any, values: Any, value: Any) -> Any:
        """The mean over all outcomes."""
        found = [(w, value(term, {**values, **outcome})) for w, outcome in values[OUTCOMES]]
        parts = [as_arb(w) * v if isinstance(v, arb) else w * v for w, v in found]
        return sum(parts[1:], parts[0])


def in_the_mean(conditions: Iterable[Any]) -> Iterator[Comparison]:
    """What comparisons say of expectations: those that are linear in random reals hold in the mean too."""
    for c in conditions:
        if isinstance(c, Comparison):
            sides = [_mean_of(side) for side in (c.left, c.right)]
            if None not in sides and any(side.has(Expectation) for side in sides):
                # Strictly almost surely is strictly in the mean.
                yield Comparison(sides[0], c.op, sides[1])


def _mean_of(term: Any) -> Any:
    """The expectation of a term that is linear in random reals, by those of each; None of another."""
    inner = {q: _mean_of(q.args[0]) for q in term.atoms(Expectation)}
    term = term.xreplace({q: mean for q, mean in inner.items() if mean is not None})
    varied = exposed(term)
    parts = {x: sympy.expand(term).coeff(x) for x in varied}
    rest = sympy.expand(term - sympy.Add(*(part * x for x, part in parts.items())))
    if exposed(rest) or any(exposed(part) for part in parts.values()):
        return None
    return rest + sympy.Add(*(part * Expectation(x) for x, part in parts.items()))


class Variance(OverOutcomes):
    """The variance of a random real."""

    form = r"\mathrm{{Var}}({0})"
    meaning = "variance"
    lower = sympy.Integer(0)

    @property
    def infinite(self) -> bool:  # type: ignore[override]
        """Whether a second moment of the random reals does not bound it."""
        return bool(growth(self.args[0]) > 1)

    @staticmethod
    def over_outcomes(term: Any, values: Any, value: Any) -> Any:
        """The mean square less the squared mean."""
        first = Expectation.over_outcomes(term, values, value)
        return Expectation.over_outcomes(term**2, values, value) - first**2


class Probability(OverOutcomes):
    """The probability of an event."""

    form = r"P({0})"
    meaning = "probability of an event"
    lower, upper = sympy.Integer(0), sympy.Integer(1)

    @staticmethod
    def over_outcomes(event: Any, values: Any, _: Any) -> Fraction:
        """The total probability of the outcomes at which the event holds."""
        inside = [w for w, outcome in values[OUTCOMES] if _happens(event, {**values, **outcome})]
        return sum(inside, Fraction(0))


class CGF(OverOutcomes):
    """log E exp(lambda (X - E X)), the cumulant generating function of a centred random real: CGF(X, lambda)."""

    form = r"\psi_{{{0}}}({1})"
    meaning = "logarithm of the moment generating function of X - E[X]"
    lower = sympy.Integer(0)
    infinite = True

    @staticmethod
    def over_outcomes(x: Any, tilt: Any, values: Any, value: Any) -> arb:
        """By the definition, over all outcomes."""
        moment = Expectation.over_outcomes(sympy.exp(tilt * x), values, value)
        return as_arb(moment).log() - as_arb(value(tilt, values) * Expectation.over_outcomes(x, values, value))


def _happens(event: Any, values: Any) -> bool:
    if isinstance(event, Holds):
        found = truth(event.args[0], values)
        if found is None:
            raise ValueError(f"an event that an enclosure does not decide: {event}")
        return found
    if isinstance(event, Not):
        return not _happens(event.args[0], values)
    if isinstance(event, Both | Either):
        join = all if isinstance(event, Both) else any
        return join(_happens(part, values) for part in event.args)
    return bool(values[event])


Private = property_of(
    "Private", r"{0}\text{{ is }}{1}\text{{-private}}", _is_private, asks=lambda _, e: (at_most(0, e),)
)
"""A channel whose message has, for any two inputs, a likelihood ratio of at most e^epsilon: Private(K, epsilon)."""
Interactive = property_of(
    "Interactive",
    r"{0}\text{{: }}{1}\text{{ users in turn, each by a }}{2}\text{{-private channel}}",
    _is_interactive,
    asks=lambda _, users, e: (at_most(0, users), WholeNumber(users), at_most(0, e)),
)
"""A sequentially interactive protocol: each of n users sends one message, by an epsilon-private channel that may depend
on the earlier messages; the estimate is a function of the messages: Interactive(Z, n, epsilon)."""
Member = property_of("Member", r"{0} \in {1}", lambda law, laws: law in laws, asks=lambda *_: ())
"""A law that belongs to a class, in which there is one: Member(P, F)."""


def _law_of(term: Any, values: Any, value: Any) -> Law:
    """The law of a random number over the outcomes."""
    out: Law = {}
    for w, outcome in values[OUTCOMES]:
        at = value(term, {**values, **outcome})
        out[at] = out.get(at, Fraction(0)) + w
    return {at: w for at, w in out.items() if w}


def _independent(x: Any, y: Any, values: Any, value: Any) -> bool:
    def both(term: Any, at: Any) -> Any:
        return tuple(value(part, at) for part in term)

    joint = _law_of((x, y), values, both)
    one, other = _law_of(x, values, value), _law_of(y, values, value)
    return all(joint.get((a, b), Fraction(0)) == one[a] * other[b] for a, b in product(one, other))


def _mean_of_copies(mean: Any, x: Any, m: Any, values: Any, value: Any) -> bool:
    """Of the two laws."""
    count, one = value(m, values), _law_of(x, values, value)
    # Draw by draw: sums meet, so there are far fewer than sequences of draws. As in `power_of`, at least one.
    sums = one
    for _ in range(1, int(count)):
        longer: Law = {}
        for (at, w), (a, more) in product(sums.items(), one.items()):
            longer[at + a] = longer.get(at + a, Fraction(0)) + w * more
        sums = longer
    return _law_of(mean, values, value) == {at / count: w for at, w in sums.items()}


Independent = property_of("Independent", r"{0} \perp {1}", over_outcomes=_independent)
MeanOfCopies = property_of(
    "MeanOfCopies",
    r"{0}\text{{ is the mean of }}{2}\text{{ independent copies of }}{1}",
    over_outcomes=_mean_of_copies,
    asks=lambda _s, _x, m: (at_most(1, m), WholeNumber(m)),
)
"""MeanOfCopies(S, X, m)."""
LaplaceNoise = property_of(
    "LaplaceNoise", r"{0} \sim \mathrm{{Laplace}}(0, {1})", asks=lambda _, scale: (below(0, scale),)
)
"""Density exp(-|w|/b)/(2b): LaplaceNoise(W, b)."""
OnInterval = constructor(
    "OnInterval", r"\mathcal{{P}}[{0}, {1}]", needs=lambda low, high: (at_most(low, high),), sort="class of laws"
)
"""All laws on an interval: OnInterval(a, b)."""


class Minimax(Let):
    """The letter of a minimax risk. It names the numbers and the class that stand in its body, so that it follows them.

    The body is Infimum(worst risk of Z over a class with a given number of draws, Z, Interactive(Z, n, epsilon)).
    """

    def __new__(cls, _letter: Any, body: Any) -> Any:
        """The term; the letter is made again, whatever it was before something was put into the body."""
        return super().__new__(cls, _minimax_letter(body), body)


def _minimax_letter(body: Any) -> str:
    worst, _z, told = body.args
    _z, laws, draws, *loss = worst.args
    _z, users, epsilon = told.args
    shown = ", ".join(latex(x) for x in (users, draws, epsilon))
    of = ", ".join([latex(laws), *(rf"{latex(phi)} \circ \rho" for phi in loss)])
    return rf"\mathfrak{{R}}_{{{shown}}}({of})"


def minimax(worst: Any, protocol: Any, n: Any, epsilon: Any) -> Any:
    """The least of a worst risk, or loss, over all sequentially interactive epsilon-private protocols of n users."""
    body = Infimum(worst, protocol, Interactive(protocol, n, epsilon))
    return Minimax("", body)


def minimax_risk(laws: Any, n: Any, m: Any, epsilon: Any) -> Any:
    """The least worst risk of all sequentially interactive epsilon-private protocols of n users with m draws each."""
    protocol = Name("Z", "protocol")
    return minimax(WorstRisk(protocol, laws, m), protocol, n, epsilon)
