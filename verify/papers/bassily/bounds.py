"""The problem that each numbered result of Bassily and Sun with a rate is about, for the curves of its bound over n."""

from verify.site.exhibits.bounds import Subject

_CENTRAL = {"m": 20, "d": 2, "delta": 1e-6, "epsilon": 1.0}
_LOCAL = {"m": 20, "d": 2, "delta": 0.0, "epsilon": 1.0}

BOUNDS = {
    "bassily/thm3.1": Subject("optimisation-central", _CENTRAL, "bassily-algorithm4", explicit=True),
    "bassily/thm3.1/lower": Subject("optimisation-central", _CENTRAL, "full-batch"),
    "bassily/thm3.2": Subject("optimisation", {**_LOCAL, "m": 1000, "delta": 1e-6}, "accelerated", explicit=True),
    "bassily/thm3.2/lower": Subject("optimisation", _LOCAL, "accelerated"),
    "bassily/thm3.3": Subject("optimisation", {**_LOCAL, "d": 4, "epsilon": 0.5}, "accelerated"),
}

_VARIATION = (
    "It bounds how far the output's law is from a normal one, and not a risk; the risks are Theorems 3.1 and 3.2."
)

_CHANCE = "It bounds the probability that users' gradients are apart, and not a risk; it is a step of Theorem 3.1."

WITHOUT = {
    "bassily/thm3.4": _CHANCE,
    "bassily/thm4.1": _VARIATION,
    "bassily/thm4.3": _VARIATION,
    "bassily/thm4.3/utility": _VARIATION,
}
