"""The textbook facts that the derivations lean on, in one place, each cited and with a stress test.

A fact is granted, not proved; `stress` yields exact or enclosed cases (left, right) on which left <= right must hold.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb

Pair = tuple[Fraction | arb, Fraction | arb]


@dataclass(frozen=True)
class Fact:
    """A textbook fact: its name, where it stands, its statement, and cases that would break a wrong version of it."""

    key: str
    citation: str
    text: str
    stress: Callable[[], Iterator[Pair]]


_GRID = [Fraction(k, 12) for k in range(13)]


def _laws(size: int) -> Iterator[tuple[Fraction, ...]]:
    """Laws on `size` atoms with denominators 6."""
    for weights in product(range(7), repeat=size - 1):
        if sum(weights) <= 6:
            yield (*(Fraction(w, 6) for w in weights), Fraction(6 - sum(weights), 6))


def _tv(p: tuple[Fraction, ...], q: tuple[Fraction, ...]) -> Fraction:
    return sum((abs(a - b) for a, b in zip(p, q, strict=True)), Fraction(0)) / 2


def _arb(x: Fraction) -> arb:
    return arb(x.numerator) / arb(x.denominator)


def _kl(p: tuple[Fraction, ...], q: tuple[Fraction, ...]) -> arb | None:
    """KL divergence, or None where it is infinite."""
    total = arb(0)
    for a, b in zip(p, q, strict=True):
        if a == 0:
            continue
        if b == 0:
            return None
        total += _arb(a) * (_arb(a) / _arb(b)).log()
    return total


def _pairs() -> Iterator[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    laws = list(_laws(3))
    yield from product(laws, laws)


_SLACK = arb(2) ** -40
"""Room for the radius of an enclosure where both sides are equal."""


def _pinsker() -> Iterator[Pair]:
    for p, q in _pairs():
        kl = _kl(p, q)
        if kl is not None:
            yield _arb(2 * _tv(p, q) ** 2), kl + _SLACK


def _bretagnolle_huber() -> Iterator[Pair]:
    for p, q in _pairs():
        kl = _kl(p, q)
        if kl is not None:
            yield (-kl).exp() / 2 - _SLACK, _arb(1 - _tv(p, q))


def _kl_below_chi_square() -> Iterator[Pair]:
    for p, q in _pairs():
        kl = _kl(p, q)
        if kl is not None:
            chi = sum(((a - b) ** 2 / b for a, b in zip(p, q, strict=True) if b), Fraction(0))
            yield kl - _SLACK, _arb(chi)


def _le_cam() -> Iterator[Pair]:
    """Every test between p and q errs with at least (1 - TV)/2: all deterministic tests on three atoms."""
    for p, q in _pairs():
        for test in product((0, 1), repeat=3):
            error = sum((a if t else b for a, b, t in zip(p, q, test, strict=True)), Fraction(0)) / 2
            yield (1 - _tv(p, q)) / 2, error


def _hoeffding() -> Iterator[Pair]:
    """P(|mean - p| >= t) <= 2 exp(-2 m t^2) for m Bernoulli(p)."""
    for m in (1, 2, 5, 12):
        for p in _GRID:
            for t in _GRID[1:]:
                tail = sum(
                    (comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1) if abs(Fraction(k, m) - p) >= t),
                    Fraction(0),
                )
                yield _arb(tail), 2 * (-2 * m * _arb(t) ** 2).exp()


def _hoeffding_lemma() -> Iterator[Pair]:
    """E exp(x (B - p)) <= exp(x^2/8) for B Bernoulli(p)."""
    for p in _GRID:
        for x in range(-12, 13):
            y = arb(x) / 3
            yield (-y * _arb(p)).exp() * (_arb(1 - p) + _arb(p) * y.exp()) - _SLACK, (y**2 / 8).exp()


def _chernoff_half() -> Iterator[Pair]:
    """P(Bin(N, q) >= N/2) <= (4 q (1 - q))^(N/2) for q <= 1/2."""
    for size in (1, 2, 3, 6, 11):
        for q in _GRID[1:7]:
            tail = sum(
                (comb(size, k) * q**k * (1 - q) ** (size - k) for k in range(size + 1) if 2 * k >= size), Fraction(0)
            )
            yield _arb(tail), (_arb(4 * q * (1 - q)).sqrt()) ** size + _SLACK


def _laplace_moment() -> Iterator[Pair]:
    """E exp(x W) = 1/(1 - x^2) for standard Laplace W, |x| < 1: enclosed against a Riemann sum from below."""
    for k in range(1, 8):
        x = arb(k) / 10
        step = arb(1) / 50
        # The integrand e^(-w) cosh(xw) decreases for w >= 0 when |x| < 1, so right end points bound it from below.
        below = sum(((-(i * step)).exp() * (x * i * step).cosh() * step for i in range(1, 3000)), arb(0))
        yield below, 1 / (1 - x**2)


def _chain_rule() -> Iterator[Pair]:
    """KL of a joint law is the sum of conditional ones: two factors, both orders of the inequality."""
    for p in list(_laws(2))[1:-1]:
        for q in list(_laws(2))[1:-1]:
            joint_p = tuple(a * b for a in p for b in p)
            joint_q = tuple(a * b for a in q for b in q)
            single, joint = _kl(p, q), _kl(joint_p, joint_q)
            if single is not None and joint is not None:
                yield joint - _SLACK, 2 * single
                yield 2 * single - _SLACK, joint
    # Adaptively: a second message whose law depends on the first; both orders again.
    laws = list(_laws(2))[1:-1]
    for p, q in product(laws, laws):
        seconds = list(zip(laws[:2], laws[2:4], strict=True))
        joint_p = tuple(a * b for a, (second, _) in zip(p, seconds, strict=True) for b in second)
        joint_q = tuple(a * b for a, (_, second) in zip(q, seconds, strict=True) for b in second)
        parts = _kl(p, q), *(_kl(a, b) for a, b in seconds)
        joint = _kl(joint_p, joint_q)
        if joint is not None and None not in parts:
            total = parts[0] + sum((_arb(w) * part for w, part in zip(p, parts[1:], strict=True)), arb(0))
            yield joint - _SLACK, total
            yield total - _SLACK, joint


def _data_processing() -> Iterator[Pair]:
    """Merging two atoms cannot increase KL."""
    for p, q in _pairs():
        whole = _kl(p, q)
        merged = _kl((p[0] + p[1], p[2]), (q[0] + q[1], q[2]))
        if whole is not None and merged is not None:
            yield merged - _SLACK, whole


PINSKER = Fact("pinsker", "Pinsker: Tsybakov 2009, Lemma 2.5", r"2\,\mathrm{TV}^2 \le \mathrm{KL}", _pinsker)
BRETAGNOLLE_HUBER = Fact(
    "bretagnolle-huber",
    "Bretagnolle and Huber: Tsybakov 2009, (2.25)",
    r"1-\mathrm{TV} \ge \tfrac12 e^{-\mathrm{KL}}",
    _bretagnolle_huber,
)
KL_BELOW_CHI_SQUARE = Fact(
    "kl-chi-square",
    "KL is at most chi-square: Tsybakov 2009, Lemma 2.7",
    r"\mathrm{KL} \le \chi^2",
    _kl_below_chi_square,
)
LE_CAM = Fact("le-cam", "Le Cam: Yu 1997, Lemma 1", r"P(\hat V\ne V) \ge \tfrac12(1-\mathrm{TV})", _le_cam)
HOEFFDING = Fact(
    "hoeffding",
    "Hoeffding 1963, Theorem 2",
    r"P(|\bar X-\mu|\ge t) \le 2e^{-2mt^2/(b-a)^2}",
    _hoeffding,
)
HOEFFDING_LEMMA = Fact(
    "hoeffding-lemma",
    "Hoeffding 1963, (4.16)",
    r"E e^{\lambda(X-EX)} \le e^{\lambda^2(b-a)^2/8}",
    _hoeffding_lemma,
)
CHERNOFF_HALF = Fact(
    "chernoff-half",
    "Chernoff; Hoeffding 1963, Theorem 1 at the level 1/2",
    r"P(\mathrm{Bin}(N,q)\ge N/2) \le (4q(1-q))^{N/2},\ q\le\tfrac12",
    _chernoff_half,
)
LAPLACE_MOMENT = Fact(
    "laplace-moment",
    "moment generating function of the Laplace law",
    r"E e^{\lambda W} = 1/(1-b^2\lambda^2),\ b|\lambda|<1",
    _laplace_moment,
)
CHAIN_RULE = Fact(
    "kl-chain-rule",
    "chain rule of KL: Cover and Thomas 2006, Theorem 2.5.3",
    r"\mathrm{KL}(P_{Z_1Z_2}\|Q_{Z_1Z_2}) = \mathrm{KL}(P_{Z_1}\|Q_{Z_1})"
    r" + E_P\,\mathrm{KL}(P_{Z_2\mid Z_1}\|Q_{Z_2\mid Z_1})"
    r",\ \text{so } \mathrm{KL}(P^m\|Q^m)=m\,\mathrm{KL}(P\|Q)",
    _chain_rule,
)
DATA_PROCESSING = Fact(
    "data-processing",
    "data processing: Cover and Thomas 2006, Theorem 2.8.1",
    r"\mathrm{KL}(PK\|QK) \le \mathrm{KL}(P\|Q)",
    _data_processing,
)
FACTS = (
    PINSKER,
    BRETAGNOLLE_HUBER,
    KL_BELOW_CHI_SQUARE,
    LE_CAM,
    HOEFFDING,
    HOEFFDING_LEMMA,
    CHERNOFF_HALF,
    LAPLACE_MOMENT,
    CHAIN_RULE,
    DATA_PROCESSING,
)
