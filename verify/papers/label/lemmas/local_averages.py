"""Local averages of labels, by nearest neighbours and in bins: bias, variance, and how many samples are near."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from flint import arb
from sympy import exp, log

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.facts.bits import BinomialAtMost
from verify.kernel.calculus.nouns import Law
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantity, real
from verify.kernel.statements.outcome import as_arb

_Function = dict[Fraction, Fraction]
"""In a stress case a law is one of pairs (feature, label) of numbers, a function a table on its features."""


def _features(p: Law) -> _Function:
    found: _Function = {}
    for (x, _), w in p.items():
        found[x] = found.get(x, Fraction(0)) + w
    return found


def _means(p: Law) -> _Function:
    features = _features(p)
    return {x: sum((y * w for (z, y), w in p.items() if z == x), Fraction(0)) / features[x] for x in features}


def _label_variance(p: Law) -> Fraction:
    features, means = _features(p), _means(p)
    return max(
        sum((w * (y - means[x]) ** 2 for (z, y), w in p.items() if z == x), Fraction(0)) / features[x] for x in features
    )


def _clipped(p: Law, top: Fraction) -> Law:
    found: Law = {}
    for (x, y), w in p.items():
        found[x, max(-top, min(top, y))] = found.get((x, max(-top, min(top, y))), Fraction(0)) + w
    return found


def _samples(p: Law, size: Fraction) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    for data in product(p, repeat=int(size)):
        yield data, prod((p[z] for z in data), start=Fraction(1))


def _nearest(points: list[Fraction], x: Fraction, k: Fraction) -> list[int]:
    return sorted(range(len(points)), key=lambda i: (abs(points[i] - x), i))[: int(k)]


def _chosen(estimate: Any, points: list[Fraction], x: Fraction) -> tuple[list[int], Fraction]:
    """The samples that are averaged at x, and the variance of the noise."""
    kind, size, scale = estimate
    if kind == "neighbours":
        return _nearest(points, x, size), 2 * scale**2 / size
    near = [i for i, point in enumerate(points) if point // size == x // size]
    return near, 2 * (scale / len(near)) ** 2 if near else Fraction(0)


def _squared_error(estimate: Any, p: Law, f: _Function, size: Fraction) -> Fraction:
    found = Fraction(0)
    for data, weight in _samples(p, size):
        for x, w in _features(p).items():
            near, noise = _chosen(estimate, [z for z, _ in data], x)
            mean = sum((data[i][1] for i in near), Fraction(0)) / len(near) if near else Fraction(0)
            found += weight * w * ((mean - f[x]) ** 2 + noise)
    return found


def _bias(estimate: Any, p: Law, f: _Function, g: _Function, size: Fraction) -> Fraction:
    found, features = Fraction(0), _features(p)
    for points, weight in _samples(features, size):
        for x, w in features.items():
            near, _ = _chosen(estimate, list(points), x)
            mean = sum((f[points[i]] for i in near), Fraction(0)) / len(near) if near else Fraction(0)
            found += weight * w * (mean - g[x]) ** 2
    return found


def _far(k: Fraction, p: Law, size: Fraction, r: Fraction) -> Fraction:
    features = _features(p)
    return sum(
        (
            weight * w
            for points, weight in _samples(features, size)
            for x, w in features.items()
            if sum(abs(z - x) <= r for z in points) < k
        ),
        Fraction(0),
    )


def _counts(h: Fraction, p: Law, size: Fraction, power: int) -> Fraction:
    """The mean of n^(-power), 0 where n = 0, or P(n = 0) at power 0, of the samples n in a draw's bin."""
    features, found = _features(p), Fraction(0)
    for x, w in features.items():
        q = _bin_mass(features, x, h)
        for n in range(int(size) + 1):
            mass = comb(int(size), n) * q**n * (1 - q) ** (int(size) - n)
            found += w * mass * (Fraction(n == 0) if power == 0 else Fraction(1, n**power) if n else 0)
    return found


def _bin_mass(features: _Function, x: Fraction, h: Fraction) -> Fraction:
    return sum((v for z, v in features.items() if z // h == x // h), Fraction(0))


class _Box:
    """Features that are uniform on a cube of some side at the origin, in one dimension or two: a stress case's law."""

    def __init__(self, size: int, side: Fraction) -> None:
        self.size, self.side = size, side

    def ball(self, r: Fraction) -> Any:
        """The least mass of a ball about a point of the cube: at a corner, for r up to its side."""
        assert r <= self.side
        return as_arb((r / self.side) ** self.size) * _unit_ball(Fraction(self.size)) / 2**self.size

    def regular(self, c: Fraction, theta: Fraction, reach: Fraction, size: Fraction) -> bool:
        """Whether the density is at least c, and balls of radius below D have a share theta of them inside."""
        share = theta <= Fraction(1, 2**self.size) and reach <= self.side
        return bool(size == self.size and c <= 1 / self.side**self.size and share)


def _unit_ball(size: Fraction) -> arb:
    return arb.pi() ** (as_arb(size) / 2) / (as_arb(size) / 2 + 1).gamma()


def _ball_mass(p: Any, r: Fraction) -> Any:
    if isinstance(p, _Box):
        return p.ball(r)
    features = _features(p)
    return min(sum((w for z, w in features.items() if abs(z - x) <= r), Fraction(0)) for x in features)


def _least_bin(p: Any, h: Fraction) -> Any:
    if isinstance(p, _Box):
        return (h / p.side) ** p.size
    features = _features(p)
    return min(_bin_mass(features, x, h) for x in features)


def _smooth(f: _Function, constant: Fraction, power: Fraction) -> bool:
    return all(
        not as_arb(abs(f[x] - f[z])) > as_arb(constant) * as_arb(abs(x - z)) ** as_arb(power)
        for x in f
        for z in f
        if x != z
    )


def _moment(p: Law, power: Fraction, most: Fraction) -> bool:
    features = _features(p)
    return all(
        sum((w * abs(y) ** int(power) for (z, y), w in p.items() if z == x), Fraction(0)) <= most * features[x]
        for x in features
    )


Regression = constructor("Regression", r"\eta_{{{0}}}", _means, sort="function")
"""The mean of the label given the features, as a function of them: Regression(P)."""
ClippedLabels = constructor(
    "ClippedLabels", r"\mathrm{{clip}}_{{{1}}}({0})", _clipped, sort="law", needs=lambda _, top: (at_most(0, top),)
)
"""The law of the features and the label cut to [-T, T]: ClippedLabels(P, T)."""
Neighbours = constructor(
    "Neighbours",
    r"\hat\eta^{{{0}\mathrm{{-nn}}}}_{{{1}}}",
    lambda k, b: ("neighbours", k, b),
    needs=lambda k, b: (at_most(1, k), at_most(0, b)),
    sort="estimate",
)
"""The mean of the labels of the k nearest samples, each with Laplace noise of scale b: Neighbours(k, b)."""
BinMeans = constructor(
    "BinMeans",
    r"\hat\eta^{{{0}\mathrm{{-bins}}}}_{{{1}}}",
    lambda h, b: ("bins", h, b),
    needs=lambda h, b: (below(0, h), at_most(0, b)),
    sort="estimate",
)
"""The mean label of the n samples in a bin of side h and Laplace noise of scale b/n; 0 where n = 0: BinMeans(h, b)."""
SquaredError = quantity(
    "SquaredError",
    r"\mathbb{{E}}_{{{1}^{{{3}}}}}[({0}(X) - {2}(X))^2]",
    "mean squared distance of an estimate from N samples to a function, at a draw of the features: the excess risk, by "
    "(9), where the function is the regression function",
    0,
    infinite=True,
    value=_squared_error,
)
"""SquaredError(estimate, P, f, N)."""
SquaredBias = quantity(
    "SquaredBias",
    r"b^2_{{{0}, {3}}}({1}; {2}, {4})",
    "mean squared distance to a function g of the local average, without noise, of a function f in place of the labels "
    "of N samples, at a draw of the features",
    0,
    infinite=True,
    value=_bias,
)
"""SquaredBias(estimate, P, f, g, N)."""
LabelVariance = quantity(
    "LabelVariance",
    r"\sup_x\mathrm{{Var}}_{{{0}}}(Y \mid x)",
    "largest variance of the label given the features",
    0,
    infinite=True,
    value=_label_variance,
)
Largest = quantity(
    "Largest",
    r"\|{0}\|_\infty",
    "largest size of a function on the support",
    0,
    infinite=True,
    value=lambda f: max(map(abs, f.values())),
)
Apart = quantity(
    "LargestGap",
    r"\|{0} - {1}\|_\infty",
    "largest difference of two functions on the support",
    0,
    infinite=True,
    value=lambda f, g: max(abs(f[x] - g[x]) for x in f),
)
NeighbourFar = quantity(
    "NeighbourFar",
    r"P_{{{1}^{{{2}}}}}(\rho_{{{0}}}(X) > {3})",
    "probability that the k-th nearest of N samples is further than r from a draw",
    0,
    1,
    value=_far,
)
"""NeighbourFar(k, P, N, r)."""
BallMass = quantity(
    "BallMass",
    r"\inf_x{0}(B(x, {1}))",
    "least mass of a ball of radius r about a point of support",
    0,
    1,
    value=_ball_mass,
)
LogBallVolume = quantity(
    "LogBallVolume",
    r"\ln v_{{{0}}}",
    "logarithm of the volume of the unit ball in d dimensions",
    value=lambda size: _unit_ball(size).log(),
)
InverseCount = quantity(
    "InverseCount",
    r"\mathbb{{E}}_{{{1}^{{{2}}}}}[n_{{{0}}}^{{-1}}; n_{{{0}}} > 0]",
    "mean of 1/n, 0 where n = 0, n samples of N being in the bin of a draw, of side h",
    0,
    1,
    value=lambda h, p, size: _counts(h, p, size, 1),
)
"""InverseCount(h, P, N)."""
InverseSquare = quantity(
    "InverseSquare",
    r"\mathbb{{E}}_{{{1}^{{{2}}}}}[n_{{{0}}}^{{-2}}; n_{{{0}}} > 0]",
    "mean of 1/n^2, 0 where n = 0, n samples of N being in the bin of a draw, of side h",
    0,
    1,
    value=lambda h, p, size: _counts(h, p, size, 2),
)
EmptyBin = quantity(
    "EmptyBin",
    r"P_{{{1}^{{{2}}}}}(n_{{{0}}} = 0)",
    "probability that none of N samples is in the bin of a draw, of side h",
    0,
    1,
    value=lambda h, p, size: _counts(h, p, size, 0),
)
BinMass = quantity(
    "BinMass",
    r"\min_l{0}(B_{{l, {1}}})",
    "least mass of a bin of side h that meets the support",
    0,
    1,
    value=_least_bin,
)
Hoelder = property_of("Hoelder", r"|{0}(x) - {0}(x')| \le {1} \|x - x'\|^{{{2}}}", _smooth)
"""Hoelder(f, L, beta)."""
LabelsWithin = property_of(
    "LabelsWithin", r"|Y| \le {1}\text{{ under }}{0}", lambda p, top: all(abs(y) <= top for _, y in p)
)
"""LabelsWithin(P, T)."""
LabelMoment = property_of("LabelMoment", r"\mathbb{{E}}_{{{0}}}[|Y|^{{{1}}} \mid x] \le {2}", _moment)
"""LabelMoment(P, p, M)."""
DenseRegular = property_of(
    "DenseRegular",
    r"{0}\text{{ has }}f \ge {1}\text{{ on }}\mathcal{{X}} \subset \mathbb{{R}}^{{{4}}},\ "
    r"V_r(x) \ge {2} v_{{{4}}} r^{{{4}}}\text{{ for }}r < {3}",
    lambda p, c, theta, reach, size: p.regular(c, theta, reach, size),
)
"""A density of at least c on a support in d dimensions, which fills a share theta at least of each ball about one of
its points, of radius below D: DenseRegular(P, c, theta, D, d)."""
Tiled = property_of(
    "Tiled",
    r"{0}\text{{ has }}f \ge {2}\text{{ on a union of bins, cubes of side }}{1}\text{{ in }}\mathbb{{R}}^{{{3}}}",
    lambda p, h, c, size: (p.side / h).denominator == 1 and p.regular(c, Fraction(0), Fraction(0), size),
    asks=lambda p, h, c, size: (at_most(c * h**size, 1),),
)
"""A density of at least c on a support that is a union of bins, which are cubes of side h: Tiled(P, h, c, d)."""

InDimension = property_of(
    "InDimension",
    r"{0}\text{{ has features in }}\mathbb{{R}}^{{{1}}}",
    lambda p, size: size == (p.size if isinstance(p, _Box) else 1),
)
"""InDimension(P, d)."""

_P, _f, _g, _estimate = law("P"), Name("f", "function"), Name("g", "function"), Name("a", "estimate")


def ball_volume(size: Any) -> Any:
    """The volume of the unit ball, which is positive."""
    return exp(LogBallVolume(size))


_k, _N, _d, _count = (integer(letter, least=1) for letter in ("k", "N", "d", "t"))
_b, _T, _M, _r, _h, _D, _c, _L = (real(x, above=0) for x in ("b", "T", "M_p", "r", "h", "D", "c", "L"))
_p, _beta, theta, _q = (
    real("p", least=2),
    real("beta", above=0, most=1),
    real("theta", above=0),
    real("q", above=0, most=1),
)

_EVEN: _Function = {Fraction(0): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
_TILTED: _Function = {Fraction(0): Fraction(1, 4), Fraction(1): Fraction(3, 4)}
_FAIR = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
_SURE = {Fraction(1): Fraction(1)}
_RARE = {Fraction(2): Fraction(1, 4), Fraction(0): Fraction(3, 4)}
_OPPOSITE = {Fraction(-1): Fraction(1)}


def _laws() -> Iterator[Law]:
    """Features 0 and 1, labels up to 2."""
    labels: list[tuple[_Function, _Function]] = list(product((_FAIR, _SURE, _RARE), (_FAIR, _OPPOSITE, _RARE)))
    for features, (one, other) in product((_EVEN, _TILTED), labels):
        yield {
            (Fraction(x), y): w * v
            for (x, w), law in zip(features.items(), (one, other), strict=True)
            for y, v in law.items()
        }


def _estimates() -> Iterator[tuple[Any, dict[Any, Any]]]:
    """Nearest neighbours or bins, with much noise or hardly any; two samples or three."""
    several = [(p_, 2, noise) for p_ in _laws() for noise in (Fraction(1, 100), Fraction(3, 2))]
    several += [(p_, 3, Fraction(1, 100)) for p_ in list(_laws())[::4]]
    for p_, size, noise in several:
        for kind in (("neighbours", Fraction(1)), ("neighbours", Fraction(size)), ("bins", Fraction(1))):
            yield (*kind, noise), {_P: p_, _N: Fraction(size), _b: noise}


def _split(kind: str) -> Iterator[Case]:
    for made, values in _estimates():
        if made[0] == kind:
            own = {_k: made[1]} if kind == "neighbours" else {_h: made[1]}
            goal = {x: y + Fraction(1, 2) * x for x, y in _means(values[_P]).items()}
            yield (next(iter(own)), _b, _P, _g, _N), {**values, **own, _g: goal}


def _neighbour_bias() -> Iterator[Case]:
    for made, values in _estimates():
        if made[0] == "neighbours":
            f_ = _means(values[_P])
            steep = abs(f_[Fraction(1)] - f_[Fraction(0)])
            for reach, power in product((Fraction(1, 1000), Fraction(1)), (Fraction(1), Fraction(1, 2))):
                if steep:
                    yield (
                        (_k, _b, _P, _f, _L, _beta, _r, _N),
                        {
                            **values,
                            _k: made[1],
                            _f: f_,
                            _L: steep,
                            _beta: power,
                            _r: reach,
                        },
                    )
    # Features that are near each other, so that the power of the distance matters.
    near = {(Fraction(0), Fraction(-1)): Fraction(1, 2), (Fraction(1, 16), Fraction(1)): Fraction(1, 2)}
    for power, steep in ((Fraction(1), Fraction(32)), (Fraction(1, 2), Fraction(8))):
        yield (
            (_k, _b, _P, _f, _L, _beta, _r, _N),
            {
                _P: near,
                _f: _means(near),
                _k: Fraction(1),
                _b: Fraction(1),
                _N: Fraction(1),
                _L: steep,
                _beta: power,
                _r: Fraction(1, 16),
            },
        )


def _bin_bias() -> Iterator[Case]:
    """Features 0 and x in one bin, or far from each other."""
    pairs = (
        (Fraction(9, 10), 1),
        (Fraction(1, 2), 1),
        (Fraction(1, 2), Fraction(1, 100)),
        (Fraction(1, 16), Fraction(1, 14)),
    )
    for (far, side), size in [(pair, size) for pair in pairs for size in (1, 3)]:
        for one, other in ((Fraction(1), Fraction(-1)), (Fraction(0), Fraction(2)), (Fraction(3), Fraction(3, 2))):
            p_ = {(Fraction(0), one): Fraction(1, 2), (far, other): Fraction(1, 2)}
            yield (
                (_h, _b, _P, _f, _L, _beta, _d, _N),
                {
                    _P: p_,
                    _N: Fraction(size),
                    _b: Fraction(1),
                    _h: side,
                    _f: _means(p_),
                    _L: abs(one - other) / far,
                    _beta: Fraction(1),
                    _d: Fraction(1),
                },
            )


def _wrong_functions() -> Iterator[Case]:
    for made, values in _estimates():
        g_ = _means(values[_P])
        # Differences of both signs and none; where g is constant its own bias is 0.
        for shift in (Fraction(0), Fraction(1), Fraction(-3)):
            yield (
                (_estimate, _P, _f, _g, _N),
                {**values, _estimate: made, _g: g_, _f: {x: y + shift for x, y in g_.items()}},
            )


def _near() -> Iterator[Case]:
    for p_, size, rank, reach in product(_laws(), (2, 3), (1, 2), (Fraction(1, 2), Fraction(1))):
        values = {_P: p_, _N: Fraction(size), _k: Fraction(rank), _r: reach}
        yield (_k, _P, _N, _r, _q), {**values, _q: _ball_mass(p_, reach)}


def _tails() -> Iterator[Case]:
    for size, chance in ((1, "1/100"), (4, "1/2"), (10, "1/5"), (300, "1/10"), (60, "1/2"), (7, "1")):
        half = Fraction(size) * Fraction(chance) / 2
        if half >= 1:
            yield (_N, _q, _count), {_N: Fraction(size), _q: Fraction(chance), _count: Fraction(int(half))}


def _boxes() -> Iterator[tuple[_Box, dict[Any, Any]]]:
    for size, side in product((1, 2), (Fraction(1), Fraction(1, 3), Fraction(5))):
        box = _Box(size, side)
        yield box, {_P: box, _c: 1 / side**size, _d: Fraction(size)}


def _balls() -> Iterator[Case]:
    for box, values in _boxes():
        for share in (Fraction(1, 10), Fraction(9, 10)):
            yield (
                (_P, _c, theta, _D, _d, _r),
                {**values, theta: Fraction(1, 2**box.size), _D: box.side, _r: box.side * share},
            )


def _tiles() -> Iterator[Case]:
    for box, values in _boxes():
        for parts in (1, 4):
            yield (_P, _h, _c, _d), {**values, _h: box.side / parts}


def _tables() -> Iterator[Case]:
    for p_ in _laws():
        yield (_P, _T), {_P: p_, _T: max(abs(y) for _, y in p_)}
    for top in (1, 3):  # both ends of the labels
        yield (_P, _T), {_P: {(Fraction(0), y * top): w for y, w in _FAIR.items()}, _T: Fraction(top)}


def _moments() -> Iterator[Case]:
    signs = [
        {(Fraction(0), y * size): w for y, w in law.items()} for law in (_FAIR, _SURE) for size in (3, Fraction(1, 2))
    ]
    for p_, power in product(signs, (2, 3)):
        yield (_P, _p, _M, _T), {_P: p_, _p: Fraction(power), _M: next(iter(p_))[1] ** power, _T: Fraction(4)}
    for p_, power, top in product(_laws(), (2, 3), (Fraction(1, 2), Fraction(1), Fraction(3, 2))):
        features = _features(p_)
        most = max(
            sum((w * abs(y) ** power for (z, y), w in p_.items() if z == x), Fraction(0)) / features[x]
            for x in features
        )
        yield (_P, _p, _M, _T), {_P: p_, _p: Fraction(power), _M: most, _T: top}


def _clipped_counts() -> Iterator[Case]:
    for p_, side in product(_laws(), (Fraction(1), Fraction(2))):
        yield (_h, _P, _N, _T), {_P: p_, _T: Fraction(1), _N: Fraction(3), _h: side}


def _clipped_bins() -> Iterator[Case]:
    for p_, side in product(_laws(), (Fraction(1), Fraction(2))):
        yield (
            (_estimate, _P, _f, _g, _N, _T),
            {
                _P: p_,
                _T: Fraction(1),
                _N: Fraction(2),
                _estimate: ("bins", side, Fraction(1)),
                _f: _means(_clipped(p_, Fraction(1))),
                _g: _means(p_),
            },
        )


def _counted() -> Iterator[Case]:
    for p_, size, side in product(list(_laws())[::9], (1, 2, 3, 10, 40), (Fraction(1), Fraction(2))):
        yield (_h, _P, _N, _q), {_P: p_, _N: Fraction(size), _h: side, _q: _least_bin(p_, side)}
    # A bin of small mass: the chance that it is empty, or holds one sample.
    rare = {(Fraction(x), Fraction(0)): Fraction(1, 60) for x in range(60)}
    yield (_h, _P, _N, _q), {_P: rare, _N: Fraction(120), _h: Fraction(1), _q: Fraction(1, 60)}
    yield (_h, _P, _N, _q), {_P: rare, _N: Fraction(1), _h: Fraction(1), _q: Fraction(1, 60)}


def _error_split(made: Any, variance: Any, p: Any, goal: Any, size: Any) -> Any:
    bias = SquaredBias(made, p, Regression(p), goal, size)
    return at_most(SquaredError(made, p, goal, size), variance + bias)


def _bins_split(side: Any, scale: Any, p: Any, goal: Any, size: Any) -> Statement:
    noise = 2 * scale**2 * InverseSquare(side, p, size)
    variance = LabelVariance(p) * InverseCount(side, p, size) + noise
    return Statement(_error_split(BinMeans(side, scale), variance, p, goal, size))


NEIGHBOURS_SPLIT = Schema(
    "bias and variance of near neighbours",
    "lemma",
    "Gyoerfi, Kohler, Krzyzak and Walk 2002, proof of Theorem 6.2",
    lambda rank, scale, p, goal, size: Statement(
        _error_split(Neighbours(rank, scale), (LabelVariance(p) + 2 * scale**2) / rank, p, goal, size),
        (at_most(rank, size),),
    ),
    (_k, _b, _P, _g, _N),
    lambda: _split("neighbours"),
)
BINS_SPLIT = Schema(
    "bias and variance of bins",
    "lemma",
    "Gyoerfi, Kohler, Krzyzak and Walk 2002, proof of Theorem 4.3",
    _bins_split,
    (_h, _b, _P, _g, _N),
    lambda: _split("bins"),
)
NEIGHBOURS_BIAS = Schema(
    "bias of near neighbours",
    "lemma",
    "neighbours within r differ by L r^beta at most, others by 2 sup |f|",
    lambda rank, scale, p, f, constant, power, reach, size: Statement(
        at_most(
            SquaredBias(Neighbours(rank, scale), p, f, f, size),
            constant**2 * reach ** (2 * power) + 4 * Largest(f) ** 2 * NeighbourFar(rank, p, size, reach),
        ),
        (Hoelder(f, constant, power), at_most(rank, size)),
    ),
    (_k, _b, _P, _f, _L, _beta, _r, _N),
    _neighbour_bias,
)
BINS_BIAS = Schema(
    "bias of bins",
    "lemma",
    "points of a cube of side h are at most h sqrt(d) apart; 0 in an empty bin",
    lambda side, scale, p, f, constant, power, size, draws: Statement(
        at_most(
            SquaredBias(BinMeans(side, scale), p, f, f, draws),
            constant**2 * (size * side**2) ** power + Largest(f) ** 2 * EmptyBin(side, p, draws),
        ),
        (Hoelder(f, constant, power), InDimension(p, size)),
    ),
    (_h, _b, _P, _f, _L, _beta, _d, _N),
    _bin_bias,
)
OTHER_FUNCTION = Schema(
    "the average of another function",
    "lemma",
    "(a + b)^2 <= 2 a^2 + 2 b^2; an average of differences is at most the largest",
    lambda made, p, f, g, size: Statement(
        at_most(SquaredBias(made, p, f, g, size), 2 * Apart(f, g) ** 2 + 2 * SquaredBias(made, p, g, g, size))
    ),
    (_estimate, _P, _f, _g, _N),
    _wrong_functions,
)
NEAR_SAMPLES = Schema(
    "samples in a ball",
    "lemma",
    "each is in it with probability q at least; a binomial tail falls with the probability",
    lambda rank, p, size, reach, chance: Statement(
        at_most(NeighbourFar(rank, p, size, reach), BinomialAtMost(size, chance, rank)),
        (at_most(chance, BallMass(p, reach)),),
    ),
    (_k, _P, _N, _r, _q),
    _near,
)
CHERNOFF_LOWER = Schema(
    "Chernoff's bound, half of the mean",
    "theorem",
    "Mitzenmacher and Upfal 2005, Theorem 4.5 (1), at delta = 1/2",
    lambda size, chance, places: Statement(
        at_most(BinomialAtMost(size, chance, places), exp(-(1 - log(2)) / 2 * size * chance)),
        (at_most(places, size * chance / 2),),
    ),
    (_N, _q, _count),
    _tails,
)
BALL_IN_SUPPORT = Schema(
    "mass of a ball",
    "lemma",
    "the density times the volume",
    lambda p, density, share, reach, size, radius: Statement(
        at_most(density * share * ball_volume(size) * radius**size, BallMass(p, radius)),
        (DenseRegular(p, density, share, reach, size), below(radius, reach)),
    ),
    (_P, _c, theta, _D, _d, _r),
    _balls,
)
BIN_IN_SUPPORT = Schema(
    "mass of a bin",
    "lemma",
    "the density times the volume",
    lambda p, side, density, size: Statement(
        at_most(density * side**size, BinMass(p, side)), (Tiled(p, side, density, size),)
    ),
    (_P, _h, _c, _d),
    _tiles,
)
TILED = Schema(
    "features in bins",
    "definition",
    "definition",
    lambda p, side, density, size: Statement(InDimension(p, size), (Tiled(p, side, density, size),)),
    (_P, _h, _c, _d),
    _tiles,
)
WITHIN_VARIANCE = Schema(
    "variance of bounded labels",
    "lemma",
    "Var Y <= E Y^2",
    lambda p, top: Statement(at_most(LabelVariance(p), top**2), (LabelsWithin(p, top),)),
    (_P, _T),
    _tables,
)
WITHIN_MEAN = Schema(
    "mean of bounded labels",
    "definition",
    "definition",
    lambda p, top: Statement(at_most(Largest(Regression(p)), top), (LabelsWithin(p, top),)),
    (_P, _T),
    _tables,
)
MOMENT_VARIANCE = Schema(
    "variance of clipped labels with a moment",
    "lemma",
    "Lyapunov: E Y^2 <= (E|Y|^p)^(2/p); clipping lowers |Y|",
    lambda p, power, moment, top: Statement(
        at_most(LabelVariance(ClippedLabels(p, top)), moment ** (2 / power)), (LabelMoment(p, power, moment),)
    ),
    (_P, _p, _M, _T),
    _moments,
)
MOMENT_MEAN = Schema(
    "mean of labels with a moment",
    "lemma",
    "Lyapunov: |E Y| <= (E|Y|^p)^(1/p)",
    lambda p, power, moment, top: Statement(
        at_most(Largest(Regression(p)), moment ** (1 / power)), (LabelMoment(p, power, moment),)
    ),
    (_P, _p, _M, _T),
    _moments,
)
MOMENT_CLIPPED = Schema(
    "mean of clipped labels with a moment",
    "lemma",
    "|y| - T <= |y|^p T^(1-p) (p - 1)^(p-1)/p^p, which is at most a quarter of |y|^p T^(1-p) for p >= 2",
    lambda p, power, moment, top: Statement(
        at_most(Apart(Regression(ClippedLabels(p, top)), Regression(p)), moment * top ** (1 - power) / 4),
        (LabelMoment(p, power, moment),),
    ),
    (_P, _p, _M, _T),
    _moments,
)
CLIPPED_COUNT, CLIPPED_SQUARE = (
    Schema(
        f"{told} next to clipped labels",
        "definition",
        "definition: clipping leaves the features as they are",
        lambda side, p, size, top, count=count: Statement(
            equal(count(side, ClippedLabels(p, top), size), count(side, p, size))
        ),
        (_h, _P, _N, _T),
        _clipped_counts,
    )
    for told, count in (("inverse counts", InverseCount), ("inverse squared counts", InverseSquare))
)
CLIPPED_BIAS = Schema(
    "averages of functions next to clipped labels",
    "definition",
    "definition: clipping leaves the features as they are",
    lambda made, p, f, g, size, top: Statement(
        equal(SquaredBias(made, ClippedLabels(p, top), f, g, size), SquaredBias(made, p, f, g, size))
    ),
    (_estimate, _P, _f, _g, _N, _T),
    _clipped_bins,
)
INVERSE_COUNT = Schema(
    "mean of an inverse count",
    "theorem",
    "Gyoerfi, Kohler, Krzyzak and Walk 2002, Lemma 4.1 (ii)",
    lambda side, p, size, chance: Statement(
        at_most(InverseCount(side, p, size), 2 / ((size + 1) * chance)), (at_most(chance, BinMass(p, side)),)
    ),
    (_h, _P, _N, _q),
    _counted,
)
INVERSE_SQUARE = Schema(
    "mean of an inverse squared count",
    "lemma",
    "1/n^2 <= 6/((n + 1)(n + 2)), whose mean is at most 6/((N + 1)(N + 2) q^2): Gyoerfi et al. 2002, Lemma 4.1",
    lambda side, p, size, chance: Statement(
        at_most(InverseSquare(side, p, size), 6 / ((size + 1) * (size + 2) * chance**2)),
        (at_most(chance, BinMass(p, side)),),
    ),
    (_h, _P, _N, _q),
    _counted,
)
EMPTY_BIN = Schema(
    "an empty bin",
    "lemma",
    "(1 - q)^N, and 1 - q <= e^(-q)",
    lambda side, p, size, chance: Statement(
        at_most(EmptyBin(side, p, size), exp(-size * chance)), (at_most(chance, BinMass(p, side)),)
    ),
    (_h, _P, _N, _q),
    _counted,
)

FACTS = (
    NEIGHBOURS_SPLIT,
    BINS_SPLIT,
    NEIGHBOURS_BIAS,
    BINS_BIAS,
    OTHER_FUNCTION,
    NEAR_SAMPLES,
    CHERNOFF_LOWER,
    BALL_IN_SUPPORT,
    BIN_IN_SUPPORT,
    TILED,
    WITHIN_VARIANCE,
    WITHIN_MEAN,
    MOMENT_VARIANCE,
    MOMENT_MEAN,
    MOMENT_CLIPPED,
    CLIPPED_COUNT,
    CLIPPED_SQUARE,
    CLIPPED_BIAS,
    INVERSE_COUNT,
    INVERSE_SQUARE,
    EMPTY_BIN,
)
