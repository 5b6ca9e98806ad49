"""The finite cases that judge label's conclusions: each holds, and a planted factor breaks it."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from flint import arb

from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.papers.label.appC_local_upper import eq70_peeling as shells
from verify.papers.label.appC_local_upper import eq71_random_counts as one_bin
from verify.papers.label.appD_central_lower import lemma1_private_tests as private_test
from verify.papers.label.instances import bins
from verify.papers.label.instances import label_laws as labels
from verify.papers.label.instances import sign_sums as signs
from verify.papers.label.instances import tent_functions as cubes

Cases = Callable[[Settings], Iterator[Case]]


def scaled(cases: Cases, factor: int) -> Cases:
    """The same cases with the left side `factor` times as large."""
    return lambda settings: (Case(c.parameters, c.left * factor, c.right) for c in cases(settings))


PLANTED = [
    (cubes.wrong_signs, 2),
    (cubes.one_sample, 3),
    (cubes.two_samples, 2),
    (cubes.all_channels, 3),
    (cubes.answered, 2),
    (cubes.central_votes, 3),
    (cubes.local_votes, 8),
    (cubes.local_class_votes, 3),
    (cubes.heavy_votes, 8),
    (cubes.three_values, 2),
    (bins.local_losses, 2),
    (bins.random_bins, 2),
    (bins.shortfalls, 2),
    (bins.largest_deviations, 2),
    (bins.count_and_value, 2),
    (bins.point_and_mean, 2),
    (bins.inverse_counts, 2),
    (bins.inverse_squares, 8),
    (labels.neighbour_variances, 2),
    (labels.clipped_variances, 2),
    (labels.convex_squares, 2),
    (labels.power_means, 2),
    (labels.clipping_biases, 3),
    (shells._layers, 2),
    (shells._series, 2),
    (shells._shell_chances, 2),
    (private_test._groups, 2),
    (private_test._averages, 3),
    (private_test._unequal_points, 2),
]


@pytest.mark.parametrize(("cases", "factor"), PLANTED, ids=lambda x: getattr(x, "__name__", str(x)))
def test_a_planted_factor_breaks_the_cases(cases: Cases, factor: int) -> None:
    assert FiniteCheck("", "", cases).check(Settings()).verdict is Verdict.CHECKED
    assert FiniteCheck("", "", scaled(cases, factor)).check(Settings()).verdict is Verdict.REFUTED


EQUAL = [
    cubes.square_norms,
    bins.private_means,
    bins.private_gaps,
    bins.private_margins,
    labels.classifier_risks,
    labels.regression_risks,
    labels.half_labels,
    labels.bin_means,
    labels.three_parts,
    private_test._couplings,
    signs.mean_labels,
]


@pytest.mark.parametrize("cases", EQUAL, ids=lambda x: x.__name__)
def test_a_planted_factor_breaks_the_equations(cases: Cases) -> None:
    assert FiniteCheck("", "", cases, "==").check(Settings()).verdict is Verdict.CHECKED
    assert FiniteCheck("", "", scaled(cases, 2), "==").check(Settings()).verdict is Verdict.REFUTED


def test_a_doubled_exponent_breaks_the_choice_at_a_point() -> None:
    """Planted: n c^2 delta^2/4 in place of /8 in label/own/selection."""
    wrong = (Case(c.parameters, c.left, c.right**2 / 2) for c in bins.chosen_at_a_point(Settings()))
    assert FiniteCheck("", "", lambda _: wrong).check(Settings()).verdict is Verdict.REFUTED


def test_a_doubled_exponent_breaks_the_random_bin() -> None:
    """Planted: N p c^2 delta^2 in place of half of it in label/own/bin-error."""
    wrong = (Case(c.parameters, c.left, c.right**2) for c in bins.random_bins(Settings()))
    assert FiniteCheck("", "", lambda _: wrong).check(Settings()).verdict is Verdict.REFUTED


def test_the_mean_of_n_l_in_place_of_n_l_loses_something() -> None:
    """What the note of label/eq70/71 says: the average of e^(-n x) over Bin(N, p) exceeds e^(-N p x)."""
    left = (1 - as_arb(Fraction(1, 2)) * (1 - (-arb(1) / 10).exp())) ** 2
    assert left > (-arb(1) / 10).exp()


def test_the_step_into_117_exceeds_what_is_printed() -> None:
    """What the note of label/eq117 says, K = 2, epsilon = 1, N p = 100, n_l = 50; the exact loss obeys the display."""
    logarithm, root = arb(2).log() + 1, (2 * arb(4).log()).sqrt()
    assert 2 * logarithm / 50 + 4 * root / arb(50).sqrt() > 2 * logarithm / 100 + 4 * root / 10
    assert FiniteCheck("", "", one_bin._central_losses).check(Settings()).verdict is Verdict.CHECKED


def test_the_full_profile_holds_too() -> None:
    for cases in (cubes.local_votes, bins.random_bins):
        assert FiniteCheck("", "", cases).check(Settings(quick=False)).verdict is Verdict.CHECKED


def test_the_two_routes_to_the_divergence_agree() -> None:
    place = (Fraction(2), Fraction(1, 2), Fraction(1000, 1002))
    assert cubes.answered_divergence(*place).overlaps(cubes.answered_again(*place))
    assert not cubes.answered_divergence(*place).overlaps(2 * cubes.answered_again(*place))
