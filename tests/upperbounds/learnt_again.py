"""Explicit bounds of rules learnt from labels and from users written again, as in `written_again`.

Nothing of the code's bounds is used but what is named here and tested alone: `Sizes.below`, `outvoted`, and the
means of margins, `_squares` and `_firsts`.
"""

import math
from math import ceil, exp, inf, log, sqrt
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from notation.classification import LabelSetting
from notation.regression import RegressionSetting
from notation.user_learning import UserSetting
from tests.upperbounds.written_again import Terms, ball_moment, ball_moves, clipped, present, shrinking_balls
from upperbounds.classification import bounds as of_labels
from upperbounds.classification.turned import Sizes, outvoted
from upperbounds.transforms.turned_bins import TurnedCodes
from upperbounds.vectors import balls


def below(sizes: Sizes, mean: float, mass: float, at: float) -> float:
    """P(an estimate is below a number): the least exponential moment, by a search in place of a list."""
    answers, together, sigma = sizes.c, sizes.K * sizes.half, float(sizes.each.scale)
    number = sizes.refining * sizes.m

    def logarithm(s: float) -> float:
        """Of E exp(-s (estimate - at)): a sum of m J numbers of means in a cell's share, and Laplace noise."""
        u = s * answers / (together * sizes.m)
        told = number * (mass * (math.cosh(u) - 1) - mean * math.sinh(u)) + s * at
        return told - together * math.log1p(-((s * sigma / together) ** 2))

    most = together * min(1 / sigma, 30 * sizes.m / answers) * (1 - 1e-9)
    return exp(min(minimize_scalar(logarithm, bounds=(0, most), method="bounded", options={"xatol": 1e-9}).fun, 0.0))


def label_votes(a: LabelSetting, cells: int, *, central: bool) -> Terms:
    """Small margins near an edge, votes of few people, and the curator's noise."""
    near = 4 * a.L * (sqrt(a.d) / cells) ** a.beta
    people = a.n * a.c / cells**a.d
    smooth = {"edges": inf if near >= 1 else a.C_T * near ** (a.gamma + 1)}
    if not central:
        lie = 1 / (1 + exp(a.epsilon))
        return smooth | {"votes": of_labels._squares(a, people * (1 - 2 * lie) ** 2 / 8) / 2}
    return smooth | {
        "votes": of_labels._squares(a, people * (1 - exp(-1 / 8)) / 4),
        "noise": of_labels._firsts(a, people * (1 - exp(-a.epsilon / 4)) / 2) / 2,
    }


def geometric_noise(step: float, epsilon: float) -> float:
    """The variance of two-sided geometric noise in steps, P(k) in proportion to q^|k|, by its sum."""
    q = exp(-epsilon)
    k = np.arange(1, max(50, ceil(60 / epsilon)))
    return float(step**2 * 2 * (k**2 * q**k).sum() * (1 - q) / (1 + q))


def label_noise(estimator: Any, level: float, epsilon: float, steps: int) -> tuple[float, float, float]:
    """Of a mean of n answers: the label's own share, what is added over n, and over n^2; labels within `level`."""
    if estimator.mechanism == "signs":
        return 0.0, (level * (exp(epsilon) + 1) / (exp(epsilon) - 1)) ** 2, 0.0
    noise = {
        "laplace": 2 * (2 * level / epsilon) ** 2,
        "printed": 2 * (2 / epsilon) ** 2,
        "geometric": geometric_noise(level / steps, epsilon / (2 * steps)),
    }[estimator.mechanism]
    rounded = (level / steps) ** 2 / 4 if estimator.mechanism == "geometric" else 0.0
    return (1.0, rounded, noise) if estimator.central else (1.0, rounded + noise, 0.0)


def moved(a: RegressionSetting, level: float) -> float:
    """The most that clipping at a level moves a mean."""
    return clipped(level, a.p, a.M) if a.is_heavy else max(a.T - level, 0.0)


def label_regression(estimator: Any, a: RegressionSetting, plan: Any) -> Terms:
    """Smoothness, clipping, labels, noise, and empty cells."""
    level, unit = float(plan.mean.T), a.unit
    own, added, once = label_noise(estimator, level, a.epsilon, plan.mean.steps)
    bias = moved(a, level)
    if estimator.kind == "neighbours":
        k, s = plan.k, 2 * a.beta / a.d
        mass = (k / (a.n + 1)) ** s if s <= 1 else (k * (k + 1) / ((a.n + 1) * (a.n + 2))) ** (s / 2)
        smooth = a.L * sqrt(a.d) ** a.beta * sqrt(mass / a.c**s)
        return present({"bias": (smooth + bias) ** 2, "labels": own * unit**2 / k, "noise": added / k})
    x = (a.n + 1) * a.c / plan.cells**a.d
    first, second = min(1 / x + 3 / x**2, 1.0), min(1 / x**2 + 20 / x**3, 1.0)
    return present(
        {
            "smoothness": a.L**2 * (sqrt(a.d) / plan.cells) ** (2 * a.beta) / 2,
            "clipping": bias**2,
            "labels": own * unit**2 * first,
            "noise": added * first + once * second,
            "empty cells": unit**2 * exp(-a.n * a.c / plan.cells**a.d),
        }
    )


def slips(sizes: Sizes) -> float:
    """A clipped user, or a far bin, somewhere."""
    each, answers = sizes.each, 1 << (max(int(min(sizes.epsilon, sizes.K)), 1).bit_length() - 1)
    assert answers == sizes.c
    if each.bins.count == 1 and float(each.inflation) == 0:
        return 0.0
    reach = 2 * sqrt(log(max(sizes.n * sizes.K, 2)) / sizes.m)
    clipping = 2 * sizes.refining * answers * sizes.parts * exp(-sizes.m * reach**2 / 2)
    far = 0.0
    if each.bins.count > 2:
        far = sizes.parts * sizes.K * each.bins.count * exp(sizes.half * outvoted(sizes.epsilon / answers))
    return min(1.0, min(clipping, 1.0) + min(far, 1.0))


def user_classes(a: UserSetting, side: int, classes: int = 2) -> Terms:
    """At the best level u: margins below u, a wrong sign above, slips."""
    codes = None if classes == 2 else TurnedCodes(side**a.d, classes)
    sizes = Sizes(a.n, a.m, a.epsilon, side**a.d, 1 if codes is None else codes.parts)
    mass, w = a.f_L / side**a.d, a.C_b * (sqrt(a.d) / side) ** a.beta
    together = mass if sizes.c == sizes.K else 1.0
    found: list[Terms] = []
    for u in w + np.geomspace(1e-6, 1.0, 60) * max(1.0 - w, 0.0):
        wrong = sizes.below((float(u) - w) * mass, together)
        if codes is None:
            found.append({"margins": a.C_a * float(u) ** (a.gamma + 1), "signs": wrong})
        else:
            found.append({"margins": float(u), "signs": (classes - 1) * wrong ** ((codes.parts + 1) // 2)})
    return min(found, key=lambda terms: sum(terms.values())) | {"slips": slips(sizes)}


def user_regression(a: UserSetting, side: int) -> Terms:
    """The swing within a cell, the two sums, small sums, slips."""
    sizes = Sizes(a.n, a.m, a.epsilon, side**a.d, 2)
    mass, T = a.f_L / side**a.d, a.T
    noise = 2 * float(sizes.each.scale) ** 2 / (sizes.K * sizes.half)
    swing, slip = {"swing": (a.C_b * (sqrt(a.d) / side) ** a.beta) ** 2}, {"slips": 4 * T**2 * slips(sizes)}
    samples = sizes.half * sizes.K // sizes.c * a.m
    if sizes.c < sizes.K:
        return swing | {"data": 2 * T**2 / samples / mass**2, "noise": 2 * T**2 * noise / mass**2} | slip
    small = 4 * T**2 * sizes.below(mass, mass, mass / 2)
    return swing | {"data": 8 * T**2 / (samples * mass), "noise": 8 * T**2 * noise / mass**2, "small": small} | slip


def cells_in_balls(a: UserSetting, side: int, parts: int) -> Any:
    """The rounds for these cells."""
    return balls.plan(a.n, a.m, parts * side**a.d, a.epsilon, 1.0)


def ball_classes(a: UserSetting, side: int) -> Terms:
    """At the best level u: margins below u; above, noise beyond what the bias leaves, or both by Chebyshev."""
    plan = cells_in_balls(a, side, 1)
    w, least, d = a.C_b * (sqrt(a.d) / side) ** a.beta, a.f_L / side**a.d, plan.dimension
    size, radius, messages = sqrt(ball_moment(d, plan.radii[-1], plan.epsilon)), plan.radii[-1], plan.users[-1]
    moves, error = ball_moves(plan), sum(shrinking_balls(plan).values())
    found: list[Terms] = []
    for room in np.geomspace(1e-6, 1.0, 120) * (1.0 - w):
        u = w * (1 + 1e-9) + float(room)
        t, tail = (u - w) * least, 1.0
        signs = inf
        for bias, chance in moves:
            tail -= chance
            x = t - bias
            noise = 1.0 if x <= 0 else exp(-messages * x**2 / (2 * size**2 / d + 2 / 3 * (size + radius) * x))
            signs = min(signs, noise + max(tail, 0.0))
        margins = {"margins": a.C_a * u ** (a.gamma + 1)}
        found += [margins | {"signs": signs}, margins | {"squares": u * error / ((u - w) ** 2 * least)}]
    return min(found, key=lambda terms: sum(terms.values()))


def ball_regression(a: UserSetting, side: int) -> Terms:
    """The swing within a cell, and the vector's noise and bias, by the mass of a cell."""
    known, cells, T = a.f_L == 1, side**a.d, a.T
    w = a.C_b * (sqrt(a.d) / side) ** a.beta
    swing, least = w**2 / 4, a.f_L / cells
    if known:
        swing = min(swing, a.C_b**2 / 2 * (a.d / 6 / side**2) ** a.beta)
    share = 1 / least
    if not known:
        share = min(4 * (1 - least * (cells - 1)) / least**2, 4 * (3 + 2 * sqrt(2)) / least)
    vector = shrinking_balls(cells_in_balls(a, side, 1 if known else 2))
    return {"swing": swing} | {name: T**2 * share * value for name, value in vector.items()}
