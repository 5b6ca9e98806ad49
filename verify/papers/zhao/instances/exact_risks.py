"""Small instances, exact or enclosed, on which the conclusions of derivations are judged by another route.

A lower bound is put next to the exact Bayes risk of a protocol that runs, an upper bound next to an exact risk.
"""

from fractions import Fraction
from math import comb, isqrt

from flint import arb

from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.statements.outcome import as_arb


def hodges_lehmann(size: int) -> tuple[Fraction, Fraction]:
    """1/N and the worst risk over means in [-1, 1] of c times the mean of N samples, c = sqrt(N)/(1 + sqrt(N)).

    N = `size` is a square. The risk c^2 Var/N + (1-c)^2 mu^2 with Var <= 1 - mu^2 is the same for all mu at
    Var = 1 - mu^2; in the l_2 ball the same holds with |mu|^2.
    """
    root = isqrt(size)
    c = Fraction(root, 1 + root)
    worst = max(c**2 * (1 - Fraction(k, 10) ** 2) / size + (1 - c) ** 2 * Fraction(k, 10) ** 2 for k in range(-10, 11))
    return Fraction(1, size), worst


def lied(chance: Fraction, t: Fraction) -> Fraction:
    """The probability that randomised response at ratio t says 1, for a bit that is 1 with the given probability."""
    return (1 + (t - 1) * chance) / (1 + t)


def majority(m: int, bias: Fraction) -> Fraction:
    """P(more than half of `samples` signs are +), the signs having mean `bias`; an odd number, so no ties."""
    return sum((p for k, p in binomial(m, (1 + bias) / 2) if isinstance(k, int) and 2 * k > m), Fraction(0))


def responses(n: int, m: int, bias: Fraction, t: Fraction) -> tuple[FiniteLaw, FiniteLaw]:
    """The laws of the number of ones when each user sends its majority sign by response, for means +bias and -bias."""
    high = lied(majority(m, bias), t)
    return binomial(n, high), binomial(n, 1 - high)


def bayes_square(plus: FiniteLaw, minus: FiniteLaw) -> Fraction:
    """E(V - E[V|Z])^2 for a fair sign V and the laws of Z under V = 1, -1: the sum of 2pq/(p+q)."""
    return sum((2 * p * minus[z] / (p + minus[z]) for z, p in plus if p + minus[z]), Fraction(0))


def bayes_error(plus: FiniteLaw, minus: FiniteLaw) -> Fraction:
    """The least P(decision != V) for a fair sign V: half the common mass."""
    return sum((min(p, minus[z]) for z, p in plus), Fraction(0)) / 2


def below_root(value: Fraction, scale: int = 200) -> Fraction:
    """A short fraction at most the root of `value`, within 1/scale of it relatively for values of order one."""
    return Fraction(isqrt(value.numerator * scale**2 // value.denominator), scale)


def clip_bias(m: int, chance: Fraction, inflation: arb, at_right: bool) -> arb:
    """|E clip(Y) - mu| for Y the mean of `samples` signs with P(+) = probability, D = 1, by the definition of a mean.

    The interval [L, R] of length 3h = 12/sqrt(m) holds mu at one of its ends; it is widened by `inflation`.
    """
    mean, width = as_arb(2 * chance - 1), 12 / as_arb(m).sqrt()
    low, high = (mean - width, mean) if at_right else (mean, mean + width)
    low, high = low - inflation, high + inflation
    total = arb(0)
    for k in range(m + 1):
        point = as_arb(Fraction(2 * k, m) - 1)
        clipped = point.max(low).min(high)
        total += as_arb(comb(m, k) * chance**k * (1 - chance) ** (m - k)) * (clipped - point)
    return abs(total)


def cube_risk(n: int, m: int, size: int, t: Fraction) -> tuple[Fraction, Fraction]:
    """min(d/16, 3 d^2/(256 n m (t-1)^2)), and the exact Bayes risk of a protocol over the cube with that s, D = 1.

    n = d `users`: each coordinate is told by `users` responses on the majority of `samples` signs of mean +-s, where
    s^2 is at most (and next to) min(1/4, 3d/(64 n m (t-1)^2)).
    """
    scale = size * n * m * (t - 1) ** 2
    bound = min(Fraction(size, 16), Fraction(3 * size**2, 256) / scale)
    s = below_root(min(Fraction(1, 4), Fraction(3 * size, 64) / scale))
    return bound, size * s**2 * bayes_square(*responses(n, m, s, t))


def laplace_sum_tail(count: int, x: arb) -> arb:
    """P(S > x), x > 0, for a sum of Laplace variables: S = Gamma(k) with probability C(2N-1-k, N-1)/2^(2N-k), by Poisson terms."""
    term, below, total = (-x).exp(), arb(0), arb(0)
    for k in range(1, count + 1):
        below += term
        term = term * x / k
        total += as_arb(Fraction(comb(2 * count - 1 - k, count - 1), 2 ** (2 * count - k))) * below
    return total


def constant_data_tail(n: int, rational_epsilon: int, D: int, t: arb) -> arb:
    """P(|estimate - mean| > t) for constant data at m = 1, K = 1: the noise of n/2 users, width T (12 + 2 sqrt(ln n))."""
    width = D * (12 + 2 * arb(n).log().sqrt())
    return 2 * laplace_sum_tail(n // 2, n // 2 * t * rational_epsilon / width)
