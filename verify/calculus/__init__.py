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
from verify.calculus.facts.bumps import (
    ASSOUAD_L2,
    BUMPS_KL,
    BUMPS_ORTHOGONAL,
    BUMPS_SMOOTH,
    Bump,
    Bumps,
    RegressionLaws,
    SquaredNorm,
    WorstL2Risk,
)
from verify.calculus.facts.exponential import (
    CGF_OF_MEAN,
    CGF_OF_SUM,
    CHERNOFF,
    HOEFFDING_EXCESS,
    HOEFFDING_LEMMA,
    LAPLACE_CGF,
    SCALED_CGF,
)
from verify.calculus.facts.hypercube import (
    ASSOUAD,
    AXES_IN_BALL,
    AXES_MEAN,
    CHAIN_SUMMED,
    HAMMING_INFORMATION,
    HAMMING_TV,
    ORTHOGONAL_AXES,
    ORTHOGONAL_DRAWS,
    ORTHOGONAL_SIGNS,
    PINSKER_SUMMED,
    PRIVATE_BESSEL,
    PRIVATE_INFORMATION,
    SIGNS_IN_CUBE,
    SIGNS_MEAN,
    Axes,
    Ball,
    Corner,
    Cube,
    FamilyIn,
    Flip,
    Hamming,
    Orthogonal,
    Separated,
    Signs,
    VertexInformation,
)
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
    PRIVATE_KL,
    SUPPORT,
    TENSORISATION,
    TESTING,
)
from verify.calculus.facts.margin import (
    BIN_BIAS,
    SMALL_BALL,
    BinMean,
    GammaFunction,
    Margin,
    Smooth,
    ValueAt,
)
from verify.calculus.facts.moments import (
    ADDITIVE,
    BIAS_VARIANCE,
    CAUCHY_SCHWARZ,
    EXPECTED_MEAN,
    JENSEN,
    LAPLACE_VARIANCE,
    LINEAR,
    LINEAR_VARIANCE,
    LIPSCHITZ,
    MEAN_OF_INDEPENDENT,
    MONOTONE,
    SUM_OF_INDEPENDENT,
)
from verify.calculus.facts.restriction import (
    RESTRICTED_KL,
    RESTRICTED_TV,
    SHARED_TV,
    AgreeOff,
    Restricted,
    Share,
)
from verify.calculus.facts.tails import BERNSTEIN, CHEBYSHEV, COMPLEMENT, FANO, HOEFFDING, MARKOV, UNION
from verify.calculus.facts.votes import INDICATOR, LAPLACE_MEAN, IndicatorOf
from verify.calculus.losses import Loss, losses
from verify.calculus.nouns import (
    CGF,
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
    "ASSOUAD",
    "ASSOUAD_L2",
    "AXES_IN_BALL",
    "AXES_MEAN",
    "BERNSTEIN",
    "BIAS_VARIANCE",
    "BIN_BIAS",
    "BRETAGNOLLE_HUBER",
    "BUMPS_KL",
    "BUMPS_ORTHOGONAL",
    "BUMPS_SMOOTH",
    "CAUCHY_SCHWARZ",
    "CGF",
    "CGF_OF_MEAN",
    "CGF_OF_SUM",
    "CHAIN_OVER_USERS",
    "CHAIN_SUMMED",
    "CHEBYSHEV",
    "CHERNOFF",
    "COMPLEMENT",
    "DATA_PROCESSING",
    "EXPECTED_MEAN",
    "FANO",
    "FINITE_KL",
    "FINITE_MEAN",
    "HAMMING_INFORMATION",
    "HAMMING_TV",
    "HELLINGER",
    "HOEFFDING",
    "HOEFFDING_EXCESS",
    "HOEFFDING_LEMMA",
    "INDICATOR",
    "JENSEN",
    "KL",
    "KL_CHI_SQUARE",
    "LAPLACE_CGF",
    "LAPLACE_MEAN",
    "LAPLACE_VARIANCE",
    "LE_CAM",
    "LINEAR",
    "LINEAR_VARIANCE",
    "LIPSCHITZ",
    "MARKOV",
    "MEAN_OF_INDEPENDENT",
    "MONOTONE",
    "ORTHOGONAL_AXES",
    "ORTHOGONAL_DRAWS",
    "ORTHOGONAL_SIGNS",
    "PINSKER",
    "PINSKER_SUMMED",
    "PRIVATE_BESSEL",
    "PRIVATE_CHI_SQUARE",
    "PRIVATE_INFORMATION",
    "PRIVATE_KL",
    "RESTRICTED_KL",
    "RESTRICTED_TV",
    "SCALED_CGF",
    "SCHEMAS",
    "SHARED_TV",
    "SIGNS_IN_CUBE",
    "SIGNS_MEAN",
    "SMALL_BALL",
    "SUM_OF_INDEPENDENT",
    "SUPPORT",
    "TENSORISATION",
    "TESTING",
    "TV",
    "UNION",
    "AgreeOff",
    "Audit",
    "Average",
    "Axes",
    "Ball",
    "BinMean",
    "Both",
    "Bump",
    "Bumps",
    "Chain",
    "ChiSquare",
    "Comparison",
    "Condition",
    "Context",
    "Corner",
    "Cube",
    "Discrete",
    "Either",
    "Expectation",
    "FamilyIn",
    "Flip",
    "GammaFunction",
    "Gap",
    "Grant",
    "Hamming",
    "Hellinger2",
    "Holds",
    "Independent",
    "IndicatorOf",
    "Infimum",
    "Information",
    "Interactive",
    "LaplaceNoise",
    "Loss",
    "Margin",
    "Maximum",
    "Mean",
    "MeanOfCopies",
    "Member",
    "Name",
    "Not",
    "OnInterval",
    "Orthogonal",
    "Parameter",
    "Power",
    "Private",
    "Probability",
    "Proof",
    "Property",
    "RegressionLaws",
    "Restricted",
    "Schema",
    "Separated",
    "Settings",
    "Share",
    "Signs",
    "Smooth",
    "SquaredNorm",
    "Statement",
    "Step",
    "Sum",
    "Supremum",
    "TestError",
    "Through",
    "Transcript",
    "ValueAt",
    "Variance",
    "VertexInformation",
    "WholeNumber",
    "WorstL2Risk",
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
