"""bassily Theorem 3.4, Lemma 3.5 and the proof in Section 3.2: concentration at a privately chosen parameter."""

from sympy import Max, exp

from verify.kernel.calculus import TV, Comparison, Name, Private, Sum, Supremum, integer, law, let, line, real, words
from verify.kernel.calculus.facts.packings import At
from verify.kernel.calculus.facts.privacy import (
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
from verify.kernel.calculus.reasons import at_index
from verify.kernel.statements import AllOf, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.bassily.instances import private_choices as choices
from verify.papers.bassily.lemmas.generalisation import (
    CENTRE,
    EXCHANGE,
    GENERALISATION,
    SECTIONS,
    Beyond,
    Measure,
    Scattered,
    Section,
    Told,
    ToldWith,
)
from verify.papers.bassily.nouns import AnswerRatio, Differing, Mass, Overlap, Posterior

_ALGORITHM, _LAW, _FUNCTION, _EVENT = Name("A", "algorithm"), law("P"), Name("f", "vector function"), Name("S", "event")
_EPS, _DEL = real("epsilon", above=0), real("delta", least=0, below=1)
_TOLD, _CHANGED, _BASE = (At(_ALGORITHM, Name(z, "data")) for z in ("z", "z'", "z_0"))
_CUT, _CUT_CHANGED = let("A'(z)", Cut(_TOLD, _BASE, _EPS)), let("A'(z')", Cut(_CHANGED, _BASE, _EPS))
_CLOSE = tuple(Comparison(HockeyStick(*pair, _EPS), "<=", _DEL) for pair in ((_TOLD, _BASE), (_BASE, _TOLD)))
_NEAR = (
    line(TV(_TOLD, _CUT), given=_CLOSE)
    .le(Max(HockeyStick(_TOLD, _BASE, _EPS), HockeyStick(_BASE, _TOLD, _EPS)), CUT_NEAR(_TOLD, _BASE, _EPS))
    .le(_DEL, *_CLOSE)
    .crosschecked(
        "the cut channels, built",
        r"\mathrm{TV}(\mathcal A(z),\mathcal A'(z))\le\delta",
        "all channels with 3 inputs, 3 outputs and denominator 3 (4; not quick), e^epsilon = 2, delta the least",
        choices.pure_near,
    )
)
LEMMA3_5 = Claim(
    "bassily/lemma3.5",
    "Lemma 3.5",
    Kind.PRIVACY,
    "an (epsilon, delta) randomisation of one user's data is near a pure one at 2 epsilon",
    says=(
        r"\mathcal{A}\text{ an }(\varepsilon,\delta)\text{ randomization of }Z:\text{ there is a "
        r"}(2\varepsilon,0)\text{-DP algorithm }\mathcal{A}'\text{ with "
        r"}d_{\mathrm{TV}}(\mathcal{A}(Z),\mathcal{A}'(Z))\le\delta"
    ),
    match=Match.READING,
    differs=(
        "the A' that is said to exist is named: A(z) cut to within e^epsilon of A(z_0); two parts, its "
        "distance and its privacy, for the data of one user"
    ),
    printed=AllOf(
        "",
        {
            "A' is near A": _NEAR,
            "A' is pure": line(Chance(_CUT, _EVENT))
            .le(exp(_EPS) * Chance(_BASE, _EVENT), CUT_ABOVE(_TOLD, _BASE, _EPS, _EVENT))
            .le(exp(2 * _EPS) * Chance(_CUT_CHANGED, _EVENT), CUT_BELOW(_CHANGED, _BASE, _EPS, _EVENT)),
        },
    ),
    note="A(z) is cut to within e^epsilon of A(z_0), for one z_0, and z and z' are any data. Of one user's data: "
    "for a whole data set A' would have to be private for all users at once, which the lemma does not give; "
    "the proof of Theorem 3.4 needs one A' for each user.",
)
_G, _TAU, _USERS, _USER = (
    real("gamma", above=0, most=1),
    real("tau", least=0),
    integer("n", least=1),
    integer("i", least=1),
)

_FAR = Beyond(_FUNCTION, _LAW, _TAU)
_ONE_OF_N, _FRESH = ToldWith(_ALGORITHM, _LAW, _USERS, _USER), Joint(Told(_ALGORITHM, _LAW, _USERS), _LAW)
_EXISTS = Scattered(_ALGORITHM, _FUNCTION, _LAW, _USERS, _TAU)
_UNION = CENTRE(_ALGORITHM, _FUNCTION, _LAW, _USERS, _TAU)

_ANY = integer("j", least=1)
_ANYONE = Supremum(Chance(ToldWith(_ALGORITHM, _LAW, _USERS, _ANY), _FAR), _ANY, Comparison(_ANY, "<=", _USERS))
_EACH = Comparison(_ANYONE, "<=", exp(2 * _EPS) * _G + _DEL)
THM3_4_STEP_A = Claim(
    "bassily/thm3.4/step-a",
    "Section 3.2, first sentence",
    Kind.INEQUALITY,
    "one user at a time is enough",
    says=(
        r"\text{by the union bound it is enough to prove, for all }i\in[n],\ \Pr(\lVert "
        r"f(\theta_{Z^n},Z_i)-f(\theta_{Z^n},P)\rVert\ge\tau)\le e^{2\varepsilon}\gamma+\delta"
    ),
    match=Match.READING,
    differs=(
        "the bound is assumed of the strict event > tau, which asks less than the printed >= tau; what "
        "follows from it, concentration with n(e^(2 epsilon) gamma + delta), is written out"
    ),
    printed=line(_EXISTS, given=(_EACH,))
    .le(Sum(Chance(_ONE_OF_N, _FAR), _USER, 1, _USERS), _UNION)
    .le(_USERS * _ANYONE, at_index(_ANYONE, _USER))
    .le(_USERS * (exp(2 * _EPS) * _G + _DEL), _EACH)
    .crosschecked(
        "two users who send their data at random",
        r"P(\exists i:\text{user } i\text{ is beyond }\tau)\le\sum_iP(\text{user } i\text{ is})",
        "data uniform on 6 values; theta the set of two values, each a user's by randomized "
        "response or in the clear; e^epsilon = 3/2, 3, delta = 0, 1/50",
        choices.either,
    ),
    note="No more than the union bound, here of two events, w their common part; the common centre is f(theta, "
    "P), which may depend on the data, as Definition 2.6 allows. What the theorem adds is in "
    "bassily/thm3.4/step-c to step-e. Printed with >= tau: see bassily/thm3.4/step-d.",
)
_CHOSEN, _REPLACED = law("theta"), law("theta'")
_APART, _COMMON, _SMALL = (
    Differing(_CHOSEN, _REPLACED),
    Overlap(_CHOSEN, _REPLACED),
    Comparison(TV(_CHOSEN, _REPLACED), "<=", _DEL),
)
_STEP_B = (
    line(_APART)
    .eq(
        1 - _COMMON,
        words(
            "The coupling takes the common part of both laws for both, and what is left of them, which has no atom in common, independently.",
            Comparison(_APART, "==", 1 - _COMMON),
        ),
    )
    .eq(
        TV(_CHOSEN, _REPLACED),
        words(
            "The smaller of two masses is half of their sum less half of their distance.",
            Comparison(_COMMON, "==", 1 - TV(_CHOSEN, _REPLACED)),
        ),
    )
)
THM3_4_STEP_B = Claim(
    "bassily/thm3.4/step-b",
    "Section 3.2, after Lemma 3.5",
    Kind.IDENTITY,
    "a coupling that differs with probability TV",
    says=(
        r"\theta'_{Z^n}\coloneqq \mathcal{A}'(Z^n):\text{ there is a coupling of }\theta'_{Z^n}\text{ and "
        r"}\theta_{Z^n}\text{ with }\Pr(\theta'_{Z^n}\ne\theta_{Z^n})\le\delta"
    ),
    match=Match.READING,
    differs=(
        "two parts: that the coupling differs with probability TV exactly, which the paper does not "
        "print, and the bound, from a distance of delta at most"
    ),
    printed=AllOf(
        "",
        {
            "the coupling": _STEP_B.crosschecked(
                "the coupling, built",
                r"P(\theta'\ne\theta)=\mathrm{TV}(\theta,\theta')",
                "all pairs of laws on three atoms with denominator 6, the maximal coupling",
                choices.coupled,
                "==",
            ),
            "near": line(_APART, given=(_SMALL,)).le(_DEL, _STEP_B, _SMALL),
        },
    ),
    note="With what is left of both laws drawn independently, which have no atom in common.",
)
_CHANNEL, _DATUM, _THETA = Name("A'", "channel"), Name("z", "data"), Name("theta", "choice")
_AFTER, _RATIO, _BOTH = (
    Posterior(_LAW, _CHANNEL, _THETA),
    AnswerRatio(_CHANNEL, _LAW, _THETA, _DATUM),
    Private(_CHANNEL, 2 * _EPS),
)
THM3_4_STEP_C = Claim(
    "bassily/thm3.4/step-c",
    "Section 3.2, Bayes' rule",
    Kind.INEQUALITY,
    "the law of a user's data given the choice",
    says=(
        r"\frac{\Pr(Z_i=z\mid\theta'_{Z^n}=\theta)}{\Pr(Z_i=z)}=\frac{\Pr(\theta'_{Z^n}=\theta\mid "
        r"Z_i=z)}{\Pr(\theta'_{Z^n}=\theta)}\le e^{2\varepsilon}\text{ for all }z\text{ and }\theta"
    ),
    match=Match.READING,
    differs="the first and the last member, multiplied out",
    printed=line(Mass(_AFTER, _DATUM), given=(_BOTH,))
    .eq(
        Mass(_LAW, _DATUM) * _RATIO,
        words("Bayes' rule.", Comparison(Mass(_AFTER, _DATUM), "==", Mass(_LAW, _DATUM) * _RATIO)),
    )
    .le(
        exp(2 * _EPS) * Mass(_LAW, _DATUM),
        words(
            "The probability of the choice is the average over the data of probabilities each of which is at least e^(-2 epsilon) times that given z.",
            Comparison(_RATIO, "<=", exp(2 * _EPS)),
            given=(_BOTH,),
        ),
    )
    .crosschecked(
        "every extreme channel",
        r"\max_{z,\theta}P(z\mid\theta)/P(z)\le e^{2\varepsilon}",
        "three atoms, e^(2 epsilon) = 9/4 and 9, every extreme channel",
        choices.bayes,
    ),
)
_OUTSIDE = Section(_FAR, _THETA)
_RARE = Comparison(Chance(_LAW, _OUTSIDE), "<=", _G)
THM3_4_STEP_D = Claim(
    "bassily/thm3.4/step-d",
    "Section 3.2, last display",
    Kind.INEQUALITY,
    "the probability to be tau or more away, given the choice",
    says=(
        r"\Pr(\lVert "
        r"f(\theta,Z_i\mid\theta'_{Z^n}=\theta)-f(\theta,P)\rVert_2\ge\tau)=\sum_z\Pr(Z_i=z\mid\theta'_{Z^n}=\theta)\cdot\Pr(\lVert "
        r"f(\theta,z)-f(\theta,P)\rVert_2\ge\tau)\le e^{2\varepsilon}\sum_z\Pr(Z_i=z)\Pr(\lVert "
        r"f(\theta,z)-f(\theta,P)\rVert_2\ge\tau)\le e^{2\varepsilon}\Pr(\lVert "
        r"f(\theta,Z_i)-f(\theta,P)\rVert_2\ge\tau)\le e^{2\varepsilon}\gamma\text{ for all "
        r"}\theta\in\Theta\text{, at the end by the assumption on }f(\theta,Z_i)"
    ),
    match=Match.READING,
    differs=(
        "the first and the last member, with the theorem's assumption (the strict event) written in "
        "front; the copy's next to last line is damaged"
    ),
    printed=FiniteCheck(
        r"P(\|f(\theta,Z)-f(\theta,P)\|>\tau)<\gamma\Rightarrow P(\|f(\theta,Z_i)-f(\theta,P)\|\ge\tau\mid\theta'=\theta)\le e^{2\varepsilon}\gamma",
        "Z = -1 or 1, fair, f(theta, z) = z, tau = 1, a choice that ignores the data",
        choices.at_the_edge,
    ),
    corrected=line(Chance(_AFTER, _OUTSIDE), given=(_BOTH, _RARE))
    .le(
        exp(2 * _EPS) * Chance(_LAW, _OUTSIDE),
        words(
            "The masses given the choice are at most e^(2 epsilon) times the law's, one by one.",
            Comparison(Chance(_AFTER, _OUTSIDE), "<=", exp(2 * _EPS) * Chance(_LAW, _OUTSIDE)),
            given=(_BOTH,),
            leans=("bassily/thm3.4/step-c",),
        ),
    )
    .le(exp(2 * _EPS) * _G, _RARE)
    .crosschecked(
        "every extreme channel, every set of data",
        r"P(Z\in E\mid\theta)\le e^{2\varepsilon}P(Z\in E)",
        "three atoms, e^(2 epsilon) = 9/4 and 9, every extreme channel, every event",
        choices.beyond,
    ),
    correction=r"more than tau, not tau or more: the theorem assumes the strict event, and concludes for it",
    severity=Severity.TYPO,
    theorem="bassily/thm3.4",
)
_WORST = Supremum(Chance(_LAW, Section(_FAR, Name("theta", "choice"))), Name("theta", "choice"))
_PRIVATE, _CONCENTRATED = Comparison(Profile(_ALGORITHM, _EPS), "<=", _DEL), Comparison(_WORST, "<=", _G)
THM3_4_STEP_E = Claim(
    "bassily/own/thm3.4-step-e",
    "ours, in place of Lemma 3.5 and steps b to d",
    Kind.INEQUALITY,
    "directly, with e^epsilon",
    corrected=line(Chance(_ONE_OF_N, _EVENT), given=(_PRIVATE, Measure(_LAW), Comparison(_USER, "<=", _USERS)))
    .le(
        exp(_EPS) * Chance(_FRESH, _EVENT) + HockeyStick(_ONE_OF_N, _FRESH, _EPS),
        EVENT(_ONE_OF_N, _FRESH, _EVENT, _EPS),
    )
    .le(
        exp(_EPS) * Chance(_FRESH, _EVENT) + _DEL,
        GENERALISATION(_ALGORITHM, _LAW, _USERS, _USER, _EPS),
        EXCHANGE(_LAW),
        _PRIVATE,
    )
    .crosschecked(
        "the worst event, exactly",
        r"\sup_E\big(P((\theta,Z)\in E)-e^\varepsilon P((\tilde\theta,Z)\in E)\big)\le\delta",
        "three atoms, e^epsilon = 3/2 and 3, delta = 0 and 1/10, extreme channels that also show the "
        "data with probability delta (every third; all if not quick)",
        choices.apart,
    ),
)
_ONE_USER = (
    line(Chance(_ONE_OF_N, _FAR), given=(_PRIVATE, _CONCENTRATED, Measure(_LAW), Comparison(_USER, "<=", _USERS)))
    .le(exp(_EPS) * Chance(_FRESH, _FAR) + HockeyStick(_ONE_OF_N, _FRESH, _EPS), EVENT(_ONE_OF_N, _FRESH, _FAR, _EPS))
    .le(
        exp(_EPS) * _WORST + Profile(_ALGORITHM, _EPS),
        SECTIONS(Told(_ALGORITHM, _LAW, _USERS), _LAW, _FAR),
        GENERALISATION(_ALGORITHM, _LAW, _USERS, _USER, _EPS),
        EXCHANGE(_LAW),
    )
    .le(exp(_EPS) * _G + _DEL, _PRIVATE, _CONCENTRATED)
)
SCATTERED = (
    line(_EXISTS, given=(_PRIVATE, _CONCENTRATED, Measure(_LAW)))
    .le(Sum(Chance(_ONE_OF_N, _FAR), _USER, 1, _USERS), _UNION)
    .le(_USERS * (exp(_EPS) * _G + _DEL), _ONE_USER)
)
"""Theorem 3.4 with e^epsilon for e^(2 epsilon)."""
THM3_4 = Claim(
    "bassily/thm3.4",
    "Theorem 3.4",
    Kind.INEQUALITY,
    "private choices keep the gradients concentrated",
    says=(
        r"\Pr(\lVert f(\theta,Z)-f(\theta,P)\rVert>\tau)<\gamma\text{ for all }\theta\in\Theta,\ "
        r"\mathcal{A}:\bar{\mathcal{Z}}^n\to\Theta\text{ an }(\varepsilon,\delta)\text{-differentially "
        r"private algorithm},\ \theta_{Z^n}\coloneqq \mathcal{A}(Z^n):\ \vec{f}(\theta_{Z^n},Z^n)\coloneqq "
        r"(f(\theta_{Z^n},Z_1),f(\theta_{Z^n},Z_2),\ldots,f(\theta_{Z^n},Z_n))\text{ is "
        r"}(\tau,\gamma')\text{-concentrated},\ \gamma'=n(e^{2\varepsilon}\gamma+\delta)"
    ),
    match=Match.SAME,
    printed=line(_EXISTS, given=SCATTERED.given)
    .le(_USERS * (exp(_EPS) * _G + _DEL), SCATTERED)
    .le(_USERS * (exp(2 * _EPS) * _G + _DEL))
    .crosschecked(
        "two users who send their data at random",
        r"P(\exists i:\ \|f(\theta,Z_i)-f(\theta,P)\|>\tau)\le2(e^\varepsilon\gamma+\delta)",
        "data uniform on 6, 12 or 30 values; theta the set of two values, each a user's by randomized response or in the "
        "clear, f whether a value is in it; e^epsilon = 3/2, 3, delta = 0, 1/50",
        choices.two_told,
    ),
    note="For users whose data are independent. By bassily/own/thm3.4-step-e, even with e^epsilon for e^(2 epsilon); "
    "the printed way through Lemma 3.5 holds too, once bassily/thm3.4/step-d is read with the strict event.",
)

CLAIMS = (
    LEMMA3_5,
    THM3_4_STEP_A,
    THM3_4_STEP_B,
    THM3_4_STEP_C,
    THM3_4_STEP_D,
    THM3_4_STEP_E,
    THM3_4,
)
