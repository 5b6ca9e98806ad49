"""Each sentence about a figure: rows that bear it out, and rows with one planted defect that do not."""

from collections.abc import Sequence
from math import exp
from typing import Any

import pytest

from verify.cli.figure import in_ledger
from verify.kernel.statements.claim import Kind
from verify.ledger import collect as ledger
from verify.ledger import lock
from verify.papers.kent.experiments import sayings, sayings_constant, sayings_sparse
from verify.papers.kent.experiments.figures import EXPERIMENTS
from verify.papers.kent.experiments.sweep_univariate import COARSE_CONSTANTS, EPSILONS, SHAPES, THREE_BINS
from verify.study.experiments.figures import Judge, Saying

Rows = list[dict[str, Any]]

SLOPES = {
    0.5: (-0.2, -0.1, 0.0, 0.0, 0.0),
    1.0: (-0.4, -0.2, -0.1, -0.05, 0.0),
    2.0: (-1.0, -1.0, -1.0, -0.05, -0.05),
    4.0: (-1.0, -1.0, -1.0, -1.0, -1.0),
}


def figure5(slopes: dict[float, tuple[float, ...]] = SLOPES, start: float = 0.01) -> Rows:
    """Risks of those slopes from decade to decade."""
    rows = []
    for n in (100, 200):
        for eps, listed in slopes.items():
            for k in range(6):
                risk = start * 10 ** sum(listed[:k])
                rows.append(
                    {
                        "n": n,
                        "m": 10 ** (k + 2),
                        "epsilon": eps,
                        "branch": "algorithm 2",
                        "risk": risk,
                        "width": 0.01,
                        "supremum": 1.5 * risk,
                        "plotted_over_least": 0.9,
                        "plotted_width": 0.01,
                    }
                )
    return [*rows, {"branch": THREE_BINS, "n": 100, "m": 100, "epsilon": 2.0, "risk": 1.0, "supremum": 9.0}]


def bent(epsilon: float, decade: int, slope: float) -> Rows:
    """The same with one slope off."""
    listed = list(SLOPES[epsilon])
    listed[decade] = slope
    return figure5(SLOPES | {epsilon: tuple(listed)})


def figure2() -> Rows:
    return [
        {
            "n": 500,
            "m": m,
            "epsilon": eps,
            "branch": "algorithm 2",
            "ratio": ratio,
            "risk": 0.1,
            "supremum": 0.15,
            "semi_user_ratio": m / 10,
            "split_user_ratio": m,
            "localisation_failure": 0.1 * (eps == 0.5),
        }
        for eps in EPSILONS
        for m, ratio in ((100, 20.0), (1000, 30.0 if eps > 0.5 else 90.0), (10_000, 25.0 if eps > 0.5 else 500.0))
    ]


def valley(steepness: float, constant: float, height: float = 2.0) -> float:
    """A risk with its least near C = (ln(2 k^2))^(1/2) / k: noise, and failures that a wider bin rules out."""
    return constant**2 + height * exp(-((steepness * constant) ** 2))


def figure6() -> Rows:
    return [
        {"epsilon": eps, "shape": shape, "branch": "algorithm 2", "constant": c, "risk": valley(6, c, 2 - shape / 10)}
        for eps in EPSILONS[:3]
        for shape in SHAPES
        for c in COARSE_CONSTANTS
    ]


def figure7() -> Rows:
    rows = []
    for eps in EPSILONS:
        for n in (100, 300):
            steepness = (6 if eps <= 1 else 12) * (1.0 if n == 100 else 0.8)
            rows += [
                {"epsilon": eps, "n": n, "m": 100, "branch": "algorithm 2", "constant": c, "risk": valley(steepness, c)}
                for c in COARSE_CONSTANTS
            ]
    return rows


def figure3() -> Rows:
    """At user level 40/T at alpha = 4; at item level nothing is gained."""
    return [
        {"d": d, "m": m, "epsilon": eps, "share": share, "risk": 160 / (m * eps), "item": 0.9, "item_best": 0.6}
        for eps in EPSILONS
        for share in (0.5, 1.0)
        for d, m in ((50, 44), (100, 67), (500, 176), (1000, 262))
    ]


def figure10() -> Rows:
    """A coordinate too few costs its square; one too many costs less the larger alpha is, whatever the mean."""
    return [
        {
            "mean": mean,
            "epsilon": eps,
            "assumed": s,
            "missed": (missed := max(4 - s, 0) * mean**2),
            "risk": missed + 0.01 + max(s - 4, 0) * 0.04 / eps,
        }
        for mean in (0.5, 1.0)
        for eps in EPSILONS
        for s in range(1, 9)
    ]


def figure9() -> Rows:
    """At six tenths of the threshold best at C = 1, at the whole of it rising with C."""
    return [
        {"d": 100, "epsilon": eps, "share": part, "constant": c, "found": 0.9 - abs(k - 2) / 10 if part < 1 else k / 20}
        for eps in EPSILONS
        for part in (0.6, 1.0)
        for k, c in enumerate((0.25, 0.5, 1.0, 4.0, 8.0, 30.0))
    ]


def changed(rows: Rows, change: dict[str, Any], **where: Any) -> Rows:
    """The rows with those of these entries changed; at least one must be."""
    found = [row | change if all(row.get(k) == v for k, v in where.items()) else row for row in rows]
    assert found != rows
    return found


def scaled(rows: Rows, factor: float, *constants: float, **where: Any) -> Rows:
    """The rows with the risks at some constants multiplied."""
    found = [
        row | {"risk": row["risk"] * factor}
        if row["constant"] in constants and all(row[k] == v for k, v in where.items())
        else row
        for row in rows
    ]
    assert found != rows
    return found


LAST = {"m": 10_000}
PLANTED: list[tuple[Judge, Rows, Rows]] = [
    (sayings.kent5_rates, figure5(), bent(1.0, 0, -0.2)),
    (sayings.kent5_flatten, figure5(), bent(2.0, 4, -0.25)),
    (sayings.kent5_vanish, figure5(), figure5(start=1e-4)),
    (sayings.kent5_linear, figure5(), bent(4.0, 4, -0.5)),
    (sayings.kent5_linear, figure5(), bent(4.0, 2, -1.5)),
    (sayings.kent5_until, figure5(), bent(2.0, 2, -0.5)),
    (sayings.kent5_until, figure5(), bent(2.0, 3, -1.0)),
    (sayings.kent5_position, figure5(), changed(figure5(), {"supremum": 1.0}, m=10**4, n=100, epsilon=2.0)),
    (
        sayings.kent5_plotted,
        figure5()[:-1],
        changed(figure5()[:-1], {"plotted_over_least": 0.49}, m=100, n=100, epsilon=4.0),
    ),
    (
        sayings.kent5_plotted,
        figure5()[:-1],
        changed(figure5()[:-1], {"plotted_over_least": 2.1}, m=100, n=100, epsilon=4.0),
    ),
    (sayings.kent2_naive, figure2(), changed(figure2(), {"split_user_ratio": 900.0}, epsilon=1.0, **LAST)),
    (sayings.kent2_flat, figure2(), changed(figure2(), {"ratio": 41.0}, epsilon=2.0, **LAST)),
    (sayings.kent2_phase, figure2(), changed(figure2(), {"ratio": 39.0}, epsilon=0.5, **LAST)),
    (sayings.kent2_localisation, figure2(), changed(figure2(), {"localisation_failure": 0.04}, epsilon=0.5, **LAST)),
    (sayings.kent2_localisation, figure2(), changed(figure2(), {"localisation_failure": 0.06}, epsilon=4.0, m=100)),
    (sayings.kent2_item, figure2(), changed(figure2(), {"ratio": 0.9}, epsilon=4.0, m=100)),
    (sayings.kent2_position, figure2(), changed(figure2(), {"supremum": 0.21}, epsilon=4.0, m=100)),
    (sayings_constant.kent6_small, figure6(), scaled(figure6(), 0.1, 0.02, shape=3.0)),
    (sayings_constant.kent6_decays, figure6(), scaled(figure6(), 2.0, 0.4)),
    (sayings_constant.kent6_decays, figure6(), scaled(figure6(), 0.1, 1.0)),
    (sayings_constant.kent6_graceful, figure6(), scaled(figure6(), 1.6, 0.8)),
    (sayings_constant.kent6_variance, figure6(), scaled(figure6(), 1.3, 0.1, shape=5.0)),
    (sayings_constant.kent6_coincide, figure6(), scaled(figure6(), 1.2, 1, shape=5.0)),
    (sayings_constant.kent6_over, figure6(), scaled(figure6(), 2.0, 0.64)),
    (sayings_constant.kent78_decays, figure7(), scaled(figure7(), 2.0, 0.5)),
    (sayings_constant.kent78_earliest, figure7(), scaled(figure7(), 0.01, 0.16, n=300)),
    (sayings_constant.kent78_over, figure7(), scaled(figure7(), 9.0, 0.64, 0.8)),
    (
        sayings_sparse.kent9_increase,
        figure9(),
        changed(figure9(), {"found": 0.5}, epsilon=4.0, share=0.6, constant=8.0),
    ),
    (sayings_sparse.kent9_limit, figure9(), changed(figure9(), {"found": 1.0}, epsilon=1.0, share=0.6, constant=4.0)),
    (sayings_sparse.kent9_limit, figure9(), changed(figure9(), {"found": 0.81}, epsilon=1.0, share=0.6, constant=0.25)),
    (sayings_sparse.kent3_item, figure3(), changed(figure3(), {"item_best": 0.29}, epsilon=2.0, d=1000)),
    (sayings_sparse.kent3_decreasing, figure3(), changed(figure3(), {"risk": 9.0}, epsilon=0.5, d=500, share=0.5)),
    (sayings_sparse.kent3_surpass, figure3(), changed(figure3(), {"item_best": 0.2}, epsilon=4.0, d=500)),
    (sayings_sparse.kent3_linear, figure3(), changed(figure3(), {"risk": 0.8}, epsilon=4.0, d=100, share=0.5)),
    (sayings_sparse.kent3_linear, figure3(), [row | {"risk": row["risk"] / row["m"]} for row in figure3()]),
    (sayings_sparse.kent10_over, figure10(), changed(figure10(), {"risk": 2.02}, mean=1.0, epsilon=2.0, assumed=6)),
    (sayings_sparse.kent10_relative, figure10(), changed(figure10(), {"risk": 0.3}, mean=0.5, epsilon=2.0, assumed=7)),
    (sayings_sparse.kent10_relative, figure10(), changed(figure10(), {"risk": 0.98}, mean=1.0, epsilon=0.5, assumed=7)),
    (sayings_sparse.kent10_missed, figure10(), changed(figure10(), {"missed": 0.2}, mean=0.5, epsilon=4.0, assumed=3)),
    (
        sayings_sparse.kent9_printed,
        figure9(),
        changed(figure9(), {"found": 0.55}, epsilon=1.0, share=1.0, constant=30.0),
    ),
    (sayings_sparse.kent9_printed, figure9(), changed(figure9(), {"found": 0.0}, epsilon=2.0, share=1.0, constant=8.0)),
    (sayings_constant.kent78_chosen, figure7(), scaled(figure7(), 2.5, 0.5)),
]


@pytest.mark.parametrize(("judge", "rows", "planted"), PLANTED)
def test_a_sentence_is_borne_out_and_its_planted_defect_is_seen(judge: Judge, rows: Rows, planted: Rows) -> None:
    assert judge(rows).holds, judge(rows).seen
    assert not judge(planted).holds, judge(planted).seen
    assert (judge(rows).verdict, judge(planted).verdict) == ("seen", "not seen")


def test_every_judge_has_a_planted_defect() -> None:
    judges = {judge for experiment in EXPERIMENTS for judge in experiment.judges}
    apart = ("sayings_vectors", "sayings_mixture", "kinds")
    elsewhere = {judge for judge in judges if judge.__module__.endswith(apart)}
    assert judges - elsewhere == {judge for judge, _, _ in PLANTED}


def listed() -> Sequence[Saying]:
    return [judge(rows) for judge, rows, _ in PLANTED]


def test_every_sentence_is_a_claim_of_the_ledger() -> None:
    claims = ledger.claims()
    named = {saying.claim for saying in listed()}
    assert all(claims[claim].kind is Kind.EXPERIMENT for claim in named)
    sections = ("kent/experiment1/", "kent/experiment3/", "kent/experiment5/", "kent/experiment6/")
    # That on Rademacher data compares Figure 6 with Figures 7 and 8; two say what is run, and what no figure can show.
    elsewhere = {"kent/experiment6/rademacher", "kent/experiment1/schemes", "kent/experiment3/impossible"}
    assert {id_ for id_ in claims if id_.startswith(sections)} - named == elsewhere


def test_the_ledgers_verdict_stands_beside_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    saying = sayings.kent5_position(figure5())
    assert in_ledger(saying) == lock.load()[saying.claim]["printed"] == "refuted"
    ours = sayings.kent5_plotted(figure5()[:-1])
    assert in_ledger(ours) == "checked"
    monkeypatch.setattr(lock, "load", dict)
    assert in_ledger(saying) == "not there"
