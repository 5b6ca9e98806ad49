"""Ids: what a paper prints is never under own/, what is ours always is; former ids are read as those of now."""

from verify.ledger.catalogue import Catalogue
from verify.ledger.collect import claims, select
from verify.ledger.former import current, former


def test_what_a_paper_prints_is_not_under_own_and_what_is_ours_is() -> None:
    astray = [id_ for id_, claim in claims().items() if (claim.printed is None) != (id_.split("/")[1] == "own")]
    assert astray == []


def test_a_former_id_names_a_claim_and_is_none_itself() -> None:
    assert {*former().values()} <= {*claims()}
    assert not {*former()} & {*claims()}
    assert len({*former().values()}) == len(former()) > 40
    assert current("zhao/def1") == "zhao/def1"


def test_a_claim_is_found_by_its_former_id() -> None:
    (found,) = select(("kent/own/thm7-lower",))
    assert found.id == "kent/thm7/lower"
    assert Catalogue(fresh=True).find("bassily/lemma6.1/a").id == "bassily/own/lemma6.1/a"
