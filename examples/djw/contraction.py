"""What a private channel leaves of the difference of two laws: Lemma 1, Theorem 1, Corollary 3."""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product

from flint import arb
from sympy import Integer, Min, Rational, exp, log

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    KL,
    KL_CHI_SQUARE,
    PRIVATE_CHI_SQUARE,
    TV,
    ChiSquare,
    Interactive,
    Name,
    Private,
    Through,
    Transcript,
    integer,
    law,
    line,
    real,
    words,
)
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, Definition, FiniteCheck
from verify.kernel.statements import at_most as claim_at_most
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb

PRIVACY = Claim(
    "djw/privacy",
    "Section 1, the definition of local privacy",
    Kind.DEFINITION,
    "alpha-local differential privacy, sequentially interactive",
    Definition(
        r"\sup_S\frac{Q_i(Z_i\in S\mid X_i=x,Z_{1:i-1}=z)}{Q_i(Z_i\in S\mid X_i=x',Z_{1:i-1}=z)}\le e^\alpha"
        r"\ \forall i,\ x,x'\in\mathcal X,\ z"
    ),
)


_x = real("x", least=1)
LOGARITHM = Claim(
    "djw/logarithm",
    "proof of Theorem 1: the logarithm of a ratio",
    Kind.INEQUALITY,
    "|log(a/b)| is at most |a - b|/min{a, b}",
    line(log(_x)).le(_x - 1),
    note="By symmetry a >= b, and by homogeneity b = 1: x is the ratio.",
)

_ODDS = (Fraction(11, 10), Fraction(3, 2), Fraction(4))
"""e^alpha: below log(2)/2, where min{4, e^(2 alpha)} is less than 2, between, and where it is 4."""
_MASSES = ((6, 3, 1), (1, 3, 6), (10, 0, 0), (0, 5, 5), (2, 5, 3), (4, 4, 2))


def laws(parts: int = 10) -> list[FiniteLaw]:
    """Laws on three letters."""
    return [FiniteLaw.of({x: Fraction(w, parts) for x, w in enumerate(masses)}) for masses in _MASSES]


def channels() -> Iterator[tuple[Fraction, Channel]]:
    """All extreme private channels on three letters, of which every other one is a mixture after post-processing."""
    for t in _ODDS:
        for channel in extreme_channels((0, 1, 2), t):
            yield t, channel


def _pointwise(c: str) -> list[Case]:
    """|m_1(z) - m_2(z)| beside c inf q(z|.)(e^alpha - 1) TV at every message; c is the lemma's, or 1."""
    found = []
    for (t, channel), (p, q) in product(channels(), product(laws(), repeat=2)):
        m, other = p.through(channel), q.through(channel)
        for z in m.atoms:
            least = min(row[z] for row in channel.values())
            most = (min(Fraction(2), t) if c == "min{2, e^alpha}" else 1) * least * (t - 1) * total_variation(p, q)
            found.append(Case({"e^alpha": str(t), "c": c}, abs(m[z] - other[z]), most))
    return found


def _lemma1(_: Settings) -> Iterator[Case]:
    yield from _pointwise("min{2, e^alpha}")


_over = "e^alpha = 11/10, 3/2, 4; 36 pairs of laws on three letters; all extreme channels"
LEMMA1 = Claim(
    "djw/lemma1",
    "proof of Theorem 1: the densities of the messages",
    Kind.INEQUALITY,
    "two densities of a message differ by at most c inf q(z|.)(e^alpha - 1) TV, c = min{2, e^alpha}",
    FiniteCheck(
        r"|m_1(z)-m_2(z)|\le c_\alpha\inf_xq(z\mid x)(e^\alpha-1)\|P_1-P_2\|_{TV},\ c_\alpha=\min\{2,e^\alpha\}",
        _over,
        _lemma1,
    ),
)


def _sharper(_: Settings) -> Iterator[Case]:
    yield from _pointwise("1")


SHARPER = Claim(
    "djw/own/lemma1",
    "to the proof of Theorem 1",
    Kind.INEQUALITY,
    "the same with c = 1",
    corrected=FiniteCheck(r"|m_1(z)-m_2(z)|\le\inf_xq(z\mid x)(e^\alpha-1)\|P_1-P_2\|_{TV}", _over, _sharper),
    note="q(z|.) lies between its infimum and e^alpha times it, and the integral of a function over a signed measure of "
    "mass 0 is at most its range times the total variation.",
)
ALPHA = real("epsilon", above=0)
P, Q = law("P_1"), law("P_2")
CHANNEL, PROTOCOL = Name("K", "channel"), Name("Z", "protocol")
M1, M2 = Through(CHANNEL, P), Through(CHANNEL, Q)
GROWTH = (exp(ALPHA) - 1) ** 2


def _factor(t: Fraction) -> Fraction:
    return min(Fraction(4), t**2)


def both_ways(p: FiniteLaw, q: FiniteLaw) -> arb:
    """KL(p||q) + KL(q||p), enclosed."""
    return kullback_leibler(p, q) + kullback_leibler(q, p)


def _theorem1(_: Settings) -> Iterator[Case]:
    """Second route to the left side: the sum of (m_1 - m_2) log(m_1/m_2)."""
    for (t, channel), (p, q) in product(channels(), product(laws(), repeat=2)):
        m, other = p.through(channel), q.through(channel)
        again = sum((as_arb(m[z] - other[z]) * as_arb(m[z] / other[z]).log() for z in m.atoms), arb(0))
        right = (t - 1) ** 2 * total_variation(p, q) ** 2
        # Where the laws are one both sides are 0, and the left side an enclosure of it.
        if p != q:
            yield Case({"e^alpha": str(t)}, both_ways(m, other), right * _factor(t), left_again=again)


THEOREM1 = Claim(
    "djw/thm1",
    "Theorem 1",
    Kind.INEQUALITY,
    "the private contraction",
    line(KL(M1, M2) + KL(M2, M1), given=(Private(CHANNEL, ALPHA),))
    .le(
        GROWTH * TV(P, Q) ** 2,
        words(
            "|m_1 - m_2| is at most inf q (e^alpha - 1) TV and both are at least inf q, whose sum is at most 1; so "
            "the sum of (m_1 - m_2) log(m_1/m_2) is at most that of (m_1 - m_2)^2/inf q",
            leans=(LOGARITHM.id, SHARPER.id),
        ),
    )
    .le(Min(4, exp(2 * ALPHA)) * GROWTH * TV(P, Q) ** 2)
    .crosschecked(
        "as printed, all extreme channels",
        r"D_{kl}(M_1\|M_2)+D_{kl}(M_2\|M_1)\le\min\{4,e^{2\alpha}\}(e^\alpha-1)^2\|P_1-P_2\|_{TV}^2",
        _over,
        _theorem1,
    ),
)


def _sharper_theorem1(_: Settings) -> Iterator[Case]:
    for (t, channel), (p, q) in product(channels(), product(laws(), repeat=2)):
        if p != q:
            right = (t - 1) ** 2 * total_variation(p, q) ** 2
            yield Case({"e^alpha": str(t)}, both_ways(p.through(channel), q.through(channel)), right)


OWN_THM1 = Claim(
    "djw/own/thm1",
    "to Theorem 1",
    Kind.INEQUALITY,
    "the sum of both divergences without the factor min{4, e^(2 alpha)}",
    corrected=FiniteCheck(
        r"D_{kl}(M_1\|M_2)+D_{kl}(M_2\|M_1)\le(e^\alpha-1)^2\|P_1-P_2\|_{TV}^2", _over, _sharper_theorem1
    ),
)

N = integer("n", least=1)
TOLD1, TOLD2 = Transcript(PROTOCOL, P), Transcript(PROTOCOL, Q)


def _two_users(_: Settings) -> Iterator[Case]:
    """Two users, the second's channel chosen by the first's message among three extreme ones."""
    for t in _ODDS:
        several = [channel for odds, channel in channels() if odds == t]
        for i, first in enumerate(several):
            chosen = [several[(i + 5 * j + 3) % len(several)] for j in range(3)]
            for p, q in product(laws(), repeat=2):
                told, other = (_told(x, first, chosen) for x in (p, q))
                if p != q:
                    right = 8 * (t - 1) ** 2 * total_variation(p, q) ** 2
                    yield Case({"n": 2, "e^alpha": str(t)}, both_ways(told, other), right)


def _told(p: FiniteLaw, first: Channel, chosen: list[Channel]) -> FiniteLaw:
    found: dict[Hashable, Fraction] = {}
    for j, (z, w) in enumerate(p.through(first)):
        for answer, v in p.through(chosen[j]):
            found[z, answer] = w * v
    return FiniteLaw.of(found)


ONE_USER = (
    line(KL(M1, M2), given=(Private(CHANNEL, ALPHA),))
    .le(ChiSquare(M1, M2), KL_CHI_SQUARE(M1, M2))
    .le(GROWTH * TV(P, Q) ** 2, PRIVATE_CHI_SQUARE(CHANNEL, ALPHA, P, Q))
)
"""One direction, which the sum of both contains."""
BACKWARDS = (
    line(KL(M2, M1), given=(Private(CHANNEL, ALPHA),))
    .le(ChiSquare(M2, M1), KL_CHI_SQUARE(M2, M1))
    .le(GROWTH * TV(Q, P) ** 2, PRIVATE_CHI_SQUARE(CHANNEL, ALPHA, Q, P))
    .eq(GROWTH * TV(P, Q) ** 2, words("total variation does not tell its two laws apart"))
)
COROLLARY3 = Claim(
    "djw/cor3",
    "Corollary 3, for samples of one law",
    Kind.INEQUALITY,
    "n users tell n times as much, interactively too",
    line(KL(TOLD1, TOLD2) + KL(TOLD2, TOLD1), given=(Interactive(PROTOCOL, N, ALPHA),))
    .le(N * GROWTH * TV(P, Q) ** 2 + KL(TOLD2, TOLD1), CHAIN_OVER_USERS(PROTOCOL, N, ALPHA, P, Q), ONE_USER)
    .le(2 * N * GROWTH * TV(P, Q) ** 2, CHAIN_OVER_USERS(PROTOCOL, N, ALPHA, Q, P), BACKWARDS)
    .le(4 * GROWTH * N * TV(P, Q) ** 2)
    .crosschecked(
        "two users, the second after the first",
        r"D_{kl}(M_1^n\|M_2^n)+D_{kl}(M_2^n\|M_1^n)\le4(e^\alpha-1)^2n\|P_1-P_2\|_{TV}^2",
        f"n = 2; {_over}, each beside others",
        _two_users,
    ),
)
_SMALL = real("epsilon", above=0, most=Rational(23, 35))
SMALL_ALPHA = Claim(
    "djw/small-alpha",
    "behind Proposition 1: (e^alpha - 1)^2 beside 2 alpha^2",
    Kind.INEQUALITY,
    "up to 23/35 the factor of Theorem 1 is at most 8 alpha^2",
    claim_at_most(4 * (exp(_SMALL) - 1) ** 2, 8 * _SMALL**2, Variable(_SMALL, Integer(0), Rational(23, 35))),
)

CLAIMS = (
    PRIVACY,
    LOGARITHM,
    LEMMA1,
    SHARPER,
    THEOREM1,
    OWN_THM1,
    COROLLARY3,
    SMALL_ALPHA,
)
