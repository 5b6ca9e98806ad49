"""bassily Theorem 3.4, Lemma 3.5 and the proof in Section 3.2: concentration at a privately chosen parameter."""

from sympy import Max, exp

from verify.calculus import (
    TV,
    Comparison,
    Name,
    Private,
    Sum,
    Supremum,
    by,
    calc,
    integer,
    law,
    let,
    real,
    words,
)
from verify.calculus.facts.generalisation import (
    CENTRE,
    GENERALISATION,
    SECTIONS,
    Beyond,
    Scattered,
    Section,
    Told,
    ToldWith,
)
from verify.calculus.facts.packings import At
from verify.calculus.facts.privacy import (
    CUT_ABOVE,
    CUT_BELOW,
    CUT_NEAR,
    EVENT,
    Chance,
    Cut,
    HockeyStick,
    Joint,
    Profile,
)
from verify.calculus.reasons import at_index
from verify.papers.bassily.instances import private_choices as choices
from verify.papers.bassily.nouns import AnswerRatio, Differing, Mass, Overlap, Posterior
from verify.statements import AllOf, FiniteCheck
from verify.statements.claim import Claim, Kind, Severity

_ALGORITHM, _LAW, _FUNCTION, _EVENT = Name("A", "algorithm"), law("P"), Name("f", "function"), Name("S", "event")
_EPS, _DEL = real("epsilon", above=0), real("delta", least=0, below=1)
_G, _TAU, _USERS, _USER = (real("gamma", above=0, most=1), real("tau", least=0), integer("n", least=1),
                           integer("i", least=1))  # fmt: skip
_TOLD, _CHANGED, _BASE = (At(_ALGORITHM, Name(z, "data")) for z in ("z", "z'", "z_0"))
_CUT, _CUT_CHANGED = let("A'(z)", Cut(_TOLD, _BASE, _EPS)), let("A'(z')", Cut(_CHANGED, _BASE, _EPS))
_CLOSE = tuple(Comparison(HockeyStick(*pair, _EPS), "<=", _DEL) for pair in ((_TOLD, _BASE), (_BASE, _TOLD)))
_NEAR = calc(
    TV(_TOLD, _CUT), "<=", Max(HockeyStick(_TOLD, _BASE, _EPS), HockeyStick(_BASE, _TOLD, _EPS)),
    by(CUT_NEAR(_TOLD, _BASE, _EPS)), "<=", _DEL, by(*_CLOSE),
    given=_CLOSE,
).crosschecked(
    "the cut channels, built", r"\mathrm{TV}(\mathcal A(z),\mathcal A'(z))\le\delta",
    "all channels with 3 inputs, 3 outputs and denominator 3 (4; not quick), e^epsilon = 2, delta the least",
    choices.pure_near,
)  # fmt: skip
_PURE = calc(
    Chance(_CUT, _EVENT), "<=", exp(_EPS)*Chance(_BASE, _EVENT), by(CUT_ABOVE(_TOLD, _BASE, _EPS, _EVENT)),
    "<=", exp(2*_EPS)*Chance(_CUT_CHANGED, _EVENT), by(CUT_BELOW(_CHANGED, _BASE, _EPS, _EVENT)),
)  # fmt: skip

_FAR = Beyond(_FUNCTION, _LAW, _TAU)
_WORST = Supremum(Chance(_LAW, Section(_FAR, Name("theta", "choice"))), Name("theta", "choice"))
_ONE_OF_N, _FRESH = ToldWith(_ALGORITHM, _LAW, _USERS, _USER), Joint(Told(_ALGORITHM, _LAW, _USERS), _LAW)
_PRIVATE, _CONCENTRATED = Comparison(Profile(_ALGORITHM, _EPS), "<=", _DEL), Comparison(_WORST, "<=", _G)
_ONE_USER = calc(
    Chance(_ONE_OF_N, _FAR), "<=", exp(_EPS)*Chance(_FRESH, _FAR) + HockeyStick(_ONE_OF_N, _FRESH, _EPS),
    by(EVENT(_ONE_OF_N, _FRESH, _FAR, _EPS)),
    "<=", exp(_EPS)*_WORST + Profile(_ALGORITHM, _EPS),
    by(SECTIONS(Told(_ALGORITHM, _LAW, _USERS), _LAW, _FAR), GENERALISATION(_ALGORITHM, _LAW, _USERS, _USER, _EPS)),
    "<=", exp(_EPS)*_G + _DEL, by(_PRIVATE, _CONCENTRATED),
    given=(_PRIVATE, _CONCENTRATED, Comparison(_USER, "<=", _USERS)),
)  # fmt: skip
_EXISTS = Scattered(_ALGORITHM, _FUNCTION, _LAW, _USERS, _TAU)
_UNION = CENTRE(_ALGORITHM, _FUNCTION, _LAW, _USERS, _TAU)
SCATTERED = calc(
    _EXISTS, "<=", Sum(Chance(_ONE_OF_N, _FAR), _USER, 1, _USERS), by(_UNION),
    "<=", _USERS*(exp(_EPS)*_G + _DEL), by(_ONE_USER),
    given=(_PRIVATE, _CONCENTRATED),
)  # fmt: skip
"""Theorem 3.4 with e^epsilon for e^(2 epsilon)."""
_THEOREM34 = calc(
    _EXISTS, "<=", _USERS*(exp(_EPS)*_G + _DEL), by(SCATTERED), "<=", _USERS*(exp(2*_EPS)*_G + _DEL),
    given=SCATTERED.given,
).crosschecked(
    "two users who tell their data by chance",
    r"P(\exists i:\ \|f(\theta,Z_i)-f(\theta,P)\|>\tau)\le2(e^\varepsilon\gamma+\delta)",
    "data uniform on 6, 12 or 30 values; theta the set of two values, each a user's by randomized response or in the "
    "clear, f whether a value is in it; e^epsilon = 3/2, 3, delta = 0, 1/50", choices.two_told,
)  # fmt: skip

_ANY = integer("j", least=1)
_ANYONE = Supremum(Chance(ToldWith(_ALGORITHM, _LAW, _USERS, _ANY), _FAR), _ANY, Comparison(_ANY, "<=", _USERS))
_EACH = Comparison(_ANYONE, "<=", exp(2*_EPS)*_G + _DEL)  # fmt: skip
_STEP_A = calc(
    _EXISTS, "<=", Sum(Chance(_ONE_OF_N, _FAR), _USER, 1, _USERS), by(_UNION),
    "<=", _USERS*_ANYONE, by(at_index(_ANYONE, _USER)), "<=", _USERS*(exp(2*_EPS)*_G + _DEL), by(_EACH),
    given=(_EACH,),
)  # fmt: skip
_CHOSEN, _REPLACED = law("theta"), law("theta'")
_APART, _COMMON, _SMALL = (Differing(_CHOSEN, _REPLACED), Overlap(_CHOSEN, _REPLACED),
                           Comparison(TV(_CHOSEN, _REPLACED), "<=", _DEL))  # fmt: skip
_STEP_B = calc(
    _APART, "==", 1 - _COMMON,
    by(words(
        "The coupling takes the common part of both laws for both, and what is left of them, which has no atom in common, independently.",
        Comparison(_APART, "==", 1 - _COMMON),
    )),
    "==", TV(_CHOSEN, _REPLACED),
    by(words("The smaller of two masses is half of their sum less half of their distance.", Comparison(_COMMON, "==",
    1 - TV(_CHOSEN, _REPLACED)))),
)  # fmt: skip
_NEAR_STEP = calc(_APART, "<=", _DEL, by(_STEP_B, _SMALL), given=(_SMALL,))
_CHANNEL, _DATUM, _THETA = Name("A'", "channel"), Name("z", "data"), Name("theta", "choice")
_AFTER, _RATIO, _BOTH = (Posterior(_LAW, _CHANNEL, _THETA), AnswerRatio(_CHANNEL, _LAW, _THETA, _DATUM),
                         Private(_CHANNEL, 2 * _EPS))  # fmt: skip
_STEP_C = calc(
    Mass(_AFTER, _DATUM), "==", Mass(_LAW, _DATUM)*_RATIO,
    by(words("Bayes' rule.", Comparison(Mass(_AFTER, _DATUM), "==", Mass(_LAW, _DATUM)*_RATIO))),
    "<=", exp(2*_EPS)*Mass(_LAW, _DATUM),
    by(words(
        "The chance of the choice is the average over the data of chances each of which is at least e^(-2 epsilon) times that given z.",
        Comparison(_RATIO, "<=", exp(2*_EPS)), given=(_BOTH,),
    )),
    given=(_BOTH,),
)  # fmt: skip
_OUTSIDE = Section(_FAR, _THETA)
_RARE = Comparison(Chance(_LAW, _OUTSIDE), "<=", _G)
_STEP_D = calc(
    Chance(_AFTER, _OUTSIDE), "<=", exp(2*_EPS)*Chance(_LAW, _OUTSIDE),
    by(words(
        "The masses given the choice are at most e^(2 epsilon) times the law's, one by one.",
        Comparison(Chance(_AFTER, _OUTSIDE), "<=", exp(2*_EPS)*Chance(_LAW, _OUTSIDE)), given=(_BOTH,),
        leans=("bassily/thm3.4/step-c",),
    )),
    "<=", exp(2*_EPS)*_G, by(_RARE),
    given=(_BOTH, _RARE),
)  # fmt: skip
_STEP_E = calc(
    Chance(_ONE_OF_N, _EVENT), "<=", exp(_EPS)*Chance(_FRESH, _EVENT) + HockeyStick(_ONE_OF_N, _FRESH, _EPS),
    by(EVENT(_ONE_OF_N, _FRESH, _EVENT, _EPS)),
    "<=", exp(_EPS)*Chance(_FRESH, _EVENT) + _DEL, by(GENERALISATION(_ALGORITHM, _LAW, _USERS, _USER, _EPS), _PRIVATE),
    given=(_PRIVATE, Comparison(_USER, "<=", _USERS)),
)  # fmt: skip


CLAIMS = (
    Claim("bassily/lemma3.5", "Lemma 3.5", Kind.PRIVACY,
          "an (epsilon, delta) randomisation of one user's data is near a pure one at 2 epsilon",
          AllOf("", {"A' is near A": _NEAR, "A' is pure": _PURE}),
          note="A(z) is cut to within e^epsilon of A(z_0), for one z_0, and z and z' are any data. Of one user's data: "
               "for a whole data set A' would have to be private for all users at once, which the lemma does not give; "
               "the proof of Theorem 3.4 needs one A' for each user."),
    Claim("bassily/thm3.4/step-a", "Section 3.2, first sentence", Kind.INEQUALITY, "one user at a time is enough",
          _STEP_A.crosschecked("two users who tell their data by chance",
                               r"P(\exists i:\text{user } i\text{ is beyond }\tau)\le\sum_iP(\text{user } i\text{ is})",
                               "data uniform on 6 values; theta the set of two values, each a user's by randomized "
                               "response or in the clear; e^epsilon = 3/2, 3, delta = 0, 1/50",
                               choices.either),
          note="No more than the union bound, here of two events, w their common part; the common centre is f(theta, "
               "P), which may depend on the data, as Definition 2.6 allows. What the theorem adds is in "
               "bassily/thm3.4/step-c to step-e. Printed with >= tau: see bassily/thm3.4/step-d."),
    Claim("bassily/thm3.4/step-b", "Section 3.2, after Lemma 3.5", Kind.IDENTITY,
          "a coupling that differs with probability TV",
          AllOf("",
                {"the coupling": _STEP_B.crosschecked(
                                     "the coupling, built", r"P(\theta'\ne\theta)=\mathrm{TV}(\theta,\theta')",
                                     "all pairs of laws on three atoms with denominator 6, the maximal coupling",
                                     choices.coupled, "=="),
                 "near": _NEAR_STEP}),
          note="With what is left of both laws drawn independently, which have no atom in common."),
    Claim("bassily/thm3.4/step-c", "Section 3.2, Bayes' rule", Kind.INEQUALITY,
          "the law of a user's data given the choice",
          _STEP_C.crosschecked("every extreme channel", r"\max_{z,\theta}P(z\mid\theta)/P(z)\le e^{2\varepsilon}",
                               "three atoms, e^(2 epsilon) = 9/4 and 9, every extreme channel", choices.bayes)),
    Claim("bassily/thm3.4/step-d", "Section 3.2, last display", Kind.INEQUALITY,
          "the probability to be tau or more away, given the choice",
          FiniteCheck(r"P(\|f(\theta,Z)-f(\theta,P)\|>\tau)<\gamma\Rightarrow P(\|f(\theta,Z_i)-f(\theta,P)\|\ge\tau\mid\theta'=\theta)\le e^{2\varepsilon}\gamma",
                      "Z = -1 or 1, fair, f(theta, z) = z, tau = 1, a choice that ignores the data",
                      choices.at_the_edge),
          _STEP_D.crosschecked("every extreme channel, every set of data",
                               r"P(Z\in E\mid\theta)\le e^{2\varepsilon}P(Z\in E)",
                               "three atoms, e^(2 epsilon) = 9/4 and 9, every extreme channel, every event",
                               choices.beyond),
          correction=r"more than tau, not tau or more: the theorem assumes the strict event, and concludes for it",
          severity=Severity.TYPO, theorem="bassily/thm3.4"),
    Claim("bassily/thm3.4/step-e", "ours, in place of Lemma 3.5 and steps b to d", Kind.INEQUALITY,
          "directly, with e^epsilon",
          corrected=_STEP_E.crosschecked(
                        "the worst event, exactly",
                        r"\sup_E\big(P((\theta,Z)\in E)-e^\varepsilon P((\tilde\theta,Z)\in E)\big)\le\delta",
                        "three atoms, e^epsilon = 3/2 and 3, delta = 0 and 1/10, extreme channels that also show the "
                        "data with chance delta (every third; all if not quick)",
                        choices.apart)),
    Claim("bassily/thm3.4", "Theorem 3.4", Kind.INEQUALITY, "private choices keep the gradients concentrated",
          _THEOREM34,
          note="For users whose data are independent. By bassily/thm3.4/step-e, even with e^epsilon for e^(2 epsilon); "
               "the printed way through Lemma 3.5 holds too, once bassily/thm3.4/step-d is read with the strict event."),
)  # fmt: skip
