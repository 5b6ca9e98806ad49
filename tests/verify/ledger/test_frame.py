"""The frame of the ledger: derivations that nothing could break, families that leave their domain."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest
import sympy

import verify.ours
import verify.papers
from verify.kernel.calculus import cite, line, real
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck, Undecided, UpToConstant, at_most
from verify.kernel.statements.base import Statement
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.ledger.reading import beside, standing, undecided
from verify.ledger.record import Result, record
from verify.ledger.summary import match_counts
from verify.ledger.wording import growth

_N, _M = sympy.symbols("n m", positive=True)
_REAL = at_most(_N, 2 * _N, Variable(_N, sympy.Integer(1), sympy.oo))


def _verdict(statement: Statement) -> Verdict:
    outcome = statement.check(Settings())
    assert outcome is not None
    return outcome.verdict


def test_a_crosscheck_breaks_a_chain() -> None:
    right, wrong = (FiniteCheck("t", "s", lambda _, x=x: [Case({}, x, 2)]) for x in (1, 3))
    n = real("n", least=1)
    assert _verdict(line(n).le(2 * n).beside(("at points", right))) is Verdict.PROVED
    assert _verdict(line(n).le(2 * n).beside(("at points", wrong))) is Verdict.REFUTED


def _claim(**changes: object) -> Claim:
    plain = Claim("zhao/x", "Section 1", Kind.INEQUALITY, "t", _REAL)
    return replace(plain, **changes)  # type: ignore[arg-type]


def _result(claim: Claim, printed: Verdict, corrected: Verdict | None = None) -> Result:
    return Result(claim, Outcome(printed), Outcome(corrected) if corrected else None, 0.0, "")


def test_a_false_premise_refutes_no_conclusion() -> None:
    claim = _claim()
    chain = line(real("n", least=1)).le(2 * real("n", least=1), cite(claim))
    found = chain.conclude(chain.check(Settings()), {"zhao/x": _result(claim, Verdict.REFUTED)})
    assert found is not None
    assert found.verdict is Verdict.OPEN


@pytest.mark.parametrize(
    ("severity", "printed", "corrected", "survives"),
    [
        (None, Verdict.PROVED, None, True),
        (Severity.CONSTANT, Verdict.REFUTED, Verdict.PROVED, True),
        (Severity.RATE, Verdict.REFUTED, Verdict.PROVED, False),
        (Severity.PRIVACY, Verdict.REFUTED, Verdict.PROVED, False),
        (Severity.CONSTANT, Verdict.REFUTED, Verdict.REFUTED, False),
        (Severity.CONSTANT, Verdict.REFUTED, Verdict.OPEN, None),
        (None, Verdict.OPEN, None, None),
        (None, Verdict.OPEN, Verdict.PROVED, None),
    ],
)
def test_a_theorem_survives_unless_its_own_rate_or_privacy_falls(
    severity: Severity | None, printed: Verdict, corrected: Verdict | None, survives: bool | None
) -> None:
    theorem = _result(_claim(severity=severity, corrected=_REAL if corrected else None), printed, corrected)
    step = _result(_claim(id="zhao/step", theorem="zhao/x", corrected=_REAL), Verdict.REFUTED, Verdict.PROVED)
    assert record(step, theorem, None)["theorem_survives"] is survives


def test_what_is_shown_stands_beside_what_is_not_decided() -> None:
    said = Undecided(r"a \le b", "a bound of b")
    claim = _claim(printed=said, corrected=_REAL, correction="for n in place of b")
    assert (claim.says, claim.match, claim.differs) == (said.text, Match.SAME, "")
    outcome = said.check(Settings())
    result = Result(claim, outcome, Outcome(Verdict.PROVED), 0.0, "")
    assert result.standing == Outcome(Verdict.PROVED)
    entry = record(result, None, None)
    assert (outcome.verdict, outcome.evidence["reason"]) == (Verdict.OPEN, "a bound of b")
    assert (entry["corrected"]["verdict"], entry["correction"], entry["severity"]) == ("proved", claim.correction, None)
    assert (standing(entry), beside(entry), undecided(entry["printed"])) == ("proved", "shown instead", True)
    assert match_counts([entry]) == {"zhao": {"undecided": 1}}
    alone = record(Result(_claim(printed=said), outcome, None, 0.0, ""), None, None)
    assert (standing(alone), alone["corrected"], alone["correction"]) == ("open", None, None)


@pytest.mark.parametrize("texts", [("", "a proof"), (r"a \le b", " "), (1, "a proof")])
def test_what_is_not_decided_is_said_with_what_it_needs(texts: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"text|needs"):
        Undecided(*texts)


def test_a_family_must_lie_in_the_domain() -> None:
    ranges = (Variable(_N, sympy.Integer(1), sympy.oo), Variable(_M, sympy.Integer(1), sympy.oo))
    claim = UpToConstant(_N**2, _N * _M, ranges, family=((_N, _N), (_M, sympy.Integer(1))), along=_N)
    assert _verdict(claim) is Verdict.REFUTED
    assert _verdict(replace(claim, family=((_N, _N), (_M, 1 / _N)))) is Verdict.OPEN
    assert _verdict(replace(claim, where=(_N <= _M,))) is Verdict.OPEN
    assert _verdict(replace(claim, family=((_N, _N), (_M, _N)))) is Verdict.OPEN


def test_a_family_is_told_by_its_ratios() -> None:
    growing = UpToConstant(sympy.exp(_N), _N, (Variable(_N, sympy.Integer(1), sympy.oo),), along=_N, family=((_N, _N),))
    outcome = growing.check(Settings())
    assert outcome.verdict is Verdict.REFUTED
    told = growth(outcome.evidence)
    assert told.startswith("left/right at n = 10, 100, 1000, 10000: 2.2e+03, 2.69e+41, over 1e+300")


def _written_twice(source: str) -> list[int]:
    """The lines of comparisons whose two sides are written alike, so that they hold whatever they say."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and len(node.args) >= 2)
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id in {"SameRate", "Identity", "at_most"}
        and ast.dump(call.args[0]) == ast.dump(call.args[1])
    ]


def test_no_statement_compares_an_expression_with_itself() -> None:
    files = (path for room in (verify.papers, verify.ours) for path in Path(room.__file__).parent.rglob("*.py"))
    found = {path.name: lines for path in files if (lines := _written_twice(path.read_text("utf-8")))}
    assert found == {}
    assert _written_twice("SameRate(log(n), log(n))") == [1]
