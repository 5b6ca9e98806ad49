"""Planted defects in what concerns vectors: each must be caught by the claim that is named next to it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
import sympy

from lowerbounds.information import fair_signs
from lowerbounds.methods import mutual_information as information
from lowerbounds.methods import perturbations, van_trees
from lowerbounds.numerics.enclosures import ball
from lowerbounds.optimisation import registered as lower_registry
from lowerbounds.vectors import heavy
from notation import symbols
from tests.verify.papers.mutant import GOOD, Altered, Patch, Planted, honest_verdict, outcome
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.votes import Bins
from upperbounds.protocols.split import Split
from upperbounds.transforms import kashin
from upperbounds.vectors import bassily, bassily_central, kent, zhao
from upperbounds.vectors import heavy as upper_heavy
from verify.kernel.statements import Slopes
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import claims
from verify.papers.bassily import appB1_range
from verify.study.risk import quadratic

planted = partial(Planted, side="corrected")
"""These claims are ours, or are judged as corrected."""


def one_fold_too_many(patch: Patch) -> None:
    honest = kent.split
    patch.setattr(kent, "split", lambda n, d, e: honest(n, d, e, printed=True))


def zhao_reads_epsilon_up(patch: Patch) -> None:
    patch.setattr(zhao, "split", lambda n, d, e: zhao.printed_split(n, d, e, "ceil"))


def zhao_reads_epsilon_down(patch: Patch) -> None:
    """The printed groups at floor(epsilon) coordinates each: some are never sent."""
    patch.setattr(zhao, "split", lambda n, d, e: zhao.printed_split(n, d, e, "floor"))


def last_coordinate_dropped(patch: Patch) -> None:
    """The last fold sends one coordinate less where it sends several."""
    honest = kent.cyclic

    def cyclic_(n: int, coordinates: int, folds: int) -> Split:
        whole = honest(n, coordinates, folds)
        sends = tuple(tuple(j for j in chosen if j != coordinates - 1) for chosen in whole.sends)
        return Split(n, coordinates, sends)

    patch.setattr(kent, "cyclic", cyclic_)


def shares_of_epsilon_over_d(patch: Patch) -> None:
    honest = zhao.split
    patch.setattr(zhao, "split", lambda n, d, e: (honest(n, d, e)[0], Fraction(1, d)))


def kent_shares_of_epsilon_over_d(patch: Patch) -> None:
    honest = kent.split
    patch.setattr(kent, "split", lambda n, d, e: (honest(n, d, e)[0], Fraction(1, d)))


def whole_budget_per_coordinate(patch: Patch) -> None:
    honest = zhao.split
    patch.setattr(zhao, "split", lambda n, d, e: (honest(n, d, e)[0], Fraction(1)))


def linear_kashin(patch: Patch) -> None:
    """Ux in place of Kashin coefficients."""
    patch.setattr(kashin.Kashin, "forward", lambda self, vectors: self.frame.analyse(vectors))


def half_width_without_root_d(patch: Patch) -> None:
    patch.setattr(zhao, "kashin_half_width", lambda frame, level, D: level * D)


def rotated_width_without_root_d(patch: Patch) -> None:
    """Delta of Algorithm 13 as printed."""
    honest = kent.rotated_width
    patch.setattr(kent, "rotated_width", lambda x, d, used, D, c: honest(x, 1, used, D, c))


def tuned_width_without_root_d(patch: Patch) -> None:
    def each(who: Split, share: Fraction, m: int, epsilon: float, D: float):  # type: ignore[no-untyped-def]
        budget = float(share * Fraction(epsilon))
        delta = kent.kent.tuned_width(who.per_coordinate, m, budget, D)
        return kent._branch(who.per_coordinate, m, budget, delta, D)

    patch.setattr(kent, "_tuned_rotated_each", each)


def transform_without_root_d(patch: Patch) -> None:
    """The user sends HWx, as bassily Algorithm 3 prints it, and the decoder divides by sqrt(d)."""
    honest = kent.RandomRotation.forward
    patch.setattr(kent.RandomRotation, "forward", lambda self, x: honest(self, x) * np.sqrt(self.coordinates))


def linf_noise_on_l2(patch: Patch) -> None:
    """The refining noise is that of the l_inf ball: sqrt(d) times too large."""
    honest = zhao.through_kashin

    def through_kashin(n, m, epsilon, D, frame, level=kashin.LEVEL):  # type: ignore[no-untyped-def]
        plan = honest(n, m, epsilon, D, frame, level)
        return replace(plan, each=replace(plan.each, scale=plan.each.scale * np.sqrt(frame.dimension)))

    patch.setattr(zhao, "through_kashin", through_kashin)


def kent_linf_noise_on_l2(patch: Patch) -> None:
    honest = kent.algorithm13

    def algorithm13(*args):  # type: ignore[no-untyped-def]
        plan = honest(*args)
        return replace(plan, each=replace(plan.each, scale=plan.each.scale * np.sqrt(plan.split.coordinates)))

    patch.setattr(kent, "algorithm13", algorithm13)


def halved_scale(patch: Patch) -> None:
    honest = zhao.zhao.algorithm1

    def algorithm1(*args):  # type: ignore[no-untyped-def]
        plan = honest(*args)
        return replace(plan, scale=plan.scale / 2)

    patch.setattr(zhao.zhao, "algorithm1", algorithm1)


def samples_counted_once(patch: Patch) -> None:
    """The moment of a single sample in an m-fold bound."""
    honest = perturbations.moment
    patch.setattr(perturbations, "moment", lambda family, m: honest(family, 1))


def single_sample_mass(patch: Patch) -> None:
    """mass in place of 1 - (1 - mass)^m, (100) of zhao."""
    honest = perturbations.moment

    def moment(family, m):  # type: ignore[no-untyped-def]
        second = honest(family, m)
        return None if second is None else second * ball(family.mass)

    patch.setattr(perturbations, "moment", moment)


def single_sample_spikes(patch: Patch) -> None:
    """q in place of 1 - (1 - q)^m for rare large values."""
    honest = heavy.hellinger_by_tv
    patch.setattr(heavy, "hellinger_by_tv", lambda epsilon, told: honest(epsilon, told / 16))


def van_trees_of_one_sample(patch: Patch) -> None:
    honest = van_trees.trace
    patch.setattr(van_trees, "trace", lambda family, m, epsilon: honest(family, 1, epsilon))


def halved_bessel(patch: Patch) -> None:
    for module in (perturbations, van_trees):
        honest = module.bessel_constant
        patch.setattr(module, "bessel_constant", lambda signs, epsilon, f=honest: f(signs, epsilon) / 2)


def halved_trace(patch: Patch) -> None:
    honest = van_trees.trace
    patch.setattr(van_trees, "trace", lambda family, m, epsilon: honest(family, m, epsilon) / 2)


def halved_affinity(patch: Patch) -> None:
    honest = perturbations.strong_constant
    patch.setattr(perturbations, "strong_constant", lambda epsilon: honest(epsilon) / 2)


def tenth_of_information(patch: Patch) -> None:
    honest = fair_signs.known_at_most
    patch.setattr(fair_signs, "known_at_most", lambda x: honest(x / 10))


def tenth_of_a_message(patch: Patch) -> None:
    """Fano's inequality with a tenth of what a message can hold."""
    honest = information.kl_absolute
    patch.setattr(information, "kl_absolute", lambda epsilon: honest(epsilon) / 10)


def doubled_spikes(patch: Patch) -> None:
    honest = heavy.spikes

    def spikes(*args):  # type: ignore[no-untyped-def]
        bound = honest(*args)
        return replace(bound, value=2 * bound.value)

    patch.setattr(heavy, "spikes", spikes)


def clip_without_the_jumps(patch: Patch) -> None:
    """Delta without its polynomial part: what zhao (84) adds for large values."""
    honest = upper_heavy.constants

    def constants(n, m, epsilon, order, moment, factor=None):  # type: ignore[no-untyped-def]
        return honest(1, m, 1e-6, order, moment, factor)

    patch.setattr(upper_heavy, "constants", constants)


def rate_of_one_term(patch: Patch) -> None:
    """(12) without the term that large values need."""
    d, n, m, epsilon = symbols.d, symbols.n, symbols.m, symbols.epsilon
    patch.setattr(upper_heavy, "COORDINATE_RATE", d**2 * sympy.log(m) / (m * n * epsilon**2) + d / (m * n))


def rate_of_large_values_alone(patch: Patch) -> None:
    """(12) without the term with ln m."""
    d, n, m, epsilon = symbols.d, symbols.n, symbols.m, symbols.epsilon
    jumps = d * (d / (m**2 * n * epsilon**2)) ** (1 - 1 / symbols.p)
    patch.setattr(upper_heavy, "COORDINATE_RATE", jumps + d / (m * n))


def halved_upper_bound(patch: Patch) -> None:
    honest = zhao.bound
    patch.setattr(zhao, "bound", lambda *args: replace(honest(*args), value=honest(*args).value / 2))


def halved_local_noise(patch: Patch) -> None:
    honest = bassily.LocalTruncatedMean.noise_variance.fget
    patch.setattr(bassily.LocalTruncatedMean, "noise_variance", property(lambda plan: honest(plan) / 2))


def halved_central_noise(patch: Patch) -> None:
    honest = bassily_central.CentralTruncatedMean.noise_variance.fget
    patch.setattr(bassily_central.CentralTruncatedMean, "noise_variance", property(lambda plan: honest(plan) / 2))


def quiet_gaussians(patch: Patch) -> None:
    """Half of sigma is drawn."""
    honest = GaussianOnBall.sample

    def sample(channel, inputs, rng):  # type: ignore[no-untyped-def]
        return honest(replace(channel, sigma=channel.sigma / 2), inputs, rng)

    patch.setattr(GaussianOnBall, "sample", sample)


def steps_four_times_as_long(patch: Patch) -> None:
    """Runs take longer steps than those of the bound, which is some five times the worst quadratic risk."""
    honest = quadratic.usual_schedule

    def schedule(rounds, eta):  # type: ignore[no-untyped-def]
        return honest(rounds, 4 * eta)

    patch.setattr(quadratic, "usual_schedule", schedule)


def lower_bound_of_one_sample(patch: Patch) -> None:
    honest = lower_registry.bassily_statistical

    def bound(n, m, *others):  # type: ignore[no-untyped-def]
        return honest(n, 1, *others)

    patch.setattr(lower_registry, "bassily_statistical", bound)


def cost_by_difference(patch: Patch) -> None:
    """Numbers below less numbers above: one user moves that by 2."""

    def costs(range_, counts):  # type: ignore[no-untyped-def]
        below = np.cumsum(counts, axis=-1) - counts
        return np.abs(2 * below + counts - counts.sum(axis=-1, keepdims=True))

    patch.setattr(bassily_central.PrivateRange, "costs", costs)


def weight_without_the_half(patch: Patch) -> None:
    """P(x) in proportion to e^(-epsilon c)."""
    honest = bassily_central.PrivateRange.chances
    patch.setattr(
        bassily_central.PrivateRange,
        "chances",
        lambda range_, counts: honest(replace(range_, epsilon=2 * range_.epsilon), counts),
    )


def bins_of_width_tau(patch: Patch) -> None:
    honest = bassily_central.private_range
    patch.setattr(appB1_range, "private_range", lambda epsilon, tau, B: honest(epsilon, tau / 2, B))


def bins_with_their_left_ends(patch: Patch) -> None:
    patch.setattr(Bins, "middle", Bins.left)


def gradients_of_one_sample(patch: Patch) -> None:
    """Users' gradients are looked for as far out as those of single samples."""
    honest = bassily.concentration_radius
    patch.setattr(bassily, "concentration_radius", lambda n, m, D, gamma: honest(n, 1, D, gamma))


def printed_switch(patch: Patch) -> None:
    """Budget 1 for each coordinate up to d ln n, as Algorithm 2 prints it."""
    patch.setattr(zhao, "split", zhao.printed_split)


PLANTED = (
    planted("one fold too many", one_fold_too_many, "kent/own/vectors/plans"),
    planted("ceil(epsilon) coordinates at budget 1", zhao_reads_epsilon_up, "zhao/own/vectors/plans"),
    planted("a coordinate never estimated, zhao", zhao_reads_epsilon_down, "zhao/own/vectors/plans"),
    planted("a coordinate never estimated, kent", last_coordinate_dropped, "kent/own/vectors/plans"),
    planted("a coordinate never estimated, by its risk", last_coordinate_dropped, "kent/own/vectors/sandwich/linf"),
    planted("budget epsilon/d in the medium regime, by the spend", shares_of_epsilon_over_d, "zhao/own/vectors/plans"),
    planted("budget epsilon/d in the medium regime, in d", shares_of_epsilon_over_d, "zhao/own/vectors/linf/d"),
    planted("budget alpha/d in the medium regime, kent", kent_shares_of_epsilon_over_d, "kent/own/vectors/linf/d"),
    planted("the switch at d ln n", printed_switch, "zhao/own/vectors/switches"),
    planted("all of epsilon for each coordinate", whole_budget_per_coordinate, "zhao/own/vectors/plans"),
    planted("linear Kashin", linear_kashin, "zhao/own/vectors/kashin-row"),
    planted("missing 1/sqrt(d), Kashin's half-width", half_width_without_root_d, "zhao/own/vectors/l2/d"),
    planted("missing 1/sqrt(d), width of Algorithm 13", rotated_width_without_root_d, "kent/own/vectors/l2/d"),
    planted("missing 1/sqrt(d), tuned width on the sphere", tuned_width_without_root_d, "kent/own/vectors/sphere"),
    planted("missing 1/sqrt(d), the rotation", transform_without_root_d, "kent/own/vectors/routes"),
    planted("l_2 noise scale from l_inf", linf_noise_on_l2, "zhao/own/vectors/l2/d"),
    planted("l_2 noise scale from l_inf, above the bound", linf_noise_on_l2, "zhao/own/vectors/sandwich/l2"),
    planted("l_2 noise scale from l_inf, kent", kent_linf_noise_on_l2, "kent/own/vectors/l2/d"),
    planted("the moment of one sample for m", samples_counted_once, "kent/own/vectors/sandwich/l2"),
    planted("the single-sample mass in an m-fold bound", single_sample_mass, "zhao/own/vectors/extremal/bessel"),
    planted("the single-sample mass of rare large values", single_sample_spikes, "zhao/own/vectors/extremal/spikes"),
    planted("van Trees with the information of one sample", van_trees_of_one_sample, "zhao/own/vectors/extremal/trace"),
    planted("van Trees of one sample, above a risk", van_trees_of_one_sample, "kent/own/vectors/sandwich/linf"),
    planted("Bessel's constant halved", halved_bessel, "zhao/own/vectors/extremal/bessel"),
    planted("the trace halved", halved_trace, "zhao/own/vectors/extremal/trace"),
    planted("the contraction halved", halved_affinity, "zhao/own/vectors/extremal/routes"),
    planted("the information of all messages, a tenth of it", tenth_of_information, "zhao/own/vectors/extremal/floor"),
    planted("vertices with a tenth of a message's information", tenth_of_a_message, "zhao/own/vectors/extremal/floor"),
    planted("the bound by rare large values doubled", doubled_spikes, "zhao/own/vectors/extremal/spikes"),
    planted("a clip that forgets large values", clip_without_the_jumps, "zhao/own/vectors/heavy/m"),
    planted("zhao (12) without its second term", rate_of_one_term, "zhao/own/vectors/heavy/transition"),
    planted("zhao (12) without its first term", rate_of_large_values_alone, "zhao/own/vectors/heavy/transition"),
    planted("half of the noise in a bound, local", halved_local_noise, "bassily/own/vectors/sandwich"),
    planted("half of the noise in a bound, central", halved_central_noise, "bassily/own/vectors/sandwich"),
    planted("half of sigma is drawn", quiet_gaussians, "bassily/own/vectors/routes"),
    planted("steps four times as long", steps_four_times_as_long, "bassily/own/descents/sandwich"),
    planted("a lower bound with one sample for m", lower_bound_of_one_sample, "bassily/own/descents/sandwich"),
    planted("gradients as far out as a sample's, local", gradients_of_one_sample, "bassily/own/descents/local"),
    planted("a cost that one user moves by 2", cost_by_difference, "bassily/own/alg6-cost"),
    planted("the exponential mechanism without its half", weight_without_the_half, "bassily/own/alg6-cost"),
    planted("bins half as wide", bins_of_width_tau, "bassily/alg6/bins", side="printed"),
    planted("left ends for midpoints", bins_with_their_left_ends, "bassily/alg6/midpoints", side="printed"),
    planted("half of an explicit bound", halved_upper_bound, "zhao/own/vectors/sandwich/linf"),
)


@pytest.mark.parametrize("mutant", PLANTED, ids=lambda m: m.name)
def test_planted_defects_are_caught(mutant: Planted, monkeypatch: Patch) -> None:
    assert honest_verdict(mutant.caught_by, mutant.side) in GOOD, "the check fails without the defect"
    mutant.plant(monkeypatch)
    assert outcome(mutant.caught_by, mutant.side).verdict not in GOOD, f"{mutant.name}: survives {mutant.caught_by}"


def _times(factor: Callable[[dict[str, float]], float]) -> Callable[[Slopes], Slopes]:
    """The claimed rate times a wrong factor, in every regime."""

    def alter(statement: Slopes) -> Slopes:
        def wrong(claimed):  # type: ignore[no-untyped-def]
            return lambda point: claimed(point) * factor(point)

        return replace(statement, fits=tuple(replace(fit, claimed=wrong(fit.claimed)) for fit in statement.fits))

    return alter


ALTERED = (
    Altered("sqrt(m) for m in the rate", "zhao/own/vectors/linf/m", _times(lambda p: p["m"] ** 0.5)),
    Altered("dropped factor d", "zhao/own/vectors/l2/d", _times(lambda p: p["d"])),
    Altered("exponent in n off by 1/4", "kent/own/vectors/linf/n", _times(lambda p: p["n"] ** 0.25)),
    Altered(
        "z of kent (24) without its minimum with d",
        "kent/own/vectors/linf/epsilon",
        _times(lambda p: min(1.0, p["d"] / p["epsilon"])),
    ),
    Altered("exponent in epsilon off by -1/4", "kent/own/vectors/l2/epsilon", _times(lambda p: p["epsilon"] ** -0.25)),
    Altered("exponent in d off by 1/4", "bassily/own/vectors/local", _times(lambda p: p["d"] ** 0.25)),
    Altered("a factor sqrt(d), exact risk", "bassily/own/descents/local", _times(lambda p: p["d"] ** 0.5)),
    Altered("an exponent of epsilon, exact risk", "bassily/own/descents/central", _times(lambda p: p["epsilon"])),
    Altered("the factor d that zhao (12) lacks", "zhao/own/vectors/heavy/d", _times(lambda p: 1 / p["d"])),
    Altered("slopes with their band opened", "kent/own/vectors/l2/d", lambda s: replace(s, band=2.0)),
    Altered("no regime", "kent/own/vectors/l2/d", lambda s: replace(s, fits=())),
    Altered("z test with its level opened", "bassily/own/vectors/routes", lambda s: replace(s, alpha=1e-300)),
    Altered("empty finite set", "zhao/own/vectors/extremal/floor", lambda s: replace(s, cases=lambda _: [])),
)


@pytest.mark.parametrize("mutant", ALTERED, ids=lambda m: m.name)
def test_altered_statements_are_caught(mutant: Altered) -> None:
    assert honest_verdict(mutant.caught_by, mutant.side) in GOOD, "the check fails without the defect"
    honest = claims()[mutant.caught_by].corrected
    assert mutant.alter(honest).check(Settings()).verdict not in GOOD, f"{mutant.name}: survives"


def test_every_name_of_the_issue_has_a_mutant() -> None:
    names = [mutant.name for mutant in (*PLANTED, *ALTERED)]
    assert len(set(names)) == len(names)
    for asked in (
        "one fold too many",
        "a coordinate never estimated",
        "budget epsilon/d in the medium regime",
        "linear Kashin",
        "missing 1/sqrt(d)",
        "l_2 noise scale from l_inf",
        "the single-sample mass",
    ):
        assert any(name.startswith(asked) for name in names), asked
