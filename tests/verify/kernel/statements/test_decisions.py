"""What inequalities, rates, families and finite sets record, and what they decide on both sides of every edge."""

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy
from flint import arb, ctx
from sympy import Integer, Rational, exp, log, oo, sqrt

from verify.kernel.prover import Proved, Relation, Variable
from verify.kernel.statements import (
    AllOf,
    Balance,
    Case,
    FiniteCheck,
    Inequality,
    SameRate,
    UpToConstant,
    at_most,
    kinds,
)
from verify.kernel.statements.base import Plain
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.kernel.statements.proofs import recorded

m, n, p = sympy.symbols("m n p", positive=True)
x = sympy.Symbol("x", real=True)
FROM_1 = Variable(n, Integer(1), oo)


@pytest.mark.parametrize(
    ("left", "right"),
    [("10", "1/3"), ("1/10", "-1/3"), ("-1/10", "-10/3"), ("3/2", "21/16"), ("-21/16", "-3/2"), ("7", "0")],
)
def test_a_counterexample_has_both_sides_in_floats_that_enclose_them(left: str, right: str) -> None:
    """Wider by 2^-52 of the number on either side."""
    sides = Rational(left), Rational(right)
    told = at_most(*sides).check(Settings()).evidence
    for name, side in zip(("left", "right"), (Fraction(left), Fraction(right)), strict=True):
        low, high = told[name]
        assert Fraction(low) <= side <= Fraction(high)
        assert Fraction(low) < side < Fraction(high) or side == 0
        if side.denominator & (side.denominator - 1) == 0:
            assert (low, high) == (float(side - abs(side) / 2**52), float(side + abs(side) / 2**52))
        assert Fraction(high) - Fraction(low) <= abs(side) * Fraction(3, 2**52)
    assert told["slack"] == told["right"][0] - told["left"][1]
    assert Fraction(told["slack"]) <= Fraction(right) - Fraction(left)
    assert told["parameters"] == {}


def test_a_counterexample_says_where() -> None:
    told = at_most(n, Integer(2), Variable(n, Integer(1), Integer(3))).check(Settings())
    assert told.verdict is Verdict.REFUTED
    at = Fraction(told.evidence["parameters"]["n"])
    assert 2 < at <= 3
    assert told.evidence["slack"] == pytest.approx(2 - float(at), abs=1e-14)


def test_a_proof_shows_its_domain_and_both_sides_where_it_is_asked_to() -> None:
    at = (("n", "7/3"), ("x", "-1"))
    statement = at_most(-n, x**2 + sqrt(2), FROM_1, Variable(x, Integer(-2), Integer(5)), shown=at)
    told = statement.check(Settings())
    assert told.verdict is Verdict.PROVED
    assert told.evidence["domain"] == "n in [1, oo), x in [-2, 5]"
    assert told.evidence["parameters"] == {"n": "7/3", "x": "-1"}
    assert told.evidence["left"] == [-7 / 3, -7 / 3]
    assert told.evidence["right"] == pytest.approx([1 + math.sqrt(2)] * 2, rel=1e-15)
    assert told.evidence["slack"] == pytest.approx(1 + math.sqrt(2) + 7 / 3, rel=1e-15)
    bare = at_most(Integer(1), Integer(2)).check(Settings()).evidence
    assert bare["domain"] == "no variables"
    assert not {"parameters", "left", "slack", "witness"} & bare.keys()
    assert bare["certificate"].split()[0].isdigit()


@pytest.mark.parametrize(
    ("left", "right"), [(n * exp(-n), Integer(1)), (sqrt(n), 1 + n), (log(1 + n), n), (abs(n - 2), n + 2)]
)
def test_a_proof_counts_all_steps_of_its_certificate(left: sympy.Expr, right: sympy.Expr) -> None:
    """By the text of the certificate, in which each step has its kind."""
    with recorded() as proofs:
        found = at_most(left, right, FROM_1).check(Settings())
    ((_, proof),) = proofs
    assert isinstance(proof, Proved)
    kinds = re.findall('"node": "([a-z]+)"', json.dumps(proof.certificate))
    told = (f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds)))
    assert found.evidence["certificate"] == ", ".join(told)


@pytest.mark.parametrize("shown", [(("n", "1"),), (("n", "1"), ("x", "1"), ("y", "1")), (("n", "1"), ("x", "I"))])
def test_both_sides_are_shown_at_a_number_for_each_letter(shown: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(ValueError, match="must be a real number, as text, by variable"):
        at_most(n, n + x**2, FROM_1, Variable(x, Integer(0), Integer(1)), shown=shown)


def test_a_constant_is_put_in_before_the_right_side() -> None:
    """m <= C m holds from C = 1 on, and no lower."""
    for constant, verdict in ((Integer(1), Verdict.PROVED), (1 - Rational(1, 10**6), Verdict.REFUTED)):
        found = UpToConstant(n, n, (FROM_1,), constant).check(Settings())
        assert (found.verdict, found.evidence["constant"]) == (verdict, str(constant))
    statement = UpToConstant(n, n**2, (FROM_1,), Rational(3, 2), where=(n >= 2,))
    assert statement.latex() == (
        r"n \le C\left(n^{2}\right) \quad (n \geq 2,\ n \ge 1) \quad \text{where } C = \frac{3}{2}"
    )
    argued = UpToConstant(n, n, (FROM_1,), Integer(1), text="words")
    assert (argued.check(Settings()).verdict, argued.latex()) == (Verdict.ARGUED, "words")
    # The condition counts: without it the constant is too small at 1.
    half = UpToConstant(n, n**2, (FROM_1,), Rational(3, 5), where=(n >= 2,))
    assert half.check(Settings()).verdict is Verdict.PROVED
    assert UpToConstant(n, n**2, (FROM_1,), Rational(3, 5)).check(Settings()).verdict is Verdict.REFUTED


def family(left: Any, right: Any = 1, **changes: Any) -> UpToConstant:
    """left <= C right along n."""
    given = {"variables": (FROM_1,), "family": ((n, n),), "along": n, **changes}
    return UpToConstant(sympy.sympify(left), sympy.sympify(right), **given)


def test_a_family_records_its_ratios() -> None:
    statement = family(3 * n**2, n)
    found = statement.check(Settings())
    told = found.evidence
    assert found.verdict is Verdict.REFUTED
    assert told["ratios"] == pytest.approx([30, 300, 3000, 30000], rel=1e-15)
    assert told["along"] == {"n": [10, 100, 1000, 10000]}
    assert told["parameters"] == {"n": "n"}
    assert told["left"][0] <= 30000 <= told["left"][1]
    assert told["right"][0] <= 30 <= told["right"][1]
    assert told["left"] == pytest.approx([30000, 30000], rel=1e-15)
    assert told["right"] == pytest.approx([30, 30], rel=1e-15)
    assert statement.latex() == r"3 n^{2} \lesssim n \quad (n \ge 1)"
    huge = family(exp(n)).check(Settings())
    assert (huge.verdict, huge.evidence["left"]) == (Verdict.REFUTED, [1e300, 1e300])
    assert huge.evidence["ratios"][:2] == pytest.approx([math.exp(10), math.exp(100)], rel=1e-12)
    assert huge.evidence["ratios"][2:] == [1e300, 1e300]


def test_letters_of_a_family_are_put_in_at_once() -> None:
    """m is n and n is 2 n: one after the other would give 2 n for both."""
    swapped = family(m * n**2, n, variables=(FROM_1, Variable(m, Integer(1), oo)), family=((m, n), (n, 2 * n)))
    told = swapped.check(Settings()).evidence
    assert told["ratios"] == pytest.approx([200, 2e4, 2e6, 2e8], rel=1e-15)
    assert told["parameters"] == {"m": "n", "n": "2*n"}


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (5 - 1 / n, "the ratio's limit is 5"),
        ((n - 3000) ** 2 / n + 1, "the ratio's limit is oo"),
        # The same at 10 and at 100.
        ((n - 55) ** 2 + 1, "the ratio's limit is oo"),
    ],
)
def test_a_ratio_that_is_bounded_or_falls_on_the_way_decides_nothing(left: sympy.Expr, told: str) -> None:
    found = family(left).check(Settings())
    assert (found.verdict, found.evidence["reason"]) == (Verdict.OPEN, told)


def _range(low: Any, high: Any, **changes: Any) -> Variable:
    return Variable(x, sympy.sympify(low), sympy.sympify(high), **changes)


@pytest.mark.parametrize(
    ("value", "inside", "outside", "told"),
    [
        # At an end: in the range where the end belongs to it.
        (Integer(1), _range(1, oo), _range(1, oo, open_lower=True), "x > 1"),
        (Integer(1), _range(0, 1), _range(0, 1, open_upper=True), "1 > x"),
        (1 / n, _range(0, 1, open_lower=True), _range(Rational(1, 100), 1), "x >= 1/100"),
        (1 / n, _range(0, Rational(1, 10)), _range(0, Rational(1, 10), open_upper=True), "1/10 > x"),
        (1 / n, _range(0, Rational(1, 10)), _range(0, Rational(1, 11)), "1/11 >= x"),
    ],
)
def test_a_family_may_touch_an_end_that_belongs_to_a_range(
    value: sympy.Expr, inside: Variable, outside: Variable, told: str
) -> None:
    for variable, verdict in ((inside, Verdict.REFUTED), (outside, Verdict.OPEN)):
        statement = family(n, 1 + x, variables=(FROM_1, variable), family=((n, n), (x, value)))
        found = statement.check(Settings())
        assert found.verdict is verdict
        if verdict is Verdict.OPEN:
            assert found.evidence["reason"] == f"along the family {told} is not shown for all n >= 10"


@pytest.mark.parametrize(
    ("where", "verdict"),
    [
        (n >= 10, Verdict.REFUTED),
        (n > 10, Verdict.OPEN),
        (n > 9, Verdict.REFUTED),
        (10 / n <= 1, Verdict.REFUTED),
        (10 / n < 1, Verdict.OPEN),
        (sympy.true, Verdict.REFUTED),
    ],
)
def test_a_family_holds_the_side_conditions_from_its_tenth_place_on(where: Any, verdict: Verdict) -> None:
    assert family(n, where=(where,)).check(Settings()).verdict is verdict


def test_a_family_has_positive_sides_and_whole_values() -> None:
    assert family(n, 10 * n - 99).check(Settings()).evidence["reason"] == "the ratio's limit is 1/10"
    assert "is not shown for all n >= 10" in family(n**2, n - 10).check(Settings()).evidence["reason"]
    assert "n - 10 > 0" in family(n - 10).check(Settings()).evidence["reason"]
    whole = Variable(sympy.Symbol("k", integer=True), Integer(1), oo, integer=True)
    for value, verdict in ((2 * n, Verdict.REFUTED), (n / 2, Verdict.OPEN)):
        statement = family(n * whole.symbol, n, variables=(FROM_1, whole), family=((n, n), (whole.symbol, value)))
        found = statement.check(Settings())
        assert found.verdict is verdict
    assert found.evidence["reason"] == "k is not shown to be an integer along the family"
    free = family(n, family=((n, n * p),))
    assert free.check(Settings()).evidence["reason"] == "the family leaves a letter free"


def test_rates_record_their_exponents_and_where_they_part() -> None:
    told = SameRate(3 * m**2 * sqrt(n), m**2 / n).check(Settings())
    assert told.verdict is Verdict.REFUTED
    assert told.evidence["exponents_left"] == {"m": "2", "n": "1/2"}
    assert told.evidence["exponents_right"] == {"m": "2", "n": "-1"}
    assert told.evidence["parameters"] == {
        "exponent of n, left minus right": "3/2",
        "m": "3",
        "n": "to oo",
        "limit of left/right": "oo",
    }
    falling = SameRate(m / n, m).check(Settings()).evidence["parameters"]
    assert falling["exponent of n, left minus right"] == "-1"
    assert falling["limit of left/right"] == "0"
    several = SameRate(m * n, 1 / (m * p)).check(Settings()).evidence["parameters"]
    assert several == {
        "exponent of m, left minus right": "2",
        "exponent of n, left minus right": "1",
        "exponent of p, left minus right": "1",
        "n": "3",
        "p": "5",
        "m": "to oo",
        "limit of left/right": "oo",
    }


def test_rates_that_are_alike_as_they_stand_are_refused() -> None:
    with pytest.raises(ValueError, match="the sides are alike"):
        SameRate((n * m) / m, n)
    assert SameRate(lambda: (n * m) / m, n).check(Settings()).verdict is Verdict.PROVED
    assert SameRate(sympy.Subs(n**p, p, 2), n**2).check(Settings()).verdict is Verdict.PROVED
    assert SameRate(sympy.Subs(n**p, p, 2), n**3).check(Settings()).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("left", "right", "domain"),
    [
        (2 * m, m, "all positive values, up to a constant"),
        (
            log(n**2),
            log(n),
            "all positive values at which every logarithm is at least a positive constant, up to a constant",
        ),
    ],
)
def test_rates_that_are_the_same_say_where(left: sympy.Expr, right: sympy.Expr, domain: str) -> None:
    found = SameRate(left, right).check(Settings())
    assert (found.verdict, found.evidence["domain"]) == (Verdict.PROVED, domain)
    argued = SameRate(left, right, "words")
    assert (argued.check(Settings()).verdict, argued.latex()) == (Verdict.ARGUED, "words")


@pytest.mark.parametrize(
    ("left", "right", "fixed", "verdict"),
    [
        (log(n ** Rational(3, 2) / 7), log(n), (), Verdict.PROVED),
        (log(m**2 * n**4), log(m * n**2), (), Verdict.PROVED),
        (log(n**p), log(n), (p,), Verdict.PROVED),
        (log(n**p), log(n), (), Verdict.REFUTED),
        (log(n) ** 2, log(n), (), Verdict.REFUTED),
        (log(log(n)), log(n), (), Verdict.REFUTED),
        (n ** (p / (p + 1)), n ** (1 - 1 / (p + 1)), (), Verdict.PROVED),
        (2**p * n, n, (p,), Verdict.PROVED),
        (2 ** (p * m) * n, n, (p,), Verdict.OPEN),
        (2**p * n, n, (m,), Verdict.OPEN),
        (n**p, n, (p,), Verdict.REFUTED),
        # A constant may be any function of a fixed letter, and goes nowhere with it.
        (p * n, n, (p,), Verdict.PROVED),
        (p**p * n, n, (p,), Verdict.PROVED),
        (p**m * n, n, (p,), Verdict.REFUTED),
        (p * n, n, (m,), Verdict.REFUTED),
        (sympy.E * n, n, (), Verdict.PROVED),
        (exp(sqrt(2)) * n, n, (), Verdict.PROVED),
        (log(n) / log(1 / n), log(1 / n) / log(n), (), Verdict.OPEN),
        (log(1 / n**2), log(n), (), Verdict.OPEN),
        (m**2 * log(n), m * log(n), (), Verdict.REFUTED),
        (x * n, n, (), Verdict.OPEN),
        (-n, n, (), Verdict.OPEN),
        (exp(n), n, (), Verdict.OPEN),
        (sqrt(n), n, (), Verdict.REFUTED),
    ],
)
def test_rates_up_to_constants_and_fixed_letters(
    left: sympy.Expr, right: sympy.Expr, fixed: tuple[sympy.Symbol, ...], verdict: Verdict
) -> None:
    found = SameRate(left, right, fixed=fixed).check(Settings())
    assert found.verdict is verdict, found.evidence
    if verdict is Verdict.OPEN and not left.has(log):
        assert "no product of powers" in found.evidence["reason"]


def test_a_limit_is_taken_with_the_others_held_at_primes() -> None:
    letters = sympy.symbols("a b c d e f g h i", positive=True)
    told = SameRate(sympy.prod(letters), sympy.prod(letters[1:])).check(Settings()).evidence["parameters"]
    held = dict(zip("bcdefghi", ("3", "5", "7", "11", "13", "17", "19", "23"), strict=True))
    assert told == {"exponent of a, left minus right": "1", **held, "a": "to oo", "limit of left/right": "oo"}
    both = SameRate(m * log(m), log(m)).check(Settings()).evidence
    assert both["exponents_left"] == {"m": "1", "ln(m)": "1"}
    assert SameRate(m / n, m * p).check(Settings()).evidence["parameters"]["limit of left/right"] == "0"


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        (m**2 * n**4, "ln(m*n**2)"),
        (m**-2 * n, "ln(sqrt(n)/m)"),
        (7 / m, "ln(1/m)"),
        (m + n, "ln(m + n)"),
        (m**p * n, "ln(m**p*n)"),
        (m * log(n), "ln(m*log(n))"),
    ],
)
def test_a_logarithm_is_one_in_which_its_first_letter_has_the_power_of_one_up_to_sign(
    argument: sympy.Expr, shown: str
) -> None:
    told = SameRate(log(argument), m * log(argument)).check(Settings()).evidence
    assert told["exponents_left"] == {shown: "1"}
    assert told["exponents_right"] == {shown: "1", "m": "1"}


def test_of_a_logarithm_the_power_is_one_in_its_first_letter_where_the_power_is_fixed() -> None:
    told = SameRate(log(m**p * n), 2 * log(m**p * n), fixed=(p,)).check(Settings()).evidence
    assert told["exponents_left"] == {"ln(m*n**(1/p))": "1"}


def test_rates_that_part_along_no_letter_are_open() -> None:
    told = SameRate(log(m**2 * n**4), log(m * n)).check(Settings())
    assert (told.verdict, told.evidence["reason"]) == (
        Verdict.OPEN,
        "the exponents differ, and no limit of the ratio tells",
    )


def test_a_rate_may_be_one() -> None:
    one = Integer(1)
    assert SameRate(one, Integer(2)).check(Settings()).verdict is Verdict.PROVED
    assert SameRate(m / n, one).check(Settings()).verdict is Verdict.REFUTED
    assert Balance(m / n, 1 / m * n, m, n, one).check(Settings()).verdict is Verdict.PROVED
    assert SameRate(Integer(0), one).check(Settings()).verdict is Verdict.OPEN


def test_a_balance_holds_its_order_too() -> None:
    sound = Balance(1 / m, m / n, m, sqrt(n), 1 / sqrt(n))
    found = sound.check(Settings())
    assert (found.verdict, found.evidence["solution"]) == (Verdict.PROVED, "sqrt(n)")
    assert found.evidence["exponents_left"] == found.evidence["exponents_right"] == {"n": "-1/2"}
    told = r"\frac{1}{m} \asymp \frac{m}{n} \text{ at } m \asymp \sqrt{n}"
    assert sound.latex() == told + r",\ \asymp \frac{1}{\sqrt{n}}"
    assert Balance(1 / m, m / n, m, sqrt(n)).latex() == told
    assert Balance(1 / m, m / n, m, sqrt(n), 1 / n).check(Settings()).verdict is Verdict.REFUTED
    assert Balance(1 / m, m / n, m, n, 1 / n).check(Settings()).verdict is Verdict.REFUTED
    argued = Balance(1 / m, m / n, m, sqrt(n), text="words")
    assert (argued.check(Settings()).verdict, argued.latex()) == (Verdict.ARGUED, "words")
    for letter in (p, 1):
        with pytest.raises(ValueError, match="must be a symbol of the terms"):
            Balance(1 / m, m / n, letter, sqrt(n))
    assert Balance(n, m, m, n).check(Settings()).verdict is Verdict.PROVED


HAIR = Fraction(1, 10**30)
SENSES = {"<=": (1, 1, 0), "<": (1, 0, 0), "==": (0, 1, 0), ">=": (0, 1, 1), ">": (0, 0, 1)}
"""Whether it holds of a number that is less, the same and more."""


def finite(*cases: Case, **changes: Any) -> Outcome:
    """What is found of a finite set."""
    return FiniteCheck("t", "the set", lambda _: cases, **changes).check(Settings())


@pytest.mark.parametrize("sense", SENSES)
def test_exact_sides_are_compared_exactly_and_balls_by_their_ends(sense: Any) -> None:
    for left, holds in zip((1 - HAIR, Fraction(1), 1 + HAIR), SENSES[sense], strict=True):
        exact = finite(Case({}, left, 1), sense=sense).verdict
        assert exact is (Verdict.CHECKED if holds else Verdict.REFUTED)
    for left, holds in zip((arb(1, 0.25), arb(3, 0.25)), SENSES[sense][::2], strict=True):
        apart = finite(Case({}, left, arb(2, 0.25)), sense=sense).verdict
        assert apart is (Verdict.CHECKED if holds else Verdict.REFUTED)
    assert finite(Case({}, arb(2, 0.25), 2), sense=sense).evidence["reason"] == "the enclosures overlap"
    # Two enclosures of one point are as good as exact, but for an equation.
    same = finite(Case({}, arb(2), arb(2)), sense=sense).verdict
    assert same is {True: Verdict.CHECKED, False: Verdict.REFUTED}[bool(SENSES[sense][1])] or sense == "=="
    assert sense != "==" or same is Verdict.OPEN


def test_a_finite_set_shows_its_tightest_case_or_the_first_that_fails() -> None:
    cases = [Case({"i": i}, Fraction(left), 3) for i, left in enumerate((0, 2, -5, 2, 1))]
    told = finite(*cases).evidence
    assert told == {
        "method": "every case, exact or enclosed",
        "set": "the set",
        "cases": 5,
        "parameters": {"i": 1},
        "left": [2.0, 2.0],
        "right": [3.0, 3.0],
        "left_exact": "2",
        "right_exact": "3",
        "slack": 1.0,
    }
    above = finite(*(Case(case.parameters, case.right, case.left) for case in cases), sense=">").evidence
    assert (above["parameters"], above["slack"]) == ({"i": 1}, -1.0)
    wrong = Case({"i": 9}, Fraction(7, 2), 3, note="a note")
    found = finite(cases[0], wrong, cases[1], wrong)
    assert found.verdict is Verdict.REFUTED
    assert (found.evidence["cases"], found.evidence["parameters"]) == (2, {"i": 9})
    assert (found.evidence["slack"], found.evidence["note"]) == (-0.5, "a note")
    assert found.evidence["method"] == "counterexample, exact or enclosed"
    for odd in (Case({"i": 9}, 1, 2, 3), Case({"i": 9}, arb(1, 1), 1)):
        found = finite(cases[0], odd, wrong)
        assert (found.verdict, found.evidence["cases"], found.evidence["parameters"]) == (Verdict.OPEN, 2, {"i": 9})


@pytest.mark.parametrize("number", [Fraction(1, 3), Fraction(-1, 3), Fraction(1, 10), Fraction(10**40, 7), Fraction(3)])
def test_a_side_is_recorded_in_floats_that_enclose_it(number: Fraction) -> None:
    low, high = finite(Case({}, number, 10**60)).evidence["left"]
    assert Fraction(low) <= number <= Fraction(high)
    assert Fraction(high) - Fraction(low) <= abs(number) / 2**50
    assert low == high or number.denominator > 1 or abs(number) > 2**53


def test_a_ball_of_more_digits_is_recorded_in_floats_around_it() -> None:
    """Around a third at 200 bits both neighbours, and around what is smaller than all floats the smallest ones."""
    with ctx.workprec(200):
        third, tiny, small = arb(1) / 3, arb(2) ** -1100, arb(5) * arb(2) ** -1076
        minus = -third
    below = 1 / 3
    for sign, ball, low, high in (
        (1, third, below, math.nextafter(below, 1)),
        (-1, minus, -math.nextafter(below, 1), -below),
        (1, tiny, 0.0, 5e-324),
        (1, small, 5e-324, 1e-323),
        (-1, -tiny, -5e-324, 0.0),
        (1, arb(2) ** 80, 2.0**80, 2.0**80),
    ):
        told = finite(Case({}, ball, sign * 10**40), sense="<" if sign > 0 else ">").evidence
        assert told["left"] == [low, high]


def test_a_record_encloses_at_any_precision() -> None:
    with ctx.workprec(200):
        for sign, low, high in ((1, 1 / 3, math.nextafter(1 / 3, 1)), (-1, -math.nextafter(1 / 3, 1), -1 / 3)):
            assert finite(Case({}, sign * arb(1) / 3, 2)).evidence["left"] == [low, high]


def test_an_exact_side_and_a_ball_are_compared_by_ends() -> None:
    for sides in ((1, arb(2, 0.25)), (arb(1, 0.25), 2)):
        assert finite(Case({}, *sides)).verdict is Verdict.CHECKED
        assert finite(Case({}, *sides[::-1])).verdict is Verdict.REFUTED


def test_what_is_granted_is_displayed_and_profiles_have_names() -> None:
    check = FiniteCheck("t", "s", lambda _: ())
    assert (check.latex(), replace(check, granted="g").latex()) == ("t", r"t\quad(\text{granted: }g)")
    assert (Settings().profile, Settings(quick=False).profile) == ("quick", "full")


class _Leaning(Plain):
    """A part that depends on a claim."""

    premises = ("a/claim",)

    def __init__(self, verdict: Verdict | None, *steps: str) -> None:
        self.verdict, self.steps = verdict, steps

    def latex(self) -> str:
        return "leaning"

    def check(self, settings: Settings) -> Outcome:
        return Outcome(Verdict.PROVED, {"method": "m"}, 0.25)

    def conclude(self, own: Outcome | None, premises: Any) -> Outcome | None:
        if self.verdict is None:
            return None
        return Outcome(self.verdict, {"steps": [{"claim": claim} for claim in self.steps]})


def test_parts_conclude_with_their_premises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "is_statement", lambda _: True)
    plain = SameRate(2 * n, n)
    parts: Any = {
        "a": _Leaning(Verdict.CHECKED, "one", "two"),
        "b": _Leaning(None),
        "c": _Leaning(Verdict.PROVED, "two", "three"),
        "d": plain,
    }
    both = AllOf("", parts)
    own = both.check(Settings())
    assert (both.premises, own.verdict, own.alpha) == (("a/claim",), Verdict.PROVED, 0.75)
    found = both.conclude(own, {})
    assert found is not None
    assert (found.verdict, found.alpha) == (Verdict.CHECKED, 0.75)
    assert found.evidence == own.evidence | {"steps": [{"claim": claim} for claim in ("one", "two", "three")]}
    without = AllOf("", {"d": plain})
    assert without.conclude(without.check(Settings()), {}) == without.check(Settings())


@pytest.mark.parametrize(("bits", "shown"), [(100, True), (199, True), (200, False), (4000, False)])
def test_an_exact_side_is_written_where_it_is_short(bits: int, shown: bool) -> None:
    """Two hundred bits, over and under the line."""
    for number in (Fraction(2**bits - 1), -Fraction(2**bits - 1), Fraction(1, 2**bits - 1)):
        told = finite(Case({}, number, 2**4001)).evidence if bits < 4000 else finite(Case({}, 0, number), sense="==")
        told = told if isinstance(told, dict) else told.evidence
        name = "left_exact" if bits < 4000 else "right_exact"
        assert told.get(name) == str(number) if shown else name not in told, (bits, number)


def test_parts_are_as_good_as_the_weakest_and_show_it() -> None:
    held, failing = (
        FiniteCheck("t", name, lambda _, left=left: [Case({}, left, 1)]) for name, left in (("a", 0), ("b", 2))
    )
    proved = SameRate(2 * n, n)
    both = AllOf("", {"one": proved, "two": held, "three": held})
    found = both.check(Settings())
    assert (found.verdict, found.evidence["shown"], found.evidence["set"]) == (Verdict.CHECKED, "two", "a")
    assert found.evidence["method"] == "3 parts, each on its own"
    assert [(part["part"], part["verdict"]) for part in found.evidence["parts"]] == [
        ("one", "proved"),
        ("two", "checked"),
        ("three", "checked"),
    ]
    assert both.latex() == r"2 n \asymp n;\quad t;\quad t"
    assert AllOf("words", {"one": proved}).check(Settings()).verdict is Verdict.ARGUED
    assert AllOf("words", {"one": proved, "two": failing}).check(Settings()).verdict is Verdict.REFUTED
    assert both.premises == ()


def test_a_strict_inequality_needs_more_than_a_touch() -> None:
    unit = (Variable(x, Integer(0), Integer(1)),)
    for sense, verdict in (("<=", Verdict.PROVED), ("<", Verdict.REFUTED)):
        assert Inequality(Relation(x**2, x, sense, unit)).check(Settings()).verdict is verdict  # type: ignore[arg-type]
