"""Hypotheses of facts without a case outside them at which the fact fails, and why; the list may only shrink."""

_THERE_IS_NO = "nothing of the kind is there without it, so that no case can be stated"
_EXISTENCE = "it says that there is a minimiser, and every function of the cases has one"
_DENSITIES = "the change of a law is its density's, and there is none without it"
_NOTHING_FLIPPED = "a coordinate that the vertex lacks: nothing is flipped, and both laws are one"
_A_LAW = "there is no such law without it, which Discrete owes by itself"
_IMPLIED = "the other ends imply it: no interval breaks it alone"

FIRST: dict[tuple[str, str], str] = {
    # acceleration
    ("a minimiser is a parameter", "StartsNear(F, D)"): _EXISTENCE,
    ("the excess of the last average", "Within(Target(F), Region())"): _EXISTENCE,
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
    (
        "binomial coefficients from above",
        "s <= d",
    ): "needless: the coefficient is 0; kept, as the cited statement has it",
    ("binomial coefficients are symmetric", "s <= d"): "no coefficient is defined for sets of fewer than no elements",
    # bumps
    ("Assouad for regression", "Bump(phi, L, beta, d)"): (
        "needed for labels of chances (1 +- phi)/2 alone: for higher functions there are no such laws"
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

SECOND: dict[tuple[str, str], str] = {}
"""Of the modules from laplace to voting, and of papers."""

UNTESTED = FIRST | SECOND
