"""Selection over a cover: its worst risk if users know the parameter, its problems, and a run on your own data."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from lowerbounds.registry import bounds_of
from notation.parameters import ParameterError, count, within
from notation.problem import Problem
from notation.setting import LEAST_EPSILON, MOST_EPSILON, Setting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import generator
from upperbounds.estimator import Estimator
from upperbounds.protocols.deployed import drawn
from upperbounds.registry import of_problem
from upperbounds.selection.cover_select import SPACES, Selection, algorithm1, mistaken_at_most
from upperbounds.selection.covers import Body, Cover, Distance, Space, body_of, own_cover
from verify.study.bars import MISS
from verify.study.budget import Charge, free
from verify.study.estimate import MOST_VOTES
from verify.study.order import shuffled
from verify.study.risk.selection import one_cell, risk_at
from verify.study.table import Means, Rows, read_users
from verify.study.worst import Spend, WorstRisk

_POINTS = 48
"""How many points of a space, besides its extremes, a risk is computed at."""


def candidates(body: Body, cover: Cover) -> FloatArray:
    """Points (points, d) of a space: its extremes, and some far from the centre of their own cell."""
    rng = np.random.default_rng(0)
    near = cover.centres[rng.integers(cover.size, size=_POINTS)]
    radius = float(cover.radius or 0.0)
    moved = near + radius * rng.choice((-1.0, 1.0), near.shape) / sqrt(body.d)
    if body.space == "sparse":
        size = 2 * (np.arange(_POINTS) % 2) - 1
        moved = np.where(near != 0, near + (radius * size / sqrt(body.s))[:, None], 0.0)
    return np.concatenate([body.extremes(), body.nearest(np.clip(moved, -body.half_widths, body.half_widths))])


def worst_selection_risk(space: Space, estimator: Estimator, setting: Setting) -> WorstRisk:
    """The largest exact risk over some points of the space; infinite, with a reason, if it takes too long."""
    plan = estimator.plan(setting)
    assert isinstance(plan, Selection)
    body = body_of(space, setting)
    try:
        law = one_cell(plan.vote, plan.n)
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}", None, 0.0)
    points = candidates(body, plan.cover)
    found = [risk_at(plan, point, law) for point in points]
    best = int(np.argmax(found))
    lost = 1 - float(law.right[int(plan.cover.index(points[best][None])[0])])
    method = f"exact; every sample the parameter, largest of {len(points)} of them"
    return WorstRisk(
        found[best], law.relative * found[best], method, lost, float(points[best][0]), resolution=law.relative
    )


_ABOUT = {
    "linf": "a point mass in [-{0.D:g}, {0.D:g}]^d: each user knows the point",
    "l2": "a point mass in the l_2 ball of radius {0.D:g}: each user knows the point",
    "l1": "a point mass in the l_1 ball of radius {0.D:g}: each user knows the point",
    "sparse": "a point mass in [-{0.D:g}, {0.D:g}]^d with at most {0.s} coordinates that are not 0: each user knows"
    " them",
    "sobolev": "a point mass at d coefficients, after that of 1, of a density of Sobolev smoothness {0.beta} and radius"
    " {0.r:g}: each user knows them",
}
_SETS = {
    "linf": r"\lVert\theta\rVert_\infty\le D",
    "l2": r"\lVert\theta\rVert_2\le D",
    "l1": r"\lVert\theta\rVert_1\le D",
    "sparse": r"\lVert\theta\rVert_\infty\le D,\ \lVert\theta\rVert_0\le s",
    "sobolev": r"\textstyle\sum_ja_j^2\theta_j^2\le r^2",
}
_SIZES = {"sparse": ("d", "s", "D", "delta"), "sobolev": ("d", "beta", "r", "delta")}


def selection_problem(name: str) -> Problem:
    """kent's problem at infinite T, (4) and (5), over the space with this name, in squared l_2 error."""
    (space,) = (each for each in SPACES if name == f"infinite-{each}")
    return Problem(
        name,
        _ABOUT[space].format,
        r"\inf_{\hat\theta} \sup_{\theta} \mathbb{E}_{\delta_\theta} \lVert\hat\theta-\theta\rVert_2^2, \quad "
        + _SETS[space],
        _SIZES.get(space, ("d", "D", "delta")),
        "space",
        of_problem(name),
        partial(bounds_of, name),
        partial(worst_selection_risk, space),
        lambda a: body_of(space, a).squared_radius,
        risk_at="at the worst of some points, which every user knows",
    )


@dataclass(frozen=True)
class Selected:
    """The winner of a vote over a cover, from messages and public numbers only.

    `share` is an unbiased estimate of the share of users in the winning cell; `interval` contains the share of every
    cell at once with probability 1 - MISS. If all users' points are in one cell, `mistaken` bounds the probability that
    another cell wins; otherwise it has no meaning. `radius` is the cover's, None for nearest centres.
    """

    value: FloatArray
    cell: int
    votes: int
    share: float
    interval: tuple[float, float]
    mistaken: float
    spend: Spend
    users: int
    epsilon: float
    cells: int
    radius: float | None
    seeded: bool
    metric: str
    """Words for the distance, if it has a name."""
    drawn: tuple[str, ...]
    """What the answers drew, each with its exact probability."""

    @property
    def of(self) -> str:
        """What is estimated, in words."""
        ball = "" if self.radius is None else f"the first ball of radius {self.radius:g} that holds it, or else "
        cell = f"the cell of a mean is {ball}the nearest{self.metric}"
        return f"the centre with the most users' own means in its cell: {cell}"

    @property
    def estimator(self) -> Estimator:
        """The estimator for this cover, as for the registered ones."""
        return of_problem(f"infinite-{SPACES[0]}")[0]


def read_cover(
    path: Path, name: str, columns: Sequence[str], radius: float | None = None, metric: float | Distance = 2
) -> tuple[tuple[str, ...], Cover]:
    """The names of centres and the cover by them, from a file with a row for each: a column of names, and coordinates.

    The file is public. Raises ParameterError for another file, a name with two rows, or an invalid cover.
    """
    try:
        found = read_users(path, name, columns)
    except ParameterError as error:
        raise ParameterError(f"--cover: {error}") from None
    for each, rows in found.items():
        if len(rows) > 1:
            raise ParameterError(f"--cover: {each!r} has {len(rows)} rows; a centre has one")
    return tuple(found), own_cover([rows[0] for rows in found.values()], radius, metric)


def select(
    rows: Rows | Means, cover: Cover, epsilon: float, seed: int | None = None, charge: Charge = free
) -> Selected:
    """Select a centre of a public cover under epsilon-LDP for users, who vote for the cells of their own means.

    `rows` are observations in the cover's coordinates. Without `seed`, randomness is the operating system's. Raises
    ParameterError for another number of coordinates, or votes that do not fit in memory.
    """
    within("--epsilon", epsilon, LEAST_EPSILON, MOST_EPSILON)
    if rows.dimension != cover.centres.shape[1]:
        raise ParameterError(
            f"--cover: centres of {cover.centres.shape[1]} coordinates; the data have {rows.dimension}"
        )
    n = count("users", rows.users)
    if n * cover.size > MOST_VOTES:
        raise ParameterError(f"--cover: {cover.size} centres make {n * cover.size:.1e} votes; at most {MOST_VOTES:.0e}")
    plan = algorithm1(n, 1, epsilon, cover)
    charge()
    rng: Any = generator(seed)
    means = shuffled(rows.means()[:, None, :], rng)
    protocol = plan.protocol()
    draws = drawn(protocol)
    (sent,), value = protocol.transcript(means.reshape(n, -1), rng)
    tallies = sent.sum(axis=0)
    flip, keep = plan.vote.probabilities
    # Hoeffding's inequality for all cells at once; each user's bit is in [0, 1].
    half = sqrt(log(2 * cover.size / MISS) / (2 * n)) / (keep - flip)
    cell = int(np.argmax(tallies))
    share = (float(tallies[cell]) / n - flip) / (keep - flip)
    multiple = plan.vote.worst_loss().multiple()
    assert multiple is not None
    return Selected(
        value,
        cell,
        int(tallies[cell]),
        share,
        (max(share - half, 0.0), min(share + half, 1.0)),
        mistaken_at_most(n, epsilon, cover.size),
        Spend(((n, multiple),)),
        n,
        epsilon,
        cover.size,
        cover.radius,
        seed is not None,
        "" if callable(cover.metric) else f" in l_{cover.metric:g}",
        draws,
    )
