"""Divergences of finite laws, exact or enclosed, and of m-fold products of two-point laws for every m.

Conventions: TV = half the L1 distance; squared Hellinger = 1 - affinity = half the squared L2 distance of the roots;
KL in nats; hockey stick E_gamma(P||Q) = sum (P - gamma Q)_+, whose value at gamma = 1 is TV. For m-fold products:
KL adds up, the affinity and 1 + chi-square multiply (Tsybakov 2009, Section 2.4), TV and E_gamma come from the
count: the likelihood ratio of two binomials is monotone in it, so each is a difference of two binomial tails.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx, fmpz
from scipy.special import betainc

from lowerbounds.information.laws import FiniteLaw
from lowerbounds.numerics.enclosures import ball, narrow, precise, rough
from notation.parameters import ParameterError, count

Pair = tuple[arb, arb]
# All that is known of a probability of which nothing is known.
UNKNOWN = arb("0.5", "0.5")
# Beyond, the incomplete beta takes long and gives no digit.
MOST_DRAWS = 10**17
# So many terms of a binomial law take as long as one incomplete beta, or less.
_TERMS = 1000


def _pairs(p: FiniteLaw, q: FiniteLaw) -> list[tuple[Fraction, Fraction]]:
    """Return the probabilities of the two laws, atom by atom."""
    other = dict(q.masses)
    both = [(mass, other.pop(atom, Fraction(0))) for atom, mass in p]
    return both + [(Fraction(0), mass) for mass in other.values()]


def total_variation(p: FiniteLaw, q: FiniteLaw) -> Fraction:
    """Return TV(p, q), exact.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.

    Returns
    -------
    Fraction
        The distance, in [0, 1].
    """
    return sum((abs(a - b) for a, b in _pairs(p, q)), Fraction(0)) / 2


def hockey_stick(p: FiniteLaw, q: FiniteLaw, gamma: Fraction) -> Fraction:
    """Return E_gamma(p||q), exact; gamma >= 0.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.
    gamma : Fraction
        gamma, at least 0.

    Returns
    -------
    Fraction
        E_gamma.
    """
    return sum((max(a - gamma * b, Fraction(0)) for a, b in _pairs(p, q)), Fraction(0))


def chi_square(p: FiniteLaw, q: FiniteLaw) -> Fraction | float:
    """Return chi^2(p||q), exact; math.inf where p has mass outside q's support.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.

    Returns
    -------
    Fraction or float
        The divergence, or infinity.
    """
    if any(a and not b for a, b in _pairs(p, q)):
        return math.inf
    return sum(((a - b) ** 2 / b for a, b in _pairs(p, q) if b), Fraction(0))


@precise
def affinity(p: FiniteLaw, q: FiniteLaw) -> arb:
    """Enclose the Hellinger affinity sum sqrt(p q).

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.

    Returns
    -------
    arb
        An enclosure.
    """
    return sum((ball(a * b).sqrt() for a, b in _pairs(p, q)), arb(0))


@precise
def squared_hellinger(p: FiniteLaw, q: FiniteLaw) -> arb:
    """Enclose 1 - affinity, in [0, 1].

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.

    Returns
    -------
    arb
        An enclosure.
    """
    return 1 - affinity(p, q)


@narrow
def kullback_leibler(p: FiniteLaw, q: FiniteLaw) -> arb:
    """Enclose KL(p||q) in nats, to half of the bits; infinite where p has mass outside q's support.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.

    Returns
    -------
    arb
        An enclosure.
    """
    if any(a and not b for a, b in _pairs(p, q)):
        return arb("inf")
    return sum((ball(a) * ball(a / b).log() for a, b in _pairs(p, q) if a), arb(0))


def chi_square_power(single: Fraction, m: int) -> Fraction:
    """Return (1 + chi^2)^m - 1, the chi-square of m-fold products, exact.

    Parameters
    ----------
    single : Fraction
        The value for one draw.
    m : int
        Number of draws, at least 0.

    Returns
    -------
    Fraction
        The divergence.
    """
    return (1 + single) ** count("m", m, 0) - 1


@precise
def affinity_power(single: arb, m: int) -> arb:
    """Enclose the affinity of m-fold products, the m-th power.

    Parameters
    ----------
    single : arb
        The value for one draw.
    m : int
        Number of draws, at least 0.

    Returns
    -------
    arb
        An enclosure.
    """
    return ball(single) ** fmpz(count("m", m, 0))


@precise
def kullback_leibler_power(single: arb, m: int) -> arb:
    """Enclose the KL of m-fold products, m times that of one draw; m >= 1.

    Parameters
    ----------
    single : arb
        The value for one draw.
    m : int
        Number of draws, at least 1.

    Returns
    -------
    arb
        An enclosure.
    """
    return ball(single) * count("m", m)


@precise
def binomial_tail(m: int, k: int, p: arb | Fraction) -> arb:
    """Enclose P(Bin(m, p) >= k) = I_p(k, m - k + 1); [0, 1] if the incomplete beta function cannot be enclosed.

    Within `roughly`, it is a float and not an enclosure.

    Parameters
    ----------
    m : int
        Number of draws.
    k : int
        The number of successes.
    p : arb or Fraction
        Probability of a success.

    Returns
    -------
    arb
        An enclosure of the probability.
    """
    if k <= 0:
        return arb(1)
    if k > m:
        return arb(0)
    if m > MOST_DRAWS:
        return UNKNOWN
    chance = ball(p)
    if not chance.is_finite():
        return UNKNOWN
    if rough():
        value = float(betainc(k, m - k + 1, min(max(float(chance.mid()), 0.0), 1.0)))
        return UNKNOWN if math.isnan(value) else arb(value)
    return _beta_tail(m, k, chance.mid().man_exp(), chance.rad().man_exp(), ctx.prec)


@precise
def binomial_tails(m: int, counts: Sequence[int], p: Fraction) -> list[arb]:
    """Enclose P(Bin(m, p) >= k) for each k of increasing counts, 0 < p < 1.

    Computed from the last one down by adding the terms between, if that is cheaper than the incomplete beta function.

    Parameters
    ----------
    m : int
        Number of draws.
    counts : sequence of int
        The numbers of successes, increasing.
    p : Fraction
        Probability of a success, in (0, 1).

    Returns
    -------
    list of arb
        Enclosures of the probabilities.
    """
    inside = [k for k in counts if 0 < k <= m]
    if rough() or m > MOST_DRAWS or len(inside) < 2 or inside[-1] - inside[0] > _TERMS * len(inside):
        return [binomial_tail(m, k, p) for k in counts]
    k, found = inside[-1], {inside[-1]: binomial_tail(m, inside[-1], p)}
    bits = ctx.prec
    # Logarithms of factorials are some m log m, whose digits before the point are lost.
    with ctx.workprec(bits + 2 * m.bit_length()):
        gammas = arb(m + 1).lgamma() - arb(k + 1).lgamma() - arb(m - k + 1).lgamma()
        term = (gammas + k * ball(p).log() + (m - k) * ball(1 - p).log()).exp()
        odds = ball((1 - p) / p)
    total = found[k]
    for wanted in reversed(inside[:-1]):
        while k > wanted:
            term = term * (odds * k / (m - k + 1))
            total += term
            k -= 1
        found[k] = total.min(arb(1))
    return [found[k] if k in found else arb(1 if k <= 0 else 0) for k in counts]


@lru_cache(maxsize=4096)
def _beta_tail(m: int, k: int, middle: tuple[fmpz, fmpz], radius: tuple[fmpz, fmpz], _: int) -> arb:
    """The tail for a probability with these binary digits, at the precision in the last argument.

    Cached, because bounds over one family ask for the same tail many times.
    """
    (a, b), (c, d) = middle, radius
    value = (arb(a) * arb(2) ** b + arb(0, arb(c) * arb(2) ** d)).beta_lower(arb(k), arb(m - k + 1), regularized=True)
    # The trivial enclosure is sound and stops a NaN from spreading; a wide one may not leave [0, 1] either.
    return value.intersection(UNKNOWN) if value.is_finite() else UNKNOWN


def _thresholds(p: Pair, q: Pair, m: int, level: arb) -> range:
    """Return counts k that include the first with P-likelihood >= level * Q-likelihood; p[0] > q[0], none is 0.

    The integers around the point where the two are equal, with its neighbours if it may be an integer. Empty if that
    point is above m; "not known" if the laws are too close to decide.
    """
    point = (level.log() + m * (q[1] / p[1]).log()) / (p[0] * q[1] / (q[0] * p[1])).log()
    if not point.is_finite() or point.rad() > 2:
        return range(0)
    first = int(point.lower().floor().unique_fmpz())
    last = int(point.upper().ceil().unique_fmpz())
    return range(max(first, 0), min(last, m) + 1)


def _ordered(p: Fraction, q: Fraction) -> tuple[Fraction, Fraction]:
    """Count the other atom if the first is likelier under Q, so that large counts favour P."""
    if not (0 <= p <= 1 and 0 <= q <= 1):
        raise ParameterError(f"p = {p}, q = {q}: must be in [0, 1]")
    return (1 - p, 1 - q) if p < q else (p, q)


@precise
def hockey_stick_power(p: Fraction, q: Fraction, m: int, gamma: arb | Fraction | float = 1) -> arb:
    """Enclose E_gamma(Bin(m,p)||Bin(m,q)) for gamma >= 1, that is E_gamma of the m-fold two-point laws.

    The event {P-likelihood > gamma Q-likelihood} is a tail of the count. If its threshold is not certain, every
    candidate is tried, because E_gamma is the largest over all thresholds.

    Parameters
    ----------
    p : Fraction
        P(first) of the first law, in [0, 1].
    q : Fraction
        P(first) of the second law, in [0, 1].
    m : int
        Number of draws.
    gamma : arb, Fraction or float, default 1
        gamma, at least 1.

    Returns
    -------
    arb
        An enclosure.

    Raises
    ------
    ParameterError
        For p, q outside [0, 1] or gamma < 1.
    """
    m, level = count("m", m), ball(gamma)
    p, q = _ordered(p, q)
    if not level.is_finite() or level < 1:
        raise ParameterError(f"gamma = {gamma}: must be finite and at least 1")
    if p == q:
        return arb(0)
    if p == 1:
        return (1 - level * ball(q) ** fmpz(m)).max(arb(0))
    if q == 0:
        return 1 - ball(1 - p) ** fmpz(m)
    candidates = _thresholds((ball(p), ball(1 - p)), (ball(q), ball(1 - q)), m, level)
    if not candidates:
        # Beyond the largest ratio nothing is left; otherwise the laws were too close to tell.
        return arb(0) if level > ball(p / q) ** fmpz(m) else UNKNOWN
    best = arb(0)
    for k in candidates:
        best = best.max(binomial_tail(m, k, p) - level * binomial_tail(m, k, q))
    return best.min(arb(1))


@precise
def likelihood_test(p: Fraction, q: Fraction, m: int) -> tuple[Pair, Pair]:
    """Enclose (P(accept), P(reject)) of the test "P is likelier" of `m` draws, under P and under Q; p != q.

    Parameters
    ----------
    p : Fraction
        P(first) of the first law, in [0, 1].
    q : Fraction
        P(first) of the second law, in [0, 1], not p.
    m : int
        Number of draws.

    Returns
    -------
    tuple of (Pair, Pair)
        The pairs under P and under Q.

    Raises
    ------
    ParameterError
        For p = q, or one outside [0, 1].
    """
    m = count("m", m)
    p, q = _ordered(p, q)
    if p == q:
        raise ParameterError(f"p = q = {p}: a test needs two different laws")
    if p == 1:
        return (arb(1), arb(0)), (ball(q) ** fmpz(m), 1 - ball(q) ** fmpz(m))
    if q == 0:
        return (1 - ball(1 - p) ** fmpz(m), ball(1 - p) ** fmpz(m)), (arb(0), arb(1))
    # Every threshold makes a test: where the best one is not certain a neighbour serves.
    candidates = _thresholds((ball(p), ball(1 - p)), (ball(q), ball(1 - q)), m, arb(1))
    k = candidates[-1] if candidates else (m + 1) // 2
    accept, reject = (binomial_tail(m, k, x) for x in (p, q)), (binomial_tail(m, m - k + 1, 1 - x) for x in (p, q))
    under_p, under_q = zip(accept, reject, strict=True)
    return under_p, under_q


@precise
def overlap_power(p: Pair, q: Pair, n: int) -> arb:
    """Enclose 1 - TV(Bin(n,p[0]), Bin(n,q[0])), twice the error of the best test, with its leading digits kept.

    `p` and `q` are pairs (success, failure) with p[0] > q[0] > 0; the result is [0, 1] if that is not certain.

    Parameters
    ----------
    p : Pair
        (success, failure) of the first law.
    q : Pair
        (success, failure) of the second law.
    n : int
        Number of draws.

    Returns
    -------
    arb
        An enclosure.
    """
    n = count("n", n)
    if not (p[0] > q[0] > 0 and q[1] > p[1] > 0):
        return UNKNOWN
    candidates = _thresholds(p, q, n, arb(1))
    if not candidates:
        return UNKNOWN
    best = arb(1)
    for k in candidates:
        best = best.min(binomial_tail(n, n - k + 1, p[1]) + binomial_tail(n, k, q[0]))
    return best


@precise
def total_variation_power(p: Fraction, q: Fraction, m: int) -> arb:
    """Enclose TV of the m-fold products of two-point laws with P(first) = p and q, for m to 10^9 and beyond.

    Parameters
    ----------
    p : Fraction
        P(first) of the first law, in [0, 1].
    q : Fraction
        P(first) of the second law, in [0, 1].
    m : int
        Number of draws.

    Returns
    -------
    arb
        An enclosure.
    """
    return hockey_stick_power(p, q, m, 1)


@precise
def harmonic_power(p: Pair, q: Pair, n: int, window: int = 2000) -> arb:
    """Return a lower end of sum 2ab/(a+b) over the atoms of Bin(n, p[0]) and Bin(n, q[0]).

    It is the posterior variance of a fair bit +-1 given n draws, that is, its squared-error Bayes risk. `p` and `q` are
    pairs (success, failure), so that no digits are lost. The terms are positive, so the sum within `window` of the
    crossing is a lower bound. The omitted part is below 1e-40 of it unless n is large and the laws are close. In that
    case the squared affinity is used: (sum sqrt(ab))^2 <= sum (a+b) sum ab/(a+b).

    Parameters
    ----------
    p : Pair
        (success, failure) of the first law.
    q : Pair
        (success, failure) of the second law.
    n : int
        Number of draws.
    window : int, default 2000
        How many atoms on each side of the crossing are summed.

    Returns
    -------
    arb
        The lower end.
    """
    n = count("n", n)
    root = ((p[0] * q[0]).nonnegative_part().sqrt() + (p[1] * q[1]).nonnegative_part().sqrt()) ** fmpz(2 * n)
    # It is NaN where the affinity may be 0.
    least = root.lower() if root.is_finite() else arb(0)
    if not (p[0] > q[0] > 0 and q[1] > p[1] > 0):
        return least
    odds_p, odds_q = p[0] / p[1], q[0] / q[1]
    crossing = n * (q[1] / p[1]).log() / (odds_p / odds_q).log()
    if not crossing.is_finite():
        return least
    start = min(n, max(0, int(crossing.mid().floor().unique_fmpz())))
    choose = (arb(n + 1).lgamma() - arb(start + 1).lgamma() - arb(n - start + 1).lgamma()).exp()
    first = [choose * x[0] ** fmpz(start) * x[1] ** fmpz(n - start) for x in (p, q)]
    total = 2 * first[0] * first[1] / (first[0] + first[1])
    for direction in (1, -1):
        (a, b), k = first, start
        for _ in range(window):
            # From k to its neighbour: binomial weights by their ratios.
            if k == (n if direction > 0 else 0):
                break
            move = arb(n - k) / (k + 1) if direction > 0 else arb(k) / (n - k + 1)
            a, b = a * move * odds_p**direction, b * move * odds_q**direction
            k += direction
            term = 2 * a * b / (a + b)
            total += term
            if term < total * arb("1e-45"):
                break
    return total.lower() if total.lower() > least else least
