"""What is written for Rocq says what the ledger's relations say; nothing here needs Rocq."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from sympy import Abs, Max, Min, Rational, cosh, exp, log, oo, pi, sinh, sqrt, tanh

from tests.verify.cli.command_line import CommandLine
from tests.verify.kernel.rocq.gallina import sides
from verify.kernel.prover import Relation, Variable
from verify.kernel.rocq.certified import Certified, certified
from verify.kernel.rocq.chains import theorem
from verify.kernel.rocq.proofs import statement
from verify.kernel.rocq.terms import Inexpressible, check_expressible, names_of
from verify.ledger.collect import claims
from verify.ledger.fingerprint import fingerprint
from verify.ledger.rocq.export import block, export, module_of, statements_of
from verify.ledger.rocq.run import blocks_of

x, y = sympy.symbols("x y", real=True)
LINE = (Variable(x, Rational(1, 2), oo),)
PLANE = (*LINE, Variable(y, Rational(-3), Rational(2), open_upper=True))
IDS = ("zhao/eq62*", "zhao/lemma3/29")


def test_a_statement_is_read_as_it_is_written() -> None:
    k = sympy.Symbol("k", integer=True)
    variables = (*PLANE, Variable(k, sympy.Integer(0), oo, integer=True))
    told, _ = statement(Relation(x**2 / y, sqrt(k) + exp(-x), "<", variables, (sympy.Le(y, -x),)))
    assert told == (
        "forall x y k : R,\n  (1 / 2) <= x -> (- 3) <= y -> y < 2 -> (exists whole : Z, k = IZR whole) -> 0 <= k -> "
        "y <= ((- 1) * x) -> ((x ^ 2) / y) < ((sqrt k) + (exp ((- 1) * x)))"
    )


@pytest.mark.parametrize(
    "left",
    [
        x - y,
        -((x - 1) ** 3) / 7,
        1 / (x * (4 + y)),
        x ** Rational(-3, 2),
        sqrt(x) / sqrt(4 + y),
        x**y,
        (2 * x) ** (-y / 3),
        exp(-x * y) * pi / sympy.E,
        log(x / (4 + y)),
        x ** Rational(2, 3),
        -(x**2),
        (-x) ** 2,
        Abs(y) - Min(x, y, 1) + Max(x * y, -2, x),
        tanh(x - y),
        cosh(y) / sinh(x),
        2 - 3 * (x - y - 1) / 5,
    ],
)
def test_both_routes_give_one_number(left: sympy.Expr) -> None:
    relation = Relation(left, left + 1, "<", PLANE)
    told, _ = statement(relation)
    for at in ((0.7, -1.3), (2.5, 1.75), (0.5, -2.0)):
        values = {"x": at[0], "y": at[1]}
        expected = [float(side[()]) for side in relation.numbers(values)]
        assert sides(told, values) == pytest.approx(expected, rel=1e-12)


def test_certified_relations_of_the_ledger_too() -> None:
    rng, seen = random.Random(5), 0
    for id_ in ("zhao/eq63", "zhao/eq71", "kent/eq137/bins", "bassily/own/local-rate"):
        found = certified(claims()[id_])
        for one in rng.sample(found, min(8, len(found))):
            told, names = statement(one.relation)
            values = {v.symbol.name: _inside(v, rng) for v in one.relation.variables}
            expected = [float(side[()]) for side in one.relation.numbers(values)]
            if np.all(np.isfinite(expected)):
                given = {names[v.symbol]: values[v.symbol.name] for v in one.relation.variables}
                assert sides(told, given) == pytest.approx(expected, rel=1e-9, abs=1e-12)
                seen += 1
    assert seen > 8


def _inside(v: Variable, rng: random.Random) -> float:
    low = float(v.lower) if v.lower.is_finite else -3.0
    high = float(v.upper) if v.upper.is_finite else low + 4
    return float(round(low + 1) if v.integer else low + (high - low) * rng.uniform(0.2, 0.8))


@pytest.mark.parametrize(
    ("left", "reason"),
    [(sympy.erfc(x), "erfc is not known"), (sympy.gamma(x), "gamma is not known"), (sympy.factorial(x), "factorial")],
)
def test_what_interval_does_not_know_is_said(left: sympy.Expr, reason: str) -> None:
    with pytest.raises(Inexpressible, match=reason):
        statement(Relation(left, left + 1, "<", LINE))


def test_a_power_of_what_may_be_0_is_not_written_by_its_logarithm() -> None:
    ray = (Variable(x, sympy.Integer(0), oo),)
    with pytest.raises(Inexpressible, match="which may be 0"):
        check_expressible(Relation(x ** Rational(1, 3), x + 1, "<=", ray))
    check_expressible(Relation(sqrt(x), x + 1, "<=", ray))
    check_expressible(Relation(x ** Rational(1, 3), x + 1, "<=", (Variable(x, sympy.Integer(0), oo, open_lower=True),)))


def test_names_are_words_of_the_language_and_no_keywords() -> None:
    letters = [sympy.Symbol(name) for name in ("forall", "exp", "a'b", "a_b", "_1", "R", "epsilon")]
    assert list(names_of(letters).values()) == ["forall_", "exp_", "a_b", "a_b_", "v_1", "R_", "epsilon"]


def test_each_claim_has_its_file() -> None:
    assert len({module_of(id_) for id_ in claims()}) == len(claims())
    assert module_of("zhao/own/thm6-a.1") == "zhao__own__thm6_2d_a_2e_1"


def test_the_command_writes_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = CommandLine(monkeypatch, capsys)("export", "rocq", *IDS, "--out", tmp_path / "new")
    assert (ran.status, ran.err) == (0, "")
    index = json.loads((tmp_path / "new" / "index.json").read_text())["claims"]
    written: dict[str, str] = {}
    for id_ in index:
        path = tmp_path / "new" / f"{module_of(id_)}.v"
        written |= blocks_of(path.read_text()) if path.exists() else {}
    owed = {name for entry in index.values() for name, told in entry["relations"].items() if not {"in"} & told.keys()}
    assert set(written) == owed
    for name, text in written.items():
        assert f"Lemma {name} : " in text
        # What has variables has hypotheses here, and a point where they hold.
        assert (f"Lemma {name} : forall " in text) == (f"Lemma {name}_domain : exists " in text)
    assert "zhao/lemma3/29" in (tmp_path / "new" / "zhao__lemma3__29.v").read_text()


def test_a_relation_is_written_once_by_any_number_of_processes(tmp_path: Path) -> None:
    both = [claims()["zhao/eq62"], claims()["zhao/eq62/e"]]
    found = export(both, tmp_path / "one", chains="none")
    shared = {name for name, told in found["zhao/eq62/e"]["relations"].items() if told == {"in": "zhao/eq62"}}
    assert shared
    assert not shared & set(blocks_of((tmp_path / "one" / "zhao__eq62__e.v").read_text()))
    assert export(both, tmp_path / "two", chains="none", jobs=2) == found
    for path in (path for path in (tmp_path / "one").rglob("*") if path.is_file()):
        assert (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes() == path.read_bytes()


def test_what_a_table_tells_as_it_is_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = claims()["zhao/lemma3/29"], claims()["zhao/eq62"]
    told: dict[str, dict[str, Any]] = {c.id: {"fingerprint": fingerprint(c)} for c in (one, other)}
    told[other.id]["fingerprint"] = "0" * 16
    assert export([one, other], tmp_path, since={"claims": told, "not proved": {}}).keys() == {other.id}
    assert json.loads((tmp_path / "index.json").read_text())["kept"] == [one.id]
    assert not (tmp_path / f"{module_of(one.id)}.v").exists()
    # What is not asked for is kept as it is told of, unless it is in the ledger no more.
    before = {**told, "zhao/no-more": told[one.id]}
    assert export([other], tmp_path, "none", {"claims": before, "not proved": {}}).keys() == {other.id}
    assert json.loads((tmp_path / "index.json").read_text())["kept"] == [one.id]
    # A table without a numbered result's theorems, or with some that wait, tells not all that is asked of it.
    result = claims()["label/prop2a"]
    told[result.id] = {"fingerprint": fingerprint(result)}
    for chains, left_out in (
        (None, False),
        ({"a": {"found": "waiting"}}, False),
        ({"a": {"found": "proved"}}, True),
        ({}, True),
    ):
        told[result.id] |= {} if chains is None else {"chains": chains}
        assert export([result], tmp_path, "none", {"claims": told, "not proved": {}}) == {}
        assert (export([result], tmp_path, since={"claims": told, "not proved": {}}) == {}) == left_out
    assert export([one], tmp_path, since={"claims": told, "not proved": {}}) == {}
    # A relation that waits is written, one that failed is not.
    told[one.id]["relations"] = "1 2"
    for said, left_out in (("failed: No.", True), ("waiting", False)):
        since = {"claims": told, "not proved": {"rel_2": said}}
        assert (export([one], tmp_path, since=since) == {}) == left_out
    assert export([one], tmp_path, "all", {"claims": told, "not proved": {}}).keys() == {one.id}
    ratecheck = CommandLine(monkeypatch, capsys)
    table = tmp_path / "index.json"
    assert "holds no table" in ratecheck("export", "rocq", "--since", table, "--out", tmp_path).refusal


def test_a_name_is_of_what_is_said_and_not_of_the_proof() -> None:
    relation = Relation(x, x + 1, "<=", LINE)
    names = {Certified(relation, {"node": node}, said).name for node, said in (("value", "a"), ("taylor", "b"))}
    assert len(names) == 1
    for other in (
        Relation(x, x + 1, "<", LINE),
        Relation(x, x + Rational(10**6 - 1, 10**6), "<=", LINE),
        Relation(x, x + 1, "<=", (Variable(x, Rational(1, 2), oo, open_lower=True),)),
        Relation(x, x + 1, "<=", LINE, (sympy.Le(x, 2, evaluate=False),)),
    ):
        assert Certified(other, {"node": "value"}, "a").name not in names


def test_a_lemma_has_a_point_of_its_domain_or_says_that_it_has_none() -> None:
    told = block(Certified(Relation(x, x + 1, "<=", PLANE), {"node": "value", "box": {}}, ""))
    assert "_domain : exists x y : R, ((1 / 2) <= x) /\\ ((- 3) <= y) /\\ (y < 2).\nProof. exists " in told
    # With no such point, one that Rocq will refuse is named, and the lemma is not left without.
    empty = Relation(x, x + 1, "<=", LINE, (sympy.Le(x, 0, evaluate=False),))
    assert "_domain : exists x : R, ((1 / 2) <= x) /\\ (x <= 0).\nProof. exists " in block(
        Certified(empty, {"node": "value", "box": {}}, "")
    )


def test_without_rocq_the_check_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "libcoq-interval" in CommandLine(monkeypatch, capsys)("check", tmp_path, "--rocq").refusal
    assert "only with --rocq" in CommandLine(monkeypatch, capsys)("check", tmp_path, "--jobs", 2).refusal


def test_a_letter_that_is_random_at_each_outcome_is_asked_for_no_range() -> None:
    """The noisy steps of Lemma 6.1: a distance is a constant of an inner chain, and there random."""
    name, statement = next(statements_of(claims()["bassily/lemma6.1"]))
    assert f"Theorem {name}" in theorem(name, statement).text
