"""Finite cases for the label paper's lower bounds: tents phi(u) = 1 - 2|u| on cubes of the line, d = beta = 1.

A tent has integral 1/2 and squared integral 1/3; a cube of length h holds the mass c h of a density c.
"""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import sympy
from flint import arb
from sympy import Rational

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, likelihood_test, total_variation_power
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb

_HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
NARROW = arb(2) ** -40
"""Room for the radius of an enclosure where both sides are equal."""
_CELLS = 4


def cell_weights() -> list[Fraction]:
    """The integrals of the tent over the four quarters of [-1/2, 1/2]: they add up to 1/2."""
    ends = [Fraction(k, _CELLS) - _HALF for k in range(_CELLS + 1)]
    # An antiderivative of 1 - 2|u| is u - u|u|.
    return [(b - b * abs(b)) - (a - a * abs(a)) for a, b in pairwise(ends)]


def wrong_signs(_: Settings) -> Iterator[Case]:
    """(42) for every sign on the quarters of two cubes and every v: a cube's majority by weight is wrong at a tie."""
    weights = cell_weights()
    for c, h in ((Fraction(1), _HALF), (_HALF, _HALF), (Fraction(2), Fraction(1, 8))):
        for signs in product((-1, 1), repeat=2 * _CELLS):
            for v in ((1, 1), (1, -1)):
                wrong = [
                    sum((w for w, s in zip(weights, signs[k * _CELLS :], strict=False) if s != v[k]), Fraction(0))
                    for k in range(2)
                ]
                distance = sum(2 * w >= sum(weights) for w in wrong)
                risk = sum(wrong, Fraction(0)) * c * h * h
                yield Case(
                    {"c": str(c), "h": str(h), "signs": signs, "v": v}, c * h**2 * _HALF * _HALF * distance, risk
                )


def wrong_weights(_: Settings) -> Iterator[Case]:
    """(41) for every sign on the quarters of a cube with v = 1 and a wrong majority by weight, ties included."""
    weights = cell_weights()
    for c, h in ((Fraction(1), _HALF), (_HALF, _HALF), (Fraction(2), Fraction(1, 8))):
        for signs in product((-1, 1), repeat=_CELLS):
            wrong, right = (
                sum((w for w, s in zip(weights, signs, strict=True) if s == of), Fraction(0)) for of in (-1, 1)
            )
            if wrong >= right:
                yield Case({"c": str(c), "h": str(h), "signs": signs, "v": 1}, c * h * _HALF * _HALF, c * h * wrong)


def one_sample(_: Settings) -> Iterator[Case]:
    """The minimax risk of one sample that is not private, m cubes, next to (43) with c and the exact inf max E rho_H.

    By symmetry the even prior is least favourable. Bit k errs with probability (1 - TV)/2, TV = c h^2/2, the mass of
    |eta| on the cube; a wrong sign costs c h^2/2 there.
    """
    for c, h, m in ((Fraction(1), _HALF, 2), (Fraction(1, 100), _HALF, 200), (Fraction(2), Fraction(1, 4), 2)):
        mass = c * h**2 * _HALF
        errors = m * (1 - mass) / 2
        yield Case({"c": str(c), "h": str(h), "m": m, "N": 1}, mass / 2 * errors, mass * errors)


def two_samples(_: Settings) -> Iterator[Case]:
    """KL of two samples with a randomized answer each, both orders of (46) (b) up to 2^-40; features in two places.

    A sample falls into the cube with probability w, where the answer is +1 with probability (1 + y)/2 or (1 - y)/2.
    """
    for w, y in product((Fraction(1, 4), Fraction(1)), (Fraction(1, 10), _HALF)):
        laws = []
        for sign in (1, -1):
            one = {("in", a): w * (1 + a * sign * y) / 2 for a in (1, -1)} | {("out", 1): 1 - w}
            pairs: dict[Hashable, Fraction | int] = {
                (a, b): p * q for (a, p), (b, q) in product(one.items(), repeat=2) if p * q
            }
            laws.append(FiniteLaw.of(pairs))
        whole = kullback_leibler(*laws)
        inside = kullback_leibler(*(FiniteLaw.of({1: (1 + s * y) / 2, -1: (1 - s * y) / 2}) for s in (1, -1)))
        parameters = {"N": 2, "w": str(w), "eta of the answer": str(y)}
        yield Case(parameters, whole - NARROW, 2 * as_arb(w) * inside)
        yield Case(parameters, 2 * as_arb(w) * inside - NARROW, whole)


def all_channels(_: Settings) -> Iterator[Case]:
    """KL of the messages of a sign with mean +-eta, on every extreme channel, next to (e^epsilon - 1)^2 eta^2."""
    for t in (Fraction(11, 10), Fraction(2), Fraction(5)):
        for index, channel in enumerate(extreme_channels((1, -1), t)):
            for eta in (Fraction(1, 10), _HALF, Fraction(9, 10)):
                plus, minus = (
                    FiniteLaw.of({1: (1 + s * eta) / 2, -1: (1 - s * eta) / 2}).through(channel) for s in (1, -1)
                )
                left = kullback_leibler(plus, minus)
                yield Case({"e^epsilon": str(t), "channel": index, "eta": str(eta)}, left, (t - 1) ** 2 * eta**2)


def answered_divergence(c: Fraction, h: Fraction, keep: Fraction) -> arb:
    """The integral over a cube of c y ln((1+y)/(1-y)), y = keep h phi: KL of one sample and its answer.

    With eta = h - 2x on half of the cube it is c/keep times that of y ln((1+y)/(1-y)) on [0, keep h], which has
    the antiderivative (y^2 - 1)/2 ln((1+y)/(1-y)) + y.
    """
    top = keep * h
    odds = as_arb((1 + top) / (1 - top)).log()
    return as_arb(c / keep) * (as_arb((top**2 - 1) / 2) * odds + as_arb(top))


def answered_again(c: Fraction, h: Fraction, keep: Fraction) -> arb:
    """The same by the series 2 y^2 + 2 y^4/3 + 2 y^6/5 + ..., integrated term by term, with its tail enclosed."""
    top, terms = keep * h, 60
    total = sum((as_arb(Fraction(2, 2 * k - 1) * top ** (2 * k + 1) / (2 * k + 1)) for k in range(1, terms)), arb(0))
    # Each later term is at most top^2 times the one before.
    tail = as_arb(Fraction(2, (2 * terms - 1) * (2 * terms + 1)) * top ** (2 * terms + 1) / (1 - top**2))
    return as_arb(c / keep) * (total + tail.union(arb(0)))


def answered(_: Settings) -> Iterator[Case]:
    """delta of randomized response, exact, next to (48) with c: c h of mass in the cube, N samples."""
    for c, h, t, size in product(
        (_HALF, Fraction(1), Fraction(2)),
        (Fraction(1, 8), _HALF),
        (Fraction(11, 10), Fraction(2), Fraction(1001)),
        (1, 7),
    ):
        keep = (t - 1) / (t + 1)
        left = size * answered_divergence(c, h, keep)
        right = size * min((t - 1) ** 2, Fraction(3)) * c * h**3 * THIRD
        parameters = {"c": str(c), "h": str(h), "e^epsilon": str(t), "N": size}
        yield Case(parameters, left, right, left_again=size * answered_again(c, h, keep))


def _vote_error(size: int, mass: Fraction, right: Fraction, e: arb) -> arb:
    """P(V^ != V) of the test P(1) = 1/(1 + e^(-e S/2)) on the sum S of the signs in a cube of mass `mass`.

    Each of the `size` samples is in the cube with probability `mass`, its sign then right with probability `right`.
    """
    up, down = mass * right, mass * (1 - right)
    total = arb(0)
    for a in range(size + 1):
        for b in range(size + 1 - a):
            weight = comb(size, a) * comb(size - a, b) * up**a * down**b * (1 - mass) ** (size - a - b)
            total += as_arb(weight) / (1 + (e * (a - b) / 2).exp())
    return total


def central_votes(_: Settings) -> Iterator[Case]:
    """label/own/lower3 next to the exact risk of the logistic vote in each cube, which is epsilon-label DP.

    With c = 1 and m = 1/h cubes on [0, 1]: a label in a cube is right with probability (1 + h/2)/2.
    """
    for size, h, value in product((1, 4, 9), (Fraction(1, 4), _HALF), (Fraction(1, 10), Fraction(1), Fraction(3))):
        e, m = as_arb(value), 1 / h
        scale = h**2 * _HALF * m
        bound = as_arb(scale / 2) / (1 + (e * as_arb(size * h**2 * _HALF)).exp())
        risk = as_arb(scale) * _vote_error(size, h, (1 + h * _HALF) / 2, e)
        yield Case({"N": size, "h": str(h), "epsilon": str(value), "m": int(m)}, bound, risk)


def _majority_error(size: int, mass: Fraction, right: arb) -> arb:
    """P(V^ != V) of the majority of answers in a cube of mass `mass`, each right with probability `right`; even at a tie."""
    error = arb(0)
    for a in range(size + 1):
        for b in range(size + 1 - a):
            even = _HALF if a == b else Fraction(int(b > a))
            count = comb(size, a) * comb(size - a, b) * mass ** (a + b) * (1 - mass) ** (size - a - b)
            error += as_arb(count * even) * right**a * (1 - right) ** b
    return error


def local_votes(settings: Settings) -> Iterator[Case]:
    """label/thm5 next to the exact risk of (1 - 2 P(error)) V^ phi h, V^ the majority of randomized answers in a cube.

    c = 1, G = 1/h, T > 1; h^3 = 1/(2 N E) with E = min(epsilon^2, 1); P(error) is known.
    """
    for h, value in product((Fraction(1, 2), Fraction(1, 4)), (_HALF, Fraction(1), Fraction(2))):
        size = int(1 / (2 * min(value**2, Fraction(1)) * h**3))
        if settings.quick and size > 64:
            continue
        error = _majority_error(size, h, (1 + (as_arb(value) / 2).tanh() * as_arb(h * _HALF)) / 2)
        risk = as_arb(h**2 * THIRD) * (1 - (1 - 2 * error) ** 2)
        yield Case({"N": size, "h": str(h), "epsilon": str(value)}, as_arb(h**2 * THIRD / 8), risk)


def local_class_votes(_: Settings) -> Iterator[Case]:
    """label/own/lower1 next to the exact excess risk of the majority of randomized answers, c = 1, m = 1/h cubes on [0, 1]."""
    for size, h, value in product((1, 6, 20), (Fraction(1, 4), _HALF), (Fraction(1, 10), Fraction(1), Fraction(3))):
        delta = as_arb(size * min(value**2, Fraction(1)) * h**3)
        scale = as_arb(h**2 * _HALF / h)
        bound = scale / 4 * ((-delta).exp() / 2).max(1 - (delta / 2).sqrt())
        risk = scale * _majority_error(size, h, (1 + (as_arb(value) / 2).tanh() * as_arb(h * _HALF)) / 2)
        yield Case({"N": size, "h": str(h), "epsilon": str(value), "m": int(1 / h)}, bound, risk)


def heavy_votes(_: Settings) -> Iterator[Case]:
    """label/own/lower4 next to the exact risk of (1 - 2 P(error)) V^ phi h, V^ the logistic vote on labels 0 and +-T.

    c = 1, G = 1/h, p = 2, M_p = 1: T = 1/(2h) and P(Y != 0) = M_p/T^2 = 4 h^2. A label is worth 1 for its sign.
    """
    for size, h, value in product((1, 4, 9), (Fraction(1, 4), _HALF), (Fraction(1, 5), Fraction(2))):
        e, radius = as_arb(value), 1 / (2 * h)
        bound = as_arb(h**2 * THIRD / 2) / (1 + (e * as_arb(size * h**2 * _HALF / radius)).exp())
        loud = 1 / radius**2
        right = (1 + h * _HALF * radius) / 2
        error = _vote_error(size, h * loud, right, e)
        risk = as_arb(h**2 * THIRD) * (1 - (1 - 2 * error) ** 2)
        yield Case({"N": size, "h": str(h), "epsilon": str(value), "T": str(radius)}, bound, risk)


def three_values(_: Settings) -> Iterator[Case]:
    """The logistic test on n labels in {-T, 0, T}: E 1/(1 + e^(epsilon l)) and the bound of label/lemma3 below its error."""
    for size, loud, tilt, value in product(
        (1, 2, 5), (_HALF, Fraction(1)), (Fraction(1, 4), _HALF), (Fraction(1, 5), Fraction(2))
    ):
        e = as_arb(value)
        error = _vote_error(size, loud, (1 + tilt / loud) / 2, e)
        bound = 1 / (1 + (e * as_arb(size * tilt)).exp())
        parameters = {"n": size, "P(Y != 0)": str(loud), "eta/T": str(tilt), "epsilon": str(value)}
        yield Case(parameters, bound - NARROW, error)


def per_bit(_: Settings) -> Iterator[Case]:
    """m = 1: the exact error of the best test between two binomials next to (45)."""
    for shift in (Fraction(1, 40), Fraction(1, 10), Fraction(1, 4)):
        high, low = Fraction(1, 2) + shift, Fraction(1, 2) - shift
        single = as_arb(2 * shift) * as_arb(high / low).log()
        for size in (1, 5, 20):
            kl = size * single
            error = (1 - total_variation_power(high, low, size)) / 2
            (accept, _), (_, reject) = likelihood_test(high, low, size)
            again = (1 - accept + 1 - reject) / 2
            bound = (((-kl).exp() / 2).max(1 - (kl / 2).sqrt())) / 2
            yield Case({"N": size, "eta": str(2 * shift)}, -error, -bound, left_again=-again)


def square_norms(_: Settings) -> Iterator[Case]:
    """Both sides over shells: |x - c_1|_inf = r/2 has the volume element d r^(d-1) dr, |u|_inf = s/2 likewise."""
    r = sympy.Symbol("r")
    for d_value, c, width in product((1, 2, 3), (Fraction(1, 2), Fraction(2)), (Fraction(1, 4), Fraction(1, 2))):
        h_value = Rational(width.numerator, width.denominator)
        left = sympy.integrate((1 - r / h_value) ** 2 * h_value**2 * d_value * r ** (d_value - 1), (r, 0, h_value))
        norm = sympy.integrate((1 - r) ** 2 * d_value * r ** (d_value - 1), (r, 0, 1))
        right = h_value ** (2 + d_value) * norm
        parameters = {"d": d_value, "c": str(c), "h": str(width)}
        yield Case(parameters, c * Fraction(int(left.p), int(left.q)), c * Fraction(int(right.p), int(right.q)))
