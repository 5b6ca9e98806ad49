"""label Sections 3, 5 and 6: definitions, assumptions, and both propositions."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product

import sympy
from sympy import Integer, exp, oo

from lowerbounds.information.channels import extreme_channels
from notation.symbols import beta
from verify.calculus import (
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
    by,
    calc,
    constructor,
    equal,
    law,
    let,
    random_real,
    real,
)
from verify.calculus.facts.prediction import SAME, TOTAL, TOTAL_LARGEST, TOWER, ChanceGiven, LargestChance, MeanGiven
from verify.calculus.facts.privacy import EVENT, INDEPENDENT_PART, POST_PROCESSING, Chance, HockeyStick, Joint
from verify.papers.label.instances.label_laws import classifier_risks, regression_risks
from verify.prover import Variable
from verify.statements import Case, Definition, UpToConstant
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_K, _R = sympy.symbols("K r", positive=True)


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
_PROPOSITION1 = calc(
    Chance(_OUT, _EVENT), "<=", exp(_EPS)*Chance(_OUT_CHANGED, _EVENT) + HockeyStick(_OUT, _OUT_CHANGED, _EPS),
    by(EVENT(_OUT, _OUT_CHANGED, _EVENT, _EPS)),
    "<=", exp(_EPS)*Chance(_OUT_CHANGED, _EVENT) + HockeyStick(_D, _D_CHANGED, _EPS),
    by(POST_PROCESSING(_LEARNER, _D, _D_CHANGED, _EPS)),
    "<=", exp(_EPS)*Chance(_OUT_CHANGED, _EVENT), by(INDEPENDENT_PART(_MESSAGE, _CHANGED, _OTHERS, _EPS), _LOCAL),
    given=(_LOCAL,),
).crosschecked(
    "every extreme channel, all small events", r"P(A(D)\in S)\le e^\varepsilon P(A(D')\in S)",
    "N = 2, three labels, e^epsilon = 3/2: every extreme channel, all events of one or two pairs", _post_processing,
)  # fmt: skip

_Y, _CHOSEN, _BAYES = random_real("Y"), random_real("c"), random_real("c^*")
_H, _H_BEST = random_real("eta_c", 0, 1), random_real("eta^*", 0, 1)
_HIT, _HIT_BEST = (Holds(equal(_Y, c)) for c in (_CHOSEN, _BAYES))
_PROPOSITION2A = calc(
    let(r"R_{\mathrm{cls}}", Probability(Not(_HIT))) - let(r"R^*_{\mathrm{cls}}", Probability(Not(_HIT_BEST))),
    "==", Probability(_HIT_BEST) - Probability(_HIT), by(*(COMPLEMENT(e, _EVENT) for e in (_HIT, _HIT_BEST))),
    "==", Expectation(_H_BEST) - Expectation(_H), by(TOTAL(_Y, _H, _CHOSEN), TOTAL_LARGEST(_Y, _H_BEST, _BAYES)),
    "==", Expectation(_H_BEST - _H), by(ADDITIVE(_H_BEST, -_H), LINEAR(_H, -1, 0)),
    given=(ChanceGiven(_H, _Y, _CHOSEN), LargestChance(_H_BEST, _Y, _BAYES)),
).crosschecked(
    "two features, all labels and choices", r"P(c\ne Y)-P(c^*\ne Y)=E(\eta^*-\eta_c)",
    "K = 3; two features, four eta and three random choices at each", classifier_risks, "==",
)  # fmt: skip
_GUESS, _MEAN = random_real(r"\hat\eta"), random_real("eta")
_SQUARE, _CROSS, _KNOWN = (_GUESS - _MEAN)**2, (_GUESS - _MEAN)*_Y, (_GUESS - _MEAN)*_MEAN  # fmt: skip
_ERROR = _SQUARE + 2*_KNOWN - 2*_CROSS  # fmt: skip
_BAYES_RISK = let(r"R^*_{\mathrm{reg}}", Expectation((_MEAN - _Y) ** 2))
_PROPOSITION2B = calc(
    let(r"R_{\mathrm{reg}}", Expectation((_GUESS - _Y)**2)) - _BAYES_RISK,
    "==", Expectation(_ERROR + (_MEAN - _Y)**2) - _BAYES_RISK, by(SAME((_GUESS - _Y)**2, _ERROR + (_MEAN - _Y)**2)),
    "==", Expectation(_ERROR), by(ADDITIVE(_ERROR, (_MEAN - _Y)**2)),
    "==", Expectation(_SQUARE) + 2*Expectation(_KNOWN) - 2*Expectation(_CROSS),
    by(ADDITIVE(_SQUARE + 2*_KNOWN, -2*_CROSS), ADDITIVE(_SQUARE, 2*_KNOWN), LINEAR(_KNOWN, 2, 0), LINEAR(_CROSS, -2, 0)),
    "==", Expectation(_SQUARE), by(TOWER(_Y, _MEAN, _GUESS)),
    given=(MeanGiven(_MEAN, _Y, _GUESS),),
).crosschecked(
    "laws on four labels and random estimates", r"E(a-Y)^2-E(\eta-Y)^2=E(a-\eta)^2",
    "17 laws on -3, -1/2, 0, 2; two estimates of two values each, independent of the label", regression_risks, "==",
)  # fmt: skip

CLAIMS = (
    Claim("label/def1", "Section 3.1, Definitions 1 to 3, (1), (2)", Kind.DEFINITION, "label DP, central and local",
          Definition(r"P(A(D)\in S)\le e^\varepsilon P(A(D')\in S)\ \text{where one label "
                     r"differs};\quad\sup_{y,y',S}\ln\frac{P(M(x,y)\in S)}{P(M(x,y')\in S)}\le\varepsilon")),
    Claim("label/prop1", "Section 3.1, Proposition 1", Kind.PRIVACY, "local label DP gives label DP", _PROPOSITION1,
          note="The proposition leaves the hypothesis on M to the sentence before it: (2) for the label that changes, "
               "y or y'. R is the law of the other samples' messages, S any event of the output."),
    Claim("label/assumption1a", "Section 3.2, Assumption 1 (a)", Kind.DEFINITION, "Hoelder smoothness",
          Definition(r"|\eta_j(x)-\eta_j(x')|\le L\|x-x'\|^\beta"),
          note="No bound on beta is printed; label/own/beta-above-one says what beta > 1 means."),
    Claim("label/own/beta-above-one", "ours, on Section 3.2, Assumption 1 (a)", Kind.INEQUALITY,
          "beta > 1 leaves only constants on a segment",
          corrected=UpToConstant(
                        _R ** (1 - beta), Integer(1), (Variable(_R, Integer(1), oo), Variable(beta, Integer(1), oo)),
                        constant=Integer(1),
                        text=r"|\eta_j(x)-\eta_j(x')|\le r\cdot L(\|x-x'\|/r)^\beta=L\|x-x'\|^\beta r^{1-\beta}\to0,\ "
                             r"\beta>1"),
          note="A segment in the support cut into r equal pieces. For beta > 1 every upper bound holds trivially and "
               "the lower bounds of Theorems 1, 3, 5, 7, 9 and 11 fail on a convex support: the claims take beta <= 1, "
               "as their proofs do in (63)."),
    Claim("label/assumption1b", "Section 3.2, Assumption 1 (b)", Kind.DEFINITION, "the margin assumption",
          Definition(r"P(0<\eta^*(X)-\eta_s(X)<t)\le C_Tt^\gamma"),
          note="Where two classes tie for the first place, the second largest is the largest again, as the text says "
               "for K = 2; label/thm2 shows what this costs for K >= 3. With eta_s the largest of the values below "
               "eta^* the theorems hold."),
    Claim("label/assumption1cd", "Section 3.2, Assumption 1 (c), (d)", Kind.DEFINITION,
          "density bounded from below on a regular support", Definition(r"f\ge c,\quad V_r(x)\ge\theta v_dr^d,\ r<D")),
    Claim("label/assumption23", "Sections 5 and 6, Assumptions 2 and 3", Kind.DEFINITION,
          "bounded labels, and labels with a bounded moment",
          Definition(r"P(|Y|<T\mid X=x)=1;\quad E[|Y|^p\mid X=x]\le M_p,\ p\ge2")),
    Claim("label/prop2a", "Section 3.2, Proposition 2, (8), and Appendix A, (30)-(32)", Kind.IDENTITY,
          "the excess risk of a classifier", _PROPOSITION2A,
          note="(8) with the expectation over X for the integral with f, in which the training sample's is, too: eta_c "
               "is eta_c(X)(X)."),
    Claim("label/prop2b", "Section 3.2, Proposition 2, (9)", Kind.IDENTITY, "the excess risk of a regression estimate",
          _PROPOSITION2B, note="eta-hat and eta are the values at X; R* is (7), as the paper defines it."),
)  # fmt: skip
