"""The problem that each numbered result of Kent et al. with a rate is about, for the curves of its bound over n."""

from verify.site.exhibits.bounds import Subject

_KNOWN = {"d": 2, "delta": 0.0, "epsilon": 0.5}
_VECTORS = {"m": 20, "d": 4, "epsilon": 1.0}
_PLANE = {"m": 20, "d": 2, "epsilon": 1.0}
_SPARSE = {"m": 10_000, "d": 64, "s": 1, "epsilon": 1.0}
_DENSITY = {"m": 100, "beta": 1, "epsilon": 1.0}
_KINDS = {"m": 100, "K": 2, "epsilon": 1.0}

BOUNDS = {
    "kent/thm1/upper": Subject("infinite-l2", {**_KNOWN, "epsilon": 1.0}, "kent-algorithm1", explicit=True),
    "kent/prop3i": Subject("infinite-linf", _KNOWN, "kent-algorithm1"),
    "kent/prop3ii": Subject("infinite-l2", _KNOWN, "kent-algorithm1"),
    "kent/prop4": Subject("infinite-sparse", {**_KNOWN, "s": 1}, "kent-algorithm1"),
    "kent/prop5": Subject("density", {**_DENSITY, "m": 10_000}, "kent-algorithm8", source="kent Proposition 5"),
    "kent/thm6/upper1": Subject("mean", {"m": 100, "epsilon": 1.0}, "kent-algorithm11"),
    "kent/thm6i": Subject("mean-linf", _PLANE, "kent-algorithm12"),
    "kent/thm6i/lower": Subject("mean-linf", _VECTORS, "walk"),
    "kent/thm6ii": Subject("mean-l2", _PLANE, "kent-algorithm13"),
    "kent/thm6ii/lower": Subject("mean-l2", _VECTORS, "shrinking-balls"),
    "kent/thm7/lower": Subject("sparse-mean", {**_SPARSE, "s": 4}, "kent-theorem7"),
    "kent/thm7/upper/first": Subject("sparse-mean", _SPARSE, "kent-algorithm6"),
    "kent/thm7/upper/second": Subject("sparse-mean", {**_SPARSE, "epsilon": 2.0}, "kent-algorithm7", explicit=True),
    "kent/cor8i/upper": Subject("sparse-mean", _SPARSE, "kent-algorithm6", explicit=True),
    "kent/cor8ii/upper": Subject("sparse-mean", {**_SPARSE, "epsilon": 2.0}, "kent-theorem7", explicit=True),
    "kent/thm9/upper": Subject("density", {**_DENSITY, "m": 10_000}, "kent-algorithm8", explicit=True),
    "kent/thm9/lower": Subject("density", _DENSITY, "kent-algorithm8", source="kent Theorem 9"),
    "kent/thm10/lower": Subject("mixture", _KINDS, "kent-algorithm9", source="kent Theorem 10"),
    "kent/thm10/upper": Subject("mixture", _KINDS, "kent-algorithm9", explicit=True),
    "kent/thm11": Subject("infinite-l2", {**_KNOWN, "delta": 1e-6}, "kent-algorithm1", source="kent Theorem 11"),
}
"""Theorems 1 and 11 hold over any space; the curves are of balls. What Proposition 5 says from above is of users who
know the density, and the registry's problem has m samples of each."""

_SPACES = "It holds over any space, by its packings; Propositions 3 to 5 say what that is where numbers are."
_CUBES = "It holds over any hypercube of laws; what it gives at one is Theorems 6, 7 and 9."
_DISTANCES = (
    "It bounds how far laws of messages are apart, and not a risk; what follows from it is Theorems 6, 7, 9 and 10."
)

WITHOUT = {
    "kent/thm1/lower": _SPACES,
    "kent/thm1": _SPACES,
    "kent/cor17": _CUBES,
    "kent/thm14": _DISTANCES,
    "kent/prop18": _DISTANCES,
}
