"""The bounds next to exact risks of protocols that run, and the defects that those catch."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
from scipy import stats

from lowerbounds.methods import assouad, perturbations, van_trees
from lowerbounds.methods import mutual_information as information
from lowerbounds.methods.cubes import SignCube
from lowerbounds.methods.perturbations import ROUTES
from lowerbounds.numerics.enclosures import ball
from lowerbounds.registry import best
from lowerbounds.vectors import papers
from notation.setting import Setting


def responses(n, d, flip, chance):
    """Posterior variance of a fair sign told by n//d answers that are 1 with `chance(+-1)` before the lie."""
    users = n // d
    k = np.arange(users + 1)
    high, low = (flip + (1 - 2 * flip) * chance(v) for v in (1, -1))
    p, q = stats.binom.pmf(k, users, high), stats.binom.pmf(k, users, low)
    both = p + q
    return float((2 * p * q / np.where(both > 0, both, 1)).sum())


def witness_risk(family, n, m, epsilon):
    """Squared error of a protocol that runs, from binomial laws of its own: an upper limit for every bound."""
    flip = 1 / (1 + math.exp(epsilon))
    s = float(family.s)
    # How many of the samples tell about the sign that is asked for; then their majority, a fair coin at a tie.
    told = np.arange(m + 1)
    share = stats.binom.pmf(told, m, float(family.mass))

    def chance(v):
        up = (1 + s * v) / 2
        tie = np.where(told % 2 == 0, stats.binom.pmf(told // 2, told, up) / 2, 0.0)
        return float((share * (stats.binom.sf(told // 2, told, up) + tie)).sum())

    return float(family.weight) * s**2 * family.signs * responses(n, family.signs, flip, chance)


CELLS = [(n, m, d, e) for n in (32, 2048) for m in (1, 9, 64) for d in (1, 8) for e in (0.25, 1.0, 4.0)]


def audit(cases=CELLS, makers=None):
    """Raise AssertionError unless every bound is below the risk of a protocol on its own hard instance."""
    makers = makers or (
        lambda n, m, d, e: assouad.signs_bound(n, m, d, e, 1.0, "linf"),
        lambda n, m, d, e: assouad.signs_bound(n, m, d, e, 1.0, "l2"),
        assouad.axes_bound,
        assouad.hadamard_bound,
        papers.zhao_theorem6,
        papers.zhao_theorem7,
        papers.zhao_hadamard,
        papers.zhao_all_epsilon,
        papers.kent_high_privacy,
        papers.kent_low_privacy,
        information.sign_floor,
    )
    for case in cases:
        for make in makers:
            bound = make(*case)
            if bound.value > 0:
                assert bound.value <= witness_risk(bound.family, *case[:2], case[3]) * (1 + 1e-9), (bound.source, case)


def test_bounds_lie_below_a_protocol_that_runs():
    audit()


SHARP = (assouad.signs_bound, assouad.axes_bound)


LARGE = [(4096, 401, 4, 0.5), (8192, 64, 32, 0.5), (4096, 64, 4, 5.0)]


def test_planted_defects_are_caught(monkeypatch):
    """Each defect lifts some bound above the exact risk of a protocol that runs."""
    audit(LARGE, SHARP)

    def plant(name, defect, cases=LARGE, makers=SHARP, module=perturbations):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, defect)
            with pytest.raises(AssertionError):
                audit(cases, makers)

    def scaled(family, m, factor):
        second = real(family, m)
        return None if second is None else second * factor

    def only(*names):
        return tuple(route for route in ROUTES if route.name in names)

    bessel = only("KL summed over signs, Bessel")
    cases = [(4096, 401, 4, 0.5), (8192, 64, 32, 0.5)]
    with monkeypatch.context() as patch:
        patch.setattr(assouad, "ROUTES", bessel)
        audit(cases, SHARP)
        real, chi, gap = perturbations.moment, perturbations.divergence, perturbations.deficit
        # The samples of a user counted once.
        plant("moment", lambda family, m: real(family, 1), cases)
        # The mass of a single sample in place of that of the m-fold product: (100) of zhao.
        plant("moment", lambda family, m: scaled(family, m, ball(family.mass)), cases, (assouad.axes_bound,))
        # An exponent off by 1/2 in m, in n through the sum over users, and in the perturbation.
        plant("moment", lambda family, m: real(family, math.isqrt(m)), cases)
        plant("by_divergence", lambda total, n, signs: (-(math.isqrt(n) * total / signs)).exp(), cases)
        # The sum over signs read as if it were of each: a factor d.
        plant("by_divergence", lambda total, n, signs: (-(n * total / signs**2)).exp(), cases)
    with monkeypatch.context() as patch:
        patch.setattr(assouad, "ROUTES", only("KL of each sign, tanh^2 contraction"))
        plant("divergence", lambda family: chi(family) / 4, [(4096, 1, 1, 0.5)])
    with monkeypatch.context() as patch:
        patch.setattr(assouad, "ROUTES", only("affinity of each sign, tanh^2 contraction"))
        plant("deficit", lambda family, m: gap(family, 1))
        plant("deficit", lambda family, m: gap(family, math.isqrt(m)))
    # A cube in the l_2 ball whose half-width lacks 1/sqrt(d): the instance itself leaves the ball.
    wrong = SignCube(4, F(1, 2), F(1))
    assert norm(wrong) > 1 >= norm(SignCube(4, F(1, 2), F(1, 4)))


def norm(family):
    """The largest squared l_2 norm of a sample."""
    return max(sum(x**2 for x in atom) for atom in family.law((1,) * family.signs).atoms) * family.unit_squared


@pytest.mark.parametrize(
    ("n", "m", "d", "epsilon"), [(24, 5, 1, 1.0), (60, 1, 3, 0.5), (300, 9, 3, 1.5), (1000, 25, 2, 0.3)]
)
def test_van_trees_lies_below_the_bayes_risk_of_its_prior(n, m, d, epsilon):
    bound = van_trees.van_trees(n, m, d, epsilon)
    length = float(bound.parameters["L"])
    theta = np.linspace(-length, length, 2001)
    prior = np.cos(np.pi * theta / (2 * length)) ** 2
    prior /= prior.sum()
    flip = 1 / (1 + math.exp(epsilon))
    majority = stats.binom.sf(m // 2, m, (1 + theta) / 2)
    users = n // d
    joint = stats.binom.pmf(np.arange(users + 1)[:, None], users, (flip + (1 - 2 * flip) * majority)[None]) * prior
    evidence = joint.sum(axis=1)
    risk = d * ((prior * theta**2).sum() - ((joint * theta).sum(axis=1) ** 2 / evidence).sum())
    assert 0.1 * risk < bound.value <= risk


@pytest.mark.parametrize("n", [1, 3, 10, 40])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_volume_lies_below_the_bayes_risk_of_the_uniform_prior(n, epsilon):
    """Each user says by randomised response whether theta > c, the c spread evenly: exact up to quadrature."""
    theta = (np.arange(4000) + 0.5) / 2000 - 1
    flip = 1 / (1 + math.exp(epsilon))
    risks = []
    for cuts in (np.zeros(n), np.linspace(-0.8, 0.8, n)):
        posterior = np.full((1, theta.size), 1 / theta.size)
        for cut in cuts[:8]:
            yes = np.where(theta > cut, 1 - flip, flip)
            posterior = np.concatenate([posterior * yes, posterior * (1 - yes)])
        # Beyond eight users the transcripts are too many: more answers at 0 only, by their count.
        mass = posterior.sum(axis=1)
        if n <= 8:
            risks.append(1 / 3 - ((posterior * theta).sum(axis=1) ** 2 / mass).sum())
    k = np.arange(n + 1)[:, None]
    joint = stats.binom.pmf(k, n, np.where(theta > 0, 1 - flip, flip)[None]) / theta.size
    risks.append(1 / 3 - ((joint * theta).sum(axis=1) ** 2 / joint.sum(axis=1)).sum())
    value = information.volume_floor(n, 5, 1, epsilon).value
    assert 0 < value <= min(risks)


def duchi_l2(n, d, t):
    """Worst risk on the unit l_2 ball of the mechanism of Duchi, Jordan and Wainwright 2018: B^2/n, at mean 0."""
    ratio = math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2 + 1))
    return ((t + 1) / (t - 1) * math.sqrt(math.pi) / 2 * d * ratio) ** 2 / n


def duchi_linf(n, d, t):
    """The same on the cube, d odd: d B^2/n, B = (t+1)/(t-1) 2^(d-1)/C(d-1, (d-1)/2)."""
    return d * ((t + 1) / (t - 1) * 2 ** (d - 1) / math.comb(d - 1, (d - 1) // 2)) ** 2 / n


def k_ary(n, cells, t):
    """Worst risk of k-ary randomised response for a law on cells: at the uniform law."""
    return ((t + cells - 1) / (t - 1)) ** 2 * (1 - 1 / cells) / n


@pytest.mark.parametrize("epsilon", [0.05, 0.7, 2.0])
@pytest.mark.parametrize("d", [1, 5, 51])
@pytest.mark.parametrize("n", [20, 10**5, 10**9])
def test_one_sample_of_each_user_is_enough_for_the_known_mechanisms(n, d, epsilon):
    """Exact worst risks of published item-level mechanisms, from above; a user with more samples may send one."""
    t = math.exp(epsilon)
    for problem, risk in (("mean-l2", duchi_l2), ("mean-linf", duchi_linf)):
        found = best(problem, Setting(n, 1, d, epsilon)).value
        assert found <= risk(n, d, t)
        # With many users and small epsilon within a factor of pi/2 of it.
        if n == 10**9 and epsilon == 0.05:
            assert found > risk(n, d, t) / 1.65
    cells = d + 1
    assert best("discrete", Setting(n, 1, cells, epsilon)).value <= k_ary(n, cells, t)


@pytest.mark.parametrize("d", [1, 10, 1000])
def test_signed_randomised_response_beats_the_printed_rate_and_not_ours(d):
    """At epsilon = ln(2d+2), one sample each, the l_1 ball is estimated to 4/n (zhao/own/thm6-counter)."""
    for n in (10, 10**4, 10**8):
        assert best("mean-l1", Setting(n, 1, d, math.log(2 * d + 2))).value <= 4 / n
