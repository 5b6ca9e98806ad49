r"""The Fisher information that an epsilon-LDP message keeps from a nearly normal score: about 2/pi tanh(epsilon/2)^2.

Write t = e^epsilon; Z is the score over its deviation, E Z = 0, E Z^2 = 1. A message has a density f in x with
a <= f <= t a, and its score is E[f Z]/E f times the deviation: messages keep kappa = sum (E f Z)^2/E f. Take
lambda(x) = alpha + beta |x|, beta >= 0, and l_r(x) = 2 r x - r^2 - lambda(x). As y^2/e is the largest of 2 r y - r^2 e,

    (E f Z)^2/E f - E f lambda(Z) = sup_r E f l_r(Z) <= a sup_r F(r),  F(r) = E l_r(Z) + (t - 1) E l_r(Z)_+.

So kappa <= E lambda(Z) for every channel if no F(r) is positive. If some are, alpha + sup F can be used as alpha,
because F decreases by at least as much as alpha grows.

Z is within w of a normal N in the L1-distance of distribution functions, so that E h(Z) and E h(N) differ by at most w
times h's steepest slope: F(r) is at most G(r) = F(r) for N + w (beta + (t - 1)(2|r| + beta)), and G is even.
max{l_r, 0} + r^2 is convex in r, so that G(r) + t r^2 is for r >= 0: between two points h apart G is at most the
larger value + t h^2/4. For r > 0 and c = (r^2 + alpha)/(2r) it is at most 2r ((t - 1)(g(c) + w) - c), where
g(c) = E (N - c)_+; that is not positive from some c on, and c rises there. Hence a grid suffices.

*Rare scores.* If Z is 0 except with probability p, and then Z' as above, so that E h(Z) = (1-p) h(0) + p E h(Z'), the
term with w is p times as large, and for c > 0 the part at 0 of E l_r(Z)_+ vanishes: the condition on c has p (t - 1).

For w near 0 and epsilon up to about 2 this gives 2/pi tanh(epsilon/2)^2 within 1 %, which randomised response of the
sign keeps. Kalinin and Steinberger, Efficient Estimation of a Gaussian Mean with Local Differential Privacy, AISTATS
2025, show that no channel keeps more for epsilon up to 1.04.
"""

import math
from fractions import Fraction
from functools import lru_cache

from flint import arb

from lowerbounds.information.contraction import strong_constant
from lowerbounds.numerics.enclosures import ball, precise

_POINTS, _COARSE, _ROUNDS = 256, 48, 10
_SHARES = (1.0, 0.95, 0.8, 0.5, 0.0)
"""The slopes beta to try, relative to the best one for a normal score."""
_MOST_EPSILON = 4.0
"""For larger values nothing smaller than tanh(epsilon/2)^2 is found."""


@precise
def distance_to_normal(m: int, square: arb) -> arb:
    """Enclose (1 + u)/sqrt((1 - u) m): w for the score of m draws of +-1 whose mean has a square of at most u < 1.

    Goldstein, Bounds on the constant in the mean central limit theorem, Annals of Probability 2010: w is at most
    E|X|^3/(sigma^3 sqrt(m)) for centred X; here E|X|^3 = sigma^2 (1 + mean^2) and sigma^2 = 1 - mean^2.

    Parameters
    ----------
    m : int
        Number of draws.
    square : arb
        Bound on the squared mean of one draw, below 1.

    Returns
    -------
    arb
        An enclosure.
    """
    return (1 + square) / ((1 - square) * m).sqrt()


@precise
def information_kept(epsilon: float, distance: arb, mass: Fraction = Fraction(1)) -> arb:
    """Enclose an upper bound on kappa; mass tanh(epsilon/2)^2 if nothing smaller is found.

    Parameters
    ----------
    epsilon : float
        Privacy budget of the message.
    distance : arb
        w, the distance of the score to a normal variable.
    mass : Fraction, default 1
        Probability p that the score is not 0; it is of variance 1 and at that distance if so.

    Returns
    -------
    arb
        An enclosure.
    """
    # What is within w is within any larger distance: floats share what is found.
    upper = float(distance.upper())
    found = math.isfinite(upper) and epsilon <= _MOST_EPSILON
    return _kept(epsilon, math.nextafter(upper, math.inf), mass) if found else ball(mass) * strong_constant(epsilon)


@lru_cache(maxsize=1024)
@precise
def _kept(epsilon: float, w: float, mass: Fraction) -> arb:
    odds, distance, share = ball(epsilon).expm1(), ball(w), ball(mass)
    strong = share * strong_constant(epsilon)
    last = _last(share * odds, distance)
    if not share * odds * (_excess(last) + distance) <= last:
        return strong
    tries = (_near(part * (8 / arb.pi()).sqrt() * strong, odds, distance, last, share) for part in _SHARES)
    found = min(tries, key=lambda one: float(one.bound().mid()))
    kept = found.bound(found.largest(_POINTS).max(arb(0)))
    return strong.min(kept) if kept.is_finite() else strong


class _Dual:
    """alpha and beta, and the parameters of G: odds = t - 1, w, a c beyond which no G(r) is positive, and p."""

    def __init__(self, alpha: arb, beta: arb, odds: arb, w: arb, last: arb, mass: arb) -> None:
        self.alpha, self.beta, self.odds, self.w, self.last, self.mass = alpha, beta, odds, w, last, mass

    def bound(self, more: arb | int = 0) -> arb:
        """Enclose E lambda(Z) with alpha larger by this much; E|Z| <= p since E Z^2 = p."""
        return self.alpha + more + self.mass * self.beta * ((2 / arb.pi()).sqrt() + self.w).min(arb(1))

    def largest(self, points: int) -> arb:
        """Enclose an upper bound on all G(r), if any is positive."""
        step = (self.last + (self.last * self.last - self.alpha).nonnegative_part().sqrt()) / points
        heights = [self.height(i * step) for i in range(points + 1)]
        highest = heights[0]
        for height in heights[1:]:
            highest = highest.max(height)
        return highest + (self.odds + 1) * step * step / 4

    def height(self, r: arb) -> arb:
        """Enclose G(r) for r >= 0."""
        rough = self.mass * self.w * (self.beta + self.odds * (2 * r + self.beta))
        mean = -r * r - self.alpha - self.mass * self.beta * (2 / arb.pi()).sqrt()
        return mean + self.odds * self.positive(r) + rough

    def positive(self, r: arb) -> arb:
        """Enclose E l_r(Z)_+ for a normal Z: on either side of 0 l_r is linear."""
        right, left, middle = 2 * r - self.beta, 2 * r + self.beta, -r * r - self.alpha
        at_zero = (1 - self.mass) * arb(middle.upper()).max(arb(0))
        return self.mass * (_side(middle, right) + _side(middle, -left)) + at_zero


def _side(middle: arb, slope: arb) -> arb:
    """Enclose E (middle + slope N; N > 0)_+ for any signs; a number of uncertain sign is taken at its worst."""
    m, s = arb(middle.upper()), arb(slope.upper())
    if s >= 0:
        return m / 2 + s * _density(arb(0)) if m >= 0 else (s * _excess(-m / s) if s > 0 else arb(0))
    if m <= 0:
        return arb(0)
    u = -m / s
    return -s * (u * (u / arb(2).sqrt()).erf() / 2 - _density(arb(0)) + _density(u))


def _density(x: arb) -> arb:
    return (-x * x / 2).exp() / (2 * arb.pi()).sqrt()


def _excess(c: arb) -> arb:
    """Enclose g(c) = E (N - c)_+."""
    return _density(c) - c * (c / arb(2).sqrt()).erfc() / 2


def _last(odds: arb, w: arb) -> arb:
    """A number a little above where odds (g(c) + w) = c."""
    low, high = arb(0), arb(1)
    while not odds * (_excess(high) + w) < high:
        high = 2 * high
    for _ in range(40):
        middle = arb(((low + high) / 2).mid())
        low, high = (low, middle) if odds * (_excess(middle) + w) < middle else (middle, high)
    return high


def _near(beta: arb, odds: arb, w: arb, last: arb, mass: arb) -> _Dual:
    """With about the smallest alpha at which no G(r) is positive, never above last^2; any alpha is valid."""
    # For a normal score and not too large an epsilon the least alpha is -beta E|N|/2.
    beta = arb(beta.mid())
    alpha = arb((-mass * beta / (2 * arb.pi()).sqrt()).mid())
    for _ in range(_ROUNDS):
        dual = _Dual(alpha, beta, odds, w, last, mass)
        # G falls by 1 to t for each unit of alpha: where it is largest l_r is positive about half the time.
        alpha = (alpha + 2 * dual.largest(_COARSE) / (2 + odds)).min((last * last).lower())
        alpha = arb(alpha.mid())
    return _Dual(alpha, beta, odds, w, last, mass)
