"""Divergences of two laws, and what they say of tests."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from verify.kernel.calculus.textbook.fact import SLACK, Fact, Pair, affinity, ball, kl, law_pairs, laws, total, tv


def _pinsker(constant: int = 2) -> Iterator[Pair]:
    for p, q in law_pairs():
        divergence = kl(p, q)
        if divergence is not None:
            yield ball(constant * tv(p, q) ** 2), divergence + SLACK


def _bretagnolle_huber(constant: Fraction = Fraction(1, 2)) -> Iterator[Pair]:
    for p, q in law_pairs():
        divergence = kl(p, q)
        if divergence is not None:
            yield (-divergence).exp() * ball(constant) - SLACK, ball(1 - tv(p, q))


def _kl_below_chi_square(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    for p, q in law_pairs():
        divergence = kl(p, q)
        if divergence is not None:
            chi = total((a - b) ** 2 / b for a, b in zip(p, q, strict=True) if b)
            yield divergence - SLACK, ball(constant * chi)


def _le_cam(constant: Fraction = Fraction(1, 2)) -> Iterator[Pair]:
    """Every test between p and q errs with at least (1 - TV)/2: all deterministic tests on three atoms."""
    for p, q in law_pairs():
        for test in product((0, 1), repeat=3):
            yield constant * (1 - tv(p, q)), total(a if t else b for a, b, t in zip(p, q, test, strict=True)) / 2


def _hellinger_tv(scale: Fraction = Fraction(1)) -> Iterator[Pair]:
    """H^2 <= TV <= sqrt(H^2 (2 - H^2)), H^2 = 1 - sum sqrt(p q)."""
    for p, q in law_pairs():
        squared = ball(scale) * (1 - affinity(p, q))
        yield squared - SLACK, ball(tv(p, q))
        yield ball(tv(p, q)) ** 2, squared * (2 - squared) + SLACK


def _chain_rule(under_the_first: bool = True) -> Iterator[Pair]:
    """The KL of a joint law is the sum of conditional ones, weighted by the first law: both orders of it."""
    several = list(laws(2))[1:-1]
    for p, q in product(several, several):
        joint_p = tuple(a * b for a in p for b in p)
        joint_q = tuple(a * b for a in q for b in q)
        single, joint = kl(p, q), kl(joint_p, joint_q)
        if single is not None and joint is not None:
            yield joint - SLACK, 2 * single
            yield 2 * single - SLACK, joint
    # Adaptively: a second message whose law depends on the first.
    seconds = list(zip(several[:2], several[2:4], strict=True))
    for p, q in product(several, several):
        joint_p = tuple(a * b for a, (second, _) in zip(p, seconds, strict=True) for b in second)
        joint_q = tuple(a * b for a, (_, second) in zip(q, seconds, strict=True) for b in second)
        first, joint = kl(p, q), kl(joint_p, joint_q)
        conditional = [kl(a, b) for a, b in seconds]
        if first is not None and joint is not None and None not in conditional:
            weights = p if under_the_first else q
            steps = (ball(w) * part for w, part in zip(weights, conditional, strict=True) if part is not None)
            whole = first + sum(steps, arb(0))
            yield joint - SLACK, whole
            yield whole - SLACK, joint


def _data_processing(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    """Merging two atoms cannot increase KL."""
    for p, q in law_pairs():
        whole = kl(p, q)
        merged = kl((p[0] + p[1], p[2]), (q[0] + q[1], q[2]))
        if whole is not None and merged is not None:
            yield merged - SLACK, ball(constant) * whole


def _donsker_varadhan(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    """E_P f <= KL(P|Q) + log E_Q exp(f): f on a grid, and f = log(dP/dQ), where both sides meet."""
    several = [law for law in laws(3) if all(law)]
    for p, q in product(several, several):
        divergence = kl(p, q)
        assert divergence is not None
        best = tuple((ball(a) / ball(b)).log() for a, b in zip(p, q, strict=True))
        for f in (best, *(tuple(arb(x) for x in row) for row in product((-1, 0, 2), repeat=3))):
            mean = sum((ball(a) * x for a, x in zip(p, f, strict=True)), arb(0))
            moment = sum((ball(b) * x.exp() for b, x in zip(q, f, strict=True)), arb(0))
            yield mean - SLACK, ball(constant) * divergence + moment.log()


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
HELLINGER_TV = Fact(
    "hellinger-tv",
    "Le Cam's inequalities: Tsybakov 2009, Lemma 2.3",
    r"H^2\le\mathrm{TV}\le\sqrt{H^2(2-H^2)}\le\sqrt2H,\ H^2=1-\textstyle\int\sqrt{dP\,dQ}",
    _hellinger_tv,
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
DONSKER_VARADHAN = Fact(
    "donsker-varadhan",
    "Donsker and Varadhan: Boucheron, Lugosi and Massart 2013, Corollary 4.15",
    r"\mathrm{KL}(P\|Q)=\sup_f\{E_Pf-\log E_Qe^f\}",
    _donsker_varadhan,
)
