from fractions import Fraction as F
from itertools import product

import pytest

from lowerbounds.information.channels import extreme_channels, response, worst_ratio
from lowerbounds.information.laws import FiniteLaw, binomial, point_mass, two_point
from notation.parameters import ParameterError


@pytest.mark.parametrize(
    "masses",
    [{0: F(1, 2), 1: F(1, 3)}, {0: F(3, 2), 1: F(-1, 2)}, {}],
    ids=["mass below one", "negative", "empty"],
)
def test_a_law_that_is_none_is_refused(masses):
    with pytest.raises(ParameterError) as error:
        FiniteLaw.of(masses)
    assert "\n" not in str(error.value)


def test_floats_and_repeated_atoms_are_refused():
    with pytest.raises(ParameterError):
        FiniteLaw(((0, 0.5), (1, 0.5)))
    with pytest.raises(ParameterError):
        FiniteLaw(((0, F(1, 2)), (0, F(1, 2))))


def test_mean_product_and_channel():
    law = two_point(F(3, 5), 2, -1)
    assert law.mean() == F(4, 5)
    pair = law.product(point_mass("a"))
    assert pair[2, "a"] == F(3, 5)
    assert pair[2, "b"] == 0
    with pytest.raises(ParameterError):
        pair.mean()
    sent = law.through({2: two_point(F(3, 4)), -1: two_point(F(1, 4))})
    assert sent[1] == F(3, 5) * F(3, 4) + F(2, 5) * F(1, 4)


@pytest.mark.parametrize("m", [0, 1, 4, 7])
def test_binomial_is_the_count_over_all_tuples(m):
    law = two_point(F(2, 7))
    counts = {k: F(0) for k in range(m + 1)}
    for word in product((1, 0), repeat=m):
        mass = F(1)
        for letter in word:
            mass *= law[letter]
        counts[sum(word)] += mass
    assert dict(binomial(m, F(2, 7)).masses) == counts


def test_binomial_refuses_bad_parameters():
    for m, p in ((-1, F(1, 2)), (2, F(3, 2)), (2.5, F(1, 2))):
        with pytest.raises(ParameterError):
            binomial(m, p)


@pytest.mark.parametrize(("size", "number"), [(2, 2), (3, 6), (4, 42)])
def test_extreme_channels_are_private_at_t_and_no_less(size, number):
    t = F(5, 2)
    channels = list(extreme_channels(range(size), t))
    assert len(channels) == number
    # One of them says nothing, all others spend the whole budget.
    assert sorted({worst_ratio(channel) for channel in channels}) == [1, t]
    with pytest.raises(ParameterError):
        next(extreme_channels(range(2), F(1)))


def test_randomised_response_spends_t_and_a_leak_is_infinite():
    assert worst_ratio(response({"a": F(1), "b": F(0)}, F(3))) == 3
    assert worst_ratio({0: point_mass("x"), 1: point_mass("y")}) is None


def test_binary_extremes_are_randomised_response_and_silence():
    channels = [{m: law[m] for m in law.atoms} for c in extreme_channels("ab", F(3)) for law in [c["a"]]]
    assert sorted(sorted(c.values()) for c in channels) == [[F(1, 4), F(3, 4)], [F(1)]]
