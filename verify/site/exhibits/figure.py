"""A drawing with its words, and the few shapes that all drawings share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from verify.site.plot import WIDTH, line
from verify.site.words import sketched

Row = tuple[str, ...]


@dataclass(frozen=True)
class Exhibit:
    """One drawing: what it is called, what it shows in words, at which parameters, and the same as a table."""

    title: str
    drawing: Markup
    caption: str
    parameters: tuple[tuple[str, str], ...] = ()
    header: Row = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Panel:
    """A place in a drawing: left end, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """Where its floor is."""
        return self.y + self.height

    def title(self, words: str) -> Markup:
        """What it shows, above it."""
        return label(self.x, self.y - 8, words, "name", "start")

    def bars(
        self, groups: Sequence[Sequence[float]], names: Sequence[str], kinds: Sequence[str], most: float
    ) -> Markup:
        """Bars side by side in each group, as high as their share of `most`, over the groups' names."""
        slot = self.width / len(groups)
        wide = min(26.0, slot * 0.8 / len(kinds))
        body = [line(self.x, self.x + self.width, self.bottom, self.bottom, "level")]
        for place, group in enumerate(groups):
            middle = self.x + slot * (place + 0.5)
            for k, value in enumerate(group):
                high = self.height * value / most
                left = middle + wide * (k - len(kinds) / 2)
                body.append(box(left, self.bottom - high, wide, high, kinds[k]))
            body.append(label(middle, self.bottom + 15, names[place]))
        return Markup("").join(body)


def svg(words: str, height: float, body: Iterable[Markup], width: float = WIDTH) -> Markup:
    """A drawing of the page's usual width, with what it shows in words for those who do not see it."""
    return Markup('<svg class="plot" role="img" aria-label="{}" viewBox="0 0 {:g} {:g}">{}</svg>').format(
        words, width, height, Markup("").join(body)
    )


def box(x: float, y: float, width: float, height: float, kind: str) -> Markup:
    """A rectangle of a class of the style sheet."""
    return Markup('<path class="{}" d="M{:.1f} {:.1f}h{:.1f}v{:.1f}h{:.1f}z"/>').format(
        kind, x, y, width, height, -width
    )


def dot(x: float, y: float, kind: str = "dot", radius: float = 3.5) -> Markup:
    """A dot."""
    return Markup('<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{:g}"/>').format(kind, x, y, radius)


def label(x: float, y: float, words: str, kind: str = "", where: str = "middle") -> Markup:
    """Words at a place."""
    named = Markup(' class="{}"').format(kind) if kind else ""
    return Markup('<text{} x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        named, x, y, where, sketched(words)
    )


def key(x: float, y: float, kind: str, words: str) -> Markup:
    """A small square in a colour, and what it stands for."""
    return box(x, y - 9, 10, 10, kind) + label(x + 15, y, words, "", "start")


def minus(text: object) -> str:
    """A number with a proper minus sign."""
    return str(text).replace("-", "−")


def times(factor: float) -> str:
    """A factor in words: three digits, whole with commas, or with a power of ten from a million on."""
    return f"{factor:,.0f}" if 1000 <= factor < 1e6 else f"{factor:.3g}"
