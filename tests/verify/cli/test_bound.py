"""`ratecheck bound mean`."""

import numpy as np
import pytest

from notation.setting import Setting
from tests.verify.cli.command_line import CommandLine
from upperbounds.registry import by_name, of_problem
from verify.study.worst import worst_risk

ESTIMATORS = of_problem("mean")
PRIVATE = [estimator.name for estimator in ESTIMATORS if estimator.protects_users]
TWO_ROUND = [estimator.name for estimator in ESTIMATORS if estimator.needs_one_law]


def bound(n: object = 500, m: object = 100, epsilon: object = 1) -> tuple[object, ...]:
    return "bound", "mean", "--n", n, "--m", m, "--epsilon", epsilon


def test_bound_json_has_the_contract(ratecheck: CommandLine) -> None:
    document = ratecheck(*bound(), "--json").json
    assert set(document) == {"problem", "parameters", "lower", "estimators"}
    assert document["parameters"] == {"n": 500, "m": 100, "epsilon": 1.0, "half_width": 1.0}
    assert set(document["lower"]) == {"value", "source", "conditions", "vacuous", "smallest_known_risk", "candidates"}
    assert [row["name"] for row in document["estimators"]] == [estimator.name for estimator in ESTIMATORS]
    for row in document["estimators"]:
        assert {"name", "upper", "risk", "localisation_failure"} <= set(row)
        assert set(row["risk"]) == {"value", "error", "rmse", "method", "assumes_one_law", "repetitions"}
        assert row["risk"]["rmse"] == pytest.approx(row["risk"]["value"] ** 0.5, rel=1e-12)
        assert row["needs_one_law"] == (row["name"] in TWO_ROUND)
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


@pytest.mark.parametrize("epsilon", [1, 1e4])
def test_beyond_what_risks_take_bounds_and_spends_are_told(ratecheck: CommandLine, epsilon: float) -> None:
    """Spends of 10^18 messages each, and no risk: said so, and no number in its place."""
    document = ratecheck(*bound("1e18", "1e18", epsilon), "--json").json
    for row in document["estimators"]:
        assert row["risk"]["value"] is None
        assert row["risk"]["method"].startswith("not computed: beyond n = 1e+12, m = 1e+10")
        assert (row["spend"]["multiple_of_epsilon"] == "1") == row["protects_users"]
        if row["protects_users"] and row["upper"]["value"] is not None:
            assert 0 < document["lower"]["value"] <= row["upper"]["value"]


def test_one_user_is_told_estimator_by_estimator(ratecheck: CommandLine) -> None:
    document = ratecheck(*bound(1, 3, 1), "--json").json
    rows = {row["name"]: row for row in document["estimators"]}
    for name in ("zhao-algorithm1", "kent-algorithm11", "kent-tuned"):
        assert rows[name]["risk"]["value"] is None
        assert rows[name]["risk"]["method"] == "not usable here: n = 1: must be an integer of at least 2"
    assert 0 < document["lower"]["value"] <= rows["user-mean"]["risk"]["value"]


def test_a_plan_with_too_many_bins_for_an_exact_risk_is_simulated(ratecheck: CommandLine) -> None:
    """In floats 100 * 0.1^2 is just above 1, so that the tuned width is some 1e-8 wide; nobody can tell the bins apart.

    A uniform winner has an expected squared distance of 1/3 + 1 from the mean +-1; ties go to the left, so that the
    worst mean, 1, is worse off. The vote depends on it by a quarter of a deviation only.
    """
    rows = {row["name"]: row["risk"] for row in ratecheck(*bound(100, 1, 0.1), "--json").json["estimators"]}
    for name in ("kent-tuned", "kent-algorithm11"):
        assert "Monte Carlo on the winning bin, 4000 repetitions" in rows[name]["method"]
        assert 4 / 3 < rows[name]["value"] < 2.5
        assert rows[name]["error"] < 0.03


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--n", 0, "n = 0: must be an integer of at least 1"),
        ("--n", -5, "n = -5"),
        ("--n", 2.5, "'2.5' is not a whole number"),
        ("--n", "many", "'many' is not a number"),
        ("--n", "1e400", "not a whole number"),
        ("--n", "1_000", "'1_000' is not a number: digits take no underscores"),
        ("--epsilon", "1_0", "'1_0' is not a number: digits take no underscores"),
        ("--n", "nan", "not a whole number"),
        ("--n", "1e19", "n = 10000000000000000000: must be at most 1e+18"),
        ("--m", 0, "m = 0: must be an integer of at least 1"),
        ("--m", "1e19", "m = 10000000000000000000: must be at most 1e+18"),
        ("--epsilon", 0, "epsilon = 0.0"),
        ("--epsilon", -1, "epsilon = -1.0"),
        ("--epsilon", "nan", "epsilon = nan"),
        ("--epsilon", "inf", "epsilon = inf"),
        ("--epsilon", "text", "'text' is not a number"),
        ("--epsilon", "", "'' is not a number"),
        ("--epsilon", 1e-300, "must be from 1e-09 to 1e+30"),
        ("--epsilon", 1e300, "must be from 1e-09 to 1e+30"),
        ("--half-width", 0, "D = 0.0: must be a finite number above 0"),
        ("--half-width", 1e51, "D = 1e+51: must be from 1e-50 to 1e+50"),
        ("--nonsense", 1, "--nonsense: is not an option of the problem"),
    ],
)
def test_bound_refuses_what_it_cannot_take(ratecheck: CommandLine, option: str, value: object, told: str) -> None:
    assert told in ratecheck(*bound(), option, value).refusal


def test_a_trivial_lower_bound_is_no_number(ratecheck: CommandLine) -> None:
    """A bound of 0, and one that is nothing next to what a constant has."""
    for n, epsilon in ((10**5, 20), (3000, 8)):
        line = ("bound", "infinite-l2", "--n", n, "--m", 1, "--d", 3, "--epsilon", epsilon)
        document, text = ratecheck(*line, "--json").json, ratecheck(*line).out
        assert document["lower"]["vacuous"]
        assert document["lower"]["value"] <= 1e-12
        smallest = f"{document['lower']['smallest_known_risk']:.4g}"
        assert f"lower bound trivial here: at most 1e-12 times the smallest known risk, {smallest}\n" in text
        assert "no private estimator has" not in text
        assert all(row["gap"] == {"risk_over_lower": None, "bound_over_lower": None} for row in document["estimators"])
        assert ratecheck(*line, "--best", "--json").json["lower"]["vacuous"]
    document = ratecheck(*bound(), "--json").json
    assert not document["lower"]["vacuous"]
    assert document["estimators"][0]["gap"]["risk_over_lower"] > 1
    assert "no private estimator has mean squared error below" in ratecheck(*bound()).out


def test_a_small_lower_bound_next_to_a_small_risk_is_not_trivial(ratecheck: CommandLine) -> None:
    """Below 1e-12 times a constant's risk, and a seventh or so of what an estimator attains."""
    line = ("bound", "mean", "--n", 10**7, "--m", 10**7, "--epsilon", 4)
    document = ratecheck(*line, "--json").json
    least, rows = document["lower"], {row["name"]: row for row in document["estimators"]}
    assert least["value"] < 1e-12
    assert not least["vacuous"]
    # What does not protect users is no measure.
    assert rows["non-private"]["risk"]["value"] < least["smallest_known_risk"]
    assert least["smallest_known_risk"] == rows["walk"]["risk"]["value"] + rows["walk"]["risk"]["error"]
    assert 1 < rows["walk"]["gap"]["risk_over_lower"] < 10
    ran = ratecheck(*line, "--best")
    assert f"below {least['value']:.4g}" in ran.out
    assert "trivial" not in ran.out


def test_risks_above_that_of_a_constant_are_said_to_be(ratecheck: CommandLine) -> None:
    text, document = ratecheck(*bound(20, 1, 0.1)).out, ratecheck(*bound(20, 1, 0.1), "--json").json
    worse = {row["name"] for row in document["estimators"] if row["risk"]["value"] - row["risk"]["error"] > 1}
    assert "user-mean" in worse
    assert "non-private" not in worse
    told = {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("worse ")}
    assert told == worse
    assert "; the constant 0 does better, with 1\n" in text
    assert "worse " not in ratecheck(*bound(10**6, 100, 1)).out


@pytest.mark.parametrize("command", [("bound", "--n", 9, "--m", 9), ("estimate", "--data", "x", "--lower", 0)])
def test_a_problem_that_is_not_built_is_said(ratecheck: CommandLine, command: tuple[str, ...]) -> None:
    rest = ("--user", "u", "--value", "v", "--upper", 1) if command[0] == "estimate" else ()
    told = ratecheck(command[0], "median", *command[1:], *rest, "--epsilon", 1).refusal
    assert told.startswith("problem = 'median': must be one of mean, mean-linf, ")


@pytest.mark.parametrize("point", [(500, 10_000, 1), (5000, 10_000, 4), (2, 1, 1e-9), ("1e12", "1e10", 1e4)])
def test_the_table_fits_80_columns(ratecheck: CommandLine, point: tuple[object, ...]) -> None:
    table = ratecheck(*bound(*point)).out.split("\n\n")[0]
    rows = [line for line in table.splitlines() if "mean squared error" not in line]
    assert max(map(len, rows)) <= 80
    assert "…" not in table
    assert "─" in table
    for name in (*PRIVATE, "P(fails)", "n >=", "ratio", "not private"):
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
        point = (by_name("mean", name), Setting(400, 400, epsilon=0.7))
        exact = worst_risk(*point)
        with monkeypatch.context() as patched:
            patched.setattr("verify.study.worst.exact_work_of", lambda *_: np.inf)
            simulated = worst_risk(*point)
        assert simulated.repetitions == 4000
        # The supremum is over fewer means where it is simulated.
        assert simulated.value <= exact.value + 5.5 * simulated.error + exact.error
        assert simulated.value >= 0.8 * exact.value


@pytest.mark.parametrize("problem", ["mean", "mean-linf"])
def test_the_ends_of_the_range_say_what_the_half_width_says(ratecheck: CommandLine, problem: str) -> None:
    line = (*bound(), *(("--d", 2) if problem == "mean-linf" else ()))
    line = ("bound", problem, *line[2:])
    assert ratecheck(*line, "--lower", 10, "--upper", 70).out == ratecheck(*line, "--half-width", 30).out
    assert "*" in ratecheck(*line).out
    told = ratecheck(*line, "--lower", 10, "--upper", 70, "--half-width", 30).refusal
    assert told == "--half-width = 30: cannot be used with --lower and --upper"
    assert ratecheck(*line, "--lower", 10).refusal == "--upper: both ends are needed"
    assert "must be below --upper" in ratecheck(*line, "--lower", 10, "--upper", 10).refusal
    assert (
        "--upper: is not an option of the problem mean-l2"
        in ratecheck("bound", "mean-l2", *line[2:], "--upper", 1).refusal
    )


def test_the_worst_mean_is_far_out_where_localisation_fails() -> None:
    worst = worst_risk(by_name("mean", "zhao-algorithm1"), Setting(10, 100_000))
    assert abs(worst.worst_mean) > 0.8
    assert worst.localisation_failure is not None
    assert worst.localisation_failure > 0.9


def test_floors_for_approximate_privacy(ratecheck: CommandLine) -> None:
    """--delta lowers what cannot be beaten, to bounds that hold for it; not an option of other problems."""
    asked = ("bound", "infinite-l2", "--n", 40, "--m", 9, "--d", 2, "--epsilon", 0.3)
    pure, rare, frequent = (ratecheck(*asked, "--delta", x, "--json").json for x in (0, 1e-3, 0.1))
    assert pure["lower"]["value"] > rare["lower"]["value"] > frequent["lower"]["value"] > 0
    assert rare["parameters"]["delta"] == 1e-3
    assert ratecheck("bound", "infinite", *asked[2:], "--delta", 0, "--json").json == pure
    told = {c["source"]: c["value"] for c in rare["lower"]["candidates"]}
    assert set(told) == {"kent Theorem 11", "ours, by the pure part of approximate messages"}
    assert told["kent Theorem 11"] > 0
    assert {c["source"]: c["value"] for c in frequent["lower"]["candidates"]}["kent Theorem 11"] == 0
    assert set(told) < {c["source"] for c in pure["lower"]["candidates"]}
    assert "epsilon = 0.3, delta = 0.1" in ratecheck(*asked, "--delta", 0.1).out
    assert "delta = 1.0: must be at least 0 and below 1" in ratecheck(*asked, "--delta", 1).refusal
    refused = ratecheck("bound", "mean", "--n", 9, "--m", 9, "--epsilon", 1, "--delta", 0.1).refusal
    assert "--delta: is not an option of the problem mean" in refused


@pytest.mark.parametrize("numbers", [(300, 20, 2), (2, 1, 1)])
def test_the_best_alone_is_that_of_the_table(ratecheck: CommandLine, numbers: tuple[int, int, float]) -> None:
    options = [part for pair in zip(("--n", "--m", "--epsilon"), numbers, strict=True) for part in pair]
    whole, best = (ratecheck("bound", "mean", *options, *more, "--json").json for more in ((), ("--best",)))
    least = min(row["risk"]["value"] for row in whole["estimators"] if row["protects_users"])
    assert best["estimator"] in whole["estimators"]
    assert best["estimator"]["protects_users"]
    assert best["estimator"]["risk"]["value"] == least
    assert best["lower"]["value"] == max(bound["value"] for bound in whole["lower"]["candidates"])
    assert best["ratio"] == least / best["lower"]["value"]
    told = ratecheck("bound", "mean", *options, "--best").out.splitlines()
    assert told[:2] == ratecheck("bound", "mean", *options).out.splitlines()[:2]
    assert told[2].startswith(f"{best['estimator']['name']} has {least:.4g}, root ")
    assert len(told) == 3


def test_noise_that_is_next_to_none_is_left_to_the_simulation(ratecheck: CommandLine) -> None:
    """A grid over the deviations of the votes' noise would have 10^30 places."""
    rows = ratecheck("bound", "mean", "--n", 300, "--m", 20, "--epsilon", 1e30, "--json").json["estimators"]
    risk = {row["name"]: row["risk"] for row in rows}
    assert risk["zhao-algorithm1"]["method"].startswith("Monte Carlo")
    assert risk["zhao-algorithm1"]["value"] < 1e-3
