"""Steps on all data: exact runs by two other routes, and bounds that forget something."""

from collections.abc import Callable
from fractions import Fraction as F

import numpy as np
import pytest

from verify.kernel.statements.outcome import Settings, is_exact
from verify.papers.bassily.instances import full_batch as runs
from verify.study.risk import quadratic


@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize(
    ("h", "centre", "eta", "noise", "rounds"),
    [(F(1, 4), F(1, 2), F(1, 4), F(1, 2), 4), (F(3, 4), F(1), F(1, 2), F(1, 8), 3), (F(1), F(-1), F(3, 2), F(2), 5)],
)
def test_paths_without_a_wall_are_those_of_the_recursions(
    h: F, centre: F, eta: F, noise: F, rounds: int, ahead: bool
) -> None:
    """The exact one by hand, and the library's for means and covariances: any noise of that variance."""
    slope, excess = runs._quadratic(h, centre, centre)
    walked = runs.mean_excess(slope, excess, eta, noise, rounds, F(10**6), ahead=ahead)
    assert walked == runs.free_excess(h, centre, eta, noise, rounds, ahead=ahead)
    loss = quadratic.Quadratic(np.array([[float(h)]]), np.zeros((1, 1)), np.array([float(centre)]))
    last = rounds if ahead else rounds - 1
    _, average = quadratic.descent(loss, (0.0,), [float(eta)] * last, np.array([[float(noise) ** 2]]))
    share = last / rounds
    found = (share * average.mean[0] - float(centre)) ** 2 + share**2 * average.covariance[0, 0]
    assert float(h) / 2 * found == pytest.approx(float(walked), rel=1e-12)


def after(x: dict[str, F]) -> F:
    return x["R"] ** 2 / (2 * x["eta"] * x["T"]) + x["eta"] * x["nu"] ** 2 / (2 * (1 - x["eta"] * x["beta"]))


def before(x: dict[str, F]) -> F:
    return x["R"] ** 2 / (2 * x["eta"] * x["T"]) + x["eta"] * (x["L"] ** 2 + x["nu"] ** 2) / 2


def new_data(x: dict[str, F]) -> F:
    return x["L"] ** 2 * x["eta"] * (x["T"] + 1) / (x["n"] * x["m"])


@pytest.mark.parametrize(
    ("ahead", "bound", "wrong"),
    [
        (True, after, lambda x: after(x | {"nu": F(0)})),
        (True, after, lambda x: after(x | {"R": x["R"] * 3 / 4})),
        (True, after, lambda x: after(x | {"eta": 2 * x["eta"]}) if 2 * x["eta"] * x["beta"] < 1 else F(10)),
        (False, before, lambda x: before(x | {"nu": F(0)})),
        (False, before, lambda x: before(x | {"L": F(0)})),
        (False, before, lambda x: before(x | {"eta": 2 * x["eta"]})),
    ],
    ids=["no noise", "a nearer minimiser", "twice the step", "no noise, before", "no L", "twice the step, before"],
)
def test_a_bound_that_forgets_something_is_exceeded(ahead: bool, bound: Callable, wrong: Callable) -> None:  # type: ignore[type-arg]
    found = list(runs.noisy_runs(ahead=ahead))
    assert all(excess <= bound(x) for x, excess in found)
    assert any(excess > wrong(x) for x, excess in found)


def test_a_bound_that_forgets_new_data_is_exceeded() -> None:
    """One sample of one user and long steps: the answer is at the wall that this sample likes."""
    found = list(runs.data_runs(ahead=True))
    assert all(excess <= after(x) + new_data(x) for x, excess in found)
    assert any(excess > after(x) for x, excess in found)


def test_a_step_that_smoothness_does_not_pay_for_gains_less() -> None:
    """Without the room 1 - eta beta, or without the noise that moves the end, some exact step is above the bound."""
    cases = list(runs.one_step(True)(Settings()))
    for less in (lambda eta, xi: eta**2 * xi**2 / 2 * (1 / (1 - eta) - 1), lambda eta, xi: eta**2 * xi**2 / 2):
        short = [case.right - less(F(case.parameters["eta"]), F(case.parameters["xi"])) for case in cases]
        assert all(is_exact(case.left) and case.left <= case.right for case in cases)
        assert any(case.left > right for case, right in zip(cases, short, strict=True))
