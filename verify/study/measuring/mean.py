"""The measurements that the papers' claims share: worst exact risks, sandwiches, and routes that must agree."""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from flint import arb

from lowerbounds.mean.ours import two_point_sharp
from upperbounds.channels import UnaryEncoding
from upperbounds.estimator import UpperBound
from upperbounds.protocols.two_stage import TwoStage
from verify.kernel.statements import Case, Comparison, Reading
from verify.kernel.statements.measured import Point, fitted_slope, slope_weights
from verify.kernel.statements.outcome import Settings
from verify.sample_mean import SQUARED_NORMAL, SampleMean
from verify.study.risk import Risk, SignLaw, exact_risk, monte_carlo, per_user, stream, unseen_loss

_Build = Callable[[int, int, float, float], TwoStage]
_Bound = Callable[[int, int, float, float], UpperBound]

_RELATIVE = arb(2) ** -38
"""Margin for float rounding in a risk or a bound that is computed in floats, about 4e-12."""

FLOATS = r"4\cdot10^{-12}\text{ of each number in floats, and the computed error of each risk}"
"""What `enclosed` grants, for the statements that rest on it."""


def worst_exact(estimator: TwoStage, positions: int) -> Risk:
    """The largest exact risk for +-1 data as the mean crosses the bin of 0, both edges included."""
    left = float(estimator.bins.left(int(estimator.bins.index(np.zeros(1))[0])))
    means = np.clip(left + float(estimator.bins.width) * np.linspace(0, 1, positions), -1, 1)
    return max((exact_risk(estimator, SignLaw(float(mean))) for mean in means), key=lambda risk: risk.value)


def risk_at(build: _Build, positions: int) -> Callable[[Point, Settings], Reading]:
    """The worst exact risk as a function of a point (n, m, epsilon), D = 1."""

    def measure(point: Point, _: Settings) -> Reading:
        worst = worst_exact(build(int(point["n"]), int(point["m"]), point["epsilon"], 1.0), positions)
        return Reading(worst.value, worst.error)

    return measure


def bound_at(bound: _Bound) -> Callable[[Point], float]:
    """The explicit bound as a function of a point (n, m, epsilon), D = 1."""

    def claimed(point: Point) -> float:
        return bound(int(point["n"]), int(point["m"]), point["epsilon"], 1.0).value

    return claimed


def grid(axis: str, values: Iterable[float], **fixed: float) -> list[Point]:
    """Points along one axis, the other parameters fixed."""
    return [{**fixed, axis: value} for value in values]


def enclosed(value: float, error: float = 0.0) -> arb:
    """A float that was computed with relative rounding of up to 4e-12 and an absolute error, as a ball."""
    return arb(value) + arb(0, float((abs(arb(value)) * _RELATIVE + arb(error)).upper()))


def sandwich(build: _Build, bound: _Bound, points: list[tuple[int, int, float]]) -> Iterator[Case]:
    """Lower bound <= risk on its hard instance, and worst risk <= explicit bound, at each (n, m, epsilon), D = 1.

    The hard instance is the pair of means +-s of the two-point bound; its Bayes risk is at most the average risk.
    """
    for users, samples, epsilon in points:
        estimator = build(users, samples, epsilon, 1.0)
        lower = two_point_sharp(users, samples, epsilon)
        s = float(lower.parameters["s"])
        pair = [exact_risk(estimator, SignLaw(mean)) for mean in (s, -s)]
        hard = sum((enclosed(r.value, r.error) for r in pair), arb(0)) / 2
        upper = bound(users, samples, epsilon, 1.0)
        parameters = {"n": users, "m": samples, "epsilon": epsilon, "s": s}
        highest = worst_exact(estimator, 3)
        worst = enclosed(highest.value, highest.error)
        gap = upper.value / lower.value if lower.value > 0 else float("nan")
        note = f"lower bound {lower.value:.3g}, explicit bound {upper.value:.3g}, gap {gap:.3g}"
        failure = max(r.localisation_failure for r in pair)
        yield Case(
            parameters | {"side": "lower bound <= risk on the hard instance"}, enclosed(lower.value), hard, note=note
        )
        yield Case(
            parameters | {"side": "risk <= explicit bound", "P(localisation fails)": failure},
            worst,
            enclosed(upper.value),
            note=note,
        )


def routes(
    build: _Build, cells: list[tuple[int, int, float, float]], settings: Settings, experiment: int
) -> Iterator[Comparison]:
    """Exact risk against Monte Carlo on aggregates and user by user, at each (n, m, epsilon, mean), D = 1.

    What rare bins cost that the repetitions need not show is an error of the exact risk. The planted number is the risk
    with the noise's variance quartered: a halved noise scale.
    """
    for cell, (users, samples, epsilon, mean) in enumerate(cells):
        estimator = build(users, samples, epsilon, 1.0)
        law = SignLaw(mean)
        exact = exact_risk(estimator, law)
        halved = _with_halved_noise(estimator, exact)
        parameters: dict[str, object] = {"n": users, "m": samples, "epsilon": epsilon, "mean": mean}
        aggregate = monte_carlo(
            estimator, law, 20_000 if settings.quick else 200_000, settings.seed, experiment=experiment, cell=cell
        )
        twin = per_user(
            estimator, law, 6_000 if settings.quick else 20_000, settings.seed, experiment=experiment + 1, cell=cell
        )
        for route, found in (("aggregates", aggregate), ("user by user", twin)):
            yield Comparison(
                parameters | {"route": route, "repetitions": found.repetitions},
                found,
                exact.value,
                halved,
                exact.error + unseen_loss(estimator, [law], found.repetitions),
            )


def _with_halved_noise(estimator: TwoStage, exact: Risk) -> float:
    """The risk that a Laplace scale of half the size would give."""
    return exact.value - 0.75 * 2 * float(estimator.scale) ** 2 / estimator.half


def simulated_slope(
    build: _Build, points: list[Point], axis: str, settings: Settings, experiment: int, mean: float
) -> Comparison:
    """The exponent of Monte Carlo risks, linear about the exact ones, against that of the exact ones; a fixed mean.

    Being linear it is itself a mean, of a draw at each point: its variance and third moment are sums over the points.
    """
    x = [point[axis] for point in points]
    law, repetitions = SignLaw(mean), 20_000
    exact, found, unseen = [], [], []
    for cell, point in enumerate(points):
        estimator = build(int(point["n"]), int(point["m"]), point["epsilon"], 1.0)
        exact.append(exact_risk(estimator, law))
        found.append(monte_carlo(estimator, law, repetitions, settings.seed, experiment=experiment, cell=cell))
        unseen.append(unseen_loss(estimator, [law], repetitions))
    risks = np.array([risk.value for risk in exact])
    shares = np.abs(slope_weights(x)) / risks
    errors = shares * np.array([each.standard_error for each in found])
    error = float(np.linalg.norm(errors))
    expected = fitted_slope(x, risks.tolist())
    off = float(slope_weights(x) @ (np.array([each.value for each in found]) / risks - 1))
    skewness = float(np.sum(np.array([each.skewness for each in found]) * errors**3)) / error**3
    return Comparison(
        {"axis": axis, "grid": x, "mean": mean},
        SampleMean(expected + off, error, repetitions, max(skewness, SQUARED_NORMAL)),
        expected,
        expected + 0.25,
        float(shares @ (np.array([risk.error for risk in exact]) + np.array(unseen))),
    )


def answered_ones(channel: UnaryEncoding, draws: int, settings: Settings, experiment: int) -> Iterator[Comparison]:
    """How often the sampler answers 1 to a bit 0 and to a bit 1, user by user and summed, against the checked law.

    The law gives the deviation and the skewness of a bit. The planted number for a bit 1 is the law of a bit that is
    not cleared before its truthful draw.
    """
    rng = stream(settings.seed, experiment, 0, 0)
    zero, one = channel.probabilities
    wrong = (zero + 0.05, 1 - (1 - one) * (1 - zero))
    bits = channel.sample(np.zeros(draws, dtype=np.int64), rng)
    sums = channel.sample_sum(np.eye(channel.bins, dtype=np.int64)[:1].repeat(draws, axis=0), rng)
    for route, found in (("user by user", bits), ("summed", sums)):
        for bit, column, chance in ((1, 0, one), (0, channel.bins - 1, zero)):
            deviation = float(np.sqrt(chance * (1 - chance)))
            share = SampleMean(
                float(np.mean(found[:, column])), deviation / draws**0.5, draws, (1 - 2 * chance) / deviation
            )
            at: dict[str, object] = {"route": route, "bit": bit, "epsilon": float(channel.epsilon), "draws": draws}
            yield Comparison(at, share, chance, wrong[bit], 0.0)
