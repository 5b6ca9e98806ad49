"""What the claims about bassily's methods speak of: losses on a ball, steps of gradient methods, risks."""

from verify.kernel.calculus import Name, constructor, property_of, quantity

OnBall = property_of("OnBall", r"{0}\text{{ is a law on the ball of radius }}{1}")
"""OnBall(P, R)."""
MeanLoss = quantity("MeanLoss", r"\mathbb{{E}}_{{{0}}} {1}", "mean of a function of a parameter drawn from a law")
"""MeanLoss(P, F)."""
Gradient = quantity(
    "GradientEntry", r"g_{{{0}, {1}}}", "a co-ordinate of the gradient of user i's sample j at the iterate"
)
"""Gradient(i, j)."""
MeanStep = quantity(
    "MeanStep",
    r"\mathbb{{E}}\,\tilde g_{{{0},{1},{2}}}",
    "that co-ordinate of the noisy gradient in expectation: the mean over the samples of a batch of B of n users with m "
    "samples each, drawn without replacement, and centred noise",
)
"""MeanStep(B, n, m)."""
DrawChance = quantity("DrawChance", r"P_{{{0},{1}}}(i \in S)", "probability that a user is in a batch of B of n", 0, 1)
"""DrawChance(B, n)."""
StepVariance = quantity(
    "StepVariance",
    r"\mathbb{{E}}\|\tilde g - \nabla\hat F\|^2_{{{0},{1},{2},{3}}}",
    "mean squared distance of the noisy gradient of a batch of B of n users, N(0, sigma^2 I) in d dimensions added, from "
    "the empirical risk's",
    0,
)
"""StepVariance(B, n, d, sigma)."""
UserSpread = quantity(
    "UserSpread",
    r"\tfrac1{{{0}}}\textstyle\sum_i\|g_i - \bar g\|^2",
    "mean squared distance of the n users' mean gradients from their mean",
    0,
)
"""UserSpread(n)."""
Overfit = quantity(
    "Overfit",
    r"\mathbb{{E}}[F(\mathcal A') - \hat F(\mathcal A')]_{{{0},{1},{2},{3},{4},{5},{6}}}",
    "expected difference of risk and empirical risk at the average of the iterates 1 to T of the noisy gradient method on "
    "the ball of radius R at step eta, batches of B of n users with m samples each: family of losses, eta, R, T, B, n, m",
)
"""Overfit(l, eta, R, T, B, n, m)."""
Risk = quantity("Risk", r"F_{{{0},{1}}}({2})", "expected loss of a parameter: family of losses, law, parameter")
"""Risk(l, P, theta)."""
LeastEmpirical = quantity(
    "LeastEmpirical",
    r"\mathbb{{E}}\min\hat F_{{{0},{1},{2}}}",
    "expected minimum of the mean of the losses of a given number of independent samples: family of losses, law, number",
)
"""LeastEmpirical(l, P, N)."""
MeanEmpirical = quantity(
    "MeanEmpirical",
    r"\mathbb{{E}}\hat F_{{{0},{1},{2}}}({3})",
    "expectation of the mean of the losses of a given number of independent samples at a fixed parameter",
)
"""MeanEmpirical(l, P, N, theta)."""

Smoothed = quantity(
    "Smoothed",
    "{0}^{{{1}, {3}}}({2})",
    "the Moreau envelope min over u of f(u) + beta |u - theta|^2/2, raised by L^2/(2 beta): f, beta, theta, L",
)
"""Smoothed(f, beta, theta, L)."""
Proximal = constructor("Proximal", r"\mathrm{{prox}}_{{{0},{1}}}({2})")
"""Where the envelope's minimum is: Proximal(f, beta, theta)."""
LipschitzFunction = property_of("LipschitzFunction", r"{0}\text{{ is convex and }}{1}\text{{-Lipschitz}}")
"""LipschitzFunction(f, L)."""
InBatches = constructor("InBatches", r"{0}^{{{1} \times {2}}}")
"""An algorithm that is run T times, on disjoint batches of n_0 users each, and may be chosen by what was told before:
InBatches(A, T, n_0)."""
PurePart = constructor("ClosePart", r"{0}'_{{{1},{2},{3}}}", sort="law")
"""What is epsilon-close of an (epsilon, delta)-indistinguishable pair's first law: PurePart(P, Q, epsilon, delta)."""
RestPart = constructor("RestPart", r"{0}''_{{{1},{2},{3}}}")
"""The other part of it: RestPart(P, Q, epsilon, delta)."""
ThroughMiddle = quantity(
    "ThroughMiddle",
    r"K_{{{0},{1},{2},{3}}}({4}; {5})",
    "probability of an event, from a middle atom of the canonical pair, through the channel that takes the pair to two laws: "
    "P, Q, epsilon, delta, atom, event",
    0,
    1,
)
"""ThroughMiddle(P, Q, epsilon, delta, bit, S)."""
SubGaussian = property_of(
    "SubGaussian",
    r"{0}\text{{: a law on }}\mathbb{{R}}^{{{2}}},\ P(|v\cdot X|\ge t)\le2e^{{-t^2/(2{1}^2)}}\ "
    r"\forall\|v\|_2=1,\ t\ge0",
)
"""SubGaussian(P, sigma, d)."""
CoordinateTail = quantity(
    "CoordinateTail",
    r"\max_jP(|X_j| > {1};\, X \sim {0})",
    "largest probability that a co-ordinate's size is above t",
    0,
    1,
)
"""CoordinateTail(P, t)."""
SomeNorm = quantity(
    "SomeNorm",
    r"P(\exists i \le {1}:\|X_i\|_2 > {2};\, X_i \sim {0})",
    "probability that one of n vectors, each of a law, has a norm above r",
    0,
    1,
)
"""SomeNorm(P, n, r)."""
WithinBall = property_of("WithinBall", r"{0}\text{{: }}\|Y\|_2\le {1}")
"""A law of vectors of norm at most L: WithinBall(P, L)."""
NormTail = quantity(
    "NormTail",
    r"P(\|\bar Y_{{{1}}} - \mathbb{{E}}Y\|_2 \ge {2};\, Y_j \sim {0})",
    "probability that the mean of m independent vectors of a law is at least t from its expectation",
    0,
    1,
)
"""NormTail(P, m, t)."""
Differing = quantity(
    "Differing",
    r"P({0} \ne {1})",
    "probability that two laws' draws differ in the coupling in which both are the same draw of their common "
    "part, and else independent draws of what is left",
    0,
    1,
)
"""Differing(P, Q)."""
Overlap = quantity("Overlap", r"\|{0} \wedge {1}\|", "sum over atoms of the smaller of two masses", 0, 1)
"""Overlap(P, Q)."""
Posterior = constructor("Posterior", r"\mathcal{{L}}({0} \mid {1} = {2})")
"""The law of a user's data given what a channel tells of them, a choice of positive probability: Posterior(P, A, theta)."""
Mass = quantity("Mass", r"{0}(\{{{1}\}})", "mass of a value under a law", 0, 1)
"""Mass(P, z)."""
AnswerRatio = quantity(
    "AnswerRatio",
    r"\tfrac{{P({0}({3}) = {2})}}{{P({0}({1}) = {2})}}",
    "probability of a choice given a user's data, over its probability on average over their law",
    0,
)
"""AnswerRatio(A, P, theta, z)."""
Corner = constructor("CornerPoint", r"\theta_{{{0},{1}}}")
"""The vector v/sqrt(d): Corner(v, d)."""
CornerExcess = quantity(
    "CornerExcess",
    r"F_{{{1}}}({0}) - \min F_{{{1}}}",
    "excess over its minimum on the unit ball of F_v(theta) = -theta.v/sqrt(d), in d dimensions",
    0,
)
"""CornerExcess(theta, v, d)."""
WrongSigns = quantity(
    "WrongSigns",
    r"d_{{ham}}({1}, \hat V({0}))",
    "number of signs in which V differs from the corner V-hat that is nearest to an estimate of V/sqrt(d) "
    "in d dimensions",
    0,
    random=True,
)
"""WrongSigns(A, V, d)."""
Between = quantity(
    "CornersApart",
    r"\|\theta_{{{1}}} - \theta_{{\hat V({0})}}\|",
    "distance of these two corners, over sqrt(d)",
    0,
    random=True,
)
"""Between(A, V, d)."""
Missed = quantity("Missed", r"\|\theta_{{{1}}} - {0}\|", "distance of the estimate from V/sqrt(d)", 0, random=True)
"""Missed(A, V, d)."""
EstimateFrom = property_of("EstimateFrom", r"{0}\text{{ is a function of }}{1}\text{{ and independent coins}}")
"""EstimateFrom(A, Y)."""
Transcribed = constructor("Transcribed", r"Y^{{{1}}}[{0}]")
"""All messages of n users in turn, whose data are given by V: Transcribed(Z, n)."""
InformationOfUser = quantity(
    "InformationOfUser",
    r"I({1}; Y_{{{2}}} \mid Y^{{{2}-1}}[{0}])",
    "mutual information of V and a user's message, given the messages before",
    0,
)
"""InformationOfUser(Z, V, i)."""
DivergenceOfUser = quantity(
    "DivergenceOfUser",
    r"\mathbb{{E}}\max_{{\mathcal R}}\mathrm{{KL}}(\mathcal R P(Z_{{{2}}} \mid {1}) \,\|\, \mathcal R P(Z_{{{2}}} \mid Y^{{{2}-1}}[{0}]))",
    "mean over V and the messages before of the largest divergence, over the channels that the user may have, of the "
    "message's law given V from that given the messages before",
    0,
)
"""DivergenceOfUser(Z, V, i)."""
NumbersIn = property_of("NumbersIn", r"{0}_1, \dots, {0}_{{{1}}} \in [-{2}, {2}]")
"""NumbersIn(X, k, R)."""
SpreadAtMost = property_of("SpreadAtMost", r"\max_{{i,j}}|{0}_i - {0}_j| \le {1}")
"""SpreadAtMost(X, r)."""
BinsMet = quantity(
    "BinsMet",
    r"\#\{{j, \dots, j' : I_j, I_{{j'}}\text{{ the first and the last bin with one of }}{0}\}}_{{{1},{2}}}",
    "number of bins from the first with a user's number to the last, the bins half-open, of width 2 tau, from -R on, the "
    "last one closed: numbers, R, tau",
    1,
)
"""BinsMet(X, R, tau)."""
PairBelow = quantity(
    "PairBelow",
    r"P_{{{0},{1}}}\big(\textstyle\sum_i(Y_i(j') + Y_i(j'+1)) < {2}\big)",
    "probability that two bins, one of which each of k users is in, have fewer votes than a given number by Algorithm 2: k, epsilon, "
    "place",
    0,
    1,
)
"""PairBelow(k, epsilon, t)."""
Noised = constructor("Noised", r"{0} + \mathcal N(0, {1}^2I)")
"""What an algorithm tells that adds normal noise to a vector function of the data: Noised(f, sigma)."""
Sensitivity = quantity(
    "Sensitivity", r"\Delta({0})", "largest distance of a function's values at neighbouring data sets", 0
)
"""Sensitivity(f)."""
Midpoint = quantity(
    "Midpoint",
    r"P_{{{2},{3}}}(\hat\mu({0}) = x_{{{1}}})",
    "probability that Algorithm 6 answers a midpoint: data, number of the midpoint, midpoints, epsilon",
    0,
    1,
)
"""Midpoint(X, j, l, epsilon)."""
Cost = quantity("Cost", r"c_{{{0}}}({1})", "larger number of users on one side of a midpoint", 0)
"""Cost(X, j)."""
LogTotal = quantity(
    "LogTotal",
    r"\log\textstyle\sum_{{i\le {1}}}e^{{-{2}c_{{{0}}}(i)/2}}",
    "logarithm of the sum of weights: X, l, epsilon",
)
"""LogTotal(X, l, epsilon)."""
Neighbours = property_of("DifferInOne", r"{0}\text{{ and }}{1}\text{{ differ in one user}}")
"""Neighbours(X, X')."""
EmptyChosen = quantity(
    "EmptyChosen",
    r"P_{{{1},{2},{3}}}(\hat\mu({0})\text{{ has no data}})",
    "probability that Algorithm 6 answers a midpoint without data, all n users' data at two adjacent midpoints of l: X, n, l, epsilon",
    0,
    1,
)
"""EmptyChosen(X, n, l, epsilon)."""
AtTwoMidpoints = property_of("AtTwoMidpoints", r"{0}_1, \dots, {0}_{{{1}}}\text{{ at two adjacent midpoints}}")
"""AtTwoMidpoints(X, n)."""
RotationExceeds = quantity(
    "RotationExceeds",
    r"P\big(\max_{{i\le {0}}}\|U(X_i - x_0)\|_\infty > {2}\max_{{i\le {0}}}\|X_i - x_0\|_2\big)_{{{1}}}",
    "largest probability, over k vectors and a point in d dimensions, d a power of two, that a random U = HD/sqrt(d) leaves a "
    "co-ordinate above s times the largest distance",
    0,
    1,
)
"""RotationExceeds(k, d, s)."""
CentralMean = constructor("CentralMean", r"\mathcal A_{{{0},{1},{2},{3},{4},{5},{6}}}", sort="algorithm")
"""The central estimator on k points of d dimensions, d a power of two: a rotation, Algorithm 6 for each co-ordinate at epsilon_r with
bins for the range [-R, R], truncation at C, and noise on the mean: CentralMean(R, tau, gamma, k, d, epsilon, delta)."""
Gap = quantity(
    "Gap",
    r"\sup_{{X:\,({2},{3})}}\mathrm{{TV}}\big({0}(X^k),\, \mu(X^k) + \mathcal N(0, ({1})^2I)\big)",
    "largest distance of a mean estimator's law from the mean with normal noise, over (tau, gamma)-concentrated points "
    "of the ball that its bins cover",
    0,
    1,
)
"""Gap(A, sigma, tau, gamma)."""
GroupsMissed = quantity(
    "GroupsMissed",
    r"P(\|\tilde\mu' - Ux_0\|_\infty > 2\tau')_{{{0},{1},{2},{3}}}",
    "largest probability that the middle of the bin with most votes by Algorithm 2 is further than 2 tau' from a co-ordinate of a point "
    "that all users' rotated points are within tau' of, of k/d users for each co-ordinate (d divides k), t bins: k, d, epsilon, t",
    0,
    1,
)
"""GroupsMissed(k, d, epsilon, t)."""
CrudeMissed = quantity(
    "CrudeMissed",
    r"P(\|\tilde\mu - x_0\| > {4})_{{{0},{1},{2},{3}}}",
    "largest probability, with all users' rotated points within tau' of that of x_0 in each co-ordinate, that Algorithm 3's crude mean is "
    "further from x_0: k, d, epsilon, t, distance",
    0,
    1,
)
"""CrudeMissed(k, d, epsilon, t, r)."""
MeanMissed = quantity(
    "MeanMissed",
    r"\sup_XP(\|\tilde\mu(X^k) - \mu(X^k)\| > {6})_{{{0},{1},{2},{3},{4},{5}}}",
    "largest probability, over (tau, gamma)-concentrated points of the ball of radius R = t tau', that Algorithm 3's crude mean is further "
    "from their mean: tau, gamma, k, d, epsilon, t, distance",
    0,
    1,
)
"""MeanMissed(tau, gamma, k, d, epsilon, t, r)."""
LocalMean = constructor("LocalMean", r"\mathcal A_{{{0},{1},{2},{3},{4},{5}}}")
"""The local estimator: Algorithm 3 at epsilon/2, and of each user the point truncated at C around the crude mean with noise N(0, sigma^2 I):
LocalMean(C, sigma, k, d, epsilon, t)."""
Truncated = constructor("Truncated", r"\Pi_{{B({0})}}")
"""The nearest point of a ball of radius C of d dimensions to a user's point: Truncated(C, d)."""
Publish = constructor("Publish", r"\mathrm{{publish}}_{{{0}}}")
"""A user's message that is all samples with probability delta, else nothing: Publish(delta)."""
PublishExcess = quantity(
    "PublishExcess",
    r"\sup_P\,\mathbb{{E}}[F(\mathrm{{publish}}_{{{1}}}[{0},{2},{3}]) - \min F]",
    "largest expected excess risk, over laws and convex L-Lipschitz losses on the ball of radius R, of the average of gradient "
    "descent from the centre on one sample of each of n users that publishes, with probability delta; the centre where none does: "
    "n, delta, R, L",
    0,
)
"""PublishExcess(n, delta, R, L)."""
MeanInverse = quantity(
    "MeanInverse",
    r"\mathbb{{E}}[\tfrac1{{K + 1}};\, K \sim \mathrm{{Bin}}({0}, {1})]",
    "mean of 1/(K + 1) for a binomial K",
    0,
    1,
)
"""MeanInverse(n, p)."""
WrongShare = quantity(
    "WrongShare",
    r"\tfrac1{{{2}}}d_{{ham}}({1}, \mathrm{{sign}}\,{0})",
    "share of the d co-ordinates in which theta has not the sign of v, or is 0: theta, v, d",
    0,
    1,
)
"""WrongShare(theta, v, d)."""
BiasedExcess = quantity(
    "BiasedExcess",
    r"F_{{{1},{2}}}({0}) - \min_{{\|\theta\|\le {3}}}F_{{{1},{2}}}",
    "excess at theta of the mean of -L theta.z, the z_j independent, 1/sqrt(d) or -1/sqrt(d), the former with probability "
    "(1 + alpha v_j)/2, over its minimum on the ball of radius R: theta, v, alpha, R, L, d",
    0,
)
"""BiasedExcess(theta, v, alpha, R, L, d)."""
CountsApart = quantity(
    "CountsApart",
    r"\sum_k\tfrac{{(b_+ - b_-)^2}}{{(b_+ + b_-)/2}}\Big|_{{b_\pm = \mathrm{{Bin}}({0}, (1 \pm {1})/2)}}",
    "sum over counts, those of mass 0 left out, of the squared difference of two binomial masses over their mean: m, alpha",
    0,
)
"""CountsApart(m, alpha)."""
MixturesApart = quantity(
    "MixturesApart",
    r"\sum_{{j\le {3}}}\int\tfrac{{(m_{{+j}} - m_{{-j}})^2}}{{\bar m}}\Big|_{{{0},{1},{2}}}",
    "m_+j and m_-j the laws of a channel's message when co-ordinate j's m signs have mean alpha or -alpha and all others' means are "
    "drawn among the two, and m-bar the mean of both: channel, m, alpha, d",
    0,
)
"""MixturesApart(K, m, alpha, d)."""
CutMessages = constructor("CutMessages", r"{0}|^{{{1}}}", sort="protocol")
"""A protocol whose messages' laws, given those before, are cut to within e^epsilon of the law for one fixed data: CutMessages(Z, epsilon)."""
MeansScattered = quantity(
    "MeansScattered",
    r"P(\exists i \le {1}: \|\bar X_i - \mu\| > {3};\, X \sim {0}^{{{1} \times {2}}})",
    "probability that one of n users' means of m independent vectors of a law is further than r from the law's mean: P, n, m, r",
    0,
    1,
)
"""MeansScattered(P, n, m, r)."""
SplitLocalMean = constructor("SplitLocalMean", r"\mathcal A'_{{{0},{1},{2},{3},{4},{5}}}")
"""LocalMean with disjoint users for the votes, at epsilon, and for the noisy points."""
MODELS = {True: Name("A_loc", "estimator"), False: Name("A_cen", "estimator")}
"""The local estimator, as Theorem 4.3 corrects it, and the central one, of Theorem 4.1, each on the means of users' m samples, in the
ball of radius D: tau = D/sqrt(m) (1 + sqrt(2 log(n/gamma)))."""
MeanError = quantity(
    "MeanError",
    r"\mathbb{{E}}\|\hat\mu - \mu\|^2_{{{0};{1},{2},{3},{4},{5},{6},{7},{8}}}",
    "mean squared error of an estimator of a law's mean, A_loc of Theorem 4.3 as corrected or A_cen of Theorem 4.1, on the means of m "
    "samples of each of n users in d dimensions, d a power of two: estimator, law, n, m, d, epsilon, delta, gamma, bins",
    0,
)
"""MeanError(A, P, n, m, d, epsilon, delta, gamma, t)."""
Failed = quantity(
    "Failed",
    r"P(\text{{fails}})_{{{0};{1},{2},{3},{4},{5},{6},{7},{8}}}",
    "probability that an estimator truncates a point: the same arguments",
    0,
    1,
)
"""Failed(A, P, n, m, d, epsilon, delta, gamma, t)."""
CentralExcess = quantity(
    "CentralExcess",
    r"\sup_P\,\mathbb{{E}}[F(\mathcal A) - \min F]_{{{1},{2},{3},{4},{5};{6},{7},{8}}}[{0}]",
    "largest expected excess risk, over laws of samples and convex, L-Lipschitz, beta-smooth losses on the ball of radius R, of "
    "Algorithm 4 for n users with m samples each: T steps 1/(beta + 1/eta), each on a batch of B of the users, whose mean gradient is "
    "the central estimator's: estimator, n, m, T, B, eta, beta, R, L",
    0,
)
"""CentralExcess(A, n, m, T, B, eta, beta, R, L)."""
LocalExcess = quantity(
    "LocalExcess",
    r"\sup_P\,\mathbb{{E}}[F(\mathcal A) - \min F]_{{{1},{2},{3},{4};{5},{6},{7}}}[{0}]",
    "largest expected excess risk, over laws of samples and convex, L-Lipschitz, beta-smooth losses on the ball of radius R, of "
    "Algorithm 5 with the accelerated update for n users with m samples each: T steps on disjoint batches of n_0 of the users, whose "
    "mean gradient is the local estimator's: estimator, n, m, T, n_0, beta, R, L",
    0,
)
"""LocalExcess(A, n, m, T, n_0, beta, R, L)."""
