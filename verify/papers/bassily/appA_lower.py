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
from verify.calculus import (
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
    by,
    calc,
    included,
    integer,
    law,
    random_real,
    real,
    words,
)
from verify.calculus.facts.convexity import Inner
from verify.calculus.facts.optimisation import (
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
from verify.calculus.facts.packings import At
from verify.calculus.facts.signs import NEAR_SIGNS, Less, NearSigns, Norm
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
from verify.statements import AllOf, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import as_arb

_H, _S, _U = sympy.symbols("h s u", positive=True)
_USERS, _DRAWS, _DIM, _J = (integer(letter, least=1) for letter in "nmdj")
_EPS, _RADIUS, _LIPSCHITZ = real("epsilon", above=0), real("R", above=0), real("L", above=0)
_PROTOCOL = Name("Z", "protocol")
_VECTOR = Signs(_DIM)
_HEARD, _ONE = Heard(_PROTOCOL, _VECTOR, 1, _DRAWS), Sign(_VECTOR, _J)
_APART = TV(GivenSign(_HEARD, _ONE, 1), GivenSign(_HEARD, _ONE, -1))
_EACH, _WHOLE, _UNIT_RISK = Information(_ONE, _HEARD), Information(_VECTOR, _HEARD), _LIPSCHITZ * _RADIUS / 2
_CHANNEL, _INPUT, _OTHER = Name("K", "channel"), Name("x", "input"), Name("x'", "input")
_WORST = Supremum(KL(At(_CHANNEL, _INPUT), At(_CHANNEL, _OTHER)), _INPUT)
_TOLD = calc(
    _WHOLE, "<=", _USERS*Supremum(Supremum(_WORST, _OTHER), _CHANNEL, Private(_CHANNEL, _EPS)),
    by(INFORMATION_OVER_USERS(_PROTOCOL, _USERS, _EPS, _DIM, 1, _DRAWS)),
    "<=", _USERS*_EPS**2/2, by(PRIVATE_KL_OF_INPUTS(_CHANNEL, _EPS, _INPUT, _OTHER)),
    given=(Interactive(_PROTOCOL, _USERS, _EPS),),
)  # fmt: skip
_FEW = Comparison(_USERS, "<=", _DIM / (4 * _EPS**2))
THEOREM33 = calc(
    WorstExcess(_PROTOCOL, _DIM, _DRAWS, _RADIUS, _LIPSCHITZ), ">=", _UNIT_RISK*(1 - Sum(_APART, _J, 1, _DIM)/_DIM),
    by(LINEAR_SIGNS(_PROTOCOL, _DIM, _DRAWS, 1, _RADIUS, _LIPSCHITZ)),
    ">=", _UNIT_RISK*(1 - Sum(sqrt(2*_EACH), _J, 1, _DIM)/_DIM), by(SIGN_INFORMATION(_HEARD, _DIM, _J)),
    ">=", _UNIT_RISK*(1 - sqrt(2*_DIM*Sum(_EACH, _J, 1, _DIM))/_DIM), by(ROOTS(_HEARD, _DIM)),
    ">=", _UNIT_RISK*(1 - sqrt(2*_DIM*_WHOLE)/_DIM), by(SUPERADDITIVE(_HEARD, _DIM)),
    ">=", _UNIT_RISK*(1 - sqrt(_USERS*_EPS**2/_DIM)), by(_TOLD),
    ">=", _RADIUS*_LIPSCHITZ/8, by(_FEW),
    given=(Interactive(_PROTOCOL, _USERS, _EPS), _FEW),
).crosschecked(
    "one user, two coordinates",
    r"\tfrac d2\Big(1-\sqrt{\tfrac{n\varepsilon^2}d}\Big)\le\sum_j\tfrac12(1-\mathrm{TV}_j)",
    "n = 1, d = 2, e^epsilon = 3/2, 2, extreme channels (every fifth; all if not quick)", cubes.point_masses,
)  # fmt: skip

_THETA, _CORNER_SIGNS, _ESTIMATE, _MESSAGES = (Name("theta", "vector"), Name("v", "signs"), Name("A", "estimate"),
                                               Name("Y", "messages"))  # fmt: skip
_CORNER, _EXCESS = Corner(_CORNER_SIGNS, _DIM), CornerExcess(_THETA, _CORNER_SIGNS, _DIM)
_LINEAR = words(
    "F_v is minus the inner product with theta_v, which has norm 1, so that min F_v = -1.",
    Comparison(_EXCESS, "==", 1 - Inner(_THETA, _CORNER)), leans=("bassily/appA/1",),
)  # fmt: skip


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
_QUADRATIC = calc(
    _EXCESS, "==", 1 - Inner(_THETA, _CORNER), by(_LINEAR),
    "==", _APART_SQUARED/2 + (1 - Norm(_THETA)**2)/2,
    by(words("Expanding the square, theta_v of norm 1.", Comparison(_APART_SQUARED, "==",
    Norm(_THETA)**2 - 2*Inner(_THETA, _CORNER) + 1))),
    ">=", _APART_SQUARED/2, by(_ON_BALL),
    given=(_ON_BALL,),
)  # fmt: skip
_FLIPPED, _MISSED = WrongSigns(_ESTIMATE, _VECTOR, _DIM), Missed(_ESTIMATE, _VECTOR, _DIM)
_BETWEEN = Between(_ESTIMATE, _VECTOR, _DIM)
_DECODED_RIGHT = calc(
    _FLIPPED, "==", _DIM/4*_BETWEEN**2,
    by(words("Minimisers differ by 2/sqrt(d) in each wrong sign.", Comparison(_FLIPPED, "==", _DIM/4*_BETWEEN**2),
    leans=("bassily/appA/3",))),
    "<=", _DIM*_MISSED**2 + 0,
    by(words(
        "The nearest corner is no further from the estimate than the right one, and the distances add up.",
        Comparison(_BETWEEN, "<=", 2*_MISSED),
    )),
)  # fmt: skip
_DECODED = calc(
    Expectation(_FLIPPED), "<=", Expectation(_DIM*_MISSED**2), by(MONOTONE(_FLIPPED, _DIM*_MISSED**2), _DECODED_RIGHT),
    "==", _DIM*Expectation(_MISSED**2), by(LINEAR(_MISSED**2, _DIM, 0)),
)  # fmt: skip
_WRONG = random_real("d_ham", least=0)
_RARELY = Comparison(Expectation(_WRONG), "<=", _DIM/100)  # fmt: skip
_MARKOV = calc(
    Probability(Holds(Comparison(_DIM/50, "<=", _WRONG))), "<=", Expectation(_WRONG)/(_DIM/50), by(MARKOV(_WRONG,
    _DIM/50)),
    "<=", Rational(1, 2), by(_RARELY),
    given=(_RARELY,),
)  # fmt: skip
_FAR, _KNOWN, _NUMBER = (Probability(Holds(Comparison(_DIM / 100, "<", _FLIPPED))), Information(_VECTOR, _MESSAGES),
                         NearSigns(_DIM, _DIM / 100))  # fmt: skip
_OF_MESSAGES = EstimateFrom(_ESTIMATE, _MESSAGES)
_FANO_BOUND = (1 - _FAR)*(_DIM*log(2) - log(_NUMBER)) - log(2)  # fmt: skip


def _answered() -> Iterator[Point]:
    """The information of d randomised signs, and the chance that their corner is wrong, by the joint law."""
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
    calc(
        _KNOWN, ">=", _FANO_BOUND,
        by(words(
            "Data processing for the event that at most d/100 signs are wrong, of probability p with the messages and at most "
            "N/2^d without: I >= p log(2^d/N) - H(p), and the entropy H(p) is at most log 2.",
            Comparison(_KNOWN, ">=", _FANO_BOUND), given=(_OF_MESSAGES,),
        )),
        given=(_OF_MESSAGES,),
    ), "all signs by randomised response", "d = 1, 2, 3; e^epsilon = 2, 10, 1000 for each sign", _answered,
)  # fmt: skip
_COUNTED = calc(
    _DIM*log(2) - log(_NUMBER), ">=", _DIM*log(2) - log((1 + Rational(1, 99))**_DIM*Rational(1, 99)**(-_DIM/100)),
    by(NEAR_SIGNS(_DIM, _DIM/100, Rational(1, 99))),
    "==", _DIM*(log(2) - log(Rational(100, 99)) - log(99)/100), ">=", Rational(5, 8)*_DIM,
)  # fmt: skip
_CLOSE = Comparison(Expectation(_MISSED**2), "<=", Rational(1, 200))
_AT_MOST_HALF = calc(
    _FAR, "<=", Probability(Holds(Comparison(_DIM/100, "<=", _FLIPPED))),
    by(included(Holds(Comparison(_DIM/100, "<", _FLIPPED)), Holds(Comparison(_DIM/100, "<=", _FLIPPED)))),
    "<=", Expectation(_FLIPPED)/(_DIM/100), by(MARKOV(_FLIPPED, _DIM/100)),
    "<=", 100*Expectation(_MISSED**2), by(_DECODED), "<=", Rational(1, 2), by(_CLOSE),
    given=(_CLOSE,),
)  # fmt: skip
_INFORMED = calc(
    _KNOWN, ">=", _FANO_BOUND, by(_FANO), ">=", (1 - _FAR)*Rational(5, 8)*_DIM - log(2), by(_COUNTED),
    ">=", Rational(5, 16)*_DIM - log(2), by(_AT_MOST_HALF),
    given=(_OF_MESSAGES, _CLOSE),
)  # fmt: skip
_ALL_HEARD, _ONE_USER = Transcribed(_PROTOCOL, _USERS), integer("i", least=1)
_STEP_INFORMATION, _STEP_DIVERGENCE = (q(_PROTOCOL, _VECTOR, _ONE_USER) for q in (InformationOfUser, DivergenceOfUser))
_USER_BY_USER = calc(
    Information(_VECTOR, _ALL_HEARD), "==", Sum(_STEP_INFORMATION, _ONE_USER, 1, _USERS),
    by(words(
        "The chain rule of information over the users.",
        Comparison(Information(_VECTOR, _ALL_HEARD), "==", Sum(_STEP_INFORMATION, _ONE_USER, 1, _USERS)),
        given=(Interactive(_PROTOCOL, _USERS, _EPS),),
    )),
    "<=", Sum(_STEP_DIVERGENCE, _ONE_USER, 1, _USERS),
    by(words(
        "Information is the mean divergence from the mixture over V, and a mean over the past is at most that of the largest values.",
        Comparison(_STEP_INFORMATION, "<=", _STEP_DIVERGENCE), given=(Interactive(_PROTOCOL, _USERS, _EPS),),
    )),
    given=(Interactive(_PROTOCOL, _USERS, _EPS),),
)  # fmt: skip
_THROUGH = tuple(Through(_CHANNEL, law(letter)) for letter in ("P_1", "P_2"))


def _channels() -> Iterator[Point]:
    """The largest divergence of two messages, two or three data, through each extreme channel."""
    for t, size in product((Fraction(11, 10), Fraction(3), Fraction(50)), (2, 3)):
        for channel in extreme_channels(tuple(range(size)), t):
            yield {_EPS: as_arb(t).log()}, kullback_leibler(channel[0], channel[1]) - arb(2) ** -40


_DIVERGENCE = at_points(
    calc(
        KL(*_THROUGH), "<=", _EPS*tanh(_EPS/2),
        by(words(
            "Each likelihood ratio is within e^-epsilon and e^epsilon; by convexity the divergence is largest at randomized response.",
            Comparison(KL(*_THROUGH), "<=", _EPS*tanh(_EPS/2)), given=(Private(_CHANNEL, _EPS),),
            leans=("zhao/own/kl-absolute",),
        )),
        given=(Private(_CHANNEL, _EPS),),
    ), "all extreme channels", "e^epsilon = 11/10, 3, 50; two and three data", _channels, granted="2^{-40}",
)  # fmt: skip
_READ, _LARGE = EstimateFrom(_ESTIMATE, _HEARD), Comparison(4, "<=", _DIM)
_NEEDED = calc(
    _DIM/8, "<=", Rational(5, 16)*_DIM - log(2), "<=", Information(_VECTOR, _HEARD),
    by(_INFORMED.at({_MESSAGES: _HEARD})),
    "<=", _USERS*_EPS**2/2, by(_TOLD),
    given=(_READ, _CLOSE, _LARGE, Interactive(_PROTOCOL, _USERS, _EPS)),
)  # fmt: skip
_ENOUGH_USERS = calc(_DIM / (4 * _EPS**2), "<=", _USERS, by(_NEEDED), given=_NEEDED.given)


CLAIMS = (
    Claim("bassily/appA/1", "Appendix A, the family", Kind.CONSTRUCTION, "point masses and their minimisers",
          AllOf(r"P_v=\delta_{v/\sqrt d},\ F_v(\theta)=-\theta\cdot v/\sqrt d,\ \min F_v=F_v(\theta_v)=-1,\ "
                r"\theta_v=v/\sqrt d",
                {"theta_v is on the unit sphere, and the loss is 1-Lipschitz":
                     Identity(lambda: d * (1 / sqrt(d)) ** 2, Integer(1)),
                 "no parameter in the ball does better: s = |theta|^2, u = theta.theta_v":
                     Identity(lambda: 1 - _U, lambda: (_S - 2 * _U + 1) / 2 + (1 - _S) / 2)}),
          note="(s - 2u + 1)/2 = |theta - theta_v|^2/2."),
    Claim("bassily/appA/2", "Appendix A, second display", Kind.INEQUALITY,
          "the excess risk is at least half the squared distance",
          AllOf("",
                {"the excess": at_points(calc(_EXCESS, "==", 1 - Inner(_THETA, _CORNER), by(_LINEAR)),
                                         "the least over all corners", "d = 1, 4; all v, theta on a grid in the ball",
                                         _excesses),
                 "by the distance": _QUADRATIC})),
    Claim("bassily/appA/3", "Appendix A, proof of Lemma A.1, first display", Kind.IDENTITY,
          "wrong signs and distances of minimisers",
          FiniteCheck(r"d_{ham}(v,w)=d\,\|\theta_v-\theta_w\|^2", "all corners for d = 1, 2, 3, w = (1, ..., 1)",
                      cubes.hamming, "=="),
          AllOf(r"d_{ham}(v,w)=\tfrac d4\|\theta_v-\theta_w\|^2",
                {"one sign: (a - b)^2/4 is 1 where they differ, else 0":
                     FiniteCheck(r"1\{a\ne b\}=\tfrac14(a-b)^2", "all four pairs of signs", cubes.one_sign, "=="),
                 "h wrong signs, each 2/sqrt(d) apart": Identity(lambda: d / 4 * _H * (2 / sqrt(d)) ** 2, _H)}),
          correction="a factor 1/4: minimisers differ by 2/sqrt(d) in each wrong sign", severity=Severity.CONSTANT,
          theorem="bassily/appA/8"),
    Claim("bassily/appA/4", "Appendix A, proof of Lemma A.1, first display", Kind.INEQUALITY,
          "the decoder errs little if the estimate does",
          FiniteCheck(r"\hat V=\arg\max_{v}\|\mathcal A-\theta_v\|^2:\ "
                      r"E\,d_{ham}(V,\hat V)\le2d\,E\|\theta_V-\mathcal A\|^2",
                      "d = 1, 2, 3, an estimate without error", cubes.farthest),
          _DECODED.crosschecked("a grid of estimates", r"d_{ham}(V,\hat V)\le d\|\theta_V-\mathcal A\|^2",
                                "d = 4, estimates in {-1/2, -1/4, 0, 1/4, 1/2}^4, ties against the decoder",
                                cubes.nearest),
          correction="arg min, and then d, half of the printed bound", severity=Severity.TYPO,
          theorem="bassily/appA/8"),
    Claim("bassily/appA/5/markov", "Appendix A, proof of Lemma A.1", Kind.INEQUALITY, "few wrong signs, by Markov",
          _MARKOV.crosschecked("the extreme laws of d_ham", r"P(d_{ham}\ge\tfrac d{50})\le\tfrac12",
                               "d = 50, 100, 120: every law on two of the values 0, ..., d whose mean is d/100",
                               cubes.two_valued)),
    Claim("bassily/appA/5/fano", "Appendix A, proof of Lemma A.1, after Duchi and Wainwright 2013, Corollary 1",
          Kind.INEQUALITY, "Fano's inequality for distances",
          AllOf("",
                {"information": _FANO,
                 "the corners near one": _COUNTED.crosschecked("the count itself", r"\log(N_t/2^d)\le-\tfrac58d",
                                                               "d = 1, 50, 100, 250, 800, 2000", cubes.few_near)}),
          note="Data processing for the event d_ham <= t, whose probability is at most N_t/2^d when V is independent "
               "of the messages. N_t <= r^(-t) (1 + r)^d for r <= 1. The paper has d/200 for log(2^d/N_t): true, and "
               "far from sharp."),
    Claim("bassily/appA/5/combine", "Appendix A, end of the proof of Lemma A.1", Kind.INEQUALITY,
          "both probabilities together",
          FiniteCheck(r"P(d_{ham}\ge\tfrac d{50})\le\tfrac12,\ P(d_{ham}\ge\tfrac d{100})>1-\tfrac{\log2+I}{d/200}\Rightarrow I\ge\tfrac d{400}-\log2",
                      "d = 800, d_ham = 8 always, I = 0", cubes.two_thresholds),
          _INFORMED.crosschecked("messages whose information is known", r"I(V;Y)\ge\tfrac5{16}d-\log2",
                                 "signs erased or flipped as often as the error 1/200 allows; d = 1, 2, 10, 200, 1000",
                                 cubes.informative, ">="),
          correction="one threshold, d/100, for both: a bound on P(d_ham >= d/50) says nothing of P(d_ham >= d/100). "
                     "The factor 2 that bassily/appA/4 leaves makes it fit",
          severity=Severity.PROOF_GAP, theorem="bassily/appA/8"),
    Claim("bassily/appA/5", "Appendix A, Lemma A.1", Kind.INEQUALITY, "a good estimate needs information of order d",
          Whole(r"I(V;Y^n)\gtrsim d\text{ by both probabilities}",
                ("bassily/appA/5/markov", "bassily/appA/5/fano", "bassily/appA/5/combine")),
          Whole(r"I(V;Y^n)\ge\tfrac5{16}d-\log2",
                ("bassily/appA/5/markov", "bassily/appA/5/fano", "bassily/appA/5/combine"), as_corrected=True),
          correction="one threshold in both probabilities", severity=Severity.PROOF_GAP, theorem="bassily/appA/8"),
    Claim("bassily/appA/6", "Appendix A, chain rule", Kind.IDENTITY, "information user by user",
          _USER_BY_USER.crosschecked(
              "two users, the second's channel chosen by the first's message",
              r"I(V;Y_1Y_2)\le\sum_iE\max_{\mathcal R}\mathrm{KL}(\mathcal RP(Z\mid V)\|\mathcal RP(Z\mid Y^{i-1}))",
              "V on three atoms, e^epsilon = 2, every extreme channel first, two of them second; Z = V",
              cubes.two_users, granted="2^{-40}"),
          note="I(V;Y) is the KL of the joint law to the product; given the past the law of Z_i without V is a mixture "
               "over V."),
    Claim("bassily/appA/7", "Appendix A, after Duchi, Jordan and Wainwright 2013, Theorem 1", Kind.INEQUALITY,
          "KL through a private channel",
          AllOf("",
                {"by convexity": _DIVERGENCE,
                 "rounder": at_most(epsilon * tanh(epsilon / 2), epsilon**2 / 2, positive(epsilon))})),
    Claim("bassily/appA/8", "Appendix A, last display", Kind.LOWER_BOUND, "a good estimate needs d/epsilon^2 users",
          _ENOUGH_USERS,
          note="For d < 4 Fano's inequality says nothing (5d/16 < log 2 up to d = 2): there bassily/thm3.3 as proved "
               "here serves."),
    Claim("bassily/thm3.3", "Theorem 3.3", Kind.LOWER_BOUND, "fewer than d/epsilon^2 users learn nothing, whatever m",
          THEOREM33,
          note="By the mistakes in single signs instead of Lemma A.1, so that it holds for every d; Lemma A.1, "
               "corrected, gives it for d >= 4. For n = o(d/epsilon^2) the condition holds in the end. Pure privacy: "
               "bassily/thm3.3/text."),
)  # fmt: skip
