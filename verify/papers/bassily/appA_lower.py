"""bassily Theorem 3.3 and Appendix A: too few users learn nothing, whatever the number of samples."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, log, sqrt, tanh

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler
from notation.symbols import d, epsilon
from verify.kernel.calculus import (
    KL,
    LINEAR,
    MARKOV,
    MONOTONE,
    TV,
    Comparison,
    Expectation,
    Holds,
    Information,
    Interactive,
    Name,
    Private,
    Probability,
    Sum,
    Supremum,
    Through,
    because,
    cite,
    included,
    integer,
    law,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.facts.convexity import Inner
from verify.kernel.calculus.facts.optimisation import (
    INFORMATION_OVER_USERS,
    LINEAR_SIGNS,
    PRIVATE_KL_OF_INPUTS,
    ROOTS,
    SIGN_INFORMATION,
    SUPERADDITIVE,
    GivenSign,
    Heard,
    Sign,
    Signs,
    WorstExcess,
)
from verify.kernel.calculus.facts.packings import At
from verify.kernel.calculus.facts.signs import NEAR_SIGNS, Less, NearSigns, Norm
from verify.kernel.calculus.facts.van_trees import PRIVATE_KL
from verify.kernel.statements import AllOf, FiniteCheck, Identity, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.bassily.instances import sign_cubes as cubes
from verify.papers.bassily.nouns import (
    Between,
    Corner,
    CornerExcess,
    DivergenceOfUser,
    EstimateFrom,
    InformationOfUser,
    Missed,
    Transcribed,
    WrongSigns,
)
from verify.papers.bassily.setting import positive

_H = sympy.Symbol("h", positive=True)
_USERS, _DRAWS, _DIM, _J = (integer(letter, least=1) for letter in "nmdj")
_THETA, _CORNER_SIGNS, _ESTIMATE, _MESSAGES = (
    Name("theta", "vector"),
    Name("v", "signs"),
    Name("A", "estimate"),
    Name("Y", "messages of signs"),
)
_CORNER, _EXCESS = Corner(_CORNER_SIGNS, _DIM), CornerExcess(_THETA, _CORNER_SIGNS, _DIM)
_ON_SPHERE = (
    line(Norm(_CORNER))
    .eq(1, because("Each of d entries is d^(-1/2) in size."))
    .beside(("the sum of squares", Identity(lambda: d * (1 / sqrt(d)) ** 2, Integer(1))))
)
APPA_1 = Claim(
    "bassily/appA/1",
    "Appendix A, the family",
    Kind.CONSTRUCTION,
    "point masses and their minimisers",
    says=(
        r"P_v(z)=1\text{ if }z=\frac{v}{\sqrt{d}},\ 0\text{ otherwise},\ v\in\{\pm1\}^d;\quad "
        r"F_v(\theta)\coloneqq \mathbb{E}_{Z\sim "
        r"P_v}[\ell(\theta,Z)]=-\frac{\theta^Tv}{\sqrt{d}};\quad\text{under }P_v\text{ the loss is least "
        r"at }\theta_v=\frac{v}{\sqrt{d}}"
    ),
    match=Match.READING,
    differs="the value at the minimum, -1, is added; theta_(v,d) is v/sqrt(d), and -F_v(theta) is theta.theta_(v,d), as defined",
    printed=AllOf(
        "",
        {
            "theta_v is on the unit sphere": _ON_SPHERE,
            "no parameter in the ball does better": line(
                Inner(_THETA, _CORNER), given=(Comparison(Norm(_THETA), "<=", 1),)
            ).le(1, because("Cauchy and Schwarz, for theta and theta_v, whose norms are at most 1.")),
            "theta_v does as well": line(Inner(_CORNER, _CORNER)).eq(
                1, because("It is the square of the norm of theta_v.")
            ),
        },
    ),
)
_LINEAR = words(
    "F_v is minus the inner product with theta_v, which has norm 1, so that min F_v = -1.",
    Comparison(_EXCESS, "==", 1 - Inner(_THETA, _CORNER)),
    leans=("bassily/appA/1",),
)


def _excesses() -> Iterator[Point]:
    """The loss at theta less the least over the corners, one of which is the minimiser; sqrt(d) is whole."""
    for size, root in ((1, 1), (4, 2)):
        corners = list(product((1, -1), repeat=size))
        grid = list(product((Fraction(-1, 2), Fraction(0), Fraction(1, 4)), repeat=size))
        for v in corners:
            least = min(-Fraction(sum(a * b for a, b in zip(w, v, strict=True)), size) for w in corners)
            for theta in grid:
                inner = sum((x * Fraction(s, root) for x, s in zip(theta, v, strict=True)), Fraction(0))
                loss = -sum((x * s for x, s in zip(theta, v, strict=True)), Fraction(0)) / root
                yield {_DIM: Fraction(size), Inner(_THETA, _CORNER): inner}, loss - least


_ON_BALL, _APART_SQUARED = Comparison(Norm(_THETA), "<=", 1), Norm(Less(_THETA, _CORNER)) ** 2
APPA_2 = Claim(
    "bassily/appA/2",
    "Appendix A, second display",
    Kind.INEQUALITY,
    "the excess risk is at least half the squared distance",
    says=(
        r"F(\theta)-F(\theta_v)=\frac{(\theta_v-\theta)^Tv}{\sqrt{d}}=1-\frac{\theta^Tv}{\sqrt{d}}\ge\frac{1}{2}\lVert\theta-\theta_v\rVert_2^2\text{ "
        r"for any }\theta\in\Theta"
    ),
    match=Match.READING,
    differs=("two parts, the value and the bound, with the ball of radius 1 named; the second member is left out"),
    printed=AllOf(
        "",
        {
            "the excess": at_points(
                line(_EXCESS).eq(1 - Inner(_THETA, _CORNER), _LINEAR),
                "the least over all corners",
                "d = 1, 4; all v, theta on a grid in the ball",
                _excesses,
            ),
            "by the distance": line(_EXCESS, given=(_ON_BALL,))
            .eq(1 - Inner(_THETA, _CORNER), _LINEAR)
            .eq(
                _APART_SQUARED / 2 + (1 - Norm(_THETA) ** 2) / 2,
                words(
                    "Expanding the square, theta_v of norm 1.",
                    Comparison(_APART_SQUARED, "==", Norm(_THETA) ** 2 - 2 * Inner(_THETA, _CORNER) + 1),
                ),
            )
            .ge(_APART_SQUARED / 2, _ON_BALL),
        },
    ),
)
APPA_3 = Claim(
    "bassily/appA/3",
    "Appendix A, proof of Lemma A.1, first display",
    Kind.IDENTITY,
    "wrong signs and distances of minimisers",
    says=(
        r"\hat{V}=\arg\max_{v'}\{\lVert\mathcal{A}(Z^n)-\theta_v'\rVert_2^2\};\quad\text{if (3) holds, "
        r"}\mathbb{E}\left[d_{\mathrm{ham}}(V,\hat{V})\right]=d\,\mathbb{E}\left[\lVert\theta_V-\theta_{V'}\rVert_2^2\right]\le2d\,\mathbb{E}\left[\lVert\theta_V-\mathcal{A}(Z^n)\rVert_2^2\right]\le\frac{d}{100}"
    ),
    match=Match.READING,
    differs="the first equality of the display, for any two sign vectors and without the expectation",
    printed=FiniteCheck(
        r"d_{ham}(v,w)=d\,\|\theta_v-\theta_w\|^2", "all corners for d = 1, 2, 3, w = (1, ..., 1)", cubes.hamming, "=="
    ),
    corrected=AllOf(
        r"d_{ham}(v,w)=\tfrac d4\|\theta_v-\theta_w\|^2",
        {
            "one sign: (a - b)^2/4 is 1 where they differ, else 0": FiniteCheck(
                r"1\{a\ne b\}=\tfrac14(a-b)^2", "all four pairs of signs", cubes.one_sign, "=="
            ),
            "h wrong signs, each 2/sqrt(d) apart": Identity(lambda: d / 4 * _H * (2 / sqrt(d)) ** 2, _H),
        },
    ),
    correction="a factor 1/4: minimisers differ by 2/sqrt(d) in each wrong sign",
    severity=Severity.CONSTANT,
    theorem="bassily/appA/8",
)
_VECTOR = Signs(_DIM)
_FLIPPED, _MISSED = WrongSigns(_ESTIMATE, _VECTOR, _DIM), Missed(_ESTIMATE, _VECTOR, _DIM)
_BETWEEN = Between(_ESTIMATE, _VECTOR, _DIM)
_DECODED_RIGHT = (
    line(_FLIPPED)
    .eq(
        _DIM / 4 * _BETWEEN**2,
        words(
            "Minimisers differ by 2/sqrt(d) in each wrong sign.",
            Comparison(_FLIPPED, "==", _DIM / 4 * _BETWEEN**2),
            leans=("bassily/appA/3",),
        ),
    )
    .le(
        _DIM * _MISSED**2 + 0,
        words(
            "The nearest corner is no further from the estimate than the right one, and the distances add up.",
            Comparison(_BETWEEN, "<=", 2 * _MISSED),
        ),
    )
)
_DECODED = (
    line(Expectation(_FLIPPED))
    .le(Expectation(_DIM * _MISSED**2), MONOTONE(_FLIPPED, _DIM * _MISSED**2), _DECODED_RIGHT)
    .eq(_DIM * Expectation(_MISSED**2), LINEAR(_MISSED**2, _DIM, 0))
)
APPA_4 = Claim(
    "bassily/appA/4",
    "Appendix A, proof of Lemma A.1, first display",
    Kind.INEQUALITY,
    "the decoder errs little if the estimate does",
    says=(
        r"\hat{V}=\arg\max_{v'}\{\lVert\mathcal{A}(Z^n)-\theta_v'\rVert_2^2\};\quad\text{if (3) holds, "
        r"}\mathbb{E}\left[d_{\mathrm{ham}}(V,\hat{V})\right]=d\,\mathbb{E}\left[\lVert\theta_V-\theta_{V'}\rVert_2^2\right]\le2d\,\mathbb{E}\left[\lVert\theta_V-\mathcal{A}(Z^n)\rVert_2^2\right]\le\frac{d}{100}"
    ),
    match=Match.READING,
    differs="the bound of the first member by the third",
    printed=FiniteCheck(
        r"\hat V=\arg\max_{v}\|\mathcal A-\theta_v\|^2:\ "
        r"E\,d_{ham}(V,\hat V)\le2d\,E\|\theta_V-\mathcal A\|^2",
        "d = 1, 2, 3, an estimate without error",
        cubes.farthest,
    ),
    corrected=_DECODED.crosschecked(
        "a grid of estimates",
        r"d_{ham}(V,\hat V)\le d\|\theta_V-\mathcal A\|^2",
        "d = 4, estimates in {-1/2, -1/4, 0, 1/4, 1/2}^4, ties against the decoder",
        cubes.nearest,
    ),
    correction="arg min, and then d, half of the printed bound",
    severity=Severity.TYPO,
    theorem="bassily/appA/8",
)
_WRONG = random_real("d_ham", least=0)
_RARELY = Comparison(Expectation(_WRONG), "<=", _DIM / 100)
APPA_5_MARKOV = Claim(
    "bassily/appA/5/markov",
    "Appendix A, proof of Lemma A.1",
    Kind.INEQUALITY,
    "few wrong signs, by Markov",
    says=(
        r"\Pr\left(d_{\mathrm{ham}}(V,\hat{V})\ge\frac{d}{50}\right)\le\frac{1}{2}\text{, from "
        r"}\mathbb{E}\left[d_{\mathrm{ham}}(V,\hat{V})\right]\le\frac{d}{100}"
    ),
    match=Match.SAME,
    printed=line(Probability(Holds(Comparison(_DIM / 50, "<=", _WRONG))), given=(_RARELY,))
    .le(Expectation(_WRONG) / (_DIM / 50), MARKOV(_WRONG, _DIM / 50))
    .le(Rational(1, 2), _RARELY)
    .crosschecked(
        "the extreme laws of d_ham",
        r"P(d_{ham}\ge\tfrac d{50})\le\tfrac12",
        "d = 50, 100, 120: every law on two of the values 0, ..., d whose mean is d/100",
        cubes.two_valued,
    ),
)
_FAR, _KNOWN, _NUMBER = (
    Probability(Holds(Comparison(_DIM / 100, "<", _FLIPPED))),
    Information(_VECTOR, _MESSAGES),
    NearSigns(_DIM, _DIM / 100),
)
_OF_MESSAGES = EstimateFrom(_ESTIMATE, _MESSAGES)
_FANO_BOUND = (1 - _FAR) * (_DIM * log(2) - log(_NUMBER)) - log(2)


def _answered() -> Iterator[Point]:
    """The information of d randomised signs, and the probability that their corner is wrong, by the joint law."""
    for size, t in product((1, 2, 3), (Fraction(2), Fraction(10), Fraction(1000))):
        corners = list(product((1, -1), repeat=size))
        known, wrong = arb(0), Fraction(0)
        for v, z in product(corners, repeat=2):
            flips = sum(a != b for a, b in zip(v, z, strict=True))
            share = t ** (size - flips) / (1 + t) ** size
            known += as_arb(share / 2**size) * as_arb(share * 2**size).log()
            wrong += share / 2**size * (flips > Fraction(size, 100))
        yield {_DIM: Fraction(size), _FAR: wrong, _NUMBER: Fraction(1)}, known


_FANO = at_points(
    line(_KNOWN, given=(_OF_MESSAGES,)).ge(
        _FANO_BOUND,
        words(
            "Data processing for the event that at most d/100 signs are wrong, of probability p with the messages and at most "
            "N/2^d without: I >= p log(2^d/N) - H(p), and the entropy H(p) is at most log 2.",
            Comparison(_KNOWN, ">=", _FANO_BOUND),
            given=(_OF_MESSAGES,),
        ),
    ),
    "all signs by randomised response",
    "d = 1, 2, 3; e^epsilon = 2, 10, 1000 for each sign",
    _answered,
)
_COUNTED = (
    line(_DIM * log(2) - log(_NUMBER))
    .ge(
        _DIM * log(2) - log((1 + Rational(1, 99)) ** _DIM * Rational(1, 99) ** (-_DIM / 100)),
        NEAR_SIGNS(_DIM, _DIM / 100, Rational(1, 99)),
    )
    .eq(_DIM * (log(2) - log(Rational(100, 99)) - log(99) / 100))
    .ge(Rational(5, 8) * _DIM)
)
OWN_FANO = Claim(
    "bassily/own/fano",
    "ours, for Appendix A, Lemma A.1",
    Kind.INEQUALITY,
    "how much an estimate with few wrong signs knows, and how many corners are near one",
    corrected=AllOf(
        "",
        {
            "information": _FANO,
            "the corners near one": _COUNTED.crosschecked(
                "the count itself", r"\log(N_t/2^d)\le-\tfrac58d", "d = 1, 50, 100, 250, 800, 2000", cubes.few_near
            ),
        },
    ),
    note="Data processing for the event d_ham <= t, whose probability is at most N_t/2^d when V is independent "
    "of the messages. N_t <= r^(-t) (1 + r)^d for r <= 1. The paper has d/200 for log(2^d/N_t): true, and "
    "far from sharp.",
)
_KNOWN_LEAST = (
    line(_KNOWN, given=(_OF_MESSAGES,))
    .ge(_FANO_BOUND, cite(OWN_FANO, "information"))
    .ge((1 - _FAR) * Rational(5, 8) * _DIM - log(2), cite(OWN_FANO, "the corners near one"))
)
_SEVERAL = Holds(Comparison(_DIM / 100, "<=", _FLIPPED))
_AS_PRINTED = (
    line(Probability(_SEVERAL), given=(_OF_MESSAGES,))
    .ge(_FAR, included(Holds(Comparison(_DIM / 100, "<", _FLIPPED)), _SEVERAL))
    .ge(1 - (log(2) + _KNOWN) / (Rational(5, 8) * _DIM), _KNOWN_LEAST)
    .ge(1 - (log(2) + _KNOWN) / (_DIM / 200))
)
APPA_5_FANO = Claim(
    "bassily/appA/5/fano",
    "Appendix A, proof of Lemma A.1, after Duchi and Wainwright 2013, Corollary 1",
    Kind.INEQUALITY,
    "Fano's inequality for distances",
    says=r"\Pr\left(d_{\mathrm{ham}}(V,\hat{V})\ge\frac{d}{100}\right)>1-\frac{\log2+I(V;Y^n)}{d/200}\text{, "
    r"by Fano's inequality in its distance-based form}",
    match=Match.READING,
    differs="V^ is what an estimate from the messages and independent coins names; >= for the printed >, which follows as the information is finite and log 2 above 0",
    printed=_AS_PRINTED,
)
_CLOSE = Comparison(Expectation(_MISSED**2), "<=", Rational(1, 200))
_AT_MOST_HALF = (
    line(_FAR, given=(_CLOSE,))
    .le(
        Probability(Holds(Comparison(_DIM / 100, "<=", _FLIPPED))),
        included(Holds(Comparison(_DIM / 100, "<", _FLIPPED)), Holds(Comparison(_DIM / 100, "<=", _FLIPPED))),
    )
    .le(Expectation(_FLIPPED) / (_DIM / 100), MARKOV(_FLIPPED, _DIM / 100))
    .le(100 * Expectation(_MISSED**2), _DECODED)
    .le(Rational(1, 2), _CLOSE)
)
_INFORMED = (
    line(_KNOWN, given=(_OF_MESSAGES, _CLOSE))
    .ge((1 - _FAR) * Rational(5, 8) * _DIM - log(2), _KNOWN_LEAST)
    .ge(Rational(5, 16) * _DIM - log(2), _AT_MOST_HALF)
)
APPA_5_COMBINE = Claim(
    "bassily/appA/5/combine",
    "Appendix A, end of the proof of Lemma A.1",
    Kind.INEQUALITY,
    "both probabilities together",
    says=(
        r"\Pr\left(d_{\mathrm{ham}}(V,\hat{V})\ge\frac{d}{50}\right)\le\frac{1}{2};\quad\Pr\left(d_{\mathrm{ham}}(V,\hat{V})\ge\frac{d}{100}\right)>1-\frac{\log2+I(V;Y^n)}{d/200};\quad\text{together: "
        r"}I(V;Y^n)=\Omega(d)"
    ),
    match=Match.READING,
    differs="the conclusion is made explicit as I >= d/400 - log 2",
    printed=FiniteCheck(
        r"P(d_{ham}\ge\tfrac d{50})\le\tfrac12,\ P(d_{ham}\ge\tfrac d{100})>1-\tfrac{\log2+I}{d/200}\Rightarrow I\ge\tfrac d{400}-\log2",
        "d = 800, d_ham = 8 always, I = 0",
        cubes.two_thresholds,
    ),
    corrected=_INFORMED.crosschecked(
        "messages whose information is known",
        r"I(V;Y)\ge\tfrac5{16}d-\log2",
        "signs erased or flipped as often as the error 1/200 allows; d = 1, 2, 10, 200, 1000",
        cubes.informative,
        ">=",
    ),
    correction="one threshold, d/100, for both: a bound on P(d_ham >= d/50) does not bound P(d_ham >= d/100). "
    "The factor 2 that bassily/appA/4 leaves makes it fit",
    severity=Severity.PROOF_GAP,
    theorem="bassily/appA/8",
)
APPA_5 = Claim(
    "bassily/appA/5",
    "Appendix A, Lemma A.1",
    Kind.INEQUALITY,
    "a good estimate needs information of order d",
    says=r"\text{if some }\mathcal{A}\text{ has "
    r"}\mathbb{E}\left[\lVert\mathcal{A}(Z^n)-\theta_v\rVert_2^2\right]\le\frac{1}{200}\ (3)\text{ for "
    r"all }v\in\{\pm1\}^d\text{, then }I(V;Y^n)=\Omega(d)",
    match=Match.READING,
    differs="Omega(d) is made explicit as 5d/16 - log 2; (3) is used on average over the corners V",
    printed=_INFORMED,
    note="With the threshold d/100 in both probabilities; the printed end of the proof, which has two, is bassily/appA/5/combine.",
)
_EPS, _RADIUS, _LIPSCHITZ = real("epsilon", above=0), real("R", above=0), real("L", above=0)
_PROTOCOL = Name("Z", "protocol")
_ALL_HEARD, _ONE_USER = Transcribed(_PROTOCOL, _USERS), integer("i", least=1)
_STEP_INFORMATION, _STEP_DIVERGENCE = (q(_PROTOCOL, _VECTOR, _ONE_USER) for q in (InformationOfUser, DivergenceOfUser))
APPA_6 = Claim(
    "bassily/appA/6",
    "Appendix A, chain rule",
    Kind.IDENTITY,
    "information user by user",
    says=(
        r"I(V;Y^n)=\sum_{i=1}^{n}I(V;Y_i\mid "
        r"Y^{i-1})=\sum_{i=1}^{n}\mathbb{E}_{Y^{i-1}}\left[I(V;\mathcal{R}^{Y^{i-1}}\circ Z_i\mid "
        r"Y^{i-1})\right]\le\sum_{i=1}^{n}\mathbb{E}_{Y^{i-1}}\left[\max_{\mathcal{R}:\varepsilon-LDP}I(V;\mathcal{R}\circ "
        r"Z_i\mid "
        r"Y^{i-1})\right]=\sum_{i=1}^{n}\mathbb{E}_{Y^{i-1}}\left[\max_{\mathcal{R}:\varepsilon-LDP}\mathbb{E}_{V\mid "
        r"Y^{i-1}}\left[\mathrm{KL}(\mathcal{R}\circ P(Z_i\mid V)\|\mathcal{R}\circ P(Z_i\mid "
        r"Y^{i-1}))\right]\right]"
    ),
    match=Match.READING,
    differs="the first and the last member, as an inequality",
    printed=line(Information(_VECTOR, _ALL_HEARD), given=(Interactive(_PROTOCOL, _USERS, _EPS),))
    .eq(
        Sum(_STEP_INFORMATION, _ONE_USER, 1, _USERS),
        words(
            "The chain rule of information over the users.",
            Comparison(Information(_VECTOR, _ALL_HEARD), "==", Sum(_STEP_INFORMATION, _ONE_USER, 1, _USERS)),
            given=(Interactive(_PROTOCOL, _USERS, _EPS),),
        ),
    )
    .le(
        Sum(_STEP_DIVERGENCE, _ONE_USER, 1, _USERS),
        words(
            "Information is the mean divergence from the mixture over V, and a mean over the past is at most that of the largest values.",
            Comparison(_STEP_INFORMATION, "<=", _STEP_DIVERGENCE),
            given=(Interactive(_PROTOCOL, _USERS, _EPS),),
        ),
    )
    .crosschecked(
        "two users, the second's channel chosen by the first's message",
        r"I(V;Y_1Y_2)\le\sum_iE\max_{\mathcal R}\mathrm{KL}(\mathcal RP(Z\mid V)\|\mathcal RP(Z\mid Y^{i-1}))",
        "V on three atoms, e^epsilon = 2, every extreme channel first, two of them second; Z = V",
        cubes.two_users,
        granted="2^{-40}",
    ),
    note="I(V;Y) is the KL of the joint law to the product; given the past the law of Z_i without V is a mixture "
    "over V.",
)
_CHANNEL, _INPUT, _OTHER = Name("K", "channel"), Name("x", "input"), Name("x'", "input")
_LAWS = law("P_1"), law("P_2")
_THROUGH = tuple(Through(_CHANNEL, data) for data in _LAWS)


def _channels() -> Iterator[Point]:
    """The largest divergence of two messages, two or three data, through each extreme channel."""
    for t, size in product((Fraction(11, 10), Fraction(3), Fraction(50)), (2, 3)):
        for channel in extreme_channels(tuple(range(size)), t):
            yield {_EPS: as_arb(t).log()}, kullback_leibler(channel[0], channel[1]) - arb(2) ** -40


_DIVERGENCE = at_points(
    line(KL(*_THROUGH), given=(Private(_CHANNEL, _EPS),)).le(
        _EPS * tanh(_EPS / 2),
        PRIVATE_KL(_CHANNEL, _EPS, *_LAWS),
    ),
    "all extreme channels",
    "e^epsilon = 11/10, 3, 50; two and three data",
    _channels,
    granted="2^{-40}",
)
APPA_7 = Claim(
    "bassily/appA/7",
    "Appendix A, after Duchi, Jordan and Wainwright 2013, Theorem 1",
    Kind.INEQUALITY,
    "KL through a private channel",
    says=(
        r"\text{by Duchi et al. (2013), Theorem 1, for any }\varepsilon\text{-LDP }\mathcal{R}\text{ and "
        r"any }P_1,P_2:\ \mathrm{KL}(\mathcal{R}\circ P_1\|\mathcal{R}\circ P_2)=O(\varepsilon^2)"
    ),
    match=Match.READING,
    differs="the hidden constant is made explicit, in two parts: epsilon tanh(epsilon/2), at most epsilon^2/2",
    printed=AllOf(
        "",
        {
            "by convexity": _DIVERGENCE,
            "rounder": at_most(epsilon * tanh(epsilon / 2), epsilon**2 / 2, positive(epsilon)),
        },
    ),
)
_HEARD, _ONE = Heard(_PROTOCOL, _VECTOR, 1, _DRAWS), Sign(_VECTOR, _J)
_EACH, _WHOLE, _UNIT_RISK = Information(_ONE, _HEARD), Information(_VECTOR, _HEARD), _LIPSCHITZ * _RADIUS / 2
_WORST = Supremum(KL(At(_CHANNEL, _INPUT), At(_CHANNEL, _OTHER)), _INPUT)
_TOLD = (
    line(_WHOLE, given=(Interactive(_PROTOCOL, _USERS, _EPS),))
    .le(
        _USERS * Supremum(Supremum(_WORST, _OTHER), _CHANNEL, Private(_CHANNEL, _EPS)),
        INFORMATION_OVER_USERS(_PROTOCOL, _USERS, _EPS, _DIM, 1, _DRAWS),
    )
    .le(_USERS * _EPS**2 / 2, PRIVATE_KL_OF_INPUTS(_CHANNEL, _EPS, _INPUT, _OTHER))
)
_READ, _LARGE = EstimateFrom(_ESTIMATE, _HEARD), Comparison(4, "<=", _DIM)
_NEEDED = (
    line(_DIM / 8, given=(_READ, _CLOSE, _LARGE, Interactive(_PROTOCOL, _USERS, _EPS)))
    .le(Rational(5, 16) * _DIM - log(2))
    .le(Information(_VECTOR, _HEARD), _INFORMED.at({_MESSAGES: _HEARD}))
    .le(_USERS * _EPS**2 / 2, _TOLD)
)
APPA_8 = Claim(
    "bassily/appA/8",
    "Appendix A, last display",
    Kind.LOWER_BOUND,
    "a good estimate needs d/epsilon^2 users",
    says=r"\text{for any algorithm with "
    r"}\mathbb{E}\left[\lVert\mathcal{A}(Z^n)-\theta_v\rVert_2^2\right]\le\frac{1}{200}\ (3)\text{, by "
    r"}I(Z;Y^n)=O(n\varepsilon^2)\text{ and Lemma A.1, }n=\Omega\left(\frac{d}{\varepsilon^2}\right)",
    match=Match.READING,
    differs="the constant 1/4 for Omega, from d = 4 on; the algorithms are the sequentially interactive ones, as the appendix has them",
    printed=line(_DIM / (4 * _EPS**2), given=_NEEDED.given).le(_USERS, _NEEDED),
    note="For d < 4 Fano's inequality is trivial (5d/16 < log 2 up to d = 2): there bassily/thm3.3 as proved "
    "here serves.",
)
_APART = TV(GivenSign(_HEARD, _ONE, 1), GivenSign(_HEARD, _ONE, -1))
_FEW = Comparison(_USERS, "<=", _DIM / (4 * _EPS**2))
THEOREM33 = (
    line(WorstExcess(_PROTOCOL, _DIM, _DRAWS, _RADIUS, _LIPSCHITZ), given=(Interactive(_PROTOCOL, _USERS, _EPS), _FEW))
    .ge(
        _UNIT_RISK * (1 - Sum(_APART, _J, 1, _DIM) / _DIM),
        LINEAR_SIGNS(_PROTOCOL, _DIM, _DRAWS, 1, _RADIUS, _LIPSCHITZ),
    )
    .ge(_UNIT_RISK * (1 - Sum(sqrt(2 * _EACH), _J, 1, _DIM) / _DIM), SIGN_INFORMATION(_HEARD, _DIM, _J))
    .ge(_UNIT_RISK * (1 - sqrt(2 * _DIM * Sum(_EACH, _J, 1, _DIM)) / _DIM), ROOTS(_HEARD, _DIM))
    .ge(_UNIT_RISK * (1 - sqrt(2 * _DIM * _WHOLE) / _DIM), SUPERADDITIVE(_HEARD, _DIM))
    .ge(_UNIT_RISK * (1 - sqrt(_USERS * _EPS**2 / _DIM)), _TOLD)
    .ge(_RADIUS * _LIPSCHITZ / 8, _FEW)
    .crosschecked(
        "one user, two coordinates",
        r"\tfrac d2\Big(1-\sqrt{\tfrac{n\varepsilon^2}d}\Big)\le\sum_j\tfrac12(1-\mathrm{TV}_j)",
        "n = 1, d = 2, e^epsilon = 3/2, 2, extreme channels (every fifth; all if not quick)",
        cubes.point_masses,
    )
)
THM3_3 = Claim(
    "bassily/thm3.3",
    "Theorem 3.3",
    Kind.LOWER_BOUND,
    "fewer than d/epsilon^2 users learn nothing, whatever m",
    says=(
        r"\text{for all }m>0\text{ and every }\varepsilon\text{ user-level LDP algorithm "
        r"}\mathcal{A},\text{ when }n=o(d/\varepsilon^2)\text{ there is }P\text{ with "
        r"}\mathbb{E}\left[F(\mathcal{A}(Z^n))-\min_{\theta\in\Theta}F(\theta)\right]=\Omega(RL)"
    ),
    match=Match.READING,
    differs=(
        "constants in place of o and Omega, n <= d/(4 epsilon^2) and RL/8; the algorithms are the "
        "sequentially interactive ones, as Appendix A has them; the loss is at choice as well as P"
    ),
    printed=THEOREM33,
    note="By the mistakes in single signs instead of Lemma A.1, so that it holds for every d; Lemma A.1, "
    "corrected, gives it for d >= 4. For n = o(d/epsilon^2) the condition holds in the end. Pure privacy: "
    "bassily/thm3.3/text.",
)

CLAIMS = (
    APPA_1,
    APPA_2,
    APPA_3,
    APPA_4,
    APPA_5_MARKOV,
    OWN_FANO,
    APPA_5_FANO,
    APPA_5_COMBINE,
    APPA_5,
    APPA_6,
    APPA_7,
    APPA_8,
    THM3_3,
)
