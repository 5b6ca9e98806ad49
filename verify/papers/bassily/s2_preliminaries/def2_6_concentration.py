"""bassily Definition 2.6 and after: which vectors are concentrated, sub-Gaussian ones and means of bounded ones."""

import sympy
from sympy import Integer, exp, log, oo, sqrt

from verify.calculus.textbook import HOEFFDING, HOEFFDING_LEMMA
from verify.papers.bassily.instances import vector_norms as vectors
from verify.papers.bassily.setting import L
from verify.prover import Variable
from verify.statements import AllOf, Definition, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity

_N, _D, _K, _T, _LAMBDA, _M, _P, _GAMMA, _SIGMA = sympy.symbols("n d k t lambda m p gamma sigma", positive=True)
_X, _A = sympy.symbols("x a", nonnegative=True)
_RADIUS = _SIGMA * sqrt(2 * log(2 * _N * _D / _GAMMA))
_BELOW = ((_GAMMA, "0", "1"), (_N, "1", "9"), (_D, "1", "9"))
_SHARE = Variable(_X, Integer(0), Integer(1))
_OVER = Variable(_A, Integer(0), oo)


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
            vectors.two_vectors,
            ">=",
        ),
        Derived(
            r"P\big(\forall i:\|X_i\|_2\le\sigma\sqrt{2d\log(2nd/\gamma)}\big)\ge1-\gamma;"
            r"\ \text{as printed for } d=1",
            (),
            AllOf(
                r"t=\sigma\sqrt{2\log(2nd/\gamma)}:\ nd\cdot2e^{-t^2/(2\sigma^2)}=\gamma,\ \|X_i\|_2\le\sqrt d\max_j|X_{ij}|",
                (
                    (
                        "the union over users and co-ordinates",
                        Identity(2 * _N * _D * exp(-(_RADIUS**2) / (2 * _SIGMA**2)), _GAMMA),
                    ),
                    (
                        "d co-ordinates of at most t",
                        Identity(sqrt(_D * _RADIUS**2), _SIGMA * sqrt(2 * _D * log(2 * _N * _D / _GAMMA)), _BELOW),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "exact laws of the norm",
                    FiniteCheck(
                        r"P(\forall i:\|X_i\|_2\le\sqrt{2d\log(2nd/\gamma)})\ge1-\gamma",
                        "co-ordinates that are sums of 1, 4, 9 or 16 signs over their standard deviation; d = 1, 2, 3, 4, 12; "
                        "n = 1, 2, 10; gamma = 9/10, 1/2, 1/100",
                        vectors.in_ball,
                        ">=",
                    ),
                ),
            ),
        ),
        correction=(
            "it holds for d = 1, and up to constants for vectors that are concentrated in norm, as means of "
            "bounded gradients are. For vectors that are sub-Gaussian in every direction, as Definition 2.6 has "
            "them, the printed radius bounds each co-ordinate, not the norm: sqrt(d) for 1, and d in the "
            "logarithm. No theorem needs more than the bounded case; the proof of Lemma 5.1 cites the general one"
        ),
        severity=Severity.PROOF_GAP,
        theorem="bassily/lemma5.1",
        note=(
            "Signs are 1-sub-Gaussian by Hoeffding. Two points are in one ball of radius tau iff they are within 2 tau."
        ),
    ),
    Claim(
        "bassily/sec2a/bounded",
        "ours, for the concentration that Section 5 uses",
        Kind.INEQUALITY,
        "a mean of m bounded vectors is near its expectation, in any dimension",
        None,
        Derived(
            r"\|Y_j\|\le L,\ g=\tfrac1m\sum_jY_j:\ P(\|g-Eg\|\ge t)\le e^{-mt'^2/(2L^2)},\ t=\tfrac L{\sqrt m}+t';\quad"
            r"\le2e^{-mt^2/(8L^2)}",
            (),
            AllOf(
                r"\text{martingale differences of }\|g-Eg\|\text{ in an interval of width } 2L/m;\ E\|g-Eg\|\le L/\sqrt m",
                (
                    (
                        "the exponent of Hoeffding's lemma, m times, at its best lambda",
                        Identity(
                            (-_LAMBDA * _T + _M * _LAMBDA**2 * (2 * L / _M) ** 2 / 8).subs(_LAMBDA, _T * _M / L**2),
                            -_M * _T**2 / (2 * L**2),
                        ),
                    ),
                    (
                        "the expectation by the variance: m vectors of second moment L^2",
                        Identity(sqrt(_M * L**2 / _M**2), L / sqrt(_M)),
                    ),
                    (
                        "the rounder form, t = a L/sqrt(m), a >= 1 (below, it is at least 1)",
                        at_most(_A**2 / 8, log(Integer(2)) + (_A - 1) ** 2 / 2, _OVER),
                    ),
                    ("it is at least 1 below a = 1", at_most(Integer(1), 2 * exp(-(_X**2) / 8), _SHARE)),
                    (
                        "n vectors: gamma at the radius 2 L sqrt(2 log(2n/gamma)/m)",
                        Identity(2 * _K * exp(-_M * (8 * L**2 * log(2 * _K / _P) / _M) / (8 * L**2)), _P),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
            crosschecks=(
                (
                    "exact laws",
                    FiniteCheck(
                        r"P(\|g-Eg\|\ge t)\le2e^{-mt^2/(8L^2)}",
                        "Y uniform on the d axes, d = 1 (signs), 2, 3, m = 1 to 4, L = 1; every value of the norm",
                        vectors.axes,
                    ),
                ),
            ),
        ),
        note="This replaces bassily/sec2a, whose radius fails in high dimension, for averages of bounded gradients: the "
        "radius is L/sqrt(m) (1 + sqrt(2 log(n/gamma))) with probability 1 - gamma, or the rounder "
        "2L sqrt(2 log(2n/gamma)/m).",
    ),
    Claim(
        "bassily/sec2b",
        "Section 5, proof of Lemma 5.1, with the definition of Section 2",
        Kind.INEQUALITY,
        "the local gradient about its mean is sub-Gaussian",
        Derived(
            r"\|v\|_2=1\Rightarrow P(|v\cdot(g_i(\theta)-\nabla F(\theta))|\ge t)\le2e^{-mt^2/(2L^2)}",
            (),
            AllOf(
                r"v\cdot\nabla\ell\in[-L,L],\text{ an interval of width } 2L",
                (
                    (
                        "Cauchy-Schwarz, in the plane of v and the gradient: (a, b) of norm at most 1, v = (1, 0)",
                        at_most(_X**2, _X**2 + _A**2, Variable(_X, Integer(0), Integer(1)), _OVER),
                    ),
                    (
                        "Hoeffding's exponent for m of them",
                        Identity(-2 * _M * _T**2 / (2 * L) ** 2, -_M * _T**2 / (2 * L**2)),
                    ),
                ),
            ),
            (HOEFFDING,),
            crosschecks=(
                (
                    "exact tails",
                    FiniteCheck(
                        r"P(|v\cdot(g-Eg)|\ge t)\le2e^{-mt^2/2},\ L=1",
                        "four laws of the gradient, m = 1 to 8 (16; not quick), every t that occurs",
                        vectors.centred_tails,
                    ),
                ),
            ),
        ),
        note=(
            "Read as it is used, about the mean, the gradient of F. The definition in Section 2 does not subtract"
            " the mean: without it the loss L u.theta for every sample is a counterexample, as its gradient never"
            " changes."
        ),
    ),
)
