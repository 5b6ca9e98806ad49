"""The class of mixtures of the problem `mixture`: the smallest weight of a component, and the smallest gap.

kent (48) does not fix them: weights above pi_0 > c/K, and means theta_sep apart, theta_sep <= 2 D/K. Here they are half
of the largest values that K components on [-D, D] can have.
"""

from typing import Any


def least_weight(K: Any) -> Any:
    """pi_0: each of K components has at least this weight, 1/(2K).

    Parameters
    ----------
    K : int, Fraction or sympy expression
        Number of components.

    Returns
    -------
    float, Fraction or sympy expression
        The weight.
    """
    return 1 / (2 * K)


def least_gap(K: Any, D: Any) -> Any:
    """theta_sep: the means of any two of K components on [-D, D] are at least this far apart, D/K.

    Parameters
    ----------
    K : int, Fraction or sympy expression
        Number of components.
    D : float, Fraction or sympy expression
        Half-width of the range of the data.

    Returns
    -------
    float, Fraction or sympy expression
        The gap, in units of the data.
    """
    return D / K


def trivial_risk(K: int, D: float) -> float:
    """The worst squared error of the best constant: each sorted mean ranges over an interval of D (1 + 1/K).

    Parameters
    ----------
    K : int
        Number of components.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    float
        The squared error, in squared units of the data.
    """
    return K * (D * (1 + 1 / K) / 2) ** 2
