"""The mutation suite itself: its operators, that it tells killed from survived, and its fixed sample."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import report, runner
from tests.mutation.operators import mutants
from tests.mutation.runner import GROUPS, ROOT, Result, chosen, narrowest, overlay, sources
from tests.mutation.sample import SAMPLE, sample

TEXT = '''"""A docstring with 2 numbers."""

def f(x: "list[1]", seed, k):
    if x[0] < 3 and seed > 0:
        raise ValueError(f"{7 + 8}")
    y = sqrt(x[1:k]) - 2 * max(x, key=abs)
    return np.clip(y ** 2, -5, 1), generator(seed), stream(seed, k), x.argmax(axis=-1)
'''


@pytest.mark.parametrize(
    ("operator", "before", "after"),
    [
        ("twice", "3", "6"),
        ("half", "3", "1.5"),
        ("index", "x[0]", "x[1]"),
        ("index", "x[1:k]", "x[(1) + -1 : (k)]"),
        ("index", "x[1:k]", "x[(1) : (k) + 1]"),
        ("strictness", "x[0] < 3", "(x[0]) <= (3)"),
        ("condition dropped", "x[0] < 3 and seed > 0", "(seed > 0)"),
        ("sign", "sqrt(x[1:k]) - 2 * max(x, key=abs)", "(sqrt(x[1:k])) + (2 * max(x, key=abs))"),
        ("sign", "-5", "(5)"),
        ("term dropped", "sqrt(x[1:k]) - 2 * max(x, key=abs)", "(sqrt(x[1:k]))"),
        ("factor dropped", "2 * max(x, key=abs)", "(2)"),
        ("min for max", "max(x, key=abs)", "min(x, key=abs)"),
        ("exponent", "y ** 2", "(y) ** ((2) - 0.25)"),
        ("exponent", "sqrt(x[1:k])", "(x[1:k])"),
        ("clip removed", "np.clip(y ** 2, -5, 1)", "(y ** 2)"),
        ("tie", "x.argmax(axis=-1)", "(x.shape[-1] - 1 - x[..., ::-1].argmax(axis=-1))"),
        ("seed fixed", "generator(seed)", "generator(0)"),
        ("stream reused", "stream(seed, k)", "stream(seed, 0)"),
    ],
)
def test_an_operator_changes_one_place(operator: str, before: str, after: str) -> None:
    (found,) = [
        one for one in mutants("f.py", TEXT) if (one.operator, one.before, one.after) == (operator, before, after)
    ]
    assert found.differs(TEXT)
    assert found.text(TEXT) == TEXT.replace(before, after, 1)
    assert TEXT.splitlines()[found.line - 1].count(before.splitlines()[0])


def test_messages_annotations_and_docstrings_stay() -> None:
    changed = {one.line for one in mutants("f.py", TEXT)}
    assert changed == {4, 6, 7}


def test_a_mutant_is_the_same_text_elsewhere_in_letters_of_several_bytes() -> None:
    text = 'x = "é" + str(2)  # é\ny = 3\n'
    assert [one.text(text) for one in mutants("f.py", text) if one.operator == "twice"] == [
        text.replace("2", "4"),
        text.replace("3", "6"),
    ]


def test_a_copy_is_of_links_but_for_one_file(tmp_path: Path) -> None:
    before = (ROOT / "verify/study/risk/alias.py").read_bytes()
    overlay(tmp_path, "verify/study/risk/alias.py", "changed = 1\n")
    changed = tmp_path / "verify/study/risk/alias.py"
    assert not changed.is_symlink()
    assert changed.read_text("utf-8") == "changed = 1\n"
    assert (tmp_path / "verify/study/risk/walk.py").resolve() == ROOT / "verify/study/risk/walk.py"
    assert (tmp_path / "lowerbounds").is_symlink()
    assert (ROOT / "verify/study/risk/alias.py").read_bytes() == before


def test_every_module_has_tests_that_are_there() -> None:
    for pattern in GROUPS.values():
        for path in sources(pattern):
            if mutants(path, (ROOT / path).read_text("utf-8")):
                tests = narrowest(path)
                assert tests, f"{path} has no tests"
                assert all((ROOT / line.split()[0]).exists() for line in tests), tests


def test_tests_that_import_a_module_are_found_however_they_do() -> None:
    assert "tests/upperbounds/test_walk.py" in narrowest("upperbounds/mean/stop_loss.py")
    assert "tests/upperbounds/terms/test_shapes.py" in narrowest("upperbounds/sparse/bounds.py")
    assert "tests/upperbounds/test_walk.py" not in narrowest("upperbounds/sparse/bounds.py")


def test_a_seed_chooses_the_same_mutants_of_every_group_by_its_size() -> None:
    groups = ["ratecheck", "verify/cli/estimate"]
    first = chosen(420, 1, groups)
    assert first == chosen(420, 1, groups) != chosen(420, 2, groups)
    # A group that has fewer than 60 is drawn whole; more of all, more of each, and the same first.
    of = {group: [one for one in first if one.path in sources(GROUPS[group])] for group in groups}
    whole = [one for path, text in sources(GROUPS["ratecheck"]).items() for one in mutants(path, text)]
    assert len(of["ratecheck"]) == sum(one.differs((ROOT / one.path).read_text("utf-8")) for one in whole) < 60
    more = chosen(4200, 1, ["verify/cli/estimate"])
    assert len(of["verify/cli/estimate"]) == 60 < len(more)
    assert more[:60] == of["verify/cli/estimate"]


def test_runs_are_merged_by_what_a_mutant_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    file, code = tmp_path / "results.jsonl", tmp_path / "ratecheck/api.py"
    code.parent.mkdir()
    code.write_text("def g():\n    return 2 + 3\n", "utf-8")
    sign, *_ = (one for one in mutants("ratecheck/api.py", code.read_text("utf-8")) if one.operator == "sign")
    twice, *_ = (one for one in mutants("ratecheck/api.py", code.read_text("utf-8")) if one.operator == "twice")
    report.keep(file, [Result(sign, "survived", 1.0, True), Result(twice, "timed out", 9.0, True)], 1)
    report.keep(file, [Result(sign, "killed", 1.0, True)], 2)
    # A line more above them changes no name; the later result of one mutant counts.
    code.write_text("\ndef g():\n    return 2 + 3\n", "utf-8")
    found = {one.mutant.operator: (one.mutant.line, one.outcome, seed) for one, seed in report.kept(file).items()}
    assert found == {"sign": (3, "killed", 2), "twice": (3, "timed out", 1)}
    told = report.table(list(report.kept(file)), "Head.")
    assert "| ratecheck | 7 | 2 | 1 | 0 | 0 | 1 | 0 | 50.0 |" in told
    assert "## Timed out\n\n- `ratecheck/api.py:3 [twice] 2 -> 4`" in told
    # What is gone is not counted.
    code.write_text("def g():\n    return 2 * 3\n", "utf-8")
    assert [one.mutant.operator for one in report.kept(file)] == ["twice"]


MODULE = """
import functools

LIMIT = 3

@functools.cache
def twice(x):
    return 2 * x

def early(x):
    return x + 1

EARLY = early(1)

def over(x):
    return x - 1 if x > LIMIT else x

class Box:
    @property
    def area(self):
        def inner(y):
            return y * 5
        return inner(2)

def untested():
    return 4

def wrong():
    return 8

def apart():
    return 6
"""
TESTS = """
from upperbounds.tiny import EARLY, Box, early, over, twice, wrong

KNOWN = twice(2)

def test_twice():
    assert twice(2) == 4

def test_early():
    assert early(1) == EARLY

def test_over():
    assert over(5) == 4

def test_area():
    assert Box().area == 10

def test_that_fails_without_a_defect():
    assert wrong() == 9
"""
TESTS_APART = """
import subprocess, sys

def test_apart():
    code = "from upperbounds.tiny import apart; assert apart() == 6"
    subprocess.run([sys.executable, "-c", code], check=True)
"""
CHANGES = {
    # By the code of functions: a plain one, a method within a property, one that never ends.
    ("x - 1", "x - 2"): "killed in memory",
    ("x > LIMIT", "x >= LIMIT"): "survived in memory",
    ("y * 5", "y * 6"): "killed in memory",
    ("x - 1", "sum(iter(int, 1))"): "timed out in memory",
    # No test runs the one, and the test of the other fails without a defect.
    ("return 4", "return 5"): "survived in memory",
    ("return 8", "return 7"): "survived in memory",
    # Where a value is computed before the tests run, a test may fail only because that value is honest.
    ("x + 1", "x + 2"): "survived imported",
    ("2 * x", "3 * x"): "killed imported",
    ("LIMIT = 3", "LIMIT = 30"): "killed imported",
    # No test judges what cannot be imported.
    ("LIMIT = 3", "LIMIT = 1 / 0"): "not collected imported",
    # Another process imports the project by itself.
    ("return 6", "return 7"): "killed imported",
}
SCRIPT = """
import json, sys
from pathlib import Path
from tests.mutation import fast, runner
from tests.mutation.operators import Mutant
runner.ROOT, runner.LIBRARIES, fast.MORE = Path(sys.argv[1]), ("pytest",), 1.0
path, changes = "upperbounds/tiny.py", json.loads(sys.argv[2])
text = (runner.ROOT / path).read_text()
asked = []
for before, after in changes:
    start = text.index(before)
    line = text.count("\\n", 0, start) + 1
    tests = "tests/test_apart.py" if before == "return 6" else "tests/test_tiny.py"
    asked.append((Mutant(path, line, start, "planted", before, after), [tests]))
found = {(one.mutant.before, one.mutant.after): one for one in runner.run(asked, 60)}
told = (found[tuple(change)] for change in changes)
print(json.dumps([f"{one.outcome} {'in memory' if one.in_memory else 'imported'}" for one in told]))
"""


def test_planted_changes_of_a_small_project_have_the_outcomes_that_they_must(tmp_path: Path) -> None:
    texts = {"upperbounds/tiny.py": MODULE, "tests/test_tiny.py": TESTS, "tests/test_apart.py": TESTS_APART}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).with_name("__init__.py").touch()
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, tmp_path, json.dumps(list(CHANGES))],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert dict(zip(CHANGES, json.loads(done.stdout.splitlines()[-1]), strict=True)) == CHANGES


def test_lines_of_equivalent_mutants_match_one_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    (tmp_path / "f.py").write_text("class A:\n    def g(self):\n        return 2 + 2\n", "utf-8")
    file, row = tmp_path / "equivalent.txt", "f.py\tA.g\t{}\t2 -> 4\tread"
    file.write_text(row.format("twice#2") + "\n", "utf-8")
    (found,) = runner.equivalents(file)
    assert found.text("class A:\n    def g(self):\n        return 2 + 2\n").endswith("return 2 + 4\n")
    for other in (row.format("twice#3"), row.format("half"), row.replace("A.g", "g").format("twice")):
        file.write_text(other + "\n", "utf-8")
        with pytest.raises(ValueError, match="matches no mutant"):
            runner.equivalents(file)
    file.write_text(row.format("twice").removesuffix("read"), "utf-8")
    with pytest.raises(ValueError, match="reason"):
        runner.equivalents(file)


def test_what_is_listed_as_equivalent_is_there() -> None:
    assert runner.equivalents(ROOT / "tests/mutation/equivalent.txt")


def test_the_fixed_sample_is_killed(tmp_path: Path) -> None:
    assert len(SAMPLE) == len({row[:3] for row in SAMPLE}) >= 60
    assert all(mutant.differs((ROOT / mutant.path).read_text("utf-8")) for mutant, _ in sample())
    out = tmp_path / "table.md"
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation", "--sample", "--out", out],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert f" | {len(SAMPLE)} | {len(SAMPLE)} | 0 | 0 | 0 | 0 | 100.0 |" in out.read_text("utf-8"), done.stderr
