"""The problem that each numbered result of the paper on label privacy with a rate is about, for the curves of its bound over n."""

from verify.site.exhibits.bounds import Subject

_CLASSES = {"d": 1, "beta": 1.0, "gamma": 1.0, "epsilon": 1.0}
_VALUES = {"d": 1, "beta": 1.0, "epsilon": 1.0}
_HEAVY = {"d": 1, "beta": 1.0, "p": 4.0, "epsilon": 1.0}

BOUNDS = {
    "label/thm1": Subject("label-classification-local", _CLASSES, "one-hot-bins", source="bumps, full: local"),
    "label/thm2": Subject("label-classification-local", _CLASSES, "k-ary-bins", explicit=True),
    "label/thm3": Subject("label-classification-central", _CLASSES, "exponential-bins", source="bumps, full: central"),
    "label/thm4": Subject("label-classification-central", _CLASSES, "geometric-bins", explicit=True),
    "label/thm5": Subject("label-regression-local", _VALUES, "sign-neighbours", source="bumps: local"),
    "label/thm6": Subject("label-regression-local", _VALUES, "laplace-neighbours", explicit=True),
    "label/thm7": Subject("label-regression-central", _VALUES, "geometric-bins", source="bumps: central"),
    "label/thm8": Subject("label-regression-central", _VALUES, "geometric-bins", explicit=True),
    "label/thm8/rate": Subject("label-regression-central", _VALUES, "geometric-bins", explicit=True),
    "label/thm9": Subject("label-regression-heavy-local", _HEAVY, "sign-neighbours", source="bumps: local"),
    "label/thm10": Subject("label-regression-heavy-local", _HEAVY, "laplace-neighbours", explicit=True),
    "label/thm11": Subject("label-regression-heavy-central", _HEAVY, "geometric-bins", source="bumps: central"),
    "label/thm12": Subject("label-regression-heavy-central", _HEAVY, "geometric-bins", explicit=True),
}
"""The theorems leave the cells' width, or a constant, open: the registry has them in numbers."""

WITHOUT: dict[str, str] = {}
