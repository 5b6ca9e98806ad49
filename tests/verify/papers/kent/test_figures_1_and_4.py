"""kent Figures 1 and 4: regimes by two routes, the stops' preparation, errors given the stops against protocols."""

import csv
import gzip
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from upperbounds.mean import baselines, kent
from upperbounds.protocols.coordinates import flattened
from upperbounds.protocols.protocol import Protocol
from upperbounds.vectors import baselines as vector_baselines
from upperbounds.vectors import kent as kent_vectors
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.kent import s4_2_figure1, s6_2_figure4
from verify.papers.kent.experiments import regimes, sayings_traffic, sweep_traffic, traffic_stops
from verify.papers.kent.experiments.traffic_stops import COLUMNS, RACES, STOPS, Officers
from verify.sample_mean import mean_of_squares
from verify.study.experiments.figures import Row, find

TAIL = 1e-9
"""The type-I error of a comparison, on either side."""


# --- Figure 1


def verdict(id_: str) -> Verdict:
    claim = next(claim for claim in s4_2_figure1.CLAIMS if claim.id == id_)
    assert claim.printed is not None
    outcome = claim.printed.check(Settings())
    assert outcome is not None
    return outcome.verdict


@pytest.mark.parametrize("panel", ["a", "b"])
def test_figure_1_is_proved(panel: str) -> None:
    assert verdict(f"kent/figure1/{panel}") is Verdict.PROVED


def test_a_border_without_the_sparsity_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the transition of the ball for sparse means, and the ball's without its 1/y."""
    borders, y = s4_2_figure1.BORDERS, s4_2_figure1.Y
    ball, sparse = borders["ball"], borders["sparse"]
    monkeypatch.setitem(borders, "sparse", replace(sparse, worse=ball.worse))
    assert verdict("kent/figure1/b") is not Verdict.PROVED
    monkeypatch.setitem(borders, "ball", replace(ball, worse=ball.worse * y))
    assert verdict("kent/figure1/a") is not Verdict.PROVED


def test_figure_1_says_what_the_claims_say() -> None:
    experiment = find("kent-1")
    rows = [cell | experiment.work(cell) for cell in experiment.cells("default")]
    assert all(saying.holds for saying in experiment.sayings(rows))
    assert len(experiment.draw(rows).axes) == 2
    assert not any(saying.holds for saying in experiment.sayings([row | {"by_borders": "better"} for row in rows]))
    assert not regimes.ball([row | {"regime": "better", "by_borders": "better"} for row in rows]).holds
    assert not regimes.sparse([row | {"regime": "equal", "by_borders": "equal"} for row in rows]).holds


def test_a_regime_needs_a_decision() -> None:
    with pytest.raises(ValueError, match="border"):
        s4_2_figure1.compared(float("nan"), float("nan"), 1.0)
    with pytest.raises(ValueError, match="border"):
        s4_2_figure1.bordered(float("nan"), 1.0, 1.0, 1.0)


# --- Figure 4: errors given the stops


def drawn(protocol: Protocol, stops: Any, truth: Any, number: int, seed: int) -> Any:
    """Squared errors of repetitions of the per-user protocol on the same stops."""
    samples = np.broadcast_to(stops, (number, *stops.shape))
    found = protocol.run(samples, np.random.default_rng(seed))
    return np.square(found - truth) if np.ndim(truth) == 0 else np.sum(np.square(found - truth), axis=-1)


def agrees(exact: float, squares: Any) -> bool:
    """Whether an exact error is that of the repetitions, up to the tail."""
    mean = mean_of_squares(squares)
    assert mean.suffices(TAIL)
    return bool(abs(mean.value - exact) <= mean.quantile(TAIL) * mean.standard_error)


def uneven(n: int, m: int, seed: int = 3) -> Any:
    """Bits of officers that differ, (n, m, 1)."""
    rng = np.random.default_rng(seed)
    return (rng.random((n, m)) < rng.beta(1, 4, size=(n, 1))).astype(np.int8)[..., None]


PLANS: dict[str, Callable[..., Any]] = {"user_level": kent.tuned, "user_level_general": kent.tuned_general}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize(("n", "epsilon"), [(120, 1.0), (60, 2.0)])
def test_user_level_given_the_stops(name: str, n: int, epsilon: float) -> None:
    """Against the per-user protocol; planted: an interval that is not widened, more noise, halves exchanged."""
    stops, plan = uneven(n, 24), PLANS[name](n, 24, epsilon, 0.5)
    # The officers who refine search more often.
    stops = stops[np.argsort(stops.mean(axis=(1, 2)))]
    squares = drawn(plan.protocol(), stops[..., 0] - 0.5, -0.4, 60_000, 1)
    assert agrees(sweep_traffic.searches(stops, np.array([0.1]), epsilon)[name], squares)
    means = stops[..., 0].mean(axis=1) - 0.5
    voting, refining = means[: n // 2], means[n // 2 :]
    for wrong in (replace(plan, inflation=0.0), replace(plan, scale=1.5 * plan.scale)):
        assert not agrees(sweep_traffic.two_stage(wrong, voting, refining, -0.4), squares)
    assert not agrees(sweep_traffic.two_stage(plan, refining, voting, -0.4), squares)


@pytest.mark.parametrize("hot", [1, 3])
def test_the_winner_by_all_answers(hot: int) -> None:
    """Two voters, four bins: every answer of eight bits."""
    branch = kent.algorithm2 if hot == 1 else kent.algorithm10
    plan = branch(4, 1, 1.5, 0.125, 0.5, 4)
    voting = np.array([-0.4, 0.1])
    vote: Any = plan.vote
    flip, keep = vote.probabilities
    raw = [np.abs(np.arange(4) - int(place)) <= hot // 2 for place in plan.bins.index(voting)]
    law = np.zeros(4)
    for answers in product((0, 1), repeat=8):
        table = np.reshape(answers, (2, 4))
        ones = np.where(raw, keep, flip)
        law[np.argmax(table.sum(axis=0))] += np.prod(np.where(table == 1, ones, 1 - ones))
    np.testing.assert_allclose(sweep_traffic.winners(plan, voting), law, rtol=1e-12)


@pytest.mark.parametrize("name", ["full_item", "semi_user", "one_item"])
def test_other_schemes_for_searches_given_the_stops(name: str) -> None:
    n, m, epsilon = 30, 12, 1.5
    stops, truth = uneven(n, m), np.array([0.2])
    build: Callable[..., Any] = getattr(baselines, f"{name}_plan")
    squares = drawn(build(n, m, epsilon, 0.5).protocol(), stops[..., 0] - 0.5, -0.3, 20_000, 2)
    exact = sweep_traffic.searches(stops, truth, epsilon)[name]
    assert agrees(exact, squares)
    assert not agrees(1.15 * exact, squares)


def races_of(n: int, m: int) -> Any:
    """Unit vectors of officers that differ, (n, m, 4)."""
    rng = np.random.default_rng(8)
    letters = np.array([rng.choice(4, size=m, p=p) for p in rng.dirichlet((4, 1, 3, 0.5), size=n)])
    return (letters[..., None] == np.arange(4)).astype(np.int8)


@pytest.mark.parametrize("name", ["user_level", "user_level_general", "semi_user", "one_item"])
@pytest.mark.parametrize("epsilon", [1.0, 2.5])
def test_races_given_the_stops(name: str, epsilon: float) -> None:
    n, m = 50, 20
    stops, truth = races_of(n, m), np.array([0.4, 0.2, 0.3, 0.1])
    plans: dict[str, Any] = {
        "user_level": sweep_traffic.algorithm4(n, m, 4, epsilon),
        "user_level_general": kent_vectors.tuned(n, m, 4, epsilon, 0.5),
        "semi_user": vector_baselines.duchi(n, m, 4, epsilon, 1.0, "semi-user"),
        "one_item": vector_baselines.unary(n, m, 4, epsilon),
    }
    shift = 0.5 if name.startswith("user") else 0.0
    exact = sweep_traffic.races(stops, truth, epsilon)[name]
    squares = drawn(plans[name].protocol(), flattened(stops - shift, 4), truth - shift, 12_000, 4)
    assert agrees(exact, squares)
    assert not agrees(1.15 * exact, squares)
    if name == "user_level":
        # Planted: all of alpha for each of two coordinates, where Algorithm 4 gives a user one.
        doubled = kent_vectors.tuned(n, m, 4, 2.0, 0.5).split
        wrong = replace(plans[name], split=doubled)
        assert not agrees(sweep_traffic.by_coordinates(wrong, stops.mean(axis=1) - 0.5, truth - 0.5), squares)


def test_full_item_of_races_given_the_stops() -> None:
    """Groups in turn, each with its own coordinate's bits."""
    stops, truth = races_of(10, 6), np.array([0.4, 0.2, 0.3, 0.1])
    squares = 0.0
    for j, group in enumerate((range(3), range(3, 6), range(6, 8), range(8, 10))):
        plan = baselines.full_item_plan(len(group), 6, 2.0, 0.5)
        squares = squares + drawn(plan.protocol(), stops[group, :, j] - 0.5, truth[j] - 0.5, 20_000, 10 + j)
    exact = sweep_traffic.races(stops, truth, 2.0)["full_item"]
    assert agrees(exact, squares)
    assert not agrees(1.15 * exact, squares)


# --- Figure 4: the stops


def stop(**entries: str) -> dict[str, str]:
    """A row of the statewide file, with columns that are not used."""
    row = {"raw_row_number": "7", "date": "2015-03-01", "time": "10:00:00", "lat": "NA", "district": "A"}
    row |= {"subject_race": "white", "officer_id_hash": "00a1", "search_conducted": "FALSE", "search_basis": "NA"}
    return row | entries


def written(path: Path, rows: Iterable[dict[str, str]], leave_out: str = "") -> Path:
    with gzip.open(path, "wt", newline="") if path.suffix == ".gz" else path.open("w", newline="") as stream:
        names = [name for name in stop() if name != leave_out]
        writer = csv.DictWriter(stream, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return path


def enough(officers: int = 9, **entries: str) -> list[dict[str, str]]:
    """Officers with 300 stops, or one more."""
    races = [*RACES, "asian/pacific islander", "unknown"]
    return [
        stop(
            officer_id_hash=f"0{k}",
            subject_race=races[(k + i) % 6],
            search_conducted="TRUE" if i % 10 < k else "FALSE",
            date=("2015", "2016")[i % 2] + "-07-04",
            **entries,
        )
        for k in range(officers)
        for i in range(STOPS + k % 2)
    ]


def test_the_preparation(tmp_path: Path) -> None:
    """Years, district, missing values and officers with few stops go; the order is the seed's."""
    others = [
        stop(date="2014-12-31", officer_id_hash="00"),
        stop(district="B", officer_id_hash="00"),
        stop(search_conducted="NA", officer_id_hash="00"),
        stop(officer_id_hash=""),
        *(stop(officer_id_hash="few") for _ in range(STOPS - 1)),
    ]
    for name in ("stops.csv", "stops.csv.gz"):
        officers = traffic_stops.read(written(tmp_path / name, enough() + others), 1)
        assert (officers.n, officers.searched.shape) == (9, (9, STOPS))
        assert "9 officers with 300 stops or more of 10, from 3003 stops" in officers.told
        assert "2 rows with a missing value dropped" in officers.told
    # The k-th officer searches in k of ten stops, up to the stop that is cut off.
    shares = np.sort(officers.searched.mean(axis=1))
    np.testing.assert_allclose(shares, np.arange(9) / 10, atol=1 / STOPS)
    np.testing.assert_allclose(np.bincount(officers.race.ravel()), [450, 450, 450, 1350], atol=4)
    again = traffic_stops.read(tmp_path / "stops.csv", 1)
    assert again.digest == officers.digest
    assert traffic_stops.read(tmp_path / "stops.csv", 2).digest != officers.digest
    assert officers.races(5).shape == (9, 5, 4)
    assert (officers.races(5).sum(axis=-1) == 1).all()


@pytest.mark.parametrize("column", COLUMNS)
def test_a_file_without_a_column_is_one_line(tmp_path: Path, column: str) -> None:
    with pytest.raises(ParameterError, match=f"has no column {column}$"):
        traffic_stops.read(written(tmp_path / "stops.csv", enough(1), leave_out=column), 0)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "has no column date"),
        (b"\xff\xfe\x00", "cannot be read"),
        (",".join(COLUMNS).encode() + b"\n2015-01-01,A,01,white\n", "line 2: 4 values for 5 columns"),
        (",".join(COLUMNS).encode() + b"\n2015-01-01,A,01,white,maybe\n", "line 2: search_conducted = 'maybe'"),
        (",".join(COLUMNS).encode() + b"\n2015-01-01,A,01,martian,TRUE\n", "line 2: subject_race = 'martian'"),
        (",".join(COLUMNS).encode() + b"\n1/2/2015,A,01,white,TRUE\n", "line 2: date = '1/2/2015'"),
        (",".join(COLUMNS).encode() + b'\n2015-01-01,A,01,white,"TRUE\n', "cannot be read"),
        (",".join(COLUMNS).encode() + b"\n2015-01-01,A,01,white,TRUE\n", "0 of 1 officers"),
    ],
)
def test_what_is_no_such_file_is_one_line(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "stops.csv"
    path.write_bytes(content)
    with pytest.raises(ParameterError, match="data = ") as refusal:
        traffic_stops.read(path, 0)
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_few_officers_and_no_file_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"7 of 7 officers .* at least 8 are needed"):
        traffic_stops.read(written(tmp_path / "stops.csv", enough(7)), 0)
    with pytest.raises(ParameterError, match="cannot be read"):
        traffic_stops.read(tmp_path / "none.csv", 0)
    (tmp_path / "stops.csv.gz").write_bytes(b"no gzip")
    with pytest.raises(ParameterError, match="cannot be read"):
        traffic_stops.read(tmp_path / "stops.csv.gz", 0)


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def test_the_figure_on_a_file_and_without(tmp_path: Path, ratecheck: CommandLine) -> None:
    path = written(tmp_path / "stops.csv", enough())
    whole = ratecheck("figure", "kent-4", "--data", path, "--out", tmp_path, "--store", tmp_path / "s", "--json").json
    assert {row["n"] for row in whole["rows"]} == {9}
    assert all("stops.csv" in row["told"] and "SIMULATED" not in row["told"] for row in whole["rows"])
    assert "9 officers with 300 stops" in (tmp_path / "kent-4.md").read_text()
    assert "SIMULATED" not in (tmp_path / "kent-4.md").read_text()
    refusal = ratecheck("figure", "kent-4", "--out", tmp_path, "--store", tmp_path / "s").refusal
    assert "holds another run" in refusal
    assert "SIMULATED" in find("kent-4").notes
    assert (
        "SIMULATED"
        in sweep_traffic.figure4_simulated({"panel": "subject_race", "m": 300, "epsilon": 1.0, "seed": 0})["told"]
    )


def test_data_that_will_not_do_is_one_line(tmp_path: Path, ratecheck: CommandLine) -> None:
    assert "kent-8 does not use a data file" in ratecheck("figure", "kent-8", "--data", "x", "--out", tmp_path).refusal
    assert "cannot be read" in ratecheck("figure", "kent-4", "--data", "x", "--out", tmp_path).refusal
    assert list(tmp_path.iterdir()) == []


def changed(rows: list[dict[str, Any]], **entries: float) -> list[dict[str, Any]]:
    """Planted numbers in the last row of the searches, and in the last of the races."""
    last = [
        max(i for i, row in enumerate(rows) if row["panel"] == panel) for panel in ("search_conducted", "subject_race")
    ]
    return [row | entries if i in last else row for i, row in enumerate(rows)]


def on_rows(claim: Claim, rows: Sequence[Row]) -> Verdict:
    """The verdict of a claim on the officers of these rows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(s6_2_figure4, "OFFICERS", rows)
        assert claim.printed is not None
        outcome = claim.printed.check(Settings())
    assert outcome is not None
    return outcome.verdict


def test_the_sentences_of_figure_4() -> None:
    """Each criterion is met by some rows and not by others."""
    experiment = find("kent-4")
    constant = {"n": 822, "told": "SIMULATED", "semi_user": 1.0, "one_item": 0.9, "user_level_general": 1e-4}
    rows = [
        cell | constant | {"full_item": 1e-6 / cell["m"], "user_level": 1e-4 / cell["m"]}
        for cell in experiment.cells("default")
    ]
    assert all(judge(rows).holds for judge in sayings_traffic.KENT4)
    planted = {
        sayings_traffic.improve: {"user_level": 1.0},
        sayings_traffic.constant: {"semi_user": 1.2},
        sayings_traffic.superior: {"user_level": 0.95},
        sayings_traffic.races: {"user_level": 0.95},
        sayings_traffic.item: {"full_item": 0.1},
    }
    claims = {claim.id: claim for claim in s6_2_figure4.CLAIMS}
    for judge, entries in planted.items():
        wrong = changed(rows, **entries)
        assert not judge(wrong).holds
        # The claim of the ledger has the same criterion, and no rows to judge it by.
        claim = claims[judge(rows).claim]
        assert [on_rows(claim, x) for x in ((), rows, wrong)] == [Verdict.OPEN, Verdict.CHECKED, Verdict.REFUTED]
        assert "not the paper's data" in judge(rows).seen
        assert "not the paper's data" not in judge([row | {"told": "9 officers"} for row in rows]).seen


def test_simulated_officers_are_the_papers_counts() -> None:
    officers = traffic_stops.simulated(0)
    assert isinstance(officers, Officers)
    assert officers.searched.shape == officers.race.shape == (822, 300)
    assert officers.digest == traffic_stops.simulated(0).digest != traffic_stops.simulated(1).digest
    # Hoeffding: a share of 246,600 stops is 0.01 off with a chance of 2 exp(-49), for one of five.
    assert abs(officers.searched.mean() - traffic_stops.SIMULATED_SEARCHES) < 0.01
    shares = np.bincount(officers.race.ravel()) / officers.race.size
    np.testing.assert_allclose(shares, traffic_stops.SIMULATED_RACES, atol=0.01)
