"""Finite cases for label Appendix D: sums of signs in a cube, and what private tests make of them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import comb, prod

from flint import arb

from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb


def sign_law(size: int, up: Fraction) -> dict[int, Fraction]:
    """The law of the sum of `size` signs, each +1 with probability `up`."""
    return {2 * k - size: comb(size, k) * up**k * (1 - up) ** (size - k) for k in range(size + 1)}


def laplace_below(x: int, epsilon_value: Fraction) -> arb:
    """P(x + Lap(2/epsilon) < 0)."""
    tail = (-(as_arb(epsilon_value) * abs(x)) / 2).exp() / 2
    return tail if x >= 0 else 1 - tail


_HALVES = {"n_k": 200, "epsilon": "17/100", "n_k t": 4, "eta": "+-1/2 on half of the points, 0 on the others"}
_TEST = "V^ = sign(S_1 + Lap(2/epsilon)); t = 1/50 is at most ln 2/(epsilon n_k) = 0.0204"


def _errors_of_halves() -> list[arb]:
    """Half of the points at phi = 1 with |eta| = 1/2, half at phi = 0; the errors of sign(S_1 + Lap(2/epsilon)) at both means.

    S_1 is the label sum over the first half: one label moves it by 2, so the test is epsilon-label DP. n_k = 200,
    epsilon = 17/100, n_k t = 4; V_k is drawn evenly, so that S_1 has the mixture of both laws. Each term has its own sum.
    """
    half, epsilon_value, level = 100, Fraction(17, 100), 4
    informative, blank = sign_law(half, Fraction(3, 4)), sign_law(half, Fraction(1, 2))
    errors = []
    for sign in (1, -1):
        joint = {s: (informative[s] + informative[-s]) * blank.get(sign * level - s, Fraction(0)) for s in informative}
        whole = sum(joint.values(), Fraction(0))
        errors.append(
            sum((as_arb(mass / whole) * laplace_below(sign * s, epsilon_value) for s, mass in joint.items()), arb(0))
        )
    return errors


def two_halves(_: Settings) -> Iterator[Case]:
    """The sum of both errors next to 2/3; again as twice one of them."""
    errors = _errors_of_halves()
    yield Case(_HALVES, 2 * errors[0], Fraction(2, 3), left_again=errors[0] + errors[1], note=_TEST)


def first_of_two_halves(_: Settings) -> Iterator[Case]:
    """(92): the error at -t next to half of what the other one leaves; again by symmetry."""
    errors = _errors_of_halves()
    yield Case(_HALVES, errors[1], (1 - errors[0]) / 2, left_again=errors[0], note=_TEST)


def logistic(_: Settings) -> Iterator[Case]:
    """Constant phi: the test P(1) = 1/(1 + e^(epsilon S/2)), S the label sum of n = 400 signs, a_k = 1/1000, epsilon = 1/2.

    V_k is drawn evenly, so that the law of S is symmetric, and with it both terms.
    """
    size, epsilon_value, up = 400, Fraction(1, 2), Fraction(1, 2) + Fraction(1, 2000)
    plus, minus = sign_law(size, up), sign_law(size, 1 - up)
    mixed = {s: (mass + minus[s]) / 2 for s, mass in plus.items()}
    errors = []
    for sign in (1, -1):
        chosen = {s: mass for s, mass in mixed.items() if sign * s >= -1}
        whole = sum(chosen.values(), Fraction(0))
        terms = (as_arb(p / whole) / (1 + (as_arb(epsilon_value) * sign * s / 2).exp()) for s, p in chosen.items())
        errors.append(sum(terms, arb(0)))
    yield Case(
        {"n_k": size, "epsilon": "1/2", "a_k": "1/1000", "phi": "constant"},
        errors[0] + errors[1],
        Fraction(2, 3),
        left_again=2 * errors[1],
        note="P(V^ = 1) = 1/(1 + e^(epsilon S/2)); a_k < ln 2/(epsilon n_k) = 0.00347, and |S| <= ln 2/epsilon means |S| <= 1",
    )


def medians(_: Settings) -> Iterator[Case]:
    """P(mean <= a | V = 1) and P(mean >= -a | V = -1) for n signs, alike or every other one even, next to 1/2 - 1/sqrt(n)."""
    for v in (1, -1):
        for size in (17, 100, 401):
            for eta in (Fraction(1, 100), Fraction(1, 4), Fraction(1, 2)):
                law = sign_law(size, (1 + v * eta) / 2)
                inside = sum((mass for s, mass in law.items() if v * s <= size * eta), Fraction(0))
                yield Case({"n_k": size, "eta": str(eta), "V": v}, inside, arb("0.5") - 1 / arb(size).sqrt())
        for half in (9, 50):
            for eta in (Fraction(1, 100), Fraction(1, 2)):
                pairs = product(sign_law(half, (1 + v * eta) / 2).items(), sign_law(half, Fraction(1, 2)).items())
                inside = sum((a * b for (s, a), (r, b) in pairs if v * (s + r) <= half * eta), Fraction(0))
                parameters = {"n_k": 2 * half, "eta": [str(eta), "0"], "V": v}
                yield Case(parameters, inside, arb("0.5") - 1 / arb(2 * half).sqrt())


def mean_labels(_: Settings) -> Iterator[Case]:
    """E of the mean label by all labels of three samples next to V times the mean of |eta|."""
    for etas in product((Fraction(0), Fraction(1, 3), Fraction(1, 2)), repeat=3):
        for v in (1, -1):
            mean = sum(
                (
                    prod(((1 + y * v * eta) / 2 for y, eta in zip(labels, etas, strict=True)), start=Fraction(1))
                    * Fraction(sum(labels), 3)
                    for labels in product((1, -1), repeat=3)
                ),
                Fraction(0),
            )
            yield Case({"|eta|": [str(x) for x in etas], "V": v}, mean, v * sum(etas, Fraction(0)) / 3)


def alike(_: Settings) -> Iterator[Case]:
    """All private tests of the sum of n signs; given the sum the signs are uniform, so that nothing else counts."""
    for size, t, first, last in ((2, Fraction(7, 5), 0, 2), (3, Fraction(2), 1, 2)):
        for values in product(range(13), repeat=size + 1):
            if all(a <= t * b and 12 - a <= t * (12 - b) for x, y in pairwise(values) for a, b in ((x, y), (y, x))):
                total = Fraction(values[first] + 12 - values[last], 12)
                yield Case({"n_k": size, "e^epsilon": str(t), "12 P(1)": values}, total, Fraction(2, 3))
