"""kent Appendix I, Lemma 25: the hypercube for means without privacy."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Rational, log, oo, sqrt

from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.calculus import (
    FINITE_KL,
    KL,
    Chain,
    Discrete,
    Infimum,
    Name,
    at_most,
    because,
    choose,
    constructor,
    equal,
    integer,
    let,
    line,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.cube_laws import MIXTURES, DataTV, MixtureTV, NeighbourTV, SendAll, Within
from verify.kernel.calculus.facts.hypercube import Ball, Cube, Signs
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.printing import latex
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, UpToConstant, Whole
from verify.kernel.statements import at_most as ordered
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH1_assouad.eq182_assouad import CLASS, FAMILY, HALF, LOSS, SIZE, by_bits
from verify.papers.kent.instances.hypercubes import power, shifted, vertices
from verify.papers.kent.lemmas.all_data import (
    FLIPPED_SIGN,
    NEIGHBOUR_DATA,
    POOLED,
    SIGNS_SEPARATED,
    SIGNS_WITHIN_BALL,
    SIGNS_WITHIN_CUBE,
    flipped_divergence,
)
from verify.papers.kent.setting import DRAWS, USERS

_HALF = Rational(1, 2)


_DECODER, _SIZE, _CHANGE, _WIDTH = (
    Name("g", "decoder"),
    integer("d", least=1),
    real("Delta", above=0, below=1),
    real("D", above=0),
)
_ALL = USERS * DRAWS
_STEP = let(r"\Delta", 1 / sqrt(6 * _ALL))
_GROWS, _WIDE, _PAIRS = sympy.symbols("r d N", positive=True)


LEMMA25_DELTA = Claim(
    "kent/lemma25/delta",
    "Appendix I, proof of Lemma 25, the choice of Delta",
    Kind.RATE_ALGEBRA,
    "Delta = 1/(6nT) gives d/(nT)",
    says=r"\Delta=1/(6nT):\quad\Delta^2\sum_{j=1}^k\{1-\sqrt{3nT\Delta^2}\}\gtrsim\frac{d}{nT}",
    match=Match.READING,
    differs="k = d terms; N is nT; on the family d = 1",
    printed=UpToConstant(
        _WIDE / _PAIRS,
        _WIDE / (6 * _PAIRS) ** 2 * (1 - sqrt(3 * _PAIRS / (6 * _PAIRS) ** 2)),
        (Variable(_WIDE, Integer(1), oo), Variable(_PAIRS, Integer(1), oo)),
        family=((_WIDE, Integer(1)), (_PAIRS, _GROWS)),
        along=_GROWS,
    ),
    corrected=line(_STEP**2 * _SIZE * (1 - sqrt(3 * _ALL * _STEP**2)))
    .eq(_SIZE / (6 * _ALL) * (1 - sqrt(_HALF)))
    .ge(_SIZE / (24 * _ALL)),
    correction="Delta = (6nT)^(-1/2): at the printed 1/(6nT) the left side is of the order of d/(nT)^2",
    severity=Severity.TYPO,
    theorem="kent/lemma25",
    note="In our copy the root is missing in Delta = 1/(6nT).",
)


def _mixtures(_: Settings) -> Iterator[Case]:
    """KL of the mixtures over v_1 = 1 and v_1 = -1 next to the average of nT KL(P_v, P_(v with 1 flipped)); 2^-40 for rounding."""
    for d in (1, 2):
        for samples in (1, 2, 3):
            for delta in (Fraction(1, 4), Fraction(1, 2)):
                sides = []
                for side in (1, -1):
                    masses: dict[object, Fraction] = {}
                    for v in vertices(d):
                        if v[0] == side:
                            for x, p in power(shifted(d, delta).law(v), samples):
                                masses[x] = masses.get(x, Fraction(0)) + p / 2 ** (d - 1)
                    sides.append(FiniteLaw(tuple(masses.items())))
                one = as_arb(delta) * (as_arb((1 + delta) / (1 - delta))).log()
                told = {"d": d, "nT": samples, "Delta": str(delta)}
                yield Case(told, kullback_leibler(*sides), samples * one + arb(2) ** -40)


_FAMILY, _VERTEX, _COORDINATE = Name("P", "family of laws"), Name("v", "vertex"), integer("j", least=1)
HalfMixture = constructor("HalfMixture", r"{0}_{{{2}, {3}}}^{{{1}}}")
"""The mixture, all weights alike, of the laws of N draws over the vertices with v_j = s: HalfMixture(P, N, s, j)."""
HalfAverage = quantity(
    "HalfAverage",
    r"2^{{1 - {2}}} \textstyle\sum_{{v: v_{{{1}}} = 1}} \mathrm{{KL}}({0}_v \,\|\, {0}_{{v \oplus {1}}})",
    "mean over the vertices of {-1, 1}^d with v_j = 1 of the divergence of the law at v from that with v_j flipped: "
    "HalfAverage(P, j, d)",
    0,
    infinite=True,
)
_PLUS, _MINUS = (HalfMixture(_FAMILY, USERS * DRAWS, side, _COORDINATE) for side in (1, -1))
_INSIDE = at_most(_COORDINATE, _SIZE)
_AVERAGE = HalfAverage(_FAMILY, _COORDINATE, _SIZE)


def _same_mixture(_: Settings) -> Iterator[Case]:
    """KL between (1 + Delta)/2 and (1 - Delta)/2 on two points, which is Delta log{(1 + Delta)/(1 - Delta)}, next to 0."""
    delta = Fraction(1, 2)
    plus, minus = (FiniteLaw(tuple(power(shifted(1, delta).law((side,)), 1))) for side in (1, -1))
    again = as_arb(delta) * as_arb((1 + delta) / (1 - delta)).log()
    yield Case({"d": 1, "nT": 1, "Delta": "1/2"}, kullback_leibler(plus, minus), 0, left_again=again)


LEMMA25_THIRD = Claim(
    "kent/lemma25/third",
    "Appendix I, proof of Lemma 25, from the second line to the third",
    Kind.IDENTITY,
    "the two mixtures written out",
    says=(
        r"D_{\mathrm{KL}}(P_{+j}^{nT},P_{-j}^{nT})=D_{\mathrm{KL}}\Big(\frac{1}{2^{d-1}}\sum_{v:v_j=1}P_v^{\otimes "
        r"nT},\frac{1}{2^{d-1}}\sum_{v:v_j=1}P_v^{\otimes "
        r"nT}\Big)\le\sum_{v:v_j=1}\frac{nT}{2^{d-1}}D_{\mathrm{KL}}(P_v,P_{v^{\oplus j}})"
    ),
    match=Match.READING,
    differs="the first sign of the display",
    printed=FiniteCheck(
        r"D_{\mathrm{KL}}(P_{+j}^{nT},P_{-j}^{nT})=D_{\mathrm{KL}}\Big(\frac1{2^{d-1}}\sum_{v:v_j=1}P_v^{\otimes nT},\frac1{2^{d-1}}\sum_{v:v_j=1}P_v^{\otimes nT}\Big)",
        "d = nT = 1, Delta = 1/2: on the right the same law stands twice",
        _same_mixture,
        "==",
    ),
    corrected=line(KL(_PLUS, _MINUS), given=(_INSIDE,))
    .le(
        USERS * DRAWS * _AVERAGE,
        because(
            "The pairs (v, data), the other coordinates of v alike on both sides, have the averaged divergence, which is nT "
            "times that of one draw, and forgetting v does not increase it."
        ),
    )
    .crosschecked(
        "enclosed",
        r"D_{\mathrm{KL}}\le\tfrac{nT}{2^{d-1}}\sum D_{\mathrm{KL}}",
        "d = 1, 2; nT = 1, 2, 3; Delta = 1/4, 1/2",
        _mixtures,
        granted="2^{-40}",
    ),
    correction="the second mixture is over v_j = -1",
    severity=Severity.TYPO,
    theorem="kent/lemma25",
    note="In our copy v_j = 1 stands in both sums; the sign is lost in the second one.",
)


def _printed_equality(_: Settings) -> Iterator[Case]:
    """nT/2^d times the sum over v with v_1 = 1 of KL, next to nT Delta log((1 + Delta)/(1 - Delta)), nT = 1."""
    delta, d = Fraction(1, 2), 2
    kl = as_arb(delta) * (as_arb((1 + delta) / (1 - delta))).log()
    left = sum((kl / 2**d for v in vertices(d) if v[0] == 1), arb(0))
    yield Case({"nT": 1, "d": d, "Delta": str(delta), "j": 1}, left, kl, left_again=as_arb(Fraction(3)).log() / 4)


def _true_equality(_: Settings) -> Iterator[Case]:
    """The same sum next to half of it, up to 2^-40 either way."""
    for d in (1, 2, 3):
        for delta in (Fraction(1, 4), Fraction(1, 2)):
            kl = as_arb(delta) * (as_arb((1 + delta) / (1 - delta))).log()
            left = sum((kl / 2**d for v in vertices(d) if v[0] == 1), arb(0))
            yield Case({"d": d, "Delta": str(delta)}, abs(left - kl / 2), arb(2) ** -40)


_UNIT = Signs(Integer(1), _CHANGE, _SIZE)
_COIN, _TURNED = (Discrete(1, (1 + x * _CHANGE) / 2, -1, (1 - x * _CHANGE) / 2) for x in (1, -1))
_UP, _DOWN = (1 + _CHANGE) / 2, (1 - _CHANGE) / 2
_ABOVE, _BELOW = real("a", above=0), real("b", above=0)
_RATIO = line(log(_ABOVE / _BELOW)).eq(log(_ABOVE) - log(_BELOW))
_RATIOS = _RATIO.at({_ABOVE: _UP, _BELOW: _DOWN}), _RATIO.at({_ABOVE: _DOWN, _BELOW: _UP})
_OF_SIGNS = HalfAverage(_UNIT, _COORDINATE, _SIZE)
LEMMA25_SUM = Claim(
    "kent/lemma25/sum",
    "Appendix I, proof of Lemma 25, from the fifth line to the sixth",
    Kind.IDENTITY,
    "the sum over half of the cube",
    says=(
        r"\frac{nT}{2^d}\sum_{v:v_j=1}D_{\mathrm{KL}}(\mathrm{Bern}(1/2+\Delta "
        r"v_j/2),\mathrm{Bern}(1/2-\Delta v_j/2))=nT\Delta v_j\log\{(1+\Delta v_j)/(1-\Delta v_j)\}"
    ),
    match=Match.READING,
    differs="the right side at v_j = 1, where both signs of v_j give the same",
    printed=FiniteCheck(
        r"\tfrac{nT}{2^d}\textstyle\sum_{v:v_j=1}D_{\mathrm{KL}}=nT\Delta\log\tfrac{1+\Delta}{1-\Delta}",
        "nT = 1, d = 2, Delta = 1/2",
        _printed_equality,
        "==",
    ),
    corrected=line(USERS * DRAWS / 2 * _OF_SIGNS, given=(_INSIDE,))
    .eq(
        USERS * DRAWS / 2 * KL(_COIN, _TURNED),
        words(
            "The coordinates are independent and the j-th alone differs, so that each divergence is that of its two laws.",
            equal(_OF_SIGNS, KL(_COIN, _TURNED)),
            given=(_INSIDE,),
            leans=("kent/appH.2/fam",),
        ),
    )
    .eq(USERS * DRAWS / 2 * _CHANGE * (log(_UP) - log(_DOWN)), FINITE_KL(_COIN, _TURNED), *_RATIOS)
    .eq(USERS * DRAWS / 2 * _CHANGE * log(_UP / _DOWN), _RATIOS[0])
    .crosschecked("enclosed", r"|\cdot|\le2^{-40}", "d = 1, 2, 3; Delta = 1/4, 1/2", _true_equality),
    correction="half of it: v_j = 1 on 2^(d-1) vertices. As a lower bound the chain survives, with a margin",
    severity=Severity.CONSTANT,
    theorem="kent/lemma25",
)

_DELTA, _D = sympy.symbols("Delta d", positive=True)
LEMMA25_KL = Claim(
    "kent/lemma25/kl",
    "Appendix I, proof of Lemma 25, seventh line",
    Kind.INEQUALITY,
    "the divergence of a flipped co-ordinate",
    says=(
        r"nT\Delta v_j\log\{(1+\Delta v_j)/(1-\Delta v_j)\}\le3nT\Delta^2\text{, by the bound of "
        r"}x\log\{(1+x)/(1-x)\}\text{ for }|x|<1/2"
    ),
    match=Match.READING,
    differs="without the factor nT, at v_j = 1; the bound that the text means to quote is missing in our copy",
    printed=ordered(
        _DELTA * log((1 + _DELTA) / (1 - _DELTA)),
        3 * _DELTA**2,
        Variable(_DELTA, Integer(0), _HALF, open_lower=True),
        shown=(("Delta", "1/2"),),
    ),
)
LEMMA25_CHAIN = Claim(
    "kent/lemma25/chain",
    "Appendix I, proof of Lemma 25",
    Kind.LOWER_BOUND,
    "the chain of Lemma 25",
    says=(
        r"\mathcal{R}_{nT,1,\infty}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\ge\Delta^2\sum_{j=1}^k\{1-D_{\mathrm{TV}}(P_{+j}^{nT},P_{-j}^{nT})\}\ge\Delta^2\sum_{j=1}^k\Big\{1-\sqrt{\frac{1}{2}D_{\mathrm{KL}}(P_{+j}^{nT},P_{-j}^{nT})}\Big\}\ge\Delta^2\sum_{j=1}^k\Big\{1-\sqrt{\frac{1}{2}\sum_{v:v_j=1}\frac{nT}{2^{d-1}}D_{\mathrm{KL}}(P_v,P_{v^{\oplus "
        r"j}})}\Big\}=\Delta^2\sum_{j=1}^k\{1-\sqrt{nT\Delta v_j\log\{(1+\Delta v_j)/(1-\Delta "
        r"v_j)\}}\}\ge\Delta^2\sum_{j=1}^k\{1-\sqrt{3nT\Delta^2}\}\gtrsim\frac{d}{nT}"
    ),
    match=Match.READING,
    differs="a group; the middle of the chain is left out, and d stands for the printed k",
    printed=Whole(
        r"\mathcal R_{nT,1,\infty}(\theta(\mathcal P_d))\ge\Delta^2\textstyle\sum_j\{\cdots\}\ge\Delta^2d(1-\sqrt{3nT\Delta^2})\gtrsim\frac d{nT}",
        (
            "kent/lemma25/harmonic",
            "kent/lemma25/third",
            "kent/lemma25/sum",
            "kent/lemma25/kl",
            "kent/lemma25/delta",
        ),
    ),
    corrected=Whole(
        r"\mathcal R_{nT,1,\infty}(\theta(\mathcal P_d))\ge\Delta^2d(1-\sqrt{3nT\Delta^2})\ge\tfrac d{24nT},\ "
        r"\Delta=(6nT)^{-1/2}",
        (
            "kent/lemma25/harmonic",
            "kent/lemma25/third",
            "kent/lemma25/sum",
            "kent/lemma25/kl",
            "kent/lemma25/delta",
        ),
        as_corrected=True,
    ),
    correction="half the sum",
    severity=Severity.TYPO,
    theorem="kent/lemma25",
)


def _harmonic(_: Settings) -> Iterator[Case]:
    """Delta^2 (1 - TV) next to the exact Bayes risk of one co-ordinate of (190) from nT samples."""
    for delta in (Fraction(1, 8), Fraction(1, 2), Fraction(9, 10)):
        for samples in (1, 2, 5, 20):
            p, q = (binomial(samples, (1 + s * delta) / 2) for s in (1, -1))
            risk = sum((2 * p[a] * q[a] / (p[a] + q[a]) for a in p.atoms if p[a] + q[a]), Fraction(0))
            both = sum((min(p[a], q[a]) for a in p.atoms), Fraction(0))
            yield Case({"nT": samples, "Delta": str(delta)}, delta**2 * both, delta**2 * risk)


_CUBE, _BALL = Cube(Integer(1), _SIZE), Ball(Integer(2), Integer(1), _SIZE)


def _without(members: Any, n: Any = USERS, draws: Any = DRAWS) -> Any:
    """The least worst squared error of n users who send a given number of draws each."""
    shown = ", ".join(latex(x) for x in (n, draws, oo))
    body = Infimum(WorstLoss(SendAll(n, _DECODER), members, draws, Squared()), _DECODER)
    return let(rf"\mathfrak{{R}}_{{{shown}}}({latex(members)}, \|\cdot\|_2^2)", body)


PosteriorOverlap = quantity(
    "PosteriorOverlap",
    r"\tfrac1{{{2}}} \textstyle\sum_j \int \frac{{2 p_{{+j}} p_{{-j}}}}{{p_{{+j}} + p_{{-j}}}}_{{{0}, {1}}}",
    "average over j of the integral of 2 p q/(p + q), p and q the densities of the mixtures of N draws over the vertices "
    "of {-1, 1}^d with v_j = 1 and with v_j = -1: PosteriorOverlap(N, P, d)",
    0,
    1,
)
_LOSS, _OVERLAP = WorstLoss(SendAll(_ALL, _DECODER), _CUBE, Integer(1), Squared()), PosteriorOverlap(_ALL, _UNIT, _SIZE)
_DATA = DataTV(_ALL, _UNIT, Integer(1), _SIZE)
_ONE_DECODER = (
    line(_LOSS)
    .ge(
        _CHANGE**2 * _SIZE * _OVERLAP,
        because(
            "The worst loss is at least the Bayes risk of the uniform prior, d times the mean posterior variance of a sign "
            "times Delta.",
            "kent/appH.2/fam",
        ),
    )
    .ge(
        _CHANGE**2 * _SIZE * (1 - _DATA),
        words("2 p q/(p + q) is at least min(p, q), whose integral is 1 - TV.", at_most(1 - _DATA, _OVERLAP)),
    )
    .crosschecked(
        "exact Bayes risks",
        r"\Delta^2(1-D_{\mathrm{TV}})\le\text{Bayes risk}",
        "Delta = 1/8, 1/2, 9/10; nT = 1, 2, 5, 20",
        _harmonic,
    )
)
LEMMA25_HARMONIC = Claim(
    "kent/lemma25/harmonic",
    "Appendix I, proof of Lemma 25, first line",
    Kind.LOWER_BOUND,
    "Assouad's bound with the factor Delta^2",
    says=(
        r"\mathcal{R}_{nT,1,\infty}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\ge\Delta^2\sum_{j=1}^k\{1-D_{\mathrm{TV}}(P_{+j}^{nT},P_{-j}^{nT})\}\text{ "
        r"by Lemma 12}"
    ),
    match=Match.READING,
    differs=(
        "d for the printed k, which is not defined here, and for every Delta below 1; not by Lemma 12, "
        "which gives half of it"
    ),
    printed=line(_without(_CUBE, _ALL, Integer(1))).ge(_CHANGE**2 * _SIZE * (1 - _DATA), _ONE_DECODER),
    note="Lemma 12, which the proof names, gives Delta^2/2 here (2 varrho = Delta^2); the printed factor is "
    "right for the squared error, by the harmonic mean of the two likelihoods.",
)


def _without_privacy(_: Settings) -> Iterator[Case]:
    """d/(24 nT) next to the exact Bayes risk of (190) from nT samples at Delta = (6 nT)^(-1/2) for squares 6 nT: d = 1, 2."""
    for samples, root in ((6, 6), (24, 12), (54, 18)):
        delta = Fraction(1, root)
        p, q = (binomial(samples, (1 + s * delta) / 2) for s in (1, -1))
        risk = delta**2 * sum((2 * p[a] * q[a] / (p[a] + q[a]) for a in p.atoms), Fraction(0))
        for d in (1, 2):
            yield Case({"nT": samples, "d": d, "Delta": str(delta)}, Fraction(d, 24 * samples), d * risk)


_OPEN = SendAll(USERS, _DECODER)
_SIGNS = Signs(_WIDTH, _CHANGE, _SIZE)
_CLASS = Name(r"\mathcal{P}", "class of laws")
_TOLD = NeighbourTV(_OPEN, _SIGNS, DRAWS, _SIZE)
_APART = (
    line(MixtureTV(_OPEN, _SIGNS, DRAWS, _SIZE))
    .eq(sqrt(MixtureTV(_OPEN, _SIGNS, DRAWS, _SIZE) ** 2))
    .le(sqrt(_TOLD), MIXTURES(_OPEN, _SIGNS, DRAWS, _SIZE))
    .le(
        sqrt(USERS * DRAWS / 2 * flipped_divergence(_SIGNS, _SIZE)),
        NEIGHBOUR_DATA(USERS, _DECODER, _SIGNS, DRAWS, _SIZE),
    )
    .le(
        sqrt(USERS * DRAWS * _CHANGE**2 / (1 - _CHANGE**2)),
        FLIPPED_SIGN(_WIDTH, _CHANGE, _SIZE, Name("v", "vertex"), integer("j", least=1)),
    )
)
_AT = {CLASS: _CLASS, LOSS: Squared(), HALF: _WIDTH**2 * _CHANGE**2 / 2, FAMILY: _SIGNS, SIZE: _SIZE}
_SEEN = (
    line(WorstLoss(_OPEN, _CLASS, DRAWS, Squared()), given=(Within(_SIGNS, _CLASS),))
    .ge(
        _WIDTH**2 * _CHANGE**2 / 2 * _SIZE * (1 - MixtureTV(_OPEN, _SIGNS, DRAWS, _SIZE)),
        by_bits(_OPEN).at(_AT),
        SIGNS_SEPARATED(_WIDTH, _CHANGE, _SIZE),
    )
    .ge(_WIDTH**2 * _CHANGE**2 / 2 * _SIZE * (1 - sqrt(USERS * DRAWS * _CHANGE**2 / (1 - _CHANGE**2))), _APART)
)


def _as_one(members: Any) -> Chain:
    """n users with T draws each see what nT users with one draw see."""
    return line(_without(members)).eq(
        _without(members, USERS * DRAWS, Integer(1)), POOLED(USERS, _DECODER, members, DRAWS, Squared())
    )


def _at_least(members: Any, width: Any, within: Any, *crosschecks: tuple[str, FiniteCheck]) -> Chain:
    """The bound of signs of this width, whose laws belong to the class."""
    seen = _SEEN.at({_CLASS: members, _WIDTH: width})
    return (
        line(_without(members))
        .ge(seen.statement.right, seen, within)
        .ge(width**2 * _SIZE / (24 * USERS * DRAWS), choose({_CHANGE: 1 / sqrt(6 * USERS * DRAWS)}))
        .beside(*crosschecks)
    )


_NARROW = 1 / sqrt(_SIZE)
LEMMA25 = Claim(
    "kent/lemma25",
    "Appendix I, Lemma 25",
    Kind.LOWER_BOUND,
    "the lower bounds without privacy",
    says=r"\mathcal{R}_{n,T,\infty}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)=\mathcal{R}_{nT,1,\infty}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\gtrsim\frac{d}{nT};\quad\mathcal{R}_{n,T,\infty}(\theta(\mathcal{P}_d'),\lVert\cdot\rVert_2^2)=\mathcal{R}_{nT,1,\infty}(\theta(\mathcal{P}_d'),\lVert\cdot\rVert_2^2)\gtrsim\frac{1}{nT}",
    match=Match.READING,
    differs="the hidden constant is 1/24; in parts",
    printed=AllOf(
        "",
        {
            "cube, equality": _as_one(_CUBE),
            "cube": _at_least(
                _CUBE,
                Integer(1),
                SIGNS_WITHIN_CUBE(Integer(1), _CHANGE, _SIZE),
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\tfrac d{24nT}\le\text{Bayes risk}",
                        "nT = 6, 24, 54; d = 1, 2; Delta = (6nT)^(-1/2)",
                        _without_privacy,
                    ),
                ),
            ),
            "ball, equality": _as_one(_BALL),
            "ball": _at_least(_BALL, _NARROW, SIGNS_WITHIN_BALL(_NARROW, _CHANGE, _SIZE, Integer(1))),
        },
    ),
    note="Printed with unnamed constants; here 1/24, by Lemma 12 with 2 varrho = Delta^2 as the proof has it.",
)
_X, _Y = sympy.Symbol("x", positive=True), sympy.Symbol("y", positive=True)
_SMALL = ((_DELTA, "0", "1"),)
_P = (1 + _DELTA) / 2
_ONE = Variable(_Y, Integer(0), Integer(1), open_lower=True)

CLAIMS = (
    LEMMA25_DELTA,
    LEMMA25_THIRD,
    LEMMA25_SUM,
    LEMMA25_KL,
    LEMMA25_CHAIN,
    LEMMA25_HARMONIC,
    LEMMA25,
)
