"""Every registered estimator is described, and its name leads there wherever it stands; axioms are ranked."""

import re
from importlib import resources

import pytest

from tests.verify.site.test_pages import run_like
from upperbounds.registry import PLACES
from verify.ledger import reference
from verify.site.details import Details
from verify.site.estimators import address, estimators
from verify.site.graph import Graph
from verify.site.site import Site
from verify.site.words import linked
from verify.study.problems import PROBLEMS


@pytest.fixture(scope="module")
def made() -> Site:
    """The site of a paper's reference run, from its records alone."""
    found = reference.read("bassily")
    assert found is not None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("verify.site.site.sandwiches", tuple)
        patched.setattr("verify.site.site.shelf", lambda _: None)
        patched.setattr("verify.site.site.collect", lambda entries, *_, **__: {e["id"]: Details() for e in entries})
        return Site(run_like([entry | {"fingerprint": "made up"} for entry in found.records.values()]), 1)


def test_every_registered_estimator_is_described(made: Site) -> None:
    text = made._render("estimators.html", "estimators.html", "Estimators", estimators=estimators())
    for problem in PLACES:
        for estimator in PROBLEMS[problem].estimators:
            assert f'<h2 id="{estimator.name}">' in text
            assert address(estimator.name) == f"estimators.html#{estimator.name}"
    assert text.count("<article") == len(estimators())
    assert address("no-such-estimator") is None


def test_a_name_leads_to_its_description_and_other_words_do_not(made: Site) -> None:
    found = made._linked("the risk of zhao-algorithm1, of a well-known one and of bassily/thm3.1", "../")
    assert found.count("<a ") == 2
    assert '<a href="../estimators.html#zhao-algorithm1">zhao-algorithm1</a>' in found
    assert "a well-known one" in found
    assert made._named("walk", "") == '<a href="estimators.html#walk">walk</a>'
    assert made._named("nothing", "") == "nothing"
    # Planted: where no address is known the name stays a word.
    assert "<a " not in linked("the risk of zhao-algorithm1", lambda _: None)
    script = (resources.files("verify.site") / "calculate.js").read_text("utf-8")
    assert "estimators.html#${name}" in script


def test_axioms_stand_by_how_much_rests_on_them(made: Site) -> None:
    """The counts again, claim by claim from the records."""
    text = made._textbook()
    table = text[text.index("by how much rests on them") : text.index("</table>")]
    rows = re.findall(
        r'<a href="#[^"]+">(.*?)</a></th><td class="number">(\d+)</td><td class="number">(\d+)</td>', table
    )
    numbers = [int(rests) for _, _, rests in rows]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > 0
    found = reference.read("bassily")
    assert found is not None
    graph = Graph(found.records.values())
    below = {id_: graph.ancestors(id_) for id_ in graph.records}
    users: dict[str, set[str]] = {}
    for view in made._views:
        for fact in (fact for side in view.sides for fact in side.facts if fact.grade == "axiom"):
            users.setdefault(fact.title, set()).add(view.id)
    counted = [(len(ids), sum(id_ in ids or bool(below[id_] & ids) for id_ in graph.records)) for ids in users.values()]
    assert sorted(counted) == sorted((int(cited), int(on)) for _, cited, on in rows if int(cited))
    assert len(counted) > 3
