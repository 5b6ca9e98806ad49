r"""Assouad's method with the posterior variance from `perturbations`, and an optimised size s of the perturbation.

Ours, sharper than the papers' constants: the posterior variance instead of the Hamming distance (a factor of two),
exact m-fold moments, the best of five contractions, and s chosen for the given n, m, d, epsilon.
"""

import math
from collections.abc import Callable
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.methods.cubes import Axes, HadamardCube, PairedCells, SignCube
from lowerbounds.methods.families import Family
from lowerbounds.methods.perturbations import ROUTES, Route, sized, usable, witness
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import EVERY, VectorBound, bound_of, checked_vector, supports
from lowerbounds.numerics.enclosures import ball, precise
from lowerbounds.numerics.line_search import best_point
from notation.parameters import count
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

_NOISE = n_ * m_ * (sympy.exp(epsilon_) - 1) ** 2
CUBE_RATES = {
    "linf": smallest(D_**2 * d_, D_**2 * d_**2 / _NOISE),
    "l2": smallest(D_**2, D_**2 * d_ / _NOISE),
}
HADAMARD_RATE = smallest(D_**2, D_**2 * d_**2 / _NOISE)
# At d axes D^2 min(1/d, d/noise); the number of axes is free, so sqrt(noise) of them serve where d is larger.
CELLS_RATE = smallest(1, d_ / _NOISE, 1 / sympy.sqrt(_NOISE))
AXES_RATE = D_**2 * CELLS_RATE
_Maker = Callable[[Fraction], Family]


def _size(make: _Maker, route: Route, n: int, m: int, epsilon: float) -> Fraction:
    """Return an s at which weight s^2 k W is near its largest."""

    def height(s: Fraction) -> arb:
        unknown = route.unknown(make(s), n, m, epsilon)
        # Beyond where the argument says anything, the further the worse.
        return ball(s) ** 2 * unknown if usable(unknown) else -ball(s)

    # W is 1/2 at least where s^2 n m (e^epsilon) is small: start below it.
    log = -(math.log(n) + math.log(m)) / 2 - min(epsilon, 600.0) / 2 + max(0.0, -math.log(min(epsilon, 1.0)))
    return best_point(height, math.exp(max(min(log, 0.0) - 7, -650.0)), Fraction(1))


@precise
def _largest(makers: tuple[_Maker, ...], n: int, m: int, epsilon: float) -> tuple[Family, Route, arb]:
    """Return the family, the route and the squared error of the largest bound over the makers, routes and s."""
    found: list[tuple[Family, Route, arb]] = []
    for make in makers:
        for route in ROUTES:
            family = make(_size(make, route, n, m, epsilon))
            value = sized(family, route.unknown(family, n, m, epsilon))
            found.append((family, route, value if usable(value) else arb(0)))
    return max(found, key=lambda entry: entry[2].mid())


@precise
def _bound(
    makers: tuple[_Maker, ...],
    parameters: dict[str, int | float | Fraction],
    name: str,
    rate: sympy.Expr,
    conditions: tuple[str, ...] = EVERY,
) -> VectorBound:
    n, m, epsilon = int(parameters["n"]), int(parameters["m"]), float(parameters["epsilon"])
    family, route, value = _largest(makers, n, m, epsilon)
    seen, _ = witness(family, n, m, epsilon)
    chain = BoundChain(
        (
            BoundStep(
                "Bayes risk of the hard instance at the witness",
                sized(family, seen.max(arb(0))),
                "lower end of the exact value",
            ),
            BoundStep(route.name, value, route.source),
        )
    )
    more: dict[str, int | float | Fraction] = {"s": family.s, "signs": family.signs}
    return bound_of(chain, f"{name}: {route.name}", parameters | more, rate, conditions, family)


def signs_bound(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """Return the bound by the cube of independent signs in the l_inf ('linf') or l_2 ('l2') ball of radius D.

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
        Half-width of the range of each coordinate, or radius of the ball that holds the data.
    support : {"linf", "l2"}, default "linf"
        The ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    unit = supports(support, d, exact)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": D}
    return _bound((lambda s: SignCube(d, s, unit),), parameters, "cube of independent signs", CUBE_RATES[support])


def hadamard_bound(n: int, m: int, d: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """Return the bound by the Hadamard hypercube in the l_inf ball.

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
        Half-width of the range of each coordinate, or radius of the ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless d is a power of 2.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    HadamardCube(d, Fraction(1))
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": D}
    make: _Maker = lambda s: HadamardCube(d, s, exact**2)  # noqa: E731
    return _bound((make,), parameters, "Hadamard hypercube", HADAMARD_RATE, ("d a power of 2",))


def sizes(d: int) -> tuple[int, ...]:
    """Return numbers of axes to try: the powers of 2 below d, and d.

    Parameters
    ----------
    d : int
        Dimension.

    Returns
    -------
    tuple of int
        The numbers, rising.
    """
    return (*(2**j for j in range(d.bit_length()) if 2**j < d), d)


def axes_bound(n: int, m: int, d: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """Return the bound by the l_1 hypercube on the best number of the d axes, in every l_p ball of radius D.

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
        Half-width of the range of each coordinate, or radius of the ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": D}
    makers = tuple(lambda s, k=k: Axes(k, s, exact**2, d) for k in sizes(d))
    return _bound(makers, parameters, "hypercube on axes", AXES_RATE)


def cells_bound(n: int, m: int, d: int, epsilon: float) -> VectorBound:
    """Return the bound for a law on d cells, squared l_2 error.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Number of cells, at least 2.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    VectorBound
        The bound, a squared l_2 distance.

    Raises
    ------
    ParameterError
        Unless d >= 2.
    """
    n, m, d, epsilon, _ = checked_vector(n, m, count("d", d, 2), epsilon, 1.0)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "epsilon": epsilon}
    makers = tuple(lambda s, k=k: PairedCells(k, s, d) for k in sizes(d // 2))
    return _bound(makers, parameters, "pairs of cells", CELLS_RATE)
