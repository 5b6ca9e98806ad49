"""kent Section 3.3, (33), and Appendix I, Lemmas 20 and 27: random rotations, and norms of means of vectors."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from flint import arb
from sympy import Abs, Rational, cosh, exp, log, sqrt

from verify.kernel.calculus import (
    COMPLEMENT,
    MONOTONE_ABOVE_0,
    MULTIPLE,
    Chain,
    Expectation,
    Holds,
    Name,
    Not,
    Probability,
    at_most,
    because,
    below,
    cases,
    choose,
    included,
    integer,
    line,
    property_of,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.facts.signs import HOEFFDING_SIGNS, ROTATED, Less, Norm, RotatedDifference
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.instances.rotations import norm_tails, rotations, tails
from verify.papers.kent.lemmas.hadamard import (
    BLOCK,
    COLUMN_LENGTH,
    COLUMNS_APART,
    OTHER_BLOCK,
    SIGNED_APART,
    SIGNED_LENGTH,
    GramEntry,
    PowerOfTwo,
    Rotation,
    Sylvester,
)
from verify.papers.kent.lemmas.norms import EXPONENTIAL_MARKOV, NORM_OF_SUM, SQUARED_TAIL, NormOfMean, TailRatio
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester


def _sizes(_: Settings) -> Iterator[Case]:
    """How many rows the printed recursion gives H_k, one doubling from each k - 1 to k, next to k."""
    rows = {1: 1}
    for k in range(2, 5):
        rows[k] = 2 * rows[k - 1]
    yield Case({"k": 4}, rows[4], 4, left_again=2 ** (4 - 1))


def _grams(_: Settings) -> Iterator[Case]:
    """The entries of H_k^T H_k next to those of k I, H_k by doubling from k/2."""
    for k in (1, 2, 4, 8, 16):
        matrix = sylvester(k)
        for i, j in product(range(k), repeat=2):
            yield Case({"k": k, "i": i, "j": j}, sum(row[i] * row[j] for row in matrix), k * int(i == j))


def _gram(matrix: list[list[int]], i: int, j: int) -> Fraction:
    return Fraction(sum(row[i - 1] * row[j - 1] for row in matrix))


def _doubled(right: int) -> Callable[[], Iterator[Point]]:
    """Entries of the doubled matrix in a block, with that of the half in the same place."""

    def points() -> Iterator[Point]:
        for half in (1, 2, 4, 8):
            small, large = sylvester(half), sylvester(2 * half)
            for i, j in product(range(1, half + 1), repeat=2):
                entry = GramEntry(Sylvester(_PART), _ROW, _COLUMN)
                values = {_PART: Fraction(half), _ROW: Fraction(i), _COLUMN: Fraction(j), entry: _gram(small, i, j)}
                yield values, _gram(large, i, j + right * half)

    return points


def _off_diagonal() -> Iterator[Point]:
    for power in (1, 2, 3, 4):
        matrix = sylvester(2**power)
        for i, j in combinations(range(1, 2**power + 1), 2):
            yield {_POWER: Fraction(power), _ROW: Fraction(i), _COLUMN: Fraction(j)}, _gram(matrix, i, j)


def _turned(*, diagonal: bool) -> Callable[[], Iterator[Point]]:
    """Entries of R^T R, R with every diagonal of signs up to 4 rows and an alternating one at 8."""

    def points() -> Iterator[Point]:
        for power in (1, 2, 3):
            size = 2**power
            matrix = sylvester(size)
            all_signs = product((-1, 1), repeat=size) if size <= 4 else [(1, -1) * (size // 2)]
            for signs in all_signs:
                turned = [[entry * sign for entry, sign in zip(row, signs, strict=True)] for row in matrix]
                for i, j in combinations_with_replacement(range(1, size + 1), 2):
                    if (i == j) == diagonal:
                        values = {_POWER: Fraction(power), _ROW: Fraction(i), _COLUMN: Fraction(j)}
                        yield values, _gram(turned, i, j) / size

    return points


_PART, _ROW, _COLUMN, _POWER = (integer(letter, least=1) for letter in "hijp")
_INSIDE = (PowerOfTwo(_PART), at_most(_ROW, _PART), at_most(_COLUMN, _PART))
_LARGE, _APART, _DIAGONAL = Sylvester(2**_POWER), below(_ROW, _COLUMN), (at_most(_ROW, 2**_POWER),)


def _block(right: int, sign: int) -> Chain:
    """An entry in a block of the doubled matrix."""
    entry, small = (
        GramEntry(Sylvester(2 * _PART), _ROW, _COLUMN + right * _PART),
        GramEntry(Sylvester(_PART), _ROW, _COLUMN),
    )
    fact = OTHER_BLOCK if right else BLOCK
    shown = line(entry, given=_INSIDE).eq((1 + sign) * small, fact(_PART, _ROW, _COLUMN))
    return at_points(
        shown, f"all entries, block {right + 1} of its row", "h = 1, 2, 4, 8; all entries of the block", _doubled(right)
    )


HADAMARD = Claim(
    "kent/alg5/hadamard",
    "Section 3.3, before (33)",
    Kind.CONSTRUCTION,
    "the Hadamard matrices",
    says=(
        r"\text{for }k\text{ a power of 2: }H_1=(1)\text{ and, for }k>1\text{, }H_k\text{ of the four "
        r"blocks }H_{k-1},\ H_{k-1}\text{ (above) and }H_{k-1},\ -H_{k-1}\text{ (below)}"
    ),
    match=Match.READING,
    differs="judged is what the recursion says of the size: that H_k has k rows",
    printed=FiniteCheck(
        r"H_k=\begin{pmatrix}H_{k-1}&H_{k-1}\\ H_{k-1}&-H_{k-1}\end{pmatrix}\ \Rightarrow\ H_k\text{ has }k\text{ rows}",
        "k = 4",
        _sizes,
        "==",
    ),
    corrected=AllOf(
        "",
        {
            "a diagonal block": _block(0, 1),
            "off the diagonal blocks": _block(1, -1),
            "the diagonal": line(GramEntry(_LARGE, _ROW, _ROW), given=_DIAGONAL)
            .eq(2**_POWER, COLUMN_LENGTH(_POWER, _ROW))
            .crosschecked("all entries", r"H_k^{\mathsf T}H_k=kI", "k = 1, 2, 4, 8, 16; all entries", _grams, "=="),
            "off the diagonal": at_points(
                line(GramEntry(_LARGE, _ROW, _COLUMN), given=(_APART, at_most(_COLUMN, 2**_POWER))).eq(
                    0, COLUMNS_APART(_POWER, _ROW, _COLUMN)
                ),
                "all entries off the diagonal",
                "2^p = 2, 4, 8, 16; all entries",
                _off_diagonal,
            ),
            "the rotation": at_points(
                line(GramEntry(Rotation(2**_POWER), _ROW, _ROW), given=_DIAGONAL)
                .eq(GramEntry(_LARGE, _ROW, _ROW) / 2**_POWER, SIGNED_LENGTH(_POWER, _ROW))
                .eq(1, COLUMN_LENGTH(_POWER, _ROW)),
                "all signs",
                "2^p = 2, 4 with all signs, 8 with alternating ones; all entries",
                _turned(diagonal=True),
            ),
            "the rotation, off the diagonal": at_points(
                line(GramEntry(Rotation(2**_POWER), _ROW, _COLUMN), given=(_APART, at_most(_COLUMN, 2**_POWER))).eq(
                    0, SIGNED_APART(_POWER, _ROW, _COLUMN), COLUMNS_APART(_POWER, _ROW, _COLUMN)
                ),
                "all signs, off the diagonal",
                "2^p = 2, 4 with all signs, 8 with alternating ones; all entries",
                _turned(diagonal=False),
            ),
        },
    ),
    correction="H_(k/2) for H_(k-1), k a power of two: H_3 is not there to make H_4 from, and from one k to the next the size doubles",
    severity=Severity.TYPO,
    theorem="kent/thm6ii",
)


def _vectors(size: int) -> dict[str, list[int]]:
    return {"an axis": [1] + [0] * (size - 1), "all equal": [1] * size, "1, 2, ...": list(range(1, size + 1))}


def spread(factor: Fraction = Fraction(10), gammas: tuple[Fraction, ...] = ()) -> Iterator[Case]:
    """P(sqrt(d) |(Rv)_j| > factor |v| sqrt(log(1/gamma))) over all signs, next to gamma; j is the last co-ordinate."""
    for size in (1, 2, 4, 8):
        for (name, vector), gamma in product(_vectors(size).items(), gammas):
            squared = as_arb(factor) ** 2 * sum(x * x for x in vector) * (1 / as_arb(gamma)).log()
            entries = [image[-1] for image in rotations(vector)]
            beyond = Fraction(sum(bool(arb(entry**2) > squared) for entry in entries), len(entries))
            yield Case({"d": size, "v": name, "gamma": str(gamma)}, beyond, gamma)


def _near_one(_: Settings) -> Iterator[Case]:
    """v on an axis: |(Rv)_j| = |v|/sqrt(d) whatever the signs, which is beyond once 100 log(1/gamma) < 1.

    The second route is that inequality, the first enumerates the signs.
    """
    gamma = Fraction(999, 1000)
    always = int(bool(100 * (1 / as_arb(gamma)).log() < 1))
    for case in spread(gammas=(gamma,)):
        if case.parameters["v"] == "an axis":
            yield Case(case.parameters, case.left, gamma, left_again=always)


def _spread_below(_: Settings) -> Iterator[Case]:
    yield from spread(gammas=(Fraction(1, 100), Fraction(1, 2), Fraction(9, 10), Fraction(98, 100)))


_ROTATED, _VECTOR, _CENTRE = random_real("Y"), Name("x", "vector"), Name("x_0", "vector")
_DIMENSION, _GAMMA = integer("d", least=1), real("gamma", above=0, most=Rational(98, 100))
LEMMA20 = Claim(
    "kent/lemma20",
    "Appendix I, Lemma 20",
    Kind.INEQUALITY,
    "a random rotation spreads a vector over the co-ordinates",
    says=(
        r"\text{for }d\text{ a power of 2, }j\in[d]\text{, }x,x_0\in\mathbb{R}^d\text{ and "
        r"}\gamma\in(0,1)\text{: }|(R_dx)_j-(R_dx_0)_j|\le\frac{10\lVert "
        r"x-x_0\rVert_2\{\log(1/\gamma)\}^{1/2}}{d^{1/2}}\text{ with probability at least }1-\gamma"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"P\Big(|(R_dx)_j-(R_dx_0)_j|>\frac{10\|x-x_0\|_2\{\log(1/\gamma)\}^{1/2}}{d^{1/2}}\Big)\le\gamma,\ "
        r"\gamma\in(0,1)",
        "d = 1, 2, 4, 8; x - x_0 on an axis; gamma = 999/1000",
        _near_one,
    ),
    corrected=line(
        Probability(
            Holds(below(10 * Norm(Less(_VECTOR, _CENTRE)) * sqrt(-log(_GAMMA)) / sqrt(_DIMENSION), Abs(_ROTATED)))
        ),
        given=(RotatedDifference(_ROTATED, _VECTOR, _CENTRE, _DIMENSION),),
    )
    .le(
        2 * exp(-((10 * sqrt(-log(_GAMMA))) ** 2) / 2),
        HOEFFDING_SIGNS(_ROTATED, Norm(Less(_VECTOR, _CENTRE)) / sqrt(_DIMENSION), 10 * sqrt(-log(_GAMMA))),
        ROTATED(_ROTATED, _VECTOR, _CENTRE, _DIMENSION),
    )
    .eq(2 * _GAMMA**50)
    .le(_GAMMA)
    .crosschecked(
        "all signs",
        r"P\big(\sqrt d|(R_dv)_j|>10\|v\|\sqrt{\log(1/\gamma)}\big)\le\gamma",
        "d = 1, 2, 4, 8; an axis, the diagonal, (1, 2, ...); the last row; gamma = 1/100, 1/2, 9/10, 98/100",
        _spread_below,
    ),
    correction="gamma up to 98/100: for v = x - x_0 on an axis |(R_d v)_j| is |v|/sqrt(d) whatever the signs, "
    "which is beyond the bound for every gamma above e^(-1/100) = 0.990",
    severity=Severity.CONSTANT,
    theorem="kent/thm6ii",
    note="Used at gamma = 1/{n T* (alpha^2 ^ 1)} only, where nothing changes.",
)


def sups(share: int = 2) -> Iterator[Case]:
    """P(sqrt(d) max_j |(Rv)_j| >= s |v|) over all signs, every s that occurs, next to 2d exp(-s^2/share)."""
    for size in (1, 2, 4, 8):
        for name, vector in _vectors(size).items():
            law: dict[int, Fraction] = {}
            for image in rotations(vector):
                largest = max(abs(entry) for entry in image)
                law[largest] = law.get(largest, Fraction(0)) + Fraction(1, 2**size)
            for level, tail in tails(law):
                ratio = Fraction(level**2, sum(x * x for x in vector))
                right = 2 * size * (-as_arb(ratio) / share).exp()
                yield Case({"d": size, "v": name, "s^2": str(ratio)}, tail, right)


def _sups(_: Settings) -> Iterator[Case]:
    yield from sups()


_LARGEST, _ROOM, _RISK = random_real("L", 0), real("s", above=0), real("gamma", above=0, below=1)
LargestDifference = property_of("LargestDifference", r"{0} = \|R_{{{3}}}({1} - {2})\|_\infty")
"""The largest size of an entry of a difference, rotated as in RotatedDifference: LargestDifference(L, x, x_0, d)."""
_LENGTH_OF = Norm(Less(_VECTOR, _CENTRE))
_BOTH = (
    RotatedDifference(_ROTATED, _VECTOR, _CENTRE, _DIMENSION),
    LargestDifference(_LARGEST, _VECTOR, _CENTRE, _DIMENSION),
)


def _over(room: Any, place: Any) -> Any:
    return Holds(below(room * _LENGTH_OF / sqrt(_DIMENSION), place))


_ALL_ROWS = (
    line(Probability(_over(_ROOM, _LARGEST)), given=_BOTH)
    .le(
        _DIMENSION * Probability(_over(_ROOM, Abs(_ROTATED))),
        because(
            "The union over d co-ordinates, which have the same law: each is a sum with independent signs of the same numbers."
        ),
    )
    .le(
        2 * _DIMENSION * exp(-(_ROOM**2) / 2),
        HOEFFDING_SIGNS(_ROTATED, _LENGTH_OF / sqrt(_DIMENSION), _ROOM),
        ROTATED(_ROTATED, _VECTOR, _CENTRE, _DIMENSION),
    )
    .crosschecked(
        "all signs, all rows",
        r"P(\sqrt d\|R_dv\|_\infty\ge s\|v\|)\le2d\,e^{-s^2/2}",
        "d = 1, 2, 4, 8; an axis, the diagonal, (1, 2, ...); every s that occurs",
        _sups,
    )
)
_FAR_OUT = sqrt(2 * log(2 * _DIMENSION / _RISK))
_WITHIN = Holds(at_most(_LARGEST, _FAR_OUT * _LENGTH_OF / sqrt(_DIMENSION)))
SUP = Claim(
    "kent/own/rotation-sup",
    "to Section 3.3, after (33), and Appendix I, Lemma 20",
    Kind.INEQUALITY,
    "all co-ordinates of a rotated vector at once",
    corrected=AllOf(
        "",
        {
            "the tail": _ALL_ROWS,
            "with probability 1 - gamma": line(Probability(_WITHIN), given=_BOTH)
            .ge(Probability(Not(_over(_FAR_OUT, _LARGEST))), included(Not(_over(_FAR_OUT, _LARGEST)), _WITHIN))
            .eq(
                1 - Probability(_over(_FAR_OUT, _LARGEST)),
                COMPLEMENT(_over(_FAR_OUT, _LARGEST), _over(_FAR_OUT, _LARGEST)),
            )
            .ge(1 - 2 * _DIMENSION * exp(-(_FAR_OUT**2) / 2), _ALL_ROWS.at({_ROOM: _FAR_OUT}))
            .eq(1 - _RISK),
        },
    ),
    note="What the rotation gains: sqrt((log d)/d) of the length, where a co-ordinate may have all of it. The paper needs one co-ordinate at a "
    "time only.",
)


def _norm_moments(_: Settings) -> Iterator[Case]:
    """E cosh(|f + X|) next to cosh(|f|) E(e^|X| - |X|), X on the axes of R^d with both signs, length l; f on a grid."""
    for size, length, first, second in product((1, 2, 3), (1, 2, 4), (0, 1, 3), (0, 2)):
        if size == 1 and second:
            continue
        f = [Fraction(first), Fraction(second), Fraction(0)][:size]
        step = Fraction(length, 2)
        total = arb(0)
        for axis, sign in product(range(size), (-1, 1)):
            moved = [x + sign * step * int(i == axis) for i, x in enumerate(f)]
            total += as_arb(sum(x * x for x in moved)).sqrt().cosh()
        right = as_arb(sum(x * x for x in f)).sqrt().cosh() * (as_arb(step).exp() - as_arb(step))
        yield Case({"d": size, "|X|": str(step), "f": [str(x) for x in f]}, total / (2 * size), right)


_TILT, _FAR, _WIDTH = real("lambda", above=0), real("epsilon", above=0), real("sigma", above=0)
_MANY, _SPACE = integer("n", least=1), integer("d", least=1)
_MEAN, _ONE, _PLAIN = random_real("S", 0), random_real("W", 0), random_real("U", 0)
"""The norms of the mean and of one vector; any other."""
_MOVED, _SHIFT, _SUM = random_real("Y", 0), real("r", least=0), random_real("Z", 0)
_VECTORS = Name("X", "vectors")
ShiftedNorm = property_of(
    "ShiftedNorm", r"{0} = \|f + X\|,\ {1} = \|X\|,\ \mathbb{{E}}X = 0,\ \|f\| = {2}\text{{ in a Hilbert space}}"
)
NormOfIndependent = property_of(
    "NormOfIndependent",
    r"{0} = \|{1}_1 + \dots + {1}_{{{2}}}\|\text{{, independent, of mean }}0\text{{, in a "
    r"Hilbert space}}",
)
"""NormOfIndependent(Z, X, n)."""
MomentProduct = quantity(
    "MomentProduct",
    r"\prod_{{i \le {1}}} \mathbb{{E}}(e^{{{2} \|{0}_i\|}} - {2} \|{0}_i\|)",
    "product of the exponential moments, less the linear terms, of the norms of the vectors",
    1,
    infinite=True,
)
"""MomentProduct(X, n, lambda)."""
_REST = exp(_ONE) - _ONE
_SHIFTED = (ShiftedNorm(_MOVED, _ONE, _SHIFT),)
_GIVEN_SUM = (NormOfIndependent(_SUM, _VECTORS, _MANY),)
_PRODUCT = MomentProduct(_VECTORS, _MANY, _TILT)
MOMENT = Claim(
    "kent/own/norm-moment",
    "behind Appendix I, Lemma 27: Pinelis 1994, Theorem 3.1, in a Hilbert space",
    Kind.INEQUALITY,
    "hyperbolic cosines of norms of sums",
    corrected=AllOf(
        "",
        {
            "one vector": line(Expectation(cosh(_MOVED)), given=_SHIFTED)
            .le(
                Expectation(cosh(_SHIFT) * _REST),
                because(
                    "phi(t) = E cosh|f + tX| has phi'(0) = 0 as E X = 0, and phi''(t) <= E |X|^2 cosh|f + tX| <= cosh|f| E |X|^2 e^(t|X|), "
                    "since across f + tX the second derivative of cosh|.| is (sinh r)/r <= cosh r; Taylor's remainder of e^s is "
                    "e^s - 1 - s."
                ),
            )
            .eq(cosh(_SHIFT) * Expectation(_REST), MULTIPLE(_REST, cosh(_SHIFT)))
            .crosschecked(
                "signed axes",
                r"E\cosh\|f+X\|\le\cosh\|f\|\,E(e^{\|X\|}-\|X\|)",
                "d = 1, 2, 3; |X| = 1/2, 1, 2 on the signed axes; six f",
                _norm_moments,
            ),
            "a sum": line(Probability(Holds(at_most(_FAR, _SUM))), given=_GIVEN_SUM)
            .le(exp(-_TILT * _FAR) * Expectation(exp(_TILT * _SUM)), EXPONENTIAL_MARKOV(_SUM, _FAR, _TILT))
            .le(
                exp(-_TILT * _FAR) * Expectation(2 * cosh(_TILT * _SUM)),
                MONOTONE_ABOVE_0(exp(_TILT * _SUM), 2 * cosh(_TILT * _SUM)),
                line(exp(_PLAIN)).le(2 * cosh(_PLAIN)).at({_PLAIN: _TILT * _SUM}),
            )
            .eq(2 * exp(-_TILT * _FAR) * Expectation(cosh(_TILT * _SUM)), MULTIPLE(cosh(_TILT * _SUM), 2))
            .le(
                2 * exp(-_TILT * _FAR) * _PRODUCT,
                words(
                    "The first part given the vectors before, one after the other.",
                    at_most(Expectation(cosh(_TILT * _SUM)), _PRODUCT),
                    given=_GIVEN_SUM,
                ),
            ),
        },
    ),
)

NORM_CONSTANT = 32
"""c' of Lemma 27."""


def mean_norms(constant: int = NORM_CONSTANT) -> Iterator[Case]:
    """P(|mean of n draws from the 2d signed axes| >= eps) next to 2 exp(-n eps^2/(constant sigma^2)), every eps^2.

    |X| = 1 and sigma^2 = 1/(2 log 2), the least for which 2 exp(-1/(2 sigma^2)) is 1.
    """
    for size, n in ((1, 1), (1, 8), (1, 40), (2, 4), (2, 6), (3, 4)):
        for square, tail in norm_tails(size, n):
            level = Fraction(square, n * n)
            right = 2 * (-2 * n * as_arb(level) * arb(2).log() / constant).exp()
            yield Case({"d": size, "n": n, "eps^2": str(level)}, tail, right)


def _mean_norms(_: Settings) -> Iterator[Case]:
    yield from mean_norms()


_ROOT, _SHARE, _MISS = real("x", above=0), real("u", above=0), real("gamma", above=0, below=1)
_COPIES, _TAIL = NormOfMean(_MEAN, _ONE, _MANY, _SPACE), at_most(TailRatio(_ONE, _WIDTH), 2)
_SQUARE, _HALF, _QUARTER = (_TILT * _WIDTH) ** 2, Rational(1, 2), Rational(1, 4)
_MOMENT = exp(_TILT * _ONE) - _TILT * _ONE
_LITTLE = at_most(2 * _SQUARE, _HALF)
_BELOW_SQUARE = line(exp(_PLAIN) - _PLAIN).le(exp(_PLAIN**2)).at({_PLAIN: _TILT * _ONE})
_FEW = (
    line(Expectation(_MOMENT), given=(_TAIL, _LITTLE))
    .le(Expectation(exp(_TILT**2 * _ONE**2)), MONOTONE_ABOVE_0(_MOMENT, exp(_TILT**2 * _ONE**2)), _BELOW_SQUARE)
    .le(1 + 4 * _SQUARE / (1 - 2 * _SQUARE), SQUARED_TAIL(_ONE, _WIDTH, _TILT**2))
    .le(
        exp(8 * _SQUARE),
        line(1 + 4 * _SHARE / (1 - 2 * _SHARE), given=(at_most(_SHARE, _QUARTER),))
        .le(exp(8 * _SHARE))
        .at({_SHARE: _SQUARE}),
    )
)
_GAUSSIAN = exp(_ONE**2 / (4 * _WIDTH**2))
_BY_MEANS = (
    line(exp(_PLAIN) - _PLAIN)
    .le(exp(_PLAIN))
    .le(exp(_ROOT**2 + _PLAIN**2 / (4 * _ROOT**2)), line(_PLAIN).le(_ROOT**2 + _PLAIN**2 / (4 * _ROOT**2)))
    .eq(exp(_ROOT**2) * exp(_PLAIN**2 / (4 * _ROOT**2)))
    .at({_PLAIN: _TILT * _ONE, _ROOT: _TILT * _WIDTH})
)
_MUCH = (
    line(Expectation(_MOMENT), given=(_TAIL, at_most(_HALF, 2 * _SQUARE)))
    .le(Expectation(exp(_SQUARE) * _GAUSSIAN), MONOTONE_ABOVE_0(_MOMENT, exp(_SQUARE) * _GAUSSIAN), _BY_MEANS)
    .eq(exp(_SQUARE) * Expectation(_GAUSSIAN), MULTIPLE(_GAUSSIAN, exp(_SQUARE)))
    .le(3 * exp(_SQUARE), SQUARED_TAIL(_ONE, _WIDTH, 1 / (4 * _WIDTH**2)))
    .le(
        exp(8 * _SQUARE),
        line(3 * exp(_SHARE), given=(at_most(_QUARTER, _SHARE),)).le(exp(8 * _SHARE)).at({_SHARE: _SQUARE}),
    )
)
_LENGTH_ALL = _TILT * _MANY * _MEAN
_SHRUNK = exp(-_TILT * _MANY * _FAR)
_NORM_TAIL = (
    line(Probability(Holds(at_most(_FAR, _MEAN))), given=(_COPIES, _TAIL))
    .le(_SHRUNK * Expectation(exp(_LENGTH_ALL)), EXPONENTIAL_MARKOV(_MEAN, _FAR, _TILT * _MANY))
    .le(
        _SHRUNK * Expectation(2 * cosh(_LENGTH_ALL)),
        MONOTONE_ABOVE_0(exp(_LENGTH_ALL), 2 * cosh(_LENGTH_ALL)),
        line(exp(_PLAIN)).le(2 * cosh(_PLAIN)).at({_PLAIN: _LENGTH_ALL}),
    )
    .eq(2 * _SHRUNK * Expectation(cosh(_LENGTH_ALL)), MULTIPLE(cosh(_LENGTH_ALL), 2))
    .le(
        2 * _SHRUNK * exp(8 * _SQUARE) ** _MANY,
        NORM_OF_SUM(_MEAN, _ONE, _MANY, _SPACE, _TILT, exp(8 * _SQUARE)),
        cases((_LITTLE, _FEW), (at_most(_HALF, 2 * _SQUARE), _MUCH)),
    )
    .eq(2 * exp(8 * _MANY * _SQUARE - _TILT * _MANY * _FAR))
    .eq(2 * exp(-_MANY * _FAR**2 / (NORM_CONSTANT * _WIDTH**2)), choose({_TILT: _FAR / (16 * _WIDTH**2)}))
    .le(2 * _SPACE * exp(-_MANY * _FAR**2 / (NORM_CONSTANT * _WIDTH**2)))
    .crosschecked(
        "signed axes, exact tails",
        r"P(\|\bar X\|\ge\varepsilon)\le2e^{-n\varepsilon^2/(32\sigma^2)},\ \sigma^2=\tfrac1{2\log2}",
        "(d, n) = (1, 1), (1, 8), (1, 40), (2, 4), (2, 6), (3, 4); every epsilon that occurs",
        _mean_norms,
    )
)
_REACH = sqrt(NORM_CONSTANT) * _WIDTH * sqrt(log(2 * _SPACE / _MISS) / _MANY)
_BEYOND = Holds(at_most(_REACH, _MEAN))
LEMMA27 = Claim(
    "kent/lemma27",
    "Appendix I, Lemma 27 (Jin et al. 2019, Corollary 7)",
    Kind.INEQUALITY,
    "the norm of a mean of vectors with sub-Gaussian norms",
    says=(
        r"\text{for i.i.d. mean-zero }X_i\in\mathbb{R}^d\text{ with }\mathbb{P}(\lVert "
        r"X_i\rVert_2\ge\varepsilon)\le2e^{-\varepsilon^2/(2\sigma^2)}\text{ for any }\varepsilon>0\text{: "
        r"}\lVert\bar X\rVert_2\le c\Big\{\frac{\sigma^2\log(2d/\gamma)}n\Big\}^{1/2}\text{ with "
        r"probability at least }1-\gamma\text{; equivalently }\mathbb{P}(\lVert\bar "
        r"X\rVert_2\ge\varepsilon)\le2de^{-n\varepsilon^2/(c'\sigma^2)}"
    ),
    match=Match.READING,
    differs="c = 32^(1/2) and c' = 32",
    printed=AllOf(
        "",
        {
            "with probability 1 - gamma": line(Probability(Holds(at_most(_MEAN, _REACH))), given=(_COPIES, _TAIL))
            .ge(Probability(Not(_BEYOND)), included(Not(_BEYOND), Holds(at_most(_MEAN, _REACH))))
            .eq(1 - Probability(_BEYOND), COMPLEMENT(_BEYOND, _BEYOND))
            .ge(1 - 2 * _SPACE * exp(-_MANY * _REACH**2 / (NORM_CONSTANT * _WIDTH**2)), _NORM_TAIL.at({_FAR: _REACH}))
            .eq(1 - _MISS),
            "the tail": _NORM_TAIL,
        },
    ),
    note="With explicit constants, c = sqrt(32) and c' = 32, by another proof than the one cited: d is not needed.",
)


def rotated_range(_: Settings) -> Iterator[Case]:
    """(R v)_j^2 for v scaled to length 1, all signs, next to 1."""
    for size in (1, 2, 4, 8):
        for name, vector in _vectors(size).items():
            squares = [Fraction(image[-1] ** 2, size * sum(x * x for x in vector)) for image in rotations(vector)]
            yield Case({"d": size, "v": name}, max(squares), 1)


CLAIMS = (
    HADAMARD,
    LEMMA20,
    SUP,
    MOMENT,
    LEMMA27,
)
