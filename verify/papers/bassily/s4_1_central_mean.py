"""bassily Theorem 4.1 with explicit constants: Algorithm 6 for each rotated coordinate, then Gaussian noise."""

from sympy import Rational, erfc, exp, log, sqrt

from verify.kernel.calculus import Comparison, Name, integer, let, line, real, words
from verify.kernel.calculus.facts.privacy import PROFILE_MONOTONE, Profile
from verify.kernel.statements import AllOf, Definition, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
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

ALG1 = Claim(
    "bassily/alg1",
    "Section 4, Algorithm 1",
    Kind.DEFINITION,
    "truncation around a crude mean, and noise",
    says=r"\tilde{\mu}=\mathrm{CrudeMean}(X^k,C);\quad\widehat{\mu}=\frac{1}{k}\sum_{i=1}^{k}\left(\Pi_{\mathcal{B}_2^d(\widehat{\mu},C)}(X_i)+\mathcal{N}(0,\sigma^2\mathbb{I}_d)\right);\quad\text{return "
    r"}\widehat{\mu}",
    match=Match.SAME,
    printed=Definition(
        r"\tilde{\mu}=\mathrm{CrudeMean}(X^k,C);\quad\widehat{\mu}=\frac{1}{k}\sum_{i=1}^{k}\left(\Pi_{\mathcal{B}_2^d(\widehat{\mu},C)}(X_i)+\mathcal{N}(0,\sigma^2\mathbb{I}_d)\right);\quad\text{return "
        r"}\widehat{\mu}"
    ),
    note="Our copy has the ball around the output itself; the crude mean is meant, whether the slip is the paper's or the copy's.",
)
_EPS, _DELTA, _SENS = (
    real("epsilon", above=0, most=1),
    real("delta", above=0, most=Rational(1, 2)),
    real("Delta", above=0),
)
_FUNCTION, _WIDTH, _PART = Name("f", "function"), real("u", above=0), real("z", least=0)
_U_AT = sqrt(2 * log(5 / (4 * _DELTA)))
_NOISE = let(r"\sigma", _SENS / _EPS * _U_AT)
_MECHANISM = Noised(_FUNCTION, _NOISE)
_SENSITIVE, _WIDE = Comparison(Sensitivity(_FUNCTION), "<=", _SENS), real("u", least=1)
_TAIL_FROM = _U_AT - _EPS / (2 * _U_AT)
_TAILS = line(erfc(_PART)).le(exp(-(_PART**2)))
_EXPONENT = line(-(((_WIDE - _EPS / (2 * _WIDE)) / sqrt(2)) ** 2)).le(-(_WIDE**2) / 2 + _EPS / 2)
OWN_GAUSSIAN = Claim(
    "bassily/own/gaussian",
    "ours, for Theorems 4.1 and 4.3: the Gaussian mechanism (Dwork and Roth 2014, Theorem A.1)",
    Kind.PRIVACY,
    "Gaussian noise is private",
    corrected=line(Profile(_MECHANISM, _EPS), given=(_SENSITIVE,))
    .le(
        erfc(_TAIL_FROM / sqrt(2)) / 2,
        words(
            "The log-ratio of the laws for neighbours is normal, of mean r^2/2 and variance r^2 at most, r = Delta/sigma = epsilon/u, and the "
            "profile is at most the probability that it is above epsilon (Dwork and Roth 2014, Theorem A.1).",
            Comparison(Profile(_MECHANISM, _EPS), "<=", erfc(_TAIL_FROM / sqrt(2)) / 2),
            given=(_SENSITIVE,),
        ),
    )
    .le(exp(-((_TAIL_FROM / sqrt(2)) ** 2)) / 2, _TAILS.at({_PART: _TAIL_FROM / sqrt(2)}))
    .le(exp(-(_U_AT**2) / 2 + _EPS / 2) / 2, _EXPONENT.at({_WIDE: _U_AT}))
    .le(_DELTA)
    .crosschecked(
        "the exact divergence",
        r"\delta_{\mathcal N}(\varepsilon)\le\delta",
        "epsilon = 1/10, 1/2, 1; delta = 1/2, 1/200, 1/(2 10^5), 1/(2 10^8); tails, and again by integration",
        estimators.gaussian_noise,
    ),
    note="The log-ratio of the two laws is itself normal, with mean r^2/2 and variance r^2, in every dimension.",
)

_USERS, _DIM, _CELLS, _PLACE, _MIDPOINTS = (integer(letter, least=1) for letter in ("k", "d", "t", "j", "l"))
_ANY_EPS, _LEVEL, _TAU, _REACH = (
    real("epsilon", above=0),
    real("gamma", above=0, most=1),
    real("tau", above=0),
    real("R", above=0),
)
_DATA, _OTHER = Name("X", "data"), Name("X'", "data")
_NEXT_TO, _PLACED = Neighbours(_DATA, _OTHER), Comparison(_PLACE, "<=", _MIDPOINTS)
_ANSWER, _OTHER_ANSWER = (Midpoint(data, _PLACE, _MIDPOINTS, _ANY_EPS) for data in (_DATA, _OTHER))
_WEIGHT, _OTHER_WEIGHT = (
    exp(-_ANY_EPS * Cost(data, _PLACE) / 2 - LogTotal(data, _MIDPOINTS, _ANY_EPS)) for data in (_DATA, _OTHER)
)
_MECHANISM_LAW = "Algorithm 6 draws a midpoint by these weights."
ALG6_PRIVACY = Claim(
    "bassily/alg6/privacy",
    "Appendix B.1, Algorithm 6",
    Kind.PRIVACY,
    "Algorithm 6 is epsilon-private",
    says=(
        r"\text{PrivateRange}(X^n,\varepsilon,\tau,B)\text{ with privacy parameter }\varepsilon>0\text{, "
        r"in the central model: draws }x\in T\text{ with }\Pr(\hat{\mu}=x)=\frac{e^{-\varepsilon "
        r"c(x)/2}}{\sum_{x'\in T}e^{-\varepsilon c(x')/2}}"
    ),
    match=Match.READING,
    differs=(
        "that epsilon is the privacy parameter is written as the bound e^epsilon for data that differ in "
        "one user; the paper states no such bound"
    ),
    printed=line(_ANSWER, given=(_NEXT_TO, _PLACED))
    .eq(_WEIGHT, words(_MECHANISM_LAW, Comparison(_ANSWER, "==", _WEIGHT), given=(_PLACED,)))
    .le(
        exp(-_ANY_EPS * (Cost(_OTHER, _PLACE) - 1) / 2 - (LogTotal(_OTHER, _MIDPOINTS, _ANY_EPS) - _ANY_EPS / 2)),
        words(
            "One user changes each count by one at most.",
            Comparison(Cost(_OTHER, _PLACE) - 1, "<=", Cost(_DATA, _PLACE)),
            given=(_NEXT_TO,),
        ),
        words(
            "So each weight of the sum changes by a factor e^(epsilon/2) at most.",
            Comparison(
                LogTotal(_OTHER, _MIDPOINTS, _ANY_EPS) - _ANY_EPS / 2, "<=", LogTotal(_DATA, _MIDPOINTS, _ANY_EPS)
            ),
            given=(_NEXT_TO,),
        ),
    )
    .eq(exp(_ANY_EPS) * _OTHER_WEIGHT)
    .eq(
        exp(_ANY_EPS) * _OTHER_ANSWER,
        words(_MECHANISM_LAW, Comparison(_OTHER_ANSWER, "==", _OTHER_WEIGHT), given=(_PLACED,)),
    )
    .crosschecked(
        "all data sets",
        r"\max\tfrac{P(\hat\mu=x)}{P'(\hat\mu=x)}\le e^\varepsilon",
        "n = 1, 2, 3 (4; not quick) users, 2, 3 (4; not quick) midpoints, e^(epsilon/2) = 3/2, 3, all neighbours",
        estimators.neighbours,
    ),
)
_EMPTY, _TWO = EmptyChosen(_DATA, _USERS, _MIDPOINTS, _ANY_EPS), AtTwoMidpoints(_DATA, _USERS)
ALG6_UTILITY = Claim(
    "bassily/own/alg6-utility",
    "Appendix B.1, Algorithm 6",
    Kind.INEQUALITY,
    "Algorithm 6 finds the data",
    corrected=line(_EMPTY, given=(_TWO,))
    .le(
        _MIDPOINTS * exp(-_ANY_EPS * _USERS / 2) / exp(-_ANY_EPS * _USERS / 4),
        words(
            "A midpoint without data has cost n, and of the two with data the one with more has cost n/2 at most, so that the sum of weights "
            "is at least e^(-epsilon n/4).",
            Comparison(_EMPTY, "<=", _MIDPOINTS * exp(-_ANY_EPS * _USERS / 2) / exp(-_ANY_EPS * _USERS / 4)),
            given=(_TWO,),
        ),
    )
    .eq(_MIDPOINTS * exp(-_ANY_EPS * _USERS / 4))
    .crosschecked(
        "exact laws",
        r"\big(\tfrac{P(\cdot)}l\big)^2\le e^{-\varepsilon n/2}",
        "n = 1, 2, 3, 6, l = 2, 3, 5, e^(epsilon/2) = 3/2, 3, all data at two adjacent midpoints",
        estimators.unoccupied,
    ),
    note="Data within tau of x_0 meet two adjacent bins of width 2 tau at most (bassily/lemmaB.1/a), whose "
    "middles are within 2 tau of x_0 if they have data.",
)
ALG6 = Claim(
    "bassily/alg6",
    "Appendix B.1, Algorithm 6",
    Kind.DEFINITION,
    "the range in the central model",
    says=r"\text{divide }[-B,B]\text{ into }l=B/\tau\text{ disjoint bins of width }2\tau\text{ with "
    r"midpoints }T;\quad X_i'=\min_{x\in T}|X_i-x|\text{, the point of }T\text{ nearest to }X_i;\quad "
    r"c(x)=\max\{|\{i\in[n]\mid X_i'<x\}|,|\{i\in[n]\mid X_i'>x\}|\},\ x\in "
    r"T;\quad\Pr(\hat{\mu}=x)=\frac{e^{-\varepsilon c(x)/2}}{\sum_{x'\in T}e^{-\varepsilon "
    r"c(x')/2}};\quad\text{return }R=[\hat{\mu}-2\tau,\hat{\mu}+2\tau]",
    match=Match.SAME,
    printed=Definition(
        r"\text{divide }[-B,B]\text{ into }l=B/\tau\text{ disjoint bins of width }2\tau\text{ with "
        r"midpoints }T;\quad X_i'=\min_{x\in T}|X_i-x|\text{, the point of }T\text{ nearest to }X_i;\quad "
        r"c(x)=\max\{|\{i\in[n]\mid X_i'<x\}|,|\{i\in[n]\mid X_i'>x\}|\},\ x\in "
        r"T;\quad\Pr(\hat{\mu}=x)=\frac{e^{-\varepsilon c(x)/2}}{\sum_{x'\in T}e^{-\varepsilon "
        r"c(x')/2}};\quad\text{return }R=[\hat{\mu}-2\tau,\hat{\mu}+2\tau]"
    ),
    note="l = B/tau is rounded up where it is no integer, as in bassily/alg2. Its privacy is bassily/alg6/privacy, its aim bassily/own/alg6-utility.",
)

_AWAY, _FROM_MIDDLE, _TAU_1 = real("u", least=0), real("v", least=0), real("tau", above=0)
_WITHIN = (Comparison(_AWAY, "<=", 2 * _TAU_1), Comparison(_FROM_MIDDLE, "<=", _TAU_1))
OWN_RETURNED_RANGE = Claim(
    "bassily/own/returned-range",
    "ours, to Appendix B.1, Algorithm 6, line 5",
    Kind.INEQUALITY,
    "the range that is returned may leave out data; one and a half times as wide it does not",
    corrected=AllOf(
        "",
        {
            "it may": FiniteCheck(
                r"|X_k-\hat\mu|>2\tau",
                "tau = 1, bins of width 2 from 0, X = (2 - h, 4 - 2h) for h = 1/10, 1/4; both midpoints are as likely",
                estimators.beyond_the_range,
                ">",
            ),
            "three do": line(_AWAY + _FROM_MIDDLE, given=_WITHIN).le(3 * _TAU_1, *_WITHIN),
        },
    ),
    note="Data within tau of a point are within 2 tau of each other, and the midpoint found is within tau of one "
    "of them. No accusation: no sentence of the paper says that the range holds the data, and Theorem 4.1 "
    "needs only the midpoint.",
)
_FACTOR, _MANY = real("s", above=0), real("x", least=4)
_ANY_FACTOR = line(RotationExceeds(_USERS, _DIM, _FACTOR)).le(
    _USERS * _DIM * 2 * exp(-(_FACTOR**2) * _DIM / 2),
    words(
        "Each of kd entries is a sum of d numbers with independent random signs, whose squares add up to the squared distance over d: "
        "Hoeffding 1963, Theorem 2, and the union bound.",
        Comparison(RotationExceeds(_USERS, _DIM, _FACTOR), "<=", _USERS * _DIM * 2 * exp(-(_FACTOR**2) * _DIM / 2)),
    ),
)
_AT, _PRINTED_AT = sqrt(2 * log(8 * _USERS * _DIM / _LEVEL) / _DIM), 10 * sqrt(log(4 * _USERS * _DIM / _LEVEL) / _DIM)
_ROTATED = line(RotationExceeds(_USERS, _DIM, _AT)).le(_LEVEL / 4, _ANY_FACTOR.at({_FACTOR: _AT}))
_SQUARES = line(2 * log(2 * _MANY) / _DIM).le(100 * log(_MANY) / _DIM)
_LOW, _HIGH = real("u", least=0), real("v", least=0)
_ROOTS = line(sqrt(_LOW), given=(Comparison(_LOW, "<=", _HIGH),)).le(sqrt(_HIGH), Comparison(_LOW, "<=", _HIGH))
_ROOM = {_LOW: 2 * log(2 * _MANY) / _DIM, _HIGH: 100 * log(_MANY) / _DIM}
_LESS = (
    line(_ROOM[_LOW] ** Rational(1, 2))
    .le(_ROOM[_HIGH] ** Rational(1, 2), _ROOTS.at(_ROOM), _SQUARES)
    .at({_MANY: 4 * _USERS * _DIM / _LEVEL})
)
LEMMA4_2_A = Claim(
    "bassily/lemma4.2/a",
    "Appendix B.2, proof of Lemma 4.2, after Levy et al. 2021, Lemma 2",
    Kind.INEQUALITY,
    "a random rotation spreads vectors over the coordinates",
    says=r"\text{by Levy et al. (2021, Lemma 2), with probability at least }1-\gamma/4:\ "
    r"\max_{i\in[k]}\lVert X_i'-Rx_0\rVert_\infty\le\frac{10\max_{i\in[k]}\lVert "
    r"X_i-x_0\rVert_2\sqrt{\log(4kd/\gamma)}}{\sqrt{d}},\quad X_i'=RX_i,\ R=H_dD",
    match=Match.READING,
    differs="H_d with entries +-1/sqrt(d), as a rotation must have; with entries +-1 the bound lacks a factor sqrt(d)",
    printed=AllOf(
        "",
        {
            "as it is": _ROTATED.crosschecked(
                "one entry, all diagonals",
                r"P(|(Uv)_j|\ge s)\le2e^{-ds^2/(2\|v\|^2)}",
                "d = 1, 2, 4, 8; an axis, the diagonal, (1, 2, ...); the first and the last row, every s that occurs",
                estimators.rotated,
            ),
            "as printed": line(RotationExceeds(_USERS, _DIM, _PRINTED_AT))
            .le(
                RotationExceeds(_USERS, _DIM, _AT),
                words(
                    "The larger the factor the smaller the probability to exceed it.",
                    Comparison(RotationExceeds(_USERS, _DIM, _PRINTED_AT), "<=", RotationExceeds(_USERS, _DIM, _AT)),
                    given=(Comparison(_AT, "<=", _PRINTED_AT),),
                ),
                _LESS,
            )
            .le(_LEVEL / 4, _ROTATED),
        },
    ),
    note="For U = HD/sqrt(d): Algorithm 3 prints HD, which is no rotation. d is a power of two, else padded with "
    "zeros.",
)
_BUDGET = let(r"\varepsilon_r", _EPS / (4 * sqrt(2 * _DIM * log(2 / _DELTA))))
_TRUNCATION = let("C", _TAU * (1 + 2 * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL))))
_SIGMA = let(r"\sigma", 4 * _TRUNCATION / (_USERS * _EPS) * sqrt(2 * log(5 / (2 * _DELTA))))
_ESTIMATOR = CentralMean(_REACH, _TAU, _LEVEL, _USERS, _DIM, _EPS, _DELTA)
_WANTED = log(4 * _DIM * _CELLS / _LEVEL)
_ENOUGH = Comparison(_WANTED, "<=", _BUDGET * _USERS / 4)
_BINS = Comparison(_REACH, "<=", _CELLS * _TAU * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL) / _DIM))
_SMALL, _LARGE = real("x"), real("y")
_FALL = line(exp(-_LARGE), given=(Comparison(_SMALL, "<=", _LARGE),)).le(exp(-_SMALL), Comparison(_SMALL, "<=", _LARGE))
CLOSE = (
    line(Gap(_ESTIMATOR, _SIGMA, _TAU, _LEVEL), given=(_BINS, _ENOUGH))
    .le(
        _LEVEL + _LEVEL / 4 + _DIM * _CELLS * exp(-_BUDGET * _USERS / 4),
        words(
            "Unless the points are not concentrated, the rotation leaves a co-ordinate beyond tau', or some range of t bins misses its data, no "
            "point is truncated: the crude mean is within 2 tau' of the centre in each co-ordinate.",
            Comparison(
                Gap(_ESTIMATOR, _SIGMA, _TAU, _LEVEL),
                "<=",
                _LEVEL + _LEVEL / 4 + _DIM * _CELLS * exp(-_BUDGET * _USERS / 4),
            ),
            given=(_BINS,),
            leans=("bassily/own/alg6-utility", "bassily/lemma4.2/a"),
        ),
    )
    .le(_LEVEL + _LEVEL / 4 + _DIM * _CELLS * exp(-_WANTED), _FALL.at({_SMALL: _WANTED, _LARGE: _BUDGET * _USERS / 4}))
    .le(2 * _LEVEL)
)
_SPENT = _BUDGET * sqrt(2 * _DIM * log(2 / _DELTA)) + _DIM * _BUDGET * (exp(_BUDGET) - 1) + _EPS / 2
_UP_TO_1, _AT_LEAST = real("x", least=0, most=1), real("Lambda", least=log(2))
_LINEAR = line(exp(_UP_TO_1) - 1).le(2 * _UP_TO_1)
PRIVATE = (
    line(Profile(_ESTIMATOR, _EPS))
    .le(
        Profile(_ESTIMATOR, _SPENT),
        PROFILE_MONOTONE(_ESTIMATOR, _EPS, _SPENT),
        line(_SPENT)
        .le(
            _BUDGET * sqrt(2 * _DIM * log(2 / _DELTA)) + _DIM * _BUDGET * 2 * _BUDGET + _EPS / 2,
            _LINEAR.at({_UP_TO_1: _BUDGET}),
        )
        .le(_EPS),
    )
    .le(
        _DELTA / 2 + _DELTA / 2,
        words(
            "The d ranges compose at (epsilon_r, 0) each with slack delta/2, and the mean of truncated points, of sensitivity 2C/k, gets noise "
            "for (epsilon/2, delta/2).",
            Comparison(Profile(_ESTIMATOR, _SPENT), "<=", _DELTA / 2 + _DELTA / 2),
            leans=("bassily/thm2.4", "bassily/alg6/privacy", "bassily/own/gaussian"),
        ),
    )
)
_LOGARITHM = real("Lambda", least=log(8))
THM4_1 = Claim(
    "bassily/thm4.1",
    "Section 4.1, Theorem 4.1, and Appendix B.1",
    Kind.UPPER_RATE,
    "the central mean estimator",
    says=r"\text{for }\varepsilon\in(0,1),\ \delta\in(0,1/n)\text{ there is a private mean estimator "
    r"}\mathcal{A}\text{, an instance of Algorithm 1: if }X^k\text{ is "
    r"}(\tau,\gamma)\text{-concentrated and "
    r"}k=\Omega\left(\sqrt{d\log(1/\delta)}\log(dRn/(\tau/\gamma))/\varepsilon\right)\text{, then "
    r"}\mathcal{A}(X^k)\sim_{(0,2\gamma)}\frac{1}{k}\sum_{i=1}^{k}X_i+\mathcal{N}(0,\sigma^2\mathbb{I}_d),\ "
    r"\sigma^2=O\left(\frac{\tau^2\log(dn/\gamma)\log(1/\delta)}{k^2\varepsilon^2}\right)",
    match=Match.READING,
    differs="one mechanism, Appendix B.1 with t bins, and constants for Omega and O; n is read as k, and log(dRn/(tau/gamma)), in a damaged formula of our copy, as a logarithm of the order of log(dt/gamma) for the t bins of width 2 tau' that cover the ball",
    printed=AllOf(
        "",
        {
            "close": CLOSE,
            "private": PRIVATE,
            "the noise": line(_SIGMA**2)
            .eq(
                32
                * _TAU**2
                * (1 + 2 * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL))) ** 2
                * log(5 / (2 * _DELTA))
                / (_USERS**2 * _EPS**2)
            )
            .le(
                512 * _TAU**2 / (_USERS**2 * _EPS**2) * log(8 * _USERS * _DIM / _LEVEL) * log(5 / (2 * _DELTA)),
                line((1 + 2 * sqrt(2 * _LOGARITHM)) ** 2)
                .le(16 * _LOGARITHM)
                .at({_LOGARITHM: log(8 * _USERS * _DIM / _LEVEL)}),
            ),
        },
    ),
    note="Our copy has log(dRn/(tau/gamma)), in a damaged formula, where Lemmas 4.2 and B.1 have tau gamma: read "
    "as the product. Cited there from Levy et al. 2021; proved here with constants, for the mechanism that "
    "Appendix B.1 describes. log(4dt/gamma) is of the order of the logarithm meant. For d a power of two, "
    "else twice that. delta < 1/n is not needed.",
)

CLAIMS = (
    ALG1,
    OWN_GAUSSIAN,
    ALG6_PRIVACY,
    ALG6_UTILITY,
    ALG6,
    OWN_RETURNED_RANGE,
    LEMMA4_2_A,
    THM4_1,
)
