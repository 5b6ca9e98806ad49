"""bassily Theorems 4.1 and 4.3 as mechanisms that run: their privacy as wholes, and, ours, their risk on user means.

Data in the ball of radius D; a user's input is the mean of m samples. The estimators that ship have gamma = 1/(nm).
"""

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from notation.symbols import d, delta, epsilon, m, n
from verify.papers.bassily.instances import mechanisms as compositions
from verify.papers.bassily.setting import least, positive
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, Statement, at_most
from verify.statements.claim import Claim, Kind, Severity

LOCAL, CENTRAL = Integer(38000), Integer(66000)
"""Constants of the privacy terms of the two rates."""
_C, _L, _B, _S, _T, _Y, _GAMMA = sympy.symbols("c l b s t y gamma", positive=True)
_F, _X, _P = sympy.symbols("f x p", nonnegative=True)
_SHARE = Variable(_X, Integer(0), Integer(1))
_LOG = least(_L, log(Integer(2)))
"""log(nm), log(dnm) or log(1/delta), which are at least log 2."""
_GRID = "epsilon = 0.1, 0.37, 0.5, 0.73, 1; delta = 1/2, 1/200, 10^-5, 10^-8"
_SHAPES = "(n, m, d) = (64, 10^4, 4), (5000, 10^4, 4), (75,000, 10^4, 4), (4000, 1, 16), (10^6, 50, 64), (32, 10, 1)"
_RATES = "n at about the least value and 10 times that; d = 1, 16; m = 1, 10^4; epsilon = 0.37, 1; delta = 1/2, 10^-8"
_HIGH = 32 * 16 * 11 * 5
"""32 of sigma^2, 16 of C^2, 11 of tau^2 and 5 of a logarithm."""


def _constants(model: compositions.Model, budget: str) -> tuple[str, Statement]:
    """The constants with which a mechanism runs are those of its claim."""
    return (
        "the constants of the plan that runs",
        FiniteCheck(
            rf"|\tau',C,\sigma,{budget}\text{{ of the plan}}-\text{{formula}}|\le10^{{-9}}\,\text{{formula}}",
            f"{_SHAPES}; epsilon = 0.37, 1; delta = 1/2, 10^-8; gamma = 1/(nm)",
            compositions.constants(model),
        ),
    )


def _shipped(model: compositions.Model) -> tuple[str, Statement]:
    """The bound that the estimator ships with is that of its claim."""
    return (
        "what the program gives",
        FiniteCheck(
            r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
            f"{_SHAPES}; epsilon = 0.37, 1; delta = 10^-6; gamma = 1/(nm)",
            compositions.shipped(model),
        ),
    )


_FAILURES = (
    ("tau and the rotation", Identity(_GAMMA + _GAMMA / 4, Rational(5, 4) * _GAMMA)),
    (
        "the last of t < D/tau' + 1 middles, (2t - 1) tau' - D <= D + 2 tau'; in units of tau', t = y + f",
        at_most(2 * (_Y + _F) - 1 - _Y, _Y + 2, least(_Y, 1), Variable(_F, Integer(0), Integer(1), open_upper=True)),
    ),
    ("the distance to the crude mean, and 2D", at_most(_X + 2, Integer(3), _SHARE)),
    (
        "success and failure share the noise",
        at_most((1 - _X) * _P + _X * _P, _P, _SHARE, Variable(_P, Integer(0), oo)),
    ),
)
"""What the bounds in the two models share: a projection moves a point by no more than its distance from the crude mean."""
_ORDERS = (
    (
        "tau^2 m/D^2 = (1 + sqrt(2 log(n/gamma)))^2 <= 11 l, log(n/gamma) <= 2l",
        at_most((1 + 2 * sqrt(_L)) ** 2, 11 * _L, _LOG),
    ),
    (
        "C^2 <= 16 tau^2 log(8nd/gamma), over the root: y = 1/root",
        at_most((_Y + 2 * sqrt(2)) ** 2, Integer(16), Variable(_Y, Integer(0), 1 / sqrt(log(Integer(8))), True)),
    ),
    ("log(8nd/gamma) <= 2l + 3 log 2 <= 5l", at_most(2 * _L + 3 * log(Integer(2)), 5 * _L, _LOG)),
    ("3D + sqrt(d)(D + 2 tau') <= 6 sqrt(d) D, tau' <= D", at_most(3 + 3 * sqrt(d), 6 * sqrt(d), least(d, 1))),
)
"""What the rates in the two models share: tau, C and the cost of a failure, by logarithms."""

CLAIMS = (
    Claim(
        "bassily/own/concentration",
        "ours, for Theorems 4.1 and 4.3: the radius tau of user means",
        Kind.INEQUALITY,
        "means of m vectors of a ball are (tau, gamma)-concentrated",
        None,
        Derived(
            r"\|X\|\le D:\ P\Big(\max_{i\le n}\|\bar X_i-\mu\|>\tau\Big)\le\gamma,\ \tau=\frac D{\sqrt m}\Big(1+\sqrt{2\log\tfrac n\gamma}\Big)",
            ("kent/own/norm-tail",),
            Identity(
                n * exp(-(((1 + sqrt(2 * log(n / _GAMMA))) - 1) ** 2) / 2),
                _GAMMA,
                text=r"s=1+\sqrt{2\log(n/\gamma)}:\ n\,e^{-(s-1)^2/2}=\gamma",
            ),
            crosschecks=(
                (
                    "signs, exact",
                    FiniteCheck(
                        r"P(\max_i|\bar X_i-\mu|>\tau)\le\gamma",
                        "d = 1; m = 1, 4, 25, 100; P(X = 1) = 1/2, 9/10; n = 1, 10; gamma = 1/2, 1/100",
                        compositions.concentrated(),
                    ),
                ),
            ),
        ),
        note="Bounded vectors need no dimension in tau. Vectors that are sub-Gaussian in every direction do, and sigma "
        "sqrt(2 log(2n/gamma)) of Section 2 lacks it (bassily/sec2a).",
    ),
    Claim(
        "bassily/thm4.1/mechanism",
        "for Section 4.1, Theorem 4.1, and Appendix B.1: the mechanism with all constants, as it runs",
        Kind.ALGORITHM,
        "the central mean estimator, all that it releases",
        None,
        Derived(
            r"\varepsilon_r=\tfrac\varepsilon{4\sqrt{2d\log(2/\delta)}}\text{ for each range},\ \sigma=\tfrac{4C}{n\varepsilon}\sqrt{2\log\tfrac{5}{2\delta}}:\ "
            r"(\varepsilon,\delta)\text{-private},\ \varepsilon\le1,\ \delta\le\tfrac12",
            ("bassily/thm4.1", "bassily/own/gaussian"),
            Identity(
                2 * _C / n * sqrt(2 * log(Rational(5, 4) / (delta / 2))) / (epsilon / 2),
                4 * _C * sqrt(2 * log(Rational(5, 2) / delta)) / (n * epsilon),
                ((delta, "0", "1"),),
            ),
            crosschecks=(
                (
                    "the exact divergence of a pair that dominates all, d ranges and the noise",
                    FiniteCheck(
                        r"\delta_{exact}(\varepsilon)\le\delta",
                        f"{_GRID}; d = 1, 4, 64; n = 5000, m = 100; in balls, and again by the plan's own profile",
                        compositions.spends(compositions.CENTRAL, ((5000, 100, 1), (5000, 100, 4), (5000, 100, 64))),
                    ),
                ),
                _constants(compositions.CENTRAL, r"\varepsilon_r"),
            ),
        ),
        note="The exact divergence is far below delta, for Theorem 2.4 and the Gaussian mechanism are both loose. In the central model one user's "
        "change moves the mean of the truncated points by 2C/n.",
    ),
    Claim(
        "bassily/thm4.3/mechanism",
        "Section 4.2, Theorem 4.3: the mechanism, as it runs",
        Kind.ALGORITHM,
        "the local mean estimator, both messages of a user",
        FiniteCheck(
            r"\sigma=\tfrac C\varepsilon\sqrt{8\log(1.25/\delta)}\text{ after Algorithm 3 at }\tfrac\varepsilon2:\ \delta_{exact}(\varepsilon)\le\delta",
            "n = 64, m = 10^4, d = 4, epsilon = 1/2, delta = 10^-8; in balls, and again by the plan's own profile",
            compositions.spends(compositions.PRINTED, ((64, 10**4, 4),), ((0.5, 1e-8),)),
        ),
        Derived(
            r"\varepsilon\le1,\ \delta\le\tfrac12,\ \sigma=\tfrac C\varepsilon\sqrt{32\log(1.25/\delta)},\ C=\tau\Big(1+2\sqrt{2\log\tfrac{8nd}\gamma}\Big):"
            r"\ (\varepsilon,\delta)\text{-LDP};\text{ so is }\sqrt8\text{ where other users answer}",
            ("bassily/thm4.3/privacy", "bassily/thm4.3/utility", "bassily/alg2/privacy", "bassily/own/gaussian"),
            Identity(
                2 * _C / epsilon * sqrt(2 * log(Rational(5, 4) / delta)),
                _C / epsilon * sqrt(8 * log(Rational(5, 4) / delta)),
                ((delta, "0", "1"),),
                r"\text{disjoint users: sensitivity }2C\text{ at all of }(\varepsilon,\delta)\text{, and Algorithm 2 at all of }\varepsilon",
            ),
            crosschecks=(
                (
                    "the exact divergence of both messages",
                    FiniteCheck(
                        r"\delta_{exact}(\varepsilon)\le\delta",
                        f"{_GRID}; (d, n, m) = (1, 64, 10^4), (4, 64, 10^4), (16, 4000, 1); in balls, and again by the plan's own profile",
                        compositions.spends(compositions.LOCAL, ((64, 10**4, 1), (64, 10**4, 4), (4000, 1, 16))),
                    ),
                ),
                _constants(compositions.LOCAL, r"\text{budget of the votes}"),
            ),
        ),
        correction=(
            "sqrt(32) for sqrt(8), and the larger C, as in the parts; or let different users answer the two questions"
        ),
        severity=Severity.PRIVACY,
        theorem="bassily/thm3.2",
        note=("The exact divergence is in bassily/own/printed-noise."),
        root="bassily/thm4.3/privacy",
    ),
    Claim(
        "bassily/own/printed-noise",
        "to Section 4.2, Theorem 4.3",
        Kind.PRIVACY,
        "what Theorem 4.3's mechanism spends as printed",
        None,
        FiniteCheck(
            r"\varepsilon=\tfrac12,\ \delta=10^{-8}:\ 827\,\delta<\delta_{exact}(\varepsilon)",
            "n = 64, m = 10^4, d = 4; in balls, and again by the plan's own profile",
            compositions.spends(compositions.PRINTED, ((64, 10**4, 4),), ((0.5, 1e-8),), multiple=827),
            ">",
        ),
        note="828 times the nominal delta. The factor grows as delta falls; at epsilon = 1/10, delta = 1/1000 the mechanism is within its "
        "budget, as the classical noise of the Gaussian mechanism is more than is needed.",
    ),
    Claim(
        "bassily/own/local-bound",
        "ours, for Theorem 4.3 as corrected, on user means",
        Kind.UPPER_RATE,
        "the bound in the local model that ships with the estimator",
        None,
        Derived(
            r"E\|\hat\mu-\mu\|^2\le\frac{D^2}{nm}+\frac{d\sigma^2}n+\min\Big\{1,\tfrac54\gamma+d\,t\,e^{-\tanh^2(\varepsilon/8)g/4}\Big\}"
            r"\big(3D+\sqrt d(D+2\tau')\big)^2,\ g\text{ users a co-ordinate}",
            ("bassily/own/concentration", "bassily/lemma4.2/a", "bassily/lemmaB.1/c/others", "bassily/lemma4.2/b"),
            AllOf(
                r"\text{on success nothing is truncated; off it the error is at most }\|x_i-c\|+\|x_i-\mu\|,\ \|c\|\le\sqrt d(D+2\tau')",
                (
                    *_FAILURES,
                    ("c_(epsilon/2) = tanh(epsilon/8)", Identity((epsilon / 2) / 4, epsilon / 8)),
                    ("the noise of a mean of n messages", Identity(n * (_S / n) ** 2, _S**2 / n)),
                ),
            ),
            crosschecks=(_shipped(compositions.LOCAL),),
        ),
        note="On average over the rotation. A projection to a ball around c moves a point by at most its distance from c. The noise is independent of "
        "votes and data, so that it enters once. d is the padded dimension.",
    ),
    Claim(
        "bassily/own/local-rate",
        "ours, for Theorem 4.3 as corrected, on user means",
        Kind.UPPER_RATE,
        "the rate of the local mean, with a constant",
        None,
        Derived(
            r"\gamma=\tfrac1{nm},\ n\ge\frac{4d\log(dtnm)}{\tanh^2(\varepsilon/8)}:\ E\|\hat\mu-\mu\|^2\le\frac{D^2}{nm}+38000\,\frac{dD^2}m\cdot"
            r"\frac{\log(nm)\log(dnm)\log(1/\delta)}{n\varepsilon^2},\ \varepsilon\le1,\ \delta\le\tfrac12",
            ("bassily/own/local-bound",),
            AllOf(
                r"32\cdot16\cdot11\cdot5\cdot\tfrac43+\tfrac94\cdot36/\log^32\le38000",
                (
                    *_ORDERS,
                    (
                        "log(1.25/delta) <= 4/3 log(1/delta)",
                        at_most(log(Rational(5, 4)) + _L, Rational(4, 3) * _L, _LOG),
                    ),
                    (
                        "the votes: d t e^(-...) <= 1/(nm) at the least n",
                        Identity(d * _T * exp(-(_C**2) / 4 * (4 * log(d * _T * n * m) / _C**2)), 1 / (n * m)),
                    ),
                    (
                        "the constants, as three logarithms are at least log 2 and epsilon at most 1",
                        at_most(
                            Rational(4, 3) * _HIGH * _Y + Rational(9, 4) * 36 / log(Integer(2)) ** 3 * _Y,
                            LOCAL * _Y,
                            positive(_Y),
                        ),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the display at the least n and beyond",
                    FiniteCheck(
                        r"\text{display}\le\tfrac1{nm}+38000\,(\cdots)",
                        _RATES,
                        compositions.rate(compositions.LOCAL, int(LOCAL)),
                    ),
                ),
            ),
        ),
        note="2d divides n and nm >= 2. d is a power of two, else the padded one.",
    ),
    Claim(
        "bassily/own/central-bound",
        "ours, for Theorem 4.1, on user means",
        Kind.UPPER_RATE,
        "the bound in the central model that ships with the estimator",
        None,
        Derived(
            r"E\|\hat\mu-\mu\|^2\le\frac{D^2}{nm}+d\sigma^2+\min\Big\{1,\tfrac54\gamma+d\,t\,e^{-\varepsilon_rn/4}\Big\}"
            r"\big(3D+\sqrt d(D+2\tau')\big)^2",
            ("bassily/own/concentration", "bassily/lemma4.2/a", "bassily/alg6/utility", "bassily/thm4.1"),
            AllOf(
                r"\text{as in the local model, the ranges by Algorithm 6 and one noise on the mean}",
                _FAILURES,
            ),
            crosschecks=(_shipped(compositions.CENTRAL),),
        ),
        note="At gamma = 1/(nm) the third term is of order d D^2/(nm), which is above the rate where n epsilon^2 is large: see bassily/own/central-rate.",
    ),
    Claim(
        "bassily/own/central-rate",
        "ours, for Theorem 4.1, on user means",
        Kind.UPPER_RATE,
        "the rate of the central mean, with a constant",
        None,
        Derived(
            r"\gamma=\tfrac1{dnm},\ n\ge\frac{4\log(d^2tnm)}{\varepsilon_r}:\ E\|\hat\mu-\mu\|^2\le\frac{82D^2}{nm}+66000\,\frac{dD^2}m\cdot"
            r"\frac{\{\log(dnm)\}^2\log(1/\delta)}{n^2\varepsilon^2},\ \varepsilon\le1,\ \delta\le\tfrac12",
            ("bassily/own/central-bound",),
            AllOf(
                r"32\cdot16\cdot11\cdot5\cdot\tfrac73\le66000;\ 1+\tfrac94\cdot36=82",
                (
                    *_ORDERS,
                    (
                        "log(2.5/delta) <= 7/3 log(1/delta)",
                        at_most(log(Rational(5, 2)) + _L, Rational(7, 3) * _L, _LOG),
                    ),
                    (
                        "the ranges: d t e^(-epsilon_r n/4) <= 1/(dnm) at the least n",
                        Identity(d * _T * exp(-_B / 4 * (4 * log(d**2 * _T * n * m) / _B)), 1 / (d * n * m)),
                    ),
                    ("the failures, 9/4 gamma (6 sqrt(d) D)^2", Identity(1 + Rational(9, 4) / d * 36 * d, Integer(82))),
                    ("the constants", at_most(Rational(7, 3) * _HIGH * _Y, CENTRAL * _Y, positive(_Y))),
                ),
            ),
            crosschecks=(
                (
                    "the display at the least n and beyond",
                    FiniteCheck(
                        r"\text{display}\le\tfrac{82}{nm}+66000\,(\cdots)",
                        _RATES,
                        compositions.rate(compositions.CENTRAL, int(CENTRAL)),
                    ),
                ),
            ),
        ),
        note="nm >= 2. log(n/gamma) = log(d n^2 m) <= 2 log(dnm). d is a power of two, else the padded one.",
    ),
)
