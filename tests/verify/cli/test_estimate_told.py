"""What `ratecheck estimate` prints in the data's units, and where its randomness comes from."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.shell_completion import ShellComplete

from notation.problem import TITLES
from tests.randomness import Source
from tests.verify.cli.command_line import CommandLine
from verify.cli import commands
from verify.cli.by_problem import FLAGS

SCALE = 64
"""A power of two, so that scaled data give the same answers to the last bit."""
SHARED = {"--seed": 5}
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)")
CASES: dict[str, tuple[str, dict[str, Any], dict[str, int]]] = {
    "mean": ("x", {}, {"--lower": -1, "--upper": 1}),
    "mean, one law": ("x", {"--m": 4, "--same-law": None, "--estimator": "kent-tuned"}, {"--lower": -1, "--upper": 1}),
    "mean-linf": ("x,y", {}, {"--lower": -1, "--upper": 1}),
    "mean-linf, one law": (
        "x,y",
        {"--m": 4, "--same-law": None, "--estimator": "zhao-algorithm2"},
        {"--lower": -1, "--upper": 1},
    ),
    "mean-l2": ("x,y", {}, {"--radius": 2}),
    "mean-l1": ("x,y", {}, {"--radius": 2}),
    "mean-heavy": ("x,y", {"--moment": 4}, {"--moment-bound": 2}),
    "mean-heavy-l2": ("x,y", {"--moment": 4}, {"--moment-bound": 2}),
    "sparse-mean": ("x,y", {"--s": 1, "--m": 4, "--same-law": None}, {"--lower": -1, "--upper": 1}),
    "mixture": ("x", {"--K": 2, "--m": 4}, {"--lower": -1, "--upper": 1}),
    "density": ("x", {"--beta": 1, "--m": 4, "--same-law": None}, {"--lower": -1, "--upper": 1}),
}
SCALED = {
    "estimate",
    "lower",
    "upper",
    "standard_error",
    "half_width",
    "half_width_if_one_law",
    "near",
    "mean",
    "least_gap",
    "edges",
    "standard_error_if_one_law",
}
"""Keys of JSON in the data's units; a share's interval has its own key."""
LINES = ("estimate ", "interval ", "standard error", "if that holds", "groups", "x ", "y ")


OTHERS: dict[str, tuple[object, ...]] = {
    "--class-radius": (1,),
    "--cover-radius": (1,),
    "--metric": ("l2",),
    "--clip": (),
    "--same-law": (),
    "--estimator": ("walk",),
    "--lower": (-1,),
    "--upper": (1,),
    "--radius": (2,),
    "--moment": (4,),
    "--moment-bound": (2,),
    "--s": (1,),
    "--beta": (1,),
    "--K": (2,),
    "--m": (4,),
}
"""Options and values that some problems take and others refuse, as they are written on the command line."""
LONG = {"--K": "--components"}


def write(path: Path, scale: float) -> Path:
    """Four rows of each of 400 users, within [-1, 1] at scale 1."""
    values = np.random.default_rng(2).uniform(-0.5, 1, (400, 4, 2)) * scale
    rows = [f"u{user},{x!r},{y!r}" for user, of in enumerate(values.tolist()) for x, y in of]
    path.write_text("\n".join(["who,x,y", *rows]) + "\n", "utf-8")
    return path


def asked(case: str, data: Path, scale: int, **more: object) -> list[object]:
    """The command of a case at a scale; a fourth moment's bound grows with its fourth power."""
    columns, fixed, sized = CASES[case]
    sizes = {name: value * scale ** (4 if name == "--moment-bound" else 1) for name, value in sized.items()}
    options = {"--values": columns, "--epsilon": 4} | fixed | sizes | more
    line: list[object] = ["estimate", case.partition(",")[0], "--data", data, "--user", "who"]
    for name, value in options.items():
        line += [name] if value is None else [name, value]
    return line


def leaves(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of a document with the keys on the way to it."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from leaves(value, (*path, key))
    elif isinstance(found, list):
        for value in found:
            yield from leaves(value, path)
    else:
        yield path, found


def scales(path: tuple[str, ...]) -> bool:
    """Whether a number of JSON is in the data's units."""
    return path[-1] in SCALED and "share_interval" not in path


@pytest.mark.parametrize("case", CASES)
def test_what_is_in_the_datas_units_scales_with_them(ratecheck: CommandLine, tmp_path: Path, case: str) -> None:
    """Data and range 64 times as large: every number in their units is 64 times as large, and no other changes."""
    unit, wide = (
        ratecheck(*asked(case, write(tmp_path / f"{scale}.csv", scale), scale, **SHARED), "--json").json
        for scale in (1, SCALE)
    )
    counted = 0
    for (path, one), (again, other) in zip(leaves(unit), leaves(wide), strict=True):
        assert path == again
        if isinstance(one, bool | str | None):
            assert one == other or path[-1] in {"estimate_of", "assumes"}, path
        elif scales(path):
            assert other == pytest.approx(SCALE * one, rel=1e-9), path
            counted += bool(one)
        elif path[-1] == "heights":
            assert other == pytest.approx(one / SCALE, rel=1e-9), path
        else:
            assert other == pytest.approx(one, rel=1e-9), path
    assert counted > (3 if case == "density" else 2)
    end = CASES[case][2].get("--upper")
    if "error_bar" in wide and end is not None:
        # Where the estimate is within the range, its interval is what the bar says, as far as the range goes.
        value, bar = (np.atleast_1d(part) for part in (wide["estimate"], wide["error_bar"]["half_width"]))
        inside, size = np.abs(value) < SCALE * end, SCALE * end
        for side, sign in (("lower", -1), ("upper", 1)):
            found = np.atleast_1d(wide["interval"][side])
            expected = np.clip(value + sign * bar, -size, size)
            np.testing.assert_allclose(found[inside], expected[inside], rtol=1e-9)


@pytest.mark.parametrize("case", [case for case in CASES if case.split(",")[0] not in {"density", "mixture"}])
def test_the_text_has_the_documents_numbers(ratecheck: CommandLine, tmp_path: Path, case: str) -> None:
    """At 64 times the unit, where a number in other units is another one."""
    line = asked(case, write(tmp_path / "wide.csv", SCALE), SCALE, **SHARED)
    told, found = ratecheck(*line).out, ratecheck(*line, "--json").json
    said = {float(number) for row in told.splitlines() if row.startswith(LINES) for number in NUMBER.findall(row)}

    def printed(value: float, digits: int) -> bool:
        return any(number == pytest.approx(value, rel=10.0 ** (1 - digits), abs=1e-12) for number in said)

    for path, value in leaves(found):
        if scales(path) and value is not None and path[-1] != "half_width":
            assert path[-1] == "standard_error_if_one_law" or printed(value, 3), f"{path}: {value} is not in the text"


@pytest.mark.parametrize("case", CASES)
def test_randomness_is_the_operating_systems(
    ratecheck: CommandLine, tmp_path: Path, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked without a seed, and is all there is; with one it is not asked."""
    data = write(tmp_path / "data.csv", 1)
    line = [*asked(case, data, 1), "--json"]
    source = Source.instead(monkeypatch, 1)
    first = ratecheck(*line).json
    assert source.asked > 400
    assert first["randomness"] == "operating system"
    again = Source.instead(monkeypatch, 1)
    assert ratecheck(*line).json == first
    assert again.asked == source.asked
    Source.instead(monkeypatch, 2)
    assert ratecheck(*line).json != first
    unasked = Source.instead(monkeypatch, 3)
    assert ratecheck(*line, "--seed", 1).json["randomness"] == "seed"
    assert not unasked.asked


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """Seven users of one to three rows: 13 rows, of which 12 have y below 0."""
    rows = [f"u{user},{user / 10},{-user / 10}" for user in range(7) for _ in range(1 + user % 3)]
    data = tmp_path / "few.csv"
    data.write_text("\n".join(["who,x,y", *rows]) + "\n", "utf-8")
    return data


def test_a_document_says_what_was_asked_and_what_the_file_holds(ratecheck: CommandLine, few: Path) -> None:
    common = ("--data", few, "--user", "who", "--epsilon", 2, "--seed", 3, "--json")
    found = ratecheck(
        "estimate", "mean-linf", *common, "--values", "x,y", "--lower", 0, "--upper", 1, "--m", 2, "--clip"
    ).json
    assert (found["problem"], found["columns"], found["n"], found["m"]) == ("mean-linf", ["x", "y"], 7, 2)
    assert found["estimate_of"].endswith("each user's own mean of values moved into [0, 1]^2")
    assert found["not_private"] == {
        "users": {"kept": 7, "left_out": 0, "why": ["3 users have fewer than 2 rows"]},
        "rows": 13,
        "rows_of_a_user": [1, 3],
        "moved_inside": 12,
    }
    assert (found["epsilon_per_user"], found["delta_per_user"], found["protects_little"]) == (2.0, 0.0, False)
    assert found["spend"] == [{"users": 7, "multiple_of_epsilon": "1", "epsilon": 2.0}]
    assert (found["randomness"], found["draws"], found["send_nothing"]) == ("seed", "exact", 0)
    interval, half = found["interval"], found["error_bar"]["half_width"]
    for low, value, high, width in zip(interval["lower"], found["estimate"], interval["upper"], half, strict=True):
        assert low == pytest.approx(max(value - width, 0))
        assert high == pytest.approx(min(value + width, 1))
    assert (interval["probability"], interval["simultaneous"], interval["users_share_one_law"]) == (0.95, True, False)
    assert interval["tells_little"]
    assert (found["assumes_one_law"], found["groups"], found["worst_localisation_failure"]) == (False, [], None)
    assert found["error_bar"]["half_width_if_one_law"] is found["error_bar"]["not_covered_if_one_law"] is None
    number = ratecheck("estimate", "mean", *common, "--value", "x", "--lower", -1, "--upper", 1).json
    assert isinstance(number["estimate"], float)
    assert "columns" not in number
    assert number["m"] is None
    assert number["not_private"]["users"]["why"] == []
    assert number["not_private"]["moved_inside"] == 0


def test_the_text_has_a_line_for_each_thing_told(ratecheck: CommandLine, few: Path) -> None:
    line = ("estimate", "mean", "--data", few, "--user", "who", "--value", "x", "--lower", -1, "--upper", 1)
    shared = [
        "                valid for heterogeneous users; computed from messages and public numbers only",
        "weak result     the interval is wider than half the public range: almost no information at these n and "
        "epsilon",
    ]
    seed = ("--seed", 3)
    for epsilon, warned in (
        (10, []),
        (
            10.5,
            [
                "warning         epsilon = 10.5 gives little protection, as any above 10:",
                "                a message may be e^10.5 times as likely with other data",
            ],
        ),
    ):
        document = ratecheck(*line, *seed, "--epsilon", epsilon, "--json").json
        assert document["protects_little"] is bool(warned)
        interval = document["interval"]
        assert ratecheck(*line, *seed, "--epsilon", epsilon).out.splitlines() == [
            f"estimate        {document['estimate']:.6g}, of the average over users of each user's own mean",
            f"interval        {interval['lower']:.6g} to {interval['upper']:.6g}, with probability 0.95 or more",
            f"standard error  {document['standard_error']:.3g}",
            *shared,
            f"privacy         epsilon spent, computed from the plan: {epsilon} by 7 users; delta = 0",
            *warned,
            "estimator       user-mean: each user mean by randomized response on windows (ours; Wang et al. 2019, "
            "Section III, made discrete)",
            f"                chosen: {document['why']}",
            "users           7",
            "--seed: anyone who knows the seed can remove the noise; this output is not private.",
        ]
    last = ratecheck(*line, "--epsilon", 2).out.splitlines()[-1]
    assert last.startswith("Every answer was drawn with its exact probability (randomized responses): rounding of")


def test_columns_are_told_in_a_table(ratecheck: CommandLine, few: Path) -> None:
    line = (
        "estimate",
        "mean-linf",
        "--data",
        few,
        "--user",
        "who",
        "--values",
        "x,y",
        "--lower",
        -1,
        "--upper",
        1,
        "--epsilon",
        2,
        "--seed",
        3,
    )
    found = ratecheck(*line, "--json").json
    told = ratecheck(*line).out.splitlines()
    assert told[0] == "column      estimate        from          to  standard error"
    for i, name in enumerate("xy"):
        low, high = found["interval"]["lower"][i], found["interval"]["upper"][i]
        error = found["standard_error"][i]
        assert told[i + 1] == f"{name:<6}  {found['estimate'][i]:>12.6g}  {low:>10.4g}  {high:>10.4g}  {error:>14.3g}"
    assert told[3] == "estimate        of the average over users of each user's own mean"
    assert told[4] == "intervals       hold for all columns at once with probability 0.95 or more"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--lower", "0,0,0", "--upper", 1), "--lower: 3 numbers; must be 1, or 2 as there are columns"),
        (("--lower", 0, "--upper", "1,2,3"), "--upper: 3 numbers; must be 1, or 2 as there are columns"),
        (("--lower", "0,1", "--upper", 1), "--lower"),
        (("--lower", 0), "--upper"),
        (("--upper", 0), "--lower"),
        (("--lower", 0, "--upper", 1, "--radius", 2), "--radius"),
        (("--lower", 0, "--upper", 1, "--seed", -1), "--seed"),
    ],
)
def test_ends_are_one_for_each_column_or_for_all(
    ratecheck: CommandLine, few: Path, options: tuple[object, ...], told: str
) -> None:
    line = ("estimate", "mean-linf", "--data", few, "--user", "who", "--values", "x,y", "--epsilon", 2, *options)
    assert told in ratecheck(*line).refusal


def takes(problem: str, option: str) -> bool:
    """Whether a problem has an option, written again problem by problem."""
    box = problem in ("mean", "mean-linf", "sparse-mean", "mixture", "density")
    return {
        "--class-radius": problem == "density",
        "--clip": not problem.startswith("mean-heavy"),
        "--same-law": problem != "mixture",
        "--estimator": True,
        "--m": True,
        "--lower": box,
        "--upper": box,
        "--radius": problem in ("mean-l2", "mean-l1"),
        "--moment": problem.startswith("mean-heavy"),
        "--moment-bound": problem.startswith("mean-heavy"),
        "--s": problem == "sparse-mean",
        "--beta": problem == "density",
        "--K": problem == "mixture",
    }.get(option, False)


@pytest.mark.parametrize("case", [case for case in CASES if "," not in case])
def test_each_problem_takes_its_options_and_no_others(ratecheck: CommandLine, tmp_path: Path, case: str) -> None:
    """All is said before a file is read: here one without rows, of which the refusal of good options speaks."""
    data = tmp_path / "none.csv"
    data.write_text("who,x,y\n", "utf-8")
    helped = ratecheck("estimate", case, "--help").out
    for option, value in OTHERS.items():
        more = [] if option in CASES[case][1] | CASES[case][2] else [option, *value]
        told = ratecheck(*asked(case, data, 1), *more).refusal
        refused = f"is not an option of the problem {case}" in told
        assert refused == (not takes(case, option)), (option, told)
        assert refused or "rows" in told or option in ("--estimator", "--class-radius"), told
        shown = re.search(rf"^  {re.escape(option)}\b|, {re.escape(option)}\b", helped, re.MULTILINE) is not None
        assert shown == (not refused), option
    # --m is needed where rows are grouped by it, and --same-law where there is nothing else to estimate.
    needed = {*CASES[case][1], *CASES[case][2]} - ({"--m", "--same-law"} if case == "sparse-mean" else set())
    for option in needed:
        left = dict(CASES[case][1] | CASES[case][2])
        del left[option]
        words = [word for name, value in left.items() for word in ([name] if value is None else [name, value])]
        start = ["estimate", case, "--data", data, "--user", "who", "--values", CASES[case][0], "--epsilon", 4]
        told = ratecheck(*start, *words).refusal
        assert told.startswith(f"{LONG.get(option, option)}: is needed for the problem {case}"), told


def test_ends_are_one_for_all_columns_or_one_for_each(ratecheck: CommandLine, few: Path) -> None:
    start = ("estimate", "mean-linf", "--data", few, "--user", "who", "--epsilon", 2)
    for columns, lower, allowed in (("x,y", (0, 1, 2), "1, or 2 as there are columns"), ("x", (0, 1), "1")):
        told = ratecheck(*start, "--values", columns, "--lower", ",".join(map(str, lower)), "--upper", 9).refusal
        assert told == f"--lower: {len(lower)} numbers; must be {allowed}"
    # The largest and the smallest half-widths that floats carry, and those just beyond.
    for low, high, is_taken in (
        (0, 2e50, True),
        (0, 2.1e50, False),
        (0, 2e-50, True),
        (0, 1.9e-50, False),
        (-1e50, 1e50, True),
        (-1.1e50, 1e50, False),
        (-1e-50, 1e-50, True),
        (-0.9e-50, 1e-50, False),
    ):
        ran = ratecheck(*start, "--values", "x", f"--lower={low}", "--upper", high, "--clip", "--seed", 1)
        assert (ran.status == 0) == is_taken, ran.err
        assert is_taken or "(--upper - --lower) / 2" in ran.err


def test_vectors_outside_a_ball_are_told_by_its_norm(ratecheck: CommandLine, tmp_path: Path) -> None:
    """(3, 4) is on the Euclidean sphere of radius 5, and only there."""
    data = tmp_path / "sphere.csv"
    data.write_text("who,x,y\na,3,4\nb,3,4\n", "utf-8")
    for problem, order, radius, is_inside in (
        ("mean-l2", 2, 5, True),
        ("mean-l2", 2, 4.9, False),
        ("mean-l1", 1, 7, True),
        ("mean-l1", 1, 6.9, False),
    ):
        more = ("--values", "x,y", "--radius", radius, "--epsilon", 2, "--seed", 1)
        ran = ratecheck("estimate", problem, "--data", data, "--user", "who", *more)
        assert (ran.status == 0) == is_inside, ran.err
        assert is_inside or f"outside the l_{order} ball" in ran.err


def test_files_and_columns_may_have_the_names_of_problems_and_of_options(
    ratecheck: CommandLine, tmp_path: Path
) -> None:
    rows = "".join(f"{i},{i % 2}\n" for i in range(50))
    for file, user, value in (
        ("label-classification-local", "regression", "classification"),
        ("mean", "--value", "mean"),
        ("--help", "--user", "--json"),
    ):
        data = tmp_path / file
        data.write_text(f"{user},{value}\n{rows}", "utf-8")
        words = ("--data", data, "--user", user, "--value", value, "--epsilon", 4, "--lower", 0, "--upper", 1)
        asked = (*words, "--seed", 1, "--json")
        told = [ratecheck("estimate", *line).json for line in (("mean", *asked), (*asked, "mean"))]
        assert told[0] == told[1]
        assert told[0]["problem"] == "mean"
    assert ratecheck("estimate", *words, "label-regression-local").refusal.startswith("--user: is not an option of")


def test_options_in_front_without_a_problem_are_refused(ratecheck: CommandLine) -> None:
    known = ("mean, mean-linf, ", ", infinite")
    for words in ((), ("--data", "mean"), ("--json",)):
        told = ratecheck("estimate", *words).refusal
        assert told.startswith(f"PROBLEM: is needed; must be one of {known[0]}"), told
        assert told.endswith(known[1]), told
    assert ratecheck("estimate", "infinite-l2").refusal.startswith("problem = 'infinite-l2': must be one of mean, ")


def test_a_shell_completes_problems_and_their_options() -> None:
    completed = ShellComplete(commands, {}, "ratecheck", "_RATECHECK_COMPLETE").get_completions
    assert [one.value for one in completed(["bound"], "mean-l")] == ["mean-linf", "mean-l2", "mean-l1"]
    assert [one.value for one in completed(["estimate"], "inf")] == ["infinite"]
    assert [one.value for one in completed(["bound", "mixture"], "--comp")] == ["--components"]
    assert completed(["bound", "nothing"], "--comp") == []


@pytest.mark.parametrize("name", ["bound", "plan", "estimate"])
def test_the_help_of_a_group_lists_its_problems_in_a_line_each(ratecheck: CommandLine, name: str) -> None:
    told = ratecheck(name, "--help").out
    for problem, title in TITLES.items():
        known = "infinite" if problem == "infinite-l2" and name == "estimate" else problem
        is_there = name != "estimate" or not known.startswith("infinite-")
        # What is asked of data in place of a known point is a centre of a public cover.
        line = rf"^  {known} +{'Centre' if known != problem else re.escape(title)}"
        assert (re.search(line, told, re.MULTILINE) is not None) == is_there, problem


@pytest.mark.parametrize("name", ["bound", "plan", "estimate"])
def test_an_option_takes_a_value_in_all_problems_or_in_none(name: str) -> None:
    """So the problem is found behind options whatever problem it is."""
    group = commands.get_command(click.Context(commands), name)
    assert isinstance(group, click.Group)
    context, flags = click.Context(group, help_option_names=["-h", "--help"]), set()
    for problem in group.list_commands(context):
        command = group.get_command(context, problem)
        assert command is not None
        options = command.get_params(click.Context(command, context))
        assert len(options) > 5
        for option in options:
            assert isinstance(option, click.Option)
            assert option.nargs == 1
            assert all((written in FLAGS) == option.is_flag for written in option.opts), (problem, option.opts)
            flags |= FLAGS & {*option.opts}
    assert len(flags) > 3
