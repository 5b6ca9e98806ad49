"""The committed table of Rocq's opinion is one of the ledger as it is locked; what a page says of it."""

import pytest

from verify.ledger import lock
from verify.rocq.opinion import PATH, lines, table, told

PLANTED = {
    "rocq": "8.16.1", "interval": "4.6.1", "date": "2026-11-23", "axioms": ["Classical_Prop.classic", "PrimInt63.add"],
    "relations": {"all": 4, "failed": 1, "proved": 2, "waiting": 1}, "not proved": {"rel_1": "failed: No | tactic."},
    "claims": {
        "a/b": {"fingerprint": "f" * 16, "date": "2026-11-22", "relations": {"failed": 1, "proved": 2}},
        "a/c": {"fingerprint": "f" * 16, "relations": {"waiting": 1}},
    },
}  # fmt: skip


def stale(found: dict[str, dict[str, dict[str, str]]], locked: dict[str, dict[str, str]]) -> list[str]:
    """Claims whose relations Rocq read before their fingerprints were what they are, or that are no more."""
    return [id_ for id_, c in found["claims"].items() if c["fingerprint"] != locked.get(id_, {}).get("fingerprint")]


def test_the_table_is_of_the_ledger_as_it_is_locked() -> None:
    assert stale(table(), lock.load()) == []


def test_a_stale_claim_is_found() -> None:
    found, locked = table(), lock.load()
    id_ = next(iter(found["claims"]))
    assert stale(found, {**locked, id_: {**locked[id_], "fingerprint": "0" * 16}}) == [id_]
    assert stale(found, {k: entry for k, entry in locked.items() if k != id_}) == [id_]


def test_counts_add_up_and_the_page_is_the_table() -> None:
    found = table()
    counts = dict(found["relations"])
    assert counts.pop("all") == sum(counts.values())
    assert len(found["not proved"]) == counts.get("failed", 0) + counts.get("inexpressible", 0)
    assert PATH.with_suffix(".md").read_text(encoding="utf-8") == "\n".join(lines(found)) + "\n"


@pytest.mark.parametrize(
    ("id_", "fingerprint", "said"),
    [
        ("a/b", "f" * 16, "also proved by Rocq 8.16.1, Interval 4.6.1 (2026-11-22): 2 of 3; 1 not proved there."),
        ("a/b", "0" * 16, ""),
        ("a/c", "f" * 16, ""),
        ("a/d", "f" * 16, ""),
    ],
)
def test_a_page_says_what_rocq_read_of_the_claim_as_it_is(id_: str, fingerprint: str, said: str) -> None:
    assert told(id_, fingerprint, PLANTED).endswith(said)
    assert bool(told(id_, fingerprint, PLANTED)) == bool(said)
    assert told(id_, fingerprint, {}) == ""


def test_the_page_tells_the_denominator() -> None:
    page = "\n".join(lines(PLANTED))
    assert "of the 4 certified relations of 2 claims 2 are proved" in page
    assert "1 were not run" in page
    assert "| `rel_1` | failed: No  tactic. |" in page
