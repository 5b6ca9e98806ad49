"""Places of the papers: what a location names, and `ratecheck list --at`."""

import pytest

from notation.papers import papers
from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from verify.ledger.collect import claims, select
from verify.ledger.places import Place, at, places


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def _equations(text: str) -> list[tuple[int, int]]:
    return [(p.first[0][0], p.last[0][0]) for p in places(text) if p.kind == "equation"]


def _labels(text: str) -> list[str]:
    return [str(place) for place in places(text) if place.kind != "equation"]


@pytest.mark.parametrize(
    ("text", "equations", "labels"),
    [
        ("arXiv v1, Appendix D.1, (130)-(141)", [(130, 141)], ["Appendix D.1"]),
        ("arXiv v1, Appendix A.2, Lemma 4 (1), (37), (38)", [(37, 37), (38, 38)], ["Appendix A.2", "Lemma 4"]),
        ("arXiv v1, Appendix B.2, B.3, (102)-(105), (111)", [(102, 105), (111, 111)], ["Appendix B.2", "Appendix B.3"]),
        ("arXiv v1, Section 4.2, 1)-3), Algorithm 2", [], ["Section 4.2", "Algorithm 2"]),
        ("Appendix A.2, Setting 2, Figures 7 and 8", [], ["Appendix A.2", "Setting 2", "Figure 7", "Figure 8"]),
        ("Section 3, Theorem 6 (i), (24), the upper bound at d = 1", [(24, 24)], ["Section 3", "Theorem 6"]),
        ("Table 1, against Theorems 1, 2", [], ["Table 1", "Theorem 1", "Theorem 2"]),
        ("Section 3.2, Algorithm 4, line 3; likewise Algorithms 5, 7, 12 and 13", [], None),
        ("behind Appendix I, proof of Lemma 29: Tsybakov 2009, Lemma 2.9", [], ["Appendix I", "Lemma 29"]),
        ("to Appendix H.1, Lemma 15: Corollary 1 of Acharya et al. 2023a", [], ["Appendix H.1", "Lemma 15"]),
        ("to Section 2.2.3, (19), with the weights of Tsybakov 2009, (1.90)", [(19, 19)], ["Section 2.2.3"]),
        ("ours, in place of Lemma 3.5 and steps b to d", [], ["Lemma 3.5"]),
    ],
)
def test_a_location_names_its_places(text: str, equations: list[tuple[int, int]], labels: list[str] | None) -> None:
    assert _equations(text) == equations
    assert labels is None or _labels(text) == labels


def test_ranges_of_labels_are_ranges() -> None:
    (found,) = places("Definitions 1 to 3")
    assert found == Place("Definition", ((1, ""),), ((3, ""),))
    assert [found.holds(places(f"Definition {k}")[0]) for k in range(5)] == [False, True, True, True, False]


@pytest.mark.parametrize(
    ("paper", "place", "id_"),
    [
        ("zhao", "(131)", "zhao/eq134"),
        ("zhao", "131", "zhao/eq134"),
        ("zhao", "eq. (27)", "zhao/lemma3/a"),
        ("zhao", "Theorem 3", "zhao/thm3/upper"),
        ("zhao", "Remark 2", "zhao/remark2b"),
        ("zhao", "Algorithm 2", "zhao/alg2"),
        ("zhao", "Section 4", "zhao/thm4/upper"),
        ("kent", "App. G.2", "kent/eq132"),
        ("kent", "Section G.2", "kent/eq132"),
        ("kent", "Figure 8", "kent/experiment6/rise"),
        ("kent", "Proposition 5", "kent/prop5"),
        ("kent", "(200)", "kent/appH.3/dec"),
        ("kent", "Appendix H.3, Step 4", "kent/eq203"),
        ("bassily", "Definition 2.3", "bassily/def2.2"),
        ("bassily", "Lemma B.1", "bassily/lemmaB.1"),
        ("bassily", "Theorem 4.1", "bassily/thm4.1"),
        ("label", "Table 1", "label/table1"),
        ("label", "Assumption 3", "label/assumption23"),
        ("label", "(80)", "label/eq80"),
        ("label", "Appendix C, (71)", "label/eq70/71"),
    ],
)
def test_places_of_the_papers_are_found(paper: str, place: str, id_: str) -> None:
    assert id_ in [claim.id for claim in at(select((), paper), place)]


def test_a_place_is_that_place_alone() -> None:
    found = {claim.id for claim in at(select((), "zhao"), "Theorem 1")}
    assert "zhao/thm1/upper" in found
    assert not any(id_.startswith(("zhao/thm10", "zhao/thm11", "zhao/thm12")) for id_ in found)
    assert "zhao/own/prop1-a" not in {claim.id for claim in at(select((), "zhao"), "(1)")}


def test_nearly_every_location_has_a_place() -> None:
    """What has none is ours, in words alone."""
    without = [claim for claim in claims().values() if not places(claim.location)]
    assert len(without) < 15
    assert all(claim.location.startswith("ours, ") for claim in without)


def test_numbered_equations_of_each_paper_are_found() -> None:
    for key in papers():
        chosen = select((), key)
        ends = {p.first[0][0] for claim in chosen for p in places(claim.location) if p.kind == "equation"}
        assert ends
        assert all(at(chosen, f"({number})") for number in ends)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("(999)", r"no claim has this location; the nearest: \(238\)$"),
        ("Theorem 99", "the nearest: Theorem 12$"),
        ("Figure 1", "no claim names a Figure$"),
        ("Theorem 3, Lemma 4", "Theorem 3 has claims, but not these; Lemma 4 has claims, but not these$"),
        ("somewhere", "must be a numbered location"),
        ("", "must be a numbered location"),
    ],
)
def test_a_place_without_a_claim_is_one_line(place: str, told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        at(select((), "zhao"), place)


def test_the_nearest_below_and_above_are_told() -> None:
    with pytest.raises(ParameterError, match=r"the nearest: \(130\) and \(132\)"):
        at(select((), "kent"), "(131)")


def test_list_at(ratecheck: CommandLine) -> None:
    ran = ratecheck("list", "--at", "(131)", "--paper", "zhao")
    assert ran.status == 0
    assert ran.out.startswith("zhao/eq134 ")
    groups = sum(claim.is_place for claim in claims().values())
    assert ran.out.splitlines()[-1] == f"1 of {len(claims()) - groups} claims and 0 of {groups} groups"
    found = ratecheck("list", "--at", "(131)", "--paper", "zhao", "--json").json["claims"]
    assert [(claim["id"], claim["location"]) for claim in found] == [
        ("zhao/eq134", "arXiv v1, Appendix D.1, (130)-(141)")
    ]
    refusal = ratecheck("list", "--at", "(131)", "--paper", "kent").refusal
    assert refusal == "at = '(131)': no claim has this location; the nearest: (130) and (132)"
    assert {claim["paper"] for claim in ratecheck("list", "--at", "Theorem 3", "--json").json["claims"]} > {"zhao"}
