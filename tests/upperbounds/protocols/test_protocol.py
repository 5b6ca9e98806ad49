"""Plans: who sends what, and what each user spends in all."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels.loss import ONE, PrivacyLoss, RationalFunction, T
from upperbounds.mean import baselines, kent, zhao
from upperbounds.registry import by_name


def test_plans_that_do_not_protect_users_say_so() -> None:
    plan = by_name("mean", "full-item-level")
    exact = plan.exact(plan.plan(Setting(4, 6)))
    assert exact.protocol().worst_spend().multiple() == 6
    with pytest.raises(ValueError, match="no finite"):
        by_name("mean", "non-private").plan(Setting(4, 6)).protocol().worst_spend()


def test_odd_numbers_of_users_leave_the_last_one_out() -> None:
    protocol = kent.algorithm2_symbolic(n=5).protocol()
    assert [(r.start, r.stop, loss.multiple()) for r, loss in protocol.spend()] == [(0, 2, 1), (2, 4, 1), (4, 5, 0)]


def test_a_user_in_both_halves_spends_twice() -> None:
    protocol = zhao.algorithm1_symbolic(n=6).protocol()
    localise, refine = protocol.rounds
    broken = replace(protocol, rounds=(localise, replace(refine, users=range(2, 6))))
    assert broken.worst_spend().multiple() == 2


def test_rounds_name_only_users_that_are_there() -> None:
    protocol = zhao.algorithm1_symbolic(n=4).protocol()
    with pytest.raises(ParameterError, match="not among the 4"):
        replace(protocol, rounds=(replace(protocol.rounds[0], users=range(3, 9)),))


def test_a_statistic_that_makes_more_messages_than_planned_is_refused() -> None:
    protocol = baselines.full_item(4, 3, 1.0, 1.0).protocol()
    understated = replace(protocol, rounds=(replace(protocol.rounds[0], messages=1),))
    with pytest.raises(ParameterError, match="messages = 1"):
        understated.run(np.zeros((2, 4, 3)), np.random.default_rng(0))


def test_bounds_of_the_baselines_are_their_worst_risks() -> None:
    plan = baselines.split_user(10, 7, 0.5, 2.0)
    assert baselines.split_user_bound(10, 7, 0.5, 2.0).value == pytest.approx(4 / 70 + 8 * 4 * 7 / (10 * 0.25))
    assert plan.risk(4.0, 0.0) == pytest.approx(4 / 70 + 8 * 4 * 7 / (10 * 0.25))


@pytest.mark.parametrize("ratio", [T, (2 * T + 1) / (T + 2), ONE])
def test_the_loss_of_several_messages_is_their_sum(ratio: RationalFunction) -> None:
    """Powers of t, of which a sum is of exponents, and what is none; no message tells nothing."""
    loss = PrivacyLoss(ratio, Fraction(1, 3))
    assert (loss * 0).ratio == ONE
    added = loss + loss + loss
    assert (loss * 3).log_ratio(0.7) == pytest.approx(added.log_ratio(0.7), rel=1e-14)
    assert (loss * 1).log_ratio(0.7) == pytest.approx(loss.log_ratio(0.7), rel=1e-14)
    assert (loss * 3).multiple() == added.multiple()
    assert ratio == ONE or (loss * 2).log_ratio(0.7) < added.log_ratio(0.7)
