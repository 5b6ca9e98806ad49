"""bassily Section 6, the words around Algorithm 5: queries, unbiased gradients, the union over rounds, its steps."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import sqrt

from verify.kernel.calculus import (
    ADDITIVE,
    EXPECTED_MEAN,
    Comparison,
    Expectation,
    MeanOfCopies,
    equal,
    integer,
    let,
    line,
    random_real,
    real,
)
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings

_USERS, _DRAWS, _DIM, _ROUNDS, _BATCH, _TIME = (integer(letter, least=1) for letter in ("n", "m", "d", "T", "n_0", "t"))
_FLOOR, _WHOLE = Comparison(_BATCH * _ROUNDS, "<=", _USERS), Comparison(_USERS, "<", _ROUNDS * (_BATCH + 1))
_QUERIES = _ROUNDS * _BATCH * _DRAWS
SEC6_QUERIES = Claim(
    "bassily/sec6/queries",
    "Section 6, second paragraph, (1)",
    Kind.RATE_ALGEBRA,
    "the number of gradients is of the order of nm",
    says=(
        r"\text{non-overlapping batches, and }nm\text{ gradient queries in all, linear in the total number "
        r"of samples}"
    ),
    match=Match.READING,
    differs="the number is judged up to a factor 2, since n_0 = n/T is rounded down",
    printed=AllOf(
        "",
        {
            "at most": line(_QUERIES, given=(_FLOOR,)).le(_USERS * _DRAWS, _FLOOR),
            "at least half of it": line(_USERS * _DRAWS, given=(_WHOLE,))
            .le(_ROUNDS * (_BATCH + 1) * _DRAWS, _WHOLE)
            .le(2 * _QUERIES),
        },
    ),
    note="n_0 = n/T rounded down, so that T n_0 = n only where T divides n; printed as nm, and linear in it.",
)


def gradients(*, fresh: bool) -> Iterator[Case]:
    """E(noisy gradient at theta_md | the first batch) next to F'(theta_md), two batches of two users with a sample each.

    Losses (1 + z/2) theta^2/2 - z theta, z = 1 with probability p, else -1; the second point is theta_md = -eta g of the first
    batch's mean gradient, noise +-v in each message. Where not `fresh` the first batch answers again.
    """
    for p, eta, v in product(
        (Fraction(1, 2), Fraction(4, 5)), (Fraction(1, 2), Fraction(2)), (Fraction(0), Fraction(1))
    ):
        law = {1: p, -1: 1 - p}
        mean = 2 * p - 1
        for first, noise in product(product(law, repeat=2), (-v, v)):
            theta = -eta * (Fraction(-sum(first), 2) + noise)
            drawn = [(law[a] * law[b], (a, b)) for a, b in product(law, repeat=2)] if fresh else [(Fraction(1), first)]
            told = Fraction(0)
            for chance, batch in drawn:
                for shock in (-v, v):
                    told += (
                        chance / 2 * (sum(((1 + Fraction(z, 2)) * theta - z for z in batch), Fraction(0)) / 2 + shock)
                    )
            parameters = {
                "p": str(p),
                "eta": str(eta),
                "v": str(v),
                "first batch": list(first),
                "its noise": str(noise),
            }
            yield Case(parameters, told, (1 + mean / 2) * theta - mean)


def _fresh(_: Settings) -> Iterator[Case]:
    yield from gradients(fresh=True)


_BATCH_MEAN, _OF_USER, _SHOCK = (random_real(letter) for letter in ("g_S", "g", "W"))
SEC6_UNBIASED = Claim(
    "bassily/sec6/unbiased",
    "Section 6, proof of Theorem 3.2, after the coupling",
    Kind.IDENTITY,
    "gradients of a fresh batch are unbiased, whatever was before",
    says=r"S_t\text{ disjoint: }\mathbb{E}\left[\tilde{\nabla}F'(\theta_t^{md})\right]=\nabla " r"F(\theta_t^{md})",
    match=Match.READING,
    differs="in one direction, and given the earlier batches, on which theta^md depends: then it is fixed, and grad F the mean of a user's mean gradient",
    printed=line(
        Expectation(_BATCH_MEAN + _SHOCK),
        given=(MeanOfCopies(_BATCH_MEAN, _OF_USER, _BATCH), equal(Expectation(_SHOCK), 0)),
    )
    .eq(Expectation(_BATCH_MEAN) + Expectation(_SHOCK), ADDITIVE(_BATCH_MEAN, _SHOCK))
    .eq(Expectation(_OF_USER), EXPECTED_MEAN(_BATCH_MEAN, _OF_USER, _BATCH), equal(Expectation(_SHOCK), 0))
    .crosschecked(
        "two batches of two users",
        r"\mathbb E[\tilde\nabla F'(\theta^{md}_t)\mid S_0,\ldots,S_{t-1}]=\nabla F(\theta^{md}_t)",
        "two batches of two users, one sample z = +-1 each, losses (1 + z/2) theta^2/2 - z theta; P(z = "
        "1) = 1/2, 4/5; eta = 1/2, 2; noise 0 or +-1; every first batch and its noise",
        _fresh,
        "==",
    ),
    note="g_S is the mean over the fresh batch, g a user's mean gradient, W the noise, all in one direction at a fixed point.",
)
_EPS, _RADIUS, _LIP, _BETA, _ETA = (real(letter, above=0) for letter in ("epsilon", "R", "L", "beta", "eta"))

_GAMMA = sqrt(_DIM / (_DRAWS * _USERS * _EPS**2))
_ONE_ROUND = _GAMMA / (2 * _ROUNDS)
_MANY = Comparison(_DIM, "<=", _USERS * _EPS**2)
_SHARE = real("x", above=0, most=1)
SEC6_RADIUS = Claim(
    "bassily/own/sec6-radius",
    "Section 6, proof of Theorem 3.2, by union bound and Theorem 4.3",
    Kind.RATE_ALGEBRA,
    "the rounds' distances add up to gamma, a probability, which costs no more than the rate",
    corrected=AllOf(
        "",
        {
            "T rounds of Theorem 4.3 at gamma/(2T)": line(_ROUNDS * (2 * let(r"\gamma_1", _ONE_ROUND))).eq(_GAMMA),
            "a probability": line(_GAMMA, given=(_MANY,)).le(
                1,
                line(sqrt(_SHARE)).le(1).at({_SHARE: _DIM / (_DRAWS * _USERS * _EPS**2)}),
                line(_DIM / (_DRAWS * _USERS * _EPS**2), given=(_MANY,)).le(_DIM / (_USERS * _EPS**2)).le(1, _MANY),
            ),
            "its price": line(_RADIUS * _LIP * _GAMMA).eq(
                _RADIUS * _LIP * sqrt(_DIM) / (sqrt(_DRAWS) * sqrt(_USERS) * _EPS)
            ),
        },
    ),
    note="A step of ours: that the trajectories are gamma apart is of bassily/sec6/coupling, and that T calls are within T times one is bassily/lemma5.1/hybrid.",
)


def _mix(time: Any) -> Any:
    """gamma_t of bassily/lemma6.1."""
    return (time + 1) / 2


def _step(time: Any) -> Any:
    """eta_t of bassily/lemma6.1."""
    return _ETA * time / 2


_SHORT = Comparison(_ETA, "<=", 1 / (2 * _BETA))
ALG5_STEPS = Claim(
    "bassily/own/alg5-steps",
    "ours, for Section 6, Algorithm 5, line 2: the settings of Lemma 6.1",
    Kind.INEQUALITY,
    "the steps eta_t = eta t/2 and gamma_t = (t + 1)/2 are in Lan's range",
    corrected=AllOf(
        "",
        {
            "they grow in step": line((_mix(_TIME + 1) - 1) * _step(_TIME + 1)).eq(_mix(_TIME) * _step(_TIME)),
            "and stay short": line(2 * _BETA * _step(_TIME), given=(_SHORT,)).le(_TIME / 2, _SHORT).le(_mix(_TIME)),
        },
    ),
    note="gamma_1 = 1, (gamma_(t+1) - 1) eta_(t+1) <= gamma_t eta_t and 2 beta eta_t <= gamma_t: Lan 2012. The "
    "paper's gamma_t is Lan's beta_t, its eta_t his gamma_t.",
)

CLAIMS = (
    SEC6_QUERIES,
    SEC6_UNBIASED,
    SEC6_RADIUS,
    ALG5_STEPS,
)
