"""Facts of local averages, predictions and Laplace laws with planted defects, next to those of every fact."""

from dataclasses import replace
from typing import Any

import pytest
from sympy import exp, log

from verify.kernel.calculus import Comparison, Gap, Schema, Settings, Statement, at_most, audit, line
from verify.kernel.calculus.facts.laplace import LAPLACE_STICK
from verify.papers.label import averages
from verify.papers.label.lemmas.local_averages import (
    BINS_BIAS,
    CHERNOFF_LOWER,
    INVERSE_COUNT,
    INVERSE_SQUARE,
    MOMENT_CLIPPED,
    MOMENT_VARIANCE,
    NEIGHBOURS_BIAS,
    NEIGHBOURS_SPLIT,
    TILED,
    Hoelder,
    InDimension,
)


def planted(schema: Schema, wrong: Any) -> str:
    """What the test cases say of a fact whose conclusion is changed."""

    def build(*arguments: Any) -> Statement:
        true = schema.build(*arguments)
        return replace(true, conclusion=wrong(true.conclusion, *arguments))

    return replace(schema, build=build).fails()


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        (CHERNOFF_LOWER, lambda c, n, q, t: at_most(c.left, exp(-(1 - log(2)) * n * q))),
        (CHERNOFF_LOWER, lambda c, n, q, t: at_most(c.left, exp(-n * q / 4))),
        (NEIGHBOURS_SPLIT, lambda c, k, b, *_: at_most(c.left, c.right - b**2 / k)),
        (NEIGHBOURS_BIAS, lambda c, k, b, p, f, L, beta, r, n: c.xreplace({r ** (2 * beta): r ** (4 * beta)})),
        (NEIGHBOURS_BIAS, lambda c, k, b, p, f, L, beta, r, n: at_most(c.left, L**2 * r ** (2 * beta))),
        (BINS_BIAS, lambda c, h, b, p, f, L, beta, d, n: at_most(c.left, L**2 * (d * h**2) ** beta)),
        (BINS_BIAS, lambda c, h, b, p, f, L, beta, d, n: c.xreplace({(d * h**2) ** beta: (d * h**2) ** (2 * beta)})),
        (INVERSE_COUNT, lambda c, h, p, n, q: at_most(c.left, 1 / ((n + 1) * q))),
        (INVERSE_SQUARE, lambda c, h, p, n, q: at_most(c.left, 2 / ((n + 1) * (n + 2) * q**2))),
        (MOMENT_VARIANCE, lambda c, p, power, m, top: at_most(c.left, m ** (1 / power))),
        (MOMENT_CLIPPED, lambda c, p, power, m, top: at_most(c.left, m * top ** (-power) / 4)),
        (TILED, lambda c, p, h, density, d: InDimension(p, d + 1)),
        (LAPLACE_STICK, lambda c, *_: at_most(c.left, c.right / 2)),
    ],
    ids=lambda given: given.name if isinstance(given, Schema) else "",
)
def test_wrong_constants_and_exponents_fall(schema: Schema, wrong: Any) -> None:
    assert schema.fails() == ""
    assert "fails" in planted(schema, wrong)


def test_a_bias_asks_for_a_smooth_function() -> None:
    chain = averages.BOUNDED_BINS
    rough = tuple(h for h in chain.given if not isinstance(h, Hoelder))
    with pytest.raises(Gap, match="Hoelder"):
        audit(replace(chain, given=rough))


def test_powers_with_letters_above_are_equal_only_where_they_are() -> None:
    known = averages.powers((averages.SAMPLES * averages.EPS) ** averages.POWER, averages.SAMPLES**averages.POWER)
    wrong = line(known.statement.left).eq(known.statement.right, known)
    with pytest.raises(Gap):
        audit(wrong)


def test_noise_of_half_the_scale_is_not_private() -> None:
    chain = averages.local_privacy(clipped=True)
    half = chain.statement.left.xreplace({averages.SCALE: averages.SCALE / 2})
    last = replace(chain, start=half)
    assert isinstance(last.statement.conclusion, Comparison)
    outcome = last.check(Settings())
    assert outcome is not None
    assert outcome.verdict.value == "open"
