"""The figures that can be made again: grids, what a cell is worked out by, drawings and the sentences about them."""

from verify.papers.kent.experiments import (
    drawing_mixture,
    drawing_sparse,
    drawing_univariate,
    drawing_vectors,
    kinds,
    sayings,
    sayings_constant,
    sayings_mixture,
    sayings_sparse,
    sayings_vectors,
    sweep_mixture,
)
from verify.papers.kent.experiments import sweep_sparse as kent_sparse
from verify.papers.kent.experiments import sweep_univariate as kent_mean
from verify.papers.kent.experiments import sweep_vectors as kent_vectors
from verify.study.experiments.figures import Experiment

_SHIFT = "averaged over U uniform on [-0.3, 0.3]"
_BEYOND = (
    " Three bins: the votes of Appendix E (Algorithm 10), which the paper's experiments do not use, where alpha > 1, at"
    " the same widths; as `branch` algorithm 10 on a coarser grid"
)
_ERRORS = (
    " `error` bounds what tails, rounding and sums leave, and estimates that of the average over U by its last"
    " refinement, unless the average is over the finitely many pieces of a lattice."
)

_VECTORS = (
    "Exact risks of Algorithms 4 and 5, Algorithm 2 at alpha for each coordinate, and of 12 and 13 with as many folds"
    " as alpha pays for, at the same widths; n = 4000, T = 400; data on one axis (setting 1) or uniform on the sphere"
    " (setting 2). C = 0.25 in C {log(n T alpha^2/d)/T}^(1/2) and, by (34), in C log(n T alpha^2)/(dT)^(1/2): the paper"
    " does not say how its tuned constant enters in d dimensions. Item-level risks are closed forms."
)

_MIXTURES = (
    "Algorithm 9 at the width of A.2, C = 0.25, T* = T, weights cut at 1/(100m); the paper does not say its width, and (49)"
    " leaves too few bins. `votes` are for the nearest chosen centre, or as (53) prints them. Bins are drawn 1,000 times,"
    " the moments given the bins are exact; `standard_error` is that of `risk`, `lost` counts a component without a bin."
)

EXPERIMENTS = (
    Experiment(
        "kent-2-left",
        "kent Figure 2, left: mean squared errors over that of full item level, against the observations per user",
        kent_mean.figure2_cells,
        kent_mean.figure2,
        drawing_univariate.figure2,
        sayings.KENT2,
        f"Exact risks of Algorithm 2 at the tuned width for Unif[0, 1] + U, {_SHIFT}; n = 500. The "
        f"other schemes' are closed forms.{_BEYOND}: one or two values of T a decade.{_ERRORS}",
    ),
    Experiment(
        "kent-2-centre",
        "kent Figure 2, centre-left and centre-right: mean squared errors of mean vectors, d = 8 and 16",
        kent_vectors.centre_cells,
        kent_vectors.figure2,
        drawing_vectors.figure2,
        sayings_vectors.CENTRE,
        _VECTORS,
    ),
    Experiment(
        "kent-2-right",
        "kent Figure 2, right: mean squared errors of mean vectors, d = 32",
        kent_vectors.right_cells,
        kent_vectors.figure2,
        drawing_vectors.figure2,
        sayings_vectors.RIGHT,
        _VECTORS,
    ),
    Experiment(
        "kent-3",
        "kent Figure 3: mean squared errors of sparse means at user level and at item level, against d",
        kent_sparse.figure3_cells,
        kent_sparse.figure3,
        drawing_sparse.figure3,
        sayings_sparse.KENT3,
        "Algorithm 6 as tuned in A.2 (eta = sqrt(s), T* = T), n = T = floor((10 d log d)^(1/2)); "
        "read with s = 4 means of 1/2, which the paper does not say, nor which epsilon of (37) it "
        "has: `share` is what is taken of it. Selections are drawn 500 times, the error given each "
        "is exact; `found` is the share of the non-zero coordinates that are chosen. Item level is "
        "Duchi et al.'s mechanism for the cube at alpha for each sample, its mean soft-thresholded: "
        "exact risks at the universal threshold (`item`) and at the best up to 6/5 of it "
        "(`item_best`).",
    ),
    Experiment(
        "kent-5",
        "kent Figure 5: the least mean squared error over 300 sub-interval widths, against the observations per user",
        kent_mean.figure5_cells,
        kent_mean.figure5,
        drawing_univariate.figure5,
        sayings.KENT5,
        f"Exact risks of Algorithm 2 for Rad(1/2) + U, {_SHIFT}; the least is taken on the exact "
        f"risks.{_BEYOND}: a value of T a decade, one in seven of the widths, none below a quarter "
        f"of the deviation of a user's mean.{_ERRORS}",
    ),
    Experiment(
        "kent-5-monte-carlo",
        "kent Figure 5 as 20,000 repetitions and a minimum over 300 widths plot it, next to the exact minimum",
        kent_mean.monte_carlo_cells,
        kent_mean.monte_carlo,
        drawing_univariate.figure5_monte_carlo,
        sayings.KENT5_MONTE_CARLO,
        f"Simulated as the paper describes it for Rad(1/2) + U, {_SHIFT}; `risk` is the exact least risk.",
        seeded=True,
    ),
    Experiment(
        "kent-6",
        "kent Figure 6: mean squared error against the constant C of the width, Beta data",
        kent_mean.figure6_cells,
        kent_mean.figure6,
        drawing_univariate.figure6,
        sayings_constant.KENT6,
        "Exact risks of Algorithm 2 for 2 Beta(p, p) - 1, n = 200, T = 100, at the mean 0 as in the "
        "paper; `supremum`"
        f" is the largest risk found as the mean crosses a bin.{_BEYOND}: alpha = 2, p = 1, some "
        f"constants.",
    ),
    Experiment(
        "kent-7",
        "kent Figure 7: mean squared error against the constant C of the width, T = 100, various n",
        kent_mean.figure7_cells,
        kent_mean.by_constant,
        drawing_univariate.figure7,
        sayings_constant.KENT78,
        f"Exact risks of Algorithm 2 for Rad(1/2) + U, {_SHIFT}.{_BEYOND}: the ends of the range, "
        f"some constants.{_ERRORS}",
    ),
    Experiment(
        "kent-8",
        "kent Figure 8: mean squared error against the constant C of the width, n = 100, various T",
        kent_mean.figure8_cells,
        kent_mean.by_constant,
        drawing_univariate.figure8,
        sayings_constant.KENT78,
        f"Exact risks of Algorithm 2 for Rad(1/2) + U, {_SHIFT}.{_BEYOND}: the ends of the range, "
        f"some constants.{_ERRORS}",
    ),
    Experiment(
        "kent-9",
        "kent Figure 9: the probability that a non-zero coordinate is chosen, against the constant C of eta = sqrt(Cs)",
        kent_sparse.figure9_cells,
        kent_sparse.figure9,
        drawing_sparse.figure9,
        sayings_sparse.KENT9,
        "Exact probabilities for Algorithm 6 with T* = T, n = 500, T = 100, four coordinates of mean 1/2 "
        "before zeros; the paper does not say which epsilon of (37) it has: `share` is what is taken "
        "of it. `false` is the probability of a zero.",
    ),
    Experiment(
        "kent-10",
        "kent Figure 10: mean squared error of sparse means against the sparsity that is assumed, "
        "where four means are not 0",
        kent_sparse.figure10_cells,
        kent_sparse.figure10,
        drawing_sparse.figure10,
        sayings_sparse.KENT10,
        "Algorithm 6 as tuned in A.2 at the assumed s, half of the epsilon of (37), n = 1000, T = "
        "200, d = 100. Selections are drawn 500 times, the error given each is exact; `missed` is "
        "the part of the error from non-zero coordinates that are not chosen. With s = 1 assumed, "
        "eta = 1 keeps 3/8 of four sure votes: none reaches 1/2 but by noise.",
    ),
    Experiment(
        "kent-11",
        "kent Figure 11: estimates of the means of four components, against observations per user and users",
        sweep_mixture.figure11_cells,
        sweep_mixture.cell,
        drawing_mixture.figure,
        sayings_mixture.SETTING1,
        _MIXTURES,
    ),
    Experiment(
        "kent-12",
        "kent Figure 12: estimates of the means of three components of unequal weights, against users",
        sweep_mixture.figure12_cells,
        sweep_mixture.cell,
        drawing_mixture.figure,
        sayings_mixture.SETTING2,
        _MIXTURES,
    ),
    Experiment(
        "kent-kinds",
        "Users of two kinds, to kent Appendix B: one round, localising, and the mixture, against the "
        "gap and against users",
        kinds.cells,
        kinds.cell,
        kinds.figure,
        kinds.JUDGES,
        "Ours. A quarter of the users have the mean 0.3 - gap, the others 0.3; +-1 data, T = 400, "
        "alpha = 4; n = 2000 along the gap, the gap 1 along n. Exact risks of `user-mean` and of "
        "`kent-tuned`, Algorithm 10 at the width of A.2, for the average over users; `mixture_own` "
        "is Algorithm 9's, corrected and at that width, for the mean of a random user's kind: bins "
        "are drawn 200 times, the moments given them are exact. `between`, w(1 - w) gap^2, is what "
        "any one number for both kinds loses at least.",
    ),
)
