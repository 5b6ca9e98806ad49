"""Lower bounds of kent Theorem 9 and Proposition 5, by their proofs and with constants, in the class with a_1 = 0."""

from functools import lru_cache

from flint import acb, arb, ctx, fmpq, fmpq_poly

from lowerbounds.methods.perturbations import usable
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import BITS, ball, down, precise, square
from notation.parameters import within
from notation.setting import LEAST_SIZE, MOST_SIZE, MOST_SMOOTHNESS, count_up_to
from notation.symbols import beta as beta_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import r as r_
from notation.symbols import smallest

PROPOSITION5_RATE = smallest(1, r_**2) * (n_ * smallest(epsilon_, epsilon_**2)) ** (-2 * beta_)


@precise
def kent_proposition5(n: int, m: int, beta: int, epsilon: float, r: float = 1.0) -> VectorBound:
    """Return (9/(3328 x))^(2 beta)/128 at radius 1, x = n min(epsilon, epsilon^2) >= 1; 0 for fewer users.

    At radius r < 1 it is multiplied by r^2: replacing each sample by a uniform one with probability 1 - r gives samples
    of 1 + r(f - 1). A larger radius has more densities.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    beta : int
        Smoothness of the class.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    r : float, default 1.0
        Radius of the class.

    Returns
    -------
    VectorBound
        The bound, a squared L_2 distance.

    Raises
    ------
    ParameterError
        For a number out of range.

    References
    ----------
    Kent et al., Proposition 5.
    """
    n, m, _, epsilon, _ = checked_vector(n, m, 1, epsilon, 1.0)
    beta = count_up_to("beta", beta, MOST_SMOOTHNESS)
    r = float(within("r", r, LEAST_SIZE, MOST_SIZE))
    x = n * min(ball(epsilon), square(ball(epsilon)))
    value = (arb(9) / (3328 * x)) ** (2 * beta) / 128 if x >= 1 else arb(0)
    scaled = value * square(ball(min(r, 1.0)))
    return bound_of(
        BoundChain((BoundStep("Fano's inequality", scaled, "kent Theorem 1"),)),
        "kent Proposition 5",
        {"n": n, "m": m, "beta": beta, "epsilon": epsilon, "r": r},
        PROPOSITION5_RATE,
        ("n min(epsilon, epsilon^2) >= 1; the class with a_1 = 0",),
    )


THEOREM9_RATE = r_ ** (2 / (beta_ + 1)) * (n_ * m_ * epsilon_**2) ** (-beta_ / (beta_ + 1))
_PIECES = 2000
_START = fmpq(1, 64)
"""Below it e^(-1/w)/w^(2 beta) increases in w, for beta up to 32."""
MOST_ORDER = 20
"""The most derivatives for which the bump's supremum is enclosed; beyond, its constant is at most 10^-40."""


@lru_cache(maxsize=MOST_ORDER)
def bump(beta: int) -> tuple[arb, arb]:
    """The integral of g_beta^2, c'_beta, and sup |g_beta|, for g of Appendix H.5 over a bound on its derivative's size.

    g = e^(-1/w), w = x (1/2 - x), on [0, 1/2], and its negative beyond. Its j-th derivative is P_j g/w^(2j), where
    P_(j+1) = w^2 P_j' + w' (1 - 2jw) P_j; by symmetry x up to 1/4 is enough, piece by piece.

    Parameters
    ----------
    beta : int
        Smoothness of the class.

    Returns
    -------
    tuple of (arb, arb)
        c'_beta and sup |g_beta|, enclosed.

    References
    ----------
    Kent et al., Appendix H.5.
    """
    with ctx.workprec(BITS):
        w = fmpq_poly([0, fmpq(1, 2), -1])
        P = fmpq_poly([1])
        for j in range(beta):
            P = w * w * P.derivative() + w.derivative() * (1 - 2 * j * w) * P
        low = arb(w(_START))
        steepest = sum((abs(arb(c)) * arb(_START) ** i for i, c in enumerate(P.coeffs())), arb(0))
        steepest = steepest * (-1 / low).exp() / low ** (2 * beta)
        length = (fmpq(1, 4) - _START) / _PIECES
        for i in range(_PIECES):
            centre = _START + length * (2 * i + 1) / 2
            off = arb(0, arb(length / 2).upper())
            x = arb(centre) + off
            inside = x * (arb("0.5") - x)
            # The mean value theorem: on a ball itself much of the polynomial would cancel.
            height = arb(P(centre)) + off * sum((k * arb(c) * x ** (k - 1) for k, c in enumerate(P.coeffs())), arb(0))
            steepest = steepest.max(abs(height) * (-1 / inside).exp() / inside ** (2 * beta))
        most = arb(steepest.upper())
        start, end = acb(_START), acb(fmpq(1, 2) - _START)
        found = acb.integral(lambda x, _: (-2 / (x * (acb("0.5") - x))).exp(), start, end).real
        ends = 2 * arb(_START) * (-2 / low).exp()
        return 2 * found.union(found + ends) / most**2, (-arb(16)).exp() / most


@precise
def kent_theorem9(n: int, m: int, beta: int, epsilon: float, r: float = 1.0) -> VectorBound:
    """Return rho k (1 - sqrt(21 n epsilon^2 eta^2/k)) of (188) for (208), at the best k; 0 for epsilon > 1.

    rho = r^2 pi^(2 beta) c'_beta/(8 k^(2 beta+1)) as (209) gives it when corrected, and eta^2 = (1 + 2 r^2 pi^(2 beta)
    c'_beta/k^(2 beta+1))^m - 1, where the bumps are at most 1/2 (kent/own/thm9-lower, before its c'_beta <= 1).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    beta : int
        Smoothness of the class.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    r : float, default 1.0
        Radius of the class.

    Returns
    -------
    VectorBound
        The bound, a squared L_2 distance.

    Raises
    ------
    ParameterError
        For a number out of range.

    References
    ----------
    Kent et al., Theorem 9.
    """
    n, m, _, epsilon, _ = checked_vector(n, m, 1, epsilon, 1.0)
    beta = count_up_to("beta", beta, MOST_SMOOTHNESS)
    r = float(within("r", r, LEAST_SIZE, MOST_SIZE))
    best, used = arb(0), 0
    if epsilon <= 1 and beta <= MOST_ORDER:
        norm, top = bump(beta)
        scale = square(ball(r)) * arb.pi() ** (2 * beta)
        # Around the k for which n epsilon^2 eta^2 is k, and eta^2 about m times what it is for one sample.
        middle = float((42 * scale * norm * n * m * square(ball(epsilon))).log().mid()) / (2 * beta + 2)
        for step in range(-40, 41):
            k = max(1, round(2.718281828 ** min(middle + step / 10, 200.0)))
            if not (scale.sqrt() / (2 * arb(k) ** beta)) * top <= arb("0.5"):
                continue
            eta = (m * (2 * scale * norm / arb(k) ** (2 * beta + 1)).log1p()).expm1()
            share = 21 * n * square(ball(epsilon)) * eta / k
            value = scale * norm / (8 * arb(k) ** (2 * beta)) * (1 - share.sqrt())
            if usable(value) and down(value) > down(best):
                best, used = value, k
    return bound_of(
        BoundChain((BoundStep("Assouad's cube of bumps", best, "kent Theorem 14"),)),
        "kent Theorem 9, Appendix H.5",
        {"n": n, "m": m, "beta": beta, "epsilon": epsilon, "r": r, "bumps": used},
        THEOREM9_RATE,
        ("epsilon <= 1; the class with a_1 = 0",),
    )
