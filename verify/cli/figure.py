"""`ratecheck figure`: reproduce a paper's experiment."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from notation.parameters import ParameterError
from verify.cli.options import Whole
from verify.files import check_apart, check_writable, json_text, write_all
from verify.ledger import lock
from verify.study.experiments.figures import SCALES, Experiment, Saying, as_csv, find, on_file
from verify.study.experiments.sweep import Row, sweep

_LEFT = "{task.fields[left]}"


@click.command()
@click.argument("name")
@click.option(
    "--scale", type=click.Choice(SCALES), default="default", show_default=True, help="Which grid, such as the paper's."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="The folder to write to. [default: here]")
@click.option("--jobs", type=Whole(min=1), default=1, show_default=True, help="Worker processes.")
@click.option("--store", "store_file", type=click.Path(dir_okay=False, path_type=Path), help="Resume from this file.")
@click.option("--seed", type=Whole(min=0), default=0, show_default=True)
@click.option("--data", type=click.Path(path_type=Path), help="Your copy of a figure's data.")
@click.option("--json", "as_json", is_flag=True, help="Print the rows and the table as JSON.")
def figure(
    name: str,
    scale: str,
    out: Path,
    jobs: int,
    store_file: Path | None,
    seed: int,
    data: Path | None,
    as_json: bool,
) -> None:
    """Reproduce a figure of a paper: NAME.png, NAME.svg, its numbers NAME.csv, and NAME.md on the paper's text.

    An unknown NAME lists the known ones. Risks are exact unless the table says otherwise. kent-4 uses your copy of the
    Stanford Open Policing Project's statewide stops of Texas (--data FILE.csv or .csv.gz), and simulated officers
    without it.
    """
    experiment = find(name)
    _check_folder(out)
    paths = {suffix: out / f"{name}.{suffix}" for suffix in ("png", "svg", "csv", "md")}
    named = {f"the {suffix} of --out": path for suffix, path in paths.items()}
    check_apart({**named, "--store": store_file, "--data": data})
    for path in (*paths.values(), *([store_file] if store_file else [])):
        check_writable(path)
    if data is not None:
        experiment = on_file(experiment, data, seed)
    console = Console(stderr=True, soft_wrap=True)
    rows = _rows(experiment, scale, seed, jobs, store_file, console)
    found = experiment.sayings(rows)
    from verify.site.drawing.style import render

    drawing = experiment.draw(rows)
    write_all(
        {
            paths["png"]: render(drawing, "png"),
            paths["svg"]: render(drawing, "svg"),
            paths["csv"]: as_csv(rows).encode(),
            paths["md"]: as_markdown(experiment, scale, seed, found).encode(),
        }
    )
    if as_json:
        sentences = [
            {"id": s.claim, "place": s.place, "sentence": s.sentence, "criterion": s.criterion, "seen": s.seen,
             "verdict": s.verdict, "ledger": in_ledger(s)}
            for s in found
        ]  # fmt: skip
        document = {"schema": "ratecheck/1", "figure": name, "scale": scale, "seed": seed, "rows": rows}
        click.echo(json_text(document | {"sayings": sentences}))
        return
    for saying in found:
        click.echo(f"{saying.verdict}: “{saying.sentence}” ({saying.place})\n  {saying.seen}")
        click.echo(f"  in the ledger: {saying.claim}, {in_ledger(saying)}")
    click.echo(f"written: {', '.join(map(str, paths.values()))}")


def _check_folder(out: Path) -> None:
    """Make the folder if only the folder itself is missing; raises ParameterError if that is not possible."""
    try:
        out.mkdir(exist_ok=True)
    except OSError as error:
        raise ParameterError(f"out = {str(out)!r}: cannot write to this folder ({error.strerror})") from None


def _rows(experiment: Experiment, scale: str, seed: int, jobs: int, store: Path | None, console: Console) -> list[Row]:
    """The sweep, with a progress bar on a terminal and some plain lines otherwise."""
    cells = [cell | {"seed": seed} if experiment.seeded else cell for cell in experiment.cells(scale)]
    run = {"figure": experiment.name, "scale": scale, "seed": seed, "ratecheck": version("ratecheck")}
    if experiment.data:
        run["data"] = experiment.data
    if not sys.stderr.isatty():
        every = max(len(cells) // 20, 1)

        def tell(done: int, of: int, left: float) -> None:
            if done % every == 0 or done == of:
                console.print(f"[{done}/{of}] about {_duration(left)} left", markup=False, highlight=False)

        return sweep(cells, experiment.work, jobs=jobs, store=store, run=run, tell=tell)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(_LEFT))
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task(experiment.name, total=len(cells), left="")

        def move(done: int, of: int, left: float) -> None:
            bar.update(task, completed=done, total=of, left=f"{_duration(left)} left")

        return sweep(cells, experiment.work, jobs=jobs, store=store, run=run, tell=move)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


def in_ledger(saying: Saying) -> str:
    """The ledger's verdict on the sentence as printed, or on our claim, as locked."""
    entry = lock.load().get(saying.claim, {})
    return str(entry.get("printed") or entry.get("corrected") or "not there")


def as_markdown(experiment: Experiment, scale: str, seed: int, found: Sequence[Saying]) -> str:
    """A page: what the figure is, and the table of what the paper says against what is seen.

    The ledger may look further than one figure does, so both verdicts stand there.
    """
    lines = [
        f"# {experiment.title}",
        "",
        experiment.notes,
        "",
        f"Scale: {scale}; seed: {seed}; drawn in {experiment.name}.png and .svg, its numbers in {experiment.name}.csv.",
        "",
        "| the paper says | criterion | what is seen | here | in the ledger |",
        "|---|---|---|---|---|",
        *(
            _line(f"“{s.sentence}” ({s.place})", s.criterion, s.seen, s.verdict, f"{in_ledger(s)}: `{s.claim}`")
            for s in found
        ),
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def _line(*parts: str) -> str:
    return "| " + " | ".join(" ".join(part.replace("|", "\\|").split()) for part in parts) + " |"
