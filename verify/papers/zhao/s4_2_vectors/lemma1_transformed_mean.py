"""zhao Section 4.2: what becomes of the mean on its way through Kashin's transform, linear or not."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Max, Rational, oo, sqrt

from notation.symbols import d
from verify.kernel.calculus import Name, cite, integer, law, line, quantity, real, words
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.conditions import equal
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.papers.zhao.lemmas.frames import Frame
from verify.papers.zhao.s4_2_vectors.lemma1_kashin import ROW_NORM, LongestRow

_R = sympy.Symbol("r", positive=True)
_LEVEL = 2
"""The K of the counterexample."""

_Vector = tuple[Fraction, ...]
ROWS: tuple[_Vector, ...] = (
    (Fraction(1), Fraction(0)),
    (Fraction(0), Fraction(1)),
    (Fraction(3, 5), Fraction(4, 5)),
    (Fraction(-4, 5), Fraction(3, 5)),
)
"""sqrt(2) U for d = 2: two orthonormal bases of the plane."""


def back(coefficients: _Vector) -> _Vector:
    """(sqrt(2) U)^T a."""
    return tuple(sum((a * row[k] for a, row in zip(coefficients, ROWS, strict=True)), Fraction(0)) for k in (0, 1))


def coefficients(x: _Vector) -> _Vector:
    """a with (sqrt(2) U)^T a = x and the least largest entry: three entries are +-c, one is free within them."""
    best: _Vector | None = None
    for free, signs in product(range(4), product((1, -1), repeat=3)):
        fixed = [i for i in range(4) if i != free]
        first = [sum((s * ROWS[i][k] for s, i in zip(signs, fixed, strict=True)), Fraction(0)) for k in (0, 1)]
        other = ROWS[free]
        det = first[0] * other[1] - first[1] * other[0]
        if det == 0:
            continue
        c, rest = (x[0] * other[1] - x[1] * other[0]) / det, (first[0] * x[1] - first[1] * x[0]) / det
        if c >= abs(rest) and (best is None or c < max(map(abs, best))):
            found = [rest] * 4
            for s, i in zip(signs, fixed, strict=True):
                found[i] = s * c
            best = tuple(found)
    assert best is not None
    return best


_POINTS: tuple[_Vector, ...] = (
    (Fraction(1), Fraction(0)),
    (Fraction(3, 5), Fraction(4, 5)),
    (Fraction(-1, 2), Fraction(1, 3)),
)


def _mean_back(_: Settings) -> Iterator[Case]:
    """Each coordinate of U^T E a(X) next to E X, for laws on two points."""
    for x, y in product(_POINTS, repeat=2):
        for weight in (Fraction(1, 3), Fraction(1, 2)):
            a, b = coefficients(x), coefficients(y)
            theta = tuple(weight * p + (1 - weight) * q for p, q in zip(a, b, strict=True))
            for k, found in enumerate(back(theta)):
                parameters = {"X": f"({x[0]}, {x[1]}) w.p. {weight}, else ({y[0]}, {y[1]})", "coordinate": k + 1}
                yield Case(parameters, found, weight * x[k] + (1 - weight) * y[k])


def _within(_: Settings) -> Iterator[Case]:
    """The largest a_i^2 next to K^2 ||x||^2, K = max ||y||/||(sqrt 2 U) y||_1, at a y that is orthogonal to a row."""
    level = max(
        Fraction(1) / sum(abs(row[0] * -b + row[1] * a) for row in ROWS) ** 2 for a, b in ((r[0], r[1]) for r in ROWS)
    )
    for x in product((Fraction(-3), Fraction(-1, 2), Fraction(1), Fraction(2)), repeat=2):
        most = max(a**2 for a in coefficients(x))
        yield Case({"d": 2, "x": f"({x[0]}, {x[1]})"}, most, level * (x[0] ** 2 + x[1] ** 2))


def _clipped(_: Settings) -> Iterator[Case]:
    """1/2 - K/sqrt(2d) next to ||U^T clip(Ux) - x||, U = [3/5 I; 4/5 H/sqrt(d)], x the longest row, normed; K = 2."""
    for size in (16, 64):
        root = int(size**0.5)
        h = sylvester(size)
        x = [Fraction(e, root) for e in h[size - 1]]
        box = Fraction(_LEVEL, root)
        upper = [Fraction(3, 5) * e for e in x]
        lower = [Fraction(4, 5) * sum((c * e for c, e in zip(row, x, strict=True)), Fraction(0)) / root for row in h]
        over = [max(-box, min(box, e)) - e for e in (*upper, *lower)]
        # U^T of what the clip took.
        error = [
            Fraction(3, 5) * over[k]
            + Fraction(4, 5) * sum((h[j][k] * over[size + j] for j in range(size)), Fraction(0)) / root
            for k in range(size)
        ]
        length = as_arb(sum((e**2 for e in error), Fraction(0))).sqrt()
        bound = as_arb(Fraction(1, 2)) - _LEVEL / as_arb(2 * size).sqrt()
        # That row alone: ||u_i|| (||u_i|| - K/sqrt(d)) at ||u_i|| = 4/5; here no other entry is cut.
        alone = Fraction(4, 5) * (Fraction(4, 5) - box)
        yield Case({"d": size, "K": _LEVEL, "of": "one row"}, alone**2, sum((e**2 for e in error), Fraction(0)))
        yield Case({"d": size, "K": _LEVEL}, bound, length)


RecoveredMean = quantity(
    "RecoveredMean",
    r"({0}^{{\mathsf T}}\mathbb{{E}}[a(X)])_{{{2}}},\ X \sim {1}",
    "k-th coordinate of U^T E a(X), X of a law on the l_2 ball, with coefficients a(x) of Lemma 1, U^T a(x) = x: RecoveredMean(U, P, k)",
)
CoordinateMean = quantity(
    "CoordinateMean", r"\mu({0})_{{{1}}}", "k-th coordinate of a law's mean: CoordinateMean(P, k)"
)
ClipBias = quantity(
    "ClipBias",
    r"\sup_{{\|x\|_2 \le 1}}\|{0}^{{\mathsf T}}\mathrm{{clip}}_{{{1}}}({0}x) - x\|_2",
    "largest distance from x, over the unit ball, of U^T of U x with its entries clipped to [-b, b]: ClipBias(U, b)",
    0,
)
_FRAME, _LAW, _DIM, _PLACE = Name("U", "matrix"), law("P"), integer("d", least=1), integer("k", least=1)
_OF_FRAME, _LEVEL_K = Frame(_FRAME, _DIM), real("K", above=0)
_BACK = equal(RecoveredMean(_FRAME, _LAW, _PLACE), CoordinateMean(_LAW, _PLACE))
_BOX, _BIAS = _LEVEL_K / sqrt(_DIM), ClipBias(_FRAME, _LEVEL_K / sqrt(_DIM))
_ROW = LongestRow(_FRAME)
_LONG = (
    line(1 / sqrt(2), given=(_OF_FRAME,))
    .eq(sqrt(Rational(1, 2)))
    .le(sqrt(_ROW**2), cite(ROW_NORM, "the longest row"))
    .eq(_ROW)
)
_CUT = at_most_(_ROW * Max(_ROW - _BOX, 0), _BIAS)
ALG2K = Claim(
    "zhao/alg2K",
    "arXiv v1, Section 4.2, text between Lemma 1 and Theorem 5",
    Kind.ALGORITHM,
    "samples are transformed into [-KD/sqrt(d), KD/sqrt(d)]^(2d), and the mean comes back",
    says=r"\mathbf{X}'_{ij}=\mathbf{U}\mathbf{X}_{ij},\quad\theta=\mathbf{U}\mu,\quad\lVert\mathbf{X}'_{ij}\rVert_\infty\le "
    r"KD/\sqrt d,\quad\hat\theta\text{ by Algorithm 2},\quad\hat\mu=\mathbf{U}^T\hat\theta",
    match=Match.READING,
    differs="the norm bound at one x in the unit ball, the direction of the longest row of U, whose entry is at least 1/sqrt(2); K a constant",
    printed=UpToConstant(
        1 / sqrt(sympy.Integer(2)),
        1 / sqrt(d),
        (Variable(d, sympy.Integer(1), oo),),
        family=((d, _R),),
        along=_R,
        text=r"\mathbf X'_{ij}=\mathbf U\mathbf X_{ij}:\ \|\mathbf X'_{ij}\|_\infty\le KD/\sqrt d",
    ),
    corrected=AllOf(
        "",
        {
            "the mean comes back": line(RecoveredMean(_FRAME, _LAW, _PLACE))
            .eq(
                CoordinateMean(_LAW, _PLACE),
                words(
                    "U^T is linear, so that U^T E a(X) = E U^T a(X) = E X.",
                    _BACK,
                    leans=("zhao/lemma1", "zhao/eq88", "zhao/alg2K/privacy"),
                ),
            )
            .crosschecked(
                "the mean of the coefficients, exact",
                r"U^TE\,a(X)=EX",
                "d = 2, two rational bases, laws on two of three points",
                _mean_back,
                "==",
            )
            .crosschecked(
                "their size, exact", r"\|a(x)\|_\infty\le K\|x\|_2", "d = 2, two rational bases, 16 vectors x", _within
            ),
            "a linear map leaves a bias": line(_BIAS, given=(_OF_FRAME,))
            .ge(
                _ROW * Max(_ROW - _BOX, 0),
                words(
                    "At x = u_i/||u_i||, u_i the longest row, the error's product with -x is the sum of |(Ux)_j| (|(Ux)_j| - K/sqrt(d))_+, of which "
                    "the i-th term is this; by Cauchy and Schwarz the error is no shorter.",
                    _CUT,
                ),
            )
            .ge(Max(1 / sqrt(2) - _BOX, 0) / sqrt(2), _LONG)
            .ge(Rational(1, 2) - _LEVEL_K / sqrt(2 * _DIM))
            .crosschecked(
                "the linear map, exact",
                r"\tfrac12-\frac K{\sqrt{2d}}\le\|U^T\mathrm{clip}(Ux)-x\|_2",
                "U = [3/5 I; 4/5 H/sqrt(d)], d = 16, 64, K = 2",
                _clipped,
            ),
        },
    ),
    correction="each sample is replaced by coefficients a(x) of Lemma 1 as corrected, which are no linear "
    "function of it; theta = E a(X), not U mu",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm5/upper",
    root="zhao/lemma1",
    note="So a bias of nearly 1/2 stays whatever n and m, for every U, once d exceeds 2 K^2: without one "
    "sqrt(d/2) <= K for all d.",
)

CLAIMS = (ALG2K,)
