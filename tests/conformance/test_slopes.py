"""Exponents of worst risks, exact where that is cheap, next to those of the claimed rates: fitted and local ones.

The grid of a fit spans a factor of 16, so that neither the band of the fit nor that between neighbours lets a factor
of 2, or of 60, pass: `test_what_a_band_must_not_let_pass` plants them. Each fit is where the rate's leading term leads:
`PLACES`. `ELSEWHERE` says of the other estimators where their risks are fitted, or why not.
"""

from dataclasses import dataclass, replace
from functools import cache

import pytest

from tests.conformance.instances import At
from tests.conformance.subjects import SUBJECTS, Subject
from verify.kernel.statements.measured import BAND, Point
from verify.kernel.statements.outcome import Settings, Verdict
from verify.kernel.statements.slopes import Fit, Reading, Slopes
from verify.study.worst import WorstRisk

BY_NAME = {subject.name: subject for subject in SUBJECTS}
STEPS = (1, 4, 16)
DEVIATIONS = 6
"""Standard errors that are taken of a simulated risk: beyond them with probability 2e-9, were they normal."""


@dataclass(frozen=True)
class Place:
    """Where a risk is fitted, along which axes, and how far exponents between neighbours may be off."""

    at: At
    axes: tuple[str, ...] = ("n", "m")
    between: float = BAND


_ONE, _TWO = At(4000, 1000, 1, 2.0), At(8000, 1000, 2, 2.0)
_STEEP = 0.2
"""Walks are tuned by the first digits of their sizes: their risks have steps of up to 4^0.2."""
_MANY = At(100_000, 4000, 2, 2.0)
"""Below 50,000 users for a coordinate walks under moments are tuned in larger steps."""
_SPARSE = At(10**9, 10**4, 6, 1.0, s=2)
_BALLS = At(100_000, 1000, 2, 2.0)
"""With so many users as are drawn in seconds the last ball's radius grows as a power of n, and later as sqrt(log n)."""
PLACES = {
    "mean/zhao-algorithm1": Place(_ONE),
    "mean/kent-algorithm11": Place(_ONE),
    "mean/bassily-algorithm2": Place(_ONE),
    "mean/walk": Place(_ONE, between=_STEEP),
    **{
        f"mean/{name}": Place(_ONE)
        for name in ("user-mean", "semi-user-level", "split-user", "one-item", "full-item-level", "non-private")
    },
    "mean-linf/zhao-algorithm2": Place(_TWO),
    "mean-linf/kent-algorithm12": Place(At(16_000, 1000, 2, 8.0)),
    "mean-linf/walk": Place(_TWO, between=_STEEP),
    "mean-linf/user-means": Place(_TWO),
    "mean-l2/kent-algorithm13": Place(At(16_000, 10**6, 2, 8.0), ("n",)),
    "mean-l2/walk": Place(replace(_TWO, n=40_000), between=_STEEP),
    "mean-l2/shrinking-balls": Place(_BALLS, ("m",)),
    "mean-l2/duchi-semi-user": Place(_TWO),
    "mean-l1/zhao-hadamard": Place(_TWO),
    "mean-l1/walk": Place(_TWO, between=_STEEP),
    "mean-l1/signed-kary": Place(_TWO),
    "mean-heavy/zhao-heavy": Place(_TWO),
    "mean-heavy/walk": Place(_MANY, between=_STEEP),
    "mean-heavy/user-means-clipped": Place(_TWO),
    "mean-heavy-l2/walk": Place(_MANY, between=_STEEP),
    "mean-heavy-l2/user-means-ball": Place(_TWO),
    "sparse-mean/kent-algorithm6": Place(_SPARSE, ("n",)),
    "sparse-mean/kent-algorithm7": Place(replace(_SPARSE, m=10**6), ("n",)),
    "sparse-mean/kent-theorem7": Place(replace(_SPARSE, m=10**6), ("n",)),
    "sparse-mean/kent-tuned": Place(At(8000, 1000, 6, 2.0, s=2), ("m",)),
    "mixture/kent-tuned": Place(At(30_000, 1000, 2, 4.0)),
    "mixture/windows": Place(At(30_000, 1000, 2, 4.0)),
}
_LOOSE = "test_rates_of_loose_bounds_have_the_worst_risks_exponents"
ELSEWHERE = {
    "mean/kent-tuned": _LOOSE,
    "mean-linf/kent-tuned": _LOOSE,
    "mean-l2/kent-tuned-rotated": _LOOSE,
    "density/kent-tuned": f"{_LOOSE}: between jumps of the cut-off alone, as its risk is no power between them",
    "density/kent-least-bound": "no power between jumps of the cut-off",
    "density/kent-algorithm8": "its rate begins at more users than an exact risk is computed for",
    "mean-l2/zhao-kashin": "simulated: the ledger's experiments, verify/papers/zhao/experiments/rates_vectors.py",
    "mean-heavy-l2/zhao-heavy-kashin": "simulated: the ledger's experiments, vectors_sandwich.py",
    "sparse-mean/sparse-balls": "simulated, in a few runs where its rate begins: its bound is fitted",
    "mixture/kent-algorithm9": "its rate begins at more users than bins are drawn for in seconds",
    "mixture/uncapped": "its rate begins at more users than bins are drawn for in seconds",
    "optimisation/accelerated": "simulated; of quadratic losses in the ledger's experiments, descents.py",
    **{
        f"infinite-{space}/kent-algorithm1": "an exponential in n, in whole cells: its bound is fitted"
        for space in ("linf", "l2", "l1", "sparse", "sobolev")
    },
}


@cache
def worst(name: str, at: At) -> WorstRisk:
    """The worst risk of the registered estimator: fits along several axes share points, and so do the planted ones."""
    find = BY_NAME[name].worst
    assert find is not None
    return find(at)


def fit(subject: Subject, place: Place, axis: str, spoiled: float = 1.0) -> Slopes:
    """The statement that the worst risk has the rate's exponent; the last risk times `spoiled`."""
    start = getattr(place.at, axis)

    def at(point: Point) -> At:
        return place.at.but(**{axis: int(point[axis])})

    def measure(point: Point, _: Settings) -> Reading:
        found = worst(subject.name, at(point))
        times = spoiled if point[axis] == start * STEPS[-1] else 1.0
        error = found.error * (DEVIATIONS if found.repetitions else 1)
        return Reading(times * found.value, times * error)

    points = [{axis: float(start * step)} for step in STEPS]
    one = Fit(subject.name, axis, lambda _: list(points), measure, lambda point: subject.number(at(point)))
    return Slopes("a rate", (one,), f"{place.at}", between=place.between)


FITS = [(name, axis) for name, place in PLACES.items() for axis in place.axes]


@pytest.mark.parametrize(("name", "axis"), FITS)
def test_worst_risks_have_the_rates_exponents(name: str, axis: str) -> None:
    found = fit(BY_NAME[name], PLACES[name], axis).check(Settings())
    assert found.verdict is Verdict.CHECKED, (found.evidence.get("reason"), found.evidence.get("between neighbours"))


def test_every_rate_is_fitted_or_said_not_to_be() -> None:
    with_rates = {subject.name for subject in SUBJECTS if subject.worst is not None}
    assert with_rates == set(PLACES) | set(ELSEWHERE)
    assert not set(PLACES) & set(ELSEWHERE)


@pytest.mark.parametrize("factor", [60.0, 1 / 60, 2.0, 0.5])
@pytest.mark.parametrize("name", ["mean/zhao-algorithm1", "mean/walk", "mean-heavy/zhao-heavy"])
def test_what_a_band_must_not_let_pass(name: str, factor: float) -> None:
    """Planted: the risk at the largest size is some times as large, or as small."""
    found = fit(BY_NAME[name], PLACES[name], "m", factor).check(Settings())
    assert found.verdict is not Verdict.CHECKED


@pytest.mark.parametrize("off", [0.25, -0.25])
def test_a_rate_off_by_a_quarter_is_refuted(off: float) -> None:
    subject = BY_NAME["mean/zhao-algorithm1"]
    symbol = next(symbol for symbol in subject.rate.free_symbols if symbol.name == "m")
    wrong = replace(subject, rate=subject.rate * symbol**off)
    found = fit(wrong, PLACES[subject.name], "m").check(Settings())
    assert found.verdict is Verdict.REFUTED
