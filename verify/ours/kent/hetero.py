"""Next to kent Appendix B: what the estimators of the mean do where users are of several kinds, and what a mixture buys."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from sympy import Integer, Max, Min

from notation.setting import Setting
from upperbounds.mixture import kent as mixture
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.registry import by_name
from verify.kernel.calculus import (
    ADDITIVE,
    BIAS_VARIANCE,
    LINEAR,
    MEAN_OF_INDEPENDENT,
    MONOTONE,
    Expectation,
    MeanOfCopies,
    Variance,
    equal,
    integer,
    line,
    random_real,
    real,
)
from verify.kernel.calculus import at_most as given_
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings
from verify.study.risk import exact_risk
from verify.study.risk.laws import SignLaw
from verify.study.risk.mixture import KindsMean, Mixture, draw_chosen, given_bins


def _plan(users: int, samples: int, alpha: float = 4.0) -> TwoStage:
    plan: TwoStage = by_name("mean", "kent-tuned").plan(Setting(users, samples, epsilon=alpha))
    return plan


def _lost(plan: TwoStage, samples: int, share: Fraction, own: float, other: float) -> Fraction:
    """w (theta_2 - U) - (1 - w)/(4 T r) where the bin of the own mean wins: what the average is below its target."""
    lower, upper = (Fraction(float(end)) for end in plan.interval(int(plan.bins.index(np.array(own)))))
    return share * (Fraction(other) - upper) - (1 - share) / (4 * samples * (Fraction(own) - lower))


def _two_kinds(share: Fraction, own: float, other: float) -> KindsMean:
    return KindsMean(Mixture((float(1 - share), float(share)), (SignLaw(own), SignLaw(other))))


def biases(share_of_loss: int = 1) -> Iterator[Case]:
    """The bias given that the own kind's bin wins, its error taken off, next to minus that many times what is lost."""
    for users, samples, alpha in product((200, 20_000), (25, 400), (1.0, 4.0)):
        plan = _plan(users, samples, alpha)
        for share, other in product((Fraction(1, 10), Fraction(1, 4)), (0.5, 0.9)):
            law, place = _two_kinds(share, 0.0, other), int(plan.bins.index(np.array(0.0)))
            lower, upper = (np.array([float(end)]) for end in plan.interval(place))
            bias, error = law.clipped(lower, upper, samples)[0], law.clipped_error(lower, upper, samples)[0]
            told = {"n": users, "T": samples, "alpha": alpha, "w": str(share), "theta_2": other}
            left = Fraction(float(bias[0])) - Fraction(float(error[0]))
            yield Case(told, left, -share_of_loss * _lost(plan, samples, share, 0.0, other))


def _biases(_: Settings) -> Iterator[Case]:
    yield from biases()


_SHARE, _END, _ROOM, _REACH = real("w", 0, 1), real("U"), real("r", above=0), real("R")
_SAMPLE, _NEAR, _FAR = random_real("X", -1, 1), random_real(r"\bar X"), random_real(r"\bar Y")
_GUESS, _DRAWS = random_real(r"\hat\theta"), integer("T", least=1)
_OWN, _OTHER = Expectation(_NEAR), Expectation(_FAR)


def _clipped(mean: Any) -> Any:
    """A user's mean clipped to the interval, which starts r below the own kind's mean."""
    return Min(Max(mean, _OWN - _ROOM), _END)


_CENTRE, _SQUARE = real("theta"), (_NEAR - _OWN) ** 2 / (4 * _ROOM)
_PARABOLA = (
    line(Min(Max(_NEAR, _CENTRE - _ROOM), _END)).le(_NEAR + (_NEAR - _CENTRE) ** 2 / (4 * _ROOM)).at({_CENTRE: _OWN})
)
_COPIES = MeanOfCopies(_NEAR, _SAMPLE, _DRAWS)
_ONE_SAMPLE = (
    line(Variance(_SAMPLE))
    .eq(Expectation(_SAMPLE**2) - Expectation(_SAMPLE) ** 2, BIAS_VARIANCE(_SAMPLE, 0))
    .le(Expectation(_SAMPLE**2))
    .le(Expectation(Integer(1)), MONOTONE(_SAMPLE**2, Integer(1)))
    .eq(1, LINEAR(_SAMPLE, 0, 1))
)
_INSIDE = (
    line(Expectation(_clipped(_NEAR)), given=(_COPIES,))
    .le(Expectation(_NEAR + _SQUARE), MONOTONE(_clipped(_NEAR), _NEAR + _SQUARE), _PARABOLA)
    .eq(_OWN + Expectation(_SQUARE), ADDITIVE(_NEAR, _SQUARE))
    .eq(_OWN + Expectation((_NEAR - _OWN) ** 2) / (4 * _ROOM), LINEAR((_NEAR - _OWN) ** 2, 1 / (4 * _ROOM), 0))
    .eq(_OWN + Variance(_NEAR) / (4 * _ROOM), BIAS_VARIANCE(_NEAR, _OWN))
    .eq(_OWN + Variance(_SAMPLE) / (4 * _DRAWS * _ROOM), MEAN_OF_INDEPENDENT(_NEAR, _SAMPLE, _DRAWS))
    .le(_OWN + 1 / (4 * _DRAWS * _ROOM), _ONE_SAMPLE)
)
_BEYOND = (
    line(Expectation(_clipped(_FAR)))
    .le(Expectation(_END), MONOTONE(_clipped(_FAR), _END))
    .eq(_END, LINEAR(_FAR, 0, _END))
)
_TARGET, _SENT = (
    (1 - _SHARE) * _OWN + _SHARE * _OTHER,
    (1 - _SHARE) * Expectation(_clipped(_NEAR)) + _SHARE * Expectation(_clipped(_FAR)),
)
_LOST = _SHARE * (_OTHER - _END) - (1 - _SHARE) / (4 * _DRAWS * _ROOM)
"""What the average of clipped means is below the average of means, at least."""
_BIAS = (
    line(_SENT - _TARGET, given=(_COPIES,))
    .le((1 - _SHARE) * (_OWN + 1 / (4 * _DRAWS * _ROOM)) + _SHARE * Expectation(_clipped(_FAR)) - _TARGET, _INSIDE)
    .le((1 - _SHARE) * (_OWN + 1 / (4 * _DRAWS * _ROOM)) + _SHARE * _END - _TARGET, _BEYOND)
    .eq(-_LOST)
)
_SHORT = line(_LOST, given=(_COPIES,)).le(_TARGET - _SENT, _BIAS)
_MISSED, _LEAST = real("b", least=0), real("t", least=0)
_SQUARED = line(_MISSED**2, given=(given_(_LEAST, _MISSED),)).ge(_LEAST**2, given_(_LEAST, _MISSED))
_PLACED, _UNBIASED = given_(0, _LOST), equal(Expectation(_GUESS), _SENT)
OWN_HETERO_TARGET = Claim(
    "kent/own/hetero/target",
    "to Appendix B: users of two kinds in Algorithms 2 and 10, the mean of the clipped ones",
    Kind.INEQUALITY,
    "what localising and clipping is off by where users differ",
    corrected=AllOf(
        "",
        {
            "the bias": _BIAS.crosschecked(
                "exact biases",
                r"\mathbb E\hat\theta-\theta\le\tfrac{1-w}{4Tr}-w(\theta_2-U)",
                "n = 200, 20000; T = 25, 400; alpha = 1, 4, tuned width; w = 1/10, 1/4; +-1 "
                "data of means 0 and 1/2, 9/10; the bin of 0 wins",
                _biases,
                granted=r"\text{the errors of an exact bias in floats}",
            ),
            "the error": line(Expectation((_GUESS - _TARGET) ** 2), given=(_COPIES, _PLACED, _UNBIASED))
            .eq((Expectation(_GUESS) - _TARGET) ** 2 + Variance(_GUESS), BIAS_VARIANCE(_GUESS, _TARGET))
            .ge((Expectation(_GUESS) - _TARGET) ** 2)
            .eq((_SENT - _TARGET) ** 2, _UNBIASED)
            .eq((_TARGET - _SENT) ** 2)
            .ge(_LOST**2, _SQUARED.at({_MISSED: _TARGET - _SENT, _LEAST: _LOST}), _SHORT),
            "by the gap": line(_LOST, given=(given_(_END, _OWN + _REACH),)).ge(
                _SHARE * (_OTHER - _OWN - _REACH) - (1 - _SHARE) / (4 * _DRAWS * _ROOM), given_(_END, _OWN + _REACH)
            ),
        },
    ),
    note="A share w of the users has the mean theta_2 = E Y; the others' own mean theta_1 = E X is r above the "
    "start of the interval, whose upper end is U: r >= Delta on success, and U <= theta_1 + R with R = 5 "
    "Delta, 11 Delta beyond alpha = 1. There is no n in it, and the target is the average over users; kinds "
    "below the interval by reflection.",
)

_KINDS = Mixture((0.25, 0.75), (SignLaw(-0.5), SignLaw(0.5)))
"""A quarter of the users with mean -1/2, the others with 1/2: on average 1/4."""


def floors(times: Fraction = Fraction(1, 2)) -> Iterator[Case]:
    """So many times the squared loss next to the exact risk, its error taken off."""
    share = Fraction(1, 4)
    for users in (200, 200_000):
        plan = _plan(users, 400)
        risk = exact_risk(plan, _two_kinds(share, -0.5, 0.5))
        lost = max(_lost(plan, 400, share, -0.5, 0.5), Fraction(0))
        told = {"n": users, "T": 400, "alpha": 4, "w": "1/4", "gap": 1}
        yield Case(told, times * lost**2, Fraction(risk.value) - Fraction(risk.error))


def _floors(_: Settings) -> Iterator[Case]:
    yield from floors()


def _risk(_: Settings) -> Iterator[Case]:
    """Five times the exact risk where all users have the mean 1/4 next to the exact risk of two kinds, errors against it."""
    plan = _plan(100, 100)
    one, two = exact_risk(plan, SignLaw(0.25)), exact_risk(plan, KindsMean(_KINDS))
    left = 5 * (Fraction(one.value) + Fraction(one.error))
    yield Case({"n": 100, "T": 100, "alpha": 4}, left, Fraction(two.value) - Fraction(two.error))


OWN_HETERO_USERS = Claim(
    "kent/own/hetero/users",
    "to Appendix B: users of two kinds in Algorithm 10, the exact risk",
    Kind.INEQUALITY,
    "no number of users helps",
    corrected=AllOf(
        "",
        {
            "whatever n is": FiniteCheck(
                r"\tfrac12\{w(\theta_2-U)-\tfrac{1-w}{4Tr}\}^2\le\text{risk of two "
                r"kinds}",
                "n = 200, 200000; T = 400, alpha = 4, tuned width; three quarters at -1/2, a quarter at 1/2",
                _floors,
                granted=r"\text{the errors of an exact risk in floats}",
            ),
            "compared with i.i.d. users": FiniteCheck(
                r"5\,\text{risk of one kind}\le\text{risk of two}",
                "n = 100, T = 100, alpha = 4, tuned width: all users at 1/4, or at -1/2 and 1/2 by 1/4 and 3/4",
                _risk,
            ),
        },
    ),
    note="kent/own/hetero/target with a probability of 1/2 at least that the larger kind's bin wins, exact risks. The "
    "same plan, the same average over users.",
)
_MOST, _BOUND, _COUNT = real("q", 0, 1), real("R", above=0), real("n", least=1)
OWN_HETERO_UNBIASED = Claim(
    "kent/own/hetero/unbiased",
    "to Appendix B: users of several kinds, estimators that do not localise",
    Kind.INEQUALITY,
    "what kinds cost where nothing is clipped",
    corrected=line(_MOST * (1 - _MOST) * _BOUND**2 / _COUNT).le(_BOUND**2 / (4 * _COUNT)),
    note="The average of the users' own means is unbiased for the mixture's mean; kinds with the share q at a "
    "distance R add their variance q(1 - q) R^2 over n.",
)


def _own_means(_: Settings) -> Iterator[Case]:
    """Twenty times the error of a random user's own mean, six standard errors added, next to what one number loses."""
    for gap in (0.6, 1.0):
        law = Mixture((0.25, 0.75), (SignLaw(-gap / 2), SignLaw(gap / 2)))
        plan = mixture.tuned(Setting(5000, 400, epsilon=4.0, K=2), np.random.default_rng(0))
        drawn = draw_chosen(plan, law, 100, np.random.default_rng(1))
        errors = np.array([given_bins(plan, law, row).errors(law.means) @ law.weights for row in drawn])
        most = errors.mean() + 6 * errors.std(ddof=1) / 10
        yield Case({"n": 5000, "T": 400, "gap": gap}, 20 * Fraction(float(most)), Fraction(3, 16) * Fraction(gap) ** 2)


def _bought(_: Settings) -> Iterator[Case]:
    """A hundred times the risk of both kinds' means given drawn bins, in floats, next to what one number for both loses."""
    for users in (2000, 20_000):
        setting = Setting(users, 400, epsilon=4.0, K=2)
        plan = mixture.tuned(setting, np.random.default_rng(0))
        for row in np.unique(draw_chosen(plan, _KINDS, 20, np.random.default_rng(1)), axis=0):
            risk = Fraction(given_bins(plan, _KINDS, row).risk(_KINDS.means))
            yield Case({"n": users, "T": 400, "alpha": 4, "bins": [int(j) for j in row]}, 100 * risk, Fraction(1, 2))


_NUMBER, _FIRST, _SECOND = real("c"), real("theta_1", -1, 1), real("theta_2", -1, 1)
OWN_HETERO_MIXTURE = Claim(
    "kent/own/hetero/mixture",
    "to Appendix B: users of two kinds in Algorithm 9 with (53) as corrected",
    Kind.INEQUALITY,
    "what the mixture's estimator buys",
    corrected=AllOf(
        "",
        {
            "one number for both kinds": line(
                (1 - _SHARE) * (_NUMBER - _FIRST) ** 2 + _SHARE * (_NUMBER - _SECOND) ** 2
            ).ge(_SHARE * (1 - _SHARE) * (_SECOND - _FIRST) ** 2),
            "both means": FiniteCheck(
                r"100\,\text{risk of both means}\le\tfrac12\textstyle\le\sum_k(c-\theta_k)^2\ \forall c",
                "n = 2000, 20000, T = 400, alpha = 4, tuned width; every pair of bins of 20 drawn; means -1/2, 1/2",
                _bought,
            ),
            "a user's own mean": FiniteCheck(
                r"20\,\textstyle\sum_k\pi_k\mathbb E(\hat\theta_k-\theta_k)^2\le w(1-w)(\theta_2-\theta_1)^2",
                "n = 5000, T = 400, alpha = 4, tuned width; w = 1/4, gaps 3/5, 1; 100 draws of the bins",
                _own_means,
                granted=r"\text{six standard errors of drawn bins}",
            ),
        },
    ),
    note="Exact given the bins, in floats. One number for both means loses half of the squared gap at least, "
    "however it is found, and w (1 - w) times it for a user drawn at random.",
)

CLAIMS = (
    OWN_HETERO_TARGET,
    OWN_HETERO_USERS,
    OWN_HETERO_UNBIASED,
    OWN_HETERO_MIXTURE,
)
