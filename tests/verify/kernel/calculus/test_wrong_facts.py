"""Wrong versions of facts: mixtures, priors on a cube, data without privacy, pure pairs, norms of sums."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sympy import Dummy, Integer, Rational, exp, log

from verify.kernel.calculus import ChiSquare, Comparison, at_most
from verify.kernel.calculus.facts.approximate import (
    CLOSE_MARGINALS,
    FALSE_NAMES,
    PURE_BELOW,
    PURE_CHAIN,
    PURE_FACTOR,
    PURE_FANO,
    PURE_MASS,
    PURE_RATIO,
    ApproximatelyPrivate,
    delta,
    epsilon,
)
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.cube_laws import CHI_SQUARE_FLUCTUATIONS, Dominated, Separated, Within
from verify.kernel.calculus.facts.hypercube import CHAIN_SUMMED, CHAIN_SUMMED_J, Ball, Cube, Signs
from verify.kernel.calculus.facts.information import PRIVATE_TURNED
from verify.kernel.calculus.facts.moments import CHORD_OF_POWER
from verify.kernel.calculus.facts.priors import (
    BIASED_TESTS,
    GIVEN_ONE_COORDINATE,
    LARGEST_NEIGHBOURS,
    NEAREST_PARAMETER,
    OUTSIDE_CLASS,
    Biased,
    SeparatedExactly,
    V,
    k,
    tau,
)
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb
from verify.papers.kent.lemmas import norms
from verify.papers.kent.lemmas.all_data import (
    FLIPPED_SIGN,
    NEIGHBOUR_DATA,
    SIGNS_SEPARATED,
    SIGNS_WITHIN_BALL,
    SIGNS_WITHIN_CUBE,
    D,
    d,
    r,
    s,
)
from verify.papers.kent.lemmas.components import (
    BESSEL_IN_PARTS,
    CAUCHY_OVER_PARTS,
    MIXTURE_DOMINATED,
    C,
    K,
    Mixed,
    OrthogonalParts,
    PartsFluctuations,
    PartsProjected,
    PartsVariance,
    a,
    v,
)
from verify.papers.kent.lemmas.mixtures import LARGEST_WEIGHT, SORTED_MEANS, Mixtures
from verify.papers.kent.lemmas.norms import NORM_OF_SUM, SQUARED_TAIL, S, W, rate
from verify.papers.kent.lemmas.rare_messages import (
    BELOW_CHI_SQUARE,
    CHAIN_OVER_MESSAGES,
    CLOSE_TO_MEAN,
    GOLDEN_FORMULA,
    MEAN_CLOSE,
    SPLIT_BY_BIT,
    BitEntropy,
    CloseFamily,
    GoodExcess,
    TooMuch,
)
from verify.papers.kent.lemmas.rare_messages import delta as spilt
from verify.papers.kent.lemmas.rotated_means import (
    BAD_ROTATIONS,
    BOUNDED_DIFFERENCES,
    CLIPPED_ROTATED,
    HOEFFDING_ROTATED,
    ROTATED_BACK,
    SIGNS_APART,
    SQUARED_CHANCE,
    LostGiven,
    NormOff,
    RotatedOff,
    largest_tail,
)
from verify.papers.zhao.lemmas.plug_in import PLUG_IN_RATIO, PLUG_IN_SIGNS, LabelError, PairError


def wrong(schema: Schema, build: Callable[..., Statement], cases: Callable[[], Iterator[Case]] | None = None) -> str:
    """What the test cases of a changed fact say."""
    return replace(schema, build=build, cases=cases or schema.cases).fails()


def test_a_mixture_of_laws_that_are_not_dominated_is_none() -> None:
    vertices = ((1,), (-1,))
    bare = [(Fraction(1), {w: {w[0]: Fraction(1)} for w in vertices})]
    cases = lambda: iter([((C,), {C: bare})] * 5)  # noqa: E731
    assert "fails" in wrong(MIXTURE_DOMINATED, lambda parts: Statement(Dominated(Mixed(parts))), cases)


@pytest.mark.parametrize(
    ("schema", "bound"),
    [
        (CAUCHY_OVER_PARTS, at_most(PartsFluctuations(K, C, v), a**2 * PartsProjected(K, C, v))),
        (BESSEL_IN_PARTS, at_most(PartsProjected(K, C, v), PartsVariance(K, C, v) / 2)),
    ],
    ids=["Cauchy", "Bessel"],
)
def test_the_power_and_the_factor_count(schema: Schema, bound: Any) -> None:
    assert "fails" in wrong(schema, lambda *given: replace(schema.build(*given), conclusion=bound))


def test_a_bound_below_the_mean_squares_is_outside_the_property() -> None:
    values = next(iter(CAUCHY_OVER_PARTS.cases()))[1]
    assert OrthogonalParts.value(values[C], values[a])
    assert not OrthogonalParts.value(values[C], values[a] * Fraction(99, 100))
    dependent = [
        (
            Fraction(1),
            {
                w: {1: Fraction(1, 2) + Fraction(sum(w), 8), 0: Fraction(1, 2) - Fraction(sum(w), 8)}
                for w in ((1, 1), (1, -1), (-1, 1), (-1, -1))
            },
        )
    ]
    assert not OrthogonalParts.value(dependent, Fraction(100))


def test_half_the_distance_is_needed_to_the_nearest_vertex() -> None:
    """The whole distance in its place: an estimate between two vertices breaks it."""

    def build(*given: Any) -> Statement:
        true = NEAREST_PARAMETER.build(*given).conclusion
        return Statement(at_most(2 * true.left, true.right))

    assert "fails" in wrong(NEAREST_PARAMETER, build)


def test_vertices_outside_cost_as_much_as_all_wrong_coordinates() -> None:
    def build(*given: Any) -> Statement:
        true = OUTSIDE_CLASS.build(*given)
        return Statement(at_most(true.conclusion.left, true.conclusion.right.subs(k, k / 2)), true.hypotheses)

    assert "fails" in wrong(OUTSIDE_CLASS, build)


def test_a_share_above_a_half_breaks_the_bound_for_biased_tests() -> None:
    def cases() -> Iterator[Case]:
        for letters, values in BIASED_TESTS.cases():
            yield letters, {**values, tau: Fraction(9, 10)}

    assert "fails" in wrong(BIASED_TESTS, lambda *given: Statement(BIASED_TESTS.build(*given).conclusion), cases)


def test_a_chord_of_a_convex_power_lies_above() -> None:
    def cases() -> Iterator[Case]:
        for letters, values in CHORD_OF_POWER.cases():
            yield letters, {**values, letters[2]: values[letters[2]] + 1}

    assert "fails" in wrong(CHORD_OF_POWER, CHORD_OF_POWER.build, cases)


def test_mixtures_given_a_coordinate_need_independent_ones() -> None:
    """Two coordinates that are equal: given one, the other is known."""

    def cases() -> Iterator[Case]:
        for letters, values in GIVEN_ONE_COORDINATE.cases():
            if values[k] == 2:
                yield letters, {**values, V: {v: Fraction(v[0] == v[1], 2) for v in values[V]}}

    bare = lambda *given: Statement(GIVEN_ONE_COORDINATE.build(*given).conclusion)  # noqa: E731
    assert "fails" in wrong(GIVEN_ONE_COORDINATE, bare, cases)


@pytest.mark.parametrize(
    ("schema", "changed"),
    [
        (CHAIN_SUMMED, lambda right, _: right.xreplace({CHAIN_SUMMED.letters[1]: Integer(1)})),
        (CHAIN_SUMMED_J, lambda right, _: right.xreplace({CHAIN_SUMMED.letters[1]: Integer(1)})),
        (PRIVATE_TURNED, lambda right, level: right.xreplace({exp(level): exp(9 * level / 10)})),
        (LARGEST_NEIGHBOURS, lambda right, _: right * Rational(9, 10)),
    ],
    ids=lambda given: given.name if isinstance(given, Schema) else "",
)
def test_no_part_of_a_fact_on_neighbours_is_too_much(schema: Schema, changed: Callable[[Any, Any], Any]) -> None:
    def build(*given: Any) -> Statement:
        true = schema.build(*given)
        known = true.conclusion
        return Statement(Comparison(known.left, known.op, changed(known.right, given[1])), true.hypotheses)

    assert "fails" in wrong(schema, build)


def test_fluctuations_are_divergences_from_the_vertex_and_not_to_it() -> None:
    def build(*given: Any) -> Statement:
        known = CHI_SQUARE_FLUCTUATIONS.build(*given).conclusion
        turned = known.left.xreplace({x: ChiSquare(*x.args[::-1]) for x in known.left.atoms(ChiSquare)})
        return Statement(Comparison(turned, known.op, known.right))

    assert "fails" in wrong(CHI_SQUARE_FLUCTUATIONS, build)


def test_separation_is_exact_and_a_biased_vertex_has_mass_one() -> None:
    letters, values = next(iter(OUTSIDE_CLASS.cases()))
    loss, family, half, size = (values[letters[i]] for i in (3, 4, 6, 7))
    assert SeparatedExactly.value(family, loss, half, size)
    assert not SeparatedExactly.value(family, loss, half / 2, size)
    assert sum(Biased.value(Fraction(1, 10), Fraction(3)).values()) == 1
    assert Biased.value(Fraction(1, 10), Fraction(2))[1, -1] == Fraction(9, 100)


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (SIGNS_SEPARATED, Separated(Signs(D, s, d), Squared(), D**2 * s**2, d)),
        (SIGNS_WITHIN_CUBE, Within(Signs(D, s, d), Cube(D / 2, d))),
        (SIGNS_WITHIN_BALL, Within(Signs(D, s, d), Ball(2, r * 9 / 10, d))),
    ],
    ids=["separation", "cube", "ball"],
)
def test_signs_lack_what_is_wrongly_said(schema: Schema, said: Any) -> None:
    assert "fails" in wrong(schema, lambda *given: replace(schema.build(*given), conclusion=said))


@pytest.mark.parametrize("schema", [NEIGHBOUR_DATA, FLIPPED_SIGN], ids=lambda schema: schema.name)
def test_nine_tenths_of_a_divergence_are_too_little(schema: Schema) -> None:
    def build(*given: Any) -> Statement:
        true = schema.build(*given)
        return Statement(at_most(true.conclusion.left, true.conclusion.right * 9 / 10), true.hypotheses)

    assert "fails" in wrong(schema, build)


def test_a_channel_that_leaks_more_is_not_as_private() -> None:
    _, values = next(iter(CLOSE_MARGINALS.cases()))
    leaky = {**values, delta: values[delta] / 2}
    assert ApproximatelyPrivate.value(values[K], values[epsilon], values[delta])
    assert not ApproximatelyPrivate.value(values[K], values[epsilon], leaky[delta])

    def build(*given: Any) -> Statement:
        true = CLOSE_MARGINALS.build(*given)
        return Statement(true.conclusion.xreplace({delta: delta / 3}), true.hypotheses)

    assert "fails" in wrong(CLOSE_MARGINALS, build)


def test_a_pure_part_keeps_no_more_mass_than_is_left() -> None:
    def build(*given: Any) -> Statement:
        true = PURE_BELOW.build(*given)
        return Statement(at_most(true.left / (1 - delta), true.right), true.hypotheses)

    assert "fails" in wrong(PURE_BELOW, build)


def test_the_ratio_of_a_pure_pair_is_reached() -> None:
    def build(*given: Any) -> Statement:
        true = PURE_RATIO.build(*given)
        return Statement(at_most(true.left, true.right * 99 / 100), true.hypotheses)

    assert "fails" in wrong(PURE_RATIO, build)


def test_half_of_the_integral_of_a_tail_is_too_little() -> None:
    def build(w: Any, scale: Any, share: Any) -> Statement:
        true = SQUARED_TAIL.build(w, scale, share)
        return Statement(at_most(true.left, (1 + true.right) / 2), true.hypotheses)

    assert "fails" in wrong(SQUARED_TAIL, build)


def test_vectors_with_a_mean_break_the_bound_for_norms_of_sums() -> None:
    def cases() -> Iterator[Case]:
        for letters, values in NORM_OF_SUM.cases():
            ahead = tuple((w, {S: Fraction(1), W: Fraction(1)}) for w, _ in values[OUTCOMES])
            moment = as_arb(values[rate]).exp() - as_arb(values[rate]) + as_arb(Fraction(1, 2**30))
            yield letters, {**values, OUTCOMES: ahead, norms.a: moment}

    assert "fails" in wrong(NORM_OF_SUM, NORM_OF_SUM.build, cases)


@pytest.mark.parametrize(
    ("schema", "users"),
    [
        (PURE_MASS, Fraction(1, 2)),
        (FALSE_NAMES, Fraction(-9)),
        (PURE_FACTOR, Fraction(1, 2)),
        (PURE_CHAIN, Fraction(1, 2)),
    ],
    ids=["mass", "false names", "factor", "chain rule"],
)
def test_each_message_counts(schema: Schema, users: Fraction) -> None:
    """Fewer messages on the larger side, or more on the smaller one."""
    letter = schema.letters[1]

    def build(*given: Any) -> Statement:
        true = schema.build(*given)
        sides = [side.xreplace({letter: letter * users}) for side in (true.left, true.right)]
        return Statement(at_most(*sides), true.hypotheses)

    assert "fails" in wrong(schema, build)


def test_the_entropy_of_the_bit_is_needed() -> None:
    def build(*given: Any) -> Statement:
        true = PURE_FANO.build(*given)
        return Statement(at_most(true.left, true.right - log(2)), true.hypotheses)

    assert "fails" in wrong(PURE_FANO, build)


@pytest.mark.parametrize("schema", [PLUG_IN_SIGNS, PLUG_IN_RATIO], ids=lambda schema: schema.name)
def test_no_part_of_a_plug_in_bound_is_too_much(schema: Schema) -> None:
    """Without the swing, the level or the probability of an error, or with a quarter of the last."""
    constant, share = schema.letters[3 if schema is PLUG_IN_SIGNS else 1], schema.letters[-1]
    errors = schema.statement.conclusion.atoms(LabelError, PairError)

    def without(letter: Any) -> Callable[..., Statement]:
        def build(*given: Any) -> Statement:
            true = schema.build(*given).conclusion
            held = {e: Dummy(str(e)) for e in true.large.atoms(LabelError, PairError)}
            less = true.large.xreplace(held).xreplace({letter: Integer(0)}).xreplace({d: e for e, d in held.items()})
            return Statement(at_most(true.small, less))

        return build

    def fewer(*given: Any) -> Statement:
        true = schema.build(*given).conclusion
        return Statement(at_most(true.small, true.large.xreplace({e: e / 4 for e in errors})))

    assert "fails" in wrong(schema, without(constant))
    assert "fails" in wrong(schema, without(share))
    assert "fails" in wrong(schema, fewer)


@pytest.mark.parametrize(
    ("schema", "less"),
    [
        (CLOSE_TO_MEAN, {spilt: Integer(0)}),
        (MEAN_CLOSE, {spilt: Integer(0)}),
        (SPLIT_BY_BIT, {BitEntropy(*SPLIT_BY_BIT.letters): Integer(0)}),
        (GOLDEN_FORMULA, {log(1 - TooMuch(*GOLDEN_FORMULA.letters)): Integer(0)}),
        (BELOW_CHI_SQUARE, {GoodExcess(*BELOW_CHI_SQUARE.letters): Integer(0)}),
        (CHAIN_OVER_MESSAGES, {CHAIN_OVER_MESSAGES.letters[2]: Integer(0)}),
    ],
    ids=lambda given: given.name if isinstance(given, Schema) else "",
)
def test_each_term_of_a_split_by_rare_messages_counts(schema: Schema, less: dict[Any, Any]) -> None:
    def build(*given: Any) -> Statement:
        true = schema.build(*given)
        return Statement(at_most(true.left, true.right.xreplace(less)), true.hypotheses)

    assert "fails" in wrong(schema, build)


def test_a_family_is_close_at_its_delta_and_not_below() -> None:
    _, values = next(iter(CLOSE_TO_MEAN.cases()))
    family, level, mass = (values[CLOSE_TO_MEAN.letters[i]] for i in (0, 3, 4))
    assert CloseFamily.value(family, len(family), level, mass)
    assert not CloseFamily.value(family, len(family), level, mass * Fraction(99, 100))
    assert not CloseFamily.value(family, len(family) + 1, level, mass)


@pytest.mark.parametrize(
    ("schema", "changed"),
    [
        (SIGNS_APART, lambda *of: {NormOff(*of[:4]): Integer(0)}),
        (SIGNS_APART, lambda *of: {largest_tail(of[2], of[4] / of[3]): Integer(0)}),
        (BAD_ROTATIONS, lambda *of: {LostGiven(*of): Integer(0)}),
        (BAD_ROTATIONS, lambda *of: {RotatedOff(of[0], of[2], of[3], of[5]): Integer(0)}),
        (SQUARED_CHANCE, lambda *of: {RotatedOff(*of): RotatedOff(*of) ** 2}),
        (HOEFFDING_ROTATED, lambda *of: {of[2] ** 2: 2 * of[2] ** 2}),
        (BOUNDED_DIFFERENCES, lambda *of: {(of[3] - 1) ** 2: 4 * of[3] ** 2}),
        (ROTATED_BACK, lambda *of: {of[3]: of[3] - 1}),
        (CLIPPED_ROTATED, lambda *of: {of[1]: 2 * of[1]}),
    ],
    ids=lambda given: given.name if isinstance(given, Schema) else "",
)
def test_no_part_of_a_fact_on_rotated_means_is_too_much(schema: Schema, changed: Callable[..., dict[Any, Any]]) -> None:
    """On the larger side; the sum of the parts loses its last one."""

    def build(*given: Any) -> Statement:
        true = schema.build(*given).unfolded()
        known = true.conclusion
        return Statement(Comparison(known.left, known.op, known.right.xreplace(changed(*given))))

    assert "fails" in wrong(schema, build)


@pytest.mark.parametrize(("schema", "letter"), [(SORTED_MEANS, 5), (LARGEST_WEIGHT, 1)], ids=["means", "weights"])
def test_one_gap_more_or_one_part_more_is_too_much(schema: Schema, letter: int) -> None:
    def build(*given: Any) -> Statement:
        true = schema.build(*given)
        place = {given[letter]: given[letter] + 1}
        sides = true.conclusion.small, true.conclusion.large
        small, large = (
            (sides[0].xreplace(place), sides[1]) if schema is SORTED_MEANS else (sides[0], sides[1].xreplace(place))
        )
        return Statement(at_most(small, large), true.hypotheses)

    assert "fails" in wrong(schema, build)


def test_a_mixture_is_in_its_class_and_in_no_smaller_one() -> None:
    letters, values = list(SORTED_MEANS.cases())[-1]
    mixture, parts, least, apart = (values[letter] for letter in letters[:4])
    assert mixture in Mixtures.value(parts, least, apart)
    for wrong_class in ((parts + 1, least, apart), (parts, least * 2, apart), (parts, least, apart * 2)):
        assert mixture not in Mixtures.value(*wrong_class)
