"""Users in random order, some at a time: the law of all at once, the same messages for every plan, bounded memory."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from notation.setting import Setting
from upperbounds.density.basis import Trigonometric
from upperbounds.protocols.coordinates import flattened
from upperbounds.registry import of_problem
from verify.study import order
from verify.study.density import estimate_density
from verify.study.deployed import deployed_protocol
from verify.study.estimate import _plan
from verify.study.order import answered, in_random_order, prepared, shuffled
from verify.study.table import Rows

NUMBERS = ("mean", "density", "mixture")
PROBLEMS = (*NUMBERS, "mean-linf", "mean-l2", "mean-l1", "mean-heavy", "mean-heavy-l2", "sparse-mean")
PRIVATE = [
    pytest.param(one, id=f"{problem}-{one.name}")
    for problem in PROBLEMS
    for one in of_problem(problem)
    if one.protects_users and not one.takes_means
]
FEW = Rows(np.array([[2.0**k] for k in range(7)]), np.array([0, 1, 1, 2, 2, 2, 2], dtype=np.int32))


def whole(rows: Rows, m: int, used: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """In one piece, as the words say."""
    return shuffled(rows.draw(m, rng), rng)[:, :used, 0]


def in_parts(rows: Rows, m: int, used: int, rng: np.random.Generator, repeated: bool = False) -> np.ndarray[Any, Any]:
    """The parts, put together."""
    parts = list(in_random_order(rows, m, used, rng, repeated))
    assert [some.start for some, _ in parts] == [0, *(some.stop for some, _ in parts[:-1])]
    return np.concatenate([vectors for _, vectors in parts])[..., 0]


@pytest.mark.parametrize("used", [1, 2])
def test_parts_have_the_law_of_one_piece_and_an_order_that_is_left_out_is_caught(
    used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chi-square of all first vectors of three users, 2000 draws, at 1e-9 each."""
    monkeypatch.setattr(order, "_NUMBERS", 4)
    rng = np.random.default_rng(used)

    def seen(draw: Any) -> dict[bytes, int]:
        found: dict[bytes, int] = {}
        for _ in range(2000):
            # Of each user, whatever the user's place, by the sums of the vectors: one user's are told from another's.
            for row in draw(FEW, 3, used, rng):
                found[row.tobytes()] = found.get(row.tobytes(), 0) + 1
        return found

    def pvalue(draw: Any) -> float:
        a, b = seen(whole), seen(draw)
        table = np.array([[each.get(key, 0) for key in a.keys() | b.keys()] for each in (a, b)])
        return float(stats.chi2_contingency(table).pvalue)

    assert pvalue(in_parts) > 1e-9
    # Planted: what fills up comes last.
    assert pvalue(lambda rows, m, used, rng: rows.draw(m, rng)[:, :used, 0]) < 1e-9


def test_users_come_in_random_order() -> None:
    rng = np.random.default_rng(3)
    first = [float(in_parts(FEW, 1, 1, rng)[0, 0]) == 1.0 for _ in range(900)]
    assert stats.binomtest(sum(first), 900, 1 / 3).pvalue > 1e-9


def test_users_with_fewer_rows_give_all_of_theirs() -> None:
    few = Rows(np.array([[0.1], [0.2], [0.7]]), np.array([0, 0, 1], dtype=np.int32))
    for used, counts in ((4, (2, 2)), (5, (3, 2))):
        found = in_parts(few, used, used, np.random.default_rng(0), repeated=True)
        (own,) = (row for row in found if 0.1 in row)
        assert sorted(np.unique(own, return_counts=True)[1].tolist(), reverse=True) == sorted(counts, reverse=True)
        assert any(row.tolist() == [0.7] * used for row in found)
    means = in_parts(few, 4, 4, np.random.default_rng(0))
    assert any(sorted(row) == pytest.approx([0.1, 0.15, 0.15, 0.2]) for row in means)


def setting_for(problem: str, n: int, m: int) -> Setting:
    sizes = {"p": 4.0, "M": 1.0} if "heavy" in problem else {"D": 1.0}
    return Setting(n, m, d=1 if problem in NUMBERS else 3, epsilon=1.5, s=1, beta=1, K=2, **sizes)


@pytest.mark.parametrize("estimator", PRIVATE)
def test_a_plan_sends_the_same_of_what_was_prepared(estimator: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Users and rows in the order of the file: every message is that of the plan on all rows, under one seed."""
    n, m = 240, 12
    a = setting_for(estimator.problem, n, m)
    rows = Rows(np.random.default_rng(0).uniform(0, 0.3, (n * m, a.d)), np.repeat(np.arange(n, dtype=np.int32), m))
    every = rows.values.reshape(n, m, a.d)

    def in_order(rows: Rows, m: int, used: int, *_: Any) -> Iterator[tuple[slice, Any]]:
        for start in range(0, n, 50):
            yield slice(start, start + 50), every[start : start + 50, :used]

    monkeypatch.setattr(order, "in_random_order", in_order)
    monkeypatch.setattr(order, "shuffled", lambda vectors, _: vectors)
    monkeypatch.setattr(Rows, "drawn_means", lambda self, *_: self.means())
    plan = _plan(estimator, a, np.random.default_rng(1))
    taken, samples = prepared(plan, rows, m, np.random.default_rng(2))
    assert samples.size <= every.size
    assert samples.shape[1] == 1 or estimator.name in ("split-user", "one-item")
    ours, whole = (
        deployed_protocol(estimator, each, a.epsilon).transcript(
            flattened(given, given.shape[-1]), np.random.default_rng(4)
        )
        for each, given in ((taken, samples), (plan, every))
    )
    for sent, other in zip(ours[0], whole[0], strict=True):
        np.testing.assert_allclose(sent.astype(float), other.astype(float), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours[1], whole[1], rtol=1e-9, atol=1e-12)


def test_coefficients_are_those_that_a_user_answers_for() -> None:
    (_, estimator, _) = of_problem("density")
    plan = estimator.plan(Setting(400, 5, epsilon=3.5, beta=1, r=1.0))
    plan = replace(plan, embedding=Trigonometric(plan.embedding.cutoff))
    asked = answered(plan.split)
    for step in plan.protocol().rounds:
        numbers = np.random.default_rng(0).random((plan.n, 5))
        taken = replace(plan, embedding=order.Taken(plan.embedding)).protocol()
        (twin,) = (each for each in taken.rounds if each.name == step.name)
        users = slice(step.users.start, step.users.stop)
        means = plan.embedding.some_means(numbers[users, :, None], asked[users])
        assert np.array_equal(step.statistic(numbers[users]), twin.statistic(means))
        # Planted: another user's coefficients. They may be in one bin.
        assert step.name.startswith("localise") or not np.array_equal(
            step.statistic(numbers[users]), twin.statistic(np.roll(means, 1, axis=0))
        )


def test_a_density_of_many_rows_a_user_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """2 million numbers, 16 MB as floats, in parts of 2^14; planted: in one part it takes more."""
    rows = Rows(np.random.default_rng(0).random((2000, 1)), np.repeat(np.arange(100, dtype=np.int32), 20))

    def peak() -> int:
        tracemalloc.start()
        estimate_density(rows, Setting(2, 1, epsilon=1.0), 0.0, 1.0, 20_000, "kent-tuned", seed=1)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak()
    monkeypatch.setattr(order, "_NUMBERS", 1 << 14)
    assert peak() < 8e6
    monkeypatch.setattr(order, "_NUMBERS", 1 << 24)
    assert peak() > 16e6
