"""Explicit lower bounds next to the conclusions that the ledger proves, as its claims display them.

A bound is a claim's number, or no smaller, or no smaller than a share of it. The claim's right side is evaluated from
the ledger's own expression, at sizes at which its hypotheses hold.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lowerbounds.density import kent_proposition5
from lowerbounds.mean import papers
from lowerbounds.methods import assouad, mutual_information
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.mixture import bounds as mixtures
from lowerbounds.optimisation import excess_risk as losses
from lowerbounds.optimisation.scores import score_bound
from lowerbounds.sparse import kent as sparse
from lowerbounds.vectors import heavy
from lowerbounds.vectors import papers as of_vectors
from tests.lowerbounds.vectors.test_vectors import proved, value_of
from tests.planted import Plant, forget

CLOSE = 1e-9


@cache
def stated(claim: str, part: str | None, at: tuple[tuple[str, Any], ...]) -> float:
    """The right side of what a claim proves, at numbers by the names of its symbols."""
    return float(value_of(proved(claim, part), **dict(at)))


@dataclass(frozen=True)
class Claimed:
    """A bound, the claim of its number with the part that has it, and arguments, by the names of the claim's symbols.

    The number is `share` times the claim's: "is" that, or "at least".
    """

    bound: Callable[..., Any]
    claim: str
    part: str | None
    names: tuple[str, ...]
    settings: tuple[tuple[Any, ...], ...]
    relation: str = "is"
    share: float = 1.0
    more: tuple[Any, ...] = ()
    extra: tuple[tuple[str, float], ...] = ()

    @property
    def name(self) -> str:
        """Of bound and claim."""
        return f"{self.bound.__name__} {self.relation} {self.claim}{f' ({self.part})' if self.part else ''}"

    def numbers(self, given: tuple[Any, ...]) -> tuple[float, float]:
        """The bound's number and the claim's."""
        at = (*zip(self.names, given, strict=True), *self.extra)
        return self.bound(*given, *self.more).value, self.share * stated(self.claim, self.part, at)

    def holds(self, given: tuple[Any, ...]) -> bool:
        """Whether the relation does."""
        found, expected = self.numbers(given)
        if self.relation == "is":
            # Numbers are rounded down.
            return expected * (1 - CLOSE) <= found <= expected
        assert self.relation == "at least"
        return found >= expected * (1 - CLOSE)


ZHAO, KENT = ("n", "m", "epsilon", "D"), ("n", "T", "alpha", "D")
IN_D, KENT_D = ("n", "m", "d", "epsilon", "D"), ("n", "T", "d", "alpha", "D")
LOSS = ("n", "m", "d", "epsilon", "L", "R")
FEW, MANY = (1, 2, 0.25, 2.0), (400, 9, 0.5, 1.5)
WIDE = ((40, 9, 3, 0.5, 2.0), (900, 1, 5, 2.0, 1.0))
"""n, m, d, epsilon, D."""
_SHOWN, _VALUE = "numerics.enclosures:risk_down", "return max(0.0, down(x))"
CLAIMED = (
    Claimed(papers.zhao_theorem2, "zhao/thm2/lower", None, ZHAO, (FEW, MANY, (40, 9, 3.0, 1.0)), "at least"),
    Claimed(papers.zhao_theorem2_floor, "zhao/thm2/floor", None, ZHAO, (FEW, (2, 9, 1.5, 1.0))),
    Claimed(papers.kent_example1a, "kent/example1a", "laws on [-1, 1]", KENT, ((400, 9, 0.5, 1.0), (9, 400, 1.0, 1.0))),
    Claimed(papers.kent_example1a, "kent/own/example1a-low-privacy", "laws on [-1, 1]", KENT, ((400, 9, 1.5, 1.0),)),
    Claimed(papers.kent_example1b, "kent/example1b", "laws on [-1, 1]", KENT, ((1, 2, 0.25, 1.0), (2, 9, 1.5, 1.0))),
    Claimed(van_trees, "zhao/own/van-trees/axes", None, IN_D, WIDE, "at least", more=("l1",)),
    Claimed(van_trees, "zhao/own/van-trees/cube", "the bound", IN_D, WIDE, "at least", more=("linf",)),
    Claimed(van_trees, "kent/own/X1", None, ("n", "T", "d", "alpha", "c"), WIDE, "at least", more=("linf",)),
    Claimed(mutual_information.sign_floor, "zhao/own/sign-floor", "the cube", IN_D, ((2, 9, 3, 0.5, 2.0),), "at least"),
    Claimed(
        mutual_information.sign_floor,
        "zhao/own/sign-floor",
        "the ball",
        IN_D,
        ((2, 9, 3, 0.5, 2.0),),
        "at least",
        more=("l2",),
    ),
    Claimed(mutual_information.volume_floor, "zhao/own/volume-floor", None, IN_D, WIDE),
    Claimed(mutual_information.vertex_floor, "zhao/own/vertex-floor", None, IN_D, ((2, 9, 90, 0.5, 2.0),)),
    Claimed(assouad.axes_bound, "zhao/own/axes-sharper", None, IN_D, WIDE, "at least"),
    Claimed(assouad.signs_bound, "zhao/own/cube-sharper", None, IN_D, WIDE, "at least"),
    Claimed(of_vectors.zhao_theorem6, "zhao/thm6/lower", "every epsilon", IN_D, (*WIDE, (1, 1, 2, 0.125, 1.0))),
    Claimed(of_vectors.zhao_theorem7, "zhao/eq104/111", "the private term", IN_D, (*WIDE, (1, 1, 2, 0.125, 1.0))),
    *(
        Claimed(
            of_vectors.zhao_all_epsilon, f"zhao/own/{support}-all-epsilon", "the bound", IN_D, WIDE, more=(support,)
        )
        for support in ("linf", "l2")
    ),
    *(
        Claimed(bound, claim, part, KENT_D, settings, more=(support,))
        for bound, claims, parts, settings in (
            (of_vectors.kent_high_privacy, ("kent/appH.2/rate",) * 2, ("cube", "ball"), ((400, 9, 3, 0.5, 1.0),)),
            (of_vectors.kent_low_privacy, ("kent/appH.3/rate",) * 2, ("cube", "ball"), ((400, 9, 3, 2.0, 1.0),)),
            (
                of_vectors.kent_theorem6,
                ("kent/thm6i/lower", "kent/thm6ii/lower"),
                (None, None),
                ((400, 9, 3, 0.5, 1.0),),
            ),
        )
        for claim, part, support in zip(claims, parts, ("linf", "l2"), strict=True)
    ),
    Claimed(
        of_vectors.kent_proposition3,
        "kent/prop3i",
        "(66)",
        KENT_D,
        ((1, 9, 30, 0.5, 1.0), (1, 9, 1, 0.5, 1.0)),
        "at least",
    ),
    Claimed(
        of_vectors.kent_proposition3,
        "kent/prop3ii",
        "(69)",
        KENT_D,
        ((1, 9, 30, 0.5, 1.0), (1, 9, 1, 0.5, 1.0)),
        "at least",
        more=("l2",),
    ),
    *(
        Claimed(
            heavy.spikes,
            "zhao/own/spikes/vectors",
            part,
            ("n", "m", "d", "epsilon", "p", "M"),
            ((40, 9, 3, 0.5, 3.0, 2.0), (400, 2, 1, 1.0, 1.5, 1.0)),
            "at least",
            0.1,
            more=(support,),
        )
        for part, support in (("each entry", "coordinates"), ("the norm", "l2"))
    ),
    *(
        Claimed(bound, claim, part, ("n", "T", "d", "s", "alpha", "D"), ((40, 9, 60, 40, 0.5, 1.0),))
        for bound, claim, part in (
            (sparse.theorem7, "kent/appH.4/rate", None),
            (sparse.theorem7_every_epsilon, "kent/own/thm7-every-alpha", None),
            (sparse.any_sparsity, "kent/own/X5", "every s"),
        )
    ),
    Claimed(
        kent_proposition5,
        "kent/prop5",
        "(76)",
        ("n", "T", "beta", "alpha", "r"),
        ((40, 9, 1, 0.5, 1.0), (40, 9, 2, 2.0, 1.0)),
    ),
    Claimed(
        mixtures.separated,
        "kent/own/thm10-spaced",
        None,
        ("n", "T", "m", "alpha", "D"),
        ((400, 9, 2, 0.5, 1.0), (90, 900, 3, 1.0, 1.0)),
        extra=(("kappa", 1.0),),
    ),
    Claimed(
        mixtures.shifted,
        "kent/appH.6/two",
        "the two laws",
        ("n", "T", "m", "alpha", "D"),
        ((40, 9, 3, 0.5, 1.0),),
        "at least",
    ),
    Claimed(losses.bassily_local, "bassily/thm3.2/lower", None, LOSS, ((40, 9, 3, 0.5, 2.0, 3.0),)),
    Claimed(losses.bassily_few_users, "bassily/thm3.3", None, LOSS, ((4, 9, 9, 0.5, 2.0, 3.0),), "at least"),
    Claimed(losses.bassily_statistical, "bassily/thm3.1/lower", None, LOSS, ((40, 9, 3, 0.5, 2.0, 3.0),)),
    Claimed(
        losses.bassily_approximate,
        "bassily/own/approximate-lower",
        None,
        LOSS,
        ((40, 9, 3, 0.5, 2.0, 3.0),),
        more=(1e-6,),
    ),
    Claimed(losses.bassily_approximate, "bassily/thm3.3/text", None, LOSS, ((4, 9, 9, 0.25, 2.0, 3.0),), more=(1e-6,)),
    *(
        Claimed(
            score_bound,
            "bassily/own/central-lower",
            "the rate",
            LOSS,
            ((40, 9, 3, 0.5, 2.0, 3.0),),
            "at least",
            more=(delta,),
        )
        for delta in (0.0, 0.01)
    ),
)
"""Each once for every claim whose number it is."""
SHARPER = {
    "zhao_theorem2",
    "van_trees",
    "sign_floor",
    "axes_bound",
    "signs_bound",
    "kent_proposition3",
    "spikes",
    "shifted",
    "bassily_few_users",
    "score_bound",
}
"""Bounds of which a claim has no more than a smaller number."""


@pytest.mark.parametrize("claimed", CLAIMED, ids=lambda claimed: claimed.name)
def test_bounds_are_what_claims_conclude(claimed: Claimed) -> None:
    for given in claimed.settings:
        assert claimed.numbers(given)[1] > 0
        assert claimed.holds(given), claimed.numbers(given)


@pytest.mark.parametrize("claimed", CLAIMED, ids=lambda claimed: claimed.name)
def test_another_constant_is_seen_where_the_claim_has_the_number(
    claimed: Claimed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that only have a smaller number the claim sees what falls below it: a hundredth of any bound."""
    forget()
    for factor in ("2", "0.5") if claimed.relation == "is" else ("0.01",):
        with monkeypatch.context() as patch:
            Plant(_SHOWN, _VALUE, _VALUE.replace("return ", f"return {factor} * "), "lowerbounds").put(patch)
            assert not all(map(claimed.holds, claimed.settings))
    forget()


def test_claims_are_locked_as_proved_and_in_the_report() -> None:
    root = Path(__file__).parents[2]
    table = (root / "reports" / "bounds.md").read_text().split("## Lower bounds")[1]
    for claimed in CLAIMED:
        key = claimed.claim.split("/")[0]
        locked = json.loads((root / "verify" / "papers" / key / "lock.json").read_text())["claims"][claimed.claim]
        # What is corrected where something is, what is printed elsewhere.
        assert (locked["corrected"] or locked["printed"]) in ("proved", "argued")
        assert claimed.claim in table


def test_every_bound_with_a_claim_is_the_claims_number_or_sharper() -> None:
    for claimed in CLAIMED:
        assert (claimed.relation == "at least") == (claimed.bound.__name__ in SHARPER)
