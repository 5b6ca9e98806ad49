"""What the pages show next to the claims of Zhao et al.: pictures, plans, chains, sandwiches, code and slopes."""

from fractions import Fraction
from functools import partial

import numpy as np

from lowerbounds.mean import papers as mean_papers
from lowerbounds.methods import bumps, cubes, lines
from lowerbounds.vectors import heavy as heavy_lower
from lowerbounds.vectors import papers
from upperbounds.mean import baselines, zhao
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.kashin import HadamardFrame
from upperbounds.vectors import heavy
from upperbounds.vectors import zhao as zhao_vectors
from verify.papers.zhao.bounds import BOUNDS, WITHOUT
from verify.papers.zhao.ideas import IDEAS
from verify.site.exhibits import curves, laws
from verify.site.exhibits.catalogue import Exhibits
from verify.site.exhibits.chains import chain
from verify.site.exhibits.code import Code
from verify.site.exhibits.figure import Exhibit
from verify.site.exhibits.gaps import sandwich
from verify.site.exhibits.plans import exhibit, messages, one_sheet, parameters, sentence, sheet_of_coordinates

_N, _M = 2000, 100


def _two_points() -> Exhibit:
    """(57)-(59) at s = 1/4."""
    return laws.two_points(
        mean_papers.zhao_family(Fraction(1, 4)), ("v = 1", "v = −1"), 25, "The two points", ("s", "1/4")
    )


def _algorithm1() -> Exhibit:
    """Algorithm 1."""
    plan = zhao.algorithm1(_N, _M, 1.0, 1.0)
    more = " Nobody takes part in both stages, so nothing adds up."
    return one_sheet("zhao-algorithm1", "Algorithm 1", plan, parameters(n=_N, m=_M, epsilon=1, D=1), more)


def _split_user() -> Exhibit:
    """Proposition 1, first baseline: every sample at epsilon/m."""
    plan = baselines.split_user(_N, 4, 1.0, 1.0)
    more = " Every message costs ε/m; m of them cost ε."
    return one_sheet("split-user", "Every sample at ε/m", plan, parameters(n=_N, m=4, epsilon=1, D=1), more)


def _one_item() -> Exhibit:
    """Proposition 1, second baseline: one sample at epsilon."""
    plan = baselines.one_item(_N, 4, 1.0, 1.0)
    return one_sheet("one-item", "One sample of each user", plan, parameters(n=_N, m=4, epsilon=1, D=1))


def _heavy() -> Exhibit:
    """Theorem 3: Algorithm 1 on clipped user means."""
    plan = heavy.theorem3(_N, _M, 1.0, 4.0, 1.0)
    more = " The bins cover [−D, D] with D = 2 M^(1/p) + 2Δ; beyond it user means are clipped."
    return one_sheet(
        "zhao-algorithm1", "Algorithm 1 under E|X|^p ≤ M_p", plan, parameters(n=_N, m=_M, epsilon=1, p=4, M_p=1), more
    )


def _algorithm2() -> Exhibit:
    """Algorithm 2, printed in both readings and corrected, where epsilon is no integer."""
    n, m, d, eps = 48, 16, 7, 2.5
    readings = {
        "printed, floor(ε) coordinates a group": zhao_vectors.printed_algorithm2(n, m, d, eps, 1.0, "floor"),
        "printed, ceil(ε) coordinates a group": zhao_vectors.printed_algorithm2(n, m, d, eps, 1.0, "ceil"),
        "corrected": zhao_vectors.algorithm2(n, m, d, eps, 1.0),
    }
    sheets = [sheet_of_coordinates(name, plan) for name, plan in readings.items()]
    floor, ceil, mended = sheets
    caption = (
        f"Groups of users answer for groups of coordinates. With floor(ε) coordinates a group, nobody sends {', '.join(floor.unanswered)};"
        f" with ceil(ε), users spend up to {ceil.worst} ε. Corrected, floor(ε) coordinates share ε, and one group more covers"
        f" them all: {mended.worst} ε. {sentence(messages(readings['corrected']))}"
    )
    return exhibit("Algorithm 2, printed and corrected", sheets, caption, parameters(n=n, m=m, d=d, epsilon=eps, D=1))


def _kashin() -> Exhibit:
    """Theorem 5: Algorithm 2 on Kashin coefficients."""
    n, m, d, eps = 64, 16, 4, 2.0
    plan = zhao_vectors.through_kashin(n, m, eps, 1.0, HadamardFrame.draw(d, np.random.default_rng(0)))
    sheet = sheet_of_coordinates("Algorithm 2 on Kashin coefficients", plan)
    caption = (
        f"Each sample is replaced by {plan.split.coordinates} coefficients within K D/√d; from there on it is Algorithm 2. The frame is"
        f" public, so it costs nothing. {sentence(messages(plan))}"
    )
    return exhibit(
        "The plan through Kashin coefficients", [sheet], caption, parameters(n=n, m=m, d=d, epsilon=eps, D=1)
    )


def _hadamard() -> Exhibit:
    """Remark 1: Algorithm 2 on Hadamard coefficients."""
    n, m, d, eps = 48, 16, 8, 2.0
    plan = zhao_vectors.through_hadamard(n, m, d, eps, 1.0)
    sheet = sheet_of_coordinates("Algorithm 2 on Hadamard coefficients", plan)
    caption = f"Each sample x becomes Hx/√d, within D/√d in every coordinate. {sentence(messages(plan))}"
    return exhibit(
        "The plan through the Hadamard transform", [sheet], caption, parameters(n=n, m=m, d=d, epsilon=eps, D=1)
    )


_AXES = ("n", "m", "d", "epsilon")

EXHIBITS = Exhibits(
    pictures=(
        (_two_points, ("zhao/family/two-point", "zhao/family/two-point/laws", "zhao/thm2/lower", "zhao/eq62")),
        (laws.apart, ("zhao/thm2/floor",)),
        (laws.axes_cube, ("zhao/family/l1-hypercube", "zhao/family/l1-hypercube/laws", "zhao/thm6/lower")),
        (
            laws.hadamard_cube,
            ("zhao/family/hadamard-hypercube", "zhao/family/hadamard-hypercube/laws", "zhao/thm7/lower"),
        ),
        (laws.sign_cube, ("zhao/own/product-bernoulli", "zhao/own/linf-all-epsilon", "zhao/own/l2-all-epsilon")),
        (laws.spikes, ("zhao/thm3/upper",)),
        (
            curves.classification,
            ("zhao/family/classification", "zhao/family/classification/smooth", "zhao/thm10/lower"),
        ),
        (curves.regression, ("zhao/family/regression", "zhao/thm12/lower")),
    ),
    plans=(
        (_split_user, ("zhao/own/prop1-a", "zhao/prop1/rate-a")),
        (_one_item, ("zhao/own/prop1-b", "zhao/prop1/rate-b")),
        (_algorithm1, ("zhao/alg1", "zhao/alg1/privacy", "zhao/thm1/upper")),
        (_algorithm2, ("zhao/alg2", "zhao/alg2/privacy", "zhao/eq6", "zhao/thm4/upper")),
        (_kashin, ("zhao/alg2K", "zhao/alg2K/privacy", "zhao/thm5/upper")),
        (_hadamard, ("zhao/own/alg2H", "zhao/remark1")),
        (_heavy, ("zhao/alg1h", "zhao/alg1h/privacy", "zhao/thm3/upper")),
    ),
    chains=(
        (
            lambda: chain("Theorem 2, first bound, in numbers", mean_papers.zhao_theorem2(2000, 100, 0.5)),
            ("zhao/thm2/lower", "zhao/eq62"),
        ),
        (
            lambda: chain("Theorem 2, second bound, in numbers", mean_papers.zhao_theorem2_floor(10, 100, 0.5)),
            ("zhao/thm2/floor",),
        ),
        (lambda: chain("Theorem 6 in numbers", papers.zhao_theorem6(10_000, 20, 4, 0.5)), ("zhao/thm6/lower",)),
        (
            lambda: chain("Theorem 7 in numbers", papers.zhao_theorem7(10_000, 20, 4, 0.5)),
            ("zhao/thm7/lower", "zhao/eq104/111"),
        ),
        (
            lambda: chain("The bound for every ε in numbers", papers.zhao_all_epsilon(10_000, 20, 4, 2.0)),
            ("zhao/own/linf-all-epsilon", "zhao/own/quarter-all-epsilon"),
        ),
        (
            lambda: chain("The spikes in numbers: no estimator is better", heavy_lower.spikes(10_000, 20, 1, 0.5, 4.0)),
            ("zhao/thm3/upper",),
        ),
    ),
    gaps=(
        (partial(sandwich, "mean", "zhao-algorithm1", 100, 1, 1.0), ("zhao/own/sandwich",)),
        (partial(sandwich, "mean-linf", "zhao-algorithm2", 20, 4, 1.0), ("zhao/own/vectors/sandwich/linf",)),
        (partial(sandwich, "mean-l2", "zhao-kashin", 20, 4, 1.0), ("zhao/own/vectors/sandwich/l2",)),
        (
            partial(sandwich, "mean-heavy", "zhao-heavy", 20, 4, 1.0),
            ("zhao/remark2a", "zhao/own/vectors/sandwich/heavy"),
        ),
    ),
    code=(
        (
            Code("Algorithm 1", (zhao.algorithm1, zhao.assemble, TwoStage), zhao.RATE, zhao.bound),
            ("zhao/thm1/upper", "zhao/alg1", "zhao/alg1/privacy"),
        ),
        (
            Code(
                "Every sample at ε/m",
                (baselines.split_user_plan,),
                baselines.SPLIT_USER_RATE,
                baselines.split_user_bound,
            ),
            ("zhao/prop1/rate-a", "zhao/own/prop1-a"),
        ),
        (
            Code(
                "One sample of each user", (baselines.one_item_plan,), baselines.ONE_ITEM_RATE, baselines.one_item_bound
            ),
            ("zhao/prop1/rate-b", "zhao/own/prop1-b"),
        ),
        (Code("Theorem 3", (heavy.theorem3, heavy.constants), heavy.RATE, heavy.bound), ("zhao/thm3/upper",)),
        (
            Code(
                "Algorithm 2",
                (zhao_vectors.algorithm2, zhao_vectors.split, zhao_vectors.printed_split),
                zhao_vectors.RATE,
                zhao_vectors.bound,
            ),
            ("zhao/thm4/upper", "zhao/eq6", "zhao/alg2"),
        ),
        (
            Code(
                "Algorithm 2 on Kashin coefficients",
                (zhao_vectors.through_kashin,),
                zhao_vectors.L2_RATE,
                zhao_vectors.kashin_bound,
            ),
            ("zhao/thm5/upper", "zhao/lemma1"),
        ),
        (
            Code(
                "Algorithm 2 on Hadamard coefficients",
                (zhao_vectors.through_hadamard,),
                zhao_vectors.L2_RATE,
                zhao_vectors.hadamard_bound,
            ),
            ("zhao/remark1",),
        ),
        (
            Code("Remark 2, first case", (heavy.coordinate_moments,), heavy.COORDINATE_RATE, heavy.coordinate_bound),
            ("zhao/remark2a",),
        ),
        (Code("Remark 2, second case", (heavy.norm_moments,), heavy.NORM_RATE, heavy.norm_bound), ("zhao/remark2b",)),
        (
            Code(
                "The two points", (mean_papers.zhao_family, mean_papers.zhao_theorem2), mean_papers.ZHAO_THEOREM2_RATE
            ),
            ("zhao/family/two-point", "zhao/thm2/lower", "zhao/eq62"),
        ),
        (
            Code("The two point masses", (mean_papers.zhao_theorem2_floor,), mean_papers.ZHAO_FLOOR_RATE),
            ("zhao/thm2/floor",),
        ),
        (
            Code("The hypercube on the axes", (cubes.Axes, papers.zhao_theorem6)),
            ("zhao/family/l1-hypercube", "zhao/thm6/lower"),
        ),
        (
            Code("The Hadamard hypercube", (cubes.HadamardCube, papers.zhao_hadamard)),
            ("zhao/family/hadamard-hypercube", "zhao/thm7/lower"),
        ),
        (
            Code("Independent signs", (cubes.SignCube, papers.zhao_theorem7)),
            ("zhao/own/product-bernoulli", "zhao/eq104/111"),
        ),
        (Code("The spikes", (lines.Spikes, heavy_lower.spikes)), ("zhao/thm3/upper",)),
        (
            Code("The bumps", (bumps.regression_function, bumps.edge_distance)),
            ("zhao/family/classification", "zhao/thm10/lower", "zhao/family/regression", "zhao/thm12/lower"),
        ),
    ),
    slopes={
        "zhao/thm1/upper": tuple(f"zhao/own/slope/{axis}" for axis in ("n", "m", "epsilon")),
        "zhao/thm4/upper": tuple(f"zhao/own/vectors/linf/{axis}" for axis in _AXES),
        "zhao/thm5/upper": tuple(f"zhao/own/vectors/l2/{axis}" for axis in _AXES),
        "zhao/remark1": tuple(f"zhao/own/vectors/l1/{axis}" for axis in _AXES),
        "zhao/remark2a": tuple(f"zhao/own/vectors/heavy/{axis}" for axis in _AXES),
    },
    ideas=IDEAS,
    bounds=BOUNDS,
    without=WITHOUT,
)
