"""Users of two kinds, to kent Appendix B: one round, two rounds that localise, and the mixture of Algorithm 9.

Ours, no figure of the paper's. A quarter of the users have the mean 0.3 - gap, the others 0.3; +-1 data, T = 400,
alpha = 4. Left, the error of the average over users, which `estimate mean` is about; right, how far a user drawn at
random is from what she is told of her own mean: the one number for all, or her kind's mean by the mixture.

- "flat": localising, the error at the last n is at least half of that at the first one, with 100 times the users or
  more; in one round it falls at least half as fast as n grows.
- "own": at every gap of at least D/K = 1/2, the class's least, the mixture's error is at most half of what any one
  number for both kinds has to have.
- "near": at some gap between 0 and 1/2 the mixture's error is above the one round's: kinds have to be apart.
"""

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from notation.mixture import least_gap
from notation.setting import Setting
from upperbounds.mixture import kent as mixture
from upperbounds.registry import by_name
from verify.site.drawing.style import BLUE, GREEN, ORANGE, SETTINGS
from verify.study.experiments.figures import Row, Saying
from verify.study.experiments.sweep import Cell
from verify.study.experiments.sweep import Row as Found
from verify.study.risk import exact_risk
from verify.study.risk.laws import SignLaw
from verify.study.risk.mixture import KindsMean, Mixture, drawn_risk
from verify.study.worst import windowed_risk

_SHARE, _OWN, _SAMPLES, _EPSILON, _USERS, _GAP = 0.25, 0.3, 400, 4.0, 2000, 1.0
_REPETITIONS = 200
BY_GAP, _BY_USERS = "gap", "n"
_LEAST = float(least_gap(2, 1.0))


def cells(scale: str) -> list[Cell]:
    """The gap from 0 to 1.2 at n = 2000, and n from 200 to 200,000 at the gap 1."""
    steps, users = (25, 13) if scale == "paper" else (13, 7)
    gaps = [{"axis": BY_GAP, "gap": float(f"{gap:.3g}"), "n": _USERS} for gap in np.linspace(0, 1.2, steps)]
    return gaps + [{"axis": _BY_USERS, "gap": _GAP, "n": round(float(n))} for n in np.geomspace(200, 200_000, users)]


def cell(given: Cell) -> Found:
    """The errors of the average over users, and of a random user's own mean by the mixture; what one number loses."""
    law = Mixture((_SHARE, 1 - _SHARE), (SignLaw(_OWN - given["gap"]), SignLaw(_OWN)))
    users, setting = KindsMean(law), Setting(given["n"], _SAMPLES, epsilon=_EPSILON)
    localised = exact_risk(by_name("mean", "kent-tuned").plan(setting), users)
    one_round = by_name("mean", "user-mean").plan(setting)
    plan = mixture.tuned(Setting(given["n"], _SAMPLES, epsilon=_EPSILON, K=2), np.random.default_rng(0))
    drawn = drawn_risk(plan, law, _REPETITIONS, (0, 8, 1))
    own = drawn.deviation**2 + (drawn.mean - law.means) ** 2
    return {
        "one_round": windowed_risk(one_round.channel, given["n"], users, _SAMPLES),
        "localised": localised.value,
        "error": localised.error,
        "mixture_own": float(own @ law.weights),
        "lost": drawn.lost,
        "between": _SHARE * (1 - _SHARE) * given["gap"] ** 2,
    }


def _along(rows: Sequence[Row], axis: str) -> list[Row]:
    return sorted((row for row in rows if row["axis"] == axis), key=lambda row: row[axis])


def _flat(rows: Sequence[Row]) -> Saying:
    first, *_, last = _along(rows, _BY_USERS)
    more = last["n"] / first["n"]
    stays, falls = last["localised"] / first["localised"], first["one_round"] / last["one_round"]
    return Saying(
        "kent/own/hetero/users",
        "to Appendix B",
        "Where users are of two kinds no number of them helps an estimator that localises; in one round it does.",
        "half of the first error is left at 100 times the users or more; in one round it falls half as fast as n grows",
        f"{stays:.2g} of the first error is left at {more:g} times the users; in one round it falls {falls:.4g} times",
        bool(more >= 100 and stays >= 0.5 and falls >= more / 2),
    )


def _own(rows: Sequence[Row]) -> Saying:
    apart = [row for row in _along(rows, BY_GAP) if row["gap"] >= _LEAST]
    shares = [row["mixture_own"] / row["between"] for row in apart]
    return Saying(
        "kent/own/hetero/mixture",
        "to Appendix B",
        "Told the mean of their component, a user is far nearer to their own mean than by any one number for both kinds.",
        f"at most half of w(1 - w) gap^2 at every gap of {_LEAST:g} or more",
        f"{min(shares):.2g} to {max(shares):.2g} of it",
        max(shares) <= 0.5,
    )


def _near(rows: Sequence[Row]) -> Saying:
    close = [row for row in _along(rows, BY_GAP) if 0 < row["gap"] < _LEAST]
    worse = [row["gap"] for row in close if row["mixture_own"] > row["one_round"] + row["between"]]
    return Saying(
        "kent/own/hetero/mixture",
        "to Appendix B",
        "Kinds that are nearer than the class asks for are better told one number.",
        f"the mixture's error is above the one round's at some gap between 0 and {_LEAST:g}",
        f"at gaps of {', '.join(f'{gap:g}' for gap in worse)}" if worse else "at none",
        bool(worse),
    )


JUDGES = (_flat, _own, _near)


def figure(rows: Sequence[Row]) -> Figure:
    """The average over users on the left, a user's own mean on the right; along the gap above, along n below."""
    with mpl.rc_context(SETTINGS):
        drawn = Figure(figsize=(9.2, 7.2), layout="constrained")
        panels = drawn.subplots(2, 2, sharey="row")
        labels = f"gap between the kinds' means, $n = {_USERS}$", f"users, $n$, at the gap ${_GAP:g}$"
        for line, (axis, label) in enumerate(zip((BY_GAP, _BY_USERS), labels, strict=True)):
            here = _along(rows, axis)
            x = np.array([row[axis] for row in here])
            one_round, localised, mixed, between = (
                np.array([row[name] for row in here]) for name in ("one_round", "localised", "mixture_own", "between")
            )
            average, own = panels[line]
            average.plot(x, one_round, color=BLUE, label="one round")
            average.plot(x, localised, "--", color=ORANGE, label="localising")
            own.plot(x, one_round + between, color=BLUE, label="one round")
            own.plot(x, localised + between, "--", color=ORANGE, label="localising")
            own.plot(x, mixed, "-.", color=GREEN, label="mixture, by kind")
            for axes, title in ((average, "error of the average over users"), (own, "error of a user's own mean")):
                axes.set(yscale="log", xlabel=label, xscale="log" if axis == _BY_USERS else "linear")
                if line == 0:
                    axes.set_title(title, loc="left")
            average.set_ylabel("mean squared error")
        panels[0][0].legend(loc="upper left")
        panels[0][1].legend(loc="center right")
    return drawn
