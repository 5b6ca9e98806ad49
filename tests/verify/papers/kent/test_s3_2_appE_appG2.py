"""kent Sections 3.2, 3.3, Appendices E.2, E.3, G.2: folds, spends, rotations, rates; verdicts and planted defects."""

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
import sympy
from sympy import Integer, log, oo, sqrt

from lowerbounds.selection import approximate
from tests.verify.papers.section import claims_of
from upperbounds.protocols.split import cyclic
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import kent
from verify.kernel.prover import Variable
from verify.kernel.statements import FiniteCheck, Identity, UpToConstant, at_most
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.ours.kent import ball_bound, shipped_lower
from verify.ours.kent import ball_error as ball_tails
from verify.ours.kent import ball_rate as ball_upper
from verify.ours.kent import univariate_bound as free_width
from verify.papers.kent import (
    s3_2_cube_folds as folds,
)
from verify.papers.kent import (
    s3_3_ball_rotation as rotation,
)
from verify.papers.kent import (
    s3_theorem6 as mean_theorem,
)
from verify.papers.kent import (
    s4_1_privacy as later_privacy,
)
from verify.papers.kent.appE2_vectors import groups_of_users as groups
from verify.papers.kent.appE2_vectors import widths as general_widths
from verify.papers.kent.appG2_vectors_upper import (
    eq120_cube as cube_upper,
)
from verify.papers.kent.appG2_vectors_upper import (
    eq129_ball_votes as rotated_votes,
)
from verify.papers.kent.appG2_vectors_upper import (
    eq135_ball_far_bins as rotated_far,
)
from verify.papers.kent.appG2_vectors_upper import (
    eq138_ball_error as rotated_error,
)
from verify.papers.kent.instances import folds as spends
from verify.papers.kent.instances import rotations as enumerated

MODULES = (
    folds,
    rotation,
    general_widths,
    cube_upper,
    rotated_votes,
    rotated_far,
    rotated_error,
    ball_tails,
    ball_bound,
    ball_upper,
    later_privacy,
    shipped_lower,
    groups,
    mean_theorem,
    free_width,
)
CATALOGUE = {
    "kent/thm6i",
    "kent/thm6ii",
    "kent/alg4",
    "kent/alg5",
    "kent/alg12",
    "kent/alg13",
    "kent/alg12/privacy",
    "kent/eq120",
    "kent/lemma20",
    "kent/lemma27",
    "kent/eq129",
    "kent/eq132",
    "kent/eq134",
    "kent/eq143",
    "kent/eq147",
    "kent/alg6/privacy",
    "kent/alg7/privacy",
    "kent/alg8/privacy",
    "kent/alg9/privacy",
}
QUICK = Settings()


@pytest.fixture(scope="module")
def mine():
    return claims_of(MODULES)


def judged(cases, sense="<="):
    """The verdict of a finite check over some cases."""
    return FiniteCheck("planted", "the same set", lambda _: cases, sense).check(QUICK).verdict


def test_the_catalogue_is_covered(mine):
    assert set(mine) >= CATALOGUE


def test_one_fold_too_many_and_one_too_few_are_caught():
    for printed in (spends.printed_plain, spends.printed_rotated):
        grid = list(spends.budgets(printed, (2, 8))(QUICK))
        assert judged(grid) is Verdict.OPEN, "the channels and the corrected sets disagree"
        assert judged([replace(case, left_again=None) for case in grid]) is Verdict.REFUTED
        assert judged(list(spends.one_fold_too_many(printed)(QUICK))) is Verdict.REFUTED

    def wider(n, d, alpha):
        plan = spends.plain(n, d, alpha)
        return replace(plan, split=cyclic(n, d, 2)) if 1 < alpha <= d else plan

    sets = [case for case in spends.answers(wider, (5,))(QUICK) if case.note]
    assert judged(sets, "==") is Verdict.REFUTED


def test_the_printed_overspend_by_a_second_route():
    """d = 2, alpha = 3/2: all answers to two one-hot votes at budget 1 have a ratio of e^2."""
    assert spends.spent(40, 2, F(3, 2), extra=1) == F(4, 3)
    assert spends.spent(40, 2, F(3, 2)) == F(2, 3)
    assert spends.spent(40, 2, F(2), extra=1) == 1
    for d in (3, 5):
        for alpha in (F(3, 2), F(2), d - F(1, 8)):
            assert spends.spent(4 * d, d, alpha, extra=1) == (int(alpha) + 1) / alpha > 1


def test_a_single_bin_is_no_counterexample(monkeypatch):
    """Where T* = 1 every mean is in the one bin: what the channels allow is then more than what data can make of it."""
    plan = spends.printed_plain(40, 2, 1.5)
    assert (plan.each.bins.count, spends._votes_power(plan)) == (1, 0)
    monkeypatch.setattr(spends, "_SAMPLES", 1)
    for printed in (spends.printed_plain, spends.printed_rotated):
        assert judged(list(spends.one_fold_too_many(printed)(QUICK))) is Verdict.OPEN


def test_other_users_or_another_budget_are_caught():
    """kent/alg12/cap compares users and budget as well as T* and Delta."""
    plan = spends.plain(8000, 8, 2.75)
    users, budget, _ = spends._each(8000, 8, F(11, 4))
    assert (plan.each.n, plan.each.epsilon) == (users, budget)
    for each in (replace(plan.each, n=users + 2), replace(plan.each, epsilon=1.5)):
        cases = list(spends._compared(replace(plan, each=each), 8000, 8, F(11, 4), 1000, as_arb(1)))
        assert judged([case for case in cases if case.note in {"users", "budget"}]) is Verdict.REFUTED


def test_the_noise_of_the_printed_cap_is_that_of_the_program():
    """kent/alg12/cap: 288 log(K)/(e n) is below 2 (6 Delta)^2/(n/2) of the plan that runs, and (123) far below it."""
    for r in (4, 16):
        n = 2 * general_widths.K * r
        plan = kent.printed_algorithm12(int(n), 10**9, r, float(r), 1.0)
        noise = 2 * float(plan.each.scale) ** 2 / plan.each.half
        assert plan.each.m <= 8
        assert noise > 288 * float(log(general_widths.K)) / (float(sympy.E) ** 2 * float(n))
        assert noise > 1e3 * float(log(n * 10**9)) / (float(n) * 10**9)


def test_wide_bins_cost_a_factor_d():
    """kent/alg13/width: the noise of the printed plan grows with d^2 at fixed nT, of the corrected one with d."""
    for d, n in ((64, 10**8), (1024, 10**8)):
        signs = RandomRotation(d, np.ones(d))
        printed = kent.printed_algorithm13(n, d, 1.0, 1.0, signs, 1.0)
        corrected = kent.algorithm13(n, d, 1.0, 1.0, signs, 1.0)
        logs = log(n * printed.each.m / d) / log(n * corrected.each.m) ** 2
        assert (printed.each.scale / corrected.each.scale) ** 2 == pytest.approx(float(d * logs), rel=1e-2)


def test_planted_constants_in_the_families_stay_open():
    """A family on which the ratio does not grow refutes nothing."""
    r = sympy.Symbol("r", positive=True)
    n, t = sympy.symbols("n T", positive=True)
    ranges = tuple(Variable(v, Integer(0), oo, open_lower=True) for v in (n, t))
    same = UpToConstant(log(n * t) / (n * t), log(n * t) / (n * t), ranges, family=((n, r), (t, r)), along=r)
    assert same.check(QUICK).verdict is Verdict.OPEN


def test_a_smaller_constant_breaks_the_rotation_lemma():
    gammas = (F(1, 100), F(1, 2), F(9, 10))
    assert judged(rotation.spread(gammas=gammas)) is Verdict.CHECKED
    assert judged(rotation.spread(F(1, 2), gammas)) is Verdict.REFUTED


def test_the_edge_of_gamma_is_where_the_ledger_says():
    """d = 1: |v| > 10 |v| sqrt(log(1/gamma)) from e^(-1/100) = 0.99005 on."""
    assert judged(rotation.spread(gammas=(F(99, 100),))) is Verdict.CHECKED
    assert judged(rotation.spread(gammas=(F(991, 1000),))) is Verdict.REFUTED


def test_a_bound_without_the_union_over_coordinates_is_caught():
    assert judged(rotation.sups()) is Verdict.CHECKED
    assert judged(rotation.sups(1)) is Verdict.REFUTED
    cases = [replace(case, right=case.right / case.parameters["d"]) for case in rotation.sups()]
    assert judged(cases) is Verdict.REFUTED


def test_smaller_constants_break_the_tails_of_norms():
    assert judged(rotation.mean_norms()) is Verdict.CHECKED
    assert judged(rotation.mean_norms(1)) is Verdict.REFUTED
    assert judged(ball_tails.mean_tails()) is Verdict.CHECKED
    assert judged(ball_tails.mean_tails(1)) is Verdict.REFUTED


def test_rotations_and_walks_are_what_they_say():
    """Lengths are kept, and a walk's tails fall from 1 to the probability of the farthest places."""
    for image in enumerated.rotations([3, -1, 2, 5]):
        assert sum(entry**2 for entry in image) == 4 * (9 + 1 + 4 + 25)
    assert sum(enumerated.axis_walk(3, 4).values()) == 1
    levels = list(enumerated.norm_tails(2, 3))
    assert levels[0] == (1, 1)
    assert levels[-1] == (9, F(4, 4**3))


def test_the_rates_of_one_coordinate_are_not_slack():
    for regime in (lambda s: s.alpha <= 1, lambda s: 1 < s.alpha <= s.d, lambda s: s.alpha > s.d):
        assert judged(cube_upper.one_coordinate(regime)) is Verdict.CHECKED
        assert judged(cube_upper.one_coordinate(regime, factor=100)) is Verdict.REFUTED
        assert judged(cube_upper.one_coordinate(regime, after=5)) is Verdict.REFUTED


def test_ties_of_equal_tallies_by_enumeration():
    """kent/eq134/own-bin: two tallies without votes tie or either wins, so that P(Z_l <= Z_k) >= 1/2."""
    flip = F(2, 5)
    law = {k: sympy.binomial(4, k) * flip**k * (1 - flip) ** (4 - k) for k in range(5)}
    assert sum(law[a] * law[b] for a in law for b in law if a <= b) >= F(1, 2)
    (case,) = list(rotated_votes._ties(QUICK))
    assert bool(as_arb(case.left) > as_arb(F(24, 100)))
    assert bool(as_arb(case.right) * 10**10 < 1)


def test_a_smaller_loss_of_d_is_none():
    """kent/eq137: with 72 d, or in one dimension, neither step is refuted."""
    (dimension,), (bins,) = list(rotated_far._lost_dimension(QUICK)), list(rotated_far._many_bins(QUICK))
    assert judged([dimension]) is judged([bins]) is Verdict.REFUTED
    assert judged([replace(dimension, left=dimension.left / F(64), left_again=None)]) is Verdict.CHECKED
    assert judged([replace(bins, right=2**16)]) is Verdict.CHECKED


def test_a_bad_rotation_by_enumeration():
    """kent/eq134/rotation: the diagonal of the ball is turned to an axis with probability 2^(1-d)."""
    for d in (2, 4, 8):
        entries = [image[0] for image in enumerated.rotations([1] * d)]
        assert F(sum(abs(e) == d for e in entries), len(entries)) == F(2, 2**d)


def test_dropping_a_part_of_the_votes_bound_fails():
    """Without Markov's factor 4, or with the probability squared, the bound over rotations is false."""
    cases = list(rotated_votes._markov(QUICK))
    assert judged(cases) is Verdict.CHECKED
    assert judged([replace(c, right=c.right / 4) for c in cases]) is Verdict.REFUTED


@pytest.mark.parametrize(
    ("left", "right", "variables"),
    [
        ("4608*L**2 + 16610", "4600*L**2", (("L", 11),)),
        ("18432*(L + Rational(3,8))**2 + 1144", "23500*L**2", (("L", log(2)),)),
        ("64*8536*(1 + log(2) + g)", "2185216*(1 + g)/4", (("g", 0),)),
        ("(1 + 2*sqrt(L))**2", "4*L", (("L", log(8)),)),
        ("2*a/288", "log(cosh(a/12))", (("a", 1),)),
        ("1 + 8*u", "exp(7*u)", (("u", 0),)),
        ("g - 1*(1 + g)", "-(1 + g)", (("g", 0),)),
    ],
)
def test_halved_constants_do_not_pass_the_steps(left, right, variables):
    symbols = {name: sympy.Symbol(name, nonnegative=True) for name, _ in variables}
    ranges = tuple(Variable(symbols[name], sympy.sympify(low), oo) for name, low in variables)
    statement = at_most(sympy.sympify(left, symbols), sympy.sympify(right, symbols), *ranges)
    assert statement.check(QUICK).verdict is Verdict.REFUTED


def test_smaller_constants_break_the_assembled_bounds():
    for bound, constant in (
        (mean_theorem.cube, mean_theorem.CUBE),
        (mean_theorem.ball, mean_theorem.BALL),
        (ball_upper.rate, ball_upper.LOW_CONSTANT),
    ):
        assert judged(bound()) is Verdict.CHECKED
        assert judged(bound(constant / 1000)) is Verdict.REFUTED
    assert judged(ball_bound.exact()) is Verdict.CHECKED
    assert judged(ball_bound.exact(2)) is Verdict.REFUTED
    assert judged(free_width.exact()) is Verdict.CHECKED
    assert judged(free_width.exact(2)) is Verdict.REFUTED


def test_another_constant_is_not_the_chains():
    assert judged(shipped_lower.chains(QUICK)) is Verdict.CHECKED
    assert judged(shipped_lower.chains(QUICK, factor=2)) is Verdict.REFUTED


def test_another_constant_is_not_theorem_11s(monkeypatch):
    assert judged(shipped_lower.approximate(QUICK)) is Verdict.CHECKED
    assert judged(shipped_lower.approximate(QUICK, factor=2)) is Verdict.REFUTED
    monkeypatch.setattr(approximate, "_root", lambda total: lambda k: total + k)
    assert judged(shipped_lower.approximate(QUICK)) is Verdict.REFUTED


def test_the_width_needs_its_root():
    """kent/eq132/set: with c_2^2 for 2 c_2^2 the threshold is sqrt(2) Delta."""
    c, d, t, level, c2 = sympy.symbols("C d T L c2", positive=True)
    top, delta = c2 * sqrt(2 * level / t), sqrt(c / (d * t)) * level
    for share, times in ((c2**2, sqrt(2)), (2 * c2**2, 1)):
        threshold = Identity(lambda share=share: top * sqrt(c * level / (share * d)), lambda times=times: times * delta)
        assert threshold.check(QUICK).verdict is Verdict.PROVED


def test_a_group_without_users_is_caught():
    cases = list(groups.grouped(QUICK))
    assert judged(cases) is Verdict.CHECKED
    short = [replace(case, right=F(case.right, 8)) for case in cases if case.note.startswith("at least")]
    assert judged(short) is Verdict.REFUTED


def test_votes_for_inflated_bins_spend_twice():
    assert judged(later_privacy.chosen_votes()) is Verdict.CHECKED
    assert judged(later_privacy.chosen_votes(inflated=True)) is Verdict.REFUTED


@pytest.mark.parametrize(("d", "alpha"), [(4, 16.0), (3, 13.0)])
def test_the_bound_in_the_ball_is_the_simulated_risk(d, alpha):
    """Where the bound is nontrivial it is nearly all noise: the plan that runs, on nearly normal user means."""
    users, samples, runs = 4000, 10**5, 100
    rng = np.random.default_rng(5)
    rotations = RandomRotation.draw(d, rng)
    plan = kent.algorithm13(users, samples, alpha, 1.0, rotations)
    bound = kent.l2_bound(users, samples, d, alpha, 1.0)
    mean = np.full(d, 0.4 / np.sqrt(d))
    means = mean + rng.standard_normal((runs, users, 1, d)) / np.sqrt(d * samples)
    errors = ((plan.run(means, rng) - mean) ** 2).sum(axis=-1)
    assert not bound.vacuous
    # Five standard deviations of a mean of `runs` squared normals in d dimensions; padding to 4 costs a quarter of 3.
    padded = plan.split.coordinates / d
    assert abs(padded * errors.mean() / bound.value - 1) < 5 * np.sqrt(2 / (d * runs))
