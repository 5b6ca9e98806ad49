"""The public interface: light to import, documented, with examples that run, and the quickstart made of it."""

import dataclasses
import doctest
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ratecheck
import ratecheck.api
from notation.papers import LEDGER, papers
from tests.randomness import Source
from tests.verify.cli.command_line import CommandLine
from verify.site.lessons.execute import run_here
from verify.site.lessons.notebook import Notebook, dumps, notebook
from verify.site.reference import reference

EXAMPLES = Path(__file__).parent.parent / "examples"
SETTING = ratecheck.Setting(n=2000, m=100, epsilon=2.0)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registered papers, whatever a test sets."""
    monkeypatch.setenv(LEDGER, "")
    yield
    monkeypatch.undo()
    papers.cache_clear()


def test_an_import_loads_nothing_that_takes_time() -> None:
    program = "import sys; before = {*sys.modules}; import ratecheck; print(sorted({*sys.modules} - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in json.loads(done.stdout.replace("'", '"'))}
    assert loaded <= {"ratecheck", *sys.stdlib_module_names}
    assert not [name for name in ("numpy", "sympy", "verify", "notation") if name in loaded]


def test_every_name_is_there_and_documented() -> None:
    assert ratecheck.__all__ == sorted(ratecheck.__all__)
    assert {*ratecheck.__all__} <= {*dir(ratecheck)}
    for name in ratecheck.__all__:
        value = getattr(ratecheck, name)
        assert isinstance(value, str) or inspect.getdoc(value), name
    written = {name for name, value in vars(ratecheck.api).items() if inspect.isfunction(value)}
    ours = {name for name in written if getattr(ratecheck.api, name).__module__ == "ratecheck.api" and name[0] != "_"}
    assert ours == {name for name in ratecheck.__all__ if inspect.isfunction(getattr(ratecheck, name))}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ratecheck.nothing


def test_the_examples_run(registered: None) -> None:
    found = [test for test in doctest.DocTestFinder().find(ratecheck.api) if test.examples]
    assert {test.name.rpartition(".")[2] for test in found} == {entry.name for entry in reference()[0]}
    runner = doctest.DocTestRunner()
    told: list[str] = []
    for test in found:
        runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)
    assert runner.tries >= 2 * len(found)


def test_the_reference_shows_each_call_and_each_field() -> None:
    functions, types = reference()
    told = {entry.name: entry for entry in (*functions, *types)}
    assert {*told} == {*ratecheck.__all__} - {"__version__"}
    settings = "Setting | LabelSetting | RegressionSetting | UserSetting"
    assert told["risk"].signature == f"risk(problem: str, estimator: str, setting: {settings}) -> WorstRisk"
    assert "epsilon : float, default 1.0" in dict(told["Setting"].sections["Attributes"])
    assert dict(told["run"].sections["Raises"]).keys() == {"ParameterError"}
    for entry in types:
        kind = getattr(ratecheck, entry.name)
        if not dataclasses.is_dataclass(kind):
            continue
        fields = {field.name for field in dataclasses.fields(kind)}
        assert {term.split(" : ")[0] for term, _ in entry.sections.get("Attributes", ())} == fields
    assert all(entry.example.startswith(">>> import ratecheck") for entry in functions)
    assert "<code>value</code>" in told["lower_bounds"].paragraphs[1]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: ratecheck.problem("men"), "problem = 'men': is an unknown problem"),
        (lambda: ratecheck.estimator("mean", "x"), "estimator = 'x': must be one of zhao-algorithm1"),
        (lambda: ratecheck.risk("mean", "x", SETTING), "estimator = 'x'"),
        (lambda: ratecheck.claims("x"), "paper = 'x': must be one of zhao"),
        (lambda: ratecheck.problem([]), r"problem = \[\]: is an unknown problem"),  # type: ignore[arg-type]
        (lambda: ratecheck.estimators(None), "problem = None: is an unknown problem"),  # type: ignore[arg-type]
        (lambda: ratecheck.estimator("mean", []), r"estimator = \[\]: must be one of zhao-algorithm1"),  # type: ignore[arg-type]
        (lambda: ratecheck.lower_bounds("mean", None), "setting = None: must be a ratecheck.Setting"),  # type: ignore[arg-type]
        (lambda: ratecheck.upper_bound("mean", "user-mean", 3), "setting = 3: must be a"),  # type: ignore[arg-type]
        (lambda: ratecheck.lower_bounds("regression", SETTING), "must be a ratecheck.UserSetting"),
        (
            lambda: ratecheck.lower_bounds("label-regression-local", ratecheck.RegressionSetting(9, 1, 1, 1, p=3)),
            "p = 3: must be infinite in label-regression-local",
        ),
        (lambda: ratecheck.risk("mean", "user-mean", None), "setting = None: must be a"),  # type: ignore[arg-type]
        (lambda: ratecheck.run("mean", "user-mean", None, []), "setting = None: must be a"),  # type: ignore[arg-type]
        (lambda: ratecheck.run("mean", "user-mean", SETTING, [[0.0], [0.0, 1.0]]), "samples: must be real numbers"),  # type: ignore[list-item]
        (lambda: ratecheck.run("mean", "user-mean", SETTING, [["0.5", "x"]]), "samples: must be real numbers"),
        (lambda: ratecheck.run("mean", "user-mean", SETTING, [["0.5"]]), "samples: must be real numbers"),
        (lambda: ratecheck.run("mean", "user-mean", SETTING, [[1j]]), "samples: must be real numbers"),
        (
            lambda: ratecheck.run("mean", "user-mean", SETTING, np.full((2000, 100), 1j)),
            "samples: must be real numbers",
        ),
        (lambda: ratecheck.run("mean", "user-mean", SETTING, [[10**400]]), "samples: must be real numbers"),
        (lambda: ratecheck.plan("mean", SETTING, "d", 0.1), "free = 'd': must be one of n, m, epsilon"),
        (lambda: ratecheck.plan("mean", SETTING, "n", -1.0), "target = -1.0: must be"),
        (lambda: ratecheck.plan("mean", None, "n", 0.1), "setting = None: must be a"),  # type: ignore[arg-type]
        (lambda: ratecheck.claims([]), r"paper = \[\]: must be one of zhao"),  # type: ignore[arg-type]
        (lambda: ratecheck.verify(3), "ids: 3 is among them; each must be a string"),  # type: ignore[arg-type]
        (lambda: ratecheck.use_ledger(3), "folder = 3: must be a path or None"),  # type: ignore[arg-type]
        (lambda: ratecheck.verify("zhao/nothing"), "no such claim"),
        (ratecheck.verify, "ids: must be one id at least"),
        (lambda: ratecheck.use_ledger(EXAMPLES / "nothing"), "contains a paper.toml"),
        (lambda: ratecheck.run("density", "x", SETTING, []), "problem = 'density': must be one of mean"),
        (
            lambda: ratecheck.run("mean", "user-mean", SETTING, [[0.0]]),
            r"shape \(1, 1\); must be of shape \(2000, 100\)",
        ),
        (lambda: ratecheck.run("mean", "user-mean", SETTING, np.full((2000, 100), np.nan)), "must be finite"),
        (lambda: ratecheck.run("mean", "user-mean", SETTING, np.full((2000, 100), 5.0)), r"must be on \[-1, 1\]"),
        (lambda: _run_vectors("mean-linf", "user-means", 1.1), r"outside the range .*; must be on \[-1, 1\]"),
        (lambda: _run_vectors("mean-l2", "duchi-semi-user", 0.8), "must be in the l_2 ball of radius 1"),
        (lambda: _run_vectors("mean-l1", "signed-kary", 0.6), "must be in the l_1 ball of radius 1"),
        (
            lambda: ratecheck.run("mean", "non-private", SETTING, np.zeros((2000, 100))),
            "'non-private': does not protect users; .* without_privacy=True",
        ),
        (lambda: ratecheck.run("mean", "user-mean", SETTING, np.zeros((2000, 100)), seed="a"), "seed = 'a': must be"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_one_line(registered: None, call: Any, told: str) -> None:
    with pytest.raises(ratecheck.ParameterError, match=told) as raised:
        call()
    assert "\n" not in str(raised.value)
    assert next(iter(ratecheck.papers())) == "zhao"


def _run_vectors(problem: str, name: str, entry: float) -> np.ndarray:
    """Vectors of which both coordinates are `entry`."""
    setting = ratecheck.Setting(n=400, m=3, d=2, epsilon=50.0)
    return ratecheck.run(problem, name, setting, np.full((400, 3, 2), entry), seed=1)


def test_samples_at_the_end_of_the_range_run_and_so_does_what_is_asked_for_without_privacy() -> None:
    for problem, name, entry in (
        ("mean-linf", "user-means", 1.0),
        ("mean-l2", "duchi-semi-user", 0.5**0.5),
        ("mean-l1", "signed-kary", 0.5),
        ("mean-heavy", ratecheck.problem("mean-heavy").private[0].name, 3.0),
    ):
        assert _run_vectors(problem, name, entry).shape == (2,)
    found = ratecheck.run("mean", "non-private", SETTING, np.full((2000, 100), 0.25), without_privacy=True)
    assert found == pytest.approx([0.25])


def test_a_claim_shows_itself_in_one_line(registered: None) -> None:
    claim = ratecheck.claims("zhao")["zhao/eq55/55"]
    assert repr(claim).startswith("Claim('zhao/eq55/55', 'arXiv v1, Appendix A.3, (55)', '")
    assert len(repr(claim)) < 300


def test_a_run_is_the_protocol_of_the_estimator() -> None:
    """Vectors too; at a large epsilon little is added, and a seed decides all."""
    setting = ratecheck.Setting(n=400, m=3, d=2, epsilon=50.0)
    data = np.tile([0.5, -0.25], (400, 3, 1))
    found = ratecheck.run("mean-linf", "user-means", setting, data, seed=3)
    assert found.shape == (2,)
    np.testing.assert_array_equal(found, ratecheck.run("mean-linf", "user-means", setting, data, seed=3))
    plan = ratecheck.estimator("mean-linf", "user-means").plan(setting)
    again = plan.protocol().run(data.reshape(400, 6), np.random.Generator(np.random.PCG64DXSM(3)))
    np.testing.assert_array_equal(found, np.ravel(again))


def _told(lesson: Notebook) -> list[str]:
    """The code and text of a notebook, and what its cells print and show as plain text."""
    found = []
    for cell in lesson["cells"]:
        found.append("".join(cell["source"]))
        for output in cell.get("outputs", ()):
            found.append("".join(output["text"] if "text" in output else output["data"]["text/plain"]))
    return found


def test_the_quickstart_is_its_script_executed(registered: None) -> None:
    """Ten cells, their outputs as they are now, and an assertion that fails stops it."""
    script = (EXAMPLES / "quickstart.py").read_text("utf-8")
    kept = json.loads((EXAMPLES / "quickstart.ipynb").read_text("utf-8"))
    made = run_here(notebook("quickstart", script))
    assert len(made["cells"]) == 10
    assert _told(made) == _told(kept)
    assert dumps(kept) == (EXAMPLES / "quickstart.ipynb").read_text("utf-8")


def test_lessons_takes_a_script(ratecheck_: CommandLine, tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text("# %% [markdown]\n# # Mine\n\n# %%\n1 + 1\n")
    assert ratecheck_("lessons", script, "--out", tmp_path).out == f"{tmp_path / 'mine.ipynb'}: Mine\n"
    assert "2" in _told(json.loads((tmp_path / "mine.ipynb").read_text()))
    script.write_text("1 + 1\n")
    assert "must begin with a cell of text" in ratecheck_("lessons", script, "--out", tmp_path).refusal
    assert "can't be read" in ratecheck_("lessons", tmp_path / "no.py", "--out", tmp_path).refusal


@pytest.fixture
def ratecheck_(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


LEARNT = {
    ratecheck.LabelSetting: "--n 2000 --d 1 --beta 1 --gamma 1 --epsilon 2",
    ratecheck.RegressionSetting: "--n 2000 --d 1 --beta 1 --epsilon 2",
    ratecheck.UserSetting: "--n 2000 --m 20 --d 1 --beta 1 --epsilon 2",
}


def test_every_problem_of_the_command_line_is_one_of_the_interface(ratecheck_: CommandLine) -> None:
    assert len(ratecheck.problems()) == 24
    sizes: dict[str, float] = {"n": 2000, "d": 1, "beta": 1.0, "epsilon": 2.0}
    learnt = [name for name in ratecheck.problems() if ratecheck.problem(name).setting in LEARNT]
    assert len(learnt) == 8
    for name in learnt:
        about = ratecheck.problem(name)
        more = {"gamma": 1.0} if about.setting is ratecheck.LabelSetting else {"m": 20} if "m" in about.counts else {}
        setting = about.setting(**sizes, **more, **({"p": 4.0} if about.is_heavy else {}))
        told = ratecheck_("bound", name, *LEARNT[about.setting].split(), "--json").json
        assert ratecheck.lower_bounds(name, setting)[0].value == told["lower"]["value"]
        assert [*ratecheck.estimators(name)] == [row["name"] for row in told["estimators"]]
        for row in told["estimators"]:
            risk = ratecheck.risk(name, row["name"], setting)
            assert (risk.value, risk.method) == (row["risk"]["value"] or inf, row["risk"]["method"])
            # What is drawn in place of noise adds a little to what is printed.
            bound = ratecheck.upper_bound(name, row["name"], setting)
            assert bound.value <= row["upper"]["value"] <= 1.01 * bound.value
            assert bound.vacuous == row["upper"]["vacuous"]


PRIVATE = [
    (name, estimator.name)
    for name in ratecheck.problems()
    if ratecheck.problem(name).estimates_means
    for estimator in ratecheck.problem(name).estimators
    if estimator.protects_users and not estimator.trusted
]


@pytest.mark.parametrize(("problem", "estimator"), PRIVATE, ids=map("/".join, PRIVATE))
def test_a_run_without_a_seed_asks_the_operating_system(
    problem: str, estimator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked, and is all the randomness there is; a seed takes its place."""
    scalar = ratecheck.problem(problem).is_scalar
    setting = ratecheck.Setting(n=60, m=2, d=1 if scalar else 3, epsilon=2.0, p=4.0, M=1.0)
    samples = np.full((60, 2) if scalar else (60, 2, 3), 0.1)
    rounds = ratecheck.estimator(problem, estimator).plan(setting).protocol().rounds

    def told(seed: int | None = None) -> list[float]:
        return ratecheck.run(problem, estimator, setting, samples, seed).tolist()

    source = Source.instead(monkeypatch, 1)
    first = told()
    # No user's answer takes less than a bit.
    assert 8 * source.asked >= sum(len(each.users) for each in rounds)
    again = Source.instead(monkeypatch, 1)
    assert (told(), again.asked) == (first, source.asked)
    unasked, seeded = Source.instead(monkeypatch, 2), [told(seed) for seed in (1, 1, 2)]
    assert not unasked.asked
    assert seeded[0] == seeded[1]
    others = [*seeded]
    for seed in range(3, 9):
        Source.instead(monkeypatch, seed)
        others.append(told())
    # What is 0 but for rare answers, or one of a few bins, is the same here whatever is drawn.
    assert any(other != first for other in others) or problem == "sparse-mean" or estimator == "bassily-algorithm2"


def test_claims_are_those_of_the_paper(registered: None) -> None:
    found = ratecheck.claims("zhao")
    assert len(found) > 100
    assert all(id_.startswith("zhao/") and claim.id == id_ for id_, claim in found.items())
    assert ratecheck.use_ledger(None) == tuple(ratecheck.papers())


def test_claims_are_asked_of_all_papers_where_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def select(patterns: tuple[str, ...], paper: str | None) -> list[SimpleNamespace]:
        return [SimpleNamespace(id=f"{patterns} of {paper}")]

    monkeypatch.setattr(ratecheck.api.collect, "select", select)
    assert list(ratecheck.claims()) == ["() of None"]


def test_what_protects_nobody_runs_where_that_is_said() -> None:
    found = ratecheck.run("mean", "non-private", SETTING, np.full((2000, 100), 0.25), without_privacy=True)
    np.testing.assert_allclose(found, [0.25])
    with pytest.raises(ratecheck.ParameterError, match="does not protect users"):
        ratecheck.run("mean", "non-private", SETTING, np.full((2000, 100), 0.25))


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(
    ("problem", "estimator", "axis"),
    [
        ("mean", "user-mean", [1.0]),
        ("mean-linf", "user-means", [0.5, 1.0]),
        ("mean-l2", "duchi-semi-user", [0.6, 0.8]),
        ("mean-l1", "signed-kary", [0.5, 0.5]),
    ],
)
def test_the_range_ends_where_it_is_said_to(problem: str, estimator: str, axis: list[float], sign: int) -> None:
    """On both sides, up to rounding: one part in 10^9."""
    setting = ratecheck.Setting(n=20, m=2, d=len(axis), epsilon=2.0, D=3.0)
    samples = np.zeros((20, 2, len(axis)))

    def told(size: float) -> np.ndarray:
        samples[7, 1] = sign * size * np.array(axis)
        return ratecheck.run(problem, estimator, setting, samples[..., 0] if len(axis) == 1 else samples, seed=1)

    assert np.isfinite(told(3.0 * (1 + 9e-10))).all()
    if 1.0 in axis:
        # Where a size is no norm, its end is a float.
        assert np.isfinite(told(3.0 * (1 + 1e-9))).all()
        with pytest.raises(ratecheck.ParameterError, match="outside the range"):
            told(np.nextafter(3.0 * (1 + 1e-9), 4))
    with pytest.raises(ratecheck.ParameterError, match=r"outside the range \(not private: 1 of"):
        told(3.0 * (1 + 1.1e-9))
    with pytest.raises(ratecheck.ParameterError, match="must be finite"):
        told(float("nan"))


def test_lower_bounds_come_largest_first() -> None:
    values = [bound.value for bound in ratecheck.lower_bounds("mean", SETTING)]
    assert len(values) > 2
    assert values == sorted(values, reverse=True)
