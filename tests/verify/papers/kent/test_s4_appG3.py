"""kent Sections 4.1 and 4.2 and Appendix G.3, Theorem 7 from above: verdicts, counterexamples, planted defects."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction as F

import pytest
from flint import arb

from tests.verify.papers.section import claims_of
from upperbounds.sparse import bounds
from verify.kernel.statements import Case, FiniteCheck, Slopes
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.papers.kent import appG3_sparse_upper as proof
from verify.papers.kent import s4_1_sparse as section
from verify.papers.kent.appA2_sensitivity import figure9
from verify.papers.kent.experiments import rates_sparse

MODULES = (proof, section)
REFUTED = {
    "kent/eq153/between",
    "kent/eq154",
    "kent/eq155",
    "kent/eq156",
    "kent/eq157/alpha",
    "kent/eq157/root",
    "kent/eq158/noise",
    "kent/alg7/worst-case",
    "kent/alg6/return",
}


@pytest.fixture(scope="module")
def ledger():
    return claims_of(MODULES)


def test_what_is_refuted_as_printed_is_mended(ledger):
    """Each statement alone; the ledger's own run judges what it depends on."""
    mended = {Verdict.PROVED, Verdict.CHECKED, Verdict.ARGUED}
    for id_ in REFUTED:
        assert ledger[id_].printed.check(Settings()).verdict is Verdict.REFUTED, id_
        assert ledger[id_].corrected.check(Settings()).verdict in mended, id_
    assert {id_ for id_, claim in ledger.items() if claim.severity} == REFUTED


def test_the_home_bin_loses_by_a_second_route():
    """(154) again with four voters and one sample each, all answers: no voter in the bin of the mean."""
    keep = F(3, 5)
    tally = {k: F(0) for k in range(5)}
    for bits in range(16):
        ones = bits.bit_count()
        tally[ones] += (1 - keep) ** ones * keep ** (4 - ones)
    tie_or_less = sum(p * q for a, p in tally.items() for b, q in tally.items() if a <= b)
    assert tie_or_less >= F(1, 2)
    (case,) = proof._home_loses(Settings())
    assert as_arb(case.left) > as_arb(F(49, 100)) > as_arb(case.right)


def test_a_vote_for_three_bins_would_have_met_it():
    """With bins l - 1, l and l + 1 marked every user near theta votes for l: the counterexample is of one-bin votes."""
    (case,) = proof._home_loses(Settings())
    value, rare = F(str(case.parameters["a"])), F(str(case.parameters["q"]))
    delta = (4 * arb(6400 * 10**7).log() / 6400).sqrt()
    theta = value - rare * (value + F(1, 2))
    assert abs(as_arb(value - theta)) < 2 * delta


def test_the_missing_power_of_alpha_is_that_of_the_definitions():
    """epsilon alpha/(14 Delta) at two values of alpha: the ratio is that of the roots of the logarithms alone."""
    told, found, level = proof._of_42()
    assert told["alpha"] == "1/2"
    assert (found**2 * 10**6 / (160 * level)).overlaps(arb(1))


@pytest.mark.parametrize(
    ("cases", "planted"),
    [
        (proof._missed, lambda case: replace(case, left=F(9, 8) * case.left)),
        (proof._split, lambda case: replace(case, right=case.right + F(1, 1000))),
        (proof._near, lambda case: replace(case, right=F(35, 36) * case.right)),
        (proof._projected, lambda case: replace(case, right=F(99, 100) * case.right)),
        (section._hashes, lambda case: replace(case, right=1 - case.right)),
        (section._fewer, lambda case: replace(case, right=F(35, 36) * case.right)),
        (section._misspecified(True), lambda case: replace(case, right=36 * case.parameters["input"] * F(1, 64))),
        (section._misspecified(False), lambda case: replace(case, right=F(35, 36) * case.right)),
        (section._constants, lambda case: replace(case, left=case.left + 1)),
        (section._sparse_mean, lambda case: replace(case, left=case.left + 1)),
    ],
)
def test_planted_defects_in_cases_are_caught(cases, planted):
    def wrong(settings: Settings) -> Iterator[Case]:
        for case in cases(settings):
            yield planted(case)

    sense = "==" if cases in (proof._split, section._hashes) else "<="
    assert FiniteCheck("", "", cases, sense).check(Settings()).verdict is Verdict.CHECKED
    assert FiniteCheck("", "", wrong, sense).check(Settings()).verdict is Verdict.REFUTED


def test_a_threshold_of_five_steps_loses_too_much(monkeypatch):
    honest = proof._thresholded
    monkeypatch.setattr(proof, "_thresholded", lambda s, estimates, step: honest(s, estimates, F(5, 3) * step))
    assert FiniteCheck("", "", proof._near).check(Settings()).verdict is Verdict.REFUTED


def test_a_tail_without_half_of_its_exponent_is_caught(ledger, monkeypatch):
    honest = dict(ledger["kent/eq157"].printed.parts)["up to 2"]
    monkeypatch.setattr(proof, "laplace_tail", lambda n, t: bounds.laplace_tail(n, t) ** 0.25)
    assert honest.check(Settings()).verdict is Verdict.REFUTED


def test_the_first_of_all_is_not_the_last(ledger, monkeypatch):
    """Planted: a choice of the last s co-ordinates."""

    def last(selected, s):
        found = section_first(selected[::-1], s)
        return replace(found, place=len(selected) - 1 - found.place)

    section_first = section.first_chosen
    monkeypatch.setattr(section, "first_chosen", last)
    assert ledger["kent/alg6/return"].corrected.check(Settings()).verdict is Verdict.REFUTED


def test_another_term_has_other_exponents():
    """Planted: what one procedure misses next to the other's term, and a threshold of the wrong power of d."""
    for measure, claimed in (
        (rates_sparse.selection, rates_sparse._second),
        (rates_sparse.threshold, rates_sparse._first),
        (rates_sparse.threshold, lambda point: rates_sparse._second(point) * point["d"]),
    ):
        fits = [fit for fit in rates_sparse._fits("", measure, claimed) if fit.axis in ("n", "d")]
        assert Slopes("", tuple(fits), "").check(Settings()).verdict is Verdict.REFUTED


def test_figure_9_at_another_threshold_is_another_figure(monkeypatch):
    """Planted: the constants in the other order, and half of the threshold, with which a half is passed."""
    part = dict(figure9.CLAIMS[1].corrected.parts)["from 30 down to 4"]
    assert FiniteCheck("", "", part.cases, "<").check(Settings()).verdict is Verdict.REFUTED
    honest = figure9.chance
    rarely = dict(figure9.CLAIMS[2].corrected.parts)["below a half"]
    monkeypatch.setattr(figure9, "chance", lambda d, alpha, constant, share: honest(d, alpha, constant, 0.5))
    assert rarely.check(Settings()).verdict is Verdict.REFUTED
