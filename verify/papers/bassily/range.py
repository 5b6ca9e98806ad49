"""bassily Definition 2.6, Algorithm 2 and Lemma B.1: the range of concentrated numbers by randomized response."""

import sympy
from sympy import Integer, Max, Rational, exp, log, oo, sqrt, tanh

from upperbounds.mean import bassily
from verify.claim import Claim, Kind, Severity
from verify.papers.bassily import tallies
from verify.prover import Relation, Variable
from verify.statements import (
    AllOf,
    Definition,
    Derived,
    FiniteCheck,
    Identity,
    Inequality,
    PlanPrivacy,
    Whole,
    at_most,
)
from verify.textbook import HOEFFDING_LEMMA

_EPS, _K, _L, _C, _BITS, _N, _D = sympy.symbols("varepsilon k L c t n d", positive=True)
_GAMMA, _Y, _LAM, _ROOM = sympy.symbols("gamma y lambda x", positive=True)
_B, _F = sympy.symbols("b f", nonnegative=True)
_S, _U = sympy.symbols("s u", real=True)
_ZERO, _GAP = 1 / (exp(_EPS / 2) + 1), (exp(_EPS / 2) - 1) / (exp(_EPS / 2) + 1)
_MEAN = _B * exp(_EPS / 2) / (exp(_EPS / 2) + 1) + (1 - _B) * _ZERO
_BIT = ((_B, "0", "1"),)
_ROUND_UP = Variable(_F, Integer(0), Integer(1), open_upper=True)
_PLACE = Variable(_U, Integer(0), Integer(4))
_ROOT_FITS = Inequality(
    Relation(2 * _Y, 4 * _Y**2 - 2 * _Y, "<", (Variable(_Y, Integer(1), oo, open_lower=True),)), (("y", "2"),)
)
_POSITIVE = (Variable(_Y, Integer(0), oo, open_lower=True),)


CLAIMS = (
    Claim(
        "bassily/def2.6",
        "Definition 2.6",
        Kind.DEFINITION,
        "concentrated vectors",
        Definition(
            r"X^n \text{ is } (\tau,\gamma)\text{-concentrated: } P(\exists x\,\forall i:\|X_i-x\|_2\le\tau)\ge1-\gamma"
        ),
    ),
    Claim(
        "bassily/sec2a",
        "Section 2, after Definition 2.6",
        Kind.INEQUALITY,
        "sub-Gaussian vectors are concentrated",
        FiniteCheck(
            r"P(|v\cdot X|\ge t)\le2e^{-t^2/(2\sigma^2)}\ \forall\|v\|_2=1\Rightarrow "
            r"P\big(\exists x\,\forall i:\|X_i-x\|_2\le\sigma\sqrt{2\log(2n/\gamma)}\big)\ge1-\gamma\ \text{in }\mathbb R^d",
            "n = 2 sign vectors in dimension 12, gamma = 1/2",
            tallies.two_vectors,
            ">=",
        ),
        Derived(
            r"P\big(\forall i:\|X_i\|_2\le\sigma\sqrt{2d\log(2nd/\gamma)}\big)\ge1-\gamma;"
            r"\ \text{as printed for } d=1",
            (),
            Identity(_N * _D * 2 * exp(-2 * log(2 * _N * _D / _GAMMA) / 2), _GAMMA),
        ),
        correction="the printed radius does not grow with d: it bounds each co-ordinate, not the norm; the union over "
        "co-ordinates costs a factor sqrt(d), and d in the logarithm",
        severity=Severity.RATE,
        theorem="bassily/sec2a",
        note="Signs are 1-sub-Gaussian by Hoeffding. Two points are in one ball of radius tau iff they are within 2 tau.",
    ),
    Claim(
        "bassily/alg2",
        "Section 4.2, Algorithm 2, step 1",
        Kind.CONSTRUCTION,
        "the intervals divide [-R, R]",
        FiniteCheck(
            r"[-R,R] \text{ is divided into } t=R/\tau \text{ intervals of width } 2\tau",
            "R/tau = 2, 5/2",
            tallies.counts,
            "==",
        ),
        Derived(
            r"t=\lceil R/\tau\rceil \text{ half-open intervals of width } 2\tau \text{ from } -R, \text{ the last one closed:"
            r" each } X_i\in[-R,R] \text{ is in exactly one}",
            (),
            AllOf(
                r"(t-1)\tau<R\le t\tau",
                (
                    (
                        "they reach R, with y = R/tau and t = y + f",
                        at_most(Integer(1), (_Y + _F) / _Y, *_POSITIVE, _ROUND_UP),
                    ),
                    ("the last one starts before R", at_most((_Y + _F - 1) / _Y, Integer(1), *_POSITIVE, _ROUND_UP)),
                ),
            ),
            crosschecks=(
                (
                    "the code's bins",
                    FiniteCheck(r"\#\{j:X\in I_j\}=1", "tau/R in multiples of 1/12, X/R too", tallies.partition, "=="),
                ),
            ),
        ),
        correction="R/tau is no integer in general: round up, and let the last interval reach beyond R",
        severity=Severity.TYPO,
        theorem="bassily/alg2/privacy",
    ),
    Claim(
        "bassily/alg2/privacy",
        "Section 4.2, Algorithm 2; Lemma B.1, first sentence",
        Kind.PRIVACY,
        "Algorithm 2 is (epsilon, 0)-LDP",
        PlanPrivacy("Algorithm 2", bassily.algorithm2_symbolic),
        note="Two one-hot vectors differ in two bits, each worth e^(epsilon/2); reached as soon as t >= 2.",
    ),
    Claim(
        "bassily/lemmaB.1/a",
        "Appendix B.2, proof of Lemma B.1, existence of j'",
        Kind.INEQUALITY,
        "data within tau of one point meet at most two adjacent bins",
        Derived(
            r"\exists x_0:\max_i|X_i-x_0|\le\tau\Rightarrow\exists j'\in[t-1]:\textstyle\sum_i(b_i(j')+b_i(j'+1))=k",
            ("bassily/alg2",),
            Inequality(Relation(_U + 1, Integer(2), "<", (Variable(_U, Integer(0), Integer(1), open_upper=True),))),
            crosschecks=(
                (
                    "the bins of the two ends",
                    FiniteCheck(r"j(x_0+\tau)-j(x_0-\tau)\le1", "t = 2..6, x_0 in multiples of tau/6", tallies.met),
                ),
            ),
        ),
        note="u is where x_0 - tau lies in its bin, in units of 2 tau. Read with half-open bins and t >= 2: for t = 1 "
        "there is no j'. With closed bins three can be met, see bassily/own/closed-bins.",
    ),
    Claim(
        "bassily/own/closed-bins",
        "to Appendix B.2, proof of Lemma B.1",
        Kind.CONSTRUCTION,
        "with closed bins the data can meet three",
        None,
        FiniteCheck(
            r"\#\{j:I_j\cap\{2,3,4\}\ne\emptyset\}=3,\ I_j=[2j-2,2j]", "x_0 = 3, tau = 1", tallies.closed, "=="
        ),
    ),
    Claim(
        "bassily/lemmaB.1/b",
        "Appendix B.2, proof of Lemma B.1, after the existence of j'",
        Kind.IDENTITY,
        "the means of the answered bits",
        FiniteCheck(
            r"E Y_i(j)=c_\varepsilon b_i(j)", "e^(epsilon/2) = 3/2, a bin without data", tallies.printed_means, "=="
        ),
        Identity(_MEAN, _ZERO + _GAP * _B, _BIT, r"E Y_i(j)=\frac1{e^{\varepsilon/2}+1}+c_\varepsilon b_i(j)"),
        correction="the offset 1/(e^(epsilon/2) + 1), the probability of a false 1, is missing",
        severity=Severity.PROOF_GAP,
        theorem="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemmaB.1/b/size",
        "Appendix B.2, proof of Lemma B.1, the value of c_epsilon",
        Kind.IDENTITY,
        "c_epsilon is about epsilon",
        Identity(
            sympy.limit(tanh(_EPS / 4) / _EPS, _EPS, 0),
            Integer(1),
            (),
            r"c_\varepsilon\approx\varepsilon:\ \lim_{\varepsilon\to0}c_\varepsilon/\varepsilon=1",
        ),
        AllOf(
            r"c_\varepsilon=\tanh(\varepsilon/4)\in[0.2449\,\varepsilon,\,\varepsilon/4],\ \varepsilon\in(0,1]",
            (
                ("the hyperbolic tangent", Identity(_GAP, tanh(_EPS / 4).rewrite(exp))),
                ("above", at_most(tanh(_EPS / 4), _EPS / 4, Variable(_EPS, Integer(0), oo, open_lower=True))),
                (
                    "below",
                    at_most(
                        Rational(2449, 10000) * _EPS,
                        tanh(_EPS / 4),
                        Variable(_EPS, Integer(0), Integer(1), open_lower=True),
                    ),
                ),
            ),
        ),
        correction="c_epsilon is about epsilon/4; the proof then uses epsilon in its place, without the factor",
        severity=Severity.CONSTANT,
        theorem="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemmaB.1/c",
        "Appendix B.2, proof of Lemma B.1, the two displayed events",
        Kind.INEQUALITY,
        "the votes separate with high probability",
        Whole(r"\text{the two displayed events, at once}", ("bassily/lemmaB.1/c/pair", "bassily/lemmaB.1/c/others")),
        Whole(
            r"\text{the pair's votes, and the gap to an empty bin}",
            ("bassily/lemmaB.1/c/pair", "bassily/lemmaB.1/c/others"),
            as_corrected=True,
        ),
        correction="the second event has nearly no probability once k is large: an empty bin has about k/2 votes",
        severity=Severity.PROOF_GAP,
        theorem="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemmaB.1/c/pair",
        "Appendix B.2, proof of Lemma B.1, first displayed event",
        Kind.INEQUALITY,
        "the votes of the two bins with data",
        Derived(
            r"P\big(\textstyle\sum_i(Y_i(j')+Y_i(j'+1))<c_\varepsilon k-\sqrt{k\log(t/\gamma)}\big)\le\gamma/t",
            ("bassily/lemmaB.1/a", "bassily/lemmaB.1/b"),
            AllOf(
                r"2k \text{ independent bits with means that add up to } k\ge c_\varepsilon k",
                (
                    ("a user's two bits", Identity(_MEAN.subs(_B, 0) + _MEAN.subs(_B, 1), Integer(1))),
                    (
                        "c_epsilon is at most 1",
                        at_most(tanh(_EPS / 4), Integer(1), Variable(_EPS, Integer(0), oo, open_lower=True)),
                    ),
                    (
                        "the Chernoff exponent at lambda = 2 s/k, s = sqrt(k L)",
                        Identity(
                            (-_LAM * _ROOM + 2 * _K * _LAM**2 / 8)
                            .subs(_LAM, 2 * _ROOM / _K)
                            .subs(_ROOM, sqrt(_K * _L)),
                            -_L,
                        ),
                    ),
                    ("L = log(t/gamma)", Identity(exp(-log(_BITS / _GAMMA)), _GAMMA / _BITS)),
                ),
            ),
            (HOEFFDING_LEMMA,),
            (
                (
                    "exact masses",
                    FiniteCheck(
                        r"P(\cdot)\le\gamma/t",
                        "(e^(epsilon/2), k, t, gamma) = (3/2, 60, 3, 1/2), (4, 40, 2, 9/10)",
                        tallies.pair,
                    ),
                ),
            ),
        ),
        note="True, and weak: the mean of the sum is k, not c_epsilon k, since one bit is kept as often as the other is "
        "flipped. It bounds a sum of two bins, of which the winner is one.",
    ),
    Claim(
        "bassily/lemmaB.1/c/others",
        "Appendix B.2, proof of Lemma B.1, second displayed event",
        Kind.INEQUALITY,
        "the votes of the bins without data",
        FiniteCheck(
            r"P\big(\textstyle\sum_iY_i(j)<\sqrt{k\log(t/\gamma)}\ \forall j\ne j',j'+1\big)\ge1-\gamma",
            "e^(epsilon/2) = 3/2, t = 3, gamma = 1/10, k = 100",
            tallies.others,
            ">=",
        ),
        Derived(
            r"j \text{ empty, } a\ge k/2 \text{ users in } j':\quad P(\bar Y(j)\ge\bar Y(j'))\le e^{-c_\varepsilon^2k/4}",
            ("bassily/lemmaB.1/b",),
            AllOf(
                r"\bar Y(j')-\bar Y(j):\ 2k \text{ independent bits up to sign, mean } c_\varepsilon a",
                (
                    ("the mean of a user's difference", Identity(_MEAN - _MEAN.subs(_B, 0), _GAP * _B, _BIT)),
                    (
                        "Chernoff at lambda = c, for the mean c a with a = k/2",
                        Identity(-_C * (_C * _K / 2) + 2 * _K * _C**2 / 8, -(_C**2) * _K / 4),
                    ),
                    (
                        "more users only help, with a = s k",
                        at_most(-_S + Rational(1, 4), Rational(-1, 4), Variable(_S, Rational(1, 2), Integer(1))),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
            (
                (
                    "exact convolution",
                    FiniteCheck(
                        r"P\le e^{-c_\varepsilon^2k/4}",
                        "e^(epsilon/2) = 3/2, 2, 4; k up to 20 (quick: 1, 2, 5, 9); a >= k/2",
                        tallies.gap,
                    ),
                ),
            ),
        ),
        correction="an empty bin's mean is k/(e^(epsilon/2) + 1), about k/2, far above sqrt(k log(t/gamma)): compare "
        "it with the fuller bin of the pair, which holds k/2 users or more, instead",
        severity=Severity.PROOF_GAP,
        theorem="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemmaB.1/c/union",
        "Appendix B.2, proof of Lemma B.1, 'with probability at least 1 - gamma'",
        Kind.INEQUALITY,
        "the probabilities of failure add up to at most gamma",
        Inequality(
            Relation(
                _GAMMA / 2 + _GAMMA / _BITS + (_BITS - 2) * _GAMMA**2 / _BITS**2,
                _GAMMA,
                "<=",
                (Variable(_BITS, Integer(2), oo), Variable(_GAMMA, Integer(0), Integer(1), open_lower=True)),
            )
        ),
        note="Concentration fails with gamma/2; Hoeffding, one-sided, gives gamma/t for the pair (2k bits) and "
        "(gamma/t)^2 for each other bin (k bits), about their means. So 1 - gamma includes the concentration.",
    ),
    Claim(
        "bassily/lemmaB.1/d",
        "Appendix B.2, proof of Lemma B.1, after the two events",
        Kind.INEQUALITY,
        "the first event's bound exceeds the second's",
        Whole(
            r"k>4\log(t/\gamma)/\varepsilon^2\Rightarrow\text{the pair is above the others}",
            ("bassily/lemmaB.1/d/display", "bassily/lemmaB.1/d/sentence"),
        ),
        Whole(
            r"k>4\log(t/\gamma)/c_\varepsilon^2\Rightarrow\text{the pair is above the others}",
            ("bassily/lemmaB.1/d/display", "bassily/lemmaB.1/d/sentence"),
            as_corrected=True,
        ),
        correction="epsilon^2 in the condition must be c_epsilon^2",
        severity=Severity.CONSTANT,
        theorem="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemmaB.1/d/display",
        "Appendix B.2, proof of Lemma B.1, with the bound of the display",
        Kind.INEQUALITY,
        "the bounds as the display has them",
        FiniteCheck(
            r"k>4\log(t/\gamma)/\varepsilon^2\Rightarrow\sqrt{k\log(t/\gamma)}<c_\varepsilon k-\sqrt{k\log(t/\gamma)}",
            "epsilon = 1, t = 200, gamma = 1/20, the least k",
            tallies.printed_room,
            "<",
        ),
        AllOf(
            r"k>4L/c_\varepsilon^2\Rightarrow\sqrt{kL}<c_\varepsilon k-\sqrt{kL},\ L=\log(t/\gamma)",
            (
                ("k = 4 y^2 L/c^2, y > 1: the root", Identity(sqrt(4 * _Y**2 * _L**2 / _C**2), 2 * _Y * _L / _C)),
                (
                    "in units of L/c",
                    _ROOT_FITS,
                ),
            ),
        ),
        correction="c_epsilon k > 2 sqrt(k L) asks for k > 4 L/c_epsilon^2, about 64 L/epsilon^2",
        severity=Severity.CONSTANT,
        theorem="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemmaB.1/d/sentence",
        "Appendix B.2, proof of Lemma B.1, with the bound of the sentence",
        Kind.INEQUALITY,
        "the bounds as the sentence has them",
        AllOf(
            r"k>4L/\varepsilon^2,\ \varepsilon\le1\Rightarrow\sqrt{kL}<k-\sqrt{kL},\ L=\log(t/\gamma)",
            (
                ("k = 4 y^2 L, y > 1: the root", Identity(sqrt(4 * _Y**2 * _L**2), 2 * _Y * _L)),
                ("in units of L", _ROOT_FITS),
            ),
        ),
        note="The sentence has k - sqrt(k L) for the first bound, without the c_epsilon of the display: true for "
        "epsilon <= 1, where k > 4 L, and k is indeed the mean of the pair. The second bound is the false one.",
    ),
    Claim(
        "bassily/lemmaB.1/argmax",
        "Appendix B.2, proof of Lemma B.1, 'we must have j* in {j', j'+1}'",
        Kind.INEQUALITY,
        "two bins that together beat each other bin hold the winner",
        FiniteCheck(
            r"\bar Y(j')+\bar Y(j'+1)>\max_{j\ne j',j'+1}\bar Y(j)\Rightarrow j^*\in\{j',j'+1\}",
            "three users, three bins",
            tallies.argmax,
            "==",
        ),
        at_most(Rational(1, 2), Max(_B, 1 - _B), Variable(_B, Integer(0), Integer(1)), shown=(("b", "1/2"),)),
        correction="all that the sum gives is that one of the two has half of it (b is its share): the sum must beat "
        "twice every other bin",
        severity=Severity.PROOF_GAP,
        theorem="bassily/lemmaB.1",
    ),
    Claim(
        "bassily/lemmaB.1/distance",
        "Appendix B.2, proof of Lemma B.1, last sentence",
        Kind.INEQUALITY,
        "the middle of either bin is within 4 tau of the mean",
        AllOf(
            r"|\tilde\mu-\mu|\le3\tau\le|I_{j'}|+|I_{j'+1}|=4\tau",
            (
                (
                    "the first bin's middle, the mean u tau from the left end",
                    at_most((_U - 1) ** 2, Integer(9), _PLACE),
                ),
                ("the second bin's middle", at_most((_U - 3) ** 2, Integer(9), _PLACE)),
                ("the two widths", Identity(2 * _Y + 2 * _Y, 4 * _Y)),
            ),
        ),
        note="mu(X^k) is the mean of the data, in the union of the two bins. 3 tau is reached: all data at an outer end.",
    ),
    Claim(
        "bassily/lemmaB.1",
        "Appendix B.2, Lemma B.1",
        Kind.INEQUALITY,
        "Algorithm 2 finds the range",
        AllOf(
            r"k>4\log(R/(\tau\gamma))/\varepsilon^2\Rightarrow P(|\tilde\mu(X^k)-\mu(X^k)|\le4\tau)\ge1-\gamma",
            (
                (
                    "data on two bins",
                    FiniteCheck(
                        r"P(|\tilde\mu-\mu|>4\tau)\le\gamma",
                        "epsilon = 1, t = 200, gamma = 1/20, the least k; half of the data in the middle of each",
                        tallies.two_bins,
                    ),
                ),
                (
                    "data on one bin",
                    FiniteCheck(
                        r"P(|\tilde\mu-\mu|>4\tau)\le\gamma",
                        "epsilon = 1, t = 200, gamma = 1/20, the least k; all data in its middle",
                        tallies.one_bin,
                    ),
                ),
            ),
        ),
        Derived(
            r"k\ge4\log(2R/(\tau\gamma))/c_\varepsilon^2\Rightarrow P(|\tilde\mu(X^k)-\mu(X^k)|\le3\tau)\ge1-\gamma,\ c_\varepsilon=\tanh(\varepsilon/4)",
            ("bassily/alg2/privacy", "bassily/lemmaB.1/a", "bassily/lemmaB.1/c/others", "bassily/lemmaB.1/distance"),
            AllOf(
                r"\tfrac\gamma2+(t-2)e^{-c_\varepsilon^2k/4}\le\gamma",
                (
                    (
                        "the exponent at the least k",
                        Identity(_BITS * exp(-(_C**2) / 4 * (4 * log(2 * _BITS / _GAMMA) / _C**2)), _GAMMA / 2),
                    ),
                    (
                        "fewer than t empty bins",
                        at_most((_BITS - 2) / _BITS, Integer(1), Variable(_BITS, Integer(2), oo)),
                    ),
                    ("concentration and votes", Identity(_GAMMA / 2 + _GAMMA / 2, _GAMMA)),
                ),
            ),
            crosschecks=(
                (
                    "exact probabilities of failure, ties counted as failures",
                    FiniteCheck(
                        r"P(|\tilde\mu-\mu|>4\tau)\le\gamma/2",
                        "epsilon = 1; (t, gamma) = (3, 1/2), (10, 1/10), (200, 1/20; not quick), the least k; data on one bin or two",
                        tallies.corrected_failures,
                    ),
                ),
            ),
        ),
        correction="epsilon^2 becomes c_epsilon^2 (about epsilon^2/16), the logarithm gains a factor 2 inside, and the "
        "winner is compared bin by bin",
        severity=Severity.CONSTANT,
        theorem="bassily/lemmaB.1",
        note="Without rounding: R/tau stands for t. One of the pair holds k/2 users or more and beats every empty bin.",
    ),
)
