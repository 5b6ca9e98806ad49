"""Selection from a cover of one's own, on one's own data."""

from pathlib import Path

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.selection.covers import body_of, own_cover
from verify.study.problems import PROBLEMS
from verify.study.selection import candidates, read_cover, select
from verify.study.table import Rows

SQUARE = own_cover([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def rows(points: np.ndarray, each: int = 3) -> Rows:
    """The same users with `each` rows around their points, whose means are these."""
    off = np.array([[0.2, -0.1], [-0.2, 0.1], [0.0, 0.0]])[:each]
    values = (points[:, None, :] + off - off.mean(axis=0)).reshape(-1, 2)
    return Rows(values, np.repeat(np.arange(len(points)), each))


def mixed(n: int, share: float) -> np.ndarray:
    """So many users at (1, 0), the others at (0, 1)."""
    chosen = np.arange(n) < share * n
    return np.where(chosen[:, None], [1.0, 0.0], [0.0, 1.0])


def test_the_share_of_the_winner_is_told_with_its_interval() -> None:
    """A miss has a probability of at most 5%: above 35 in 150 one below 1e-12. A quarter of the width misses more."""
    missed, narrow, shares = 0, 0, []
    for seed in range(150):
        found = select(rows(mixed(400, 0.75)), SQUARE, 2.0, seed)
        assert found.cell == 2
        np.testing.assert_array_equal(found.value, [1.0, 0.0])
        missed += not found.interval[0] <= 0.75 <= found.interval[1]
        narrow += abs(found.share - 0.75) > (found.share - found.interval[0]) / 4
        shares.append(found.share)
    assert missed <= 35 < narrow
    # Without bias: 6.5 standard errors of the mean of 150 shares, 1e-10.
    assert np.mean(shares) == pytest.approx(0.75, abs=6.5 * np.std(shares) / np.sqrt(150))


def test_the_spend_is_epsilon_and_what_is_not_public_is_not_told() -> None:
    few, many = (select(rows(mixed(50, 1.0), each), SQUARE, 1.5, 3) for each in (1, 3))
    assert few.spend.groups == ((50, 1),)
    # How many rows users have changes nothing that is told.
    np.testing.assert_array_equal(few.value, many.value)
    assert (few.cell, few.votes, few.share) == (many.cell, many.votes, many.share)
    assert few.mistaken == pytest.approx(min(1, 3 * np.cosh(1.5 / 4) ** -100))
    assert few.seeded
    assert not select(rows(mixed(50, 1.0)), SQUARE, 1.5).seeded


def test_what_does_not_fit_is_refused() -> None:
    for call, text in (
        (lambda: select(rows(mixed(5, 1.0)), own_cover([[0.0], [1.0]]), 1.0), "--cover: centres of 1 coordinates"),
        (lambda: select(rows(mixed(5, 1.0)), SQUARE, 0.0), "--epsilon = 0.0"),
        (lambda: select(rows(mixed(5, 1.0)), SQUARE, float("nan")), "--epsilon = nan"),
        (lambda: select(rows(mixed(10**5, 1.0)), own_cover(np.eye(2)[np.arange(1001) % 2]), 1.0), "votes; at most"),
    ):
        with pytest.raises(ParameterError, match=text):
            call()


def test_a_cover_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "cover.csv"
    file.write_text("place,x,y\nhere,0,0\nthere,0.25,1\nfar,9,9\n")
    names, cover = read_cover(file, "place", ("x", "y"), 2.0)
    assert names == ("here", "there", "far")
    np.testing.assert_array_equal(cover.centres, [[0, 0], [0.25, 1], [9, 9]])
    assert names[select(rows(mixed(300, 0.0)), read_cover(file, "place", ("x", "y"))[1], 3.0, 1).cell] == "there"
    file.write_text("place,x,y\nhere,0,0\nhere,1,0.5\n")
    for path, columns, text in (
        (file, ("x", "y"), "--cover: 'here' has 2 rows"),
        (file, ("x", "z"), "--cover: --value = 'z'"),
        (tmp_path / "none.csv", ("x",), "--cover: data = .* cannot be read"),
    ):
        with pytest.raises(ParameterError, match=text):
            read_cover(path, "place", columns)


@pytest.mark.parametrize(
    ("space", "d", "dimension", "most"), [("linf", 1, 1, 360), ("linf", 2, 2, 300), ("sparse", 5, 1, 360)]
)
def test_exact_risks_fall_with_the_rates_exponent(space: str, d: int, dimension: int, most: int) -> None:
    """4 log cosh(epsilon/4)/(k + 2) for each user, k the dimension: within 2%, which one more or less is not."""
    problem, users = (
        PROBLEMS[f"infinite-{space}"],
        np.arange(120, 361 - 60 * (dimension > 1), 40 - 10 * (dimension > 1)),
    )
    risks = [problem.risk(problem.estimators[0], Setting(int(n), 1, d, 1.0)).value for n in users]
    slope = -np.polyfit(users, np.log(risks), 1)[0]
    assert slope * (dimension + 2) / (4 * np.log(np.cosh(0.25))) == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize(("space", "share"), [("linf", 1.0), ("l2", 0.5)])
def test_risks_are_taken_as_far_from_a_centre_as_the_cover_allows(space: str, share: float) -> None:
    """Besides the extremes: every point of a box, and of a ball those that are not moved back into it."""
    a = Setting(60, 1, 3, 2.0, 2.0)
    cover, body = PROBLEMS[f"infinite-{space}"].estimators[0].plan(a).cover, body_of(space, a)
    points = candidates(body, cover)[len(body.extremes()) :]
    nearest = np.linalg.norm(points[:, None] - cover.centres, axis=-1).min(axis=1)
    assert np.mean(np.isclose(nearest, cover.radius)) >= share
    assert nearest.max() <= cover.radius * (1 + 1e-9)


def test_problems_say_what_users_know() -> None:
    a = Setting(60, 1, 3, 2.0, 2.0, s=2, beta=2, r=3.0)
    assert PROBLEMS["infinite-sparse"].about(a) == (
        "a point mass in [-2, 2]^d with at most 2 coordinates that are not 0: each user knows them"
    )
    assert PROBLEMS["infinite-sparse"].trivial(a) == 8
    assert PROBLEMS["infinite-sobolev"].trivial(a) == pytest.approx((3 / 4) ** 2)
    for name in ("linf", "l2", "l1", "sparse", "sobolev"):
        problem = PROBLEMS[f"infinite-{name}"]
        (estimator,) = problem.estimators
        least, worst = max(b.value for b in problem.lower(a)), problem.risk(estimator, a)
        assert 0 < least <= worst.value <= estimator.bound(a).value * (1 + 1e-9)
        assert 0 <= worst.localisation_failure <= 1


def test_a_risk_is_told_with_what_its_law_is_off_by() -> None:
    problem = PROBLEMS["infinite-l2"]
    for n in (20, 200):
        risk = problem.risk(problem.estimators[0], Setting(n, 1, 2, epsilon=1.0))
        assert risk.value > 0
        assert risk.error == pytest.approx(risk.resolution * risk.value, rel=1e-12)


@pytest.mark.parametrize("space", ["l1", "l2", "linf"])
def test_points_that_are_tried_are_of_the_space(space: str) -> None:
    """Far from centres that are at the ends of the range, which the points must not leave."""
    body = body_of(space, Setting(100, 5, 2, 2.0))
    order = {"l1": 1, "l2": 2, "linf": np.inf}[space]
    cover = own_cover([[0.5, 0.5], [-0.5, -0.5], [0.0, 1.0]], 0.9)
    points = candidates(body, cover)
    assert np.all(np.linalg.norm(points, order, axis=1) <= 1 + 1e-9)
    if space == "linf":
        # Half of them move by 0.9/sqrt(2) = 0.64 beyond an end, to the end itself.
        assert np.any(np.all(np.isclose(points, [1.0, 1.0]), axis=1))
    assert np.min(np.linalg.norm(points[:, None] - cover.centres, axis=-1), axis=1).max() > 0.6


@pytest.mark.parametrize(("n", "epsilon"), [(400, 1.0), (900, 3.0)])
def test_the_interval_of_a_share_is_hoeffdings_for_all_cells(n: int, epsilon: float) -> None:
    """A user of the cell answers 1 more often by tanh(epsilon/4); 5% over the two sides of four cells."""
    found = select(rows(mixed(n, 0.6)), SQUARE, epsilon, 2)
    half = np.sqrt(np.log(8 / 0.05) / (2 * n)) / np.tanh(epsilon / 4)
    assert found.interval == pytest.approx((max(found.share - half, 0), min(found.share + half, 1)), rel=1e-9)
    assert found.interval[0] > 0 or found.interval[1] < 1
    silent = 1 / (1 + np.exp(epsilon / 2))
    assert found.share == pytest.approx((found.votes / n - silent) / np.tanh(epsilon / 4), rel=1e-9)


def test_sparse_points_are_off_their_centre_where_it_is_not_0() -> None:
    """By the radius in all, as much in each of s coordinates, half of the points down and half up."""
    body = body_of("sparse", Setting(100, 5, 4, 2.0, s=2))
    cover = own_cover([[0.5, 0.5, 0.0, 0.0], [0.0, 0.0, -0.5, 0.5]], 0.3)
    moved = [point for point in candidates(body, cover) if np.count_nonzero(point) == 2 and abs(point).max() < 1]
    off = np.array([np.min(np.linalg.norm(point - cover.centres, axis=1)) for point in moved])
    assert len(moved) >= 40
    assert off == pytest.approx(np.full(len(moved), 0.3))
    assert {round(abs(abs(point).max() - 0.5), 3) for point in moved} == {0.212}
    assert {abs(point).max() > 0.5 for point in moved} == {True, False}
