"""bassily Section 5, Algorithm 4: privacy of the rounds and of all of them, and the steps of Lemma 5.1."""

from typing import Any

import sympy
from sympy import E, Integer, Rational, exp, log, sqrt

from notation.symbols import d, epsilon, n
from verify.calculus import (
    BERNOULLI,
    Comparison,
    Discrete,
    Name,
    Power,
    Supremum,
    by,
    calc,
    integer,
    law,
    let,
    real,
    words,
)
from verify.calculus.facts.generalisation import Beyond, Scattered, Section
from verify.calculus.facts.privacy import (
    COMPOSITION,
    PROFILE_MONOTONE,
    SUBSAMPLING,
    Chance,
    Composed,
    HockeyStick,
    Profile,
    Sampled,
)
from verify.papers.bassily.instances import gradient_rounds as rounds
from verify.papers.bassily.instances import private_choices as choices
from verify.papers.bassily.s3_2_generalisation import SCATTERED
from verify.papers.bassily.setting import ROUNDS, c, positive
from verify.prover import Variable
from verify.statements import AllOf, FiniteCheck, UpToConstant, Whole
from verify.statements.claim import Claim, Kind, Severity

_R = sympy.Symbol("r", positive=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_N, _D, _M, _ROUND, _DRAWN = (integer(letter, least=1) for letter in "ndmTB")
_SEVERAL = integer("n", least=2)
_EPS, _DELTA, _C = real("epsilon", above=0, most=1), real("delta", above=0, below=1), real("c", above=0)
_GAMMA, _L = real("gamma", above=0, most=1), real("L", above=0)
_LOG = log(2 / _DELTA)


def _plan(n: Any, c: Any, delta: Any = _DELTA) -> tuple[Any, Any]:
    """T and B of Algorithm 4."""
    rounds = let("T", n**2 * _EPS**2 / (c**2 * _D))
    return rounds, let("B", n * _EPS / ((E - 1) * sqrt(2 * rounds * log(2 / delta))))


_T, _B = _plan(_N, _C)
_LEAST = (E - 1)*sqrt(2*_LOG)  # fmt: skip
_MANY = Comparison(_C*sqrt(_D)/_EPS, "<=", _N)  # fmt: skip
_FEWER, _MORE = real("x", above=0), real("y", above=0)
_SHARE = calc(
    _FEWER/(_N*_MORE), "<=", 1/_N, by(Comparison(_FEWER, "<=", _MORE)), given=(Comparison(_FEWER, "<=", _MORE),)
)  # fmt: skip
_WIDEST = let(r"\delta_{\max}", sqrt(2) * _EPS**2 / ((E - 1) * _C * sqrt(_D * _LOG)))
_MEAN, _LAW, _FUNCTION = Name("A", "algorithm"), law("P"), Name("f", "function")
_SAMPLED, _BUDGET = Sampled(_MEAN, _DRAWN, _N), _EPS / sqrt(2 * _ROUND * _LOG)
_FITS = Comparison(_DRAWN/_N*(E - 1), "<=", _BUDGET)  # fmt: skip
_INNER = Comparison(Profile(_MEAN, 1), "<=", _N*_DELTA/(2*_ROUND*_DRAWN))  # fmt: skip
_RATIO, _POSITIVE = _DRAWN/_N, real("y", least=0)  # fmt: skip
_SPENT = calc(
    log(1 + _RATIO*(E - 1)), "<=", _RATIO*(E - 1), by(calc(log(1 + _POSITIVE), "<=",
    _POSITIVE).at({_POSITIVE: _RATIO*(E - 1)})),
    "<=", _BUDGET, by(_FITS),
    given=(_FITS,),
)  # fmt: skip
_ONE_ROUND = calc(
    Profile(_SAMPLED, _BUDGET), "<=", Profile(_SAMPLED, log(1 + _RATIO*(E - 1))),
    by(PROFILE_MONOTONE(_SAMPLED, _BUDGET, log(1 + _RATIO*(E - 1))), _SPENT),
    "<=", _RATIO*Profile(_MEAN, 1), by(SUBSAMPLING(_MEAN, _DRAWN, _N, 1)),
    "<=", _DELTA/(2*_ROUND), by(_INNER),
    given=(Comparison(_DRAWN, "<=", _N), _FITS, _INNER),
).crosschecked(
    "what a sampled randomized response spends, exactly",
    r"\log\big(1+\tfrac Bn(e-1)\big)\le\tfrac{\varepsilon}{\sqrt{2T\log(2/\delta)}},\ B\text{ rounded down}",
    "n = 100, 10^4; T = 1, 10, 100; epsilon = 1/2, 1; delta = 1/100, 10^-6; epsilon_0 = 1", rounds.round_budget,
)  # fmt: skip
_AT_LEAST = real("Lambda", least=log(2))


def _tilt(log: Any) -> Any:
    return 2 * log / _EPS - Rational(1, 2)


def _exponent(log: Any) -> Any:
    return -_tilt(log) * _EPS + (_tilt(log) + _tilt(log) ** 2) * _EPS**2 / (4 * log)


_RIGHT, _WRONG = exp(_BUDGET) / (1 + exp(_BUDGET)), 1 / (1 + exp(_BUDGET))
_RESPONSE = HockeyStick(Power(Discrete(0, _RIGHT, 1, _WRONG), _ROUND), Power(Discrete(0, _WRONG, 1, _RIGHT), _ROUND),
                        _EPS)  # fmt: skip
_COMPOSED = Composed(_MEAN, _ROUND, _BUDGET, _DELTA / (2 * _ROUND))
_MOMENT = exp(_exponent(_LOG)) / (1 + _tilt(_LOG))
_EXPONENT = calc(
    _exponent(_AT_LEAST), "==", -_AT_LEAST + _EPS / 2 - _EPS**2 / (16 * _AT_LEAST), "<=", -_AT_LEAST + _EPS / 2
)
_GROWTH = calc(exp(-_AT_LEAST + _EPS / 2) / (1 + _tilt(_AT_LEAST)), "<=", exp(-_AT_LEAST))
_SMALL_MOMENT = calc(
    _MOMENT, "<=", exp(-_LOG + _EPS/2)/(1 + _tilt(_LOG)), by(_EXPONENT.at({_AT_LEAST: _LOG})),
    "<=", exp(-_LOG), by(_GROWTH.at({_AT_LEAST: _LOG})),
)  # fmt: skip
_MISSED = calc(
    1 - (1 - _DELTA/2)*(1 - _POSITIVE), "<=", 1 - (1 - _DELTA/2)**2, given=(Comparison(_POSITIVE, "<=", _DELTA/2),)
)  # fmt: skip
_TOTAL = calc(
    Profile(_MEAN, _EPS), "<=", 1 - (1 - _DELTA/(2*_ROUND))**_ROUND*(1 - _RESPONSE),
    by(COMPOSITION(_MEAN, _ROUND, _BUDGET, _DELTA/(2*_ROUND), _EPS)),
    "<=", 1 - (1 - _DELTA/2)*(1 - _RESPONSE), by(BERNOULLI(-_DELTA/(2*_ROUND), _ROUND)),
    "<=", 1 - (1 - _DELTA/2)*(1 - _MOMENT),
    by(words(
        "The loss S of T randomized responses at epsilon' has mean T epsilon' tanh(epsilon'/2) <= T epsilon'^2/2, so that by "
        "Hoeffding's lemma E e^(lambda S) <= e^((lambda + lambda^2) T epsilon'^2/2), and "
        "(1 + lambda)(1 - e^-y) <= e^(lambda y) turns the moment into a bound on E(1 - e^(epsilon - S))_+.",
        Comparison(_RESPONSE, "<=", _MOMENT), leans=("bassily/own/decomposition", "zhao/own/kl-absolute"),
    )),
    "<=", 1 - (1 - _DELTA/2)**2, by(_MISSED.at({_POSITIVE: _MOMENT}), _SMALL_MOMENT),
    "<=", _DELTA,
    given=(_COMPOSED,),
).crosschecked(
    "exact optimal composition", r"\delta_{opt}(\varepsilon)\le\delta",
    "T = 1, 2, 20 (full: 100); epsilon = 1/10, 1; delta = 1/2, 1/100, 10^-6", rounds.optimal_total,
)  # fmt: skip
_RADIUS, _NEAR, _PROFILE = real("tau", least=0), real("gamma", above=0, most=1), Profile(_MEAN, _EPS)
_FAR, _CHOICE = Beyond(_FUNCTION, _LAW, _RADIUS), Name("theta", "choice")
_HALF = real("delta", above=0, most=Rational(1, 2))
_PLENTY = real("w", least=0)
_ORDER = Comparison(_MORE, "<=", _FEWER)
_SCALED = calc(_PLENTY*_FEWER, ">=", _PLENTY*_MORE, by(_ORDER), given=(_ORDER,))  # fmt: skip
_HALVED = calc(log(1/_HALF)/sqrt(2*log(2/_HALF)), ">=", sqrt(log(1/_HALF))/2)  # fmt: skip
_RATED = _SCALED.at({_PLENTY: log(_SEVERAL) * sqrt(_D) / (E - 1), _FEWER: _HALVED.start,
                     _MORE: sqrt(log(1 / _HALF)) / 2})  # fmt: skip
_LOGS = Comparison(log(_SEVERAL) * log(1 / _HALF), "<=", _C)
_SMALL = Comparison(_DELTA, "<=", _GAMMA / (4 * _ROUND))
_PRIVATE = Comparison(Profile(_MEAN, _EPS), "<=", _DELTA)
_SPARE = exp(_EPS) * _GAMMA / (4 * E * _ROUND * _N)
_CONCENTRATED = Comparison(Supremum(Chance(_LAW, Section(_FAR, _CHOICE)), _CHOICE), "<=",
                           _GAMMA / (4 * E * _ROUND * _N))  # fmt: skip
_SMALLER, _SOME = Comparison(_DELTA, "<=", _GAMMA / (4 * _ROUND * _DRAWN)), Comparison(_DRAWN, "<=", _N)
_GRADIENTS = calc(
    Scattered(_MEAN, _FUNCTION, _LAW, _DRAWN, _RADIUS), "<=", _DRAWN*(exp(_EPS)*_GAMMA/(4*E*_ROUND*_N) + _DELTA),
    by(SCATTERED.at({real("epsilon", above=0): _EPS, real("delta", least=0, below=1): _DELTA, real("gamma", above=0,
    most=1): _GAMMA/(4*E*_ROUND*_N), _N: _DRAWN})),
    "<=", _DRAWN*(exp(_EPS)*_GAMMA/(4*E*_ROUND*_N) + _GAMMA/(4*_ROUND*_DRAWN)), by(_SMALLER),
    "==", exp(_EPS)*_GAMMA*_DRAWN/(4*E*_ROUND*_N) + _GAMMA/(4*_ROUND),
    "<=", exp(_EPS)*_GAMMA/(4*E*_ROUND) + _GAMMA/(4*_ROUND), by(_SOME),
    "<=", _GAMMA/(2*_ROUND),
    given=(_PRIVATE, _CONCENTRATED, _SMALLER, _SOME),
)  # fmt: skip
_TIMES, _USERS_IN, _WIDE = real("T", least=1), real("B", least=1), integer("d", least=1)
_SQUARE = tuple(Comparison(x, "<=", _SEVERAL**2) for x in (_TIMES, _WIDE))
_INSIDE = Comparison(_USERS_IN, "<=", _SEVERAL)
_FIRST, _SECOND, _THIRD = (8 * E * _TIMES * _SEVERAL / _GAMMA, _WIDE * _SEVERAL / _GAMMA,
                           2 * _TIMES * _USERS_IN / (_SEVERAL * _DELTA))  # fmt: skip
_CUBE = real("x", above=0)
_CUBED = calc(log(_CUBE**3), "<=", 3 * log(_CUBE))
_EIGHTH = calc(
    log(_FIRST), "<=", log((_SEVERAL/_GAMMA)**8), by(calc(_FIRST, "<=", 8*E*_SEVERAL**3/_GAMMA, by(_SQUARE[0]), "<=",
    (_SEVERAL/_GAMMA)**8, given=_SQUARE[:1])),
    "<=", 8*log(_SEVERAL/_GAMMA), by(calc(log(_CUBE**8), "<=", 8*log(_CUBE)).at({_CUBE: _SEVERAL/_GAMMA})),
    given=_SQUARE[:1],
)  # fmt: skip


def _at_most_cubed(inside: Any, base: Any, *given: Any) -> Any:
    """log(inside) <= 3 log(base)."""
    cubes = calc(inside, "<=", base**3, by(*given), given=given)
    return calc(log(inside), "<=", log(base**3), by(cubes), "<=", 3*log(base), by(_CUBED.at({_CUBE: base})), given=given)  # fmt: skip


_NOISE = calc(
    let(r"\tau^2", 2*_L**2/_M*log(_FIRST))*log(_SECOND)*log(1/let(r"\delta_0", 1/_THIRD))/_USERS_IN**2,
    "<=", 2*_L**2/_M*log(_FIRST)*log(_SECOND)*3*log(_SEVERAL/_DELTA)/_USERS_IN**2,
    by(_at_most_cubed(_THIRD, _SEVERAL/_DELTA, _SQUARE[0], _INSIDE)),
    "<=", 144*_L**2*log(_SEVERAL/_GAMMA)**2*log(_SEVERAL/_DELTA)/(_M*_USERS_IN**2),
    by(_EIGHTH, _at_most_cubed(_SECOND, _SEVERAL/_GAMMA, _SQUARE[1])),
    given=(*_SQUARE, _INSIDE),
)  # fmt: skip


_LARGE = real("c", least=1)
_IN_RANGE = Comparison(_DELTA, "<", _D/(4*_N**Rational(5, 2)*sqrt(_M)*_EPS**2))  # fmt: skip
_USERS_10, _DRAWS_10, _DIM_10 = (integer(letter, least=1) for letter in "nmd")
_EPS_10, _LEVEL_10 = real("epsilon", above=0), real("c", above=0)
_SHARE_10 = let(r"\gamma", 1 / sqrt(_DRAWS_10 * _USERS_10))
_ROUNDS_10 = let("T", _USERS_10**2 * _EPS_10**2 / (_LEVEL_10**2 * _DIM_10))


CLAIMS = (
    Claim("bassily/alg4/rounds", "Section 5, Algorithm 4, line 2, with the conditions of Theorem 3.1", Kind.ALGORITHM,
          "there is at least one round",
          UpToConstant(Integer(1), ROUNDS, (positive(n), positive(d), positive(c), _UNIT),
                       family=((n, _R), (d, _R**2 / 16), (epsilon, Rational(1, 2)), (c, log(_R) ** 2)), along=_R,
                       text=r"n>\sqrt d/\varepsilon\Rightarrow T=\tfrac{n^2\varepsilon^2}{c^2d}\gtrsim1"),
          AllOf("",
                {"a round": calc(_T, ">=", 1, by(_MANY), given=(_MANY,)),
                 "no more users in a batch than there are":
                     calc(
                         _B, "==", _C * sqrt(_D) / _LEAST,
                         "<=", _N * _EPS / _LEAST, by(_MANY),
                         "<=", _N / _LEAST,
                         "<=", _N / ((E - 1) * sqrt(2 * log(2))),
                         "<=", _N,
                         given=(_MANY,),
                     )}),
          correction="n >= c sqrt(d)/epsilon: between sqrt(d)/epsilon and that, T < 1, and there is no round at all",
          severity=Severity.CONSTANT, theorem="bassily/thm3.1",
          note="c = (log n)^2, which is of the order of log n log(1/delta) at delta = 1/n; d = n^2/16 and epsilon = "
               "1/2 are in the theorem's range."),
    Claim("bassily/alg4/delta0", "Section 5, Algorithm 4, line 2, with the condition of Theorem 4.1", Kind.ALGORITHM,
          "delta_0 is in the range that the mean estimator asks for, once delta is small",
          calc(
              let(r"\delta_0", _N * _DELTA / (2 * _T * _B)), "==", _DELTA / (_N * _WIDEST),
              "<=", 1 / _N, by(_SHARE.at({_FEWER: _DELTA, _MORE: _WIDEST})),
              given=(Comparison(_DELTA, "<=", _WIDEST),),
          ).crosschecked("in numbers, T and B computed", r"\delta_0\le1/n",
                         "n = 100, 10^4, 10^8; d = 1, 16, 10^4; epsilon = 1/10, 1; c = 10, 100; the largest delta and "
                         "half of it",
                         rounds.inner_delta),
          note="The range of delta in Theorem 3.1 does not give this by itself: at T = 1 it reaches delta_0 above 1/n. "
               "No accusation: what is private at a smaller delta is private at delta, and a smaller delta costs only "
               "logarithms; nor does bassily/thm4.1 need delta_0 < 1/n."),
    Claim("bassily/sec5/1", "Section 5, proof of Theorem 3.1, privacy of a round", Kind.PRIVACY, "each round's budget",
          _ONE_ROUND,
          note="For a mean estimator that is (1, delta_0)-private. epsilon_0 = 1 is outside the ranges printed in "
               "Theorems 2.5 and 4.1, epsilon < 1; Theorem 2.5 holds there. B is illegible in Algorithm 4 and read "
               "from the proof of Lemma 5.1."),
    Claim("bassily/sec5/2", "Section 5, proof of Theorem 3.1, privacy", Kind.PRIVACY,
          "T rounds together, by Theorem 2.4",
          FiniteCheck(r"\varepsilon'\sqrt{2T\log(2/\delta)}+T\varepsilon'(e^{\varepsilon'}-1)\le\varepsilon,\quad\varepsilon'=\tfrac\varepsilon{\sqrt{2T\log(2/\delta)}}",
                      "T = 20, epsilon = 9/10, delta = 1/100", rounds.advanced_total),
          _TOTAL,
          correction="Theorem 2.4 has a second term, T epsilon' (e^epsilon' - 1), about epsilon^2/(2 log(2/delta)), so "
                     "that the total it gives is above epsilon for every choice of parameters; the rounds are private "
                     "as claimed, by the exponential moment of the loss",
          severity=Severity.PROOF_GAP, theorem="bassily/thm3.1"),
    Claim("bassily/sec5/10", "Section 5, proof of Lemma 5.1", Kind.IDENTITY, "gamma/(4T) in the problem's quantities",
          calc(
              _SHARE_10 / (4 * _ROUNDS_10), "==",
              _LEVEL_10**2 * _DIM_10 / (4 * _USERS_10 ** Rational(5, 2) * sqrt(_DRAWS_10) * _EPS_10**2),
          )),
    Claim("bassily/sec5/11/range", "Section 5, proof of Lemma 5.1", Kind.INEQUALITY,
          "the range of delta is within gamma/(4T)",
          calc(
              _DELTA, "<=", _D / (4 * _N ** Rational(5, 2) * sqrt(_M) * _EPS**2), by(_IN_RANGE),
              "<=", let(r"\gamma", 1 / sqrt(_M * _N)) / (4 * _plan(_N, _LARGE)[0]),
              given=(_IN_RANGE,),
          )),
    Claim("bassily/sec5/11/sum", "Section 5, proof of Lemma 5.1", Kind.INEQUALITY, "the bound on gamma'",
          calc(
              exp(_EPS) * _GAMMA / (4 * E * _ROUND) + _DELTA, "<=",
              exp(_EPS) * _GAMMA / (4 * E * _ROUND) + _GAMMA / (4 * _ROUND), by(_SMALL),
              "<=", _GAMMA / (2 * _ROUND),
              given=(_SMALL,),
          ),
          note="In units of gamma/T. With the e^(2 epsilon) that Theorem 3.4 prints it fails for epsilon > 1/2; "
               "e^epsilon is what Theorem 3.4 gives by bassily/thm3.4/step-e."),
    Claim("bassily/sec5/11/apply", "Section 5, proof of Lemma 5.1, the use of Theorem 3.4", Kind.INEQUALITY,
          "Theorem 3.4 for the users of a batch",
          FiniteCheck(r"P(\text{some user is beyond }\tau)\le e^\varepsilon n\gamma_0+\delta",
                      "two users whose data are shown, each with chance 1/4", choices.shown_by_chance),
          _GRADIENTS,
          correction="delta counts once for each user of the batch, as in Theorem 3.4: delta <= gamma/(4TB) is needed, "
                     "which the printed range gives only where B <= c^2",
          severity=Severity.PROOF_GAP, theorem="bassily/lemma5.1"),
    Claim("bassily/sec5/11", "Section 5, proof of Lemma 5.1", Kind.INEQUALITY,
          "the gradients of a round are concentrated",
          Whole(r"\gamma'=\tfrac{e^\varepsilon\gamma}{4eT}+\delta\le\tfrac\gamma{2T}",
                ("bassily/sec5/11/range", "bassily/sec5/11/sum", "bassily/sec5/11/apply")),
          Whole(r"\gamma'=B\Big(\tfrac{e^\varepsilon\gamma}{4eTn}+\delta\Big)\le\tfrac\gamma{2T}\text{ for "
                r"}\delta\le\tfrac\gamma{4TB}",
                ("bassily/sec5/11/range", "bassily/sec5/11/sum", "bassily/sec5/11/apply"), as_corrected=True),
          correction="delta <= gamma/(4TB), and delta counted for each user", severity=Severity.PROOF_GAP,
          theorem="bassily/lemma5.1"),
    Claim("bassily/sec5/12", "Section 5, proof of Lemma 5.1", Kind.RATE_ALGEBRA, "the batch is of order sqrt(d)",
          calc(
              _plan(_SEVERAL, _C, _HALF)[1], "==", _C * sqrt(_D) / ((E - 1) * sqrt(2 * log(2 / _HALF))),
              ">=", log(_SEVERAL) * log(1 / _HALF) * sqrt(_D) / ((E - 1) * sqrt(2 * log(2 / _HALF))), by(_LOGS),
              ">=", log(_SEVERAL) * sqrt(log(1 / _HALF)) * sqrt(_D) / (2 * (E - 1)), by(_RATED, _HALVED),
              ">=", log(_SEVERAL) * sqrt(log(1 / _HALF)) / 4 * sqrt(_D),
              given=(_LOGS,),
          ),
          note="epsilon_0 = 1. Theorem 4.1 asks for sqrt(d log(1/delta_0)) log(d R n/(tau gamma)) up to a constant."),
    Claim("bassily/lemma5.1/noise", "Section 5, Lemma 5.1, the variance", Kind.INEQUALITY,
          "Theorem 4.1's variance at this radius", _NOISE,
          note="The constant is 2 * 8 * 3 * 3 times that of Theorem 4.1; d <= n^2 and T <= n^2 from n > "
               "sqrt(d)/epsilon and c >= 1."),
    Claim("bassily/lemma5.1", "Section 5, Lemma 5.1", Kind.INEQUALITY,
          "the trajectory is that of a noisy gradient method",
          Whole(
              r"\text{by the steps printed: }(\theta_0,\ldots,\theta_T)\sim_{(0,\gamma)}(\theta_0',\ldots,\theta_T'),\ "
              r"\gamma=1/\sqrt{mn}",
              ("bassily/sec2b", "bassily/sec5/10", "bassily/sec5/11", "bassily/sec5/12", "bassily/lemma5.1/noise",
               "bassily/lemma5.1/hybrid")),
          Whole(r"(\theta_0,\ldots,\theta_T)\sim_{(0,\gamma)}(\theta_0',\ldots,\theta_T')\text{ for "
                r"}\delta\le\tfrac\gamma{4TB},\ \tau=\tfrac L{\sqrt m}(1+\sqrt{2\log(4eTn/\gamma)})",
                ("bassily/sec2b", "bassily/sec2a/bounded", "bassily/sec5/10", "bassily/sec5/11", "bassily/sec5/12",
                 "bassily/lemma5.1/noise", "bassily/lemma5.1/hybrid"),
                as_corrected=True),
          correction="delta <= gamma/(4TB); the radius from the concentration of bounded vectors, since sub-Gaussian "
                     "in every direction does not give it in dimension d (bassily/sec2a)",
          severity=Severity.PROOF_GAP, theorem="bassily/thm3.1",
          note="The steps, with Theorem 4.1 granted: its 2 gamma' = gamma/T in each of T rounds. What is refuted is "
               "the printed proof, not that the trajectories are close in the printed range of delta."),
)  # fmt: skip
