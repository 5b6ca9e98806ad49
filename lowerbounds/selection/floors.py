r"""Lower bounds ("floors") for every number of samples, over spaces of means and densities: users know the point theta.

The information of all messages about theta is at most n kappa, kappa = epsilon tanh(epsilon/2), as in
`lowerbounds.methods.mutual_information`; interaction is allowed.

*Blocks.* theta is uniform on a packing of `packings.Blocks`: s independent blocks with Q values each. Let I_k be the
information of the messages about a block's value, sum I_k <= n kappa, and p_k the probability that the value nearest to
the estimate's block is wrong. By Fano, ln Q - I_k <= h(p_k) + p_k ln(Q-1). The right side is concave, so this holds for
the averages too. A wrong value costs at least (gap/2)^2, so the risk is at least s (gap/2)^2 p. kent's Theorem 1
applies Fano once to all blocks, which loses the factor s, and takes 12 min{epsilon, epsilon^2} for kappa.

*Two points.* theta = +-v: no protocol is more informative than n randomised responses of the sign, whose affinity is
1/cosh(epsilon/2)^n (`lowerbounds.information.domination`): the risk is at least |v|^2 cosh(epsilon/2)^(-2n). For large
epsilon the power is half that of the floors by information.

*Densities.* 1 + sum_{j=2}^{k+1} theta_j phi_j with |theta_j| <= t is positive for t (k + 1/2) < 1: a cosine and a sine
of one frequency are at most 2t together, and one alone less than 3t/2. It is in the Sobolev ball of radius r, with
a_j = j^beta for even j and (j-1)^beta for odd, for t^2 sum a_j^2 <= r^2. On that cube the floors of means hold. The
best k is of the order of n kappa, and the floor of (n kappa)^(-2 beta), without the bumps of kent Lemma 29.
"""

from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.information.fair_signs import known_at_most
from lowerbounds.methods.assouad import sizes
from lowerbounds.methods.mutual_information import sign_floor, volume_floor
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, exact_down, precise
from lowerbounds.selection.packings import Blocks
from notation.parameters import ParameterError, count, within
from notation.symbols import D as D_
from notation.symbols import beta as beta_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import n as n_
from notation.symbols import s as s_

_POINTS = "every n, m, d >= 1 and epsilon > 0; laws: point masses"
_KAPPA = n_ * epsilon_ * sympy.tanh(epsilon_ / 2)
BLOCKS_RATE = s_ * D_**2 * (d_ / s_) ** 2 * sympy.exp(-2 * _KAPPA / s_)
"""For several heights; with fewer, it is s D^2."""
TWO_POINTS_RATE = sympy.cosh(epsilon_ / 2) ** (-2 * n_)
COEFFICIENTS_RATE = _KAPPA ** (-2 * beta_)

_HEIGHTS = 60
"""Powers of 2 up to which numbers of heights are tried."""
_MOST_COEFFICIENTS = 10**9
_SUMMED = 256
"""Numbers of coefficients up to which weights are summed one by one."""


@precise
def wrong_letter(information: arb, letters: int) -> arb:
    """Enclose the smallest p with ln Q - information <= h(p) + p ln(Q-1), p <= 1 - 1/Q, from below.

    By bisection, each step certified; 0 if nothing remains unknown.

    Parameters
    ----------
    information : arb
        Information about the value, in nats.
    letters : int
        Q, at least 2.

    Returns
    -------
    arb
        An enclosure.
    """
    unknown, most = arb(letters).log() - ball(information), 1 - ball(Fraction(1, letters))
    if not unknown > 0:
        return arb(0)
    low, high = arb(0), most
    for _ in range(60):
        middle = arb(((low + high) / 2).mid())
        spread = -middle * middle.log() - (1 - middle) * (-middle).log1p()
        # Below the least p, h(p) + p ln(Q-1) is certainly too small.
        low, high = (middle, high) if spread + middle * arb(letters - 1).log() < unknown else (low, middle)
    return low


@precise
def blocks_floor(n: int, m: int, d: int, epsilon: float, D: float = 1.0, s: int = 1) -> VectorBound:
    """Return the floor by blocks over the s-sparse vectors of [-D, D]^d, at the best number of heights.

    With s = d it is one over all of [-D, D]^d.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].
    s : int, default 1
        Sparsity, from 1 to d.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless 1 <= s <= d.
    """
    n, m, d, epsilon, size = checked_vector(n, m, d, epsilon, D)
    if count("s", s) > d:
        raise ParameterError(f"s = {s}: must be at most d = {d}")
    share = n * kl_absolute(epsilon) / s

    def wrong(code: Blocks) -> arb:
        return code.blocks * ball(code.gap**2 / 4) * wrong_letter(share, code.letters)

    codes = (Blocks(s, d // s, 1 << j, size) for j in range(_HEIGHTS))
    value, best = max(((wrong(code), code) for code in codes), key=lambda pair: pair[0].mid())
    chain = BoundChain(
        (BoundStep("Fano's inequality, block by block", value, "Cover and Thomas 2006, Theorem 2.10.1"),)
    )
    parameters = _told(n, m, d, epsilon, D=D, s=s, heights=best.heights)
    return bound_of(chain, "blocks of a sparse code, Fano", parameters, BLOCKS_RATE, (_POINTS,))


@precise
def two_points_floor(
    n: int, m: int, d: int, epsilon: float, D: float = 1.0, squared: Fraction = Fraction(1)
) -> VectorBound:
    """Return the floor by v and -v, |v|^2 = `squared` D^2; the caller guarantees that they are points of the space.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].
    squared : Fraction, default Fraction(1)
        |v|^2 in units of D^2.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    n, m, d, epsilon, size = checked_vector(n, m, d, epsilon, D)
    left = _affinity_squared(n, epsilon)
    chain = BoundChain((BoundStep("affinity of n randomised responses", ball(size**2 * squared) * left, "domination"),))
    parameters = _told(n, m, d, epsilon, D=D, squared=squared)
    return bound_of(chain, "two opposite points", parameters, D_**2 * TWO_POINTS_RATE, (_POINTS,))


def sparse_floor(n: int, m: int, d: int, epsilon: float, D: float = 1.0, s: int = 1) -> VectorBound:
    """Return the best floor over s-sparse vectors of [-D, D]^d: blocks, or the cube of s known coordinates.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].
    s : int, default 1
        Sparsity, from 1 to d.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    count("s", s)
    known = (
        sign_floor(n, m, s, epsilon, D),
        volume_floor(n, m, s, epsilon, D),
        two_points_floor(n, m, d, epsilon, D, Fraction(s)),
    )
    return max((blocks_floor(n, m, d, epsilon, D, s), *known), key=lambda bound: bound.value)


def coefficient_width(k: int, beta: int, r: float) -> Fraction:
    """A t for which every density 1 + sum of k coefficients in [-t, t] is positive and in the Sobolev ball.

    Parameters
    ----------
    k : int
        Number of coefficients.
    beta : int
        Smoothness of the class.
    r : float
        Radius of the class.

    Returns
    -------
    Fraction
        t.
    """
    if k <= _SUMMED:
        weights = Fraction(sum((2 * (i // 2 + 1)) ** (2 * beta) for i in range(k)))
    else:
        # By the integral of 2 (2x)^(2 beta), up to the frequency after the last.
        weights = Fraction((k + 3) ** (2 * beta + 1), 2 * beta + 1)
    positive = Fraction(2, 2 * k + 1)
    return min(positive, exact_down(ball(Fraction(r) ** 2 / weights).sqrt()))


@precise
def coefficients_floor(n: int, m: int, d: int, epsilon: float, beta: int = 1, r: float = 1.0) -> VectorBound:
    """Return the best floor over densities of Sobolev smoothness beta and radius r, k <= d coefficients besides 1.

    Squared L_2 error, for every number of samples.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        The most coefficients.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    beta : int, default 1
        Smoothness of the class.
    r : float, default 1.0
        Radius of the class.

    Returns
    -------
    VectorBound
        The bound, a squared L_2 distance.

    Raises
    ------
    ParameterError
        Unless beta >= 1 and r is from 1e-50 to 1e50.
    """
    n, m, d, epsilon, _ = checked_vector(n, m, d, epsilon, 1.0)
    count("beta", beta)
    within("r", r, 1e-50, 1e50)
    found: list[tuple[arb, int, str, str]] = []
    # Beyond the order of n kappa more coefficients make the cube smaller for nothing.
    for k in sizes(min(d, _MOST_COEFFICIENTS, int(4 * n * epsilon) + 4)):
        size, share = k * ball(coefficient_width(k, beta, r)) ** 2, n * kl_absolute(epsilon) / k
        found.append((size * (1 - known_at_most(share)), k, "information of one sign", "zhao/own/floor-mean"))
        uniform = 2 / (arb.pi() * arb(1).exp()) * (-2 * share).exp()
        found.append((size * uniform, k, "Shannon's lower bound on the distortion", "Shannon 1959"))
        if k == 1:
            found.append((size * _affinity_squared(n, epsilon), k, "affinity of n randomised responses", "domination"))
    value, best, step, source = max(found, key=lambda entry: entry[0].mid())
    parameters = _told(n, m, d, epsilon, beta=beta, r=r, coefficients=best)
    return bound_of(
        BoundChain((BoundStep(step, value, source),)),
        "a cube of coefficients of densities",
        parameters,
        COEFFICIENTS_RATE,
        ("every n, m, d, beta >= 1, epsilon > 0 and r > 0; each user knows the density",),
    )


def _affinity_squared(n: int, epsilon: float) -> arb:
    """Enclose sech(epsilon/2)^(2n) without e^epsilon, which may overflow."""
    return arb((2 * (-ball(epsilon) / 2).exp() / (1 + (-ball(epsilon)).exp())) ** (2 * n))


def _told(n: int, m: int, d: int, epsilon: float, **more: int | float | Fraction) -> dict[str, int | float | Fraction]:
    return {"n": n, "m": m, "d": d, "epsilon": epsilon, **more}
