"""Fingerprints: they see all that a verdict depends on and all that a reader is told, and no names of modules."""

import json
import linecache
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import sympy
from flint import arb, fmpq

from notation.parameters import ParameterError
from upperbounds.mean import zhao
from verify.files import Store
from verify.kernel.calculus import TESTING, law, line
from verify.kernel.calculus.grounds import closed_by
from verify.kernel.calculus.reasons import Schema
from verify.kernel.prover import Relation, Variable
from verify.kernel.rocq import library
from verify.kernel.statements import Case, FiniteCheck, Inequality
from verify.kernel.statements.base import Statement
from verify.kernel.statements.claim import Claim, Kind, Severity
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ledger.collect import claims
from verify.ledger.documents import is_own
from verify.ledger.fingerprint import fingerprint, forget
from verify.ledger.run import run
from verify.papers.zhao.appA2_first_stage import eq24_votes as localise

_X = sympy.Symbol("x", nonnegative=True)
_UNIT = (Variable(_X, sympy.Integer(0), sympy.Integer(1)),)
_NUMBER = count()
P, Q = law("P"), law("Q")
Make = Callable[..., ModuleType]


def _claim(printed: Statement | None = None, **changes: Any) -> Claim:
    plain = Claim("zhao/x", "Section 1", Kind.INEQUALITY, "t", printed or Inequality(Relation(_X, _X + 1, "<=", _UNIT)))
    return replace(plain, **changes)


def _of(cases: Any) -> str:
    """The fingerprint of a check of these cases."""
    return fingerprint(_claim(FiniteCheck("t", "s", cases)))


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes a module of a text, under a name that no other has unless it is given."""

    def make(text: str, name: str = "") -> ModuleType:
        number = next(_NUMBER)
        made = ModuleType(name or f"planted_{number}")
        made.__file__ = f"<planted {number}>"
        linecache.cache[made.__file__] = (len(text), None, text.splitlines(keepends=True), made.__file__)
        monkeypatch.setitem(sys.modules, made.__name__, made)
        exec(compile(text, made.__file__, "exec"), vars(made))
        return made

    yield make
    forget()


_TEXT = '''
from math import log as ln
from fractions import Fraction

import numpy as np

GRID = {"a": [1, 2], "b": (3, {4: Fraction(1, 2)})}
SET = frozenset({"p", "q", "r"})
REST = (number for number in range(7))


class Plan:
    """A plan."""

    factor = 2

    def scaled(self, x):
        return self.factor * x


def helper(x, least=3, *, most=9):
    """A helper."""
    return min(max(Plan().scaled(x), least), most) + len(SET)


def cases(settings):
    for key, values in GRID.items():
        from itertools import chain
        yield key, [helper(x) + ln(2) + np.exp(0) for x in chain(values, REST)]
'''

_SEEN = {
    "a key of a dict": ('"a": [1', '"c": [1'),
    "a value of a dict": ("[1, 2]", "[1, 3]"),
    "a value deep in a dict": ("Fraction(1, 2)", "Fraction(1, 3)"),
    "an item of a set": ('"r"', '"s"'),
    "a default": ("least=3", "least=4"),
    "a default by name": ("most=9", "most=8"),
    "the body of a helper": ("max(Plan", "min(Plan"),
    "a class attribute": ("factor = 2", "factor = 3"),
    "the body of a method": ("self.factor * x", "self.factor + x"),
    "a function of a library": ("log as ln", "exp as ln"),
    "a function of a library behind a dot": ("np.exp", "np.sin"),
    "an import in a body": ("from itertools import chain", "from itertools import product as chain"),
    "what only the source tells": ("range(7)", "range(8)"),
}
_UNSEEN = {
    "a comment": ("    factor = 2", "    # how much\n    factor = 2"),
    "a docstring": ('"""A helper."""', '"""Another text."""'),
    "no docstring": ('    """A plan."""\n', ""),
    "layout": ("GRID = {", "GRID = {\n    "),
    "an equal value": ("[1, 2]", "[2 - 1, 2]"),
    "the order of a set": ('"p", "q"', '"q", "p"'),
    "an alias": ("import numpy as np", "import numpy\nimport numpy as np"),
    "a function's name": ("helper(", "aid("),
    "an annotation": ("def helper(x,", "def helper(x: float,"),
    "where an import stands": ("        from itertools import chain\n", "        import itertools\n"),
}


@pytest.mark.parametrize("change", _SEEN)
def test_a_change_of_what_a_check_reaches_is_seen(module: Make, change: str) -> None:
    old, new = _SEEN[change]
    assert _TEXT.count(old) == 1
    assert _of(module(_TEXT).cases) != _of(module(_TEXT.replace(old, new)).cases)


@pytest.mark.parametrize("change", _UNSEEN)
def test_what_changes_no_verdict_is_not_seen(module: Make, change: str) -> None:
    old, new = _UNSEEN[change]
    assert old in _TEXT
    text = _TEXT.replace(old, new)
    if "import itertools\n" in new:
        text = text.replace("chain(values", "itertools.chain(values")
    assert _of(module(_TEXT).cases) == _of(module(text).cases)


def test_imports_may_be_spelled_otherwise(module: Make) -> None:
    spellings = (
        "import numpy as np\ndef f(s): return np.linalg.norm(s)",
        "import numpy\ndef f(s): return numpy.linalg.norm(s)",
        "from numpy import linalg\ndef f(s): return linalg.norm(s)",
        "from numpy.linalg import norm\ndef f(s): return norm(s)",
        "from numpy.linalg import norm as length\ndef f(s): return length(s)",
        "def f(s):\n    from numpy.linalg import norm as length\n    return length(s)",
        "def f(s):\n    import numpy.linalg\n    return numpy.linalg.norm(s)",
    )
    assert len({_of(module(text).f) for text in spellings}) == 1
    assert _of(module("from numpy.linalg import det\ndef f(s): return det(s)").f) != _of(module(spellings[0]).f)


def test_code_may_move_to_other_modules(module: Make) -> None:
    """The helper, its class and its tables come from elsewhere, under other names of modules."""
    whole = module(_TEXT, "verify.planted_whole")
    top, bottom = _TEXT.split("def cases")
    for place in ("planted_below", "verify.planted_below"):
        module(top, place)
        moved = module(f"from {place} import GRID, REST, helper, ln\nimport numpy as np\ndef cases{bottom}")
        assert _of(moved.cases) == _of(whole.cases)
        dotted = bottom.replace("GRID", "below.GRID").replace("helper", "below.helper").replace("REST", "below.REST")
        dotted = module(f"import {place} as below\nimport numpy as np\nfrom math import log as ln\ndef cases{dotted}")
        assert _of(dotted.cases) == _of(whole.cases)
    module(top.replace("least=3", "least=4"), "planted_below")
    changed = module(f"from planted_below import GRID, REST, helper, ln\nimport numpy as np\ndef cases{bottom}")
    assert _of(changed.cases) != _of(whole.cases)


def _close_over(value: object) -> Callable[..., object]:
    return lambda _: value


class _Colour(Enum):
    RED, BLUE = 1, 2


@dataclass(frozen=True)
class _Roles:
    left: object
    right: object

    def cases(self, _: object) -> list[Case]:
        return [Case({}, 1, 2)]

    def others(self, _: object) -> list[Case]:
        return [Case({}, 1, 3)]


def _one(_: object) -> int:
    return 1


def _two(_: object) -> int:
    return 2


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (1, 2),
        (1, 1.0),
        (True, 1),
        ("1", 1),
        (0.1, 0.1 + 2**-56),
        (Fraction(1, 3), Fraction(1, 2)),
        ((1, 2), (2, 1)),
        ((1, 2), [1, 2]),
        (((1,), 2), (1, (2,))),
        ({"a": {"b": [1]}}, {"a": {"b": [2]}}),
        ({"a": 1}, {"b": 1}),
        ({1, 2}, {1, 3}),
        ({1: 2}, {(1, 2)}),
        (_one, _two),
        ({"f": _one}, {"f": _two}),
        (_Roles(_one, _two), _Roles(_two, _one)),
        (_Roles(1, 2).cases, _Roles(1, 3).cases),
        (_Roles(1, 2).cases, _Roles(1, 2).others),
        (partial(_one, 1), partial(_two, 1)),
        (partial(_one, 1), partial(_one, 2)),
        (partial(_one, k=1), partial(_one, k=2)),
        (np.arange(3), np.arange(1, 4)),
        (np.arange(3), np.arange(3.0)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.float64(1), np.float64(2)),
        (_X + 1, _X + 2),
        (_X, sympy.Symbol("x")),
        (_X, sympy.Symbol("y", nonnegative=True)),
        (sympy.Matrix([1, 2]), sympy.Matrix([2, 1])),
        (fmpq(1, 3), fmpq(2, 3)),
        (arb(1) / 3, (arb(1) / 3).mid()),
        (_Colour.RED, _Colour.BLUE),
        (np.exp, np.sin),
        (_close_over(1), _close_over(2)),
        (_close_over({"a": _one}), _close_over({"a": _two})),
    ],
    ids=lambda value: re.sub(r" at 0x[0-9a-f]+", "", str(value)),
)
def test_closures_are_seen_by_value(one: object, two: object) -> None:
    assert _of(_close_over(one)) != _of(_close_over(two))


def test_equal_closures_have_equal_fingerprints() -> None:
    def value() -> dict[str, object]:
        sets = (set("abc"), frozenset({1, 2}))
        return {
            "a": [Fraction(1, 3), {"b": arb(1) / 3}],
            "c": sets,
            "d": partial(_one, k=_X + 1),
            "e": _close_over(_one),
        }

    assert _of(_close_over(value())) == _of(_close_over(value()))
    backwards = dict(reversed(value().items()))
    assert _of(_close_over(backwards)) == _of(_close_over(value()))


def test_two_lambdas_on_a_line_are_two(module: Make) -> None:
    made = module("f, g, h = lambda s: s + 1, lambda s: s + 2, lambda s: s + 1\n")
    assert _of(made.f) == _of(made.h) != _of(made.g)


def test_a_cached_function_is_what_it_caches(module: Make) -> None:
    text = "from functools import cache\n@cache\ndef f(x): return x + {}\ndef cases(s): return f(s)"
    one, two = (_of(module(text.format(k)).cases) for k in (1, 2))
    assert one != two
    assert one == _of(module(text.format(1).replace("@cache\n", "")).cases)


def test_decorators_of_the_project_count(module: Make) -> None:
    text = (
        "from functools import wraps\n"
        "def twice(f):\n    @wraps(f)\n    def g(x): return {} * f(x)\n    return g\n"
        "@twice\ndef cases(s): return {}\n"
    )
    assert len({_of(module(text.format(*k)).cases) for k in ((2, 1), (3, 1), (2, 5))}) == 3


def test_functions_that_call_each_other_have_fingerprints_in_any_order(module: Make) -> None:
    text = "def f(x): return g(x) + 1\ndef g(x): return h(x) + {}\ndef h(x): return f(x) and g(x)\n"
    made = module(text.format(2))
    there = [_of(getattr(made, name)) for name in "fgh"]
    made = module(text.format(2))
    back = [_of(getattr(made, name)) for name in "hgf"]
    assert there == back[::-1]
    assert len(set(there)) == 3
    changed = module(text.format(3))
    assert not set(there) & {_of(getattr(changed, name)) for name in "fgh"}


def test_inherited_code_counts(module: Make) -> None:
    text = "class A:\n    k = {}\nclass B(A):\n    pass\ndef cases(s): return B.k\n"
    assert _of(module(text.format(1)).cases) != _of(module(text.format(2)).cases)


def test_a_patched_table_counts_by_its_value(monkeypatch: pytest.MonkeyPatch, module: Make) -> None:
    made = module(_TEXT)
    before = _of(made.cases)
    made.GRID["a"].append(5)
    forget()
    assert _of(made.cases) != before


@pytest.mark.parametrize("word", ["title", "note", "correction", "theorem"])
def test_what_the_reader_is_told_counts(word: str) -> None:
    assert fingerprint(_claim(**{word: "one"})) != fingerprint(_claim(**{word: "two"}))


def test_severity_and_both_statements_count() -> None:
    found = {fingerprint(_claim(severity=severity)) for severity in (None, *Severity)}
    assert len(found) == 1 + len(Severity)
    other = Inequality(Relation(_X, _X + 2, "<=", _UNIT))
    changed = (_claim(), _claim(other), _claim(corrected=other), _claim(other, corrected=_claim().printed))
    assert len({fingerprint(claim) for claim in changed}) == 4


@pytest.mark.parametrize("table", ["theorems", "proofs"])
def test_what_rocq_proves_counts(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = claims()["kent/thm6i"]
    before = _looked_up(claim)
    with monkeypatch.context() as changed:
        changed.setattr(library, table, dict)
        assert _looked_up(claim) != before
    assert _looked_up(claim) == before


def _looked_up(claim: Claim) -> str:
    """The fingerprint, with what is proved looked up again."""
    forget()
    closed_by.cache_clear()
    return fingerprint(claim)


def test_where_a_claim_stands_does_not_count() -> None:
    assert fingerprint(_claim()) == fingerprint(_claim(location="Section 2", kind=Kind.IDENTITY, in_quick=False))


@pytest.mark.parametrize("part", ["name", "citation"])
def test_the_words_of_a_fact_count(part: str) -> None:
    def of(fact: Schema) -> str:
        told = fact(P, Q)
        return fingerprint(_claim(line(told.statement.left).eq(told.statement.right, told)))

    assert of(replace(TESTING, **{part: "P = NP"})) != of(TESTING)
    assert TESTING.textbook is not None
    assert of(replace(TESTING, textbook=replace(TESTING.textbook, stress=_one))) != of(TESTING)


_MEASURING = ("verify.study.measuring.vectors", "verify.papers.zhao.experiments.rates_vectors")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(2e5, 8e5, 32e5), m=64, d=4", "(2e5, 8e5, 16e5), m=64, d=4"),
        ('return point["epsilon"] ** -2', 'return point["epsilon"] ** -1'),
        ("zhao.algorithm2(n, m, d, epsilon, 1.0)", "zhao.algorithm2(n, m, d, epsilon, 2.0)"),
        ('"D": 1.0, "M_p": 1.0', '"D": 2.0, "M_p": 1.0'),
        ("2000.0 * times**2", "3000.0 * times**2"),
    ],
)
def test_constants_of_measuring_functions_are_seen(module: Make, old: str, new: str) -> None:
    texts = [Path(str(import_module(name).__file__)).read_text("utf-8") for name in _MEASURING]
    assert sum(old in text for text in texts) == 1

    def measured(*changed: str) -> list[str]:
        made = [module(text, name) for text, name in zip(changed, _MEASURING, strict=True)][-1]
        return [fingerprint(c) for c in made.CLAIMS if c.id.startswith("zhao/own/vectors/linf/")]

    known = [fingerprint(claims()[f"zhao/own/vectors/linf/{axis}"]) for axis in ("n", "m", "d", "epsilon")]
    before, after = measured(*texts), measured(*(text.replace(old, new) for text in texts))
    assert before == known
    assert any(one != two for one, two in zip(before, after, strict=True))


def test_code_that_a_plan_reaches_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = [FiniteCheck("t", "s", cases) for cases in (localise._partition, localise._exact_tails)]
    assert fingerprint(_claim(checks[0])) != fingerprint(_claim(checks[1]))
    plan = claims()["zhao/alg1/privacy"]
    before = fingerprint(plan)
    forget()
    monkeypatch.setattr(zhao, "assemble", zhao.algorithm1)
    changed = fingerprint(plan)
    forget()
    assert changed != before
    monkeypatch.undo()
    assert fingerprint(plan) == before


class _Odd:
    pass


def _itself() -> list[object]:
    found: list[object] = []
    found.append(found)
    return found


@pytest.mark.parametrize("place", ["closure", "default", "field", "partial", "item"])
@pytest.mark.parametrize("make", [lambda: (x for x in ()), _Odd, lambda: sys.stderr, _itself])
def test_what_cannot_be_read_is_one_line(place: str, make: Callable[[], object]) -> None:
    value = make()

    def default(_: object, given: object = value) -> object:
        return given

    cases = {
        "closure": _close_over(value),
        "default": default,
        "field": _Roles(value, 1).cases,
        "partial": partial(_one, value),
        "item": _close_over({"a": [value]}),
    }[place]
    with pytest.raises(ParameterError, match=r"^claim zhao/x: no fingerprint of ") as error:
        _of(cases)
    assert "\n" not in str(error.value)


def test_code_without_a_source_cannot_be_read() -> None:
    scope: dict[str, Any] = {}
    exec("def cases(s): return 1", scope)
    with pytest.raises(ParameterError, match=r"claim zhao/x: no fingerprint of cases\(\), whose source"):
        _of(scope["cases"])


def test_a_paper_of_others_is_read_like_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed next to libraries: its source counts since it is registered, and an open file is an error there too."""
    package = tmp_path / "site-packages" / "outsiders"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    text = "def helper(): return {}\ndef cases(s): return helper()\ndef odd(f): return lambda s: f\n"
    (package / "one.py").write_text(text.format(1))
    (package / "two.py").write_text(text.format(2))
    monkeypatch.syspath_prepend(tmp_path / "site-packages")
    from outsiders import one, two  # type: ignore[import-not-found]

    forget()
    assert _of(one.cases) == _of(two.cases), "a library's functions enter by name"
    from notation.papers import Paper, papers

    paper = Paper("outsiders", "A", "T", "V", "outsiders", ("one",))
    monkeypatch.setattr("verify.ledger.fingerprint.papers", lambda: {**papers(), "outsiders": paper})
    forget()
    assert _of(one.cases) != _of(two.cases)
    with (package / "one.py").open() as stream, pytest.raises(ParameterError, match="no fingerprint of <_io"):
        _of(one.odd(stream))
    forget()


def test_a_stale_entry_of_a_store_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Make) -> None:
    """What a check closes over, a dict, is edited between two runs with one store."""
    text = "from verify.kernel.statements import Case\ndef make(table): return lambda _: [Case({}, table['left'], 2)]\n"

    def again(left: int, seed: int = 0) -> tuple[Verdict | None, list[str]]:
        claim = _claim(FiniteCheck("t", "s", module(text).make({"left": left})))
        monkeypatch.setattr("verify.ledger.run.claims", lambda: {claim.id: claim})
        judged: list[str] = []
        store = Store(tmp_path / "store", {"seed": seed, "profile": "quick"}, is_own)
        found = run([claim], Settings(seed=seed), store=store, progress=lambda claim, *_: judged.append(claim.id))
        printed = found.results[claim.id].printed
        return printed and printed.verdict, judged

    assert again(1) == (Verdict.CHECKED, ["zhao/x"])
    assert again(1) == (Verdict.CHECKED, [])
    assert again(3) == (Verdict.REFUTED, ["zhao/x"])
    assert again(3) == (Verdict.REFUTED, [])
    with pytest.raises(ParameterError, match="holds another run"):
        again(3, seed=1)


def test_fingerprints_hang_neither_on_the_hash_seed_nor_on_the_order() -> None:
    """A quarter of them in this process against those of one with other hashes, in another order."""
    forget()
    script = (
        "import json, random; from verify.ledger.collect import claims\n"
        "from verify.ledger.fingerprint import fingerprint\n"
        "ordered = list(claims().values()); random.Random(1).shuffle(ordered)\n"
        "print(json.dumps([hash('a'), {c.id: fingerprint(c) for c in ordered[::4]}]))"
    )
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        hashed, theirs = json.loads(ran.stdout)
        ours = {id_: fingerprint(claim) for id_, claim in claims().items() if id_ in theirs}
        assert list(theirs) != list(ours)
        assert len(theirs) > 300
        assert theirs == ours
        # This process may have the first of these seeds itself, and then the two say nothing.
        if hashed != hash("a"):
            return
    pytest.fail("three processes hash alike")


_NOUNS = """
from verify.kernel.calculus.terms import Quantity

class Noun(Quantity):
    form = "N"
    lower = 0

    def shown(self):
        return 0

class Narrow(Noun):
    tolerance = 1

    def narrow(self):
        return 1

def cases(settings):
    return {}
"""


@pytest.mark.parametrize("made", ["Noun()", "Narrow()"])
@pytest.mark.parametrize(
    ("name", "attribute", "value"),
    [("Noun", "form", "M"), ("Noun", "lower", 1), ("Noun", "upper", 2), ("Narrow", "tolerance", 2)],
)
def test_a_class_attribute_counts_whoever_sets_it(
    module: Make, monkeypatch: pytest.MonkeyPatch, made: str, name: str, attribute: str, value: object
) -> None:
    """In the source and from elsewhere; of a class without arguments too, and of its bases."""
    there = module(_NOUNS.format(made))
    before = _of(there.cases)
    assert _of(module(_NOUNS.format(made)).cases) == before
    monkeypatch.setattr(vars(there)[name], attribute, value, raising=False)
    forget()
    reached = name == "Noun" or made == "Narrow()"
    assert (_of(there.cases) != before) == reached
    monkeypatch.undo()
    forget()
    assert _of(there.cases) == before


def test_a_noun_as_a_value_counts_by_its_class(module: Make) -> None:
    """An expression without arguments: only its class says what it is."""
    made = [module(_NOUNS.format("None").replace('form = "N"', f'form = "{form}"')) for form in "NM"]
    assert len({_of(_close_over(there.Noun())) for there in made}) == 2
    assert len({_of(_close_over(there.Narrow())) for there in made}) == 2


@pytest.mark.parametrize(
    ("kind", "attribute"), [(FiniteCheck, "holds_parts"), (Inequality, "lower"), (FiniteCheck, "granted")]
)
def test_an_attribute_of_a_kind_of_statement_counts(
    monkeypatch: pytest.MonkeyPatch, kind: type, attribute: str
) -> None:
    def of() -> str:
        forget()
        return fingerprint(_claim(FiniteCheck("t", "s", _one)) if kind is FiniteCheck else _claim())  # type: ignore[arg-type]

    before = of()
    monkeypatch.setattr(kind, attribute, "other", raising=False)
    assert of() != before
    monkeypatch.undo()
    assert of() == before
