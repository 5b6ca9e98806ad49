"""Every explicit upper bound written again, term by term, from what runs: users, widths, scales, budgets.

Nothing of the code's bounds is used but what is named here and tested alone: `heavy.clip_bias`, `sparse.bounds.seen`
and `tally_tail`. The terms are named by what they bound. `learnt_again` has those of learnt rules.
"""

import math
from dataclasses import replace
from math import ceil, cosh, exp, floor, inf, isqrt, log, pi, sqrt, tanh
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.special import ndtr

from notation.setting import Setting
from tests.upperbounds import walk_again
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.registry import by_name
from upperbounds.sparse import bounds as of_sparse
from upperbounds.sparse.selection import SelectionPlan
from upperbounds.vectors import heavy

Terms = dict[str, float]


def times(factor: float, terms: Terms) -> Terms:
    """Each term times a number."""
    return {name: factor * value for name, value in terms.items()}


def present(terms: Terms) -> Terms:
    """Those that are not 0."""
    return {name: value for name, value in terms.items() if value}


# Means of numbers.


def zhao1(n: int, m: int, epsilon: float, D: float) -> Terms:
    """zhao (52)-(55) and Lemma 2 as corrected."""
    half, bins = n // 2, (isqrt(m - 1) + 2) // 2 if m > 1 else 1
    width, margin = 4 / sqrt(m), sqrt(log(n) / m)
    lost = 2 * (bins - 1) * exp(-half * 0.0081 / (1 / 8 + 8 / epsilon**2)) if bins > 2 else 0.0
    return times(
        D**2,
        {
            "clipping": 32 * pi / (m * n),
            "wrong bins": 4 * min(1.0, lost),
            "data": 1 / (m * half),
            "noise": 2 * ((3 * width + 2 * margin) / epsilon) ** 2 / half,
        },
    )


def bassily2(n: int, m: int, epsilon: float, D: float) -> Terms:
    """bassily Lemma B.1 as corrected."""
    tau = min(D, D * sqrt(2 * log(2 * n * n * m) / m))
    bins = ceil(D / tau)
    keep = 1 / (1 + exp(-epsilon / 2))
    missed = bins * exp(-n * (2 * keep - 1) ** 2 / 4) if bins > 2 else 0.0
    return {"near": 9 * tau**2, "wrong bins": ((2 * bins - 1) * tau) ** 2 * min(1.0, min(1.0, missed) + 1 / (n * m))}


def one_answer(n: int, m: int, epsilon: float, D: float) -> dict[str, Terms]:
    """The baselines of one round."""
    data, laplace = D**2 / (n * m), 8 * D**2 / epsilon**2
    return {
        "semi-user-level": {"data": data, "noise": laplace / n},
        "split-user": {"data": data, "noise": laplace * m / n},
        "full-item-level": {"data": data, "noise": laplace / (n * m)},
        "non-private": {"data": data},
        "one-item": {"messages": (D * (exp(epsilon) + 1) / (exp(epsilon) - 1)) ** 2 / n},
    }


def window_moment(channel: Any) -> float:
    """The largest second moment of an answer, by listing the answers at both ends and between."""
    levels, window, D, epsilon = channel.levels, channel.window, float(channel.half_width), float(channel.epsilon)
    number = levels + window - 1
    inside = 1 / (window + (number - window) * exp(-epsilon))
    outside = inside * exp(-epsilon)
    some = np.unique(np.linspace(0, levels - 1, 9).astype(int))
    law = np.full((len(some), number), outside)
    for row, level in enumerate(some):
        law[row, level : level + window] = inside
    means = law @ np.arange(number)
    unit = 2 * D / (means[-1] - means[0])
    values = (np.arange(number) - (number - 1) / 2) * unit
    np.testing.assert_allclose(law @ values, np.linspace(-D, D, levels)[some], atol=1e-9 * D)
    return float((law @ values**2).max())


def kent_wide(each: TwoStage, D: float) -> Terms:
    """kent/own/univariate-bound."""
    width, half = float(each.bins.width) / D, each.half
    tail, budget = min(1.0, 2 * exp(-each.m * width**2 / 8)), float(each.epsilon)
    if each.vote.hot == 1:
        gap = max(0.0, tanh(budget / 4) * ((1 - tail) / 2 - tail))
        lost = each.bins.count * exp(-half * gap**2 / 2)
    else:
        lost = each.bins.count * cosh(budget / 12) ** (-2 * half) + half * tail
    lost = min(1.0, lost) if each.bins.count > each.vote.hot else 0.0
    terms = {"clipping": 4 * tail**2, "wrong bins": 4 * lost, "data": 1 / (each.m * half)}
    return times(D**2, terms) | {"noise": 2 * float(each.scale) ** 2 / half}


def kent_printed(each: TwoStage, D: float) -> Terms:
    """The display before kent (119), for an even number of users of Algorithm 11."""
    n, m, epsilon, width = 2 * each.half, each.m, float(each.epsilon), float(each.bins.width) / 2 / D
    small, constant = min(epsilon, 1.0), 8536 if epsilon <= 1 else 577
    return times(
        D**2,
        {
            "clipping": 32 * exp(-m * width**2),
            "wrong bins": 24 / min(width, 1.0) * exp(-2 * n * epsilon * small / constant),
            "data": 384 / (n * m),
            "noise": 674 * width**2 / (n * small**2),
        },
    )


def walk(plan: Any, D: float, share: float = 1.0) -> float:
    """Of a walk the recursion of `walk_again`; where nobody walks, all users' mean messages, and their clipping."""
    if not plan.steps:
        bias = 0.0 if plan.order == inf else clipped(float(plan.refiner.half_width) / D, plan.order, 1.0)
        noise = window_moment(replace(plan.refiner, half_width=float(plan.refiner.half_width) / D)) / plan.n
        return D**2 * (share * noise + bias**2)
    return D**2 * walk_again.worst_risk(plan, 4 if plan.cells <= 250 else 2, share) / plan.m


# Means of vectors.


def rotated(each: TwoStage, size: int, D: float) -> Terms:
    """kent/own/l2-bound: coordinates of a random rotation."""
    width, half = float(each.bins.width), each.half
    scaled = size * (width / 2 / D) ** 2 * each.m / 2
    tail = min(1.0, *(exp(-(s**2) / 2) + 2 * exp(-scaled / (1 + s) ** 2) for s in np.arange(400) / 8))
    lost = min(1.0, half * tail + without_rivals(each))
    return {
        "clipping": size * 4 * D**2 * tail,
        "wrong bins": size * (2 * D + width + float(each.inflation)) ** 2 * lost,
        "data": D**2 / (each.m * half),
        "noise": size * 2 * float(each.scale) ** 2 / half,
    }


def users_of(plan: CoordinatePlan) -> int:
    """How many users answer for the coordinate of which fewest do: a fold votes, another refines."""
    split = plan.split
    sends = np.zeros(split.coordinates, dtype=int)
    for fold in split.sends:
        sends[list(fold)] += 2 * split.fold
    return int(sends.min())


def zhao_vectors(plan: CoordinatePlan, m: int, D: float) -> Terms:
    """Theorem 1's bound for a coordinate, as many times as there are coordinates."""
    one = zhao1(users_of(plan), m, float(plan.each.epsilon), D)
    return times(plan.split.coordinates, one)


def cap_area(d: int) -> float:
    """E|z_1| of a uniform direction z in d dimensions, by integrals."""
    if d == 1:
        return 1.0
    above, below = (quad(f, 0, pi / 2)[0] for f in (lambda x: cos_sin(x, d), lambda x: math.sin(x) ** (d - 2)))
    return float(above / below)


def cos_sin(x: float, d: int) -> float:
    """Cos x sin^(d-2) x."""
    return math.cos(x) * math.sin(x) ** (d - 2)


def ball_moment(d: int, D: float, epsilon: float) -> float:
    """B^2: messages on the sphere of radius B have the mean B E|z_1| tanh(epsilon/2), which is D."""
    return (D / (cap_area(d) * tanh(epsilon / 2))) ** 2


def shrinking_balls(plan: Any) -> Terms:
    """The last messages' second moment, and the mean square of what scaling down moves for the farthest centre."""
    noise = ball_moment(plan.dimension, plan.radii[-1], plan.epsilon) / plan.users[-1]
    return {"noise": noise, "moved": sum(chance * bias**2 for bias, chance in ball_moves(plan))}


def sparse_balls(plan: Any, s: int) -> Terms:
    """Coordinates of the mean that are not 0, noise beyond the threshold in the others, and the bias in both."""
    d, users, level, radius = plan.dimension, plan.users[-1], plan.threshold, plan.radii[-1]
    size = sqrt(ball_moment(d, radius, plan.epsilon))
    variance, step = size**2 / d / users, (size + radius) / users
    slack = variance + step * level / 3
    # The derivative of x^2/(2 (variance + step x/3)).
    slope = level / slack - level**2 * step / (6 * slack**2)
    each = min(
        variance, (3 * variance + step**2) * variance / (4 * level) ** 2, 4 * exp(-(level**2) / 2 / slack) / slope**2
    )
    moves = ball_moves(plan)
    bias = sum(chance * one for one, chance in moves)
    return {
        "means": s * variance,
        "threshold": s * level**2,
        "others": (d - s) * each,
        "means and bias": 2 * level * sqrt(s) * bias,
        "others and bias": 2 * sqrt((d - s) * each) * bias,
        "bias": sum(chance * one**2 for one, chance in moves),
    }


def ball_moves(plan: Any) -> list[tuple[float, float]]:
    """What scaling down to the last ball moves a mean by, for centres ever farther, and the chance of each."""
    points, end = 200, 120.0
    logs = [end * (i / points) ** 2 for i in range(1, points + 1)]
    above = [exp(-one) for one in logs]
    chances = [a - b for a, b in zip([1.0, *above], [*above, 0.0], strict=True)]
    m, d, unit = plan.m, plan.dimension, plan.D / sqrt(plan.m)
    if len(plan.users) == 1:
        return [(0.0, chance) for chance in chances]

    def moved(far: float, radius: float) -> float:
        cubes = 4 * sqrt(4 / (3 * m)) * far
        found = [27 / 256 * (3 + cubes + 6 * far**2 + far**4) / radius**3, sqrt(1 + far**2)]
        if radius > far + 1:
            found.append(sqrt(2 * pi) * float(ndtr(far + 1 - radius)))
        return min(found)

    def noisy(log_tail: float, radius: float, users: int) -> float:
        size = sqrt(ball_moment(d, radius, plan.epsilon))
        square = 2 / d + 4 / (3 * users) + 2 * (radius / size) ** 2
        most = size + radius
        linear, variance = most * log_tail / (3 * users), size**2 / (users * d) + 2 * most * size / users**1.5
        bars = (
            size / sqrt(users) * sqrt(1 + sqrt(square * (exp(log_tail) - 1))),
            size / sqrt(users) + linear + sqrt(linear**2 + 2 * variance * log_tail),
        )
        return min(bars)

    far: list[float] = []
    for users, length in zip(plan.users[:-1], plan.radii[:-1], strict=True):
        radius = length / unit
        steps = [*(noisy(one, radius, users) for one in logs), sqrt(ball_moment(d, radius, plan.epsilon)) + radius]
        if far:
            biases = [moved(one, radius) for one in far]
            sums = sorted(
                (a + b, p * q)
                for a, p in zip(biases, chances, strict=True)
                for b, q in zip(steps, chances, strict=True)
            )
            steps, left, tail = [], len(above) - 1, 0.0
            for value, chance in reversed(sums):
                # What is at `value` and beyond; a point is the least number with no more than its tail beyond it.
                tail += chance
                while left >= 0 and tail > above[left]:
                    steps.insert(0, value)
                    left -= 1
            steps = [*([sums[0][0]] * (left + 1)), *steps, sums[-1][0]]
        far = [min(one, 2 * sqrt(m)) for one in steps]
    last = plan.radii[-1] / unit
    return [(unit * moved(one, last), chance) for one, chance in zip(far, chances, strict=True)]


def signed(n: int, m: int, d: int, epsilon: float, D: float) -> Terms:
    """The data's variance, and that of t symbols of 2d + 1 by k-ary response at epsilon/t."""
    symbols = max(1, floor(epsilon / log(2 * d + 2)))
    x = exp(epsilon / symbols)
    return {"data": D**2 / (m * n), "symbols": (D * (x + 2 * d) / (x - 1)) ** 2 / (symbols * n)}


def by_windows(plan: Any, trivial: float, bias: float = 0.0) -> Terms:
    """Coordinates that the users send in turn, and those that nobody sends."""
    number = [0] * plan.dimension
    for k in range(plan.n * plan.messages):
        number[k % plan.dimension] += 1
    silent = sum(some == 0 for some in number)
    moment = window_moment(plan.channel.channel)
    terms = {"messages": sum(moment / some for some in number if some), "silent": silent * trivial}
    return terms | ({"clipping": (plan.dimension - silent) * bias**2} if bias else {})


def clipped(reach: float, p: float, M: float) -> float:
    """The largest E(X - reach)_+ under E|X|^p <= M: two values 0 and y, at the best y."""
    y = reach * p / (p - 1)
    return (y - reach) * M / y**p


def heavy_each(each: TwoStage, p: float, M: float) -> Terms:
    """zhao Appendix A.5 as corrected: a coordinate of `each.n` users."""
    unit, m, n, epsilon = M ** (1 / p), each.m, each.n, float(each.epsilon)
    margin = max(sqrt(p * max(log(m), 1.0) / m) * unit, unit * (n * epsilon**2) ** (1 / (2 * p)) * m ** (-(1 - 1 / p)))
    width, edge, half = 4 * unit / sqrt(m), 2 * unit + 2 * margin, n // 2
    lost = min(1.0, edge * sqrt(m) / unit * exp(-n * min(epsilon**2, 1.0) / 2663))
    return {
        "clipping": heavy.clip_bias(m, p, M, margin) ** 2,
        "wrong bins": 4 * edge**2 * lost,
        "data": unit**2 / (m * half),
        "noise": 2 * ((3 * width + 2 * margin) / epsilon) ** 2 / half,
    }


def heavy_tail(m: int, p: float, M: float, t: float) -> Terms:
    """P(mean > t): the smaller of Fuk and Nagaev's bound, and of jumps beyond x/k and Bernstein's for what is left."""
    unit, x = M ** (1 / p), m * t
    rare, variance = m * 2**p * M / x**p, m * unit**2
    ways = [{"jumps": (1 + 2 / p) ** p * rare, "sum": exp(-2 * x**2 / ((p + 2) ** 2 * exp(p) * variance))}]
    for k in (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64):
        ways.append({"jumps": k**p * rare, "sum": exp(-(x**2) / (2 * variance + 2 * x * x / (3 * k)))})
    best = min(ways, key=lambda terms: sum(terms.values()))
    return best if sum(best.values()) < 1 else {"all": 1.0}


def radius(a: Setting) -> float:
    """bassily/lemma4.2/a: what all rotated coordinates of user means are within except for a probability delta."""
    apart = a.D / sqrt(a.m) + a.D * sqrt(2 * log(a.n / a.delta) / a.m)
    return min(a.D, apart * sqrt((2 * log(8) + 2 * log(a.n * a.d / a.delta)) / a.d))


# Densities, sparse means, selection.


def without_rivals(each: TwoStage) -> float:
    """P(noise beats the bins that hold all votes)."""
    if each.bins.count <= each.vote.hot:
        return 0.0
    budget = float(each.epsilon)
    if each.vote.hot == 1:
        return min(1.0, each.bins.count * exp(-each.half * tanh(budget / 4) ** 2 / 4))
    return min(1.0, each.bins.count * cosh(budget / 12) ** (-2 * each.half))


def density_least(a: Setting) -> Terms:
    """A sum of two-stage means of M - 1 coefficients, and (159)."""
    plan = by_name("density", "kent-least-bound").plan(a)
    each, number, D = plan.each, plan.embedding.cutoff - 1, sqrt(2)
    width = float(each.bins.width)
    tail = min(1.0, 2 * exp(-a.m * (width / 2 / D) ** 2 / 2))
    lost = min(1.0, each.half * tail + without_rivals(each))
    pairs = 2 * ((number + 1) // 2)
    return {
        "clipping": number * 4 * D**2 * tail,
        "wrong bins": number * (2 * D + width + float(each.inflation)) ** 2 * lost,
        "data": pairs / (a.m * each.half),
        "noise": number * 2 * float(each.scale) ** 2 / each.half,
        "left out": left_out(number + 2, a),
    }


def left_out(first: int, a: Setting) -> float:
    """r^2/a_j^2 at the first coefficient left out, Tsybakov's a_j."""
    even = first if first % 2 == 0 else first - 1
    return a.r**2 / float(even) ** (2 * a.beta)


def density_printed(a: Setting) -> Terms:
    """The display before kent (119) for each coefficient, and (159)."""
    plan = by_name("density", "kent-algorithm8").plan(a)
    number = plan.embedding.cutoff - 1
    return times(number, kent_printed(plan.each, sqrt(2))) | {"left out": left_out(number + 2, a)}


def density_tuned(a: Setting) -> Terms:
    """kent/own/univariate-bound for each coefficient, and (159)."""
    plan = by_name("density", "kent-tuned").plan(a)
    number = plan.embedding.cutoff - 1
    return times(number, kent_wide(plan.each, sqrt(2))) | {"left out": left_out(number + 2, a)}


def sparse_lost(each: TwoStage, D: float) -> tuple[float, float]:
    """P(a wrong bin), and the bias, in units of D."""
    half_bin, m = float(each.bins.width) / 2 / D, each.m
    tail = min(1.0, 2 * exp(-m * half_bin**2 / 2))
    bias = min(2 * tail, sqrt(2 * pi / m) * exp(-m * half_bin**2 / 2))
    gap = max(0.0, tanh(float(each.epsilon) / 4) * ((1 - tail) / 2 - tail))
    lost = min(1.0, each.bins.count * exp(-each.half * gap**2 / 2)) if each.bins.count > 1 else 0.0
    return lost, bias


def selection(plan: SelectionPlan, a: Setting) -> Terms:
    """kent Theorem 7, first procedure: Lemma 26, and s two-stage means."""
    D, s, d, hashed, each = a.D, a.s, a.d, plan.hashed, plan.each
    stray = min(1.0, 2 * exp(-plan.m * (plan.threshold / D) ** 2 / 2))
    edge, scale = float(hashed.edge), float(hashed.scale)
    seen = max(0.0, 1 - d * stray) * of_sparse.seen(s - 1, edge)
    zero, large = (of_sparse.tally_tail(a.n // 2, edge, scale, gap) for gap in (0.5 - stray, seen - 0.5))
    lost, bias = sparse_lost(each, D)
    return times(
        s,
        {
            "missed": min(4 * plan.threshold**2, D**2),
            "wrong selection": D**2 * min(1.0, max(d * zero, (d - s) * zero + s * large)),
            "clipping": D**2 * bias**2,
            "wrong bins": 4 * D**2 * lost,
            "data": D**2 / (each.m * each.half),
            "noise": 2 * float(each.scale) ** 2 / each.half,
        },
    )


def threshold(plan: Any, a: Setting) -> Terms:
    """kent Theorem 7, second procedure: the three ways to be off in a coordinate."""
    each, e, D = plan.cube.each, plan.threshold / 3, a.D
    lost, bias = sparse_lost(each, D)
    t = e / float(each.scale)
    u = (sqrt(1 + t * t) - 1) / t
    noise = min(1.0, 2 * (exp(-u * t) / (1 - u * u)) ** each.half)
    samples = min(1.0, 2 * exp(-each.half * each.m * (e / D) ** 2 / 2))
    ways = {"wrong bins": lost, "clipping": bias * D / e, "samples": samples, "noise": noise}
    most = 4 * a.s * D**2
    if 36 * e**2 >= 4 * D**2 or a.d * sum(ways.values()) >= 1:
        return {"all": min(most, a.s * (36 * e**2 + 4 * D**2 * min(1.0, a.d * sum(ways.values()))))}
    return {"near": 36 * a.s * e**2} | times(most * a.d, ways)


def covered(a: Setting, space: str) -> Terms:
    """kent (8), by (61): Delta^2 where the cell is right, diam^2 where it is not."""
    plan = by_name(f"infinite-{space}", "kent-algorithm1").plan(a)
    p = min(1.0, (plan.cover.size - 1) * cosh(a.epsilon / 4) ** (-2 * a.n))
    first = a.r / 2**a.beta if space == "sobolev" else a.D
    many = {"linf": a.d, "sparse": a.s}.get(space, 1)
    return {"cells": plan.cover.radius**2 * (1 - p), "wrong cells": 4 * many * first**2 * p}


def mixture(plan: Any, a: Setting) -> Terms:
    """kent/own/mixture-bound with weights of at least 1/(2K)."""
    h, K, D, width = a.n // 3, a.K, a.D, float(plan.bins.width) / 2
    least, gain = 1 / (2 * K), tanh(a.epsilon / 4)
    off = min(1.0, 2 * exp(-plan.m * (width / D) ** 2 / 2))
    gap = max(0.0, (1 - off) * least / 2 - off)
    lost = min(1.0, K * plan.bins.count * exp(-h * (gain * gap) ** 2 / 2))
    noise = width**2 * (9 + 72 / a.epsilon**2) / h
    centre = 2 * (2 * D + width) ** 2 + 8 / least**2 * (noise + 9 * width**2)
    return times(
        K,
        {
            "sums": 4 / least**2 * noise,
            "shares": 4 / least**2 * 8 * width**2 / (4 * h * gain**2),
            "clipping": 4 / least**2 * (8 * width**2 * off**2 + 2 * (off * (2 * D + 4 * width)) ** 2),
            "light shares": 4 * width**2 * exp(-2 * h * (gain * max(0.0, least / 2 - off)) ** 2),
            "wrong bins": lost * centre,
        },
    )


def windows(plan: Any, a: Setting) -> Terms:
    """The same for windows of two bins, whose users are within a margin of their mean."""
    h, K, D, width, reach = a.n // 3, a.K, a.D, float(plan.bins.width), float(plan.reach)
    least, gain, margin = 1 / (2 * K), tanh(a.epsilon / 4), (reach - width) / 2
    assert margin <= width / 2
    off = min(1.0, 2 * exp(-plan.m * margin**2 / (2 * D**2)))
    gap = max(0.0, least - off * (1 + least))
    lost = min(1.0, K * (plan.bins.count - 1) * exp(-h * (gain * gap) ** 2 / (2 + 2 * gain**2)))
    noise = reach**2 * (1 + 2 * (2 / a.epsilon) ** 2) / h
    far = (width + reach) / 2
    centre = 2 * (2 * D + width) ** 2 + 8 / least**2 * (noise + reach**2)
    return times(
        K,
        {
            "sums": 4 / least**2 * noise,
            "shares": 8 / least**2 * far**2 / (4 * h * gain**2),
            "clipping": 8 / least**2 * (far**2 * off**2 + (off * (2 * D + reach)) ** 2),
            "light shares": far**2 * exp(-2 * h * (gain * max(0.0, least / 2 - off)) ** 2),
            "wrong windows": lost * centre,
        },
    )


# Optimisation.


def accelerated(steps: Any, variance: float, R: float) -> Terms:
    """bassily/lemma6.1."""
    T, eta = steps.number, steps.rate
    return {"descent": 2 * R**2 / (eta * T * (T + 1)), "noise": eta * variance * (2 * T + 1) / 6}


def averaged(steps: Any, variance: float, L: float, R: float, ahead: bool) -> Terms:
    """Projected steps, of a linear loss: bassily/own/full-batch."""
    T, eta = steps.number, steps.rate
    quiet = {} if ahead else {"gradients": eta * L**2 / 2}
    return {"descent": R**2 / (2 * eta * T), "noise": eta * variance / 2, **quiet}


def local_descent(a: Setting, plan: Any) -> Terms:
    """The steps at the oracle's variance, and what fails."""
    users, kind = len(plan.batches[0]), plan.oracle.plan
    failed = 0.0
    if isinstance(kind, CoordinatePlan):
        each, size = kind.each, kind.split.coordinates
        variance = a.L**2 / (each.half * a.m) + size * 2 * float(each.scale) ** 2 / each.half
        gamma = min(1.0, sqrt(a.d / (a.n * a.m)) / min(a.epsilon, 1.0)) / 16 / plan.steps.number
        failed = min(1.0, 1.25 * gamma + size * without_rivals(each))
    else:
        variance = ball_moment(a.d, a.L, a.epsilon) / users
    return accelerated(plan.steps, variance, a.R) | {"failure": min(1.0, plan.steps.number * failed) * 2 * a.L * a.R}


def noise_of(mean: Any) -> float:
    """The squared norm of a curator's noise: of d normal coordinates, or of a length of law Gamma(d, b)."""
    d = mean.dimension
    return float(d * (d + 1) * mean.scale**2 if mean.name == "central-pure" else d * mean.sigma**2)


def central_descent(a: Setting, plan: Any, name: str) -> Terms:
    """Steps under a curator: stability next to the data's own risk, or fresh batches."""
    L, R, T = a.L, a.R, plan.steps.number
    if name == "bassily-algorithm4":
        gamma, batch, mean = 1 / sqrt(a.n * a.m), plan.mean.n, plan.mean
        far = batch * (exp(a.epsilon - 1) * gamma / (4 * T * a.n) + a.delta) + gamma / (8 * T)
        wrong = mean.coordinates * mean.bins.count * exp(-mean.range_epsilon * batch / 4) if mean.bins.count > 1 else 0
        variance = L**2 / batch + noise_of(mean)
        stable = {"stability": L**2 * plan.steps.rate * (T + 1) / (a.n * a.m)}
        lost = {"failure": min(1.0, T * (far + wrong)) * 2 * L * R}
        return averaged(plan.steps, variance, L, R, ahead=True) | stable | lost
    mean, ahead = plan.oracle.plan, getattr(plan.steps, "ahead", False)
    if name.startswith("full-batch"):
        moves = T + 1 if ahead else T - 1
        stable = {"stability": L**2 * plan.steps.rate * moves / (a.n * a.m)}
        return averaged(plan.steps, noise_of(mean), L, R, ahead) | stable
    users, failed = len(plan.batches[0]), 0.0
    if mean.bins.count > 1:
        rate = (1 + sqrt(a.d / a.n) / a.epsilon) / sqrt(a.n * a.m)
        failed = 1.25 * min(1.0, rate) / 16 / T
        failed += mean.coordinates * mean.bins.count * exp(-mean.range_epsilon * mean.n / 4)
    variance = L**2 / (users * a.m) + noise_of(mean)
    same = hasattr(plan.steps, "listed")
    steps = accelerated(plan.steps, variance, R) if same else averaged(plan.steps, variance, L, R, ahead=False)
    return steps | {"failure": min(1.0, T * min(1.0, failed)) * 2 * L * R}
