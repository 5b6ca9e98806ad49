"""bassily Section 2: indistinguishability, composition against the optimal one, subsampling."""

import sympy
from sympy import Integer, exp, log, sqrt, tanh

from notation.symbols import epsilon
from verify.calculus.textbook import CANONICAL_PAIR, HOEFFDING_LEMMA
from verify.papers.bassily.instances import exact_laws as instances
from verify.papers.bassily.setting import E1, positive
from verify.prover import Variable
from verify.statements import AllOf, Definition, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind

_K, _T, _Q, _LAMBDA, _M, _P = sympy.symbols("k t q lambda m p", positive=True)
_X, _A = sympy.symbols("x a", nonnegative=True)
_LOG = sympy.Symbol("Lambda", positive=True)
_SUB = log(1 + _Q * (exp(epsilon) - 1))
_BETA = (1 + _Q * (exp(epsilon) - 1)) / exp(epsilon)
_EPS01 = sympy.Symbol("varepsilon", nonnegative=True)
_SHARE = Variable(_X, Integer(0), Integer(1))
_OVER = Variable(_A, Integer(0), sympy.oo)
_CHANCES = (positive(epsilon), Variable(_X, Integer(0), Integer(1)), Variable(_A, Integer(0), Integer(1)))
_EXPONENT = -_LAMBDA * _T + _K * _LAMBDA**2 * (2 * epsilon) ** 2 / 8


CLAIMS = (
    Claim(
        "bassily/def2.1",
        "Definition 2.1 and the sentence after it",
        Kind.IDENTITY,
        "at epsilon = 0 indistinguishability is total variation",
        FiniteCheck(
            r"\sup_O\max\big(P(O)-Q(O),Q(O)-P(O)\big)=\tfrac12\sum_o|P(o)-Q(o)|",
            "all pairs of laws on three atoms with denominator 6, all events",
            instances.events,
            "==",
        ),
        note="At epsilon = 0 the definition asks |P(O) - Q(O)| <= delta for every event.",
    ),
    Claim(
        "bassily/def2.2",
        "Definitions 2.2 and 2.3",
        Kind.DEFINITION,
        "user-level and local privacy",
        Definition(
            r"\mathcal A(S)\sim_{(\varepsilon,\delta)}\mathcal A(S')\text{ for } S, S' \text{ that differ in one user's"
            r" } m \text{ samples; locally, } \mathcal R(\mathbf z)\sim_{(\varepsilon,\delta)}\mathcal R(\mathbf z')"
            r"\text{ for all }\mathbf z,\mathbf z'"
        ),
    ),
    Claim(
        "bassily/own/decomposition",
        "ours, behind Theorem 2.4 and the proof of Theorem 3.1",
        Kind.PRIVACY,
        "an indistinguishable pair is a mixture of a pure one and of what gives all away",
        None,
        Derived(
            r"P\sim_{(\varepsilon,\delta)}Q\Rightarrow P=(1-\delta)P'+\delta P'',\ Q=(1-\delta)Q'+\delta Q'',"
            r"\ e^{-\varepsilon}\le P'/Q'\le e^\varepsilon",
            (),
            AllOf(
                r"P'=P_0'K,\ Q'=P_1'K,\ P_0',P_1'\text{ the middle atoms of the canonical pair over }1-\delta",
                (
                    (
                        "the middle atoms make a law",
                        Identity(exp(epsilon) / (1 + exp(epsilon)) + 1 / (1 + exp(epsilon)), Integer(1)),
                    ),
                    (
                        "through K, with chances x and x + a, the ratio stays below e^epsilon",
                        at_most(exp(epsilon) * (_X + _A) + _X, exp(epsilon) * (_X + _A + exp(epsilon) * _X), *_CHANCES),
                    ),
                    (
                        "and the other way",
                        at_most(_X + _A + exp(epsilon) * _X, exp(epsilon) * (exp(epsilon) * (_X + _A) + _X), *_CHANCES),
                    ),
                ),
            ),
            (CANONICAL_PAIR,),
            crosschecks=(
                (
                    "built, on three atoms",
                    FiniteCheck(
                        r"e^{-\varepsilon}\le P'/Q'\le e^\varepsilon,\ \text{both of mass }1-\delta\text{ below }P\text{ and }Q",
                        "all pairs of laws on three atoms with denominator 4 (6; not quick), e^epsilon = 3/2 and 3, delta the least",
                        instances.decompositions,
                    ),
                ),
            ),
        ),
        note="A decomposition of each round serves adaptive composition, as the next pair may depend on what came before. In the "
        "crosscheck the parts are built without the canonical pair: atoms that only one law has go to the other part.",
    ),
    Claim(
        "bassily/thm2.4",
        "Theorem 2.4",
        Kind.PRIVACY,
        "advanced composition",
        Derived(
            r"(A_1,\ldots,A_k)\text{ is }\big(\varepsilon\sqrt{2k\log(1/\delta')}+k\varepsilon(e^\varepsilon-1),"
            r"\ \delta'+k\delta\big)\text{-DP}",
            ("bassily/own/decomposition", "zhao/own/kl-absolute"),
            AllOf(
                r"\text{the tail of the loss's sum, whose terms lie in }[-\varepsilon,\varepsilon]\text{ and have means}"
                r"\le\varepsilon\tanh(\varepsilon/2)",
                (
                    (
                        "the exponent of Hoeffding's lemma at its best lambda",
                        Identity(_EXPONENT.subs(_LAMBDA, _T / (_K * epsilon**2)), -(_T**2) / (2 * _K * epsilon**2)),
                    ),
                    (
                        "is log(delta') at the printed distance",
                        Identity(-((epsilon * sqrt(2 * _K * _LOG)) ** 2) / (2 * _K * epsilon**2), -_LOG),
                    ),
                    (
                        "the mean is within the printed one",
                        at_most(tanh(epsilon / 2), exp(epsilon) - 1, positive(epsilon)),
                    ),
                    (
                        "the deltas of k rounds and the tail add up at most (two at a time)",
                        Identity(_X + _A - (1 - (1 - _X) * (1 - _A)), _X * _A),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
            crosschecks=(
                (
                    "exact optimal composition of k rounds",
                    FiniteCheck(
                        r"\delta_{opt}\big(\varepsilon\sqrt{2k\log(1/\delta')}+k\varepsilon(e^\varepsilon-1)\big)"
                        r"\le\delta'+k\delta",
                        "k = 1, 2, 5, 20; epsilon = 1/10, 1, 2; delta = 0, 1/1000; delta' = 1/2, 1/100, 10^-6",
                        instances.advanced,
                    ),
                ),
            ),
        ),
        note="Lambda is log(1/delta'). The optimal composition is that of randomized response (Kairouz, Oh, Viswanath "
        "2015): losses (k - 2j) epsilon with binomial weights.",
    ),
    Claim(
        "bassily/thm2.5",
        "Theorem 2.5",
        Kind.PRIVACY,
        "amplification by sampling without replacement",
        Derived(
            r"\varepsilon<1:\ \mathcal A'\text{ is }\big((e-1)\tfrac kn\varepsilon,\tfrac kn\delta\big)\text{-DP}",
            (),
            AllOf(
                r"q=k/n,\ e^{\varepsilon'}=1+q(e^\varepsilon-1):\ "
                r"P-e^{\varepsilon'}Q\le q\delta\text{ and }\varepsilon'\le(e-1)q\varepsilon",
                (
                    (
                        "with P = (1-q) M0 + q M1, Q = (1-q) M0 + q M1', and M1 <= e^epsilon ((1-b) M0 + b M1') + "
                        "delta: the weight of M0 in P - e^epsilon' Q at b = e^(epsilon'-epsilon)",
                        Identity(
                            (1 - _Q) * (1 - exp(epsilon) * _BETA) + _Q * exp(epsilon) * (1 - _BETA),
                            Integer(0),
                            ((_Q, "0", "1"),),
                        ),
                    ),
                    (
                        "and the weight of M1'",
                        Identity(_Q * exp(epsilon) * _BETA - _Q * (1 + _Q * (exp(epsilon) - 1)), Integer(0)),
                    ),
                    (
                        "b <= 1",
                        at_most(_X + (1 - _X) / _T, Integer(1), _SHARE, Variable(_T, Integer(1), sympy.oo)),
                    ),
                    ("log(1 + x) <= x", at_most(log(1 + _A), _A, _OVER)),
                    (
                        "e^epsilon - 1 <= (e-1) epsilon on [0, 1]",
                        at_most(exp(_EPS01) - 1, E1 * _EPS01, Variable(_EPS01, Integer(0), Integer(1))),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "every extreme channel on samples of size k",
                    FiniteCheck(
                        r"\max\tfrac{\mathcal A'(S)}{\mathcal A'(S')}\le1+\tfrac kn(e^\varepsilon-1)",
                        "n = 2, 3 users with a bit each, k = 1, n - 1, e^epsilon = 3/2, 5/2: every data set, neighbour "
                        "and extreme channel on the count of ones in the sample",
                        instances.subsampled,
                    ),
                ),
            ),
        ),
        note="M0, M1, M1' are the output's laws given that user i is not drawn, drawn, drawn with the other data. M1 <= "
        "e^epsilon M0 + delta: exchange user i for each user not drawn, and average. The factor is exact for "
        "randomized response, and e - 1 fails for epsilon > 1: bassily/own/subsampling-above-one.",
    ),
    Claim(
        "bassily/own/subsampling-above-one",
        "ours, after Theorem 2.5",
        Kind.PRIVACY,
        "the restriction to epsilon <= 1 is needed",
        None,
        FiniteCheck(
            r"\varepsilon=2,\ k/n=\tfrac1{10}:\ \log\big(1+\tfrac kn(e^\varepsilon-1)\big)>(e-1)\tfrac kn\varepsilon",
            "randomized response of the one sampled bit among n = 10",
            instances.above_one,
            ">",
        ),
    ),
)
