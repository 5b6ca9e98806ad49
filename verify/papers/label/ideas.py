"""What makes the numbered results of the paper on label differential privacy true, in two sentences each, by the claims at their places."""

from verify.site.exhibits.catalogue import by_claim

IDEAS = by_claim(
    (
        ("label/prop1",),
        "If each label is hidden before anyone sees it, whatever is computed from the answers is private as "
        "well. Nothing that is made of private answers, with or without the public features, can give away "
        "more than they do.",
    ),
    (
        ("label/prop2a",),
        "At x a classifier loses the gap between the largest class probability and that of the class it "
        "names. Averaged over x this gap is the excess risk.",
    ),
    (
        ("label/prop2b",),
        "The squared error splits into the noise of the labels, which nobody avoids, and the squared "
        "distance of the estimate to the regression function. The cross term vanishes because the noise has "
        "mean 0 given the features.",
    ),
    (
        ("label/privacy1",),
        "Two labels differ in two of the K bits that mark the class. Each of the two spends ε/2, and the "
        "other bits spend nothing.",
    ),
    (
        ("label/thm2",),
        "Each person marks their class in K bits, each answered with noise, and within a cell of the features "
        "the class with most marks wins. Wide cells have many votes and blur the classes, narrow ones the "
        "reverse, and the width balances the two.",
    ),
    (
        ("label/privacy2",),
        "One label changes two counts by one each. So the odds of any class, and what they are divided by, "
        "move by factors of e^(ε/2), together by e^ε at most.",
    ),
    (
        ("label/thm4",),
        "A curator counts the labels in each cell and names a class with odds that grow exponentially with "
        "its count. A lead of several times 1/ε wins almost surely, so the privacy term falls faster in N "
        "than the sampling term does.",
    ),
    (
        ("label/privacy3",),
        "A label moves within a range of length 2T. Laplace noise of scale 2T/ε changes its density by a "
        "factor of e^ε at most over that range.",
    ),
    (
        ("label/thm6",),
        "Each label is sent with Laplace noise for its range, and the estimate at a point averages the noisy "
        "labels of its nearest neighbours. More neighbours average out more noise and lie farther away, and "
        "their number balances the two.",
    ),
    (
        ("label/privacy4",),
        "One label moves a cell's mean by its range over the number of people in the cell. Laplace noise in "
        "proportion to that, 2T over the count and ε, hides it, and less does not.",
    ),
    (
        ("label/thm8", "label/thm8/rate"),
        "A curator publishes each cell's mean label with Laplace noise in proportion to one label's share in "
        "the mean. That noise falls with the number of people in the cell, faster than the sampling error "
        "does, so privacy costs little for large N.",
    ),
    (
        ("label/privacy5",),
        "A clipped label moves within a range of length 2T, however large the label was. Laplace noise of "
        "scale 2T/ε hides where in that range it is.",
    ),
    (
        ("label/thm10",),
        "Labels are clipped before noise in proportion to the range is added, and nearest neighbours are "
        "averaged. A wide range has much noise and a narrow one a bias that the moment bounds, and range and "
        "number of neighbours balance both.",
    ),
    (
        ("label/privacy6",),
        "One clipped label moves a cell's mean by at most 2T over the number of people in the cell. Laplace "
        "noise of that size over ε hides it.",
    ),
    (
        ("label/thm12",),
        "A curator publishes means of clipped labels in cells, with Laplace noise for the clipped range over "
        "the cell's count. Range and cell width are chosen together, so that the bias of clipping, the noise "
        "and the smoothness balance.",
    ),
    (
        ("label/thm1", "label/thm3", "label/thm5", "label/thm7"),
        "The regression function has a tent of hidden sign in each of many cells, as high as its smoothness "
        "allows. Features are independent of the signs, and the labels within a cell say of its sign only what "
        "privacy lets through.",
    ),
    (
        ("label/lemma1", "label/lemma3"),
        "Another label changes the odds of a private test's answer by a factor of e^ε at most. Few changes "
        "lead from labels that are typical under one hypothesis to such as are typical under the other, so "
        "one of the errors is large.",
    ),
    (
        ("label/thm9",),
        "Labels are 0 except for rare large values, whose sign leans with the hidden tent of their cell. A "
        "private answer to a rare value is hardly seen among the others, so heavy tails cost a power of N "
        "here that they do not cost without privacy.",
    ),
    (
        ("label/lemma2",),
        "Clipping at T changes a label only where it is beyond T, and by what it is beyond. The moment "
        "bounds the average of that excess by the order of T^(1−p).",
    ),
    (
        ("label/thm11",),
        "Labels are 0 except for rare large values, whose sign leans with the hidden tent of their cell. A "
        "private answer must hardly change with a few labels, and the cell has only few large ones that "
        "could tell its sign.",
    ),
)
