"""kent's displays (25) to (35), (98), (140) to (145), (183) to (185), (241), Appendix F: verdicts, planted defects."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sympy import Rational

from tests.verify.papers.section import claims_of
from upperbounds.transforms.hadamard import padded
from upperbounds.vectors import kent
from verify.kernel.calculus import cite, line
from verify.kernel.statements import Definition, Undecided
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.kent import appE_discussion, appF_complexity, s3_estimates, s6_2_figure4
from verify.papers.kent.appG2_vectors_upper import eq140_error_terms, simplifications
from verify.papers.kent.appH1_assouad import eq183_mixtures
from verify.papers.kent.appI_lemmas import lemma30_eq241
from verify.papers.kent.instances.hypercubes import Cube, power
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF
from verify.papers.kent.s2_2_2_sparse_mean import SIDE, SUPPORT_SIZE

MODULES: list[Any] = [
    s3_estimates,
    appE_discussion,
    appF_complexity,
    eq140_error_terms,
    simplifications,
    s6_2_figure4,
    eq183_mixtures,
    lemma30_eq241,
]
CHECKED, ARGUED, PROVED, REFUTED = Verdict.CHECKED, Verdict.ARGUED, Verdict.PROVED, Verdict.REFUTED
STAND = {
    "kent/sec3.1/discard": PROVED,
    "kent/eq34": CHECKED,
    "kent/eq35": CHECKED,
    "kent/eq98": CHECKED,
    "kent/appE.1/unanimous": PROVED,
    "kent/appF/bins": PROVED,
    "kent/table6/cube": ARGUED,
    "kent/appF/cube-low-privacy": ARGUED,
    "kent/table6/thresholding": ARGUED,
    "kent/table6/density": ARGUED,
    "kent/eq140": ARGUED,
    "kent/eq141": PROVED,
    "kent/eq142": ARGUED,
    "kent/eq145": ARGUED,
    "kent/eq182/power": PROVED,
    "kent/eq183": CHECKED,
    "kent/eq184": CHECKED,
    "kent/appH.1/fluctuation": CHECKED,
    "kent/eq241": ARGUED,
    "kent/appG.2/integer": PROVED,
    "kent/appG.2/padded": PROVED,
    "kent/lemma30/apart": CHECKED,
}
"""What each statement is by itself; the ledger lowers it to its premises' verdicts."""
FALL = {
    "kent/appE.4/requirement": PROVED,
    "kent/appF/ball-low-privacy": ARGUED,
    "kent/appG.2/contributes": CHECKED,
    "kent/eq142/strict": CHECKED,
}
"""What each correction is."""


def statement(id_: str, corrected: bool = False) -> Any:
    claim = claims_of(MODULES)[id_]
    return claim.corrected if corrected or isinstance(claim.printed, Undecided | Definition) else claim.printed


def verdict(id_: str, corrected: bool = False) -> Verdict:
    found: Verdict = statement(id_, corrected).check(Settings()).verdict
    return found


def test_verdicts() -> None:
    for id_, expected in STAND.items():
        assert verdict(id_) is expected, id_
    for id_, expected in FALL.items():
        assert (verdict(id_), verdict(id_, corrected=True)) == (REFUTED, expected), id_
    others = {f"kent/table6{row}" for row in ("", "/ball", "/sparse", "/mixture")} | {"kent/eq25", "kent/eq32"}
    assert verdict("kent/own/experiment4-constant", corrected=True) is PROVED
    others.add("kent/own/experiment4-constant")
    # Sentences on a figure whose data are not ours.
    without = {f"kent/experiment4/{part}" for part in ("constant", "improve", "item", "races", "superior")}
    assert {verdict(id_) for id_ in without} == {Verdict.OPEN}
    assert claims_of(MODULES).keys() == STAND.keys() | FALL.keys() | others | without


@pytest.mark.parametrize(("planted", "id_"), [("variance", "kent/eq140"), ("lost", "kent/eq145")])
def test_a_term_too_small_is_caught(monkeypatch: pytest.MonkeyPatch, planted: str, id_: str) -> None:
    """Planted: a variance, or a probability of failure, a twentieth of what it is."""
    whole = eq140_error_terms._given

    def less(user: dict[Fraction, Fraction], noise: Fraction, refiners: int) -> dict[str, Fraction]:
        found = whole(user, noise, refiners)
        return found | {planted: found[planted] / 20}

    monkeypatch.setattr(eq140_error_terms, "_given", less)
    assert verdict(id_) is REFUTED


def test_a_narrower_buffer_is_caught() -> None:
    """Planted: theta half a Delta from an end."""
    assert any(case.left > case.right for case in eq140_error_terms.clipped(Fraction(1, 2)))
    assert not any(case.left > case.right for case in eq140_error_terms.clipped())


def test_a_width_without_the_dimension_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: (34) without 1/d."""
    whole = kent.rotated_width
    monkeypatch.setattr(kent, "rotated_width", lambda n, d, used, D, c: whole(n, 1, used, D, c))
    assert verdict("kent/eq34") is REFUTED


def test_signs_that_are_not_turned_back_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a rotation by the Hadamard matrix alone."""
    monkeypatch.setattr(s3_estimates, "turned", lambda row, signs, v: sum(h * x for h, x in zip(row, v, strict=True)))
    assert verdict("kent/eq35") is REFUTED


def test_the_last_winner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: ties go to the largest index."""
    monkeypatch.setattr(appE_discussion, "winner", lambda votes: len(votes) - 1 - np.argmax(votes[::-1]))
    assert verdict("kent/eq98") is REFUTED


def test_mixtures_of_other_mass_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: 2^-k for 2^-(k - 1)."""
    whole = eq183_mixtures._mixture
    monkeypatch.setattr(eq183_mixtures, "_mixture", lambda *a: {x: p / 2 for x, p in whole(*a).items()})
    assert verdict("kent/eq183") is REFUTED


def test_a_vertex_for_each_user_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the users' data from different vertices."""

    def apart(cube: Cube, users: int) -> Any:
        one = cube.law((1,) * cube.k)
        return lambda v: power(one if v[0] == 1 else cube.law(v), users)

    monkeypatch.setattr(eq183_mixtures, "_data", apart)
    assert verdict("kent/eq184") is REFUTED


def test_fluctuations_of_another_law_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the ratio without the 1 that is taken off."""
    whole = eq183_mixtures._fluctuation
    monkeypatch.setattr(eq183_mixtures, "_fluctuation", lambda *a: {x: r + 1 for x, r in whole(*a).items()})
    assert verdict("kent/appH.1/fluctuation") is REFUTED


@pytest.mark.parametrize("id_", ["kent/table6/cube", "kent/table6/density", "kent/appF/cube-low-privacy"])
def test_counts_are_no_less_than_half_of_what_is_sent(id_: str) -> None:
    """Planted: a constant of a third."""
    third: Any = replace(statement(id_), constant=Rational(1, 3))
    assert third.check(Settings()).verdict is REFUTED


def test_more_than_the_volume_gives_does_not_follow() -> None:
    """(241) with 10 for 20."""
    found = cite(claims_of([lemma30_eq241])["kent/eq241"])
    power_of = (SUPPORT_SIZE * (SIDE - HALF) ** 2 / (10 * HALF**2)) ** (SUPPORT_SIZE / 2)
    stronger: Any = line(found.statement.left, given=found.statement.hypotheses).ge(power_of, found)
    assert stronger.check(Settings()).verdict is Verdict.OPEN


def test_padding_to_the_next_but_one_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: twice as many coordinates as are needed."""
    monkeypatch.setattr(simplifications, "padded", lambda d: 2 * padded(d))
    assert verdict("kent/appG.2/padded") is not PROVED


def test_another_scale_of_the_noise_is_caught() -> None:
    """Planted: the sensitivity of data on [-1, 1]."""
    printed = dict(statement("kent/own/experiment4-constant", corrected=True).parts)
    for part in ("semi-user level's noise", "full-item level's noise"):
        assert printed[part].check(Settings()).verdict is PROVED
        with pytest.raises(ValueError, match="must be what the code gives"):
            replace(printed[part], left=4 * printed[part].left)
        assert replace(printed[part], right=4 * printed[part].right).check(Settings()).verdict is REFUTED


def test_blocks_that_touch_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: one sign for two."""
    whole = lemma30_eq241._apart
    monkeypatch.setattr(lemma30_eq241, "_apart", lambda signs: (replace(c, right=c.right / 9) for c in whole(signs)))
    assert verdict("kent/lemma30/apart") is REFUTED
