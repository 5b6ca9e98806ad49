"""kent Lemma 21 and what the lower bounds of Section 2 depend on: what one message tells, and Fano's inequality."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import exp, log, tanh

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw, point_mass
from verify.kernel.calculus import (
    FANO,
    KL,
    PRIVATE_KL,
    Chain,
    Infimum,
    Information,
    Name,
    Private,
    Probability,
    Supremum,
    Through,
    at_most,
    integer,
    line,
    quantity,
    words,
)
from verify.kernel.calculus.facts.packings import (
    MIXED_ABOVE,
    MIXED_BELOW,
    PRIVATE_DENSITY,
    At,
    Density,
    PrivateDensities,
)
from verify.kernel.calculus.facts.tails import GuessFrom, UniformOn
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.setting import ALPHA, CHANNEL, FIRST, SECOND


def channels(settings: Settings, letters: int = 3) -> Iterator[tuple[Fraction, Channel]]:
    """e^alpha and the extreme channels on that many letters; every fourth of them in a quick run."""
    for t in (Fraction(3, 2), Fraction(5)):
        for place, channel in enumerate(extreme_channels(tuple(range(letters)), t)):
            if not settings.quick or place % 4 == 0:
                yield t, channel


def _marginal_ratios(settings: Settings) -> Iterator[Case]:
    for t, channel in channels(settings):
        for a, b in ((Fraction(1, 3), Fraction(3, 4)), (Fraction(1), Fraction(0))):
            first = FiniteLaw.of({0: a, 1: 1 - a, 2: Fraction(0)}).through(channel)
            second = FiniteLaw.of({0: b / 2, 1: b / 2, 2: 1 - b}).through(channel)
            ratio = max(max(p / second[z], second[z] / p) for z, p in first if p)
            yield Case({"e^alpha": str(t), "P_1(0)": str(a), "P_2(2)": str(1 - b)}, ratio, t)


MESSAGE = Name("z", "message")
_INPUT, _OTHER = Name("x", "input"), Name("x'", "input")


def _given(letter: Name) -> Any:
    return Density(At(CHANNEL, letter), MESSAGE)


_CHOSEN = PrivateDensities(CHANNEL, ALPHA)
_AT_LEAST = line(_given(_OTHER), given=(_CHOSEN,)).le(
    exp(ALPHA) * Infimum(_given(_INPUT), _INPUT), PRIVATE_DENSITY(CHANNEL, ALPHA, _OTHER, _INPUT, MESSAGE)
)


def _ratio(one: Name, other: Name) -> Chain:
    """The density of a message under one law of the data next to that under another."""
    return (
        line(Density(Through(CHANNEL, one), MESSAGE), given=(_CHOSEN,))
        .le(Supremum(_given(_OTHER), _OTHER), MIXED_ABOVE(CHANNEL, one, MESSAGE))
        .le(exp(ALPHA) * Infimum(_given(_INPUT), _INPUT), _AT_LEAST)
        .le(exp(ALPHA) * Density(Through(CHANNEL, other), MESSAGE), MIXED_BELOW(CHANNEL, other, MESSAGE))
        .crosschecked(
            "extreme channels on three letters",
            r"\max_z\tfrac{m_1}{m_2}\vee\tfrac{m_2}{m_1}\le e^\alpha",
            "e^alpha = 3/2, 5; extreme channels (quick: every fourth); two pairs of laws",
            _marginal_ratios,
        )
    )


LEMMA21 = Claim(
    "kent/lemma21",
    "Appendix I, Lemma 21",
    Kind.INEQUALITY,
    "the message's density changes by at most e^alpha between two laws of the data",
    says=(
        r"\text{for an (interactive) }\alpha\text{-LDP channel with density }q(\cdot\mid x,z')\text{ and "
        r"}m_i(\cdot\mid z')=\int_{\mathcal{X}}q(\cdot\mid x,z')\,dP_i(x)\text{: "
        r"}e^{-\alpha}\le\frac{m_1(z\mid z')}{m_2(z\mid z')}\le e^\alpha"
    ),
    match=Match.READING,
    differs="as two products in place of the ratio, which may be 0/0, for one channel at a fixed z', and for densities that "
    "are within e^alpha of each other at every z",
    printed=AllOf("", {"m_1 below m_2": _ratio(FIRST, SECOND), "m_2 below m_1": _ratio(SECOND, FIRST)}),
    note="Other densities of a private channel are so at almost every z, and the printed ratio is, with 0/0 read as 1.",
)

_SLACK = arb(2) ** -40


def _absolute(settings: Settings) -> Iterator[Case]:
    for t, channel in channels(settings):
        alpha = as_arb(t).log()
        for x, y in ((0, 1), (2, 0)):
            divergence = kullback_leibler(point_mass(x).through(channel), point_mass(y).through(channel))
            yield Case({"e^alpha": str(t), "x": x, "y": y}, divergence, alpha * (alpha / 2).tanh() + _SLACK)


_GIVEN = (Private(CHANNEL, ALPHA),)
_ONE, _TWO = Through(CHANNEL, FIRST), Through(CHANNEL, SECOND)
STEP3C = Claim(
    "kent/own/thm1-step3c",
    "to Appendix C, proof of Theorem 1, (60)",
    Kind.INEQUALITY,
    "the best constant for one message",
    corrected=line(KL(_ONE, _TWO), given=_GIVEN)
    .le(ALPHA * tanh(ALPHA / 2), PRIVATE_KL(CHANNEL, ALPHA, FIRST, SECOND))
    .crosschecked(
        "extreme channels on three letters",
        r"D_{\mathrm{KL}}\le\alpha\tanh\tfrac\alpha2",
        "e^alpha = 3/2, 5; extreme channels (quick: every fourth); two pairs of letters",
        _absolute,
        granted="2^{-40}",
    ),
    note="Reached by randomised response. 12 to 26 times below the 12 min{alpha, alpha^2} of (8).",
)


def _success(settings: Settings) -> Iterator[Case]:
    """The best test of three letters from one message: its success times log 3, next to max KL + log 2."""
    for t, channel in channels(settings):
        laws = [point_mass(x).through(channel) for x in range(3)]
        messages = laws[0].atoms
        best = sum((max(law[z] for law in laws) for z in messages), Fraction(0)) / 3
        divergences = [kullback_leibler(a, b) for a in laws for b in laws if a is not b]
        most = max(divergences, key=lambda value: float(value.mid()))
        yield Case({"e^alpha": str(t)}, as_arb(best) * arb(3).log(), most + arb(2).log())


_LABEL, _SEEN, _WRONG = Name("V", "finite random object"), Name("Z", "guess"), Name("W", "event")
_LABELS = integer("N", least=2)
MostTold = quantity(
    "MostTold",
    r"\max_{{v, v'}} \mathrm{{KL}}({1} \mid {0} = v \,\|\, {1} \mid {0} = v')",
    "largest divergence between the laws of one object given two values of another",
    0,
    infinite=True,
)
"""MostTold(V, Z)."""
OWN_FANO = Claim(
    "kent/own/fano",
    "behind Appendix C, proof of Theorem 1, (57): Fano's inequality with pairwise divergences",
    Kind.LOWER_BOUND,
    "many hypotheses, pairwise close, cannot be told apart",
    corrected=line(1 - Probability(_WRONG), given=(UniformOn(_LABEL, _LABELS), GuessFrom(_WRONG, _LABEL, _SEEN)))
    .le((Information(_LABEL, _SEEN) + log(2)) / log(_LABELS), FANO(_LABEL, _SEEN, _LABELS, _WRONG))
    .le(
        (MostTold(_LABEL, _SEEN) + log(2)) / log(_LABELS),
        words(
            "The information is the mean divergence of the message's law given the label from the mean of these laws, at "
            "most that from one of them, by convexity.",
            at_most(Information(_LABEL, _SEEN), MostTold(_LABEL, _SEEN)),
        ),
    )
    .crosschecked(
        "the best test of three letters from one message",
        r"P(\hat v=v)\log3\le\max D_{\mathrm{KL}}+\log2",
        "e^alpha = 3/2, 5; extreme channels (quick: every fourth)",
        _success,
    ),
    note="Yu 1997, Lemma 3. The extra factor 1/2 of (57) is not needed.",
)

CLAIMS = (
    LEMMA21,
    STEP3C,
    OWN_FANO,
)
