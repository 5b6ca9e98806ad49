"""label Appendix B, (44)-(51): the divergence of private samples, and the lower bound under local label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from sympy import Integer, Min, Rational, exp, log, oo, sqrt

from lowerbounds.information.channels import response
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import two_point
from notation.symbols import beta, d, epsilon, gamma, h
from verify.kernel.calculus import (
    DATA_PROCESSING,
    FINITE_KL,
    KL,
    KL_CHI_SQUARE,
    PRIVATE_CHI_SQUARE,
    TENSORISATION,
    TV,
    Chain,
    ChiSquare,
    Comparison,
    Maximum,
    Name,
    Power,
    Private,
    Sum,
    Through,
    because,
    cases,
    equal,
    let,
    line,
    real,
    words,
)
from verify.kernel.calculus import at_most as limits
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, SameRate, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.label.averages import BETA, DENSITY, DIM, EPS, SAMPLES, SIDE, powers
from verify.papers.label.instances.tent_functions import (
    all_channels,
    answered,
    answered_again,
    answered_divergence,
    local_class_votes,
    per_bit,
    square_norms,
    two_samples,
)
from verify.papers.label.lemmas.tents import FINITE_TV, label_law
from verify.papers.label.nouns import Answered, CubeKL, NeighbourKL, NeighbourTV, SignMissed, TentData, TentIntegral
from verify.papers.label.tents import (
    CHANNEL,
    CUBE,
    CUBES,
    GAMMA,
    LEARNER,
    MEAN,
    NORM2,
    ROOM,
    SIGNS,
    SMALL_MEAN,
    each_label,
    explicit_classification,
    local_divergence,
    local_errors,
    low,
    pair,
    scaled,
)

_DATA, _DELTA = Name("D", "family of laws"), real("delta", least=0)
_HAMMING = Maximum(Sum(SignMissed(LEARNER, _DATA, SIGNS, CUBE), CUBE, 1, CUBES), SIGNS)
_CLOSE = Comparison(NeighbourKL(_DATA, CUBES), "<=", _DELTA)
_BY_TV = words(
    "Averaged over the signs, the k-th is missed with at least half of the mean of 1 - TV over pairs that "
    "differ there (Le Cam), and the largest of these sums is no smaller.",
    limits(CUBES * (1 - NeighbourTV(_DATA, CUBES)) / 2, _HAMMING),
)
_APART = NeighbourTV(_DATA, CUBES)


def _assouad(told: str, most: Any, end: Any) -> Chain:
    """By the total variation, which is at most so much."""
    return (
        line(_HAMMING, given=(_CLOSE,))
        .ge(CUBES * (1 - _APART) / 2, _BY_TV)
        .ge(
            CUBES * (1 - most) / 2,
            words(f"{told}, for the pair that is furthest apart.", limits(_APART, most), given=(_CLOSE,)),
        )
        .eq(end)
    )


_BY_HUBER = _assouad(
    "Bretagnolle and Huber (Tsybakov 2009, (2.25))",
    1 - exp(-_DELTA) / 2,
    CUBES * exp(-_DELTA) / 4,
).crosschecked(
    "the best test, exact",
    r"P(\hat v\ne v)\ge\tfrac12\max(\tfrac12e^{-\delta},1-\sqrt{\delta/2})",
    "m = 1, N = 1, 5, 20, eta = 1/20, 1/5, 1/2 (negated sides)",
    per_bit,
)
_BY_PINSKER = _assouad("Pinsker (Tsybakov 2009, Lemma 2.5)", sqrt(_DELTA / 2), CUBES * (1 - sqrt(_DELTA / 2)) / 2)
EQ45 = Claim(
    "label/eq45",
    "Appendix B, (44), (45)",
    Kind.INEQUALITY,
    "Assouad's lemma",
    says=(
        r"\delta=\sup_{M\in\mathcal{M}_\epsilon}\max_{\mathbf{v},\mathbf{v}':\rho_H(\mathbf{v},\mathbf{v}')=1}D_{KL}(P_{(X,Z)_{1:N}|\mathbf{v}}\|P_{(X,Z)_{1:N}|\mathbf{v}'});\quad\inf_{\hat{\mathbf{v}}}\inf_M\max_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]\geq\frac "
        r"m2\left(\frac12e^{-\delta},1-\sqrt{\frac{\delta}{2}}\right)"
    ),
    match=Match.READING,
    differs="the max that the pair in brackets lacks is supplied: each of the two is judged as a lower bound",
    printed=AllOf("", {"by Bretagnolle and Huber": _BY_HUBER, "by Pinsker": _BY_PINSKER}),
    note="'max' is missing before the bracket; Tsybakov 2009, Theorem 2.12 (iv), has it.",
)
_TENTS = pair(1)
_TOLD = [Answered(CHANNEL, one) for one in _TENTS]
_IN_CUBE = CubeKL(CHANNEL, TentData(1, SIDE, BETA, DIM, DENSITY), SIGNS, CUBE)
EQ46A = Claim(
    "label/eq46a",
    "Appendix B, (46) (a), (b)",
    Kind.IDENTITY,
    "only the samples in the cube count",
    says=(
        r"\text{with }v_1\neq v_1',\ v_i=v_i'\text{ for }i\neq1:\quad "
        r"D_{KL}(P_{(X,Z)_{1:N}|\mathbf{v}}\|P_{(X,Z)_{1:N}|\mathbf{v}'})=ND_{KL}(P_{X,Z|\mathbf{v}}\|P_{X,Z|\mathbf{v}'})=N\int_{B_1}f(\mathbf{x})D_{KL}(P_{Z|\mathbf{X}=\mathbf{x},\mathbf{v}}\|P_{Z|\mathbf{X}=\mathbf{x},\mathbf{v}'})\,d\mathbf{x}"
    ),
    match=Match.READING,
    differs=(
        "for the phi and the cubes of the ledger, which the paper leaves open, with h^beta <= 1 and c h^d <= "
        "1; for beta <= 1, the range of a Hoelder exponent"
    ),
    printed=line(KL(*(Power(one, SAMPLES) for one in _TOLD)), given=(low(1), ROOM))
    .eq(SAMPLES * KL(*_TOLD), TENSORISATION(*_TOLD, SAMPLES))
    .eq(
        SAMPLES * _IN_CUBE,
        words(
            "Chain rule of KL, features first (Cover and Thomas 2006, Theorem 2.5.3): they have the same law, and outside of the k-th cube the "
            "messages do, too.",
            equal(KL(*_TOLD), _IN_CUBE),
        ),
    )
    .crosschecked(
        "two samples, exact",
        r"D_{KL}=N\int_{B_1}fD_{KL}\text{ up to }2^{-40}",
        "N = 2; the cube has mass 1/4, 1; answers with means +-1/10, +-1/2; both orders",
        two_samples,
    ),
    note="For messages that are not interactive.",
)


def _message_tv(_: Settings) -> Iterator[Case]:
    """Randomized response of a label with mean +-1/2: KL of the messages next to (e^epsilon-1)^2 TV^2 of the messages."""
    eta = Fraction(1, 2)
    for t in (Fraction(11, 10), Fraction(3, 2)):
        channel = response({1: Fraction(1), -1: Fraction(0)}, t)
        plus, minus = (two_point((1 + s * eta) / 2, 1, -1).through(channel) for s in (1, -1))
        tv = total_variation(plus, minus)
        mean = eta * (t - 1) / (t + 1)
        yield Case(
            {"e^epsilon": str(t), "eta": "1/2"},
            kullback_leibler(plus, minus),
            (t - 1) ** 2 * tv**2,
            left_again=as_arb(mean) * as_arb((1 + mean) / (1 - mean)).log(),
        )


_SIZE = real("eta", least=0, most=1)
_PLUS, _MINUS = (label_law(1, 1, way * _SIZE) for way in (1, -1))
_MESSAGES = Through(CHANNEL, _PLUS), Through(CHANNEL, _MINUS)
_EQ46C = (
    line(KL(*_MESSAGES), given=(Private(CHANNEL, EPS),))
    .le(ChiSquare(*_MESSAGES), KL_CHI_SQUARE(*_MESSAGES))
    .le((exp(EPS) - 1) ** 2 * TV(_PLUS, _MINUS) ** 2, PRIVATE_CHI_SQUARE(CHANNEL, EPS, _PLUS, _MINUS))
    .eq((exp(EPS) - 1) ** 2 * _SIZE**2, FINITE_TV(_PLUS, _MINUS))
    .crosschecked(
        "every extreme channel",
        r"D_{KL}(P_{Z|v}\|P_{Z|v'})\le(e^\varepsilon-1)^2\eta^2",
        "two labels, e^epsilon = 11/10, 2, 5, all extreme channels, eta = 1/10, 1/2, 9/10",
        all_channels,
    )
)
EQ46C = Claim(
    "label/eq46c",
    "Appendix B, (46) (c), first line",
    Kind.INEQUALITY,
    "KL of the messages by their total variation",
    says=(
        r"N\int_{B_1}f(\mathbf{x})D_{KL}(P_{Z|\mathbf{X}=\mathbf{x},\mathbf{v}}\|P_{Z|\mathbf{X}=\mathbf{x},\mathbf{v}'})\,d\mathbf{x}\leq "
        r"N\int_{B_1}f(\mathbf{x})(e^\epsilon-1)^2\mathbb{TV}^2(P_{Z|\mathbf{X}=\mathbf{x},\mathbf{v}},P_{Z|\mathbf{X}=\mathbf{x},\mathbf{v}'})\,d\mathbf{x}"
    ),
    match=Match.READING,
    differs="judged point by point, without N and the integral over the cube",
    printed=FiniteCheck(
        r"D_{KL}(P_{Z|x,v}\|P_{Z|x,v'})\le(e^\varepsilon-1)^2\mathrm{TV}^2(P_{Z|x,v},P_{Z|x,v'})",
        "randomized response of a label with mean 1/2 or -1/2, e^epsilon = 11/10, 3/2",
        _message_tv,
    ),
    corrected=_EQ46C,
    correction="the total variation is that of the labels, |eta_v|, as the next line uses it",
    severity=Severity.TYPO,
    theorem="label/own/lower1",
    note="The same slip stands in (161). The contraction is that of one label.",
)


def _printed_norm(_: Settings) -> Iterator[Case]:
    """(d) with phi(u) = 1 - 2|u|, d = beta = 1, h = 1/2 and density c = 2 on a support of length 1/2; N (e^eps-1)^2 = 1."""
    x = sympy.Symbol("x", real=True)
    inside = 2 * sympy.integrate(2 * (1 - 4 * x) ** 2, (x, 0, Rational(1, 4))) * Rational(1, 4)
    parameters = {"d": 1, "beta": 1, "h": "1/2", "c": 2, "phi(u)": "1-2|u|", "N(e^epsilon-1)^2": 1}
    yield Case(parameters, Fraction(int(inside.p), int(inside.q)), Fraction(1, 24), left_again=Fraction(2, 24))


_INTEGRAL = TentIntegral(DIM, BETA, SIDE, DENSITY, 2)
EQ46D = Claim(
    "label/eq46d",
    "Appendix B, (46) (d)",
    Kind.IDENTITY,
    "the divergence integrated over the cube",
    says=r"N(e^\epsilon-1)^2\int_{B_1}f(\mathbf{x})\phi^2\left(\frac{\mathbf{x}-\mathbf{c}_1}{h}\right)h^{2\beta}\,d\mathbf{x}=N(e^\epsilon-1)^2h^{2\beta+d}\lVert\phi\rVert_2^2",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\int_{B_1}f\phi_1^2h^{2\beta}=h^{2\beta+d}\|\phi\|_2^2",
        "density c = 2, d = beta = 1, h = 1/2, phi(u) = 1-2|u|",
        _printed_norm,
        "==",
    ),
    corrected=line(_INTEGRAL)
    .eq(
        DENSITY * SIDE**DIM * NORM2 * SIDE ** (2 * BETA),
        because("Definition, in the relative coordinates u of x = c_1 + h u."),
    )
    .eq(DENSITY * SIDE ** (2 * BETA + DIM) * NORM2)
    .crosschecked(
        "polynomials over shells, on both sides of x = c_1 + hu",
        r"\int_{B_1}f\phi_1^2h^{2\beta}=ch^{2\beta+d}\|\phi\|_2^2,\ \phi(u)=(1-2\|u\|_\infty)_+,\ \beta=1",
        "d = 1, 2, 3; c = 1/2, 2; h = 1/4, 1/2",
        square_norms,
        "==",
    ),
    correction="the density c is missing, so for c > 1 the printed bound is too small",
    severity=Severity.CONSTANT,
    theorem="label/own/lower1",
)
EQ47 = Claim(
    "label/eq47",
    "Appendix B, (47)",
    Kind.INEQUALITY,
    "the divergence of the labels themselves",
    says=(
        r"D_{KL}(P_{X,Z|\mathbf{v}}\|P_{X,Z|\mathbf{v}'})\leq "
        r"D_{KL}(P_{X,Y|\mathbf{v}}\|P_{X,Y|\mathbf{v}'})=\int_{B_1}f(\mathbf{x})\left[\frac{1+\eta_{\mathbf{v}}(\mathbf{x})}{2}\ln\frac{1+\eta_{\mathbf{v}}(\mathbf{x})}{1-\eta_{\mathbf{v}}(\mathbf{x})}+\frac{1-\eta_{\mathbf{v}}(\mathbf{x})}{2}\ln\frac{1-\eta_{\mathbf{v}}(\mathbf{x})}{1+\eta_{\mathbf{v}}(\mathbf{x})}\right]d\mathbf{x}\leq3\int_{B_1}f(\mathbf{x})\eta_{\mathbf{v}}^2(\mathbf{x})\,d\mathbf{x}\leq3h^{2\beta+d}\lVert\phi\rVert_2^2;\quad|\eta_{\mathbf{v}}(\mathbf{x})|\leq1/2"
    ),
    match=Match.READING,
    differs=(
        "a group: the pointwise form of step (b) and the bound by 1/2 alone; step (a) and the last line are not in it"
    ),
    printed=Whole(
        r"\eta\ln\tfrac{1+\eta}{1-\eta}\le3\eta^2;\ |\eta_v|\le\tfrac12", ("label/eq47/b", "label/eq47/half")
    ),
)
_ETA = sympy.Symbol("eta", nonnegative=True)
EQ47_B = Claim(
    "label/eq47/b",
    "Appendix B, (47) (b)",
    Kind.INEQUALITY,
    "the divergence of two signs",
    says=r"\int_{B_1}f(\mathbf{x})\left[\frac{1+\eta_{\mathbf{v}}(\mathbf{x})}{2}\ln\frac{1+\eta_{\mathbf{v}}(\mathbf{x})}{1-\eta_{\mathbf{v}}(\mathbf{x})}+\frac{1-\eta_{\mathbf{v}}(\mathbf{x})}{2}\ln\frac{1-\eta_{\mathbf{v}}(\mathbf{x})}{1+\eta_{\mathbf{v}}(\mathbf{x})}\right]d\mathbf{x}\leq3\int_{B_1}f(\mathbf{x})\eta_{\mathbf{v}}^2(\mathbf{x})\,d\mathbf{x}",
    match=Match.READING,
    differs="judged point by point, with eta at most 1/2, which the paper says after (47)",
    printed=AllOf(
        "",
        {
            "the divergence": Identity(
                (1 + _ETA) / 2 * log((1 + _ETA) / (1 - _ETA)) + (1 - _ETA) / 2 * log((1 - _ETA) / (1 + _ETA)),
                _ETA * log((1 + _ETA) / (1 - _ETA)),
                ((_ETA, "0", "1/2"),),
            ),
            "the bound": at_most(
                _ETA * log((1 + _ETA) / (1 - _ETA)), 3 * _ETA**2, Variable(_ETA, Integer(0), Rational(1, 2))
            ),
        },
    ),
)
_W, _Y = sympy.symbols("w y", nonnegative=True)
_UNIT = Integer(0), Integer(1)
_TENT_SHARE, _LOW_TENT = real(r"\phi_k", least=0, most=1), Comparison(SIDE**BETA, "<=", Rational(1, 2))
EQ47_HALF = Claim(
    "label/eq47/half",
    "Appendix B, after (47)",
    Kind.INEQUALITY,
    "the perturbation is at most 1/2",
    says=r"\text{from (35) and (36), }|\eta_{\mathbf{v}}(\mathbf{x})|\leq1/2",
    match=Match.READING,
    differs="at a point of the k-th cube, where |eta_v| = phi_k h^beta; that h is small enough comes from (49)",
    printed=line(_TENT_SHARE * SIDE**BETA, given=(_LOW_TENT,)).le(SIDE**BETA).le(Rational(1, 2), _LOW_TENT),
    note="h^beta <= 1/2 where N (epsilon^2 ^ 1) is above a constant, by (49).",
)
EQ48 = Claim(
    "label/eq48",
    "Appendix B, (48), (49)",
    Kind.INEQUALITY,
    "the divergence of all samples",
    says=(
        r"\delta\leq N[(e^\epsilon-1)^2\wedge3]h^{2\beta+d}\lVert\phi\rVert_2^2;\quad "
        r"h\sim(N(\epsilon^2\wedge1))^{-\frac{1}{2\beta+d}}\text{, then }\delta\lesssim1"
    ),
    match=Match.READING,
    differs="a group of (48) and of what (49) gives, judged in claims of their own",
    printed=Whole(
        r"\delta\le N[(e^\varepsilon-1)^2\wedge3]h^{2\beta+d}\|\phi\|_2^2;\ "
        r"h\asymp(N(\varepsilon^2\wedge1))^{-1/(2\beta+d)}:\ \delta\lesssim1",
        ("label/eq48/48", "label/eq48/49"),
    ),
    corrected=Whole(
        r"\delta\le N[(e^\varepsilon-1)^2\wedge3]ch^{2\beta+d}\|\phi\|_2^2;\ "
        r"h\asymp(N(\varepsilon^2\wedge1))^{-1/(2\beta+d)}:\ \delta\lesssim1",
        ("label/eq48/48", "label/eq48/49"),
        as_corrected=True,
    ),
    correction="with the density c",
    severity=Severity.CONSTANT,
    theorem="label/own/lower1",
)


def _printed_delta(_: Settings) -> Iterator[Case]:
    """The exact divergence of one sample and its randomized answer at e^epsilon = 1001; the same c, h and phi, N = 1."""
    place = (Fraction(2), Fraction(1, 2), Fraction(1000, 1002))
    yield Case(
        {"d": 1, "beta": 1, "h": "1/2", "c": 2, "phi(u)": "1-2|u|", "N": 1, "e^epsilon": 1001},
        answered_divergence(*place),
        3 * Fraction(1, 24),
        left_again=answered_again(*place),
        note="randomized response; the integral by an antiderivative, and by a series with its tail",
    )


_UP, _DOWN = (label_law(1, 1, way * MEAN) for way in (1, -1))
_RATIO, _STRONG = KL(Through(CHANNEL, _UP), Through(CHANNEL, _DOWN)) / MEAN**2, (exp(EPS) - 1) ** 2
_BOTH, _REGIMES = Min(_STRONG, 3), (limits(_STRONG, 3), limits(3, _STRONG))
_HIGH = (
    line(_RATIO, given=(Private(CHANNEL, EPS), SMALL_MEAN, _REGIMES[0]))
    .le((exp(EPS) - 1) ** 2 * MEAN**2 / MEAN**2, _EQ46C.at({_SIZE: MEAN}))
    .eq(_STRONG)
    .eq(_BOTH)
)
_LOW = (
    line(_RATIO, given=(SMALL_MEAN, _REGIMES[1]))
    .le(KL(_UP, _DOWN) / MEAN**2, DATA_PROCESSING(CHANNEL, _UP, _DOWN))
    .le(3, line(KL(_UP, _DOWN), given=(SMALL_MEAN,)).le(3 * MEAN**2, FINITE_KL(_UP, _DOWN)))
    .eq(_BOTH)
)
_EACH = line(_RATIO, given=(Private(CHANNEL, EPS), SMALL_MEAN)).le(
    _BOTH, cases((_REGIMES[0], _HIGH), (_REGIMES[1], _LOW))
)
_EQ48 = local_divergence(1, _EACH).crosschecked(
    "randomized response, exact",
    r"\delta\le N[(e^\varepsilon-1)^2\wedge3]ch^{2\beta+d}\|\phi\|_2^2",
    "d = beta = 1, phi(u) = 1-2|u|; c = 1/2, 1, 2; h = 1/8, 1/2; e^epsilon = 11/10, 2, 1001; N = 1, 7",
    answered,
)
EQ48_48 = Claim(
    "label/eq48/48",
    "Appendix B, (48), and the last line of (47)",
    Kind.INEQUALITY,
    "the divergence of all samples",
    says=r"\delta\leq N[(e^\epsilon-1)^2\wedge3]h^{2\beta+d}\lVert\phi\rVert_2^2",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\delta\le N[(e^\varepsilon-1)^2\wedge3]h^{2\beta+d}\|\phi\|_2^2",
        "density c = 2, d = beta = 1, h = 1/2, phi(u) = 1-2|u|, N = 1, e^epsilon = 1001",
        _printed_delta,
    ),
    corrected=_EQ48,
    correction="the density c is missing",
    severity=Severity.CONSTANT,
    theorem="label/own/lower1",
    root="label/eq46d",
)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_DIVERGENCE, _WIDTH, _LESS = local_divergence(1, each_label(1)), real("C", above=0), real("e", above=0)
_REGIME, _POWER = {_LESS: Min(1, EPS**2)}, 2 * BETA + DIM
_TUNED = _WIDTH * (SAMPLES * _LESS) ** (-1 / _POWER)
_FILLED = line(SAMPLES * _LESS * _TUNED**_POWER).eq(
    _WIDTH**_POWER, powers(SAMPLES * _LESS * _TUNED**_POWER, _WIDTH**_POWER)
)
_PER_LENGTH, _LONGEST = 3 * DENSITY * NORM2 * SAMPLES * Min(1, EPS**2), _TUNED.xreplace(_REGIME)
_SHORT = limits(SIDE, _LONGEST)
_SHORTER, _LONGER, _TO = real("x", above=0), real("y", above=0), real("s", above=0)
_RAISED = line(_SHORTER**_TO, given=(limits(_SHORTER, _LONGER),)).le(_LONGER**_TO, limits(_SHORTER, _LONGER))
EQ48_49 = Claim(
    "label/eq48/49",
    "Appendix B, (49)",
    Kind.INEQUALITY,
    "at that h the divergence of all samples is bounded",
    says=r"h\sim(N(\epsilon^2\wedge1))^{-\frac{1}{2\beta+d}}\text{, then }\delta\lesssim1",
    match=Match.READING,
    differs=(
        "h is at most C times the printed order, for the phi and the cubes of the ledger; what bounds delta is explicit"
    ),
    printed=line(_DIVERGENCE.start, given=(*_DIVERGENCE.given, _SHORT))
    .le(_DIVERGENCE.end, _DIVERGENCE)
    .eq(_PER_LENGTH * SIDE**_POWER)
    .le(
        _PER_LENGTH * _LONGEST**_POWER,
        scaled(_PER_LENGTH, SIDE**_POWER, _LONGEST**_POWER),
        _RAISED.at({_SHORTER: SIDE, _LONGER: _LONGEST, _TO: _POWER}),
    )
    .eq(3 * DENSITY * NORM2 * _WIDTH**_POWER, _FILLED.at(_REGIME))
    .beside(
        (
            "both privacy regimes in one",
            at_most(sympy.Min((exp(epsilon) - 1) ** 2, 3), 3 * sympy.Min(epsilon**2, 1), _EPSILON),
        )
    ),
)

_COUNTED = SAMPLES * Min(EPS**2, 1)
_SIDE_49 = let("h", _COUNTED ** (-1 / (2 * BETA + DIM)))
"""The side of the cubes, with the constant 1."""
EQ51 = Claim(
    "label/eq51",
    "Appendix B, (50), (51)",
    Kind.RATE_ALGEBRA,
    "the rate",
    says=(
        r"\inf_{\hat{\mathbf{v}}}\inf_{M\in\mathcal{M}_\epsilon}\max_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]\gtrsim "
        r"h^{\gamma\beta-d}\text{ with }m\sim h^{\gamma\beta-d};\quad\inf_{\hat "
        r"Y}\inf_{M\in\mathcal{M}_\epsilon}\sup_{(f,\eta)\in\mathcal{P}}(R-R^*)\gtrsim "
        r"h^{\beta+d}h^{\gamma\beta-d}\sim "
        r"h^{\beta(\gamma+1)}\sim[N(\epsilon^2\wedge1)]^{-\frac{\beta(\gamma+1)}{2\beta+d}}"
    ),
    match=Match.READING,
    differs="the right-hand sides of (51) alone, without the minimax risk; (50) is not in it",
    printed=AllOf(
        "",
        {
            "the powers of h": SameRate(h ** (beta + d) * h ** (gamma * beta - d), h ** (beta * (gamma + 1))),
            "h of (49)": line(_SIDE_49 ** (BETA * (GAMMA + 1))).eq(
                _COUNTED ** (-BETA * (GAMMA + 1) / (2 * BETA + DIM))
            ),
        },
    ),
    note="m of order h^(gamma beta - d) is at least 1 only for gamma beta <= d.",
)
_HUBER, _PINSKER = local_errors()
OWN_LOWER1 = Claim(
    "label/own/lower1",
    "ours, (42), (45) and (48) put together",
    Kind.LOWER_BOUND,
    "the explicit lower bound under local label privacy",
    corrected=AllOf(
        "",
        {
            "Bretagnolle and Huber": explicit_classification(
                _HUBER,
            ).crosschecked(
                "a majority of randomized answers in each cube, exact risk",
                r"\text{the bound}\le R-R^*\text{ of the vote}",
                "d = beta = c = 1, phi(u) = 1-2|u|, m = 1/h; N = 1, 6, 20; h = 1/4, 1/2; epsilon = 1/10, 1, 3",
                local_class_votes,
            ),
            "Pinsker": explicit_classification(_PINSKER),
        },
    ),
)

CLAIMS = (
    EQ45,
    EQ46A,
    EQ46C,
    EQ46D,
    EQ47,
    EQ47_B,
    EQ47_HALF,
    EQ48,
    EQ48_48,
    EQ48_49,
    EQ51,
    OWN_LOWER1,
)
