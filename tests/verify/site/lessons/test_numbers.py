"""The numbers that the lessons show, each by a route of its own."""

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from statistics import NormalDist

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, linprog, minimize_scalar
from scipy.stats import gamma, norm

from upperbounds.vectors.kent import algorithm12, printed_algorithm12
from verify.papers.kent.instances.rotations import rotations
from verify.site.lessons.notebook import Notebook


@pytest.fixture(scope="module")
def shown(ran: dict[str, Notebook]) -> dict[str, str]:
    """All that each lesson shows, as plain text."""
    return {name: "\n".join(_texts(lesson)) for name, lesson in ran.items()}


def _texts(lesson: Notebook) -> Iterator[str]:
    for cell in lesson["cells"]:
        for output in cell.get("outputs", ()):
            found = output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
            yield "".join(found)


def number(pattern: str, told: str) -> float:
    """The number that stands where the pattern has its group."""
    found = re.search(pattern, told)
    assert found, pattern
    return float(found[1].replace(",", ""))


def test_numbers_of_the_first_lesson(shown: dict[str, str]) -> None:
    """The best tilt by an optimiser, the chain's end, the counterexample, and the exercise by calculus."""
    n, m, epsilon = 1000, 100, 0.5

    def height(s: float) -> float:
        kl = (1 + s) / 2 * math.log((1 + s) / (1 - s)) + (1 - s) / 2 * math.log((1 - s) / (1 + s))
        return s**2 / 2 * (1 - math.sqrt(n * m * (math.e**epsilon - 1) ** 2 * kl) / 2)

    found = minimize_scalar(lambda s: -height(s), bounds=(1e-6, 0.02), method="bounded", options={"xatol": 1e-12})
    told = shown["le_cam"]
    assert number(r"by hand at s = ([\d.]+)", told) == pytest.approx(found.x, rel=1e-3)
    assert number(r"by hand at s = [\d.]+: ([\d.e-]+)", told) == pytest.approx(height(found.x), rel=1e-4)
    assert number(r"constant 1/36: ([\d.]+) D", told) == pytest.approx(10_000 / 36, abs=0.06)
    assert number(r"ratio ([\d.]+)\n", told) == pytest.approx(27 / (16 * math.e), rel=0.01)


def test_numbers_of_the_second_lesson(shown: dict[str, str]) -> None:
    """The total variation by brute force over all pairs, the divergence by the walk of N+ - N-."""
    d, s = 8, Fraction(1, 2)
    single = [[(1 + s * sign * (v if k == 0 else 1)) / (2 * d) for k in range(d) for sign in (1, -1)] for v in (1, -1)]
    pairs = [[a * b for a, b in product(law, repeat=2)] for law in single]
    tv = sum(abs(a - b) for a, b in zip(*pairs, strict=True)) / 2
    told = shown["products"]
    assert re.search(r"by counting 256 pairs +(\S+)", told)[1] == str(tv**2) == "225/16384"  # type: ignore[index]
    bits = []
    for tilt in (0.1, -0.1):
        step, law = np.array([(1 - tilt) / 16, 7 / 8, (1 + tilt) / 16]), np.ones(1)
        for _ in range(25):
            law = np.convolve(law, step)
        bits.append((1 + 0.2 * law[26:].sum()) / 2.2)
    a, b = bits
    kl = a * math.log(a / b) + (1 - a) * math.log((1 - a) / (1 - b))
    assert number(r"divergence ([\d.e-]+),", told) == pytest.approx(kl, rel=1e-3)
    assert number(r"bound \(101\) ([\d.e-]+)", told) == pytest.approx(1.5 * 0.2**2 * 25 * 0.01 / 64, rel=1e-3)
    assert kl > 1.5 * 0.2**2 * 25 * 0.01 / 64


def test_numbers_of_the_third_lesson(shown: dict[str, str]) -> None:
    """The tail of the votes as a difference of two Gamma variables, the variance term alone next to the exact risk."""
    told = shown["localise"]
    tail, _ = quad(lambda y: gamma.pdf(y, 500) * gamma.cdf(y - 45, 500), 300, 800, epsabs=1e-10)
    assert number(r"P\(s ≤ 0\.41 n\) = ([\d.]+)", told) == pytest.approx(tail, abs=2e-4)
    width = 12 + 2 * math.sqrt(math.log(20_000))
    variance = 2 * (1 / 1024 + 2 * width**2 / 1024) / 20_000
    assert float(re.search(r"1,024 +([\d.]+)·10⁻⁵", told)[1]) * 1e-5 == pytest.approx(variance, rel=1e-3)  # type: ignore[index]
    assert number(r"printed: w = [\d.]+, m > (\d+)", told) == round(width**2 / 2)
    assert number(r"mean with noise.*\n4 +([\d.]+)", told) == pytest.approx(1 / 80_000 + 8 / 20_000, rel=1e-3)


def test_numbers_of_the_fourth_lesson(shown: dict[str, str]) -> None:
    """K in the plane by hand, the least coefficients by the dual program, the net's constant."""
    chart = next(line for line in shown["kashin"].splitlines() if line.startswith("[a chart: The image of the box"))
    assert "lies inside the disc" in chart
    told = shown["kashin"]
    beta = 8 * math.e / 225 / math.pi * 31
    assert number(r"β = ([\d.]+) <", told) == pytest.approx(beta, abs=1e-4)
    rng = np.random.Generator(np.random.PCG64DXSM([16, 0]))
    q, r = np.linalg.qr(rng.standard_normal((32, 16)))
    u = q * np.sign(np.diagonal(r))
    x = max(u, key=np.linalg.norm)
    x = x / np.linalg.norm(x)
    # max x^T y over y = p - q with sum of t at most 1 and -t <= Uy <= t.
    size = u.shape
    above = np.block([[u, -u, -np.eye(size[0])], [-u, u, -np.eye(size[0])]])
    budget = np.concatenate([np.zeros(2 * size[1]), np.ones(size[0])])
    solved = linprog(
        np.concatenate([-x, x, np.zeros(size[0])]),
        A_ub=np.vstack([above, budget]),
        b_ub=np.concatenate([np.zeros(2 * size[0]), [1.0]]),
    )
    assert number(r"a row of U +([\d.]+)", told) == pytest.approx(-solved.fun, rel=1e-3)


def test_numbers_of_the_fifth_lesson(shown: dict[str, str]) -> None:
    """The floor by its sum in exact rationals, the vote by simulation, the cap of the samples by its definition."""
    told = shown["transition"]
    t = Fraction(math.e).limit_denominator(10**12)
    total = Fraction(0)
    for k in range(51):
        a, b = t**k, t ** (50 - k)
        total += math.comb(50, k) * 2 * a * b / (a + b)
    exact = float(total / (1 + t) ** 50)
    assert number(r"\n50 +\d+ +[\d.]+ +[\d.]+ +([\d.]+)", told) == pytest.approx(exact, rel=1e-3)
    rng = np.random.Generator(np.random.PCG64DXSM(5))
    keep = math.exp(0.5) / (1 + math.exp(0.5))
    right, others = rng.binomial(100, keep, 20_000), rng.binomial(100, 1 - keep, (20_000, 12)).max(axis=1)
    lost, error = float(np.mean(others >= right)), number(r"\n100 +13 +([\d.]+)", told)
    assert abs(1 / 169 + 4 * lost - error) < 4 * 6 * math.sqrt(lost / 20_000)
    first = number(r"one sample of each user up to n = ([\d,]+)", told)
    assert math.exp(first / 8536) < 2 <= math.exp((first + 1) / 8536)
    assert number(r"no estimator with (\d+) users", told) < number(r"by votes with (\d+) users", told)


def test_numbers_of_the_lesson_on_labels(shown: dict[str, str]) -> None:
    """The lead of a vote in exact rationals, full privacy by drawing everybody's answers, the worth of an answer."""
    told = shown["labels"]
    keep = Fraction(math.e).limit_denominator(10**9) / (1 + Fraction(math.e).limit_denominator(10**9))
    for lean, name in ((Fraction(1, 5), "without privacy"), (Fraction(1, 5) * (2 * keep - 1), "with answers")):
        one = (1 + lean) / 2
        below = sum(math.comb(100, k) * one**k * (1 - one) ** (100 - k) for k in range(50))
        wrong = below + math.comb(100, 50) * one**50 * (1 - one) ** 50 / 2
        assert number(rf"{name} ([\d.]+)", told) == pytest.approx(float(wrong), abs=6e-5)
    rng = np.random.Generator(np.random.PCG64DXSM(23))
    runs, n, cells = 400, 10_000, 2
    lost = np.empty(runs)
    for i in range(runs):
        x = rng.random(n)
        eta = np.where(x < 0.4, 1.0, -1.0) * (0.4 - 2 * np.abs(np.where(x < 0.4, x, x - 0.4) - 0.2)) * (x < 0.8)
        mean = np.where(rng.random(n) < (1 + eta) / 2, 1, -1)
        meant = np.where(rng.random(n) < float(keep), mean, -mean)
        coins = rng.choice((-1, 1), (n, cells))
        said = np.where((x * cells).astype(int)[:, None] == np.arange(cells), meant[:, None], coins).sum(axis=0)
        # Of the cell [0, 1/2] the part from 0.4 on leans the other way: 0.1 of it, 0.01 in all; of the other, 0.07.
        costs = ((0.01, 0.08), (0.07, 0.0))
        lost[i] = sum(
            (low + high) / 2 if vote == 0 else low if vote > 0 else high
            for vote, (low, high) in zip(said, costs, strict=True)
        )
    error = lost.std(ddof=1) / math.sqrt(runs)
    assert abs(lost.mean() - number(r"answers for all +one by lot\n2 +([\d.]+)", told)) < 4 * error


def test_moments_of_the_lesson_on_labels(shown: dict[str, str]) -> None:
    """The clip of order 4 by an optimiser over the largest bias of a clip, its exact error by integrals."""
    told, n = shown["labels"], 10_000
    worst = -minimize_scalar(lambda y: -(y - 1) / y**4, bounds=(1, 9), method="bounded").fun
    fourth, _ = quad(lambda y: y**4 * 6 * y**-7, 1, math.inf)
    clip = minimize_scalar(lambda T: 8 * T**2 / n + (worst * fourth / T**3) ** 2, bounds=(1, 9), method="bounded").x
    row = re.search(r"\n4 +3 +([\d.]+) +[\d.]+ +[\d.]+ +([\d.]+) +([\d.]+)\n", told)
    assert row
    assert float(row[1]) == pytest.approx(clip, abs=6e-4)
    bias = quad(lambda y: (y - clip) * 6 * y**-7, clip, math.inf)[0]
    mean, square = (quad(lambda y, k=k: y**k * 6 * y**-7, 1, clip)[0] + clip ** (k - 6) for k in (1, 2))
    assert float(row[3]) == pytest.approx((square - mean**2 + 8 * clip**2) / n + bias**2, rel=1e-3)
    assert float(row[2]) == pytest.approx(
        (math.sqrt(fourth) + 8 * clip**2) / n + (worst * fourth / clip**3) ** 2, rel=1e-3
    )


def test_the_plane_of_the_fourth_lesson_has_the_constant_that_one_finds_by_hand(ran: dict[str, Notebook]) -> None:
    drawing = next(
        "".join(o["data"]["image/svg+xml"])
        for cell in ran["kashin"]["cells"]
        for o in cell.get("outputs", ())
        if "first coordinate" in "".join(o.get("data", {}).get("image/svg+xml", ""))
    )
    assert number(r"K = ([\d.]+)", drawing) == pytest.approx(2 / (1 + math.sqrt(2)), abs=6e-4)


def test_numbers_of_the_sixth_lesson(shown: dict[str, str]) -> None:
    """The least noise by the normal law alone, its prices, and the floor of a recursion by hand."""
    told, epsilon, delta = shown["gradient"], 1.0, 1e-6

    def spent(kappa: float) -> float:
        near, far = (way / (2 * kappa) - epsilon * kappa for way in (1, -1))
        return float(norm.cdf(near) - math.exp(epsilon) * norm.cdf(far)) - delta

    kappa = brentq(spent, 1.0, 20.0)
    assert number(r"κ = ([\d.]+)", told) == pytest.approx(kappa, abs=6e-4)
    assert number(r"each user hides herself +([\d.]+)", told) == pytest.approx(
        2 * kappa * math.sqrt(5 / 2000), rel=1e-3
    )
    assert number(r"from n = ([\d,]+) on", told) == pytest.approx((2 * kappa) ** 2 * 5 * 100, abs=0.6)
    q = 1 - 0.3 * 0.8
    series = sum(0.8**2 * 0.02 * q ** (2 * t) for t in range(12))
    assert number(r"12 steps: ([\d.]+) by", told) == pytest.approx(0.15 * (q**24 + series), abs=6e-7)


def test_numbers_of_the_lesson_on_folds(shown: dict[str, str]) -> None:
    """The answers drawn, the spends of the plans that run, all rotations in integers, the break-even by a root."""
    told = shown["folds"]
    rng = np.random.Generator(np.random.PCG64DXSM(45))
    runs, k = 2000, 3
    answers = 100_000 * k // 16
    # Laplace noise of scale w k/epsilon by two exponentials: their sums over the answers are Gamma.
    noise = rng.gamma(answers, size=runs) - rng.gamma(answers, size=runs)
    drawn = rng.normal(0, math.sqrt(answers / 400), runs) + 0.1 * k / 8 * noise
    found = 16 * np.var(drawn / answers, ddof=1)
    said = number(r"\n8 .* 3 +([\d.]+)·10⁻⁶", told) * 1e-6
    assert abs(found / said - 1) < 4 * math.sqrt(2 / runs)  # beyond with probability below 1e-4
    for plan, place in ((printed_algorithm12, 1), (algorithm12, 2)):
        (spent,) = {len(sent) for sent in plan(4000, 5, 5, 2.5, 1.0).split.sends}
        assert spent == int(re.search(r"\n5 +5/2 +(\d) +(\d)", told)[place])  # type: ignore[index]
    turned = {max(map(abs, image)) for image in rotations([1, 1, 0, 0, 0, 0, 0, 0])}
    assert turned == {2}  # sqrt(d) times the turned entry; the vector's length is sqrt(2)
    assert number(r"always ([\d.]+)", told) == pytest.approx(2 / math.sqrt(2), abs=6e-5)
    whole = math.log(1e12)
    even = brentq(lambda d: 2 * d * (whole - math.log(d)) - 8 * whole**2, 2, 1e4)
    assert number(r"lessens the noise from d = (\d+) on", told) == 2 ** math.ceil(math.log2(even))


def test_numbers_of_the_lesson_on_sparse_means(shown: dict[str, str]) -> None:
    """The voters at the printed edge by hand, a clipped reading by the reflected walk, the constants of the floor."""
    told = shown["sparse"]
    z = NormalDist().inv_cdf(1 - 1 / (100 * 1024))
    voters = z**2 * (16 + 8 * 30 * 16) / 0.25  # sums of 16 signs, never clipped at sqrt(480), and noise
    assert number(r"at the printed η = 21.9 it takes ([\d,]+)", told) == pytest.approx(voters, abs=1)
    # E clip(1 + W, 1) = P(W >= 1) - P(W <= -3) = P(W = -1) for the sum W of 7 signs.
    assert number(r"\n1 +1 +0\.5 +0\.375 +([\d.]+)", told) == pytest.approx(math.comb(7, 3) / 2**7, abs=5e-5)
    assert number(r"at least 1/([\d,]+)", told) == pytest.approx(64 * 84 * 4, abs=1)
    assert number(r"Lemma 26 begins at ([\d,]+)", told) == pytest.approx(236_600 * 4 * (1 + math.log(64)), abs=1)
