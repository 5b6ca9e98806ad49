"""What kent's upper bounds speak of: letters, a user's mean, and the errors and failures of the algorithms."""

from __future__ import annotations

from typing import Any

from sympy import Abs, exp, log, sqrt

from verify.kernel.calculus import (
    Both,
    Chain,
    Expectation,
    Holds,
    MeanOfCopies,
    Member,
    OnInterval,
    WholeNumber,
    at_most,
    below,
    equal,
    integer,
    law,
    let,
    quantity,
    random_real,
    real,
)
from verify.kernel.statements import AllOf
from verify.kernel.statements.base import Statement
from verify.kernel.statements.claim import Claim

USERS, USED = integer("n", least=2), integer("T^*", least=1)
ALPHA, HIGH, LOW = real("alpha", above=0), real("alpha", above=0, most=1), real("alpha", above=1)
"""Any privacy, and the two cases of the papers' algorithms."""
LEVEL, WIDTH = real("y", least=8), real("Delta", above=0)
"""n T* alpha^2 at alpha <= 1, and half a bin's length."""
EVEN, LAW = WholeNumber(USERS / 2), law("P")
ON_INTERVAL = Member(LAW, OnInterval(-1, 1))
IS_LEVEL = equal(LEVEL, USERS * USED * HIGH**2)
AT_HIGH, AT_LOW = let(r"\Delta", sqrt(2 * log(LEVEL) / USED)), let(r"\Delta", 2 * sqrt(log(USERS * USED) / USED))
"""Delta of (30) and (101), at alpha <= 1 and beyond."""
SAMPLE, MEAN = random_real("X"), random_real(r"\bar X")
CENTRE, EDGE = Expectation(SAMPLE), real("L")
"""theta, and the left end of its bin."""
DATA = (MeanOfCopies(MEAN, SAMPLE, USED), at_most(-1, SAMPLE), at_most(SAMPLE, 1))

FirstStageFails = quantity(
    "FirstStageFails",
    r"P_{{{0}, {1}, {2}, {3}, {4}}}(A^c)",
    "probability that the first stage of Algorithm 10 (bins half-open except for the last one) fails, for n/2 voters with T* draws "
    "of a law each, privacy alpha and bins of length 2 Delta: at alpha <= 1 that the more likely of the bin of theta and "
    "its neighbour has at most as many privatised votes as some bin beyond these two; at alpha > 1 that the bin of theta "
    "has at most as many as one that is more than two places away",
    0,
    1,
)
"""FirstStageFails(P, n, T*, alpha, Delta)."""

Beaten = quantity(
    "Beaten",
    r"P_{{{0}, {1}, {2}, {3}}}(Z_l \le Z_j)",
    "probability that bin l has at most as many privatised votes as bin j, for n/2 independent voters, whose "
    "raw votes (V_l, V_j) are (0, 1) with probability r, (0, 0) with probability w - r, and else (1, 0), and whose "
    "bits are each kept with probability omega: Beaten(r, w, omega, n)",
    0,
    1,
)
"""Beaten(r, w, omega, n) for r = P(V_l = 0, V_j = 1) and w = P(V_l = 0)."""

BitCovariance = quantity(
    "BitCovariance",
    r"\mathrm{{Cov}}_{{{0}, {1}, {2}}}(\check V_l, \tilde V_j)",
    "covariance of the bits 1 - V~_l and V~_j of one user, whose raw votes (V_l, V_j) are (0, 1) with probability r, (0, 0) with "
    "probability w - r, and else (1, 0), and whose bits are each kept with probability omega: BitCovariance(r, w, omega)",
    -1,
    1,
)

_RUN = (
    "of Algorithm 10 (bins half-open except for the last one), for n users with T* draws of a law on [-1, 1] each, privacy alpha "
    "and bins of length 2 Delta"
)
Error10 = quantity(
    "Error10", r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}|\hat\theta - \theta|^2", f"mean squared error {_RUN}", 0
)
"""Error10(P, n, T*, alpha, Delta)."""
MessageBias = quantity(
    "MessageBias",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}\big[\mathbb{{E}}(\hat\theta^{{(i)}} - \bar X^{{(i)}} \mid j^*)^2\big]",
    f"expected square of the bias of one refining user's message given j*, {_RUN}",
    0,
)
SuccessBias = quantity(
    "SuccessBias",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}\big[\mathbb{{E}}((\hat\theta^{{(i)}} - \bar X^{{(i)}})1_A \mid j^*)^2\big]",
    f"expected square of what a message is off on A, the success of the first stage, in expectation given j*, {_RUN}",
    0,
)
FailureBias = quantity(
    "FailureBias",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}\big[\mathbb{{E}}((\hat\theta^{{(i)}} - \bar X^{{(i)}})1_{{A^c}} \mid j^*)^2\big]",
    f"expected square of what a message is off on A^c, the failure of the first stage, in expectation given j*, {_RUN}",
    0,
)
WorstSuccessBias = quantity(
    "WorstSuccessBias",
    r"\max_{{j^*}}\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}((\hat\theta^{{(i)}} - \bar X^{{(i)}})1_A \mid j^*)^2",
    f"largest square, over the values of j*, of what a message is off on A in expectation given j*, {_RUN}",
    0,
)
MeanVariance = quantity(
    "MeanVariance",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}[\mathrm{{Var}}(\hat\theta \mid j^*)]",
    f"expected variance of the estimate given j*, {_RUN}",
    0,
)
MessageVariance = quantity(
    "MessageVariance",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}[\mathrm{{Var}}(\hat\theta^{{(i)}} \mid j^*)]",
    f"expected variance of one refining user's message given j*, {_RUN}",
    0,
)

BeyondOnSuccess = quantity(
    "BeyondOnSuccess",
    r"\max_{{j^*}}P_{{{0}, {1}, {2}, {3}, {4}}}(\{{\bar X^{{(i)}} > \tilde U\}} \cap A \mid j^*)",
    "largest probability, over the values of j*, given j*, that the first stage succeeds and a refining user's mean is above the "
    "widened interval, in Algorithm 10 (bins half-open except for the last one), for n users with T* draws of X each, privacy "
    "alpha and bins of length 2 Delta: BeyondOnSuccess(X, n, T*, alpha, Delta)",
    0,
    1,
    averages=True,
)


def off(room: Any) -> Any:
    """A user's mean is as far as that from theta."""
    return Holds(at_most(room, Abs(MEAN - CENTRE)))


def between(first: Any, last: Any, width: Any, *, closed: bool = False) -> Any:
    """A user's mean lies in the bins from one place to before another, counted from that of theta."""
    to = at_most if closed else below
    return Both(Holds(at_most(EDGE + 2 * first * width, MEAN)), Holds(to(MEAN, EDGE + 2 * last * width)))


def crossed(parts: AllOf, crosschecks: tuple[tuple[str, Statement], ...]) -> AllOf:
    """Several chains, the first of them with crosschecks."""
    (name, first), *others = parts.parts
    assert isinstance(first, Chain)
    return AllOf("", {name: first.beside(*crosschecks), **dict(others)})


def claim(among: tuple[Claim, ...], id_: str) -> Claim:
    """The claim of that id."""
    return next(c for c in among if c.id == id_)


def keep(level: Any) -> Any:
    """omega_x, with which a bit is kept."""
    return exp(level) / (1 + exp(level))
