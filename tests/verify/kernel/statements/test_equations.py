"""What an identity promises: where it is tried, how near its sides have to be, where both are shown to be defined."""

import math
from typing import Any

import pytest
import sympy
from sympy import Integer, Rational, exp, log, oo, pi, sqrt

from verify.kernel.prover import Variable
from verify.kernel.statements import Balance, Identity, SameRate, computed
from verify.kernel.statements.defined import undefined
from verify.kernel.statements.outcome import Outcome, Settings, Verdict

x, y = sympy.symbols("x y", real=True)
n, p = sympy.symbols("n p", positive=True)
k = sympy.Symbol("k", integer=True)


def found(*sides: Any, seed: int = 0) -> Outcome:
    """What is found of an identity."""
    return Identity(*sides).check(Settings(seed=seed))


def twice(part: sympy.Expr, *ranges: Any) -> Outcome:
    """Of one that holds wherever a part is defined."""
    return found(lambda: part + part, 2 * part, ranges)


def tried(*ranges: Any, seed: int = 0) -> list[tuple[sympy.Rational, ...]]:
    """The points at which both sides are evaluated."""
    points: list[tuple[sympy.Rational, ...]] = []

    class Probe(sympy.Function):  # type: ignore[misc]
        @classmethod
        def eval(cls, *at: sympy.Expr) -> Any:
            if any(each.free_symbols for each in at):
                return None
            points.append(at)
            return Integer(1)

    letters = [each.symbol if isinstance(each, Variable) else each[0] for each in ranges]
    Identity(Probe(*letters), Integer(1), ranges).check(Settings(seed=seed))
    return points


def test_an_identity_is_tried_at_twelve_points_inside_its_ranges() -> None:
    """Thousandths, all of them different, and others with another seed; the first is a short one."""
    first, *others = points = tried((x, "-1", "3"), (y, "0", "1"))
    assert first == (1, Rational(2, 3))
    assert len(points) == len(set(points)) == 12
    for at in others:
        a, b = (at[0] + 1) / 4 * 1001, at[1] * 1001
        assert a.is_integer
        assert b.is_integer
        assert 1 <= a <= 999
        assert 1 <= b <= 999
    assert len({round(12 * float(b)) for _, b in points}) > 4
    again = tried((x, "-1", "3"), (y, "0", "1"), seed=7)
    assert again[0] == first
    assert not set(again[1:]) & set(others)


@pytest.mark.parametrize(
    ("ranges", "low", "high", "first"),
    [
        (((x, "5", "6"),), 5, 6, Rational(11, 2)),
        (((x, "5", "oo"),), 5, 9, Integer(7)),
        (((x, "-oo", "5"),), -3, 5, Integer(1)),
        (((x, "-oo", "oo"),), -4, 4, Integer(0)),
        ((Variable(k, Integer(3), Integer(9), integer=True),), 3, 9, Integer(6)),
        ((Variable(k, Integer(-7), oo, integer=True),), -7, -3, Integer(-5)),
    ],
)
def test_points_lie_within_four_of_a_finite_end(ranges: Any, low: int, high: int, first: sympy.Rational) -> None:
    points = [at for (at,) in tried(*ranges)]
    assert points[0] == first
    assert all(low <= at <= high for at in points)
    assert all(at.is_integer for at in points) is isinstance(ranges[0], Variable)
    assert min(points) < low + (high - low) / 4
    assert max(points) > high - (high - low) / 4


def test_the_first_point_is_short_for_each_letter() -> None:
    a, b, c = sympy.symbols("a b c", real=True)
    assert tried(*((each, "0", "1") for each in (a, b, c)))[0] == (Rational(1, 2), Rational(2, 3), Rational(3, 4))
    told = found(lambda: c + a + b + a, 2 * a + b + c, ((c, "0", "4"), (b, "0", "3"), (a, "0", "6"))).evidence
    assert told["parameters"] == {"a": "3", "b": "2", "c": "3"}
    assert (told["left"], told["right"], told["slack"]) == ([11.0, 11.0], [11.0, 11.0], 0.0)
    assert told["domain"] == "a in (0, 6), b in (0, 3), c in (0, 4)"
    assert told["method"] == "sympy; confirmed to 60 digits at 12 random points"


@pytest.mark.parametrize("value", [1, -2, Rational(1, 1000)])
@pytest.mark.parametrize("sign", [-1, 1])
def test_sides_that_differ_in_the_fiftieth_digit_refute(value: sympy.Rational, sign: int) -> None:
    """By 10^-50 for 1 and for each side; a little less only does not prove them."""
    limit = (1 + 2 * abs(Rational(value))) / Integer(10) ** 50
    above, below = (value + sign * limit * Rational(share) for share in ("1.001", "0.999"))
    refuted = found(Integer(1) * value, above)
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.evidence["slack"] == pytest.approx(float(1.001 * sign * limit), rel=1e-6, abs=0)
    assert refuted.evidence["left"] == refuted.evidence["right"] == [float(value), float(value)]
    assert refuted.evidence["method"] == "both sides to 60 digits"
    near = found(Integer(1) * value, below)
    assert (near.verdict, near.evidence["reason"]) == (Verdict.OPEN, "the difference did not simplify to 0")


def test_a_refutation_says_where_and_by_how_much() -> None:
    told = found(x + y, 2 * x, ((x, "0", "1"), (y, "0", "3")))
    assert told.verdict is Verdict.REFUTED
    assert told.evidence["parameters"] == {"x": "1/2", "y": "2"}
    assert (told.evidence["left"], told.evidence["right"], told.evidence["slack"]) == ([2.5, 2.5], [1.0, 1.0], -1.5)


@pytest.mark.parametrize(
    ("left", "right"),
    [(sqrt(x - 3), x), (x, sqrt(x - 3)), (1 / (x - 1), x), (x, 1 / (x - 1)), (log(x - 1), x), (x, log(x - 1))],
)
def test_a_side_that_is_no_real_number_at_a_point_is_told(left: sympy.Expr, right: sympy.Expr) -> None:
    told = found(left, right + y, ((x, "0", "2"), (y, "0", "3")))
    assert told.verdict is Verdict.OPEN
    assert told.evidence["reason"] == "a side is no real number at x = 1, y = 2"


def ends(low: Any, high: Any, of: sympy.Symbol = x) -> Variable:
    """A range with its ends."""
    return Variable(of, sympy.sympify(low), sympy.sympify(high))


_B, _F, _G = sympy.binomial, sympy.factorial, sympy.gamma


@pytest.mark.parametrize(
    ("part", "shown", "not_shown", "told"),
    [
        (log(x), (x, "0", "1"), ends(0, 1), "the argument x"),
        (log(x**3), (x, "0", "1"), ends(0, 1), "the argument x**3"),
        (log(abs(x)), (x, "0", "1"), ends(0, 1), "the argument Abs(x)"),
        (log(3 * x), (x, "0", "1"), ends(0, 1), "the argument 3*x"),
        (_G(x), (x, "0", "1"), ends(0, 1), "the argument x"),
        (sympy.loggamma(x), (x, "0", "1"), ends(0, 1), "the argument x"),
        (_F(x), (x, "-1", "2"), ends(-1, 2), "the argument x"),
        (_F(x), ends(Rational(-999, 1000), 2), (x, "-1.001", "2"), "the argument x"),
        # Of a binomial: at the bottom, and in the difference.
        (_B(3, x), (x, "-1", "2"), ends(-1, 2), "the argument binomial(3, x)"),
        (_B(3, x), (x, "2", "4"), ends(2, 4), "the argument binomial(3, x)"),
        # A pole on either side, and inside; a root at its end; both.
        (1 / x, (x, "0", "1"), ends(0, 1), "the base x"),
        (1 / x, (x, "-1", "0"), ends(-1, 0), "the base x"),
        (x**-2, (x, "0", "1"), (x, "-1", "2"), "the base x"),
        (sqrt(x), ends(0, 1), ends(Rational(-1, 10**6), 1), "the base x"),
        (x ** Rational(-1, 2), (x, "0", "1"), ends(0, 1), "the base x"),
        (x**n, (x, "0", "1"), ends(Rational(-1, 10**6), 1), "the base x"),
        (x ** (-n), (x, "0", "1"), ends(0, 1), "the base x"),
    ],
)
def test_a_part_is_shown_to_be_defined_up_to_the_end_of_its_range(
    part: sympy.Expr, shown: Any, not_shown: Any, told: str
) -> None:
    assert twice(part, shown).verdict is Verdict.PROVED
    if isinstance(not_shown, tuple):
        not_shown = (not_shown[0], *map(Rational, not_shown[1:]))
    outcome = twice(part, not_shown)
    assert outcome.verdict is Verdict.OPEN
    assert outcome.evidence["reason"] == f"{told} is not shown to be defined on the ranges"


def test_a_binomial_is_shown_to_be_defined_above_its_poles_alone() -> None:
    """By its upper variable, and by what that is more than the lower one."""
    for low, lower in ((-1, ends(Rational(-1, 2), Rational(-1, 4), y)), (Rational(-1, 2), ends(0, Rational(1, 2), y))):
        assert twice(_B(x, y), (x, low, Integer(2)), lower).verdict is Verdict.PROVED
        outcome = twice(_B(x, y), ends(low, 2), lower)
        assert outcome.evidence["reason"] == "the argument binomial(x, y) is not shown to be defined on the ranges"


@pytest.mark.parametrize(
    "part",
    [
        x**2,
        x**3,
        exp(x),
        sympy.sin(x),
        sympy.cos(x),
        sympy.sinh(x),
        sympy.cosh(x),
        sympy.tanh(x),
        sympy.erf(x),
        sympy.erfc(x),
        abs(x),
        sympy.Min(x, 0),
        sympy.Max(x, 0),
        sympy.floor(x),
        sympy.ceiling(x),
    ],
)
def test_these_are_defined_everywhere(part: sympy.Expr) -> None:
    assert twice(part, (x, "-1", "2")).verdict is Verdict.PROVED
    assert twice(part, (x, "-oo", "oo")).verdict is Verdict.PROVED


def test_a_power_of_nothing_is_one_everywhere() -> None:
    assert found(lambda: x**0, 1, ((x, "-1", "2"),)).verdict is Verdict.PROVED


def test_of_another_function_nothing_is_known() -> None:
    outcome = twice(sympy.besselj(0, x), (x, "0", "1"))
    assert outcome.evidence["reason"] == "the function besselj(0, x) is not shown to be defined on the ranges"


def test_letters_have_the_ranges_that_their_assumptions_allow() -> None:
    none = sympy.Symbol("z", real=True, nonnegative=True)
    whole, above = (
        sympy.symbols("a b", integer=True, positive=True)[0],
        sympy.Symbol("b", integer=True, nonnegative=True),
    )
    for letter, told in (
        (x, r"x \in \mathbb{R}"),
        (n, "n > 0"),
        (none, r"z \ge 0"),
        (k, r"k \in \mathbb{Z}"),
        (whole, r"a \ge 1\text{ whole}"),
        (above, r"b \ge 0\text{ whole}"),
    ):
        assert Identity(lambda letter=letter: letter + letter, 2 * letter).latex().endswith(rf"\quad ({told})")
    both = Identity(lambda: k + k + x, 2 * k + x, ((k, "1", "4"), (x, "1", "4"))).latex()
    assert both.endswith(r"\quad (1 \le k \le 4\text{ whole},\ 1 < x < 4)")


def test_an_equation_of_numbers_has_no_scope() -> None:
    numbers = Identity(lambda: sqrt(2) * sqrt(8), Integer(4))
    assert numbers.latex() == r"\sqrt{2} \sqrt{8} = 4"
    outcome = numbers.check(Settings())
    assert (outcome.verdict, outcome.evidence["domain"]) == (Verdict.PROVED, "no variables")
    assert outcome.evidence["parameters"] == {}
    assert computed(lambda: sympy.Integer(4), Integer(4)).latex() == r"4 = 4 \quad (\text{left: sympy.Integer(4)})"


def test_words_in_place_of_an_equation_are_a_joint_in_words() -> None:
    outcome = found(lambda: n + n, 2 * n, (), "twice")
    assert Identity(lambda: n + n, 2 * n, (), "twice").latex() == "twice"
    assert (outcome.verdict, len(outcome.evidence["words"])) == (Verdict.ARGUED, 1)
    assert found(n, 2 * n, (), "twice").verdict is Verdict.REFUTED


def test_a_derivative_is_taken_before_numbers_are_put_in() -> None:
    assert found(sympy.Derivative(x**2, x), 2 * x).verdict is Verdict.PROVED
    outcome = found(sympy.Derivative(x**2, x), 3 * x, ((x, "0", "1"),))
    assert (outcome.verdict, outcome.evidence["left"]) == (Verdict.REFUTED, [1.0, 1.0])


_D, _I, _S, _P = sympy.Derivative, sympy.Integral, sympy.Sum, sympy.Product
_ROOT = sympy.Symbol("w", nonnegative=True)
_COUNT = sympy.Symbol("c", integer=True, nonnegative=True)
_FEW = sympy.Symbol("c", integer=True)


@pytest.mark.parametrize(
    ("left", "right", "told"),
    [
        # A kink, a root, and a jump, at one point of the range.
        (lambda: _D(abs(x), x) * abs(x), x, "the derivative of Abs(x)"),
        (lambda: _D(sympy.Max(x, 0), x) * x, sympy.Max(x, 0), "the derivative of Max(0, x)"),
        (lambda: _D(sqrt(_ROOT), _ROOT) * 2 * _ROOT, sqrt(_ROOT), "the base w"),
        (lambda: _D(_I(abs(y - x), (y, -1, 1)), x) * 0, 0, "the derivative of Abs("),
        (lambda: _D(_I(sympy.Max(y, 0), (y, 0, x)), x) * 0, 0, "the part Integral("),
        # By a letter that is an integer.
        (lambda: _D(k**2, k), 2 * k, "the part Derivative("),
        # Turned, or with an end that is no integer.
        (lambda: _S(1, (k, 5, 1)), -3, "the part Sum("),
        (lambda: _S(1, (k, 1, n)), n, "the part Sum("),
        (lambda: _S(k, (k, 1, _FEW)), _FEW * (_FEW + 1) / 2, "the part Sum("),
        (lambda: _P(2, (k, 1, _FEW)), Integer(2) ** _FEW, "the part Product("),
        (lambda: _I(1 + y - y, (y, 0, x)), x, "the part Integral("),
        (lambda: sympy.Subs(y**2, y, x), x**2, "the part Subs("),
    ],
)
def test_what_is_not_shown_to_be_defined_everywhere_is_open(left: Any, right: Any, told: str) -> None:
    outcome = found(left, right)
    assert outcome.verdict is Verdict.OPEN
    assert outcome.evidence["reason"].startswith(told)
    assert outcome.evidence["reason"].endswith("is not shown to be defined on the ranges")


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (_I(1 / y, (y, 0, 1)), "the base y"),
        (_I(log(y), (y, 0, 1)), "the argument y"),
        (_I(1 / y, (y, 1, oo)), "the part Integral("),
        (_I(exp(-x * y), (y, 0, oo)), "the part Integral("),
        (_S(1 / k, (k, 1, oo)), "the part Sum("),
        (_S((-1) ** k, (k, 1, oo)), "the base -1"),
        (_S(n**k, (k, 0, oo)), "the part Sum("),
        (_P(1 - 1 / (k + 1) ** 2, (k, 1, oo)), "the part Product("),
        (sympy.Limit(abs(y) / y, y, 0), "the part Limit("),
        # The letter below is assumed to be positive, and runs through other numbers too.
        (_I(n, (n, -1, 1)), "the part Integral("),
    ],
)
def test_what_has_no_value_between_its_ends_is_not_shown_to_have_one(part: sympy.Expr, told: str) -> None:
    assert undefined(part, (Variable(x, Integer(1), oo), Variable(n, Integer(0), oo, True))).startswith(told)


@pytest.mark.parametrize(
    ("left", "right", "ranges"),
    [
        (lambda: _D(abs(x), x) * abs(x), x, ends(1, 2)),
        (lambda: _D(sqrt(_ROOT), _ROOT) * 2 * _ROOT, sqrt(_ROOT), (_ROOT, "0", "oo")),
        (lambda: _D(exp(x**2) / n, x), 2 * x * exp(x**2) / n, None),
        (lambda: _D(_I(x * y, (y, 0, 1)), x), Rational(1, 2), None),
        (lambda: _S(k, (k, 1, _COUNT)), _COUNT * (_COUNT + 1) / 2, None),
        (lambda: _P(2, (k, 1, _COUNT)), Integer(2) ** _COUNT, None),
        (lambda: _S(1 / k**2, (k, 1, oo)), pi**2 / 6, None),
        (lambda: _I(1 / y, (y, 1, n + 1)), log(n + 1), None),
        (lambda: _I(exp(-(y**2)), (y, -oo, oo)), sqrt(pi), None),
        (lambda: _I(sqrt(n), (n, 0, 1)), Rational(2, 3), None),
    ],
)
def test_what_is_defined_under_a_sign_is_shown_to_be(left: Any, right: Any, ranges: Any) -> None:
    outcome = found(left, right, () if ranges is None else (ranges,))
    assert outcome.verdict is Verdict.PROVED, outcome.evidence


def test_an_inner_letter_has_an_outer_one_as_its_end() -> None:
    inner = sympy.Symbol("i", integer=True)
    assert not undefined(_S(log(inner), (inner, 1, k), (k, 1, 4)), ())
    assert undefined(_S(log(inner), (inner, 1, k), (k, -1, 4)), ()).startswith("the part Sum(")
    assert undefined(_S(log(inner - 1), (inner, 1, k), (k, 1, 4)), ()).startswith("the argument i - 1")


def test_a_derivative_before_a_factor_has_brackets() -> None:
    told = Identity(lambda: _D(abs(x), x) * abs(x), x).latex()
    assert told.startswith(r"\left(\frac{d}{d x} \left|{x}\right|\right) \left|{x}\right| = x")
    assert Identity(lambda: x * _D(abs(x), x), y).latex().startswith(r"x \frac{d}{d x} \left|{x}\right| = y")


def test_two_letters_of_one_name_are_refused() -> None:
    other = sympy.Symbol("x", positive=True)
    for make in (
        lambda: Identity(x + n, other + n),
        lambda: Identity(lambda: _S(other, (sympy.Symbol("x", integer=True), 1, 3)), 3 * other),
        lambda: SameRate(log(n * other), log(n * x)),
        lambda: Balance(n / other, x * n, n, other),
    ):
        with pytest.raises(ValueError, match="letters = x: must have one name each"):
            make()


@pytest.mark.parametrize(
    ("left", "right", "ranges"),
    [
        (log(n * p), log(n) + log(p), ()),
        (log(n**x / p), x * log(n) - log(p), ()),
        (sympy.sin(x) ** 2 + sympy.cos(x) ** 2, Integer(1), ()),
        ((x**2 - 1) / (x - 1), x + 1, ((x, "1", "3"),)),
        (sympy.Sum(k, (k, 1, 10)), Integer(55), ()),
    ],
)
def test_one_route_is_enough(left: sympy.Expr, right: sympy.Expr, ranges: Any) -> None:
    outcome = found(lambda: left, right, ranges)
    assert outcome.verdict is Verdict.PROVED


def test_shown_values_are_rounded_once() -> None:
    """Cancellation of twenty digits does not show."""
    small = Rational(1, 10**20)
    told = found(lambda: (1 + small * pi) - 1, small * pi).evidence
    assert told["left"][0] == pytest.approx(1e-20 * math.pi, rel=1e-15)


def test_logarithms_that_differ_beyond_all_digits_are_not_the_same() -> None:
    outcome = found(log(n + Rational(1, 10**55)), log(n), ((n, "1", "2"),))
    assert (outcome.verdict, outcome.evidence["reason"]) == (Verdict.OPEN, "the difference did not simplify to 0")


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ((x, "0"), "must be a symbol and both ends"),
        ((x, "0", "1", "2"), "must be a symbol and both ends"),
        (("x", "0", "1"), "must be a symbol and both ends"),
        ((x, [1], "1"), "must have exact numbers as ends"),
        ((x, "0", sympy.true), "must have exact numbers as ends"),
        ((x, "0", object()), "is no exact number"),
    ],
)
def test_a_range_is_a_letter_and_two_numbers(told: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Identity(lambda: x + x, 2 * x, (told,))
