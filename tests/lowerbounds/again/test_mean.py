"""Lower bounds of a mean of numbers: each next to the same number written again."""

from fractions import Fraction
from math import exp, pi, sqrt
from typing import Any

import pytest

from lowerbounds.information.scores import information_kept
from lowerbounds.mean import ours, papers
from lowerbounds.numerics.enclosures import ball
from tests.lowerbounds import written_again as again
from tests.lowerbounds.again.ties import (
    ABOVE,
    ANOTHER_WAY,
    RECORDED,
    REFUSED,
    SEARCHED,
    Tie,
    Unseen,
    agree,
    every_defect_is_seen,
    of,
)

FEW, MANY, OPEN = (3, 4, 0.6, 2.0), (40, 9, 0.6, 2.0), (40, 9, 2.0, 1.5)
_PAPERS, _OURS, _CHAINS = "mean.papers", "mean.ours", "methods.two_point"
_TOLD = "information.contraction"


def _route(name: str, function: str, *parts: str) -> Tie:
    """A route from two points, at several s."""
    [route] = [one for one in ours.ROUTES if one.name == name]
    return Tie(
        f"mean two_point_sharp: {name}",
        lambda s, n, m, x: route.value(Fraction(s), n, m, x),
        lambda s, n, m, x: s * s * again.TWO_POINTS[name](s, n, m, x),
        ((0.125, 3, 4, 0.75), (0.25, 2, 1, 2.0), (0.0625, 1, 9, 5.0), *((1, 2, 3, 0.75),) * ("TV" not in name)),
        (f"{_OURS}:{function}", *parts),
    )


def _two_points(told: dict[str, Any], n: int, m: int, x: float, D: float) -> float:
    route, (s,) = str(told["source"]).removeprefix("two points: "), of(told, "s")
    left = (1 - again.dominated(m, s, x)) ** (2 * n) if "dominating" in route else again.TWO_POINTS[route](s, n, m, x)
    return D**2 * s * s * float(left)


TIES = (
    Tie(
        "mean zhao_theorem2",
        papers.zhao_theorem2,
        lambda told, n, m, x, D: again.zhao_two_points(n, m, x, D, *of(told, "s")),
        (FEW, MANY, OPEN),
        (f"{_PAPERS}:zhao_theorem2", f"{_PAPERS}:zhao_family", f"{_CHAINS}:pinsker_chain", f"{_TOLD}:kl_by_tv"),
    ),
    Tie(
        "mean zhao_theorem2_floor",
        papers.zhao_theorem2_floor,
        lambda told, n, m, x, D: D**2 / 4 * exp(-n * x * (exp(x) - 1)),
        (FEW, (1, 2, 1.25, 3.0)),
        (f"{_PAPERS}:zhao_theorem2_floor", f"{_CHAINS}:bretagnolle_huber_chain", f"{_TOLD}:kl_absolute_zhao"),
    ),
    Tie(
        "mean kent_example1a",
        papers.kent_example1a,
        lambda told, n, m, x, D: again.kent_two_points(
            n, m, x, D, min(0.2, 1 / sqrt(192 * n * m * x**2) if x <= 1 else 1 / sqrt(32 * n * m))
        ),
        (MANY, OPEN, (1, 1, 0.125, 1.0), (1, 1, 1.5, 2.0)),
        (
            f"{_PAPERS}:kent_example1a",
            f"{_PAPERS}:_kent_example1a_without_privacy",
            f"{_CHAINS}:TwoPointFamily.separation",
            f"{_PAPERS}:kent_family",
        ),
    ),
    Tie(
        "mean kent_example1b",
        papers.kent_example1b,
        lambda told, n, m, x, D: D**2 / 4 * exp(-12 * n * x**2),
        ((2, 3, 0.25, 2.0), (1, 1, 1.5, 1.0)),
        (f"{_PAPERS}:kent_example1b", f"{_CHAINS}:bretagnolle_huber_chain"),
    ),
    Tie("mean two_point_sharp", ours.two_point_sharp, _two_points, (FEW, MANY, OPEN, (900, 1, 0.5, 1.0))),
    _route(
        "squared Hellinger, tanh^2 contraction",
        "_hellinger",
        f"{_OURS}:_deficit",
        f"{_TOLD}:strong_constant",
        "information.domination:users_affinity_squared",
    ),
    _route("squared Hellinger by TV of m-fold products", "_hellinger_tv", f"{_TOLD}:hellinger_by_tv"),
    _route("TV of m-fold products, added over users", "_tv", f"{_TOLD}:tanh_half"),
    _route("KL, tanh^2 contraction, Pinsker", "_pinsker", f"{_OURS}:_kl", f"{_TOLD}:kl_absolute"),
    _route("KL, tanh^2 contraction, Bretagnolle-Huber", "_bretagnolle_huber", f"{_OURS}:_kl"),
    Tie(
        "mean two_point_sharp: affinity of the dominating pair",
        lambda s, n, m, x: ours.DOMINATING.value(Fraction(s), n, m, x, points=24),
        lambda s, n, m, x: s * s * (1 - again.dominated(m, s, x)) ** (2 * n),
        ((0.125, 3, 4, 0.75), (0.25, 2, 1, 2.0), (0.25, 1, 9, 3.0), (0.5, 2, 8, 0.5), (1, 3, 2, 0.75)),
        (
            f"{_OURS}:_hockey_stick",
            "information.domination:dominating_deficit",
            "information.domination:_knots",
            f"{_TOLD}:private_hockey_stick",
        ),
    ),
    Tie(
        "mean floor_sharp",
        ours.floor_sharp,
        lambda told, n, m, x, D: again.randomised_responses(n, x, D),
        (FEW, (1, 7, 2.5, 1.0), (12, 1, 0.25, 1.0)),
        (f"{_OURS}:floor_sharp",),
    ),
    Tie(
        "mean van_trees",
        ours.van_trees,
        lambda told, *given: again.cosine_squared(*given),
        (FEW, MANY, OPEN),
        (f"{_OURS}:van_trees",),
    ),
    Tie(
        "mean normal_scores",
        ours.normal_scores,
        lambda told, n, m, x, D: _normal(n, m, x, D),
        ((40, 10**4, 0.6, 2.0), (10**4, 10**6, 1.5, 1.0)),
        (f"{_OURS}:normal_scores", "information.scores:distance_to_normal"),
    ),
    Tie(
        "mean nonprivate",
        ours.nonprivate,
        lambda told, *given: again.hodges_lehmann(*given),
        (FEW, OPEN),
        (f"{_OURS}:nonprivate",),
    ),
)


def _normal(n: int, m: int, x: float, D: float) -> float:
    """What a message keeps is the code's, tested alone; all else is computed again."""
    root = sqrt(2 * n * m / pi) * again.lean(x)
    u = pi / (root + pi)
    # Berry and Esseen's constant in mean distance for signs: E|X|^3 = (1 - u^2)(1 + u)/2 + ... at a squared mean u.
    mean = sqrt(u)
    third = ((1 - mean) ** 3 * (1 + mean) + (1 + mean) ** 3 * (1 - mean)) / 2
    off = third / (1 - u) ** 1.5 / sqrt(m)
    return D**2 / (n * m * float(information_kept(x, ball(off)).mid()) / (1 - u) + pi**2 / u)


UNSEEN: Unseen = {
    SEARCHED: (
        ("mean.papers:zhao_theorem2", "private = bool"),
        ("mean.papers:zhao_theorem2", "c = n * m"),
    ),
    ABOVE: (
        ("mean.papers:zhao_theorem2", "overlap ="),
        ("mean.papers:zhao_theorem2", "chain ="),
        ("mean.papers:kent_example1a", "chain ="),
        ("mean.papers:_kent_example1a_without_privacy", "chain ="),
        ("mean.papers:kent_example1b", "one_user ="),
        ("mean.papers:kent_example1b", "if epsilon > 1"),
    ),
    RECORDED: (("", "parameters: dict"),),
    REFUSED: (
        ("", "if not 0 < "),
        ("", "s == 1"),
    ),
    ANOTHER_WAY: (
        ("mean.papers:_kent_example1a_without_privacy", "shift ="),
        ("information.domination:users_affinity_squared", "power ="),
        ("information.domination:_knots", "first ="),
        ("information.domination:_knots", "tail ="),
        ("information.domination:_knots", "reach ="),
        ("information.domination:_knots", "last ="),
        ("information.domination:_knots", "atoms ="),
        ("information.domination:_knots", "indices ="),
    ),
}


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_their_second_writing(tie: Tie) -> None:
    agree(tie)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_every_single_defect_of_a_bound_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    every_defect_is_seen(TIES, UNSEEN, monkeypatch, least=380, most=80)
