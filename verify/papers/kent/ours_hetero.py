"""Beside kent Appendix B: what the estimators of the mean do where users are of several kinds, and what a mixture buys."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from notation.setting import Setting
from upperbounds.mixture import kent as mixture
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.registry import by_name
from verify.calculus import at_most as given_
from verify.calculus import calc, real
from verify.risk import exact_risk
from verify.risk.laws import SignLaw
from verify.risk.mixture import KindsMean, Mixture, draw_chosen, given_bins
from verify.statements import AllOf, Case, FiniteCheck
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_KINDS = Mixture((0.25, 0.75), (SignLaw(-0.5), SignLaw(0.5)))
"""A quarter of the users with mean -1/2, the others with 1/2: on average 1/4."""


def _plan(users: int, samples: int) -> TwoStage:
    plan: TwoStage = by_name("mean", "kent-tuned").plan(Setting(users, samples, epsilon=4.0))
    return plan


def _bias(_: Settings) -> Iterator[Case]:
    """w (1 - reach) beside the bias given that the larger kind's bin wins, its error taken off; reach is the interval's."""
    for users in (200, 2000, 20_000, 2 * 10**8):
        plan, law = _plan(users, 400), KindsMean(_KINDS)
        lower, upper = (np.array([float(end)]) for end in plan.interval(int(plan.bins.index(np.array(0.5)))))
        bias, error = law.clipped(lower, upper, 400)[0], law.clipped_error(lower, upper, 400)[0]
        least = Fraction(1, 4) * (1 - Fraction(float(upper[0] - lower[0])))
        told = {"n": users, "T": 400, "alpha": 4, "share": "1/4", "gap": 1}
        yield Case(told, least, Fraction(float(bias[0])) - Fraction(float(error[0])))


def _risk(_: Settings) -> Iterator[Case]:
    """Five times the exact risk where all users have the mean 1/4 beside the exact risk of two kinds, errors against it."""
    plan = _plan(100, 100)
    one, two = exact_risk(plan, SignLaw(0.25)), exact_risk(plan, KindsMean(_KINDS))
    left = 5 * (Fraction(one.value) + Fraction(one.error))
    yield Case({"n": 100, "T": 100, "alpha": 4}, left, Fraction(two.value) - Fraction(two.error))


def _bought(_: Settings) -> Iterator[Case]:
    """A hundred times the risk of both kinds' means given drawn bins, in floats, beside what one number for both loses."""
    for users in (2000, 20_000):
        setting = Setting(users, 400, epsilon=4.0, K=2)
        plan = mixture.tuned(setting, np.random.default_rng(0))
        for row in np.unique(draw_chosen(plan, _KINDS, 20, np.random.default_rng(1)), axis=0):
            risk = Fraction(given_bins(plan, _KINDS, row).risk(_KINDS.means))
            yield Case({"n": users, "T": 400, "alpha": 4, "bins": [int(j) for j in row]}, 100 * risk, Fraction(1, 2))


_SHARE, _OWN, _END, _OTHER = real("w", 0, 1), real("theta_1", -1, 1), real("L", -1, 1), real("theta_2", -1, 1)
_MOST, _BOUND, _COUNT = real("q", 0, 1), real("R", above=0), real("n", least=1)

CLAIMS = (
    Claim(
        "kent/own/hetero/target",
        "to Appendix B: users of two kinds in Algorithm 2, the mean of the clipped ones",
        Kind.INEQUALITY,
        "what localising and clipping is off by where users differ",
        None,
        AllOf(
            "",
            (
                (
                    "beyond the end",
                    calc(
                        (1 - _SHARE) * _OWN + _SHARE * _END - ((1 - _SHARE) * _OWN + _SHARE * _OTHER),
                        "==",
                        _SHARE * (_END - _OTHER),
                        ">=",
                        0,
                        given=(given_(_OTHER, _END),),
                    ),
                ),
                (
                    "exact",
                    FiniteCheck(
                        r"w(1-|\tilde U-\tilde L|)\le\text{bias}",
                        "n = 200, 2000, 20000, 2 * 10^8, T = 400, alpha = 4, tuned width: a quarter of the users at -1/2, the others "
                        "at 1/2, whose bin wins",
                        _bias,
                    ),
                ),
            ),
        ),
        note="The bin that wins is the larger kind's; of a share w whose means are beyond the end L of the interval, all are "
        "moved to L. The target is the average over users.",
    ),
    Claim(
        "kent/own/hetero/users",
        "to Appendix B: users of two kinds in Algorithm 2, the exact risk",
        Kind.INEQUALITY,
        "what two kinds of users cost",
        None,
        FiniteCheck(
            r"5\,\text{risk of one kind}\le\text{risk of two}",
            "n = 100, T = 100, alpha = 4, tuned width: all users at 1/4, or at -1/2 and 1/2 by 1/4 and 3/4",
            _risk,
        ),
        note="The same plan, the same average over users. No number of users helps: kent/own/hetero/target.",
    ),
    Claim(
        "kent/own/hetero/unbiased",
        "to Appendix B: users of several kinds, estimators that do not localise",
        Kind.INEQUALITY,
        "what kinds cost where nothing is clipped",
        None,
        calc(_MOST * (1 - _MOST) * _BOUND**2 / _COUNT, "<=", _BOUND**2 / (4 * _COUNT)),
        note="The average of the users' own means is unbiased for the mixture's mean; kinds with the share q at a distance R add their "
        "variance q(1 - q) R^2 over n.",
    ),
    Claim(
        "kent/own/hetero/mixture",
        "to Appendix B: users of two kinds in Algorithm 9 with (53) as corrected",
        Kind.INEQUALITY,
        "what the mixture's estimator buys",
        None,
        FiniteCheck(
            r"100\,\text{risk of both means}\le\tfrac12\textstyle\le\sum_k(c-\theta_k)^2\ \forall c",
            "n = 2000, 20000, T = 400, alpha = 4, tuned width; every pair of bins of 20 drawn; means -1/2, 1/2",
            _bought,
        ),
        note="Exact given the bins, in floats. One number for both means loses half of the squared gap at least, however it is found.",
    ),
)
