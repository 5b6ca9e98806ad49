"""bassily Theorems 4.1 and 4.3 as mechanisms: verdicts, exact divergences and planted defects."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from flint import arb

from tests.verify.papers.section import claims_of
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily
from verify.kernel.statements import FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.papers.bassily import s4_mechanisms as mechanisms
from verify.papers.bassily.instances import mean_estimators as estimators
from verify.papers.bassily.instances import mechanisms as compositions

LOCAL, CENTRAL = compositions.LOCAL, compositions.CENTRAL
MODULES = (mechanisms,)
QUICK = Settings()


def judged(cases):
    """The verdict of a finite check over some cases."""
    return FiniteCheck("planted", "the same set", cases).check(QUICK).verdict


def test_the_catalogue_is_covered():
    assert set(claims_of(MODULES)) >= {"bassily/own/thm4.1-mechanism", "bassily/thm4.3/mechanism"}


def test_the_enclosed_divergence_is_that_of_the_abstract_pair():
    """The plan's own constants against the ledger's formula for two messages, at epsilon = 1/2."""
    plan = LOCAL.plan(64, 10**4, 4, 0.5, 1e-5)
    half = as_arb(1) / 2
    shift = 2 * half / (32 * (as_arb(5) / 4 / arb(1e-5)).log()).sqrt()
    keep = 1 / (1 + (-half / 4).exp())
    expected = sum(
        weight * estimators.gaussian_delta(rest, shift)
        for weight, rest in ((keep**2, half / 2), (2 * keep * (1 - keep), half), ((1 - keep) ** 2, 3 * half / 2))
    )
    assert float(LOCAL.divergence(plan).mid()) == pytest.approx(float(expected.mid()), rel=1e-9)


def test_half_the_noise_is_caught():
    plan = LOCAL.plan(64, 10**4, 4, 0.5, 1e-8)
    assert bool(LOCAL.divergence(plan) < 1e-8)
    assert bool(LOCAL.divergence(replace(plan, sigma=plan.sigma / 2)) > 1e-8)


def test_noise_for_all_of_epsilon_serves_disjoint_users():
    """sqrt(8) is enough where the votes are other users': the noise alone is private at all of epsilon."""
    plan = LOCAL.plan(64, 10**4, 4, 0.5, 1e-8)
    sigma = bassily.printed_noise(plan.radius, 0.5, 1e-8)
    shift = 2 * as_arb(1) * plan.radius / arb(sigma)
    assert bool(estimators.gaussian_delta(as_arb(1) / 2, shift) < 1e-8)
    assert bool(LOCAL.divergence(replace(plan, sigma=sigma)) > 1e-8)


def test_all_of_epsilon_for_each_range_is_caught():
    plan = CENTRAL.plan(5000, 100, 64, 0.5, 1e-6)
    assert bool(CENTRAL.divergence(plan) < 1e-6)
    greedy = replace(plan, range_epsilon=0.5)
    assert bool(CENTRAL.divergence(greedy) > 1e-6)
    quiet = replace(plan, sigma=plan.sigma / 4)
    assert bool(CENTRAL.divergence(quiet) > 1e-6)


def test_a_radius_without_the_deviation_is_caught():
    assert judged(compositions.concentrated()) is Verdict.CHECKED
    assert judged(compositions.concentrated(0)) is Verdict.REFUTED


class Greedy(compositions.Central):
    """All of epsilon for each range."""

    def plan(self, *place):
        return replace(super().plan(*place), range_epsilon=place[3])


@dataclass(frozen=True)
class AllVote(compositions.Local):
    """A display in which every user votes for every coordinate."""

    def exponent(self, plan):
        return super().exponent(plan) * plan.coordinates


class HalfAnswer(compositions.Central):
    """A display in which half of the users answer Algorithm 6."""

    def exponent(self, plan):
        return super().exponent(plan) / 2


def test_constants_of_another_plan_are_caught():
    assert judged(compositions.constants(LOCAL)) is Verdict.CHECKED
    assert judged(compositions.constants(compositions.PRINTED)) is Verdict.REFUTED
    assert judged(compositions.constants(Greedy())) is Verdict.REFUTED


def test_a_display_that_is_not_what_ships_is_caught():
    assert judged(compositions.shipped(LOCAL)) is judged(compositions.shipped(CENTRAL)) is Verdict.CHECKED
    assert judged(compositions.shipped(AllVote())) is judged(compositions.shipped(HalfAnswer())) is Verdict.REFUTED


@pytest.mark.parametrize(("model", "constant"), [(LOCAL, mechanisms.LOCAL), (CENTRAL, mechanisms.CENTRAL)])
def test_a_smaller_constant_breaks_the_rate(model, constant):
    assert judged(compositions.rate(model, int(constant))) is Verdict.CHECKED
    assert judged(compositions.rate(model, int(constant) // 16)) is Verdict.REFUTED


@pytest.mark.parametrize(("d", "runs"), [(1, 400), (2, 100)])
def test_the_local_bound_is_the_simulated_risk(d, runs):
    """Where the bound is nontrivial it is nearly all noise: the plan on user means that are nearly normal."""
    users, samples, epsilon, delta = 8192 * d, 10**5, 1.0, 1e-3
    rng = np.random.default_rng(7)
    rotation = RandomRotation.draw(d, rng)
    plan = bassily.local_truncated_mean(users, samples, epsilon, 1.0, delta, rotation)
    bound = bassily.local_bound(users, samples, epsilon, 1.0, delta, rotation)
    mean = np.full(d, 0.3 / np.sqrt(d))
    means = mean + rng.standard_normal((runs, users, 1, d)) / np.sqrt(d * samples)
    errors = ((plan.run(means, rng) - mean) ** 2).sum(axis=-1)
    assert not bound.vacuous
    # Five standard deviations of a mean of `runs` squared normals in d dimensions.
    assert abs(errors.mean() / bound.value - 1) < 5 * np.sqrt(2 / (d * runs))
