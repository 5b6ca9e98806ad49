"""A mean of numbers with E|X|^k at most 1: the family of Corollary 1's lower bound, and what attains it."""

from collections.abc import Iterator
from fractions import Fraction

from sympy import Min, Rational, Symbol, sqrt

from lowerbounds.information.divergences import total_variation
from lowerbounds.information.laws import FiniteLaw
from upperbounds.channels.laplace import LaplaceOnInterval
from verify.kernel.calculus import line, real
from verify.kernel.statements import Case, FiniteCheck, Identity
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings


def family(power: int, root: Fraction) -> dict[int, FiniteLaw]:
    """The law at v = 1 and -1: v/root with the mass root^k, else 0."""
    mass = root**power
    return {v: FiniteLaw.of({v / root: mass, Fraction(0): 1 - mass}) for v in (-1, 1)}


def _grid(settings: Settings) -> Iterator[tuple[int, Fraction]]:
    for power in (2, 3, 4) if settings.quick else range(2, 9):
        for root in (Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)):
            yield power, root


def _moments(settings: Settings) -> Iterator[Case]:
    for power, root in _grid(settings):
        for law in family(power, root).values():
            moment = sum(w * abs(Fraction(str(x))) ** power for x, w in law)
            yield Case({"k": power, "delta": str(root**power)}, moment, 1)


MEAN_MOMENTS = Claim(
    "djw/mean/moments",
    "proof of Corollary 1, from below: the family",
    Kind.CONSTRUCTION,
    "mass delta at +-delta^(-1/k), else 0: E|X|^k = 1",
    FiniteCheck(r"E_v|X|^k=1", "k = 2, 3, 4 (full: to 8), delta = 1/10^k, 1/3^k, 1/2^k, (9/10)^k", _moments, "=="),
)


def _gaps(settings: Settings) -> Iterator[Case]:
    for power, root in _grid(settings):
        laws = family(power, root)
        yield Case({"k": power, "delta": str(root**power)}, laws[1].mean() - laws[-1].mean(), 2 * root ** (power - 1))


MEAN_SEPARATION = Claim(
    "djw/mean/separation",
    "proof of Corollary 1, from below: the means",
    Kind.IDENTITY,
    "the means are 2 delta^((k-1)/k) apart",
    FiniteCheck(
        r"\theta_1-\theta_{-1}=2\delta^{(k-1)/k}",
        "k = 2, 3, 4 (full: to 8), delta = 1/10^k, 1/3^k, 1/2^k, (9/10)^k",
        _gaps,
        "==",
    ),
)


def _distances(settings: Settings) -> Iterator[Case]:
    for power, root in _grid(settings):
        laws = family(power, root)
        yield Case({"k": power, "delta": str(root**power)}, total_variation(laws[1], laws[-1]), root**power)


MEAN_TV = Claim(
    "djw/mean/tv",
    "proof of Corollary 1, from below: the distance",
    Kind.IDENTITY,
    "the total variation is delta",
    FiniteCheck(
        r"\|P_1-P_{-1}\|_{TV}=\delta",
        "k = 2, 3, 4 (full: to 8), delta = 1/10^k, 1/3^k, 1/2^k, (9/10)^k",
        _distances,
        "==",
    ),
)
_number = real("N", above=0)
MEAN_LOWER = Claim(
    "djw/mean/lower",
    "proof of Corollary 1, from below: the choice of delta",
    Kind.LOWER_BOUND,
    "with delta = min{1, (32 n alpha^2)^(-1/2)} half of Proposition 1's bound is left",
    line(1 - sqrt(8 * _number) * Min(1, 1 / sqrt(32 * _number))).ge(Rational(1, 2)),
    note="N is n alpha^2. What is left is delta^(2(k-1)/k)/4, that is 1/4 of min{1, (32 n alpha^2)^(-(k-1)/k)}.",
)


def _spends(_: Settings) -> Iterator[Case]:
    """alpha times the exact multiple that the channel finds, beside alpha."""
    for width, alpha in ((1, Fraction(1, 2)), (Fraction(7, 2), Fraction(1)), (20, Fraction(3))):
        scale = 2 * width / alpha
        spent = LaplaceOnInterval(-width, width, scale, alpha).worst_loss().multiple()
        assert spent is not None
        yield Case({"T": str(width), "alpha": str(alpha)}, spent * alpha, alpha, left_again=2 * width / scale)


MEAN_PRIVACY = Claim(
    "djw/mean/privacy",
    "proof of Corollary 1, from above: the mechanism",
    Kind.PRIVACY,
    "Laplace noise of scale 2T/alpha on a number cut to [-T, T] spends alpha",
    FiniteCheck(
        r"\sup\log\frac{q(z\mid x)}{q(z\mid x')}=\alpha", "(T, alpha) = (1, 1/2), (7/2, 1), (20, 3)", _spends, "=="
    ),
)


def _cut_off(settings: Settings) -> Iterator[Case]:
    """The bias of the cut, by the means of the laws cut and not; second route: the excess of the far point."""
    for power, root in _grid(settings):
        for width in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5)):
            law = family(power, root)[1]
            cut = sum(w * min(Fraction(str(x)), width) for x, w in law)
            excess = root**power * max(1 / root - width, Fraction(0))
            bound = width ** (1 - power) / (power - 1)
            yield Case({"k": power, "root": str(root), "T": str(width)}, law.mean() - cut, bound, left_again=excess)


MEAN_BIAS = Claim(
    "djw/mean/bias",
    "proof of Corollary 1, from above: the bias",
    Kind.INEQUALITY,
    "what is cut off is at most T^(1-k)/(k-1)",
    FiniteCheck(
        r"|E_v[X]_T-E_vX|\le\frac{T^{1-k}}{k-1}",
        "k = 2, 3, 4 (full: to 8), delta = 1/10^k, 1/3^k, 1/2^k, (9/10)^k, T = 1, 3/2, 2, 5",
        _cut_off,
    ),
    note="Of the family above, which is the worst: (|x| - T)_+ is at most |x|^k times its value at the family's point.",
)
_width, _small = real("T", above=0), real("epsilon", above=0, most=1)
MEAN_VARIANCE = Claim(
    "djw/mean/variance",
    "proof of Corollary 1, from above: the variance",
    Kind.INEQUALITY,
    "T^2 + 8 T^2/alpha^2, that is at most 9 T^2/alpha^2 for alpha up to 1",
    line(_width**2 + 8 * _width**2 / _small**2).le(9 * _width**2 / _small**2),
)

_k, _T, _N = (Symbol(name, positive=True) for name in ("k", "T", "N"))
"""The order of the moment, the width of the truncation, and n alpha^2."""


_BIAS, _NOISE = _T ** (1 - _k) / (_k - 1), 9 * _T**2 / _N
_ERROR = _BIAS**2 + _NOISE
MEAN_UPPER = Claim(
    "djw/mean/upper",
    "proof of Corollary 1, from above: the choice of T",
    Kind.UPPER_RATE,
    "with T = (n alpha^2)^(1/(2k)) the error is (9 + 1/(k-1)^2)(n alpha^2)^(-(k-1)/k)",
    Identity(
        _ERROR.subs(_T, _N ** (1 / (2 * _k))),
        (9 + 1 / (_k - 1) ** 2) * _N ** (-(_k - 1) / _k),
        ((_N, "0", "oo"), (_k, "1", "oo")),
    ),
    note="N is n alpha^2, alpha at most 1.",
)

CLAIMS = (
    MEAN_MOMENTS,
    MEAN_SEPARATION,
    MEAN_TV,
    MEAN_LOWER,
    MEAN_PRIVACY,
    MEAN_BIAS,
    MEAN_VARIANCE,
    MEAN_UPPER,
)
