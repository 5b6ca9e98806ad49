"""What a simulation may miss: winning bins so rare that they may not occur in a given number of repetitions.

A loss from such bins is missing from the sample, from its mean and from its skewness. Only the exact law of the winner
shows how large it is.
"""

from collections.abc import Sequence

import numpy as np

from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk.exact import exact_stages
from verify.study.risk.laws import UserMeanLaw

SHOWN = 25
"""Expected occurrences from which on an event shows itself: it stays away with probability e^-25, about 1e-11."""


def unseen_loss(estimator: TwoStage, laws: Sequence[UserMeanLaw], repetitions: int) -> float:
    """A bound on the difference of the mean squared error from that without bins that `repetitions` may miss.

    `laws` has a law for each coordinate, all of them estimated by `estimator`; errors are added. Given that one
    coordinate's bin is rare, the others have their average loss.
    """
    known = {law: _rare(estimator, law, repetitions) for law in dict.fromkeys(laws)}
    chances, losses, risks = np.sum([known[law] for law in laws], axis=0)
    return float(losses + chances * risks)


def _rare(estimator: TwoStage, law: UserMeanLaw, repetitions: int) -> tuple[float, float, float]:
    """The probability of rare bins, their part of the risk, and the risk."""
    stages = exact_stages(estimator, law)
    given = stages.bias**2 + stages.variance
    rare = stages.winner * repetitions < SHOWN
    part = stages.winner[rare]
    return (
        float(part.sum()) + stages.uncertain,
        float(part @ given[rare]) + stages.error_of(given) + float(stages.winner @ stages.loose),
        float(stages.winner @ given),
    )
