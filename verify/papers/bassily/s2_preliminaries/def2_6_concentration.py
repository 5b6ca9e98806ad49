"""bassily Definition 2.6 and after: which vectors are concentrated, sub-Gaussian ones and means of bounded ones."""

from sympy import Abs, exp, log, sqrt

from verify.calculus import (
    HOEFFDING,
    Comparison,
    Expectation,
    Holds,
    MeanOfCopies,
    Probability,
    by,
    calc,
    choose,
    integer,
    law,
    let,
    random_real,
    real,
    words,
)
from verify.papers.bassily.instances import vector_norms as vectors
from verify.papers.bassily.nouns import CoordinateTail, NormTail, SomeNorm, SubGaussian, WithinBall
from verify.statements import AllOf, Definition, FiniteCheck
from verify.statements.claim import Claim, Kind, Severity

_USERS, _DRAWS, _DIM = (integer(letter, least=1) for letter in "nmd")
_SCALE, _LIP, SPARE, _FAR, _OFF = (real("sigma", above=0), real("L", above=0), real("t", least=0),
                                   real("lambda", least=0), real("t", above=0))  # fmt: skip
_MORE, _LEVEL, _LAW, _TIMES = real("b", above=0), real("gamma", above=0, most=1), law("P"), real("a", least=0, most=1)
_PLACE = let("t", _SCALE * sqrt(2 * log(2 * _USERS * _DIM / _LEVEL)))
_SUB_GAUSSIAN = SubGaussian(_LAW, _SCALE, _DIM)
_COORDINATES = calc(
    _USERS*_DIM*CoordinateTail(_LAW, _PLACE), "<=", 2*_USERS*_DIM*exp(-_PLACE**2/(2*_SCALE**2)),
    by(words("The tail along an axis.", Comparison(CoordinateTail(_LAW, _PLACE), "<=",
    2*exp(-_PLACE**2/(2*_SCALE**2))), given=(_SUB_GAUSSIAN,))),
    "==", _LEVEL, given=(_SUB_GAUSSIAN,),
)  # fmt: skip
_NORMS = calc(
    SomeNorm(_LAW, _USERS, sqrt(_DIM)*_PLACE), "<=", _USERS*_DIM*CoordinateTail(_LAW, _PLACE),
    by(words(
        "A vector of norm above sqrt(d) t has a co-ordinate of size above t, of which there are nd in all.",
        Comparison(SomeNorm(_LAW, _USERS, sqrt(_DIM)*_PLACE), "<=", _USERS*_DIM*CoordinateTail(_LAW, _PLACE)),
        given=(_SUB_GAUSSIAN,),
    )),
    "<=", _LEVEL, by(_COORDINATES),
    given=(_SUB_GAUSSIAN,),
)  # fmt: skip
_BOUNDED = WithinBall(_LAW, _LIP)
_EXCESS = NormTail(_LAW, _DRAWS, _LIP / sqrt(_DRAWS) + SPARE)
TAIL = calc(
    _EXCESS, "<=", exp(-_FAR*SPARE + _DRAWS*_FAR**2*(2*_LIP/_DRAWS)**2/8),
    by(words(
        "The mean norm is at most the root of the variance, L/sqrt(m), and the martingale of the norm given the first j vectors "
        "moves by 2L/m at most: Hoeffding's lemma for each of the m differences, at any lambda > 0.",
        Comparison(_EXCESS, "<=", exp(-_FAR*SPARE + _DRAWS*_FAR**2*(2*_LIP/_DRAWS)**2/8)), given=(_BOUNDED,),
    )),
    "<=", exp(-_DRAWS*SPARE**2/(2*_LIP**2)), by(choose({_FAR: SPARE*_DRAWS/_LIP**2})),
    given=(_BOUNDED,),
)  # fmt: skip
_UNIT = _LIP/sqrt(_DRAWS)  # fmt: skip
_NEAR, _BEYOND = let("t", _TIMES * _UNIT), let("t", _UNIT + _MORE * _UNIT)
_SMALL = calc(NormTail(_LAW, _DRAWS, _NEAR), "<=", 1, "<=", 2 * exp(-_DRAWS * _NEAR**2 / (8 * _LIP**2)))
_LARGE = calc(
    NormTail(_LAW, _DRAWS, _BEYOND), "<=", exp(-_MORE**2/2), by(TAIL.at({SPARE: _MORE*_UNIT})),
    "<=", 2*exp(-(1 + _MORE)**2/8), "==", 2*exp(-_DRAWS*_BEYOND**2/(8*_LIP**2)),
    given=(_BOUNDED,),
)  # fmt: skip
_SLOPE, _MEAN_SLOPE = random_real("g_{v, 1}"), random_real("g_v")
_ALONG = calc(
    Probability(Holds(Comparison(_OFF, "<=", Abs(_MEAN_SLOPE - Expectation(_SLOPE))))), "<=",
    2*exp(-_DRAWS*_OFF**2/(2*_LIP**2)),
    by(HOEFFDING(_MEAN_SLOPE, _SLOPE, _DRAWS, -_LIP, _LIP, _OFF)),
    given=(MeanOfCopies(_MEAN_SLOPE, _SLOPE, _DRAWS), Comparison(-_LIP, "<=", _SLOPE), Comparison(_SLOPE, "<=", _LIP)),
)  # fmt: skip


CLAIMS = (
    Claim("bassily/def2.6", "Definition 2.6", Kind.DEFINITION, "concentrated vectors",
          Definition(r"X^n \text{ is } (\tau,\gamma)\text{-concentrated: } "
                     r"P(\exists x\,\forall i:\|X_i-x\|_2\le\tau)\ge1-\gamma")),
    Claim("bassily/sec2a", "Section 2, after Definition 2.6", Kind.INEQUALITY, "sub-Gaussian vectors are concentrated",
          FiniteCheck(r"P(|v\cdot X|\ge t)\le2e^{-t^2/(2\sigma^2)}\ \forall\|v\|_2=1\Rightarrow P\big(\exists x\,\forall i:\|X_i-x\|_2\le\sigma\sqrt{2\log(2n/\gamma)}\big)\ge1-\gamma\ \text{in }\mathbb R^d",
                      "n = 2 sign vectors in dimension 12, gamma = 1/2", vectors.two_vectors, ">="),
          _NORMS.crosschecked("exact laws of the norm",
                              r"P(\forall i:\|X_i\|_2\le\sqrt{2d\log(2nd/\gamma)})\ge1-\gamma",
                              "co-ordinates that are sums of 1, 4, 9 or 16 signs over their standard deviation; d = 1, "
                              "2, 3, 4, 12; n = 1, 2, 10; gamma = 9/10, 1/2, 1/100",
                              vectors.in_ball, ">="),
          correction="it holds for d = 1, and up to constants for vectors that are concentrated in norm, as means of "
                     "bounded gradients are. For vectors that are sub-Gaussian in every direction, as Definition 2.6 "
                     "has them, the printed radius bounds each co-ordinate, not the norm: sqrt(d) for 1, and d in the "
                     "logarithm. No theorem needs more than the bounded case; the proof of Lemma 5.1 cites the general "
                     "one",
          severity=Severity.PROOF_GAP, theorem="bassily/lemma5.1",
          note="Signs are 1-sub-Gaussian by Hoeffding. Two points are in one ball of radius tau iff they are within 2 "
               "tau."),
    Claim("bassily/sec2a/bounded", "ours, for the concentration that Section 5 uses", Kind.INEQUALITY,
          "a mean of m bounded vectors is near its expectation, in any dimension",
          corrected=AllOf("",
                          {"as it is": TAIL, "rounder, at a t of at most L/sqrt(m)": _SMALL,
                           "beyond": _LARGE.crosschecked("exact laws", r"P(\|g-Eg\|\ge t)\le2e^{-mt^2/(8L^2)}",
                                                         "Y uniform on the d axes, d = 1 (signs), 2, 3, m = 1 to 4, L "
                                                         "= 1; every value of the norm",
                                                         vectors.axes)}),
          note="This replaces bassily/sec2a, whose radius fails in high dimension, for averages of bounded gradients: "
               "the radius is L/sqrt(m) (1 + sqrt(2 log(n/gamma))) with probability 1 - gamma, or the rounder 2L "
               "sqrt(2 log(2n/gamma)/m)."),
    Claim("bassily/sec2b", "Section 5, proof of Lemma 5.1, with the definition of Section 2", Kind.INEQUALITY,
          "the local gradient about its mean is sub-Gaussian",
          _ALONG.crosschecked("exact tails", r"P(|v\cdot(g-Eg)|\ge t)\le2e^{-mt^2/2},\ L=1",
                              "four laws of the gradient, m = 1 to 8 (16; not quick), every t that occurs",
                              vectors.centred_tails),
          note="Read as it is used, about the mean, the gradient of F. The definition in Section 2 does not subtract "
               "the mean: without it the loss L u.theta for every sample is a counterexample, as its gradient never "
               "changes."),
)  # fmt: skip
