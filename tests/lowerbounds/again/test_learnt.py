"""Lower bounds of classification and regression: each next to the same number written again."""

from dataclasses import replace
from fractions import Fraction
from math import exp, inf, sqrt
from typing import Any

import pytest

from lowerbounds.classification import bumps as labels
from lowerbounds.classification import users as by_users
from lowerbounds.methods import perturbations
from lowerbounds.numerics.enclosures import ball
from lowerbounds.regression import bumps as regressions
from lowerbounds.regression import users as regression_by_users
from notation.classification import LabelSetting
from notation.regression import RegressionSetting
from notation.user_learning import UserSetting
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import ANOTHER_WAY, REFUSED, Tie, Unseen, agree, every_defect_is_seen


def _label_mass(a: Any, M: int, holes: bool) -> float:
    return float(a.c / ((2 * M if holes else M) ** a.d))


def _label_bumps(told: dict[str, Any], a: LabelSetting, holes: bool) -> tuple[int, float, float, float]:
    """How many bumps the class allows, their mass, size and mean height."""
    M, rho = int(told["M"]), float(told["rho"])
    mass = _label_mass(a, M, holes)
    size = min(1.0, a.L * ((1 / 2 if holes else 2 * rho) / M) ** a.beta)
    wide = 1.0 if holes else max(1.0, 2 * a.d * rho)
    room = M**a.d - (0 if not holes and a.c == 1 else 1)
    most = min(int(a.C_T * size**a.gamma / (mass * wide) + 1e-9), room)
    # Where the margin is met with equality, rounding may cost one.
    many = int(told.get("bumps", told.get("m", most)))
    assert most - 1 <= many <= most
    return many, mass, size, 1.0 if holes else again.tent(a.d, a.beta, rho, 1)


def _labels(told: dict[str, Any], a: LabelSetting, privacy: str, shape: str) -> float:
    many, mass, size, height = _label_bumps(told, a, shape == "holes")
    if privacy == "central":
        error = again.between(a.n, mass * size * height, a.epsilon)
    else:
        error = again.majority(a.n * mass, size * (again.lean(a.epsilon) if privacy == "local" else 1.0))
    return many * mass * size * height * error


def _regression(told: dict[str, Any], a: RegressionSetting, privacy: str) -> float:
    M, rho, s, t = int(told["M"]), float(told["rho"]), float(told["s"]), float(told["t"])
    mass, share = 1 / M**a.d, a.M / t**a.p if a.is_heavy else 1.0
    first, second = ((again.tent(a.d, a.beta, rho, power) if rho else 1.0) for power in (1, 2))
    assert s <= (2 ** (a.beta - 1) * a.L * (rho / M) ** a.beta if rho else inf)
    assert s <= share * t
    if privacy == "central":
        error = again.between(a.n, mass * s / t * first, a.epsilon)
    else:
        grown = exp(a.epsilon) - 1
        error = again.majority(a.n * mass, s / t * (grown / (share * grown + 2) if privacy == "local" else 1.0))
    return 2 * s * s * second * error


def _users(
    told: dict[str, Any], a: UserSetting, of_users: LabelSetting, rho: float
) -> tuple[int, int, float, float, float, float]:
    """M, how many bumps, their mass, size and the means of phi and of its square."""
    many, mass, size, height = _label_bumps(told, of_users, holes=False)
    return int(told["M"]), many, mass, size, height, again.tent(a.d, a.beta, rho, 2)


def _unknown(signs: int, s: float, mass: float, a: UserSetting) -> float:
    routes = [route.name for route in perturbations.ROUTES if mass == 1 or "linear" not in route.name]
    ways = [again.left(route, signs, s, mass, a.n, a.m, a.epsilon) for route in routes]
    return max(0.0, 1 - again.known(a.n * again.kappa(a.epsilon) / signs), *ways)


def _user_classes(told: dict[str, Any], a: UserSetting, kind: int) -> float:
    setting = replace(a.labels, c=1.0) if kind == 1 else a.labels
    M, many, mass, size, height, squares = _users(told, a, setting, float(told["rho"]))
    if kind == 0:
        error = (1 - sqrt(1 - _unknown(many, size, mass * squares, a))) / 2
    elif kind == 1:
        cells = many * (M**a.d // many)
        second = (1 + mass * squares * size**2) ** a.m - 1
        grown = exp(a.epsilon)
        together = min((grown - 1) ** 2 / (4 * grown), cells * again.lean(a.epsilon) ** 2) * second
        near = again.near(1 / (1 + (grown - 1) * sqrt(second) / 2))
        error = (1 - 2 * sqrt(a.n * near * together / cells)) / 4
    else:
        error = again.majority(a.n * a.m * mass, size)
    return many * mass * size * height * error


def _user_regression(told: dict[str, Any], a: UserSetting, public: bool) -> float:
    _, many, mass, size, _, squares = _users(told, a, a.signs, float(told["rho"]))
    flat = mass * squares
    unknown = (1 - flat + flat * sqrt(1 - size**2)) ** (2 * a.n * a.m) if public else _unknown(many, size, flat, a)
    return many * (a.T * size) ** 2 * flat * unknown


def _member(a: LabelSetting, privacy: str, shape: str, M: int, rho: float) -> Any:
    found = labels.member(a, shape, M, Fraction(rho))  # type: ignore[arg-type]
    assert found is not None
    assert found.in_class()
    return found.risk(privacy)  # type: ignore[arg-type]


def _sign_member(a: RegressionSetting, M: int, rho: float, s: float, t: float) -> Any:
    found = regressions.Signs(a, M, Fraction(rho), s, t)
    assert found.in_class()
    return found


def _of_user(a: UserSetting, kind: int, M: int, rho: float) -> Any:
    """A bound of one member: known places, hidden ones, without privacy; of regression private and public."""
    setting = a.signs if kind > 2 else replace(a.labels, c=1.0) if kind == 1 else a.labels
    bumps = labels.member(setting, "full", M, Fraction(rho))
    assert bumps is not None
    if kind > 2:
        unknown = regression_by_users._private if kind == 3 else regression_by_users._public
        return regression_by_users._risk(a, unknown, bumps)
    return (by_users.known_bumps, by_users.hidden_bumps, by_users.public_bumps)[kind](bumps, a.n, a.m, a.epsilon)


def _of_user_again(a: UserSetting, kind: int, M: int, rho: float) -> float:
    told = {"M": M, "rho": rho}
    return _user_regression(told, a, kind == 4) if kind > 2 else _user_classes(told, a, kind)


LABEL_AT = (
    (LabelSetting(1000, 1, 1.0, 0.5, 1.0), "full"),
    (LabelSetting(300, 2, 0.5, 1.5, 0.5, L=0.5, c=0.5), "full"),
    (LabelSetting(500, 2, 1.0, 3.0, 2.0, L=2.0, c=0.25), "holes"),
    (LabelSetting(200, 1, 1.0, 0.5, 1.0, C_T=4.0), "full"),
    (LabelSetting(30, 1, 1.0, 1.0, 1.0, L=3.0, C_T=0.9), "full"),
)
REGRESSION_AT = (
    RegressionSetting(1000, 1, 1.0, 1.0, T=1.5),
    RegressionSetting(300, 2, 0.5, 1.5, L=0.5, c=0.5, T=2.0),
    RegressionSetting(300, 1, 1.0, 1.0, p=3.0, M=2.0),
    RegressionSetting(4, 1, 1.0, 0.5, p=2.0, M=0.5),
)
USERS_AT = (UserSetting(300, 10, 1, 1.0, 1.0, gamma=0.5), UserSetting(60, 2, 2, 0.5, 0.5, gamma=1.0))
RAMPS = (0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.5, 0.125, 0.5)
SIGN_MEMBERS = ((4, 0.25, 0.0625, 1.5), (2, 0.5, 0.125, 2.0), (3, 0.125, 0.03125, 2.0), (1, 0.0, 0.25, 1.5))
_CELLS, _USERS = "classification.bumps", "classification.users"
TIES = (
    Tie(
        "label-classification",
        labels.largest_bound,
        _labels,
        tuple((a, privacy, shape) for a, shape in LABEL_AT for privacy in ("local", "central", "none")),
    ),
    Tie(
        "label-classification, members",
        _member,
        lambda a, privacy, shape, M, rho: _labels({"M": M, "rho": rho}, a, privacy, shape),
        tuple(
            (a, privacy, shape, M, rho)
            for (a, shape), M, rho in zip(
                (*LABEL_AT, *LABEL_AT), (4, 7, 2, 4, 2, 1500, 2, 6, 10, 5), RAMPS, strict=True
            )
            for privacy in ("local", "central", "none")
        ),
        (
            *(
                f"{_CELLS}:Bumps.{name}"
                for name in ("mass", "mean_height", "reach", "budget", "size", "room", "margin", "risk")
            ),
            *(f"{_CELLS}:{name}" for name in ("majority_error", "_odd_error", "odd_drop", "private_error", "member")),
        ),
    ),
    Tie(
        "majority of labels",
        lambda mean, tilt: labels.majority_error(Fraction(mean), ball(tilt)),
        lambda mean, tilt: again.majority(float(mean), tilt),
        ((0.5, 0.25), (5.5, 0.5), (40.0, 0.875), (3 - 2.0**-50, 1 - 2.0**-50), (5 - 2.0**-49, 1 - 2.0**-50)),
        (f"{_CELLS}:majority_error",),
    ),
    Tie(
        "label-regression",
        regressions.largest_regression_bound,
        _regression,
        tuple((a, privacy) for a in REGRESSION_AT for privacy in ("local", "central", "none")),
    ),
    Tie(
        "label-regression, members",
        lambda a, M, rho, s, t, privacy: _sign_member(a, M, rho, s, t).risk(privacy),
        lambda a, M, rho, s, t, privacy: _regression({"M": M, "rho": rho, "s": s, "t": t}, a, privacy),
        tuple(
            (a, *member, privacy)
            for a, member in zip(REGRESSION_AT, SIGN_MEMBERS, strict=True)
            for privacy in ("local", "central", "none")
        ),
        tuple(f"regression.bumps:Signs.{name}" for name in ("mass", "mean_power", "share", "lean", "risk")),
    ),
    Tie(
        "user-classification",
        lambda a, kind: by_users.bounds(a)[kind],
        _user_classes,
        tuple((a, kind) for a in USERS_AT for kind in (0, 1, 2)),
    ),
    Tie(
        "bumps of users, members",
        _of_user,
        _of_user_again,
        tuple((a, kind, M, rho) for a, M, rho in zip(USERS_AT, (6, 3), (0.25, 0.5), strict=True) for kind in range(5)),
        (
            *(f"{_USERS}:{name}" for name in ("flat", "known_bumps", "hidden_bumps")),
            "regression.users:_risk",
            "regression.users:_public",
        ),
    ),
    Tie(
        "user-regression",
        lambda a, public: regression_by_users.bounds(a)[public],
        _user_regression,
        tuple((a, public) for a in USERS_AT for public in (False, True)),
    ),
)
UNSEEN: Unseen = {
    REFUSED: (
        ("classification.bumps:member", "if cells < 1"),
        ("classification.bumps:member", "one ="),
        ("classification.bumps:member", "return Bumps"),
        ("classification.users:flat", "return Flat"),
    ),
    ANOTHER_WAY: (
        ("classification.bumps:majority_error", "rel_accuracy_bits"),
        ("classification.bumps:majority_error", "if mean < 1"),
        ("classification.bumps:_odd_error", "regularized"),
        ("classification.bumps:Bumps.mean_height", "range("),
        ("classification.bumps:Bumps.margin", "denominator"),
        ("regression.bumps:Signs.mean_power", "range("),
    ),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=230, most=30)
