"""Hypotheses of facts without a case outside them at which the fact fails, and why; the list may only shrink."""

_THERE_IS_NO = "nothing of the kind is there without it, so that no case can be stated"
_EXISTENCE = "it says that there is a minimiser, and every function of the cases has one"
_DENSITIES = "the change of a law is its density's, and there is none without it"
_NOTHING_FLIPPED = "a coordinate that the vertex lacks: nothing is flipped, and both laws are one"
_A_LAW = "there is no such law without it, which Discrete owes by itself"
_AS_MADE = "the cases have it by how they are made: what lacks it has no value there"
_NO_LAW = "without it there is no such law, and the cases are of laws"
_BY_DEFINITION = "where the set has no mass the law itself stands for the law on it, and the fact holds by that"
_NOT_FOUND = "no case outside it, with all else that is asked, has been found"
_NO_MEAN = "without it the product need have no mean, and the cases have finitely many outcomes"
_IMPLIED = "the other ends imply it: no interval breaks it alone"

FIRST: dict[tuple[str, str], str] = {
    # acceleration
    ("a minimiser is a parameter", "StartsNear(F, D)"): _EXISTENCE,
    ("noise that is independent of the far point", "SmoothConvex(F, beta)"): _NO_MEAN,
    ("the excess of the last average", "InClosedConvex(Target(F), Region())"): _EXISTENCE,
    # all_data
    ("divergence of signs with one mean turned", "j <= d"): _NOTHING_FLIPPED,
    # approximate
    ("the pure pair of two close laws", "Close(P, Q, epsilon, delta)"): (
        "a pure part is made by cutting at the factor, whatever mass is left: less mass than delta breaks the other "
        "fact on it, that it is below its law"
    ),
    ("the nearest point names the law", "HasParameters(F, Theta)"): "the cases name laws by letters, at one distance",
    ("pure transcripts differ by a factor", "InteractiveApproximately(Z, n, epsilon, delta)"): (
        "pure parts are made by cutting at the factor, whatever the channel is"
    ),
    # bodies
    ("binomial coefficients are symmetric", "s <= d"): "no coefficient is defined for sets of fewer than no elements",
    # bumps
    ("Assouad for regression", "Bump(phi, L, beta, d)"): (
        "needed for labels of probabilities (1 +- phi)/2 alone: for higher functions there are no such laws"
    ),
    # changes
    ("the changes of two axes", "l <= d"): _NOTHING_FLIPPED,
    ("the changes of two signs", "l <= d"): _NOTHING_FLIPPED,
    # components
    ("fluctuations of a mixture", "DominatedParts(C)"): _DENSITIES,
    ("Cauchy and Schwarz over the components", "DominatedParts(C)"): _DENSITIES,
    ("Bessel given the component", "DominatedParts(C)"): _DENSITIES,
    # cube_laws
    ("Bessel for fluctuations", "Dominated(P)"): "orthogonal changes are judged of laws with all densities only",
    # descents
    ("the distance from the centre", "SmoothConvex(F, beta)"): _EXISTENCE,
    ("a minimiser on a ball", "SmoothConvex(F, beta)"): _EXISTENCE,
    # ellipsoids
    ("energy of a periodic function", "Periodic(f, beta)"): "the cases are sums of waves, which are periodic",
    # fluctuations
    ("two ratios of many draws", "Dominated(P)"): _DENSITIES,
    ("a squared ratio of many draws", "Dominated(P)"): _DENSITIES,
    ("a sign of mean Delta turned", "j <= d"): _THERE_IS_NO,
    ("a sign of mean 0 turned", "j <= d"): _THERE_IS_NO,
    ("bumps: ratios", "BumpSup(beta, k, r) < 1"): (
        "at height 1 a ratio is of a law without mass on half a cell: it is uncorrelated with the others all the same"
    ),
    # hadamard
    ("a column of the first half, doubled", "PowerOfTwo(h)"): _THERE_IS_NO,
    ("a column of the second half, doubled", "PowerOfTwo(h)"): _THERE_IS_NO,
    # information
    ("KL of finite laws", "1 == 1"): _A_LAW,
    ("mean of a finite law", "0 <= y"): _A_LAW,
    ("mean of a finite law", "0 <= 1 - y"): _A_LAW,
    ("mean of a finite law", "1 == 1"): _A_LAW,
    ("law on an interval", "0 <= y"): _A_LAW,
    ("law on an interval", "0 <= 1 - y"): _A_LAW,
    ("law on an interval", "1 == 1"): _A_LAW,
    ("law on an interval", "-1 <= 1"): _IMPLIED,
    # labels
    ("labels are coupled", "IndependentLabels(P, Q, n)"): "laws of labels are lists in the cases, one for each label",
    ("labels that differ", "IndependentLabels(P, Q, n)"): "laws of labels are lists in the cases, one for each label",
    ("signs of opposite means are coupled", "t <= 1"): _THERE_IS_NO,
    ("signs of opposite means are coupled", "WholeNumber(n*(t + 1)/2)"): _THERE_IS_NO,
    ("signs of opposite means", "t <= 1"): _THERE_IS_NO,
    ("signs of opposite means", "WholeNumber(n*(t + 1)/2)"): _THERE_IS_NO,
}
"""Of the modules from acceleration to labels."""

SECOND: dict[tuple[str, str], str] = {
    # local_averages
    ("bias of near neighbours", "Hoelder(f, L, beta)"): _AS_MADE,
    ("bias of near neighbours", "k <= N"): _THERE_IS_NO,
    ("bias of bins", "InDimension(P, d)"): _AS_MADE,
    ("mass of a ball", "r < D"): _NOT_FOUND,
    ("mean of labels with a moment", "LabelMoment(P, p, M_p)"): _AS_MADE,
    ("mean of clipped labels with a moment", "LabelMoment(P, p, M_p)"): _AS_MADE,
    ("mean of an inverse count", "q <= BinMass(P, h)"): _NOT_FOUND,
    ("mean of an inverse squared count", "q <= BinMass(P, h)"): _NOT_FOUND,
    # moved_components
    ("coins on a grid: fluctuations", "16*Delta**2*m**2 <= 1"): _NOT_FOUND,
    ("coins on a grid: fluctuations", "64*Delta**2*T <= 7"): _NOT_FOUND,
    ("coins over the interval: densities", "2 <= m"): _THERE_IS_NO,
    ("coins over the interval: fluctuations", "2 <= m"): _THERE_IS_NO,
    ("coins over the interval: fluctuations", "4*Delta**2*m**2 <= 1"): _NOT_FOUND,
    ("coins over the interval: fluctuations", "64*Delta**2*T <= 7"): _NOT_FOUND,
    ("components in the middle", "2 <= m"): _THERE_IS_NO,
    # privacy
    ("tail of the privacy loss", "0 < p_0"): _A_LAW,
    ("tail of the privacy loss", "0 < p_1"): _A_LAW,
    ("tail of the privacy loss", "0 < q_0"): _A_LAW,
    ("tail of the privacy loss", "0 < q_1"): _A_LAW,
    ("tail of the privacy loss", "p_0 + p_1 == 1"): _A_LAW,
    ("tail of the privacy loss", "q_0 + q_1 == 1"): _A_LAW,
    ("a private choice and one user's data", "Exchangeable(P)"): _AS_MADE,
    ("draws may be exchanged", "Measure(P)"): _AS_MADE,
    ("sampling without replacement", "k <= n"): _THERE_IS_NO,
    # rare_messages
    ("an average is at most the largest", "OnValues(pi, N)"): _AS_MADE,
    ("entropy of a bit", "OnValues(pi, N)"): _AS_MADE,
    ("golden formula, given a bit", "OnValues(pi, N)"): _AS_MADE,
    # restriction
    ("divergence on a set", "0 < Chance(P, S)"): _BY_DEFINITION,
    ("distance on a set", "0 < Chance(P, S)"): _BY_DEFINITION,
    # rotated_means
    ("rotations for which users are far", "Member(P, BallLaws(d))"): _AS_MADE,
    ("rotations for which users are far", "WholeNumber(n/(2*d))"): _THERE_IS_NO,
    ("a rotation keeps lengths", "Member(P, BallLaws(d))"): _AS_MADE,
    ("a rotation keeps lengths", "WholeNumber(n/(2*d))"): _THERE_IS_NO,
    ("clipped means of rotated vectors", "WholeNumber(n/(2*d))"): _THERE_IS_NO,
    # stability
    ("stability and generalisation, after", "LipschitzOnBall(l, L, R)"): _AS_MADE,
    ("stability and generalisation, before", "LipschitzOnBall(l, L, R)"): _AS_MADE,
    ("drift of a gradient step", "SmoothConvex(l, beta)"): _AS_MADE,
    # tails
    ("Hoeffding", "a < b"): _NOT_FOUND,
    ("Fuk and Nagaev", "MeanOfCopies(S, X, m)"): _AS_MADE,
    ("Fuk and Nagaev", "Variance(X) <= V"): _NOT_FOUND,
    # tents
    ("signs of tents, classification", "Weakest(A, v, k, m, N, h, beta, d, c, 1, 1)"): _AS_MADE,
    ("signs of tents, classification", "beta*gamma <= 1"): _NO_LAW,
    ("signs of tents, classification", "c*d*h**d*m <= C_T*h**(beta*gamma)"): _NO_LAW,
    ("signs of tents, classification", "c*m*(2*h)**d <= 1"): _NO_LAW,
    ("signs of tents, classification", "h**beta <= 1"): _NO_LAW,
    ("signs of tents, bounded labels", "S < T"): _NO_LAW,
    ("signs of tents, bounded labels", "Weakest(A, v, k, m, N, h, beta, d, c, S, 1)"): _AS_MADE,
    ("signs of tents, bounded labels", "c*m*(2*h)**d <= 1"): _NO_LAW,
    ("signs of tents, bounded labels", "h**beta <= S"): _NO_LAW,
    ("signs of tents, labels with a moment", "T**p*q <= M_p"): _NO_LAW,
    ("signs of tents, labels with a moment", "Weakest(A, v, k, m, N, h, beta, d, c, T, q)"): _AS_MADE,
    ("signs of tents, labels with a moment", "c*m*(2*h)**d <= 1"): _NO_LAW,
    ("signs of tents, labels with a moment", "h**beta <= T*q"): _NO_LAW,
    ("KL of two tents", "c*h**d <= 1"): _NO_LAW,
    ("KL of two tents", "r <= 1"): _NO_LAW,
    ("KL of two tents, labels that may be 0", "c*h**d <= 1"): _NO_LAW,
    ("KL of two tents, labels that may be 0", "q <= 1"): _NO_LAW,
    ("KL of two tents, labels that may be 0", "r <= 1"): _NO_LAW,
    ("KL of the messages of two tents", "c*h**d <= 1"): _NO_LAW,
    ("KL of the messages of two tents", "r <= 1"): _NO_LAW,
    ("KL of the messages of two tents, labels that may be 0", "c*h**d <= 1"): _NO_LAW,
    ("KL of the messages of two tents, labels that may be 0", "q <= 1"): _NO_LAW,
    ("KL of the messages of two tents, labels that may be 0", "r <= 1"): _NO_LAW,
    ("labels of two tents that differ", "c*h**d <= 1"): _NO_LAW,
    ("labels of two tents that differ", "h**beta <= T*q"): _NO_LAW,
    ("labels of two tents that differ", "q <= 1"): _NO_LAW,
    ("labels of two tents are coupled", "c*h**d <= 1"): _NO_LAW,
    ("labels of two tents are coupled", "h**beta <= T*q"): _NO_LAW,
    ("labels of two tents are coupled", "q <= 1"): _NO_LAW,
    ("total variation of finite laws", "0 < 4"): _A_LAW,
    ("total variation of finite laws", "0 <= 1 - y"): _A_LAW,
    ("total variation of finite laws", "0 <= 1/3"): _A_LAW,
    ("total variation of finite laws", "0 <= 2/3"): _A_LAW,
    ("total variation of finite laws", "0 <= y"): _A_LAW,
    ("total variation of finite laws", "1 == 1"): _A_LAW,
    # voting
    ("the largest is no smaller", "WholeNumber(i)"): _THERE_IS_NO,
    ("the largest is no smaller", "WholeNumber(j)"): _THERE_IS_NO,
    ("the largest is no smaller", "Winner(J, S, B)"): _AS_MADE,
    ("union bound over values", "1 <= j"): _NOT_FOUND,
    ("union bound over values", "j <= B"): _NOT_FOUND,
    ("an independent second stage", "0 <= d"): _NOT_FOUND,
    ("an independent second stage", "0 <= q"): _NOT_FOUND,
    ("an independent second stage", "Among(J, B)"): _AS_MADE,
    ("an independent second stage", "Independent(J, S)"): _AS_MADE,
    ("cumulants of a signed mean", "Each(CGF(Part(S, v), -lambda/K) <= r, v, 1 <= v, v <= K)"): _NOT_FOUND,
    ("cumulants of a signed mean", "Each(CGF(Part(S, v), lambda/K) <= r, v, 1 <= v, v <= K)"): _NOT_FOUND,
    ("cumulants of a signed mean", "Each(Entry(H, v)**2 == 1, v, 1 <= v, v <= K)"): _NOT_FOUND,
    ("cumulants of a signed mean", "IndependentMembers(S, K)"): _AS_MADE,
    ("expectation of a signed mean", "Each(Entry(H, v)**2 == 1, v, 1 <= v, v <= K)"): _NOT_FOUND,
    ("a mean is no smaller than what all parts are at least", "MeanOfCopies(S, X, m)"): _AS_MADE,
    ("a mean is no larger than what all parts are at most", "MeanOfCopies(S, X, m)"): _AS_MADE,
    ("the cell of a number", "b <= x"): _NOT_FOUND,
    ("the cell of a number", "x <= B*h + b"): _NOT_FOUND,
    ("the cell of a number: its count", "b <= x"): _NOT_FOUND,
    ("the cell of a number: its count", "x <= B*h + b"): _NOT_FOUND,
    ("the cell of a number: from its left end on", "x <= B*h + b"): _NOT_FOUND,
    ("the cell of a number: to its right end", "b <= x"): _NOT_FOUND,
    # classes
    ("a law with a mean in [-1, 1]", "-1 <= Mean(Discrete(-3, 1/6 - x/6, 0, 2/3, 3, x/6 + 1/6))"): _NOT_FOUND,
    ("a law with a mean in [-1, 1]", "Mean(Discrete(-3, 1/6 - x/6, 0, 2/3, 3, x/6 + 1/6)) <= 1"): _NOT_FOUND,
}
"""Of the modules from laplace to voting, and of papers."""

UNTESTED = FIRST | SECOND
