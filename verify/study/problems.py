"""The problems, each registered once, for `bound`, `estimate`, the site and the tests."""

from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib import import_module

from lowerbounds.registry import bounds_of
from notation.parameters import ParameterError, shown
from notation.problem import ALIASES, TITLES, Known, Problem
from upperbounds.registry import inherited, of_problem
from verify.study.worst import worst_risk

_RISK = r"\inf_{{\hat\mu}} \sup_{{P}} \mathbb{{E}} \lVert \hat\mu - \mu(P) \rVert_2^2, \quad {}"
_MEANS: dict[str, tuple[Known, str, str, tuple[str, ...]]] = {
    "mean": (
        "range",
        "data on [-{0:g}, {0:g}]",
        r"\inf_{\hat\mu} \sup_{P} \mathbb{E} (\hat\mu - \mu(P))^2, \quad P([-D, D]) = 1",
        ("D",),
    ),
    "mean-linf": ("range", "vectors in [-{0:g}, {0:g}]^d", _RISK.format("P([-D, D]^d) = 1"), ("d", "D")),
    "mean-l2": (
        "l2 ball",
        "vectors in the l_2 ball of radius {0:g}",
        _RISK.format(r"\lVert X \rVert_2 \le D"),
        ("d", "D"),
    ),
    "mean-l1": (
        "l1 ball",
        "vectors in the l_1 ball of radius {0:g}",
        _RISK.format(r"\lVert X \rVert_1 \le D"),
        ("d", "D"),
    ),
    "mean-heavy": (
        "moments",
        "vectors with E|X_k|^{1:g} <= {2:g} for every k",
        _RISK.format(r"\mathbb{E} |X_k|^p \le M"),
        ("d", "p", "M"),
    ),
    "mean-heavy-l2": (
        "moments of the norm",
        "vectors with E||X||^{1:g} <= {2:g}",
        _RISK.format(r"\mathbb{E} \lVert X \rVert_2^p \le M"),
        ("d", "p", "M"),
    ),
}
"""For each problem of means: the public knowledge, its data, the risk, and the sizes that matter."""


def _means(name: str) -> Problem:
    """A problem of means: the description of its data takes the setting's D, p and M, and errors are in l_2."""
    known, about, quantity, sizes = _MEANS[name]
    axes = ("n", "m", "d", "epsilon") if "d" in sizes else ("n", "m", "epsilon")
    heavy = "M" in sizes
    return Problem(
        name,
        lambda a: f"mean of {about.format(a.D, a.p, a.M)}",
        quantity,
        sizes,
        known,
        of_problem(name),
        partial(bounds_of, name),
        worst_risk,
        lambda a: (a.unit if heavy else a.D) ** 2 * (a.d if name in ("mean-linf", "mean-heavy") else 1),
        axes,
    )


def _mixture() -> Problem:
    from notation.mixture import trivial_risk
    from verify.study.mixture import worst_mixture_risk

    return Problem(
        "mixture",
        lambda a: (
            f"{a.K} mixture components on [-{a.D:g}, {a.D:g}], weights of at least 1/(2K), means at least D/K apart"
        ),
        r"\inf_{\hat\theta} \sup_{P} \mathbb{E} \lVert \hat\theta - \theta(P) \rVert_2^2, \quad \theta_1 < \dots",
        ("K", "D"),
        "range",
        of_problem("mixture"),
        partial(bounds_of, "mixture"),
        worst_mixture_risk,
        lambda a: trivial_risk(a.K, a.D),
        ("n", "m", "K", "epsilon"),
        "of two-valued data, at the worst of some mixtures",
    )


def _sparse() -> Problem:
    from verify.study.sparse import worst_sparse_risk

    return Problem(
        "sparse-mean",
        lambda a: f"mean of vectors in [-{a.D:g}, {a.D:g}]^d; the mean has at most {a.s} coordinates that are not 0",
        _RISK.format(r"P([-D, D]^d) = 1, \ \lVert \mu(P) \rVert_0 \le s"),
        ("d", "s", "D"),
        "range",
        of_problem("sparse-mean") + inherited("sparse-mean"),
        partial(bounds_of, "sparse-mean"),
        # An estimator of the cube is judged over the cube, whose mean is in no sparse class: its risk here is smaller.
        lambda estimator, a: (worst_sparse_risk if estimator.problem == "sparse-mean" else worst_risk)(estimator, a),
        lambda a: a.s * a.D**2,
    )


def _density() -> Problem:
    from upperbounds.density.basis import constant_risk
    from verify.study.density import density_risk

    return Problem(
        "density",
        lambda a: f"a density on [0, 1], sum_j a_j^2 theta_j^2 <= {a.r:g}^2, a_j = j^{a.beta} or (j-1)^{a.beta}",
        r"\inf_{\hat f} \sup_{f} \mathbb{E} \lVert \hat f - f \rVert_{L_2}^2, \quad \sum_j a_j^2 \theta_j(f)^2 \le r^2",
        ("beta", "r"),
        "interval",
        of_problem("density"),
        partial(bounds_of, "density"),
        density_risk,
        lambda a: constant_risk(a.beta, a.r),
        ("n", "m", "epsilon", "r"),
        "at one density, 1 and a wave beyond the cut-off",
    )


_LEARNT = {
    "label-classification": ("labels", "LABEL_PROBLEMS"),
    "label-regression": ("label_regressions", "REGRESSION_PROBLEMS"),
    "classification": ("users", "USER_PROBLEMS"),
    "regression": ("users", "USER_PROBLEMS"),
}
"""Where the problems of rules that are learnt are, by the beginning of their names."""


@cache
def made(name: str) -> Problem:
    """A problem, with only the imports that it needs."""
    if name in _MEANS:
        return _means(name)
    for start, (module, known) in _LEARNT.items():
        if name.startswith(start):
            found: Problem = getattr(import_module(f"verify.study.{module}"), known)[name]
            return found
    if name.startswith("infinite-"):
        from verify.study.selection import selection_problem

        return selection_problem(name)
    if name.startswith("optimisation"):
        from verify.study.optimisation import optimisation_problem

        return optimisation_problem(name)
    return {"mixture": _mixture, "sparse-mean": _sparse, "density": _density}[name]()


class _Problems(Mapping[str, Problem]):
    """All problems by name, each made on first use."""

    def __getitem__(self, name: str) -> Problem:
        if name not in TITLES:
            raise KeyError(name)
        return made(name)

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)


PROBLEMS: Mapping[str, Problem] = _Problems()


def problem_of(name: str) -> Problem:
    """The problem with that name or alias; raises ParameterError for an unknown name."""
    known = ALIASES.get(name, name) if isinstance(name, str) else None
    if known not in PROBLEMS:
        raise ParameterError(f"problem = {shown(name)}: is an unknown problem; available: {', '.join(PROBLEMS)}")
    return PROBLEMS[known]
