"""A walk to the mean: clipping at its worst, the recursion over all laws, the exact risk by other routes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import inf, pi, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom, norm

from lowerbounds.mean.best import best_mean_bound
from upperbounds.channels import WindowResponse
from upperbounds.channels.centred import Either, Fading
from upperbounds.mean import ours, stop_loss, walk_bound
from upperbounds.mean.walk_bound import most_second_moment, worst_risks
from upperbounds.protocols.walk import Walk
from verify.sample_mean import mean_of_squares
from verify.study.risk import SignLaw
from verify.study.risk.walk import exact_walk_risk, unseen_walks

ALPHA = 1e-9

TINY = Walk("tiny", 5, 3, 1.3, 1 / 7, 7, 1, 3, (3, 2, 1), 0, 2, 0, 4, 2, 1)
TWICE = Walk("twice", 7, 3, 1.3, 1 / 7, 7, 1, 1, (3, 1), 0, 2, 2, 4, 2, 1, (2,), 3, 1)
SMALL = Walk("small", 40, 4, 2.0, 1 / 9, 9, 3, 4, (4, 3, 2, 1, 1), 8, 3, 3, 6, 5, 2)


@dataclass(frozen=True)
class Points:
    """A law on some points, with the law of its user mean by repeated convolution of all sums: no binomials."""

    values: tuple[float, ...]
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        return float(np.dot(self.values, self.chances))

    def sums(self, m: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        points, chances = np.zeros(1), np.ones(1)
        for _ in range(m):
            points = np.add.outer(points, self.values).ravel()
            chances = np.multiply.outer(chances, self.chances).ravel()
            points, place = np.unique(np.round(points, 12), return_inverse=True)
            chances = np.bincount(place, chances)
        return points / m, chances

    def clipped(self, lower: NDArray[np.float64], upper: NDArray[np.float64], m: int) -> tuple[NDArray, NDArray]:
        points, chances = self.sums(m)
        cut = np.clip(points, np.asarray(lower)[..., None], np.asarray(upper)[..., None])
        first = cut @ chances
        return first - self.mean, (cut - first[..., None]) ** 2 @ chances


LAWS = [
    Points((-1.0, 1.0), (0.3, 0.7)),
    Points((-1.0, 1.0), (0.02, 0.98)),
    Points((-1.0, 0.2, 1.0), (0.05, 0.9, 0.05)),
    Points((-1.0, 0.5), (0.1, 0.9)),
    Points((-0.9, 0.1, 0.95), (0.5, 0.1, 0.4)),
    Points((0.37,), (1.0,)),
]


@pytest.mark.parametrize("m", [1, 2, 5, 17])
def test_no_law_has_a_larger_excess(m: int) -> None:
    """Upper and lower excess of every law are below s, and two-valued laws come within a fiftieth of it."""
    s, best_seen = stop_loss.stop_loss(m), 0.0
    for law in [*LAWS, *(Points((-1.0, 1.0), (q, 1 - q)) for q in np.linspace(0.02, 0.98, 49))]:
        points, chances = law.sums(m)
        z = sqrt(m) * (points - law.mean)
        for x in (-1.3, -0.2, 0.0, 0.31, 1.0, 2.2, 3.5, 4.5):
            most = float(s(np.array(x)))
            excess = [float(np.maximum(sign * z - x, 0) @ chances) for sign in (1, -1)]
            assert max(excess) <= most + 1e-12
            if x == 0.31:
                best_seen = max(best_seen, max(excess) / most)
    assert best_seen > 0.97


def test_excess_tends_to_the_normal_laws() -> None:
    """Many samples: s is as near to the normal law's phi(x) - x Phi(-x) as it promises, and a half percent."""
    s = stop_loss.stop_loss(10**5)
    for x in (0.0, 0.6, 1.4, 2.0):
        assert 1.0 <= float(s(np.array(x))) / (norm.pdf(x) - x * norm.sf(x)) < 1.005 + stop_loss._RELATIVE


def test_branch_and_bound_finds_what_all_maxima_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two routes to the supremum: never below the largest of the places of maxima, above it by what is promised."""
    for m in (90, 800):
        exact = stop_loss.stop_loss(m).values
        with monkeypatch.context() as patch:
            patch.setattr(stop_loss, "_FEW", 0)
            searched = stop_loss.stop_loss.__wrapped__(m).values
        assert np.all(exact <= searched)
        assert np.all(searched <= np.maximum((1 + stop_loss._RELATIVE) * exact, exact + stop_loss._ABSOLUTE))


@pytest.mark.parametrize("m", [1025, 4097, 10**7])
def test_far_out_derivatives_are_bounded_by_stirlings_formula(m: int) -> None:
    """The largest of these bounds, which needs a search over p, is below the one without by the factor sqrt(2)."""
    n = m - 1
    for x in (1.25, 2.0, 3.5):
        gap = (x * sqrt(m) / 2 - 1) / n
        r = np.linspace(gap, 1, 4001)[1:-1]
        p = r - gap
        divergence = r * np.log(r / p) + (1 - r) * np.log((1 - r) / (1 - p))
        chances = np.exp(-n * divergence) / np.sqrt(2 * pi * n * r * (1 - r))
        most = float((4 * np.sqrt(m * p * (1 - p)) * chances).max())
        assert stop_loss._steepest(x, m) == pytest.approx(sqrt(2) * most, rel=0.002)


@pytest.mark.parametrize("m", [1, 2, 5, 17])
def test_excess_is_the_largest_of_all_laws_of_two_values(m: int) -> None:
    """By sums over binomial laws on a fine grid of probabilities, which is off the largest by 1e-4 at most."""
    p = np.sin(np.linspace(0, pi / 2, 2001))[:, None] ** 2
    k = np.arange(m + 1)
    z, chances = 2 * (k - m * p) / sqrt(m), binom.pmf(k, m, p)
    for place, value in enumerate(stop_loss.stop_loss(m).values):
        x = place / 8
        most = float((np.maximum(z - x, 0) * chances).sum(axis=1).max())
        assert most <= value * (1 + 1e-12)
        assert value <= min((1 + 1e-4) * most + 1e-9, stop_loss.chernoff(np.array(x)))


def test_branch_and_bound_looks_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever in [0, pi/2] a function with the stated slope has its peak, and a lower one, it is found."""
    monkeypatch.setattr(stop_loss, "_steepest", lambda *_: 3.0)
    for peak in np.linspace(0, pi / 2, 300):
        for other in (0.0, 0.3, pi / 2):

            def peaks(
                _: float, __: int, theta: NDArray[np.float64], at: float = peak, beside: float = other
            ) -> NDArray:
                return np.maximum(0.2 - 3 * np.abs(theta - at), np.maximum(0.195 - 3 * np.abs(theta - beside), 0))

            monkeypatch.setattr(stop_loss, "excess", peaks)
            found = stop_loss._supremum(0.5, 5000)
            assert 0.2 * (1 - 1e-12) <= found <= 0.2 * (1 + stop_loss._RELATIVE) + 1e-12


@pytest.mark.parametrize("m", [2, 5, 50, 4097, 10**7])
def test_no_derivative_is_steeper_than_the_bound(m: int) -> None:
    """The exact derivative, on a fine grid; the bound is no idle one."""
    theta = np.linspace(1e-4, pi / 2 - 1e-4, 4001)
    p, nearest = np.sin(theta) ** 2, 0.0
    for x in np.arange(0.25, 3.6, 0.25):
        y = m * p + x * sqrt(m) / 2
        k = np.floor(y)
        derivative = np.abs(4 * np.sqrt(m * p * (1 - p)) * binom.pmf(k, m - 1, p) * (1 - p - (y - k)))
        nearest = max(nearest, float(derivative.max()) / stop_loss._steepest(float(x), m))
    assert 0.5 < nearest <= 1


def transcripts(plan: Walk, law: Points) -> float:
    """The risk of a plan of answers plus and minus, over every transcript: the protocol's own decoders."""
    protocol, (points, chances) = plan.protocol(), law.sums(plan.m)
    total = 0.0
    for answers in product((-1, 1), repeat=plan.n):
        state, weight = None, 1.0
        for step in protocol.rounds:
            channel = step.channel(state)
            if isinstance(channel, Either):
                channel = channel.second if channel.which else channel.first
            off, half = points - float(channel.centre), float(channel.channel.half_width)
            sent = np.array([answers[user] for user in step.users])
            told = channel.reach - abs(off) if isinstance(channel, Fading) else off
            plus = np.clip(told / half, -1, 1) @ chances
            tilt = np.tanh(plan.epsilon / 2)
            weight *= float(np.prod((1 + sent * tilt * plus) / 2))
            state = step.decode(sent * half / tilt, state)
        total += weight * (float(state) - law.mean) ** 2
    return total


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("recentring", [0, 1])
def test_the_exact_risk_is_the_sum_over_transcripts(law: Points, recentring: int) -> None:
    plan = replace(TINY, recentring=recentring)
    assert exact_walk_risk(plan, law).value == pytest.approx(transcripts(plan, law), rel=1e-12)
    if len(law.values) == 2 and law.values == (-1.0, 1.0):
        assert exact_walk_risk(plan, SignLaw(law.mean)).value == pytest.approx(transcripts(plan, law), rel=1e-11)


AGAIN = replace(SMALL, again=(3, 1), close=5, needed=2)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_exact_risk_of_two_walks_is_the_sum_over_transcripts(law: Points) -> None:
    for needed in (1, 2, 3):
        plan = replace(TWICE, needed=needed)
        assert exact_walk_risk(plan, law).value == pytest.approx(transcripts(plan, law), rel=1e-12)


@pytest.mark.parametrize("plan", [SMALL, AGAIN], ids=["one", "two"])
def test_the_exact_risk_is_that_of_runs_from_raw_samples(plan: Walk) -> None:
    """Groups of three, recentring, watchers and five levels; type-I error 1e-9."""
    law, rng, repetitions = SignLaw(0.3), np.random.default_rng(7), 40_000
    found = plan.protocol().run(law.sample((repetitions, plan.n, plan.m), rng), rng)
    mean, risk = mean_of_squares((found - law.mean) ** 2), exact_walk_risk(plan, law)
    assert mean.suffices(ALPHA)
    allowed = mean.quantile(ALPHA) * mean.standard_error + risk.error + unseen_walks(plan, law, repetitions)
    assert abs(mean.value - risk.value) <= allowed
    assert abs(mean.value - exact_walk_risk(replace(plan, epsilon=2.2), law).value) > allowed


PLANS = (
    lambda: TINY,
    lambda: replace(TINY, recentring=1),
    lambda: SMALL,
    lambda: TWICE,
    lambda: AGAIN,
    lambda: ours.walk(300, 9, 2.0, 1.0),
    lambda: ours.walk(400, 16, 1.0, 1.0),
)
"""Made in a test: what is computed while tests are collected makes each defect of it a new process."""


@pytest.mark.parametrize("made", PLANS, ids=range(7))
def test_the_recursion_is_above_every_law(made: Callable[[], Walk]) -> None:
    """Also far from two-valued ones; and it is no more than a third above what two-valued ones reach."""
    plan = made()
    bound = float(worst_risks(plan, [plan], 4)[0]) / plan.m
    assert plan.steps
    signs = [SignLaw(mean) for mean in (*np.linspace(0, 1, 9), 0.3 / plan.cells, 0.6 / plan.cells)]
    risks = [exact_walk_risk(plan, law).value for law in (*signs, *LAWS)]
    assert max(risks) <= bound
    assert bound <= (3 if plan.n < 50 else 4 / 3) * max(risks)


@pytest.mark.parametrize("plan", [SMALL, AGAIN, replace(SMALL, steps=(1,), recentring=0)], ids=["one", "two", "lost"])
def test_a_share_of_the_variance_leaves_all_of_the_bias(plan: Walk) -> None:
    """Planted: where a walk can't reach the mean a share of the bound as a whole is below what laws reach."""
    share = 0.1
    risks = [exact_walk_risk(plan, law) for law in (*(SignLaw(mean) for mean in np.linspace(0, 1, 9)), *LAWS)]
    reached = max(risk.bias**2 + share * risk.variance for risk in risks)
    bound = float(worst_risks(plan, [plan], 4, share)[0]) / plan.m
    whole = float(worst_risks(plan, [plan], 4)[0]) / plan.m
    assert reached <= bound <= whole
    assert (share * whole < reached) == (len(plan.steps) == 1)


def test_finer_cells_give_no_larger_bounds() -> None:
    plan = PLANS[-1]()
    coarse, fine = (float(worst_risks(plan, [plan], rows)[0]) for rows in (1, 8))
    assert 0.8 * coarse < fine <= coarse


@pytest.mark.parametrize(("levels", "window"), [(2, 1), (3, 1), (4, 3), (9, 5)])
def test_second_moments_are_bounded(levels: int, window: int) -> None:
    """For laws of unit variance around delta, on two points: at most what is granted, and equal for two levels."""
    channel, a = WindowResponse(levels, window, 2.0, 1.0), 2.0
    for delta, skew in product((0.0, 0.5, -1.1), (0.3, 1.0, 2.0)):
        points = np.array([delta - skew, delta + 1 / skew])
        chances = np.array([1, skew**2]) / (1 + skew**2)
        met = float(channel.second_moment(np.clip(points, -a, a)) @ chances)
        most = float(most_second_moment(channel, a, np.array(abs(delta))))
        assert met <= most * (1 + 1e-12)
    assert (levels == 2) == (most == met)


# Planted defects: each is caught by a comparison above.


def test_an_excess_that_is_too_small_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clipping that costs nothing: the recursion falls below the risk of a law."""
    plan = replace(SMALL, half=2)
    worst = max(exact_walk_risk(plan, SignLaw(mean)).value for mean in (0.0, 0.5, 0.9, 1.0))
    assert worst <= float(worst_risks(plan, [plan], 4)[0]) / plan.m
    monkeypatch.setattr(walk_bound, "stop_loss", lambda *_: lambda x: np.maximum(-x, 0.0))
    assert worst > float(worst_risks(plan, [plan], 4)[0]) / plan.m


@pytest.mark.parametrize("defect", ["majority", "rising"])
def test_a_recursion_that_helps_the_walk_is_caught(monkeypatch: pytest.MonkeyPatch, defect: str) -> None:
    plan = PLANS[-1]()
    worst = max(exact_walk_risk(plan, SignLaw(mean)).value for mean in (0.0, 0.5, 0.9, 1.0))
    if defect == "majority":
        honest = walk_bound.majority
        monkeypatch.setattr(walk_bound, "majority", lambda group, chance: honest(group, 0.5 + 1.5 * (chance - 0.5)))
    else:
        monkeypatch.setattr(walk_bound.Distances, "rising", lambda _, values: np.minimum(values, values.min() * 1.01))
    assert worst > float(worst_risks(plan, [plan], 4)[0]) / plan.m


ASTRAY = replace(AGAIN, recentring=0, again=(9, 9, 9), needed=3)
LOST = replace(AGAIN, recentring=0, steps=(1,), half=2, needed=1, again=(4, 3, 2, 1, 1))


@pytest.mark.parametrize(("plan", "far"), [(ASTRAY, 1.0), (LOST, 0.0)], ids=["all are near", "nobody far is"])
def test_a_recursion_that_trusts_the_watchers_is_caught(
    monkeypatch: pytest.MonkeyPatch, plan: Walk, far: float
) -> None:
    """As if answers sent no centre astray that was right, or let none stand that was wrong."""
    worst = max(exact_walk_risk(plan, SignLaw(mean)).value for mean in np.linspace(0, 1, 9))
    assert worst <= float(worst_risks(plan, [plan], 4)[0]) / plan.m
    honest = walk_bound.Distances.nearness

    def trusting(cells: walk_bound.Distances) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        least, most = (np.where(honest(cells)[1] < 0.5, far, chance) for chance in honest(cells))
        return np.maximum(least, far), np.maximum(most, far)

    monkeypatch.setattr(walk_bound.Distances, "nearness", trusting)
    assert worst > float(worst_risks(plan, [plan], 4)[0]) / plan.m


WANTED = [
    (1000, 100, 1.0),
    (2000, 100, 2.0),
    (5000, 20, 1.0),
    (10**5, 1000, 1.0),
    (500, 10, 1.0),
    (500, 1000, 1.0),
    (500, 10, 2.0),
    (500, 10**4, 2.0),
    (10**6, 10, 1.0),
    (10**6, 10**4, 2.0),
    (500, 10**5, 1.0),
    (500, 10**6, 1.0),
]


@pytest.mark.parametrize("given", WANTED, ids=str)
def test_the_bound_is_within_ten_times_the_lower_bound(given: tuple[int, int, float]) -> None:
    bound, lower = ours.bound(*given, 1.0).value, best_mean_bound(*given).value
    plan = ours.walk(*given, 1.0)
    assert lower <= exact_walk_risk(plan, SignLaw(0.0)).value <= bound <= 10 * lower
    assert ours.bound(*given, 3.0).value == pytest.approx(9 * bound, rel=1e-12)


OTHERS: tuple[Callable[[int, int, float], Walk | None], ...] = (
    *(
        lambda n, m, epsilon, rate=rate, share=share: ours.candidate(n, m, epsilon, rate, share)
        for rate in (0.6, 1.0, 2.0, 4.0)
        for share in (0.0, 0.04, 0.1)
    ),
    *(
        lambda n, m, epsilon, power=power, spared=spared: ours._two_walks(n, m, epsilon, power, spared)
        for power, spared in ((5.5, 0.15), (7.5, 0.15), (6.5, 0.5), (6.5, 0.04))
    ),
)


def variants(plan: Walk) -> Iterator[Walk]:
    """Every part of the plan about half and about twice as large."""
    large, settling = [step for step in plan.steps if step > 1], sum(step == 1 for step in plan.steps)
    yield replace(plan, steps=(*large[::2], *[1] * settling))
    yield replace(plan, steps=(*np.repeat(large, 2).tolist(), *[1] * settling))
    if plan.again:
        yield replace(plan, again=plan.again[::2])
    for factor in (0.5, 2.0):
        yield replace(plan, steps=(*large, *[1] * round(factor * settling)))
        yield replace(plan, group=round(factor * plan.group) | 1)
        yield replace(plan, test=max(1, round(factor * plan.test)))
        watching = round(factor * plan.watching)
        yield replace(plan, watching=watching, needed=watching // 2 + 1 if plan.again else plan.needed)
        if plan.again:
            yield replace(plan, close=max(plan.test + 1, round(factor * plan.close)))
        if plan.recentring:
            yield replace(plan, recentring=round(factor * plan.recentring))
            yield replace(plan, reach=round(factor * plan.reach))


@pytest.mark.parametrize(
    ("n", "m", "epsilon", "order"),
    [
        (20_000, 30, 1.0, 2.0),
        (1000, 100, 1.0, inf),
        (5000, 20, 1.0, inf),
        (500, 1000, 1.0, inf),
        (3000, 1000, 2.0, 4.0),
        (10**5, 100, 0.3, inf),
    ],
)
def test_no_other_choice_is_much_better(n: int, m: int, epsilon: float, order: float) -> None:
    """By 7 %: how fast steps shrink, who recentres, one walk or two; any part or last interval of another size."""
    plan = ours.walk(n, m, epsilon, 1.0, order)
    least = 0.93 * float(worst_risks(plan, [plan], 1)[0])
    others = [replace(one, order=order) for make in OTHERS if (one := make(n, m, epsilon)) is not None]
    assert len(others) > len(OTHERS) / 2
    for made in (plan, *(ours._with_interval(other, 1.0) for other in others)):
        halves = {max(1, round(share * made.half)) for share in (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)}
        assert worst_risks(made, [replace(made, half=half) for half in halves], 1).min() > least
    for other in variants(plan):
        if min(other.left) > 0:
            assert worst_risks(other, [other], 1)[0] > least, other


@pytest.mark.parametrize("D", [0.5, 3.0])
def test_a_bound_of_the_whole_range_or_more_says_nothing(D: float) -> None:
    few, many = ours.bound(16, 4, 0.5, D), ours.bound(18, 4, 0.5, D)
    assert (few.value > D**2, few.vacuous) == (True, True)
    assert (many.value < D**2, many.vacuous) == (True, False)


def test_where_no_walk_pays_all_users_tell_their_means() -> None:
    plan = ours.walk(12, 4, 0.5, 2.0)
    assert (plan.steps, plan.watching, plan.refining) == ((), 0, 12)
    assert ours.bound(12, 4, 0.5, 2.0).value == pytest.approx(plan.refiner.most_second_moment / 12)
