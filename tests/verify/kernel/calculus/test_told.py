"""What a chain tells: its words, its conclusion, its letters, its fingerprint, its LaTeX and its losses."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
import sympy
from sympy import Integer, sqrt

from tests.verify.kernel.calculus.chains import accepted, refused
from verify.kernel.calculus import (
    KL,
    PINSKER,
    TV,
    Comparison,
    Grant,
    Mean,
    Member,
    OnInterval,
    Settings,
    Statement,
    WholeNumber,
    at_most,
    below,
    choose,
    equal,
    integer,
    law,
    let,
    line,
    losses,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.terms import Name, text
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Outcome, Verdict
from verify.ledger.fingerprint import fingerprint

P, Q, Z = law("P"), law("Q"), Name("Z", "protocol")
n, m = integer("n", least=1), integer("m", least=1)
x, y, s = real("x"), real("y", least=0), real("s", above=0, most=1)
tv, kl = TV(P, Q), KL(P, Q)


def test_definitions_are_transparent_and_have_no_circles() -> None:
    width = let("R", 3 * y + 2)
    accepted(width**2, "==", 9 * y**2 + 12 * y + 4)
    refused("fails|not decided", width**2, "==", 9 * y**2 + 4)
    # The letter used again: it would be shown for both.
    again = let("R", width + 1)
    assert text(again) != text(width)
    refused("two letters are called R", again, "==", 3 * y + 3)


def test_words_are_counted_and_weaken() -> None:
    chain = line(Mean(P)).le(y, *words_step("as the figure shows")).le(y + 1)
    found = chain.check(Settings())
    assert found is not None
    assert found.verdict is Verdict.ARGUED
    assert found.evidence["words"] == ["as the figure shows"]
    above = line(Mean(P)).le(y + 2, chain).check(Settings())
    assert above is not None
    assert above.verdict is Verdict.ARGUED
    with pytest.raises(ValueError, match="needs a sentence"):
        words("  ")


@pytest.mark.parametrize(("premise", "found"), [("checked", "argued"), ("supported", "supported"), ("refuted", "open")])
def test_words_are_as_weak_as_the_claims_that_they_speak_of(premise: str, found: str) -> None:
    lean = ("zhao/one", "zhao/two")
    chain = line(Mean(P)).le(y, words("as claimed", leans=lean)).le(y + 1)
    assert chain.premises == lean
    outcomes = {id_: Outcome(Verdict(v), {}) for id_, v in zip(lean, ("proved", premise), strict=True)}
    premises = {id_: SimpleNamespace(printed=None, corrected=None, standing=o) for id_, o in outcomes.items()}
    told = chain.conclude(chain.check(Settings()), premises)
    assert told is not None
    assert told.verdict.value == found
    assert {step["claim"] for step in told.evidence["steps"]} == set(lean)


def test_what_words_ask_for_is_shown() -> None:
    told = words("as the figure shows", at_most(Mean(P), y), given=(at_most(y, 3),))
    assert line(Mean(P), given=(at_most(y, 2),)).le(y, told).check(Settings()).verdict is Verdict.ARGUED  # type: ignore[union-attr]
    refused("fails|not decided", Mean(P), "<=", y, (told,))
    with pytest.raises(ValueError, match="name the condition"):
        words("clear", given=(at_most(y, 3),))


def test_words_do_not_stand_for_what_algebra_refutes() -> None:
    refused("words for what is false", x, "<=", y, words_step("clear"))
    refused("words for what is false", Mean(P), "<=", Mean(P) + x - y, (words("clear", at_most(y, x)),))


def words_step(sentence: str) -> Any:
    return (words(sentence),)


def test_a_conclusion_is_the_ends_of_its_chain() -> None:
    wanted = Statement(at_most(tv, sqrt(kl / 2)))
    accepted(tv, "<=", sqrt(kl / 2), (PINSKER(P, Q),), proves=wanted)
    refused("the chain shows", tv, "<=", sqrt(kl), (PINSKER(P, Q),), proves=wanted)
    refused("the chain shows", tv, "<=", sqrt(kl / 2), (PINSKER(P, Q),), given=(x <= y,), proves=wanted)
    refused("all upwards or all downwards", y, "<=", y + 1, ">=", y)
    chain = line(y).lt(y + 1).le(y + 2)
    assert chain.statement.conclusion == Comparison(y, "<", y + 2)
    accepted(y, "<", y + 1)
    refused("fails|not decided", y, "<", y)
    refused("nothing stands behind", Integer(1), "<=", tv, (Grant(Statement(at_most(1, tv)), "trust me"),))


def test_a_wrong_step_leaves_the_claim_open_and_says_which() -> None:
    found = line(tv).le(sqrt(kl / 2), PINSKER(P, Q)).le(sqrt(kl / 3)).check(Settings())
    assert found is not None
    assert found.verdict is Verdict.OPEN
    assert found.evidence["reason"].startswith("step 2")


def test_two_letters_of_one_name_are_refused() -> None:
    refused("two letters are called", y, "<=", real("y", least=5))
    refused(
        "two letters are called",
        y,
        "<=",
        y * n,
        "<=",
        y * (m + integer("m", least=2)) / 2,
        (choose({n: (m + integer("m", least=2)) / 2}),),
    )
    other = quantity("TV", "{0}{1}", "another of the same name", 0, 1)
    refused("two letters are called TV", tv, "<=", 1 + other(P, Q))


def test_no_name_of_a_letter_is_one_that_the_check_uses() -> None:
    for name in ("quantity0", "product0", "place"):
        with pytest.raises(ValueError, match="a letter"):
            real(name, least=0)


def test_a_quantity_is_one_line() -> None:
    regret = quantity("Regret", r"\mathrm{{Reg}}({0})", "expected loss against the best action", 0, 1)
    accepted(regret(Z) ** 2, "<=", regret(Z))
    assert sympy.latex(regret(Z)) == r"\mathrm{Reg}(Z)"
    assert WholeNumber(n) != WholeNumber(m)


def test_a_fingerprint_sees_ranges_sorts_meanings_and_reasons() -> None:
    def made(least: int = 0, sort: str = "law", meaning: str = "a share", reason: str = "so says the figure") -> str:
        number, thing = real("u", least=least), Name("G", sort)
        share = quantity("Share", "S({0})", meaning, 0, 1)(thing)
        chain = line(share).le(1 + number).le(2 + number, words(reason))
        return fingerprint(Claim("zhao/made-up", "nowhere", Kind.INEQUALITY, "made up", chain))

    seen = [made(), made(least=1), made(sort="event"), made(meaning="a part"), made(reason="so says the table")]
    assert len(set(seen)) == len(seen)
    assert made() == seen[0]


def test_latex_holds_the_whole_statement() -> None:
    shown = line(tv, given=(Member(P, OnInterval(0, 1)), s <= y)).le(sqrt(kl / 2), PINSKER(P, Q)).latex()
    assert r"\mathrm{TV}(P, Q) \le" in shown
    assert r"P \in \mathcal{P}[0, 1]" in shown
    assert r"s \le y" in shown
    assert r"0 < s \le 1" in shown
    assert below(x, y) != at_most(x, y)
    assert equal(x, y).op == "=="


def test_losses_are_shares_of_the_line_before() -> None:
    chain = line(tv).le(sqrt(kl / 2), PINSKER(P, Q)).le(sqrt(kl))
    fair, biased = {0: (1, 2), 1: (1, 2)}, {0: (1, 4), 1: (3, 4)}
    laws = [{a: Fraction(*w) for a, w in table.items()} for table in (fair, biased)]
    found = losses(chain, {P: laws[0], Q: laws[1]})
    assert [row.value is not None for row in found] == [True, True, True]
    assert found[0].value == 0.25
    assert found[2].kept == pytest.approx(2**0.5)
