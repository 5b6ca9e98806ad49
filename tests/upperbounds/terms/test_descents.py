"""Upper bounds of excess risks: each next to the sum of its terms, and planted defects."""

from dataclasses import replace

import pytest

from notation.setting import Setting
from tests.planted import Plant
from tests.upperbounds import written_again as again
from tests.upperbounds.terms.ties import Tie, has_no_unseen_term, has_plants, is_the_sum, of_registry, plan, shows

LOCAL = (Setting(10**4, 30, 5, 2.5), Setting(10**8, 10**4, 4, 1.0, L=2.0, R=3.0), Setting(10**9, 10**6, 8, 4.0))
CENTRAL = (Setting(3000, 30, 5, 1.0, L=2.0, R=3.0, delta=1e-5), Setting(2 * 10**5, 10**5, 4, 2.0, delta=1e-6))
_STEPS = "optimisation.steps"


def _central(name: str, settings: tuple[Setting, ...], *plants: Plant) -> Tie:
    return of_registry(
        "optimisation-central",
        name,
        lambda a: again.central_descent(a, plan("optimisation-central", name, a), name),
        settings,
        *plants,
    )


_FULL = "optimisation.central:FullDescent.bound"
_FAILS = "optimisation.estimator:Descent.bound"
TIES = (
    of_registry(
        "optimisation",
        "accelerated",
        lambda a: again.local_descent(a, plan("optimisation", "accelerated", a)),
        LOCAL,
        Plant(f"{_STEPS}:AcceleratedSteps.excess", "2 * domain.radius ** 2", "domain.radius ** 2"),
        Plant(f"{_STEPS}:AcceleratedSteps.excess", "+ self.rate * variance * (2 * T + 1) / 6", ""),
        Plant("optimisation.local:two_stage", "L ** 2 / (each.half * m) + ", ""),
        Plant("optimisation.local:two_stage", "2 * float(each.scale)", "float(each.scale)"),
        Plant(_FAILS, "self.steps.number * oracle.failure", "oracle.failure / 2"),
    ),
    _central(
        "full-batch",
        CENTRAL,
        Plant(f"{_STEPS}:GradientSteps.excess", "domain.radius ** 2 / (2 *", "domain.radius ** 2 / (4 *"),
        Plant(_FULL, "moves / (self.n", "moves / (2 * self.n"),
        Plant(_FULL, "rotation.dimension * ", "rotation.dimension / 2 * "),
        Plant(f"{_STEPS}:GradientSteps.excess", "start + self.rate * variance / (2 * (1 - turn))", "start"),
    ),
    _central(
        "full-batch-pure",
        CENTRAL,
        Plant(_FULL, "rotation.dimension * ", "rotation.dimension / 2 * "),
        Plant(_FULL, "told, private - quiet", "told, 0.0"),
    ),
    _central(
        "one-pass",
        CENTRAL,
        Plant("optimisation.central:fresh", "sampled + rotation.dimension *", "rotation.dimension *"),
        Plant("optimisation.central:fresh", "1.25 * gamma", "1.25 * gamma / 2"),
        Plant(_FAILS, "domain.diameter", "domain.radius"),
    ),
    _central(
        "one-pass-pure",
        CENTRAL,
        Plant("optimisation.central:fresh", "sampled + rotation.dimension *", "rotation.dimension *"),
        Plant("optimisation.central:fresh", "rotation.dimension * plan", "plan"),
    ),
    _central(
        "bassily-algorithm4",
        (replace(CENTRAL[0], epsilon=0.5), replace(CENTRAL[1], epsilon=1.0)),
        Plant("optimisation.subsets:SubsetDescent.bound", "T * clipped", "clipped"),
        Plant("optimisation.subsets:SubsetDescent.bound", "L ** 2 * eta * moves", "L ** 2 * eta * moves / 2"),
        Plant("optimisation.subsets:SubsetDescent.bound", "+ self.gamma / (8 * T)", ""),
        Plant("optimisation.subsets:SubsetDescent.bound", "L ** 2 / self.batch", "0.0"),
    ),
)


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_the_sums_of_their_terms(tie: Tie) -> None:
    is_the_sum(tie)


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_every_term_is_seen(tie: Tie) -> None:
    has_no_unseen_term(tie)


@pytest.mark.parametrize(
    ("tie", "plant"),
    [(tie, plant) for tie in TIES for plant in tie.plants],
    ids=lambda one: getattr(one, "name", str(one)),
)
def test_planted_defects_are_seen(tie: Tie, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    shows(tie, plant, monkeypatch)


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_each_bound_has_a_halved_and_a_dropped_term(tie: Tie) -> None:
    has_plants(tie)
