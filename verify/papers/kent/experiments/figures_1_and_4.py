"""Figures 1 and 4: the regimes from the symbolic rates, and the stops of traffic officers."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from verify.papers.kent.experiments import drawing_traffic, regimes, sayings_traffic, sweep_traffic, traffic_stops
from verify.study.experiments.figures import Experiment

_NOTES = (
    "Mean squared errors given the officers' stops, exact: the messages' noise alone is random. User level: Algorithms 2"
    " and 4 at the tuned width (`user_level`), and 10 and 12 at that width (`user_level_general`). All bits are taken from"
    " the public range [0, 1] (on [-1, 1] all but one-item level would add noise of twice the scale); the truth is the"
    " share over all officers' 300 stops; one-item level sends the first stop."
    " The order of officers and of an officer's stops is drawn with the seed."
)
_SIMULATED = (
    " Officers are SIMULATED, all stops i.i.d., with shares of ours (n = 822 and T = 300 are the paper's): no"
    " sentence about the paper's data is judged by them. With --data FILE, a copy of the Stanford Open Policing Project's"
    " statewide stops of Texas (.csv or .csv.gz), the officers are those of the file."
)


def _on_file(path: Path, seed: int) -> Experiment:
    """Figure 4 on a person's copy of the data."""
    officers = traffic_stops.read(path, seed, sweep_traffic.FEWEST)
    work = partial(sweep_traffic.figure4, officers=officers)
    return replace(FIGURE4, work=work, notes=f"{_NOTES} Data: {officers.told}.", data=officers.digest)


FIGURE1 = Experiment(
    "kent-1",
    "kent Figure 1: user level next to item level with as many samples, over T and n alpha^2/d",
    regimes.cells,
    regimes.figure1,
    regimes.draw,
    regimes.KENT1,
    "Rates without constants, constants in exponents and logarithms, at most the trivial risk (1); "
    "equal: up to a factor 2. The ball's user-level rate is the package's symbolic one, sparse means "
    "have both halves of (36) over s; d/s = 10, s = 40. `by_borders` is the regime by the borders "
    "solved for T, a second route.",
)
FIGURE4 = Experiment(
    "kent-4",
    "kent Figure 4: mean squared errors on the stops of traffic officers",
    sweep_traffic.cells,
    sweep_traffic.figure4_simulated,
    drawing_traffic.figure4,
    sayings_traffic.KENT4,
    _NOTES + _SIMULATED,
    seeded=True,
    on_file=_on_file,
)
EXPERIMENTS = (FIGURE1, FIGURE4)
