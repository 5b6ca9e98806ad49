"""kent Appendix E: the winner of (98), what all voters agree on beyond alpha = 1, and Section E.4's requirement."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import sympy
from sympy import E, Integer, exp, log, oo

from notation.symbols import D, Delta
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import winner
from verify.kernel.calculus import BERNOULLI, Chain, Not, Probability, at_most, cite, line, real
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, UpToConstant, computed
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.ours.kent.van_trees import THEOREM6I, THEOREM6II
from verify.papers.kent.appE2_vectors.groups_of_users import ENOUGH
from verify.papers.kent.appG1_mean_upper.eq105_success import HOME_BIN, WRONG_VOTES, window
from verify.papers.kent.instances.votes import bin_of, sign_mean, tail, width
from verify.papers.kent.nouns_upper import DATA, USED, USERS

_K = sympy.Symbol("k", integer=True, nonnegative=True)


def _least(_: Settings) -> Iterator[Case]:
    """The winner in the code next to the least index of the largest sum, where a user may vote for three bins."""
    for votes in product(range(4), repeat=3):
        yield Case({"votes": list(votes)}, int(winner(np.array(votes))), votes.index(max(votes)))


_PLAN = kent.algorithm10_symbolic()
EQ98 = Claim(
    "kent/eq98",
    "Appendix E.1, Algorithm 10, (98)",
    Kind.ALGORITHM,
    "the winner and the ends of its bin",
    says=(
        r"j^*=\min\arg\max_{j\in[N(\Delta)]}\sum_{i=1}^{n/2}\tilde{V}_j^{(i)},\quad L,U\text{ the lower "
        r"and upper endpoints of }I_{j^*}"
    ),
    match=Match.READING,
    differs=(
        "the endpoints are judged for the bin numbered k from 0, as 2 Delta k - 1 and 2 Delta k + 2 Delta "
        "- 1, by the program that runs"
    ),
    printed=AllOf(
        "",
        {
            "ties go to the least index": FiniteCheck(
                r"j^*=\min\arg\max_j\textstyle\sum_i\tilde V_j^{(i)}", "all counts in {0, 1, 2, 3}^3", _least, "=="
            ),
            "L, k = j* - 1, at D = 1": computed(
                lambda: _PLAN.interval(_K)[0].subs(D, 1) + 5 * Delta, -1 + 2 * _K * Delta
            ),
            "U": Identity(_PLAN.interval(_K)[1].subs(D, 1) - 5 * Delta, -1 + 2 * (_K + 1) * Delta),
        },
    ),
)


def _left_out(_: Settings) -> Iterator[Case]:
    """The probability that some raw vote leaves out the bin of theta, next to that of deviations beyond 2 Delta, voter by voter."""
    for users, step in product((2, 8), (0, 1, 4)):
        high, samples = Fraction(1, 2) + Fraction(step, 64), 400
        delta, theta, means = width(users, samples, Fraction(2)), 2 * high - 1, sign_mean(samples, high)
        home = bin_of(theta, delta)
        out = sum((mass for x, mass in means.items() if abs(bin_of(x, delta) - home) > 1), Fraction(0))
        beyond = tail(means, theta, 2 * delta)
        told = {"n": users, "T": samples, "P(X = 1)": str(high), "l": home + 1}
        yield Case(told, 1 - (1 - out) ** (users // 2), users // 2 * beyond)


_LEAVES_OUT, _AT_MOST = Probability(Not(window(0, closed=False))), 2 / (USERS * USED) ** 2
_CHANCE = real("p", least=0, most=1)
_UNION = (
    line(1 - (1 - _CHANCE) ** (USERS / 2), given=(at_most(_CHANCE, _AT_MOST),))
    .le(USERS / 2 * _CHANCE, BERNOULLI(-_CHANCE, USERS / 2))
    .le(1 / (USERS * USED**2), at_most(_CHANCE, _AT_MOST))
)
APPE_1_UNANIMOUS = Claim(
    "kent/appE.1/unanimous",
    "Appendix E.1, last paragraph",
    Kind.INEQUALITY,
    "for alpha > 1 every voter votes for the bin of theta with high probability",
    says=(
        r"\text{for }\alpha>1\text{ a direct Chernoff argument is used; it needs that, with high "
        r"probability, one sub-interval near the true mean is voted for by every user before "
        r"privatisation, hence votes for the three closest bins}"
    ),
    match=Match.READING,
    differs=(
        "high probability is made explicit (failure at most 1/(n(T*)^2)) at the Delta of (101), for the "
        "n/2 voters and the bin of the mean"
    ),
    printed=line(1 - (1 - _LEAVES_OUT) ** (USERS / 2), given=(*DATA, *HOME_BIN))
    .le(1 / (USERS * USED**2), _UNION.at({_CHANCE: _LEAVES_OUT}), dict(WRONG_VOTES.parts)["the own bin"])
    .crosschecked(
        "+-1 data, exact",
        r"1-(1-P(V_l=0))^{n/2}\le\tfrac n2P(|\bar X-\theta|\ge2\Delta)",
        "n = 2, 8; T = 400; Delta of (101); four bins; theta = 0, 1/32 and, past an edge, 1/8",
        _left_out,
    ),
    note="Before the bits are privatised; the n/2 voters are independent. With votes for one bin it fails where theta is at a bin's edge, hence the three.",
)
_N, _T, _D, _R, _ALPHA = sympy.symbols("n T d r alpha", positive=True)


def _without(claim: Claim) -> Chain:
    """A lower bound of Theorem 6 under what it takes: d <= n min{alpha, alpha^2} at most."""
    found = cite(claim).statement
    return line(found.left, given=found.hypotheses).ge(found.right, cite(claim))


APPE_4_REQUIREMENT = Claim(
    "kent/appE.4/requirement",
    "Appendix E.4, second paragraph",
    Kind.RATE_ALGEBRA,
    "what the lower bounds for alpha > 1 require",
    says=(
        r"\text{as in Acharya et al. (2023b), the low-privacy lower bounds are valid only where " r"}d^2/nT\lesssim1"
    ),
    match=Match.READING,
    differs=(
        "a requirement of the lower bounds is read as one that their assumptions give, those of Theorem 6 at alpha > 1"
    ),
    printed=UpToConstant(
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
    corrected=AllOf("", {"the cube": _without(THEOREM6I), "the ball": _without(THEOREM6II)}),
    correction="the theorem asks for n alpha^2 of the order of d^2 at least, not for n T; neither is needed for its lower bounds, which hold under its first condition alone",
    severity=Severity.TYPO,
    theorem="kent/thm6i/lower",
    note="d = alpha = e^r, T = 1, n a multiple of log(ed). Section 3 has the theorem's own condition in the same sentence on the same paper, so that a "
    "slip is likely. Judged is what the theorem's assumptions give, as a requirement d^2/(nT) <~ 1 of its bounds would have to follow from them.",
)

CLAIMS = (
    EQ98,
    APPE_1_UNANIMOUS,
    APPE_4_REQUIREMENT,
)
