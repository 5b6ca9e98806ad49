"""Stochastic convex optimisation from messages: hidden signs, and what private channels tell of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from flint import arb
from sympy import exp, sqrt

from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.facts.packings import At
from verify.kernel.calculus.nouns import KL, TV, ChiSquare, Information, Interactive, Law, Power, Private, Through
from verify.kernel.calculus.over import Sum, Supremum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.calculus.textbook import SUPERADDITIVE_INFORMATION as SUPERADDITIVE_STRESS
from verify.kernel.calculus.textbook.fact import kl
from verify.kernel.statements.outcome import as_arb


def _biased(v: tuple[int, ...], bias: Fraction) -> Law:
    """By signs alone."""
    out: Law = {}
    for w in product((1, -1), repeat=len(v)):
        out[w] = prod(((1 + a * b * bias) / 2 for a, b in zip(v, w, strict=True)), start=Fraction(1))
    return out


def _is_mean(a: Any) -> tuple[Any, ...]:
    """Of a sign."""
    return at_most(-1, a), at_most(a, 1)


Signs = constructor("RandomSigns", r"V_{{{0}}}")
"""A sign vector of a given number of coordinates, uniform: Signs(d)."""
Sign = constructor("Sign", r"\mathrm{{sgn}}_{{{1}}}({0})")
"""One of its coordinates: Sign(V, j)."""
Heard = constructor("Heard", r"{0}[{1}, {2}, {3}]", needs=lambda _z, _v, a, _m: _is_mean(a), sort="messages of signs")
"""All messages of a protocol when each user has m draws of vectors v_j B_j/sqrt(d), the B_j independent signs of mean
alpha: Heard(Z, V, alpha, m)."""
GivenSign = constructor("GivenSign", r"({0} \mid {1} = {2})")
"""The law of messages given one sign: GivenSign(Y, Sign(V, j), 1)."""
HeardAt = constructor("HeardAt", r"{0}[{1}; {2}, {3}]", needs=lambda _z, _v, a, _m: _is_mean(a), sort="law")
"""All messages of a protocol when each user has m draws of BiasedSigns(v, alpha): HeardAt(Z, v, alpha, m)."""
Flipped = constructor("Flipped", r"{0}^{{({1})}}", lambda v, j: (*v[: int(j) - 1], -v[int(j) - 1], *v[int(j) :]))
"""A sign vector with one coordinate turned: Flipped(v, j)."""
BiasedSigns = constructor("BiasedSigns", r"P_{{{0}, {1}}}", _biased, needs=lambda _, a: _is_mean(a))
"""The law of independent signs over sqrt(d), of means v_j alpha/sqrt(d): BiasedSigns(v, alpha)."""
WorstExcess = quantity(
    "WorstExcess",
    r"\sup_P\,\mathbb{{E}}[F_P({0}) - \min F_P]",
    "largest expected excess risk of a protocol's parameter over laws and convex L-Lipschitz losses "
    "on the ball of radius R in d dimensions, each user with m draws",
    0,
)


_Z, _K, _Y = Name("Z", "protocol"), Name("K", "channel"), Name("Y", "messages of signs")
_x, _y = Name("x", "input"), Name("x'", "input")
corner = Name("v", "signs")
_n, m, _d, _j = (integer(letter, least=1) for letter in "nmdj")
epsilon, alpha = real("epsilon", above=0), real("alpha", above=0, most=1)
weak = real("alpha", above=0, below=1)
_R, _L = real("R", above=0), real("L", above=0)
_V = Signs(_d)


def _apart(messages: Any, d: Any, signs: Any) -> Any:
    """The sum over coordinates of the distance between the messages' laws given either sign."""
    one = Sign(signs, _j)
    return Sum(TV(GivenSign(messages, one, 1), GivenSign(messages, one, -1)), _j, 1, d)


def _linear_signs(z: Any, d: Any, draws: Any, a: Any, radius: Any, lipschitz: Any) -> Statement:
    messages = Heard(z, Signs(d), a, draws)
    spread = _apart(messages, d, Signs(d)) / d
    return Statement(at_most(a * lipschitz * radius / 2 * (1 - spread), WorstExcess(z, d, draws, radius, lipschitz)))


def _estimates() -> Iterator[Case]:
    """k of d signs are told, each by a draw that is turned with some probability; the others are taken as 0.

    With w the probability that a told sign is right: theta.v/R is (2w - 1) k/sqrt(k d), for each v.
    """
    for size, radius, bias, keep in product(
        (1, 2, 4), (1, 3), (Fraction(1), Fraction(1, 2)), (Fraction(1), Fraction(3, 4))
    ):
        for known in range(size + 1):
            right = (1 + bias * (2 * keep - 1)) / 2
            reach = as_arb(2 * right - 1) * (as_arb(known) / size).sqrt()
            values = {_d: Fraction(size), m: Fraction(1), alpha: bias, _R: Fraction(radius), _L: Fraction(2)}
            spread = _apart(Heard(_Z, _V, alpha, m), _d, _V)
            yield (
                (_Z, _d, m, alpha, _R, _L),
                {
                    **values,
                    spread: known * (2 * right - 1),
                    WorstExcess(_Z, _d, m, _R, _L): as_arb(2 * bias * radius) * (1 - reach),
                },
            )


def _laws() -> Iterator[tuple[Law, Law]]:
    masses = [Fraction(k, 8) for k in range(1, 8)]
    for a, b in product(masses, masses):
        yield {0: a, 1: 1 - a}, {0: b, 1: 1 - b}


def _divergence(p: Law, q: Law) -> arb:
    found = kl(tuple(p.values()), tuple(q.values()))
    assert found is not None
    return found


def _fair_signs() -> Iterator[Case]:
    """Messages on two letters by either sign."""
    for p, q in _laws():
        middle = {a: (p[a] + q[a]) / 2 for a in p}
        told = (_divergence(p, middle) + _divergence(q, middle)) / 2
        one = Sign(_V, _j)
        yield (
            (_Y, _d, _j),
            {
                GivenSign(_Y, one, 1): p,
                GivenSign(_Y, one, -1): q,
                Information(one, _Y): told,
            },
        )


def _bits() -> Iterator[Case]:
    """Two signs, messages that tell one, both by a turned coin, their product, or whether both are 1."""
    channels: dict[str, Callable[[tuple[int, ...]], Law]] = {
        "first": lambda v: {v[0]: Fraction(1)},
        "both": lambda v: {(v[0] * a, v[1] * b): w * u for a, w in _COIN.items() for b, u in _COIN.items()},
        "product": lambda v: {v[0] * v[1]: Fraction(1)},
        "all": lambda v: {v[0] + v[1] == 2: Fraction(1)},
        "nothing": lambda _: {0: Fraction(1)},
    }
    corners = list(product((1, -1), repeat=2))
    for channel in channels.values():
        whole = _information([channel(v) for v in corners])
        single = [_information([_mixed([channel(v) for v in corners if v[i] == s]) for s in (1, -1)]) for i in range(2)]
        yield (
            (_Y, _d),
            {
                _d: Fraction(2),
                _informations(_Y, _d): sum(single, arb(0)),
                Information(_V, _Y): whole,
            },
        )


_COIN = {1: Fraction(3, 4), -1: Fraction(1, 4)}


def _mixed(several: list[Law]) -> Law:
    out: Law = {}
    for p in several:
        for a, w in p.items():
            out[a] = out.get(a, Fraction(0)) + w / len(several)
    return out


def _information(several: list[Law]) -> arb:
    """Of a uniform input with these laws of the message."""
    middle = _mixed(several)
    found = [as_arb(w) * (as_arb(w) / as_arb(middle[a])).log() for p in several for a, w in p.items() if w]
    return sum(found, arb(0)) / len(several)


def _sup(e: Any) -> Any:
    """The largest divergence of a message's laws at two inputs, over channels."""
    return Supremum(Supremum(Supremum(KL(At(_K, _x), At(_K, _y)), _x), _y), _K, Private(_K, e))


def _responses() -> Iterator[Case]:
    """One user, who tells all d signs by randomized response over 2^d letters: the supremum is at this channel."""
    for size, ratio in product((1, 2, 6), (2, 20, 100)):
        letters = 2**size
        whole = ratio + letters - 1
        right, wrong = Fraction(ratio, whole), Fraction(1, whole)
        worst = (as_arb(right) - as_arb(wrong)) * as_arb(ratio).log()
        told = (
            as_arb(right) * as_arb(right * letters).log()
            + (letters - 1) * as_arb(wrong) * as_arb(wrong * letters).log()
        )
        yield (
            (_Z, _n, epsilon, _d, alpha, m),
            {
                _n: Fraction(1),
                epsilon: as_arb(ratio).log(),
                _d: Fraction(size),
                alpha: Fraction(1),
                m: Fraction(1),
                Information(_V, Heard(_Z, _V, alpha, m)): told,
                _sup(epsilon): worst,
            },
        )


def _private_pairs() -> Iterator[Case]:
    for ratio in (Fraction(11, 10), Fraction(3, 2), Fraction(5)):
        for k in range(1, 8):
            # A message of three letters: the ratios are e^epsilon, 1 and e^-epsilon where the masses allow it.
            share = Fraction(k, 8)
            high = share * ratio / (1 + ratio)
            one = {0: high, 1: share - high, 2: 1 - share}
            other = {0: share - high, 1: high, 2: 1 - share}
            table = {0: one, 1: other}
            yield (
                (_K, epsilon, _x, _y),
                {
                    _K: lambda z, table=table: table[z],
                    _x: 0,
                    _y: 1,
                    epsilon: as_arb(ratio).log(),
                },
            )


def _sums() -> Iterator[Case]:
    for told in ((1,), (1, 1), (0, 2), (1, 2, 3), (5, 5, 5, 6)):
        roots = sum((as_arb(2 * t).sqrt() for t in told), arb(0))
        yield (
            (_Y, _d),
            {
                _d: Fraction(len(told)),
                _informations(_Y, _d): as_arb(sum(told)),
                _roots(_Y, _d): roots,
            },
        )


def _informations(messages: Any, d: Any) -> Any:
    return Sum(Information(Sign(Signs(d), _j), messages), _j, 1, d)


def _roots(messages: Any, d: Any) -> Any:
    return Sum(sqrt(2 * Information(Sign(Signs(d), _j), messages)), _j, 1, d)


def _users(z: Any, n: Any, e: Any, d: Any, a: Any, draws: Any) -> Statement:
    signs = Signs(d)
    return Statement(at_most(Information(signs, Heard(z, signs, a, draws)), n * _sup(e)), (Interactive(z, n, e),))


def _one_sign(messages: Any, d: Any, index: Any) -> Statement:
    one = Sign(Signs(d), index)
    told = TV(GivenSign(messages, one, 1), GivenSign(messages, one, -1))
    return Statement(at_most(told, sqrt(2 * Information(one, messages))))


def _flip(z: Any, v: Any, a: Any, draws: Any) -> Any:
    return KL(HeardAt(z, v, a, draws), HeardAt(z, Flipped(v, _j), a, draws))


def _linear_flips(z: Any, d: Any, draws: Any, a: Any, radius: Any, lipschitz: Any) -> Statement:
    spread = _worst_flips(z, d, draws, a) / d
    return Statement(at_most(a * lipschitz * radius / 2 * (1 - spread), WorstExcess(z, d, draws, radius, lipschitz)))


def _worst_flips(z: Any, d: Any, draws: Any, a: Any) -> Any:
    one, other = HeardAt(z, corner, a, draws), HeardAt(z, Flipped(corner, _j), a, draws)
    return Supremum(Sum(TV(one, other), _j, 1, d), corner)


def _flip_estimates() -> Iterator[Case]:
    """Where each sign is told by messages of its own, the laws given one sign differ as those of a flip do."""
    for arguments, values in _estimates():
        spread = _apart(Heard(_Z, _V, alpha, m), _d, _V)
        yield arguments, {**values, _worst_flips(_Z, _d, m, alpha): values[spread]}


def _flip_sums() -> Iterator[Case]:
    for told in ((1,), (1, 1), (0, 2), (1, 2, 3), (5, 5, 5, 6)):
        each = _flip(_Z, corner, alpha, m)
        yield (
            (_Z, corner, alpha, m, _d),
            {
                _d: Fraction(len(told)),
                Sum(each, _j, 1, _d): as_arb(sum(told)),
                Sum(sqrt(each / 2), _j, 1, _d): sum(((as_arb(t) / 2).sqrt() for t in told), arb(0)),
            },
        )


def _flipped_messages(k: Any, v: Any, a: Any, draws: Any, d: Any) -> Any:
    """The sum over flips of the chi-square divergence of one user's message."""
    one, other = (Through(k, Power(BiasedSigns(w, a), draws)) for w in (v, Flipped(v, _j)))
    return Sum(ChiSquare(one, other), _j, 1, d)


def _flips_over_users(z: Any, n: Any, e: Any, v: Any, a: Any, draws: Any, d: Any) -> Statement:
    total = Sum(_flip(z, v, a, draws), _j, 1, d)
    worst = Supremum(_flipped_messages(_K, v, a, draws, d), _K, Private(_K, e))
    return Statement(at_most(total, n * worst), (Interactive(z, n, e),))


def _channels() -> Iterator[tuple[Any, Fraction, Fraction, Fraction, Fraction]]:
    """Randomized response of the first sign, and of the product of both, of one draw or two; d, m and the bias."""
    for ratio, size, draws, bias in product(
        (Fraction(11, 10), Fraction(3)), (1, 2), (1, 2), (Fraction(1, 10), Fraction(1, 2))
    ):
        keep = ratio / (1 + ratio)
        for coordinates in ((0,), (0, size - 1)):

            def channel(sample: Any, coordinates: tuple[int, ...] = coordinates, keep: Fraction = keep) -> Law:
                told = prod(z[i] for z in sample[:1] for i in dict.fromkeys(coordinates))
                return {told: keep, -told: 1 - keep}

            yield channel, ratio, Fraction(size), Fraction(draws), bias


def _flipped() -> Iterator[Case]:
    for channel, ratio, size, draws, bias in _channels():
        yield (
            (_K, epsilon, corner, weak, m, _d),
            {
                _K: channel,
                epsilon: as_arb(ratio).log(),
                _d: size,
                m: draws,
                weak: bias,
                corner: (1,) * int(size),
            },
        )


def _one_user() -> Iterator[Case]:
    """Two users by one channel: KL adds up; the supremum is taken for that channel."""
    from verify.kernel.calculus.values import value

    for channel, ratio, size, draws, bias in _channels():
        here = {_K: channel, _d: size, m: draws, alpha: bias, corner: (1,) * int(size), epsilon: as_arb(ratio).log()}
        told = _flipped_messages(_K, corner, alpha, m, _d)
        one, other = (Through(_K, Power(BiasedSigns(w, alpha), m)) for w in (corner, Flipped(corner, _j)))
        yield (
            (_Z, _n, epsilon, corner, alpha, m, _d),
            {
                **here,
                _n: Fraction(2),
                Sum(_flip(_Z, corner, alpha, m), _j, 1, _d): 2 * value(Sum(KL(one, other), _j, 1, _d), here),
                Supremum(told, _K, Private(_K, epsilon)): value(told, here),
            },
        )
    # A rare message that a sign sends and the other one hardly does: there KL is near chi-square.
    rare, t = Fraction(1, 100), Fraction(100)

    def hardly(sample: Any) -> Law:
        chance = rare / t if sample[0][0] == 1 else rare
        return {0: chance, 1: 1 - chance}

    here = {_K: hardly, _d: Fraction(1), m: Fraction(1), alpha: Fraction(1), corner: (1,), epsilon: as_arb(t).log()}
    told = _flipped_messages(_K, corner, alpha, m, _d)
    one, other = (Through(_K, Power(BiasedSigns(w, alpha), m)) for w in (corner, Flipped(corner, _j)))
    yield (
        (_Z, _n, epsilon, corner, alpha, m, _d),
        {
            **here,
            _n: Fraction(2),
            Sum(_flip(_Z, corner, alpha, m), _j, 1, _d): 2 * value(Sum(KL(one, other), _j, 1, _d), here),
            Supremum(told, _K, Private(_K, epsilon)): value(told, here),
        },
    )


_AVERAGED = (
    "Assouad: Yu 1997, Lemma 2, for the losses -L theta.z: over the signs the mean of theta.v/(R sqrt(d)) is at most "
    "the root of the mean distance x, by Cauchy and Schwarz, and 1 - sqrt(x) is at least (1 - x)/2"
)
LINEAR_SIGNS = Schema(
    "hidden signs of a linear loss",
    "lemma",
    _AVERAGED,
    _linear_signs,
    (_Z, _d, m, alpha, _R, _L),
    _estimates,
)
SIGN_INFORMATION = Schema(
    "information on a fair sign",
    "lemma",
    "Pinsker: Tsybakov 2009, Lemma 2.5, from each side to the mean law",
    _one_sign,
    (_Y, _d, _j),
    _fair_signs,
)
SUPERADDITIVE = Schema(
    "information on independent signs",
    "theorem",
    "Polyanskiy and Wu 2025, Theorem 6.1, of independents",
    lambda messages, d: Statement(at_most(_informations(messages, d), Information(Signs(d), messages))),
    (_Y, _d),
    _bits,
    SUPERADDITIVE_STRESS,
)
INFORMATION_OVER_USERS = Schema(
    "information user by user",
    "lemma",
    "chain rule: Cover and Thomas 2006, Theorem 2.5.2; given the past a message is a private channel's; KL is convex",
    _users,
    (_Z, _n, epsilon, _d, alpha, m),
    _responses,
    outside=lambda: iter(
        [
            (
                0,
                (_Z, _n, epsilon, _d, alpha, m),
                {
                    **dict.fromkeys((_n, epsilon, alpha, m, _d), Fraction(1)),
                    Information(_V, Heard(_Z, _V, alpha, m)): Fraction(1),
                    _sup(epsilon): Fraction(1, 2),
                },
            ),
        ]
    ),
)
PRIVATE_KL_OF_INPUTS = Schema(
    "KL of private messages",
    "theorem",
    "Bun and Steinke 2016, Proposition 3.3",
    lambda k, e, one, other: Statement(at_most(KL(At(k, one), At(k, other)), e**2 / 2), (Private(k, e),)),
    (_K, epsilon, _x, _y),
    _private_pairs,
    outside=lambda: iter(
        [
            (
                0,
                (_K, epsilon, _x, _y),
                {_K: lambda z: {z: Fraction(9, 10), 1 - z: Fraction(1, 10)}, _x: 0, _y: 1, epsilon: Fraction(1, 10)},
            ),
        ]
    ),
)
ROOTS = Schema(
    "roots added",
    "theorem",
    "Cauchy and Schwarz: Steele 2004, (1.1), with a vector of ones",
    lambda messages, d: Statement(at_most(_roots(messages, d), sqrt(2 * d * _informations(messages, d)))),
    (_Y, _d),
    _sums,
)

LINEAR_FLIPS = Schema(
    "turned signs of a linear loss",
    "lemma",
    _AVERAGED,
    _linear_flips,
    (_Z, _d, m, alpha, _R, _L),
    _flip_estimates,
)
FLIP_ROOTS = Schema(
    "roots of divergences added",
    "theorem",
    "Cauchy and Schwarz: Steele 2004, (1.1), with a vector of ones",
    lambda z, v, a, draws, d: Statement(
        at_most(Sum(sqrt(_flip(z, v, a, draws) / 2), _j, 1, d), sqrt(d * Sum(_flip(z, v, a, draws), _j, 1, d) / 2))
    ),
    (_Z, corner, alpha, m, _d),
    _flip_sums,
)
FLIPS_OVER_USERS = Schema(
    "all flips user by user",
    "lemma",
    "chain rule: Cover and Thomas 2006, Theorem 2.5.3, the past by the law of v in each; KL below chi-square: "
    "Tsybakov 2009, Lemma 2.7",
    _flips_over_users,
    (_Z, _n, epsilon, corner, alpha, m, _d),
    _one_user,
    outside=lambda: iter(
        [
            (
                0,
                (_Z, _n, epsilon, corner, alpha, m, _d),
                {
                    **dict.fromkeys((_n, epsilon, alpha, m, _d), Fraction(1)),
                    Sum(_flip(_Z, corner, alpha, m), _j, 1, _d): Fraction(1),
                    Supremum(_flipped_messages(_K, corner, alpha, m, _d), _K, Private(_K, epsilon)): Fraction(1, 2),
                },
            ),
        ]
    ),
)
FLIPS_PRIVATE = Schema(
    "all flips through one private channel",
    "lemma",
    "Bessel, for the likelihood ratios of the flips, which are orthogonal; what lies within [a, e^epsilon a] has "
    "variance at most (e^epsilon - 1)^2 a^2/4",
    lambda k, e, v, a, draws, d: Statement(
        at_most(
            _flipped_messages(k, v, a, draws, d), (exp(e) - 1) ** 2 / 4 * ((1 + 4 * a**2 / (1 - a**2)) ** draws - 1)
        ),
        (Private(k, e),),
    ),
    (_K, epsilon, corner, weak, m, _d),
    _flipped,
    outside=lambda: iter(
        [
            (
                0,
                (_K, epsilon, corner, weak, m, _d),
                {
                    _K: lambda sample: {sample[0][0]: Fraction(1)},
                    corner: (1,),
                    weak: Fraction(1, 2),
                    m: Fraction(1),
                    _d: Fraction(1),
                    epsilon: Fraction(1, 10),
                },
            ),
        ]
    ),
)

FACTS = (
    LINEAR_FLIPS,
    FLIP_ROOTS,
    FLIPS_OVER_USERS,
    FLIPS_PRIVATE,
    LINEAR_SIGNS,
    SIGN_INFORMATION,
    SUPERADDITIVE,
    INFORMATION_OVER_USERS,
    PRIVATE_KL_OF_INPUTS,
    ROOTS,
)
