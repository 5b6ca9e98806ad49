"""A transcript that stays while data change: what private mechanisms answered is kept, and given again.

What is then computed of other data has the same messages and the same public randomness: where it differs, it is no
function of these. A mechanism that is not known here answers again, so that it looks like a leak and is found.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import upperbounds
from upperbounds.classification.votes import CentralVote
from upperbounds.regression.means import CentralMean, LocalMean
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from upperbounds.vectors.grid_central import GridTruncatedMean

RELEASES = (
    (CentralTruncatedMean, "of_means"),
    (GridTruncatedMean, "of_means"),
    (CentralVote, "tallies"),
    (CentralMean, "means"),
    (LocalMean, "answers"),
)
"""What private mechanisms that are no channels answer: a curator's releases, and labels with noise of whole steps."""


def mechanisms() -> Iterator[tuple[type, str]]:
    """Every class that draws private answers, with the name of the method that does."""
    for found in pkgutil.walk_packages(upperbounds.__path__, "upperbounds."):
        for kind in vars(import_module(found.name)).values():
            if isinstance(kind, type) and kind.__module__ == found.name and "sample" in vars(kind):
                yield kind, "sample"
    yield from RELEASES


def heard(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """A list that takes what every mechanism answers from now on."""
    found: list[bytes] = []

    def listening(honest: Callable[..., Any]) -> Callable[..., Any]:
        def answer(mechanism: Any, *given: Any) -> Any:
            told = honest(mechanism, *given)
            found.append(np.asarray(told).tobytes())
            return told

        return answer

    for kind, name in mechanisms():
        monkeypatch.setattr(kind, name, listening(vars(kind)[name]))
    return found


class Stream:
    """A generator each of whose calls has draws of its own: how many numbers one takes changes no other."""

    def __init__(self, seed: int) -> None:
        self._seed, self._calls = seed, 0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A method of numpy's generator."""

        def draw(*given: Any, **named: Any) -> Any:
            self._calls += 1
            return getattr(np.random.default_rng((self._seed, self._calls)), name)(*given, **named)

        return draw


def same(a: Any, b: Any) -> bool:
    """Whether two objects hold the same numbers: of dataclasses, arrays and collections their parts."""
    if hasattr(a, "data") and hasattr(a, "query"):
        # A tree of points.
        a, b = np.asarray(a.data), np.asarray(b.data)
    if isinstance(a, np.ndarray):
        return bool(a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    if is_dataclass(a):
        a, b = ([type(each).__name__, *(getattr(each, one.name) for one in fields(each))] for each in (a, b))
    if isinstance(a, Mapping):
        a, b = ([*each.keys(), *each.values()] for each in (a, b))
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and (callable(a) or bool(a == b))


class Recording:
    """The answers of all mechanisms of one run, which are given again in the runs after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seed: int = 3) -> None:
        self._kept: list[tuple[Any, tuple[Any, ...], Any]] = []
        self._seed, self._place, self._again, self._inside = seed, 0, False, False
        self.changed = False
        """Whether a mechanism was given other data than in the first run."""
        for kind, name in mechanisms():
            monkeypatch.setattr(kind, name, self._answering(vars(kind)[name]))
        # Rules look for the source where they are defined.
        for module in ("channels.randomness", "classification.classifiers"):
            monkeypatch.setattr(f"upperbounds.{module}.system_generator", lambda: Stream(seed))

    def anew(self) -> None:
        """The next run answers again, and is kept."""
        self._kept, self._place, self._again = [], 0, False

    def again(self) -> None:
        """The next run is given the answers of the first."""
        assert self._kept, "no mechanism was asked"
        assert not self._again or self._place == len(self._kept), "a mechanism was not asked again"
        self._place, self._again, self.changed = 0, True, False

    def _answering(self, honest: Callable[..., Any]) -> Callable[..., Any]:
        def answer(mechanism: Any, *given: Any) -> Any:
            if self._inside:
                return honest(mechanism, *given)
            *data, _ = given
            if self._again:
                was, before, kept = self._kept[self._place]
                assert same(was, mechanism), f"{mechanism} answers in place of {was}: it hangs on data"
                assert list(map(np.shape, before)) == list(map(np.shape, data)), "how many answer hangs on data"
                self.changed |= not same(before, tuple(data))
                self._place += 1
                return kept.copy()
            self._inside = True
            try:
                found = honest(mechanism, *data, np.random.default_rng((self._seed, 1, len(self._kept))))
            finally:
                self._inside = False
            self._kept.append((mechanism, tuple(data), np.array(found)))
            return found

        return answer
