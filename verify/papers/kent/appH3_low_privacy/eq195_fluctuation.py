"""kent Appendix H.3, Steps 2 and 3, (195)-(202): the fluctuation of a mean and its linear part, low privacy."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, oo, tanh

from lowerbounds.information.channels import Channel
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.calculus import (
    CGF,
    MeanOfCopies,
    Name,
    Power,
    Private,
    at_most,
    integer,
    line,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.facts.counts import (
    ABSORPTION,
    BINOMIAL_THEOREM,
    COUNT_RATIO,
    COUNT_TURNED,
    COUNT_VARIANCE,
    EXPANDED_SQUARE,
    BinomialSum,
    Cross,
    FluctuationSquare,
    LinearSquare,
    RestSquare,
    WeightedMoment,
    WholePower,
)
from verify.kernel.calculus.facts.exponential import CGF_OF_MEAN, HOEFFDING_LEMMA, SCALED_CGF
from verify.kernel.calculus.facts.hypercube import Corner
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity
from verify.kernel.statements import at_most as ordered
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH2_high_privacy import DELTA, SIGNS
from verify.papers.kent.instances.hypercubes import shifted
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS


def pieces(delta: Fraction, m: int) -> list[tuple[Fraction, Fraction, Fraction]]:
    """For each count of ones: its probability at p = (1 + delta)/2, phi and G."""
    p = (1 + delta) / 2
    law, flipped = binomial(m, p), binomial(m, 1 - p)
    slope = (1 - 2 * p) / (p * (1 - p))
    return [(law[k], flipped[k] / law[k] - 1, slope * (k - m * p)) for k in range(m + 1)]


def _moments(_: Settings) -> Iterator[Case]:
    """E psi^2, E G^2 and E phi G from the law of the count, next to their closed forms."""
    for delta in (Fraction(1, 10), Fraction(1, 2), Fraction(-1, 2)):
        for samples in (1, 2, 3, 7):
            x = 4 * delta**2 / (1 - delta**2)
            parts = pieces(delta, samples)
            told = {"Delta v_i": str(delta), "T": samples}
            yield Case(
                told | {"of": "E psi^2"},
                sum((w * (f - g) ** 2 for w, f, g in parts), Fraction(0)),
                (1 + x) ** samples - 1 - samples * x,
            )
            yield Case(told | {"of": "E G^2"}, sum((w * g**2 for w, f, g in parts), Fraction(0)), samples * x)
            yield Case(told | {"of": "E phi G"}, sum((w * f * g for w, f, g in parts), Fraction(0)), samples * x)


EXCESS = 4 * DELTA**2 / ((1 - DELTA) * (1 + DELTA))
"""x."""
_P = (1 + DELTA) / 2
_SLOPE = (1 - 2 * _P) / (_P * (1 - _P))
_SPREAD = DRAWS * _P * (1 - _P)
_ENDS = DELTA, DRAWS
_LINEAR = line(LinearSquare(*_ENDS)).eq(_SLOPE**2 * _SPREAD, COUNT_VARIANCE(*_ENDS)).eq(DRAWS * EXCESS)
_CROSS = line(Cross(*_ENDS)).eq(_SLOPE * (DRAWS * (1 - _P) - DRAWS * _P), COUNT_TURNED(*_ENDS)).eq(DRAWS * EXCESS)
_REST = (
    line(RestSquare(*_ENDS))
    .eq(FluctuationSquare(*_ENDS) - 2 * Cross(*_ENDS) + LinearSquare(*_ENDS), EXPANDED_SQUARE(*_ENDS))
    .eq(FluctuationSquare(*_ENDS) - DRAWS * EXCESS, _CROSS, _LINEAR)
    .eq((1 + EXCESS) ** DRAWS - 1 - DRAWS * EXCESS, COUNT_RATIO(*_ENDS))
    .crosschecked(
        "sums over all counts",
        r"E\psi^2,\ EG^2,\ E\phi G",
        "Delta v_i = 1/10, 1/2, -1/2; T = 1, 2, 3, 7",
        _moments,
        "==",
    )
)
DECOMPOSED = Claim(
    "kent/appH.3/dec",
    "Appendix H.3, Steps 2 and 4, (195), (199)-(202), the equalities of (203)",
    Kind.IDENTITY,
    "the fluctuation split into a linear part G and a rest psi",
    says=(
        r"\phi_{v,i}=G_{v,i}+\psi_{v,i},\ "
        r"G_{v,i}(x_{1:T})=\Big(\frac{p_i}{1-p_i}\Big)^{T(1-2p_i)}2\Omega_iS_i,\ "
        r"\Omega_i=\frac{1-2p_i}{2p_i(1-p_i)}\Big(\frac{p_i}{1-p_i}\Big)^{-T(1-2p_i)};\quad\mathbb{E}[G_{v,i}^2]=4\Omega_i^2\Big(\frac{p_i}{1-p_i}\Big)^{2T(1-2p_i)}Tp_i(1-p_i),\quad\mathbb{E}[\phi_{v,i}G_{v,i}]=2\Omega_iT(1-2p_i)\Big(\frac{p_i}{1-p_i}\Big)^{T(1-2p_i)},\quad\mathbb{E}[\psi_{v,i}^2]=\mathbb{E}[\phi_{v,i}^2]+\mathbb{E}[G_{v,i}^2]-2\mathbb{E}[\phi_{v,i}G_{v,i}]=\Big(1+\frac{4\Delta^2}{1-\Delta^2}\Big)^T-\frac{4T\Delta^2}{1-\Delta^2}-1"
    ),
    match=Match.READING,
    differs=(
        "the three moments in Delta, with p_i = (1 + Delta v_i)/2 put in; the decomposition itself is a definition"
    ),
    printed=AllOf("", {"G^2": _LINEAR, "phi G": _CROSS, "psi^2": _REST}),
    note="The left side of (196) has a denominator with an undefined q_{v,j}; E q is meant.",
)


def _weighted(_: Settings) -> Iterator[Case]:
    """E[X t^X] of Binomial(n, p), summed, next to n t p (1 - p + p t)^(n-1)."""
    for n in (1, 2, 5):
        for p in (Fraction(1, 3), Fraction(4, 5)):
            for t in (Fraction(-2), Fraction(1, 2), Fraction(3)):
                left = sum((k * t**k * m for k, m in binomial(n, p)), Fraction(0))  # type: ignore[operator]
                yield Case({"n": n, "p": str(p), "t": str(t)}, left, n * t * p * (1 - p + p * t) ** (n - 1))


_TRIALS, _CHANCE, _BASE = integer("n", least=1), real("p", 0, 1), real("t")
_REST_TERMS = BinomialSum(_TRIALS - 1, 1 - _CHANCE, _CHANCE * _BASE)
LEMMA23 = Claim(
    "kent/appH.3/dec/lemma23",
    "Appendix I, Lemma 23",
    Kind.IDENTITY,
    "a weighted moment of the binomial law",
    says=(
        r"X\sim\mathrm{Binomial}(n,p),\ n\in\mathbb{N},\ "
        r"p\in(0,1):\quad\mathbb{E}[Xt^X]=ntp\{(1-p)+pt\}^{n-1}\text{ for }t\in\mathbb{R}"
    ),
    match=Match.SAME,
    printed=line(WeightedMoment(_TRIALS, _CHANCE, _BASE))
    .eq(_TRIALS * _BASE * _CHANCE * _REST_TERMS, ABSORPTION(_TRIALS, _CHANCE, _BASE))
    .eq(
        _TRIALS * _BASE * _CHANCE * WholePower(1 - _CHANCE + _CHANCE * _BASE, _TRIALS - 1),
        BINOMIAL_THEOREM(_TRIALS, _CHANCE, _BASE),
    )
    .crosschecked("sums", r"E[Xt^X]", "n = 1, 2, 5; p = 1/3, 4/5; t = -2, 1/2, 3", _weighted, "=="),
)

_Q = sympy.Symbol("q", positive=True)
_X, _Y, _F = sympy.Symbol("x", real=True), sympy.Symbol("y", real=True), sympy.Symbol("f", real=True)
EQ196 = Claim(
    "kent/eq196",
    "Appendix H.3, Step 2, (196)",
    Kind.INEQUALITY,
    "both parts of the fluctuation",
    says=(
        r"\sum_{j=1}^d\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_v^{\otimes T}}[\phi_{v,j}(X_{1:T})q(z\mid "
        r"X_{1:T})]^2}{\mathbb{E}_{P_v^{\otimes "
        r"T}}[q_{v,j}(X_{1:T})]}dz\le2\sum_{j=1}^d\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_v^{\otimes "
        r"T}}[G_{v,j}(X_{1:T})q(z\mid X_{1:T})]^2}{\mathbb{E}_{P_v^{\otimes T}}[q(z\mid "
        r"X_{1:T})]}dz+2\sum_{j=1}^d\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_v^{\otimes "
        r"T}}[\psi_{v,j}(X_{1:T})q(z\mid X_{1:T})]^2}{\mathbb{E}_{P_v^{\otimes T}}[q(z\mid "
        r"X_{1:T})]}dz\le2\sum_{j=1}^d\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_v^{\otimes "
        r"T}}[G_{v,j}(X_{1:T})q(z\mid X_{1:T})]^2}{\mathbb{E}_{P_v^{\otimes T}}[q(z\mid "
        r"X_{1:T})]}dz+2\sum_{j=1}^d\mathbb{E}_{P_v^{\otimes T}}[\psi_{v,j}(X_{1:T})^2]"
    ),
    match=Match.READING,
    differs="q(z | X) for the q_{v,j}(X) in the denominator on the left, which nothing defines",
    printed=AllOf(
        r"\textstyle\sum\int\frac{E[\phi q]^2}{E[q]}\le2\sum\int\frac{E[Gq]^2}{E[q]}+2\sum E\psi^2",
        {
            "(x + y)^2 <= 2x^2 + 2y^2": ordered(
                Integer(0), (_X - _Y) ** 2, Variable(_X, -oo, oo), Variable(_Y, -oo, oo)
            ),
            "since the difference is a square": Identity(2 * _X**2 + 2 * _Y**2 - (_X + _Y) ** 2, (_X - _Y) ** 2),
            "Cauchy-Schwarz: E[psi q]^2 <= E[psi^2 q] E q, as E[(psi - c)^2 q] >= 0": Identity(
                lambda: _F - 2 * (_X / _Q) * _X + (_X / _Q) ** 2 * _Q, lambda: _F - _X**2 / _Q
            ),
        },
    ),
    note="f = E[psi^2 q], x = E[psi q], c = x/E q.",
)


def _generating(_: Settings) -> Iterator[Case]:
    """E e^G at T = 1, Delta = 1/2 (p = 3/4, G = -8/3 (B - 3/4)) next to e^(sigma^2/2) with the printed sigma^2 = 4/9."""
    left = as_arb(Fraction(3, 4)) * as_arb(Fraction(-2, 3)).exp() + as_arb(Fraction(1, 4)) * arb(2).exp()
    again = sum((as_arb(w) * as_arb(g).exp() for w, _f, g in pieces(Fraction(1, 2), 1)), arb(0))
    yield Case({"T": 1, "Delta": "1/2", "lambda": 1}, left, as_arb(Fraction(2, 9)).exp(), left_again=again)


def _generating_mended(_: Settings) -> Iterator[Case]:
    for delta in (Fraction(1, 10), Fraction(1, 2)):
        for samples in (1, 3):
            sigma = 4 * samples * delta**2 / (1 - delta**2) ** 2
            for lam in (-3, -1, 1, 3):
                left = sum((as_arb(w) * as_arb(lam * g).exp() for w, _f, g in pieces(delta, samples)), arb(0))
                yield Case({"Delta": str(delta), "T": samples, "lambda": lam}, left, as_arb(sigma * lam**2 / 2).exp())


SIGMA_SQUARED = 4 * DRAWS * DELTA**2 / (1 - DELTA**2) ** 2
_ONE, _SHARE = random_real("X", 0, 1), random_real("Y")
_TILT, _FACTOR = real("lambda"), -4 * DELTA / (1 - DELTA**2)
_TURN = DRAWS * _FACTOR
EQ197 = Claim(
    "kent/eq197",
    "Appendix H.3, Step 3, (197)",
    Kind.INEQUALITY,
    "the sub-Gaussian parameter of the linear part",
    says=(
        r"G_{v,i}(X_{1:T})\text{ is }\sigma_i^2\text{-sub-Gaussian for "
        r"}\sigma_i^2=\frac{T\Omega_i^2}{4}\Big(\frac{p_i}{1-p_i}\Big)^{2T(1-2p_i)}=\frac{T}{4}\Big(\frac{1-2p_i}{2p_i(1-p_i)}\Big)^2"
    ),
    match=Match.READING,
    differs="sigma^2 is written in Delta besides, by p_i = (1 + Delta v_i)/2",
    printed=FiniteCheck(
        r"Ee^{\lambda G}\le e^{\lambda^2\sigma^2/2},\ \sigma^2=\tfrac T4\Big(\tfrac{1-2p}{2p(1-p)}\Big)^2=\tfrac{T\Delta^2}{(1-\Delta^2)^2}",
        "T = 1, Delta = 1/2, lambda = 1",
        _generating,
    ),
    corrected=line(CGF(_TURN * _SHARE, _TILT), given=(MeanOfCopies(_SHARE, _ONE, DRAWS),))
    .eq(CGF(_SHARE, _TURN * _TILT), SCALED_CGF(_SHARE, _TURN, _TILT))
    .eq(DRAWS * CGF(_ONE, _FACTOR * _TILT), CGF_OF_MEAN(_SHARE, _ONE, DRAWS, _TURN * _TILT))
    .le(DRAWS * _FACTOR**2 * _TILT**2 / 8, HOEFFDING_LEMMA(_ONE, 0, 1, _FACTOR * _TILT))
    .eq(_TILT**2 / 2 * SIGMA_SQUARED)
    .crosschecked(
        "generating functions",
        r"Ee^{\lambda G}\le e^{\lambda^2\sigma^2/2}",
        "Delta = 1/10, 1/2; T = 1, 3; lambda = -3, -1, 1, 3",
        _generating_mended,
    ),
    correction="four times the printed value: G is 2 Omega S times the factor, and the 2 is lost on squaring. "
    "The printed one is below the variance 4T Delta^2/(1 - Delta^2) whenever Delta^2 < 3/4",
    severity=Severity.CONSTANT,
    theorem="kent/appH.3/rate",
    note="G is Y - E[Y], scaled, for the share Y of ones among T signs; psi is centred. Any X in [0, 1] will do.",
)


def ary(inputs: tuple[object, ...], t: Fraction) -> Channel:
    """k-ary randomized response at e^alpha = t."""
    total = t + len(inputs) - 1
    return {x: FiniteLaw(tuple((y, (t if x == y else Fraction(1)) / total) for y in inputs)) for x in inputs}


def _tilted(d: int, delta: Fraction, t: Fraction) -> Fraction:
    """The sum over j of the integral of E[G_j q]^2/E q for k-ary response of d signs, by the posterior of the data."""
    law = shifted(d, delta).law((1,) * d)
    slope, p = (-delta) / ((1 - delta**2) / 4), (1 + delta) / 2
    total = Fraction(0)
    size = t + 2**d - 1
    for z, mass in law:
        sent = (1 + (t - 1) * mass) / size
        for j in range(d):
            # The mean of G_j is 0, so that only the point z counts beyond its prior weight.
            total += ((t - 1) / size * mass * slope * ((1 if z[j] == 1 else 0) - p)) ** 2 / sent  # type: ignore[index]
    return total


def violation(_: Settings, delta: Fraction = Fraction(1, 10)) -> Iterator[Case]:
    """The sum of (198) next to 2 sigma^2 alpha with the printed sigma^2; at T = 1 phi = G."""
    d, t = 3, Fraction(30)
    cube = shifted(d, delta)
    printed = delta**2 / (1 - delta**2) ** 2
    yield Case(
        {"d": d, "T": 1, "Delta": str(delta), "e^alpha": str(t), "Q": "8-ary randomized response of the three signs"},
        as_arb(cube.chi((1,) * d, ary(cube.alphabet(), t))),
        2 * as_arb(printed) * as_arb(t).log(),
        left_again=as_arb(_tilted(d, delta, t)),
    )


def _bounded(_: Settings) -> Iterator[Case]:
    """The sum at T = 1 next to 2 sigma^2 alpha tanh(alpha/2), corrected sigma^2: extreme channels, and k-ary response."""
    delta = Fraction(1, 4)
    sigma = 4 * delta**2 / (1 - delta**2) ** 2
    for d in (2, 3):
        cube = shifted(d, delta)
        for t in (Fraction(3, 2), Fraction(4), Fraction(30)):
            level = as_arb(t).log() * as_arb((t - 1) / (t + 1))
            for place, channel in enumerate([ary(cube.alphabet(), t), *(cube.channels(t) if d == 2 else [])]):
                yield Case(
                    {"d": d, "e^alpha": str(t), "channel": place},
                    as_arb(cube.chi((1,) * d, channel)),
                    2 * as_arb(sigma) * level,
                )


LinearPart = quantity(
    "LinearPart",
    r"\textstyle\sum_j \int \frac{{E[G_j q]^2}}{{E[q]}}_{{{0}, {1}, {2}, {3}}}",
    "sum over j of the integral of E[G_j q]^2/E[q] under T draws of d signs at v, q the density of a message and G_j "
    "the linear part of the fluctuation of coordinate j: LinearPart(K, P, T, v)",
    0,
)
ChannelInformation = quantity(
    "ChannelInformation", r"I({0}, {1})", "mutual information in nats of a channel's message and its input of a law", 0
)
VERTEX, _PRIVATE = Name("v", "vertex"), Private(CHANNEL, ALPHA)
_PART = LinearPart(CHANNEL, SIGNS, DRAWS, VERTEX)
_DATA = Power(Corner(SIGNS, VERTEX), DRAWS)
_CORRELATED = (
    line(_PART, given=(_PRIVATE,))
    .le(
        2 * SIGMA_SQUARED * ChannelInformation(_DATA, CHANNEL),
        words(
            "Donsker and Varadhan for w.G given each message: E[G q]^2/E[q] is E[q] times the squared mean of G given the "
            "message, which is at most 2 sigma^2 times the divergence of the data's law given it; their mean is the information.",
            at_most(_PART, 2 * SIGMA_SQUARED * ChannelInformation(_DATA, CHANNEL)),
            leans=("kent/eq197",),
        ),
    )
    .le(
        2 * SIGMA_SQUARED * (ALPHA * tanh(ALPHA / 2)),
        words(
            "The information is a mean of divergences of a private channel's messages on two inputs, by convexity.",
            at_most(ChannelInformation(_DATA, CHANNEL), ALPHA * tanh(ALPHA / 2)),
            given=(_PRIVATE,),
            leans=("zhao/own/kl-absolute",),
        ),
    )
    .crosschecked(
        "extreme channels and k-ary response",
        r"\sum_j\int E[G_jq]^2/E[q]\le2\sigma^2\alpha\tanh(\alpha/2)",
        "T = 1, Delta = 1/4; d = 2: every extreme channel and 4-ary response; d = 3: 8-ary; e^alpha = 3/2, 4, 30",
        _bounded,
    )
)
LINEAR_BOUND = (
    line(_PART, given=(_PRIVATE,))
    .le(2 * SIGMA_SQUARED * ALPHA * tanh(ALPHA / 2), _CORRELATED)
    .le(2 * SIGMA_SQUARED * ALPHA, line(tanh(ALPHA / 2)).le(1))
)
EQ198 = Claim(
    "kent/eq198",
    "Appendix H.3, Step 3, (198)",
    Kind.INEQUALITY,
    "the linear part through an alpha-LDP channel",
    says=(
        r"\sum_{j=1}^d\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_v^{\otimes T}}[G_{v,j}(X_{1:T})q(z\mid "
        r"X_{1:T})]^2}{\mathbb{E}_{P_v^{\otimes T}}[q(z\mid X_{1:T})]}dz\le2\sigma_i^2\alpha"
    ),
    match=Match.READING,
    differs="sigma^2 is written in Delta, by p_i = (1 + Delta v_i)/2",
    printed=FiniteCheck(
        r"\textstyle\sum_j\int\frac{E[G_jq]^2}{E[q]}\le2\sigma^2\alpha,\ "
        r"\sigma^2=\tfrac{T\Delta^2}{(1-\Delta^2)^2}",
        "d = 3, T = 1, Delta = 1/10, 8-ary randomized response at e^alpha = 30",
        violation,
    ),
    corrected=AllOf("", {"tanh": _CORRELATED, "alpha": LINEAR_BOUND}),
    correction="with the parameter of the corrected (197); then even with alpha tanh(alpha/2)",
    severity=Severity.CONSTANT,
    theorem="kent/appH.3/rate",
    root="kent/eq197",
)

CLAIMS = (
    DECOMPOSED,
    LEMMA23,
    EQ196,
    EQ197,
    EQ198,
)
