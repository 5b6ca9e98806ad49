"""Where an expression is a real number: shown for each of its parts, on all of its letters' ranges, or not shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy

from verify.kernel.prover import Variable
from verify.kernel.statements.signs import shown

_KINKED: tuple[Any, ...] = (sympy.Abs, sympy.Min, sympy.Max, sympy.floor, sympy.ceiling)
_SMOOTH: tuple[Any, ...] = (sympy.exp, sympy.sin, sympy.cos, sympy.sinh, sympy.cosh, sympy.tanh, sympy.erf, sympy.erfc)
_PLAIN = (sympy.Symbol, sympy.Rational, sympy.NumberSymbol, sympy.Add, sympy.Mul, sympy.Pow, sympy.Function, *_KINKED)


@dataclass(frozen=True)
class _Scope:
    """The letters where a part stands."""

    variables: tuple[Variable, ...]
    bound: Mapping[sympy.Symbol, sympy.Symbol] = field(default_factory=dict)
    """The letters under a sum or an integral, and what stands for them among the variables."""
    smooth: frozenset[sympy.Symbol] = frozenset()
    """The letters by which a derivative is taken."""

    def shows(self, form: sympy.Expr, *, strict: bool) -> bool:
        """Whether a form is shown to be positive, or with `strict` false nonnegative."""
        return shown(form.doit().xreplace(self.bound), self.variables, strict=strict)


def undefined(side: sympy.Expr, variables: tuple[Variable, ...]) -> str:
    """The first part that is not shown to be a real number on all of the ranges, or nothing."""
    gap = next(_gaps(side, _Scope(variables)), "")
    return gap and f"{gap} is not shown to be defined on the ranges"


def _gaps(node: Any, scope: _Scope) -> Iterator[str]:
    if isinstance(node, sympy.Derivative):
        yield from _of_a_derivative(node, scope)
    elif isinstance(node, sympy.Integral | sympy.Sum | sympy.Product):
        yield from _under_a_sign(node, scope)
    elif not isinstance(node, _PLAIN):
        yield f"the part {node}"
    else:
        for told, part, needs in _needs(node, scope.smooth):
            if not any(scope.shows(form, strict=strict) for form, strict in needs):
                yield f"{told} {part}"
        for each in node.args:
            yield from _gaps(each, scope)


def _needs(node: Any, smooth: frozenset[sympy.Symbol]) -> Iterator[tuple[str, Any, list[tuple[sympy.Expr, bool]]]]:
    """What a node asks for to be a real number: a name, the part, and forms of which one has to be positive.

    With each form, whether strictly. In a letter of `smooth` the node has to have derivatives of all orders too.
    """
    moves = bool(node.free_symbols & smooth)
    if isinstance(node, sympy.log | sympy.gamma | sympy.loggamma):
        yield "the argument", node.args[0], [(node.args[0], True)]
    elif isinstance(node, sympy.factorial):
        yield "the argument", node.args[0], [(node.args[0] + 1, True)]
    elif isinstance(node, sympy.binomial):
        for form in (node.args[0] + 1, node.args[1] + 1, node.args[0] - node.args[1] + 1):
            yield "the argument", node, [(form, True)]
    elif isinstance(node, sympy.Pow):
        base, power = node.args
        if power.is_Integer and power < 0:
            yield "the base", base, [(base, True), (-base, True)]
        elif not power.is_Integer:
            yield "the base", base, [(base, moves or not power.is_positive)]
    elif isinstance(node, _KINKED):
        if moves:
            away = [(node.args[0], True), (-node.args[0], True)] if isinstance(node, sympy.Abs) else []
            yield "the derivative of", node, away
    elif isinstance(node, sympy.Function) and not isinstance(node, _SMOOTH):
        yield "the function", node, []


def _of_a_derivative(node: sympy.Derivative, scope: _Scope) -> Iterator[str]:
    """Defined where what is derived is smooth, also beyond the ends of the ranges, in letters that are no integers."""
    real = {v.symbol for v in scope.variables if not v.integer}
    for letter, count in node.variable_count:
        if scope.bound.get(letter, letter) not in real or not count.doit().is_Integer:
            yield f"the part {node}"
    letters = frozenset(letter for letter, _ in node.variable_count)
    yield from _gaps(node.expr, replace(scope, smooth=scope.smooth | letters))


def _under_a_sign(node: Any, scope: _Scope) -> Iterator[str]:
    """Defined with finite ends in order, whole numbers of a sum, between which what stands below is defined.

    With an infinite end what stands below has no other letter, and falls to 0 faster than the power -3/2.
    """
    whole = not isinstance(node, sympy.Integral)
    infinite = []
    for limit in reversed(node.limits):
        if len(limit) != 3:
            yield f"the part {node}"
            return
        letter, low, high = limit[0], limit[1].doit(), limit[2].doit()
        infinite += [(letter, end) for end, free in ((low, -sympy.oo), (high, sympy.oo)) if end == free]
        finite = [end for end, free in ((low, -sympy.oo), (high, sympy.oo)) if end != free]
        for end in finite:
            yield from _gaps(end, scope)
        in_order = len(finite) < 2 or scope.shows(high - low + int(whole), strict=False)
        if not in_order or (whole and not all(end.is_integer for end in finite)):
            yield f"the part {node}"
        smooth = scope.smooth - {letter}
        if any(end.free_symbols & scope.smooth for end in finite):
            smooth |= {letter}
        scope = replace(scope, smooth=smooth)
        least, most = (end if not end.free_symbols else free for end, free in ((low, -sympy.oo), (high, sympy.oo)))
        beside = sympy.Symbol(f"bound{len(scope.bound)}", real=True, integer=True if whole else None)
        try:
            # The letter's own assumptions, which may not hold at the ends of an integral.
            Variable(letter, least, most, not whole, not whole, integer=whole)
            stands = Variable(beside, least, most, integer=whole)
        except ValueError:
            yield f"the part {node}"
            return
        scope = replace(scope, variables=(*scope.variables, stands), bound={**scope.bound, letter: beside})
    yield from _gaps(node.function, scope)
    for letter, end in infinite:
        if isinstance(node, sympy.Product) or node.function.free_symbols - {letter} or not _falls(node, letter, end):
            yield f"the part {node}"


def _falls(node: Any, letter: sympy.Symbol, end: sympy.Expr) -> bool:
    far = sympy.Dummy("far", positive=True)
    value = node.function.doit().xreplace({letter: far if end == sympy.oo else -far})
    return bool(sympy.limit(value * far ** sympy.Rational(3, 2), far, sympy.oo) == 0)
