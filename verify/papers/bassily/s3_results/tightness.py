"""bassily, whether the rates of Theorems 3.1 and 3.2 are tight: what delta allows, and the cube of biased signs."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Integer, Rational, exp, oo, sqrt

from notation.symbols import d, delta, epsilon, m, n
from verify.kernel.calculus import (
    BERNOULLI,
    DATA_PROCESSING,
    FINITE_KL,
    KL,
    PINSKER,
    TENSORISATION,
    TV,
    ChiSquare,
    Comparison,
    Interactive,
    Name,
    Power,
    Private,
    Sum,
    Supremum,
    Through,
    choose,
    integer,
    line,
    real,
    words,
)
from verify.kernel.calculus.facts.approximate import InteractiveApproximately
from verify.kernel.calculus.facts.linear_losses import LINEAR_PAIR, AlgorithmExcess, leaning, told
from verify.kernel.calculus.facts.optimisation import (
    FLIP_ROOTS,
    FLIPS_OVER_USERS,
    FLIPS_PRIVATE,
    LINEAR_FLIPS,
    BiasedSigns,
    Flipped,
    HeardAt,
    WorstExcess,
)
from verify.kernel.calculus.facts.privacy import Profile
from verify.kernel.calculus.facts.signs import Norm
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.at_points import Point, at_points
from verify.papers.bassily.appA_lower import THEOREM33
from verify.papers.bassily.instances import sign_cubes as cubes
from verify.papers.bassily.nouns import (
    BiasedExcess,
    CountsApart,
    CutMessages,
    MeanInverse,
    MixturesApart,
    Publish,
    PublishExcess,
    WrongShare,
)
from verify.papers.bassily.setting import LOCAL, PRIVATE, STATISTICAL, positive

_USERS, _DRAWS, _DIM, _J = (integer(letter, least=1) for letter in "nmdj")
_EPS, _RADIUS, _LIPSCHITZ = real("epsilon", above=0), real("R", above=0), real("L", above=0)

_DELTA, _LOAD = real("delta", above=0, below=1), real("y", above=0)
_PUBLISHING = Publish(_DELTA)


def _published() -> Iterator[Point]:
    """The largest difference of an event's probabilities between two of three data, by all events."""
    for delta_ in (Fraction(1, 100), Fraction(1, 2), Fraction(99, 100)):
        told_ = [[delta_ * (message == x) for message in range(3)] + [1 - delta_] for x in range(3)]
        events = [[k for k in range(4) if mask >> k & 1] for mask in range(16)]
        apart = max(sum(p[k] - q[k] for k in event) for p, q in product(told_, repeat=2) for event in events)
        yield {_DELTA: delta_}, apart


_PUBLISHED = at_points(
    line(Profile(_PUBLISHING, 0)).le(
        _DELTA,
        words(
            "With probability 1 - delta nothing is told, whatever the data, so that the laws for two data are delta apart at most.",
            Comparison(Profile(_PUBLISHING, 0), "<=", _DELTA),
        ),
    ),
    "all events, three data",
    "delta = 1/100, 1/2, 99/100",
    _published,
)
_INVERSE = MeanInverse(_USERS, _DELTA)
_PUBLIC = PublishExcess(_USERS, _DELTA, _RADIUS, _LIPSCHITZ)
_NOBODY = line(exp(-_LOAD)).le(1 / (2 * sqrt(_LOAD)))
_ROOM_LEFT = (
    line(sqrt(2 / _LOAD) + exp(-_LOAD)).le(sqrt(2) / sqrt(_LOAD) + 1 / (2 * sqrt(_LOAD)), _NOBODY).le(2 / sqrt(_LOAD))
)
OWN_PUBLISH = Claim(
    "bassily/own/publish",
    "ours, for the last sentences of Theorems 3.1 and 3.2",
    Kind.UPPER_RATE,
    "publishing all of one's data with probability delta",
    corrected=AllOf(
        "",
        {
            "private": _PUBLISHED,
            "useful": line(_PUBLIC)
            .le(
                _RADIUS * _LIPSCHITZ * (sqrt(2 * _INVERSE) + (1 - _DELTA) ** _USERS),
                words(
                    "Gradient descent on K samples at the step R/(L sqrt(K)) has excess RL/sqrt(K) <= RL sqrt(2/(K + 1)) at most where K >= 1, the centre "
                    "RL where nobody publishes, which has probability (1 - delta)^n; the root is concave.",
                    Comparison(_PUBLIC, "<=", _RADIUS * _LIPSCHITZ * (sqrt(2 * _INVERSE) + (1 - _DELTA) ** _USERS)),
                ),
            )
            .le(
                _RADIUS * _LIPSCHITZ * (sqrt(2 / (_USERS * _DELTA)) + exp(-_USERS * _DELTA)),
                words(
                    "The mean of 1/(K + 1) is (1 - (1 - delta)^(n+1))/((n + 1) delta).",
                    Comparison(_INVERSE, "<=", 1 / (_USERS * _DELTA)),
                ),
                line((1 - _DELTA) ** _USERS).le(exp(-_DELTA * _USERS)),
            )
            .le(_RADIUS * _LIPSCHITZ * 2 / sqrt(_USERS * _DELTA), _ROOM_LEFT.at({_LOAD: _USERS * _DELTA}))
            .crosschecked(
                "exact means over K",
                r"E\min\big(1,\tfrac1{\sqrt K}\big)\le\tfrac2{\sqrt{n\delta}}",
                "n = 1, 4, 20, 100; delta = 1/100, 1/10, 1/2, 99/100",
                cubes.published,
            ),
        },
    ),
)

_A, _B, _T, _R, _H, _S, _U = sympy.symbols("alpha b t r h s u", positive=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)

_ALGORITHM, _LEAN = Name("A", "channel"), real("alpha", above=0, most=Rational(1, 2))
_SIGNS, _USED = (leaning(way, _LEAN) for way in (1, -1)), 1 / sqrt(6 * _USERS * _DRAWS)
_PLUS, _MINUS = _SIGNS
_USER_PLUS, _USER_MINUS = Power(_PLUS, _DRAWS), Power(_MINUS, _DRAWS)
_ALL_PLUS, _ALL_MINUS = Power(_USER_PLUS, _USERS), Power(_USER_MINUS, _USERS)
_OUT = tuple(told(_ALGORITHM, way, _USERS, _DRAWS, _LEAN) for way in (1, -1))
_TWO_SIGNS = line(KL(_PLUS, _MINUS)).le(3 * _LEAN**2, FINITE_KL(_PLUS, _MINUS))
_AT_LEAN = (
    line(AlgorithmExcess(_ALGORITHM, _USERS, _DRAWS, _DIM, _RADIUS, _LIPSCHITZ))
    .ge(
        _RADIUS * _LIPSCHITZ * _LEAN * (1 - TV(*_OUT)),
        LINEAR_PAIR(_ALGORITHM, _USERS, _DRAWS, _DIM, _LEAN, _RADIUS, _LIPSCHITZ),
    )
    .ge(_RADIUS * _LIPSCHITZ * _LEAN * (1 - sqrt(KL(*_OUT) / 2)), PINSKER(*_OUT))
    .ge(
        _RADIUS * _LIPSCHITZ * _LEAN * (1 - sqrt(_USERS * _DRAWS * KL(_PLUS, _MINUS) / 2)),
        DATA_PROCESSING(_ALGORITHM, _ALL_PLUS, _ALL_MINUS),
        TENSORISATION(_USER_PLUS, _USER_MINUS, _USERS),
        TENSORISATION(_PLUS, _MINUS, _DRAWS),
    )
    .ge(_RADIUS * _LIPSCHITZ * _LEAN * (1 - sqrt(3 * _USERS * _DRAWS * _LEAN**2 / 2)), _TWO_SIGNS)
)
THM3_1_LOWER = Claim(
    "bassily/thm3.1/lower",
    "Theorem 3.1, last sentence",
    Kind.LOWER_BOUND,
    "the rate cannot be improved",
    says=(
        r"\text{given the lower bound in Levy et al. (2021), the rate "
        r"}\tilde{O}\left(\frac{RL}{\sqrt{nm}}+\frac{RL\sqrt{d}}{\sqrt{m}n\varepsilon}\right)\text{, for "
        r"}\varepsilon\in(0,1),\ \delta\in\left(0,\frac{d}{4n^{5/2}\sqrt{m}\varepsilon^2}\right),\ "
        r"n>\sqrt{d}/\varepsilon,\ m<\max\{\sqrt{d},n\varepsilon^2/\sqrt{d}\},\ "
        r"\beta=\tilde{O}\left(\frac{2L}{R}\min\left\{\frac{n^{3/2}\varepsilon^2}{d\sqrt{m}},\frac{n\varepsilon}{\sqrt{md}}\right\}\right)\text{, "
        r"is tight up to logarithmic factors}"
    ),
    match=Match.READING,
    differs=(
        "tightness is written as a lower bound on the minimax risk, without the logarithmic factors that "
        "the sentence allows and with the range of delta alone of the theorem's conditions"
    ),
    printed=UpToConstant(
        STATISTICAL + PRIVATE,
        2 / sqrt(delta * n),
        (positive(n), positive(m), positive(d), positive(delta), _UNIT),
        family=((n, _R), (m, Integer(4)), (d, _R**2 / 16), (epsilon, Rational(1, 2)), (delta, 1 / (64 * sqrt(_R)))),
        along=_R,
        text=r"\tfrac{RL}{\sqrt{nm}}+\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\lesssim\inf_{\mathcal A}\sup_PE[F(\mathcal A(Z^n))-\min F]\text{ for all }\delta<\tfrac d{4n^{5/2}\sqrt m\varepsilon^2}",
    ),
    corrected=line(_AT_LEAN.start)
    .ge(_AT_LEAN.end, _AT_LEAN)
    .ge(_RADIUS * _LIPSCHITZ * _USED / 2, choose({_LEAN: _USED}))
    .ge(_RADIUS * _LIPSCHITZ / (5 * sqrt(_USERS * _DRAWS))),
    correction="for small delta, as the cited lower bound has it: there both terms stand, RL/sqrt(nm) and RL "
    "sqrt(d)/(sqrt(m) n epsilon), and the rate is tight. The printed range of delta is too wide for "
    "the second term where d is of the order of n^2: delta must be well below 4n epsilon^2/d. What is "
    "proved here for every delta is the first term",
    severity=Severity.CONDITION,
    theorem="bassily/thm3.1/lower",
    note="m = 4, epsilon = 1/2, d = n^2/16, delta = 1/(64 sqrt(n)), half of the largest. By bassily/own/publish "
    "the least risk is at most 2RL/sqrt(n delta), which goes to 0 like n^(-1/4) while the rate of Theorem "
    "3.1 stays at a constant: no logarithm mends that, nor a d smaller by logarithms (bassily/alg4/rounds).",
    root="bassily/thm3.2/lower",
)
_PROTOCOL, _CORNER, _CHANNEL = Name("Z", "protocol"), Name("v", "signs"), Name("K", "channel")
_POINT, _WRONG, _ANY_BIAS = Name("theta", "vector"), real("h", least=0, most=1), real("alpha", above=0, most=1)
_SHARE_WRONG = WrongShare(_POINT, _CORNER, _DIM)
_LINEAR_EXCESS = BiasedExcess(_POINT, _CORNER, _ANY_BIAS, _RADIUS, _LIPSCHITZ, _DIM)
THM3_2_LOWER_A = Claim(
    "bassily/own/thm3.2-lower/a",
    "ours, for Theorem 3.2",
    Kind.CONSTRUCTION,
    "the cube of biased signs, and its separation",
    corrected=line(_LINEAR_EXCESS, given=(Comparison(Norm(_POINT), "<=", _RADIUS),))
    .ge(
        _ANY_BIAS * _LIPSCHITZ * _RADIUS * (1 - sqrt(1 - _SHARE_WRONG)),
        words(
            "The mean of z is alpha v/sqrt(d), the minimum -alpha L R, and theta.v is at most R times the root of the number of right signs, as the "
            "others give nothing.",
            Comparison(_LINEAR_EXCESS, ">=", _ANY_BIAS * _LIPSCHITZ * _RADIUS * (1 - sqrt(1 - _SHARE_WRONG))),
            given=(Comparison(Norm(_POINT), "<=", _RADIUS),),
        ),
    )
    .ge(_ANY_BIAS * _LIPSCHITZ * _RADIUS / 2 * _SHARE_WRONG)
    .crosschecked(
        "a grid of parameters",
        r"\tfrac{d_{ham}}{2d}\le1-\theta\cdot v/\sqrt d",
        "d = 4, theta in {-1/2, 0, 1/2}^4, a sign of 0 counted as wrong",
        cubes.separation,
    ),
)
_MANY_DRAWS = integer("m", least=2)
_COUNTS = CountsApart(_DRAWS, _ANY_BIAS)


def _counts_apart(*draws: int) -> Callable[[], Iterator[Point]]:
    """By the two binomial laws, alpha in eighths."""

    def points() -> Iterator[Point]:
        for m_, k in product(draws, range(1, 9)):
            yield {_DRAWS: Fraction(m_), _ANY_BIAS: Fraction(k, 8)}, cubes.counts_apart(m_, Fraction(k, 8))

    return points


_BOUNDED = at_points(
    line(_COUNTS).le(4, words("Each difference of masses is at most their sum.", Comparison(_COUNTS, "<=", 4))),
    "exact, next to 4",
    "m = 1 to 6, alpha = 1/8, ..., 1",
    _counts_apart(1, 2, 3, 4, 5, 6),
)
_ONE_SAMPLE = at_points(
    line(CountsApart(1, _ANY_BIAS)).eq(
        4 * _ANY_BIAS**2,
        words(
            "Twice alpha^2 over one half.",
            Comparison(CountsApart(1, _ANY_BIAS), "==", 2 * _ANY_BIAS**2 / Rational(1, 2)),
        ),
    ),
    "exact, one sample",
    "alpha = 1/8, ..., 1",
    _counts_apart(1),
)
_AFFINE = (1 - _ANY_BIAS**2) ** (_MANY_DRAWS / 2)
_SEVERAL_SAMPLES = (
    line(CountsApart(_MANY_DRAWS, _ANY_BIAS))
    .le(
        8 * (1 - _AFFINE),
        words(
            "As (sqrt(a) + sqrt(b))^2 <= 2(a + b), the sum is at most 4 sum (sqrt(b_+) - sqrt(b_-))^2, and the affinity of the counts is "
            "(1 - alpha^2)^(m/2).",
            Comparison(CountsApart(_MANY_DRAWS, _ANY_BIAS), "<=", 8 * (1 - _AFFINE)),
        ),
    )
    .le(4 * _MANY_DRAWS * _ANY_BIAS**2, BERNOULLI(-(_ANY_BIAS**2), _MANY_DRAWS / 2))
)
THM3_2_LOWER_B = Claim(
    "bassily/own/thm3.2-lower/b",
    "ours, for Theorem 3.2",
    Kind.INEQUALITY,
    "how far the counts of one coordinate are apart",
    corrected=AllOf(
        "",
        {
            "at most 4": _BOUNDED,
            "one sample": _ONE_SAMPLE,
            "several": _SEVERAL_SAMPLES.crosschecked(
                "exact", r"\le\min(4,4m\alpha^2)", "m = 1 to 6, alpha = 1/8, ..., 1", cubes.gram
            ),
        },
    ),
)
_HELD = Private(_CHANNEL, _EPS)


def _used(draws: Any, counts: Any) -> Any:
    """All co-ordinates through one channel."""
    mixed = MixturesApart(_CHANNEL, draws, _ANY_BIAS, _DIM)
    return (
        line(mixed, given=(_HELD,))
        .le(
            CountsApart(draws, _ANY_BIAS) * (exp(_EPS) - 1) ** 2 / 4,
            words(
                "Bessel: the functions (b_+ - b_-)/b of the co-ordinates' counts are centred and uncorrelated, with these squared norms, and what lies "
                "within a and e^epsilon a has variance at most (e^epsilon - 1)^2 a^2/4.",
                Comparison(mixed, "<=", CountsApart(draws, _ANY_BIAS) * (exp(_EPS) - 1) ** 2 / 4),
                given=(_HELD,),
            ),
        )
        .le(draws * _ANY_BIAS**2 * (exp(_EPS) - 1) ** 2, counts)
    )


_ONE_USED, _SEVERAL_USED = _used(1, _ONE_SAMPLE), _used(_MANY_DRAWS, _SEVERAL_SAMPLES)
THM3_2_LOWER_C = Claim(
    "bassily/own/thm3.2-lower/c",
    "ours, for Theorem 3.2",
    Kind.INEQUALITY,
    "all coordinates together through one private channel",
    corrected=AllOf(
        "",
        {
            "one sample": _ONE_USED,
            "several": _SEVERAL_USED.crosschecked(
                "extreme channels",
                r"\le m\alpha^2(e^\varepsilon-1)^2",
                "d = 2, m = 1, alpha = 1/2, e^epsilon = 2, extreme channels (every fifth; all if not quick)",
                cubes.mixtures,
            ),
        },
    ),
    note="phi_j = (b_+ - b_-)/b of coordinate j's count are centred and uncorrelated under the product of the "
    "mean laws, and (m_+j - m_-j)(y) is the mean of q(y|X) phi_j(X). A variable within an interval of "
    "length s has variance at most s^2/4.",
)
_BIAS, _SMALL_X, _UNIT_X = real("alpha", above=0, most=Rational(1, 4)), real("x", least=0), real("x", above=0, most=1)
_HERE, _THERE = (HeardAt(_PROTOCOL, v, _BIAS, _DRAWS) for v in (_CORNER, Flipped(_CORNER, _J)))
_MESSAGES = (Through(_CHANNEL, Power(BiasedSigns(v, _BIAS), _DRAWS)) for v in (_CORNER, Flipped(_CORNER, _J)))
_ALL_FLIPS, _OF_ONE_USER = Sum(KL(_HERE, _THERE), _J, 1, _DIM), Sum(ChiSquare(*_MESSAGES), _J, 1, _DIM)
_PRIVATE = Interactive(_PROTOCOL, _USERS, _EPS)
_CHI_SQUARE = 4 * _BIAS**2 / (1 - _BIAS**2)
_QUARTER = _USERS * (exp(_EPS) - 1) ** 2 / 4

FLIPS = Claim(
    "bassily/own/flips",
    "ours, for Theorem 3.2",
    Kind.INEQUALITY,
    "all flips together through n private channels that may depend on earlier messages",
    corrected=line(_ALL_FLIPS, given=(_PRIVATE,))
    .le(
        _USERS * Supremum(_OF_ONE_USER, _CHANNEL, Private(_CHANNEL, _EPS)),
        FLIPS_OVER_USERS(_PROTOCOL, _USERS, _EPS, _CORNER, _BIAS, _DRAWS, _DIM),
    )
    .le(_QUARTER * ((1 + _CHI_SQUARE) ** _DRAWS - 1), FLIPS_PRIVATE(_CHANNEL, _EPS, _CORNER, _BIAS, _DRAWS, _DIM))
    .crosschecked(
        "extreme channels",
        r"\le\tfrac14(e^\varepsilon-1)^2\tfrac{4\alpha^2}{1-\alpha^2}",
        "d = 2, n = m = 1, alpha = 1/2, e^epsilon = 2, extreme channels (every fifth; all if not quick)",
        cubes.flips,
    ),
    note="The past has the law of v in every summand, so that the sum over j is taken inside; the likelihood ratios of the flips are "
    "functions of independent counts, centred under P_v. 1 + chi-square multiplies over samples.",
)

_FEW_DRAWS = Comparison(16 * _DRAWS * _BIAS**2, "<=", 1)
_SMALL_EPS = Comparison(_EPS, "<=", 1)
_FLIPS_BOUND = (
    line(_ALL_FLIPS, given=(_PRIVATE, _SMALL_EPS, _FEW_DRAWS))
    .le(_QUARTER * ((1 + _CHI_SQUARE) ** _DRAWS - 1), FLIPS)
    .le(
        _QUARTER * (exp(_DRAWS * _CHI_SQUARE) - 1),
        line((1 + _SMALL_X) ** _DRAWS).le(exp(_DRAWS * _SMALL_X)).at({_SMALL_X: _CHI_SQUARE}),
    )
    .le(
        _QUARTER * 2 * _DRAWS * _CHI_SQUARE,
        line(exp(_UNIT_X) - 1).le(2 * _UNIT_X).at({_UNIT_X: _DRAWS * _CHI_SQUARE}),
        line(_DRAWS * _CHI_SQUARE, given=(_FEW_DRAWS,)).le(Rational(16, 3) * _DRAWS * _BIAS**2).le(1),
    )
    .le(_QUARTER * Rational(32, 3) * _DRAWS * _BIAS**2)
    .le(8 * _USERS * _DRAWS * _EPS**2 * _BIAS**2, line(exp(_EPS) - 1, given=(_SMALL_EPS,)).le(sqrt(3) * _EPS))
)
_APART = Sum(TV(_HERE, _THERE), _J, 1, _DIM)
_AT_BIAS = (
    line(WorstExcess(_PROTOCOL, _DIM, _DRAWS, _RADIUS, _LIPSCHITZ), given=_FLIPS_BOUND.given)
    .ge(
        _BIAS * _LIPSCHITZ * _RADIUS / 2 * (1 - Supremum(_APART, _CORNER) / _DIM),
        LINEAR_FLIPS(_PROTOCOL, _DIM, _DRAWS, _BIAS, _RADIUS, _LIPSCHITZ),
    )
    .ge(
        _BIAS * _LIPSCHITZ * _RADIUS / 2 * (1 - sqrt(_DIM * 8 * _USERS * _DRAWS * _EPS**2 * _BIAS**2 / 2) / _DIM),
        line(_APART)
        .le(Sum(sqrt(KL(_HERE, _THERE) / 2), _J, 1, _DIM), PINSKER(_HERE, _THERE))
        .le(sqrt(_DIM * _ALL_FLIPS / 2), FLIP_ROOTS(_PROTOCOL, _CORNER, _BIAS, _DRAWS, _DIM)),
        _FLIPS_BOUND,
    )
)
_RATE = _DIM / (_USERS * _DRAWS * _EPS**2)
_CHOSEN = sqrt(_RATE) / 4
_MANY = Comparison(_DIM, "<=", _USERS * _EPS**2)
_LOWER = (
    line(_AT_BIAS.start, given=(_PRIVATE, _SMALL_EPS, _MANY))
    .ge(
        _AT_BIAS.end.subs(_BIAS, _CHOSEN),
        _AT_BIAS.at({_BIAS: _CHOSEN}),
        line(_CHOSEN, given=(_MANY,)).le(
            Rational(1, 4),
            line(sqrt(_UNIT_X) / 4).le(Rational(1, 4)).at({_UNIT_X: _RATE}),
            line(_RATE, given=(_MANY,)).le(_DIM / (_USERS * _EPS**2)).le(1),
        ),
        line(16 * _DRAWS * _CHOSEN**2, given=(_MANY,)).le(1),
    )
    .ge(_RADIUS * _LIPSCHITZ / 32 * sqrt(_RATE))
)
THM3_2_LOWER = Claim(
    "bassily/thm3.2/lower",
    "Theorem 3.2, last sentence",
    Kind.LOWER_BOUND,
    "the local rate cannot be improved",
    says=(
        r"\text{the rate }\tilde{O}\left(RL\sqrt{\frac{d}{nm\varepsilon^2}}\right)\text{, for "
        r"}\varepsilon=O(1),\ \delta<\varepsilon,\ m<d/\varepsilon^2,\ "
        r"\beta<\frac{L\varepsilon^3}{R}\sqrt{\frac{n^3}{md^3}}\text{ and }n\ge d/\varepsilon^2\text{ (or "
        r"}n>md/\varepsilon^2\text{ with }\beta\text{ unbounded)}\text{, is tight up to logarithmic "
        r"factors}"
    ),
    match=Match.READING,
    differs=(
        "tightness is written as a lower bound on the minimax risk, without the logarithmic factors that "
        "the sentence allows and with the range of delta alone of the theorem's conditions"
    ),
    printed=UpToConstant(
        LOCAL,
        2 / sqrt(delta * n),
        (positive(n), positive(m), positive(d), positive(delta), _UNIT),
        family=((d, _R), (n, 4 * _R), (m, Integer(4)), (epsilon, Rational(1, 2)), (delta, Rational(1, 4))),
        along=_R,
        text=r"RL\sqrt{\tfrac d{nm\varepsilon^2}}\lesssim\inf_{\mathcal A}\sup_PE[F(\mathcal A(Z^n))-\min F]\text{ "
        r"for all }\delta<\varepsilon",
    ),
    corrected=_LOWER,
    correction="for small delta: pure privacy, or delta as in bassily/own/approximate-lower; there the rate is "
    "tight as printed. For delta of the order of m epsilon^2/d and more, publishing one's data with "
    "probability delta beats it",
    severity=Severity.CONDITION,
    theorem="bassily/thm3.2/lower",
    note="d grows, n = d/epsilon^2, m = 4, epsilon = 1/2, delta = 1/4 < epsilon. Each user publishes all samples "
    "with probability delta, which is (0, delta)-private: risk at most 2RL/sqrt(n delta), by bassily/own/publish, "
    "against a rate that stays at RL/2. The correction holds for sequentially interactive protocols.",
)
_CUT, _LEAK, _APPROXIMATELY = (
    CutMessages(_PROTOCOL, _EPS),
    real("delta", above=0),
    InteractiveApproximately(_PROTOCOL, _USERS, _EPS, real("delta", above=0)),
)
_CUT_PRIVATE = Interactive(_CUT, _USERS, 2 * _EPS)
_EXCESS, _CUT_EXCESS = (WorstExcess(z, _DIM, _DRAWS, _RADIUS, _LIPSCHITZ) for z in (_PROTOCOL, _CUT))
_PURE_MESSAGES = words(
    "Each message, given those before, is cut as in the lemma, and is (2 epsilon, 0)-private.",
    _CUT_PRIVATE,
    given=(_APPROXIMATELY,),
    leans=("bassily/lemma3.5",),
)
_NEARBY = words(
    "Each cut moves a message's law by delta at most in total variation, all n by n delta, and a risk within 0 and 2RL by 2RL times that.",
    Comparison(_EXCESS, ">=", _CUT_EXCESS - 2 * _RADIUS * _LIPSCHITZ * _USERS * _LEAK),
    given=(_APPROXIMATELY,),
    leans=("bassily/lemma3.5",),
)
_LOW_EPS, _ENOUGH = Comparison(_EPS, "<=", Rational(1, 2)), Comparison(_DIM, "<=", 4 * _USERS * _EPS**2)
_LITTLE = Comparison(_USERS * _LEAK, "<=", sqrt(_RATE) / 256)
OWN_APPROXIMATE_LOWER = Claim(
    "bassily/own/approximate-lower",
    "ours, for Theorem 3.2",
    Kind.LOWER_BOUND,
    "the local rate cannot be improved for small delta either",
    corrected=line(_EXCESS, given=(_APPROXIMATELY, _LOW_EPS, _ENOUGH, _LITTLE))
    .ge(_CUT_EXCESS - 2 * _RADIUS * _LIPSCHITZ * _USERS * _LEAK, _NEARBY)
    .ge(
        _RADIUS * _LIPSCHITZ / 64 * sqrt(_RATE) - 2 * _RADIUS * _LIPSCHITZ * _USERS * _LEAK,
        _LOWER.at({_PROTOCOL: _CUT, _EPS: 2 * _EPS}),
        _PURE_MESSAGES,
    )
    .ge(_RADIUS * _LIPSCHITZ / 128 * sqrt(_RATE)),
)
_FEW_USERS, _TINY = Comparison(_USERS, "<=", _DIM / (16 * _EPS**2)), Comparison(_LEAK, "<=", 1 / (32 * _USERS))
THM3_3_TEXT = Claim(
    "bassily/thm3.3/text",
    "Section 3, the paragraph before Theorem 3.3",
    Kind.LOWER_BOUND,
    "n > d/epsilon^2 is required in the setting of Theorem 3.2",
    says=(
        r"n>d/\varepsilon^2\text{ is needed for any non-trivial optimization guarantee, whatever }m\text{ "
        r"is (so that the condition on }n\text{ in Theorem 3.2 is mild for small }m\text{), by Theorem "
        r"3.3}"
    ),
    match=Match.READING,
    differs=(
        "approximate privacy with delta < epsilon is taken from Theorem 3.2, whose condition the sentence "
        "is about; Theorem 3.3, which it rests on, is for epsilon-LDP; need is written as a lower bound "
        "of order RL for n = o(d/epsilon^2)"
    ),
    printed=UpToConstant(
        Integer(1),
        (1 - delta) ** n,
        (positive(n), Variable(delta, Integer(0), Integer(1), open_lower=True, open_upper=True)),
        family=((n, _R), (delta, Rational(1, 4))),
        along=_R,
        text=r"\delta<\varepsilon,\ n=o(d/\varepsilon^2)\Rightarrow RL\lesssim\inf_{\mathcal A}\sup_PE[F(\mathcal A(Z^n))-\min F]",
    ),
    corrected=line(_EXCESS, given=(_APPROXIMATELY, _FEW_USERS, _TINY))
    .ge(_CUT_EXCESS - 2 * _RADIUS * _LIPSCHITZ * _USERS * _LEAK, _NEARBY)
    .ge(
        _RADIUS * _LIPSCHITZ / 8 - 2 * _RADIUS * _LIPSCHITZ * _USERS * _LEAK,
        THEOREM33.at({_PROTOCOL: _CUT, _EPS: 2 * _EPS}),
        _PURE_MESSAGES,
    )
    .ge(_RADIUS * _LIPSCHITZ / 16, _TINY),
    correction="for pure privacy, or delta of order 1/n at most",
    severity=Severity.CONDITION,
    theorem="bassily/thm3.3",
    note="m = infinity, epsilon = 1/2, delta = 1/4, d = n^2, say: each user publishes all data with probability "
    "delta; one user who does tells F, and otherwise the risk at 0 is at most RL. The sentence speaks of "
    "the requirement of Theorem 3.2, which allows delta < epsilon; Theorem 3.3 itself is about pure "
    "privacy. In the correction each message, given the past, is replaced by Lemma 3.5's; a risk within [0, "
    "2RL] changes by at most 2RL times the total variation.",
    root="bassily/thm3.2/lower",
)
_X, _V = sympy.symbols("x v", nonnegative=True)
_SHARE = Variable(_X, Integer(0), Integer(1))
_OVER = Variable(_X, Integer(0), oo)

CLAIMS = (
    OWN_PUBLISH,
    THM3_1_LOWER,
    THM3_2_LOWER_A,
    THM3_2_LOWER_B,
    THM3_2_LOWER_C,
    FLIPS,
    THM3_2_LOWER,
    OWN_APPROXIMATE_LOWER,
    THM3_3_TEXT,
)
