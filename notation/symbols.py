"""One notation for the four papers: positive sympy symbols, which may differ from those that a paper prints.

`n` users, `m` samples per user (kent: T), `d` dimension, `epsilon` (kent: alpha), `delta`, `D` half-width of the
support, `sparsity` s, `beta` smoothness, `r` radius of a class, `gamma` margin, `p` moment order, `N` samples if there
are no users.
"""

import sympy

n = sympy.Symbol("n", positive=True)
m = sympy.Symbol("m", positive=True)
d = sympy.Symbol("d", positive=True)
N = sympy.Symbol("N", positive=True)
epsilon = sympy.Symbol("epsilon", positive=True)
delta = sympy.Symbol("delta", positive=True)
D = sympy.Symbol("D", positive=True)
s = sympy.Symbol("s", positive=True)
beta = sympy.Symbol("beta", positive=True)
gamma = sympy.Symbol("gamma", positive=True)
p = sympy.Symbol("p", positive=True)
h = sympy.Symbol("h", positive=True)
Delta = sympy.Symbol("Delta", positive=True)
r = sympy.Symbol("r", positive=True)
t = sympy.Symbol("t", positive=True)


def smallest(*terms: sympy.Expr | int) -> sympy.Expr:
    """The minimum, unevaluated: sympy takes about 20 ms to compare terms, and rates do not need the comparison.

    Parameters
    ----------
    *terms : sympy expression or int
        Expressions.

    Returns
    -------
    sympy expression
        The minimum.
    """
    return sympy.Min(*terms, evaluate=False)


def largest(*terms: sympy.Expr | int) -> sympy.Expr:
    """The maximum, unevaluated as `smallest` is.

    Parameters
    ----------
    *terms : sympy expression or int
        Expressions.

    Returns
    -------
    sympy expression
        The maximum.
    """
    return sympy.Max(*terms, evaluate=False)
