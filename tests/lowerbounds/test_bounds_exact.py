"""Explicit lower bounds next to exact risks by another route: never above, and not below by more than a factor.

The exact number is the least Bayes risk of the bound's own hard instance over all private channels of one user, by
linear programming over the extreme columns; or the risk of an estimator that nearly reaches the bound. A constant that
is too large by more than the inverse of the factor is seen: `LEAST` has the factor of each bound.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, exp, factorial, prod, sqrt, tanh
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import binom

from lowerbounds.classification.bumps import majority_error
from lowerbounds.density import bumps as density_bumps
from lowerbounds.density import floor as density_floor
from lowerbounds.density import wave
from lowerbounds.density.bumps import cube as density_cube
from lowerbounds.mean import ours, papers
from lowerbounds.methods import assouad, mutual_information
from lowerbounds.methods.cubes import SignCube
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.mixture import bounds as mixtures
from lowerbounds.numerics.enclosures import ball
from lowerbounds.optimisation import excess_risk as losses
from lowerbounds.optimisation import pure
from lowerbounds.optimisation.scores import score_bound
from lowerbounds.selection import floors
from lowerbounds.selection.packings import Blocks
from lowerbounds.vectors import heavy, lifted
from lowerbounds.vectors import papers as of_vectors
from tests.planted import Plant, forget

Pairs = Iterator[tuple[float, float]]
"""A bound, and an exact risk."""
Array = Any
ROUNDING = 1e-9


def most_told(laws: Array, targets: Array, epsilon: float, *, squared: bool = True) -> float:
    """The largest E||E[target | message]||^2, or without the square, over private channels of one user.

    `laws` has a row for each value of the target, equally likely, of the probabilities of the user's data.
    """
    laws, targets = np.asarray(laws, dtype=float), np.asarray(targets, dtype=float)
    columns = np.array(list(product((1.0, exp(epsilon)), repeat=laws.shape[1])))[:-1]
    seen = columns @ laws.T / len(laws)
    sums = seen @ targets
    length = np.sqrt((sums**2).sum(axis=1))
    rewards = length**2 / seen.sum(axis=1) if squared else length
    found = linprog(-rewards, A_eq=columns.T, b_eq=np.ones(laws.shape[1]), method="highs")
    assert found.success
    return float(-found.fun)


def samples(law: Any, m: int) -> dict[Any, float]:
    """The law of m samples without their order."""
    single = [(atom, float(p)) for atom, p in law]
    found = {}
    for chosen in combinations_with_replacement(range(len(single)), m):
        times = [chosen.count(i) for i in range(len(single))]
        ways = factorial(m) / prod(map(factorial, times))
        found[chosen] = ways * prod(p**k for (_, p), k in zip(single, times, strict=True))
    return found


def signs_told(family: Any, m: int, epsilon: float, *, squared: bool = True) -> tuple[float, int]:
    """The most that one user's message reports a family's signs, and their number."""
    corners = list(product((1, -1), repeat=family.signs))
    laws = [samples(family.law(v), m) for v in corners]
    atoms = sorted({atom for law in laws for atom in law})
    table = [[law[atom] for atom in atoms] for law in laws]
    return most_told(table, corners, epsilon, squared=squared), family.signs


def by_family(bound: Callable[..., Any], *settings: tuple[Any, ...], of: Callable[[Any], Any] | None = None) -> Pairs:
    """Bounds next to the least squared error on their own family; arguments begin with n = 1 and m."""
    for given in settings:
        found = bound(*given)
        family = found.family if of is None else of(found)
        told, signs = signs_told(family, given[1], epsilon_of(given))
        yield found.value, float(family.weight * family.s**2) * (signs - told)


def epsilon_of(given: Sequence[Any]) -> float:
    """The first argument that is a float."""
    return next(x for x in given if isinstance(x, float))


def scalar(found: Any) -> SignCube:
    """The signs +-D of means +-D s of a bound for numbers."""
    return SignCube(1, Fraction(found.parameters.get("s", 1)), Fraction(found.parameters["D"]) ** 2)


def two_points(laws: Sequence[dict[Any, float]], epsilon: float) -> float:
    """The posterior variance of a fair choice between two laws, by one message."""
    atoms = sorted({atom for law in laws for atom in law}, key=str)
    return 1 - most_told([[law.get(atom, 0.0) for atom in atoms] for law in laws], [[1], [-1]], epsilon)


def zhao_theorem2() -> Pairs:
    yield from by_family(papers.zhao_theorem2, (1, 1, 0.5, 2.0), (1, 4, 2.0, 1.0), of=scalar)


def zhao_theorem2_floor() -> Pairs:
    yield from by_family(papers.zhao_theorem2_floor, (1, 1, 0.25, 2.0), (1, 2, 1.0, 1.0), of=scalar)


def kent_example1a() -> Pairs:
    for given in ((1, 1, 1.0, 2.0), (1, 3, 0.25, 1.0), (1, 3, 2.0, 1.0)):
        found = papers.kent_example1a(*given)
        family = papers.kent_family(Fraction(found.parameters["shift"]), given[3])
        laws = [samples(law, given[1]) for law in (family.null, family.alternative)]
        yield found.value, float(family.separation / 2) ** 2 * two_points(laws, given[2])


def kent_example1b() -> Pairs:
    yield from by_family(papers.kent_example1b, (1, 1, 0.125, 2.0), (1, 2, 1.5, 1.0), of=scalar)


def two_point_sharp() -> Pairs:
    yield from by_family(ours.two_point_sharp, (1, 1, 0.5, 2.0), (1, 5, 4.0, 1.0), (1, 6, 9.0, 1.0), of=scalar)


def floor_sharp() -> Pairs:
    yield from by_family(ours.floor_sharp, (1, 1, 0.5, 2.0), (1, 3, 4.0, 1.0), of=scalar)


def mean_van_trees() -> Pairs:
    """Many users of one sample: the mean of their randomised responses."""
    for epsilon in (0.5, 2.0):
        yield ours.van_trees(10**7, 1, epsilon, 2.0).value, 4 / (10**7 * tanh(epsilon / 2) ** 2)


def nonprivate() -> Pairs:
    """Hodges and Lehmann's estimate, at P(D) = 1/4."""
    for n, m in ((2, 3), (5, 5)):
        size, k = n * m, np.arange(n * m + 1)
        found = (k + sqrt(size) / 2) / (size + sqrt(size))
        yield ours.nonprivate(n, m, 1.0, 1.0).value, float(4 * (found - 0.25) ** 2 @ binom.pmf(k, size, 0.25))


def vector_van_trees() -> Pairs:
    """Many users of one sample and a small budget: one bit each, of a coordinate or along a Hadamard row."""
    n, epsilon = 10**9, 0.25
    told = n * tanh(epsilon / 2) ** 2
    for d in (2, 8):
        yield van_trees(n, 1, d, epsilon, 1.0, "linf").value, d * d / told
        yield van_trees(n, 1, d, epsilon, 1.0, "l1").value, d / told


def cells_van_trees() -> Pairs:
    """Hadamard response."""
    n, d, epsilon = 10**9, 8, 0.25
    yield van_trees(n, 1, d, epsilon, 1.0, "cells").value, (d - 1) ** 2 / d / (n * tanh(epsilon / 2) ** 2)


def signs_bound() -> Pairs:
    yield from by_family(assouad.signs_bound, (1, 1, 2, 0.25, 2.0), (1, 2, 2, 1.0, 1.0, "l2"), (1, 4, 1, 3.0, 1.0))


def axes_bound() -> Pairs:
    yield from by_family(assouad.axes_bound, (1, 1, 2, 0.25, 2.0), (1, 2, 2, 2.0, 1.0))


def hadamard_bound() -> Pairs:
    yield from by_family(assouad.hadamard_bound, (1, 1, 2, 0.25, 2.0), (1, 1, 2, 2.0, 1.0))


def cells_bound() -> Pairs:
    yield from by_family(assouad.cells_bound, (1, 1, 4, 0.25), (1, 2, 4, 2.0))


def zhao_theorem6() -> Pairs:
    yield from by_family(of_vectors.zhao_theorem6, (1, 1, 2, 0.25, 2.0), (1, 2, 2, 2.0, 1.0))


def zhao_theorem7() -> Pairs:
    yield from by_family(of_vectors.zhao_theorem7, (1, 1, 2, 0.25, 2.0), (1, 2, 2, 2.0, 1.0))


def zhao_hadamard() -> Pairs:
    yield from by_family(of_vectors.zhao_hadamard, (1, 1, 2, 0.25, 2.0), (1, 1, 2, 2.0, 1.0))


def zhao_all_epsilon() -> Pairs:
    yield from by_family(of_vectors.zhao_all_epsilon, (1, 1, 2, 0.25, 2.0), (1, 2, 2, 2.0, 1.0, "l2"))


def kent_high_privacy() -> Pairs:
    yield from by_family(of_vectors.kent_high_privacy, (1, 1, 1, 1.0, 1.0), (1, 4, 1, 1.0, 2.0))


def kent_low_privacy() -> Pairs:
    yield from by_family(of_vectors.kent_low_privacy, (1, 1, 2, 2.0, 1.0), (1, 2, 2, 3.0, 1.0, "l2"))


def kent_theorem6() -> Pairs:
    """Many users of one sample: one bit each, of a coordinate."""
    n, epsilon = 10**9, 0.25
    for d in (1, 5):
        yield of_vectors.kent_theorem6(n, 1, d, epsilon, 1.0).value, d * d / (n * tanh(epsilon / 2) ** 2)


def sign_floor() -> Pairs:
    yield from by_family(mutual_information.sign_floor, (1, 1, 2, 0.5, 2.0), (1, 1, 2, 1.0, 1.0, "l2"))


def volume_floor() -> Pairs:
    """At next to no budget: the variance of the uniform prior."""
    for d in (1, 4, 30):
        yield mutual_information.volume_floor(1, 1, d, 1e-6, 2.0, "linf").value, 4 * d / 3
        yield mutual_information.volume_floor(1, 1, d, 1e-6, 2.0, "l2").value, 4 * d / (d + 2)
    for support, moment in (("l1", 2 / 6), ("cells", 1 / 6)):
        # Of one coordinate: numbers in [-1, 1], and two cells with probabilities x and 1 - x.
        yield mutual_information.volume_floor(1, 1, 2 if support == "cells" else 1, 1e-6, 1.0, support).value, moment


def vertex_floor() -> Pairs:
    """At next to no budget: the guess in the middle."""
    for d in (30, 10**6):
        yield mutual_information.vertex_floor(1, 1, d, 1e-6, 2.0, "l1").value, 4.0
        yield mutual_information.vertex_floor(1, 1, d, 1e-6, 1.0, "cells").value, 1 - 1 / d


def kent_proposition3() -> Pairs:
    """At next to no budget: the corner of the cube or the end of a radius, guessed by 0."""
    yield of_vectors.kent_proposition3(1, 1, 90, 1e-6, 1.0, "linf").value, 90.0
    yield of_vectors.kent_proposition3(1, 1, 90, 1e-6, 1.0, "l2").value, 1.0


def spikes() -> Pairs:
    yield from by_family(heavy.spikes, (1, 1, 2, 0.25, 2.0, 3.0), (1, 2, 1, 2.0, 1.5, 1.0, "l2"), (1, 4, 1, 5.0, 3.0))


def lifted_bound() -> Pairs:
    yield from by_family(lifted.lifted, (1, 1, 3, 0.5, 2.0), (1, 1, 2, 2.0, 1.0, "l1"), (1, 1, 2, 1.0, 1.0, "cells"))


def of_density(found: Any) -> Any:
    """The signed axes whose weight is that of the bumps."""
    told = found.parameters
    return density_cube(int(told["bumps"]), Fraction(told["s"]), int(told["beta"]))


def density_bumps_bound() -> Pairs:
    yield from by_family(density_bumps, (1, 1, 1, 0.5, 0.5), (1, 2, 2, 2.0, 1.0), of=of_density)


def density_floor_bound() -> Pairs:
    yield from by_family(density_floor, (1, 1, 1, 0.5, 0.5), (1, 2, 2, 1.0, 1.0), of=of_density)


def density_wave() -> Pairs:
    """Point masses on +-D in front of the wave: signs, by one response."""
    for given in ((1, 1, 1, 0.5, 0.5), (1, 3, 2, 1.0, 9.0)):
        found = wave(*given)
        told, _ = signs_told(SignCube(1, Fraction(1)), given[1], epsilon_of(given))
        yield found.value, float(found.parameters["D"]) ** 2 * (1 - told)


def mixture_shifted() -> Pairs:
    """K points with weights 1/K, moved by one of K + 1 places."""
    for K, epsilon in ((2, 0.5), (3, 2.0), (4, 5.0)):
        laws = [dict.fromkeys(range(first, first + K), 1 / K) for first in (0, 1)]
        yield mixtures.shifted(1, 1, K, epsilon, 2.0).value, 4 / K * two_points(laws, epsilon)


def mixture_lightest() -> Pairs:
    """Two components, one of weight 1/4 of m signs; the best of many s."""
    for m, epsilon in ((1, 0.5), (3, 2.0)):
        exact = 0.0
        for s in np.geomspace(0.05, 0.5, 40):
            laws = []
            for sign in (1, -1):
                light = {k: binom.pmf(k, m, (1 + sign * s) / 2) / 4 for k in range(m + 1)}
                laws.append(light | {"other": 0.75})
            exact = max(exact, s**2 * two_points(laws, epsilon))
        yield mixtures.lightest(1, m, 2, epsilon, 1.0).value, exact


def on_the_cube(bound: Callable[..., Any], *settings: tuple[Any, ...]) -> Pairs:
    """The least excess risk of linear losses on the corners of a cube: alpha (1 - E||E[V | message]||/sqrt(d))."""
    for given in settings:
        found, (n, m, d, epsilon, L, R) = bound(*given), given
        assert n == 1
        told, _ = signs_told(SignCube(d, Fraction(found.parameters["s"])), m, epsilon, squared=False)
        yield found.value, L * R * float(found.parameters["s"]) * (1 - told / sqrt(d))


def bassily_local() -> Pairs:
    yield from on_the_cube(losses.bassily_local, (1, 1, 1, 1.0, 2.0, 3.0), (1, 4, 1, 1.0, 1.0, 1.0))


def bassily_few_users() -> Pairs:
    yield from on_the_cube(losses.bassily_few_users, (1, 1, 2, 0.125, 2.0, 3.0), (1, 1, 2, 1.0, 1.0, 1.0))


def bassily_statistical() -> Pairs:
    """Without privacy: n m signs of mean +-s, and the sign of the majority."""
    for size in (3, 101):
        found = losses.bassily_statistical(1, size, 2, 1.0, 2.0, 3.0)
        s = float(found.parameters["s"])
        yield found.value, 6 * s * 2 * float(binom.cdf(size // 2, size, (1 + s) / 2))


def cube_sharp() -> Pairs:
    yield from on_the_cube(losses.cube_sharp, (1, 1, 2, 0.25, 2.0, 3.0), (1, 2, 2, 1.0, 1.0, 1.0))


def pure_server() -> Pairs:
    """One user whose sample is the direction with probability alpha: the trusted server is the user's channel."""
    for epsilon in (0.125, 1.0):
        found = pure.pure_server(1, 1, 2, epsilon, 2.0, 3.0)
        alpha = float(found.parameters["alpha"])
        if "few samples" in found.source:
            corners = [np.array(v) / sqrt(2) for v in product((1, -1), repeat=2)]
            table = [[alpha * (i == j) for j in range(4)] + [1 - alpha] for i in range(4)]
            told = most_told(table, corners, epsilon, squared=False)
        else:
            told = signs_told(SignCube(2, Fraction(alpha)), 1, epsilon, squared=False)[0] / sqrt(2)
        yield found.value, 6 * alpha * (1 - told)


def scores() -> Pairs:
    """One user of one sign, whose bias is uniform: E|p| less what a response tells."""
    for epsilon in (0.125, 1.0, 3.0):
        found = score_bound(1, 1, 1, epsilon, 2.0, 3.0)
        alpha = float(found.parameters["alpha"])
        yield found.value, 6 * (alpha / 2 - tanh(epsilon / 2) * alpha**2 / 3)


def blocks_floor() -> Pairs:
    """The packing itself, every point as likely: four or eight symbols."""
    for given in ((1, 1, 2, 0.25, 1.0, 1), (1, 1, 4, 1.0, 2.0, 1)):
        found = floors.blocks_floor(*given)
        code = Blocks(1, given[2], int(found.parameters["heights"]), Fraction(given[4]))
        points = np.array([[float(x) for x in point] for point in code.members()])
        told = most_told(np.eye(len(points)), points, given[3])
        yield found.value, float((points**2).sum() / len(points)) - told


def two_points_floor() -> Pairs:
    """Randomised responses of the sign."""
    for n, epsilon in ((1, 0.5), (3, 0.5), (4, 2.0)):
        keep = 1 / (1 + exp(-epsilon))
        a = [comb(n, k) * keep**k * (1 - keep) ** (n - k) for k in range(n + 1)]
        exact = sum(2 * x * y / (x + y) for x, y in zip(a, reversed(a), strict=True))
        yield floors.two_points_floor(n, 1, 3, epsilon, 2.0).value, 4 * exact


def sparse_floor() -> Pairs:
    """s coordinates that are known, all of size D."""
    for s, epsilon in ((1, 0.25), (2, 0.5)):
        told, _ = signs_told(SignCube(s, Fraction(1)), 1, epsilon)
        yield floors.sparse_floor(1, 1, 2, epsilon, 1.0, s).value, s - told


def coefficients_floor() -> Pairs:
    """One coefficient, at either end."""
    for epsilon, r in ((0.25, 1.0), (1.0, 0.5)):
        found = floors.coefficients_floor(1, 1, 1, epsilon, 1, r)
        told, _ = signs_told(SignCube(1, Fraction(1)), 1, epsilon)
        yield found.value, min(2 / 3, r / 2) ** 2 * (1 - told)


def label_majorities() -> Pairs:
    """The mean error of the majority of a binomial number of answers."""
    for people, mass, lean in ((50, 0.01, 0.5), (50, 0.25, 0.125), (400, 0.05, 0.25)):
        k = np.arange(people + 1)
        errors = [0.5, *((binom.cdf((j - 1) // 2, j - 1 + j % 2, (1 + lean) / 2)) for j in k[1:])]
        yield (
            float(majority_error(Fraction(people * mass), ball(lean)).mid()),
            float(binom.pmf(k, people, mass) @ errors),
        )


Row = Callable[[], Pairs]
LEAST: dict[Row, float] = {
    zhao_theorem2: 0.35,
    zhao_theorem2_floor: 0.2,
    kent_example1a: 0.25,
    kent_example1b: 0.2,
    two_point_sharp: 0.999,
    floor_sharp: 0.999,
    mean_van_trees: 0.99,
    nonprivate: 0.999,
    vector_van_trees: 0.95,
    cells_van_trees: 0.3,
    signs_bound: 0.95,
    axes_bound: 0.95,
    hadamard_bound: 0.95,
    cells_bound: 0.95,
    zhao_theorem6: 0.25,
    zhao_theorem7: 0.25,
    zhao_hadamard: 0.25,
    zhao_all_epsilon: 0.25,
    kent_high_privacy: 0.2,
    kent_low_privacy: 0.2,
    kent_theorem6: 0.005,
    sign_floor: 0.9,
    volume_floor: 0.9,
    vertex_floor: 0.95,
    kent_proposition3: 0.05,
    spikes: 0.95,
    lifted_bound: 0.999,
    density_bumps_bound: 0.95,
    density_floor_bound: 0.75,
    density_wave: 0.999,
    mixture_shifted: 0.95,
    mixture_lightest: 0.95,
    bassily_local: 0.1,
    bassily_few_users: 0.2,
    bassily_statistical: 0.7,
    cube_sharp: 0.9,
    pure_server: 0.95,
    scores: 0.75,
    blocks_floor: 0.25,
    two_points_floor: 0.95,
    sparse_floor: 0.95,
    coefficients_floor: 0.95,
    label_majorities: 0.95,
}
"""The least share of the exact risk that the nearest of a bound's numbers is."""
NEAR = [row for row, least in LEAST.items() if least > 1 / 2]
"""Where a bound that is too large by a factor of 2 is above an exact risk."""
FAR = [row for row, least in LEAST.items() if least <= 1 / 2]
"""Where it is not: `reports/bounds.md` names these."""
_SHOWN, _MAJORITY = "numerics.enclosures:risk_down", "classification.bumps:majority_error"


def holds(row: Row) -> bool:
    """Whether no number is above the exact risk, and one is as near as `LEAST` says."""
    shares = [bound / exact for bound, exact in row()]
    return max(shares) <= 1 + ROUNDING and max(shares) >= LEAST[row]


@pytest.mark.parametrize("row", LEAST, ids=lambda row: row.__name__)
def test_bounds_are_below_exact_risks_and_not_far(row: Row) -> None:
    for bound, exact in row():
        assert 0 <= bound <= exact * (1 + ROUNDING)
    assert holds(row)


def planted(row: Row, factor: str, patch: pytest.MonkeyPatch) -> bool:
    """Whether all holds with a bound that is a given number of times what it is."""
    old = "return found\n" if row is label_majorities else "return max(0.0, down(x))"
    where = _MAJORITY if row is label_majorities else _SHOWN
    forget()
    try:
        with patch.context() as inside:
            Plant(where, old, old.replace("return ", f"return {factor} * "), "lowerbounds").put(inside)
            return holds(row)
    finally:
        forget()


@pytest.mark.parametrize("row", LEAST, ids=lambda row: row.__name__)
def test_half_a_bound_is_seen(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not planted(row, "0.5", monkeypatch)


@pytest.mark.parametrize("row", NEAR, ids=lambda row: row.__name__)
def test_twice_a_bound_is_seen_where_it_is_near(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not planted(row, "2", monkeypatch)


@pytest.mark.parametrize("row", FAR, ids=lambda row: row.__name__)
def test_twice_a_bound_is_not_seen_where_it_is_far(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that says what is not known stays true."""
    with monkeypatch.context() as inside:
        Plant(_SHOWN, "return max(0.0, down(x))", "return 2 * max(0.0, down(x))", "lowerbounds").put(inside)
        forget()
        assert max(bound / exact for bound, exact in row()) <= 1
    forget()
