"""From a sympy expression to a program over interval series."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import sympy
from flint import arb, ctx
from sympy.logic.boolalg import Boolean

from verify.kernel.prover import series
from verify.kernel.prover.interval import Interval, Undefined, point
from verify.kernel.prover.series import Series

PRECISION = 64
_CONSTANTS: dict[sympy.Expr, Callable[[], arb]] = {
    sympy.pi: arb.pi,
    sympy.E: arb.const_e,
    sympy.EulerGamma: arb.const_euler,
}
_UNARY: dict[type[sympy.Expr], series.Unary] = {
    sympy.exp: series.exp,
    sympy.log: series.log,
    sympy.sinh: series.sinh,
    sympy.cosh: series.cosh,
    sympy.tanh: series.tanh,
    sympy.erf: series.erf,
    sympy.erfc: series.erfc,
    sympy.loggamma: series.loggamma,
    sympy.gamma: lambda a, order: series.exp(series.loggamma(a, order), order),
    sympy.Abs: lambda a, _order: series.absolute(a),
}
_SELECTIONS: dict[type[sympy.Expr], Callable[[list[Series]], Series]] = {
    sympy.Min: series.minimum,
    sympy.Max: series.maximum,
}
_Step = Callable[[list[Series], int], Series]


class Unsupported(ValueError):
    """An expression with a node that the prover has no enclosure for."""


class Program:
    """An expression compiled to a list of steps, each of which reads the results of earlier ones."""

    def __init__(self, expression: sympy.Expr, symbols: Sequence[sympy.Symbol], precision: int = PRECISION) -> None:
        """Compile, to run at a precision in bits.

        Raises:
            Unsupported: when a node has no enclosure.
        """
        self._index: dict[sympy.Basic, int] = {symbol: i for i, symbol in enumerate(symbols)}
        self._width = len(symbols)
        self._precision = precision
        self._steps: list[_Step] = []
        self._result = self._compile(expression)

    def series(self, values: Sequence[Interval], along: int | None = None, order: int = 0) -> Series:
        """The Taylor coefficients up to ``order`` in variable number ``along``, over the box ``values``.

        Raises:
            Undefined: when the expression may be undefined, or not smooth enough, on the box.
        """
        with ctx.workprec(self._precision):
            results: list[Series] = [[value] for value in values]
            if along is not None and order:
                results[along] = [values[along], point(1)]
            for step in self._steps:
                results.append(step(results, order))
            found = results[self._result]
            return found + [point(0)] * (order + 1 - len(found))

    def value(self, values: Sequence[Interval]) -> Interval:
        """An enclosure of the expression over a box.

        Raises:
            Undefined: when the expression may be undefined on the box.
        """
        return self.series(values)[0]

    def _compile(self, node: sympy.Basic) -> int:
        if node not in self._index:
            step = self._step(node)
            self._steps.append(step)
            self._index[node] = self._width + len(self._steps) - 1
        return self._index[node]

    def _step(self, node: sympy.Basic) -> _Step:
        if isinstance(node, sympy.Rational) or node in _CONSTANTS:
            return self._constant(node)
        if isinstance(node, sympy.log) and isinstance(node.args[0], sympy.cosh):
            inner = self._compile(node.args[0].args[0])
            return lambda results, order: series.log_cosh(results[inner], order)
        if isinstance(node, sympy.Pow):
            return self._power(node)
        if isinstance(node, sympy.Piecewise):
            return self._piecewise(node)
        kind = type(node)
        if kind in _UNARY:
            unary, argument = _UNARY[kind], self._compile(node.args[0])
            return lambda results, order: unary(results[argument], order)
        return self._combination(node)

    def _constant(self, node: sympy.Expr) -> _Step:
        if isinstance(node, sympy.Rational):
            fraction = Fraction(node.p, node.q)
            return lambda _results, _order: [point(fraction)]
        constant = _CONSTANTS[node]
        return lambda _results, _order: [point(constant())]

    def _combination(self, node: sympy.Basic) -> _Step:
        kind = type(node)
        if kind not in _SELECTIONS and not isinstance(node, sympy.Add | sympy.Mul):
            raise Unsupported(f"no enclosure for {kind.__name__}: {node}")
        arguments = [self._compile(arg) for arg in node.args]
        if kind in _SELECTIONS:
            selection = _SELECTIONS[kind]
            return lambda results, _order: selection([results[i] for i in arguments])
        if isinstance(node, sympy.Add):
            return lambda results, _order: _fold(series.add, [results[i] for i in arguments])
        return lambda results, order: _fold(lambda a, b: series.multiply(a, b, order), [results[i] for i in arguments])

    def _power(self, node: sympy.Pow) -> _Step:
        base, exponent = node.args
        if isinstance(exponent, sympy.Rational):
            fraction, inner = Fraction(exponent.p, exponent.q), self._compile(base)
            return lambda results, order: series.power(results[inner], fraction, order)
        argument = self._compile(exponent * sympy.log(base))
        return lambda results, order: series.exp(results[argument], order)

    def _piecewise(self, node: sympy.Piecewise) -> _Step:
        branches = [(self._compile(e), self._condition(c)) for e, c in node.args]

        def step(results: list[Series], order: int) -> Series:
            possible = []
            for branch, condition in branches:
                truth = condition(results)
                if truth is not False:
                    possible.append(results[branch])
                if truth is True and len(possible) > 1 and order:
                    raise Undefined("a jump")
                if truth is True:
                    return series.select(possible)
            raise Undefined("no piece applies")

        return step

    def _condition(self, condition: Boolean) -> Callable[[list[Series]], bool | None]:
        if condition in (sympy.true, sympy.false):
            return lambda _results: bool(condition)
        if not isinstance(condition, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt):
            raise Unsupported(f"no enclosure for the condition {condition}")
        strict = isinstance(condition, sympy.StrictLessThan | sympy.StrictGreaterThan)
        gap = self._compile(condition.gts - condition.lts)

        def truth(results: list[Series]) -> bool | None:
            found = results[gap][0]
            if found.positive(strict):
                return True
            return False if (-found).positive(not strict) else None

        return truth


def _fold(operation: Callable[[Series, Series], Series], operands: list[Series]) -> Series:
    result = operands[0]
    for operand in operands[1:]:
        result = operation(result, operand)
    return result


def enclose(expression: sympy.Expr, values: Mapping[sympy.Symbol, Interval]) -> Interval:
    """An enclosure of an expression over a box.

    Raises:
        Undefined: when the expression may be undefined on the box.
        Unsupported: when a node has no enclosure.
    """
    return Program(expression, list(values)).value(list(values.values()))
