"""What each kind of statement must not let pass: the defects that it once did, planted."""

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from flint import arb
from sympy import Rational, exp, log, oo, sqrt

from verify.kernel import statements
from verify.kernel.calculus import TESTING, law, line
from verify.kernel.calculus.chain import Chain
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import (
    AllOf,
    Balance,
    Case,
    Definition,
    FiniteCheck,
    Identity,
    Inequality,
    SameRate,
    UpToConstant,
    Whole,
    at_most,
    computed,
    kinds,
)
from verify.kernel.statements.base import Statement
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Outcome, Settings, Verdict

m, n, p = sympy.symbols("m n p", positive=True)
x = sympy.Symbol("x", real=True)
_AT_LEAST_1 = (Variable(m, sympy.Integer(1), oo), Variable(n, sympy.Integer(1), oo))


def verdict(statement: Statement) -> Verdict:
    """The statement's own verdict."""
    outcome = statement.check(Settings())
    assert outcome is not None
    return outcome.verdict


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (m * sqrt(n), 3 * m * sqrt(n), Verdict.PROVED),
        (m * exp(-n), m, Verdict.OPEN),
        (2**n * m, m, Verdict.OPEN),
        (m, 2**n * m, Verdict.OPEN),
        (m + n, m, Verdict.OPEN),
        (-m, m, Verdict.OPEN),
        (sympy.Integer(0) * m, m, Verdict.OPEN),
        (log(2 * n), log(n), Verdict.PROVED),
        (log(n**2), log(n), Verdict.PROVED),
        (log(1 / n), log(n), Verdict.OPEN),
        (m * log(n), m, Verdict.REFUTED),
        (log(m * n), log(n), Verdict.REFUTED),
        (m**p, m, Verdict.REFUTED),
        (log(m + n), log(m * n), Verdict.OPEN),
        (log(n**p), log(n), Verdict.REFUTED),
        (m * log(n**p), m * log(n), Verdict.REFUTED),
        (log(n ** (1 / p)), log(n), Verdict.REFUTED),
        (log(m**p * n), log(m * n ** (1 / p)), Verdict.REFUTED),
        (log(2 * n**p), log(n**p), Verdict.PROVED),
    ],
)
def test_rates_are_products_of_powers_and_logarithms(left: sympy.Expr, right: sympy.Expr, expected: Verdict) -> None:
    assert verdict(SameRate(left, right)) is expected
    assert verdict(SameRate(right, left)) is expected


def test_a_constant_depends_on_fixed_letters_alone_and_says_so() -> None:
    raised = SameRate((6 * m) ** p, m**p, fixed=(p,))
    assert verdict(raised) is Verdict.PROVED
    assert r"\asymp_{p}" in raised.latex()
    assert verdict(replace(raised, fixed=())) is Verdict.OPEN
    assert verdict(SameRate(m * exp(p), m, fixed=(p,))) is Verdict.OPEN


def test_a_power_in_a_logarithm_is_dropped_where_its_letters_are_fixed() -> None:
    for left in (log(n**p), log(n ** (1 / p)), log(3 * n**p)):
        assert verdict(SameRate(left, log(n), fixed=(p,))) is Verdict.PROVED
        assert verdict(SameRate(left, log(n), fixed=(m,))) is not Verdict.PROVED
    # Of an exponent that may be of either sign nothing is dropped.
    assert verdict(SameRate(log(n ** (p - 1)), log(n), fixed=(p,))) is Verdict.OPEN
    assert verdict(Balance(log(n**p), log(n), n, n)) is not Verdict.PROVED


def test_a_balance_of_an_exponential_is_refused() -> None:
    assert verdict(Balance(1 / m, m / n, m, sqrt(n))) is Verdict.PROVED
    assert verdict(Balance(1 / m, m * exp(-n), m, sympy.Integer(1))) is Verdict.OPEN


def test_a_constant_is_a_number() -> None:
    assert verdict(UpToConstant(m, 2 * m, _AT_LEAST_1, constant=sympy.Integer(1))) is Verdict.PROVED
    with pytest.raises(ValueError, match="free of the variables"):
        UpToConstant(m**2, m, _AT_LEAST_1, constant=m)
    with pytest.raises(ValueError, match="must be a positive number"):
        UpToConstant(m, -m, _AT_LEAST_1, constant=sympy.Integer(-1))
    with pytest.raises(ValueError, match="either a constant, or a family"):
        UpToConstant(m**2, m, _AT_LEAST_1)


@pytest.mark.parametrize(
    "changes",
    [
        # Outside beyond the last point at which the ratio is enclosed, and between two of them.
        {"where": (n <= 20000,)},
        {"where": ((n - 40) ** 2 >= 4,)},
        {"family": ((n, n), (m, Rational(1, 2) + 10000 / n))},
        # Both sides negative, or one of them: the ratio says nothing of left <= C right.
        {"left": -(n**2), "right": -n},
        {"left": n**2, "right": n - 10},
        # Not an integer on the way.
        {"variables": (_AT_LEAST_1[0], replace(_AT_LEAST_1[1], integer=True)), "family": ((n, n / 10), (m, n))},
    ],
)
def test_a_family_lies_in_the_domain_for_all_large_values(changes: dict[str, object]) -> None:
    sound = UpToConstant(n**2, n, _AT_LEAST_1, family=((n, n), (m, sympy.Integer(1))), along=n)
    assert verdict(sound) is Verdict.REFUTED
    assert verdict(replace(sound, **changes)) is Verdict.OPEN  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("left", "right", "ranges", "expected"),
    [
        # True on the positive half alone: expanding by force would prove them.
        (log(x**2), 2 * log(x), (), Verdict.OPEN),
        (log(x**2), 2 * log(x), ((x, "0", "oo"),), Verdict.PROVED),
        (log(x**2), 2 * log(-x), ((x, "-oo", "0"),), Verdict.OPEN),
        (log((1 - x) / (1 + x)), log(1 - x) - log(1 + x), ((x, "0", "1"),), Verdict.PROVED),
        (log((1 - x) / (1 + x)), log(1 - x) - log(1 + x), ((x, "0", "2"),), Verdict.OPEN),
        (sqrt((n - 1) ** 2), n - 1, ((n, "1", "3"),), Verdict.OPEN),
        (sqrt((n - 1) ** 2), n - 1, ((n, "0", "3"),), Verdict.REFUTED),
        # A pole, a root and a logarithm that leave the reals inside the range, and at its end.
        (n * (m / (n - 1) - m), m * n * (2 - n) / (n - 1), (), Verdict.OPEN),
        (n * (m / (n - 1) - m), m * n * (2 - n) / (n - 1), ((n, "1", "oo"),), Verdict.PROVED),
        (n * (m / (n - 1) - m), m * n * (2 - n) / (n - 1), (Variable(n, sympy.Integer(1), oo),), Verdict.OPEN),
        (sqrt(4 - 4 * n), 2 * sqrt(1 - n), ((n, "0", "2"),), Verdict.OPEN),
        (sqrt(4 - 4 * n), 2 * sqrt(1 - n), ((n, "0", "1"),), Verdict.PROVED),
        (sympy.gamma(x + 1), x * sympy.gamma(x), (), Verdict.OPEN),
        (sympy.gamma(n + 1), n * sympy.gamma(n), (), Verdict.PROVED),
    ],
)
def test_an_identity_is_defined_on_its_ranges_and_true_there(
    left: sympy.Expr, right: sympy.Expr, ranges: tuple[object, ...], expected: Verdict
) -> None:
    assert verdict(Identity(left, right, ranges)) is expected  # type: ignore[arg-type]


def test_an_identity_says_where_it_holds() -> None:
    assert r"0 < x < 1" in Identity(lambda: x + x, 2 * x, ((x, "0", "1"),)).latex()
    assert r"n > 0" in Identity(lambda: n + n, 2 * n).latex()
    with pytest.raises(ValueError, match="say more than its range"):
        Identity(lambda: n + n, 2 * n, ((n, "-1", "1"),))


def test_an_identity_shows_its_sides_as_they_are_written() -> None:
    written = Identity(lambda: (1 + n) / 2 - (1 - n) / 2, n)
    assert written.latex().startswith(r"\frac{1 + n}{2} - \frac{1 - n}{2} = n")
    assert verdict(written) is Verdict.PROVED
    assert verdict(Identity(lambda: (1 + n) / 2 - (1 - n) / 3, n)) is Verdict.REFUTED
    with pytest.raises(ValueError, match="the sides are alike"):
        Identity(n + n, 2 * n)


class _Plan:
    width = 3 * n


def test_what_code_computes_is_shown_by_its_value_and_by_its_source() -> None:
    """No text of an author's stands for a side: the value is displayed, and next to it the code that was run."""
    found = computed(lambda: _Plan().width, 3 * n)
    assert found.latex() == r"3 n = 3 n \quad (n > 0,\ \text{left: \_Plan().width})"
    assert verdict(found) is Verdict.PROVED
    wrong = computed(lambda: _Plan().width + n, 3 * n)
    assert wrong.latex().startswith("4 n = 3 n")
    assert verdict(wrong) is Verdict.REFUTED
    assert replace(found, right=2 * n).latex().startswith("3 n = 2 n")
    with pytest.raises(TypeError, match="computed"):
        Identity(3 * n, 3 * n, computed="the width in the plan")  # type: ignore[call-arg]
    for change, told in (
        (lambda: Identity(4 * n, 3 * n, code=lambda: _Plan().width), "must be what the code gives"),
        (lambda: computed(lambda: 3 * n, 3 * n), "calls nothing"),
        (lambda: computed(_width, 3 * n), "must be a lambda"),
        (lambda: computed(eval("lambda: _Plan().width"), 3 * n), "must be a lambda"),
        (lambda: computed(lambda: str(n), 3 * n), "must be an expression"),
    ):
        with pytest.raises(ValueError, match=told):
            change()


def _width() -> sympy.Expr:
    return _Plan().width


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ((x > 2,), Verdict.PROVED),
        ((x**2 <= 16, x**2 >= 15), Verdict.PROVED),
        ((x > 2, x < 1), Verdict.OPEN),
        ((exp(x) <= 1,), Verdict.OPEN),
    ],
)
def test_side_conditions_have_a_witness(where: tuple[sympy.Basic, ...], expected: Verdict) -> None:
    ranges = (Variable(x, sympy.Integer(1), oo),)
    outcome = Inequality(Relation(1 / x, sympy.Integer(1), "<=", ranges, where)).check(Settings())  # type: ignore[arg-type]
    assert outcome.verdict is expected
    if expected is Verdict.PROVED:
        (value,) = outcome.evidence["witness"].values()
        assert all(condition.subs(x, sympy.Rational(value)) == sympy.true for condition in where)


@pytest.mark.parametrize(
    "assumptions",
    [
        {"positive": True},
        {"nonzero": True, "real": True},
        {"rational": True},
        {"integer": False},
        {"even": True},
        {"imaginary": True},
        {"commutative": False},
    ],
)
def test_a_variable_is_a_real_that_its_range_alone_tells_of(assumptions: dict[str, bool]) -> None:
    Variable(x, sympy.Integer(0), sympy.Integer(5))
    with pytest.raises(ValueError, match="say more than its range"):
        Variable(sympy.Symbol("x", **assumptions), sympy.Integer(0), sympy.Integer(5))
    with pytest.raises(ValueError, match="say more than its range"):
        Variable(sympy.Symbol("x", prime=True), sympy.Integer(2), oo, integer=True)


def test_no_relation_is_proved_across_a_pole_of_gamma() -> None:
    def both(variable: Variable) -> Verdict:
        return verdict(at_most(sympy.gamma(x), sympy.gamma(x), variable))

    assert both(Variable(x, sympy.Integer(-2), sympy.Integer(2))) is Verdict.OPEN
    assert both(Variable(x, sympy.Integer(0), sympy.Integer(2))) is Verdict.OPEN
    assert both(Variable(x, sympy.Integer(0), sympy.Integer(2), open_lower=True)) is Verdict.PROVED
    assert verdict(at_most(sympy.zeta(x), sympy.zeta(x), Variable(x, sympy.Integer(2), oo))) is Verdict.OPEN


@pytest.mark.parametrize("number", [sympy.Float(0.5), 0.5, np.float64(0.5), Decimal("0.5"), sqrt(2), math.inf, "1/2"])
def test_a_finite_check_takes_exact_numbers_and_enclosures_alone(number: object) -> None:
    def check(left: object, right: object, again: object = None) -> FiniteCheck:
        return FiniteCheck("t", "s", lambda _: [Case({}, left, right, again)])

    assert verdict(check(Fraction(1, 2), Rational(1, 2), np.int64(1) - 1 + Fraction(1, 2))) is Verdict.CHECKED
    for planted in (check(number, 1), check(0, number), check(arb(0), number), check(0, 1, number)):
        found = planted.check(Settings())
        assert found.verdict is Verdict.OPEN
        assert "neither exact nor an enclosure" in found.evidence["reason"]


@dataclass(frozen=True)
class _Part:
    """What was found of a part."""

    printed: Outcome | None
    corrected: Outcome | None

    @property
    def standing(self) -> Outcome | None:
        return self.corrected if self.printed is None else self.printed


def test_a_part_that_no_paper_prints_counts_by_its_correction() -> None:
    whole = Whole("t", ("a", "b"))
    own = whole.check(Settings())
    sound = _Part(Outcome(Verdict.PROVED), None)

    def judged(part: _Part) -> Verdict:
        found = whole.conclude(own, {"a": sound, "b": part})
        assert found is not None
        return found.verdict

    assert judged(_Part(None, Outcome(Verdict.OPEN))) is Verdict.OPEN
    assert judged(_Part(None, Outcome(Verdict.CHECKED))) is Verdict.CHECKED
    assert judged(_Part(Outcome(Verdict.REFUTED), Outcome(Verdict.PROVED))) is Verdict.REFUTED
    assert judged(_Part(None, None)) is Verdict.PROVED
    unjudged = whole.conclude(own, {"a": _Part(None, None), "b": _Part(None, None)})  # type: ignore[dict-item]
    assert unjudged is not None
    assert (unjudged.verdict, unjudged.evidence["reason"]) == (Verdict.OPEN, "no part has a verdict")
    with pytest.raises(ValueError, match="parts: must not be empty"):
        Whole("t", ())


def _of_its_own(base: type) -> Any:
    """A statement that judges itself, with all methods of one."""

    class Own(base):  # type: ignore[misc]
        premises = ()

        def latex(self) -> str:
            return "1 = 0"

        def check(self, settings: Settings) -> Outcome:
            return Outcome(Verdict.PROVED)

        def conclude(self, own: Any, premises: Any) -> Any:
            return own

    Own.__name__, Own.__module__ = base.__name__, base.__module__
    return object.__new__(Own)


@pytest.mark.parametrize("base", [object, Definition, SameRate, AllOf, Chain])
def test_what_judges_itself_is_no_statement(base: type) -> None:
    for make in (lambda own: AllOf("", {"a": own}), lambda own: Claim("a/b", "(1)", Kind.IDENTITY, "t", own)):
        with pytest.raises(ValueError, match=r"must be a statement of a type of verify\.kernel\."):
            make(_of_its_own(base))


def test_every_type_of_a_statement_is_known() -> None:
    """Those that the package gives, each with the four methods, and no other."""
    methods = ("premises", "latex", "check", "conclude")
    given = {getattr(statements, name) for name in statements.__all__} - {statements.Statement}
    types = {of for of in given if isinstance(of, type) and all(hasattr(of, each) for each in methods)} | {Chain}
    assert len(types) == 14
    assert all(kinds.is_statement(object.__new__(of)) for of in types)
    assert not any(kinds.is_statement(value) for value in (None, Case, Case({}, 0, 1), *types))


def test_parts_without_a_verdict_have_none_together() -> None:
    found = AllOf("", {"a": Definition("d")}).check(Settings())
    assert (found.verdict, found.evidence["reason"]) == (Verdict.OPEN, "no part has a verdict")


def _of_facts(*facts: str, verdict: Verdict = Verdict.PROVED) -> Any:
    """A statement that rests on facts."""

    class Part(Definition):
        def check(self, settings: Settings) -> Outcome:
            return Outcome(verdict, {"textbook": list(facts)})

    return Part("d")


def test_a_record_names_the_facts_of_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "is_statement", lambda _: True)
    """Not of the weakest alone, nor of what the conclusion is compared with."""
    both = AllOf("", {"a": _of_facts("one", "two"), "b": _of_facts("two", "three", verdict=Verdict.ARGUED)})
    within = AllOf("", {"both": both, "c": _of_facts("four")})
    assert within.check(Settings()).evidence["textbook"] == ["one", "two", "three", "four"]
    assert "textbook" not in AllOf("", {"a": SameRate(n, 2 * n)}).check(Settings()).evidence


def test_a_chain_names_the_facts_of_its_crosschecks_and_of_inner_chains() -> None:
    P, Q = law("P"), law("Q")
    told = TESTING(P, Q)
    inner = line(told.statement.left).eq(told.statement.right, told)
    outer = line(told.statement.left).eq(told.statement.right, inner)
    assert outer.check(Settings()).evidence["textbook"] == [TESTING.title]
    beside = outer.beside(("again", _of_facts("one", TESTING.title, "two")))
    assert beside.check(Settings()).evidence["textbook"] == [TESTING.title, "one", "two"]
    bare = line(sympy.Integer(1)).ge(0).beside(("inner", outer))
    assert bare.check(Settings()).evidence["textbook"] == [TESTING.title]
