"""Settings beyond the one range check: the lower bounds take more than estimators and commands do."""

from dataclasses import dataclass

from notation.setting import Setting


@dataclass(frozen=True)
class Wide(Setting):
    """Any numbers, so that the bounds' own checks are asked."""

    def __post_init__(self) -> None:
        """Refuse nothing."""
