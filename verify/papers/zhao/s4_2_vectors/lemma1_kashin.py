"""zhao Section 4.2, Lemma 1 (Kashin's representation) and its use: (87)-(89), Remark 1."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isqrt

import sympy
from sympy import E, Integer, Rational, log, oo, pi, sqrt

from notation.symbols import d
from verify.kernel.calculus import Infimum, Name, because, cite, constructor, integer, line, quantity, real, words
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.conditions import equal
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.at_points import Point, at_points
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.papers.zhao.lemmas.frames import (
    CONE,
    DUALITY,
    FALLING,
    NET,
    PROBABILISTIC,
    Dual,
    Falling,
    Frame,
    LongTail,
    SphereTail,
    Spread,
)
from verify.papers.zhao.nouns_means import E8, EPSILON, SIZE, USERS, WIDTH, HadamardRisk, KashinRisk, VectorRisk, scaled
from verify.papers.zhao.s4_2_vectors.eq5_rates import EXPLICIT, MANY_SAMPLES, THEOREM4


def _row_norms(_: Settings) -> Iterator[Case]:
    """1/2 next to the largest squared row norm of some rational U with U^T U = I."""
    for size in (1, 4, 16):
        matrix = sylvester(size)
        root = Fraction(1, int(size**0.5))
        for weight, name in ((Fraction(1), "[I; 0]"), (Fraction(3, 5), "[3/5 I; 4/5 H/sqrt(d)]")):
            other = Fraction(4, 5) if weight != 1 else Fraction(0)
            rows = [[weight * int(i == j) for j in range(size)] for i in range(size)]
            rows += [[other * root * x for x in row] for row in matrix]
            gram = sum((rows[i][0] * rows[i][-1] for i in range(2 * size)), Fraction(0))
            yield Case({"d": size, "U": name, "of": "columns"}, Fraction(0), gram if size > 1 else Fraction(0))
            yield Case({"d": size, "U": name}, Fraction(1, 2), max(sum(x**2 for x in row) for row in rows))


_DIM, _FRAME = integer("d", least=1), Name("U", "matrix")
LongestRow = quantity("LongestRow", r"\max_i\|u_i({0})\|_2", "largest l_2 norm of a row of a matrix", 0)
LargestEntry = quantity(
    "LargestEntry", r"\sup_{{\|x\|_2 \le 1}}\|{0} x\|_\infty", "largest entry of U x over the l_2 ball", 0
)
_OF_FRAME = Frame(_FRAME, _DIM)
_LONGEST = (
    line(LongestRow(_FRAME) ** 2, given=(_OF_FRAME,))
    .ge(
        _DIM / (2 * _DIM),
        because("The squared norms of the 2d rows add up to tr U U^T = tr U^T U = d, so that their mean is d/(2d)."),
    )
    .eq(Rational(1, 2))
    .crosschecked(
        "rational matrices",
        r"\tfrac12\le\max_i\|u_i\|^2",
        "[I; 0] and [3/5 I; 4/5 H/sqrt(d)], d = 1, 4, 16",
        _row_norms,
    )
)
_SAME = equal(LargestEntry(_FRAME), LongestRow(_FRAME))


def _longest_rows() -> Iterator[Point]:
    """The root of the largest eigenvalue of all u_i u_i^T, whose quadratic form is (u_i^T x)^2, next to the longest row."""
    for rows in ([[3, 4]], [[1, 0], [0, 2]], [[1, 2, 2], [2, -3, 6]], [[0, 0, 0], [2, 4, -4]]):
        values = {x for row in rows for x in (sympy.Matrix([row]).T * sympy.Matrix([row])).eigenvals()}
        largest = Fraction(int(sympy.sqrt(max(values))))
        longest = max(isqrt(sum(x * x for x in row)) for row in rows)
        yield {_FRAME: str(rows), LongestRow(_FRAME): Fraction(longest)}, largest


_LARGEST = at_points(
    line(LargestEntry(_FRAME)).eq(
        LongestRow(_FRAME),
        words("By Cauchy and Schwarz |u_i^T x| <= ||u_i||, with equality at x = u_i/||u_i||.", _SAME),
    ),
    "matrices of whole numbers, by eigenvalues",
    "four matrices of 2 and 3 columns",
    _longest_rows,
)
ROW_NORM = Claim(
    "zhao/own/row-norm",
    "ours, against Lemma 1",
    Kind.INEQUALITY,
    "some row of U has norm at least 1/sqrt(2)",
    corrected=AllOf("", {"the longest row": _LONGEST, "the largest entry": _LARGEST}),
)
_LEVEL, _CAP = 149 / (10 * sqrt(2 * _DIM)), 299 * sqrt(2 * _DIM) / 2235
_CHANCE = 2 * Rational(299, 2235) ** 2 * E / pi
_SHARE = (
    line(SphereTail(2 * _DIM, _CAP))
    .le((4 * _CAP**2 * Falling(_DIM) / pi) ** _DIM, CONE(_DIM, _CAP))
    .le(_CHANCE**_DIM, FALLING(_DIM))
)
_POWER = real("q", above=0, below=1)
_NO_LONG_ONE = (
    line(LongTail(_DIM, _LEVEL))
    .le(31**_DIM * SphereTail(2 * _DIM, _CAP), NET(_DIM, _LEVEL, Rational(1, 15)))
    .le(31**_DIM * _CHANCE**_DIM, _SHARE)
    .eq((31 * _CHANCE) ** _DIM)
    .lt(1, line(_POWER**_DIM).lt(1).at({_POWER: 31 * _CHANCE}))
)
KASHIN_NET = Claim(
    "zhao/own/kashin-net",
    "ours, for Lemma 1",
    Kind.CONSTRUCTION,
    "a random subspace of half the dimension has comparable l_1 and l_2 norms",
    corrected=_NO_LONG_ONE,
    note="So ||Uy||_1 > sqrt(2d)/14.9 ||y||_2 for all y, for some U. U: the first d columns of a random "
    "orthogonal matrix, so that Uy is uniform on the sphere for each unit y; a net of mesh 1/15.",
)

_R = sympy.Symbol("r", positive=True)


_ROWS = (
    (Fraction(1), Fraction(0)),
    (Fraction(0), Fraction(1)),
    (Fraction(3, 5), Fraction(4, 5)),
    (Fraction(-4, 5), Fraction(3, 5)),
)
"""sqrt(2) U for d = 2: two orthonormal bases of the plane."""


def _least_coefficients(x: tuple[Fraction, Fraction]) -> Fraction:
    """min ||a||_inf with a^T (rows) = x: at a vertex three entries are +-c and one is free within them."""
    best: Fraction | None = None
    for free, signs in product(range(4), product((1, -1), repeat=3)):
        fixed = [i for i in range(4) if i != free]
        first = [sum((s * _ROWS[i][k] for s, i in zip(signs, fixed, strict=True)), Fraction(0)) for k in (0, 1)]
        other = _ROWS[free]
        det = first[0] * other[1] - first[1] * other[0]
        if det == 0:
            continue
        c = (x[0] * other[1] - x[1] * other[0]) / det
        a = (first[0] * x[1] - first[1] * x[0]) / det
        if c >= abs(a) and (best is None or c < best):
            best = c
    assert best is not None
    return best


def _duality(_: Settings) -> Iterator[Case]:
    """min ||a||_inf next to max of x^T y over ||(rows) y||_1 <= 1, whose vertices are orthogonal to a row."""
    turned = [(-b, a) for a, b in _ROWS]
    norms = [sum(abs(r[0] * y[0] + r[1] * y[1]) for r in _ROWS) for y in turned]
    for x in product((Fraction(-3), Fraction(-1, 2), Fraction(1), Fraction(2)), repeat=2):
        dual = max(abs(x[0] * y[0] + x[1] * y[1]) / norm for y, norm in zip(turned, norms, strict=True))
        yield Case({"d": 2, "x": f"({x[0]}, {x[1]})"}, _least_coefficients((x[0], x[1])), dual)


LEMMA1 = Claim(
    "zhao/lemma1",
    "arXiv v1, Section 4.2, Lemma 1",
    Kind.CONSTRUCTION,
    "Kashin's representation",
    says=(
        r"\text{there are }\mathbf{U}\in\mathbb{R}^{2d\times d}\text{ and a constant }K\text{ with "
        r"}\mathbf{U}^T\mathbf{U}=\mathbf{I}_d\text{ and }\lVert\mathbf{U}\mathbf{x}\rVert_\infty\le "
        r"K/\sqrt d\text{ for all }\mathbf{x}\text{ with }\lVert\mathbf{x}\rVert_2\le1"
    ),
    match=Match.SAME,
    printed=UpToConstant(
        Rational(1, 2),
        1 / d,
        (Variable(d, Integer(1), oo),),
        family=((d, _R),),
        along=_R,
        text=r"\exists U\in\mathbb R^{2d\times d},K:\ U^TU=I_d,\ \|Ux\|_\infty\le\frac K{\sqrt d}\ "
        r"\forall\|x\|_2\le1",
    ),
    corrected=line(Infimum(Spread(_FRAME), _FRAME, Frame(_FRAME, _DIM)))
    .eq(Infimum(Dual(_FRAME), _FRAME, Frame(_FRAME, _DIM)), DUALITY(_FRAME, _DIM))
    .le(_LEVEL, PROBABILISTIC(_DIM, _LEVEL), KASHIN_NET)
    .lt(15 / sqrt(2) / sqrt(_DIM))
    .crosschecked(
        "the least coefficients and their dual, by the vertices of both programs",
        r"\min\{\|a\|_\infty:U^Ta=x\}=\max\{x^Ty:\|Uy\|_1\le1\}",
        "d = 2, U made of two rational bases, 16 vectors x",
        _duality,
        "==",
    ),
    correction="what Lyubarskii and Vershynin show is that each x has coefficients a(x) with U^T a(x) = x and "
    "entries of order 1/sqrt(d); they are no linear map of x, and U x itself has an entry of order 1 "
    "for some x. Theorem 5 stands with a(x) in place of U x",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm5/upper",
    note="Lyubarskii and Vershynin 2010, Theorem 2.2, have U^T a = x with small a. Here K = 15/sqrt(2); that the "
    "least over all U is below it says that there is such a U. K is a constant, so that 1/2 <= K^2/d fails "
    "for large d: every U needs K >= sqrt(d/2) (zhao/own/row-norm).",
)


def _subgroup(_: Settings) -> Iterator[Case]:
    """K^2 >= d ||y||_2^2/||Uy||_1^2 for U = [I; H/sqrt(d)]/sqrt(2), y the indicator of a subgroup of sqrt(d) points."""
    for size in (4, 16, 64):
        root = int(size**0.5)
        y = [int(i < root) for i in range(size)]
        image = sum(abs(sum(h * x for h, x in zip(row, y, strict=True))) for row in sylvester(size))
        first = Fraction(sum(y)) + Fraction(image, root)
        yield Case({"d": size}, Fraction(root, 2) ** 2, (size * sum(y) / (first**2 / 2)) ** 2)


HadamardFrame = constructor("HadamardFrame", r"\tfrac1{{\sqrt2}}[I_{{{0}}}; ({0})^{{-1/2}}H_{{{0}}}]", sort="matrix")
"""The identity above Sylvester's matrix of order d over sqrt(d), all over sqrt(2): HadamardFrame(d)."""
_LEVELS = integer("k", least=0)
_FOUR, _HADAMARD = 4**_LEVELS, HadamardFrame(4**_LEVELS)
_BOTH_SPREAD = 2 ** (_LEVELS / 2) / ((2**_LEVELS + 2**_LEVELS) / sqrt(2))
OWN_HADAMARD_FRAME = Claim(
    "zhao/own/hadamard-frame",
    "ours, against a tempting choice of U",
    Kind.INEQUALITY,
    "[I; H/sqrt(d)]/sqrt(2) is no Kashin frame",
    corrected=line(2**_LEVELS * Spread(_HADAMARD))
    .eq(
        2**_LEVELS * Dual(_HADAMARD),
        DUALITY(_HADAMARD, _FOUR),
        words("The columns of I and of Sylvester's matrix over sqrt(d) are orthonormal.", Frame(_HADAMARD, _FOUR)),
    )
    .ge(
        2**_LEVELS * _BOTH_SPREAD,
        words(
            "For the indicator y of a subgroup of sqrt(d) of the d points ||y||_1 = sqrt(d) and ||y||_2 = d^(1/4), and Hy/sqrt(d) is the "
            "indicator of its annihilator, of as many points, so that ||Uy||_1 = 2 sqrt(d)/sqrt(2).",
            at_most_(_BOTH_SPREAD, Dual(_HADAMARD)),
        ),
    )
    .eq(2 ** (_LEVELS / 2) / sqrt(2))
    .crosschecked(
        "subgroups of the hypercube",
        r"\tfrac d4\le\Big(\frac{d\|y\|_2^2}{\|Uy\|_1^2}\Big)^2",
        "d = 4, 16, 64: the first sqrt(d) unit vectors",
        _subgroup,
    ),
    note="d = 4^k. The constant K of a frame U is sqrt(d) times the left maximum.",
)


def _nonzero_projection(_: Settings) -> Iterator[Case]:
    """U^T v for U = (1, 0)^T, mu = 0, estimate (1, 0): as printed v is the estimate minus U mu."""
    estimate, mean = (Fraction(1), Fraction(0)), Fraction(0)
    v = (estimate[0] - mean, estimate[1])
    yield Case({"d": 1, "U": "(1, 0)^T", "mu": 0, "theta^": "(1, 0)"}, abs(v[0]), 0, left_again=abs(estimate[0] - mean))


Back = constructor("Back", r"{0}^{{\mathsf T}}{1}")
"""U^T a: Back(U, a)."""
EuclideanDistance = quantity("EuclideanDistance", r"\|{0} - {1}\|_2", "l_2 distance of two vectors", 0)
OffRange = quantity(
    "OffRange",
    r"\|(I - {0}{0}^{{\mathsf T}})({1} - {2})\|_2",
    "norm of what of the difference is orthogonal to U's columns",
    0,
)
_GUESS, _THETA = Name(r"\hat\theta", "vector"), Name(r"\theta", "vector")
_ARRIVED, _BEFORE = EuclideanDistance(Back(_FRAME, _GUESS), Back(_FRAME, _THETA)), EuclideanDistance(_GUESS, _THETA)
_REST = OffRange(_FRAME, _GUESS, _THETA)
EQ88_CLAIM = Claim(
    "zhao/eq88",
    "arXiv v1, Appendix B.1, (88)",
    Kind.INEQUALITY,
    "the error after the transform back",
    says=r"v=\hat\theta-\mathbf{U}\mu,\quad\mathbf{U}^T\mathbf{v}=0;\quad\mathbb{E}\left[\lVert\hat\theta-\theta\rVert_2^2\right]=\mathbb{E}\left[\lVert\mathbf{U}\hat\mu+\mathbf{v}-\mathbf{U}\mu\rVert_2^2\right]=\mathbb{E}\left[\lVert\mathbf{U}(\hat\mu-\mu)\rVert_2^2\right]+\mathbb{E}[\lVert\mathbf{v}\rVert^2]+2\mathbb{E}\left[(\hat\mu-\mu)^T\mathbf{U}^T\mathbf{v}\right]\ge\mathbb{E}\left[\lVert\mathbf{U}(\hat\mu-\mu)\rVert_2^2\right]=\mathbb{E}[\lVert\hat\mu-\mu\rVert_2^2]",
    match=Match.READING,
    differs="the line above (88) only; the chain of (88) is not part of what is judged",
    printed=FiniteCheck(
        r"v=\hat\theta-U\mu:\ U^Tv=0", "d = 1, U = (1, 0)^T, mu = 0, estimate (1, 0)", _nonzero_projection, "=="
    ),
    corrected=line(_ARRIVED, given=(_OF_FRAME,))
    .eq(sqrt(_ARRIVED**2))
    .le(sqrt(_ARRIVED**2 + _REST**2), line(_ARRIVED**2).le(_ARRIVED**2 + _REST**2))
    .eq(
        sqrt(_BEFORE**2),
        words(
            "With w = theta^ - theta and v = w - U U^T w: U^T v = 0, so that ||w||^2 = ||U U^T w||^2 + ||v||^2, and ||U U^T w|| = ||U^T w||.",
            equal(_BEFORE**2, _ARRIVED**2 + _REST**2),
            given=(_OF_FRAME,),
        ),
    )
    .eq(_BEFORE),
    correction="v is the estimate minus U mu^; with the corrected Lemma 1, theta = E a(X) need not be U mu, and "
    "what is used is that U^T shortens",
    severity=Severity.TYPO,
    theorem="zhao/thm5/upper",
    note="mu^ = U^T theta^ and mu = U^T theta. Both versions print v as the estimate minus U mu, and (88) goes "
    "on with U mu^ + v: a hat is missing.",
)

_LN, _RATIO = log(USERS), real("y", least=0)
_KASHIN = KashinRisk(USERS, MANY_SAMPLES, SIZE, EPSILON, WIDTH)
_TWICE_AS_MANY = {SIZE: 2 * SIZE, WIDTH: 15 * WIDTH / sqrt(2 * SIZE)}
_COEFFICIENTS = VectorRisk(USERS, MANY_SAMPLES, SIZE, EPSILON, WIDTH).xreplace(_TWICE_AS_MANY)
_CONDITION5 = at_most_(96336 * SIZE * log(MANY_SAMPLES), USERS * sympy.Min(1, EPSILON**2))
_UNIT = WIDTH**2 / (USERS * MANY_SAMPLES)
_TWICE = line(225 * EXPLICIT * (1 + 2 * _RATIO)).le(450 * EXPLICIT * (1 + _RATIO)).at({_RATIO: SIZE * _LN / E8})
_THEOREM5 = (
    line(_KASHIN, given=(_CONDITION5,))
    .le(
        _COEFFICIENTS,
        words(
            "The estimate of the mean is U^T of that of E a(X), and U^T E a(X) = E X; by (88) it is no further from it, and by Lemma 1 "
            "the 2d coefficients of a sample lie within K D/sqrt(d) = 15 D/sqrt(2d).",
            at_most_(_KASHIN, _COEFFICIENTS),
            leans=("zhao/lemma1", "zhao/eq88"),
        ),
    )
    .le(_UNIT * _TWICE.statement.left, cite(THEOREM4).at(_TWICE_AS_MANY))
    .le(_UNIT * _TWICE.statement.right, scaled(_UNIT, _TWICE))
)
THEOREM5 = Claim(
    "zhao/thm5/upper",
    "arXiv v1, Section 4.2, Theorem 5, (9); (87), (89)",
    Kind.UPPER_RATE,
    "the rate for the l_2 ball from the one for the l_inf ball",
    says=r"\mathbb{E}\left[\lVert\hat\mu-\mu\rVert_2^2\right]\lesssim\frac{D^2}{nm}\left(1+\frac{d\ln "
    r"n}{\epsilon^2\wedge\epsilon}\right)\text{ in }\mathcal{X}_2\text{ if }n(\epsilon^2\wedge1)\ge "
    r"c_1d\ln m",
    match=Match.READING,
    differs="the theorem names no algorithm: judged of the one above it, with the coefficients a(X) of Lemma 1 as corrected in place of U X and Algorithm 2 as corrected; constants explicit, m >= 2",
    printed=_THEOREM5,
    note="With a(X) in place of UX (Lemma 1 as corrected). The constant is 450 times that of Theorem 4; "
    "96336 is twice 48168, for 2d dimensions.",
)


def _hadamard_coefficients(_: Settings) -> Iterator[Case]:
    """max |(H x)_k| next to ||x||_1, and A ||x||^2 next to ||H x||^2 by both orders: the half-width and the isometry."""
    for size in (1, 2, 4, 8):
        matrix = sylvester(size)
        for x in ([Fraction(int(i == size - 1)) for i in range(size)], [Fraction(i - 2, 1 + i) for i in range(size)]):
            image = [sum((h * y for h, y in zip(row, x, strict=True)), Fraction(0)) for row in matrix]
            text = str([str(y) for y in x])
            yield Case({"A": size, "x": text}, max(abs(y) for y in image), sum((abs(y) for y in x), Fraction(0)))
            square = sum((y**2 for y in image), Fraction(0))
            yield Case({"A": size, "x": text, "of": "norm"}, square, size * sum((y**2 for y in x), Fraction(0)))


_SIZE_H = 2**_LEVELS
_DISCRETE = HadamardRisk(USERS, MANY_SAMPLES, _SIZE_H, EPSILON, 1)
_CONDITION_H = at_most_(48168 * _SIZE_H * log(MANY_SAMPLES), USERS * sympy.Min(1, EPSILON**2))
_FIRST_H = EXPLICIT / (USERS * MANY_SAMPLES) * (1 + _SIZE_H * _LN / E8)
HADAMARD = (
    line(HadamardRisk(USERS, MANY_SAMPLES, _SIZE_H, EPSILON, WIDTH), given=(_CONDITION_H,))
    .le(
        VectorRisk(USERS, MANY_SAMPLES, _SIZE_H, EPSILON, WIDTH / sqrt(_SIZE_H)),
        words(
            "H/sqrt(A) keeps l_2 distances, as H H^T = A I, and its entries are +-1/sqrt(A), so that the l_1 ball of radius D goes into "
            "[-D/sqrt(A), D/sqrt(A)]^A.",
            at_most_(
                HadamardRisk(USERS, MANY_SAMPLES, _SIZE_H, EPSILON, WIDTH),
                VectorRisk(USERS, MANY_SAMPLES, _SIZE_H, EPSILON, WIDTH / sqrt(_SIZE_H)),
            ),
        ),
    )
    .le(WIDTH**2 * _FIRST_H, cite(THEOREM4).at({SIZE: _SIZE_H, WIDTH: WIDTH / sqrt(_SIZE_H)}))
    .crosschecked(
        "half-width and isometry, exact",
        r"\|Hx\|_\infty\le\|x\|_1,\ \|Hx\|^2\le A\|x\|^2",
        "A = 1, 2, 4, 8: a letter, and a vector of mixed signs",
        _hadamard_coefficients,
    )
)
_SMALL_H = at_most_(E8, _SIZE_H * _LN)
REMARK1 = Claim(
    "zhao/remark1",
    "arXiv v1, Section 4.2, Remark 1",
    Kind.UPPER_RATE,
    "discrete distributions by the Hadamard transform",
    says=r"\text{alphabet of size }A\text{: the }\ell_2\text{ estimation error is bounded by }O(A\ln "
    r"n/(nm(\epsilon^2\wedge\epsilon)))",
    match=Match.READING,
    differs="A a power of 2, else padded; constants and the condition of Theorem 5 on n explicit, Algorithm 2 as corrected; first with the non-private term, which the remark leaves out as Table 1 does, then where the private term is the larger one",
    printed=AllOf(
        "",
        {
            "every epsilon": HADAMARD,
            "where the private term is larger": line(_DISCRETE, given=(_CONDITION_H, _SMALL_H))
            .le(_FIRST_H, HADAMARD.at({WIDTH: 1}))
            .le(2 * EXPLICIT * _SIZE_H * _LN / (USERS * MANY_SAMPLES * E8)),
        },
    ),
    note="For epsilon up to the order of A ln n, where the term is the larger one; beyond it the non-private "
    "1/(nm), which the remark leaves out, remains. For A not a power of 2 the alphabet is padded to at most "
    "2A letters.",
)
_IN_CUBE = VectorRisk(USERS, MANY_SAMPLES, _SIZE_H, EPSILON, 1 / sqrt(_SIZE_H))

CLAIMS = (
    ROW_NORM,
    KASHIN_NET,
    LEMMA1,
    OWN_HADAMARD_FRAME,
    EQ88_CLAIM,
    THEOREM5,
    REMARK1,
)
