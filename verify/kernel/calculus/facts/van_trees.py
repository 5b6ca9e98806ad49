"""van Trees' inequality for the means of signs; information of private messages about them, and their divergences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Integer, Rational, exp, sqrt, tanh

from lowerbounds.information.channels import extreme_channels
from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.information import contracted, leaking
from verify.kernel.calculus.facts.packings import At, Density, WorstLoss
from verify.kernel.calculus.nouns import KL, Interactive, Law, Private, Through
from verify.kernel.calculus.over import Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantity, real
from verify.kernel.calculus.textbook import CANONICAL_PAIR as CANONICAL_PAIR_STRESS
from verify.kernel.calculus.textbook import CHAIN_RULE, DONSKER_VARADHAN, EXTREME_CHANNELS, HOEFFDING_LEMMA
from verify.kernel.calculus.textbook import DATA_PROCESSING as DATA_PROCESSING_STRESS
from verify.kernel.calculus.textbook import VAN_TREES as VAN_TREES_STRESS
from verify.kernel.calculus.textbook.fact import laws
from verify.kernel.statements.outcome import as_arb

_K, _Z = Name("K", "channel"), Name("Z", "protocol")
_F, _L = Name("F", "class of laws"), Name("lambda", "prior")
_P, _Q, _x = law("P"), law("Q"), Name("x", "input")
_z = Name("z", "message")
_n, _m, _d = integer("n", least=1), integer("m", least=1), integer("d", least=1)
epsilon, _c, _J = real("epsilon", above=0), real("c", above=0), real("J", above=0)
_s = real("s", above=0)

_theta = sympy.Symbol("theta", real=True)


def _integral(density: Any) -> Fraction:
    """Over [-1/2, 1/2], of a polynomial."""
    found = sympy.integrate(density, (_theta, -Rational(1, 2), Rational(1, 2)))
    return Fraction(int(found.p), int(found.q))


def _vanishes(prior: Any) -> bool:
    ends = [prior.subs(_theta, side * Rational(1, 2)) for side in (-1, 1)]
    within = [prior.subs(_theta, Rational(k, 64)) for k in range(-31, 32)]
    return ends == [0, 0] and min(within) >= 0 and _integral(prior) == 1


class _LawsOn:
    """The laws on points of `size` co-ordinates whose squares' largest, or sum, is at most 1; by their points."""

    def __init__(self, size: Fraction, total: Callable[..., Any]) -> None:
        self._size, self._total = size, total

    def __call__(self, points: Any) -> bool:
        room = 1 + as_arb(Fraction(1, 10**12))
        return all(len(at) == self._size and self._total(as_arb(y) ** 2 for y in at) <= room for at in points)

    def __contains__(self, law: Law) -> bool:
        return self([at for at, mass in law.items() if mass])


def _holds_sign_means(members: Any, size: Fraction, scale: Any) -> bool:
    """By the points that they have in common, the class being that of all laws on a body."""
    return bool(members([[as_arb(scale) * y for y in signs] for signs in product((-1, 1), repeat=int(size))]))


def _is_sub_gaussian(draws: Fraction, size: Fraction, level: Any) -> bool:
    """Along one co-ordinate, at four means and ten tilts."""
    for mean, tilt in product(map(Fraction, ("-1/2", "0", "1/3", "1/2")), map(Fraction, ("1/8", "1/2", "1", "2", "5"))):
        for u in (tilt, -tilt):
            up, down = (as_arb(u / (1 + mean)).exp(), as_arb(-u / (1 - mean)).exp())
            told = as_arb(draws) * (as_arb((1 + mean) / 2) * up + as_arb((1 - mean) / 2) * down).log()
            if told > as_arb(level) * as_arb(u) ** 2 / 2:
                return False
    return size >= 1


SignMeans = property_of(
    "SignMeans",
    r"{0}\text{{ holds the laws of }}{2}\text{{ times }}{1}\text{{ independent signs with means in }}"
    r"[-\tfrac12, \tfrac12]",
    _holds_sign_means,
)
"""SignMeans(F, d, c)."""
CubeLaws = constructor(
    "CubeLaws",
    r"\mathcal{{P}}([-1, 1]^{{{0}}})",
    lambda size: _LawsOn(size, max),
    needs=lambda size: (at_most(1, size),),
    sort="class of laws",
)
"""All laws on the cube; the parameter is the mean, at Euclidean distances."""
BallLaws = constructor(
    "BallLaws",
    r"\mathcal{{P}}(\mathbb{{B}}_2^{{{0}}})",
    lambda size: _LawsOn(size, sum),
    needs=lambda size: (at_most(1, size),),
    sort="class of laws",
)
"""All laws on the unit ball; the parameter is the mean."""
Vanishing = property_of(
    "Vanishing", r"{0}\text{{ is a density on }}[-\tfrac12, \tfrac12]\text{{, 0 at the ends}}", _vanishes
)
Quartic = constructor(
    "Quartic", r"\tfrac{{15}}8(1 - 4\theta^2)^2", lambda: Rational(15, 8) * (1 - 4 * _theta**2) ** 2, sort="prior"
)
"""The density (15/8)(1 - 4 theta^2)^2 on [-1/2, 1/2]."""
PriorInformation = quantity(
    "PriorInformation",
    r"\int \frac{{({0})'^2}}{{{0}}}",
    "Fisher information of a prior",
    0,
    infinite=True,
    value=lambda prior: _integral(sympy.cancel(prior.diff(_theta) ** 2 / prior)),
)
MessagesTrace = quantity(
    "MessagesTrace",
    r"\sup_\theta \mathrm{{Tr}}\, I_{{{0}}}(\theta; {1}, {2})",
    "largest trace of the Fisher information of all messages of a protocol about d means of signs in [-1/2, 1/2], each "
    "user with a given number of draws: MessagesTrace(Z, m, d)",
    0,
)
OneTrace = quantity(
    "OneTrace",
    r"\sup_\theta \mathrm{{Tr}}\, I^{{(1)}}_{{{0}}}(\theta; {1}, {2})",
    "largest trace of the Fisher information of one message about d means of signs in [-1/2, 1/2], from a given "
    "number of draws: "
    "OneTrace(K, m, d)",
    0,
)
MessageInformation = quantity(
    "MessageInformation",
    r"\sup_\theta I(X; {0})_{{{1}, {2}}}",
    "largest mutual information of a message and its input, a given number of draws of d signs with means in [-1/2, "
    "1/2]: "
    "MessageInformation(K, m, d)",
    0,
)
SubGaussianScore = property_of(
    "SubGaussianScore",
    r"\text{{the score of }}{0}\text{{ draws of }}{1}\text{{ signs with means in }}"
    r"[-\tfrac12, \tfrac12]\text{{ is }}{2}\text{{-sub-Gaussian}}",
    _is_sub_gaussian,
)
"""E exp(<u, score>) <= exp(s |u|^2/2) for all u and all means: SubGaussianScore(m, d, s)."""


def spread_of(channel: Any) -> Any:
    """The largest divergence of a message on an input from one on a draw."""
    told = KL(At(channel, _x), Through(channel, _P))
    return Supremum(Supremum(told, _x), _P)


def ratio_excess(p: Any, q: Any, e: Any) -> Any:
    """By how much, at most, one density exceeds e^epsilon times another."""
    return Supremum(Density(p, _z) - exp(e) * Density(q, _z), _z)


def _beside_mixtures() -> Iterator[Case]:
    for _, values in contracted():
        for letter in values[_P]:
            yield (_K, epsilon, _x, _P), {**{a: values[a] for a in (_K, epsilon, _P)}, _x: letter}


def _leaking_beside() -> Iterator[Outside]:
    for place, _, values in leaking():
        yield place, (_K, epsilon, _x, _P), {**{a: values[a] for a in (_K, epsilon, _P)}, _x: Fraction(0)}


def _shrunk() -> Iterator[Case]:
    """All signs seen, their mean taken: the risk is d/m at means 0, the trace 4 m d/3 at means 1/2."""
    for size, draws in product((1, 2, 5), (1, 10, 10**3, 10**6)):
        values = {
            WorstLoss(_Z, _F, _m, Squared()): Fraction(size, draws),
            MessagesTrace(_Z, _m, _d): Fraction(4 * draws * size, 3),
        }
        values |= {_m: Fraction(draws), _d: Fraction(size), _c: Fraction(1), _J: Fraction(40)}
        yield (_Z, _F, _m, _d, _c, _L, _J), {**values, PriorInformation(_L): Fraction(40)}


def _one_sign() -> Iterator[tuple[Any, Any]]:
    """An extreme channel of one sign: its Fisher information at the best of three means, its information at mean 0."""
    for t in map(Fraction, ("11/10", "3/2", "3", "5", "20", "50")):
        for table in extreme_channels((Fraction(-1), Fraction(1)), t):
            up, down = dict(table[Fraction(1)].masses), dict(table[Fraction(-1)].masses)
            found = []
            for theta in (Fraction(-1, 2), Fraction(0), Fraction(1, 2)):
                mixed = {a: (1 + theta) / 2 * up[a] + (1 - theta) / 2 * down[a] for a in up}
                found.append(sum(((up[a] - down[a]) ** 2 / 4 / mixed[a] for a in up if mixed[a]), Fraction(0)))
            middle = {a: (up[a] + down[a]) / 2 for a in up}
            yield max(found), (KL.value(up, middle) + KL.value(down, middle)) / 2


def _traces() -> Iterator[Case]:
    for trace, told in _one_sign():
        values = {_m: Fraction(1), _d: Fraction(1), _s: Fraction(16, 9)}
        yield (_K, _m, _d, _s), {**values, OneTrace(_K, _m, _d): trace, MessageInformation(_K, _m, _d): told}


def _ary() -> Iterator[Case]:
    """All d signs named by randomised response; at mean 0 each input is as likely, and point masses are furthest."""
    for size, t in product((1, 4, 20), (Fraction(3, 2), Fraction(10), Fraction(1000))):
        letters = 2**size
        own, other = t / (t + letters - 1), 1 / (t + letters - 1)
        told = as_arb(own) * as_arb(own * letters).log() + as_arb(1 - own) * as_arb(other * letters).log()
        gap = as_arb(own - other) * as_arb(t).log()
        values = {_m: Fraction(1), _d: Fraction(size), MessageInformation(_K, _m, _d): told, spread_of(_K): gap}
        yield (_K, _m, _d), values


def _held() -> Iterator[Case]:
    """A channel that tells nearly all, next to those that tell less."""
    for keep in (Fraction(1, 2), Fraction(9, 10), Fraction(999, 1000), Fraction(1)):
        for theta in (Fraction(0), Fraction(1, 2)):
            chance = (1 + (2 * keep - 1) * theta) / 2
            trace = (2 * keep - 1) ** 2 / 4 / (chance * (1 - chance))
            yield (_K, _m, _d), {_m: Fraction(1), _d: Fraction(1), OneTrace(_K, _m, _d): trace}


def _added() -> Iterator[Case]:
    for trace, _ in _one_sign():
        worst = Supremum(OneTrace(_K, _m, _d), _K, Private(_K, epsilon))
        for users in (1, 4):
            values = {_n: Fraction(users), _m: Fraction(1), _d: Fraction(1), worst: trace}
            yield (_Z, _n, epsilon, _m, _d), {**values, MessagesTrace(_Z, _m, _d): users * trace}


def _canonical() -> Iterator[Case]:
    """Randomised response, which meets the bound, and other pairs of laws on three atoms with their largest ratio."""
    for t in (Fraction(11, 10), Fraction(3), Fraction(20)):
        up, down = {0: t / (1 + t), 1: 1 / (1 + t)}, {0: 1 / (1 + t), 1: t / (1 + t)}
        yield (_P, _Q, epsilon), _pair(up, down, t)
    several = [dict(enumerate(p)) for p in laws(3)]
    for p, q in product(several, several):
        if all(p.values()) and all(q.values()) and p != q:
            yield (_P, _Q, epsilon), _pair(p, q, max(max(p[a] / q[a], q[a] / p[a]) for a in p))


def _pair(p: Any, q: Any, t: Fraction) -> dict[Any, Any]:
    ends = {ratio_excess(_P, _Q, epsilon): Fraction(0), ratio_excess(_Q, _P, epsilon): Fraction(0)}
    # The KL divergence is lowered by less than its enclosure's radius where both sides are equal.
    return {_P: p, _Q: q, epsilon: as_arb(t).log(), **ends}


_UNEVEN = {0: Fraction(9, 10), 1: Fraction(1, 10)}, {0: Fraction(3, 5), 1: Fraction(2, 5)}


VAN_TREES = Schema(
    "van Trees",
    "theorem",
    "van Trees: Gill and Levit 1995, (10), a prior with independent co-ordinates",
    lambda plan, members, draws, size, scale, prior, most: Statement(
        at_most(
            scale**2 * size**2 / (MessagesTrace(plan, draws, size) + size * most),
            WorstLoss(plan, members, draws, Squared()),
        ),
        (SignMeans(members, size, scale), Vanishing(prior), at_most(PriorInformation(prior), most)),
    ),
    (_Z, _F, _m, _d, _c, _L, _J),
    _shrunk,
    VAN_TREES_STRESS,
    outside=lambda: iter(
        [
            *(
                (
                    place,
                    (_Z, _F, _m, _d, _c, _L, _J),
                    {
                        **dict.fromkeys((_m, _d, _c), Fraction(1)),
                        MessagesTrace(_Z, _m, _d): Fraction(0),
                        WorstLoss(_Z, _F, _m, Squared()): risk,
                        PriorInformation(_L): told,
                        _J: most,
                    },
                )
                for place, risk, told, most in (
                    (0, Fraction(0), Fraction(40), Fraction(40)),
                    (1, Fraction(1, 4), Fraction(0), Fraction(1, 1000)),
                    (2, Fraction(1, 4), Fraction(40), Fraction(1, 100)),
                )
            ),
        ]
    ),
)
QUARTIC = Schema(
    "information of a prior",
    "definition",
    "definition: the integral of 480 theta^2 over [-1/2, 1/2]",
    lambda: Statement(equal(PriorInformation(Quartic()), 40)),
    (),
    lambda: iter([((), {})]),
)
VANISHING = Schema(
    "a prior that vanishes at the ends",
    "definition",
    "definition",
    lambda: Statement(Vanishing(Quartic())),
    (),
    lambda: iter([((), {})]),
)
CUBE_SIGNS = Schema(
    "signs in the cube",
    "definition",
    "definition",
    lambda size: Statement(SignMeans(CubeLaws(size), size, 1)),
    (_d,),
    lambda: (((_d,), {_d: Fraction(size)}) for size in range(1, 6)),
)
BALL_SIGNS = Schema(
    "signs in the ball",
    "definition",
    "definition",
    lambda size: Statement(SignMeans(BallLaws(size), size, 1 / sqrt(size))),
    (_d,),
    lambda: (((_d,), {_d: Fraction(size)}) for size in range(1, 6)),
)
FISHER_USERS = Schema(
    "information of all messages",
    "lemma",
    "chain rule of Fisher information; given the earlier messages, each is a private channel's",
    lambda plan, n, e, draws, size: Statement(
        at_most(MessagesTrace(plan, draws, size), n * Supremum(OneTrace(_K, draws, size), _K, Private(_K, e))),
        (Interactive(plan, n, e),),
    ),
    (_Z, _n, epsilon, _m, _d),
    _added,
    CHAIN_RULE,
    outside=lambda: iter(
        [
            (
                0,
                (_Z, _n, epsilon, _m, _d),
                {
                    **dict.fromkeys((_n, _m, _d), Fraction(1)),
                    epsilon: Fraction(1),
                    MessagesTrace(_Z, _m, _d): Fraction(1),
                    Supremum(OneTrace(_K, _m, _d), _K, Private(_K, epsilon)): Fraction(1, 2),
                },
            ),
        ]
    ),
)
FISHER_INFORMATION = Schema(
    "Fisher information of one message by mutual information",
    "lemma",
    "Donsker and Varadhan: Boucheron, Lugosi and Massart 2013, Lemma 4.18, for the mean score given a message z: "
    "its square is at most 2 s times the divergence of the input's law given z, averaged over z",
    lambda channel, draws, size, level: Statement(
        at_most(OneTrace(channel, draws, size), 2 * level * MessageInformation(channel, draws, size)),
        (SubGaussianScore(draws, size, level),),
    ),
    (_K, _m, _d, _s),
    _traces,
    DONSKER_VARADHAN,
)
MEAN_DIVERGENCE = Schema(
    "mutual information by divergences",
    "lemma",
    "the mean divergence of a message on an input from one on a draw",
    lambda channel, draws, size: Statement(at_most(MessageInformation(channel, draws, size), spread_of(channel))),
    (_K, _m, _d),
    _ary,
)
SCORE = Schema(
    "the score of signs",
    "lemma",
    "Hoeffding 1963, (4.16): each of m terms (X - theta)/(1 - theta^2) of a co-ordinate lies in an interval of length "
    "2/(1 - theta^2) <= 8/3",
    lambda draws, size, level: Statement(
        SubGaussianScore(draws, size, level), (at_most(Rational(8, 3) ** 2 / 4 * draws, level),)
    ),
    (_m, _d, _s),
    lambda: (((_m, _d, _s), {_m: Fraction(j), _d: Fraction(1), _s: Fraction(16 * j, 9)}) for j in range(1, 6)),
    HOEFFDING_LEMMA,
)
FISHER_DATA = Schema(
    "information of the data",
    "lemma",
    "data processing of Fisher information; a sign's is 1/(1 - theta^2) <= 4/3",
    lambda channel, draws, size: Statement(at_most(OneTrace(channel, draws, size), 4 * draws * size / Integer(3))),
    (_K, _m, _d),
    _held,
    DATA_PROCESSING_STRESS,
)
KL_TANH = Schema(
    "divergence of a private pair",
    "lemma",
    "Kairouz, Oh and Viswanath 2017, Theorem 3.3: both laws come from randomised response by one channel",
    lambda p, q, e: Statement(
        at_most(KL(p, q), e * tanh(e / 2)), (at_most(ratio_excess(p, q, e), 0), at_most(ratio_excess(q, p, e), 0))
    ),
    (_P, _Q, epsilon),
    _canonical,
    CANONICAL_PAIR_STRESS,
    outside=lambda: iter(
        [
            *(
                (
                    place,
                    (_P, _Q, epsilon),
                    {**_pair(*pair, Fraction(3, 2)), ratio_excess(*more, epsilon): Fraction(1, 4)},
                )
                for place, more, pair in ((0, (_P, _Q), _UNEVEN[::-1]), (1, (_Q, _P), _UNEVEN))
            ),
        ]
    ),
)
PRIVATE_KL = Schema(
    "private divergence",
    "lemma",
    "Kairouz, Oh and Viswanath 2017, Theorem 3.3, for two means of laws within e^epsilon of each other",
    lambda k, e, p, q: Statement(at_most(KL(Through(k, p), Through(k, q)), e * tanh(e / 2)), (Private(k, e),)),
    (_K, epsilon, _P, _Q),
    contracted,
    EXTREME_CHANNELS,
    outside=leaking,
)
ONE_INPUT_KL = Schema(
    "private divergence from a mixture",
    "lemma",
    "Kairouz, Oh and Viswanath 2017, Theorem 3.3, for a law and a mean of laws within e^epsilon of it",
    lambda k, e, at, p: Statement(at_most(KL(At(k, at), Through(k, p)), e * tanh(e / 2)), (Private(k, e),)),
    (_K, epsilon, _x, _P),
    _beside_mixtures,
    outside=_leaking_beside,
)

FACTS = (
    VAN_TREES,
    QUARTIC,
    VANISHING,
    CUBE_SIGNS,
    BALL_SIGNS,
    FISHER_USERS,
    FISHER_INFORMATION,
    MEAN_DIVERGENCE,
    SCORE,
    FISHER_DATA,
    KL_TANH,
    PRIVATE_KL,
    ONE_INPUT_KL,
)
