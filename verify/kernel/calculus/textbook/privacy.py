"""Private channels and interactive transcripts."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus.textbook.fact import SLACK, Fact, Law, Pair, affinity, kl, laws, total


def _gap(p: Law, q: Law, level: Fraction) -> Fraction:
    """The hockey-stick divergence: the largest P(S) - level Q(S)."""
    return total(max(a - level * b, Fraction(0)) for a, b in zip(p, q, strict=True))


def _canonical(t: Fraction, delta: Fraction) -> tuple[Law, Law]:
    """The four-atom pair: a leak each way of mass delta, and randomised response of ratio t."""
    high, low = (1 - delta) * t / (1 + t), (1 - delta) / (1 + t)
    return (delta, high, low, Fraction(0)), (Fraction(0), low, high, delta)


def _canonical_pair(share: Fraction = Fraction(1)) -> Iterator[Pair]:
    """A post-processing gains at no level (Blackwell: nor is more needed): all levels at which a curve has a corner."""
    several = list(laws(3))
    for t, p, q in product((Fraction(3, 2), Fraction(3)), several, several):
        delta = max(_gap(p, q, t), _gap(q, p, t))
        first, second = _canonical(t, share * delta)
        corners = {a / b for a, b in zip(p, q, strict=True) if b} | {t, 1 / t}
        for level in corners:
            yield _gap(p, q, level), _gap(first, second, level)


def _power(law: Law, rounds: int) -> Law:
    found: Law = (Fraction(1),)
    for _ in range(rounds):
        found = tuple(a * b for a in found for b in law)
    return found


def _composed_delta(k: int, i: int, t: Fraction, delta: Fraction, binomials: bool) -> Fraction:
    """1 - (1-delta)^k (1 - delta_i), as Theorem 3.3 has it."""
    pure = total((comb(k, j) if binomials else 1) * (t ** (k - j) - t ** (k - 2 * i + j)) for j in range(i))
    return 1 - (1 - delta) ** k * (1 - pure / (1 + t) ** k)


def _optimal_composition(binomials: bool = True) -> Iterator[Pair]:
    """The k-fold canonical pair, enumerated, meets the formula; two rounds of which the second depends on the first."""
    for t, delta, k in product((Fraction(3, 2), Fraction(3)), (Fraction(0), Fraction(1, 10)), (1, 2, 3, 4)):
        first, second = _canonical(t, delta)
        for i in range(k // 2 + 1):
            exact = _gap(_power(first, k), _power(second, k), t ** (k - 2 * i))
            formula = _composed_delta(k, i, t, delta, binomials)
            yield exact, formula
            yield formula, exact
    t = Fraction(2)
    several = [law for law in laws(2) if all(law)]
    pairs = [(p, q) for p, q in product(several, several) if _within(p, q, t)]
    for (p, q), (r, s), (u, v) in product(pairs, repeat=3):
        joint_p = (p[0] * r[0], p[0] * r[1], p[1] * u[0], p[1] * u[1])
        joint_q = (q[0] * s[0], q[0] * s[1], q[1] * v[0], q[1] * v[1])
        for i in (0, 1):
            yield _gap(joint_p, joint_q, t ** (2 - 2 * i)), _composed_delta(2, i, t, Fraction(0), binomials)


def _within(p: Law, q: Law, t: Fraction) -> bool:
    return all(a <= t * b and b <= t * a for a, b in zip(p, q, strict=True))


def _extreme_channels(share: Fraction = Fraction(1)) -> Iterator[Pair]:
    """KL of two laws on three letters through channels with two messages, next to the best extreme channel."""
    letters = range(3)
    p, q = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
    inputs = FiniteLaw.of(dict(enumerate(p))), FiniteLaw.of(dict(enumerate(q)))
    for t in (Fraction(3, 2), Fraction(3)):
        best = arb(0)
        for channel in extreme_channels(letters, 1 + share * (t - 1)):
            messages = [law.through(channel) for law in inputs]
            best = arb.max(best, kullback_leibler(*messages))
        for chances in product([Fraction(k, 8) for k in range(1, 8)], repeat=3):
            if not all(_within((a, 1 - a), (b, 1 - b), t) for a, b in product(chances, chances)):
                continue
            one, other = (total(w * c for w, c in zip(law, chances, strict=True)) for law in (p, q))
            divergence = kl((one, 1 - one), (other, 1 - other))
            assert divergence is not None
            yield divergence - SLACK, best


def _lottery(n: int, rounds: int, silent: frozenset[int]) -> Law:
    """The law of the transcript: users who are not silent draw a slot, in turn, and the first slot is announced."""
    active = [user for user in range(n) if user not in silent]
    masses = []
    for turn in range(rounds):
        for user in range(n):
            if user in silent:
                masses.append(Fraction(0))
                continue
            later = [Fraction(rounds - turn - (1 if other < user else 0), rounds) for other in active if other != user]
            chance = Fraction(1, rounds)
            for tail in later:
                chance *= tail
            masses.append(chance)
    return (*masses, Fraction(0) if active else Fraction(1))


def _dialogue(inputs: tuple[int, int], chances: tuple[Fraction, ...]) -> Law:
    """Two users, one bit each, the second's law chosen by the first bit: P(bit = 1) by input and what was heard."""
    x, y = inputs
    first = chances[x]
    masses = []
    for bit, weight in ((0, 1 - first), (1, first)):
        second = chances[2 + 2 * bit + y]
        masses += [weight * (1 - second), weight * second]
    return tuple(masses)


def _transcript_hellinger(constant: Fraction = Fraction(347, 100)) -> Iterator[Pair]:
    """H^2 of all inputs changed next to those of one changed: lotteries, up to nearly 2 times the sum; dialogues.

    The proof: for unit vectors u_A, the roots of the transcript's laws with the inputs of A changed, the squares
    ||u_0 - u_i||^2 over N = 2^t disjoint sets sum to at least 1/N times those of ||u_i - u_j||^2 = ||u_0 - u_ij||^2
    (cut and paste) over all pairs, which are N - 1 matchings into 2^(t-1) disjoint sets: a factor 1 - 2^-t each time.
    """
    for users, rounds in ((2, 1), (2, 20), (3, 20), (4, 40), (6, 60)):
        base = _lottery(users, rounds, frozenset())
        every = 1 - affinity(base, _lottery(users, rounds, frozenset(range(users))))
        single = [1 - affinity(base, _lottery(users, rounds, frozenset({i}))) for i in range(users)]
        yield every - SLACK, _times(constant, sum(single, arb(0)))
    for chances in product((Fraction(1, 6), Fraction(1, 2), Fraction(1)), repeat=6):
        base = _dialogue((0, 0), chances)
        every = 1 - affinity(base, _dialogue((1, 1), chances))
        halves = (1 - affinity(base, _dialogue(one, chances)) for one in ((0, 1), (1, 0)))
        yield every - SLACK, _times(constant, sum(halves, arb(0)))


def _times(constant: Fraction, value: arb) -> arb:
    return value * constant.numerator / constant.denominator


CANONICAL_PAIR = Fact(
    "canonical-pair",
    "Kairouz, Oh and Viswanath 2015 (ICML), Theorem 2.5 and (12), (13) in the proof of Theorem 3.3",
    r"P\sim_{(\varepsilon,\delta)}Q\Rightarrow(P,Q)=(P_0K,P_1K),"
    r"\ P_0=\big(\delta,\tfrac{(1-\delta)e^\varepsilon}{1+e^\varepsilon}"
    r",\tfrac{1-\delta}{1+e^\varepsilon},0\big),\ P_1=\big(0,\tfrac{1-\delta}{1+e^\varepsilon},"
    r"\tfrac{(1-\delta)e^\varepsilon}{1+e^\varepsilon},\delta\big)",
    _canonical_pair,
)
OPTIMAL_COMPOSITION = Fact(
    "optimal-composition",
    "Kairouz, Oh and Viswanath 2015 (ICML), Theorem 3.3",
    r"k\text{ rounds of }(\varepsilon,\delta)\text{, adaptively, are }"
    r"\big((k-2i)\varepsilon,1-(1-\delta)^k(1-\delta_i)\big),\ "
    r"\delta_i=\frac{\sum_{l<i}\binom kl(e^{(k-l)\varepsilon}-e^{(k-2i+l)\varepsilon})}{(1+e^\varepsilon)^k},"
    r"\ 0\le i\le\tfrac k2",
    _optimal_composition,
)
EXTREME_CHANNELS = Fact(
    "extreme-channels",
    "Kairouz, Oh and Viswanath 2016 (JMLR 17), Theorems 2 and 4",
    r"\max_Q\textstyle\sum_y\mu(Q(y\mid\cdot)),\ \mu\text{ sublinear, over }\varepsilon\text{-LDP channels: at a }"
    r"Q\text{ with }Q(y\mid x)\in\theta_y\{1,e^\varepsilon\}\text{ and at most }|\mathcal X|\text{ messages}",
    _extreme_channels,
)
TRANSCRIPT_HELLINGER = Fact(
    "transcript-hellinger",
    "Jayram 2009, Hellinger strikes back, for private coins and blackboard transcripts",
    r"\text{each user's data from }P_0\text{ or }P_1:\ H^2(\Pi_{0\dots0},\Pi_{1\dots1})"
    r"\le\prod_{t\ge1}\tfrac1{1-2^{-t}}"
    r"\textstyle\sum_iH^2(\Pi_{0\dots0},\Pi_{e_i})\le3.47\sum_iH^2(\Pi_{0\dots0},\Pi_{e_i}),\ H^2=1-\int\sqrt{dP\,dQ}",
    _transcript_hellinger,
)
