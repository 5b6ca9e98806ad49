"""kent 6.1.1, Figure 2 (left): the ratios to full item level, by exact risks; and what the experiments' claims share.

The criteria are those of verify/papers/kent/experiments/sayings.py. Most were fixed before the numbers were seen; that on
localisation, 19 of 20 repetitions and the last T, was not. One is added: "grows in T" is that it does so from each T of
the figure's grid to the next.

Averages over the shift are quadratures. Where their error is a bound it is taken as it is; where it is the change
under the last refinement, ten times that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import sqrt

import numpy as np
from flint import arb

from upperbounds.channels.arrays import FloatArray
from upperbounds.mean.baselines import full_item, semi_user, split_user
from upperbounds.mean.kent import algorithm2, bin_count, tuned
from upperbounds.protocols.two_stage import TwoStage
from verify.kernel.statements import Case, FiniteCheck, Undecided, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, enclosure
from verify.papers.kent.experiments.sayings import CONSTANT, FAILS, SLIGHT
from verify.papers.kent.experiments.sweep_univariate import EPSILONS, PAPER_WIDTHS, SHIFT, powers_of_ten
from verify.study.experiments.least import least
from verify.study.experiments.shifted import ShiftedRisk, ShiftRisk
from verify.study.experiments.shifted_data import ShiftedBeta, ShiftedSigns
from verify.study.experiments.winners import one_bin_winners
from verify.study.risk import UniformLaw, UserMeanLaw, average_risk, exact_risk
from verify.study.risk.exact import as_floats, exact_stages

_ROOM = 10
"""By how much an error that is estimated, not bounded, is multiplied."""

AVERAGED = "averages over U by quadrature within ten times its error estimate"
"""What such enclosures rest on, for the words that say what a check covers."""

ESTIMATED = r"\text{the error of each risk, ten times where it is estimated, and }10^{-12}\text{ of a number in floats}"
"""What these enclosures grant, for the statements that rest on them."""


def ball(value: float, error: float) -> arb:
    """The interval of numbers within `error` of `value`."""
    return arb(value, error)


def exactly(number: float) -> Fraction:
    """A decimal as the fraction that it is written as."""
    return Fraction(str(number))


def enclosed(risk: ShiftRisk) -> arb:
    """The average risk with its error, as the module says."""
    return ball(risk.value, risk.error * (1 if risk.exact else _ROOM))


@dataclass(frozen=True)
class Parts:
    """Averages over the shift: the risk, the probability that localisation fails, and what failures add to the risk."""

    risk: arb
    failure: arb
    carried: arb

    @staticmethod
    def of(fine: FloatArray, coarse: FloatArray) -> "Parts":
        """From the three numbers by two rules; the error is ten times their difference."""
        off = _ROOM * np.abs(fine - coarse) + 1e-9 * np.abs(fine)
        return Parts(*(ball(float(value), float(error)) for value, error in zip(fine, off, strict=True)))


def parts_at(estimator: TwoStage, law: UserMeanLaw) -> FloatArray:
    """The same three at one shift, by the winner's law on the lattice of counts."""
    stages = exact_stages(estimator, law)
    given = stages.bias**2 + stages.variance
    lost = ~stages.contains
    return np.array([stages.winner @ given, stages.winner[lost].sum(), stages.winner[lost] @ given[lost]])


@lru_cache(maxsize=16)
def by_pieces(
    estimator: TwoStage, law_at: Callable[[float], UserMeanLaw], centre: float, deviation: float, size: int = 5
) -> Parts:
    """Averages over the shift by a second route: Gauss nodes between the edges of the bins.

    Pieces end at the edges and 1, 3 and 6 deviations of a user's mean from them, with `size` nodes and with one less.
    """
    edges = np.asarray(estimator.bins.left(np.arange(estimator.bins.count + 1)), dtype=np.float64) - centre
    around = deviation * np.array([-6, -3, -1, 0, 1, 3, 6])
    cuts = np.clip(np.unique(np.concatenate([(edges[:, None] + around).ravel(), [-SHIFT, SHIFT]])), -SHIFT, SHIFT)
    sums = []
    for nodes, weights in (np.polynomial.legendre.leggauss(k) for k in (size - 1, size)):
        total = np.zeros(3)
        for a, b in pairwise(cuts):
            for node, weight in zip(nodes, weights, strict=True):
                if b - a > 1e-12:
                    shift = float((a + b + (b - a) * node) / 2)
                    total += weight * (b - a) / 2 * parts_at(estimator, law_at(shift))
        sums.append(total / (2 * SHIFT))
    return Parts.of(sums[1], sums[0])


_USERS = 500
_VARIANCE = Fraction(1, 12)


def _item(m: int, epsilon: float) -> Fraction:
    """Full item level: (1/12 + 8/alpha^2)/(n T)."""
    return (_VARIANCE + 8 / exactly(epsilon) ** 2) / (_USERS * m)


@lru_cache(maxsize=128)
def _shifted_uniform(m: int, epsilon: float) -> ShiftRisk:
    return ShiftedRisk(tuned(_USERS, m, epsilon, 1.0), ShiftedBeta(1.0, 0.5, 0.5), -SHIFT, SHIFT).settled(5e-3)


@lru_cache(maxsize=128)
def user_level(m: int, epsilon: float) -> arb:
    """The user-level scheme's average risk, Unif[0, 1] + U, n = 500.

    Beyond alpha = 1 localisation never fails visibly, and the route that knows how rarely has the smaller error.
    """
    if epsilon <= 1:
        return enclosed(_shifted_uniform(m, epsilon))
    found = average_risk(tuned(_USERS, m, epsilon, 1.0), -SHIFT, SHIFT, UniformLaw, 1e-3, 45)
    return ball(found.value, _ROOM * found.error)


def _samples(settings: Settings) -> list[int]:
    return [100, 1000, 10_000] if settings.quick else powers_of_ten(20, 40, 1)


def _spread(epsilons: tuple[float, ...], settings: Settings) -> Iterator[Case]:
    """The ratio to full item level at each T against twice that at T = 100."""
    for eps in epsilons:
        first = user_level(100, eps) / _arb(_item(100, eps))
        for samples in reversed(_samples(settings)[1:]):
            ratio = user_level(samples, eps) / _arb(_item(samples, eps))
            told = {"T": samples, "alpha": eps, "ratio at T = 100": enclosure(first)}
            again = _ratio_again(samples, eps) if (samples, eps) == (10_000, 1.0) else None
            yield Case(told, ratio, _number(CONSTANT) * first, again)
            yield Case(told, first, _number(CONSTANT) * ratio)


def _ratio_again(m: int, epsilon: float) -> arb:
    """By Gauss's rules between the bins' edges, on risks with the winner on the lattice of counts."""
    estimator = tuned(_USERS, m, epsilon, 1.0)
    found = by_pieces(estimator, UniformLaw, 0.5, UniformLaw().deviation(m))
    return found.risk / _arb(_item(m, epsilon))


def _number(number: float) -> arb:
    return _arb(exactly(number))


def _arb(fraction: Fraction) -> arb:
    return arb(fraction.numerator) / fraction.denominator


def _flat_beyond(settings: Settings) -> Iterator[Case]:
    yield from _spread((2.0, 4.0), settings)


_GRID = (
    "n = 500, Unif[0,1] + U, C_alpha as tuned; T = 100, 1,000, 10,000 (full: the 21 values of the figure); " + AVERAGED
)
EXPERIMENT1_FLAT = Claim(
    "kent/experiment1/flat",
    "Section 6.1.1, Figure 2 (left)",
    Kind.EXPERIMENT,
    "user level: the ratio to full item level is constant in T, alpha = 0.5 apart",
    printed=Undecided(
        r"\text{user level: error relative to full item level constant in }T\text{, except for }\alpha=0.5",
        ("the drawn ratios at alpha = 1, where a failed localisation is rarer than one in the 500 repetitions"),
    ),
    corrected=FiniteCheck(
        r"\tfrac12\le\frac{\rho_\alpha(T)}{\rho_\alpha(100)}\le2,\quad\alpha\in\{2,4\}",
        _GRID,
        _flat_beyond,
        granted=ESTIMATED,
    ),
    correction="at alpha = 2 and 4, of the exact risks; constant is within a factor 2",
    note="Constant: the largest at most twice the smallest, of the exact risks. At alpha = 1 the sentence is "
    "about 500 repetitions, which mostly show no failed localisation; what they do not show is "
    "kent/own/rare-failures.",
)


def _rare_failures(settings: Settings) -> Iterator[Case]:
    """The first violation of the same at alpha = 1: the ratio at the last T next to twice that at the first."""
    first, last = (user_level(samples, 1.0) / _arb(_item(samples, 1.0)) for samples in (100, 10_000))
    yield Case({"T": [100, 10_000], "alpha": 1.0}, last, _number(CONSTANT) * first)


OWN_RARE_FAILURES = Claim(
    "kent/own/rare-failures",
    "to Section 6.1.1, Figure 2 (left)",
    Kind.EXPERIMENT,
    "what 500 repetitions do not show at alpha = 1",
    corrected=FiniteCheck(
        r"\rho_1(10^4)>2\rho_1(100)",
        "n as in the figure; the exact risks at T = 100 and T = 10,000",
        _rare_failures,
        ">",
        granted=ESTIMATED,
    ),
    note="Localisation fails in one of some 2,000 repetitions at T = 10,000, and such failures carry most of the "
    "risk: the ratio is some five times that at T = 100.",
)


def _steep(settings: Settings) -> Iterator[Case]:
    """At alpha = 0.5 the largest ratio is more than twice the smallest."""
    first = user_level(100, 0.5) / _arb(_item(100, 0.5))
    last = user_level(10_000, 0.5) / _arb(_item(10_000, 0.5))
    yield Case({"T": [100, 10_000], "alpha": 0.5}, _number(CONSTANT) * first, last)


EXPERIMENT1_PHASE = Claim(
    "kent/experiment1/phase",
    "Section 6.1.1, Figure 2 (left)",
    Kind.EXPERIMENT,
    "at alpha = 0.5 the ratio is not constant",
    says=(
        r"\text{user level at }\alpha=0.5\text{: the relative error is not constant in }T\text{, by the "
        r"phase transition}"
    ),
    match=Match.READING,
    differs="not constant is made a factor 2 from T = 100 to 10,000",
    printed=FiniteCheck(
        r"\rho_{0.5}(10^4)>2\rho_{0.5}(10^2)",
        "n = 500, Unif[0,1] + U; T = 100 and 10,000; " + AVERAGED,
        _steep,
        sense="<",
        granted=ESTIMATED,
    ),
)


def _succeeds(settings: Settings) -> Iterator[Case]:
    """Failures at the last T above one in twenty for alpha = 0.5, and below at every T beyond."""
    worst = _shifted_uniform(10_000, 0.5)
    yield Case({"T": 10_000, "alpha": 0.5}, exactly(FAILS), ball(worst.localisation_failure, 1e-4))
    for eps in (1.0, 2.0, 4.0):
        for samples in _samples(settings):
            risk = _shifted_uniform(samples, eps) if eps <= 1 else _once(samples, eps)
            yield Case({"T": samples, "alpha": eps}, ball(risk.localisation_failure, 1e-4), exactly(FAILS))


@lru_cache(maxsize=64)
def _once(m: int, epsilon: float) -> ShiftRisk:
    return ShiftedRisk(tuned(_USERS, m, epsilon, 1.0), ShiftedBeta(1.0, 0.5, 0.5), -SHIFT, SHIFT).at_level(1)


EXPERIMENT1_LOCALISATION = Claim(
    "kent/experiment1/localisation",
    "Section 6.1.1",
    Kind.EXPERIMENT,
    "localisation fails at alpha = 0.5 and succeeds beyond",
    says=r"\text{at }\alpha=0.5\text{, privacy being too strict there, localisation fails}",
    match=Match.READING,
    differs=("failing is a probability above 1/20 at T = 10,000, succeeding one below 1/20, for alpha = 1, 2, 4"),
    printed=FiniteCheck(
        r"P(\text{failure})>\tfrac1{20}\text{ at }\alpha=0.5,T=10^4;\quad\ "
        r"P(\text{failure})<\tfrac1{20},\ \alpha\in\{1,2,4\}",
        _GRID,
        _succeeds,
        sense="<",
        granted=r"10^{-4}\text{ of each probability}",
    ),
    note="The criterion looks at the last T for alpha = 0.5: at T = 100 localisation fails once in fifty repetitions.",
)


def _semi(m: int, epsilon: float) -> Fraction:
    return (_VARIANCE / m + 8 / exactly(epsilon) ** 2) / _USERS


def _split(m: int, epsilon: float) -> Fraction:
    return (_VARIANCE / m + 8 * m / exactly(epsilon) ** 2) / _USERS


def _growth(settings: Settings) -> Iterator[Case]:
    """Ratios of the naive schemes from each T to the next; by the displays and by the estimators' own variance."""
    grid = powers_of_ten(20, 40, 1)
    for eps in EPSILONS:
        for risk, estimator in ((_semi, semi_user), (_split, split_user)):
            for before, samples in pairwise(grid):
                left = risk(before, eps) / _item(before, eps)
                built = estimator(_USERS, before, eps, 1.0).risk(variance=1 / 12, mean=0.0)
                built /= full_item(_USERS, before, eps, 1.0).risk(variance=1 / 12, mean=0.0)
                again = ball(built, 1e-12 * built)
                yield Case({"T": before, "alpha": eps}, left, risk(samples, eps) / _item(samples, eps), again)


EXPERIMENT1_GROWTH = Claim(
    "kent/experiment1/growth",
    "Section 6.1.1, Figure 2 (left)",
    Kind.EXPERIMENT,
    "the ratios of semi user level and split user grow in T",
    says=r"\text{semi user level and split user: the relative errors grow in }T",
    match=Match.READING,
    differs="of the exact risks in place of the drawn ones, from each of the figure's T to the next",
    printed=FiniteCheck(
        r"\frac{R(T)}{R_{\text{item}}(T)}<\frac{R(T')}{R_{\text{item}}(T')},\quad T<T'",
        "consecutive T of the figure's 21, all four alpha, both schemes",
        _growth,
        sense="<",
        granted=ESTIMATED,
    ),
)


def _above_item(settings: Settings) -> Iterator[Case]:
    for eps in EPSILONS:
        for samples in _samples(settings):
            yield Case({"T": samples, "alpha": eps}, _item(samples, eps), user_level(samples, eps))


EXPERIMENT1_ITEM = Claim(
    "kent/experiment1/item",
    "Section 6.1.1",
    Kind.EXPERIMENT,
    "full item level is a lower bound on user level here",
    says=r"\text{full item level is a lower bound for the estimator's performance}",
    match=Match.SAME,
    printed=FiniteCheck(r"R_{\text{item}}\le R_{\text{user}}", _GRID, _above_item, granted=ESTIMATED),
)

_TAIL = 1e-17


def by_waves(estimator: TwoStage, law: UserMeanLaw) -> arb:
    """The risk at one shift with the winner's law by Fourier sums: a second route, next to the lattice of counts."""
    runs = as_floats(estimator)
    bins = law.bin_law(runs.bins, runs.m, _TAIL)
    found = one_bin_winners(estimator.vote, bins, runs.half, _TAIL)  # type: ignore[arg-type]
    before, upto = np.exp(found.log_before), np.exp(found.log_upto)
    left, right = bins.first, runs.bins.count - 1 - bins.last
    chances = np.zeros(runs.bins.count)
    chances[left : bins.last + 1] = found.core @ (before**left * upto**right)
    for j in range(left):
        chances[j] = np.sum(before**j * found.mass * upto ** (left - 1 - j) * found.upto * upto**right)
    for j in range(right):
        chances[bins.last + 1 + j] = np.sum(found.below * before ** (left + j) * found.mass * upto ** (right - 1 - j))
    lower, upper = runs.interval(np.arange(runs.bins.count))
    bias, variance = law.clipped(lower, upper, runs.m)
    given = bias**2 + (variance + 2 * runs.scale**2) / runs.half
    value, most = float(chances @ given), float(np.max(given))
    return ball(value, (found.missing + 1e-12) * most + sqrt(found.divergence * most * value))


def _edge(m: int, epsilon: float) -> tuple[TwoStage, float]:
    """The estimator, and the shift that puts the mean on the edge of two bins next to 1/2."""
    estimator = tuned(_USERS, m, epsilon, 1.0)
    edges = np.asarray(estimator.bins.left(np.arange(1, estimator.bins.count)), dtype=np.float64)
    return estimator, float(edges[np.argmin(np.abs(edges - 0.5))]) - 0.5


def _positions(cells: tuple[tuple[int, float], ...]) -> Iterator[Case]:
    """The risk with the mean on an edge against twice the average."""
    for samples, eps in cells:
        estimator, shift = _edge(samples, eps)
        law = UniformLaw(shift)
        risk = exact_risk(estimator, law)
        told = {"T": samples, "alpha": eps, "U": shift}
        average = user_level(samples, eps)
        yield Case(told, ball(risk.value, risk.error), _number(SLIGHT) * average, by_waves(estimator, law))


def _position(settings: Settings) -> Iterator[Case]:
    yield from _positions(((10_000, 0.5), *((m, eps) for eps in EPSILONS for m in _samples(settings))))


def _position_beyond(settings: Settings) -> Iterator[Case]:
    yield from _positions(tuple((m, eps) for eps in (2.0, 4.0) for m in _samples(settings)))


EXPERIMENT1_POSITION = Claim(
    "kent/experiment1/position",
    "Section 6.1.1",
    Kind.EXPERIMENT,
    "a mean near the edge of a bin costs slightly more",
    says=r"\text{a mean near the boundary of two sub-intervals is estimated slightly worse}",
    match=Match.READING,
    differs="slightly is made a factor 2, between a mean on an edge and the average over the shift",
    printed=FiniteCheck(
        r"R(\theta\text{ on an edge})\le2\,E_U R(\theta+U)",
        _GRID + "; the edge next to 1/2",
        _position,
        granted=ESTIMATED,
    ),
    corrected=FiniteCheck(
        r"R(\theta\text{ on an edge})\le2\,E_U R(\theta+U),\quad\alpha\in\{2,4\}",
        _GRID + "; the edge next to 1/2",
        _position_beyond,
        granted=ESTIMATED,
    ),
    correction="slightly holds at alpha = 2 and 4; at alpha = 0.5 and 1 the edge costs several times the average",
    severity=Severity.CONSTANT,
    theorem="kent/thm6/upper1",
    note="Slightly: at most a factor 2. The average over shifts hides the cost of an edge; the worst case, which the "
    "theorem bounds, pays it.",
)
_PARTS = tuple(f"kent/experiment1/{part}" for part in ("flat", "phase", "localisation", "growth", "item", "position"))
EXPERIMENT1 = Claim(
    "kent/experiment1",
    "Section 6.1.1, Figure 2 (left)",
    Kind.EXPERIMENT,
    "what is said of the univariate mean",
    says=(
        r"\text{Figure 2 (left): relative errors that grow in }T\text{ for semi user level and split user, "
        r"and are constant for user level except at }\alpha=0.5\text{, where localisation fails}"
    ),
    match=Match.READING,
    differs="a group; of its sentences the one on user level is open at alpha = 1",
    printed=Whole(r"\text{the sentences on Figure 2 (left)}", _PARTS),
    corrected=Whole(r"\text{the sentences, an edge slight at }\alpha\in\{2,4\}", _PARTS, as_corrected=True),
    correction="the slight cost of an edge holds at alpha = 2 and 4 only",
    severity=Severity.RATE,
    theorem="kent/thm6/upper1",
    note="Unif[0,1] + U leaves [-1, 1] for U > 0, though the user means that enter the estimator do not, visibly.",
)

_THIN = (4, 5, 6, 8, 10, 13, 17, 23, 30, 40, 52, 69, 90, 120, 160, 210, 300)
THIN_WIDTHS = tuple(PAPER_WIDTHS[i - 1] for i in _THIN)
"""17 of the paper's 300 widths, some 30% apart, for cells whose best one is 0.002 or more."""


def power_of_ten(exponent: float) -> arb:
    """10 to a decimal exponent."""
    fraction = exactly(exponent)
    return arb(10) ** (arb(fraction.numerator) / fraction.denominator)


def at_width(n: int, m: int, epsilon: float, width: float) -> TwoStage:
    """Algorithm 2 on [-1, 1] at a width fixed by hand, T in place of T*."""
    return algorithm2(n, m, epsilon, width, 1.0, bin_count(width, 1.0))


def shifted_signs(estimator: TwoStage) -> ShiftedRisk:
    """Rad(1/2) + U."""
    return ShiftedRisk(estimator, ShiftedSigns(), -SHIFT, SHIFT)


def noise_floor(n: int, epsilon: float, width: float) -> Fraction:
    """2 (6 Delta/alpha)^2/(n/2): the variance of the refinement's noise alone, below which no risk is."""
    return 4 * (6 * exactly(width) / exactly(epsilon)) ** 2 / n


@lru_cache(maxsize=256)
def best(n: int, m: int, epsilon: float, every: bool) -> tuple[float, ShiftRisk]:
    """The width with the least average risk and that risk: over `every` one of the paper's widths, or the 17.

    Of the 17 those are left out that are below a quarter of the deviation of a user's mean.
    """
    thin = tuple(width for width in THIN_WIDTHS if 4 * width * m**0.5 >= 1)
    widths, relative = (PAPER_WIDTHS, 2e-3) if every else (thin, 5e-3)
    return least(lambda width: shifted_signs(at_width(n, m, epsilon, width)), widths, relative)


def _flat(settings: Settings) -> Iterator[Case]:
    yield from _spread((1.0, 2.0, 4.0), settings)


CLAIMS = (
    EXPERIMENT1_FLAT,
    OWN_RARE_FAILURES,
    EXPERIMENT1_PHASE,
    EXPERIMENT1_LOCALISATION,
    EXPERIMENT1_GROWTH,
    EXPERIMENT1_ITEM,
    EXPERIMENT1_POSITION,
    EXPERIMENT1,
)
