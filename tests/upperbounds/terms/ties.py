"""An upper bound and the same bound written again, term by term; and what planted defects do.

Every term is halved, doubled or dropped in the second writing at sizes where that changes the sum; and each bound's own
code has planted defects, a halved term and a dropped one at least. `reports/bounds.md` lists what ties each bound.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import pytest

from notation.setting import Setting
from tests.planted import Plant, forget
from tests.upperbounds.written_again import Terms
from upperbounds.registry import by_name

CLOSE = 1e-9
"""What two sums in floats may differ by, relatively."""


@dataclass(frozen=True)
class Tie:
    """A bound as it ships, the same written again, where both are taken, and defects of the first."""

    name: str
    shipped: Callable[[Any], float]
    terms: Callable[[Any], Terms]
    settings: tuple[Any, ...]
    plants: tuple[Plant, ...]
    close: float = CLOSE

    def agrees(self, a: Any) -> bool:
        """Whether the two are one number there."""
        shipped, expected = self.shipped(a), sum(self.terms(a).values())
        return shipped == expected or (expected < inf and abs(shipped - expected) <= self.close * expected)


def shipped(problem: str, name: str) -> Callable[[Setting], float]:
    """The bound of a registered estimator."""
    return lambda a: by_name(problem, name).bound(a).value


def of_registry(problem: str, name: str, terms: Callable[[Setting], Terms], settings: Any, *plants: Plant) -> Tie:
    """A tie of a registered estimator."""
    return Tie(f"{problem} {name}", shipped(problem, name), terms, tuple(settings), plants)


def plan(problem: str, name: str, a: Setting) -> Any:
    """What runs in a setting."""
    return by_name(problem, name).plan(a)


NUMBERS = tuple(
    Setting(n, m, 1, e, D)
    for n, m, e, D in (
        (2000, 100, 1.0, 1.0),
        (20_001, 900, 2.5, 3.0),
        (10**7, 64, 0.5, 1.0),
        (10**6, 10, 1e4, 2.0),
        (20_001, 900, 1.0, 1.0),
    )
)
"""Odd n, m > 1, epsilon on both sides of 1; so many users or so large a budget that each term is seen."""
VECTORS = tuple(
    Setting(n, m, d, e, D)
    for n, m, d, e, D in (
        (3003, 100, 5, 0.7, 1.0),
        (20_003, 50, 5, 2.5, 2.0),
        (9 * 10**6, 30, 3, 1.0, 1.0),
        (10**6, 30, 6, 1e5, 1.0),
    )
)


def is_the_sum(tie: Tie) -> None:
    """Check that a bound is the sum of its terms wherever it is taken."""
    for a in tie.settings:
        told, expected = tie.shipped(a), sum(tie.terms(a).values())
        assert told == pytest.approx(expected, rel=tie.close), (a, told, tie.terms(a))


def has_no_unseen_term(tie: Tie) -> None:
    """Check that at one of the sizes at least half of each term is more than what sums may differ by."""
    largest: dict[str, float] = {}
    for a in tie.settings:
        terms = tie.terms(a)
        total = sum(terms.values())
        if 0 < total < inf:
            largest |= {name: max(largest.get(name, 0.0), value / total) for name, value in terms.items()}
    unseen = {name: share for name, share in largest.items() if share / 2 <= 10 * tie.close}
    assert not unseen


def shows(tie: Tie, plant: Plant, patch: pytest.MonkeyPatch) -> None:
    """Check that a planted defect moves the bound from the sum of its terms."""
    forget()
    try:
        with patch.context() as planted:
            plant.put(planted)
            assert not all(tie.agrees(a) for a in tie.settings)
    finally:
        forget()


def has_plants(tie: Tie) -> None:
    """Check that there are a halved and a dropped term; where a bound has one term alone there is nothing to drop."""
    assert len(tie.plants) >= (1 if len(tie.terms(tie.settings[0])) <= 2 else 2)
