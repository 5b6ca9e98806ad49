"""Every explicit lower bound next to the same number written again, and what every single defect of its code does.

`reports/bounds.md` lists what ties each bound. Defects are generated at every place of the functions that a tie names:
constants doubled and halved, other exponents, min for max, terms dropped. Those that no comparison sees are listed with
the reason: another place to look at, which gives a bound that is as valid.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import isfunction
from itertools import pairwise
from math import e, exp, inf, log, pi, sqrt
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from flint import arb

from lowerbounds.classification import bumps as labels
from lowerbounds.classification import users as by_users
from lowerbounds.density import bumps as density_bumps
from lowerbounds.density import floor as density_floor
from lowerbounds.density import kent_proposition5, kent_theorem9, wave
from lowerbounds.density.bumps import highest
from lowerbounds.density.papers import bump
from lowerbounds.information.scores import information_kept
from lowerbounds.mean import ours, papers
from lowerbounds.mean.best import BOUNDS, all_bounds
from lowerbounds.methods import assouad, mutual_information, perturbations
from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.cubes import Axes, PairedCells, SignCube
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.mixture import bounds as mixtures
from lowerbounds.numerics.enclosures import ball
from lowerbounds.numerics.line_search import best_point
from lowerbounds.optimisation import excess_risk as losses
from lowerbounds.optimisation import pure
from lowerbounds.optimisation.scores import score_bound
from lowerbounds.registry import PLACES
from lowerbounds.regression import bumps as regressions
from lowerbounds.regression import users as regression_by_users
from lowerbounds.selection import approximate, floors
from lowerbounds.sparse import kent as sparse
from lowerbounds.vectors import heavy, lifted
from lowerbounds.vectors import papers as of_vectors
from notation.classification import LabelSetting
from notation.regression import RegressionSetting
from notation.setting import Setting
from notation.user_learning import UserSetting
from tests.lowerbounds import written_again as again
from tests.planted import Generated, forget, generated

CLOSE = 1e-9
"""What two numbers in floats may differ by, relatively."""


@dataclass(frozen=True)
class Tie:
    """A bound as it ships and written again, at arguments of both; and the functions whose every defect is seen."""

    name: str
    shipped: Callable[..., Any]
    again: Callable[..., float]
    settings: tuple[tuple[Any, ...], ...]
    functions: tuple[str, ...] = ()
    close: float = CLOSE

    def numbers(self, given: tuple[Any, ...]) -> tuple[float, float]:
        """The bound and its second writing."""
        found = self.shipped(*given)
        if not isinstance(found, Bound):
            return float(found.mid()), _again(self.name, given, None)
        assert falls(found)
        return found.value, _again(self.name, given, tuple((found.parameters | {"source": found.source}).items()))

    def near(self, found: float, expected: float) -> bool:
        """Whether the two are one number."""
        return abs(found - expected) <= self.close * abs(expected)


@cache
def _again(name: str, given: tuple[Any, ...], told: tuple[tuple[str, Any], ...] | None) -> float:
    """The second writing, once for the same arguments and reported parameters; a part of a bound reports none."""
    [tie] = [one for one in TIES if one.name == name]
    return tie.again(*given) if told is None else tie.again(dict(told), *given)


def falls(bound: Bound) -> bool:
    """Whether each step of its chain is at most the one before, down to the number shown."""
    values = [] if bound.chain is None else [max(float(step.value.mid()), 0.0) for step in bound.chain.steps]
    return all(after <= before * (1 + CLOSE) for before, after in pairwise([*values, bound.value]))


def of(told: dict[str, Any], *names: str) -> tuple[float, ...]:
    """Free parameters as floats."""
    return tuple(float(told[name]) for name in names)


def route_of(told: dict[str, Any]) -> str:
    """The route that a source names after a colon."""
    return str(told["source"]).split(": ", 1)[1]


FEW, MANY, OPEN = (3, 4, 0.6, 2.0), (40, 9, 0.6, 2.0), (40, 9, 2.0, 1.5)
_PAPERS, _OURS, _CHAINS = "mean.papers", "mean.ours", "methods.two_point"
_TOLD = "information.contraction"


def _route(name: str, function: str, *parts: str) -> Tie:
    """A route from two points, at several s."""
    [route] = [one for one in ours.ROUTES if one.name == name]
    return Tie(
        f"mean two_point_sharp: {name}",
        lambda s, n, m, x: route.value(Fraction(s), n, m, x),
        lambda s, n, m, x: s * s * again.TWO_POINTS[name](s, n, m, x),
        ((0.125, 3, 4, 0.75), (0.25, 2, 1, 2.0), (0.0625, 1, 9, 5.0), *((1, 2, 3, 0.75),) * ("TV" not in name)),
        (f"{_OURS}:{function}", *parts),
    )


def _two_points(told: dict[str, Any], n: int, m: int, x: float, D: float) -> float:
    route, (s,) = str(told["source"]).removeprefix("two points: "), of(told, "s")
    left = (1 - again.dominated(m, s, x)) ** (2 * n) if "dominating" in route else again.TWO_POINTS[route](s, n, m, x)
    return D**2 * s * s * float(left)


MEANS = (
    Tie(
        "mean zhao_theorem2",
        papers.zhao_theorem2,
        lambda told, n, m, x, D: again.zhao_two_points(n, m, x, D, *of(told, "s")),
        (FEW, MANY, OPEN),
        (f"{_PAPERS}:zhao_theorem2", f"{_PAPERS}:zhao_family", f"{_CHAINS}:pinsker_chain", f"{_TOLD}:kl_by_tv"),
    ),
    Tie(
        "mean zhao_theorem2_floor",
        papers.zhao_theorem2_floor,
        lambda told, n, m, x, D: D**2 / 4 * exp(-n * x * (exp(x) - 1)),
        (FEW, (1, 2, 1.25, 3.0)),
        (f"{_PAPERS}:zhao_theorem2_floor", f"{_CHAINS}:bretagnolle_huber_chain", f"{_TOLD}:kl_absolute_zhao"),
    ),
    Tie(
        "mean kent_example1a",
        papers.kent_example1a,
        lambda told, n, m, x, D: again.kent_two_points(
            n, m, x, D, min(0.2, 1 / sqrt(192 * n * m * x**2) if x <= 1 else 1 / sqrt(32 * n * m))
        ),
        (MANY, OPEN, (1, 1, 0.125, 1.0), (1, 1, 1.5, 2.0)),
        (
            f"{_PAPERS}:kent_example1a",
            f"{_PAPERS}:_kent_example1a_without_privacy",
            f"{_CHAINS}:TwoPointFamily.separation",
            f"{_PAPERS}:kent_family",
        ),
    ),
    Tie(
        "mean kent_example1b",
        papers.kent_example1b,
        lambda told, n, m, x, D: D**2 / 4 * exp(-12 * n * x**2),
        ((2, 3, 0.25, 2.0), (1, 1, 1.5, 1.0)),
        (f"{_PAPERS}:kent_example1b", f"{_CHAINS}:bretagnolle_huber_chain"),
    ),
    Tie("mean two_point_sharp", ours.two_point_sharp, _two_points, (FEW, MANY, OPEN, (900, 1, 0.5, 1.0))),
    _route(
        "squared Hellinger, tanh^2 contraction",
        "_hellinger",
        f"{_OURS}:_deficit",
        f"{_TOLD}:strong_constant",
        "information.domination:users_affinity_squared",
    ),
    _route("squared Hellinger by TV of m-fold products", "_hellinger_tv", f"{_TOLD}:hellinger_by_tv"),
    _route("TV of m-fold products, added over users", "_tv", f"{_TOLD}:tanh_half"),
    _route("KL, tanh^2 contraction, Pinsker", "_pinsker", f"{_OURS}:_kl", f"{_TOLD}:kl_absolute"),
    _route("KL, tanh^2 contraction, Bretagnolle-Huber", "_bretagnolle_huber", f"{_OURS}:_kl"),
    Tie(
        "mean two_point_sharp: affinity of the dominating pair",
        lambda s, n, m, x: ours.DOMINATING.value(Fraction(s), n, m, x, points=24),
        lambda s, n, m, x: s * s * (1 - again.dominated(m, s, x)) ** (2 * n),
        ((0.125, 3, 4, 0.75), (0.25, 2, 1, 2.0), (0.25, 1, 9, 3.0), (0.5, 2, 8, 0.5), (1, 3, 2, 0.75)),
        (
            f"{_OURS}:_hockey_stick",
            "information.domination:dominating_deficit",
            "information.domination:_knots",
            f"{_TOLD}:private_hockey_stick",
        ),
    ),
    Tie(
        "mean floor_sharp",
        ours.floor_sharp,
        lambda told, n, m, x, D: again.randomised_responses(n, x, D),
        (FEW, (1, 7, 2.5, 1.0), (12, 1, 0.25, 1.0)),
        (f"{_OURS}:floor_sharp",),
    ),
    Tie(
        "mean van_trees",
        ours.van_trees,
        lambda told, *given: again.cosine_squared(*given),
        (FEW, MANY, OPEN),
        (f"{_OURS}:van_trees",),
    ),
    Tie(
        "mean normal_scores",
        ours.normal_scores,
        lambda told, n, m, x, D: _normal(n, m, x, D),
        ((40, 10**4, 0.6, 2.0), (10**4, 10**6, 1.5, 1.0)),
        (f"{_OURS}:normal_scores", "information.scores:distance_to_normal"),
    ),
    Tie(
        "mean nonprivate",
        ours.nonprivate,
        lambda told, *given: again.hodges_lehmann(*given),
        (FEW, OPEN),
        (f"{_OURS}:nonprivate",),
    ),
)


def _normal(n: int, m: int, x: float, D: float) -> float:
    """What a message keeps is the code's, tested alone; all else is computed again."""
    root = sqrt(2 * n * m / pi) * again.lean(x)
    u = pi / (root + pi)
    # Berry and Esseen's constant in mean distance for signs: E|X|^3 = (1 - u^2)(1 + u)/2 + ... at a squared mean u.
    mean = sqrt(u)
    third = ((1 - mean) ** 3 * (1 + mean) + (1 + mean) ** 3 * (1 - mean)) / 2
    off = third / (1 - u) ** 1.5 / sqrt(m)
    return D**2 / (n * m * float(information_kept(x, ball(off)).mid()) / (1 - u) + pi**2 / u)


WIDE = ((3, 2, 3, 0.5, 2.0), (40, 9, 3, 0.25, 1.5), (40, 2, 5, 2.0, 1.0), (900, 3, 2, 4.0, 1.0))
_PERTURBED, _CUBES, _ASSOUAD = "methods.perturbations", "methods.cubes", "methods.assouad"


def _assouad(
    name: str,
    bound: Callable[..., Bound],
    weight: Callable[[int, int], float],
    mass: Callable[[int], float],
    settings: Any,
    *functions: str,
) -> Tie:
    """A cube whose weight for each sign's s^2 and mass depend on how many signs it has, and on d."""

    def value(told: dict[str, Any], n: int, m: int, d: int, x: float, D: float = 1.0, *_: str) -> float:
        s, k = of(told, "s", "signs")
        return D**2 * weight(int(k), d) * s * s * k * again.left(route_of(told), int(k), s, mass(int(k)), n, m, x)

    return Tie(name, bound, value, tuple(settings), functions)


def _left(kind: Any, signs: int, mass: float) -> Iterator[Tie]:
    """Every route at some s."""
    functions = ("_kl_bessel", "_kl_tanh", "_hellinger_bessel", "_hellinger_linear", "_affinity")
    for route, function in zip(perturbations.ROUTES, functions, strict=True):
        if mass == 1 or "linear" not in route.name:
            yield Tie(
                f"signs left, {kind.__name__}: {route.name}",
                lambda s, n, m, x, route=route: route.unknown(kind(signs, Fraction(s)), n, m, x),
                lambda s, n, m, x, route=route: again.left(route.name, signs, s, mass, n, m, x),
                (
                    (0.0625, 3, 2, 0.5),
                    (0.25, 40, 1, 0.75),
                    (0.125, 1, 3, 3.0),
                    *((1, 2, 3, 0.75),) * ("affinity" in route.name),
                ),
                (
                    f"{_PERTURBED}:{function}",
                    f"{_PERTURBED}:by_divergence",
                    f"{_PERTURBED}:bessel_constant",
                    f"{_PERTURBED}:moment",
                    "methods.families:chi_square",
                    "methods.families:divergence",
                    "methods.families:deficit",
                )
                if kind is SignCube
                else (f"{_CUBES}:Axes.mass", "methods.families:deficit"),
            )


def _van_trees(support: str) -> Tie:
    def value(told: dict[str, Any], n: int, m: int, d: int, x: float, D: float, support: str) -> float:
        L, signs = of(told, "L", "signs")
        k = int(signs)
        mass = 1.0 if support in ("linf", "l2") else 1 / k
        weight = {"linf": 1.0, "l2": 1 / d, "l1": 1 / k**2, "cells": 1 / (2 * k * k)}[support]
        size = 1.0 if support == "cells" else D**2
        return size * weight * k**2 / (n * again.trace(k, L, mass, m, x) + again.prior(k, L))

    family = {"linf": "SignCube", "l2": "SignCube", "l1": "Axes", "cells": "PairedCells"}[support]
    return Tie(
        f"van_trees {support}",
        van_trees,
        value,
        tuple((*given, support) for given in (*WIDE, (900, 3, 40, 6.0, 1.0))),
        (
            "methods.van_trees:_value",
            "methods.van_trees:trace",
            f"{_PERTURBED}:bessel_constant",
            f"{_CUBES}:{family}.weight",
            f"{_CUBES}:{family}.mass",
            "methods.vector_bounds:supports",
        ),
    )


def _volume(told: dict[str, Any], n: int, m: int, d: int, x: float, D: float, support: str) -> float:
    k = int(told["dimension"])
    return (1.0 if support == "cells" else D**2) * again.shannon(support, k, n * again.kappa(x))


_VECTOR = "vectors.papers"
KENT = (
    (16, 1, 4, 0.5, 1.0),
    (15, 1, 4, 0.5, 1.0),
    (7, 1, 5, 2.0, 1.0),
    (6, 1, 5, 2.0, 1.0),
    (1, 1, 2, 2.0, 1.0),
    (1, 1, 2, 1.75, 1.0),
    (9, 1, 2, 1.25, 1.0),
    (2, 1, 2, 1.0, 1.0),
    (3, 2, 1, 0.75, 2.0),
    (400, 9, 3, 0.25, 1.5),
    (40, 2, 5, 2.0, 1.0),
    (900, 3, 2, 4.0, 1.0),
)


def _of_kent(bound: Callable[..., Bound], value: Callable[..., float], *functions: str) -> Tie:
    return Tie(
        bound.__name__,
        bound,
        lambda told, n, m, d, x, D, support: D**2 * again.share(d, support) * value(n, m, d, x),
        tuple((*given, support) for given in KENT for support in ("linf", "l2")),
        (*functions, f"{_VECTOR}:_place", f"{_VECTOR}:_root"),
    )


def _proposition3(told: dict[str, Any], n: int, m: int, d: int, x: float, D: float, support: str) -> float:
    size = d / 80 if support == "linf" else 1 / 16
    return D**2 * size * 16 ** (-1 / d) * exp(-48 * n * min(x, x * x) / d)


def _quarter(weight: Callable[[int], float], mass: Callable[[int], float]) -> Callable[..., float]:
    return lambda told, n, m, d, x, D: D**2 * again.quarter(n, m, x, weight(d), d, mass(d))


def _spikes(told: dict[str, Any], n: int, m: int, d: int, x: float, p: float, M: float, support: str) -> float:
    return again.spikes(n, m, d, x, p, M, *of(told, "q"), support)


def _lifted(told: dict[str, Any], n: int, m: int, d: int, x: float, D: float, support: str) -> float:
    best = max(bound.value for bound in all_bounds(n, m, x))
    return {"linf": d * D**2, "l2": D**2, "l1": D**2, "cells": 0.5}[support] * best


def _trybula(told: dict[str, Any], n: int, m: int, d: int, x: float) -> float:
    """The risk of the estimate (N_k + sqrt(N)/d)/(N + sqrt N) at the law of the first cell."""
    size = n * m
    first, others = (size + sqrt(size) / d) / (size + sqrt(size)) - 1, sqrt(size) / d / (size + sqrt(size))
    return first**2 + (d - 1) * others**2


def _four_axes(s: Fraction) -> Axes:
    """Means 3 s v_k/4 on four axes: 9 s^2/16 for each."""
    return Axes(4, s, Fraction(9))


def _four_pairs(s: Fraction) -> PairedCells:
    """Cells of probability (1 +- s v_k)/8: half of (s/4)^2 for each of four pairs."""
    return PairedCells(4, s)


VECTORS = (
    _assouad(
        "signs_bound",
        assouad.signs_bound,
        lambda k, d: 1.0,
        lambda k: 1.0,
        (g for g in WIDE),
        f"{_ASSOUAD}:_largest",
        f"{_PERTURBED}:sized",
        f"{_CUBES}:SignCube.weight",
        f"{_CUBES}:SignCube.mass",
    ),
    _assouad(
        "signs_bound in the ball",
        assouad.signs_bound,
        lambda k, d: 1 / d,
        lambda k: 1.0,
        ((*given, "l2") for given in WIDE),
        "methods.vector_bounds:supports",
    ),
    _assouad(
        "axes_bound",
        assouad.axes_bound,
        lambda k, d: 1 / k**2,
        lambda k: 1 / k,
        WIDE,
        f"{_CUBES}:Axes.weight",
        f"{_CUBES}:Axes.mass",
    ),
    _assouad(
        "hadamard_bound",
        assouad.hadamard_bound,
        lambda k, d: 1 / k,
        lambda k: 1 / k,
        ((3, 2, 4, 0.5, 2.0), (900, 3, 2, 4.0, 1.0)),
        f"{_CUBES}:HadamardCube.weight",
        f"{_CUBES}:HadamardCube.mass",
    ),
    _assouad(
        "cells_bound",
        assouad.cells_bound,
        lambda k, d: 1 / (2 * k * k),
        lambda k: 1 / k,
        ((3, 2, 5, 0.5), (40, 9, 4, 2.0)),
        f"{_CUBES}:PairedCells.weight",
        f"{_CUBES}:PairedCells.mass",
    ),
    *_left(SignCube, 3, 1.0),
    *_left(Axes, 4, 0.25),
    *(
        Tie(
            f"squared error of signs: {family.__name__[1:]}",
            lambda s, family=family: perturbations.sized(family(Fraction(s)), arb(1)),
            lambda s, weight=weight: s * s * weight,
            ((0.25,), (1,)),
            (f"{_CUBES}:{family(Fraction(1)).__class__.__name__}.weight", f"{_PERTURBED}:sized"),
        )
        for family, weight in (
            (_four_axes, 9 / 4),
            (_four_pairs, 1 / 8),
        )
    ),
    *map(_van_trees, ("linf", "l2", "l1", "cells")),
    Tie(
        "sign_floor",
        mutual_information.sign_floor,
        lambda told, n, m, d, x, D, support: (
            D**2 * d * again.share(d, support) * (1 - again.known(n * again.kappa(x) / d))
        ),
        ((3, 2, 3, 0.5, 2.0, "linf"), (2, 2, 7, 0.75, 1.0, "l2"), (1, 1, 2, 1.0, 1.0, "linf")),
        ("methods.mutual_information:sign_floor", "methods.mutual_information:_sign_information"),
    ),
    Tie(
        "volume_floor",
        mutual_information.volume_floor,
        _volume,
        tuple(
            (*given, support)
            for given in ((3, 2, 3, 0.5, 2.0), (2, 1, 6, 2.0, 1.0))
            for support in ("linf", "l2", "l1", "cells")
        ),
        ("methods.mutual_information:volume_floor", "methods.mutual_information:_volume"),
    ),
    Tie(
        "vertex_floor",
        mutual_information.vertex_floor,
        lambda told, n, m, d, x, D, support: (
            (D**2 if support == "l1" else 1.0) * again.fano(2 * d if support == "l1" else d, n * again.kappa(x))
        ),
        ((3, 2, 30, 0.5, 2.0, "l1"), (2, 1, 16, 1.0, 2.0, "cells")),
        ("methods.mutual_information:vertex_floor",),
    ),
    Tie(
        "zhao_theorem6",
        of_vectors.zhao_theorem6,
        _quarter(lambda d: 1 / d**2, lambda d: 1 / d),
        (*WIDE, (1, 1, 2, 0.125, 2.0)),
        (f"{_VECTOR}:zhao_theorem6", f"{_VECTOR}:_quarter", f"{_VECTOR}:_root"),
    ),
    Tie(
        "zhao_theorem7",
        of_vectors.zhao_theorem7,
        _quarter(lambda d: 1.0, lambda d: 1.0),
        (*WIDE, (1, 1, 2, 0.125, 2.0)),
        (f"{_VECTOR}:zhao_theorem7",),
    ),
    Tie(
        "zhao_hadamard",
        of_vectors.zhao_hadamard,
        _quarter(lambda d: 1 / d, lambda d: 1 / d),
        ((40, 9, 4, 0.5, 1.5), (1, 1, 2, 0.125, 2.0)),
        (f"{_VECTOR}:zhao_hadamard",),
    ),
    Tie(
        "zhao_all_epsilon",
        of_vectors.zhao_all_epsilon,
        lambda told, n, m, d, x, D, support: (
            D**2 * again.share(d, support) * d / 4 * min(1 / 4, d / (50 * n * m * again.kappa(x)))
        ),
        tuple((*given, support) for given in (*WIDE, (1, 1, 2, 0.125, 2.0)) for support in ("linf", "l2")),
        (f"{_VECTOR}:zhao_all_epsilon",),
    ),
    _of_kent(
        of_vectors.kent_high_privacy,
        lambda n, m, d, x: d * d / (5376 * n * m * x * x) if x <= 1 and n * x * x >= d else 0.0,
        f"{_VECTOR}:kent_high_privacy",
    ),
    _of_kent(
        of_vectors.kent_low_privacy,
        lambda n, m, d, x: d * d / (20608 * n * m * x) if x > 1 and n * x >= d and n * x * x >= d * d else 0.0,
        f"{_VECTOR}:kent_low_privacy",
    ),
    _of_kent(
        of_vectors.kent_theorem6,
        lambda n, m, d, x: d * d / (44 * n * m * min(x, x * x, d)) if n * min(x, x * x) >= d else 0.0,
        f"{_VECTOR}:kent_theorem6",
    ),
    Tie(
        "kent_proposition3",
        of_vectors.kent_proposition3,
        _proposition3,
        ((1, 2, 30, 0.5, 2.0, "linf"), (2, 2, 90, 1.5, 1.0, "l2")),
        (f"{_VECTOR}:kent_proposition3",),
    ),
    Tie(
        "spikes",
        heavy.spikes,
        _spikes,
        tuple(
            (*given, support)
            for given in ((40, 9, 3, 0.5, 3.0, 2.0), (900, 20, 2, 2.0, 1.5, 1.0), (2, 1, 2, 0.25, 2.0, 3.0))
            for support in ("coordinates", "l2")
        ),
        ("vectors.heavy:spikes", "vectors.heavy:width", "methods.lines:Spikes.weight"),
    ),
    Tie(
        "lifted",
        lifted.lifted,
        _lifted,
        tuple(
            (*given, support)
            for given in ((3, 2, 3, 0.5, 2.0), (40, 9, 4, 2.0, 1.0))
            for support in ("linf", "l2", "l1", "cells")
        ),
        ("vectors.lifted:lifted", "methods.lines:Diagonal.weight"),
    ),
    Tie(
        "cells_nonprivate",
        lifted.cells_nonprivate,
        _trybula,
        ((3, 2, 4, 1.0), (5, 3, 2, 1.0)),
        ("vectors.lifted:cells_nonprivate",),
    ),
)
SPARSE_AT = (
    (2, 1, 60, 27, 0.5, 1.0),
    (2, 1, 60, 28, 1.0, 1.0),
    (2, 1, 60, 28, 1.25, 1.0),
    (3, 2, 60, 40, 0.5, 2.0),
    (400, 9, 400, 50, 1.0, 1.0),
    (40, 3, 60, 40, 3.0, 1.0),
    (40, 9, 20, 3, 0.75, 1.0),
)


def _sparse(bound: Callable[..., Bound], value: Callable[..., float]) -> Tie:
    return Tie(
        bound.__name__,
        bound,
        lambda told, n, m, d, s, x, D: D**2 * value(n, m, d, s, x),
        SPARSE_AT,
        (f"sparse.kent:{bound.__name__}", "sparse.kent:_minimum", "sparse.kent:_bound"),
    )


def _dense(d: int, s: int) -> bool:
    return 16 * log(e * d) / 3 <= s


SPARSE = (
    _sparse(
        sparse.theorem7,
        lambda n, m, d, s, x: s / 128 * again.sparse_least(m, d / (84 * n * x * x)) if x <= 1 and _dense(d, s) else 0.0,
    ),
    _sparse(
        sparse.theorem7_every_epsilon,
        lambda n, m, d, s, x: (
            s * x * x / (256 * exp(x) * (exp(x) - 1) ** 2) * again.sparse_least(m, d / (n * x * x))
            if _dense(d, s)
            else 0.0
        ),
    ),
    _sparse(
        sparse.any_sparsity,
        lambda n, m, d, s, x: (
            s / 64 * (4 * d) ** (-1 / s) * again.sparse_least(m, d / (84 * n * x * x)) if x <= 1 else 0.0
        ),
    ),
)


def _bumps(told: dict[str, Any], n: int, m: int, beta: int, x: float, r: float) -> float:
    s, bumps_ = of(told, "s", "bumps")
    k, (norm, energy) = int(bumps_), again.bump_squares(beta)
    assert s < 1
    assert s * s * k ** (2 * beta) * energy <= r * r * pi ** (2 * beta) * (1 + CLOSE)
    name = route_of(told)
    unknown = (
        1 - again.known(n * again.kappa(x) / k)
        if name == "information of one sign"
        else again.left(name, k, s, 1 / k, n, m, x)
    )
    return norm * s * s * unknown


def _wave(told: dict[str, Any], n: int, m: int, beta: int, x: float, r: float) -> float:
    return max(bound.value for bound in all_bounds(n, m, x, 1.0)) * min(r / 2**beta, 0.7071) ** 2


def _theorem9(told: dict[str, Any], n: int, m: int, beta: int, x: float, r: float) -> float:
    if x > 1:
        return 0.0
    k, size = int(told["bumps"]), r * r * pi ** (2 * beta) * float(bump(beta)[0].lower())
    # Densities are at least 1/2.
    assert r * pi**beta / (2 * k**beta) * float(bump(beta)[1].mid()) <= 0.5
    second = (1 + 2 * size / k ** (2 * beta + 1)) ** m - 1
    return size / 8 / k ** (2 * beta) * (1 - sqrt(21 * n * x * x / k * second))


DENSITIES = (
    Tie(
        "density bumps",
        density_bumps,
        _bumps,
        ((300, 9, 1, 0.75, 2.0), (20, 3, 2, 2.0, 0.5)),
        ("density.bumps:cube", "density.bumps:squares", "density.bumps:_beta_integral"),
    ),
    Tie("density floor", density_floor, _bumps, ((5, 3, 1, 0.75, 2.0),), ("density.bumps:_information",)),
    Tie(
        "density: the largest bumps",
        lambda k, beta, r: ball(highest(k, beta, r)),
        lambda k, beta, r: min(r * (pi / k) ** beta / sqrt(again.bump_squares(beta)[1]), 1 - 2.0**-20),
        ((3, 1, 0.5), (9, 2, 1.0), (1, 1, 50.0)),
        ("density.bumps:highest", "density.bumps:squares"),
    ),
    Tie("density wave", wave, _wave, ((20, 3, 2, 2.0, 9.0), (20, 3, 1, 0.75, 0.5)), ("density.waves:wave",)),
    Tie(
        "density kent_proposition5",
        kent_proposition5,
        lambda told, n, m, beta, x, r: (
            min(r, 1) ** 2 / 128 * (9 / (3328 * n * min(x, x * x))) ** (2 * beta) if n * min(x, x * x) >= 1 else 0.0
        ),
        ((20, 3, 1, 0.75, 0.5), (20, 3, 2, 2.0, 9.0), (16, 3, 1, 0.25, 1.0), (15, 3, 1, 0.25, 1.0)),
        ("density.papers:kent_proposition5",),
    ),
    Tie(
        "density kent_theorem9",
        kent_theorem9,
        _theorem9,
        ((10**4, 100, 1, 0.5, 1.0), (10**5, 3, 2, 1.0, 2.0), (10, 1, 1, 0.5, 1e3), (10**4, 3, 1, 1.25, 1.0)),
        ("density.papers:kent_theorem9",),
        close=1e-6,
    ),
)


def _lightest(told: dict[str, Any], n: int, m: int, K: int, x: float, D: float) -> float:
    """At the best of many s."""
    weight = 1 / (2 * K) if K > 1 else 1.0
    sizes = [1 / K * 1.02**-i for i in range(250)]
    return D**2 * max(s * s * (1 - again.unlike(x, weight * again.apart(m, s))) ** (2 * n) for s in sizes)


MIXTURES = (
    Tie(
        "mixture separated",
        mixtures.separated,
        lambda told, n, m, K, x, D: (
            D**2 * K**3 / (151200 * n * m * x * x)
            if K >= 2 and x <= 1 and n * m * x * x >= K**4 and n * x * x >= K * K
            else 0.0
        ),
        (
            (400, 9, 2, 0.5, 2.0),
            (40, 900, 3, 1.0, 1.0),
            (16, 4, 2, 0.5, 1.0),
            (58, 1, 2, 0.5, 1.0),
            (15, 9, 2, 0.5, 1.0),
            (90, 9, 2, 1.25, 1.0),
            (9, 9, 1, 1.0, 1.0),
        ),
        ("mixture.bounds:separated",),
    ),
    Tie(
        "mixture shifted",
        mixtures.shifted,
        lambda told, n, m, K, x, D: D**2 / K * (1 - again.unlike(x, 1 / K)) ** (2 * n),
        ((40, 9, 3, 0.5, 2.0), (3, 1, 2, 3.0, 1.0)),
        ("mixture.bounds:shifted",),
    ),
    Tie(
        "mixture lightest",
        mixtures.lightest,
        _lightest,
        ((400, 3, 3, 0.5, 2.0), (30, 2, 2, 2.0, 1.0), (30, 2, 1, 1.0, 1.0)),
        ("mixture.bounds:lightest",),
        close=5e-3,
    ),
)
LOSS_AT = (
    (2, 900, 40, 0.5, 1.0, 2.0),
    (40, 2, 3, 1.0, 1.0, 1.0),
    (40, 2, 3, 1.25, 1.0, 1.0),
    (13, 2, 3, 0.5, 2.0, 1.0),
    (11, 2, 3, 0.5, 2.0, 1.0),
    (40, 9, 2, 0.5, 2.0, 3.0),
    (400, 1, 5, 0.25, 1.0, 1.0),
    (2, 3, 9, 0.25, 1.0, 2.0),
)


def _sharp(told: dict[str, Any], n: int, m: int, d: int, x: float, L: float, R: float, delta: float) -> float:
    spent, name = (2 * x if delta else x), route_of(told)
    away = 2 * (1 - (1 - delta) ** n)
    (s,) = of(told, "s")
    unknown = (
        1 - again.known(n * again.kappa(spent) / d)
        if name == "information of one sign"
        else again.left(name, d, s, 1.0, n, m, spent)
    )
    return max(0.0, L * R * again.excess_at(s, unknown, away))


def _approximately(told: dict[str, Any], n: int, m: int, d: int, x: float, L: float, R: float, delta: float) -> float:
    if 32 * n * delta <= 1 and 16 * n * x * x <= d:
        return L * R / 16
    rate = sqrt(d / (n * m)) / x
    return L * R * rate / 128 if x <= 0.5 and 4 * n * x * x >= d and 256 * n * delta <= rate else 0.0


_LOSS = "optimisation.excess_risk"
OPTIMISATION = (
    Tie(
        "bassily_local",
        losses.bassily_local,
        lambda told, n, m, d, x, L, R: L * R / 32 * sqrt(d / (n * m)) / x if x <= 1 and n * x * x >= d else 0.0,
        LOSS_AT,
        (f"{_LOSS}:bassily_local",),
    ),
    Tie(
        "bassily_few_users",
        losses.bassily_few_users,
        lambda told, n, m, d, x, L, R: max(0.0, L * R / 4 * (1 - x * sqrt(n / d))),
        LOSS_AT,
        (f"{_LOSS}:bassily_few_users",),
    ),
    Tie(
        "bassily_statistical",
        losses.bassily_statistical,
        lambda told, n, m, d, x, L, R: L * R / 5 / sqrt(n * m),
        LOSS_AT,
        (f"{_LOSS}:bassily_statistical",),
    ),
    Tie(
        "bassily_approximate",
        losses.bassily_approximate,
        _approximately,
        (
            *((*given, delta) for given in LOSS_AT for delta in (0.0, 1e-6, 1e-3, 0.1)),
            *(
                (n, 1, 4, 0.25, 1.0, 2.0, delta)
                for n, delta in ((4, 2.0**-7), (4, 0.0079), (5, 0.0), (16, 2.0**-11), (16, 0.0005), (15, 0.0))
            ),
            (8, 1, 4, 0.5, 1.0, 2.0, 0.0),
            (8, 1, 4, 0.75, 1.0, 2.0, 0.0),
        ),
        (f"{_LOSS}:bassily_approximate",),
    ),
    Tie(
        "cube_sharp",
        losses.cube_sharp,
        _sharp,
        tuple((*given, delta) for given in LOSS_AT[::3] for delta in (0.0, 1e-5)),
        (f"{_LOSS}:cube_sharp", f"{_LOSS}:_cube"),
    ),
    Tie(
        "pure_server",
        pure.pure_server,
        lambda told, n, m, d, x, L, R: L * R * again.pure(route_of(told), n, m, d, x, *of(told, "alpha")),
        LOSS_AT,
        ("optimisation.pure:pure_server",),
    ),
    *(
        Tie(
            f"pure_server: {way}",
            pure.WAYS[way],
            lambda alpha, m, d, way=way: again.tau(way, m, d, alpha),
            ((0.25, 3, 2), (0.5, 40, 3), (1, 2, 3)),
            (f"optimisation.pure:{function}",),
        )
        for way, function in (
            ("a direction in few samples", "sparse_distance"),
            ("signs of a small bias", "biased_distance"),
        )
    ),
    Tie(
        "score_bound",
        score_bound,
        lambda told, n, m, d, x, L, R, delta: L * R * _best_bias(n, m, d, x, delta),
        tuple((*given, delta) for given in LOSS_AT for delta in (0.0, 1e-6, 1e-2, 0.5)),
        ("optimisation.scores:score_bound", "optimisation.scores:leak"),
    ),
)


def _best_bias(n: int, m: int, d: int, x: float, delta: float) -> float:
    """alpha kappa - alpha^2 G at the best alpha up to 1: from its values at 1/2 and 1."""
    one, half = again.scored(n, m, d, x, delta, 1.0), again.scored(n, m, d, x, delta, 0.5)
    # scored(alpha) = kappa alpha - G alpha^2, so that four times the half less the whole is kappa.
    steep = 4 * half - one
    cost = steep - one
    best = min(1.0, steep / (2 * cost))
    return steep * best - cost * best**2


_FLOORS, _NEAR = "selection.floors", "selection.approximate"
SPACES = ("linf", "l2", "l1", "sparse", "sobolev")
APPROXIMATE = (
    Setting(3, 2, 6, 0.5, 2.0, s=2, beta=1, r=1.5, delta=1e-3),
    Setting(2, 1, 40, 1.5, 1.0, s=3, beta=2, r=4.0, delta=1e-2),
    Setting(9, 1, 5, 0.25, 1.0, s=1, beta=1, r=0.5, delta=0.2),
    Setting(3, 1, 5, 0.5, 1.0, s=1, delta=0.05),
    Setting(3, 1, 5, 0.5, 1.0, s=1, delta=0.06),
)


def _packed(space: str, a: Setting, wrong: Callable[[float], float]) -> float:
    most = min(a.d, int(4 * a.n * a.epsilon) + 4) if space == "sobolev" else a.d
    codes = []
    if space == "sparse":
        for blocks in {a.s, 1}:
            length = a.d // blocks
            codes += [(blocks * log(2 * length * 2**j), again.blocks_gap(length, 2**j, a.D)) for j in range(40)]
    return again.best_packing(again.bodies(space, a.d, a.s, a.D, a.beta, a.r, most), wrong, codes)


def _theorem11(told: dict[str, Any], space: str, a: Setting) -> float:
    total = a.n * min(a.epsilon, a.epsilon**2) + log(2)
    return _packed(space, a, lambda y: (1 - total / y) / 3 if y > 0 else -1.0) if 6 * a.n * a.delta <= 1 else 0.0


def _pure_part(told: dict[str, Any], space: str, a: Setting) -> float:
    kept = (1 - a.delta) ** a.n

    def wrong(y: float) -> float:
        named = y + log(kept)
        fano = kept * (1 - (a.n * again.kappa(a.epsilon) + log(2)) / named) if named > 0 else -1.0
        return max(fano, kept - exp(min(a.n * a.epsilon - y, 600.0)))

    return _packed(space, a, wrong)


def _blocks(told: dict[str, Any], n: int, m: int, d: int, x: float, D: float, s: int) -> float:
    """At the best of all powers of two."""
    length, found = d // s, []
    for j in range(40):
        wrong = again.wrong_letter(n * again.kappa(x) / s, 2 * length * 2**j)
        found.append(s * again.blocks_gap(length, 2**j, D) ** 2 / 4 * wrong)
    return max(found)


def _opposite(n: int, x: float) -> float:
    """The squared affinity of n responses: (2 sqrt(pq))^(2n)."""
    keep = 1 / (1 + exp(-x))
    return (4 * keep * (1 - keep)) ** n


def _coefficients(told: dict[str, Any], n: int, m: int, d: int, x: float, beta: int, r: float) -> float:
    k = int(told["coefficients"])
    size, share = k * again.width_of_coefficients(k, beta, r) ** 2, n * again.kappa(x) / k
    return size * max(
        1 - again.known(share), again.shannon("linf", k, n * again.kappa(x)) / k, _opposite(n, x) if k == 1 else 0.0
    )


SELECTION = (
    Tie(
        "blocks_floor",
        floors.blocks_floor,
        _blocks,
        ((3, 2, 6, 0.5, 2.0, 2), (9, 1, 5, 1.0, 1.0, 5), (20, 1, 5, 1.0, 1.0, 1)),
        (
            f"{_FLOORS}:blocks_floor",
            f"{_FLOORS}:wrong_letter",
            "selection.packings:Blocks.letters",
            "selection.packings:Blocks.gap",
        ),
    ),
    Tie(
        "two_points_floor",
        floors.two_points_floor,
        lambda told, n, m, d, x, D, squared: D**2 * squared * _opposite(n, x),
        ((3, 2, 6, 0.5, 2.0, Fraction(6)), (2, 1, 5, 2.0, 1.0, Fraction(1))),
        (f"{_FLOORS}:two_points_floor", f"{_FLOORS}:_affinity_squared"),
    ),
    Tie(
        "sparse_floor",
        floors.sparse_floor,
        lambda told, n, m, d, x, D, s: max(
            _blocks(told, n, m, d, x, D, s),
            D**2 * s * (1 - again.known(n * again.kappa(x) / s)),
            D**2 * again.shannon("linf", s, n * again.kappa(x)),
            D**2 * s * _opposite(n, x),
        ),
        ((3, 2, 6, 0.5, 2.0, 2), (9, 1, 40, 1.0, 1.0, 5), (30, 1, 5, 2.0, 1.0, 1)),
        (f"{_FLOORS}:sparse_floor",),
    ),
    Tie(
        "coefficients_floor",
        floors.coefficients_floor,
        _coefficients,
        (
            (3, 2, 6, 0.5, 1, 2.0),
            (2, 1, 40, 2.0, 2, 9.0),
            (1, 1, 3, 0.25, 1, 0.5),
            (5, 1, 40, 3.0, 2, 5.0),
            (5, 1, 40, 3.0, 1, 0.5),
            (20, 1, 40, 3.0, 1, 0.5),
        ),
        (f"{_FLOORS}:coefficients_floor", f"{_FLOORS}:coefficient_width"),
    ),
    Tie(
        "kent_theorem11",
        approximate.kent_theorem11,
        _theorem11,
        tuple((space, a) for space in SPACES for a in APPROXIMATE),
        (f"{_NEAR}:kent_theorem11", f"{_NEAR}:_best", f"{_NEAR}:_bodies", f"{_NEAR}:_cube", f"{_NEAR}:_codes"),
        close=1e-6,
    ),
    Tie(
        "approximate_floor",
        approximate.approximate_floor,
        _pure_part,
        tuple((space, a) for space in SPACES for a in APPROXIMATE),
        (f"{_NEAR}:approximate_floor",),
        close=1e-3,
    ),
)


def _label_mass(a: Any, M: int, holes: bool) -> float:
    return float(a.c / ((2 * M if holes else M) ** a.d))


def _label_bumps(told: dict[str, Any], a: LabelSetting, holes: bool) -> tuple[int, float, float, float]:
    """How many bumps the class allows, their mass, size and mean height."""
    M, rho = int(told["M"]), float(told["rho"])
    mass = _label_mass(a, M, holes)
    size = min(1.0, a.L * ((1 / 2 if holes else 2 * rho) / M) ** a.beta)
    wide = 1.0 if holes else max(1.0, 2 * a.d * rho)
    room = M**a.d - (0 if not holes and a.c == 1 else 1)
    most = min(int(a.C_T * size**a.gamma / (mass * wide) + 1e-9), room)
    # Where the margin is met with equality, rounding may cost one.
    many = int(told.get("bumps", told.get("m", most)))
    assert most - 1 <= many <= most
    return many, mass, size, 1.0 if holes else again.tent(a.d, a.beta, rho, 1)


def _labels(told: dict[str, Any], a: LabelSetting, privacy: str, shape: str) -> float:
    many, mass, size, height = _label_bumps(told, a, shape == "holes")
    if privacy == "central":
        error = again.between(a.n, mass * size * height, a.epsilon)
    else:
        error = again.majority(a.n * mass, size * (again.lean(a.epsilon) if privacy == "local" else 1.0))
    return many * mass * size * height * error


def _regression(told: dict[str, Any], a: RegressionSetting, privacy: str) -> float:
    M, rho, s, t = int(told["M"]), float(told["rho"]), float(told["s"]), float(told["t"])
    mass, share = 1 / M**a.d, a.M / t**a.p if a.is_heavy else 1.0
    first, second = ((again.tent(a.d, a.beta, rho, power) if rho else 1.0) for power in (1, 2))
    assert s <= (2 ** (a.beta - 1) * a.L * (rho / M) ** a.beta if rho else inf)
    assert s <= share * t
    if privacy == "central":
        error = again.between(a.n, mass * s / t * first, a.epsilon)
    else:
        grown = exp(a.epsilon) - 1
        error = again.majority(a.n * mass, s / t * (grown / (share * grown + 2) if privacy == "local" else 1.0))
    return 2 * s * s * second * error


def _users(
    told: dict[str, Any], a: UserSetting, of_users: LabelSetting, rho: float
) -> tuple[int, int, float, float, float, float]:
    """M, how many bumps, their mass, size and the means of phi and of its square."""
    many, mass, size, height = _label_bumps(told, of_users, holes=False)
    return int(told["M"]), many, mass, size, height, again.tent(a.d, a.beta, rho, 2)


def _unknown(signs: int, s: float, mass: float, a: UserSetting) -> float:
    routes = [route.name for route in perturbations.ROUTES if mass == 1 or "linear" not in route.name]
    ways = [again.left(route, signs, s, mass, a.n, a.m, a.epsilon) for route in routes]
    return max(0.0, 1 - again.known(a.n * again.kappa(a.epsilon) / signs), *ways)


def _user_classes(told: dict[str, Any], a: UserSetting, kind: int) -> float:
    setting = replace(a.labels, c=1.0) if kind == 1 else a.labels
    M, many, mass, size, height, squares = _users(told, a, setting, float(told["rho"]))
    if kind == 0:
        error = (1 - sqrt(1 - _unknown(many, size, mass * squares, a))) / 2
    elif kind == 1:
        cells = many * (M**a.d // many)
        second = (1 + mass * squares * size**2) ** a.m - 1
        error = (1 - 2 * sqrt(a.n * (exp(a.epsilon) - 1) ** 2 * second / 4 / cells)) / 4
    else:
        error = again.majority(a.n * a.m * mass, size)
    return many * mass * size * height * error


def _user_regression(told: dict[str, Any], a: UserSetting, public: bool) -> float:
    _, many, mass, size, _, squares = _users(told, a, a.signs, float(told["rho"]))
    flat = mass * squares
    unknown = (1 - flat + flat * sqrt(1 - size**2)) ** (2 * a.n * a.m) if public else _unknown(many, size, flat, a)
    return many * (a.T * size) ** 2 * flat * unknown


def _member(a: LabelSetting, privacy: str, shape: str, M: int, rho: float) -> Any:
    found = labels.member(a, shape, M, Fraction(rho))  # type: ignore[arg-type]
    assert found is not None
    assert found.in_class()
    return found.risk(privacy)  # type: ignore[arg-type]


def _sign_member(a: RegressionSetting, M: int, rho: float, s: float, t: float) -> Any:
    found = regressions.Signs(a, M, Fraction(rho), s, t)
    assert found.in_class()
    return found


def _of_user(a: UserSetting, kind: int, M: int, rho: float) -> Any:
    """A bound of one member: known places, hidden ones, without privacy; of regression private and public."""
    setting = a.signs if kind > 2 else replace(a.labels, c=1.0) if kind == 1 else a.labels
    bumps = labels.member(setting, "full", M, Fraction(rho))
    assert bumps is not None
    if kind > 2:
        unknown = regression_by_users._private if kind == 3 else regression_by_users._public
        return regression_by_users._risk(a, unknown, bumps)
    return (by_users.known_bumps, by_users.hidden_bumps, by_users.public_bumps)[kind](bumps, a.n, a.m, a.epsilon)


def _of_user_again(a: UserSetting, kind: int, M: int, rho: float) -> float:
    told = {"M": M, "rho": rho}
    return _user_regression(told, a, kind == 4) if kind > 2 else _user_classes(told, a, kind)


LABEL_AT = (
    (LabelSetting(1000, 1, 1.0, 0.5, 1.0), "full"),
    (LabelSetting(300, 2, 0.5, 1.5, 0.5, L=0.5, c=0.5), "full"),
    (LabelSetting(500, 2, 1.0, 3.0, 2.0, L=2.0, c=0.25), "holes"),
    (LabelSetting(200, 1, 1.0, 0.5, 1.0, C_T=4.0), "full"),
    (LabelSetting(30, 1, 1.0, 1.0, 1.0, L=3.0, C_T=0.9), "full"),
)
REGRESSION_AT = (
    RegressionSetting(1000, 1, 1.0, 1.0, T=1.5),
    RegressionSetting(300, 2, 0.5, 1.5, L=0.5, c=0.5, T=2.0),
    RegressionSetting(300, 1, 1.0, 1.0, p=3.0, M=2.0),
    RegressionSetting(4, 1, 1.0, 0.5, p=2.0, M=0.5),
)
USERS_AT = (UserSetting(300, 10, 1, 1.0, 1.0, gamma=0.5), UserSetting(60, 2, 2, 0.5, 0.5, gamma=1.0))
RAMPS = (0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.5, 0.125, 0.5)
SIGN_MEMBERS = ((4, 0.25, 0.0625, 1.5), (2, 0.5, 0.125, 2.0), (3, 0.125, 0.03125, 2.0), (1, 0.0, 0.25, 1.5))
_CELLS, _USERS = "classification.bumps", "classification.users"
LEARNT = (
    Tie(
        "label-classification",
        labels.largest_bound,
        _labels,
        tuple((a, privacy, shape) for a, shape in LABEL_AT for privacy in ("local", "central", "none")),
    ),
    Tie(
        "label-classification, members",
        _member,
        lambda a, privacy, shape, M, rho: _labels({"M": M, "rho": rho}, a, privacy, shape),
        tuple(
            (a, privacy, shape, M, rho)
            for (a, shape), M, rho in zip(
                (*LABEL_AT, *LABEL_AT), (4, 7, 2, 4, 2, 1500, 2, 6, 10, 5), RAMPS, strict=True
            )
            for privacy in ("local", "central", "none")
        ),
        (
            *(
                f"{_CELLS}:Bumps.{name}"
                for name in ("mass", "mean_height", "reach", "budget", "size", "room", "margin", "risk")
            ),
            *(f"{_CELLS}:{name}" for name in ("majority_error", "_odd_error", "odd_drop", "private_error", "member")),
        ),
    ),
    Tie(
        "majority of labels",
        lambda mean, tilt: labels.majority_error(Fraction(mean), ball(tilt)),
        lambda mean, tilt: again.majority(float(mean), tilt),
        ((0.5, 0.25), (5.5, 0.5), (40.0, 0.875), (3 - 2.0**-50, 1 - 2.0**-50), (5 - 2.0**-49, 1 - 2.0**-50)),
        (f"{_CELLS}:majority_error",),
    ),
    Tie(
        "label-regression",
        regressions.largest_bound,
        _regression,
        tuple((a, privacy) for a in REGRESSION_AT for privacy in ("local", "central", "none")),
    ),
    Tie(
        "label-regression, members",
        lambda a, M, rho, s, t, privacy: _sign_member(a, M, rho, s, t).risk(privacy),
        lambda a, M, rho, s, t, privacy: _regression({"M": M, "rho": rho, "s": s, "t": t}, a, privacy),
        tuple(
            (a, *member, privacy)
            for a, member in zip(REGRESSION_AT, SIGN_MEMBERS, strict=True)
            for privacy in ("local", "central", "none")
        ),
        tuple(f"regression.bumps:Signs.{name}" for name in ("mass", "mean_power", "share", "lean", "risk")),
    ),
    Tie(
        "user-classification",
        lambda a, kind: by_users.bounds(a)[kind],
        _user_classes,
        tuple((a, kind) for a in USERS_AT for kind in (0, 1, 2)),
    ),
    Tie(
        "bumps of users, members",
        _of_user,
        _of_user_again,
        tuple((a, kind, M, rho) for a, M, rho in zip(USERS_AT, (6, 3), (0.25, 0.5), strict=True) for kind in range(5)),
        (
            *(f"{_USERS}:{name}" for name in ("flat", "known_bumps", "hidden_bumps")),
            "regression.users:_risk",
            "regression.users:_public",
        ),
    ),
    Tie(
        "user-regression",
        lambda a, public: regression_by_users.bounds(a)[public],
        _user_regression,
        tuple((a, public) for a in USERS_AT for public in (False, True)),
    ),
)
TIES = (*MEANS, *VECTORS, *SPARSE, *DENSITIES, *MIXTURES, *OPTIMISATION, *SELECTION, *LEARNT)


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    numbers = [tie.numbers(given) for given in tie.settings]
    assert max(found for found, _ in numbers) > 0
    for given, (found, expected) in zip(tie.settings, numbers, strict=True):
        assert tie.near(found, expected), (given, found, expected)


INNER = frozenset({"height"})
"""Functions in which a search looks at values; the largest is then computed again."""
UNSEEN = {
    "where a free parameter is looked for, or which of valid bounds is taken": (
        ("mean.papers:zhao_theorem2", "private = bool"),
        ("mean.papers:zhao_theorem2", "c = n * m"),
        ("vectors.papers:_quarter", "if n * e >="),
        ("vectors.papers:zhao_all_epsilon", "if n * kappa >="),
        ("vectors.heavy:spikes", "start ="),
        ("vectors.heavy:spikes", "candidates"),
        ("methods.assouad:_largest", "max(found"),
        ("methods.mutual_information:volume_floor", "max(found"),
        ("density.papers:kent_theorem9", "k = max("),
        ("density.papers:kent_theorem9", "middle ="),
        ("density.papers:kent_theorem9", "for step in"),
        ("mixture.bounds:lightest", "starts"),
        ("mixture.bounds:lightest", "root ="),
        ("optimisation.excess_risk:cube_sharp", "start ="),
        ("optimisation.excess_risk:cube_sharp", "max(found"),
        ("optimisation.excess_risk:cube_sharp", "found.append"),
        ("optimisation.pure:pure_server", "max(found"),
        ("selection.floors:coefficients_floor", "found.append"),
        ("selection.floors:coefficients_floor", "if k == 1"),
        ("density.papers:kent_theorem9", "top <="),
        ("selection.floors:coefficients_floor", "in sizes("),
        ("selection.approximate:_bodies", "most ="),
    ),
    "a step above the last, of which only the order is seen": (
        ("mean.papers:zhao_theorem2", "overlap ="),
        ("mean.papers:zhao_theorem2", "chain ="),
        ("mean.papers:kent_example1a", "chain ="),
        ("mean.papers:_kent_example1a_without_privacy", "chain ="),
        ("mean.papers:kent_example1b", "one_user ="),
        ("mean.papers:kent_example1b", "if epsilon > 1"),
        ("vectors.papers:_quarter", "chi ="),
        ("vectors.papers:_quarter", "error ="),
        ("vectors.papers:_quarter", "steps.append"),
        ("vectors.papers:zhao_all_epsilon", "lean ="),
        ("vectors.papers:zhao_all_epsilon", "beta ="),
        ("vectors.papers:zhao_all_epsilon", "information ="),
        ("vectors.papers:zhao_all_epsilon", "steps.append"),
        ("vectors.papers:kent_high_privacy", "root ="),
        ("vectors.papers:kent_low_privacy", "linear ="),
        ("vectors.papers:kent_low_privacy", "chi ="),
        ("vectors.papers:kent_low_privacy", "rest ="),
        ("vectors.papers:kent_low_privacy", "root ="),
        ("vectors.papers:kent_theorem6", "private ="),
        ("vectors.papers:kent_theorem6", "steps ="),
        ("vectors.heavy:spikes", "answered ="),
        ("vectors.heavy:spikes", "told ="),
        ("optimisation.excess_risk:bassily_local", "total ="),
        ("optimisation.excess_risk:bassily_local", "steps ="),
        ("optimisation.excess_risk:bassily_few_users", "steps ="),
        ("optimisation.excess_risk:bassily_statistical", "overlap ="),
    ),
    "what is recorded next to the number": (
        ("", "checked_vector("),
        ("", "return bound_of("),
        ("", "return _bound_of("),
        ("", "return VectorBound("),
        ("", "parameters: dict"),
        ("vectors.papers:kent_theorem6", "family ="),
        ("vectors.lifted:lifted", "rate ="),
        ("vectors.lifted:lifted", "scalar.parameters"),
        ("mixture.bounds:separated", "conditions ="),
        ("optimisation.excess_risk:bassily_few_users", "family ="),
        ("optimisation.excess_risk:bassily_statistical", "family ="),
        ("optimisation.excess_risk:_cube", "return SignCube"),
    ),
    "what is refused, or infinite": (
        ("", "if not 0 < "),
        ("", "if not positive("),
        ("", "count('d'"),
        ("", "s == 1"),
        ("selection.floors:coefficients_floor", "within("),
        ("classification.bumps:member", "if cells < 1"),
        ("classification.bumps:member", "one ="),
        ("classification.bumps:member", "return Bumps"),
        ("classification.users:flat", "return Flat"),
        ("density.papers:kent_theorem9", "MOST_ORDER"),
    ),
    "another way to the same number": (
        ("mean.papers:_kent_example1a_without_privacy", "shift ="),
        ("information.domination:users_affinity_squared", "power ="),
        ("information.domination:_knots", "first ="),
        ("information.domination:_knots", "tail ="),
        ("information.domination:_knots", "reach ="),
        ("information.domination:_knots", "last ="),
        ("information.domination:_knots", "atoms ="),
        ("information.domination:_knots", "indices ="),
        ("methods.perturbations:by_divergence", ".max("),
        ("classification.bumps:majority_error", "rel_accuracy_bits"),
        ("classification.bumps:majority_error", "if mean < 1"),
        ("classification.bumps:majority_error", "j = int("),
        ("classification.bumps:_odd_error", "regularized"),
        ("classification.bumps:Bumps.mean_height", "range("),
        ("classification.bumps:Bumps.margin", "denominator"),
        ("regression.bumps:Signs.mean_power", "range("),
        ("selection.floors:wrong_letter", "unknown, most ="),
        ("selection.floors:wrong_letter", "in range(60)"),
        ("selection.approximate:approximate_floor", "return kept"),
    ),
    "of more coefficients than any size here has: tests/lowerbounds/selection/test_floors.py": (
        ("selection.floors:coefficient_width", "(k + 3)"),
        ("selection.floors:coefficient_width", "range(k)"),
    ),
}
"""Defects that no comparison sees, by reason: in functions that begin so, in lines that hold this."""


def reasons(defect: Generated) -> set[str]:
    """Why it may be unseen."""
    line = defect.told.split(" in ", 1)[1]
    return {
        reason
        for reason, places in UNSEEN.items()
        for where, fragment in places
        if defect.where.startswith(where) and fragment in line
    }


def survives(tie: Tie) -> bool:
    """Whether neither a comparison nor an error shows a defect, nor a bound that is 0 throughout."""
    largest = 0.0
    try:
        for given in tie.settings:
            found, expected = tie.numbers(given)
            if not tie.near(found, expected):
                return False
            largest = max(largest, found)
    except (ArithmeticError, AssertionError, AttributeError, IndexError, TypeError, ValueError):
        return False
    return largest > 0


CONSTANTS = {
    "mixture separated": ("lowerbounds.mixture.bounds", "CONSTANT"),
    "kent_theorem11": ("lowerbounds.selection.approximate", "_RARE"),
    "blocks_floor": ("lowerbounds.selection.packings", "_INNER"),
    "density: the largest bumps": ("lowerbounds.density.bumps", "_LARGEST"),
}
"""Constants of a module that are in a bound."""


@pytest.mark.parametrize("name", CONSTANTS)
@pytest.mark.parametrize("factor", [2, Fraction(1, 2)])
def test_other_constants_of_modules_are_seen(name: str, factor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    [tie] = [one for one in TIES if one.name == name]
    path, constant = CONSTANTS[name]
    module = import_module(path)
    changed = factor * getattr(module, constant)
    monkeypatch.setattr(module, constant, int(changed) if changed == int(changed) else changed)
    assert not survives(tie)


CACHED = "density.bumps"
"""The module whose cached functions are planted."""


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for those of `UNSEEN`, each of which stands there for something."""
    seen: set[Generated] = set()
    left: dict[Generated, set[str]] = {}
    # A short search finds parameters that are as valid.
    monkeypatch.setattr(best_point, "__defaults__", (6,))
    forget()
    _again.cache_clear()
    try:
        # What is seen is the defect. And nothing of the second writing is computed while one is planted.
        assert all(map(survives, TIES))
        for tie in TIES:
            for defect in (one for where in tie.functions for one in generated(where, "lowerbounds", INNER)):
                if defect in seen or "best_point(" in defect.told:
                    continue
                with monkeypatch.context() as patch:
                    defect.put(patch)
                    if CACHED in defect.where:
                        forget()
                    if survives(tie):
                        left[defect] = reasons(defect)
                    else:
                        seen.add(defect)
            if any(CACHED in where for where in tie.functions):
                forget()
    finally:
        forget()
        _again.cache_clear()
    unseen = {defect: told for defect, told in left.items() if defect not in seen}
    assert [str(defect) for defect, told in unseen.items() if not told] == []
    assert set().union(*unseen.values()) == set(UNSEEN)
    assert len(seen) > 1500
    assert len(unseen) < 450


def registered() -> set[str]:
    """The names of all bounds that a problem yields, by what its `registered` module and the mean's list hold."""
    held = [*BOUNDS, *(x for place in set(PLACES.values()) for x in vars(_module(place)).values())]
    return {x.__name__ for x in held if isfunction(x) and not x.__name__.startswith("_") and _returns_a_bound(x)}


def _module(place: str) -> Any:
    return import_module(f"lowerbounds.{place}.registered")


def _returns_a_bound(function: Any) -> bool:
    found = get_type_hints(function).get("return")
    return isinstance(found, type) and issubclass(found, Bound)


def test_every_bound_is_tied_and_in_the_report() -> None:
    words = {word for tie in TIES for word in tie.name.replace(":", " ").split()}
    table = (Path(__file__).parents[2] / "reports" / "bounds.md").read_text().split("## Lower bounds")[1]
    names = registered()
    assert len(names) > 45
    assert names - words == set()
    assert {name for name in names if not re.search(rf"\b{name}\b", table)} == set()
    for name in (*labels.LABEL_BOUNDS, *regressions.LABEL_BOUNDS, "user-classification", "user-regression"):
        assert name.removesuffix("-local").removesuffix("-central").removesuffix("-heavy") in words & set(table.split())
