"""Linear programs with exact optima: floating point proposes a basis; rational arithmetic finishes and certifies."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat

Vector = tuple[Fraction, ...]
# A weight below this is floating-point noise around 0.
_NOTHING = 1e-9


@dataclass(frozen=True)
class Program:
    """Maximise sum_j objective_j x_j over x >= 0 with sum_j x_j columns_j = right.

    Attributes
    ----------
    objective : Vector
        Factor of each variable.
    columns : tuple of Vector
        Column of each variable.
    right : Vector
        Right sides.
    start : tuple of int
        Columns, as many as rows and independent, in which `right` has nonnegative weights.
    """

    objective: Vector
    columns: tuple[Vector, ...]
    right: Vector
    start: tuple[int, ...]


@dataclass(frozen=True)
class Optimum:
    """An exact optimum of a program.

    Attributes
    ----------
    value : Fraction
        The optimum.
    primal : Vector
        Values of the variables that attain it.
    dual : Vector
        Dual prices, which prove that no value is larger.
    """

    value: Fraction
    primal: Vector
    dual: Vector


def certifies(program: Program, optimum: Optimum) -> bool:
    """Say whether both vectors are feasible and both values equal `value`: then, by weak duality, it is the maximum.

    Parameters
    ----------
    program : Program
        The program.
    optimum : Optimum
        The optimum to check.

    Returns
    -------
    bool
    """
    primal, dual = optimum.primal, optimum.dual
    if len(primal) != len(program.columns) or len(dual) != len(program.right) or any(x < 0 for x in primal):
        return False
    used = [(x, column) for x, column in zip(primal, program.columns, strict=True) if x]
    met = all(sum((x * column[i] for x, column in used), Fraction(0)) == b for i, b in enumerate(program.right))
    priced = all(_dot(dual, column) >= c for c, column in zip(program.objective, program.columns, strict=True))
    return met and priced and _dot(program.objective, primal) == _dot(dual, program.right) == optimum.value


def maximise(program: Program) -> Optimum:
    """Return the exact optimum of a program, certified.

    Simplex steps in rationals, with Bland's rule against cycling. They start from the final basis of HiGHS, and then
    few steps remain, or from `start` if that basis is not feasible.

    Parameters
    ----------
    program : Program
        The program.

    Returns
    -------
    Optimum
        The optimum.

    Raises
    ------
    ArithmeticError
        If the program is unbounded.
    """
    columns, objective = program.columns, program.objective
    basis = _proposed(program)
    if basis is None or min(_weights(program, basis)) < 0:
        basis = list(program.start)
    while True:
        weights = _weights(program, basis)
        dual = _solve([list(columns[j]) for j in basis], [objective[j] for j in basis])
        entering = next((j for j, column in enumerate(columns) if _dot(dual, column) < objective[j]), None)
        if entering is None:
            break
        steps = enumerate(_solve(_square(program, basis), columns[entering]))
        limits = [(weights[i] / step, basis[i], i) for i, step in steps if step > 0]
        if not limits:
            raise ArithmeticError("a linear program is unbounded")
        basis[min(limits)[2]] = entering
    chosen = dict(zip(basis, weights, strict=True))
    primal = tuple(chosen.get(j, Fraction(0)) for j in range(len(columns)))
    optimum = Optimum(_dot(objective, primal), primal, dual)
    if not certifies(program, optimum):
        raise ArithmeticError("no exact certificate for the optimum of a linear program: is `start` a feasible basis?")
    return optimum


def _proposed(program: Program) -> list[int] | None:
    """Return the basis of the final vertex of HiGHS; None if it fails.

    The columns in use, and then those whose price is nearly attained, contain a basis.
    """
    from scipy.optimize import linprog

    scale = max(abs(c) for c in program.objective) or Fraction(1)
    try:
        costs = np.array([float(c / scale) for c in program.objective])
        matrix = np.array([[float(entry) for entry in column] for column in program.columns]).T
    except OverflowError:
        return None
    found = linprog(-costs, A_eq=matrix, b_eq=[float(b) for b in program.right], method="highs-ds")
    if found.x is None:
        return None
    used = np.asarray(found.x) > _NOTHING
    prices = np.abs(-found.eqlin.marginals @ matrix - costs)
    order = sorted(range(len(costs)), key=lambda j: (not used[j], prices[j], j))
    return [order[j] for j in _pivots([program.columns[j] for j in order])]


def _square(program: Program, basis: Sequence[int]) -> list[list[Fraction]]:
    return [[program.columns[j][i] for j in basis] for i in range(len(basis))]


def _weights(program: Program, basis: Sequence[int]) -> Vector:
    return _solve(_square(program, basis), program.right)


def _dot(left: Vector, right: Vector) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True) if a and b), Fraction(0))


def _exact(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def _solve(matrix: list[list[Fraction]], right: Sequence[Fraction]) -> Vector:
    """Return the exact solution; `matrix` is square and regular."""
    solved = fmpq_mat([[_exact(entry) for entry in row] for row in matrix]).solve(
        fmpq_mat([[_exact(b)] for b in right])
    )
    return tuple(Fraction(int(solved[i, 0].p), int(solved[i, 0].q)) for i in range(len(right)))


def _pivots(columns: Sequence[Vector]) -> list[int]:
    """Return the first columns that are independent of those before them."""
    reduced, rank = fmpq_mat([[_exact(column[i]) for column in columns] for i in range(len(columns[0]))]).rref()
    return [next(j for j in range(len(columns)) if reduced[i, j] != 0) for i in range(rank)]
