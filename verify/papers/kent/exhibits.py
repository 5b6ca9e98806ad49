"""What the pages show next to the claims of Kent, Berrett and Yu: pictures, plans, chains, sandwiches, code and slopes."""

from fractions import Fraction
from functools import partial

import numpy as np

from lowerbounds.mean import papers as mean_papers
from lowerbounds.methods import bumps, cubes
from lowerbounds.vectors import papers
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage, winner
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import kent as kent_vectors
from verify.papers.kent import s2_2_3_density as density_infinite
from verify.papers.kent import s5_2_discrete_density as discrete_density
from verify.papers.kent.bounds import BOUNDS, WITHOUT
from verify.papers.kent.ideas import IDEAS
from verify.papers.kent.instances import hypercubes as kent_cubes
from verify.site.exhibits import curves, laws, packings
from verify.site.exhibits.catalogue import Exhibits
from verify.site.exhibits.chains import chain
from verify.site.exhibits.code import Code
from verify.site.exhibits.figure import Exhibit, Panel, box, dot, key, label, svg
from verify.site.exhibits.gaps import sandwich
from verify.site.exhibits.plans import exhibit, one_sheet, parameters, sheet_of_coordinates
from verify.site.plot import Axis, labels, line


def _two_points() -> Exhibit:
    """Example 1, (6), at Delta = 1/8."""
    family = mean_papers.kent_family(Fraction(1, 8))
    return laws.two_points(family, ("P: Ber(1/2)", "P′: Ber(1/2 − 2Δ)"), 25, "The two points", ("Delta", "1/8"))


def _sparse_cube() -> Exhibit:
    """(205), (206) with six coordinates at Delta = 1/2."""
    v, delta = (1, -1, -1, 1, -1, -1), Fraction(1, 2)
    return laws.sparse_cube(kent_cubes.sparse(len(v), delta).law(v), v, delta)


def _simplex() -> Exhibit:
    """Section 5.2: the densities on three outcomes with values in multiples of Delta = 1/5."""
    return packings.simplex(discrete_density.simplex(5, 3), 5)


def _code() -> Exhibit:
    """The lexicographic code of kent/own/varshamov-gilbert in eight dimensions."""
    return packings.code(density_infinite.lexicode(8), 8)


def _algorithm2() -> Exhibit:
    """Algorithm 2 with the width and T* of Algorithm 3."""
    plan = kent.algorithm3(200_000, 10_000, 1.0, 1.0)
    return one_sheet("kent-algorithm11", "Algorithm 2", plan, parameters(n=200_000, T=10_000, alpha=1, D=1))


def _algorithm10() -> Exhibit:
    """Algorithm 10 beyond alpha = 1."""
    plan = kent.algorithm11(200_000, 10_000, 2.0, 1.0)
    more = " For alpha > 1 a user marks three bins at a third of the budget for each bit that can change."
    return one_sheet(
        "kent-algorithm11",
        "Algorithm 10, alpha > 1, half-open bins",
        plan,
        parameters(n=200_000, T=10_000, alpha=2, D=1),
        more,
    )


def _algorithm12() -> Exhibit:
    """Algorithm 12, printed with one fold too many, and corrected."""
    n, m, d, eps = 1_200_000, 1000, 6, 2.0
    plans = {
        "printed: floor(α) + 1 folds": kent_vectors.printed_algorithm12(n, m, d, eps, 1.0),
        "corrected: floor(α) folds": kent_vectors.algorithm12(n, m, d, eps, 1.0),
    }
    sheets = [sheet_of_coordinates(name, plan) for name, plan in plans.items()]
    caption = (
        f"Coordinate j is answered by the folds j, j + 1, … Printed, they are floor(α) + 1, so that each user answers for as many"
        f" coordinates at budget 1 and spends {sheets[0].worst} ε; corrected, {sheets[1].worst} ε. ε is the paper's α."
    )
    return exhibit("Algorithm 12, printed and corrected", sheets, caption, parameters(n=n, T=m, d=d, alpha=2, D=1))


def _algorithm13() -> Exhibit:
    """Algorithm 13, printed with one fold too many, and corrected: Algorithm 12 on rotated coordinates."""
    n, m, eps, rotation = 1_200_000, 1000, 2.0, RandomRotation.draw(4, np.random.default_rng(0))
    plans = {
        "printed: floor(α) + 1 folds": kent_vectors.printed_algorithm13(n, m, eps, 1.0, rotation),
        "corrected: floor(α) folds": kent_vectors.algorithm13(n, m, eps, 1.0, rotation),
    }
    sheets = [sheet_of_coordinates(name, plan) for name, plan in plans.items()]
    caption = (
        f"The coordinates are those of the rotated samples, of about 1/√d. Printed, the folds j, j + 1, … that answer for coordinate j are"
        f" floor(α) + 1, and a user spends {sheets[0].worst} ε; corrected, {sheets[1].worst} ε. ε is the paper's α."
    )
    at = parameters(n=n, T=m, d=4, alpha=2, D=1)
    return exhibit("Algorithm 13, printed and corrected", sheets, caption, at)


_AXES = ("n", "m", "d", "epsilon")


def _votes() -> Exhibit:
    """One run of kent Algorithm 2: the private votes of half of the users, the bin that wins, the short interval."""
    n, m, epsilon, mean, bins = 4000, 100, 1.0, 0.3, 16
    plan = kent.algorithm2(n, m, epsilon, 1 / bins, 1.0, bins)
    rng = np.random.default_rng(7)
    samples = np.where(rng.random((n, m)) < (1 + mean) / 2, 1.0, -1.0)
    (bits, _), estimate = plan.protocol().transcript(samples, rng)
    told = bits.sum(axis=0)
    won = int(winner(told))
    low, high = (float(end) for end in plan.interval(won))
    panel = Panel(14, 58, 432, 120)
    share = panel.width / bins
    body = [
        key(14, 14, "first", "private votes for each bin"),
        key(230, 14, "second", "the bin with the most"),
        panel.title("round 1"),
        line(panel.x, panel.x + panel.width, panel.bottom, panel.bottom, "level"),
    ]
    for place, count in enumerate(told):
        tall = panel.height * float(count) / float(told.max())
        kind = "second" if place == won else "first"
        body.append(box(panel.x + share * place + 2, panel.bottom - tall, share - 4, tall, kind))
    across = Axis(-1.0, 1.0, panel.x, panel.x + panel.width, False)
    floor = panel.bottom + 44
    inner = (max(low, -1.0), min(high, 1.0))
    body += [
        label(panel.x, floor - 26, "round 2: noise for the short interval only", "name", "start"),
        line(panel.x, panel.x + panel.width, floor, floor, "grid"),
        box(across(inner[0]), floor - 6, across(inner[1]) - across(inner[0]), 12, "band"),
        line(across(mean), across(mean), floor - 12, floor + 12, "level"),
        dot(across(float(estimate)), floor),
        labels(across, floor + 30, "the mean (line), the interval (band), the estimate (dot)"),
    ]
    words = (
        f"Votes of {plan.half} users for {bins} bins over [-1, 1]; the bin number {won + 1} wins, and the interval from {low:.3f} to {high:.3f}"
        f" about it holds the mean {mean}. The estimate is {float(estimate):.4f}."
    )
    caption = (
        f"One run of the algorithm on made-up data. Half of the users vote, each by private bits, where their mean is; the other half then add noise"
        f" of scale {float(plan.scale):.3g}, which hides a place in the interval, where noise for all of [−1, 1] would have scale {2 / epsilon:g}."
    )
    rows = tuple((str(place + 1), f"{plan.bins.left(place):.4f}", str(int(count))) for place, count in enumerate(told))
    at = (("n", str(n)), ("m", str(m)), ("epsilon", "1"), ("mu", str(mean)))
    return Exhibit("Bins and votes", svg(words, floor + 56, body), caption, at, ("bin", "left end", "votes"), rows)


EXHIBITS = Exhibits(
    pictures=(
        (_two_points, ("kent/example1a/family", "kent/example1a", "kent/example1a/lecam")),
        (laws.apart, ("kent/example1b", "kent/example1b/lecam")),
        (laws.sign_cube, ("kent/appH.2/fam", "kent/appH.2/rate", "kent/appH.3/rate")),
        (_sparse_cube, ("kent/appH.4/fam", "kent/appH.4/rate", "kent/thm7/lower")),
        (
            curves.densities,
            ("kent/appH.5/fam", "kent/appH.5/fam/bump", "kent/eq209", "kent/own/thm9-lower", "kent/thm9/lower"),
        ),
        (curves.shifted_mixtures, ("kent/appH.6/two", "kent/appH.6/two/class", "kent/appH.6/two/lecam")),
        (
            curves.mixture_cube,
            (
                "kent/appH.6/fam",
                "kent/appH.6/fam/class",
                "kent/appH.6/rate",
                "kent/own/thm10-lower",
                "kent/thm10/lower",
            ),
        ),
        (_simplex, ("kent/sec5.2", "kent/sec5.2/separation", "kent/sec5.2/count")),
        (_code, ("kent/own/varshamov-gilbert", "kent/own/prop5-packing", "kent/prop5", "kent/lemma29/code")),
    ),
    plans=(
        (_algorithm2, ("kent/alg2", "kent/alg2/privacy", "kent/alg3", "kent/alg10/privacy/one")),
        (_algorithm10, ("kent/alg10/privacy", "kent/alg10/privacy/three", "kent/alg11", "kent/thm6/upper1")),
        (_algorithm12, ("kent/alg12", "kent/alg12/privacy", "kent/thm6i", "kent/thm6i/lower")),
        (_algorithm13, ("kent/alg13", "kent/alg13/privacy", "kent/thm6ii")),
    ),
    chains=(
        (
            lambda: chain("Example 1 (6) in numbers", mean_papers.kent_example1a(2000, 100, 0.5)),
            ("kent/example1a", "kent/example1a/lecam"),
        ),
        (
            lambda: chain("Example 1 (7) in numbers", mean_papers.kent_example1b(2, 100, 0.5)),
            ("kent/example1b", "kent/example1b/lecam"),
        ),
        (lambda: chain("Appendix H.2 in numbers", papers.kent_high_privacy(10_000, 20, 4, 0.5)), ("kent/appH.2/rate",)),
        (lambda: chain("Appendix H.3 in numbers", papers.kent_low_privacy(10_000, 20, 4, 2.0)), ("kent/appH.3/rate",)),
        (lambda: chain("Theorem 6 (i) in numbers", papers.kent_theorem6(10_000, 20, 4, 0.5)), ("kent/thm6i/lower",)),
        (
            lambda: chain("Theorem 6 (ii) in numbers", papers.kent_theorem6(10_000, 20, 4, 0.5, 1.0, "l2")),
            ("kent/thm6ii/lower",),
        ),
    ),
    gaps=(
        (
            partial(sandwich, "mean", "kent-algorithm11", 100, 1, 1.0),
            ("kent/eq119x", "kent/eq119", "kent/example1a", "kent/own/sandwich"),
        ),
        (
            partial(sandwich, "mean-linf", "kent-algorithm12", 20, 4, 1.0),
            ("kent/appH.2/rate", "kent/own/vectors/sandwich/linf"),
        ),
    ),
    code=(
        (
            Code(
                "Algorithms 2, 3 and 11",
                (kent.algorithm2, kent.algorithm3, kent.algorithm11, TwoStage),
                kent.RATE,
                kent.bound,
            ),
            (
                "kent/alg2",
                "kent/alg2/privacy",
                "kent/alg3",
                "kent/alg11",
                "kent/thm6/upper1",
                "kent/eq119x",
                "kent/eq119",
            ),
        ),
        (Code("Algorithm 10", (kent.algorithm10,)), ("kent/alg10/privacy", "kent/alg10/privacy/three")),
        (
            Code("Algorithm 12", (kent_vectors.algorithm12, kent_vectors.split), kent_vectors.RATE, kent_vectors.bound),
            ("kent/alg12", "kent/alg12/privacy", "kent/thm6i", "kent/thm6i/lower"),
        ),
        (
            Code("Algorithm 13", (kent_vectors.algorithm13,), kent_vectors.L2_RATE, kent_vectors.l2_bound),
            ("kent/alg13", "kent/thm6ii", "kent/thm6ii/lower"),
        ),
        (
            Code(
                "The two laws of (6)",
                (mean_papers.kent_family, mean_papers.kent_example1a),
                mean_papers.KENT_EXAMPLE1A_RATE,
            ),
            ("kent/example1a", "kent/example1a/family", "kent/example1a/lecam"),
        ),
        (
            Code("The two point masses", (mean_papers.kent_example1b,), mean_papers.KENT_EXAMPLE1B_RATE),
            ("kent/example1b",),
        ),
        (
            Code("Independent signs", (cubes.SignCube, papers.kent_high_privacy, papers.kent_low_privacy)),
            ("kent/appH.2/fam", "kent/appH.2/rate", "kent/appH.3/rate"),
        ),
        (Code("The van Trees bound", (papers.kent_theorem6,)), ("kent/thm6i/lower", "kent/thm6ii/lower")),
        (Code("The sparse cube", (kent_cubes.sparse, kent_cubes.signs)), ("kent/appH.4/fam", "kent/thm7/lower")),
        (
            Code("The bumps of densities", (bumps.density, bumps.unscaled)),
            ("kent/appH.5/fam", "kent/appH.5/fam/bump", "kent/own/thm9-lower", "kent/thm9/lower"),
        ),
        (Code("The grid of densities", (discrete_density.simplex,)), ("kent/sec5.2", "kent/sec5.2/separation")),
    ),
    slopes={
        "kent/thm6/upper1": tuple(f"kent/own/slope/{axis}" for axis in ("n", "m", "epsilon")),
        "kent/thm6i": tuple(f"kent/own/vectors/linf/{axis}" for axis in _AXES),
        "kent/thm6ii": tuple(f"kent/own/vectors/l2/{axis}" for axis in _AXES),
    },
    ideas=IDEAS,
    bounds=BOUNDS,
    without=WITHOUT,
    taught=((_votes, ("localise", "transition", "folds", "sparse")),),
)
