"""Rates in symbols against the papers' displays as numbers, where each of their terms counts.

A rate has no constants, so that no risk is compared with one closely: a wrong exponent of a logarithm, or a term that
is lost, shows here.
"""

from collections.abc import Callable
from math import exp, log, prod

import pytest
import sympy

from upperbounds.classification import bounds as votes
from upperbounds.classification import users as classifiers
from upperbounds.density import kent as densities
from upperbounds.mean import baselines as number_baselines
from upperbounds.mean import bassily as number_bassily
from upperbounds.mean import kent as number_kent
from upperbounds.mean import ours as number_ours
from upperbounds.mean import zhao as number_zhao
from upperbounds.mixture import kent as kinds
from upperbounds.optimisation import central, local
from upperbounds.regression import bounds as learnt
from upperbounds.regression import users as regressors
from upperbounds.sparse import kent as sparse
from upperbounds.vectors import baselines, bassily, bassily_central, heavy, kent, ours, user_means, zhao

Numbers = dict[str, float]


def at(**changed: float) -> Numbers:
    """Values of all letters, no two alike, so that none can stand for another; some of them changed."""
    usual = {
        "n": 3000.0, "m": 70.0, "d": 6.0, "epsilon": 0.6, "D": 1.7, "delta": 1e-4, "p": 3.2, "M_p": 2.3, "K": 2.5,
        "s": 2.2, "r": 1.3, "beta": 0.8, "gamma": 0.9, "L": 1.9, "R": 0.7, "N": 50_000.0,
    }  # fmt: skip
    return usual | changed


def power(x: float, *exponents: float) -> float:
    """x to the product of exponents, through logarithms."""
    return exp(log(x) * prod(exponents))


def spent(v: Numbers) -> float:
    """Epsilon, squared where that is smaller."""
    return v["epsilon"] ** 2 if v["epsilon"] < 1 else v["epsilon"]


def signal(v: Numbers) -> float:
    """Epsilon squared, at most 1."""
    return v["epsilon"] ** 2 if v["epsilon"] < 1 else 1.0


def capped(v: Numbers) -> float:
    """Epsilon, squared where that is smaller, at most d."""
    return v["d"] if v["epsilon"] > v["d"] else spent(v)


def samples(v: Numbers) -> float:
    return v["n"] * v["m"]


def heavy_private(v: Numbers, spent_: float, dimensions: float, rare: float) -> float:
    """The larger of the noise of bounded data and of what rare large values cost, and sampling."""
    usual = dimensions * log(v["m"]) / (samples(v) * spent_)
    seldom = power(rare / (v["m"] ** 2 * v["n"] * spent_), 1 - 1 / v["p"])
    return max(usual, seldom)


def density(v: Numbers) -> tuple[float, float, float]:
    """nm(1 ^ z)-like effective numbers of samples and of users, and the bias of the cut-off, of kent Theorem 9."""
    users = v["n"] * spent(v)
    return users * v["m"], users, power(log(users) / users, 2, v["beta"])


def without_privacy(v: Numbers) -> float:
    return v["L"] * v["R"] / samples(v) ** 0.5


def private(v: Numbers, length: float, logs: float) -> float:
    """What a gradient's noise of this squared length costs, on top of sampling."""
    return without_privacy(v) + v["L"] * v["R"] * length**0.5 * logs / (v["n"] * v["epsilon"])


def unknown(v: Numbers, answers: float, exponent: float) -> float:
    """The error of a smooth function from this many answers."""
    return power(answers, exponent)


RATES: tuple[tuple[str, sympy.Expr, Callable[[Numbers], float]], ...] = (
    ("mean full-item", number_baselines.FULL_ITEM_RATE, lambda v: v["D"] ** 2 * (1 + v["epsilon"] ** -2) / samples(v)),
    (
        "mean semi-user",
        number_baselines.SEMI_USER_RATE,
        lambda v: v["D"] ** 2 / v["n"] * (1 / v["m"] + v["epsilon"] ** -2),
    ),
    (
        "mean split-user",
        number_baselines.SPLIT_USER_RATE,
        lambda v: v["D"] ** 2 / samples(v) * (1 + (v["m"] / v["epsilon"]) ** 2),
    ),
    ("mean one item", number_baselines.ONE_ITEM_RATE, lambda v: v["D"] ** 2 / (v["n"] * signal(v))),
    ("mean user-mean", number_baselines.USER_MEAN_RATE, lambda v: v["D"] ** 2 / (v["n"] * signal(v))),
    ("mean without privacy", number_baselines.PLAIN_RATE, lambda v: v["D"] ** 2 / samples(v)),
    ("mean bassily", number_bassily.RATE, lambda v: v["D"] ** 2 / v["m"] * (log(v["n"]) + log(v["m"]))),
    (
        "mean kent",
        number_kent.RATE,
        lambda v: (
            v["D"] ** 2
            * (
                log(samples(v) * signal(v)) / (samples(v) * signal(v))
                + exp(-v["n"] * min(v["epsilon"], v["epsilon"] ** 2))
            )
        ),
    ),
    (
        "mean ours",
        number_ours.RATE,
        lambda v: v["D"] ** 2 * max(1.0, log(v["n"] * signal(v))) / (samples(v) * signal(v)),
    ),
    ("mean zhao", number_zhao.RATE, lambda v: v["D"] ** 2 / samples(v) * (1 + log(v["n"]) / v["epsilon"] ** 2)),
    (
        "mixture",
        kinds.RATE,
        lambda v: (
            v["D"] ** 2
            * (
                v["K"] ** 3 / (samples(v) * signal(v)) * log(samples(v) * v["epsilon"] ** 2)
                + v["K"] * exp(-v["n"] * signal(v) / v["K"] ** 2)
            )
        ),
    ),
    (
        "vectors zhao",
        zhao.RATE,
        lambda v: v["D"] ** 2 * (v["d"] / samples(v) + v["d"] ** 2 * log(v["n"]) / (samples(v) * spent(v))),
    ),
    (
        "l2 zhao",
        zhao.L2_RATE,
        lambda v: v["D"] ** 2 * (1 / samples(v) + v["d"] * log(v["n"]) / (samples(v) * spent(v))),
    ),
    (
        "vectors kent",
        kent.RATE,
        lambda v: (
            (v["D"] * v["d"]) ** 2 * log(samples(v) * capped(v) / v["d"]) / (samples(v) * capped(v))
            + v["D"] ** 2 * v["d"] * exp(-v["n"] * min(v["epsilon"], v["epsilon"] ** 2) / v["d"])
        ),
    ),
    (
        "l2 kent",
        kent.L2_RATE,
        lambda v: (
            v["D"] ** 2 * v["d"] * log(samples(v) * capped(v)) ** 2 / (samples(v) * capped(v))
            + v["D"] ** 2 * exp(-v["n"] * min(v["epsilon"], v["epsilon"] ** 2) / v["d"])
        ),
    ),
    (
        "vectors ours",
        ours.RATE,
        lambda v: (v["D"] * v["d"]) ** 2 * max(1.0, log(v["n"] * capped(v) / v["d"])) / (samples(v) * capped(v)),
    ),
    (
        "l2 ours",
        ours.L2_RATE,
        lambda v: v["D"] ** 2 * v["d"] * max(1.0, log(v["n"] * capped(v) / v["d"])) / (samples(v) * capped(v)),
    ),
    ("vectors user means", user_means.RATE, lambda v: (v["D"] * v["d"]) ** 2 / (v["n"] * capped(v))),
    (
        "heavy user means by coordinates",
        user_means.COORDINATE_RATE,
        lambda v: power(v["M_p"], 2 / v["p"]) * v["d"] * power(v["d"] / (v["n"] * capped(v)), 1 - 1 / v["p"]),
    ),
    (
        "heavy user means by norms",
        user_means.NORM_RATE,
        lambda v: power(v["M_p"], 2 / v["p"]) * power(v["d"] / (v["n"] * signal(v)), 1 - 1 / v["p"]),
    ),
    (
        "heavy",
        heavy.RATE,
        lambda v: power(v["M_p"], 2 / v["p"]) * (heavy_private(v, v["epsilon"] ** 2, 1.0, 1.0) + 1 / samples(v)),
    ),
    (
        "heavy by coordinates",
        heavy.COORDINATE_RATE,
        lambda v: power(v["M_p"], 2 / v["p"]) * v["d"] * (heavy_private(v, spent(v), v["d"], v["d"]) + 1 / samples(v)),
    ),
    (
        "heavy by norms",
        heavy.NORM_RATE,
        lambda v: power(v["M_p"], 2 / v["p"]) * (heavy_private(v, spent(v), v["d"], v["d"]) + 1 / samples(v)),
    ),
    ("vectors semi-user", baselines.SEMI_USER_RATE, lambda v: v["D"] ** 2 * v["d"] / (v["n"] * signal(v))),
    ("vectors full-item", baselines.FULL_ITEM_RATE, lambda v: v["D"] ** 2 * v["d"] / (samples(v) * signal(v))),
    (
        "frequencies by one of d",
        baselines.KARY_RATE,
        lambda v: 1 / v["n"] + v["d"] * (v["d"] + exp(v["epsilon"])) / (v["n"] * (1 - exp(v["epsilon"])) ** 2),
    ),
    (
        "frequencies by bits",
        baselines.UNARY_RATE,
        lambda v: 1 / v["n"] + v["d"] / (v["n"] * (exp(v["epsilon"] / 4) - exp(-v["epsilon"] / 4)) ** 2),
    ),
    (
        "signed",
        baselines.SIGNED_RATE,
        lambda v: (
            v["D"] ** 2 / samples(v)
            + v["D"] ** 2 * power(v["d"], 2 * (1 - 1 / v["p"])) * log(v["d"]) / (v["n"] * v["epsilon"])
        ),
    ),
    (
        "vectors bassily",
        bassily.RATE,
        lambda v: (
            v["D"] ** 2
            / samples(v)
            * (1 + v["d"] * log(samples(v)) * log(v["d"] * samples(v)) * -log(v["delta"]) / v["epsilon"] ** 2)
        ),
    ),
    (
        "vectors bassily, server",
        bassily_central.RATE,
        lambda v: (
            v["D"] ** 2
            / samples(v)
            * (
                1
                + v["d"] * log(samples(v)) * log(v["d"] * samples(v)) * -log(v["delta"]) / (v["n"] * v["epsilon"] ** 2)
            )
        ),
    ),
    (
        "density",
        densities.RATE,
        lambda v: (
            (
                power(density(v)[0], -v["beta"] / (1 + v["beta"]))
                + power(samples(v), -2 * v["beta"] / (1 + 2 * v["beta"]))
            )
            * (log(density(v)[0]) + v["r"] ** 2)
            + density(v)[2] * (log(density(v)[1]) ** 3 + v["r"] ** 2)
        ),
    ),
    (
        "density, balanced",
        densities.LEAST_RATE,
        lambda v: (
            power(v["r"], 2 / (1 + v["beta"])) * power(log(density(v)[0]) / density(v)[0], v["beta"] / (1 + v["beta"]))
            + v["r"] ** 2 * density(v)[2]
        ),
    ),
    (
        "sparse selection",
        sparse.SELECTION_RATE,
        lambda v: (
            v["D"] ** 2 * (v["s"] * log(v["d"] * samples(v) * signal(v)) / v["m"] + exp(-v["n"] * signal(v) / v["s"]))
        ),
    ),
    (
        "sparse threshold",
        sparse.THRESHOLD_RATE,
        lambda v: (
            v["D"] ** 2
            * (
                v["s"] * v["d"] * log(samples(v) * signal(v)) ** 2 / (samples(v) * signal(v))
                + exp(-v["n"] * signal(v) / v["d"])
            )
        ),
    ),
    (
        "descent, users",
        local.RATE,
        lambda v: v["L"] * v["R"] * (v["d"] / (samples(v) * spent(v))) ** 0.5 * (log(v["n"]) + log(v["m"])),
    ),
    (
        "descent, server",
        central.RATE,
        lambda v: private(v, v["d"] / v["m"], -log(v["n"]) * log(v["delta"])),
    ),
    (
        "descent, server, fresh batches",
        central.ONE_PASS_RATE,
        lambda v: private(v, -v["d"] * log(v["delta"]) / v["m"], log(v["d"] * samples(v))),
    ),
    ("descent, server, full batch", central.FULL_RATE, lambda v: private(v, -v["d"] * log(v["delta"]), 1.0)),
    ("descent, server, full batch, pure", central.PURE_FULL_RATE, lambda v: private(v, v["d"] ** 2, 1.0)),
    (
        "descent, server, fresh batches, pure",
        central.PURE_ONE_PASS_RATE,
        lambda v: private(v, v["d"] ** 2 / v["m"], log(v["d"] * samples(v))),
    ),
    (
        "classification, local",
        votes.LOCAL_RATE,
        lambda v: unknown(v, v["N"] * signal(v), -v["beta"] * (1 + v["gamma"]) / (v["d"] + 2 * v["beta"])),
    ),
    (
        "classification, server",
        votes.CENTRAL_RATE,
        lambda v: (
            unknown(v, v["N"], -v["beta"] * (1 + v["gamma"]) / (v["d"] + 2 * v["beta"]))
            + unknown(v, v["N"] * v["epsilon"], -v["beta"] * (1 + v["gamma"]) / (v["d"] + v["beta"]))
        ),
    ),
    (
        "classification, users",
        classifiers.RATE,
        lambda v: (
            unknown(v, samples(v) * spent(v), -v["beta"] * (1 + v["gamma"]) / (2 * v["d"] + 2 * v["beta"]))
            + unknown(v, samples(v), -v["beta"] * (1 + v["gamma"]) / (v["d"] + 2 * v["beta"]))
        ),
    ),
    (
        "regression, local",
        learnt.LOCAL_RATE,
        lambda v: unknown(v, v["N"] * signal(v), -v["beta"] / (v["d"] / 2 + v["beta"])),
    ),
    (
        "regression, server",
        learnt.CENTRAL_RATE,
        lambda v: (
            unknown(v, v["N"], -v["beta"] / (v["d"] / 2 + v["beta"]))
            + unknown(v, v["N"] * v["epsilon"], -2 * v["beta"] / (v["d"] + v["beta"]))
        ),
    ),
    (
        "regression, heavy, local",
        learnt.HEAVY_LOCAL_RATE,
        lambda v: (
            unknown(v, v["N"], -v["beta"] / (v["d"] / 2 + v["beta"]))
            + unknown(v, v["N"] * v["epsilon"] ** 2, -2 * v["beta"] / (2 * v["p"] * v["beta"] / (v["p"] - 1) + v["d"]))
        ),
    ),
    (
        "regression, heavy, server",
        learnt.HEAVY_CENTRAL_RATE,
        lambda v: (
            unknown(v, v["N"], -v["beta"] / (v["d"] / 2 + v["beta"]))
            + unknown(v, v["N"] * v["epsilon"], -2 * v["beta"] / (v["p"] * v["beta"] / (v["p"] - 1) + v["d"]))
        ),
    ),
    (
        "regression, users",
        regressors.RATE,
        lambda v: (
            unknown(v, samples(v) * spent(v), -v["beta"] / (v["d"] + v["beta"]))
            + unknown(v, samples(v), -v["beta"] / (v["d"] / 2 + v["beta"]))
        ),
    ),
)
PLACES = {
    "small epsilon": at(),
    "large epsilon": at(epsilon=3.7),
    "epsilon above d": at(epsilon=9.1),
    "few users": at(n=2.5, epsilon=0.9),
    "few samples": at(m=3.0),
    "many samples": at(m=1e7, n=200.0),
    "many users": at(n=1e9),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("rate", "expected"), [row[1:] for row in RATES], ids=[row[0] for row in RATES])
def test_rates_are_those_of_their_displays(rate: sympy.Expr, expected: Callable[[Numbers], float], place: str) -> None:
    values = {letter: PLACES[place][str(letter)] for letter in rate.free_symbols}
    assert float(rate.subs(values)) == pytest.approx(expected(PLACES[place]), rel=1e-9)
