import math
from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from lowerbounds.information.channels import extreme_channels, worst_ratio
from lowerbounds.information.contraction import CONTRACTIONS, private_hockey_stick
from lowerbounds.information.divergences import chi_square, hockey_stick, squared_hellinger, total_variation
from lowerbounds.information.domination import dominating_deficit, users_affinity_squared
from lowerbounds.information.laws import FiniteLaw, binomial, point_mass, two_point
from lowerbounds.information.optimal_tests import best_test, independent_optimum, interactive_optimum, worst_channel
from lowerbounds.mean.ours import two_point_sharp, van_trees
from lowerbounds.numerics.enclosures import ball, square
from lowerbounds.numerics.linear_programs import Optimum, Program, certifies, maximise
from notation.parameters import ParameterError

SETTINGS = settings(derandomize=True, database=None, deadline=None, max_examples=25)
RATIOS = st.sampled_from([F(1001, 1000), F(3, 2), F(3), F(500)])


def laws(least, most):
    sizes = st.integers(least, most)
    weights = sizes.flatmap(lambda k: st.lists(st.integers(0, 12), min_size=k, max_size=k)).filter(any)
    return weights.map(lambda w: FiniteLaw(tuple((i, F(x, sum(w))) for i, x in enumerate(w))))


@pytest.fixture(autouse=True, scope="module")
def precision():
    """Balls made in a test are as narrow as those that it compares them with."""
    with ctx.workprec(200):
        yield


def half_distance(a, b):
    return abs(a - b) / 2


def chi(a, b):
    return (a - b) ** 2 / b


def log_ratio(a, b):
    return ball(a) * ball(a / b).log()


def both(a, b):
    return ball(a - b) * ball(a / b).log()


def roots(a, b):
    return square(ball(a).sqrt() - ball(b).sqrt()) / 2


def minus_harmonic(a, b):
    return -2 * a * b / (a + b)


MEASURED = {
    "TV by tanh": half_distance,
    "KL by TV": log_ratio,
    "both KL by TV": both,
    "KL absolute": log_ratio,
    "KL absolute, zhao": log_ratio,
    "KL by tanh^2": log_ratio,
    "chi-square by tanh^2": chi,
    "squared Hellinger by tanh^2": roots,
    "squared Hellinger by TV": roots,
}


def test_a_small_program_and_what_does_not_certify_it():
    # max 3x + 2y: x + y + s = 4, x + 3y + r = 6.
    program = Program(
        (F(3), F(2), F(0), F(0)), ((F(1), F(1)), (F(1), F(3)), (F(1), F(0)), (F(0), F(1))), (F(4), F(6)), (2, 3)
    )
    best = maximise(program)
    assert best == Optimum(F(12), (F(4), F(0), F(0), F(2)), (F(3), F(0)))
    assert certifies(program, best)
    for wrong in (
        replace(best, value=F(13)),
        replace(best, primal=(F(5), F(0), F(0), F(1))),
        replace(best, primal=(F(6), F(0), F(-2), F(0))),
        replace(best, dual=(F(2), F(2, 3))),
        Optimum(F(11), (F(3), F(1), F(0), F(0)), (F(1, 2), F(3, 2))),
    ):
        assert not certifies(program, wrong)


def test_programs_without_an_optimum_say_so():
    for objective, columns, right in (((F(1), F(0)), ((F(1),), (F(-1),)), (F(1),)), ((F(1),), ((F(1),),), (F(-1),))):
        with pytest.raises(ArithmeticError):
            maximise(Program(objective, columns, right, (0,)))


@pytest.mark.parametrize("t", [1 + F(1, 10**12), F(10**18), F(10**400)])
def test_budgets_beyond_floating_point_are_solved_by_rational_steps_alone(t):
    p = FiniteLaw.of({0: F(1, 2), 1: F(1, 3), 2: F(1, 6), 3: F(0)})
    q = FiniteLaw.of({0: F(1, 5), 1: F(1, 5), 2: F(1, 5), 3: F(2, 5)})
    tv = (t - 1) / (t + 1) * total_variation(p, q)
    assert best_test(p, q, t).value == worst_channel(p, q, t, half_distance).value == tv
    worst = worst_channel(p, q, t, chi)
    found = (chi_square(p.through(c), q.through(c)) for c in extreme_channels(range(4), t))
    assert worst.value == max(found)


@SETTINGS
@given(laws(2, 7), laws(2, 7), RATIOS, st.sampled_from([F(0), F(1, 1000), F(1, 3)]))
def test_best_test_is_the_closed_form_of_total_variation(p, q, t, delta):
    found = best_test(p, q, t, delta)
    assert found.value == (t - 1 + 2 * delta) / (t + 1) * total_variation(p, q)
    # The test is private as a channel, and attains its value.
    chances = found.accept.values()
    least, most = min(chances), max(chances)
    assert least >= 0
    assert most <= min(F(1), t * least + delta)
    assert 1 - least <= t * (1 - most) + delta
    assert sum(a * (p[x] - q[x]) for x, a in found.accept.items()) == found.value


@pytest.mark.parametrize("gamma", [F(1, 2), F(9, 8), F(3)])
@pytest.mark.parametrize("delta", [F(0), F(1, 7)])
@settings(SETTINGS, max_examples=10)
@given(laws(2, 5), laws(2, 5), RATIOS)
def test_best_test_is_the_private_hockey_stick(gamma, delta, p, q, t):
    found = best_test(p, q, t, delta, gamma)
    # Least and largest chance to accept lie in a polygon; these are its corners.
    corners = ((0, 0), (0, delta), ((1 - delta) / (1 + t), (t + delta) / (1 + t)), (1 - delta, 1), (1, 1))
    stick = hockey_stick(p, q, gamma)
    assert found.value == max(a * (1 - gamma) + (b - a) * stick for a, b in corners)
    assert all(0 <= chance <= 1 for chance in found.accept.values())
    if gamma >= 1 and delta == 0:
        enclosed = private_hockey_stick(ball(t).log(), gamma, ball(stick))
        assert enclosed.max(arb(0)).overlaps(ball(found.value))


@SETTINGS
@given(laws(3, 3), laws(3, 3), RATIOS)
def test_worst_channel_is_the_worst_of_all_extreme_ones(p, q, t):
    channels = list(extreme_channels(range(3), t))
    for measure, contribution in ((total_variation, half_distance), (chi_square, chi)):
        worst = worst_channel(p, q, t, contribution)
        assert worst.error == 0
        assert worst_ratio(worst.channel) in {1, t}
        found = [measure(p.through(c), q.through(c)) for c in channels]
        assert worst.value == max(found) == measure(p.through(worst.channel), q.through(worst.channel))
    worst = worst_channel(p, q, t, roots)
    assert 0 <= worst.error < F(1, 2**80)
    values = [squared_hellinger(p.through(c), q.through(c)) for c in channels]
    assert not any(value > ball(worst.value + worst.error) for value in values)
    assert not all(value < ball(worst.value - worst.error) for value in values)


@pytest.mark.parametrize(("m", "t"), [(4, F(3, 2)), (6, F(9))])
def test_total_variation_of_counts_gains_nothing_from_more_messages(m, t):
    p, q = binomial(m, F(11, 20)), binomial(m, F(2, 5))
    assert worst_channel(p, q, t, half_distance).value == best_test(p, q, t).value


def refuted(inequality, p, q, t):
    """Say whether the worst channel for this inequality's measure certainly violates it."""
    worst = worst_channel(p, q, t, MEASURED[inequality.name])
    return ball(worst.value - worst.error) > inequality.limit(ball(t).log(), p, q)


def instances():
    """Pairs where a constant may be lost: close, far, with a common part, and counts of several draws."""
    third = FiniteLaw.of({0: F(9, 10), 1: F(1, 10), 2: F(0)}), FiniteLaw.of({0: F(9, 10), 1: F(0), 2: F(1, 10)})
    close = two_point(F(501, 1000)), two_point(F(499, 1000))
    yield from product((close, third, (point_mass(0), point_mass(1))), (F(101, 100), F(3), F(20)))
    for m in (2, 6):
        for shift in (F(1, 50), F(2, 5)):
            yield (binomial(m, F(1, 2) + shift), binomial(m, F(1, 2) - shift)), F(5, 2)


@pytest.mark.parametrize("inequality", CONTRACTIONS, ids=lambda c: c.name)
def test_no_channel_violates_a_contraction_and_half_of_it_is_refuted(inequality):
    limit = inequality.limit
    half = replace(inequality, limit=lambda e, p, q: limit(e, p, q) * arb("0.49"))
    assert not any(refuted(inequality, *pair, t) for pair, t in instances())
    assert any(refuted(half, *pair, t) for pair, t in instances())


@pytest.mark.parametrize("inequality", CONTRACTIONS, ids=lambda c: c.name)
@settings(SETTINGS, max_examples=12)
@given(laws(2, 7), laws(2, 7), RATIOS)
def test_no_random_pair_of_laws_violates_a_contraction(inequality, p, q, t):
    assert not refuted(inequality, p, q, t)


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("t", [F(3, 2), F(9)])
def test_point_masses_are_told_apart_best_by_randomised_responses(n, t):
    keep = t / (1 + t)
    a, b = binomial(n, keep), binomial(n, 1 - keep)
    best = interactive_optimum(point_mass(0), point_mass(1), t, n, half_distance)
    assert best == total_variation(a, b)
    risk = -interactive_optimum(point_mass(0), point_mass(1), t, n, minus_harmonic)
    assert risk == sum(2 * x * y / (x + y) for (_, x), (_, y) in zip(a, b, strict=True))


@settings(SETTINGS, max_examples=8)
@given(laws(3, 3), laws(3, 3), st.sampled_from([F(3, 2), F(9)]))
def test_two_users_tell_more_the_more_they_know_of_each_other(p, q, t):
    pairs = [(p.through(c), q.through(c)) for c in extreme_channels(range(3), t)]
    alike = max(total_variation(a.product(a), b.product(b)) for a, b in pairs)
    apart = independent_optimum(p, q, t, 2, half_distance)
    together = interactive_optimum(p, q, t, 2, half_distance)
    single = best_test(p, q, t).value
    assert alike <= apart <= together <= 2 * single
    assert single <= apart
    assert apart == max(
        total_variation(first[0].product(second[0]), first[1].product(second[1]))
        for first, second in product(pairs, repeat=2)
    )
    # chi-square multiplies over users, and no interaction helps it.
    alone = worst_channel(p, q, t, chi).value
    assert independent_optimum(p, q, t, 2, chi) == interactive_optimum(p, q, t, 2, chi) == (1 + alone) ** 2 - 1


def test_a_second_user_who_sees_the_first_message_can_be_worth_more():
    p = FiniteLaw.of({0: F(0), 1: F(4, 13), 2: F(9, 13)})
    q = FiniteLaw.of({0: F(2, 15), 1: F(1, 3), 2: F(8, 15)})
    t = F(10)
    pairs = [(p.through(c), q.through(c)) for c in extreme_channels(range(3), t)]
    # By enumeration: after each message of the first user the best of all channels for the second.
    adaptive = max(
        sum(
            max(sum(half_distance(a * x, first[1][z] * second[1][w]) for w, x in second[0]) for second in pairs)
            for z, a in first[0]
        )
        for first in pairs
    )
    assert interactive_optimum(p, q, t, 2, half_distance) == adaptive == F(1621, 8450)
    assert independent_optimum(p, q, t, 2, half_distance) == F(564, 3025) < adaptive


@pytest.mark.parametrize(("n", "m"), [(1, 4), (2, 1), (2, 3), (3, 2)])
@pytest.mark.parametrize("t", [F(3, 2), F(3), F(20)])
def test_the_two_point_bound_lies_below_the_best_protocol(n, m, t):
    epsilon = math.log(t)
    bound = two_point_sharp(n, m, epsilon)
    for s in {bound.parameters["s"].limit_denominator(10**4), F(1, 3)}:
        p, q = binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2)
        risk = -interactive_optimum(p, q, t, n, minus_harmonic)
        floor = users_affinity_squared(dominating_deficit(m, s, epsilon), n)
        assert not floor > ball(risk) * arb("1.000000000001")
        assert bound.value < 1.0
    assert F(bound.value) <= min(s**2 * risk * (1 + F(1, 10**6)) for s, risk in [best_risk(n, m, t, bound)])


def best_risk(n, m, t, bound):
    """Return the bound's own s and the exact Bayes risk of the best protocol there, over s^2."""
    s = bound.parameters["s"].limit_denominator(10**8)
    return s, -interactive_optimum(binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2), t, n, minus_harmonic)


@pytest.mark.parametrize("m", [1, 3, 6])
@pytest.mark.parametrize("t", [F(2), F(20)])
def test_van_trees_lies_below_the_bayes_risk_of_its_prior(m, t):
    """One user, the prior cos^2 on 200 points, the best of all channels on the count."""
    epsilon = math.log(t)
    a = m * math.tanh(epsilon / 2) ** 2
    width = math.sqrt(math.pi / (math.sqrt(a) + math.pi))
    grid = [width * (2 * i + 1 - 200) / 200 for i in range(200)]
    prior = [math.cos(math.pi * x / (2 * width)) ** 2 / 100 for x in grid]
    counts = [[math.comb(m, k) * ((1 + x) / 2) ** k * ((1 - x) / 2) ** (m - k) for k in range(m + 1)] for x in grid]
    columns = [v for v in product((F(1), t), repeat=m + 1) if v != (t,) * (m + 1)]

    def gain(column):
        chances = [sum(float(v) * c for v, c in zip(column, row, strict=True)) for row in counts]
        mass = sum(w * c for w, c in zip(prior, chances, strict=True))
        return F(sum(w * x * c for w, x, c in zip(prior, grid, chances, strict=True)) ** 2 / mass)

    start = tuple(j for j, column in enumerate(columns) if column.count(t) == 1)
    found = maximise(Program(tuple(gain(v) for v in columns), tuple(columns), (F(1),) * (m + 1), start))
    risk = sum(w * x**2 for w, x in zip(prior, grid, strict=True)) - float(found.value)
    assert 0.5 * risk < van_trees(1, m, epsilon).value < risk


def test_wrong_arguments_are_one_line():
    p, q = two_point(F(1, 3)), two_point(F(1, 2))
    for call in (
        lambda: best_test(p, q, F(1)),
        lambda: best_test(p, q, F(2), F(1)),
        lambda: best_test(p, q, F(2), F(-1, 2)),
        lambda: best_test(p, q, F(2), gamma=F(-1)),
        lambda: worst_channel(p, q, F(1, 2), half_distance),
        lambda: independent_optimum(p, q, F(2), 0, half_distance),
        lambda: interactive_optimum(p, q, F(2), 0, half_distance),
    ):
        with pytest.raises(ParameterError) as error:
            call()
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("delta", [F(0), F(1, 4), F(3, 4), F(99, 100)])
def test_of_two_sure_values_one_answer_tells_as_much_as_any_delta_allows(delta):
    """(e^epsilon - 1 + 2 delta)/(e^epsilon + 1) for every delta below 1."""
    assert best_test(point_mass(0), point_mass(1), F(2), delta).value == (1 + 2 * delta) / 3
