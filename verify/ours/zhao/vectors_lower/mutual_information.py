"""Theorems 6 (p = 2) and 7 for every epsilon, by independent signs and the information that a message holds.

For non-interactive mechanisms. Within the information that one message carries of the data, at most
epsilon tanh(epsilon/2), the share that reaches the signs v is that of a small multiple of m s^2.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb
from sympy import Min, Rational, cosh, exp, log, sqrt, tanh

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.calculus import (
    Grant,
    Infimum,
    Interactive,
    Private,
    Supremum,
    WorstRisk,
    at_most,
    below,
    cases,
    cite,
    line,
    property_of,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.facts.hypercube import (
    ASSOUAD,
    HAMMING_INFORMATION,
    SIGNS_IN_CUBE,
    SIGNS_MEAN,
    Ball,
    Cube,
    FamilyIn,
    Hamming,
    Signs,
    VertexInformation,
)
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.vectors_lower.averaged_assouad import FLOOR
from verify.ours.zhao.vectors_lower.hamming_distance import CHANNEL, EPSILON, FAMILY, PROTOCOL, SIZE, WIDTH, M, N


def _posterior_mean(m: int, s: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """P(S) under the fair mixture, P(S | V = 1), and E[V | S], for the number of ones among the samples."""
    plus, minus = binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2)
    for k in range(m + 1):
        p, q = plus[k], minus[k]
        yield (p + q) / 2, p, (p - q) / (p + q)


def _information(settings: Settings) -> Iterator[Case]:
    """sum_k I(V_k; Z | V_-k) next to beta/(1-beta) I(X; Z | V): all extreme channels on the counts, d = 1; then d = 2, m = 1."""
    for samples, s, t in product((1, 2), (Fraction(1, 10), Fraction(1, 4)), (Fraction(3), Fraction(20))):
        weights = {v: binomial(samples, (1 + s * v) / 2) for v in (1, -1)}
        for channel in extreme_channels(tuple(range(samples + 1)), t):
            through = {v: law.through(channel) for v, law in weights.items()}
            yield Case(
                {"d": 1, "m": samples, "s": str(s), "e^epsilon": str(t)},
                _mutual([through[1], through[-1]]),
                _ceiling(samples, s, t),
            )
    s, t = Fraction(1, 4), Fraction(3)
    signs = list(product((1, -1), repeat=2))
    laws = {v: FiniteLaw(tuple((x, (1 + s * v[0] * x[0]) * (1 + s * v[1] * x[1]) / 4) for x in signs)) for v in signs}
    for channel in extreme_channels(tuple(signs), t):
        out = {v: law.through(channel) for v, law in laws.items()}
        total = arb(0)
        for other in (1, -1):
            total += _mutual([out[(1, other)], out[(-1, other)]]) / 2 + _mutual([out[(other, 1)], out[(other, -1)]]) / 2
        yield Case({"d": 2, "m": 1, "s": "1/4", "e^epsilon": "3"}, total, _ceiling(1, s, t))


def _mutual(laws: list[FiniteLaw]) -> arb:
    """I(V; Z) for a fair V that picks one of two laws of Z."""
    names = laws[0].atoms
    mean = FiniteLaw(tuple((z, (laws[0][z] + laws[1][z]) / 2) for z in names))
    return (kullback_leibler(laws[0], mean) + kullback_leibler(laws[1], mean)) / 2


def _ceiling(m: int, s: Fraction, t: Fraction) -> arb:
    """epsilon tanh(epsilon/2) beta/(1-beta) with beta = 2(m a^2 + mu_f^2)."""
    mean = sum((p * f for _, p, f in _posterior_mean(m, s)), Fraction(0))
    share = 2 * (m * as_arb(s).atanh() ** 2 + as_arb(mean) ** 2)
    return as_arb(t).log() * as_arb((t - 1) / (t + 1)) * share / (1 - share)


NonInteractive = property_of(
    "NonInteractive",
    r"{0}\text{{: }}{1}\text{{ users at once, each by a }}{2}\text{{-private channel}}",
    asks=lambda _, users, e: (at_most(0, users), at_most(0, e)),
)
"""Each of n users sends one message, by an epsilon-private channel that is fixed beforehand; the estimate is a function of the
messages: NonInteractive(Z, n, epsilon)."""
SignsTold = quantity(
    "SignsTold",
    r"\textstyle\sum_kI(V_k; {0} \mid V_{{-k}})_{{{1}, {2}, {3}}}",
    "sum over k of the mutual information, in nats, of V_k and all messages given the other signs, V uniform on "
    "{-1, 1}^d, each user with m draws of d independent signs with means s V_k: SignsTold(Z, m, d, s)",
    0,
)
SignsSent = quantity(
    "SignsSent",
    r"\textstyle\sum_kI(V_k; {0}(X) \mid V_{{-k}})_{{{1}, {2}, {3}}}",
    "the same for the message of one user: SignsSent(K, m, d, s)",
    0,
)
DataSent = quantity(
    "DataSent",
    r"\textstyle\sum_kI(X_k; {0}(X) \mid V)_{{{1}, {2}, {3}}}",
    "sum over k of the mutual information of the k-th entries of a user's draws and its message given all signs: "
    "DataSent(K, m, d, s)",
    0,
)
PosteriorMean = quantity(
    "PosteriorMean",
    r"\mu_f({0}, {1})",
    "mean of E[V | X_1, ..., X_m] given V = 1, V a fair sign, X_i independent signs of mean s V: PosteriorMean(m, s)",
    0,
    1,
)
_WIDE = real("s", above=0, below=1)
_KAPPA = EPSILON * tanh(EPSILON / 2)


def _artanh(s: Any) -> Any:
    return log((1 + s) / (1 - s)) / 2


_FAIR = PosteriorMean(M, _WIDE)
_BETA = 2 * (M * _artanh(_WIDE) ** 2 + _FAIR**2)
_ALL, _SENT, _DATA = (
    SignsTold(PROTOCOL, M, SIZE, _WIDE),
    SignsSent(CHANNEL, M, SIZE, _WIDE),
    DataSent(CHANNEL, M, SIZE, _WIDE),
)
_ONE, _OTHER, _SHARE = real("a", least=0), real("b", least=0), real("r", least=0, below=1)
_SOLVED = (
    line(_ONE, given=(at_most(_ONE, _SHARE * (_ONE + _OTHER)),))
    .eq((_ONE - _SHARE * _ONE) / (1 - _SHARE))
    .le(
        (_SHARE * (_ONE + _OTHER) - _SHARE * _ONE) / (1 - _SHARE),
        line(_ONE - _SHARE * _ONE, given=(at_most(_ONE, _SHARE * (_ONE + _OTHER)),)).le(
            _SHARE * (_ONE + _OTHER) - _SHARE * _ONE
        ),
    )
    .eq(_SHARE / (1 - _SHARE) * _OTHER)
)
_UNIT = real("x", least=0, below=1)
_FAIR_KL = line((1 + _UNIT) * log(1 + _UNIT) + (1 - _UNIT) * log(1 - _UNIT)).le(2 * _UNIT**2)
_SMALL_BETA = below(_BETA, 1)
_MESSAGE = (
    line(_SENT, given=(Private(CHANNEL, EPSILON), _SMALL_BETA))
    .le(
        _BETA / (1 - _BETA) * _DATA,
        _SOLVED.at({_ONE: _SENT, _OTHER: _DATA, _SHARE: _BETA}),
        words(
            "A fair sign of mean x given the message has information x^2 at most; by Donsker and Varadhan x^2 is at most beta times the divergence of "
            "the k-th entries' law given the message, as the posterior mean is sub-Gaussian; these average to I(X_k; Z | V_-k), which is the sum of "
            "both informations.",
            at_most(_SENT, _BETA * (_SENT + _DATA)),
            given=(at_most(_FAIR_KL.start, 2 * _UNIT**2),),
            leans=("zhao/own/product-information/posterior",),
        ),
        _FAIR_KL,
    )
    .le(
        _BETA / (1 - _BETA) * _KAPPA,
        words(
            "Given V the entries of X are independent, so that their informations sum to at most I(X; Z | V), and that is at most the largest "
            "divergence of the message under two data sets.",
            at_most(_DATA, _KAPPA),
            given=(Private(CHANNEL, EPSILON),),
            leans=("zhao/own/kl-absolute",),
        ),
    )
)
_LARGEST = Supremum(_SENT, CHANNEL, Private(CHANNEL, EPSILON))
_AT_ONCE = NonInteractive(PROTOCOL, N, EPSILON)
_INFORMATION = (
    line(_ALL, given=(_AT_ONCE, _SMALL_BETA))
    .le(
        N * _LARGEST,
        words(
            "Given V the messages are independent, so that what they reveal about V_k given the other signs adds up to at most the sum.",
            at_most(_ALL, N * _LARGEST),
            given=(_AT_ONCE,),
        ),
    )
    .le(N * (_BETA / (1 - _BETA) * _KAPPA), _MESSAGE)
    .crosschecked(
        "channels",
        r"\sum_kI(V_k;Z\mid V_{-k})\le\varepsilon\tanh(\varepsilon/2)\beta/(1-\beta)",
        "all extreme channels: d = 1, m = 1, 2, s = 1/10, 1/4, e^epsilon = 3, 20; d = 2, m = 1, s = 1/4, e^epsilon = 3",
        _information,
    )
)
PRODUCT = Claim(
    "zhao/own/product-information",
    "ours, for Theorems 6 and 7 beyond epsilon = 1",
    Kind.INEQUALITY,
    "the information about the signs in all messages, each sign given the others",
    corrected=_INFORMATION,
    note="With x up to 1 the first bound holds with 2 ln 2 for 2.",
)


def _posterior_moment(_: Settings) -> Iterator[Case]:
    """E exp(x E[V|S]) under the mixture next to exp(x^2 (m a^2 + mu_f^2)/2)."""
    for samples, s, x in product(
        (1, 2, 5), (Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 2), Fraction(2), Fraction(6))
    ):
        rows = list(_posterior_mean(samples, s))
        left = sum((as_arb(w) * (as_arb(x) * as_arb(f)).exp() for w, _, f in rows), arb(0))
        mean = sum((p * f for _, p, f in rows), Fraction(0))
        proxy = samples * as_arb(s).atanh() ** 2 + as_arb(mean) ** 2
        yield Case({"m": samples, "s": str(s), "lambda": str(x)}, left, (as_arb(x) ** 2 * proxy / 2).exp())


def _posterior_average(_: Settings) -> Iterator[Case]:
    """mu_f = E_+ E[V|S] next to m a^2 (1 + m s^2)."""
    for samples, s in product((1, 2, 5, 20), (Fraction(1, 10), Fraction(1, 2))):
        mean = sum((p * f for _, p, f in _posterior_mean(samples, s)), Fraction(0))
        right = samples * as_arb(s).atanh() ** 2 * as_arb(1 + samples * s**2)
        yield Case({"m": samples, "s": str(s)}, mean, right)


def _mean_square(_: Settings) -> Iterator[Case]:
    """E S^2 under the mixture, S the sum of the signs, next to m + m(m-1)s^2."""
    for samples, s in product((1, 2, 7), (Fraction(1, 3), Fraction(1, 2))):
        law = binomial(samples, (1 + s) / 2)
        left = sum((law[k] * (2 * k - samples) ** 2 for k in range(samples + 1)), Fraction(0))
        yield Case({"m": samples, "s": str(s)}, left, samples + samples * (samples - 1) * s**2)


PosteriorMoment = quantity(
    "PosteriorMoment",
    r"E e^{{{2} E[V \mid X_1, \dots, X_{{{0}}}]}}({1})",
    "mean of exp(lambda E[V | X_1, ..., X_m]) for the same: PosteriorMoment(m, s, lambda)",
    0,
)
_TILT, _X, _W = real("lambda"), real("x", least=0), real("w", least=0)
_STEP = line(tanh(_X + _W) - tanh(_X)).le(_W)
_MOMENT = PosteriorMoment(M, _WIDE, _TILT)
_GIVEN_SIGN = cosh(_TILT * _FAIR) * exp(_TILT**2 * M * _artanh(_WIDE) ** 2 / 2)
_SUB_GAUSSIAN = (
    line(_MOMENT)
    .le(
        _GIVEN_SIGN,
        words(
            "The posterior mean is tanh(a S), S the sum of the signs; given V one of them moves it by 2 a at most, and by bounded differences "
            "(McDiarmid) it is m a^2-sub-Gaussian about its mean mu_f V.",
            at_most(_MOMENT, _GIVEN_SIGN),
            given=(at_most(tanh(_X + _W) - tanh(_X), _W),),
        ),
        _STEP,
    )
    .le(
        exp(_TILT**2 * _FAIR**2 / 2) * exp(_TILT**2 * M * _artanh(_WIDE) ** 2 / 2),
        line(cosh(_TILT)).le(exp(_TILT**2 / 2)).at({_TILT: _TILT * _FAIR}),
    )
    .eq(exp(_TILT**2 * (M * _artanh(_WIDE) ** 2 + _FAIR**2) / 2))
    .crosschecked(
        "moments, enclosed",
        r"Ee^{\lambda f}\le e^{\lambda^2(ma^2+\mu_f^2)/2}",
        "m = 1, 2, 5; s = 1/4, 1/2; lambda = 1/2, 2, 6",
        _posterior_moment,
    )
)
_SQUARE = _artanh(_WIDE) ** 2 * (M + M * (M - 1) * _WIDE**2)
_SMALL_MEAN = (
    line(_FAIR)
    .le(
        _SQUARE,
        words(
            "mu_f is E tanh(a S)^2, both signs being as likely, and that is at most a^2 E S^2 = a^2 (m + m(m-1) s^2).",
            at_most(_FAIR, _SQUARE),
            given=(at_most(tanh(_X), _X),),
        ),
        line(tanh(_X)).le(_X),
    )
    .le(M * _artanh(_WIDE) ** 2 * (1 + M * _WIDE**2))
    .crosschecked("means", r"\mu_f\le ma^2(1+ms^2)", "m = 1, 2, 5, 20; s = 1/10, 1/2", _posterior_average)
    .crosschecked("E S^2", r"ES^2=m+m(m-1)s^2", "m = 1, 2, 7; s = 1/3, 1/2", _mean_square, "==")
)
POSTERIOR = Claim(
    "zhao/own/product-information/posterior",
    "ours, for zhao/own/product-information",
    Kind.INEQUALITY,
    "the posterior mean of a sign is sub-Gaussian",
    corrected=AllOf("", {"moments": _SUB_GAUSSIAN, "the mean": _SMALL_MEAN}),
)
_FLOOR, _A_SQUARED = Rational(4, 25), Rational(121, 100)
_U = real("u", above=0, most=_FLOOR)
_LITTLE = 2 * (_A_SQUARED * _U + (_A_SQUARED * _U * (1 + _U)) ** 2)
_LOW, _HIGH = real("y", above=0), real("z", above=0)
_INVERTED = line(1 / _HIGH, given=(at_most(_LOW, _HIGH),)).le(1 / _LOW)
_PART = (
    line(_SHARE / (1 - _SHARE), given=(at_most(_SHARE, _LITTLE),))
    .eq(1 / (1 - _SHARE) - 1)
    .le(1 / (1 - _LITTLE) - 1, _INVERTED.at({_LOW: 1 - _LITTLE, _HIGH: 1 - _SHARE}))
    .le(Rational(25, 4) * _U)
)
_NARROW = real("s", above=0, most=Rational(1, 2))
_HALF_BETA = _BETA.xreplace({_WIDE: _NARROW})
_SPREAD = M * _NARROW**2
_AT_SPREAD = _LITTLE.xreplace({_U: _SPREAD})
_BETA_SMALL = (
    line(_HALF_BETA)
    .le(
        2 * (M * _artanh(_NARROW) ** 2 + (M * _artanh(_NARROW) ** 2 * (1 + M * _NARROW**2)) ** 2),
        cite(POSTERIOR, "the mean").at({_WIDE: _NARROW}),
    )
    .le(_AT_SPREAD)
)
_FEW, _SOME = at_most(N * _KAPPA, SIZE / 8), at_most(SIZE / 8, N * _KAPPA)
_SMALL_S = at_most(_NARROW**2, SIZE / (50 * N * M * _KAPPA))
_SIGNS = Signs(WIDTH, _NARROW, SIZE)
_WRONG = Hamming(PROTOCOL, _SIGNS, M, SIZE)
_IN_TURN = words(
    "Users who answer at once answer in turn without regard to the earlier messages.",
    Interactive(PROTOCOL, N, EPSILON),
    given=(_AT_ONCE,),
)
_BLIND = line(_WRONG, given=(_AT_ONCE, _FEW)).ge(SIZE / 4, cite(FLOOR, "a quarter").at({FAMILY: _SIGNS}), _IN_TURN)
_WHOLE = VertexInformation(PROTOCOL, _SIGNS, M, SIZE)
_SUM = SignsTold(PROTOCOL, M, SIZE, _NARROW)
_NARROW_SPREAD = line(_SPREAD, given=(_SMALL_S, _SOME)).le(SIZE / (50 * N * _KAPPA)).le(_FLOOR)
_BELOW = below(_HALF_BETA, 1)
_SHOWN_BELOW = (
    line(_HALF_BETA, given=(_SMALL_S, _SOME))
    .le(_AT_SPREAD, _BETA_SMALL)
    .le(Rational(1, 2), line(_LITTLE).le(Rational(1, 2)).at({_U: _SPREAD}), _NARROW_SPREAD)
    .lt(1)
)
_LEFT, _RIGHT = real("l"), real("k")
_SCALED = line(N * _KAPPA * _LEFT, given=(at_most(_LEFT, _RIGHT),)).le(N * _KAPPA * _RIGHT)
_RATIO = line(_HALF_BETA / (1 - _HALF_BETA), given=(_SMALL_S, _SOME, _BELOW)).le(
    Rational(25, 4) * _SPREAD, _PART.at({_SHARE: _HALF_BETA, _U: _SPREAD}), _BETA_SMALL, _NARROW_SPREAD
)
_TOLD = (
    line(_WHOLE, given=(_AT_ONCE, _SMALL_S, _SOME, _BELOW))
    .le(
        _SUM,
        words(
            "Chain rule over the signs: as they are independent, each tells more of the messages given all the others than given the earlier "
            "ones.",
            at_most(_WHOLE, _SUM),
        ),
    )
    .le(N * (_HALF_BETA / (1 - _HALF_BETA) * _KAPPA), cite(PRODUCT).at({_WIDE: _NARROW}))
    .le(
        N * _KAPPA * Rational(25, 4) * _SPREAD,
        _SCALED.at({_LEFT: _HALF_BETA / (1 - _HALF_BETA), _RIGHT: Rational(25, 4) * _SPREAD}),
        _RATIO,
    )
    .le(SIZE / 8)
)
_KNOWN_LITTLE = (
    line(_WRONG, given=(_AT_ONCE, _SMALL_S, _SOME))
    .ge(SIZE / 2 * (1 - sqrt(2 * _WHOLE / SIZE)), HAMMING_INFORMATION(PROTOCOL, _SIGNS, M, SIZE))
    .ge(SIZE / 2 * (1 - sqrt(2 * (SIZE / 8) / SIZE)), _TOLD, _SHOWN_BELOW)
    .ge(SIZE / 4)
)
_QUARTER = line(_WRONG, given=(_AT_ONCE, _SMALL_S)).ge(SIZE / 4, cases((_FEW, _BLIND), (_SOME, _KNOWN_LITTLE)))
QUARTER_CLAIM = Claim(
    "zhao/own/quarter-all-epsilon",
    "ours, for Theorems 6 and 7 beyond epsilon = 1",
    Kind.LOWER_BOUND,
    "a quarter of the signs stay unknown, whatever n, m and epsilon, non-interactive mechanisms",
    corrected=_QUARTER,
)


def _assembled(id_: str, theorem: str, laws: Any, width: Any, placed: Grant) -> Claim:
    """The bound for a ball in which the cube of independent signs has half-width `width`."""
    family = Signs(width, _NARROW, SIZE)
    protocol = (
        line(WorstRisk(PROTOCOL, laws, M), given=(_AT_ONCE, _SMALL_S))
        .ge(
            (width * _NARROW) ** 2 * Hamming(PROTOCOL, family, M, SIZE),
            ASSOUAD(PROTOCOL, laws, family, M, SIZE, width * _NARROW),
            placed,
            SIGNS_MEAN(width, _NARROW, SIZE),
        )
        .ge(
            (width * _NARROW) ** 2 * SIZE / 4,
            QUARTER_CLAIM if width == WIDTH else cite(QUARTER_CLAIM).at({WIDTH: width}),
        )
    )
    best = Min(Rational(1, 2), sqrt(SIZE / (50 * N * M * _KAPPA)))
    return Claim(
        id_,
        f"ours, for Theorem {theorem}",
        Kind.LOWER_BOUND,
        "the minimax lower bound for every epsilon, non-interactive mechanisms",
        corrected=AllOf(
            "",
            {
                "the bound": line(Infimum(WorstRisk(PROTOCOL, laws, M), PROTOCOL, _AT_ONCE))
                .ge((width * best) ** 2 * SIZE / 4, protocol.at({_NARROW: best}))
                .ge(width**2 * SIZE / 4 * Min(Rational(1, 4), SIZE / (50 * N * M * _KAPPA))),
                "both regimes": line(_KAPPA).le(Min(EPSILON, EPSILON**2)),
            },
        ),
    )


CLAIMS = (
    PRODUCT,
    POSTERIOR,
    QUARTER_CLAIM,
    _assembled("zhao/own/linf-all-epsilon", "7", Cube(WIDTH, SIZE), WIDTH, SIGNS_IN_CUBE(WIDTH, _NARROW, SIZE)),
    _assembled(
        "zhao/own/l2-all-epsilon",
        "6 at p = 2",
        Ball(2, WIDTH, SIZE),
        WIDTH / sqrt(SIZE),
        words(
            "The corners of the cube of half-width D/sqrt(d) have norm D.",
            FamilyIn(Signs(WIDTH / sqrt(SIZE), _NARROW, SIZE), Ball(2, WIDTH, SIZE), SIZE),
        ),
    ),
)
