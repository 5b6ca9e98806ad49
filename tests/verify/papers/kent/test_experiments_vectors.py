"""kent 6.1.1, Figure 2 (centre and right): verdicts, a second route to the sphere's risks, and planted defects."""

from dataclasses import replace

import numpy as np
import pytest

from tests.verify.papers.section import claims_of, results_of
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import kent
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.kent.experiments import sweep_vectors as kent_vectors
from verify.papers.kent.experiments.sweep_vectors import GENERAL, HIGH, SphereMean, each, user_level, width
from verify.papers.kent.s6_1_1_mean import figure2_vectors as experiments_vectors
from verify.study.experiments.figures import find
from verify.study.risk import exact_risk, monte_carlo

IDS = {f"kent/experiment2{part}" for part in ("", "/larger-d", "/item", "/semi", "/cube", "/magnitude")}
OWN = {"kent/own/experiment2-general", "kent/own/experiment2-semi"}


@pytest.fixture
def fresh():
    """Planted numbers neither come from a cache nor stay in one."""
    user_level.cache_clear()
    yield
    user_level.cache_clear()


def verdict(id_):
    claim = claims_of([experiments_vectors])[id_]
    return (claim.corrected if claim.printed is None else claim.printed).check(Settings()).verdict


def test_every_sentence_is_seen():
    results = results_of([experiments_vectors])
    assert results.keys() == IDS | OWN
    for id_, result in results.items():
        assert result.standing.verdict is Verdict.CHECKED, id_


@pytest.mark.parametrize(("d", "setting_width"), [(8, "l2"), (32, "linf")])
def test_the_sphere_by_simulation(d, setting_width):
    """|z| <= 6, type-I error 2e-9; twice the risk is rejected."""
    plan = each(d, 4.0, width(setting_width, d, 4.0), HIGH)
    exact, drawn = exact_risk(plan, SphereMean(d, 256)), monte_carlo(plan, SphereMean(d, 256), 3000, 1)
    assert abs(drawn.value - exact.value) < 6 * drawn.standard_error
    assert abs(drawn.value - 2 * exact.value) > 6 * drawn.standard_error


def test_the_procedures_spend_what_they_say():
    """Algorithm 5 as a plan: one fold each at all of alpha; the general one spends floor(alpha) at 1."""
    for algorithms, users, budget in ((HIGH, 124, 4.0), (GENERAL, 496, 1.0)):
        one = each(32, 4.0, 0.05, algorithms)
        assert (one.n, float(one.epsilon)) == (users, budget)
    plan = kent.algorithm13(4000, 400, 4.0, 1.0, RandomRotation.draw(32, np.random.default_rng(1)))
    assert (plan.each.n, float(plan.each.epsilon)) == (496, 1.0)


def test_widths_without_the_dimension_are_caught(monkeypatch, fresh):
    """Planted: (34) without 1/d."""
    whole = kent_vectors.width
    for module in (kent_vectors, experiments_vectors):
        monkeypatch.setattr(
            module, "width", lambda ball, d, epsilon: whole(ball, d, epsilon) * (d**0.5 if ball == "l2" else 1)
        )
    assert verdict("kent/experiment2/larger-d") is Verdict.REFUTED


def test_a_doubled_noise_is_caught(monkeypatch, fresh):
    """Planted: twice the scale."""
    whole = kent_vectors.each

    def loud(*arguments):
        plan = whole(*arguments)
        return replace(plan, scale=2 * plan.scale)

    monkeypatch.setattr(kent_vectors, "each", loud)
    monkeypatch.setattr(experiments_vectors, "each", loud)
    assert verdict("kent/experiment2/semi") is Verdict.REFUTED
    assert verdict("kent/experiment2/magnitude") is Verdict.REFUTED


def test_a_route_that_disagrees_leaves_it_open(monkeypatch, fresh):
    """Planted: noise of half the scale in one route alone."""
    whole = kent_vectors.each
    monkeypatch.setattr(experiments_vectors, "each", lambda *a: replace(whole(*a), scale=whole(*a).scale / 2))
    assert verdict("kent/experiment2/cube") is Verdict.OPEN


@pytest.mark.parametrize("name", ["kent-2-centre", "kent-2-right"])
def test_the_figures_sentences_agree_with_the_claims(name):
    experiment = find(name)
    rows = [cell | experiment.work(cell) for cell in experiment.cells("default")]
    assert experiment.draw(rows).axes
    assert all(saying.holds for saying in experiment.sayings(rows))
    planted = [row | {"linf": row["semi_user"] * 2, "l2": row["semi_user"] * 3} for row in rows]
    assert [saying.holds for saying in experiment.sayings(planted)].count(True) == 1
