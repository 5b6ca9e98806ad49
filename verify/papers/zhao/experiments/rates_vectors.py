"""Measurements for zhao Theorems 4, 5 and Remark 1: exponents in n, m, d, epsilon in every regime, and the switches.

Risks are exact. Data are independent signs (l_inf), or +-1 on the first axis (l_2, l_1), which Hadamard and Kashin
coefficients turn into signs times numbers. The claimed exponents are those of the paper's rates with all constants 1.
"""

from collections.abc import Callable, Iterator
from math import nextafter

import numpy as np
from flint import arb

from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.transforms.kashin import DenseFrame, HadamardFrame
from upperbounds.vectors import zhao
from verify.kernel.statements import Agreement, AllOf, Case, Comparison, FiniteCheck, Fit, Reading, Slopes
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.study.measuring.mean import FLOATS, enclosed
from verify.study.measuring.vectors import (
    FAR,
    Build,
    Cell,
    all_coefficients,
    coverage,
    grid,
    line_laws,
    on_axis,
    on_cube,
    rate_at,
    routes,
    spends,
)
from verify.study.risk import exact_vector_risk


def linf(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Algorithm 2 as corrected, D = 1."""
    return zhao.algorithm2(n, m, d, epsilon, 1.0)


_LINF, _BALL = rate_at(zhao.RATE), rate_at(zhao.L2_RATE)
_Measured = Callable[[Point, Settings], Reading]


def _private_in_7(point: Point) -> float:
    """The private term of (7) as a function of epsilon."""
    return point["epsilon"] ** -2


def _fits(axis: str, measure: _Measured, claimed: Callable[[Point], float], times: int) -> tuple[Fit, ...]:
    """High (epsilon < 1), medium (1 <= epsilon < d) and low privacy; `times` coordinates stand for each dimension."""
    high, medium, low = "epsilon < 1", "1 <= epsilon < d", "epsilon far above d ln n"
    far = 2000.0 * times**2
    shared = ("from the number of coordinates on, private term of (7)", (4.0 * times, 8.0 * times, 16.0 * times))
    table = {
        "n": (
            (high, grid(axis, (2e5, 8e5, 32e5), m=64, d=4, epsilon=0.8), claimed),
            (medium, grid(axis, (2e5, 8e5, 32e5), m=64, d=16, epsilon=3.5), claimed),
            (low, grid(axis, (16, 32, 64), (16, 32, 64, 128, 256), m=64, d=4, epsilon=far), claimed),
        ),
        "m": (
            (high, grid(axis, (16, 256, 4096), (16, 64, 256, 1024, 4096), n=4e5, d=4, epsilon=0.8), claimed),
            (medium, grid(axis, (16, 256, 4096), (16, 64, 256, 1024, 4096), n=4e5, d=16, epsilon=3.5), claimed),
            (low, grid(axis, (16, 64, 256), n=32, d=4, epsilon=far), claimed),
        ),
        "d": (
            (high, grid(axis, (2, 8, 32), (2, 4, 8, 16, 32), n=4e6, m=64, epsilon=0.8), claimed),
            (medium, grid(axis, (8, 32, 128), (8, 16, 32, 64, 128), n=4e6, m=64, epsilon=4.0), claimed),
            (low, grid(axis, (1, 2, 4), n=32, m=64, epsilon=far), claimed),
        ),
        "epsilon": (
            (high, grid(axis, (0.2, 0.4, 0.8), (0.2, 0.3, 0.4, 0.6, 0.8), n=4e6, m=64, d=4), claimed),
            (
                f"8 < {axis} < d",
                grid(axis, (8.5, 32.5, 128.5), (8.5, 16.5, 32.5, 64.5, 128.5), n=1e7, m=64, d=512),
                claimed,
            ),
            (shared[0], grid(axis, shared[1], n=4e3, m=64, d=4), _private_in_7),
            (low, grid(axis, (far, 2 * far, 4 * far), n=32, m=64, d=4), claimed),
        ),
    }
    return tuple(Fit(name, axis, points, measure, line) for name, points, line in table[axis])


_OVER = {
    "n": "n = 200,000 to 3,200,000 at (d, epsilon) = (4, 0.8), (16, 3.5); 16 to 64 (full: 256) at (4, 2,000)",
    "m": "m = 16 to 4,096 at (d, epsilon) = (4, 0.8), (16, 3.5); 16 to 256 at (4, 2,000)",
    "d": "d = 2 to 32 at epsilon = 0.8; 8 to 128 at 4; 1 to 4 at 2,000",
    "epsilon": "epsilon = 0.2 to 0.8; 8.5 to 128.5, no integers, at d = 512; d to 4d; 2,000 to 8,000 at d = 4",
}
_OVER_KASHIN = {
    "n": _OVER["n"].replace("2,000", "8,000"),
    "m": _OVER["m"].replace("2,000", "8,000"),
    "d": _OVER["d"].replace("2,000", "8,000"),
    "epsilon": "epsilon = 0.2 to 0.8; 8.5 to 128.5, no integers, at d = 512; 2d to 8d; 8,000 to 32,000 at d = 4",
}
_WHOLE = (
    " Below epsilon = 8 it shows that a user answers for a whole number of coordinates: from 2.5 to 16.5 the exponent is "
    "-0.86, and no power law is claimed there."
)
_LETTER = {"n": "n", "m": "m", "d": "d", "epsilon": r"\varepsilon"}


def _slopes(
    ball: str, where: str, measure: _Measured, claimed: Callable[[Point], float], times: int, note: str
) -> Iterator[Claim]:
    for axis, over in (_OVER if times == 1 else _OVER_KASHIN).items():
        yield Claim(
            f"zhao/own/vectors/{ball}/{axis}",
            f"ours, for {where}",
            Kind.EXPERIMENT,
            f"the exponent in {axis} in every regime, {ball}",
            corrected=Slopes(
                rf"\text{{exponent of the risk in }} {_LETTER[axis]} \text{{ is that of the rate}}",
                _fits(axis, measure, claimed, times),
                over,
            ),
            note=note + (_WHOLE if axis == "epsilon" else ""),
        )


def l1(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Remark 1: Hadamard coefficients, D = 1."""
    return zhao.through_hadamard(n, m, d, epsilon, 1.0)


def l2(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Theorem 5: Kashin coefficients of a frame drawn once, D = 1."""
    return zhao.through_kashin(n, m, epsilon, 1.0, HadamardFrame.draw(d, np.random.default_rng(0)))


def _jumps(build: Build, places: tuple[Cell, ...]) -> Iterator[tuple[Cell, arb]]:
    """The exact risk just below an epsilon over that at it, for signs with mean 0."""
    measure = on_cube(build)
    for n, m, d, epsilon in places:
        point = {"n": n, "m": m, "d": d}
        below, at = (measure({**point, "epsilon": e}, Settings()) for e in (epsilon * (1 - 2.0**-40), epsilon))
        yield (n, m, d, epsilon), enclosed(below.value, below.error) / enclosed(at.value, at.error)


def switches(settings: Settings) -> Iterator[Case]:
    """At 1, 2, an integer, d and d ln n: how much the risk moves."""
    n, d = 4096, 4
    places = ((200_000, 64, d, 1.0), (200_000, 64, d, 2.0), (200_000, 64, 8, 5.0), (n, 64, d, 4.0))
    for (users, m, size, epsilon), ratio in _jumps(linf, (*places, (n, 64, d, d * float(np.log(n))))):
        at = {"n": users, "m": m, "d": size, "epsilon": epsilon}
        yield Case(at | {"side": "risk below over risk at it"}, ratio, 4)
        yield Case(at | {"side": "risk at it over risk below"}, 1 / ratio, 4)


OWN_VECTORS_SWITCHES = Claim(
    "zhao/own/vectors/switches",
    "ours, for Algorithm 2",
    Kind.EXPERIMENT,
    "the risk does not jump where the regimes meet",
    corrected=FiniteCheck(
        r"\tfrac14\le R(\varepsilon^-)/R(\varepsilon)\le4 \text{ at } "
        r"\varepsilon=1,2,5,d,d\ln n",
        "epsilon = 1, 2, 5, d, d ln n, d = 4 and 8, n = 4,096 and 200,000, m = 64",
        switches,
        granted=FLOATS,
    ),
    note="The plan as printed jumps by ln(n)^2 at d ln n (zhao/eq6). At epsilon = 2 the corrected plan's risk "
    "doubles: two coordinates at budget 1 in place of one at budget 2. In general a switch halves the "
    "number of groups at most, and the squared budget of a coordinate falls by 4 at most.",
)


_PLANS: dict[str, Build] = {"zhao-algorithm2": linf, "zhao-hadamard": l1, "zhao-kashin": l2}
_CELLS: tuple[Cell, ...] = ((200, 25, 10, 0.5), (200, 25, 10, 2.5), (203, 25, 10, 3.0), (200, 25, 10, 41.5))
_MORE: tuple[Cell, ...] = (
    *((200, 25, 10, e) for e in (1.0, nextafter(1.0, 0), 9.99, 10.0, 10.5, 22.9, 53.0)),
    *((101, 25, 3, e) for e in (0.9, 1.0, 1.5, 2.0, 2.9, 3.0, 13.8, 14.0)),
)


def _cells(settings: Settings) -> tuple[Cell, ...]:
    return _CELLS if settings.quick else (*_CELLS, *_MORE)


def _spends(settings: Settings) -> Iterator[Case]:
    return spends(_PLANS, _cells(settings), by_ones=False)


def _coverage(settings: Settings) -> Iterator[Case]:
    return coverage(_PLANS, _cells(settings))


OWN_VECTORS_PLANS = Claim(
    "zhao/own/vectors/plans",
    "ours, for Algorithm 2, Theorem 5 and Remark 1",
    Kind.PRIVACY,
    "all of epsilon is spent and no more, and every coordinate is answered",
    corrected=AllOf(
        r"\text{spend}=\varepsilon,\ \text{every coordinate by } \lfloor n/2g\rfloor \text{ users of "
        r"each half}",
        {
            "spend": FiniteCheck(
                r"\text{spend}=\varepsilon",
                "n = 200, 203, d = 10, epsilon = 0.5, 2.5, 3, 41.5 (full: 15 more, the switches included)",
                _spends,
            ),
            "every coordinate": FiniteCheck(
                r"\text{coordinates that are answered}=\text{coordinates}", "the same", _coverage, sense="=="
            ),
        },
    ),
)


def _along_a_row(settings: Settings) -> Iterator[Case]:
    """Exact risk for X = +-x along the longest row of a frame, next to the explicit bound."""
    for d in (16,) if settings.quick else (8, 16, 32):
        frame = DenseFrame.draw(d, np.random.default_rng(1))
        row = frame.matrix[int(np.argmax(np.linalg.norm(frame.matrix, axis=1)))]
        n, m, epsilon = 10**8, 4096, 0.9
        plan = zhao.through_kashin(n, m, epsilon, 1.0, frame)
        risk = exact_vector_risk(plan, line_laws(plan, FAR, row / np.linalg.norm(row)))
        bound = zhao.kashin_bound(n, m, epsilon, 1.0, frame)
        at = {"n": n, "m": m, "d": d, "epsilon": epsilon, "row": float(np.linalg.norm(row))}
        yield Case(at, enclosed(risk.value, risk.error), enclosed(bound.value))


OWN_VECTORS_KASHIN_ROW = Claim(
    "zhao/own/vectors/kashin-row",
    "ours, for Theorem 5",
    Kind.EXPERIMENT,
    "the risk along the longest row of the frame",
    corrected=FiniteCheck(
        r"X=\pm u_i/\|u_i\|,\ \|u_i\|\ge1/\sqrt2:\ R\le U(n,m,d,\varepsilon)",
        "frames of 2d rows, d = 16 (full: 8, 16, 32), n = 10^8, m = 4,096, epsilon = 0.9, mean 0.9 x",
        _along_a_row,
        granted=FLOATS,
    ),
    note="There Ux has an entry of at least 1/sqrt(2), beyond K/sqrt(d): with Ux in place of Kashin coefficients "
    "the mean is clipped away.",
)


def _routes(settings: Settings) -> Iterator[Comparison]:
    yield from routes(linf, (((60, 16, 5, 2.5), None),), settings, 40)
    yield from routes(l1, (((64, 16, 4, 5.0), np.eye(4)[0]),), settings, 41)
    yield from routes(l2, (((64, 16, 3, 1.5), np.array([0.6, 0.0, 0.8])),), settings, 42)


OWN_VECTORS_ROUTES = Claim(
    "zhao/own/vectors/routes",
    "ours, for Algorithm 2, Theorem 5 and Remark 1",
    Kind.EXPERIMENT,
    "exact risk, Monte Carlo on aggregates and user by user agree",
    corrected=Agreement(
        r"R_{\text{exact}}=R_{\text{aggregates}}=R_{\text{per user}}",
        "(n, m, d, epsilon) = (60, 16, 5, 2.5) on the cube, (64, 16, 4, 5) Hadamard, (64, 16, 3, 1.5) Kashin",
        _routes,
        "a halved noise scale",
    ),
)

CLAIMS = (
    *_slopes(
        "linf",
        "Theorem 4, (8)",
        on_cube(linf),
        _LINF,
        1,
        "Independent signs; the largest risk of means 0, a bin's edge and (full) 0.9. Between d and d ln n the corrected plan's risk "
        "falls with epsilon^-2, as (7) says; the private term outweighs the other up to some 100 d.",
    ),
    *_slopes(
        "l1",
        "Remark 1 with (9)",
        on_axis(l1),
        _BALL,
        1,
        "Data +-1 on the first axis: Hadamard coefficients +-1/sqrt(d).",
    ),
    *_slopes(
        "l2",
        "Theorem 5, (9)",
        all_coefficients(l2),
        _BALL,
        2,
        "Data +-1 on the first axis; the squared error of all Kashin coefficients, which that of the vector is at most.",
    ),
    OWN_VECTORS_SWITCHES,
    OWN_VECTORS_PLANS,
    OWN_VECTORS_KASHIN_ROW,
    OWN_VECTORS_ROUTES,
)
