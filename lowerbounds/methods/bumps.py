"""The perturbed functions of the papers' hypercubes on [0, 1], as functions: regression functions and densities.

zhao arXiv v1, (176), (177), (223) and label (36), (121): eta_v = sum_k v_k phi((x - c_k)/h) h^beta over cells of length
h. kent Appendix H.5, (208): f_v = 1 + sum_j v_j g_(beta,j). The ledger checks both in symbols; these functions are for
plots.
"""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, positive

_Array = NDArray[np.float64]
_Shape = Callable[[_Array], _Array]


def tent(u: _Array, beta: float) -> _Array:
    """(1 - 2|u|)_+^beta on [-1/2, 1/2], with supremum 1: the phi of label/eq36 in one dimension.

    Parameters
    ----------
    u : ndarray, shape (...)
        Numbers of [-1/2, 1/2].
    beta : float
        Smoothness, the exponent of a bump.

    Returns
    -------
    ndarray, shape (...)
        Heights, of the shape of `u`.
    """
    return np.asarray(np.clip(1 - 2 * np.abs(u), 0, None) ** positive("beta", beta), dtype=np.float64)


def edge_distance(u: _Array, beta: float, constant: float = 1.0) -> _Array:
    """constant * (1/2 - |u|)_+^beta, the distance to the cell's edge: Hoelder with that constant inside one cell.

    Parameters
    ----------
    u : ndarray, shape (...)
        Numbers of [-1/2, 1/2].
    beta : float
        Smoothness, the exponent of a bump.
    constant : float, default 1.0
        The Hoelder constant.

    Returns
    -------
    ndarray, shape (...)
        Heights, of the shape of `u`.
    """
    return np.asarray(constant * np.clip(0.5 - np.abs(u), 0, None) ** positive("beta", beta), dtype=np.float64)


def regression_function(x: _Array, signs: Sequence[int], cells: int, beta: float, shape: _Shape) -> _Array:
    """eta_v at x in [0, 1]: cell k of `cells` has the sign signs[k], and cells beyond the signs stay 0.

    Parameters
    ----------
    x : ndarray, shape (...)
        Numbers of [0, 1].
    signs : sequence of int
        The signs, each -1, 0 or 1, at most as many as cells.
    cells : int
        Number of cells.
    beta : float
        Smoothness, the exponent of a bump.
    shape : Shape
        The bump phi, on [-1/2, 1/2].

    Returns
    -------
    ndarray, shape (...)
        Values, of the shape of `x`.

    Raises
    ------
    ParameterError
        For more signs than cells or a sign that is not -1, 0 or 1.
    """
    if len(signs) > count("cells", cells) or any(sign not in (-1, 0, 1) for sign in signs):
        raise ParameterError(f"signs = {tuple(signs)}: must be at most {cells} numbers of -1, 0, 1")
    known = np.zeros(cells)
    known[: len(signs)] = signs
    cell = np.clip((x * cells).astype(np.int64), 0, cells - 1)
    return np.asarray(known[cell] * shape(x * cells - cell - 0.5) * cells ** -float(beta), dtype=np.float64)


def unscaled(x: _Array) -> _Array:
    """g of kent before (208): e^(-1/(x(1/2-x))) on (0, 1/2), and its negative, moved by 1/2, on (1/2, 1).

    Parameters
    ----------
    x : ndarray, shape (...)
        Numbers of [0, 1].

    Returns
    -------
    ndarray, shape (...)
        Values, of the shape of `x`.

    References
    ----------
    Kent et al., Appendix H.5.
    """
    first = np.where(x < 0.5, x, x - 0.5)
    inside = first * (0.5 - first)
    with np.errstate(divide="ignore"):
        height = np.where(inside > 0, np.exp(-1 / np.where(inside > 0, inside, 1)), 0)
    return np.asarray(np.where(x < 0.5, height, -height) * ((x > 0) & (x < 1)), dtype=np.float64)


@cache
def steepest(beta: int) -> float:
    """sup |g^(beta)| on a grid of 40000 points of (0, 1/2): g_beta = g/sup has |g_beta^(beta)| <= 1.

    Parameters
    ----------
    beta : int
        Number of derivatives.

    Returns
    -------
    float
        The largest size on the grid.
    """
    x = sympy.Symbol("x", positive=True)
    derivative = sympy.diff(sympy.exp(-1 / (x * (sympy.Rational(1, 2) - x))), x, count("beta", beta))
    grid = np.linspace(0, 0.5, 40001)[1:-1]
    with np.errstate(all="ignore"):
        values = sympy.lambdify(x, derivative, "numpy")(grid)
    return float(np.max(np.abs(values[np.isfinite(values)])))


def density(x: _Array, signs: Sequence[int], radius: float, beta: int) -> _Array:
    """f_v = 1 + sum_j v_j r pi^beta/(2 k^beta) g_beta(kx - j + 1) of kent (208), k = len(signs), at x in [0, 1].

    Parameters
    ----------
    x : ndarray, shape (...)
        Numbers of [0, 1].
    signs : sequence of int
        The signs, each 1 or -1.
    radius : float
        r, the radius of the class.
    beta : int
        Smoothness, the exponent of a bump.

    Returns
    -------
    ndarray, shape (...)
        Values, of the shape of `x`.

    References
    ----------
    Kent et al., Equation (208).
    """
    k = len(signs)
    cell = np.clip((x * k).astype(np.int64), 0, k - 1)
    scale = positive("r", radius) * np.pi**beta / (2 * k**beta) / steepest(beta)
    return np.asarray(1 + np.asarray(signs)[cell] * scale * unscaled(x * k - cell), dtype=np.float64)
