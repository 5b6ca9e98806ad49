"""bassily Lemma 4.2 and Theorem 4.3: the mean under local privacy; its budget, its truncation, and what holds."""

import sympy
from sympy import Integer, Rational, exp, log, sqrt

from notation.symbols import d, delta, epsilon
from verify.papers.bassily.instances import mean_estimators as estimators
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_TAU, _K, _T, _GAMMA, _LOG, _C, _Y = sympy.symbols("tau k t gamma Lambda c y", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_SHARE = Variable(_X, Integer(0), Integer(1))
_RADIUS = _TAU * sqrt(2 * _LOG / d)
_REACH = _TAU * (1 + 2 * sqrt(2 * _LOG))
_LOG_DELTA = log(Rational(5, 4) / delta)
_LEAST = 4 * d * log(4 * d * _T / _GAMMA) / _C**2
"""The least k; c = tanh(epsilon/4) for the epsilon of Algorithm 3."""


CLAIMS = (
    Claim(
        "bassily/alg3",
        "Section 4.2, Algorithm 3, step 1",
        Kind.ALGORITHM,
        "the random rotation",
        FiniteCheck(r"\|HDx\|=\|x\|", "d = 2, x the first axis, D the identity", estimators.unscaled, "=="),
        FiniteCheck(
            r"U=\tfrac1{\sqrt d}HD:\ U^{\mathsf T}U=I",
            "d = 1, 2, 4, 8, all diagonals of signs, all entries",
            estimators.orthogonal,
            "==",
        ),
        correction="a factor 1/sqrt(d): a Hadamard matrix has entries 1 and -1, and HD stretches lengths by sqrt(d), out of the range "
        "[-R, R] that Algorithm 2 divides",
        severity=Severity.TYPO,
        theorem="bassily/lemma4.2/b",
        note="Unless the matrix is meant with entries +-1/sqrt(d), as the proof of Lemma 4.2 then uses it.",
    ),
    Claim(
        "bassily/lemma4.2/b",
        "Appendix B.2, proof of Lemma 4.2, the use of Lemma B.1",
        Kind.INEQUALITY,
        "the groups find their coordinates",
        FiniteCheck(
            r"k\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}R}{\tau\gamma}\Rightarrow P(\|\tilde\mu'-U\mu\|_\infty>4\tau')\le\tfrac\gamma4,"
            r"\ \tau'=10\tau\sqrt{\tfrac{\log(4kd/\gamma)}d}",
            "d = 1, epsilon = 1, R = 200 tau', gamma = 1/20, data on two bins",
            estimators.printed_groups,
        ),
        Derived(
            r"k\ge\tfrac{4d}{c_\varepsilon^2}\log\tfrac{4dt}\gamma\Rightarrow P(\|\tilde\mu'-Ux_0\|_\infty>2\tau')\le\tfrac\gamma4,"
            r"\ \|\tilde\mu-x_0\|\le2\sqrt d\,\tau'\text{ otherwise},\ \tau'=\tau\sqrt{\tfrac2d\log\tfrac{8kd}\gamma}",
            ("bassily/lemmaB.1/a", "bassily/lemmaB.1/c/others", "bassily/lemma4.2/a"),
            AllOf(
                r"k/d\text{ users for each coordinate},\ t=\lceil R/\tau'\rceil\text{ bins of width }2\tau'",
                (
                    (
                        "an empty bin wins somewhere: d t e^(-c^2 (k/d)/4)",
                        Identity(d * _T * exp(-(_C**2) * (_LEAST / d) / 4), _GAMMA / 4),
                    ),
                    (
                        "the middle of a bin that the data meet: within tau' of a point within tau' of the centre",
                        at_most(
                            (1 - 2 * _X + 1 - 2 * _Y) ** 2,
                            Integer(4),
                            _SHARE,
                            Variable(_Y, Integer(0), Integer(1), True),
                        ),
                    ),
                    ("d coordinates of at most 2 tau'", Identity(sqrt(d * (2 * _RADIUS) ** 2), 2 * sqrt(d) * _RADIUS)),
                ),
            ),
            crosschecks=(
                (
                    "the middles of the bins, d = 1",
                    FiniteCheck(
                        r"|\tilde\mu-X_i|\le\tau+2\tau'",
                        "k = 1, 10, 1000, gamma = 1, 1/100, x_0 in steps of tau'/12, every bin that the data meet",
                        estimators.middles,
                    ),
                ),
            ),
        ),
        correction="c_epsilon^2 = tanh(epsilon/4)^2 for epsilon^2, as in bassily/lemmaB.1",
        severity=Severity.CONSTANT,
        theorem="bassily/thm4.3/utility",
        note="k = 48 > 4 log(R/(tau gamma)). The paper's right side is 4 max |X'_i - R x_0|, which would be 0 for equal data; read as "
        "4 tau', the bound on it that the display before names.",
        root="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemma4.2",
        "Section 4.2, Lemma 4.2, by Algorithm 3",
        Kind.INEQUALITY,
        "the crude mean under local privacy",
        Whole(
            r"\text{by the steps printed: }k>\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}R}{\tau\gamma}\Rightarrow"
            r"\|\tilde\mu-\mu\|=O(\tau\sqrt{\log(dk/\gamma)})",
            ("bassily/lemma4.2/a", "bassily/lemma4.2/b"),
        ),
        Derived(
            r"k\ge\tfrac{4d}{c_\varepsilon^2}\log\tfrac{4dt}\gamma\Rightarrow P\Big(\|\tilde\mu-\mu\|>\tau\Big(1+2\sqrt{2\log\tfrac{8kd}\gamma}"
            r"\Big)\Big)\le2\gamma",
            ("bassily/alg2/privacy", "bassily/lemma4.2/a", "bassily/lemma4.2/b"),
            AllOf(
                r"\|\tilde\mu-\mu\|\le\|\tilde\mu-x_0\|+\|x_0-\mu\|",
                (
                    ("the distance", Identity(2 * sqrt(d) * _RADIUS + _TAU, _REACH)),
                    ("concentration, rotation, votes", at_most(_X + _X / 4 + _X / 4, 2 * _X, _SHARE)),
                ),
            ),
        ),
        correction="the number of users as in bassily/lemma4.2/b; that no local algorithm whatever needs fewer is not claimed",
        severity=Severity.CONSTANT,
        theorem="bassily/thm4.3/utility",
        note="Each user sends one message of Algorithm 2, so that the whole is epsilon-private.",
    ),
    Claim(
        "bassily/thm4.3/privacy",
        "Section 4.2, Theorem 4.3, (iii)",
        Kind.PRIVACY,
        "both messages of a user together",
        FiniteCheck(
            r"\text{Algorithm 2 at }\tfrac\varepsilon2\text{, then }\mathcal N\Big(0,\tfrac{8C^2\log(1.25/\delta)}{\varepsilon^2}\Big)"
            r"\text{ on the point within }C:\ \delta_{exact}(\varepsilon)\le\delta",
            "d = 1, epsilon = 1/2, delta = 10^-8, points that are moved to both ends",
            estimators.whole_budget_twice,
        ),
        Derived(
            r"\sigma=\tfrac C\varepsilon\sqrt{32\log(1.25/\delta)},\ \varepsilon\le1,\ \delta\le\tfrac12:\ (\varepsilon,\delta)\text{-LDP}",
            ("bassily/alg2/privacy", "bassily/own/gaussian"),
            AllOf(
                r"(\tfrac\varepsilon2,0)+(\tfrac\varepsilon2,\delta)",
                (
                    (
                        "sensitivity 2C at epsilon/2",
                        Identity(
                            2 * _C / (epsilon / 2) * sqrt(2 * _LOG_DELTA),
                            _C / epsilon * sqrt(32 * _LOG_DELTA),
                            ((delta, "0", "1"),),
                        ),
                    ),
                    ("the budgets", Identity(epsilon / 2 + epsilon / 2, epsilon)),
                ),
            ),
            crosschecks=(
                (
                    "the exact divergence of both messages, d = 1",
                    FiniteCheck(
                        r"\delta_{exact}(\varepsilon)\le\delta",
                        "epsilon = 1/10, 1/2, 1; delta = 1/2, 1/200, 1/(2 10^5), 1/(2 10^8)",
                        estimators.half_budget_each,
                    ),
                ),
            ),
        ),
        correction=(
            "Theorem 4.3's privacy sentence falls as printed: its noise spends all of (epsilon, delta) after the "
            "crude mean has spent epsilon/2. (3 epsilon/2, delta) holds by composition, and (epsilon, delta) with"
            " sqrt(32) for sqrt(8), or where different users answer the two questions. Theorem 3.2 stands, with "
            "four times the noise's variance"
        ),
        severity=Severity.PRIVACY,
        theorem="bassily/thm3.2",
        note=(
            "x = -R and x' = R, d = 1, the crude mean at 0, which the other users' votes settle. All users answer both questions: "
            "Algorithm 1 takes the crude mean of the same X^k that it truncates."
        ),
    ),
    Claim(
        "bassily/thm4.3/utility",
        "Section 4.2, Theorem 4.3, (ii)",
        Kind.UPPER_RATE,
        "nothing is truncated",
        FiniteCheck(
            r"C=\tau\sqrt{\log(dn/\gamma)}:\ P(|\mathcal A|>4C)-P(|\mathcal N(0,\tfrac{\sigma^2}k)|>4C)\le2\gamma",
            "d = 1, all data 0, where two bins of width 2 tau' meet; tau' of the proof of Lemma 4.2",
            estimators.off_centre,
        ),
        Derived(
            r"C=\tau\Big(1+2\sqrt{2\log\tfrac{8kd}\gamma}\Big),\ k\ge\tfrac{4d}{\tanh^2(\varepsilon/8)}\log\tfrac{4dt}\gamma\Rightarrow"
            r"\mathcal A(X^k)\sim_{(0,2\gamma)}\mu(X^k)+\mathcal N(0,\tfrac{\sigma^2}kI)",
            ("bassily/lemma4.2", "bassily/lemma4.2/b"),
            AllOf(
                r"\|X_i-\tilde\mu\|\le\|X_i-x_0\|+\|x_0-\tilde\mu\|\le C",
                (
                    ("the distance", Identity(_TAU + 2 * sqrt(d) * _RADIUS, _REACH)),
                    ("Algorithm 3 at epsilon/2", Identity((epsilon / 2) / 4, epsilon / 8)),
                    ("the failures", at_most(_X + _X / 4 + _X / 4, 2 * _X, _SHARE)),
                    ("k independent noises over k", Identity(_K * (_Y / _K) ** 2, _Y**2 / _K)),
                ),
            ),
            crosschecks=(
                (
                    "the middles of the bins, d = 1",
                    FiniteCheck(
                        r"|\tilde\mu-X_i|\le C",
                        "k = 1, 10, 1000, gamma = 1, 1/100, x_0 in steps of tau'/12, every bin that the data meet",
                        estimators.middles,
                    ),
                ),
            ),
        ),
        correction="C must cover the error of the crude mean, 40 tau sqrt(log(4kd/gamma)) by the paper's own Lemma 4.2, or with the "
        "smaller tau' tau (1 + 2 sqrt(2 log(8kd/gamma))); and the number of users as in bassily/lemma4.2/b",
        severity=Severity.CONSTANT,
        theorem="bassily/thm3.2",
        note="n is read as k, and any printed number of users is within k = 10^4 for a suitable R. Every point is tau' from a middle, so "
        "that all are truncated, whichever bin wins.",
    ),
)
