"""That an expression is positive on its letters' ranges: by the prover, a product factor by factor."""

import sympy

from verify.kernel.prover import Proved, Relation, Variable
from verify.kernel.statements.proofs import decided, keep

_SECONDS = 20.0
"""For each relation."""

_POSITIVE = (sympy.exp, sympy.gamma, sympy.factorial, sympy.cosh)
"""Functions that are positive where they are defined as reals, gamma and the factorial right of their poles."""


def shown(expression: sympy.Expr, variables: tuple[Variable, ...], *, strict: bool = True) -> bool:
    """Whether the expression is shown to be positive, or with `strict` false nonnegative, wherever it is defined."""
    if not expression.free_symbols:
        return bool(expression > 0 if strict else expression >= 0)
    if isinstance(expression, sympy.Mul) and all(shown(factor, variables, strict=strict) for factor in expression.args):
        return True
    if isinstance(expression, sympy.Pow | sympy.Abs) and shown(expression.args[0], variables):
        return True
    if isinstance(expression, _POSITIVE):
        return True
    used = tuple(v for v in variables if v.symbol in expression.free_symbols)
    relation = Relation(sympy.Integer(0), expression, "<" if strict else "<=", used)
    result = decided(relation, _SECONDS)
    if isinstance(result, Proved):
        keep(relation, result)
    return isinstance(result, Proved)
