"""Section 3.5: what several mechanisms spend together."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from flint import arb
from sympy import Rational, exp, log, sqrt

from verify.kernel.calculus import (
    BERNOULLI,
    FINITE_MEAN,
    SUPPORT,
    Chain,
    Discrete,
    Mean,
    Name,
    Power,
    at_most,
    integer,
    let,
    line,
    real,
)
from verify.kernel.calculus.facts.privacy import (
    COMPOSITION,
    HOEFFDING_TAIL,
    LOSS_TAIL,
    PROFILE_MONOTONE,
    TAIL_MONOTONE,
    Composed,
    HockeyStick,
    MeanTail,
    Profile,
)
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb

ALGORITHM, K = Name("A", "algorithm"), integer("k", least=1)
EPSILON, DELTA = real("epsilon", above=0), real("delta", least=0, below=1)
SLACK, REST = real("delta'", above=0, below=1), real("L", above=0)


def exact(rounds: int, epsilon: arb, delta: Fraction, total: arb) -> arb:
    """The least delta of k rounds at a total epsilon, by the law of the number of true answers."""
    pure = arb(0)
    for wrong in range(rounds + 1):
        gap = (epsilon * (rounds - wrong)).exp() - (total + epsilon * wrong).exp()
        pure += comb(rounds, wrong) * arb.max(gap, arb(0))
    return 1 - as_arb(1 - delta) ** rounds * (1 - pure / (1 + epsilon.exp()) ** rounds)


def _rounds(settings: Settings) -> Iterator[tuple[int, Fraction, Fraction]]:
    counts = (2, 10) if settings.quick else (2, 3, 10, 100)
    yield from product(counts, map(Fraction, ("1/10", "1", "3")), map(Fraction, ("1/1000", "1/10")))


def _basic(settings: Settings) -> Iterator[Case]:
    for rounds, epsilon, delta in _rounds(settings):
        left = exact(rounds, as_arb(epsilon), delta, rounds * as_arb(epsilon))
        told = {"k": rounds, "epsilon": str(epsilon), "delta": str(delta)}
        yield Case(told, left, rounds * delta, left_again=1 - as_arb(1 - delta) ** rounds)


BASIC = Claim(
    "central/thm3.16",
    "Section 3.5.1, Theorem 3.16, with k equal budgets",
    Kind.PRIVACY,
    "k mechanisms, each (epsilon, delta)-private, are (k epsilon, k delta)-private",
    says=r"\mathcal{M}_i\ (\varepsilon_i,\delta_i)\text{-private}:\ (\mathcal{M}_1,\ldots,\mathcal{M}_k)\text{ is }\Big(\sum_i\varepsilon_i,\sum_i\delta_i\Big)\text{-private}",
    match=Match.READING,
    differs="equal budgets, at chosen values; the theorem lets them differ",
    printed=FiniteCheck(
        r"\delta_{\mathrm{opt}}(k \varepsilon) \le k \delta",
        "k = 2, 10 (full: to 100); epsilon = 1/10, 1, 3; delta = 1/1000, 1/10",
        _basic,
    ),
    note="The exact optimum: Kairouz, Oh and Viswanath 2015, Theorem 3.3.",
)


def spent(epsilon: Any, rest: Any) -> Any:
    """The epsilon of k mechanisms where delta' = e^-rest."""
    return epsilon * sqrt(2 * K * rest) + K * epsilon * (exp(epsilon) - 1)


def _advanced() -> Chain:
    """Theorem 3.20 with delta' = e^-L: the losses of randomized response, and Hoeffding's inequality for their sum."""
    right, wrong = exp(EPSILON) / (1 + exp(EPSILON)), 1 / (1 + exp(EPSILON))
    loss = let("W", Discrete(EPSILON, right, -EPSILON, wrong))
    beyond = EPSILON * sqrt(2 * K * REST) / K
    total = spent(EPSILON, REST)
    laws = (Power(Discrete(0, right, 1, wrong), K), Power(Discrete(0, wrong, 1, right), K))

    def all_rounds(pure: Any) -> Any:
        return 1 - (1 - DELTA) ** K * (1 - pure)

    mean = line(Mean(loss) + beyond).le(total / K, line(Mean(loss)).le(EPSILON * (exp(EPSILON) - 1), FINITE_MEAN(loss)))
    return (
        line(Profile(ALGORITHM, total), given=(Composed(ALGORITHM, K, EPSILON, DELTA),))
        .le(all_rounds(HockeyStick(*laws, total)), COMPOSITION(ALGORITHM, K, EPSILON, DELTA, total))
        .le(all_rounds(MeanTail(loss, K, total / K)), LOSS_TAIL(right, wrong, wrong, right, K, total))
        .le(
            all_rounds(MeanTail(loss, K, Mean(loss) + beyond)),
            TAIL_MONOTONE(loss, K, total / K, Mean(loss) + beyond),
            mean,
        )
        .le(
            all_rounds(exp(-REST)), HOEFFDING_TAIL(loss, K, -EPSILON, EPSILON, beyond), SUPPORT(loss, -EPSILON, EPSILON)
        )
        .le(1 - (1 - K * DELTA) * (1 - exp(-REST)), BERNOULLI(-DELTA, K))
        .le(K * DELTA + exp(-REST))
    )


_ADVANCED = _advanced()
ADVANCED = Claim(
    "central/thm3.20",
    "Section 3.5.2, Theorem 3.20",
    Kind.PRIVACY,
    "k mechanisms are (epsilon', k delta + delta')-private, epsilon' = sqrt(2k ln(1/delta')) epsilon + k epsilon (e^epsilon - 1)",
    says=(
        r"\text{for all }\varepsilon,\delta,\delta'\ge0\text{ the class of }(\varepsilon,\delta)\text{-private mechanisms satisfies "
        r"}(\varepsilon',k\delta+\delta')\text{-privacy under }k\text{-fold adaptive composition, }"
        r"\varepsilon'=\sqrt{2k\ln(1/\delta')}\,\varepsilon+k\varepsilon(e^\varepsilon-1)"
    ),
    match=Match.READING,
    differs="delta and delta' below 1: at 1 there is nothing to show",
    printed=line(
        Profile(ALGORITHM, spent(EPSILON, log(1 / SLACK))), given=(Composed(ALGORITHM, K, EPSILON, DELTA),)
    ).le(K * DELTA + SLACK, _ADVANCED.at({REST: log(1 / SLACK)})),
    note="Judged for delta and delta' below 1: at 1 there is nothing to show.",
)

_TARGET = real("epsilon'", above=0, below=1)
_LARGE, _SMALL = real("L", least=Rational(1, 2)), real("u", above=0, most=Rational(1, 2))
_PART = _TARGET / (2 * sqrt(2 * K * _LARGE))
"""The epsilon of each, where delta' = e^-L."""
_EACH = _PART.xreplace({_LARGE: log(1 / SLACK)})
_CORRECTED = (
    line(Profile(ALGORITHM, _TARGET), given=(Composed(ALGORITHM, K, _PART, DELTA),))
    .le(
        Profile(ALGORITHM, spent(_PART, _LARGE)),
        PROFILE_MONOTONE(ALGORITHM, _TARGET, spent(_PART, _LARGE)),
        # e^u - 1 is at most 1.3 u for u up to 1/2.
        line(spent(_PART, _LARGE))
        .le(
            _TARGET / 2 + K * _PART * (Rational(13, 10) * _PART),
            line(exp(_SMALL) - 1).le(Rational(13, 10) * _SMALL).at({_SMALL: _PART}),
        )
        .le(_TARGET),
    )
    .le(K * DELTA + exp(-_LARGE), _ADVANCED.at({EPSILON: _PART, REST: _LARGE}))
)


def _split(epsilons: tuple[str, ...], slacks: tuple[str, ...]) -> Any:
    def cases(settings: Settings) -> Iterator[Case]:
        for rounds, total, slack in product(
            (1, 2, 10) if settings.quick else (1, 2, 3, 10, 100), map(Fraction, epsilons), map(Fraction, slacks)
        ):
            epsilon = as_arb(total) / (2 * (2 * rounds * as_arb(1 / slack).log()).sqrt())
            left = exact(rounds, epsilon, Fraction(0), as_arb(total))
            # Of one mechanism by its two answers alone.
            single = arb.max(epsilon.exp() - as_arb(total).exp(), arb(0)) / (1 + epsilon.exp())
            told = {"k": rounds, "epsilon'": str(total), "delta'": str(slack), "delta": 0}
            yield Case(told, left, slack, left_again=single if rounds == 1 else None)

    return cases


SPLIT = Claim(
    "central/cor3.21",
    "Section 3.5.2, Corollary 3.21",
    Kind.PRIVACY,
    "for 0 < epsilon' < 1 and delta' > 0 mechanisms at epsilon'/(2 sqrt(2k ln(1/delta'))) suffice",
    says=(
        r"\text{for }0<\varepsilon'<1\text{ and }\delta'>0\text{, to ensure }(\varepsilon',k\delta+\delta')\text{ over }k\text{ mechanisms, it "
        r"suffices that each is }(\varepsilon,\delta)\text{-private, }\varepsilon=\frac{\varepsilon'}{2\sqrt{2k\ln(1/\delta')}}"
    ),
    match=Match.READING,
    differs="at chosen values, delta = 0",
    printed=FiniteCheck(
        r"\delta_{\mathrm{opt}}(\varepsilon') \le \delta'",
        "k = 1, 2, 10 (full: to 100); epsilon' = 1/10, 99/100; delta' = 10^-6, 1/100, 1/2, 998/1000",
        _split(("1/10", "99/100"), ("1/1000000", "1/100", "1/2", "998/1000")),
    ),
    corrected=line(
        Profile(ALGORITHM, _TARGET),
        given=(Composed(ALGORITHM, K, _EACH, DELTA), at_most(Rational(1, 2), log(1 / SLACK))),
    ).le(K * DELTA + SLACK, _CORRECTED.at({_LARGE: log(1 / SLACK)})),
    correction="for delta' up to e^(-1/2)",
    severity=Severity.CONDITION,
    theorem="central/cor3.21",
    note="Near delta' = 1 a mechanism may have an epsilon of 8: the part k epsilon (e^epsilon - 1), which the corollary leaves out, "
    "is then not below epsilon'/2. Nobody uses the corollary there.",
)

CLAIMS = (BASIC, ADVANCED, SPLIT)
