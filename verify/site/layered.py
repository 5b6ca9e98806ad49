"""A layered drawing of claims as SVG: premises at the left, what depends on them to the right of them.

An edge that passes other layers has a lane in each, shared by all such edges from the same claim, so that it crosses no
box.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from verify.site.graph import Graph, border
from verify.site.words import handwritten, headed

_WIDTH, _HEIGHT, TALL, LANE, GAP_X, GAP_Y, _MARGIN = 176, 26, 42, 5, 60, 8, 8
"""Sizes in px; `TALL` is the height of a box that says its title too."""
GLYPHS = {
    "proved": "✓",
    "checked": "●",
    "argued": "◐",
    "supported": "≈",
    "open": "?",
    "refuted": "✗",
    "definition": "–",
}
_SWEEPS = 8
_LETTERS, _SMALL_LETTERS = 21, 25
_NODE = Markup(
    '<a href="{href}" class="fill-{fill} border-{border}{here}"{traced}><title>{title}</title>'
    '<path d="M{x:g} {y:g}h{w}v{h}H{x:g}z"/><text x="{tx:g}" y="{ty:g}">{glyph} {label}</text>{below}</a>'
)
_SAYS = Markup('<text class="says" x="{:g}" y="{:g}">{}</text>')

Slot = tuple[str, int]
"""A claim's box, or the lane of its edges in a later layer: (id, layer)."""


@dataclass(frozen=True)
class _Layout:
    """Where each slot is: its upper left corner; the height of a box; and the size of the whole."""

    box: int
    level: dict[str, int]
    corner: dict[Slot, tuple[float, float]]
    width: float
    height: float


def svg(
    graph: Graph,
    ids: Sequence[str],
    href: Callable[[str], str],
    label: str,
    here: str | None = None,
    home: str = "",
    names: Mapping[str, str] | None = None,
) -> Markup:
    """The claims `ids` and the edges among them.

    Args:
        graph: which claim depends on which.
        ids: the claims to draw, at least one.
        href: the address of a claim's page.
        label: what the picture shows, in words.
        here: the claim to mark.
        home: a prefix that boxes leave out.
        names: what boxes say in place of ids, with the title beneath; the drawing then tells the site's script which
            box depends on which.
    """
    layout = _layout(graph, ids, TALL if names else _HEIGHT, spread=names is not None)
    chosen = set(ids)
    pairs = [(below, id_) for id_ in ids for below in graph.below[id_] if below in chosen]
    edges = Markup('<path d="{}"/>').format("".join(_paths(layout, pairs)))
    places = {id_: place for place, id_ in enumerate(ids)}
    nodes = Markup("").join(
        _node(
            graph,
            id_,
            layout,
            href(id_),
            (names or {}).get(id_, id_.removeprefix(home)),
            here=id_ == here,
            on=[places[b] for b in graph.below[id_] if b in chosen] if names else None,
        )
        for id_ in ids
    )
    size = {"w": f"{layout.width:g}", "h": f"{layout.height:g}"}
    return Markup(
        '<svg class="graph" role="group" aria-label="{label}" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
        '<g class="edges" aria-hidden="true">{edges}</g>{nodes}</svg>'
    ).format(label=label, edges=edges, nodes=nodes, **size)


def _layout(graph: Graph, ids: Sequence[str], box: int, *, spread: bool) -> _Layout:
    """Each layer next to the middle of the others, or spread over their height, so that no window on a map is empty."""
    level = _levels(graph, ids)
    layers = _ordered(graph, ids, level)
    heights = [sum(_height(slot, level, box) + GAP_Y for slot in layer) - GAP_Y for layer in layers]
    tallest = max(heights)
    corner: dict[Slot, tuple[float, float]] = {}
    for column, (layer, height) in enumerate(zip(layers, heights, strict=True)):
        more = (tallest - height) / len(layer) if spread else 0
        y: float = _MARGIN + (more if spread else tallest - height) / 2
        for slot in layer:
            corner[slot] = (_MARGIN + column * (_WIDTH + GAP_X), y)
            y += _height(slot, level, box) + GAP_Y + more
    width = 2 * _MARGIN + len(layers) * _WIDTH + (len(layers) - 1) * GAP_X
    return _Layout(box, level, corner, width, 2 * _MARGIN + tallest)


def _levels(graph: Graph, ids: Sequence[str]) -> dict[str, int]:
    """The layer of each claim: after all its premises, and as close to what depends on it as that allows."""
    chosen = set(ids)
    level: dict[str, int] = {}
    for id_ in sorted(ids, key=graph.layer.__getitem__):
        level[id_] = 1 + max((level[b] for b in graph.below[id_] if b in chosen), default=-1)
    for id_ in sorted(ids, key=level.__getitem__, reverse=True):
        above = [level[a] for a in graph.above.get(id_, ()) if a in chosen]
        if above:
            level[id_] = min(above) - 1
    return level


def _ordered(graph: Graph, ids: Sequence[str], level: dict[str, int]) -> list[list[Slot]]:
    """The slots of each layer, ordered to cross little: each at the mean of its neighbours, to and fro."""
    chosen = set(ids)
    layers: list[list[Slot]] = [[] for _ in range(max(level.values()) + 1)]
    before: dict[Slot, list[Slot]] = {}
    after: dict[Slot, list[Slot]] = {}
    for id_ in ids:
        targets = [a for a in graph.above.get(id_, ()) if a in chosen]
        last = max((level[a] for a in targets), default=level[id_])
        for place in range(level[id_], max(last, level[id_] + 1)):
            layers[place].append((id_, place))
            if place > level[id_]:
                _join(before, after, (id_, place - 1), (id_, place))
        for target in targets:
            _join(before, after, (id_, level[target] - 1), (target, level[target]))
    for sweep in range(_SWEEPS):
        near, order = (before, layers) if sweep % 2 == 0 else (after, layers[::-1])
        row = {slot: place / max(1, len(layer)) for layer in layers for place, slot in enumerate(layer)}
        for layer in order:
            middle = {slot: _mean([row[b] for b in near.get(slot, ())], row[slot]) for slot in layer}
            layer.sort(key=middle.__getitem__)
            row |= {slot: place / max(1, len(layer)) for place, slot in enumerate(layer)}
    return layers


def _join(before: dict[Slot, list[Slot]], after: dict[Slot, list[Slot]], start: Slot, end: Slot) -> None:
    before.setdefault(end, []).append(start)
    after.setdefault(start, []).append(end)


def _paths(layout: _Layout, pairs: Sequence[tuple[str, str]]) -> list[str]:
    """The edges, each drawn once: lanes that several share are no thicker for it."""
    found: dict[str, None] = {}
    for below, above in pairs:
        slots = [(below, place) for place in range(layout.level[below], layout.level[above])]
        for slot, following in zip(slots, [*slots[1:], (above, layout.level[above])], strict=True):
            x1, y1 = _middle(layout, slot)
            x2, y2 = _middle(layout, following)
            bend = GAP_X / 2
            lane = "" if slot == slots[0] else f"M{x1:g} {y1:g}H{x1 + _WIDTH:g}"
            x1 += _WIDTH
            curve = f"C{x1 + bend:g} {y1:g} {x2 - bend:g} {y2:g} {x2:g} {y2:g}"
            found |= dict.fromkeys(filter(None, (lane, f"M{x1:g} {y1:g}{curve}")))
    return list(found)


def _middle(layout: _Layout, slot: Slot) -> tuple[float, float]:
    """The middle of a slot's left edge."""
    x, y = layout.corner[slot]
    return x, y + _height(slot, layout.level, layout.box) / 2


def _height(slot: Slot, level: dict[str, int], box: int) -> int:
    return box if level[slot[0]] == slot[1] else LANE


def _node(
    graph: Graph, id_: str, layout: _Layout, href: str, label: str, *, here: bool, on: Sequence[int] | None
) -> Markup:
    entry = graph.records[id_]
    evidence = graph.evidence[id_]
    x, y = layout.corner[id_, layout.level[id_]]
    state = border(entry)
    stands = {"ours": "no paper prints it", "holds": "holds as printed", "refuted": "refuted as printed"}.get(
        state, state
    )
    return _NODE.format(
        href=href,
        fill=evidence,
        border=state,
        here=" here" if here else "",
        traced=Markup(' data-on="{}"').format(" ".join(map(str, on))) if on is not None else "",
        title=f"{id_}: {entry['title']} ({stands}; {evidence})",
        x=x,
        y=y,
        w=_WIDTH,
        h=layout.box,
        tx=x + 8,
        ty=y + _HEIGHT - 8.5,
        glyph=GLYPHS[evidence],
        label=_cut(label, _LETTERS),
        below=_SAYS.format(x + 8, y + TALL - 8.5, _cut(headed(handwritten(entry["title"])), _SMALL_LETTERS))
        if layout.box == TALL
        else "",
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
