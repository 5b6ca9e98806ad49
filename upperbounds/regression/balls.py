r"""Our regression of private users: the cells of `upperbounds.classification.balls`, labels in units of T.

For f_L = 1 features are uniform: every cell has the mass p = 1/N^d, only q is estimated, and eta^_k = clip(q_k^/p, -1,
1). The error about the mean e_k of eta in the cell is, weighted by p, at most (q_k^ - q_k)^2/p: in all N^d R, where R
bounds the vector's squared error.

Else q and p are estimated, both over sqrt(2), and eta^_k = clip(q_k^/max(p_k^, f), -1, 1), f = f_L/N^d. Let a and b be
the errors of q_k^ and p_k^, so that (a^2 + b^2)/2 adds up to R at most, and p~ = max(p_k^, f). As |p~ - p_k| <= |b|,

(eta^_k - e_k)^2 <= (a - e_k (p~ - p_k))^2/p~^2 <= 2 (a^2 + b^2)/p~^2.

- p_k is at most P = 1 - (N^d - 1) f and p~ at least f: weighted by p_k, in all 4 R P/f^2.
- If p~ >= p_k/s it is, weighted, at most 4 s^2 (a^2 + b^2)/2/p_k. Else |b| > (1 - 1/s) p_k, and the error, at most 4,
  is weighted at most 8 (b^2/2)/((1 - 1/s)^2 p_k). For s = 1 + sqrt(2) both are 4 s^2 times the vector's, over p_k >= f.

Within a cell eta has a range of w, so a variance of w^2/4 at most. Of uniform features the variance is half the mean of
(eta(X) - eta(X'))^2, at most C_b^2 (d/(6 N^2))^beta, because E|X - X'|^2 = d/(6 N^2).
"""

from math import sqrt

from notation.user_learning import UserSetting
from upperbounds.classification.balls import plan_of, swing
from upperbounds.vectors.balls import bound_of


def parts(density: float) -> int:
    """How many blocks a vector has: labels alone where masses are known, as those of uniform features.

    Parameters
    ----------
    density : float
        f_L, at most 1.

    Returns
    -------
    int
        1 or 2.
    """
    return 1 if density == 1 else 2


def within(a: UserSetting, side: int) -> float:
    """The bound on the variance of eta within cells, in units of T^2.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.

    Returns
    -------
    float
        The variance.
    """
    spread = swing(a, side) ** 2 / 4
    if a.f_L == 1:
        spread = min(spread, a.C_b**2 * (a.d / (6 * side**2)) ** a.beta / 2)
    return spread / a.T**2


def total(a: UserSetting, side: int, vector: float) -> float:
    """The squared error of the rule, by that of the vector.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.
    vector : float
        The vector's squared error.

    Returns
    -------
    float
        The squared error, in squared units of the labels.
    """
    cells = side**a.d
    return float(a.T**2 * (within(a, side) + factor(a.f_L, cells) * cells / a.f_L * vector))


def bound(a: UserSetting, side: int) -> float:
    """The bound of this module for this many equal cells along each axis.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.

    Returns
    -------
    float
        The bound on the squared error, in squared units of the labels.
    """
    return total(a, side, bound_of(plan_of(a.n, a.m, a.epsilon, side**a.d, parts(a.f_L)).balls))


def factor(density: float, cells: int) -> float:
    """The weighted error of eta^ over the vector's squared error, in units of the cells' number over f_L.

    Parameters
    ----------
    density : float
        f_L, at most 1.
    cells : int
        Number of cells in all.

    Returns
    -------
    float
        1 for known masses, else 4 P/f or 4 (1 + sqrt(2))^2, the smaller.
    """
    if parts(density) == 1:
        return 1.0
    least = density / cells
    return float(min(4 * (1 - (cells - 1) * least) / least, 4 * (1 + sqrt(2)) ** 2))
