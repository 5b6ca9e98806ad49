import math
from fractions import Fraction as F

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from lowerbounds.information import divergences as dv
from lowerbounds.information.laws import FiniteLaw, binomial, point_mass, two_point
from lowerbounds.numerics.enclosures import ball, down, exact_down, narrow, risk_down, roughly
from notation.parameters import ParameterError

SETTINGS = settings(derandomize=True, database=None, deadline=None, max_examples=60)
CHANCES = st.integers(1, 19).map(lambda k: F(k, 20))


@pytest.fixture(autouse=True, scope="module")
def precision():
    """Balls made in a test are as narrow as those that it compares them with."""
    with ctx.workprec(200):
        yield


def laws(size, least=0):
    weights = st.lists(st.integers(least, 20), min_size=size, max_size=size).filter(any)
    return weights.map(lambda w: FiniteLaw(tuple((i, F(x, sum(w))) for i, x in enumerate(w))))


def words(law, m):
    """The m-fold product by enumeration: the second route to everything that counts give."""
    out = point_mass(())
    for _ in range(m):
        out = FiniteLaw(tuple(((*a, b), p * q) for a, p in out for b, q in law))
    return out


def agree(x, y):
    return ball(x).overlaps(ball(y)) and float(ball(x).rad()) < 1e-20 and float(ball(y).rad()) < 1e-20


@SETTINGS
@given(CHANCES, CHANCES, st.integers(1, 5), st.sampled_from([F(1), F(6, 5), F(3), F(81, 16)]))
def test_counts_give_what_all_tuples_give(p, q, m, gamma):
    a, b = words(two_point(p), m), words(two_point(q), m)
    x, y = binomial(m, p), binomial(m, q)
    assert dv.total_variation(a, b) == dv.total_variation(x, y)
    assert dv.hockey_stick(a, b, gamma) == dv.hockey_stick(x, y, gamma)
    assert agree(dv.total_variation_power(p, q, m), dv.total_variation(a, b))
    assert agree(dv.hockey_stick_power(p, q, m, gamma), dv.hockey_stick(a, b, gamma))
    assert dv.chi_square(a, b) == dv.chi_square_power(dv.chi_square(two_point(p), two_point(q)), m)
    assert agree(dv.affinity(a, b), dv.affinity_power(dv.affinity(two_point(p), two_point(q)), m))
    assert agree(
        dv.kullback_leibler(a, b), dv.kullback_leibler_power(dv.kullback_leibler(two_point(p), two_point(q)), m)
    )


@SETTINGS
@given(laws(4), laws(4))
def test_relations_between_divergences(p, q):
    tv, root, kl = dv.total_variation(p, q), dv.affinity(p, q), dv.kullback_leibler(p, q)
    assert tv == dv.hockey_stick(p, q, F(1))
    assert 0 <= tv <= 1
    # Violations must be certain: both ends of an inequality may meet.
    assert not dv.squared_hellinger(p, q) > ball(tv)
    assert not ball(tv) ** 2 > 1 - root**2
    assert not ball(tv) ** 2 > kl / 2
    assert not (-kl).exp() / 2 > ball(1 - tv)
    assert not kl > (1 + ball(dv.chi_square(p, q))).log()


def test_point_masses_and_infinite_divergences():
    p, q = point_mass(0), point_mass(1)
    assert dv.total_variation(p, q) == 1
    assert dv.chi_square(p, q) == math.inf
    assert not dv.kullback_leibler(p, q).is_finite()
    assert dv.affinity(p, q) == 0
    for p, q in ((F(1), F(0)), (F(1), F(1, 3)), (F(2, 3), F(0)), (F(0), F(1, 3)), (F(1, 3), F(1))):
        exact = dv.hockey_stick(binomial(3, p), binomial(3, q), F(3, 2))
        assert agree(dv.hockey_stick_power(p, q, 3, F(3, 2)), exact)


def test_an_atom_that_neither_law_has_changes_no_divergence():
    p, q = ({0: F(1, 3), 1: F(2, 3)}, {0: F(3, 4), 1: F(1, 4)})
    longer = [FiniteLaw.of(law | {2: 0}) for law in (p, q)]
    for divergence in (dv.total_variation, dv.chi_square, dv.affinity, dv.kullback_leibler):
        assert agree(divergence(*longer), divergence(FiniteLaw.of(p), FiniteLaw.of(q)))


@pytest.mark.parametrize("m", [9, 100, 1001])
def test_exact_rational_and_incomplete_beta_agree(m):
    p, q = F(1, 2) + F(1, 40), F(1, 2) - F(1, 30)
    assert agree(dv.total_variation_power(p, q, m), dv.total_variation(binomial(m, p), binomial(m, q)))


def test_total_variation_of_a_thousand_million_draws_is_gaussian():
    m, z = 10**9, 1.5
    s = F(z / math.sqrt(m))
    value = dv.total_variation_power((1 + s) / 2, (1 - s) / 2, m)
    assert float(value.rad()) < 1e-15
    assert float(value.mid()) == pytest.approx(math.erf(z / math.sqrt(2)), rel=1e-8)
    # An ignored m would be this.
    assert float(dv.total_variation_power((1 + s) / 2, (1 - s) / 2, 1).mid()) < 1e-4


@SETTINGS
@given(CHANCES, CHANCES, st.integers(1, 9))
def test_overlap_and_harmonic_sum_by_enumeration(p, q, n):
    if p <= q:
        p, q = 1 - p, 1 - q
    if p == q:
        return
    x, y = binomial(n, p), binomial(n, q)
    pair = [(ball(c), ball(1 - c)) for c in (p, q)]
    assert agree(dv.overlap_power(*pair, n), 1 - dv.total_variation(x, y))
    exact = sum(2 * a * b / (a + b) for (_, a), (_, b) in zip(x, y, strict=True))
    value = dv.harmonic_power(*pair, n)
    assert not value > ball(exact)
    assert float((ball(exact) - value).mid()) < 1e-20
    assert exact >= 1 - dv.total_variation(x, y)
    assert not dv.affinity(x, y) ** 2 > ball(exact)


def test_harmonic_sum_with_a_short_window_stays_below():
    pair = [(ball(c), ball(1 - c)) for c in (F(11, 20), F(9, 20))]
    assert dv.harmonic_power(*pair, 400, window=3) < dv.harmonic_power(*pair, 400)


def test_likelihood_test_is_one_of_the_best():
    for p, q, m in (
        (F(3, 5), F(2, 5), 4),
        (F(2, 5), F(3, 5), 5),
        (F(1), F(0), 7),
        (F(1), F(1, 2), 3),
        (F(1, 2), F(0), 3),
        # Laws so near that half the level moves the threshold by some draws.
        (F(11, 20), F(9, 20), 25),
        (F(1, 2), F(9, 20), 40),
        (F(3, 20), F(1, 5), 31),
    ):
        (yes_p, no_p), (yes_q, no_q) = dv.likelihood_test(p, q, m)
        assert agree(yes_p - yes_q, dv.total_variation(binomial(m, p), binomial(m, q)))
        assert agree(yes_p + no_p, 1)
        assert agree(yes_q + no_q, 1)


@pytest.mark.parametrize("digits", [30, 80, 200])
def test_a_threshold_is_at_most_the_number_of_draws(digits):
    # The point where the likelihoods meet is below all draws by less than its enclosure is wide.
    (accept, _), _ = dv.likelihood_test(1 - F(1, 10**digits), 1 - F(2, 10**digits), 3)
    assert accept > 0.9


def test_laws_too_close_to_tell_give_what_is_certain():
    near = F(1, 2) + F(1, 10**40)
    value = dv.total_variation_power(near, F(1, 2), 10**9)
    assert value.contains(ball(0))
    assert not value > 1
    assert dv.hockey_stick_power(F(2, 3), F(1, 3), 4, 17) == 0
    pair = (ball(near), ball(1 - near)), (ball(F(1, 2)), ball(F(1, 2)))
    assert dv.overlap_power(*pair, 10**9).contains(ball(1))
    assert dv.harmonic_power(*pair, 10**9) > arb("0.99")
    # Where no threshold is certain the majority of an odd number of draws serves, a fair test under both laws.
    for m in (1, 9, 21):
        assert all(agree(chance, F(1, 2)) for under in dv.likelihood_test(near, F(1, 2), m) for chance in under)
    with pytest.raises(ParameterError):
        dv.likelihood_test(F(1, 2), F(1, 2), 3)


def test_bad_arguments_and_rounding():
    with pytest.raises(ParameterError):
        dv.hockey_stick_power(F(1, 2), F(1, 3), 2, F(1, 2))
    for gamma in (math.nan, math.inf):
        with pytest.raises(ParameterError):
            dv.hockey_stick_power(F(1, 2), F(1, 3), 2, gamma)
    for power, single in ((dv.affinity_power, arb(1) / 2), (dv.kullback_leibler_power, arb(1))):
        with pytest.raises(ParameterError):
            power(single, -1)
    with pytest.raises(ParameterError):
        dv.total_variation_power(F(3, 2), F(1, 3), 2)
    with pytest.raises(ArithmeticError):
        down(arb("nan"))
    assert down(arb(1)) == 1.0
    assert F(down(ball(F(1, 3)))) < F(1, 3)
    assert risk_down(arb("1e-5000")) == 0.0
    assert risk_down(arb(-1)) == 0.0
    # What is unbounded below says nothing of a risk.
    assert risk_down(arb("-1e5000")) == 0.0
    assert risk_down(arb("nan")) == 0.0
    assert risk_down(arb("0 +/- inf")) == 0.0
    assert F(down(arb("1e-310"))) <= F(1, 10**310)
    assert math.isfinite(down(arb("1e5000")))


def test_binomial_tail_at_its_ends():
    assert dv.binomial_tail(5, 0, F(1, 2)) == 1
    assert dv.binomial_tail(5, 6, F(1, 2)) == 0
    assert agree(dv.binomial_tail(3, 2, F(1, 2)), F(1, 2))
    # Where the incomplete beta gives out, what is certain comes back at once, and nothing wider than that.
    for m in (10**18, 10**300):
        assert dv.binomial_tail(m, m // 2, F(1, 2)).contains(ball(F(1, 2)))
        assert abs(dv.binomial_tail(m, m // 2, F(1, 2))) < 1.01


@pytest.mark.parametrize("s", [F(1, 10**8), F(1, 10**30), F(1, 10**300)])
def test_kullback_leibler_of_close_laws_keeps_its_digits(s):
    value = dv.kullback_leibler(two_point((1 + s) / 2), two_point((1 - s) / 2))
    # The series of s log((1+s)/(1-s)).
    assert float((value / ball(2 * s**2 * (1 + s**2 / 3))).mid()) == pytest.approx(1, rel=1e-14)
    assert value > ball(2 * s**2) or s < F(1, 10**20)
    assert dv.kullback_leibler(two_point(s), two_point(s)) == 0


def test_narrow_adds_bits_only_where_they_are_needed():
    used = []

    def cancelling(scale):
        used.append(ctx.prec)
        return (1 + ball(scale)) - 1

    assert float((narrow(cancelling)(F(1, 2**200)) * 2**200).mid()) == 1.0
    assert len(used) > 1
    used.clear()
    narrow(cancelling)(F(1, 2))
    assert used == [96]


def test_exact_down_is_below_and_keeps_what_a_float_cannot_hold():
    x = (arb(2) / 10**401).sqrt()
    low = exact_down(x)
    assert 0 < low**2 <= F(2, 10**401)
    assert low**2 > F(2, 10**401) * (1 - F(1, 10**12))
    assert exact_down(arb(-3)) == -3


@pytest.mark.parametrize(
    ("m", "p", "counts"),
    [
        (6, F(1, 3), (-1, 0, 2, 3, 6, 7)),
        (60, F(2, 5), (1, 20, 31, 60)),
        (10**6, F(5001, 10**4), (500_000, 500_100, 501_000)),
        (10**9, F(1, 2), (5 * 10**8, 5 * 10**8 + 9)),
    ],
)
def test_tails_at_once_are_tails_one_by_one(m: int, p: F, counts: tuple[int, ...]) -> None:
    together, alone = dv.binomial_tails(m, counts, p), [dv.binomial_tail(m, k, p) for k in counts]
    assert all(one.overlaps(other) and one.rad() < 1e-15 for one, other in zip(together, alone, strict=True))
    if m < 100:
        law = [math.comb(m, j) * p**j * (1 - p) ** (m - j) for j in range(m + 1)]
        exact = [sum(law[max(k, 0) :], F(0)) for k in counts]
        assert all(tail.contains(ball(value)) for tail, value in zip(together, exact, strict=True))
        # Planted: counts off by one.
        later = dv.binomial_tails(m, [k + 1 for k in counts], p)
        assert not any(tail.overlaps(ball(value)) for tail, value in zip(later, exact, strict=True) if 0 < value < 1)


def test_tails_of_a_search_are_near() -> None:
    for m, k, p in ((10, 3, F(1, 3)), (10**4, 5100, F(1, 2)), (10**9, 5 * 10**8 + 10**4, F(1, 2)), (7, 9, F(1, 2))):
        with roughly():
            near = dv.binomial_tail(m, k, p)
        assert float(near) == pytest.approx(float(dv.binomial_tail(m, k, p).mid()), rel=1e-9)


@pytest.mark.parametrize(("width", "known"), [(1.0, True), (1.9, True), (2.1, False), (3.5, False)])
def test_a_threshold_within_more_than_two_counts_is_none(width, known):
    """P = (3/4, 1/4) and Q the other way: each count is worth ln 9, so that a level within e^(w ln 9) is w counts."""
    pair = (ball(F(3, 4)), ball(F(1, 4))), (ball(F(1, 4)), ball(F(3, 4)))
    found = dv._thresholds(*pair, 20, arb(0, width * math.log(9)).exp())
    assert (len(found) > 0) == known
    if known:
        assert {math.ceil(10 - width), math.floor(10 + width)} <= set(found)
