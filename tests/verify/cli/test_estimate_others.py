"""`ratecheck estimate` of densities, mixture components, sparse means and centres of a cover, and what is refused."""

from fractions import Fraction
from math import nextafter
from pathlib import Path

import numpy as np
import pytest

from tests.verify.cli.command_line import CommandLine
from verify.cli.estimate_others import _plan
from verify.cli.options import WEAK
from verify.study.worst import Spend

Line = tuple[object, ...]


@pytest.fixture(scope="module")
def two_kinds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """3000 users of whom two in five have 1 with probability 0.95, the others with 0.1; 100 rows each."""
    path, rng = tmp_path_factory.mktemp("people") / "two.csv", np.random.default_rng(0)
    chances = np.where(np.arange(3000) % 5 < 2, 0.95, 0.1)
    rows = [f"u{user},{int(bit)},0" for user, p in enumerate(chances) for bit in rng.random(100) < p]
    path.write_text("\n".join(["who,x,y", *rows]) + "\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def cover(two_kinds: Path) -> Path:
    """Five centres on [0, 1]."""
    path = two_kinds.parent / "cover.csv"
    path.write_text("who,x\n" + "".join(f"c{i},{(2 * i + 1) / 10}\n" for i in range(5)), "utf-8")
    return path


def line(problem: str, data: Path, *more: object, epsilon: object = 4) -> Line:
    return "estimate", problem, "--data", data, "--user", "who", "--epsilon", epsilon, *more


BOX: Line = ("--value", "x", "--lower", 0, "--upper", 1)


def test_kinds_of_users_are_found_with_their_shares(ratecheck: CommandLine, two_kinds: Path) -> None:
    """Six standard errors of the mean and share, far fewer than the gap of 0.85."""
    found = ratecheck(*line("mixture", two_kinds, *BOX, "--K", 2, "--m", 100, "--seed", 1, "--json")).json
    low, high = found["kinds"]
    assert abs(low["mean"] - 0.1) < 6 * low["standard_error"] < 0.2
    assert abs(high["mean"] - 0.95) < 6 * high["standard_error"] < 0.2
    assert low["shown"]
    assert high["shown"]
    assert abs(low["share"] - 0.6) < 0.15
    assert low["interval"]["lower"] <= 0.1 <= low["interval"]["upper"] < high["interval"]["lower"] <= 0.95
    assert low["share_interval"]["lower"] <= 0.6 <= low["share_interval"]["upper"]
    assert (found["probability"], found["surely_there"]) == (0.95, 2)
    assert found["epsilon_per_user"] == 4
    assert found["not_private"]["rows_of_a_user"] == [100, 100]
    rows = ratecheck(*line("mixture", two_kinds, *BOX, "--K", 2, "--m", 100, "--seed", 1)).out.splitlines()[:3]
    assert [len(row.removesuffix("   not certain")) for row in rows] == [72] * 3


def test_a_mean_of_users_who_fall_into_groups_points_to_kinds(ratecheck: CommandLine, two_kinds: Path) -> None:
    told = line("mean", two_kinds, *BOX, "--m", 100, "--same-law", "--estimator", "kent-tuned", "--seed", 1, epsilon=1)
    assert len(ratecheck(*told, "--json").json["groups"]) == 2
    assert "see `ratecheck estimate mixture`" in ratecheck(*told).out
    # y is 0 for all: one group is no groups.
    alike = tuple("y" if word == "x" else word for word in told)
    assert ratecheck(*alike, "--json").json["groups"] == []


def test_the_centre_that_most_users_are_nearest_to_wins(ratecheck: CommandLine, two_kinds: Path, cover: Path) -> None:
    told = line("infinite", two_kinds, "--value", "x", "--cover", cover, "--seed", 1)
    found = ratecheck(*told, "--json").json
    assert found["centre"] == "c0"
    assert found["share"]["lower"] < found["share"]["estimate"] < found["share"]["upper"]
    assert found["share"]["probability"] == 0.95
    assert found["epsilon_per_user"] == 4
    assert found["draws"] == "exact"
    assert ratecheck(*told).out.startswith("centre          c0: 0.1, of 5\n")
    assert found["not_private"]["users"]["kept"] == 3000
    assert found["estimate_of"].endswith("the cell of a mean is the nearest in l_2")
    balls = ratecheck(*told, "--metric", "l1", "--cover-radius", 0.1, "--json").json["estimate_of"]
    assert balls.endswith("the first ball of radius 0.1 that holds it, or else the nearest in l_1")


def test_a_density_has_integral_one_and_says_what_it_assumes(ratecheck: CommandLine, two_kinds: Path) -> None:
    told = line("density", two_kinds, *BOX, "--beta", 1, "--m", 100, "--same-law", "--seed", 1)
    found = ratecheck(*told, "--json").json
    heights = np.array(found["heights"])
    assert heights.min() >= 0
    assert abs(heights @ np.diff(found["edges"]) - 1) < 1e-9
    assert "i.i.d. users: all draw from the same density" in ratecheck(*told).out
    assert found["assumes_one_law"]
    assert found["estimate_of"] == "the density of all users' values"
    assert found["error"]["probability"] == 0.95
    assert found["not_private"]["rows_of_a_user"] == [100, 100]
    clipped = ratecheck(*told, "--clip")
    assert "density         the density of all users' values moved into [0, 1]\n" in clipped.out
    # The two laws are two point masses, which no density of the class is; with less noise more is known.
    assert found["error"]["tells_little"] == ("weak result     the uniform density" in clipped.out)


def test_a_mixture_that_is_not_told_apart_is_said_to_be_one_or_more(ratecheck: CommandLine, two_kinds: Path) -> None:
    """One row of each user is too few for any n; what is moved is said here too."""
    told = line("mixture", two_kinds, *BOX, "--K", 2, "--m", 1, "--clip", "--seed", 1)
    text, found = ratecheck(*told).out, ratecheck(*told, "--json").json
    assert all(kind["interval"] is kind["standard_error"] is kind["share_interval"] is None for kind in found["kinds"])
    assert (found["surely_there"], found["apart"]) == (1, False)
    assert "not separated   2 components: at least 1 is certain" in text
    assert f"are separated for m >= {found['m_needed']}, about\n" in text
    assert text.count("not certain") == 2
    assert "by the users' own means of values moved into [0, 1]\n" in text


def test_a_sparse_mean_is_estimated_with_the_others_at_0(ratecheck: CommandLine, two_kinds: Path) -> None:
    box = ("--values", "x,y", "--lower", -1, "--upper", 1, "--s", 1, "--m", 100, "--same-law", "--seed", 1)
    found = ratecheck(*line("sparse-mean", two_kinds, *box, "--estimator", "kent-tuned", "--json")).json
    assert found["columns"] == ["x", "y"]
    assert found["estimate"][1] == 0
    for value, low, high in zip((0.44, 0.0), found["interval"]["lower"], found["interval"]["upper"], strict=True):
        assert low <= value <= high


def test_a_sparse_mean_is_estimated_as_one_of_the_cube_where_that_is_better(
    ratecheck: CommandLine, two_kinds: Path
) -> None:
    box = ("--values", "x,y", "--lower", -1, "--upper", 1, "--s", 1, "--seed", 1, "--json")
    alike = ratecheck(*line("sparse-mean", two_kinds, *box, "--m", 100, "--same-law")).json
    assert alike["estimator"] == "cube-walk"
    anyone = ratecheck(*line("sparse-mean", two_kinds, *box)).json
    assert anyone["estimator"] == "cube-user-means"
    for found in (alike, anyone):
        for value, low, high in zip((0.44, 0.0), found["interval"]["lower"], found["interval"]["upper"], strict=True):
            assert low <= value <= high


@pytest.mark.parametrize(
    ("problem", "more", "told"),
    [
        ("mixture", (*BOX, "--m", 100), "--components: is needed for the problem mixture"),
        ("mixture", (*BOX, "--K", 2), "--m: is needed for the problem mixture"),
        ("mixture", (*BOX, "--K", 0, "--m", 100), "K = 0"),
        ("mixture", (*BOX, "--K", 2, "--m", 100, "--same-law"), "--same-law: is not an option of the problem mixture"),
        ("density", (*BOX, "--beta", 1, "--m", 100), "--same-law: is needed for the problem density"),
        ("density", (*BOX, "--m", 100, "--same-law"), "--beta: is needed for the problem density"),
        ("density", (*BOX, "--beta", 0, "--m", 100, "--same-law"), "beta = 0"),
        ("density", (*BOX, "--beta", 1, "--m", 100, "--same-law", "--class-radius", "nan"), "r = nan"),
        ("sparse-mean", ("--values", "x,y", "--lower", -1, "--upper", 1, "--s", 3, "--same-law"), "s = 3"),
        ("infinite", ("--value", "x"), "--cover: is needed for the problem infinite"),
        ("infinite-l2", ("--value", "x"), "problem = 'infinite-l2': must be one of mean, "),
        ("mean", (*BOX, "--K", 2), "--K: is not an option of the problem mean"),
    ],
)
def test_what_a_problem_needs_or_does_not_take_is_one_line(
    ratecheck: CommandLine, two_kinds: Path, problem: str, more: Line, told: str
) -> None:
    assert ratecheck(*line(problem, two_kinds, *more)).refusal.startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("who,x\nc0,0\nc0,1\n", "--cover: 'c0' has 2 rows"),
        ("who,z\nc0,0\n", "--cover: "),
        ("who,x\n", "--cover: "),
        ("who,x\nc0,nan\n", "--cover: "),
    ],
)
def test_what_is_no_cover_is_one_line(
    ratecheck: CommandLine, two_kinds: Path, tmp_path: Path, text: str, told: str
) -> None:
    path = tmp_path / "cover.csv"
    path.write_text(text, "utf-8")
    found = line("infinite", two_kinds, "--value", "x", "--cover", path)
    assert ratecheck(*found).refusal.startswith(told)


def test_a_walk_that_tells_little_points_to_kinds(ratecheck: CommandLine, two_kinds: Path) -> None:
    """It looks for no groups, which are what keeps its interval wide."""
    told = ratecheck(
        *line("mean", two_kinds, *BOX, "--m", 20, "--same-law", "--estimator", "walk", "--seed", 1, epsilon=1)
    )
    assert "weak result" in told.out
    assert "for several mixture components use `ratecheck estimate mixture`" in told.out
    # Only for users of one law is there one.
    assert "standard error" not in told.out


def test_a_cover_takes_its_own_options_and_no_others(ratecheck: CommandLine, two_kinds: Path, cover: Path) -> None:
    told = line("infinite", two_kinds, "--value", "x", "--cover", cover, "--seed", 1)
    for more in (
        ("--clip",),
        ("--same-law",),
        ("--estimator", "walk"),
        ("--m", 4),
        ("--class-radius", 1),
        ("--radius", 1),
        ("--lower", 0),
        ("--upper", 1),
        ("--moment", 4),
        ("--moment-bound", 1),
        ("--s", 1),
        ("--beta", 1),
        ("--K", 2),
    ):
        assert "is not an option of the problem infinite" in ratecheck(*told, *more).refusal
    # Distances are Euclidean if nothing else is said; with --metric others may be nearest.
    path = cover.with_name("plane.csv")
    path.write_text("who,x,y\na,0.7,0.7\nb,0,1.1\n", "utf-8")
    data = cover.with_name("origin.csv")
    data.write_text("who,x,y\n" + "".join(f"u{i},0,0\n" for i in range(300)), "utf-8")
    plane = line("infinite", data, "--values", "x,y", "--cover", path, "--seed", 1, "--json", epsilon=20)
    chosen = {
        metric: ratecheck(*plane, *metric).json["value"] for metric in ((), ("--metric", "l2"), ("--metric", "l1"))
    }
    assert chosen[()] == chosen["--metric", "l2"] == [0.7, 0.7]
    assert chosen["--metric", "l1"] == [0.0, 1.1]


@pytest.mark.parametrize(("problem", "at"), [("mean-heavy-l2", 0.7), ("mean-heavy", 0.95)])
def test_under_moments_an_answer_is_moved_into_its_own_ball(
    ratecheck: CommandLine, tmp_path: Path, problem: str, at: float
) -> None:
    """Euclidean for a moment of the norm, a box for moments of coordinates: a smaller ball would cut the answer."""
    data = tmp_path / "corner.csv"
    data.write_text("who,x,y\n" + "".join(f"u{i},{at},{at}\n" for i in range(4000)), "utf-8")
    moments = ("--moment", 4, "--moment-bound", 1)
    found = ratecheck(*line(problem, data, "--values", "x,y", *moments, "--seed", 1, "--json", epsilon=9)).json
    assert found["estimate"] == pytest.approx([at, at], abs=0.1)


def test_few_protected_is_what_is_above_epsilon_10(ratecheck: CommandLine, two_kinds: Path, cover: Path) -> None:
    """The warning in the text is there where the document says so; at 10 there is none."""
    for epsilon, little in ((10, False), (10.25, True)):
        told = line("infinite", two_kinds, "--value", "x", "--cover", cover, "--seed", 1, epsilon=epsilon)
        assert ratecheck(*told, "--json").json["protects_little"] is little
        assert (f"warning         epsilon = {epsilon} gives little" in ratecheck(*told).out) is little


def test_users_of_a_cover_have_their_fewest_and_most_rows(ratecheck: CommandLine, tmp_path: Path, cover: Path) -> None:
    data = tmp_path / "uneven.csv"
    data.write_text("who,x\n" + "".join(f"u{user},0.3\n" * (1 + user % 3) for user in range(30)), "utf-8")
    found = ratecheck(*line("infinite", data, "--value", "x", "--cover", cover, "--seed", 1, "--json")).json
    assert found["not_private"]["rows_of_a_user"] == [1, 3]
    assert found["not_private"]["rows"] == 60


@pytest.mark.parametrize(("epsilon", "told"), [(nextafter(WEAK, 0), False), (WEAK, False), (nextafter(WEAK, 99), True)])
def test_little_is_protected_beyond_the_weakest_budget(epsilon: float, told: bool) -> None:
    spend = Spend(((3, Fraction(1)),))
    assert _plan(spend, epsilon, (), False)["protects_little"] is told
