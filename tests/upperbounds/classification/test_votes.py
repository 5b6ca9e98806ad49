"""Label privacy of the votes, exact: by ratios in Q(t), by enumeration of data sets, and against what is drawn.

Statistical checks fix their seeds; each errs with probability 1e-9 at most.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import exp

import numpy as np
import pytest
from scipy.stats import norm

from notation.parameters import ParameterError
from upperbounds.channels.loss import ONE, RationalFunction, T, at_most, evaluate
from upperbounds.channels.response import KaryResponse
from upperbounds.classification.votes import HALF, CentralVote, LocalVote, label_loss, label_ratios

DEVIATIONS = float(norm.isf(0.5e-9))
LOCAL = [LocalVote(name, classes, 1.0) for name in ("k-ary", "one-hot") for classes in (2, 3, 5)]
CENTRAL = [CentralVote(name, 2, 0.9) for name in ("geometric", "laplace", "exponential")]


@pytest.mark.parametrize("vote", LOCAL, ids=repr)
def test_an_answer_spends_epsilon_exactly(vote: LocalVote) -> None:
    """By the laws of whole answers, written out again, over all pairs of labels: no ratio exceeds e^epsilon."""
    K = vote.classes
    unit = Fraction(1) if vote.mechanism == "k-ary" else HALF

    def law(labels: tuple[int, ...]) -> dict[Hashable, RationalFunction]:
        (label,) = labels
        if vote.mechanism == "k-ary":
            return {z: (T if z == label else ONE) / (T + K - 1) for z in range(K)}
        keep = T / (1 + T)
        answers: dict[Hashable, RationalFunction] = {}
        for bits in product((0, 1), repeat=K):
            chance = ONE
            for j, bit in enumerate(bits):
                chance *= keep if bit == (j == label) else 1 - keep
            answers[bits] = chance
        return answers

    assert label_loss(law, 1, K, unit).multiple() == 1
    assert vote.spend().multiple() == 1


@pytest.mark.parametrize("vote", CENTRAL, ids=repr)
def test_a_cells_outcome_spends_epsilon_at_most(vote: CentralVote) -> None:
    for people in range(1, 6):
        found = vote.enumerated(people)
        assert found.at_most(Fraction(1))
        # The paper's (17) comes near epsilon in large cells only.
        assert (found.multiple() == 1) == ((vote.mechanism != "exponential" and people >= 2) or found.ratio == T**2)
    assert vote.spend().multiple() == 1


def in_cells(vote: CentralVote, where: tuple[int, ...], counted: int = 1) -> set[RationalFunction]:
    """The ratios of the outcomes of all cells together; `counted` is in how many cells each person is counted."""

    def law(labels: tuple[int, ...]) -> dict[Hashable, RationalFunction]:
        cells = max(where) + 1
        members = [
            [y for y, cell in zip(labels, where, strict=True) if (c - cell) % cells < counted] for c in range(cells)
        ]
        laws = [vote.law(tuple(own)) for own in members]
        out: dict[Hashable, RationalFunction] = {}
        for outcome in product((0, 1), repeat=cells):
            chance = ONE
            for one, chosen in zip(laws, outcome, strict=True):
                chance *= one[chosen]
            out[outcome] = chance
        return out

    return label_ratios(law, len(where), 2)


def test_cells_share_one_budget_and_a_cell_counted_twice_is_caught() -> None:
    vote = CentralVote("geometric", 2, 1.0)
    where = (0, 0, 1, 1)
    ratios = in_cells(vote, where)
    assert T**2 in ratios
    assert all(at_most(ratio, T**2) for ratio in ratios)
    twice = in_cells(vote, where, counted=2)
    assert T**4 in twice


@dataclass(frozen=True)
class Noisier(CentralVote):
    """Noise of 2/epsilon on the one count, where 1/epsilon is due: a vote that says less than it may."""

    @property
    def unit(self) -> Fraction:
        return HALF


@dataclass(frozen=True)
class Louder(LocalVote):
    """A label kept with the probability that is due at 2 epsilon."""

    @property
    def channel(self) -> KaryResponse:
        return KaryResponse(self.classes, 2 * self.epsilon)


def test_what_is_spent_is_epsilon_not_half_and_not_twice() -> None:
    assert Noisier("geometric", 2, 1.0).spend().multiple() == HALF
    assert Louder("k-ary", 2, 1.0).marks[1] == pytest.approx(exp(2) / (1 + exp(2)))
    assert not drawn_as_said(Louder("k-ary", 3, 0.8), LocalVote("k-ary", 3, 0.8))


def drawn_as_said(drawing: LocalVote, said: LocalVote, people: int = 40_000) -> bool:
    """Whether the tallies of people who all have label 1 are those of the marks."""
    labels = np.ones(people, dtype=np.int64)
    (tally,) = drawing.tallies(np.zeros(people, dtype=np.int64), labels, 1, np.random.default_rng(5))
    zero, one = said.marks
    chance = np.where(np.arange(said.classes) == 1, one, zero)
    return bool((np.abs(tally - people * chance) < DEVIATIONS * np.sqrt(people * chance * (1 - chance))).all())


@pytest.mark.parametrize("vote", LOCAL, ids=repr)
def test_answers_are_drawn_with_the_chances_that_are_judged(vote: LocalVote) -> None:
    assert drawn_as_said(vote, vote)


def decided_as_said(drawing: CentralVote, said: CentralVote, ones: int, people: int, cells: int = 20_000) -> bool:
    """Whether a given number of equal cells choose class 1 as often as the law says; ties count half."""
    labels = np.tile(np.arange(people) < ones, cells).astype(np.int64)
    where = np.repeat(np.arange(cells), people)
    tallies = drawing.tallies(where, labels, cells, np.random.default_rng(8))
    lead = tallies[:, 1] - tallies[:, 0]
    found = float(np.mean((lead > 0) + 0.5 * (lead == 0)))
    expected = float(said.chance_of_second(np.array([2.0 * ones - people]))[0])
    return abs(found - expected) < DEVIATIONS * np.sqrt(expected * (1 - expected) / cells)


@pytest.mark.parametrize("vote", CENTRAL, ids=repr)
@pytest.mark.parametrize(("ones", "people"), [(2, 4), (3, 4), (1, 5), (5, 5), (2, 3)])
def test_cells_decide_with_the_chances_that_are_judged(vote: CentralVote, ones: int, people: int) -> None:
    assert decided_as_said(vote, vote, ones, people)


def test_noise_of_twice_the_scale_is_caught() -> None:
    said = CentralVote("geometric", 2, 0.9)
    assert not decided_as_said(Noisier("geometric", 2, 0.9), said, 3, 4)


@pytest.mark.parametrize("vote", CENTRAL, ids=repr)
def test_floats_are_the_exact_chances(vote: CentralVote) -> None:
    leads = np.arange(-6.0, 7.0)
    exact = [float(evaluate(vote.wrong(abs(int(k))), 0.45)) for k in leads]
    expected = [1 - p if k > 0 else p for k, p in zip(leads, exact, strict=True)]
    np.testing.assert_allclose(vote.chance_of_second(leads), expected, rtol=1e-14)


def test_the_geometric_vote_is_noise_on_the_count_summed_up() -> None:
    """Its probabilities by the masses (1 - r)/(1 + r) r^|g|, r = 1/9, to g = 40 the rest in closed form: rational."""
    r = Fraction(1, 9)
    vote = CentralVote("geometric", 2, 1.0)
    for lead in range(7):
        behind = sum(
            (
                (1 - r) / (1 + r) * r ** abs(g) * (1 if lead + 2 * g < 0 else HALF)
                for g in range(-40, 1)
                if lead + 2 * g <= 0
            ),
            Fraction(0),
        )
        behind += r**41 / (1 + r)
        exact = vote.wrong(lead)
        assert Fraction(int(exact.numer.evaluate([(0, 3)])), int(exact.denom.evaluate([(0, 3)]))) == behind


def test_no_vote_errs_less_than_the_geometric_one() -> None:
    """Leads 2 apart are neighbours, so that errors of a fair vote obey w(k) >= w(k - 2)/t^2; at 0 and 1 by symmetry."""
    geometric, others = CENTRAL[0], CENTRAL[1:]
    assert geometric.wrong(0) == ONE / 2
    assert geometric.wrong(1) * T**2 == 1 - geometric.wrong(1)
    for lead in range(2, 8):
        assert geometric.wrong(lead) * T**2 == geometric.wrong(lead - 2)
        assert all(at_most(geometric.wrong(lead), other.wrong(lead)) for other in others)


def test_more_classes_have_noise_on_two_counts() -> None:
    """Three classes, the noise alone: a count's loss is half of epsilon, and a label moves two."""
    vote = CentralVote("geometric", 3, 1.0)
    assert vote.unit == HALF
    assert vote.spend().multiple() == 1

    def law(labels: tuple[int, ...]) -> dict[Hashable, RationalFunction]:
        """Noisy counts near 0 and the number of people; what normalises them is the same for all labels."""
        counts = [labels.count(j) for j in range(3)]
        return {
            seen: ONE / T ** sum(abs(x - y) for x, y in zip(seen, counts, strict=True))
            for seen in product(range(-1, 4), repeat=3)
        }

    assert label_loss(law, 2, 3, vote.unit).multiple() == 1
    tallies = vote.tallies(np.array([0, 0, 1]), np.array([0, 2, 1]), 2, np.random.default_rng(0))
    assert tallies.shape == (2, 3)


def test_an_output_under_one_neighbour_only_is_no_privacy() -> None:
    with pytest.raises(ValueError, match="one only"):
        label_loss(lambda labels: {labels: ONE}, 2, 2, HALF)


def test_strange_mechanisms_are_refused() -> None:
    for make in (LocalVote, CentralVote):
        with pytest.raises(ParameterError, match="mechanism = 'loud'"):
            make("loud", 2, 1.0)  # type: ignore[operator]
        with pytest.raises(ParameterError, match="classes = 1"):
            make("k-ary" if make is LocalVote else "laplace", 1, 1.0)  # type: ignore[operator]


@pytest.mark.parametrize("classes", [2, 3, 5, 12])
@pytest.mark.parametrize("epsilon", [0.25, 1.0, 4.0])
def test_dp_accountings_randomized_response_agrees(classes: int, epsilon: float) -> None:
    """An independent library's losses of the response with our probability of a lie: delta at epsilon, and below.

    Its noise p draws any class, the label among them: p/K is our probability of each lie. Its grid of losses holds
    epsilon.
    """
    pytest.importorskip("dp_accounting")
    from dp_accounting.pld import privacy_loss_distribution

    vote = LocalVote("k-ary", classes, epsilon)
    lie, truth = vote.marks
    assert truth + (classes - 1) * lie == pytest.approx(1, abs=1e-15)
    told = privacy_loss_distribution.from_randomized_response(
        classes * lie, classes, value_discretization_interval=2.0**-10
    )
    assert told.get_epsilon_for_delta(0.0) == pytest.approx(epsilon, abs=2.0**-9)
    # What an event gains at smaller epsilon: (truth - e^x lie)_+ .
    for x in (0.0, epsilon / 2, epsilon * 0.9):
        assert told.get_delta_for_epsilon(x) == pytest.approx(truth - exp(x) * lie, abs=2e-3)
    # A label that is flipped with another chance is told apart.
    wrong = privacy_loss_distribution.from_randomized_response(
        classes * lie * 0.9, classes, value_discretization_interval=2.0**-10
    )
    assert wrong.get_epsilon_for_delta(0.0) > epsilon + 0.05
