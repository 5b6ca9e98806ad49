"""label Theorems 2, 4, 6, 8, 10 and 12, first statements: the privacy of the six mechanisms."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import exp

from notation.symbols import epsilon
from upperbounds.channels import LaplaceOnInterval, UnaryEncoding
from verify.kernel.calculus import Name, Sum, integer, line, real
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus.facts.voting import Entry
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import at_index, multiple_of
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.label.averages import EPS, central_privacy, local_privacy
from verify.papers.label.nouns import CLASS, CLASSES
from verify.papers.private_bits import private_bits


def _unary(settings: Settings) -> Iterator[Case]:
    """The worst ratio of (11) over {0,1}^K by enumeration, e^(epsilon/2) = 3/2, next to e^epsilon; again from the channel."""
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


BITS_PRIVATE = private_bits(
    CLASSES, EPS, r"\omega_{\varepsilon/2}", Name("z", "message"), Name("x", "bits"), Name("x'", "bits")
).crosschecked(
    "all answers and pairs of labels",
    r"\sup_z P(M(x,y)=z)/P(M(x,y')=z)=e^\varepsilon",
    "K = 2..7 (quick: 4), e^(epsilon/2) = 3/2, all of {0,1}^K",
    _unary,
    "==",
)
PRIVACY1 = Claim(
    "label/privacy1",
    "Section 4.1, Theorem 2, (11), (15)",
    Kind.PRIVACY,
    "the channel (11) is epsilon-local label DP",
    says=(
        r"\frac{\mathrm{P}(M(\mathbf{x},y)=\mathbf{z})}{\mathrm{P}(M(\mathbf{x},y')=\mathbf{z})}=\prod_{j=1}^K\frac{\mathrm{P}(M(\mathbf{x},y)(j)=\mathbf{z}(j))}{\mathrm{P}(M(\mathbf{x},y')(j)=\mathbf{z}(j))}=\frac{\mathrm{P}(M(\mathbf{x},y)(y)=\mathbf{z}(y))\,\mathrm{P}(M(\mathbf{x},y)(y')=\mathbf{z}(y'))}{\mathrm{P}(M(\mathbf{x},y')(y)=\mathbf{z}(y))\,\mathrm{P}(M(\mathbf{x},y')(y')=\mathbf{z}(y'))}\leq "
        r"e^{\frac{\epsilon}{2}}e^{\frac{\epsilon}{2}}=e^\epsilon\text{: }M\text{ is }\epsilon\text{-local "
        r"label DP}"
    ),
    match=Match.READING,
    differs="the ends of (15), with codes of at most one 1 for the labels; the steps between are left out",
    printed=BITS_PRIVATE,
    note="x and x' are the codes of two labels: (11) keeps each of K bits, of which one is 1, with probability omega.",
)


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


COUNTS, _COUNTS_NEAR = (Name(letter, "family of numbers") for letter in ("n", "n'"))
_PLACE, _ANY = (integer(letter, least=1) for letter in "ik")


def weight(counts: Name, j: Any) -> Any:
    """What the probability of the j-th class under (17) is in proportion to."""
    return exp(EPS / 2 * Entry(counts, j))


def _near(counts: Name, other: Name) -> Each:
    return Each(limits(Entry(counts, _ANY), Entry(other, _ANY) + 1), _ANY, limits(1, _ANY), limits(_ANY, CLASSES))


_NEAR = (_near(COUNTS, _COUNTS_NEAR), _near(_COUNTS_NEAR, COUNTS))
_ALL, _ALL_NEAR = (Sum(weight(counts, _PLACE), _PLACE, 1, CLASSES) for counts in (COUNTS, _COUNTS_NEAR))
_U, _V = real("u"), real("w")
_MOVED = line(exp(EPS / 2 * (_U + 1)) * exp(EPS / 2 * (_V + 1))).eq(exp(EPS) * exp(EPS / 2 * _U) * exp(EPS / 2 * _V))
_MEMBERS = {_U: Entry(_COUNTS_NEAR, CLASS), _V: Entry(COUNTS, _PLACE)}
_DRAWN, _DRAWN_NEAR = weight(COUNTS, CLASS), weight(_COUNTS_NEAR, CLASS)
DRAWS_PRIVATE = (
    line(_DRAWN * _ALL_NEAR, given=(*_NEAR, limits(CLASS, CLASSES)))
    .eq(Sum(_DRAWN * weight(_COUNTS_NEAR, _PLACE), _PLACE, 1, CLASSES), multiple_of(_DRAWN, _ALL_NEAR))
    .le(Sum(_MOVED.start.xreplace(_MEMBERS), _PLACE, 1, CLASSES), at_index(_NEAR[0], CLASS), at_index(_NEAR[1], _PLACE))
    .eq(Sum(exp(EPS) * _DRAWN_NEAR * weight(COUNTS, _PLACE), _PLACE, 1, CLASSES), _MOVED.at(_MEMBERS))
    .eq(exp(EPS) * _DRAWN_NEAR * _ALL, multiple_of(exp(EPS) * _DRAWN_NEAR, _ALL))
    .crosschecked(
        "all small counts",
        r"P(c_l=j\mid D)\le e^\varepsilon P(c_l=j\mid D')",
        "K = 3, counts up to 5 (quick: 3), e^(epsilon/2) = 3/2, 10: every move of one label, every j",
        _softmax,
    )
)
PRIVACY2 = Claim(
    "label/privacy2",
    "Section 4.2, Theorem 4, (17)",
    Kind.PRIVACY,
    "the exponential mechanism (17) is epsilon-label DP",
    says=r"\text{(17) is }\epsilon\text{-label DP}",
    match=Match.READING,
    differs=(
        "one bin, with the ratio of the probabilities multiplied out, for counts that differ by at most one in each class"
    ),
    printed=DRAWS_PRIVATE,
    note="n and n' count the labels in a bin for data that differ in one label, which is in one bin; (17) draws "
    "the j-th class with the probability e^(epsilon n_j/2) over the sum of these, so that the ratio of its "
    "probabilities is at most e^epsilon. The bins' answers are independent.",
)

_T, _COUNT = sympy.symbols("T n_l", positive=True)


def _loss(lower: sympy.Expr, upper: sympy.Expr, scale: sympy.Expr) -> Fraction:
    """The exact worst log ratio of the Laplace mechanism over epsilon."""
    multiple = LaplaceOnInterval(lower, upper, scale, epsilon).worst_loss().multiple()
    assert multiple is not None
    return multiple


def _bounded_local(_: Settings) -> Iterator[Case]:
    yield Case({"T": "any", "epsilon": "any"}, _loss(-_T, _T, 2 * _T / epsilon), 1)


_WHOLE = "one mechanism, in symbols: every epsilon > 0 and T > 0"
PRIVACY3 = Claim(
    "label/privacy3",
    "Section 5.1, Theorem 6",
    Kind.PRIVACY,
    "Y + Lap(2T/epsilon) is epsilon-local label DP for |Y| < T",
    says=(
        r"\text{since }|Y|<T,\ W\sim\mathrm{Lap}(2T/\epsilon),\quad Z=Y+W\text{ is }\epsilon\text{-local " r"label DP}"
    ),
    match=Match.READING,
    differs="the definition (2) as a hockey-stick divergence that is 0, for any two labels with |y|, |y'| <= T",
    printed=local_privacy(clipped=False).beside(
        (
            "the worst log-ratio, exact",
            FiniteCheck(r"\sup|\ln\text{ratio}|=\frac{2T}{2T/\varepsilon}=\varepsilon", _WHOLE, _bounded_local),
        )
    ),
)


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


PRIVACY4 = Claim(
    "label/privacy4",
    "Section 5.2, Theorem 8, (23)",
    Kind.PRIVACY,
    "the mean of a bin with Lap(2/(n_l epsilon)) is epsilon-label DP for |Y| < T",
    says=r"\text{(23), with }W_l\sim\mathrm{Lap}(2/(n_l\epsilon))\text{, is }\epsilon\text{-label DP}",
    match=Match.READING,
    differs="the definition worked out under Assumption 2, |Y| < T",
    printed=FiniteCheck(
        r"\sup|\ln\text{ratio}|\le\varepsilon,\ W_l\sim\mathrm{Lap}(2/(n_l\varepsilon)),\ |Y|<T",
        "T = 2, one label moved from -3/2 to 3/2",
        _printed_central,
    ),
    corrected=FiniteCheck(
        r"\sup|\ln\text{ratio}|\le\varepsilon,\ W_l\sim\mathrm{Lap}(2T/(n_l\varepsilon)),\ |Y|<T",
        "one mechanism, in symbols: every epsilon, T > 0 and n_l >= 1",
        _central,
    ),
    correction="true for T <= 1. For T > 1, which Assumption 2 and Theorem 6 allow, the scale is 2T/(n_l "
    "epsilon), as in (28): with 2/(n_l epsilon) the mechanism spends T epsilon. (150) and (152) are "
    "written as if T = 1; the rates are untouched",
    severity=Severity.PRIVACY,
    theorem="label/thm8",
    note="No OCR damage: (152) computes the variance of the same noise, 8/(n_l epsilon)^2. (150) too is right "
    "for T <= 1 only, which Assumption 2 does not ask for, and Theorem 6 has the T. The features, so n_l, "
    "are public. Units are in loss over epsilon.",
)


def changes(radius: Fraction, *, clip: bool) -> Iterator[Case]:
    """How far one label moves the bins' means, added over two bins, next to 2T/n of its bin: all data of three labels on a grid."""
    grid = [Fraction(k, 2) for k in range(-3, 4)] if clip else [radius * Fraction(k, 4) for k in (-3, 0, 1, 3)]
    bins = (0, 0, 1)
    for labels in product(grid, repeat=3):
        for who, new in product(range(3), grid):
            changed = [new if i == who else y for i, y in enumerate(labels)]
            moved = Fraction(0)
            for place in (0, 1):
                inside = [i for i in range(3) if bins[i] == place]
                means = [
                    sum((max(-radius, min(radius, row[i])) if clip else row[i] for i in inside), Fraction(0))
                    / len(inside)
                    for row in (labels, changed)
                ]
                moved += abs(means[0] - means[1])
            size = bins.count(bins[who])
            yield Case({"Y": [str(y) for y in labels], "i": who, "Y_i'": str(new)}, moved, 2 * radius / size)


def _cut(_: Settings) -> Iterator[Case]:
    yield from changes(Fraction(1), clip=True)


PRIVACY5 = Claim(
    "label/privacy5",
    "Section 6.1, Theorem 10",
    Kind.PRIVACY,
    "the clipped label plus Lap(2T/epsilon) is epsilon-local label DP",
    says=(
        r"\text{the method, }Z_i=Y_{T_i}+W_i\text{ with }W\sim\mathrm{Lap}(2T/\epsilon)\text{, is "
        r"}\epsilon\text{-local label DP}"
    ),
    match=Match.READING,
    differs="the definition (2) as a hockey-stick divergence that is 0, for any two labels",
    printed=local_privacy(clipped=True).beside(
        (
            "the worst log-ratio, exact",
            FiniteCheck(r"\sup|\ln\text{ratio}|=\frac{2T}{2T/\varepsilon}=\varepsilon", _WHOLE, _bounded_local),
        )
    ),
    note="Without Assumption 2: the clip bounds the label.",
)
PRIVACY6 = Claim(
    "label/privacy6",
    "Section 6.2, Theorem 12, (28)",
    Kind.PRIVACY,
    "the mean of clipped labels with Lap(2T/(n_l epsilon)) is epsilon-label DP",
    says=r"\text{(28), with }W_l\sim\mathrm{Lap}(2T/(n_l\epsilon))\text{, is }\epsilon\text{-label DP}",
    match=Match.READING,
    differs=(
        "the definition as a hockey-stick divergence that is 0, for one label of a bin with n_l > 0 and the "
        "other bins' answers next to it"
    ),
    printed=central_privacy(clipped=True)
    .beside(
        (
            "the worst log-ratio, exact",
            FiniteCheck(
                r"\sup|\ln\text{ratio}|=\frac{2T/n_l}{2T/(n_l\varepsilon)}=\varepsilon",
                "one mechanism, in symbols: every epsilon, T > 0 and n_l >= 1",
                _central,
            ),
        )
    )
    .crosschecked(
        "two bins, one label changed, labels beyond the clip",
        r"\sum_l|\bar Y_l-\bar Y_l'|\le2T/n_l",
        "T = 1, three labels on -3/2, ..., 3/2 in two bins, every change of one",
        _cut,
    ),
    note="For n_l = 0 the display (28) divides by 0; with 0 in its place, as in (23), a bin without samples "
    "reveals no label.",
)

CLAIMS = (
    PRIVACY1,
    PRIVACY2,
    PRIVACY3,
    PRIVACY4,
    PRIVACY5,
    PRIVACY6,
)
