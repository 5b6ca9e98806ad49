"""`--budget` of `ratecheck estimate`: the account of what runs spent on one data set."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from notation.parameters import ParameterError, within
from notation.setting import LEAST_EPSILON, MOST_EPSILON
from verify.cli.options import harmless, numbers, option
from verify.files import check_writable
from verify.study.budget import Account, Price, free

BUDGET = (
    option(
        "--budget", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Account of what runs on"
        " these data have spent: this run is entered before it draws, or refused beyond the limit.",
    ),
    option(
        "--budget-limit", "limit", type=numbers, metavar="E[,DELTA]",
        help="With --budget: the limit of a new account.",
    ),
)  # fmt: skip


def budgeted(problem: str, command: Callable[..., None]) -> Callable[..., None]:
    """A command with the options `BUDGET`: it gets `charge`, to be called before its first draw."""

    def run(budget: Path | None, limit: tuple[float, ...] | None, **given: Any) -> None:
        if budget is None:
            if limit is not None:
                raise ParameterError("--budget-limit: is the limit of an account; name its file with --budget")
            command(charge=free, **given)
            return
        account = _account(problem, budget, limit, given)
        account.check()
        # Else a run would fail after all data were read.
        check_writable(budget)
        command(charge=account.charge, **given)
        click.echo(f"budget    this run: {account.price}; entered in {harmless(budget)}", err=True)

    return run


def _account(problem: str, budget: Path, limit: tuple[float, ...] | None, given: dict[str, Any]) -> Account:
    """The run as it will be entered; raises ParameterError."""
    if limit is not None:
        if len(limit) > 2:
            raise ParameterError(f"--budget-limit: {len(limit)} numbers; must be epsilon, or epsilon and delta")
        for number, most in zip(limit, (1e300, 1.0), strict=False):
            if number:
                within("--budget-limit", number, 1e-300, most)
    delta = given.get("delta") or 0.0
    user = given.get("user")
    return Account(
        budget,
        None if limit is None else Price.of(*limit),
        # Epsilons add up only where they protect the same.
        f"user, by column {user}" if user is not None else f"label of a row, in column {given['label']}",
        problem,
        Price.of(
            within("--epsilon", given["epsilon"], LEAST_EPSILON, MOST_EPSILON),
            within("--delta", delta, 1e-300, 0.5) if delta else 0.0,
        ),
        given["seed"] is not None,
    )
