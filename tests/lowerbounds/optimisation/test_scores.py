"""bassily Theorem 3.4's reduction as it runs: scores, bits by their exact law, and the bound that follows."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy

from lowerbounds.optimisation.excess_risk import cube_sharp
from lowerbounds.optimisation.scores import ScoreCube, leak, score_bound
from notation.parameters import ParameterError
from upperbounds.protocols.accountant import Noise, least_noise, total_divergence
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily_central import central_truncated_mean

Mechanism = Callable[[tuple[int, ...]], dict[int, Fraction]]
"""The law of an answer, -1 or 1, given one sign of each user."""
SIGMAS = 6.5
"""Two-sided type-I error below 1e-10."""


def majority(t: Fraction) -> Mechanism:
    """The sign of the sum of three signs, by randomized response at e^epsilon = t."""
    keep = t / (1 + t)

    def told(signs: tuple[int, ...]) -> dict[int, Fraction]:
        way = 1 if sum(signs) > 0 else -1
        return {way: keep, -way: 1 - keep}

    return told


def shown(delta: Fraction) -> Mechanism:
    """The first user's sign with probability delta, else a fair coin: (0, delta)-private."""
    return lambda signs: {s: (1 - delta) / 2 + delta * (s == signs[0]) for s in (-1, 1)}


def chances(mechanism: Mechanism, p: Fraction, users: int) -> Iterator[tuple[tuple[int, ...], int, Fraction]]:
    """(signs, answer, probability), exactly."""
    for signs in product((-1, 1), repeat=users):
        mass = math.prod(((1 + s * p) / 2 for s in signs), start=Fraction(1))
        for answer, chance in mechanism(signs).items():
            yield signs, answer, mass * chance


def bit_chances(mechanism: Mechanism, p: Fraction, alpha: Fraction, threshold: Fraction) -> tuple[Fraction, Fraction]:
    """P(A_1 > threshold) for the first of three users, and for a fresh one."""
    own = fresh = Fraction(0)
    weight = (alpha**2 - p**2) / (1 - p**2)
    for signs, answer, chance in chances(mechanism, p, 3):
        own += chance * (weight * answer * (signs[0] - p) > threshold)
        fresh += sum(chance * (1 + s * p) / 2 * (weight * answer * (s - p) > threshold) for s in (-1, 1))
    return own, fresh


@pytest.mark.parametrize("mechanism", [majority(Fraction(3)), majority(Fraction(20)), shown(Fraction(1, 3))])
def test_scores_add_up_to_twice_the_alignment(mechanism: Mechanism) -> None:
    """(a), exactly: integrated over p in [-alpha, alpha]."""
    p, alpha = sympy.Symbol("p"), sympy.Rational(2, 3)
    left = right = sympy.Integer(0)
    for signs in product((-1, 1), repeat=3):
        mass = sympy.prod([(1 + s * p) / 2 for s in signs])
        for answer, chance in mechanism(signs).items():
            share = sympy.Rational(chance.numerator, chance.denominator)
            left += share * answer * mass * sum((s - p) for s in signs) * (alpha**2 - p**2) / (1 - p**2)
            right += 2 * share * answer * mass * p
    assert sympy.integrate(sympy.cancel(left - right), (p, -alpha, alpha)) == 0
    assert sympy.integrate(sympy.expand(right), (p, -alpha, alpha)) > 0, "the answers do know of p"


@pytest.mark.parametrize("t", [Fraction(3, 2), Fraction(5)])
def test_bits_about_a_private_answer_are_as_if_fresh(t: Fraction) -> None:
    """Theorem 3.4's reduction, exactly: at most e^epsilon times the fresh bit's probability, plus delta."""
    alpha = Fraction(3, 4)
    biases, thresholds = (Fraction(0), Fraction(1, 2), Fraction(-2, 3)), (Fraction(-1, 3), Fraction(0), Fraction(1, 8))
    for p, threshold in product(biases, thresholds):
        own, fresh = bit_chances(majority(t), p, alpha, threshold)
        assert fresh / t <= own <= t * fresh
        told, unseen = bit_chances(shown(Fraction(1, 5)), p, alpha, threshold)
        assert abs(told - unseen) <= Fraction(1, 5)
    # An answer that is less private than it says is caught.
    own, fresh = bit_chances(majority(Fraction(50)), Fraction(0), alpha, Fraction(0))
    assert own > Fraction(5, 4) * fresh


@pytest.mark.parametrize("p", [0.0, 0.4])
def test_drawn_bits_have_their_exact_law(p: float) -> None:
    """Bits of 40,000 runs of the mechanism itself, own and fresh, next to enumeration."""
    cube, runs, t = ScoreCube(1, 0.75), 40_000, Fraction(5)
    rng = np.random.default_rng(5)
    biases = np.full((runs, 1), p)
    data = cube.sample(biases, 3, 1, rng)
    way = np.where(data.sum(axis=(1, 2, 3)) > 0, 1.0, -1.0)
    answers = np.where(rng.random(runs) < float(t / (1 + t)), way, -way)[:, None]
    fresh = cube.sample(biases, 1, 1, rng)
    exact = bit_chances(majority(t), Fraction(p), Fraction(3, 4), Fraction(1, 8))
    for seen, chance in zip((data[:, :1], fresh), exact, strict=True):
        share = cube.bits(answers, biases, seen, 0.125).mean()
        assert abs(share - float(chance)) <= SIGMAS * math.sqrt(float(chance * (1 - chance)) / runs)


def runs_of(epsilon: float, delta: float, alpha: float, runs: int = 250) -> tuple[np.ndarray, ...]:
    """Answers of bassily's central mean on the hard instance, kept in the unit ball; own and fresh scores."""
    n, m, d = 400, 30, 3
    cube, rng = ScoreCube(d, alpha), np.random.default_rng(11)
    biases = cube.biases(rng, runs)
    data = cube.sample(biases, n, m, rng)
    plan = central_truncated_mean(n, m, epsilon, 1.0, delta, RandomRotation.draw(d, rng))
    answers = plan.run(data, rng) * 10
    answers /= np.maximum(np.linalg.norm(answers, axis=-1, keepdims=True), 1)
    fresh = cube.sample(biases, n, m, rng)
    return answers, biases, cube.scores(answers, biases, data), cube.scores(answers, biases, fresh)


def test_the_real_mechanism_holds_to_every_step() -> None:
    """(a), (b) and the bits of (c), each within 6.5 standard errors; the answers are bassily's central mean's."""
    epsilon, delta, alpha = 1.0, 1e-3, 0.9
    answers, biases, own, fresh = runs_of(epsilon, delta, alpha)
    both = own.sum(axis=1) - 2 * (answers * biases).sum(axis=1)
    assert abs(both.mean()) <= SIGMAS * both.std() / math.sqrt(len(both))
    users = fresh.mean(axis=1)
    assert abs(users.mean()) <= SIGMAS * users.std() / math.sqrt(len(users))
    assert np.abs(fresh).mean() <= alpha**2 * math.sqrt(30)
    for threshold in (0.0, 1.0, 2.0):
        told, unseen = ((scores > threshold).mean(axis=1) for scores in (own, fresh))
        gap = told - math.exp(epsilon) * unseen
        assert gap.mean() <= delta + SIGMAS * gap.std() / math.sqrt(len(gap))


@pytest.mark.parametrize("d", [1, 2, 7, 400])
def test_the_biases_norm_is_above_kappa(d: int) -> None:
    norms = np.linalg.norm(ScoreCube(d, 0.8).biases(np.random.default_rng(d), 20_000), axis=1)
    kappa = 0.8 * math.sqrt(d / (3 + 12 / (5 * d)))
    assert kappa <= norms.mean() + SIGMAS * norms.std() / math.sqrt(len(norms))
    assert kappa >= 0.85 * norms.mean()


@pytest.mark.parametrize("delta", [1e-12, 1e-6, 1e-2, 0.5, 0.99])
@pytest.mark.parametrize("m", [1, 10**4])
def test_what_delta_adds_covers_the_tails(delta: float, m: int) -> None:
    """Signs at d = 1, p = 0: min over T of delta T + E(|Y| - T)_+ is at most h sqrt(m), exactly by binomials."""
    from scipy.stats import binom

    counts = np.arange(m + 1)
    sizes, mass = np.abs(2 * counts - m), binom.pmf(counts, m, 0.5)
    ends = np.unique(sizes)
    least_ = min(delta * end + float(np.sum(mass * np.maximum(sizes - end, 0))) for end in ends)
    assert least_ <= float(leak(delta, m)) * math.sqrt(m) * (1 + 1e-12)


POINTS = [
    (n, m, d, e, x)
    for n, m in ((1, 1), (50, 4), (10**5, 100))
    for d in (1, 9, 1000)
    for e in (0.01, 1.0, 4.0)
    for x in (0.0, 1e-9, 0.1)
]


@pytest.mark.parametrize(("n", "m", "d", "epsilon", "delta"), POINTS)
def test_the_bound_is_the_best_alpha(n: int, m: int, d: int, epsilon: float, delta: float) -> None:
    L, R = 2.0, 3.0
    kappa = 1 / math.sqrt(3 + 12 / (5 * d))
    u = math.sqrt(2 * math.log(1 / delta)) if delta else 0.0
    h = min(math.sqrt(delta), delta * (1 + u + 1 / u), 2 * delta * math.sqrt(m)) if delta else 0.0
    told = n / 2 * math.sqrt(m / d) * (math.sinh(epsilon) + (1 + math.exp(-epsilon)) * math.sqrt(d) * h)
    grid = np.geomspace(1e-9, 1, 4000)
    best = L * R * float(np.max(grid * kappa - grid**2 * told))
    found = score_bound(n, m, d, epsilon, L, R, delta).value
    assert best * (1 - 1e-9) <= found <= best * (1 + 1e-3)
    assert found <= score_bound(n, m, d, epsilon, L, R).value


def test_the_central_bound_has_its_private_term() -> None:
    """RL sqrt(d)/(n sqrt(m) epsilon) times 0.14 to 1/6 at small epsilon and delta, and it is above 1/sqrt(nm) there."""
    for n, m, d, epsilon in ((10**4, 10, 10**4, 0.01), (10**3, 10**4, 4000, 0.05)):
        rate = math.sqrt(d) / (n * math.sqrt(m) * epsilon)
        assert 0.14 <= score_bound(n, m, d, epsilon, 1.0, 1.0, 1e-9).value / rate <= 1 / 6
    assert score_bound(10**4, 10, 10**4, 0.01, 1.0, 1.0, 1e-9).value > 1 / math.sqrt(10**5)


def test_without_its_delta_the_bound_would_be_false() -> None:
    """Publishing with probability delta: excess at most 2RL/sqrt(n delta), which a bound that forgets delta exceeds."""
    n, m, d, epsilon, delta = 10**5, 4, 10**9, 1e-3, 0.9
    public = 2 / math.sqrt(n * delta)
    assert score_bound(n, m, d, epsilon, 1.0, 1.0, delta).value <= public < score_bound(n, m, d, epsilon).value


def test_a_gaussian_mean_does_not_beat_the_bound() -> None:
    """The average excess risk on the hard instance of a noisy mean that is just (epsilon, delta)-private."""
    n, m, d, epsilon, delta = 200, 5, 50, 0.1, 1e-6
    bound = score_bound(n, m, d, epsilon, 1.0, 1.0, delta)
    cube, rng = ScoreCube(d, float(bound.parameters["alpha"])), np.random.default_rng(3)
    sigma = least_noise(lambda s: total_divergence((Noise(Fraction(2, n), s),), epsilon), delta, 1.0)
    biases = cube.biases(rng, 300)
    answers = cube.sample(biases, n, m, rng).mean(axis=(1, 2)) + sigma * rng.standard_normal((300, d))
    answers /= np.linalg.norm(answers, axis=-1, keepdims=True)
    risks = (np.linalg.norm(biases, axis=1) - (answers * biases).sum(axis=1)) / math.sqrt(d)
    assert bound.value <= risks.mean() + SIGMAS * risks.std() / math.sqrt(300)
    assert bound.value >= risks.mean() / 100


@pytest.mark.parametrize(("n", "m", "d", "epsilon"), [(1000, 10, 16, 0.3), (50, 3, 40, 0.5), (10**4, 1, 2, 2.0)])
def test_small_deltas_cost_the_local_bound_little(n: int, m: int, d: int, epsilon: float) -> None:
    pure, twice = cube_sharp(n, m, d, epsilon).value, cube_sharp(n, m, d, 2 * epsilon).value
    assert cube_sharp(n, m, d, epsilon, delta=1e-30).value == pytest.approx(twice, rel=1e-6)
    values = [cube_sharp(n, m, d, epsilon, delta=x).value for x in (1e-9 / n, 1e-3 / n, 0.02 / n, 0.9)]
    assert pure > values[0] > values[1] > values[2] > values[3] == 0
    # On the cube the risk is within 0 and 2 alpha: what is taken off is in proportion to alpha.
    assert values[1] >= twice * (1 - 0.1)


def test_wrong_numbers_are_named() -> None:
    for build in (
        lambda: ScoreCube(0, 0.5),
        lambda: ScoreCube(3, 1.5),
        lambda: score_bound(10, 1, 3, 1.0, 0.0),
        lambda: score_bound(10, 1, 3, 1.0, 1.0, 1.0, 1.0),
        lambda: cube_sharp(10, 1, 3, 1.0, delta=-0.1),
    ):
        with pytest.raises(ParameterError, match=" = "):
            build()
