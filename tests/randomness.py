"""A source in the place of the operating system's, which counts what is asked of it."""

import numpy as np
import pytest

from upperbounds.channels import randomness


class Source:
    """Bytes of a known generator."""

    def __init__(self, seed: int) -> None:
        self.asked = 0
        self._rng = np.random.default_rng(seed)

    def token_bytes(self, number: int) -> bytes:
        """So many bytes."""
        self.asked += number
        return self._rng.bytes(number)

    @classmethod
    def instead(cls, monkeypatch: pytest.MonkeyPatch, seed: int) -> "Source":
        """Put a source in the place of `secrets` where words are drawn."""
        source = cls(seed)
        monkeypatch.setattr(randomness, "secrets", source)
        return source
