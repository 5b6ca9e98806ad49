"""Privacy amplified by sampling, as it is often quoted next to the composition theorems."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb
from sympy import exp, log

from verify.kernel.calculus import Comparison, Name, at_most, integer, line, real
from verify.kernel.calculus.facts.privacy import PROFILE_MONOTONE, SUBSAMPLING, Profile, Sampled
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb

ALGORITHM = Name("A", "algorithm")
DRAWN, USERS = integer("k", least=1), integer("n", least=1)
DELTA, EPSILON = real("delta", least=0, most=1), real("epsilon", above=0, most=1)
_Q, _Y = real("q", above=0, most=1), real("y", least=0)
_SAMPLED, _SHARE = Sampled(ALGORITHM, DRAWN, USERS), DRAWN / USERS
_AMPLIFIED = log(1 + _SHARE * (exp(EPSILON) - 1))
_PRIVATE = Comparison(Profile(ALGORITHM, EPSILON), "<=", DELTA)
_TWICE = (
    line(log(1 + _Q * (exp(EPSILON) - 1)))
    .le(_Q * (exp(EPSILON) - 1), line(log(1 + _Y)).le(_Y).at({_Y: _Q * (exp(EPSILON) - 1)}))
    .le(2 * _Q * EPSILON, line(exp(EPSILON) - 1).le(2 * EPSILON))
)


def _response(ratio: arb, share: Fraction) -> tuple[arb, arb]:
    """Randomized response of one sampled bit: e to the exact epsilon, all other bits 0; from both probabilities."""
    keep, lie = ratio / (1 + ratio), 1 / (1 + ratio)
    one = as_arb(share) * keep + as_arb(1 - share) * lie
    return one / lie, 1 + as_arb(share) * (ratio - 1)


def _cases(levels: tuple[str, ...]) -> FiniteCheck:
    def cases(_: Settings) -> Iterator[Case]:
        for level, share in product(map(Fraction, levels), map(Fraction, ("1/100", "1/10", "1/2"))):
            found, again = (ratio.log() for ratio in _response(as_arb(level).exp(), share))
            told = {"epsilon": str(level), "k/n": str(share)}
            yield Case(told, found, 2 * share * level, left_again=again)

    return FiniteCheck(
        r"\ln\Big(1 + \frac kn (e^\varepsilon - 1)\Big) \le 2 \frac kn \varepsilon",
        f"randomized response of one bit of n; epsilon = {', '.join(levels)}; k/n = 1/100, 1/10, 1/2",
        cases,
    )


SAMPLED = Claim(
    "central/sampling",
    "amplification by sampling, for epsilon up to 1",
    Kind.PRIVACY,
    "on k of n users, drawn without replacement, (epsilon, delta) becomes (2 k epsilon/n, k delta/n)",
    says=r"\varepsilon\le1:\ \text{on a random }q\text{ of the users, }(\varepsilon,\delta)\text{ becomes }(2q\varepsilon,q\delta)",
    match=Match.READING,
    differs="q is k/n, drawn without replacement; one data set differs from another in one user",
    printed=line(Profile(_SAMPLED, 2 * _SHARE * EPSILON), given=(at_most(DRAWN, USERS), _PRIVATE))
    .le(
        Profile(_SAMPLED, _AMPLIFIED),
        PROFILE_MONOTONE(_SAMPLED, 2 * _SHARE * EPSILON, _AMPLIFIED),
        _TWICE.at({_Q: _SHARE}),
    )
    .le(_SHARE * Profile(ALGORITHM, EPSILON), SUBSAMPLING(ALGORITHM, DRAWN, USERS, EPSILON))
    .le(_SHARE * DELTA, _PRIVATE),
)
ANY = Claim(
    "central/sampling/any",
    "amplification by sampling, quoted without a condition",
    Kind.PRIVACY,
    "the same for every epsilon",
    says=r"\text{on a random }q\text{ of the users, }(\varepsilon,\delta)\text{ becomes }(2q\varepsilon,q\delta)",
    match=Match.READING,
    differs="q is k/n, drawn without replacement, at chosen values",
    printed=_cases(("1/2", "1", "2", "4")),
    corrected=_cases(("1/2", "1")),
    correction="for epsilon up to 1; the exact value is ln(1 + k/n (e^epsilon - 1)) for every epsilon",
    severity=Severity.CONDITION,
    theorem="central/sampling/any",
)

CLAIMS = (SAMPLED, ANY)
