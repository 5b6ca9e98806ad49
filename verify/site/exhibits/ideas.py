"""One picture for each idea of the lessons, computed by the functions that the bounds and the estimators use."""

from fractions import Fraction
from functools import cache
from math import log

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.contraction import tanh_half
from lowerbounds.information.divergences import total_variation
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.site.exhibits.catalogue import Listed, exhibits
from verify.site.exhibits.curves import tents
from verify.site.exhibits.figure import Exhibit, Panel, dot, key, label, svg
from verify.site.exhibits.laws import ONE, TWO, sign_cube
from verify.site.plot import LEFT, RIGHT, WIDTH, Axis, grid, labels, line


def threshold() -> Exhibit:
    """Two laws of a count, and the threshold at which the best test decides."""
    m, p, q = 25, Fraction(3, 5), Fraction(2, 5)
    laws = (binomial(m, p), binomial(m, q))
    counts = range(m + 1)
    cut = next(k for k in counts if laws[0][k] > laws[1][k])
    below = sum((laws[0][k] for k in range(cut)), Fraction(0))
    above = sum((laws[1][k] for k in range(cut, m + 1)), Fraction(0))
    apart = total_variation(*laws)
    panel = Panel(10, 60, 440, 130)
    most = max(float(law[k]) for law in laws for k in counts)
    ticks = [str(k) if k % 5 == 0 else "" for k in counts]
    place = panel.x + panel.width * cut / (m + 1)
    body = [
        key(10, 14, ONE, f"{m} samples, each +1 with probability {p}"),
        key(10, 33, TWO, f"with probability {q}"),
        panel.bars([[float(law[k]) for law in laws] for k in counts], ticks, (ONE, TWO), most),
        line(place, place, panel.y - 16, panel.bottom, "level"),
        label(place + 6, panel.y - 8, f"from {cut} on: the first law", "name", "start"),
        label(panel.x + panel.width / 2, panel.bottom + 33, "how many samples are +1", "name"),
    ]
    words = (
        f"The laws of how many of {m} samples are +1 under two hypotheses, side by side, and a threshold at {cut}. "
        f"The first law is below it with probability {float(below):.3f}, the second above with {float(above):.3f}."
    )
    caption = (
        f"Who must say which of two laws the data are from does best by a threshold on the likelihood. The two errors, {float(below):.3f}"
        f" and {float(above):.3f}, sum to 1 − TV, with TV = {float(apart):.3f}: no test does better."
    )
    rows = (
        ("error under the first law", f"{float(below):.6f}"),
        ("error under the second law", f"{float(above):.6f}"),
        ("1 − TV", f"{float(1 - apart):.6f}"),
    )
    at = (("m", str(m)), ("p", str(p)), ("q", str(q)))
    return Exhibit(
        "Two laws and a threshold", svg(words, panel.bottom + 40, body), caption, at, ("quantity", "value"), rows
    )


def _pairs() -> list[tuple[FiniteLaw, FiniteLaw]]:
    """Pairs of laws of how many of two samples are +1."""
    grid_ = [Fraction(k, 10) for k in range(1, 10)]
    return [(binomial(2, p), binomial(2, q)) for p in grid_ for q in grid_ if p > q]


def contraction() -> Exhibit:
    """What every extreme private channel leaves of the distance of two laws, and the line that none passes."""
    t = Fraction(68, 25)  # e, to three digits
    most = float(tanh_half(log(t)).mid())
    left, down = 64.0, 214.0
    across, up = Axis(0.0, 1.0, left, WIDTH - RIGHT, False), Axis(0.0, 1.0, down, 44.0, False)
    pairs = _pairs()
    channels = list(extreme_channels((0, 1, 2), t))
    found = [(total_variation(p, q), total_variation(p.through(c), q.through(c))) for p, q in pairs for c in channels]
    largest = float(max(after / before for before, after in found))
    drawn = sorted({(round(float(before), 2), round(float(after), 2)) for before, after in found})
    body = [
        grid(across, up, 44.0, down),
        labels(across, down + 25, "total variation of the data"),
        line(across(0.0), across(1.0), up(0.0), up(1.0), "mark"),
        line(across(0.0), across(1.0), up(0.0), up(most), "level"),
        *(dot(across(x), up(y), "dot", 2) for x, y in drawn),
        key(LEFT, 14, "first", f"one of {len(channels)} private channels, two laws"),
        label(LEFT, 33, "dashed: nothing lost; solid: tanh(ε/2) of it", "", "start"),
        label(LEFT + 8, 60, "of the messages", "name", "start"),
    ]
    words = (
        f"Dots: the total variation of messages over that of the data, for {len(pairs)} pairs of laws and {len(channels)} private channels. "
        f"All are at most {largest:.3f} times the data's; the line is at {most:.3f}."
    )
    caption = (
        "A private channel moves all laws towards each other: of a total variation it leaves at most the share tanh(ε/2) ="
        f" {most:.3f}. Shown are all {len(channels)} extreme channels on three values; no other private channel keeps more of any of them than the best of these."
    )
    rows = (
        ("largest share left by these channels", f"{largest:.4f}"),
        ("tanh(ε/2)", f"{most:.4f}"),
        ("pairs of laws", str(len(pairs))),
        ("channels", str(len(channels))),
    )
    return Exhibit(
        "A private channel is a contraction",
        svg(words, down + 52, body),
        caption,
        (("epsilon", "ln 2.72"),),
        ("quantity", "value"),
        rows,
    )


_IDEAS: Listed = (
    (threshold, ("primer", "le_cam", "private_test")),
    (contraction, ("primer", "le_cam", "products")),
    (sign_cube, ("products", "kashin", "folds")),
    (tents, ("labels",)),
)
"""The pictures that are of no paper, each with the lessons at whose head it stands."""


@cache
def ideas(lesson: str) -> tuple[Exhibit, ...]:
    """The pictures of a lesson's ideas."""
    return tuple(make() for make, lessons in (*_IDEAS, *exhibits().taught) if lesson in lessons)


def all_ideas() -> list[tuple[Exhibit, tuple[str, ...]]]:
    """Every picture, with its lessons."""
    return [(make(), lessons) for make, lessons in (*_IDEAS, *exhibits().taught)]
