"""bassily Definition 2.6 and after: which vectors are concentrated, sub-Gaussian ones and means of bounded ones."""

from sympy import Abs, exp, log, sqrt

from verify.kernel.calculus import (
    HOEFFDING,
    Comparison,
    Expectation,
    Holds,
    MeanOfCopies,
    Probability,
    choose,
    integer,
    law,
    let,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.statements import AllOf, Definition, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.bassily.instances import vector_norms as vectors
from verify.papers.bassily.nouns import CoordinateTail, NormTail, SomeNorm, SubGaussian, WithinBall

DEF2_6 = Claim(
    "bassily/def2.6",
    "Definition 2.6",
    Kind.DEFINITION,
    "concentrated vectors",
    says=(
        r"X^n=(X_1,\ldots,X_n)\text{ is }(\tau,\gamma)\text{-concentrated if, with probability "
        r"}1-\gamma,\text{ there is }x\in\mathbb{R}^d\text{ with }\lVert X_i-x\rVert_2\le\tau\text{ for "
        r"all }i\in[n]"
    ),
    match=Match.SAME,
    printed=Definition(
        r"X^n \text{ is } (\tau,\gamma)\text{-concentrated: } "
        r"P(\exists x\,\forall i:\|X_i-x\|_2\le\tau)\ge1-\gamma"
    ),
)

_USERS, _DRAWS, _DIM = (integer(letter, least=1) for letter in "nmd")
_SCALE, _LIP, SPARE, _FAR, _OFF = (
    real("sigma", above=0),
    real("L", above=0),
    real("t", least=0),
    real("lambda", least=0),
    real("t", above=0),
)
_MORE, _LEVEL, _LAW, _TIMES = real("b", above=0), real("gamma", above=0, most=1), law("P"), real("a", least=0, most=1)
_PLACE = let("t", _SCALE * sqrt(2 * log(2 * _USERS * _DIM / _LEVEL)))
_SUB_GAUSSIAN = SubGaussian(_LAW, _SCALE, _DIM)
_COORDINATES = (
    line(_USERS * _DIM * CoordinateTail(_LAW, _PLACE), given=(_SUB_GAUSSIAN,))
    .le(
        2 * _USERS * _DIM * exp(-(_PLACE**2) / (2 * _SCALE**2)),
        words(
            "The tail along an axis.",
            Comparison(CoordinateTail(_LAW, _PLACE), "<=", 2 * exp(-(_PLACE**2) / (2 * _SCALE**2))),
            given=(_SUB_GAUSSIAN,),
        ),
    )
    .eq(_LEVEL)
)
SEC2A = Claim(
    "bassily/sec2a",
    "Section 2, after Definition 2.6",
    Kind.INEQUALITY,
    "sub-Gaussian vectors are concentrated",
    says=(
        r"\Pr(|v\cdot X|\ge t)\le2e^{-\frac{t^2}{2\sigma^2}}\text{ for all }t>0,\ v\in\mathbb{R}^d,\ "
        r"\lVert v\rVert_2=1\ (\sigma\text{-subgaussian});\quad X^n\sim_{i.i.d}P\text{ for such a "
        r"}P\text{: for all }\gamma>0,\ X^n\text{ is "
        r"}\left(\sigma\sqrt{2\log(2n/\gamma)},\gamma\right)\text{-concentrated}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"P(|v\cdot X|\ge t)\le2e^{-t^2/(2\sigma^2)}\ \forall\|v\|_2=1\Rightarrow P\big(\exists x\,\forall i:\|X_i-x\|_2\le\sigma\sqrt{2\log(2n/\gamma)}\big)\ge1-\gamma\ \text{in }\mathbb R^d",
        "n = 2 sign vectors in dimension 12, gamma = 1/2",
        vectors.two_vectors,
        ">=",
    ),
    corrected=line(SomeNorm(_LAW, _USERS, sqrt(_DIM) * _PLACE), given=(_SUB_GAUSSIAN,))
    .le(
        _USERS * _DIM * CoordinateTail(_LAW, _PLACE),
        words(
            "A vector of norm above sqrt(d) t has a co-ordinate of size above t, of which there are nd in all.",
            Comparison(SomeNorm(_LAW, _USERS, sqrt(_DIM) * _PLACE), "<=", _USERS * _DIM * CoordinateTail(_LAW, _PLACE)),
            given=(_SUB_GAUSSIAN,),
        ),
    )
    .le(_LEVEL, _COORDINATES)
    .crosschecked(
        "exact laws of the norm",
        r"P(\forall i:\|X_i\|_2\le\sqrt{2d\log(2nd/\gamma)})\ge1-\gamma",
        "co-ordinates that are sums of 1, 4, 9 or 16 signs over their standard deviation; d = 1, "
        "2, 3, 4, 12; n = 1, 2, 10; gamma = 9/10, 1/2, 1/100",
        vectors.in_ball,
        ">=",
    ),
    correction="it holds for d = 1, and up to constants for vectors that are concentrated in norm, as means of "
    "bounded gradients are. For vectors that are sub-Gaussian in every direction, as Definition 2.6 "
    "has them, the printed radius bounds each co-ordinate, not the norm: sqrt(d) for 1, and d in the "
    "logarithm. No theorem needs more than the bounded case; the proof of Lemma 5.1 cites the general "
    "one",
    severity=Severity.PROOF_GAP,
    theorem="bassily/lemma5.1",
    note="Signs are 1-sub-Gaussian by Hoeffding. Two points are in one ball of radius tau iff they are within 2 tau.",
)
_BOUNDED = WithinBall(_LAW, _LIP)
_EXCESS = NormTail(_LAW, _DRAWS, _LIP / sqrt(_DRAWS) + SPARE)
TAIL = (
    line(_EXCESS, given=(_BOUNDED,))
    .le(
        exp(-_FAR * SPARE + _DRAWS * _FAR**2 * (2 * _LIP / _DRAWS) ** 2 / 8),
        words(
            "The mean norm is at most the root of the variance, L/sqrt(m), and the martingale of the norm given the first j vectors "
            "moves by 2L/m at most: Hoeffding's lemma for each of the m differences, at any lambda > 0.",
            Comparison(_EXCESS, "<=", exp(-_FAR * SPARE + _DRAWS * _FAR**2 * (2 * _LIP / _DRAWS) ** 2 / 8)),
            given=(_BOUNDED,),
        ),
    )
    .le(exp(-_DRAWS * SPARE**2 / (2 * _LIP**2)), choose({_FAR: SPARE * _DRAWS / _LIP**2}))
)
_UNIT = _LIP / sqrt(_DRAWS)
_NEAR, _BEYOND = let("t", _TIMES * _UNIT), let("t", _UNIT + _MORE * _UNIT)
SEC2A_BOUNDED = Claim(
    "bassily/own/bounded",
    "ours, for the concentration that Section 5 uses",
    Kind.INEQUALITY,
    "a mean of m bounded vectors is near its expectation, in any dimension",
    corrected=AllOf(
        "",
        {
            "as it is": TAIL,
            "rounder, at a t of at most L/sqrt(m)": line(NormTail(_LAW, _DRAWS, _NEAR))
            .le(1)
            .le(2 * exp(-_DRAWS * _NEAR**2 / (8 * _LIP**2))),
            "beyond": line(NormTail(_LAW, _DRAWS, _BEYOND), given=(_BOUNDED,))
            .le(exp(-(_MORE**2) / 2), TAIL.at({SPARE: _MORE * _UNIT}))
            .le(2 * exp(-((1 + _MORE) ** 2) / 8))
            .eq(2 * exp(-_DRAWS * _BEYOND**2 / (8 * _LIP**2)))
            .crosschecked(
                "exact laws",
                r"P(\|g-Eg\|\ge t)\le2e^{-mt^2/(8L^2)}",
                "Y uniform on the d axes, d = 1 (signs), 2, 3, m = 1 to 4, L = 1; every value of the norm",
                vectors.axes,
            ),
        },
    ),
    note="This replaces bassily/sec2a, whose radius fails in high dimension, for averages of bounded gradients: "
    "the radius is L/sqrt(m) (1 + sqrt(2 log(n/gamma))) with probability 1 - gamma, or the rounder 2L "
    "sqrt(2 log(2n/gamma)/m).",
)
_SLOPE, _MEAN_SLOPE = random_real("g_{v, 1}"), random_real("g_v")
SEC2B = Claim(
    "bassily/sec2b",
    "Section 5, proof of Lemma 5.1, with the definition of Section 2",
    Kind.INEQUALITY,
    "the local gradient is sub-Gaussian",
    says=r"\text{for all }i,\ g_i(\theta)\text{ is }L/\sqrt{m}\text{-subgaussian}",
    match=Match.READING,
    differs="the definition of Section 2 is put in: P(|v.X| >= t) <= 2 exp(-t^2/(2 sigma^2)) for every unit vector v",
    printed=FiniteCheck(
        r"P(|v\cdot g_i(\theta)|\ge t)\le2e^{-mt^2/(2L^2)}",
        "the loss theta in one dimension, m = 2 samples, L = t = 1",
        vectors.uncentred_tail,
    ),
    corrected=line(
        Probability(Holds(Comparison(_OFF, "<=", Abs(_MEAN_SLOPE - Expectation(_SLOPE))))),
        given=(
            MeanOfCopies(_MEAN_SLOPE, _SLOPE, _DRAWS),
            Comparison(-_LIP, "<=", _SLOPE),
            Comparison(_SLOPE, "<=", _LIP),
        ),
    )
    .le(2 * exp(-_DRAWS * _OFF**2 / (2 * _LIP**2)), HOEFFDING(_MEAN_SLOPE, _SLOPE, _DRAWS, -_LIP, _LIP, _OFF))
    .crosschecked(
        "exact tails",
        r"P(|v\cdot(g-Eg)|\ge t)\le2e^{-mt^2/2},\ L=1",
        "four laws of the gradient, m = 1 to 8 (16; not quick), every t that occurs",
        vectors.centred_tails,
    ),
    correction="about its mean, the gradient of F, which the definition of Section 2 does not subtract",
    severity=Severity.TYPO,
    theorem="bassily/lemma5.1",
    note="Without the mean a gradient that is the same for every sample is a counterexample. About the mean is how the proof uses it.",
)

CLAIMS = (
    DEF2_6,
    SEC2A,
    SEC2A_BOUNDED,
    SEC2B,
)
