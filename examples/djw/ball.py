"""The mechanism on the l_2 ball, (25): its constant, its mean, its privacy, its size."""

from collections.abc import Iterator
from fractions import Fraction

from flint import arb
from sympy import Rational, Symbol, exp, gamma, pi, sqrt

from upperbounds.channels.ball import BallResponse
from upperbounds.vectors import baselines
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, PlanPrivacy
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings

_d, _r, _alpha = (Symbol(name, positive=True) for name in ("d", "D", "epsilon"))
_coth = (exp(_alpha) + 1) / (exp(_alpha) - 1)
SIZE = _r * _coth * sqrt(pi) / 2 * _d * gamma((_d - 1) / 2 + 1) / gamma(_d / 2 + 1)
"""The radius B of the sphere of messages, as printed."""
_CAP = gamma(_d / 2) / (sqrt(pi) * gamma((_d + 1) / 2))
"""The mean of |U_1|, U uniform on the unit sphere."""
_RANGES = ((_d, "1", "oo"),)
BALL_SIZE = Claim(
    "djw/ball/size",
    "(25), the radius of the messages",
    Kind.IDENTITY,
    "the printed radius is r (e^alpha + 1)/(e^alpha - 1) over the mean of |U_1| on the unit sphere",
    Identity(SIZE, _r * _coth / _CAP, (*_RANGES, (_r, "0", "oo"), (_alpha, "0", "oo"))),
)
_h, _half = Symbol("h", positive=True), Rational(1, 2)
BALL_CAP = Claim(
    "djw/ball/cap",
    "behind (25): a half sphere",
    Kind.IDENTITY,
    "the mean of |U_1|: 1/(d-1) over half the integral of (1 - u^2)^((d-3)/2)",
    Identity(gamma(_h + _half) / (_h * sqrt(pi) * gamma(_h)), _CAP.subs(_d, 2 * _h + 1), ((_h, "1/2", "oo"),)),
    note="h is (d - 1)/2; the half integral is sqrt(pi) Gamma(h)/(2 Gamma(h + 1/2)).",
)


def _cap(d: int) -> arb:
    """Of |U_1| by its recursion: 1 at d = 1, 2/pi at d = 2, and d/(d + 1) times as much two dimensions higher."""
    found = arb(1) if d % 2 else 2 / arb.pi()
    for k in range(1 if d % 2 else 2, d, 2):
        found = found * k / (k + 1)
    return found


def _means(settings: Settings) -> Iterator[Case]:
    """The code's B times tanh(alpha/2) E|U_1|, for inputs of norm 1; in floats, so within a part in 2^40."""
    for d in range(1, 9 if settings.quick else 65):
        for epsilon in (0.5, 1.0, 3.0):
            size = Fraction(BallResponse(d, 1.0, epsilon).magnitude)
            mean = arb(size.numerator) / size.denominator * (arb(epsilon) / 2).tanh() * _cap(d)
            yield Case({"d": d, "alpha": epsilon}, abs(mean - 1), Fraction(1, 2**40))


BALL_UNBIASED = Claim(
    "djw/ball/unbiased",
    "(25): the mean of a message",
    Kind.IDENTITY,
    "the mean of a message is the vector",
    AllOf(
        "",
        {
            "the formula: the half around the direction with probability e^alpha/(1 + e^alpha), the other else": Identity(
                SIZE * (exp(_alpha) / (1 + exp(_alpha)) - 1 / (1 + exp(_alpha))) * _CAP,
                _r,
                (*_RANGES, (_r, "0", "oo"), (_alpha, "0", "oo")),
            ),
            "the channel that draws": FiniteCheck(
                r"\Big|B\,\tanh\tfrac\alpha2\,E|U_1|-1\Big|\le2^{-40}",
                "d up to 8 (full: 64), alpha = 1/2, 1, 3",
                _means,
                granted=r"2^{-40}\text{ of a radius in floats}",
            ),
        },
    ),
    note="Rounding to +-v/|v| with probabilities (1 +- |v|/r)/2 keeps the mean, so directions of norm r are enough.",
)


def _private(d: int) -> PlanPrivacy:
    return PlanPrivacy(f"(25) in {d} dimensions", lambda: baselines.duchi(2, 1, d, 1.0, 1.0, "one-item"))


BALL_PRIVACY = Claim(
    "djw/ball/privacy",
    "(25): privacy",
    Kind.PRIVACY,
    "a message spends alpha",
    AllOf("", {f"d = {size}": _private(size) for size in (1, 2, 3, 16)}),
)


def _sizes(settings: Settings) -> Iterator[Case]:
    """(B/r)^2 tanh(alpha/2)^2, as the channel's code has it, by gamma functions; beside pi d/2."""
    for d in range(1, 33 if settings.quick else 257):
        ratio = (arb(d + 1) / 2).gamma() / (arb(d) / 2).gamma()
        yield Case({"d": d}, arb.pi() * ratio**2, arb.pi() * d / 2, left_again=1 / _cap(d) ** 2)


BALL_RATE = Claim(
    "djw/ball/rate",
    "after (25): the squared norm of a message",
    Kind.UPPER_RATE,
    "B^2 is at most (pi/2) d r^2 ((e^alpha + 1)/(e^alpha - 1))^2",
    FiniteCheck(
        r"\frac{B^2}{r^2}\Big(\frac{e^\alpha-1}{e^\alpha+1}\Big)^2\le\frac{\pi d}2",
        "d up to 32 (full: 256)",
        _sizes,
    ),
    note="The paper has an unnamed constant.",
)

CLAIMS = (
    BALL_SIZE,
    BALL_CAP,
    BALL_UNBIASED,
    BALL_PRIVACY,
    BALL_RATE,
)
