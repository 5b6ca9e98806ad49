"""Proofs from before are read by the checker as if they were new, and none of them is believed."""

import pytest
import sympy

from verify.kernel.prover import Proved, Relation, Variable, decide, prove, recall
from verify.kernel.prover.checker import check_certificate
from verify.ledger.collect import claims
from verify.ledger.fingerprint import fingerprint, forget

_X = sympy.Symbol("x", real=True)
_RELATION = Relation(_X, sympy.exp(_X) - 1, "<=", (Variable(_X, sympy.Integer(0), sympy.Integer(3)),))
_OTHER = Relation(_X / 2, sympy.exp(_X) - 1, "<=", (Variable(_X, sympy.Integer(0), sympy.Integer(3)),))
_FALSE = Relation(sympy.exp(_X) - 1, _X, "<=", (Variable(_X, sympy.Integer(0), sympy.Integer(3)),))


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Relation]:
    """The relations that were searched for."""
    seen: list[Relation] = []
    search = decide._searched

    def counted(relation: Relation, *rest: object) -> object:
        seen.append(relation)
        return search(relation, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(decide, "_searched", counted)
    return seen


def _proofs() -> recall.Proofs:
    with recall.used() as found:
        assert isinstance(prove(_RELATION), Proved)
        assert isinstance(prove(_OTHER), Proved)
    assert set(found) == {recall.digest(_RELATION), recall.digest(_OTHER)}
    return found


def test_a_proof_from_before_is_checked_and_not_searched_for(searches: list[Relation]) -> None:
    proofs = _proofs()
    assert searches == [_RELATION, _OTHER]
    recall.learn(proofs)
    with recall.used() as found:
        result = prove(_RELATION)
    assert isinstance(result, Proved)
    assert check_certificate(_RELATION, result.certificate)
    assert searches == [_RELATION, _OTHER]
    assert found == {recall.digest(_RELATION): proofs[recall.digest(_RELATION)]}


@pytest.mark.parametrize("proof", [None, 5, {}, [], "", {"kind": "value"}])
def test_what_is_no_proof_is_searched_for(proof: object, searches: list[Relation]) -> None:
    recall.learn({recall.digest(_RELATION): proof})
    assert isinstance(prove(_RELATION), Proved)
    assert searches == [_RELATION]


def test_a_proof_of_another_relation_shows_nothing(searches: list[Relation]) -> None:
    proofs = _proofs()
    for proof in proofs.values():
        recall.learn({recall.digest(_FALSE): proof})
        assert not isinstance(prove(_FALSE), Proved)
    assert searches[2:] == [_FALSE, _FALSE]


def test_the_full_profile_recalls_nothing(searches: list[Relation]) -> None:
    recall.learn(_proofs())
    with recall.used(anew=True):
        assert isinstance(prove(_RELATION), Proved)
    assert searches == [_RELATION, _OTHER, _RELATION]
    assert isinstance(prove(_OTHER), Proved)
    assert len(searches) == 3


def test_what_is_known_changes_no_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    claim = claims()["zhao/lemma1"]
    before = fingerprint(claim)
    recall.learn({"0" * 16: {"node": "value"}})
    try:
        forget()
        assert fingerprint(claim) == before
    finally:
        del recall._known()["0" * 16]
