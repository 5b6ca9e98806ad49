"""The exact mean squared error of a coordinate-wise estimator of a vector: exact univariate risks, put together.

If the map back to vectors is an isometry, the squared error is the sum of the coordinates' squared errors, for any
dependence. Otherwise it is exact if no user answers for two coordinates, because then their errors are independent:
sum_i Var_i ||b_i||^2 + ||sum_i bias_i b_i||^2, b_i the vector of the i-th unit of coordinates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.protocols.coordinates import CoordinatePlan
from verify.study.risk.exact import Risk, exact_risk
from verify.study.risk.laws import UserMeanLaw


@dataclass(frozen=True)
class VectorRisk:
    """Mean squared l_2 error; `error` bounds what it may be off by. `localisation_failure` is the largest of all."""

    value: float
    error: float
    localisation_failure: float


def coordinate_risks(plan: CoordinatePlan, laws: Sequence[UserMeanLaw]) -> list[Risk]:
    """The exact risk of each coordinate; one for which no user answers is estimated by 0.

    `laws` has a law for each coordinate of the embedding, or a single law for all. Raises ParameterError for another
    number of them, or where a coordinate is answered by other users than its estimator is built for.
    """
    size, answers = plan.split.coordinates, plan.split.fold * plan.split.folds_of
    if len(laws) not in (1, size):
        raise ParameterError(f"laws: {len(laws)} of them; must be 1 or {size}, one for each coordinate")
    if any(int(users) not in (0, plan.each.half) for users in answers):
        raise ParameterError(f"half = {plan.each.half}: must be the users who answer, {sorted(set(answers.tolist()))}")
    known: dict[UserMeanLaw, Risk] = {}
    found = []
    for j in range(size):
        law = laws[j % len(laws)]
        if not answers[j]:
            found.append(Risk(law.mean**2, -law.mean, 0.0, 1.0, 0.0, 0.0, "no user answers"))
            continue
        if law not in known:
            known[law] = exact_risk(plan.each, law)
        found.append(known[law])
    return found


def coefficient_risk(plan: CoordinatePlan, laws: Sequence[UserMeanLaw]) -> VectorRisk:
    """The exact mean squared error of all coordinates together, which the vector's is at most where back contracts."""
    risks = coordinate_risks(plan, laws)
    return VectorRisk(
        sum(risk.value for risk in risks),
        sum(risk.error for risk in risks),
        max(risk.localisation_failure for risk in risks),
    )


def exact_vector_risk(plan: CoordinatePlan, laws: Sequence[UserMeanLaw]) -> VectorRisk:
    """The exact mean squared error of the vector, for data with these laws of its coordinates' user means.

    Raises ParameterError as `coordinate_risks` does, and where the map back is no isometry while users answer for
    several coordinates: then the laws of single coordinates do not determine the error.
    """
    if is_isometry(plan):
        return coefficient_risk(plan, laws)
    if any(len(sent) > 1 for sent in plan.split.sends):
        raise ParameterError(f"plan = {plan.name!r}: users answer for several coordinates, and back is no isometry")
    risks, rows = coordinate_risks(plan, laws), _back(plan)
    norms = np.sum(rows**2, axis=1)
    biases = np.array([risk.bias for risk in risks])
    bias = biases @ rows
    variance = sum(risk.variance * float(norm) for risk, norm in zip(risks, norms, strict=True))
    # The value is the sum of norms * (risk - bias^2), plus the squared length of the biases' vector.
    off = np.array([_bias_error(plan, laws[j % len(laws)], risk) for j, risk in enumerate(risks)])
    parts = np.array([risk.error for risk in risks]) + (2 * np.abs(biases) + off) * off
    length = float(np.linalg.norm(off @ np.abs(rows)))
    error = float(parts @ norms) + (2 * float(np.linalg.norm(bias)) + length) * length
    return VectorRisk(variance + float(bias @ bias), error, max(risk.localisation_failure for risk in risks))


def _bias_error(plan: CoordinatePlan, law: UserMeanLaw, risk: Risk) -> float:
    """What a coordinate's bias may be off by: wrong mass, and the biases given the winners themselves.

    Given a winner bias^2 + variance >= 2 |bias| sigma, sigma^2 the variance of the messages' noise, so that mass which
    costs the risk `error` costs the bias error/(2 sigma) at most.
    """
    if risk.error == 0:
        return 0.0
    lower, upper = plan.each.interval(np.arange(plan.each.bins.count))
    given, _ = law.clipped_error(lower, upper, plan.each.m)
    sigma = float(plan.each.scale) * sqrt(2 / plan.each.half)
    return risk.error / (2 * sigma) + float(np.max(given))


def is_isometry(plan: CoordinatePlan) -> bool:
    """Whether errors of coordinates become an error of the same length."""
    if plan.split.coordinates != plan.dimension:
        return False
    rows = _back(plan)
    return bool(np.allclose(rows @ rows.T, np.eye(len(rows)), rtol=0, atol=1e-12))


def _back(plan: CoordinatePlan) -> FloatArray:
    return plan.embedding.back(np.eye(plan.split.coordinates))
