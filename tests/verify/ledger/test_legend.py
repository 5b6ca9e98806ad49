"""What a statement displays is told where it is shown: its quantities and objects in a line each, its names by sort."""

import os
import subprocess
import sys

import pytest
import sympy

from verify.kernel.calculus import Name, Statement, at_most, constructor, integer, quantity
from verify.kernel.calculus.conditions import Property
from verify.kernel.calculus.terms import Object, Quantity
from verify.ledger.collect import claims
from verify.ledger.legend import _PLAIN, legend, meaning_of, stated

Untold = quantity("Untold", "U({0})", "")
Built = constructor("Built", "B({0})")
"""What is built of a number: Built(n)."""
Bare = constructor("Bare", "B'({0})")
N = integer("n", least=1)


def _untold(statement: Statement) -> set[str]:
    terms = (t for c in (statement.conclusion, *statement.hypotheses) for t in sympy.preorder_traversal(c))
    # A property's form is a sentence of its own.
    kinds = (t for t in terms if isinstance(t, Object | Quantity) and not isinstance(t, (*_PLAIN, Property)))
    return {type(t).__name__ for t in kinds if not meaning_of(t)}


def test_every_term_of_the_ledger_is_told() -> None:
    sides = ((claim.id, side) for claim in claims().values() for side in (claim.printed, claim.corrected))
    assert not [(id_, found) for id_, side in sides for s in stated(side) if (found := _untold(s))]


def test_a_term_without_a_line_is_caught() -> None:
    planted = at_most(Untold(Built(N)) + Untold(Bare(N)), N)
    assert _untold(Statement(planted)) == {"Untold", "Bare"}


def test_rows() -> None:
    of = quantity("Of", "O({0}, {1})", "what is meant")
    rows = legend([Statement(at_most(of(Built(N), Name("P", "law")), N))])
    assert [(row["term"], row["latex"], row["meaning"]) for row in rows] == [
        ("Of(Built(n), P)", "O(B(n), P)", "what is meant"),
        ("Built(n)", "B(n)", "What is built of a number: Built(n)"),
        ("P", "P", "law"),
    ]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_rows_are_in_one_order_whatever_the_hashes_are(seed: str) -> None:
    """Parts of a minimum are a frozenset: two runs of Python may have them in other orders."""
    program = (
        "from sympy import Min\n"
        "from verify.kernel.calculus import Name, Statement, at_most, constructor, integer, quantity\n"
        "from verify.ledger.legend import legend\n"
        "kinds = [quantity(f'Q{k}', f'Q_{k}({{0}})', f'number {k}', 0) for k in range(8)]\n"
        "n = integer('n', least=1)\n"
        "print([row['term'] for row in legend([Statement(at_most(Min(*(q(n) for q in kinds)), n))])])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert ran.stdout == str([f"Q{k}(n)" for k in range(8)]) + "\n"
