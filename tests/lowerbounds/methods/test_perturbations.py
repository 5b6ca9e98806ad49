"""What private channels of one user pass about perturbations, exact at small sizes, against what the routes grant."""

from collections.abc import Callable
from fractions import Fraction as F
from itertools import product
from math import exp, log, tanh

import numpy as np
import pytest
from flint import arb
from numpy.typing import NDArray
from scipy.stats import binom

from lowerbounds.density.ellipsoid import ellipsoid, radius
from lowerbounds.density.ellipsoid import van_trees_value as ellipsoid_value
from lowerbounds.methods import perturbations
from lowerbounds.methods.cubes import Axes, SignCube
from lowerbounds.methods.families import Family
from lowerbounds.methods.perturbations import _apart, bessel_constant, kl_by_chi_square, moment
from lowerbounds.numerics.linear_programs import Program, maximise
from lowerbounds.sparse.hidden import unknown

Array = NDArray[np.float64]
MEMBERS = (
    (Axes(2, F(1, 4)), 1),
    (Axes(2, F(1, 2)), 2),
    (Axes(3, F(1, 8)), 1),
    (SignCube(2, F(1, 4)), 1),
    (SignCube(1, F(1, 4)), 3),
)


def most(gain: Callable[[Array], float], letters: int, t: F) -> float:
    """The largest sum over messages of a gain that is convex and homogeneous in a column, over all channels."""
    columns = [v for v in product((F(1), t), repeat=letters) if v != (t,) * letters]
    start = tuple(j for j, column in enumerate(columns) if column.count(t) == 1)
    gains = tuple(F(gain(np.array([float(v) for v in column]))) for column in columns)
    return float(maximise(Program(gains, tuple(columns), (F(1),) * letters, start)).value)


def data_laws(family: Family, m: int) -> list[Array]:
    """The laws of m unordered samples at v = (1, ..., 1), and with each sign flipped."""
    ones = (1,) * family.signs
    atoms = family.law(ones).atoms
    bags = sorted({tuple(sorted(bag)) for bag in product(range(len(atoms)), repeat=m)})
    laws = []
    for v in (ones, *(tuple(-1 if i == k else 1 for i in range(family.signs)) for k in range(family.signs))):
        masses = dict.fromkeys(bags, 0.0)
        for bag in product(range(len(atoms)), repeat=m):
            masses[tuple(sorted(bag))] += float(np.prod([float(family.law(v)[atoms[i]]) for i in bag]))
        laws.append(np.array(list(masses.values())))
    return laws


def from_the_first(laws: list[Array], column: Array, share: float) -> float:
    """Over signs, a message's part of KL from the first law to a mixture with this share of the other, summed."""
    first, *others = (float(law @ column) for law in laws)
    return sum(first * log(first / ((1 - share) * first + share * other)) for other in others)


def granted(family: Family, m: int, epsilon: float, share: float) -> float:
    """What the route by KL, or that by information, grants one user."""
    second = moment(family, m)
    assert second is not None
    if share == 1:
        near = kl_by_chi_square(epsilon, _apart(family, m))
    else:
        y = (exp(epsilon) - 1) * _apart(family, m)
        near = perturbations._steepness(y / (2 + y)) / 4
    return float((near * bessel_constant(family.signs, epsilon) * second).mid())


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize("t", [F(3, 2), F(3), F(8)])
@pytest.mark.parametrize(("family", "m"), MEMBERS)
def test_no_channel_passes_more_than_is_granted(family: Family, m: int, t: F, share: float) -> None:
    laws = data_laws(family, m)
    found = most(lambda column: from_the_first(laws, column, share), len(laws[0]), t)
    limit = granted(family, m, log(t), share)
    assert found <= limit
    # A limit five times as small is below what a channel passes, where epsilon is not large.
    if t < 8:
        assert found > limit / 5


@pytest.mark.parametrize(("epsilon", "apart"), [(0.5, 0.25), (2.0, 0.5), (1.0, 1.0)])
def test_kl_is_no_larger_a_part_of_chi_square(epsilon: float, apart: float) -> None:
    """The two laws of a bit that are farthest from each other, for inputs that are this far apart."""
    t = exp(epsilon)
    low = 1 / (1 + t)
    first = np.array([low * (1 + (t - 1) * apart), 1 - low * (1 + (t - 1) * apart)])
    second = np.array([low, 1 - low])
    kl = float(first @ np.log(first / second))
    chi = float(((first - second) ** 2 / first).sum())
    assert kl <= float(kl_by_chi_square(epsilon, arb(apart)).mid()) * chi


def block_gain(laws: list[Array], column: Array) -> float:
    """A message's part of E |E[e_C | Z]|^2; the laws of a place come in pairs of signs."""
    parts = np.array([float(law @ column) for law in laws]) / len(laws)
    return float(((parts[::2] - parts[1::2]) ** 2).sum() / parts.sum())


@pytest.mark.parametrize("t", [F(3, 2), F(3), F(8)])
@pytest.mark.parametrize(("places", "delta"), [(1, F(1, 2)), (2, F(1, 4)), (2, F(1)), (3, F(1, 2))])
def test_one_user_leaves_at_least_so_much_of_a_hidden_coordinate(places: int, delta: F, t: F) -> None:
    letters = list(product((1, -1), repeat=places))
    laws = [
        np.array([float(1 + sign * delta * x[place]) for x in letters]) / len(letters)
        for place in range(places)
        for sign in (1, -1)
    ]
    left = 1 - most(lambda column: block_gain(laws, column), len(letters), t)
    found = float(unknown(places, 1, 1, log(t), delta).mid())
    assert found <= left


def test_members_of_the_ellipsoid_are_densities_of_the_class_and_messages_know_no_more() -> None:
    """Drawn coefficients, some on the boundary; informations of randomised responses about all coefficients."""
    rng = np.random.default_rng(0)
    beta, r, epsilon, points = 1, 1.0, 1.0, (np.arange(4096) + 0.5) / 4096
    told = ellipsoid(10**5, 100, beta, epsilon, r).parameters
    first, last, slack = int(told["first"]), int(told["last"]), F(told["slack"])
    frequencies = np.repeat(np.arange(first, last + 1), 2)
    waves = np.stack(
        [np.sqrt(2) * (np.cos if i % 2 == 0 else np.sin)(2 * np.pi * f * points) for i, f in enumerate(frequencies)]
    )
    rho, eta = radius(first, last, beta, r, slack)
    granted_most = float(bessel_constant(len(waves), epsilon).mid()) / (1 - float(eta.mid()))
    largest = 0.0
    # The worst is where all waves meet.
    meeting = waves[:, 0] / frequencies
    for u in (*rng.standard_normal((20, len(waves))), meeting, -meeting):
        theta = float(rho) * u / np.linalg.norm(u) / (2 * frequencies) ** beta
        density = 1 + theta @ waves
        assert np.sum((2 * frequencies) ** (2 * beta) * theta**2) <= r**2 * (1 + 1e-12)
        assert 1 - float(eta.mid()) <= density.min() + 1e-9
        # A message: which side of a random wave the sample is on.
        side = np.where(rng.standard_normal(len(waves)) @ waves > 0, np.exp(epsilon), 1.0)
        information = 0.0
        for answer in (side, 1 + np.exp(epsilon) - side):
            q = answer / (1 + np.exp(epsilon))
            information += float(np.sum((waves @ q / len(points)) ** 2) / np.mean(density * q))
        largest = max(largest, information)
    assert largest <= granted_most
    assert largest > granted_most / 10
    worst = min(
        1 + float(rho) * s * (meeting / np.linalg.norm(meeting) / (2 * frequencies)) @ waves[:, 0] for s in (-1, 1)
    )
    assert worst <= 1 - 0.9 * float(eta.mid())


def test_the_ellipsoid_without_samples_leaves_the_prior() -> None:
    """At next to no epsilon the bound is below the variance of the prior, and near it for the flat power."""
    first, last, q = 2, 4, F(5, 2)
    found = float(ellipsoid_value(1, 1, 1, 1e-9, 1.0, (first, last), F(1, 2), q).mid())
    rho, _ = radius(first, last, 1, 1.0, F(1, 2))
    k = 2 * (last - first + 1)
    weights = np.repeat(np.arange(first, last + 1), 2) * 2.0
    # |u|^2 has the law Beta(k/2, q + 1).
    variance = float(rho) ** 2 * float(np.sum(weights**-2)) / (k + 2 * float(q) + 2)
    assert 0.3 * variance < found < variance


@pytest.mark.parametrize(
    ("family", "n", "m"), [(Axes(2, F(1, 4)), 5, 2), (Axes(3, F(1, 2)), 6, 3), (Axes(4, F(1)), 3, 1)]
)
def test_what_the_witness_leaves_unknown_of_axes_is_by_enumeration(family: Family, n: int, m: int) -> None:
    """All samples of a user, and all answers of those who are asked about a sign; users are asked in turn."""
    epsilon, chances = 1.3, []
    for sign in (1, -1):
        law = family.law((sign,) * family.signs)
        plus = 0.0
        for bag in product(law.atoms, repeat=m):
            weight = float(np.prod([float(law[atom]) for atom in bag]))
            seen = [atom[0] for atom in bag if atom[0]]
            plus += weight * (0.5 if not seen else float(seen[0] > 0))
        chances.append((1 + (2 * plus - 1) * tanh(epsilon / 2)) / 2)
    unknown_part = overlap = 0.0
    for k in range(family.signs):
        users = len(range(k, n, family.signs))
        p, q = (binom.pmf(np.arange(users + 1), users, chance) for chance in chances)
        unknown_part += float(np.sum(2 * p * q / (p + q))) / family.signs
        overlap += float(np.sum(np.minimum(p, q))) / family.signs
    found = perturbations.witness(family, n, m, epsilon)
    assert [float(part) for part in found] == pytest.approx([unknown_part, overlap], rel=1e-9)


def test_users_of_more_samples_than_are_summed_answer_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    family = SignCube(2, F(1, 4))
    one = perturbations.witness(family, 5, 1, 1.3)
    monkeypatch.setattr(perturbations, "MOST_DRAWS", 3)
    many = perturbations.witness(family, 5, 4, 1.3)
    assert [float(part) for part in many] == pytest.approx([float(part) for part in one], rel=1e-12)
