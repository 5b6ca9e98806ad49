"""Symbolic rates of lower bounds against their displays as numbers, where each of their terms counts.

They are printed next to a bound's number, which is computed by other code: a wrong exponent shows here.
"""

from collections.abc import Callable
from inspect import signature
from math import cosh, exp, expm1, log, pi, sinh, sqrt, tanh

import pytest
import sympy

from lowerbounds.classification import bumps as labels
from lowerbounds.classification import users as user_labels
from lowerbounds.density import papers as density_papers
from lowerbounds.density.bumps import FLOOR_RATE as DENSITY_FLOOR
from lowerbounds.density.bumps import RATE as DENSITY
from lowerbounds.mean import ours, papers
from lowerbounds.methods import assouad, mutual_information
from lowerbounds.mixture import bounds as mixture
from lowerbounds.optimisation import excess_risk, pure, scores
from lowerbounds.regression import bumps as numbers
from lowerbounds.regression import users as user_numbers
from lowerbounds.selection import approximate, floors
from lowerbounds.vectors import heavy, lifted
from lowerbounds.vectors import papers as vectors

Numbers = dict[str, float]


def at(**changed: float) -> Numbers:
    """Values of all letters, no two alike, so that none can stand for another; some of them changed."""
    usual = {
        "n": 3000.0, "m": 70.0, "d": 6.0, "epsilon": 0.6, "D": 1.7, "K": 3.0, "s": 2.2, "r": 1.3, "beta": 0.8,
        "L": 1.9, "R": 0.7, "p": 3.2, "M_p": 2.3, "N": 50_000.0,
        "gamma": 0.9,
    }  # fmt: skip
    return usual | changed


def samples(v: Numbers) -> float:
    return v["n"] * v["m"]


def likelihoods(v: Numbers) -> float:
    """nm(e^epsilon - 1)^2."""
    return samples(v) * expm1(v["epsilon"]) ** 2


def distance(v: Numbers) -> float:
    """The total variation between answers, at most tanh(epsilon/2)."""
    return tanh(v["epsilon"] / 2)


def information(v: Numbers) -> float:
    """n epsilon tanh(epsilon/2)."""
    return v["n"] * v["epsilon"] * distance(v)


def square(v: Numbers) -> float:
    return v["D"] ** 2


def least(v: Numbers) -> float:
    """Epsilon, squared where that is smaller."""
    return v["epsilon"] ** 2 if v["epsilon"] < 1 else v["epsilon"]


def risk(v: Numbers) -> float:
    """LR."""
    return v["L"] * v["R"]


def smooth(v: Numbers) -> float:
    return v["beta"] / (1 + v["beta"])


def margin(v: Numbers) -> float:
    return 1 + v["gamma"]


def moments(v: Numbers) -> float:
    """p/(p - 1)."""
    return 1 / (1 - 1 / v["p"])


def rare(v: Numbers) -> float:
    """M^(2/p) times the larger of what spikes cost and of the floor of few users, at most 1."""
    spikes = (v["m"] ** 2 * v["n"] * distance(v) ** 2) ** -(1 - 1 / v["p"])
    return v["M_p"] ** (2 / v["p"]) * min(1.0, max(spikes, exp(-2 * v["n"] * log(cosh(v["epsilon"] / 2)))))


RATES: dict[str, tuple[sympy.Expr, Callable[[Numbers], float]]] = {
    "density, floor": (
        DENSITY_FLOOR,
        lambda v: v["r"] ** 2 * min(1.0, information(v) ** -(v["beta"] ** 1) * information(v) ** -v["beta"]),
    ),
    "density": (
        DENSITY,
        lambda v: max(
            min(v["r"] ** 2, v["r"] ** (2 - 2 * smooth(v)) / likelihoods(v) ** smooth(v)),
            v["r"] ** 2 * min(1.0, 1 / information(v) ** (2 * v["beta"])),
        ),
    ),
    "kent proposition 5": (
        density_papers.PROPOSITION5_RATE,
        lambda v: min(1.0, v["r"] ** 2) / (v["n"] * least(v)) ** (2 * v["beta"]),
    ),
    "kent theorem 9": (
        density_papers.THEOREM9_RATE,
        lambda v: v["r"] ** (2 - 2 * smooth(v)) / (samples(v) * v["epsilon"] ** 2) ** smooth(v),
    ),
    "mean, two points": (
        ours.TWO_POINT_RATE,
        lambda v: square(v) * min(1.0, 1 / (samples(v) * distance(v) ** 2)),
    ),
    "mean, floor": (ours.FLOOR_RATE, lambda v: square(v) * exp(-v["n"] * log(cosh(v["epsilon"] / 2)))),
    "mean, normal scores": (
        ours.NORMAL_SCORES_RATE,
        lambda v: (v["D"] / (pi + distance(v) * sqrt(samples(v) * 2 / pi))) ** 2,
    ),
    "mean, van Trees": (ours.VAN_TREES_RATE, lambda v: (v["D"] / (pi + distance(v) * sqrt(samples(v)))) ** 2),
    "mean, without privacy": (ours.NONPRIVATE_RATE, lambda v: (v["D"] / (1 + sqrt(samples(v)))) ** 2),
    "zhao theorem 2": (
        papers.ZHAO_THEOREM2_RATE,
        lambda v: square(v) * min(1.0, max(1.0, v["epsilon"] ** -2) / samples(v)),
    ),
    "zhao, floor": (
        papers.ZHAO_FLOOR_RATE,
        lambda v: (v["D"] / 2) ** 2 * exp(-v["n"] * v["epsilon"] * expm1(v["epsilon"])),
    ),
    "kent example 1a": (
        papers.KENT_EXAMPLE1A_RATE,
        lambda v: square(v) * min(1.0, 1 / (samples(v) * v["epsilon"] ** 2)),
    ),
    "kent example 1b": (
        papers.KENT_EXAMPLE1B_RATE,
        lambda v: (v["D"] / 2) ** 2 * exp(-12 * v["n"] * v["epsilon"] ** 2),
    ),
    "assouad, linf": (
        assouad.CUBE_RATES["linf"],
        lambda v: square(v) * v["d"] * min(1.0, v["d"] / likelihoods(v)),
    ),
    "assouad, l2": (assouad.CUBE_RATES["l2"], lambda v: square(v) * min(1.0, v["d"] / likelihoods(v))),
    "assouad, hadamard": (
        assouad.HADAMARD_RATE,
        lambda v: square(v) * min(1.0, v["d"] ** 2 / likelihoods(v)),
    ),
    "assouad, cells": (
        assouad.CELLS_RATE,
        lambda v: min(1.0, v["d"] / likelihoods(v), likelihoods(v) ** -0.5),
    ),
    "signs, linf": (
        mutual_information.SIGN_RATES["linf"],
        lambda v: square(v) * max(0.0, v["d"] - 2 * information(v)),
    ),
    "signs, l2": (
        mutual_information.SIGN_RATES["l2"],
        lambda v: square(v) / v["d"] * max(0.0, v["d"] - 2 * information(v)),
    ),
    "volume, linf": (
        mutual_information.VOLUME_RATES["linf"],
        lambda v: square(v) * v["d"] * exp(-2 * information(v) / v["d"]),
    ),
    "volume, l2": (mutual_information.VOLUME_RATES["l2"], lambda v: square(v) * exp(-2 * information(v) / v["d"])),
    "vertices, l1": (
        mutual_information.VERTEX_RATES["l1"],
        lambda v: square(v) * max(0.0, log(v["d"]) - information(v)) / log(2 * v["d"]),
    ),
    "vertices, cells": (
        mutual_information.VERTEX_RATES["cells"],
        lambda v: max(0.0, log(v["d"] / 2) - information(v)) / log(v["d"]),
    ),
    "components, separated": (
        mixture.RATES["separated"],
        lambda v: square(v) * v["K"] ** 3 / (samples(v) * v["epsilon"] ** 2),
    ),
    "components, shifted": (
        mixture.RATES["shifted"],
        lambda v: square(v) / v["K"] * exp(-v["n"] * (min(v["epsilon"], 1.0) / v["K"]) ** 2),
    ),
    "components, lightest": (
        mixture.RATES["lightest"],
        lambda v: square(v) * min(1 / v["K"] ** 2, (2 * v["K"] / distance(v)) ** 2 / samples(v)),
    ),
    "descent, local": (
        excess_risk.LOCAL_RATE,
        lambda v: risk(v) / v["epsilon"] * sqrt(v["d"] / samples(v)) / 32,
    ),
    "descent, few users": (
        excess_risk.FEW_RATE,
        lambda v: risk(v) * (1 - v["epsilon"] * sqrt(v["n"] / v["d"])) / 4,
    ),
    "descent, sampling": (excess_risk.STATISTICAL_RATE, lambda v: risk(v) / sqrt(25 * samples(v))),
    "descent, sharp": (excess_risk.SHARP_RATE, lambda v: risk(v) * min(1.0, sqrt(v["d"] / likelihoods(v)))),
    "descent, pure": (
        pure.PURE_RATE,
        lambda v: risk(v) / 16 * min(1.0, max(v["d"] / v["m"], sqrt(v["d"] / v["m"])) / (v["n"] * expm1(v["epsilon"]))),
    ),
    "descent, scores": (
        scores.SCORE_RATE,
        lambda v: risk(v) / 8 * min(1.0, sqrt(v["d"] / v["m"]) / (v["n"] * sinh(v["epsilon"]))),
    ),
    "points, linf": (
        approximate.RATES["linf"],
        lambda v: square(v) * v["d"] * exp(-2 * v["n"] * least(v) / v["d"]),
    ),
    "points, l2": (approximate.RATES["l2"], lambda v: square(v) * exp(-2 * v["n"] * least(v) / v["d"])),
    "points, l1": (approximate.RATES["l1"], lambda v: square(v) / v["d"] * exp(-2 * v["n"] * least(v) / v["d"])),
    "points, sparse": (
        approximate.RATES["sparse"],
        lambda v: square(v) * v["s"] * exp(-2 * v["n"] * least(v) / v["s"]),
    ),
    "points, sobolev": (approximate.RATES["sobolev"], lambda v: 1 / (v["n"] * least(v)) ** (2 * v["beta"])),
    "points, blocks": (
        floors.BLOCKS_RATE,
        lambda v: (v["D"] * v["d"]) ** 2 / v["s"] * exp(-2 * information(v) / v["s"]),
    ),
    "points, two": (floors.TWO_POINTS_RATE, lambda v: exp(-2 * v["n"] * log(cosh(v["epsilon"] / 2)))),
    "labels, local": (
        labels.RATES["local"],
        lambda v: (v["N"] * v["epsilon"] ** 2) ** -(margin(v) * v["beta"] / (v["d"] + 2 * v["beta"])),
    ),
    "labels, server": (
        labels.RATES["central"],
        lambda v: (v["N"] * v["epsilon"]) ** -(margin(v) * v["beta"] / (v["d"] + v["beta"])),
    ),
    "labels": (labels.RATES["none"], lambda v: v["N"] ** -(margin(v) * v["beta"] / (v["d"] + 2 * v["beta"]))),
    "labels of users": (
        user_labels.PRIVATE_RATE,
        lambda v: (v["epsilon"] * sqrt(samples(v))) ** -(margin(v) * v["beta"] / (v["d"] + v["beta"])),
    ),
    "labels of users, without privacy": (
        user_labels.PUBLIC_RATE,
        lambda v: samples(v) ** -(margin(v) * v["beta"] / (v["d"] + 2 * v["beta"])),
    ),
    "numbers, local": (
        numbers.RATES["local"],
        lambda v: (v["N"] * v["epsilon"] ** 2) ** -(v["beta"] / (v["d"] / 2 + v["beta"])),
    ),
    "numbers, server": (
        numbers.RATES["central"],
        lambda v: (v["N"] * v["epsilon"]) ** -(2 * v["beta"] / (v["d"] + v["beta"])),
    ),
    "numbers": (numbers.RATES["none"], lambda v: v["N"] ** -(v["beta"] / (v["d"] / 2 + v["beta"]))),
    "heavy numbers, local": (
        numbers.HEAVY_RATES["local"],
        lambda v: (v["N"] * v["epsilon"] ** 2) ** -(2 * v["beta"] / (2 * moments(v) * v["beta"] + v["d"])),
    ),
    "heavy numbers, server": (
        numbers.HEAVY_RATES["central"],
        lambda v: (v["N"] * v["epsilon"]) ** -(2 * v["beta"] / (moments(v) * v["beta"] + v["d"])),
    ),
    "numbers of users": (
        user_numbers.PRIVATE_RATE,
        lambda v: (samples(v) * v["epsilon"] ** 2) ** -(v["beta"] / (v["d"] + v["beta"])),
    ),
    "numbers of users, without privacy": (
        user_numbers.PUBLIC_RATE,
        lambda v: samples(v) ** -(v["beta"] / (v["d"] / 2 + v["beta"])),
    ),
    "heavy by coordinates": (heavy.RATES["coordinates"], lambda v: v["d"] * rare(v)),
    "heavy by norms": (heavy.RATES["l2"], rare),
    "cells without privacy": (
        lifted.CELLS_NONPRIVATE_RATE,
        lambda v: (v["d"] - 1) / (v["d"] * (1 + sqrt(samples(v))) ** 2),
    ),
    "zhao theorem 6": (
        vectors.THEOREM6_RATE,
        lambda v: square(v) / 16 * min(1 / v["d"], 3 * v["d"] / (16 * likelihoods(v))),
    ),
    "zhao theorem 7": (
        vectors.THEOREM7_RATE,
        lambda v: square(v) * v["d"] / 16 * min(1.0, 3 * v["d"] / (16 * likelihoods(v))),
    ),
    "zhao, hadamard": (
        vectors.HADAMARD_RATE,
        lambda v: square(v) / 16 * min(1.0, 3 * v["d"] ** 2 / (16 * likelihoods(v))),
    ),
    "all epsilon": (
        vectors.ALL_EPSILON_RATE,
        lambda v: square(v) * v["d"] * min(1 / 16, v["d"] / (200 * v["m"] * information(v))),
    ),
    "kent appendix H.2": (
        vectors.KENT_HIGH_RATE,
        lambda v: (v["D"] * v["d"] / v["epsilon"]) ** 2 / (5376 * samples(v)),
    ),
    "kent appendix H.3": (
        vectors.KENT_LOW_RATE,
        lambda v: (v["D"] * v["d"]) ** 2 / (20608 * samples(v) * v["epsilon"]),
    ),
    "kent theorem 6": (
        vectors.KENT_THEOREM6_RATE,
        lambda v: (v["D"] * v["d"]) ** 2 / (44 * samples(v) * min(least(v), v["d"])),
    ),
    "kent proposition 3": (
        vectors.KENT_PROPOSITION3_RATE,
        lambda v: square(v) * v["d"] / 80 * 16 ** (-1 / v["d"]) * exp(-48 * v["n"] * least(v) / v["d"]),
    ),
    "kent proposition 3, l2": (
        vectors.KENT_PROPOSITION3_L2_RATE,
        lambda v: (v["D"] / 4) ** 2 * 16 ** (-1 / v["d"]) * exp(-48 * v["n"] * least(v) / v["d"]),
    ),
}
PLACES = {
    "many users": at(),
    "large epsilon": at(epsilon=2.7, n=40.0),
    "epsilon above d": at(epsilon=7.1, n=5.0),
    "few users": at(n=2.0, m=1.1, epsilon=0.3, d=23.0),
    "one user of many samples": at(n=1.5, m=4000.0, epsilon=0.9),
    "a small class": at(n=7.0, m=2.0, epsilon=0.7, r=0.05),
    "one user": at(n=1.5, m=40.0, epsilon=0.2, r=0.6),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", RATES)
def test_rates_are_those_of_their_displays(name: str, place: str) -> None:
    rate, expected = RATES[name]
    values = {letter: PLACES[place][str(letter)] for letter in rate.free_symbols}
    assert float(rate.subs(values)) == pytest.approx(expected(PLACES[place]), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    "bound",
    [getattr(vectors, name) for name in vars(vectors) if name.startswith(("kent_", "zhao_", "all_", "hadamard"))],
)
def test_data_are_within_1_by_default(bound: Callable[..., object]) -> None:
    assert signature(bound).parameters["D"].default == 1.0
