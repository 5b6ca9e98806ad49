"""The bounds next to the ledger's own expressions, at extremes, along n, m, d, epsilon, and their hard instances."""

import math
from fractions import Fraction as F
from inspect import signature
from itertools import pairwise, product

import pytest
import sympy

from lowerbounds.mean.ours import nonprivate
from lowerbounds.methods import assouad, van_trees
from lowerbounds.methods import mutual_information as information
from lowerbounds.methods.cubes import SignCube
from lowerbounds.optimisation import excess_risk as optimisation
from lowerbounds.optimisation.pure import pure_server
from lowerbounds.registry import PLACES, best, bounds_of
from lowerbounds.vectors import heavy, lifted, papers
from notation.parameters import ParameterError
from notation.setting import Setting
from tests.wide import Wide
from verify.ledger.collect import claims

EXTREME = [
    (1, 1, 1, 1e-9),
    (1, 1, 1, 700.0),
    (10**18, 10**18, 10**6, 1e-9),
    (10**18, 10**18, 10**6, 700.0),
    (10**18, 1, 10**6, 0.5),
    (1, 10**18, 10**6, 1.0),
    (10**18, 10**18, 1, 1.0),
    (3, 10**18, 2**20, 700.0),
    (10**9, 10**18, 7, 1e-9),
    (10**100, 10**100, 10**9, 1e4),
    (2, 3, 5, 1e-100),
]


# Bounded data under a moment condition are those of mean-linf and mean-l2. Scalar bounds have extremes of their own:
# those of one component are among them.
HARD = [(x, case) for x in PLACES if x != "mean" for case in (EXTREME[1:5] if x.startswith("mean-heavy") else EXTREME)]


def value_of(expression, **numbers):
    """A sympy expression at numbers, by the names of its symbols, to 30 digits."""
    exact = {x: sympy.Rational(F(numbers[x.name])) for x in expression.free_symbols}
    return sympy.N(expression.subs(exact), 30)


def proved(id_, part=None):
    """The right side of a chain's conclusion, or of that of one part."""
    statement = claims()[id_].corrected or claims()[id_].printed
    return (dict(statement.parts)[part] if part else statement).statement.right


POINTS = [
    (n, m, d, e) for n, m in ((1, 1), (7, 100), (1000, 3), (10**6, 10**4)) for d in (1, 3, 32) for e in (0.01, 0.7, 3.0)
]


@pytest.mark.parametrize(("n", "m", "d", "epsilon"), POINTS)
def test_the_sharper_cube_is_above_bassilys_numbers(n, m, d, epsilon):
    local = optimisation.bassily_local(n, m, d, epsilon, 2.0, 3.0).value
    few = optimisation.bassily_few_users(n, m, d, epsilon, 2.0, 3.0).value
    assert optimisation.cube_sharp(n, m, d, epsilon, 2.0, 3.0).value >= max(local, few * (1 - 1e-9))


def test_van_trees_beats_kents_and_zhaos_numbers_by_far():
    for n, m, d, epsilon in POINTS:
        for support in ("linf", "l2"):
            ours = van_trees.van_trees(n, m, d, epsilon, 1.0, support).value
            assert ours >= papers.kent_theorem6(n, m, d, epsilon, 1.0, support).value
        if n * m * epsilon**2 > 100 * d**2:
            assert van_trees.van_trees(n, m, d, epsilon).value > 20 * papers.zhao_theorem7(n, m, d, epsilon).value
            assert (
                van_trees.van_trees(n, m, d, epsilon, 1.0, "l1").value
                > 20 * papers.zhao_theorem6(n, m, d, epsilon).value
            )


@pytest.mark.parametrize(("problem", "case"), HARD)
def test_extreme_parameters_give_numbers(problem, case):
    n, m, d, epsilon = case
    d = max(d, 2) if problem == "discrete" else d
    most = {"mean-linf": d, "mean-heavy": d, "infinite-linf": d}.get(problem, 1) * (1 + 1e-12)
    bounds = bounds_of(problem, Wide(n, m, d, epsilon, p=2.0, K=2), interactive=False)
    for bound in bounds:
        assert 0 <= bound.value <= most, bound.source
        assert isinstance(bound.rate, sympy.Expr)
        assert bound.conditions
        if bound.chain is not None:
            steps = [step.value for step in bound.chain.steps]
            # Numbers at a witness are lower ends: alike only to the digits that their enclosures have.
            assert all(not b > a * (1 + 1e-9) for a, b in pairwise(steps) if a > 0), bound.source
            assert all(step.value.is_finite() for step in bound.chain.steps), bound.source
    # Where users know the parameter, the risk itself may be below every float.
    vanishing = problem.startswith("infinite-") and n * epsilon > 700
    if (problem != "optimisation-central" or n < 10**50) and not vanishing:
        assert max(bound.value for bound in bounds) > 0


MONOTONE = [
    lambda n, m, e: assouad.signs_bound(n, m, 6, e),
    lambda n, m, e: assouad.axes_bound(n, m, 6, e),
    lambda n, m, e: assouad.cells_bound(n, m, 6, e),
    lambda n, m, e: assouad.hadamard_bound(n, m, 8, e),
    lambda n, m, e: van_trees.van_trees(n, m, 6, e),
    lambda n, m, e: van_trees.van_trees(n, m, 6, e, 1.0, "l1"),
    lambda n, m, e: van_trees.van_trees(n, m, 6, e, 1.0, "cells"),
    lambda n, m, e: information.sign_floor(n, m, 6, e),
    lambda n, m, e: information.volume_floor(n, m, 6, e, 1.0, "l1"),
    lambda n, m, e: information.vertex_floor(n, m, 6, e),
    lambda n, m, e: papers.zhao_theorem6(n, m, 6, e),
    lambda n, m, e: papers.zhao_theorem7(n, m, 6, e),
    lambda n, m, e: papers.zhao_all_epsilon(n, m, 6, e),
    lambda n, m, e: papers.kent_proposition3(n, m, 6, e),
    lambda n, m, e: heavy.spikes(n, m, 6, e, 3.0),
    lambda n, m, e: optimisation.cube_sharp(n, m, 6, e),
    lambda n, m, e: pure_server(n, m, 6, e),
    lambda n, m, e: best("mean-l2", Setting(n, m, 6, e)),
    lambda n, m, e: best("discrete", Setting(n, m, 6, e)),
]


@pytest.mark.parametrize("place", range(len(MONOTONE)))
def test_more_of_anything_lowers_no_less(place):
    make = MONOTONE[place]
    at = {"n": 50, "m": 10, "e": 0.6}
    for name, values in (
        ("n", (1, 5, 50, 600, 10**5)),
        ("m", (1, 2, 10, 300, 10**6)),
        ("e", (1e-6, 0.1, 0.6, 2.0, 9.0, 100.0)),
    ):
        found = [make(**(at | {name: x})).value for x in values]
        assert all(a >= b * (1 - 1e-6) for a, b in pairwise(found)), (name, found)


def slope(make, low, high):
    return math.log(make(high).value / make(low).value) / math.log(high / low)


@pytest.mark.parametrize(
    ("problem", "power"), [("mean-linf", 2), ("mean-l2", 1), ("mean-l1", 1), ("discrete", 1)], ids=str
)
def test_exponents_of_the_best_bounds(problem, power):
    """1/n, 1/m, 1/epsilon^2 below 1, and d^2 or d: an exponent off by 1/2 anywhere shows."""
    n, m, d, e = 10**10, 10**3, 64, 0.05
    assert slope(lambda x: best(problem, Setting(x, m, d, e)), n, 100 * n) == pytest.approx(-1, abs=0.05)
    assert slope(lambda x: best(problem, Setting(n, x, d, e)), m, 100 * m) == pytest.approx(-1, abs=0.05)
    assert slope(lambda x: best(problem, Setting(n, m, x, e)), d, 4 * d) == pytest.approx(power, abs=0.05)
    assert slope(lambda x: best(problem, Setting(n, m, d, x)), e / 4, e) == pytest.approx(-2, abs=0.05)


def test_exponents_at_low_privacy_and_of_floors():
    n, m, d = 10**6, 10**3, 4096
    # epsilon from 1 to d in the cube: 1/epsilon.
    assert slope(lambda e: van_trees.van_trees(n, m, d, e), 20.0, 200.0) == pytest.approx(-1, abs=0.05)
    # Beyond d: no dependence.
    assert slope(lambda e: van_trees.van_trees(n, m, 8, e), 100.0, 600.0) == pytest.approx(0, abs=0.01)
    # The floor is m-free; axes are free: 1/sqrt(nm epsilon^2) where d is larger.
    assert (
        best("mean-l2", Setting(100, 10**9, 500, 0.5)).value
        == best("mean-l2", Setting(100, 10**15, 500, 0.5)).value
        > 0.9
    )
    many = 2**18
    assert slope(lambda x: van_trees.van_trees(x, 1, many, 0.5, 1.0, "l1"), 10**5, 256 * 10**5) == pytest.approx(
        -0.5, abs=0.05
    )


@pytest.mark.parametrize("p", [2.0, 4.0])
def test_exponents_of_heavy_tails(p):
    assert slope(lambda x: heavy.spikes(10**8, x, 1, 0.1, p), 10**3, 10**6) == pytest.approx(-2 * (1 - 1 / p), abs=0.01)
    assert slope(lambda x: heavy.spikes(x, 1000, 1, 0.1, p), 10**6, 10**9) == pytest.approx(-(1 - 1 / p), abs=0.01)


@pytest.mark.parametrize("make", ["cube", "l2", "axes", "cells", "hadamard", "trees", "volume", "spikes", "losses"])
def test_rates_are_the_bounds_up_to_constants(make):
    """value/rate stays within a factor of 60 over regimes."""
    bounds = {
        "cube": assouad.signs_bound,
        "l2": lambda n, m, d, e: assouad.signs_bound(n, m, d, e, 1.0, "l2"),
        "axes": assouad.axes_bound,
        "cells": assouad.cells_bound,
        "hadamard": assouad.hadamard_bound,
        "trees": van_trees.van_trees,
        "volume": information.volume_floor,
        "spikes": lambda n, m, d, e: heavy.spikes(n, m, d, e, 3.0),
        "losses": optimisation.cube_sharp,
    }
    ratios = []
    for n, m, d, e in product((10**3, 10**6), (1, 100), (4, 64), (0.1, 1.0)):
        bound = bounds[make](n, m, d, e)
        rate = float(value_of(bound.rate, n=n, m=m, d=d, epsilon=e, D=1, p=3, M_p=1, L=1, R=1))
        if bound.value > 0 and rate > 0:
            ratios.append(bound.value / rate)
    assert len(ratios) >= 4
    assert max(ratios) < 60 * min(ratios)
    if make != "trees":
        assert min(ratios) > 0.002


@pytest.mark.parametrize(
    "name",
    [
        "zhao_theorem6",
        "zhao_theorem7",
        "zhao_hadamard",
        "zhao_all_epsilon",
        "kent_high_privacy",
        "kent_low_privacy",
        "kent_theorem6",
        "kent_proposition3",
    ],
)
def test_the_papers_rates_are_their_numbers(name):
    """They have the papers' constants, and every argument of a minimum is the smallest somewhere."""
    make, seen, smallest = getattr(papers, name), 0, set()
    balls = ("linf", "l2") if "support" in signature(make).parameters else (None,)
    sizes = product((1, 10**7), (3,), (2, 16), (0.05, 3.0, 30.0), (1.0, 3.0), balls)
    for n, m, d, e, D, support in sizes:
        bound = make(n, m, d, e, D, *([support] if support else []))
        numbers = {"n": n, "m": m, "d": d, "epsilon": e, "D": D}
        for each in bound.rate.atoms(sympy.Min):
            # One with variables that do not change which argument is smallest would be no minimum.
            values = [float(value_of(one, **numbers)) for one in each.args]
            smallest.add((len(each.args), values.index(min(values))))
        if bound.value > 0:
            seen += 1
            assert bound.value == pytest.approx(float(value_of(bound.rate, **numbers)), rel=1e-9)
    assert seen >= 6
    assert all((size, i) in smallest for size in {size for size, _ in smallest} for i in range(size))


def _above_the_last(name, n, m, d, e, told):
    """The step above the number of a chain of signs, as a share of the whole loss, in floats and by itself."""
    if name == "kent_theorem6":
        # Messages know at most min{32/9 m x tanh(x/2), 4 md/3} of the parameter; the prior's information is 40 d.
        return d / (n * min(32 / 9 * m * e * math.tanh(e / 2), 4 / 3 * m * d) + 40 * d)
    s, k = told["s"], told.get("signs", d)
    kappa, exp2, chi = e * math.tanh(e / 2), math.expm1(e) ** 2, 4 * s**2 / (1 - s**2)
    all_samples = math.expm1(m * math.log1p(chi))
    if name == "zhao_all_epsilon" and 8 * n * kappa >= d:
        a = math.atanh(s)
        beta = 2 * m * a**2 + 2 * (m * a**2 * (1 + m * s**2)) ** 2
        root = 2 * n * kappa / d * beta / (1 - beta)
    elif name == "kent_high_privacy":
        root = 21 * n * e**2 * all_samples / d
    elif name == "kent_low_privacy":
        root = 7 * n * (16 * e * m * s**2 / (1 - s**2) ** 2 + 2 * d * (all_samples - m * chi)) / d
    elif 4 * n * exp2 >= k and name != "zhao_all_epsilon":
        # One sample in k is of a sign, but in the cube of independent signs each is of all.
        root = n * exp2 * m * chi / (1 if name == "zhao_theorem7" else k) / k
    else:
        root = 2 * n * kappa / k
    return (1 - math.sqrt(root)) / 2


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        *((name, ((10**4, 3, 4, 0.3), (1, 5, 8, 0.2))) for name in ("zhao_theorem6", "zhao_theorem7")),
        ("zhao_hadamard", ((10**4, 3, 4, 0.3), (1, 5, 8, 0.2))),
        ("zhao_all_epsilon", ((10**4, 3, 4, 2.0), (1, 5, 16, 0.2))),
        ("kent_high_privacy", ((10**4, 3, 4, 0.3), (10**4, 1, 9, 1.0))),
        ("kent_low_privacy", ((10**4, 3, 4, 2.0), (10**5, 2, 3, 5.0))),
        ("kent_theorem6", ((10**4, 3, 4, 0.3), (10**4, 2, 2, 6.0))),
    ],
)
def test_the_step_above_a_papers_number_is_written_again(name, sizes):
    for n, m, d, e in sizes:
        bound = getattr(papers, name)(n, m, d, e, 1.0)
        whole = d if name == "kent_theorem6" else 4 * bound.value
        again = whole * _above_the_last(name, n, m, d, e, {x: float(y) for x, y in bound.parameters.items()})
        assert float(bound.chain.steps[-2].value.mid()) == pytest.approx(again, rel=1e-9, abs=0)


def test_one_dimension_agrees_across_problems():
    for n, m, e in ((20, 3, 0.5), (1000, 10, 2.0)):
        same = {round(best(problem, Setting(n, m, 1, e)).value, 14) for problem in ("mean-linf", "mean-l2", "mean-l1")}
        assert len(same) == 1
        # Two cells are one bit: half of the scalar error of its sign.
        two = information.volume_floor(n, m, 2, e, 1.0, "cells").value
        assert two == pytest.approx(information.volume_floor(n, m, 1, e).value / 2, rel=1e-12)
        assert lifted.cells_nonprivate(n, m, 2, e).value == pytest.approx(nonprivate(n, m, e).value / 2, rel=1e-12)


@pytest.mark.parametrize(("cells", "m"), [(2, 4), (3, 4), (4, 9)])
def test_the_risk_without_privacy_on_cells_is_constant(cells, m):
    """The Bayes estimate under Dirichlet(sqrt(N)/d): its exact risk at several laws next to (1-1/d)/(1+sqrt N)^2."""
    root = math.isqrt(m)
    for raw in product((1, 2, 5), repeat=cells):
        p = [F(x, sum(raw)) for x in raw]
        risk = F(0)
        for x in p:
            # (count + root/d)/(N + root) has this bias and variance.
            bias = (m * x + F(root, cells)) / (m + root) - x
            risk += bias**2 + m * x * (1 - x) / F(m + root) ** 2
        assert float(risk) == pytest.approx(lifted.cells_nonprivate(m, 1, cells, 1.0).value, rel=1e-12)


BAD = [
    ("mean-linf", {"n": 0}, "n = 0"),
    ("mean-linf", {"m": 2.5}, "m = 2.5"),
    ("mean-l2", {"d": 0}, "d = 0"),
    ("mean-l2", {"d": 10**10}, "d = 10000000000"),
    ("mean-l1", {"epsilon": 0.0}, "epsilon = 0.0"),
    ("mean-l1", {"epsilon": math.inf}, "epsilon = inf"),
    ("mean-l1", {"epsilon": 1e5}, "epsilon = 100000.0"),
    ("mean-linf", {"n": 10**101}, "n = 1000"),
    ("discrete", {"d": 1}, "d = 1"),
    ("mean-heavy", {"p": 1.0}, "p = 1.0"),
    ("mean-heavy", {"M": -1.0}, "M = -1.0"),
    ("mean-linf", {"D": 0.0}, "D = 0.0"),
    ("optimisation", {"delta": 1.0}, "delta = 1.0"),
    ("optimisation", {"L": 0.0}, "L = 0.0"),
    ("means", {}, "problem = 'means'"),
]


@pytest.mark.parametrize("setting", [Setting, Wide])
@pytest.mark.parametrize(("problem", "change", "line"), BAD, ids=str)
def test_bad_input_is_one_clear_line(setting, problem, change, line):
    """By the check that all problems share, and by the bounds' own."""
    arguments = {"n": 10, "m": 2, "d": 3, "epsilon": 1.0} | change
    with pytest.raises(ParameterError) as told:
        best(problem, setting(**arguments))
    assert line in str(told.value)
    assert "\n" not in str(told.value)


def test_supports_and_shapes_are_checked():
    with pytest.raises(ParameterError, match="power of 2"):
        assouad.hadamard_bound(10, 1, 6, 1.0)
    for call in (
        information.volume_floor,
        information.vertex_floor,
        van_trees.van_trees,
        lifted.lifted,
        assouad.signs_bound,
    ):
        with pytest.raises(ParameterError, match="support"):
            call(10, 1, 6, 1.0, 1.0, "l3")
    with pytest.raises(ParameterError, match="s ="):
        SignCube(2, F(3, 2))
    with pytest.raises(ParameterError, match="atoms"):
        SignCube(40, F(1, 2)).law((1,) * 40)


def test_only_non_interactive_protocols_are_told_of_their_bounds():
    at = Setting(100, 5, 4, 3.0)
    sources = {b.source for b in bounds_of("mean-linf", at)}
    more = {b.source for b in bounds_of("mean-linf", at, interactive=False)}
    assert more - sources == {"zhao/own/linf-all-epsilon"}
    # Approximate privacy lets no bound pass that is proved for pure privacy only.
    assert {b.source.split(":")[0] for b in bounds_of("optimisation", Setting(100, 5, 4, 0.4, delta=0.1))} == {
        "cube of linear losses",
        "scores of users at a private answer",
        "bassily/own/approximate-lower",
        "bassily Theorem 3.1, corrected (bassily/thm3.1/lower)",
    }


def test_best_is_the_largest():
    for problem in PLACES:
        at = Setting(200, 4, 6, 0.5)
        bounds = bounds_of(problem, at)
        assert best(problem, at).value == max(bound.value for bound in bounds) > 0


@pytest.mark.parametrize("name", ["kent_high_privacy", "kent_low_privacy", "zhao_theorem6", "zhao_all_epsilon"])
def test_data_are_of_unit_size_where_nothing_is_said(name):
    """In squared units of the data: at half-width 3 nine times what it is where none is given."""
    make, epsilon = getattr(papers, name), 2.0 if name == "kent_low_privacy" else 0.5
    value = make(10**4, 3, 4, epsilon).value
    assert value > 0
    assert value == pytest.approx(make(10**4, 3, 4, epsilon, 3.0).value / 9, rel=1e-9)
