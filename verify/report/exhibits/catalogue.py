"""What stands on which page: pictures, plans, chains of losses, sandwiches, code and measured slopes by claim id."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from verify.report.exhibits import curves, laws, packings, plan_list
from verify.report.exhibits.chains import CHAINS
from verify.report.exhibits.code import Code
from verify.report.exhibits.code_list import CODE
from verify.report.exhibits.figure import Exhibit
from verify.report.exhibits.gaps import GAPS

Listed = tuple[tuple[Callable[[], Exhibit], tuple[str, ...]], ...]

PICTURES: Listed = (
    (laws.zhao_points, ("zhao/family/two-point", "zhao/family/two-point/laws", "zhao/thm2/lower", "zhao/eq62")),
    (laws.apart, ("zhao/thm2/floor", "kent/example1b", "kent/example1b/lecam")),
    (laws.axes_cube, ("zhao/family/l1-hypercube", "zhao/family/l1-hypercube/laws", "zhao/thm6/lower")),
    (
        laws.hadamard_cube,
        ("zhao/family/hadamard-hypercube", "zhao/family/hadamard-hypercube/laws", "zhao/thm7/lower"),
    ),
    (
        laws.sign_cube,
        (
            "zhao/family/product-bernoulli",
            "zhao/own/linf-all-epsilon",
            "zhao/own/l2-all-epsilon",
            "kent/appH.2/fam",
            "kent/appH.2/rate",
            "kent/appH.3/rate",
            "bassily/thm3.2/lower/a",
            "bassily/thm3.2/lower",
        ),
    ),
    (laws.spikes, ("zhao/thm3/upper",)),
    (
        curves.classification,
        ("zhao/family/classification", "zhao/family/classification/smooth", "zhao/thm10/lower"),
    ),
    (curves.regression, ("zhao/family/regression", "zhao/thm12/lower")),
    (laws.kent_points, ("kent/example1a/family", "kent/example1a", "kent/example1a/lecam")),
    (laws.sparse_cube, ("kent/appH.4/fam", "kent/appH.4/rate", "kent/own/thm7-lower")),
    (
        curves.densities,
        ("kent/appH.5/fam", "kent/appH.5/fam/bump", "kent/eq209", "kent/own/thm9-lower", "kent/thm9/lower"),
    ),
    (curves.shifted_mixtures, ("kent/appH.6/two", "kent/appH.6/two/class", "kent/appH.6/two/lecam")),
    (
        curves.mixture_cube,
        ("kent/appH.6/fam", "kent/appH.6/fam/class", "kent/appH.6/rate", "kent/own/thm10-lower", "kent/thm10/lower"),
    ),
    (packings.simplex, ("kent/sec5.2", "kent/sec5.2/separation", "kent/sec5.2/count")),
    (packings.code, ("kent/own/varshamov-gilbert", "kent/own/prop5-packing", "kent/prop5", "kent/lemma29/code")),
    (
        curves.label_bumps,
        ("label/eq36", "label/eq37", "label/thm1", "label/thm3", "label/eq121", "label/thm5", "label/thm7"),
    ),
    (laws.three_values, ("label/eq156", "label/thm9", "label/own/lower4", "label/thm11")),
)
"""Constructions, in the order of the papers."""

PLANS: Listed = (
    (plan_list.zhao_split_user, ("zhao/prop1/a", "zhao/prop1/rate-a")),
    (plan_list.zhao_one_item, ("zhao/prop1/b", "zhao/prop1/rate-b")),
    (plan_list.zhao_algorithm1, ("zhao/alg1", "zhao/alg1/privacy", "zhao/thm1/upper")),
    (plan_list.zhao_algorithm2, ("zhao/alg2", "zhao/alg2/privacy", "zhao/eq6", "zhao/thm4/upper")),
    (plan_list.zhao_kashin, ("zhao/alg2K", "zhao/alg2K/privacy", "zhao/thm5/upper")),
    (plan_list.zhao_hadamard, ("zhao/alg2H", "zhao/remark1")),
    (plan_list.zhao_heavy, ("zhao/alg1h", "zhao/alg1h/privacy", "zhao/thm3/upper")),
    (plan_list.kent_algorithm2, ("kent/alg2", "kent/alg2/privacy", "kent/alg3", "kent/alg10/privacy/one")),
    (plan_list.kent_algorithm10, ("kent/alg10/privacy", "kent/alg10/privacy/three", "kent/alg11", "kent/thm6/upper1")),
    (
        plan_list.kent_algorithm12,
        (
            "kent/alg12",
            "kent/alg12/privacy",
            "kent/alg13",
            "kent/alg13/privacy",
            "kent/thm6i",
            "kent/thm6ii",
            "kent/thm6i/lower",
        ),
    ),
    (plan_list.bassily_algorithm2, ("bassily/alg2", "bassily/alg2/privacy")),
    (plan_list.bassily_local, ("bassily/thm4.3/privacy", "bassily/thm4.3/utility")),
)
"""Privacy plans, in the order of the papers."""

_AXES = ("n", "m", "d", "epsilon")
SLOPES = {
    "zhao/thm1/upper": tuple(f"zhao/own/slope/{axis}" for axis in ("n", "m", "epsilon")),
    "zhao/thm4/upper": tuple(f"zhao/own/vectors/linf/{axis}" for axis in _AXES),
    "zhao/thm5/upper": tuple(f"zhao/own/vectors/l2/{axis}" for axis in _AXES),
    "zhao/remark1": tuple(f"zhao/own/vectors/l1/{axis}" for axis in _AXES),
    "zhao/remark2a": tuple(f"zhao/own/vectors/heavy/{axis}" for axis in _AXES),
    "kent/thm6/upper1": tuple(f"kent/own/slope/{axis}" for axis in ("n", "m", "epsilon")),
    "kent/thm6i": tuple(f"kent/own/vectors/linf/{axis}" for axis in _AXES),
    "kent/thm6ii": tuple(f"kent/own/vectors/l2/{axis}" for axis in _AXES),
    "bassily/thm4.3/utility": ("bassily/own/vectors/local",),
    "bassily/thm4.1": ("bassily/own/vectors/central",),
}
"""Theorems, and the claims that hold the measured exponents of their rates."""


@dataclass(frozen=True)
class Shelf:
    """What stands on one claim's page."""

    pictures: tuple[Exhibit, ...] = ()
    plans: tuple[Exhibit, ...] = ()
    chains: tuple[Exhibit, ...] = ()
    gaps: tuple[Exhibit, ...] = ()
    code: tuple[Code, ...] = ()
    slopes: tuple[str, ...] = ()


def shelf(id_: str) -> Shelf:
    """What stands on the page of a claim."""
    pictures, plans, chains, gaps = (
        tuple(_drawn(make) for make, ids in listed if id_ in ids) for listed in (PICTURES, PLANS, CHAINS, GAPS)
    )
    code = tuple(code for code, ids in CODE if id_ in ids)
    return Shelf(pictures, plans, chains, gaps, code, SLOPES.get(id_, ()))


def gallery(listed: Listed, known: Iterable[str]) -> list[tuple[Exhibit, list[str]]]:
    """All of a list, each with those of its claims that are known."""
    there = set(known)
    return [(_drawn(make), [id_ for id_ in ids if id_ in there]) for make, ids in listed]


@cache
def _drawn(make: Callable[[], Exhibit]) -> Exhibit:
    """An exhibit, drawn once."""
    return make()
