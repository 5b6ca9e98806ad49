"""bassily Lemma 4.2 and Theorem 4.3: the mean under local privacy; its budget, its truncation, and what holds."""

from sympy import Rational, exp, log, sqrt, tanh

from verify.calculus import Comparison, WholeNumber, by, calc, integer, let, real, words
from verify.calculus.facts.privacy import Profile
from verify.papers.bassily.instances import mean_estimators as estimators
from verify.papers.bassily.nouns import CrudeMissed, Gap, GroupsMissed, LocalMean, MeanMissed, Noised, Truncated
from verify.statements import AllOf, FiniteCheck, Whole
from verify.statements.claim import Claim, Kind, Severity

_USERS, _DIM, _CELLS = (integer(letter, least=1) for letter in "kdt")
_EPS, _UNIT_EPS, _DELTA = (real("epsilon", above=0), real("epsilon", above=0, most=1),
                           real("delta", above=0, most=Rational(1, 2)))  # fmt: skip
_TAU, _LEVEL, _RADIUS = real("tau", above=0), real("gamma", above=0, most=1), real("C", above=0)
_SMALL, _LARGE, _WEIGHT = real("x"), real("y"), real("w", above=0)
_WANTED = log(4 * _DIM * _CELLS / _LEVEL)
_FALL = calc(
    exp(-_LARGE), "<=", exp(-_SMALL), by(Comparison(_SMALL, "<=", _LARGE)), given=(Comparison(_SMALL, "<=", _LARGE),)
)
_ENOUGH = Comparison(4 * _DIM / tanh(_EPS / 4) ** 2 * _WANTED, "<=", _USERS)
_EVEN = WholeNumber(_USERS/_DIM)  # fmt: skip
_EXPONENT = calc(
    _SMALL, "<=", _WEIGHT * _USERS / (4 * _DIM), given=(Comparison(4 * _DIM / _WEIGHT * _SMALL, "<=", _USERS),)
)
_MISSED = GroupsMissed(_USERS, _DIM, _EPS, _CELLS)
_VOTED = _DIM * _CELLS * exp(-(tanh(_EPS / 4) ** 2) * _USERS / (4 * _DIM))
_GROUPS = calc(
    _MISSED, "<=", _VOTED,
    by(words(
        "In each co-ordinate the k/d users' numbers meet two adjacent bins, whose middles are within 2 tau' of the centre; any of the "
        "other t bins wins with chance e^(-c^2 (k/d)/4) at most, c = tanh(epsilon/4).",
        Comparison(_MISSED, "<=", _VOTED), given=(_EVEN,), leans=("bassily/lemmaB.1/a", "bassily/lemmaB.1/c/others",
        "bassily/lemma4.2/a"),
    )),
    "<=", _DIM*_CELLS*exp(-_WANTED),
    by(_FALL.at({_SMALL: _WANTED, _LARGE: tanh(_EPS/4)**2*_USERS/(4*_DIM)}), _EXPONENT.at({_SMALL: _WANTED,
    _WEIGHT: tanh(_EPS/4)**2})),
    "<=", _LEVEL/4,
    given=(_ENOUGH, _EVEN),
)  # fmt: skip
_CELL = let(r"\tau'", _TAU * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL) / _DIM))
_FURTHER = CrudeMissed(_USERS, _DIM, _EPS, _CELLS, 2 * sqrt(_DIM) * _CELL)
_CRUDE = calc(
    _FURTHER, "<=", _MISSED,
    by(words("The norm is at most sqrt(d) times the largest co-ordinate, and U preserves it.", Comparison(_FURTHER,
    "<=", _MISSED))),
    "<=", _LEVEL/4, by(_GROUPS),
    given=(_ENOUGH, _EVEN),
)  # fmt: skip
_REACH = let("C", _TAU * (1 + 2 * sqrt(2 * log(8 * _USERS * _DIM / _LEVEL))))
_OFF = MeanMissed(_TAU, _LEVEL, _USERS, _DIM, _EPS, _CELLS, _REACH)
_LEMMA = calc(
    _OFF, "<=", _LEVEL + _LEVEL/4 + _FURTHER,
    by(words(
        "The mean is within tau of the centre unless the points are not concentrated, the rotated points within tau' unless the rotation "
        "fails, and the crude mean within 2 sqrt(d) tau' unless the votes do; the distances add up.",
        Comparison(_OFF, "<=", _LEVEL + _LEVEL/4 + _FURTHER), given=(Comparison(2*sqrt(_DIM)*_CELL + _TAU, "<=",
        _REACH),),
        leans=("bassily/alg2/privacy", "bassily/lemma4.2/a"),
    )),
    "<=", 2*_LEVEL, by(_CRUDE),
    given=(_ENOUGH, _EVEN),
)  # fmt: skip
_NOISE = let(r"\sigma", _RADIUS / _UNIT_EPS * sqrt(32 * log(5 / (4 * _DELTA))))
_TWICE = LocalMean(_RADIUS, _NOISE, _USERS, _DIM, _UNIT_EPS, _CELLS)
_SECOND = Profile(Noised(Truncated(_RADIUS, _DIM), _NOISE), _UNIT_EPS / 2)
_FITS = 2*_RADIUS/(_UNIT_EPS/2)*sqrt(2*log(5/(4*_DELTA)))  # fmt: skip
BOTH_MESSAGES = calc(
    Profile(_TWICE, _UNIT_EPS), "<=", _SECOND,
    by(words(
        "The first message is (epsilon/2, 0)-private, and given it the second is at most as distinguishable as a point truncated to a ball, "
        "with the noise: basic composition.",
        Comparison(Profile(_TWICE, _UNIT_EPS), "<=", _SECOND), leans=("bassily/alg2/privacy",),
    )),
    "<=", _DELTA,
    by(words(
        "The Gaussian mechanism at epsilon/2 and sensitivity 2C.",
        Comparison(_SECOND, "<=", _DELTA), given=(Comparison(_FITS, "<=", _NOISE),), leans=("bassily/own/gaussian",),
    )),
)  # fmt: skip
_SCALE, _HALVED = real("sigma", above=0), Comparison(4 * _DIM / tanh(_EPS / 8) ** 2 * _WANTED, "<=", _USERS)
_HALF_AT = CrudeMissed(_USERS, _DIM, _EPS / 2, _CELLS, 2 * sqrt(_DIM) * _CELL)
_LOCAL_GAP = Gap(LocalMean(_REACH, _SCALE, _USERS, _DIM, _EPS, _CELLS), _SCALE / sqrt(_USERS), _TAU, _LEVEL)
NOTHING_TRUNCATED = calc(
    _LOCAL_GAP, "<=", _LEVEL + _LEVEL/4 + _HALF_AT,
    by(words(
        "Each point is within tau of the centre and the centre within 2 sqrt(d) tau' of the crude mean, unless one of the three fails, so "
        "that no point is truncated; the mean of k independent noises has the variance sigma^2/k.",
        Comparison(_LOCAL_GAP, "<=", _LEVEL + _LEVEL/4 + _HALF_AT), given=(Comparison(_TAU + 2*sqrt(_DIM)*_CELL, "<=",
        _REACH),),
        leans=("bassily/lemma4.2",),
    )),
    "<=", 2*_LEVEL, by(_CRUDE.at({_EPS: _EPS/2})),
    given=(_HALVED, _EVEN),
)  # fmt: skip


CLAIMS = (
    Claim("bassily/alg3", "Section 4.2, Algorithm 3, step 1", Kind.ALGORITHM, "the random rotation",
          FiniteCheck(r"U=\tfrac1{\sqrt d}HD:\ U^{\mathsf T}U=I", "d = 1, 2, 4, 8, all diagonals of signs, all entries",
                      estimators.orthogonal, "=="),
          note="The text calls HD a rotation, so that the entries of H are +-1/sqrt(d), as the proof of Lemma 4.2 uses "
               "it."),
    Claim("bassily/lemma4.2/b", "Appendix B.2, proof of Lemma 4.2, the use of Lemma B.1", Kind.INEQUALITY,
          "the groups find their coordinates",
          FiniteCheck(r"k\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}R}{\tau\gamma}\Rightarrow P(\|\tilde\mu'-U\mu\|_\infty>4\tau')\le\tfrac\gamma4,\ \tau'=10\tau\sqrt{\tfrac{\log(4kd/\gamma)}d}",
                      "d = 1, epsilon = 1, R = 200 tau', gamma = 1/20, data on two bins", estimators.printed_groups),
          AllOf("",
                {"the groups": _GROUPS.crosschecked("the middles of the bins, d = 1", r"|\tilde\mu-X_i|\le\tau+2\tau'",
                                                    "k = 1, 10, 1000, gamma = 1, 1/100, x_0 in steps of tau'/12, every "
                                                    "bin that the data meet",
                                                    estimators.middles),
                 "their distance": _CRUDE}),
          correction="c_epsilon^2 = tanh(epsilon/4)^2 for epsilon^2, as in bassily/lemmaB.1",
          severity=Severity.CONSTANT, theorem="bassily/thm4.3/utility",
          note="k = 48 > 4 log(R/(tau gamma)). The paper's right side is 4 max |X'_i - R x_0|, which would be 0 for "
               "equal data; read as 4 tau', the bound on it that the display before names.",
          root="bassily/lemmaB.1"),
    Claim("bassily/lemma4.2", "Section 4.2, Lemma 4.2, by Algorithm 3", Kind.INEQUALITY,
          "the crude mean under local privacy",
          Whole(r"\text{by the steps printed: }k>\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}R}{\tau\gamma}\Rightarrow\|\tilde\mu-\mu\|=O(\tau\sqrt{\log(dk/\gamma)})",
                ("bassily/lemma4.2/a", "bassily/lemma4.2/b")),
          _LEMMA,
          correction="the number of users as in bassily/lemma4.2/b; that no local algorithm whatever needs fewer is "
                     "not claimed",
          severity=Severity.CONSTANT, theorem="bassily/thm4.3/utility"),
    Claim("bassily/thm4.3", "Section 4.2, Theorem 4.3", Kind.UPPER_RATE,
          "the local mean estimator: its privacy, and its law",
          Whole(r"\sigma=\tfrac C\varepsilon\sqrt{8\log(1.25/\delta)},\ C=\tau\sqrt{\log(dn/\gamma)}:\ "
                r"\mathcal A\text{ is }(\varepsilon,\delta)\text{-LDP};\ "
                r"n\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}R}{\tau\gamma}\Rightarrow\mathcal A(X^k)\sim_{(0,2\gamma)}\mu(X^k)+\mathcal N(0,\tfrac{\sigma^2}kI)",
                ("bassily/thm4.3/privacy", "bassily/thm4.3/utility")),
          Whole(r"\sigma=\tfrac C\varepsilon\sqrt{32\log(1.25/\delta)},\ C=\tau(1+2\sqrt{2\log(8kd/\gamma)}):\ "
                r"\mathcal A\text{ is }(\varepsilon,\delta)\text{-LDP};\ "
                r"k\ge\tfrac{4d}{\tanh^2(\varepsilon/8)}\log\tfrac{4dt}\gamma\Rightarrow\mathcal A(X^k)\sim_{(0,2\gamma)}\mu(X^k)+\mathcal N(0,\tfrac{\sigma^2}kI)",
                ("bassily/thm4.3/privacy", "bassily/thm4.3/utility"), as_corrected=True),
          correction="four times the noise's variance, for half of epsilon is spent on the crude mean; a larger C, and "
                     "more users",
          severity=Severity.PRIVACY, theorem="bassily/thm3.2",
          note="The privacy of both messages of a user breaks as printed: bassily/own/printed-noise has by how much."),
    Claim("bassily/thm4.3/privacy", "Section 4.2, Theorem 4.3, (iii)", Kind.PRIVACY, "both messages of a user together",
          FiniteCheck(r"\text{Algorithm 2 at }\tfrac\varepsilon2\text{, then "
                      r"}\mathcal N\Big(0,\tfrac{8C^2\log(1.25/\delta)}{\varepsilon^2}\Big)\text{ on the point within "
                      r"}C:\ \delta_{exact}(\varepsilon)\le\delta",
                      "d = 1, epsilon = 1/2, delta = 10^-8, points that are moved to both ends",
                      estimators.whole_budget_twice),
          BOTH_MESSAGES.crosschecked("the exact divergence of both messages, d = 1",
                                     r"\delta_{exact}(\varepsilon)\le\delta",
                                     "epsilon = 1/10, 1/2, 1; delta = 1/2, 1/200, 1/(2 10^5), 1/(2 10^8)",
                                     estimators.half_budget_each),
          correction="Theorem 4.3's privacy sentence falls as printed: its noise spends all of (epsilon, delta) after "
                     "the crude mean has spent epsilon/2. (3 epsilon/2, delta) holds by composition, and (epsilon, "
                     "delta) with sqrt(32) for sqrt(8), or where different users answer the two questions. Theorem 3.2 "
                     "stands, with four times the noise's variance",
          severity=Severity.PRIVACY, theorem="bassily/thm3.2",
          note="x = -R and x' = R, d = 1, the crude mean at 0, which the other users' votes settle. All users answer "
               "both questions: Algorithm 1 takes the crude mean of the same X^k that it truncates."),
    Claim("bassily/thm4.3/utility", "Section 4.2, Theorem 4.3, (ii)", Kind.UPPER_RATE, "nothing is truncated",
          FiniteCheck(
              r"C=\tau\sqrt{\log(dn/\gamma)}:\ P(|\mathcal A|>4C)-P(|\mathcal N(0,\tfrac{\sigma^2}k)|>4C)\le2\gamma",
              "d = 1, all data 0, where two bins of width 2 tau' meet; tau' of the proof of Lemma 4.2",
              estimators.off_centre),
          NOTHING_TRUNCATED.crosschecked("the middles of the bins, d = 1", r"|\tilde\mu-X_i|\le C",
                                          "k = 1, 10, 1000, gamma = 1, 1/100, x_0 in steps of tau'/12, every bin that "
                                          "the data meet",
                                          estimators.middles),
          correction="C must cover the error of the crude mean, 40 tau sqrt(log(4kd/gamma)) by the paper's own Lemma "
                     "4.2, or with the smaller tau' tau (1 + 2 sqrt(2 log(8kd/gamma))); and the number of users as in "
                     "bassily/lemma4.2/b",
          severity=Severity.CONSTANT, theorem="bassily/thm3.2",
          note="n is read as k, and any printed number of users is within k = 10^4 for a suitable R. Every point is "
               "tau' from a middle, so that all are truncated, whichever bin wins."),
)  # fmt: skip
