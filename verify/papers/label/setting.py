"""label Sections 3, 5 and 6: definitions, assumptions, and both propositions."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product

import sympy
from sympy import Integer, exp, oo

from lowerbounds.information.channels import extreme_channels
from notation.symbols import beta
from verify.kernel.calculus import (
    ADDITIVE,
    COMPLEMENT,
    LINEAR,
    Expectation,
    Holds,
    Name,
    Not,
    Probability,
    Through,
    at_most,
    constructor,
    equal,
    law,
    let,
    line,
    random_real,
    real,
)
from verify.kernel.calculus.facts.prediction import (
    SAME,
    TOTAL,
    TOTAL_LARGEST,
    TOWER,
    ChanceGiven,
    LargestChance,
    MeanGiven,
)
from verify.kernel.calculus.facts.privacy import EVENT, INDEPENDENT_PART, POST_PROCESSING, Chance, HockeyStick, Joint
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, Definition, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.label.instances.label_laws import classifier_risks, regression_risks

DEF1 = Claim(
    "label/def1",
    "Section 3.1, Definitions 1 to 3, (1), (2)",
    Kind.DEFINITION,
    "label DP, central and local",
    says=(
        r"P(\mathcal{A}(D)\in S)\leq e^\epsilon P(\mathcal{A}(D')\in S)\text{ for any "
        r"}S\subseteq\Theta\text{, where }D,D'\text{ differ in a single sample, features and label "
        r"(}\epsilon\text{-DP), or in the label of one training sample only (}\epsilon\text{-label "
        r"DP)};\quad\sup_{y,y'\in\mathcal{Y}}\sup_{S\subseteq\mathcal{Z}}\ln\frac{P(M(\mathbf{x},y)\in "
        r"S)}{P(M(\mathbf{x},y')\in S)}\leq\epsilon\text{ (}\epsilon\text{-local label DP)}"
    ),
    match=Match.READING,
    differs=(
        "Definitions 2 and 3 as printed; the adjacency of Definition 1 (features and label) is not in "
        "what is judged, and the ranges of S, y, y' are shortened"
    ),
    printed=Definition(
        r"P(A(D)\in S)\le e^\varepsilon P(A(D')\in S)\ \text{where one label "
        r"differs};\quad\sup_{y,y',S}\ln\frac{P(M(x,y)\in S)}{P(M(x,y')\in S)}\le\varepsilon"
    ),
)


def _post_processing(_: Settings) -> Iterator[Case]:
    """Two samples, three labels: every extreme channel, every event of the pair of messages, one label changed."""
    t_value = Fraction(3, 2)
    for channel in extreme_channels((0, 1, 2), t_value):
        messages = channel[0].atoms
        pairs = list(product(messages, messages))
        events = chain.from_iterable(combinations(pairs, size) for size in (1, 2))
        for event in events:
            for first, changed, second in ((0, 1, 2), (1, 2, 0), (2, 0, 2)):
                masses = [
                    sum((channel[a][u] * channel[second][v] for u, v in event), Fraction(0)) for a in (first, changed)
                ]
                yield Case({"e^epsilon": "3/2", "labels": [first, changed, second]}, masses[0], t_value * masses[1])


Message = constructor("Message", r"{0}({1}, {2})", sort="law")
"""The law of a mechanism's message on a feature and a label: Message(M, x, y)."""
_MESSAGE, _CHANGED = (Message(Name("M", "mechanism"), Name("x", "feature"), Name(y, "label")) for y in ("y", "y'"))
_LEARNER, _OTHERS, _EVENT = Name("g", "channel"), law("R"), Name("S", "event")
_D, _D_CHANGED = Joint(_MESSAGE, _OTHERS), Joint(_CHANGED, _OTHERS)
_OUT, _OUT_CHANGED = let("A(D)", Through(_LEARNER, _D)), let("A(D')", Through(_LEARNER, _D_CHANGED))
_EPS = real("epsilon", least=0)
_LOCAL = at_most(HockeyStick(_MESSAGE, _CHANGED, _EPS), 0)
PROP1 = Claim(
    "label/prop1",
    "Section 3.1, Proposition 1",
    Kind.PRIVACY,
    "local label DP gives label DP",
    says=(
        r"\mathbf{z}_i=M(\mathbf{x}_i,y_i),\ i=1,\ldots,N\text{: if }\mathcal{A}\text{ is a function of "
        r"}(\mathbf{x}_i,\mathbf{z}_i),\ i=1,\ldots,N\text{, then }\mathcal{A}\text{ is "
        r"}\epsilon\text{-label DP}"
    ),
    match=Match.READING,
    differs=(
        "that M is epsilon-local label DP, which the paper says in the sentence before, is made a "
        "hypothesis, for the pair y, y' of the label that changes; R stands for the other messages"
    ),
    printed=line(Chance(_OUT, _EVENT), given=(_LOCAL,))
    .le(
        exp(_EPS) * Chance(_OUT_CHANGED, _EVENT) + HockeyStick(_OUT, _OUT_CHANGED, _EPS),
        EVENT(_OUT, _OUT_CHANGED, _EVENT, _EPS),
    )
    .le(
        exp(_EPS) * Chance(_OUT_CHANGED, _EVENT) + HockeyStick(_D, _D_CHANGED, _EPS),
        POST_PROCESSING(_LEARNER, _D, _D_CHANGED, _EPS),
    )
    .le(exp(_EPS) * Chance(_OUT_CHANGED, _EVENT), INDEPENDENT_PART(_MESSAGE, _CHANGED, _OTHERS, _EPS), _LOCAL)
    .crosschecked(
        "every extreme channel, all small events",
        r"P(A(D)\in S)\le e^\varepsilon P(A(D')\in S)",
        "N = 2, three labels, e^epsilon = 3/2: every extreme channel, all events of one or two pairs",
        _post_processing,
    ),
    note="The proposition leaves the hypothesis on M to the sentence before it: (2) for the label that changes, "
    "y or y'. R is the law of the other samples' messages, S any event of the output.",
)
ASSUMPTION1A = Claim(
    "label/assumption1a",
    "Section 3.2, Assumption 1 (a)",
    Kind.DEFINITION,
    "Hoelder smoothness",
    says=(
        r"\text{for all }j\in[K]\text{ and any "
        r"}\mathbf{x},\mathbf{x}',\quad|\eta_j(\mathbf{x})-\eta_j(\mathbf{x}')|\leq "
        r"L\lVert\mathbf{x}-\mathbf{x}'\rVert^\beta"
    ),
    match=Match.SAME,
    printed=Definition(r"|\eta_j(x)-\eta_j(x')|\le L\|x-x'\|^\beta"),
    note="No bound on beta is printed; label/own/beta-above-one says what beta > 1 means.",
)

_K, _R = sympy.symbols("K r", positive=True)
OWN_BETA_ABOVE_ONE = Claim(
    "label/own/beta-above-one",
    "ours, on Section 3.2, Assumption 1 (a)",
    Kind.INEQUALITY,
    "beta > 1 leaves only constants on a segment",
    corrected=UpToConstant(
        _R ** (1 - beta),
        Integer(1),
        (Variable(_R, Integer(1), oo), Variable(beta, Integer(1), oo)),
        constant=Integer(1),
        text=r"|\eta_j(x)-\eta_j(x')|\le r\cdot L(\|x-x'\|/r)^\beta=L\|x-x'\|^\beta r^{1-\beta}\to0,\ "
        r"\beta>1",
    ),
    note="A segment in the support cut into r equal pieces. For beta > 1 every upper bound holds trivially and "
    "the lower bounds of Theorems 1, 3, 5, 7, 9 and 11 fail on a convex support: the claims take beta <= 1, "
    "as their proofs do in (63).",
)
ASSUMPTION1B = Claim(
    "label/assumption1b",
    "Section 3.2, Assumption 1 (b)",
    Kind.DEFINITION,
    "the margin assumption",
    says=(
        r"\text{for any }t>0,\quad\mathrm{P}(0<\eta^*(\mathbf{X})-\eta_s(\mathbf{X})<t)\leq "
        r"C_Tt^\gamma\text{, with }\eta_s(\mathbf{x})\text{ the second largest among "
        r"}\{\eta_1(\mathbf{x}),\ldots,\eta_K(\mathbf{x})\}"
    ),
    match=Match.SAME,
    printed=Definition(r"P(0<\eta^*(X)-\eta_s(X)<t)\le C_Tt^\gamma"),
    note="Where two classes tie for the first place, the second largest is the largest again, as the text says "
    "for K = 2; label/thm2 shows what this costs for K >= 3. With eta_s the largest of the values below "
    "eta^* the theorems hold.",
)
ASSUMPTION1CD = Claim(
    "label/assumption1cd",
    "Section 3.2, Assumption 1 (c), (d)",
    Kind.DEFINITION,
    "density bounded from below on a regular support",
    says=(
        r"f(\mathbf{x})\geq c\text{ for the pdf }f\text{ of }\mathbf{X};\quad\text{for all }r<D,\ "
        r"V_r(\mathbf{x})\geq\theta v_dr^d\text{, with }V_r(\mathbf{x})\text{ the volume of "
        r"}B(\mathbf{x},r)\cap\mathcal{X}\text{ and }v_d\text{ that of a unit ball}"
    ),
    match=Match.SAME,
    printed=Definition(r"f\ge c,\quad V_r(x)\ge\theta v_dr^d,\ r<D"),
)
ASSUMPTION23 = Claim(
    "label/assumption23",
    "Sections 5 and 6, Assumptions 2 and 3",
    Kind.DEFINITION,
    "bounded labels, and labels with a bounded moment",
    says=(
        r"P(|Y|<T\mid\mathbf{X}=\mathbf{x})=1\text{ for any "
        r"}\mathbf{x}\in\mathcal{X};\quad\mathbb{E}[|Y|^p\mid\mathbf{X}=\mathbf{x}]\leq M_p\text{ for all "
        r"}\mathbf{x}\in\mathcal{X}\text{ and some }p\geq2"
    ),
    match=Match.SAME,
    printed=Definition(r"P(|Y|<T\mid X=x)=1;\quad E[|Y|^p\mid X=x]\le M_p,\ p\ge2"),
)

_Y, _CHOSEN, _BAYES = random_real("Y"), random_real("c"), random_real("c^*")
_H, _H_BEST = random_real("eta_c", 0, 1), random_real("eta^*", 0, 1)
_HIT, _HIT_BEST = (Holds(equal(_Y, c)) for c in (_CHOSEN, _BAYES))
PROP2A = Claim(
    "label/prop2a",
    "Section 3.2, Proposition 2, (8), and Appendix A, (30)-(32)",
    Kind.IDENTITY,
    "the excess risk of a classifier",
    says=(
        r"\text{for any classifier }c:\mathcal{X}\to[K],\quad "
        r"R_{cls}-R_{cls}^*=\int(\eta^*(\mathbf{x})-\mathbb{E}[\eta_{c(\mathbf{x})}(\mathbf{x})])f(\mathbf{x})\,d\mathbf{x}"
    ),
    match=Match.READING,
    differs=(
        "the integral with f and the expectation over the training sample are one expectation, E[eta* - "
        "eta_c]; (30) and (31) are not judged apart"
    ),
    printed=line(
        let(r"R_{\mathrm{cls}}", Probability(Not(_HIT))) - let(r"R^*_{\mathrm{cls}}", Probability(Not(_HIT_BEST))),
        given=(ChanceGiven(_H, _Y, _CHOSEN), LargestChance(_H_BEST, _Y, _BAYES)),
    )
    .eq(Probability(_HIT_BEST) - Probability(_HIT), *(COMPLEMENT(e, _EVENT) for e in (_HIT, _HIT_BEST)))
    .eq(Expectation(_H_BEST) - Expectation(_H), TOTAL(_Y, _H, _CHOSEN), TOTAL_LARGEST(_Y, _H_BEST, _BAYES))
    .eq(Expectation(_H_BEST - _H), ADDITIVE(_H_BEST, -_H), LINEAR(_H, -1, 0))
    .crosschecked(
        "two features, all labels and choices",
        r"P(c\ne Y)-P(c^*\ne Y)=E(\eta^*-\eta_c)",
        "K = 3; two features, four eta and three random choices at each",
        classifier_risks,
        "==",
    ),
    note="(8) with the expectation over X for the integral with f, in which the training sample's is, too: eta_c "
    "is eta_c(X)(X).",
)
_GUESS, _MEAN = random_real(r"\hat\eta"), random_real("eta")
_SQUARE, _CROSS, _KNOWN = (_GUESS - _MEAN) ** 2, (_GUESS - _MEAN) * _Y, (_GUESS - _MEAN) * _MEAN
_ERROR = _SQUARE + 2 * _KNOWN - 2 * _CROSS
_BAYES_RISK = let(r"R^*_{\mathrm{reg}}", Expectation((_MEAN - _Y) ** 2))
PROP2B = Claim(
    "label/prop2b",
    "Section 3.2, Proposition 2, (9)",
    Kind.IDENTITY,
    "the excess risk of a regression estimate",
    says=(
        r"\text{for any regression estimate }\hat\eta:\mathcal{X}\to\mathcal{Y},\quad "
        r"R_{reg}-R_{reg}^*=\mathbb{E}[(\hat\eta(\mathbf{X})-\eta(\mathbf{X}))^2]"
    ),
    match=Match.READING,
    differs="square integrability and eta = E[Y | X], which the paper leaves to (7), are made explicit",
    printed=line(
        let(r"R_{\mathrm{reg}}", Expectation((_GUESS - _Y) ** 2)) - _BAYES_RISK, given=(MeanGiven(_MEAN, _Y, _GUESS),)
    )
    .eq(Expectation(_ERROR + (_MEAN - _Y) ** 2) - _BAYES_RISK, SAME((_GUESS - _Y) ** 2, _ERROR + (_MEAN - _Y) ** 2))
    .eq(Expectation(_ERROR), ADDITIVE(_ERROR, (_MEAN - _Y) ** 2))
    .eq(
        Expectation(_SQUARE) + 2 * Expectation(_KNOWN) - 2 * Expectation(_CROSS),
        ADDITIVE(_SQUARE + 2 * _KNOWN, -2 * _CROSS),
        ADDITIVE(_SQUARE, 2 * _KNOWN),
        LINEAR(_KNOWN, 2, 0),
        LINEAR(_CROSS, -2, 0),
    )
    .eq(Expectation(_SQUARE), TOWER(_Y, _MEAN, _GUESS))
    .crosschecked(
        "laws on four labels and random estimates",
        r"E(a-Y)^2-E(\eta-Y)^2=E(a-\eta)^2",
        "17 laws on -3, -1/2, 0, 2; two estimates of two values each, independent of the label",
        regression_risks,
        "==",
    ),
    note="eta-hat and eta are the values at X; R* is (7), as the paper defines it.",
)

CLAIMS = (
    DEF1,
    PROP1,
    ASSUMPTION1A,
    OWN_BETA_ABOVE_ONE,
    ASSUMPTION1B,
    ASSUMPTION1CD,
    ASSUMPTION23,
    PROP2A,
    PROP2B,
)
