"""What a private choice tells of its own data: generalisation, concentration of a choice's answers over users."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from verify.kernel.calculus.conditions import at_most, property_of
from verify.kernel.calculus.facts.privacy import Chance, HockeyStick, Joint, Profile, logarithm, small_laws
from verify.kernel.calculus.nouns import Law
from verify.kernel.calculus.over import Sum, Supremum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantity, real


def _told(algorithm: Any, p: Law, n: Fraction, i: Fraction) -> Law:
    out: Law = {}
    for data in product(p, repeat=int(n)):
        weight = prod((p[z] for z in data), start=Fraction(1))
        for theta, chance in algorithm(data).items():
            key = (theta, data[int(i) - 1])
            out[key] = out.get(key, Fraction(0)) + weight * chance
    return out


def _marginal(joint: Law) -> Law:
    out: Law = {}
    for (theta, _), weight in joint.items():
        out[theta] = out.get(theta, Fraction(0)) + weight
    return out


class _Beyond:
    """The event for a function of real values, given as a table."""

    def __init__(self, f: Any, p: Law, tau: Fraction) -> None:
        self._f, self._p, self._tau = f, p, tau

    def __contains__(self, pair: Any) -> bool:
        theta, z = pair
        mean = sum((w * self._f[theta, a] for a, w in self._p.items()), Fraction(0))
        return bool(abs(self._f[theta, z] - mean) > self._tau)


class _Section:
    """The z with (theta, z) in an event."""

    def __init__(self, event: Any, theta: Any) -> None:
        self._event, self._theta = event, theta

    def __contains__(self, z: Any) -> bool:
        return (self._theta, z) in self._event


def _exchanged(p: Law) -> bool:
    """Whether draws of a law and of others have one joint law, whichever is first."""
    return all(_swapped(Joint.value(p, q)) == Joint.value(q, p) for q in small_laws())


def _swapped(joint: Law) -> Law:
    return {(b, a): w for (a, b), w in joint.items()}


def _scattered(algorithm: Any, f: Any, p: Law, n: Fraction, tau: Fraction) -> Fraction:
    """Of reals: the largest and the least are more than 2 tau apart."""
    found = Fraction(0)
    for data in product(p, repeat=int(n)):
        weight = prod((p[z] for z in data), start=Fraction(1))
        for theta, chance in algorithm(data).items():
            places = [f[theta, z] for z in data]
            if max(places) - min(places) > 2 * tau:
                found += weight * chance
    return found


ToldWith = constructor("ToldWith", r"({0}({1}^{{{2}}}), Z_{{{3}}})", _told, sort="law")
"""The law of what an algorithm tells of n users' independent data, with the data of user i: ToldWith(A, P, n, i)."""
Told = constructor("Told", r"{0}({1}^{{{2}}})", lambda a, p, n: _marginal(_told(a, p, n, Fraction(1))), sort="law")
"""The law of what an algorithm tells of n users' independent data: Told(A, P, n)."""
Beyond = constructor("Beyond", r"\{{\|{0} - {0}({1})\| > {2}\}}", _Beyond, sort="event")
"""That f(theta, z) is further than tau from its mean f(theta, P) under z from P: Beyond(f, P, tau)."""
Section = constructor("Section", r"{0}({1}, \cdot)", _Section)
"""The z with (theta, z) in an event: Section(S, theta)."""
Exchangeable = property_of("Exchangeable", r"\text{{draws of }}{0}\text{{ may be exchanged with others}}", _exchanged)
"""A draw of a law and one of another law, not of it, have one joint law, whichever is first: Exchangeable(P)."""
Measure = property_of(
    "Measure",
    r"{0}\text{{ is a probability measure; what is drawn with it is so, and jointly measurable}}",
    lambda p: sum(p.values()) == 1,
    asks=lambda _: (),
)
"""A law that is countably additive, next to others that are, on events and functions of both that are measurable:
Measure(P)."""
Scattered = quantity(
    "Scattered",
    r"P(\nexists x\,\forall i \le {3}: \|{1}({0}(Z^{{{3}}}), Z_i) - x\| \le {4};\, Z_i \sim {2})",
    "probability that no point is within tau of f(theta, Z_i) for all n users, theta chosen by an "
    "algorithm from their independent data: (tau, gamma)-concentrated where it is at most gamma",
    0,
    1,
    value=_scattered,
)


_A, _G, _T = Name("A", "algorithm"), Name("f", "vector function"), Name("theta", "choice")
_P, _R, _S = law("P"), law("R"), Name("S", "event")
_n, _i = integer("n", least=1), integer("i", least=1)
_epsilon, _room = real("epsilon", least=0), real("r", least=0)


def _choices() -> Iterator[tuple[Any, Law, list[tuple[Law, Law]]]]:
    """Two users with data in {0, 1, 2}; what is told: one's data by a lie's probability, or the sum of both."""
    letters = [Fraction(z) for z in range(3)]

    def first(lie: Fraction) -> Any:
        return lambda data: {z: (1 - lie if z == data[0] else lie / 2) for z in letters}

    def summed(data: Any) -> Law:
        return {sum(data, Fraction(0)) % 3: Fraction(1)}

    for algorithm in (first(Fraction(0)), first(Fraction(1, 3)), first(Fraction(2, 3)), summed):
        sets = list(product(letters, repeat=2))
        near = [(a, b) for a, b in product(sets, sets) if sum(u != v for u, v in zip(a, b, strict=True)) == 1]
        pairs = [(algorithm(a), algorithm(b)) for a, b in near]
        for p in small_laws()[::3]:
            yield algorithm, p, pairs


class _Choosing:
    """An algorithm in a stress case: a function of the data, and its neighbours' laws."""

    def __init__(self, function: Any, pairs: list[tuple[Law, Law]]) -> None:
        self._function, self._pairs = function, pairs

    def __call__(self, data: Any) -> Law:
        return dict(self._function(data))

    def __iter__(self) -> Iterator[tuple[Law, Law]]:
        return iter(self._pairs)


def _generalisations() -> Iterator[Case]:
    for (function, p, pairs), user, ratio in product(_choices(), (1, 2), (Fraction(1), Fraction(3, 2))):
        yield (
            (_A, _P, _n, _i, _epsilon),
            {
                _A: _Choosing(function, pairs),
                _P: p,
                _n: Fraction(2),
                _i: Fraction(user),
                _epsilon: logarithm(ratio),
            },
        )


def _table() -> dict[tuple[Fraction, Fraction], Fraction]:
    return {(Fraction(a), Fraction(z)): Fraction(a + 1) * z for a, z in product(range(3), repeat=2)}


def _scatterings() -> Iterator[Case]:
    for (function, p, pairs), tau in product(_choices(), (Fraction(1, 2), Fraction(1))):
        yield (
            (_A, _G, _P, _n, _room),
            {
                _A: _Choosing(function, pairs),
                _G: _table(),
                _P: p,
                _n: Fraction(2),
                _room: tau,
            },
        )


def _sections() -> Iterator[Case]:
    for p, q in product(small_laws()[::3], small_laws()[::3]):
        for event in ({(0, 0)}, {(0, 0), (1, 1), (2, 2)}, {(0, 1), (1, 1), (2, 0), (2, 2)}):
            inside = frozenset((Fraction(a), Fraction(b)) for a, b in event)
            worst = max(sum((q[z] for z in q if (a, z) in inside), Fraction(0)) for a in p)
            values = {_R: p, _P: q, _S: inside}
            yield (_R, _P, _S), {**values, _worst(_P, _S): worst}


def _worst(p: Any, event: Any) -> Any:
    return Supremum(Chance(p, Section(event, _T)), _T)


def _union(a: Any, f: Any, p: Any, n: Any, tau: Any) -> Statement:
    each = Chance(ToldWith(a, p, n, _i), Beyond(f, p, tau))
    return Statement(at_most(Scattered(a, f, p, n, tau), Sum(each, _i, 1, n)))


GENERALISATION = Schema(
    "a private choice and one user's data",
    "lemma",
    "Dwork et al. 2015 (NeurIPS): averaged over the user's data and a copy",
    lambda a, p, n, user, e: Statement(
        at_most(HockeyStick(ToldWith(a, p, n, user), Joint(Told(a, p, n), p), e), Profile(a, e)),
        (at_most(user, n), Exchangeable(p)),
    ),
    (_A, _P, _n, _i, _epsilon),
    _generalisations,
)
EXCHANGE = Schema(
    "draws may be exchanged",
    "theorem",
    "Fubini: Williams 1991, Section 8.2",
    lambda p: Statement(Exchangeable(p), (Measure(p),)),
    (_P,),
    lambda: (((_P,), {_P: p}) for p in small_laws()),
)
CENTRE = Schema(
    "union bound over users", "lemma", "subadditivity, about the mean", _union, (_A, _G, _P, _n, _room), _scatterings
)
SECTIONS = Schema(
    "the worst section",
    "lemma",
    "Fubini",
    lambda r, p, event: Statement(at_most(Chance(Joint(r, p), event), _worst(p, event))),
    (_R, _P, _S),
    _sections,
)

FACTS = (GENERALISATION, EXCHANGE, CENTRE, SECTIONS)
