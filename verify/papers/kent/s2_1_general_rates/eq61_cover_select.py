"""kent Algorithm 1 and Theorem 1 from above, (8), (61), (62), and Lemma 24."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from flint import arb
from sympy import Integer, Min, cosh, exp, log

from verify.kernel.calculus import Name, Schema, Statement, at_most, cite, constructor, integer, let, line, real
from verify.kernel.calculus.facts.bits import (
    ALL_BY,
    CHERNOFF_HALF,
    CODED,
    PRIVATE_CHANNEL,
    VOTES_PAIR,
    VOTES_UNION,
    AllBy,
    BinomialAtMost,
    BitFlips,
    Code,
    OnCodes,
    Ones,
    Outvoted,
    VoteLost,
    channel_excess,
)
from verify.kernel.calculus.facts.packings import (
    COVER_SIZE,
    WHOLE_COVER,
    At,
    Covering,
    CoverSize,
    Density,
    Diameter,
    LossAt,
    PointMasses,
    WorstLoss,
)
from verify.kernel.calculus.reasons import Case as CalculusCase
from verify.kernel.calculus.reasons import Outside, at_index
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq57_lower import BALLS, INFINITE, LOSS, SPACE
from verify.papers.kent.setting import ALPHA, USERS, brute_power, one_vote

CENTRES = (Fraction(1), Fraction(5, 2), Fraction(4))
"""A cover of [0, 5] by three balls of radius 1; two balls have total length 4 and do not do."""


def _balls(point: Fraction) -> tuple[int, ...]:
    return tuple(int(abs(point - centre) <= 1) for centre in CENTRES)


def _pieces(point: Fraction) -> tuple[int, ...]:
    """The votes in B'_1, B'_2, ...: the first ball that holds the point."""
    votes = _balls(point)
    return tuple(int(vote and not any(votes[:j])) for j, vote in enumerate(votes))


def _printed_votes(_: Settings) -> Iterator[Case]:
    """Kept with t/(1+t), t = e^(alpha/2): a difference of k votes costs k alpha/2; brute force over all answers again."""
    x, y = _balls(Fraction(2)), _balls(Fraction(5))
    differences = sum(a != b for a, b in zip(x, y, strict=True))
    yield Case(
        {"Theta": "[0, 5]", "Delta": 1, "centres": "1, 5/2, 4", "x": 2, "x'": 5, "V(x)": str(x), "V(x')": str(y)},
        Fraction(differences, 2),
        1,
        left_again=Fraction(brute_power(x, y), 2),
        note="multiples of alpha",
    )


def _mended_votes(_: Settings) -> Iterator[Case]:
    for k in range(51):
        votes = _pieces(Fraction(k, 10))
        yield Case({"x": str(Fraction(k, 10)), "V": str(votes)}, sum(votes), 1)


KEEP = let(r"\omega_{\alpha/2}", exp(ALPHA / 2) / (1 + exp(ALPHA / 2)))
_PLACES, _RADIUS = integer("N", least=1), real("Delta", above=0)
Pieces = constructor("Pieces", r"1_{{B'({0}, {1})}}", sort="code")
"""The code of a point: one bit for each piece B'_j of a least cover by balls of a radius, (10): Pieces(Theta, Delta)."""
_VOTES = OnCodes(BitFlips(CoverSize(SPACE, _RADIUS), KEEP), Pieces(SPACE, _RADIUS))
_ONE, _OTHER, _ANSWER = Name("x", "input"), Name("x'", "input"), Name("z", "message")


def _one_piece(space: Any, radius: Any, point: Any) -> Statement:
    return Statement(at_most(Ones(Code(Pieces(space, radius), point)), 1))


def _codes() -> Iterator[CalculusCase]:
    for k in range(51):
        values = {Pieces(SPACE, _RADIUS): _pieces, _ONE: Fraction(k, 10)}
        yield (SPACE, _RADIUS, _ONE), values


ONE_PIECE = Schema(
    "the pieces of a cover are disjoint",
    "lemma",
    "kent (10): B'_j is B_j without the earlier balls",
    _one_piece,
    (SPACE, _RADIUS, _ONE),
    _codes,
)

ALGORITHM1_PRIVACY = Claim(
    "kent/alg1/privacy",
    "Section 2.1, Algorithm 1, (11), and the text above it",
    Kind.PRIVACY,
    "Algorithm 1 is alpha-LDP, as listed",
    says=(
        r"\tilde "
        r"V_j^{(i)}=V_j^{(i)}\mathbb{1}\{U_{i,j}\le\omega_{\alpha/2}\}+(1-V_j^{(i)})\mathbb{1}\{U_{i,j}>\omega_{\alpha/2}\},\ "
        r"V_j^{(i)}=\mathbb{1}\{X^{(i)}\in B_j\}\text{: non-interactive and, by Lemma 28, "
        r"}\alpha\text{-LDP}"
    ),
    match=Match.READING,
    differs="one of two parts: that it is non-interactive is not judged",
    printed=FiniteCheck(
        r"V_j=1\{X\in B_j\},\ \omega_{\alpha/2}:\quad\sup\log\frac{P(\tilde V=v\mid x)}{P(\tilde V=v\mid x')}\le\alpha",
        "Theta = [0, 5], Delta = 1, centres 1, 5/2, 4; x = 2 in two balls, x' = 5 in another",
        _printed_votes,
    ),
    corrected=line(Density(At(_VOTES, _ONE), _ANSWER))
    .eq(Density(At(_VOTES.args[0], Code(_VOTES.args[1], _ONE)), _ANSWER), CODED(*_VOTES.args, _ONE, _ANSWER))
    .le(
        exp(ALPHA) * Density(At(_VOTES.args[0], Code(_VOTES.args[1], _OTHER)), _ANSWER),
        one_vote(CoverSize(SPACE, _RADIUS), Code(_VOTES.args[1], _ONE), Code(_VOTES.args[1], _OTHER), _ANSWER),
        ONE_PIECE(SPACE, _RADIUS, _ONE),
        ONE_PIECE(SPACE, _RADIUS, _OTHER),
        WHOLE_COVER(SPACE, _RADIUS),
    )
    .eq(exp(ALPHA) * Density(At(_VOTES, _OTHER), _ANSWER), CODED(*_VOTES.args, _OTHER, _ANSWER))
    .crosschecked(
        "the cover of the counterexample",
        r"\textstyle\sum_jV_j\le1",
        "the points k/10 of [0, 5], which lie in every piece and on every end of one",
        _mended_votes,
    ),
    correction=(
        "with the disjoint pieces B'_j of (10), which the proof of Theorem 1 uses, it is private as said; "
        "line 5 is listed without the prime, and coded literally a user's vote differs in up to N(Delta) "
        "places, as balls overlap"
    ),
    severity=Severity.LISTING,
    theorem="kent/thm1/upper",
    note=(
        "(10) builds B' and then nothing in the algorithm uses it; a lost prime in our copy is possible. (10) holds for "
        "j = 1 too, the union being empty. Lemma 28 is used with m = 1."
    ),
)


def _binomial(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def _loses(n: int, keep: Fraction, balls: int) -> Fraction:
    """P(some other ball has at least the votes of the right one), from the independent totals."""
    right, wrong = _binomial(n, keep), _binomial(n, 1 - keep)
    below = [sum(wrong[:k], Fraction(0)) for k in range(n + 1)]
    return sum((p * (1 - below[k] ** (balls - 1)) for k, p in enumerate(right)), Fraction(0))


def _beaten(n: int, keep: Fraction) -> Fraction:
    """P(Z_l <= Z_j), from the two totals."""
    right, wrong = _binomial(n, keep), _binomial(n, 1 - keep)
    return sum((right[k] * sum(wrong[k:], Fraction(0)) for k in range(n + 1)), Fraction(0))


def _lower_half(n: int, keep: Fraction) -> Fraction:
    """P(Bin(2n, keep) <= n)."""
    return sum(_binomial(2 * n, keep)[: n + 1], Fraction(0))


def _sizes(settings: Settings) -> Iterator[tuple[int, Fraction]]:
    for n in (1, 2, 3, 5, 8) if settings.quick else (1, 2, 3, 5, 8, 20, 60):
        for t in (Fraction(11, 10), Fraction(3, 2), Fraction(3)):
            yield n, t


def _unions(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        keep = t / (1 + t)
        for balls in (2, 5, 20):
            yield Case(
                {"n": n, "e^(alpha/2)": str(t), "N": balls},
                _loses(n, keep, balls),
                (balls - 1) * _lower_half(n, keep),
                left_again=_loses(n, keep, 2) if balls == 2 else None,
            )


def _same_tail(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        yield Case({"n": n, "e^(alpha/2)": str(t)}, _beaten(n, t / (1 + t)), _lower_half(n, t / (1 + t)))


def _tails(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        keep = t / (1 + t)
        yield Case({"n": n, "e^(alpha/2)": str(t)}, _lower_half(n, keep), (4 * keep * (1 - keep)) ** n)


def _failures(settings: Settings) -> Iterator[Case]:
    for n, t in _sizes(settings):
        alpha = 2 * as_arb(t).log()
        for balls in (2, 5, 20):
            bound = balls * (-n * alpha.min(alpha**2) / 20).exp()
            yield Case({"n": n, "e^(alpha/2)": str(t), "N": balls}, _loses(n, t / (1 + t), balls), bound)


EXPONENT = Min(ALPHA, ALPHA**2) / 20
STEP4 = Claim(
    "kent/thm1/step4",
    "Appendix C, proof of Theorem 1, (61)",
    Kind.INEQUALITY,
    "the union over all other pieces",
    says=(
        r"\mathbb{P}(A^c)\le\sum_{j\in[N_{\tilde{\mathcal{B}}}]\setminus\{l\}}\mathbb{P}(Z_l\le Z_j)\le "
        r"N(\Delta)\,\mathbb{P}(Z_l\le n-Z')=N(\Delta)\,\mathbb{P}(Z\le n)"
    ),
    match=Match.READING,
    differs="the two ends of (61)",
    printed=line(VoteLost(USERS, KEEP, _PLACES))
    .le((_PLACES - 1) * Outvoted(USERS, KEEP), VOTES_UNION(USERS, KEEP, _PLACES))
    .le(_PLACES * Outvoted(USERS, KEEP))
    .eq(_PLACES * BinomialAtMost(2 * USERS, KEEP, USERS), VOTES_PAIR(USERS, KEEP))
    .crosschecked(
        "the exact probability of the union",
        r"P(A^c)\le(N-1)P(\mathrm{Bin}(2n,\omega)\le n)",
        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3, N = 2, 5, 20",
        _unions,
    )
    .crosschecked(
        "one pair of totals",
        r"P(Z_l\le Z_j)=P(\mathrm{Bin}(2n,\omega)\le n)",
        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3",
        _same_tail,
        "==",
    ),
    note="N - 1 other pieces at most; n - Z_j has the law of Z' = Bin(n, omega), and is independent of Z_l.",
)
_BASE = 4 * exp(ALPHA / 2) / (1 + exp(ALPHA / 2)) ** 2
STEP5 = Claim(
    "kent/thm1/step5",
    "Appendix C, proof of Theorem 1, (62), up to Lemma 24",
    Kind.INEQUALITY,
    "Chernoff's bound for 2n bits",
    says=(
        r"\mathbb{P}(Z\le n)=\mathbb{P}\Big(\sum_{i=1}^{2n}W'_i\ge "
        r"n\Big)=\mathbb{P}\Big(\frac1{2n}\sum_{i=1}^{2n}(W'_i-\mathbb{E}[W'_i])\ge\omega_{\alpha/2}-1/2\Big)\le\{4\omega_{\alpha/2}(1-\omega_{\alpha/2})\}^n=\Big(\frac{4e^{\alpha/2}}{(1+e^{\alpha/2})^2}\Big)^n"
    ),
    match=Match.READING,
    differs="the two ends of (62) up to Lemma 24",
    printed=line(BinomialAtMost(2 * USERS, KEEP, USERS))
    .le((4 * KEEP * (1 - KEEP)) ** USERS, CHERNOFF_HALF(USERS, KEEP))
    .eq(_BASE**USERS, line(4 * KEEP * (1 - KEEP)).eq(_BASE))
    .crosschecked(
        "exact tails",
        r"P(\mathrm{Bin}(2n,\omega)\le n)\le\{4\omega(1-\omega)\}^n",
        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3",
        _tails,
    ),
)
_X, _LARGE, _LOG = real("x", above=0), real("c", above=0), real("w")
_SECH = (
    line(_LARGE**-2, given=(at_most(_LOG, log(_LARGE)),))
    .le(exp(-2 * _LOG), at_most(_LOG, log(_LARGE)))
    .at({_LARGE: cosh(_X / 4), _LOG: Min(_X, _X**2) / 40})
)
LEMMA24 = Claim(
    "kent/lemma24",
    "Appendix I, Lemma 24",
    Kind.INEQUALITY,
    "the exponent of the vote",
    says=r"\Big(\frac{4e^{x/2}}{(1+e^{x/2})^2}\Big)^n\le e^{-n\min\{x,x^2\}/20}\ \text{ for }x>0",
    match=Match.SAME,
    printed=line((4 * exp(_X / 2) / (1 + exp(_X / 2)) ** 2) ** USERS)
    .le(
        exp(-Min(_X, _X**2) / 20) ** USERS,
        line(4 * exp(_X / 2) / (1 + exp(_X / 2)) ** 2).eq(cosh(_X / 4) ** -2).le(exp(-Min(_X, _X**2) / 20), _SECH),
    )
    .eq(exp(-USERS * Min(_X, _X**2) / 20)),
    note="log cosh(x/4) >= min{x, x^2}/40 is the claim, whose n-th power of the square it takes.",
)
ALGORITHM1 = Claim(
    "kent/alg1",
    "Section 2.1, Algorithm 1, the text after it",
    Kind.ALGORITHM,
    "the vote finds the right piece with the stated probability",
    says=(
        r"\text{the probability that after privatising the correct ball has fewer votes than some other is "
        r"at most }N(\Delta)e^{-n\min\{\alpha,\alpha^2\}/20}"
    ),
    match=Match.READING,
    differs=("with the votes in the pieces B'_j of the proof, which are disjoint; a tie counts as lost"),
    printed=line(VoteLost(USERS, KEEP, _PLACES))
    .le(_PLACES * BinomialAtMost(2 * USERS, KEEP, USERS), STEP4)
    .le(_PLACES * _BASE**USERS, STEP5)
    .le(_PLACES * exp(-USERS * EXPONENT), cite(LEMMA24).at({_X: ALPHA}))
    .crosschecked(
        "the exact probability that another piece has as many votes",
        r"P(\max_{j\ne l}Z_j\ge Z_l)\le Ne^{-n\min\{\alpha,\alpha^2\}/20}",
        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3, N = 2, 5, 20",
        _failures,
    ),
    note="With the votes in B'_j. Ties are counted as lost.",
)


def _two_points(settings: Settings) -> Iterator[Case]:
    """Algorithm 1 on Theta = {0, 1} errs by 1 where the wrong point has as many votes; ties go to the first one."""
    for n, t in _sizes(settings):
        alpha = 2 * as_arb(t).log()
        bound = 2 * (-n * alpha.min(alpha**2) / 20).exp()
        yield Case({"n": n, "e^(alpha/2)": str(t)}, _beaten(n, t / (1 + t)), bound)


MostVotes = constructor("MostVotes", r"\mathrm{{argmax}}_{{{0}, {1}}}", sort="decoder")
"""The decoder that takes the centre of the ball with the most votes: MostVotes(Theta, Delta)."""
_PLAN = AllBy(_VOTES, USERS, MostVotes(SPACE, _RADIUS))


def _selected(space: Any, radius: Any, n: Any, keep: Any, loss: Any, many: Any) -> Statement:
    plan = AllBy(OnCodes(BitFlips(CoverSize(space, radius), keep), Pieces(space, radius)), n, MostVotes(space, radius))
    lost = VoteLost(n, keep, CoverSize(space, radius))
    return Statement(
        at_most(
            WorstLoss(plan, PointMasses(space), Integer(1), loss),
            LossAt(loss, radius) * (1 - lost) + LossAt(loss, Diameter(space)) * lost,
        ),
        (at_most(Covering(space, radius), many),),
    )


_USERS_ANY, _KEEP_ANY = integer("n", least=1), real("p", above=0, below=1)


def _selections() -> Iterator[CalculusCase]:
    """Two points 1 apart, loss 0 near and 1 far: it errs where the wrong point has more votes; ties go to the first."""
    letters = (SPACE, _RADIUS, _USERS_ANY, _KEEP_ANY, LOSS, BALLS)
    for users, keep in product((1, 2, 3, 8), (Fraction(1, 2), Fraction(2, 3), Fraction(9, 10))):
        values = {SPACE: [[0, 1], [1, 0]], _RADIUS: Fraction(1, 4), _USERS_ANY: Fraction(users), _KEEP_ANY: keep}
        values |= {BALLS: Fraction(2)}
        values |= {LossAt(LOSS, _RADIUS): Fraction(0), LossAt(LOSS, Diameter(SPACE)): Fraction(1)}
        yield letters, {**values, _selected(*letters).left: _beaten(users, keep)}


def _no_cover() -> Iterator[Outside]:
    """The whole numbers: votes for two balls of radius 1/4 tell two points, and the others are missed."""
    letters = (SPACE, _RADIUS, _USERS_ANY, _KEEP_ANY, LOSS, BALLS)
    values = {_RADIUS: Fraction(1, 4), _USERS_ANY: Fraction(8), _KEEP_ANY: Fraction(9, 10), BALLS: Fraction(2)}
    values |= {LossAt(LOSS, _RADIUS): Fraction(0), LossAt(LOSS, Diameter(SPACE)): Fraction(1)}
    values |= {CoverSize(SPACE, _RADIUS): Fraction(2), Covering(SPACE, _RADIUS): arb("inf")}
    yield 0, letters, {**values, _selected(*letters).left: Fraction(1)}


COVER_SELECT = Schema(
    "Algorithm 1",
    "lemma",
    "each user votes for the piece that holds the data, by (11); a right centre is within "
    "Delta, as its ball holds the point, and any centre within the diameter",
    _selected,
    (SPACE, _RADIUS, _USERS_ANY, _KEEP_ANY, LOSS, BALLS),
    _selections,
    outside=_no_cover,
)
_SIZE = CoverSize(SPACE, _RADIUS)
FEW = at_most(Covering(SPACE, _RADIUS), BALLS)
UPPER = Claim(
    "kent/thm1/upper",
    "Section 2.1, Theorem 1, (8), second inequality; Appendix C, Steps 1 to 3",
    Kind.UPPER_RATE,
    "the general upper bound at infinitely many samples",
    says=r"\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}),\Phi\circ\rho)\le\inf_{\Delta:N(2\Delta)>0}\{\Phi(\Delta)+\Phi(\mathrm{diam}(\Theta))\,N(\Delta)\,e^{-n\min\{\alpha,\alpha^2\}/20}\},\quad\mathrm{diam}(\Theta)=\sup_{\theta,\theta'\in\Theta}\rho(\theta,\theta')",
    match=Match.READING,
    differs=(
        "the second half of (8), for each Delta in place of the infimum, with any N from N(Delta) on; the "
        "condition N(2 Delta) > 0, which is always met, is left out"
    ),
    printed=line(INFINITE, given=(FEW,))
    .le(
        WorstLoss(_PLAN, PointMasses(SPACE), Integer(1), LOSS),
        at_index(INFINITE, _PLAN),
        ALL_BY(_VOTES, USERS, _PLAN.args[2], ALPHA),
        PRIVATE_CHANNEL(_VOTES, ALPHA),
        line(channel_excess(_VOTES, ALPHA)).le(0, ALGORITHM1_PRIVACY),
    )
    .le(
        (
            LossAt(LOSS, _RADIUS) * (1 - VoteLost(USERS, KEEP, _SIZE))
            + LossAt(LOSS, Diameter(SPACE)) * VoteLost(USERS, KEEP, _SIZE)
        ),
        COVER_SELECT(SPACE, _RADIUS, USERS, KEEP, LOSS, BALLS),
    )
    .le(LossAt(LOSS, _RADIUS) + LossAt(LOSS, Diameter(SPACE)) * VoteLost(USERS, KEEP, _SIZE))
    .le(
        LossAt(LOSS, _RADIUS) + LossAt(LOSS, Diameter(SPACE)) * _SIZE * exp(-USERS * EXPONENT),
        cite(ALGORITHM1).at({_PLACES: _SIZE}),
        WHOLE_COVER(SPACE, _RADIUS),
    )
    .le(
        LossAt(LOSS, _RADIUS) + LossAt(LOSS, Diameter(SPACE)) * BALLS * exp(-USERS * EXPONENT),
        COVER_SIZE(SPACE, _RADIUS, BALLS),
    )
    .crosschecked(
        "two points 1 apart, exact risk",
        r"\max_\theta E|\hat\theta-\theta|\le2e^{-n\min\{\alpha,\alpha^2\}/20}",
        "n up to 60 (quick: 8), e^(alpha/2) = 11/10, 3/2, 3; the bound as Delta falls to 0",
        _two_points,
    ),
    note="By Algorithm 1 with the votes in B'_j. N is any number that is at least N(Delta), so N(Delta) itself where it is "
    "finite. Any centre is in Theta, since N counts balls with centres in Theta. The condition N(2 Delta) > 0 under the "
    "infimum is empty of content.",
)
FACTS = (COVER_SELECT, ONE_PIECE)
_LOST = VoteLost(USERS, KEEP, _SIZE)
SELECTED = (
    line(INFINITE, given=(FEW,))
    .le(
        WorstLoss(_PLAN, PointMasses(SPACE), Integer(1), LOSS),
        at_index(INFINITE, _PLAN),
        ALL_BY(_VOTES, USERS, _PLAN.args[2], ALPHA),
        PRIVATE_CHANNEL(_VOTES, ALPHA),
        line(channel_excess(_VOTES, ALPHA)).le(0, ALGORITHM1_PRIVACY),
    )
    .le(
        LossAt(LOSS, _RADIUS) * (1 - _LOST) + LossAt(LOSS, Diameter(SPACE)) * _LOST,
        COVER_SELECT(SPACE, _RADIUS, USERS, KEEP, LOSS, BALLS),
    )
    .le(LossAt(LOSS, _RADIUS) + LossAt(LOSS, Diameter(SPACE)) * _LOST)
    .le(
        LossAt(LOSS, _RADIUS) + LossAt(LOSS, Diameter(SPACE)) * (_SIZE * _BASE**USERS),
        cite(STEP4).at({_PLACES: _SIZE}),
        STEP5,
        WHOLE_COVER(SPACE, _RADIUS),
    )
    .eq(
        LossAt(LOSS, _RADIUS) + LossAt(LOSS, Diameter(SPACE)) * _SIZE * cosh(ALPHA / 4) ** (-2 * USERS),
        line(_BASE).eq(cosh(ALPHA / 4) ** -2),
    )
    .le(
        LossAt(LOSS, _RADIUS) + LossAt(LOSS, Diameter(SPACE)) * BALLS * cosh(ALPHA / 4) ** (-2 * USERS),
        COVER_SIZE(SPACE, _RADIUS, BALLS),
    )
)
"""The upper bound by (61) and (62) before Lemma 24."""

CLAIMS = (
    ALGORITHM1_PRIVACY,
    ALGORITHM1,
    STEP4,
    STEP5,
    LEMMA24,
    UPPER,
)
