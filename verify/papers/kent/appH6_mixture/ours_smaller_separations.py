"""Beside kent Appendix H.6: the lower bound of Theorem 10 for every separation below 2/m by a constant factor."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

import sympy
from sympy import E, Integer, Rational, oo

from lowerbounds.information.laws import FiniteLaw, binomial
from verify.papers.kent.appH1_assouad.eq188_private_bound import spread
from verify.papers.kent.appH6_mixture.eq213_conditional_assouad import channels
from verify.papers.kent.instances.hypercubes import Cube, Vertex, vertices
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

C = Rational(1, 12600)
"""The c of delta^2 = c kappa^2 m^2/(nT alpha^2) that makes the bracket at least 1/2."""

_ALPHA, _N, _T, _M, _X, _KAPPA, _DELTA = sympy.symbols("alpha n T m x kappa delta", positive=True)
_W, _U = sympy.symbols("w u", nonnegative=True)
_ONE = Variable(_W, Integer(0), Integer(1))
_SHARE = Variable(_U, Integer(0), Integer(1))


def middle(m: int) -> list[int]:
    """The components whose mean -1 + (2k - 1)/m lies in [-1/2, 1/2]."""
    return [k for k in range(1, m + 1) if abs(-1 + Fraction(2 * k - 1, m)) <= Fraction(1, 2)]


def means(m: int, delta: Fraction, v: Vertex) -> list[Fraction]:
    """The means of the components: those in the middle moved by delta times their sign."""
    moved = dict(zip(middle(m), v, strict=True))
    return [-1 + Fraction(2 * k - 1, m) + delta * moved.get(k, 0) for k in range(1, m + 1)]


def cube(m: int, delta: Fraction, samples: int) -> Cube:
    """The family, seen through the count of ones among T signs."""

    def law(v: Vertex) -> FiniteLaw:
        parts = [binomial(samples, (1 + x) / 2) for x in means(m, delta, v)]
        return FiniteLaw(tuple((x, sum((p[x] for p in parts), Fraction(0)) / m) for x in parts[0].atoms))

    return Cube(len(middle(m)), law)


def _members(_: Settings) -> Iterator[Case]:
    """Least spacing, largest |mean|, ends of the perturbed success probabilities and the separation, all vertices."""
    for m in range(2, 12):
        for kappa in (Fraction(1, 2), Fraction(1)):
            delta = kappa / (2 * m)
            corner = {v: means(m, delta, v) for v in vertices(len(middle(m)))}
            told = {"m": m, "kappa": str(kappa), "delta": str(delta)}
            for v, x in corner.items():
                yield Case(told | {"v": str(v), "of": "spacing"}, (2 - kappa) / m, min(b - a for a, b in pairwise(x)))
                yield Case(told | {"v": str(v), "of": "range"}, max(abs(y) for y in x), 1)
                chances = [(1 + x[k - 1]) / 2 for k in middle(m)]
                yield Case(told | {"v": str(v), "of": "least chance"}, Fraction(1, 8), min(chances))
                yield Case(told | {"v": str(v), "of": "largest chance"}, max(chances), Fraction(7, 8))


def _counts(_: Settings) -> Iterator[Case]:
    for m in range(2, 400):
        yield Case({"m": m}, Fraction(m, 3), len(middle(m)))


def _separations(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of the means beside delta^2 times the Hamming distance, all pairs."""
    for m in (2, 4, 5, 6):
        delta = Fraction(1, 3 * m)
        for v, w in product(vertices(len(middle(m))), repeat=2):
            pairs = zip(means(m, delta, v), means(m, delta, w), strict=True)
            far = sum(((a - b) ** 2 for a, b in pairs), Fraction(0)) / 4
            yield Case(
                {"m": m, "v": str(v), "v'": str(w)}, far, delta**2 * sum(a != b for a, b in zip(v, w, strict=True))
            )


def _whole(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, beside 21 alpha^2/k times (128/7) T delta^2/m times e^alpha: every extreme channel."""
    for m, samples in ((2, 1), (2, 2), (4, 1), (4, 2), (4, 3)):
        delta = Fraction(1, 4 * m)
        family = cube(m, delta, samples)
        for t in (Fraction(101, 100), Fraction(3, 2), Fraction(27, 10)):
            level = 21 * as_arb(t).log() ** 2 / family.k * as_arb(Fraction(128 * samples, 7 * m) * delta**2 * t)
            for place, channel in enumerate(channels(samples, t)):
                average = family.average_variation(lambda v, c=channel, f=family: f.law(v).through(c))  # type: ignore[misc]
                yield Case({"m": m, "T": samples, "e^alpha": str(t), "channel": place}, as_arb(average**2), level)


def _bayes(_: Settings) -> Iterator[Case]:
    """varrho k (1 - sqrt of that bound) with 2 varrho = delta^2 beside the exact Bayes risk of one user's message."""
    for m, samples in ((2, 1), (2, 2), (4, 1), (4, 2), (4, 3)):
        delta = Fraction(1, 4 * m)
        family = cube(m, delta, samples)
        for t in (Fraction(101, 100), Fraction(11, 10)):
            level = 21 * as_arb(t).log() ** 2 / family.k * as_arb(Fraction(128 * samples, 7 * m) * delta**2 * t)
            for place, channel in enumerate(channels(samples, t)):
                sent = {v: family.law(v).through(channel) for v in vertices(family.k)}
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, as_arb(delta**2 / 2 * family.k) * (1 - level.sqrt()), as_arb(spread(sent, delta)))


CLAIMS = (
    Claim(
        "kent/own/mixture-middle",
        "to Appendix H.6, Step 1: a family for separations up to (2 - kappa)/m",
        Kind.CONSTRUCTION,
        "a hypercube of mixtures whose components are spread over the interval",
        None,
        Derived(
            r"\theta_k=-1+\tfrac{2k-1}m,\ \text{moved by }v_k\delta\text{ where }|\theta_k|\le\tfrac12,\ \delta\le\tfrac\kappa{2m}:\ "
            r"\min_{i\ne j}|\theta_i-\theta_j|\ge\tfrac{2-\kappa}m,\ \tfrac{1+\theta}2\in[\tfrac18,\tfrac78]\text{ where moved},\ "
            r"\text{at least }\tfrac m3\text{ are},\ 2\varrho=\delta^2,\ \kappa\in(0,1]",
            ("kent/eq182",),
            AllOf(
                r"\delta=\tfrac{u\kappa}{2m}",
                (
                    (
                        "the gap 2/m - 2 delta, times m",
                        at_most(
                            2 - _KAPPA,
                            2 - _U * _KAPPA,
                            Variable(_KAPPA, Integer(0), Integer(1), open_lower=True),
                            _SHARE,
                        ),
                    ),
                    (
                        "the chance is at least 1/4 - delta/2, delta <= w/(2m) <= w/4",
                        at_most(Rational(1, 8), Rational(1, 4) - _W / 8, _ONE),
                    ),
                    ("and at most 3/4 + delta/2", at_most(Rational(3, 4) + _W / 8, Rational(7, 8), _ONE)),
                    (
                        "an interval of length m holds (m - 1)/2 odd numbers for odd m, and m/2 for even m",
                        at_most(_M / 3, (_M - 1) / 2, Variable(_M, Integer(3), oo)),
                    ),
                    ("the separation, one component", Identity((2 * _DELTA) ** 2 / 4, _DELTA**2)),
                ),
            ),
            (),
            (
                ("all vertices", FiniteCheck(r"\text{spacing, range, chances}", "m = 2..11, kappa = 1/2, 1", _members)),
                ("how many are moved", FiniteCheck(r"\tfrac m3\le\#", "2 <= m < 400", _counts)),
                (
                    "all pairs",
                    FiniteCheck(r"\tfrac14\|\theta_v-\theta_{v'}\|^2=\delta^2H", "m = 2, 4, 5, 6", _separations, "=="),
                ),
            ),
        ),
        note="Two-valued data in {-1, 1}, weights 1/m. Components near the ends stay: there a small variance would tell more.",
    ),
    Claim(
        "kent/own/thm10-spaced",
        "to Appendix B.1, Theorem 10, the T-dependent part of the lower bound",
        Kind.LOWER_BOUND,
        "m^3/(nT alpha^2) from below for separations up to (2 - kappa)/m",
        None,
        Derived(
            r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\frac{\kappa^2}{151200}\cdot\frac{m^3}{nT\alpha^2},\ \theta_{\mathrm{sep}}\le\tfrac{2-\kappa}m,\ "
            r"\kappa\in(0,1],\ nT\alpha^2\ge m^4,\ n\alpha^2\ge m^2,\ \alpha\le1",
            ("kent/lemma12", "kent/lemma19", "kent/eq216", "kent/appH.6/chi", "kent/own/mixture-middle"),
            AllOf(
                r"\delta^2=\tfrac{c\kappa^2m^2}{nT\alpha^2},\ c=\tfrac1{12600},\ k\ge\tfrac m3,\ \max_iE\eta_{I,i}^2\le\tfrac{128T\delta^2}{7m}",
                (
                    (
                        "the root, with kappa <= 1 and k = m/3",
                        Identity(
                            21
                            * _N
                            * _ALPHA**2
                            * (3 / _M)
                            * (Rational(128, 7) * _T * (_X * _M**2 / (_N * _T * _ALPHA**2)) / _M)
                            * E,
                            1152 * E * _X,
                        ),
                    ),
                    ("at most 1/4", at_most(1152 * E * C * _W, _W / 4, _ONE)),
                    (
                        "64 T delta^2/7 = 64 c kappa^2 m^2/(7 n alpha^2) <= 1",
                        at_most(64 * C * _W / 7, Integer(1), _ONE),
                    ),
                    ("delta <= kappa/(2m) once nT alpha^2 >= m^4: squares", at_most(4 * C * _W, Integer(1), _ONE)),
                    (
                        "the end: varrho k/2 with varrho = delta^2/2",
                        Identity(
                            _M / 3 / 4 * (C * _KAPPA**2 * _M**2 / (_N * _T * _ALPHA**2)),
                            _KAPPA**2 * _M**3 / (151200 * _N * _T * _ALPHA**2),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "every extreme channel",
                    FiniteCheck(
                        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\tfrac{21\alpha^2}k\cdot\tfrac{128T\delta^2}{7m}e^\alpha",
                        "m = 2 with T = 1, 2; m = 4 with T = 1, 2, 3; delta = 1/(4m), n = 1, e^alpha = 101/100, 3/2, 27/10",
                        _whole,
                    ),
                ),
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\varrho k(1-\sqrt{\cdots})\le\text{Bayes risk}",
                        "m = 2 with T = 1, 2; m = 4 with T = 1, 2, 3; delta = 1/(4m), n = 1, every extreme channel, e^alpha = 101/100, 11/10",
                        _bayes,
                    ),
                ),
            ),
        ),
        note="n alpha^2 >= C m^2 log and T >= C m^2 log give both conditions. At theta_sep = 2/m the bound fails: kent/thm10/lower.",
    ),
    Claim(
        "kent/own/thm10-lower",
        "to Appendix B.1, Theorem 10, the lower bound",
        Kind.LOWER_BOUND,
        "the means of a mixture from below",
        None,
        Whole(
            r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\max\big\{\tfrac{\kappa^2}{151200}\tfrac{m^3}{nT\alpha^2},\tfrac14e^{-12n\alpha^2/m^2}\big\},\ "
            r"\theta_{\mathrm{sep}}\le\tfrac{2-\kappa}m,\ nT\alpha^2\ge m^4,\ n\alpha^2\ge m^2\max\{1,\log m\},\ \alpha\le1",
            ("kent/own/thm10-spaced", "kent/appH.6/two"),
            as_corrected=True,
        ),
        note="The exponential part holds for theta_sep up to 2/m.",
    ),
)
