"""Deciding a comparison: the hypotheses in force, quantities as variables in their ranges, certificates checked again.

What is believed here: that a term has its declared range; sympy's structural equality, substitution and expansion; the
prover's independent checker. Every `<=` is either seen by expanding, or carries a certificate that the checker accepts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations
from math import prod
from typing import Any

import sympy

from verify.kernel.calculus.conditions import Comparison, Condition, Property, WholeNumber, at_most, below
from verify.kernel.calculus.over import Average, Infimum, Maximum, Over, Sum, bound_letters
from verify.kernel.calculus.sampling import Sampled
from verify.kernel.calculus.scaling import rescaled
from verify.kernel.calculus.terms import (
    Extent,
    Hole,
    Name,
    Object,
    Parameter,
    Quantity,
    StandIn,
    is_number,
    quantities,
    text,
    unfold,
)
from verify.kernel.calculus.values import counterexample
from verify.kernel.prover import CertificateError, Proved, Refuted, Relation, Variable, check_certificate, prove
from verify.kernel.prover.algebra import factored
from verify.kernel.prover.checker import is_zero
from verify.kernel.prover.recall import is_known

_SECONDS = 10.0
MOST_PIECES = 4
_FINITE = ("vertex", "signs")
"""Sorts of which there are finitely many: the vertices of a cube."""
_MONOTONE = (sympy.exp, sympy.log, sympy.tanh, sympy.sinh)
_ALLOWED = (sympy.Add, sympy.Mul, sympy.Min, sympy.Max, sympy.Abs, sympy.erfc, sympy.cosh, *_MONOTONE)


_SHOWN: ContextVar[list[Proof]] = ContextVar("shown")
_ASKED: ContextVar[frozenset[Any]] = ContextVar("asked", default=frozenset())
"""Terms whose sign is being shown: it is not shown from itself."""


class Gap(Exception):
    """What does not follow, in one line."""


@dataclass(frozen=True)
class Proof:
    """How a comparison was decided: the prover's relation and its certificate, or None by expanding.

    Two are equal that show the same. So a check counts each once, whether or not it was still remembered from before.
    """

    claim: str
    relation: Relation | None = None
    certificate: Any = field(default=None, compare=False)

    @property
    def method(self) -> str:
        """In words."""
        return "expanding" if self.certificate is None else "certificate"


@dataclass(frozen=True)
class Context:
    """The conditions in force at a place, without letters."""

    conditions: tuple[Condition, ...] = ()

    def also(self, *more: Condition) -> Context:
        """With more conditions in force."""
        return replace(self, conditions=tuple(dict.fromkeys((*self.conditions, *map(unfold, more)))))

    def extent(self, parameter: Parameter) -> Extent:
        """The range of a parameter, cut by the conditions that compare it with a number."""
        extent = parameter.extent
        for c in self.conditions:
            if not isinstance(c, Comparison):
                continue
            if c.small == parameter and c.large.is_Rational and c.large <= extent.upper:
                shut = extent.open_upper and c.large == extent.upper
                extent = replace(extent, upper=c.large, open_upper=shut or c.strict)
            if c.large == parameter and c.small.is_Rational and c.small >= extent.lower:
                shut = extent.open_lower and c.small == extent.lower
                extent = replace(extent, lower=c.small, open_lower=shut or c.strict)
        return extent


def decide(comparison: Comparison, context: Context) -> tuple[Proof, ...]:
    """Proofs that together show a comparison, for all parameters in their ranges where the conditions hold.

    Raises:
        Gap: when it is not shown, with a counterexample where there is one.
    """
    found = _decided(unfold(comparison), context)
    if isinstance(found, str):
        raise Gap(found)
    return found


@contextmanager
def recorded() -> Iterator[list[Proof]]:
    """Collect all that is shown inside: of signs and of what is defined, too."""
    found: list[Proof] = []
    token = _SHOWN.set(found)
    try:
        yield found
    finally:
        _SHOWN.reset(token)


def _decided(goal: Comparison, context: Context) -> tuple[Proof, ...] | str:
    if any(isinstance(c, Comparison) and covers(c, goal) for c in context.conditions):
        return ()
    try:
        for side in (goal.left, goal.right):
            check_defined(side, context)
    except Gap as gap:
        return str(gap)
    if not goal.strict and same(_without_sizes(goal.left, context), _without_sizes(goal.right, context), context):
        return (Proof(str(goal)),)
    return _equal(goal, context) if goal.op == "==" else _implied(goal, context)


def _equal(goal: Comparison, context: Context) -> tuple[Proof, ...] | str:
    """An equality as two inequalities; a point where one of them fails comes before any search."""
    ways = at_most(goal.left, goal.right), at_most(goal.right, goal.left)
    for way in ways:
        if (point := Sampled(way, usable(way, context), context.extent).refuting()) is not None:
            return f"{goal} fails at {_at(point)}"
    shown: tuple[Proof, ...] = ()
    for way in ways:
        found = _decided(way, context)
        if isinstance(found, str):
            return found
        shown += found
    return shown


def _implied(goal: Comparison, context: Context, most: int = 3) -> tuple[Proof, ...] | str:
    """An inequality, on its own or from at most a given number of conditions in force."""
    if (plain := _seen(goal, context)) is not None:
        _record((plain,))
        return (plain,)
    # A no is cheap: it comes before every search.
    sampled = Sampled(goal, usable(goal, context), context.extent)
    if (point := sampled.refuting()) is not None:
        return f"{goal} fails at {_at(point)}"
    for factor, condition in _multiples(goal, context):
        shown = _proved((below if goal.strict else at_most)(sympy.Integer(0), factor), context)
        # Expanding may take longest: it is left for what would be the proof.
        if not isinstance(shown, str) and same(factor * condition.gap, goal.gap, context):
            return shown
    pieces = goal.atoms(sympy.Min, sympy.Max)
    if 0 < len(pieces) <= MOST_PIECES and (split := proved_by_branches(goal, context)) is not None:
        return split
    # Sums of gaps are soon seen; the search for a proof without the conditions may take its whole time.
    for weaker in dominating(goal, context, min(most, 2), sampled):
        gap = sympy.expand(weaker.gap)
        if (at_once := _seen((below if weaker.strict else at_most)(sympy.Integer(0), gap), context)) is not None:
            _record((at_once,))
            return (at_once,)
    # By the prover: on its own, then from the conditions in force.
    bare = _proved(goal, context)
    ways = (_proved(weaker, context) for weaker in dominating(goal, context, most, sampled))
    return next((shown for shown in chain([bare], ways) if not isinstance(shown, str)), bare)


def usable(goal: Comparison, context: Context) -> list[Comparison]:
    """The comparisons in force that share a letter with the goal, or with another such one, an equality as two.

    Those of what may be infinite are left out: there, a gap may be oo - oo.
    """
    letters, compared = goal.free_symbols, [c for c in context.conditions if isinstance(c, Comparison)]
    for _ in compared:
        letters = letters.union(*(c.free_symbols for c in compared if c.free_symbols & letters))
    given = [c for c in compared if c.free_symbols & letters]
    given = [c for c in given if not any(q.infinite for side in (c.left, c.right) for q in quantities(side))]
    return [g for c in given for g in ((c,) if c.op != "==" else (at_most(c.left, c.right), at_most(c.right, c.left)))]


def branches_of(goal: Comparison) -> Iterator[Comparison]:
    """A minimum is at most each of its parts, a maximum at least."""
    for piece in goal.atoms(sympy.Min, sympy.Max):
        for part in piece.args:
            yield at_most(piece, part) if isinstance(piece, sympy.Min) else at_most(part, piece)


def proved_by_branches(goal: Comparison, context: Context) -> tuple[Proof, ...] | None:
    """Proofs without minima and maxima, or None.

    One is equal to one of its parts, so that all parts will do; where a larger minimum or a smaller maximum only makes
    the goal harder, any part will do.
    """
    pieces = sorted(goal.atoms(sympy.Min, sympy.Max), key=lambda p: (-p.count_ops(), text(p)))
    if not pieces:
        for found in (_proved(way, context) for way in (goal, *dominating(goal, context, 1))):
            if not isinstance(found, str):
                return found
        return None
    # What has to do for all parts first, so that the part of another may be chosen for each.
    is_eased = {p: eased(goal, p, context) for p in pieces}
    piece = min(pieces, key=lambda p: is_eased[p])
    any_will_do = is_eased[piece]
    shown: tuple[Proof, ...] = ()
    for part in piece.args:
        branch = Comparison(goal.left.xreplace({piece: part}), goal.op, goal.right.xreplace({piece: part}))
        try:
            check_defined(branch.gap, context)
            found_here = proved_by_branches(branch, context)
        except Gap:
            found_here = None
        if any_will_do and found_here is not None:
            return found_here
        if not any_will_do and found_here is None:
            return None
        shown += found_here or ()
    return None if any_will_do else shown


def eased(goal: Comparison, piece: Any, context: Context) -> bool:
    """Whether the goal only gets harder as a minimum grows or a maximum shrinks, up to any of its parts."""
    least = sympy.Integer(0) if all(seen(at_most(0, part), context) for part in piece.args) else -sympy.oo
    place = Hole.of(least, sympy.oo, piece)
    return direction(goal.gap.xreplace({piece: place}), place, context) == (-1 if isinstance(piece, sympy.Min) else 1)


def _multiples(goal: Comparison, context: Context) -> Iterator[tuple[Any, Comparison]]:
    """Factors and conditions whose products are the goal's gap, as far as is seen without expanding."""
    for c in (*usable(goal, context), *branches_of(goal)):
        # What shares no letter with the goal is no factor of its gap.
        if c.gap == 0 or (goal.strict and not c.strict) or not c.gap.free_symbols & goal.gap.free_symbols:
            continue
        factor = factored(_without_sizes(goal.gap, context) / c.gap)
        if factor is None or (not factor.is_number and _divides_not(c.gap, factor)):
            continue
        try:
            check_defined(factor, context)
        except Gap:
            continue
        yield factor, c


def _divides_not(gap: Any, factor: Any) -> bool:
    """Whether a sum in a condition's gap is left below the factor: then it does not divide."""
    whole = factored(gap)
    above, below_ = _sums(sympy.fraction(gap if whole is None else whole)[0]), _sums(sympy.fraction(factor)[1])
    return any(one in (other, -other) for one in above for other in below_)


def _sums(term: Any) -> list[Any]:
    return [base for f in sympy.Mul.make_args(term) if (base := f.as_base_exp()[0]).is_Add]


def covers(known: Comparison, goal: Comparison) -> bool:
    """Whether a condition says literally what is to be shown."""
    if known.op == "==":
        return not goal.strict and {known.left, known.right} == {goal.left, goal.right}
    same_sides = (known.small, known.large) == (goal.small, goal.large) and goal.op != "=="
    return same_sides and (known.strict or not goal.strict)


def dominating(goal: Comparison, context: Context, most: int, sampled: Sampled | None = None) -> Iterator[Comparison]:
    """Comparisons that imply the goal: its gap is at least the sum of the gaps of conditions in force."""
    one_sided = usable(goal, context)
    for size in range(1, min(len(one_sided), most) + 1):
        for chosen in combinations(one_sided, size):
            if sampled is not None and not sampled.may_dominate(chosen):
                continue
            strict = goal.strict and not any(c.strict for c in chosen)
            small = goal.small + sum(c.large for c in chosen)
            large = goal.large + sum(c.small for c in chosen)
            yield below(small, large) if strict else at_most(small, large)


def _proved(goal: Comparison, context: Context) -> tuple[Proof, ...] | str:
    """The prover's answer to a weak or strict inequality."""
    goal = Comparison(_without_sizes(goal.left, context), goal.op, _without_sizes(goal.right, context))
    if not goal.strict and same(goal.small, goal.large, context):
        return (Proof(str(goal)),)
    try:
        relations = list(relations_of(goal, context))
    except ValueError as error:
        return str(error)
    failure = ""
    for relation in relations:
        found = _certified(relation, str(goal), _SECONDS)
        if not isinstance(found, str):
            _record(found)
            return found
        failure = found
    return failure


def _without_sizes(term: Any, context: Context) -> Any:
    """The term with |x| as x or -x where the sign of x is known."""
    sizes = [a for a in term.atoms(sympy.Abs) if not quantities(a)]
    known = {}
    for size in sizes:
        # Without what is known of |x| itself, which would lead back here.
        others = replace(context, conditions=tuple(c for c in context.conditions if not contains(c, size)))
        if way := sign(size.args[0], others):
            known[size] = way * size.args[0]
    return term.xreplace(known) if known else term


@lru_cache(maxsize=4096)
def _certified(relation: Relation, claim: str, seconds: float) -> tuple[Proof, ...] | str:
    certificate = _at_once(relation)
    if certificate is None:
        if not is_known(relation) and (told := _failing(relation)):
            return f"{claim} fails at {told}"
        result = prove(relation, seconds=seconds)
        if isinstance(result, Refuted):
            return f"{claim} fails at {_at(result.point)}"
        if not isinstance(result, Proved):
            return f"{claim} is not decided: {result.reason}"
        certificate = result.certificate
    try:
        check_certificate(relation, certificate)
    except CertificateError as error:
        return f"{claim}: the checker rejects its certificate: {error}"
    return (Proof(claim, relation, certificate),)


def _failing(relation: Relation) -> str:
    """A point where a relation fails, in words: a quick no spares the prover a search."""
    letters = {v.symbol: StandIn(v.symbol.name, _extent(v)) for v in relation.variables}
    claim = Comparison(relation.left.xreplace(letters), relation.sense, relation.right.xreplace(letters))
    point = counterexample(claim, tuple(letters.values()))
    return "" if point is None else _at(point)


def _at(point: Mapping[Any, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items()) or "every point"


def _extent(v: Variable) -> Extent:
    return Extent(v.lower, v.upper, v.open_lower, v.open_upper, v.integer)


@lru_cache(maxsize=4096)
def _at_once(relation: Relation) -> Any:
    """The certificate that needs no search: one evaluation over the whole domain."""
    from verify.kernel.prover.goal import value_leaf

    certificate = {"relation": relation.canonical(), "proof": value_leaf(relation)}
    try:
        check_certificate(relation, certificate)
    except CertificateError:
        return None
    return certificate


def relations_of(goal: Comparison, context: Context) -> Iterator[Relation]:
    """The comparison for the prover: in fewer variables where that can be, then as it is."""
    small, large = goal.small, goal.large
    found = sorted({*quantities(small), *quantities(large)}, key=text)
    if goal.strict:
        _check_strict_at_infinity(goal, [q for q in found if q.infinite], context)
    ranges = {q: Extent(q.lower, q.upper, open_upper=q.upper == sympy.oo) for q in found}
    named = {q: StandIn(f"quantity{i}", ranges[q]) for i, q in enumerate(found)}
    small, large = small.xreplace(named), large.xreplace(named)
    letters = sorted(small.free_symbols | large.free_symbols, key=str)
    if len({x.name for x in letters}) < len(letters):
        raise ValueError(f"two letters of one name in {goal}")
    if strange := [x for x in letters if not isinstance(x, Parameter)]:
        raise ValueError(f"{strange[0]} is no number with a range")
    extents = {p: context.extent(p) for p in letters}
    op: Any = "<" if goal.strict else "<="
    if (fewer := rescaled(small, large, extents)) is not None:
        one, other, products = fewer
        left = {p: e for p, e in extents.items() if p in one.free_symbols | other.free_symbols}
        if not {p.name for p in products} & {p.name for p in left}:
            yield Relation(one, other, op, tuple(_variable(p, e) for p, e in (products | left).items()))
    yield Relation(small, large, op, tuple(_variable(p, e) for p, e in extents.items()))


def _check_strict_at_infinity(goal: Comparison, infinite: list[Any], context: Context) -> None:
    """Strict for all numbers is strict at infinity only where the larger side grows and the smaller stays."""
    for q in infinite:
        if contains(goal.small, q) or direction(goal.large, q, context) != 1:
            raise ValueError(f"{goal} is not shown to be strict where {q} is infinite")


def _variable(symbol: sympy.Symbol, extent: Extent) -> Variable:
    return Variable(symbol, extent.lower, extent.upper, extent.open_lower, extent.open_upper, extent.integer)


def same(left: Any, right: Any, context: Context) -> bool:
    """Whether two expressions are equal by expanding, wherever both are defined."""
    if left == right:
        return True
    letters = [p for p in left.free_symbols | right.free_symbols if isinstance(p, Parameter)]
    return _same(left, right, frozenset((p, _known(context.extent(p))) for p in letters))


@lru_cache(maxsize=8192)
def _same(left: Any, right: Any, signs: frozenset[tuple[Parameter, str]]) -> bool:
    signed = {q: _letter(q, _known(Extent(q.lower, q.upper))) for q in {*quantities(left), *quantities(right)}}
    left, right = left.xreplace(signed), right.xreplace(signed)
    numbers = {p: _letter(p, sign) for p, sign in signs}
    difference = left.xreplace(numbers) - right.xreplace(numbers)
    # What is equal whatever its minima and maxima are is seen without taking them apart.
    pieces = difference.atoms(sympy.Min, sympy.Max)
    whole = {
        a: _letter(a, "positive" if a.is_positive else "real")
        for a in pieces
        if not any(a != b and b.has(a) for b in pieces)
    }
    return bool((whole and is_zero(difference.xreplace(whole))) or is_zero(difference))


@lru_cache(maxsize=65536)
def _letter(term: Any, sign: str) -> sympy.Dummy:
    """A letter for a term, of its sign: the same each time, so that what sympy finds out about it is kept."""
    return sympy.Dummy(**{sign: True})


def _known(extent: Extent) -> str:
    """What sympy may know of a number: its sign, where the range gives it."""
    if extent.lower > 0 or (extent.lower == 0 and extent.open_lower):
        return "positive"
    return "nonnegative" if extent.lower == 0 else "real"


def sign(term: Any, context: Context, *, strict: bool = False) -> int | None:
    """1 where the term is >= 0 everywhere, -1 where it is <= 0 (> and < when strict), None where neither is shown."""
    if term in _ASKED.get():
        return None
    token = _ASKED.set(_ASKED.get() | {term})
    try:
        answer, proofs = _signed(term, context, strict)
    finally:
        _ASKED.reset(token)
    _record(proofs)
    return answer


@lru_cache(maxsize=8192)
def _signed(term: Any, context: Context, strict: bool) -> tuple[int | None, tuple[Proof, ...]]:
    zero = sympy.Integer(0)
    make = below if strict else at_most
    goals = ((1, make(zero, term)), (-1, make(term, zero)))
    for answer, goal in goals:
        if (shown := _seen(goal, context)) is not None:
            return answer, (shown,)
    # The sign of a power is that of its base, and so with a number before it: no search for the power itself.
    power = term.as_coeff_Mul()[1]
    if isinstance(power, sympy.Pow) and (told := _signed_by_parts(term, context, strict))[0] is not None:
        return told
    with recorded() as on_the_way:
        for answer, goal in goals:
            if not isinstance(proofs := _implied(goal, context, 1), str):
                return answer, (*on_the_way, *proofs)
    return _signed_by_parts(term, context, strict)


def _signed_by_parts(term: Any, context: Context, strict: bool) -> tuple[int | None, tuple[Proof, ...]]:
    """The sign of a product, a power or a minimum from those of its parts, where all of them are shown."""
    if isinstance(term, sympy.Pow):
        answer, proofs = _signed(term.base, context, strict or not (term.exp.is_Rational and term.exp > 0))
        even = isinstance(term.exp, sympy.Integer) and term.exp % 2 == 0
        return (1 if answer == 1 or (even and answer == -1) else None), proofs
    if not isinstance(term, sympy.Mul | sympy.Min):
        return None, ()
    found = [_signed(part, context, strict) for part in term.args]
    proofs = tuple(proof for _, shown in found for proof in shown)
    answers = [answer for answer, _ in found]
    if isinstance(term, sympy.Min):
        return (1 if all(a == 1 for a in answers) else None), proofs
    return (None if None in answers else prod(a for a in answers if a is not None)), proofs


def seen(goal: Comparison, context: Context) -> bool:
    """Whether one evaluation over the whole domain shows a comparison."""
    if (shown := _seen(goal, context)) is None:
        return False
    _record((shown,))
    return True


@lru_cache(maxsize=8192)
def _seen(goal: Comparison, context: Context) -> Proof | None:
    goal = Comparison(unfold(goal.left), goal.op, unfold(goal.right))
    try:
        relations = list(relations_of(goal, context))
    except ValueError:
        return None
    for relation in relations:
        certificate = _at_once(relation)
        if certificate is not None:
            return Proof(str(goal), relation, certificate)
    return None


def _record(found: tuple[Proof, ...]) -> None:
    if (shown := _SHOWN.get(None)) is not None:
        shown += [proof for proof in found if proof not in shown]


def check_defined(term: Any, context: Context) -> None:
    """Require that a term is a number wherever the conditions hold.

    What may be infinite must all push the term the same way, so that its value is the limit: no oo - oo arises.

    Raises:
        Gap: naming the part that may be undefined.
    """
    if twice := set(bound_letters(term)) & term.free_symbols:
        raise Gap(f"{min(twice, key=str)} is both bound and free in {term}")
    _check_parts(term, context)
    infinite = [q for q in quantities(term) if q.infinite]
    ways = {direction(term, q, context) for q in infinite}
    if None in ways or len(ways) > 1:
        raise Gap(f"{term} may be undefined where {infinite[0]} is infinite")


def _check_parts(term: Any, context: Context) -> None:
    if isinstance(term, Over):
        _check_over(term, context)
        return
    if isinstance(term, Hole | sympy.Rational | Parameter) or term in (sympy.pi, sympy.E):
        return
    if isinstance(term, Quantity):
        for argument in term.args:
            check_exists(argument, context)
            infinite = [q for q in sympy.preorder_traversal(argument) if isinstance(q, Quantity) and q.infinite]
            # At infinity, what may be infinite has its limit, and what may not has none.
            if infinite and not (term.infinite and is_number(argument)):
                raise Gap(f"{term} may be undefined where {infinite[0]} is infinite")
        _check_required(term, context)
        return
    if isinstance(term, sympy.Pow):
        _check_power(term, context)
    elif not isinstance(term, _ALLOWED):
        raise Gap(f"{term} is not a number that the calculus knows")
    if isinstance(term, sympy.log) and sign(term.args[0], context, strict=True) != 1:
        raise Gap(f"{term}: its argument is not shown to be positive")
    for part in term.args:
        _check_parts(part, context)


def check_exists(argument: Any, context: Context) -> None:
    """Require that a number is defined, or that there is an object, and all that it is built from.

    Raises:
        Gap: naming what may not be there.
    """
    if isinstance(argument, sympy.Expr) and not isinstance(argument, Name):
        check_defined(argument, context)
        return
    if isinstance(argument, Object):
        _check_required(argument, context)
    if not isinstance(argument, Name):
        for part in argument.args:
            check_exists(part, context)


def _check_required(term: Any, context: Context) -> None:
    """Require that there is such an object, or such a number."""
    for owed in term.requires():
        try:
            _require(owed, context)
        except Gap as gap:
            raise Gap(f"there may be no {term}: {gap}") from None


def _require(owed: Condition, context: Context) -> None:
    if not isinstance(owed, WholeNumber):
        decide(owed, context)
    elif not holds_by_form(owed, context):
        raise Gap(f"{owed.args[0]} is not seen to be whole")


def _check_over(term: Any, context: Context) -> None:
    if term.index in bound_letters(term.body):
        raise Gap(f"{term.index} is bound twice in {term}")
    if any(term.index in c.free_symbols for c in context.conditions):
        raise Gap(f"{term.index} is bound in {term} and free in what is assumed")
    for c in term.conditions:
        check_exists(c, context)
        if infinite := [q for q in sympy.preorder_traversal(c) if isinstance(q, Quantity) and q.infinite]:
            raise Gap(f"the range of {term.index} ends at {infinite[0]}, which may be infinite")
    inside = context.also(*term.conditions)
    if isinstance(term, Sum):
        check_defined(term.body, inside)
        _check_range(term, context)
        return
    if not _inhabited(term, context):
        raise Gap(f"no {term.index} is found for {term}: a set that may be empty")
    check_defined(term.body, inside)
    if isinstance(term, Average | Maximum) and not _bounded(term):
        raise Gap(f"{term} is taken over a set that may be infinite")
    if isinstance(term, Infimum) and term.lower == -sympy.oo and sign(term.body, inside) != 1:
        raise Gap(f"{term} may be -oo")


def _check_range(term: Any, context: Context) -> None:
    """Require that a sum's index takes the whole numbers from first to last."""
    extent = term.index.extent
    if not (is_whole(term.first) and is_whole(term.last)):
        raise Gap(f"the ends of {term} are not whole")
    if isinstance(_proved(at_most(term.first, term.last + 1), context), str):
        raise Gap(f"the range of {term} may be turned round")
    for low, high in ((extent.lower, term.first), (term.last, extent.upper)):
        finite = low.is_finite is not False and high.is_finite is not False
        if finite and isinstance(_proved(at_most(low, high), context), str):
            raise Gap(f"{term} runs over numbers that {term.index} does not take")


def _inhabited(term: Any, context: Context) -> bool:
    """Whether some index is shown to satisfy the conditions."""
    if not isinstance(term.index, Parameter):
        return _has_objects(term, context)
    compared = [c for c in term.conditions if isinstance(c, Comparison)]
    extent = context.extent(term.index)
    ends = [e for e in (extent.lower, extent.upper) if e.is_finite]
    ends += [side for c in compared for side in (c.left, c.right) if not contains(side, term.index)]
    between = [(a + b) / 2 for a, b in combinations(ends, 2)]
    zero = sympy.Integer(0)
    for at in dict.fromkeys((*ends, *between, *(e + 1 for e in ends), *(e - 1 for e in ends), zero)):
        if extent.integer and not is_whole(at):
            continue
        if not all(holds_by_form(c.xreplace({term.index: at}), context) for c in term.conditions if c not in compared):
            continue
        owed = [c.xreplace({term.index: at}) for c in compared]
        owed += [(below if extent.open_lower else at_most)(extent.lower, at)] if extent.lower.is_finite else []
        owed += [(below if extent.open_upper else at_most)(at, extent.upper)] if extent.upper.is_finite else []
        if all(not isinstance(_decided(goal, context), str) for goal in owed):
            return True
    return False


def _has_objects(term: Any, context: Context) -> bool:
    """Whether there are such objects: any of the sort, or those with one property that tells when some have it."""
    if not term.conditions:
        return True
    limit, *others = term.conditions
    if others or not isinstance(limit, Property) or limit.asks is None or limit.args[0] != term.index:
        return False
    if any(term.index in part.free_symbols for part in limit.args[1:]):
        return False
    # A class that is built says by what it needs when it has a member; a letter's has one.
    if any(isinstance(part, Object) and type(part).needs is None for part in limit.args[1:]):
        return False
    try:
        for owed in limit.asks(*limit.args):
            _require(unfold(owed), context)
    except Gap:
        return False
    return True


def is_finite(index: Name) -> bool:
    """Whether there are finitely many objects of a name's sort."""
    return index.sort in _FINITE


def _bounded(term: Any) -> bool:
    """Whether an index ranges over finitely many things: whole numbers, or objects of which there are so many."""
    if not isinstance(term.index, Parameter):
        return is_finite(term.index)
    extent, compared = term.index.extent, [c for c in term.conditions if isinstance(c, Comparison)]
    # A side with the index in it, as in k <= k + 1, is no end.
    ends = [side for c in compared for side in (c.left, c.right) if not contains(side, term.index)]
    below_some = extent.upper.is_finite or any(c.small == term.index and c.large in ends for c in compared)
    above_some = extent.lower.is_finite or any(c.large == term.index and c.small in ends for c in compared)
    return bool(extent.integer and below_some and above_some)


def _check_power(term: Any, context: Context) -> None:
    base, exponent = term.args
    if isinstance(exponent, sympy.Integer):
        if exponent < 0 and sign(base, context, strict=True) is None:
            raise Gap(f"division by {base}, which is not shown to differ from 0")
    elif isinstance(exponent, sympy.Rational) and exponent > 0:
        if sign(base, context) != 1:
            raise Gap(f"a root of {base}, which is not shown to be at least 0")
    elif sign(base, context, strict=True) != 1 and not (
        sign(base, context) == 1 and sign(exponent, context, strict=True) == 1
    ):
        raise Gap(f"a power of {base}, which is not shown to be positive")


@lru_cache(maxsize=65536)
def contains(term: Any, part: Any) -> bool:
    """Whether a part occurs in a term as it is written: not, as sympy's `has`, as some summands of a sum."""
    return bool(term == part) or any(contains(a, part) for a in term.args)


def direction(term: Any, part: Any, context: Context) -> int | None:  # noqa: PLR0911  # one return a kind of term
    """1 where the term never falls as the part grows, -1 where it never rises, 0 without it, None if not shown."""
    if term == part:
        return 1
    if not contains(term, part):
        return 0
    if isinstance(term, Over):
        if any(contains(c, part) for c in term.conditions):
            return None
        return direction(term.body, part, context.also(*term.conditions))
    if isinstance(term, sympy.Add | sympy.Min | sympy.Max | sympy.Mul):
        inside = [a for a in term.args if contains(a, part)]
        ways = {direction(a, part, context) for a in inside}
        way = ways.pop() if len(ways) == 1 else None
        if way is None or not isinstance(term, sympy.Mul):
            return way
        return _product_direction(term, inside, way, context)
    if isinstance(term, sympy.Pow):
        return _power_direction(term, part, context)
    if isinstance(term, _MONOTONE):
        return direction(term.args[0], part, context)
    if isinstance(term, sympy.erfc):
        way = direction(term.args[0], part, context)
        return None if way is None else -way
    return None


def _product_direction(term: Any, inside: list[Any], way: int, context: Context) -> int | None:
    rest = sympy.Mul(*(a for a in term.args if a not in inside))
    outer = sign(rest, context)
    if outer is None or (len(inside) > 1 and any(sign(a, context) != 1 for a in inside)):
        return None
    return outer * way


def _power_direction(term: Any, part: Any, context: Context) -> int | None:
    base, exponent = term.args
    if contains(exponent, part):
        way = None if contains(base, part) else direction(exponent, part, context)
        if way is None or sign(base, context, strict=True) != 1:
            return None
        above_one = sign(base - 1, context)
        return None if above_one is None else above_one * way
    way, side = direction(base, part, context), sign(exponent, context)
    if way is None or side is None:
        return None
    if isinstance(exponent, sympy.Integer) and exponent > 0 and exponent % 2:
        return way
    if sign(base, context, strict=side < 0) == 1:
        return side * way
    return -way if exponent == 2 and sign(base, context) == -1 else None


def is_whole(term: Any) -> bool:
    """Whether a number is whole by how it is built from whole parameters."""
    extents = {p: getattr(p, "extent", Extent()) for p in term.free_symbols}
    signs = {p: {"nonnegative": True} if e.lower >= 0 else {} for p, e in extents.items()}
    whole = {p: sympy.Dummy(integer=True, **signs[p]) for p, e in extents.items() if e.integer}
    return bool(term.xreplace(whole).is_integer)


def holds_by_form(condition: Condition, context: Context) -> bool:
    """Whether a property is in force, or seen from how its object is built."""
    return condition in context.conditions or (isinstance(condition, WholeNumber) and is_whole(condition.args[0]))
