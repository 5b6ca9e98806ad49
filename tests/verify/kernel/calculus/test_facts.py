"""Every fact passes its test cases, and wrong versions of it fail."""

from dataclasses import replace
from typing import Any

import pytest

from verify.kernel.calculus import (
    Comparison,
    Schema,
    Statement,
    integer,
    real,
)
from verify.kernel.calculus.facts.bumps import BUMPS_ORTHOGONAL, BUMPS_SMOOTH, Bumps, RegressionLaws, SquaredNorm
from verify.kernel.calculus.facts.ellipsoids import COSINES_IN, Cosines, DensityEllipsoid
from verify.kernel.calculus.facts.hypercube import (
    AXES_IN_BALL,
    AXES_MEAN,
    ORTHOGONAL_AXES,
    ORTHOGONAL_SIGNS,
    SIGNS_IN_CUBE,
    SIGNS_MEAN,
    Axes,
    Ball,
    Cube,
    FamilyIn,
    Orthogonal,
    Separated,
    Signs,
)
from verify.kernel.calculus.facts.packings import CubeIn
from verify.kernel.calculus.terms import Name
from verify.ledger.collect import all_facts

D, s_, p_, d = real("D", above=0), real("s", above=0, below=1), real("p", least=1), integer("d", least=1)
phi, beta, N = Name("phi", "function"), real("beta", above=0, most=1), integer("N", least=1)
k_, g_, beta_, r_ = COSINES_IN.letters
C_b, f_L, T = (real(letter, above=0) for letter in ("C_b", "f_L", "T"))


@pytest.mark.parametrize("schema", all_facts(), ids=lambda schema: schema.name)
def test_facts_stand_their_stress_and_stronger_ones_fall(schema: Schema) -> None:
    assert schema.fails() == ""
    assert schema.citation
    wrong = stronger(schema)
    assert wrong is None or "fails" in wrong.fails()


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        (ORTHOGONAL_AXES, Orthogonal(Axes(D, s_, d), d, 1, 3 * s_**2 / (d * (1 - s_**2)))),
        (ORTHOGONAL_SIGNS, Orthogonal(Signs(D, s_, d), d, 1, 4 * s_**2)),
        (ORTHOGONAL_SIGNS, Orthogonal(Axes(D, 2 * s_, d), d, 1, 4 * s_**2 / (1 - s_**2))),
        (AXES_MEAN, Separated(Axes(D, s_, d), D * s_, d)),
        (SIGNS_MEAN, Separated(Signs(D, s_, d), D * s_ / 2, d)),
        (AXES_IN_BALL, FamilyIn(Axes(D, s_, d), Ball(p_, D / 2, d), d)),
        (SIGNS_IN_CUBE, FamilyIn(Signs(D, s_, d), Cube(D / 2, d), d)),
        (COSINES_IN, CubeIn(Cosines(k_, g_), DensityEllipsoid(beta_, r_), k_, 5 * g_**2)),
        (COSINES_IN, CubeIn(Cosines(k_, g_), DensityEllipsoid(beta_, r_ / 2), k_, 4 * g_**2)),
        (COSINES_IN, CubeIn(Cosines(k_, 6 * g_ / 5), DensityEllipsoid(beta_, r_), k_, 4 * g_**2)),
        (BUMPS_SMOOTH, FamilyIn(Bumps(phi, beta, N, d), RegressionLaws(C_b / 2, beta, f_L, T, d), N**d)),
        (BUMPS_ORTHOGONAL, Orthogonal(Bumps(phi, beta, N, d), N**d, 1, N ** (-2 * beta - d) * SquaredNorm(phi, d))),
    ],
    ids=lambda given: given.name if isinstance(given, Schema) else str(given),
)
def test_families_lack_properties_that_are_wrongly_said(schema: Schema, wrong: Any) -> None:
    def build(*arguments: Any) -> Statement:
        return replace(schema.build(*arguments), conclusion=wrong)

    assert "fails" in replace(schema, build=build).fails()


def stronger(schema: Schema) -> Schema | None:
    """The fact with its larger side a third of what it is, or its smaller side three times as large where it is 0 or 1.

    None for a fact that grants a property.
    """
    if not isinstance(schema.statement.conclusion, Comparison):
        return None

    def build(*arguments: Any) -> Statement:
        true = schema.build(*arguments)
        known = true.conclusion
        return Statement(Comparison(3 * known.small, known.op, known.large), true.hypotheses)

    return Schema(schema.name, schema.grade, schema.citation, build, schema.letters, schema.cases)
