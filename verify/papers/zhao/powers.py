"""Identities between products of powers with symbolic exponents."""

import sympy

from verify.kernel.statements import Identity


def same_power(left: sympy.Expr, right: sympy.Expr) -> Identity:
    """left = right for products of powers of positive symbols, by their logarithms: linear in the exponents, constants kept."""
    first, second = (sympy.expand_log(sympy.log(side), force=True) for side in (left, right))
    return Identity(first, second, text=f"{sympy.latex(left)} = {sympy.latex(right)}")
