"""Moments of the estimates that a rule as printed makes of cells, written again from its winners and users' means."""

from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest
from scipy.linalg import hadamard

from tests.verify.study.risk.test_user_cells import any_law
from upperbounds.classification.turned import printed_plan
from upperbounds.transforms.turned_bins import TurnedBins
from verify.study.risk.printed_cells import Answer, PrintedEstimates, normal_excess

PLAN = printed_plan(4003, 25, 1.0, TurnedBins(8))


def test_a_bias_of_more_digits_moves_both_routes_alike() -> None:
    """The bias is that of users' means with more digits than their masses have: it replaces their average."""
    away, masses = np.array([[-0.3, 0.1, 0.25], [-0.1, 0.0, 0.2]]), np.array([0.2, 0.5, 0.3])
    plain = Answer(np.array([0.75, 0.25]), away, masses, away @ masses)
    moved = replace(plain, bias=plain.bias + np.array([1e-5, -3e-5]))
    for u in (1e-3, 2.0, 6.6, 6.7, 40.0):
        off = (moved.less_one(np.array([u])) - plain.less_one(np.array([u])))[0]
        assert off == pytest.approx(1j * u * np.array([1e-5, -3e-5]), rel=1e-9, abs=0)


def test_moments_are_those_of_winners_and_clipped_means() -> None:
    """Given its winner a coordinate's mean is one of users' clipped means, with Laplace noise at the end."""
    K, half = 8, PLAN.each.half
    laws = np.stack([hadamard(K) @ any_law(K, seed).mass for seed in (1, 2)])
    laws[:, 0] = 0.5
    found = PrintedEstimates(PLAN, laws)
    means, deviation, moved = found.moments
    told, spreads, most = np.zeros((2, K)), np.zeros(2), 0.0
    for row in range(2):
        for k in found.answered.tolist():
            [answer] = found.answers(np.array([laws[row, k].round(15)]))
            middle = float(answer.chances @ answer.bias)
            told[row, k] = laws[row, k] + middle
            for p, off, bias in zip(answer.chances, answer.away, answer.bias, strict=True):
                spreads[row] += p * ((float(off**2 @ answer.masses) - bias**2) / half + (bias - middle) ** 2)
                if p > 1e-16 / K:
                    most = max(most, abs(bias - middle))
    noise = len(found.answered) * 2 * float(PLAN.each.scale) ** 2 / half
    assert means == pytest.approx(told @ hadamard(K) / K, abs=1e-12)
    assert deviation == pytest.approx(sqrt(spreads.max() + noise) / K, rel=1e-9)
    assert moved == pytest.approx(most / K, rel=1e-9)


def test_normal_estimates_have_the_variance_of_samples_and_noise() -> None:
    K, law = 8, any_law(8, 3)
    means = hadamard(K) @ law.q
    there = PLAN.split.folds_of > 0
    variance = sum((1 - mean**2) / PLAN.each.m + 2 * float(PLAN.each.scale) ** 2 for mean in means[there].tolist())
    deviation = sqrt(variance / PLAN.each.half) / K
    estimates = hadamard(K) @ np.where(there, means, 0.0) / K
    expected = 0.0
    for b, mean in enumerate(estimates.tolist()):
        negative = NormalDist(mean, deviation).cdf(0.0)
        expected += law.wrong[b, 0] * negative + law.wrong[b, 1] * (1 - negative)
    assert normal_excess(PLAN, law) == pytest.approx(expected, rel=1e-9)
