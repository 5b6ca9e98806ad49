"""kent A.2, Setting 2, Figures 7 and 8, and the choice of C_alpha: the sensitivity to C by exact average risks.

The criteria are those of verify/papers/kent/experiments/sayings.py; a curve "starts to rise" at its best C.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product

from flint import arb

from upperbounds.mean.kent import tuned
from verify.kernel.statements import Case, FiniteCheck, Undecided, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Exact, Settings, as_arb, enclosure
from verify.papers.kent.appA2_sensitivity.setting1_figure6 import HUMP, no_hump, refined, signs, times
from verify.papers.kent.experiments.sayings import SUITABLE, UNEVEN
from verify.papers.kent.experiments.sweep_univariate import EPSILONS, PAPER_CONSTANTS, SHIFT
from verify.papers.kent.s6_1_1_mean.figure2_univariate import AVERAGED, ESTIMATED, ball, exactly
from verify.study.experiments.least import least
from verify.study.risk import average_risk

_FEW = (0.1, 0.25, 0.3, 0.4, 0.5, 0.8, 1.0)
_STEEP = 1.2
"""By how much a risk may be above those on both sides where the number of bins drops between them."""


_CELLS = (100, 100), (300, 100), (100, 500)
"""Of Figures 7 and 8: (n, T)."""


def curve_of_signs(n: int, m: int, epsilon: float, settings: Settings) -> dict[float, arb]:
    """Setting 2: the risks by C."""
    return {c: signs(n, m, epsilon, c) for c in (_FEW if settings.quick else PAPER_CONSTANTS)}


_STEP = (0.42, 0.46, 0.48)
"""Constants at n = T = 100, alpha = 1 between which the number of bins drops from 8 to 7."""


def _rise_in_steps(settings: Settings) -> Iterator[Case]:
    """The same with room for the steps, on a grid that holds one."""
    for eps, (users, samples) in product((1.0,) if settings.quick else EPSILONS, _CELLS):
        cell = {"n": users, "T": samples, "alpha": eps}
        curve = curve_of_signs(users, samples, eps, settings)
        curve |= {c: signs(users, samples, eps, c) for c in _STEP}
        yield from no_hump(dict(sorted(curve.items())), cell, _STEEP)


def _over_cells(quick: str, full: str) -> str:
    cells = "Rad(1/2) + U, (n, T) = (100, 100), (300, 100), (100, 500)"
    return f"{cells}; quick: alpha = {quick}, up to 7 of the 100 constants; full: alpha = {full}, all constants; {AVERAGED}"


_ALL = "0.5, 1, 2, 4"
_PLACE = "Appendix A.2, Setting 2, Figures 7 and 8"
EXPERIMENT6_RISE = Claim(
    "kent/experiment6/rise",
    _PLACE,
    Kind.EXPERIMENT,
    "the error decays, then rises, for all n and T",
    printed=Undecided(
        r"\text{Figures 7, 8: for every }n\text{ and }T\text{ the error falls in }C\text{ and then rises}",
        "the exact risks at all configurations of both figures",
    ),
    corrected=FiniteCheck(
        HUMP.replace("0.01", r"C_{\min}").replace("1.05", "1.2"),
        _over_cells("1", _ALL) + "; and the three constants",
        _rise_in_steps,
        granted=ESTIMATED,
    ),
    correction="for three of the figures' configurations, up to steps of a fifth",
    note="Up to steps of a fifth, which a curve of 500 repetitions does not resolve; the steps themselves are "
    "kent/own/teeth.",
)


def _tooth(_: Settings) -> Iterator[Case]:
    """A step at n = T = 100: the risk between two smaller ones."""
    before, here, after = (signs(100, 100, 1.0, c) for c in _STEP)
    bins = [tuned(100, 100, 1.0, 1.0, c).bins.count for c in _STEP]
    told = {"n": 100, "T": 100, "alpha": 1.0, "C": list(_STEP), "bins": bins}
    average = average_risk(tuned(100, 100, 1.0, 1.0, _STEP[1]), -SHIFT, SHIFT, relative=5e-3, most=205)
    again = ball(average.value, average.error)
    yield Case(
        told | {"at the others": [enclosure(before), enclosure(after)]}, here, times(UNEVEN, before.max(after)), again
    )


OWN_TEETH = Claim(
    "kent/own/teeth",
    "to Appendix A.2, Setting 2, Figures 7 and 8",
    Kind.EXPERIMENT,
    "the risk is a saw with small teeth",
    corrected=FiniteCheck(
        r"R(C)>1.05\max\{R(C'),R(C'')\},\ C'<C<C''",
        f"n = T = 100, alpha = 1, C = 0.42, 0.46, 0.48; {AVERAGED}",
        _tooth,
        ">",
        granted=ESTIMATED,
    ),
    note="N = ceil(1/Delta) bins cover [-1, 1] and more; between two of its jumps the risk rises with C, at a "
    "jump fewer bins leave fewer wrong ones.",
)


def least_at(curve: Mapping[float, arb]) -> Exact:
    """The best C: exactly where the risks' errors leave one, else enclosed."""
    most = min(float(risk.upper()) for risk in curve.values())
    found = [exactly(c) for c, risk in curve.items() if float(risk.lower()) <= most]
    return found[0] if len(found) == 1 else as_arb(min(found)).union(as_arb(max(found)))


def _earlier(cells: Sequence[tuple[int, int]], settings: Settings) -> Iterator[Case]:
    """The best C at n = T = 100 against that of the others."""
    for eps in (1.0,) if settings.quick else EPSILONS[1:]:
        own = least_at(curve_of_signs(100, 100, eps, settings))
        for users, samples in cells:
            other = least_at(curve_of_signs(users, samples, eps, settings))
            again = _own_again(settings.quick) if eps == 1 else None
            yield Case({"n": users, "T": samples, "alpha": eps}, own, other, again)


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
    for eps in (1.0,) if settings.quick else EPSILONS[1:]:
        own = least_at(curve_of_signs(100, 100, eps, settings))
        for users, _ in (cell for cell in cells if cell[1] == 100):
            other = least_at(curve_of_signs(users, 100, eps, settings))
            yield Case({"n": users, "T": 100, "alpha": eps}, other, own)


EXPERIMENT6_EARLIEST = Claim(
    "kent/experiment6/earliest",
    _PLACE,
    Kind.EXPERIMENT,
    "the curve of n = T = 100 starts to rise earliest in C",
    says=r"\text{the curve of }n=T=100\text{ is the first to rise in }C",
    match=Match.READING,
    differs="starting to rise is the best C, next to (n, T) = (300, 100) and (100, 500), for alpha from 1 on",
    printed=FiniteCheck(r"C^\ast(100,100)\le C^\ast(n,T)", _over_cells("1", "1, 2, 4"), _earliest, granted=ESTIMATED),
    corrected=FiniteCheck(
        r"C^\ast(100,100)\le C^\ast(100,T),\quad C^\ast(n,100)\le C^\ast(100,100),\ \alpha\ge1",
        _over_cells("1", "1, 2, 4"),
        _earliest_in_samples,
        granted=ESTIMATED,
    ),
    correction="earliest in Figure 8, where T grows; in Figure 7, where n grows, it is the last to rise for alpha >= 1",
    severity=Severity.CONSTANT,
    theorem="kent/thm6/upper1",
    note="More users find the bin at a smaller width, more samples leave more bins to tell apart.",
)
_DOUBLES = (0.07, 0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8)
_ROOM = 10
"""By how much an error that is estimated, not bounded, is multiplied."""


def _over_at(n: int, m: int, epsilon: float, settings: Settings, *, again: bool = False) -> Case:
    """Twice the best C against half of it; the constants race, and those that can't be the best are not settled."""
    c, _ = least(partial(refined, n, m, epsilon), _DOUBLES if settings.quick else PAPER_CONSTANTS, 2e-3)
    told = {"n": n, "T": m, "alpha": epsilon, "best C": c}
    second = None
    if again:
        average = average_risk(tuned(n, m, epsilon, 1.0, 2 * c), -SHIFT, SHIFT, relative=5e-3, most=205)
        second = ball(average.value, _ROOM * average.error)
    return Case(told, signs(n, m, epsilon, 2 * c), signs(n, m, epsilon, c / 2), second)


def _over_beyond(settings: Settings) -> Iterator[Case]:
    yield from (_over_at(users, samples, eps, settings) for eps in EPSILONS[2:] for users, samples in _CELLS)


_OVER = (
    "Rad(1/2) + U, (n, T) = (100, 100), (300, 100), (100, 500); best of C = 0.07, 0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8 "
    f"(full: of the 100); {AVERAGED}"
)
EXPERIMENT6_OVER_ESTIMATE = Claim(
    "kent/experiment6/over-estimate",
    "Appendix A.2, summary",
    Kind.EXPERIMENT,
    "it is better to over-estimate than to under-estimate the best C, with the shift too",
    printed=Undecided(
        r"\text{Setting 2: rather over- than under-estimate the best }C",
        ("how far from the best C, and at which alpha: at 0.5 the ledger has the contrary by a factor 2"),
    ),
    corrected=FiniteCheck(r"R(2C^\ast)\le R(C^\ast/2),\quad\alpha\in\{2,4\}", _OVER, _over_beyond, granted=ESTIMATED),
    correction="at alpha = 2 and 4, by a factor 2 to either side",
    note="Read at alpha = 2 and 4; at alpha = 1 it holds from n = 150 on, and at n = T = 100 the two are nearly "
    "even. At alpha = 0.5 it is kent/own/half-better-shifted.",
)


def _under(settings: Settings) -> Iterator[Case]:
    yield _over_at(100, 100, 0.5, settings, again=True)


OWN_HALF_BETTER_SHIFTED = Claim(
    "kent/own/half-better-shifted",
    "to Appendix A.2, summary",
    Kind.EXPERIMENT,
    "with the shift too, half of the best C is better than twice at alpha = 0.5",
    corrected=FiniteCheck(r"R(2C^\ast)>R(C^\ast/2),\quad n=T=100,\ \alpha=0.5", _OVER, _under, ">", granted=ESTIMATED),
    note="Twice the best C costs more than half of it, as in kent/own/half-better.",
)
_WITHIN = 4


def _chosen(epsilon: float) -> float:
    """C_alpha of the paper."""
    return 0.5 if epsilon <= 1 else 0.25


def _suitable(settings: Settings) -> Iterator[Case]:
    """First n = 100, T = 500, alpha = 2 against the single constant 0.4."""
    estimator = tuned(100, 500, 2.0, 1.0, _chosen(2.0))
    average = average_risk(estimator, -SHIFT, SHIFT, relative=5e-3, most=205)
    told = {"n": 100, "T": 500, "alpha": 2.0, "C": _chosen(2.0), "against C": 0.4}
    left = signs(100, 500, 2.0, _chosen(2.0))
    yield Case(told, left, times(SUITABLE, signs(100, 500, 2.0, 0.4)), ball(average.value, _ROOM * average.error))
    yield from _within(SUITABLE, settings)


def _suitable_within(settings: Settings) -> Iterator[Case]:
    yield from _within(_WITHIN, settings)


def _within(factor: float, settings: Settings) -> Iterator[Case]:
    for eps, (users, samples) in product(EPSILONS[1:3] if settings.quick else EPSILONS, _CELLS):
        chosen = signs(users, samples, eps, _chosen(eps))
        for c in (0.25, 0.4, 0.5, 0.8) if settings.quick else PAPER_CONSTANTS:
            told = {"n": users, "T": samples, "alpha": eps, "against C": c}
            yield Case(told, chosen, times(factor, signs(users, samples, eps, c)))


EXPERIMENT6_SUITABLE = Claim(
    "kent/experiment6/suitable",
    "Appendix A.2, the choice of C_alpha",
    Kind.EXPERIMENT,
    "C_alpha = 0.5, 0.25 is suitable",
    says=(
        r"C_{n,T,\alpha}=C_\alpha\text{: }0.5\text{ for }\alpha\in\{0.5,1\}\text{, }0.25\text{ for "
        r"}\alpha\in\{2,4\}\text{, after Figures 7 and 8; nothing is promised for }n,T<100\text{ or other "
        r"}\alpha"
    ),
    match=Match.READING,
    differs="suitable is within a factor 2 of the best C, which the paper does not say explicitly",
    printed=FiniteCheck(
        r"R(C_\alpha)\le2\min_CR(C)",
        "n = 100, T = 500, alpha = 2 first; " + _over_cells("1, 2", _ALL),
        _suitable,
        granted=ESTIMATED,
    ),
    corrected=FiniteCheck(r"R(C_\alpha)\le4\min_CR(C)", _over_cells("1, 2", _ALL), _suitable_within, granted=ESTIMATED),
    correction="within a factor 4 of the best C, not within 2",
    severity=Severity.CONSTANT,
    theorem="kent/thm6/upper1",
    note="The factor 2 is our reading of suitable. At n = 100, T = 500, alpha = 2 the constant 0.25 is too small.",
)
_NAMES = "small decay graceful adverse rademacher coincide over rise earliest over-estimate suitable"
_PARTS = tuple(f"kent/experiment6/{name}" for name in _NAMES.split())
EXPERIMENT6 = Claim(
    "kent/experiment6",
    "Appendix A.2, Settings 1 and 2 of Delta_C",
    Kind.EXPERIMENT,
    "what is said of the tuning constant C",
    says=(
        r"\text{Figures 6 to 8: large errors for small }C\text{, most of all at large variance; a fall in "
        r"}C\text{, then a graceful rise to where the laws are alike; rather too large a }C\text{ than too "
        r"small; }C_\alpha\in\{0.5,0.25\}"
    ),
    match=Match.READING,
    differs="a group; its sentences on too large a C and on all configurations are open",
    printed=Whole(r"\text{the sentences on Figures 6, 7, 8}", _PARTS),
    corrected=Whole(r"\text{the sentences, as corrected}", _PARTS, as_corrected=True),
    correction="the smooth shape needs a shift; n = T = 100 rises earliest in T only; C_alpha is within a factor 4",
    severity=Severity.CONSTANT,
    theorem="kent/thm6/upper1",
    note="About Delta_C only: the settings on sparse means are not judged here.",
)

CLAIMS = (
    EXPERIMENT6_RISE,
    OWN_TEETH,
    EXPERIMENT6_EARLIEST,
    EXPERIMENT6_OVER_ESTIMATE,
    OWN_HALF_BETTER_SHIFTED,
    EXPERIMENT6_SUITABLE,
    EXPERIMENT6,
)
