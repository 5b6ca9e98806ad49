"""Upper bounds of means of numbers and vectors: each next to the sum of its terms, and planted defects."""

from collections.abc import Callable
from typing import Any

import pytest

from notation.setting import Setting
from tests.planted import Plant, forget
from tests.upperbounds import written_again as again
from tests.upperbounds.terms.ties import (
    NUMBERS,
    VECTORS,
    Tie,
    has_no_unseen_term,
    has_plants,
    is_the_sum,
    of_registry,
    plan,
    shows,
)
from tests.upperbounds.written_again import Terms
from upperbounds.transforms.kashin import LEVEL

_ZHAO = "mean.zhao:bound"


def _numbers(name: str) -> Callable[[Setting], Terms]:
    return lambda a: again.one_answer(a.n, a.m, a.epsilon, a.D)[name]


def _zhao_vectors(problem: str, name: str, size: Callable[[Setting, Any], float]) -> Callable[[Setting], Terms]:
    def terms(a: Setting) -> Terms:
        found = plan(problem, name, a)
        return again.zhao_vectors(found, a.m, size(a, found))

    return terms


def _heavy(problem: str, name: str) -> Callable[[Setting], Terms]:
    def terms(a: Setting) -> Terms:
        found = plan(problem, name, a)
        coordinates = found.split.coordinates
        moment = a.M if problem == "mean-heavy" else a.M * (LEVEL / a.d**0.5) ** a.p
        assert found.each.n == again.users_of(found)
        return again.times(coordinates, again.heavy_each(found.each, a.p, moment))

    return terms


def _clipped(a: Setting) -> Terms:
    found = plan("mean-heavy", "user-means-clipped", a)
    reach = float(found.channel.channel.half_width)
    return again.by_windows(found, a.M ** (2 / a.p), again.clipped(reach, a.p, a.M))


def _clipped_ball(a: Setting) -> Terms:
    reach = float(plan("mean-heavy-l2", "user-means-ball", a).channel.half_width)
    moment = again.ball_moment(a.d, reach, a.epsilon)
    return {"messages": moment / a.n, "clipping": again.clipped(reach, a.p, a.M) ** 2}


ONE_ROUND = tuple(Setting(n, m, 1, e, D) for n, m, e, D in ((7, 3, 1.0, 2.0), (50, 20, 2.5, 1.0), (9, 1, 40.0, 1.0)))
TIES = (
    of_registry(
        "mean",
        "zhao-algorithm1",
        lambda a: again.zhao1(a.n, a.m, a.epsilon, a.D),
        NUMBERS,
        Plant(_ZHAO, "32 * math.pi", "16 * math.pi"),
        Plant(_ZHAO, "4 * D ** 2 * _failure", "2 * D ** 2 * _failure"),
        Plant(_ZHAO, "D ** 2 / m + 2", "2"),
        Plant(_ZHAO, "2 * float(estimator.scale)", "float(estimator.scale)"),
        Plant("mean.zhao:_failure_bound", "2 * (bin_count(m) - 1)", "(bin_count(m) - 1)"),
        Plant("mean.zhao:_failure_bound", "2 * (n // 2)", "n"),
        Plant(_ZHAO, "variance / estimator.half", "variance / n"),
    ),
    of_registry(
        "mean",
        "bassily-algorithm2",
        lambda a: again.bassily2(a.n, a.m, a.epsilon, a.D),
        (*NUMBERS, Setting(20_000, 10**6, epsilon=1.0), Setting(900, 10**6, epsilon=1.0)),
        Plant("mean.bassily:bound", "(3 * tau) ** 2 +", "(2 * tau) ** 2 +"),
        Plant("mean.bassily:bound", "min(1.0, failure + spread)", "min(1.0, failure)"),
        Plant("mean.bassily:bound", "bins * math.exp", "bins / 2 * math.exp"),
        Plant("mean.bassily:bound", "2 * n / 4", "2 * n / 2"),
        Plant("mean.bassily:bound", "(2 * bins - 1) * tau", "bins * tau"),
    ),
    *(
        of_registry("mean", name, _numbers(name), ONE_ROUND, *plants)
        for name, plants in (
            ("semi-user-level", (Plant("mean.baselines:semi_user_plan", "2 * channel.scale", "channel.scale"),)),
            (
                "split-user",
                (
                    Plant("mean.baselines:split_user_plan", "2 * channel.scale", "channel.scale"),
                    Plant("mean.estimator:Additive.risk", "self.n * self.effective", "2 * self.n * self.effective"),
                ),
            ),
            ("full-item-level", (Plant("mean.baselines:full_item_plan", "2 * channel.scale", "channel.scale"),)),
            ("non-private", (Plant("mean.baselines:_exact", "variance=D ** 2", "variance=D ** 2 / 2"),)),
            ("one-item", (Plant("mean.estimator:Additive.risk", "self.rounding - mean", "self.rounding / 2 - mean"),)),
        )
    ),
    of_registry(
        "mean",
        "user-mean",
        lambda a: {"messages": again.window_moment(plan("mean", "user-mean", a).channel) / a.n},
        ONE_ROUND,
        Plant("channels.window:WindowResponse._moments", "(self.window ** 2 - 1) / 12", "0"),
        Plant("channels.window:WindowResponse._moments", "+ blind * far", "+ blind * far / 2"),
    ),
    of_registry(
        "mean-linf",
        "zhao-algorithm2",
        _zhao_vectors("mean-linf", "zhao-algorithm2", lambda a, _: a.D),
        VECTORS,
        Plant("vectors.zhao:_sum_bound", "chosen.coordinates * one.value", "chosen.coordinates / 2 * one.value"),
        Plant("vectors.zhao:_sum_bound", "chosen.coordinates * one.value", "one.value"),
        Plant(_ZHAO, "32 * math.pi * D ** 2 / (m * n) + ", ""),
    ),
    of_registry(
        "mean-l2",
        "zhao-kashin",
        _zhao_vectors("mean-l2", "zhao-kashin", lambda a, _: LEVEL * a.D / a.d**0.5),
        VECTORS,
        Plant("vectors.zhao:kashin_bound", "_sum_bound(who, m, epsilon,", "0.5 * _sum_bound(who, m, epsilon,"),
        Plant("vectors.zhao:_sum_bound", "chosen.coordinates * one.value", "one.value"),
    ),
    of_registry(
        "mean-l1",
        "zhao-hadamard",
        _zhao_vectors("mean-l1", "zhao-hadamard", lambda a, found: a.D / found.split.coordinates**0.5),
        VECTORS,
        Plant("vectors.zhao:hadamard_bound", "size))", "2 * size))"),
        Plant("vectors.zhao:_sum_bound", "chosen.coordinates * one.value", "one.value"),
    ),
    of_registry(
        "mean-linf",
        "user-means",
        lambda a: again.by_windows(plan("mean-linf", "user-means", a), a.D**2),
        (*VECTORS[:2], Setting(3, 2, 7, 1.0), Setting(5, 2, 4, 2.5), Setting(90, 2, 4, 1e5)),
        Plant("vectors.user_means:bound", "+ silent * D ** 2", ""),
        Plant("vectors.user_means:bound", "silent * D ** 2", "silent * D ** 2 / 2"),
        Plant("vectors.user_means:_variance", "most_second_moment /", "most_second_moment / 2 /"),
    ),
    of_registry(
        "mean-l2",
        "duchi-semi-user",
        lambda a: {"messages": again.ball_moment(a.d, a.D, a.epsilon) / a.n},
        VECTORS,
        Plant("vectors.baselines:duchi_risk", "second_moment - ", "second_moment / 2 - "),
        Plant("channels.ball:BallResponse.magnitude", "* math.sqrt(math.pi)", "* math.sqrt(math.pi / 2)"),
    ),
    of_registry(
        "mean-l2",
        "shrinking-balls",
        lambda a: again.shrinking_balls(plan("mean-l2", "shrinking-balls", a)),
        (*VECTORS[:2], Setting(10**4, 100, 10, 1.0), Setting(10**9, 10**4, 3, 1.0)),
        Plant("vectors.balls:bound_of", "noise + ", "noise / 2 + "),
        Plant("vectors.balls:bound_of", " + float(FINE.chances @ last_biases(plan) ** 2)", ""),
        Plant("vectors.balls:most_bias", "3 + 4 * skew", "3 + 2 * skew"),
        Plant("vectors.balls:most_bias", "+ far ** 4", ""),
        Plant("vectors.balls:most_bias", "27 * fourth", "27 / 2 * fourth"),
        Plant("vectors.balls:most_bias", "pi / 2", "pi / 8"),
        Plant("vectors.balls:Tails.noise", "2 / channel.dimension + 4", "1 / channel.dimension + 4"),
        Plant("vectors.balls:Tails.noise", "+ 4 / (3 * users)", ""),
        Plant("vectors.balls:Tails.noise", "+ 2 * (radius / magnitude) ** 2", ""),
        Plant("vectors.balls:Tails.noise", "+ 2 * step * size", ""),
        Plant("vectors.balls:Tails.noise", "(magnitude + radius) / users", "magnitude / users"),
        Plant("vectors.balls:Tails.next", "most_bias(far", "0.5 * most_bias(far"),
    ),
    of_registry(
        "mean-l1",
        "signed-kary",
        lambda a: again.signed(a.n, a.m, a.d, a.epsilon, a.D),
        VECTORS,
        Plant("vectors.baselines:signed_bound", "D ** 2 / m + ", ""),
        Plant("vectors.baselines:signed_bound", "D ** 2 / m + ", "D ** 2 / (2 * m) + "),
        Plant("vectors.baselines:signed_bound", "(radius / gap) ** 2 / times", "(radius / gap) ** 2 / times / 2"),
    ),
    of_registry(
        "mean-heavy",
        "zhao-heavy",
        _heavy("mean-heavy", "zhao-heavy"),
        (Setting(3003, 30, 5, 2.5, p=3.0, M=2.0), Setting(9 * 10**6, 400, 3, 1.0), Setting(10**5, 10**4, 2, 50.0)),
        Plant("vectors.heavy:_each_bound", "bias ** 2 +", ""),
        Plant("vectors.heavy:_each_bound", "4 * edge", "2 * edge"),
        Plant("vectors.heavy:_each_bound", "/ 2663", "/ 1331"),
        Plant("vectors.heavy:_each_bound", "unit ** 2 / each.m", "unit ** 2 / 2 / each.m"),
        Plant("vectors.heavy:_each_bound", "2 * float(each.scale)", "float(each.scale)"),
    ),
    of_registry(
        "mean-heavy-l2",
        "zhao-heavy-kashin",
        _heavy("mean-heavy-l2", "zhao-heavy-kashin"),
        (Setting(3003, 30, 5, 2.5, p=3.0, M=2.0), Setting(9 * 10**6, 400, 3, 1.0)),
        Plant("vectors.heavy:norm_bound", "frame.coordinates * sum", "0.5 * frame.coordinates * sum"),
        Plant("vectors.heavy:_each_bound", "+ 2 * float(each.scale) ** 2 / each.half", ""),
    ),
    of_registry(
        "mean-heavy",
        "user-means-clipped",
        _clipped,
        (Setting(3003, 30, 5, 2.5, p=3.0, M=2.0), Setting(900, 4, 2, 0.5), Setting(3, 2, 7, 1.0)),
        Plant("vectors.user_means:clipped_bound", "(d - silent) * plan.bias ** 2 +", ""),
        Plant("vectors.user_means:clipped_bound", "+ silent * trivial", "+ silent * trivial / 2"),
        Plant("vectors.user_means:clipping_bias", "moment *", "moment / 2 *"),
    ),
    of_registry(
        "mean-heavy-l2",
        "user-means-ball",
        _clipped_ball,
        (Setting(3003, 30, 5, 2.5, p=3.0, M=2.0), Setting(900, 4, 2, 0.5)),
        Plant("vectors.user_means:ball_bound", "plan.bias ** 2 +", ""),
        Plant("vectors.user_means:ball_bound", "second_moment / plan.n", "second_moment / plan.n / 2"),
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


def test_what_changes_nothing_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen is the defect, not the planting."""
    forget()
    tie = TIES[0]
    with monkeypatch.context() as patch:
        Plant(_ZHAO, "32 * math.pi", "math.pi * 32").put(patch)
        assert all(tie.agrees(a) for a in tie.settings)
