"""Finite cases for bassily Section 5: composed rounds, sampled gradients, generalisation, exact runs."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from flint import arb

from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.bassily.instances.exact_laws import optimal_delta


def advanced_total(_: Settings) -> Iterator[Case]:
    """The total of Theorem 2.4 at the printed budget of a round; again as epsilon and what it adds."""
    number, epsilon, delta = 20, Fraction(9, 10), Fraction(1, 100)
    root = (2 * number * as_arb(2 / delta).log()).sqrt()
    each = as_arb(epsilon) / root
    left = each * root + number * each * each.expm1()
    again = as_arb(epsilon) + number * each * (each.exp() - 1)
    parameters = {"T": number, "epsilon": str(epsilon), "delta": str(delta)}
    yield Case(parameters, left, epsilon, left_again=again)


def optimal_total(settings: Settings) -> Iterator[Case]:
    """Exact delta at epsilon of T rounds at the printed budget."""
    counts = (1, 2, 20) if settings.quick else (1, 2, 20, 100)
    for number, e in product(counts, (Fraction(1, 10), Fraction(1))):
        for delta in (Fraction(1, 2), Fraction(1, 100), Fraction(1, 10**6)):
            each = as_arb(e) / (2 * number * as_arb(2 / delta).log()).sqrt()
            parameters = {"T": number, "epsilon": str(e), "delta": str(delta)}
            yield Case(parameters, optimal_delta(number, each, delta / (2 * number), as_arb(e)), delta)


def two_ends(_: Settings) -> Iterator[Case]:
    """F(theta) = theta on [-1, 1]; A' is -1, and A is 1 with probability gamma = 1/sqrt(mn) = 1/2, else -1."""
    gamma = Fraction(1, 2)
    left = gamma * (1 - -1)
    again = (1 - gamma) * -1 + gamma * 1 + 1
    parameters = {"F": "theta", "R": 1, "L": 1, "m": 2, "n": 2, "gamma": str(gamma)}
    yield Case(parameters, left, gamma, left_again=again, note="both excess risks; that of A' is 0")


def changed_law(settings: Settings) -> Iterator[Case]:
    """|E F(A) - E F(A')| next to 2 TV, R = L = 1, for convex F with slopes within [-1, 1]."""
    points = [Fraction(-1), Fraction(0), Fraction(1)] + ([] if settings.quick else [Fraction(1, 2)])
    laws = [w for w in product(range(4), repeat=len(points)) if sum(w) == 3]
    risks = {
        "theta": points,
        "-theta": [-x for x in points],
        "|theta|": [abs(x) for x in points],
        "theta^2/2": [x**2 / 2 for x in points],
    }
    for (name, values), p, q in product(risks.items(), laws, laws):
        gap = abs(sum(((a - b) * value for a, b, value in zip(p, q, values, strict=True)), Fraction(0))) / 3
        apart = Fraction(sum(abs(a - b) for a, b in zip(p, q, strict=True)), 6)
        yield Case({"F": name, "A": list(p), "A'": list(q)}, gap, 2 * apart)


def inner_delta(_: Settings) -> Iterator[Case]:
    """delta_0 = n delta/(2TB) next to 1/n, T and B as Algorithm 4 has them, at the largest delta and at half of it.

    Lambda = log(2/delta) is given, and delta what the condition allows at it.
    """
    for users, dimension, e, c in product(
        (100, 10**4, 10**8), (1, 16, 10**4), (Fraction(1, 10), Fraction(1)), (10, 100)
    ):
        odds = as_arb(3)
        rounds = as_arb(Fraction(users**2) * e**2 / (c**2 * dimension))
        batch = users * as_arb(e) / (arb(1).expm1() * (2 * rounds * odds).sqrt())
        largest = arb(2).sqrt() * as_arb(e) ** 2 / (arb(1).expm1() * c * (dimension * odds).sqrt())
        for share in (arb(99) / 100, arb(1) / 2):
            parameters = {
                "n": users,
                "d": dimension,
                "epsilon": str(e),
                "c": c,
                "share of the largest delta": str(share),
            }
            yield Case(parameters, users * share * largest / (2 * rounds * batch), Fraction(1, users))


def round_budget(_: Settings) -> Iterator[Case]:
    """The exact budget of randomized response of one sampled bit at epsilon_0 = 1, again by its laws, next to the printed one.

    The message tells whether the one user with bit 1 was drawn, at epsilon_0.
    """
    keep = arb(1).exp() / (1 + arb(1).exp())
    for users, number, e, delta in product(
        (100, 10**4), (1, 10, 100), (Fraction(1, 2), Fraction(1)), (Fraction(1, 100), Fraction(1, 10**6))
    ):
        limit = as_arb(e) / (2 * number * as_arb(2 / delta).log()).sqrt()
        batch = int((users * limit / arb(1).expm1()).floor().unique_fmpz())
        share = as_arb(Fraction(batch, users))
        again = ((share * keep + (1 - share) * (1 - keep)) / (1 - keep)).log()
        parameters = {"n": users, "T": number, "epsilon": str(e), "delta": str(delta), "B": batch}
        yield Case(parameters, (1 + share * arb(1).expm1()).log(), limit, left_again=again)


_GRADIENTS = ((Fraction(1), Fraction(2)), (Fraction(0), Fraction(3)), (Fraction(-2), Fraction(1)))
"""Three users with two samples each."""


def _user_means() -> list[Fraction]:
    return [sum(row, Fraction(0)) / len(row) for row in _GRADIENTS]


def sampled_mean(*, normalised: bool) -> Iterator[Case]:
    """The mean over all batches of the batch's mean gradient, next to the sum or the mean of all gradients."""
    means, users = _user_means(), len(_GRADIENTS)
    total = sum((x for row in _GRADIENTS for x in row), Fraction(0))
    for size in range(1, users + 1):
        batches = list(combinations(means, size))
        left = sum((sum(batch, Fraction(0)) / size for batch in batches), Fraction(0)) / len(batches)
        again = sum(means, Fraction(0)) * Fraction(size, users) / size
        yield Case({"n": users, "m": 2, "B": size}, left, total / (2 * users if normalised else 1), left_again=again)


def unnormalised(_: Settings) -> Iterator[Case]:
    """Next to the sum, as printed."""
    yield from sampled_mean(normalised=False)


def normalised(_: Settings) -> Iterator[Case]:
    """Next to the mean."""
    yield from sampled_mean(normalised=True)


def sampled_variance(_: Settings) -> Iterator[Case]:
    """The variance of the batch's mean over all batches, by the formula and by enumeration, next to L^2/B."""
    means, users = _user_means(), len(_GRADIENTS)
    centre = sum(means, Fraction(0)) / users
    spread = sum(((x - centre) ** 2 for x in means), Fraction(0)) / users
    largest = max(abs(x) for row in _GRADIENTS for x in row)
    for size in range(1, users + 1):
        batches = list(combinations(means, size))
        left = sum(((sum(b, Fraction(0)) / size - centre) ** 2 for b in batches), Fraction(0)) / len(batches)
        again = Fraction(users - size, users - 1) * spread / size
        yield Case({"n": users, "m": 2, "B": size, "L": str(largest)}, left, largest**2 / size, left_again=again)


def summed_variance(_: Settings) -> Iterator[Case]:
    """The mean squared distance from the gradient of the printed sum, with noise of variance 1, next to L^2/B + sigma^2."""
    means, users = _user_means(), len(_GRADIENTS)
    total = Fraction(sum(x for row in _GRADIENTS for x in row))
    largest = max(abs(x) for row in _GRADIENTS for x in row)
    centre = sum(means, Fraction(0)) / users
    left = (centre - total) ** 2 + 1
    again = sum(((sum(means, Fraction(0)) / users + noise - total) ** 2 for noise in (-1, 1)), Fraction(0)) / 2
    parameters = {"n": users, "m": 2, "B": users, "d": 1, "sigma": 1, "L": str(largest), "gradients": str(_GRADIENTS)}
    yield Case(parameters, left, Fraction(largest**2, users) + 1, left_again=again, note="noise of +-1")


def _clip(x: Fraction) -> Fraction:
    return min(max(x, Fraction(-1)), Fraction(1))


def bouncing(_: Settings) -> Iterator[Case]:
    """F = 2 (theta - 1/2)^2 on [-1, 1] from 0, eta = 1, no noise, T = 20: beta = 4, so eta beta = 4."""
    beta, eta, length, at = 4, 1, 20, Fraction(1, 2)
    theta, iterates = Fraction(0), []
    for _step in range(length):
        theta = _clip(theta - eta * beta * (theta - at))
        iterates.append(theta)
    gap = Fraction(beta, 2) * (sum(iterates, Fraction(0)) / length - at) ** 2
    # From the second step on the iterates are 1 and -1 in turn, so that their mean is 0.
    again = Fraction(beta, 2) * at**2
    parameters = {"F": "2 (theta - 1/2)^2", "R": 1, "beta": beta, "eta": eta, "T": length, "noise": 0}
    yield Case(parameters, gap, Fraction(beta, length) + Fraction(1, eta * length), left_again=again)


def short_runs(_: Settings) -> Iterator[Case]:
    """The exact mean gap after T = 1 to 4 steps 1/(beta + 1/eta), noise +-v, on quadratics, next to the bound."""
    half, one = Fraction(1, 2), Fraction(1)
    for length, beta, eta, at, v in product((1, 2, 4), (1, 4), (half, 2 * one), (half, one), (0, 1)):
        step = 1 / (beta + 1 / eta)
        gaps = []
        for noise in product((-v, v), repeat=length):
            theta, total = Fraction(0), Fraction(0)
            for shock in noise:
                theta = _clip(theta - step * (beta * (theta - at) + shock))
                total += theta
            gaps.append(Fraction(beta, 2) * (total / length - at) ** 2)
        bound = Fraction(beta, length) + 1 / (eta * length) + eta / 2 * v**2
        parameters = {"T": length, "beta": beta, "eta": str(eta), "minimum at": str(at), "noise": v}
        yield Case(parameters, sum(gaps, Fraction(0)) / len(gaps), bound)


def far_centres(_: Settings) -> Iterator[Case]:
    """The gap next to L^2 eta (T + 1)/(nm)."""
    yield from _far_centres(2)


def far_centres_as_printed(_: Settings) -> Iterator[Case]:
    """The gap next to L^2 eta T/(nm)."""
    yield from _far_centres(1)


def _far_centres(steps: int) -> Iterator[Case]:
    """The gap next to L^2 eta/(nm) times so many: n = 3 users with one sample, uniform on 8 atoms z; B = T = eta = 1, beta = 2, no noise.

    The loss is the Huber function of |theta + e_z|: s^2 up to 1/2, s - 1/4 beyond; L = 1. One step from 0 leads to
    -e_z of the drawn user, where its own loss is 0 and any other atom's sqrt(2) - 1/4.
    """
    atoms, users = 8, 3
    other = arb(2).sqrt() - arb(1) / 4
    apart = as_arb(Fraction(atoms - 1, atoms)) * other
    empirical = as_arb(Fraction(users - 1, users)) * apart
    draws = list(product(range(atoms), repeat=users))
    unlike = sum(1 for draw in draws for j in range(users) if draw[j] != draw[0])
    again = apart - as_arb(Fraction(unlike, users * len(draws))) * other
    parameters = {"n": users, "m": 1, "B": 1, "T": 1, "eta": 1, "beta": 2, "L": 1, "R": 1, "atoms": atoms}
    yield Case(parameters, apart - empirical, Fraction(steps, users), left_again=again)


def summed_minima(_: Settings) -> Iterator[Case]:
    """F - min F next to F - min of the printed sum at theta = 1; two samples of the loss 2 - theta on [-1, 1]."""
    grid = [Fraction(k, 4) for k in range(-4, 5)]
    risk = {x: 2 - x for x in grid}
    here, least = risk[Fraction(1)], min(2 * value for value in risk.values())
    again = here - (2 - max(grid))
    yield Case(
        {"loss": "2 - theta", "n": 2, "m": 1, "A'": 1}, here - min(risk.values()), here - least, left_again=again
    )


def minima(_: Settings) -> Iterator[Case]:
    """E min F-hat next to min F on the grid k/4 of [-1, 1]; losses theta z, and (theta - z)^2/4; z fair signs."""
    grid = [Fraction(k, 4) for k in range(-4, 5)]
    losses = {"theta z": lambda x, z: x * z, "(theta-z)^2/4": lambda x, z: (x - z) ** 2 / 4}
    for (name, loss), size in product(losses.items(), range(1, 6)):
        found = []
        for draw in product((-1, 1), repeat=size):
            found.append(min(sum((loss(x, z) for z in draw), Fraction(0)) / size for x in grid))
        best = min((loss(x, -1) + loss(x, 1)) / 2 for x in grid)
        yield Case({"loss": name, "nm": size}, sum(found, Fraction(0)) / len(found), best)


def printed_step(_: Settings) -> Iterator[Case]:
    """The listed learning rate next to 2/beta at the largest beta of (2); again as a share of 2/beta."""
    n, m, d, c, eps = 16, 1, 1, 1, Fraction(1, 2)
    x, y = Fraction(d, 64) / eps**2, Fraction(c, n) / eps
    parameters = {"n": n, "m": m, "d": d, "c": c, "epsilon": str(eps), "R": 1, "L": 1}
    yield Case(parameters, x + y, 1 / min(1 / x, 1 / y), left_again=max(x, y) * (1 + min(x, y) / max(x, y)))
