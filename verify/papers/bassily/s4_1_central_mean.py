"""bassily Theorem 4.1 with explicit constants: Algorithm 6 for each rotated coordinate, then Gaussian noise."""

from sympy import Rational, erfc, exp, log, sqrt

from verify.calculus import Comparison, Name, by, calc, integer, let, real, words
from verify.calculus.facts.privacy import PROFILE_MONOTONE, Profile
from verify.papers.bassily.instances import mean_estimators as estimators
from verify.papers.bassily.nouns import (
    AtTwoMidpoints,
    CentralMean,
    Cost,
    EmptyChosen,
    Gap,
    LogTotal,
    Midpoint,
    Neighbours,
    Noised,
    RotationExceeds,
    Sensitivity,
)
from verify.statements import AllOf, Definition, FiniteCheck, Whole
from verify.statements.claim import Claim, Kind

_USERS, _DIM, _CELLS, _PLACE, _MIDPOINTS = (integer(letter, least=1) for letter in ("k", "d", "t", "j", "l"))
_EPS, _DELTA, _SENS = (real("epsilon", above=0, most=1), real("delta", above=0, most=Rational(1, 2)),
                       real("Delta", above=0))  # fmt: skip
_ANY_EPS, _LEVEL, _TAU, _REACH = (real("epsilon", above=0), real("gamma", above=0, most=1), real("tau", above=0),
                                  real("R", above=0))  # fmt: skip
_FUNCTION, _WIDTH, _PART = Name("f", "function"), real("u", above=0), real("z", least=0)
_U_AT = sqrt(2 * log(5 / (4 * _DELTA)))
_NOISE = let(r"\sigma", _SENS / _EPS * _U_AT)
_MECHANISM = Noised(_FUNCTION, _NOISE)
_SENSITIVE, _WIDE = Comparison(Sensitivity(_FUNCTION), "<=", _SENS), real("u", least=1)
_TAIL_FROM = _U_AT - _EPS / (2 * _U_AT)
_TAILS = calc(erfc(_PART), "<=", exp(-(_PART**2)))
_EXPONENT = calc(-(((_WIDE - _EPS / (2 * _WIDE)) / sqrt(2)) ** 2), "<=", -(_WIDE**2) / 2 + _EPS / 2)
_GAUSSIAN = calc(
    Profile(_MECHANISM, _EPS), "<=", erfc(_TAIL_FROM/sqrt(2))/2,
    by(words(
        "The log-ratio of the laws for neighbours is normal, of mean r^2/2 and variance r^2 at most, r = Delta/sigma = epsilon/u, and the "
        "profile is at most the chance that it is above epsilon (Dwork and Roth 2014, Theorem A.1).",
        Comparison(Profile(_MECHANISM, _EPS), "<=", erfc(_TAIL_FROM/sqrt(2))/2), given=(_SENSITIVE,),
    )),
    "<=", exp(-(_TAIL_FROM/sqrt(2))**2)/2, by(_TAILS.at({_PART: _TAIL_FROM/sqrt(2)})),
    "<=", exp(-_U_AT**2/2 + _EPS/2)/2, by(_EXPONENT.at({_WIDE: _U_AT})),
    "<=", _DELTA,
    given=(_SENSITIVE,),
)  # fmt: skip
_DATA, _OTHER = Name("X", "data"), Name("X'", "data")
_NEXT_TO, _PLACED = Neighbours(_DATA, _OTHER), Comparison(_PLACE, "<=", _MIDPOINTS)
_ANSWER, _OTHER_ANSWER = (Midpoint(data, _PLACE, _MIDPOINTS, _ANY_EPS) for data in (_DATA, _OTHER))
_WEIGHT, _OTHER_WEIGHT = (
    exp(-_ANY_EPS * Cost(data, _PLACE) / 2 - LogTotal(data, _MIDPOINTS, _ANY_EPS)) for data in (_DATA, _OTHER)
)
_MECHANISM_LAW = "Algorithm 6 draws a midpoint by these weights."
_CRUDE_PRIVATE = calc(
    _ANSWER, "==", _WEIGHT, by(words(_MECHANISM_LAW, Comparison(_ANSWER, "==", _WEIGHT), given=(_PLACED,))),
    "<=", exp(-_ANY_EPS*(Cost(_OTHER, _PLACE) - 1)/2 - (LogTotal(_OTHER, _MIDPOINTS, _ANY_EPS) - _ANY_EPS/2)),
    by(words("One user changes each count by one at most.", Comparison(Cost(_OTHER, _PLACE) - 1, "<=", Cost(_DATA,
    _PLACE)), given=(_NEXT_TO,)),
       words("So each weight of the sum changes by a factor e^(epsilon/2) at most.",
             Comparison(LogTotal(_OTHER, _MIDPOINTS, _ANY_EPS) - _ANY_EPS/2, "<=", LogTotal(_DATA, _MIDPOINTS,
             _ANY_EPS)), given=(_NEXT_TO,))),
    "==", exp(_ANY_EPS)*_OTHER_WEIGHT,
    "==", exp(_ANY_EPS)*_OTHER_ANSWER, by(words(_MECHANISM_LAW, Comparison(_OTHER_ANSWER, "==", _OTHER_WEIGHT), given=(_PLACED,))),
    given=(_NEXT_TO, _PLACED),
)  # fmt: skip
_EMPTY, _TWO = EmptyChosen(_DATA, _USERS, _MIDPOINTS, _ANY_EPS), AtTwoMidpoints(_DATA, _USERS)
_CRUDE_USEFUL = calc(
    _EMPTY, "<=", _MIDPOINTS*exp(-_ANY_EPS*_USERS/2)/exp(-_ANY_EPS*_USERS/4),
    by(words(
        "A midpoint without data has cost n, and of the two with data the one with more has cost n/2 at most, so that the sum of weights "
        "is at least e^(-epsilon n/4).",
        Comparison(_EMPTY, "<=", _MIDPOINTS*exp(-_ANY_EPS*_USERS/2)/exp(-_ANY_EPS*_USERS/4)), given=(_TWO,),
    )),
    "==", _MIDPOINTS*exp(-_ANY_EPS*_USERS/4),
    given=(_TWO,),
)  # fmt: skip
_FACTOR, _MANY = real("s", above=0), real("x", least=4)
_ANY_FACTOR = calc(
    RotationExceeds(_USERS, _DIM, _FACTOR), "<=", _USERS*_DIM*2*exp(-_FACTOR**2*_DIM/2),
    by(words(
        "Each of kd entries is a sum of d numbers with independent random signs, whose squares add up to the squared distance over d: "
        "Hoeffding 1963, Theorem 2, and the union bound.",
        Comparison(RotationExceeds(_USERS, _DIM, _FACTOR), "<=", _USERS*_DIM*2*exp(-_FACTOR**2*_DIM/2)),
    )),
)  # fmt: skip
_AT, _PRINTED_AT = sqrt(2 * log(8 * _USERS * _DIM / _LEVEL) / _DIM), 10 * sqrt(log(4 * _USERS * _DIM / _LEVEL) / _DIM)
_ROTATED = calc(RotationExceeds(_USERS, _DIM, _AT), "<=", _LEVEL / 4, by(_ANY_FACTOR.at({_FACTOR: _AT})))
_SQUARES = calc(2 * log(2 * _MANY) / _DIM, "<=", 100 * log(_MANY) / _DIM)
_LOW, _HIGH = real("u", least=0), real("v", least=0)
_ROOTS = calc(sqrt(_LOW), "<=", sqrt(_HIGH), by(Comparison(_LOW, "<=", _HIGH)), given=(Comparison(_LOW, "<=", _HIGH),))
_ROOM = {_LOW: 2 * log(2 * _MANY) / _DIM, _HIGH: 100 * log(_MANY) / _DIM}
_LESS = calc(_ROOM[_LOW] ** Rational(1, 2), "<=", _ROOM[_HIGH] ** Rational(1, 2), by(_ROOTS.at(_ROOM), _SQUARES)).at(
            {_MANY: 4 * _USERS * _DIM / _LEVEL})  # fmt: skip
_PRINTED_FACTOR = calc(
    RotationExceeds(_USERS, _DIM, _PRINTED_AT), "<=", RotationExceeds(_USERS, _DIM, _AT),
    by(words(
        "The larger the factor the smaller the chance to exceed it.",
        Comparison(RotationExceeds(_USERS, _DIM, _PRINTED_AT), "<=", RotationExceeds(_USERS, _DIM, _AT)),
        given=(Comparison(_AT, "<=", _PRINTED_AT),),
    ), _LESS),
    "<=", _LEVEL/4, by(_ROTATED),
)  # fmt: skip
_BUDGET = let(r"\varepsilon_r", _EPS / (4 * sqrt(2 * _DIM * log(2 / _DELTA))))
_TRUNCATION = let("C", _TAU * (1 + 2 * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL))))
_SIGMA = let(r"\sigma", 4 * _TRUNCATION / (_USERS * _EPS) * sqrt(2 * log(5 / (2 * _DELTA))))
_ESTIMATOR = CentralMean(_REACH, _TAU, _LEVEL, _USERS, _DIM, _EPS, _DELTA)
_WANTED = log(4 * _DIM * _CELLS / _LEVEL)
_ENOUGH = Comparison(_WANTED, "<=", _BUDGET*_USERS/4)  # fmt: skip
_BINS = Comparison(_REACH, "<=", _CELLS*_TAU*sqrt(2*log(8*_USERS*_DIM/_LEVEL)/_DIM))  # fmt: skip
_SMALL, _LARGE = real("x"), real("y")
_FALL = calc(
    exp(-_LARGE), "<=", exp(-_SMALL), by(Comparison(_SMALL, "<=", _LARGE)), given=(Comparison(_SMALL, "<=", _LARGE),)
)
CLOSE = calc(
    Gap(_ESTIMATOR, _SIGMA, _TAU, _LEVEL), "<=", _LEVEL + _LEVEL/4 + _DIM*_CELLS*exp(-_BUDGET*_USERS/4),
    by(words(
        "Unless the points are not concentrated, the rotation leaves a co-ordinate beyond tau', or some range of t bins misses its data, no "
        "point is truncated: the crude mean is within 2 tau' of the centre in each co-ordinate.",
        Comparison(Gap(_ESTIMATOR, _SIGMA, _TAU, _LEVEL), "<=",
        _LEVEL + _LEVEL/4 + _DIM*_CELLS*exp(-_BUDGET*_USERS/4)), given=(_BINS,),
        leans=("bassily/alg6/utility", "bassily/lemma4.2/a"),
    )),
    "<=", _LEVEL + _LEVEL/4 + _DIM*_CELLS*exp(-_WANTED), by(_FALL.at({_SMALL: _WANTED, _LARGE: _BUDGET*_USERS/4})),
    "<=", 2*_LEVEL,
    given=(_BINS, _ENOUGH),
)  # fmt: skip
_SPENT = _BUDGET * sqrt(2 * _DIM * log(2 / _DELTA)) + _DIM * _BUDGET * (exp(_BUDGET) - 1) + _EPS / 2
_UP_TO_1, _AT_LEAST = real("x", least=0, most=1), real("Lambda", least=log(2))
_LINEAR = calc(exp(_UP_TO_1) - 1, "<=", 2 * _UP_TO_1)
PRIVATE = calc(
    Profile(_ESTIMATOR, _EPS), "<=", Profile(_ESTIMATOR, _SPENT),
    by(PROFILE_MONOTONE(_ESTIMATOR, _EPS, _SPENT), calc(
        _SPENT, "<=", _BUDGET*sqrt(2*_DIM*log(2/_DELTA)) + _DIM*_BUDGET*2*_BUDGET + _EPS/2,
        by(_LINEAR.at({_UP_TO_1: _BUDGET})), "<=", _EPS)),
    "<=", _DELTA/2 + _DELTA/2,
    by(words(
        "The d ranges compose at (epsilon_r, 0) each with slack delta/2, and the mean of truncated points, of sensitivity 2C/k, gets noise "
        "for (epsilon/2, delta/2).",
        Comparison(Profile(_ESTIMATOR, _SPENT), "<=", _DELTA/2 + _DELTA/2),
        leans=("bassily/thm2.4", "bassily/alg6/privacy", "bassily/own/gaussian"),
    )),
)  # fmt: skip
_LOGARITHM = real("Lambda", least=log(8))
_VARIANCE = calc(
    _SIGMA**2, "==", 32*_TAU**2*(1 + 2*sqrt(2*log(8*_USERS*_DIM/_LEVEL)))**2*log(5/(2*_DELTA))/(_USERS**2*_EPS**2),
    "<=", 512*_TAU**2/(_USERS**2*_EPS**2)*log(8*_USERS*_DIM/_LEVEL)*log(5/(2*_DELTA)),
    by(calc((1 + 2*sqrt(2*_LOGARITHM))**2, "<=", 16*_LOGARITHM).at({_LOGARITHM: log(8*_USERS*_DIM/_LEVEL)})),
)  # fmt: skip

_AWAY, _FROM_MIDDLE, _TAU_1 = real("u", least=0), real("v", least=0), real("tau", above=0)
_WITHIN = (Comparison(_AWAY, "<=", 2 * _TAU_1), Comparison(_FROM_MIDDLE, "<=", _TAU_1))

CLAIMS = (
    Claim("bassily/alg1", "Section 4, Algorithm 1", Kind.DEFINITION, "truncation around a crude mean, and noise",
          Definition(r"\tilde\mu=\mathrm{CrudeMean}(X^k,C),\quad\hat\mu=\tfrac1k\sum_{i\le k}\big(\Pi_{B(\tilde\mu,C)}(X_i)+\mathcal N(0,\sigma^2I)\big)"),
          note="Our copy has the ball around the output itself, which is read as the crude mean."),
    Claim("bassily/own/gaussian",
          "ours, for Theorems 4.1 and 4.3: the Gaussian mechanism (Dwork and Roth 2014, Theorem A.1)", Kind.PRIVACY,
          "Gaussian noise is private",
          corrected=_GAUSSIAN.crosschecked("the exact divergence", r"\delta_{\mathcal N}(\varepsilon)\le\delta",
                                           "epsilon = 1/10, 1/2, 1; delta = 1/2, 1/200, 1/(2 10^5), 1/(2 10^8); tails, "
                                           "and again by integration",
                                           estimators.gaussian_noise),
          note="The log-ratio of the two laws is itself normal, with mean r^2/2 and variance r^2, in every dimension."),
    Claim("bassily/alg6/privacy", "Appendix B.1, Algorithm 6", Kind.PRIVACY, "Algorithm 6 is epsilon-private",
          _CRUDE_PRIVATE.crosschecked("all data sets", r"\max\tfrac{P(\hat\mu=x)}{P'(\hat\mu=x)}\le e^\varepsilon",
                                      "n = 1, 2, 3 (4; not quick) users, 2, 3 (4; not quick) midpoints, e^(epsilon/2) "
                                      "= 3/2, 3, all neighbours",
                                      estimators.neighbours)),
    Claim("bassily/alg6/utility", "Appendix B.1, Algorithm 6", Kind.INEQUALITY, "Algorithm 6 finds the data",
          _CRUDE_USEFUL.crosschecked("exact laws", r"\big(\tfrac{P(\cdot)}l\big)^2\le e^{-\varepsilon n/2}",
                                     "n = 1, 2, 3, 6, l = 2, 3, 5, e^(epsilon/2) = 3/2, 3, all data at two adjacent "
                                     "midpoints",
                                     estimators.unoccupied),
          note="Data within tau of x_0 meet two adjacent bins of width 2 tau at most (bassily/lemmaB.1/a), whose "
               "middles are within 2 tau of x_0 if they have data."),
    Claim("bassily/alg6", "Appendix B.1, Algorithm 6", Kind.ALGORITHM,
          "the range in the central model: its privacy and its aim, each a claim",
          Whole(r"\text{Algorithm 6 is }\varepsilon\text{-private and misses data at two midpoints with "
                r"}le^{-\varepsilon n/4}\text{ at most}",
                ("bassily/alg6/privacy", "bassily/alg6/utility")),
          note="l = B/tau is rounded up where it is no integer, as in bassily/alg2."),
    Claim("bassily/own/returned-range", "ours, to Appendix B.1, Algorithm 6, line 5", Kind.INEQUALITY,
          "the range that is returned may leave out data; one and a half times as wide it does not",
          corrected=AllOf("",
                          {"it may": FiniteCheck(r"|X_k-\hat\mu|>2\tau",
                                                 "tau = 1, bins of width 2 from 0, X = (2 - h, 4 - 2h) for h = 1/10, "
                                                 "1/4; both midpoints are as likely",
                                                 estimators.beyond_the_range, ">"),
                           "three do": calc(_AWAY + _FROM_MIDDLE, "<=", 3 * _TAU_1, by(*_WITHIN), given=_WITHIN)}),
          note="Data within tau of a point are within 2 tau of each other, and the midpoint found is within tau of one "
               "of them. No accusation: no sentence of the paper says that the range holds the data, and Theorem 4.1 "
               "needs only the midpoint."),
    Claim("bassily/lemma4.2/a", "Appendix B.2, proof of Lemma 4.2, after Levy et al. 2021, Lemma 2", Kind.INEQUALITY,
          "a random rotation spreads vectors over the coordinates",
          AllOf("",
                {"as it is": _ROTATED.crosschecked(
                                 "one entry, all diagonals", r"P(|(Uv)_j|\ge s)\le2e^{-ds^2/(2\|v\|^2)}",
                                 "d = 1, 2, 4, 8; an axis, the diagonal, (1, 2, ...); the first and the last row, "
                                 "every s that occurs",
                                 estimators.rotated),
                 "as printed": _PRINTED_FACTOR}),
          note="For U = HD/sqrt(d): Algorithm 3 prints HD, which is no rotation. d is a power of two, else padded with "
               "zeros."),
    Claim("bassily/thm4.1", "Section 4.1, Theorem 4.1, and Appendix B.1", Kind.UPPER_RATE, "the central mean estimator",
          AllOf("", {"close": CLOSE, "private": PRIVATE, "the noise": _VARIANCE}),
          note="Our copy has log(dRn/(tau/gamma)), in a damaged formula, where Lemmas 4.2 and B.1 have tau gamma: read "
               "as the product. Cited there from Levy et al. 2021; proved here with constants, for the mechanism that "
               "Appendix B.1 describes. log(4dt/gamma) is of the order of the logarithm meant. For d a power of two, "
               "else twice that. delta < 1/n is not needed."),
)  # fmt: skip
