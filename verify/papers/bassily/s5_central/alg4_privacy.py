"""bassily Section 5, Algorithm 4: privacy of the rounds and of all of them, and the steps of Lemma 5.1."""

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt, tanh

from notation.symbols import d, delta, epsilon, m, n
from verify.calculus.textbook import HOEFFDING_LEMMA
from verify.papers.bassily.instances import gradient_rounds as rounds
from verify.papers.bassily.instances import private_choices as choices
from verify.papers.bassily.setting import BATCH, E1, GAMMA, LOG, ROUNDS, c, least, positive
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_T, _B, _W, _V, _Y = sympy.symbols("T B w v y", positive=True)
_X, _A, _G, _Q = sympy.symbols("x a g q", nonnegative=True)
_R = sympy.Symbol("r", positive=True)
_E = sympy.Symbol("varepsilon", nonnegative=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_BELOW_ONE = Variable(_E, Integer(0), Integer(1))
_LOG2 = least(LOG, log(Integer(2)))
_LAMBDA = 2 * LOG / epsilon - Rational(1, 2)
_LARGEST_DELTA = sqrt(2) * epsilon**2 / (E1 * c * sqrt(d * LOG))
_SMALL_DELTA = Variable(delta, Integer(0), Integer(1), open_lower=True)
_SPREAD = epsilon**2 / (2 * LOG)
"""T times the square of the budget of a round."""


CLAIMS = (
    Claim(
        "bassily/alg4/rounds",
        "Section 5, Algorithm 4, line 2, with the conditions of Theorem 3.1",
        Kind.ALGORITHM,
        "there is at least one round",
        UpToConstant(
            Integer(1),
            ROUNDS,
            (positive(n), positive(d), positive(c), _UNIT),
            family=((n, _R), (d, _R**2 / 16), (epsilon, Rational(1, 2)), (c, log(_R) ** 2)),
            along=_R,
            text=r"n>\sqrt d/\varepsilon\Rightarrow T=\tfrac{n^2\varepsilon^2}{c^2d}\gtrsim1",
        ),
        Derived(
            r"n\ge c\sqrt d/\varepsilon,\ \varepsilon\le1\Rightarrow T\ge1,\ B\le n",
            (),
            AllOf(
                r"w=n\varepsilon/(c\sqrt d)\ge1:\ T=w^2,\ B/n=\varepsilon/((e-1)w\sqrt{2\log(2/\delta)})",
                (
                    ("T", Identity(ROUNDS.subs(n, _W * c * sqrt(d) / epsilon), _W**2)),
                    ("T >= 1", at_most(Integer(1), _W**2, least(_W, 1))),
                    (
                        "B/n",
                        Identity((BATCH / n).subs(n, _W * c * sqrt(d) / epsilon), epsilon / (E1 * _W * sqrt(2 * LOG))),
                    ),
                    ("B <= n at epsilon = w = 1", at_most(1 / (E1 * sqrt(2 * LOG)), Integer(1), _LOG2)),
                ),
            ),
        ),
        correction="n >= c sqrt(d)/epsilon: between sqrt(d)/epsilon and that, T < 1, and there is no round at all",
        severity=Severity.CONSTANT,
        theorem="bassily/thm3.1",
        note="c = (log n)^2, which is of the order of log n log(1/delta) at delta = 1/n; d = n^2/16 and epsilon = 1/2 are in the "
        "theorem's range.",
    ),
    Claim(
        "bassily/alg4/delta0",
        "Section 5, Algorithm 4, line 2, with the condition of Theorem 4.1",
        Kind.ALGORITHM,
        "delta_0 is in the range that the mean estimator asks for, once delta is small",
        Derived(
            r"\delta\le\tfrac{2TB}{n^2}=\tfrac{\sqrt2\,\varepsilon^2}{(e-1)c\sqrt{d\log(2/\delta)}}\Rightarrow\delta_0\le\tfrac1n",
            (),
            AllOf(
                r"n\delta_0\text{ is at most its value at the largest }\delta,\text{ which is }1",
                (
                    (
                        "at the largest delta",
                        Identity(n * (n * _LARGEST_DELTA / (2 * ROUNDS * BATCH)), Integer(1)),
                    ),
                    ("delta_0 grows with delta", at_most(_T * delta, _T, positive(_T), _SMALL_DELTA)),
                ),
            ),
            crosschecks=(
                (
                    "in numbers, T and B computed",
                    FiniteCheck(
                        r"\delta_0\le1/n",
                        "n = 100, 10^4, 10^8; d = 1, 16, 10^4; epsilon = 1/10, 1; c = 10, 100; the largest delta and half of it",
                        rounds.inner_delta,
                    ),
                ),
            ),
        ),
        note=(
            "The range of delta in Theorem 3.1 does not give this by itself: at T = 1 it reaches delta_0 above "
            "1/n. No accusation: what is private at a smaller delta is private at delta, and a smaller delta "
            "costs only logarithms; nor does bassily/thm4.1 need delta_0 < 1/n."
        ),
    ),
    Claim(
        "bassily/sec5/1",
        "Section 5, proof of Theorem 3.1, privacy of a round",
        Kind.PRIVACY,
        "each round's budget",
        Derived(
            r"\text{each round is }\Big(\tfrac{\varepsilon}{\sqrt{2T\log(2/\delta)}},\tfrac{\delta}{2T}\Big)\text{-DP}",
            ("bassily/thm2.5",),
            AllOf(
                r"\tfrac Bn(e-1)\varepsilon_0,\ \tfrac Bn\delta_0\text{ at }\varepsilon_0=1",
                (
                    (
                        "epsilon",
                        Identity(
                            E1 * (n * epsilon / (E1 * sqrt(2 * _T * LOG))) / n,
                            epsilon / sqrt(2 * _T * LOG),
                        ),
                    ),
                    ("delta", Identity(_B / n * (n * delta / (2 * _T * _B)), delta / (2 * _T))),
                ),
            ),
            crosschecks=(
                (
                    "what a sampled randomized response spends, exactly",
                    FiniteCheck(
                        r"\log\big(1+\tfrac Bn(e-1)\big)\le\tfrac{\varepsilon}{\sqrt{2T\log(2/\delta)}},\ B\text{ rounded down}",
                        "n = 100, 10^4; T = 1, 10, 100; epsilon = 1/2, 1; delta = 1/100, 10^-6; epsilon_0 = 1",
                        rounds.round_budget,
                    ),
                ),
            ),
        ),
        note="For a mean estimator that is (1, delta_0)-private. epsilon_0 = 1 is outside the ranges printed in Theorems 2.5 "
        "and 4.1, epsilon < 1; Theorem 2.5 holds there. B is illegible in Algorithm 4 and read from the proof of Lemma 5.1.",
    ),
    Claim(
        "bassily/sec5/2",
        "Section 5, proof of Theorem 3.1, privacy",
        Kind.PRIVACY,
        "T rounds together, by Theorem 2.4",
        FiniteCheck(
            r"\varepsilon'\sqrt{2T\log(2/\delta)}+T\varepsilon'(e^{\varepsilon'}-1)\le\varepsilon,"
            r"\quad\varepsilon'=\tfrac\varepsilon{\sqrt{2T\log(2/\delta)}}",
            "T = 20, epsilon = 9/10, delta = 1/100",
            rounds.advanced_total,
        ),
        Derived(
            r"T\text{ rounds at }\Big(\tfrac{\varepsilon}{\sqrt{2T\log(2/\delta)}},\tfrac\delta{2T}\Big)"
            r"\text{ are }(\varepsilon,\delta)\text{-DP},\ \varepsilon\le1",
            ("bassily/own/decomposition", "zhao/own/kl-absolute"),
            AllOf(
                r"E(1-e^{\varepsilon-S})_+\le\tfrac{e^{-\lambda\varepsilon}Ee^{\lambda S}}{1+\lambda}\le\tfrac\delta2,"
                r"\quad\lambda=\tfrac{2\log(2/\delta)}\varepsilon-\tfrac12",
                (
                    (
                        "a round's mean loss, tanh(x/2) <= x/2",
                        at_most(tanh(_A / 2), _A / 2, Variable(_A, Integer(0), oo)),
                    ),
                    ("1 - e^-y <= y", at_most(1 - exp(-_A), _A, Variable(_A, Integer(0), oo))),
                    (
                        "1 + u <= e^u: so (1 + lambda)(1 - e^-y) <= 1 + lambda y <= e^(lambda y)",
                        at_most(1 + _A, exp(_A), Variable(_A, Integer(0), oo)),
                    ),
                    (
                        "the exponent: the threshold, the means, Hoeffding's lemma",
                        Identity(
                            -_LAMBDA * epsilon + _LAMBDA * _SPREAD / 2 + _LAMBDA**2 * _SPREAD / 2,
                            -LOG + epsilon / 2 - epsilon**2 / (16 * LOG),
                        ),
                    ),
                    (
                        "epsilon e^(epsilon/2) <= epsilon (1 + lambda)",
                        at_most(_E * exp(_E / 2), _E / 2 + 2 * LOG, _BELOW_ONE, _LOG2),
                    ),
                    (
                        "what the rounds give away and the tail add up at most",
                        Identity(_X + _A - (1 - (1 - _X) * (1 - _A)), _X * _A),
                    ),
                    ("to delta", Identity(_T * delta / (2 * _T) + exp(-log(2 / delta)), delta)),
                ),
            ),
            (HOEFFDING_LEMMA,),
            crosschecks=(
                (
                    "exact optimal composition",
                    FiniteCheck(
                        r"\delta_{opt}(\varepsilon)\le\delta",
                        "T = 1, 2, 20, 100; epsilon = 1/10, 1; delta = 1/2, 1/100, 10^-6",
                        rounds.optimal_total,
                    ),
                ),
            ),
        ),
        correction="Theorem 2.4 has a second term, T epsilon' (e^epsilon' - 1), about epsilon^2/(2 log(2/delta)), so that the "
        "total it gives is above epsilon for every choice of parameters; the rounds are private as claimed, by the "
        "exponential moment of the loss",
        severity=Severity.PROOF_GAP,
        theorem="bassily/thm3.1",
    ),
    Claim(
        "bassily/sec5/10",
        "Section 5, proof of Lemma 5.1",
        Kind.IDENTITY,
        "gamma/(4T) in the problem's quantities",
        Identity(
            GAMMA / (4 * ROUNDS),
            c**2 * d / (4 * n ** Rational(5, 2) * sqrt(m) * epsilon**2),
            text=r"\tfrac\gamma{4T}=\tfrac{c^2d}{4n^{5/2}\sqrt m\varepsilon^2}",
        ),
    ),
    Claim(
        "bassily/sec5/11/range",
        "Section 5, proof of Lemma 5.1",
        Kind.INEQUALITY,
        "the range of delta is within gamma/(4T)",
        Derived(
            r"\delta<\tfrac d{4n^{5/2}\sqrt m\varepsilon^2},\ c\ge1\Rightarrow\delta\le\tfrac\gamma{4T}",
            ("bassily/sec5/10",),
            at_most(Integer(1), c**2, least(c, 1)),
        ),
    ),
    Claim(
        "bassily/sec5/11/sum",
        "Section 5, proof of Lemma 5.1",
        Kind.INEQUALITY,
        "the bound on gamma'",
        Derived(
            r"\delta\le\tfrac\gamma{4T},\ \varepsilon\le1\Rightarrow\tfrac{e^\varepsilon\gamma}{4eT}+\delta\le\tfrac\gamma{2T}",
            (),
            at_most(exp(_E - 1) / 4 + Rational(1, 4), Rational(1, 2), _BELOW_ONE),
        ),
        note="In units of gamma/T. With the e^(2 epsilon) that Theorem 3.4 prints it fails for epsilon > 1/2; e^epsilon is "
        "what Theorem 3.4 gives by bassily/thm3.4/step-e.",
    ),
    Claim(
        "bassily/sec5/11/apply",
        "Section 5, proof of Lemma 5.1, the use of Theorem 3.4",
        Kind.INEQUALITY,
        "Theorem 3.4 for the users of a batch",
        FiniteCheck(
            r"P(\text{some user is beyond }\tau)\le e^\varepsilon n\gamma_0+\delta",
            "two users whose data are shown, each with chance 1/4",
            choices.shown_by_chance,
        ),
        Derived(
            r"\gamma'=B\Big(\tfrac{e^\varepsilon\gamma}{4eTn}+\delta\Big)\le\tfrac\gamma{2T}"
            r"\text{ for }\delta\le\tfrac\gamma{4TB},\ B\le n,\ \varepsilon\le1",
            ("bassily/thm3.4",),
            at_most(
                _Q * exp(_E - 1) / 4 + Rational(1, 4), Rational(1, 2), Variable(_Q, Integer(0), Integer(1)), _BELOW_ONE
            ),
        ),
        correction="delta counts once for each user of the batch, as in Theorem 3.4: delta <= gamma/(4TB) is needed, which the "
        "printed range gives only where B <= c^2",
        severity=Severity.PROOF_GAP,
        theorem="bassily/lemma5.1",
        note="q = B/n.",
    ),
    Claim(
        "bassily/sec5/11",
        "Section 5, proof of Lemma 5.1",
        Kind.INEQUALITY,
        "the gradients of a round are concentrated",
        Whole(
            r"\gamma'=\tfrac{e^\varepsilon\gamma}{4eT}+\delta\le\tfrac\gamma{2T}",
            ("bassily/sec5/11/range", "bassily/sec5/11/sum", "bassily/sec5/11/apply"),
        ),
        Whole(
            r"\gamma'=B\Big(\tfrac{e^\varepsilon\gamma}{4eTn}+\delta\Big)\le\tfrac\gamma{2T}\text{ for }\delta\le\tfrac\gamma{4TB}",
            ("bassily/sec5/11/range", "bassily/sec5/11/sum", "bassily/sec5/11/apply"),
            as_corrected=True,
        ),
        correction="delta <= gamma/(4TB), and delta counted for each user",
        severity=Severity.PROOF_GAP,
        theorem="bassily/lemma5.1",
    ),
    Claim(
        "bassily/sec5/12",
        "Section 5, proof of Lemma 5.1",
        Kind.RATE_ALGEBRA,
        "the batch is of order sqrt(d)",
        Derived(
            r"B=\tfrac{n\varepsilon}{(e-1)\sqrt{2T\log(2/\delta)}}=\tfrac{c\sqrt d}{(e-1)\sqrt{2\log(2/\delta)}}"
            r"\ge\tfrac{\log n\sqrt{\log(1/\delta)}}{4}\sqrt d",
            ("bassily/rate-algebra6",),
            AllOf(
                r"c=\log n\log(1/\delta),\ \delta\le\tfrac12:\ \log(2/\delta)\le2\log(1/\delta)",
                (
                    (
                        "the logarithm, g = log(1/delta)",
                        at_most((log(Integer(2)) + _W) / _W, Integer(2), least(_W, log(Integer(2)))),
                    ),
                    ("the constant, times g", at_most(E1 * 2 * _W, 4 * _W, least(_W, log(Integer(2))))),
                ),
            ),
        ),
        note="epsilon_0 = 1. Theorem 4.1 asks for sqrt(d log(1/delta_0)) log(d R n/(tau gamma)) up to a constant.",
    ),
    Claim(
        "bassily/lemma5.1/noise",
        "Section 5, Lemma 5.1, the variance",
        Kind.INEQUALITY,
        "Theorem 4.1's variance at this radius",
        Derived(
            r"\tau^2\log(\tfrac{dn}\gamma)\log(\tfrac1{\delta_0})\tfrac1{B^2}\lesssim\tfrac{L^2\log^2(n/\gamma)\log(n/\delta)}{mB^2},"
            r"\quad\tau^2=\tfrac{2L^2}m\log\tfrac{8eTn}\gamma",
            (),
            AllOf(
                r"T,d\le n^2,\ B\le n,\ n\ge2",
                (
                    (
                        "log(8 e T n/gamma) <= 8 log(n/gamma), x = log n, g = log(1/gamma)",
                        at_most(
                            1 + 3 * log(Integer(2)) + 3 * _X + _G,
                            8 * (_X + _G),
                            least(_X, log(Integer(2))),
                            Variable(_G, Integer(0), oo),
                        ),
                    ),
                    (
                        "log(d n/gamma) <= 3 log(n/gamma)",
                        at_most(3 * _X + _G, 3 * (_X + _G), Variable(_X, Integer(0), oo), Variable(_G, Integer(0), oo)),
                    ),
                    (
                        "log(1/delta_0) = log(2TB/(n delta)) <= 3 log(n/delta)",
                        at_most(
                            log(Integer(2)) + 2 * _X + _G,
                            3 * (_X + _G),
                            least(_X, log(Integer(2))),
                            Variable(_G, Integer(0), oo),
                        ),
                    ),
                ),
            ),
        ),
        note="The constant is 2 * 8 * 3 * 3 times that of Theorem 4.1; d <= n^2 and T <= n^2 from n > sqrt(d)/epsilon and c >= 1.",
    ),
    Claim(
        "bassily/lemma5.1",
        "Section 5, Lemma 5.1",
        Kind.INEQUALITY,
        "the trajectory is that of a noisy gradient method",
        Whole(
            r"\text{by the steps printed: }(\theta_0,\ldots,\theta_T)\sim_{(0,\gamma)}(\theta_0',\ldots,\theta_T'),\ \gamma=1/\sqrt{mn}",
            ("bassily/sec2b", "bassily/sec5/10", "bassily/sec5/11", "bassily/sec5/12", "bassily/lemma5.1/noise"),
        ),
        Whole(
            r"(\theta_0,\ldots,\theta_T)\sim_{(0,\gamma)}(\theta_0',\ldots,\theta_T')\text{ for }\delta\le\tfrac\gamma{4TB},"
            r"\ \tau=\tfrac L{\sqrt m}(1+\sqrt{2\log(4eTn/\gamma)})",
            (
                "bassily/sec2b",
                "bassily/sec2a/bounded",
                "bassily/sec5/10",
                "bassily/sec5/11",
                "bassily/sec5/12",
                "bassily/lemma5.1/noise",
            ),
            as_corrected=True,
        ),
        correction="delta <= gamma/(4TB); the radius from the concentration of bounded vectors, since sub-Gaussian in every "
        "direction does not give it in dimension d (bassily/sec2a)",
        severity=Severity.PROOF_GAP,
        theorem="bassily/thm3.1",
        note="The steps, with Theorem 4.1 granted: its 2 gamma' = gamma/T in each of T rounds. What is refuted is the printed proof, not that "
        "the trajectories are close in the printed range of delta.",
    ),
)
