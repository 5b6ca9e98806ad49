"""Planted defects: each must be caught by the property that is named beside it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from notation import setting
from notation.symbols import epsilon, n
from tests.conformance import properties, subjects
from tests.conformance.subjects import SUBJECTS, At, Subject
from upperbounds.channels import KaryResponse, LaplaceHistogram, LaplaceOnInterval, UnaryEncoding
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.centred import Centred, Fading, Near
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.nearest import NearestVote
from upperbounds.density.basis import Trigonometric
from upperbounds.mean import estimator, zhao
from upperbounds.mixture import kent as mixture
from upperbounds.mixture import plan as mixture_plan
from upperbounds.optimisation import estimator as estimator_of_descents
from upperbounds.protocols import coordinate_walk, protocol, two_stage, walk
from upperbounds.selection import cover_select as selection
from upperbounds.vectors import bassily, kent

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
AT = At(16, 24, 2, 1.5, 1.5)


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


# Defects in the code.


def halved_noise(patch: Patch) -> None:
    """Of the second stage, in the plan that runs and in the plan in symbols."""
    honest = zhao.assemble

    def assemble(*given: Any) -> Any:
        plan = honest(*given)
        return replace(plan, scale=plan.scale / 2)

    patch.setattr(zhao, "assemble", assemble)


def _quieter(channel: type) -> Plant:
    def plant(patch: Patch) -> None:
        honest = channel.sample

        def sample(self: Any, inputs: Any, rng: Any) -> Any:
            return honest(replace(self, scale=self.scale / 2), inputs, rng)

        patch.setattr(channel, "sample", sample)

    return plant


def bolder_answers(patch: Patch) -> None:
    """Bits that are kept with the chance of twice the budget, when drawn."""
    honest = UnaryEncoding.sample_bits

    def sample_bits(self: Any, bits: Any, rng: Any) -> Any:
        return honest(replace(self, epsilon=2 * self.epsilon), bits, rng)

    patch.setattr(UnaryEncoding, "sample_bits", sample_bits)


def bolder_symbols(patch: Patch) -> None:
    honest = KaryResponse.sample
    patch.setattr(KaryResponse, "sample", lambda c, x, rng: honest(replace(c, epsilon=2 * c.epsilon), x, rng))


def half_spheres_mixed_up(patch: Patch) -> None:
    """The direction is told without being rounded at random."""
    honest = BallResponse.sample

    def sample(self: Any, inputs: Any, rng: Any) -> Any:
        told = inputs.copy()
        told["vector"] *= 1e9
        return honest(self, told, rng)

    patch.setattr(BallResponse, "sample", sample)


def answering_twice(patch: Patch) -> None:
    """The last voter refines too."""
    honest = two_stage.TwoStage.protocol

    def doubled(self: Any) -> Any:
        plan = honest(self)
        first, second = plan.rounds
        return replace(plan, rounds=(first, replace(second, users=range(self.half - 1, 2 * self.half))))

    patch.setattr(two_stage.TwoStage, "protocol", doubled)


def one_fold_too_many(patch: Patch) -> None:
    honest = kent.cyclic
    patch.setattr(kent, "cyclic", lambda n, size, folds: honest(n, size, folds + 1))


def answering_twice_if_odd(patch: Patch) -> None:
    """The last voter refines too where one user is left over."""
    honest = two_stage.TwoStage.protocol

    def doubled(self: Any) -> Any:
        plan = honest(self)
        first, second = plan.rounds
        users = range(self.half - self.n % 2, 2 * self.half)
        return replace(plan, rounds=(first, replace(second, users=users)))

    patch.setattr(two_stage.TwoStage, "protocol", doubled)


def one_fold_too_many_of_four(patch: Patch) -> None:
    """Where coordinates are a multiple of 4."""
    honest = kent.cyclic
    patch.setattr(kent, "cyclic", lambda n, size, folds: honest(n, size, folds + (size % 4 == 0)))


def quieter_with_one_sample(patch: Patch) -> None:
    honest = zhao.assemble

    def assemble(*given: Any) -> Any:
        plan = honest(*given)
        return replace(plan, scale=plan.scale / (2 if plan.m == 1 else 1))

    patch.setattr(zhao, "assemble", assemble)


def _of_its_own(channel: type) -> Plant:
    """Noise of a generator that is always the same, drawn beside the one that is given."""

    def plant(patch: Patch) -> None:
        honest = channel.sample
        patch.setattr(channel, "sample", lambda c, x, rng: (rng.random(), honest(c, x, np.random.default_rng(0)))[1])

    return plant


def _kept(channel: type) -> Plant:
    """A second call says again what the first said, and asks the source all the same."""

    def plant(patch: Patch) -> None:
        honest, said = channel.sample, {}

        def sample(self: Any, inputs: Any, rng: Any) -> Any:
            found = honest(self, inputs, rng)
            return said.setdefault((inputs.tobytes(), inputs.shape), found)

        patch.setattr(channel, "sample", sample)

    return plant


def halved_declaration(patch: Patch) -> None:
    """A part of a budget that says half of what it is."""
    patch.setattr(
        PartOfBudget, "_part", lambda self, loss: PrivacyLoss(loss.ratio, loss.unit * self.share * Fraction(1, 2))
    )


def halved_account(patch: Patch) -> None:
    """Channels are right, the plan counts one message of two."""
    honest = protocol.Round.worst_loss

    def worst_loss(self: Any) -> PrivacyLoss:
        return honest(replace(self, messages=max(1, self.messages // 2)))

    patch.setattr(protocol.Round, "worst_loss", worst_loss)


def halved_votes(patch: Patch) -> None:
    honest = UnaryEncoding.worst_loss

    def worst_loss(self: Any) -> PrivacyLoss:
        found = honest(self)
        return PrivacyLoss(found.ratio, found.unit / 2)

    patch.setattr(UnaryEncoding, "worst_loss", worst_loss)


def halved_sigma(patch: Patch) -> None:
    honest = bassily.noise
    patch.setattr(bassily.local_truncated_mean, "__kwdefaults__", {
        **bassily.local_truncated_mean.__kwdefaults__, "noise": lambda *given: honest(*given) / 4,
    })  # fmt: skip


def halved_divergence(patch: Patch) -> None:
    honest = bassily.LocalTruncatedMean.spent_delta
    patch.setattr(bassily.LocalTruncatedMean, "spent_delta", lambda plan: honest(plan) / 2)


def watching_twice(patch: Patch) -> None:
    """The first user who sends her distance watches, too."""
    honest = walk.Walk.protocol

    def doubled(self: Any) -> Any:
        plan = honest(self)
        *early, watch, last = plan.rounds
        return replace(plan, rounds=(*early, replace(watch, users=range(watch.users.start, last.users[0] + 1)), last))

    patch.setattr(walk.Walk, "protocol", doubled)


def bolder_watchers(patch: Patch) -> None:
    """Who is near says so with twice the budget."""
    honest, fading = Near.sample, Fading.sample
    patch.setattr(Near, "sample", lambda c, x, rng: honest(replace(c, epsilon=2 * c.epsilon), x, rng))

    def sample(c: Any, x: Any, rng: np.random.Generator) -> Any:
        return fading(replace(c, channel=replace(c.channel, epsilon=2 * c.epsilon)), x, rng)

    patch.setattr(Fading, "sample", sample)


def walking_on(patch: Patch) -> None:
    """The first user who sends her distance whatever became of the walks is among those who walk again, too."""
    honest = walk.Walk.protocol

    def doubled(self: Any) -> Any:
        plan = honest(self)
        *early, again, last = plan.rounds
        return replace(plan, rounds=(*early, replace(again, users=range(again.users.start, last.users[0] + 1)), last))

    patch.setattr(walk.Walk, "protocol", doubled)


def folds_that_overlap(patch: Patch) -> None:
    """The first user of the next step walks with those before her too, for her coordinate."""
    honest = coordinate_walk.CoordinateWalk.protocol

    def doubled(self: Any) -> Any:
        plan = honest(self)
        first, second, *late = plan.rounds
        wider = replace(first, users=range(first.users.start, second.users.start + self.embedding.coordinates))
        return replace(plan, rounds=(wider, second, *late))

    patch.setattr(coordinate_walk.CoordinateWalk, "protocol", doubled)


def whole_budget_for_each(patch: Patch) -> None:
    """A user who answers for two coordinates spends all of epsilon on each."""
    patch.setattr(coordinate_walk.CoordinateWalk, "share", Fraction(1))


def users_of_another_walk(patch: Patch) -> None:
    """A coordinate's walk hears those who were asked about the one before."""
    honest = coordinate_walk.CoordinateWalk._sorted
    patch.setattr(coordinate_walk.CoordinateWalk, "_sorted", lambda self, z, back: honest(self, z, back + 1))


def bolder_distances(patch: Patch) -> None:
    """Distances are told with twice the budget."""
    honest = Centred.sample

    def sample(self: Any, inputs: Any, rng: Any) -> Any:
        return honest(replace(self, channel=replace(self.channel, epsilon=2 * self.epsilon)), inputs, rng)

    patch.setattr(Centred, "sample", sample)


def leaking_samples(patch: Patch) -> None:
    """A user's mean has some of the next user's."""
    honest = two_stage.TwoStage.user_mean

    def user_mean(self: Any, samples: Any) -> Any:
        means = honest(self, samples)
        return 0.9 * means + 0.1 * np.roll(means, 1, axis=-1)

    patch.setattr(two_stage.TwoStage, "user_mean", user_mean)


def asked_twice(patch: Patch) -> None:
    """The users of a descent's first step are those of its second step too."""
    honest = subjects.batches
    patch.setattr(subjects, "batches", lambda n, number: (honest(n, number)[0],) * number)


def gradients_of_a_neighbour(patch: Patch) -> None:
    honest = estimator_of_descents.user_gradients
    patch.setattr(estimator_of_descents, "user_gradients", lambda loss, at, x: honest(loss, at, np.roll(x, 1, axis=-3)))


def leaking_noise(patch: Patch) -> None:
    """A channel that centres its inputs on those of all users."""
    honest = LaplaceOnInterval.sample
    patch.setattr(LaplaceOnInterval, "sample", lambda c, x, rng: honest(c, x - x.mean() / 10, rng))


def leaking_waves(patch: Patch) -> None:
    """A user's mean basis functions have some of the next user's."""
    honest = Trigonometric.user_means

    def user_means(self: Any, samples: Any) -> Any:
        means = honest(self, samples)
        return 0.9 * means + 0.1 * np.roll(means, 1, axis=-2)

    patch.setattr(Trigonometric, "user_means", user_means)


def wave_of_half_the_frequency(patch: Patch) -> None:
    """The first cosine is taken at half the distance from 1/2, so that it is no basis function."""
    honest = Trigonometric.user_means
    patch.setattr(Trigonometric, "user_means", lambda self, samples: honest(self, np.abs(samples - 0.5) / 2))


def inflated_bins(patch: Patch) -> None:
    """A user votes for every chosen centre that is near, at the noise of one vote."""
    honest = UnaryEncoding.sample_bits

    def sample(self: Any, inputs: Any, rng: Any) -> Any:
        near = np.abs(inputs[..., None] - np.expand_dims(self.centres, -2)) <= AT.D
        return honest(self.vote, near, rng)

    patch.setattr(NearestVote, "sample", sample)


def hash_not_inverted(patch: Patch) -> None:
    """The decoder sums messages without the users' signs."""
    patch.setattr(mixture_plan, "public_signs", lambda _, users, centres: np.ones((users, centres)))


def noise_of_one_side(patch: Patch) -> None:
    """The noise of a distance that has one sign."""
    honest = mixture.assemble

    def assemble(*given: Any, **more: Any) -> Any:
        plan = honest(*given, **more)
        return replace(plan, scale=plan.scale / 2)

    patch.setattr(mixture, "assemble", assemble)


def decoder_with_data(patch: Patch) -> None:
    """What the statistic saw is added to what the decoder makes of messages."""
    honest, seen = estimator.Additive.protocol, [0.0]

    def knowing(self: Any) -> Any:
        plan = honest(self)
        (one,) = plan.rounds

        def statistic(samples: Any) -> Any:
            seen[0] = float(samples.mean())
            return one.statistic(samples)

        knows = replace(one, statistic=statistic, decode=lambda z, state: one.decode(z, state) + seen[0])
        return replace(plan, rounds=(knows,))

    patch.setattr(estimator.Additive, "protocol", knowing)


def averaged_over_repetitions(patch: Patch) -> None:
    honest = estimator.Additive.protocol

    def mixed(self: Any) -> Any:
        plan = honest(self)
        wrong = replace(plan.rounds[0], decode=lambda z, _: z.mean(axis=0))
        return replace(plan, rounds=(wrong,))

    patch.setattr(estimator.Additive, "protocol", mixed)


def bins_of_the_first_repetition(patch: Patch) -> None:
    """Every repetition refines in the bins that won in the first."""
    honest = two_stage.TwoStage.refiner

    def refiner(self: Any, winner: Any) -> Any:
        return honest(self, np.broadcast_to(winner[:1], winner.shape) if np.ndim(winner) > 2 else winner)

    patch.setattr(two_stage.TwoStage, "refiner", refiner)


def cells_of_a_neighbour(patch: Patch) -> None:
    """Users vote for the cell of the mean of their own and the next user's samples."""
    honest = selection.Selection.user_means
    patch.setattr(
        selection.Selection, "user_means", lambda self, x: (honest(self, x) + np.roll(honest(self, x), 1, axis=-2)) / 2
    )


def last_of_the_first(patch: Patch) -> None:
    """Of cells with the most votes the last is taken."""
    patch.setattr(
        selection.Selection,
        "decode",
        lambda self, votes: self.cover.centres[votes.shape[-1] - 1 - votes[..., ::-1].argmax(axis=-1)],
    )


def unchecked_numbers(patch: Patch) -> None:
    """NaN goes through every range check."""
    patch.setattr(setting, "in_range", lambda *_: None)
    for module in (estimator, zhao):
        patch.setattr(module, "checked", lambda n, m, epsilon, D, least_users=2: (n, m, epsilon, D))


CODE = (
    ("noise halved, judged and running", halved_noise, "mean/zhao-algorithm1", private),
    ("noise halved, each coordinate", halved_noise, "mean-linf/zhao-algorithm2", private),
    ("noise halved when drawn", _quieter(LaplaceOnInterval), "mean/semi-user-level", lawful),
    ("noise halved when drawn, by the risk", _quieter(LaplaceOnInterval), "mean/split-user", risk),
    ("noise of votes halved when drawn", _quieter(LaplaceHistogram), "mean-l2/zhao-kashin", lawful),
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
    ("noise halved when drawn, of gradients", _quieter(LaplaceOnInterval), "optimisation/descent-of-two", lawful),
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
    ("noise halved when drawn, of coefficients", _quieter(LaplaceOnInterval), "density/kent-least-bound", waved),
    ("a wave of half the frequency", wave_of_half_the_frequency, "density/kent-tuned", waved),
    ("waves of a neighbour", leaking_waves, "density/kent-tuned", local_near),
    ("votes for every near centre", inflated_bins, "mixture/kent-algorithm9", lawful),
    ("a hash that is not inverted", hash_not_inverted, "mixture/kent-tuned", risk),
    ("noise of signed distances halved", noise_of_one_side, "mixture/uncapped", spending),
    ("a user left over answers twice", answering_twice_if_odd, "mean/kent-algorithm11", private_at_odd_sizes),
    ("one fold too many of four", one_fold_too_many_of_four, "mean-linf/kent-algorithm12", private_at_odd_sizes),
    ("noise halved with one sample", quieter_with_one_sample, "mean/zhao-algorithm1", private_at_odd_sizes),
    ("noise of a fixed generator", _of_its_own(LaplaceOnInterval), "mean/kent-algorithm11", asking),
    ("bits of a fixed generator", _of_its_own(UnaryEncoding), "mean-l2/kent-algorithm13", asking),
    ("directions of a fixed generator", _of_its_own(BallResponse), "mean-l2/duchi-semi-user", asking),
    ("symbols that are kept", _kept(KaryResponse), "mean/walk-of-few", asking),
    ("noise that is kept", _kept(LaplaceOnInterval), "mean/zhao-algorithm1", asking),
    ("NaN unchecked", unchecked_numbers, "mean/zhao-algorithm1", refusing),
)  # fmt: skip


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
)  # fmt: skip


@pytest.mark.parametrize(("alter", "name", "check"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_wrong_registrations_are_caught(alter: Callable[[Subject], Subject], name: str, check: Any) -> None:
    found, at = subject(name), AT if subject(name).vectors else AT.but(d=1)
    check(found, at)
    with pytest.raises(AssertionError):
        check(alter(found), at)
