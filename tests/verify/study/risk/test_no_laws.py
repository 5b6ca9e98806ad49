"""What is no law is refused, each part by itself, and what is one is taken: at the ends of each range too.

Every law here is of two kinds of cells that are unlike in each column. A case changes one number, so that nothing but
the check of that number refuses it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from verify.study.risk.classification import CellLaw
from verify.study.risk.density import Wave
from verify.study.risk.laws import SignLaw
from verify.study.risk.many_classes import ManyClasses
from verify.study.risk.mixture import Mixture
from verify.study.risk.regression import CellMeans
from verify.study.risk.user_cells import CellLaw as UserCells
from verify.study.risk.user_classes import ClassCells

Columns = dict[str, Any]
CLOSE, FAR = 4e-10, 1.6e-9
"""What rounding may do, and what it may not: a sum is checked to 1e-9."""


def array(*rows: Any) -> Any:
    return np.array(rows, dtype=np.float64)


TWO: Columns = {"mass": array(0.1, 0.4), "number": array(2.0, 2.0)}
SHARES = array([0.75, 0.125, 0.125], [0.25, 0.5, 0.25])
# eta* - eta_j over a cell of this mass, where the largest is right: its mass times the gap of shares.
LOSSES = array([0.0, 0.0625, 0.0625], [0.1, 0.0, 0.1])
LAWS: dict[str, tuple[Callable[..., Any], Columns]] = {
    "two classes": (CellLaw, TWO | {"share": array(0.25, 1.0), "loss": array([0.0, 0.05], [0.4, 0.0])}),
    "many classes": (ManyClasses, TWO | {"shares": SHARES, "loss": LOSSES}),
    "a real label": (
        CellMeans,
        TWO | {"truth": array(-0.5, 0.5), "spread": array(0.0, 0.25), "mean": array(-0.5, 0.25),
         "second": array(0.25, 0.5)},
    ),
    "users' signs": (
        UserCells,
        {"mass": array(0.25, 0.75), "q": array(-0.2, 0.5), "wrong": array([0.0, 0.2], [0.625, 0.125]), "spread": 0.0},
    ),
    "users' classes": (ClassCells, {"mass": array(0.1, 0.4) * 2, "shares": SHARES, "loss": LOSSES * 2}),
}  # fmt: skip


def moved(columns: Columns, name: str, place: tuple[int, ...], by: float) -> Columns:
    """The columns with one number moved."""
    changed = columns[name].copy()
    changed[place] += by
    return columns | {name: changed}


@pytest.mark.parametrize("law", LAWS)
def test_a_law_is_taken_and_one_of_almost_the_same_masses_too(law: str) -> None:
    made, columns = LAWS[law]
    made(**columns)
    for cell in (0, 1):
        for by in (-CLOSE, CLOSE):
            made(**moved(columns, "mass", (cell,), by))


@pytest.mark.parametrize("law", LAWS)
def test_masses_that_do_not_add_up_or_are_negative_are_refused(law: str) -> None:
    made, columns = LAWS[law]
    for cell in (0, 1):
        for by in (-FAR, FAR):
            with pytest.raises(ParameterError, match=r"^mass: adds up to .*; must be 1, none negative"):
                made(**moved(columns, "mass", (cell,), by))
    negative = columns | {"mass": columns["mass"] * 0 + (-0.1, 1.1 if "number" not in columns else 0.6)}
    with pytest.raises(ParameterError, match=r"^mass: adds up to 1; must be 1, none negative"):
        made(**negative)


BROKEN: tuple[tuple[str, str, tuple[int, ...], float], ...] = (
    ("two classes", "share", (0,), -0.5),
    ("two classes", "share", (1,), 1e-6),
    ("two classes", "loss", (0, 0), FAR),
    ("two classes", "loss", (0, 1), FAR),
    ("two classes", "loss", (1, 0), -FAR),
    ("many classes", "shares", (0, 0), FAR),
    ("many classes", "shares", (1, 2), -FAR),
    ("many classes", "loss", (0, 1), FAR),
    ("many classes", "loss", (0, 2), -FAR),
    ("many classes", "loss", (1, 1), FAR),
    ("many classes", "loss", (1, 0), -FAR),
    ("a real label", "spread", (0,), -1e-300),
    ("a real label", "second", (0,), -1e-8),
    ("a real label", "mean", (0,), -1e-8),
    ("users' signs", "q", (0,), FAR),
    ("users' signs", "wrong", (0, 0), FAR),
    ("users' signs", "wrong", (1, 1), FAR),
    ("users' classes", "shares", (0, 0), FAR),
    ("users' classes", "shares", (1, 2), -FAR),
    ("users' classes", "loss", (0, 1), FAR),
    ("users' classes", "loss", (0, 2), -FAR),
    ("users' classes", "loss", (1, 0), -FAR),
)


@pytest.mark.parametrize(("law", "name", "place", "by"), BROKEN)
def test_one_number_that_no_law_has_is_refused(law: str, name: str, place: tuple[int, ...], by: float) -> None:
    made, columns = LAWS[law]
    with pytest.raises(ParameterError):
        made(**moved(columns, name, place, by))
    # A tenth of it is rounding, but where the number is at an end that is sharp.
    if abs(by) == FAR:
        made(**moved(columns, name, place, by / 10))


def test_a_negative_loss_or_share_is_refused_whatever_the_gaps_are() -> None:
    for law in ("two classes", "many classes", "users' classes"):
        made, columns = LAWS[law]
        with pytest.raises(ParameterError, match=r"^loss: must be at least 0"):
            made(**columns | {"loss": columns["loss"] - 1e-3})
    # Shares beyond an end, with the losses that would go with them.
    made, columns = LAWS["two classes"]
    for share, loss in (
        (array(-0.25, 1.0), array([0.0, 0.15], [0.4, 0.0])),
        (array(0.25, 1.25), array([0.0, 0.05], [0.6, 0.0])),
    ):
        with pytest.raises(ParameterError, match=r"^share: must be from 0 to 1"):
            made(**columns | {"share": share, "loss": loss})
    for law in ("many classes", "users' classes"):
        made, columns = LAWS[law]
        negative = columns["shares"].copy()
        negative[0] = 1.25, -0.125, -0.125
        with pytest.raises(ParameterError, match=r"^shares: must add up to 1, none negative"):
            made(**columns | {"shares": negative})


@pytest.mark.parametrize("sign", [-1, 1])
def test_what_a_cell_has_of_the_signs_is_at_most_its_mass(sign: int) -> None:
    def made(q: float) -> UserCells:
        own = [q, 0.0] if sign > 0 else [0.0, q]
        return UserCells(array(0.25, 0.75), array(sign * q, 0.5), array(own, [0.625, 0.125]), 0.0)

    assert made(0.25 * (1 + CLOSE)).mass.tolist() == [0.25, 0.75]
    with pytest.raises(ParameterError, match=r"^q: must be within the mass of its cell"):
        made(0.25 * (1 + FAR))


def test_a_mixture_has_weights_for_its_parts_and_rising_means() -> None:
    parts = SignLaw(-0.5, 1.0), SignLaw(0.25, 1.0)
    assert Mixture((0.25, 0.75), parts).means.tolist() == [-0.5, 0.25]
    assert Mixture((0.0, 1.0), (parts[0], parts[0])).means.tolist() == [-0.5, -0.5]
    Mixture((0.25, 0.75 + 5e-13), parts)
    for weights in ((1.0,), (0.25, 0.75, 0.0), (-0.25, 1.25), (0.25, 0.75 + 5e-12), (0.25, 0.75 - 5e-12)):
        with pytest.raises(ParameterError, match=r"^weights = .*: must be 2, at least 0, with sum 1"):
            Mixture(weights, parts)
    with pytest.raises(ParameterError, match=r"^means = .*: must rise"):
        Mixture((0.25, 0.75), (parts[1], parts[0]))


def test_a_wave_has_a_power_of_two_and_leaves_a_density() -> None:
    """1 + a sqrt(2) cos is at least 0 for a up to 1/sqrt(2)."""
    for amplitude in (0.5**0.5, -(0.5**0.5)):
        assert Wave(4, amplitude).amplitude == amplitude
        with pytest.raises(ParameterError, match=r"^amplitude = .*: must be at most"):
            Wave(4, amplitude * (1 + 1e-11))
    for frequency in (3, 6, 12):
        with pytest.raises(ParameterError, match=r"^frequency = .*: must be a power of 2"):
            Wave(frequency, 0.1)
