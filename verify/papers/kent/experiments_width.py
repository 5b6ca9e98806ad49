"""kent A.2, Figures 6 to 8: the sensitivity to C in Delta_C = C (log(n T alpha^2)/T)^(1/2), by exact risks.

"Decays, then rises": no C has a risk more than 5% above those of a smaller and of a larger C both, and the best C is
at neither end; that is the criterion of verify/experiments/sayings.py in a form without the best C. Criteria of our
own: "large" is beyond "slight", that is more than twice the least; a curve "starts to rise" at its best C; the effects
of a small C are "more adverse" where the risk, for each C below the best one of all shapes, is larger up to 5%.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import arb

from upperbounds.mean.kent import tuned
from verify.claim import Claim, Kind, Severity
from verify.experiments.kent_mean import EPSILONS, PAPER_CONSTANTS, SHAPES, SHIFT
from verify.experiments.sayings import COINCIDE, GRACEFUL, SLIGHT, SUITABLE, UNEVEN
from verify.experiments.shifted import ShiftedRisk
from verify.experiments.shifted_data import ShiftedBeta
from verify.outcome import Exact, Settings, as_arb, enclosure
from verify.papers.kent.experiments import ball, by_waves, enclosed, exactly, shifted_signs
from verify.risk import BetaLaw, SignLaw, average_risk, exact_risk
from verify.statements import Case, FiniteCheck, Whole

_DOUBLING = (0.01, 0.02, 0.04, 0.05, 0.08, 0.1, 0.16, 0.2, 0.25, 0.32, 0.4, 0.5, 0.64, 0.8, 1.0)
"""A part of the paper's constants that holds doubles."""

_FEW = (0.1, 0.25, 0.3, 0.4, 0.5, 0.8, 1.0)
_SOME_SHAPES = (0.1, 1.0, 5.0)
_WITHIN = 4
_STEEP = 1.2
"""By how much a risk may be above those on both sides where the number of bins drops between them."""
_ROOM = 10


def _times(factor: float, risk: arb) -> arb:
    return as_arb(exactly(factor)) * risk


@lru_cache(maxsize=4096)
def beta(shape: float, eps: float, constant: float) -> arb:
    """Setting 1: the risk at mean 0."""
    risk = exact_risk(tuned(200, 100, eps, 1.0, constant), BetaLaw(shape))
    return ball(risk.value, risk.error)


@lru_cache(maxsize=2048)
def shifted_beta(shape: float, eps: float, constant: float) -> arb:
    """The same, averaged over a shift as in Setting 2."""
    estimator = tuned(200, 100, eps, 1.0, constant)
    return enclosed(ShiftedRisk(estimator, ShiftedBeta(shape), -SHIFT, SHIFT).settled(2e-3))


@lru_cache(maxsize=8192)
def signs(users: int, samples: int, eps: float, constant: float) -> arb:
    """Setting 2: the average risk of Rad(1/2) + U."""
    return enclosed(shifted_signs(tuned(users, samples, eps, 1.0, constant)).settled(2e-3))


def _shapes(settings: Settings) -> tuple[float, ...]:
    return _SOME_SHAPES if settings.quick else SHAPES


def _curves(settings: Settings) -> Iterator[tuple[float, float, dict[float, arb]]]:
    """Setting 1: alpha, the shape, and the risks by C."""
    for eps in EPSILONS[:3]:
        for shape in _shapes(settings):
            yield eps, shape, {c: beta(shape, eps, c) for c in (_DOUBLING if settings.quick else PAPER_CONSTANTS)}


def least_at(curve: Mapping[float, arb]) -> Exact:
    """The best C: exactly where the risks' errors leave one, else enclosed."""
    most = min(float(risk.upper()) for risk in curve.values())
    found = [exactly(c) for c, risk in curve.items() if float(risk.lower()) <= most]
    return found[0] if len(found) == 1 else as_arb(min(found)).union(as_arb(max(found)))


def _lowest(curve: Mapping[float, arb]) -> float:
    return min(curve, key=lambda c: float(curve[c].mid()))


def _no_hump(curve: Mapping[float, arb], told: dict[str, Any], uneven: float = UNEVEN) -> Iterator[Case]:
    """No C above `uneven` times both a smaller and a larger one; the risks at the ends above the least."""
    constants = list(curve)
    for i in range(1, len(constants) - 1):
        here = curve[constants[i]]
        before = min((curve[c] for c in constants[:i]), key=lambda risk: float(risk.mid()))
        after = min((curve[c] for c in constants[i + 1 :]), key=lambda risk: float(risk.mid()))
        yield Case(told | {"C": constants[i]}, here, _times(uneven, before.max(after)))
    least = curve[_lowest(curve)]
    for end in (constants[0], constants[-1]):
        yield Case(told | {"C": end, "what": "an end is above the least"}, least, curve[end])


def _small(settings: Settings) -> Iterator[Case]:
    for eps, shape, curve in _curves(settings):
        told = {"alpha": eps, "p": shape, "best C": _lowest(curve)}
        yield Case(told, _times(SLIGHT, curve[_lowest(curve)]), curve[0.01])


def _decay(settings: Settings) -> Iterator[Case]:
    """First three neighbouring constants at alpha = 1, p = 5."""
    before, here, after = (beta(5.0, 1.0, c) for c in (0.19, 0.2, 0.21))
    told = {"alpha": 1.0, "p": 5.0, "C": [0.19, 0.2, 0.21], "at 0.19 and 0.21": [enclosure(before), enclosure(after)]}
    again = by_waves(tuned(200, 100, 1.0, 1.0, 0.2), BetaLaw(5.0))
    yield Case(told, here, _times(UNEVEN, before.max(after)), again)
    for eps, shape, curve in _curves(settings):
        yield from _no_hump(curve, {"alpha": eps, "p": shape})


def _decay_on_average(settings: Settings) -> Iterator[Case]:
    """The same with the shift's average."""
    for eps in (1.0,) if settings.quick else EPSILONS[:3]:
        for shape in (1.0, 5.0) if settings.quick else SHAPES:
            constants = (0.05, 0.19, 0.2, 0.21, 0.3, 0.5, 1.0) if settings.quick else _DOUBLING
            curve = {c: shifted_beta(shape, eps, c) for c in constants}
            yield from _no_hump(curve, {"alpha": eps, "p": shape})


def _graceful(settings: Settings) -> Iterator[Case]:
    for eps, shape, curve in _curves(settings):
        for c, risk in curve.items():
            double = round(2 * c, 2)
            if c >= _lowest(curve) and double in curve:
                told = {"alpha": eps, "p": shape, "C": c}
                yield Case(told, curve[double], _times(GRACEFUL, risk))


def _adverse(settings: Settings) -> Iterator[Case]:
    """Risks of neighbouring shapes, the signs of variance 1 before them all, at every C below the best ones."""
    curves = {(eps, shape): curve for eps, shape, curve in _curves(settings)}
    for eps in EPSILONS[:3]:
        shapes = _shapes(settings)
        most = min(_lowest(curves[eps, shape]) for shape in shapes)
        for c in (c for c in curves[eps, shapes[0]] if c < most):
            for larger, smaller in pairwise(shapes):
                told = {"alpha": eps, "C": c, "p": [larger, smaller]}
                yield Case(told, curves[eps, smaller][c], _times(UNEVEN, curves[eps, larger][c]))


def _rademacher(settings: Settings) -> Iterator[Case]:
    """p = 0.1 against the limit of small p, in the average over the shift that Setting 2 takes."""
    for eps in (1.0,) if settings.quick else EPSILONS[:3]:
        for c in (0.05, 0.1, 0.2):
            told = {"alpha": eps, "C": c}
            yield Case(told, shifted_beta(0.1, eps, c), _times(UNEVEN, signs(200, 100, eps, c)))


def _coincide(settings: Settings) -> Iterator[Case]:
    """C = 1: each shape, and the signs of mean 0, against the flattest shape."""
    for eps in EPSILONS[:3]:
        flattest = beta(SHAPES[-1], eps, 1.0)
        law = exact_risk(tuned(200, 100, eps, 1.0, 1.0), SignLaw(0.0))
        risks = {f"p = {p:g}": beta(p, eps, 1.0) for p in SHAPES[:-1]} | {"signs": ball(law.value, law.error)}
        for name, risk in risks.items():
            yield Case({"alpha": eps, "C": 1.0, "data": name}, risk.max(flattest), _times(COINCIDE, risk.min(flattest)))


def _over_at(eps: float, shape: float, *, again: bool = False) -> Case:
    """Twice the best C of the paper's hundred against half of it."""
    curve = {c: beta(shape, eps, c) for c in PAPER_CONSTANTS}
    c = _lowest(curve)
    second = by_waves(tuned(200, 100, eps, 1.0, 2 * c), BetaLaw(shape)) if again else None
    return Case({"alpha": eps, "p": shape, "best C": c}, beta(shape, eps, 2 * c), beta(shape, eps, c / 2), second)


def _over(settings: Settings) -> Iterator[Case]:
    yield _over_at(0.5, 0.1, again=True)
    yield from (_over_at(eps, shape) for eps in EPSILONS[:3] for shape in _shapes(settings))


def _over_beyond(settings: Settings) -> Iterator[Case]:
    shapes = (5.0,) if settings.quick else SHAPES
    yield from (_over_at(eps, shape) for eps in EPSILONS[1:3] for shape in shapes)


_CELLS = (100, 100), (300, 100), (100, 500)
"""Of Figures 7 and 8: (n, T)."""


def curve_of_signs(users: int, samples: int, eps: float, settings: Settings) -> dict[float, arb]:
    """Setting 2: the risks by C."""
    return {c: signs(users, samples, eps, c) for c in (_FEW if settings.quick else PAPER_CONSTANTS)}


_STEP = (0.42, 0.46, 0.48)
"""Constants at n = T = 100, alpha = 1 between which the number of bins drops from 8 to 7."""


def _rise(settings: Settings) -> Iterator[Case]:
    """First the step at n = T = 100: the risk between two smaller ones."""
    before, here, after = (signs(100, 100, 1.0, c) for c in _STEP)
    bins = [tuned(100, 100, 1.0, 1.0, c).bins.count for c in _STEP]
    told = {"n": 100, "T": 100, "alpha": 1.0, "C": list(_STEP), "bins": bins}
    average = average_risk(tuned(100, 100, 1.0, 1.0, _STEP[1]), -SHIFT, SHIFT, relative=5e-3, most=205)
    again = ball(average.value, average.error)
    yield Case(
        told | {"at the others": [enclosure(before), enclosure(after)]}, here, _times(UNEVEN, before.max(after)), again
    )
    for users, samples in _CELLS:
        cell = {"n": users, "T": samples, "alpha": 1.0}
        yield from _no_hump(curve_of_signs(users, samples, 1.0, settings), cell)


def _rise_in_steps(settings: Settings) -> Iterator[Case]:
    """The same with room for the steps, on a grid that holds one."""
    for users, samples in _CELLS:
        cell = {"n": users, "T": samples, "alpha": 1.0}
        curve = curve_of_signs(users, samples, 1.0, settings)
        curve |= {c: signs(users, samples, 1.0, c) for c in _STEP}
        yield from _no_hump(dict(sorted(curve.items())), cell, _STEEP)


def _earlier(cells: Sequence[tuple[int, int]], settings: Settings) -> Iterator[Case]:
    """The best C at n = T = 100 against that of the others."""
    for eps in (1.0,):
        own = least_at(curve_of_signs(100, 100, eps, settings))
        for users, samples in cells:
            other = least_at(curve_of_signs(users, samples, eps, settings))
            yield Case({"n": users, "T": samples, "alpha": eps}, own, other, _own_again(settings.quick))


@lru_cache(maxsize=2)
def _own_again(quick: bool) -> Exact:
    """The best C at n = T = 100, alpha = 1 by the rules of Gauss and Kronrod; in full on a tenth of the constants."""
    constants = _FEW if quick else PAPER_CONSTANTS[9::10] + _STEP
    found = {c: average_risk(tuned(100, 100, 1.0, 1.0, c), -SHIFT, SHIFT, relative=5e-3, most=105) for c in constants}
    return least_at({c: ball(average.value, average.error) for c, average in found.items()})


def _earliest(settings: Settings) -> Iterator[Case]:
    yield from _earlier(_CELLS[1:], settings)


def _earliest_in_samples(settings: Settings) -> Iterator[Case]:
    """Figure 8: the earliest; Figure 7: the latest."""
    cells = _CELLS[1:]
    yield from _earlier([cell for cell in cells if cell[0] == 100], settings)
    for eps in (1.0,):
        own = least_at(curve_of_signs(100, 100, eps, settings))
        for users, _ in (cell for cell in cells if cell[1] == 100):
            other = least_at(curve_of_signs(users, 100, eps, settings))
            yield Case({"n": users, "T": 100, "alpha": eps}, other, own)


def _chosen(eps: float) -> float:
    """C_alpha of the paper."""
    return 0.5 if eps <= 1 else 0.25


def _suitable(settings: Settings) -> Iterator[Case]:
    """First n = 100, T = 500, alpha = 2 against the single constant 0.4."""
    estimator = tuned(100, 500, 2.0, 1.0, _chosen(2.0))
    average = average_risk(estimator, -SHIFT, SHIFT, relative=5e-3, most=205)
    told = {"n": 100, "T": 500, "alpha": 2.0, "C": _chosen(2.0), "against C": 0.4}
    left = signs(100, 500, 2.0, _chosen(2.0))
    yield Case(told, left, _times(SUITABLE, signs(100, 500, 2.0, 0.4)), ball(average.value, _ROOM * average.error))
    yield from _within(SUITABLE, settings)


def _suitable_within(settings: Settings) -> Iterator[Case]:
    yield from _within(_WITHIN, settings)


def _within(factor: float, settings: Settings) -> Iterator[Case]:
    for eps in EPSILONS[1:3]:
        for users, samples in _CELLS:
            constants = (0.25, 0.4, 0.5, 0.8) if settings.quick else PAPER_CONSTANTS
            for c in constants:
                told = {"n": users, "T": samples, "alpha": eps, "against C": c}
                chosen = signs(users, samples, eps, _chosen(eps))
                yield Case(told, chosen, _times(factor, signs(users, samples, eps, c)))


_ONE = "n = 200, T = 100, alpha = 0.5, 1, 2, mean 0; quick: p = 0.1, 1, 5 and 15 of the 100 constants; full: all"
_TWO = (
    "Rad(1/2) + U; alpha = 1 (and 2, for C_alpha), (n, T) = (100, 100), (300, 100), (100, 500); quick: up to 7 of the "
    "100 constants; full: all"
)
_NAMES = ("small", "decay", "graceful", "adverse", "rademacher", "coincide", "over", "rise", "earliest", "suitable")
_PARTS = tuple(f"kent/experiment6/{name}" for name in _NAMES)
_SETTING_1, _SETTING_2 = "Appendix A.2, Setting 1, Figure 6", "Appendix A.2, Setting 2, Figures 7 and 8"
_HUMP = r"R(C)\le1.05\max\{R(C'),R(C'')\},\ C'<C<C'';\quad\min_CR(C)<R(0.01),R(1)"

CLAIMS = (
    Claim(
        "kent/experiment6/small",
        _SETTING_1,
        Kind.EXPERIMENT,
        "C too small gives a large error",
        FiniteCheck(r"R(0.01)\ge2\min_CR(C)", _ONE, _small),
    ),
    Claim(
        "kent/experiment6/decay",
        _SETTING_1,
        Kind.EXPERIMENT,
        "the error decays to a minimum, then rises",
        FiniteCheck(_HUMP, "C = 0.19, 0.20, 0.21 at alpha = 1, p = 5; then " + _ONE, _decay),
        FiniteCheck(
            r"\text{the same of }E_UR,\quad U\sim\mathrm{Unif}[-0.3,0.3]",
            "quick: alpha = 1, p = 1, 5, seven constants; full: alpha = 0.5, 1, 2, the five p, 15 constants",
            _decay_on_average,
        ),
        "averaged over a shift it does; at mean 0, as in Setting 1, the curve is a saw",
        Severity.CONSTANT,
        "kent/thm6/upper1",
        "With C the bins' edges move past the mean, which stays at 0: the risk jumps by factors up to four between neighbouring "
        "C. The paper averages over shifts everywhere but here.",
    ),
    Claim(
        "kent/experiment6/graceful",
        _SETTING_1,
        Kind.EXPERIMENT,
        "the rise after the minimum is graceful",
        FiniteCheck(r"R(2C)\le2^{5/2}R(C),\quad C\ge C^\ast", _ONE, _graceful),
        note="The noise alone makes it 2^2.",
    ),
    Claim(
        "kent/experiment6/adverse",
        _SETTING_1,
        Kind.EXPERIMENT,
        "a small C hurts the laws of larger variance more",
        FiniteCheck(r"R_{p'}(C)\le1.05\,R_p(C),\quad p<p',\ C<\min_pC^\ast_p", _ONE, _adverse),
    ),
    Claim(
        "kent/experiment6/rademacher",
        "Appendix A.2, summary",
        Kind.EXPERIMENT,
        "a small C hurts the Rademacher law most",
        FiniteCheck(
            r"E_UR_{p=0.1}(C)\le1.05\,E_UR_{\mathrm{Rad}}(C),\quad C\in\{0.05,0.1,0.2\}",
            "n = 200, T = 100, alpha = 1 (full: and 0.5, 2), averaged over the shift",
            _rademacher,
        ),
    ),
    Claim(
        "kent/experiment6/coincide",
        _SETTING_1,
        Kind.EXPERIMENT,
        "the errors coincide for large C",
        FiniteCheck(
            r"\max_pR_p(1)\le1.1\min_pR_p(1)", "C = 1; the five p, and signs of mean 0; alpha = 0.5, 1, 2", _coincide
        ),
    ),
    Claim(
        "kent/experiment6/over",
        _SETTING_1,
        Kind.EXPERIMENT,
        "it is better to take C too large than too small",
        FiniteCheck(
            r"R(2C^\ast)\le R(C^\ast/2)", "alpha = 0.5, p = 0.1 first; best of the 100 constants; " + _ONE, _over
        ),
        FiniteCheck(
            r"R(2C^\ast)\le R(C^\ast/2),\quad\alpha\in\{1,2\}",
            "best of the 100 constants; p = 5 (full: the five p)",
            _over_beyond,
        ),
        "at alpha = 1 and 2; at alpha = 0.5 twice the best C is worse than half of it",
        Severity.CONSTANT,
        "kent/thm6/upper1",
    ),
    Claim(
        "kent/experiment6/rise",
        _SETTING_2,
        Kind.EXPERIMENT,
        "the error decays, then rises, for all n and T",
        FiniteCheck(
            _HUMP.replace("0.01", r"C_{\min}"), "n = T = 100, alpha = 1, C = 0.42, 0.46, 0.48; then " + _TWO, _rise
        ),
        FiniteCheck(
            _HUMP.replace("0.01", r"C_{\min}").replace("1.05", "1.2"),
            _TWO + "; and the three constants",
            _rise_in_steps,
        ),
        "it does but for steps of a tenth, down where the number of bins drops",
        Severity.CONSTANT,
        "kent/thm6/upper1",
        "N = ceil(1/Delta) bins cover [-1, 1] and more; between two of its jumps the risk rises with C, at a jump fewer bins "
        "leave fewer wrong ones. At n = T = 100 the least risk over a tooth is at its left end.",
    ),
    Claim(
        "kent/experiment6/earliest",
        _SETTING_2,
        Kind.EXPERIMENT,
        "the curve of n = T = 100 starts to rise earliest in C",
        FiniteCheck(r"C^\ast(100,100)\le C^\ast(n,T)", _TWO, _earliest),
        FiniteCheck(
            r"C^\ast(100,100)\le C^\ast(100,T),\quad C^\ast(n,100)\le C^\ast(100,100)", _TWO, _earliest_in_samples
        ),
        "earliest in Figure 8, where T grows; in Figure 7, where n grows, it is the last to rise",
        Severity.CONSTANT,
        "kent/thm6/upper1",
        "More users find the bin at a smaller width, more samples leave more bins to tell apart.",
    ),
    Claim(
        "kent/experiment6/suitable",
        "Appendix A.2, the choice of C_alpha",
        Kind.EXPERIMENT,
        "C_alpha = 0.5, 0.25 is suitable",
        FiniteCheck(r"R(C_\alpha)\le2\min_CR(C)", "n = 100, T = 500, alpha = 2 first; " + _TWO, _suitable),
        FiniteCheck(r"R(C_\alpha)\le4\min_CR(C)", _TWO, _suitable_within),
        "within a factor 4 of the best C, not within 2",
        Severity.CONSTANT,
        "kent/thm6/upper1",
        "The factor 2 is our reading of suitable. At n = 100, T = 500, alpha = 2 the constant 0.25 is too small.",
    ),
    Claim(
        "kent/experiment6",
        "Appendix A.2, Settings 1 and 2 of Delta_C",
        Kind.EXPERIMENT,
        "what is said of the tuning constant C",
        Whole(r"\text{the sentences on Figures 6, 7, 8}", _PARTS),
        Whole(r"\text{the sentences, as corrected}", _PARTS, as_corrected=True),
        "the smooth shape in Figure 6 needs a shift and room for steps; n = T = 100 rises earliest in T only; C_alpha is within a factor 4",
        Severity.CONSTANT,
        "kent/thm6/upper1",
        "About Delta_C only: the settings on sparse means are not judged here.",
    ),
)
