"""label Appendix C, (52)-(67): the local classifier within a bin, and the bound without the margin."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Rational, erfc, exp, log, oo, pi, sqrt

from notation.symbols import beta
from verify.calculus import (
    Chain,
    Expectation,
    Grant,
    Holds,
    Probability,
    below,
    by,
    calc,
    cases,
    choose,
    cite,
    equal,
    real,
    words,
)
from verify.calculus import at_most as limits
from verify.calculus.facts.counts import CHERNOFF_BELOW, BelowHalf
from verify.papers.label.averages import BETA, DIM, EPS, LAW, SAMPLES, SIDE, STEEP
from verify.papers.label.instances.bins import (
    count_tails,
    diameters,
    local_losses,
    lower_tails,
    private_gaps,
    private_means,
    wrong_class,
)
from verify.papers.label.nouns import (
    BIN,
    CLASS,
    CLASSES,
    COUNT,
    ETA,
    FALL,
    FEATURES,
    IN_BIN,
    KEEP,
    LEVEL,
    MASS,
    OTHER,
    POINT,
    SMOOTH_CLASSES,
    VARIATION,
    BinLost,
    BinOf,
    BitChance,
    Bits,
    BitsLost,
    ClassChance,
    Distance,
    InCube,
    MeanBits,
    PointLost,
    SmoothLaw,
)
from verify.prover import Variable
from verify.statements import AllOf, Case, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_N = sympy.Symbol("n_l", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_M, _V1 = sympy.symbols("M t_1", positive=True)
"""2K."""


def _last_line(_: Settings) -> Iterator[Case]:
    """sqrt(2 ln(2K)) + sqrt(2 pi) beside 3 sqrt(ln(2K)), n_l = 1; again from their squares."""
    for classes in (2, 6):
        logarithm = arb(2 * classes).log()
        left = (2 * logarithm).sqrt() + (2 * arb.pi()).sqrt()
        again = (2 * logarithm + 2 * arb.pi() + 4 * (arb.pi() * logarithm).sqrt()).sqrt()
        yield Case({"K": classes, "n_l": 1}, left, 3 * logarithm.sqrt(), left_again=again)


def _diameter(_: Settings) -> Iterator[Case]:
    """The centre and a corner-near point of a square bin of length 1, L = 1/10: squared distances, again by Pythagoras' parts."""
    first, second = (Fraction(1, 10), Fraction(1, 5)), (Fraction(9, 10), Fraction(4, 5))
    squared = sum(((a - b) ** 2 for a, b in zip(first, second, strict=True)), Fraction(0))
    parameters = {"d": 2, "h": 1, "L": "1/10", "x": ["1/10", "1/5"], "x'": ["9/10", "4/5"]}
    right = as_arb(Fraction(1, 10)) * arb(2).sqrt()
    yield Case(
        parameters,
        as_arb(squared).sqrt(),
        right,
        left_again=as_arb(Fraction(4, 5)) * (1 + as_arb(Fraction(9, 16))).sqrt(),
    )


ERFC = Claim("label/eq61", "Appendix C, (61)", Kind.INEQUALITY, "the Gaussian tail",
             at_most(erfc(_X), 2 * exp(-(_X**2)), Variable(_X, Integer(0), oo)),
             note="With x = t/(sigma sqrt 2) >= 0, both sides over sigma sqrt(pi/2).")  # fmt: skip
SHARP_ERFC = Claim("label/own/gaussian-tail", "ours, (61) with its best constant", Kind.INEQUALITY,
                   "the Gaussian tail with a factor one half",
                   corrected=at_most(erfc(_X), exp(-(_X**2)), Variable(_X, Integer(0), oo)))  # fmt: skip


def _kept(point: Any) -> Any:
    chance = ClassChance(ETA, CLASS, point)
    return exp(EPS / 2) / (exp(EPS / 2) + 1) * chance + (1 - chance) / (exp(EPS / 2) + 1)


_BIT, _CHANCE = BitChance(ETA, CLASS, POINT, EPS), ClassChance(ETA, CLASS, POINT)
_EQ53 = calc(
    _BIT, "==", _kept(POINT),
    by(words("Given the label, (11) keeps its j-th bit, which is 1 for the j-th class alone, with chance e^(eps/2)/(e^(eps/2) + 1).",
             equal(_BIT, _kept(POINT)))),
    "==", 1/(exp(EPS/2) + 1) + KEEP*_CHANCE,
).crosschecked(
    "three classes, all labels", r"P(Z(j)=1)=\tfrac1{r+1}+\tfrac{r-1}{r+1}\eta_j,\ r=e^{\varepsilon/2}",
    "K = 3, all eta with denominator 6, r = 3/2, 7", private_means, "==",
)  # fmt: skip
_BITS, _MEAN_BITS = Bits(ETA, CLASS, FEATURES, COUNT, EPS), MeanBits(ETA, CLASS, FEATURES, COUNT, EPS)
_OFF, _OFF_RARE = Probability(Holds(below(LEVEL, Abs(_BITS - COUNT*_MEAN_BITS)))), 2*exp(-2*COUNT*(LEVEL/COUNT)**2)  # fmt: skip
_EQ55 = calc(
    _OFF, "<=", _OFF_RARE,
    by(words("Hoeffding 1963, Theorem 2: given the features, S_j is a sum of n_l independent bits of mean n_l v_j.",
             limits(_OFF, _OFF_RARE))),
    "==", 2*exp(-2*LEVEL**2/COUNT),
).crosschecked(
    "exact sums of bits", r"P(|S-nv|>t)\le2e^{-2t^2/n}", "n_l = 6, 9, three levels", count_tails,
)  # fmt: skip
_LOST = BitsLost(ETA, CLASSES, FEATURES, COUNT, EPS)
_FAR, _FAR_RARE = Probability(Holds(limits(LEVEL, _LOST))), 2*CLASSES*exp(-2*(COUNT*LEVEL/2)**2/COUNT)  # fmt: skip
_EQ58 = calc(
    _FAR, "<=", _FAR_RARE,
    by(words("The chosen class has the most bits, so that where it is t worse one of the K counts is n_l t/2 or more off its "
             "mean: a union of the tails (55), which hold for 'at least', too, by continuity in t.",
             limits(_FAR, _FAR_RARE), leans=("label/eq55",))),
    "==", 2*CLASSES*exp(-COUNT*LEVEL**2/2),
).crosschecked(
    "two classes, exact", r"P(v^*-v_c\ge t)\le2Ke^{-nt^2/2}", "K = 2, n_l = 5, 20, e^(epsilon/2) = 3/2, 4", wrong_class,
)  # fmt: skip
_FROM, _MORE = real("t_0", above=0), real("M", least=4)
_INTEGRATED = _FROM + 2*CLASSES*sqrt(pi/(2*COUNT))*erfc(_FROM*sqrt(COUNT/2))  # fmt: skip
_ROOT = sqrt(2*log(2*CLASSES)/COUNT)  # fmt: skip


def _expected_loss(gaussian: Grant, factor: Rational) -> Chain:
    """By the integral of the tail (58), cut off at t_0."""
    (x,) = gaussian.statement.free()
    at_any = calc(
        Expectation(_LOST), "<=", _INTEGRATED,
        by(words("The integral over t of P(v* - v_c >= t), which is at most 1 up to t_0 and at most (58) beyond it, where "
                 "erfc gives the antiderivative.", limits(Expectation(_LOST), _INTEGRATED), leans=("label/eq58",))),
        "<=", _FROM + factor*sqrt(2*pi/COUNT)*CLASSES*exp(-COUNT*_FROM**2/2), by(gaussian.at({x: _FROM*sqrt(COUNT/2)})),
    )  # fmt: skip
    return calc(
        Expectation(_LOST), "<=", at_any.steps[-1].term, by(at_any),
        "<=", _ROOT + factor/2*sqrt(2*pi/COUNT), by(choose({_FROM: _ROOT})),
    )  # fmt: skip


_ANTIDERIVATIVE = (("the antiderivative",
                    Identity(sympy.Derivative(-_M * sqrt(pi / (2 * _N)) * erfc(_V1 * sqrt(_N / 2)), _V1),
                             lambda: _M * exp(-_N * _V1**2 / 2))),)  # fmt: skip
_EQ60A = _expected_loss(cite(ERFC), Integer(2)).beside(
             *_ANTIDERIVATIVE,
             *(
                 (
                     "two classes, the exact loss; the integral, enclosed",
                     FiniteCheck(
                         r"v^*-Ev_c\le\sqrt{\tfrac{2\ln(2K)}{n_l}}+\sqrt{\tfrac{2\pi}{n_l}}",
                         "K = 2: n_l = 1, 5, 25, eta = 3/5, 9/10, e^(epsilon/2) = 3/2, 9; K = 2, 5, 50: the integral at n_l = 1",
                         local_losses,
                     ),
                 ),
             ))  # fmt: skip
_SHARPER = _expected_loss(cite(SHARP_ERFC), Integer(1))
_EQ60 = calc(
    Expectation(_LOST), "<=", _ROOT + sqrt(2*pi/COUNT)/2, by(_SHARPER), "==", (sqrt(2*log(2*CLASSES)) + sqrt(2*pi)/2)/sqrt(COUNT),
    "<=", 3*sqrt(log(2*CLASSES))/sqrt(COUNT),
    by(calc(sqrt(2*log(_MORE)) + sqrt(2*pi)/2, "<=", 3*sqrt(log(_MORE))).at({_MORE: 2*CLASSES})),
    "==", 3*sqrt(log(2*CLASSES)/COUNT),
).beside(*_ANTIDERIVATIVE)  # fmt: skip
_NEAR = InCube(POINT, OTHER, SIDE, DIM)
_EQ63 = calc(
    Distance(POINT, OTHER), "==", sqrt(Distance(POINT, OTHER)**2), "<=", sqrt(DIM*SIDE**2),
    by(words("The squared distance is a sum over d coordinates, each of which differs by h at most.",
             limits(Distance(POINT, OTHER)**2, DIM*SIDE**2), given=(_NEAR,))),
    "==", sqrt(DIM)*SIDE,
    given=(_NEAR,),
).crosschecked(
    "all pairs of a grid in a cube", r"\|x-x'\|^2\le dh^2", "d = 1, 2, 3, h = 1/2, points with coordinates 0, h/2, h",
    diameters,
)  # fmt: skip
_OTHER_BIT, _OTHER_CHANCE = (made(ETA, CLASS, OTHER, *rest) for made, rest in ((BitChance, (EPS,)), (ClassChance, ())))
_ONE, _TWO, _SHARE = real("y"), real("y'"), real("w", least=0)
_SCALED = calc(
    Abs(_SHARE*_ONE - _SHARE*_TWO), "==", _SHARE*Abs(_ONE - _TWO),
    by(cases(*((order, calc(Abs(_SHARE*_ONE - _SHARE*_TWO), "==", sign*(_SHARE*_ONE - _SHARE*_TWO), "==", _SHARE*Abs(_ONE - _TWO), given=(order,)))
               for order, sign in ((limits(_TWO, _ONE), 1), (limits(_ONE, _TWO), -1))))),
)  # fmt: skip
_EQ64 = calc(
    Abs(_BIT - _OTHER_BIT), "==", Abs(1/(exp(EPS/2) + 1) + KEEP*_CHANCE - 1/(exp(EPS/2) + 1) - KEEP*_OTHER_CHANCE),
    by(_EQ53, _EQ53.at({POINT: OTHER})),
    "==", KEEP*Abs(_CHANCE - _OTHER_CHANCE), by(_SCALED.at({_SHARE: KEEP, _ONE: _CHANCE, _TWO: _OTHER_CHANCE})),
    "<=", KEEP*VARIATION,
    by(words("(63): points of one bin are within sqrt(d) h of each other.",
             limits(Abs(_CHANCE - _OTHER_CHANCE), VARIATION), given=(SMOOTH_CLASSES, _NEAR), leans=("label/eq63",))),
    given=(SMOOTH_CLASSES, _NEAR),
).crosschecked(
    "three classes, all labels and bits", r"\max_j|\tilde\eta_j-\tilde\eta_j'|=c_\varepsilon\max_j|\eta_j-\eta_j'|",
    "K = 3, pairs of eta with denominator 6, e^(epsilon/2) = 3/2, 7", private_gaps, "==",
)  # fmt: skip
_POINT_LOST = PointLost(ETA, CLASSES, FEATURES, COUNT, EPS, POINT)
_LIFTED = calc(
    Expectation(_POINT_LOST), "<=", (Expectation(_LOST) + 2*KEEP*VARIATION)/KEEP,
    by(words("By (64) the chances of the private bits at the point are within c_eps L_d h^beta of their means over the features, "
             "for the best class and for the chosen one, and by (53) they lose c_eps times what the chances lose.",
             limits(Expectation(_POINT_LOST), (Expectation(_LOST) + 2*KEEP*VARIATION)/KEEP), given=(SMOOTH_CLASSES, IN_BIN),
             leans=("label/eq53", "label/eq64"))),
    "==", Expectation(_LOST)/KEEP + 2*VARIATION,
    given=(SMOOTH_CLASSES, IN_BIN),
)  # fmt: skip
_LOOSER = calc(_SHARE, "<=", sqrt(2)*_SHARE).at({_SHARE: sqrt(log(2*CLASSES)/COUNT)})  # fmt: skip
_EQ66 = calc(
    Expectation(_POINT_LOST), "<=", Expectation(_LOST)/KEEP + 2*VARIATION, by(_LIFTED),
    "<=", 3*sqrt(log(2*CLASSES)/COUNT)/KEEP + 2*VARIATION, by(_EQ60),
    "<=", 3/KEEP*sqrt(2*log(2*CLASSES)/COUNT) + 2*VARIATION, by(_LOOSER),
    given=_LIFTED.given,
)  # fmt: skip
_LESS = calc(1 - MASS / 2, "<=", exp(-MASS / 2))
CHERNOFF_HALF = calc(
    BelowHalf(SAMPLES, MASS), "<=", (1 - MASS/2)**SAMPLES*exp(SAMPLES*MASS*log(2)/2),
    by(CHERNOFF_BELOW(SAMPLES, MASS, Rational(1, 2))),
    "<=", exp(-MASS/2)**SAMPLES*exp(SAMPLES*MASS*log(2)/2), by(_LESS),
    "==", exp(-FALL*SAMPLES*MASS),
).crosschecked(
    "exact binomial tails", r"P(\mathrm{Bin}(N,p)<Np/2)\le e^{-(1-\ln2)Np/2}", "N = 5 to 200 (quick: 60), four p",
    lower_tails,
)  # fmt: skip
_IN_LAW, _PART = ((SmoothLaw(LAW, CLASSES, STEEP, BETA, DIM), BinOf(BIN, LAW, MASS, SIDE, DIM)),
                  BinLost(LAW, CLASSES, BIN, SAMPLES, EPS))  # fmt: skip
_OF_FEW = MASS*BelowHalf(SAMPLES, MASS) + MASS*(3/KEEP*sqrt(log(2*CLASSES)/(SAMPLES*MASS/2)) + 2*VARIATION)  # fmt: skip
_EQ67 = calc(
    _PART, "<=", _OF_FEW,
    by(words("Given the features, where the bin holds at least half of its share, a point loses what (66) says before its last "
             "step, with (60), which falls with n_l; elsewhere it loses 1 at most.",
             limits(_PART, _OF_FEW), given=_IN_LAW, leans=("label/eq60", "label/eq66"))),
    "<=", MASS*exp(-FALL*SAMPLES*MASS) + MASS*(3/KEEP*sqrt(log(2*CLASSES)/(SAMPLES*MASS/2)) + 2*VARIATION), by(CHERNOFF_HALF),
    "==", MASS*exp(-FALL*SAMPLES*MASS) + (3/KEEP*sqrt(2*log(2*CLASSES)/(SAMPLES*MASS)) + 2*VARIATION)*MASS,
    given=_IN_LAW,
)  # fmt: skip

CLAIMS = (
    Claim("label/eq53", "Appendix C, (53)", Kind.IDENTITY, "the mean of a private bit", _EQ53),
    Claim("label/eq55", "Appendix C, (54), (55)", Kind.INEQUALITY, "concentration of a count", _EQ55),
    Claim("label/eq58", "Appendix C, (56)-(58)", Kind.INEQUALITY, "the chosen class is nearly the best of the bin",
          _EQ58, note="In the text before (58) n_l is missing beside t/2; (58) has it."),
    ERFC,
    SHARP_ERFC,
    Claim("label/eq60", "Appendix C, (59), (60)", Kind.INEQUALITY, "the expected loss of the chosen class in its bin",
          Whole(r"v_l^*-E[v_{lc_l}\mid X_{1:N}]\le\sqrt{\tfrac{2\ln(2K)}{n_l}}+\sqrt{\tfrac{2\pi}{n_l}}\le3\sqrt{\tfrac{\ln(2K)}{n_l}}",
                ("label/eq60/a", "label/eq60/last")),
          AllOf("", {"its middle": _SHARPER, "its end": _EQ60}),
          correction="the last displayed step fails for K <= 6; with the tail's best constant 1/2 in (61) the end "
                     "holds for every K >= 2",
          severity=Severity.CONSTANT, theorem="label/eq60"),
    Claim("label/eq60/a", "Appendix C, (60), first to fourth line", Kind.INEQUALITY, "the integral of the tail",
          _EQ60A),
    Claim("label/eq60/last", "Appendix C, (60), last line", Kind.INEQUALITY, "the two terms in one",
          FiniteCheck(r"\sqrt{2\ln(2K)}+\sqrt{2\pi}\le3\sqrt{\ln(2K)}", "K = 2 and 6", _last_line),
          at_most(sqrt(2 * log(_M)) + sqrt(2 * pi), 3 * sqrt(log(_M)), Variable(_M, Integer(14), oo)),
          correction="true for K >= 7 only", severity=Severity.CONSTANT, theorem="label/eq60", note="M = 2K."),
    Claim("label/eq63", "Appendix C, (63)", Kind.INEQUALITY, "variation of the regression functions over a bin",
          Whole(r"\|x-x'\|\le\sqrt dL;\ |\eta_j(x)-\eta_j(x')|\le L_dh^\beta",
                ("label/eq63/diameter", "label/eq63/63")),
          Whole(r"\|x-x'\|\le\sqrt dh;\ |\eta_j(x)-\eta_j(x')|\le L_dh^\beta", ("label/eq63/diameter", "label/eq63/63"),
                as_corrected=True),
          correction="the diameter of a bin is sqrt(d) h", severity=Severity.TYPO, theorem="label/eq63"),
    Claim("label/eq63/diameter", "Appendix C, the line above (63)", Kind.INEQUALITY, "the diameter of a bin",
          FiniteCheck(r"\|x-x'\|\le\sqrt dL", "two points of a square bin of length 1, L = 1/10", _diameter), _EQ63,
          correction="h in place of L", severity=Severity.TYPO, theorem="label/eq63"),
    Claim("label/eq63/63", "Appendix C, (63)", Kind.INEQUALITY, "variation of the regression functions over a bin",
          at_most(beta * _X / 2, _X / 2, Variable(beta, Integer(0), Integer(1), open_lower=True),
                  Variable(_X, Integer(0), oo)),
          note="L (sqrt(d) h)^beta <= L sqrt(d) h^beta: the logarithms, x = ln d; for beta <= 1."),
    Claim("label/eq64", "Appendix C, (64)", Kind.INEQUALITY, "the same for the private bits", _EQ64),
    Claim("label/eq66", "Appendix C, (65), (66)", Kind.INEQUALITY, "from the bin's averages to a point",
          AllOf("", {"its first bound": _LIFTED, "its second bound": _EQ66})),
    Claim("label/own/chernoff-half", "ours, used by (67), (117), (151)", Kind.INEQUALITY,
          "a bin rarely holds less than half of its share", corrected=CHERNOFF_HALF),
    Claim("label/eq67", "Appendix C, (67)", Kind.INEQUALITY, "the loss over a bin, without the margin", _EQ67,
          note="The conditions print 1/N where the first line has N/2, and L^d for L_d. The last bound of (66) would "
               "give 4 in place of 2 under the root; its middle one, with (60), gives what is printed."),
)  # fmt: skip
