"""Planted defects: each must be caught by the property that is named next to it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from notation.symbols import epsilon, n
from tests.conformance import properties
from tests.conformance.defects import (
    AT,
    Patch,
    Plant,
    answering_twice,
    answering_twice_if_odd,
    asked_twice,
    averaged_over_repetitions,
    bins_of_the_first_repetition,
    bolder_answers,
    bolder_distances,
    bolder_symbols,
    bolder_watchers,
    cells_of_a_neighbour,
    decoder_with_data,
    folds_that_overlap,
    gradients_of_a_neighbour,
    half_spheres_mixed_up,
    halved_account,
    halved_declaration,
    halved_divergence,
    halved_noise,
    halved_sigma,
    halved_votes,
    hash_not_inverted,
    inflated_bins,
    kept,
    last_of_the_first,
    leaking_noise,
    leaking_samples,
    leaking_waves,
    noise_of_one_side,
    of_its_own,
    one_fold_too_many,
    one_fold_too_many_of_four,
    quieter,
    quieter_with_one_sample,
    unchecked_numbers,
    users_of_another_walk,
    walking_on,
    watching_twice,
    wave_of_half_the_frequency,
    whole_budget_for_each,
)
from tests.conformance.instances import At
from tests.conformance.subjects import SUBJECTS, Subject
from upperbounds.channels import KaryResponse, LaplaceHistogram, LaplaceOnInterval, UnaryEncoding
from upperbounds.channels.ball import BallResponse


def subject(name: str) -> Subject:
    """The subject of that name."""
    return next(s for s in SUBJECTS if s.name == name)


def data(at: At) -> np.ndarray:
    """Samples in general position."""
    return at.D * np.sin(1 + np.arange(at.n * at.m * at.d)).reshape(at.n, -1)


def opposite(at: At) -> tuple[np.ndarray, np.ndarray]:
    """Two data sets that differ in the last user, far out."""
    x = data(at)
    x[at.n - 1] = properties.FAR
    return x, properties.changed(x, at.n - 1, -x[at.n - 1])


def private(s: Subject, at: At) -> None:
    x, y = opposite(at)
    for user in (at.n // 2 - 1, at.n - 1):
        pair = [properties.changed(x, user, each[at.n - 1]) for each in (x, y)]
        properties.is_private(s, at, *pair, user, 5)


def private_at_odd_sizes(s: Subject, _: At) -> None:
    for at in (each if s.vectors else each.but(d=1) for each in properties.ODD):
        for user in properties.ends(s, at):
            x = np.full((at.n, at.m * at.d), properties.FAR)
            properties.is_private(s, at, x, properties.changed(x, user, -x[user]), user, 5)


def asking(s: Subject, at: At) -> None:
    properties.asks_its_source(s, at.but(n=64, epsilon=0.25), data(at.but(n=64)))


def approximately_private(s: Subject, at: At) -> None:
    properties.is_approximately_private(s, at.but(epsilon=1.0), *opposite(at), at.n - 1, 5)


def spending(s: Subject, at: At) -> None:
    properties.spends_what_it_declares(s, at)


def spending_delta(s: Subject, at: At) -> None:
    properties.spends_the_delta_it_declares(s, at.but(m=400, epsilon=1.0))


def local(s: Subject, at: At) -> None:
    x, y = opposite(at)
    properties.is_local(s, at, x, y[-1], at.n - 1, 5)


def local_near(s: Subject, at: At) -> None:
    """For functions of period 1, in which data far out may be alike."""
    x = data(at)
    properties.is_local(s, at, x, x[-1] + 0.3, at.n - 1, 5)


def blind(s: Subject, at: At) -> None:
    properties.is_blind(s, at, *opposite(at), 5)


def vectorized(s: Subject, at: At) -> None:
    at = at.but(m=400)
    properties.is_vectorized(s, at, np.stack([data(at) + k * at.D for k in (-0.9, 0.9, 0.0)]), 5)


def lawful(s: Subject, at: At) -> None:
    properties.draws_its_law(s, at, data(at), 5)


def risk(s: Subject, at: At) -> None:
    properties.has_its_risk(s, at.but(m=2, epsilon=0.75), 20_000, 5)


def waved(s: Subject, at: At) -> None:
    properties.has_its_risk(s, at.but(m=s.fewest, epsilon=4.0), 20_000, 5)


def refusing(s: Subject, at: At) -> None:
    for name in ("epsilon", "D"):
        for call in (s.build, s.bound):
            properties.refuses(lambda call=call, name=name: call(at.but(**{name: float("nan")})), name)


def rate(s: Subject, at: At) -> None:
    for axis in ("n", "epsilon"):
        properties.has_its_rate(s, s.regimes[0], axis)


CODE = (
    ("noise halved, judged and running", halved_noise, "mean/zhao-algorithm1", private),
    ("noise halved, each coordinate", halved_noise, "mean-linf/zhao-algorithm2", private),
    ("noise halved when drawn", quieter(LaplaceOnInterval), "mean/semi-user-level", lawful),
    ("noise halved when drawn, by the risk", quieter(LaplaceOnInterval), "mean/split-user", risk),
    ("noise of votes halved when drawn", quieter(LaplaceHistogram), "mean-l2/zhao-kashin", lawful),
    ("bits kept with twice the budget", bolder_answers, "mean/bassily-algorithm2", lawful),
    ("a watcher sends twice", watching_twice, "mean/walk-of-few", spending),
    ("watchers with twice the budget", bolder_watchers, "mean/walk-of-few", lawful),
    ("watchers with twice the budget, a walk at stake", bolder_watchers, "mean/two-walks-of-few", lawful),
    ("one who walks again sends her distance", walking_on, "mean/two-walks-of-few", spending),
    ("distances with twice the budget", bolder_distances, "mean/walk-of-few", lawful),
    ("a user in two folds of one walk", folds_that_overlap, "mean-linf/walks-of-few", spending),
    ("all of a budget for each of two walks", whole_budget_for_each, "mean-linf/walks-of-few", spending),
    ("a walk that hears another's users", users_of_another_walk, "mean-linf/walks-of-few", risk),
    ("distances with twice the budget, by coordinate", bolder_distances, "mean-linf/walks-of-few", lawful),
    ("symbols kept with twice the budget", bolder_symbols, "mean-l1/signed-kary", lawful),
    ("a direction told without rounding", half_spheres_mixed_up, "mean-l2/duchi-semi-user", lawful),
    ("a user answers twice", answering_twice, "mean/kent-tuned", private),
    ("a user answers twice, by the spend", answering_twice, "mean/zhao-algorithm1", spending),
    ("a fold too many", one_fold_too_many, "mean-linf/kent-algorithm12", private),
    ("half the spend declared by a channel", halved_declaration, "mean-l1/signed-kary", spending),
    ("half the spend declared, of coordinates", halved_declaration, "mean-linf/kent-tuned", private),
    ("half the spend declared by a plan", halved_account, "mean/split-user", spending),
    ("half the spend declared by votes", halved_votes, "mean/bassily-algorithm2", spending),
    ("a quarter of sigma", halved_sigma, "mean-l2/bassily-local", approximately_private),
    ("half the delta declared", halved_divergence, "mean-l2/bassily-local", spending_delta),
    ("samples of a neighbour", leaking_samples, "mean/kent-tuned", local),
    ("a user in two steps", asked_twice, "optimisation/descent-of-two", spending),
    ("noise halved when drawn, of gradients", quieter(LaplaceOnInterval), "optimisation/descent-of-two", lawful),
    ("gradients of a neighbour", gradients_of_a_neighbour, "optimisation/descent-of-two", local),
    ("noise with a neighbour's input", leaking_noise, "mean/semi-user-level", local),
    ("a decoder that reads data", decoder_with_data, "mean/semi-user-level", blind),
    ("bits for cells kept with twice the budget", bolder_answers, "infinite-l2/kent-algorithm1", lawful),
    ("half the spend declared by votes for cells", halved_votes, "infinite-l1/kent-algorithm1", spending),
    ("a neighbour's share in the cell", cells_of_a_neighbour, "infinite-sobolev/kent-algorithm1", local),
    ("the last of equal votes", last_of_the_first, "infinite-linf/kent-algorithm1", risk),
    ("messages averaged over the wrong axis", averaged_over_repetitions, "mean/semi-user-level", vectorized),
    ("one repetition's bins for all", bins_of_the_first_repetition, "mean-linf/kent-tuned", vectorized),
    ("bits kept with twice the budget, of coefficients", bolder_answers, "density/kent-tuned", lawful),
    ("noise halved when drawn, of coefficients", quieter(LaplaceOnInterval), "density/kent-least-bound", waved),
    ("a wave of half the frequency", wave_of_half_the_frequency, "density/kent-tuned", waved),
    ("waves of a neighbour", leaking_waves, "density/kent-tuned", local_near),
    ("votes for every near centre", inflated_bins, "mixture/kent-algorithm9", lawful),
    ("a hash that is not inverted", hash_not_inverted, "mixture/kent-tuned", risk),
    ("noise of signed distances halved", noise_of_one_side, "mixture/uncapped", spending),
    ("a user left over answers twice", answering_twice_if_odd, "mean/kent-algorithm11", private_at_odd_sizes),
    ("one fold too many of four", one_fold_too_many_of_four, "mean-linf/kent-algorithm12", private_at_odd_sizes),
    ("noise halved with one sample", quieter_with_one_sample, "mean/zhao-algorithm1", private_at_odd_sizes),
    ("noise of a fixed generator", of_its_own(LaplaceOnInterval), "mean/kent-algorithm11", asking),
    ("bits of a fixed generator", of_its_own(UnaryEncoding), "mean-l2/kent-algorithm13", asking),
    ("directions of a fixed generator", of_its_own(BallResponse), "mean-l2/duchi-semi-user", asking),
    ("symbols that are kept", kept(KaryResponse), "mean/walk-of-few", asking),
    ("noise that is kept", kept(LaplaceOnInterval), "mean/zhao-algorithm1", asking),
    ("NaN unchecked", unchecked_numbers, "mean/zhao-algorithm1", refusing),
)


@pytest.mark.parametrize(("plant", "name", "check"), [row[1:] for row in CODE], ids=[row[0] for row in CODE])
def test_planted_defects_are_caught(plant: Plant, name: str, check: Any, monkeypatch: Patch) -> None:
    found, at = subject(name), AT if subject(name).vectors else AT.but(d=1)
    check(found, at)
    plant(monkeypatch)
    properties.judged.cache_clear()
    with pytest.raises(AssertionError):
        check(found, at)
    properties.judged.cache_clear()


# Defects in what a registration says.


def bound_times(factor: float) -> Callable[[Subject], Subject]:
    def alter(s: Subject) -> Subject:
        return replace(s, bound=lambda at: replace(s.bound(at), value=factor * s.bound(at).value))

    return alter


def lower_times(factor: float) -> Callable[[Subject], Subject]:
    return lambda s: replace(s, lower=lambda at: factor * s.lower(at))


def known_times(factor: float) -> Callable[[Subject], Subject]:
    def alter(s: Subject) -> Subject:
        def instance(at: At, plan: Any) -> Any:
            found = s.instance(at, plan)
            return replace(found, risk=factor * found.risk)

        return replace(s, instance=instance)

    return alter


def quieter_than_judged(s: Subject) -> Subject:
    def build(at: At) -> Any:
        plan = s.build(at)
        return replace(plan, scale=plan.scale / 2)

    return replace(s, build=build)


SAID = (
    ("a bound below the risk", bound_times(0.99), "mean/semi-user-level", properties.is_between),
    ("a bound below the risk, in l_2", bound_times(0.99), "mean-l2/duchi-semi-user", properties.is_between),
    ("a lower bound above the risk", lower_times(4.0), "mean/non-private", properties.is_between),
    ("a risk off by a tenth", known_times(1.1), "mean-linf/zhao-algorithm2", risk),
    ("a lower bound above the risk, of points", lower_times(1e4), "infinite-l2/kent-algorithm1", properties.is_between),
    ("a bound below the risk, of points", bound_times(0.05), "infinite-sparse/kent-algorithm1", properties.is_between),
    ("a risk off by a tenth, of points", known_times(1.1), "infinite-l1/kent-algorithm1", risk),
    ("n^(1/4) too much", lambda s: replace(s, rate=s.rate * n**0.25), "mean/kent-algorithm11", rate),
    ("n^(1/4) too little", lambda s: replace(s, rate=s.rate * n**-0.25), "mean-l2/zhao-kashin", rate),
    ("epsilon^(1/4) too much", lambda s: replace(s, rate=s.rate * epsilon**0.25), "mean-l1/zhao-hadamard", rate),
    ("epsilon^(1/4) too little", lambda s: replace(s, rate=s.rate * epsilon**-0.25), "mean-heavy/zhao-heavy", rate),
    ("noise halved where it runs, not where it is judged", quieter_than_judged, "mean/zhao-algorithm1", private),
)


@pytest.mark.parametrize(("alter", "name", "check"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_wrong_registrations_are_caught(alter: Callable[[Subject], Subject], name: str, check: Any) -> None:
    found, at = subject(name), AT if subject(name).vectors else AT.but(d=1)
    check(found, at)
    with pytest.raises(AssertionError):
        check(alter(found), at)
