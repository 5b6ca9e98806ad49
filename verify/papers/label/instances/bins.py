"""Finite cases for the label paper's classifiers in one bin: exact counts, private bits, and what the choice costs."""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb

from lowerbounds.information.laws import FiniteLaw
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.label.instances.tent_functions import NARROW

_HALF = Fraction(1, 2)
_GRID = [tuple(Fraction(k, 6) for k in (a, b, 6 - a - b)) for a in range(7) for b in range(7 - a)]
"""All class probabilities of three classes with denominator 6."""


def bit_means(eta: Sequence[Fraction], root: Fraction) -> list[Fraction]:
    """P(Z(j) = 1) under (11), e^(epsilon/2) = root, summed over the labels: bit j is kept with probability root/(1 + root)."""
    keep = root / (1 + root)
    return [
        sum((share * (keep if label == j else 1 - keep) for label, share in enumerate(eta)), Fraction(0))
        for j in range(len(eta))
    ]


def differences(eta: Sequence[Fraction], root: Fraction, first: int = 0, second: int = 1) -> FiniteLaw:
    """The law of Z(first) - Z(second) under (11): given the label the bits are independent."""
    keep = root / (1 + root)
    law: dict[Hashable, Fraction | int] = {-1: Fraction(0), 0: Fraction(0), 1: Fraction(0)}
    for label, share in enumerate(eta):
        a, b = (keep if label == j else 1 - keep for j in (first, second))
        law[1] += share * a * (1 - b)
        law[-1] += share * (1 - a) * b
        law[0] += share * (a * b + (1 - a) * (1 - b))
    return FiniteLaw.of(law)


def walk(steps: Sequence[FiniteLaw]) -> dict[int, Fraction]:
    """The law of a sum of independent integer steps."""
    law = {0: Fraction(1)}
    for step in steps:
        new: dict[int, Fraction] = {}
        for (place, mass), (move, chance) in product(law.items(), step):
            new[place + int(move)] = new.get(place + int(move), Fraction(0)) + mass * chance  # type: ignore[call-overload]
        law = new
    return law


def below(law: dict[int, Fraction]) -> Fraction:
    """The probability that the sum is at most 0: ties go to the wrong class."""
    return sum((mass for place, mass in law.items() if place <= 0), Fraction(0))


def private_means(_: Settings) -> Iterator[Case]:
    """P(Z(j) = 1) over all labels next to 1/(r+1) + (r-1)/(r+1) eta_j, r = e^(epsilon/2)."""
    for root, eta in product((Fraction(3, 2), Fraction(7)), _GRID):
        for j, mean in enumerate(bit_means(eta, root)):
            parameters = {"eta": [str(x) for x in eta], "j": j, "e^(epsilon/2)": str(root)}
            yield Case(parameters, mean, (1 + (root - 1) * eta[j]) / (root + 1))


def private_gaps(_: Settings) -> Iterator[Case]:
    """|P(Z(j) = 1 | eta) - P(Z(j) = 1 | eta')| next to (r-1)/(r+1) |eta_j - eta'_j|, r = e^(epsilon/2): equal."""
    for root in (Fraction(3, 2), Fraction(7)):
        for eta, other in product(_GRID, _GRID[::3]):
            gap = max(abs(a - b) for a, b in zip(bit_means(eta, root), bit_means(other, root), strict=True))
            apart = max(abs(a - b) for a, b in zip(eta, other, strict=True))
            yield Case({"eta": [str(x) for x in eta], "e^(epsilon/2)": str(root)}, gap, (root - 1) / (root + 1) * apart)


def private_margins(_: Settings) -> Iterator[Case]:
    """The margin of the private bits by enumeration of labels next to c_epsilon (eta^* - eta_s)."""
    for root in (Fraction(3, 2), Fraction(7)):
        for eta in _GRID:
            best, second = sorted(bit_means(eta, root), reverse=True)[:2]
            top, next_ = sorted(eta, reverse=True)[:2]
            parameters = {"eta": [str(x) for x in eta], "e^(epsilon/2)": str(root)}
            yield Case(parameters, best - second, (root - 1) / (root + 1) * (top - next_))


def averaged_margins(_: Settings) -> Iterator[Case]:
    """c_epsilon times the smaller margin of two samples next to v_c* - v_j, the mean of their private bits, by enumeration."""
    for root, first, second in product((Fraction(3, 2), Fraction(7)), _GRID[::2], _GRID[1::2]):
        best = first.index(max(first))
        if second[best] < max(second):
            continue
        margin = min(max(eta) - sorted(eta)[1] for eta in (first, second))
        bits = [(a + b) / 2 for a, b in zip(bit_means(first, root), bit_means(second, root), strict=True)]
        for j in range(3):
            if j != best:
                parameters = {"eta": [[str(x) for x in eta] for eta in (first, second)], "j": j}
                yield Case(parameters, (root - 1) / (root + 1) * margin, bits[best] - bits[j])


def local_losses(_: Settings) -> Iterator[Case]:
    """The exact v* - E v_c of two classes next to (60)'s fourth line, and next to t_0 plus the tail beyond it, enclosed."""
    for root, eta, size in product((Fraction(3, 2), Fraction(9)), (Fraction(3, 5), Fraction(9, 10)), (1, 5, 25)):
        step = differences((eta, 1 - eta), root)
        gap = step[1] - step[-1]
        loss = gap * below(walk([step] * size))
        level, deep = (2 * arb(4).log()).sqrt(), (2 * arb.pi()).sqrt()
        parameters = {"K": 2, "n_l": size, "eta": str(eta), "e^(epsilon/2)": str(root)}
        yield Case(parameters, loss, (level + deep) / arb(size).sqrt())
    for classes in (2, 5, 50):
        level = (2 * arb(2 * classes).log()).sqrt()
        tail = 2 * classes * (arb.pi() / 2).sqrt() * (level / arb(2).sqrt()).erfc()
        yield Case({"K": classes, "n_l": 1}, level + tail, level + (2 * arb.pi()).sqrt())


def uniform_bins(_: Settings) -> Iterator[Case]:
    """(70) for two classes that keep their order in the bin: every half of the points has its own eta, exact.

    The expected loss at the better point, in terms of the private bits, next to the last line; 2 L_d h^beta is twice
    the distance of the two etas.
    """
    for root, size in product((Fraction(3), Fraction(99)), (2, 10, 40)):
        for low, high in (
            (Fraction(3, 5), Fraction(3, 5)),
            (Fraction(11, 20), Fraction(3, 4)),
            (_HALF, Fraction(9, 10)),
        ):
            shrink = (root - 1) / (root + 1)
            steps = [differences((eta, 1 - eta), root) for eta in (low, high)]
            wrong = below(walk([steps[k % 2] for k in range(size)]))
            margin, shift = shrink * (2 * low - 1), 2 * (high - low) / shrink
            left = wrong * shrink * (2 * high - 1)
            right = (4 * as_arb(margin + shift) + 4 * (2 * arb.pi() / size).sqrt()) * (
                -size * as_arb(margin) ** 2 / 2
            ).exp()
            parameters = {"K": 2, "n_l": size, "eta_1": [str(low), str(high)], "e^(epsilon/2)": str(root)}
            yield Case(parameters, left, right)


def chosen_at_a_point(_: Settings) -> Iterator[Case]:
    """P(c_l = 2) where class 1 is better at x by delta = 4 L_d h^beta, and by delta/2 on average over the samples.

    All samples lie where the classes differ least: each eta_j is off by L_d h^beta there.
    """
    for root, size, delta in product((Fraction(3), Fraction(99)), (10, 60), (_HALF, Fraction(4, 5))):
        step = differences(((1 + delta / 2) / 2, (1 - delta / 2) / 2), root)
        shrink = (root - 1) / (root + 1)
        right = 2 * (-size * as_arb(shrink * delta) ** 2 / 8).exp()
        parameters = {"K": 2, "n_l": size, "delta": str(delta), "e^(epsilon/2)": str(root)}
        yield Case(parameters, below(walk([step] * size)), right)


def random_bins(settings: Settings) -> Iterator[Case]:
    """P(c_l = 2) with n_l Bin(N, p) next to e^(-N p c^2 delta^2/2), delta the mean difference of the classes in the bin.

    Each sample is outside with probability 1 - p, in one half of the bin or in the other; ties go to the wrong class.
    """
    for root, share, size in product((Fraction(3), Fraction(99)), (Fraction(1, 10), _HALF, Fraction(1)), (2, 20, 60)):
        if settings.quick and size > 20 and share < 1:
            continue
        for low, high in ((Fraction(3, 5), Fraction(3, 5)), (Fraction(2, 5), Fraction(9, 10))):
            halves = [differences((eta, 1 - eta), root) for eta in (low, high)]
            step = FiniteLaw.of(
                {
                    move: share * (halves[0][move] + halves[1][move]) / 2 + (1 - share) * (move == 0)
                    for move in (-1, 0, 1)
                }
            )
            delta = low + high - 1
            right = (-size * as_arb(share) * as_arb((root - 1) / (root + 1) * delta) ** 2 / 2).exp()
            parameters = {"N": size, "p": str(share), "eta_1": [str(low), str(high)], "e^(epsilon/2)": str(root)}
            yield Case(parameters, below(walk([step] * size)), right)


def shortfalls(_: Settings) -> Iterator[Case]:
    """E(n* - n_c) under (17) with all other classes g behind, next to (2/epsilon)(ln K + 1)."""
    for classes, gap, value in product((2, 5, 1000), range(1, 40, 3), (Fraction(1, 10), Fraction(1), Fraction(4))):
        e = as_arb(value)
        weight = (classes - 1) * (-e * gap / 2).exp()
        left = gap * weight / (1 + weight)
        yield Case({"K": classes, "gap": gap, "epsilon": str(value)}, left, 2 / e * (1 + arb(classes).log()))
    for classes in (2, 5, 1000):
        # At gap 2 ln K/epsilon + 2/epsilon of the tail integral: what (109) adds up.
        parts = 2 * arb(classes).log() + classes * 2 * (-arb(classes).log()).exp()
        yield Case({"K": classes, "epsilon": 1}, parts - NARROW, 2 * (1 + arb(classes).log()))


def largest_deviations(_: Settings, *, sharp: bool = False) -> Iterator[Case]:
    """E max_j |n_lj - n v_lj| for two classes, exact, and t_0 plus the tail integral, enclosed, for more at n = 1.

    Next to (113)'s 2 sqrt(2 n ln(2K)), from tails 2 e^(-t^2/(2n)); or, where sharp, next to sqrt(n ln(2K)/2) + sqrt(pi n/2)/2,
    from tails 2 e^(-2 t^2/n).
    """
    width = 4 if sharp else 1

    def bound(size: int, classes: int) -> arb:
        level = (2 * size * arb(2 * classes).log() / width).sqrt()
        return level + (arb.pi() * size / 2).sqrt() / 2 if sharp else 2 * level

    for size, eta in product((1, 2, 9, 30), (Fraction(1, 10), _HALF)):
        mean = sum(
            (comb(size, k) * eta**k * (1 - eta) ** (size - k) * abs(k - size * eta) for k in range(size + 1)),
            Fraction(0),
        )
        yield Case({"K": 2, "n_l": size, "eta": str(eta)}, mean, bound(size, 2))
    for classes in (2, 3, 11, 100):
        logarithm = arb(2 * classes).log()
        spread = arb(width).sqrt()
        tail = 2 * classes * (arb.pi() / 2).sqrt() / spread * logarithm.sqrt().erfc()
        yield Case({"K": classes, "n_l": 1}, (2 * logarithm).sqrt() / spread + tail, bound(1, classes))


def count_and_value(_: Settings) -> Iterator[Case]:
    """n v* - n v_c next to n* - n_c + 2 max_j |n_j - n v_j|: all counts of four samples, all eta with denominator 6, all c."""
    for a, b in product(range(5), repeat=2):
        if a + b > 4:
            continue
        counts = (a, b, 4 - a - b)
        for v in _GRID:
            spread = max(abs(k - 4 * x) for k, x in zip(counts, v, strict=True))
            for c in range(3):
                parameters = {"counts": list(counts), "v": [str(x) for x in v], "c": c}
                yield Case(parameters, 4 * (max(v) - v[c]), max(counts) - counts[c] + 2 * spread)


def point_and_mean(_: Settings) -> Iterator[Case]:
    """eta^*(x) - eta_c(x) next to v* - v_c + 2 L: eta at x and at two samples of its bin, each within L of each other."""
    for at, first, second in product(_GRID[::2], _GRID[::3], _GRID[1::3]):
        values = list(zip(at, first, second, strict=True))
        variation = max(max(triple) - min(triple) for triple in values)
        means = [(b + c) / 2 for _, b, c in values]
        for c in range(3):
            parameters = {"eta(x)": [str(x) for x in at], "c": c}
            yield Case(parameters, max(at) - at[c], max(means) - means[c] + 2 * variation)


def inverse_counts(_: Settings) -> Iterator[Case]:
    """E 1/(n+1) and E 1/((n+1)(n+2)) for Bin(N, p), exact, next to 1/((N+1) p) and 1/((N+1)(N+2) p^2)."""
    for size, p in product((1, 4, 30), (Fraction(1, 20), _HALF, Fraction(1))):
        law = [comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(size + 1)]
        once = sum((mass / (k + 1) for k, mass in enumerate(law)), Fraction(0))
        twice = sum((mass / ((k + 1) * (k + 2)) for k, mass in enumerate(law)), Fraction(0))
        parameters = {"N": size, "p": str(p)}
        yield Case(parameters | {"power": 1}, once, 1 / ((size + 1) * p))
        yield Case(parameters | {"power": 2}, twice, 1 / ((size + 1) * (size + 2) * p**2))


def inverse_squares(_: Settings) -> Iterator[Case]:
    """8 E n^(-2) over n >= 1 for Bin(N, p), exact, next to 48/(N p)^2."""
    for size, p in product((1, 4, 30), (Fraction(1, 20), _HALF, Fraction(1))):
        law = (comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(1, size + 1))
        left = sum((8 * mass / k**2 for k, mass in enumerate(law, 1)), Fraction(0))
        yield Case({"N": size, "p": str(p)}, left, 48 / (size * p) ** 2)


def margins(_: Settings) -> Iterator[Case]:
    """What a class loses next to the margin g, its least positive value: all eta with denominator 6, all classes."""
    for eta in _GRID:
        losses = [max(eta) - x for x in eta]
        margin = min((x for x in losses if x > 0), default=Fraction(0))
        for c, loss in enumerate(losses):
            yield Case({"eta": [str(x) for x in eta], "c": c}, margin if loss else Fraction(0), loss)


def closed_ends(_: Settings) -> Iterator[Case]:
    """P(0 < g <= u) next to C u^gamma, C the least constant with P(0 < g < t) <= C t^gamma at all t = k/1000; atoms at k/10."""
    for gamma, masses in product((1, 3), ((1, 1, 1, 1), (0, 0, 5, 1), (3, 0, 0, 2))):
        atoms = [(Fraction(k, 10), Fraction(w, 10)) for k, w in enumerate(masses, 1)]
        grid = [Fraction(k, 1000) for k in range(1, 1001)]
        constant = max(sum((w for a, w in atoms if a < x), Fraction(0)) / x**gamma for x in grid)
        for u, _w in atoms:
            closed = sum((w for a, w in atoms if a <= u), Fraction(0))
            # The grid stops short of the limit: t = u + 1/1000 is its next point.
            yield Case({"gamma": gamma, "u": str(u)}, closed, constant * (u + Fraction(1, 1000)) ** gamma)


def _sum_law(chances: list[Fraction]) -> list[Fraction]:
    """The law of a sum of independent bits."""
    law = [Fraction(1)]
    for p in chances:
        law = [a * (1 - p) + b * p for a, b in zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)]
    return law


def count_tails(_: Settings) -> Iterator[Case]:
    """P(|S - n v| > t) for bits of several probabilities, exact."""
    for chances in ([Fraction(1, 4)] * 6, [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)] * 3):
        size, law = len(chances), _sum_law(chances)
        mean = sum(chances, Fraction(0))
        for level in (Fraction(1, 2), Fraction(2), Fraction(3)):
            tail = sum((mass for k, mass in enumerate(law) if abs(k - mean) > level), Fraction(0))
            yield Case({"n_l": size, "t": str(level)}, tail, 2 * (-2 * as_arb(level) ** 2 / size).exp())


def wrong_class(_: Settings) -> Iterator[Case]:
    """P(v* - v_c >= t) at t = v* - v_c for two classes under (11), ties broken badly: exact counts."""
    for root in (Fraction(3, 2), Fraction(4)):
        keep = root / (1 + root)
        for size in (5, 20):
            eta = Fraction(3, 4)
            plus, minus = keep * eta + (1 - keep) * (1 - eta), keep * (1 - eta) + (1 - keep) * eta
            # The two bits of a message are independent given the label: their difference is -1, 0 or 1.
            up = eta * keep * keep + (1 - eta) * (1 - keep) ** 2
            down = eta * (1 - keep) ** 2 + (1 - eta) * keep**2
            law = {0: Fraction(1)}
            for _step in range(size):
                new: dict[int, Fraction] = {}
                for k, mass in law.items():
                    for move, chance in ((1, up), (-1, down), (0, 1 - up - down)):
                        new[k + move] = new.get(k + move, Fraction(0)) + mass * chance
                law = new
            wrong = sum((mass for k, mass in law.items() if k <= 0), Fraction(0))
            gap = plus - minus
            yield Case(
                {"K": 2, "n_l": size, "e^(epsilon/2)": str(root)}, wrong, 4 * (-(as_arb(gap) ** 2) * size / 2).exp()
            )


def diameters(_: Settings) -> Iterator[Case]:
    """|x - x'|^2 next to d h^2."""
    width = Fraction(1, 2)
    for size in (1, 2, 3):
        points = list(product((Fraction(0), width / 2, width), repeat=size))
        for a, b in product(points, repeat=2):
            left = sum(((x - y) ** 2 for x, y in zip(a, b, strict=True)), Fraction(0))
            yield Case({"d": size, "x": [str(x) for x in a], "x'": [str(x) for x in b]}, left, size * width**2)


def lower_tails(settings: Settings) -> Iterator[Case]:
    """P(Bin(N, p) < N p/2), exact."""
    for size in (5, 20, 60) if settings.quick else (5, 20, 60, 200):
        for p in (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)):
            tail = sum(
                (comb(size, k) * p**k * (1 - p) ** (size - k) for k in range(size + 1) if 2 * k < size * p), Fraction(0)
            )
            yield Case({"N": size, "p": str(p)}, tail, (-(1 - arb(2).log()) / 2 * size * as_arb(p)).exp())
