"""kent Appendix G.1: (118), the explicit bound before (119), the rate (119), and Theorem 6 (24) from above at d = 1.

T stands for T* throughout; x = n min{alpha, alpha^2}, L = log(n T* (alpha^2 ^ 1)).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

import sympy
from flint import arb
from sympy import E, Integer, Max, Min, Rational, exp, log, oo, sqrt

from upperbounds.mean import kent
from verify.kernel.calculus import (
    Chain,
    OnInterval,
    Supremum,
    because,
    below,
    cases,
    cite,
    integer,
    let,
    line,
    minimax_risk,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appG1_mean_upper import eq111_union_bound as union
from verify.papers.kent.appG1_mean_upper import eq113_decomposition as decomposition
from verify.papers.kent.nouns_upper import ALPHA as ANY
from verify.papers.kent.nouns_upper import (
    AT_HIGH,
    AT_LOW,
    EVEN,
    HIGH,
    IS_LEVEL,
    LAW,
    LEVEL,
    LOW,
    ON_INTERVAL,
    USED,
    USERS,
    WIDTH,
    Error10,
    FailureBias,
    FirstStageFails,
    MessageVariance,
    SuccessBias,
    claim,
    crossed,
)
from verify.study.risk import SignLaw, exact_risk

_K_HIGH, _K_LOW = Integer(kent.K_HIGH_PRIVACY), Integer(kent.K_LOW_PRIVACY)
_CASES: dict[str, tuple[Any, Any, Any, tuple[Any, ...], Any, Any]] = {
    "alpha <= 1": (HIGH, AT_HIGH, _K_HIGH, (EVEN, ON_INTERVAL, IS_LEVEL), USERS * HIGH**2, HIGH**2),
    "alpha > 1": (LOW, AT_LOW, _K_LOW, (EVEN, ON_INTERVAL), USERS * LOW, Integer(1)),
}
"""alpha, Delta, K, what is assumed, n min{alpha, alpha^2} and alpha^2 ^ 1."""


def _failure(case: str) -> Chain:
    """(118)."""
    alpha, width, constant, given, rate, _small = _CASES[case]
    run = (LAW, USERS, USED, alpha, width)
    return (
        line(FailureBias(*run), given=given)
        .le(
            4 * FirstStageFails(*run),
            words(
                "Clipped and unclipped means lie in [-1, 1], the noise has mean zero, and P(A^c | j*)^2 is at most P(A^c | j*).",
                at_most_(FailureBias(*run), 4 * FirstStageFails(*run)),
                given=(EVEN, ON_INTERVAL),
                leans=("kent/eq117/115",),
            ),
        )
        .le(
            4 * (3 / Min(width, 1) * exp(-2 * rate / constant) + 48 / (USERS * USED)),
            cite(claim(union.CLAIMS, "kent/eq112"), case),
        )
        .eq(12 / Min(width, 1) * exp(-2 * rate / constant) + 192 / (USERS * USED))
    )


def _parts(chains: dict[str, Chain]) -> AllOf:
    return AllOf("", chains)


_FAILURES = {case: _failure(case) for case in _CASES}
FAILURE = Claim(
    "kent/eq118",
    "Appendix G.1, Step 2, (118)",
    Kind.INEQUALITY,
    "the squared bias on failure",
    says=(
        r"\mathbb{E}\Big[\{\mathbb{E}[(\hat{\theta}^{(i)}-\overline{X^{(i)}})\mathbb{1}\{A^c\}\mid "
        r"j^*]\}^2\Big]=\mathbb{E}\Big[\{\mathbb{E}[(\Pi_{\tilde{I}_{j^*}}(\overline{X^{(i)}})-\overline{X^{(i)}})\mathbb{1}\{A^c\}\mid "
        r"j^*]\}^2\Big]\le4\mathbb{E}[\mathbb{P}(A^c\mid "
        r"j^*)^2]\le4\mathbb{P}(A^c)\le\frac{12}{\Delta\wedge1}e^{-2n\min\{\alpha,\alpha^2\}/K}+\frac{192}{nT^*}"
    ),
    match=Match.READING,
    differs="end to end, two parts by alpha, each with a K of its own (8536 and 577)",
    printed=_parts(_FAILURES),
)


def display(n: int, m: int, alpha: Fraction, constant: int) -> arb:
    """The last display before (119), enclosed, at T* = samples."""
    total = n * m
    squared = (2 if alpha <= 1 else 4) * as_arb(total * min(alpha, Fraction(1)) ** 2).log() / m
    delta, small = squared.sqrt(), as_arb(min(alpha, Fraction(1)) ** 2)
    rate = as_arb(n * min(alpha, alpha**2)) / constant
    bins = 1 / delta if delta < 1 else arb(1)
    return 32 * (-m * squared).exp() + 24 * bins * (-2 * rate).exp() + arb(384) / total + 674 * squared / n / small


def _settings() -> Iterator[tuple[int, int, Fraction, int]]:
    yield 400000, 1000, Fraction(1), kent.K_HIGH_PRIVACY
    yield 2000000, 100, Fraction(1, 2), kent.K_HIGH_PRIVACY
    yield 2000, 1000, Fraction(4), kent.K_LOW_PRIVACY
    yield 8000, 2000, Fraction(2), kent.K_LOW_PRIVACY


def _code(_: Settings) -> Iterator[Case]:
    """The bound that ships with the estimator next to the display; the float route is good to 1e-9."""
    for users, samples, alpha, constant in _settings():
        shown = display(users, samples, alpha, constant)
        shipped = as_arb(Fraction(kent.bound(users, samples, float(alpha), 1.0).value))
        yield Case({"n": users, "T": samples, "alpha": str(alpha)}, abs(shipped - shown), shown / 10**9)


def _exact_risks(settings: Settings) -> Iterator[Case]:
    """The exact risk of Algorithm 11 on +-1 data next to the display; its floats are widened by 1e-6."""
    for users, samples, alpha, constant in list(_settings())[2:]:
        estimator = kent.algorithm11(users, samples, float(alpha), 1.0)
        assert estimator.m == samples
        for mean in (Fraction(-1, 3), Fraction(0)) if settings.quick else (Fraction(k, 7) for k in range(-7, 8)):
            risk = exact_risk(estimator, SignLaw(float(mean)))
            value = as_arb(Fraction(risk.value)) * arb(1, 1e-6) + arb(0, risk.error)
            parameters = {"n": users, "T": samples, "alpha": str(alpha), "theta": str(mean)}
            yield Case(parameters, value, display(users, samples, alpha, constant))


def _explicit(case: str) -> Chain:
    """The first line of the display before (119)."""
    alpha, width, constant, given, rate, small = _CASES[case]
    run = (LAW, USERS, USED, alpha, width)
    parts = cite(claim(decomposition.CLAIMS, "kent/eq113"), "the terms").at({ANY: alpha, WIDTH: width})
    first, third = 16 * exp(-USED * width**2), 337 * width**2 / small
    return (
        line(Error10(*run), given=given)
        .le(2 * (SuccessBias(*run) + FailureBias(*run) + MessageVariance(*run) / USERS), parts)
        .le(
            2 * (first + FailureBias(*run) + third / USERS),
            words(
                "(117) for every j*.",
                at_most_(SuccessBias(*run), first),
                given=(EVEN, ON_INTERVAL),
                leans=("kent/eq117",),
            ),
            words("(114).", at_most_(MessageVariance(*run), third), given=(ON_INTERVAL,), leans=("kent/eq114",)),
        )
        .le(
            32 * exp(-USED * width**2)
            + 24 / Min(width, 1) * exp(-2 * rate / constant)
            + 384 / (USERS * USED)
            + 674 * width**2 / (USERS * small),
            cite(FAILURE, case),
        )
    )


_EXPLICIT = {case: _explicit(case) for case in _CASES}
EXPLICIT = Claim(
    "kent/eq119x",
    "Appendix G.1, Step 2, the first line of the display before (119)",
    Kind.UPPER_RATE,
    "the explicit bound on the error of Algorithm 11",
    says=r"\mathbb{E}[|\hat{\theta}-\theta|^2]\le32e^{-T^*\Delta^2}+\frac{24}{\Delta\wedge1}e^{-2n\min\{\alpha,\alpha^2\}/K}+\frac{384}{nT^*}+\frac{674\Delta^2}{n(\alpha^2\wedge1)}",
    match=Match.READING,
    differs=(
        "two parts by alpha, each with a K of its own (8536 and 577); n alpha^2 T* >= 8 or n >= 2 for the "
        "hidden constant"
    ),
    printed=crossed(
        _parts(_EXPLICIT),
        (
            (
                "the bound that ships with the estimator",
                FiniteCheck(
                    r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
                    "(n, T, alpha) = (400000, 1000, 1), (2000000, 100, 1/2), (2000, 1000, 4), (8000, 2000, 2)",
                    _code,
                ),
            ),
            (
                "exact risks",
                FiniteCheck(
                    r"E|\hat\theta-\theta|^2\le\text{display}",
                    "+-1 data, (n, T, alpha) = (2000, 1000, 4), (8000, 2000, 2); theta = -1/3, 0 (full: sevenths)",
                    _exact_risks,
                    granted=r"10^{-6}\text{ of each risk, and its computed error}",
                ),
            ),
        ),
    ),
    note="y = n T* alpha^2 at alpha <= 1. For alpha > 1 n >= 2 is enough: the corrected (110) does not "
    "need n T^2 >= 16. The paper's K is unnamed.",
)
_T, _L = sympy.symbols("T L", positive=True)
_P, _Q = sympy.symbols("p q", nonnegative=True)
_CAP, _ANY_SAMPLES = real("K", above=0), real("T^*", least=1)
_SENT, _SMALL = USERS * Min(ANY, ANY**2), USERS * Min(ANY**2, 1)
_BELOW_CAP = at_most_(_ANY_SAMPLES, exp(_SENT / _CAP))
_RATIO, _BOUND, _SLOW = real("u", above=0), real("a"), real("b")
_ONE_SHARE = line(exp(-3 * _BOUND / 2 - _RATIO / 2), given=(at_most_(_SLOW, _BOUND),)).le(
    exp(-3 * _SLOW / 2 - _RATIO / 2), at_most_(_SLOW, _BOUND)
)
_IN_T = _ANY_SAMPLES ** Rational(-3, 2)
EQ119_DECAY = Claim(
    "kent/eq119/decay",
    "Appendix G.1, Step 2, 'using the fact that', before (119)",
    Kind.INEQUALITY,
    "the exponential term against T*",
    says=r"e^{-2n\min\{\alpha,\alpha^2\}/K}\le(T^*)^{-3/2}e^{-(n/2)\min\{\alpha,\alpha^2\}/K}\lesssim1/\{(T^*)^{3/2}n\min\{\alpha,\alpha^2\}\}\le1/\{(T^*)^{3/2}n\min\{\alpha^2,1\}\}",
    match=Match.READING,
    differs="the hidden constant is 2K/e; T* is at most e^(x/K), x = n min{alpha, alpha^2}, and the three signs are three parts",
    printed=AllOf(
        "",
        {
            "against T*": line(exp(-2 * _SENT / _CAP), given=(_BELOW_CAP,)).le(
                _IN_T * exp(-_SENT / (2 * _CAP)),
                _ONE_SHARE.at({_BOUND: _SENT / _CAP, _RATIO: _SENT / _CAP, _SLOW: log(_ANY_SAMPLES)}),
                line(log(_ANY_SAMPLES), given=(_BELOW_CAP,)).le(log(exp(_SENT / _CAP)), _BELOW_CAP).eq(_SENT / _CAP),
            ),
            "up to 2K/e": line(_IN_T * exp(-_SENT / (2 * _CAP))).le(
                2 * _CAP / (E * _ANY_SAMPLES ** Rational(3, 2) * _SENT),
                line(exp(-_RATIO / 2)).le(2 / (E * _RATIO)).at({_RATIO: _SENT / _CAP}),
            ),
            "the third sign": line(1 / (_ANY_SAMPLES ** Rational(3, 2) * _SENT)).le(
                1 / (_ANY_SAMPLES ** Rational(3, 2) * _SMALL),
                line(1 / Min(ANY, ANY**2)).le(1 / Min(ANY**2, 1)),
            ),
        },
    ),
)
_ENOUGH = at_most_(8, USERS * HIGH**2)
EQ119_LOG = Claim(
    "kent/eq119/log",
    "Appendix G.1, Step 2, 'controlling the log term', before (119)",
    Kind.INEQUALITY,
    "the logarithm in the denominator",
    says=(
        r"\text{the logarithm }[\log\{nT^*(\alpha^2\wedge1)\}]^{1/2}\text{ in the denominator is "
        r"controlled by }n\min\{\alpha,\alpha^2\}>\tilde{C}\text{ for some sufficiently large }\tilde{C}"
    ),
    match=Match.READING,
    differs=(
        "explicit: the logarithm is at least log 8 for alpha <= 1 and n alpha^2 >= 8, at least log 2 for "
        "alpha > 1, from n >= 2"
    ),
    printed=AllOf(
        "",
        {
            "alpha <= 1": line(log(8), given=(_ENOUGH,))
            .le(log(USERS * HIGH**2), _ENOUGH)
            .le(log(USERS * USED * HIGH**2)),
            "alpha > 1": line(log(2)).le(log(USERS * USED)),
        },
    ),
    note="y = n alpha^2. For alpha > 1 it is n >= 2 that bounds it: the assumption n alpha > C~, which the text "
    "names, allows n = 2.",
)

CONSTANT = Integer(125000)
"""(119) below the phase transition holds with this constant, for alpha <= 1 and for alpha > 1."""


def _chained(_: Settings) -> Iterator[Case]:
    small = ((8, 1, Fraction(1), kent.K_HIGH_PRIVACY), (2, 1, Fraction(2), kent.K_LOW_PRIVACY))
    for users, samples, alpha, constant in (*small, *_settings()):
        y = as_arb(users * samples * min(alpha, Fraction(1)) ** 2)
        shown = display(users, samples, alpha, constant)
        yield Case({"n": users, "T": samples, "alpha": str(alpha)}, shown, int(CONSTANT) * y.log() / y)


_LEVEL, _SHARE, _LESS, _WIDE, _MUCH = (
    real("u", above=0),
    real("a"),
    real("s", above=0),
    real("w", above=0),
    real("v", least=2),
)
_EARLY = at_most_(log(USED), _SHARE)
_DECAYS = (
    line(exp(-3 * _SHARE / 2 - _LEVEL / 2), given=(_EARLY,))
    .le(exp(-3 * log(USED) / 2 - _LEVEL / 2), _EARLY)
    .eq(USED ** Rational(-3, 2) * exp(-_LEVEL / 2))
    .le(USED ** Rational(-3, 2) * 2 / (E * _LEVEL), line(exp(-_LEVEL / 2)).le(2 / (E * _LEVEL)))
)
_WIDEST = line(1 / Min(_WIDE, 1)).le(Max(1 / _WIDE, 1))


def _before(case: str) -> Any:
    """T* is at most the cap."""
    _alpha, _width, constant, _given, rate, _small = _CASES[case]
    return at_most_(USED, exp(rate / constant))


def _logs(case: str) -> Chain:
    _alpha, _width, constant, _given, rate, _small = _CASES[case]
    return line(log(USED), given=(_before(case),)).le(log(exp(rate / constant)), _before(case)).eq(rate / constant)


def _in_used(case: str) -> Chain:
    """The rate in terms of T*."""
    _alpha, width, constant, given, rate, small = _CASES[case]
    explicit, size, at_least = _EXPLICIT[case], USERS * USED * small, 8 if case == "alpha <= 1" else 2
    much, times = real("v", least=at_least), 2 if case == "alpha <= 1" else 4
    bins = line(1 / Min(width, 1)).le(Max(1 / width, 1), _WIDEST.at({_WIDE: width})).le(sqrt(USED))
    decay = line(exp(-2 * rate / constant), given=(_before(case),)).le(
        2 * constant / (E * USED ** Rational(3, 2) * rate),
        _DECAYS.at({_SHARE: rate / constant, _LEVEL: rate / constant}),
        _logs(case),
    )
    last = line(32 / much**times + 48 * constant / (E * much) + 384 / much + 674 * times * log(much) / much).le(
        CONSTANT * log(much) / much
    )
    enough = line(at_least, given=(IS_LEVEL,) if case == "alpha <= 1" else ()).le(size)
    return (
        line(explicit.start, given=(*given, _before(case)))
        .le(explicit.end, cite(EXPLICIT, case))
        .le(
            32 * exp(-USED * width**2)
            + 24 * sqrt(USED) * exp(-2 * rate / constant)
            + 384 / (USERS * USED)
            + 674 * width**2 / (USERS * small),
            bins,
        )
        .le(
            (
                32 * exp(-USED * width**2)
                + 24 * sqrt(USED) * 2 * constant / (E * USED ** Rational(3, 2) * rate)
                + 384 / (USERS * USED)
                + 674 * width**2 / (USERS * small)
            ),
            decay,
        )
        .le(
            32 / size**times + 48 * constant / (E * size) + 384 / size + 674 * times * log(size) / size,
            *((IS_LEVEL,) if case == "alpha <= 1" else ()),
        )
        .le(CONSTANT * log(size) / size, last.at({much: size}), enough)
    )


_IN_USED = {case: _in_used(case) for case in _CASES}
CHAIN = Claim(
    "kent/eq119/chain",
    "Appendix G.1, Step 2, the display before (119)",
    Kind.UPPER_RATE,
    "the rate in terms of T*",
    says=r"\mathbb{E}[|\hat{\theta}-\theta|^2]\lesssim\frac{1}{nT^*(\alpha^2\wedge1)}+\Big(\frac{(T^*)^{1/2}}{[\log\{nT^*(\alpha^2\wedge1)\}]^{1/2}}\vee1\Big)e^{-2n\min\{\alpha,\alpha^2\}/K}+\frac{\log\{nT^*(\alpha^2\wedge1)\}}{nT^*(\alpha^2\wedge1)}\lesssim\frac{\log\{nT^*(\alpha^2\wedge1)\}}{nT^*(\alpha^2\wedge1)}+\frac{(T^*)^{1/2}}{[\log\{nT^*(\alpha^2\wedge1)\}]^{1/2}}e^{-2n\min\{\alpha,\alpha^2\}/K}+e^{-2n\min\{\alpha,\alpha^2\}/K}\lesssim\frac{\log\{nT^*(\alpha^2\wedge1)\}}{nT^*(\alpha^2\wedge1)}",
    match=Match.READING,
    differs="the end of the chain with the constant 125000, two parts by alpha, each with a K of its own",
    printed=crossed(
        _parts(_IN_USED),
        (
            (
                "the display itself, enclosed",
                FiniteCheck(
                    r"\text{display}\le125000\,\tfrac{\log y}y,\ y=nT(\alpha^2\wedge1)",
                    "(n, T, alpha) = (8, 1, 1), (400000, 1000, 1), (2000000, 100, 1/2), (2, 1, 2), "
                    "(2000, 1000, 4), (8000, 2000, 2)",
                    _chained,
                ),
            ),
        ),
    ),
)
_NUMBER = real("z", above=0)


def _past(rate: Any, size: Any, factor: Any, last: Any, *reasons: Any) -> dict[str, Chain]:
    """The equality, and both signs, for x = n min{alpha, alpha^2}, y = n (alpha^2 ^ 1) and alpha v 1."""
    used = let("T^*", exp(rate / _CAP))
    middle = (log(size) / size + log(used) / size) / used
    return {
        "the equality": line(log(size * used) / (size * used)).eq(middle),
        "the first sign": line(middle)
        .le((1 / E + rate / _CAP / size) / used, line(log(_NUMBER) / _NUMBER).le(1 / E).at({_NUMBER: size}))
        .le((1 / E + 1 / _CAP) * factor * exp(-rate / _CAP)),
        "the second sign": line(factor * exp(-rate / _CAP)).le(last * exp(-rate / (2 * _CAP)), *reasons),
    }


_FADES = (
    line(LOW * exp(-USERS * LOW / _CAP))
    .eq(LOW * exp(-USERS * LOW / (2 * _CAP)) * exp(-USERS * LOW / (2 * _CAP)))
    .le(
        LOW * exp(-LOW / _CAP) * exp(-USERS * LOW / (2 * _CAP)),
        line(exp(-USERS * LOW / (2 * _CAP))).le(exp(-LOW / _CAP)),
    )
    .eq(_CAP * (LOW / _CAP * exp(-LOW / _CAP)) * exp(-USERS * LOW / (2 * _CAP)))
    .le(_CAP / E * exp(-USERS * LOW / (2 * _CAP)), line(_NUMBER * exp(-_NUMBER)).le(1 / E).at({_NUMBER: LOW / _CAP}))
)
_HIGH_PAST = _past(USERS * HIGH**2, USERS * HIGH**2, Integer(1), Integer(1))
_LOW_PAST = _past(USERS * LOW, USERS, LOW, _CAP / E, _FADES)
EQ119_AFTER = Claim(
    "kent/eq119/after",
    "Appendix G.1, Step 2, the display after 'In the case T <= ...'",
    Kind.RATE_ALGEBRA,
    "the rate beyond the phase transition",
    says=(
        r"T>e^{n\min\{\alpha,\alpha^2\}/K}:\quad\frac{\log\{nT^*(\alpha^2\wedge1)\}}{nT^*(\alpha^2\wedge1)}=\Big(\frac{\log\{n(\alpha^2\wedge1)\}}{n(\alpha^2\wedge1)}+\frac{\log(T^*)}{n(\alpha^2\wedge1)}\Big)\frac{1}{T^*}\lesssim(\alpha\vee1)e^{-n\min\{\alpha,\alpha^2\}/K}\lesssim "
        r"e^{-n\min\{\alpha,\alpha^2\}/(2K)}"
    ),
    match=Match.READING,
    printed=AllOf(
        "",
        {
            **{f"alpha <= 1, {name}": chain for name, chain in _HIGH_PAST.items()},
            **{f"alpha > 1, {name}": chain for name, chain in _LOW_PAST.items()},
        },
    ),
    note="The factor alpha v 1 is controlled: n >= 2 is enough.",
    differs="the cases alpha <= 1 and alpha > 1 apart; T* is the cap e^(n min{alpha, alpha^2}/K), and the hidden constants are 1/e + 1/K and, "
    "for alpha > 1, K/e",
)
AFTER = Integer(184000)
"""(119) beyond the phase transition holds with this constant: 4/e times the other, T* rounded down included."""


def _transitions() -> Iterator[tuple[int, int, Fraction, int, arb]]:
    """n, T* rounded down, alpha, K and x/K around the phase transition."""
    for alpha in (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(8)):
        constant = kent.K_HIGH_PRIVACY if alpha <= 1 else kent.K_LOW_PRIVACY
        for ratio in (1, 2, 5, 10):
            users = 2 * ceil(ratio * constant / min(alpha, alpha**2) / 2)
            level = as_arb(users * min(alpha, alpha**2) / constant)
            used = level.exp().floor().unique_fmpz()
            assert used is not None
            yield users, int(used), alpha, constant, level


def _transition(_: Settings) -> Iterator[Case]:
    for users, used, alpha, constant, level in _transitions():
        parameters = {"n": users, "T*": used, "alpha": str(alpha)}
        yield Case(parameters, display(users, used, alpha, constant), int(AFTER) * (-level / 2).exp())


_OVER = line(2 / _WIDE, given=(at_most_(_LESS, _WIDE),)).le(2 / _LESS)
_PLACE, _OTHER = real("z", above=0), real("b")
_ONE_LOG = line(log(_PLACE) / _PLACE + _OTHER).le(1 / E + _OTHER)
_FALLING = line((2 / E + _LEVEL) * CONSTANT * exp(-_LEVEL)).le(AFTER * exp(-_LEVEL / 2))


def _beyond(case: str) -> Chain:
    """The rate beyond the phase transition, T* rounded down."""
    _alpha, _width, constant, given, rate, small = _CASES[case]
    cut, size, chain = below(exp(rate / constant), USED + 1), USERS * small, _IN_USED[case]
    level = rate / constant
    logs = _ONE_LOG.at({_PLACE: size, _OTHER: log(USED) / size})
    inverse = (
        line(1 / USED, given=(cut,))
        .le(2 / (USED + 1))
        .le(
            2 * exp(-level),
            _OVER.at({_LESS: exp(level), _WIDE: USED + 1}),
            line(exp(level), given=(cut,)).le(USED + 1, cut),
        )
    )
    split = (
        line(chain.start, given=(*given, _before(case)))
        .le(CONSTANT * log(size * USED) / (size * USED), cite(CHAIN, case))
        .eq((log(size) / size + log(USED) / size) / USED * CONSTANT)
        .le((1 / E + log(USED) / size) / USED * CONSTANT, logs)
        .le((1 / E + level / size) / USED * CONSTANT, _logs(case))
    )
    if case == "alpha <= 1":
        return (
            line(chain.start, given=(*given, _before(case), cut))
            .le(split.end, split)
            .le(CONSTANT * 2 / E / USED)
            .le(CONSTANT * 4 / E * exp(-level), inverse)
            .le(AFTER * exp(-level / 2))
        )
    return (
        line(chain.start, given=(*given, _before(case), cut))
        .le(split.end, split)
        .le((1 / E + level / size) * 2 * exp(-level) * CONSTANT, inverse)
        .le((2 / E + level) * CONSTANT * exp(-level))
        .le(AFTER * exp(-level / 2), _FALLING.at({_LEVEL: level}))
    )


_AFTER = {case: _beyond(case) for case in _CASES}
EQ119 = Claim(
    "kent/eq119",
    "Appendix G.1, Step 2, (119)",
    Kind.UPPER_RATE,
    "the rate of Algorithm 11, in two regimes",
    says=(
        r"\mathbb{E}[|\hat{\theta}-\theta|^2]\lesssim\frac{\log\{nT(\alpha^2\wedge1)\}}{nT(\alpha^2\wedge1)}\text{ "
        r"when }T\le e^{n\min\{\alpha,\alpha^2\}/K},\quad e^{-n\min\{\alpha,\alpha^2\}/(2K)}\text{ "
        r"otherwise}"
    ),
    match=Match.READING,
    differs=("explicit constants (125000 and 184000), four parts by alpha and T, each alpha with a K of its own"),
    printed=crossed(
        AllOf(
            "",
            {
                **{f"T* = T, {case}": _IN_USED[case] for case in _CASES},
                **{f"T* rounded down, {case}": _AFTER[case] for case in _CASES},
            },
        ),
        (
            (
                "the display at T* rounded down, enclosed",
                FiniteCheck(
                    r"\text{display}\le184000\,e^{-x/(2K)},\ T^*=\lfloor e^{x/K}\rfloor",
                    "x = K, 2K, 5K, 10K; alpha = 1/2, 1, 2, 8",
                    _transition,
                ),
            ),
        ),
    ),
    note="In the first two lines T* = T is at most the cap; in the others T* is the cap rounded down, for a larger T.",
)


def _either_regime(*, high: bool) -> Callable[[Settings], Iterator[Case]]:
    def cases(_: Settings) -> Iterator[Case]:
        for users, used, alpha, constant, level in _transitions():
            for samples in (1, used, 10 * used) if (alpha <= 1) is high else ():
                scale = as_arb(users * samples * min(alpha, alpha**2, Fraction(1)))
                right = int(CONSTANT) * scale.log() / scale + int(AFTER) * (-level / 2).exp()
                shown = display(users, min(samples, used), alpha, constant)
                yield Case({"n": users, "T": samples, "T*": used, "alpha": str(alpha)}, shown, right)

    return cases


_DRAWS = integer("T", least=1)


def _before_cap(case: str) -> Chain:
    """The minimax risk below the phase transition, T* = T: Algorithm 11 at its worst law; at alpha <= 1 y is a letter."""
    alpha, small = _CASES[case][0], _CASES[case][-1]
    risk, size = minimax_risk(OnInterval(-1, 1), USERS, _DRAWS, alpha), USERS * _DRAWS * small
    shown = cite(CHAIN, case).at({USED: _DRAWS})
    worst = Supremum(shown.statement.left, LAW, ON_INTERVAL)
    given = tuple(h for h in shown.statement.hypotheses if h != ON_INTERVAL)
    return (
        line(risk, given=given)
        .le(
            worst,
            words(
                "Algorithm 11 is private, for any width.",
                at_most_(risk, worst),
                given=(EVEN,),
                leans=("kent/alg10/privacy",),
            ),
        )
        .le(CONSTANT * log(size) / size, shown)
    )


BEFORE_CAP = _before_cap("alpha <= 1").at({LEVEL: USERS * _DRAWS * HIGH**2})
"""Below the phase transition, alpha <= 1."""


def _theorem(case: str) -> Chain:
    alpha, _width, constant, _given, rate, small = _CASES[case]
    risk, size, cap = (
        minimax_risk(OnInterval(-1, 1), USERS, _DRAWS, alpha),
        USERS * _DRAWS * small,
        exp(rate / constant),
    )
    first, second = CONSTANT * log(size) / size, AFTER * exp(-rate / (2 * constant))
    few, many = at_most_(_DRAWS, cap), at_most_(cap, _DRAWS)
    given = (EVEN, *((below(8, rate),) if case == "alpha <= 1" else ()))
    leans, much = ("kent/eq119", "kent/alg10/privacy"), real("v", least=1)
    positive = line(0).le(CONSTANT * log(much) / much).at({much: size})
    eight = [line(8, given=given[1:]).le(rate).le(size)] if case == "alpha <= 1" else []
    enough = line(1, given=given[1:]).le(rate if case == "alpha <= 1" else USERS).le(size)
    return line(risk, given=given).le(
        first + second,
        cases(
            (
                few,
                line(risk, given=(*given, few))
                .le(first, BEFORE_CAP if eight else _before_cap(case), *eight)
                .le(first + second),
            ),
            (
                many,
                line(risk, given=(*given, many))
                .le(
                    second,
                    because(
                        "Algorithm 11 is private, and beyond the phase transition its largest error is that of (119).",
                        *leans,
                    ),
                )
                .le(first + second, positive, enough),
            ),
        ),
    )


_DISPLAYED = {
    case: (
        "the display at T* rounded down, enclosed",
        FiniteCheck(
            r"\text{display}\le125000\,\tfrac{\log(nTz)}{nTz}+184000\,e^{-n\min\{\alpha,\alpha^2\}/(2K)}",
            f"x = K, 2K, 5K, 10K; alpha = {levels}; T = 1, T* and 10 T*",
            _either_regime(high=high),
        ),
    )
    for case, levels, high in (("alpha <= 1", "1/2, 1", True), ("alpha > 1", "2, 8", False))
}
THM6_UPPER1 = Claim(
    "kent/thm6/upper1",
    "Section 3, Theorem 6 (i), (24), the upper bound at d = 1",
    Kind.UPPER_RATE,
    "the rate of the univariate mean from above",
    says=(
        r"\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\lesssim\frac{d^2\log(nTz_{\alpha,d}/d)}{nTz_{\alpha,d}}+e^{-cn\min\{\alpha,\alpha^2\}/d}\text{ "
        r"if }n\min\{\alpha,\alpha^2\}>\tilde{C}d\log(ed),\quad z_{\alpha,d}=\min\{\alpha,\alpha^2,d\}"
    ),
    match=Match.READING,
    differs="the case d = 1 of the upper half of (24), with explicit constants, n even, two parts by alpha",
    printed=AllOf("", {case: _theorem(case).beside(_DISPLAYED[case]) for case in _CASES}),
    note="The minimax risk is at most the largest risk of Algorithm 11, which is private with half-open bins.",
)
_UNIT = tuple(Variable(symbol, Integer(0), Integer(1)) for symbol in (_P, _Q))
_SAMPLES = Variable(_T, Integer(1), oo)
_LOG_HIGH, _LOG_LOW = Variable(_L, log(Integer(8)), oo), Variable(_L, log(Integer(2)), oo)


def _total(constant: int, factor: int) -> sympy.Expr:
    """The display before (119) times y: what must be at most a constant times L."""
    return 32 + 48 * constant / E * (1 + 1 / sqrt(_L)) + 384 + 674 * factor * _L


CLAIMS = (
    FAILURE,
    EXPLICIT,
    EQ119_DECAY,
    EQ119_LOG,
    CHAIN,
    EQ119_AFTER,
    EQ119,
    THM6_UPPER1,
)
