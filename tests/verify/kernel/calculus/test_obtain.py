"""What a fact says to exist is used and nothing is shown of it; facts whose cases tell nothing fail."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from sympy import Integer, Rational

from tests.verify.kernel.calculus.chains import accepted, refused
from verify.kernel.calculus import Statement, integer, line, obtain, random_real, real
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.conditions import WholeNumber, at_most, property_of
from verify.kernel.calculus.facts.bits import ALL_BY, PRIVATE_CHANNEL, AllBy
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.convexity import LipschitzOnBall, SmoothConvex, Within
from verify.kernel.calculus.facts.cube_laws import Dominated, Orthogonal, flipped
from verify.kernel.calculus.facts.fluctuations import (
    BIASED_INDEPENDENT,
    ORTHOGONAL_RATIOS,
    SIGNS_UNCORRELATED,
    SPARSE_APART,
    EtaSquared,
    SparseSigns,
    Uncorrelated,
)
from verify.kernel.calculus.facts.hypercube import Axes, Signs
from verify.kernel.calculus.facts.packings import POINT_MASSES, WHOLE_COVER, CoverSize, HasParameters
from verify.kernel.calculus.facts.priors import Biased, IndependentSigns, SeparatedExactly
from verify.kernel.calculus.facts.rounding import POWER_WITHIN, WHOLE_WITHIN, WithinTwo
from verify.kernel.calculus.facts.signs import ROTATED, Less, Norm, SignedSum
from verify.kernel.calculus.facts.van_trees import (
    BALL_SIGNS,
    CUBE_SIGNS,
    QUARTIC,
    SCORE,
    VANISHING,
    BallLaws,
    CubeLaws,
    PriorInformation,
    Quartic,
    SignMeans,
    SubGaussianScore,
    Vanishing,
)
from verify.kernel.calculus.nouns import Interactive, Member, Private
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.terms import constructor
from verify.papers.bassily.lemmas.acceleration import TARGET_INSIDE, Target
from verify.papers.bassily.lemmas.descents import HAS_OUTCOME, MINIMISER_INSIDE, Around, Minimiser, NoisyOracle, Outcome
from verify.papers.bassily.lemmas.stability import MEAN_LIPSCHITZ, MEAN_NOISY, MEAN_SMOOTH, Empirical
from verify.papers.kent.lemmas.components import DominatedParts, OrthogonalParts
from verify.papers.kent.lemmas.moved_components import (
    GRID_DOMINATED,
    GRID_EQUAL,
    GRID_SQUARES,
    SPREAD_DOMINATED,
    SPREAD_EQUAL,
    SPREAD_SQUARES,
    EqualParts,
    GridParts,
    SpreadParts,
)
from verify.papers.kent.s2_example1.classes import MEANS_WITHIN, MeansWithin
from verify.papers.label.lemmas.labels import COUPLED_LABELS, COUPLED_SIGNS, Coupled, LabelPrivate, SignsOfMean
from verify.papers.label.lemmas.local_averages import TILED, InDimension
from verify.papers.label.lemmas.tents import COUPLED_TENTS, PRIVATE_DECISION, SOME_TEST, Decide
from verify.papers.zhao.lemmas.changes import AXES_APART, AXIS_CHANGE, SIGN_CHANGE, SIGNS_APART, Changes

x, y, z = real("x", least=0), real("y", least=0), real("z", least=0)
Between = property_of("Between", "{0} < {1} < {2}", lambda a, b, c: a < b < c)


def _thirds() -> Iterator[Case]:
    for k in range(1, 7):
        yield (x, y, z), {x: Fraction(0), y: Fraction(k), z: Fraction(2 * k)}


FOUND = Schema(
    "a number between",
    "definition",
    "density of the reals",
    lambda a, b, c: Statement(Between(a, b, c), (at_most(a + 1, c),)),
    (x, y, z),
    _thirds,
    finds=(y,),
)
ABOVE = Schema(
    "what lies between lies above",
    "definition",
    "definition",
    lambda a, b, c: Statement(at_most(a, b), (Between(a, b, c),)),
    (x, y, z),
    _thirds,
)
BELOW = Schema(
    "what lies between lies below",
    "definition",
    "definition",
    lambda a, b, c: Statement(at_most(b, c), (Between(a, b, c),)),
    (x, y, z),
    _thirds,
)
FACTS = (FOUND, ABOVE, BELOW)
THERE = Between(x, y, z)
SHOWN = line(x, given=(THERE,)).le(y, ABOVE(x, y, z)).le(z, BELOW(x, y, z))
APART = at_most(x + 1, z)


def test_what_exists_is_used_and_forgotten() -> None:
    whole = line(x, given=(APART,)).le(z, obtain(FOUND(x, y, z), SHOWN))
    found = audit(whole)
    assert found.words == ()
    assert FOUND in found.schemas
    assert y not in {s for c in (whole.statement.conclusion, *whole.given) for s in c.free_symbols}
    refused("hypothesis x \\+ 1 <= z", x, "<=", z, (obtain(FOUND(x, y, z), SHOWN),))


def test_nothing_of_it_is_said() -> None:
    about = line(x, given=(THERE,)).le(y, ABOVE(x, y, z))
    with pytest.raises(ValueError, match=r"y exists for the chain's sake, and .* is about it"):
        obtain(FOUND(x, y, z), about)
    more = line(x, given=(THERE, at_most(y, 3))).le(z, SHOWN)
    with pytest.raises(ValueError, match="y exists for the chain's sake"):
        obtain(FOUND(x, y, z), more)
    with pytest.raises(ValueError, match="a chain that assumes it"):
        obtain(FOUND(x, y, z), line(x).le(x + 1))
    with pytest.raises(ValueError, match="a fact that says what exists"):
        obtain(ABOVE(x, y, z), SHOWN)


def test_it_is_no_fact_about_a_letter() -> None:
    refused("used by obtain", x, "<=", z, (SHOWN, FOUND(x, y, z)), given=(APART,))
    with pytest.raises(ValueError, match="give the fact other arguments"):
        FOUND(x, y, z).at({x: Integer(0)})
    for other in (x, x + 1, Integer(1), real("y", least=1), real("y"), integer("y", least=0), random_real("y", 0)):
        with pytest.raises(ValueError, match="must be a new letter like y"):
            FOUND(x, other, z)
    accepted(
        x,
        "<=",
        z + 1,
        (
            obtain(
                FOUND(x, y, z + 1),
                line(x, given=(Between(x, y, z + 1),)).le(y, ABOVE(x, y, z + 1)).le(z + 1, BELOW(x, y, z + 1)),
            ),
        ),
        given=(at_most(x, z),),
    )


def test_a_fact_whose_cases_tell_nothing_fails() -> None:
    unjudged = property_of("Unjudged", "{0}")
    silent = replace(FOUND, build=lambda *names: Statement(unjudged(names[0])))
    assert "only 0 test cases decide" in silent.fails()
    assert "only 3 test cases decide" in replace(FOUND, cases=lambda: islice(_thirds(), 3)).fails()


Flat = constructor("Flat", "1", lambda: Integer(1))
Blurred = constructor("Blurred", "{0}", lambda space: [{0: Fraction(1)}] * len(space))


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        (PRIVATE_CHANNEL, lambda k, e: Private(k, e / 2)),
        (ALL_BY, lambda k, n, decode, e: Interactive(AllBy(k, n, decode), n, e / 2)),
        (ALL_BY, lambda k, n, decode, e: Interactive(AllBy(k, n + 1, decode), n, e)),
        (WHOLE_COVER, lambda space, radius: WholeNumber(CoverSize(space, radius) / 7)),
        (WHOLE_WITHIN, lambda whole, number: WithinTwo(whole, number / 2)),
        (WHOLE_WITHIN, lambda whole, number: WithinTwo(whole + 1, number)),
        (POWER_WITHIN, lambda number, power: WithinTwo(number, 2 ** (power + 1))),
        (POWER_WITHIN, lambda number, power: WithinTwo(2 * number, 2**power)),
        (AXIS_CHANGE, lambda a, s, n, k: Changes(Axes(a, s, n), k, k, 4 * s**2 / (1 - s**2))),
        (SIGN_CHANGE, lambda a, s, n, k: Changes(Signs(a, s, n), k, k, 4 * s**2)),
        (AXES_APART, lambda a, s, n, k, j: Changes(Axes(a, s, n), k, k, 0)),
        (SIGNS_APART, lambda a, s, n, k, j: Changes(Signs(a, s, n), k, j, s**4)),
        (ORTHOGONAL_RATIOS, lambda p, d, m: Orthogonal(p, m, EtaSquared(p, m) * Rational(99, 100))),
        (SIGNS_UNCORRELATED, lambda width, s, d: Uncorrelated(Signs(width, s, d), d + 1)),
        (SPARSE_APART, lambda s, d: SeparatedExactly(SparseSigns(s, d), Squared(), s**2 / 4, d)),
        (BIASED_INDEPENDENT, lambda t, d: IndependentSigns(Biased(t, d), d + 1)),
        (GRID_SQUARES, lambda m, x, t: OrthogonalParts(GridParts(m, x, t), 128 * t * x**2 / (21 * m))),
        (SPREAD_SQUARES, lambda m, x, t: OrthogonalParts(SpreadParts(m, x, t), 128 * t * x**2 / (21 * m))),
        (SPREAD_EQUAL, lambda m, x, t: EqualParts(SpreadParts(m, x, t), m + 1)),
        (GRID_EQUAL, lambda m, x, t: EqualParts(GridParts(m, x, t), m + 1)),
        (GRID_DOMINATED, lambda m, x, t: DominatedParts(GridParts(m, 2 + x, t))),
        (SPREAD_DOMINATED, lambda m, x, t: DominatedParts(SpreadParts(m, 2 + x, t))),
        (TILED, lambda p, h, c, d: InDimension(p, d + 1)),
        (PRIVATE_DECISION, lambda a, k, e: LabelPrivate(Decide(a, k), e * Rational(99, 100))),
        (MEANS_WITHIN, lambda p: Member(p, MeansWithin(Rational(1, 2)))),
        (POINT_MASSES, lambda space: HasParameters(Blurred(space), space)),
        (ROTATED, lambda w, a, b, k: SignedSum(w, Norm(Less(a, b)))),
        (VANISHING, lambda: Vanishing(Flat())),
        (CUBE_SIGNS, lambda k: SignMeans(CubeLaws(k), k, Rational(101, 100))),
        (CUBE_SIGNS, lambda k: SignMeans(CubeLaws(k), k + 1, 1)),
        (BALL_SIGNS, lambda k: SignMeans(BallLaws(k), k, 2 / (k + 1) ** Rational(1, 4))),
        (SCORE, lambda m, k, level: SubGaussianScore(m, k, level / 2)),
        (QUARTIC, lambda: at_most(PriorInformation(Quartic()), 39)),
        (COUPLED_LABELS, lambda t, p, q, a, b, far, n: Coupled(t, p, p, a, b, far)),
        (COUPLED_SIGNS, lambda t, n, m, a, b, far: Coupled(t, SignsOfMean(n, m), SignsOfMean(n, m), a, b, far)),
        (SOME_TEST, lambda *names: Between(*names[2:4], 1)),
        (TARGET_INSIDE, lambda f, far: Within(Target(f), Around(far / 2))),
        (HAS_OUTCOME, lambda path, g: Outcome(path / 2, g)),
        (MINIMISER_INSIDE, lambda f, beta, radius: Within(Minimiser(f, 3 * radius), Around(radius))),
        (MEAN_SMOOTH, lambda losses, beta, data: SmoothConvex(Empirical(losses, data), beta / 2)),
        (MEAN_NOISY, lambda noise, losses, nu, data: NoisyOracle(noise, Empirical(losses, data), nu / 2)),
        (MEAN_LIPSCHITZ, lambda losses, most, r, data: LipschitzOnBall(Empirical(losses, data), most / 7, r)),
    ],
    ids=lambda given: given.name if isinstance(given, Schema) else "",
)
def test_properties_that_are_wrongly_said_fall(schema: Schema, wrong: Any) -> None:
    def build(*arguments: Any) -> Statement:
        return replace(schema.build(*arguments), conclusion=wrong(*arguments))

    assert schema.fails() == ""
    assert "fails at" in replace(schema, build=build).fails()


def test_a_worse_test_than_the_average_falls() -> None:
    def worst() -> Iterator[Case]:
        for arguments, values in SOME_TEST.cases():
            errors = values[arguments[0]]
            if len(set(errors.values())) > 1:
                signs, index = max(errors, key=errors.__getitem__)
                yield arguments, {**values, arguments[1]: signs, arguments[2]: index}

    assert "fails at" in replace(SOME_TEST, cases=worst).fails()


def test_a_test_of_a_sign_that_is_not_plus_falls() -> None:
    """The flip of the signs that are found errs alike, but its k-th sign is -."""

    def at(places: Callable[[Any, int], Any]) -> Callable[[], Iterator[Case]]:
        def cases() -> Iterator[Case]:
            for arguments, values in SOME_TEST.cases():
                signs, index = values[arguments[1]], int(values[arguments[2]])
                yield arguments, {**values, arguments[1]: places(signs, index - 1)}

        return cases

    assert replace(SOME_TEST, cases=at(lambda signs, _: signs)).fails() == ""
    assert "fails at" in replace(SOME_TEST, cases=at(flipped)).fails()


def test_labels_of_tents_coupled_at_other_features_fall() -> None:
    def build(*arguments: Any) -> Statement:
        known = COUPLED_TENTS.build(*arguments).conclusion
        test, p, _, *errors = known.args
        return Statement(Coupled(test, p, p, *errors))

    assert "fails at" in replace(COUPLED_TENTS, build=build).fails()


def test_uncorrelated_ratios_are_of_one_sign_each() -> None:
    """Planted: two signs with one mean, which turns with either of them; a law that one flip takes away."""
    pairs = [(a, b) for a in (1, -1) for b in (1, -1)]
    tied = {at: {x: (1 + x * Fraction(sum(at), 4)) / 2 for x in (1, -1)} for at in pairs}
    apart = {at: {(x, y): (2 + x * at[0]) * (2 + y * at[1]) / Fraction(16) for x, y in pairs} for at in pairs}
    assert Uncorrelated.value(apart, 2)
    assert not Uncorrelated.value(apart, 3)
    assert not Uncorrelated.value(tied, 2)
    assert not Orthogonal.value(tied, 1, Fraction(100))
    bare = {(1,): {0: Fraction(1)}, (-1,): {1: Fraction(1)}}
    assert not Dominated.value(bare)
    assert not IndependentSigns.value({(1, 1): Fraction(1, 2), (-1, -1): Fraction(1, 2)}, 2)


def test_a_component_that_is_taken_away_is_seen() -> None:
    """Planted: a coin whose probability is 0 on one side; a sign that moves two components."""
    bare = [(Fraction(1), {(1,): {1: Fraction(1)}, (-1,): {0: Fraction(1, 2), 1: Fraction(1, 2)}})]
    assert not DominatedParts.value(bare)
    (share, first), (_, second) = SpreadParts.value(Fraction(2), Fraction(1, 8), 1)
    tied = [(share, first), (share, {at: first[at] for at in second})]
    most = Fraction(64, 14) / 64
    assert OrthogonalParts.value([(share, first), (share, second)], most)
    assert not OrthogonalParts.value(tied, most)
