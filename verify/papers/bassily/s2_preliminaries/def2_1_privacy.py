"""bassily Section 2: indistinguishability, composition against the optimal one, subsampling."""

from typing import Any

import sympy
from sympy import E, Integer, exp, log, sqrt

from notation.symbols import epsilon
from verify.calculus import (
    BERNOULLI,
    FINITE_MEAN,
    SUPPORT,
    Comparison,
    Discrete,
    Mean,
    Name,
    Power,
    below,
    by,
    calc,
    event,
    integer,
    law,
    let,
    real,
    words,
)
from verify.calculus.facts.privacy import (
    COMPOSITION,
    HOEFFDING_TAIL,
    LOSS_TAIL,
    PROFILE_MONOTONE,
    SUBSAMPLING,
    TAIL_MONOTONE,
    Chance,
    Composed,
    HockeyStick,
    MeanTail,
    Profile,
    Sampled,
)
from verify.papers.bassily.instances import exact_laws as instances
from verify.papers.bassily.nouns import PurePart, RestPart, ThroughMiddle
from verify.papers.bassily.setting import positive
from verify.prover import Variable
from verify.statements import AllOf, Definition, FiniteCheck
from verify.statements.claim import Claim, Kind

_X, _A = sympy.symbols("x a", nonnegative=True)
_CHANCES = (positive(epsilon), Variable(_X, Integer(0), Integer(1)), Variable(_A, Integer(0), Integer(1)))
_ALGORITHM = Name("A", "algorithm")
_EPS, _DEL, _SLACK = real("epsilon", above=0), real("delta", least=0, below=1), real("deltaprime", above=0, below=1)
_ROUNDS, _USERS = integer("k", least=1), integer("n", least=1)
_RIGHT, _WRONG = exp(_EPS)/(1 + exp(_EPS)), 1/(1 + exp(_EPS))  # fmt: skip
_RESPONSE, _OTHER = Discrete(0, _RIGHT, 1, _WRONG), Discrete(0, _WRONG, 1, _RIGHT)
_LOSS = let("L", Discrete(_EPS, _RIGHT, -_EPS, _WRONG))
_TOTAL = _EPS*sqrt(2*_ROUNDS*log(1/_SLACK)) + _ROUNDS*_EPS*(exp(_EPS) - 1)  # fmt: skip
_ROOM = _EPS*sqrt(2*_ROUNDS*log(1/_SLACK))/_ROUNDS  # fmt: skip


def _composed(pure: Any) -> Any:
    """What k rounds leak: delta in one of them, or randomized response beyond the total."""
    return 1 - (1 - _DEL) ** _ROUNDS * (1 - pure)


_MEAN_LOSS = calc(
    Mean(_LOSS) + _ROOM, "<=", _TOTAL/_ROUNDS,
    by(calc(Mean(_LOSS), "<=", _EPS*(exp(_EPS) - 1), by(FINITE_MEAN(_LOSS)))),
)  # fmt: skip
_THEOREM24 = calc(
    Profile(_ALGORITHM, _TOTAL),
    "<=", _composed(HockeyStick(Power(_RESPONSE, _ROUNDS), Power(_OTHER, _ROUNDS), _TOTAL)),
    by(COMPOSITION(_ALGORITHM, _ROUNDS, _EPS, _DEL, _TOTAL)),
    "<=", _composed(MeanTail(_LOSS, _ROUNDS, _TOTAL/_ROUNDS)), by(LOSS_TAIL(_RESPONSE, _OTHER, _ROUNDS, _TOTAL)),
    "<=", _composed(MeanTail(_LOSS, _ROUNDS, Mean(_LOSS) + _ROOM)),
    by(TAIL_MONOTONE(_LOSS, _ROUNDS, _TOTAL/_ROUNDS, Mean(_LOSS) + _ROOM), _MEAN_LOSS),
    "<=", _composed(_SLACK), by(HOEFFDING_TAIL(_LOSS, _ROUNDS, -_EPS, _EPS, _ROOM), SUPPORT(_LOSS, -_EPS, _EPS)),
    "<=", 1 - (1 - _ROUNDS*_DEL)*(1 - _SLACK), by(BERNOULLI(-_DEL, _ROUNDS)),
    "<=", _SLACK + _ROUNDS*_DEL,
    given=(Composed(_ALGORITHM, _ROUNDS, _EPS, _DEL),),
).crosschecked(
    "exact optimal composition of k rounds",
    r"\delta_{opt}\big(\varepsilon\sqrt{2k\log(1/\delta')}+k\varepsilon(e^\varepsilon-1)\big)"
    r"\le\delta'+k\delta", "k = 1, 2, 5, 20; epsilon = 1/10, 1, 2; delta = 0, 1/1000; delta' = 1/2, 1/100, 10^-6",
    instances.advanced,
)  # fmt: skip

_BELOW_ONE, _Q, _Y = real("epsilon", above=0, below=1), real("q", above=0, below=1), real("y", least=0)
_SPENT = calc(
    log(1 + _Q*(exp(_BELOW_ONE) - 1)), "<=", _Q*(exp(_BELOW_ONE) - 1),
    by(calc(log(1 + _Y), "<=", _Y).at({_Y: _Q*(exp(_BELOW_ONE) - 1)})),
    "<=", (E - 1)*_Q*_BELOW_ONE, by(calc(exp(_BELOW_ONE) - 1, "<=", (E - 1)*_BELOW_ONE)),
)  # fmt: skip
_DRAWN, _SHARE = Sampled(_ALGORITHM, _ROUNDS, _USERS), _ROUNDS / _USERS
_AMPLIFIED = log(1 + _SHARE*(exp(_BELOW_ONE) - 1))  # fmt: skip
_PRIVATE = Comparison(Profile(_ALGORITHM, _BELOW_ONE), "<=", _DEL)
_THEOREM25 = calc(
    Profile(_DRAWN, (E - 1)*_SHARE*_BELOW_ONE), "<=", Profile(_DRAWN, _AMPLIFIED),
    by(PROFILE_MONOTONE(_DRAWN, (E - 1)*_SHARE*_BELOW_ONE, _AMPLIFIED), _SPENT.at({_Q: _SHARE})),
    "<=", _SHARE*Profile(_ALGORITHM, _BELOW_ONE), by(SUBSAMPLING(_ALGORITHM, _ROUNDS, _USERS, _BELOW_ONE)),
    "<=", _SHARE*_DEL, by(_PRIVATE),
    given=(below(_ROUNDS, _USERS), _PRIVATE),
).crosschecked(
    "every extreme channel on samples of size k",
    r"\max\tfrac{\mathcal A'(S)}{\mathcal A'(S')}\le1+\tfrac kn(e^\varepsilon-1)",
    "n = 2, 3 (full: 4) users with a bit each, k = 1, n - 1 (at 4: 3), e^epsilon = 3/2, 5/2: every data set, neighbour "
    "and extreme channel on the count of ones in the sample", instances.subsampled,
)  # fmt: skip

_ONE, _TWO, _EVENT, _PART = law("P"), law("Q"), event("S"), real("delta", least=0, below=1)
_CLOSE = tuple(Comparison(HockeyStick(*pair, _EPS), "<=", _PART) for pair in ((_ONE, _TWO), (_TWO, _ONE)))
_SPLIT = (1 - _PART) * Chance(PurePart(_ONE, _TWO, _EPS, _PART), _EVENT) + _PART * Chance(
    RestPart(_ONE, _TWO, _EPS, _PART), _EVENT
)
_MIXTURE = calc(
    Chance(_ONE, _EVENT), "==", _SPLIT,
    by(words(
        "Both laws come by one channel from the canonical pair (Kairouz, Oh and Viswanath 2015, Theorem 2.5): an atom of mass "
        "delta that the other lacks, and 1 - delta times randomized response.",
        Comparison(Chance(_ONE, _EVENT), "==", _SPLIT), given=_CLOSE,
    )),
    given=_CLOSE,
)  # fmt: skip
_FIRST, _SECOND = (ThroughMiddle(_ONE, _TWO, _EPS, _PART, bit, _EVENT) for bit in (0, 1))
_HERE, _THERE = (Chance(PurePart(*pair, _EPS, _PART), _EVENT) for pair in ((_ONE, _TWO), (_TWO, _ONE)))
_PURE = calc(
    _HERE, "==", (exp(_EPS)*_FIRST + _SECOND)/(1 + exp(_EPS)),
    by(words("What randomized response tells of one bit goes through the channel.",
             Comparison(_HERE, "==", (exp(_EPS)*_FIRST + _SECOND)/(1 + exp(_EPS))), given=_CLOSE)),
    "<=", exp(_EPS)*(_FIRST + exp(_EPS)*_SECOND)/(1 + exp(_EPS)),
    "==", exp(_EPS)*_THERE,
    by(words("And what it tells of the other bit.", Comparison(_THERE, "==",
    (_FIRST + exp(_EPS)*_SECOND)/(1 + exp(_EPS))), given=_CLOSE)),
    given=_CLOSE,
)  # fmt: skip


CLAIMS = (
    Claim("bassily/def2.1", "Definition 2.1 and the sentence after it", Kind.IDENTITY,
          "at epsilon = 0 indistinguishability is total variation",
          FiniteCheck(r"\sup_O\max\big(P(O)-Q(O),Q(O)-P(O)\big)=\tfrac12\sum_o|P(o)-Q(o)|",
                      "all pairs of laws on three atoms with denominator 3 (full: 6), all events", instances.events, "=="),
          note="At epsilon = 0 the definition asks |P(O) - Q(O)| <= delta for every event."),
    Claim("bassily/def2.2", "Definitions 2.2 and 2.3", Kind.DEFINITION, "user-level and local privacy",
          Definition(r"\mathcal A(S)\sim_{(\varepsilon,\delta)}\mathcal A(S')\text{ for } S, S' \text{ that differ in "
                     r"one user's } m \text{ samples; locally, } \mathcal R(\mathbf z)\sim_{(\varepsilon,\delta)}\mathcal R(\mathbf z')\text{ for all }\mathbf z,\mathbf z'")),
    Claim("bassily/own/decomposition", "ours, behind Theorem 2.4 and the proof of Theorem 3.1", Kind.PRIVACY,
          "an indistinguishable pair is a mixture of a pure one and of what gives all away",
          corrected=AllOf("",
                          {"P and its parts": _MIXTURE.crosschecked(
                                                  "built, on three atoms",
                                                  r"e^{-\varepsilon}\le P'/Q'\le e^\varepsilon,\ \text{both of mass "
                                                  r"}1-\delta\text{ below }P\text{ and }Q",
                                                  "all pairs of laws on three atoms with denominator 4 (6; not quick), "
                                                  "e^epsilon = 3/2 and 3, delta the least",
                                                  instances.decompositions),
                           "the pure parts": _PURE}),
          note="A decomposition of each round serves adaptive composition, as the next pair may depend on what came "
               "before. In the crosscheck the parts are built without the canonical pair: atoms that only one law has "
               "go to the other part."),
    Claim("bassily/thm2.4", "Theorem 2.4", Kind.PRIVACY, "advanced composition", _THEOREM24,
          note="The optimal composition is that of randomized response, whose loss is epsilon or -epsilon; its mean is "
               "epsilon tanh(epsilon/2), and Hoeffding's inequality bounds the tail of k losses."),
    Claim("bassily/thm2.5", "Theorem 2.5", Kind.PRIVACY, "amplification by sampling without replacement", _THEOREM25,
          note="The factor is exact for randomized response, and e - 1 fails for epsilon > 1: "
               "bassily/own/subsampling-above-one."),
    Claim("bassily/own/subsampling-above-one", "ours, after Theorem 2.5", Kind.PRIVACY,
          "the restriction to epsilon <= 1 is needed",
          corrected=FiniteCheck(r"\varepsilon=2,\ k/n=\tfrac1{10}:\ \log\big(1+\tfrac kn(e^\varepsilon-1)\big)>(e-1)\tfrac kn\varepsilon",
                                "randomized response of the one sampled bit among n = 10", instances.above_one, ">")),
)  # fmt: skip
