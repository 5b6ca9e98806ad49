"""`ratecheck estimate mean`."""

from pathlib import Path

import numpy as np
import pytest

from notation.setting import Setting
from tests.verify.cli.command_line import CommandLine
from upperbounds.registry import by_name, of_problem

PRIVATE = [estimator.name for estimator in of_problem("mean") if estimator.protects_users]
TWO_ROUND = [estimator.name for estimator in of_problem("mean") if estimator.needs_one_law]


def write(path: Path, rows: list[tuple[object, float]]) -> Path:
    path.write_text("who,x\n" + "".join(f"{who},{x!r}\n" for who, x in rows))
    return path


def uniform(n: int, m: int) -> list[tuple[object, float]]:
    values = np.random.default_rng(1).uniform(-1, 1, (n, m))
    return [(user, float(x)) for user in range(n) for x in values[user]]


def estimate(path: Path, *more: object) -> tuple[object, ...]:
    fixed = ("--user", "who", "--value", "x", "--epsilon", 1, "--lower", -1, "--upper", 1)
    return "estimate", "mean", "--data", path, *fixed, *more


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "data.csv", uniform(40, 5))


def named(name: str, m: int) -> tuple[object, ...]:
    """The options with which an estimator runs on users with m rows."""
    return "--estimator", name, "--m", m, *(("--same-law",) if name in TWO_ROUND else ())


def test_estimate_json_has_the_contract(ratecheck: CommandLine, data: Path) -> None:
    document = ratecheck(*estimate(data), "--json").json
    assert {"problem", "estimate", "standard_error", "epsilon_per_user", "delta_per_user", "interval", "estimator"} <= (
        set(document)
    )
    assert document["not_private"] == {
        "users": {"kept": 40, "left_out": 0, "why": []},
        "rows": 200,
        "rows_of_a_user": [5, 5],
        "moved_inside": 0,
    }
    assert document["delta_per_user"] == 0
    assert document["estimator"] == "user-mean"
    assert document["assumes_one_law"] is False
    assert document["interval"]["probability"] == 0.95
    assert -1 <= document["interval"]["lower"] <= document["estimate"] <= document["interval"]["upper"] <= 1


@pytest.mark.parametrize("name", PRIVATE)
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 1.7])
def test_no_user_spends_more_than_epsilon(ratecheck: CommandLine, data: Path, name: str, epsilon: float) -> None:
    document = ratecheck(*estimate(data), "--epsilon", epsilon, *named(name, 5), "--json").json
    one_bin = by_name("mean", name).plan(Setting(40, 5, epsilon=epsilon))
    # A vote for a single bin spends half; everything else spends all, exactly.
    spends_all = name != "bassily-algorithm2" or one_bin.bins.count > 1
    assert document["epsilon_per_user"] == (epsilon if spends_all else epsilon / 2)
    # One that needs i.i.d. users is not that of any users. A vote has none: all that is known is the bin's width.
    staged, of_one_law = document["assumes_one_law"], document["error_bar"]["standard_error_if_one_law"]
    assert (document["standard_error"] is None) == staged
    assert (of_one_law is None) == (not staged or name == "bassily-algorithm2")
    assert (of_one_law if staged and of_one_law is not None else document["standard_error"] or 1) > 0
    assert document["error_bar"]["half_width"] > 0


def test_a_seed_makes_the_estimate_the_same_and_no_seed_does_not(ratecheck: CommandLine, data: Path) -> None:
    def found(*more: object) -> float:
        # Laplace noise is continuous, so that two estimates with different streams cannot be alike.
        # At this epsilon it is far from the ends of the range, to which estimates are clamped.
        options = ("--epsilon", 100, *named("kent-tuned", 5), "--json")
        return float(ratecheck(*estimate(data), *options, *more).json["estimate"])

    assert found("--seed", 5) == found("--seed", 5)
    assert len({found("--seed", k) for k in (5, 6)} | {found(), found()}) == 4


def test_a_seed_voids_the_privacy_and_says_so(ratecheck: CommandLine, data: Path) -> None:
    seeded, unseeded = ratecheck(*estimate(data, "--seed", 1)).out, ratecheck(*estimate(data)).out
    assert seeded.splitlines()[-1].startswith("--seed: anyone who knows the seed")
    assert unseeded.splitlines()[-1].startswith("Every answer was drawn with its exact probability")
    staged = ratecheck(*estimate(data, *named("kent-tuned", 5))).out
    assert staged.splitlines()[-1] == (
        "Every answer was drawn with its exact probability (randomized responses, geometric noise on a public grid):"
        " rounding of noise does not affect the privacy."
    )
    assert ratecheck(*estimate(data, "--json")).json["randomness"] == "operating system"
    assert ratecheck(*estimate(data, "--json", "--seed", 1)).json["randomness"] == "seed"


def test_users_with_fewer_rows_take_part(ratecheck: CommandLine, tmp_path: Path) -> None:
    rows = [*uniform(41, 3), ("few", 0.5), ("few", 0.25)]
    path = write(tmp_path / "data.csv", rows)
    assert ratecheck(*estimate(path)).status == 0
    told = ratecheck(*estimate(path, *named("kent-tuned", 3)))
    assert "users           42\n" in told.out
    assert "1 users have fewer than 3 rows: their mean is over those" in told.err
    # Nothing of that is for publication.
    assert "fewer" not in told.out
    path = write(tmp_path / "data.csv", [*rows, ("more", 0.1)])
    told = ratecheck(*estimate(path, *named("kent-tuned", 3)))
    assert "43; 1 drawn at random sends nothing, so that groups are equal" in told.out
    document = ratecheck(*estimate(path, *named("one-item", 3), "--json")).json
    assert document["not_private"]["users"] == {"kept": 43, "left_out": 0, "why": ["2 users have fewer than 3 rows"]}


@pytest.mark.parametrize("rows", [3, 4])
def test_how_many_rows_users_have_chooses_nothing(ratecheck: CommandLine, tmp_path: Path, rows: int) -> None:
    """Users with equal counts and a user with another are refused alike: the counts are data."""
    path = write(tmp_path / "data.csv", [*uniform(40, 3), *[("one", 0.5)] * rows])
    assert ratecheck(*estimate(path, "--same-law")).refusal.startswith("--m: is needed with --same-law")
    for name in PRIVATE:
        law = ("--same-law",) if name in TWO_ROUND else ()
        ran = ratecheck(*estimate(path, "--estimator", name, *law))
        assert (ran.status == 0) == by_name("mean", name).takes_means
        assert ran.status == 0 or ran.refusal.startswith(f"--m: is needed with --estimator {name}")


@pytest.mark.parametrize("name", TWO_ROUND)
def test_two_rounds_need_one_law(ratecheck: CommandLine, data: Path, name: str) -> None:
    told = ratecheck(*estimate(data, "--estimator", name, "--m", 5)).refusal
    assert told.startswith(f"--estimator = '{name}': its guarantee needs i.i.d. users; add --same-law")
    out = ratecheck(*estimate(data, *named(name, 5))).out
    assert "assumed         i.i.d. users: all draw from the same law (--same-law)" in out
    assert "valid for heterogeneous users" in out


def test_values_outside_are_refused_or_clipped_and_counted(ratecheck: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path / "data.csv", [*uniform(9, 1), ("out", 7.0)])
    refusal = ratecheck(*estimate(path)).refusal
    assert "values are outside (not private: 1 of 10); --clip moves them, and then the estimate is of moved" in refusal
    told = ratecheck(*estimate(path, "--clip"))
    assert "moved   1 inside the public range" in told.err
    assert "inside the public range" not in told.out
    document = ratecheck(*estimate(path, "--clip", "--json")).json
    assert document["not_private"]["moved_inside"] == 1
    # That values are moved is said whether any was outside or not, which is private.
    inside = write(tmp_path / "inside.csv", uniform(10, 1))
    for moved in (path, inside):
        text = ratecheck(*estimate(moved, "--clip")).out
        assert "each user's own mean of values moved into [-1, 1]\n" in text
        assert "moved           the mean of the original data is a different number" in text
    assert "moved" not in ratecheck(*estimate(inside)).out
    of = "the average over users of each user's own mean of values moved into [-1, 1]"
    assert document["estimate_of"] == of


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("name", PRIVATE)
def test_the_fewest_users_get_an_estimate(ratecheck: CommandLine, tmp_path: Path, n: int, name: str) -> None:
    path = write(tmp_path / "data.csv", uniform(n, 1))
    document = ratecheck(*estimate(path, *named(name, 1), "--json")).json
    assert (document["standard_error"] is None) == document["assumes_one_law"]
    assert document["interval"]["tells_little"] is True
    assert document["n"] == n
    assert sum(group["users"] for group in document["spend"]) == n


def test_one_user_is_refused(ratecheck: CommandLine, tmp_path: Path) -> None:
    path = write(tmp_path / "data.csv", uniform(1, 9))
    assert ratecheck(*estimate(path)).refusal == "data: 1 user; a private estimate needs at least 2"


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
        (("--m", "1e10", "--estimator", "split-user"), "--m = 10000000000: makes 4.0e+11 numbers of 40 users"),
        (("--value", "x"), "2 columns; the problem mean has one"),
        (("--user", "name"), "no such column in"),
        (("--delta", 1e-6), "--delta: is not an option of the problem mean"),
        (("--moment", 2), "--moment: is not an option of the problem mean"),
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
    told = ratecheck(*estimate(path, "--epsilon", 0.1, *named("kent-tuned", 1))).refusal
    assert "--estimator = 'kent-tuned': 134217729 bins make 6.7e+09 votes; must be at most 1e+08" in told
    chosen = ratecheck(*estimate(path, "--epsilon", 0.1, "--same-law", "--m", 1, "--json")).json
    assert chosen["estimator"] != "kent-tuned"
    vectors = ("estimate", "mean-linf", "--data", path, "--user", "who", "--value", "x", "--epsilon", 0.1)
    told = ratecheck(*vectors, "--lower", -1, "--upper", 1, *named("kent-tuned", 1)).refusal
    assert "--estimator = 'kent-tuned': 134217729 bins" in told


def test_a_vote_of_one_bin_says_nothing(ratecheck: CommandLine, data: Path) -> None:
    """The mean is somewhere in [-1, 1], at most 1 from the middle."""
    ran = ratecheck(*estimate(data, *named("bassily-algorithm2", 5), "--json")).json
    assert (ran["estimate"], ran["standard_error"]) == (0.0, None)
    assert (ran["interval"]["lower"], ran["interval"]["upper"]) == (-1.0, 1.0)
    assert ran["interval"]["tells_little"] is True
    out = ratecheck(*estimate(data, *named("bassily-algorithm2", 5))).out
    assert "weak result" in out
    assert "standard error" not in out


@pytest.mark.parametrize("epsilon", [9, 1000])
def test_a_large_epsilon_is_warned_of(ratecheck: CommandLine, data: Path, epsilon: int) -> None:
    warned = epsilon > 10
    asked = ("estimate", "mean", "--data", data, "--user", "who", "--value", "x", "--lower", -1, "--upper", 1)
    bound, plan = ("bound", "mean", "--n", 500, "--m", 100), ("plan", "mean", "--m", 100, "--target-rmse", 0.05)
    for line in (bound, asked, plan):
        text = ratecheck(*line, "--epsilon", epsilon)
        assert text.status == 0
        assert (f"warning         epsilon = {epsilon} gives little protection, as any above 10:" in text.out) == warned
    assert ratecheck(*asked, "--epsilon", epsilon, "--json").json["protects_little"] == warned


def test_twenty_clipped_estimates_say_that_they_are(ratecheck: CommandLine, tmp_path: Path) -> None:
    """One value in eight is far outside: the interval holds the mean of moved values, in 7 or more of 20 not with 2e-5.

    Of the mean of the values as they are, which is far off, nothing is said.
    """
    rng = np.random.default_rng(5)
    values = np.where(rng.random((800, 4)) < 1 / 8, rng.uniform(6, 20, (800, 4)), rng.uniform(2, 6, (800, 4)))
    path = write(tmp_path / "data.csv", [(i, float(x)) for i in range(800) for x in values[i]])
    asked = ("estimate", "mean", "--data", path, "--user", "who", "--value", "x", "--lower", 0, "--upper", 6)
    as_they_are, moved, held = values.mean(), np.clip(values, 0, 6).mean(), 0
    for seed in range(20):
        document = ratecheck(*asked, "--clip", "--epsilon", 4, "--seed", seed, "--json").json
        low, high = document["interval"]["lower"], document["interval"]["upper"]
        held += low <= moved <= high
        assert not low <= as_they_are <= high
        assert document["estimate_of"].endswith("each user's own mean of values moved into [0, 6]")
    assert held >= 14
    assert "of values moved into [0, 6]\n" in ratecheck(*asked, "--clip", "--epsilon", 4).out
