"""The mutation suite itself: its operators, that it tells killed from survived, and its fixed sample."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.operators import mutants
from tests.mutation.runner import GROUPS, ROOT, chosen, narrowest, overlay, sources
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
        text.replace("2", "4"), text.replace("3", "6"),
    ]  # fmt: skip


def test_a_copy_is_of_links_but_for_one_file(tmp_path: Path) -> None:
    before = (ROOT / "verify/risk/alias.py").read_bytes()
    overlay(tmp_path, "verify/risk/alias.py", "changed = 1\n")
    changed = tmp_path / "verify/risk/alias.py"
    assert not changed.is_symlink()
    assert changed.read_text("utf-8") == "changed = 1\n"
    assert (tmp_path / "verify/risk/walk.py").resolve() == ROOT / "verify/risk/walk.py"
    assert (tmp_path / "lowerbounds").is_symlink()
    assert (ROOT / "verify/risk/alias.py").read_bytes() == before


def test_every_module_has_tests_that_are_there() -> None:
    for pattern in GROUPS.values():
        for path in sources(pattern):
            if mutants(path, (ROOT / path).read_text("utf-8")):
                tests = narrowest(path)
                assert tests, f"{path} has no tests"
                assert all((ROOT / line.split()[0]).exists() for line in tests), tests


def test_a_seed_chooses_the_same_mutants_of_every_group() -> None:
    groups = ["ratecheck", "verify/cli/estimate"]
    first = chosen(6, 1, groups)
    assert first == chosen(6, 1, groups) != chosen(6, 2, groups)
    assert [sum(one.path in sources(GROUPS[group]) for one in first) for group in groups] == [3, 3]


PLANTED = """
import importlib
from tests.mutation import runner
from tests.mutation.sample import planted
PATH, TESTS = "verify/statements/outcome.py", "tests/verify/statements/test_undecided.py -k weakest"
BEFORE = "return max(verdicts, key=WEAKNESS.index, default=Verdict.PROVED)"
rows = [
    planted(PATH, BEFORE, "return max([*verdicts], key=WEAKNESS.index, default=Verdict.PROVED)", TESTS),
    planted(PATH, BEFORE, "return min(verdicts, key=WEAKNESS.index, default=Verdict.PROVED)", TESTS),
    planted(PATH, BEFORE, BEFORE.replace("return", "while True:\\n        pass\\n    return"), TESTS),
    planted(PATH, BEFORE, BEFORE + " +", TESTS),
]
print(*(result.outcome for result in runner.run(rows, 20)), sep=",")
"""


def test_what_changes_nothing_survives_and_what_does_not_end_is_ended() -> None:
    """Of four planted changes: the same in another form, a wrong one, one that never ends, one that is no Python."""
    done = subprocess.run([sys.executable, "-c", PLANTED], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "survived,killed,timed out,killed"


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
    assert f"| all | {len(SAMPLE)} | {len(SAMPLE)} | 0 | 0 |" in out.read_text("utf-8"), done.stderr
