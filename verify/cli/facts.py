"""`ratecheck facts`: the facts that chains cite, by grade, each with its proof if there is one."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from notation.parameters import ParameterError
from verify.files import json_text

if TYPE_CHECKING:
    from verify.kernel.calculus.listing import Example
    from verify.kernel.calculus.reasons import Schema

_KINDS = ("definition", "theorem", "axiom", "lemma")


@click.command()
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def facts(words: tuple[str, ...], as_json: bool) -> None:
    """List the definitions, theorems and lemmas that chains cite: all, or those with all of these words.

    A word may stand in a fact's name, its source, its statement or its arguments. What is found comes with its import,
    its arguments and hypotheses, and a place in the ledger that cites it. Each may be cited by claims of your own.

    A definition unfolds what its terms mean. A theorem is a result of the literature that is proved here too; one that
    is not is called an axiom. A lemma is ours or a paper's: without a proof it is an informal step.
    """
    # What judges is loaded by no command that is only asked for help.
    from verify.kernel.calculus import listing
    from verify.ledger.collect import all_facts

    chosen = [fact for fact in all_facts() if all(listing.says(fact, word) for word in words)]
    if not chosen:
        raise ParameterError(
            f"WORDS = {' '.join(words)!r}: no fact has all of these words; `ratecheck facts` lists all"
        )
    examples = listing.cited(chosen) if words or as_json else {}
    rows = [_row(fact, examples) for fact in chosen]
    if as_json:
        click.echo(json_text(rows))
        return
    for row in rows:
        _show(row, whole=bool(words))
    click.echo(f"{len(rows)} facts: {_counted(rows)}")


def _row(fact: "Schema", examples: "dict[Schema, Example]") -> dict[str, Any]:
    from verify.kernel.calculus import listing
    from verify.kernel.calculus.grounds import graded, proof_of

    example = examples.get(fact)
    return {
        "name": fact.name,
        "grade": graded(fact),
        "proof": proof_of(fact),
        "source": fact.citation,
        "statement": fact.latex(),
        "import": listing.imported(fact),
        "call": listing.call(fact),
        "arguments": listing.arguments(fact),
        "hypotheses": listing.hypotheses(fact),
        "example": None if example is None else {"code": example.code, "at": example.at},
    }


def _show(row: dict[str, Any], *, whole: bool) -> None:
    """One fact; all of it if words were asked for."""
    click.echo(f"{row['grade']:<10}  {row['proof'] or '-':<12}  {row['name']}: {row['source']}")
    if not whole:
        return
    # What reads LaTeX takes a moment to load.
    from verify.site.terminal import unicode_text

    click.echo(f"    {unicode_text(row['statement'])}")
    click.echo(f"    {row['import']}")
    click.echo(f"    {row['call']}")
    for told in row["arguments"]:
        click.echo(f"        {told}")
    for told in row["hypotheses"]:
        click.echo(f"        asks for {unicode_text(told)}")
    if row["example"]:
        click.echo(f"    as in {row['example']['at']}: {row['example']['code']}")


def _counted(rows: list[dict[str, Any]]) -> str:
    """How many there are of each grade, and how many of these are proved here."""
    number, proved = Counter(row["grade"] for row in rows), Counter(row["grade"] for row in rows if row["proof"])
    return ", ".join(f"{grade}: {number[grade]} ({proved[grade]} proved here)" for grade in _KINDS if number[grade])
