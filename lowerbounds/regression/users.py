r"""Bumps of unknown sign in regression with all data of a user private: zhao's lower bounds (223)-(234).

Labels are +-T with mean eta = T v_k s phi, so that eta/T has the constant C_b/T. The bumps, and the remaining
uncertainty about them, are those of `lowerbounds.classification.users`, without a margin. If the posterior mean of sign
k is x, the squared error at a point is at least T^2 s^2 phi^2 (1 - x^2): (T s)^2 p E phi^2 W for each bump, twice what
the Hamming distance of (226) gives. Without privacy W is the squared affinity of n m samples.
"""

from collections.abc import Callable
from functools import partial

from flint import arb

from lowerbounds.classification.bumps import Bumps
from lowerbounds.classification.users import SEQUENTIAL, best_member, flat, member_bound, remaining_variance
from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.families import deficit
from lowerbounds.numerics.enclosures import ball, precise, square
from notation.symbols import beta, d, epsilon, m, n
from notation.user_learning import UserSetting

PRIVATE_RATE = (n * m * epsilon**2) ** (-beta / (d + beta))
PUBLIC_RATE = (n * m) ** (-2 * beta / (2 * beta + d))
"""zhao (22), for small epsilon."""


@precise
def _risk(a: UserSetting, left: Callable[[UserSetting, Bumps], arb], bumps: Bumps) -> arb:
    size = square(ball(a.T) * bumps.size()) * ball(bumps.mass) * bumps.mean_height(2)
    return bumps.bumps * size * left(a, bumps)


def _private(a: UserSetting, bumps: Bumps) -> arb:
    return remaining_variance(bumps, a.n, a.m, a.epsilon)


@precise
def _public(a: UserSetting, bumps: Bumps) -> arb:
    return square(1 - deficit(flat(bumps), a.n * a.m))


def _all(a: UserSetting, bumps: Bumps) -> arb:
    """An upper bound on the uncertainty."""
    return arb(1)


def bounds(a: UserSetting) -> list[Bound]:
    """Every bound on the squared error of an estimate of eta.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    list of Bound
        The bounds on the excess risk.
    """
    kinds = (
        ("bumps", _private, PRIVATE_RATE, ("|Y| <= T", SEQUENTIAL)),
        ("bumps without privacy", _public, PUBLIC_RATE, ("|Y| <= T",)),
    )
    return [
        member_bound(
            a, name, best_member(a.signs, "full", partial(_risk, a, left), partial(_risk, a, _all)), conditions, rate
        )
        for name, left, rate, conditions in kinds
    ]
