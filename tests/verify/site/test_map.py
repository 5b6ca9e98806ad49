"""The map of numbered results: arrows are paths, none is drawn twice over, and a result shows its ancestors."""

import random
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tests.verify.site.browser import needs_chromium, seen_on
from tests.verify.site.test_find import record
from tests.verify.site.test_pages import run_like
from verify.ledger import reference
from verify.site.details import Details
from verify.site.graph import Graph
from verify.site.names import result_name
from verify.site.site import Site


def claims_at_random(seed: int) -> list[dict[str, Any]]:
    """Forty claims, each depending on some before it; only `printed` has the edges."""
    rng = random.Random(seed)
    found = []
    for k in range(40):
        below = [f"zhao/{b}" for b in range(k) if rng.random() < 0.12]
        entry = record("zhao/eq63", id=f"zhao/{k}", corrected=None)
        found.append(entry | {"printed": entry["printed"] | {"depends_on": below}})
    return found


@pytest.mark.parametrize("seed", range(5))
def test_an_arrow_of_the_map_is_a_path_of_the_graph(seed: int) -> None:
    graph = Graph(claims_at_random(seed))
    chosen = [f"zhao/{k}" for k in range(0, 40, 4)]
    small = graph.among(chosen)
    for id_ in chosen:
        # The same ancestors, whichever graph one walks.
        assert small.ancestors(id_) == graph.ancestors(id_) & set(chosen)
        for premise in small.below[id_]:
            assert id_ in small.above[premise]
            others = set(small.below[id_]) - {premise}
            assert not any(premise in small.ancestors(other) for other in others), "drawn twice over"
    assert small.evidence == graph.evidence


def test_a_tree_stops_at_other_results() -> None:
    graph = Graph(claims_at_random(1))
    chosen = {f"zhao/{k}" for k in range(0, 40, 4)}
    for id_ in chosen:
        steps = graph.steps(id_, chosen)
        assert set(steps) <= graph.ancestors(id_)
        assert set(graph.below[id_]) <= set(steps)
        for step in steps:
            if step not in chosen:
                assert set(graph.below[step]) <= set(steps)
    assert any(set(graph.steps(id_, chosen)) < graph.ancestors(id_) for id_ in chosen)


@pytest.mark.parametrize(
    ("result", "id_", "name"),
    [
        ("Theorem 2", "zhao/thm2/lower", "Theorem 2 · lower"),
        ("Theorem 6", "kent/thm6ii", "Theorem 6 (ii)"),
        ("Theorem 6", "kent/thm6i/lower", "Theorem 6 (i) · lower"),
        ("Corollary 8", "kent/cor8ii/lower", "Corollary 8 (ii) · lower"),
        ("Lemma 3", "zhao/lemma3", "Lemma 3"),
        ("Theorem 3", "zhao/alg1h/privacy", "Theorem 3 · privacy"),
        ("Theorem 3.1", "bassily/thm3.1/lower", "Theorem 3.1 · lower"),
        ("Theorem 2", "label/privacy1", "Theorem 2 · privacy1"),
        ("Lemma 27", "kent/own/norm-moment", "Lemma 27 · norm-moment"),
        ("Lemma 23", "kent/appH.3/dec/lemma23", "Lemma 23"),
        ("Theorem 8", "zhao/thm8/upper/16", "Theorem 8 · upper, 16"),
    ],
)
def test_names_of_boxes(result: str, id_: str, name: str) -> None:
    assert result_name(result, id_) == name


TRACED = """
const box = [...document.querySelectorAll("a[data-on]")].find(a => a.getAttribute("href").endsWith("%s"));
box.dispatchEvent(new window.PointerEvent("pointerover", {bubbles: true}));
const under = [...document.querySelectorAll("svg.traced a.under")];
return under.map(a => (a.getAttribute("aria-label") ?? a.querySelector("title").textContent).split(":")[0]);
"""


@needs_chromium
def test_a_result_shows_what_it_rests_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The map needs the records alone.
    monkeypatch.setattr("verify.site.site.sandwiches", tuple)
    monkeypatch.setattr("verify.site.site.shelf", lambda _: None)
    monkeypatch.setattr("verify.site.site.collect", lambda entries, *_, **__: {e["id"]: Details() for e in entries})
    found = reference.read("zhao")
    assert found is not None
    site = Site(run_like([entry | {"fingerprint": "made up"} for entry in found.records.values()]), 1)
    (tmp_path / "graphs").mkdir()
    (tmp_path / "graphs" / "zhao.html").write_text(site._graph_page(site._papers[0]), encoding="utf-8")
    for name in ("find.js", "map.js", "style.css"):
        (tmp_path / name).write_text((resources.files("verify.site") / name).read_text("utf-8"), encoding="utf-8")
    under = set(seen_on(tmp_path, "graphs/zhao.html", TRACED % "zhao~thm5~upper.html"))
    graph = Graph(found.records.values())
    assert {"zhao/thm5/upper", "zhao/thm4/upper", "zhao/thm1/upper", "zhao/lemma1"} <= under
    assert under - {"zhao/thm5/upper"} <= graph.ancestors("zhao/thm5/upper")
    assert "zhao/thm3/upper" not in under
