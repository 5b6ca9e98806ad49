"""zhao Lemma 10 and its use on m-fold products: (97)-(101)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from typing import Any

from flint import arb
from sympy import Rational, exp, log, sqrt

from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw, binomial, two_point
from verify.kernel.calculus import (
    BRETAGNOLLE_HUBER,
    KL,
    PINSKER,
    TENSORISATION,
    TV,
    Average,
    Name,
    Power,
    Sum,
    Transcript,
    because,
    below,
    cases,
    cite,
    constructor,
    integer,
    law,
    line,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.hypercube import HAMMING_TV, Axes, Corner, Flip, Hamming
from verify.kernel.calculus.facts.privacy import Chance
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import at_index
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.zhao.instances.exact_risks import bayes_error, lied, majority
from verify.papers.zhao.lemmas.restriction import RESTRICTED_KL, RESTRICTED_TV, SHARED_TV, AgreeOff, Restricted
from verify.papers.zhao.nouns_means import scaled


def _laws_equal_off_two(_: Settings) -> Iterator[Case]:
    """2 TV^2 next to p(S) KL for pairs of laws on four atoms that differ on the first two or three only."""
    weights = [w for w in product(range(1, 5), repeat=4) if sum(w) == 8]
    for a, b in product(weights, repeat=2):
        differ = [i for i in range(4) if a[i] != b[i]]
        if not differ or len(differ) > 3:
            continue
        p, q = (FiniteLaw(tuple((i, Fraction(x, 8)) for i, x in enumerate(law))) for law in (a, b))
        mass = sum((Fraction(a[i], 8) for i in differ), Fraction(0))
        yield Case({"p1": str(a), "p2": str(b)}, 2 * total_variation(p, q) ** 2, as_arb(mass) * kullback_leibler(p, q))


_ONE, _OTHER, _SET = law("p_1"), law("p_2"), Name("S", "event")
_MASS, _INSIDE = Chance(_ONE, _SET), (Restricted(_ONE, _SET), Restricted(_OTHER, _SET))
_AGREE = AgreeOff(_ONE, _OTHER, _SET)
_SOME = (
    line(TV(_ONE, _OTHER), given=(_AGREE, below(0, _MASS)))
    .eq(_MASS * TV(*_INSIDE), RESTRICTED_TV(_ONE, _OTHER, _SET))
    .le(_MASS * sqrt(KL(*_INSIDE) / 2), PINSKER(*_INSIDE))
    .eq(sqrt(_MASS * (_MASS * KL(*_INSIDE)) / 2))
    .eq(sqrt(_MASS * KL(_ONE, _OTHER) / 2), RESTRICTED_KL(_ONE, _OTHER, _SET))
)
_NONE = (
    line(TV(_ONE, _OTHER), given=(_AGREE, at_most_(_MASS, 0)))
    .le(_MASS, SHARED_TV(_ONE, _OTHER, _SET))
    .le(0, at_most_(_MASS, 0))
    .le(sqrt(_MASS * KL(_ONE, _OTHER) / 2))
)
_LEMMA10 = (
    line(TV(_ONE, _OTHER), given=(_AGREE,))
    .le(sqrt(_MASS * KL(_ONE, _OTHER) / 2), cases((below(0, _MASS), _SOME), (at_most_(_MASS, 0), _NONE)))
    .crosschecked(
        "laws on four atoms",
        r"2\mathrm{TV}^2\le p_1(S)D(p_1\|p_2)",
        "all pairs of laws on four atoms with positive eighths that differ on two or three of them",
        _laws_equal_off_two,
    )
)
LEMMA10 = Claim(
    "zhao/lemma10",
    "arXiv v1, Appendix F, Lemma 10, (235), (236)",
    Kind.INEQUALITY,
    "Pinsker's inequality for laws that agree off a set S",
    says=(
        r"\mathbb{TV}(p_1,p_2)\le\sqrt{\tfrac12p_1(S)D(p_1\|p_2)}\text{ if }p_1=p_2\text{ except at "
        r"}S\subset\mathcal{X}"
    ),
    match=Match.SAME,
    printed=_LEMMA10,
    note="Two laws that agree off S give S the same mass, so that the ratio of the laws on S is that of "
    "the conditional ones.",
)


def _assouad_cases(_: Settings) -> Iterator[Case]:
    """Both branches of (98) next to the exact least average Hamming distance: d independent problems of n signs each."""
    for size, users, s in product((1, 2, 3), (1, 4), (Fraction(1, 20), Fraction(1, 2), Fraction(9, 10))):
        plus, minus = binomial(users, (1 + s) / 2), binomial(users, (1 - s) / 2)
        divergence, least = kullback_leibler(plus, minus), size * bayes_error(plus, minus)
        parameters = {"d": size, "n": users, "s": str(s)}
        for branch in ((-divergence).exp() / 2, 1 - (divergence / 2).sqrt()):
            yield Case(parameters, as_arb(Fraction(size, 2)) * branch, least)


_PROTOCOL, _FAMILY, _VERTEX = Name("Z", "protocol"), Name("F", "family of laws"), Name("v", "vertex")
_SAMPLES, _SIZE, _PLACE = (integer(letter, least=1) for letter in "mdk")
_DELTA, _WIDTH, _SHIFT = real("delta", least=0), real("D", above=0), real("s", above=0, most=Rational(1, 2))
_ANY, _EACH = Name("w", "vertex"), integer("l", least=1)


def _told(vertex: Any, place: Any) -> list[Any]:
    """What all messages say at a vertex, and at its neighbour in one coordinate."""
    return [Transcript(_PROTOCOL, Power(Corner(_FAMILY, w), _SAMPLES)) for w in (vertex, Flip(vertex, place))]


_TOLD = _told(_VERTEX, _PLACE)
_CLOSE = Each(Each(at_most_(KL(*_told(_ANY, _EACH)), _DELTA), _EACH, at_most_(_EACH, _SIZE)), _ANY)
_AT_VERTEX = at_index(_CLOSE, _VERTEX)
_PAIR = (at_index(_AT_VERTEX.statement.conclusion, _PLACE), _AT_VERTEX)
_ON_CUBE = (_CLOSE, at_most_(_PLACE, _SIZE))
_NEIGHBOURS = line(KL(*_TOLD), given=_ON_CUBE).le(_DELTA, *_PAIR)
_BY_PINSKER = (
    line(TV(*_TOLD), given=_ON_CUBE).le(sqrt(KL(*_TOLD) / 2), PINSKER(*_TOLD)).le(sqrt(_DELTA / 2), _NEIGHBOURS)
)
_BY_HUBER = (
    line(TV(*_TOLD), given=_ON_CUBE)
    .le(1 - exp(-KL(*_TOLD)) / 2, BRETAGNOLLE_HUBER(*_TOLD))
    .le(1 - exp(-_DELTA) / 2, _NEIGHBOURS)
)
_WRONG = Hamming(_PROTOCOL, _FAMILY, _SAMPLES, _SIZE)
_APART = (_SIZE - Sum(Average(TV(*_TOLD), _VERTEX), _PLACE, 1, _SIZE)) / 2
_ASSOUAD_CHECK = (
    "the exact least average over the cube",
    FiniteCheck(
        r"\tfrac d2\max\Big(\tfrac12e^{-\delta},1-\sqrt{\delta/2}\Big)\le\min_{\hat v}E_V\rho_H",
        "d = 1, 2, 3 coordinates, each told by n = 1, 4 signs of mean +-s, s = 1/20, 1/2, 9/10",
        _assouad_cases,
    ),
)
_EQ98 = [
    line(_WRONG, given=(_CLOSE,))
    .ge(_APART, HAMMING_TV(_PROTOCOL, _FAMILY, _SAMPLES, _SIZE))
    .ge(_SIZE / 2 * end, pair)
    .beside(_ASSOUAD_CHECK)
    for pair, end in ((_BY_PINSKER, 1 - sqrt(_DELTA / 2)), (_BY_HUBER, exp(-_DELTA) / 2))
]
EQ98 = Claim(
    "zhao/eq98",
    "arXiv v1, Appendix B.2, (98); also (185)",
    Kind.LOWER_BOUND,
    "Assouad's lemma with the Kullback-Leibler divergence",
    says=(
        r"\delta=\sup_{Q\in\mathcal{Q}_\epsilon}\max_{\mathbf{v},\mathbf{v}':\rho_H(\mathbf{v},\mathbf{v}')=1}D(p_{\mathbf{Z}|\mathbf{v}}\|p_{\mathbf{Z}|\mathbf{v}'});\quad\inf_{\hat{\mathbf{v}}}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]\ge\frac "
        r"d2\max\left(\frac12e^{-\delta},1-\sqrt{\frac\delta2}\right)"
    ),
    match=Match.READING,
    differs=(
        "the maximum as two parts; delta is that of all n messages (the paper says Z_i, and puts the "
        "factor n into (99))"
    ),
    printed=AllOf("", {"by Pinsker": _EQ98[0], "by Bretagnolle and Huber": _EQ98[1]}),
    note="The maximum over v is at least the average over all 2^d of them, in which each coordinate is a fair "
    "two-point problem given the others. delta is the largest divergence of the laws of all n messages of "
    "two neighbours: the text says Z_i, (99) has the factor n.",
)
EQ100 = Claim(
    "zhao/eq100",
    "arXiv v1, Appendix B.2, (100), (101)",
    Kind.INEQUALITY,
    "total variation of the m-fold hypercube laws, and the divergence of the messages",
    says=(
        r"\mathbb{TV}^2(p_{\mathbf{X}|\mathbf{v}}^m,p_{\mathbf{X}|\mathbf{v}'}^m)\le\frac12p_{\mathbf{X}|\mathbf{v}}(\{D\mathbf{e}_1,-D\mathbf{e}_1\})D(p_{\mathbf{X}|\mathbf{v}}^m\|p_{\mathbf{X}|\mathbf{v}'}^m)=\frac1{2d}D(p_{\mathbf{X}|\mathbf{v}}^m\|p_{\mathbf{X}|\mathbf{v}'}^m)=\frac "
        r"m{2d}D(p_{\mathbf{X}|\mathbf{v}}\|p_{\mathbf{X}|\mathbf{v}'})=\frac m{2d}\frac "
        r"sd\ln\frac{1+s}{1-s}\le\frac{3ms^2}{2d^2};\quad "
        r"\delta\le\frac32n(e^\epsilon-1)^2\frac{ms^2}{d^2}"
    ),
    match=Match.READING,
    differs="members of the chain left out",
    printed=Whole(
        r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\frac1{2d}D(p_v^m\|p_{v'}^m)\le\frac{3ms^2}{2d^2};\quad\delta\le\tfrac32n(e^\varepsilon-1)^2\frac{ms^2}{d^2}",
        ("zhao/eq100/mass", "zhao/eq100/end", "zhao/eq100/101"),
    ),
    corrected=Whole(
        r"\mathrm{TV}^2\le\tfrac12\big(1-(1-\tfrac1d)^m\big)D(p_v^m\|p_{v'}^m)\le\tfrac32\big(1-(1-\tfrac1d)^m\big)\frac{ms^2}d;\quad \sum_kD_k\le n(e^\varepsilon-1)^2[(1+\chi)^m-1]",
        ("zhao/eq100/mass", "zhao/eq100/end", "zhao/eq100/101"),
        as_corrected=True,
    ),
    correction="Lemma 10 needs the mass of the set where the m-fold laws differ, 1-(1-1/d)^m; what Theorem 6 "
    "needs is true of the average over the coordinates, by another route",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm6/lower",
)


def product_total_variation(m: int, d: int | Fraction, s: Fraction) -> Fraction:
    """TV of two m-fold laws that differ on one axis of mass 1/d, in the mean +-s of a sign: by the number of samples on it."""
    on, total = Fraction(1, d), Fraction(0)
    for count in range(m + 1):
        weight = comb(m, count) * on**count * (1 - on) ** (m - count)
        total += weight * total_variation(binomial(count, (1 + s) / 2), binomial(count, (1 - s) / 2))
    return total


def product_by_counts(m: int, d: int | Fraction, s: Fraction) -> Fraction:
    """The same by the law of the counts (N+, N-, the rest) itself."""
    plus, minus, rest = (1 + s) / (2 * d), (1 - s) / (2 * d), 1 - Fraction(1, d)
    total = Fraction(0)
    for up, down in product(range(m + 1), repeat=2):
        if up + down <= m:
            other = m - up - down
            ways = Fraction(factorial(m), factorial(up) * factorial(down) * factorial(other))
            total += ways * rest**other * abs(plus**up * minus**down - minus**up * plus**down)
    return total / 2


def _logarithm(s: Fraction) -> arb:
    return (as_arb(1 + s) / as_arb(1 - s)).log()


def _printed_mass(_: Settings) -> Iterator[Case]:
    """TV^2 next to KL/(2d), the first line of (100)."""
    samples, dimension, s = 2, 8, Fraction(1, 2)
    left = product_total_variation(samples, dimension, s) ** 2
    right = as_arb(Fraction(samples, 2 * dimension**2) * s) * _logarithm(s)
    yield Case({"m": samples, "d": dimension, "s": "1/2"}, left, right, product_by_counts(samples, dimension, s) ** 2)


def _true_mass(settings: Settings) -> Iterator[Case]:
    """TV^2 next to the bound with the mass of the event that any sample falls on the axis."""
    sizes = ((1, 2), (2, 8), (7, 3), (20, 16)) if settings.quick else ((1, 2), (2, 8), (7, 3), (20, 16), (64, 16))
    for samples, dimension in sizes:
        for s in (Fraction(1, 20), Fraction(1, 2)):
            mass = 1 - (1 - Fraction(1, dimension)) ** samples
            right = as_arb(mass * samples * s / (2 * dimension)) * _logarithm(s)
            yield Case(
                {"m": samples, "d": dimension, "s": str(s)}, product_total_variation(samples, dimension, s) ** 2, right
            )


OnAxis = constructor("OnAxis", r"\{{x \in (\mathbb{{R}}^d)^{{{1}}}: \exists j: x_j = \pm D e_{{{0}}}\}}", sort="event")
"""The samples of which one at least lies on an axis: OnAxis(k, m)."""
_BASE = Axes(_WIDTH, _SHIFT, _SIZE)
_HERE, _BESIDE = (Corner(_BASE, w) for w in (_VERTEX, Flip(_VERTEX, _PLACE)))
_DATA_HERE, _DATA_BESIDE, _HIT = Power(_HERE, _SAMPLES), Power(_BESIDE, _SAMPLES), OnAxis(_PLACE, _SAMPLES)
_ON_IT, _PLACED = Chance(_DATA_HERE, _HIT), (at_most_(_PLACE, _SIZE),)
_MASS_USED = (
    line(TV(_DATA_HERE, _DATA_BESIDE) ** 2, given=_PLACED)
    .le(
        Chance(_DATA_HERE, _HIT) * KL(_DATA_HERE, _DATA_BESIDE) / 2,
        cite(LEMMA10).at({_ONE: _DATA_HERE, _OTHER: _DATA_BESIDE, _SET: _HIT}),
        words(
            "Samples of which none is on the axis have one probability under both laws, which differ on "
            "that axis only.",
            AgreeOff(_DATA_HERE, _DATA_BESIDE, _HIT),
            given=_PLACED,
        ),
    )
    .crosschecked(
        "exact laws",
        r"\mathrm{TV}^2\le\tfrac12(1-(1-\tfrac1d)^m)\,m\frac sd\ln\frac{1+s}{1-s}",
        "(m, d) = (1, 2), (2, 8), (7, 3), (20, 16) (full: (64, 16)), s = 1/20, 1/2",
        _true_mass,
    )
)


def _hits() -> Iterator[Point]:
    """The mass of the data sets with a sample on the first axis, all listed, at the vertex (1, -1, 1, ...)."""
    for size, samples in ((1, 2), (2, 1), (2, 3), (3, 2), (5, 2)):
        vertex = [(-1) ** k for k in range(size)]
        single = [(k, (1 + sign * Fraction(1, 3) * v) / (2 * size)) for k, v in enumerate(vertex) for sign in (1, -1)]
        data = product(single, repeat=samples)
        mass = sum((prod(p for _, p in draws) for draws in data if any(k == 0 for k, _ in draws)), Fraction(0))
        yield {_SIZE: Fraction(size), _SAMPLES: Fraction(samples), _PLACE: Fraction(1), _SHIFT: Fraction(1, 3)}, mass


_HIT_MASS = at_points(
    line(Chance(_DATA_HERE, _HIT), given=_PLACED).eq(
        1 - (1 - 1 / _SIZE) ** _SAMPLES,
        because("A sample lies on the axis with probability 1/d, independently of the others."),
    ),
    "all data sets",
    "(d, m) = (1, 2), (2, 1), (2, 3), (3, 2), (5, 2); s = 1/3, k = 1",
    _hits,
)
EQ100_MASS = Claim(
    "zhao/eq100/mass",
    "arXiv v1, Appendix B.2, (100), first line",
    Kind.INEQUALITY,
    "Lemma 10 on the m-fold product: the step on which the printed proofs of Theorems 6, 7, 10 and 12 rest",
    says=r"\mathbb{TV}^2(p_{\mathbf{X}|\mathbf{v}}^m,p_{\mathbf{X}|\mathbf{v}'}^m)\le\frac12p_{\mathbf{X}|\mathbf{v}}(\{D\mathbf{e}_1,-D\mathbf{e}_1\})D(p_{\mathbf{X}|\mathbf{v}}^m\|p_{\mathbf{X}|\mathbf{v}'}^m)=\frac1{2d}D(p_{\mathbf{X}|\mathbf{v}}^m\|p_{\mathbf{X}|\mathbf{v}'}^m)",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\frac1{2d}D(p_v^m\|p_{v'}^m)",
        "d = 8, m = 2, s = 1/2: TV exact",
        _printed_mass,
    ),
    corrected=AllOf("", {"what the axis costs": _MASS_USED, "how often it is hit": _HIT_MASS}),
    correction="Lemma 10 is right, and for m = 1 so is the step. For m > 1 the m-fold laws differ "
    "wherever any sample falls on the axis: the mass is 1-(1-1/d)^m, not 1/d. What the "
    "theorems need is true of the average over the coordinates (zhao/own/averaged-assouad)",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm6/lower",
    note="TV^2 = 225/16384. The proof of the theorem and both versions have the same formula. A set of "
    "samples of which none is on the axis has the same probability under both laws.",
)


def _printed_end(_: Settings) -> Iterator[Case]:
    """TV^2 next to 3ms^2/(2d^2), the last line of (100)."""
    samples, dimension, s = 2, 8, Fraction(1, 2)
    left = product_total_variation(samples, dimension, s) ** 2
    right = 3 * samples * s**2 / (2 * dimension**2)
    yield Case({"m": samples, "d": dimension, "s": "1/2"}, left, right, product_by_counts(samples, dimension, s) ** 2)


_LOG_RATIO = log((1 + _SHIFT) / (1 - _SHIFT))
_ONE_SAMPLE = (
    line(KL(_HERE, _BESIDE), given=_PLACED)
    .eq(
        _SHIFT * _LOG_RATIO / _SIZE,
        because("The laws' masses are equal but on the axis, where (1 + s)/(2d) and (1 - s)/(2d) change places."),
    )
    .le(3 * _SHIFT**2 / _SIZE, scaled(1 / _SIZE, line(_SHIFT * _LOG_RATIO).le(3 * _SHIFT**2)))
)
EQ100_END = Claim(
    "zhao/eq100/end",
    "arXiv v1, Appendix B.2, (100), last line",
    Kind.INEQUALITY,
    "the explicit bound on the total variation",
    says=(
        r"\mathbb{TV}^2(p_{\mathbf{X}|\mathbf{v}}^m,p_{\mathbf{X}|\mathbf{v}'}^m)\le\frac12p_{\mathbf{X}|\mathbf{v}}(\{D\mathbf{e}_1,-D\mathbf{e}_1\})D(p_{\mathbf{X}|\mathbf{v}}^m\|p_{\mathbf{X}|\mathbf{v}'}^m)=\frac1{2d}D(p_{\mathbf{X}|\mathbf{v}}^m\|p_{\mathbf{X}|\mathbf{v}'}^m)=\frac "
        r"m{2d}D(p_{\mathbf{X}|\mathbf{v}}\|p_{\mathbf{X}|\mathbf{v}'})=\frac m{2d}\frac "
        r"sd\ln\frac{1+s}{1-s}\le\frac{3ms^2}{2d^2}"
    ),
    match=Match.READING,
    differs="first and last member of the chain",
    printed=FiniteCheck(
        r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\frac{3ms^2}{2d^2}", "d = 8, m = 2, s = 1/2: TV exact", _printed_end
    ),
    corrected=line(TV(_DATA_HERE, _DATA_BESIDE) ** 2, given=_PLACED)
    .le(_ON_IT * KL(_DATA_HERE, _DATA_BESIDE) / 2, cite(EQ100_MASS, "what the axis costs"))
    .eq(_ON_IT * _SAMPLES * KL(_HERE, _BESIDE) / 2, TENSORISATION(_HERE, _BESIDE, _SAMPLES))
    .le(Rational(3, 2) * _ON_IT * _SAMPLES * _SHIFT**2 / _SIZE, _ONE_SAMPLE)
    .eq(
        Rational(3, 2) * (1 - (1 - 1 / _SIZE) ** _SAMPLES) * _SAMPLES * _SHIFT**2 / _SIZE,
        cite(EQ100_MASS, "how often it is hit"),
    ),
    correction="the factor 1/d becomes 1-(1-1/d)^m",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm6/lower",
    root="zhao/eq100/mass",
)


def majority_on_axis(m: int, d: int, s: Fraction) -> tuple[Fraction, Fraction]:
    """P(N+ > N-) under v_1 = 1 and under v_1 = -1."""
    plus, minus, rest = (1 + s) / (2 * d), (1 - s) / (2 * d), 1 - Fraction(1, d)
    found = [Fraction(0), Fraction(0)]
    for up, down in product(range(m + 1), repeat=2):
        if down < up <= m - down:
            other = m - up - down
            ways = Fraction(factorial(m), factorial(up) * factorial(down) * factorial(other)) * rest**other
            found[0] += ways * plus**up * minus**down
            found[1] += ways * minus**up * plus**down
    return found[0], found[1]


def _majority_by_axis(m: int, d: int, s: Fraction) -> Fraction:
    """P(N+ > N-) under v_1 = 1, given the number of samples on the axis."""
    on, total = Fraction(1, d), Fraction(0)
    for count in range(m + 1):
        law = binomial(count, (1 + s) / 2)
        ahead = sum((p for k, p in law if isinstance(k, int) and 2 * k > count), Fraction(0))
        total += comb(m, count) * on**count * (1 - on) ** (m - count) * ahead
    return total


def majority_divergence(_: Settings) -> Iterator[Case]:
    """KL of randomised response on 1(N+ > N-), one user, next to (101)."""
    samples, dimension, s, t = 24, 8, Fraction(1, 10), Fraction(6, 5)
    high, low = majority_on_axis(samples, dimension, s)

    def divergence(first: Fraction, second: Fraction) -> arb:
        a, b = ((1 + (t - 1) * x) / (1 + t) for x in (first, second))
        return kullback_leibler(two_point(a), two_point(b))

    right = Fraction(3, 2) * (t - 1) ** 2 * samples * s**2 / dimension**2
    yield Case(
        {"n": 1, "m": samples, "d": dimension, "s": "1/10", "e^epsilon": "6/5", "channel": "response on 1(N+ > N-)"},
        divergence(high, low),
        right,
        divergence(_majority_by_axis(samples, dimension, s), _majority_by_axis(samples, dimension, -s)),
    )


def majority_of_all(_: Settings) -> Iterator[Case]:
    """The sum of the divergences of n responses on the majority of all signs along v, next to the bound.

    Along v the signs have mean s; with one coordinate flipped, mean s (1 - 2/d): the same for all d coordinates.
    """
    s, t = Fraction(1, 10), Fraction(6, 5)
    for users, samples, size in ((1, 1, 2), (1, 25, 4), (3, 49, 4), (1, 25, 64)):
        high, low = (lied(majority(samples, bias), t) for bias in (s, s * (1 - Fraction(2, size))))
        left = users * size * kullback_leibler(two_point(high), two_point(low))
        bound = users * (t - 1) ** 2 * ((1 + 4 * s**2 / (size * (1 - s**2))) ** samples - 1)
        yield Case({"n": users, "m": samples, "d": size, "s": "1/10", "e^epsilon": "6/5"}, left, bound)


CLAIMS = (
    LEMMA10,
    EQ98,
    EQ100,
    EQ100_MASS,
    EQ100_END,
)
