"""What a paper registers next to its claims, outsiders' papers too; and nothing outside verify/papers names a paper."""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import verify
from notation.papers import Paper, papers
from notation.parameters import ParameterError
from verify.site.exhibits import catalogue
from verify.site.lessons import notebook
from verify.study.experiments import figures

ROOM = Path(verify.__file__).parent
OF_PAPERS = ("papers", "ours", "lessons")
WORDS = frozenset({"label"})
"""Keys that are ordinary words too: code may use them, except for the ids and the modules of their papers."""


def names_of_papers(source: str) -> list[str]:
    """Identifiers, modules and strings of a module that name a paper; comments and docstrings may cite one."""
    tree = ast.parse(source)
    keys = [key for key in papers() if key not in WORDS]
    marks = re.compile("|".join([rf"(?i:{key})" for key in keys] + [rf"\b{key}/" for key in papers()]))
    return [found for found in _said(tree) if marks.search(found) or found.startswith("verify.papers")]


def _said(tree: ast.Module) -> Iterator[str]:
    """A module's names, the modules that it imports, and its strings except for those that stand alone."""
    alone = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Constant(str(text)) if node not in alone:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(asname=str(name)):
                yield name


@pytest.mark.parametrize(
    "planted",
    [
        "import upperbounds.mean.zhao",
        "from upperbounds.mean import kent",
        "from upperbounds.mean.bassily import Range",
        "from verify.papers.label import setting",
        "import verify.papers.label.setting",
        "import verify.papers",
        "from x import y as kent_mean",
        'ID = "kent/alg2"',
        'ID = "label/eq36"',
        'def f(key: str) -> str:\n    return f"{key} zhao-algorithm1"',
        "def zhao_points() -> None: ...",
        "class Zhao: ...",
        "f(bassily=1)",
        "BOUND = papers.ZHAO_FLOOR_RATE",
        'def f(paper: str) -> bool:\n    "Words."\n    return paper == "kent"',
    ],
)
def test_code_that_names_a_paper_is_noticed(planted: str) -> None:
    assert names_of_papers(planted)


@pytest.mark.parametrize(
    "innocent",
    [
        '"""zhao (57), kent (6) and label/eq36."""',
        'def f() -> None:\n    """bassily Theorem 4.3."""  # kent (190)\n    label("label", label=1)',
        'PROBLEM = "label-classification-local"',
        'D = 1.0\n"""kent\'s half-width."""',
    ],
)
def test_a_citation_and_an_ordinary_word_name_no_paper(innocent: str) -> None:
    assert names_of_papers(innocent) == []


def test_nothing_outside_the_papers_names_one() -> None:
    modules = [path for path in ROOM.rglob("*.py") if path.relative_to(ROOM).parts[0] not in OF_PAPERS]
    assert len(modules) > 80
    assert {
        str(path.relative_to(ROOM)): found for path in modules if (found := names_of_papers(path.read_text("utf-8")))
    } == {}


def test_no_template_names_a_paper() -> None:
    names = re.compile("|".join([key for key in papers() if key not in WORDS] + [rf"\b{key}/" for key in papers()]))
    texts = [path for path in (ROOM / "site").rglob("*") if path.suffix in (".html", ".css")]
    assert len(texts) > 5
    assert [path.name for path in texts if names.search(path.read_text("utf-8"))] == []


def bound_twice(source: str) -> list[str]:
    """Names that a module binds more than once at its top: what reads one later may be given the other."""
    seen: set[str] = set()
    again: list[str] = []
    for node in ast.parse(source).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        found = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found = [node.name]
        again += [name for name in found if name in seen]
        seen |= set(found)
    return again


@pytest.mark.parametrize(
    "planted",
    ["_CHAIN = line(a).eq(b)\n_CHAIN = line(c).le(d)", "_A, _B = f()\n_B: int = 1", "def g(): ...\ng = 2"],
)
def test_a_name_that_is_bound_twice_is_noticed(planted: str) -> None:
    assert bound_twice(planted)


def test_no_section_of_a_paper_binds_a_name_twice() -> None:
    """A chain once took the name of another, and a claim of an identity showed an inequality of three variables."""
    modules = [path for name in ("papers", "ours") for path in (ROOM / name).rglob("*.py")]
    assert len(modules) > 150
    assert {path.name: found for path in modules if (found := bound_twice(path.read_text("utf-8")))} == {}


EXHIBITS = """
from functools import partial
from markupsafe import Markup
from verify.site.exhibits import laws
from verify.site.exhibits.catalogue import Exhibits
from verify.site.exhibits.figure import Exhibit

own = partial(Exhibit, "Own", Markup("<svg/>"), "An own one.")
EXHIBITS = Exhibits(
    pictures=((laws.apart, ("outsider/thm1",)), (own, ("outsider/thm2",))),
    slopes={"outsider/thm1": ("outsider/own/slope",)},
)
"""
FIGURES = """
from verify.study.experiments.figures import Experiment, Saying

def work(cell):
    return {"risk": 1.0 / cell["n"]}

def judge(rows):
    falls = rows[-1]["risk"] < rows[0]["risk"]
    return Saying("outsider/figure1", "1", "it falls", "the last is below the first", "1", falls)

def draw(rows):
    from matplotlib.figure import Figure
    return Figure()

EXPERIMENTS = (
    Experiment("outsider-1", "Figure 1", lambda scale: [{"n": n} for n in (1, 2)], work, draw, (judge,), "Notes."),
)
"""


@pytest.fixture
def outsider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paper:
    """A paper of a package of its own, registered after ours."""
    package = tmp_path / "outsider"
    (package / "lessons").mkdir(parents=True)
    for name, text in (
        ("__init__", ""),
        ("shown", EXHIBITS),
        ("figures", FIGURES),
        ("broken", "1 / 0"),
        ("lessons/first", "# %%\n1\n"),
        ("lessons/le_cam", ""),
    ):
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.split(".")[0] == "outsider"]:
        monkeypatch.delitem(sys.modules, name)
    return Paper(
        "outsider",
        "A",
        "T",
        "V",
        "outsider",
        (),
        exhibits=("shown",),
        experiments=("figures",),
        lessons=("lessons.first",),
    )


def _registered(monkeypatch: pytest.MonkeyPatch, paper: Paper) -> None:
    """Register one paper more, and let nothing of it be kept."""
    listed = papers() | {paper.key: paper}
    catalogue.exhibits()
    figures.experiments()
    monkeypatch.setattr(notebook, "_registered", notebook._registered.__wrapped__)
    for module in (catalogue, figures, notebook):
        monkeypatch.setattr(module, "papers", lambda: listed)


def test_an_outsiders_drawings_stand_beside_ours(monkeypatch: pytest.MonkeyPatch, outsider: Paper) -> None:
    _registered(monkeypatch, outsider)
    ours, all_ = catalogue.exhibits(), catalogue.exhibits.__wrapped__()
    assert len(all_.pictures) == len(ours.pictures) + 1
    make, ids = all_.pictures[-1]
    assert (make().title, ids) == ("Own", ("outsider/thm2",))
    assert [ids[-1] for _, ids in all_.pictures if "zhao/thm2/floor" in ids] == ["outsider/thm1"], "drawn once"
    assert all_.slopes == ours.slopes | {"outsider/thm1": ("outsider/own/slope",)}


def test_an_outsiders_figure_is_found(monkeypatch: pytest.MonkeyPatch, outsider: Paper) -> None:
    _registered(monkeypatch, outsider)
    found = figures.experiments.__wrapped__()
    assert list(found) == [*figures.experiments(), "outsider-1"]
    rows = [cell | found["outsider-1"].work(cell) for cell in found["outsider-1"].cells("default")]
    assert [saying.verdict for saying in found["outsider-1"].sayings(rows)] == ["seen"]


def test_an_outsiders_lesson_is_read_after_ours(monkeypatch: pytest.MonkeyPatch, outsider: Paper) -> None:
    ours = notebook.lesson_names()
    assert ours[:2] == ("primer", "le_cam")
    _registered(monkeypatch, outsider)
    assert notebook.lesson_names() == (*ours, "first")
    assert notebook.notebook("first")["cells"][0]["source"] == ["1"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"exhibits": ("nowhere",)}, r"paper = 'outsider': nowhere\.EXHIBITS can't be loaded"),
        (
            {"exhibits": ("broken",)},
            r"paper = 'outsider': broken\.EXHIBITS can't be loaded \(.*broken\.py, line 1: ZeroDivisionError",
        ),
        ({"exhibits": ("figures",)}, r"paper = 'outsider': figures\.EXHIBITS can't be loaded"),
        ({"experiments": ("shown",)}, r"paper = 'outsider': shown\.EXPERIMENTS can't be loaded"),
        (
            {"experiments": ("figures", "figures")},
            "paper = 'outsider': a figure 'outsider-1' is registered twice",
        ),
        ({"lessons": ("lessons.le_cam",)}, "paper = 'outsider': a lesson 'le_cam' is registered twice"),
        ({"lessons": ("lessons.nowhere",)}, r"paper = 'outsider': lessons\.nowhere can't be read"),
    ],
)
def test_what_cannot_be_loaded_is_one_line(
    monkeypatch: pytest.MonkeyPatch, outsider: Paper, changed: dict[str, tuple[str, ...]], told: str
) -> None:
    _registered(monkeypatch, replace(outsider, **changed))  # type: ignore[arg-type]
    (part,) = changed
    asked = {
        "exhibits": catalogue.exhibits.__wrapped__,
        "experiments": figures.experiments.__wrapped__,
        "lessons": lambda: notebook.script(notebook.lesson_names()[-1]),
    }
    with pytest.raises(ParameterError, match=told):
        asked[part]()


def test_a_part_of_another_kind_is_one_line(outsider: Paper) -> None:
    with pytest.raises(ParameterError, match=r"paper = 'outsider': figures\.EXPERIMENTS is no Exhibits"):
        outsider.part("figures", "EXPERIMENTS", catalogue.Exhibits)


def test_a_paper_need_not_register_more_than_its_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    _registered(monkeypatch, Paper("bare", "A", "T", "V", "nowhere", ()))
    assert catalogue.exhibits.__wrapped__() == catalogue.exhibits()
    assert figures.experiments.__wrapped__() == figures.experiments()
