"""kent Sections 4.1, 5.1 and Appendix B: Algorithms 6 to 9 are private, message by message."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from sympy import Max

from notation.symbols import Delta, epsilon
from upperbounds.channels import LaplaceOnInterval
from verify.kernel.calculus import Supremum, because, cite, constructor, line
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.instances import folds as spends
from verify.papers.kent.nouns_sections import (
    CUT,
    HALF_FOLD,
    PLACES,
    SIZE,
    SUPPORT,
    WIDTH,
    Algorithm2,
    Algorithm4,
    PrivacyLoss,
)
from verify.papers.kent.s3_1_univariate import PRIVACY as ALGORITHM2
from verify.papers.kent.s3_2_cube_folds import ALGORITHM4
from verify.papers.kent.setting import ALPHA, DRAWS, USERS, brute_power


def _hashed(_: Settings) -> Iterator[Case]:
    """|Z(w) - Z(w')| over the scale times alpha, all selections and signs; next to 1; again by the channel's ratio."""
    for d, eta in ((3, Fraction(2)), (4, Fraction(3)), (4, Fraction(7))):
        scale = 2 * eta
        channel = LaplaceOnInterval(-eta, eta, scale / epsilon, epsilon)
        for signs in product((-1, 1), repeat=d):
            sums = {sum(r * w for r, w in zip(signs, chosen, strict=True)) for chosen in product((0, 1), repeat=d)}
            clipped = [min(max(Fraction(x), -eta), eta) for x in sums]
            low, high = min(clipped), max(clipped)
            again = channel.loss_between(high, low).multiple()
            yield Case({"d": d, "eta": str(eta), "r": list(signs)}, (high - low) / scale, 1, left_again=again)


def _halves(_: Settings) -> Iterator[Case]:
    """How many of the stages' sets of users hold each user: [n/2] and its complement, or N_1, N_2, N_3 of Algorithm 9."""
    for n, parts in ((4, 2), (12, 2), (6, 3), (12, 3)):
        stages = [set(range(n * k // parts + 1, n * (k + 1) // parts + 1)) for k in range(parts)]
        for i in range(1, n + 1):
            yield Case({"n": n, "stages": parts, "i": i}, sum(i in stage for stage in stages), 1)


Algorithm6 = constructor("Algorithm6", r"\text{{Algorithm 6}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}")
"""Algorithm6(n, d, s, T, alpha, eta)."""
_SIXTH = PrivacyLoss(Algorithm6(USERS, SIZE, SUPPORT, DRAWS, ALPHA, CUT))


def _folds(places: Any) -> Any:
    """What Algorithm 4 loses on a given number of co-ordinates, with any number of users in its folds."""
    return Supremum(PrivacyLoss(Algorithm4(2 * places * HALF_FOLD, places, DRAWS, ALPHA)), HALF_FOLD)


_BY_FOLDS = cite(ALGORITHM4, "Algorithm 4")
ALG6_PRIVACY = Claim(
    "kent/alg6/privacy",
    "Section 4.1.1, Algorithm 6, (39)",
    Kind.PRIVACY,
    "selection by hashed votes is user-level alpha-LDP",
    says=(
        r"Z_i=\Pi_{[-\eta,\eta]}\Big(\sum_{j=1}^dr_{i,j}\hat\omega_j^{(i)}\Big)+2\eta\ell_i/\alpha\text{; "
        r"}\bar U_i+(2\eta/\alpha)\ell_i\text{ is an }\alpha\text{-LDP view of }U_i"
    ),
    match=Match.READING,
    differs=(
        "of the whole algorithm, its second stage too, and for every eta > 0; the paper says it of the "
        "first stage in the proof of Lemma 26"
    ),
    printed=line(_SIXTH)
    .le(
        Max(ALPHA, _folds(SUPPORT)),
        because(
            "A user of the first half sends a number in [-eta, eta] with Laplace noise of scale 2 eta/alpha, whose signs "
            "are public and drawn without the data; the second half runs Algorithm 4 on the selected co-ordinates, which "
            "it knows by messages only."
        ),
    )
    .le(ALPHA, _BY_FOLDS.at({SIZE: SUPPORT}))
    .crosschecked(
        "all selections",
        r"\frac{|\Pi(\sum_jr_j\omega_j)-\Pi(\sum_jr_j\omega_j')|}{2\eta}\le1",
        "(d, eta) = (3, 2), (4, 3), (4, 7); all signs, all selections",
        _hashed,
    )
    .crosschecked(
        "each user in one stage",
        r"\#\{\text{stages of }i\}=1",
        "n = 4, 12 in halves, 6, 12 in thirds; all i",
        _halves,
        "==",
    ),
    note="The sub-routine is called with n where n/2 users are left, as in kent/alg4/argument.",
)
Algorithm7 = constructor("Algorithm7", r"\text{{Algorithm 7}}_{{{0}, {1}, {2}, {3}, {4}}}")
"""Algorithm7(n, d, s, T, alpha)."""
_SEVENTH = PrivacyLoss(Algorithm7(2 * SIZE * HALF_FOLD, SIZE, SUPPORT, DRAWS, ALPHA))
_AT_ANY = Supremum(PrivacyLoss(Algorithm2(2 * HALF_FOLD, DRAWS, ALPHA, WIDTH)), WIDTH)
ALG7_PRIVACY = Claim(
    "kent/alg7/privacy",
    "Section 4.1.2, Algorithm 7",
    Kind.PRIVACY,
    "thresholding is user-level alpha-LDP",
    says=(
        r"\text{Algorithm 4 (an }\alpha\text{-LDP procedure) with an additional thresholding step, "
        r"}\hat\theta_j^{\mathrm{thresh}}=\tilde\theta_j\mathbb{1}\{|\hat\theta_j|>3\varepsilon\}"
    ),
    match=Match.READING,
    differs=("the paper does not say in words that Algorithm 7 is private: it follows from Algorithm 4's; at n = 2dh"),
    printed=line(_SEVENTH)
    .le(
        _AT_ANY,
        because(
            "Each user is in one fold and sends what Algorithm 2 sends there, at some Delta; thresholds and the choice of "
            "the s largest use messages only.",
            "kent/alg4/folds",
        ),
    )
    .le(ALPHA, cite(ALGORITHM2).at({USERS: 2 * HALF_FOLD}))
    .crosschecked(
        "exact spends of Algorithm 4's plan",
        r"\max_i\text{spend}_i\le\alpha",
        "d = 2, 5 (8; not quick), alpha = 1/4, 1; n = 4d, 12d",
        spends.budgets(spends.section_plain, (2, 5, 8), Fraction(1)),
    ),
)


def _no_vote(_: Settings) -> Iterator[Case]:
    """The worst log-ratio over alpha between no vote and a one-hot vote, by all answers; next to 1."""
    for bins, k in ((2, 0), (3, 1), (4, 3)):
        vote = tuple(int(j == k) for j in range(bins))
        yield Case({"bins": bins, "vote": list(vote)}, Fraction(brute_power(vote, (0,) * bins), 2), 1)


Algorithm8 = constructor("Algorithm8", r"\text{{Algorithm 8}}_{{{0}, {1}, {2}, {3}}}")
"""Algorithm8(n, M, T, alpha)."""
_EIGHTH = PrivacyLoss(Algorithm8(USERS, PLACES, DRAWS, ALPHA))
ALG8_PRIVACY = Claim(
    "kent/alg8/privacy",
    "Section 5.1, Algorithm 8",
    Kind.PRIVACY,
    "the density estimator is user-level alpha-LDP",
    says=(
        r"\hat\theta=\mathrm{PRIVATEMULTIDIMMEAN}(\{\mathbf{Y}_t^{(i)}\}_{i\in[n],t\in[T]},n,T,\alpha,K)\text{, "
        r"}\mathbf{Y}_t^{(i)}=(\varphi_j(X_t^{(i)}),j\in[M])^\top\text{: means are estimated by a "
        r"user-level LDP method}"
    ),
    match=Match.READING,
    differs="that Algorithm 8 is user-level alpha-LDP is understood in the paper, by Algorithm 4",
    printed=line(_EIGHTH)
    .le(
        _folds(PLACES),
        because("It is Algorithm 4 on phi_1(X), ..., phi_M(X), which are functions of a user's own samples."),
    )
    .le(ALPHA, _BY_FOLDS.at({SIZE: PLACES}))
    .crosschecked(
        "a vote for no bin against one",
        r"\tfrac12\#\{k:V_k\ne V_k'\}\le1",
        "two to four bins; no vote or one",
        _no_vote,
    ),
    note="The text rescales phi_j(X), which is in [-sqrt 2, sqrt 2], the algorithm does not, "
    "and the bins of Algorithm 2 cover [-1, 1]: this costs accuracy, not privacy.",
)


def chosen_votes(inflated: bool = False) -> Iterator[Case]:
    """The worst log-ratio of votes for chosen bins, over alpha: half of the bits that differ; next to 1.

    Bins 0, ..., 7 of one width; chosen ones are at least two apart, as Algorithm 9 picks them. A mean is in one bin;
    inflated, a chosen bin takes its neighbours' means as well.
    """
    for chosen in ((1, 3), (0, 4), (1, 3, 5), (0, 2, 7), (1, 3, 5, 7)):
        reach = 1 if inflated else 0
        votes = sorted({tuple(int(abs(place - k) <= reach) for k in chosen) for place in range(8)})
        for x, y in combinations(votes, 2):
            yield Case({"chosen": list(chosen), "vote": list(x), "other": list(y)}, Fraction(brute_power(x, y), 2), 1)


def _chosen_votes(_: Settings) -> Iterator[Case]:
    yield from chosen_votes()


def _signed(_: Settings) -> Iterator[Case]:
    """|r x - r' x'| over 6 Delta for r, r' = +-1 and x, x' in [-3 Delta, 3 Delta], next to 1."""
    channel = LaplaceOnInterval(-3 * Delta, 3 * Delta, 6 * Delta / epsilon, epsilon)
    for first, second in product(range(-6, 7), repeat=2):
        for sign, other in product((-1, 1), repeat=2):
            gap = Fraction(abs(sign * first - other * second), 12)
            again = channel.loss_between(sign * first * Delta / 2, other * second * Delta / 2).multiple()
            parameters = {"2x/Delta": first, "2x'/Delta": second, "r": sign, "r'": other}
            yield Case(parameters, gap, 1, left_again=again)


Algorithm9 = constructor("Algorithm9", r"\text{{Algorithm 9}}_{{{0}, {1}, {2}, {3}, {4}}}")
"""As printed, with (53) on the bins themselves: Algorithm9(n, m, T, alpha, Delta)."""
_NINTH = PrivacyLoss(Algorithm9(USERS, PLACES, DRAWS, ALPHA, WIDTH))
ALG9_PRIVACY = Claim(
    "kent/alg9/privacy",
    "Appendix B.1, Algorithm 9, (50), (53), (55)",
    Kind.PRIVACY,
    "the mixture's estimator is user-level alpha-LDP",
    says=(
        r"\text{the }\tilde V_j^{(i)}\text{ are }\alpha\text{-LDP by Lemma 28; so is (55), by the Laplace "
        r"mechanism}"
    ),
    match=Match.READING,
    differs="of the whole algorithm, the votes after (53) too",
    printed=line(_NINTH)
    .le(
        ALPHA,
        because(
            "N_1 votes as in Algorithm 2 and N_2 for chosen, disjoint bins, so that two votes differ in two bits at most, "
            "each at alpha/2; N_3 sends signed means, clipped to [-3 Delta, 3 Delta], with noise of scale 6 Delta/alpha. The "
            "signs are public, and the chosen bins are those of N_1's messages.",
            "kent/lemma28",
            "kent/alg2/bins",
        ),
    )
    .crosschecked(
        "votes for chosen bins, all answers",
        r"\tfrac12\log_2\text{-ratio at }t=2:\ \le1",
        "eight bins, five choices of bins two apart; all means",
        _chosen_votes,
    )
    .crosschecked(
        "signed and clipped means",
        r"\frac{|rx-r'x'|}{6\Delta}\le1",
        "x, x' in steps of Delta/2, both signs",
        _signed,
    )
    .crosschecked(
        "each user in one stage",
        r"\#\{\text{stages of }i\}=1",
        "n = 4, 12 in halves, 6, 12 in thirds; all i",
        _halves,
        "==",
    ),
)


def _inflated_votes(_: Settings) -> Iterator[Case]:
    """The worst pair where the chosen bins are inflated: both votes of means between, none far away."""
    yield max(chosen_votes(inflated=True), key=lambda case: Fraction(case.left))


OWN_INFLATED_VOTES = Claim(
    "kent/own/inflated-votes",
    "against a tempting repair of Appendix B.1, (53)",
    Kind.PRIVACY,
    "voting for inflated bins at the same noise spends twice alpha",
    corrected=FiniteCheck(
        r"V_k=1\{\hat\theta^{(i)}\in\tilde I_{j_k^*}\},\ \omega_{\alpha/2}:\ \max\log\frac{P(\tilde V=v|x)}{P(\tilde V=v|x')}>\alpha",
        "bins 2, 4, 6 and 8 of eight chosen, inflated by a bin",
        _inflated_votes,
        ">",
    ),
    note="Chosen bins are two apart at least, so that a mean between two of them votes twice, and another between two others. Inflation by 2 Delta is "
    "by a whole bin.",
)

CLAIMS = (
    ALG6_PRIVACY,
    ALG7_PRIVACY,
    ALG8_PRIVACY,
    ALG9_PRIVACY,
    OWN_INFLATED_VOTES,
)
