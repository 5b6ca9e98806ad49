"""Every number that `estimate` publishes is a function of messages and public inputs, problem by problem.

One user's rows, their values and how many there are change, and all messages stay: so do standard output, JSON but not
what stands under "not_private", and pictures. `tests/verify/study/test_published.py` is the other route, by
probability.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

from notation.problem import TITLES
from tests.transcripts import Recording, same
from tests.unjudged import nothing_known
from tests.verify.cli.command_line import CommandLine
from upperbounds.classification.classifiers import CentralBinClassifier, LocalBinClassifier, Rule
from upperbounds.classification.users import UserBinClassifier
from upperbounds.regression.regressors import CentralBinRegressor, LocalBinRegressor, NeighbourRegressor
from upperbounds.regression.users import UserBinRegressor
from verify.study import density, kinds
from verify.study.estimate import NotPublic
from verify.study.label_regressions import REGRESSION_PROBLEMS
from verify.study.labels import LABEL_PROBLEMS
from verify.study.optimise import DESCENTS
from verify.study.problems import PROBLEMS
from verify.study.table import Means
from verify.study.users import USER_PROBLEMS

Words = tuple[object, ...]
USERS, ONE = 400, 7
"""How many there are, and the first whose rows change: others follow where a plan asks nothing of them."""
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Asked:
    """A command except for its file of data."""

    problem: str
    words: Words
    private: str = "users"
    draws: bool = False
    """Whether it draws a picture."""
    epsilon: float = 4.0

    def __str__(self) -> str:
        options = dict(zip(self.words, self.words[1:], strict=False))
        told = [str(options[key]) for key in ("--estimator", "--loss") if key in options]
        return "-".join([self.problem, *told, *(["same-law"] if "--same-law" in self.words else [])])


def of_means() -> Iterator[Asked]:
    """Each estimator that protects users; the one that is chosen, on all rows."""
    for problem in PROBLEMS.values():
        if not problem.estimates_means or problem.name == "mixture":
            continue
        columns: Words = ("--value", "x") if problem.is_scalar else ("--values", "x,y")
        known: dict[str, Words] = {"range": ("--lower", -1, "--upper", 1, "--clip"), "moments": ("--p", 4, "--M", 1)}
        known |= {"l2 ball": ("--radius", 1, "--clip"), "l1 ball": ("--radius", 1, "--clip")}
        known["moments of the norm"] = known["moments"]
        words = (*columns, *known[problem.known], *(("--s", 1) if "s" in problem.sizes else ()))
        yield Asked(problem.name, words)
        for estimator in problem.private:
            law = ("--same-law",) if estimator.needs_one_law else ()
            # With fewer rows a range of its bins holds all, and nothing is asked about data.
            m = 1000 if estimator.name == "bassily-algorithm2" else 3
            yield Asked(problem.name, (*words, "--m", m, "--estimator", estimator.name, *law))


def of_others() -> Iterator[Asked]:
    """Densities, mixture components, centres of a cover."""
    box: Words = ("--value", "x", "--lower", -1, "--upper", 1, "--clip", "--m", 3)
    for estimator in PROBLEMS["density"].private:
        yield Asked("density", (*box, "--beta", 1, "--same-law", "--estimator", estimator.name))
    for estimator in PROBLEMS["mixture"].private:
        yield Asked("mixture", (*box, "--K", 2, "--estimator", estimator.name))
    yield Asked("infinite", ("--value", "x", "--cover", "cover.csv"))


def of_fits() -> Iterator[Asked]:
    """Each descent, on some rows of each user, with a label; and on all rows, without one."""
    base: Words = ("--features", "x,y", "--radius", 1, "--project")
    some: Words = ("--m", 3, "--same-law", "--label", "sign")
    for problem, descents in DESCENTS.items():
        for one in descents:
            named = (*base, *(("--delta", 1e-6) if one.delta else ()), "--estimator", one.name)
            # Gaussian noise of two of them is for epsilon up to 1.
            epsilon = 1.0 if one.name.startswith("bassily") else 4.0
            yield Asked(problem, (*named, *some, "--loss", "logistic"), epsilon=epsilon)
            if not one.delta:
                yield Asked(problem, (*named, "--loss", "quadratic"))
    yield Asked("optimisation", (*base, *some, "--loss", "hinge"))


def of_rules() -> Iterator[Asked]:
    """Each rule: of users, and of labels, which alone are private there."""
    box: Words = ("--features", "x,y", "--lower", -1, "--upper", 1, "--predict", "new.csv")
    for problem in USER_PROBLEMS.values():
        label = ("--label", "z", "--bound", 1) if problem.is_squared else ("--label", "which", "--classes", "a,b")
        for estimator in problem.estimators:
            words = (*box, *label, "--m", 3, "--estimator", estimator.name)
            yield Asked(problem.name, (*words, *(() if "printed" in estimator.name else ("--cells", 4))), draws=True)
    yield Asked("classification", (*box, "--label", "which", "--classes", "a,b,c", "--m", 3, "--cells", 2))
    for classes in LABEL_PROBLEMS.values():
        for one in classes.estimators:
            words = (*box, "--label", "which", "--classes", "a,b,c", "--estimator", one.name)
            yield Asked(classes.name, words, "labels", draws=True)
    for regression in REGRESSION_PROBLEMS.values():
        known: Words = ("--p", 4, "--M", 1) if regression.is_heavy else ("--least", -1, "--most", 1)
        for each in regression.estimators:
            yield Asked(regression.name, (*box, "--label", "z", *known, "--estimator", each.name), "labels", draws=True)


CASES = [*of_means(), *of_others(), *of_fits(), *of_rules()]
every = pytest.mark.parametrize("asked", CASES, ids=str)

Row = tuple[float, float, int, str, float]


def rows_of(user: int, rng: np.random.Generator) -> list[Row]:
    """Two or three rows: features, a sign, a class, a number."""
    drawn = rng.uniform(-0.5, 0.5, (2 + user % 2, 3)).round(3).tolist()
    return [(x, y, 1 if x > 0 else -1, "ab"[x > y], z) for x, y, z in drawn]


def written(path: Path, users: Mapping[int, Sequence[Row]]) -> Path:
    """A file with a row for each observation."""
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("who", "x", "y", "sign", "which", "z"))
        writer.writerows((f"u{user}", *row) for user, rows in users.items() for row in rows)
    return path


def people() -> dict[int, list[Row]]:
    rng = np.random.default_rng(1)
    return {user: rows_of(user, rng) for user in range(USERS)}


def other_rows(private: str, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """One user's rows before and after: most rows and none outside, and one row, beyond all others and outside."""
    if private == "labels":
        (first, *more) = rows
        return [(*first[:3], "a", -0.4), *more], [(*first[:3], "b", 9.0), *more]
    return [(0.31, 0.21, 1, "b", 0.4)] * 7, [(-7.5, -8.5, -1, "a", -9.5)]


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    """The command, run in a folder with what is public; its risks, of public numbers alone, are not computed."""
    # What is told of a risk is of these numbers: it would show if they hung on data.
    nothing_known(monkeypatch, lambda setting: 1 / (setting.n + setting.m + setting.d + setting.epsilon))
    cases_files(monkeypatch, tmp_path)
    return CommandLine(monkeypatch, capsys)


def cases_files(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The folder becomes the current one, with what is public in it; two more risks are not computed."""
    monkeypatch.setattr(kinds, "worst_mixture_risk", lambda *_: None)
    monkeypatch.setattr(density, "density_risk", lambda *_: None)
    monkeypatch.chdir(folder)
    Path("cover.csv").write_text("who,x\n" + "".join(f"c{i},{i / 3 - 1}\n" for i in range(7)))
    Path("new.csv").write_text("x,y\n0.1,0.2\n-0.7,0.4\n0.9,-0.9\n")


def leaves(found: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Everything that a document tells, by where it stands."""
    parts: Any = ()
    if isinstance(found, dict):
        parts = found.items()
    elif isinstance(found, list):
        parts = enumerate(found)
    else:
        yield name, found
    for key, part in parts:
        yield from leaves(part, f"{name}.{key}")


def published(
    ratecheck: CommandLine, asked: Asked, data: Path, starts: Sequence[Callable[[], None]]
) -> tuple[dict[str, Any], str]:
    """All that may be published, text and JSON, number by number; and what may not. Each run has its start."""
    users = ("--user", "who") if asked.private == "users" else ()
    line = ("estimate", asked.problem, "--data", data, *users, "--epsilon", asked.epsilon, *asked.words)
    starts[0]()
    text = ratecheck(*line, *(("--plot", "rule.svg") if asked.draws else ()))
    assert text.status == 0, text.err
    told: dict[str, Any] = {f"number {i} of the text": n for i, n in enumerate(NUMBER.findall(text.out))}
    told["words of the text"] = text.out
    if asked.draws:
        told["the picture"] = Path("rule.svg").read_text()
    starts[1]()
    document = ratecheck(*line, "--json").json
    kept = document.pop("not_private", None)
    assert (kept is None) == (asked.private == "labels")
    return told | dict(leaves(document, "json")), f"{kept} {text.err}"


def is_of_messages_alone(ratecheck: CommandLine, recording: Recording, asked: Asked) -> None:
    """Raise AssertionError where a number changes with one user's data under the same messages."""
    for user in range(ONE, ONE + 9):
        users = people()
        before, after = other_rows(asked.private, users[user])
        # A run in text and one in JSON have one transcript.
        one, other = (partial(written, Path("data.csv"), users | {user: rows}) for rows in (before, after))
        first, counts = published(ratecheck, asked, one(), (recording.anew, recording.again))
        second, others = published(ratecheck, asked, other(), (recording.again, recording.again))
        assert len([name for name in first if name.startswith("json")]) > 5
        differing = {name: (first.get(name), second.get(name)) for name in first | second}
        wrong = {name: pair for name, pair in differing.items() if pair[0] != pair[1]}
        assert not wrong, f"{asked}: published, and changes with a user's data: {wrong}"
        assert asked.private == "labels" or counts != others, "what is not public does not change: no test"
        if recording.changed:
            return
    raise AssertionError(f"{asked}: no user whose data changed was asked")


@every
def test_every_number_is_of_messages_and_public_inputs_alone(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch, asked: Asked
) -> None:
    is_of_messages_alone(ratecheck, Recording(monkeypatch), asked)


def test_every_problem_is_asked() -> None:
    named = {asked.problem for asked in CASES}
    assert named == {"infinite", *(problem for problem in TITLES if not problem.startswith("infinite-"))}


def case(problem: str, *more: object) -> Asked:
    """The first that asks a problem with these words."""
    return next(asked for asked in CASES if asked.problem == problem and set(more) <= set(asked.words))


def values(rows: Any) -> Any:
    """Values of rows, or their sums by user where these are all that is kept."""
    return rows.sums if isinstance(rows, Means) else rows.values


def most(_: Any, rows: Any) -> float:
    """The largest value."""
    return float(np.abs(values(rows)).max())


def labels_b(_: Any, __: Any) -> int:
    """How many have one label, which stands in the file."""
    return Path("data.csv").read_text().count(",b,")


DEFECTS: dict[str, tuple[str, str, Callable[[Any, Any], Any]]] = {
    "a count of rows": ("mean", "silent", lambda found, _: found.not_public.rows),
    "the most rows of a user": ("mean-l2", "silent", lambda found, _: found.not_public.most),
    "the fewest rows of a user": ("mean-heavy-l2", "silent", lambda found, _: found.not_public.fewest),
    "a sum in words": ("mean-linf", "of", lambda _, rows: f"{values(rows).sum():g}"),
    "a maximum in words": ("sparse-mean", "why", lambda found, rows: f"{most(found, rows):g}"),
    "whether a maximum is large": ("mean-heavy", "tells_little", lambda found, rows: most(found, rows) > 7),
    "a mean without noise": ("mean-l1", "value", lambda _, rows: rows.means().mean(axis=0)),
    "a distance by a maximum": ("density", "beyond", most),
    "needed users by a count": ("mixture", "n_needed", lambda found, _: found.not_public.rows),
    "a share by a maximum": ("infinite", "share", most),
    "a count of a fit": ("optimisation", "silent", lambda found, _: found.not_public.rows),
    "moved features of a fit": ("optimisation-central", "trivial", lambda found, _: found.not_public.moved),
    "rows for users": ("classification", "users", lambda found, _: found.not_public.rows),
    "moved labels in a prediction": ("regression", "predicted", lambda f, _: f.predicted + f.not_public.moved),
    "a count of labels": ("label-classification-central", "outside", labels_b),
    "a count of numbers": ("label-regression-local", "people", labels_b),
}
"""What is published under a name that is public, of what was found and of the rows."""

FOUND_BY = {
    "density": ("estimate_others", "estimate_density"),
    "mixture": ("estimate_others", "estimate_kinds"),
    "infinite": ("estimate_others", "select"),
    **dict.fromkeys(DESCENTS, ("estimate_fit", "fit")),
    **dict.fromkeys(USER_PROBLEMS, ("users", "learn")),
    **dict.fromkeys(LABEL_PROBLEMS, ("labels", "classify")),
    **dict.fromkeys(REGRESSION_PROBLEMS, ("label_regressions", "regress")),
}
"""What finds what is told, by problem: of means `estimate_rows`."""


@pytest.mark.parametrize(("problem", "name", "made"), DEFECTS.values(), ids=DEFECTS)
def test_planted_numbers_of_data_are_found(
    ratecheck: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    problem: str,
    name: str,
    made: Callable[[Any, Any], Any],
) -> None:
    module, finding = FOUND_BY.get(problem, ("estimate", "estimate_rows"))
    # The package has a command of a module's name.
    where = import_module(f"verify.cli.{module}")
    honest = getattr(where, finding)

    def defect(rows: Any, *given: Any, **named: Any) -> Any:
        found = honest(rows, *given, **named)
        return replace(found, **{name: made(found, rows)})

    monkeypatch.setattr(where, finding, defect)
    with pytest.raises(AssertionError, match="changes with a user's data"):
        is_of_messages_alone(ratecheck, Recording(monkeypatch), case(problem))


def printed(counted: NotPublic, *_: Any, **__: Any) -> None:
    """A count on standard output, where that is text."""
    if not click.get_current_context().params["as_json"]:
        click.echo(f"rows {counted.rows}")


def test_plans_and_counts_by_the_rows_of_a_user_are_found(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done for the most rows that a user has; counts that are not private on standard output."""
    where = import_module("verify.cli.estimate")
    honest = where.estimate_rows
    with monkeypatch.context() as planted:
        planted.setattr(where, "estimate_rows", lambda r, a, s, k, _, *more: honest(r, a, s, k, r.counts.max(), *more))
        with pytest.raises(AssertionError, match=r"hangs on data|changes with a user's data"):
            is_of_messages_alone(ratecheck, Recording(planted), case("mean-linf", "walk"))
    for module, problem in (("estimate", "mean"), ("users", "regression")):
        with monkeypatch.context() as planted:
            where = import_module(f"verify.cli.{module}")
            planted.setattr(where, "tell_not_public", printed)
            with pytest.raises(AssertionError, match=r"number [0-9]+ of the text"):
                is_of_messages_alone(ratecheck, Recording(planted), case(problem))


# What a rule holds is published with it.

OF_USERS: list[Callable[[], Any]] = [
    lambda: UserBinClassifier(4.0, classes=[0, 1], cells=2, m=3),
    lambda: UserBinClassifier(4.0, classes=[0, 1, 2], cells=2, m=3),
    lambda: UserBinClassifier(4.0, classes=[0, 1, 2], cells=2, m=3, mechanism="one-hot"),
    lambda: UserBinRegressor(4.0, T=1.0, cells=2, m=3),
]
OF_LABELS: list[Callable[[], Any]] = [
    *(lambda mechanism=one: LocalBinClassifier(4.0, [0, 1], mechanism=mechanism) for one in ("k-ary", "one-hot")),
    *(
        lambda mechanism=one: CentralBinClassifier(4.0, [0, 1], mechanism=mechanism)
        for one in ("exponential", "geometric")
    ),
    lambda: LocalBinRegressor(4.0),
    lambda: CentralBinRegressor(4.0),
    lambda: NeighbourRegressor(4.0),
]


def holds_messages_alone(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Rule], protects_users: bool) -> None:
    """Raise AssertionError where what a fitted rule holds changes with one user's data under the same messages."""
    rng, recording = np.random.default_rng(2), Recording(monkeypatch)
    X, users = rng.random((900, 2)), np.repeat(np.arange(300), 3)
    y = (X[:, 0] > X[:, 1]).astype(int)
    fitted = []
    for user in (5, 6, 7):
        given = [[X, y], [X, y.copy()]] if not protects_users else [[X, y, users], [X.copy(), y.copy(), users.copy()]]
        mine = users == user
        given[1][1][mine] = 1 - y[mine]
        if protects_users:
            # Her rows are one, and in another place.
            given[1][0][mine] = 1 - X[mine]
            given[1] = [np.delete(part, np.flatnonzero(mine)[1:], axis=0) for part in given[1]]
        for start, data in zip((recording.anew, recording.again), given, strict=True):
            start()
            fitted.append(vars(make().fit(*data)))  # type: ignore[attr-defined]
        first, second = fitted[-2:]
        assert first.keys() == second.keys()
        wrong = [name for name in first if not same(first[name], second[name])]
        assert not wrong, f"{wrong} change with a user's data"
        if recording.changed:
            return
    raise AssertionError("no user whose data changed was asked")


@pytest.mark.parametrize("make", [*OF_USERS, *OF_LABELS])
def test_a_fitted_rule_holds_messages_and_public_numbers_alone(
    monkeypatch: pytest.MonkeyPatch, make: Callable[[], Any]
) -> None:
    holds_messages_alone(monkeypatch, make, protects_users=make in OF_USERS)


def test_a_rule_that_keeps_a_maximum_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Keeping(UserBinRegressor):
        def fit(self, X: Any, y: Any, users: Any = None) -> "Keeping":
            self.most_ = len(X)
            return super().fit(X, y, users)

    with pytest.raises(AssertionError, match=r"\['most_'\] change"):
        holds_messages_alone(monkeypatch, lambda: Keeping(4.0, T=1.0, cells=2, m=3), protects_users=True)
