"""The independent checker: re-verifies a certificate, and shares no code with the search.

A certificate is a tree. Each node turns the claim "f >= 0 (or > 0) on this box" into claims that imply it, or
closes it by one evaluation. The checker carries the claim down the tree itself: the certificate holds no
expression that is believed without a check, and a box that a leaf names must be the one that the tree gives.
Trusted: sympy's substitution, differentiation and expansion; flint's ball arithmetic; enclosure.py.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import factorial
from typing import Any

import sympy
from flint import arb, ctx

from verify.kernel.prover.enclosure import (
    COMBINED,
    CONSTANTS,
    FUNCTIONS,
    OO,
    Evaluator,
    LogCosh,
    NoEnclosure,
    Span,
    minus,
    number,
    plus,
    span_of,
    times,
)  # fmt: skip
from verify.kernel.prover.relation import Relation

PRECISION = 128
_KINKS = (sympy.Min, sympy.Max, sympy.Abs)
_GAMMA = (sympy.gamma, sympy.loggamma)
_EVERYWHERE = {c for c in FUNCTIONS if c is not sympy.log}
_CLASSES = {c.__name__: c for c in (sympy.Pow, *FUNCTIONS, *COMBINED)}
_ATOMS = {type(a).__name__: a for a in (*CONSTANTS, sympy.oo, -sympy.oo)}
_MOST = 60  # the power to which a sum is expanded


class CertificateError(Exception):
    """A certificate that does not prove its relation, and why."""


@dataclass(frozen=True)
class _Ends:
    """The range of one variable."""

    lower: Any
    upper: Any
    open_lower: bool
    open_upper: bool
    integer: bool

    def span(self) -> Span:
        """The real hull, without 0 where that is an open end."""
        off = (self.lower == 0 and self.open_lower) or (self.upper == 0 and self.open_upper)
        return span_of(_enclosed(self.lower).lo, _enclosed(self.upper).hi, off_zero=bool(off))

    def closed(self, at: Any) -> _Ends:
        """The same with the end ``at`` included."""
        low, high = (self.open_lower and at != self.lower, self.open_upper and at != self.upper)
        return replace(self, open_lower=low, open_upper=high)


@dataclass(frozen=True)
class _Claim:
    """f >= 0 (> 0 when strict) wherever in the box every condition of ``where`` holds."""

    f: Any
    strict: bool
    box: dict[Any, _Ends]
    where: tuple[Any, ...]

    def spans(self) -> dict[Any, Span]:
        """The box, as spans."""
        return {s: e.span() for s, e in self.box.items()}

    def symbol(self, name: str) -> Any:
        """The variable of that name."""
        symbol = sympy.Symbol(name, real=True)
        _require(symbol in self.box, f"no variable {name}")
        return symbol

    def holds(self, f: Any, strict: bool) -> bool:
        """Whether one evaluation over the box shows f >= 0 (> 0)."""
        return Evaluator(self.spans())(f).at_least_zero(strict)

    def stays_defined(self, kept: Any, change: dict[Any, Any]) -> None:
        """Require that what f loses on the way to ``kept``, next to the change, is defined on the whole box.

        Else 1/x - 1/x, rewritten as 0, would hold at 0 too, and a root's power below 0.
        """
        value, left = Evaluator(self.spans()), _partial(kept)
        for part in _partial(self.f):
            if part.xreplace(change) in left:
                continue
            # Gamma has its poles at 0 and below; no other function without an enclosure is known to be defined.
            if not (isinstance(part, _GAMMA) and value(part.args[0]).at_least_zero(strict=True)):
                value(part)


def _partial(f: Any) -> set[Any]:
    """The parts of an expression that are not defined everywhere."""
    parts = f.atoms(sympy.Pow, sympy.Function)
    return {p for p in parts if not (p.is_Pow and p.exp.is_Integer and p.exp > 0) and type(p) not in _EVERYWHERE}


def _require(condition: Any, reason: str) -> None:
    if not bool(condition):
        raise CertificateError(reason)


def _enclosed(value: Any) -> Span:
    """An exact number, or an infinite end, as a span."""
    return span_of(OO if value > 0 else -OO) if value in (sympy.oo, -sympy.oo) else Evaluator({})(value)


def decode(data: Any) -> Any:
    """The expression that a certificate's data stand for; only the known node types."""
    if isinstance(data, str):
        return sympy.Rational(data)
    name, *rest = data
    if name == "symbol":
        return sympy.Symbol(*rest, real=True)
    _require(name in _ATOMS or name in _CLASSES, f"no such function: {name}")
    return _ATOMS[name] if name in _ATOMS else _CLASSES[name](*map(decode, rest))


def is_zero(expression: Any) -> bool:
    """Zero wherever it is defined, by expanding; an enclosure at a point is a quick no."""
    symbols = sorted(expression.free_symbols, key=str)
    # Below 1, and above, where logarithms have roots.
    for top, bottom, up, down in ((31, 47, 0, 6), (61, 31, 8, 0)):
        point = {s: number(sympy.Rational(top + up * i, bottom + down * i)) for i, s in enumerate(symbols)}
        with suppress(NoEnclosure):
            value = Evaluator(point)(expression)
            if value.lo > 0 or value.hi < 0:
                return False
    form = expression.replace(LogCosh, lambda a: sympy.log(sympy.cosh(a))).rewrite(
        (sympy.sinh, sympy.cosh, sympy.tanh), sympy.exp
    )
    if any(p.base.is_Add and p.exp.is_Integer and abs(p.exp) > _MOST for p in form.atoms(sympy.Pow)):
        return False
    return bool(form.expand() == 0 or sympy.fraction(sympy.together(sympy.expand_log(form)))[0].expand() == 0)


def _leaf_box(claim: _Claim, node: Any) -> None:
    _require(set(node["box"]) == {s.name for s in claim.box}, "a box of other variables")
    for s, ends in claim.box.items():
        named = [decode(e) for e in node["box"][s.name]]
        _require(named == [ends.lower, ends.upper], f"the box of {s.name} is not the one to be covered")


def _empty(claim: _Claim, node: Any) -> None:
    _leaf_box(claim, node)
    condition = claim.where[node["condition"]]
    weak = isinstance(condition, sympy.Le | sympy.Ge)
    _require(claim.holds(condition.lts - condition.gts, weak), "the side condition may hold on the box")


def _value(claim: _Claim, node: Any) -> None:
    _leaf_box(claim, node)
    _require(claim.holds(claim.f, claim.strict), "the value may be negative")


def smooth(f: Any, spans: dict[Any, Span], order: int) -> Any:
    """f with each kinked piece replaced by its value on the whole box, if it has derivatives up to the order."""
    value = Evaluator(spans)
    value(f)
    while pieces := [p for p in f.atoms(*_KINKS) if not any(a.has(*_KINKS) for a in p.args)]:
        for piece in pieces:
            above = [b for i, b in enumerate(_branches(piece))
                     if all(value(g).at_least_zero(strict=True) for g in _selected(piece, i))]  # fmt: skip
            _require(above, "a kink")
            f = f.xreplace({piece: above[0]})
    for p in f.atoms(sympy.Pow):
        if p.exp.is_Rational and not p.exp.is_Integer and p.exp < order:
            _require(value(p.base).at_least_zero(strict=True), "a root of 0, which has no derivative")
    return f.replace(lambda p: isinstance(p, sympy.log) and isinstance(p.args[0], sympy.cosh),
                     lambda p: LogCosh(p.args[0].args[0]))  # fmt: skip


def coefficient(f: Any, spans: dict[Any, Span], x: Any, j: int) -> Span:
    """The j-th Taylor coefficient of a smooth expression along x, over a box."""
    return times(Evaluator(spans)(f.diff(x, j)), number(sympy.Rational(1, factorial(j))))


def _mean_value(claim: _Claim, node: Any) -> None:
    _leaf_box(claim, node)
    spans = {s: x for s, x in claim.spans().items() if s in claim.f.free_symbols}
    _require(all(x.lo.is_finite() and x.hi.is_finite() for x in spans.values()), "an unbounded box")
    f = smooth(claim.f, spans, 1)
    middle = {s: span_of(((x.lo + x.hi) / 2).mid()) for s, x in spans.items()}
    total = Evaluator(middle)(f)
    for s, x in spans.items():
        total = plus(total, times(coefficient(f, spans, s, 1), plus(x, minus(middle[s]))))
    _require(total.lo > 0, "the mean-value form may be negative")


def _taylor(claim: _Claim, node: Any) -> None:
    # f = sum over j < order of c_j (x - at)^j + R (x - at)^order; the first c_j vanish, and the rest, divided
    # by (x - at)^zeros, has the right sign.
    _leaf_box(claim, node)
    x, at, order, zeros = claim.symbol(node["variable"]), decode(node["at"]), node["order"], node["zeros"]
    ends = claim.box[x]
    # With the end included, so that f is smooth up to it.
    spans = {**claim.spans(), x: ends.closed(at).span()}
    _require(at in (ends.lower, ends.upper) and at.is_finite, "not an end of the box")
    _require(order >= max(zeros, 1) and zeros >= 0, "an order that is too low")
    f = derivative = smooth(claim.f, spans, order)
    for _ in range(zeros):
        _require(is_zero(derivative.subs(x, at)), "a coefficient that does not vanish")
        derivative = derivative.diff(x)
    lower, anchor = at == ends.lower, _enclosed(at)
    total = coefficient(f, spans, x, order)
    offset = plus(spans[x], minus(anchor))
    offset = span_of(arb(0), offset.hi) if lower else span_of(offset.lo, arb(0))
    for j in reversed(range(zeros, order)):
        total = plus(coefficient(f, {**spans, x: anchor}, x, j), times(offset, total))
    if not lower and zeros % 2:
        total = minus(total)
    _require(total.at_least_zero(claim.strict), "the Taylor form may be negative")
    if zeros and claim.strict:
        _require(ends.open_lower if lower else ends.open_upper, "both sides meet at an end of the box")


def _split(claim: _Claim, node: Any) -> None:
    x, at = claim.symbol(node["variable"]), decode(node["at"])
    ends = claim.box[x]
    _require((at.is_finite and ends.lower < at < ends.upper) or (ends.integer and ends.lower <= at < ends.upper),
             "a split outside the box")  # fmt: skip
    _require(len(node["parts"]) == 2, "a missing box")
    _require(not ends.integer or at.is_integer, "an integer range split between integers")
    low = replace(ends, upper=at, open_upper=False)
    high = replace(ends, lower=at + 1 if ends.integer else at, open_lower=False)
    for part, values in zip(node["parts"], (low, high), strict=True):
        _check(replace(claim, box={**claim.box, x: values}), part)


def _rewrite(claim: _Claim, node: Any) -> None:
    factor, rest = decode(node["factor"]), decode(node["rest"])
    _require(is_zero(claim.f - factor * rest), "a rewriting that changes the expression")
    _require(claim.holds(factor, claim.strict), "a factor that may be negative")
    claim.stays_defined(rest, {})
    _check(replace(claim, f=rest), node["then"])


def _sum(claim: _Claim, node: Any) -> None:
    _leaf_box(claim, node)
    terms = [decode(t) for t in node["terms"]]
    _require(is_zero(claim.f - sympy.Add(*terms)), "a sum of other terms")
    _require(not claim.strict and all(claim.holds(t, False) for t in terms), "a term that may be negative")
    claim.stays_defined(sympy.Tuple(*terms), {})


def _substitute(claim: _Claim, node: Any) -> None:
    x, new = claim.symbol(node["variable"]), sympy.Symbol(node["new"], real=True)
    old, inverse = decode(node["as"]), decode(node["inverse"])
    lower, upper = (decode(e) for e in node["range"])
    _require(new not in claim.box, "a new variable with an old name")
    _require(is_zero(old.subs(new, inverse) - x), "not an inverse")
    others = {s: e for s, e in claim.box.items() if s != x}
    _require(old.free_symbols <= {new, *others} and inverse.free_symbols <= set(claim.box), "a stray variable")
    image = Evaluator(claim.spans())(inverse)
    _require(_enclosed(lower).hi <= image.lo and image.hi <= _enclosed(upper).lo, "the new range is too small")
    ends = claim.box[x]
    off = (image.off_zero or (ends.open_lower and inverse == x - ends.lower)
           or (ends.open_upper and inverse == ends.upper - x))  # fmt: skip
    open_ends = (lower == -sympy.oo or (lower == 0 and off), upper == sympy.oo or (upper == 0 and off))
    f = claim.f.xreplace({x: old})
    claim.stays_defined(f, {x: old})
    where = tuple(c.subs(x, old) for c in claim.where)
    box = {**others, new: _Ends(lower, upper, *open_ends, integer=False)}
    _check(_Claim(f, claim.strict, box, where), node["then"])


def _derive(claim: _Claim, node: Any) -> None:
    # Monotone in x, so f is at least its value (or limit) at one end. The path to that end may leave the side
    # conditions, so they are dropped.
    x, at_lower = claim.symbol(node["variable"]), node["end"] == "lower"
    ends = claim.box[x]
    at = ends.lower if at_lower else ends.upper
    _require(not claim.f.has(*_KINKS), "a derivative across a kink")
    if at.is_finite:
        # f is defined, hence continuous, on the box and its closed end.
        Evaluator({**claim.spans(), x: ends.closed(at).span()})(claim.f)
        face = replace(ends, lower=at, upper=at, open_lower=False, open_upper=False)
        strict = False
        _check(_Claim(claim.f, claim.strict, {**claim.box, x: face}, ()), node["face"])
    else:
        Evaluator(claim.spans())(claim.f)
        limit = Evaluator({**claim.spans(), x: _enclosed(at)})(claim.f)
        _require(limit.at_least_zero(strict=False), "the limit may be negative")
        strict = claim.strict
    slope = claim.f.diff(x)
    hull = {**claim.box, x: replace(ends, integer=False)}
    _check(_Claim(slope if at_lower else -slope, strict, hull, ()), node["then"])


def _branches(piece: Any) -> list[Any]:
    return [piece.args[0], -piece.args[0]] if isinstance(piece, sympy.Abs) else list(piece.args)


def _selected(piece: Any, keep: int) -> list[Any]:
    """What must be nonnegative for one branch to be the value of a kinked piece."""
    sign, branches = 1 if isinstance(piece, sympy.Min) else -1, _branches(piece)
    return [sign * (b - branches[keep]) for j, b in enumerate(branches) if j != keep]


def _kink(claim: _Claim, node: Any) -> tuple[Any, list[_Claim]]:
    """A kinked piece of a claim, and the claims with its branches in its place."""
    piece = decode(node["piece"])
    _require(isinstance(piece, _KINKS) and claim.f.has(piece), "a piece that does not occur")
    parts = [replace(claim, f=claim.f.xreplace({piece: b})) for b in _branches(piece)]
    for part, branch in zip(parts, _branches(piece), strict=True):
        claim.stays_defined(part.f, {piece: branch})
    return piece, parts


def _resolve(claim: _Claim, node: Any) -> None:
    piece, parts = _kink(claim, node)
    for f, reason in zip(_selected(piece, node["keep"]), node["because"], strict=True):
        _check(replace(claim, f=f, strict=False), reason)
    _check(parts[node["keep"]], node["then"])


def _cases(claim: _Claim, node: Any) -> None:
    # At each point the piece equals one of its branches, one for which the selecting conditions hold.
    piece, parts = _kink(claim, node)
    for i, (part, reason) in enumerate(zip(parts, node["parts"], strict=True)):
        where = tuple(sympy.Ge(f, 0, evaluate=False) for f in _selected(piece, i))
        _check(replace(part, where=claim.where + where), reason)


def _log_of(claim: _Claim, f: Any) -> Any:
    if isinstance(f, sympy.Mul):
        return sympy.Add(*(_log_of(claim, a) for a in f.args))
    if isinstance(f, sympy.exp):
        return f.args[0]
    if isinstance(f, sympy.Pow):
        return f.exp * _log_of(claim, f.base)
    _require(claim.holds(f, strict=True), "the logarithm of a factor that may not be positive")
    return sympy.log(f)


def _logarithm(claim: _Claim, node: Any) -> None:
    larger, smaller = decode(node["larger"]), decode(node["smaller"])
    _require(is_zero(claim.f - larger + smaller), "not the difference")
    f = _log_of(claim, larger) - _log_of(claim, smaller)
    claim.stays_defined(f, {})
    _check(replace(claim, f=f), node["then"])


def _polynomial(claim: _Claim, node: Any) -> None:
    # With x = (a + b u)/(1 + u), a + u or b - u, u >= 0: no coefficient is negative.
    _leaf_box(claim, node)
    f, units = claim.f, []
    _require(f.is_polynomial(*claim.box), "not a polynomial")
    for i, (x, e) in enumerate(claim.box.items()):
        u = sympy.Symbol(f"unit{i}")
        units.append(u)
        if e.lower.is_finite and e.upper.is_finite:
            degree = sympy.Poly(f, x).degree()
            f = sum(c * (e.lower + e.upper * u) ** k * (1 + u) ** (degree - k)
                    for (k,), c in sympy.Poly(f, x).terms())  # fmt: skip
        else:
            _require(e.lower.is_finite or e.upper.is_finite, "no end to expand at")
            f = f.subs(x, e.lower + u if e.lower.is_finite else e.upper - u)
    terms = sympy.Poly(sympy.expand(f), *units).terms()
    signs = {k: number(0) if is_zero(c) else _enclosed(c) for k, c in terms}
    _require(all(s.at_least_zero(strict=False) for s in signs.values()), "a coefficient that may be negative")
    if claim.strict:
        inside = all(e.open_lower and e.open_upper for e in claim.box.values())
        rays = not any(e.lower.is_finite and e.upper.is_finite for e in claim.box.values())
        constant = signs.get((0,) * len(units), number(0)).lo > 0
        _require((inside and any(s.lo > 0 for s in signs.values())) or (constant and rays), "not strict")


_NODES: dict[str, Callable[[_Claim, Any], None]] = {
    "empty": _empty, "value": _value, "mean-value": _mean_value, "taylor": _taylor, "split": _split,
    "rewrite": _rewrite, "substitute": _substitute, "derive": _derive, "sum": _sum, "resolve": _resolve,
    "cases": _cases, "logarithm": _logarithm, "polynomial": _polynomial,
}  # fmt: skip


def _check(claim: _Claim, node: Any) -> None:
    _require(isinstance(node, dict) and node.get("node") in _NODES, "a missing box")
    _NODES[node["node"]](claim, node)


def check_certificate(relation: Relation, certificate: Any) -> bool:
    """True when the certificate proves the relation.

    Raises:
        CertificateError: when it does not.
    """
    names = {v.symbol: sympy.Symbol(v.symbol.name, real=True) for v in relation.variables}
    left, right = relation.left.xreplace(names), relation.right.xreplace(names)
    box = {}
    for v in relation.variables:
        lower, upper = v.lower, v.upper
        shut = v.integer and lower.is_finite, v.integer and upper.is_finite
        if shut[0]:
            lower = sympy.floor(lower) + 1 if v.open_lower else sympy.ceiling(lower)
        if shut[1]:
            upper = sympy.ceiling(upper) - 1 if v.open_upper else sympy.floor(upper)
        box[names[v.symbol]] = _Ends(lower, upper, v.open_lower and not shut[0],
                                     v.open_upper and not shut[1], v.integer)  # fmt: skip
    claim = _Claim(right - left, relation.sense == "<", box, tuple(c.xreplace(names) for c in relation.where))
    with ctx.workprec(PRECISION):
        try:
            _require(certificate["relation"] == relation.canonical(), "a certificate for another relation")
            replace(claim, f=sympy.Tuple(left, right)).stays_defined(claim.f, {})
            _check(claim, certificate["proof"])
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise CertificateError(f"not a certificate: {error!r}") from error
    return True
