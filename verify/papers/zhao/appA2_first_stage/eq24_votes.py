"""zhao Algorithm 1 and Appendix A.1, A.2: the plan, its privacy, and the lemmas of the first stage."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Max, Rational, exp, log, oo, sqrt

from notation.symbols import epsilon
from upperbounds.channels.votes import Bins
from upperbounds.mean import zhao
from verify.kernel.calculus import (
    ADDITIVE,
    CGF,
    COMPLEMENT,
    EXPECTED_MEAN,
    HOEFFDING,
    LINEAR,
    UNION,
    Both,
    Chain,
    Either,
    Expectation,
    Holds,
    Independent,
    Infimum,
    LaplaceNoise,
    MeanOfCopies,
    Name,
    Not,
    Probability,
    WholeNumber,
    at_index,
    at_most,
    below,
    cases,
    constructor,
    event,
    included,
    integer,
    let,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.facts.exponential import (
    CGF_OF_MEAN,
    CGF_OF_SUM,
    CHERNOFF,
    HOEFFDING_LEMMA,
    LAPLACE_CGF,
    SCALED_CGF,
)
from verify.kernel.calculus.facts.votes import INDICATOR, LAPLACE_MEAN, IndicatorOf
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, Inequality, PlanPrivacy, Whole
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.zhao.lemmas.messages import MaxDivergence


def _partition(settings: Settings) -> Iterator[Case]:
    """How many bins hold a point: bins half-open, cut at D, the last one closed; m a square, so that h is rational."""
    for root in range(1, 9 if settings.quick else 17):
        width = Fraction(4, root)
        bins = Bins(Fraction(-1), width, zhao.bin_count(root**2))
        points = {Fraction(k, 24) for k in range(-24, 25)} | {min(bins.left(k), Fraction(1)) for k in range(bins.count)}
        for point in sorted(points):
            holding = [k for k in range(bins.count) if bins.left(k) <= point < bins.left(k + 1)]
            if point == 1 and not holding:
                holding = [bins.count - 1]
            yield Case({"m": root**2, "Y/D": str(point)}, len(holding), 1)
            yield Case({"m": root**2, "Y/D": str(point)}, bins.index_exact(point), holding[0])


ALG1 = Claim(
    "zhao/alg1",
    "arXiv v1, Section 4.1, Algorithm 1, step 2",
    Kind.CONSTRUCTION,
    "the bins divide [-D, D]",
    says=r"\text{2: divide }[-D,D]\text{ into }B\text{ bins of length }h",
    match=Match.READING,
    differs="fixes what the line leaves open: bins half-open, the last one cut at D and closed",
    printed=FiniteCheck(
        r"B_k=[-D+(k-1)h,-D+kh)\cap[-D,D],\ k\le B,\ \text{the last one closed: each } Y \text{ is in "
        r"exactly one}",
        "m = r^2 with r up to 16 (quick: 8), Y/D in multiples of 1/24 and all bin edges",
        _partition,
        "==",
    ),
    note="B bins of length h cover more than [-D, D] unless sqrt(m)/2 is an integer: the last one is cut at D "
    "and closed.",
)
Sent = constructor("Sent", r"\mathrm{{Alg}}\,1_{{{0}}}({1} \mid {2})", sort="law")
"""What a user of Algorithm 1 with her bins, h and Delta sends of a data set, given the messages before: Sent(epsilon, X, w)."""
_BUDGET, _SAID_BEFORE = real("epsilon", above=0), Name("w", "messages")
_SENT, _SENT_OTHER = (Sent(_BUDGET, Name(data, "data set"), _SAID_BEFORE) for data in ("X", "X'"))
ALG1_PRIVACY = Claim(
    "zhao/alg1/privacy",
    "arXiv v1, Theorem 1, Appendix A.1",
    Kind.PRIVACY,
    "Algorithm 1 is user-level epsilon-LDP",
    says=r"\text{Algorithm 1 is user-level }\epsilon\text{-LDP}",
    match=Match.READING,
    differs="of one user's message, given what was said before, for any two data sets of this user; bins as in zhao/alg1",
    printed=line(MaxDivergence(_SENT, _SENT_OTHER))
    .le(
        _BUDGET,
        words(
            "Each user speaks once. In the first stage the marks of two bins are 2 apart in l_1, and each entry has noise Lap(2/epsilon); in the second "
            "the clipped means are 3h + 2 Delta apart at most, with noise Lap((3h + 2 Delta)/epsilon).",
            at_most(MaxDivergence(_SENT, _SENT_OTHER), _BUDGET),
        ),
    )
    .beside(
        ("4 users and 5 bins, exactly", PlanPrivacy("Algorithm 1 of 4 users and 5 bins", zhao.algorithm1_symbolic))
    ),
    note="With closed bins a mean on an edge votes twice, and the same noise gives 2 epsilon.",
)


def _exact_tails(_: Settings) -> Iterator[Case]:
    """P(s_k - E s_k > t) for n = 2 and 4 in closed form, next to (25)."""
    for users in (2, 4):
        for rational_epsilon in (Fraction(1, 2), Fraction(1), Fraction(3), Fraction(10)):
            scale = 2 / _arb(rational_epsilon)
            for probability in (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)):
                for steps in range(1, 5):
                    level = Fraction(steps * users, 6)
                    left = sum(
                        (
                            comb(users // 2, hits)
                            * _arb(probability**hits * (1 - probability) ** (users // 2 - hits))
                            * _laplace_tail(users // 2, _arb(level + users * probability / 2 - hits) / scale)
                            for hits in range(users // 2 + 1)
                        ),
                        arb(0),
                    )
                    rate = 2 * (arb(1) / 8 + 8 / _arb(rational_epsilon) ** 2) * users
                    parameters = {"n": users, "epsilon": str(rational_epsilon), "p_k": str(probability)}
                    yield Case(parameters | {"t": str(level)}, left, (-(_arb(level) ** 2) / rate).exp())


def _laplace_tail(terms: int, x: arb) -> arb:
    """P(sum of one or two standard Laplace variables > x)."""
    if x < 0:
        return 1 - _laplace_tail(terms, -x)
    return (-x).exp() / 2 if terms == 1 else (-x).exp() * (2 + x) / 4


def _arb(number: Fraction) -> arb:
    return arb(number.numerator) / arb(number.denominator)


_USERS, _SAMPLES = integer("n", least=2), integer("m", least=1)
_EPS, LEVEL, _WIDTH = real("epsilon", above=0), real("t", least=0), real("D", above=0)
_SHARE = real("u", least=0, most=sqrt(2) / 2)
_TILT = real("r", least=-sqrt(2) / 4, most=sqrt(2) / 4)
_IN_BIN, BIT = event("A"), random_real("I", 0, 1)
NOISE, MEAN_VOTE = random_real("W"), random_real("S")
_VOTE, _COUNT = let("Z", BIT + NOISE), let("s_k", _USERS / 2 * MEAN_VOTE)
_PROXY, _REACH = Rational(1, 8) + 8 / _EPS**2, _EPS / 8 + 8 / _EPS
_NOISY = (Independent(BIT, NOISE), LaplaceNoise(NOISE, 2 / _EPS))
_VOTES = (WholeNumber(_USERS / 2), MeanOfCopies(MEAN_VOTE, _VOTE, _USERS / 2), *_NOISY)
"""What is assumed of the votes on a bin: n/2 of them, each a bit with Laplace noise."""
_SMALL = real("x", least=0, most=Rational(1, 2))
_CUMULANTS = (
    line(CGF(_VOTE, _EPS * _TILT), given=_NOISY)
    .eq(CGF(BIT, _EPS * _TILT) + CGF(NOISE, _EPS * _TILT), CGF_OF_SUM(BIT, NOISE, _EPS * _TILT))
    .le(
        (_EPS * _TILT) ** 2 / 8 - log(1 - 4 * _TILT**2),
        HOEFFDING_LEMMA(BIT, 0, 1, _EPS * _TILT),
        LAPLACE_CGF(NOISE, 2 / _EPS, _EPS * _TILT),
    )
    .le(_PROXY * (_EPS * _TILT) ** 2, line(-log(1 - _SMALL)).le(2 * _SMALL).at({_SMALL: 4 * _TILT**2}))
)


def _tail(way: int) -> Chain:
    """(25) for way = 1, (26) for way = -1."""
    beyond = Holds(at_most(_USERS * _SHARE, way * _COUNT - way * Expectation(_COUNT)))
    moved = Holds(at_most(_USERS * _SHARE, way * _COUNT - Expectation(way * _COUNT)))
    tilted = (
        line(Probability(beyond), given=(*_VOTES, at_most(0, _TILT)))
        .eq(Probability(moved), LINEAR(_COUNT, way, 0))
        .le(
            exp(CGF(way * _COUNT, _EPS * _TILT) - _EPS * _TILT * _USERS * _SHARE),
            CHERNOFF(way * _COUNT, _USERS * _SHARE, _EPS * _TILT),
        )
        .eq(
            exp(_USERS / 2 * CGF(_VOTE, way * _EPS * _TILT) - _EPS * _TILT * _USERS * _SHARE),
            SCALED_CGF(MEAN_VOTE, way * _USERS / 2, _EPS * _TILT),
            CGF_OF_MEAN(MEAN_VOTE, _VOTE, _USERS / 2, way * _EPS * _TILT * _USERS / 2),
        )
        .le(
            exp(_USERS / 2 * _PROXY * (_EPS * _TILT) ** 2 - _EPS * _TILT * _USERS * _SHARE),
            _CUMULANTS.at({_TILT: way * _TILT}),
        )
    )
    best = _SHARE / _REACH
    inside = line(best).le(_SHARE / 2, line(1 / _REACH).le(Rational(1, 2))).le(sqrt(2) / 4)
    end = tilted.end.xreplace({_TILT: best})
    chosen = (
        line(Probability(beyond), given=_VOTES)
        .le(end, tilted.at({_TILT: best}), inside)
        .eq(exp(-_USERS * _SHARE**2 / (2 * _PROXY)), line(end.exp).eq(-_USERS * _SHARE**2 / (2 * _PROXY)))
    )
    return line(
        Probability(Holds(at_most(LEVEL, way * _COUNT - way * Expectation(_COUNT)))),
        given=(*_VOTES, at_most(LEVEL, _USERS / sqrt(2))),
    ).le(exp(-(LEVEL**2) / (2 * _PROXY * _USERS)), chosen.at({_SHARE: LEVEL / _USERS}))


EXPECTED_COUNT = (
    line(
        Expectation(_COUNT),
        given=(
            WholeNumber(_USERS / 2),
            MeanOfCopies(MEAN_VOTE, _VOTE, _USERS / 2),
            LaplaceNoise(NOISE, 2 / _EPS),
            IndicatorOf(BIT, _IN_BIN),
        ),
    )
    .eq(_USERS / 2 * Expectation(MEAN_VOTE), LINEAR(MEAN_VOTE, _USERS / 2, 0))
    .eq(_USERS / 2 * Expectation(BIT + NOISE), EXPECTED_MEAN(MEAN_VOTE, _VOTE, _USERS / 2))
    .eq(_USERS / 2 * (Expectation(BIT) + Expectation(NOISE)), ADDITIVE(BIT, NOISE))
    .eq(_USERS / 2 * Probability(_IN_BIN), LAPLACE_MEAN(NOISE, 2 / _EPS, 0), INDICATOR(BIT, _IN_BIN))
)
_TAILS_CHECK = (
    "tails in closed form",
    FiniteCheck(
        r"P(s_k-Es_k>t)\le\exp(-t^2/(2(1/8+8/\varepsilon^2)n))",
        "n = 2, 4; epsilon = 1/2, 1, 3, 10; p_k = 0, 1/4, 1/2, 1; four levels t <= n/sqrt(2)",
        _exact_tails,
    ),
)
_LEMMA3 = AllOf("", {"(24)": EXPECTED_COUNT, "(25)": _tail(1).beside(_TAILS_CHECK), "(26)": _tail(-1)})


LEMMA3 = Claim(
    "zhao/lemma3",
    "arXiv v1, Appendix A.2, Lemma 3, (24)-(26)",
    Kind.INEQUALITY,
    "concentration of a bin's noisy count",
    says=(
        r"\mathbb{E}[s_k]=\tfrac12np_k;\quad\mathrm{P}(s_k-\mathbb{E}[s_k]>t)\le\exp\left[-\frac{1}{2\left(\frac18+\frac{8}{\epsilon^2}\right)n}t^2\right],\quad\mathrm{P}(s_k-\mathbb{E}[s_k]<-t)\le\exp\left[-\frac{1}{2\left(\frac18+\frac{8}{\epsilon^2}\right)n}t^2\right]\text{ "
        r"for all }t\le n/\sqrt2"
    ),
    match=Match.READING,
    differs=(
        "for 0 <= t <= n/sqrt 2 (the paper prints no lower end of t), n even; I is the vote and S the "
        "mean of the noisy votes"
    ),
    printed=_LEMMA3,
    note="The event is s_k - E s_k >= t, not only > t. I is the indicator of A, that a user's mean Y lies "
    "in B_k; S is the mean of the n/2 votes.",
)
LEMMA3_A = Claim(
    "zhao/lemma3/a",
    "arXiv v1, Appendix A.2, (24), (27), (28)",
    Kind.IDENTITY,
    "the mean of a bin's count",
    says=r"\mathbb{E}[Z_{ik}]=\mathrm{P}(Y\in B_k)=p_k,\quad\mathbb{E}[s_k]=\tfrac n2p_k",
    match=Match.SAME,
    printed=EXPECTED_COUNT,
)

_X = sympy.Symbol("x", real=True)
LEMMA3_29 = Claim(
    "zhao/lemma3/29",
    "arXiv v1, Appendix A.2, (29)",
    Kind.INEQUALITY,
    "1/(1-x) <= e^(2x) up to x = 1/2",
    says=(
        r"\mathbb{E}[e^{\lambda W_{ik}}]=\frac{1}{1-b^2\lambda^2}\le "
        r"e^{2b^2\lambda^2}=e^{\frac{8}{\epsilon^2}\lambda^2}\text{ for }|\lambda|\le1/(\sqrt2b)\text{, "
        r"from }1/(1-x)\le e^{2x}\text{ for }x\le1/2"
    ),
    match=Match.READING,
    differs=("the inequality in x alone, for 0 <= x <= 1/2: the paper prints x <= 1/2 and uses it at x = b^2 lambda^2"),
    printed=Inequality(
        Relation(1 / (1 - _X), sympy.exp(2 * _X), "<=", (Variable(_X, Integer(0), Rational(1, 2)),)),
        (("x", "1/2"),),
    ),
    note="x = b^2 lambda^2 with b = 2/epsilon, and |lambda| <= epsilon/(2 sqrt 2) is x <= 1/2.",
)
_P = sympy.Symbol("p", real=True)
_Y = sympy.Symbol("y", positive=True)
_LAMBDA = sympy.Symbol("lambda", real=True)
_G = -_LAMBDA * _P + sympy.log(1 - _P + _P * sympy.exp(_LAMBDA))
LEMMA3_32 = Claim(
    "zhao/lemma3/32",
    "arXiv v1, Appendix A.2, (31), (32)",
    Kind.INEQUALITY,
    "the second derivative of g is at most 1/4",
    says=(
        r"g(\lambda)=-\lambda p_k+\ln(1-p_k+p_ke^\lambda),\quad "
        r"g''(\lambda)=\frac{p_ke^\lambda(1-p_k)}{(1-p_k+p_ke^\lambda)^2}\le\frac14"
    ),
    match=Match.SAME,
    printed=AllOf(
        "",
        {
            "the second derivative": Identity(
                sympy.diff(_G, _LAMBDA, 2),
                _P * sympy.exp(_LAMBDA) * (1 - _P) / (1 - _P + _P * sympy.exp(_LAMBDA)) ** 2,
                ((_P, "0", "1"), (_LAMBDA, "-oo", "oo")),
            ),
            "the bound, with y = e^lambda": Inequality(
                Relation(
                    4 * _P * (1 - _P) * _Y,
                    (1 - _P + _P * _Y) ** 2,
                    "<=",
                    (Variable(_P, Integer(0), Integer(1)), Variable(_Y, Integer(0), oo, open_lower=True)),
                )
            ),
        },
    ),
)


def _bit_moments(_: Settings) -> Iterator[Case]:
    """E exp(lambda (B - p)) for a bit B, by its two values, next to exp(lambda^2/8)."""
    for step in range(1, 12):
        chance = Fraction(step, 12)
        for tilt in (Fraction(-6), Fraction(-1), Fraction(-1, 10), Fraction(1, 10), Fraction(1), Fraction(6)):
            values = ((1 - chance, -chance), (chance, 1 - chance))
            moment = sum((_arb(w) * (_arb(tilt) * _arb(x)).exp() for w, x in values), arb(0))
            yield Case({"p_k": str(chance), "lambda": str(tilt)}, moment, (_arb(tilt) ** 2 / 8).exp())


_TILT33 = real("lambda")
LEMMA3_33 = Claim(
    "zhao/lemma3/33",
    "arXiv v1, Appendix A.2, (30)-(33)",
    Kind.INEQUALITY,
    "a centred indicator is sub-Gaussian with variance proxy 1/4",
    says=(
        r"\mathbb{E}\left[e^{\lambda(\mathbf{1}(Y_i\in B_k)-p_k)}\right]=(1-p_k+p_ke^\lambda)e^{-\lambda "
        r"p_k}\le e^{\frac18\lambda^2}"
    ),
    match=Match.READING,
    differs="its logarithm, for any variable in [0, 1]",
    printed=line(CGF(BIT, _TILT33))
    .le(_TILT33**2 / 8, HOEFFDING_LEMMA(BIT, 0, 1, _TILT33))
    .crosschecked(
        "moments of a bit, enclosed",
        r"E e^{\lambda(B-p)}\le e^{\lambda^2/8}",
        "p in twelfths, lambda = +-1/10, +-1, +-6",
        _bit_moments,
    ),
    note="The left side is the logarithm of the printed one.",
)
RATE = 1 / (2 * (Rational(1, 8) + 8 / epsilon**2))
"""The rate per user of (25): P(|s_k - E s_k| > x n) <= exp(-x^2 n RATE)."""
_SLOPE, _MOST_SLOPE, _T_REACH = real("lambda"), _EPS / (2 * sqrt(2)), _REACH * _USERS / (2 * sqrt(2))
_T_WITHIN, _BEST_SLOPE = at_most(LEVEL, _T_REACH), LEVEL / (_PROXY * _USERS)
_EXPONENTIAL = exp(-_SLOPE * LEVEL) * exp(_PROXY * _USERS * _SLOPE**2 / 2)
_LEAST_EXPONENTIAL = Infimum(_EXPONENTIAL, _SLOPE, at_most(-_MOST_SLOPE, _SLOPE), at_most(_SLOPE, _MOST_SLOPE))
LEMMA3_36 = Claim(
    "zhao/lemma3/36",
    "arXiv v1, Appendix A.2, (34)-(36)",
    Kind.IDENTITY,
    "the optimal lambda and the range of t in which it is allowed",
    says=(
        r"\mathrm{P}(s_k-\mathbb{E}[s_k]>t)\le\inf_{|\lambda|\le\epsilon/(2\sqrt2)}e^{-\lambda "
        r"t}\exp\left[\frac12\left(\frac18+\frac8{\epsilon^2}\right)n\lambda^2\right]\le\exp\left[-\frac{1}{2\left(\frac18+\frac{8}{\epsilon^2}\right)n}t^2\right]\text{ "
        r"if }t\le(\epsilon/8+8/\epsilon)n/(2\sqrt2)"
    ),
    match=Match.READING,
    differs="the second step only, for t >= 0",
    printed=line(_LEAST_EXPONENTIAL, given=(_T_WITHIN,))
    .le(
        _EXPONENTIAL.xreplace({_SLOPE: _BEST_SLOPE}),
        at_index(_LEAST_EXPONENTIAL, _BEST_SLOPE),
        line(_BEST_SLOPE, given=(_T_WITHIN,)).le(_T_REACH / (_PROXY * _USERS), _T_WITHIN).eq(_MOST_SLOPE),
        line(-_MOST_SLOPE).le(_BEST_SLOPE),
    )
    .eq(exp(-(LEVEL**2) / (2 * _PROXY * _USERS))),
)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
LEMMA3_RANGE = Claim(
    "zhao/lemma3/range",
    "arXiv v1, Appendix A.2, after (36)",
    Kind.INEQUALITY,
    "the range covers t <= n/sqrt(2)",
    says=r"\epsilon/8+8/\epsilon\ge2",
    match=Match.SAME,
    printed=Inequality(Relation(Integer(2), epsilon / 8 + 8 / epsilon, "<=", (_EPSILON,)), (("epsilon", "8"),)),
)
LEMMA4 = Claim(
    "zhao/lemma4",
    "arXiv v1, Appendix A.2, Lemma 4",
    Kind.INEQUALITY,
    "a bin near the mean is heavy, bins far from it are light",
    says=(
        r"\text{there is }k\in\{k^*-1,k^*,k^*+1\}\text{ with }p_k\ge1/2-e^{-2};\quad p_k\le2e^{-8}\text{ "
        r"for all }k\notin\{k^*-1,k^*,k^*+1\}"
    ),
    match=Match.SAME,
    printed=Whole(
        r"\exists k\in\{k^*-1,k^*,k^*+1\}: p_k\ge\tfrac12-e^{-2};\quad p_k\le2e^{-8}\ \text{for}\ |k-k^*|\ge2",
        ("zhao/lemma4/1", "zhao/lemma4/2"),
    ),
)


def _bin_masses(settings: Settings) -> Iterator[tuple[dict[str, object], int, list[Fraction]]]:
    """The exact masses of all bins for +-1 data: parameters, the bin of the mean, the masses."""
    for root in (6, 8, 10) if settings.quick else (6, 8, 9, 10, 11, 12):
        samples = root**2
        bins = Bins(Fraction(-1), Fraction(4, root), zhao.bin_count(samples))
        for step in range(0, 25, 3 if settings.quick else 1):
            probability = Fraction(step, 24)
            masses = [Fraction(0)] * bins.count
            for hits in range(samples + 1):
                weight = comb(samples, hits) * probability**hits * (1 - probability) ** (samples - hits)
                masses[bins.index_exact(Fraction(2 * hits, samples) - 1)] += weight
            yield {"m": samples, "P(X = D)": str(probability)}, bins.index_exact(2 * probability - 1), masses


def _near_mass(settings: Settings) -> Iterator[Case]:
    for parameters, mean_bin, masses in _bin_masses(settings):
        near = max(masses[max(0, mean_bin - 1) : mean_bin + 2])
        yield Case(parameters, arb(1) / 2 - arb(-2).exp(), near)


_EDGE, _SAMPLE, _USER_MEAN = real("L"), random_real("X"), random_real("Y")
_BIN, _CENTRE = 4 * _WIDTH / sqrt(_SAMPLES), Expectation(_SAMPLE)
_DATA = (MeanOfCopies(_USER_MEAN, _SAMPLE, _SAMPLES), at_most(-_WIDTH, _SAMPLE), at_most(_SAMPLE, _WIDTH))
_HOME = (at_most(_EDGE, _CENTRE), at_most(_CENTRE, _EDGE + _BIN))


def _between(first: Any, last: Any) -> Any:
    """The user's mean lies in the bins from one place to before another, counted from that of the mean."""
    return Both(Holds(at_most(_EDGE + first * _BIN, _USER_MEAN)), Holds(below(_USER_MEAN, _EDGE + last * _BIN)))


def _off(room: Any) -> Any:
    return Holds(at_most(room, Abs(_USER_MEAN - _CENTRE)))


_MASSES = [Probability(_between(k, k + 1)) for k in (-1, 0, 1)]
_CHANCES = [real(f"q_{k}", 0, 1) for k in range(3)]
_CLOSE = (
    line(Probability(Not(_off(_BIN / 2))), given=_DATA)
    .eq(1 - Probability(_off(_BIN / 2)), COMPLEMENT(_off(_BIN / 2), _off(_BIN / 2)))
    .ge(1 - 2 * exp(-2), HOEFFDING(_USER_MEAN, _SAMPLE, _SAMPLES, -_WIDTH, _WIDTH, _BIN / 2))
)


def _two_bins(first: int, *where: Any) -> Chain:
    """Of the two bins that the interval about the mean meets, one is heavy."""
    both, one, other = _between(first, first + 2), _between(first, first + 1), _between(first + 1, first + 2)
    at_each = [line(q).le(Max(*_CHANCES)).at(dict(zip(_CHANCES, _MASSES, strict=True))) for q in _CHANCES]
    return (
        line(Rational(1, 2) - exp(-2), given=(*_DATA, *where))
        .le(Probability(Not(_off(_BIN / 2))) / 2, _CLOSE)
        .le(Probability(both) / 2, included(Not(_off(_BIN / 2)), both))
        .le(Probability(Either(one, other)) / 2, included(both, Either(one, other)))
        .le((Probability(one) + Probability(other)) / 2, UNION(one, other))
        .le(Max(*_MASSES), at_each[first + 1], at_each[first + 2])
    )


_LEFT_HALF, _RIGHT_HALF = at_most(_CENTRE, _EDGE + _BIN / 2), at_most(_EDGE + _BIN / 2, _CENTRE)
LEMMA4_1 = Claim(
    "zhao/lemma4/1",
    "arXiv v1, Appendix A.2, Lemma 4 (1), (37), (38)",
    Kind.INEQUALITY,
    "a bin near the mean has mass at least 1/2 - e^(-2)",
    says=r"\text{there is }k\in\{k^*-1,k^*,k^*+1\}\text{ with }p_k\ge1/2-e^{-2}",
    match=Match.READING,
    differs="one of two parts; the three bins by their ends, h = 4D/sqrt m put in",
    printed=line(Rational(1, 2) - exp(-2), given=(*_DATA, *_HOME))
    .le(
        Max(*_MASSES),
        cases((_LEFT_HALF, _two_bins(-1, _HOME[0], _LEFT_HALF)), (_RIGHT_HALF, _two_bins(0, _RIGHT_HALF, _HOME[1]))),
    )
    .crosschecked(
        "+-D data, exact masses",
        r"\tfrac12-e^{-2}\le\max_{|k-k^*|\le1}p_k",
        "m = r^2, r up to 12; P(X = D) in multiples of 1/24",
        _near_mass,
    ),
    note="L is the left end of B_k*; the three masses are those of the bins k* - 1, k*, k* + 1. The last bin "
    "holds D, too.",
)


def _far_mass(settings: Settings) -> Iterator[Case]:
    for parameters, mean_bin, masses in _bin_masses(settings):
        far = [mass for k, mass in enumerate(masses) if abs(k - mean_bin) >= 2]
        if far:
            yield Case(parameters, max(far), 2 * arb(-8).exp())


_AWAY = integer("j", least=2)


def _far(place: Any) -> Chain:
    """The mass of the bin at this place from that of the mean."""
    there = _between(place, place + 1)
    return (
        line(Probability(there), given=(*_DATA, _HOME[1] if place == _AWAY else _HOME[0]))
        .le(Probability(_off(_BIN)), included(there, _off(_BIN)))
        .le(2 * exp(-8), HOEFFDING(_USER_MEAN, _SAMPLE, _SAMPLES, -_WIDTH, _WIDTH, _BIN))
        .crosschecked(
            "+-D data, exact masses",
            r"\max_{|k-k^*|\ge2}p_k\le2e^{-8}",
            "m = r^2, r up to 12; P(X = D) in multiples of 1/24",
            _far_mass,
        )
    )


LEMMA4_2 = Claim(
    "zhao/lemma4/2",
    "arXiv v1, Appendix A.2, Lemma 4 (2), (39), (40)",
    Kind.INEQUALITY,
    "a bin two or more away from the mean has mass at most 2 e^(-8)",
    says=r"p_k\le2e^{-8}\text{ for all }k\notin\{k^*-1,k^*,k^*+1\}",
    match=Match.READING,
    differs="one of two parts; the bins k* + j and k* - j, j >= 2, by their ends, h = 4D/sqrt m put in",
    printed=AllOf("", {"right of k*": _far(_AWAY), "left of k*": _far(-_AWAY)}),
    note="The bins are k* + j and k* - j, L the left end of B_k*.",
)

CLAIMS = (
    ALG1,
    ALG1_PRIVACY,
    LEMMA3,
    LEMMA3_A,
    LEMMA3_29,
    LEMMA3_32,
    LEMMA3_33,
    LEMMA3_36,
    LEMMA3_RANGE,
    LEMMA4,
    LEMMA4_1,
    LEMMA4_2,
)
