"""Parts of upper bounds that the second writing takes from the first, written again by themselves."""

import numpy as np
import pytest

from notation.setting import Setting
from tests.planted import Plant
from tests.upperbounds import learnt_again as learnt
from tests.upperbounds import written_again as again
from tests.upperbounds.terms.ties import Tie, has_no_unseen_term, has_plants, is_the_sum, shows
from upperbounds.classification.turned import Sizes
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily, heavy

_TAIL = "vectors.heavy:one_tail"
_BELOW = "classification.turned:Sizes.below"
_RADII = "vectors.bassily"
TIES = (
    Tie(
        "a part: radii of user means",
        lambda a: bassily.radii(a.n, a.m, a.D, RandomRotation(a.d, np.ones(a.d)), a.delta).narrow,
        lambda a: {"all": again.radius(a)},
        (Setting(4000, 10**6, 4, delta=1e-3, D=2.0), Setting(100, 10**8, 16, delta=1e-9)),
        (
            Plant(f"{_RADII}:concentration_radius", "1 + math.sqrt", "math.sqrt"),
            Plant(f"{_RADII}:concentration_radius", "2 * math.log", "math.log"),
            Plant(f"{_RADII}:rotated_radius", "2 * math.log", "math.log"),
            Plant(f"{_RADII}:rotated_radius", "8 * n", "4 * n"),
        ),
    ),
    Tie(
        "a part: tails of heavy means",
        lambda a: heavy.one_tail(*a),
        lambda a: again.heavy_tail(*a),
        ((30, 3.0, 2.0, 1.5), (400, 4.0, 1.0, 0.4), (400, 4.0, 1.0, 0.2), (10**4, 2.0, 1.0, 0.3), (5, 2.5, 1.0, 9.0)),
        (
            Plant(_TAIL, "cut)", "cut) / 2"),
            Plant(_TAIL, "k ** order * jumps + ", ""),
            Plant(_TAIL, "m * (2 * unit / x) ** order", "m * (unit / x) ** order"),
            Plant(_TAIL, "(x / k) / 3", "(x / k) / 6"),
        ),
    ),
    Tie(
        "a part: estimates of cells",
        lambda a: Sizes(*a[:5]).below(*a[5:]),
        lambda a: {"all": learnt.below(Sizes(*a[:5]), *a[5:])},
        (
            (2000, 30, 1.0, 4, 1, 0.05, 0.25, 0.0),
            (10**5, 100, 5.0, 8, 1, 0.04, 1.0, 0.0),
            (60, 2, 50.0, 4, 2, 0.25, 0.25, 0.125),
            (10**6, 40, 1.0, 4, 1, 0.03, 0.25, 0.01),
        ),
        (
            Plant(_BELOW, "* 2 * np.sinh(u / 2) ** 2", "* np.sinh(u / 2) ** 2"),
            Plant(_BELOW, "- together * np.log1p", "- together / 2 * np.log1p"),
            Plant(_BELOW, "+ u * data * at", ""),
            Plant(_BELOW, "- mean * np.sinh(u)", "- 2 * mean * np.sinh(u)"),
        ),
        close=2e-2,
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
