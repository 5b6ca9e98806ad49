r"""A calculus of bounds: what is displayed is what is checked.

A claim's conclusion is a formal statement, its LaTeX is generated from it, and a chain of relations leads to it as in
the paper's display. Each step is an instance of a cited fact or of another claim, or algebra, or a choice, or cases, or
words; `Chain.check` derives it again. The lower bound of zhao's Theorem 2 for epsilon <= 1, from its family of two
laws:

>>> from sympy import Min, Rational, exp, sqrt
>>> from verify.kernel.calculus import *
>>> n, m = integer("n", least=1), integer("m", least=1)
>>> epsilon, s, D = real("epsilon", above=0, most=1), real("s", above=0, most=Rational(1, 2)), real("D", above=0)
>>> Z, K, F = Name("Z", "protocol"), Name("K", "channel"), OnInterval(-D, D)
>>> P, Q = (let(f"P_{v}", Discrete(D, (1 + x*s)/2, -D, (1 - x*s)/2)) for v, x in (("+", 1), ("-", -1)))
>>> data, other = Power(P, m), Power(Q, m)
>>> at_each = KL(Through(K, data), Through(K, other))
>>> told = KL(Transcript(Z, data), Transcript(Z, other))
>>> one_user = line(at_each, given=(Private(K, epsilon),)).le((exp(epsilon) - 1)**2*TV(data, other)**2,
...     KL_CHI_SQUARE(*at_each.args), PRIVATE_CHI_SQUARE(K, epsilon, data, other))
>>> two_laws = line(KL(P, Q)).le(3*s**2, FINITE_KL(P, Q))
>>> users = (
...     line(told, given=(Interactive(Z, n, epsilon),))
...     .le(n*(exp(epsilon) - 1)**2*TV(data, other)**2, CHAIN_OVER_USERS(Z, n, epsilon, data, other), one_user)
...     .le(9*n*m*epsilon**2*s**2/2, PINSKER(data, other), TENSORISATION(P, Q, m), two_laws)
... )
>>> bound = (
...     line(WorstRisk(Z, F, m), given=users.given)
...     .ge(D**2*s**2/2*(1 - TV(*told.args)), LE_CAM(Z, F, m, P, Q, D*s),
...         FINITE_MEAN(P), FINITE_MEAN(Q), SUPPORT(P, -D, D), SUPPORT(Q, -D, D))
...     .ge(D**2*s**2/2*(1 - 3*sqrt(n*m)*epsilon*s/2), PINSKER(*told.args), users)
... )
>>> chosen = Min(Rational(1, 2), 1/(3*sqrt(n*m)*epsilon))
>>> theorem = line(minimax_risk(F, n, m, epsilon)).ge(bound.end, bound).ge(D**2*chosen**2/4, choose({s: chosen}))
>>> found = audit(theorem)
>>> found.words, [fact.name for fact in found.schemas if fact.grade == "lemma"]
((), ['Le Cam, two points', 'chain rule over users', 'private contraction'])

No step is informal. So `theorem.check(Settings())` finds it `proved` if these lemmas are, here or by Rocq
(`verify.kernel.calculus.grounds`), and else `argued`. It is `proved` as well where a theorem of the library says
the same.

## How a claim becomes a chain
With the paper open:

1. Write the letters: `real`, `integer` and `random_real` with their ranges, `Name(letter, sort)` for what nothing is
   known of. Every free letter is universally quantified; a law that depends on s is built with s.
2. Write the quantity that the claim is about, from `nouns`, or a new one in one line: `quantity("Regret", r"...", "what
   it means", 0)`. Give it the range that it always has, no more. Laws, events and transcripts are built by
   constructors; `let(letter, term)` names a term, and is its body wherever anything is judged.
3. Write the display line by line: line(start).le(next, reason, ...).eq(next) and so on, with `lt`, `ge` and `gt`. A
   fact is called with its arguments, `cite(claim)` is another claim of the ledger, a chain that stands above is named,
   a hypothesis of the conclusion is written as it is. No reason: algebra.
4. What holds only under a condition gets it in `given`. What a fact asks for must follow: from `given`, by algebra, or
   from another reason of the same step.
5. What a proof chooses ("some test errs no more than on average", a coupling) exists by a fact: a chain may assume it
   of new letters, and `obtain(FACT(..., letters), chain)` gives its conclusion, which must not be about them. What
   holds for every index of a family is `each(chain, index, conditions)`.
   What holds for every whole number from a least one on is `by_induction(claim, letter, first, step)`; a sum with a
   closed form is `closed_form(Sum(k, k, 1, n), n*(n + 1)/2)`.
6. What the machine can't see is `because("one sentence", ...)`, with the ids of the claims that it speaks of, for the
   step where it stands, under the chain's hypotheses; or words("...", condition) for one condition: there `given` is
   what the sentence needs, and `leans` names the claims. The chain is then `argued`, at best as strong as these, and
   the sentence is listed and counted. So is a lemma that is proved nowhere, wherever below the conclusion it is used.
7. Run `chain.check(Settings())`: it says `open` with the step and the reason, often with a counterexample. A step that
   is too long for the prover becomes two; numbers that occur in one product only are joined by itself.
   A second route to the conclusion at a finite set is `chain.crosschecked(name, text, set, cases)`: it can break it.
8. The printed statement stands apart: `chain.proving(statement)` shows that the chain ends in it, literally.

## What is checked, and what is believed
The check derives each line from the one before: every granted statement is put in where one side of it stands, if the
line moves the right way with it over the whole range (`direction`), inside suprema, averages and sums with their
conditions in force; its hypotheses are shown there; every line is a number on the whole domain (`check_defined`): no
division by what may vanish, no root of what may be negative, no oo - oo, no law of negative mass, no supremum over no
index. What is left is shown by expanding, or by the prover, with each certificate checked again by the independent
checker. Believed are: the cited facts, each stressed on exact cases in every run; the ranges of quantities; that there
are objects with the properties that an index or a theorem's own hypothesis asks for, where a small example is found
(`verify.kernel.calculus.worlds`: laws by coins, random reals by two values, indices at some places); that the
expectations exist which are written; sympy's structural equality, substitution and expansion; the prover's checker;
this package. A fact is of random reals with a second moment, or with a mean, or that are at least 0, by its letters
(`random_real`, `integrable_real`, `extended_real`). What is put for one is seen to be such from how it is built; else
the chain is `argued`, and says which moments are not shown to be finite.
"""

from verify.kernel.calculus.chain import Chain, line
from verify.kernel.calculus.checking import Audit, audit
from verify.kernel.calculus.conditions import (
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
from verify.kernel.calculus.context import Context, Gap, Proof, decide
from verify.kernel.calculus.counting import by_induction, closed_form, last_summand
from verify.kernel.calculus.events import Both, Either, Holds, Not
from verify.kernel.calculus.facts import SCHEMAS
from verify.kernel.calculus.facts.information import (
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
from verify.kernel.calculus.facts.moments import (
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
    MONOTONE_ABOVE_0,
    MULTIPLE,
    SIZE,
    SUM_OF_INDEPENDENT,
)
from verify.kernel.calculus.facts.tails import BERNSTEIN, CHEBYSHEV, COMPLEMENT, FANO, HOEFFDING, MARKOV, UNION
from verify.kernel.calculus.facts.van_trees import PRIVATE_KL
from verify.kernel.calculus.losses import Loss, losses
from verify.kernel.calculus.nouns import (
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
from verify.kernel.calculus.over import Average, Infimum, Maximum, Sum, Supremum
from verify.kernel.calculus.reasons import (
    Grant,
    Schema,
    assumed,
    at_index,
    because,
    cases,
    choose,
    cite,
    each,
    included,
    multiple_of,
    obtain,
    telescoped,
    words,
)
from verify.kernel.calculus.sealed import Step
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Let as let
from verify.kernel.calculus.terms import (
    Name,
    Parameter,
    constructor,
    event,
    integer,
    law,
    quantity,
    random_real,
    real,
    unfold,
)
from verify.kernel.statements.outcome import Settings

__all__ = [
    "ADDITIVE",
    "BERNOULLI",
    "BERNSTEIN",
    "BIAS_VARIANCE",
    "BRETAGNOLLE_HUBER",
    "CAUCHY_SCHWARZ",
    "CGF",
    "CHAIN_OVER_USERS",
    "CHEBYSHEV",
    "COMPLEMENT",
    "DATA_PROCESSING",
    "EXPECTED_MEAN",
    "FANO",
    "FINITE_KL",
    "FINITE_MEAN",
    "HELLINGER",
    "HOEFFDING",
    "JENSEN",
    "JENSEN_CURVED",
    "KL",
    "KL_CHI_SQUARE",
    "LAPLACE_VARIANCE",
    "LE_CAM",
    "LINEAR",
    "LINEAR_VARIANCE",
    "LIPSCHITZ",
    "MARKOV",
    "MEAN_OF_INDEPENDENT",
    "MONOTONE",
    "MONOTONE_ABOVE_0",
    "MULTIPLE",
    "PINSKER",
    "PRIVATE_CHI_SQUARE",
    "PRIVATE_KL",
    "SCHEMAS",
    "SIZE",
    "SUM_OF_INDEPENDENT",
    "SUPPORT",
    "TENSORISATION",
    "TESTING",
    "TV",
    "UNION",
    "Audit",
    "Average",
    "Both",
    "Chain",
    "ChiSquare",
    "Comparison",
    "Condition",
    "Context",
    "Discrete",
    "Either",
    "Expectation",
    "Gap",
    "Grant",
    "Hellinger2",
    "Holds",
    "Independent",
    "Infimum",
    "Information",
    "Interactive",
    "LaplaceNoise",
    "Loss",
    "Maximum",
    "Mean",
    "MeanOfCopies",
    "Member",
    "Name",
    "Not",
    "OnInterval",
    "Parameter",
    "Power",
    "Private",
    "Probability",
    "Proof",
    "Property",
    "Schema",
    "Settings",
    "Statement",
    "Step",
    "Sum",
    "Supremum",
    "TestError",
    "Through",
    "Transcript",
    "Variance",
    "WholeNumber",
    "WorstRisk",
    "assumed",
    "at_index",
    "at_most",
    "audit",
    "because",
    "below",
    "by_induction",
    "cases",
    "choose",
    "cite",
    "closed_form",
    "condition",
    "constructor",
    "decide",
    "each",
    "equal",
    "event",
    "included",
    "integer",
    "last_summand",
    "law",
    "let",
    "line",
    "losses",
    "minimax_risk",
    "multiple_of",
    "obtain",
    "property_of",
    "quantity",
    "random_real",
    "real",
    "telescoped",
    "unfold",
    "words",
]
