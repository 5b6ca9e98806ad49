"""Finite cases for bassily Section 4 and Appendix B: Gaussian noise, the exponential mechanism, random rotations."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import acb, arb

from lowerbounds.numerics.enclosures import precise
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.bassily.instances.vote_counts import failure_at


def normal_above(x: arb) -> arb:
    """P(N(0, 1) > x)."""
    return (x / arb(2).sqrt()).erfc() / 2


@precise
def gaussian_delta(total: arb, shift: arb) -> arb:
    """The hockey-stick divergence at e^total of two unit normals whose means are `shift` apart."""
    return normal_above(total / shift - shift / 2) - total.exp() * normal_above(total / shift + shift / 2)


@precise
def gaussian_delta_again(total: arb, shift: arb) -> arb:
    """The same by integrating p - e^total q from where it is positive, on 40 unit intervals."""

    def excess(x: acb, _: bool) -> acb:
        scale = (2 * acb.pi()).sqrt()
        return ((-((x - shift) ** 2) / 2).exp() - total.exp() * (-(x**2) / 2).exp()) / scale

    start = total / shift + shift / 2
    found = sum((acb.integral(excess, start + k, start + k + 1).real for k in range(40)), arb(0))
    # Beyond, p has mass below e^-200.
    return found + arb(0, 2.0**-200)


def gaussian_noise(_: Settings) -> Iterator[Case]:
    """Exact delta at epsilon of the noise sqrt(2 log(1.25/delta))/epsilon, by the tails and by integration."""
    for e, power in product((Fraction(1, 10), Fraction(1, 2), Fraction(1)), (0, 2, 5, 8)):
        delta = Fraction(1, 2 * 10**power)
        shift = as_arb(e) / (2 * as_arb(Fraction(5, 4) / delta).log()).sqrt()
        parameters = {"epsilon": str(e), "delta": str(delta)}
        again = gaussian_delta_again(as_arb(e), shift)
        yield Case(parameters, gaussian_delta(as_arb(e), shift), delta, left_again=again)


def two_messages(e: Fraction, delta: Fraction, factor: int, *, again: bool) -> arb:
    """Exact delta at epsilon of Algorithm 2 at epsilon/2 and a normal with sigma = C sqrt(factor log(1.25/delta))/epsilon.

    The inputs are projected to C and -C around the crude mean. Two one-hot vectors differ in two bits, each kept with
    probability p = e^(epsilon/4)/(1 + e^(epsilon/4)): the log-ratio is epsilon/2, 0, -epsilon/2 with probabilities p^2, 2pq, q^2.
    """
    shift = 2 * as_arb(e) / (factor * as_arb(Fraction(5, 4) / delta).log()).sqrt()
    keep = 1 / (1 + (-as_arb(e) / 4).exp())
    curve = gaussian_delta_again if again else gaussian_delta
    parts = ((keep**2, e / 2), (2 * keep * (1 - keep), e), ((1 - keep) ** 2, 3 * e / 2))
    return sum((weight * curve(as_arb(rest), shift) for weight, rest in parts), arb(0))


def whole_budget_twice(_: Settings) -> Iterator[Case]:
    """The printed noise, factor 8."""
    e, delta = Fraction(1, 2), Fraction(1, 10**8)
    left, again = (two_messages(e, delta, 8, again=route) for route in (False, True))
    yield Case({"epsilon": "1/2", "delta": "10^-8", "d": 1}, left, delta, left_again=again)


def half_budget_each(_: Settings) -> Iterator[Case]:
    """The corrected noise, factor 32."""
    for e, power in product((Fraction(1, 10), Fraction(1, 2), Fraction(1)), (0, 2, 5, 8)):
        delta = Fraction(1, 2 * 10**power)
        yield Case({"epsilon": str(e), "delta": str(delta)}, two_messages(e, delta, 32, again=False), delta)


def exponential(data: tuple[int, ...], bins: int, t: Fraction) -> list[Fraction]:
    """The law of Algorithm 6 on midpoints 0, ..., bins - 1, t = e^(epsilon/2)."""
    costs = [max(sum(x < y for x in data), sum(x > y for x in data)) for y in range(bins)]
    weights = [1 / t**cost for cost in costs]
    return [weight / sum(weights) for weight in weights]


def neighbours(settings: Settings) -> Iterator[Case]:
    """The largest ratio of Algorithm 6's laws over data sets that differ in one user, next to e^epsilon."""
    for users, bins in ((1, 2), (2, 3), (3, 3)) if settings.quick else ((1, 2), (2, 3), (3, 3), (4, 3), (3, 4)):
        for t in (Fraction(3, 2), Fraction(3)):
            worst = Fraction(1)
            for data in product(range(bins), repeat=users):
                law = exponential(data, bins, t)
                for moved in range(bins):
                    other = exponential((moved, *data[1:]), bins, t)
                    worst = max(worst, *(a / b for a, b in zip(law, other, strict=True)))
            yield Case({"n": users, "bins": bins, "e^(epsilon/2)": str(t)}, worst, t**2)


def beyond_the_range(_: Settings) -> Iterator[Case]:
    """|X_2 - 1| next to 2 tau = 2, X = (2 - h, 4 - 2h) in bins of width 2, each of whose midpoints wins with its probability."""
    for h in (Fraction(1, 10), Fraction(1, 4)):
        data = (2 - h, 4 - 2 * h)
        assert data[1] - data[0] <= 2
        law = exponential(tuple(int(x // 2) for x in data), 3, Fraction(3, 2))
        assert law[0] == law[1] > law[2]
        yield Case({"X": [str(x) for x in data], "P(middle 1)": str(law[0])}, abs(data[1] - 1), 2, left_again=3 - 2 * h)


def unoccupied(_: Settings) -> Iterator[Case]:
    """(P(no data at the output)/l)^2 next to e^(-epsilon n/2), for data at two adjacent midpoints; t = e^(epsilon/2)."""
    for users, bins, t in product((1, 2, 3, 6), (2, 3, 5), (Fraction(3, 2), Fraction(3))):
        for left, first in product(range(bins - 1), range(users + 1)):
            data = (left,) * first + (left + 1,) * (users - first)
            law = exponential(data, bins, t)
            missed = sum((mass for y, mass in enumerate(law) if y not in data), Fraction(0))
            parameters = {"n": users, "l": bins, "data": list(data), "e^(epsilon/2)": str(t)}
            yield Case(parameters, (missed / bins) ** 2, 1 / t**users)


def _hadamard(d: int) -> list[list[int]]:
    """The Hadamard matrix of order d, a power of two."""
    return [[(-1) ** (i & j).bit_count() for j in range(d)] for i in range(d)]


def orthogonal(_: Settings) -> Iterator[Case]:
    """The entries of D H^T H D/d next to those of I."""
    for d in (1, 2, 4, 8):
        matrix = _hadamard(d)
        gram = [[sum(row[i] * row[j] for row in matrix) for j in range(d)] for i in range(d)]
        for signs in product((-1, 1), repeat=d):
            for i, j in product(range(d), repeat=2):
                entry = Fraction(signs[i] * signs[j] * gram[i][j], d)
                yield Case({"d": d, "D": list(signs), "i": i, "j": j}, entry, int(i == j))


def rotated(_: Settings) -> Iterator[Case]:
    """P(|(U v)_j| >= s) over all diagonals D, at every s that occurs, next to 2 exp(-d s^2/(2|v|^2))."""
    for d in (1, 2, 4, 8):
        vectors = {"an axis": [1] + [0] * (d - 1), "all equal": [1] * d, "1, 2, ...": list(range(1, d + 1))}
        for (name, v), row in product(vectors.items(), (0, d - 1)):
            matrix = _hadamard(d)
            sums = [
                abs(sum(h * s * x for h, s, x in zip(matrix[row], signs, v, strict=True)))
                for signs in product((-1, 1), repeat=d)
            ]
            square = sum(x * x for x in v)
            for level in set(sums):
                # With s = level/sqrt(d) the exponent is -level^2/(2|v|^2).
                tail = Fraction(sum(total >= level for total in sums), 2**d)
                right = 2 * (-as_arb(Fraction(level**2, 2 * square))).exp()
                yield Case({"d": d, "v": name, "j": row, "s sqrt(d)": level}, tail, right)


def printed_groups(_: Settings) -> Iterator[Case]:
    """d = 1, epsilon = 1: P(|estimate - mean| > 4 tau') with tau' = 10 tau sqrt(log(4k/gamma)) and R = 200 tau'.

    Half of the data are within tau of an edge of the bins on one side, half on the other; their mean is the edge.
    """
    users, bins, gamma = 48, 200, Fraction(1, 20)
    assert users > 4 * (bins * 10 * (4 * users / as_arb(gamma)).log().sqrt() / as_arb(gamma)).log()
    left, again = failure_at(bins, users, True, ties=False)
    parameters = {"d": 1, "epsilon": 1, "R/tau'": bins, "gamma": "1/20", "k": users}
    yield Case(parameters, left, gamma / 4, left_again=again)


def off_centre(_: Settings) -> Iterator[Case]:
    """d = 1, all data 0, an edge of the bins: P(|output| > 4C) less P(|N| > 4C), next to 2 gamma, at n = k.

    The crude mean is at least tau' = 10 tau sqrt(log(4k/gamma)) away from 0, so every point moves to distance
    tau' - C at least; C = tau sqrt(log(k/gamma)); sigma^2/k = 8 C^2 log(1.25/delta)/(epsilon^2 k).
    """
    users, gamma, e, delta = 10**4, Fraction(1, 10), Fraction(9, 10), Fraction(1, 10**5)
    reach = (users / as_arb(gamma)).log().sqrt()
    moved = (10 * (4 * users / as_arb(gamma)).log().sqrt() - reach) / reach
    noise = (8 * as_arb(Fraction(5, 4) / delta).log() / users).sqrt() / as_arb(e)
    left = (1 - normal_above((moved - 4) / noise)) - 2 * normal_above(4 / noise)
    # A second route: the tails by Chernoff's bound.
    again = 1 - arb(0.5, 0.5) * ((-(((moved - 4) / noise) ** 2) / 2).exp() + 2 * (-((4 / noise) ** 2) / 2).exp())
    parameters = {"d": 1, "X_i": 0, "k": users, "n": users, "gamma": "1/10", "epsilon": "9/10", "delta": "10^-5"}
    yield Case(parameters, left, 2 * gamma, left_again=again, note="in units of C; the mean of the data is 0")


def middles(_: Settings) -> Iterator[Case]:
    """d = 1: how far the middle of a bin of width 2 tau' is from data x_0 +- tau, if the data meet it; next to C.

    tau' = tau sqrt(2 log(8k/gamma)) and C = tau + 2 tau', in units of tau.
    """
    for users, gamma in product((1, 10, 1000), (Fraction(1), Fraction(1, 100))):
        width = (2 * (8 * users / as_arb(gamma)).log()).sqrt()
        for k in range(-24, 25):
            centre = as_arb(Fraction(k, 12)) * width
            for j in range(-3, 4):
                low, middle = (2 * j) * width, (2 * j + 1) * width
                if bool(centre + 1 < low) or bool(centre - 1 > low + 2 * width):
                    continue
                parameters = {"k": users, "gamma": str(gamma), "x_0": f"{k}/12 tau'", "bin": j}
                yield Case(parameters, arb.max(abs(middle - centre - 1), abs(middle - centre + 1)), 1 + 2 * width)
