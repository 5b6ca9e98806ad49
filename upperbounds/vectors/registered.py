"""The estimators of means of vectors, in the order in which they are shown.

bassily's, which are (epsilon, delta)-private, are built by `upperbounds.vectors.bassily`.
"""

from collections.abc import Callable

import numpy as np

from notation.setting import Setting
from notation.symbols import p
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.transforms.kashin import HadamardFrame
from upperbounds.vectors import balls, heavy, ours, user_means
from upperbounds.vectors import baselines as one_round
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors import zhao as zhao_vectors


def _frame(a: Setting) -> HadamardFrame:
    """A frame for a bound, which needs only its size."""
    return HadamardFrame.draw(a.d, np.random.default_rng(0))


def _of_ball(bound: Callable[[int, int, int, float, float], UpperBound]) -> Callable[[Setting], UpperBound]:
    """The bound of an estimator whose functions take n, m, d, epsilon, D."""
    return lambda a: bound(a.n, a.m, a.d, a.epsilon, a.D)


ESTIMATORS = (
    Estimator(
        "zhao-algorithm2",
        "two-stage means of coordinates, groups and shares of epsilon as corrected",
        "zhao Algorithm 2, Theorem 4",
        "mean-linf",
        zhao_vectors.RATE,
        lambda a, _: zhao_vectors.algorithm2(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(zhao_vectors.bound),
        needs_one_law=True,
    ),
    Estimator(
        "kent-algorithm12",
        "two-stage means of coordinates, printed constants, floor(alpha) folds",
        "kent Algorithms 4 and 12, Theorem 6",
        "mean-linf",
        kent_vectors.RATE,
        lambda a, _: kent_vectors.algorithm12(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(kent_vectors.bound),
        needs_one_law=True,
    ),
    Estimator(
        "kent-tuned",
        "two-stage means of coordinates, tuned width",
        "kent Algorithm 12 at the width of Appendix A.2",
        "mean-linf",
        kent_vectors.RATE,
        lambda a, _: kent_vectors.tuned(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(kent_vectors.tuned_bound),
        needs_one_law=True,
    ),
    Estimator(
        "walk",
        "sequential localisation (walk) of each coordinate",
        "ours",
        "mean-linf",
        ours.RATE,
        lambda a, _: ours.walk(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(ours.bound),
        exact=CoordinateWalk.exact,
        needs_one_law=True,
    ),
    Estimator(
        "user-means",
        "each user mean, some coordinates by randomized response on windows",
        "ours; Wang et al. 2019, Section IV, made discrete",
        "mean-linf",
        user_means.RATE,
        lambda a, _: user_means.coordinates(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(user_means.bound),
        takes_means=True,
    ),
    Estimator(
        "zhao-kashin",
        "Algorithm 2 on Kashin coefficients",
        "zhao Section 4.2, Theorem 5",
        "mean-l2",
        zhao_vectors.L2_RATE,
        lambda a, rng: zhao_vectors.through_kashin(a.n, a.m, a.epsilon, a.D, HadamardFrame.draw(a.d, rng)),
        lambda a: zhao_vectors.kashin_bound(a.n, a.m, a.epsilon, a.D, _frame(a)),
        needs_one_law=True,
    ),
    Estimator(
        "kent-algorithm13",
        "two-stage means of randomly rotated coordinates, floor(alpha) folds",
        "kent Algorithms 5 and 13, Theorem 6",
        "mean-l2",
        kent_vectors.L2_RATE,
        lambda a, rng: kent_vectors.algorithm13(a.n, a.m, a.epsilon, a.D, RandomRotation.draw(a.d, rng)),
        _of_ball(kent_vectors.l2_bound),
        needs_one_law=True,
    ),
    Estimator(
        "kent-tuned-rotated",
        "two-stage means of randomly rotated coordinates, tuned width",
        "kent Algorithm 13 at the width of Appendix A.2 over sqrt(d)",
        "mean-l2",
        kent_vectors.L2_RATE,
        lambda a, rng: kent_vectors.tuned_rotated(a.n, a.m, a.epsilon, a.D, RandomRotation.draw(a.d, rng)),
        _of_ball(kent_vectors.tuned_l2_bound),
        needs_one_law=True,
    ),
    Estimator(
        "walk",
        "sequential localisation (walk) of each coordinate, or of each Kashin coefficient",
        "ours",
        "mean-l2",
        ours.L2_RATE,
        lambda a, rng: ours.in_ball(a.n, a.m, a.d, a.epsilon, a.D, rng),
        _of_ball(ours.l2_bound),
        exact=CoordinateWalk.exact,
        needs_one_law=True,
    ),
    Estimator(
        "shrinking-balls",
        "user means by the item-level l_2 mechanism, in balls that shrink around the mean",
        "ours; Duchi et al. 2018, Equation 25",
        "mean-l2",
        balls.RATE,
        lambda a, _: balls.plan(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(balls.bound),
        needs_one_law=True,
        takes_means=True,
    ),
    Estimator(
        "duchi-semi-user",
        "each user mean by the item-level l_2 mechanism",
        "Duchi et al. 2018, Equation 25; kent Section 6.1.1",
        "mean-l2",
        one_round.SEMI_USER_RATE,
        lambda a, _: one_round.duchi(a.n, a.m, a.d, a.epsilon, a.D, "semi-user"),
        _of_ball(one_round.duchi_bound),
        takes_means=True,
    ),
    Estimator(
        "zhao-hadamard",
        "Algorithm 2 on Hadamard coefficients",
        "zhao Remark 1",
        "mean-l1",
        zhao_vectors.L2_RATE,
        lambda a, _: zhao_vectors.through_hadamard(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(zhao_vectors.hadamard_bound),
        needs_one_law=True,
    ),
    Estimator(
        "walk",
        "sequential localisation (walk) of each Hadamard coefficient",
        "ours",
        "mean-l1",
        ours.L2_RATE,
        lambda a, _: ours.through_hadamard(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(ours.hadamard_bound),
        exact=CoordinateWalk.exact,
        needs_one_law=True,
    ),
    Estimator(
        "signed-kary",
        "sampled signed coordinates by k-ary response",
        "ours, against zhao Theorem 6 at p = 1",
        "mean-l1",
        one_round.SIGNED_RATE.subs(p, 1),
        lambda a, _: one_round.signed(a.n, a.m, a.d, a.epsilon, a.D),
        _of_ball(one_round.signed_bound),
        takes_means=True,
    ),
    Estimator(
        "zhao-heavy",
        "two-stage means of coordinates under moments",
        "zhao Remark 2, first case; Delta with c = sqrt(p), where for p > 2 the ledger proves the rate at a larger c",
        "mean-heavy",
        heavy.COORDINATE_RATE,
        lambda a, _: heavy.coordinate_moments(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        lambda a: heavy.coordinate_bound(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        needs_one_law=True,
    ),
    Estimator(
        "walk",
        "sequential localisation (walk) of each coordinate, clipped at the scale of user means",
        "ours",
        "mean-heavy",
        ours.HEAVY_RATE,
        lambda a, _: ours.walk(a.n, a.m, a.d, a.epsilon, a.unit, a.p),
        lambda a: ours.bound(a.n, a.m, a.d, a.epsilon, a.unit, a.p),
        exact=CoordinateWalk.exact,
        needs_one_law=True,
    ),
    Estimator(
        "user-means-clipped",
        "each user mean clipped for its moments, some coordinates by windows",
        "ours; one round of zhao Remark 2 at m = 1",
        "mean-heavy",
        user_means.COORDINATE_RATE,
        lambda a, _: user_means.clipped_coordinates(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        lambda a: user_means.clipped_bound(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        takes_means=True,
    ),
    Estimator(
        "zhao-heavy-kashin",
        "two-stage means of Kashin coefficients under a moment of the norm",
        "zhao Remark 2, second case; Delta with c = sqrt(p), where for p > 2 the ledger proves the rate at a larger c",
        "mean-heavy-l2",
        heavy.NORM_RATE,
        lambda a, rng: heavy.norm_moments(a.n, a.m, a.epsilon, a.p, a.M, HadamardFrame.draw(a.d, rng)),
        lambda a: heavy.norm_bound(a.n, a.m, a.epsilon, a.p, a.M, _frame(a)),
        needs_one_law=True,
    ),
    Estimator(
        "walk",
        "sequential localisation (walk) of each coordinate or Kashin coefficient, clipped at the scale of user means",
        "ours",
        "mean-heavy-l2",
        ours.NORM_RATE,
        lambda a, rng: ours.in_ball(a.n, a.m, a.d, a.epsilon, a.unit, rng, a.p),
        lambda a: ours.l2_bound(a.n, a.m, a.d, a.epsilon, a.unit, a.p),
        exact=CoordinateWalk.exact,
        needs_one_law=True,
    ),
    Estimator(
        "user-means-ball",
        "each user mean clipped for a moment of the norm, by the item-level l_2 mechanism",
        "ours; Duchi et al. 2018, Equation 25",
        "mean-heavy-l2",
        user_means.NORM_RATE,
        lambda a, _: user_means.clipped_ball(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        lambda a: user_means.ball_bound(a.n, a.m, a.d, a.epsilon, a.p, a.M),
        takes_means=True,
    ),
)
