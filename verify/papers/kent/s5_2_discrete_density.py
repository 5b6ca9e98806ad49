"""kent Section 5.2, the sketch for discrete densities: a packing by construction, its count and its rate."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from sympy import Integer, exp, gamma, oo

from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_DELTA, _R, _Y, _N = sympy.symbols("Delta r y N", positive=True)
_W = sympy.Symbol("w", nonnegative=True)
_STEP, _EXTRA = Variable(_DELTA, Integer(0), oo, open_lower=True), Variable(_W, Integer(0), oo)
_K, _M = sympy.symbols("K M", positive=True)
_ONE = Variable(_W, Integer(0), Integer(1))


def _simplex(parts: int, outcomes: int) -> list[tuple[int, ...]]:
    return [x for x in product(range(parts + 1), repeat=outcomes) if sum(x) == parts]


def _close(_: Settings) -> Iterator[Case]:
    """The least squared distance of two points of V beside (2 Delta)^2."""
    for parts, outcomes in ((2, 2), (3, 3)):
        points = _simplex(parts, outcomes)
        least = min(
            sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) for i, p in enumerate(points) for q in points[:i]
        )
        yield Case(
            {"N": outcomes, "Delta": f"1/{parts}"},
            Fraction(least, parts**2),
            Fraction(4, parts**2),
            left_again=Fraction(2, parts**2),
        )


def _count(_: Settings) -> Iterator[Case]:
    """The number of points of V beside the printed binomial coefficient."""
    for parts, outcomes in ((2, 2), (4, 3)):
        yield Case(
            {"N": outcomes, "Delta": f"1/{parts}"},
            len(_simplex(parts, outcomes)),
            comb(parts - 1, outcomes - 1),
            left_again=comb(parts + outcomes - 1, outcomes - 1),
        )


def _exactly(_: Settings) -> Iterator[Case]:
    for outcomes in (2, 3, 4):
        for parts in (2, 3, 5, 8):
            told = {"N": outcomes, "Delta": f"1/{parts}"}
            yield Case(told, len(_simplex(parts, outcomes)), comb(parts + outcomes - 1, outcomes - 1))


def _counted(_: Settings) -> Iterator[Case]:
    for outcomes in (2, 3, 4):
        for parts in (2, 3, 5, 8):
            told = {"N": outcomes, "Delta": f"1/{parts}"}
            yield Case(told, Fraction(parts - 1, outcomes - 1) ** (outcomes - 1), len(_simplex(parts, outcomes)))


def _apart(_: Settings) -> Iterator[Case]:
    """2 Delta^2 and 2 Delta beside the least squared distance and the least l1 distance, all pairs of grid densities."""
    for outcomes in (2, 3, 4):
        for parts in (2, 3, 5):
            points = _simplex(parts, outcomes)
            gaps = [[abs(a - b) for a, b in zip(p, q, strict=True)] for i, p in enumerate(points) for q in points[:i]]
            told = {"N": outcomes, "Delta": f"1/{parts}"}
            least = min(sum(g * g for g in gap) for gap in gaps)
            yield Case(told | {"norm": "l2, squared"}, Fraction(2, parts**2), Fraction(least, parts**2))
            yield Case(told | {"norm": "l1"}, Fraction(2, parts), Fraction(min(sum(gap) for gap in gaps), parts))


CLAIMS = (
    Claim(
        "kent/sec5.2/separation",
        "Section 5.2, the sketch for discrete densities",
        Kind.CONSTRUCTION,
        "the separation of the grid of densities",
        FiniteCheck(
            r"\|p-p'\|_2^2\ge(2\Delta)^2,\ p\ne p'\in\mathcal V", "(N, Delta) = (2, 1/2), (3, 1/3)", _close, ">="
        ),
        Derived(
            r"\|p-p'\|_2\ge\sqrt2\Delta,\ \|p-p'\|_1\ge2\Delta,\ p\ne p'\in\mathcal V",
            (),
            AllOf(
                r"\text{a co-ordinate differs by }x\ge\Delta,\text{ the others by }x\text{ in sum}",
                (
                    (
                        "one co-ordinate and another, y = x - u",
                        at_most(2 * _DELTA**2, _DELTA**2 + (_DELTA + _W) ** 2, _STEP, _EXTRA),
                    ),
                    ("in sum", at_most(2 * _DELTA, _DELTA + (_DELTA + _W), _STEP, _EXTRA)),
                ),
            ),
            (),
            (
                (
                    "all pairs",
                    FiniteCheck(
                        r"\|p-p'\|_2^2\ge2\Delta^2,\ \|p-p'\|_1\ge2\Delta", "N = 2, 3, 4; 1/Delta = 2, 3, 5", _apart
                    ),
                ),
            ),
        ),
        correction="sqrt(2) Delta in the Euclidean norm; 2 Delta holds in the l1 norm",
        severity=Severity.CONSTANT,
        theorem="kent/sec5.2",
    ),
    Claim(
        "kent/sec5.2/count",
        "Section 5.2, the sketch for discrete densities",
        Kind.IDENTITY,
        "the number of grid densities",
        FiniteCheck(r"|\mathcal V|=\tbinom{1/\Delta-1}{N-1}", "(N, Delta) = (2, 1/2), (3, 1/4)", _count, "=="),
        Derived(
            r"|\mathcal V|=\tbinom{1/\Delta+N-1}{N-1}\ge\Big(\frac{1/\Delta-1}{N-1}\Big)^{N-1}",
            (),
            AllOf(
                r"|\mathcal V_{N,K}|=|\mathcal V_{N-1,K}|+|\mathcal V_{N,K-1}|,\ K=\tfrac1\Delta",
                (
                    (
                        "Pascal: the first entry is 0, or can be lowered by one",
                        Identity(
                            gamma(_K + _N - 1) / (gamma(_K + 1) * gamma(_N - 1))
                            + gamma(_K + _N - 1) / (gamma(_K) * gamma(_N)),
                            gamma(_K + _N) / (gamma(_K + 1) * gamma(_N)),
                            ((_K, "1", "oo"), (_N, "2", "oo")),
                        ),
                    ),
                    (
                        "factor by factor, (K + i)/i >= (K - 1)/(N - 1), i = w (N - 1) with M = N - 1",
                        at_most(
                            _W * (_K - 1),
                            _K + _W * _M,
                            _ONE,
                            Variable(_K, Integer(1), oo),
                            Variable(_M, Integer(1), oo),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "all points",
                    FiniteCheck(
                        r"|\mathcal V|=\tbinom{1/\Delta+N-1}{N-1}",
                        "N = 2, 3, 4; 1/Delta = 2, 3, 5, 8, enumerated",
                        _exactly,
                        "==",
                    ),
                ),
                (
                    "the printed lower bound",
                    FiniteCheck(r"|\mathcal V|\ge\cdots", "N = 2, 3, 4; 1/Delta = 2, 3, 5, 8, enumerated", _counted),
                ),
            ),
        ),
        correction="zero entries are allowed, so |V| = C(1/Delta + N - 1, N - 1); the printed number counts densities without zeros. The lower bound "
        "that is used holds",
        severity=Severity.CONSTANT,
        theorem="kent/sec5.2",
    ),
    Claim(
        "kent/sec5.2/rate",
        "Section 5.2, the sketch for discrete densities, the last display",
        Kind.RATE_ALGEBRA,
        "the exponent of the lower bound",
        UpToConstant(
            exp(-_Y) / (_N - 1) ** 2,
            (1 + (_N - 1) * exp(_Y)) ** (-2),
            (Variable(_Y, Integer(0), oo, open_lower=True), Variable(_N, Integer(2), oo)),
            family=((_N, Integer(2)), (_Y, _R)),
            along=_R,
            text=r"\{1+(N-1)e^y\}^{-2}\gtrsim\tfrac1{(N-1)^2}e^{-y},\ y=\tfrac{24n\alpha^2+2\log2}{N-1}",
        ),
        AllOf(
            r"\{1+(N-1)e^y\}^{-2}\ge N^{-2}e^{-2y}",
            (
                ("1 <= e^y", at_most(Integer(1), exp(_Y), Variable(_Y, Integer(0), oo, open_lower=True))),
                ("the square", Identity((_N * exp(_Y)) ** (-2), exp(-2 * _Y) / _N**2)),
            ),
        ),
        correction="the exponent is doubled by the square: e^(-2y); the rate e^(-cn alpha^2/(N-1)) stands with another c",
        severity=Severity.CONSTANT,
        theorem="kent/sec5.2/rate",
    ),
    Claim(
        "kent/sec5.2",
        "Section 5.2, the sketch for discrete densities",
        Kind.CONSTRUCTION,
        "a packing of the discrete densities",
        Whole(
            r"\mathcal V\text{ is }2\Delta\text{-separated, }|\mathcal V|=\tbinom{1/\Delta-1}{N-1}",
            ("kent/sec5.2/separation", "kent/sec5.2/count", "kent/sec5.2/rate"),
        ),
        Whole(
            r"\mathcal V\text{ is }\sqrt2\Delta\text{-separated, }|\mathcal V|=\tbinom{1/\Delta+N-1}{N-1}",
            ("kent/sec5.2/separation", "kent/sec5.2/count", "kent/sec5.2/rate"),
            as_corrected=True,
        ),
        correction="the separation, the count and the exponent",
        severity=Severity.CONSTANT,
        theorem="kent/sec5.2",
    ),
)
