"""Rules that `estimate` learns: none of their answers is drawn from floats, and they spend what is said."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from tests.upperbounds.protocols.test_deployed import words
from upperbounds.channels.grid import GeometricHistogram, GridLaplace
from upperbounds.classification.classifiers import CentralBinClassifier, LocalBinClassifier
from upperbounds.classification.users import UserBinClassifier, released
from upperbounds.classification.votes import CentralVote
from upperbounds.protocols.deployed import drawn, leaves
from upperbounds.regression.means import CentralMean, LocalMean, Mean
from upperbounds.regression.regressors import CentralBinRegressor, LocalBinRegressor, NeighbourRegressor
from upperbounds.regression.users import UserBinRegressor
from verify.study.label_regressions import REGRESSION_PROBLEMS
from verify.study.labels import LABEL_PROBLEMS, drawn_by

RNG = np.random.default_rng(2)
X, NUMBERS = RNG.random((300, 1)), RNG.uniform(-0.5, 0.5, 300)
NAMES = np.where(RNG.random(300) < 0.5, "a", np.where(RNG.random(300) < 0.5, "b", "c"))
VOTES = [pytest.param(one, id=f"{name}/{one.name}") for name, it in LABEL_PROBLEMS.items() for one in it.estimators]
MEANS = [
    pytest.param(it.is_heavy, one, id=f"{name}/{one.name}")
    for name, it in REGRESSION_PROBLEMS.items()
    for one in it.estimators
]
USERS: list[tuple[Any, Any]] = [
    (UserBinClassifier(1.0, ["a", "b"], cells=2, m=2), np.where(NAMES == "a", "a", "b")),
    (UserBinClassifier(3.0, ["a", "b", "c"], cells=2, m=2), NAMES),
    (UserBinClassifier(1.0, ["a", "b"], as_printed=True, m=2), np.where(NAMES == "a", "a", "b")),
    (UserBinRegressor(2.5, cells=2, m=2), NUMBERS),
    (UserBinRegressor(0.7, as_printed=True, m=2), NUMBERS),
]


@pytest.mark.parametrize("one", VOTES)
@pytest.mark.parametrize("classes", [2, 3])
def test_votes_on_labels_draw_no_floats(one: Any, classes: int) -> None:
    make: Any = CentralBinClassifier if one.central else LocalBinClassifier
    known = ["a", "b", "c"][:classes]
    rule = make(classes=known, cells=4, mechanism=one.mechanism, random_state=words())
    fitted = rule.fit(X, np.where(np.isin(NAMES, known), NAMES, "a"))
    assert drawn_by(fitted.vote().mechanism)
    assert set(fitted.predict(X)) <= set(known)


@pytest.mark.parametrize(("heavy", "one"), MEANS)
def test_means_of_labels_draw_no_floats(heavy: bool, one: Any) -> None:
    make: Any = NeighbourRegressor
    if one.kind == "bins":
        make = CentralBinRegressor if one.central else LocalBinRegressor
    given = {"p": 4.0} if heavy else {}
    rule = make(mechanism=one.mechanism, as_printed=one.printed, random_state=words(), **given).fit(X, NUMBERS)
    assert drawn_by(rule.plan_.mean.mechanism)
    assert np.all(np.isfinite(rule.predict(X)))


@pytest.mark.parametrize(("rule", "y"), USERS, ids=lambda one: type(one).__name__)
def test_answers_of_users_draw_no_floats(rule: Any, y: np.ndarray) -> None:
    rule.random_state = words()
    fitted = rule.fit(X, y, np.arange(300) // 2)
    protocol = released(fitted.plan_)
    assert drawn(protocol)
    kinds = {type(leaf) for step in protocol.rounds for s in step.states for leaf in leaves(step.channel(s))}
    assert kinds <= {GeometricHistogram, GridLaplace}
    assert fitted.spend().multiple() == fitted.plan_.exact().protocol().worst_spend().multiple() <= 1


@pytest.mark.parametrize(
    ("printed", "budget"),
    [
        (LocalMean("laplace", 0.7, 0.9), Fraction(0.9)),
        (CentralMean("laplace", 0.7, 0.9), Fraction(0.9)),
        (CentralMean("printed", 0.7, 0.9), Fraction(0.7) * Fraction(0.9)),
    ],
    ids=["local", "central", "printed"],
)
def test_means_that_are_deployed_spend_what_the_printed_ones_do(printed: Mean, budget: Fraction) -> None:
    """Exactly, and with the variance of the printed noise except for a thousandth."""
    found, rng = printed.deployed, np.random.default_rng(9)
    multiple = printed.spend().multiple()
    assert found.spend().multiple() == 1
    assert multiple is not None
    assert found.epsilon * found.spend().multiple() == multiple * Fraction(printed.epsilon) == budget  # type: ignore[operator]
    said, told = (sum(each.variances(np.zeros(1), np.zeros(1))) for each in (printed, found))
    assert told == pytest.approx(said, rel=1e-3)
    cells = np.arange(40_000)
    drawn_ = found.means(cells, np.full(40_000, 0.2), 40_000, rng)
    assert abs(drawn_.mean() - 0.2) < 6 * float(np.sqrt(told[0] / 40_000))
    assert drawn_.var() == pytest.approx(float(told[0]), rel=0.1)


def test_floats_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: Gumbel noise, Laplace noise on a mean or on the answers of users, a mechanism that nobody knows."""
    for noisy in ("laplace", "gumbel"):
        with pytest.raises(ParameterError, match=f"mechanism = '{noisy}': is not drawn exactly"):
            drawn_by(noisy)
    with monkeypatch.context() as patch:
        patch.setattr(CentralVote, "tallies", lambda self, cells, labels, size, rng: rng.gumbel(size=(size, 2)))
        with pytest.raises(AssertionError, match="gumbel: no exact draw"):
            test_votes_on_labels_draw_no_floats(VOTES[-1].values[0], 2)
    with monkeypatch.context() as patch:
        patch.setattr(LocalMean, "deployed", property(lambda self: self))
        with pytest.raises(ParameterError, match="'laplace'"):
            drawn_by(LocalMean("laplace", 1.0, 1.0).deployed.mechanism)
        with pytest.raises(AssertionError, match="no exact draw"):
            test_means_of_labels_draw_no_floats(*MEANS[0].values)  # type: ignore[arg-type]
    monkeypatch.setattr("upperbounds.regression.users.released", lambda plan: plan.protocol())
    with pytest.raises(AssertionError, match="no exact draw"):
        test_answers_of_users_draw_no_floats(*USERS[3])
