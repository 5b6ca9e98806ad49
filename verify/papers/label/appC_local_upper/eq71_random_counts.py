"""label Appendices C and E, (71) and (117): what a bin with a random number of samples costs, by routes of our own."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Max, erfc, exp, log, oo, pi, sqrt

from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus import (
    Chain,
    Expectation,
    because,
    cases,
    choose,
    cite,
    equal,
    integer,
    let,
    line,
    real,
    words,
)
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus.facts.counts import COUNTED, INVERSE_NEXT, INVERSE_TWO_NEXT, inverse_moment
from verify.kernel.calculus.reasons import multiple_of
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.label.appC_local_upper.eq52_bins import SHARP_ERFC
from verify.papers.label.averages import BETA, DIM, EPS, LAW, SAMPLES, SIDE, STEEP
from verify.papers.label.instances.bins import below, differences, inverse_counts, largest_deviations, random_bins, walk
from verify.papers.label.nouns import (
    BIN,
    CLASS,
    CLASSES,
    COUNT,
    ETA,
    FALL,
    FEATURES,
    KEEP,
    MASS,
    VARIATION,
    BinChosen,
    BinGap,
    BinLost,
    BinOf,
    CentralBinLost,
    LargestDeviation,
    PrivateBinGap,
    RegressionsOf,
    SameBest,
    SmoothLaw,
)
from verify.papers.label.tents import scaled

_FIRST, _GAP = integer("i", least=1), real("Delta_l", least=0)
_MEAN, _CHOSEN = BinGap(LAW, BIN, _FIRST, CLASS), BinChosen(LAW, CLASSES, BIN, CLASS, SAMPLES, EPS)
_IN_BIN = BinOf(BIN, LAW, MASS, SIDE, DIM)
_AHEAD = (_IN_BIN, limits(0, _MEAN), limits(_FIRST, CLASSES), limits(CLASS, CLASSES))
_SMALL, _PRIVATE = real("z", least=0, most=1), PrivateBinGap(LAW, BIN, _FIRST, CLASS, EPS)
_LESS = line((1 - _SMALL) ** SAMPLES).le(exp(-_SMALL) ** SAMPLES, line(1 - _SMALL).le(exp(-_SMALL)))
OWN_BIN_ERROR = Claim(
    "label/own/bin-error",
    "ours, for (71)",
    Kind.INEQUALITY,
    "a class that is worse on average over the bin is rarely chosen, n_l random",
    corrected=line(_CHOSEN, given=_AHEAD)
    .le(
        (1 - MASS * _PRIVATE**2 / 2) ** SAMPLES,
        because(
            "Markov's inequality for s^(S_j - S_i), s >= 1: of one sample the two bits differ by 1 or -1 with probabilities p v and p u, "
            "averaged over its place, and the least mean over s is 1 - p (sqrt(u) - sqrt(v))^2 <= 1 - p (u - v)^2/2, as u + v <= 1."
        ),
    )
    .le(exp(-MASS * _PRIVATE**2 / 2) ** SAMPLES, _LESS.at({_SMALL: MASS * _PRIVATE**2 / 2}))
    .eq(exp(-SAMPLES * MASS * _PRIVATE**2 / 2))
    .eq(
        exp(-SAMPLES * MASS * KEEP**2 * _MEAN**2 / 2),
        words(
            "The probabilities of the private bits are an affine map of slope c_eps of those of the classes.",
            equal(_PRIVATE, KEEP * _MEAN),
            leans=("label/eq53",),
        ),
    )
    .crosschecked(
        "two classes, exact",
        r"P(c_l=2)\le e^{-\frac12Npc_\varepsilon^2\bar\delta^2}",
        "N = 2, 20, 60 (quick: 60 at p = 1 only); p = 1/10, 1/2, 1; eta_1 = 3/5, or 2/5 and 9/10 on halves; e^(epsilon/2) = 3, 99; ties go wrong",
        random_bins,
    ),
)
_BEHIND, _BEYOND = real("w", least=0), real("y", least=0)
_PEAK = let("z", _BEHIND + _BEYOND)
OWN_PEAK = Claim(
    "label/own/peak",
    "ours, for (71)",
    Kind.INEQUALITY,
    "a loss times its probability falls with the loss, up to a constant",
    corrected=line(_PEAK * exp(-(_PEAK**2) / 2)).le((_BEHIND + 1) * exp(-(_BEHIND**2) / 2)),
    note="In units of (N p c_epsilon^2)^(-1/2).",
)


def _losses(_: Settings) -> Iterator[Case]:
    """The exact loss of two classes over a bin, eta constant in it, next to both terms of (71) and next to its second alone."""
    for root, share, size in product((Fraction(3), Fraction(99)), (Fraction(1, 10), Fraction(1)), (2, 20, 40)):
        for eta in (Fraction(11, 20), Fraction(9, 10)):
            inside = differences((eta, 1 - eta), root)
            step = FiniteLaw.of({k: share * inside[k] + (1 - share) * (k == 0) for k in (-1, 0, 1)})
            shrink, margin = (root - 1) / (root + 1), 2 * eta - 1
            left = share * margin * below(walk([step] * size))
            mass = as_arb(size * share)
            second = 4 * as_arb(share) * (as_arb(margin) + (2 * arb.pi() / mass).sqrt() / as_arb(shrink))
            second *= (-mass * as_arb(margin * shrink) ** 2 / 2).exp()
            parameters = {"K": 2, "N": size, "p": str(share), "eta_1": str(eta), "e^(epsilon/2)": str(root)}
            yield Case(parameters, left, second, note="without p e^(-(1-ln 2)Np/2) and without 2 L_d h^beta = 0")


_PART, _FALLS = BinLost(LAW, CLASSES, BIN, SAMPLES, EPS), exp(-SAMPLES * MASS * KEEP**2 * _GAP**2 / 2)
_SAME = (_IN_BIN, RegressionsOf(ETA, LAW), SameBest(ETA, _FIRST, CLASSES, _GAP, BIN), limits(_FIRST, CLASSES))
_SHORT = MASS * (CLASSES - 1) * (_GAP + 1 / (KEEP * sqrt(SAMPLES * MASS))) * _FALLS
_RATE, _UNIT_LOSS = real("c'", above=0, most=1), real("r", least=0)
_X1, _Y1, _F1 = (real(x, least=0) for x in ("x", "y'", "f"))
_WIDE = line(MASS * (CLASSES - 1) * (_X1 + _UNIT_LOSS) * _F1).le(
    2 * CLASSES * MASS * (_X1 + 2 * _Y1 + sqrt(2 * pi) * _UNIT_LOSS) * _F1
)
_OVER = 1 / (_RATE * sqrt(SAMPLES * MASS))
_WIDER = (
    line(MASS * (CLASSES - 1) * (_X1 + _OVER) * _F1)
    .le(2 * CLASSES * MASS * (_X1 + 2 * _Y1 + sqrt(2 * pi) * _OVER) * _F1, _WIDE.at({_UNIT_LOSS: _OVER}))
    .at({_X1: _GAP, _Y1: VARIATION, _RATE: KEEP, _F1: _FALLS})
)
_BOUND = 2 * CLASSES * MASS * (_GAP + 2 * VARIATION + sqrt(2 * pi / (SAMPLES * MASS)) / KEEP) * _FALLS
_ANY = real("v")
_LOOSER = line(_ANY).le(_ANY + _Y1).at({_ANY: _BOUND, _Y1: MASS * exp(-FALL * SAMPLES * MASS)})
EQ70_71 = Claim(
    "label/eq70/71",
    "Appendix C, (71)",
    Kind.INEQUALITY,
    "the loss over a bin with a margin",
    says=(
        r"\int_{B_l}(\eta^*(\mathbf{x})-\mathbb{E}[\eta_{c_l}(\mathbf{x})])f(\mathbf{x})\,d\mathbf{x}\leq "
        r"p(B_l)e^{-\frac12(1-\ln2)Np(B_l)}+2Kp(B_l)\left(\Delta_l+2L_dh^\beta+\frac{e^{\frac{\epsilon}{2}}+1}{e^{\frac{\epsilon}{2}}-1}\sqrt{\frac{2\pi}{Np(B_l)}}\right)\exp\left[-\frac12Np(B_l)\Delta_l^2\left(\frac{e^{\frac{\epsilon}{2}}-1}{e^{\frac{\epsilon}{2}}+1}\right)^2\right]"
    ),
    match=Match.READING,
    differs=(
        "that one class is best by Delta_l all over the bin, which the paper takes from Delta_l > 0, is a "
        "hypothesis; for beta <= 1, the range of a Hoelder exponent"
    ),
    printed=line(_PART, given=_SAME)
    .le(
        _SHORT,
        because(
            "Each other class loses p times its mean difference, which is Delta_l at least, with the probability of label/own/bin-error; "
            "label/own/peak, in units of (N p c_eps^2)^(-1/2), bounds the product.",
            "label/own/bin-error",
            "label/own/peak",
        ),
    )
    .le(2 * CLASSES * MASS * (_GAP + 2 * VARIATION + sqrt(2 * pi) / (KEEP * sqrt(SAMPLES * MASS))) * _FALLS, _WIDER)
    .eq(_BOUND)
    .le(_BOUND + MASS * exp(-FALL * SAMPLES * MASS), _LOOSER)
    .crosschecked(
        "two classes, exact",
        r"\text{the second term alone}",
        "N = 2, 20, 40; p = 1/10, 1; eta_1 = 11/20, 9/10; e^(epsilon/2) = 3, 99",
        _losses,
    ),
    note="The display holds even without its first term. To put the mean of n_l for n_l in (70) would not show "
    "it: by Jensen the average of e^(-n_l x) exceeds e^(-N p x).",
)


def _sharp_deviations(settings: Settings) -> Iterator[Case]:
    return largest_deviations(settings, sharp=True)


_DEVIATION, _FROM = LargestDeviation(ETA, CLASSES, FEATURES, COUNT), real("t_0", above=0)
_SPREAD, _START = (
    _FROM + 2 * CLASSES * sqrt(pi * COUNT / 8) * erfc(_FROM * sqrt(2 / COUNT)),
    sqrt(COUNT * log(2 * CLASSES) / 2),
)
(_AT,) = cite(SHARP_ERFC).statement.free()
_DEVIATES = (
    line(Expectation(_DEVIATION))
    .le(
        _SPREAD,
        because(
            "Hoeffding 1963, Theorem 2: the probability that one of K counts is further than t off is at most 2K e^(-2t^2/n_l); it is 1 up to "
            "t_0, and erfc gives its integral beyond."
        ),
    )
    .le(
        _FROM + 2 * CLASSES * sqrt(pi * COUNT / 8) * exp(-((_FROM * sqrt(2 / COUNT)) ** 2)),
        cite(SHARP_ERFC).at({_AT: _FROM * sqrt(2 / COUNT)}),
    )
)
OWN_DEVIATION = Claim(
    "label/own/deviation",
    "ours, for (117)",
    Kind.INEQUALITY,
    "the largest deviation of the counts, with Hoeffding's own constant",
    corrected=line(Expectation(_DEVIATION))
    .le(_DEVIATES.end, _DEVIATES)
    .le(_START + sqrt(pi * COUNT / 2) / 2, choose({_FROM: _START}))
    .crosschecked(
        "two classes, exact; the integral, enclosed",
        r"E\max_j|n_{lj}-n_lv_{lj}|\le\sqrt{\tfrac12n_l\ln(2K)}+\tfrac12\sqrt{\tfrac12\pi n_l}",
        "K = 2: n_l = 1, 2, 9, 30, eta = 1/10, 1/2; K = 2, 3, 11, 100: the integral at n_l = 1",
        _sharp_deviations,
    ),
)
_HELD = SAMPLES * MASS
_NEXT, _SECOND, _KEPT = COUNTED + 1, COUNTED + 2, Max(COUNTED, _HELD / 2)
_LOW, _HIGH = real("u", above=0), real("w", above=0)
_TURNED = line(1 / _HIGH, given=(limits(_LOW, _HIGH),)).le(1 / _LOW)
_TERMS = (
    line(1 / _KEPT).le(2 / _HELD, _TURNED.at({_LOW: _HELD / 2, _HIGH: _KEPT}), line(_HELD / 2).le(_KEPT)),
    line(1 / (_KEPT + 1)).le(1 / _NEXT, _TURNED.at({_LOW: _NEXT, _HIGH: _KEPT + 1}), line(_NEXT).le(_KEPT + 1)),
)
_ONE_MORE = (
    line(1 / _KEPT)
    .eq((1 + 1 / _KEPT) / (_KEPT + 1))
    .le((1 + 2 / _HELD) / (_KEPT + 1), _TERMS[0])
    .le((1 + 2 / _HELD) / _NEXT, _TERMS[1])
)


def inverse(weight: Any) -> Any:
    """The mean of a function of a bin's number of samples where that is not 0."""
    return inverse_moment(SAMPLES, MASS, 1, weight)


_INVERSE = (
    line(inverse(1 / _KEPT))
    .le(inverse((1 + 2 / _HELD) / _NEXT), _ONE_MORE)
    .eq((1 + 2 / _HELD) * inverse(1 / _NEXT), multiple_of(1 + 2 / _HELD, inverse(1 / _NEXT)))
    .le((1 + 2 / _HELD) / ((SAMPLES + 1) * MASS), INVERSE_NEXT(SAMPLES, MASS, 1))
    .le((1 + 2 / _HELD) / _HELD)
    .crosschecked(
        "exact binomial laws",
        r"E\tfrac1{n+1}\le\tfrac1{(N+1)p},\ E\tfrac1{(n+1)(n+2)}\le\tfrac1{(N+1)(N+2)p^2}",
        "N = 1, 4, 30; p = 1/20, 1/2, 1",
        inverse_counts,
    )
)
_ONE_OR_MORE = limits(1, COUNTED)
INVERSE_SQUARE = (
    line(inverse(1 / COUNTED**2))
    .le(inverse(6 / (_NEXT * _SECOND)), line(1 / COUNTED**2, given=(_ONE_OR_MORE,)).le(6 / (_NEXT * _SECOND)))
    .eq(6 * inverse(1 / (_NEXT * _SECOND)), multiple_of(6, inverse(1 / (_NEXT * _SECOND))))
    .le(6 / ((SAMPLES + 1) * (SAMPLES + 2) * MASS**2), INVERSE_TWO_NEXT(SAMPLES, MASS, 1))
    .le(6 / _HELD**2)
)
OWN_INVERSE_COUNT = Claim(
    "label/own/inverse-count",
    "ours, for (117) and (152)",
    Kind.INEQUALITY,
    "the mean of 1/n_l and of 1/n_l^2",
    corrected=AllOf("", {"the mean of 1/n": _INVERSE, "that of 1/n^2": INVERSE_SQUARE}),
    note="Where a bin has half of its mean or more, the maximum is n_l.",
)


def _central_losses(_: Settings) -> Iterator[Case]:
    """The exact loss of (17) over a bin, two classes and constant eta, next to (117) without 2 L_d h^beta = 0."""
    for size, share, value, eta in product(
        (10, 60), (Fraction(1, 4), Fraction(1)), (Fraction(1, 10), Fraction(1)), (Fraction(11, 20), Fraction(3, 4))
    ):
        e, x = as_arb(value), as_arb(size * share)
        step = FiniteLaw.of({1: share * eta, -1: share * (1 - eta), 0: 1 - share})
        law = walk([step] * size)
        error = sum((as_arb(mass) / (1 + (e * k / 2).exp()) for k, mass in law.items()), arb(0))
        bracket = 2 * (arb(2).log() + 1) / (e * x) + 4 * (2 * arb(4).log() / x).sqrt()
        right = as_arb(share) * ((-(1 - arb(2).log()) / 2 * x).exp() + bracket)
        parameters = {"K": 2, "N": size, "p": str(share), "eta_1": str(eta), "epsilon": str(value)}
        yield Case(parameters, as_arb(share * (2 * eta - 1)) * error, right)


_LAW, _TAKEN, _LN = (
    (SmoothLaw(LAW, CLASSES, STEEP, BETA, DIM), _IN_BIN),
    CentralBinLost(LAW, CLASSES, BIN, SAMPLES, EPS),
    log(2 * CLASSES),
)
_DRAW = 2 * (log(CLASSES) + 1) / (EPS * _HELD)
_BRACKET = _DRAW + 4 * sqrt(2 * _LN / _HELD) + 2 * VARIATION
_EXACT = MASS * (
    exp(-FALL * _HELD) + (1 + 3 / _HELD) * _DRAW + (2 * sqrt(_LN) + sqrt(pi)) / sqrt(_HELD) + 2 * VARIATION
)
_ENDED = MASS * exp(-FALL * _HELD) + _BRACKET * MASS
_MANY, _SURE, _FEW, _RARE = limits(32 * _LN, _HELD), limits(_DRAW, 1), limits(_HELD, 32 * _LN), limits(1, _DRAW)
_D, _ROOT_X, _ROOT_L, _SMALLER = (
    real("D", least=0, most=1),
    real("y", above=0),
    real("q'", least=sqrt(log(4))),
    real("w", above=0),
)
_WIDTH = limits(_SMALLER, _ROOT_X)
_INVERTED = line(1 / _ROOT_X, given=(_WIDTH,)).le(1 / _SMALLER)
_ROOM = (
    line(3 * _D / _ROOT_X + 2 * _ROOT_L + sqrt(pi), given=(limits(sqrt(32) * _ROOT_L, _ROOT_X),))
    .le(3 / _ROOT_X + 2 * _ROOT_L + sqrt(pi))
    .le(3 / (sqrt(32) * _ROOT_L) + 2 * _ROOT_L + sqrt(pi), _INVERTED.at({_SMALLER: sqrt(32) * _ROOT_L}))
    .le(4 * sqrt(2) * _ROOT_L)
)
_EQ117_MANY = (
    line(_TAKEN, given=(*_LAW, _MANY, _SURE))
    .le(
        _EXACT,
        because(
            "Unless the bin holds less than half of its share x, of probability q, a point loses by how much the drawn count falls short and twice "
            "the largest deviation, over n_l, and 2 L_d h^beta; as (x + 3) q <= 1 for x >= 44, 1/n_l is (1 + 3/x)/x there on average at most.",
            "label/eq63",
            "label/eq109",
            "label/own/chernoff-half",
            "label/own/deviation",
            "label/own/inverse-count",
        ),
    )
    .eq(
        MASS * exp(-FALL * _HELD)
        + MASS * (_DRAW + 2 * VARIATION)
        + MASS / sqrt(_HELD) * (3 * _DRAW / sqrt(_HELD) + 2 * sqrt(_LN) + sqrt(pi))
    )
    .le(
        MASS * exp(-FALL * _HELD) + MASS * (_DRAW + 2 * VARIATION) + MASS / sqrt(_HELD) * 4 * sqrt(2) * sqrt(_LN),
        _ROOM.at({_D: _DRAW, _ROOT_X: sqrt(_HELD), _ROOT_L: sqrt(_LN)}),
        line(sqrt(32) * sqrt(_LN), given=(_MANY,)).eq(sqrt(32 * _LN)).le(sqrt(_HELD), _MANY),
    )
    .eq(_ENDED)
)
_TERM, _REST = real("D'", least=0), real("b", least=0)
_AT_LEAST = (
    line(MASS, given=(limits(1, _TERM),)).le(MASS * _TERM, scaled(MASS, 1, _TERM)).le(MASS * _REST + MASS * _TERM)
)


def _trivial(case: Any, term: Any, *least: Chain) -> Chain:
    """Where a term of the bracket is at least 1."""
    others = exp(-FALL * _HELD) + _BRACKET - term
    return (
        line(_TAKEN, given=(_IN_BIN, case))
        .le(MASS, words("A point of the bin loses 1 at most.", limits(_TAKEN, MASS), given=(_IN_BIN,)))
        .le(MASS * others + MASS * term, _AT_LEAST.at({_TERM: term, _REST: others}), *least)
        .eq(_ENDED)
    )


_ROOT_FEW = 4 * sqrt(2 * _LN / _HELD)
_RATIO = line(1, given=(_WIDTH,)).le(_ROOT_X / _SMALLER)
_LARGE_ROOT = (
    line(1, given=(_FEW,))
    .le(
        sqrt(32 * _LN) / sqrt(_HELD),
        _RATIO.at({_ROOT_X: sqrt(32 * _LN), _SMALLER: sqrt(_HELD)}),
        line(sqrt(_HELD), given=(_FEW,)).le(sqrt(32 * _LN), _FEW),
    )
    .eq(_ROOT_FEW)
)
EQ117 = Claim(
    "label/eq117",
    "Appendix E, (117)",
    Kind.INEQUALITY,
    "the loss over a bin, without the margin",
    says=(
        r"\int_{B_l}(\eta^*(\mathbf{x})-\mathbb{E}[\eta_{c_l}(\mathbf{x})])f(\mathbf{x})\,d\mathbf{x}\leq\mathrm{P}\left(n_l<\frac12Np(B_l)\right)\int_{B_l}\left(\eta^*(\mathbf{x})-\mathbb{E}\left[\eta_{c_l}(\mathbf{x})|n_l<\frac12Np(B_l)\right]\right)f(\mathbf{x})\,d\mathbf{x}+\int_{B_l}\left(\eta^*(\mathbf{x})-\mathbb{E}\left[\eta_{c_l}(\mathbf{x})|n_l\geq\frac12Np(B_l)\right]\right)f(\mathbf{x})\,d\mathbf{x}\leq "
        r"p(B_l)\exp\left[-\frac12(1-\ln2)Np(B_l)\right]+\left[\frac{2(\ln K+1)}{\epsilon "
        r"Np(B_l)}+4\sqrt{\frac{2\ln(2K)}{Np(B_l)}}+2L_dh^\beta\right]p(B_l)"
    ),
    match=Match.READING,
    differs="the middle line is left out; for beta <= 1, the range of a Hoelder exponent",
    printed=line(_TAKEN, given=_LAW)
    .le(
        _ENDED,
        cases(
            (_RARE, _trivial(_RARE, _DRAW)),
            (
                _SURE,
                line(_TAKEN, given=(*_LAW, _SURE)).le(
                    _ENDED, cases((_FEW, _trivial(_FEW, _ROOT_FEW, _LARGE_ROOT)), (_MANY, _EQ117_MANY))
                ),
            ),
        ),
    )
    .crosschecked(
        "two classes, the exact loss",
        r"\text{(117) for constant }\eta",
        "K = 2; N = 10, 60; p = 1/4, 1; epsilon = 1/10, 1; eta_1 = 11/20, 3/4",
        _central_losses,
    ),
    note="The step that suggests itself, n_l >= x/2 put into (116), gives 4(ln K+1)/(epsilon x) + 8 "
    "sqrt(ln(2K)/x), more than is printed. The display holds all the same: Hoeffding's inequality has "
    "e^(-2t^2/n) where (112) has e^(-t^2/(2n)), and n_l is seldom far below x. The second line's "
    "conditional mean is covered too.",
)

_W, _Y, _Z = sympy.symbols("w y z", nonnegative=True)
W, Y, Z = (Variable(s, Integer(0), oo) for s in (_W, _Y, _Z))

CLAIMS = (
    OWN_BIN_ERROR,
    OWN_PEAK,
    EQ70_71,
    OWN_DEVIATION,
    OWN_INVERSE_COUNT,
    EQ117,
)
