"""`ratecheck facts`: what chains believe, by grade and with its proof, where there is one."""

from collections import Counter
from typing import Any

import click

from notation.parameters import ParameterError
from verify.ledger.files import json_text

_KINDS = ("definition", "theorem", "axiom", "lemma")


@click.command()
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def facts(words: tuple[str, ...], as_json: bool) -> None:
    """List the definitions, theorems and lemmas that chains cite: all, or those with all of these words.

    A definition unfolds what its terms mean. A theorem is a result of the literature that is proved here too; one that
    is not is called an axiom. A lemma is ours or a paper's: without a proof it is an informal step.
    """
    # What judges is loaded by no command that is only asked for help.
    from verify.calculus.grounds import graded, proof_of
    from verify.ledger.collect import all_facts

    chosen = [fact for fact in all_facts() if all(_says(fact, word.lower()) for word in words)]
    if not chosen:
        raise ParameterError(
            f"WORDS = {' '.join(words)!r}: no fact has all of these words; `ratecheck facts` lists all"
        )
    rows = [
        {
            "name": fact.name,
            "grade": graded(fact),
            "proof": proof_of(fact),
            "source": fact.citation,
            "statement": fact.latex(),
        }
        for fact in chosen
    ]
    if as_json:
        click.echo(json_text(rows))
        return
    for row in rows:
        _show(row, whole=bool(words))
    click.echo(f"{len(rows)} facts: {_counted(rows)}")


def _says(fact: Any, word: str) -> bool:
    return word in fact.title.lower()


def _show(row: dict[str, Any], *, whole: bool) -> None:
    """One fact, with its statement where few are asked for."""
    click.echo(f"{row['grade']:<10}  {row['proof'] or '-':<12}  {row['name']}: {row['source']}")
    if whole:
        # What reads LaTeX takes a moment to load.
        from verify.report.terminal import unicode_text

        click.echo(f"    {unicode_text(row['statement'])}")


def _counted(rows: list[dict[str, Any]]) -> str:
    """How many there are of each grade, and how many of these are proved here."""
    number, proved = Counter(row["grade"] for row in rows), Counter(row["grade"] for row in rows if row["proof"])
    return ", ".join(f"{grade}: {number[grade]} ({proved[grade]} proved here)" for grade in _KINDS if number[grade])
