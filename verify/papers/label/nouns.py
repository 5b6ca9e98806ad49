"""What the claims on the classifiers and estimates of label are about: bins, private bits and counts, chosen classes."""

from sympy import Rational, exp, log, sqrt

from verify.kernel.calculus import Name, constructor, integer, let, property_of, quantity, real
from verify.papers.label.averages import BETA, DIM, EPS, SIDE, STEEP

ETA, POINT, OTHER = Name("eta", "regression functions"), Name("x", "point"), Name("x'", "point")
FEATURES, BIN = Name("X", "features"), Name("B", "bin")
COUNT, CLASSES, CLASS = integer("n_l", least=1), integer("K", least=2), integer("j", least=1)
LEVEL, MASS = real("t", above=0), real("p", above=0, most=1)
KEEP = let(r"c_\varepsilon", (exp(EPS / 2) - 1) / (exp(EPS / 2) + 1))
"""How much of a difference of probabilities is left in the private bits."""
STEEP_BIN = let("L_d", STEEP * sqrt(DIM))
VARIATION = STEEP_BIN * SIDE**BETA
"""L_d h^beta: how much a regression function varies over a bin."""
FALL = (1 - log(2)) * Rational(1, 2)

ClassChance = quantity("ClassChance", "{0}_{{{1}}}({2})", "probability of the j-th class at a point", 0, 1)
"""ClassChance(eta, j, x)."""
BitChance = quantity(
    "BitChance",
    r"\tilde{{{0}}}_{{{1}, {3}}}({2})",
    "probability that the j-th bit of the private label (11) of a sample at a point is 1",
    0,
    1,
)
"""BitChance(eta, j, x, epsilon)."""
BestChance = quantity(
    "BestChance", r"{0}^*_{{[{1}]}}({2})", "largest probability of the first K classes at a point", 0, 1
)
"""BestChance(eta, K, x)."""
MeanBits = quantity(
    "MeanBits",
    r"v_{{{1}}}({0}, {2}_{{1:{3}}}, {4})",
    "mean over the n_l features of a bin of the probability that the j-th private bit is 1",
    0,
    1,
)
"""MeanBits(eta, j, X, n, epsilon)."""
Bits = quantity(
    "Bits",
    r"S_{{{1}}}({0}, {2}_{{1:{3}}}, {4})",
    "how many of the n_l samples of a bin, their features given, have 1 as j-th private bit",
    0,
    random=True,
)
"""Bits(eta, j, X, n, epsilon)."""
BitsLost = quantity(
    "BitsLost",
    r"(v^* - v_c)({0}, {1}, {2}_{{1:{3}}}, {4})",
    "largest mean of private bits over the K classes, less that of the class that (13) chooses in the "
    "bin, given the features",
    0,
    1,
    random=True,
)
"""BitsLost(eta, K, X, n, epsilon)."""
PointLost = quantity(
    "PointLost",
    r"(\eta^* - \eta_c)({0}, {1}, {5}; {2}_{{1:{3}}}, {4})",
    "largest probability of the K classes at a point, less that of the class that (13) chooses in its bin, "
    "given the features",
    0,
    1,
    random=True,
)
"""PointLost(eta, K, X, n, epsilon, x)."""
BitsChosen = quantity(
    "BitsChosen",
    r"P(c = {2} \mid {3}_{{1:{4}}}; {0}, {1}, {5})",
    "probability that (13) chooses the j-th of K classes in a bin, given the features",
    0,
    1,
)
"""BitsChosen(eta, K, j, X, n, epsilon)."""
ResponseRight = quantity(
    "ResponseRight",
    r"P(c = y)_{{{0}, {1}, {2}}}",
    "probability that the class with most answers is the right one, of n answers by K-ary randomized response "
    "to labels that are all of one class, ties broken evenly",
    0,
    1,
)
"""ResponseRight(n, K, epsilon)."""
PointGap = quantity(
    "PointGap",
    r"({0}^*_{{[{1}]}} - {0}_{{{2}}})({3})",
    "largest probability of the K classes at a point less that of the j-th",
    0,
    1,
)
"""PointGap(eta, K, j, x)."""
BinLost = quantity(
    "BinLost",
    r"\int_{{{2}}}(\eta^* - \mathbb{{E}}\eta_c)f\,({0}, {1}; {3}, {4})",
    "loss over a bin under a law of K classes, in probabilities, of the class that (13) chooses in it from N samples",
    0,
    1,
)
"""BinLost(P, K, B, N, epsilon)."""

MeanChance = quantity(
    "MeanChance",
    r"v_{{{1}}}({0}, {2}_{{1:{3}}})",
    "mean over the n_l features of a bin of the probability of the j-th class",
    0,
    1,
)
"""MeanChance(eta, j, X, n)."""
ClassCount = quantity(
    "ClassCount",
    r"n_{{{1}}}({0}, {2}_{{1:{3}}})",
    "how many of the n_l samples of a bin, their features given, have the j-th class",
    0,
    random=True,
)
"""ClassCount(eta, j, X, n)."""
LargestDeviation = quantity(
    "LargestDeviation",
    r"\max_{{j \le {1}}}|n_j - {3}v_j|({0}, {2}_{{1:{3}}})",
    "largest distance over the K classes of a bin's count from its mean, given the features",
    0,
    random=True,
)
"""LargestDeviation(eta, K, X, n)."""
Shortfall = quantity(
    "Shortfall",
    r"(n^* - n_c)({0}, {1}, {2})",
    "largest of K counts less that of the class that (17) draws from them",
    0,
    random=True,
)
"""Shortfall(counts, K, epsilon)."""
ChanceLost = quantity(
    "ChanceLost",
    r"(v^* - v_c)^{{\mathrm{{cen}}}}({0}, {1}, {2}_{{1:{3}}}, {4})",
    "largest mean probability of the K classes over the features of a bin, less that of the class that (17) "
    "draws there, given the features",
    0,
    1,
    random=True,
)
"""ChanceLost(eta, K, X, n, epsilon)."""
CentralPointLost = quantity(
    "CentralPointLost",
    r"(\eta^* - \eta_c)^{{\mathrm{{cen}}}}({0}, {1}, {5}; {2}_{{1:{3}}}, {4})",
    "largest probability of the K classes at a point, less that of the class that (17) draws in its bin, given the features",
    0,
    1,
    random=True,
)
"""CentralPointLost(eta, K, X, n, epsilon, x)."""
DrawnChance = quantity(
    "DrawnChance",
    r"P^{{\mathrm{{cen}}}}(c = {2} \mid {3}_{{1:{4}}}; {0}, {1}, {5})",
    "probability that (17) draws the j-th of K classes in a bin, given the features",
    0,
    1,
)
"""DrawnChance(eta, K, j, X, n, epsilon)."""
CentralBinLost = quantity(
    "CentralBinLost",
    r"\int_{{{2}}}(\eta^* - \mathbb{{E}}\eta_c^{{\mathrm{{cen}}}})f\,({0}, {1}; {3}, {4})",
    "loss over a bin under a law of K classes, in probabilities, of the class that (17) draws in it from N samples",
    0,
    1,
)
"""CentralBinLost(P, K, B, N, epsilon)."""
Distance = quantity("Distance", r"\|{0} - {1}\|", "Euclidean distance of two points", 0)

SmoothClasses = property_of(
    "SmoothClasses", r"|{0}_j(x) - {0}_j(x')| \le {1}\|x - x'\|^{{{2}}}\text{{ for each class }}j"
)
"""SmoothClasses(eta, L, beta), for the Euclidean norm."""
InCube = property_of("InCube", r"{0}, {1}\text{{ in one cube of side }}{2}\text{{ in }}\mathbb{{R}}^{{{3}}}")
"""Two points, or a point and features, that lie in one cube: InCube(x, x', h, d)."""
BinOf = property_of(
    "BinOf", r"{0}\text{{ is a cube of side }}{3}\text{{ in }}\mathbb{{R}}^{{{4}}},\ {1}(X \in {0}) = {2}"
)
"""BinOf(B, P, p, h, d)."""
SmoothLaw = property_of(
    "SmoothLaw",
    r"{0}\text{{ on }}\mathbb{{R}}^{{{4}}}\text{{ with }}{1}\text{{ classes, }}|\eta_j(x) - "
    r"\eta_j(x')| \le {2}\|x - x'\|^{{{3}}}\text{{ on its support}}",
)
"""SmoothLaw(P, K, L, beta, d), for the Euclidean norm."""

SMOOTH_CLASSES = SmoothClasses(ETA, STEEP, BETA)
IN_BIN = InCube(POINT, FEATURES, SIDE, DIM)

ClassMargin = quantity(
    "ClassMargin",
    r"\Delta_{{{2}}}({0}, {1})",
    "least difference over a bin of the largest and the second largest probability of the K classes",
    0,
    1,
)
"""ClassMargin(eta, K, B)."""
PrivateMargin = quantity(
    "PrivateMargin",
    r"\tilde\Delta_{{{2}, {3}}}({0}, {1})",
    "the same for the probabilities of the K private bits",
    0,
    1,
)
"""PrivateMargin(eta, K, B, epsilon)."""
PrivateLost = quantity(
    "PrivateLost",
    r"(\tilde\eta^* - \tilde\eta_c)({0}, {1}, {5}; {2}_{{1:{3}}}, {4})",
    "largest probability of the K private bits at a point, less that of the class that (13) chooses in its "
    "bin, given the features",
    0,
    1,
    random=True,
)
"""PrivateLost(eta, K, X, n, epsilon, x)."""
LeadsAt = property_of(
    "LeadsAt",
    r"{0}_{{{1}}} - {0}_j \ge {5}\text{{ at }}{3}_1, \dots, {3}_{{{4}}}\text{{ for each other class "
    r"}}j \le {2}",
)
"""One class has the largest probability at each of some features, by so much: LeadsAt(eta, i, K, X, n, Delta)."""
Within = quantity("AtMostIndicator", r"1({0} \le {1})", "1 where one number is at most another, else 0", 0, 1)
LosesFrom = property_of("LosesFrom", r"{0} = 0\text{{ or }}{0} \ge {1}")
"""A random real that is 0 or at least so much: LosesFrom(D, g)."""
ShellSeries = quantity(
    "ShellSeries",
    r"\textstyle\sum_{{k \ge 1}}2^{{k({0} + 1)}}4^{{1 - 4^{{k - 1}}}}",
    "a series over shells of losses",
    0,
)
"""ShellSeries(gamma)."""
RareSeries = quantity(
    "RareSeries",
    r"\textstyle\sum_{{k \ge 1}}2^{{k({0} + 1)}}4^{{1 - 2^{{k - 1}}}}",
    "a series over shells of losses",
    0,
)
"""RareSeries(gamma)."""
BinChosen = quantity(
    "BinChosen",
    r"P(c_{{{2}}} = {3};\ {0}, {1}, {4}, {5})",
    "probability that (13) chooses the j-th of K classes in a bin, from N samples of a law",
    0,
    1,
)
"""BinChosen(P, K, B, j, N, epsilon)."""
BinGap = quantity(
    "BinGap",
    r"\bar\delta_{{{2}{3}}}({0}, {1})",
    "probability of one class less that of another, on average over a bin",
    -1,
    1,
)
"""BinGap(P, B, i, j)."""
ExcessAt = quantity("ExcessAt", r"(R - R^*)({0};\ {1}, {2})", "excess risk of a learner from N samples of a law", 0)
"""ExcessAt(A, P, N)."""
LocalBins = constructor("LocalBins", r"A^{{\mathrm{{loc}}}}_{{{0}, {1}}}")
"""The classifier (13) by private labels (11) in bins of side h: LocalBins(h, epsilon)."""
CentralBins = constructor("CentralBins", r"A^{{\mathrm{{cen}}}}_{{{0}, {1}}}")
"""The classifier (17) in bins of side h: CentralBins(h, epsilon)."""
TiesMargin = property_of(
    "TiesMargin",
    r"{0}(0 < \eta^* - \eta_s < t) \le {1}t^{{{2}}}\ \forall t > 0,\ \eta_s = \max\{{\eta_j: "
    r"\eta_j < \eta^*\}}",
)
"""TiesMargin(P, C_T, gamma): where all classes tie, the difference counts as 0."""
BestAt = property_of("BestAt", r"{0}_{{{1}}}({3}) = \max_{{j \le {2}}}{0}_j({3})")
"""One of the first K classes is the likeliest at a point: BestAt(eta, i, K, x)."""
SameBest = property_of(
    "SameBest", r"{0}_{{{1}}} - {0}_j \ge {3}\text{{ all over }}{4}\text{{ for each other class }}j \le {2}"
)
"""One class is the likeliest all over the part of a bin in the support, by so much: SameBest(eta, i, K, Delta, B)."""
RegressionsOf = property_of("RegressionsOf", r"{0}_j = P(Y = j \mid x)\text{{ under }}{1}")
"""The regression functions of a law: RegressionsOf(eta, P)."""
PrivateBinGap = quantity(
    "PrivateBinGap",
    r"\tilde\delta_{{{2}{3}}}({0}, {1}, {4})",
    "the same for the probabilities of two private bits",
    -1,
    1,
)
"""PrivateBinGap(P, B, i, j, epsilon)."""
PrintedSeries = quantity(
    "PrintedSeries",
    r"\textstyle\sum_{{k \ge 1}}2^{{k{0} + k - 2^{{2k - 2}} + 2}}",
    "the series of (81)",
    0,
    infinite=True,
)
"""PrintedSeries(gamma)."""
Tied = constructor("Tied", r"\mathcal{{F}}^{{\mathrm{{tied}}}}_{{{0}}}")
"""Laws of K classes with uniform features on [0, 1], whose probabilities are 1-Lipschitz, the largest attained by two classes
at least at each point: Tied(K)."""
CountAt = quantity(
    "CountAt",
    r"P_{{{3}}}(S_{{lj}} = {2};\ n_l = {0}, n_{{lj}} = {1})",
    "probability that s of the j-th bits of the n_l private labels (11) of a bin are 1, where a given number of them are of "
    "the j-th class",
    0,
    1,
)
"""CountAt(n, m, s, epsilon)."""
CountMean = quantity(
    "CountMean", r"\mathbb{{E}}_{{{2}}}[S_{{lj}};\ n_l = {0}, n_{{lj}} = {1}]", "mean of that count", 0
)
"""CountMean(n, m, epsilon)."""
ValueAt = quantity("FeatureValue", r"{0}({1}_{{{2}}})", "value of a function at one of some features")
"""ValueAt(eta, X, i)."""
NoisyMean = quantity(
    "NoisyMean",
    r"\mathbb{{E}}[\hat\eta_{{{3}}} \mid {1}_{{1:{2}}};\ {0}]",
    "expectation, given a given number of features, of the mean of their labels, whose regression function is given, "
    "each with Laplace noise, or all with one, of a scale",
)
"""NoisyMean(eta, X, n, b)."""
LABEL_FUNCTION = Name("eta", "function")
GivenVariance = quantity(
    "GivenVariance",
    r"\sup_{{X_{{1:{1}}}}}\mathrm{{Var}}_{{{0}}}[\hat\eta_{{{2}}} \mid X_{{1:{1}}}]",
    "largest variance, given their features, of the mean of the labels of k samples of a law, each with "
    "Laplace noise of a scale",
    0,
    infinite=True,
)
"""GivenVariance(P, k, b)."""
BinExpectation = quantity(
    "BinExpectation",
    r"\mathbb{{E}}_{{{0}^{{{3}}}}}[\hat\eta^{{{1}\mathrm{{-bins}}}}_{{{2}}}({4})]",
    "expectation at a point of the mean label of the n of N samples in its bin, of side h, with Laplace "
    "noise of scale b/n; 0 where n = 0",
)
"""BinExpectation(P, h, b, N, x)."""
EmptyAt = quantity(
    "EmptyAt",
    r"P_{{{0}^{{{2}}}}}(n_{{{1}}}({3}) = 0)",
    "probability that none of N samples is in a point's bin, of side h",
    0,
    1,
)
"""EmptyAt(P, h, N, x)."""
BinFewer = quantity(
    "BinFewer",
    r"\max_lP_{{{0}^{{{2}}}}}(n_{{l, {1}}} < {3})",
    "largest probability, for bins of side h that meet the support, that fewer than a given number of N samples are in it",
    0,
    1,
)
"""BinFewer(P, h, N, t)."""
MeanVariance = quantity(
    "LabelsVariance",
    r"\sup_{{X_{{1:{1}}}}}\mathrm{{Var}}_{{{0}}}[\bar Y_{{{1}}} \mid X_{{1:{1}}}]",
    "largest variance, given their features, of the mean of the labels of a given number of samples of a law",
    0,
    infinite=True,
)
"""MeanVariance(P, n)."""
BinNoise = quantity(
    "BinNoise",
    r"\mathrm{{Var}}_{{\mathrm{{Bin}}({0}, {1})}}(W_{{{2}}})",
    "variance of Laplace noise of scale b/n_l, 0 where n_l = 0, for a binomial n_l",
    0,
)
"""BinNoise(N, p, b)."""
InSupport = property_of("InSupport", r"{0}\text{{ in the support of }}{1}")
NeighbourBias = quantity(
    "NeighbourBias",
    r"|\mathbb{{E}}_{{{0}^{{{3}}}}}[\hat\eta^{{{1}\mathrm{{-nn}}}}_{{|{2}}}({4})] - \eta_{{|{2}}}({4})|",
    "distance at a point of the expected mean of the labels, cut to [-T, T], of the k nearest of N "
    "samples from the mean of the label cut so",
    0,
)
"""NeighbourBias(P, k, T, N, x)."""
NeighbourSpread = quantity(
    "NeighbourSpread",
    r"\mathbb{{E}}_{{{0}^{{{2}}}}}[\tfrac1{{{1}}}\textstyle\sum_{{i \le {1}}}|\eta(X_{{(i)}}) - \eta({3})|]",
    "mean distance of the regression function at the k nearest of N samples from that at a point",
    0,
)
"""NeighbourSpread(P, k, N, x)."""
SignMissed = quantity(
    "SignMissed",
    r"({1})_{{{2}}}(\hat v_{{{3}}}({0}) \ne {2}_{{{3}}})",
    "probability, under the law of the data that belongs to signs, that an algorithm decides wrongly about one of them",
    0,
    1,
)
"""SignMissed(A, D, v, k), for a family D of laws of the data."""
RightWeight = quantity(
    "RightWeight",
    r"\int_{{B_{{{2}}}}}\phi_{{{2}}}1(\mathrm{{sign}}\,{0} = {1}_{{{2}}})f",
    "weight of a cube where the sign of an estimate is that of the cube",
    0,
)
"""RightWeight(eta^, v, k), by the tent of the cube."""
WrongWeight = quantity(
    "WrongWeight",
    r"\int_{{B_{{{2}}}}}\phi_{{{2}}}1(\mathrm{{sign}}\,{0} \ne {1}_{{{2}}})f",
    "weight of a cube where the sign of an estimate is not that of the cube",
    0,
)
"""WrongWeight(eta^, v, k), by the tent of the cube."""
WrongSign = property_of("WrongSign", r"\hat v_{{{2}}}({0}) \ne {1}_{{{2}}}")
"""The decision (38) by an estimate is wrong about a cube: WrongSign(eta^, v, k)."""
NeighbourTV = quantity(
    "LargestNeighbourTV",
    r"\max_{{v, k \le {1}}}\mathrm{{TV}}({0}_v, {0}_{{v^{{(k)}}}})",
    "largest total variation of laws of a family whose m signs differ in one",
    0,
    1,
)
"""NeighbourTV(D, m)."""
NeighbourKL = quantity(
    "NeighbourKL",
    r"\max_{{v, k \le {1}}}\mathrm{{KL}}({0}_v \,\|\, {0}_{{v^{{(k)}}}})",
    "largest divergence of laws of a family whose m signs differ in one",
    0,
    infinite=True,
)
"""NeighbourKL(D, m)."""
TentData = constructor("TentData", r"P^{{{0}}}_{{{1}, {2}, {3}, {4}}}")
"""The family of laws of N samples of tents, by their signs: TentData(N, h, beta, d, c)."""
MajorityExcess = quantity(
    "MajorityExcess",
    r"(R - R^*)(\mathrm{{maj}}_{{{2}}};\ {0}, {1})",
    "excess risk of the classifier that takes everywhere the class with more votes of N labels, each "
    "told by randomised response",
    0,
    1,
)
"""MajorityExcess(P, N, epsilon)."""
TentIntegral = quantity(
    "TentIntegral",
    r"\int_{{B_1}}f\,\phi_1^{{{4}}}{2}^{{{4}{1}}}",
    "integral over a cube of side h in d dimensions, of density c, of a power of its tent of height h^beta",
    0,
)
"""TentIntegral(d, beta, h, c, q)."""
Answered = constructor("Answered", r"({0} \circ {1})", sort="law")
"""The law of the features and the message of one sample: Answered(K, P)."""
CubeKL = quantity(
    "CubeKL",
    r"\int_{{B_{{{3}}}}}f\,\mathrm{{KL}}({0} P_{{Y \mid x, {2}}} \,\|\, {0} P_{{Y \mid x, {2}^{{({3})}}}})",
    "divergence of the messages given the features at signs and at the same with the k-th turned, "
    "integrated over the k-th cube",
    0,
    infinite=True,
)
"""CubeKL(K, tents, v, k), the tents by h, beta, d, c."""
CubeLabels = quantity(
    "CubeLabelsMean",
    r"\mathbb{{E}}[\bar Y_k \mid {1}_{{1:{2}}}, V_k = {3}]",
    "expected mean label of the samples in a cube, of sizes |eta(X_i)| and one sign of eta",
)
"""CubeLabels(eta, X, n, V)."""
Height = quantity("Height", r"|{0}({1}_{{{2}}})|", "size of a regression function at one of some features", 0, 1)
"""Height(eta, X, i)."""
FarAt = quantity(
    "FarAt",
    r"P_{{{1}^{{{2}}}}}(\rho_{{{0}}}({4}) > {3})",
    "probability that the k-th nearest of N samples is further than r from a point",
    0,
    1,
)
"""FarAt(k, P, N, r, x)."""
