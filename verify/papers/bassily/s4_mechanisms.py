"""bassily Theorems 4.1 and 4.3 as mechanisms that run: their privacy as wholes, and, ours, their risk on user means.

Data in the ball of radius D; a user's input is the mean of m samples. The estimators that ship have gamma = 1/(nm).
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Integer, Min, Rational, exp, log, sqrt, tanh

from verify.kernel.calculus import Chain, Comparison, Grant, WholeNumber, integer, law, let, line, real, words
from verify.kernel.calculus.facts.privacy import Profile
from verify.kernel.calculus.values import value
from verify.kernel.statements import AllOf, FiniteCheck, Statement
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.bassily.instances import mechanisms as compositions
from verify.papers.bassily.instances.mean_estimators import gaussian_delta
from verify.papers.bassily.nouns import MODELS, Failed, MeanError, MeansScattered, NormTail, SplitLocalMean, WithinBall
from verify.papers.bassily.s2_preliminaries.def2_6_concentration import SPARE, TAIL
from verify.papers.bassily.s4_1_central_mean import PRIVATE
from verify.papers.bassily.s4_2_local_mean import BOTH_MESSAGES

_USERS, _DRAWS, _DIM, _BINS = (integer(letter, least=1) for letter in "nmdt")
_EPS, _DELTA, _BALL, _LAW = (
    real("epsilon", above=0, most=1),
    real("delta", above=0, most=Rational(1, 2)),
    real("D", above=0),
    law("P"),
)
_LEVEL, _RADIUS = real("gamma", above=0, most=1), real("C", above=0)
_INSIDE = WithinBall(_LAW, _BALL)
_BEYOND = NormTail(_LAW, _DRAWS, _BALL / sqrt(_DRAWS) + _BALL / sqrt(_DRAWS) * sqrt(2 * log(_USERS / _LEVEL)))
OWN_CONCENTRATION = Claim(
    "bassily/own/concentration",
    "ours, for Theorems 4.1 and 4.3: the radius tau of user means",
    Kind.INEQUALITY,
    "means of m vectors of a ball are (tau, gamma)-concentrated",
    corrected=line(
        MeansScattered(
            _LAW, _USERS, _DRAWS, _BALL / sqrt(_DRAWS) + _BALL / sqrt(_DRAWS) * sqrt(2 * log(_USERS / _LEVEL))
        ),
        given=(_INSIDE,),
    )
    .le(
        _USERS * _BEYOND,
        words(
            "The union bound over the users.",
            Comparison(
                MeansScattered(
                    _LAW, _USERS, _DRAWS, _BALL / sqrt(_DRAWS) + _BALL / sqrt(_DRAWS) * sqrt(2 * log(_USERS / _LEVEL))
                ),
                "<=",
                _USERS * _BEYOND,
            ),
            leans=("kent/own/norm-tail",),
        ),
    )
    .le(_LEVEL, TAIL.at({real("L", above=0): _BALL, SPARE: _BALL / sqrt(_DRAWS) * sqrt(2 * log(_USERS / _LEVEL))}))
    .crosschecked(
        "signs, exact",
        r"P(\max_i|\bar X_i-\mu|>\tau)\le\gamma",
        "d = 1; m = 1, 4, 25, 100; P(X = 1) = 1/2, 9/10; n = 1, 10; gamma = 1/2, 1/100",
        compositions.concentrated(),
    ),
    note="Bounded vectors need no dimension in tau. Vectors that are sub-Gaussian in every direction do, and "
    "sigma sqrt(2 log(2n/gamma)) of Section 2 lacks it (bassily/sec2a).",
)
_GRID = "epsilon = 0.1, 0.37, 0.5, 0.73, 1; delta = 1/2, 1/200, 10^-5, 10^-8"
_SHAPES = "(n, m, d) = (64, 10^4, 4), (5000, 10^4, 4), (75,000, 10^4, 4), (4000, 1, 16), (10^6, 50, 64), (32, 10, 1)"


_CENTRAL_PLAN = (
    r"\sigma=\tfrac{4C}{n\varepsilon}\sqrt{2\log\tfrac5{2\delta}},\ "
    r"\varepsilon_r=\tfrac\varepsilon{4\sqrt{2d\log(2/\delta)}}\text{ for each of }d\text{ ranges}"
)
_AT_PLAN = (
    r"\tau'=\min(1,\tau\rho/\sqrt d),\ C=\tau(1+2\rho),\ \tau=\tfrac{1+\sqrt{2\log(n^2m)}}{\sqrt m},\ "
    r"\rho=\sqrt{2\log(8n^2md)},\ "
)
"""What the mechanism runs with, at R = 1 and gamma = 1/(nm): half the width of a bin, and the ball of a truncated point."""


def _constants(model: compositions.Model, plan: str) -> tuple[str, Statement]:
    """The constants with which a mechanism runs are those of its claim."""
    return (
        "the constants with which it runs",
        FiniteCheck(
            rf"{_AT_PLAN}{plan};\text{{ each as it runs, to }}10^{{-9}}\text{{ of it}}",
            f"{_SHAPES}; epsilon = 0.37, 1; delta = 1/2, 10^-8; R = 1, gamma = 1/(nm)",
            compositions.constants(model),
        ),
    )


def _exact_divergence(model: compositions.Model, shapes: tuple[tuple[int, int, int], ...], plan: str) -> Statement:
    """The divergence at epsilon of all that the mechanism releases of a user, at its constants."""
    over = ", ".join(f"({d}, {n}, {m})" for n, m, d in shapes)
    return FiniteCheck(
        rf"\delta_{{exact}}(\varepsilon)\le\delta,\ {_AT_PLAN}{plan}",
        f"{_GRID}; (d, n, m) = {over}; R = 1, gamma = 1/(nm); in balls, and again by the profile that ships",
        compositions.spends(model, shapes),
    )


THM4_1_MECHANISM = Claim(
    "bassily/own/thm4.1-mechanism",
    "for Section 4.1, Theorem 4.1, and Appendix B.1: the mechanism with all constants, as it runs",
    Kind.ALGORITHM,
    "the central mean estimator, all that it releases",
    corrected=PRIVATE.beside(
        (
            "the exact divergence of a pair that dominates all, d ranges and the noise",
            _exact_divergence(compositions.CENTRAL, ((5000, 100, 1), (5000, 100, 4), (5000, 100, 64)), _CENTRAL_PLAN),
        ),
        _constants(compositions.CENTRAL, _CENTRAL_PLAN),
    ),
    note="The exact divergence is far below delta, for Theorem 2.4 and the Gaussian mechanism are both loose. In "
    "the central model one user's change moves the mean of the truncated points by 2C/n.",
)
_LOCAL_PLAN = (
    r"\sigma=\tfrac C\varepsilon\sqrt{32\log\tfrac5{4\delta}},\ \varepsilon_r=\tfrac\varepsilon2\text{ for the votes}"
)
_SPLIT_NOISE = let(r"\sigma", _RADIUS / _EPS * sqrt(8 * log(5 / (4 * _DELTA))))
_SPLIT_MEAN = SplitLocalMean(_RADIUS, _SPLIT_NOISE, _USERS, _DIM, _EPS, _BINS)


def _points_apart() -> Iterator[Point]:
    """The exact divergence of the Gaussian message, two points of the ball of radius C being 2C apart at most."""
    for epsilon_, delta_ in product(
        (Fraction(1, 10), Fraction(1, 2), Fraction(1)), (Fraction(1, 10**8), Fraction(1, 100), Fraction(1, 2))
    ):
        values = {_RADIUS: Fraction(3), _EPS: epsilon_, _DELTA: delta_}
        yield values, gaussian_delta(as_arb(epsilon_), 2 * 3 / as_arb(value(_SPLIT_NOISE, values)))


_SPLIT = at_points(
    line(Profile(_SPLIT_MEAN, _EPS)).le(
        _DELTA,
        words(
            "Each user sends one message: of Algorithm 2 at epsilon, or a point truncated to a ball, of sensitivity 2C, with the Gaussian mechanism's noise.",
            Comparison(Profile(_SPLIT_MEAN, _EPS), "<=", _DELTA),
            given=(Comparison(2 * _RADIUS / _EPS * sqrt(2 * log(5 / (4 * _DELTA))), "<=", _SPLIT_NOISE),),
            leans=("bassily/thm4.3/privacy", "bassily/thm4.3/utility", "bassily/alg2/privacy", "bassily/own/gaussian"),
        ),
    ),
    "exact divergences of the noisy points",
    "C = 3; epsilon = 1/10, 1/2, 1; delta = 10^-8, 1/100, 1/2",
    _points_apart,
)
THM4_3_MECHANISM = Claim(
    "bassily/thm4.3/mechanism",
    "Section 4.2, Theorem 4.3: the mechanism, as it runs",
    Kind.ALGORITHM,
    "the local mean estimator, both messages of a user",
    says=(
        r"\varepsilon\in(0,1),\ \delta\in(0,\frac{1}{k}):\ \text{Algorithm 1 with Algorithm 3 at "
        r"}\varepsilon'=\varepsilon/2\text{ as CrudeMean},\ C=\tau\sqrt{\log(dn/\gamma)},\ "
        r"\sigma=\frac{C\sqrt{8\log(1.25/\delta)}}{\varepsilon}\text{ is }(\varepsilon,\delta)\text{-LDP}"
    ),
    match=Match.READING,
    differs="the privacy sentence alone, as the exact divergence of what a user sends",
    printed=FiniteCheck(
        r"\sigma=\tfrac C\varepsilon\sqrt{8\log(1.25/\delta)}\text{ after Algorithm 3 at "
        r"}\tfrac\varepsilon2:\ \delta_{exact}(\varepsilon)\le\delta",
        "n = 64, m = 10^4, d = 4, epsilon = 1/2, delta = 10^-8; in balls, and again by the profile that ships",
        compositions.spends(compositions.PRINTED, ((64, 10**4, 4),), ((0.5, 1e-8),)),
    ),
    corrected=AllOf(
        "",
        {
            "both messages of a user": BOTH_MESSAGES.beside(
                (
                    "the exact divergence of both messages",
                    _exact_divergence(compositions.LOCAL, ((64, 10**4, 1), (64, 10**4, 4), (4000, 1, 16)), _LOCAL_PLAN),
                ),
                _constants(compositions.LOCAL, _LOCAL_PLAN),
            ),
            "one message each": _SPLIT,
        },
    ),
    correction="sqrt(32) for sqrt(8), and the larger C, as in the parts; or let different users answer the two "
    "questions",
    severity=Severity.PRIVACY,
    theorem="bassily/thm3.2",
    note="The exact divergence is in bassily/own/printed-noise.",
    root="bassily/thm4.3/privacy",
)
OWN_PRINTED_NOISE = Claim(
    "bassily/own/printed-noise",
    "to Section 4.2, Theorem 4.3",
    Kind.PRIVACY,
    "what Theorem 4.3's mechanism spends as printed",
    corrected=FiniteCheck(
        r"\varepsilon=\tfrac12,\ \delta=10^{-8}:\ 827\,\delta<\delta_{exact}(\varepsilon)",
        "n = 64, m = 10^4, d = 4; in balls, and again by the profile that ships",
        compositions.spends(compositions.PRINTED, ((64, 10**4, 4),), ((0.5, 1e-8),), multiple=827),
        ">",
    ),
    note="828 times the nominal delta. The factor grows as delta falls; at epsilon = 1/10, delta = 1/1000 the "
    "mechanism is within its budget, as the classical noise of the Gaussian mechanism is more than is "
    "needed.",
)


def _shipped(model: compositions.Model) -> tuple[str, Statement]:
    """The bound that the estimator ships with is that of its claim."""
    return (
        "what the program gives",
        FiniteCheck(
            r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
            f"{_SHAPES}; epsilon = 0.37, 1; delta = 10^-6; gamma = 1/(nm)",
            compositions.shipped(model),
        ),
    )


def _tau(level: Any) -> Any:
    """The radius of user means."""
    return _BALL / sqrt(_DRAWS) * (1 + sqrt(2 * log(_USERS / level)))


def _cell(level: Any) -> Any:
    """Half of the width of a bin."""
    return let(r"\tau'", _tau(level) * sqrt(2 * log(8 * _USERS * _DIM / level) / _DIM))


def _reach(level: Any) -> Any:
    """Where points are truncated."""
    return let("C", _tau(level) * (1 + 2 * sqrt(2 * log(8 * _USERS * _DIM / level))))


_BUDGET = let(r"\varepsilon_r", _EPS / (4 * sqrt(2 * _DIM * log(2 / _DELTA))))
_VOTES, _RANGES = (
    _DIM * _BINS * exp(-(tanh(_EPS / 8) ** 2) * _USERS / (4 * _DIM)),
    _DIM * _BINS * exp(-_BUDGET * _USERS / 4),
)
_LOCAL_LEANS = ("bassily/own/concentration", "bassily/lemma4.2/a", "bassily/lemmaB.1/c/others", "bassily/lemma4.2/b")
_CENTRAL_LEANS = ("bassily/own/concentration", "bassily/lemma4.2/a", "bassily/own/alg6-utility", "bassily/thm4.1")


def _noise(local: bool, level: Any) -> Any:
    """What the noise adds to the error."""
    if local:
        return _DIM * let(r"\sigma", _reach(level) / _EPS * sqrt(32 * log(5 / (4 * _DELTA)))) ** 2 / _USERS
    return _DIM * let(r"\sigma", 4 * _reach(level) / (_USERS * _EPS) * sqrt(2 * log(5 / (2 * _DELTA)))) ** 2


def _failed(local: bool, level: Any) -> tuple[Any, Any]:
    """Its probability, and why it is small."""
    chance = Failed(MODELS[local], _LAW, _USERS, _DRAWS, _DIM, _EPS, _DELTA, level, _BINS)
    most = Rational(5, 4) * level + (_VOTES if local else _RANGES)
    return chance, words(
        "The means are not concentrated, the rotation leaves a co-ordinate beyond tau', or a co-ordinate's range misses its data.",
        Comparison(chance, "<=", most),
        given=_setting(local, level),
        leans=_LOCAL_LEANS if local else _CENTRAL_LEANS,
    )


def _setting(local: bool, level: Any) -> tuple[Any, ...]:
    """Vectors of the ball, bins that cover it, and users who divide evenly among the co-ordinates."""
    covered = (Comparison(_BALL, "<=", _BINS * _cell(level)), Comparison((_BINS - 1) * _cell(level), "<", _BALL))
    return (_INSIDE, *covered, *((WholeNumber(_USERS / (2 * _DIM)),) if local else ()))


def _error(local: bool, level: Any) -> Any:
    return MeanError(MODELS[local], _LAW, _USERS, _DRAWS, _DIM, _EPS, _DELTA, level, _BINS)


def _bound(local: bool) -> Chain:
    """The bound that ships."""
    error, noise, (chance, why) = _error(local, _LEVEL), _noise(local, _LEVEL), _failed(local, _LEVEL)
    worst, small = (3 * _BALL + sqrt(_DIM) * (_BALL + 2 * _cell(_LEVEL))) ** 2, why.statement.conclusion.right
    return (
        line(error, given=_setting(local, _LEVEL))
        .le(
            _BALL**2 / (_USERS * _DRAWS) + noise + chance * worst,
            words(
                "Without a failure no point is truncated, and the error is that of the mean of all samples and of the noise; with one, a point is moved "
                "by at most its distance from the crude mean, which is within sqrt(d)(D + 2 tau') of the origin, and the mean is within 2D.",
                Comparison(error, "<=", _BALL**2 / (_USERS * _DRAWS) + noise + chance * worst),
                given=_setting(local, _LEVEL),
            ),
        )
        .le(
            _BALL**2 / (_USERS * _DRAWS) + noise + Min(1, small) * worst,
            line(chance, given=_setting(local, _LEVEL)).le(Min(1, chance)).le(Min(1, small), why),
        )
    )


_LOCAL_BOUND, _CENTRAL_BOUND = _bound(True), _bound(False)
OWN_LOCAL_BOUND = Claim(
    "bassily/own/local-bound",
    "ours, for Theorem 4.3 as corrected, on user means",
    Kind.UPPER_RATE,
    "the bound in the local model that ships with the estimator",
    corrected=_LOCAL_BOUND.beside(_shipped(compositions.LOCAL)),
    note="On average over the rotation. A projection to a ball around c moves a point by at most its distance "
    "from c. The noise is independent of votes and data, so that it enters once. d is the padded dimension.",
)

LOCAL, CENTRAL = Integer(38000), Integer(66000)
"""Constants of the privacy terms of the two rates."""
_RATES = "n at about the least value and 10 times that; d = 1, 16; m = 1, 10^4; epsilon = 0.37, 1; delta = 1/2, 10^-8"
_FALL_FROM, _FALL_TO = real("x"), real("y")
_ORDER = Comparison(_FALL_FROM, "<=", _FALL_TO)
_FALL = line(exp(-_FALL_TO), given=(_ORDER,)).le(exp(-_FALL_FROM), _ORDER)
_LOGS, _TWO_OR_MORE = real("Lambda", least=log(2)), real("x", least=2)
_ELEVEN, _SIXTEEN = (
    line((1 + sqrt(4 * _LOGS)) ** 2).le(11 * _LOGS),
    line((1 + 2 * sqrt(10 * _LOGS)) ** 2).le(80 * _LOGS),
)
_REST, _FIRST, _SECOND, _THIRD = (real("w", above=0), *(real(letter, least=log(2)) for letter in "pqr"))
_SPARED = (
    line(81 * _REST)
    .le(453 * log(2) ** 3 * _REST)
    .le(453 * _FIRST * _SECOND * _THIRD * _REST)
    .le(453 * _FIRST * _SECOND * _THIRD * _REST / _EPS**2)
)


_BASE = real("x", above=0)


def _squared(inside: Any, base: Any, several: Any, power: int = 2) -> Chain:
    """log(inside) <= power log(base)."""
    within = line(inside, given=(several,)).le(base**power)
    logs = line(log(_BASE**power)).le(power * log(_BASE)).at({_BASE: base})
    return line(log(inside), given=(several,)).le(log(base**power), within).le(power * log(base), logs)


def _fifth(factor: Any) -> Grant:
    """log(8nd factor N) <= 5 log(dN), N = nm >= 2."""
    all_ = _TWO_OR_MORE * _DIM
    fits = Comparison(_USERS, "<=", _TWO_OR_MORE)
    within = (
        line(8 * _DIM * factor * _TWO_OR_MORE * _USERS, given=(fits,))
        .le(8 * _DIM * factor * _TWO_OR_MORE**2, fits)
        .le(all_**5)
    )
    logs = line(log(_BASE**5)).le(5 * log(_BASE)).at({_BASE: all_})
    chain = line(log(within.start), given=(fits,)).le(log(all_**5), within).le(5 * log(all_), logs)
    return chain.at({_TWO_OR_MORE: _USERS * _DRAWS})


def _least(number: Any, several: Any) -> Chain:
    return line(log(2), given=(several,)).le(log(number), line(2, given=(several,)).le(number))


def _rate(local: bool) -> Chain:
    """The rate, at a gamma that the sample sizes give."""
    every = _USERS * _DRAWS if local else _DIM * _USERS * _DRAWS
    level, all_ = 1 / every, _DIM * _USERS * _DRAWS
    wanted, rate = (
        log(_DIM * _BINS * every),
        tanh(_EPS / 8) ** 2 * _USERS / (4 * _DIM) if local else _BUDGET * _USERS / 4,
    )
    enough, several = Comparison(wanted, "<=", rate), Comparison(2, "<=", _USERS * _DRAWS)
    error, noise, (chance, why) = _error(local, level), _noise(local, level), _failed(local, level)
    setting = _setting(local, level)
    given = (*setting, enough, several)
    rare = (
        line(chance, given=(*setting, enough))
        .le(why.statement.conclusion.right, why)
        .le(Rational(5, 4) * level + _DIM * _BINS * exp(-wanted), _FALL.at({_FALL_FROM: wanted, _FALL_TO: rate}))
        .eq(Rational(9, 4) * level)
    )
    share, most = (Rational(4, 3), 5 / (4 * _DELTA)) if local else (Rational(7, 3), 5 / (2 * _DELTA))
    factor = 1 / (_USERS * _EPS**2) if local else 1 / (_USERS**2 * _EPS**2)
    logs = log(every) * log(all_) * log(1 / _DELTA)
    one, two = (1 + sqrt(2 * log(_USERS / level))) ** 2, (1 + 2 * sqrt(2 * log(8 * _USERS * _DIM / level))) ** 2
    scale = _DIM * _BALL**2 * factor / _DRAWS
    apart = 32 * scale * one * two * log(most)
    small = _DIM * _BALL**2 * 81 * level
    spread = (
        line(one, given=(several,))
        .le(
            (1 + sqrt(4 * log(every))) ** 2,
            line(log(_USERS / level), given=(several,)).le(2 * log(every), _squared(_USERS / level, every, several)),
        )
        .le(11 * log(every), _ELEVEN.at({_LOGS: log(every)}), _least(every, several))
    )
    reached = (
        line(two, given=(several,))
        .le(
            (1 + 2 * sqrt(10 * log(all_))) ** 2,
            line(log(8 * _USERS * _DIM / level), given=(several,)).le(5 * log(all_), _fifth(every / (_USERS * _DRAWS))),
        )
        .le(80 * log(all_), _SIXTEEN.at({_LOGS: log(all_)}), _least(all_, several))
    )
    end = (1 if local else 82) * _BALL**2 / (_USERS * _DRAWS) + (LOCAL if local else CENTRAL) * scale * logs
    spared = (
        _SPARED.at(
            {
                _REST: _DIM * _BALL**2 / (_USERS * _DRAWS),
                _FIRST: log(every),
                _SECOND: log(all_),
                _THIRD: log(1 / _DELTA),
            }
        ),
        _least(every, several),
        _least(all_, several),
        line(log(2)).le(log(1 / _DELTA)),
    )
    return (
        line(error, given=given)
        .le(
            _BALL**2 / (_USERS * _DRAWS) + noise + chance * 36 * _DIM * _BALL**2,
            words(
                "As in the shipped bound: where tau' is at most D the error of a failure is at most 6 sqrt(d) D, and where it is more there is one bin and "
                "no point is truncated.",
                Comparison(error, "<=", _BALL**2 / (_USERS * _DRAWS) + noise + chance * 36 * _DIM * _BALL**2),
                given=setting,
                leans=("bassily/own/local-bound" if local else "bassily/own/central-bound",),
            ),
        )
        .le(_BALL**2 / (_USERS * _DRAWS) + noise + small, rare)
        .eq(_BALL**2 / (_USERS * _DRAWS) + apart + small)
        .le(
            _BALL**2 / (_USERS * _DRAWS)
            + 32 * scale * 11 * log(every) * 80 * log(all_) * share * log(1 / _DELTA)
            + small,
            spread,
            reached,
            line(log(most)).le(share * log(1 / _DELTA)),
        )
        .le(end, *(spared if local else ()))
    )


_LOCAL_RATE, _CENTRAL_RATE = _rate(local=True), _rate(local=False)
OWN_LOCAL_RATE = Claim(
    "bassily/own/local-rate",
    "ours, for Theorem 4.3 as corrected, on user means",
    Kind.UPPER_RATE,
    "the rate of the local mean, with a constant",
    corrected=_LOCAL_RATE.crosschecked(
        "the display at the least n and beyond",
        r"\text{display}\le\tfrac1{nm}+38000\,(\cdots)",
        _RATES,
        compositions.rate(compositions.LOCAL, int(LOCAL)),
    ),
    note="2d divides n and nm >= 2. d is a power of two, else the padded one.",
)
OWN_CENTRAL_BOUND = Claim(
    "bassily/own/central-bound",
    "ours, for Theorem 4.1, on user means",
    Kind.UPPER_RATE,
    "the bound in the central model that ships with the estimator",
    corrected=_CENTRAL_BOUND.beside(_shipped(compositions.CENTRAL)),
    note="At gamma = 1/(nm) the third term is of order d D^2/(nm), which is above the rate where n epsilon^2 is "
    "large: see bassily/own/central-rate.",
)
OWN_CENTRAL_RATE = Claim(
    "bassily/own/central-rate",
    "ours, for Theorem 4.1, on user means",
    Kind.UPPER_RATE,
    "the rate of the central mean, with a constant",
    corrected=_CENTRAL_RATE.crosschecked(
        "the display at the least n and beyond",
        r"\text{display}\le\tfrac{82}{nm}+66000\,(\cdots)",
        _RATES,
        compositions.rate(compositions.CENTRAL, int(CENTRAL)),
    ),
    note="nm >= 2. log(n/gamma) = log(d n^2 m) <= 2 log(dnm). d is a power of two, else the padded one.",
)


_SCATTERED = MeansScattered(_LAW, _USERS, _DRAWS, _tau(_LEVEL))
_ONE_MEAN = NormTail(_LAW, _DRAWS, _tau(_LEVEL))

CLAIMS = (
    OWN_CONCENTRATION,
    THM4_1_MECHANISM,
    THM4_3_MECHANISM,
    OWN_PRINTED_NOISE,
    OWN_LOCAL_BOUND,
    OWN_LOCAL_RATE,
    OWN_CENTRAL_BOUND,
    OWN_CENTRAL_RATE,
)
