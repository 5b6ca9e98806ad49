"""The plans that are drawn, at stated n, m, d and epsilon; printed beside corrected where the printed one fails."""

import numpy as np
from markupsafe import Markup

from upperbounds.mean import baselines, kent, zhao
from upperbounds.mean import bassily as range_bassily
from upperbounds.registry import by_name
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.transforms.kashin import HadamardFrame
from upperbounds.vectors import bassily, heavy
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors import zhao as zhao_vectors
from verify.report.exhibits.figure import Exhibit, box, label, svg
from verify.report.exhibits.plans import (
    Sheet,
    exhibit,
    messages,
    sheet_drawn,
    sheet_of_coordinates,
    sheet_of_rounds,
    told_sent,
)
from verify.report.plot import WIDTH, line

_N, _M = 2000, 100


def _at(**values: object) -> tuple[tuple[str, str], ...]:
    return tuple((name, f"{value:g}" if isinstance(value, float) else str(value)) for name, value in values.items())


def _one_sheet(estimator: str, title: str, plan: object, at: tuple[tuple[str, str], ...], more: str = "") -> Exhibit:
    """A univariate plan; its spend is that of the same plan in symbols."""
    exact = by_name("mean", estimator).exact(plan)
    sheet = sheet_of_rounds(title, plan, exact.protocol().spend())  # type: ignore[arg-type]
    return exhibit(title, [sheet], _sentence(messages(plan)) + more, at)  # type: ignore[arg-type]


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def zhao_algorithm1() -> Exhibit:
    """zhao Algorithm 1."""
    plan = zhao.algorithm1(_N, _M, 1.0, 1.0)
    more = " Nobody takes part in both stages, so nothing adds up."
    return _one_sheet("zhao-algorithm1", "Algorithm 1", plan, _at(n=_N, m=_M, epsilon=1, D=1), more)


def kent_algorithm2() -> Exhibit:
    """kent Algorithm 2 with the width and T* of Algorithm 3."""
    plan = kent.algorithm3(200_000, 10_000, 1.0, 1.0)
    return _one_sheet("kent-algorithm11", "Algorithm 2", plan, _at(n=200_000, T=10_000, alpha=1, D=1))


def kent_algorithm10() -> Exhibit:
    """kent Algorithm 10 beyond alpha = 1."""
    plan = kent.algorithm11(200_000, 10_000, 2.0, 1.0)
    more = " For alpha > 1 a user marks three bins at a third of the budget for each bit that can change."
    return _one_sheet(
        "kent-algorithm11",
        "Algorithm 10, alpha > 1, half-open bins",
        plan,
        _at(n=200_000, T=10_000, alpha=2, D=1),
        more,
    )


def bassily_algorithm2() -> Exhibit:
    """bassily Algorithm 2: everyone votes."""
    plan = range_bassily.estimator(_N, _M, 1.0, 1.0)
    return _one_sheet("bassily-algorithm2", "Algorithm 2", plan, _at(n=_N, m=_M, epsilon=1, R=1))


def zhao_split_user() -> Exhibit:
    """zhao Proposition 1, first baseline: every sample at epsilon/m."""
    plan = baselines.split_user(_N, 4, 1.0, 1.0)
    more = " Every message costs ε/m; m of them cost ε."
    return _one_sheet("split-user", "Every sample at ε/m", plan, _at(n=_N, m=4, epsilon=1, D=1), more)


def zhao_one_item() -> Exhibit:
    """zhao Proposition 1, second baseline: one sample at epsilon."""
    plan = baselines.one_item(_N, 4, 1.0, 1.0)
    return _one_sheet("one-item", "One sample of each user", plan, _at(n=_N, m=4, epsilon=1, D=1))


def zhao_heavy() -> Exhibit:
    """zhao Theorem 3: Algorithm 1 on clipped user means."""
    plan = heavy.theorem3(_N, _M, 1.0, 4.0, 1.0)
    more = " The bins cover [−D, D] with D = 2 M^(1/p) + 2Δ; beyond it user means are clipped."
    return _one_sheet(
        "zhao-algorithm1", "Algorithm 1 under E|X|^p ≤ M_p", plan, _at(n=_N, m=_M, epsilon=1, p=4, M_p=1), more
    )


def zhao_algorithm2() -> Exhibit:
    """zhao Algorithm 2, printed in both readings and corrected, where epsilon is no integer."""
    n, m, d, eps = 48, 16, 7, 2.5
    readings = {
        "printed, floor(ε) coordinates a group": zhao_vectors.printed_algorithm2(n, m, d, eps, 1.0, "floor"),
        "printed, ceil(ε) coordinates a group": zhao_vectors.printed_algorithm2(n, m, d, eps, 1.0, "ceil"),
        "corrected": zhao_vectors.algorithm2(n, m, d, eps, 1.0),
    }
    sheets = [sheet_of_coordinates(name, plan) for name, plan in readings.items()]
    floor, ceil, mended = sheets
    caption = (
        f"Groups of users answer for groups of coordinates. With floor(ε) coordinates a group, nobody sends {', '.join(floor.unanswered)};"
        f" with ceil(ε), users spend up to {ceil.worst} ε. Corrected, floor(ε) coordinates share ε, and one group more covers"
        f" them all: {mended.worst} ε. {_sentence(messages(readings['corrected']))}"
    )
    return exhibit("Algorithm 2, printed and corrected", sheets, caption, _at(n=n, m=m, d=d, epsilon=eps, D=1))


def zhao_kashin() -> Exhibit:
    """zhao Theorem 5: Algorithm 2 on Kashin coefficients."""
    n, m, d, eps = 64, 16, 4, 2.0
    plan = zhao_vectors.through_kashin(n, m, eps, 1.0, HadamardFrame.draw(d, np.random.default_rng(0)))
    sheet = sheet_of_coordinates("Algorithm 2 on Kashin coefficients", plan)
    caption = (
        f"Each sample is replaced by {plan.split.coordinates} coefficients within K D/√d; from there on it is Algorithm 2. The frame is"
        f" public, so it costs nothing. {_sentence(messages(plan))}"
    )
    return exhibit("The plan through Kashin coefficients", [sheet], caption, _at(n=n, m=m, d=d, epsilon=eps, D=1))


def zhao_hadamard() -> Exhibit:
    """zhao Remark 1: Algorithm 2 on Hadamard coefficients."""
    n, m, d, eps = 48, 16, 8, 2.0
    plan = zhao_vectors.through_hadamard(n, m, d, eps, 1.0)
    sheet = sheet_of_coordinates("Algorithm 2 on Hadamard coefficients", plan)
    caption = f"Each sample x becomes Hx/√d, within D/√d in every coordinate. {_sentence(messages(plan))}"
    return exhibit("The plan through the Hadamard transform", [sheet], caption, _at(n=n, m=m, d=d, epsilon=eps, D=1))


def kent_algorithm12() -> Exhibit:
    """kent Algorithm 12, printed with one fold too many, and corrected."""
    n, m, d, eps = 1_200_000, 1000, 6, 2.0
    plans = {
        "printed: floor(α) + 1 folds": kent_vectors.printed_algorithm12(n, m, d, eps, 1.0),
        "corrected: floor(α) folds": kent_vectors.algorithm12(n, m, d, eps, 1.0),
    }
    sheets = [sheet_of_coordinates(name, plan) for name, plan in plans.items()]
    caption = (
        f"Coordinate j is answered by the folds j, j + 1, … Printed, they are floor(α) + 1, so that each user answers for as many"
        f" coordinates at budget 1 and spends {sheets[0].worst} ε; corrected, {sheets[1].worst} ε. ε is the paper's α."
    )
    return exhibit("Algorithm 12, printed and corrected", sheets, caption, _at(n=n, T=m, d=d, alpha=2, D=1))


def bassily_local() -> Exhibit:
    """bassily Theorem 4.3: a vote at epsilon/2 and a Gaussian on the same users, and the exact delta of both."""
    n, m, d, eps, claimed = 32, 100_000, 4, 0.5, 1e-8
    rotation = RandomRotation.draw(d, np.random.default_rng(0))
    made = {
        "printed": bassily.local_truncated_mean(n, m, eps, 1.0, claimed, rotation, noise=bassily.printed_noise),
        "corrected": bassily.local_truncated_mean(n, m, eps, 1.0, claimed, rotation),
    }
    spent = {name: plan.spent_delta() for name, plan in made.items()}
    sheet = sheet_of_rounds("both messages come from the same users", made["printed"], None)
    body, height = _deltas(sheet, spent, claimed)
    words = f"All {n} users send both messages. Exact δ at ε = {eps}: printed {spent['printed']:.2g}, corrected {spent['corrected']:.2g}, claimed {claimed:g}."
    rounds = made["printed"].protocol().rounds
    caption = (
        f"{_sentence(told_sent(rounds[0].channel(None)))} Then {told_sent(rounds[1].channel(None))}. The vote has spent half of ε, and the noise is printed"
        f" for all of it: at ε = {eps} both messages together have δ = {spent['printed']:.2g}, not {claimed:g}. Calibrated for ε/2:"
        f" {spent['corrected']:.2g}."
    )
    rows = tuple((name, f"{value:.3g}", f"{claimed:g}") for name, value in spent.items())
    at = _at(n=n, m=m, d=d, epsilon=eps, delta="1e-8", R=1)
    return Exhibit(
        "Theorem 4.3, printed and corrected",
        svg(words, height, body),
        caption,
        at,
        ("noise", "exact δ", "claimed δ"),
        rows,
    )


def _deltas(sheet: Sheet, spent: dict[str, float], claimed: float) -> tuple[list[Markup], float]:
    """The plan's rounds, and below the decimal exponents of the exact deltas beside the claimed one."""
    cells, y = sheet_drawn(sheet, 0.0)
    left, right, low = 96.0, WIDTH - 10.0, -14.0
    scale = (right - left) / -low
    body = [*cells]
    for name, value in spent.items():
        place = left + scale * (max(float(np.log10(value)), low) - low)
        body.append(box(left, y, place - left, 14, "over" if value > claimed else "first"))
        body.append(label(left - 8, y + 12, name, "", "end"))
        body.append(label(place + 6, y + 12, f"δ = {value:.2g}", "", "start"))
        y += 20
    mark = left + scale * (float(np.log10(claimed)) - low)
    body += [line(mark, mark, y - 42, y + 2, "level"), label(mark, y + 16, f"claimed: {claimed:g}")]
    return body, y + 24
