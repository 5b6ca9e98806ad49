"""What is malformed is refused when it is made, or open with a reason."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy
from sympy import oo, sqrt

from tests.verify.kernel.statements.test_power_laws import fitted
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import (
    Agreement,
    AllOf,
    Balance,
    Case,
    Comparison,
    Definition,
    FiniteCheck,
    Identity,
    Inequality,
    PlanPrivacy,
    Reading,
    SameRate,
    Slopes,
    UpToConstant,
    Whole,
    at_most,
    computed,
)
from verify.kernel.statements.outcome import Settings, Verdict
from verify.sample_mean import SampleMean

m, n = sympy.symbols("m n", positive=True)
_AT_LEAST_1 = (Variable(m, sympy.Integer(1), oo), Variable(n, sympy.Integer(1), oo))
_R, _K = sympy.Symbol("r", real=True), sympy.Symbol("k", integer=True, positive=True)
_ODD: dict[str, object] = {
    "nothing": None,
    "a text": "x",
    "a float": 0.5,
    "no number": math.nan,
    "a truth": True,
    "bytes": b"x",
    "a list": [1],
    "an empty tuple": (),
    "an empty table": {},
    "a type": Identity,
    "an object": object(),
    "a function": lambda *_: 1,
    "a failing function": lambda *_: 1 / 0,
    "infinity": oo,
    "a complex infinity": sympy.zoo,
    "sympy's nan": sympy.nan,
    "a complex number": n + sympy.I,
    "an array": np.array([1, 2]),
    "a matrix": sympy.Matrix([1, 2]),
    "a set": sympy.FiniteSet(1),
    "sympy's true": sympy.true,
    "an equation": sympy.Eq(n, 2),
    "an inequation": sympy.Ne(n, 2),
    "a pole": sympy.Integral(1 / _R, (_R, -1, 1)),
    "a pole at the end": sympy.Integral(1 / _R, (_R, 0, 1)),
    "a moving pole": sympy.Integral(1 / (_R - n), (_R, 0, 2)),
    "a diverging sum": sympy.Sum(1 / _K, (_K, 1, oo)),
    "an oscillating sum": sympy.Sum((-1) ** _K, (_K, 1, oo)),
    "a limit": sympy.Limit(1 / _R, _R, 0, "+-"),
    "a derivative": sympy.Derivative(sympy.Abs(_R), _R),
    "an unknown function": sympy.Function("f")(n),
    "a letter that does not commute": sympy.Symbol("A", commutative=False),
    "a division by zero": sympy.Pow(0, -1, evaluate=False),
    "an order": sympy.Order(n),
    "a case that is left out": sympy.Piecewise((1, n > 1)),
    "a stranger": sympy.Symbol("stranger"),
}


def _comparison(**changes: object) -> Agreement:
    sound = Comparison({}, SampleMean(1.0, 0.01, 10**6, 1.0), 1.0, 2.0, 0.0)
    return Agreement("x", "x", lambda _: iter([replace(sound, **changes)]), "d")  # type: ignore[arg-type]


def _cases(*numbers: Any) -> FiniteCheck:
    return FiniteCheck("t", "s", lambda _: [Case({}, *numbers)])


def _family(**changes: Any) -> UpToConstant:
    sound: dict[str, Any] = {"left": n**2, "right": n, "family": ((n, n), (m, sympy.Integer(1))), "along": n}
    return UpToConstant(**{"variables": _AT_LEAST_1, **sound, **changes})


_MALFORMED: dict[str, Callable[[Any], Any]] = {
    "Identity, left": lambda odd: Identity(odd, m),
    "Identity, right": lambda odd: Identity(m, odd),
    "Identity, a written side": lambda odd: Identity(lambda: odd, m),
    "Identity, code": lambda odd: computed(odd, m),
    "Identity, ranges": lambda odd: Identity(lambda: n + n, 3 * n, odd),
    "Identity, an end": lambda odd: Identity(lambda: n + n, 3 * n, ((n, odd, "1"),)),
    "Identity, its letter": lambda odd: Identity(lambda: n + n, 3 * n, ((odd, "0", "1"),)),
    "UpToConstant, left": lambda odd: UpToConstant(odd, 1 / (1 + m), _AT_LEAST_1, sympy.Integer(1)),
    "UpToConstant, right": lambda odd: UpToConstant(m, odd, _AT_LEAST_1, sympy.Integer(1)),
    "UpToConstant, constant": lambda odd: UpToConstant(m**2, m, _AT_LEAST_1, odd),
    "UpToConstant, where": lambda odd: UpToConstant(2 * m, m, _AT_LEAST_1, sympy.Integer(1), where=(odd,)),
    "UpToConstant, ranges": lambda odd: UpToConstant(2 * m, m, odd, sympy.Integer(1)),
    "UpToConstant, left along a family": lambda odd: _family(left=odd),
    "UpToConstant, right along a family": lambda odd: _family(right=odd),
    "UpToConstant, where along a family": lambda odd: _family(where=(odd,)),
    "UpToConstant, a family": lambda odd: _family(family=odd),
    "UpToConstant, a value": lambda odd: _family(family=((n, n), (m, odd))),
    "UpToConstant, a letter": lambda odd: _family(family=((n, n), (odd, n))),
    "UpToConstant, along": lambda odd: _family(along=odd),
    "SameRate, left": lambda odd: SameRate(odd, m),
    "SameRate, right": lambda odd: SameRate(m, odd),
    "SameRate, fixed": lambda odd: SameRate(2**n * m, m, fixed=odd),
    "Balance, a term": lambda odd: Balance(odd, m / n, m, sqrt(n)),
    "Balance, variable": lambda odd: Balance(1 / m, m / n, odd, sqrt(n)),
    "Balance, solution": lambda odd: Balance(1 / m, m / n, m, odd),
    "Balance, order": lambda odd: Balance(1 / m, m / n, m, n, odd),
    "Inequality": Inequality,
    "Inequality, shown": lambda odd: at_most(2 * m, m, _AT_LEAST_1[0], shown=(("m", odd),)),
    "FiniteCheck, left": lambda odd: _cases(odd, sympy.Integer(-2)),
    "FiniteCheck, right": lambda odd: _cases(sympy.Integer(2), odd),
    "FiniteCheck, again": lambda odd: _cases(0, 1, odd) if odd is not None else _cases(None, 1),
    "FiniteCheck, cases": lambda odd: FiniteCheck("t", "s", odd),
    "FiniteCheck, what cases give": lambda odd: FiniteCheck("t", "s", lambda _: odd),
    "FiniteCheck, a case": lambda odd: FiniteCheck("t", "s", lambda _: [odd]),
    "FiniteCheck, sense": lambda odd: FiniteCheck("t", "s", lambda _: [Case({}, 0, 1)], odd),
    "AllOf": lambda odd: AllOf("", odd),
    "AllOf, a part": lambda odd: AllOf("", {"a": odd}),
    "Agreement, comparisons": lambda odd: Agreement("x", "x", odd, "d"),
    "Agreement, what they give": lambda odd: Agreement("x", "x", lambda _: odd, "d"),
    "Agreement, a mean": lambda odd: _comparison(estimate=odd),
    "Slopes, fits": lambda odd: Slopes("x", odd, "x"),
    "Slopes, points": lambda odd: fitted(points=lambda _: odd),
    "Slopes, a reading": lambda odd: fitted(measure=lambda *_: odd),
    "Slopes, a risk": lambda odd: fitted(measure=lambda *_: Reading(odd, 0.0)),
    "Slopes, claimed": lambda odd: fitted(claimed=lambda _: odd),
    "PlanPrivacy, plan": lambda odd: PlanPrivacy("x", odd),
    "PlanPrivacy, what it gives": lambda odd: PlanPrivacy("x", lambda: odd),
    "Whole": lambda odd: Whole("x", odd),
    "Whole, a part": lambda odd: Whole("x", (odd,)) if odd != "x" else Whole("x", "ab"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("place", _MALFORMED)
def test_what_is_malformed_is_refused_or_open_with_a_reason(place: str) -> None:
    """Nothing ends in another error than ValueError, when it is made; what can be read so is false as it stands."""
    for name, odd in _ODD.items():
        try:
            statement = _MALFORMED[place](odd)
        except ValueError:
            continue
        statement.latex()
        found = statement.check(Settings())
        assert found.verdict in (Verdict.OPEN, Verdict.REFUTED), (place, name, found)
        assert found.verdict is Verdict.REFUTED or found.evidence["reason"], (place, name)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: AllOf("", {}), "one at least"),
        (lambda: AllOf("", {"a": Definition}), "must be a statement"),  # type: ignore[dict-item]
        (
            lambda: UpToConstant(m, 2 * m, _AT_LEAST_1, sympy.Integer(1), where=(sympy.Eq(m, 2),)),
            "must be a tuple of ineq",
        ),
        (lambda: _family(where=(sympy.Ne(m, 2),)), "must be a tuple of inequalities"),
        (lambda: Relation(n, m, "<=", _AT_LEAST_1, (sympy.Eq(m, 2),)), "must be an inequality"),
        (lambda: Relation(n, m, "<=", _AT_LEAST_1, (sympy.Ne(m, 2),)), "must be an inequality"),
        (lambda: _family(family=((n, n),)), "has no value for m"),
        (lambda: Identity(sympy.Eq(n, 1), m), "must be an expression in real numbers"),
        (lambda: Slopes("x", (), "x", alpha=2.0), "at most 0.5"),
        (lambda: Definition(3), "must be a string"),  # type: ignore[arg-type]
    ],
)
def test_what_can_be_seen_at_once_is_refused_at_once(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


def test_an_integral_over_a_pole_is_open() -> None:
    found = Identity(sympy.Integral(1 / _R, (_R, -1, 1)), sympy.Integer(0)).check(Settings())
    assert found.verdict is Verdict.OPEN
    assert found.evidence["reason"] == "a side is no real number at any point"
