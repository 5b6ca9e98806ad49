"""One suite that every estimator of every registry passes by registration alone; planted defects stand next to it.

Statistical checks are two-sided, each at properties.ALPHA.
"""

from fractions import Fraction
from functools import cache, partial
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.parameters import ParameterError
from tests.conformance import properties
from tests.conformance.instances import At
from tests.conformance.one_law import UnboundedLossError
from tests.conformance.subjects import SUBJECTS, Subject, registered

EXACT = settings(derandomize=True, database=None, deadline=None, max_examples=20)
DISCLOSING = "mean/non-private"

every = pytest.mark.parametrize("subject", SUBJECTS, ids=repr)
pure = pytest.mark.parametrize("subject", [s for s in SUBJECTS if not s.delta and s.name != DISCLOSING], ids=repr)
approximate = pytest.mark.parametrize("subject", [s for s in SUBJECTS if s.delta], ids=repr)
risky = pytest.mark.parametrize("subject", list(registered()), ids=repr)

numbers = st.one_of(st.integers(-32, 32).map(lambda k: k / 16), st.sampled_from([-properties.FAR, properties.FAR]))


@st.composite
def situations(draw: st.DrawFn, subject: Subject) -> tuple[At, np.ndarray, np.ndarray, int, int]:
    """Parameters, everyone's data, the same with another data set of one user, and a seed for earlier messages.

    Few users, samples and dimensions; budgets in every regime, whole and not.
    """
    epsilon = draw(st.sampled_from([0.25, 1.0] if subject.delta else [0.25, 1.0, 1.5, 2.5, 9.0]))
    n, d = (
        (draw(st.sampled_from([16, 19])), draw(st.integers(1, 3))) if subject.vectors else (draw(st.integers(2, 5)), 1)
    )
    at = At(n, draw(st.sampled_from([1, 5, 64])), d, epsilon, draw(st.sampled_from([1.0, 3.0])))
    everyone, x, y = (np.array(draw(st.lists(numbers, min_size=1, max_size=7))) * at.D for _ in range(3))
    user, samples = draw(st.integers(0, n - 1)), np.resize(everyone, (n, at.m * d))
    # In general position, so that rounding chooses no bin.
    off = at.D * np.sin(1 + np.arange(n * at.m * d)).reshape(n, -1) / 50
    pair = [properties.changed(samples, user, np.resize(own, at.m * d)) + off for own in (x, y)]
    return at, *pair, user, draw(st.integers(0, 10**6))


def case(subject: Subject, at: At, **vector: Any) -> At:
    """The same parameters in one dimension where the subject has no more."""
    return at.but(**vector) if subject.vectors else at.but(d=1)


@pure
@EXACT
@given(data=st.data())
def test_no_transcript_tells_two_data_sets_of_a_user_apart(subject: Subject, data: st.DataObject) -> None:
    """The exact ratio of the laws of all that a user sends, given any messages before."""
    at, x, y, user, seed = data.draw(situations(subject))
    properties.is_private(subject, at, x, y, user, seed)


@pure
@pytest.mark.parametrize("at", properties.ODD, ids=str)
@settings(EXACT, max_examples=6)
@given(data=st.data())
def test_no_transcript_tells_two_data_sets_apart_at_odd_sizes(subject: Subject, at: At, data: st.DataObject) -> None:
    """The exact ratio for users at both ends of a round's range, of data that tie: at ends, in the middle, alike."""
    at = case(subject, at)
    ends = properties.ends(subject, at)
    if not ends:
        return
    ties = st.sampled_from([at.D * k / 4 for k in range(-5, 6)])
    everyone, own = data.draw(ties), data.draw(st.lists(ties, min_size=1, max_size=at.d))
    x, user = np.full((at.n, at.m * at.d), everyone), data.draw(st.sampled_from(ends))
    y = properties.changed(x, user, np.resize(own, at.m * at.d))
    properties.is_private(subject, at, x, y, user, data.draw(st.integers(0, 10**6)))


@pytest.mark.parametrize("at", properties.ODD, ids=str)
def test_plans_at_odd_sizes_are_many(at: At) -> None:
    """Plans of two stages need two users and more; what is left out is refused in one line."""
    assert sum(bool(properties.ends(subject, case(subject, at))) for subject in SUBJECTS) >= (24 if at.n == 1 else 38)


@every
def test_every_round_asks_the_source_anew(subject: Subject) -> None:
    at = case(subject, At(64, 5, 2, 0.25))
    properties.asks_its_source(subject, at, np.full((at.n, at.m * at.d), at.D / 4))


@pure
@pytest.mark.parametrize("epsilon", [0.25, 1.0, 1.5, 2.5, 9.0])
def test_the_declared_spend_is_reached_and_no_more(subject: Subject, epsilon: float) -> None:
    properties.spends_what_it_declares(subject, case(subject, At(17, 24, 2, epsilon, 1.5)))


def test_disclosure_has_no_finite_loss() -> None:
    """The one plan without any privacy, by its own account and by its law."""
    (subject,) = [s for s in SUBJECTS if s.name == DISCLOSING]
    at = At(4, 2, 1)
    assert not subject.protects_users
    with pytest.raises(ValueError, match="no finite"):
        properties.declared(subject, at)
    protocol, samples = subject.build(at).protocol(), np.zeros((4, 2))
    with pytest.raises(UnboundedLossError):
        properties.transcript_loss(protocol, samples, samples + 1, 0, Fraction(1), 0, likeliest=True)


@approximate
@EXACT
@given(data=st.data())
def test_no_transcript_diverges_by_more_than_delta(subject: Subject, data: st.DataObject) -> None:
    at, x, y, user, seed = data.draw(situations(subject))
    properties.is_approximately_private(subject, at, x, y, user, seed)


@approximate
@pytest.mark.parametrize("epsilon", [0.25, 1.0])
def test_the_declared_delta_is_what_opposite_data_spend(subject: Subject, epsilon: float) -> None:
    properties.spends_the_delta_it_declares(subject, At(16, 400, 2, epsilon))


@every
@EXACT
@given(data=st.data())
def test_data_touch_their_own_users_messages_only(subject: Subject, data: st.DataObject) -> None:
    at, x, y, user, seed = data.draw(situations(subject))
    properties.is_local(subject, at, x, y[user], user, seed)


@every
@EXACT
@given(data=st.data())
def test_decoders_know_messages_alone(subject: Subject, data: st.DataObject) -> None:
    at, x, y, _, seed = data.draw(situations(subject))
    properties.is_blind(subject, at, x, y, seed)


@every
@EXACT
@given(data=st.data())
def test_repetitions_at_once_are_repetitions_one_by_one(subject: Subject, data: st.DataObject) -> None:
    at, x, y, _, seed = data.draw(situations(subject))
    properties.is_vectorized(subject, at, np.stack([x, y, x[::-1]]), seed)


@every
@pytest.mark.parametrize("epsilon", [0.25, 1.0, 2.5])
def test_channels_draw_from_the_laws_that_are_judged(subject: Subject, epsilon: float) -> None:
    at = case(subject, At(16, 12, 2, min(epsilon, 1.0) if subject.delta else epsilon, 1.5))
    properties.draws_its_law(subject, at, np.resize(np.linspace(-1, 1.5, 7), (at.n, at.m * at.d)), 3)


@risky
def test_exact_risks_are_those_of_runs(subject: Subject) -> None:
    properties.has_its_risk(subject, case(subject, At(16, max(2, subject.fewest), 2, 0.75, 1.5)), 20_000, 11)


GRID = [At(64, 4, 2, 0.5), At(64, 1, 2, 1.0, 2.0), At(40, 20, 2, 2.5), At(400, 8, 2, 8.0, 0.5)]


@risky
@pytest.mark.parametrize("at", GRID, ids=str)
def test_risks_are_between_lower_bounds_and_bounds(subject: Subject, at: At) -> None:
    properties.is_between(subject, case(subject, at))


LOOSE = {
    "mean/kent-tuned",
    "mean-linf/kent-tuned",
    "mean-l2/kent-tuned-rotated",
    "density/kent-tuned",
    "mixture/kent-tuned",
    "mixture/windows",
}
"""Their explicit bounds grow slower than (24): at the tuned widths they say little, and are vacuous below n of 10^5."""


@cache
def bounded(subject: Subject, at: At) -> float:
    """The explicit bound, once: the tests along all axes begin at the same points."""
    return subject.bound(at).value


@every
@pytest.mark.parametrize("axis", ["n", "m", "d", "epsilon", "D"])
def test_rates_have_the_bounds_exponents(subject: Subject, axis: str) -> None:
    for at in subject.along(axis):
        if axis == "d" and not subject.vectors:
            continue
        if subject.name not in LOOSE:
            properties.has_its_rate(subject, at, axis, partial(bounded, subject))
        elif axis == "n":
            with pytest.raises(AssertionError, match="the bound grows"):
                properties.has_its_rate(subject, at, axis, partial(bounded, subject))


@pytest.mark.parametrize("subject", [s for s in SUBJECTS if s.name in LOOSE], ids=repr)
@pytest.mark.parametrize("axis", ["n", "m"])
def test_rates_of_loose_bounds_have_the_worst_risks_exponents(subject: Subject, axis: str) -> None:
    assert subject.worst is not None
    at = At(400, 1000, 2, 8.0) if subject.vectors else At(400, 1000, 1, 4.0)
    if subject.problem == "mixture":
        # With fewer users how far the means are from windows changes more than the number of users.
        at = at.but(n=1600)
    if subject.problem == "density":
        # At 16 times as many samples the cut-off is about twice as large, and so is the wave's frequency, a power of 2.
        at = At(10**6, 1000, 1, 1.0)
    properties.has_its_rate(
        subject, at, axis, lambda point: subject.worst(point).value, 16 if subject.problem == "density" else 4
    )


WRONG = {
    "n": (0, -1, 2.5, True, nan, None, "4", 10**400, 10**19),
    "m": (0, -1, 1.5, False, inf, None, "4", 10**400, 10**19),
    "d": (0, -1, 2.5, True, nan, None, "4", 10**9),
    "epsilon": (0, 0.0, -1, -1.0, nan, inf, -inf, None, "1", True, 1e300, 1e-200, 10**400),
    "D": (0, -1.0, nan, inf, None, "1", 1e300, 1e-200),
}
BEYOND = {10**400, 10**19, 10**9, 1e300, 1e-200}


@every
@pytest.mark.parametrize("name", WRONG)
def test_wrong_parameters_are_refused_in_one_line(subject: Subject, name: str) -> None:
    if name == "d" and not subject.vectors:
        return
    at = case(subject, At(40, 3, 2))
    asked = [call for call in (subject.build, subject.bound, subject.lower, subject.worst) if call is not None]
    for value in WRONG[name]:
        # Lower bounds reach farther than plans.
        for call in asked[:2] if value in BEYOND else asked:
            properties.refuses(lambda call=call, value=value: call(at.but(**{name: value})), name)


EXTREME = [
    dict(zip(("n", "m", "d", "epsilon"), given, strict=True))
    for given in [
        (1, 1, 1, 1.0),
        (2, 1, 1, 1.0),
        (3, 1, 1, 1.0),
        (64, 1, 6, 1e-9),
        (64, 3, 6, 700.0),
        (64, 1, 6, 700.0),
        (2, 10**9, 1, 1e-9),
        (10**9, 10**9, 6, 7.5),
        (10**6, 10**9, 6, 700.0),
        (1, 1, 300, 0.5),
    ]
]


@every
@pytest.mark.parametrize("given", EXTREME, ids=lambda given: "-".join(map(str, given.values())))
def test_extreme_parameters_give_numbers_or_one_line(subject: Subject, given: dict[str, Any]) -> None:
    properties.stands_or_refuses(subject, case(subject, At(**given)))


@every
def test_samples_that_are_no_numbers_or_have_other_shapes_are_refused(subject: Subject) -> None:
    at, rng = case(subject, At(16, 3, 2)), np.random.default_rng(0)
    protocol, samples = subject.build(at).protocol(), np.zeros((16, 3 * (2 if subject.vectors else 1)))
    assert np.shape(protocol.run(samples, rng)) == subject.shape(at)
    for wrong in (
        samples[1:],
        samples[0],
        np.where(samples.cumsum() == 0, nan, 0).reshape(samples.shape),
        samples + inf,
    ):
        with pytest.raises(ParameterError, match="samples") as caught:
            protocol.run(wrong, rng)
        assert "\n" not in str(caught.value)
