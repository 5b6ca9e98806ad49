"""kent Section 1.1 and Lemma 28: user-level LDP, randomized response of a sparse vector, and private contraction."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from sympy import exp, log

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw, two_point
from notation.symbols import epsilon
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss, worse
from verify.kernel.calculus import (
    KL,
    KL_CHI_SQUARE,
    PRIVATE_CHI_SQUARE,
    TV,
    Chain,
    ChiSquare,
    Grant,
    Name,
    Private,
    Through,
    at_most,
    cite,
    integer,
    law,
    let,
    line,
    real,
)
from verify.kernel.calculus.facts.bits import AGREEMENTS, BIT_FLIPS, ONES, Agreements, BitFlips, Differences, Ones
from verify.kernel.calculus.facts.packings import At, Density
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings

DEF1 = Claim(
    "kent/def1",
    "Section 1.1, (1), (2)",
    Kind.DEFINITION,
    "user-level alpha-LDP, sequentially interactive",
    says=(
        r"\alpha\text{-LDP: }\sup_{S\in\sigma(\mathcal{Z})}\frac{Q_i(Z^{(i)}\in S\mid "
        r"X^{(i)}=x^{(i)},Z^{(1:i-1)}=z^{(1:i-1)})}{Q_i(Z^{(i)}\in S\mid "
        r"X^{(i)}=x'^{(i)},Z^{(1:i-1)}=z^{(1:i-1)})}\le e^\alpha,\ \forall "
        r"x^{(i)},x'^{(i)}\in\mathcal{Y},\ \forall z^{(1:i-1)}\in\mathcal{Z}^{i-1}\text{; at the user "
        r"level, for all }i\text{: }\sup_{S\in\sigma(\mathcal{Z})}\frac{Q_i(Z^{(i)}\in S\mid "
        r"X_{1:T}^{(i)}=x_{1:T}^{(i)},Z^{(1:i-1)}=z^{(1:i-1)})}{Q_i(Z^{(i)}\in S\mid "
        r"X_{1:T}^{(i)}=x_{1:T}'^{(i)},Z^{(1:i-1)}=z^{(1:i-1)})}\le e^\alpha,\ \forall "
        r"x_{1:T}^{(i)},x_{1:T}'^{(i)}\in\mathcal{X},\ z^{(1:i-1)}\in\mathcal{Z}^{i-1}"
    ),
    match=Match.READING,
    differs="what is shown is (2) alone, of which (1) is the case T = 1",
    printed=Definition(
        r"\sup_S \frac{Q_i(Z^{(i)}\in S\mid X^{(i)}_{1:T}=x,Z^{(1:i-1)}=z)}{Q_i(Z^{(i)}\in S\mid X^{(i)}_{1:T}=x',Z^{(1:i-1)}=z)}\le e^\alpha\ \forall i,\ x,x'\in\mathcal X=\mathcal Y^T,\ z\in\mathcal Z^{i-1}"
    ),
    note="A ratio 0/0 is read as 1. The relation a_n <~ b_n of Section 1.3 is limsup a_n/b_n <= C.",
)
ALPHA = real("alpha", above=0)

_LENGTH, _MOST, _ODDS = integer("d", least=1), integer("m", least=1), real("t", above=0)
_ANSWER, _ONE, _OTHER = Name("v", "message"), Name("x", "bits"), Name("y", "bits")
_SHARE = ALPHA / (2 * _MOST)
_KEEP = let(r"\pi_{\alpha/(2m)}", exp(_SHARE) / (1 + exp(_SHARE)))
_LOST = log(1 + exp(_SHARE))
_FLIPS = BitFlips(_LENGTH, _KEEP)
_KEPT = line(log(_ODDS / (1 + _ODDS))).eq(log(_ODDS) - log(1 + _ODDS)).at({_ODDS: exp(_SHARE)})
_TURNED = line(1 - _ODDS / (1 + _ODDS)).eq(1 / (1 + _ODDS)).at({_ODDS: exp(_SHARE)})


def _chance(bits: Name) -> Chain:
    """The probability of an answer by the number of bits that it keeps."""
    kept = Agreements(_ANSWER, bits)
    return (
        line(Density(At(_FLIPS, bits), _ANSWER))
        .eq(exp(kept * log(_KEEP) + (_LENGTH - kept) * log(1 - _KEEP)), BIT_FLIPS(_LENGTH, _KEEP, bits, _ANSWER))
        .eq(exp(kept * (_SHARE - _LOST) + (_LENGTH - kept) * log(1 / (1 + exp(_SHARE)))), _KEPT, _TURNED)
        .eq(exp(_SHARE * kept - _LENGTH * _LOST))
    )


_AGREED = Agreements(_ANSWER, _ONE)
_DRAWN = _chance(_ONE)
_BESIDE = exp(_SHARE * (_AGREED - Agreements(_ANSWER, _OTHER)))
LEMMA28_239 = Claim(
    "kent/lemma28/239",
    "Appendix I, proof of Lemma 28, up to (239)",
    Kind.IDENTITY,
    "the ratio of an answer's probabilities is a power of e^(alpha/2m)",
    says=(
        r"\mathbb{P}(Z=v\mid "
        r"X=x)=\prod_{j=1}^d\pi_{\alpha/(2m)}^{\mathbb{1}\{v_j=x_j\}}(1-\pi_{\alpha/(2m)})^{\mathbb{1}\{v_j\ne "
        r"x_j\}}=\Big(\frac{\pi_{\alpha/(2m)}}{1-\pi_{\alpha/(2m)}}\Big)^{n_x}(1-\pi_{\alpha/(2m)})^d=e^{\alpha "
        r"n_x/(2m)}(1-\pi_{\alpha/(2m)})^d;\quad\frac{\mathbb{P}(Z=v\mid X=x)}{\mathbb{P}(Z=v\mid "
        r"X=y)}=e^{(n_x-n_y)\alpha/(2m)}"
    ),
    match=Match.READING,
    differs=(
        "the ends of the first display and (239) as a product; n_x, which the paper does not define, is "
        "read as the number of j with v_j = x_j"
    ),
    printed=AllOf(
        "",
        {
            "the probability of an answer": line(_DRAWN.start)
            .eq(_DRAWN.end, _DRAWN)
            .eq(
                exp(_SHARE * _AGREED) * (1 - _KEEP) ** _LENGTH,
                line(1 - _ODDS / (1 + _ODDS)).eq(exp(-log(1 + _ODDS))).at({_ODDS: exp(_SHARE)}),
            ),
            "the ratio": line(_DRAWN.start)
            .eq(_DRAWN.end, _DRAWN)
            .eq(_BESIDE * exp(_SHARE * Agreements(_ANSWER, _OTHER) - _LENGTH * _LOST))
            .eq(_BESIDE * Density(At(_FLIPS, _OTHER), _ANSWER), _chance(_OTHER)),
        },
    ),
    note="n_x is not defined in the proof; by the display it is the number of j with v_j = x_j.",
)


def _closer(bits: Name, other: Name) -> Chain:
    """How many more bits of an answer agree with the one vector than with the other, if both have few ones."""
    few = at_most(Ones(bits), _MOST), at_most(Ones(other), _MOST)
    return (
        line(Agreements(_ANSWER, bits) - Agreements(_ANSWER, other), given=few)
        .le(Differences(bits, other), AGREEMENTS(_ANSWER, bits, other))
        .le(Ones(bits) + Ones(other), ONES(bits, other))
        .le(2 * _MOST, *few)
    )


LEMMA28_DISTANCE = Claim(
    "kent/lemma28/distance",
    "Appendix I, proof of Lemma 28, after (239)",
    Kind.INEQUALITY,
    "two vectors with at most m ones differ in at most 2m places",
    says=r"x\text{ and }y\text{ differ in at most }2m\text{ places, so that }|n_x-n_y|\le2m",
    match=Match.SAME,
    printed=AllOf("", {"n_x - n_y": _closer(_ONE, _OTHER), "n_y - n_x": _closer(_OTHER, _ONE)}),
    note="Both differences of |n_x - n_y|.",
)

Vector = tuple[int, ...]


def sparse_vectors(length: int, most: int) -> list[Vector]:
    """All binary vectors of that length with at most `most` ones."""
    return [x for x in product((0, 1), repeat=length) if sum(x) <= most]


def brute_power(x: Vector, y: Vector) -> int:
    """The largest j with P(Z = z | x) / P(Z = z | y) = t^j over all answers z, for bits kept with probability t/(1+t).

    Every answer is tried at t = 2, where the ratio is 2^j exactly; no product of per-bit maxima is taken.
    """
    keep = Fraction(2, 3)
    worst = Fraction(0)
    for z in product((0, 1), repeat=len(x)):
        under_x, under_y = Fraction(1), Fraction(1)
        for answer, a, b in zip(z, x, y, strict=True):
            under_x *= keep if answer == a else 1 - keep
            under_y *= keep if answer == b else 1 - keep
        worst = max(worst, under_x / under_y)
    power = worst.numerator.bit_length() - worst.denominator.bit_length()
    assert worst == Fraction(2) ** power
    return power


def _worst_multiple(length: int, most: int) -> Fraction:
    """The worst log ratio over all pairs of inputs as a multiple of alpha, from the channel that draws."""
    channel = UnaryEncoding(length, most, epsilon)
    vectors = [np.array(x, dtype=bool) for x in sparse_vectors(length, most)]
    loss: PrivacyLoss = NO_LOSS
    for x in vectors:
        for y in vectors:
            loss = worse(loss, channel.loss_between_bits(x, y))
    multiple = loss.multiple()
    assert multiple is not None
    return multiple


def _sizes(settings: Settings) -> Iterator[tuple[int, int]]:
    for length in range(1, 4 if settings.quick else 6):
        for most in range(1, length + 1):
            yield length, most


def _enumerated(settings: Settings) -> Iterator[tuple[dict[str, int], Fraction, Fraction]]:
    """Sizes, the worst multiple of alpha by the channel's own ratios, and by brute force over all answers."""
    for length, most in _sizes(settings):
        vectors = sparse_vectors(length, most)
        power = max(brute_power(x, y) for x in vectors for y in vectors)
        yield {"d": length, "m": most}, _worst_multiple(length, most), Fraction(power, 2 * most)


def _at_most_alpha(settings: Settings) -> Iterator[Case]:
    for parameters, worst, again in _enumerated(settings):
        yield Case(parameters, worst, 1, left_again=again, note="multiples of alpha")


LEMMA28 = Claim(
    "kent/lemma28",
    "Appendix I, Lemma 28, (238)",
    Kind.PRIVACY,
    "randomized response at alpha/(2m) per bit protects a vector with at most m ones at alpha",
    says=(
        r"\text{with }\lVert X\rVert_0\le m\text{, }\pi_x:=e^x/(1+e^x)\text{ and i.i.d. "
        r"}U_j\sim\mathrm{Unif}(0,1)\text{: }Z_j=X_j\text{ if }U_j\le\pi_{\alpha/(2m)}\text{, "
        r"}Z_j=1-X_j\text{ otherwise, }j\in[d]\text{, is an }\alpha\text{-LDP view of }X"
    ),
    match=Match.READING,
    differs="judged for each answer v, from which the bound for each event follows",
    printed=line(Density(At(_FLIPS, _ONE), _ANSWER), given=(at_most(Ones(_ONE), _MOST), at_most(Ones(_OTHER), _MOST)))
    .eq(_BESIDE * Density(At(_FLIPS, _OTHER), _ANSWER), cite(LEMMA28_239, "the ratio"))
    .le(exp(_SHARE * 2 * _MOST) * Density(At(_FLIPS, _OTHER), _ANSWER), cite(LEMMA28_DISTANCE, "n_x - n_y"))
    .eq(exp(ALPHA) * Density(At(_FLIPS, _OTHER), _ANSWER))
    .crosschecked(
        "every pair of vectors and every answer",
        r"\max_{x,y,v}\log\frac{P(Z=v|x)}{P(Z=v|y)}\le\alpha",
        "d up to 5 (quick: 3), m up to d; every x, y with at most m ones",
        _at_most_alpha,
    ),
    note="Answers are finitely many, so the bound on the probability of each gives it on each event.",
)


def _exact_worst(settings: Settings) -> Iterator[Case]:
    for parameters, worst, again in _enumerated(settings):
        exact = Fraction(min(2 * parameters["m"], parameters["d"]), 2 * parameters["m"])
        yield Case(parameters, worst, exact, left_again=again, note="multiples of alpha")


OWN_LEMMA28_TIGHT = Claim(
    "kent/own/lemma28-tight",
    "to Appendix I, Lemma 28",
    Kind.PRIVACY,
    "the exact loss: alpha is reached where d is at least 2m, and not before",
    corrected=FiniteCheck(
        r"\max_{x,y,v}\log\frac{P(Z=v|x)}{P(Z=v|y)}=\frac{\min(2m,d)}{2m}\,\alpha",
        "d up to 5 (quick: 3), m up to d; every x, y with at most m ones",
        _exact_worst,
        "==",
    ),
    note="For d >= 2m it holds at alpha and fails just below; for d < 2m the bits could be kept with more.",
)


def _contracted(settings: Settings) -> Iterator[Case]:
    """KL of the messages next to (e^alpha - 1)^2 TV^2 for every extreme channel, on which the worst case lies."""
    inputs = [(two_point(Fraction(a, 4)), two_point(Fraction(b, 4))) for a, b in ((0, 4), (1, 2), (1, 4), (2, 3))]
    inputs.append((FiniteLaw.of({0: Fraction(1, 2), 1: Fraction(1, 2), 2: 0}), FiniteLaw.of({0: 0, 1: 0, 2: 1})))
    for t in (Fraction(3, 2), Fraction(5)) if settings.quick else (Fraction(11, 10), Fraction(3, 2), Fraction(5)):
        for null, alternative in inputs:
            worst = max(
                (
                    kullback_leibler(null.through(channel), alternative.through(channel))
                    for channel in extreme_channels(null.atoms, t)
                ),
                key=lambda ball: float(ball.mid()),
            )
            tv = total_variation(null, alternative)
            yield Case({"e^alpha": str(t), "TV": str(tv), "letters": len(null.atoms)}, worst, ((t - 1) * tv) ** 2)


PROTOCOL, CHANNEL = Name("Z", "protocol"), Name("K", "channel")
FIRST, SECOND = law("P_1"), law("P_2")
"""Two laws of all data of one user."""


_TV = TV(FIRST, SECOND)
CONTRACTION = Claim(
    "kent/own/contraction",
    "behind Appendix C, proof of Example 1: the bound of Duchi et al. 2018, Theorem 1",
    Kind.INEQUALITY,
    "an alpha-LDP channel contracts KL to (e^alpha - 1)^2 TV^2",
    corrected=line(KL(Through(CHANNEL, FIRST), Through(CHANNEL, SECOND)), given=(Private(CHANNEL, ALPHA),))
    .le(
        ChiSquare(Through(CHANNEL, FIRST), Through(CHANNEL, SECOND)),
        KL_CHI_SQUARE(Through(CHANNEL, FIRST), Through(CHANNEL, SECOND)),
    )
    .le((exp(ALPHA) - 1) ** 2 * _TV**2, PRIVATE_CHI_SQUARE(CHANNEL, ALPHA, FIRST, SECOND))
    .crosschecked(
        "every extreme channel on two or three letters",
        r"D_{\mathrm{KL}}(M_0\|M_1)\le(e^\alpha-1)^2D_{\mathrm{TV}}(P_0,P_1)^2",
        "e^alpha = 11/10, 3/2, 5 (quick: the last two); five pairs of laws; all extreme channels",
        _contracted,
    ),
    note="Four times smaller than the bound that the paper cites. For several users, the chain rule adds it up "
    "given the messages before.",
)


def _one_coordinate(_: Settings) -> Iterator[Case]:
    """|1{v = x} - 1{v = y}| = 1{x != y} on {0, 1}^3."""
    for v, x, y in product((0, 1), repeat=3):
        yield Case({"v_j": v, "x_j": x, "y_j": y}, abs(int(v == x) - int(v == y)), int(x != y))


def _distance(_: Settings) -> Iterator[Case]:
    """1{x != y} <= x + y on {0, 1}^2."""
    for x, y in product((0, 1), repeat=2):
        yield Case({"x_j": x, "y_j": y}, int(x != y), x + y)


USERS, DRAWS = integer("n", least=1), integer("T", least=1)


def one_vote(length: Any, bits: Any, other: Any, answer: Any) -> Grant:
    """Lemma 28 for vectors with at most one 1."""
    return cite(LEMMA28).at({_MOST: 1, _LENGTH: length, _ONE: bits, _OTHER: other, _ANSWER: answer})


CLAIMS = (
    DEF1,
    LEMMA28_239,
    LEMMA28_DISTANCE,
    LEMMA28,
    OWN_LEMMA28_TIGHT,
    CONTRACTION,
)
