"""bassily Section 2: indistinguishability, composition against the optimal one, subsampling."""

from typing import Any

import sympy
from sympy import E, Integer, exp, log, sqrt

from notation.symbols import epsilon
from verify.kernel.calculus import (
    BERNOULLI,
    FINITE_MEAN,
    SUPPORT,
    Comparison,
    Discrete,
    Mean,
    Name,
    Power,
    below,
    event,
    integer,
    law,
    let,
    line,
    real,
    words,
)
from verify.kernel.calculus.facts.privacy import (
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
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Definition, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.papers.bassily.instances import exact_laws as instances
from verify.papers.bassily.nouns import PurePart, RestPart, ThroughMiddle
from verify.papers.bassily.setting import positive

DEF2_1 = Claim(
    "bassily/def2.1",
    "Definition 2.1 and the sentence after it",
    Kind.IDENTITY,
    "at epsilon = 0 indistinguishability is total variation",
    says=r"P\sim_{(\varepsilon,\delta)}Q\text{ if for every event }O:\ e^{-\varepsilon}(P(O)-\delta)\le "
    r"Q(O)\le e^{\varepsilon}P(O)+\delta;\quad\text{at }\varepsilon=0\text{ this is "
    r"}d_{\mathrm{TV}}(P,Q)\le\delta,\ d_{\mathrm{TV}}(P,Q)=\sup_{O\in\mathcal{O}}|P(O)-Q(O)|",
    match=Match.READING,
    differs="that the least delta of the definition at epsilon = 0 is the distance, computed as half of the l1 distance, on all pairs of laws with three atoms and small denominators",
    printed=FiniteCheck(
        r"P\sim_{(0,\delta)}Q\iff d_{\mathrm{TV}}(P,Q)\le\delta:\quad\min\{\delta:P\sim_{(0,\delta)}Q\}=d_{\mathrm{TV}}(P,Q)",
        "all pairs of laws on three atoms with denominator 3 (full: 6), all events",
        instances.events,
        "==",
    ),
    note="At epsilon = 0 the definition asks |P(O) - Q(O)| <= delta for every event, so that the supremum over the events is the least delta.",
)
DEF2_2 = Claim(
    "bassily/def2.2",
    "Definitions 2.2 and 2.3",
    Kind.DEFINITION,
    "user-level and local privacy",
    says=(
        r"\mathcal{A}(S)\sim_{(\varepsilon,\delta)}\mathcal{A}(S')\text{ for any two datasets }S,S'\text{ "
        r"with }\sum_{i=1}^{n}\mathbb{1}\{Z_i\ne Z_i'\}\le1;\quad\text{locally, "
        r"}\mathcal{R}(\mathbf{z})\sim_{(\varepsilon,\delta)}\mathcal{R}(\mathbf{z}')\text{ for all "
        r"}\mathbf{z},\mathbf{z}'\in\mathcal{Z}^m\text{, and }\mathcal{A}\text{ is "
        r"}(\varepsilon,\delta)\text{-LDP if it reaches each }Z_i\text{ through such an }\mathcal{R}\text{ "
        r"only}"
    ),
    match=Match.READING,
    differs="the second sentence of Definition 2.3, on an algorithm, is left out",
    printed=Definition(
        r"\mathcal A(S)\sim_{(\varepsilon,\delta)}\mathcal A(S')\text{ for } S, S' \text{ that differ in "
        r"one user's } m \text{ samples; locally, } \mathcal R(\mathbf z)\sim_{(\varepsilon,\delta)}\mathcal R(\mathbf z')\text{ for all }\mathbf z,\mathbf z'"
    ),
)
_EPS, _DEL, _SLACK = real("epsilon", above=0), real("delta", least=0, below=1), real("deltaprime", above=0, below=1)

_ONE, _TWO, _EVENT, _PART = law("P"), law("Q"), event("S"), real("delta", least=0, below=1)
_CLOSE = tuple(Comparison(HockeyStick(*pair, _EPS), "<=", _PART) for pair in ((_ONE, _TWO), (_TWO, _ONE)))
_SPLIT = (1 - _PART) * Chance(PurePart(_ONE, _TWO, _EPS, _PART), _EVENT) + _PART * Chance(
    RestPart(_ONE, _TWO, _EPS, _PART), _EVENT
)
_FIRST, _SECOND = (ThroughMiddle(_ONE, _TWO, _EPS, _PART, bit, _EVENT) for bit in (0, 1))
_HERE, _THERE = (Chance(PurePart(*pair, _EPS, _PART), _EVENT) for pair in ((_ONE, _TWO), (_TWO, _ONE)))
OWN_DECOMPOSITION = Claim(
    "bassily/own/decomposition",
    "ours, behind Theorem 2.4 and the proof of Theorem 3.1",
    Kind.PRIVACY,
    "an indistinguishable pair is a mixture of a pure one and of what gives all away",
    corrected=AllOf(
        "",
        {
            "P and its parts": line(Chance(_ONE, _EVENT), given=_CLOSE)
            .eq(
                _SPLIT,
                words(
                    "Both laws come by one channel from the canonical pair (Kairouz, Oh and Viswanath 2015, Theorem 2.5): an atom of mass "
                    "delta that the other lacks, and 1 - delta times randomized response.",
                    Comparison(Chance(_ONE, _EVENT), "==", _SPLIT),
                    given=_CLOSE,
                ),
            )
            .crosschecked(
                "built, on three atoms",
                r"e^{-\varepsilon}\le P'/Q'\le e^\varepsilon,\ \text{both of mass "
                r"}1-\delta\text{ below }P\text{ and }Q",
                "all pairs of laws on three atoms with denominator 4 (6; not quick), "
                "e^epsilon = 3/2 and 3, delta the least",
                instances.decompositions,
            ),
            "the pure parts": line(_HERE, given=_CLOSE)
            .eq(
                (exp(_EPS) * _FIRST + _SECOND) / (1 + exp(_EPS)),
                words(
                    "What randomized response reveals about one bit goes through the channel.",
                    Comparison(_HERE, "==", (exp(_EPS) * _FIRST + _SECOND) / (1 + exp(_EPS))),
                    given=_CLOSE,
                ),
            )
            .le(exp(_EPS) * (_FIRST + exp(_EPS) * _SECOND) / (1 + exp(_EPS)))
            .eq(
                exp(_EPS) * _THERE,
                words(
                    "And what it reveals about the other bit.",
                    Comparison(_THERE, "==", (_FIRST + exp(_EPS) * _SECOND) / (1 + exp(_EPS))),
                    given=_CLOSE,
                ),
            ),
        },
    ),
    note="A decomposition of each round serves adaptive composition, as the next pair may depend on what came "
    "before. In the crosscheck the parts are built without the canonical pair: atoms of only one of the two laws "
    "go to the other part.",
)
_ALGORITHM = Name("A", "algorithm")
_ROUNDS, _USERS = integer("k", least=1), integer("n", least=1)
_RIGHT, _WRONG = exp(_EPS) / (1 + exp(_EPS)), 1 / (1 + exp(_EPS))
_RESPONSE, _OTHER = Discrete(0, _RIGHT, 1, _WRONG), Discrete(0, _WRONG, 1, _RIGHT)
_LOSS = let("L", Discrete(_EPS, _RIGHT, -_EPS, _WRONG))
_TOTAL = _EPS * sqrt(2 * _ROUNDS * log(1 / _SLACK)) + _ROUNDS * _EPS * (exp(_EPS) - 1)
_ROOM = _EPS * sqrt(2 * _ROUNDS * log(1 / _SLACK)) / _ROUNDS


def _composed(pure: Any) -> Any:
    """What k rounds leak: delta in one of them, or randomized response beyond the total."""
    return 1 - (1 - _DEL) ** _ROUNDS * (1 - pure)


_MEAN_LOSS = line(Mean(_LOSS) + _ROOM).le(
    _TOTAL / _ROUNDS, line(Mean(_LOSS)).le(_EPS * (exp(_EPS) - 1), FINITE_MEAN(_LOSS))
)
THM2_4 = Claim(
    "bassily/thm2.4",
    "Theorem 2.4",
    Kind.PRIVACY,
    "advanced composition",
    says=(
        r"\text{if all }A_i,\ i\in[k],\text{ are }(\varepsilon,\delta)\text{-DP, then for all "
        r"}\delta'\in(0,1)\text{ their (adaptive) composition }(A_1,A_2,\ldots,A_k)\text{ is "
        r"}\left(\varepsilon\sqrt{2k\log(1/\delta')}+k\varepsilon(e^{\varepsilon}-1),\ "
        r"\delta'+k\delta\right)\text{-DP}"
    ),
    match=Match.SAME,
    printed=line(Profile(_ALGORITHM, _TOTAL), given=(Composed(_ALGORITHM, _ROUNDS, _EPS, _DEL),))
    .le(
        _composed(HockeyStick(Power(_RESPONSE, _ROUNDS), Power(_OTHER, _ROUNDS), _TOTAL)),
        COMPOSITION(_ALGORITHM, _ROUNDS, _EPS, _DEL, _TOTAL),
    )
    .le(
        _composed(MeanTail(_LOSS, _ROUNDS, _TOTAL / _ROUNDS)),
        LOSS_TAIL(_RIGHT, _WRONG, _WRONG, _RIGHT, _ROUNDS, _TOTAL),
    )
    .le(
        _composed(MeanTail(_LOSS, _ROUNDS, Mean(_LOSS) + _ROOM)),
        TAIL_MONOTONE(_LOSS, _ROUNDS, _TOTAL / _ROUNDS, Mean(_LOSS) + _ROOM),
        _MEAN_LOSS,
    )
    .le(_composed(_SLACK), HOEFFDING_TAIL(_LOSS, _ROUNDS, -_EPS, _EPS, _ROOM), SUPPORT(_LOSS, -_EPS, _EPS))
    .le(1 - (1 - _ROUNDS * _DEL) * (1 - _SLACK), BERNOULLI(-_DEL, _ROUNDS))
    .le(_SLACK + _ROUNDS * _DEL)
    .crosschecked(
        "exact optimal composition of k rounds",
        r"\delta_{opt}\big(\varepsilon\sqrt{2k\log(1/\delta')}+k\varepsilon(e^\varepsilon-1)\big)"
        r"\le\delta'+k\delta",
        "k = 1, 2, 5, 20; epsilon = 1/10, 1, 2; delta = 0, 1/1000; delta' = 1/2, 1/100, 10^-6",
        instances.advanced,
    ),
    note="The optimal composition is that of randomized response, whose loss is epsilon or -epsilon; its mean is "
    "epsilon tanh(epsilon/2), and Hoeffding's inequality bounds the tail of k losses.",
)

_BELOW_ONE, _Q, _Y = real("epsilon", above=0, below=1), real("q", above=0, below=1), real("y", least=0)
_SPENT = (
    line(log(1 + _Q * (exp(_BELOW_ONE) - 1)))
    .le(_Q * (exp(_BELOW_ONE) - 1), line(log(1 + _Y)).le(_Y).at({_Y: _Q * (exp(_BELOW_ONE) - 1)}))
    .le((E - 1) * _Q * _BELOW_ONE, line(exp(_BELOW_ONE) - 1).le((E - 1) * _BELOW_ONE))
)
_DRAWN, _SHARE = Sampled(_ALGORITHM, _ROUNDS, _USERS), _ROUNDS / _USERS
_AMPLIFIED = log(1 + _SHARE * (exp(_BELOW_ONE) - 1))
_PRIVATE = Comparison(Profile(_ALGORITHM, _BELOW_ONE), "<=", _DEL)
THM2_5 = Claim(
    "bassily/thm2.5",
    "Theorem 2.5",
    Kind.PRIVACY,
    "amplification by sampling without replacement",
    says=(
        r"\varepsilon<1,\ \delta\in(0,1),\ \mathcal{A}:\mathcal{Z}^k\to\Theta\text{ an "
        r"}(\varepsilon,\delta)\text{-private algorithm},\ n>k,\ S\subset\mathcal{Z}^n,\ S^{wor}\text{ of "
        r"size }k\text{, drawn from }S\text{ without replacement: "
        r"}\mathcal{A}'(S)=\mathcal{A}(S^{wor})\text{ is }\left((e-1)\frac{k}{n}\varepsilon,\ "
        r"\frac{k}{n}\delta\right)\text{-DP}"
    ),
    match=Match.SAME,
    printed=line(Profile(_DRAWN, (E - 1) * _SHARE * _BELOW_ONE), given=(below(_ROUNDS, _USERS), _PRIVATE))
    .le(
        Profile(_DRAWN, _AMPLIFIED),
        PROFILE_MONOTONE(_DRAWN, (E - 1) * _SHARE * _BELOW_ONE, _AMPLIFIED),
        _SPENT.at({_Q: _SHARE}),
    )
    .le(_SHARE * Profile(_ALGORITHM, _BELOW_ONE), SUBSAMPLING(_ALGORITHM, _ROUNDS, _USERS, _BELOW_ONE))
    .le(_SHARE * _DEL, _PRIVATE)
    .crosschecked(
        "every extreme channel on samples of size k",
        r"\max\tfrac{\mathcal A'(S)}{\mathcal A'(S')}\le1+\tfrac kn(e^\varepsilon-1)",
        "n = 2, 3 (full: 4) users with a bit each, k = 1, n - 1 (at 4: 3), e^epsilon = 3/2, 5/2: every data set, neighbour "
        "and extreme channel on the count of ones in the sample",
        instances.subsampled,
    ),
    note="The factor is exact for randomized response, and e - 1 fails for epsilon > 1: "
    "bassily/own/subsampling-above-one.",
)
OWN_SUBSAMPLING_ABOVE_ONE = Claim(
    "bassily/own/subsampling-above-one",
    "ours, after Theorem 2.5",
    Kind.PRIVACY,
    "the restriction to epsilon <= 1 is needed",
    corrected=FiniteCheck(
        r"\varepsilon=2,\ k/n=\tfrac1{10}:\ \log\big(1+\tfrac kn(e^\varepsilon-1)\big)>(e-1)\tfrac kn\varepsilon",
        "randomized response of the one sampled bit among n = 10",
        instances.above_one,
        ">",
    ),
)

_X, _A = sympy.symbols("x a", nonnegative=True)
_CHANCES = (positive(epsilon), Variable(_X, Integer(0), Integer(1)), Variable(_A, Integer(0), Integer(1)))

CLAIMS = (
    DEF2_1,
    DEF2_2,
    OWN_DECOMPOSITION,
    THM2_4,
    THM2_5,
    OWN_SUBSAMPLING_ABOVE_ONE,
)
