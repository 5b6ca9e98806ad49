"""Tails and moments of sums of independent variables."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb

from verify.kernel.calculus.textbook.fact import SLACK, TWELFTHS, Fact, Pair, ball, total


def _binomial(size: int, p: Fraction) -> list[Fraction]:
    return [comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(size + 1)]


def _hoeffding(rate: int = 2) -> Iterator[Pair]:
    """P(|mean - p| >= t) <= 2 exp(-2 m t^2) for m Bernoulli(p)."""
    for m, p in product((1, 2, 5, 12), TWELFTHS):
        law = _binomial(m, p)
        for t in TWELFTHS[1:]:
            tail = total(w for k, w in enumerate(law) if abs(Fraction(k, m) - p) >= t)
            yield ball(tail), 2 * (-rate * m * ball(t) ** 2).exp()


def _hoeffding_lemma(share: int = 8) -> Iterator[Pair]:
    """E exp(x (B - p)) <= exp(x^2/8) for B Bernoulli(p)."""
    for p in TWELFTHS:
        for x in range(-12, 13):
            y = arb(x) / 3
            yield (-y * ball(p)).exp() * (ball(1 - p) + ball(p) * y.exp()) - SLACK, (y**2 / share).exp()


def _chernoff_half(power: int = 1) -> Iterator[Pair]:
    """P(Bin(N, q) >= N/2) <= (4 q (1 - q))^(N/2) for q <= 1/2; `power` 2 loses the half."""
    for size in (1, 2, 3, 6, 11):
        for q in TWELFTHS[1:7]:
            tail = total(w for k, w in enumerate(_binomial(size, q)) if 2 * k >= size)
            yield ball(tail), (ball(4 * q * (1 - q)).sqrt()) ** (power * size) + SLACK


def _laplace_moment(scale: Fraction = Fraction(1)) -> Iterator[Pair]:
    """E exp(x W) = 1/(1 - x^2) for standard Laplace W, |x| < 1: enclosed against a Riemann sum from below."""
    step = arb(1) / 50
    for k in range(1, 8):
        x = arb(k) / 10
        # The integrand e^(-w) cosh(xw) decreases for w >= 0 when |x| < 1, so right end points bound it from below.
        below = sum(((-(i * step)).exp() * (x * i * step).cosh() * step for i in range(1, 3000)), arb(0))
        yield below, 1 / (1 - ball(scale) * x**2)


def _bernstein(linear: Fraction = Fraction(1, 3), double: int = 2) -> Iterator[Pair]:
    """P(S >= x) <= exp(-x^2/(2 (V + M x/3))): centred binomials from symmetric to nearly Poisson."""
    for m, p in product((1, 4, 20, 60), (Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000))):
        law = _binomial(m, p)
        variance = m * p * (1 - p)
        for k in range(m + 1):
            x = k - m * p
            if x > 0:
                exponent = x**2 / (double * (variance + linear * (1 - p) * x))
                yield ball(total(iter(law[k:]))), (-ball(exponent)).exp()


def _sign_tail(m: int, x: int) -> Fraction:
    """P(S > x) for m fair signs, m and x even: from the middle, so that large m is cheap."""
    term = comb(m, m // 2)
    middle = term
    for j in range(x // 2):
        term = term * (m // 2 - j) // (m // 2 + j + 1)
        middle += 2 * term
    return (1 - Fraction(middle, 2**m)) / 2


def _fuk_nagaev(summands: bool = True, variances: bool = True) -> Iterator[Pair]:
    """Signs with x from 0.2 to 4 deviations; one jump among m; without the factor m in either term it is false."""
    for m, order in product((4, 64, 400, 16384), (2, 3, 4)):
        for tenths in (3, 10, 20, 40):
            x = max(2, 2 * int(tenths * m**0.5 / 20))
            yield ball(_sign_tail(m, x)), _nagaev(m, order, Fraction(x), Fraction(1), Fraction(1), summands, variances)
    for m, order in product((1, 10, 40), (2, 3, 4)):
        jump = Fraction(1, 100 * m * (order + 2) ** 2)
        # X is 1 or -1 with probability `jump` each, 0 otherwise: S > 9/10 when there is one jump, upwards.
        tail = m * jump * (1 - 2 * jump) ** (m - 1)
        yield ball(tail), _nagaev(m, order, Fraction(9, 10), 2 * jump, 2 * jump, summands, variances)


def _nagaev(
    m: int, order: int, x: Fraction, moment: Fraction, variance: Fraction, summands: bool, variances: bool
) -> arb:
    first = (1 + Fraction(2, order)) ** order * (m if summands else 1) * moment / x**order
    share = ball((m if variances else 1) * variance) * (order + 2) ** 2 * arb(order).exp()
    return ball(first) + (-2 * ball(x**2) / share).exp()


def _berry_esseen(constant: Fraction = Fraction(4748, 10000)) -> Iterator[Pair]:
    """Bernoulli sums on both sides of each jump, near Esseen's extremal law and far from it."""
    for m, p in product((1, 5, 40), (Fraction(1, 2), Fraction(21, 50), Fraction(1, 10), Fraction(1, 100))):
        deviation = ball(p * (1 - p)).sqrt()
        ratio = ball(p * (1 - p) * (p**2 + (1 - p) ** 2)) / deviation**3
        bound = ball(constant) * ratio / arb(m).sqrt()
        below = Fraction(0)
        for k, weight in enumerate(_binomial(m, p)):
            normal = (1 + (ball(k - m * p) / (deviation * arb(2 * m).sqrt())).erf()) / 2
            yield abs(normal - ball(below)), bound
            below += weight
            yield abs(ball(below) - normal), bound


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
BERNSTEIN = Fact(
    "bernstein",
    "Bernstein: Boucheron, Lugosi and Massart 2013, Corollary 2.11 at c = M/3",
    r"P(S-ES\ge x)\le\exp\Big(-\frac{x^2}{2(\mathrm{Var}\,S+Mx/3)}\Big),\ X_i-EX_i\le M",
    _bernstein,
)
FUK_NAGAEV = Fact(
    "fuk-nagaev",
    "S. V. Nagaev 1979, Corollary 1.8",
    r"P(S_m>x)\le\Big(1+\frac2p\Big)^p\frac{m\,E|X|^p}{x^p}+\exp\Big(-\frac{2x^2}{(p+2)^2e^pm\,EX^2}\Big)"
    r",\ EX=0,\ p\ge2",
    _fuk_nagaev,
)
BERRY_ESSEEN = Fact(
    "berry-esseen",
    "Berry and Esseen, with the constant of Shevtsova 2011 (arXiv:1111.6554)",
    r"\sup_x|P(S_m\le x\sigma\sqrt m)-\Phi(x)|\le0.4748\,\frac{E|X|^3}{\sigma^3\sqrt m},\ EX=0,\ \text{i.i.d.}",
    _berry_esseen,
)
