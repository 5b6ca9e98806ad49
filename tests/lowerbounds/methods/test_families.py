"""Hard instances: exact laws in their class, samplers that draw them, and the defects that show there."""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from lowerbounds.methods import assouad
from lowerbounds.methods.cubes import Axes, HadamardCube, PairedCells, SignCube
from lowerbounds.methods.lines import Diagonal, Spikes
from lowerbounds.methods.points import PointMasses
from lowerbounds.registry import bounds_of
from notation.parameters import ParameterError
from notation.setting import Setting
from tests.wide import Wide


def norms(family):
    """Largest squared l_inf, l_2 and l_1 norm of a sample."""
    atoms = family.law((1,) * family.signs).atoms
    unit = float(family.unit_squared)
    return (
        unit * max(max(abs(x) for x in atom) ** 2 for atom in atoms),
        unit * max(sum(x**2 for x in atom) for atom in atoms),
        unit * max(sum(abs(x) for x in atom) ** 2 for atom in atoms),
    )


def ball_norm(point, place):
    return np.linalg.norm(point, (np.inf, 2, 1)[place])


def inside(problem):
    """Raise AssertionError unless every hard instance of a problem is in its ball of radius 2."""
    place = ["mean-linf", "mean-l2", "mean-l1"].index(problem)
    for bound in bounds_of(problem, Setting(50, 3, 4, 0.7, D=2.0), interactive=False):
        if isinstance(bound.family, PointMasses):
            assert ball_norm(bound.family.draw(np.random.default_rng(1)), place) <= 2 * (1 + 1e-12), bound.source
        elif bound.family is not None:
            assert bound.family.dimension == 4, bound.source
            assert norms(bound.family)[place] <= 4 * (1 + 1e-15), bound.source


@pytest.mark.parametrize("problem", ["mean-linf", "mean-l2", "mean-l1"])
def test_hard_instances_are_in_the_ball(problem):
    inside(problem)


def test_a_missing_root_of_d_leaves_the_ball(monkeypatch):
    monkeypatch.setattr(assouad, "supports", lambda support, d, D: D**2)
    with pytest.raises(AssertionError):
        inside("mean-l2")


@pytest.mark.parametrize("p", [1.5, 2.0, 6.0])
@pytest.mark.parametrize("problem", ["mean-heavy", "mean-heavy-l2"])
def test_hard_instances_have_the_moment(problem, p):
    for bound in bounds_of(problem, Wide(50, 3, 4, 0.7, p=p, M=3.0)):
        if bound.family is None or isinstance(bound.family, PointMasses):
            continue
        unit = math.sqrt(bound.family.unit_squared)
        for v in product((1, -1), repeat=bound.family.signs):
            law = bound.family.law(v)
            if problem == "mean-heavy":
                moments = [sum(float(q) * (unit * abs(x[k])) ** p for x, q in law) for k in range(4)]
            else:
                moments = [sum(float(q) * (unit * math.sqrt(sum(y**2 for y in x))) ** p for x, q in law)]
            assert max(moments) <= 3 * (1 + 1e-12), bound.source


FAMILIES = [
    SignCube(3, F(1, 3), F(4)),
    Axes(2, F(1, 2), F(9), 3),
    HadamardCube(4, F(2, 5)),
    PairedCells(2, F(1, 4), 5),
    Diagonal(3, F(1, 3), F(1, 2)),
    Spikes(3, F(1, 5), F(7), True),
    Spikes(3, F(1, 5), F(7), False),
]


@pytest.mark.parametrize("family", FAMILIES, ids=repr)
def test_families_are_exact_laws_that_sample(family):
    """Means from the law, separation by brute force, and the law next to the frequencies of the sampler."""
    corners = list(product((1, -1), repeat=family.signs))
    means = {}
    for v in corners:
        law = family.law(v)
        assert sum(p for _, p in law) == 1
        mean = tuple(sum(p * x[i] for x, p in law) for i in range(family.dimension))
        assert mean == family.mean(v)
        means[v] = mean
    # ||mean_v - mean_w||^2 >= weight s^2 4 (number of wrong signs): what the weight promises.
    for v, w in product(corners, repeat=2):
        apart = sum((a - b) ** 2 for a, b in zip(means[v], means[w], strict=True)) * family.unit_squared
        assert apart >= family.weight * family.s**2 * 4 * sum(a != b for a, b in zip(v, w, strict=True))
    v = corners[len(corners) // 2]
    data = family.sample(v, 200, 100, np.random.Generator(np.random.PCG64DXSM(7)))
    assert data.shape == (200, 100, family.dimension)
    rows = np.round(data.reshape(-1, family.dimension) / math.sqrt(family.unit_squared)).astype(int)
    assert np.allclose(rows * math.sqrt(family.unit_squared), data.reshape(-1, family.dimension))
    seen, counts = np.unique(rows, axis=0, return_counts=True)
    law = {x: float(p) for x, p in family.law(v) if p}
    found = {tuple(int(y) for y in x): int(c) for x, c in zip(seen, counts, strict=True)}
    assert set(found) == set(law)
    # With a fixed seed; 60 is beyond the 1e-8 quantile for up to 8 cells.
    assert sum((found[x] - 20000 * p) ** 2 / (20000 * p) for x, p in law.items()) < 60
    with pytest.raises(ParameterError):
        family.law((2,) * family.signs)
    with pytest.raises(ParameterError):
        family.mean((1,) * (family.signs + 1))


@pytest.mark.parametrize(
    ("prior", "second"),
    [
        (PointMasses("linf", 5, 3, F(4)), 3 * 4 / 3),
        (PointMasses("l2", 5, 3, F(4)), 4 * 3 / 5),
        # Each |theta_k| is Beta(1, k0): second moment 2/((k0+1)(k0+2)).
        (PointMasses("l1", 5, 3, F(4)), 4 * 3 * 2 / (4 * 5)),
        (PointMasses("cells", 5, 3), 3 * 2 / (3 * 4)),
        (PointMasses("l1", 4, 4, F(9), vertices=True), 9.0),
        (PointMasses("cells", 4, 4, vertices=True), 1.0),
    ],
    ids=repr,
)
def test_points_are_uniform_on_their_body(prior, second):
    """The mean of ||theta||^2 next to its exact value, within six standard errors; data are the point itself."""
    rng = np.random.Generator(np.random.PCG64DXSM(11))
    points = np.array([prior.draw(rng) for _ in range(4000)])
    squares = (points**2).sum(axis=1)
    assert abs(squares.mean() - second) <= 6 * squares.std() / math.sqrt(4000) + 1e-12
    assert (points[:, prior.used :] == 0).all()
    data = prior.sample(points[0], 3, 2)
    assert data.shape == (3, 2, prior.dimension)
    assert (data == points[0]).all()
    with pytest.raises(ParameterError):
        PointMasses("l3", 2, 2)
    with pytest.raises(ParameterError):
        PointMasses("l2", 2, 2, vertices=True)
