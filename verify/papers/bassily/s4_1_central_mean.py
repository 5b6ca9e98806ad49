"""bassily Theorem 4.1 with explicit constants: Algorithm 6 for each rotated coordinate, then Gaussian noise."""

import sympy
from sympy import Integer, Min, Rational, erfc, exp, log, oo, sqrt

from notation.symbols import d, delta, epsilon
from verify.calculus.textbook import HOEFFDING
from verify.papers.bassily.instances import mean_estimators as estimators
from verify.papers.bassily.setting import least, positive
from verify.prover import Variable
from verify.statements import AllOf, Definition, Derived, FiniteCheck, Identity, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_U, _TAU, _K, _T, _GAMMA, _LOG, _Y, _L = sympy.symbols("u tau k t gamma Lambda y l", positive=True)
_X, _W = sympy.symbols("x w", nonnegative=True)
_E = sympy.Symbol("varepsilon", nonnegative=True)
_SHARE = Variable(_X, Integer(0), Integer(1))
_BELOW_ONE = Variable(_E, Integer(0), Integer(1))
_ROUND = epsilon / (4 * sqrt(2 * d * _LOG))
"""The budget of Algorithm 6 for one coordinate; Lambda = log(2/delta)."""
_RADIUS = _TAU * sqrt(2 * _LOG / d)
"""tau' of a rotated coordinate; Lambda = log(8kd/gamma)."""
_REACH = _TAU * (1 + 2 * sqrt(2 * _LOG))
"""C, where no point is truncated; Lambda = log(8kd/gamma)."""


CLAIMS = (
    Claim(
        "bassily/alg1",
        "Section 4, Algorithm 1",
        Kind.DEFINITION,
        "truncation around a crude mean, and noise",
        Definition(
            r"\tilde\mu=\mathrm{CrudeMean}(X^k,C),\quad\hat\mu=\tfrac1k\sum_{i\le k}"
            r"\big(\Pi_{B(\tilde\mu,C)}(X_i)+\mathcal N(0,\sigma^2I)\big)"
        ),
        note="Our copy has the ball around the output itself, which is read as the crude mean.",
    ),
    Claim(
        "bassily/own/gaussian",
        "ours, for Theorems 4.1 and 4.3: the Gaussian mechanism (Dwork and Roth 2014, Theorem A.1)",
        Kind.PRIVACY,
        "Gaussian noise is private",
        None,
        Derived(
            r"\sigma=\tfrac{\Delta}\varepsilon\sqrt{2\log(1.25/\delta)},\ \varepsilon\le1,\ \delta\le\tfrac12\Rightarrow"
            r"(\varepsilon,\delta)\text{-private for sensitivity }\Delta",
            (),
            AllOf(
                r"P(\mathcal N(\tfrac{r^2}2,r^2)>\varepsilon)\le\delta,\ r=\tfrac\Delta\sigma=\tfrac\varepsilon u,\ "
                r"u^2=2\log(1.25/\delta)",
                (
                    (
                        "the tail begins at u - epsilon/(2u), which is not negative",
                        at_most(_E / 2, 2 * _LOG, _BELOW_ONE, least(_LOG, log(Rational(5, 2)))),
                    ),
                    ("a normal tail at y sqrt(2)", at_most(erfc(_X), exp(-(_X**2)), Variable(_X, Integer(0), oo))),
                    (
                        "the exponent",
                        Identity(
                            (_U - epsilon / (2 * _U)) ** 2 / 2, _U**2 / 2 - epsilon / 2 + epsilon**2 / (8 * _U**2)
                        ),
                    ),
                    ("e^(epsilon/2)/2 <= 1.25", at_most(exp(_E / 2) / 2, Rational(5, 4), _BELOW_ONE)),
                    ("1.25 e^(-u^2/2) = delta", Identity(Rational(5, 4) * exp(-log(Rational(5, 4) / delta)), delta)),
                ),
            ),
            crosschecks=(
                (
                    "the exact divergence",
                    FiniteCheck(
                        r"\delta_{\mathcal N}(\varepsilon)\le\delta",
                        "epsilon = 1/10, 1/2, 1; delta = 1/2, 1/200, 1/(2 10^5), 1/(2 10^8); tails, and again by integration",
                        estimators.gaussian_noise,
                    ),
                ),
            ),
        ),
        note="The log-ratio of the two laws is itself normal, with mean r^2/2 and variance r^2, in every dimension.",
    ),
    Claim(
        "bassily/alg6/privacy",
        "Appendix B.1, Algorithm 6",
        Kind.PRIVACY,
        "Algorithm 6 is epsilon-private",
        Derived(
            r"P(\hat\mu=x)=e^{-\varepsilon c(x)/2}/\textstyle\sum_{x'}e^{-\varepsilon c(x')/2}\text{ changes by a factor }e^\varepsilon\text{ at most with one user}",
            (),
            AllOf(
                r"|c-c'|\le1",
                (
                    (
                        "the sum of weights a and y e^(-+epsilon/2) at least, the factors e^(-epsilon/2)(1 + x)",
                        at_most(
                            exp(-epsilon / 2),
                            exp(-epsilon / 2) * ((1 + _X) * _Y + (1 + _W) * (1 - _Y)),
                            positive(epsilon),
                            Variable(_X, Integer(0), oo),
                            Variable(_W, Integer(0), oo),
                            Variable(_Y, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                    ("both factors", Identity(exp(epsilon / 2) / exp(-epsilon / 2), exp(epsilon))),
                ),
            ),
            crosschecks=(
                (
                    "all data sets",
                    FiniteCheck(
                        r"\max\tfrac{P(\hat\mu=x)}{P'(\hat\mu=x)}\le e^\varepsilon",
                        "n = 1, 2, 3 (4; not quick) users, 2, 3 (4; not quick) midpoints, e^(epsilon/2) = 3/2, 3, all neighbours",
                        estimators.neighbours,
                    ),
                ),
            ),
        ),
        note="c(x) counts users on one side of x; one user changes each of the two counts by one at most.",
    ),
    Claim(
        "bassily/alg6/utility",
        "Appendix B.1, Algorithm 6",
        Kind.INEQUALITY,
        "Algorithm 6 finds the data",
        Derived(
            r"\text{data at two adjacent midpoints: }P(\hat\mu\text{ is neither that has data})\le le^{-\varepsilon n/4}",
            (),
            AllOf(
                r"c=n\text{ where there is no data, and }c\le\tfrac n2\text{ at the midpoint with more}",
                (
                    ("the smaller of both shares", at_most(Min(_X, 1 - _X), Rational(1, 2), _SHARE)),
                    (
                        "one such midpoint's weight over the normaliser",
                        Identity(exp(-epsilon * _K / 2) / exp(-epsilon * _K / 4), exp(-epsilon * _K / 4)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "exact laws",
                    FiniteCheck(
                        r"\big(\tfrac{P(\cdot)}l\big)^2\le e^{-\varepsilon n/2}",
                        "n = 1, 2, 3, 6, l = 2, 3, 5, e^(epsilon/2) = 3/2, 3, all data at two adjacent midpoints",
                        estimators.unoccupied,
                    ),
                ),
            ),
        ),
        note="Data within tau of x_0 meet two adjacent bins of width 2 tau at most (bassily/lemmaB.1/a), whose middles are within 2 "
        "tau of x_0 if they have data.",
    ),
    Claim(
        "bassily/alg6",
        "Appendix B.1, Algorithm 6",
        Kind.ALGORITHM,
        "the range in the central model: its privacy and its aim, each a claim",
        Whole(
            r"\text{Algorithm 6 is }\varepsilon\text{-private and misses data at two midpoints with }le^{-\varepsilon n/4}\text{ at most}",
            ("bassily/alg6/privacy", "bassily/alg6/utility"),
        ),
        note=("l = B/tau is rounded up where it is no integer, as in bassily/alg2."),
    ),
    Claim(
        "bassily/lemma4.2/a",
        "Appendix B.2, proof of Lemma 4.2, after Levy et al. 2021, Lemma 2",
        Kind.INEQUALITY,
        "a random rotation spreads vectors over the coordinates",
        Derived(
            r"P\Big(\max_i\|U(X_i-x_0)\|_\infty>10\max_i\|X_i-x_0\|\sqrt{\tfrac{\log(4kd/\gamma)}d}\Big)\le\tfrac\gamma4;"
            r"\text{ even }\sqrt{\tfrac{2\log(8kd/\gamma)}d}\text{ for the factor}",
            (),
            AllOf(
                r"(Uv)_j=\tfrac1{\sqrt d}\sum_i\pm v_i",
                (
                    (
                        "Hoeffding for d terms in intervals of squared widths adding up to 4|v|^2/d, over kd entries",
                        Identity(2 * _K * d * exp(-2 * (2 * log(8 * _K * d / _GAMMA) / d) / (4 / d)), _GAMMA / 4),
                    ),
                    (
                        "the printed factor is larger, y = log(4kd/gamma)",
                        at_most(2 * (_Y + log(Integer(2))), 100 * _Y, least(_Y, log(Integer(4)))),
                    ),
                ),
            ),
            (HOEFFDING,),
            crosschecks=(
                (
                    "one entry, all diagonals",
                    FiniteCheck(
                        r"P(|(Uv)_j|\ge s)\le2e^{-ds^2/(2\|v\|^2)}",
                        "d = 1, 2, 4, 8; an axis, the diagonal, (1, 2, ...); the first and the last row, every s that occurs",
                        estimators.rotated,
                    ),
                ),
            ),
        ),
        note="For U = HD/sqrt(d): Algorithm 3 prints HD, which is no rotation. d is a power of two, else padded with zeros.",
    ),
    Claim(
        "bassily/thm4.1",
        "Section 4.1, Theorem 4.1, and Appendix B.1",
        Kind.UPPER_RATE,
        "the central mean estimator",
        UpToConstant(
            _L**2,
            log(_L) * log(1 / delta),
            (least(_L, 2), Variable(delta, Integer(0), Integer(1), open_lower=True, open_upper=True)),
            family=((_L, _K), (delta, Rational(1, 100))),
            along=_K,
            text=r"k=\Omega\big(\sqrt{d\log(1/\delta)}\log(dRn/(\tau/\gamma))/\varepsilon\big)\Rightarrow\mathcal A(X^k)\sim_{(0,2\gamma)}"
            r"\mu(X^k)+\mathcal N(0,\sigma^2I),\ \sigma^2=O\Big(\frac{\tau^2\log(dn/\gamma)\log(1/\delta)}{k^2\varepsilon^2}\Big)",
        ),
        Derived(
            r"k\ge\tfrac{16}\varepsilon\sqrt{2d\log\tfrac2\delta}\log\tfrac{4dt}\gamma,\ t=\lceil R/\tau'\rceil,\ \varepsilon\le1,\ "
            r"\delta\le\tfrac12:\ "
            r"\mathcal A(X^k)\sim_{(0,2\gamma)}\mu(X^k)+\mathcal N(0,\sigma^2I),\ (\varepsilon,\delta)\text{-private},\ "
            r"\sigma^2\le\tfrac{512\tau^2}{k^2\varepsilon^2}\log\tfrac{8kd}\gamma\log\tfrac{5}{2\delta}",
            (
                "bassily/thm2.4",
                "bassily/alg6/privacy",
                "bassily/alg6/utility",
                "bassily/lemma4.2/a",
                "bassily/own/gaussian",
            ),
            AllOf(
                r"\text{Algorithm 6 for each rotated coordinate at }\varepsilon_r=\tfrac{\varepsilon}{4\sqrt{2d\log(2/\delta)}},"
                r"\ \tau'=\tau\sqrt{\tfrac2d\log\tfrac{8kd}\gamma};\ C=\tau\Big(1+2\sqrt{2\log\tfrac{8kd}\gamma}\Big)",
                (
                    ("Theorem 2.4, first term", Identity(_ROUND * sqrt(2 * d * _LOG), epsilon / 4)),
                    ("second term: e^x - 1 <= 2x on [0, 1]", at_most(exp(_X) - 1, 2 * _X, _SHARE)),
                    ("2 d epsilon_r^2", Identity(2 * d * _ROUND**2, epsilon**2 / (16 * _LOG))),
                    (
                        "at most epsilon/4: half of epsilon and of delta is left for the noise",
                        at_most(1 / (16 * _LOG), Rational(1, 4), least(_LOG, log(Integer(2)))),
                    ),
                    (
                        "the noise at (epsilon/2, delta/2) and sensitivity 2C/k; Lambda = log(2.5/delta)",
                        Identity(
                            (2 * _U / _K * sqrt(2 * _LOG) / (epsilon / 2)) ** 2,
                            32 * _U**2 * _LOG / (_K**2 * epsilon**2),
                        ),
                    ),
                    (
                        "C^2 <= 16 tau^2 log(8kd/gamma), over the root: y = 1/root",
                        at_most(
                            (_Y + 2 * sqrt(2)) ** 2,
                            Integer(16),
                            Variable(_Y, Integer(0), 1 / sqrt(log(Integer(8))), True),
                        ),
                    ),
                    (
                        "all coordinates find their data: d t e^(-epsilon_r k/4) at the least k",
                        Identity(d * _T * exp(-_ROUND / 4 * (4 * log(4 * d * _T / _GAMMA) / _ROUND)), _GAMMA / 4),
                    ),
                    ("the least k", Identity(4 / _ROUND, 16 * sqrt(2 * d * _LOG) / epsilon)),
                    ("no point is truncated", Identity(_TAU + sqrt(d) * 2 * _RADIUS, _REACH)),
                    ("the failures", at_most(_X + _X / 4 + _X / 4, 2 * _X, _SHARE)),
                ),
            ),
        ),
        correction=(
            "log(dRn/(tau gamma)): a product, not the quotient tau/gamma, which may be damage to our copy. With "
            "the quotient fewer users would serve the smaller gamma"
        ),
        severity=Severity.TYPO,
        theorem="bassily/thm3.1",
        note=(
            "As printed one user is enough at d = n = k = 1, gamma = tau/R, however large y = R/tau: then the "
            "laws at X = -R and X = R have to be (epsilon, delta)-close, which needs R^2 of the order of sigma^2,"
            " that is y^2 of the order of log(y) log(1/delta) at epsilon = 1/2, delta = 1/100. Cited there from "
            "Levy et al. 2021; proved here with constants, for the mechanism that Appendix B.1 describes. "
            "log(4dt/gamma) is of the order of the logarithm meant. For d a power of two, else twice that. delta "
            "< 1/n is not needed."
        ),
    ),
)
