"""Lessons with a planted defect, and on claims that are stated otherwise: their own assertions notice."""

from dataclasses import replace

import pytest

from tests.verify.site.lessons.conftest import reference_records
from verify.ledger.collect import claims
from verify.site.lessons import show
from verify.site.lessons.execute import LessonError, run_here
from verify.site.lessons.notebook import notebook, script

DEFECTS: dict[str, tuple[tuple[str, str], ...]] = {
    "le_cam": (("math.expm1(epsilon) ** 2 * divergence) / 2)", "math.expm1(epsilon) ** 2 * divergence) / 4)"),),
    "products": (
        ("m, 1 / d)\n    return sum", "m, 1 / d**2)\n    return sum"),
        ("changes = [{x: after[x] / p - 1", "changes = [{x: after[x] / p"),
    ),
    "localise": (("8 / (n * epsilon**2)", "4 / (n * epsilon**2)"),),
    "kashin": (("level = exact_constant(plane)", "level = 0.9 * exact_constant(plane)"),),
    "learning": (
        ("** 2 / (2 * cells))) / 2)", "** 2 / (4 * cells))) / 2)"),
        ("(1 / cells) ** 2 / 4", "(1 / cells) ** 2 / 2"),
        ("float(binom.sf(users // 2, users, lie)) + tie / 2", "float(binom.sf(users // 2, users, lie)) + tie"),
    ),
    "transition": (("keep = 1 / (1 + math.exp(-epsilon / 2))", "keep = 1 / (1 + math.exp(-epsilon))"),),
    "gradient": (
        ("(gradients + kappa * 2 * rng", "(gradients + kappa * rng"),
        ("theta = theta - eta *", "theta = theta - 2 * eta *"),
        ("usual_schedule(T, 0.5), still, printed=printed", "usual_schedule(T, 0.5), still, printed=True"),
    ),
    "labels": (
        ("else Fraction(1, 2) for", "else (e if sign == 1 else 1) / (1 + e) for"),
        ("(M ** (2 / p) + 8 * T**2) / n", "(M ** (2 / p) + 2 * T**2) / n"),
        ("T ** (1 - tail) / (tail - 1)", "T ** (1 - tail) / tail"),
    ),
    "folds": (
        ("2 * (w * k / epsilon) ** 2", "2 * (w / epsilon) ** 2"),
        ("math.floor(alpha) - less", "math.floor(alpha) + 1 - less"),
        ("turned = walsh_hadamard(signs * vector)", "turned = walsh_hadamard(signs + vector)"),
    ),
    "sparse": (
        ("clipped**2) + 8 * (edge / epsilon) ** 2", "clipped**2) + 2 * (edge / epsilon) ** 2"),
        ("sums @ signs / crowd", "sums @ signs / crowd / 2"),
    ),
    "primer": (("- float(tilt) ** 2) ** m))", "- float(tilt) ** 2)))"),),
    "half_budget": (("return (vote + Profile(shift=r)).delta(level)", "return Profile(shift=r).delta(level)"),),
    "private_test": (("matrix[2 * place, [a, b]] = 1, -t", "matrix[2 * place, [a, b]] = 1, -2 * t"),),
}
"""A wrong constant, a wrong mass, changes that are not centred, half the noise, too small a box, twice the budget,
noise for C in place of 2C, twice the step, a step from where the gradient was taken, an answer for a coin, Hellinger
of one toss for m, noise for the whole budget, a fold too many, signs that are added, a vote that costs nothing,
labels that may change odds twice as much, half the noise in a count of voters, a tally of half the messages, half the
noise in what a moment promises, a smaller tail beyond the clip; half the information of the messages, tents of twice
the area, ties that are always lost."""


@pytest.mark.parametrize(("name", "good", "bad"), [(n, *pair) for n, pairs in DEFECTS.items() for pair in pairs])
def test_a_planted_defect_makes_the_lesson_fail(name: str, good: str, bad: str, quick_judge: None) -> None:
    source = script(name)
    assert source.count(good) == 1
    with pytest.raises(LessonError, match=f"{name}, .*assert .*AssertionError"):
        run_here(notebook(name, source.replace(good, bad)))


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("le_cam", "zhao/eq64/64"),
        ("products", "zhao/eq100/mass"),
        ("localise", "zhao/eq41/b"),
        ("kashin", "zhao/lemma1"),
        ("transition", "kent/example1b/lecam"),
        ("gradient", "bassily/thm4.3/privacy"),
        ("labels", "label/lemma1"),
        ("folds", "kent/lemma20"),
        ("sparse", "kent/alg7/worst-case"),
    ],
)
def test_a_claim_that_is_stated_otherwise_makes_the_lesson_fail(
    name: str, id_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The false statement replaced by the true one, and the other way round: the lesson's assertions notice both."""
    claim = claims()[id_]
    for changed in (replace(claim, printed=claim.corrected), replace(claim, corrected=claim.printed)):
        with pytest.MonkeyPatch.context() as patched:
            patched.setitem(claims(), id_, changed)
            planted = show.judge(id_)[id_].entry
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(show, "_JUDGED", reference_records() | {id_: planted})
            # A chain shows no two sides as numbers, where a lesson reads those of a counterexample.
            with pytest.raises(LessonError, match=r"AssertionError|has no two sides as numbers"):
                run_here(notebook(name))
