"""Covers: disjoint cells, radii, exact sizes; and the votes for them."""

from itertools import product
from math import comb, gamma, inf, pi, sqrt

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.selection import covers
from upperbounds.selection.cover_select import SPACES, algorithm1, bound, cover_select, in_symbols
from upperbounds.selection.cover_select import bound_of as bound_at
from upperbounds.selection.covers import MOST_CELLS, Body, Cover, lattice, own_cover

BODIES = [
    Body("linf", 1, 1.0),
    Body("linf", 3, 2.0),
    Body("l2", 2, 1.5),
    Body("l2", 4, 1.0),
    Body("l1", 3, 1.0),
    Body("sparse", 5, 2.0, s=2),
    Body("sobolev", 6, 1.5, beta=1),
    Body("sobolev", 3, 1.0, beta=2),
]


def points(body: Body, number: int) -> np.ndarray:
    """Points of a body, many of them on its boundary, by another way than the body's own projections."""
    rng = np.random.default_rng(7)
    x = rng.uniform(-1, 1, (number, body.d)) * body.half_widths
    scaled = x / body.half_widths
    if body.space == "sparse":
        keep = np.argsort(rng.random(x.shape), axis=1) < body.s
        return np.where(keep, x, 0.0)
    if body.space == "linf":
        return x
    sizes = np.abs(scaled).sum(axis=1) if body.space == "l1" else np.sqrt((scaled**2).sum(axis=1))
    return x / sizes[:, None] * np.where(rng.random(number) < 0.5, 1.0, rng.random(number))[:, None]


@pytest.mark.parametrize("body", BODIES, ids=str)
@pytest.mark.parametrize("resolution", [2, 3, 5])
def test_every_point_is_within_the_radius_of_its_cells_centre(body: Body, resolution: int) -> None:
    cover = lattice(body, resolution)
    if cover is None:
        assert body.d > 2
        return
    inside = points(body, 1000)
    cells = cover.index(inside)
    apart = np.linalg.norm(inside - cover.centres[cells], axis=1)
    assert np.all(apart <= cover.radius * (1 + 1e-9))
    assert np.all(np.linalg.norm(inside[:500] - inside[500:], axis=1) <= body.diameter * (1 + 1e-12))
    # The radius is no more than a lattice needs: some point is nearly as far from every centre as a box's half-width.
    assert cover.distances(inside).min(axis=1).max() > 0.7 * cover.radius / sqrt(body.d)
    # Centres are in the body.
    np.testing.assert_allclose(body.nearest(cover.centres), cover.centres, atol=1e-9)


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_the_nearest_point_of_a_body_is_nearest(body: Body) -> None:
    """The obtuse angle that tells a projection to a convex set, against points of the body made otherwise."""
    if body.space in ("linf", "sparse"):
        return
    outside = 3 * np.random.default_rng(1).standard_normal((40, body.d)) * body.half_widths
    nearest = body.nearest(outside)
    angles = np.einsum("pd,pqd->pq", outside - nearest, points(body, 500)[None] - nearest[:, None])
    assert angles.max() <= 1e-9
    np.testing.assert_array_equal(body.nearest(nearest * 0.999), nearest * 0.999)


def test_sizes_of_lattices_are_counted() -> None:
    """Boxes that meet the body, by brute force over the whole lattice; those of sparse vectors by binomials."""
    for k in (2, 3, 4, 5):
        centres = [(2 * i + 1 - k) / k for i in range(k)]
        near = [max(abs(c) - 1 / k, 0.0) for c in centres]
        for d in (1, 2, 3):
            grid = list(product(near, repeat=d))
            for space, sizes in (
                ("l2", [sqrt(sum(x * x for x in row)) for row in grid]),
                ("l1", [sum(row) for row in grid]),
            ):
                cover = lattice(Body(space, d, 1.0), k)
                assert cover is not None
                assert cover.size == sum(size <= 1 + 1e-12 for size in sizes)
            whole = lattice(Body("linf", d, 1.0), k)
            assert whole is not None
            assert whole.size == k**d
            assert whole.radius == pytest.approx(sqrt(d) / k)
    for d, s, k in ((6, 1, 3), (6, 2, 3), (5, 2, 5), (4, 4, 3)):
        cover = lattice(Body("sparse", d, 1.0, s=s), k)
        assert cover is not None
        assert cover.size == sum(comb(d, j) * (k - 1) ** j for j in range(s + 1))


def test_sizes_approach_volumes(monkeypatch: pytest.MonkeyPatch) -> None:
    """N times a box's volume over the body's falls to 1, as the boxes on the boundary become few."""
    monkeypatch.setattr(covers, "MOST_CELLS", 1 << 17)
    for space, d, volume, fine in (
        ("l2", 2, pi, 160),
        ("l1", 2, 2.0, 160),
        ("l2", 3, pi**1.5 / gamma(2.5), 40),
        ("sobolev", 2, pi / 4, 160),
    ):
        shares = []
        for k in (fine // 8, fine // 2, fine):
            cover = lattice.__wrapped__(Body(space, d, 1.0), k)
            width = 2 * (0.5 if space == "sobolev" else 1.0) / k
            shares.append(cover.size * width**d / volume)
        assert shares == sorted(shares, reverse=True)
        assert 1 < shares[-1] < 1 + 4 * d / fine
        # The excess is in proportion to the boxes' width.
        assert (shares[1] - 1) / (shares[2] - 1) == pytest.approx(2, abs=0.25)


def test_cells_are_disjoint_where_balls_overlap() -> None:
    """(10): the first ball that holds a point; with Voronoi cells the second point would be in the second."""
    cover = Cover(np.array([[0.0], [1.0], [3.0]]), 0.8)
    np.testing.assert_array_equal(cover.index(np.array([[0.3], [0.75], [0.9], [2.0], [9.0]])), [0, 0, 1, 1, 2])
    assert np.sum(cover.distances(np.array([[0.75]])) <= 0.8) == 2
    by_distance = own_cover([[0.0], [1.0], [3.0]])
    np.testing.assert_array_equal(by_distance.index(np.array([[0.75]])), [1])


@pytest.mark.parametrize("metric", [1, 2, inf])
def test_a_distance_of_ones_own_is_the_norm_that_it_is(metric: float) -> None:
    rng = np.random.default_rng(0)
    centres, x = rng.standard_normal((9, 3)), rng.standard_normal((50, 4, 3))
    mine = own_cover(centres, None, lambda p, c: np.linalg.norm(p[:, None] - c, ord=metric, axis=2))
    np.testing.assert_array_equal(mine.index(x), own_cover(centres, None, metric).index(x))
    assert mine.index(x).shape == (50, 4)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: own_cover([[1.0]]), "centres = 1: must be an integer of at least 2"),
        (lambda: own_cover([[1.0], [np.nan]]), "must be finite"),
        (lambda: own_cover([[1.0], [2.0]], 0.0), "radius = 0.0"),
        (lambda: own_cover([[1.0], [2.0]], 1.0, 3), "metric = 3: must be 1, 2, inf or a function"),
        (lambda: own_cover(np.zeros((MOST_CELLS + 1, 1))), f"must be 2 to {MOST_CELLS}"),
        (lambda: cover_select("linf", Setting(9, 1, 15)), "d = 15: a cover has more than 16384 cells"),
        (lambda: cover_select("sparse", Setting(9, 1, 60, s=30)), "s = 30: a cover has more"),
    ],
)
def test_what_is_no_cover_is_refused(call, text: str) -> None:
    with pytest.raises(ParameterError, match=text):
        call()


def test_overlapping_votes_are_caught_by_the_channels_own_loss() -> None:
    """A vote for every ball that holds the point, as line 5 is listed, costs 2 epsilon; for cells, epsilon exactly."""
    cover = Cover(np.array([[1.0], [2.5], [4.0]]), 1.0)
    plan = in_symbols(algorithm1(5, 1, 1.0, cover))
    x, y = np.array([[2.0]]), np.array([[5.0]])
    balls = [np.ravel(cover.distances(point) <= 1.0) for point in (x, y)]
    assert plan.vote.loss_between_bits(*balls).multiple() == 1.5
    cells = [np.eye(3, dtype=bool)[cover.index(point)[0]] for point in (x, y)]
    assert plan.vote.loss_between_bits(*cells).multiple() == 1
    assert plan.protocol().worst_spend().multiple() == 1


@pytest.mark.parametrize("space", SPACES)
def test_the_plan_has_the_least_bound(space: str) -> None:
    a = Setting(64, 1, 2, 2.0)
    plan, body = cover_select(space, a), covers.body_of(space, a)
    value = bound(space, a).value
    assert value == bound_at(64, 2.0, plan.cover.radius, body.diameter, plan.cover.size)
    others = [bound_at(64, 2.0, c.radius, body.diameter, c.size) for c in covers.covers(body)]
    assert value == min(others) < max(others)
    assert not bound(space, a).vacuous


@pytest.mark.parametrize("beta", [1, 2, 3])
def test_the_axes_of_the_ellipsoid_are_those_of_its_weights(beta: int) -> None:
    """Of phi_2 to phi_6: a_j = j^beta for even j and (j - 1)^beta for odd ones."""
    body = Body("sobolev", 5, 3.0, beta=beta)
    weights = [float(j if j % 2 == 0 else j - 1) ** beta for j in range(2, 7)]
    assert body.half_widths == pytest.approx([3 / a for a in weights], rel=1e-12)
    assert body.diameter == pytest.approx(6 / weights[0], rel=1e-12)
    for k, a in enumerate(weights):
        on_axis = np.eye(1, 5, k)[0] * 3 / a
        assert body.nearest(on_axis * 0.999) == pytest.approx(on_axis * 0.999)
        assert body.nearest(on_axis * 1.5) == pytest.approx(on_axis, rel=1e-6)
