"""Bins that the edge of the support cuts: what is lost there next to runs of the rules, and planted defects."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.verify.papers.section import claims_of
from upperbounds.classification.grid import Grid
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from verify.kernel.statements import FiniteCheck, UpToConstant
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ours.label import edges
from verify.ours.label.edges import _empty, _exponential, _one_hot
from verify.study.risk.classification import exact_risk
from verify.study.risk.ridges import Ridges

CLAIMS = claims_of((edges,))
VOTES: list[Vote] = [LocalVote("one-hot", 2, 4.0), CentralVote("exponential", 2, 1.0)]


@pytest.mark.parametrize("vote", VOTES, ids=lambda vote: vote.mechanism)
def test_slivers_cost_more_than_the_rate_and_equal_cells_do_not(vote: Vote) -> None:
    """eta = 1 on the square, beta = 1/2, gamma = 4, h of the order of N^(-1/3): exact risks, by fair ties."""
    lost = {}
    for n in (10**6, 10**8):
        cells = round(n ** (1 / 3))
        # The last layer is 1/(N h) wide.
        axis = Grid.of_length(0.0, 1.0, 1, (1 - cells / n) / cells)
        edge, equal = (
            exact_risk(n, vote, Ridges(2, 0.5, 0.0, 1, 1.0).cells(grid), tie=0.5)
            for grid in (axis, Grid.equal(0.0, 1.0, 1, cells))
        )
        lost[n] = edge / n ** (-5 / 6)
        assert edge > n ** (-2 / 3) / 8
        assert equal < 1e-3 * edge
    # As N^(1/6), but for what is lost elsewhere.
    assert lost[10**8] > 2 * lost[10**6]


def test_the_chances_in_a_bin_are_those_of_the_rules_by_hand() -> None:
    """One and two labels, e^(epsilon/2) = 2: bits right with 2/3; weights 2^k."""
    assert _one_hot(0) == Fraction(1, 2)
    assert _one_hot(1) == Fraction(1, 9) + Fraction(4, 9) / 2
    # Two labels: leads of -2, -1 and 0, by up 4/9, down 1/9, none 4/9.
    assert _one_hot(2) == Fraction(1, 81) + 2 * Fraction(4, 81) + (Fraction(16, 81) + 2 * Fraction(4, 81)) / 2
    assert [_exponential(k) for k in (0, 1, 3)] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 9)]


def test_planted_a_bound_that_is_too_large_is_refuted() -> None:
    statement = CLAIMS["label/own/sliver/classes"].corrected
    assert isinstance(statement, FiniteCheck)
    assert statement.check(Settings()).verdict is Verdict.CHECKED

    def whole(settings: Settings):  # type: ignore[no-untyped-def]
        # Nobody in the bin, counted twice.
        return (replace(case, right=2 * case.right) for case in _empty(settings))

    assert replace(statement, cases=whole).check(Settings()).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["COVERING_LOCAL", "COVERING_CENTRAL", "COVERING_HEAVY"])
def test_the_families_lose_the_rate_and_milder_ones_do_not(name: str) -> None:
    printed = getattr(edges, name)
    assert isinstance(printed, UpToConstant)
    assert printed.check(Settings()).verdict is Verdict.REFUTED
    # A left side smaller by a power of N is no counterexample.
    n = edges.N
    milder = replace(printed, left=printed.left / n)
    assert milder.check(Settings()).verdict is not Verdict.REFUTED
