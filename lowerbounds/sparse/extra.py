r"""Ours: s - 1 coordinates have a mean of +-delta D, and perhaps one more has; every n, m, epsilon and s <= d.

z is a uniform set of s - 1 coordinates with fair signs. With probability rho there is no other; else one of the other
N = d - s + 1 coordinates, uniform, with a fair sign. Data are independent signs times D.

*Error.* In units of delta D, let f be the estimate and M_z, M_(z+k) the laws of all messages. If there is one more,
each of the s coordinates is as likely to be the one that was added, so that the error of these s is s times that of the
added one. With a = (1 - rho) s/(rho N) the risk is at least

E_z rho sum_k {E_z f_k^2 + a/2 sum over signs of E_(z+k)(f_k - sign)^2}.

Given z and k let L+ and L- be the likelihood ratios to M_z. The least over f_k is a {1 - E a Delta^2/(1 + a S)}, S and
Delta half the sum and the difference of L+ and L-. As S >= |Delta| and phi(x) = a x^2/(1 + a x) is convex, the
expectation is at most the mean over signs of E phi(|L - 1|). So the risk is at least (1 - rho) s times 1 minus the mean
over k and signs of E phi(|L - 1|).

*Likelihood ratios.* For 0 < lambda <= 1 and any Y >= 0 with Y >= lambda (1 + a Y) log(1 + Y) let kappa = 1 + a/(1 + a)
+ lambda/(1 + Y). For every L > 0

phi(|L - 1|) <= (1 + lambda/(1 + Y)) (L - 1) - lambda log L + kappa - lambda - lambda log(kappa/lambda).

- L = 1 + y: phi = y - y/(1 + a y), so lambda log(1 + y) <= y/(1 + a y) + lambda y/(1 + Y) is enough. Up to Y it is so
  as y - lambda (1 + a y) log(1 + y) is convex with a slope of at least 0 at 0, and then concave: it is at least 0 up to
  where it is at the end. Beyond, log is below its tangent at Y, and y/(1 + a y) increases.
- L = 1 - z: phi <= z a/(1 + a), and kappa z + lambda log(1 - z) is largest at 1 - z = lambda/kappa.

The mean of L - 1 is 0, that of -log L is KL(M_z||M_(z+k)), so E phi is at most lambda x + kappa - lambda - lambda
log(kappa/lambda) on average, with x the mean of KL over k. For fixed z and sign the N perturbations are orthogonal
under z's law of the data, so that x is that of `lowerbounds.sparse.hidden` for N places: their sum over places does not
grow with s, which is what blocks of coordinates lose.
"""

from fractions import Fraction
from functools import partial
from math import exp

import sympy
from flint import arb

from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise, square
from lowerbounds.numerics.line_search import best_point
from lowerbounds.sparse.hidden import divergence, least_size
from notation.parameters import ParameterError, count
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import s as s_
from notation.symbols import smallest

_RATE = D_**2 * s_ * smallest(1, (1 + (d_ - s_ + 1) / (n_ * sympy.sinh(epsilon_ / 2) ** 2)) ** (1 / m_) - 1)
_SOURCE = "one more coordinate, KL of likelihood ratios, Bessel"
_SHARES = (Fraction(1, 50), Fraction(1, 20), Fraction(1, 10), Fraction(3, 20), Fraction(1, 4), Fraction(2, 5))
"""rho."""
_FAR = (0, *(10**k for k in range(1, 13)))
"""Y."""


@precise
def missed(a: Fraction, x: arb, slope: Fraction, far: int) -> arb:
    """Enclose 1 - lambda x - kappa + lambda + lambda log(kappa/lambda), which may be negative.

    Parameters
    ----------
    a : Fraction
        The odds of one more coordinate at a place.
    x : arb
        The mean of KL.
    slope : Fraction
        lambda, from 0 to 1.
    far : int
        Y.

    Returns
    -------
    arb
        An enclosure.

    Raises
    ------
    AssertionError
        Unless Y is allowed.
    """
    lam = ball(slope)
    if not (0 < slope <= 1 and _allowed(a, slope, far)):
        raise AssertionError(f"lambda = {slope}, Y = {far}: not allowed at a = {a}")
    kappa = 1 + ball(a / (1 + a)) + lam / (1 + far)
    return 1 - lam * x - kappa + lam + lam * (kappa / lam).log()


def _allowed(a: Fraction, slope: Fraction, far: int) -> bool:
    return far == 0 or bool(far - ball(slope) * ball(1 + a * far) * arb(1 + far).log() >= 0)


def _choice(a: Fraction, x: arb) -> tuple[Fraction, int]:
    """lambda and Y near the best: kappa e^-x is where the slope of the bound in lambda is 0."""
    kappa = 1 + a / (1 + a)
    slope = min(max(Fraction(float(kappa) * exp(-min(float(x.mid()), 50.0))), Fraction(1, 10**6)), Fraction(1))
    return slope, max(far for far in _FAR if _allowed(a, slope, far))


@precise
def extra(n: int, m: int, d: int, s: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """Return the bound at a delta, rho, lambda and Y near the best.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    s : int
        Sparsity, from 1 to d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless s is a whole number from 1 to d.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    if count("s", s) > d:
        raise ParameterError(f"s = {s}: must be at most d = {d}")
    places = d - s + 1

    def odds(rho: Fraction) -> Fraction:
        return (1 - rho) * s / (rho * places)

    def height(delta: Fraction, rho: Fraction) -> arb:
        x, a = divergence(places, n, m, epsilon, delta), odds(rho)
        if not x.is_finite():
            return -ball(delta)
        left = missed(a, x, *_choice(a, x))
        return (1 - ball(rho)) * square(ball(delta)) * left if left > 0 else -ball(delta)

    least = least_size(places, n, m, epsilon)
    found = [(best_point(partial(height, rho=rho), least, Fraction(1)), rho) for rho in _SHARES]
    delta, rho = max(found, key=lambda pair: float(height(*pair).mid()))
    x = divergence(places, n, m, epsilon, delta)
    slope, far = _choice(odds(rho), x)
    value = s * (1 - ball(rho)) * square(ball(exact * delta)) * missed(odds(rho), x, slope, far)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "s": s, "epsilon": epsilon, "D": D}
    parameters |= {"delta": delta, "rho": rho, "lambda": slope, "Y": far}
    chain = BoundChain((BoundStep("one more coordinate is missed", value, _SOURCE),))
    conditions = ("every n, m >= 1, s <= d and epsilon > 0",)
    return bound_of(chain, "one more coordinate than is known", parameters, _RATE, conditions)
