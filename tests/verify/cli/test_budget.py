"""`--budget` of `ratecheck estimate`: each problem enters its run before it draws, and is refused beyond the limit."""

import json
import re
import secrets
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from verify.study.budget import Account
from verify.study.estimate import Estimate, estimate

BOX = ("--lower", -1, "--upper", 1)
USER = ("--user", "who")
CASES: dict[str, tuple[object, ...]] = {
    "mean": (*USER, "--value", "x", *BOX),
    "mean-linf": (*USER, "--values", "x,y", *BOX),
    "mean-l2": (*USER, "--values", "x,y", "--radius", 2),
    "mean-heavy": (*USER, "--value", "x", "--p", 4, "--M", 2),
    "sparse-mean": (*USER, "--values", "x,y", *BOX, "--s", 1, "--m", 4, "--same-law"),
    "density": (*USER, "--value", "x", *BOX, "--beta", 1, "--m", 4, "--same-law"),
    "mixture": (*USER, "--value", "x", *BOX, "--K", 2, "--m", 4),
    "infinite": (*USER, "--value", "x", "--cover", "cover.csv"),
    "optimisation": (*USER, "--features", "x", "--label", "y", "--loss", "huber", "--radius", 2, "--project"),
    "optimisation-central": (
        *USER,
        "--features",
        "x",
        "--label",
        "y",
        "--loss",
        "huber",
        "--radius",
        2,
        "--project",
        "--delta",
        1e-6,
    ),
    "classification": (*USER, "--features", "x", "--label", "c", "--classes", "0,1", *BOX, "--m", 4),
    "regression": (*USER, "--features", "x", "--label", "y", "--bound", 1, *BOX, "--m", 4),
    "label-classification-local": ("--features", "x", "--label", "c", "--classes", "0,1", *BOX),
    "label-classification-central": ("--features", "x", "--label", "c", "--classes", "0,1", *BOX),
    "label-regression-local": ("--features", "x", "--label", "y", "--least", -1, "--most", 1, *BOX),
    "label-regression-central": ("--features", "x", "--label", "y", "--least", -1, "--most", 1, *BOX),
}
RULES = [problem for problem in CASES if "classification" in problem or "regression" in problem]
FITS = ("optimisation", "optimisation-central")


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    """The command in a folder with data of 600 users and a cover."""
    values = np.random.default_rng(3).uniform(-0.9, 0.9, (600, 4, 2))
    rows = [f"u{user},{x!r},{y!r},{int(x > 0)}" for user, of in enumerate(values.tolist()) for x, y in of]
    (tmp_path / "data.csv").write_text("\n".join(["who,x,y,c", *rows]) + "\n", "utf-8")
    (tmp_path / "cover.csv").write_text("who,x\na,-0.5\nb,0.5\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return CommandLine(monkeypatch, capsys)


def line(problem: str, *more: object, epsilon: float = 4.0) -> tuple[object, ...]:
    return ("estimate", problem, "--data", "data.csv", *CASES[problem], "--epsilon", epsilon, *more)


def spent() -> list[tuple[str, str, str]]:
    found = json.loads(Path("b.json").read_text("utf-8"))["spent"]
    return [(run["problem"], run["epsilon"], run["delta"]) for run in found]


PUBLIC_KEY = {"mixture", "optimisation", "optimisation-central"}
"""Problems whose plan has a public key or rotation, which is drawn before the plan is checked."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens: "draw" for each request of random bits of the system, "enter" for each run entered."""
    found: list[str] = []
    draw, charge = secrets.token_bytes, Account.charge

    def drawn(size: int) -> bytes:
        found.append("draw")
        return draw(size)

    def entered(account: Account) -> None:
        charge(account)
        found.append("enter")

    monkeypatch.setattr(secrets, "token_bytes", drawn)
    monkeypatch.setattr(Account, "charge", entered)
    return found


@pytest.mark.parametrize("problem", CASES)
def test_a_run_is_entered_before_it_draws(problem: str, ratecheck: CommandLine, told: list[str]) -> None:
    """One beyond the limit draws nothing."""
    delta = "0.000001" if problem == "optimisation-central" else "0"
    ran = ratecheck(*line(problem, "--budget", "b.json", "--budget-limit", "4,1e-6"))
    assert ran.status == 0, ran.err
    assert "budget    this run: epsilon = 4" in ran.err
    assert spent() == [(problem, "4", delta)]
    assert "draw" in told
    assert told.count("enter") == 1
    assert told.index("enter") == (problem in PUBLIC_KEY)
    told.clear()
    assert ratecheck(*line(problem, "--budget", "b.json", epsilon=0.5)).refusal.endswith(
        f"this run's epsilon = 0.5{', delta = 0.000001' if delta != '0' else ''} would pass the limit, epsilon = 4,"
        " delta = 0.000001"
    )
    assert told == []
    assert spent() == [(problem, "4", delta)]


def test_a_run_entered_after_it_draws_would_be_seen(
    ratecheck: CommandLine, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*arguments: Any) -> Estimate:
        found = estimate(*arguments[:-1])
        arguments[-1]()
        return found

    monkeypatch.setattr("verify.cli.estimate.estimate_rows", late)
    assert ratecheck(*line("mean", "--budget", "b.json", "--budget-limit", 4)).status == 0
    assert told.index("enter") > 0


def test_the_limit_is_asked_again_when_the_run_is_entered(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another run may have passed while this one read its data."""
    charge = Account.charge

    def late(account: Account) -> None:
        charge(account)
        charge(account)

    monkeypatch.setattr(Account, "charge", late)
    told = ratecheck(*line("mean", "--budget", "b.json", "--budget-limit", 5)).refusal
    assert "epsilon = 4 spent; this run's epsilon = 4 would pass the limit" in told


def test_a_run_that_ends_while_it_draws_has_spent(ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(*_: object) -> None:
        raise ParameterError("interrupted")

    monkeypatch.setattr("verify.study.estimate.shuffled", ends)
    assert ratecheck(*line("mean", "--budget", "b.json", "--budget-limit", 4)).refusal == "interrupted"
    assert spent() == [("mean", "4", "0")]


def test_what_is_refused_by_options_or_data_has_not_spent(ratecheck: CommandLine) -> None:
    limit = ("--budget", "b.json", "--budget-limit", 4)
    assert "outside" in ratecheck(*line("mean-l2", *limit)[:-6], "--radius", 0.1, *line("mean", *limit)[-6:]).refusal
    assert "--estimator" in ratecheck(*line("mean", *limit, "--estimator", "no-such")).refusal
    assert not Path("b.json").exists()


REFUSED = [
    ("mean", ("--same-law", "--estimator", "kent-tuned", "--m", 10**9), "--m = 1000000000"),
    ("classification", ("--cells", 10**11), "cells = 100000000000"),
    ("regression", ("--cells", 10**11), "cells = 100000000000"),
    ("label-classification-local", ("--cells", 10**11), "cells = 100000000000"),
    ("label-regression-local", ("--estimator", "sign-neighbours", "--k", 10**9), "k = 1000000000"),
    *((problem, ("--epsilon", 0), "psilon = 0.0") for problem in CASES),
    *((problem, ("--seed", -1), "--seed = -1") for problem in CASES),
    *((problem, ("--estimator", "no-such"), "no-such") for problem in CASES if problem != "infinite"),
    *((problem, ("--lower", 2), "ower = 2") for problem in CASES if BOX[0] in CASES[problem]),
    *((problem, ("--lower", "0,0,0"), "ower: 3 numbers") for problem in CASES if BOX[0] in CASES[problem]),
    *((problem, ("--beta", 7), "beta = 7") for problem in RULES),
    *((problem, ("--cells", 0), "cells = 0") for problem in RULES),
    *((problem, ("--cells", 10**9), "cells = 1000000000") for problem in RULES),
    *((problem, ("--m", 10**8), "m = 100000000: makes 6.0e+10") for problem in ("classification", "regression")),
    *((problem, ("--cells", 5000), "n = 600: must be at least") for problem in ("classification", "regression")),
    *((problem, ("--m", 10**8), "m = 100000000: makes 6.0e+10") for problem in ("mixture", "density")),
    *((problem, ("--m", 0), "m = 0") for problem in CASES if "--m" in CASES[problem] or problem in FITS),
    *((problem, ("--radius", 0), "radius = 0") for problem in ("mean-l2", *FITS)),
    *((problem, ("--delta", 0.7), "delta = 0.7") for problem in FITS),
    ("regression", ("--density", 7), "density = 7.0"),
    ("regression", ("--bound", 0), "T = 0.0"),
    ("classification", ("--classes", "0"), "--classes"),
    ("mean-heavy", ("--p", 0.5), "p = 0.5"),
    ("sparse-mean", ("--s", 3), "s = 3"),
    ("density", ("--beta", 0), "beta = 0"),
    ("mixture", ("--K", 0), "K = 0"),
    ("infinite", ("--metric", "l7"), "--metric"),
    ("label-regression-local", ("--k", 0, "--estimator", "sign-neighbours"), "k = 0"),
    ("label-regression-central", ("--most", -2), "most = -2"),
]
"""Runs that their plan refuses: where data are read for it, for how many users or rows they have."""


@pytest.mark.parametrize(("problem", "more", "told"), REFUSED, ids=[f"{name} {more}" for name, more, _ in REFUSED])
def test_what_a_plan_refuses_has_not_spent(
    problem: str, more: tuple[object, ...], told: str, ratecheck: CommandLine
) -> None:
    ran = ratecheck(*line(problem, *more, "--budget", "b.json", "--budget-limit", "9,1e-6"))
    assert told in ran.refusal
    assert not Path("b.json").exists()


def test_a_run_that_is_entered_before_its_plan_is_made_would_be_seen(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a plan that refuses where it is used, not where it is made."""
    monkeypatch.setattr("upperbounds.classification.classifiers.BinClassifier.planned_grid", lambda *_: Refusing())
    assert ratecheck(*line("label-classification-local", "--budget", "b.json", "--budget-limit", 9)).status == 2
    assert spent() == [("label-classification-local", "4", "0")]


@pytest.mark.parametrize("problem", [problem for problem in CASES if USER[0] in CASES[problem]])
def test_one_user_alone_is_refused(problem: str, ratecheck: CommandLine) -> None:
    lines = Path("data.csv").read_text("utf-8").splitlines()
    Path("data.csv").write_text("\n".join(lines[:5]) + "\n", "utf-8")
    told = ratecheck(*line(problem, "--budget", "b.json", "--budget-limit", "9,1e-6")).refusal
    assert re.search("^data: 1 user; a private estimate needs at least 2$|^n = 1: must be at least", told)
    assert not Path("b.json").exists()


class Refusing:
    """A grid that refuses when it is used."""

    def index(self, _: object) -> None:
        raise ParameterError("cells = 0: refused late")


def test_without_file_locks_nothing_is_read(ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a system that is not POSIX: one line, before the data are read."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr("verify.cli.estimate.read_with_bar", lambda *_: pytest.fail("data are read"))
    told = ratecheck(*line("mean", "--budget", "b.json", "--budget-limit", 9)).refusal
    assert told.startswith("--budget = 'b.json': this system has no POSIX file locks")
    assert not Path("b.json").exists()


def test_where_no_account_can_be_written_nothing_is_read(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verify.cli.estimate.read_with_bar", lambda *_: pytest.fail("data are read"))
    told = ratecheck(*line("mean", "--budget", "no/b.json", "--budget-limit", 9)).refusal
    assert told == "no/b.json: cannot write there (No such file or directory)"


def test_a_seeded_run_spends_too(ratecheck: CommandLine) -> None:
    for _ in range(2):
        ratecheck(*line("mean", "--seed", 1, "--budget", "b.json", "--budget-limit", 8))
    assert spent() == [("mean", "4", "0")] * 2


def test_users_and_labels_are_counted_apart(ratecheck: CommandLine) -> None:
    assert ratecheck(*line("mean", "--budget", "b.json", "--budget-limit", 9)).status == 0
    told = ratecheck(*line("label-classification-local", "--budget", "b.json")).refusal
    assert told.endswith(
        "counts what each user, by column who spends; this run is about each label of a row, in column c"
    )


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--budget-limit", 1), "--budget-limit: is the limit of an account; name its file with --budget"),
        (("--budget", "b.json"), "--budget = 'b.json': no such file; --budget-limit makes it"),
        (("--budget", "b.json", "--budget-limit", "1,0,0"), "--budget-limit: 3 numbers; must be epsilon, or epsilon"),
        (("--budget", "b.json", "--budget-limit", "-1"), "--budget-limit = -1"),
        (("--budget", "b.json", "--budget-limit", "nan"), "--budget-limit = nan"),
        (("--budget", "no/b.json", "--budget-limit", 9), "no/b.json: cannot write there"),
        (("--budget", "data.csv"), "--budget = 'data.csv': is no budget"),
    ],
)
def test_refusals(more: tuple[object, ...], told: str, ratecheck: CommandLine) -> None:
    assert ratecheck(*line("mean", *more)).refusal.startswith(told)
    assert not Path("b.json").exists()
