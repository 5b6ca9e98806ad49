"""zhao Section 4.2, Lemma 1 (Kashin's representation) and its use: (87)-(89), Remark 1."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import E, Integer, Rational, oo, pi, sqrt

from notation.symbols import D, d, m, n
from verify.calculus import Infimum, Name, by, calc, integer, real
from verify.calculus.facts.frames import (
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
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.papers.zhao.s4_2_vectors.eq5_rates import EXPLICIT
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_R = sympy.Symbol("r", positive=True)
_X = sympy.Symbol("x", positive=True)
_Y = sympy.Symbol("y", nonnegative=True)
_V = sympy.Symbol("v", real=True)
_K = sympy.Symbol("K", positive=True)
_L = sympy.Symbol("L", positive=True)
_NORM = sympy.Symbol("u", positive=True)


def _row_norms(_: Settings) -> Iterator[Case]:
    """1/2 beside the largest squared row norm of some rational U with U^T U = I."""
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


def _subgroup(_: Settings) -> Iterator[Case]:
    """K^2 >= d ||y||_2^2/||Uy||_1^2 for U = [I; H/sqrt(d)]/sqrt(2), y the indicator of a subgroup of sqrt(d) points."""
    for size in (4, 16, 64):
        root = int(size**0.5)
        y = [int(i < root) for i in range(size)]
        image = sum(abs(sum(h * x for h, x in zip(row, y, strict=True))) for row in sylvester(size))
        first = Fraction(sum(y)) + Fraction(image, root)
        yield Case({"d": size}, Fraction(root, 2) ** 2, (size * sum(y) / (first**2 / 2)) ** 2)


def _nonzero_projection(_: Settings) -> Iterator[Case]:
    """U^T v for U = (1, 0)^T, mu = 0, estimate (1, 0): as printed v is the estimate minus U mu."""
    estimate, mean = (Fraction(1), Fraction(0)), Fraction(0)
    v = (estimate[0] - mean, estimate[1])
    yield Case({"d": 1, "U": "(1, 0)^T", "mu": 0, "theta^": "(1, 0)"}, abs(v[0]), 0, left_again=abs(estimate[0] - mean))


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
    """min ||a||_inf beside max of x^T y over ||(rows) y||_1 <= 1, whose vertices are orthogonal to a row."""
    turned = [(-b, a) for a, b in _ROWS]
    norms = [sum(abs(r[0] * y[0] + r[1] * y[1]) for r in _ROWS) for y in turned]
    for x in product((Fraction(-3), Fraction(-1, 2), Fraction(1), Fraction(2)), repeat=2):
        dual = max(abs(x[0] * y[0] + x[1] * y[1]) / norm for y, norm in zip(turned, norms, strict=True))
        yield Case({"d": 2, "x": f"({x[0]}, {x[1]})"}, _least_coefficients((x[0], x[1])), dual)


def _hadamard_coefficients(_: Settings) -> Iterator[Case]:
    """max |(H x)_k| beside ||x||_1, and A ||x||^2 beside ||H x||^2 by both orders: the half-width and the isometry."""
    for size in (1, 2, 4, 8):
        matrix = sylvester(size)
        for x in ([Fraction(int(i == size - 1)) for i in range(size)], [Fraction(i - 2, 1 + i) for i in range(size)]):
            image = [sum((h * y for h, y in zip(row, x, strict=True)), Fraction(0)) for row in matrix]
            text = str([str(y) for y in x])
            yield Case({"A": size, "x": text}, max(abs(y) for y in image), sum((abs(y) for y in x), Fraction(0)))
            square = sum((y**2 for y in image), Fraction(0))
            yield Case({"A": size, "x": text, "of": "norm"}, square, size * sum((y**2 for y in x), Fraction(0)))


# fmt: off
_DIM, _FRAME = integer("d", least=1), Name("U", "matrix")
_LEVEL, _CAP = 149/(10*sqrt(2*_DIM)), 299*sqrt(2*_DIM)/2235
_CHANCE = 2*Rational(299, 2235)**2*E/pi
_SHARE = calc(
    SphereTail(2*_DIM, _CAP), "<=", (4*_CAP**2*Falling(_DIM)/pi)**_DIM, by(CONE(_DIM, _CAP)),
    "<=", _CHANCE**_DIM, by(FALLING(_DIM)),
)
_POWER = real("q", above=0, below=1)
_NO_LONG_ONE = calc(
    LongTail(_DIM, _LEVEL), "<=", 31**_DIM*SphereTail(2*_DIM, _CAP), by(NET(_DIM, _LEVEL, Rational(1, 15))),
    "<=", 31**_DIM*_CHANCE**_DIM, by(_SHARE), "==", (31*_CHANCE)**_DIM,
    "<", 1, by(calc(_POWER**_DIM, "<", 1).at({_POWER: 31*_CHANCE})),
)
KASHIN_NET = Claim(
    "zhao/own/kashin-net",
    "ours, for Lemma 1",
    Kind.CONSTRUCTION,
    "a random subspace of half the dimension has comparable l_1 and l_2 norms",
    None,
    _NO_LONG_ONE,
    note="So ||Uy||_1 > sqrt(2d)/14.9 ||y||_2 for all y, for some U. U: the first d columns of a random orthogonal matrix, so that Uy is "
    "uniform on the sphere for each unit y; a net of mesh 1/15.",
)
_LEMMA1 = calc(
    Infimum(Spread(_FRAME), _FRAME, Frame(_FRAME, _DIM)), "==", Infimum(Dual(_FRAME), _FRAME, Frame(_FRAME, _DIM)), by(DUALITY(_FRAME, _DIM)),
    "<=", _LEVEL, by(PROBABILISTIC(_DIM, _LEVEL), KASHIN_NET), "<", 15/sqrt(2)/sqrt(_DIM),
    crosschecks=(
        (
            "the least coefficients and their dual, by the vertices of both programs",
            FiniteCheck(
                r"\min\{\|a\|_\infty:U^Ta=x\}=\max\{x^Ty:\|Uy\|_1\le1\}",
                "d = 2, U made of two rational bases, 16 vectors x",
                _duality,
                "==",
            ),
        ),
    ),
)
# fmt: on

CLAIMS = (
    Claim(
        "zhao/own/row-norm",
        "ours, against Lemma 1",
        Kind.INEQUALITY,
        "some row of U has norm at least 1/sqrt(2)",
        None,
        Derived(
            r"U\in\mathbb R^{2d\times d},\ U^TU=I_d\Rightarrow\max_i\|u_i\|_2^2\ge\tfrac12,\ \sup_{\|x\|\le1}\|Ux\|_\infty=\max_i\|u_i\|_2",
            (),
            AllOf(
                r"\sum_i\|u_i\|^2=\mathrm{tr}\,UU^T=\mathrm{tr}\,U^TU=d",
                (
                    ("the mean of 2d squared norms", Identity(d / (2 * d), Rational(1, 2))),
                    ("x = u_i/||u_i||", Identity(_NORM**2 / _NORM, _NORM)),
                ),
            ),
            (),
            (
                (
                    "rational matrices",
                    FiniteCheck(
                        r"\tfrac12\le\max_i\|u_i\|^2", "[I; 0] and [3/5 I; 4/5 H/sqrt(d)], d = 1, 4, 16", _row_norms
                    ),
                ),
            ),
        ),
        note="By Cauchy and Schwarz |u_i^T x| <= ||u_i||, with equality at x = u_i/||u_i||.",
    ),
    KASHIN_NET,
    Claim(
        "zhao/lemma1",
        "arXiv v1, Section 4.2, Lemma 1",
        Kind.CONSTRUCTION,
        "Kashin's representation",
        Derived(
            r"\exists U\in\mathbb R^{2d\times d},K:\ U^TU=I_d,\ \|Ux\|_\infty\le\frac K{\sqrt d}\ \forall\|x\|_2\le1",
            ("zhao/own/row-norm",),
            UpToConstant(
                Rational(1, 2),
                1 / d,
                (Variable(d, Integer(1), oo),),
                family=((d, _R),),
                along=_R,
                text=r"\tfrac12\le\frac{K^2}d",
            ),
        ),
        _LEMMA1,
        correction=(
            "what Lyubarskii and Vershynin show is that each x has coefficients a(x) with U^T a(x) = x and entries of "
            "order 1/sqrt(d); they are no linear map of x, and U x itself has an entry of order 1 for some x. Theorem 5 "
            "stands with a(x) in place of U x"
        ),
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm5/upper",
        note="Lyubarskii and Vershynin 2010, Theorem 2.2, have U^T a = x with small a. "
        "Here K = 15/sqrt(2); that the least over all U is below it says that there is such a U. K is a constant, so that 1/2 <= K^2/d fails for large d: every U needs K >= sqrt(d/2).",
    ),
    Claim(
        "zhao/own/hadamard-frame",
        "ours, against a tempting choice of U",
        Kind.INEQUALITY,
        "[I; H/sqrt(d)]/sqrt(2) is no Kashin frame",
        None,
        Derived(
            r"U=\tfrac1{\sqrt2}[I_d;H_d/\sqrt d],\ d=4^k:\ K\ge\frac{d^{1/4}}{\sqrt2}",
            (),
            Identity(sqrt(d) * d ** Rational(1, 4) / ((sqrt(d) + sqrt(d)) / sqrt(2)), d ** Rational(1, 4) / sqrt(2)),
            (),
            (
                (
                    "subgroups of the hypercube",
                    FiniteCheck(
                        r"\tfrac d4\le\Big(\frac{d\|y\|_2^2}{\|Uy\|_1^2}\Big)^2",
                        "d = 4, 16, 64: the first sqrt(d) unit vectors",
                        _subgroup,
                    ),
                ),
            ),
        ),
        note="y, the indicator of a subgroup of sqrt(d) of the d points, has ||y||_1 = sqrt(d), ||y||_2 = d^(1/4), and Hy/sqrt(d) is the "
        "indicator of its annihilator, of as many points. K is at least sqrt(d) ||y||_2/||Uy||_1.",
    ),
    Claim(
        "zhao/eq88",
        "arXiv v1, Appendix B.1, (88)",
        Kind.INEQUALITY,
        "the error after the transform back",
        FiniteCheck(
            r"v=\hat\theta-U\mu:\ U^Tv=0",
            "d = 1, U = (1, 0)^T, mu = 0, estimate (1, 0)",
            _nonzero_projection,
            "==",
        ),
        Derived(
            r"\|\hat\mu-\mu\|_2=\|U^T(\hat\theta-\theta)\|_2\le\|\hat\theta-\theta\|_2,\ U^T\theta=\mu",
            (),
            AllOf(
                r"U^TU=I:\ \|\hat\theta-\theta\|^2=\|U(\hat\mu-\mu)\|^2+\|v\|^2,\ v=\hat\theta-\theta-U(\hat\mu-\mu)",
                (
                    (
                        "a square is dropped",
                        at_most(_Y, _Y + _V**2, Variable(_Y, Integer(0), oo), Variable(_V, -oo, oo)),
                    ),
                ),
            ),
        ),
        correction="v is the estimate minus U mu^; with the corrected Lemma 1, theta = E a(X) need not be U mu, and what is used is "
        "that U^T shortens",
        severity=Severity.TYPO,
        theorem="zhao/thm5/upper",
        note="The cross term vanishes as U^T v = U^T(theta^ - theta) - (mu^ - mu) = 0. Both versions print v as the estimate minus U mu, and (88) goes on with U mu^ + v: a hat is missing.",
    ),
    Claim(
        "zhao/thm5/upper",
        "arXiv v1, Section 4.2, Theorem 5, (9); (87), (89)",
        Kind.UPPER_RATE,
        "the rate for the l_2 ball from the one for the l_inf ball",
        Derived(
            r"\|X\|_2\le D,\ m\ge2,\ n(\varepsilon^2\wedge1)\ge96336\,d\ln m:\ "
            r"E\|\hat\mu-\mu\|_2^2\lesssim\frac{D^2}{nm}\Big(1+\frac{d\ln n}{\varepsilon^2\wedge\varepsilon}\Big)",
            ("zhao/lemma1", "zhao/eq88", "zhao/thm4/upper"),
            AllOf(
                r"(8) \text{ in } 2d \text{ dimensions with half-width } KD/\sqrt d,\ K^2=\tfrac{225}2",
                (
                    (
                        "the scale",
                        Identity((_K * D / sqrt(d)) ** 2 * 2 * d / (n * m), 2 * _K**2 * D**2 / (n * m)),
                    ),
                    (
                        "the constant: 2 K^2 and twice the dimension",
                        at_most(
                            225 * EXPLICIT * (1 + 2 * _L), 450 * EXPLICIT * (1 + _L), Variable(_L, Integer(0), oo, True)
                        ),
                    ),
                ),
            ),
        ),
        note="With a(X) in place of UX (Lemma 1 as corrected). L = d ln n/(epsilon^2 ^ epsilon). The constant is 450 times "
        "that of Theorem 4, 8.8 x 10^7; 96336 is twice 48168, for 2d dimensions.",
    ),
    Claim(
        "zhao/remark1",
        "arXiv v1, Section 4.2, Remark 1",
        Kind.UPPER_RATE,
        "discrete distributions by the Hadamard transform",
        Derived(
            r"\varepsilon^2\wedge\varepsilon\le A\ln n:\ E\|\hat p-p\|_2^2\lesssim\frac1{nm}\Big(1+\frac{A\ln n}{\varepsilon^2\wedge\varepsilon}\Big)\lesssim\frac{A\ln n}{nm(\varepsilon^2\wedge\varepsilon)}",
            ("zhao/thm4/upper",),
            AllOf(
                r"U=H_A/\sqrt A,\ \|Ux\|_\infty\le\|x\|_1/\sqrt A",
                (
                    (
                        "(8) with half-width 1/sqrt(A) in A dimensions",
                        Identity((1 / sqrt(d)) ** 2 * d / (n * m), 1 / (n * m)),
                    ),
                    ("1 + y <= 2y, y = A ln n/e >= 1", at_most(1 + _X, 2 * _X, Variable(_X, Integer(1), oo))),
                    ("H H^T = A I, so the error is kept", Identity(d * (1 / sqrt(d)) ** 2, Integer(1))),
                ),
            ),
            (),
            (
                (
                    "half-width and isometry, exact",
                    FiniteCheck(
                        r"\|Hx\|_\infty\le\|x\|_1,\ \|Hx\|^2\le A\|x\|^2",
                        "A = 1, 2, 4, 8: a letter, and a vector of mixed signs",
                        _hadamard_coefficients,
                    ),
                ),
            ),
        ),
        note=(
            "For epsilon up to the order of A ln n, where the term is the larger one; beyond it the non-private 1/(nm), "
            "which the remark leaves out, remains. For A not a power of 2 the alphabet is padded to at most 2A letters."
        ),
    ),
)
