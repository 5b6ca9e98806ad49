"""zhao Section 4.2: Algorithm 2 and its uses through Kashin and Hadamard, who sends what, and what each user spends."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor, log, nextafter
from typing import Any

import numpy as np

from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.transforms.hadamard import padded
from upperbounds.transforms.kashin import HadamardFrame
from upperbounds.vectors import zhao
from verify.kernel.calculus import Chain, Name, Private, at_most, below, cite, constructor, integer, line, real, words
from verify.kernel.calculus.over import Each
from verify.kernel.statements import AllOf, Case, FiniteCheck, PlanPrivacy, Statement
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.zhao.lemmas.messages import MaxDivergence, MessageOfEach, StepOf
from verify.papers.zhao.nouns_means import multiplied
from verify.papers.zhao.setting import CLAIMS as SETTING

_N, _T = 400, 25
"""Users and samples of the plans whose spend does not depend on them."""


def worst(plan: CoordinatePlan) -> Fraction:
    """The largest spend of a user as a multiple of epsilon, from the plan's channels in symbols."""
    multiples = [loss.multiple() for _, loss in plan.spend()]
    return max(Fraction(m) for m in multiples if m is not None)


def _strengthened(_: Settings) -> Iterator[Case]:
    """The printed groups with floor(epsilon) in the place of epsilon throughout: how often a coordinate is sent, spend."""
    for dimension, eps in product((2, 7, 10, 64), (1.0, 1.9, 2.5, 6.3)):
        if floor(eps) >= dimension:
            continue
        plan = zhao.printed_algorithm2(_N, _T, dimension, float(floor(eps)), 1.0)
        parameters = {"d": dimension, "epsilon": eps}
        yield Case(parameters | {"of": "coordinates"}, int(min(plan.split.folds_of)), 1)
        yield Case(parameters | {"of": "coordinates"}, int(max(plan.split.folds_of)), 1)
        yield Case(parameters | {"of": "spend over floor(epsilon)"}, worst(plan), 1)


_STRENGTHENED_TEXT = r"\text{each coordinate in one group, worst spend}/\lfloor\varepsilon\rfloor=1"
_STRENGTHENED_GRID = "d = 2, 7, 10, 64; epsilon = 1, 1.9, 2.5, 6.3, below d"


_SIZE, _PART, _GROUPS = (integer(letter, least=1) for letter in "dcg")
_EPSILON = real("epsilon", above=0)
_CEILING = (at_most(_SIZE / _PART, _GROUPS), below(_GROUPS, _SIZE / _PART + 1))
_LESS, _FACTOR = real("x"), real("u", above=0)
_REST = real("z", above=0)
_STRICT = line(_LESS).lt(_LESS + _FACTOR * _REST)
COVER = {
    "all coordinates have a group": line(_SIZE, given=_CEILING[:1]).le(
        _GROUPS * _PART, multiplied(_SIZE / _PART, _GROUPS, _PART)
    ),
    "no group is empty: the last one starts before d": line((_GROUPS - 1) * _PART, given=_CEILING[1:])
    .lt(
        (_GROUPS - 1) * _PART + _PART * (_SIZE / _PART + 1 - _GROUPS),
        _STRICT.at({_LESS: (_GROUPS - 1) * _PART, _FACTOR: _PART, _REST: _SIZE / _PART + 1 - _GROUPS}),
    )
    .eq(_SIZE),
}
"""g = ceil(d/c) groups of c coordinates, the last of them maybe smaller."""
PROPOSITION1 = next(claim for claim in SETTING if claim.id == "zhao/prop1")
_ITEM_LEVEL = (Name("Z", "item-level protocol"), integer("m", least=1), real("epsilon", least=0))
Checks = tuple[tuple[str, Statement], ...]
_INDEX, _PAST = integer("i", least=1), Name("w", "messages")
_ONE, _OTHER = Name("X", "data set"), Name("X'", "data set")


def spent(
    told: str,
    steps: Any,
    count: Any,
    budget: Any,
    *here: Any,
    leans: tuple[str, ...] = ("zhao/alg1/privacy",),
    checks: Checks = (),
) -> Chain:
    """What a user spends who runs a given number of steps, each at an equal share of the budget."""
    private = Each(
        Each(Private(StepOf(steps, _INDEX, _PAST), budget / count), _PAST),
        _INDEX,
        at_most(1, _INDEX),
        at_most(_INDEX, count),
    )
    values = dict(zip(_ITEM_LEVEL, (steps, count, budget), strict=True))
    return (
        line(MaxDivergence(*(MessageOfEach(steps, data, count) for data in (_ONE, _OTHER))), given=here)
        .le(budget, cite(PROPOSITION1, "(1)").at(values), words(told, private, given=here, leans=leans))
        .beside(*checks)
    )


GroupSteps = constructor("GroupSteps", r"{{\mathrm{{Alg}}\,2_{{{0}, {1}}}}}", sort="item-level protocol")
"""What a user of Algorithm 2 runs: Algorithm 1 at budget epsilon/c on each of the c coordinates of its group, j for j, all samples'
j-th coordinates being item j of its data: GroupSteps(c, epsilon)."""
_STEP = "Step j is Algorithm 1 at budget epsilon/c on coordinate j, whatever was said before"
_WHOLE = spent(f"{_STEP}: c = epsilon coordinates at budget 1.", GroupSteps(_PART, _PART), _PART, _PART)
ALG2 = Claim(
    "zhao/alg2",
    "arXiv v1, Section 4.2, Algorithm 2, lines 6-12",
    Kind.CONSTRUCTION,
    "every coordinate is estimated, at what the users can afford, for every epsilon that lines 6 to 12 admit",
    says=(
        r"1\le\epsilon<d\ln n:\ \text{users into }\lceil d/\epsilon\rceil\text{ groups "
        r"}S_1,\ldots,S_{\lceil d/\epsilon\rceil}\text{; for }k=1,\ldots,\lceil d/\epsilon\rceil\text{ and "
        r"}l=(k-1)\epsilon+1,\ldots,k\epsilon\wedge d\text{: estimate }\hat\mu_l\text{ with }S_k\text{ by "
        r"Algorithm 1 under }1\text{-LDP}"
    ),
    match=Match.READING,
    differs=(
        "what follows from the lines: that every coordinate is estimated, in no more groups than needed, "
        "and what a user spends, with c = floor(epsilon) for epsilon as the text above the listing "
        "supposes"
    ),
    printed=AllOf(
        "",
        {
            **COVER,
            "the spend of a user": line(_WHOLE.start, given=(at_most(_PART, _EPSILON),))
            .le(_PART, _WHOLE)
            .le(_EPSILON)
            .crosschecked(
                "each coordinate once, worst spend", _STRENGTHENED_TEXT, _STRENGTHENED_GRID, _strengthened, "=="
            ),
        },
    ),
    note="c = floor(epsilon), g = ceil(d/c). The text takes epsilon for an integer and asks for "
    "floor(epsilon)-LDP where it is none: so floor(epsilon) stands for epsilon in each line. Coded with "
    "epsilon itself, ceil(d/epsilon) groups skip coordinates or overspend: d = 10, epsilon = 1.9 gives 6 "
    "groups, of which one would have to send two coordinates at budget 1.",
)


def edges(d: int, n: int) -> list[float]:
    """epsilon at and on both sides of 1, d and d ln n, and numbers within each regime, most of them no integers."""
    last = d * log(n)
    beside = [x for e in (1.0, float(d), last) for x in (nextafter(e, 0), e, nextafter(e, 1e9))]
    return sorted({0.01, 0.5, 1.5, 1.9, 2.5, d - 0.5, d + 0.5, (d + last) / 2, 3 * last, *beside})


def counted(plan: CoordinatePlan) -> Fraction:
    """The same by counting: the most coordinates that a user sends, times the share of each."""
    return max(len(sent) for sent in plan.split.sends) * plan.share


def _grid(settings: Settings) -> Iterator[tuple[int, int, float]]:
    for users, dimension in (
        ((40, 2), (200, 10), (401, 7)) if settings.quick else ((40, 2), (200, 10), (401, 7), (4000, 64))
    ):
        for eps in edges(dimension, users):
            yield users, dimension, eps


def spends(
    make: Callable[[int, int, float], CoordinatePlan], times: bool = False
) -> Callable[[Settings], Iterator[Case]]:
    """Each plan's worst spend, by two routes, next to 1; or how many folds answer for each coordinate, next to 1."""

    def cases(settings: Settings) -> Iterator[Case]:
        for users, dimension, eps in _grid(settings):
            plan = make(users, dimension, eps)
            parameters = {"n": users, "d": dimension, "epsilon": eps}
            if times:
                for place, answered in enumerate(plan.split.folds_of):
                    yield Case(parameters | {"coordinate": place + 1}, int(answered), 1)
            else:
                yield Case(parameters, worst(plan), 1, left_again=counted(plan))

    return cases


def _corrected(n: int, d: int, epsilon: float) -> CoordinatePlan:
    return zhao.algorithm2(n, _T, d, epsilon, 1.0)


def _exhaustive(make: Callable[[int, int, float], CoordinatePlan], name: str, sizes: tuple[int, ...]) -> AllOf:
    """Every split that a dimension has: epsilon enters through min(d, max(1, floor epsilon)) alone."""
    parts: dict[str, PlanPrivacy] = {}
    for dimension in sizes:
        coordinates = make(_N, dimension, 1.5).split.coordinates
        for size in range(1, coordinates + 1):
            eps = float(size)
            parts[f"d = {dimension}, floor(epsilon) = {size}{' or more' if size == coordinates else ''}"] = PlanPrivacy(
                f"{name}, {size} a group",
                lambda e=eps, k=dimension: make(_N, k, e).exact(),  # type: ignore[misc]
            )
    return AllOf(rf"\text{{{name}}}", parts)


_GRID_TEXT = "(n, d) = (40, 2), (200, 10), (401, 7) (full: also (4000, 64)); epsilon at and on both sides of 1, d, d ln n, and eight more"
_SPEND_TEXT = r"\text{worst spend}/\varepsilon\le1"
_ONCE_TEXT = r"\#\{\text{groups}\}=1"
_BY_GROUP = spent(
    f"{_STEP}.",
    GroupSteps(_PART, _EPSILON),
    _PART,
    _EPSILON,
    checks=(
        ("exact spend", FiniteCheck(_SPEND_TEXT, _GRID_TEXT, spends(_corrected))),
        ("each coordinate once", FiniteCheck(_ONCE_TEXT, _GRID_TEXT, spends(_corrected, True), "==")),
        ("every split of d = 1..4, every epsilon", _exhaustive(_corrected, "Algorithm 2 as corrected", (1, 2, 3, 4))),
    ),
)
OWN_ALG2_EVERY_EPSILON = Claim(
    "zhao/own/alg2/every-epsilon",
    "ours, for Algorithm 2",
    Kind.CONSTRUCTION,
    "every coordinate is estimated, at what the users can afford, for every epsilon",
    corrected=AllOf("", {**COVER, "the spend of a user": _BY_GROUP}),
    note="c = min(d, max(1, floor(epsilon))) coordinates a group, which share epsilon equally, g = ceil(d/c); "
    "from epsilon = d on there is one group.",
)


def _integers(settings: Settings) -> Iterator[Case]:
    """The printed plan's worst spend where its lines have a meaning: epsilon an integer, or below 1, or from d ln n on."""
    for users, dimension, eps in _grid(settings):
        whole = eps == floor(eps) or eps < 1 or eps >= dimension * log(users)
        for chosen in {eps} if whole else {float(floor(eps)), float(ceil(eps))}:
            plan = zhao.printed_algorithm2(users, _T, dimension, chosen, 1.0)
            yield Case({"n": users, "d": dimension, "epsilon": chosen}, worst(plan), 1, left_again=counted(plan))


_PRINTED = spent(
    f"{_STEP}.",
    GroupSteps(_PART, _EPSILON),
    _PART,
    _EPSILON,
    checks=(
        ("exact spend of the printed plan", FiniteCheck(_SPEND_TEXT, _GRID_TEXT + ", rounded to integers", _integers)),
    ),
)
ALG2_PRIVACY = Claim(
    "zhao/alg2/privacy",
    "arXiv v1, Section 4.2, 1)-3), Algorithm 2",
    Kind.PRIVACY,
    "Algorithm 2 is user-level epsilon-LDP, for epsilon an integer between 1 and d ln n",
    says=(
        r"1\le\epsilon<d\ln n:\ \epsilon\text{ components, each under user-level }1\text{-LDP, satisfy "
        r"user-level }\epsilon\text{-LDP};\quad\epsilon\ge d\ln n:\ \text{each component under user-level "
        r"}(\epsilon/d)\text{-LDP, the whole algorithm is }\epsilon\text{-LDP}"
    ),
    match=Match.READING,
    differs=(
        "one statement for the three regimes, of c messages at epsilon/c, with epsilon a whole number in "
        "the medium one, as the paper supposes"
    ),
    printed=_PRINTED,
    note="c = 1 below epsilon = 1, c = epsilon, a whole number, to d ln n, c = d beyond. For other epsilon see "
    "zhao/alg2, whose correction is private for every epsilon.",
)
OWN_ALG2_STRENGTHENED = Claim(
    "zhao/own/alg2/strengthened",
    "ours, for the remark in Section 4.2, 2)",
    Kind.PRIVACY,
    "floor(epsilon) for epsilon throughout mends the lines",
    corrected=FiniteCheck(_STRENGTHENED_TEXT, _STRENGTHENED_GRID, _strengthened, "=="),
    note="Private at floor(epsilon), which is at most epsilon; the rest of the budget is not used.",
)


def _unspent(settings: Settings) -> Iterator[Case]:
    """What a user of the printed plan spends from epsilon = d to d ln n: d of epsilon."""
    for users, dimension in ((40, 2), (200, 10)) if settings.quick else ((40, 2), (200, 10), (401, 7), (4000, 64)):
        for eps in (float(dimension), nextafter(dimension * log(users), 0), float(dimension + 1)):
            plan = zhao.printed_algorithm2(users, _T, dimension, eps, 1.0)
            parameters = {"n": users, "d": dimension, "epsilon": eps}
            yield Case(parameters, worst(plan), dimension / Fraction(eps), left_again=counted(plan))


OWN_ALG2_UNSPENT = Claim(
    "zhao/own/alg2/unspent",
    "ours, for Section 4.2, 2)",
    Kind.PRIVACY,
    "from epsilon = d to d ln n a user of Algorithm 2 spends d of epsilon",
    corrected=FiniteCheck(
        r"d\le\varepsilon<d\ln n:\ \text{worst spend}=d",
        "(n, d) = (40, 2), (200, 10) (full: also (401, 7), (4000, 64)); epsilon = d, d + 1, just below d ln n",
        _unspent,
        "==",
    ),
    note="Why (6) and (8) fail there (zhao/eq6): the noise is that of budget 1 for each coordinate, whatever epsilon.",
)


@cache
def frame(d: int) -> HadamardFrame:
    """A frame of d columns; who sends what depends on its size only."""
    return HadamardFrame.draw(d, np.random.default_rng(d))


def _kashin(n: int, d: int, epsilon: float) -> CoordinatePlan:
    return zhao.through_kashin(n, _T, epsilon, 1.0, frame(d))


KashinSteps = constructor("KashinSteps", r"{{\mathrm{{Alg}}\,2\mathrm{{K}}_{{{0}, {1}}}}}", sort="item-level protocol")
"""The same on c of the coefficients of Lemma 1 as corrected, in the place of coordinates: KashinSteps(c, epsilon)."""
_IN_COEFFICIENTS = (
    f"{_STEP.replace('coordinate', 'coefficient')}; neither a coefficient's size nor the map counts, as it clips."
)
_KASHIN_SPENT = spent(
    _IN_COEFFICIENTS,
    KashinSteps(_PART, _EPSILON),
    _PART,
    _EPSILON,
    leans=("zhao/own/alg2/every-epsilon",),
    checks=(
        ("exact spend", FiniteCheck(_SPEND_TEXT, _GRID_TEXT, spends(_kashin))),
        ("each coefficient once", FiniteCheck(_ONCE_TEXT, _GRID_TEXT, spends(_kashin, True), "==")),
        ("every split of 2 and 4 coefficients, every epsilon", _exhaustive(_kashin, "Kashin", (1, 2))),
    ),
)
ALG2K_PRIVACY = Claim(
    "zhao/alg2K/privacy",
    "arXiv v1, Section 4.2, text before Theorem 5",
    Kind.PRIVACY,
    "through Kashin coefficients the estimate stays epsilon-LDP",
    says=r"\hat\theta\text{ is user-level }\epsilon\text{-LDP, hence so is }\hat\mu=\mathbf{U}^T\hat\theta",
    match=Match.READING,
    differs="Algorithm 2 on c coordinates at budget epsilon/c each, which for whole epsilon is the listing's; for any transformation of the samples, U X or the coefficients of Lemma 1 as corrected",
    printed=_KASHIN_SPENT,
    note="With Algorithm 2 as corrected, in 2d dimensions; what is estimated is a function of its messages.",
)


def _hadamard(n: int, d: int, epsilon: float) -> CoordinatePlan:
    return zhao.through_hadamard(n, _T, d, epsilon, 1.0)


def _padded_sizes(_: Settings) -> Iterator[Case]:
    """The size to which an alphabet is padded next to 2A - 1, and next to the least power of 2 from A on."""
    for letters in (1, 2, 3, 5, 8, 9, 100):
        size = padded(letters)
        yield Case({"A": letters, "padded": size}, size, 2 * letters - (1 if letters > 1 else 0))
        # The first power of two from A on, counted up.
        again = next(2**k for k in range(20) if 2**k >= letters)
        yield Case({"A": letters, "padded": size, "of": "power of 2"}, size, again)


HadamardSteps = constructor(
    "HadamardSteps", r"{{\mathrm{{Alg}}\,2\mathrm{{H}}_{{{0}, {1}}}}}", sort="item-level protocol"
)
"""The same on c of the coefficients H x/sqrt(A'), A' the least power of 2 from A on: HadamardSteps(c, epsilon)."""
_HADAMARD_SPENT = spent(
    _IN_COEFFICIENTS,
    HadamardSteps(_PART, _EPSILON),
    _PART,
    _EPSILON,
    leans=("zhao/own/alg2/every-epsilon",),
    checks=(
        ("padded sizes", FiniteCheck(r"A'\le2A-1\ (A>1)", "A = 1, 2, 3, 5, 8, 9, 100", _padded_sizes)),
        ("exact spend", FiniteCheck(_SPEND_TEXT, _GRID_TEXT, spends(_hadamard))),
        ("each coefficient once", FiniteCheck(_ONCE_TEXT, _GRID_TEXT, spends(_hadamard, True), "==")),
    ),
)
_LETTERS, _POWER = integer("A", least=1), integer("k", least=0)
_LEAST = (below(2 ** (_POWER - 1), _LETTERS),)
ALG2H = Claim(
    "zhao/own/alg2H",
    "ours, for arXiv v1, Section 4.2, Remark 1",
    Kind.ALGORITHM,
    "on the l_1 ball Algorithm 2 after the Hadamard transform: padded size, privacy",
    corrected=AllOf(
        "",
        {
            "the padded size": line(2**_POWER, given=_LEAST)
            .lt(
                2**_POWER + 2 * (_LETTERS - 2 ** (_POWER - 1)),
                _STRICT.at({_LESS: 2**_POWER, _FACTOR: 2, _REST: _LETTERS - 2 ** (_POWER - 1)}),
            )
            .eq(2 * _LETTERS),
            "the spend of a user": _HADAMARD_SPENT,
        },
    ),
    note="Sylvester's matrix, for A a power of 2. What the transform does to lengths is part of zhao/remark1.",
)

CLAIMS = (
    ALG2,
    OWN_ALG2_EVERY_EPSILON,
    ALG2_PRIVACY,
    OWN_ALG2_STRENGTHENED,
    OWN_ALG2_UNSPENT,
    ALG2K_PRIVACY,
    ALG2H,
)
