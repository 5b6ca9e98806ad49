"""What facts ask for: without it cases break them, or there is nothing for them to be about."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sympy import Integer

from verify.kernel.calculus import Schema, Statement, Supremum, at_most
from verify.kernel.calculus.facts.convexity import FLAT, STEEPNESS, F, Stationary, quadratic
from verify.kernel.calculus.reasons import Case
from verify.kernel.calculus.values import stressed
from verify.papers.bassily.lemmas.acceleration import STARTS
from verify.papers.bassily.lemmas.stability import STABLE_AFTER, STABLE_BEFORE, Apart
from verify.papers.kent.lemmas.hadamard import PowerOfTwo
from verify.papers.kent.lemmas.rare_messages import WEIGHTED_CONSTANT
from verify.papers.kent.lemmas.rotated_means import ROTATED_BACK
from verify.papers.label.lemmas.labels import COUPLED_SIGNS, TURNED_SIGNS, SignsOfMean, n, t
from verify.papers.label.lemmas.tents import COUPLED_TENTS, TENT_DISTANCE, T, Tent, beta, c, corner, d, h, is_tent, q


def fails(schema: Schema, build: Callable[..., Statement], cases: Callable[[], Iterator[Case]] | None = None) -> str:
    """What the test cases of a changed fact say."""
    return replace(schema, build=build, cases=cases or schema.cases).fails()


def test_the_slope_at_a_minimum_on_the_edge_is_not_0() -> None:
    """(x - 3)^2/2 on [-1, 1]^2, at its minimum (1, 1): the excess is 0."""

    def cases() -> Iterator[Case]:
        for size in (Fraction(1, 4), Fraction(1), Fraction(2)):
            for here in ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(1, 2))):
                f, steep, at, best = STEEPNESS.letters
                values = {steep: size, at: here, best: (Fraction(1), Fraction(1))}
                yield STEEPNESS.letters, {f: quadratic(size, Fraction(3), 2), **values}

    def build(*given: Any) -> Statement:
        true = STEEPNESS.build(*given)
        return replace(true, hypotheses=tuple(h for h in true.hypotheses if not isinstance(h, Stationary)))

    assert "fails" in fails(STEEPNESS, build, cases)
    with pytest.raises(ValueError, match="outside the hypothesis Stationary"):
        replace(STEEPNESS, cases=cases).fails()


def test_only_the_nearest_of_many_minimisers_is_near() -> None:
    """Constant from 1/4 on, with 1 as the target, on a start that is within 1/4 of a minimiser."""

    def cases() -> Iterator[Case]:
        for letters, values in STARTS.cases():
            if values[F] is FLAT:
                yield letters, {**values, F: replace(FLAT, minimiser=lambda r: (r,))}

    assert "fails" in replace(STARTS, cases=cases).fails()


def test_signs_have_no_mean_above_1() -> None:
    """There are no vectors of one sign with mean 3: what is coupled would be nothing."""
    letters, values = next(iter(COUPLED_SIGNS.cases()))
    beyond = {**values, n: Fraction(1), t: Fraction(3)}
    with pytest.raises(ValueError, match="outside the hypothesis t <= 1"):
        stressed(COUPLED_SIGNS.build(*letters), beyond)
    assert at_most(t, 1) in TURNED_SIGNS.statement.hypotheses
    assert SignsOfMean.value(Fraction(1), Fraction(3)) == {}
    assert SignsOfMean(n, t).requires() == (at_most(-1, t), at_most(t, 1))


def test_data_that_differ_are_needed_for_the_risk_on_new_data() -> None:
    """Without the distance of the iterates for data that differ in one sample, or with half of the empirical risk."""

    def without_distance(*given: Any) -> Statement:
        true = STABLE_AFTER.build(*given)
        apart = {x: Integer(0) for x in true.conclusion.atoms(Apart)}
        return Statement(at_most(true.left, true.right.xreplace(apart)), true.hypotheses)

    assert "fails" in fails(STABLE_AFTER, without_distance)
    for schema in (STABLE_AFTER, STABLE_BEFORE):

        def half(*given: Any, schema: Schema = schema) -> Statement:
            true = schema.build(*given)
            worst = {x: x / 2 for x in true.conclusion.atoms(Supremum)}
            return Statement(at_most(true.left, true.right.xreplace(worst)), true.hypotheses)

        assert "fails" in fails(schema, half)


def test_a_constant_averaged_over_some_of_the_values_only_is_less() -> None:
    def cases() -> Iterator[Case]:
        for letters, values in WEIGHTED_CONSTANT.cases():
            prior = {1: Fraction(1, 2), 2: Fraction(1, 4), int(values[letters[1]]) + 1: Fraction(1, 4)}
            yield (
                letters,
                {
                    **values,
                    letters[0]: {Fraction(u): w for u, w in prior.items()}
                    | {Fraction(u): Fraction(0) for u in range(3, int(values[letters[1]]) + 1)},
                },
            )

    def bare(*given: Any) -> Statement:
        return Statement(WEIGHTED_CONSTANT.build(*given).conclusion)

    assert "fails" in fails(WEIGHTED_CONSTANT, bare, cases)
    with pytest.raises(ValueError, match="outside the hypothesis OnValues"):
        replace(WEIGHTED_CONSTANT, cases=cases).fails()


def test_a_rotation_is_asked_for_in_dimensions_that_have_one() -> None:
    assert [size for size in range(1, 10) if PowerOfTwo.value(Fraction(size))] == [1, 2, 4, 8]
    assert PowerOfTwo(ROTATED_BACK.letters[3]) in ROTATED_BACK.statement.hypotheses


@pytest.mark.parametrize("schema", [COUPLED_TENTS, TENT_DISTANCE], ids=lambda schema: schema.name)
@pytest.mark.parametrize(("letter", "told"), [(h, "<= T\\*q"), (q, "q <= 1"), (c, "<= 1")], ids=str)
def test_a_tent_is_no_higher_than_labels_allow_and_has_room(schema: Schema, letter: Any, told: str) -> None:
    letters, values = list(schema.cases())[-1]
    beyond = {**values, letter: Fraction(100)}
    with pytest.raises(ValueError, match=f"outside the hypothesis .*{told}"):
        replace(schema, cases=lambda: iter([(letters, beyond)])).fails()
    assert is_tent(h, beta, d, c, T, q) == Tent(corner, h, beta, d, c, T, q).requires()
