"""bassily Lemma 4.2 and Theorem 4.3: the mean under local privacy; its budget, its truncation, and what holds."""

from sympy import Rational, exp, log, sqrt, tanh

from verify.kernel.calculus import Comparison, WholeNumber, integer, let, line, real, words
from verify.kernel.calculus.facts.privacy import Profile
from verify.kernel.statements import AllOf, FiniteCheck, Undecided, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.bassily.instances import mean_estimators as estimators
from verify.papers.bassily.nouns import CrudeMissed, Gap, GroupsMissed, LocalMean, MeanMissed, Noised, Truncated

ALG3 = Claim(
    "bassily/alg3",
    "Section 4.2, Algorithm 3, step 1",
    Kind.ALGORITHM,
    "the random rotation",
    says=r"X_i'=RX_i,\quad R=H_dD,\ H_d\text{ a }d\text{-dimensional Hadamard matrix},\ D\text{ diagonal "
    r"with entries }\pm1\text{ of equal probability}",
    match=Match.READING,
    differs="H_d with entries +-1/sqrt(d), as a rotation must have; that R is one is written as R^T R = I, for d = 1, 2, 4, 8",
    printed=FiniteCheck(
        r"R=H_dD:\ R^{\mathsf T}R=I",
        "d = 1, 2, 4, 8, entries of H_d +-1/sqrt(d), all diagonals of signs, all entries",
        estimators.orthogonal,
        "==",
    ),
    note="The text calls HD a rotation, so that the entries of H are +-1/sqrt(d), as the proof of Lemma 4.2 uses it.",
)

_USERS, _DIM, _CELLS = (integer(letter, least=1) for letter in "kdt")
_EPS, _UNIT_EPS, _DELTA = (
    real("epsilon", above=0),
    real("epsilon", above=0, most=1),
    real("delta", above=0, most=Rational(1, 2)),
)
_TAU, _LEVEL, _RADIUS = real("tau", above=0), real("gamma", above=0, most=1), real("C", above=0)
_SMALL, _LARGE, _WEIGHT = real("x"), real("y"), real("w", above=0)
_WANTED = log(4 * _DIM * _CELLS / _LEVEL)
_FALL = line(exp(-_LARGE), given=(Comparison(_SMALL, "<=", _LARGE),)).le(exp(-_SMALL), Comparison(_SMALL, "<=", _LARGE))
_ENOUGH = Comparison(4 * _DIM / tanh(_EPS / 4) ** 2 * _WANTED, "<=", _USERS)
_EVEN = WholeNumber(_USERS / _DIM)
_EXPONENT = line(_SMALL, given=(Comparison(4 * _DIM / _WEIGHT * _SMALL, "<=", _USERS),)).le(
    _WEIGHT * _USERS / (4 * _DIM)
)
_MISSED = GroupsMissed(_USERS, _DIM, _EPS, _CELLS)
_VOTED = _DIM * _CELLS * exp(-(tanh(_EPS / 4) ** 2) * _USERS / (4 * _DIM))
_GROUPS = (
    line(_MISSED, given=(_ENOUGH, _EVEN))
    .le(
        _VOTED,
        words(
            "In each co-ordinate the k/d users' numbers meet two adjacent bins, whose middles are within 2 tau' of the centre; any of the "
            "other t bins wins with probability e^(-c^2 (k/d)/4) at most, c = tanh(epsilon/4).",
            Comparison(_MISSED, "<=", _VOTED),
            given=(_EVEN,),
            leans=("bassily/lemmaB.1/a", "bassily/lemmaB.1/c/others", "bassily/lemma4.2/a"),
        ),
    )
    .le(
        _DIM * _CELLS * exp(-_WANTED),
        _FALL.at({_SMALL: _WANTED, _LARGE: tanh(_EPS / 4) ** 2 * _USERS / (4 * _DIM)}),
        _EXPONENT.at({_SMALL: _WANTED, _WEIGHT: tanh(_EPS / 4) ** 2}),
    )
    .le(_LEVEL / 4)
)
_CELL = let(r"\tau'", _TAU * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL) / _DIM))
_FURTHER = CrudeMissed(_USERS, _DIM, _EPS, _CELLS, 2 * sqrt(_DIM) * _CELL)
_CRUDE = (
    line(_FURTHER, given=(_ENOUGH, _EVEN))
    .le(
        _MISSED,
        words(
            "The norm is at most sqrt(d) times the largest co-ordinate, and U preserves it.",
            Comparison(_FURTHER, "<=", _MISSED),
        ),
    )
    .le(_LEVEL / 4, _GROUPS)
)
LEMMA4_2_B = Claim(
    "bassily/lemma4.2/b",
    "Appendix B.2, proof of Lemma 4.2, the use of Lemma B.1",
    Kind.INEQUALITY,
    "the groups find their coordinates",
    says=r"k\ge4d\log(\sqrt{d^3}R/(\tau\gamma))/\varepsilon^2:\text{ with probability }1-\gamma/4,\ "
    r"\lVert\tilde{\mu}-\mu(X^k)\rVert_\infty\le4\max_{i\in[k]}\lVert X_i'-Rx_0\rVert_\infty\text{, by "
    r"Lemma B.1 in each dimension at }\tau=\tau',\ \gamma=\gamma/(4d)",
    match=Match.READING,
    differs="refuted by what is weaker, 4 tau' for the printed 4 max |X'_i - R x_0|, which is tau' at most; at d = 1, where the rotation is a sign",
    printed=FiniteCheck(
        r"k\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}R}{\tau\gamma}\Rightarrow P\big(\|\tilde\mu-\mu(X^k)\|_\infty>4\max_{i\in[k]}\|X_i'-Rx_0\|_\infty\big)\le\tfrac\gamma4",
        "d = 1, epsilon = 1, R = 200 tau', gamma = 1/20, data on two bins; 4 tau' for the right side",
        estimators.printed_groups,
    ),
    corrected=AllOf(
        "",
        {
            "the groups": _GROUPS.crosschecked(
                "the middles of the bins, d = 1",
                r"|\tilde\mu-X_i|\le\tau+2\tau'",
                "k = 1, 10, 1000, gamma = 1, 1/100, x_0 in steps of tau'/12, every bin that the data meet",
                estimators.middles,
            ),
            "their distance": _CRUDE,
        },
    ),
    correction="c_epsilon^2 = tanh(epsilon/4)^2 for epsilon^2, as in bassily/lemmaB.1",
    severity=Severity.CONSTANT,
    theorem="bassily/thm4.3/utility",
    root="bassily/lemmaB.1",
    note="k = 48 > 4 log(R/(tau gamma)). tau' is the bound of the display before. For equal data the printed right side would be 0.",
)
_REACH = let("C", _TAU * (1 + 2 * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL))))
_OFF = MeanMissed(_TAU, _LEVEL, _USERS, _DIM, _EPS, _CELLS, _REACH)
LEMMA4_2 = Claim(
    "bassily/lemma4.2",
    "Section 4.2, Lemma 4.2, by Algorithm 3",
    Kind.INEQUALITY,
    "the crude mean under local privacy, by some algorithm",
    printed=Undecided(
        r"\text{there is an }(\varepsilon,\delta)\text{-LDP algorithm }\tilde{\mu}\text{ such that, when "
        r"}k>4d\log(\sqrt{d^3}R/(\tau\gamma))/\varepsilon^2\text{ and }X^k\text{ is "
        r"}(\tau,\gamma)\text{-concentrated, with probability at least }1-2\gamma:\ "
        r"\lVert\tilde{\mu}(X^k)-\mu(X^k)\rVert=O\left(\tau\sqrt{\log(dk/\gamma)}\right)",
        "a local algorithm that needs no more than the printed number of users, or a proof that none does",
    ),
    corrected=line(_OFF, given=(_ENOUGH, _EVEN))
    .le(
        _LEVEL + _LEVEL / 4 + _FURTHER,
        words(
            "The mean is within tau of the centre unless the points are not concentrated, the rotated points within tau' unless the rotation "
            "fails, and the crude mean within 2 sqrt(d) tau' unless the votes do; the distances add up.",
            Comparison(_OFF, "<=", _LEVEL + _LEVEL / 4 + _FURTHER),
            given=(Comparison(2 * sqrt(_DIM) * _CELL + _TAU, "<=", _REACH),),
            leans=("bassily/alg2/privacy", "bassily/lemma4.2/a"),
        ),
    )
    .le(2 * _LEVEL, _CRUDE),
    correction="of Algorithm 3, with the number of users that its corrected proof needs, tanh(epsilon/4)^2 in place of epsilon^2",
    theorem="bassily/thm4.3/utility",
)
THM4_3 = Claim(
    "bassily/thm4.3",
    "Section 4.2, Theorem 4.3",
    Kind.UPPER_RATE,
    "the local mean estimator: its privacy, and its law",
    says=(
        r"\varepsilon\in(0,1),\ \delta\in(0,\frac{1}{k}):\ \text{Algorithm 1 with Algorithm 3 at "
        r"}\varepsilon'=\varepsilon/2\text{ as CrudeMean},\ C=\tau\sqrt{\log(dn/\gamma)},\ "
        r"\sigma=\frac{C\sqrt{8\log(1.25/\delta)}}{\varepsilon}\text{ is "
        r"}(\varepsilon,\delta)\text{-LDP};\quad\text{when }X^k\text{ is }(\tau,\gamma)\text{-concentrated "
        r"and }n\ge4d\log(\sqrt{d^3}R/(\tau\gamma))/\varepsilon^2,\ "
        r"\mathcal{A}(X^k)\sim_{(0,2\gamma)}\frac{1}{k}\sum_{i=1}^{k}X_i+\mathcal{N}(0,\frac{\sigma^2}{k}\mathbb{I}_d)"
    ),
    match=Match.READING,
    differs=(
        "the judged line leaves out the ranges of epsilon and delta, Algorithm 3 at epsilon/2 as crude "
        "mean and the concentration; its verdict is that of its parts"
    ),
    printed=Whole(
        r"\sigma=\tfrac C\varepsilon\sqrt{8\log(1.25/\delta)},\ C=\tau\sqrt{\log(dn/\gamma)}:\ "
        r"\mathcal A\text{ is }(\varepsilon,\delta)\text{-LDP};\ "
        r"n\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}R}{\tau\gamma}\Rightarrow\mathcal A(X^k)\sim_{(0,2\gamma)}\mu(X^k)+\mathcal N(0,\tfrac{\sigma^2}kI)",
        ("bassily/thm4.3/privacy", "bassily/thm4.3/utility"),
    ),
    corrected=Whole(
        r"\sigma=\tfrac C\varepsilon\sqrt{32\log(1.25/\delta)},\ C=\tau(1+2\sqrt{2\log(8kd/\gamma)}):\ "
        r"\mathcal A\text{ is }(\varepsilon,\delta)\text{-LDP};\ "
        r"k\ge\tfrac{4d}{\tanh^2(\varepsilon/8)}\log\tfrac{4dt}\gamma\Rightarrow\mathcal A(X^k)\sim_{(0,2\gamma)}\mu(X^k)+\mathcal N(0,\tfrac{\sigma^2}kI)",
        ("bassily/thm4.3/privacy", "bassily/thm4.3/utility"),
        as_corrected=True,
    ),
    correction="four times the noise's variance, for half of epsilon is spent on the crude mean; a larger C, and "
    "more users",
    severity=Severity.PRIVACY,
    theorem="bassily/thm3.2",
    note="The privacy of both messages of a user breaks as printed: bassily/own/printed-noise has by how much.",
)
_NOISE = let(r"\sigma", _RADIUS / _UNIT_EPS * sqrt(32 * log(5 / (4 * _DELTA))))
_TWICE = LocalMean(_RADIUS, _NOISE, _USERS, _DIM, _UNIT_EPS, _CELLS)
_SECOND = Profile(Noised(Truncated(_RADIUS, _DIM), _NOISE), _UNIT_EPS / 2)
_FITS = 2 * _RADIUS / (_UNIT_EPS / 2) * sqrt(2 * log(5 / (4 * _DELTA)))
BOTH_MESSAGES = (
    line(Profile(_TWICE, _UNIT_EPS))
    .le(
        _SECOND,
        words(
            "The first message is (epsilon/2, 0)-private, and given it the second is at most as distinguishable as a point truncated to a ball, "
            "with the noise: basic composition.",
            Comparison(Profile(_TWICE, _UNIT_EPS), "<=", _SECOND),
            leans=("bassily/alg2/privacy",),
        ),
    )
    .le(
        _DELTA,
        words(
            "The Gaussian mechanism at epsilon/2 and sensitivity 2C.",
            Comparison(_SECOND, "<=", _DELTA),
            given=(Comparison(_FITS, "<=", _NOISE),),
            leans=("bassily/own/gaussian",),
        ),
    )
)
THM4_3_PRIVACY = Claim(
    "bassily/thm4.3/privacy",
    "Section 4.2, Theorem 4.3, (iii)",
    Kind.PRIVACY,
    "both messages of a user together",
    says=r"\varepsilon\in(0,1),\ \delta\in(0,\frac{1}{k}):\ \text{Algorithm 1 with Algorithm 3 at "
    r"}\varepsilon'=\varepsilon/2\text{ as CrudeMean},\ C=\tau\sqrt{\log(dn/\gamma)},\ "
    r"\sigma=\frac{C\sqrt{8\log(1.25/\delta)}}{\varepsilon}\text{ is }(\varepsilon,\delta)\text{-LDP}",
    match=Match.READING,
    differs="refuted at d = 1, where Algorithm 3 is Algorithm 2 up to a sign, by the exact divergence of both messages of a user",
    printed=FiniteCheck(
        r"\varepsilon'=\tfrac\varepsilon2,\ \sigma=\tfrac C\varepsilon\sqrt{8\log(1.25/\delta)}:\ \delta_{\mathcal A}(\varepsilon)\le\delta",
        "d = 1, epsilon = 1/2, delta = 10^-8, points that are moved to both ends",
        estimators.whole_budget_twice,
    ),
    corrected=BOTH_MESSAGES.crosschecked(
        "the exact divergence of both messages, d = 1",
        r"\delta_{exact}(\varepsilon)\le\delta",
        "epsilon = 1/10, 1/2, 1; delta = 1/2, 1/200, 1/(2 10^5), 1/(2 10^8)",
        estimators.half_budget_each,
    ),
    correction="Theorem 4.3's privacy sentence falls as printed: its noise spends all of (epsilon, delta) after "
    "the crude mean has spent epsilon/2. (3 epsilon/2, delta) holds by composition, and (epsilon, "
    "delta) with sqrt(32) for sqrt(8), or where different users answer the two questions. Theorem 3.2 "
    "stands, with four times the noise's variance",
    severity=Severity.PRIVACY,
    theorem="bassily/thm3.2",
    note="x = -R and x' = R, d = 1, the crude mean at 0, which the other users' votes settle. All users answer "
    "both questions: Algorithm 1 takes the crude mean of the same X^k that it truncates.",
)
_SCALE, _HALVED = real("sigma", above=0), Comparison(4 * _DIM / tanh(_EPS / 8) ** 2 * _WANTED, "<=", _USERS)
_HALF_AT = CrudeMissed(_USERS, _DIM, _EPS / 2, _CELLS, 2 * sqrt(_DIM) * _CELL)
_LOCAL_GAP = Gap(LocalMean(_REACH, _SCALE, _USERS, _DIM, _EPS, _CELLS), _SCALE / sqrt(_USERS), _TAU, _LEVEL)
NOTHING_TRUNCATED = (
    line(_LOCAL_GAP, given=(_HALVED, _EVEN))
    .le(
        _LEVEL + _LEVEL / 4 + _HALF_AT,
        words(
            "Each point is within tau of the centre and the centre within 2 sqrt(d) tau' of the crude mean, unless one of the three fails, so "
            "that no point is truncated; the mean of k independent noises has the variance sigma^2/k.",
            Comparison(_LOCAL_GAP, "<=", _LEVEL + _LEVEL / 4 + _HALF_AT),
            given=(Comparison(_TAU + 2 * sqrt(_DIM) * _CELL, "<=", _REACH),),
            leans=("bassily/lemma4.2",),
        ),
    )
    .le(2 * _LEVEL, _CRUDE.at({_EPS: _EPS / 2}))
)
THM4_3_UTILITY = Claim(
    "bassily/thm4.3/utility",
    "Section 4.2, Theorem 4.3, (ii)",
    Kind.UPPER_RATE,
    "nothing is truncated",
    says=r"\text{when }X^k\text{ is }(\tau,\gamma)\text{-concentrated and "
    r"}n\ge4d\log(\sqrt{d^3}R/(\tau\gamma))/\varepsilon^2,\ "
    r"\mathcal{A}(X^k)\sim_{(0,2\gamma)}\frac{1}{k}\sum_{i=1}^{k}X_i+\mathcal{N}(0,\frac{\sigma^2}{k}\mathbb{I}_d),\quad "
    r"C=\tau\sqrt{\log(dn/\gamma)}",
    match=Match.READING,
    differs="refuted at d = 1 with all data at one point, by one event, being more than 4C from 0; n is read as k",
    printed=FiniteCheck(
        r"C=\tau\sqrt{\log(dn/\gamma)}:\ \mathcal A(X^k)\sim_{(0,2\gamma)}\mu(X^k)+\mathcal N(0,\tfrac{\sigma^2}kI)",
        "d = 1, all data 0, where two bins of width 2 tau' meet; tau' of the proof of Lemma 4.2; "
        "P(|A| > 4C) less P(|N| > 4C) next to 2 gamma",
        estimators.off_centre,
    ),
    corrected=NOTHING_TRUNCATED.crosschecked(
        "the middles of the bins, d = 1",
        r"|\tilde\mu-X_i|\le C",
        "k = 1, 10, 1000, gamma = 1, 1/100, x_0 in steps of tau'/12, every bin that the data meet",
        estimators.middles,
    ),
    correction="C must cover the error of the crude mean, 40 tau sqrt(log(4kd/gamma)) by the paper's own Lemma "
    "4.2, or with the smaller tau' tau (1 + 2 sqrt(2 log(8kd/gamma))); and the number of users as in "
    "bassily/lemma4.2/b",
    severity=Severity.CONSTANT,
    theorem="bassily/thm3.2",
    note="n is read as k, and any printed number of users is within k = 10^4 for a suitable R. Every point is "
    "tau' from a middle, so that all are truncated, whichever bin wins.",
)

CLAIMS = (
    ALG3,
    LEMMA4_2_B,
    LEMMA4_2,
    THM4_3,
    THM4_3_PRIVACY,
    THM4_3_UTILITY,
)
