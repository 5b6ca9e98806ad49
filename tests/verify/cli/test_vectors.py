"""`ratecheck bound` and `ratecheck estimate` for mean vectors: risks, spends, bars, and what is refused."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from tests.unjudged import nothing_known
from tests.verify.cli.command_line import CommandLine
from upperbounds.protocols.walk import Walk
from upperbounds.registry import by_name, of_problem
from upperbounds.vectors import baselines
from upperbounds.vectors.user_means import window_of
from verify.study.problems import PROBLEMS
from verify.study.risk import SignLaw, exact_risk, stream
from verify.study.risk.walk import exact_walk_risk
from verify.study.table import read_users
from verify.study.worst import Line, spend_of, windowed_risk, worst_risk

VECTORS = ("mean-linf", "mean-l2", "mean-l1", "mean-heavy", "mean-heavy-l2")


def bound(problem: str, n: object = 600, m: object = 50, d: object = 3, epsilon: object = 2.5) -> tuple[object, ...]:
    return "bound", problem, "--n", n, "--m", m, "--d", d, "--epsilon", epsilon


# bound


@pytest.mark.parametrize("problem", VECTORS)
@pytest.mark.parametrize(("n", "m", "d", "epsilon"), [(600, 50, 3, 2.5), (7, 1, 1, 1e-9), (60, 9, 6, 700)])
def test_lower_bound_risk_and_bound_are_in_order(
    ratecheck: CommandLine, problem: str, n: int, m: int, d: int, epsilon: float
) -> None:
    document = ratecheck(*bound(problem, n, m, d, epsilon), "--json").json
    assert set(document) == {"problem", "parameters", "lower", "estimators"}
    lower = document["lower"]
    values = [candidate["value"] for candidate in lower["candidates"]]
    assert lower["value"] == values[0] == max(values) > 0
    assert values == sorted(values, reverse=True)
    assert [row["name"] for row in document["estimators"]] == [e.name for e in of_problem(problem)]
    for row in document["estimators"]:
        risk, upper = row["risk"], row["upper"]
        # Six standard errors where the risk is simulated; the bounds hold for every law, the risk's among them.
        slack = 6 * risk["error"] + 1e-9 * risk["value"]
        assert lower["value"] <= risk["value"] + slack, row["name"]
        assert upper["value"] is None or risk["value"] - slack <= upper["value"], row["name"]
        assert Fraction(row["spend"]["multiple_of_epsilon"]) <= 1
        assert row["spend"]["epsilon_per_user"] <= epsilon * (1 + 1e-15)
        assert (upper["useful_from_n"] is None) or upper["useful_from_n"] > n
        gap = row["gap"]["bound_over_lower"]
        assert (gap is None) == upper["vacuous"]
        assert gap is None or gap == pytest.approx(upper["value"] / lower["value"])


def test_the_problems_are_those_of_the_command(ratecheck: CommandLine) -> None:
    assert tuple(name for name in PROBLEMS if name.startswith("mean")) == ("mean", *VECTORS)
    assert "mean-l1" in ratecheck("bound", "--help").out


def test_the_risk_of_signs_is_the_sum_of_exact_risks() -> None:
    """Three coordinates, each with its own exact risk, at the mean that is told and at others that were tried."""
    setting = Setting(240, 40, 3, 2.5, 2.0)
    for estimator in of_problem("mean-linf"):
        plan, worst = estimator.plan(setting), worst_risk(estimator, setting)
        if not estimator.needs_one_law:
            # Everybody answers for one coordinate of three, 80 each.
            risks = [3 * windowed_risk(window_of(plan), 80, SignLaw(mean, 2.0), 40) for mean in (-2.0, 0.0, 1.8, 2.0)]
            assert max(risks) <= worst.value * (1 + 1e-12)
            assert worst.value == pytest.approx(
                3 * windowed_risk(window_of(plan), 80, SignLaw(worst.worst_mean, 2.0), 40)
            )
            continue
        one = exact_walk_risk if isinstance(plan.each, Walk) else exact_risk
        sums = [3 * one(plan.each, SignLaw(mean, 2.0)).value for mean in (-2.0, -1.0, 1.0, 1.8, 2.0)]
        assert max(sums) <= worst.value * (1 + 1e-12)
        assert worst.value == pytest.approx(3 * one(plan.each, SignLaw(worst.worst_mean, 2.0)).value)


@pytest.mark.parametrize(
    ("problem", "name"),
    [
        ("mean-l2", "zhao-kashin"),
        ("mean-l2", "kent-tuned-rotated"),
        ("mean-l1", "zhao-hadamard"),
        ("mean-heavy-l2", "zhao-heavy-kashin"),
    ],
)
@pytest.mark.parametrize("epsilon", [2.5, 40.0])
def test_aggregates_on_a_line_agree_with_users(problem: str, name: str, epsilon: float) -> None:
    """Two-sample z tests of the mean squared error, |z| <= 6: type-I error 2e-9 each; d is no power of two.

    Planted: noise of twice the scale in one of them is rejected where noise is most of the error.
    """
    plan, rng = by_name(problem, name).plan(Setting(96, 25, 3, epsilon, D=1.5, M=1.5**4)), stream(1, 9, 9, 0)
    axis = np.array([1.5, 0.0, 0.0])
    line = Line(plan, axis, plan.embedding.forward(axis[None])[0], SignLaw(0.4), 25)
    errors = [np.sum((line.draw(rng)[0] - 0.4 * axis) ** 2) for _ in range(400)]
    signs = np.where(rng.random((400, 96, 25, 1)) < 0.7, 1.0, -1.0)
    found = plan.run(signs * axis, rng)
    users = np.sum((found - 0.4 * axis) ** 2, axis=1)

    def z(a: np.ndarray, b: np.ndarray) -> float:
        return float(abs(a.mean() - b.mean()) / sqrt(a.var() / len(a) + b.var() / len(b)))

    assert z(np.array(errors), users) < 6
    if epsilon < 10:
        loud = replace(line, plan=replace(plan, each=replace(plan.each, scale=2 * plan.each.scale)))
        planted = [np.sum((loud.draw(rng)[0] - 0.4 * axis) ** 2) for _ in range(400)]
        assert z(np.array(planted), users) > 6


@pytest.mark.parametrize(("m", "d", "epsilon", "share"), [(3, 5, 2.0, 0.0), (4, 3, 9.0, 0.0), (2, 3, 9.0, 1.0)])
def test_the_risk_of_signed_symbols_is_exact(m: int, d: int, epsilon: float, share: float) -> None:
    """A z test with |z| <= 6; twice the risk is rejected."""
    rng = np.random.default_rng(m)
    samples = np.zeros((20_000, 6, m, d))
    samples[..., 0] = 2 * np.where(rng.random((20_000, 6, m)) < (1 + share) / 2, 1.0, -1.0)
    found = baselines.signed(6, m, d, epsilon, 2.0).run(samples, rng)
    found[:, 0] -= 2 * share
    squares = np.sum(found**2, axis=1)
    error, risk = squares.std() / sqrt(len(squares)), baselines.signed_risk(6, m, d, epsilon, 2.0, share)
    assert abs(squares.mean() - risk) < 6 * error
    assert abs(squares.mean() - 2 * risk) > 6 * error
    with pytest.raises(ParameterError, match="share"):
        baselines.signed_risk(6, m, d, epsilon, 2.0, 0.5)


def test_too_few_users_are_told_estimator_by_estimator(ratecheck: CommandLine) -> None:
    rows = {r["name"]: r for r in ratecheck(*bound("mean-l2", 9, 1, 40, 1), "--json").json["estimators"]}
    assert rows["zhao-kashin"]["risk"]["value"] is None
    assert "n = 9: must be at least 256, two users for each of 128 groups" in rows["zhao-kashin"]["risk"]["method"]
    assert rows["zhao-kashin"]["upper"]["useful_from_n"] > 256
    assert rows["duchi-semi-user"]["risk"]["value"] > 0
    assert "simulated  zhao-kashin: " in ratecheck(*bound("mean-l2")).out
    assert "unknown    zhao-kashin: not usable here" in ratecheck(*bound("mean-l2", 9, 1, 40, 1)).out


@pytest.mark.parametrize("problem", VECTORS)
def test_the_table_fits_80_columns(ratecheck: CommandLine, problem: str) -> None:
    out = ratecheck(*bound(problem, 600, 100, 3, 2.5)).out
    table = "\n".join(out.splitlines()[2:]).split("risk       of")[0]
    assert max(map(len, table.splitlines())) <= 80
    assert "…" not in table
    assert "ratio" in table


@pytest.mark.parametrize("order", [2, 3.5, 4, 100])
def test_the_order_of_the_moment_reaches_bounds_and_plans(ratecheck: CommandLine, order: float) -> None:
    assert ratecheck(*bound("mean-heavy-l2"), "--moment", order, "--json").json["estimators"][0]["risk"]["value"] > 0
    document = ratecheck(*bound("mean-heavy"), "--moment", order, "--moment-bound", 16, "--json").json
    assert document["parameters"] == {"n": 600, "m": 50, "d": 3, "epsilon": 2.5, "p": order, "M": 16.0}
    same = ratecheck(*bound("mean-heavy"), "--p", order, "--M", 1, "--json").json
    # Everything is in proportion to M^(2/p).
    for found in (
        document["lower"]["value"] / same["lower"]["value"],
        document["estimators"][0]["risk"]["value"] / same["estimators"][0]["risk"]["value"],
    ):
        assert found == pytest.approx(16 ** (2 / order), rel=1e-6)


@pytest.mark.parametrize(
    ("problem", "more", "told"),
    [
        ("mean-linf", ("--n", 0), "n = 0: must be an integer of at least 1"),
        ("mean-linf", ("--n", 1e19), "n = 10000000000000000000: must be at most 1e+18"),
        ("mean-linf", ("--d", 0), "d = 0: must be an integer of at least 1"),
        ("mean-linf", ("--d", 1e9), "d = 1000000000: must be at most 1048576"),
        ("mean-linf", ("--d", 2.5), "'2.5' is not a whole number"),
        ("mean-l2", ("--m", "nan"), "not a whole number"),
        ("mean-l2", ("--epsilon", 0), "epsilon = 0.0"),
        ("mean-l2", ("--epsilon", -1), "epsilon = -1.0"),
        ("mean-l2", ("--epsilon", "nan"), "epsilon = nan"),
        ("mean-l2", ("--epsilon", 1e-300), "must be from 1e-09"),
        ("mean-l2", ("--radius", 0), "D = 0.0: must be a finite number above 0"),
        ("mean-l2", ("--D", "inf"), "D = inf: must be a finite number above 0"),
        ("mean-l2", ("--moment", 3), "--moment: is not an option of the problem mean-l2"),
        ("mean-heavy", ("--D", 3), "--D: is not an option of the problem mean-heavy"),
        ("mean-heavy", ("--moment", 1.5), "p = 1.5: must be from 2 to 100"),
        ("mean-heavy", ("--moment", "nan"), "p = nan: must be a finite number"),
        ("mean-heavy", ("--moment-bound", -1), "M = -1.0: must be a finite number above 0"),
        ("mean-heavy", ("--moment-bound", 1e300), "M = 1e+300: must be above 0, and M^(1/p) from 1e-50 to 1e+50"),
        ("mean", ("--d", 3), "--d: is not an option of the problem mean"),
        ("no-mean", (), "problem = 'no-mean': must be one of mean, "),
    ],
)
def test_bound_refuses_what_it_cannot_take(
    ratecheck: CommandLine, problem: str, more: tuple[object, ...], told: str
) -> None:
    # Of a repeated option the last one counts.
    base = bound(problem)
    if problem == "mean":
        base = tuple(x for x in base if x not in ("--d", 3))
    assert told in ratecheck(*base, *more).refusal


def test_vectors_need_a_dimension(ratecheck: CommandLine) -> None:
    told = ratecheck("bound", "mean-l1", "--n", 9, "--m", 9, "--epsilon", 1).refusal
    assert told == "--d: is needed for the problem mean-l1"


# estimate


RANGES = {
    "mean-linf": ("--lower", -1, "--upper", 1),
    "mean-l2": ("--radius", 2),
    "mean-l1": ("--radius", 3),
    "mean-heavy": ("--moment", 4, "--moment-bound", 1),
    "mean-heavy-l2": ("--moment", 4, "--moment-bound", 9),
}
ALL = [(problem, estimator.name) for problem in VECTORS for estimator in of_problem(problem)]


def write(path: Path, vectors: np.ndarray, columns: str = "abc") -> Path:
    lines = [f"who,{','.join(columns)}"]
    lines += [f"u{user}," + ",".join(repr(float(x)) for x in row) for user, rows in enumerate(vectors) for row in rows]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "data.csv", np.random.default_rng(1).uniform(-0.9, 0.9, (60, 4, 3)))


def estimate(path: Path, problem: str, *more: object, ranges: tuple[object, ...] | None = None) -> tuple[object, ...]:
    fixed = ("--user", "who", "--values", "a,b,c", "--epsilon", 2.5)
    return "estimate", problem, "--data", path, *fixed, *(RANGES[problem] if ranges is None else ranges), *more


def named(problem: str, name: str, m: int) -> tuple[object, ...]:
    """The options with which an estimator runs on users with m rows."""
    return "--estimator", name, "--m", m, *(("--same-law",) if by_name(problem, name).needs_one_law else ())


@pytest.mark.parametrize(("problem", "name"), ALL)
@pytest.mark.parametrize("epsilon", [0.3, 2.5, 9.0])
def test_the_json_has_the_contract_and_the_spend_is_the_plans(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch, data: Path, problem: str, name: str, epsilon: float
) -> None:
    if epsilon != 2.5:
        nothing_known(monkeypatch)
    document = ratecheck(
        *estimate(data, problem), "--epsilon", epsilon, *named(problem, name, 4), "--seed", 4, "--json"
    ).json
    assert {"problem", "estimate", "standard_error", "epsilon_per_user", "delta_per_user", "interval", "estimator"} <= (
        set(document)
    )
    staged, bar = document["assumes_one_law"], document["error_bar"]
    errors = {False: document["standard_error"], True: bar["standard_error_if_one_law"]}
    assert errors[not staged] is None
    assert len(document["estimate"]) == len(errors[staged]) == 3
    assert document["interval"]["simultaneous"] is True
    assert all(w > s > 0 for w, s in zip(bar["half_width"], errors[staged], strict=True))
    assert document["assumes_one_law"] == by_name(problem, name).needs_one_law
    sizes = {"mean-heavy-l2": {"M": 9.0}, "mean-l2": {"D": 2.0}, "mean-l1": {"D": 3.0}}.get(problem, {})
    plan = by_name(problem, name).plan(Setting(60, 4, 3, epsilon, **sizes))
    # The spend user by user, added up over the rounds that the user is in.
    spent = Counter[Fraction]()
    for user in range(60):
        told = [loss.multiple() for users, loss in plan.spend() if user in users]
        assert len(told) == 1
        spent[told[0]] += 1
    assert {Fraction(group["multiple_of_epsilon"]): group["users"] for group in document["spend"]} == spent
    assert document["epsilon_per_user"] == float(max(spent)) * epsilon <= epsilon
    sending = 2 * plan.split.half if hasattr(plan, "split") else 60
    assert document["n"] == document["not_private"]["users"]["kept"] == 60
    assert document["send_nothing"] == 60 - sending


def test_a_plan_that_overspends_is_told_as_it_is() -> None:
    """Planted: kent's printed folds, one more than epsilon pays for."""
    from upperbounds.vectors import kent

    estimator = by_name("mean-linf", "kent-algorithm12")
    assert spend_of(estimator, estimator.plan(Setting(60, 4, 5, 2.5))).largest == Fraction(4, 5)
    assert spend_of(estimator, kent.printed_algorithm12(10**6, 4, 5, 2.5, 1.0)).largest > 1


@pytest.mark.parametrize("problem", VECTORS)
def test_a_seed_makes_the_estimate_the_same(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch, data: Path, problem: str
) -> None:
    nothing_known(monkeypatch)

    def found(*more: object) -> tuple[float, ...]:
        return tuple(ratecheck(*estimate(data, problem), "--json", *more).json["estimate"])

    assert found("--seed", 5) == found("--seed", 5)
    # Noise on the real line: never alike.
    assert len({found("--seed", 5), found("--seed", 6), found(), found()}) == 4


def test_users_with_fewer_rows_take_part_and_who_is_silent_is_said(ratecheck: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path / "data.csv", np.full((61, 3, 3), 0.25))
    path.write_text(path.read_text() + "few,0,0,0\n")
    assert ratecheck(*estimate(path, "mean-linf")).status == 0
    assert "--m: is needed with --same-law" in ratecheck(*estimate(path, "mean-linf", "--same-law")).refusal
    told = ratecheck(*estimate(path, "mean-linf", *named("mean-linf", "kent-tuned", 3)))
    assert "62; 2 drawn at random send nothing, so that groups are equal" in told.out
    assert "1 users have fewer than 3 rows: their mean is over those" in told.err
    assert "2 by 60 users, 0 by 2 users" in told.out
    assert "hold for all columns at once with probability 0.95" in told.out


def test_each_column_may_have_its_own_range(ratecheck: CommandLine, tmp_path: Path) -> None:
    scale, center = np.array([1.0, 50.0, 1e6]), np.array([0.0, 100.0, -3e6])
    vectors = np.random.default_rng(2).uniform(0.2, 0.4, (600, 9, 3))
    one = write(tmp_path / "one.csv", vectors)
    all_ = write(tmp_path / "all.csv", vectors * scale + center)
    ends = ("--lower", "-1,50,-4e6", "--upper", "1,150,-2e6")
    here, there = (
        ratecheck(*estimate(path, "mean-linf", "--seed", 1, "--json", ranges=ranges)).json
        for path, ranges in ((one, ("--lower", -1, "--upper", 1)), (all_, ends))
    )
    np.testing.assert_allclose(np.array(here["estimate"]) * scale + center, there["estimate"], rtol=1e-9)
    for name in ("standard_error",):
        np.testing.assert_allclose(np.array(here[name]) * scale, there[name], rtol=1e-9)
    told = ratecheck(*estimate(one, "mean-linf", ranges=("--lower", "-1,2", "--upper", 1))).refusal
    assert told == "--lower: 2 numbers; must be 1, or 3 as there are columns"


def test_what_is_outside_is_refused_or_moved_and_counted(ratecheck: CommandLine, data: Path) -> None:
    tight = ("--lower", -0.5, "--upper", 0.5)
    told = ratecheck(*estimate(data, "mean-linf", ranges=tight)).refusal
    assert "of 720); --clip moves them" in told
    document = ratecheck(*estimate(data, "mean-linf", "--clip", "--json", ranges=tight)).json
    assert document["not_private"]["moved_inside"] > 0
    assert document["estimate_of"].endswith("own mean of values moved into [-0.5, 0.5]^3")
    for problem in ("mean-l2", "mean-l1"):
        told = ratecheck(*estimate(data, problem, ranges=("--radius", 0.5))).refusal
        assert "vectors are outside the l_" in told
        assert "of 240); --project moves them" in told
        document = ratecheck(*estimate(data, problem, "--project", "--json", ranges=("--radius", 0.5))).json
        assert 0 < document["not_private"]["moved_inside"] <= 240
        order = problem[-1]
        assert document["estimate_of"].endswith(f"own mean of vectors moved into the l_{order} ball of radius 0.5")


@pytest.mark.parametrize(
    ("problem", "more", "told"),
    [
        ("mean-linf", ("--lower", 1), "--lower = 1.0: must be below --upper = 1.0"),
        ("mean-linf", ("--lower", "nan"), "--lower = nan: must be a finite number"),
        ("mean-linf", ("--lower", "a,b,c"), "'a' is not a number"),
        ("mean-linf", ("--radius", 1), "--radius: is not an option of the problem mean-linf"),
        ("mean-l2", ("--lower", 1), "--lower: is not an option of the problem mean-l2"),
        ("mean-l2", ("--radius", 0), "--radius = 0.0: must be a finite number above 0"),
        ("mean-l2", ("--radius", "nan"), "--radius = nan"),
        ("mean-l1", ("--radius", -1), "--radius = -1.0"),
        ("mean-heavy", ("--clip",), "--clip: is not an option of the problem mean-heavy"),
        ("mean-heavy", ("--moment", 1), "p = 1.0: must be from 2 to 100"),
        ("mean-heavy", ("--moment-bound", 0), "M = 0.0: must be a finite number above 0"),
        ("mean-l2", ("--epsilon", 0), "epsilon = 0.0"),
        ("mean-l2", ("--epsilon", -1), "epsilon = -1.0: must be a finite number above 0"),
        ("mean-l2", ("--epsilon", "nan"), "epsilon = nan"),
        ("mean-l2", ("--m", 0), "m = 0"),
        ("mean-l2", ("--estimator", "zhao-kashin"), "its guarantee needs i.i.d. users"),
        ("mean-l2", ("--estimator", "zhao-kashin", "--same-law"), "--m: is needed with --estimator zhao-kashin"),
        ("mean-l2", ("--delta", 1e-6), "--delta: is not an option of the problem mean-l2"),
        ("mean-l2", ("--seed", -1), "--seed = -1"),
        (
            "mean-l2",
            ("--estimator", "best"),
            "--estimator = 'best': is no estimator of the problem mean-l2; must be one of",
        ),
        (
            "mean-l2",
            ("--estimator", "signed-kary"),
            "is no estimator of the problem mean-l2; must be one of zhao-kashin",
        ),
        ("mean-l2", ("--value", "a"), "--value = 'a': is named 2 times"),
        ("mean-l2", ("--value", "who"), "--value = 'who': must be another column than --user"),
        ("mean-l2", ("--value", "z"), "--value = 'z': no such column"),
        ("mean-l2", ("--values", ",".join("a" * (2**20 + 1))), "d = 1048577: must be at most 1048576"),
        ("mean", (), "3 columns; the problem mean has one"),
    ],
)
def test_estimate_refuses_what_it_cannot_take(
    ratecheck: CommandLine, data: Path, problem: str, more: tuple[object, ...], told: str
) -> None:
    ranges = ("--lower", -1, "--upper", 1) if problem == "mean" else None
    assert told in ratecheck(*estimate(data, problem, *more, ranges=ranges)).refusal


@pytest.mark.parametrize("problem", VECTORS)
def test_ranges_and_columns_are_asked_for(ratecheck: CommandLine, data: Path, problem: str) -> None:
    told = ratecheck(*estimate(data, problem, ranges=())).refusal
    assert told == f"{RANGES[problem][0]}: is needed for the problem {problem}"
    told = ratecheck("estimate", problem, "--data", data, "--user", "who", "--epsilon", 1, *RANGES[problem]).refusal
    assert told.startswith("--value: name the column")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("who,a,b,c\n", "holds no rows"),
        ("who,a,b\nx,1,1\n", "--value = 'c': no such column"),
        ("who,a,b,c\nx,0,nan,0\n", "line 2, b is 'nan': must be a finite number"),
        ("who,a,b,c\nx,0,0,0\nx,0,0,\n", "line 3, c is missing"),
        ("who,a,b,c\nx,0,0\n", "line 2, c is missing"),
        ("who,a,b,c\nx,0,text,0\n", "line 2, b = 'text': must be a number"),
        ("who,a,b,c\n,0,0,0\n", "line 2 has no who"),
        ("who,a,b,c\nx,0,5,0,1\n", "line 2 has 5 fields, the header 4"),
        ("who,a,b,c\nx,inf,0,0\n", "a is 'inf'"),
        ("who,a,b,c\nx,0,0,0\n", "data: 1 user; a private estimate needs at least 2"),
    ],
)
def test_a_bad_file_is_one_line(ratecheck: CommandLine, tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "data.csv"
    path.write_text(text)
    assert told in ratecheck(*estimate(path, "mean-linf")).refusal
    assert list(tmp_path.iterdir()) == [path]


def test_too_few_users_for_two_rounds_are_refused(ratecheck: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("who,a,b,c\nx,0,0,0\ny,0,0,0\n")
    told = ratecheck(*estimate(path, "mean-linf", *named("mean-linf", "zhao-algorithm2", 1))).refusal
    assert "n = 2: must be at least 4, two users for each of 2 groups" in told


def test_parquet_gives_what_csv_gives(tmp_path: Path, data: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import csv, parquet

    parquet.write_table(csv.read_csv(data), tmp_path / "data.parquet")
    assert read_users(tmp_path / "data.parquet", "who", ("c", "a")) == read_users(data, "who", ("c", "a"))
    assert pyarrow is not None
