"""The bounds next to exact optima: every private protocol on tiny data, then exact risks of protocols that run."""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from flint import arb, ctx
from scipy import stats

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.contraction import tanh_half
from lowerbounds.information.divergences import affinity, kullback_leibler, total_variation
from lowerbounds.information.divergences import chi_square as exact_chi_square
from lowerbounds.information.fair_signs import known_at_most
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.information.optimal_protocols import best_explained, largest_squares, law_of_draws, scores
from lowerbounds.information.optimal_protocols import perturbations as perturbed
from lowerbounds.methods import mutual_information as information
from lowerbounds.methods import perturbations, van_trees
from lowerbounds.methods.cubes import Axes, HadamardCube, PairedCells, SignCube
from lowerbounds.methods.families import chi_square, deficit
from lowerbounds.methods.lines import Spikes
from lowerbounds.methods.perturbations import ROUTES, bessel_constant, moment, sized
from lowerbounds.numerics.enclosures import ball
from lowerbounds.optimisation import excess_risk as optimisation
from lowerbounds.vectors import heavy, papers

ONE = F(1)


@pytest.fixture(autouse=True, scope="module")
def precision():
    """Balls made in a test are as narrow as those that it compares them with."""
    with ctx.workprec(200):
        yield


def log(t):
    """epsilon as a float, not above ln t."""
    return float(ball(t).log().lower()) * (1 - 1e-15)


def vertices(k):
    return list(product((1, -1), repeat=k))


SMALL = [
    (SignCube, 2, 1, 1),
    (SignCube, 2, 1, 2),
    (SignCube, 1, 3, 2),
    (SignCube, 1, 5, 1),
    (Axes, 2, 1, 1),
    (Axes, 2, 1, 2),
    (Axes, 1, 2, 3),
    (HadamardCube, 2, 1, 2),
    (PairedCells, 2, 1, 1),
]


@pytest.mark.parametrize(("kind", "d", "m", "n"), SMALL)
@pytest.mark.parametrize("t", [F(6, 5), F(3), F(40)])
def test_no_protocol_knows_more_than_the_routes_allow(kind, d, m, n, t):
    """W(s) next to the least posterior variance over every sequentially interactive protocol, exact."""
    signs = [tuple(F(x) for x in v) for v in vertices(d)]
    for s in (F(1, 4), F(3, 4), F(1)):
        family = kind(d, s)
        laws = [law_of_draws(family.law(v), m) for v in vertices(d)]
        least = 1 - best_explained(laws, signs, t, n) / d
        assert 0 <= least <= 1
        for route in ROUTES:
            unknown = route.unknown(family, n, m, log(t))
            assert not unknown > ball(least), route.name
        floor = 1 - known_at_most(n * ball(t).log() * tanh_half(ball(t).log()) / d)
        assert not floor > ball(least)
        # Not far off either: half of the least where a user knows little.
        if t == F(6, 5) and n * m <= 2:
            assert max(float(route.unknown(family, n, m, log(t)).mid()) for route in ROUTES) > 0.5 * float(least)


@pytest.mark.parametrize("support", ["l1", "cells"])
@pytest.mark.parametrize("n", [1, 2])
def test_vertices_lie_below_the_best_protocol(support, n):
    d = 2 if support == "l1" else 4
    corners = (
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
        if support == "l1"
        else [tuple(int(i == k) for i in range(4)) for k in range(4)]
    )
    laws = [FiniteLaw(((corner, ONE),)) for corner in corners]
    for t in (F(21, 20), F(6, 5), F(3), F(40)):
        least = 1 - best_explained(laws, [tuple(map(F, c)) for c in corners], t, n)
        assert information.vertex_floor(n, 7, d, log(t), 1.0, support).value <= least


def test_wrong_signs_of_kent_and_zhao_lie_below_the_best_protocol():
    """The papers' numbers next to the exact least risk of their family over all protocols of two users."""
    for bound, kind in ((papers.zhao_theorem6, Axes), (papers.zhao_theorem7, SignCube)):
        for t in (F(6, 5), F(3)):
            found = bound(2, 1, 2, log(t))
            family = found.family
            assert isinstance(family, kind)
            laws = [family.law(v) for v in vertices(2)]
            signs = [tuple(F(x) for x in v) for v in vertices(2)]
            least = float(family.weight * family.s**2) * (2 - float(best_explained(laws, signs, t, 2)))
            assert 0.02 * least < found.value <= least


def test_an_optimisation_bound_lies_below_the_best_protocol():
    """Excess risk alpha (1 - E||E[V|Z]||/sqrt d) >= alpha (1 - sqrt(explained/d)), and the bound is below that."""
    for t in (F(6, 5), F(3)):
        found = optimisation.cube_sharp(2, 1, 2, log(t))
        family = found.family
        laws = [family.law(v) for v in vertices(2)]
        signs = [tuple(F(x) for x in v) for v in vertices(2)]
        explained = float(best_explained(laws, signs, t, 2)) / 2
        assert found.value <= float(family.s) * (1 - math.sqrt(explained))


def moments_agree(family, m):
    """Raise AssertionError unless the moments of all perturbations, over all data, are 0 and A."""
    base, flips = perturbed(family.law, family.signs, m)
    for k, j in product(range(family.signs), repeat=2):
        inner = sum(p * flips[k][x] * flips[j][x] for x, p in base)
        assert perturbations.moment(family, m).overlaps(ball(inner)) if k == j else inner == 0


@pytest.mark.parametrize(
    ("kind", "d", "m"), [(SignCube, 2, 1), (SignCube, 2, 2), (Axes, 2, 2), (Axes, 3, 1), (HadamardCube, 2, 2)]
)
def test_orthogonal_perturbations_through_the_worst_channel(kind, d, m):
    """A as an exact moment, and Bessel's constant next to the exact optimum over channels (a linear program)."""
    family = kind(d, F(1, 2))
    moments_agree(family, m)
    base, flips = perturbed(family.law, family.signs, m)
    for t in (F(6, 5), F(4), F(100)):
        optimum = largest_squares(base, flips, t)
        limit = bessel_constant(d, log(t)) * moment(family, m)
        assert ball(optimum) <= limit * (1 + arb("1e-12"))
        assert float(optimum) > 0.05 * float(limit.mid()) or t == 100


def test_bessels_constant_is_attained():
    """Var q/(E q)^2 for a column that is t on a share 1/(t+1) of the data, else 1, is sinh(epsilon/2)^2."""
    for t in (F(6, 5), F(3), F(100)):
        share = 1 / (t + 1)
        mean = 1 + (t - 1) * share
        variance = (t - 1) ** 2 * share * (1 - share)
        assert variance / mean**2 == (t - 1) ** 2 / (4 * t)
        assert bessel_constant(10**9, float(ball(t).log().mid())).overlaps(ball((t - 1) ** 2 / (4 * t)) * arb(1, 1e-14))


@pytest.mark.parametrize("kind", [SignCube, Axes])
def test_many_users_with_one_extreme_channel_know_no_more(kind):
    """n users, each the same extreme channel on two signs: posterior variance by all counts, in floating point."""
    t, n, family = F(3), 12, kind(2, F(2, 5))
    limit = max(float(route.unknown(family, n, 1, log(t)).mid()) for route in ROUTES)
    atoms = family.law((1, 1)).atoms
    worst = 1.0
    for place, channel in enumerate(extreme_channels(atoms, t)):
        if place % 3:
            continue
        sent = [family.law(v).through(channel) for v in vertices(2)]
        names = sent[0].atoms
        counts = [c for c in product(range(n + 1), repeat=len(names) - 1) if sum(c) <= n]
        full = np.array([(*c, n - sum(c)) for c in counts])
        chances = np.array([stats.multinomial.pmf(full, n, [float(law[z]) for z in names]) for law in sent]) / 4
        total = chances.sum(axis=0)
        known = sum(
            ((chances * np.array([v[k] for v in vertices(2)])[:, None]).sum(axis=0) ** 2 / total).sum() for k in (0, 1)
        )
        worst = min(worst, 1 - known / 2)
    assert 0 < limit <= worst


@pytest.mark.parametrize(
    ("kind", "d", "m"),
    [(SignCube, 2, 1), (SignCube, 2, 2), (SignCube, 1, 3), (Axes, 2, 1), (Axes, 2, 2), (PairedCells, 2, 1)],
)
def test_the_trace_of_the_information_through_the_worst_channel(kind, d, m):
    """van Trees' J next to the exact optimum over channels of the trace at corners and inside of the box."""
    box = F(1, 2)
    for s in (F(1, 10), box):
        family = kind(d, s)
        base, found = scores(family.law, d, m, s)
        assert all(sum(p * score[x] for x, p in base) == 0 for score in found)
        for t in (F(6, 5), F(4), F(60)):
            optimum = largest_squares(base, found, t)
            limit = van_trees.trace(kind(d, box), m, log(t))
            assert ball(optimum) <= limit * (1 + arb("1e-12"))
            assert float(optimum) > 0.1 * float(limit.mid())


@pytest.mark.parametrize(("p", "m", "n"), [(2.0, 1, 1), (2.0, 4, 1), (4.0, 7, 1), (3.0, 2, 2)])
@pytest.mark.parametrize("t", [F(6, 5), F(3), F(40)])
def test_spikes_lie_below_the_best_protocol(p, m, n, t):
    """Two hypotheses; a user's data are spikes of one sign, of the other, or none: three symbols for every m."""
    bound = heavy.spikes(n, m, 1, log(t), p)
    family = bound.family
    none = (1 - F(family.q).limit_denominator(10**6)) ** m
    laws = [
        FiniteLaw((("none", none), ("up", 1 - none), ("down", F(0)))),
        FiniteLaw((("none", none), ("up", F(0)), ("down", 1 - none))),
    ]
    least = 1 - best_explained(laws, [(ONE,), (-ONE,)], t, n)
    scale = float(family.weight)
    assert bound.value <= scale * float(least) * (1 + 1e-6)
    assert bound.value > 0.4 * scale * float(least)
    # The moment: q T^p at most 1, and next to it.
    assert 1 - 1e-9 < float(family.q) * float(family.unit_squared) ** (p / 2) <= 1 + 1e-12
    assert sized(family, arb(1)).overlaps(ball(family.weight))


def test_spikes_are_caught_when_the_mass_of_one_sample_stands_for_all(monkeypatch):
    """TV = q in place of 1 - (1-q)^m: the bound then exceeds the exact optimum."""
    real = heavy.hellinger_by_tv
    n, m, t = 1, 50, F(40)
    monkeypatch.setattr(heavy, "hellinger_by_tv", lambda e, tv: real(e, tv / m))
    bound = heavy.spikes(n, m, 1, log(t), 2.0)
    none = (1 - F(bound.family.q).limit_denominator(10**6)) ** m
    laws = [FiniteLaw((("none", none), ("up", 1 - none))), FiniteLaw((("none", none), ("down", 1 - none)))]
    least = 1 - best_explained(laws, [(ONE,), (-ONE,)], t, n)
    assert bound.value > float(bound.family.weight) * float(least)
    assert isinstance(bound.family, Spikes)


@pytest.mark.parametrize("kind", [SignCube, Axes, HadamardCube, PairedCells])
@pytest.mark.parametrize("s", [F(1, 10**6), F(1, 3), F(9, 10)])
def test_divergences_of_a_flip_are_those_of_the_laws(kind, s):
    """mass, chi-square, KL and the m-fold affinity next to the laws themselves."""
    for d, m in ((1, 1), (2, 1), (2, 3)):
        family = kind(d, s)
        here, there = family.law((1,) * d), family.law((*(1,) * (d - 1), -1))
        assert chi_square(family) == exact_chi_square(there, here)
        assert perturbations.divergence(family).overlaps(kullback_leibler(here, there))
        assert deficit(family, m).overlaps(1 - affinity(here, there) ** m)
        assert total_variation(here, there) == family.mass * s


def test_a_halved_perturbation_is_caught_by_the_moments(monkeypatch):
    """chi of s/2: KL <= chi-square hides it from the risks, not from the moments."""
    real = perturbations.moment
    moments_agree(SignCube(2, F(1, 2)), 2)
    monkeypatch.setattr(perturbations, "moment", lambda family, m: real(family, m) / 4)
    with pytest.raises(AssertionError):
        moments_agree(SignCube(2, F(1, 2)), 2)
