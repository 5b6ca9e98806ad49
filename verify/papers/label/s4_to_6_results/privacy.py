"""label Theorems 2, 4, 6, 8, 10 and 12, first statements: the privacy of the six mechanisms."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import exp, log

from notation.symbols import epsilon
from upperbounds.channels import LaplaceOnInterval, UnaryEncoding
from verify.calculus import Chain, Name, Sum, by, calc, integer, let, real
from verify.calculus import at_most as limits
from verify.calculus.facts.bits import AGREEMENTS, BIT_FLIPS, ONES, Agreements, BitFlips, Differences, Ones
from verify.calculus.facts.packings import At, Density
from verify.calculus.facts.voting import Entry
from verify.calculus.over import Each
from verify.calculus.reasons import at_index, multiple_of
from verify.papers.label.averages import EPS
from verify.papers.label.nouns import CLASS, CLASSES
from verify.statements import Case, FiniteCheck
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_T, _COUNT = sympy.symbols("T n_l", positive=True)


def _unary(settings: Settings) -> Iterator[Case]:
    """The worst ratio of (11) over {0,1}^K by enumeration, e^(epsilon/2) = 3/2, beside e^epsilon; again from the channel."""
    root = Fraction(3, 2)
    for classes in range(2, 5 if settings.quick else 8):
        worst = Fraction(0)
        for y, other in product(range(classes), repeat=2):
            for z in product((0, 1), repeat=classes):
                ratio = Fraction(1)
                for j, bit in enumerate(z):
                    keep = {
                        bit_value: root / (1 + root) if bit == bit_value else 1 / (1 + root) for bit_value in (0, 1)
                    }
                    ratio *= keep[int(y == j)] / keep[int(other == j)]
                worst = max(worst, ratio)
        multiple = UnaryEncoding(classes, 1, epsilon).worst_loss().multiple()
        yield Case({"K": classes, "e^(epsilon/2)": "3/2"}, worst, root**2, left_again=root ** int(2 * (multiple or 0)))


def _softmax(settings: Settings) -> Iterator[Case]:
    """P(c_l = j) under (17) for all counts with few samples, one label moved from a to b, e^(epsilon/2) = 3/2 and 10."""
    size = 3 if settings.quick else 5
    for root in (Fraction(3, 2), Fraction(10)):
        for counts in product(range(size + 1), repeat=3):
            for a, b in ((0, 1), (1, 2), (2, 0)):
                if counts[a] == 0:
                    continue
                moved = [n - (k == a) + (k == b) for k, n in enumerate(counts)]
                for j in range(3):
                    before, after = (root ** c[j] / sum(root**n for n in c) for c in (counts, moved))
                    yield Case({"counts": list(counts), "moved": [a, b], "j": j}, before, root**2 * after)


def _loss(lower: sympy.Expr, upper: sympy.Expr, scale: sympy.Expr) -> Fraction:
    """The exact worst log ratio of the Laplace mechanism over epsilon."""
    multiple = LaplaceOnInterval(lower, upper, scale, epsilon).worst_loss().multiple()
    assert multiple is not None
    return multiple


def _bounded_local(_: Settings) -> Iterator[Case]:
    yield Case({"T": "any", "epsilon": "any"}, _loss(-_T, _T, 2 * _T / epsilon), 1)


def _printed_central(_: Settings) -> Iterator[Case]:
    """Labels -3/2 and 3/2, within |Y| < 2: the mean of n_l labels moves by 3/n_l, the noise has scale 2/(n_l epsilon)."""
    half = sympy.Rational(3, 2)
    moved = _loss(-half / _COUNT, half / _COUNT, 2 / (_COUNT * epsilon))
    # Again from the densities at n_l = 1, epsilon = 1: (|z - y| - |z - y'|)/2 is greatest at an end of the labels.
    points = [Fraction(k, 2) for k in range(-6, 7)]
    densities = max((abs(z + Fraction(3, 2)) - abs(z - Fraction(3, 2))) / 2 for z in points)
    yield Case({"T": 2, "y": "-3/2", "y'": "3/2", "n_l": "any"}, moved, 1, left_again=densities)


def _central(_: Settings) -> Iterator[Case]:
    yield Case(
        {"T": "any", "n_l": "any", "epsilon": "any"}, _loss(-_T / _COUNT, _T / _COUNT, 2 * _T / (_COUNT * epsilon)), 1
    )


_WHOLE = "one mechanism, in symbols: every epsilon > 0 and T > 0"
_ANSWER, _ONE, _OTHER, _BIT = Name("z", "message"), Name("x", "bits"), Name("x'", "bits"), real("t", above=0)
_KEEP, _LOST = let(r"\omega_{\varepsilon/2}", exp(EPS/2)/(exp(EPS/2) + 1)), log(exp(EPS/2) + 1)  # fmt: skip
_FLIPS, _CODES = BitFlips(CLASSES, _KEEP), (limits(Ones(_ONE), 1), limits(Ones(_OTHER), 1))
_LOGARITHMS = (calc(log(_BIT / (_BIT + 1)), "==", log(_BIT) - log(_BIT + 1)),
               calc(1 - _BIT / (_BIT + 1), "==", 1 / (_BIT + 1)))  # fmt: skip


def _chance(bits: Name) -> Chain:
    """The probability of an answer by the number of bits that it keeps."""
    kept = Agreements(_ANSWER, bits)
    return calc(
        Density(At(_FLIPS, bits), _ANSWER), "==", exp(kept*log(_KEEP) + (CLASSES - kept)*log(1 - _KEEP)),
        by(BIT_FLIPS(CLASSES, _KEEP, bits, _ANSWER)),
        "==", exp(kept*(EPS/2 - _LOST) + (CLASSES - kept)*log(1/(exp(EPS/2) + 1))),
        by(*(told.at({_BIT: exp(EPS/2)}) for told in _LOGARITHMS)), "==", exp(EPS/2*kept - CLASSES*_LOST),
    )  # fmt: skip


_CLOSER = calc(
    Agreements(_ANSWER, _ONE) - Agreements(_ANSWER, _OTHER), "<=", Differences(_ONE, _OTHER), by(AGREEMENTS(_ANSWER, _ONE, _OTHER)),
    "<=", Ones(_ONE) + Ones(_OTHER), by(ONES(_ONE, _OTHER)), "<=", 2, by(*_CODES), given=_CODES,
)  # fmt: skip
_RATIO = exp(EPS / 2 * _CLOSER.start)
BITS_PRIVATE = calc(
    Density(At(_FLIPS, _ONE), _ANSWER), "==", _chance(_ONE).steps[-1].term, by(_chance(_ONE)),
    "==", _RATIO*exp(EPS/2*Agreements(_ANSWER, _OTHER) - CLASSES*_LOST),
    "==", _RATIO*Density(At(_FLIPS, _OTHER), _ANSWER), by(_chance(_OTHER)),
    "<=", exp(EPS/2*2)*Density(At(_FLIPS, _OTHER), _ANSWER), by(_CLOSER),
    "==", exp(EPS)*Density(At(_FLIPS, _OTHER), _ANSWER), given=_CODES,
).crosschecked(
    "all answers and pairs of labels", r"\sup_z P(M(x,y)=z)/P(M(x,y')=z)=e^\varepsilon",
    "K = 2..7 (quick: 4), e^(epsilon/2) = 3/2, all of {0,1}^K", _unary, "==",
)  # fmt: skip
COUNTS, _COUNTS_NEAR = (Name(letter, "family of numbers") for letter in ("n", "n'"))
_PLACE, _ANY = (integer(letter, least=1) for letter in "ik")


def weight(counts: Name, j: Any) -> Any:
    """What the chance of the j-th class under (17) is in proportion to."""
    return exp(EPS / 2 * Entry(counts, j))


def _near(counts: Name, other: Name) -> Each:
    return Each(limits(Entry(counts, _ANY), Entry(other, _ANY) + 1), _ANY, limits(1, _ANY), limits(_ANY, CLASSES))


_NEAR = (_near(COUNTS, _COUNTS_NEAR), _near(_COUNTS_NEAR, COUNTS))
_ALL, _ALL_NEAR = (Sum(weight(counts, _PLACE), _PLACE, 1, CLASSES) for counts in (COUNTS, _COUNTS_NEAR))
_U, _V = real("u"), real("w")
_MOVED = calc(exp(EPS/2*(_U + 1))*exp(EPS/2*(_V + 1)), "==", exp(EPS)*exp(EPS/2*_U)*exp(EPS/2*_V))  # fmt: skip
_MEMBERS = {_U: Entry(_COUNTS_NEAR, CLASS), _V: Entry(COUNTS, _PLACE)}
_DRAWN, _DRAWN_NEAR = weight(COUNTS, CLASS), weight(_COUNTS_NEAR, CLASS)
DRAWS_PRIVATE = calc(
    _DRAWN*_ALL_NEAR, "==", Sum(_DRAWN*weight(_COUNTS_NEAR, _PLACE), _PLACE, 1, CLASSES), by(multiple_of(_DRAWN, _ALL_NEAR)),
    "<=", Sum(_MOVED.start.xreplace(_MEMBERS), _PLACE, 1, CLASSES), by(at_index(_NEAR[0], CLASS), at_index(_NEAR[1], _PLACE)),
    "==", Sum(exp(EPS)*_DRAWN_NEAR*weight(COUNTS, _PLACE), _PLACE, 1, CLASSES), by(_MOVED.at(_MEMBERS)),
    "==", exp(EPS)*_DRAWN_NEAR*_ALL, by(multiple_of(exp(EPS)*_DRAWN_NEAR, _ALL)), given=(*_NEAR, limits(CLASS, CLASSES)),
).crosschecked(
    "all small counts", r"P(c_l=j\mid D)\le e^\varepsilon P(c_l=j\mid D')",
    "K = 3, counts up to 5 (quick: 3), e^(epsilon/2) = 3/2, 10: every move of one label, every j", _softmax,
)  # fmt: skip

CLAIMS = (
    Claim("label/privacy1", "Section 4.1, Theorem 2, (11), (15)", Kind.PRIVACY,
          "the channel (11) is epsilon-local label DP", BITS_PRIVATE,
          note="x and x' are the codes of two labels: (11) keeps each of K bits, of which one is 1, with probability "
               "omega."),
    Claim("label/privacy2", "Section 4.2, Theorem 4, (17)", Kind.PRIVACY,
          "the exponential mechanism (17) is epsilon-label DP", DRAWS_PRIVATE,
          note="n and n' count the labels in a bin for data that differ in one label, which is in one bin; (17) draws "
               "the j-th class with the chance e^(epsilon n_j/2) over the sum of these, so that the ratio of its "
               "chances is at most e^epsilon. The bins' answers are independent."),
    Claim("label/privacy3", "Section 5.1, Theorem 6", Kind.PRIVACY,
          "Y + Lap(2T/epsilon) is epsilon-local label DP for |Y| < T",
          FiniteCheck(r"\sup|\ln\text{ratio}|=\frac{2T}{2T/\varepsilon}=\varepsilon", _WHOLE, _bounded_local)),
    Claim("label/privacy4", "Section 5.2, Theorem 8, (23)", Kind.PRIVACY,
          "the mean of a bin with Lap(2/(n_l epsilon)) is epsilon-label DP for |Y| < T",
          FiniteCheck(r"\sup|\ln\text{ratio}|\le\varepsilon,\ W_l\sim\mathrm{Lap}(2/(n_l\varepsilon)),\ |Y|<T",
                      "T = 2, one label moved from -3/2 to 3/2", _printed_central),
          FiniteCheck(r"\sup|\ln\text{ratio}|\le\varepsilon,\ W_l\sim\mathrm{Lap}(2T/(n_l\varepsilon)),\ |Y|<T",
                      "one mechanism, in symbols: every epsilon, T > 0 and n_l >= 1", _central),
          correction="true for T <= 1. For T > 1, which Assumption 2 and Theorem 6 allow, the scale is 2T/(n_l "
                     "epsilon), as in (28): with 2/(n_l epsilon) the mechanism spends T epsilon. (150) and (152) are "
                     "written as if T = 1; the rates are untouched",
          severity=Severity.PRIVACY, theorem="label/thm8",
          note="No OCR damage: (152) computes the variance of the same noise, 8/(n_l epsilon)^2. (150) too is right "
               "for T <= 1 only, which Assumption 2 does not ask for, and Theorem 6 has the T. The features, so n_l, "
               "are public. Units are in loss over epsilon."),
    Claim("label/privacy5", "Section 6.1, Theorem 10", Kind.PRIVACY,
          "the clipped label plus Lap(2T/epsilon) is epsilon-local label DP",
          FiniteCheck(r"\sup|\ln\text{ratio}|=\frac{2T}{2T/\varepsilon}=\varepsilon", _WHOLE, _bounded_local),
          note="Without Assumption 2: the clip bounds the label."),
    Claim("label/privacy6", "Section 6.2, Theorem 12, (28)", Kind.PRIVACY,
          "the mean of clipped labels with Lap(2T/(n_l epsilon)) is epsilon-label DP",
          FiniteCheck(r"\sup|\ln\text{ratio}|=\frac{2T/n_l}{2T/(n_l\varepsilon)}=\varepsilon",
                      "one mechanism, in symbols: every epsilon, T > 0 and n_l >= 1", _central),
          note="For n_l = 0 the display (28) divides by 0; with 0 in its place, as in (23), a bin without samples "
               "reveals no label."),
)  # fmt: skip
