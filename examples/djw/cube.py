"""The mechanism on the l_inf ball: its constant, its mean, its privacy in odd and in even dimensions, its size."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb

from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Severity
from verify.kernel.statements.outcome import Settings

Signs = tuple[int, ...]


def _vertices(d: int) -> list[Signs]:
    return list(product((1, -1), repeat=d))


def inverse_constant(d: int) -> Fraction:
    """1/C_d as printed, for odd and for even d."""
    if d % 2:
        return Fraction(comb(d - 1, (d - 1) // 2), 2 ** (d - 1))
    return Fraction(comb(d - 1, d // 2)) / (2 ** (d - 1) + Fraction(comb(d, d // 2), 2))


def _constants(settings: Settings) -> Iterator[Case]:
    """The mean of z_1 where <z, 1> >= 0, by the number of agreements; second route: all z."""
    for d in range(1, 9 if settings.quick else 13):
        counts = [(j, comb(d, j)) for j in range(d + 1) if 2 * j >= d]
        mean = sum(Fraction(many * (2 * j - d), d) for j, many in counts) / sum(many for _, many in counts)
        near = [z for z in _vertices(d) if sum(z) >= 0]
        yield Case({"d": d}, mean, inverse_constant(d), left_again=Fraction(sum(z[0] for z in near), len(near)))


CUBE_CONSTANT = Claim(
    "djw/cube/constant",
    "the l_inf mechanism, 1/C_d",
    Kind.IDENTITY,
    "the mean of a coordinate of the messages on the near side",
    FiniteCheck(
        r"E[Z_1\mid\langle Z,x\rangle\ge0]=B\,x_1/(r\,C_d),\ \frac1{C_d}=\frac{\binom{d-1}{(d-1)/2}}{2^{d-1}}\ (d\text{ odd}),"
        r"\ \frac{\binom{d-1}{d/2}}{2^{d-1}+\frac12\binom d{d/2}}\ (d\text{ even})",
        "d up to 8 (full: 12)",
        _constants,
        "==",
    ),
)
Law = dict[Signs, Fraction]
Mechanism = Callable[[Signs, Fraction], Law]
_ODDS = (Fraction(5, 4), Fraction(2), Fraction(5))


def _inner(z: Signs, x: Signs) -> int:
    return sum(a * b for a, b in zip(z, x, strict=True))


def printed(x: Signs, t: Fraction) -> Law:
    """The law of the message's signs at a vertex: uniform where <z, x> >= 0 with probability t/(1 + t), else where <= 0."""
    near = [z for z in _vertices(len(x)) if _inner(z, x) >= 0]
    far = [z for z in _vertices(len(x)) if _inner(z, x) <= 0]
    law = dict.fromkeys(_vertices(len(x)), Fraction(0))
    for side, chance in ((near, t / (1 + t)), (far, 1 / (1 + t))):
        for z in side:
            law[z] += chance / len(side)
    return law


def printed_size(d: int, t: Fraction) -> Fraction:
    """B/r as printed."""
    return (t + 1) / (t - 1) / inverse_constant(d)


def _means(mechanism: Mechanism, size: Callable[[int, Fraction], Fraction]) -> Callable[[Settings], Iterator[Case]]:
    """The mean of a message's first coordinate, rounding included, beside x_1."""

    def cases(settings: Settings) -> Iterator[Case]:
        for d in range(1, 5 if settings.quick else 7):
            for x in ((Fraction(1, 2), Fraction(0), Fraction(-1), Fraction(2, 3), Fraction(-1, 4), Fraction(1))[:d],):
                for t in _ODDS:
                    mean = Fraction(0)
                    for v in _vertices(d):
                        chance = Fraction(1)
                        for a, b in zip(v, x, strict=True):
                            chance *= (1 + a * b) / 2
                        mean += chance * sum(w * z[0] for z, w in mechanism(v, t).items())
                    yield Case({"d": d, "e^alpha": str(t)}, size(d, t) * mean, x[0])

    return cases


CUBE_UNBIASED = Claim(
    "djw/cube/unbiased",
    "the l_inf mechanism: the mean of a message",
    Kind.IDENTITY,
    "the mean of a message is the vector",
    FiniteCheck(
        r"E[Z\mid x]=x,\ B=r\,C_d\,\frac{e^\alpha+1}{e^\alpha-1}",
        "d up to 4 (full: 6), e^alpha = 5/4, 2, 5; a vector each",
        _means(printed, printed_size),
        "==",
    ),
)


def _ratio(mechanism: Mechanism, d: int, t: Fraction) -> Fraction:
    """The worst ratio of a message's probabilities between two vertices; inputs inside are mixtures of vertices."""
    tables = [mechanism(x, t) for x in _vertices(d)]
    return max(max(law[z] for law in tables) / min(law[z] for law in tables) for z in _vertices(d))


def _ratios(mechanism: Mechanism, odd: bool) -> Callable[[Settings], Iterator[Case]]:
    def cases(settings: Settings) -> Iterator[Case]:
        for d in (1, 3, 5) if odd else range(1, 5 if settings.quick else 8):
            for t in _ODDS:
                yield Case({"d": d, "e^alpha": str(t)}, _ratio(mechanism, d, t), t)

    return cases


CUBE_PRIVACY_ODD = Claim(
    "djw/cube/privacy/odd",
    "the l_inf mechanism: privacy in odd dimensions",
    Kind.PRIVACY,
    "a message spends alpha, no less",
    FiniteCheck(
        r"\max_{x,x',z}\frac{q(z\mid x)}{q(z\mid x')}=e^\alpha",
        "d = 1, 3, 5, e^alpha = 5/4, 2, 5; all vertices and messages",
        _ratios(printed, odd=True),
        "==",
    ),
)


def mended(x: Signs, t: Fraction) -> Law:
    """The same with ties on one side alone, and the probability of that side in proportion to t times its size."""
    near = [z for z in _vertices(len(x)) if _inner(z, x) >= 0]
    far = [z for z in _vertices(len(x)) if _inner(z, x) < 0]
    whole = t * len(near) + len(far)
    return dict.fromkeys(near, t / whole) | dict.fromkeys(far, 1 / whole)


def mended_size(d: int, t: Fraction) -> Fraction:
    """B/r of the mended mechanism: (t N_+ + N_-)/((t - 1) binom(d-1, floor(d/2)))."""
    near = sum(comb(d, j) for j in range(d + 1) if 2 * j >= d)
    return (t * near + 2**d - near) / (t - 1) / comb(d - 1, d // 2)


def _no_larger(_: Settings) -> Iterator[Case]:
    for d, t in product(range(1, 65), _ODDS):
        yield Case({"d": d, "e^alpha": str(t)}, mended_size(d, t), printed_size(d, t))


CUBE_PRIVACY = Claim(
    "djw/cube/privacy",
    "the l_inf mechanism: privacy",
    Kind.PRIVACY,
    "a message spends alpha, in every dimension",
    FiniteCheck(
        r"\max_{x,x',z}\frac{q(z\mid x)}{q(z\mid x')}\le e^\alpha",
        "d up to 4 (full: 7), e^alpha = 5/4, 2, 5; all vertices and messages",
        _ratios(printed, odd=False),
    ),
    AllOf(
        "",
        {
            "privacy": FiniteCheck(
                r"\max_{x,x',z}\frac{q(z\mid x)}{q(z\mid x')}\le e^\alpha,\ P(T=1)=\frac{e^\alpha N_+}{e^\alpha N_++N_-}",
                "d up to 4 (full: 7), e^alpha = 5/4, 2, 5; all vertices and messages",
                _ratios(mended, odd=False),
            ),
            "the mean": FiniteCheck(
                r"E[Z\mid x]=x,\ B=r\,\frac{e^\alpha N_++N_-}{(e^\alpha-1)\binom{d-1}{\lfloor d/2\rfloor}}",
                "d up to 4 (full: 6), e^alpha = 5/4, 2, 5; a vector each",
                _means(mended, mended_size),
                "==",
            ),
            "the messages": FiniteCheck(
                r"B\text{ is at most as printed}", "d up to 64, e^alpha = 5/4, 2, 5", _no_larger
            ),
        },
    ),
    correction="in even dimensions the messages with <z, x> = 0 belong to both half cubes and are as likely as all of "
    "e^alpha/(1 + e^alpha) and 1/(1 + e^alpha) together: count them to one half alone, drawn with the probability "
    "e^alpha N_+/(e^alpha N_+ + N_-), N_+ and N_- the sizes of the halves, and change B",
    severity=Severity.PRIVACY,
    theorem="djw/cube/rate",
    note="Known in the field: what uses the mechanism mends it for even dimensions. The halves are both closed here, as "
    "C_d for even d has them. With the ties in one of them the probability e^alpha/(1 + e^alpha) is as wrong, since the halves "
    "differ in size; with the ties in neither, what one input never sends another does.",
)


def _ties(_: Settings) -> Iterator[Case]:
    """In even dimensions: a tie has the probability 1/N under its own input, and 1/(N (1 + t)) under another."""
    for d in (2, 4, 6):
        near = sum(comb(d, j) for j in range(d + 1) if 2 * j >= d)
        for t in _ODDS:
            tie, far = Fraction(1, near), Fraction(1, near) / (1 + t)
            yield Case({"d": d, "e^alpha": str(t)}, _ratio(printed, d, t), 1 + t, left_again=tie / far)


OWN_CUBE_TIES = Claim(
    "djw/own/cube/ties",
    "to the l_inf mechanism: even dimensions",
    Kind.PRIVACY,
    "what it spends in even dimensions: log(1 + e^alpha), exactly",
    corrected=FiniteCheck(
        r"\max_{x,x',z}\frac{q(z\mid x)}{q(z\mid x')}=1+e^\alpha", "d = 2, 4, 6, e^alpha = 5/4, 2, 5", _ties, "=="
    ),
    note="At least log 2, however small alpha is.",
)


def _squares(settings: Settings) -> Iterator[Case]:
    for d in range(1, 65 if settings.quick else 513):
        yield Case({"d": d}, 1 / inverse_constant(d) ** 2, Fraction(9 * d, 2))


CUBE_RATE = Claim(
    "djw/cube/rate",
    "the l_inf mechanism: the size of the messages",
    Kind.UPPER_RATE,
    "B is at most 3 sqrt(d/2) r (e^alpha + 1)/(e^alpha - 1)",
    FiniteCheck(r"C_d^2\le\tfrac92d", "d up to 64 (full: 512)", _squares),
    note="The paper has an unnamed constant. Equal at d = 2.",
)

CLAIMS = (
    CUBE_CONSTANT,
    CUBE_UNBIASED,
    CUBE_PRIVACY_ODD,
    CUBE_PRIVACY,
    OWN_CUBE_TIES,
    CUBE_RATE,
)
