"""Papers register themselves: entry points, what a checkout reports itself, order, and a lock for each."""

import json
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import notation.papers
from notation.papers import GROUP, Paper, papers
from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from verify.ledger import lock
from verify.ledger.collect import claims, modules

ROOT = Path(__file__).parents[3]


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def _register(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint, checkout: Path = Path("/nowhere")) -> None:
    monkeypatch.setattr(notation.papers, "_CHECKOUT", checkout)
    monkeypatch.setattr(notation.papers, "entry_points", lambda group: [p for p in points if p.group == group])


def _point(key: str, value: str = "") -> EntryPoint:
    return EntryPoint(key, value or f"verify.papers.{key}.paper:PAPER", GROUP)


def test_each_paper_of_the_checkout_is_registered_and_no_other() -> None:
    packages = {path.parent.name for path in (ROOT / "verify" / "papers").glob("*/paper.py")}
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][GROUP]
    assert set(declared) == packages == {"zhao", "kent", "bassily", "label"}
    assert list(papers()) == ["zhao", "kent", "bassily", "label"]
    assert all(paper.package == f"verify.papers.{key}" for key, paper in papers().items())


def test_a_section_is_listed_once_and_none_is_forgotten() -> None:
    for paper in papers().values():
        assert len(set(paper.sections)) == len(paper.sections)
        folders = (ROOT / paper.package.replace(".", "/"), ROOT / "verify" / "ours" / paper.key)
        modules_ = (
            path for folder in folders for path in folder.rglob("*.py") if "\nCLAIMS" in path.read_text("utf-8")
        )
        holding = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules_}
        assert holding == set(map(paper.full, paper.sections))


def test_claims_are_in_the_papers_order() -> None:
    listed = [claim.id for paper in papers().values() for module in modules(paper) for claim in module.CLAIMS]
    assert listed == list(claims())
    assert list(dict.fromkeys(claim.paper for claim in claims().values())) == list(papers())


def test_installed_papers_are_found_where_there_is_no_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    _register(monkeypatch, _point("label"), _point("zhao"))
    assert list(papers.__wrapped__()) == ["zhao", "label"]


def test_a_checkout_tells_its_own_papers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its installation is older: it registers nothing, or what is no more."""
    text = f'[project]\nname = "ratecheck"\n[project.entry-points."{GROUP}"]\nkent = "verify.papers.kent.paper:PAPER"\n'
    (tmp_path / "pyproject.toml").write_text(text)
    _register(monkeypatch, checkout=tmp_path / "pyproject.toml")
    assert list(papers.__wrapped__()) == ["kent"]
    _register(monkeypatch, _point("zhao"), checkout=tmp_path / "pyproject.toml")
    assert list(papers.__wrapped__()) == ["zhao", "kent"], "papers of others"
    (tmp_path / "pyproject.toml").write_text(text.replace('"ratecheck"', '"another"'))
    _register(monkeypatch, checkout=tmp_path / "pyproject.toml")
    with pytest.raises(ParameterError, match="no paper is registered"):
        papers.__wrapped__()


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((), r"no paper is registered under the entry points ratecheck\.papers: run `pip install -e \.` again"),
        ((_point("zhao"), _point("zhao")), "paper = 'zhao': is registered more than once"),
        ((_point("zhao", "verify.papers.nowhere:PAPER"),), "paper = 'zhao': verify.papers.nowhere:PAPER can't be"),
        ((_point("zhao", "verify.papers.zhao.paper:NONE"),), "paper = 'zhao': .* can't be loaded"),
        ((_point("zhao", "verify.papers.kent.paper:PAPER"),), "paper = 'zhao': .* is no Paper with that key"),
        ((_point("zhao", "verify.papers.zhao.paper:Paper"),), "paper = 'zhao': .* is no Paper with that key"),
    ],
)
def test_a_registration_that_fails_is_one_line(
    monkeypatch: pytest.MonkeyPatch, points: tuple[EntryPoint, ...], told: str
) -> None:
    _register(monkeypatch, *points)
    with pytest.raises(ParameterError, match=told):
        papers.__wrapped__()


def test_a_command_without_papers_is_one_line(ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    _register(monkeypatch)
    papers.cache_clear()
    try:
        for command in (("list",), ("verify", "zhao/def1"), ("list", "--paper", "zhao"), ("list", "--help")):
            assert "no paper is registered" in ratecheck(*command).refusal
    finally:
        monkeypatch.undo()
        papers.cache_clear()


def test_an_unknown_paper_is_refused_with_those_that_there_are(ratecheck: CommandLine) -> None:
    refusal = ratecheck("list", "--paper", "zaho").refusal
    assert "'zaho' is not one of 'bassily', 'kent', 'label', 'zhao'" in refusal


def test_each_paper_has_its_own_lock() -> None:
    for key, paper in papers().items():
        path = ROOT / paper.package.replace(".", "/") / "lock.json"
        assert lock.path(key) == path
        entries = json.loads(path.read_text("utf-8"))["claims"]
        assert set(entries) == {id_ for id_, claim in claims().items() if claim.paper == key}
        assert list(entries) == sorted(entries)


def test_an_update_writes_the_locks_that_change_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "path", lambda key: tmp_path / "checkout" / "a" / "b" / key / "lock.json")
    for key in papers():
        (tmp_path / "checkout" / "a" / "b" / key).mkdir(parents=True)
    (tmp_path / "checkout" / "pyproject.toml").touch()
    records = [
        {"id": f"{key}/x", "paper": key, "fingerprint": "f", "printed": {"verdict": "proved"}, "corrected": None}
        for key in ("zhao", "kent")
    ]
    lock.update(records, {"zhao/x", "kent/x"})
    assert {path.parent.name for path in tmp_path.rglob("lock.json")} == {"zhao", "kent"}
    assert lock.load() == {
        id_: {"printed": "proved", "corrected": None, "fingerprint": "f"} for id_ in ("zhao/x", "kent/x")
    }
    lock.update([], {"kent/x"})
    assert list(lock.load()) == ["kent/x"]


def test_papers_of_others_come_after_ours() -> None:
    other = Paper("aaa", "A", "T", "V", "aaa", ())
    assert other.place > max(paper.place for paper in papers().values())
    assert other.citation == "A: T. V"
