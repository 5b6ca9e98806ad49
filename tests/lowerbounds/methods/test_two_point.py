from fractions import Fraction as F

import pytest
from flint import arb

from lowerbounds.information.contraction import kl_by_tv
from lowerbounds.information.divergences import chi_square, squared_hellinger, total_variation
from lowerbounds.information.laws import binomial, two_point
from lowerbounds.mean.ours import ROUTES, two_point_sharp
from lowerbounds.mean.papers import kent_example1a, kent_example1b, kent_family, zhao_family, zhao_theorem2
from lowerbounds.methods import two_point as tp
from lowerbounds.numerics.enclosures import ball, precise, roughly
from lowerbounds.numerics.line_search import best_point
from notation.parameters import ParameterError


def falls(chain):
    """No step exceeds the one before; the first is a lower end, and links may meet."""
    slack = arb("1e-18")
    return not any(
        after.value > before.value + abs(before.value) * slack
        for before, after in zip(chain.steps, chain.steps[1:], strict=False)
    )


def zhao_chain(n, m, epsilon, s, used=None):
    """The printed chain, and a mutant whose contraction sees `used` samples of each user's m."""
    family = zhao_family(s)
    chain = tp.pinsker_chain(family, n, m, epsilon, (lambda tv: kl_by_tv(epsilon, tv), "(62)(d)"), "(62)(e)")
    if used is None:
        return chain
    limit = kl_by_tv(epsilon, family.tv(used))
    last = tp.BoundStep("mutant", ball(s) ** 2 * (1 - (n * limit / 2).sqrt()) / 2, "none")
    return tp.BoundChain((*chain.steps[:1], last))


def test_families_are_the_printed_ones():
    s, shift = F(1, 3), F(1, 10)
    zhao, kent = zhao_family(s, 4), kent_family(shift)
    assert (zhao.null.mean(), zhao.alternative.mean(), zhao.separation) == (4 * s, -4 * s, 8 * s)
    assert kent.separation == 2 * shift
    # kent K2, first row: chi-square 16 Delta^2, TV 2 Delta, KL -log(1 - 16 Delta^2)/2, and the affinity.
    assert chi_square(kent.alternative, kent.null) == 16 * shift**2
    assert total_variation(kent.null, kent.alternative) == 2 * shift
    assert kent.kl.overlaps(-ball(1 - 16 * shift**2).log() / 2)
    roots = 1 - (ball(1 + 4 * shift).sqrt() + ball(1 - 4 * shift).sqrt()) / 2
    assert squared_hellinger(kent.null, kent.alternative).overlaps(roots)
    # zhao (63).
    assert zhao.kl.overlaps(ball(s) * ball((1 + s) / (1 - s)).log())


def test_what_is_no_family_is_refused():
    for make in (
        lambda: zhao_family(F(0)),
        lambda: zhao_family(F(3, 2)),
        lambda: kent_family(F(1, 3)),
        lambda: tp.TwoPointFamily(two_point(F(1, 2)), two_point(F(1, 2))),
        lambda: tp.TwoPointFamily(two_point(F(1, 2)), two_point(F(1, 3), 2, 0)),
        lambda: tp.TwoPointFamily(binomial(2, F(1, 2)), binomial(2, F(1, 3))),
    ):
        with pytest.raises(ParameterError):
            make()


@pytest.mark.parametrize("n", [1, 2, 50, 10**5])
@pytest.mark.parametrize("m", [1, 2, 101, 10**6])
@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0])
def test_every_step_of_every_chain_loses(n, m, epsilon):
    for bound in (zhao_theorem2, kent_example1a, kent_example1b):
        assert falls(bound(n, m, epsilon).chain), bound.__name__
    assert falls(zhao_chain(n, m, epsilon, F(1, 4)))


@pytest.mark.parametrize("route", ROUTES, ids=lambda r: r.name)
@pytest.mark.parametrize(("n", "m", "epsilon"), [(1, 1, 0.3), (3, 4, 2.0), (500, 101, 1.0), (200, 400, 4.0)])
def test_every_route_stays_below_the_bayes_risk_at_the_witness(route, n, m, epsilon):
    assert falls(two_point_sharp(n, m, epsilon, routes=(route,)).chain)


def test_steps_of_one_chain_by_hand():
    n, m, epsilon, s = 1, 1, 1.0, F(1, 4)
    chain = zhao_chain(n, m, epsilon, s)
    square, tanh, kl = ball(s) ** 2, (arb(1) / 2).tanh(), ball(s) * ball((1 + s) / (1 - s)).log()
    expected = (
        square * (1 - (tanh * ball(s)) ** 2),
        square * (1 - tanh * ball(s)),
        square * (1 - tanh * ball(s)) / 2,
        square * (1 - (tanh * ball(s) * ((1 + tanh * ball(s)) / (1 - tanh * ball(s))).log() / 2).sqrt()) / 2,
        square * (1 - (kl_by_tv(epsilon, s) / 2).sqrt()) / 2,
        square * (1 - (kl_by_tv(epsilon, arb(1)) * kl).sqrt() / 2) / 2,
    )
    for step, value in zip(chain.steps, expected, strict=True):
        assert abs(float((step.value - value).mid())) < 1e-14
    assert len(chain.losses) == len(chain.steps) - 1
    # From estimation to testing costs exactly a factor of 2.
    assert chain.losses[1] == pytest.approx(0.5)


@pytest.mark.parametrize("used", [1, 3])
def test_the_single_sample_in_place_of_the_product_is_caught(used):
    n, m, epsilon, s = 200, 1000, 0.5, F(1, 10)
    assert falls(zhao_chain(n, m, epsilon, s, used=m))
    assert not falls(zhao_chain(n, m, epsilon, s, used=used))


def test_the_chain_sees_the_product_of_m():
    for m in (3, 50, 10**4):
        s = F(1, 300)
        family = zhao_family(s)
        step = zhao_chain(100, m, 0.5, s).steps[4].value
        full = ball(s) ** 2 * (1 - (50 * kl_by_tv(0.5, family.tv(m))).sqrt()) / 2
        assert step.overlaps(full)
        assert step < ball(s) ** 2 * (1 - (50 * kl_by_tv(0.5, family.tv(1))).sqrt()) / 2


def test_best_point_finds_an_interior_and_an_end_maximum():
    found = best_point(lambda s: ball(s) * (1 - ball(s)), 1e-3, F(1))
    assert abs(found - F(1, 2)) < F(1, 10**4)
    assert best_point(ball, 1e-3, F(1)) == 1
    assert best_point(ball, 2.0, F(1)) == 1
    # Deep underflow is no plateau.
    deep = best_point(lambda s: (-(10**6) * ball(s)).exp() * ball(s), 1e-9, F(1))
    assert float(deep) == pytest.approx(1e-6, rel=1e-3)
    assert best_point(lambda s: arb("nan"), 1e-3, F(1)) > 0


@pytest.mark.parametrize(
    ("n", "m", "epsilon"),
    [(1, 5, 0.5), (20, 100, 0.5), (5, 10**5, 1.0), (2, 10**5, 3.0), (500, 7, 8.0), (10**5, 2, 1e-3)],
)
def test_no_route_that_is_left_out_would_have_been_the_largest(n: int, m: int, epsilon: float) -> None:
    """What is far below the best near its own peak is not searched; alone every route is."""
    alone = max(two_point_sharp(n, m, epsilon, routes=(route,)).value for route in ROUTES)
    assert two_point_sharp(n, m, epsilon).value == pytest.approx(alone, rel=1e-12)


def test_a_rough_search_is_as_sound_and_leaves_the_precision_as_it_was() -> None:
    """The same number is enclosed twice, the second time wider; what is computed after is as before."""

    @precise
    def third() -> arb:
        return arb(1) / 3

    before = third()
    with roughly():
        rough = third()
    assert rough.contains(before)
    assert rough.rad() > 2**30 * before.rad() > 0
    assert third().rad() == before.rad()
