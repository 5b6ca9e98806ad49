"""What makes the numbered results of Kent, Berrett and Yu true, in two sentences each, by the claims at their places."""

from verify.site.exhibits.catalogue import by_claim

IDEAS = by_claim(
    (
        ("kent/lemma28",),
        "Two vectors with at most m ones each differ in at most 2m places. At α/(2m) for a place, randomised "
        "response changes the probability of any answer by a factor of e^α at most.",
    ),
    (
        ("kent/lemma21",),
        "A message's density under a law of the data is an average of densities that lie within a factor e^α of "
        "one another. Averages of such densities, under whatever two laws, stay within that factor.",
    ),
    (
        ("kent/thm1/lower",),
        "With infinitely many samples every user knows the parameter, and privacy alone keeps it hidden. A "
        "packing with more points than n private messages can tell apart leaves an error of the order of its "
        "distance.",
    ),
    (
        ("kent/thm1/upper",),
        "Each user marks the ball of a cover that holds the parameter, bit by bit through randomised response, "
        "and the ball with most votes wins. More balls are finer, but each is one more rival that may win by its "
        "noise, and the best cover balances the two.",
    ),
    (
        ("kent/thm1",),
        "Every user knows the parameter, so that what is hidden is hidden by privacy alone. From below a packing "
        "has more points than n private messages can tell apart, and from above users vote for the ball of a "
        "cover that holds the parameter.",
    ),
    (
        ("kent/lemma24",),
        "What is raised to the power n is one over the squared hyperbolic cosine of x/4. A hyperbolic cosine "
        "grows like a parabola near 0 and exponentially far out, and min{x, x²} follows both.",
    ),
    (
        ("kent/cor2",),
        "A user who knows their law could draw T samples from it, so what is out of reach when all is known is out "
        "of reach for every T. The bounds are then read at the distance at which the number of balls balances "
        "what n private messages can tell.",
    ),
    (
        ("kent/prop3i", "kent/prop3ii"),
        "A cube or a ball in d dimensions takes about (1/Δ)^d balls of radius Δ to cover. The messages of all "
        "users together can name one of exponentially many in n min{α, α²}, so the best Δ falls exponentially in "
        "that number over d.",
    ),
    (
        ("kent/prop4",),
        "A sparse mean is named by s places and s numbers, so a cover multiplies the number of choices of places "
        "by the size of a cover in s dimensions. With the users that the condition asks for the places cost "
        "little, and s takes the place of d in the exponent.",
    ),
    (
        ("kent/prop5",),
        "Smooth densities are so many that a cover at distance Δ needs exponentially many balls in Δ^(−1/β). "
        "Votes can therefore bring the distance down only polynomially, and the squared error falls like the "
        "power 2β of n min{α, α²}.",
    ),
    (
        ("kent/thm6i",),
        "From above, folds of users answer for few coordinates each, so that every coordinate is a univariate "
        "problem with its own voters. From below, the coordinates' biases are hidden by a prior, and van Trees' "
        "inequality bounds what private messages reveal about them.",
    ),
    (
        ("kent/thm6ii",),
        "A random rotation spreads a vector of the ball over its coordinates, so that it fits into a cube with "
        "sides of about 1/√d. From there on it is the problem of the cube, with errors that are d times smaller.",
    ),
    (
        ("kent/thm6/upper1",),
        "Half of the users vote for a bin that is about as wide as their means scatter, and the others refine "
        "inside the winner. Each user averages no more samples than the vote can bear, so that the error stops "
        "falling where it would begin to rise.",
    ),
    (
        ("kent/thm6i/lower",),
        "Each coordinate has its own bias, drawn from a smooth prior. Van Trees' inequality turns the Fisher "
        "information that private messages can carry about the biases into an error.",
    ),
    (
        ("kent/thm6ii/lower",),
        "Each coordinate has its own bias, drawn from a smooth prior, and all are so small that the samples stay "
        "in the ball. Van Trees' inequality turns the Fisher information that private messages can carry about "
        "the biases into an error.",
    ),
    (
        ("kent/lemma20",),
        "After random signs and a rotation, a coordinate of a fixed vector is a sum of its entries with "
        "independent signs, over √d. Such a sum stays within a slowly growing factor of the vector's length, "
        "except with small probability.",
    ),
    (
        ("kent/own/norm-moment", "kent/lemma27"),
        "Sums of independent vectors whose norms are sub-Gaussian concentrate as sums of numbers do, for a "
        "hyperbolic cosine of the norm grows at each summand as one of a number does. The dimension enters the "
        "tail by a factor, and so the deviation by a logarithm, at most.",
    ),
    (
        ("kent/thm7/lower",),
        "Most coordinates are 0 and a hidden few are not, and a user's samples say of each only what a private "
        "answer lets through. Since one answer must serve d coordinates, an error is left for each of the s that "
        "are not 0.",
    ),
    (
        ("kent/thm7/upper/first",),
        "Each user finds the coordinates that are not 0 in their own samples and votes for all of them in one "
        "hashed number. The other half of the users estimates only the coordinates that won, as a mean in s "
        "dimensions.",
    ),
    (
        ("kent/thm7/upper/second",),
        "With many users all d coordinates are estimated, and those with small estimates are set to 0. The error "
        "of the noise is then paid for s coordinates only, though users still divide among d.",
    ),
    (
        ("kent/cor8i/lower", "kent/cor8i/upper"),
        "With few users the selection of Theorem 7 has the smaller error, of the order s/T up to logarithms. The "
        "lower bound is of the same order there, since one private answer of a user has to serve all d "
        "coordinates.",
    ),
    (
        ("kent/cor8ii/lower", "kent/cor8ii/upper"),
        "With many users the threshold of Theorem 7 has the smaller error, of the order sd/(nTα²) up to "
        "logarithms. The term exponentially small in nα²/d no longer counts, and the lower bound becomes linear "
        "in d/(nα²).",
    ),
    (
        ("kent/thm10/lower",),
        "The means of the components have small hidden signs, and each user belongs to one component only. So "
        "each sign is known to few users, whose private messages say little of it, and the error adds up over the "
        "components.",
    ),
    (
        ("kent/thm10/upper",),
        "Users vote for the bins of their own means, and the bins that win stand for the components. The others "
        "then tell, privately, which component they belong to and how far from its centre they are, and each "
        "component's mean is its centre plus an average distance.",
    ),
    (
        ("kent/thm11",),
        "With a small probability δ a message may tell everything, and for δ this small such messages are too rare to "
        "matter for n users. What is left of the laws is pure up to constants, and the argument of Theorem 1 goes "
        "through.",
    ),
    (
        ("kent/thm9/upper",),
        "The coefficients of a density in a bounded basis are means, so M of them are estimated as a mean in a "
        "cube. A larger M leaves out less of a smooth density and makes users divide among more coefficients, and "
        "the best M balances the two.",
    ),
    (
        ("kent/thm9/lower",),
        "A density has a small wave of hidden sign in each of many cells, as high as its smoothness allows. A "
        "wrong sign costs the squared height over its cell, and private messages give away few of the signs.",
    ),
    (
        ("kent/lemma12",),
        "The error adds up over the signs of a cube, so it is at least the separation times the number of signs "
        "that are guessed wrong. A sign can be guessed no better than the total variation between its two "
        "mixtures over all other signs allows.",
    ),
    (
        ("kent/lemma13",),
        "The transcript of n users is put together message by message, and each adds to the distance between the "
        "two mixtures of a sign. Averaged over signs it is enough to compare one user's message under a law with "
        "that under its neighbours, whose laws have one sign flipped.",
    ),
    (
        ("kent/thm14",),
        "The Hellinger distance of neighbours is bounded by a second moment, which says how far a message's "
        "density leans with the fluctuation that flips a sign. What remains to be bounded has one user's channel "
        "and the fluctuations in it, and nothing else.",
    ),
    (
        ("kent/lemma15",),
        "Fluctuations that are orthogonal share one budget, since by Bessel's inequality no density leans fully "
        "with many of them. Privacy bounds how much a message's density varies with the data at all, so that all "
        "signs together gain at most of the order α² times a fluctuation's size from each user.",
    ),
    (
        ("kent/appH.3/dec/lemma23",),
        "The generating function of a binomial law is the n-th power of a linear function. Its derivative times t "
        "is the weighted moment.",
    ),
    (
        ("kent/lemma16",),
        "A worst case over the laws of a smaller class is at least an average over a cube of laws, less what the "
        "laws outside the class contribute. These contribute at most the largest loss of guessing a vector of "
        "signs, times the probability of meeting one of them.",
    ),
    (
        ("kent/cor17",),
        "Signs are +1 with a small probability τ, so that guessing −1 everywhere is wrong seldom, and the bound has a "
        "factor τ. Vectors of signs outside the class are rare by assumption, and what they cost is taken away.",
    ),
    (
        ("kent/prop18",),
        "A user's component is hidden, and within it a message's density leans with a fluctuation that belongs to "
        "this component. The leanings are averaged over the components before they are squared, and then the "
        "bound is that of Theorem 14.",
    ),
    (
        ("kent/lemma19",),
        "Within each component the fluctuations are orthogonal and share one budget by Bessel's inequality. A "
        "further factor in the bound says how far a message's density may differ between components.",
    ),
    (
        ("kent/lemma22",),
        "Without the rare messages the laws of a message under two values of the parameter differ by a bounded "
        "factor, and their symmetrised divergence is of the order min{α, α²}. A message that is rare for one "
        "value and not for another spoils the printed sum, so that each pair of laws has to lose the mass by "
        "which it differs too much.",
    ),
    (
        ("kent/lemma25",),
        "Without privacy all nT samples are pooled, and each coordinate has a hidden sign with a bias as small as "
        "their sampling error. The signs then cannot be told, and the error adds up over the coordinates.",
    ),
    (
        ("kent/lemma26",),
        "A user's votes for coordinates are added up with random public signs into one clipped number, so that a user pays "
        "for a single answer. Multiplied by the signs of one coordinate, the votes for it add up while "
        "all others cancel like noise.",
    ),
    (
        ("kent/lemma29",),
        "Waves whose signs are the words of a code make densities that are pairwise far apart. With k waves the "
        "code has exponentially many words in k, and their distance is of the order k^(−β).",
    ),
    (
        ("kent/lemma30",),
        "Sparse vectors whose coordinates stay away from 0 are apart as soon as other places are not 0, and a "
        "packing of a cube keeps apart those that share their places. The number of choices of places and the "
        "size of the packing multiply.",
    ),
)
