"""Certificates as files that others can check: a relation, and its proof or a point at which it fails.

Everything here rests on the checker alone, its enclosures and the statement of a relation: nothing of the search is
imported, and nothing that a file says is believed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import sympy
from flint import arb, ctx

from verify.kernel.prover.checker import PRECISION, CertificateError, check_certificate, decode, is_zero
from verify.kernel.prover.enclosure import Evaluator, NoEnclosure, Span, number
from verify.kernel.prover.relation import Relation, Variable, encode

SCHEMA = "ratecheck-certificates/1"
_CONDITIONS = {c.__name__: c for c in (sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt)}
_DIGITS, _PRECISION = 17, 4 * PRECISION


def written(relation: Relation) -> dict[str, Any]:
    """A relation as JSON-able data."""
    return {
        "left": encode(relation.left),
        "sense": relation.sense,
        "right": encode(relation.right),
        "variables": [
            {
                "name": v.symbol.name,
                "range": [encode(v.lower), encode(v.upper)],
                "open": [v.open_lower, v.open_upper],
                "integer": v.integer,
            }
            for v in relation.variables
        ],
        "where": [[type(c).__name__, encode(c.lhs), encode(c.rhs)] for c in relation.where],
    }


def read(data: Any) -> Relation:
    """The relation that the data stand for, its letters fresh real symbols; only the checker's functions occur."""
    variables = tuple(_variable(v) for v in data["variables"])
    where = tuple(_CONDITIONS[name](decode(left), decode(right)) for name, left, right in data["where"])
    return Relation(decode(data["left"]), decode(data["right"]), data["sense"], variables, where)


def _variable(data: Any) -> Variable:
    lower, upper = map(decode, data["range"])
    open_lower, open_upper = map(bool, data["open"])
    return Variable(sympy.Symbol(data["name"], real=True), lower, upper, open_lower, open_upper, bool(data["integer"]))


def proof_entry(relation: Relation, certificate: Mapping[str, Any]) -> dict[str, Any]:
    """A proved relation for a file, accepted by the checker as it is read back.

    Raises:
        CertificateError: where it is not.
    """
    entry = {"kind": "proof", "relation": written(relation), "proof": certificate["proof"]}
    check_entry(entry)
    return entry


def counterexample_entry(relation: Relation, point: Mapping[str, sympy.Rational]) -> dict[str, Any]:
    """A refuted relation for a file: the point, and both sides there by the checker's enclosures, rounded outward.

    Raises:
        CertificateError: where these don't show that it fails.
    """
    entry = {"kind": "counterexample", "relation": written(relation), "point": {k: str(v) for k, v in point.items()}}
    left, right = sides_at(read(entry["relation"]), point)
    entry |= {"left": _ends(left), "right": _ends(right)}
    check_entry(entry)
    return entry


def sides_at(relation: Relation, point: Mapping[str, sympy.Rational]) -> tuple[Span, Span]:
    """Both sides at a point where the relation fails, enclosed by the checker.

    Raises:
        CertificateError: where the point lies outside, or its enclosures don't show that the relation fails there.
    """
    values = {v.symbol: sympy.Rational(point[v.symbol.name]) for v in relation.variables}
    for v in relation.variables:
        low, high, x = v.lower, v.upper, values[v.symbol]
        inside = (low < x if v.open_lower else low <= x) and (x < high if v.open_upper else x <= high)
        _require(bool(inside) and (not v.integer or x.is_integer), f"{v.symbol} = {x} is outside its range")
    _require(all(c.subs(values) == sympy.true for c in relation.where), "a side condition does not hold at the point")
    with ctx.workprec(_PRECISION):
        try:
            evaluate = Evaluator({symbol: number(x) for symbol, x in values.items()})
            left, right = evaluate(relation.left), evaluate(relation.right)
        except NoEnclosure as error:
            raise CertificateError(f"a side is not defined at the point: {error}") from None
    met = relation.sense == "<" and is_zero((relation.right - relation.left).subs(values))
    _require(left.lo > right.hi or met, "the relation is not shown to fail at the point")
    return left, right


def check_entry(entry: Any) -> None:
    """Check one entry of a file.

    Raises:
        CertificateError: where it proves or refutes nothing.
    """
    try:
        relation = read(entry["relation"])
        if entry["kind"] == "proof":
            check_certificate(relation, {"relation": relation.canonical(), "proof": entry["proof"]})
            return
        _require(entry["kind"] == "counterexample", f"no such kind: {entry['kind']!r}")
        found = sides_at(relation, {name: sympy.Rational(x) for name, x in entry["point"].items()})
        with ctx.workprec(_PRECISION):
            for side, name in zip(found, ("left", "right"), strict=True):
                low, high = (arb(end) for end in entry[name])
                _require(low <= side.lo and side.hi <= high, f"the {name} side is not between its ends")
    except CertificateError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise CertificateError(f"not a certificate: {error!r}") from error


def digest(relations: Iterable[Relation]) -> str:
    """A digest of a set of relations, in whatever order and how often each is given."""
    told = sorted({hashlib.sha256(relation.canonical().encode()).hexdigest() for relation in relations})
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:32]


def check_file(path: Path, claim: str, expected: int | None = None, relations: str | None = None) -> int:
    """Check a claim's file of certificates; how many it holds.

    It has to hold as many as are `expected`, and those of which `relations` is the digest, as far as these are known.

    Raises:
        CertificateError: where it is none or another claim's, holds none, not all or others, or one of its entries
            does not hold; it says which.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        named, entries = document["claim"], document["certificates"]
        _require(
            document["schema"] == SCHEMA and isinstance(named, str) and isinstance(entries, list), "another schema"
        )
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise CertificateError(f"no file of certificates: {error!r}") from None
    _require(named == claim, f"holds the certificates of another claim, {named!r:.100}")
    _require(entries, "holds no certificate")
    different = len({json.dumps(entry.get("relation"), sort_keys=True) for entry in entries if isinstance(entry, dict)})
    _require(expected in (None, different), f"holds certificates of {different} relations, {expected} are locked")
    for place, entry in enumerate(entries, start=1):
        try:
            check_entry(entry)
        except CertificateError as error:
            raise CertificateError(f"certificate {place} of {len(entries)}: {error}") from None
    found = digest(read(entry["relation"]) for entry in entries)
    _require(relations in (None, found), f"holds certificates of other relations: {found}, {relations} is locked")
    return len(entries)


def document(claim: str, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """The file of a claim."""
    return {"schema": SCHEMA, "claim": claim, "certificates": entries}


def _ends(side: Span) -> list[str]:
    """Both ends as decimals, rounded outward."""
    with ctx.workprec(_PRECISION):
        return [_outward(side.lo, -1), _outward(side.hi, 1)]


def _outward(end: arb, away: int) -> str:
    text = end.str(_DIGITS, radius=False)
    while not (arb(text) <= end if away < 0 else arb(text) >= end):
        text = (arb(text) + away * abs(end) * arb(10) ** (1 - _DIGITS)).str(_DIGITS, radius=False)
    return str(text)


def _require(condition: Any, reason: str) -> None:
    if not bool(condition):
        raise CertificateError(reason)
