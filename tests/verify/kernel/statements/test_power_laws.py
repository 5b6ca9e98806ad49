"""Exponents read off measured risks, and routes that agree: what is no number, no line or no power law has none."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.verify.kernel.statements.test_kinds import verdict
from verify.kernel.statements import (
    Agreement,
    Comparison,
    Fit,
    Reading,
    Slopes,
)
from verify.kernel.statements.outcome import Settings, Verdict
from verify.sample_mean import SampleMean


def fitted(**changes: object) -> Slopes:
    """A sound one of three risks, except for what is changed."""
    grid = [{"n": place} for place in (1e5, 4e5, 16e5)]
    sound = Fit("all", "n", lambda _: grid, lambda point, _: Reading(1 / point["n"], 0.0), lambda point: 1 / point["n"])
    return Slopes("x", (replace(sound, **changes),), "x")  # type: ignore[arg-type]


def _slopes(
    risk: Callable[[float], float],
    grid: tuple[float, ...] = (1e5, 4e5, 16e5),
    error: float = 0.0,
    draws: float | None = None,
) -> Slopes:
    """Risks along n, next to 1/n."""

    def measure(point: dict[str, float], _: Settings) -> Reading:
        value = risk(point["n"])
        return Reading(value, error, None if draws is None else SampleMean(value, draws, 10**6, 1.0))

    fit = Fit("all", "n", lambda _: [{"n": place} for place in grid], measure, lambda point: 1 / point["n"])
    return Slopes("x", (fit,), "x")


@pytest.mark.parametrize(
    "statement",
    [
        _slopes(lambda n: math.nan),
        _slopes(lambda n: math.inf),
        _slopes(lambda n: 0.0),
        _slopes(lambda n: math.nan if n == 4e5 else 1 / n),
        _slopes(lambda n: 1 / n, error=math.nan),
        _slopes(lambda n: 1 / n, error=math.inf),
        _slopes(lambda n: 1 / n, error=-1.0),
        _slopes(lambda n: 1 / n, error=2e-6),
        _slopes(lambda n: 1 / n, draws=math.nan),
        _slopes(lambda n: 1 / n, grid=()),
        _slopes(lambda n: 1 / n, grid=(1e5,)),
        _slopes(lambda n: 1 / n, grid=(1e5, 4e5)),
        _slopes(lambda n: 1 / n, grid=(1e5, 1e5)),
        _slopes(lambda n: 1 / n, grid=(1e5, 4e5, 4e5)),
    ],
)
def test_no_exponent_is_read_off_what_is_no_number_or_no_line(statement: Slopes) -> None:
    assert verdict(_slopes(lambda n: 1 / n)) is Verdict.CHECKED
    found = statement.check(Settings())
    assert found.verdict is Verdict.OPEN
    assert found.evidence["reason"]


_FIVE = (1e4, 3e4, 1e5, 3e5, 1e6)


@pytest.mark.parametrize(
    ("risk", "grid"),
    [
        # Bends up and down inside of the range, whose line has the claimed exponent.
        (lambda n: (n / 1e5) ** (-0.85 if n < 1e5 else -1.15), _FIVE),
        (lambda n: (n / 1e5) ** (-1.15 if n < 1e5 else -0.85), _FIVE),
        # Steps, and waves about the line.
        (lambda n: 10.0 ** -math.floor(math.log10(n)), (1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6)),
        (lambda n: math.exp(0.3 * math.sin(math.log(n))) / n, _FIVE),
        (lambda n: (1.2 if n == 1e5 else 1.0) / n, _FIVE),
        # The law itself at all points but the last.
        (lambda n: (0.85 if n == 1e6 else 1.0) / n, _FIVE),
    ],
)
def test_what_is_no_power_law_has_no_exponent(risk: Callable[[float], float], grid: tuple[float, ...]) -> None:
    """A line through the points has the claimed exponent, and between some neighbours the risk has not."""
    statement = _slopes(risk, grid)
    found = statement.check(Settings())
    assert abs(sum(found.evidence["left"]) / 2 + 1) < statement.band
    assert found.verdict is Verdict.OPEN
    assert "no such power law within the band" in found.evidence["reason"]
    assert verdict(_slopes(risk, grid, draws=0.0)) is Verdict.OPEN
    # It is this and nothing else that tells.
    assert verdict(replace(statement, between=2.0)) is Verdict.CHECKED


def test_an_exponent_between_neighbours_has_an_interval_of_its_own() -> None:
    """Each risk may be off by 4 of 100: the line's exponent is known well enough, that of a short step is not."""
    grid = (1e4, 1e5, 1.5e5, 1e6)
    loose, sharp = (
        fitted(
            points=lambda _: [{"n": place} for place in grid],
            measure=lambda point, _, share=share: Reading(1 / point["n"], share / point["n"]),
        )
        for share in (0.04, 0.0)
    )
    assert verdict(sharp) is Verdict.CHECKED
    found = loose.check(Settings())
    assert found.verdict is Verdict.OPEN
    assert "from n = 100000 to 150000 the exponent is -1.000 +- 0.201" in found.evidence["reason"]


def test_the_order_of_the_points_does_not_count() -> None:
    def evidence(grid: tuple[float, ...]) -> object:
        return _slopes(lambda n: math.log(n) / n, grid).check(Settings()).evidence

    assert evidence((16e5, 1e5, 4e5)) == evidence((1e5, 4e5, 16e5))


def test_a_band_says_what_it_does_not_tell_apart() -> None:
    """log(n)/n passes for 1/n on a grid of large n, and the evidence says so; on a wide grid it does not pass."""
    found = _slopes(lambda n: math.log(n) / n).check(Settings())
    assert found.verdict is Verdict.CHECKED
    assert "log(n) adds 0.078 here, too little to be told" in found.evidence["not told apart"][0]
    assert found.evidence["between neighbours"] == ["all: -0.918, -0.926, claimed -1.000, -1.000"]
    # A wave of the grid's own period is seen at none of its points.
    assert "a factor that repeats with each step of 4 times" in found.evidence["not told apart"][0]
    wide = _slopes(lambda n: math.log(n) / n, grid=(10.0, 100.0, 1000.0)).check(Settings())
    assert wide.verdict is Verdict.REFUTED
    assert "enough to be told" in wide.evidence["not told apart"][0]


@pytest.mark.parametrize(
    "changes",
    [
        {"expected": math.nan},
        {"planted": math.nan},
        {"error": math.nan},
        {"error": math.inf},
        {"estimate": SampleMean(math.nan, 0.01, 10**6, 1.0)},
        {"estimate": SampleMean(1.0, 0.0, 10**6, 1.0)},
        {"estimate": SampleMean(1.0, math.nan, 10**6, 1.0)},
        {"estimate": SampleMean(1.0, 0.01, 10**6, math.nan)},
    ],
)
def test_routes_agree_by_numbers_alone(changes: dict[str, object]) -> None:
    def agreement(*comparisons: Comparison) -> Verdict:
        return verdict(Agreement("x", "x", lambda _: iter(comparisons), "twice the mean"))

    sound = Comparison({}, SampleMean(1.0, 0.01, 10**6, 1.0), 1.0, 2.0, 0.0)
    assert agreement(sound) is Verdict.SUPPORTED
    assert agreement(sound, replace(sound, **changes)) is Verdict.OPEN  # type: ignore[arg-type]
    assert agreement() is Verdict.OPEN
