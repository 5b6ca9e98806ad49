"""What agreements and exponents say of their margins, by another computation, and on both sides of every edge."""

import math
import statistics
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest

from verify.kernel.statements import Agreement, Comparison, Fit, Reading, Slopes
from verify.kernel.statements.outcome import Settings, Verdict
from verify.sample_mean import SampleMean


def quantile(tail: float, skewness: float, repetitions: int) -> float:
    """Edgeworth's quantile of a studentised mean, from the standard library's normal law."""
    z = statistics.NormalDist().inv_cdf(tail)
    return -z + skewness * (2 * z * z + 1) / (6 * math.sqrt(repetitions))


def agreement(*comparisons: Comparison, **changes: Any) -> Agreement:
    """These comparisons."""
    return replace(Agreement("text", "the set", lambda _: iter(comparisons), "the defect"), **changes)


NEAR = Comparison({"k": 1}, SampleMean(5.0, 0.5, 10**4, 1.5), 5.75, 50.0, 0.25)
NEARER = Comparison({"k": 2}, SampleMean(2.0, 0.25, 4 * 10**4, -2.0), 1.25, -9.0, 0.125)
FAR = Comparison({"k": 3}, SampleMean(-1.0, 2.0, 10**6, 0.5), -1.5, 99.0, 0.0)


def test_an_agreement_records_each_test_and_the_tightest() -> None:
    """Six tails of 0.001 each; what a number may be off by counts in standard errors."""
    found = agreement(NEAR, NEARER, FAR, alpha=0.006).check(Settings())
    assert (found.verdict, found.alpha) == (Verdict.SUPPORTED, 0.006)
    limits = [quantile(0.001, 1.5, 10**4) + 0.5, quantile(0.001, 2, 4 * 10**4) + 0.5, quantile(0.001, 0.5, 10**6)]
    told = found.evidence
    assert [each["limit"] for each in told["tests"]] == pytest.approx(limits, rel=1e-12)
    assert [each["z"] for each in told["tests"]] == [-1.5, 3.0, 0.25]
    assert [each["z_planted"] for each in told["tests"]] == [-90.0, 44.0, -50.0]
    assert [each["skewness"] for each in told["tests"]] == [1.5, -2.0, 0.5]
    assert [each["parameters"]["k"] for each in told["tests"]] == [1, 2, 3]
    assert told["slack"] == pytest.approx(limits[1] - 3, rel=1e-12)
    assert (told["set"], told["parameters"]) == ("the set", {"k": 2})
    assert (told["left"], told["right"]) == ([2.0, 2.0], [1.25, 1.25])
    assert told["power"] == "the defect: rejected at every point"
    assert told["method"].endswith("total type-I error 0.006, quantiles corrected for skewness: |z| <= 3.09 to 3.64")


def test_an_agreement_is_decided_at_its_quantile_and_not_before() -> None:
    """Either side of the number that is expected, and of the one that is planted."""
    mean = SampleMean(0.0, 1.0, 10**6, 1.0)
    limit = mean.quantile(0.001 / 2)
    above = math.nextafter(limit, 9)
    for side in (-1, 1):
        for number, verdict, reason in ((limit, Verdict.SUPPORTED, None), (above, Verdict.REFUTED, None)):
            found = agreement(Comparison({}, mean, side * number, 99.0, 0.0), alpha=0.001).check(Settings())
            assert (found.verdict, found.evidence.get("reason"), found.alpha) == (verdict, reason, 0.001)
        for number, verdict, reason in (
            (limit, Verdict.OPEN, "the test would not see: the defect"),
            (above, Verdict.SUPPORTED, None),
        ):
            found = agreement(Comparison({}, mean, 0.0, side * number, 0.0), alpha=0.001).check(Settings())
            assert (found.verdict, found.evidence.get("reason"), found.alpha) == (verdict, reason, 0.001)


def test_of_equal_margins_the_first_is_shown() -> None:
    assert agreement(NEAR, replace(NEAR, parameters={"k": 9})).check(Settings()).evidence["parameters"] == {"k": 1}


@pytest.mark.parametrize("change", [{"error": -5e-324}, {"estimate": SampleMean(5.0, -0.5, 10**4, 1.5)}])
def test_no_error_is_negative(change: dict[str, Any]) -> None:
    found = agreement(NEAR, replace(NEAR, **change)).check(Settings())
    assert (found.verdict, found.alpha) == (Verdict.OPEN, 0.0)
    assert found.evidence["reason"] == "a mean, an error or a number to compare is no number"
    assert agreement().check(Settings()).evidence["reason"] == "there is nothing to compare"


def test_too_few_draws_are_told_with_the_tests() -> None:
    found = agreement(replace(NEAR, estimate=SampleMean(5.0, 0.5, 50, 1.5)), FAR, alpha=0.004).check(Settings())
    assert (found.verdict, found.alpha) == (Verdict.OPEN, 0.004)
    assert found.evidence["reason"] == "too few repetitions: 50 draws of skewness 1.5 for tails of 0.001"
    assert len(found.evidence["tests"]) == 2


Risk = Callable[[float], Reading]


def regime(name: str, grid: tuple[float, ...], risk: Risk, claimed: Callable[[float], float]) -> Fit:
    """A regime along n."""
    points = [{"n": place, "other": 1.0} for place in grid]
    return Fit(name, "n", lambda _: points, lambda point, _: risk(point["n"]), lambda point: claimed(point["n"]))


def slopes(*fits: Fit, **changes: Any) -> Slopes:
    """These regimes."""
    return replace(Slopes("text", fits, "the set"), **changes)


def power(exponent: float, error: float = 0.0, spread: float | None = None) -> Risk:
    """A power of n, its error and its standard error as parts of it."""

    def risk(n: float) -> Reading:
        value = n**exponent
        draws = None if spread is None else SampleMean(value, spread * value, 10**8, 3.0)
        return Reading(value, error * value, draws)

    return risk


def over(n: float) -> float:
    """1/n."""
    return 1 / n


def line(x: tuple[float, ...], y: list[float]) -> float:
    """The slope of log y on log x, by the standard library."""
    return float(statistics.linear_regression([math.log(a) for a in x], [math.log(b) for b in y]).slope)


def widest(x: tuple[float, ...], loose: list[float]) -> float:
    """How far the slope moves at most where each risk is up to a factor 1 - loose off: over all corners."""
    corners = product(*((1 - part, 1 / (1 - part)) for part in loose))
    return max(line(x, list(corner)) for corner in corners)


GRID = (2.0, 6.0, 20.0, 90.0)


def test_exponents_record_the_regime_nearest_to_its_band() -> None:
    """The second: the first is farther from what is claimed, and its interval narrower."""
    sharp = regime("sharp", GRID, power(-1.03), over)
    loose = regime("loose", GRID, power(-1.01, 0.07, 0.003), over)
    found = slopes(sharp, loose, alpha=0.008, between=0.3, band=0.11).check(Settings())
    assert (found.verdict, found.alpha) == (Verdict.SUPPORTED, 0.008)
    told = found.evidence
    # Four simulated risks have eight tails of 0.001.
    half = widest(GRID, [0.07 + 0.003 * quantile(0.001, 3.0, 10**8)] * 4)
    assert told["left"] == pytest.approx([-1.01 - half, -1.01 + half], rel=1e-9)
    assert told["right"] == pytest.approx([-1, -1], rel=1e-12)
    assert told["slack"] == pytest.approx(0.11 - 0.01 - half, rel=1e-9)
    assert told["parameters"] == {"regime": "loose", "axis": "n", "grid": list(GRID)}
    assert told["risks"] == [n**-1.01 for n in GRID]
    assert (told["band"], told["band between neighbours"], told["set"]) == (0.11, 0.3, "the set")
    assert told["regimes"] == [
        "sharp, n = 2, 6, 20, 90: -1.030, claimed -1.000",
        f"loose, n = 2, 6, 20, 90: -1.010 +- {half:.3f}, claimed -1.000",
    ]
    assert told["between neighbours"] == [
        f"{name}: {', '.join([slope] * 3)}, claimed -1.000, -1.000, -1.000"
        for name, slope in (("sharp", "-1.030"), ("loose", "-1.010"))
    ]
    assert told["power"] == "an exponent off by 0.25 is rejected"
    assert "simulated risks, intervals with total type-I error 0.008" in told["method"]
    exact = slopes(sharp).check(Settings())
    assert (exact.verdict, exact.alpha) == (Verdict.CHECKED, 0.0)
    assert "exact or enclosed risks" in exact.evidence["method"]


def test_the_nearest_is_not_the_one_with_the_widest_interval() -> None:
    sharp, loose = regime("sharp", GRID, power(-1.06, 0.01), over), regime("loose", GRID, power(-1, 0.02), over)
    for fits in ((sharp, loose), (loose, sharp)):
        assert slopes(*fits).check(Settings()).evidence["parameters"]["regime"] == "sharp"


@pytest.mark.parametrize("number", [1, 2])
def test_the_interval_has_the_error_and_the_chance_of_each_reading(number: int) -> None:
    """Each as a part of its own risk: of four one has an error alone, one nothing, and one or two are drawn."""
    parts = {2.0: (0.1, 0.0 if number == 2 else None), 6.0: (0.0, None), 20.0: (0.01, 0.01), 90.0: (0.02, None)}

    def risk(n: float) -> Reading:
        error, spread = parts[n]
        return power(-1, error, spread)(n)

    found = slopes(regime("all", GRID, risk, over), alpha=0.002 * number, between=1.0).check(Settings()).evidence
    loose = [0.1, 0.0, 0.01 + 0.01 * quantile(0.001, 3.0, 10**8), 0.02]
    assert found["left"][1] - found["left"][0] == pytest.approx(2 * widest(GRID, loose), rel=1e-9)
    assert f" +- {widest(GRID, loose):.3f}, " in found["regimes"][0]


@pytest.mark.parametrize("above", [False, True])
def test_a_band_ends_where_it_says(above: bool) -> None:
    """Without an error: at the very number that is shown, and at the next one."""
    fit = regime("all", GRID, power(-0.95 if above else -1.05), over)
    told = slopes(fit).check(Settings()).evidence
    off = abs(told["left"][0] - told["right"][0])
    assert off == pytest.approx(0.05, abs=1e-12)
    assert slopes(fit, band=off).check(Settings()).verdict is Verdict.CHECKED
    assert slopes(fit, band=math.nextafter(off, 0)).check(Settings()).verdict is Verdict.REFUTED
    # What is planted, 0.25, has to be outside of the band from there.
    most = 0.25 - off
    assert slopes(fit, band=math.nextafter(most, 0)).check(Settings()).verdict is Verdict.CHECKED
    found = slopes(fit, band=most).check(Settings())
    assert (found.verdict, found.evidence["reason"]) == (Verdict.OPEN, "an exponent off by 0.25 would pass")


@pytest.mark.parametrize("spread", [None, 0.001])
def test_an_interval_counts_against_what_it_is_to_show(spread: float | None) -> None:
    """A hair inside and outside of each edge: to be within the band, outside of it, and to tell what is planted."""
    fit = regime("all", GRID, power(-1.05, 0.02, spread), over)
    asked = slopes(fit, between=1.0, alpha=0.008)
    half = widest(GRID, [0.02 + (spread or 0.0) * quantile(0.001, 3.0, 10**8)] * 4)
    shown = Verdict.CHECKED if spread is None else Verdict.SUPPORTED
    beyond, passing = "an interval reaches beyond the band", "an exponent off by 0.25 would pass"
    for band, verdict, reason in (
        (0.05 - half - 1e-9, Verdict.REFUTED, None),
        (0.05 - half + 1e-9, Verdict.OPEN, beyond),
        (0.05 + half - 1e-9, Verdict.OPEN, beyond),
        (0.05 + half + 1e-9, shown, None),
        (0.2 - half - 1e-9, shown, None),
        (0.2 - half + 1e-9, Verdict.OPEN, passing),
    ):
        found = replace(asked, band=band).check(Settings())
        assert (found.verdict, found.evidence.get("reason")) == (verdict, reason)
        assert found.alpha == (0.0 if spread is None else 0.008)


@pytest.mark.parametrize("place", [0, 1])
def test_one_regime_decides_for_all(place: int) -> None:
    def with_another(other: Fit, **changes: Any) -> tuple[Verdict, str]:
        fits = [regime("sound", GRID, power(-1), over)] * 2
        fits[place] = other
        found = slopes(*fits, **changes).check(Settings())
        return found.verdict, found.evidence.get("reason", "")

    assert with_another(regime("off", GRID, power(-1.2), over)) == (Verdict.REFUTED, "")
    assert with_another(regime("loose", GRID, power(-1, 0.2), over))[1] == "an interval reaches beyond the band"
    assert with_another(regime("loose", GRID, power(-1, 0.06), over))[1].startswith("loose: from n = 2 to 6")
    loose = regime("loose", GRID, power(-1, 0.15), over)
    assert with_another(loose, band=0.2, between=1.0)[1] == "an exponent off by 0.25 would pass"


def test_an_exponent_between_neighbours_ends_where_it_says() -> None:
    """Constant risks, where 1/n is claimed: off by 1 between powers of 2."""
    fit = regime("all", (1.0, 2.0, 4.0), lambda _: Reading(1.0, 0.0), over)
    for between, told in ((1.0, "would pass"), (math.nextafter(1, 0), "no such power law within the band")):
        assert told in slopes(fit, band=2.0, between=between).check(Settings()).evidence["reason"]


def test_the_farthest_neighbours_are_told() -> None:
    """Of three steps, each with its own interval: the errors of both ends over the logarithm of the step."""
    values = {2.0: 0.5, 6.0: 0.17, 20.0: 0.047, 90.0: 0.0111}
    parts = {2.0: 0.01, 6.0: 0.002, 20.0: 0.03, 90.0: 0.0}
    fit = regime("all", GRID, lambda n: Reading(values[n], parts[n] * values[n]), over)
    ends = list(pairwise(GRID))
    found = [math.log(values[b] / values[a]) / math.log(b / a) for a, b in ends]
    half = [-(math.log1p(-parts[a]) + math.log1p(-parts[b])) / math.log(b / a) for a, b in ends]
    off = [abs(slope + 1) + width for slope, width in zip(found, half, strict=True)]
    assert max(off) == off[1]
    told = (
        f"all: from n = 6 to 20 the exponent is {found[1]:.3f} +- {half[1]:.3f}, claimed -1.000: "
        "no such power law within the band"
    )
    for between, reason in ((off[1] - 1e-9, told), (off[1] + 1e-9, None)):
        assert slopes(fit, between=between).check(Settings()).evidence.get("reason") == reason
    sharp = regime("all", GRID, lambda n: Reading(values[n], 0.0), over)
    steps = slopes(sharp, between=1e-3).check(Settings()).evidence
    assert f"{max(found, key=lambda slope: abs(slope + 1)):.3f}, claimed" in steps["reason"]
    assert steps["between neighbours"] == [
        f"all: {', '.join(f'{slope:.3f}' for slope in found)}, claimed -1.000, -1.000, -1.000"
    ]


@pytest.mark.parametrize(
    ("error", "spread", "told"),
    [(0.0, None, ""), (7e-4, None, ""), (9e-4, None, " +- 0.001"), (0.0, 0.0, " +- 0.000"), (7e-4, 0.0, " +- 0.000")],
)
def test_an_interval_too_narrow_to_be_seen_is_left_out_where_nothing_is_drawn(
    error: float, spread: float | None, told: str
) -> None:
    """Half of it is 0.45 and 0.58 thousandths here; one drawn reading is enough for it to be told."""
    drawn, exact = power(-1, error, spread), power(-1, error)
    for risk in (drawn, lambda n: (drawn if n == GRID[0] else exact)(n)):
        found = slopes(regime("all", GRID, risk, over)).check(Settings()).evidence
        assert found["regimes"] == [f"all, n = 2, 6, 20, 90: -1.000{told}, claimed -1.000"]


@pytest.mark.parametrize(("error", "told"), [(2.6e-4, ""), (2.8e-4, " +- 0.001"), (6e-4, " +- 0.001")])
def test_a_narrow_interval_between_neighbours_is_left_out(error: float, told: str) -> None:
    """Half of it is 0.47, 0.51 and 1.1 thousandths over the shortest step."""
    found = slopes(regime("all", GRID, power(-1.02, error), over), between=0.01).check(Settings()).evidence
    assert f"from n = 2 to 6 the exponent is -1.020{told}, claimed" in found["reason"]


@pytest.mark.parametrize("exponent", [-1.0, -1.5])
def test_too_few_draws_decide_nothing_of_an_exponent(exponent: float) -> None:
    """Neither for it nor against it, though either would be shown."""
    fit = regime("all", GRID, lambda n: Reading(n**exponent, 0.0, SampleMean(n**exponent, 0.0, 40, 3.0)), over)
    found = slopes(fit, alpha=0.008).check(Settings())
    assert (found.verdict, found.alpha) == (Verdict.OPEN, 0.008)
    assert found.evidence["reason"] == "too few repetitions: 40 draws of skewness 3 for tails of 0.001"


def test_the_error_of_the_first_kind_is_as_stated() -> None:
    assert agreement(NEAR).check(Settings()).alpha == 1e-8
    assert slopes(regime("all", GRID, power(-1, 0, 0.0), over)).check(Settings()).alpha == 1e-8
    for statement in (agreement(NEAR), slopes(regime("all", GRID, power(-1), over))):
        assert replace(statement, alpha=0.5).alpha == 0.5
        with pytest.raises(ValueError, match=r"alpha = 0\.50.*: must be a positive number, at most 0\.5"):
            replace(statement, alpha=math.nextafter(0.5, 1))


def _reading(value: float, error: float = 0.0) -> Risk:
    """One odd reading among sound ones."""
    return lambda n: Reading(value, error) if n == GRID[1] else power(-1)(n)


@pytest.mark.parametrize(
    ("fit", "told"),
    [
        (regime("odd", GRID[:2], power(-1), over), "odd: n = [2.0, 6.0] are not three points or more, each once"),
        (regime("odd", (2.0, 6.0, 6.0), power(-1), over), "are not three points or more, each once"),
        (regime("odd", (0.0, *GRID), lambda _: Reading(1.0, 0.0), lambda _: 1.0), "no positive number"),
        (regime("odd", (*GRID, math.inf), lambda _: Reading(1.0, 0.0), lambda _: 1.0), "no positive number"),
        (regime("odd", GRID, _reading(0.0), over), "a risk or what is claimed is no positive number"),
        (regime("odd", GRID, _reading(math.inf), over), "a risk or what is claimed is no positive number"),
        (regime("odd", GRID, power(-1), lambda n: 0.0 if n == 6 else 1 / n), "no positive number"),
        (regime("odd", GRID, _reading(1 / 6, -1e-9), over), "odd: an error is no number, among [0.0, -1e-09, 0.0"),
        (regime("odd", GRID, _reading(1 / 6, math.inf), over), "odd: an error is no number"),
        (regime("odd", GRID, power(-1, 0, math.inf), over), "odd: an error is no number"),
        (regime("odd", GRID, power(-1, 0, -0.01), over), "odd: an error is no number"),
    ],
)
def test_what_has_no_exponent_is_told_of_the_regime_that_has_none(fit: Fit, told: str) -> None:
    sound = regime("sound", GRID, power(-1), over)
    for fits in ((sound, fit), (fit, sound)):
        found = slopes(*fits).check(Settings())
        assert (found.verdict, found.alpha) == (Verdict.OPEN, 0.0)
        assert told in found.evidence["reason"]
        assert (found.evidence["method"], found.evidence["set"]) == ("no exponent", "the set")


@pytest.mark.parametrize("error", [1.0, 1.5])
@pytest.mark.parametrize("grid", [GRID, (1.5, 6.0, 24.0)])
def test_a_risk_that_may_be_nothing_leaves_the_exponent_open(grid: tuple[float, ...], error: float) -> None:
    """One whose error is as large as itself or larger, also in the middle, where it does not move the line."""
    found = slopes(regime("all", grid, _reading(1 / 6, error / 6), over)).check(Settings())
    assert (found.verdict, found.evidence["reason"]) == (Verdict.OPEN, "an interval reaches beyond the band")
    assert found.evidence["left"] == [-math.inf, math.inf]


def test_a_risk_that_is_hardly_known_has_an_interval() -> None:
    almost = slopes(regime("all", GRID, _reading(1 / 6, 0.999 / 6), over)).check(Settings()).evidence["left"]
    half = widest(GRID, [0, 0.999, 0, 0])
    assert almost == pytest.approx([-1 - half, -1 + half], rel=1e-9)


def adds(grid: tuple[float, ...]) -> float:
    """The exponent of log(n) on a grid."""
    return line(grid, [math.log(n) for n in grid])


@pytest.mark.parametrize(
    ("grid", "repeated"),
    [
        ((2.0, 6.0, 18.0), "3"),
        ((2.0, 6.0, 18.0 * 3**0.0099), "3"),
        ((2.0, 6.0, 18.0 * 3**-0.0099), "3"),
        # Of the first step: by one in a hundred of the second they would be alike.
        ((2.0, 6.0, 18.0 * 3**0.01005), ""),
        ((2.0, 6.0, 20.0), ""),
        ((0.9, 2.7, 8.1), "3"),
        ((1.0, 10.0, 100.0), "10"),
        ((1.0, 10.0, 200.0), ""),
        ((1.5, 2.7, 8.1), ""),
    ],
)
def test_what_a_band_does_not_tell_apart_is_said_of_its_grid(grid: tuple[float, ...], repeated: str) -> None:
    told = "all: a factor n^a with |a| <= 0.070; what lies between the points"
    told += f", as a factor that repeats with each step of {repeated} times" if repeated else ""
    if grid[0] > 1:
        told += f"; log(n) adds {adds(grid):.3f} here, enough to be told"
    assert slopes(regime("all", grid, power(-1.03), over)).check(Settings()).evidence["not told apart"] == [told]


def test_what_a_logarithm_adds_is_held_against_the_band() -> None:
    grid = (1e4, 1e5, 1e7)
    for hair, told in ((1e-9, "too little"), (-1e-9, "enough")):
        found = slopes(regime("all", grid, power(-1), over), band=adds(grid) + hair).check(Settings()).evidence
        assert f"; log(n) adds {adds(grid):.3f} here, {told} to be told" in found["not told apart"][0]
