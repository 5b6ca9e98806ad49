"""Measurements for kent Theorem 6: exponents in n, T, d, alpha in every regime, sandwiches, plans and routes.

Risks are exact for independent signs (l_inf) and for +-1 on the first axis (l_2), which a rotation turns into signs
times 1/sqrt(d), and by a grid for points of the sphere. The claimed exponents are those of Theorem 6.
"""

from collections.abc import Callable, Iterator
from math import exp

import numpy as np

from lowerbounds.methods import assouad
from upperbounds.mean.kent import K_HIGH_PRIVACY
from upperbounds.protocols import aggregate
from upperbounds.protocols.coordinate_laws import SphereCoordinate
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import baselines, kent
from verify.kernel.statements import Agreement, AllOf, Case, Comparison, FiniteCheck, Fit, Reading, Slopes
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.experiments.sweep_vectors import SphereMean, on_sphere
from verify.sample_mean import mean_of_squares
from verify.study.measuring.mean import FLOATS, enclosed
from verify.study.measuring.vectors import (
    FAR,
    Build,
    Cell,
    Contestant,
    axes_prior,
    axis,
    coverage,
    cube_laws,
    cube_prior,
    grid,
    line_laws,
    on_axis,
    on_cube,
    plan_at,
    rate_at,
    routes,
    sandwich,
    spends,
)
from verify.study.risk import SignLaw, stream, unseen_loss


def linf(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Algorithm 12 as corrected, printed constants."""
    return kent.algorithm12(n, m, d, epsilon, 1.0)


_Measured = Callable[[Point, Settings], Reading]


_CUBE, _BALL = rate_at(kent.RATE), rate_at(kent.L2_RATE)
"""The rates of Theorem 6; where risks are measured its exponential term is nothing."""


def _beyond(point: Point) -> float:
    """The same at T* = exp(n alpha^2/(K d)): nothing moves with T any more."""
    return _CUBE(point | {"m": exp(point["n"] * point["epsilon"] ** 2 / (K_HIGH_PRIVACY * point["d"]))})


def _noise(point: Point) -> float:
    """The noise from alpha = d on: (12 Delta d/alpha)^2."""
    return point["epsilon"] ** -2


def _linf_fits(name: str, measure: _Measured) -> tuple[Fit, ...]:
    claimed = _CUBE
    high, medium, low = "alpha <= 1", "1 < alpha <= d", "alpha far above d"
    table = {
        "n": (
            (high, grid(name, (1e6, 4e6, 16e6), m=64, d=4, epsilon=0.8), claimed),
            (medium, grid(name, (1e6, 4e6, 16e6), m=64, d=16, epsilon=3.5), claimed),
            (low, grid(name, (200, 400, 800), m=256, d=4, epsilon=4000.0), claimed),
        ),
        "m": (
            (high, grid(name, (64, 512, 4096), n=2e6, d=4, epsilon=0.8), claimed),
            (medium, grid(name, (64, 512, 4096), n=4e5, d=16, epsilon=3.5), claimed),
            (low, grid(name, (64, 256, 1024), n=200, d=4, epsilon=4000.0), claimed),
            ("alpha <= 1, T > T*", grid(name, (1e4, 1e6, 1e8), n=3e5, d=4, epsilon=0.7), _beyond),
        ),
        "d": (
            (high, grid(name, (2, 8, 32), (2, 4, 8, 16, 32), n=2e7, m=64, epsilon=0.8), claimed),
            (medium, grid(name, (8, 32, 128), (8, 16, 32, 64, 128), n=4e6, m=64, epsilon=4.0), claimed),
            (low, grid(name, (2, 4, 8), n=200, m=256, epsilon=6000.0), claimed),
        ),
        "epsilon": (
            (high, grid(name, (0.2, 0.4, 0.8), (0.2, 0.3, 0.4, 0.6, 0.8), n=2e7, m=64, d=4), claimed),
            (
                "8 < alpha <= d",
                grid(name, (8.5, 32.5, 128.5), (8.5, 16.5, 32.5, 64.5, 128.5), n=1e8, m=64, d=512),
                claimed,
            ),
            ("d < alpha <= 4d, noise", grid(name, (5.0, 9.0, 17.0), n=4e3, m=256, d=4), _noise),
            (low, grid(name, (4000.0, 8000.0, 16000.0), n=200, m=256, d=4), claimed),
        ),
    }
    return tuple(Fit(regime, name, points, measure, line) for regime, points, line in table[name])


_LETTER = {"n": "n", "m": "T", "d": "d", "epsilon": r"\alpha"}


def _slopes(ball: str, name: str, fits: tuple[Fit, ...], over: str, note: str) -> Claim:
    return Claim(
        f"kent/own/vectors/{ball}/{name}",
        f"ours, for Theorem 6 ({'i' if ball == 'linf' else 'ii'})",
        Kind.EXPERIMENT,
        f"the exponent in {name} in every regime, {ball}",
        corrected=Slopes(
            rf"\text{{exponent of the risk in }} {_LETTER[name]} \text{{ is that of the rate}}", fits, over
        ),
        note=note,
    )


_LINF_NOTE = "Independent signs; the largest risk of means 0, a bin's edge and (full) 0.9. Printed constants, floor(alpha) folds."
_NOISE_NOTE = (
    " From d to 4d the messages' noise is above the rate's own term, and its exponent -2 is what is compared. Below alpha = 8 it "
    "shows that there is a whole number of folds: from 2.5 to 16.5 the exponent is -1.04, and no power law is claimed there."
)


def _rotation(d: int) -> RandomRotation:
    return RandomRotation.draw(d, np.random.default_rng(0))


def _l2(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Algorithm 13 as corrected, a rotation drawn once."""
    return kent.algorithm13(n, m, epsilon, 1.0, _rotation(d))


def _l2_fits(name: str, measure: _Measured) -> tuple[Fit, ...]:
    """The bins of (34) are narrower than the ball from T d of some 8 log(n T alpha^2)^2 on: hence the large T."""
    claimed, many, most = _BALL, 2.0**18, 2.0**22
    high, medium, low = "alpha <= 1", "1 < alpha <= d", "alpha far above d"
    table = {
        "n": (
            (high, grid(name, (1e6, 4e6, 16e6), m=many, d=4, epsilon=0.8), claimed),
            (medium, grid(name, (2e6, 8e6, 32e6), m=many, d=16, epsilon=3.5), claimed),
            (low, grid(name, (100, 200, 400), m=most, d=4, epsilon=40_000.0), claimed),
        ),
        "m": (
            (high, grid(name, (2.0**14, 2.0**17, 2.0**20), n=4e6, d=4, epsilon=0.8), claimed),
            (medium, grid(name, (2.0**14, 2.0**17, 2.0**20), n=4e6, d=16, epsilon=3.5), claimed),
            (low, grid(name, (2.0**20, 2.0**22, 2.0**24), n=200, d=4, epsilon=40_000.0), claimed),
        ),
        "d": (
            (high, grid(name, (2, 8, 32), (2, 4, 8, 16, 32), n=4e7, m=many, epsilon=0.8), claimed),
            (medium, grid(name, (8, 32, 128), (8, 16, 32, 64, 128), n=1e8, m=many, epsilon=4.0), claimed),
            (low, grid(name, (2, 4, 8), n=200, m=most, epsilon=80_000.0), claimed),
        ),
        "epsilon": (
            (high, grid(name, (0.2, 0.4, 0.8), (0.2, 0.3, 0.4, 0.6, 0.8), n=4e7, m=many, d=4), claimed),
            (
                "8 < alpha <= d",
                grid(name, (8.5, 32.5, 128.5), (8.5, 16.5, 32.5, 64.5, 128.5), n=1e9, m=many, d=512),
                claimed,
            ),
            ("d < alpha <= 4d, noise", grid(name, (5.0, 9.0, 17.0), n=2e4, m=many, d=4), _noise),
            (low, grid(name, (40_000.0, 80_000.0, 160_000.0), n=200, m=most, d=4), claimed),
        ),
    }
    return tuple(Fit(regime, name, points, measure, line) for regime, points, line in table[name])


_L2_NOTE = "Data +-1 on the first axis, mean 0 and (full) the larger of 0 and 0.9, one rotation, C = 8 in (34). Without 1/d in Delta^2, as Algorithm 13 prints it, it grows with d^2."


def tuned_l2(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Algorithm 13 as corrected at the tuned width, a rotation drawn once."""
    return kent.tuned_rotated(n, m, epsilon, 1.0, _rotation(d))


def _on_sphere(build: Build) -> _Measured:
    """The risk for uniform points of the sphere, whose coordinates have one law, rotated or not."""

    def measure(point: Point, settings: Settings) -> Reading:
        plan = plan_at(build, point)
        found = on_sphere(plan.each, plan.dimension)
        return Reading(found.value, found.error)

    return measure


def _sphere_fits(measure: _Measured) -> tuple[Fit, ...]:
    """Points at which localisation hardly ever fails, by the exact law of the winner."""

    def ball(point: Point) -> float:
        """d log(nTz/d)/(nTz): the tuned width has one logarithm only."""
        return _CUBE(point) / point["d"]

    def dimensions(settings: Settings) -> list[Point]:
        """More users for the larger dimensions, where fewer answer for a coordinate."""
        some, more = (
            grid("d", (8, 12, 16), n=2048, m=128, epsilon=8.0),
            grid("d", (8, 16, 32), n=4096, m=128, epsilon=8.0),
        )
        return some(settings) if settings.quick else more(settings)

    medium = "1 < alpha <= d"
    return (
        Fit(
            medium, "n", grid("n", (1024, 1448, 2048), (1024, 2048, 4096, 8192), m=128, d=8, epsilon=8.0), measure, ball
        ),
        Fit(medium, "m", grid("m", (64, 181, 512), (64, 128, 256, 512), n=1024, d=8, epsilon=8.0), measure, ball),
        Fit(medium, "d", dimensions, measure, ball),
        Fit(medium, "epsilon", grid("epsilon", (4.0, 6.0, 8.0), (4.0, 8.0, 16.0), n=3072, m=128, d=16), measure, ball),
        Fit("alpha > d", "n", grid("n", (128, 362, 1024), m=128, d=8, epsilon=100.0), measure, _parametric),
    )


def _parametric(point: Point) -> float:
    """1/(nT), times a constant: data and noise at budget alpha/d."""
    return 1 / (point["n"] * point["m"])


OWN_VECTORS_SPHERE = Claim(
    "kent/own/vectors/sphere",
    "ours, for Theorem 6 (ii)",
    Kind.EXPERIMENT,
    "exponents for points of the sphere, tuned width",
    corrected=Slopes(
        r"\text{exponents in } n,T,d,\alpha \text{ are those of } d\log(nTz/d)/(nTz)\ (\alpha\le d),\ 1/(nT)\ (\alpha>d)",
        _sphere_fits(_on_sphere(tuned_l2)),
        "n = 128 to 2,048, T = 64 to 512, d = 8 to 16, alpha = 4 to 8 and 100 (full: n to 8,192, d to 32, alpha to 16); risks within ten times the change from a coarser grid",
    ),
    note="By the law of a coordinate's user mean on a grid; kent/own/vectors/routes compares such a risk with Monte Carlo.",
)


def _tuned(n: int, m: int, d: int, epsilon: float) -> CoordinatePlan:
    """Algorithm 12 as corrected at the tuned width."""
    return kent.tuned(n, m, d, epsilon, 1.0)


def _cube(plan: CoordinatePlan) -> dict[str, list[SignLaw]]:
    return {f"signs, mean {share:g}": cube_laws(plan, share) for share in (0.0, FAR)}


_LINF = (
    Contestant("kent-algorithm12", linf, lambda n, m, d, e: kent.bound(n, m, d, e, 1.0), _cube, cube_prior),
    Contestant("kent-tuned", _tuned, lambda n, m, d, e: kent.tuned_bound(n, m, d, e, 1.0), _cube, cube_prior),
)


def _sandwich_linf(settings: Settings) -> Iterator[Case]:
    cells: list[Cell] = [(4_000_000, 1024, 8, 0.7)]
    if not settings.quick:
        cells += [(1_000_000, 64, 16, 3.5), (200_000, 64, 4, 1.0), (20_000, 1024, 4, 16.0), (200, 64, 4, 2000.0)]
    return sandwich("mean-linf", _LINF, assouad.signs_bound, cells)


OWN_VECTORS_SANDWICH_LINF = Claim(
    "kent/own/vectors/sandwich/linf",
    "ours, for Theorem 6 (i)",
    Kind.EXPERIMENT,
    "lower bound <= exact risk <= explicit bound",
    corrected=FiniteCheck(
        r"L(n,T,d,\alpha)\le\max_PR(\hat\theta;P)\le U(n,T,d,\alpha),\ L_{\text{hard}}\le\mathbb E_vR(\hat\theta;P_v)",
        "(n, T, d, alpha) = (4,000,000, 1,024, 8, 0.7) (full: four more); Algorithm 12 and the tuned width; U where it is not vacuous",
        _sandwich_linf,
        granted=FLOATS,
    ),
)


def _axis(plan: CoordinatePlan) -> dict[str, list[SignLaw]]:
    return {f"+-1 on an axis, mean {share:g}": line_laws(plan, share, axis(plan.dimension)) for share in (0.0, FAR)}


_L2 = (
    Contestant("kent-algorithm13", _l2, lambda n, m, d, e: kent.l2_bound(n, m, d, e, 1.0), _axis, axes_prior),
    Contestant(
        "kent-tuned-rotated", tuned_l2, lambda n, m, d, e: kent.tuned_l2_bound(n, m, d, e, 1.0), _axis, axes_prior
    ),
)


def _sandwich_l2(settings: Settings) -> Iterator[Case]:
    cells: list[Cell] = [(2_000_000, 2**20, 16, 3.5)]
    if not settings.quick:
        cells += [(4_000_000, 1024, 8, 0.7), (500_000, 2**16, 4, 1.0), (20_000, 2**16, 4, 16.0), (100, 1024, 4, 4000.0)]
    yield from sandwich("mean-l2", _L2, assouad.axes_bound, cells)
    for n, m, d, epsilon in cells:
        lower = assouad.axes_bound(n, m, d, epsilon)
        risk = baselines.duchi_risk(n, m, d, epsilon, 1.0, "semi-user")
        at = {"n": n, "m": m, "d": d, "epsilon": epsilon, "estimator": "duchi-semi-user"}
        yield Case(at | {"side": "lower bound <= risk at mean 0"}, enclosed(lower.value), enclosed(risk))


OWN_VECTORS_SANDWICH_L2 = Claim(
    "kent/own/vectors/sandwich/l2",
    "ours, for Theorem 6 (ii)",
    Kind.EXPERIMENT,
    "lower bound <= exact risk <= explicit bound",
    corrected=FiniteCheck(
        r"L(n,T,d,\alpha)\le\max_PR(\hat\theta;P)\le U(n,T,d,\alpha),\ L_{\text{hard}}\le\mathbb E_vR(\hat\theta;P_v)",
        "(n, T, d, alpha) = (2,000,000, 2^20, 16, 3.5) (full: four more); Algorithm 13, the "
        "tuned width, Duchi et al. on user means (L alone); U where it is not vacuous",
        _sandwich_l2,
        granted=FLOATS,
    ),
    note="The explicit bound is an average over rotations, the risk that of one: on an axis a rotation changes signs only.",
)


_PLANS: dict[str, Build] = {
    "kent-algorithm12": linf,
    "kent-tuned": _tuned,
    "kent-algorithm13": _l2,
    "kent-tuned-rotated": tuned_l2,
}
_CELLS: tuple[Cell, ...] = ((200, 25, 10, 0.5), (200, 25, 10, 2.5), (203, 25, 10, 3.0), (200, 25, 10, 41.5))
_MORE: tuple[Cell, ...] = (
    *((200, 25, 10, e) for e in (1.0, 1.01, 9.99, 10.0, 10.5, 16.0, 16.5)),
    *((101, 25, 3, e) for e in (0.9, 1.0, 1.5, 2.0, 2.9, 3.0, 3.1, 4.0, 4.1)),
)


def _spends(settings: Settings) -> Iterator[Case]:
    return spends(_PLANS, _CELLS if settings.quick else (*_CELLS, *_MORE), by_ones=True)


def _coverage(settings: Settings) -> Iterator[Case]:
    return coverage(_PLANS, _CELLS if settings.quick else (*_CELLS, *_MORE))


OWN_VECTORS_PLANS = Claim(
    "kent/own/vectors/plans",
    "ours, for Algorithms 12 and 13",
    Kind.PRIVACY,
    "no user spends more than alpha, some spend floor(alpha) at least, and every coordinate is answered",
    corrected=AllOf(
        r"\lfloor\alpha\rfloor\le\max_i\text{spend}_i\le\alpha,\ \text{every coordinate by as many users}",
        {
            "spend": FiniteCheck(
                r"\lfloor\alpha\rfloor\le\max_i\text{spend}_i\le\alpha",
                "n = 200, 203, d = 10 (padded 16), alpha = 0.5, 2.5, 3, 41.5 (full: 16 more, the switches included)",
                _spends,
            ),
            "every coordinate": FiniteCheck(
                r"\text{coordinates that are answered}=\text{coordinates}", "the same", _coverage, sense="=="
            ),
        },
    ),
)


def _routes(settings: Settings) -> Iterator[Comparison]:
    yield from routes(linf, (((96, 16, 3, 2.5), None),), settings, 50)
    yield from routes(_tuned, (((60, 16, 5, 14.3), None),), settings, 51)
    yield from routes(tuned_l2, (((64, 40, 8, 2.5), np.eye(8)[0]),), settings, 52)
    yield _sphere_route((64, 40, 8, 2.5), settings)


def _sphere_route(cell: Cell, settings: Settings) -> Comparison:
    """Points of the sphere: the risk on a grid against Monte Carlo on aggregates."""
    plan, number = tuned_l2(*cell), 4000 if settings.quick else 100_000
    size, each = plan.split.coordinates, plan.each
    found = on_sphere(each, plan.dimension)
    laws = (SphereCoordinate(plan.dimension),)
    drawn, _ = aggregate.draw(plan, laws, number, stream(settings.seed, 53, 0, 0))
    halved = found.value - 0.75 * size * 2 * float(each.scale) ** 2 / each.half
    unseen = unseen_loss(each, [SphereMean(plan.dimension, 256)] * size, number)
    at: dict[str, object] = dict(zip(("n", "m", "d", "epsilon"), cell, strict=True))
    at |= {"route": "aggregates, the sphere", "repetitions": number}
    return Comparison(at, mean_of_squares(np.sum(drawn**2, axis=1)), found.value, halved, found.error + unseen)


OWN_VECTORS_ROUTES = Claim(
    "kent/own/vectors/routes",
    "ours, for Algorithms 12 and 13",
    Kind.EXPERIMENT,
    "exact risk, Monte Carlo on aggregates and user by user agree",
    corrected=Agreement(
        r"R_{\text{exact}}=R_{\text{aggregates}}=R_{\text{per user}}",
        "(n, T, d, alpha) = (96, 16, 3, 2.5) printed constants, (60, 16, 5, 14.3) tuned, (64, 40, 8, 2.5) rotated; there points of the sphere too, by aggregates",
        _routes,
        "a halved noise scale",
    ),
)

CLAIMS = (
    *(
        _slopes(
            "linf", name, _linf_fits(name, on_cube(linf)), over, _LINF_NOTE + (_NOISE_NOTE if name == "epsilon" else "")
        )
        for name, over in (
            ("n", "n = 10^6 to 1.6 10^7 at (d, alpha) = (4, 0.8), (16, 3.5); 200 to 800 at (4, 4,000)"),
            (
                "m",
                "T = 64 to 4,096 at (d, alpha) = (4, 0.8), (16, 3.5); to 1,024 at (4, 4,000); 10^4 to 10^8 > T* at (4, 0.7)",
            ),
            ("d", "d = 2 to 32 at alpha = 0.8; 8 to 128 at 4; 2 to 8 at 6,000"),
            (
                "epsilon",
                "alpha = 0.2 to 0.8; 8.5 to 128.5, no integers, at d = 512; 5 to 17 and 4,000 to 16,000 at d = 4",
            ),
        )
    ),
    *(
        _slopes("l2", name, _l2_fits(name, on_axis(_l2)), over, _L2_NOTE + (_NOISE_NOTE if name == "epsilon" else ""))
        for name, over in (
            ("n", "n = 10^6 to 1.6 10^7 at (d, alpha) = (4, 0.8), to 3.2 10^7 at (16, 3.5); 100 to 400 at (4, 40,000)"),
            ("m", "T = 2^14 to 2^20 at (d, alpha) = (4, 0.8), (16, 3.5); 2^20 to 2^24 at (4, 40,000)"),
            ("d", "d = 2 to 32 at alpha = 0.8; 8 to 128 at 4; 2 to 8 at 80,000"),
            (
                "epsilon",
                "alpha = 0.2 to 0.8; 8.5 to 128.5, no integers, at d = 512; 5 to 17 and 40,000 to 160,000 at d = 4",
            ),
        )
    ),
    OWN_VECTORS_SPHERE,
    OWN_VECTORS_SANDWICH_LINF,
    OWN_VECTORS_SANDWICH_L2,
    OWN_VECTORS_PLANS,
    OWN_VECTORS_ROUTES,
)
