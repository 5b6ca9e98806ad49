"""kent, own: densities from below by polynomial bumps through signed axes, as the package ships it."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Rational, exp, pi, sqrt

from lowerbounds.density.bumps import bumps, highest, squares
from lowerbounds.numerics.enclosures import ball
from verify.kernel.calculus import at_most, because, constructor, equal, line, quantity, real, words
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.ellipsoids import DensityEllipsoid, EllipsoidSum, Energy, Periodic
from verify.kernel.calculus.facts.packings import minimax_loss
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH5_density.eq208_family import BETA, BUMPS, FUNCTION, RADIUS, SMOOTH, VERTEX
from verify.papers.kent.appH5_density.eq210_rate import DensityLaws
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

_U = sympy.Symbol("u")


def _integrals(_: Settings) -> Iterator[Case]:
    """The integrals of the squared bump and of its squared beta-th derivative: those that ship, and by sympy."""
    for beta in (1, 2, 3):
        raw = _U**beta * (1 - _U) ** beta * (1 - 2 * _U)
        steepest = sympy.sqrt(Rational(1, 2 * beta + 1))
        top = sympy.expand(raw.subs(_U, (1 - steepest) / 2) ** 2)
        for name, shipped, order in zip(("norm", "energy"), squares(beta), (0, beta), strict=True):
            value = sympy.integrate(sympy.expand(sympy.diff(raw, _U, order) ** 2), (_U, 0, 1)) / top
            yield Case({"beta": beta, "of": name}, shipped, Fraction(int(value.p), int(value.q)))


def _made(_: Settings) -> Iterator[Case]:
    """The density of a sample that is made of a cell and a sign, next to 1 + s v_j g, at rational points of each cell."""
    for beta, k, s in ((1, 2, Fraction(1, 2)), (2, 3, Fraction(1, 5))):
        for j, v in enumerate((1, -1, 1)[:k]):
            for u in (Fraction(1, 3), Fraction(3, 4)):
                # The height of the bump but for its supremum, which is a root for some beta.
                g = (u * (1 - u)) ** beta * (1 - 2 * u)
                made = sum(Fraction(1, k) * (1 + s * v * sign) / 2 * k * (1 + sign * g) for sign in (1, -1))
                yield Case({"beta": beta, "k": k, "j": j + 1, "u": str(u)}, made, 1 + s * v * g)


def _numbers(_: Settings) -> Iterator[Case]:
    """The formula at the s and k that are chosen next to the bound that ships."""
    for n, m, beta, epsilon in ((10**5, 100, 1, 1.0), (10**4, 1000, 2, 0.5)):
        found = bumps(n, m, beta, epsilon)
        k, s = int(found.parameters["bumps"]), Fraction(found.parameters["s"])
        moment = (m * (4 * ball(s) ** 2 / (k * (1 - ball(s) ** 2))).log1p()).expm1()
        share = n * (ball(epsilon).exp() - 1) ** 2 * moment / (8 * k)
        told = {"n": n, "T": m, "beta": beta, "alpha": str(epsilon), "k": k}
        yield Case(
            told,
            ball(squares(beta)[0] * s**2) * (1 - share.sqrt()) * (1 - arb(2) ** -40),
            as_arb(Fraction(found.value)),
        )
        yield Case(told | {"s": "allowed"}, s, highest(k, beta, 1.0))


_SHIFT = real("s", above=0, below=1)
PolynomialDensity = constructor("PolynomialDensity", r"f^{{\mathrm{{pol}}}}_{{{0}}}({1}, {2}, {3})", sort="function")
"""1 + s sum_j v_j g(kx - j + 1), g a multiple of u^beta (1-u)^beta (1-2u) with supremum 1: of (v, beta, k, s)."""
PolynomialEnergy = quantity(
    "PolynomialEnergy", r"\int \{{g^{{({0})}}\}}^2", "integral of the squared beta-th derivative of that g", 0
)
PolynomialSquare = quantity("PolynomialSquare", r"\int g^2 ({0})", "integral of the square of that g: of beta", 0, 1)
_F = PolynomialDensity(VERTEX, BETA, BUMPS, _SHIFT)
_LOW = at_most(_SHIFT * BUMPS**BETA * sqrt(PolynomialEnergy(BETA)), RADIUS * pi**BETA)
_HEIGHT = _SHIFT**2 * BUMPS ** (2 * BETA) * PolynomialEnergy(BETA)
AxesMoment = quantity(
    "AxesMoment",
    r"A({0}, {1}, {2})",
    "(1 + 4 s^2/(k (1 - s^2)))^T - 1, what chi-squared from T draws of the signed axes is when "
    "one sign turns: AxesMoment(k, s, T)",
    0,
)
_UNKNOWN = 1 - (exp(ALPHA) - 1) * sqrt(USERS * AxesMoment(BUMPS, _SHIFT, DRAWS) / (8 * BUMPS))
_RISK = minimax_loss(DensityLaws(DensityEllipsoid(BETA, RADIUS)), USERS, DRAWS, ALPHA, Squared())
_END = PolynomialSquare(BETA) * _SHIFT**2 * _UNKNOWN
OWN_DENSITY_BUMPS = Claim(
    "kent/own/density-bumps",
    "to Appendix H.5, with a polynomial bump, for every n, T, alpha and r",
    Kind.LOWER_BOUND,
    "densities from below with constants that can be used",
    corrected=AllOf(
        "",
        {
            "the energy of f_v": line(EllipsoidSum(_F, BETA))
            .eq(
                Energy(_F, BETA) / pi ** (2 * BETA),
                SMOOTH.at({FUNCTION: _F}),
                words("Where cells meet the bumps vanish with their first beta - 1 derivatives.", Periodic(_F, BETA)),
            )
            .eq(
                _HEIGHT / pi ** (2 * BETA),
                words(
                    "The cells are disjoint, and each has 1/k of (s k^beta)^2 times the energy of g.",
                    equal(Energy(_F, BETA), _HEIGHT),
                ),
            )
            .crosschecked(
                "the integrals that ship",
                r"\int g^2,\ \int\{g^{(\beta)}\}^2=\tfrac{(\beta!)^2}{(2\beta+3)\sup^2}",
                "beta = 1, 2, 3, by sympy",
                _integrals,
                "==",
            ),
            "the risk": line(_RISK, given=(_LOW,))
            .ge(
                _END,
                because(
                    "Who holds a uniform cell and a sign with mean s v_j draws a sample of f_v on that cell, so that messages tell no more of "
                    "v than those about the signed axes, of whose signs they leave at least the last factor unknown; projected onto the "
                    "bumps, an estimate errs by the integral of g^2 over k for each sign.",
                    "bassily/own/flips",
                    "kent/own/sobolev-energy",
                ),
            )
            .crosschecked(
                "a sample from a cell and a sign",
                r"\tfrac1k\sum_{\pm}\tfrac{1\pm sv_j}2k(1\pm g)=1+sv_jg",
                "(beta, k, s) = (1, 2, 1/2), (2, 3, 1/5)",
                _made,
                "==",
            )
            .crosschecked(
                "the bound that ships",
                r"(1-2^{-40})\,c\,s^2W\le\text{shipped},\ s\le s_{\max}",
                "(n, T, beta, alpha) = (10^5, 100, 1, 1), (10^4, 1000, 2, 1/2); r = 1",
                _numbers,
            ),
        },
    ),
    note="g is the derivative of {u(1-u)}^(beta+1) except for a factor, so that its beta-th derivative is Legendre's polynomial.",
)

CLAIMS = (OWN_DENSITY_BUMPS,)
