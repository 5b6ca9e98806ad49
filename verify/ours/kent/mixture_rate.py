"""Next to kent Theorem 10: the exponents of Algorithm 9's risk, one size at a time."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import log

import numpy as np

from notation.setting import Setting
from upperbounds.mixture import kent
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings
from verify.study.risk.laws import SignLaw
from verify.study.risk.mixture import Mixture, drawn_risk

BASE = Setting(10**6, 10**5, epsilon=1.0, K=4)
"""Where the polynomial term leads: no component is lost in twenty drawn choices of bins."""
_MOVED: dict[str, tuple[float, ...]] = {"n": (4, 16), "m": (4, 16), "K": (2,), "epsilon": (0.5,)}
_OFF = Fraction(1, 20)


def risk(a: Setting) -> float:
    """The risk at the tuned width for K even components a third of a bin off its middle, given drawn bins."""
    plan = kent.tuned(a, np.random.default_rng(0))
    means = -1 + (2 * np.arange(a.K) + 1) / a.K + float(plan.bins.width) / 3
    law = Mixture((1 / a.K,) * a.K, tuple(SignLaw(float(x)) for x in means))
    found = drawn_risk(plan, law, 20)
    assert found.lost == 0
    return found.value


def _rate(a: Setting) -> float:
    """m^3 log(n T alpha^2)/(n T alpha^2)."""
    signal = a.n * a.m * a.epsilon**2
    return a.K**3 * log(signal) / signal


def slopes(risk_of_power: float = 1.0) -> Iterator[Case]:
    """|slope of log risk - slope of log rate| next to 1/20; a planted power of the risk is seen."""
    for name, factors in _MOVED.items():
        for factor in factors:
            after = replace(BASE, **{name: type(getattr(BASE, name))(getattr(BASE, name) * factor)})
            measured, wanted = (log(value(after) / value(BASE)) / log(factor) for value in (risk, _rate))
            told = {"along": {"m": "T", "K": "m"}.get(name, name), "factor": factor, "slope": round(measured, 3)}
            yield Case(told, Fraction(abs(risk_of_power * measured - wanted)), _OFF)


def _slopes(_: Settings) -> Iterator[Case]:
    yield from slopes()


OWN_MIXTURE_SLOPES = Claim(
    "kent/own/mixture-slopes",
    "to Appendix B, Theorem 10, the polynomial term",
    Kind.UPPER_RATE,
    "the exponents of the risk in n, T, m and alpha",
    corrected=FiniteCheck(
        r"|\text{slope}-\text{slope of }m^3\log(nT\alpha^2)/(nT\alpha^2)|\le\tfrac1{20}",
        "n = 10^6, T = 10^5, m = 4, alpha = 1 and n, T times 4 and 16, m times 2, alpha "
        "halved; given drawn bins, in floats",
        _slopes,
    ),
    note="Algorithm 9 with (53) as corrected at A.2's width: one logarithm, where the theorem has two.",
)

CLAIMS = (OWN_MIXTURE_SLOPES,)
