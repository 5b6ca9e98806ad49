r"""A calculus of bounds: what is displayed is what is checked.

A claim's conclusion is a formal statement, its LaTeX is generated from it, and a chain of relations leads to it as in
the paper's display. Each step is an instance of a cited fact or of another claim, or algebra, or a choice, or cases, or
words; `Chain.check` derives it again. The lower bound of zhao's Theorem 2 for epsilon <= 1, from its family of two
laws:

>>> from sympy import Min, Rational, exp, sqrt
>>> from verify.calculus import *
>>> n, m = integer("n", least=1), integer("m", least=1)
>>> epsilon, s, D = real("epsilon", above=0, most=1), real("s", above=0, most=Rational(1, 2)), real("D", above=0)
>>> Z, K, F = Name("Z", "protocol"), Name("K", "channel"), OnInterval(-D, D)
>>> P, Q = (let(f"P_{v}", Discrete(D, (1 + x*s)/2, -D, (1 - x*s)/2)) for v, x in (("+", 1), ("-", -1)))
>>> data, other = Power(P, m), Power(Q, m)
>>> at_each = KL(Through(K, data), Through(K, other))
>>> told = KL(Transcript(Z, data), Transcript(Z, other))
>>> one_user = calc(at_each, "<=", (exp(epsilon) - 1)**2*TV(data, other)**2,
...     by(KL_CHI_SQUARE(*at_each.args), PRIVATE_CHI_SQUARE(K, epsilon, data, other)), given=(Private(K, epsilon),))
>>> two_laws = calc(KL(P, Q), "<=", 3*s**2, by(FINITE_KL(P, Q)))
>>> users = calc(told, "<=", n*(exp(epsilon) - 1)**2*TV(data, other)**2,
...     by(CHAIN_OVER_USERS(Z, n, epsilon, data, other), one_user),
...     "<=", 9*n*m*epsilon**2*s**2/2, by(PINSKER(data, other), TENSORISATION(P, Q, m), two_laws),
...     given=(Interactive(Z, n, epsilon),))
>>> bound = calc(WorstRisk(Z, F, m), ">=", D**2*s**2/2*(1 - TV(*told.args)), by(LE_CAM(Z, F, m, P, Q, D*s),
...     FINITE_MEAN(P), FINITE_MEAN(Q), SUPPORT(P, -D, D), SUPPORT(Q, -D, D)),
...     ">=", D**2*s**2/2*(1 - 3*sqrt(n*m)*epsilon*s/2), by(PINSKER(*told.args), users), given=users.given)
>>> chosen = Min(Rational(1, 2), 1/(3*sqrt(n*m)*epsilon))
>>> theorem = calc(minimax_risk(F, n, m, epsilon), ">=", bound.steps[-1].term, by(bound),
...     ">=", D**2*chosen**2/4, by(choose({s: chosen})))
>>> found = theorem.check(Settings())
>>> found.verdict.value, found.evidence["words"]
('proved', [])

## How a claim becomes a chain
With the paper open:

1. Write the letters: `real`, `integer` and `random_real` with their ranges, `Name(letter, sort)` for what nothing is
   known of. Every free letter is universally quantified; a law that depends on s is built with s.
2. Write the quantity that the claim is about, from `nouns`, or a new one in one line: `quantity("Regret", r"...", "what
   it means", 0)`. Give it the range that it always has, no more. Laws, events and transcripts are built by
   constructors; `let(letter, term)` names a term, and is its body wherever anything is judged.
3. Write the display line by line: calc(start, "<=", line, by(...), "==", line, ...). A fact is called with its
   arguments, `cite(claim)` is another claim of the ledger, a chain that stands above is named, a hypothesis of the
   conclusion is written as it is. Nothing after a line: algebra.
4. What holds only under a condition gets it in `given`. What a fact asks for must follow: from `given`, by algebra, or
   from another reason in the same by(...).
5. What the machine can't see is `words("one sentence")`, for the step, or words("...", condition) for one condition.
   The chain is then `argued`, and the sentence is listed and counted.
6. Run `chain.check(Settings())`: it says `open` with the step and the reason, often with a counterexample. A step that
   is too long for the prover becomes two; numbers that occur in one product only are joined by itself.
7. The printed statement stands apart: calc(..., proves=statement) shows that the chain ends in it, literally.

## What is checked, and what is believed
The check derives each line from the one before: every granted statement is put in where one side of it stands, if the
line moves the right way with it over the whole range (`direction`), inside suprema, averages and sums with their
conditions in force; its hypotheses are shown there; every line is a number on the whole domain (`check_defined`): no
division by what may vanish, no root of what may be negative, no oo - oo, no law of negative mass, no supremum over no
index. What is left is shown by expanding, or by the prover, with each certificate checked again by the independent
checker. Believed are: the cited facts, each stressed on exact cases in every run; the ranges of quantities; that there
are objects with the properties that an index or a hypothesis asks for; that the expectations exist which are written;
sympy's structural equality, substitution and expansion; the prover's checker; this package.
"""

from verify.calculus.chain import Audit, Chain, Step, audit, calc
from verify.calculus.conditions import (
    Comparison,
    Condition,
    Property,
    WholeNumber,
    at_most,
    below,
    condition,
    equal,
    property_of,
)
from verify.calculus.context import Context, Gap, Proof, decide
from verify.calculus.events import Both, Either, Holds, Not
from verify.calculus.facts import SCHEMAS
from verify.calculus.facts.information import (
    BRETAGNOLLE_HUBER,
    CHAIN_OVER_USERS,
    DATA_PROCESSING,
    FINITE_KL,
    FINITE_MEAN,
    HELLINGER,
    KL_CHI_SQUARE,
    LE_CAM,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    SUPPORT,
    TENSORISATION,
    TESTING,
)
from verify.calculus.facts.moments import (
    ADDITIVE,
    BERNOULLI,
    BIAS_VARIANCE,
    CAUCHY_SCHWARZ,
    EXPECTED_MEAN,
    JENSEN,
    JENSEN_CURVED,
    LAPLACE_VARIANCE,
    LINEAR,
    LINEAR_VARIANCE,
    LIPSCHITZ,
    MEAN_OF_INDEPENDENT,
    MONOTONE,
    SIZE,
    SUM_OF_INDEPENDENT,
)
from verify.calculus.facts.optimisation import (
    FLIP_ROOTS,
    FLIPS_OVER_USERS,
    FLIPS_PRIVATE,
    INFORMATION_OVER_USERS,
    LINEAR_FLIPS,
    LINEAR_SIGNS,
    PRIVATE_KL,
    ROOTS,
    SIGN_INFORMATION,
    SUPERADDITIVE,
    At,
    BiasedSigns,
    Flipped,
    GivenSign,
    Heard,
    HeardAt,
    Sign,
    Signs,
    WorstExcess,
)
from verify.calculus.facts.privacy import (
    CENTRE,
    COMPOSITION,
    COUPLING,
    CUT_ABOVE,
    CUT_BELOW,
    CUT_NEAR,
    EVENT,
    GENERALISATION,
    GROUP_ABOVE,
    GROUP_BELOW,
    HOEFFDING_TAIL,
    INDEPENDENT_PART,
    LOSS_TAIL,
    POST_PROCESSING,
    PROFILE_MONOTONE,
    RISK_OF_TEST,
    SECTIONS,
    SUBSAMPLING,
    TAIL_MONOTONE,
    TERNARY,
    TURNED_SIGNS,
    Beyond,
    Chance,
    Composed,
    Coupled,
    Cut,
    HockeyStick,
    IndependentLabels,
    Joint,
    Label,
    LabelMean,
    LabelPrivate,
    MeanTail,
    Profile,
    Sampled,
    Scattered,
    Section,
    SignsOfMean,
    TestRisk,
    Told,
    ToldWith,
    Turned,
)
from verify.calculus.facts.tails import BERNSTEIN, CHEBYSHEV, COMPLEMENT, FANO, HOEFFDING, MARKOV, UNION
from verify.calculus.facts.tents import (
    ANY_TEST,
    CLASSIFICATION,
    FINITE_TV,
    HEAVY_REGRESSION,
    PRIVATE_DECISION,
    REGRESSION,
    TENT_DISTANCE,
    TENT_KL,
    TENT_MESSAGES,
    TEST_OF_MESSAGES,
    BoundedClass,
    Decide,
    ExcessRisk,
    HeavyClass,
    LabelChannels,
    MarginClass,
    Tent,
    TentNorm,
    Weakest,
    label_law,
)
from verify.calculus.losses import Loss, losses
from verify.calculus.nouns import (
    KL,
    TV,
    ChiSquare,
    Discrete,
    Expectation,
    Hellinger2,
    Independent,
    Information,
    Interactive,
    LaplaceNoise,
    Mean,
    MeanOfCopies,
    Member,
    OnInterval,
    Power,
    Private,
    Probability,
    TestError,
    Through,
    Transcript,
    Variance,
    WorstRisk,
    minimax_risk,
)
from verify.calculus.over import Average, Infimum, Maximum, Sum, Supremum
from verify.calculus.reasons import Grant, Schema, assumed, by, cases, choose, cite, included, words
from verify.calculus.statement import Statement
from verify.calculus.terms import Let as let  # it reads as the verb
from verify.calculus.terms import Name, Parameter, constructor, event, integer, law, quantity, random_real, real, unfold
from verify.statements.outcome import Settings

__all__ = [
    "ADDITIVE",
    "ANY_TEST",
    "BERNOULLI",
    "BERNSTEIN",
    "BIAS_VARIANCE",
    "BRETAGNOLLE_HUBER",
    "CAUCHY_SCHWARZ",
    "CENTRE",
    "CHAIN_OVER_USERS",
    "CHEBYSHEV",
    "CLASSIFICATION",
    "COMPLEMENT",
    "COMPOSITION",
    "COUPLING",
    "CUT_ABOVE",
    "CUT_BELOW",
    "CUT_NEAR",
    "DATA_PROCESSING",
    "EVENT",
    "EXPECTED_MEAN",
    "FANO",
    "FINITE_KL",
    "FINITE_MEAN",
    "FINITE_TV",
    "FLIPS_OVER_USERS",
    "FLIPS_PRIVATE",
    "FLIP_ROOTS",
    "GENERALISATION",
    "GROUP_ABOVE",
    "GROUP_BELOW",
    "HEAVY_REGRESSION",
    "HELLINGER",
    "HOEFFDING",
    "HOEFFDING_TAIL",
    "INDEPENDENT_PART",
    "INFORMATION_OVER_USERS",
    "JENSEN",
    "JENSEN_CURVED",
    "KL",
    "KL_CHI_SQUARE",
    "LAPLACE_VARIANCE",
    "LE_CAM",
    "LINEAR",
    "LINEAR_FLIPS",
    "LINEAR_SIGNS",
    "LINEAR_VARIANCE",
    "LIPSCHITZ",
    "LOSS_TAIL",
    "MARKOV",
    "MEAN_OF_INDEPENDENT",
    "MONOTONE",
    "PINSKER",
    "POST_PROCESSING",
    "PRIVATE_CHI_SQUARE",
    "PRIVATE_DECISION",
    "PRIVATE_KL",
    "PROFILE_MONOTONE",
    "REGRESSION",
    "RISK_OF_TEST",
    "ROOTS",
    "SCHEMAS",
    "SECTIONS",
    "SIGN_INFORMATION",
    "SIZE",
    "SUBSAMPLING",
    "SUM_OF_INDEPENDENT",
    "SUPERADDITIVE",
    "SUPPORT",
    "TAIL_MONOTONE",
    "TENSORISATION",
    "TENT_DISTANCE",
    "TENT_KL",
    "TENT_MESSAGES",
    "TERNARY",
    "TESTING",
    "TEST_OF_MESSAGES",
    "TURNED_SIGNS",
    "TV",
    "UNION",
    "At",
    "Audit",
    "Average",
    "Beyond",
    "BiasedSigns",
    "Both",
    "BoundedClass",
    "Chain",
    "Chance",
    "ChiSquare",
    "Comparison",
    "Composed",
    "Condition",
    "Context",
    "Coupled",
    "Cut",
    "Decide",
    "Discrete",
    "Either",
    "ExcessRisk",
    "Expectation",
    "Flipped",
    "Gap",
    "GivenSign",
    "Grant",
    "Heard",
    "HeardAt",
    "HeavyClass",
    "Hellinger2",
    "HockeyStick",
    "Holds",
    "Independent",
    "IndependentLabels",
    "Infimum",
    "Information",
    "Interactive",
    "Joint",
    "Label",
    "LabelChannels",
    "LabelMean",
    "LabelPrivate",
    "LaplaceNoise",
    "Loss",
    "MarginClass",
    "Maximum",
    "Mean",
    "MeanOfCopies",
    "MeanTail",
    "Member",
    "Name",
    "Not",
    "OnInterval",
    "Parameter",
    "Power",
    "Private",
    "Probability",
    "Profile",
    "Proof",
    "Property",
    "Sampled",
    "Scattered",
    "Schema",
    "Section",
    "Settings",
    "Sign",
    "Signs",
    "SignsOfMean",
    "Statement",
    "Step",
    "Sum",
    "Supremum",
    "Tent",
    "TentNorm",
    "TestError",
    "TestRisk",
    "Through",
    "Told",
    "ToldWith",
    "Transcript",
    "Turned",
    "Variance",
    "Weakest",
    "WholeNumber",
    "WorstExcess",
    "WorstRisk",
    "assumed",
    "at_most",
    "audit",
    "below",
    "by",
    "calc",
    "cases",
    "choose",
    "cite",
    "condition",
    "constructor",
    "decide",
    "equal",
    "event",
    "included",
    "integer",
    "label_law",
    "law",
    "let",
    "losses",
    "minimax_risk",
    "property_of",
    "quantity",
    "random_real",
    "real",
    "unfold",
    "words",
]
