"""kent Appendix G.1, Step 1.1: users' means and votes at alpha <= 1, up to (105). T stands for T* throughout."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Max, Min, Rational, exp, log, oo, sqrt

from upperbounds.channels.votes import Bins
from upperbounds.mean import kent
from verify.calculus import (
    COMPLEMENT,
    HOEFFDING,
    UNION,
    Chain,
    Either,
    Holds,
    Name,
    Not,
    Probability,
    Sum,
    below,
    by,
    calc,
    cases,
    equal,
    included,
    integer,
    let,
    real,
    words,
)
from verify.calculus import at_most as at_most_
from verify.calculus.facts.voting import Part
from verify.papers.kent.instances.votes import (
    HOME,
    POSITION,
    Law,
    bin_of,
    centred_mean,
    decided_below,
    sign_mean,
    sign_mean_again,
    tail,
    width,
)
from verify.papers.kent.nouns_upper import (
    AT_HIGH,
    CENTRE,
    DATA,
    EDGE,
    HIGH,
    MEAN,
    SAMPLE,
    USED,
    USERS,
    WIDTH,
    between,
    crossed,
    off,
)
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, FiniteCheck, Identity, Inequality, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_ALPHA, _OMEGA, _T, _G, _X, _Y = sympy.symbols("alpha omega T g x y", positive=True)
_S, _THETA, _V, _A, _B = sympy.symbols("S theta v a b", real=True)
_Q = sympy.Symbol("q", nonnegative=True)
_HALF = Rational(1, 2)
_KEEP = exp(_ALPHA / 2) / (1 + exp(_ALPHA / 2))
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_NEAR = Variable(_V, -_HALF, _HALF, open_lower=True, open_upper=True)
_ABOVE = Variable(_A, Integer(0), _HALF, open_lower=True)
_BEYOND = Variable(_B, Integer(0), Integer(1), open_lower=True, open_upper=True)
_SMALL = Variable(_Q, Integer(0), Rational(1, 4), open_upper=True)
_RUNS = "n = 32, alpha = 1/2, Delta of (30); T = 100, 400 (full: 50 to 800); P(X = 1) in twelfths"


def _uncentred(_: Settings) -> Iterator[Case]:
    """Constant data X = 1 at parameters that (30) allows with K = 8536."""
    users, samples = 40000, 64
    assert kent.used_samples(users, samples, 1.0, kent.K_HIGH_PRIVACY) == samples
    delta, one = width(users, samples, Fraction(1)), Fraction(1)
    yield Case(
        {"n": users, "T": samples, "alpha": 1, "X": "1, always", "theta": 1, "Delta": f"{float(delta.mid()):.4f}..."},
        tail(sign_mean(samples, one), one, delta),
        tail(sign_mean(samples, one), Fraction(0), delta),
        left_again=tail(sign_mean_again(samples, one), one, delta),
    )


def _centred(_: Settings) -> Iterator[Case]:
    for samples in (10, 50):
        delta = width(32, samples, Fraction(1, 2))
        for step in range(7):
            high = Fraction(step, 6)
            left = tail(sign_mean(samples, high), 2 * high - 1, delta)
            right = tail(centred_mean(samples, high), Fraction(0), delta)
            yield Case({"T": samples, "P(X = 1)": str(high)}, left, right)


def runs(settings: Settings) -> Iterator[tuple[dict[str, object], Fraction, arb, Law]]:
    """Runs of +-1 data at Delta of (30) with n alpha^2 = 8: parameters, mean, Delta, law of a user's mean."""
    for samples in (100, 400) if settings.quick else (50, 100, 200, 400, 800):
        for step in range(13):
            high = Fraction(step, 12)
            parameters: dict[str, object] = {"n": 32, "T": samples, "alpha": "1/2", "P(X = 1)": str(high)}
            yield parameters, 2 * high - 1, width(32, samples, Fraction(1, 2)), sign_mean(samples, high)


def _tails(settings: Settings) -> Iterator[Case]:
    for parameters, mean, delta, law in runs(settings):
        yield Case(parameters, tail(law, mean, delta), Fraction(2, 8 * int(str(parameters["T"]))))


def _neighbour(mean: Fraction, delta: arb) -> tuple[int, int]:
    """The bin l of the mean and its neighbour l', from 0."""
    home = bin_of(mean, delta)
    return home, home - 1 if decided_below(mean + 1, (2 * home + 1) * delta) else home + 1


def _masses(settings: Settings) -> Iterator[tuple[dict[str, object], Fraction, Fraction]]:
    """The larger mass of I_l and I_l', and the largest of any other bin."""
    for parameters, mean, delta, law in runs(settings):
        near = _neighbour(mean, delta)
        masses: dict[int, Fraction] = {}
        for x, mass in law.items():
            masses[bin_of(x, delta)] = masses.get(bin_of(x, delta), Fraction(0)) + mass
        far = max((mass for k, mass in masses.items() if k not in near), default=Fraction(0))
        yield parameters, max(masses.get(k, Fraction(0)) for k in near), far


def _near_masses(settings: Settings) -> Iterator[Case]:
    for parameters, near, _far in _masses(settings):
        yield Case(parameters, Fraction(3, 8), near)


def _far_masses(settings: Settings) -> Iterator[Case]:
    for parameters, _near, far in _masses(settings):
        yield Case(parameters, far, Fraction(1, 4))


def _strays(_: Settings) -> Iterator[Case]:
    """Points of a grid within Delta of the mean that lie in neither I_l nor I_l'."""
    for delta in [Fraction(1, 4), Fraction(2, 7), Fraction(1, 2), Fraction(3, 2)]:
        bins = Bins(Fraction(-1), 2 * delta, -(-delta.denominator // delta.numerator))
        for step in range(-24, 25):
            theta = Fraction(step, 24)
            home = bins.index_exact(theta)
            near = (home, home - 1 if theta - bins.left(home) < delta else home + 1)
            points = [Fraction(k, 56) for k in range(-56, 57)]
            strays = [x for x in points if abs(x - theta) < delta and bins.index_exact(x) not in near]
            yield Case({"Delta": str(delta), "theta": str(theta)}, len(strays), 0)


# fmt: off
_SAMPLES, _INDEX, _PLACE = Name("X", "family of random reals"), integer("t", least=1), real("theta")
_SUM, _CENTRED_SUM = Sum(Part(_SAMPLES, _INDEX), _INDEX, 1, USED), Sum(Part(_SAMPLES, _INDEX) - _PLACE, _INDEX, 1, USED)
CENTRED = calc(
    Probability(Holds(at_most_(WIDTH, Abs(_SUM/USED - _PLACE)))), "==",
    Probability(Holds(at_most_(WIDTH, Abs(_CENTRED_SUM/USED)))),
    by(words("The sum of T* differences X_t - theta is the sum of the X_t less T* theta.",
             equal(Abs(_CENTRED_SUM/USED), Abs(_SUM/USED - _PLACE)))),
)
HOEFFDING_HIGH = calc(
    Probability(off(WIDTH)), "<=", 2*exp(-USED*WIDTH**2/2), by(HOEFFDING(MEAN, SAMPLE, USED, -1, 1, WIDTH)), given=DATA,
)
_MUCH = real("y", above=8)
_WIDTH = let(r"\Delta", sqrt(2*log(_MUCH)/USED))
_CLOSE = calc(
    Rational(3, 4), "<", 1 - 2*exp(-USED*_WIDTH**2/2), "<=", 1 - Probability(off(_WIDTH)),
    by(HOEFFDING(MEAN, SAMPLE, USED, -1, 1, _WIDTH)), "==", Probability(Not(off(_WIDTH))), by(COMPLEMENT(off(_WIDTH), off(_WIDTH))),
    given=DATA,
)


_ONE, _OTHER = real("p", least=0), real("q", least=0)
_LARGER = calc((_ONE + _OTHER)/2, "<=", Max(_ONE, _OTHER), by(cases(*(
    (c, calc((_ONE + _OTHER)/2, "<=", c.large, by(c), "<=", Max(_ONE, _OTHER), given=(c,)))
    for c in (at_most_(_ONE, _OTHER), at_most_(_OTHER, _ONE))
))))


def _covered(larger: Any, width: Any, *where: Any) -> Chain:
    """A user's mean within Delta of theta lies there."""
    near = Not(off(width))
    return calc(Probability(near), "<=", Probability(larger), by(included(near, larger)), given=where)


def _of_two(first: int, *where: Any) -> tuple[Chain, Chain]:
    """The masses of two bins, and the larger of them."""
    both, one, other = (between(first + i, first + j, _WIDTH) for i, j in ((0, 2), (0, 1), (1, 2)))
    total = calc(
        Rational(3, 4), "<", Probability(Not(off(_WIDTH))), by(_CLOSE), "<=", Probability(both), by(_covered(both, _WIDTH, *where)),
        "<=", Probability(Either(one, other)), by(included(both, Either(one, other))),
        "<=", Probability(one) + Probability(other), by(UNION(one, other)), given=(*DATA, *where),
    )
    return total, calc(
        Rational(3, 8), "<", (Probability(one) + Probability(other))/2, by(total), "<=", Max(Probability(one), Probability(other)),
        by(_LARGER.at({_ONE: Probability(one), _OTHER: Probability(other)})), given=(*DATA, *where),
    )


def _light(first: Any, *where: Any) -> Chain:
    """The mass of another bin, both ends included."""
    there = between(first, first + 1, AT_HIGH, closed=True)
    return calc(
        Probability(there), "<=", Probability(off(AT_HIGH)), by(included(there, off(AT_HIGH))),
        "<=", 2*exp(-USED*AT_HIGH**2/2), by(HOEFFDING(MEAN, SAMPLE, USED, -1, 1, AT_HIGH)), "<=", Rational(1, 4), given=(*DATA, *where),
    )


def _halves(width: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return ((at_most_(EDGE, CENTRE), below(CENTRE, EDGE + width)), (at_most_(EDGE + width, CENTRE), at_most_(CENTRE, EDGE + 2*width)))


_LEFT, _RIGHT = _halves(WIDTH)
_LEFT_AT, _RIGHT_AT = _halves(_WIDTH)
_LEFT_FAR, _RIGHT_FAR = _halves(AT_HIGH)
_FAR = integer("j", least=1)
COVER = AllOf("", {
    "left half": _covered(between(-1, 1, WIDTH), WIDTH, *_LEFT),
    "right half": _covered(between(0, 2, WIDTH), WIDTH, *_RIGHT),
    "left half of the first bin": _covered(between(0, 1, WIDTH), WIDTH, _LEFT[1], at_most_(EDGE, MEAN)),
    "right half of the last bin": _covered(between(0, 1, WIDTH, closed=True), WIDTH, _RIGHT[0], at_most_(MEAN, EDGE + 2*WIDTH)),
})
_HEAVY_AND_LIGHT = AllOf("", {
    **dict(zip(("left half, both", "left half, the larger"), _of_two(-1, *_LEFT_AT), strict=True)),
    **dict(zip(("right half, both", "right half, the larger"), _of_two(0, *_RIGHT_AT), strict=True)),
    "left half, bins to the right": _light(_FAR, _LEFT_FAR[1]),
    "left half, bins to the left": _light(-_FAR - 1, _LEFT_FAR[0]),
    "right half, bins to the right": _light(_FAR + 1, _RIGHT_FAR[1]),
    "right half, bins to the left": _light(-_FAR, _RIGHT_FAR[0]),
})
# fmt: on
_GRID = let(r"\Delta", sqrt(2 * log(USERS * USED * HIGH**2) / USED))


CLAIMS = (
    Claim("kent/eq104", "Appendix G.1, Step 1.1, (104)", Kind.INEQUALITY,
          "a user's mean is within Delta of theta with probability 3/4",
          Whole(r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)=P\Big\{\Big|\frac1{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}\le2e^{-T^*\Delta^2/2}=\frac2{nT^*\alpha^2}\le\frac14",
                ("kent/eq104/a", "kent/eq104/b", "kent/eq104/c", "kent/eq104/d")),
          Whole(r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)\le2e^{-T^*\Delta^2/2}=\frac2{nT^*\alpha^2}\le\frac14,\ "
                r"n\alpha^2\ge8",
                ("kent/eq104/a", "kent/eq104/b", "kent/eq104/c", "kent/eq104/d"), as_corrected=True),
          correction="the sum must be centred at theta", severity=Severity.TYPO, theorem="kent/eq119x"),
    Claim("kent/eq104/a", "Appendix G.1, Step 1.1, (104), first equality", Kind.IDENTITY, "the deviation as a sum",
          FiniteCheck(r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)=P\Big\{\Big|\frac1{T^*}\sum_{t=1}^{T^*}X_t^{(i)}\Big|\ge\Delta\Big\}",
                      "constant data X = 1; n = 40000, T = 64, alpha = 1, Delta of (30)", _uncentred, "=="),
          CENTRED.crosschecked(
              "+-1 data: the mean's law, and centred samples added one by one",
              r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)=P\{|\tfrac1T\textstyle\sum(X_t-\theta)|\ge\Delta\}",
              "n = 32, alpha = 1/2, Delta of (30); T = 10, 50; P(X = 1) in sixths", _centred, "=="),
          correction="the sum must be centred at theta: X_t - theta in place of X_t", severity=Severity.TYPO,
          theorem="kent/eq119x"),
    Claim("kent/eq104/b", "Appendix G.1, Step 1.1, (104), first inequality", Kind.INEQUALITY,
          "Hoeffding for samples in [-1, 1]",
          HOEFFDING_HIGH.crosschecked(
              "+-1 data, exact tails", r"P(|\hat\theta^{(i)}-\theta|\ge\Delta)\le2/(nT^*\alpha^2)",
              "n = 32, alpha = 1/2, Delta of (30); T = 100, 400 (full: 50 to 800); P(X = 1) in twelfths", _tails),
          note="A user's mean is that of T* draws of X, theta = E X. T* is whole here."),
    Claim(
        "kent/eq104/c", "Appendix G.1, Step 1.1, (104), second equality", Kind.IDENTITY, "Delta of (30) put in",
        calc(2 * exp(-USED * _GRID**2 / 2), "==", 2 / (USERS * USED * HIGH**2), given=(at_most_(8, USERS * HIGH**2),))),
    Claim("kent/eq104/d", "Appendix G.1, Step 1.1, (104), last inequality", Kind.INEQUALITY,
          "the assumption n alpha^2 >= C~ with C~ = 8",
          at_most(2 / (_Y * _T), Rational(1, 4), Variable(_Y, Integer(8), oo), Variable(_T, Integer(1), oo),
                  shown=(("y", "8"), ("T", "1"))),
          note="y = n alpha^2."),
    Claim("kent/appG.1/p", "Appendix G.1, Step 1.1, between (104) and (105)", Kind.INEQUALITY,
          "one of two bins is heavy, all others are light",
          Whole(
              r"P(V_{l^*}=1)>\tfrac38,\ P(V_j=1)\le\tfrac14\ (j\ne l,l');\quad p_{l^*}>\tfrac{5-2\omega_{\alpha/2}}8,\ "
              r"p_j\le\tfrac{3-2\omega_{\alpha/2}}4",
              ("kent/appG.1/p/neighbour", "kent/appG.1/p/cover", "kent/appG.1/p/votes", "kent/appG.1/p/bits"))),
    Claim("kent/appG.1/p/neighbour", "Appendix G.1, Step 1.1, the definition of l'", Kind.CONSTRUCTION,
          "l' is defined for every mean",
          AllOf(r"l'=l-1\ \text{if}\ \theta<-1+2(l-1)\Delta+\Delta,\ \text{else}\ l+1;\ \theta\in I_l",
                {"u in [0, 1/2) or in [1/2, 1]":
                     at_most(Min(Max(-POSITION, POSITION - _HALF), Max(_HALF - POSITION, POSITION - 1)), Integer(0),
                             HOME)}),
          note="theta = left end of I_l + 2 Delta u. Bins as in Algorithm 2: half-open, the last one closed, so that "
               "the second line holds its right end too."),
    Claim("kent/appG.1/p/cover", "Appendix G.1, Step 1.1, after the definition of l'", Kind.INEQUALITY,
          "a user's mean within Delta of theta is in one of the two bins",
          crossed(COVER,
                  (("a grid, exact",
                    FiniteCheck(r"\#\{x:|x-\theta|<\Delta,\ x\notin I_l\cup I_{l'}\}=0",
                                "Delta = 1/4, 2/7, 1/2, 3/2; theta in multiples of 1/24, x of 1/56, ends included",
                                _strays, "==")),)),
          note="L is the left end of I_l. At the ends I_0 and I_(N+1) are empty, and the last bin is closed."),
    Claim("kent/appG.1/p/votes", "Appendix G.1, Step 1.1, the displays before and after l*", Kind.INEQUALITY,
          "the masses of the bins",
          crossed(_HEAVY_AND_LIGHT,
                  (("+-1 data, near", FiniteCheck(r"\tfrac38<P(V_{l^*}=1)", _RUNS, _near_masses, "<")),
                   ("+-1 data, far", FiniteCheck(r"P(V_j=1)\le\tfrac14", _RUNS, _far_masses)))),
          note="L is the left end of I_l, y = n T* alpha^2. The text has P <= 1/4 and concludes > 3/4; the strict sign "
               "is right all the same, since the theorem assumes n alpha^2 > C~ and not only >=."),
    Claim(
        "kent/appG.1/p/bits", "Appendix G.1, Step 1.1, the displays above (105)", Kind.IDENTITY, "the privatised votes",
        AllOf(r"p_k=(2\omega_{\alpha/2}-1)P(V_k=1)+1-\omega_{\alpha/2},\ p_{l^*}>\tfrac{5-2\omega_{\alpha/2}}8,\ "
              r"p_j\le\tfrac{3-2\omega_{\alpha/2}}4",
              {"randomized response": Identity(_Q * _OMEGA + (1 - _Q) * (1 - _OMEGA),
                                               (2 * _OMEGA - 1) * _Q + 1 - _OMEGA),
               "at 3/8": Identity(lambda: (2 * _OMEGA - 1) * Rational(3, 8) + 1 - _OMEGA, lambda: (5 - 2 * _OMEGA) / 8),
               "at 1/4": Identity(lambda: (2 * _OMEGA - 1) * Rational(1, 4) + 1 - _OMEGA, lambda: (3 - 2 * _OMEGA) / 4),
               "increasing: 2 omega > 1": Inequality(Relation(Integer(1), 2 * _KEEP, "<", (_HIGH,)))})),
)  # fmt: skip
