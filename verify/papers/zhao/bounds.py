"""The problem that each numbered result of Zhao et al. with a rate is about, for the curves of its bound over n."""

from verify.site.exhibits.bounds import Subject

_MEAN = {"m": 100, "epsilon": 1.0}
_VECTORS = {"m": 20, "d": 4, "epsilon": 1.0}
_RULES = {"m": 100, "d": 1, "beta": 1.0, "epsilon": 1.0}

BOUNDS = {
    "zhao/thm1/upper": Subject("mean", _MEAN, "zhao-algorithm1"),
    "zhao/thm2/lower": Subject("mean", _MEAN, "walk"),
    "zhao/thm2/floor": Subject("mean", {"m": 100, "epsilon": 0.25}, "walk"),
    "zhao/thm3/upper": Subject("mean-heavy", {"m": 20, "d": 1, "p": 4.0, "epsilon": 1.0}, "zhao-heavy", {"rho": 1}),
    "zhao/thm4/upper": Subject("mean-linf", {"m": 5, "d": 2, "epsilon": 1.0}, "zhao-algorithm2"),
    "zhao/thm5/upper": Subject("mean-l2", {"m": 5, "d": 2, "epsilon": 1.0}, "zhao-kashin"),
    "zhao/thm6/lower": Subject("mean-l2", _VECTORS, "shrinking-balls"),
    "zhao/thm7/lower": Subject("mean-linf", _VECTORS, "walk"),
    "zhao/thm9/upper": Subject(
        "classification", {**_RULES, "gamma": 1.0}, "zhao-algorithm4", {"C_a": 2, "C_b": 1, "f_L": 1}
    ),
    "zhao/thm10/lower": Subject("classification", {**_RULES, "gamma": 1.0}, "zhao-algorithm4", source="bumps at"),
    "zhao/thm11/upper": Subject("regression", _RULES, "zhao-algorithm5", {"C_b": 1, "f_L": 1, "T": 1}),
    "zhao/thm12/lower": Subject("regression", _RULES, "zhao-algorithm5", source="bumps"),
}
"""Theorems 10 and 12 leave the bumps' number and height open: the registry has them at their best."""

_STEPS = "It bounds the distance to the minimiser, and the registry's problem of convex losses is about excess risk."

WITHOUT = {
    "zhao/thm3/condition": "It bounds the part of the error that the first stage leaves; the whole is zhao/thm3/upper.",
    "zhao/thm8/upper": _STEPS,
    "zhao/thm8/upper/16": _STEPS,
}
