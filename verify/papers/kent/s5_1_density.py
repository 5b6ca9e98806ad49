"""kent Section 5.1: Algorithm 8 line by line, and what is said of it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import sympy
from flint import arb
from sympy import exp, log, sqrt

from lowerbounds.density import bumps
from notation.setting import Setting
from upperbounds.density import kent as density
from upperbounds.density.basis import projected
from verify.kernel.calculus import Name, at_most, because, cite, constructor, integer, line, quantity, real
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appG4_density_upper import EXPONENTIAL, waves
from verify.papers.kent.appH5_density.eq208_family import BETA, FUNCTION, IsDensity
from verify.study.risk.density import Wave, exact_density_risk

_POINT = sympy.Symbol("x", real=True)


def _orthonormal(_: Settings) -> Iterator[Case]:
    """Integrals of products of two basis functions, by sympy."""
    for i, j in product(range(1, 5), repeat=2):
        value = sympy.integrate(sympy.expand(waves(i) * waves(j)), (_POINT, 0, 1))
        yield Case({"i": i, "j": j}, Fraction(int(value)), Fraction(int(i == j)))


_PLACE = integer("j", least=1)
Coefficient = quantity(
    "Coefficient", r"\theta_{1}({0})", "coefficient of a function at phi_j of (18): Coefficient(f, j)"
)
DrawnWave = quantity(
    "DrawnWave",
    r"\mathbb{{E}}_{{X \sim {0}}} \varphi_{1}(X)",
    "mean of phi_j at a draw from a density: DrawnWave(f, j)",
)
SEC5_1_COEFFICIENTS = Claim(
    "kent/sec5.1/coefficients",
    "Section 5.1, the first paragraph, with (18) and (22)",
    Kind.IDENTITY,
    "coefficients are means",
    says=(
        r"\text{for any }f\in\mathcal{F}_{\beta,r}\text{ and }j\in\mathbb{N}\text{: }\int "
        r"f(x)\varphi_j(x)\,dx=\theta_j"
    ),
    match=Match.SAME,
    printed=line(DrawnWave(FUNCTION, _PLACE), given=(IsDensity(FUNCTION),))
    .eq(
        Coefficient(FUNCTION, _PLACE),
        because("The integral of f phi_j, as the basis is orthonormal and the expansion converges in L2."),
    )
    .crosschecked(
        "orthonormal",
        r"\int\varphi_i\varphi_j=1\{i=j\}",
        "i, j <= 4, by sympy",
        _orthonormal,
        "==",
    ),
    note="So the sample mean is unbiased; the integral is for densities of the ellipsoid, which are square integrable.",
)


def _tops() -> Iterator[Point]:
    """The largest |phi_j| at 64 points of each of its waves, none of them a top: below sqrt(2) by 6e-4 at most."""
    for j in range(1, 10):
        grid = [as_arb(Fraction(2 * k + 1, 128 * max(j // 2, 1))) for k in range(64 * max(j // 2, 1))]
        wave = (lambda x: arb(1)) if j == 1 else arb.cos_pi if j % 2 == 0 else arb.sin_pi
        sizes = [abs(wave(2 * (j // 2) * x)) for x in grid]
        yield {_PLACE: Fraction(j)}, max(sizes) * (1 if j == 1 else arb(2).sqrt())


WaveSup = quantity("WaveSup", r"\sup_x |\varphi_{0}(x)|", "largest absolute value of phi_j", 0)
_BOUNDED = at_points(
    line(WaveSup(_PLACE)).le(sqrt(2), because("The first is 1, sines and cosines are at most 1.")),
    "tops of waves, enclosed",
    "j up to 9; 64 points of each wave",
    _tops,
)
SEC5_1_BOUNDED = Claim(
    "kent/sec5.1/bounded",
    "Section 5.1, the first paragraph",
    Kind.INEQUALITY,
    "the basis functions are bounded",
    says=r"\text{for all }j\in\mathbb{N}\text{: }\sup_x|\varphi_j(x)|\le\sqrt2",
    match=Match.SAME,
    printed=_BOUNDED,
)
_LOG, _TIME, _C = real("l", above=0), real("t", least=0), real("C", above=0)
_EXPONENT, _REACHED = 2 * BETA + 2, (2 * BETA + 1) * _LOG - (2 * BETA + 2) * log(_C * _LOG)
ALG8_LINE1 = Claim(
    "kent/alg8/line1",
    "Section 5.1, Algorithm 8, line 1, (45)",
    Kind.ALGORITHM,
    "the cut-off in both cases",
    says=(
        r"T_0=(n\alpha^2)^{2\beta+1}/\{C_\beta\log(n\alpha^2)\}^{2\beta+2},\quad "
        r"M=\{n\alpha^2\min(T,T_0)\}^{1/(2\beta+2)}"
    ),
    match=Match.READING,
    differs=(
        "judged is what M is in the two cases, in logarithms: n alpha^2/{C log(n alpha^2)} beyond T_0 and "
        "at most that below"
    ),
    printed=AllOf(
        "",
        {
            "at T_0 and beyond it is n alpha^2/(C log(n alpha^2))": line((_LOG + _REACHED) / _EXPONENT).eq(
                _LOG - log(_C * _LOG)
            ),
            "before it is less": line((_LOG + _TIME) / _EXPONENT, given=(at_most(_TIME, _REACHED),))
            .le((_LOG + _REACHED) / _EXPONENT, at_most(_TIME, _REACHED))
            .eq(_LOG - log(_C * _LOG)),
        },
    ),
    note="Logarithms of M, with l = log(n alpha^2), t = log T.",
)
ALG8_LINE3 = Claim(
    "kent/alg8/line3",
    "Section 5.1, Algorithm 8, lines 2 and 3",
    Kind.ALGORITHM,
    "what the estimator of means is given, rescaled as the text says",
    says=(
        r"\mathbf{Y}_t^{(i)}=(\varphi_j(X_t^{(i)}),j\in[M])^\top;\quad\hat\theta=\mathrm{PRIVATEMULTIDIMMEAN}(\{\mathbf{Y}_t^{(i)}\}_{i\in[n],t\in[T]},n,T,\alpha,K)\ "
        r"\text{ (after rescaling)}"
    ),
    match=Match.READING,
    differs=(
        "judged is the text's rescaling, which the listing leaves out: that phi_j over the root of 2 is within [-1, 1]"
    ),
    printed=line(WaveSup(_PLACE) / sqrt(2)).le(1, cite(SEC5_1_BOUNDED)),
    note="The listing leaves to the text that phi_j is divided by sqrt(2) before and the estimate multiplied by it after. Privacy does "
    "not depend on it, see kent/alg8/privacy.",
)


def _projections(_: Settings) -> Iterator[Case]:
    """Squared distances of projected heights from a density, next to those of the heights; an eighth more for rounding."""
    rng = np.random.default_rng(20_240_523)
    for cells in (2, 5, 17):
        heights, other = rng.normal(1, 2, cells), rng.exponential(1, cells)
        other = other / other.mean()
        near, far = (float(np.sum((x - other) ** 2)) for x in (projected(heights), heights))
        yield Case({"cells": cells}, Fraction(near), Fraction(far))


Estimated = Name(r"\hat f", "function")
Nearest = constructor("Nearest", r"\Pi({0})")
"""Nearest(f): the nearest point in L2 of the densities."""
Distance = quantity("SquaredDistance", r"\|{0} - {1}\|_2^2", "integral of the squared difference", 0)
OWN_ALG8_DENSITY = Claim(
    "kent/own/alg8-density",
    "to Section 5.1, Algorithm 8, line 4, (46), which returns no density",
    Kind.INEQUALITY,
    "the nearest density is no farther",
    corrected=line(Distance(Nearest(Estimated), FUNCTION), given=(IsDensity(FUNCTION),))
    .le(
        Distance(Estimated, FUNCTION),
        because(
            "The densities are a closed convex set of L2, and projecting onto one moves no point of it and no pair apart."
        ),
    )
    .crosschecked(
        "heights on cells",
        r"\|\Pi(h)-f\|^2\le\|h-f\|^2",
        "2, 5, 17 cells, random heights and densities",
        _projections,
    ),
    note="As returned it may be negative, and its integral is the estimate of theta_1, which is 1.",
)


def _growing(_: Settings) -> Iterator[Case]:
    """e^(n alpha^2/M) next to M^(-2 beta) at M = n alpha^2/(C log(n alpha^2)), n alpha^2 = 1024, C = 4, beta = 1."""
    size = as_arb(1024)
    M = size / (4 * size.log())
    yield Case({"n alpha^2": 1024, "C": 4, "beta": 1}, (size / M).exp(), M**-2, left_again=size**4)


_RATE = real("c", above=0)
SEC5_1_SKETCH = Claim(
    "kent/sec5.1/sketch",
    "Section 5.1, the last paragraph",
    Kind.RATE_ALGEBRA,
    "how the cut-off is chosen",
    says=(
        r"\text{for large }T\text{: error of the means }O\{\exp(n\alpha^2/M)\}\text{, of the truncation "
        r"}O(1/M^{2\beta})\text{; their balance gives }M"
    ),
    match=Match.READING,
    differs="balancing is read as at most, at the M of (45) for T beyond T_0, and O(.) with the constant 1",
    printed=FiniteCheck(
        r"e^{n\alpha^2/M}\le M^{-2\beta}\text{ at }M=\tfrac{n\alpha^2}{C\log(n\alpha^2)}",
        "n alpha^2 = 1024, C = 4, beta = 1",
        _growing,
    ),
    corrected=line(exp(-_RATE * exp(_LOG) / (exp(_LOG) / (_C * _LOG))), given=(at_most(2 * BETA, _RATE * _C),))
    .eq(exp(-_RATE * _C * _LOG))
    .le(exp(-2 * BETA * _LOG), EXPONENTIAL),
    correction="the error of the means is O{exp(-c n alpha^2/M)}, as in (161); the sign is lost in print",
    severity=Severity.TYPO,
    theorem="kent/thm9/upper",
    note="l = log(n alpha^2). The printed O{exp(n alpha^2/M)} grows with n and balances nothing; C c >= 2 beta as in (161).",
)


def _risks(_: Settings) -> Iterator[Case]:
    """The exact risk at a wave beyond the cut-off, its error added, next to the bound that ships; and the lower bound."""
    for n, m, epsilon in ((10**4, 100, 1.0), (2000, 400, 4.0)):
        a = Setting(n, m, epsilon=epsilon)
        plan = density.least_bound(n, m, 1, epsilon, 1.0)
        cutoff = plan.split.coordinates + 1
        wave = Wave(1 << ((cutoff + 1) // 2 - 1).bit_length(), 0.0)
        risk = exact_density_risk(plan, wave)
        told = {"n": n, "T": m, "alpha": str(epsilon), "M": cutoff}
        yield Case(
            told | {"side": "above"},
            Fraction(risk.value) + Fraction(risk.error),
            Fraction(density.bound_of_least(a).value),
        )
        yield Case(
            told | {"side": "below"},
            Fraction(bumps(n, m, 1, epsilon).value),
            Fraction(risk.value) - Fraction(risk.error),
        )


OWN_ALG8_RISK = Claim(
    "kent/own/alg8-risk",
    "to Section 5.1, Algorithm 8 with theta_1 known and the width free",
    Kind.UPPER_RATE,
    "an exact risk between the bounds that ship",
    corrected=FiniteCheck(
        r"\text{exact risk at }f=1\le\text{bound};\ \text{lower bound}\le\text{exact risk}",
        "(n, T, alpha) = (10^4, 100, 1), (2000, 400, 4); beta = r = 1",
        _risks,
    ),
)

CLAIMS = (
    SEC5_1_COEFFICIENTS,
    SEC5_1_BOUNDED,
    ALG8_LINE1,
    ALG8_LINE3,
    OWN_ALG8_DENSITY,
    SEC5_1_SKETCH,
    OWN_ALG8_RISK,
)
