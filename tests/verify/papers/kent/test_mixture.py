"""kent Appendix B, A.3 and G.5: verdicts, counterexamples by a second route, planted defects."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

from tests.verify.papers.section import claims_of
from upperbounds.mixture.kent import K_VOTES
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck, at_most
from verify.kernel.statements.outcome import Settings, Verdict
from verify.ours.kent import hetero, mixture_rate
from verify.papers.kent import appA3_mixture, appB_mixture_algorithm, appB_theorem10_lower, appG5_mixture_upper
from verify.papers.kent.experiments import sayings_mixture as sayings
from verify.study.experiments.figures import find

MODULES = (appB_mixture_algorithm, appG5_mixture_upper, hetero, mixture_rate)
REFUTED = (
    "kent/eq53",
    "kent/thm10/upper",
    "kent/appG.5/nearest-bin",
    "kent/eq172",
    "kent/eq172/chosen",
    "kent/eq173",
    "kent/eq174/range",
    "kent/eq175",
    "kent/eq181",
    "kent/appG.5/end",
)


def test_every_accusation_has_a_second_route_and_a_correction():
    """Statements alone, without what they depend on; that the others hold is the lock's."""
    ledger = claims_of(MODULES)
    assert {id_ for id_, claim in ledger.items() if claim.severity and not claim.root} == set(REFUTED)
    for id_ in REFUTED:
        found = ledger[id_].printed.check(Settings())
        assert found.verdict is Verdict.REFUTED, id_
        # A family has its ratios, and its left side is a claim of ours with its own crosschecks.
        assert {"left_second_route", "ratios"} & set(found.evidence), id_


def test_a_smaller_k_fails_at_the_end():
    """Planted: K one less than the least, (171) at alpha = 1."""
    alpha = sympy.Symbol("alpha", positive=True)
    unit = Variable(alpha, sympy.Integer(0), sympy.Integer(1), open_lower=True)
    keep = sympy.exp(alpha / 2) / (1 + sympy.exp(alpha / 2))
    left = 2 * alpha**2 / (K_VOTES - 1)
    assert at_most(left, (sympy.Rational(1, 2) - keep) ** 2 / 96, unit).check(Settings()).verdict is Verdict.REFUTED


PLANTED = {
    "a cube of means twice as wide": lambda: (
        replace(case, left=case.right, right=case.left) for case in appB_theorem10_lower.half_way(2)
    ),
    "bins three apart, said to be enough": lambda: appG5_mixture_upper._outsiders(3),
    "one bin fewer than 3m - 2": lambda: [Case({}, 1, min(appB_mixture_algorithm._left(3, (1,)), 1))],
    "a hash of one sign for all centres": lambda: [
        Case({}, sum((Fraction(s * s * 2) for s in (-1, 1)), Fraction(0)) / 2, 0)
    ],
    "tails of a tenth of the deviation": lambda: (
        replace(case, right=case.right / 10) for case in appG5_mixture_upper._off(Settings())
    ),
    "the bias of bins alone said to be small": lambda: (
        Case(case.parameters, case.right, Fraction(1, 1000))
        for case in appB_mixture_algorithm._printed_bias(Settings())
    ),
    "a tenth too much in every exponent": lambda: mixture_rate.slopes(1.1),
    "a bound of a two-thousandth": lambda: (
        replace(case, right=case.right / 2000) for case in appB_mixture_algorithm._risks(Settings())
    ),
}


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_planted_defects_are_refuted(planted):
    found = FiniteCheck("planted", "planted", lambda _: planted()).check(Settings())
    assert found.verdict is Verdict.REFUTED


def rows(**changed):
    """Rows that bear every sentence out, except for what is changed at the last point."""
    found = []
    for axis, points in (("n", (100, 200, 500, 1000, 2000)), ("m", (100, 200, 500, 1000, 2000))):
        for eps in (2.0, 4.0):
            for place, x in enumerate(points):
                limited = axis == "m" and eps == 2
                row = {"axis": axis, "n": 1000, "m": 1000, "epsilon": eps, "votes": "nearest centre", "lost": 0.0}
                row |= {axis: x, "largest_bias": 0.02 / (place + 1), "truth1": -0.5, "truth2": 0.5}
                row |= {f"deviation{k}": 0.5 if limited else 0.5 / (place + 1) for k in (1, 2)}
                found.append(row | (changed if place == 4 else {}))
    return found


JUDGES = {
    sayings.consistent: {"deviation2": 0.4},
    sayings.users: {"largest_bias": 0.05},
    sayings.samples: {"deviation1": 0.2},
    sayings.imbalanced: {"lost": 0.06},
}


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_sentences_hold_on_rows_that_bear_them_out_and_on_no_others(judge):
    said = judge(rows())
    assert said.holds
    assert said.claim in claims_of((appA3_mixture,))
    assert not judge(rows(**JUDGES[judge])).holds
    assert not judge(rows(largest_bias=0.2)).holds


@pytest.mark.parametrize("name", ["kent-11", "kent-12"])
def test_figures_have_a_panel_for_each_axis_and_alpha(name):
    """Two points of each curve, from the cells' own work."""
    experiment = find(name)
    cells = [cell for cell in experiment.cells("paper") if (cell["n"], cell["m"]) in {(1000, 500), (2000, 500)}]
    if name == "kent-11":
        cells = [cell for cell in experiment.cells("default") if cell["n"] >= 1000 and cell["m"] >= 1000]
    rows = [cell | experiment.work(cell) for cell in cells if cell["epsilon"] == 4]
    figure = experiment.draw(rows)
    assert len(figure.axes) == (2 if name == "kent-11" else 1)
    # A line for each component and vote, and its level.
    components = 4 if name == "kent-11" else 3
    assert all(len(axes.lines) == 3 * components for axes in figure.axes)
    assert all(row["risk"] > 0 for row in rows)
    assert len(experiment.cells("paper")) > len(experiment.cells("default"))
