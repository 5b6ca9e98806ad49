"""kent Appendix E: the winner of (98), what all voters agree on beyond alpha = 1, and Section E.4's requirement."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import sympy
from sympy import E, Integer, exp, log, oo

from notation.symbols import D, Delta
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import winner
from verify.calculus import Chain, at_most, by, calc, cite, quantity, words
from verify.papers.kent.appE2_vectors.groups_of_users import ENOUGH
from verify.papers.kent.nouns_upper import AT_LOW, EVEN, LAW, LOW, ON_INTERVAL, USED, USERS
from verify.papers.kent.ours_van_trees import THEOREM6I, THEOREM6II
from verify.prover import Variable
from verify.statements import AllOf, Case, FiniteCheck, Identity, UpToConstant
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_K = sympy.Symbol("k", integer=True, nonnegative=True)
_N, _T, _D, _R, _ALPHA = sympy.symbols("n T d r alpha", positive=True)


def _least(_: Settings) -> Iterator[Case]:
    """The winner in the code beside the least index of the largest sum, where a user may vote for three bins."""
    for votes in product(range(4), repeat=3):
        yield Case({"votes": list(votes)}, int(winner(np.array(votes))), votes.index(max(votes)))


_PLAN = kent.algorithm10_symbolic()
Unlike = quantity(
    "Unlike", r"P_{{{0}, {1}, {2}, {3}, {4}}}(V_l^{{(i)}} = 0\text{{ for some }}i \le {1}/2)",
    "chance that some of the n/2 voters' raw votes leave out the bin of theta, in Algorithm 10 (bins half-open but for the last one), "
    "with T* draws of a law each, privacy alpha > 1 and bins of length 2 Delta", 0, 1,
)  # fmt: skip
"""Unlike(P, n, T*, alpha, Delta)."""
_UNLIKE, _ALL = Unlike(LAW, USERS, USED, LOW, AT_LOW), (EVEN, ON_INTERVAL)
_AGREED = calc(
    _UNLIKE, "<=", USERS/2*(2/(USERS*USED)**2),
    by(words(
        "A voter whose mean is less than Delta from theta has it in the bin of theta or next to it, and votes for that bin; by (108) a "
        "mean is Delta or more off with a chance of at most 2/(nT*)^2, for each of n/2 voters.",
        at_most(_UNLIKE, USERS/2*(2/(USERS*USED)**2)), given=_ALL, leans=("kent/eq108/a",),
    )),
    "==", 1/(USERS*USED**2), given=_ALL,
)  # fmt: skip


def _without(claim: Claim) -> Chain:
    """A lower bound of Theorem 6 under what it takes: d <= n min{alpha, alpha^2} at most."""
    found = cite(claim).statement
    return calc(found.left, ">=", found.right, by(cite(claim)), given=found.hypotheses)


CLAIMS = (
    Claim(
        "kent/eq98",
        "Appendix E.1, Algorithm 10, (98)",
        Kind.ALGORITHM,
        "the winner and the ends of its bin",
        AllOf("", (
            ("ties go to the least index", FiniteCheck(
                r"j^*=\min\arg\max_j\textstyle\sum_i\tilde V_j^{(i)}", "all counts in {0, 1, 2, 3}^3", _least, "==")),
            ("L, k = j* - 1, at D = 1", Identity(_PLAN.interval(_K)[0].subs(D, 1) + 5*Delta, -1 + 2*_K*Delta)),
            ("U", Identity(_PLAN.interval(_K)[1].subs(D, 1) - 5*Delta, -1 + 2*(_K + 1)*Delta)),
        )),
    ),
    Claim(
        "kent/appE.1/unanimous",
        "Appendix E.1, last paragraph",
        Kind.INEQUALITY,
        "for alpha > 1 every voter votes for the bin of theta with high probability",
        _AGREED,
        note="Before the bits are privatised. With votes for one bin it fails where theta is at a bin's edge, hence the three.",
    ),
    Claim(
        "kent/appE.4/requirement",
        "Appendix E.4, second paragraph",
        Kind.RATE_ALGEBRA,
        "what the lower bounds for alpha > 1 require",
        UpToConstant(
            _D**2 / (_N * _T),
            Integer(1),
            (
                Variable(_D, Integer(1), oo),
                Variable(_N, Integer(2), oo),
                Variable(_T, Integer(1), oo),
                Variable(_ALPHA, Integer(1), oo, open_lower=True),
            ),
            family=((_D, exp(_R)), (_ALPHA, exp(_R)), (_N, ENOUGH * (1 + _R)), (_T, Integer(1))),
            along=_R,
            where=(ENOUGH * _D * log(E * _D) <= _N * _ALPHA, ENOUGH * _D**2 <= _N * _ALPHA**2),
            text=r"\text{the assumptions of Theorem 6 at }\alpha>1,\ n\alpha\ge\tilde Cd\log(ed),\ n\alpha^2\ge\tilde Cd^2,\ \text{give}\ \frac{d^2}{nT}\lesssim1",
        ),
        AllOf("", (("the cube", _without(THEOREM6I)), ("the ball", _without(THEOREM6II)))),
        correction="the theorem asks for n alpha^2 of the order of d^2 at least, not for n T; neither is needed for its lower bounds, which hold under its first condition alone",
        severity=Severity.TYPO,
        theorem="kent/thm6i/lower",
        note="d = alpha = e^r, T = 1, n a multiple of log(ed). Section 3 has the theorem's own condition in the same sentence on the same paper, so that a "
        "slip is likely. Judged is what the theorem's assumptions give, as a requirement d^2/(nT) <~ 1 of its bounds would have to follow from them.",
    ),
)  # fmt: skip
