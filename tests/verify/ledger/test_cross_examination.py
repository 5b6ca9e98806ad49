"""Cross-examination: statements that cannot both be true are found where they contradict; others are left alone."""

from dataclasses import replace

import pytest
from sympy import Min, Rational, exp

from lowerbounds.mean import registered
from verify.kernel.calculus import (
    Expectation,
    Holds,
    OnInterval,
    Probability,
    Sum,
    at_most,
    event,
    integer,
    line,
    minimax_risk,
    property_of,
    random_real,
    real,
)
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ledger import cross_examination
from verify.ledger.cross_examination import Contradiction, Examination, compared_problems, opened, statements
from verify.ledger.run import run
from verify.workers import Workers

N, M = integer("n", least=1), integer("m", least=1)
EPSILON, D = real("epsilon", above=0), real("D", above=0)
RISK = minimax_risk(OnInterval(-D, D), N, M, EPSILON)
E = event("E")


def test_bounds_that_can_both_be_true_are_left() -> None:
    low, high = line(RISK).ge(D**2 / (1 + N * EPSILON) / 2), line(RISK).le(D**2)
    found = statements((("a/low", low), ("a/high", high)))
    assert found.contradictions == ()
    assert found.pairs == 3
    assert found.points > 500


def test_a_lower_bound_above_an_upper_bound_is_found_in_the_other_papers_letters() -> None:
    users, data, budget, width = (
        integer("k", least=1),
        integer("T", least=1),
        real("alpha", above=0),
        real("B", above=0),
    )
    low = line(RISK).ge(D**2 * Min(1, 1 / (N * EPSILON**2)) / 4)
    high = line(minimax_risk(OnInterval(-width, width), users, data, budget)).le(width**2 * exp(-budget))
    found = statements((("a/low", low), ("b/high", high)))
    assert [c.claims for c in found.contradictions] == [("a/low", "b/high")]
    assert statements((("a/low", low), ("b/high", line(RISK).le(D**2 / 4)))).contradictions == ()


def test_numbers_that_no_object_can_have_contradict_nothing() -> None:
    share = real("c", above=0)
    plain = property_of("Plain", "{0} has {1}")
    limited = property_of("Limited", "{0} has {1}", asks=lambda _, c: (at_most(c, 1),))
    found = [
        statements((("a/mass", line(Probability(Holds(E)), given=(has(E, share),)).ge(share)),)).contradictions
        for has in (plain, limited)
    ]
    assert [len(contradictions) for contradictions in found] == [1, 0]


def test_domains_that_do_not_meet_contradict_nothing() -> None:
    small, large = real("epsilon", above=0, most=1), real("epsilon", above=1)
    low = line(minimax_risk(OnInterval(-D, D), N, M, small)).ge(D**2 / 2)
    high = line(minimax_risk(OnInterval(-D, D), N, M, large)).le(D**2 / 4)
    assert statements((("a/low", low), ("a/high", high))).contradictions == ()
    conditioned = line(RISK, given=(N >= 10,)).le(D**2 / 4)
    assert statements((("a/low", line(RISK, given=(N <= 9,)).ge(D**2 / 2)), ("b", conditioned))).contradictions == ()


def test_sums_are_held_too_and_what_is_random_is_left() -> None:
    k, x = integer("k", least=1), random_real("X")
    total = Sum(Probability(Holds(at_most(k, x))), k, 1, N)
    low, high = line(total).ge(N / Rational(2)), line(total).le(N / Rational(4))
    assert [c.claims for c in statements((("a/low", low), ("a/high", high))).contradictions] == [("a/low", "a/high")]
    likely = line(Probability(E)).ge(Rational(3, 4))
    unlikely = line(Probability(E), given=(at_most(Expectation(x), 1),)).le(Rational(1, 2))
    assert statements((("a/low", likely), ("a/high", unlikely))).contradictions == ()


@pytest.mark.parametrize(
    "wrong",
    [
        # What a lost condition of a family leaves: too much at small epsilon, or for one user.
        line(RISK).ge(D**2 / (16 * N * EPSILON**2)),
        line(RISK).ge(62 * D**2 / N),
        line(RISK).le(D**2 * (1 - N * EPSILON)),
        line(Probability(E)).le(1 - EPSILON),
        line(Probability(E)).ge(N * Rational(1, 10**9)),
    ],
)
def test_what_is_trivially_true_contradicts_a_theorem_that_breaks_at_an_end(wrong) -> None:
    found = statements((("a/wrong", wrong),))
    assert [c.claims for c in found.contradictions] == [("a/wrong",)]


def test_both_sides_of_a_contradiction_are_open_and_what_is_refuted_stays() -> None:
    against = Examination(1, 1, (Contradiction("a/low", "a/high", "n = 1", ("a/low", "a/high")),))
    proved, refuted = ({"verdict": v, "evidence": {}, "alpha": 0.0} for v in ("proved", "refuted"))
    entry = {"id": "a/low", "printed": refuted, "corrected": proved}
    found = opened(entry, against)
    assert (found["printed"], found["corrected"]["verdict"]) == (refuted, "open")
    assert "a/low contradicts a/high at n = 1" in found["corrected"]["evidence"]["reason"]
    assert opened(entry | {"id": "a/other"}, against)["corrected"] is proved


def test_a_run_opens_what_contradicts(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Claim("zhao/eq62", "(62)", Kind.INEQUALITY, "t", line(D**2 / 4).le(D**2 / 2))
    monkeypatch.setattr("verify.ledger.run.claims", lambda: {claim.id: claim})
    monkeypatch.setattr("verify.ledger.collect.claims", lambda: {claim.id: claim})
    assert run([claim], Settings()).results[claim.id].printed.verdict is Verdict.PROVED
    against = Examination(1, 1, (Contradiction(claim.id, "another", "n = 1", (claim.id,)),))
    monkeypatch.setattr("verify.ledger.run.statements", lambda _: against)
    done = run([claim], Settings())
    assert done.results[claim.id].printed.verdict is Verdict.OPEN
    assert done.examination.contradictions


def _of_mean() -> Examination:
    """One for all of the problem's settings."""
    with Workers(1) as workers:
        (found,) = compared_problems(("mean",), Settings(), workers)
    return found


def test_a_registered_bound_that_forgets_its_cap_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_examination, "QUICK", 0)
    honest = _of_mean()
    assert honest.contradictions == ()
    assert honest.pairs > 20

    def forgotten(a):
        bound = next(registered._mean(a))
        yield replace(bound, value=a.D**2 / (a.n * a.m * min(a.epsilon, 1.0) ** 2), source="planted")

    monkeypatch.setitem(registered.PROBLEMS, "mean", forgotten)
    found = _of_mean()
    assert {(c.low, c.high) for c in found.contradictions} >= {("mean, planted", "mean, the best constant")}
