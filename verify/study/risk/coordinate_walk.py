"""The exact mean squared error of a walk to each coordinate's mean: exact risks of walks to numbers, put together."""

from collections.abc import Sequence

import numpy as np

from notation.parameters import ParameterError
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from verify.study.risk.exact import Risk
from verify.study.risk.laws import UserMeanLaw
from verify.study.risk.vectors import VectorRisk
from verify.study.risk.walk import exact_walk_risk, rare_walks


def _risks(plan: CoordinateWalk, laws: Sequence[UserMeanLaw]) -> list[Risk]:
    """Of each coordinate; raises ParameterError for another number of laws than one, or one for each."""
    size = plan.embedding.coordinates
    if len(laws) not in (1, size):
        raise ParameterError(f"laws: {len(laws)} of them; must be 1 or {size}, one for each coordinate")
    known = {law: exact_walk_risk(plan.each, law) for law in dict.fromkeys(laws)}
    return [known[laws[j % len(laws)]] for j in range(size)]


def all_coordinates(plan: CoordinateWalk, laws: Sequence[UserMeanLaw]) -> VectorRisk:
    """The exact mean squared error of all coordinates together, a bound on the vector's if the inverse contracts."""
    risks = _risks(plan, laws)
    return VectorRisk(
        sum(risk.value for risk in risks),
        sum(risk.error for risk in risks),
        max(risk.localisation_failure for risk in risks),
    )


def is_known(plan: CoordinateWalk) -> bool:
    """Whether coordinates' laws determine the vector's error: the inverse keeps lengths, or users answer once."""
    return plan.embedding.coordinates == plan.dimension or plan.sends == 1


def coordinate_walk_risk(plan: CoordinateWalk, laws: Sequence[UserMeanLaw]) -> VectorRisk:
    """The exact risk where it is known; else that of all coordinates together, which is no less."""
    return exact_coordinate_walk_risk(plan, laws) if is_known(plan) else all_coordinates(plan, laws)


def exact_coordinate_walk_risk(plan: CoordinateWalk, laws: Sequence[UserMeanLaw]) -> VectorRisk:
    """For data with these laws of the coordinates' user means: one for each, or one that all share.

    The sum of coordinates' squared errors where the way back keeps lengths; else sum_i Var_i ||b_i||^2 +
    ||sum_i bias_i b_i||^2, b_i the vector of a unit of the i-th coordinate, as errors of walks of other users are
    independent. Raises ParameterError for another number of laws, and where users answer for several of these.
    """
    risks, size = _risks(plan, laws), plan.embedding.coordinates
    if size == plan.dimension:
        return all_coordinates(plan, laws)
    if not is_known(plan):
        raise ParameterError(f"plan = {plan.name!r}: users answer for several coordinates, and back is no isometry")
    failure = max(risk.localisation_failure for risk in risks)
    bias = plan.embedding.back(np.array([risk.bias for risk in risks]))
    variance = float(np.array([risk.variance for risk in risks]) @ plan.lengths)
    # The way back shortens. Where a risk is off by a mass times squared ranges, the bias is by that mass times ranges,
    # and its square, in each coordinate and of all, by twice what the risk is off by.
    return VectorRisk(variance + float(bias @ bias), 6 * size * max(risk.error for risk in risks), failure)


def unseen_coordinate_walks(plan: CoordinateWalk, laws: Sequence[UserMeanLaw], repetitions: int) -> float:
    """The part of that risk from centres that may not occur in this many repetitions.

    Errors are added. Given that one coordinate's centre is rare, the others have their average loss.
    """
    size = plan.embedding.coordinates
    known = {law: rare_walks(plan.each, law, repetitions) for law in dict.fromkeys(laws)}
    chances, parts = np.sum([known[laws[j % len(laws)]] for j in range(size)], axis=0)
    lost = sum(exact_walk_risk(plan.each, laws[j % len(laws)]).value for j in range(size))
    return float(parts + chances * lost)
