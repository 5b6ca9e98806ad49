"""kent Appendix G.1, (104)-(119) and Theorem 6 from above at d = 1: verdicts, counterexamples, planted defects."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from math import ceil, exp, log

import pytest
import sympy
from flint import arb

from tests.verify.papers.section import claims_of, results_of
from upperbounds.channels.votes import Bins
from upperbounds.mean import kent
from verify.kernel.prover import Proved, Refuted, Relation, Variable, prove
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.outcome import Settings, Verdict, as_arb
from verify.papers.kent.appG1_mean_upper import (
    eq104_votes as localise,
)
from verify.papers.kent.appG1_mean_upper import (
    eq105_success as success,
)
from verify.papers.kent.appG1_mean_upper import (
    eq109_far_bins as far_bins,
)
from verify.papers.kent.appG1_mean_upper import (
    eq110_dependent_bits as far_pairs,
)
from verify.papers.kent.appG1_mean_upper import (
    eq110_tail_sum as far_tails,
)
from verify.papers.kent.appG1_mean_upper import (
    eq111_union_bound as union,
)
from verify.papers.kent.appG1_mean_upper import (
    eq113_decomposition as refine,
)
from verify.papers.kent.appG1_mean_upper import (
    eq115_clipping_bias as clipped,
)
from verify.papers.kent.appG1_mean_upper import (
    eq118_rate as rate,
)
from verify.papers.kent.instances import votes

MODULES = (localise, success, far_bins, far_pairs, far_tails, union, refine, clipped, rate)


@pytest.fixture(scope="module")
def ledger():
    return claims_of(MODULES)


@pytest.fixture(scope="module")
def results():
    return results_of(MODULES)


def test_numbers_of_the_counterexamples(results):
    def sides(id_):
        evidence = results[id_].printed.evidence
        return evidence["left"][0], evidence["right"][0]

    alone = results["kent/own/eq110/marginals"].corrected.evidence
    assert (alone["left"][0], alone["right"][0]) == pytest.approx((0.060898, 0.009374), rel=1e-4)
    assert sides("kent/eq110/chernoff") == pytest.approx((9.4894e-5, 1.8779e-7), rel=1e-4)
    assert sides("kent/eq110/lemma24") == pytest.approx((0.946201, exp(-0.2)), rel=1e-6)
    assert sides("kent/eq117/116") == pytest.approx((67 / 920, 201 / 8000), rel=1e-12)


def test_the_constants_are_the_least_integers():
    alpha = sympy.Symbol("alpha", positive=True)
    high = Variable(alpha, sympy.Integer(0), sympy.Integer(1), open_lower=True)
    low = Variable(alpha, sympy.Integer(1), sympy.Integer(2))

    def judged(constant, right, variable, power):
        return prove(Relation(2 * alpha**power / constant, right, "<=", (variable,)))

    gap = sympy.tanh(alpha / 4) ** 2 / 256
    assert isinstance(judged(kent.K_HIGH_PRIVACY, gap, high, 2), Proved)
    assert isinstance(judged(kent.K_HIGH_PRIVACY - 1, gap, high, 2), Refuted)
    exponent = sympy.log(sympy.cosh(alpha / 12))
    assert isinstance(judged(kent.K_LOW_PRIVACY, exponent, low, 1), Proved)
    assert isinstance(judged(kent.K_LOW_PRIVACY - 1, exponent, low, 1), Refuted)


def test_the_end_of_110_fails_at_the_smaller_constant():
    """kent/eq110/end is proved with K = 8536; in a run with K = 577 it is false, and the corrected bound holds."""
    users, samples, alpha = 4000, 1000, F(101, 100)
    assert kent.used_samples(users, samples, float(alpha), kent.K_LOW_PRIVACY) == samples
    assert votes.bin_of(F(1), votes.width(users, samples, alpha)) >= 3
    flip = 1 / (1 + (as_arb(alpha) / 6).exp())
    tail = flip.beta_lower(arb(users // 2), arb(users // 2 + 1), regularized=True)
    assert tail > (-users * as_arb(alpha) / 20).exp() + as_arb(F(16, users * samples**2))
    assert tail < (as_arb(alpha) / 12).cosh() ** -users + as_arb(F(1, users * samples**2))
    assert kent.used_samples(users, samples, float(alpha), kent.K_HIGH_PRIVACY) < 2


def test_the_corrected_chernoff_power_holds_where_the_printed_one_fails():
    case = next(iter(far_tails._printed_power(Settings())))
    assert case.right < case.left
    assert as_arb(case.left) < as_arb(case.right).sqrt()


def test_a_wrong_explicit_bound_is_caught(ledger):
    """Planted: the exact risks against a display with 674 replaced by its hundredth."""
    cases = list(rate._exact_risks(Settings()))
    assert all(case.left < case.right for case in cases)
    wrong = FiniteCheck("", "", lambda _: [Case(c.parameters, c.left, c.right / 100) for c in cases])
    assert wrong.check(Settings()).verdict is Verdict.REFUTED


def test_an_inflation_of_delta_alone_is_caught():
    """Planted: the interval of Algorithm 2 widened by Delta in place of 2 Delta loses the buffer."""
    plan = kent.algorithm2_symbolic()
    narrow = replace(plan, inflation=plan.inflation / 2)
    parts = votes.buffer_parts(narrow, {-1: votes.LEFT_HALF})
    assert any(part.check(Settings()).verdict in (Verdict.OPEN, Verdict.REFUTED) for part in parts.values())


def test_the_two_laws_of_a_mean_agree():
    for samples, high in product((1, 2, 7, 12), (F(0), F(1, 3), F(1))):
        law = {x: p for x, p in votes.sign_mean(samples, high).items() if p}
        assert law == votes.sign_mean_again(samples, high)
        assert sum(law.values()) == 1


def test_the_two_routes_to_a_beaten_bin_agree():
    raws = [{(1, 0): F(1, 2), (0, 1): F(1, 4), (0, 0): F(1, 4)}, {(1, 0): F(2, 3), (1, 1): F(1, 3)}]
    for raw, keep, voters in product(raws, (F(1, 2), F(3, 5), F(1)), (1, 2, 3)):
        assert votes.beaten(raw, keep, voters) == votes.beaten_again(raw, keep, voters)


def test_bins_are_those_of_the_estimator():
    for numerator, denominator in ((1, 4), (2, 7), (3, 2)):
        delta = F(numerator, denominator)
        bins = Bins(F(-1), 2 * delta, ceil(1 / delta))
        for k in range(-55, 56):
            # An enclosure cannot tell the side of an edge; the runs of the claims have irrational widths.
            if ((F(k, 55) + 1) / (2 * delta)).denominator > 1:
                assert votes.bin_of(F(k, 55), as_arb(delta)) == bins.index_exact(F(k, 55))


def test_widths_are_those_of_the_algorithms():
    for users, samples, alpha in ((40000, 64, F(1)), (2000, 512, F(2))):
        shipped = kent.width(users, samples, float(alpha), 1.0)
        assert float(votes.width(users, samples, alpha)) == pytest.approx(shipped, rel=1e-12)


def test_the_constant_of_119_holds_in_floats():
    """(119) with 125000: the display before it, times y/L, on a grid of both regimes."""
    for alpha, users, samples in product((0.1, 0.5, 1.0, 1.5, 8.0), (2, 10**3, 10**6), (1, 10**2, 10**6)):
        constant = kent.K_HIGH_PRIVACY if alpha <= 1 else kent.K_LOW_PRIVACY
        x = users * min(alpha, alpha**2)
        used = min(samples, exp(min(x / constant, 600)))
        y = users * used * min(alpha, 1) ** 2
        if alpha <= 1 and users * alpha**2 < 8:
            continue
        level, squared = log(y), (2 if alpha <= 1 else 4) * log(y) / used
        display = 32 * exp(-used * squared) + 24 / min(squared**0.5, 1) * exp(-2 * x / constant)
        display += 384 / (users * used) + 674 * squared / users / min(alpha, 1) ** 2
        assert display <= float(rate.CONSTANT) * level / y


def refuted(cases):
    """Whether a finite set of cases, changed by a planted defect, is refuted."""
    return FiniteCheck("", "", lambda _: cases).check(Settings()).verdict is Verdict.REFUTED


def test_a_vote_for_a_far_bin_that_is_not_rare_is_caught():
    """Planted: a vote for a far bin as likely as a deviation of Delta; the n bits then no longer dominate."""
    users, samples, keep = 4, 2, F(99, 100)
    raw = far_pairs._raw(users, samples, F(1))
    tail = far_tails.binomial_tail(users, 1 - keep + far_tails.varepsilon(users, samples, keep))
    assert votes.beaten(raw, keep, users // 2) > tail
    assert not refuted(list(far_pairs._dominated(Settings())))


def test_the_gains_of_the_domination_are_those_of_the_laws():
    """P(both bits) and P(a bit) of one user, and of two bits B, from the laws themselves."""
    for keep, r, s, x in product((F(1, 2), F(4, 5), F(1)), (F(0), F(1, 64)), (F(0), F(1, 10)), (F(1, 8), F(1, 2))):
        law = dict.fromkeys(range(3), F(0))
        for (a, b), mass in {(1, 0): 1 - r - s, (0, 1): r, (0, 0): s}.items():
            ones = votes.sum_of_bits([1 - keep if a else keep, keep if b else 1 - keep])
            for k, share in enumerate(ones):
                law[k] += mass * share
        bits = votes.sum_of_bits([1 - keep + (2 * keep - 1) * x] * 2)
        gain = 2 * keep - 1
        assert law[2] - (1 - keep) ** 2 == gain * (r + s * (1 - keep))
        assert bits[2] - (1 - keep) ** 2 == gain * (x**2 + 2 * (1 - x) * x * (1 - keep))
        assert law[1] + law[2] - (1 - keep**2) == gain * (r * (1 - keep) + (r + s) * keep)
        assert bits[1] + bits[2] - (1 - keep**2) == gain * (2 * keep * x - gain * x**2)


def test_a_union_over_one_voter_alone_is_caught():
    """Planted: the factor n/2 lost in the union over the voters."""
    cases = list(far_bins._some_wrong(Settings()))
    assert not refuted(cases)
    assert refuted([Case(c.parameters, c.left, c.right * 2 / c.parameters["n"]) for c in cases])


def test_a_power_n_for_n_over_two_is_caught():
    """Planted: the printed power, on the cases of the mended Chernoff bound."""
    cases = list(far_tails._half_powers(Settings()))
    assert refuted([Case(c.parameters, c.left, c.right**2) for c in cases])


def test_a_bias_with_the_wrong_exponent_is_caught():
    """Planted: 16 e^(-3 T Delta^2) in (117)."""
    cases = list(clipped._biases(Settings()))
    assert not refuted(cases)
    assert refuted([Case(c.parameters, c.left, 16 * (c.right / 16) ** 3) for c in cases])


def test_samples_that_are_not_centred_are_caught():
    """Planted: the printed sum of (104), which is not centred."""
    high, delta = F(5, 6), votes.width(32, 50, F(1, 2))
    law = votes.sign_mean(50, high)
    assert votes.tail(law, 2 * high - 1, delta) == votes.tail(votes.centred_mean(50, high), F(0), delta)
    assert votes.tail(law, 2 * high - 1, delta) != votes.tail(law, F(0), delta)
