"""Steps on the mean gradient of all users: what Algorithm 4 becomes with B = n and no ranges, and its excess risk."""

from collections.abc import Callable, Iterator
from typing import Any

from verify.kernel.calculus import (
    ADDITIVE,
    LINEAR,
    MONOTONE,
    Comparison,
    Expectation,
    Name,
    Sum,
    Supremum,
    below,
    integer,
    line,
    obtain,
    random_real,
    real,
)
from verify.kernel.calculus.facts.convexity import (
    IN_PARTS,
    PRODUCT,
    SLOPE_HERE,
    SLOPE_OF_GRADIENT,
    SMOOTHNESS,
    TANGENT,
    Inner,
    LipschitzOnBall,
    NoisyGradient,
    Projected,
    Slope,
    SmoothConvex,
    Value,
    Within,
)
from verify.kernel.calculus.facts.signs import Less, Norm
from verify.kernel.calculus.reasons import telescoped
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim, Kind
from verify.papers.at_points import Point, at_points
from verify.papers.bassily.instances import full_batch as runs
from verify.papers.bassily.lemmas.descents import (
    AVERAGE_AFTER,
    AVERAGE_BEFORE,
    CENTRED_NOISE,
    FROM_CENTRE,
    HAS_OUTCOME,
    MINIMISER_INSIDE,
    NEXT_DISTANCE,
    NEXT_VALUE,
    NOISE_SQUARE,
    NOISY_SQUARE,
    Around,
    AskedExcess,
    AverageExcess,
    Iterate,
    Minimiser,
    NoisyOracle,
    Outcome,
    Shock,
    mean_sum,
    stepped,
)
from verify.papers.bassily.lemmas.stability import (
    APART_AFTER,
    APART_BEFORE,
    DRIFT,
    MEAN_LIPSCHITZ,
    MEAN_NOISY,
    MEAN_SMOOTH,
    STABLE_AFTER,
    STABLE_BEFORE,
    Apart,
    AskedRunExcess,
    Drift,
    Empirical,
    RunExcess,
)
from verify.papers.bassily.s6_local.lemma6_1_acceleration import FORCE, PROJECTED

_BETA, _ETA, _RADIUS, _LIP, _NU = (
    *(real(letter, above=0) for letter in ("beta", "eta", "R", "L")),
    real("nu", least=0),
)
_ERROR, _WAY = real("e", least=0), real("w", least=0)
_LOSS, _ORACLE, _SET, _LOSSES = Name("F", "loss"), Name("G", "oracle"), Name("Theta", "set"), Name("l", "losses")
_HERE, _POINT, _XI = Name("theta", "vector"), Name("u", "vector"), Name("xi", "vector")
_FORCE = NoisyGradient(_LOSS, _HERE, _XI)
_NEXT = Projected(_SET, _HERE, _ETA, _FORCE)
_STEP, _TO, _FROM = Less(_NEXT, _HERE), Less(_NEXT, _POINT), Less(_HERE, _POINT)
_NEARER = Norm(_FROM) ** 2 / 2 - Norm(_TO) ** 2 / 2
_SMOOTH, _INSIDE, _SHORT = SmoothConvex(_LOSS, _BETA), Within(_POINT, _SET), below(_ETA * _BETA, 1)
_PROJECTED = PROJECTED.at({FORCE: _FORCE})

_ROOM = real("s", above=0)
_FROM_NOISE = line(-_ROOM * _WAY**2 / 2 + _ERROR * _WAY).le(_ERROR**2 / (2 * _ROOM))
_AFTER = (
    line(_ETA * (Value(_LOSS, _NEXT) - Value(_LOSS, _POINT)), given=(_SMOOTH, _INSIDE, _SHORT))
    .le(
        _ETA * (Value(_LOSS, _HERE) + Slope(_LOSS, _HERE, _NEXT) + _BETA * Norm(_STEP) ** 2 / 2 - Value(_LOSS, _POINT)),
        SMOOTHNESS(_LOSS, _BETA, _HERE, _NEXT),
    )
    .le(
        _ETA * (Slope(_LOSS, _HERE, _NEXT) - Slope(_LOSS, _HERE, _POINT) + _BETA * Norm(_STEP) ** 2 / 2),
        TANGENT(_LOSS, _BETA, _HERE, _POINT),
    )
    .eq(
        _ETA * Inner(_FORCE, _TO) - _ETA * Inner(_XI, _TO) + _ETA * _BETA * Norm(_STEP) ** 2 / 2,
        SLOPE_OF_GRADIENT(_LOSS, _HERE, _XI, _NEXT, _POINT),
    )
    .eq(
        _ETA * Inner(_FORCE, _TO)
        - _ETA * Inner(_XI, _FROM)
        - _ETA * Inner(_XI, _STEP)
        + _ETA * _BETA * Norm(_STEP) ** 2 / 2,
        IN_PARTS(_XI, _NEXT, _HERE, _POINT),
    )
    .le(
        _NEARER
        - Norm(_STEP) ** 2 / 2
        - _ETA * Inner(_XI, _FROM)
        - _ETA * Inner(_XI, _STEP)
        + _ETA * _BETA * Norm(_STEP) ** 2 / 2,
        _PROJECTED,
    )
    .le(
        _NEARER - _ETA * Inner(_XI, _FROM) - (1 - _ETA * _BETA) * Norm(_STEP) ** 2 / 2 + _ETA * Norm(_XI) * Norm(_STEP),
        PRODUCT(_XI, _STEP),
    )
    .le(
        _NEARER - _ETA * Inner(_XI, _FROM) + _ETA**2 * Norm(_XI) ** 2 / (2 * (1 - _ETA * _BETA)),
        _FROM_NOISE.at({_ROOM: 1 - _ETA * _BETA, _ERROR: _ETA * Norm(_XI), _WAY: Norm(_STEP)}),
        _SHORT,
    )
)
"""What a step gains, judged where it ends."""
OWN_FULL_BATCH_AFTER = Claim(
    "bassily/own/full-batch/after",
    "ours, for Section 5 with all users in every batch",
    Kind.INEQUALITY,
    "what a noisy projected step gains, where it ends",
    corrected=_AFTER.crosschecked(
        "exact steps",
        r"\eta(F(\theta_+)-F(u))\le\tfrac12|\theta-u|^2-\tfrac12|\theta_+-u|^2-\eta\xi(\theta-u)+\tfrac{\eta^2\xi^2}{2(1-\eta)}",
        "theta^2/2, theta^2/8, the Huber function, max(theta, 0)^2/2 on [-1, 1]; eta = 1/4, 1/2, 3/4; noise -3 to 1",
        runs.one_step(ahead=True),
    ),
    note="Smoothness pays for the way from where the gradient was taken, so that L does not come in.",
)
_BEFORE = (
    line(_ETA * (Value(_LOSS, _HERE) - Value(_LOSS, _POINT)), given=(_SMOOTH, _INSIDE))
    .le(-_ETA * Slope(_LOSS, _HERE, _POINT), TANGENT(_LOSS, _BETA, _HERE, _POINT))
    .eq(_ETA * Inner(_FORCE, _FROM) - _ETA * Inner(_XI, _FROM), SLOPE_HERE(_LOSS, _HERE, _XI, _POINT))
    .eq(
        _ETA * Inner(_FORCE, _TO) - _ETA * Inner(_FORCE, _STEP) - _ETA * Inner(_XI, _FROM),
        IN_PARTS(_FORCE, _NEXT, _HERE, _POINT),
    )
    .le(_NEARER - Norm(_STEP) ** 2 / 2 - _ETA * Inner(_FORCE, _STEP) - _ETA * Inner(_XI, _FROM), _PROJECTED)
    .le(
        _NEARER - Norm(_STEP) ** 2 / 2 + _ETA * Norm(_FORCE) * Norm(_STEP) - _ETA * Inner(_XI, _FROM),
        PRODUCT(_FORCE, _STEP),
    )
    .le(
        _NEARER - _ETA * Inner(_XI, _FROM) + _ETA**2 * Norm(_FORCE) ** 2 / 2,
        _FROM_NOISE.at({_ROOM: 1, _ERROR: _ETA * Norm(_FORCE), _WAY: Norm(_STEP)}),
    )
)
"""What a step gains, judged where it starts."""
OWN_FULL_BATCH_BEFORE = Claim(
    "bassily/own/full-batch/before",
    "ours, for Section 5 with all users in every batch",
    Kind.INEQUALITY,
    "what a noisy projected step gains, where it starts",
    corrected=_BEFORE.crosschecked(
        "exact steps",
        r"\eta(F(\theta)-F(u))\le\tfrac12|\theta-u|^2-\tfrac12|\theta_+-u|^2-\eta\xi(\theta-u)+\tfrac{\eta^2|g|^2}2",
        "the same functions, steps and noises",
        runs.one_step(ahead=False),
    ),
)
_ROUNDS, _USERS, _DRAWS = (integer(letter, least=1) for letter in "Tnm")

_ORACLE_OF, _BOUNDED = NoisyOracle(_ORACLE, _LOSS, _NU), LipschitzOnBall(_LOSS, _LIP, _RADIUS)
_T, _OMEGA, _BEST = integer("t", least=0), random_real("omega"), Minimiser(_LOSS, _RADIUS)
_DRAWN = Outcome(_OMEGA, _ORACLE)
_RUN_OF = (_LOSS, _ORACLE, _ETA, _RADIUS)
_NOW, _THEN = Iterate(*_RUN_OF, _T, _OMEGA), Iterate(*_RUN_OF, _T + 1, _OMEGA)
_SHOCK, _LEAST = Shock(_ORACLE, _T, _OMEGA), Value(_LOSS, _BEST)
_AT_RUN = {_SET: Around(_RADIUS), _HERE: _NOW, _POINT: _BEST, _XI: _SHOCK}
_CROSS, _NEAR, _NEARER_THEN = (
    Inner(_SHOCK, Less(_NOW, _BEST)),
    Norm(Less(_NOW, _BEST)) ** 2 / 2,
    Norm(Less(_THEN, _BEST)) ** 2 / 2,
)


def _in_the_mean(
    judged: Any, paths: Any, noise: Any, most: Any, reasons: tuple[Any, ...], given: tuple[Any, ...]
) -> Any:
    """A step's mean excess where it is judged: what all paths gain, averaged; at most f(t) - f(t + 1), f = `_potential`.

    `noise` is what is left of the noise on each path, `most` a bound on its mean by `reasons`.
    """
    gained, kept = _ETA * Value(_LOSS, judged) - _ETA * _LEAST, _NEAR - _NEARER_THEN + noise
    here = _potential(most)
    return (
        line(Expectation(Value(_LOSS, judged)) - _LEAST, given=given)
        .eq(Expectation(gained) / _ETA, LINEAR(Value(_LOSS, judged), _ETA, -_ETA * _LEAST))
        .le(Expectation(kept - _ETA * _CROSS) / _ETA, MONOTONE(gained, kept - _ETA * _CROSS), paths)
        .eq(Expectation(kept) / _ETA, CENTRED_NOISE(*_RUN_OF, _T, _OMEGA, _BEST, _NU, _ETA, kept))
        .eq((Expectation(_NEAR - _NEARER_THEN) + Expectation(noise)) / _ETA, ADDITIVE(_NEAR - _NEARER_THEN, noise))
        .eq(
            (Expectation(_NEAR) + Expectation(-_NEARER_THEN) + Expectation(noise)) / _ETA,
            ADDITIVE(_NEAR, -_NEARER_THEN),
        )
        .eq((Expectation(_NEAR) - Expectation(_NEARER_THEN) + Expectation(noise)) / _ETA, LINEAR(_NEARER_THEN, -1, 0))
        .le((Expectation(_NEAR) - Expectation(_NEARER_THEN) + _ETA * most) / _ETA, *reasons)
        .eq(here - here.xreplace({_T: _T + 1}))
    )


def _potential(most: Any) -> Any:
    """What falls by the bound on each step's excess from one step to the next."""
    return Expectation(_NEAR) / _ETA - most * _T


def _all_steps(excess: Any, average: Any, ahead: int, step: Any, most: Any, given: tuple[Any, ...]) -> Any:
    """The mean excess of the average of all steps: the potential telescopes, from at most R^2/2 over eta."""
    falls = _potential(most)
    total = Sum(falls - falls.xreplace({_T: _T + 1}), _T, 0, _ROUNDS - 1)
    start, end = (_NEAR.xreplace({_T: number}) for number in (0, _ROUNDS))
    on_paths = (
        line(excess, given=(*given, _DRAWN))
        .le(mean_sum(_LOSS, _ORACLE, _ETA, _ROUNDS, _RADIUS, _OMEGA, _T, ahead) / _ROUNDS, average)
        .le(total / _ROUNDS, step)
        .eq(
            (Expectation(start) / _ETA - Expectation(end) / _ETA + most * _ROUNDS) / _ROUNDS,
            telescoped(Sum(falls, _T, 0, _ROUNDS - 1)),
        )
        # E D_T is at least 0: E[D_T + R^2/2] is at least R^2/2.
        .eq(
            (Expectation(start) / _ETA - (Expectation(end + _RADIUS**2 / 2) - _RADIUS**2 / 2) / _ETA + most * _ROUNDS)
            / _ROUNDS,
            LINEAR(end, 1, _RADIUS**2 / 2),
        )
        .le(
            (_RADIUS**2 / 2 / _ETA + most * _ROUNDS) / _ROUNDS,
            MONOTONE(start, _RADIUS**2 / 2),
            FROM_CENTRE(_LOSS, _BETA, _ORACLE, _ETA, _RADIUS, _OMEGA),
            MONOTONE(_RADIUS**2 / 2, end + _RADIUS**2 / 2),
            LINEAR(_OMEGA, 0, _RADIUS**2 / 2),
        )
        .eq(_RADIUS**2 / (2 * _ETA * _ROUNDS) + most)
    )
    return line(excess, given=given).le(on_paths.end, obtain(HAS_OUTCOME(_OMEGA, _ORACLE), on_paths))


_QUIET = _ETA * _NU**2 / (2 * (1 - _ETA * _BETA))
_LEFT = _ETA**2 * Norm(_SHOCK) ** 2 / (2 * (1 - _ETA * _BETA))
_PATH = (
    line(_ETA * Value(_LOSS, _THEN) - _ETA * _LEAST, given=(_SMOOTH, _SHORT))
    .eq(_ETA * (Value(_LOSS, stepped(*_RUN_OF, _T, _OMEGA)) - _LEAST), NEXT_VALUE(*_RUN_OF, _T, _OMEGA))
    .le(
        _NEAR - Norm(Less(stepped(*_RUN_OF, _T, _OMEGA), _BEST)) ** 2 / 2 - _ETA * _CROSS + _LEFT,
        _AFTER.at(_AT_RUN),
        MINIMISER_INSIDE(_LOSS, _BETA, _RADIUS),
    )
    .eq(_NEAR - _NEARER_THEN + _LEFT - _ETA * _CROSS, NEXT_DISTANCE(*_RUN_OF, _T, _OMEGA, _BEST))
)
_AHEAD, _ASKED = (quantity_(_LOSS, _ORACLE, _ETA, _ROUNDS, _RADIUS) for quantity_ in (AverageExcess, AskedExcess))
_STEP_AFTER = _in_the_mean(
    _THEN,
    _PATH,
    _LEFT,
    _QUIET,
    (LINEAR(Norm(_SHOCK) ** 2, _ETA**2 / (2 * (1 - _ETA * _BETA)), 0), NOISE_SQUARE(_LOSS, _ORACLE, _T, _OMEGA, _NU)),
    (_SMOOTH, _ORACLE_OF, _SHORT, _DRAWN),
)
AFTER_ALL = _all_steps(
    _AHEAD,
    AVERAGE_AFTER(_LOSS, _BETA, _ORACLE, _ETA, _ROUNDS, _RADIUS, _OMEGA),
    1,
    _STEP_AFTER,
    _QUIET,
    (_SMOOTH, _ORACLE_OF, _SHORT),
)
_FULL = (_ETA**2 * _LIP**2 + _ETA**2 * _NU**2) / 2 / _ETA
_HIT = NoisyGradient(_LOSS, _NOW, _SHOCK)
_FELT = _ETA**2 * Norm(_HIT) ** 2 / 2
_PATH_BEFORE = (
    line(_ETA * Value(_LOSS, _NOW) - _ETA * _LEAST, given=(_SMOOTH,))
    .le(
        _NEAR - Norm(Less(stepped(*_RUN_OF, _T, _OMEGA), _BEST)) ** 2 / 2 - _ETA * _CROSS + _FELT,
        _BEFORE.at(_AT_RUN),
        MINIMISER_INSIDE(_LOSS, _BETA, _RADIUS),
    )
    .eq(_NEAR - _NEARER_THEN + _FELT - _ETA * _CROSS, NEXT_DISTANCE(*_RUN_OF, _T, _OMEGA, _BEST))
)
_STEP_BEFORE = _in_the_mean(
    _NOW,
    _PATH_BEFORE,
    _FELT,
    _FULL,
    (LINEAR(Norm(_HIT) ** 2, _ETA**2 / 2, 0), NOISY_SQUARE(*_RUN_OF, _T, _OMEGA, _NU, _LIP)),
    (_SMOOTH, _ORACLE_OF, _BOUNDED, _DRAWN),
)
_BEFORE_ALL = _all_steps(
    _ASKED,
    AVERAGE_BEFORE(_LOSS, _BETA, _ORACLE, _ETA, _ROUNDS, _RADIUS, _OMEGA),
    0,
    _STEP_BEFORE,
    _FULL,
    (_SMOOTH, _ORACLE_OF, _BOUNDED),
)

_RUN, _SAMPLES = (_LOSSES, _ORACLE, _ETA, _ROUNDS, _RADIUS, _USERS, _DRAWS), Name("z", "data")
_LIPSCHITZ, _CONVEX = LipschitzOnBall(_LOSSES, _LIP, _RADIUS), SmoothConvex(_LOSSES, _BETA)
_NOISY, _SLOW = NoisyOracle(_ORACLE, _LOSSES, _NU), Comparison(_ETA * _BETA, "<=", 2)
_MEAN_LOSS, _DRIFT = Empirical(_LOSSES, _SAMPLES), Drift(_LOSSES, _ETA, _RADIUS, _USERS, _USERS, _DRAWS)
_OF_MEAN = MEAN_SMOOTH(_LOSSES, _BETA, _SAMPLES), MEAN_NOISY(_ORACLE, _LOSSES, _NU, _SAMPLES)


def _on_new_data(
    run: Any, excess: Any, ahead: int, most: Any, facts: tuple[Any, ...], own: tuple[Any, ...], given: tuple[Any, ...]
) -> Any:
    """What the data tell of the answer, and the worst excess on the data, at most `most` by `own`."""
    stable, apart = facts
    worst = Supremum(excess(_MEAN_LOSS, _ORACLE, _ETA, _ROUNDS, _RADIUS), _SAMPLES)
    return (
        line(run, given=given)
        .le(_LIP * Apart(*_RUN, ahead) + worst, stable(*_RUN, _LIP))
        .le(_LIP * (_ROUNDS + 2 * ahead - 1) / 2 * _DRIFT + worst, apart(*_RUN))
        .le(
            _LIP**2 * _ETA * (_ROUNDS + 2 * ahead - 1) / (_USERS * _DRAWS) + worst,
            DRIFT(_LOSSES, _LIP, _BETA, _ETA, _RADIUS, _USERS, _DRAWS),
        )
        .le(_LIP**2 * _ETA * (_ROUNDS + 2 * ahead - 1) / (_USERS * _DRAWS) + most, *own)
    )


_AHEAD_MOST, _ASKED_MOST = AFTER_ALL.end, _BEFORE_ALL.end
_TOTAL_AFTER = _on_new_data(
    RunExcess(*_RUN),
    AverageExcess,
    1,
    _AHEAD_MOST,
    (STABLE_AFTER, APART_AFTER),
    (AFTER_ALL.at({_LOSS: _MEAN_LOSS}), *_OF_MEAN),
    (_LIPSCHITZ, _CONVEX, _NOISY, _SHORT),
)
_TOTAL_BEFORE = _on_new_data(
    AskedRunExcess(*_RUN),
    AskedExcess,
    0,
    _ASKED_MOST,
    (STABLE_BEFORE, APART_BEFORE),
    (_BEFORE_ALL.at({_LOSS: _MEAN_LOSS}), *_OF_MEAN, MEAN_LIPSCHITZ(_LOSSES, _LIP, _RADIUS, _SAMPLES)),
    (_LIPSCHITZ, _CONVEX, _NOISY, _SLOW),
)


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
OWN_FULL_BATCH = Claim(
    "bassily/own/full-batch",
    "ours, for Section 5 with all users in every batch",
    Kind.UPPER_RATE,
    "excess risk of noisy steps on the mean gradient of all users",
    corrected=AllOf(
        "",
        {
            "the data's own, after": at_points(AFTER_ALL, _NOISES, _NOISES_OVER, _points(runs.noisy_runs, ahead=True)),
            "the data's own, before": at_points(
                _BEFORE_ALL, _NOISES, _NOISES_OVER, _points(runs.noisy_runs, ahead=False)
            ),
            "new data, after": at_points(_TOTAL_AFTER, _DATA, _DATA_OVER, _points(runs.data_runs, ahead=True)),
            "new data, before": at_points(_TOTAL_BEFORE, _DATA, _DATA_OVER, _points(runs.data_runs, ahead=False)),
        },
    ),
    note="The bound of the estimators full-batch and full-batch-pure. Nothing is truncated, so that no range can be missed; the noise "
    "may have any law of that mean square, in d dimensions d sigma^2 if it is normal. The answer is the average of the parameters after the "
    "steps, whose bound has no L^2 in it, or of those before, for steps of up to 2/beta.",
)

CLAIMS = (
    OWN_FULL_BATCH_AFTER,
    OWN_FULL_BATCH_BEFORE,
    OWN_FULL_BATCH,
)
