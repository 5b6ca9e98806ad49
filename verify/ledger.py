"""The ledger: all claims, in the order of the papers."""

import fnmatch
import importlib
from functools import cache

from notation.papers import PAPERS
from notation.parameters import ParameterError
from verify.claim import Claim

MODULES = (
    "verify.papers.zhao.setting",
    "verify.papers.zhao.table",
    "verify.papers.zhao.localise",
    "verify.papers.zhao.success",
    "verify.papers.zhao.refine",
    "verify.papers.zhao.variance",
    "verify.papers.zhao.two_point",
    "verify.papers.zhao.lower",
    "verify.papers.zhao.measured",
    "verify.papers.zhao.heavy_lemma",
    "verify.papers.zhao.heavy_tails",
    "verify.papers.zhao.kashin",
    "verify.papers.zhao.multivariate",
    "verify.papers.zhao.vector_plans",
    "verify.papers.zhao.vector_kashin",
    "verify.papers.zhao.one_voter",
    "verify.papers.zhao.vector_heavy",
    "verify.papers.zhao.heavy_vectors",
    "verify.papers.zhao.vectors_measured",
    "verify.papers.zhao.product_pinsker",
    "verify.papers.zhao.hypercubes",
    "verify.papers.zhao.averaged_assouad",
    "verify.papers.zhao.vector_bessel",
    "verify.papers.zhao.quarter",
    "verify.papers.zhao.product_information",
    "verify.papers.zhao.vector_signed",
    "verify.papers.zhao.hypercube_rates",
    "verify.papers.zhao.vector_sharper",
    "verify.papers.zhao.vector_van_trees",
    "verify.papers.zhao.vector_floors",
    "verify.papers.zhao.vector_spikes",
    "verify.papers.zhao.vector_match",
    "verify.papers.zhao.vector_descent",
    "verify.papers.zhao.vectors_sandwich",
    "verify.papers.zhao.vectors_extremal",
    "verify.papers.zhao.optimisation",
    "verify.papers.zhao.transform",
    "verify.papers.zhao.classification",
    "verify.papers.zhao.low_privacy",
    "verify.papers.zhao.classification_rates",
    "verify.papers.zhao.classification_lower",
    "verify.papers.zhao.classification_margin",
    "verify.papers.zhao.regression_transform",
    "verify.papers.zhao.regression",
    "verify.papers.zhao.regression_lower",
    "verify.papers.zhao.auxiliary",
    "verify.papers.kent.setting",
    "verify.papers.kent.infinite",
    "verify.papers.kent.infinite_class",
    "verify.papers.kent.infinite_floor",
    "verify.papers.kent.fano",
    "verify.papers.kent.general_lower",
    "verify.papers.kent.cover_select",
    "verify.papers.kent.corollary",
    "verify.papers.kent.mean_infinite",
    "verify.papers.kent.sparse_infinite",
    "verify.papers.kent.density_infinite",
    "verify.papers.kent.infinite_table",
    "verify.papers.kent.approximate",
    "verify.papers.kent.approximate_own",
    "verify.papers.kent.approximate_lemma",
    "verify.papers.kent.algorithms",
    "verify.papers.kent.algorithms_general",
    "verify.papers.kent.localise",
    "verify.papers.kent.success",
    "verify.papers.kent.far_bins",
    "verify.papers.kent.far_pairs",
    "verify.papers.kent.far_tails",
    "verify.papers.kent.union",
    "verify.papers.kent.refine",
    "verify.papers.kent.clipped",
    "verify.papers.kent.rate",
    "verify.papers.kent.folds",
    "verify.papers.kent.rotation",
    "verify.papers.kent.general_widths",
    "verify.papers.kent.cube_upper",
    "verify.papers.kent.groups",
    "verify.papers.kent.rotated_votes",
    "verify.papers.kent.rotated_far",
    "verify.papers.kent.rotated_error",
    "verify.papers.kent.ball_tails",
    "verify.papers.kent.ball_bound",
    "verify.papers.kent.ball_upper",
    "verify.papers.kent.mean_theorem",
    "verify.papers.kent.free_width",
    "verify.papers.kent.measured",
    "verify.papers.kent.hypercube",
    "verify.papers.kent.hypercube_bound",
    "verify.papers.kent.high_privacy",
    "verify.papers.kent.without_privacy",
    "verify.papers.kent.fluctuation",
    "verify.papers.kent.low_privacy",
    "verify.papers.kent.vectors_measured",
    "verify.papers.kent.van_trees",
    "verify.papers.kent.shipped_lower",
    "verify.papers.kent.sparse_cube",
    "verify.papers.kent.sparse_lower",
    "verify.papers.kent.sparse_rate",
    "verify.papers.kent.sparse_bounds",
    "verify.papers.kent.selection_zero",
    "verify.papers.kent.selection_large",
    "verify.papers.kent.density_family",
    "verify.papers.kent.density_rate",
    "verify.papers.kent.mixture_lower",
    "verify.papers.kent.mixture_conditional",
    "verify.papers.kent.mixture_rate",
    "verify.papers.kent.mixture_spaced",
    "verify.papers.kent.mixture_edge",
    "verify.papers.kent.later_privacy",
    "verify.papers.kent.packings",
    "verify.papers.kent.discrete_density",
    "verify.papers.kent.tables",
    "verify.papers.kent.complexity",
    "verify.papers.kent.experiments",
    "verify.papers.kent.experiments_vectors",
    "verify.papers.kent.experiments_plateau",
    "verify.papers.kent.experiments_simulated",
    "verify.papers.kent.experiments_width",
    "verify.papers.kent.experiments_constant",
    "verify.papers.bassily.rates",
    "verify.papers.bassily.preliminaries",
    "verify.papers.bassily.concentration",
    "verify.papers.bassily.generalisation",
    "verify.papers.bassily.range",
    "verify.papers.bassily.votes",
    "verify.papers.bassily.mean_central",
    "verify.papers.bassily.mean_local",
    "verify.papers.bassily.mechanisms",
    "verify.papers.bassily.vectors_measured",
    "verify.papers.bassily.central_privacy",
    "verify.papers.bassily.central_risk",
    "verify.papers.bassily.central_rate",
    "verify.papers.bassily.tight",
    "verify.papers.bassily.acceleration",
    "verify.papers.bassily.local",
    "verify.papers.bassily.theorems",
    "verify.papers.bassily.lower",
    "verify.papers.label.setting",
    "verify.papers.label.told",
    "verify.papers.label.privacy",
    "verify.papers.label.algorithms",
    "verify.papers.label.rates",
    "verify.papers.label.local_lower",
    "verify.papers.label.local_divergence",
    "verify.papers.label.local_upper",
    "verify.papers.label.margin",
    "verify.papers.label.one_bin",
    "verify.papers.label.shells",
    "verify.papers.label.fast_rate",
    "verify.papers.label.private_test",
    "verify.papers.label.central_lower",
    "verify.papers.label.central_upper",
    "verify.papers.label.regression",
    "verify.papers.label.regression_central",
    "verify.papers.label.heavy",
    "verify.papers.label.clipped",
    "verify.papers.label.heavy_central",
)
"""One module per section of a paper, each with its claims in the section's order."""


@cache
def claims() -> dict[str, Claim]:
    """All claims by id; raises ValueError where an id stands twice or a dependency is missing."""
    ledger: dict[str, Claim] = {}
    for module in MODULES:
        for claim in importlib.import_module(module).CLAIMS:
            if claim.id in ledger:
                raise ValueError(f"claim id {claim.id} stands twice")
            if claim.paper not in PAPERS:
                raise ValueError(f"claim id {claim.id} names no known paper")
            ledger[claim.id] = claim
    for claim in ledger.values():
        named = (*claim.depends_on, *((claim.theorem,) if claim.theorem else ()))
        missing = [id_ for id_ in named if id_ not in ledger]
        if missing:
            raise ValueError(f"claim {claim.id} names {', '.join(missing)}: not in the ledger")
    return ledger


def select(patterns: tuple[str, ...], paper: str | None = None, kind: str | None = None) -> list[Claim]:
    """The claims that match any of the patterns (exact ids, or with * across slashes), the paper and the kind.

    Raises ParameterError for a pattern that matches nothing.
    """
    chosen: dict[str, Claim] = {}
    for pattern in patterns or ("*",):
        found = {id_: c for id_, c in claims().items() if fnmatch.fnmatchcase(id_, pattern)}
        if not found:
            raise ParameterError(f"id = {pattern!r}: no such claim; `ratecheck list` shows them all")
        chosen |= found
    return [
        claim
        for id_, claim in claims().items()
        if id_ in chosen and paper in (None, claim.paper) and kind in (None, claim.kind.value)
    ]


def with_premises(chosen: list[Claim]) -> list[Claim]:
    """The claims and all that they lean on, premises before what leans on them."""
    ordered: dict[str, Claim] = {}

    def visit(claim: Claim, path: tuple[str, ...]) -> None:
        if claim.id in path:
            raise ValueError(f"claims lean on each other: {' -> '.join((*path, claim.id))}")
        if claim.id in ordered:
            return
        for id_ in claim.depends_on:
            visit(claims()[id_], (*path, claim.id))
        ordered[claim.id] = claim

    for claim in chosen:
        visit(claim, ())
    return list(ordered.values())


def dependents(id_: str) -> list[str]:
    """Ids of the claims that lean on this one, directly."""
    return [claim.id for claim in claims().values() if id_ in claim.depends_on]
