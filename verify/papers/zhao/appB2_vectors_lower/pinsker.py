"""zhao Lemma 10 and its use on m-fold products: (97)-(101)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, sqrt

from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw, binomial, two_point
from notation.symbols import d, delta, m
from verify.calculus import KL, PINSKER, TV, Name, below, by, calc, cases, law
from verify.calculus import at_most as at_most_
from verify.calculus.facts.restriction import RESTRICTED_KL, RESTRICTED_TV, SHARED_TV, AgreeOff, Restricted, Share
from verify.calculus.textbook import BRETAGNOLLE_HUBER, CHAIN_RULE, LE_CAM
from verify.calculus.textbook import PINSKER as PINSKER_FACT
from verify.papers.zhao.instances.exact_risks import bayes_error, lied, majority
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_S = sympy.Symbol("s", positive=True)
_SMALL_S = Variable(_S, Integer(0), Rational(1, 2), open_lower=True)
_KL_COORDINATE = _S / d * log((1 + _S) / (1 - _S))
"""KL of two members of the hypercube that differ in one coordinate, one sample: (100), third line."""


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
    """TV^2 beside KL/(2d), the first line of (100)."""
    samples, dimension, s = 2, 8, Fraction(1, 2)
    left = product_total_variation(samples, dimension, s) ** 2
    right = as_arb(Fraction(samples, 2 * dimension**2) * s) * _logarithm(s)
    yield Case({"m": samples, "d": dimension, "s": "1/2"}, left, right, product_by_counts(samples, dimension, s) ** 2)


def _printed_end(_: Settings) -> Iterator[Case]:
    """TV^2 beside 3ms^2/(2d^2), the last line of (100)."""
    samples, dimension, s = 2, 8, Fraction(1, 2)
    left = product_total_variation(samples, dimension, s) ** 2
    right = 3 * samples * s**2 / (2 * dimension**2)
    yield Case({"m": samples, "d": dimension, "s": "1/2"}, left, right, product_by_counts(samples, dimension, s) ** 2)


def _true_mass(settings: Settings) -> Iterator[Case]:
    """TV^2 beside the bound with the mass of the event that any sample falls on the axis."""
    sizes = ((1, 2), (2, 8), (7, 3), (20, 16)) if settings.quick else ((1, 2), (2, 8), (7, 3), (20, 16), (64, 16))
    for samples, dimension in sizes:
        for s in (Fraction(1, 20), Fraction(1, 2)):
            mass = 1 - (1 - Fraction(1, dimension)) ** samples
            right = as_arb(mass * samples * s / (2 * dimension)) * _logarithm(s)
            yield Case(
                {"m": samples, "d": dimension, "s": str(s)}, product_total_variation(samples, dimension, s) ** 2, right
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


def _majority_divergence(_: Settings) -> Iterator[Case]:
    """KL of randomised response on 1(N+ > N-), one user, beside (101)."""
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


def _laws_equal_off_two(_: Settings) -> Iterator[Case]:
    """2 TV^2 beside p(S) KL for pairs of laws on four atoms that differ on the first two or three only."""
    weights = [w for w in product(range(1, 5), repeat=4) if sum(w) == 8]
    for a, b in product(weights, repeat=2):
        differ = [i for i in range(4) if a[i] != b[i]]
        if not differ or len(differ) > 3:
            continue
        p, q = (FiniteLaw(tuple((i, Fraction(x, 8)) for i, x in enumerate(law))) for law in (a, b))
        mass = sum((Fraction(a[i], 8) for i in differ), Fraction(0))
        yield Case({"p1": str(a), "p2": str(b)}, 2 * total_variation(p, q) ** 2, as_arb(mass) * kullback_leibler(p, q))


def _assouad_cases(_: Settings) -> Iterator[Case]:
    """Both branches of (98) beside the exact least average Hamming distance: d independent problems of n signs each."""
    for size, users, s in product((1, 2, 3), (1, 4), (Fraction(1, 20), Fraction(1, 2), Fraction(9, 10))):
        plus, minus = binomial(users, (1 + s) / 2), binomial(users, (1 - s) / 2)
        divergence, least = kullback_leibler(plus, minus), size * bayes_error(plus, minus)
        parameters = {"d": size, "n": users, "s": str(s)}
        for branch in ((-divergence).exp() / 2, 1 - (divergence / 2).sqrt()):
            yield Case(parameters, as_arb(Fraction(size, 2)) * branch, least)


def _majority_of_all(_: Settings) -> Iterator[Case]:
    """The sum of the divergences of n responses on the majority of all signs along v, beside the bound.

    Along v the signs have mean s; with one coordinate flipped, mean s (1 - 2/d): the same for all d coordinates.
    """
    s, t = Fraction(1, 10), Fraction(6, 5)
    for users, samples, size in ((1, 1, 2), (1, 25, 4), (3, 49, 4), (1, 25, 64)):
        high, low = (lied(majority(samples, bias), t) for bias in (s, s * (1 - Fraction(2, size))))
        left = users * size * kullback_leibler(two_point(high), two_point(low))
        bound = users * (t - 1) ** 2 * ((1 + 4 * s**2 / (size * (1 - s**2))) ** samples - 1)
        yield Case({"n": users, "m": samples, "d": size, "s": "1/10", "e^epsilon": "6/5"}, left, bound)


# fmt: off
_ONE, _OTHER, _SET = law("p_1"), law("p_2"), Name("S", "set")
_MASS, _INSIDE = Share(_ONE, _SET), (Restricted(_ONE, _SET), Restricted(_OTHER, _SET))
_AGREE = AgreeOff(_ONE, _OTHER, _SET)
_SOME = calc(
    TV(_ONE, _OTHER), "==", _MASS*TV(*_INSIDE), by(RESTRICTED_TV(_ONE, _OTHER, _SET)),
    "<=", _MASS*sqrt(KL(*_INSIDE)/2), by(PINSKER(*_INSIDE)), "==", sqrt(_MASS*(_MASS*KL(*_INSIDE))/2),
    "==", sqrt(_MASS*KL(_ONE, _OTHER)/2), by(RESTRICTED_KL(_ONE, _OTHER, _SET)), given=(_AGREE, below(0, _MASS)),
)
_NONE = calc(
    TV(_ONE, _OTHER), "<=", _MASS, by(SHARED_TV(_ONE, _OTHER, _SET)), "<=", 0, by(at_most_(_MASS, 0)),
    "<=", sqrt(_MASS*KL(_ONE, _OTHER)/2), given=(_AGREE, at_most_(_MASS, 0)),
)
_LEMMA10 = calc(
    TV(_ONE, _OTHER), "<=", sqrt(_MASS*KL(_ONE, _OTHER)/2),
    by(cases((below(0, _MASS), _SOME), (at_most_(_MASS, 0), _NONE))), given=(_AGREE,),
    crosschecks=(
        (
            "laws on four atoms",
            FiniteCheck(
                r"2\mathrm{TV}^2\le p_1(S)D(p_1\|p_2)",
                "all pairs of laws on four atoms with positive eighths that differ on two or three of them",
                _laws_equal_off_two,
            ),
        ),
    ),
)
# fmt: on

CLAIMS = (
    Claim(
        "zhao/lemma10",
        "arXiv v1, Appendix F, Lemma 10, (235), (236)",
        Kind.INEQUALITY,
        "Pinsker's inequality for laws that agree off a set S",
        _LEMMA10,
        note="Two laws that agree off S give S the same mass, so that the ratio of the laws on S is that of the conditional ones.",
    ),
    Claim(
        "zhao/eq98",
        "arXiv v1, Appendix B.2, (98); also (185)",
        Kind.LOWER_BOUND,
        "Assouad's lemma with the Kullback-Leibler divergence",
        Derived(
            r"\inf\max_vE\rho_H(\hat v,v)\ge\tfrac d2\max\Big(\tfrac12e^{-\delta},1-\sqrt{\delta/2}\Big)",
            (),
            AllOf(
                r"\text{average over } v: E\rho_H\ge\sum_k\tfrac12(1-\mathrm{TV}_k)",
                (
                    ("d pairs by Pinsker", Identity(d * (1 - sqrt(delta / 2)) / 2, d / 2 * (1 - sqrt(delta / 2)))),
                    ("d pairs by Bretagnolle and Huber", Identity(d * (exp(-delta) / 2) / 2, d / 2 * exp(-delta) / 2)),
                ),
            ),
            (LE_CAM, PINSKER_FACT, BRETAGNOLLE_HUBER),
            (
                (
                    "the exact least average over the cube",
                    FiniteCheck(
                        r"\tfrac d2\max\Big(\tfrac12e^{-\delta},1-\sqrt{\delta/2}\Big)\le\min_{\hat v}E_V\rho_H",
                        "d = 1, 2, 3 coordinates, each told by n = 1, 4 signs of mean +-s, s = 1/20, 1/2, 9/10",
                        _assouad_cases,
                    ),
                ),
            ),
        ),
        note="The maximum over v is at least the average over all 2^d of them, in which each coordinate is a fair two-point "
        "problem given the others. delta is the largest divergence of the laws of all n messages of two neighbours: "
        "the text says Z_i, (99) has the factor n.",
    ),
    Claim(
        "zhao/eq100",
        "arXiv v1, Appendix B.2, (100), (101)",
        Kind.INEQUALITY,
        "total variation of the m-fold hypercube laws, and the divergence of the messages",
        Whole(
            r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\frac1{2d}D(p_v^m\|p_{v'}^m)\le\frac{3ms^2}{2d^2};\quad"
            r"\delta\le\tfrac32n(e^\varepsilon-1)^2\frac{ms^2}{d^2}",
            ("zhao/eq100/mass", "zhao/eq100/end", "zhao/eq100/101"),
        ),
        Whole(
            r"\mathrm{TV}^2\le\tfrac12\big(1-(1-\tfrac1d)^m\big)D(p_v^m\|p_{v'}^m)\le\tfrac32\big(1-(1-\tfrac1d)^m\big)"
            r"\frac{ms^2}d;\quad \sum_kD_k\le n(e^\varepsilon-1)^2[(1+\chi)^m-1]",
            ("zhao/eq100/mass", "zhao/eq100/end", "zhao/eq100/101"),
            as_corrected=True,
        ),
        correction="Lemma 10 needs the mass of the set where the m-fold laws differ, 1-(1-1/d)^m; what Theorem 6 needs is true "
        "of the average over the coordinates, by another route",
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm6/lower",
    ),
    Claim(
        "zhao/eq100/mass",
        "arXiv v1, Appendix B.2, (100), first line",
        Kind.INEQUALITY,
        "Lemma 10 on the m-fold product: the step on which the printed proofs of Theorems 6, 7, 10 and 12 rest",
        FiniteCheck(
            r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\frac1{2d}D(p_v^m\|p_{v'}^m)",
            "d = 8, m = 2, s = 1/2: TV exact",
            _printed_mass,
        ),
        Derived(
            r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\tfrac12\big(1-(1-\tfrac1d)^m\big)D(p_v^m\|p_{v'}^m)",
            ("zhao/lemma10",),
            Identity(
                1 - (1 - ((1 + _S) / (2 * d) + (1 - _S) / (2 * d))) ** m,
                1 - (1 - 1 / d) ** m,
                (_SMALL_S, Variable(d, Integer(1), sympy.oo)),
            ),
            (),
            (
                (
                    "exact laws",
                    FiniteCheck(
                        r"\mathrm{TV}^2\le\tfrac12(1-(1-\tfrac1d)^m)\,m\frac sd\ln\frac{1+s}{1-s}",
                        "(m, d) = (1, 2), (2, 8), (7, 3), (20, 16) (full: (64, 16)), s = 1/20, 1/2",
                        _true_mass,
                    ),
                ),
            ),
        ),
        correction=(
            "Lemma 10 is right, and for m = 1 so is the step. For m > 1 the m-fold laws differ wherever any sample falls "
            "on the axis: the mass is 1-(1-1/d)^m, not 1/d. What the theorems need is true of the average over the "
            "coordinates (zhao/own/averaged-assouad)"
        ),
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm6/lower",
        note="TV^2 = 225/16384. The proof of the theorem and both versions have the same formula. A set of samples of which none "
        "is on the axis has the same probability under both laws.",
    ),
    Claim(
        "zhao/eq100/end",
        "arXiv v1, Appendix B.2, (100), last line",
        Kind.INEQUALITY,
        "the explicit bound on the total variation",
        FiniteCheck(
            r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\frac{3ms^2}{2d^2}", "d = 8, m = 2, s = 1/2: TV exact", _printed_end
        ),
        Derived(
            r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\tfrac32\big(1-(1-\tfrac1d)^m\big)\frac{ms^2}d",
            ("zhao/eq100/mass",),
            AllOf(
                r"D(p_v^m\|p_{v'}^m)=m\frac sd\ln\frac{1+s}{1-s}\le\frac{3ms^2}d",
                (
                    (
                        "the divergence of one sample",
                        Identity(
                            (1 + _S) / (2 * d) * log((1 + _S) / (1 - _S))
                            + (1 - _S) / (2 * d) * log((1 - _S) / (1 + _S)),
                            _KL_COORDINATE,
                            ((_S, "0", "1/2"),),
                        ),
                    ),
                    ("its bound", at_most(_S * log((1 + _S) / (1 - _S)), 3 * _S**2, _SMALL_S)),
                ),
            ),
            (CHAIN_RULE,),
        ),
        correction="the factor 1/d becomes 1-(1-1/d)^m",
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm6/lower",
        root="zhao/eq100/mass",
    ),
    Claim(
        "zhao/eq100/101",
        "arXiv v1, Appendix B.2, (101)",
        Kind.INEQUALITY,
        "the largest divergence of the messages of two neighbours",
        FiniteCheck(
            r"D(p_{Z\mid v}\|p_{Z\mid v'})\le\tfrac32n(e^\varepsilon-1)^2\frac{ms^2}{d^2}",
            "randomised response on 1(N+ > N-): n = 1, m = 24, d = 8, s = 1/10, e^epsilon = 6/5",
            _majority_divergence,
        ),
        Derived(
            r"\sum_kD(p_{Z\mid v}\|p_{Z\mid v\oplus k})\le n(e^\varepsilon-1)^2\Big[\Big(1+\frac{4s^2}{d(1-s^2)}\Big)^m-1\Big]",
            ("zhao/own/averaged-assouad",),
            Identity(4 * _S**2 / d / (1 - _S**2), 4 * _S**2 / (d * (1 - _S**2)), ((_S, "0", "1/2"),)),
            (),
            (
                (
                    "responses on the majority of all signs",
                    FiniteCheck(
                        r"\sum_kD\le n(e^\varepsilon-1)^2\Big[\Big(1+\frac{4s^2}{d(1-s^2)}\Big)^m-1\Big]",
                        "(n, m, d) = (1, 1, 2), (1, 25, 4), (3, 49, 4), (1, 25, 64); s = 1/10, e^epsilon = 6/5",
                        _majority_of_all,
                    ),
                ),
            ),
        ),
        correction="one channel can be good for one coordinate; the sum over the coordinates is bounded, and that is enough",
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm6/lower",
        root="zhao/eq100/mass",
        note="So it is not only the step that fails: (101) itself is false, of a single user and a single channel.",
    ),
)
