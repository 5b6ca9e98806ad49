"""zhao Appendix B.2 and B.3: the families of Theorems 6 and 7, their rates, and both theorems."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, oo

from notation.symbols import D, d, epsilon
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_S = sympy.Symbol("s", positive=True)
_A = sympy.Symbol("a", nonnegative=True)
_R = sympy.Symbol("r", positive=True)
_X = sympy.Symbol("x", positive=True)
_E = sympy.Symbol("e", positive=True)
"""(e^epsilon - 1)^2."""
_UP_TO_ONE = Variable(_S, Integer(0), Integer(1), open_lower=True)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_HIGH_PRIVACY = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_DIMENSION = Variable(d, Integer(1), oo)

Matrix = list[list[int]]


def sylvester(size: int) -> Matrix:
    """The Hadamard matrix of order `size`, a power of 2."""
    return [[(-1) ** bin(i & j).count("1") for j in range(size)] for i in range(size)]


def _axis(size: int) -> Matrix:
    return [[int(i == j) for j in range(size)] for i in range(size)]


def _members(vectors: Matrix, size: int) -> Iterator[tuple[dict[str, str], tuple[int, ...], list[Fraction], Fraction]]:
    """Members of the family on +-vectors: parameters, v, the mean and the total mass (D = 1)."""
    for s in (Fraction(1, 4), Fraction(1, 2)):
        for v in product((1, -1), repeat=size):
            weight = [((1 + s * x) / (2 * size), (1 - s * x) / (2 * size)) for x in v]
            mean = [sum(((a - b) * vectors[k][i] for k, (a, b) in enumerate(weight)), Fraction(0)) for i in range(size)]
            yield {"d": str(size), "s": str(s), "v": str(v)}, v, mean, sum((a + b for a, b in weight), Fraction(0))


def _axis_means(_: Settings) -> Iterator[Case]:
    for size in (1, 2, 3, 4):
        for parameters, v, mean, mass in _members(_axis(size), size):
            s = Fraction(parameters["s"])
            yield Case(parameters | {"of": "mass"}, mass, 1)
            for k in range(size):
                yield Case(parameters | {"of": f"mean {k}"}, mean[k], s * v[k] / size)


def _hadamard_means(_: Settings) -> Iterator[Case]:
    for size in (1, 2, 4):
        matrix = sylvester(size)
        for parameters, v, mean, mass in _members(matrix, size):
            s = Fraction(parameters["s"])
            yield Case(parameters | {"of": "mass"}, mass, 1)
            for k in range(size):
                yield Case(
                    parameters | {"of": f"h_{k} mean"},
                    sum((matrix[k][i] * mean[i] for i in range(size)), Fraction(0)),
                    s * v[k],
                )


def _hadamard_norms(_: Settings) -> Iterator[Case]:
    """||z||^2 d beside ||H^T z||^2, and h_k^T h_l."""
    for size in (1, 2, 4, 8):
        matrix = sylvester(size)
        for k, j in product(range(size), repeat=2):
            inner = sum(a * b for a, b in zip(matrix[k], matrix[j], strict=True))
            yield Case({"d": size, "k": k, "l": j}, inner, size if k == j else 0)
        z = [Fraction(i**2 - 3, 1 + i) for i in range(size)]
        image = sum(
            (sum((h * x for h, x in zip(row, z, strict=True)), Fraction(0)) ** 2 for row in matrix), Fraction(0)
        )
        yield Case({"d": size, "z": str([str(x) for x in z])}, image, size * sum((x**2 for x in z), Fraction(0)))


def _zero_one(_: Settings) -> Iterator[Case]:
    """The estimate that equals the mean, D = 1, d = 2, v = (-1, -1): (s/d)^2 rho_H beside the squared error, 0."""
    s, size = Fraction(1, 2), 2
    v = (-1, -1)
    decided = [1 if s * x / size > 0 else 0 for x in v]
    distance = sum(int(a != b) for a, b in zip(decided, v, strict=True))
    yield Case(
        {"D": 1, "d": size, "s": "1/2", "v": "(-1, -1)", "estimate": "the mean itself"},
        s**2 / size**2 * distance,
        0,
        left_again=Fraction(1, 16) * 2,
    )


def _hadamard_zero_one(_: Settings) -> Iterator[Case]:
    """The estimate that equals the mean, d = 2, v = (-1, -1): (s^2/d) rho_H beside the squared error, 0."""
    s, size, v = Fraction(1, 2), 2, (-1, -1)
    matrix = sylvester(size)
    mean = [sum((s * v[k] * matrix[k][i] for k in range(size)), Fraction(0)) / size for i in range(size)]
    images = [sum((matrix[k][i] * mean[i] for i in range(size)), Fraction(0)) for k in range(size)]
    distance = sum(int((1 if image > 0 else 0) != x) for image, x in zip(images, v, strict=True))
    yield Case(
        {"D": 1, "d": size, "s": "1/2", "v": "(-1, -1)", "estimate": "the mean itself"},
        s**2 / size * distance,
        0,
        left_again=Fraction(1, 8) * 2,
    )


def _separation(text: str) -> AllOf:
    """A wrong sign of v_k = 1 means an estimate -a <= 0 of the value s, which costs at least s^2."""
    cost = at_most(_S**2, (-_A - _S) ** 2, _UP_TO_ONE, Variable(_A, Integer(0), oo))
    return AllOf(text, (("one coordinate, in units of its mean", cost),))


CLAIMS = (
    Claim(
        "zhao/family/l1-hypercube",
        "arXiv v1, Appendix B.2, (90)-(96)",
        Kind.CONSTRUCTION,
        "the hypercube on the axes: masses, means, support, separation",
        Whole(
            r"P(X=\pm De_k)=\frac{1\pm sv_k}{2d},\ \mu_k=\frac{D}{d}sv_k,\ E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}{d^2}E\rho_H",
            ("zhao/family/l1-hypercube/laws", "zhao/family/l1-hypercube/94"),
        ),
        Whole(
            r"P(X=\pm De_k)=\frac{1\pm sv_k}{2d},\ \mu_k=\frac{D}{d}sv_k,\ E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}{d^2}E\rho_H,"
            r"\ \hat v_k=2\cdot1(\hat\mu_k>0)-1",
            ("zhao/family/l1-hypercube/laws", "zhao/family/l1-hypercube/94"),
            as_corrected=True,
        ),
        correction="the decisions take the values -1 and 1",
        severity=Severity.TYPO,
        theorem="zhao/thm6/lower",
    ),
    Claim(
        "zhao/family/l1-hypercube/laws",
        "arXiv v1, Appendix B.2, (90)-(92)",
        Kind.CONSTRUCTION,
        "mass one, means D s v_k/d, support in every l_p ball",
        AllOf(
            "",
            (
                ("mass", Identity(d * ((1 + _S) / (2 * d) + (1 - _S) / (2 * d)), Integer(1))),
                ("mean, v_k = 1", Identity(D * (1 + _S) / (2 * d) - D * (1 - _S) / (2 * d), D * _S / d)),
                ("mean, v_k = -1", Identity(D * (1 - _S) / (2 * d) - D * (1 + _S) / (2 * d), -D * _S / d)),
                ("nonnegative masses", at_most(Integer(0), (1 - _S) / (2 * d), _UP_TO_ONE, _DIMENSION)),
            ),
        ),
        note="||De_k||_p = D for every p.",
    ),
    Claim(
        "zhao/family/l1-hypercube/94",
        "arXiv v1, Appendix B.2, (93)-(96)",
        Kind.INEQUALITY,
        "from estimation to the Hamming distance",
        FiniteCheck(
            r"E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}{d^2}E\rho_H(\hat v,v),\ \hat v_k=1(\hat\mu_k>0),\ v\in\{-1,1\}^d",
            "the estimate that equals the mean; d = 2, s = 1/2, v = (-1, -1)",
            _zero_one,
        ),
        Derived(
            r"E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}{d^2}E\rho_H(\hat v,v),\ \hat v_k=2\cdot1(\hat\mu_k>0)-1",
            ("zhao/family/l1-hypercube/laws",),
            _separation(r"|\hat\mu_k-\mu_k|\ge\tfrac{Ds}d \text{ where the sign is wrong}"),
            (),
            (
                (
                    "all members for d up to 4",
                    FiniteCheck(r"\mu_k=\tfrac sdv_k", "d = 1..4, s = 1/4, 1/2, all v", _axis_means, "=="),
                ),
            ),
        ),
        correction="as printed the decisions are 0 or 1 and the v_k are -1 or 1, so that they differ whenever v_k = -1",
        severity=Severity.TYPO,
        theorem="zhao/thm6/lower",
        root="zhao/family/two-point/61",
    ),
    Claim(
        "zhao/family/hadamard-hypercube",
        "arXiv v1, Appendix B.3, (106)-(110)",
        Kind.CONSTRUCTION,
        "the hypercube on the columns of a Hadamard matrix",
        Whole(
            r"P(X=\pm Dh_k)=\frac{1\pm sv_k}{2d},\ h_k^T\mu=Dsv_k,\ E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}dE\rho_H",
            ("zhao/family/hadamard-hypercube/laws", "zhao/family/hadamard-hypercube/110"),
        ),
        Whole(
            r"P(X=\pm Dh_k)=\frac{1\pm sv_k}{2d},\ h_k^T\mu=Dsv_k,\ E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}dE\rho_H,"
            r"\ \hat v_k=2\cdot1(h_k^T\hat\mu>0)-1",
            ("zhao/family/hadamard-hypercube/laws", "zhao/family/hadamard-hypercube/110"),
            as_corrected=True,
        ),
        correction="the decisions take the values -1 and 1; mu_k in (108)-(110) is mu",
        severity=Severity.TYPO,
        theorem="zhao/thm7/lower",
    ),
    Claim(
        "zhao/family/hadamard-hypercube/laws",
        "arXiv v1, Appendix B.3, (106)-(108)",
        Kind.CONSTRUCTION,
        "mass one, h_k^T mu = D s v_k, support in the l_inf ball",
        Derived(
            r"h_k^Th_l=d\,1(k=l),\ h_k^T\mu=Dsv_k,\ \|h_k\|_\infty=1",
            (),
            AllOf(
                r"h_k^Th_l=d\,1(k=l),\ h_k^T\mu=Dsv_k,\ \|h_k\|_\infty=1",
                (
                    (
                        "h_k^T mu from h_k^T h_k = d",
                        Identity(D * d * (1 + _S) / (2 * d) - D * d * (1 - _S) / (2 * d), D * _S),
                    ),
                    (
                        "doubling keeps the columns orthogonal: d + d on the diagonal, d - d off it",
                        Identity(d + d, 2 * d),
                    ),
                    ("mass", Identity(d * ((1 + _S) / (2 * d) + (1 - _S) / (2 * d)), Integer(1))),
                ),
            ),
            (),
            (
                (
                    "inner products, exact",
                    FiniteCheck(r"h_k^Th_l=d\,1(k=l),\ \|H^Tz\|^2=d\|z\|^2", "d = 1, 2, 4, 8", _hadamard_norms, "=="),
                ),
                ("all members", FiniteCheck(r"h_k^T\mu=sv_k", "d = 1, 2, 4, all v", _hadamard_means, "==")),
            ),
        ),
        note="For d a power of 2; (108) prints mu_k where mu is meant. Entries are -1 or 1.",
    ),
    Claim(
        "zhao/family/hadamard-hypercube/110",
        "arXiv v1, Appendix B.3, (109), (110)",
        Kind.INEQUALITY,
        "from estimation to the Hamming distance, d times larger",
        FiniteCheck(
            r"E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}dE\rho_H(\hat v,v),\ \hat v_k=1(h_k^T\hat\mu>0),\ v\in\{-1,1\}^d",
            "the estimate that equals the mean; d = 2, s = 1/2, v = (-1, -1)",
            _hadamard_zero_one,
        ),
        Derived(
            r"E\|\hat\mu-\mu\|^2=\tfrac1dE\|H_d^T(\hat\mu-\mu)\|^2\ge\frac{D^2s^2}dE\rho_H(\hat v,v)",
            ("zhao/family/hadamard-hypercube/laws",),
            _separation(r"|h_k^T(\hat\mu-\mu)|\ge Ds \text{ where the sign is wrong}"),
            (),
            (
                (
                    "norms and inner products, exact",
                    FiniteCheck(r"\|H^Tz\|^2=d\|z\|^2", "d = 1, 2, 4, 8", _hadamard_norms, "=="),
                ),
                ("all members", FiniteCheck(r"h_k^T\mu=sv_k", "d = 1, 2, 4, all v", _hadamard_means, "==")),
            ),
        ),
        correction="the decisions take the values -1 and 1, and the strict inequality above (110) is not strict: at an estimate "
        "with h_k^T = 0 and v_k = 1 the two sides are equal",
        severity=Severity.TYPO,
        theorem="zhao/thm7/lower",
        root="zhao/family/two-point/61",
    ),
    Claim(
        "zhao/family/product-bernoulli",
        "ours, for Theorems 6 and 7",
        Kind.CONSTRUCTION,
        "independent signs: means, support, separation",
        None,
        Derived(
            r"P(X_k=\pm b)=\tfrac{1\pm sv_k}2 \text{ independent},\ \mu_k=bsv_k:\ E\|\hat\mu-\mu\|^2\ge b^2s^2E\rho_H;\ "
            r"b=D \text{ or } D/\sqrt d",
            (),
            AllOf(
                r"\|X\|_\infty=b,\ \|X\|_2=b\sqrt d",
                (
                    ("mean", Identity(_X * (1 + _S) / 2 - _X * (1 - _S) / 2, _X * _S)),
                    ("l_2 norm at b = D/sqrt(d)", Identity(d * (D / sympy.sqrt(d)) ** 2, D**2)),
                    ("a wrong sign", at_most(_S**2, (-_A - _S) ** 2, _UP_TO_ONE, Variable(_A, Integer(0), oo))),
                ),
            ),
        ),
    ),
)
