"""bassily Lemma 6.1 with explicit constants, step by step, and the update of Algorithm 5 that it holds for."""

from dataclasses import replace

import sympy
from sympy import Min, Rational, sqrt

from verify.calculus import Comparison, Name, by, calc, integer, let, real, words
from verify.calculus.facts.descent import (
    MIXED_APART,
    MIXED_SLOPE,
    OBTUSE,
    SMOOTHNESS,
    TANGENT,
    THREE_POINTS,
    Inner,
    Mix,
    Projected,
    Slope,
    SmoothConvex,
    Value,
    Within,
)
from verify.calculus.facts.signs import Less, Norm
from verify.papers.bassily.instances import accelerated_descent as accelerated
from verify.papers.bassily.nouns import AcceleratedExcess, NoisyOracle, StartsNear
from verify.statements import AllOf, FiniteCheck, Identity
from verify.statements.claim import Claim, Kind

_T, _S = sympy.symbols("T t", integer=True, positive=True)
_RATE = sympy.Symbol("eta", positive=True)
_STEP = 2 / (_S + 1)
_GAMMA = 2 / (_S * (_S + 1))
_CUBES = _T * (_T + 1) * (2 * _T + 1) / 6
_ALL = ((_T, "1", "oo"),)
_BETA, _ETA, _RADIUS, _NU = real("beta", above=0), real("eta", above=0), real("D", above=0), real("nu", least=0)
_SHARE, _ERROR, _WAY, _ROUNDS = real("a", above=0, most=1), real("e"), real("s"), integer("T", least=1)
_LOSS, _ORACLE, _SET, _FORCE = Name("F", "loss"), Name("G", "oracle"), Name("Theta", "set"), Name("g", "vector")
_HERE, _NEXT, _AVERAGE, _POINT = (Name(letter, "vector") for letter in ("theta", r"theta_+", r"theta^ag", "u"))
_SMOOTH, _START = SmoothConvex(_LOSS, _BETA), StartsNear(_LOSS, _RADIUS)
_MIDDLE, _MIXED = Mix(_SHARE, _HERE, _AVERAGE), Mix(_SHARE, _NEXT, _AVERAGE)
_TO_AVERAGE, _TO_NEXT = Slope(_LOSS, _MIDDLE, _AVERAGE), Slope(_LOSS, _MIDDLE, _NEXT)
_BENT = _BETA * _SHARE**2 * Norm(Less(_NEXT, _HERE)) ** 2 / 2
_AVERAGED = calc(
    Value(_LOSS, _MIXED), "<=", Value(_LOSS, _MIDDLE) + Slope(_LOSS, _MIDDLE, _MIXED) + _BETA*Norm(Less(_MIXED, _MIDDLE))**2/2,
    by(SMOOTHNESS(_LOSS, _BETA, _MIDDLE, _MIXED)),
    "==", (1 - _SHARE)*(Value(_LOSS, _MIDDLE) + _TO_AVERAGE) + _SHARE*(Value(_LOSS, _MIDDLE) + _TO_NEXT) + _BENT,
    by(MIXED_SLOPE(_LOSS, _MIDDLE, _SHARE, _NEXT, _AVERAGE), MIXED_APART(_SHARE, _NEXT, _HERE, _AVERAGE)),
    "<=", (1 - _SHARE)*Value(_LOSS, _AVERAGE) + _SHARE*(Value(_LOSS, _MIDDLE) + _TO_NEXT) + _BENT,
    by(TANGENT(_LOSS, _BETA, _MIDDLE, _AVERAGE)), given=(_SMOOTH,),
)  # fmt: skip
_PUSHED, _INSIDE = Projected(_SET, _HERE, _ETA, _FORCE), Within(_POINT, _SET)
PROJECTED = calc(
    _ETA*Inner(_FORCE, Less(_PUSHED, _POINT)), "<=", Inner(Less(_HERE, _PUSHED), Less(_PUSHED, _POINT)),
    by(OBTUSE(_SET, _HERE, _ETA, _FORCE, _POINT)),
    "==", Norm(Less(_HERE, _POINT))**2/2 - Norm(Less(_PUSHED, _POINT))**2/2 - Norm(Less(_PUSHED, _HERE))**2/2,
    by(THREE_POINTS(_HERE, _PUSHED, _POINT)), given=(_INSIDE,),
)  # fmt: skip
_SLACK = real("kappa", least=0, most=Rational(1, 2))
_CURVED = let(r"\beta", _SLACK / (_SHARE * _ETA))
_NOISE = calc(
    -(_SHARE/(2*_ETA) - _CURVED*_SHARE**2/2)*_WAY**2 + _SHARE*_ERROR*_WAY,
    "<=", _SHARE*_ETA*_ERROR**2/(2*(1 - _SLACK)),
)  # fmt: skip
_UP_TO, _GIVEN = Comparison(_ETA, "<=", 1 / (2 * _BETA)), (_SMOOTH, _START, NoisyOracle(_ORACLE, _LOSS, _NU))
_ANY = 2 * _RADIUS**2 / (_ETA * _ROUNDS * (_ROUNDS + 1)) + _ETA * _NU**2 * (2 * _ROUNDS + 1) / 6
_ANY_STEP = calc(
    AcceleratedExcess(_LOSS, _ORACLE, _ETA, _ROUNDS), "<=", _ANY,
    by(words(
        "The step of the averaged iterate, the projected step and the noise against the step, each with its weight, telescope.",
        Comparison(AcceleratedExcess(_LOSS, _ORACLE, _ETA, _ROUNDS), "<=",
                   2/(_ROUNDS*(_ROUNDS + 1))*(_RADIUS**2/_ETA + _ETA/2*_NU**2*_ROUNDS*(_ROUNDS + 1)*(2*_ROUNDS + 1)/6)),
        given=(*_GIVEN, _UP_TO),
        leans=("bassily/lemma6.1/a", "bassily/lemma6.1/b", "bassily/lemma6.1/c", "bassily/lemma6.1/d"),
    )),
    given=(*_GIVEN, _UP_TO),
)  # fmt: skip
_LOUD = real("nu", above=0)
_LONG = _RADIUS / _LOUD * sqrt(12 / (_ROUNDS * (_ROUNDS + 1) * (2 * _ROUNDS + 1)))
_CHOSEN = Min(1 / (2 * _BETA), _LONG)
_EXACT = 4 * _BETA * _RADIUS**2 / (_ROUNDS * (_ROUNDS + 1)) + 2 * _RADIUS * _LOUD * sqrt(
    (2 * _ROUNDS + 1) / (3 * _ROUNDS * (_ROUNDS + 1))
)
_ROOTS = calc(
    sqrt((2*_ROUNDS + 1)/(_ROUNDS*(_ROUNDS + 1))), "<=", sqrt(3/_ROUNDS),
    by(calc((2*_ROUNDS + 1)/(_ROUNDS*(_ROUNDS + 1)), "<=", 3/_ROUNDS)), "==", sqrt(3)/sqrt(_ROUNDS),
)  # fmt: skip
_ROUND = 4 * _BETA * _RADIUS**2 / _ROUNDS**2 + 2 * _RADIUS * _LOUD / sqrt(_ROUNDS)
_FIRST, _SECOND = real("u", above=0), real("v", above=0)
_STEPS = {_FIRST: 1 / (2 * _BETA), _SECOND: _LONG}
_INVERSE = calc(1 / Min(_FIRST, _SECOND), "<=", 1 / _FIRST + 1 / _SECOND)
_SMALLER = calc(Min(_FIRST, _SECOND), "<=", _SECOND)
_ACCELERATED = calc(
    AcceleratedExcess(_LOSS, _ORACLE, let(r"\eta^*", _CHOSEN), _ROUNDS), "<=", _ANY.subs({_ETA: _CHOSEN, _NU: _LOUD}),
    by(_ANY_STEP.at({_ETA: let(r"\eta^*", _CHOSEN), _NU: _LOUD})),
    "<=", 2*_RADIUS**2/(_ROUNDS*(_ROUNDS + 1))*(2*_BETA + 1/_LONG) + _LONG*_LOUD**2*(2*_ROUNDS + 1)/6,
    by(_INVERSE.at(_STEPS), _SMALLER.at(_STEPS)),
    "<=", _EXACT,
    given=(_SMOOTH, _START, NoisyOracle(_ORACLE, _LOSS, _LOUD)),
)  # fmt: skip


CLAIMS = (
    Claim(
        "bassily/lemma6.1/a",
        "ours, proof of Lemma 6.1, smoothness and convexity",
        Kind.INEQUALITY,
        "one step of the averaged iterate",
        None,
        replace(
            _AVERAGED,
            crosschecks=(
                (
                    "smooth convex functions of one variable",
                    FiniteCheck(
                        r"F(\theta^{ag}_+)\le\ldots+\tfrac{\beta a^2}2(\theta_+-\theta)^2",
                        "theta^2/2, theta^2/8, the Huber function, theta_+^2/2; beta = 1, a = 1/3, 1; points -2, -1/2, 1, 2",
                        accelerated.averaged_step,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "bassily/lemma6.1/b",
        "ours, proof of Lemma 6.1, projection",
        Kind.INEQUALITY,
        "one projected step",
        None,
        replace(
            PROJECTED,
            crosschecks=(
                (
                    "exact projections",
                    FiniteCheck(
                        r"\eta G\cdot(\theta_+-u)\le\tfrac12\|\theta-u\|^2-\tfrac12\|\theta_+-u\|^2-\tfrac12\|\theta_+-\theta\|^2",
                        "the unit disc; theta and u in {0, +-1/2, +-(3/5, 4/5)}, steps that lead to multiples of (3/5, 4/5) and (1, 0)",
                        accelerated.projected_step,
                    ),
                ),
            ),
        ),
        note="Theta is the unit ball here. The point nearest to w = theta - eta G is w itself inside, and w/|w| outside, where the "
        "product is (|w| - 1)(1 - c), c = u.w/|w| <= 1.",
    ),
    Claim(
        "bassily/lemma6.1/c",
        "ours, proof of Lemma 6.1, noise",
        Kind.INEQUALITY,
        "the noise against the step",
        None,
        AllOf(
            "",
            (
                ("the square", _NOISE),
                ("the factor", calc(_NOISE.steps[-1].term, "<=", _SHARE * _ETA * _ERROR**2)),
            ),
        ),
    ),
    Claim(
        "bassily/lemma6.1/d",
        "ours, proof of Lemma 6.1, weights",
        Kind.IDENTITY,
        "the weights telescope",
        None,
        AllOf(
            "",
            (
                (
                    "recursion",
                    Identity(_GAMMA, (1 - _STEP) * _GAMMA.subs(_S, _S - 1), ((_S, "2", "oo"),)),
                ),
                ("distance", Identity(_STEP / (_RATE * _S / 2 * _GAMMA), 2 / _RATE, ((_S, "1", "oo"),))),
                ("noise", Identity(_STEP * _RATE * _S / 2 / _GAMMA, _RATE * _S**2 / 2, ((_S, "1", "oo"),))),
                ("sum", Identity(sympy.summation(_S**2, (_S, 1, _T)), _CUBES, _ALL)),
            ),
        ),
        note="Gamma_t = (1 - a_t) Gamma_(t-1), a_t/(eta_t Gamma_t) = 2/eta, a_t eta_t/Gamma_t = eta t^2/2 and the sum of t^2, for a_t = 2/(t+1), "
        "eta_t = eta t/2 and Gamma_t = 2/(t(t+1)).",
    ),
    Claim(
        "bassily/lemma6.1",
        "Section 6, Lemma 6.1",
        Kind.UPPER_RATE,
        "accelerated stochastic gradient",
        AllOf(
            "",
            (
                (
                    "as it is",
                    replace(
                        _ACCELERATED,
                        crosschecks=(
                            (
                                "exact runs without noise",
                                FiniteCheck(
                                    r"F(\theta_T^{ag})-\min F\le\tfrac{4\beta R^2}{T(T+1)}",
                                    "quadratics of curvature 1, 1/2, ..., 1/128, T = 1, 2, 4, 16 (64; not quick)",
                                    accelerated.projected_update,
                                ),
                            ),
                        ),
                    ),
                ),
                (
                    "rounder",
                    calc(
                        _ACCELERATED.start,
                        "<=",
                        _EXACT,
                        by(_ACCELERATED),
                        "<=",
                        _ROUND,
                        by(_ROOTS),
                        given=_ACCELERATED.given,
                    ),
                ),
            ),
        ),
        note=(
            "Printed for 'settings of eta_t, gamma_t' and without the expectation; read of the method of the "
            "papers that it cites, whose update bassily/alg5/update has, with D = R as theta_0 = 0 is the centre."
            " The step is at most each of both, its inverse at most their inverses' sum."
        ),
    ),
    Claim(
        "bassily/alg5/update",
        "Section 6, Algorithm 5, line 8",
        Kind.ALGORITHM,
        "the step of the accelerated method",
        calc(
            AcceleratedExcess(_LOSS, _ORACLE, 1 / (2 * _BETA), _ROUNDS),
            "<=",
            4 * _BETA * _RADIUS**2 / (_ROUNDS * (_ROUNDS + 1)),
            by(_ANY_STEP.at({_ETA: 1 / (2 * _BETA), _NU: 0})),
            given=(_SMOOTH, _START, NoisyOracle(_ORACLE, _LOSS, 0)),
            crosschecks=(
                (
                    "exact runs against the wall",
                    FiniteCheck(
                        r"F(\theta_T^{ag})-\min_\Theta F\le\tfrac{4\beta R^2}{T(T+1)}",
                        "quadratics of curvature 1, 1/2, ..., 1/32 around 2, outside Theta = [-1, 1]; Huber functions around 1; "
                        "T = 1, 2, 4, 16 (64; not quick)",
                        accelerated.against_the_wall,
                    ),
                ),
            ),
        ),
        note=(
            "Read as the update of the papers that Lemma 6.1 cites, Lan 2012 and Cotter et al. 2011, as the lemma"
            " says only that there are settings. Line 8 as listed starts from theta^md and does not project; what"
            " that does at the usual schedule is bassily/own/listed-update, and no schedule is excluded."
        ),
    ),
    Claim(
        "bassily/own/listed-update",
        "to Section 6, Algorithm 5, line 8",
        Kind.ALGORITHM,
        "the step from theta^md, at the schedule of the accelerated method",
        None,
        FiniteCheck(
            r"\theta_{t+1}=\theta_t^{md}-\eta_t\nabla F(\theta_t^{md}),\ a_t=\tfrac2{t+1},\ \eta_t=\tfrac t{4\beta}:\ "
            r"F(\theta_T^{ag})-\min F>\tfrac{4\beta R^2}{T(T+1)}",
            "one quadratic, T = 64, no noise",
            accelerated.printed_update,
            ">",
        ),
        note="So the line has to be read as that of the cited papers for this schedule. With gamma_t = 1 it is plain gradient descent, for "
        "which long steps of varying length are known to beat 1/T.",
    ),
)
