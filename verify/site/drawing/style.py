"""One look for all figures: colour-blind safe, told apart by line style where printed in grey."""

import io
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from notation.parameters import ParameterError
from verify.files import write_bytes

BLUE, ORANGE, GREEN, PURPLE, SKY, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#555555"
"""Okabe and Ito's palette, apart from the grey."""

SETTINGS: dict[Any, Any] = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "svg.hashsalt": "ratecheck",
    "svg.fonttype": "path",
    "figure.dpi": 150,
}


def check_suffix(path: Path) -> str:
    """The kind of file that a figure's name asks for; raises ParameterError where it is neither PNG nor SVG."""
    kind = path.suffix.lower().lstrip(".")
    if kind not in ("png", "svg"):
        raise ParameterError(f"{path}: must end in .png or .svg")
    return kind


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG or SVG, whole or not at all, the same bytes for the same figure.

    Raises:
        ParameterError: where the suffix is neither, or nothing can be written there.
    """
    write_bytes(path, render(figure, check_suffix(path)))


def render(figure: Figure, kind: str) -> bytes:
    """A figure as the bytes of a "png" or an "svg", the same for the same figure."""
    buffer = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    with mpl.rc_context(SETTINGS):
        figure.savefig(buffer, format=kind, metadata=metadata)
    return buffer.getvalue()
