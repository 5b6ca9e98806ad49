"""What makes the numbered results of Bassily and Sun true, in two sentences each, by the claims at their places."""

from verify.site.exhibits.catalogue import by_claim

IDEAS = by_claim(
    (
        ("bassily/thm2.4",),
        "The privacy losses of k answers add up like the steps of a random walk with a small drift. So the "
        "total exceeds about √k times one loss only with a small probability, and that is counted in δ.",
    ),
    (
        ("bassily/thm2.5",),
        "What is computed from a random sample of people tells nothing of those who are not in it. A person "
        "is in the sample with probability k/n, and what they lose shrinks by about this factor.",
    ),
    (
        ("bassily/own/rate-3.1", "bassily/thm3.1"),
        "A trusted server descends along noisy means of gradients in which each user counts as one item. "
        "Users' own mean gradients are within about 1/√m of one another, so the noise can be smaller by "
        "about √m than their range would ask for.",
    ),
    (
        ("bassily/thm3.1/lower",),
        "The first term is what the nm samples leave open to anyone, and the second is what a private mean "
        "of users' vectors must err. The second needs a small δ, since publishing a few people's data with "
        "probability δ would else do better.",
    ),
    (
        ("bassily/rate/3.2", "bassily/thm3.2"),
        "Users are divided among the rounds of an accelerated descent, and each sends one private mean "
        "gradient. Acceleration needs few rounds, so that the group of each is large enough to find the "
        "gradients' range and to average out the noise.",
    ),
    (
        ("bassily/thm3.2/lower",),
        "Each coordinate of the data leans to one side by a hidden sign, and the losses are such that the "
        "minimiser follows the signs. The excess risk adds up over the coordinates whose sign the private "
        "messages do not give away.",
    ),
    (
        ("bassily/own/rate-3.3",),
        "With one sample a user and as few users as d/ε², the rate of Theorem 3.2 is no better than doing "
        "nothing. So fewer users than that are the case that needs an argument of its own.",
    ),
    (
        ("bassily/thm3.3",),
        "A private message tells at most of the order of ε² of all d hidden signs together, however many "
        "samples it sums up. With fewer users than d/ε² most signs stay hidden.",
    ),
    (
        ("bassily/lemma3.5",),
        "A law that is private up to δ exceeds the odds that ε allows only by a mass of δ. Once this mass is "
        "moved the law is purely private at 2ε, and the answer has changed with a probability of δ at most.",
    ),
    (
        ("bassily/thm3.4",),
        "A choice that is made privately from users' data hardly depends on any one of them. So a gradient "
        "that is seldom far off at a choice made without their data is seldom far off at this one, up to a "
        "factor e^(2ε) and a probability δ.",
    ),
    (
        ("bassily/thm4.1",),
        "After a random rotation users' vectors lie in a small box, which a private choice in each "
        "coordinate finds. Clipping to that box changes nothing but with small probability, and Gaussian noise "
        "for its size hides each user in the mean.",
    ),
    (
        ("bassily/lemma4.2",),
        "After a random rotation vectors within τ of a centre are within about τ/√d of it in every "
        "coordinate. Each of d groups of users votes for the interval of one coordinate, and the winners "
        "together are the crude mean.",
    ),
    (
        ("bassily/thm4.3", "bassily/thm4.3/privacy", "bassily/thm4.3/mechanism"),
        "Each user sends a vote on the range and a noisy mean, and what the two messages spend adds up. The "
        "vote has half of ε already, so that noise which would do for the whole of ε is too small for the "
        "half that is left.",
    ),
    (
        ("bassily/lemma5.1/noise", "bassily/lemma5.1"),
        "Where gradients are concentrated, each private mean is, except for a small probability, the mean of the "
        "sampled gradients plus Gaussian noise. So the whole path has nearly the law of a descent with such "
        "noise, step by step.",
    ),
    (
        ("bassily/lemma6.1",),
        "Acceleration lets the error of a smooth loss fall like 1/T², while noise in the gradients is "
        "averaged out to 1/√T. The two parts add up.",
    ),
    (
        ("bassily/appA/5",),
        "An estimate with small error names nearly all of d hidden signs. By Fano's inequality the messages "
        "must then carry information of the order of d about them.",
    ),
    (
        ("bassily/lemmaB.1",),
        "Every user marks the interval that holds their own mean, bit by bit through randomised response, and "
        "the interval with most votes wins. Users agree on it up to its neighbours, so that others win only "
        "by noise.",
    ),
    (
        ("bassily/thm4.3/utility",),
        "A vote puts the crude mean near all users' points, and the ball about it is wide enough for its error and theirs. "
        "So nothing that is sent is cut off but with a small probability, and the output is the mean with "
        "normal noise.",
    ),
)
