"""label Appendix C, in place of (70)-(82): a point at a time, the classes by how much they lose there."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import E, Integer, Max, exp, log, oo, sqrt

from verify.kernel.calculus import (
    Both,
    Chain,
    Expectation,
    Holds,
    Probability,
    Sum,
    Supremum,
    because,
    below,
    integer,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as limits
from verify.kernel.prover import Variable
from verify.kernel.statements import Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings
from verify.papers.label.averages import BETA, DENSITY, DIM, EPS, LAW, SAMPLES, SIDE, STEEP, TILES, powers
from verify.papers.label.instances.bins import chosen_at_a_point
from verify.papers.label.nouns import (
    CLASS,
    CLASSES,
    COUNT,
    ETA,
    FALL,
    FEATURES,
    IN_BIN,
    KEEP,
    POINT,
    SMOOTH_CLASSES,
    VARIATION,
    BitsChosen,
    ExcessAt,
    LocalBins,
    LosesFrom,
    PointGap,
    PointLost,
    ShellSeries,
    SmoothLaw,
    TiesMargin,
    Within,
)
from verify.papers.label.tents import GAMMA, MARGIN, scaled

_CHOSEN, _BEHIND = BitsChosen(ETA, CLASSES, CLASS, FEATURES, COUNT, EPS), PointGap(ETA, CLASSES, CLASS, POINT)
_WORSE = (SMOOTH_CLASSES, IN_BIN, limits(CLASS, CLASSES), limits(4 * VARIATION, _BEHIND))
_WIDE, _LESS, _SHARE, _RATE = real("y", least=0), real("y'", least=0), real("w", least=0), real("r", above=0)
_SQUARES = line(2 * exp(-_RATE * _LESS**2), given=(limits(_WIDE, _LESS),)).le(
    2 * exp(-_RATE * _WIDE**2), limits(_WIDE, _LESS)
)
_HALVED = line(_BEHIND / 2, given=(limits(4 * VARIATION, _BEHIND),)).le(_BEHIND - 2 * VARIATION)
_SELECTION = (
    line(_CHOSEN, given=_WORSE)
    .le(
        2 * exp(-2 * COUNT * (KEEP * (_BEHIND - 2 * VARIATION)) ** 2 / 4),
        because(
            "Hoeffding 1963, Theorem 2: that the bits of the j-th class are at least as many as those of the best class at the point "
            "means that n_l differences of two bits, each in [-1, 1], exceed their mean, which by (53) and (64) is at least "
            "c_eps (delta_j - 2 L_d h^beta) lower.",
            "label/eq53",
            "label/eq63",
            "label/eq64",
        ),
    )
    .le(
        2 * exp(-COUNT * KEEP**2 / 2 * (_BEHIND / 2) ** 2),
        _SQUARES.at({_RATE: COUNT * KEEP**2 / 2, _LESS: _BEHIND - 2 * VARIATION, _WIDE: _BEHIND / 2}),
        _HALVED,
    )
    .eq(2 * exp(-COUNT * KEEP**2 * _BEHIND**2 / 8))
    .crosschecked(
        "two classes, all samples where they differ least, exact",
        r"P(c_l=2)\le2e^{-n_lc_\varepsilon^2\delta^2/8}",
        "K = 2; n_l = 10, 60; delta = 1/2, 4/5; e^(epsilon/2) = 3, 99; ties go wrong",
        chosen_at_a_point,
    )
)
OWN_SELECTION = Claim(
    "label/own/selection",
    "ours, in place of (70)",
    Kind.INEQUALITY,
    "a class that is worse at a point is rarely chosen",
    corrected=_SELECTION,
)
_NONE = Fraction(0)


def _layers(_: Settings) -> Iterator[Case]:
    """The expected loss at a point next to its bound by shells: three losing classes with losses k/4, probabilities in fifths; tau = 1/2.

    A class that loses nothing has the rest of the probability; shell k holds the losses in (2^(k-1) tau, 2^k tau].
    """
    tau = Fraction(1, 2)
    for losses in product((Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(2)), repeat=3):
        for chances in ((1, 1, 1), (0, 0, 5), (3, 1, 0), (5, 0, 0)):
            weighted = [(loss, Fraction(w, 5)) for loss, w in zip(losses, chances, strict=True)]
            margin = min(losses)
            left = sum((loss * chance for loss, chance in weighted), _NONE)
            right = tau if margin <= tau else _NONE
            for k in (1, 2):
                inside = sum((p for loss, p in weighted if 2 ** (k - 1) * tau < loss <= 2**k * tau), _NONE)
                right += 2**k * tau * inside if margin <= 2**k * tau else _NONE
            yield Case({"delta": [str(x) for x in losses], "chances": [str(p) for _, p in weighted]}, left, right)


_LOSS, _MARGIN, TAU = random_real("D", least=0), real("g", least=0), real("tau", above=0)
_SHELL, _SHELLS = integer("k", least=1), integer("S", least=1)
_OF_SHELL = (
    2**_SHELL
    * TAU
    * Within(_MARGIN, 2**_SHELL * TAU)
    * Probability(Both(Holds(below(2 ** (_SHELL - 1) * TAU, _LOSS)), Holds(limits(_LOSS, 2**_SHELL * TAU))))
)
_LAYERED = TAU * Within(_MARGIN, TAU) + Sum(_OF_SHELL, _SHELL, 1, _SHELLS)
_FROM_MARGIN = (LosesFrom(_LOSS, _MARGIN), limits(_LOSS, 2**_SHELLS * TAU))
OWN_UPPER2_LAYERS = Claim(
    "label/own/upper2/layers",
    "ours, a step of label/own/upper2",
    Kind.INEQUALITY,
    "the loss at a point, by shells",
    corrected=line(Expectation(_LOSS), given=_FROM_MARGIN)
    .le(
        _LAYERED,
        because(
            "A loss that is not 0 is at most tau or in one of the shells; there it is at most the shell's upper end, which is at "
            "least g.",
            "label/prop2a",
        ),
    )
    .crosschecked(
        "three losing classes, all of a grid",
        r"\sum_j\delta_jP(c=j)\le\dots",
        "tau = 1/2; three losses out of 1/4, 1/2, 3/4, 1, 2; four laws of the choice",
        _layers,
    ),
)


def _shell_chances(_: Settings) -> Iterator[Case]:
    """K classes of a shell, each chosen with probability 2 e^(-w^2 ln(2K)) at most, w = 2^(k-1), next to 4^(1 - 4^(k-1))."""
    for classes, k in product((2, 3, 40), (1, 2, 3)):
        left = Fraction(2 * classes, (2 * classes) ** (4 ** (k - 1)))
        yield Case({"K": classes, "k": k}, left, Fraction(4, 4 ** (4 ** (k - 1))))


_HELD = SAMPLES * DENSITY * SIDE**DIM
_LOST = PointLost(ETA, CLASSES, FEATURES, COUNT, EPS, POINT)
_IN_SHELL = Probability(Both(Holds(below(2 ** (_SHELL - 1) * TAU, _LOST)), Holds(limits(_LOST, 2**_SHELL * TAU))))
_TUNED = (limits(_HELD / 2, COUNT), limits(4 / KEEP * sqrt(log(2 * CLASSES) / _HELD), TAU))
_AROUND = (SMOOTH_CLASSES, IN_BIN, limits(4 * VARIATION, TAU))
_POWER, _LN, _SLOPE, _FILLED, _MANY = (
    real("q", least=1),
    real("L'", above=0),
    real("c'", above=0),
    real("x'", above=0),
    integer("M", least=4),
)
_SQUARED = line(_SHARE**2, given=(limits(_SHARE, _WIDE),)).le(_WIDE**2)
_ENOUGH = (limits(4 / _SLOPE * sqrt(_LN / _FILLED), TAU), limits(_FILLED / 2, COUNT))
_EXPONENT = (
    line(_LN, given=_ENOUGH)
    .le(
        _FILLED * _SLOPE**2 / 16 * TAU**2,
        scaled(_FILLED * _SLOPE**2 / 16, 16 * _LN / (_SLOPE**2 * _FILLED), TAU**2),
        _SQUARED.at({_SHARE: 4 / _SLOPE * sqrt(_LN / _FILLED), _WIDE: TAU}),
    )
    .le(COUNT * _SLOPE**2 * TAU**2 / 8)
)
_POWERS = (
    line(_MANY * exp(-_POWER * log(_MANY)))
    .eq(exp(-(_POWER - 1) * log(_MANY)))
    .le(exp(-(_POWER - 1) * log(4)))
    .eq(4 * exp(-_POWER * log(4)))
)
_TURNED = line(4 * exp(-_POWER * log(4))).eq(4 ** (1 - _POWER), powers(4 * exp(-_POWER * log(4)), 4 ** (1 - _POWER)))
_HIGH = 4 ** (_SHELL - 1)
OWN_UPPER2_CHANCES = Claim(
    "label/own/upper2/chances",
    "ours, a step of label/own/upper2",
    Kind.INEQUALITY,
    "the probability to choose a class of the k-th shell",
    corrected=line(_IN_SHELL, given=(*_AROUND, *_TUNED))
    .le(
        2 * CLASSES * exp(-COUNT * KEEP**2 * TAU**2 / 8 * _HIGH),
        words(
            "A union over the K classes: each that loses more than 2^(k-1) tau is chosen as rarely as label/own/selection says.",
            limits(_IN_SHELL, 2 * CLASSES * exp(-COUNT * KEEP**2 * TAU**2 / 8 * _HIGH)),
            given=_AROUND,
            leans=("label/own/selection",),
        ),
    )
    .le(
        2 * CLASSES * exp(-log(2 * CLASSES) * _HIGH),
        _EXPONENT.at({_LN: log(2 * CLASSES), _SLOPE: KEEP, _FILLED: _HELD}),
    )
    .le(4 * exp(-_HIGH * log(4)), _POWERS.at({_MANY: 2 * CLASSES, _POWER: _HIGH}))
    .eq(4 ** (1 - _HIGH), _TURNED.at({_POWER: _HIGH}))
    .crosschecked(
        "the ends of the chain",
        r"2K(2K)^{-4^{k-1}}\le4^{1-4^{k-1}}",
        "K = 2, 3, 40; k = 1, 2, 3",
        _shell_chances,
    ),
)


def _series(_: Settings) -> Iterator[Case]:
    """Partial sums over k <= 7 of 2^(k(gamma+1)) 4^(1 - 4^(k-1)), exact, next to 4 (2a/(e ln 2))^a with a = (gamma+2)/2."""
    for power in (1, 2, 5, 10):
        total = sum((Fraction(2 ** (k * (power + 1)) * 4, 4 ** (4 ** (k - 1))) for k in range(1, 8)), _NONE)
        a = arb(power + 2) / 2
        yield Case({"gamma": power, "terms": 7}, total, 4 * (2 * a / (arb(1).exp() * arb(2).log())) ** a)


_HALF, _PLACE, _U = real("a", above=0), real("y", least=1), real("u", above=0)
_ROOT = line(_U**_HALF).le(exp(_U - 1) ** _HALF, line(_U).le(exp(_U - 1)))


def peak(power: int, bits: int) -> Chain:
    """The largest (2y)^(2a) 2^(-bits y^power)."""
    a, fall = 2 * _HALF / power, exp(-bits * _PLACE**power * log(2))
    lead, z = a * 2**power / (bits * log(2)), bits * _PLACE**power * log(2) / a
    return (
        line((2 * _PLACE) ** (2 * _HALF) * fall)
        .eq(lead**a * z**a * fall, powers((2 * _PLACE) ** (2 * _HALF), lead**a * z**a))
        .le(lead**a * exp(z - 1) ** a * fall, _ROOT.at({_U: z, _HALF: a}))
        .eq(lead**a * exp(-a))
        .eq((lead / E) ** a, powers(lead**a * exp(-a), (lead / E) ** a))
    )


def series(total: Any, power: int, bits: int) -> Chain:
    """A series over k of 4 2^(-k) (2y)^(gamma + 2) 2^(-bits y^power), y = 2^(k - 1)."""
    shown = peak(power, bits).at({_HALF: (GAMMA + 2) / 2}).statement.conclusion
    terms = 4 * Supremum(shown.left, _PLACE)
    return (
        line(total)
        .le(
            terms,
            because(
                "The k-th term is 2^(-k) times 4 (2y)^(gamma + 2) and the exponential at y = 2^(k-1), and the 2^(-k) sum to 1."
            ),
        )
        .le(4 * shown.right, peak(power, bits).at({_HALF: (GAMMA + 2) / 2}))
    )


_SERIES = series(ShellSeries(GAMMA), 2, 2).crosschecked(
    "partial sums, exact", r"\sum_{k\le7}2^{k(\gamma+1)}4^{1-4^{k-1}}\le4(2a/(e\ln2))^a", "gamma = 1, 2, 5, 10", _series
)
OWN_UPPER2_SERIES = Claim(
    "label/own/upper2/series",
    "ours, a step of label/own/upper2",
    Kind.INEQUALITY,
    "the series over the shells",
    corrected=_SERIES,
)
_LAW = (SmoothLaw(LAW, CLASSES, STEEP, BETA, DIM), TILES, TiesMargin(LAW, MARGIN, GAMMA))
_RISK, _LEVELS = (
    ExcessAt(LocalBins(SIDE, EPS), LAW, SAMPLES),
    Max(4 * VARIATION, 4 / KEEP * sqrt(log(2 * CLASSES) / _HELD)),
)
_OF_ALL = exp(-FALL * _HELD) + TAU * MARGIN * TAU**GAMMA + MARGIN * TAU ** (GAMMA + 1) * ShellSeries(GAMMA)
_WIDE_ENOUGH = (limits(4 * VARIATION, TAU), limits(4 / KEEP * sqrt(log(2 * CLASSES) / _HELD), TAU))
AT_LEVEL = (
    line(_RISK, given=(*_LAW, *_WIDE_ENOUGH))
    .le(
        _OF_ALL,
        because(
            "Bins with less than half of their share lose 1 at most; elsewhere the k-th shell loses 2^k tau, on points of mass "
            "C_T (2^k tau)^gamma, with the probability of its classes.",
            "label/own/upper2/layers",
            "label/own/upper2/chances",
            "label/own/upper2/series",
            "label/eq74/sum",
            "label/eq75",
        ),
    )
    .eq(exp(-FALL * _HELD) + MARGIN * TAU ** (GAMMA + 1) * (1 + ShellSeries(GAMMA)))
)
UPPER2 = line(_RISK, given=_LAW).le(
    exp(-FALL * _HELD) + MARGIN * _LEVELS ** (GAMMA + 1) * (1 + ShellSeries(GAMMA)), AT_LEVEL.at({TAU: _LEVELS})
)
OWN_UPPER2 = Claim(
    "label/own/upper2",
    "ours, in place of (70)-(82)",
    Kind.UPPER_RATE,
    "the explicit upper bound under local label privacy",
    corrected=UPPER2,
)

_X, _Y, _Z, _W = sympy.symbols("x' y z w", nonnegative=True)
X, Y, Z, W = (Variable(s, Integer(0), oo) for s in (_X, _Y, _Z, _W))

CLAIMS = (
    OWN_SELECTION,
    OWN_UPPER2_LAYERS,
    OWN_UPPER2_CHANCES,
    OWN_UPPER2_SERIES,
    OWN_UPPER2,
)
