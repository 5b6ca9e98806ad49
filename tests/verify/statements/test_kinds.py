"""What each kind of statement must not let pass: the defects that it once did, planted."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from flint import arb
from sympy import Rational, exp, log, oo, sqrt

from verify import statements
from verify.calculus import TESTING, by, calc, law
from verify.calculus.chain import Chain
from verify.prover import Relation, Variable
from verify.risk.sampling import SampleMean
from verify.statements import (
    Agreement,
    AllOf,
    Balance,
    Case,
    Comparison,
    Definition,
    FiniteCheck,
    Fit,
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
    kinds,
)
from verify.statements.base import Statement
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Outcome, Settings, Verdict

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
    assert r"x \in (0, 1)" in Identity(lambda: x + x, 2 * x, ((x, "0", "1"),)).latex()
    assert r"n \in (0, \infty)" in Identity(lambda: n + n, 2 * n).latex()
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
    """No text of an author's stands for a side: the value is displayed, and beside it the code that was run."""
    found = computed(lambda: _Plan().width, 3 * n)
    assert found.latex() == r"3 n = 3 n \quad (n \in (0, \infty),\ \text{left: \_Plan().width})"
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


def _slopes(
    risk: Callable[[float], float],
    grid: tuple[float, ...] = (1e5, 4e5, 16e5),
    error: float = 0.0,
    draws: float | None = None,
) -> Slopes:
    """Risks along n, beside 1/n."""

    def measure(point: dict[str, float], _: Settings) -> Reading:
        value = risk(point["n"])
        return Reading(value, error, None if draws is None else SampleMean(value, draws, 10**6, 1.0))

    fit = Fit("all", "n", lambda _: [{"n": place} for place in grid], measure, lambda point: 1 / point["n"])
    return Slopes("x", (fit,), "x")


@pytest.mark.parametrize(
    "statement",
    [
        _slopes(lambda n: math.nan),
        _slopes(lambda n: math.inf),
        _slopes(lambda n: 0.0),
        _slopes(lambda n: math.nan if n == 4e5 else 1 / n),
        _slopes(lambda n: 1 / n, error=math.nan),
        _slopes(lambda n: 1 / n, error=math.inf),
        _slopes(lambda n: 1 / n, error=-1.0),
        _slopes(lambda n: 1 / n, error=2e-6),
        _slopes(lambda n: 1 / n, draws=math.nan),
        _slopes(lambda n: 1 / n, grid=()),
        _slopes(lambda n: 1 / n, grid=(1e5,)),
        _slopes(lambda n: 1 / n, grid=(1e5, 4e5)),
        _slopes(lambda n: 1 / n, grid=(1e5, 1e5)),
        _slopes(lambda n: 1 / n, grid=(1e5, 4e5, 4e5)),
    ],
)
def test_no_exponent_is_read_off_what_is_no_number_or_no_line(statement: Slopes) -> None:
    assert verdict(_slopes(lambda n: 1 / n)) is Verdict.CHECKED
    found = statement.check(Settings())
    assert found.verdict is Verdict.OPEN
    assert found.evidence["reason"]


_FIVE = (1e4, 3e4, 1e5, 3e5, 1e6)


@pytest.mark.parametrize(
    ("risk", "grid"),
    [
        # Bends up and down inside of the range, whose line has the claimed exponent.
        (lambda n: (n / 1e5) ** (-0.85 if n < 1e5 else -1.15), _FIVE),
        (lambda n: (n / 1e5) ** (-1.15 if n < 1e5 else -0.85), _FIVE),
        # Steps, and waves about the line.
        (lambda n: 10.0 ** -math.floor(math.log10(n)), (1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6)),
        (lambda n: math.exp(0.3 * math.sin(math.log(n))) / n, _FIVE),
        (lambda n: (1.2 if n == 1e5 else 1.0) / n, _FIVE),
        # The law itself at all points but the last.
        (lambda n: (0.85 if n == 1e6 else 1.0) / n, _FIVE),
    ],
)
def test_what_is_no_power_law_has_no_exponent(risk: Callable[[float], float], grid: tuple[float, ...]) -> None:
    """A line through the points has the claimed exponent, and between some neighbours the risk has not."""
    statement = _slopes(risk, grid)
    found = statement.check(Settings())
    assert abs(sum(found.evidence["left"]) / 2 + 1) < statement.band
    assert found.verdict is Verdict.OPEN
    assert "no such power law within the band" in found.evidence["reason"]
    assert verdict(_slopes(risk, grid, draws=0.0)) is Verdict.OPEN
    # It is this and nothing else that tells.
    assert verdict(replace(statement, between=2.0)) is Verdict.CHECKED


def test_an_exponent_between_neighbours_has_an_interval_of_its_own() -> None:
    """Each risk may be off by 4 of 100: the line's exponent is known well enough, that of a short step is not."""
    grid = (1e4, 1e5, 1.5e5, 1e6)
    loose, sharp = (
        _fit(
            points=lambda _: [{"n": place} for place in grid],
            measure=lambda point, _, share=share: Reading(1 / point["n"], share / point["n"]),
        )
        for share in (0.04, 0.0)
    )
    assert verdict(sharp) is Verdict.CHECKED
    found = loose.check(Settings())
    assert found.verdict is Verdict.OPEN
    assert "from n = 100000 to 150000 the exponent is -1.000 +- 0.201" in found.evidence["reason"]


def test_the_order_of_the_points_does_not_count() -> None:
    def evidence(grid: tuple[float, ...]) -> object:
        return _slopes(lambda n: math.log(n) / n, grid).check(Settings()).evidence

    assert evidence((16e5, 1e5, 4e5)) == evidence((1e5, 4e5, 16e5))


def test_a_band_says_what_it_does_not_tell_apart() -> None:
    """log(n)/n passes for 1/n on a grid of large n, and the evidence says so; on a wide grid it does not pass."""
    found = _slopes(lambda n: math.log(n) / n).check(Settings())
    assert found.verdict is Verdict.CHECKED
    assert "log(n) adds 0.078 here, too little to be told" in found.evidence["not told apart"][0]
    assert found.evidence["between neighbours"] == ["all: -0.918, -0.926, claimed -1.000, -1.000"]
    # A wave of the grid's own period is seen at none of its points.
    assert "a factor that repeats with each step of 4 times" in found.evidence["not told apart"][0]
    wide = _slopes(lambda n: math.log(n) / n, grid=(10.0, 100.0, 1000.0)).check(Settings())
    assert wide.verdict is Verdict.REFUTED
    assert "enough to be told" in wide.evidence["not told apart"][0]


@pytest.mark.parametrize(
    "changes",
    [
        {"expected": math.nan},
        {"planted": math.nan},
        {"error": math.nan},
        {"error": math.inf},
        {"estimate": SampleMean(math.nan, 0.01, 10**6, 1.0)},
        {"estimate": SampleMean(1.0, 0.0, 10**6, 1.0)},
        {"estimate": SampleMean(1.0, math.nan, 10**6, 1.0)},
        {"estimate": SampleMean(1.0, 0.01, 10**6, math.nan)},
    ],
)
def test_routes_agree_by_numbers_alone(changes: dict[str, object]) -> None:
    def agreement(*comparisons: Comparison) -> Verdict:
        return verdict(Agreement("x", "x", lambda _: iter(comparisons), "twice the mean"))

    sound = Comparison({}, SampleMean(1.0, 0.01, 10**6, 1.0), 1.0, 2.0, 0.0)
    assert agreement(sound) is Verdict.SUPPORTED
    assert agreement(sound, replace(sound, **changes)) is Verdict.OPEN  # type: ignore[arg-type]
    assert agreement() is Verdict.OPEN


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
    with pytest.raises(ValueError, match="without parts"):
        Whole("t", ())


_R, _K = sympy.Symbol("r", real=True), sympy.Symbol("k", integer=True, positive=True)
_ODD: dict[str, object] = {
    "nothing": None, "a text": "x", "a float": 0.5, "no number": math.nan, "a truth": True, "bytes": b"x",
    "a list": [1],
    "an empty tuple": (), "an empty table": {}, "a type": Identity, "an object": object(), "a function": lambda *_: 1,
    "a failing function": lambda *_: 1 / 0, "infinity": oo, "a complex infinity": sympy.zoo, "sympy's nan": sympy.nan,
    "a complex number": n + sympy.I, "an array": np.array([1, 2]), "a matrix": sympy.Matrix([1, 2]),
    "a set": sympy.FiniteSet(1), "sympy's true": sympy.true, "an equation": sympy.Eq(n, 2),
    "an inequation": sympy.Ne(n, 2),
    "a pole": sympy.Integral(1 / _R, (_R, -1, 1)), "a pole at the end": sympy.Integral(1 / _R, (_R, 0, 1)),
    "a moving pole": sympy.Integral(1 / (_R - n), (_R, 0, 2)), "a diverging sum": sympy.Sum(1 / _K, (_K, 1, oo)),
    "an oscillating sum": sympy.Sum((-1) ** _K, (_K, 1, oo)), "a limit": sympy.Limit(1 / _R, _R, 0, "+-"),
    "a derivative": sympy.Derivative(sympy.Abs(_R), _R), "an unknown function": sympy.Function("f")(n),
    "a letter that does not commute": sympy.Symbol("A", commutative=False),
    "a division by zero": sympy.Pow(0, -1, evaluate=False),
    "an order": sympy.Order(n), "a case that is left out": sympy.Piecewise((1, n > 1)),
    "a stranger": sympy.Symbol("stranger"),
}  # fmt: skip


def _comparison(**changes: object) -> Agreement:
    sound = Comparison({}, SampleMean(1.0, 0.01, 10**6, 1.0), 1.0, 2.0, 0.0)
    return Agreement("x", "x", lambda _: iter([replace(sound, **changes)]), "d")  # type: ignore[arg-type]


def _fit(**changes: object) -> Slopes:
    grid = [{"n": place} for place in (1e5, 4e5, 16e5)]
    sound = Fit("all", "n", lambda _: grid, lambda point, _: Reading(1 / point["n"], 0.0), lambda point: 1 / point["n"])
    return Slopes("x", (replace(sound, **changes),), "x")  # type: ignore[arg-type]


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
    "Slopes, points": lambda odd: _fit(points=lambda _: odd),
    "Slopes, a reading": lambda odd: _fit(measure=lambda *_: odd),
    "Slopes, a risk": lambda odd: _fit(measure=lambda *_: Reading(odd, 0.0)),
    "Slopes, claimed": lambda odd: _fit(claimed=lambda _: odd),
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
        (lambda: _family(family=((n, n),)), "says nothing of m"),
        (lambda: Identity(sympy.Eq(n, 1), m), "must be an expression in real numbers"),
        (lambda: Slopes("x", (), "x", alpha=2.0), "at most 0.5"),
        (lambda: Definition(3), "must be a string"),  # type: ignore[arg-type]
    ],
)
def test_what_can_be_seen_at_once_is_refused_at_once(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


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
        with pytest.raises(ValueError, match=r"must be a statement of a type of verify\.statements, or a chain"):
            make(_of_its_own(base))


def test_every_type_of_a_statement_is_known() -> None:
    """Those that the package gives, each with the four methods, and no other."""
    methods = ("premises", "latex", "check", "conclude")
    given = {getattr(statements, name) for name in statements.__all__} - {statements.Statement}
    types = {of for of in given if isinstance(of, type) and all(hasattr(of, each) for each in methods)} | {Chain}
    assert len(types) == 13
    assert all(kinds.is_statement(object.__new__(of)) for of in types)
    assert not any(kinds.is_statement(value) for value in (None, Case, Case({}, 0, 1), *types))


def test_parts_without_a_verdict_have_none_together() -> None:
    found = AllOf("", {"a": Definition("d")}).check(Settings())
    assert (found.verdict, found.evidence["reason"]) == (Verdict.OPEN, "no part has a verdict")


def test_an_integral_over_a_pole_is_open() -> None:
    found = Identity(sympy.Integral(1 / _R, (_R, -1, 1)), sympy.Integer(0)).check(Settings())
    assert found.verdict is Verdict.OPEN
    assert found.evidence["reason"]


def _of_facts(*facts: str, verdict: Verdict = Verdict.PROVED) -> Any:
    """A statement that rests on facts."""

    class Part(Definition):
        def check(self, settings: Settings) -> Outcome:
            return Outcome(verdict, {"textbook": list(facts)})

    return Part("d")


def test_a_record_names_the_facts_of_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "is_statement", lambda _: True)
    """Not of the weakest alone, nor of what the conclusion is held against."""
    both = AllOf("", {"a": _of_facts("one", "two"), "b": _of_facts("two", "three", verdict=Verdict.ARGUED)})
    within = AllOf("", {"both": both, "c": _of_facts("four")})
    assert within.check(Settings()).evidence["textbook"] == ["one", "two", "three", "four"]
    assert "textbook" not in AllOf("", {"a": SameRate(n, n)}).check(Settings()).evidence


def test_a_chain_names_the_facts_of_its_crosschecks_and_of_inner_chains() -> None:
    P, Q = law("P"), law("Q")
    told = TESTING(P, Q)
    inner = calc(told.statement.left, "==", told.statement.right, by(told))
    outer = calc(told.statement.left, "==", told.statement.right, by(inner))
    assert outer.check(Settings()).evidence["textbook"] == [TESTING.title]
    beside = outer.beside(("again", _of_facts("one", TESTING.title, "two")))
    assert beside.check(Settings()).evidence["textbook"] == [TESTING.title, "one", "two"]
    bare = calc(sympy.Integer(1), ">=", 0).beside(("inner", outer))
    assert bare.check(Settings()).evidence["textbook"] == [TESTING.title]
