"""kent Appendix G.1, Step 2: the error by bias, failure and variance, (113), and the variance of one message, (114)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Abs, Min, Rational, oo

from notation.symbols import D, Delta, epsilon
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from verify.kernel.calculus import (
    BIAS_VARIANCE,
    LAPLACE_VARIANCE,
    LINEAR,
    MONOTONE,
    SUM_OF_INDEPENDENT,
    Chain,
    Expectation,
    Independent,
    LaplaceNoise,
    Variance,
    because,
    equal,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.instances.votes import Law
from verify.papers.kent.nouns_upper import (
    ALPHA,
    EVEN,
    LAW,
    ON_INTERVAL,
    USED,
    USERS,
    WIDTH,
    Error10,
    FailureBias,
    MeanVariance,
    MessageBias,
    MessageVariance,
    SuccessBias,
    crossed,
)
from verify.papers.kent.nouns_upper import HIGH as AT_MOST_1
from verify.papers.kent.nouns_upper import LOW as ABOVE_1

_INTERVALS = {1: (Fraction(-1, 2), Fraction(1, 4)), 2: (Fraction(0), Fraction(1))}
_USER: Law = {Fraction(-1): Fraction(1, 4), Fraction(0): Fraction(1, 2), Fraction(1, 2): Fraction(1, 4)}


def _clip(x: Fraction, lower: Fraction, upper: Fraction) -> Fraction:
    return min(max(x, lower), upper)


def _second_stages() -> Iterator[tuple[dict[str, object], Fraction, Fraction, Fraction]]:
    """Small second stages with symmetric two-point noise: mean squared error twice, and the right side of (113).

    The first route enumerates all refining users' data and noise; the second is bias and variance given j*.
    """
    theta = sum((x * p for x, p in _USER.items()), Fraction(0))
    for noise, refiners, shares in product((Fraction(0), Fraction(1, 3)), (1, 2), ((4, 1, 2, 1), (3, 3, 0, 2))):
        first = dict(zip(((1, True), (1, False), (2, True), (2, False)), (Fraction(s, 8) for s in shares), strict=True))
        direct = again = right = Fraction(0)
        for winner, (lower, upper) in _INTERVALS.items():
            success, chance = first[winner, True], first[winner, True] + first[winner, False]
            message = {(x, z): p / 2 for x, p in _USER.items() for z in (-1, 1)}
            sent = {(x, z): _clip(x, lower, upper) + z * noise for x, z in message}
            for users in product(message.items(), repeat=refiners):
                weight = chance
                for _user, share in users:
                    weight *= share
                direct += weight * (sum((sent[user] for user, _share in users), Fraction(0)) / refiners - theta) ** 2
            bias = sum((p * (sent[k] - k[0]) for k, p in message.items()), Fraction(0))
            mean = sum((p * sent[k] for k, p in message.items()), Fraction(0))
            variance = sum((p * (sent[k] - mean) ** 2 for k, p in message.items()), Fraction(0))
            again += chance * (bias**2 + variance / refiners)
            inside = success / chance
            right += 2 * chance * ((bias * inside) ** 2 + (bias * (1 - inside)) ** 2 + variance / (2 * refiners))
        yield {"n": 2 * refiners, "noise": f"+-{noise}", "8 P(j*, A)": str(shares)}, direct, again, right


def _tower(_: Settings) -> Iterator[Case]:
    for parameters, direct, again, _right in _second_stages():
        yield Case(parameters, direct, again)


def _split(_: Settings) -> Iterator[Case]:
    for parameters, direct, again, right in _second_stages():
        yield Case(parameters, direct, right, left_again=again)


_RUN, _ALL = (LAW, USERS, USED, ALPHA, WIDTH), (EVEN, ON_INTERVAL)
_SPLIT = (
    line(Error10(*_RUN), given=_ALL)
    .eq(
        MessageBias(*_RUN) + MeanVariance(*_RUN),
        because(
            "Bias and variance given j*, of which the refining users are independent; the bias is that of one message."
        ),
    )
    .eq(
        MessageBias(*_RUN) + 2 / USERS * MessageVariance(*_RUN),
        words(
            "The variance of a mean of n/2 messages, which are independent given j*.",
            equal(MeanVariance(*_RUN), 2 / USERS * MessageVariance(*_RUN)),
            given=_ALL,
        ),
    )
)
_TERMS = SuccessBias(*_RUN) + FailureBias(*_RUN) + MessageVariance(*_RUN) / USERS
_THREE = (
    line(Error10(*_RUN), given=_ALL)
    .eq(MessageBias(*_RUN) + 2 / USERS * MessageVariance(*_RUN), _SPLIT)
    .le(
        2 * _TERMS,
        words(
            "An expectation is the sum of those on A and off A, and (a + b)^2 is at most 2a^2 + 2b^2.",
            at_most_(MessageBias(*_RUN), 2 * SuccessBias(*_RUN) + 2 * FailureBias(*_RUN)),
            given=_ALL,
        ),
    )
)
EQ113 = Claim(
    "kent/eq113",
    "Appendix G.1, Step 2, (113)",
    Kind.INEQUALITY,
    "the error by bias, failure and variance",
    says=(
        r"\mathbb{E}[|\hat{\theta}-\theta|^2]=\mathbb{E}\Big[\{\mathbb{E}(\hat{\theta}\mid "
        r"j^*)-\theta\}^2+\mathrm{Var}(\hat{\theta}\mid "
        r"j^*)\Big]=\mathbb{E}\Big[\{\mathbb{E}(\hat{\theta}^{(i)}-\overline{X^{(i)}}\mid "
        r"j^*)\}^2+\frac{2}{n}\mathrm{Var}(\hat{\theta}^{(i)}\mid "
        r"j^*)\Big]\le2\mathbb{E}\Big[\{\mathbb{E}((\hat{\theta}^{(i)}-\overline{X^{(i)}})\mathbb{1}\{A\}\mid "
        r"j^*)\}^2+\{\mathbb{E}((\hat{\theta}^{(i)}-\overline{X^{(i)}})\mathbb{1}\{A^c\}\mid "
        r"j^*)\}^2+\frac{1}{n}\mathrm{Var}(\hat{\theta}^{(i)}\mid j^*)\Big]"
    ),
    match=Match.SAME,
    printed=crossed(
        AllOf("", {"the equality": _SPLIT, "the terms": _THREE}),
        (
            (
                "enumeration of small second stages, the equality",
                FiniteCheck(
                    r"E|\hat\theta-\theta|^2=E[\mathrm{bias}^2+\tfrac2n\mathrm{Var}]",
                    "three-point user means, two intervals, noise 0 and +-1/3; n = 2, 4; two laws of (j*, A)",
                    _tower,
                    "==",
                ),
            ),
            (
                "the inequality",
                FiniteCheck(
                    r"E|\hat\theta-\theta|^2\le2E\{(I)+(II)+(III)\}",
                    "three-point user means, two intervals, noise 0 and +-1/3; n = 2, 4; two laws of (j*, A)",
                    _split,
                ),
            ),
        ),
    ),
)

_A, _B = sympy.symbols("a b", real=True)
_HIGH, _LOW = kent.algorithm2_symbolic(), kent.algorithm10_symbolic()
_CLIPPED, _NOISE, _MIDDLE = random_real(r"\Pi"), random_real("N"), real("c")
_OFF, _HALF_LENGTH = random_real("y"), real("h", above=0)
_NEAR = at_most_(Abs(_OFF), _HALF_LENGTH)
_SQUARED = line(_OFF**2, given=(_NEAR,)).le(_HALF_LENGTH**2, _NEAR)


def _spread(half: Any) -> Chain:
    """The variance of a number within that much of a middle."""
    inside = at_most_(Abs(_CLIPPED - _MIDDLE), half)
    return (
        line(Variance(_CLIPPED), given=(inside,))
        .le((Expectation(_CLIPPED) - _MIDDLE) ** 2 + Variance(_CLIPPED))
        .eq(Expectation((_CLIPPED - _MIDDLE) ** 2), BIAS_VARIANCE(_CLIPPED, _MIDDLE))
        .le(
            Expectation(half**2),
            MONOTONE((_CLIPPED - _MIDDLE) ** 2, half**2),
            _SQUARED.at({_OFF: _CLIPPED - _MIDDLE, _HALF_LENGTH: half}),
        )
        .eq(half**2, LINEAR(_CLIPPED, 0, half**2))
    )


def _one_message(plan: TwoStage, alpha: Any, more: int) -> dict[str, Chain]:
    """(114) for a number in the plan's interval, with the plan's noise; W_alpha is `more`."""
    at = {D: 1, Delta: WIDTH, epsilon: alpha}
    lower, upper = plan.interval(sympy.Symbol("k"))
    half, scale = (term.subs(at) for term in (sympy.simplify((upper - lower) / 2), plan.scale))
    inside, noisy = at_most_(Abs(_CLIPPED - _MIDDLE), half), LaplaceNoise(_NOISE, scale)
    coefficient = 49 + 8 * (1 + more) ** 2 / alpha**2
    bound = 49 * WIDTH**2 + 8 * (1 + more) ** 2 * WIDTH**2 / alpha**2
    independent = line(Variance(_CLIPPED + _NOISE), given=(Independent(_CLIPPED, _NOISE),)).eq(
        Variance(_CLIPPED) + Variance(_NOISE), SUM_OF_INDEPENDENT(_CLIPPED, _NOISE)
    )
    return {
        "the equality": independent,
        "the first sign": line(independent.end, given=(inside, noisy)).le(
            bound, _spread(half), LAPLACE_VARIANCE(_NOISE, scale)
        ),
        "the second sign": line(bound)
        .eq(WIDTH**2 * coefficient)
        .le(WIDTH**2 * (337 / Min(alpha**2, 1)), line(coefficient).le(337 / Min(alpha**2, 1))),
    }


EQ114 = Claim(
    "kent/eq114",
    "Appendix G.1, Step 2, (114)",
    Kind.INEQUALITY,
    "the variance of one message",
    says=(
        r"\mathrm{Var}(\hat{\theta}^{(i)}\mid "
        r"j^*)=\mathrm{Var}(\Pi_{\tilde{I}_{j^*}}(\overline{X^{(i)}})\mid "
        r"j^*)+\mathrm{Var}\Big(\frac{2(1+W_\alpha)\Delta}{\alpha}\ell_i\Big)\le49\Delta^2+\frac{8(1+W_\alpha)^2\Delta^2}{\alpha^2}\le\frac{337\Delta^2}{\alpha^2\wedge1},\quad "
        r"W_\alpha=2\mathbb{1}\{\alpha\in(0,1]\}+5\mathbb{1}\{\alpha>1\}"
    ),
    match=Match.READING,
    printed=AllOf(
        "",
        {
            **{f"alpha <= 1, {name}": chain for name, chain in _one_message(_HIGH, AT_MOST_1, 2).items()},
            **{f"alpha > 1, {name}": chain for name, chain in _one_message(_LOW, ABOVE_1, 5).items()},
        },
    ),
    note="True and loose: 49 and 337 are left from an interval of length 14 Delta; see kent/own/eq114.",
    differs="Pi is any random number in the interval, c its middle, and N the noise; its half length and the scale are those of the plans that "
    "run; from end to end, the middle terms are in the chain",
)


def message_variance(alpha: Any, reach: int) -> Chain:
    """The variance of a number in an interval of that many Delta, with independent Laplace noise of that scale over alpha."""
    half, scale = Rational(reach, 2) * WIDTH, reach * WIDTH / alpha
    inside = at_most_(Abs(_CLIPPED - _MIDDLE), half)
    given = (inside, LaplaceNoise(_NOISE, scale), Independent(_CLIPPED, _NOISE))
    return (
        line(Variance(_CLIPPED + _NOISE), given=given)
        .eq(Variance(_CLIPPED) + Variance(_NOISE), SUM_OF_INDEPENDENT(_CLIPPED, _NOISE))
        .le(half**2 + 2 * scale**2, _spread(half), LAPLACE_VARIANCE(_NOISE, scale))
    )


OWN_EQ114 = Claim(
    "kent/own/eq114",
    "ours, for (114)",
    Kind.INEQUALITY,
    "the variance of one message, sharper",
    corrected=AllOf(
        "",
        {
            "alpha <= 1": message_variance(AT_MOST_1, 6).le(81 * WIDTH**2 / AT_MOST_1**2),
            "alpha > 1": message_variance(ABOVE_1, 12).le(324 * WIDTH**2),
        },
    ),
    note="As in kent/eq114, Pi is any random number in the widened interval of the winner, 6 Delta or 12 Delta long, and N the noise.",
)
_REAL = tuple(Variable(x, -oo, oo) for x in (_A, _B))

CLAIMS = (
    EQ113,
    EQ114,
    OWN_EQ114,
)
