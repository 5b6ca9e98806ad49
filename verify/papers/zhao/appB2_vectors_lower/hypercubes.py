"""zhao Appendix B.2 and B.3: the families of Theorems 6 and 7, their rates, and both theorems."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import sympy
from sympy import Abs, Integer, oo

from notation.symbols import D, d
from verify.kernel.calculus import (
    Chain,
    Name,
    Sum,
    WorstRisk,
    because,
    integer,
    line,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.conditions import equal
from verify.kernel.calculus.facts.fluctuations import SignAt
from verify.kernel.calculus.facts.hypercube import (
    ASSOUAD,
    AXES_IN_BALL,
    AXES_MEAN,
    SIGNS_IN_CUBE,
    SIGNS_MEAN,
    Axes,
    Ball,
    Cube,
    FamilyIn,
    Hamming,
    Signs,
)
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.at_points import Point, at_points
from verify.papers.zhao.appA4_lower.eq57_two_points import wrong_sign

FAMILY_L1_HYPERCUBE = Claim(
    "zhao/family/l1-hypercube",
    "arXiv v1, Appendix B.2, (90)-(96)",
    Kind.CONSTRUCTION,
    "the hypercube on the axes: masses, means, support, separation",
    says=(
        r"\mathrm{P}(\mathbf{X}=D\mathbf{e}_k)=\frac{1+sv_k}{2d},\quad\mathrm{P}(\mathbf{X}=-D\mathbf{e}_k)=\frac{1-sv_k}{2d},\ "
        r"0<s\le1/2;\quad \mu_k=D\frac{1+sv_k}{2d}-D\frac{1-sv_k}{2d}=\frac Ddsv_k;\quad \hat "
        r"v_k=\mathbf{1}(\hat\mu_k>0),\quad\mathcal{V}=\{-1,1\}^d;\quad\mathbb{E}\left[\lVert\hat\mu-\mu\rVert_2^2\right]=\mathbb{E}\left[\sum_{k=1}^d(\hat\mu_k-\mu_k)^2\right]\ge\frac{D^2}{d^2}s^2\,\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]"
    ),
    match=Match.READING,
    differs="(93), which defines v^, is left to its part",
    printed=Whole(
        r"P(X=\pm De_k)=\frac{1\pm sv_k}{2d},\ \mu_k=\frac{D}{d}sv_k,\ "
        r"E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}{d^2}E\rho_H",
        ("zhao/family/l1-hypercube/laws", "zhao/family/l1-hypercube/94"),
    ),
    corrected=Whole(
        r"P(X=\pm De_k)=\frac{1\pm sv_k}{2d},\ \mu_k=\frac{D}{d}sv_k,\ "
        r"E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}{d^2}E\rho_H,\ \hat v_k=2\cdot1(\hat\mu_k>0)-1",
        ("zhao/family/l1-hypercube/laws", "zhao/family/l1-hypercube/94"),
        as_corrected=True,
    ),
    correction="the decisions take the values -1 and 1",
    severity=Severity.TYPO,
    theorem="zhao/thm6/lower",
)

_S = sympy.Symbol("s", positive=True)
_UP_TO_ONE = Variable(_S, Integer(0), Integer(1), open_lower=True)
_DIMENSION = Variable(d, Integer(1), oo)
FAMILY_L1_HYPERCUBE_LAWS = Claim(
    "zhao/family/l1-hypercube/laws",
    "arXiv v1, Appendix B.2, (90)-(92)",
    Kind.CONSTRUCTION,
    "mass one, means D s v_k/d, support in every l_p ball",
    says=(
        r"\mathrm{P}(\mathbf{X}=D\mathbf{e}_k)=\frac{1+sv_k}{2d},\quad\mathrm{P}(\mathbf{X}=-D\mathbf{e}_k)=\frac{1-sv_k}{2d};\quad "
        r"\mu_k=D\frac{1+sv_k}{2d}-D\frac{1-sv_k}{2d}=\frac Ddsv_k"
    ),
    match=Match.READING,
    differs=(
        "masses and means as arithmetic, v_k = 1 and v_k = -1 apart; that the 2d masses add up to 1 is not printed"
    ),
    printed=AllOf(
        "",
        {
            "mass": Identity(d * ((1 + _S) / (2 * d) + (1 - _S) / (2 * d)), Integer(1)),
            "mean, v_k = 1": Identity(D * (1 + _S) / (2 * d) - D * (1 - _S) / (2 * d), D * _S / d),
            "mean, v_k = -1": Identity(D * (1 - _S) / (2 * d) - D * (1 + _S) / (2 * d), -D * _S / d),
            "nonnegative masses": at_most(Integer(0), (1 - _S) / (2 * d), _UP_TO_ONE, _DIMENSION),
        },
    ),
    note="||De_k||_p = D for every p.",
)

_Matrix = list[list[int]]


def _axis(size: int) -> _Matrix:
    return [[int(i == j) for j in range(size)] for i in range(size)]


def _members(vectors: _Matrix, size: int) -> Iterator[tuple[dict[str, str], tuple[int, ...], list[Fraction], Fraction]]:
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


def _zero_one(_: Settings) -> Iterator[Case]:
    """The estimate that equals the mean, D = 1, d = 2, v = (-1, -1): (s/d)^2 rho_H next to the squared error, 0."""
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


_PROTOCOL, _ESTIMATOR, _VERTEX = Name("Z", "protocol"), Name(r"\hat\mu", "estimator"), Name("v", "vertex")
_SAMPLES, _SIZE, _PLACE, _NORM = integer("m", least=1), integer("d", least=1), integer("k", least=1), real("p", least=1)
_WIDTH, _SHIFT = real("D", above=0), real("s", above=0, below=1)
_IN_BALL, _IN_CUBE, _SMALL_WIDTH = Ball(_NORM, _WIDTH, _SIZE), Cube(_WIDTH, _SIZE), _WIDTH / sympy.sqrt(_SIZE)
_AXES, _SIGNS, _SHORT_SIGNS = (f(w, _SHIFT, _SIZE) for f, w in ((Axes, _WIDTH), (Signs, _WIDTH), (Signs, _SMALL_WIDTH)))
_MEAN_CHECK = (
    "all members for d up to 4",
    FiniteCheck(r"\mu_k=\tfrac sdv_k", "d = 1..4, s = 1/4, 1/2, all v", _axis_means, "=="),
)
_L1 = {
    f"a coordinate, v_k = {v}": wrong_sign(v, _WIDTH * _SHIFT / _SIZE, random_real("muhat_k")).beside(_MEAN_CHECK)
    for v in (1, -1)
}


def _assouad(laws: Any, family: Any, mean: Any, *facts: Any) -> Chain:
    """From estimation to the number of wrong signs, all coordinates together."""
    start = WorstRisk(_PROTOCOL, laws, _SAMPLES)
    wrong = Hamming(_PROTOCOL, family, _SAMPLES, _SIZE)
    return line(start).ge(mean**2 * wrong, ASSOUAD(_PROTOCOL, laws, family, _SAMPLES, _SIZE, mean), *facts)


_ON_AXES = _assouad(
    _IN_BALL,
    _AXES,
    _WIDTH * _SHIFT / _SIZE,
    AXES_IN_BALL(_WIDTH, _SHIFT, _SIZE, _NORM),
    AXES_MEAN(_WIDTH, _SHIFT, _SIZE),
)
FAMILY_L1_HYPERCUBE_94 = Claim(
    "zhao/family/l1-hypercube/94",
    "arXiv v1, Appendix B.2, (93)-(96)",
    Kind.INEQUALITY,
    "from estimation to the Hamming distance",
    says=(
        r"\hat "
        r"v_k=\mathbf{1}(\hat\mu_k>0),\quad\mathcal{V}=\{-1,1\}^d;\quad\mathbb{E}\left[\lVert\hat\mu-\mu\rVert_2^2\right]=\mathbb{E}\left[\sum_{k=1}^d(\hat\mu_k-\mu_k)^2\right]\ge\frac{D^2}{d^2}s^2\,\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}{d^2}E\rho_H(\hat v,v),\ \hat v_k=1(\hat\mu_k>0),\ "
        r"v\in\{-1,1\}^d",
        "the estimate that equals the mean; d = 2, s = 1/2, v = (-1, -1)",
        _zero_one,
    ),
    corrected=AllOf("", {**_L1, "all coordinates": _ON_AXES}),
    correction="as printed the decisions are 0 or 1 and the v_k are -1 or 1, so that they differ whenever v_k = -1",
    severity=Severity.TYPO,
    theorem="zhao/thm6/lower",
    root="zhao/family/two-point/61",
)
FAMILY_HADAMARD_HYPERCUBE = Claim(
    "zhao/family/hadamard-hypercube",
    "arXiv v1, Appendix B.3, (106)-(110)",
    Kind.CONSTRUCTION,
    "the hypercube on the columns of a Hadamard matrix",
    says=r"\mathrm{P}(\mathbf{X}=D\mathbf{h}_k)=\frac{1+sv_k}{2d},\quad\mathrm{P}(\mathbf{X}=-D\mathbf{h}_k)=\frac{1-sv_k}{2d},\ "
    r"s\in(0,1/2];\quad "
    r"\mathbf{h}_k^T\mu_k=\mathbb{E}[\mathbf{h}_k^T\mathbf{X}]=D\mathbf{h}_k^T\mathbf{h}_k\frac{1+sv_k}{2d}-D\mathbf{h}_k^T\mathbf{h}_k\frac{1-sv_k}{2d}=Dsv_k;\quad "
    r"\hat v_k=\mathbf{1}(\mathbf{h}_k^T\hat\mu_k>0);\quad|\mathbf{h}_k^T(\hat\mu_k-\mu_k)|>Ds\text{ "
    r"if }\hat v_k\ne "
    r"v_k;\quad\mathbb{E}\left[\lVert\hat\mu-\mu\rVert_2^2\right]=\frac1d\mathbb{E}[(\hat\mu-\mu)^T\mathbf{H}_d\mathbf{H}_d^T(\hat\mu-\mu)]=\frac1d\mathbb{E}\left[\sum_{k=1}^d(\mathbf{h}_k^T(\hat\mu_k-\mu_k))^2\right]\ge\frac{D^2}ds^2\,\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]",
    match=Match.READING,
    differs="mu for mu_k, as the middle member E[h_k^T X] has it; its verdict is that of its parts",
    printed=Whole(
        r"P(X=\pm Dh_k)=\frac{1\pm sv_k}{2d},\ h_k^T\mu=Dsv_k,\ E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}dE\rho_H",
        ("zhao/family/hadamard-hypercube/laws", "zhao/family/hadamard-hypercube/110"),
    ),
    corrected=Whole(
        r"P(X=\pm Dh_k)=\frac{1\pm sv_k}{2d},\ h_k^T\mu=Dsv_k,\ E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}dE\rho_H,\ "
        r"\hat v_k=2\cdot1(h_k^T\hat\mu>0)-1",
        ("zhao/family/hadamard-hypercube/laws", "zhao/family/hadamard-hypercube/110"),
        as_corrected=True,
    ),
    correction="the decisions take the values -1 and 1; mu_k in (108)-(110) is mu",
    severity=Severity.TYPO,
    theorem="zhao/thm7/lower",
)


def sylvester(size: int) -> _Matrix:
    """The Hadamard matrix of order `size`, a power of 2."""
    return [[(-1) ** bin(i & j).count("1") for j in range(size)] for i in range(size)]


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
    """||z||^2 d next to ||H^T z||^2, and h_k^T h_l."""
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


_COLUMN = integer("l", least=1)
_POWER = integer("j", least=0)
InnerProduct = quantity(
    "InnerProduct",
    r"h_{{{0}}}^{{\mathsf T}}h_{{{1}}}",
    "inner product of two columns of Sylvester's matrix of order d = 2^j: InnerProduct(k, l, d)",
)
HadamardMean = quantity(
    "HadamardMean",
    r"h_{{{0}}}^{{\mathsf T}}\mu_{{{1}}}",
    "h_k^T mu at the vertex v, where D h_k and -D h_k have probabilities (1 +- s v_k)/(2d), d = 2^j: "
    "HadamardMean(k, v, d, D, s)",
)
_ORDER = 2**_POWER
_IN_ORDER = (at_most_(_PLACE, _ORDER),)
_OFF_DIAGONAL = (at_most_(_COLUMN, _ORDER), at_most_(_PLACE + 1, _COLUMN))
_DOUBLED = "Doubling Sylvester's matrix keeps its columns orthogonal: d + d on the diagonal, d - d off it."
_NORMS_CHECK = (
    "inner products, exact",
    FiniteCheck(r"h_k^Th_l=d\,1(k=l),\ \|H^Tz\|^2=d\|z\|^2", "d = 1, 2, 4, 8", _hadamard_norms, "=="),
)
_MEMBERS_CHECK = ("all members", FiniteCheck(r"h_k^T\mu=sv_k", "d = 1, 2, 4, all v", _hadamard_means, "=="))
_OWN_PRODUCT, _OTHER_PRODUCT = InnerProduct(_PLACE, _PLACE, _ORDER), InnerProduct(_PLACE, _COLUMN, _ORDER)
_SAME = line(_OWN_PRODUCT, given=_IN_ORDER).eq(_ORDER, because("All entries are 1 or -1.")).beside(_NORMS_CHECK)


def _off_diagonal() -> Iterator[Point]:
    for power in (1, 2, 3):
        matrix = sylvester(2**power)
        for k, i in combinations(range(2**power), 2):
            product_ = sum(row[k] * row[i] for row in matrix)
            yield {_POWER: Fraction(power), _PLACE: Fraction(k + 1), _COLUMN: Fraction(i + 1)}, abs(Fraction(product_))


_DIFFERENT = at_points(
    line(Abs(_OTHER_PRODUCT), given=_OFF_DIAGONAL).eq(0, because(_DOUBLED)),
    "inner products of two columns",
    "d = 2, 4, 8; all pairs of columns",
    _off_diagonal,
)
_AT_MEAN, _SIGN = HadamardMean(_PLACE, _VERTEX, _ORDER, _WIDTH, _SHIFT), SignAt(_VERTEX, _PLACE)
_ITS_MEAN = _WIDTH * ((1 + _SHIFT * _SIGN) / (2 * _ORDER) - (1 - _SHIFT * _SIGN) / (2 * _ORDER)) * _OWN_PRODUCT
FAMILY_HADAMARD_HYPERCUBE_LAWS = Claim(
    "zhao/family/hadamard-hypercube/laws",
    "arXiv v1, Appendix B.3, (106)-(108)",
    Kind.CONSTRUCTION,
    "mass one, h_k^T mu = D s v_k, support in the l_inf ball",
    says=r"\mathbf{h}_k^T\mathbf{h}_l=0\text{ for }k\ne l,\quad\mathbf{h}_k^T\mathbf{h}_k=d;\quad "
    r"\mathrm{P}(\mathbf{X}=D\mathbf{h}_k)=\frac{1+sv_k}{2d},\quad\mathrm{P}(\mathbf{X}=-D\mathbf{h}_k)=\frac{1-sv_k}{2d};\quad "
    r"\mathbf{h}_k^T\mu_k=\mathbb{E}[\mathbf{h}_k^T\mathbf{X}]=D\mathbf{h}_k^T\mathbf{h}_k\frac{1+sv_k}{2d}-D\mathbf{h}_k^T\mathbf{h}_k\frac{1-sv_k}{2d}=Dsv_k",
    match=Match.READING,
    differs="mu for mu_k, as the middle member E[h_k^T X] has it; s in (0, 1)",
    printed=AllOf(
        "",
        {
            "mass": Identity(d * ((1 + _S) / (2 * d) + (1 - _S) / (2 * d)), Integer(1)),
            "a column with itself": _SAME,
            "two columns": _DIFFERENT,
            "the mean": line(_AT_MEAN, given=_IN_ORDER)
            .eq(_ITS_MEAN, because("h_k is orthogonal to all other columns."))
            .eq(_WIDTH * ((1 + _SHIFT * _SIGN) / (2 * _ORDER) - (1 - _SHIFT * _SIGN) / (2 * _ORDER)) * _ORDER, _SAME)
            .eq(_WIDTH * _SHIFT * _SIGN)
            .beside(_MEMBERS_CHECK),
        },
    ),
    note="For d a power of 2; (108) prints mu_k where mu is meant. Entries are -1 or 1.",
)


def _hadamard_zero_one(_: Settings) -> Iterator[Case]:
    """The estimate that equals the mean, d = 2, v = (-1, -1): (s^2/d) rho_H next to the squared error, 0."""
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


SquaredError = quantity(
    "MeansError",
    r"\mathbb{{E}}\|{0} - \mu_{{{1}}}\|_2^2",
    "expected squared l_2 distance of an estimator from the mean of that law: SquaredError(muhat, v, d, D, s)",
    0,
)
ColumnError = quantity(
    "ColumnError",
    r"\mathbb{{E}}(h_{{{2}}}^{{\mathsf T}}({0} - \mu_{{{1}}}))^2",
    "expected squared inner product of its error with h_k: ColumnError(muhat, v, k, d, D, s)",
    0,
)
WrongSignRate = quantity(
    "WrongSignRate",
    r"P(\hat v_{{{2}}}({0}) \ne {1}_{{{2}}})",
    "probability that 2 1(h_k^T muhat > 0) - 1 differs from v_k: WrongSignRate(muhat, v, k, d, D, s)",
    0,
    1,
)
_ERROR, _COLUMN_ERROR, _WRONG = (
    q(_ESTIMATOR, _VERTEX, *at, _ORDER, _WIDTH, _SHIFT)
    for q, at in ((SquaredError, ()), (ColumnError, (_PLACE,)), (WrongSignRate, (_PLACE,)))
)
_PER_COLUMN = at_most_(_WIDTH**2 * _SHIFT**2 * _WRONG, _COLUMN_ERROR)
_TURNED = equal(_ERROR, Sum(_COLUMN_ERROR, _PLACE, 1, _ORDER) / _ORDER)
FAMILY_HADAMARD_HYPERCUBE_110 = Claim(
    "zhao/family/hadamard-hypercube/110",
    "arXiv v1, Appendix B.3, (109), (110)",
    Kind.INEQUALITY,
    "from estimation to the Hamming distance, d times larger",
    says=r"\hat v_k=\mathbf{1}(\mathbf{h}_k^T\hat\mu_k>0);\quad|\mathbf{h}_k^T(\hat\mu_k-\mu_k)|>Ds\text{ "
    r"if }\hat v_k\ne "
    r"v_k;\quad\mathbb{E}\left[\lVert\hat\mu-\mu\rVert_2^2\right]=\frac1d\mathbb{E}[(\hat\mu-\mu)^T\mathbf{H}_d\mathbf{H}_d^T(\hat\mu-\mu)]=\frac1d\mathbb{E}\left[\sum_{k=1}^d(\mathbf{h}_k^T(\hat\mu_k-\mu_k))^2\right]\ge\frac{D^2}ds^2\,\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]",
    match=Match.READING,
    differs="first and last member, mu^ for mu^_k and mu for mu_k",
    printed=FiniteCheck(
        r"E\|\hat\mu-\mu\|^2\ge\frac{D^2s^2}dE\rho_H(\hat v,v),\ \hat v_k=1(h_k^T\hat\mu>0),\ "
        r"v\in\{-1,1\}^d",
        "the estimate that equals the mean; d = 2, s = 1/2, v = (-1, -1)",
        _hadamard_zero_one,
    ),
    corrected=line(_ERROR)
    .eq(
        Sum(_COLUMN_ERROR, _PLACE, 1, _ORDER) / _ORDER,
        words(
            "H/sqrt(d) is orthogonal: ||z||^2 = ||H^T z||^2/d.", _TURNED, leans=("zhao/family/hadamard-hypercube/laws",)
        ),
    )
    .ge(
        Sum(_WIDTH**2 * _SHIFT**2 * _WRONG, _PLACE, 1, _ORDER) / _ORDER,
        words(
            "h_k^T mu = D s v_k, and a wrong sign costs the square of that, as in (61).",
            _PER_COLUMN,
            leans=("zhao/family/hadamard-hypercube/laws", "zhao/family/two-point/61"),
        ),
    )
    .crosschecked(
        "norms and inner products, exact",
        r"\|H^Tz\|^2=d\|z\|^2",
        "d = 1, 2, 4, 8",
        _hadamard_norms,
        "==",
    )
    .beside(_MEMBERS_CHECK),
    correction="the decisions take the values -1 and 1, and the strict inequality above (110) is not strict: at "
    "an estimate with h_k^T = 0 and v_k = 1 the two sides are equal",
    severity=Severity.TYPO,
    theorem="zhao/thm7/lower",
    root="zhao/family/two-point/61",
)
_OF_SIGNS = _assouad(
    _IN_CUBE, _SIGNS, _WIDTH * _SHIFT, SIGNS_IN_CUBE(_WIDTH, _SHIFT, _SIZE), SIGNS_MEAN(_WIDTH, _SHIFT, _SIZE)
)
_OF_SHORT_SIGNS = _assouad(
    Ball(2, _WIDTH, _SIZE),
    _SHORT_SIGNS,
    _SMALL_WIDTH * _SHIFT,
    SIGNS_MEAN(_SMALL_WIDTH, _SHIFT, _SIZE),
    words("The length of d coordinates of size D/sqrt(d) is D.", FamilyIn(_SHORT_SIGNS, Ball(2, _WIDTH, _SIZE), _SIZE)),
)
FAMILY_PRODUCT_BERNOULLI = Claim(
    "zhao/own/product-bernoulli",
    "ours, for Theorems 6 and 7",
    Kind.CONSTRUCTION,
    "independent signs: means, support, separation",
    corrected=AllOf("", {"b = D, on the cube": _OF_SIGNS, "b = D/sqrt(d), on the l_2 ball": _OF_SHORT_SIGNS}),
    note="Signs_d(b, s) at v: independent signs of size b, of means b s v_k.",
)

CLAIMS = (
    FAMILY_L1_HYPERCUBE,
    FAMILY_L1_HYPERCUBE_LAWS,
    FAMILY_L1_HYPERCUBE_94,
    FAMILY_HADAMARD_HYPERCUBE,
    FAMILY_HADAMARD_HYPERCUBE_LAWS,
    FAMILY_HADAMARD_HYPERCUBE_110,
    FAMILY_PRODUCT_BERNOULLI,
)
