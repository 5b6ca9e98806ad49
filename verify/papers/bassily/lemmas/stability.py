"""What data tell of the answer of a gradient method on their own risk: stability, and excess risk over new data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import Any

from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.facts.convexity import Function, LipschitzOnBall, SmoothConvex, quadratic
from verify.kernel.calculus.over import Supremum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity
from verify.papers.bassily.lemmas.descents import (
    AskedExcess,
    AverageExcess,
    G,
    L,
    Noises,
    NoisyOracle,
    R,
    T,
    beta,
    eta,
    iterate,
    mean_excess,
    nu,
)

Drift = quantity(
    "Drift",
    r"\Delta_{{{0},{1},{2},{3},{4},{5}}}",
    "largest expected growth in a round of the distance of the iterates on the ball of radius R for two data sets that "
    "differ in one sample, the batches and the noise being the same: family of losses, eta, R, B, n, m",
    0,
)
"""Drift(l, eta, R, B, n, m)."""
Empirical = constructor("Empirical", r"\hat{{{0}}}_{{{1}}}", lambda losses, data: losses.mean(data), sort="loss")
"""The mean of the losses of a family over a data set: Empirical(l, z)."""
RunExcess = quantity(
    "RunExcess",
    r"\mathbb{{E}}\,F_{{{0}}}(\bar\theta_{{1:{3}}}[{1},\, \eta = {2}]) - \min_{{\|\theta\| \le {4}}}F_{{{0}}}",
    "expected excess risk, over new data, of the average of the iterates 1 to T of the method on the empirical risk of "
    "n users with m samples each, drawn from any law: losses, oracle, step, T, R, n, m",
    0,
)
"""RunExcess(l, G, eta, T, R, n, m)."""
AskedRunExcess = quantity(
    "AskedRunExcess",
    r"\mathbb{{E}}\,F_{{{0}}}(\bar\theta_{{0:{3}-1}}[{1},\, \eta = {2}]) - \min_{{\|\theta\| \le {4}}}F_{{{0}}}",
    "the same of the average of the start and of the iterates 1 to T - 1: losses, oracle, step, T, R, n, m",
    0,
)
"""AskedRunExcess(l, G, eta, T, R, n, m)."""
Apart = quantity(
    "RunsApart",
    r"\sup\,\mathbb{{E}}\|\bar\theta_{{{7}:{7}+{3}-1}} - \bar\theta'_{{{7}:{7}+{3}-1}}\|_{{{0},{1},{2},{4},{5},{6}}}",
    "largest mean distance of the averages of T iterates of the method, from the k-th on, for two data sets that "
    "differ in one sample, the noise being the same: losses, oracle, step, T, R, n, m, k",
    0,
)
"""Apart(l, G, eta, T, R, n, m, k)."""

_n, _m = integer("n", least=1), integer("m", least=1)
_losses, data = Name("l", "losses"), Name("z", "data")


@dataclass(frozen=True)
class _Family:
    """Losses on [-1, 1] in a stress case, h (theta - z)^2/2, or -z theta for h = 0, for z = -1, 1 of some mean."""

    h: Fraction
    centre: Fraction

    def mean(self, data: tuple[int, ...]) -> Function:
        """The mean of the losses of a data set."""
        return self.around(Fraction(sum(data), len(data)))

    def around(self, centre: Fraction) -> Function:
        """The mean of the losses where z has this mean, except for a constant."""
        if self.h:
            return quadratic(self.h, centre)
        return Function(
            lambda x: -centre * x[0], lambda _: (-centre,), Fraction(0), lambda r: (r if centre > 0 else -r,)
        )

    @property
    def smoothness(self) -> Fraction:
        """That of each loss."""
        return self.h

    def gradient(self, x: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        """That of the loss at z = 1: the others' differ from it by a constant."""
        return self.mean((1,)).gradient(x)

    def steepest(self, radius: Fraction) -> Fraction:
        """The steepest slope of a loss on [-R, R]."""
        return max(self.mean((z,)).steepest(radius) for z in (-1, 1))

    def chance(self, data: tuple[int, ...]) -> Fraction:
        """That of a data set."""
        return prod(((1 + z * self.centre) / 2 for z in data), start=Fraction(1))


def _paths(f: Function, g: Noises, step: Fraction, rounds: int) -> list[list[Fraction]]:
    """The start and the iterates on [-1, 1], on each path."""
    return [
        [iterate(f, g, step, Fraction(1), Fraction(k), Fraction(path))[0] for k in range(rounds + 1)]
        for path in g.paths
    ]


def _mean(numbers: Iterable[Fraction]) -> Fraction:
    held = list(numbers)
    return sum(held, Fraction(0)) / len(held)


def _new_data(ahead: int) -> Iterator[tuple[dict[Any, Any], dict[str, Fraction]]]:
    """The letters of exact runs over all data sets; their risk, what they differ by, and the worst empirical excess."""
    for h, centre, size, rounds, draws, step in product(
        (Fraction(0), Fraction(1)),
        (Fraction(0), Fraction(1, 2), Fraction(9, 10)),
        (0, 1),
        (1, 2),
        (1, 2),
        (Fraction(1, 8), Fraction(1)),
    ):
        # For so uneven samples the linear losses, which hardly noticed them, tell the most.
        if centre == Fraction(9, 10) and (h or size or rounds > 1):
            continue
        family, noises = _Family(h, centre), Noises(Fraction(size), 2)
        risk, excess = family.around(centre), mean_excess(ahead)
        sets = list(product((-1, 1), repeat=draws))
        runs = {each: _paths(family.mean(each), noises, step, rounds) for each in sets}
        averages = {each: [_mean(path[ahead : rounds + ahead]) for path in runs[each]] for each in sets}
        near = [
            (one, other)
            for one, other in product(sets, sets)
            if sum(p != q for p, q in zip(one, other, strict=True)) == 1
        ]
        far = [
            [_mean(abs(p[k] - q[k]) for p, q in zip(runs[one], runs[other], strict=True)) for k in range(rounds + 1)]
            for one, other in near
        ]
        letters = {
            _losses: family,
            G: noises,
            eta: step,
            T: Fraction(rounds),
            R: Fraction(1),
            _n: Fraction(1),
            _m: Fraction(draws),
            L: 2 * h if h else Fraction(1),
            nu: Fraction(size),
            beta: h or Fraction(1, 1000),
        }
        yield (
            letters,
            {
                "risk": sum(
                    (family.chance(each) * _mean(risk.at((p,)) for p in averages[each]) for each in sets), Fraction(0)
                )
                - risk.at(risk.minimiser(Fraction(1))),
                "apart": max(
                    _mean(abs(p - q) for p, q in zip(averages[one], averages[other], strict=True))
                    for one, other in near
                ),
                "worst": max(excess(family.mean(each), noises, step, Fraction(rounds), Fraction(1)) for each in sets),
                "drift": max(after - before for each in far for before, after in pairwise(each)),
            },
        )


_RUN = (_losses, G, eta, T, R, _n, _m)


def _worst(excess: Any, ls: Any, g: Any, step: Any, rounds: Any, radius: Any) -> Any:
    return Supremum(excess(Empirical(ls, data), g, step, rounds, radius), data)


def _told(run: Any, excess: Any, ahead: int) -> Schema:
    def build(ls: Any, g: Any, step: Any, rounds: Any, radius: Any, users: Any, draws: Any, most: Any) -> Statement:
        told = most * Apart(ls, g, step, rounds, radius, users, draws, ahead)
        own = _worst(excess, ls, g, step, rounds, radius)
        return Statement(
            at_most(run(ls, g, step, rounds, radius, users, draws), told + own), (LipschitzOnBall(ls, most, radius),)
        )

    def cases() -> Iterator[Case]:
        for values, found in _new_data(ahead):
            yield (
                (*_RUN, L),
                {
                    **values,
                    run(*_RUN): found["risk"],
                    Apart(*_RUN, ahead): found["apart"],
                    _worst(excess, *_RUN[:5]): found["worst"],
                },
            )

    return Schema(
        f"stability and generalisation, {'after' if ahead else 'before'}",
        "lemma",
        "Hardt, Recht and Singer 2016, Theorem 2.2; the least empirical risk is at most the least risk on average",
        build,
        (*_RUN, L),
        cases,
    )


def _added_up(ahead: int) -> Schema:
    def build(*run: Any) -> Statement:
        ls, _, step, rounds, radius, users, draws = run
        most = (rounds + 2 * ahead - 1) * Drift(ls, step, radius, users, users, draws) / 2
        return Statement(at_most(Apart(*run, ahead), most))

    def cases() -> Iterator[Case]:
        for values, found in _new_data(ahead):
            yield (
                _RUN,
                {**values, Apart(*_RUN, ahead): found["apart"], Drift(_losses, eta, R, _n, _n, _m): found["drift"]},
            )

    return Schema(
        f"distances of averages, {'after' if ahead else 'before'}",
        "lemma",
        "after t steps the drifts of t steps, averaged over the iterates",
        build,
        _RUN,
        cases,
    )


def _drifts() -> Iterator[Case]:
    for values, found in _new_data(1):
        yield (_losses, L, beta, eta, R, _n, _m), {**values, Drift(_losses, eta, R, _n, _n, _m): found["drift"]}


def _too_far() -> Iterator[Outside]:
    """A step of 6/beta on means of 48 samples, with 24 or 25 of them 1: after two steps the runs are at 0 and at -1."""
    step, draws, family, noises = Fraction(6), 48, _Family(Fraction(1), Fraction(0)), Noises(Fraction(0), 2)
    one, other = (_paths(family.mean((1,) * k + (-1,) * (draws - k)), noises, step, 2)[0] for k in (24, 25))
    far = [abs(p - q) for p, q in zip(one, other, strict=True)]
    values = {_losses: family, L: Fraction(2), beta: Fraction(1), eta: step, R: Fraction(1), _n: Fraction(1)}
    drift = max(after - before for before, after in pairwise(far))
    yield (
        2,
        (_losses, L, beta, eta, R, _n, _m),
        {**values, _m: Fraction(draws), Drift(_losses, eta, R, _n, _n, _m): drift},
    )


def _for_all_data(name: str, holds: Any, *letters: Any) -> Schema:
    def build(*arguments: Any) -> Statement:
        *others, z = arguments
        place = letters.index(_losses)
        mean = [*others[:place], Empirical(others[place], z), *others[place + 1 :]]
        return Statement(holds(*mean), (holds(*others),))

    def cases() -> Iterator[Case]:
        for values, _ in _new_data(1):
            yield (*letters, data), {**values, data: (1, -1, 1)}

    return Schema(
        f"{name} of the mean loss",
        "lemma",
        "linearity of gradients, and the triangle inequality",
        build,
        (*letters, data),
        cases,
    )


STABLE_AFTER, STABLE_BEFORE = _told(RunExcess, AverageExcess, 1), _told(AskedRunExcess, AskedExcess, 0)
APART_AFTER, APART_BEFORE = _added_up(1), _added_up(0)
DRIFT = Schema(
    "drift of a gradient step",
    "lemma",
    "Hardt, Recht and Singer 2016, Section 3: no two points are moved apart for eta <= 2/beta",
    lambda ls, most, curved, step, radius, users, draws: Statement(
        at_most(Drift(ls, step, radius, users, users, draws), 2 * most * step / (users * draws)),
        (LipschitzOnBall(ls, most, radius), SmoothConvex(ls, curved), at_most(step * curved, 2)),
    ),
    (_losses, L, beta, eta, R, _n, _m),
    _drifts,
    outside=_too_far,
)
MEAN_SMOOTH = _for_all_data("smoothness", SmoothConvex, _losses, beta)
MEAN_NOISY = _for_all_data("noisy gradients", NoisyOracle, G, _losses, nu)
MEAN_LIPSCHITZ = _for_all_data("gradients", LipschitzOnBall, _losses, L, R)

FACTS = (
    STABLE_AFTER,
    STABLE_BEFORE,
    APART_AFTER,
    APART_BEFORE,
    DRIFT,
    MEAN_SMOOTH,
    MEAN_NOISY,
    MEAN_LIPSCHITZ,
)
