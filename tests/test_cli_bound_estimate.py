"""`ratecheck bound mean` and `ratecheck estimate mean`."""

from pathlib import Path

import numpy as np
import pytest
from command_line import CommandLine
from scipy import stats

from upperbounds.mean import ESTIMATORS, by_name
from verify import estimation
from verify.estimation import estimate_mean, private_estimators
from verify.study import WorstRisk, worst_risk
from verify.table_input import UserData

PRIVATE = [estimator.name for estimator in private_estimators()]


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def bound(n: object = 500, m: object = 100, epsilon: object = 1) -> tuple[object, ...]:
    return "bound", "mean", "--n", n, "--m", m, "--epsilon", epsilon


def test_bound_json_has_the_contract(ratecheck: CommandLine) -> None:
    document = ratecheck(*bound(), "--json").json
    assert set(document) == {"problem", "parameters", "lower", "estimators"}
    assert document["parameters"] == {"n": 500, "m": 100, "epsilon": 1.0, "half_width": 1.0}
    assert set(document["lower"]) == {"value", "source", "conditions"}
    assert [row["name"] for row in document["estimators"]] == [estimator.name for estimator in ESTIMATORS]
    for row in document["estimators"]:
        assert {"name", "upper", "risk", "localisation_failure"} <= set(row)
        assert set(row["risk"]) == {"value", "error", "method"}
        assert {"value", "source", "conditions"} <= set(row["upper"])


@pytest.mark.parametrize(
    ("n", "m", "epsilon"),
    [
        (2, 1, 1),
        (3, 1, 0.1),
        (2, "1e10", 1),
        (100, 10, 1e-9),
        (100, 10, 700),
        (100, 10, 1e4),
        (5000, 10_000, 4),
        ("1e6", "1e9", 1),
        ("1e12", "1e10", 30),
    ],
)
def test_bound_at_the_ends_of_its_range(ratecheck: CommandLine, n: object, m: object, epsilon: object) -> None:
    document = ratecheck(*bound(n, m, epsilon), "--json").json
    lower = document["lower"]["value"]
    assert 0 < lower < 1.000001
    for row in document["estimators"]:
        risk, upper = row["risk"], row["upper"]
        assert risk["value"] >= 0
        assert risk["error"] >= 0
        assert row["localisation_failure"] is None or 0 <= row["localisation_failure"] <= 1 + 1e-9
        # Six standard errors where the risk is simulated.
        slack = 6 * risk["error"] + 1e-9 * risk["value"]
        if row["protects_users"]:
            assert lower <= risk["value"] + slack, row["name"]
        if upper["value"] is not None:
            assert risk["value"] - slack <= upper["value"], row["name"]
        assert upper["vacuous"] == (upper["value"] is None or upper["value"] >= 1)


def test_a_plan_with_too_many_bins_for_an_exact_risk_is_simulated(ratecheck: CommandLine) -> None:
    """In floats 100 * 0.1^2 is just above 1, so that the tuned width is some 1e-8 wide; nobody can tell the bins apart.

    A uniform winner has an expected squared distance of 1/3 + 1 from the mean +-1; ties go to the left, so that the
    worst mean, 1, is worse off. The vote leans on it by a quarter of a deviation only.
    """
    rows = {row["name"]: row["risk"] for row in ratecheck(*bound(100, 1, 0.1), "--json").json["estimators"]}
    for name in ("kent-tuned", "kent-algorithm11"):
        assert "Monte Carlo on the winning bin, 4000 repetitions" in rows[name]["method"]
        assert 4 / 3 < rows[name]["value"] < 2.5
        assert rows[name]["error"] < 0.03


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--n", 1, "n = 1: must be an integer of at least 2"),
        ("--n", -5, "n = -5"),
        ("--n", 2.5, "'2.5' is not a whole number"),
        ("--n", "many", "'many' is not a number"),
        ("--n", "1e400", "not a whole number"),
        ("--n", "nan", "not a whole number"),
        ("--n", "1e13", "n = 10000000000000: must be at most 1e+12"),
        ("--m", 0, "m = 0: must be an integer of at least 1"),
        ("--m", "1e11", "m = 100000000000: must be at most 1e+10"),
        ("--epsilon", 0, "epsilon = 0.0"),
        ("--epsilon", -1, "epsilon = -1.0"),
        ("--epsilon", "nan", "epsilon = nan"),
        ("--epsilon", "inf", "epsilon = inf"),
        ("--epsilon", "text", "'text' is not a number"),
        ("--epsilon", "", "'' is not a number"),
        ("--epsilon", 1e-300, "must be from 1e-09 to 10000"),
        ("--epsilon", 1e300, "must be from 1e-09 to 10000"),
        ("--half-width", 0, "half-width = 0.0"),
        ("--half-width", 1e51, "half-width = 1e+51: must be from 1e-50 to 1e+50"),
        ("--nonsense", 1, "No such option"),
    ],
)
def test_bound_refuses_what_it_cannot_take(ratecheck: CommandLine, option: str, value: object, told: str) -> None:
    assert told in ratecheck(*bound(), option, value).refusal


@pytest.mark.parametrize("command", [("bound", "--n", 9, "--m", 9), ("estimate", "--data", "x", "--lower", 0)])
def test_a_problem_that_is_not_built_is_said(ratecheck: CommandLine, command: tuple[str, ...]) -> None:
    rest = ("--user", "u", "--value", "v", "--upper", 1) if command[0] == "estimate" else ()
    told = ratecheck(command[0], "sparse-mean", *command[1:], *rest, "--epsilon", 1).refusal
    assert told.startswith("problem = 'sparse-mean': is not built; built: mean, mean-linf, ")


@pytest.mark.parametrize("point", [(500, 10_000, 1), (5000, 10_000, 4), (2, 1, 1e-9), ("1e12", "1e10", 1e4)])
def test_the_table_fits_80_columns(ratecheck: CommandLine, point: tuple[object, ...]) -> None:
    table = ratecheck(*bound(*point)).out.split("\n\n")[0]
    rows = [line for line in table.splitlines() if "mean squared error" not in line]
    assert max(map(len, rows)) <= 80
    assert "…" not in table
    assert "─" in table
    for name in (*PRIVATE, "P(misses)", "from n", "ratio", "not private"):
        assert name in table


@pytest.mark.parametrize("size", ["1e-50", "1e50"])
def test_no_number_of_the_table_is_cut(ratecheck: CommandLine, size: str) -> None:
    """ "1.29e+1…" is another number than 1.29e+101."""
    out = ratecheck(*bound("1e12", "1e10", 1), "--half-width", size).out
    assert "…" not in out
    unit = ratecheck(*bound("1e12", "1e10", 1), "--json").json["estimators"]
    scaled = ratecheck(*bound("1e12", "1e10", 1), "--half-width", size, "--json").json["estimators"]
    for one, other in zip(unit, scaled, strict=True):
        assert other["risk"]["value"] == pytest.approx(one["risk"]["value"] * float(size) ** 2, rel=1e-6)
        assert other["risk"]["error"] == pytest.approx(one["risk"]["error"] * float(size) ** 2, rel=0.5)


def test_simulated_risks_agree_with_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Type-I error at most 4 * 2e-8: each of four estimators within 5.5 of its standard errors, one-sided."""
    for name in ("zhao-algorithm1", "kent-algorithm11", "kent-tuned", "bassily-algorithm2"):
        point = (by_name(name), 400, 400, 0.7, 1.0)
        exact = worst_risk(*point)
        with monkeypatch.context() as patched:
            patched.setattr("verify.study._exact_work", lambda *_: np.inf)
            simulated = worst_risk(*point)
        assert simulated.repetitions == 4000
        # The supremum is over fewer means where it is simulated.
        assert simulated.value <= exact.value + 5.5 * simulated.error + exact.error
        assert simulated.value >= 0.8 * exact.value


def test_the_worst_mean_is_far_out_where_localisation_fails() -> None:
    worst = worst_risk(by_name("zhao-algorithm1"), 10, 100_000, 1.0, 1.0)
    assert abs(worst.worst_mean) > 0.8
    assert worst.localisation_failure is not None
    assert worst.localisation_failure > 0.9


# estimate


def write(path: Path, rows: list[tuple[object, float]]) -> Path:
    path.write_text("who,x\n" + "".join(f"{who},{x!r}\n" for who, x in rows))
    return path


def uniform(users: int, samples: int) -> list[tuple[object, float]]:
    values = np.random.default_rng(1).uniform(-1, 1, (users, samples))
    return [(user, float(x)) for user in range(users) for x in values[user]]


def estimate(path: Path, *more: object) -> tuple[object, ...]:
    fixed = ("--user", "who", "--value", "x", "--epsilon", 1, "--lower", -1, "--upper", 1)
    return "estimate", "mean", "--data", path, *fixed, *more


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "data.csv", uniform(40, 5))


def test_estimate_json_has_the_contract(ratecheck: CommandLine, data: Path) -> None:
    document = ratecheck(*estimate(data), "--json").json
    assert {"problem", "estimate", "standard_error", "epsilon_per_user", "delta_per_user", "users", "estimator"} <= set(
        document
    )
    assert document["users"] == {"kept": 40, "left_out": 0, "why": []}
    assert document["delta_per_user"] == 0
    assert document["estimator"] in PRIVATE


@pytest.mark.parametrize("name", PRIVATE)
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 1.7])
def test_no_user_spends_more_than_epsilon(ratecheck: CommandLine, data: Path, name: str, epsilon: float) -> None:
    document = ratecheck(*estimate(data), "--epsilon", epsilon, "--estimator", name, "--json").json
    one_bin = by_name(name).build(40, 5, epsilon, 1.0)
    # A vote for a single bin spends half; everything else spends all, exactly.
    spends_all = name != "bassily-algorithm2" or one_bin.bins.count > 1  # type: ignore[attr-defined]
    assert document["epsilon_per_user"] == (epsilon if spends_all else epsilon / 2)
    assert document["standard_error"] > 0


def test_a_seed_makes_the_estimate_the_same_and_no_seed_does_not(ratecheck: CommandLine, data: Path) -> None:
    def found(*more: object) -> float:
        # Laplace noise is continuous, so that two estimates with different streams cannot be alike.
        return float(ratecheck(*estimate(data), "--estimator", "kent-tuned", "--json", *more).json["estimate"])

    assert found("--seed", 5) == found("--seed", 5)
    assert len({found("--seed", 5), found("--seed", 6), found(), found()}) == 4


def test_who_is_left_out_is_said(ratecheck: CommandLine, tmp_path: Path) -> None:
    rows = [*uniform(41, 3), ("few", 0.5), ("few", 0.25)]
    path = write(tmp_path / "data.csv", rows)
    assert "users have from 2 to 3 rows; say with --m" in ratecheck(*estimate(path)).refusal
    told = ratecheck(*estimate(path, "--m", 3, "--estimator", "kent-tuned"))
    assert "40 kept, 3 samples each; 2 left out" in told.out
    assert "1 of 42 users have fewer than 3 rows" in told.out
    assert "1 user drawn at random sends nothing, since their number is odd" in told.out
    document = ratecheck(*estimate(path, "--m", 3, "--estimator", "one-item", "--json")).json
    assert document["users"]["kept"] == 41
    assert document["users"]["left_out"] == 1


def test_values_outside_are_refused_or_clipped_and_counted(ratecheck: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path / "data.csv", [*uniform(9, 1), ("out", 7.0)])
    assert "1 of 10 values are outside; --clip moves them" in ratecheck(*estimate(path)).refusal
    assert "1 moved into [-1, 1]" in ratecheck(*estimate(path, "--clip")).out
    assert ratecheck(*estimate(path, "--clip", "--json")).json["values_clipped"] == 1


@pytest.mark.parametrize("users", [2, 3])
@pytest.mark.parametrize("name", PRIVATE)
def test_the_fewest_users_get_an_estimate(ratecheck: CommandLine, tmp_path: Path, users: int, name: str) -> None:
    path = write(tmp_path / "data.csv", uniform(users, 1))
    document = ratecheck(*estimate(path, "--estimator", name, "--json")).json
    assert document["standard_error"] > 0
    assert document["users"]["kept"] + document["users"]["left_out"] == users


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--lower", 1), "--lower = 1.0: must be below --upper = 1.0"),
        (("--lower", 2), "--lower = 2.0: must be below"),
        (("--lower", "-inf"), "--lower = -inf: must be a finite number"),
        (("--lower", -1e308, "--upper", 1e308), "(--upper - --lower) / 2 = 1e+308: must be from 1e-50"),
        (("--lower", 0, "--upper", 1e-101), "(--upper - --lower) / 2 = 5e-102: must be from 1e-50"),
        (("--user", "x"), "--value = 'x': must be another column than --user"),
        (("--epsilon", -1), "epsilon = -1.0: must be a finite number above 0"),
        (("--epsilon", "1e400"), "epsilon = inf"),
        (("--epsilon", 0), "epsilon = 0.0"),
        (("--epsilon", "nan"), "epsilon = nan"),
        (("--epsilon", 1e-300), "epsilon = 1e-300"),
        (("--m", 0), "m = 0: must be an integer of at least 1"),
        (("--m", 1.5), "'1.5' is not a whole number"),
        (("--m", 6), "--m = 6: no user has that many rows"),
        (("--value", "x"), "2 columns; the problem mean takes one"),
        (("--user", "name"), "no such column in"),
        (("--delta", 1e-6), "--delta = 1e-06: the problem mean takes none"),
        (("--moment", 2), "--moment = 2.0: the problem mean takes none"),
        (("--estimator", "best"), "is no estimator of the problem mean; must be one of zhao-algorithm1"),
        (("--lower", "0,0"), "--lower: 2 numbers; must be 1"),
        (("--estimator", "non-private"), "does not protect users"),
        (("--estimator", "full-item-level"), "does not protect users"),
        (("--seed", -1), "--seed = -1: must be an integer of at least 0"),
        (("--seed", "text"), "'text' is not a number"),
    ],
)
def test_estimate_refuses_what_it_cannot_take(
    ratecheck: CommandLine, data: Path, more: tuple[object, ...], told: str
) -> None:
    assert told in ratecheck(*estimate(data, *more)).refusal


@pytest.mark.parametrize("text", ["", "who,x\n", "who,x\na,b\n", "who;x\na;1\n", "who,x\na,0.5\na,1\n", "\0", None])
def test_a_bad_data_file_is_one_line(ratecheck: CommandLine, tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "data.csv"
    if text is not None:
        path.write_text(text)
    assert ratecheck(*estimate(path)).refusal
    assert ratecheck(*estimate(tmp_path)).refusal


def test_votes_that_do_not_fit_into_memory_are_refused_and_not_chosen(ratecheck: CommandLine, tmp_path: Path) -> None:
    """100 * 0.1^2 again: 50 users' votes for 134217729 bins."""
    path = write(tmp_path / "data.csv", uniform(100, 1))
    told = ratecheck(*estimate(path, "--epsilon", 0.1, "--estimator", "kent-tuned")).refusal
    assert "--estimator = 'kent-tuned': 134217729 bins make 6.7e+09 votes; must be at most 1e+08" in told
    assert ratecheck(*estimate(path, "--epsilon", 0.1, "--json")).json["estimator"] != "kent-tuned"
    vectors = ("estimate", "mean-linf", "--data", path, "--user", "who", "--value", "x", "--epsilon", 0.1)
    told = ratecheck(*vectors, "--lower", -1, "--upper", 1, "--estimator", "kent-tuned").refusal
    assert "--estimator = 'kent-tuned': 134217729 bins" in told


def test_the_bar_of_a_vote_is_no_longer_than_the_interval(ratecheck: CommandLine, data: Path) -> None:
    """A single bin says nothing: the mean is somewhere in [-1, 1], at most 1 from the middle."""
    document = ratecheck(*estimate(data, "--estimator", "bassily-algorithm2", "--json")).json
    assert (document["estimate"], document["standard_error"]) == (0.0, 1.0)


def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the repetitions the risk, which depends on public parameters alone."""
    monkeypatch.setattr(estimation, "worst_risk", lambda *_: WorstRisk(1.0, 0.0, "not asked", None, 0.0))


@pytest.mark.parametrize("name", ["semi-user-level", "split-user", "one-item"])
def test_one_round_estimates_are_unbiased(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Type-I error 1e-7 each: 400 fresh estimates of [0, 4] data, by the normal law of their mean.

    An estimate that is off by a tenth of the half-width is 15 standard errors away or more.
    """
    nothing_known(monkeypatch)
    samples = np.random.default_rng(2).choice([0.0, 1.0, 4.0], (200, 3))
    samples[:, 1:] = samples[:, :1]
    found = np.array(
        [estimate_mean(UserData(samples, 0, (), 0), 2.0, 0.0, 4.0, name, seed).value for seed in range(400)]
    )
    error = found.std(ddof=1) / np.sqrt(len(found))
    assert error < 0.2 / 15 * (3 if name == "split-user" else 1)
    assert abs(found.mean() - samples.mean()) < stats.norm.isf(0.5e-7) * error


@pytest.mark.parametrize("name", ["kent-tuned", "zhao-algorithm1", "semi-user-level", "one-item"])
def test_the_error_bar_is_honest(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Type-I error 1e-6 each where 1.96 error bars cover the mean with probability 0.93 or more.

    Bars of half the length, which cover with probability 0.67, must fail the same test; they pass with probability
    below 1e-9. Where localisation fails (probability below 1e-5 here) no bar is promised.
    """
    users, samples, epsilon, mean, repetitions = 1000, 30, 8.0, 0.2, 300
    assert (worst_risk(by_name(name), 200, samples, epsilon, 1.0).localisation_failure or 0.0) < 1e-5
    nothing_known(monkeypatch)
    rng = np.random.default_rng(3)
    off = []
    for seed in range(repetitions):
        data = UserData(np.where(rng.random((users, samples)) < (1 + mean) / 2, 1.0, -1.0), 0, (), 0)
        found = estimate_mean(data, epsilon, -1.0, 1.0, name, seed)
        off.append(abs(found.value - mean) / found.standard_error)
    least = stats.binom.ppf(1e-6, repetitions, 0.93)
    assert np.sum(np.array(off) < 1.96) >= least
    assert np.sum(np.array(off) < 1.96 / 2) < least


def test_the_error_bar_takes_users_for_independent_not_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Users who differ from each other: their samples say no more than one of each would."""
    nothing_known(monkeypatch)
    samples = np.repeat(np.resize([1.0, -1.0], (400, 1)), 50, axis=1)
    found = estimate_mean(UserData(samples, 0, (), 0), 1e4, -1.0, 1.0, "split-user", 0)
    assert found.standard_error == pytest.approx(1 / np.sqrt(400), rel=0.1)


def test_the_order_of_the_file_does_not_choose_who_votes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorted data: were the first half to vote, they would send the others to the wrong bin every time."""
    nothing_known(monkeypatch)
    samples = np.repeat(np.where(np.arange(2000)[:, None] < 1000, -1.0, 1.0), 400, axis=1)
    found = [estimate_mean(UserData(samples, 0, (), 0), 8.0, -1.0, 1.0, "kent-tuned", seed).value for seed in range(40)]
    # Each winner is the left or the right heap, by a coin: all alike has probability 2^-39.
    assert min(found) < 0 < max(found)
