"""Proofs in words: of facts that the ledger judges, marked where these are axioms, with steps that hold in numbers."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.verify.site.browser import needs_chromium
from tests.verify.site.overflow import WIDTHS, wide_statements
from tests.verify.site.site_checks import site_defects
from verify.cli.verification import run_document
from verify.kernel.calculus.grounds import graded, proof_of
from verify.kernel.statements.outcome import Settings
from verify.ledger.collect import all_facts, select
from verify.ledger.run import run
from verify.site.proofs import PROOFS, formal, prose, proved_in_words
from verify.site.site import build

FACTS = {fact.name: fact for fact in all_facts()}
RNG = np.random.default_rng([40, 7])
RANDOM = 200
"""Random laws or channels of each check: inequalities, no statistical tests."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs") / "report"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("verify.site.site.sandwiches", tuple)
        build(run_document(run(select(("zhao/contraction",)), Settings())), folder)
    return folder


def test_the_pages_are_sound_and_lead_to_the_facts(site: Path) -> None:
    assert site_defects(site) == []
    textbook = (site / "textbook.html").read_text("utf-8")
    for proof in PROOFS:
        page = (site / "proofs" / f"{proof.name}.html").read_text("utf-8")
        assert f'href="{proof.name}.html"' in (site / "proofs" / "index.html").read_text("utf-8")
        assert f'href="proofs/{proof.name}.html">The proof in words' in textbook
        assert 'class="tex"' not in page
        assert "$" not in page
        for found in formal(proof):
            assert f'href="../textbook.html#{found.view.key}"' in page
            assert f'id="{found.view.key}"' in textbook


def test_the_theorems_that_carry_the_lower_bounds_are_there() -> None:
    """What the brief of the site names, and no fact that the ledger does not have."""
    named = {"private contraction", "KL below chi-square", "chain rule over users", "Le Cam, two points", "Assouad"}
    assert named | {"private contraction, for all coordinates", "Fano", "van Trees"} <= set(proved_in_words())
    assert set(proved_in_words()) <= set(FACTS)
    assert len({proof.name for proof in PROOFS}) == len(PROOFS) >= 12


def test_an_axiom_is_called_one_and_what_rocq_proves_is_shown(site: Path) -> None:
    """Of each fact: the mark of an axiom if and only if none proves it, and the text of the theorem that Rocq has."""
    for proof in PROOFS:
        page = (site / "proofs" / f"{proof.name}.html").read_text("utf-8")
        axioms = sum(graded(FACTS[name]) == "axiom" for name in proof.facts)
        assert page.count("takes it as an axiom") == axioms
        lemmas = [lemma[5:] for name in proof.facts if (lemma := proof_of(FACTS[name]) or "").startswith("rocq:")]
        sources = [found.source for found in formal(proof) if found.source]
        assert [re.match(r"Theorem (\w+)", source)[1] for source in sources] == lemmas  # type: ignore[index]
        assert all(source.endswith("Qed.") and source.count("Qed.") == 1 for source in sources)
    assert any(graded(FACTS[name]) == "axiom" for proof in PROOFS for name in proof.facts)


@needs_chromium
def test_no_statement_is_wider_than_its_card(site: Path) -> None:
    pages = [f"proofs/{proof.name}.html" for proof in PROOFS]
    assert [wide_statements(site, pages, width) for width in WIDTHS] == [{}, {}]


def test_a_statement_and_its_conditions_are_the_whole_fact() -> None:
    for proof in PROOFS:
        for found in formal(proof):
            whole = rf"{found.conclusion} \quad ({found.conditions})" if found.conditions else found.conclusion
            assert whole == found.view.text


def test_formulas_in_prose() -> None:
    shown = prose("Let $x<1$ and\n$$y=2.$$ So & <b>.")
    assert shown.count("<math") == 2
    assert "&amp; &lt;b&gt;" in shown


def law(size: int = 4) -> Any:
    return RNG.dirichlet(np.ones(size))


def channel(epsilon: float, inputs: int = 4, messages: int = 5) -> Any:
    """A random private channel, a row for each input: of two weights, normalised, until it is one."""
    while True:
        rows = np.exp(epsilon / 2 * RNG.integers(0, 2, (inputs, messages)))
        rows /= rows.sum(axis=1, keepdims=True)
        if (rows.max(axis=0) / rows.min(axis=0)).max() <= np.exp(epsilon):
            return rows


def tv(p: Any, q: Any) -> float:
    return float(np.abs(p - q).sum() / 2)


def kl(p: Any, q: Any) -> float:
    return float((p * np.log(p / q)).sum())


def chi(p: Any, q: Any) -> float:
    return float(((p - q) ** 2 / q).sum())


def affinity(p: Any, q: Any) -> float:
    return float(np.sqrt(p * q).sum())


def steps(p: Any, q: Any, k: Any, epsilon: float) -> dict[str, tuple[float, float]]:
    """The displayed steps of the proofs, as (smaller side, larger side)."""
    mp, mq, least = p @ k, q @ k, k.min(axis=0)
    a, b = p[p > q].sum(), q[p > q].sum()
    bits = np.array([a, 1 - a]), np.array([b, 1 - b])
    middle = k - (1 + np.exp(epsilon)) / 2 * least
    x = RNG.normal()
    return {
        "data processing": (kl(mp, mq), kl(p, q)),
        "TV is a - b": (abs(tv(p, q) - (a - b)), 1e-12),
        "KL of a bit": (kl(*bits), kl(p, q)),
        "Pinsker for a bit": (2 * (a - b) ** 2, kl(*bits)),
        "affinity by TV": (affinity(p, q) ** 2, 1 - tv(p, q) ** 2),
        "affinity by KL": (-kl(p, q) / 2, float(np.log(affinity(p, q)))),
        "KL by chi-square": (kl(p, q), float(np.log1p(chi(p, q)))),
        "one message": (float(np.max(np.abs(mp - mq) / least)), (np.exp(epsilon) - 1) * tv(p, q)),
        "the least of a message": (float(least.sum()), 1.0),
        "contraction": (chi(mp, mq), (np.exp(epsilon) - 1) ** 2 * tv(p, q) ** 2),
        "the middle of the range": (float((np.abs(middle) / least).max()), (np.exp(epsilon) - 1) / 2 + 1e-9),
        "two squares": (2.0, (x - 1) ** 2 + (x + 1) ** 2),
        "posterior variance": (2 * min(a, 1 - a), 4 * a * (1 - a)),
        "harmonic mean": (len(p) ** 2 / p.sum(), float((1 / p).sum())),
    }


def test_the_displayed_steps_hold_on_random_laws_and_channels() -> None:
    closest: dict[str, float] = {}
    for _ in range(RANDOM):
        epsilon = float(RNG.uniform(0.1, 3))
        for name, (small, large) in steps(law(), law(), channel(epsilon), epsilon).items():
            assert small <= large + 1e-12, name
            closest[name] = min(closest.get(name, np.inf), large - small)
    assert set(closest) == set(steps(law(), law(), channel(1.0), 1.0))


def turned(v: tuple[int, ...], k: int) -> tuple[int, ...]:
    return tuple(-x if j == k else x for j, x in enumerate(v))


def cube(delta: float, m: int, d: int) -> dict[tuple[int, ...], Any]:
    """The law of m draws of d independent signs of means delta v, at each vertex v."""

    def one(v: tuple[int, ...]) -> Any:
        single = np.array([np.prod([(1 + delta * s * x) / 2 for s, x in zip(v, y, strict=True)]) for y in points])
        return np.array([np.prod([single[i] for i in draws]) for draws in product(range(len(points)), repeat=m)])

    points = list(product((-1, 1), repeat=d))
    return {v: one(v) for v in points}


@pytest.mark.parametrize(("delta", "m"), [(0.3, 1), (0.3, 2), (0.6, 2)])
def test_bessel_and_the_bound_from_the_cube(delta: float, m: int) -> None:
    """The changes are orthogonal, their length is (1 + 4 delta^2/(1 - delta^2))^m - 1, and the sum has no d."""
    d = 2
    laws = cube(delta, m, d)
    a = (1 + 4 * delta**2 / (1 - delta**2)) ** m - 1
    for v, p in laws.items():
        changes = np.array([laws[turned(v, k)] / p - 1 for k in range(d)])
        assert np.allclose(changes @ p, 0)
        assert np.allclose((changes * p) @ changes.T, a * np.eye(d))
        for epsilon in (0.3, 1.0, 2.5):
            k = channel(epsilon, len(p))
            total = sum(chi(p @ k, laws[turned(v, j)] @ k) for j in range(d))
            assert total <= a * np.expm1(epsilon) ** 2 / 4 + 1e-12


def test_a_bound_that_is_too_strong_is_seen() -> None:
    """Planted: half of what the contraction allows fails at a channel of two messages and far laws."""
    epsilon, p, q = 0.1, np.array([1 - 1e-9, 1e-9]), np.array([1e-9, 1 - 1e-9])
    keep = 1 / (1 + np.exp(-epsilon))
    k = np.array([[keep, 1 - keep], [1 - keep, keep]])
    small, large = steps(p, q, k, epsilon)["contraction"]
    assert large / 2 < small <= large
    bit = steps(np.array([0.51, 0.49]), np.array([0.49, 0.51]), k, epsilon)["Pinsker for a bit"]
    assert bit[0] <= bit[1] < 1.01 * bit[0]
