"""Real expressions in Gallina as one writes them: differences, quotients, roots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from verify.kernel.calculus.terms import Parameter, text
from verify.kernel.rocq.terms import Inexpressible

_SUM, _TERM, _FACTOR, _WORD = range(4)


def real(e: Any, names: Mapping[Any, str]) -> str:
    """A real expression as one writes it: differences, quotients, roots.

    Raises:
        Inexpressible: where it holds a function that is not defined there, or a power of what may be 0 or less.
    """
    return _laid(e, names)[0]


def _laid(e: Any, names: Mapping[Any, str]) -> tuple[str, int]:  # noqa: PLR0911, PLR0912  # one a kind of expression
    """The text, and how strongly it holds together."""

    def at(part: Any, level: int) -> str:
        said, holds = _laid(part, names)
        return said if holds >= level else f"({said})"

    if e in names:
        return names[e], _FACTOR if " " in names[e] else _WORD
    if isinstance(e, sympy.Rational):
        return (str(e), _WORD if e.q == 1 else _TERM) if e >= 0 else (f"- {at(-e, _FACTOR)}", _SUM)
    if isinstance(e, sympy.Add):
        return _added(e, at), _SUM
    if isinstance(e, sympy.Mul):
        return _multiplied(e, at)
    if e in (sympy.pi, sympy.E):
        return ("PI", _WORD) if e == sympy.pi else ("exp 1", _FACTOR)
    if isinstance(e, sympy.Pow) and e.exp.is_Rational and e.exp.q <= 2:
        if e.exp < 0:
            return f"1 / {at(1 / e, _FACTOR)}", _TERM
        base = at(e.base, _WORD) if e.exp.q == 1 else f"sqrt {at(e.base, _WORD)}"
        if e.exp.q == 2 and e.exp.p == 1:
            return base, _FACTOR
        return f"{base if e.exp.q == 1 else f'({base})'} ^ {e.exp.p}", _FACTOR
    if isinstance(e, sympy.Pow) and (_above(e.base) or (not_below(e.base) and all_above(e.exp))):
        return f"raise {at(e.base, _WORD)} {at(e.exp, _WORD)}", _FACTOR
    if isinstance(e, sympy.Pow) and (count := names.get(e.exp, "")).startswith("INR "):
        return f"{at(e.base, _WORD)} ^ {count.removeprefix('INR ')}", _FACTOR
    if isinstance(e, sympy.Pow) and all_above(e.base):
        return f"raise {at(e.base, _WORD)} {at(e.exp, _WORD)}", _FACTOR
    if isinstance(e, sympy.Pow) and ((least := _least(e.base)) > 0 or (least == 0 and _above(e.exp))):
        return f"raise {at(e.base, _WORD)} {at(e.exp, _WORD)}", _FACTOR
    if isinstance(e, sympy.Min | sympy.Max):
        word, *parts = (
            "Rmin" if isinstance(e, sympy.Min) else "Rmax",
            *sorted(e.args, key=lambda a: (a.count_ops(), text(a))),
        )
        said = at(parts[-1], _WORD)
        for part in reversed(parts[:-1]):
            said = f"{word} {at(part, _WORD)} {said}"
            said = said if part is parts[0] else f"({said})"
        return said, _FACTOR
    if type(e) in _FUNCTIONS:
        return f"{_FUNCTIONS[type(e)]} {at(e.args[0], _WORD)}", _FACTOR
    raise Inexpressible(f"{e}: no definition of such a function or power")


def _above(e: Any) -> bool:
    """Whether a number is seen to be above 0."""
    if isinstance(e, Parameter):
        return bool(e.extent.lower > 0 or (e.extent.lower == 0 and e.extent.open_lower))
    return isinstance(e, sympy.exp) or bool(e.is_positive)


def all_above(e: Any) -> bool:
    """Whether a number is made of such as are seen to be above 0, by sums, products, powers and minima."""
    if isinstance(e, sympy.Add | sympy.Mul | sympy.Min):
        return all(map(all_above, e.args))
    return _above(e) or (isinstance(e, sympy.Pow) and all_above(e.base))


def _least(e: Any) -> Any:
    """A number that a sum of numbers and letters is seen to be at least, by their ranges; -oo where none is seen."""
    if isinstance(e, sympy.Add):
        return sum(map(_least, e.args), sympy.Integer(0))
    if e.is_Rational or isinstance(e, Parameter):
        return e if e.is_Rational else e.extent.lower
    return sympy.Integer(0) if isinstance(e, sympy.Mul) and all(map(not_below, e.args)) else -sympy.oo


def not_below(e: Any) -> bool:
    """Whether a number is seen to be at least 0: a product of even powers, for one."""
    if isinstance(e, sympy.Mul) and not _above(e):
        return all(map(not_below, e.args))
    if isinstance(e, sympy.Pow) and e.exp.is_Integer and e.exp % 2 == 0:
        return True
    return isinstance(e, sympy.Abs) or _above(e) or (isinstance(e, Parameter) and bool(e.extent.lower >= 0))


_FUNCTIONS: Mapping[Any, str] = {
    sympy.exp: "exp", sympy.log: "ln", sympy.Abs: "Rabs", sympy.tanh: "tanh", sympy.sinh: "sinh", sympy.cosh: "cosh",
}  # fmt: skip


def _added(e: Any, at: Callable[[Any, int], str]) -> str:
    """A sum: what has no sign first, then the others as differences."""
    signed = [(a.could_extract_minus_sign(), text(a), a) for a in e.args]
    said = ""
    for minus, _, a in sorted(signed, key=lambda s: s[:2]):
        part = at(-a if minus else a, _TERM)
        said = f"{said} {'-' if minus else '+'} {part}" if said else (f"- {part}" if minus else part)
    return said


def _multiplied(e: Any, at: Callable[[Any, int], str]) -> tuple[str, int]:
    """A product: a number, then the other factors, over what divides."""
    number, rest = e.as_coeff_Mul()
    if number < 0:
        return f"- {at(-e, _FACTOR)}", _SUM
    above, under = (
        ([] if number.p == 1 else [sympy.Integer(number.p)]),
        ([] if number.q == 1 else [sympy.Integer(number.q)]),
    )
    for factor in sorted(sympy.Mul.make_args(rest), key=text):
        power = factor.as_base_exp()[1] if isinstance(factor, sympy.Pow) else sympy.Integer(1)
        (under if power.is_Rational and power < 0 else above).append(
            factor if not (power.is_Rational and power < 0) else 1 / factor
        )
    top = " * ".join(at(a, _FACTOR) for a in above) or "1"
    if not under:
        return top, _TERM
    bottom = " * ".join(at(a, _FACTOR) for a in under)
    return f"{top} / {bottom if len(under) == 1 else f'({bottom})'}", _TERM
