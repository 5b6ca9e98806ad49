"""Several chains as one statement: they lean on the claims that each of them cites."""

from sympy import Min, exp, latex, log, sqrt

from verify.calculus import OnInterval, at_most, below, by, calc, cite, integer, minimax_risk, real
from verify.ledger.record import Result
from verify.statements import AllOf
from verify.statements.base import Statement
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Outcome, Settings, Verdict

x = real("x", least=0)
BELOW = Claim("zhao/x", "Section 1", Kind.INEQUALITY, "t", calc(1 + x, "<=", exp(x)))
LEANING = calc(1 + x, "<=", exp(x), by(cite(BELOW)), "<=", 1 + exp(x))
JOINED = AllOf("", {"alone": calc(x, "<=", 1 + x), "leaning": LEANING})


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
    wrong = AllOf("", {**dict(JOINED.parts), "wrong": calc(1 + x, "<=", x)})
    assert _found(wrong) is Verdict.OPEN


def test_one_strict_step_makes_a_chain_strict_and_none_does_not() -> None:
    y = real("y", above=0)
    assert calc(x, "<=", x + y, "<", x + 2 * y).statement.conclusion.op == "<"
    assert calc(x, "==", x + y - y, ">=", x - y, ">", x - 2 * y).statement.conclusion.op == ">"
    assert calc(x, "<=", x + y, "==", y + x).statement.conclusion.op == "<="
    assert _found(calc(x, "<=", x + 1, "<", x + 2)) is Verdict.PROVED
    assert _found(calc(x, "<=", x + 1, "<", 1 + x)) is Verdict.OPEN


def test_a_part_of_a_minimum_is_compared_by_what_is_given() -> None:
    y = real("y", least=0)
    assert _found(calc(x, "<=", Min(x, y), given=(at_most(x, y),))) is Verdict.PROVED
    assert _found(calc(x, "<=", Min(x, y), given=(at_most(x, 2 * y),))) is Verdict.OPEN
    assert _found(calc(x, "<=", Min(x, y), given=(at_most(y, x),))) is Verdict.OPEN


def test_signs_come_from_parts_where_all_are_shown() -> None:
    y, z = real("y"), real("z")
    assert _found(calc(log((y - z) ** 2), "==", log((z - y) ** 2), given=(below(z, y),))) is Verdict.PROVED
    assert _found(calc(log((y - z) ** 2), "==", log((z - y) ** 2), given=(at_most(z, y),))) is Verdict.OPEN
    assert _found(calc(log(Min(1, y - z)), "==", log(Min(1, y - z)) + 0 * x, given=(below(z, y),))) is Verdict.PROVED
    assert _found(calc(log(x * (y - z)), "==", log(x * (y - z)) + x - x, given=(below(z, y),))) is Verdict.OPEN
    assert _found(calc(sqrt(y * z), "==", sqrt(z * y), given=(at_most(0, y),))) is Verdict.OPEN


def test_the_letter_of_a_minimax_risk_follows_what_is_put_into_it() -> None:
    users, draws, epsilon = integer("n", least=1), integer("m", least=1), real("epsilon", above=0)
    risk = minimax_risk(OnInterval(-1, 1), users, draws, epsilon)
    assert latex(risk) == r"\mathfrak{R}_{n, m, \epsilon}(\mathcal{P}[-1, 1])"
    assert latex(risk.xreplace({users: 2 * users, draws: 1})) == r"\mathfrak{R}_{2 n, 1, \epsilon}(\mathcal{P}[-1, 1])"
