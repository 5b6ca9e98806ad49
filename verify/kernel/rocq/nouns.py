"""What stands in the foundations for sorts and nouns of the calculus, and the types of both."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

from verify.kernel.calculus.terms import Name
from verify.kernel.rocq.terms import Inexpressible

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
COVERS = Name("C", "least covers")
"""The choice of a least cover for each space and radius."""
_NOISE = Name("L", "Laplace laws")
"""The law of Laplace noise of each scale, as a functional."""
UNIFORM = Name("U", "uniform laws")
"""The uniform law on the cube of each dimension, as a functional."""
READING = Name("R", "reading")
"""What an answer says of the sign of each cube."""
READ_BY = {"MarginClass": "cheaper_sign", "BoundedClass": "nearer_sign", "HeavyClass": "nearer_sign"}
"""How a rule is read as the sign of a cube of tents, by the class of laws over which it is learnt."""
FRAMES = Name("H", "random frames")
"""The law of a uniform frame of each dimension, as a functional."""
_SCALES = Name("c", "bump scales")
"""The factor c_beta of each smoothness, which is small enough."""
DENSITIES = Name("D", "densities")
"""The densities of all laws in sight with respect to one measure."""
REGION = Name("Theta", "region")
"""The closed convex set of the parameters of the accelerated method, with its first iterate."""
ALGORITHM_1 = Name("S", "bins and widths")
"""The bins, h and Delta of zhao Algorithm 1, with its noise."""
COORDINATES = Name("S", "bins and messages")
"""The same for each coordinate of vectors, with the messages before."""
DESCENT = Name("S", "group of a descent")
"""The same for a user's own step of a descent, with the messages of earlier groups."""
SAMPLES = Name("S", "samples of bins")
"""The labels of samples with given features, what is told of them, and the classes that (17) draws."""
TIES = Name("R", "rule for ties")
"""Which class of those with the most votes is taken."""
_LISTED = Name("S", "choices of a listing")
"""What listings choose next to their arguments: noise, the number of samples, widths, thresholds and public signs."""
CLOSEST = Name("S", "closest midpoint")
"""Which of the midpoints of bassily Algorithm 6 is the closest one to a number."""
HIDDEN = (
    COVERS,
    _NOISE,
    UNIFORM,
    _SCALES,
    FRAMES,
    REGION,
    READING,
    ALGORITHM_1,
    COORDINATES,
    DESCENT,
    TIES,
    _LISTED,
    CLOSEST,
)
"""Letters that are no arguments: each may be any of its sort."""
POINT = Name("X", "random point")
"""The random point at which a function has its value, and whose bin it is; the calculus leaves it unsaid."""
RANDOM: Type = ("random",)
FAMILY = "family of random reals"
PARAMETRIC = "parametric_family a t"
"""The type of a family of laws of which a noun asks for more than its laws."""
LABELLED = "labelled s"
"""The type of a law of features with labels; `s` is the set in which the features are."""
LEARNER = "learner a t"
"""The type of an algorithm that is known by the law of its answer at a given number of draws of each law."""
IN_TURN = "labels_in_turn x y b t"
"""The type of an algorithm that gets the features of its samples, and of each label a message, sample by sample."""
OF_SAMPLES = "label_learner x y t"
"""The type of an algorithm whose data are features, each with a label."""
OF_VALUES = "told_protocol b"
"""The type of a protocol whose users all have one of finitely many values, with the densities of their messages."""
ASKED = (PARAMETRIC, LABELLED, LEARNER, IN_TURN, OF_SAMPLES, OF_VALUES)
"""Types that nouns ask of letters whose sort says less."""
SORTS: Mapping[str, str] = {
    "outcomes": "space w",
    "law": "law a",
    "channel": "channel a b",
    "protocol": "method a b t",
    "class of laws": "c",
    "loss": "f",
    "metric space": "metric_space t",
    "event": "event a",
    "algorithm": "algorithm a b",
    "densities": "densities a",
    "mixture": "mixture_of_laws",
    "vector function": "vector_function a",
    "choice": "a",
    "function": "function a",
    "family of laws": "f",
    "components": "components a",
    "decoder": "decoder a t",
    "vertex": "vertex",
    "prior": "law (list bool)",
    "signs": "list bool",
    FAMILY: "random_family w",
    "family of numbers": "family_of_numbers",
    "vector": "vector",
    "set": "convex_set",
    "matrix": "real_matrix",
    "bits": "list bool",
    "code": "code a",
    "Laplace laws": "laplace_laws",
    "uniform laws": "uniform_laws",
    "reading": "reading t",
    "bump scales": "bump_scales",
    "random frames": "random_frames",
    "least covers": "least_covers t",
    "family of points": "family_of_points t",
    "sequence of numbers, none below 0": "sequence",
    "data set": "data_set a",
    "sample": "a",
    "input": "a",
    "data": "a",
    "message": "b",
    "messages": "list b",
    "messages of signs": "told b",
    "item-level protocol": "items a b",
    "estimate": "local_estimate s",
    "random point": "random_point w",
    "mechanism": "mechanism a c b",
    "feature": "a",
    "label": "c",
    "oracle": "oracle",
    "losses": "losses a",
    "region": "region",
    "bins and widths": "bins_and_widths",
    "bins and messages": "bins_and_messages",
    "group of a descent": "group_of_descent",
    "regression functions": "regression_functions",
    "point": "vector",
    "features": "bin_features",
    "counts": "vote_counts",
    "samples of bins": "bin_samples w",
    "rule for ties": "rule_for_ties",
    "numbers": "list R",
    "sign": "bool",
    "choices of a listing": "listing_choices",
    "closest midpoint": "closest_midpoint",
}
"""The type of a letter, by its sort; each small letter may be any type."""
LIMITS: Mapping[str, str] = {
    "vector": "finite_vector {0}",
    "sequence of numbers, none below 0": "forall k : nat, 0 <= {0} k",
    "samples of bins": "samples_drawn {outcomes} {0}",
}
"""What is said of a letter of a sort next to its type."""

_OF_VECTORS = Noun(
    ("method (list vector) b vector", "class vector", "nat", "nat"), "worst_risk_of_vectors_most {3} {0} {1} {2}",
    known="most", letter="r", taken=lambda risk: (*risk.args, risk.args[1].args[-1]),
)  # fmt: skip
"""A risk over a class of laws of vectors, whose last argument is the dimension."""
_OF_MEANS = Noun(
    ("method (list vector) b vector", "class vector", "nat", "loss", "nat"),
    "worst_loss_most (with_means {4} {1}) {2} {3} {0}",
    known="most", letter="r", taken=lambda risk: (*risk.args, risk.args[1].args[-1]),
)  # fmt: skip
"""A loss over a class of laws of vectors, whose parameters are their means; the last argument is the dimension."""
_NAMED = ("method (list a) b t", "named_laws a t", "nat", "R")
"""A protocol, laws with names, the number of draws, and a level of privacy."""
CHOSEN: Mapping[str, Noun] = {
    "PackingLaws": Noun(
        ("parametric a t", "metric_space t", "R", "nat", "named_laws a t"), "packing_laws {0} {1} {2} {3} {4}", "Prop",
        taken=lambda laws: (*laws.args, laws),
    ),
}  # fmt: skip
"""What terms that say no more are one of: any that has the property, whose last argument it is."""
_PAIRS = ("law_family b", "law nat", "nat", "R")
"""Laws of messages, a law of the value, the number of values, and a level."""
DOMINATED: Mapping[str, Noun] = {
    "At": Noun(
        ("densities b", "channel a b"), "channel_dominated {0} {1}", "Prop",
        taken=lambda law: (DENSITIES, law.args[0]),
    ),
    "Through": Noun(
        ("densities b", "channel a b", "law a"), "mixture_dominated {0} {1} {2}", "Prop",
        taken=lambda law: (DENSITIES, *law.args),
    ),
    "PurePart": Noun(
        ("densities a", "law a", "law a", "R"), "pure_part_dominated {0} {1} {2} {3}", "Prop",
        taken=lambda law: (DENSITIES, *law.args[:3]),
    ),
    "": Noun(("densities a", "law a"), "dominated_law {0} {1}", "Prop", taken=lambda law: (DENSITIES, law)),
}  # fmt: skip
"""That a law has a density, by how it is built."""
COUNTED = ("BitFlips",)
"""Channels with finitely many messages, whose densities are with respect to the number of messages."""
_RUN = ("differentiable", "oracle", "R", "nat", "R")
"""A function, an oracle, a step, the number of steps, and the radius of the ball."""
_RUN_ON_DATA = ("losses a", *_RUN[1:], "nat", "nat")
"""The same for a family of losses, with the numbers of users and of samples of each."""
_LAWS = "parametric_family a u"
_ON_CUBE = ("method (list a) b t", _LAWS, "nat", "nat")
"""A protocol, a family of laws, the number of draws, and that of coordinates."""
_AT_VERTEX = (*_ON_CUBE[:-1], "vertex")
_OF_MESSAGE = ("channel (list a) b", *_AT_VERTEX[1:])
_OF_PARTS = ("channel (list a) b", "components a", "vertex")
"""A channel, components, and a vertex."""
_TENT = ("R", "R", "nat", "R", "R", "R")
"""Of tents: side, smoothness, dimension, density, the size of a label, and the probability that it is not 0."""
_IN_CLASS = (
    "method (list a) b t", "parametric_family a t", "nat", "loss", "law (list bool)", "parametric a t",
)  # fmt: skip
"""A protocol, a family of laws, the number of draws, a loss, the law of a random vertex, and a class."""

_ALGORITHMS = (
    (4, ("nat", "nat", "nat", "R"), "vector", "message"),
    (5, ("nat", "nat", "nat", "R"), "vector", "message"),
    (6, ("nat", "nat", "nat", "nat", "R", "R"), "vector", "message"),
    (7, ("nat", "nat", "nat", "nat", "R"), "vector", "message"),
    (8, ("nat", "nat", "nat", "R"), "R", "message"),
    (9, ("nat", "nat", "nat", "R", "R"), "R", "message"),
    (12, ("nat", "nat", "nat", "R"), "vector", "(list message)"),
    (13, ("nat", "nat", "nat", "R"), "vector", "(list message)"),
)
"""Algorithms of listings with such choices: number, types of the arguments, of a sample, and of what a user sends."""


def _of_one_draw(risk: Any) -> tuple[Any, ...]:
    """Of users who send by one channel what depends on the only draw of each."""
    plan, members, draws, loss = risk.args
    if draws != 1:
        raise Inexpressible(f"{risk}: a channel for one draw, and {draws} draws")
    return plan, members, loss


def _of_all(drift: Any) -> tuple[Any, ...]:
    """Of a method whose rounds use the data of all users."""
    losses, step, radius, batch, users, draws = drift.args
    if batch != users:
        raise Inexpressible(f"{drift}: rounds with the data of some users")
    return losses, step, radius, users, draws


def _of_powers(risk: Any) -> tuple[Any, ...]:
    """Of a test by what a learner says at a given number of draws of either law."""
    test, *data = risk.args
    (one, count), (other, again) = (power.args for power in data)
    if count != again:
        raise Inexpressible(f"{risk}: a test of {count} and of {again} draws")
    learner, index = test.args
    return READING, learner, index, one, other, count


GROWTH: Mapping[str, Callable[..., Any]] = {
    "Less": max,
    "Inner": lambda x, y: x + y,
    "Norm": lambda x: x,
    "Shock": lambda *_: 1,
    "Iterate": lambda *_: 0,
    "Ahead": lambda *_: 1,
    "NoisyGradient": lambda _, x, xi: max(x, xi),
    "Value": lambda _, x: 2 * x,
}
"""The power of random reals that bounds a noun of random vectors, by those of its arguments.

Projections to a ball are bounded, and gradients that are Lipschitz grow as the point does. The proof of what is stated
shows that the mean is finite.
"""

_COORDINATE_STEPS = Noun(
    ("bins_and_messages", "nat", "R"),
    "coordinate_steps {0} {1} {2}",
    "items (data_set R) (list R)",
    taken=lambda steps: (COORDINATES, *steps.args),
)
"""Algorithm 1 on each of a user's coordinates, or coefficients of whatever kind."""
_CHOOSING = ("regression_functions", "nat", "bin_features", "nat", "R")
"""Regression functions, the number of classes, the features of a bin, their number, and a level of privacy."""


def _in_bins(word: str, *arguments: str, ties: bool = False) -> Noun:
    """What depends on the labels of a bin, on what is told of them, or on the class that is drawn."""
    rule = ((TIES, "rule_for_ties"),) if ties else ()
    letters, types = zip((SAMPLES, "bin_samples w"), *rule, strict=True)
    form = " ".join([word, *(f"{{{i}}}" for i in range(len(types) + len(arguments))), "{outcome}"])
    return Noun((*types, *arguments), form, taken=lambda term: (*letters, *term.args))


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
    "Chance": Noun(("law a", "event a"), "chance {0} {1}"),
    "PrivateDensities": Noun(
        ("densities b", "channel a b", "R"),
        "private_densities {0} {1} {2}",
        "Prop",
        taken=lambda chosen: (DENSITIES, *chosen.args),
    ),
    "Density": Noun(
        ("densities a", "law a", "a"), "density_at {0} {1} {2}", taken=lambda term: (DENSITIES, *term.args)
    ),
    "mass": Noun(("law a", "a"), "mass_at {0} {1}"),
    "Restricted": Noun(("law a", "event a"), "law_given {0} {1}", "law a"),
    "AgreeOff": Noun(("law a", "law a", "event a"), "agree_off_set {0} {1} {2}", "Prop"),
    "Cut": Noun(("law a", "law a", "R"), "cut_of {0} {1} {2}", "law a", known="is"),
    "Joint": Noun(("law a", "law b"), "joint {0} {1}", "law (prod a b)"),
    "MeanTail": Noun(("law R", "nat", "R"), "tail_of_mean {0} {1} {2}"),
    "Profile": Noun(("algorithm a b", "R"), "profile_most {0} {1}", known="most", letter="d"),
    "BinomialAtMost": Noun(("nat", "R", "R"), "binomial_tail {0} {1} {2}"),
    "Outvoted": Noun(("nat", "R"), "outvoted {0} {1}"),
    "VoteLost": Noun(("nat", "R", "nat"), "vote_lost {0} {1} {2}"),
    "BinOutvoted": Noun(("nat", "R"), "bin_outvoted_most {0} {1}", known="most", letter="b"),
    "Mixtures": Noun(("nat", "R", "R"), "mixtures {0} {1} {2}", "class_of_mixtures"),
    "Member of Mixtures": Noun(("mixture_of_laws", "class_of_mixtures"), "{1} {0}", "Prop"),
    "MixtureMean": Noun(("mixture_of_laws", "nat"), "mean_of_part {0} {1}"),
    "MixtureWeight": Noun(("mixture_of_laws", "nat"), "weight_of_part {0} {1}"),
    "Told": Noun(("algorithm a b", "law a", "nat"), "choice_of {0} {1} {2}", "law b"),
    "ToldWith": Noun(("algorithm a b", "law a", "nat", "nat"), "told_with {0} {1} {2} {3}", "law (prod b a)"),
    "Exchangeable": Noun(("law a",), "commutes {0}", "Prop"),
    "Beyond": Noun(("vector_function (prod b a)", "law a", "R"), "far_from_mean {0} {1} {2}", "event (prod b a)"),
    "Section": Noun(("event (prod a b)", "a"), "section_of {0} {1}", "event b"),
    "Scattered": Noun(
        ("algorithm a b", "vector_function (prod b a)", "law a", "nat", "R"), "scattered {0} {1} {2} {3} {4}"
    ),
    "Margin": Noun(("random", "R", "R"), "margin {outcomes} {0} {1} {2}", "Prop"),
    "GammaFunction": Noun(("R",), "gamma_most {0}", known="most", letter="g"),
    "NumbersWithin": Noun(("law (list R)", "nat", "R"), "numbers_within {0} {1} {2}", "Prop"),
    "RangeSpread": Noun(("law (list R)", "R"), "range_spread {0} {1}"),
    "RangeMissed": Noun(("law (list R)", "R", "nat", "R"), "range_missed {0} {1} {2} {3}"),
    "WithinTwo": Noun(("R", "R"), "within_two {0} {1}", "Prop"),
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
    "Among": Noun(("random", "nat"), "among {outcomes} {0} {1}", "Prop"),
    "Entry": Noun(("family_of_numbers", "nat"), "{0} {1}"),
    "IndependentMembers": Noun(("random_family w", "nat"), "independent_members {outcomes} {0} {1}", "Prop"),
    "Independent of Name": Noun(("random", "random_family w"), "independent_of_each {outcomes} {0} {1}", "Prop"),
    "Winner": Noun(("random", "random_family w", "nat"), "winner {outcomes} {0} {1} {2}", "Prop"),
    "Part": Noun(("random_family w", "nat"), "{0} {1} {outcome}"),
    "Share": Noun(("random_family w", "nat"), "{0} {1} {outcome}"),
    "IndicatorOf": Noun(("random", "occurs"), "almost_eq {outcomes} {0} (indicator {1})", "Prop"),
    "LaplaceNoise": Noun(("random", "R"), "laplace_noise {outcomes} {0} {1}", "Prop"),
    "LaplaceAt": Noun(
        ("laplace_laws", "R", "R"), "laplace_at {0} {1} {2}", "law R", taken=lambda law: (_NOISE, *law.args)
    ),
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
    "WorstRisk of vectors": Noun(
        ("method (list vector) b vector", "class vector", "nat"),
        "worst_risk_of_all_coordinates_most {0} {1} {2}",
        known="most",
        letter="r",
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
    "WorstLoss of Ball": _OF_MEANS,
    "WorstLoss of Cube": _OF_MEANS,
    "WorstLoss of CubeLaws": _OF_MEANS,
    "WorstLoss of BallLaws": _OF_MEANS,
    "WorstLoss of SparseMeans": replace(_OF_MEANS, taken=lambda risk: (*risk.args, risk.args[1].args[0])),
    "LossAt": Noun(("loss", "R"), "loss_at {0} {1}"),
    "Squared": Noun((), "squared", "loss"),
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
    "OneTrace": Noun(("channel (list vector) b", "nat", "nat"), "one_trace_most {0} {1} {2}", known="most", letter="i"),
    "MessagesTrace": Noun(
        ("method (list vector) b t", "nat", "nat"), "messages_trace_most {0} {1} {2}", known="most", letter="i"
    ),
    "MessageInformation": Noun(
        ("channel (list vector) b", "nat", "nat"), "message_information_most {0} {1} {2}", known="most", letter="i"
    ),
    "SubGaussianScore": Noun(("nat", "nat", "R"), "sub_gaussian_score {0} {1} {2}", "Prop"),
    "Hamming": Noun(
        ("method (list a) b t", "laws_at_vertices a", "nat", "nat"),
        "wrong_coordinates_least {0} {1} {2} {3}",
        known="least",
        letter="w",
    ),
    "VertexInformation": Noun(
        ("method (list a) b t", "laws_at_vertices a", "nat", "nat"),
        "vertex_information_most {0} {1} {2} {3}",
        known="most",
        letter="i",
    ),
    "CloseFamily": Noun(("law_family b", "nat", "R", "R"), "close_family {0} {1} {2} {3}", "Prop"),
    "OnValues": Noun(("law nat", "nat"), "on_values {0} {1}", "Prop"),
    "Weight": Noun(("law nat", "nat"), "weight {0} {1}"),
    "Above": Noun((*_PAIRS, "nat"), "above_chance {0} {1} {2} {3} {4}"),
    "Beneath": Noun((*_PAIRS, "nat"), "beneath_chance {0} {1} {2} {3} {4}"),
    "AboveApart": Noun((*_PAIRS, "nat"), "above_apart {0} {1} {2} {3} {4}"),
    "BeneathApart": Noun((*_PAIRS, "nat"), "beneath_apart {0} {1} {2} {3} {4}"),
    "TooMuch": Noun(_PAIRS, "too_much {0} {1} {2} {3}"),
    "BadApart": Noun(_PAIRS, "bad_apart {0} {1} {2} {3}"),
    "GoodDivergence": Noun(_PAIRS, "good_divergence {0} {1} {2} {3}"),
    "GoodExcess": Noun(_PAIRS, "good_excess {0} {1} {2} {3}"),
    "GoodSpread": Noun(_PAIRS, "good_spread {0} {1} {2} {3}"),
    "OneTold": Noun(_PAIRS[:-1], "one_told {0} {1} {2}"),
    "GoodTold": Noun(_PAIRS, "good_told {0} {1} {2} {3}"),
    "BadTold": Noun(_PAIRS, "bad_told {0} {1} {2} {3}"),
    "BitEntropy": Noun(_PAIRS, "bit_entropy {0} {1} {2} {3}"),
    "LeftEntropy": Noun(_PAIRS, "left_entropy {0} {1} {2} {3}"),
    "ApproximatelyPrivate": Noun(("channel a b", "R", "R"), "private_approximately {1} {2} {0}", "Prop"),
    "PurePart": Noun(("law a", "law a", "R"), "pure_part {0} {1} {2}", "law a", taken=lambda law: law.args[:3]),
    "MiddleCount": Noun(("nat",), "middle_count {0}"),
    "RandomSigns": Noun(("nat",), "all_signs {0}", "signs_seen"),
    "Sign": Noun(("signs_seen", "nat"), "sign_of {0} {1}", "signs_seen"),
    "Heard": Noun(("method (list vector) b t", "signs_seen", "R", "nat"), "heard {0} {1} {2} {3}", "told (list b)"),
    "GivenSign": Noun(("told b", "signs_seen", "R"), "given_sign {0} {1} {2}", "law b"),
    "Information": Noun(("signs_seen", "told b"), "information_on {0} {1}", known="most", letter="i"),
    "InteractiveApproximately": Noun(("method a b t", "nat", "R", "R"), "users_approximately {0} {1} {2} {3}", "Prop"),
    "InteractiveApproximately of values": Noun(
        (OF_VALUES, "nat", "R", "R"), "values_approximately {0} {1} {2} {3}", "Prop"
    ),
    "AllTold": Noun((OF_VALUES, "nat", "nat"), "all_told {0} {1} {2}"),
    "GoodSum": Noun((OF_VALUES, "nat", "nat", "R"), "good_sum {0} {1} {2} {3}"),
    "PureTranscript": Noun(
        ("method (list a) b t", "law a", "law a", "nat", "R"),
        "pure_transcript {0} {1} {2} {3} {4}",
        "law (list b)",
        taken=lambda law: law.args[:5],
    ),
    "NamingError": Noun(_NAMED[:-1], "naming_error {0} {1} {2}"),
    "PureHit": Noun(_NAMED, "pure_hit {0} {1} {2} {3}", taken=lambda chance: chance.args[:4]),
    "PureFalse": Noun(_NAMED, "pure_false {0} {1} {2} {3}", taken=lambda chance: chance.args[:4]),
    "Close": Noun(("law a", "law a", "R", "R"), "close_laws {2} {3} {0} {1}", "Prop"),
    "WrongBits": Noun(_ON_CUBE, "wrong_bits_least {0} {1} {2} {3}", known="least", letter="w"),
    "MixtureTV": Noun(_ON_CUBE, "messages_TV_most {0} {1} {2} {3}", known="most", letter="t"),
    "NeighbourTV": Noun(_ON_CUBE, "neighbours_TV2_most {0} {1} {2} {3}", known="most", letter="t"),
    "AllHellinger": Noun(_AT_VERTEX, "all_hellinger_most {0} {1} {2} {3}", known="most", letter="h"),
    "UserHellinger": Noun(_AT_VERTEX, "user_hellinger_most {0} {1} {2} {3}", known="most", letter="h"),
    "OneHellinger": Noun(_OF_MESSAGE, "one_hellinger_most {0} {1} {2} {3}", known="most", letter="h"),
    "InsideLoss": Noun(_IN_CLASS, "inside_loss_most {0} {1} {2} {3} {4} {5}", known="most", letter="r"),
    "InsideNearest": Noun(_IN_CLASS, "inside_nearest_most {0} {1} {2} {3} {4} {5}", known="most", letter="r"),
    "NearestLoss": Noun(_IN_CLASS[:-1], "nearest_loss_most {0} {1} {2} {3} {4}", known="most", letter="r"),
    "NearestWrong": Noun(_IN_CLASS[:-1], "nearest_wrong_most {0} {1} {2} {3} {4}", known="most", letter="w"),
    "LeastWrong": Noun(
        (*_ON_CUBE[:-1], "law (list bool)"), "least_wrong_least {0} {1} {2} {3}", known="least", letter="w"
    ),
    "PriorNeighbourTV": Noun(
        (*_ON_CUBE[:-1], "law (list bool)", "nat"),
        "random_neighbours_TV2_most {0} {1} {2} {3} {4}",
        known="most",
        letter="t",
    ),
    "IndependentSigns": Noun(("law (list bool)", "nat"), "independent_signs {0} {1}", "Prop"),
    "Dominated": Noun((_LAWS,), "neighbours_dominated {0}", "Prop"),
    "Orthogonal": Noun((_LAWS, "nat", "R"), "orthogonal_fluctuations {0} {1} {2}", "Prop"),
    "OrthogonalChanges": Noun(
        ("laws_at_vertices a", "nat", "nat", "R"), "orthogonal_relative_changes {0} {1} {2} {3}", "Prop"
    ),
    "RatioProduct": Noun(
        (_LAWS, "nat", "vertex", "nat", "nat"), "ratio_product_most {0} {1} {2} {3} {4}", known="most", letter="r"
    ),
    "EtaSquared": Noun((_LAWS, "nat"), "eta_squared_most {0} {1}", known="most", letter="e"),
    "Uncorrelated": Noun((_LAWS, "nat"), "uncorrelated {0} {1}", "Prop"),
    "Fluctuations": Noun(_OF_MESSAGE, "fluctuations_most {0} {1} {2} {3}", known="most", letter="c"),
    "RelativeVariance": Noun(_OF_MESSAGE, "relative_variance_most {0} {1} {2} {3}", known="most", letter="c"),
    "Bump": Noun(("function vector", "R", "R", "nat"), "is_bump {0} {1} {2} {3}", "Prop"),
    "Bumps": Noun(
        ("uniform_laws", "function vector", "R", "nat", "nat"),
        "bumps {0} {1} {2} {3} {4}",
        "parametric_family (prod vector R) unit",
        taken=lambda family: (UNIFORM, *family.args),
    ),
    "FamilyIn by Bumps": Noun(
        ("uniform_laws", "function vector", "R", "nat", "nat", "label_class"),
        "bumps_within {0} {1} {2} {3} {4} {5}",
        "Prop",
        taken=lambda within: (UNIFORM, *within.args[0].args, within.args[1]),
    ),
    "SquaredNorm": Noun(
        ("uniform_laws", "function vector", "nat"), "squared_norm {0} {1} {2}", taken=lambda norm: (UNIFORM, *norm.args)
    ),
    "BumpLaws": Noun(
        ("uniform_laws", "bump_scales", "nat", "nat", "R"),
        "bump_densities {0} {1} {2} {3} {4}",
        "parametric_family R unit",
        taken=lambda family: (UNIFORM, _SCALES, *family.args),
    ),
    "BumpSup": Noun(
        ("bump_scales", "nat", "nat", "R"),
        "largest_bump_most {0} {1} {2} {3}",
        known="most",
        letter="b",
        taken=lambda largest: (_SCALES, *largest.args),
    ),
    "BumpNorm": Noun(
        ("uniform_laws", "bump_scales", "nat", "nat", "R"),
        "square_of_density_bump {0} {1} {2} {3} {4}",
        taken=lambda norm: (UNIFORM, _SCALES, *norm.args),
    ),
    "Mixed": Noun(("components a",), "mixed_family {0}", "parametric_family a unit"),
    "DominatedParts": Noun(("components a",), "dominated_parts {0}", "Prop"),
    "OrthogonalParts": Noun(("components a", "R"), "orthogonal_parts {0} {1}", "Prop"),
    "EqualParts": Noun(("components a", "nat"), "equal_parts {0} {1}", "Prop"),
    "PartsFluctuations": Noun(_OF_PARTS, "parts_fluctuations_most {0} {1} {2}", known="most", letter="c"),
    "PartsProjected": Noun(_OF_PARTS, "parts_projected_most {0} {1} {2}", known="most", letter="c"),
    "PartsVariance": Noun(_OF_PARTS, "parts_variance_most {0} {1} {2}", known="most", letter="c"),
    "PartsSquares": Noun(_OF_PARTS, "parts_squares_most {0} {1} {2}", known="most", letter="c"),
    "GridParts": Noun(("nat", "R", "nat"), "grid_parts {0} {1} {2}", "components (list R)"),
    "SpreadParts": Noun(("nat", "R", "nat"), "spread_parts {0} {1} {2}", "components (list R)"),
    "Signs": Noun(("R", "R", "nat"), "signs_family {0} {1} {2}", "parametric_family vector vector"),
    "SparseSigns": Noun(("R", "nat"), "sparse_signs_family {0} {1}", "parametric_family vector vector"),
    "Axes": Noun(("R", "R", "nat"), "axes_family {0} {1} {2}", "parametric_family vector vector"),
    "Changes": Noun((_LAWS, "nat", "nat", "R"), "changes_are {0} {1} {2} {3}", "Prop"),
    "Common": Noun((_LAWS, "nat", "nat", "nat"), "common_mean {0} {1} {2} {3}", known="is", letter="a"),
    "OnesAtLeast": Noun(("nat", "R", "R"), "ones_at_least {0} {1} {2}"),
    "BiasedSigns": Noun(("list bool", "R"), "biased_signs {0} {1}", "law vector"),
    "Flipped": Noun(("list bool", "nat"), "flipped_sign {0} {1}", "list bool"),
    "HeardAt": Noun(("method (list vector) b t", "list bool", "R", "nat"), "heard_at {0} {1} {2} {3}", "law (list b)"),
    "FamilyIn": Noun(("laws_at_vertices a", "class a", "nat"), "family_in {0} {1} {2}", "Prop"),
    "SeparatedMeans": Noun(("laws_at_vertices vector", "R", "nat"), "means_at_vertices {0} {1} {2}", "Prop"),
    "Inner": Noun(("vector", "vector"), "inner_product {0} {1}"),
    "Moved": Noun(("vector", "R", "vector"), "moved {0} {1} {2}", "vector"),
    "Mix": Noun(("R", "vector", "vector"), "mixed {0} {1} {2}", "vector"),
    "Value": Noun(("differentiable", "vector"), "value_at {0} {1}"),
    "Slope": Noun(("differentiable", "vector", "vector"), "slope {0} {1} {2}"),
    "Gradient": Noun(("differentiable", "vector"), "gradient {0} {1}", "vector"),
    "NoisyGradient": Noun(("differentiable", "vector", "vector"), "vector_plus (gradient {0} {1}) {2}", "vector"),
    "SmoothConvex": Noun(("differentiable", "R"), "smooth_convex {0} {1}", "Prop"),
    "Projected": Noun(("convex_set", "vector", "R", "vector"), "projected {0} {1} {2} {3}", "vector"),
    "Acute": Noun(("convex_set", "vector", "R", "vector", "vector"), "acute {0} {1} {2} {3} {4}"),
    "Ones": Noun(("list bool",), "ones_of {0}"),
    "Agreements": Noun(("list bool", "list bool"), "agreements_of {0} {1}"),
    "Differences": Noun(("list bool", "list bool"), "differences {0} {1}"),
    "Term": Noun(("sequence", "nat"), "term_of {0} {1}"),
    "Falling": Noun(("nat",), "falling {0}"),
    "GramEntry": Noun(("real_matrix", "nat", "nat"), "gram {0} {1} {2}"),
    "Sylvester": Noun(("nat",), "sylvester {0}", "real_matrix"),
    "NearSigns": Noun(("nat", "R"), "near_signs {0} {1}"),
    "NonZero": Noun(("vector",), "nonzero_vector {0}", "Prop"),
    "NormOff": Noun(("law vector", "nat", "nat", "R"), "norm_off {0} {1} {2} {3}"),
    "SignTail": Noun(("vector", "nat", "R"), "sign_tail {0} {1} {2}"),
    "RotatedOff": Noun(("law vector", "nat", "nat", "R"), "rotated_off {0} {1} {2} {3}"),
    "RotatedSquare": Noun(("law vector", "nat", "nat", "R"), "rotated_square {0} {1} {2} {3}"),
    "BallLaws": Noun(("nat",), "laws_on_ball 2 1 {0}", "class vector"),
    "CubeLaws": Noun(("nat",), "laws_on_cube 1 {0}", "class vector"),
    "SparseMeans": Noun(("nat", "nat"), "sparse_means {0} {1}", "class vector"),
    "UnitBall": Noun(("nat",), "unit_ball {0}", "metric_space vector"),
    "VolumeRatio by UnitCube": Noun(("nat",), "cube_over_ball {0}", taken=lambda ratio: ratio.args[0].args),
    "HammingCube": Noun(("nat",), "hamming_cube {0}", "metric_space (list bool)"),
    "UnitCube": Noun(("nat",), "unit_cube {0}", "metric_space vector"),
    "SparseCube": Noun(("nat", "nat", "R"), "sparse_cube {0} {1} {2}", "metric_space vector"),
    "DensityEllipsoid": Noun(("R", "R"), "density_ellipsoid {0} {1}", "metric_space waveform"),
    "Cosines": Noun(("nat", "R"), "cosines {0} {1}", "family_of_points waveform"),
    "Packing": Noun(("metric_space t", "R"), "packing_number_least {0} {1}", known="least", letter="p"),
    "CubeIn": Noun(("family_of_points t", "metric_space t", "nat", "R"), "cube_in {0} {1} {2} {3}", "Prop"),
    "Choose": Noun(("nat", "nat"), "choose {0} {1}"),
    "Code": Noun(("code a", "a"), "code_of {0} {1}", "list bool"),
    "Pieces": Noun(
        ("least_covers t", "metric_space t", "R"),
        "pieces {0} {1} {2}",
        "code t",
        taken=lambda pieces: (COVERS, *pieces.args),
    ),
    "CoverSize": Noun(
        ("least_covers t", "metric_space t", "R"),
        "cover_size {0} {1} {2}",
        "nat",
        taken=lambda size: (COVERS, *size.args),
    ),
    "MostVotes": Noun(
        ("least_covers t", "metric_space t", "R"),
        "most_votes {0} {1} {2}",
        "decoder (list bool) t",
        taken=lambda decoder: (COVERS, *decoder.args),
    ),
    "BitFlips": Noun(("nat", "R"), "flips {0} {1}", "channel (list bool) (list bool)"),
    "OnCodes": Noun(("channel (list bool) b", "code a"), "on_codes {0} {1}", "channel a b"),
    "AllBy": Noun(("channel a (list b)", "nat", "decoder (list b) t"), "all_by {0} {1} {2}", "method a (list b) t"),
    "Diameter": Noun(("metric_space t",), "diameter_most {0}", known="most", letter="D"),
    "LossAt of Diameter": Noun(
        ("loss", "metric_space t"),
        "loss_of_diameter_most {0} {1}",
        known="most",
        letter="l",
        taken=lambda value: (value.args[0], value.args[1].args[0]),
    ),
    "WorstLoss by AllBy": Noun(
        ("method a b t", "parametric a t", "loss"),
        "worst_loss_of_one_most {1} {2} {0}",
        known="most",
        letter="r",
        taken=_of_one_draw,
    ),
    "LongTail": Noun(("random_frames", "nat", "R"), "long_tail {0} {1} {2}", taken=lambda tail: (FRAMES, *tail.args)),
    "SphereTail": Noun(
        ("random_frames", "nat", "R"), "sphere_tail {0} {1} {2}", taken=lambda tail: (FRAMES, *tail.args)
    ),
    "Spread": Noun(("real_matrix",), "spread_most {0}", known="most", letter="c"),
    "Dual": Noun(("real_matrix",), "dual_most {0}", known="most", letter="c"),
    "Frame": Noun(("real_matrix", "nat"), "frame {0} {1}", "Prop"),
    "PowerOfTwo": Noun(("nat",), "power_of_two {0}", "Prop"),
    "BallError": Noun(
        ("laplace_laws", "law vector", "nat", "nat", "nat", "R", "R"),
        "ball_error_most {0} {1} {2} {3} {4} {5} {6}",
        known="most",
        letter="r",
        taken=lambda error: (_NOISE, *error.args),
    ),
    "BallPart": Noun(
        ("laplace_laws", "law vector", "nat", "nat", "nat", "R", "R", "nat"),
        "ball_part_most {0} {1} {2} {3} {4} {5} {6} {7}",
        known="most",
        letter="r",
        taken=lambda error: (_NOISE, *error.args),
    ),
    "ClippedVariance": Noun(("law vector", "nat", "nat", "nat", "R", "R"), "clipped_variance {0} {1} {2} {3} {4} {5}"),
    "Lost": Noun(("law vector", "nat", "nat", "nat", "R", "R"), "lost {0} {1} {2} {3} {4} {5}"),
    "LostGiven": Noun(
        ("law vector", "nat", "nat", "nat", "R", "R"),
        "lost_given_most {0} {1} {2} {3} {4} {5}",
        known="most",
        letter="c",
    ),
    "Ball": Noun(("R", "R", "nat"), "laws_on_ball {0} {1} {2}", "class vector"),
    "Cube": Noun(("R", "nat"), "laws_on_cube {0} {1}", "class vector"),
    "Regression": Noun((LABELLED,), "regression {0}", "function (point s)"),
    "ClippedLabels": Noun((LABELLED, "R"), "clipped {0} {1}", LABELLED),
    "LabelVariance": Noun((LABELLED,), "label_variance_most {0}", known="most", letter="v"),
    "LabelsWithin": Noun((LABELLED, "R"), "labels_within {0} {1}", "Prop"),
    "LabelMoment": Noun((LABELLED, "R", "R"), "label_moment_most {0} {1} {2}", "Prop"),
    "Largest": Noun(("function a",), "largest_most {0}", known="most", letter="b"),
    "LargestGap": Noun(("function a", "function a"), "largest_gap_most {0} {1}", known="most", letter="b"),
    "Neighbours": Noun(("nat", "R"), "nearest_means {0} {1}", "local_estimate s"),
    "BinMeans": Noun(("R", "R"), "bin_means {0} {1}", "local_estimate s"),
    "SquaredError": Noun(
        ("local_estimate s", LABELLED, "function (point s)", "nat"),
        "squared_error_most {0} {1} {2} {3}",
        known="most",
        letter="r",
    ),
    "SquaredBias": Noun(
        ("local_estimate s", LABELLED, "function (point s)", "function (point s)", "nat"),
        "squared_bias_most {0} {1} {2} {3} {4}",
        known="most",
        letter="c",
    ),
    "NeighbourFar": Noun(("nat", LABELLED, "nat", "R"), "neighbour_far {0} {1} {2} {3}"),
    "BallMass": Noun((LABELLED, "R"), "ball_mass_least {0} {1}", known="least", letter="q"),
    "BinMass": Noun((LABELLED, "R"), "bin_mass_least {0} {1}", known="least", letter="q"),
    "InverseCount": Noun(("R", LABELLED, "nat"), "inverse_count {0} {1} {2}"),
    "InverseSquare": Noun(("R", LABELLED, "nat"), "inverse_squared_count {0} {1} {2}"),
    "EmptyBin": Noun(("R", LABELLED, "nat"), "empty_bin {0} {1} {2}"),
    "Hoelder": Noun(("function (point s)", "R", "R"), "hoelder {0} {1} {2}", "Prop"),
    "InDimension": Noun((LABELLED, "nat"), "in_dimension {0} {1}", "Prop"),
    "DenseRegular": Noun((LABELLED, "R", "R", "R", "nat"), "dense_and_regular {0} {1} {2} {3} {4}", "Prop"),
    "Tiled": Noun((LABELLED, "R", "R", "nat"), "tiled {0} {1} {2} {3}", "Prop"),
    "LogBallVolume": Noun(("nat",), "log_ball_volume {0}"),
    "MarginLaws": Noun(("R", "R", "R", "R", "R", "nat"), "margin_laws {0} {1} {2} {3} {4} {5}", "label_class"),
    "RegressionLaws": Noun(("R", "R", "R", "R", "nat"), "regression_laws {0} {1} {2} {3} {4}", "label_class"),
    "SignRule": Noun(
        ("method (list (prod vector R)) b (function cell)", "nat", "nat"),
        "sign_rule {0} {1} {2}",
        "method (list (prod vector R)) b decision",
    ),
    "RatioRule": Noun(
        ("method (list (prod vector R)) b (function_pair cell)", "nat", "nat", "R"),
        "ratio_rule {0} {1} {2} {3}",
        "method (list (prod vector R)) b (function vector)",
    ),
    "WorstExcessRisk": Noun(
        ("method (list (prod vector R)) b decision", "label_class", "nat"),
        "worst_excess_risk_most {0} {1} {2}",
        known="most",
        letter="r",
    ),
    "WorstL2Risk": Noun(
        ("method (list (prod vector R)) b (function vector)", "label_class", "nat"),
        "worst_L2_risk_most {0} {1} {2}",
        known="most",
        letter="r",
    ),
    "LabelError": Noun(
        ("method (list (prod vector R)) b (function cell)", "label_class", "nat", "nat", "nat", "R"),
        "label_error_most {0} {1} {2} {3} {4} {5}",
        known="most",
        letter="p",
    ),
    "PairError": Noun(
        ("method (list (prod vector R)) b (function_pair cell)", "label_class", "nat", "nat", "nat", "R", "R"),
        "pair_error_most {0} {1} {2} {3} {4} {5} {6}",
        known="most",
        letter="p",
    ),
    "SignsOfMean": Noun(("nat", "R"), "signs_of_mean {0} {1}", "law (list bool)"),
    "TestRisk by Decide": Noun(
        ("reading t", LEARNER, "nat", "law a", "law a", "nat"),
        "learner_risk {0} {1} {2} {3} {4} {5}",
        taken=_of_powers,
    ),
    "Decide": Noun(
        ("reading t", OF_SAMPLES, "nat"),
        "decide {0} {1} {2}",
        "label_learner x y bool",
        taken=lambda test: (READING, *test.args),
    ),
    "Weakest": Noun(
        ("uniform_laws", "reading t", "learner (prod vector R) t", "list bool", "nat", "nat", "nat", *_TENT),
        "weakest {0} {1} {2} {3} {4} {5} {6} {7} {8} {9} {10} {11} {12}",
        "Prop",
        taken=lambda said: (UNIFORM, READING, *said.args),
    ),
    "LabelChannels": Noun((IN_TURN, "nat", "R"), "label_channels {0} {1} {2}", "Prop"),
    "Tent": Noun(
        ("uniform_laws", "list bool", *_TENT),
        "tent_law {0} {1} {2} {3} {4} {5} {6} {7}",
        "law (prod vector R)",
        taken=lambda law: (UNIFORM, *law.args),
    ),
    "TentNorm": Noun(
        ("uniform_laws", "nat", "R", "R"), "tent_norm {0} {1} {2} {3}", taken=lambda norm: (UNIFORM, *norm.args)
    ),
    "MarginClass": Noun(("nat", "R", "R", "R", "R"), "margin_class {0} {1} {2} {3} {4}", "learning_problem bool"),
    "BoundedClass": Noun(("nat", "R", "R", "R"), "bounded_class {0} {1} {2} {3}", "learning_problem R"),
    "HeavyClass": Noun(("nat", "R", "R", "R", "R"), "heavy_class {0} {1} {2} {3} {4}", "learning_problem R"),
    "ExcessRisk": Noun(
        ("label_learner vector R (rule t)", "learning_problem t", "nat"),
        "excess_risk_most (from_draws {0}) {1} {2}",
        known="most",
        letter="r",
    ),
    "ExcessRisk of answers": Noun(
        ("learner (prod vector R) (rule t)", "learning_problem t", "nat"),
        "excess_risk_most {0} {1} {2}",
        known="most",
        letter="r",
    ),
    "TestRisk": Noun(("algorithm a bool", "law (list a)", "law (list a)"), "test_risk (accepts {0}) {1} {2}"),
    "Label": Noun(("law (list a)", "nat"), "label {0} ({1} - 1)", "law (option a)"),
    "LabelPrivate": Noun(("algorithm a bool", "R"), "label_private (accepts {0}) {1}", "Prop"),
    "LabelPrivate of samples": Noun((OF_SAMPLES, "R"), "samples_label_private {0} {1}", "Prop"),
    "LabelMean": Noun(("law (list R)", "nat"), "label_mean {0} ({1} - 1)"),
    "Turned": Noun(("law (list R)", "law (list R)", "R"), "turned_labels {0} {1} {2}", "Prop"),
    "Message": Noun(("mechanism a c b", "a", "c"), "{0} {1} {2}", "law b"),
    "IndependentLabels": Noun(("law (list a)", "law (list a)", "nat"), "independent_labels {0} {1} {2}", "Prop"),
    "Coupled": Noun(
        ("algorithm a bool", "law (list a)", "law (list a)", "random", "random", "random"),
        "coupled_errors {outcomes} {0} {1} {2} {3} {4} {5}",
        "Prop",
    ),
    "Coupled of samples": Noun(
        ("label_learner x y bool", "law (list (prod x y))", "law (list (prod x y))", "random", "random", "random"),
        "coupled_samples {outcomes} {0} {1} {2} {3} {4} {5}",
        "Prop",
    ),
    "ValueAt": Noun(
        ("random", "function vector", "random_point w"),
        "almost_eq {outcomes} {0} (value_at_point {1} {2})",
        "Prop",
        taken=lambda value: (*value.args, POINT),
    ),
    "BinMean": Noun(
        ("random", "function vector", "R", "nat", "random_point w"),
        "bin_mean {outcomes} {0} {1} {2} {3} {4}",
        "Prop",
        taken=lambda mean: (*mean.args, POINT),
    ),
    "Smooth": Noun(("function vector", "R", "R"), "smooth {0} {1} {2}", "Prop"),
    "BelowHalf": Noun(("nat", "R"), "below_half {0} {1}"),
    "BinomialAt": Noun(("nat", "R", "nat"), "binomial_at {0} {1} {2}"),
    "WeightedMoment": Noun(("nat", "R", "R"), "weighted_moment {0} {1} {2}"),
    "BinomialSum": Noun(("nat", "R", "R"), "binomial_sum {0} {1} {2}"),
    "WholePower": Noun(("R", "nat"), "{0} ^ {1}"),
    "FluctuationSquare": Noun(("R", "nat"), "fluctuation_square {0} {1}"),
    "LinearSquare": Noun(("R", "nat"), "linear_square {0} {1}"),
    "Cross": Noun(("R", "nat"), "fluctuation_cross {0} {1}"),
    "RestSquare": Noun(("R", "nat"), "rest_square {0} {1}"),
    "InClosedConvex": Noun(("vector", "convex_set"), "in_set {1} {0}", "Prop"),
    "SmoothOnSpace": Noun(("differentiable", "R"), "smooth_convex {0} {1}", "Prop"),
    "Stationary": Noun(("differentiable", "vector"), "stationary {0} {1}", "Prop"),
    "LipschitzOnBall": Noun(("differentiable", "R", "R"), "lipschitz_on_ball {0} {1} {2}", "Prop"),
    "Shock": Noun(("oracle", "nat", "R"), "shock {0} {1} {2}", "vector"),
    "NoisyOracle": Noun(("oracle", "differentiable", "R"), "noisy_oracle {0} {1} {2}", "Prop"),
    "Outcome": Noun(("random", "oracle"), "outcome_of {outcomes} {0} {1}", "Prop"),
    "Iterate": Noun(("differentiable", "oracle", "R", "R", "nat", "R"), "iterate {0} {1} {2} {3} {4} {5}", "vector"),
    "Minimiser": Noun(("differentiable", "R"), "minimiser_on_ball {0} {1}", "vector", known="is"),
    "Ahead": Noun(
        ("region", "differentiable", "oracle", "R", "nat", "R"),
        "far_point {0} {1} {2} {3} {4} {5}",
        "vector",
        taken=lambda point: (REGION, *point.args),
    ),
    "Sent": Noun(
        ("bins_and_widths", "R", "data_set R", "list (list R)"),
        "sent_by_algorithm_1 {0} {1} {2} {3}",
        "law (list R)",
        taken=lambda sent: (ALGORITHM_1, *sent.args),
    ),
    "HeavySteps": Noun(
        ("bins_and_messages", "nat", "R"),
        "heavy_steps {0} {1} {2}",
        "items (data_set R) (list R)",
        taken=lambda steps: (COORDINATES, *steps.args),
    ),
    **dict.fromkeys(("GroupSteps", "KashinSteps", "HadamardSteps"), _COORDINATE_STEPS),
    "TurnedSteps": replace(_COORDINATE_STEPS, taken=lambda steps: (COORDINATES, *steps.args[:2])),
    "ClassChance": Noun(("regression_functions", "nat", "vector"), "class_chance {0} {1} {2}"),
    "BitChance": Noun(("regression_functions", "nat", "vector", "R"), "bit_chance {0} {1} {2} {3}"),
    "PointGap": Noun(("regression_functions", "nat", "nat", "vector"), "point_gap {0} {1} {2} {3}"),
    "MeanBits": Noun(("regression_functions", "nat", "bin_features", "nat", "R"), "mean_bits {0} {1} {2} {3} {4}"),
    "MeanChance": Noun(("regression_functions", "nat", "bin_features", "nat"), "mean_chance {0} {1} {2} {3}"),
    "Bits": _in_bins("count_of_bits", "regression_functions", "nat", "bin_features", "nat", "R"),
    "BitsLost": _in_bins("bits_lost", *_CHOOSING, ties=True),
    "PointLost": _in_bins("point_lost", *_CHOOSING, "vector", ties=True),
    "PrivateLost": _in_bins("private_lost", *_CHOOSING, "vector", ties=True),
    "ClassCount": _in_bins("class_count", "regression_functions", "nat", "bin_features", "nat"),
    "LargestDeviation": _in_bins("largest_deviation", "regression_functions", "nat", "bin_features", "nat"),
    "Shortfall": _in_bins("shortfall", "vote_counts", "nat", "R"),
    "ChanceLost": _in_bins("chance_lost", *_CHOOSING),
    "CentralPointLost": _in_bins("central_point_lost", *_CHOOSING, "vector"),
    "BitsChosen": Noun(
        ("rule_for_ties", *_CHOOSING[:2], "nat", *_CHOOSING[2:]),
        "chance_chosen {0} {1} {2} {3} {4} {5} {6}",
        taken=lambda chosen: (TIES, *chosen.args),
    ),
    "DrawnChance": Noun((*_CHOOSING[:2], "nat", *_CHOOSING[2:]), "chance_drawn {0} {1} {2} {3} {4} {5}"),
    "Distance": Noun(("vector", "vector"), "euclidean_norm (vector_minus {0} {1})"),
    "SmoothClasses": Noun(("regression_functions", "R", "R"), "smooth_classes {0} {1} {2}", "Prop"),
    "InCube": Noun(("vector", "a", "R", "nat"), "in_one_cube {0} {1} {2} {3}", "Prop"),
    "NoisyMean": Noun(
        ("function vector", "bin_features", "nat", "R"), "noisy_mean_is {0} {1} {2} {3}", known="is", letter="e"
    ),
    "CubeLabelsMean": Noun(
        ("function vector", "bin_features", "nat", "R"), "cube_labels_mean_is {0} {1} {2} {3}", known="is", letter="e"
    ),
    "FeatureValue": Noun(("function vector", "bin_features", "nat"), "{0} ({1} {2})"),
    "Height": Noun(("function vector", "bin_features", "nat"), "Rabs ({0} ({1} {2}))"),
    "ResponseRight": Noun(("nat", "nat", "R"), "response_right {0} {1} {2}"),
    "ShellSeries": Noun(("R",), "shell_series_most {0}", known="most", letter="s"),
    "PrintedSeries": Noun(("R",), "printed_series_most {0}", known="most", letter="s"),
    "RareSeries": Noun(("R",), "rare_series_most {0}", known="most", letter="s"),
    "BinNoise": Noun(("nat", "R", "R"), "bin_noise_most {0} {1} {2}", known="most", letter="v"),
    "GivenVariance": Noun((LABELLED, "nat", "R"), "given_variance_most {0} {1} {2}", known="most", letter="v"),
    "LeadsAt": Noun(
        ("regression_functions", "nat", "nat", "bin_features", "nat", "R"), "leads_at {0} {1} {2} {3} {4} {5}", "Prop"
    ),
    "BestAt": Noun(("regression_functions", "nat", "nat", "vector"), "best_at {0} {1} {2} {3}", "Prop"),
    "DescentSteps": Noun(
        ("group_of_descent", "nat", "nat", "R"),
        "descent_steps {0} {1} {2} {3}",
        "items (data_set coefficient_of_gradient) (list (list R))",
        taken=lambda steps: (DESCENT, *steps.args),
    ),
    "PrivacyLoss": Noun(("user_algorithm a b",), "privacy_loss_most {0}", known="most", letter="e"),
    "Algorithm2": Noun(
        ("laplace_laws", "nat", "nat", "R", "R"),
        "listed_algorithm_2 {0} {1} {2} {3} {4}",
        "user_algorithm (data_set R) message",
        taken=lambda run: (_NOISE, *run.args),
    ),
    **{
        f"Algorithm{number}": Noun(
            ("listing_choices", *arguments),
            " ".join([f"listed_algorithm_{number}", *(f"{{{i}}}" for i in range(len(arguments) + 1))]),
            f"user_algorithm (data_set {data}) {told}",
            taken=lambda run: (_LISTED, *run.args),
        )
        for number, arguments, data, told in _ALGORITHMS
    },
    "Symmetric": Noun(("random",), "symmetric {outcomes} {0}", "Prop"),
    "WaveSup": Noun(("nat",), "basis_function_most {0}", known="most", letter="b"),
    "Rotated": Noun(("vector", "nat"), "rotated_size_most {0} {1}", known="most", letter="b"),
    "SignPatterns": Noun(("list bool",), "sign_patterns {0}"),
    "BitCovariance": Noun(("R", "R", "R"), "bit_covariance {0} {1} {2}"),
    "CornerPoint": Noun(("list bool", "nat"), "corner 1 {1} {0}", "vector"),
    "CornerExcess": Noun(("vector", "list bool", "nat"), "corner_excess {0} {1} {2}", known="is", letter="x"),
    "OnBall": Noun(("law vector", "R"), "parameters_on_ball {0} {1}", "Prop"),
    "MeanLoss": Noun(("law vector", "differentiable"), "has_mean_loss {0} {1}", known="is", letter="f"),
    "UnitSup": Noun(
        ("bump_scales", "nat"),
        "largest_unit_bump_most {0} {1}",
        known="most",
        letter="b",
        taken=lambda largest: (_SCALES, *largest.args),
    ),
    "MissedSquares": Noun(("nat", "R"), "missed_squares_most {0} {1}", known="most", letter="r"),
    "Posterior": Noun(("law a", "channel a b", "b"), "posterior_of {0} {1} {2}", "law a", known="is"),
    "Mass": Noun(("law a", "a"), "mass_at {0} {1}"),
    "DifferInOne": Noun(("list a", "list a"), "data_differ_in_one {0} {1}", "Prop"),
    "Midpoint": Noun(
        ("closest_midpoint", "list R", "nat", "nat", "R"),
        "midpoint_chance {0} {1} {2} {3} {4}",
        taken=lambda chance: (CLOSEST, *chance.args),
    ),
    "RotationExceeds": Noun(("nat", "nat", "R"), "rotation_exceeds_most {0} {1} {2}", known="most", letter="p"),
    "NumbersIn": Noun(("list R", "nat", "R"), "numbers_in {0} {1} {2}", "Prop"),
    "SpreadAtMost": Noun(("list R", "R"), "spread_at_most {0} {1}", "Prop"),
    "BinsMet": Noun(("list R", "R", "R"), "bins_met {0} {1} {2}"),
    "MixtureMass": Noun(
        ("laws_at_vertices a", "nat", "nat", "bool", "nat", "nat"), "mixture_mass {0} {1} {2} {3} {4} {5}"
    ),
    "BinsHolding": Noun(("R", "R", "nat"), "bins_holding {0} {1} {2}"),
    "FoldsHolding": Noun(("nat", "nat", "nat"), "folds_holding {0} {1} {2}"),
    "FoldSize": Noun(("nat", "nat", "nat", "nat"), "fold_size {0} {1} {2} {3}"),
    "StartsNear": Noun(
        ("region", "differentiable", "R"),
        "starts_near {0} {1} {2}",
        "Prop",
        taken=lambda near: (REGION, *near.args),
    ),
    "AcceleratedExcess": Noun(
        ("region", "differentiable", "oracle", "R", "nat"),
        "accelerated_excess_most {0} {1} {2} {3} {4}",
        known="most",
        taken=lambda excess: (REGION, *excess.args),
    ),
    "AverageExcess": Noun(_RUN, "average_excess_most 1 {0} {1} {2} {3} {4}", known="most"),
    "AskedExcess": Noun(_RUN, "average_excess_most 0 {0} {1} {2} {3} {4}", known="most"),
    "Empirical": Noun(("losses a", "list a"), "mean_loss {0} {1}", "differentiable"),
    "SmoothConvex of losses": Noun(("losses a", "R"), "smooth_convex_losses {0} {1}", "Prop"),
    "LipschitzOnBall of losses": Noun(("losses a", "R", "R"), "lipschitz_losses {0} {1} {2}", "Prop"),
    "NoisyOracle of losses": Noun(("oracle", "losses a", "R"), "noisy_oracle_of_losses {0} {1} {2}", "Prop"),
    "Drift": Noun(("losses a", "R", "R", "nat", "nat"), "drift_most {0} {1} {2} {3} {4}", known="most", taken=_of_all),
    "RunsApart": Noun(
        (*_RUN_ON_DATA, "nat"), "runs_apart_most {0} {1} {2} {3} {4} {5} {6} {7}", known="most", letter="a"
    ),
    "RunExcess": Noun(_RUN_ON_DATA, "run_excess_most 1 {0} {1} {2} {3} {4} {5} {6}", known="most", letter="r"),
    "AskedRunExcess": Noun(_RUN_ON_DATA, "run_excess_most 0 {0} {1} {2} {3} {4} {5} {6}", known="most", letter="r"),
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

    def fit(self, found: Type, wanted: Type) -> None:
        """Make them one, where what is found is not the other by definition: laws of a family or with parameters, an
        algorithm's channel.

        Raises:
            Inexpressible: where they differ.
        """
        found, wanted = self.solved(found), self.solved(wanted)
        if (found[0], wanted[0]) == ("parametric_family", "laws_at_vertices"):
            found, wanted = found[1], wanted[1]
        if (found[0], wanted[0]) == ("parametric", "class"):
            found = ("class", found[1])
        if (found[0], wanted[0]) == ("algorithm", "channel"):
            found = ("channel", ("list", found[1]), found[2])
        if isinstance(found, tuple) and found[0] == "labels_in_turn" and wanted[0] in ("method", "learner"):
            features, label, message, answer = found[1:]
            data, told = ("prod", features, label), ("prod", features, message)
            found = ("learner", data, answer) if wanted[0] == "learner" else ("method", data, told, ("law", answer))
        self.unify(found, wanted)


def _holds(found: Type, variable: str) -> bool:
    return found == variable if isinstance(found, str) else any(_holds(part, variable) for part in found[1:])
