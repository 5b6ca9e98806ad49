"""What makes the numbered results of Zhao et al. true, in two sentences each, by the claims at their places."""

from verify.site.exhibits.catalogue import by_claim

IDEAS = by_claim(
    (
        ("zhao/prop1",),
        "Privacy of each sample becomes privacy of a user in two plain ways: all m samples are sent at ε/m "
        "each, and what they give away adds up to ε, or one sample is sent at ε and the others stay unseen. "
        "The first pays with noise and the second with samples, and both are what user-level methods have to "
        "beat.",
    ),
    (
        ("zhao/thm4/upper",),
        "Users are divided into groups, and each group answers for few coordinates, on which it spends all "
        "of ε. Each coordinate is then a number, estimated by Algorithm 1 with the users of its group.",
    ),
    (
        ("zhao/lemma1",),
        "No linear map spreads every vector evenly over 2d coordinates: a vector along one of its longer "
        "rows stays concentrated there. Coefficients that are chosen again for each vector can be even, and "
        "the algorithm needs no more than that.",
    ),
    (
        ("zhao/thm5/upper",),
        "Kashin's coefficients spread a vector of the ball evenly, so that each is within a constant times "
        "1/√d. Algorithm 2 estimates them as a vector of a small cube, and the public frame turns them back "
        "into a vector of the ball.",
    ),
    (
        ("zhao/thm8/upper", "zhao/thm8/upper/16", "zhao/thm8/upper/17"),
        "Each step of gradient descent has a group of users of its own, whose mean gradient is estimated "
        "privately as a vector in a ball, so that nobody answers twice. A strongly convex loss draws every "
        "step nearer by a constant factor, so logarithmically many steps do, and what the estimates err is "
        "what is left.",
    ),
    (
        ("zhao/alg1/privacy",),
        "A user answers one question only, about their bin or about their place in an interval, and with all of "
        "ε. So nothing adds up, and the interval itself is public once the votes are in.",
    ),
    (
        ("zhao/thm1/upper",),
        "Half of the users vote for the bin that holds their own sample mean, so that the interval in which "
        "the mean can lie shrinks to about 1/√m. The other half send their means with Laplace noise in "
        "proportion to that short interval, and this buys the factor 1/m.",
    ),
    (
        ("zhao/lemma3",),
        "A bin's noisy count is a sum of independent votes and Laplace variables with known moment "
        "generating functions. Chernoff's argument makes a Gaussian tail of them, as far out as the Laplace "
        "part behaves like a Gaussian.",
    ),
    (
        ("zhao/lemma4", "zhao/lemma4/1", "zhao/lemma4/2"),
        "Users' own means scatter by about D/√m, a quarter of a bin's width. So the true mean's bin or one "
        "next to it holds more than a third of them, and a bin farther away holds almost none.",
    ),
    (
        ("zhao/lemma2",),
        "A bin at the true mean is expected to lead by a wide margin, and the noise in the counts of many "
        "users does not undo it. The winner, widened on both sides, then holds the mean, except with a "
        "probability that falls exponentially in n and grows only with the number of bins.",
    ),
    (
        ("zhao/thm2/lower",),
        "Two laws on the ends of the range differ in a bias s alone, and m samples of one user tell them "
        "apart only as far as m s² allows. Private messages keep a share of that which ε bounds, so a bias "
        "too small for all n users together stays hidden.",
    ),
    (
        ("zhao/thm2/floor",),
        "Two point masses at the ends of the range are told apart by one sample, so further samples add no information. "
        "What remains is what n private messages leave undecided, however large m is.",
    ),
    (
        ("zhao/thm3/upper",),
        "The moment condition keeps the true mean within M^(1/p) of 0, so Algorithm 1 runs on a bounded "
        "range although samples have none, and user means beyond it are clipped. What clipping hides is a "
        "bias, and the order p of the moment decides how small it is.",
    ),
    (
        ("zhao/lemma5",),
        "A mean of m samples is far off in one of two ways: many samples conspire, which is as rare as under "
        "a Gaussian law, or one sample is huge, which the moment makes polynomially rare. Far enough out the "
        "second way is the likelier one, and the tail falls like a power of t.",
    ),
    (
        ("zhao/lemma10",),
        "Two laws that agree outside a set S differ only by what they do within S. Pinsker's inequality for "
        "the laws given S, weighted by the mass of S, gains the factor of this mass.",
    ),
    (
        ("zhao/thm6/lower",),
        "Samples lie on the axes, and each axis leans to one of its ends by a hidden sign. By Assouad's "
        "method the error adds up over the axes whose sign the private messages do not give away.",
    ),
    (
        ("zhao/thm7/lower",),
        "Each coordinate of a law on the cube leans to one side by a hidden sign, and a wrong sign costs in "
        "its own coordinate. By Assouad's method the error adds up over the coordinates whose sign the "
        "private messages do not give away.",
    ),
    (
        ("zhao/lemma6", "zhao/lemma6/bias"),
        "Once the interval is right, the estimate is off by a small bias of clipping and by an average of "
        "independent clipped means with Laplace noise. Beyond the bias Chernoff's argument gives it a "
        "Gaussian tail, as far out as Laplace noise behaves like a Gaussian.",
    ),
    (
        ("zhao/lemma7",),
        "What is sought of a bin is an average, with signs, of coefficients that K groups of users estimate "
        "apart. Their errors are independent, so the average has a Gaussian tail again, over the range in "
        "which theirs is one.",
    ),
    (
        ("zhao/thm9/upper",),
        "A Hadamard transform spreads what a user knows of all cells over K coefficients, and each group of "
        "users estimates one of them as a number. Transformed back they give each cell a sign, and the "
        "margin condition limits what wrong signs near the boundary cost.",
    ),
    (
        ("zhao/thm10/lower",),
        "The regression function has a bump of hidden sign in each of many cells, as high as its smoothness "
        "allows. A classifier that has not learnt a cell's sign errs there, and only samples within the cell "
        "say anything of it.",
    ),
    (
        ("zhao/lemma8",),
        "Within a cell the regression function moves by no more than its smoothness allows over the cell's "
        "diameter. So the cell's average is that close to it everywhere, and the squared distance is at most "
        "the square of that.",
    ),
    (
        ("zhao/lemma9",),
        "Numerator and denominator of a cell's estimate are averages, with signs, of coefficients from "
        "independent groups. Both take over the tail of a single number, as far out as that is Gaussian.",
    ),
    (
        ("zhao/thm11/upper",),
        "Of each cell the sum of labels and the share of the data are estimated through Hadamard "
        "coefficients, one to a group of users. Their ratio is the estimate of the regression function, and "
        "the width of the cells balances smoothness against noise.",
    ),
    (
        ("zhao/thm12/lower",),
        "The regression function has a bump of hidden sign in every cell, as high as its smoothness allows. "
        "A wrong sign costs the squared height over its cell, and samples in other cells are independent of it.",
    ),
    (
        ("zhao/lemma11",),
        "The margin condition says how rarely |η| is small, and the exponential makes large values harmless. "
        "Only values up to about 1/√s count, and their mass is at most of the order s^(−γ/2).",
    ),
    (
        ("zhao/alg1h/privacy",),
        "Each user clips their mean to a range that does not depend on their samples, and speaks in one stage "
        "only. The noise is for that whole range, and who answers for several coordinates has a share of ε "
        "for each.",
    ),
    (
        ("zhao/thm3/condition",),
        "A lost vote costs up to the square of the range, so its probability must fall below the rate itself. "
        "That probability is exponentially small in n(ε² ∧ 1): a large ε does not make up for few votes.",
    ),
)
