"""The independent checker: re-verifies a certificate, and shares no code with the search.

A certificate is a tree. Each node turns the claim "f >= 0 (or > 0) on this box" into claims that imply it, or
closes it by one evaluation. The checker carries the claim down the tree itself: the certificate holds no
expression that is believed without a check, and a box that a leaf names must be the one that the tree gives.
Trusted: sympy's substitution and differentiation; flint's ball arithmetic; enclosure.py; the exact zero test, zero.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sympy
from flint import arb, ctx

from verify.prover.checked import (
    KINKS,
    CertificateError,
    Claim,
    Ends,
    coefficient,
    decode,
    enclosed,
    is_zero,
    require,
    smooth,
)
from verify.prover.enclosure import Evaluator, minus, number, plus, span_of, times
from verify.prover.relation import Relation

PRECISION = 128


def _leaf_box(claim: Claim, node: Any) -> None:
    require(set(node["box"]) == {s.name for s in claim.box}, "a box of other variables")
    for s, ends in claim.box.items():
        named = [decode(e) for e in node["box"][s.name]]
        require(named == [ends.lower, ends.upper], f"the box of {s.name} is not the one to be covered")


def _empty(claim: Claim, node: Any) -> None:
    _leaf_box(claim, node)
    condition = claim.where[node["condition"]]
    weak = isinstance(condition, sympy.Le | sympy.Ge)
    require(claim.holds(condition.lts - condition.gts, weak), "the side condition may hold on the box")


def _value(claim: Claim, node: Any) -> None:
    _leaf_box(claim, node)
    require(claim.holds(claim.f, claim.strict), "the value may be negative")


def _mean_value(claim: Claim, node: Any) -> None:
    _leaf_box(claim, node)
    spans = {s: x for s, x in claim.spans().items() if s in claim.f.free_symbols}
    require(all(x.lo.is_finite() and x.hi.is_finite() for x in spans.values()), "an unbounded box")
    f = smooth(claim.f, spans, 1)
    middle = {s: span_of(((x.lo + x.hi) / 2).mid()) for s, x in spans.items()}
    total = Evaluator(middle)(f)
    for s, x in spans.items():
        total = plus(total, times(coefficient(f, spans, s, 1), plus(x, minus(middle[s]))))
    require(total.lo > 0, "the mean-value form may be negative")


def _taylor(claim: Claim, node: Any) -> None:
    # f = sum over j < order of c_j (x - at)^j + R (x - at)^order; the first c_j vanish, and the rest, divided
    # by (x - at)^zeros, has the right sign.
    _leaf_box(claim, node)
    x, at, order, zeros = claim.symbol(node["variable"]), decode(node["at"]), node["order"], node["zeros"]
    ends = claim.box[x]
    # With the end included, so that f is smooth up to it.
    spans = {**claim.spans(), x: ends.closed(at).span()}
    require(at in (ends.lower, ends.upper) and at.is_finite, "not an end of the box")
    require(order >= max(zeros, 1) and zeros >= 0, "an order that is too low")
    f = derivative = smooth(claim.f, spans, order)
    for _ in range(zeros):
        require(is_zero(derivative.subs(x, at)), "a coefficient that does not vanish")
        derivative = derivative.diff(x)
    lower, anchor = at == ends.lower, enclosed(at)
    total = coefficient(f, spans, x, order)
    offset = plus(spans[x], minus(anchor))
    offset = span_of(arb(0), offset.hi) if lower else span_of(offset.lo, arb(0))
    for j in reversed(range(zeros, order)):
        total = plus(coefficient(f, {**spans, x: anchor}, x, j), times(offset, total))
    if not lower and zeros % 2:
        total = minus(total)
    require(total.at_least_zero(claim.strict), "the Taylor form may be negative")
    if zeros and claim.strict:
        require(ends.open_lower if lower else ends.open_upper, "both sides meet at an end of the box")


def _split(claim: Claim, node: Any) -> None:
    x, at = claim.symbol(node["variable"]), decode(node["at"])
    ends = claim.box[x]
    require((at.is_finite and ends.lower < at < ends.upper) or (ends.integer and ends.lower <= at < ends.upper),
             "a split outside the box")  # fmt: skip
    require(len(node["parts"]) == 2, "a missing box")
    require(not ends.integer or at.is_integer, "an integer range split between integers")
    # The number ``at`` itself may be left to one of the parts, never to none.
    left = node.get("open")
    require(left in (None, "low", "high") and not (left and ends.integer), "a number left out")
    low = replace(ends, upper=at, open_upper=left == "low")
    high = replace(ends, lower=at + 1 if ends.integer else at, open_lower=left == "high")
    for part, values in zip(node["parts"], (low, high), strict=True):
        _check(replace(claim, box={**claim.box, x: values}), part)


def _rewrite(claim: Claim, node: Any) -> None:
    factor, rest = decode(node["factor"]), decode(node["rest"])
    require(is_zero(claim.f - factor * rest), "a rewriting that changes the expression")
    require(claim.holds(factor, claim.strict), "a factor that may be negative")
    claim.stays_defined(rest)
    _check(replace(claim, f=rest), node["then"])


def _sum(claim: Claim, node: Any) -> None:
    _leaf_box(claim, node)
    terms = [decode(t) for t in node["terms"]]
    require(is_zero(claim.f - sympy.Add(*terms)), "a sum of other terms")
    require(not claim.strict and all(claim.holds(t, False) for t in terms), "a term that may be negative")
    claim.stays_defined()


def _substitute(claim: Claim, node: Any) -> None:
    x, new = claim.symbol(node["variable"]), sympy.Symbol(node["new"], real=True)
    old, inverse = decode(node["as"]), decode(node["inverse"])
    lower, upper = (decode(e) for e in node["range"])
    require(new not in claim.box, "a new variable with an old name")
    require(is_zero(old.subs(new, inverse) - x), "not an inverse")
    others = {s: e for s, e in claim.box.items() if s != x}
    require(old.free_symbols <= {new, *others} and inverse.free_symbols <= set(claim.box), "a stray variable")
    image = Evaluator(claim.spans())(inverse)
    require(enclosed(lower).hi <= image.lo and image.hi <= enclosed(upper).lo, "the new range is too small")
    old_ends = claim.box[x]
    off = (image.off_zero or (old_ends.open_lower and inverse == x - old_ends.lower)
           or (old_ends.open_upper and inverse == old_ends.upper - x))  # fmt: skip
    ends = Ends(lower, upper, lower == -sympy.oo or (lower == 0 and off),
                 upper == sympy.oo or (upper == 0 and off), False)  # fmt: skip
    where = tuple(c.subs(x, old) for c in claim.where)
    f = claim.f.subs(x, old)
    claim.stays_defined(f, change=(x, old))
    _check(Claim(f, claim.strict, {**others, new: ends}, where), node["then"])


def _derive(claim: Claim, node: Any) -> None:
    # Monotone in x, so f is at least its value (or limit) at one end. The path to that end may leave the side
    # conditions, so they are dropped.
    x, at_lower = claim.symbol(node["variable"]), node["end"] == "lower"
    ends = claim.box[x]
    at = ends.lower if at_lower else ends.upper
    require(not claim.f.has(*KINKS), "a derivative across a kink")
    if at.is_finite:
        # f is defined, hence continuous, on the box and its closed end.
        Evaluator({**claim.spans(), x: ends.closed(at).span()})(claim.f)
        face = replace(ends, lower=at, upper=at, open_lower=False, open_upper=False)
        strict = False
        _check(Claim(claim.f, claim.strict, {**claim.box, x: face}, ()), node["face"])
    else:
        Evaluator(claim.spans())(claim.f)
        limit = Evaluator({**claim.spans(), x: enclosed(at)})(claim.f)
        require(limit.at_least_zero(strict=False), "the limit may be negative")
        strict = claim.strict
    slope = claim.f.diff(x)
    hull = {**claim.box, x: replace(ends, integer=False)}
    _check(Claim(slope if at_lower else -slope, strict, hull, ()), node["then"])


def _kink(claim: Claim, node: Any) -> tuple[Any, list[Any], Callable[[int], list[tuple[Any, bool]]]]:
    """A kinked piece, its branches, and what must be nonnegative (strictly) for one branch to be the value."""
    piece = decode(node["piece"])
    require(claim.f.has(piece), "a piece that does not occur")
    if isinstance(piece, sympy.Piecewise):
        require(piece.args[-1][1] == sympy.true, "a case that no piece covers")
        gaps = [(c, isinstance(c, sympy.StrictLessThan | sympy.StrictGreaterThan)) for _, c in piece.args]

        def selected(i: int) -> list[tuple[Any, bool]]:
            before = [(c.lts - c.gts, not strict) for c, strict in gaps[:i]]
            own = [] if gaps[i][0] == sympy.true else [(gaps[i][0].gts - gaps[i][0].lts, gaps[i][1])]
            return before + own

        return piece, [e for e, _ in piece.args], selected
    require(isinstance(piece, sympy.Min | sympy.Max | sympy.Abs), "not a kinked piece")
    branches = [piece.args[0], -piece.args[0]] if isinstance(piece, sympy.Abs) else list(piece.args)
    sign = 1 if isinstance(piece, sympy.Min) else -1
    return piece, branches, lambda i: [(sign * (b - branches[i]), False) for j, b in enumerate(branches) if j != i]


def _resolve(claim: Claim, node: Any) -> None:
    piece, branches, selected = _kink(claim, node)
    needed = selected(node["keep"])
    require(len(needed) == len(node["because"]), "an unproved choice")
    for (f, strict), reason in zip(needed, node["because"], strict=True):
        _check(replace(claim, f=f, strict=strict), reason)
    _check(replace(claim, f=_selected(claim, piece, branches[node["keep"]])), node["then"])


def _selected(claim: Claim, piece: Any, branch: Any) -> Any:
    f = claim.f.xreplace({piece: branch})
    claim.stays_defined(f, change=(piece, branch))
    return f


def _cases(claim: Claim, node: Any) -> None:
    # At each point the piece equals one of its branches, one for which the selecting conditions hold.
    piece, branches, selected = _kink(claim, node)
    require(len(node["parts"]) == len(branches), "a missing case")
    for i, part in enumerate(node["parts"]):
        conditions = tuple(sympy.Gt(f, 0, evaluate=False) if s else sympy.Ge(f, 0, evaluate=False)
                           for f, s in selected(i))  # fmt: skip
        f = _selected(claim, piece, branches[i])
        _check(replace(claim, f=f, where=claim.where + conditions), part)


def _log_of(claim: Claim, f: Any) -> Any:
    if isinstance(f, sympy.Mul):
        return sympy.Add(*(_log_of(claim, a) for a in f.args))
    if isinstance(f, sympy.exp):
        return f.args[0]
    if isinstance(f, sympy.Pow):
        return f.exp * _log_of(claim, f.base)
    require(claim.holds(f, strict=True), "the logarithm of a factor that may not be positive")
    return sympy.loggamma(f.args[0]) if isinstance(f, sympy.gamma) else sympy.log(f)


def _logarithm(claim: Claim, node: Any) -> None:
    larger, smaller = decode(node["larger"]), decode(node["smaller"])
    require(is_zero(claim.f - larger + smaller), "not the difference")
    claim.stays_defined()
    _check(replace(claim, f=_log_of(claim, larger) - _log_of(claim, smaller)), node["then"])


def _square(claim: Claim, node: Any) -> None:
    larger, smaller = decode(node["larger"]), decode(node["smaller"])
    require(is_zero(claim.f - larger + smaller), "not the difference")
    require(claim.holds(larger, False), "the square of a side that may be negative")
    claim.stays_defined()
    _check(replace(claim, f=larger**2 - smaller**2), node["then"])


def _polynomial(claim: Claim, node: Any) -> None:
    # With x = (a + b u)/(1 + u), a + u or b - u, u >= 0: no coefficient is negative.
    _leaf_box(claim, node)
    f, units = claim.f, []
    require(f.is_polynomial(*claim.box), "not a polynomial")
    for i, (x, e) in enumerate(claim.box.items()):
        u = sympy.Symbol(f"unit{i}")
        units.append((u, e))
        if e.lower.is_finite and e.upper.is_finite:
            degree = sympy.Poly(f, x).degree()
            f = sum(c * (e.lower + e.upper * u) ** k * (1 + u) ** (degree - k)
                    for (k,), c in sympy.Poly(f, x).terms())  # fmt: skip
        else:
            require(e.lower.is_finite or e.upper.is_finite, "no end to expand at")
            f = f.subs(x, e.lower + u if e.lower.is_finite else e.upper - u)
    terms = dict(sympy.Poly(sympy.expand(f), *(u for u, _ in units)).terms())
    signs = {k: number(0) if is_zero(c) else enclosed(c) for k, c in terms.items()}
    require(all(s.at_least_zero(strict=False) for s in signs.values()), "a coefficient that may be negative")
    if claim.strict:
        inside = all(e.open_lower and e.open_upper for _, e in units)
        constant = signs.get(tuple(0 for _ in units), number(0)).lo > 0
        rays = all(not (e.lower.is_finite and e.upper.is_finite) for _, e in units)
        require((inside and any(s.lo > 0 for s in signs.values())) or (constant and rays), "not strict")


_NODES: dict[str, Callable[[Claim, Any], None]] = {
    "empty": _empty, "value": _value, "mean-value": _mean_value, "taylor": _taylor, "split": _split,
    "rewrite": _rewrite, "substitute": _substitute, "derive": _derive, "sum": _sum, "resolve": _resolve,
    "cases": _cases, "logarithm": _logarithm, "square": _square, "polynomial": _polynomial,
}  # fmt: skip


def _check(claim: Claim, node: Any) -> None:
    require(isinstance(node, dict) and node.get("node") in _NODES, "a missing box")
    _NODES[node["node"]](claim, node)


def check_certificate(relation: Relation, certificate: Any) -> bool:
    """True when the certificate proves the relation.

    Raises:
        CertificateError: when it does not.
    """
    names = {v.symbol: sympy.Symbol(v.symbol.name, real=True) for v in relation.variables}
    f = (relation.right - relation.left).xreplace(names)
    f = f.rewrite(sympy.gamma) if f.has(sympy.factorial, sympy.binomial) else f
    box = {}
    for v in relation.variables:
        lower, upper = v.lower, v.upper
        shut = v.integer and lower.is_finite, v.integer and upper.is_finite
        if shut[0]:
            lower = sympy.floor(lower) + 1 if v.open_lower else sympy.ceiling(lower)
        if shut[1]:
            upper = sympy.ceiling(upper) - 1 if v.open_upper else sympy.floor(upper)
        box[names[v.symbol]] = Ends(lower, upper, v.open_lower and not shut[0],
                                     v.open_upper and not shut[1], v.integer)  # fmt: skip
    claim = Claim(f, relation.sense == "<", box, tuple(c.xreplace(names) for c in relation.where))
    with ctx.workprec(PRECISION):
        try:
            require(certificate["relation"] == relation.canonical(), "a certificate for another relation")
            replace(claim, f=sympy.Tuple(relation.left, relation.right).xreplace(names)).stays_defined(f)
            _check(claim, certificate["proof"])
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise CertificateError(f"not a certificate: {error!r}") from error
    return True
