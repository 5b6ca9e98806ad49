"""Finite cases for the label paper's regression: laws of labels, averages over neighbours, and clipping."""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from flint import arb

from lowerbounds.information.laws import FiniteLaw
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb

_HALF = Fraction(1, 2)
_NONE = Fraction(0)


def _clip(y: Fraction, radius: Fraction) -> Fraction:
    return max(-radius, min(radius, y))


def _values(law: FiniteLaw) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(str(y)), mass) for y, mass in law]


def _moment(law: FiniteLaw, p: int) -> Fraction:
    """E |Y|^p."""
    return sum((abs(y) ** p * mass for y, mass in _values(law)), _NONE)


def _laws() -> list[FiniteLaw]:
    """Laws on -3, -1/2, 0, 2 with masses in sixths, one in five of them."""
    splits = [(a, b, c, 6 - a - b - c) for a, b, c in product(range(7), repeat=3) if a + b + c <= 6]
    places = (Fraction(-3), -_HALF, _NONE, Fraction(2))
    return [FiniteLaw.of({y: Fraction(w, 6) for y, w in zip(places, masses, strict=True)}) for masses in splits[::5]]


def _clipped(law: FiniteLaw, radius: Fraction) -> Fraction:
    """The mean of the clipped label."""
    return sum((_clip(y, radius) * mass for y, mass in _values(law)), _NONE)


def classifier_risks(_: Settings) -> Iterator[Case]:
    """P(c(X) != Y) - P(c*(X) != Y) over all features, labels and choices, next to the mean of eta^* - eta_c; two features."""
    sixths = [tuple(Fraction(k, 6) for k in (a, b, 6 - a - b)) for a, b in ((1, 2), (3, 0), (2, 2), (5, 1))]
    choices = [
        (Fraction(1), _NONE, _NONE),
        (Fraction(1, 4), _HALF, Fraction(1, 4)),
        (_NONE, Fraction(2, 3), Fraction(1, 3)),
    ]
    for first, second, one, other in product(sixths, sixths, choices, choices):
        risk = best = excess = _NONE
        for share, eta, chosen in ((Fraction(1, 3), first, one), (Fraction(2, 3), second, other)):
            star = eta.index(max(eta))
            for label, guess in product(range(3), repeat=2):
                weight = share * eta[label] * chosen[guess]
                risk += weight * (guess != label)
                best += weight * (star != label)
            excess += share * (max(eta) - sum((p * x for p, x in zip(chosen, eta, strict=True)), _NONE))
        yield Case({"eta": [[str(x) for x in eta] for eta in (first, second)]}, risk - best, excess)


def regression_risks(_: Settings) -> Iterator[Case]:
    """E (a - Y)^2 - E (eta - Y)^2 over all labels and estimates next to E (a - eta)^2; one feature at a time."""
    for law in _laws():
        for low, high, share in ((_NONE, Fraction(1), _HALF), (Fraction(-2), Fraction(1, 3), Fraction(1, 4))):
            estimate = ((low, share), (high, 1 - share))
            mean = sum((y * mass for y, mass in _values(law)), _NONE)
            risk = sum((p * q * (a - y) ** 2 for (a, p), (y, q) in product(estimate, _values(law))), _NONE)
            best = sum((q * (mean - y) ** 2 for y, q in _values(law)), _NONE)
            excess = sum((p * (a - mean) ** 2 for a, p in estimate), _NONE)
            yield Case({"Y": {str(y): str(q) for y, q in law}, "a": [str(low), str(high)]}, risk - best, excess)


def half_labels(_: Settings) -> Iterator[Case]:
    """Labels +-T/2 with probabilities (1 +- 2 eta/T)/2: their mean next to eta, the total variation of eta and -eta next to 2|eta|/T."""
    for radius, k in product((_HALF, Fraction(1), Fraction(3)), range(-4, 5)):
        eta = radius * Fraction(k, 16)
        laws = [FiniteLaw.of({s * radius / 2: (1 + s * v * 2 * eta / radius) / 2 for s in (1, -1)}) for v in (1, -1)]
        parameters = {"T": str(radius), "eta": str(eta)}
        yield Case(parameters, sum((y * mass for y, mass in _values(laws[0])), _NONE), eta)
        apart = sum((abs(laws[0][y] - laws[1][y]) for y, _mass in laws[0]), _NONE) / 2
        yield Case(parameters, apart, 2 * abs(eta) / radius)


def _variance(values: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    mean = sum((y * mass for y, mass in values), _NONE)
    return sum((mass * (y - mean) ** 2 for y, mass in values), _NONE)


def _joint(laws: Sequence[FiniteLaw]) -> list[tuple[Fraction, Fraction]]:
    """Values and masses of the mean of independent labels."""
    joined = product(*(_values(law) for law in laws))
    return [
        (sum((y for y, _ in row), _NONE) / len(laws), prod((p for _, p in row), start=Fraction(1))) for row in joined
    ]


def neighbour_variances(_: Settings) -> Iterator[Case]:
    """Var of the mean of k private labels, over all labels, next to T^2 (1 + 8/epsilon^2)/k; T = 3 + 1/100 bounds the labels."""
    radius = Fraction(301, 100)
    laws = [*_laws()[::5], FiniteLaw.of({3: _HALF, -3: _HALF})]
    for k, value in product((1, 2, 3), (_HALF, Fraction(4))):
        # The k noises are independent of the labels and of each other, with variance 2 (2T/epsilon)^2 each.
        noise = 2 * (2 * radius / value) ** 2 / k
        for start in range(len(laws)):
            chosen = [laws[start]] * k if start % 2 else [laws[(start + i) % len(laws)] for i in range(k)]
            left = _variance(_joint(chosen)) + noise
            yield Case({"k": k, "epsilon": str(value), "laws": start}, left, radius**2 * (1 + 8 / value**2) / k)


def clipped_variances(_: Settings) -> Iterator[Case]:
    """Var of the mean of k private clipped labels next to (M_p^(2/p) + 8 T^2/epsilon^2)/k, M_p the largest E|Y|^p; p = 2, 4."""
    laws = [*_laws()[::5], FiniteLaw.of({2: _HALF, -2: _HALF})]
    for k, value, radius in product((1, 2, 3), (_HALF, Fraction(4)), (Fraction(1), Fraction(2), Fraction(5))):
        for start in range(len(laws)):
            chosen = [laws[start]] * k if start % 2 else [laws[(start + i) % len(laws)] for i in range(k)]
            cut = [_clip_law(law, radius) for law in chosen]
            left = _variance(_joint(cut)) + 8 * radius**2 / value**2 / k
            for p in (2, 4):
                most = max(_moment(law, p) for law in chosen)
                right = (as_arb(most).sqrt() if p == 4 else as_arb(most)) + as_arb(8 * radius**2 / value**2)
                parameters = {"k": k, "epsilon": str(value), "T": str(radius), "p": p, "laws": start}
                yield Case(parameters, as_arb(left) - arb(2) ** -40, right / k)


def _clip_law(law: FiniteLaw, radius: Fraction) -> FiniteLaw:
    masses: dict[Hashable, Fraction | int] = {}
    for y, mass in _values(law):
        masses[_clip(y, radius)] = masses.get(_clip(y, radius), _NONE) + mass
    return FiniteLaw.of(masses)


def convex_squares(_: Settings) -> Iterator[Case]:
    """The square of the mean next to the mean of the squares: one to five deviations out of -1, 0, 1/2, 2."""
    for k in range(1, 6):
        for row in product((Fraction(-1), _NONE, _HALF, Fraction(2)), repeat=k):
            left = (sum(row, _NONE) / k) ** 2
            yield Case({"a": [str(a) for a in row]}, left, sum((a * a for a in row), _NONE) / k)


def bin_means(_: Settings) -> Iterator[Case]:
    """The mean of the labels of a bin over all labels next to the mean of eta at its samples: one to four samples."""
    for size in range(1, 5):
        for etas in product((_NONE, Fraction(1, 4), -_HALF), repeat=size):
            laws = [FiniteLaw.of({1: (1 + eta) / 2, -1: (1 - eta) / 2}) for eta in etas]
            mean = sum((y * mass for y, mass in _joint(laws)), _NONE)
            yield Case({"eta": [str(x) for x in etas]}, mean, sum(etas, _NONE) / size)


def power_means(_: Settings) -> Iterator[Case]:
    """(E Y^2)^p next to (E |Y|^p)^2: the p/2-th powers, squared; p = 2, 3, 5."""
    for law, p in product(_laws(), (2, 3, 5)):
        yield Case({"Y": {str(y): str(q) for y, q in law}, "p": p}, _moment(law, 2) ** p, _moment(law, p) ** 2)


def three_parts(_: Settings) -> Iterator[Case]:
    """E Y next to its three parts, with Y < -T and a plus sign."""
    for law, radius in product(_laws(), (Fraction(1, 4), Fraction(1), Fraction(5, 2))):
        mean = sum((y * mass for y, mass in _values(law)), _NONE)
        inside = sum((y * mass for y, mass in _values(law) if abs(y) <= radius), _NONE)
        above = sum((y * mass for y, mass in _values(law) if y > radius), _NONE)
        under = sum((y * mass for y, mass in _values(law) if y < -radius), _NONE)
        yield Case({"Y": {str(y): str(q) for y, q in law}, "T": str(radius)}, mean, inside + above + under)


def clipping_biases(_: Settings) -> Iterator[Case]:
    """|eta_T - eta| next to M_p T^(1-p)/(p-1), M_p = E |Y|^p, and for the law with the largest bias, T p/(p-1) with small probability."""
    for law, radius, p in product(_laws(), (Fraction(1, 4), Fraction(1), Fraction(5, 2)), (2, 3, 6)):
        mean = sum((y * mass for y, mass in _values(law)), _NONE)
        right = _moment(law, p) * radius ** (1 - p) / (p - 1)
        parameters = {"Y": {str(y): str(q) for y, q in law}, "T": str(radius), "p": p}
        yield Case(parameters, abs(mean - _clipped(law, radius)), right)
    for p in (2, 3, 6):
        top = Fraction(p, p - 1)
        yield Case({"p": p, "T": 1, "Y": str(top)}, top - 1, top**p / (p - 1))


def clipped_neighbours(_: Settings) -> Iterator[Case]:
    """|E of the clipped nearest label - eta_T(0)| next to E |eta(X_(1)) - eta(0)| + 2 M_2/T; features 0 and 1, N = 1, 2.

    The nearest of N samples is at 0 unless all are at 1.
    """
    for size, share, radius in product((1, 2), (Fraction(1, 4), _HALF), (_HALF, Fraction(1))):
        for here, there in product(_laws()[::2], repeat=2):
            far = (1 - share) ** size
            means = [sum((y * mass for y, mass in _values(law)), _NONE) for law in (here, there)]
            cut = [_clipped(law, radius) for law in (here, there)]
            left = abs((1 - far) * cut[0] + far * cut[1] - cut[0])
            most = max(_moment(law, 2) for law in (here, there))
            parameters = {"N": size, "P(X = 0)": str(share), "T": str(radius), "p": 2}
            yield Case(parameters, left, far * abs(means[1] - means[0]) + 2 * most / radius)


def two_neighbours(_: Settings) -> Iterator[Case]:
    """N = k = 2, X = +-1 evenly, eta(X) = X, x = 0: the mean square of the average by enumeration, next to the average of squares."""
    pairs = list(product((1, -1), repeat=2))
    left = sum((Fraction(a + b, 2) ** 2 for a, b in pairs), _NONE) / 4
    right = sum((Fraction(a * a + b * b, 2) for a, b in pairs), _NONE) / 4
    # Again as the variance of a mean of two independent signs.
    yield Case(
        {"N": 2, "k": 2, "X": "+-1", "eta(X)": "X", "x": 0}, left, right, left_again=Fraction(1, 2) * Fraction(1)
    )
