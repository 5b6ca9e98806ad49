"""Rocq proves chains from what they cite, and no stronger conclusion; skipped where it is not installed."""

import shutil
from importlib import resources
from pathlib import Path

import pytest
import sympy

from verify.calculus import by, calc, real, words
from verify.calculus.chain import Chain
from verify.ledger.collect import claims
from verify.rocq import run
from verify.rocq.chains import theorem
from verify.rocq.export import LIBRARY
from verify.rocq.terms import Inexpressible

pytestmark = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed (Debian: coq libcoq-interval)"
)

HEAD = "From Ratecheck Require Import Chains.\nOpen Scope R_scope.\n\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which both libraries are compiled."""
    path = tmp_path_factory.mktemp("built")
    for name in (LIBRARY, "Chains.v"):
        (path / name).write_bytes(resources.files("verify.rocq").joinpath(name).read_bytes())
        assert run.compiled(path / name).returncode == 0
    return path


def written(id_: str) -> str:
    chain = claims()[id_].printed
    assert isinstance(chain, Chain)
    return theorem("chain", chain).text


def parted(text: str) -> tuple[str, str]:
    """What stands before the theorem's proof, and what after."""
    statement, _, proof = text.rpartition("\nQed.\nLemma chain_domain")[0].rpartition("\nProof.\n")
    return statement, f"{proof}\nQed.\n"


def accepted(text: str, built: Path) -> bool:
    """Whether Rocq proves a theorem, from no axiom but the reals' and machine arithmetic's."""
    path = built / "one.v"
    path.write_text(f"{HEAD}{text}\nPrint Assumptions chain.\n")
    done = run.compiled(path)
    if done.returncode:
        return False
    axioms = tuple(run._named(done.stdout))
    assert [a for a in axioms if a not in run._REALS and not a.startswith(run._MACHINE)] == []
    return True


@pytest.mark.parametrize("id_", ["zhao/contraction", "zhao/eq62"])
def test_a_chain_is_proved_from_what_it_cites(id_: str, built: Path) -> None:
    assert accepted(written(id_), built)


def test_what_is_cited_is_a_hypothesis_with_its_premises_and_the_conclusion_is_none() -> None:
    told = written("zhao/eq62")
    assert "(fact_pinsker_1 : TV6 <= " in told
    assert "(fact_private_contraction_1 : forall K : any_channel, (Private12 K) -> 0 < epsilon -> " in told
    statement, proof = parted(told)
    conclusion = statement.rpartition("\n  : ")[2].removesuffix(".")
    assert statement.count(conclusion) == 1
    assert "Admitted" not in proof


@pytest.mark.parametrize("id_", ["zhao/contraction", "zhao/eq62/e"])
def test_a_stronger_conclusion_is_refused(id_: str, built: Path) -> None:
    statement, proof = parted(written(id_))
    head, _, conclusion = statement.rpartition("\n  : ")
    small, large = conclusion.removesuffix(".").split(" <= ")
    assert not accepted(f"{head}\n  : {small} + / 1000000 <= {large}.\nProof.\n{proof}", built)


def test_a_hypothesis_dropped_is_missed(built: Path) -> None:
    lines = written("zhao/eq62/e").splitlines()
    assert accepted("\n".join(lines), built)
    for fact in ("fact_pinsker_1", "fact_tensorisation_1"):
        assert f"  ({fact} : " in "\n".join(lines)
        assert not accepted("\n".join(line for line in lines if not line.startswith(f"  ({fact} :")), built)


def test_a_chain_that_is_its_only_reason_is_no_theorem() -> None:
    a = real("a", 0, 1)
    said = calc(a, "<=", sympy.sqrt(a), by(words("because it is so")))
    with pytest.raises(Inexpressible, match="one of its hypotheses"):
        theorem("chain", said)
