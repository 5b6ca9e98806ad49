"""Defects of the product's code that the conformance suite must catch: each plants itself."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from notation import setting
from tests.conformance import subjects
from tests.conformance.instances import At
from upperbounds.channels import KaryResponse, LaplaceOnInterval, UnaryEncoding
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
"""Where subjects are judged; a number has d = 1."""


def halved_noise(patch: Patch) -> None:
    """Of the second stage, in the plan that runs and in the plan in symbols."""
    honest = zhao.assemble

    def assemble(*given: Any) -> Any:
        plan = honest(*given)
        return replace(plan, scale=plan.scale / 2)

    patch.setattr(zhao, "assemble", assemble)


def quieter(channel: type) -> Plant:
    def plant(patch: Patch) -> None:
        honest = channel.sample

        def sample(self: Any, inputs: Any, rng: Any) -> Any:
            return honest(replace(self, scale=self.scale / 2), inputs, rng)

        patch.setattr(channel, "sample", sample)

    return plant


def bolder_answers(patch: Patch) -> None:
    """Bits that are kept with the probability of twice the budget, when drawn."""
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


def of_its_own(channel: type) -> Plant:
    """Noise of a generator that is always the same, drawn next to the one that is given."""

    def plant(patch: Patch) -> None:
        honest = channel.sample
        patch.setattr(channel, "sample", lambda c, x, rng: (rng.random(), honest(c, x, np.random.default_rng(0)))[1])

    return plant


def kept(channel: type) -> Plant:
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
        patch.setattr(module, "checked_parameters", lambda n, m, epsilon, D, least_users=2: (n, m, epsilon, D))
