"""The worked lessons: each runs whole in a Jupyter kernel, agrees with another route, and fails on planted defects."""

import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from statistics import NormalDist
from typing import Any

import nbformat
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, linprog, minimize_scalar
from scipy.stats import gamma, norm

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from tests.verify.report.browser import needs_chromium, seen_on
from tests.verify.report.site_checks import site_defects
from upperbounds.vectors.kent import algorithm12, printed_algorithm12
from verify.cli.verification import run_document
from verify.ledger.collect import claims, select
from verify.ledger.run import run
from verify.lessons import show
from verify.lessons.chart import LONGEST, STYLE, Chart
from verify.lessons.execute import LessonError, executed, run_here
from verify.lessons.notebook import Notebook, dumps, heading, lesson_names, notebook, script
from verify.lessons.page import lesson_view, text
from verify.lessons.show import CLAIM, SLIDER, Table, judge
from verify.papers.kent.instances.rotations import rotations
from verify.report.site import build
from verify.statements.outcome import Settings

NAMES = lesson_names()
KERNEL = "import sys; from nbclient.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Notebook]:
    """Every lesson, executed in a Jupyter kernel that forgets all names before each; it loads the ledger once."""
    lessons = {name: notebook(name) for name in NAMES}
    together = nbformat.v4.new_notebook()
    for lesson in lessons.values():
        together.cells += [nbformat.v4.new_code_cell("%reset -f"), *nbformat.reads(dumps(lesson), as_version=4).cells]
    path = tmp_path_factory.mktemp("kernels") / "all.ipynb"
    nbformat.write(together, path)
    done = subprocess.run(
        [sys.executable, "-c", KERNEL, "--inplace", str(path)], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    cells = {cell["id"]: cell for cell in json.loads(path.read_text("utf-8"))["cells"]}
    return {
        name: lesson | {"cells": [cells[cell["id"]] for cell in lesson["cells"]]} for name, lesson in lessons.items()
    }


@pytest.fixture(scope="module")
def shown(ran: dict[str, Notebook]) -> dict[str, str]:
    """All that each lesson shows, as plain text."""
    return {name: "\n".join(_texts(lesson)) for name, lesson in ran.items()}


def _texts(lesson: Notebook) -> Iterator[str]:
    for cell in lesson["cells"]:
        for output in cell.get("outputs", ()):
            found = output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
            yield "".join(found)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_runs_whole_in_a_kernel_and_is_a_valid_notebook(name: str, ran: dict[str, Notebook]) -> None:
    lesson = ran[name]
    code = [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]
    first = code[0]["execution_count"]
    assert [cell["execution_count"] for cell in code] == list(range(first, first + len(code)))
    assert not [o for cell in code for o in cell["outputs"] if o["output_type"] == "error"]
    assert sum("assert " in "".join(cell["source"]) for cell in code) >= 6
    charts = [o for cell in code for o in cell["outputs"] if {"image/svg+xml", SLIDER} & set(o.get("data", {}))]
    assert len(charts) >= 3
    nbformat.validate(nbformat.reads(dumps(notebook(name)), as_version=4))


def test_the_runner_shows_what_a_kernel_shows(ran: dict[str, Notebook], quick_judge: None) -> None:
    """Without Jupyter the outputs are the same, byte by byte."""
    ours, theirs = run_here(notebook("le_cam")), ran["le_cam"]
    nbformat.validate(nbformat.reads(dumps(ours), as_version=4))
    for mine, other in zip(ours["cells"], theirs["cells"], strict=True):
        assert _plain(mine.get("outputs", [])) == _plain(other.get("outputs", []))


def _plain(outputs: list[dict[str, Any]]) -> list[Any]:
    """What is printed as one text: a busy kernel sends it in pieces."""
    return [
        "".join("".join(o["text"]) for o in group)
        if kind == "stream"
        else [
            {name: "".join(data) if isinstance(data, list) else data for name, data in o["data"].items()} for o in group
        ]
        for kind, group in groupby(outputs, key=itemgetter("output_type"))
    ]


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
    """The tail of the votes as a difference of two Gamma variables, the variance term alone beside the exact risk."""
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


DEFECTS: dict[str, tuple[tuple[str, str], ...]] = {
    "le_cam": (("math.expm1(epsilon) ** 2 * divergence) / 2)", "math.expm1(epsilon) ** 2 * divergence) / 4)"),),
    "products": (
        ("m, 1 / d)\n    return sum", "m, 1 / d**2)\n    return sum"),
        ("changes = [{x: after[x] / p - 1", "changes = [{x: after[x] / p"),
    ),
    "localise": (("8 / (n * epsilon**2)", "4 / (n * epsilon**2)"),),
    "kashin": (("level = exact_constant(plane)", "level = 0.9 * exact_constant(plane)"),),
    "transition": (("keep = 1 / (1 + math.exp(-epsilon / 2))", "keep = 1 / (1 + math.exp(-epsilon))"),),
    "gradient": (
        ("(gradients + kappa * 2 * rng", "(gradients + kappa * rng"),
        ("theta = theta - eta *", "theta = theta - 2 * eta *"),
        ("usual_schedule(T, 0.5), still, printed=printed", "usual_schedule(T, 0.5), still, printed=True"),
    ),
    "labels": (
        ("else Fraction(1, 2) for", "else (e if sign == 1 else 1) / (1 + e) for"),
        ("(M ** (2 / p) + 8 * T**2) / n", "(M ** (2 / p) + 2 * T**2) / n"),
        ("T ** (1 - tail) / (tail - 1)", "T ** (1 - tail) / tail"),
    ),
    "folds": (
        ("2 * (w * k / epsilon) ** 2", "2 * (w / epsilon) ** 2"),
        ("math.floor(alpha) - less", "math.floor(alpha) + 1 - less"),
        ("turned = walsh_hadamard(signs * vector)", "turned = walsh_hadamard(signs + vector)"),
    ),
    "sparse": (
        ("clipped**2) + 8 * (edge / epsilon) ** 2", "clipped**2) + 2 * (edge / epsilon) ** 2"),
        ("sums @ signs / crowd", "sums @ signs / crowd / 2"),
    ),
    "primer": (("- float(tilt) ** 2) ** m))", "- float(tilt) ** 2)))"),),
    "half_budget": (("return (vote + Profile(shift=r)).delta(level)", "return Profile(shift=r).delta(level)"),),
    "private_test": (("matrix[2 * place, [a, b]] = 1, -t", "matrix[2 * place, [a, b]] = 1, -2 * t"),),
}  # fmt: skip
"""A wrong constant, a wrong mass, changes that are not centred, half the noise, too small a box, twice the budget,
noise for C in place of 2C, twice the step, a step from where the gradient was taken, an answer for a coin, Hellinger
of one toss for m, noise for the whole budget, a fold too many, signs that are added, a vote that costs nothing,
labels that may change odds twice as much, half the noise in a count of voters, a tally of half the messages, half the
noise in what a moment promises, a smaller tail beyond the clip."""


@pytest.fixture
def quick_judge(monkeypatch: pytest.MonkeyPatch, judged: Callable[..., Any]) -> None:
    monkeypatch.setattr(show, "judge", judged)


@pytest.fixture(scope="module")
def judged() -> Callable[..., Any]:
    """`judge` that runs each set of claims once for all tests; the claims themselves are as they are."""
    kept: dict[tuple[str, ...], Any] = {}

    def once(*patterns: str) -> Any:
        if patterns not in kept:
            kept[patterns] = judge(*patterns)
        return kept[patterns]

    return once


@pytest.mark.parametrize(("name", "good", "bad"), [(n, *pair) for n, pairs in DEFECTS.items() for pair in pairs])
def test_a_planted_defect_makes_the_lesson_fail(name: str, good: str, bad: str, quick_judge: None) -> None:
    source = script(name)
    assert source.count(good) == 1
    with pytest.raises(LessonError, match=f"{name}, .*assert .*AssertionError"):
        run_here(notebook(name, source.replace(good, bad)))


def _first_cells(name: str, holding: str) -> Notebook:
    """The cells that import and judge, and the first one that holds a text."""
    lesson = notebook(name)
    code = [cell for cell in lesson["cells"] if cell["cell_type"] == "code"]
    wanted = next(cell for cell in code if holding in "".join(cell["source"]))
    return lesson | {"cells": [code[0], wanted]}


@pytest.mark.parametrize(
    ("name", "id_", "patterns"),
    [
        ("le_cam", "zhao/eq64/64", ("zhao/eq64/64",)),
        ("products", "zhao/eq100/mass", ("zhao/eq100/mass",)),
        ("localise", "zhao/eq41/b", ("zhao/eq41/b",)),
        ("kashin", "zhao/lemma1", ("zhao/lemma1",)),
        ("transition", "kent/example1b/lecam", ("kent/example1b/lecam",)),
        ("gradient", "bassily/thm4.3/privacy", ("bassily/thm4.3/privacy",)),
        ("labels", "label/lemma1", ("label/lemma1",)),
        ("folds", "kent/lemma20", ("kent/lemma20",)),
        ("sparse", "kent/alg7/worst-case", ("kent/alg7/worst-case",)),
    ],
)
def test_a_claim_that_is_stated_otherwise_makes_the_lesson_fail(
    name: str, id_: str, patterns: tuple[str, ...], judged: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The false statement replaced by the true one, and the other way round: the lesson's assertions notice both."""
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(show, "judge", lambda *ids: asked.append(ids) or judged(*ids))
    run_here(_first_cells(name, "judge("))
    (ids,) = set(asked)
    assert ids
    good, claim = judged(*ids), claims()[id_]
    for changed in (replace(claim, printed=claim.corrected), replace(claim, corrected=claim.printed)):
        with pytest.MonkeyPatch.context() as patched:
            patched.setitem(claims(), id_, changed)
            planted = good | judge(*patterns)
        monkeypatch.setattr(show, "judge", lambda *_, planted=planted: planted)
        # A chain shows no two sides as numbers, where a lesson reads those of a counterexample.
        with pytest.raises(LessonError, match=r"AssertionError|has no two sides as numbers"):
            run_here(notebook(name))


def test_no_verdict_is_typed_by_hand() -> None:
    word = re.compile(r"\b(proved|argued|refuted|supported)\b")
    for name in NAMES:
        for line in script(name).splitlines():
            rest = re.sub(r"\.refuted\b", "", line)
            assert not word.search(rest), (name, line)


def test_the_same_script_gives_the_same_bytes() -> None:
    for name in NAMES:
        assert dumps(notebook(name)) == dumps(notebook(name, script(name)))
        ids = [cell["id"] for cell in notebook(name)["cells"]]
        assert len(set(ids)) == len(ids)
        assert heading(notebook(name)).question.endswith("?")


def _wanting(names: tuple[str, ...]) -> list[str]:
    """Lessons that do not say what they need, or need one that is none or comes later."""
    found = []
    for place, name in enumerate(names):
        told = heading(notebook(name))
        needed = re.findall(r"\]\((\w+)\.ipynb\)", told.needs)
        if not (told.needs and told.teaches and set(needed) <= set(names[:place])):
            found.append(name)
    return found


def test_no_lesson_needs_a_later_one() -> None:
    assert _wanting(NAMES) == []
    assert "primer" not in _wanting(NAMES[::-1])
    assert "le_cam" in _wanting(NAMES[::-1])


def test_an_unknown_lesson_is_refused() -> None:
    with pytest.raises(ParameterError, match=f"must be one of {', '.join(NAMES)}"):
        notebook("zeno")


TINY = "# %% [markdown]\n# # A tiny lesson\n#\n# Is 1 + 1 = 2?\n# %%\nassert 1 + 1 == 2\n"
SMALL = '''"""Made up."""

# %% [markdown]
# # A small lesson
#
# Is `zhao/eq63` a claim,
# and $a<b$?
#
# | a | b |
# | --- | --- |
# | 1 | <script>alert(1)</script> |

# %%
from verify.lessons.chart import Chart
from verify.lessons.show import Table, judge
ledger = judge("zhao/eq63", "zhao/eq41/a")
print("<b>&amp;")
ledger["zhao/eq63"]

# %%
Table(("x", "<i>"), [(1, 0.5), (20000, 1.25e-7)], "a & b")

# %%
Chart("x", "y < 1", 'a "quoted" & <drawn> thing', log_y=True).line([1, 2, 3], [1, 0, 100], "<line>").dots(
    [1], [2], "dot").level(5, "level").mark(2, "mark").between([1, 2, 3], [1, 2, 3], [0, 3, 4], "above")

# %%
Chart("x", "y", "bars").bars([1, 2], [0.5, 2], "bars", 1)

# %%
ledger["zhao/eq41/a"].sides("printed")
'''


@pytest.fixture(scope="module")
def small() -> Notebook:
    """A small lesson with everything that a page must show."""
    return run_here(notebook("le_cam", SMALL))


@pytest.fixture(scope="module")
def site(small: Notebook, ran: dict[str, Notebook], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with all lessons, the small one in place of the one on Le Cam."""
    chosen = select(("zhao/eq63", "zhao/own/row-norm", "zhao/eq41/c"))
    document = run_document(run(chosen, Settings()))
    folder = tmp_path_factory.mktemp("site") / "report"
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and no lesson shows them.
        patched.setattr("verify.report.site.sandwiches", tuple)
        build(document, folder, lessons=[small if name == "le_cam" else ran[name] for name in NAMES])
    return folder


def test_pages_of_the_lessons_are_sound(site: Path) -> None:
    assert site_defects(site) == []
    assert {p.name for p in (site / "lessons").iterdir()} == {
        "index.html", "lessons.css", "lessons.js", *(f"{name}.{kind}" for name in NAMES for kind in ("html", "ipynb")),
    }  # fmt: skip
    for path in (site / "lessons").glob("*.html"):
        page = path.read_text("utf-8")
        assert 'class="tex"' not in page, path.name
        assert STYLE not in page
        assert "$" not in re.sub(r"<pre>.*?</pre>", "", page, flags=re.DOTALL), path.name
        assert page.count('<a href="') > 5
    order = (site / "lessons" / "index.html").read_text("utf-8").partition("In what order")[2]
    assert re.search(
        r'kashin\.html">[^<]*</a></th><td><a href="localise\.html">localising</a></td><td>how a ball', order
    )
    front = (site / "index.html").read_text("utf-8")
    assert 'href="lessons/index.html"' in front
    assert 'href="lessons/kashin.html"' in front


def test_a_page_shows_every_kind_of_output_and_nothing_hostile(site: Path) -> None:
    page = (site / "lessons" / "le_cam.html").read_text("utf-8")
    assert page.count("<script") == 1  # the search's own
    assert "&lt;script&gt;" in page
    assert '<a href="../claims/zhao~eq63.html"><code>zhao/eq63</code></a>' in page
    assert '<span class="badge proved">proved</span>' in page
    assert "1.25·10⁻⁷" in page
    assert "20,000" in page
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="chart"') == 2
    assert 'aria-label="a &#34;quoted&#34; &amp; &lt;drawn&gt; thing"' in page
    assert "&lt;b&gt;&amp;amp;" in page


MOVED = """
return [...document.querySelectorAll(".slider")].map(whole => {
  const range = whole.querySelector("input"), start = Number(range.value);
  const at = value => {
    range.value = value;
    range.dispatchEvent(new window.Event("input"));
    return [whole.querySelector("output").textContent, ...[...whole.querySelectorAll("dd")].map(e => e.textContent),
      whole.querySelector(".cursor").getAttribute("transform")];
  };
  return [start, ...Array.from({length: Number(range.max) + 1}, (_, value) => at(value))];
});"""


def _slider_defects(site: Path, name: str, lesson: Notebook) -> list[str]:
    """Where a slider on a lesson's page shows other than the table in its notebook does."""
    shown = [o["data"] for cell in lesson["cells"] for o in cell.get("outputs", ()) if SLIDER in o.get("data", {})]
    found = seen_on(site, f"lessons/{name}.html", MOVED)
    defects = [] if len(found) == len(shown) else [f"{len(found)} sliders, not {len(shown)}"]
    for (start, *rows), data in zip(found, shown, strict=False):
        html = "".join(data["text/html"])
        told = [
            [*re.findall(r"<td[^>]*>(.*?)</td>", cells), f"translate({place})"]
            for place, cells in re.findall(r'<tr data-at="([\d.]+)">(.*?)</tr>', html)
        ]
        if start != data[SLIDER]["start"]:
            defects.append(f"starts at {start}")
        defects += [f"{ours} in place of {theirs}" for ours, theirs in zip(rows, told, strict=True) if ours != theirs]
    return defects


@needs_chromium
def test_sliders_show_the_rows_of_their_tables(site: Path, ran: dict[str, Notebook]) -> None:
    """The tilt of Le Cam, the bins of the transition, the edge of sparse sums, and the order of a moment are chosen."""
    chosen = [
        name
        for name in NAMES
        if any(SLIDER in o.get("data", {}) for c in ran[name]["cells"] for o in c.get("outputs", ()))
    ]
    assert sorted(chosen) == ["labels", "le_cam", "sparse", "transition"]
    for name in chosen:
        if name != "le_cam":  # the small lesson stands there
            assert _slider_defects(site, name, ran[name]) == [], name
    script = site / "lessons" / "lessons.js"
    honest = script.read_text("utf-8")
    try:
        for good, bad in (
            ("cells[k + 1]", "cells[k]"),
            ("value: whole.dataset.start", "value: 0"),
            ("row.dataset.at", "rows[0].dataset.at"),
        ):
            assert honest.count(good) == 1
            script.write_text(honest.replace(good, bad), encoding="utf-8")
            assert _slider_defects(site, "labels", ran["labels"]), bad
    finally:
        script.write_text(honest, encoding="utf-8")


def test_a_claim_outside_the_run_is_named_and_not_linked(site: Path) -> None:
    page = (site / "lessons" / "kashin.html").read_text("utf-8")
    assert 'href="../claims/zhao~own~row-norm.html"' in page
    assert "zhao~lemma1.html" not in page
    assert "<code>zhao/lemma1</code>" in page


def test_a_card_has_the_record_and_the_text_the_statement(small: Notebook) -> None:
    card = next(o["data"] for c in small["cells"] for o in c.get("outputs", ()) if CLAIM in o.get("data", {}))
    assert card[CLAIM]["printed"]["verdict"] == "proved"
    assert "printed, proved" in "".join(card["text/plain"])


def test_a_failing_cell_is_named_and_a_process_of_its_own_is_used() -> None:
    bad = notebook("le_cam", "# %%\nimport os\nx = os.getpid()\n# %%\nx\n# %%\nassert x < 0, 'no'\n")
    with pytest.raises(LessonError, match=r"le_cam, le-cam-03, line 1: assert x < 0, 'no': AssertionError: no"):
        executed([bad])
    (done,) = executed([notebook("le_cam", "# %%\nimport os\nos.getpid()\n")])
    assert int("".join(done["cells"][0]["outputs"][0]["data"]["text/plain"])) != __import__("os").getpid()


def test_a_lesson_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.lessons.execute.SECONDS", 1)
    with pytest.raises(LessonError, match="le_cam: stopped after 1 seconds of processor time"):
        executed([notebook("le_cam", "# %%\nwhile True:\n    pass\n")])


def test_formulas_and_code_in_text() -> None:
    assert "<math" in text("Let $a_1$ and\n$b$ be.", {})
    assert text("`$x` and $x$", {}).count("<math") <= 1
    assert "<b>" not in text("<b>bold</b>", {})


def test_a_name_that_leaves_the_drawing_is_refused() -> None:
    chart = Chart("x", "y", "words")
    assert len(chart.line([1, 2], [1, 2], "x" * LONGEST).series) == 1
    with pytest.raises(ParameterError, match="longer than the 55 letters"):
        chart.level(1.0, "x" * (LONGEST + 1))


def test_the_shading_begins_where_the_lines_cross() -> None:
    """2x - 3 over x: the lines cross at 3, between the points 2 and 4."""
    drawing = Chart("x", "y", "words").between([0, 2, 4], [0, 2, 4], [-3, 1, 5], "above").svg()
    corners, _ = re.findall(r'class="fails" d="M([^"]*)"', drawing)
    across = [float(corner.split()[0]) for corner in corners.split("L")]
    left, right = 62, 460 - 14
    assert min(across) == pytest.approx(left + 3 / 4 * (right - left), abs=0.1)
    assert max(across) == right


def test_a_table_of_nothing_has_its_header() -> None:
    assert "<th" in Table(("a",), []).html()
    assert repr(Table(("a", "b"), [(1, "x")])) == "a  b\n1  x"


def test_the_command_writes_notebooks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ratecheck = CommandLine(monkeypatch, capsys)
    assert "must be one of" in ratecheck("lessons", "zeno", "--out", tmp_path).refusal
    (tmp_path / "file").write_text("x")
    assert "is no folder" in ratecheck("lessons", "kashin", "--out", tmp_path / "file").refusal
    monkeypatch.setattr("verify.lessons.notebook.script", lambda _: TINY)
    done = ratecheck("lessons", "kashin", "--out", tmp_path / "new" / "deep")
    assert done.status == 0
    assert done.out == f"{tmp_path / 'new' / 'deep' / 'kashin.ipynb'}: A tiny lesson\n"
    nbformat.validate(nbformat.read(tmp_path / "new" / "deep" / "kashin.ipynb", as_version=4))
    monkeypatch.setattr("verify.lessons.notebook.script", lambda _: "# %%\nassert False\n")
    failed = ratecheck("lessons", "kashin", "--out", tmp_path / "other")
    assert failed.status == 1
    assert "kashin, kashin-01, line 1: assert False: AssertionError" in failed.err
    assert list((tmp_path / "other").iterdir()) == []


def test_the_report_has_them_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ratecheck = CommandLine(monkeypatch, capsys)
    monkeypatch.setattr("verify.report.site.sandwiches", tuple)
    monkeypatch.setattr("verify.lessons.notebook.lesson_names", lambda: ("kashin",))
    monkeypatch.setattr("verify.lessons.notebook.script", lambda _: TINY)
    run_file = tmp_path / "run.json"
    assert ratecheck("verify", "zhao/own/row-norm", "--json", run_file).status == 0
    assert ratecheck("report", "--run", run_file, "--out", tmp_path / "with").status == 0
    assert "A tiny lesson" in (tmp_path / "with" / "lessons" / "kashin.html").read_text("utf-8")
    assert ratecheck("report", "--run", run_file, "--out", tmp_path / "without", "--no-lessons").status == 0
    assert not (tmp_path / "without" / "lessons").exists()
    assert "lessons/" not in (tmp_path / "without" / "index.html").read_text("utf-8")
    monkeypatch.setattr("verify.lessons.notebook.script", lambda _: "# %%\n1 / 0\n")
    failed = ratecheck("report", "--run", run_file, "--out", tmp_path / "failed")
    assert failed.status == 1
    assert "1 / 0: ZeroDivisionError" in failed.err
    assert not (tmp_path / "failed").exists()


def test_what_follows_an_exercise_is_folded() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "\n", "Why?\n"]},
        {"cell_type": "markdown", "source": ["## Exercises\n", "\n", "**1.** *One?*"]},
        {"cell_type": "code", "source": ["1"], "outputs": [{"output_type": "stream", "text": ["one"]}]},
        {"cell_type": "markdown", "source": ["So it is.\n", "\n", "**2.** *Two?*"]},
        {"cell_type": "code", "source": ["2"], "outputs": []},
    ]
    view = lesson_view({"cells": cells, "metadata": {"ratecheck": {"lesson": "made-up"}}}, ())
    kinds = [(block.kind, [inner.kind for inner in block.inner]) for block in view.blocks]
    assert kinds == [
        ("text", []),
        ("text", []),
        ("text", []),
        ("answer", ["code", "printed", "text"]),
        ("text", []),
        ("answer", ["code"]),
    ]
    assert "So it is" in str(view.blocks[3].inner[2].html)
    assert "Two?" in str(view.blocks[4].html)
