"""Several chains as one statement: they depend on the claims that each of them cites."""

from sympy import Min, exp, latex, log, sqrt

from verify.kernel.calculus import OnInterval, at_most, below, cite, integer, line, minimax_risk, real
from verify.kernel.statements import AllOf
from verify.kernel.statements.base import Statement
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.ledger.record import Result

x = real("x", least=0)
BELOW = Claim("zhao/x", "Section 1", Kind.INEQUALITY, "t", line(1 + x).le(exp(x)))
LEANING = line(1 + x).le(exp(x), cite(BELOW)).le(1 + exp(x))
JOINED = AllOf("", {"alone": line(x).le(1 + x), "leaning": LEANING})


def _found(statement: Statement) -> Verdict:
    outcome = statement.check(Settings())
    assert outcome is not None
    return outcome.verdict


def _concluded(found: Verdict) -> Verdict:
    outcome = JOINED.conclude(JOINED.check(Settings()), {"zhao/x": Result(BELOW, Outcome(found), None, 0.0, "")})
    assert outcome is not None
    return outcome.verdict


def test_parts_bring_their_premises() -> None:
    assert JOINED.premises == ("zhao/x",)
    assert _concluded(Verdict.PROVED) is Verdict.PROVED
    assert _concluded(Verdict.ARGUED) is Verdict.ARGUED


def test_a_false_premise_of_a_part_leaves_all_of_them_open() -> None:
    assert _concluded(Verdict.REFUTED) is Verdict.OPEN


def test_a_wrong_part_breaks_them() -> None:
    wrong = AllOf("", {**dict(JOINED.parts), "wrong": line(1 + x).le(x)})
    assert _found(wrong) is Verdict.REFUTED


def test_one_strict_step_makes_a_chain_strict_and_none_does_not() -> None:
    y = real("y", above=0)
    assert line(x).le(x + y).lt(x + 2 * y).statement.conclusion.op == "<"
    assert line(x).eq(x + y - y).ge(x - y).gt(x - 2 * y).statement.conclusion.op == ">"
    assert line(x).le(x + y).eq(y + x).statement.conclusion.op == "<="
    assert _found(line(x).le(x + 1).lt(x + 2)) is Verdict.PROVED
    assert _found(line(x).le(x + 1).lt(1 + x)) is Verdict.OPEN


def test_a_part_of_a_minimum_is_compared_by_what_is_given() -> None:
    y = real("y", least=0)
    assert _found(line(x, given=(at_most(x, y),)).le(Min(x, y))) is Verdict.PROVED
    assert _found(line(x, given=(at_most(x, 2 * y),)).le(Min(x, y))) is Verdict.REFUTED
    assert _found(line(x, given=(at_most(y, x),)).le(Min(x, y))) is Verdict.REFUTED


def test_signs_come_from_parts_where_all_are_shown() -> None:
    y, z = real("y"), real("z")
    assert _found(line(log((y - z) ** 2), given=(below(z, y),)).eq(log((z - y) ** 2))) is Verdict.PROVED
    assert _found(line(log((y - z) ** 2), given=(at_most(z, y),)).eq(log((z - y) ** 2))) is Verdict.OPEN
    assert _found(line(z + log(Min(1, y - z)), given=(below(z, y),)).le(y + log(Min(1, y - z)))) is Verdict.PROVED
    assert _found(line(z + log(x * (y - z)), given=(below(z, y),)).le(y + log(x * (y - z)))) is Verdict.OPEN
    assert _found(line(sqrt(y * z), given=(at_most(0, y),)).le(sqrt(y * z) + 1)) is Verdict.OPEN


def test_the_letter_of_a_minimax_risk_follows_what_is_put_into_it() -> None:
    users, draws, epsilon = integer("n", least=1), integer("m", least=1), real("epsilon", above=0)
    risk = minimax_risk(OnInterval(-1, 1), users, draws, epsilon)
    assert latex(risk) == r"\mathfrak{R}_{n, m, \epsilon}(\mathcal{P}[-1, 1])"
    assert latex(risk.xreplace({users: 2 * users, draws: 1})) == r"\mathfrak{R}_{2 n, 1, \epsilon}(\mathcal{P}[-1, 1])"
