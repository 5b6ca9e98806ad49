"""Label privacy of the means, exact: by ratios of densities, in Q(t), by enumeration of data sets, and against draws.

Statistical checks fix their seeds; each errs with probability 1e-9 at most.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from scipy.stats import norm

from notation.parameters import ParameterError
from upperbounds.channels.loss import T
from upperbounds.regression.means import CentralMean, LocalMean, Mean

DEVIATIONS = float(norm.isf(0.5e-9))
LOCAL = [LocalMean(name, 1.5, 0.75) for name in ("laplace", "signs", "geometric")]  # type: ignore[arg-type]
CENTRAL = [CentralMean(name, 1.5, 0.75) for name in ("laplace", "printed", "geometric")]  # type: ignore[arg-type]


@pytest.mark.parametrize("mean", [*LOCAL, *CENTRAL], ids=repr)
def test_a_label_spends_epsilon_but_for_the_printed_noise(mean: Mean) -> None:
    """label (23) has noise of scale 2/(n_l epsilon) where 2T/(n_l epsilon) is due: it spends T epsilon."""
    assert mean.spend().multiple() == (Fraction(3, 2) if mean.mechanism == "printed" else 1)


@pytest.mark.parametrize("people", [1, 3, 40])
@pytest.mark.parametrize("mean", CENTRAL[:2], ids=repr)
def test_the_density_of_a_cells_mean_spends_as_said(mean: CentralMean, people: int) -> None:
    """Densities at a point beyond both means, of n - 1 labels 0 and one of T or -T: the ratio is that of `spend`."""
    scale = float(mean.scale) / people
    high, low = mean.T / people, -mean.T / people
    ratio = exp(-abs(9.0 - high) / scale) / exp(-abs(9.0 - low) / scale)
    multiple = mean.spend().multiple()
    assert multiple is not None
    assert log(ratio) == pytest.approx(float(multiple) * 0.75)


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("people", [1, 2, 3])
def test_geometric_noise_by_enumeration(steps: int, people: int) -> None:
    """All data sets of labels that were rounded to 2 steps + 1 values, all changes of one, in Q(t)."""
    outputs = range(-people * steps - 2, people * steps + 3)
    assert CentralMean("geometric", 1.0, 1.0, steps).enumerated(people, outputs).multiple() == 1


@dataclass(frozen=True)
class CountedTwice(CentralMean):
    """A defect: each person is counted twice in their cell."""

    def enumerated(self, people: int, outputs: range) -> object:  # type: ignore[override]
        from upperbounds.classification.votes import label_loss

        def law(labels: tuple[int, ...]) -> dict[object, object]:
            return {seen: (T - 1) / (T + 1) / T ** abs(seen - 2 * sum(labels)) for seen in outputs}

        return label_loss(law, people, 2 * self.steps + 1, Fraction(1, 2 * self.steps)).multiple()  # type: ignore[arg-type]


def test_a_person_who_is_counted_twice_spends_twice() -> None:
    assert CountedTwice("geometric", 1.0, 1.0, 1).enumerated(2, range(-1, 10)) == 2


@dataclass(frozen=True)
class Unclipped(LocalMean):
    """A defect: labels go to the channel as they are."""

    def answers(self, labels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return labels + rng.laplace(scale=float(self.channel.scale), size=labels.shape)  # type: ignore[union-attr]


def answers_as_said(drawing: LocalMean, said: LocalMean, label: float, people: int = 200_000) -> bool:
    """Whether people with one label answer with the mean and the variance that are judged."""
    answers = drawing.answers(np.full(people, label), np.random.default_rng(3))
    clipped = float(np.clip(label, -said.T, said.T))
    a, b = said.variances(np.array([clipped]), np.array([clipped**2]))
    assert b[0] == 0
    spread = DEVIATIONS * np.sqrt(a[0] / people)
    # Of fourth moments 9 (a signed answer has less) times the squared variance: Laplace noise has 6.
    varies = abs(answers.var() - a[0]) < DEVIATIONS * 3 * a[0] / np.sqrt(people)
    return bool(abs(answers.mean() - clipped) < spread and varies)


@pytest.mark.parametrize("mean", LOCAL, ids=repr)
@pytest.mark.parametrize("label", [-7.0, -1.5, 0.4, 1.5, 2.5])
def test_answers_are_drawn_with_the_moments_that_are_judged(mean: LocalMean, label: float) -> None:
    assert answers_as_said(mean, mean, label)


def test_an_unclipped_label_and_other_noise_are_caught() -> None:
    laplace = LOCAL[0]
    assert answers_as_said(Unclipped("laplace", 1.5, 0.75), laplace, 1.0)
    assert not answers_as_said(Unclipped("laplace", 1.5, 0.75), laplace, 2.5)
    assert not answers_as_said(replace(laplace, epsilon=0.85), laplace, 1.0)
    assert not answers_as_said(replace(LOCAL[2], T=1.2), LOCAL[2], 1.5)


@pytest.mark.parametrize("mean", CENTRAL, ids=repr)
def test_cells_have_the_moments_that_are_judged(mean: CentralMean) -> None:
    """20,000 cells of three people with labels -1, 0.5 and 9, of which the last is clipped."""
    cells = 20_000
    labels, where = np.tile([-1.0, 0.5, 9.0], cells), np.repeat(np.arange(cells), 3)
    found = mean.means(where, labels, cells + 1, np.random.default_rng(1))
    assert found[-1] == 0
    clipped = np.array([-1.0, 0.5, 1.5])
    noise = mean.variances(np.zeros(1), np.zeros(1))
    variance = float(noise[0][0] / 3 + noise[1][0] / 9)
    assert abs(found[:-1].mean() - clipped.mean()) < DEVIATIONS * np.sqrt(variance / cells)
    assert abs(found[:-1].var() - variance) < DEVIATIONS * 3 * variance / np.sqrt(cells)


def test_geometric_noise_has_nearly_the_variance_of_laplace_noise() -> None:
    for name in (LocalMean, CentralMean):
        laplace, geometric = (name(mechanism, 2.0, 0.5) for mechanism in ("laplace", "geometric"))
        one, two = (sum(m.variances(np.zeros(1), np.zeros(1)))[0] for m in (laplace, geometric))
        assert two == pytest.approx(one, rel=1e-6)
        # Rounding to one step on each side costs up to T^2/4.
        coarse = name("geometric", 2.0, 0.5, 1).variances(np.zeros(1), np.zeros(1))
        assert sum(coarse)[0] == pytest.approx(4 / 2 / np.sinh(0.125) ** 2 + 1)


def test_strange_mechanisms_are_refused() -> None:
    with pytest.raises(ParameterError, match="mechanism = 'loud': must be 'laplace', 'signs' or 'geometric'"):
        LocalMean("loud", 1.0, 1.0)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="mechanism = 'signs': must be 'laplace', 'printed' or 'geometric'"):
        CentralMean("signs", 1.0, 1.0)  # type: ignore[arg-type]
