"""Upper bounds of classification and regression: each next to the sum of its terms, and planted defects."""

from typing import Any

import pytest

from notation.classification import LabelSetting
from notation.regression import RegressionSetting
from notation.user_learning import UserSetting
from tests.planted import Plant
from tests.upperbounds import learnt_again as learnt
from tests.upperbounds.terms.ties import Tie, has_no_unseen_term, has_plants, is_the_sum, shows
from upperbounds.classification import balls as classes_in_balls
from upperbounds.classification import users as by_users
from upperbounds.classification.bounds import LABEL_ESTIMATORS
from upperbounds.regression import balls as regression_in_balls
from upperbounds.regression import users as regression_by_users
from upperbounds.regression.bounds import REGRESSION_ESTIMATORS

LABELS = (
    LabelSetting(10**6, 1, 1.0, 0.5, 1.0),
    LabelSetting(10**9, 2, 0.5, 2.0, 0.2, L=0.5, c=0.7),
    LabelSetting(10**8, 1, 0.8, 0.0, 3.0),
)
PEOPLE = tuple(
    {"n": n, "d": d, "beta": b, "epsilon": e, "L": L, "c": c}
    for n, d, b, e, L, c in (
        (10**6, 1, 1.0, 1.0, 1.0, 1.0),
        (10**5, 2, 0.7, 3.0, 0.5, 0.6),
        (400, 1, 0.3, 0.5, 2.0, 1.0),
    )
)


def _label(name: str, estimator: Any) -> Tie:
    central = estimator.central
    bound = "central_bound" if central else "local_bound"
    where = f"classification.bounds:{bound}"
    plants = (
        Plant("classification.bounds:_smooth", "a.C_T * w", "a.C_T / 2 * w"),
        Plant(where, "_smooth(a, cells) + ", ""),
        Plant(where, *(("(1 - exp(-1 / 8)) / 4", "(1 - exp(-1 / 8)) / 2") if central else ("** 2 / 8", "** 2 / 4"))),
    )

    return Tie(
        f"{name} {estimator.name}",
        lambda a: estimator.by_cells(a, estimator.cells(a)),
        lambda a: learnt.label_votes(a, estimator.cells(a), central=central),
        LABELS,
        plants,
    )


_CELLS, _NEAR = (f"regression.bounds:RegressionEstimator.{name}" for name in ("_cells_bound", "_neighbours_bound"))


def _regression(problem: str, estimator: Any) -> Tie:
    more = {"p": 3.0, "M": 2.0} if "heavy" in problem else {"T": 1.5}
    every = tuple(RegressionSetting(**at, **more) for at in PEOPLE)  # type: ignore[arg-type]
    # So many cells that some have nobody.
    crowded = ((every[0], 200_000), (every[1], 170)) if estimator.kind == "bins" else ()
    settings = (*((a, None) for a in every), *crowded)

    def run(a: RegressionSetting, cells: int | None) -> Any:
        return estimator.plan(a) if cells is None else estimator.plan(a, cells)

    plants: tuple[Plant, ...]
    if estimator.kind == "neighbours":
        plants = (
            Plant(_NEAR, "a.L * a.d", "a.L / 2 * a.d"),
            Plant(_NEAR, "spread.a * level ** 2", "spread.a * level ** 2 / 2"),
            Plant(_NEAR, "(smooth + _biases(a, level)) ** 2 +", ""),
        )
    else:
        plants = (
            Plant(_CELLS, "/ cells) ** (2 * a.beta) / 2", "/ cells) ** (2 * a.beta) / 4"),
            Plant(_CELLS, "+ variance", ""),
            Plant(_CELLS, "+ empty", ""),
            Plant("regression.bounds:RegressionEstimator._moments", "3 * inverse ** 2", "inverse ** 2"),
        )
    return Tie(
        f"{problem} {estimator.name}",
        lambda a: estimator.bound_of(a[0], run(*a)),
        lambda a: learnt.label_regression(estimator, a[0], run(*a)),
        settings,
        plants,
    )


USERS = tuple(
    (UserSetting(n, m, d, b, e, gamma=g), side)
    for n, m, d, b, e, g, side in (
        (10**6, 1000, 1, 1.0, 1.0, 0.5, 8),
        (10**5, 10**4, 1, 0.5, 20.0, 1.0, 8),
        (4 * 10**6, 50, 2, 1.0, 2.5, 0.0, 4),
        (10**5, 2, 1, 1.0, 50.0, 1.0, 4),
        (60, 2, 1, 1.0, 50.0, 1.0, 4),
        (900, 10**4, 1, 1.0, 5.0, 0.5, 4),
    )
)
BALLS = tuple(
    (UserSetting(n, m, d, b, e, gamma=g, f_L=f, T=T), side)
    for n, m, d, b, e, g, f, T, side in (
        (10**5, 100, 1, 1.0, 1.0, 1.0, 1.0, 1.0, 20),
        (10**9, 100, 1, 1.0, 1.0, 0.5, 1.0, 2.0, 60),
        (10**6, 400, 2, 0.7, 2.5, 0.0, 0.6, 1.0, 5),
        (10**6, 400, 1, 1.0, 1.0, 1.0, 0.99, 1.5, 12),
        (30, 2, 1, 0.5, 3.0, 1.0, 1.0, 1.0, 2),
    )
)
_SLIPS = "classification.turned:Sizes.slips"
_USERS_SLIPS = (
    Plant(_SLIPS, "log(2 * self.refining", "log(self.refining"),
    Plant(_SLIPS, "self.m * reach ** 2 / 2", "self.m * reach ** 2"),
    Plant(_SLIPS, "log(self.parts * self.K * bins)", "log(self.parts * self.K)"),
)
TIES = (
    *(_label(name, one) for name, found in LABEL_ESTIMATORS.items() for one in found if one.by_cells),
    *(_regression(name, one) for name, found in REGRESSION_ESTIMATORS.items() for one in found if one.is_bounded),
    Tie(
        "user-classification zhao-algorithm4",
        lambda a: by_users.bound(*a),
        lambda a: learnt.user_classes(*a),
        USERS,
        (
            Plant("classification.users:bound", "a.C_a * u", "a.C_a / 2 * u"),
            Plant("classification.users:bound", "+ sizes.slips", ""),
            *_USERS_SLIPS,
        ),
    ),
    Tie(
        "user-classification of four classes",
        lambda a: by_users.bound_of_many(a[0], a[1], 4),
        lambda a: learnt.user_classes(a[0], a[1], 4),
        USERS,
        (
            Plant("classification.users:bound_of_many", "(classes - 1) *", ""),
            Plant("classification.users:bound_of_many", "+ sizes.slips", ""),
            Plant("classification.users:bound_of_many", "(codes.parts + 1) // 2", "codes.parts"),
        ),
    ),
    Tie(
        "user-regression zhao-algorithm5",
        lambda a: regression_by_users.bound(*a),
        lambda a: learnt.user_regression(*a),
        USERS,
        (
            Plant("regression.users:bound", "2 * a.T ** 2 * sizes", "a.T ** 2 * sizes"),
            Plant("regression.users:bound", "w ** 2 +", ""),
            Plant("regression.users:bound", "8 * a.T ** 2", "4 * a.T ** 2"),
            Plant("regression.users:bound", "+ 4 * a.T ** 2 * small", ""),
            Plant("regression.users:bound", "+ 4 * a.T ** 2 * sizes.slips", "+ 2 * a.T ** 2 * sizes.slips"),
        ),
    ),
    Tie(
        "user-classification shrinking-balls",
        lambda a: classes_in_balls.bound(*a),
        lambda a: learnt.ball_classes(*a),
        BALLS,
        (
            Plant("classification.balls:bound", "a.C_a * above", "a.C_a / 2 * above"),
            Plant("classification.balls:bound", "float(balls.FINE.chances @ biases ** 2)", "0.0"),
            Plant("classification.balls:bound", "last.second_moment / plan", "last.second_moment / 2 / plan"),
            Plant("classification.balls:bound", " + cost", ""),
            Plant("classification.balls:bound", "+ np.append(balls.FINE.above, 0.0)", ""),
            Plant("classification.balls:bound", "t[:, None] - biases", "t[:, None] - biases / 2"),
            Plant("classification.balls:bound", "above / (above - w) * error", "error"),
            Plant("classification.balls:below", "step * some / 3", "step * some / 6"),
            Plant("classification.balls:below", "2 * (variance", "(variance"),
            Plant("classification.balls:below", "channel.magnitude + float(channel.half_width)", "channel.magnitude"),
            Plant("classification.balls:swing", "sqrt(a.d) / side", "1 / side"),
        ),
    ),
    Tie(
        "user-regression shrinking-balls",
        lambda a: regression_in_balls.bound(*a),
        lambda a: learnt.ball_regression(*a),
        BALLS,
        (
            Plant("regression.balls:total", "within(a, side) + ", ""),
            Plant("regression.balls:total", "cells / a.f_L", "cells"),
            Plant("regression.balls:within", "** 2 / 4", "** 2 / 8"),
            Plant("regression.balls:within", "** a.beta / 2", "** a.beta / 4"),
            Plant("regression.balls:within", "(6 * side ** 2)", "(12 * side ** 2)"),
            Plant("regression.balls:within", "a.f_L == 1", "True"),
            Plant("regression.balls:factor", "(1 + sqrt(2)) ** 2", "(1 + sqrt(2))"),
            Plant("regression.balls:factor", "4 * (1 - (cells - 1) * least)", "2 * (1 - (cells - 1) * least)"),
            Plant("regression.balls:factor", "return 1.0", "return 0.5"),
        ),
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
