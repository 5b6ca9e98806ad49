"""Steps on the mean gradient of all users: what Algorithm 4 becomes with B = n and no ranges, and its excess risk."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from verify.calculus import Comparison, Name, below, by, calc, integer, property_of, quantity, real, words
from verify.calculus.facts.descent import (
    BY_WAY_OF,
    INNER_AND_NORMS,
    NOISY_SLOPE,
    SMOOTHNESS,
    TANGENT,
    WAY_BACK,
    Inner,
    NoisyAt,
    Projected,
    Slope,
    SmoothConvex,
    Value,
    Within,
)
from verify.calculus.facts.signs import Less, Norm
from verify.papers.at_points import Point, at_points
from verify.papers.bassily.instances import full_batch as runs
from verify.papers.bassily.nouns import AverageExcess, Drift, LipschitzOnBall, NoisyOracle
from verify.papers.bassily.s6_local.lemma6_1_acceleration import PROJECTED
from verify.statements import AllOf, FiniteCheck
from verify.statements.claim import Claim, Kind

AskedExcess = quantity(
    "AskedExcess", r"\mathbb{{E}}\,{0}(\bar\theta_{{0:{3}-1}}[{1},\, \eta = {2}]) - \min_{{\|\theta\| \le {4}}}{0}",
    "expected excess of the average of the start and of the iterates 1 to T - 1 of the projected gradient method on the ball "
    "of radius R from its centre, by a gradient oracle, at a step size: loss, oracle, step, T, R", 0,
)  # fmt: skip
"""AskedExcess(F, G, eta, T, R)."""
RunExcess = quantity(
    "RunExcess", r"\mathbb{{E}}\,F_{{{0}}}(\bar\theta_{{1:{3}}}[{1},\, \eta = {2}]) - \min_{{\|\theta\| \le {4}}}F_{{{0}}}",
    "expected excess risk, over new data, of the average of the iterates 1 to T of the method whose oracle gives the "
    "gradients of the empirical risk of n users with m samples each: losses, oracle, step, T, R, n, m", 0,
)  # fmt: skip
"""RunExcess(l, G, eta, T, R, n, m)."""
AskedRunExcess = quantity(
    "AskedRunExcess", r"\mathbb{{E}}\,F_{{{0}}}(\bar\theta_{{0:{3}-1}}[{1},\, \eta = {2}]) - \min_{{\|\theta\| \le {4}}}F_{{{0}}}",
    "the same of the average of the start and of the iterates 1 to T - 1: losses, oracle, step, T, R, n, m", 0,
)  # fmt: skip
"""AskedRunExcess(l, G, eta, T, R, n, m)."""
EmpiricalOf = property_of(
    "EmpiricalOf",
    r"{0}\text{{ is the empirical risk of }}{1}\text{{ over }}{2}\text{{ users with }}{3}\text{{ samples}}",
)
"""EmpiricalOf(F, l, n, m)."""
_BETA, _ETA, _RADIUS, _LIP, _NU = (
    *(real(letter, above=0) for letter in ("beta", "eta", "R", "L")),
    real("nu", least=0),
)
_ERROR, _WAY = real("e", least=0), real("w", least=0)
_ROUNDS, _USERS, _DRAWS = (integer(letter, least=1) for letter in "Tnm")
_LOSS, _ORACLE, _SET, _FORCE = Name("F", "loss"), Name("G", "oracle"), Name("Theta", "set"), Name("g", "vector")
_HERE, _POINT, _XI, _LOSSES = Name("theta", "vector"), Name("u", "vector"), Name("xi", "vector"), Name("l", "losses")
_NEXT = Projected(_SET, _HERE, _ETA, _FORCE)
_STEP, _TO, _FROM = Less(_NEXT, _HERE), Less(_NEXT, _POINT), Less(_HERE, _POINT)
_NEARER = Norm(_FROM) ** 2 / 2 - Norm(_TO) ** 2 / 2
_SMOOTH, _INSIDE = SmoothConvex(_LOSS, _BETA), Within(_POINT, _SET)
_NOISY, _SHORT = NoisyAt(_FORCE, _LOSS, _HERE, _XI), below(_ETA * _BETA, 1)

_ROOM = real("s", above=0)
_FROM_NOISE = calc(-_ROOM*_WAY**2/2 + _ERROR*_WAY, "<=", _ERROR**2/(2*_ROOM))  # fmt: skip
_GAIN = _ETA * (Value(_LOSS, _NEXT) - Value(_LOSS, _POINT))
_BENT, _PULL = _BETA * Norm(_STEP) ** 2 / 2, Inner(_XI, _FROM)
_TANGENT = TANGENT(_LOSS, _BETA, _HERE, _POINT)
_SLOPE = (
    NOISY_SLOPE(_FORCE, _LOSS, _HERE, _POINT, _XI),
    *(WAY_BACK(along, _POINT, _HERE) for along in (_FORCE, _XI)),
)
_BY_START = BY_WAY_OF(_FORCE, _NEXT, _POINT, _HERE)
_AFTER = calc(
    _GAIN, "<=", _ETA*(Value(_LOSS, _HERE) + Slope(_LOSS, _HERE, _NEXT) + _BENT - Value(_LOSS, _POINT)),
    by(SMOOTHNESS(_LOSS, _BETA, _HERE, _NEXT)),
    "<=", _ETA*(Slope(_LOSS, _HERE, _NEXT) - Slope(_LOSS, _HERE, _POINT) + _BENT), by(_TANGENT),
    "==", _ETA*(Inner(_FORCE, _STEP) - Inner(_XI, _STEP) + Inner(_FORCE, _FROM) - _PULL + _BENT),
    by(NOISY_SLOPE(_FORCE, _LOSS, _HERE, _NEXT, _XI), *_SLOPE),
    "==", _ETA*Inner(_FORCE, _TO) - _ETA*_PULL - _ETA*Inner(_XI, _STEP) + _ETA*_BENT, by(_BY_START),
    "<=", _NEARER - Norm(_STEP)**2/2 - _ETA*_PULL - _ETA*Inner(_XI, _STEP) + _ETA*_BENT, by(PROJECTED),
    "<=", _NEARER - _ETA*_PULL - (1 - _ETA*_BETA)*Norm(_STEP)**2/2 + _ETA*Norm(_XI)*Norm(_STEP), by(INNER_AND_NORMS(_XI, _STEP)),
    "<=", _NEARER - _ETA*_PULL + _ETA**2*Norm(_XI)**2/(2*(1 - _ETA*_BETA)),
    by(_FROM_NOISE.at({_ROOM: 1 - _ETA*_BETA, _ERROR: _ETA*Norm(_XI), _WAY: Norm(_STEP)}), _SHORT),
    given=(_SMOOTH, _INSIDE, _NOISY, _SHORT),
)  # fmt: skip
"""What a step gains, judged where it ends."""
_BEFORE = calc(
    _ETA*(Value(_LOSS, _HERE) - Value(_LOSS, _POINT)), "<=", -_ETA*Slope(_LOSS, _HERE, _POINT), by(_TANGENT),
    "==", _ETA*Inner(_FORCE, _FROM) - _ETA*_PULL, by(*_SLOPE),
    "==", _ETA*Inner(_FORCE, _TO) - _ETA*Inner(_FORCE, _STEP) - _ETA*_PULL, by(_BY_START),
    "<=", _NEARER - Norm(_STEP)**2/2 - _ETA*Inner(_FORCE, _STEP) - _ETA*_PULL, by(PROJECTED),
    "<=", _NEARER - Norm(_STEP)**2/2 + _ETA*Norm(_FORCE)*Norm(_STEP) - _ETA*_PULL, by(INNER_AND_NORMS(_FORCE, _STEP)),
    "<=", _NEARER - _ETA*_PULL + _ETA**2*Norm(_FORCE)**2/2,
    by(_FROM_NOISE.at({_ROOM: 1, _ERROR: _ETA*Norm(_FORCE), _WAY: Norm(_STEP)})), given=(_SMOOTH, _INSIDE, _NOISY),
)  # fmt: skip
"""What a step gains, judged where it starts."""

_ORACLE_OF, _BOUNDED = NoisyOracle(_ORACLE, _LOSS, _NU), LipschitzOnBall(_LOSS, _LIP, _RADIUS)
_START = _RADIUS**2 / (2 * _ETA * _ROUNDS)
_AHEAD, _ASKED = (quantity_(_LOSS, _ORACLE, _ETA, _ROUNDS, _RADIUS) for quantity_ in (AverageExcess, AskedExcess))
_AHEAD_MOST, _ASKED_MOST = _START + _ETA*_NU**2/(2*(1 - _ETA*_BETA)), _START + _ETA*(_LIP**2 + _NU**2)/2  # fmt: skip
_AFTER_ALL = calc(
    _AHEAD, "<=", _AHEAD_MOST,
    by(words(
        "At the minimiser the bounds of all steps add up: the squares telescope from at most R^2/2, a noise is independent of the "
        "parameter before it, so that the product has mean 0, and the average's excess is at most the average excess.",
        Comparison(_AHEAD, "<=", _AHEAD_MOST),
        given=(_SMOOTH, _ORACLE_OF, _SHORT), leans=("bassily/own/full-batch/after",),
    )),
    given=(_SMOOTH, _ORACLE_OF, _SHORT),
)  # fmt: skip
_BEFORE_ALL = calc(
    _ASKED, "<=", _ASKED_MOST,
    by(words(
        "The same sum; the mean square of a force is that of the gradient, at most L^2, and that of its centred noise.",
        Comparison(_ASKED, "<=", _ASKED_MOST),
        given=(_SMOOTH, _ORACLE_OF, _BOUNDED), leans=("bassily/own/full-batch/before",),
    )),
    given=(_SMOOTH, _ORACLE_OF, _BOUNDED),
)  # fmt: skip

_LIPSCHITZ, _CONVEX = LipschitzOnBall(_LOSSES, _LIP, _RADIUS), SmoothConvex(_LOSSES, _BETA)
_EMPIRICAL, _SLOW = EmpiricalOf(_LOSS, _LOSSES, _USERS, _DRAWS), Comparison(_ETA*_BETA, "<=", 2)  # fmt: skip
_DRIFT, _RUN = Drift(_LOSSES, _ETA, _USERS, _USERS, _DRAWS), (_LOSSES, _ORACLE, _ETA, _ROUNDS, _RADIUS, _USERS, _DRAWS)
_APART = by(words(
    "A gradient step at eta <= 2/beta and the projection move no two points apart; one sample has weight 1/(nm) in the mean gradient, "
    "and another in its place differs by 2L at most.",
    Comparison(_DRIFT, "<=", 2*_LIP*_ETA/(_USERS*_DRAWS)), given=(_LIPSCHITZ, _CONVEX, _SLOW),
))  # fmt: skip


def _told(run: Any, moves: Any, excess: Any) -> Any:
    """Of new data: the answer averages so many drifts in all."""
    most = _LIP * moves / 2 * _DRIFT + excess
    return words(
        "Risk and empirical risk differ on average by what the loss at a sample changes where that sample is exchanged: L times the mean of "
        "the drifts up to each parameter of the average. The least empirical risk is on average at most the least risk.",
        Comparison(run, "<=", most), given=(_LIPSCHITZ, _EMPIRICAL), leans=("bassily/sec5/7", "bassily/sec5/8"),
    )  # fmt: skip


_TOTAL_AFTER = calc(
    RunExcess(*_RUN), "<=", _LIP*(_ROUNDS + 1)/2*_DRIFT + _AHEAD, by(_told(RunExcess(*_RUN), _ROUNDS + 1, _AHEAD)),
    "<=", _LIP**2*_ETA*(_ROUNDS + 1)/(_USERS*_DRAWS) + _AHEAD, _APART,
    "<=", _LIP**2*_ETA*(_ROUNDS + 1)/(_USERS*_DRAWS) + _AHEAD_MOST, by(_AFTER_ALL),
    given=(_LIPSCHITZ, _CONVEX, _EMPIRICAL, _SMOOTH, _ORACLE_OF, _SHORT),
)  # fmt: skip
_TOTAL_BEFORE = calc(
    AskedRunExcess(*_RUN), "<=", _LIP*(_ROUNDS - 1)/2*_DRIFT + _ASKED,
    by(_told(AskedRunExcess(*_RUN), _ROUNDS - 1, _ASKED)),
    "<=", _LIP**2*_ETA*(_ROUNDS - 1)/(_USERS*_DRAWS) + _ASKED, _APART,
    "<=", _LIP**2*_ETA*(_ROUNDS - 1)/(_USERS*_DRAWS) + _ASKED_MOST, by(_BEFORE_ALL),
    given=(_LIPSCHITZ, _CONVEX, _EMPIRICAL, _SMOOTH, _ORACLE_OF, _BOUNDED, _SLOW),
)  # fmt: skip


def _points(found: Callable[..., Iterator[runs.Run]], *, ahead: bool) -> Callable[[], Iterator[Point]]:
    letters = {"beta": _BETA, "eta": _ETA, "L": _LIP, "nu": _NU, "T": _ROUNDS, "R": _RADIUS, "n": _USERS, "m": _DRAWS}
    return lambda: (
        ({letters[name]: number for name, number in numbers.items()}, excess) for numbers, excess in found(ahead=ahead)
    )


_NOISES, _DATA = "all paths of noises of two values", "all paths and all samples"
_NOISES_OVER = (
    "quadratics of curvature 1/4, 3/4 around 1/2, 1 and slopes 1/2, 1 on [-1, 1]; T = 1, 2, 4; noise 0, 1/2, 2"
)
_DATA_OVER = "n = 1, 3, m = 1, 2, samples -1, 1 of mean 0, 1/2; losses (theta - z)^2/4, -theta z on [-1, 1]; T = 1, 3; noise 0, 1"


CLAIMS = (
    Claim(
        "bassily/own/full-batch/after",
        "ours, for Section 5 with all users in every batch",
        Kind.INEQUALITY,
        "what a noisy projected step gains, where it ends",
        None,
        replace(_AFTER, crosschecks=(("exact steps", FiniteCheck(
            r"\eta(F(\theta_+)-F(u))\le\tfrac12|\theta-u|^2-\tfrac12|\theta_+-u|^2-\eta\xi(\theta-u)+\tfrac{\eta^2\xi^2}{2(1-\eta)}",
            "theta^2/2, theta^2/8, the Huber function, max(theta, 0)^2/2 on [-1, 1]; eta = 1/4, 1/2, 3/4; noise -3 to 1",
            runs.one_step(ahead=True),
        )),)),
        note="Smoothness pays for the way from where the gradient was taken, so that L does not come in.",
    ),
    Claim(
        "bassily/own/full-batch/before",
        "ours, for Section 5 with all users in every batch",
        Kind.INEQUALITY,
        "what a noisy projected step gains, where it starts",
        None,
        replace(_BEFORE, crosschecks=(("exact steps", FiniteCheck(
            r"\eta(F(\theta)-F(u))\le\tfrac12|\theta-u|^2-\tfrac12|\theta_+-u|^2-\eta\xi(\theta-u)+\tfrac{\eta^2|g|^2}2",
            "the same functions, steps and noises",
            runs.one_step(ahead=False),
        )),)),
    ),
    Claim(
        "bassily/own/full-batch",
        "ours, for Section 5 with all users in every batch",
        Kind.UPPER_RATE,
        "excess risk of noisy steps on the mean gradient of all users",
        None,
        AllOf(
            "",
            (
                ("the data's own, after", at_points(_AFTER_ALL, _NOISES, _NOISES_OVER, _points(runs.noisy_runs, ahead=True))),
                ("the data's own, before", at_points(_BEFORE_ALL, _NOISES, _NOISES_OVER, _points(runs.noisy_runs, ahead=False))),
                ("new data, after", at_points(_TOTAL_AFTER, _DATA, _DATA_OVER, _points(runs.data_runs, ahead=True))),
                ("new data, before", at_points(_TOTAL_BEFORE, _DATA, _DATA_OVER, _points(runs.data_runs, ahead=False))),
            ),
        ),
        note="The bound of the estimators full-batch and full-batch-pure. Nothing is truncated, so that no range can be missed; the noise "
        "may have any law of that mean square, in d dimensions d sigma^2 if it is normal. The answer is the average of the parameters after the "
        "steps, whose bound has no L^2 in it, or of those before, for steps of up to 2/beta.",
    ),
)  # fmt: skip
