"""zhao Section 4.2: what becomes of the mean on its way through Kashin's transform, linear or not."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Rational, oo, sqrt

from notation.symbols import d
from verify.calculus.textbook import CAUCHY_SCHWARZ
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_R = sympy.Symbol("r", positive=True)
_K = sympy.Symbol("K", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_LEVEL = 2
"""The K of the counterexample."""

Vector = tuple[Fraction, ...]
ROWS: tuple[Vector, ...] = (
    (Fraction(1), Fraction(0)),
    (Fraction(0), Fraction(1)),
    (Fraction(3, 5), Fraction(4, 5)),
    (Fraction(-4, 5), Fraction(3, 5)),
)
"""sqrt(2) U for d = 2: two orthonormal bases of the plane."""


def back(coefficients: Vector) -> Vector:
    """(sqrt(2) U)^T a."""
    return tuple(sum((a * row[k] for a, row in zip(coefficients, ROWS, strict=True)), Fraction(0)) for k in (0, 1))


def coefficients(x: Vector) -> Vector:
    """a with (sqrt(2) U)^T a = x and the least largest entry: three entries are +-c, one is free within them."""
    best: Vector | None = None
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


_POINTS: tuple[Vector, ...] = (
    (Fraction(1), Fraction(0)),
    (Fraction(3, 5), Fraction(4, 5)),
    (Fraction(-1, 2), Fraction(1, 3)),
)


def _mean_back(_: Settings) -> Iterator[Case]:
    """Each coordinate of U^T E a(X) beside E X, for laws on two points."""
    for x, y in product(_POINTS, repeat=2):
        for weight in (Fraction(1, 3), Fraction(1, 2)):
            a, b = coefficients(x), coefficients(y)
            theta = tuple(weight * p + (1 - weight) * q for p, q in zip(a, b, strict=True))
            for k, found in enumerate(back(theta)):
                parameters = {"X": f"({x[0]}, {x[1]}) w.p. {weight}, else ({y[0]}, {y[1]})", "coordinate": k + 1}
                yield Case(parameters, found, weight * x[k] + (1 - weight) * y[k])


def _within(_: Settings) -> Iterator[Case]:
    """The largest a_i^2 beside K^2 ||x||^2, K = max ||y||/||(sqrt 2 U) y||_1, at a y that is orthogonal to a row."""
    level = max(
        Fraction(1) / sum(abs(row[0] * -b + row[1] * a) for row in ROWS) ** 2 for a, b in ((r[0], r[1]) for r in ROWS)
    )
    for x in product((Fraction(-3), Fraction(-1, 2), Fraction(1), Fraction(2)), repeat=2):
        most = max(a**2 for a in coefficients(x))
        yield Case({"d": 2, "x": f"({x[0]}, {x[1]})"}, most, level * (x[0] ** 2 + x[1] ** 2))


def _clipped(_: Settings) -> Iterator[Case]:
    """1/2 - K/sqrt(2d) beside ||U^T clip(Ux) - x||, U = [3/5 I; 4/5 H/sqrt(d)], x the longest row, normed; K = 2."""
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


CLAIMS = (
    Claim(
        "zhao/alg2K",
        "arXiv v1, Section 4.2, text between Lemma 1 and Theorem 5",
        Kind.ALGORITHM,
        "samples are transformed into [-KD/sqrt(d), KD/sqrt(d)]^(2d), and the mean comes back",
        Derived(
            r"X'=UX:\ U^T\,\mathrm{clip}_{[-K/\sqrt d,K/\sqrt d]}(Ux)=x\ \forall\|x\|_2\le1",
            ("zhao/own/row-norm",),
            UpToConstant(
                sqrt(d / 2),
                sympy.Integer(1),
                (Variable(d, sympy.Integer(1), oo),),
                family=((d, _R),),
                along=_R,
                text=r"\|U^T\mathrm{clip}(Ux)-x\|\ge\tfrac12-\frac K{\sqrt{2d}}\le0\iff\sqrt{d/2}\le K",
            ),
            (CAUCHY_SCHWARZ,),
        ),
        Derived(
            r"X'=a(X),\ U^Ta(x)=x,\ \|a(x)\|_\infty\le\frac{KD}{\sqrt d}:\ U^TE\,a(X)=\mu;\quad "
            r"X'=UX:\ \sup_{\|x\|_2\le1}\|U^T\mathrm{clip}(Ux)-x\|_2\ge\tfrac12-\tfrac K{\sqrt{2d}}",
            ("zhao/lemma1", "zhao/eq88", "zhao/alg2K/privacy", "zhao/own/row-norm"),
            AllOf(
                r"\text{the bias that any } U \text{ leaves if } X'=UX",
                (
                    (
                        "x = u_i/||u_i||, y = ||u_i|| >= 1/sqrt(2): y (y - K/sqrt(d)) >= 1/2 - K/sqrt(2d) while K/sqrt(d) <= 1/sqrt(2)",
                        at_most(
                            Rational(1, 2) - _X / sqrt(2),
                            (1 / sqrt(2) + _R) * (1 / sqrt(2) + _R - _X),
                            Variable(_X, sympy.Integer(0), 1 / sqrt(2)),
                            Variable(_R, sympy.Integer(0), oo, open_lower=True),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "the mean of the coefficients, exact",
                    FiniteCheck(
                        r"U^TE\,a(X)=EX", "d = 2, two rational bases, laws on two of three points", _mean_back, "=="
                    ),
                ),
                (
                    "their size, exact",
                    FiniteCheck(r"\|a(x)\|_\infty\le K\|x\|_2", "d = 2, two rational bases, 16 vectors x", _within),
                ),
                (
                    "the linear map, exact",
                    FiniteCheck(
                        r"\tfrac12-\frac K{\sqrt{2d}}\le\|U^T\mathrm{clip}(Ux)-x\|_2",
                        "U = [3/5 I; 4/5 H/sqrt(d)], d = 16, 64, K = 2",
                        _clipped,
                    ),
                ),
            ),
        ),
        correction="each sample is replaced by coefficients a(x) of Lemma 1 as corrected, which are no linear function of it; theta = E a(X), "
        "not U mu",
        severity=Severity.PROOF_GAP,
        theorem="zhao/thm5/upper",
        root="zhao/lemma1",
        note="With -x^T U^T(clip(Ux) - Ux) = sum |(Ux)_j| (|(Ux)_j| - K/sqrt(d))_+, the row alone gives the bound. So a bias of nearly 1/2 stays "
        "whatever n and m, for every U, once d exceeds 2 K^2.",
    ),
)
