"""`ratecheck lessons`: the worked lessons as executed notebooks."""

from pathlib import Path

import click

from notation.parameters import ParameterError
from verify.cli.options import Whole
from verify.files import check_writable, write_all


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME ...]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out/lessons"),
    show_default=True,
    help="The folder to write to.",
)
@click.option("--jobs", type=Whole(min=1), default=1, show_default=True, help="Lessons executed at a time.")
def lessons(names: tuple[str, ...], out: Path, jobs: int) -> int:
    """Write the worked lessons as executed notebooks, NAME.ipynb; without NAME, all of them.

    A NAME that ends in .py is a script of your own, in the percent format (cells begin with `# %%`). They open in
    Jupyter, which `pip install 'ratecheck[lessons]'` and a front end of your choice bring. An unknown NAME lists the
    known ones. Exit status 1 if a cell of a lesson fails.
    """
    from verify.site.lessons.execute import LessonError, executed
    from verify.site.lessons.notebook import dumps, heading, lesson_names, name_of, notebook

    chosen = [
        notebook(Path(name).stem, _script(Path(name))) if name.endswith(".py") else notebook(name)
        for name in dict.fromkeys(names or lesson_names())
    ]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ParameterError(f"out = {str(out)!r}: cannot write to this folder ({error.strerror})") from None
    paths = {name_of(lesson): out / f"{name_of(lesson)}.ipynb" for lesson in chosen}
    for path in paths.values():
        check_writable(path)
    try:
        done = executed(chosen, jobs)
    except LessonError as error:
        click.echo(f"ratecheck: {error}", err=True)
        return 1
    write_all({paths[name_of(lesson)]: dumps(lesson).encode() for lesson in done})
    for lesson in done:
        click.echo(f"{paths[name_of(lesson)]}: {heading(lesson).title}")
    return 0


def _script(path: Path) -> str:
    """The text of a script; raises ParameterError if it can't be read, or has no cell."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ParameterError(f"name = {str(path)!r}: can't be read ({error})") from None
    if "\n# %% [markdown]\n" not in f"\n{text}".split("\n# %%\n")[0]:
        raise ParameterError(f"name = {str(path)!r}: must begin with a cell of text, # %% [markdown]")
    return text
