"""Pictures of finite laws, from the laws themselves: two points, hypercubes of signs, axes and columns, spikes."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from markupsafe import Markup

from lowerbounds.information.divergences import total_variation
from lowerbounds.information.laws import FiniteLaw, binomial, two_point
from lowerbounds.methods.cubes import Axes, HadamardCube, SignCube
from lowerbounds.methods.families import Signs
from lowerbounds.methods.lines import Spikes
from lowerbounds.methods.two_point import TwoPointFamily
from verify.site.exhibits.figure import Exhibit, Panel, Row, box, dot, key, label, minus, svg
from verify.site.plot import line

ONE, TWO = "first", "second"


def _told(value: Fraction | float) -> str:
    return minus(f"{float(value):.4g}")


def _pair(panel: Panel, laws: Sequence[FiniteLaw], names: Sequence[str]) -> list[Markup]:
    """Both laws' masses side by side over their atoms."""
    atoms = laws[0].atoms
    groups = [[float(law[atom]) for law in laws] for atom in atoms]
    most = max(max(group) for group in groups)
    return [panel.bars(groups, names, (ONE, TWO), most)]


def two_points(family: TwoPointFamily, names: tuple[str, str], m: int, title: str, shift: tuple[str, str]) -> Exhibit:
    """The laws of one sample side by side, and of the count of the first atom among a user's samples."""
    laws = (family.null, family.alternative)
    p, q = family.success
    counts = (binomial(m, p), binomial(m, q))
    far = float(total_variation(*counts))
    one, many = Panel(8, 44, 130, 120), Panel(168, 44, 284, 120)
    ticks = [str(k) if k % 5 == 0 else "" for k in range(m + 1)]
    rows = tuple((minus(atom), *(_told(law[atom]) for law in laws)) for atom in laws[0].atoms)
    near = total_variation(*laws)
    words = (
        f"Two laws on two points side by side: {'; '.join(f'at {a}: {x} and {y}' for a, x, y in rows)}. Next to them the"
        f" laws of how many of {m} samples are at the first point: total variation {far:.3f}, against"
        f" {float(near):.3f} for one sample."
    )
    body = [
        key(8, 14, ONE, names[0]),
        key(168, 14, TWO, names[1]),
        one.title("one sample"),
        *_pair(one, laws, [minus(a) for a in laws[0].atoms]),
        many.title(f"how many of {m} samples are {minus(laws[0].atoms[0])}"),
        *_pair(many, counts, ticks),
    ]
    caption = (
        f"One sample tells the two points apart with total variation {float(near):.3f}, a user's {m} samples with"
        f" {far:.3f}. The means are {_told(family.separation)} apart."
    )
    at = (shift, ("D", "1"), ("m", str(m)))
    return Exhibit(title, svg(words, 192, body), caption, at, ("value", *names), rows)


def apart() -> Exhibit:
    """The point masses at D and -D of zhao (67) and kent (7): s = 1."""
    title = "Two point masses: all samples of a user agree"
    one = Fraction(1)
    family = TwoPointFamily(two_point(one, one, -one), two_point(Fraction(0), one, -one))
    return two_points(family, ("v = 1", "v = −1"), 10, title, ("s", "1"))


def _neighbours(family: Axes | HadamardCube, v: Signs, names: Sequence[str]) -> tuple[list[Markup], tuple[Row, ...]]:
    """Masses of the law at v and at v with its first sign flipped, and the same as rows."""
    laws = [family.law(v), family.law((-v[0], *v[1:]))]
    rows = tuple((name, *(str(law[a]) for law in laws)) for name, a in zip(names, laws[0].atoms, strict=True))
    return [*_pair(Panel(10, 44, 440, 110), laws, names)], rows


def _vector(v: Sequence[object]) -> str:
    return minus("(" + ", ".join(str(x) for x in v) + ")")


def axes_cube() -> Exhibit:
    """zhao (90)-(92) at d = 4."""
    family, v = Axes(4, Fraction(1, 2)), (1, -1, 1, 1)
    names = [f"{sign}e{k}" for k in "₁₂₃₄" for sign in ("+", "−")]
    bars, rows = _neighbours(family, v, names)
    there = _vector(v)
    words = f"Masses of the hypercube on the axes at v = {there} and with the first sign flipped: only the first axis changes."
    body = [key(10, 14, ONE, f"v = {there}"), key(230, 14, TWO, "first sign flipped"), *bars]
    caption = (
        f"Each axis has mass 1/d, split by its sign. The neighbour differs on one axis only, so one sample tells about it"
        f" with probability 1/d; of m samples some one does with probability 1 − (1 − 1/d)^m. Mean at v: {_vector(family.mean(v))}."
    )
    at = (("d", "4"), ("s", "1/2"), ("D", "1"))
    return Exhibit("The hypercube on the axes", svg(words, 182, body), caption, at, ("atom", "at v", "flipped"), rows)


def hadamard_cube() -> Exhibit:
    """zhao (106)-(108) at d = 8: the matrix, the masses of its columns, and the mean."""
    family, v = HadamardCube(8, Fraction(1, 2)), (1, 1, -1, 1, -1, 1, 1, -1)
    law, mean, size = family.law(v), family.mean(v), 22.0
    left, top = 70.0, 34.0
    columns = [family.column(k) for k in range(8)]
    body = [
        label(left + 4 * size, 14, "columns h₁ … h₈: dark +1, light −1"),
        label(left + 11.5 * size, 14, "mean at v"),
    ]
    for k, column in enumerate(columns):
        body += [
            box(left + k * size, top + i * size, size - 2, size - 2, "plus" if x > 0 else "minus")
            for i, x in enumerate(column)
        ]
    middle = left + 11.5 * size
    body.append(line(middle, middle, top, top + 8 * size, "level"))
    for i, x in enumerate(mean):
        wide = float(x) * 90
        body.append(box(middle + min(wide, 0), top + i * size + 4, abs(wide), size - 10, ONE))
        body.append(label(middle + 66, top + i * size + 15, _told(x)))
    floor = top + 8 * size + 74
    body += [label(left - 8, floor - 36, "mass of", "", "end"), label(left - 8, floor - 20, "± h", "", "end")]
    for k, column in enumerate(columns):
        for place, sign in enumerate((1, -1)):
            high = 600 * float(law[tuple(sign * entry for entry in column)])
            body.append(box(left + k * size + place * 10, floor - high, 9, high, ONE if sign > 0 else TWO))
    body.append(line(left, left + 8 * size, floor, floor, "level"))
    body += [key(left, floor + 20, ONE, "+h"), key(left + 70, floor + 20, TWO, "−h")]
    there = _vector(v)
    words = (
        f"Sylvester's Hadamard matrix of order 8 as dark and light cells, below each column the masses of it and its negative at"
        f" v = {there}, at the right the mean, {_vector(mean)}."
    )
    caption = (
        f"A sample is a whole column or its negative, with v = {there}: every coordinate of a sample is ±D, so it lies in the ℓ∞ ball."
        " Each sign moves the mean in all coordinates at once, orthogonally to the others."
    )
    rows = tuple((f"h{k + 1}", _vector(c), str(law[c]), str(law[tuple(-x for x in c)])) for k, c in enumerate(columns))
    header = ("column", "entries", "mass", "mass of its negative")
    return Exhibit(
        "The hypercube on the columns of a Hadamard matrix",
        svg(words, floor + 30, body),
        caption,
        (("d", "8"), ("s", "1/2"), ("D", "1")),
        header,
        rows,
    )


def _corner(atom: object) -> tuple[int, int]:
    """An atom of a law in the plane."""
    assert isinstance(atom, tuple)
    return atom[0], atom[1]


def sign_cube() -> Exhibit:
    """Independent signs in two dimensions, zhao Appendix B and kent (190): corners with areas by mass, and the means."""
    family = SignCube(2, Fraction(1, 2))
    members = ((1, 1), (-1, 1))
    body, rows = [], []
    for panel, v in enumerate(members):
        law, mean = family.law(v), family.mean(v)
        x0, y0, half = 112.0 + 236 * panel, 118.0, 60.0
        body.append(label(x0, 16, f"v = {_vector(v)}", "name"))
        body.append(box(x0 - half, y0 - half, 2 * half, 2 * half, "grid"))
        for atom, mass in law:
            a, b = _corner(atom)
            body.append(dot(x0 + half * a, y0 - half * b, ONE, 30 * sqrt(mass / 2)))
            body.append(label(x0 + half * a * 1.6, y0 - half * b + 4, str(mass)))
            rows.append((_vector(v), _vector((a, b)), str(mass)))
        for other in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            there = family.mean(other)
            body.append(dot(x0 + half * float(there[0]), y0 - half * float(there[1]), "ring", 5))
        body.append(dot(x0 + half * float(mean[0]), y0 - half * float(mean[1]), "dot", 5))
    words = (
        "Two members of the hypercube of independent signs in the plane: at the four corners discs with areas by mass; the mean,"
        " a dot, and the means of the other members, rings, are the corners of a smaller square."
    )
    caption = (
        "Disc areas are masses. The dot is the member's mean s v, the rings are the means of the others: the signs are the"
        " corners of a cube of side 2s that the data's own cube surrounds."
    )
    at = (("d", "2"), ("s", "1/2"), ("D", "1"))
    return Exhibit(
        "The cube of independent signs", svg(words, 214, body), caption, at, ("v", "corner", "mass"), tuple(rows)
    )


def sparse_cube(law: FiniteLaw, v: Signs, delta: Fraction) -> Exhibit:
    """kent (205), (206): the law at v of independent signs, the j-th with mean delta where v_j = 1, else 0."""
    k = len(v)
    chances = [sum((p for atom, p in law if atom[j] == 1), Fraction(0)) for j in range(k)]  # type: ignore[index]
    panel = Panel(10, 44, 440, 110)
    names = [f"{j + 1}: {'v = 1' if s == 1 else 'v = −1'}" for j, s in enumerate(v)]
    groups = [[float(p), 1 - float(p)] for p in chances]
    rows = tuple((str(j + 1), minus(v[j]), str(p), str(2 * p - 1)) for j, p in enumerate(chances))
    words = f"Probabilities of +1 and −1 in {k} coordinates: alike where v is −1, tilted by Δ = {delta} where v is 1."
    body = [
        key(10, 14, ONE, "probability of +1"),
        key(150, 14, TWO, "probability of −1"),
        panel.bars(groups, names, (ONE, TWO), 1.0),
    ]
    caption = "Where v_j = −1 the sign is even and the mean is 0; where v_j = 1 the mean is Δ. Few of the v_j are 1, so the mean is sparse."
    at = (("d", str(k)), ("Δ", str(delta)), ("v", _vector(v)))
    header = ("coordinate", "v_j", "probability of +1", "mean")
    return Exhibit("The cube of sparse means", svg(words, 182, body), caption, at, header, rows)


def spikes() -> Exhibit:
    """The hard instance of heavy tails: X = v T with probability q, else 0, T = (M/q)^(1/p)."""
    q, order = Fraction(1, 16), 4
    unit = 2  # (1/q)^(1/4)
    laws = []
    for v in (1, -1):
        law = Spikes(1, q, Fraction(unit**2), diagonal=True).law((v,))
        masses = {atom[0] * unit: mass for atom, mass in law}  # type: ignore[index]
        laws.append(FiniteLaw(tuple((x, masses.get(x, Fraction(0))) for x in (-unit, 0, unit))))
    samples = 8
    some = 1 - (1 - q) ** samples
    panel = Panel(60, 44, 340, 120)
    moment = laws[0][unit] * unit**order
    rows = tuple((minus(x), str(laws[0][x]), str(laws[1][x])) for x in (-unit, 0, unit))
    words = f"Almost all of the mass is at 0; the spike of mass {q} is at {unit} for v = 1 and at −{unit} for v = −1."
    body = [
        key(60, 14, ONE, "v = 1"),
        key(160, 14, TWO, "v = −1"),
        *_pair(panel, laws, [minus(x) for x in (-unit, 0, unit)]),
    ]
    caption = (
        f"The spike at ±T has mass q and T = (M_p/q)^(1/p), so that E|X|^p = {moment}. The laws differ only where a spike falls:"
        f" among {samples} samples with probability 1 − (1 − q)^m = {float(some):.3f}. Rarer spikes are farther out and hide from more samples."
    )
    at = (("p", str(order)), ("M_p", "1"), ("q", str(q)), ("T", str(unit)), ("m", str(samples)))
    return Exhibit("The spikes of heavy tails", svg(words, 192, body), caption, at, ("value", "v = 1", "v = −1"), rows)


def three_values() -> Exhibit:
    """label (156): P(Y = +-T) = (M_p/T^p +- eta/T)/2 at one x, for both signs of eta."""
    radius, order, eta = Fraction(2), 2, Fraction(1, 4)
    loud = 1 / radius**order
    atoms = (-radius, Fraction(0), radius)
    laws = []
    for sign in (1, -1):
        high, low = (loud + sign * eta / radius) / 2, (loud - sign * eta / radius) / 2
        laws.append(FiniteLaw(tuple(zip(atoms, (low, 1 - loud, high), strict=True))))
    rows = tuple((minus(x), *(str(law[x]) for law in laws)) for x in atoms)
    words = f"Labels at −T, 0 and T = {radius} at one feature, for the two signs of the regression function ±{eta}."
    body = [
        key(60, 14, ONE, "η(x) = +1/4"),
        key(200, 14, TWO, "η(x) = −1/4"),
        *_pair(Panel(60, 44, 340, 120), laws, [minus(x) for x in atoms]),
    ]
    means = " and ".join(minus(law.mean()) for law in laws)
    caption = (
        f"Most labels are 0; the large ones, of probability M_p/T^p = {loud}, tell the sign. Means {means}; total variation"
        f" |η|/T = {total_variation(*laws)}: the larger T, the less a label tells."
    )
    at = (("p", str(order)), ("M_p", "1"), ("T", str(radius)), ("eta", str(eta)))
    return Exhibit("Three-valued labels", svg(words, 192, body), caption, at, ("label", "η > 0", "η < 0"), rows)
