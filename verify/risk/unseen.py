"""What a simulation need not show: winning bins so rare that some number of repetitions can well be without them.

A loss that rests on such bins is missing from the sample, from its mean and from its skewness alike; only the exact
law of the winner tells how much that is.
"""

from collections.abc import Sequence

import numpy as np

from upperbounds.protocols.two_stage import TwoStage
from verify.risk.exact import exact_stages
from verify.risk.laws import UserMeanLaw

SHOWN = 25
"""Expected occurrences from which on an event shows itself: it stays away with chance e^-25, about 1e-11."""


def unseen_loss(estimator: TwoStage, laws: Sequence[UserMeanLaw], repetitions: int) -> float:
    """A bound on how far the mean squared error is from that given no bin wins which `repetitions` need not show.

    `laws` has one law for each coordinate, all of them estimated by `estimator`; errors are added. Given that one
    coordinate's bin is rare the others lose what they do on average.
    """
    known = {law: _rare(estimator, law, repetitions) for law in dict.fromkeys(laws)}
    chances, losses, risks = np.sum([known[law] for law in laws], axis=0)
    return float(losses + chances * risks)


def _rare(estimator: TwoStage, law: UserMeanLaw, repetitions: int) -> tuple[float, float, float]:
    """The chance of rare bins, their part of the risk, and the risk."""
    stages = exact_stages(estimator, law)
    given = stages.bias**2 + stages.variance
    rare = stages.winner * repetitions < SHOWN
    part = stages.winner[rare]
    return (
        float(part.sum()) + stages.uncertain,
        float(part @ given[rare]) + stages.error_of(given) + float(stages.winner @ stages.loose),
        float(stages.winner @ given),
    )
