"""Inputs that are bad in one way or another, 500 over all commands: one clear line, and nothing half-written.

A traceback leaves `main` as it is and fails the test. Each input is drawn from its own number, so that a failure is
replayed alone: `pytest tests/verify/cli/test_fuzz.py -k run-37`.
"""

import copy
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from notation.papers import LEDGER, papers
from tests.verify.cli.command_line import CommandLine, Ran
from tests.verify.ledger.runs import RUN
from verify.cli.options import MOST_LETTERS
from verify.ledger import lock

INPUTS = {"run": 180, "lock": 40, "store": 50, "table": 90, "numbers": 70, "words": 70, "plan": 40, "ledger": 40}
LOCK: dict[str, Any] = {
    "schema": "ratecheck/1",
    "claims": {
        "zhao/def1": {"printed": None, "corrected": None, "fingerprint": "0123456789abcdef"},
        "kent/alg1": {"printed": "refuted", "corrected": "proved", "fingerprint": "0123456789abcdef"},
    },
}
STORE = (
    {"run": {"seed": 0, "profile": "quick"}},
    {"id": "zhao/def1", "fingerprint": "f", "seconds": 0.1, "printed": None, "corrected": None},
    {
        "id": "zhao/own",
        "fingerprint": "f",
        "seconds": 0.1,
        "corrected": None,
        "printed": {"verdict": "checked", "evidence": RUN["claims"][1]["printed"]["evidence"], "alpha": 0.0},
    },
)


def _nested(depth: int) -> Any:
    found: Any = {}
    for number in range(depth):
        found = [found] if number % 2 else {"a": found}
    return found


VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    10**30,
    10**400,
    1.5,
    1e308,
    5e-324,
    float("nan"),
    float("inf"),
    "",
    "x",
    "x" * 5000,
    "\x1b]0;x\x07",
    "\x9b2J",
    "\ud800",
    "\u202e",
    "a\nb",
    "proved",
    "refuted",
    "zhao/def1",
    "kent/alg1",
    "'" * 300,
    [],
    {},
    [[]],
    [0, 0],
    [1, "x"],
    {"a": None},
    _nested(40),
    _nested(120),
)
CELLS = (
    *("", "nan", "inf", "1e999", "abc", "1,5", '"', "'", "\x1b[31m", "\u0661", "0x10", "1_000", "  ", "-", "1e308"),
    *("-2", "1e-320", ";", "\r", "x" * 3000, "\u202e", "NULL", "1.0.0", "+1", "\ufeff"),
)
NUMBERS = (
    *("nan", "inf", "-inf", "0", "-1", "1e-400", "1e400", "1e31", "1e-10", "0x10", "\u0661", "1_0", "", " ", "abc"),
    *("2.5", "9" * 5000, "1,2", "--", "1e19", "-0", "\x1b[2J", "1e999999999", "٣", "1/2", "True", "x" * 2000),
)
WORDS = (
    *("", " ", "x", "zhao/nothing", "zhao/def1/", "[", "[a-", "\x1b[2J", "\u202e", "é" * 3000, "a b " * 500),
    *("../..", "-", "--", "-x", "--paper", "%s", "{}", "'", '"', "\udcf0", "\udcff", "~", "$HOME", "\n"),
)

BAD = ("nan", "inf", "-inf", "0", "-1", "1e-400", "1e400", "1e31", "0x10", "", " ", "abc", "9" * 5000, "1,2", "\x1b[2J")
"""Numbers that no size takes."""
PAPER_TOML = 'key = "own"\nauthors = "A. Author"\ntitle = "A title"\nversion = "1"\nsections = ["s1"]\n'


def _inputs(kind: str) -> pytest.MarkDecorator:
    names = [f"{kind}-{number}" for number in range(INPUTS[kind])]
    return pytest.mark.parametrize("rng", [random.Random(name) for name in names], ids=names)


def _damaged(document: Any, rng: random.Random) -> Any:
    """The document with one to three of its parts changed, taken out, doubled or put elsewhere."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = [
            (part, name) for part in _parts(document) for name in (part if isinstance(part, dict) else range(len(part)))
        ]
        if not places:
            break
        part, name = rng.choice(places)
        change = rng.randrange(5)
        if change == 0:
            del part[name]
        elif change == 1 and isinstance(part, list):
            part.append(copy.deepcopy(part[name]))
        elif change == 2:
            other, place = rng.choice(places)
            part[name] = copy.deepcopy(other[place])
        elif change == 3 and isinstance(part, dict):
            part[rng.choice(("\x1b", "x" * 400, "n", "steps", "left"))] = part[name]
        else:
            part[name] = rng.choice(VALUES)
    return document


def _parts(document: Any) -> Iterator[Any]:
    if isinstance(document, dict | list):
        yield document
        for part in document.values() if isinstance(document, dict) else document:
            yield from _parts(part)


def _written(document: Any, rng: random.Random) -> bytes:
    """As JSON; one in six is damaged as a text too."""
    text = bytearray(json.dumps(document, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass"))
    if rng.randrange(6) == 0 and text:
        place = rng.randrange(len(text))
        match rng.randrange(4):
            case 0:
                del text[place:]
            case 1:
                text[place] = rng.randrange(256)
            case 2:
                text[place:place] = rng.choice((b"[" * 100_000, b"\xff\xfe", b"\x00", b"1e999", b'\\"', b"//", b",,"))
            case 3:
                text[:0] = b"\xef\xbb\xbf"
    return bytes(text)


def _sound(ran: Ran, folder: Path, before: dict[str, bytes]) -> None:
    """An exit status that says what happened, lines that a terminal can bear, and a folder as it was if refused."""
    assert ran.status in (0, 1, 2)
    assert (ran.out + ran.err).replace("\n", "").isprintable()
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert not [name for name in after if name.startswith(".")]
    if ran.status == 2:
        assert len(ran.refusal) <= 5 * MOST_LETTERS + 3
        assert after == before
    else:
        assert "ratecheck: " not in ran.err


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@_inputs("run")
def test_a_run_file(ratecheck: CommandLine, tmp_path: Path, rng: random.Random) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(_written(_damaged(RUN, rng), rng))
    before = _files(tmp_path)
    commands = (
        ("show", "zhao/def1"),
        ("show", "kent/alg1"),
        ("show", "kent/alg1", "--json"),
        ("errata",),
        ("errata", "--short"),
        ("errata", "--json"),
        ("graph", "zhao/def1"),
        ("impact", "zhao/def1"),
        ("impact", "zhao/def1", "--json"),
    )
    for command in rng.sample(commands, 3):
        _sound(ratecheck(*command, "--run", path), tmp_path, before)


@_inputs("lock")
def test_a_lock(ratecheck: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rng: random.Random) -> None:
    path = tmp_path / "lock.json"
    path.write_bytes(_written(_damaged(LOCK, rng), rng))
    monkeypatch.setattr(lock, "path", lambda key: path)
    monkeypatch.setattr(lock, "check_checkout", lambda keys: None)
    before = _files(tmp_path)
    more = ("--json", tmp_path / "run.json") if rng.random() < 0.5 else ()
    _sound(ratecheck("verify", "zhao/def1", "--quiet", *more), tmp_path, before)


@_inputs("store")
def test_a_store(ratecheck: CommandLine, tmp_path: Path, rng: random.Random) -> None:
    path = tmp_path / "store"
    lines = [_written(line, rng) for line in _damaged(list(STORE), rng)]
    path.write_bytes(b"\n".join(lines) + b"\n" * rng.randrange(3))
    _sound(ratecheck("verify", "zhao/def1", "--quiet", "--store", path), tmp_path, _files(tmp_path))


def _table(rng: random.Random) -> bytes:
    """Eight users with two rows each of two columns, damaged in one to three cells, in its lines, or as a text."""
    rows = [["user", "x", "y"]] + [[f"u{i // 2}", f"{rng.uniform(-1, 1):.3f}", "0.5"] for i in range(16)]
    for _ in range(rng.choice((1, 1, 2, 3))):
        row = rng.choice(rows[rng.randrange(min(2, len(rows))) :])
        match rng.randrange(6):
            case 0 if len(row) > 1:
                del row[rng.randrange(len(row))]
            case 1:
                row.append(rng.choice(CELLS))
            case 2:
                del rows[rng.randrange(3) :]
                rows = rows or [[]]
            case _ if row:
                row[rng.randrange(len(row))] = rng.choice(CELLS)
    text = rng.choice(("\n", "\n", "\r\n", "\r")).join(rng.choice((",", ",", ",", ";")).join(row) for row in rows)
    return text.encode(rng.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16")))


@_inputs("table")
def test_a_table_of_data(ratecheck: CommandLine, tmp_path: Path, rng: random.Random) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(_table(rng))
    problem, *more = rng.choice(
        (
            ("mean", "--value", "x", "--lower", "-1", "--upper", "1"),
            ("mean-linf", "--values", "x,y", "--lower", "-1", "--upper", "1"),
            ("mean-l2", "--values", "x,y", "--radius", "2"),
            ("mean-l1", "--values", "x,y", "--radius", "2"),
            ("mean-heavy", "--values", "x,y", "--moment", "4", "--moment-bound", "1"),
            ("sparse-mean", "--values", "x,y", "--lower", "-1", "--upper", "1", "--s", "1"),
            ("infinite", "--values", "x,y", "--cover", path),
        )
    )
    flags = [flag for flag in ("--json", "--clip") if rng.random() < 0.3]
    _sound(
        ratecheck("estimate", problem, "--data", path, "--user", "user", *more, "--epsilon", "1", *flags),
        tmp_path,
        _files(tmp_path),
    )


@_inputs("numbers")
def test_a_number(ratecheck: CommandLine, tmp_path: Path, rng: random.Random) -> None:
    path = tmp_path / "data.csv"
    path.write_text("user,x\n" + "".join(f"u{i},0.5\n" for i in range(20)))
    command = rng.choice(
        (
            {"bound": "mean", "--n": "20", "--m": "2", "--epsilon": "1", "--half-width": "1"},
            {"bound": "mean-l2", "--n": "20", "--m": "2", "--d": "2", "--epsilon": "1"},
            {"bound": "mean-heavy", "--n": "20", "--m": "2", "--d": "2", "--epsilon": "1", "--moment": "4"},
            {"bound": "density", "--n": "20", "--m": "2", "--epsilon": "1", "--beta": "1", "--class-radius": "1"},
            {
                "estimate": "mean",
                "--data": path,
                "--user": "user",
                "--value": "x",
                "--epsilon": "1",
                "--lower": "-1",
                "--upper": "1",
                "--seed": "0",
                "--m": "1",
            },
            {
                "estimate": "mean-l1",
                "--data": path,
                "--user": "user",
                "--value": "x",
                "--epsilon": "1",
                "--radius": "2",
            },
            {"bound": "mean", "--n": "2000", "--m": "100", "--epsilon": "1e30"},
            {"verify": "zhao/def1", "--jobs": "1", "--seed": "0", "--profile": "quick", "--json": tmp_path / "new"},
        )
    )
    changed = dict(command)
    for option in rng.sample([o for o in changed if o.startswith("--") and o not in ("--data", "--json")], 1):
        changed[option] = rng.choice(NUMBERS)
    ran = ratecheck(*(part for pair in changed.items() for part in pair))
    _sound(ran, tmp_path, _files(tmp_path) if ran.status != 2 else {"data.csv": path.read_bytes()})


PLANS: tuple[tuple[str, tuple[str, ...], str, dict[str, str]], ...] = (
    ("mean", ("--n", "--m"), "--target-rmse", {"--half-width": "1"}),
    ("optimisation", ("--n", "--m"), "--target-risk", {"--d": "2", "--lipschitz": "1"}),
    ("classification", ("--n", "--m"), "--target-risk", {"--d": "1", "--beta": "1"}),
    ("label-regression-local", ("--n",), "--target-rmse", {"--d": "1", "--beta": "1", "--range": "1"}),
)
"""A problem, its counts, how its target is given, and its sizes."""


@_inputs("plan")
def test_a_plan(ratecheck: CommandLine, tmp_path: Path, rng: random.Random) -> None:
    """A size that is none, is missing or is one too many; an unknown problem, and no place for a picture."""
    problem, given, target, sizes = rng.choice(PLANS)
    fixed = dict.fromkeys(given, "2000") | {"--epsilon": "1"}
    del fixed[rng.choice([*fixed])]
    options = {**fixed, target: "0.1", **sizes}
    match rng.randrange(5):
        case 0:
            options[rng.choice([*options])] = rng.choice(BAD)
        case 1:
            options |= dict.fromkeys(given, "2000") | {"--epsilon": "1"}
        case 2:
            del options[rng.choice([*fixed, target])]
        case 3:
            problem += rng.choice(WORDS[1:])
        case _:
            options["--plot"] = str(tmp_path / rng.choice(("nowhere/a.png", "a.txt", "a", ".")))
    ran = ratecheck("plan", problem, *(part for pair in options.items() for part in pair))
    _sound(ran, tmp_path, {})
    assert ran.status == 2


@_inputs("ledger")
def test_a_ledger_of_ones_own(
    ratecheck: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rng: random.Random
) -> None:
    """A folder whose paper.toml, package or section is damaged, or is none; and what `new` can't make."""
    folder, word = tmp_path / "own", rng.choice(WORDS)
    if rng.randrange(4) == 0:
        monkeypatch.chdir(tmp_path)
        folder.write_text("as it was")
        ran = ratecheck("new", rng.choice((f"own/{word}", "zhao x", "json", "own", "")))
        _sound(ran, tmp_path, {"own": b"as it was"})
        assert ran.status == 2
        return
    folder.mkdir()
    lines, section = PAPER_TOML.splitlines(), ""
    start: str | None = ""
    match rng.randrange(5):
        case 0:
            del lines[rng.randrange(len(lines))]
        case 1:
            place = rng.randrange(len(lines))
            lines[place] = f"{lines[place].split(' = ')[0]} = {rng.choice(('7', '[]', '{}', '[1]', 'x', '[[', '0x'))}"
        case 2:
            lines = [rng.choice(("", "[", "\x00", 'key = "own"', "key = 'a b'"))]
        case 3:
            start = rng.choice((None, "1/0", "(", "raise ImportError"))
        case _:
            section = rng.choice(("CLAIMS = 7", "CLAIMS = (1,)", "(", "1/0", "import nothing_there", 'CLAIMS = "x"'))
    (folder / "paper.toml").write_text("\n".join(lines))
    (folder / "s1.py").write_text(section)
    if start is not None:
        (folder / "__init__.py").write_text(start)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv(LEDGER, "")
    command = rng.choice((("verify",), ("list",), ("errata", "--fresh"), ("show", f"own/{word}"), ("graph",)))
    try:
        ran = ratecheck(*command, "--ledger", rng.choice((folder, tmp_path)))
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "own"]:
            del sys.modules[name]
        monkeypatch.undo()
        papers.cache_clear()
    assert ran.status == 2
    assert len(ran.refusal) <= 5 * MOST_LETTERS + 3
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]


@_inputs("words")
def test_a_word(ratecheck: CommandLine, tmp_path: Path, rng: random.Random) -> None:
    """What no command takes: ids, names, options, places."""
    word, nowhere = rng.choice(WORDS), tmp_path / "nowhere" / "file"
    path, run = tmp_path / "file", tmp_path / "run.json"
    path.write_text("as it was")
    run.write_text(json.dumps(RUN))
    arguments = rng.choice(
        (
            (word,),
            ("list", "--paper", word),
            ("list", "--kind", word),
            ("list", word),
            ("show", f"zhao/{word}"),
            ("show", "zhao/def1", "--run", f"{path}{word}"),
            ("show", "zhao/def1", "--run", run, "--along", word),
            ("show", "zhao/def1", "--run", run, "--plot", f"{path}{word}"),
            ("show", "zhao/def1", "--run", run, "--plot", run),
            ("errata", "--run", run, word),
            ("graph", f"kent/{word}", "--run", run),
            ("impact", f"kent/{word}", "--run", run),
            ("verify", f"kent/{word}"),
            ("verify", "zhao/def1", "--profile", word),
            ("verify", "zhao/def1", "--json", nowhere),
            ("verify", "zhao/def1", "--store", path),
            ("verify", "zhao/def1", "--json", path, "--junit", path),
            ("verify", "zhao/def1", "--json", path, "--store", tmp_path / "." / "file"),
            ("verify", "zhao/def1", "--certificates", path),
            ("report", "--run", run, "--out", path),
            ("report", "--run", path, "--out", nowhere),
            ("bound", f"mean{word}", "--n", 2, "--m", 1, "--epsilon", 1),
            ("estimate", f"mean{word}", "--data", path, "--user", "u", "--value", "x", "--epsilon", 1),
            ("estimate", "mean", "--data", f"{path}{word}", "--user", word, "--value", word, "--epsilon", 1),
            ("figure", f"kent{word}"),
            ("figure", "kent-4", "--data", f"{path}{word}", "--out", nowhere),
            ("lessons", f"mean{word}", "--out", tmp_path / "notebooks"),
            ("check", path),
            ("check", f"{path}{word}"),
        )
    )
    before = _files(tmp_path)
    ran = ratecheck(*arguments)
    _sound(ran, tmp_path, before)
    # Alone it is no word, but ends the options.
    assert ran.status == 2 or word == "--"
