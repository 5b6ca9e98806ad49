"""Sweeps give the same bytes however they run, and averages over a shift agree with exact risks one by one."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from notation.parameters import ParameterError
from tests.verify.study.experiments.cells import XS, slow
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.votes import Bins
from upperbounds.mean.kent import algorithm2, algorithm10, bin_count
from upperbounds.protocols.two_stage import TwoStage
from verify.papers.kent.experiments import sweep_univariate as kent_mean
from verify.study.experiments.least import least
from verify.study.experiments.monte_carlo import simulate
from verify.study.experiments.shifted import ShiftedRisk, _correlated
from verify.study.experiments.shifted_data import ShiftedBeta, ShiftedSigns
from verify.study.experiments.sweep import Cell, sweep
from verify.study.experiments.winners import one_bin_winners
from verify.study.experiments.winners_wide import wide_winners
from verify.study.risk import SignLaw, UniformLaw, exact_risk, exact_stages
from verify.study.risk.exact import as_floats

CELLS: list[Cell] = [
    {"n": 60, "m": m, "epsilon": eps, "constant": c, "branch": "algorithm 2"}
    for m in (100, 200)
    for eps in (1.0, 4.0)
    for c in (0.2, 0.5)
]


def estimator(n: int, m: int, epsilon: float, width: float) -> TwoStage:
    return algorithm2(n, m, epsilon, width, 1.0, bin_count(width, 1.0))


def brute_average(runs: TwoStage, law_at: object, points: int) -> float:
    """The midpoint rule on very many shifts, each by the exact risk."""
    shifts = -0.3 + 0.6 * (np.arange(points) + 0.5) / points
    return float(np.mean([exact_risk(runs, law_at(float(u))).value for u in shifts]))  # type: ignore[operator]


@pytest.mark.parametrize(("n", "m", "epsilon", "width"), [(20, 50, 1.0, 0.11), (30, 40, 4.0, 0.07), (16, 9, 2.0, 0.3)])
def test_winners_by_fourier_sums_are_those_of_the_exact_law(n: int, m: int, epsilon: float, width: float) -> None:
    runs = as_floats(estimator(n, m, epsilon, width))
    law = SignLaw(0.017, 1.0, 0.017).bin_law(runs.bins, m, 1e-17)
    found = one_bin_winners(runs.vote, law, runs.half, 1e-17)  # type: ignore[arg-type]
    left, size = law.first, len(law.probabilities)
    right = runs.bins.count - left - size
    chances = (found.core * np.exp(found.log_before * left + found.log_upto * right)).sum(axis=1)
    winner = exact_stages(runs, SignLaw(0.017, 1.0, 0.017)).winner
    assert np.allclose(chances, winner[left : left + size], rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("n", "epsilon", "width"), [(20, 1.0, 0.1), (20, 4.0, 0.05), (21, 2.0, 0.15), (12, 0.5, 0.013)]
)
def test_an_exact_average_over_the_shift_agrees_with_many_exact_risks(n: int, epsilon: float, width: float) -> None:
    runs = estimator(n, 100, epsilon, width)
    risk = ShiftedRisk(runs, ShiftedSigns(), -0.3, 0.3).at_level(6)
    assert risk.exact
    assert risk.error < 1e-8
    # Jumps where the lattice crosses edges leave the midpoint rule some 1e-5 off, of 150 points.
    assert risk.value == pytest.approx(brute_average(runs, lambda u: SignLaw(u, 1.0, u), 150), rel=2e-4)
    assert risk.squared_bias + risk.variance == pytest.approx(risk.value)


def test_the_refined_average_is_within_its_error_of_the_exact_one() -> None:
    runs = estimator(40, 1000, 2.0, 0.05)
    shifted = ShiftedRisk(runs, ShiftedSigns(), -0.3, 0.3)
    exact = next(risk for risk in map(shifted.at_level, range(8)) if risk.exact)
    for level in (2, 3):
        rough = shifted.at_level(level)
        assert not rough.exact
        assert abs(rough.value - exact.value) <= rough.error + 1e-3 * exact.value


def test_a_peak_near_an_edge_is_not_missed() -> None:
    # Users' means spread over a thousandth of a bin's width: a few even phases would see no mean near an edge.
    runs = estimator(40, 10**6, 2.0, 0.1)
    coarse = [ShiftedRisk(runs, ShiftedSigns(), -0.3, 0.3).at_level(level).value for level in (2, 5)]
    assert coarse[0] == pytest.approx(coarse[1], rel=0.01)
    law = SignLaw(-0.2, 1.0, -0.2)
    assert exact_risk(runs, law).value > 1.9 * exact_risk(runs, SignLaw(-0.1, 1.0, -0.1)).value
    assert ShiftedRisk(runs, ShiftedSigns(), -0.3, 0.3).at_level(5).supremum > 0.8 * exact_risk(runs, law).value


def test_uniform_data() -> None:
    runs = estimator(20, 50, 4.0, 0.06)
    risk = ShiftedRisk(runs, ShiftedBeta(1.0, 0.5, 0.5), -0.3, 0.3).settled(1e-4)
    assert risk.value == pytest.approx(brute_average(runs, UniformLaw, 150), rel=2e-3)


def test_data_at_the_ends_of_the_bins_are_refused() -> None:
    with pytest.raises(ParameterError, match="beyond the bins' ends"):
        ShiftedRisk(estimator(20, 100, 1.0, 0.1), ShiftedSigns(), 0.5, 0.95).at_level(0)


def test_the_least_is_that_of_all_widths() -> None:
    widths = [round(0.01 * i, 2) for i in range(2, 13)]

    def risk_at(width: float) -> ShiftedRisk:
        return ShiftedRisk(estimator(40, 300, 2.0, width), ShiftedSigns(), -0.3, 0.3)

    width, risk = least(risk_at, widths, 5e-4)
    all_of_them = {w: risk_at(w).settled(1e-4).value for w in widths}
    assert width == min(all_of_them, key=lambda w: all_of_them[w])
    assert risk.value == pytest.approx(all_of_them[width], rel=1e-3)


def as_bytes(rows: object) -> bytes:
    return json.dumps(rows).encode()


def test_the_same_bytes_for_any_number_of_workers() -> None:
    one = as_bytes(sweep(CELLS, kent_mean.by_constant))
    assert as_bytes(sweep(CELLS, kent_mean.by_constant, jobs=2)) == one
    assert as_bytes(sweep(CELLS, kent_mean.by_constant, jobs=2, backend="threading")) == one
    assert [row["constant"] for row in json.loads(one)] == [cell["constant"] for cell in CELLS]


@pytest.fixture
def cluster() -> Iterator[None]:
    distributed = pytest.importorskip("dask.distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        distributed.Client(local),
    ):
        yield


@pytest.mark.filterwarnings("default")
@pytest.mark.usefixtures("cluster")
def test_the_same_bytes_on_a_dask_cluster() -> None:
    found = sweep(CELLS, kent_mean.by_constant, jobs=-1, backend="dask")
    assert as_bytes(found) == as_bytes(sweep(CELLS, kent_mean.by_constant))


PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from pathlib import Path
from tests.verify.study.experiments.cells import XS, slow
from verify.study.experiments.sweep import sweep
sweep(XS, slow, jobs={jobs}, store=Path({store!r}), run={{"figure": "x"}})
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_sweep_resumes_to_the_same_bytes(tmp_path: Path, jobs: int) -> None:
    store = tmp_path / "store"
    program = PROGRAM.format(folder=str(Path(__file__).parents[4]), store=str(store), jobs=jobs)
    for lines in (1, 9):
        with subprocess.Popen([sys.executable, "-c", program]) as running:
            while running.poll() is None and not (store.exists() and store.read_bytes().count(b"\n") > lines):
                time.sleep(0.002)
            running.kill()
        assert store.read_bytes().count(b"\n") > lines
    with store.open("a") as stream:
        stream.write('{"id": "{\\"x\\": 39}", "ro')
    told: list[tuple[int, int]] = []
    rows = sweep(XS, slow, store=store, run={"figure": "x"}, tell=lambda done, of, _: told.append((done, of)))
    assert as_bytes(rows) == as_bytes(sweep(XS, slow))
    assert 0 < len(told) < len(XS)
    assert told[-1] == (len(XS), len(XS))
    assert rows[0] == {"x": 0, "value": 0.0, "none": None}
    with pytest.raises(ParameterError, match="holds another run"):
        sweep(XS, slow, store=store, run={"figure": "y"})


def test_what_is_no_store_of_a_sweep_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.write_text(json.dumps({"run": {"figure": "x"}}) + '\n{"id": "a", "fingerprint": "f"}\n')
    with pytest.raises(ParameterError, match="line 2 is not a record"):
        sweep(XS, slow, store=store, run={"figure": "x"})


def test_grids_are_the_papers() -> None:
    sizes = {
        "figure2": (kent_mean.figure2_cells, 4 * 21),
        "figure5": (kent_mean.figure5_cells, 2 * 4 * 26),
        "figure6": (kent_mean.figure6_cells, 3 * 5 * 100),
        "figure7": (kent_mean.figure7_cells, 4 * 9 * 100),
        "figure8": (kent_mean.figure8_cells, 4 * 9 * 100),
    }
    for cells, size in sizes.values():
        own = {
            scale: [cell for cell in cells(scale) if cell["branch"] == kent_mean.ALGORITHM2]
            for scale in ("paper", "default")
        }
        assert len(own["paper"]) == size
        assert 0 < len(own["default"]) < size
        # Appendix E's votes come on top, where alpha > 1.
        three = [cell for cell in cells("paper") if cell["branch"] == kent_mean.THREE_BINS]
        assert three
        assert {cell["epsilon"] for cell in three} <= {2.0, 4.0}
        assert len(own["paper"]) + len(three) == len(cells("paper"))
    assert kent_mean.PAPER_WIDTHS[0] == 0.0005
    assert kent_mean.PAPER_WIDTHS[-1] == 0.15
    assert len(kent_mean.PAPER_WIDTHS) == 300
    assert [cell["m"] for cell in kent_mean.figure5_cells("paper")[:26]][:4] == [100, 158, 251, 398]


def test_a_bin_is_moved_with_the_data() -> None:
    # Every row of a shift by one bin is the same but for the bins left without users on either side.
    runs = as_floats(estimator(30, 100, 4.0, 0.05))
    bins = runs.bins
    assert isinstance(bins, Bins)
    near, far = (exact_risk(runs, SignLaw(u, 1.0, u)).value for u in (0.013, 0.013 + bins.width))
    assert near == pytest.approx(far, rel=0.2)


def test_simulation_agrees_with_the_exact_average_and_stops_where_it_may() -> None:
    runs = estimator(20, 100, 4.0, 0.1)
    exact = ShiftedRisk(runs, ShiftedSigns(), -0.3, 0.3).settled(1e-4)
    found = simulate(runs, -0.3, 0.3, (0, 99, 0), 40_000)
    assert found.repetitions == 40_000
    assert abs(found.value - exact.value) < 6 * found.standard_error
    early = simulate(runs, -0.3, 0.3, (0, 99, 0), 10**6, relative=0.02)
    assert early.repetitions < 10**6
    assert early.standard_error <= 0.02 * early.value
    assert simulate(runs, -0.3, 0.3, (0, 99, 0), 10**6, relative=0.02) == early


def three_bins(n: int, m: int, epsilon: float, width: float) -> TwoStage:
    return algorithm10(n, m, epsilon, width, 1.0, bin_count(width, 1.0))


@pytest.mark.parametrize(("n", "m", "epsilon", "width"), [(100, 100, 2.0, 0.1), (120, 10**4, 4.0, 0.0085)])
def test_winners_of_wide_votes_are_those_of_the_exact_law(n: int, m: int, epsilon: float, width: float) -> None:
    runs = as_floats(three_bins(n, m, epsilon, width))
    law = SignLaw(0.017, 1.0, 0.017).bin_law(runs.bins, m, 1e-15)
    found = wide_winners(runs.vote, law, runs.half, 1e-15, 10)  # type: ignore[arg-type]
    left, size = found.first, len(found.core)
    assert (left, size) == (law.first - 1, len(law.probabilities) + 2)
    right = runs.bins.count - left - size
    chances = (found.core * np.exp(found.log_before * left + found.log_upto * right)).sum(axis=1)
    winner = exact_stages(runs, SignLaw(0.017, 1.0, 0.017)).winner
    assert np.abs(chances - winner[left : left + size]).sum() < found.missing
    # Too few nodes are seen: the sums are no identity.
    rough = wide_winners(runs.vote, law, runs.half, 1e-15, 0.5)  # type: ignore[arg-type]
    poor = (rough.core * np.exp(rough.log_before * left + rough.log_upto * right)).sum(axis=1)
    assert np.abs(poor - winner[left : left + size]).sum() > 1e-9


@pytest.mark.parametrize(
    ("m", "epsilon", "width", "low", "high"), [(1000, 4.0, 0.025, -0.3, 0.3), (400, 2.0, 0.05, 0.4, 0.55)]
)
def test_the_average_for_three_bin_votes_is_that_of_exact_risks(
    m: int, epsilon: float, width: float, low: float, high: float
) -> None:
    # Near the ends some bins that the users of an inner bin vote for do not exist.
    runs = three_bins(100, m, epsilon, width)
    risk = ShiftedRisk(runs, ShiftedSigns(), low, high).settled(1e-3)
    assert risk.error < 2e-3 * risk.value
    shifts = low + (high - low) * (np.arange(17) + 0.5) / 17
    brute = float(np.mean([exact_risk(runs, SignLaw(float(u), 1.0, float(u))).value for u in shifts]))
    assert risk.value == pytest.approx(brute, rel=0.03)
    # Planted: one-bin votes in the place of three.
    other = ShiftedRisk(replace(runs, vote=UnaryEncoding(runs.bins.count, 1, epsilon)), ShiftedSigns(), low, high)
    assert abs(other.at_level(1).value / risk.value - 1) > 0.05


def test_the_average_for_three_bin_votes_is_that_of_simulation() -> None:
    runs = three_bins(100, 100, 2.0, 0.08)
    risk = ShiftedRisk(runs, ShiftedSigns(), -0.3, 0.3).settled(1e-3)
    found = simulate(runs, -0.3, 0.3, (0, 98, 0), 20_000)
    assert abs(found.value - risk.value) < 6 * found.standard_error
    failures = found.repetitions * risk.localisation_failure
    assert failures > 100
    assert abs(found.repetitions * found.failures - failures) < 6 * failures**0.5


def test_votes_too_quiet_for_gauss_sums_are_refused() -> None:
    with pytest.raises(ParameterError, match="too quiet"):
        ShiftedRisk(three_bins(40, 100, 2.0, 0.1), ShiftedSigns(), -0.3, 0.3).at_level(0)


@pytest.mark.parametrize(("m", "width"), [(100, 0.13), (10**5, 0.011), (10**7, 0.001)])
def test_laws_of_bins_at_many_phases_are_those_of_each_shift(m: int, width: float) -> None:
    phases = np.array([0.013, 0.37, 0.81])
    for phase, (law, mirror) in zip(phases, ShiftedSigns().bin_laws(phases, width, m, 1e-15, True), strict=True):
        shift = float(width * (3 + phase))
        one = SignLaw(shift, 1.0, shift).bin_law(Bins(-8 * width, width, 22), m, 1e-15)
        around = slice(max(law.first + 11, one.first) - one.first, min(law.last + 11, one.last) - one.first + 1)
        here = law.probabilities[one.first + around.start - 11 - law.first :][: around.stop - around.start]
        assert np.allclose(here, one.probabilities[around], rtol=1e-9, atol=2e-15)
        assert law.probabilities.sum() == pytest.approx(1, abs=1e-12)
        # The mirror image has the same mass, and with the law the mean of a shift by a step of the lattice.
        assert mirror.probabilities.sum() == pytest.approx(1, abs=1e-12)
        fine = phase + np.linspace(-1, 1, 401) / (m * width)
        step = ShiftedSigns().bin_laws(fine, width, m, 1e-15, False)
        bin_of = int(np.argmax(law.probabilities)) + law.first
        smooth = np.mean([found.probabilities[bin_of - found.first] for (found,) in step])
        both = (law.probabilities[bin_of - law.first] + mirror.probabilities[bin_of - mirror.first]) / 2
        assert both == pytest.approx(smooth, abs=3e-3 / m**0.5)


def test_correlations_by_either_route_agree() -> None:
    rng = np.random.default_rng(5)
    weights, rows = rng.random(700), rng.random((3, 1500))
    direct = np.stack([rows[:, q : q + 700] @ weights for q in range(801)], axis=1)
    assert np.allclose(_correlated(weights, rows), direct, rtol=1e-12)
    assert np.allclose(
        _correlated(weights[:4], rows[:, :9]),
        np.stack([rows[:, q : q + 4] @ weights[:4] for q in range(6)], axis=1),
        rtol=1e-12,
    )


def test_the_narrowest_width_at_the_largest_sample_has_a_small_error() -> None:
    # What rounding of tails at T = 10^7 may move costs by Cauchy and Schwarz, not times the largest loss.
    shifted = ShiftedRisk(estimator(200, 10**7, 4.0, 0.0005), ShiftedSigns(), -0.3, 0.3)
    risk = shifted.settled(5e-4)
    assert risk.error < 5e-4 * risk.value
    assert risk.value > shifted.floor
    one = exact_risk(estimator(200, 10**7, 4.0, 0.0005), SignLaw(0.05025, 1.0, 0.05025))
    assert risk.value == pytest.approx(one.value, rel=2e-2)


def test_the_least_is_found_where_first_levels_mislead() -> None:
    # Narrow layers at the edges carry the risk there: the first level is off by a third.
    widths = [round(0.0005 * i, 4) for i in range(8, 26, 3)]

    def risk_at(width: float) -> ShiftedRisk:
        return ShiftedRisk(estimator(200, 10**6, 2.0, width), ShiftedSigns(), -0.3, 0.3)

    width, risk = least(risk_at, widths, 1e-3)
    all_of_them = {w: risk_at(w).settled(1e-3).value for w in widths}
    assert width == min(all_of_them, key=lambda w: all_of_them[w])
    assert risk.error < 1e-3 * risk.value
