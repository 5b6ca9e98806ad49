"""Lower bounds of means of vectors: each next to the same number written again."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import exp, sqrt
from typing import Any

import pytest
from flint import arb

from lowerbounds.mean.best import all_bounds
from lowerbounds.methods import assouad, mutual_information, perturbations
from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.cubes import Axes, PairedCells, SignCube
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.vectors import heavy, lifted
from lowerbounds.vectors import papers as of_vectors
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import (
    ABOVE,
    ANOTHER_WAY,
    RECORDED,
    REFUSED,
    SEARCHED,
    Tie,
    Unseen,
    agree,
    every_defect_is_seen,
    of,
    route_of,
)

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
    functions = ("_kl_bessel", "_information_bessel", "_kl_tanh", "_hellinger_bessel", "_hellinger_linear", "_affinity")
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
                    f"{_PERTURBED}:kl_by_chi_square",
                    f"{_PERTURBED}:_steepness",
                    f"{_PERTURBED}:_apart",
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


TIES = (
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
    Tie(
        "KL over chi-square, of laws that are nearly the same",
        lambda x, apart: perturbations.kl_by_chi_square(x, arb(apart)),
        lambda x, apart: (1 + (exp(x) - 1) * apart / 3) / 2,
        ((0.5, 1e-20), (2.0, 1e-12)),
        (f"{_PERTURBED}:_steepness",),
    ),
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
        ("methods.mutual_information:sign_floor", "information.fair_signs:_sign_information"),
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
UNSEEN: Unseen = {
    SEARCHED: (
        ("vectors.papers:_quarter", "if n * e >="),
        ("vectors.papers:zhao_all_epsilon", "if n * kappa >="),
        ("vectors.heavy:spikes", "start ="),
        ("vectors.heavy:spikes", "candidates"),
        ("methods.assouad:_largest", "max(found"),
        ("methods.mutual_information:volume_floor", "max(found"),
    ),
    ABOVE: (
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
    ),
    RECORDED: (
        ("", "checked_vector("),
        ("", "return bound_of("),
        ("", "return _bound_of("),
        ("", "parameters: dict"),
        ("vectors.papers:kent_theorem6", "family ="),
        ("vectors.lifted:lifted", "rate ="),
        ("vectors.lifted:lifted", "scalar.parameters"),
    ),
    REFUSED: (
        ("", "if not positive("),
        ("", "count('d'"),
        ("", "s == 1"),
    ),
    ANOTHER_WAY: (
        ("methods.perturbations:by_divergence", ".max("),
        ("methods.perturbations:_steepness", "if y < "),
    ),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=400, most=150)
