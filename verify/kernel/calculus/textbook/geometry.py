"""Volumes, packings, coverings, projections and duality."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb, factorial, floor

from flint import arb

from verify.kernel.calculus.textbook.fact import Fact, Pair, ball, total


def _ball_volume(d: int, half: Fraction) -> arb:
    """pi^(N/2)/Gamma(N/2 + 1); `half` is that 1/2 in the Gamma function."""
    return arb.pi() ** (arb(d) / 2) / (ball(half) * d + 1).gamma()


def _volumes(half: Fraction = Fraction(1, 2), base: int = 2) -> Iterator[Pair]:
    """Slices: each volume lies between the lower and the upper sum over its height, of volumes one dimension below."""
    steps = 60
    for dimension in range(1, 9):
        for euclidean in (True, False):
            volumes = [
                _ball_volume(k, half) if euclidean else ball(Fraction(base**k, factorial(k)))
                for k in (dimension - 1, dimension)
            ]
            heights = [Fraction(i, steps) for i in range(steps + 1)]
            radii = [ball(1 - h * h).sqrt() if euclidean else ball(1 - h) for h in heights]
            slices = [2 * volumes[0] * radius ** (dimension - 1) / steps for radius in radii]
            yield sum(slices[1:], arb(0)), volumes[1] + arb(2) ** -40
            yield volumes[1] - arb(2) ** -40, sum(slices[:-1], arb(0))


def _lattice_points(radius: int, d: int) -> int:
    places = product(range(-radius, radius + 1), repeat=d)
    return sum(1 for place in places if sum(x * x for x in place) <= radius**2)


def _nets(twice: int = 2) -> Iterator[Pair]:
    """Separated points of the unit ball, c = 1/k: the lattice's, next to (1 + 2/c)^d."""
    for dimension, k in ((1, 1), (1, 2), (1, 7), (2, 1), (2, 5), (3, 1), (3, 4), (4, 2)):
        yield Fraction(_lattice_points(k, dimension)), Fraction(1 + twice * k) ** dimension
    yield Fraction(7), Fraction(1 + twice) ** 2  # the hexagon and its centre at c = 1


def _boxes() -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    for sides in product((Fraction(1), Fraction(3, 2), Fraction(4)), repeat=2):
        for radius in (Fraction(1, 2), Fraction(4, 5), Fraction(1)):
            yield sides, radius


def _volume_covering(twice: int = 2) -> Iterator[Pair]:
    """Boxes of half sides a in the maximum norm: covering and packing numbers are products of those of intervals."""
    for sides, radius in _boxes():
        lower, covering, packing, upper = Fraction(1), 1, 1, Fraction(1)
        for a in sides:
            lower *= a / radius
            covering *= ceil(a / radius)
            packing *= floor(2 * a / radius) + 1
            upper *= twice * a / radius + 1
        yield lower, Fraction(covering)
        yield Fraction(covering), upper
        yield Fraction(packing), upper


def _smallest_cover(points: Sequence[tuple[int, ...]], radius: int) -> int:
    for size in range(1, len(points) + 1):
        for centres in combinations(points, size):
            if all(any(_distance(x, c) <= radius for c in centres) for x in points):
                return size
    return len(points)


def _largest_packing(points: Sequence[tuple[int, ...]], radius: int) -> int:
    best = 1
    for size in range(2, len(points) + 1):
        if not any(all(_distance(x, y) > radius for x, y in combinations(s, 2)) for s in combinations(points, size)):
            break
        best = size
    return best


def _distance(x: tuple[int, ...], y: tuple[int, ...]) -> int:
    """On points of a line, and the Hamming distance of strings of bits."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def _packing_covering(double: int = 2) -> Iterator[Pair]:
    spaces: list[list[tuple[int, ...]]] = [[(x,) for x in range(8)], [(0,), (1,), (3,), (7,), (8,), (12,)]]
    spaces.append(list(product((0, 1), repeat=3)))
    for space in spaces:
        for radius in (1, 2, 3):
            covering = _smallest_cover(space, radius)
            yield Fraction(covering), Fraction(_largest_packing(space, radius))
            yield Fraction(_largest_packing(space, double * radius)), Fraction(covering)


def _sphere(bits: int, radius: int) -> int:
    return sum(comb(bits, k) for k in range(radius + 1))


def _hamming(halved: bool = True) -> Iterator[Pair]:
    """All sets of strings of two and three bits; Hamming's code of seven bits, which is a covering and a packing."""
    for bits, radius in product((2, 3), (0, 1, 2)):
        cube: list[tuple[int, ...]] = list(product((0, 1), repeat=bits))
        covering, packing = _smallest_cover(cube, radius), _largest_packing(cube, radius)
        yield Fraction(2**bits, _sphere(bits, radius)), Fraction(covering)
        yield Fraction(covering), Fraction(packing)
        yield Fraction(packing), Fraction(2**bits, _sphere(bits, radius // 2 if halved else radius))
    code = [word for word in product((0, 1), repeat=7) if _syndrome(word) == 0]
    assert all(_distance(x, y) > 2 for x, y in combinations(code, 2))
    yield Fraction(len(code)), Fraction(2**7, _sphere(7, 1 if halved else 2))


def _syndrome(word: tuple[int, ...]) -> int:
    found = 0
    for place, bit in enumerate(word, start=1):
        found ^= place * bit
    return found


def _bessel(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    """Centred bits of a product law on {0, 1}^2 and their product: orthogonal, and with f among them it is equality."""
    for a, b in product((Fraction(1, 2), Fraction(1, 3)), repeat=2):
        masses = [(a if x else 1 - a) * (b if y else 1 - b) for x, y in product((0, 1), repeat=2)]
        first = [x - a for x, _ in product((0, 1), repeat=2)]
        second = [y - b for _, y in product((0, 1), repeat=2)]
        both = [x * y for x, y in zip(first, second, strict=True)]
        grid = [[Fraction(v) for v in f] for f in product((-1, 0, 2), repeat=4)]
        for f in (*grid, first, second, both):
            mean = total(w * v for w, v in zip(masses, f, strict=True))
            variance = total(w * (v - mean) ** 2 for w, v in zip(masses, f, strict=True))
            for chosen in ((first,), (first, second), (first, second, both)):
                yield total(_share(masses, f, phi) for phi in chosen), constant * variance


def _share(masses: list[Fraction], f: list[Fraction], phi: list[Fraction]) -> Fraction:
    inner = total(w * v * u for w, v, u in zip(masses, f, phi, strict=True))
    return inner**2 / total(w * u * u for w, u in zip(masses, phi, strict=True))


_MATRICES = (
    ((1, 0), (0, 1), (1, 1), (1, -1)),
    ((2, 1), (1, 3), (0, 1), (1, -1)),
    ((1, 2), (3, -1), (1, 1), (-2, 1)),
)


def _duality(scale: Fraction = Fraction(1)) -> Iterator[Pair]:
    """min |a|_inf : U^T a = x, and max x^T y : |U y|_1 <= 1, both by their vertices; both orders of the inequality."""
    for rows, x in product(_MATRICES, ((1, 0), (0, 1), (3, 2), (1, -4))):
        least, most = _least_norm(rows, x), _most(rows, x)
        yield least, scale * most
        yield most, least


def _most(rows: tuple[tuple[int, int], ...], x: tuple[int, int]) -> Fraction:
    """At a vertex in the plane some row's product with y is 0."""
    found = Fraction(0)
    for first, second in rows:
        y = (-second, first)
        size = sum(abs(a * y[0] + b * y[1]) for a, b in rows)
        found = max(found, Fraction(abs(x[0] * y[0] + x[1] * y[1]), size))
    return found


def _least_norm(rows: tuple[tuple[int, int], ...], x: tuple[int, int]) -> Fraction:
    """At a vertex all entries but one are at the norm: a = tau s, with a free entry v; two equations for tau, v."""
    best: Fraction | None = None
    for free, signs in product(range(4), product((-1, 1), repeat=3)):
        held = [row for place, row in enumerate(rows) if place != free]
        column = [sum(s * row[i] for s, row in zip(signs, held, strict=True)) for i in (0, 1)]
        other = rows[free]
        determinant = column[0] * other[1] - column[1] * other[0]
        if determinant == 0:
            continue
        norm = Fraction(x[0] * other[1] - x[1] * other[0], determinant)
        value = Fraction(column[0] * x[1] - column[1] * x[0], determinant)
        if norm >= abs(value) and (best is None or norm < best):
            best = norm
    assert best is not None
    return best


VOLUMES = Fact(
    "ball-volumes",
    "volumes of the Euclidean and of the l1 ball",
    r"\mathrm{vol}(B_2^N)=\frac{\pi^{N/2}}{\Gamma(N/2+1)},\ \mathrm{vol}(B_1^N)=\frac{2^N}{N!}",
    _volumes,
)
NETS = Fact(
    "nets",
    "Vershynin 2018, Corollary 4.2.13 and its proof",
    r"\text{points of the unit ball of }\mathbb R^d\text{ with distances }\ge c\text{: at most }(1+2/c)^d"
    r"\text{; a largest such set is a }c\text{-net}",
    _nets,
)
VOLUME_COVERING = Fact(
    "volume-covering",
    "Wainwright 2019, Lemma 5.7",
    r"\frac{\mathrm{vol}(\mathbb K)}{\mathrm{vol}(r\mathbb B)}\le N(\mathbb K,r)\le M(\mathbb K,r)\le"
    r"\frac{\mathrm{vol}(\frac2r\mathbb K+\mathbb B)}{\mathrm{vol}(\mathbb B)}",
    _volume_covering,
)
PACKING_COVERING = Fact(
    "packing-covering",
    "Vershynin 2018, Lemma 4.2.8",
    r"M(2r)\le N(r)\le M(r),\ M(r)\text{ the most points with distances }>r",
    _packing_covering,
)
HAMMING = Fact(
    "hamming-covering",
    "the Hamming cube: Vershynin 2018, Section 4.2",
    r"\frac{2^k}{\sum_{j\le r}\binom kj}\le N(\{0,1\}^k,r)\le M(\{0,1\}^k,r)"
    r"\le\frac{2^k}{\sum_{j\le\lfloor r/2\rfloor}\binom kj}",
    _hamming,
)
BESSEL = Fact(
    "bessel",
    "Bessel's inequality in L2 of a law",
    r"E\varphi_i\varphi_j=0\ (i\ne j)\Rightarrow\textstyle\sum_j\frac{(Ef\varphi_j)^2}{E\varphi_j^2}\le Ef^2;\ "
    r"\le\mathrm{Var}f\text{ if all }E\varphi_j=0",
    _bessel,
)
LP_DUALITY = Fact(
    "lp-duality",
    "duality of linear programs: Schrijver 1986, Corollary 7.1g",
    r"\min\{\|a\|_\infty:U^{\mathsf T}a=x\}=\max\{x^{\mathsf T}y:\|Uy\|_1\le1\}",
    _duality,
)
