"""What stands in the foundations for sorts and nouns of the calculus, and the types of both."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from verify.calculus.terms import Name
from verify.rocq.terms import Inexpressible

Type = str | tuple[Any, ...]
"""A variable, or the name of a type and what it is of."""
Known = Literal["value", "most", "least", "is"]
"""How a quantity is known: by a term, by what it is at most or at least, or by a relation to a number."""


@dataclass(frozen=True)
class Noun:
    """What stands for a noun in the foundations: the types of its arguments and its own, and the term.

    `taken` are the arguments, where they are not the noun's own.
    """

    arguments: tuple[str, ...]
    form: str
    type: str = "R"
    known: Known = "value"
    letter: str = "x"
    taken: Callable[[Any], tuple[Any, ...]] = lambda term: term.args


OUTCOMES = Name("O", "outcomes")
"""The probability space that random reals are functions on."""
RANDOM: Type = ("random",)
FAMILY = "family of random reals"
SORTS: Mapping[str, str] = {
    "outcomes": "space w",
    "law": "law a",
    "channel": "channel a b",
    "protocol": "method a b t",
    "class of laws": "c",
    "loss": "loss",
    "metric space": "metric_space t",
    "event": "event a",
    "function": "function a",
    "family of laws": "f",
    "decoder": "decoder a t",
    "vertex": "vertex",
    FAMILY: "random_family w",
    "vector": "vector",
    "data set": "data_set a",
    "sample": "a",
    "input": "a",
    "message": "b",
    "messages": "list b",
    "item-level protocol": "items a b",
}
"""The type of a letter, by its sort; each small letter may be any type."""

_OF_VECTORS = Noun(
    ("method (list vector) b vector", "class vector", "nat", "nat"), "worst_risk_of_vectors_most {3} {0} {1} {2}",
    known="most", letter="r", taken=lambda risk: (*risk.args, risk.args[1].args[-1]),
)  # fmt: skip
"""A risk over a class of laws of vectors, whose last argument is the dimension."""
NOUNS: Mapping[str, Noun] = {
    "Power": Noun(("law a", "nat"), "power {0} {1}", "law (list a)"),
    "Through": Noun(("channel a b", "law a"), "bind {1} {0}", "law b"),
    "Transcript": Noun(("method a b t", "law a"), "transcript_of {0} {1}", "law (list b)"),
    "Private": Noun(("channel a b", "R"), "private {1} {0}", "Prop"),
    "Interactive": Noun(("method a b t", "nat", "R"), "users_in_turn {0} {1} {2}", "Prop"),
    "Member": Noun(("law a", "class a"), "member {0} {1}", "Prop"),
    "OnInterval": Noun(("R", "R"), "laws_on {0} {1}", "class R"),
    "TV": Noun(("law a", "law a"), "TV_most {0} {1}", known="most", letter="t"),
    "KL": Noun(("law a", "law a"), "KL_most {0} {1}", known="most", letter="k"),
    "ChiSquare": Noun(("law a", "law a"), "chi2_most {0} {1}", known="most", letter="c"),
    "Hellinger2": Noun(("law a", "law a"), "H2_most {0} {1}", known="most", letter="h"),
    "TestError": Noun(("law a", "law a"), "test_error_least {0} {1}", known="least", letter="p"),
    "MaxDivergence": Noun(("law a", "law a"), "ratio_most {0} {1}", known="most", letter="e"),
    "HockeyStick": Noun(("law a", "law a", "R"), "hockey_stick_most {0} {1} {2}", known="most", letter="h"),
    "Mean": Noun(("law R",), "has_mean {0}", known="is", letter="mu"),
    "Corner": Noun(("laws_at_vertices a", "vertex"), "{0} {1}", "law a"),
    "Flip": Noun(("vertex", "nat"), "turned_at {0} {1}", "vertex"),
    "Expectation": Noun(("random",), "expectation {outcomes} {0}"),
    "infinite Expectation": Noun(("random",), "expectation_most {outcomes} {0}", known="most", letter="e"),
    "Variance": Noun(("random",), "variance {outcomes} {0}"),
    "Probability": Noun(("occurs",), "probability {outcomes} {0}"),
    "CGF": Noun(("random", "R"), "CGF_most {outcomes} {0} {1}", known="most", letter="k"),
    "Independent": Noun(("random", "random"), "independent {outcomes} {0} {1}", "Prop"),
    "MeanOfCopies": Noun(("random", "random", "nat"), "mean_of_copies {outcomes} {0} {1} {2}", "Prop"),
    "Independent of Name": Noun(("random", "random_family w"), "independent_of_each {outcomes} {0} {1}", "Prop"),
    "Winner": Noun(("random", "random_family w", "nat"), "winner {outcomes} {0} {1} {2}", "Prop"),
    "Part": Noun(("random_family w", "nat"), "{0} {1} {outcome}"),
    "Share": Noun(("random_family w", "nat"), "{0} {1} {outcome}"),
    "IndicatorOf": Noun(("random", "occurs"), "almost_eq {outcomes} {0} (indicator {1})", "Prop"),
    "LaplaceNoise": Noun(("random", "R"), "laplace_noise {outcomes} {0} {1}", "Prop"),
    "SignedSum": Noun(("random", "R"), "signed_sum {outcomes} {0} {1}", "Prop"),
    "MeanGiven": Noun(("random", "random", "random"), "mean_given {outcomes} {0} {1} {2}", "Prop"),
    "ChanceGiven": Noun(("random", "random", "random"), "chance_given {outcomes} {0} {1} {2}", "Prop"),
    "LargestChance": Noun(("random", "random", "random"), "largest_chance {outcomes} {0} {1} {2}", "Prop"),
    "NormOfMean": Noun(("random", "random", "nat", "nat"), "norm_of_mean {outcomes} {0} {1} {2} {3}", "Prop"),
    "TailRatio": Noun(("random", "R"), "tail_ratio_most {outcomes} {0} {1}", known="most", letter="c"),
    "RotatedDifference": Noun(
        ("random", "vector", "vector", "nat"),
        "in_space {3} {1} /\\ in_space {3} {2} /\\ rotated_difference {outcomes} {0} {1} {2} {3}",
        "Prop",
    ),
    "Less": Noun(("vector", "vector"), "vector_minus {0} {1}", "vector"),
    "Norm": Noun(("vector",), "euclidean_norm {0}"),
    "Item": Noun(("data_set a", "nat"), "{0} {1}", "a"),
    "At": Noun(("channel a b", "a"), "{0} {1}", "law b"),
    "StepOf": Noun(("items a b", "nat", "list b"), "{0} {1} {2}", "channel a b"),
    "MessageOfEach": Noun(("items a b", "data_set a", "nat"), "told_of_each {0} {1} {2}", "law (list b)"),
    "MessageOfOne": Noun(("channel a b", "data_set a", "nat"), "told_of_one {0} {1} {2}", "law b"),
    "WorstRisk": Noun(
        ("method (list R) b R", "class R", "nat"), "worst_risk_most {0} {1} {2}", known="most", letter="r"
    ),
    "WorstRisk of Ball": _OF_VECTORS,
    "WorstRisk of Cube": _OF_VECTORS,
    "WorstExcess": Noun(
        ("method (list vector) b vector", "nat", "nat", "R", "R"),
        "worst_excess_most {1} {2} {3} {4} {0}",
        known="most",
        letter="r",
    ),
    "AlgorithmExcess": Noun(
        ("channel (list (list vector)) vector", "nat", "nat", "nat", "R", "R"),
        "algorithm_excess_most {1} {2} {3} {4} {5} {0}",
        known="most",
        letter="r",
    ),
    "WorstLoss": Noun(
        ("method (list a) b t", "parametric a t", "nat", "loss"),
        "worst_loss_most {1} {2} {3} {0}",
        known="most",
        letter="r",
    ),
    "LossAt": Noun(("loss", "R"), "loss_at {0} {1}"),
    "PointMasses": Noun(("metric_space t",), "point_masses {0}", "parametric t t"),
    "HasParameters": Noun(("parametric a t", "metric_space t"), "parameters_are {0} {1}", "Prop"),
    "Covering": Noun(("metric_space t", "R"), "covering_number_least {0} {1}", known="least", letter="k"),
    "SendAll": Noun(("nat", "decoder a t"), "all_data {0} {1}", "method (list a) (list a) t"),
    "Separated": Noun(("parametric_family a t", "loss", "R", "nat"), "parameters_apart {0} {1} {2} {3}", "Prop"),
    "FamilyWithin": Noun(("parametric_family a t", "parametric a t"), "family_within {0} {1}", "Prop"),
    "DataTV": Noun(
        ("nat", "parametric_family a t", "nat", "nat"), "data_TV_most {0} {1} {2} {3}", known="most", letter="t"
    ),
    "SeparatedExactly": Noun(
        ("parametric_family a t", "loss", "R", "nat"), "parameters_just_apart {0} {1} {2} {3}", "Prop"
    ),
    "Biased": Noun(("R", "nat"), "biased_prior {0} {1}", "law (list bool)"),
    "OutsideMass": Noun(
        ("law (list bool)", "parametric_family a t", "parametric a t"),
        "outside_mass_most {0} {1} {2}",
        known="most",
        letter="p",
    ),
    "ConditionalTV": Noun(
        ("method (list a) b t", "parametric_family a t", "nat", "law (list bool)", "nat"),
        "conditional_TV_most {0} {1} {2} {3} {4}",
        known="most",
        letter="t",
    ),
    "Ball": Noun(("R", "R", "nat"), "laws_on_ball {0} {1} {2}", "class vector"),
    "Cube": Noun(("R", "nat"), "laws_on_cube {0} {1}", "class vector"),
}
"""The nouns that have definitions there, by their names in the calculus."""


def parsed(told: str) -> Type:
    """A type as it is written above."""
    tokens = re.findall(r"[()]|\w+", told)

    def one() -> Type:
        if tokens[0] == "(":
            tokens.pop(0)
            found = several()
            tokens.pop(0)
            return found
        return tokens.pop(0) if re.fullmatch("[a-z]", tokens[0]) else (tokens.pop(0),)

    def several() -> Type:
        head = one()
        parts = []
        while tokens and tokens[0] != ")":
            parts.append(one())
        return (*head, *parts) if isinstance(head, tuple) else head

    return several()


class Types:
    """Type variables and what they turn out to be."""

    def __init__(self) -> None:
        self._known: dict[str, Type] = {}
        self._count = count()

    def instance(self, told: str, taken: dict[str, Type]) -> Type:
        """A type with new variables, the same for the same letters among `taken`."""
        return self._put(parsed(told), taken)

    def _put(self, found: Type, taken: dict[str, Type]) -> Type:
        if isinstance(found, str):
            if found not in taken:
                taken[found] = f"?{next(self._count)}"
            return taken[found]
        return (found[0], *(self._put(part, taken) for part in found[1:]))

    def solved(self, found: Type) -> Type:
        """The type with all that is known."""
        if isinstance(found, str):
            return self.solved(self._known[found]) if found in self._known else found
        return (found[0], *(self.solved(part) for part in found[1:]))

    def unify(self, one: Type, other: Type) -> None:
        """Make two types one.

        Raises:
            Inexpressible: where they differ.
        """
        one, other = self.solved(one), self.solved(other)
        if one == other:
            return
        if isinstance(other, str):
            one, other = other, one
        if isinstance(one, str):
            if _holds(other, one):
                raise Inexpressible(f"{one} where a {other[0]} of such is asked for")
            self._known[one] = other
        elif one[0] != other[0] or len(one) != len(other):
            raise Inexpressible(f"a {one[0]} where a {other[0]} is asked for")
        else:
            for a, b in zip(one[1:], other[1:], strict=True):
                self.unify(a, b)


def _holds(found: Type, variable: str) -> bool:
    return found == variable if isinstance(found, str) else any(_holds(part, variable) for part in found[1:])
