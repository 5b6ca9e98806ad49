"""bassily Section 6, the words around Algorithm 5: queries, unbiased gradients, the union over rounds, its steps."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer, sqrt

from verify.calculus import Comparison, by, calc, integer, real
from verify.statements import AllOf, Case, FiniteCheck
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_USERS, _DRAWS, _DIM, _ROUNDS, _BATCH, _TIME = (integer(letter, least=1) for letter in ("n", "m", "d", "T", "n_0", "t"))
_EPS, _RADIUS, _LIP, _BETA, _ETA = (real(letter, above=0) for letter in ("epsilon", "R", "L", "beta", "eta"))
_FLOOR, _WHOLE = Comparison(_BATCH * _ROUNDS, "<=", _USERS), Comparison(_USERS, "<", _ROUNDS * (_BATCH + 1))
_QUERIES = _ROUNDS * _BATCH * _DRAWS
_AT_MOST = calc(_QUERIES, "<=", _USERS * _DRAWS, by(_FLOOR), given=(_FLOOR,))
_AT_LEAST = calc(
    _USERS * _DRAWS, "<=", _ROUNDS*(_BATCH + 1)*_DRAWS, by(_WHOLE), "<=", 2*_QUERIES, given=(_WHOLE,),
)  # fmt: skip

_GAMMA = sqrt(_DIM / (_DRAWS * _USERS * _EPS**2))
_ONE_ROUND = _GAMMA / (2 * _ROUNDS)
_MANY = Comparison(_DIM, "<=", _USERS * _EPS**2)
_SHARE = real("x", above=0, most=1)
_IS_CHANCE = calc(
    _GAMMA, "<=", 1,
    by(calc(sqrt(_SHARE), "<=", 1).at({_SHARE: _DIM/(_DRAWS*_USERS*_EPS**2)}),
       calc(_DIM/(_DRAWS*_USERS*_EPS**2), "<=", _DIM/(_USERS*_EPS**2), "<=", 1, by(_MANY), given=(_MANY,))),
    given=(_MANY,),
)  # fmt: skip


def _mix(time: Any) -> Any:
    """gamma_t of bassily/lemma6.1."""
    return (time + 1) / 2


def _step(time: Any) -> Any:
    """eta_t of bassily/lemma6.1."""
    return _ETA * time / 2


_SHORT = Comparison(_ETA, "<=", 1 / (2 * _BETA))


def gradients(*, fresh: bool) -> Iterator[Case]:
    """E(noisy gradient at theta_md | the first batch) beside F'(theta_md), two batches of two users with a sample each.

    Losses (1 + z/2) theta^2/2 - z theta, z = 1 with chance p, else -1; the second point is theta_md = -eta g of the first
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


CLAIMS = (
    Claim("bassily/sec6/queries", "Section 6, second paragraph, (1)", Kind.RATE_ALGEBRA,
          "the number of gradients is of the order of nm",
          AllOf("", {"at most": _AT_MOST, "at least half of it": _AT_LEAST}),
          note="n_0 = n/T rounded down, so that T n_0 = n only where T divides n; printed as nm, and linear in it."),
    Claim("bassily/sec6/unbiased", "Section 6, proof of Theorem 3.2, after the coupling", Kind.IDENTITY,
          "gradients of a fresh batch are unbiased, whatever was before",
          FiniteCheck(r"\mathbb E[\tilde\nabla F'(\theta^{md}_t)\mid S_0,\ldots,S_{t-1}]=\nabla F(\theta^{md}_t)",
                      "two batches of two users, one sample z = +-1 each, losses (1 + z/2) theta^2/2 - z theta; P(z = "
                      "1) = 1/2, 4/5; eta = 1/2, 2; noise 0 or +-1; every first batch and its noise",
                      _fresh, "=="),
          note="Given the earlier batches, which theta^md depends on: without the condition it is no more than an "
               "average."),
    Claim("bassily/sec6/radius", "Section 6, proof of Theorem 3.2, by union bound and Theorem 4.3", Kind.RATE_ALGEBRA,
          "the rounds' distances add up to gamma, a chance, which costs no more than the rate",
          AllOf("",
                {"T rounds of Theorem 4.3 at gamma/(2T)": calc(_ROUNDS * (2 * _ONE_ROUND), "==", _GAMMA),
                 "a chance": _IS_CHANCE,
                 "its price": calc(
                                  _RADIUS * _LIP * _GAMMA, "==",
                                  _RADIUS * _LIP * sqrt(_DIM) / (sqrt(_DRAWS) * sqrt(_USERS) * _EPS),
                              )}),
          note="What a distance of gamma costs is bassily/sec6/coupling's matter; that T calls are within T times one "
               "is bassily/lemma5.1/hybrid."),
    Claim("bassily/alg5/steps", "ours, for Section 6, Algorithm 5, line 2: the settings of Lemma 6.1", Kind.INEQUALITY,
          "the steps eta_t = eta t/2 and gamma_t = (t + 1)/2 are in Lan's range",
          corrected=AllOf("",
                          {"the first average is the first step": calc(_mix(Integer(1)), "==", 1),
                           "they grow in step": calc(
                                                    (_mix(_TIME + 1) - 1) * _step(_TIME + 1), "==",
                                                    _mix(_TIME) * _step(_TIME),
                                                ),
                           "and stay short": calc(
                                                 2 * _BETA * _step(_TIME), "<=", _TIME / 2, by(_SHORT),
                                                 "<=", _mix(_TIME),
                                                 given=(_SHORT,),
                                             )}),
          note="gamma_1 = 1, (gamma_(t+1) - 1) eta_(t+1) <= gamma_t eta_t and 2 beta eta_t <= gamma_t: Lan 2012. The "
               "paper's gamma_t is Lan's beta_t, its eta_t his gamma_t."),
)  # fmt: skip
