"""The problems `optimisation` and `optimisation-central`: excess risks of L-Lipschitz convex losses on a ball."""

from functools import partial

from lowerbounds.registry import bounds_of
from notation.problem import Problem
from upperbounds.registry import of_problem
from verify.study.optimise import worst_excess_risk

_QUANTITY = r"\inf_{{\hat\theta}} \sup_{{P, \ell}} \mathbb{{E}} F(\hat\theta) - \min_{{\lVert\theta\rVert \le R}} F, {}"


_MODELS = {
    "optimisation": ("each user's messages private", r"\text{user-level }(\varepsilon, \delta)\text{-LDP}"),
    "optimisation-central": ("a trusted server", r"\text{user-level }(\varepsilon, \delta)\text{-DP}"),
}
"""Who is trusted, and the privacy in LaTeX."""


def optimisation_problem(name: str) -> Problem:
    """The problem of this name."""
    model, private = _MODELS[name]
    return Problem(
        name,
        lambda a: f"convex losses, {a.L:g}-Lipschitz on the ball of radius {a.R:g}, {model}",
        _QUANTITY.format(r"\quad F = \mathbb{E}\, \ell(\cdot, Z), \ " + private),
        ("d", "L", "R", "delta"),
        "losses",
        of_problem(name),
        partial(bounds_of, name),
        worst_excess_risk,
        # The centre: no loss is farther than L R from its least.
        lambda a: a.L * a.R,
        risk_at="of linear losses on the corners of a cube, at the worst of some biases",
        error="excess risk",
    )
