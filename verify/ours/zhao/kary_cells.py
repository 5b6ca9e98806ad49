"""Against "all privacy levels" for classification: one sample of each user, cell and label together, by k-ary response.

With 2N^d letters and e^epsilon of that order an answer is right half the time, and n answers do what n samples do
without privacy: beyond epsilon of order ln n no Hadamard transform of one sample per user is as good.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from verify.kernel.calculus import Interactive, at_most, constructor, integer, line, real, words
from verify.kernel.calculus.reasons import at_index
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.vectors_lower.hamming_distance import EPSILON, M
from verify.papers.zhao.lemmas.plug_in import PLUG_IN_SIGNS, LabelError, SignRule, WorstExcessRisk
from verify.papers.zhao.nouns_learning import BETA, CLASSES, DENSITY, DIM, EXCESS, GAMMA, HOELDER, SHARPNESS, USERS
from verify.papers.zhao.s6_matching import BESIDE_20, BESIDE_22


def _answers(_: Settings) -> Iterator[Case]:
    """P(|q^ - q| >= s p), exact, next to 2 exp(-n s^2 f_L^2/(36 B)): a cell of mass p >= f_L/B, e^epsilon = 2B or more."""
    for n, (cells, mass, lean), share, more in product(
        (1, 4, 30),
        (
            (1, Fraction(1), Fraction(1, 2)),
            (2, Fraction(1, 2), Fraction(0)),
            (4, Fraction(1, 8), Fraction(-1)),
            (8, Fraction(3, 4), Fraction(1, 3)),
        ),
        (Fraction(1, 2), Fraction(1)),
        (1, 5),
    ):
        t = Fraction(2 * cells * more)
        lie, keep = 1 / (t + 2 * cells - 1), (t - 1) / (t + 2 * cells - 1)
        up, down = (keep * mass * (1 + sign * lean) / 2 + lie for sign in (1, -1))
        wrong = Fraction(0)
        for ups in range(n + 1):
            for downs in range(n + 1 - ups):
                if abs(Fraction(ups - downs, n) / keep - mass * lean) >= share * mass:
                    wrong += (
                        comb(n, ups)
                        * comb(n - ups, downs)
                        * up**ups
                        * down**downs
                        * (1 - up - down) ** (n - ups - downs)
                    )
        density = min(mass * cells, Fraction(1))
        bound = 2 * (-as_arb(n * share**2 * density**2 / (36 * cells))).exp()
        yield Case(
            {"n": n, "B": cells, "p": str(mass), "q/p": str(lean), "s": str(share), "e^epsilon": str(t)}, wrong, bound
        )


KaryCells = constructor("KaryCells", r"\mathrm{{KRR}}_{{{0}}}({1}, {2})", sort="protocol")
"""Each user answers the cube of side 1/N in which her first X lies, with its label Y = 1 or -1, by k-ary response at epsilon over the 2N^d pairs; a cube's number
is the answers (B, 1) less the answers (B, -1), over n times the difference of the probabilities of a right and of one wrong answer: KaryCells(epsilon, N, d)."""
_SIDE, _SHARE = integer("N", least=1), real("s", above=0, most=1)
_PLAN = KaryCells(EPSILON, _SIDE, DIM)
_RULE, _FAR = SignRule(_PLAN, _SIDE, DIM), LabelError(_PLAN, CLASSES, M, _SIDE, DIM, _SHARE)
_LETTERS = at_most(2 * _SIDE**DIM, exp(EPSILON))
_PLUG_IN = PLUG_IN_SIGNS(_PLAN, SHARPNESS, GAMMA, HOELDER, BETA, DENSITY, DIM, M, _SIDE, _SHARE)
_LINE: Any = _PLUG_IN.statement.conclusion.right
_TAIL = 2 * exp(-USERS * _SHARE**2 * DENSITY**2 / (36 * _SIDE**DIM))
_SIDE_13 = integer("N", least=13)
_LEVEL = 6 * sqrt(log(_SIDE_13)) / _SIDE_13
OWN_KARY_CELLS = Claim(
    "zhao/own/kary-cells",
    "ours, against the abstract, for Theorem 9",
    Kind.UPPER_RATE,
    "classification by k-ary response of cell and label, one sample of each user",
    corrected=AllOf(
        "",
        {
            "the bound": line(EXCESS, given=(_LETTERS,))
            .le(
                WorstExcessRisk(_RULE, CLASSES, M),
                at_index(EXCESS, _RULE),
                words(
                    "Each user sends one answer of k-ary response, whose probabilities are within e^epsilon of each other.",
                    Interactive(_RULE, USERS, EPSILON),
                    leans=("zhao/own/signed-kary/privacy",),
                ),
            )
            .le(_LINE, _PLUG_IN)
            .le(
                _LINE.xreplace({_FAR: _TAIL}),
                words(
                    "A cube's number is a mean of n independent steps of 1, -1 and 0 over k = (e^epsilon - 1)/(e^epsilon + 2N^d - 1), which is 1/3 at least, and a step is not 0 with probability "
                    "p + 2/(3N^d) at most, so 5p/(3 f_L), as p is f_L/N^d at least: Bernstein's inequality.",
                    at_most(_FAR, _TAIL),
                    given=(_LETTERS,),
                ),
            )
            .crosschecked(
                "exact probabilities of answers",
                r"P(|\hat q-q|\ge sp)\le2e^{-ns^2f_L^2/(36B)}",
                "n = 1, 4, 30; B = 1, 2, 4, 8 cells of masses 1, 1/2, 1/8, 3/4; q/p = 1/2, 0, -1, 1/3; s = 1/2, 1; e^epsilon = 2B, 10B",
                _answers,
            ),
            "at d = beta = 1, gamma = 0, n = N^3": line(
                1 / _SIDE_13 + _LEVEL + 2 * exp(-(_SIDE_13**3) * _LEVEL**2 / (36 * _SIDE_13))
            )
            .eq(1 / _SIDE_13 + _LEVEL + 2 * exp(-log(_SIDE_13)))
            .eq((3 + 6 * sqrt(log(_SIDE_13))) / _SIDE_13),
            "its level": line(_LEVEL).le(1),
        },
    ),
    note="For every width 1/N and every level s. At N = n^(1/(2 beta + d)) and epsilon = ln(2N^d) the risk is of "
    "the order of n^(-beta(1+gamma)/(2 beta + d)), up to logarithms: that of n samples without privacy.",
)

_R, _SIDE_OF = sympy.Symbol("r", positive=True), sympy.Symbol("N", positive=True)

_LEAST = (3 + 6 * sqrt(log(_SIDE_OF))) / _SIDE_OF
"""The bound at d = beta = 1, gamma = 0, all constants 1, n = N^3, s = 6 sqrt(ln N)/N: 1/N + s + 2/N."""
ABSTRACT_ALL_LEVELS = Claim(
    "zhao/abstract/all-levels",
    "arXiv v1, Abstract; Section 1, third contribution",
    Kind.RATE_ALGEBRA,
    "optimal at all privacy levels, up to logarithms: classification",
    says=r"\text{adaptive strategies with optimal performance at all privacy levels, minimax optimal up to "
    r"logarithmic factors; for classification the Hadamard transform is optimal}",
    match=Match.READING,
    differs="read of classification with the rate (19) and up to ln^4 n (no other power would do); refuted at d = beta = m = 1, gamma = 0, n = N^3 and epsilon = ln(2N), by a better estimator",
    printed=UpToConstant(
        (_SIDE_OF**3 * log(2 * _SIDE_OF)) ** Rational(-1, 4),
        log(_SIDE_OF) ** 4 * _LEAST,
        (Variable(_SIDE_OF, Integer(2), oo, integer=True),),
        family=((_SIDE_OF, 2 ** (100 * _R)),),
        along=_R,
        text=r"(mn(\varepsilon^2\wedge\varepsilon))^{-\frac{\beta(1+\gamma)}{2(d+\beta)}}\lesssim\ln^4n\,\inf\sup(R-R^*)\text{ for every }\varepsilon",
    ),
    corrected=AllOf("", {"classification": BESIDE_20, "regression": BESIDE_22}),
    correction="for small epsilon, for which Theorems 10 and 12 are stated: there the rates from above and below "
    "match except for logarithms",
    severity=Severity.CONDITION,
    theorem="zhao/abstract/all-levels",
    note="For few samples per user: at epsilon = ln(2N^d) k-ary response of one sample has the rate "
    "n^(-beta(1+gamma)/(2 beta + d)) (zhao/own/kary-cells, whose bound is 3/N + 6 sqrt(ln N)/N at s = 6 "
    "sqrt(ln N)/N, n = N^3, all constants 1), which is less than (19) by a power of n where m is below "
    "n^(d/(2 beta + d)) by one. Theorem 9 is an upper bound and stands or falls without this; the bounds "
    "for the l_2 ball are optimal at every epsilon (zhao/text-after-thm7). Any power of ln n does as well "
    "as the fourth.",
)

CLAIMS = (
    OWN_KARY_CELLS,
    ABSTRACT_ALL_LEVELS,
)
