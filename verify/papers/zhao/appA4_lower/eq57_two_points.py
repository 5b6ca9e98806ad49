"""zhao Appendix A.4, (57)-(63): the two-point family and the chain of Le Cam's method."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb
from sympy import Rational, exp, sqrt, tanh

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation, total_variation_power
from lowerbounds.information.laws import binomial
from lowerbounds.mean.papers import zhao_family
from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    FINITE_KL,
    FINITE_MEAN,
    KL,
    KL_CHI_SQUARE,
    MARKOV,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    PRIVATE_KL,
    TENSORISATION,
    TESTING,
    TV,
    Chain,
    ChiSquare,
    Discrete,
    Expectation,
    Holds,
    Interactive,
    Mean,
    Name,
    Power,
    Private,
    Probability,
    TestError,
    Through,
    Transcript,
    at_most,
    below,
    included,
    integer,
    let,
    line,
    random_real,
    real,
)
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.instances.exact_risks import bayes_error, responses

FAMILY_TWO_POINT = Claim(
    "zhao/family/two-point",
    "arXiv v1, Appendix A.4, (57)-(61)",
    Kind.CONSTRUCTION,
    "the two-point family: masses, means, support, separation",
    says=(
        r"\mathrm{P}(X=D\mid V=v)=\frac{1+sv}{2},\ \mathrm{P}(X=-D)=\frac{1-sv}{2},\ "
        r"0<s\le1/2;\quad\mu_+=Ds,\ \mu_-=-Ds;\quad\hat "
        r"V=\mathbf{1}(\hat\mu>0);\quad\mathbb{E}[(\hat\mu-\mu)^2]\ge D^2s^2\,\mathrm{P}(\hat V\ne V)"
    ),
    match=Match.READING,
    differs="(60), which defines V^, is left to its part",
    printed=Whole(
        r"P(X=\pm D\mid v)=\tfrac{1\pm sv}2,\ \mu_\pm=\pm Ds;\quad E(\hat\mu-\mu)^2\ge D^2s^2P(\hat V\ne V)",
        ("zhao/family/two-point/laws", "zhao/family/two-point/61"),
    ),
    corrected=Whole(
        r"P(X=\pm D\mid v)=\tfrac{1\pm sv}2,\ \mu_\pm=\pm Ds;\quad E(\hat\mu-\mu)^2\ge D^2s^2P(\hat V\ne V),\ "
        r"\hat V=2\cdot1(\hat\mu>0)-1",
        ("zhao/family/two-point/laws", "zhao/family/two-point/61"),
        as_corrected=True,
    ),
    correction="the decision takes the values -1 and 1",
    severity=Severity.TYPO,
    theorem="zhao/thm2/lower",
)
EPSILON, WIDTH = real("epsilon", above=0), real("D", above=0)
SHIFT = real("s", above=0, most=Rational(1, 2))
PLUS, MINUS = (
    let(f"p_{{X{sign}}}", Discrete(WIDTH, (1 + v * SHIFT) / 2, -WIDTH, (1 - v * SHIFT) / 2))
    for sign, v in (("+", 1), ("-", -1))
)
FAMILY_TWO_POINT_LAWS = Claim(
    "zhao/family/two-point/laws",
    "arXiv v1, Appendix A.4, (57)-(59)",
    Kind.CONSTRUCTION,
    "mass one, means +-Ds, support in [-D, D]",
    says=(
        r"\mathrm{P}(X=D\mid V=v)=\frac{1+sv}{2},\ "
        r"\mathrm{P}(X=-D)=\frac{1-sv}{2};\quad\mu_+=\mathbb{E}[X\mid V=1]=Ds,\quad\mu_-=\mathbb{E}[X\mid "
        r"V=-1]=-Ds"
    ),
    match=Match.SAME,
    printed=AllOf(
        "",
        {
            "v = 1": line(Mean(PLUS)).eq(WIDTH * SHIFT, FINITE_MEAN(PLUS)),
            "v = -1": line(Mean(MINUS)).eq(-WIDTH * SHIFT, FINITE_MEAN(MINUS)),
        },
    ),
)


def _zero_one_decision(_: Settings) -> Iterator[Case]:
    """The estimate that equals the mean, D = 1: D^2 s^2 P(V^ != V) next to the mean squared error, which is 0.

    With V^ = 1(estimate > 0) in {0, 1}, V^ differs from V whenever V = -1.
    """
    for s in (Fraction(1, 2), Fraction(1, 4)):
        wrong = sum((Fraction(1, 2) for v in (1, -1) if (1 if v * s > 0 else 0) != v), Fraction(0))
        yield Case({"D": 1, "s": str(s), "estimate": "the mean itself"}, s**2 * wrong, 0, left_again=s**2 / 2)


def _separation(_: Settings) -> Iterator[Case]:
    """(estimate - mean)^2 at every grid point, next to D^2 s^2 where the sign is wrong."""
    for s in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
        for step in range(-12, 13):
            estimate = Fraction(step, 8)
            for v in (1, -1):
                decided = 1 if estimate > 0 else -1
                yield Case(
                    {"D": 1, "s": str(s), "estimate": str(estimate), "V": v},
                    s**2 if decided != v else Fraction(0),
                    (estimate - v * s) ** 2,
                )


_ESTIMATE, _LEVEL = random_real("muhat"), real("a", above=0)
_GRID_CHECK = (
    "grid of estimates",
    FiniteCheck(
        r"D^2s^21(\hat V\ne V)\le(\hat\mu-\mu)^2",
        "estimates in multiples of 1/8 in [-3/2, 3/2]; s = 1/4, 1/2, 1",
        _separation,
    ),
)


def _wrong_sign(v: int) -> Chain:
    """What an estimate's wrong sign costs, where the truth is v times a level."""
    wrong = Holds(at_most(_ESTIMATE, 0)) if v == 1 else Holds(below(0, _ESTIMATE))
    error = (_ESTIMATE - v * _LEVEL) ** 2
    far = Holds(at_most(_LEVEL**2, error))
    chance = (
        line(Probability(wrong))
        .le(Probability(far), included(wrong, far))
        .le(Expectation(error) / _LEVEL**2, MARKOV(error, _LEVEL**2))
    )
    return (
        line(Expectation(error))
        .eq(_LEVEL**2 * (Expectation(error) / _LEVEL**2))
        .ge(_LEVEL**2 * Probability(wrong), chance)
    )


_WRONG_SIGNS = {v: _wrong_sign(v) for v in (1, -1)}


def wrong_sign(v: int, level: Any, estimate: Any = _ESTIMATE) -> Chain:
    """(61): what a wrong sign of an estimate costs, where the truth is v times this level."""
    known = _WRONG_SIGNS[v].at({_LEVEL: level} | ({} if estimate == _ESTIMATE else {_ESTIMATE: estimate}))
    return line(known.statement.left).ge(known.statement.right, known)


FAMILY_TWO_POINT_61 = Claim(
    "zhao/family/two-point/61",
    "arXiv v1, Appendix A.4, (60), (61)",
    Kind.INEQUALITY,
    "from estimation to testing",
    says=(
        r"V\in\{-1,1\},\quad\hat V=\mathbf{1}(\hat\mu>0);\quad\mathbb{E}[(\hat\mu-\mu)^2]\ge "
        r"D^2s^2\,\mathrm{P}(\hat V\ne V)"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"E(\hat\mu-\mu)^2\ge D^2s^2P(\hat V\ne V),\ \hat V=1(\hat\mu>0),\ V\in\{-1,1\}",
        "the estimate that equals the mean; s = 1/2, 1/4",
        _zero_one_decision,
    ),
    corrected=AllOf("", {f"V = {v}": wrong_sign(v, WIDTH * SHIFT).beside(_GRID_CHECK) for v in (1, -1)}),
    correction="as printed, V^ is 0 or 1 and V is -1 or 1, so that V^ differs from V whenever V = -1",
    severity=Severity.TYPO,
    theorem="zhao/thm2/lower",
    note="V^ is 1 where the estimate is above 0, else -1.",
)

N, M = integer("n", least=1), integer("m", least=1)
PROTOCOL, CHANNEL = Name("Z", "protocol"), Name("K", "channel")
DATA_PLUS, DATA_MINUS = Power(PLUS, M), Power(MINUS, M)
"""A user's m samples under each of both laws (57); what a channel, and all users together, say of them:"""
SENT_PLUS, SENT_MINUS = Through(CHANNEL, DATA_PLUS), Through(CHANNEL, DATA_MINUS)


def _laws(s: Fraction, m: int) -> tuple[object, object]:
    """The laws of the sufficient statistic of m samples under V = 1 and V = -1."""
    return binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2)


def _channel_cases(settings: Settings) -> Iterator[tuple[dict[str, object], Fraction, arb, Fraction, arb]]:
    """Extreme channels on the counts of m samples: t, KL of the messages, TV and KL of the inputs."""
    for samples in (1, 2) if settings.quick else (1, 2, 3):
        for s in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
            plus, minus = _laws(s, samples)
            for t in (Fraction(11, 10), Fraction(3), Fraction(20)):
                for channel in extreme_channels(tuple(range(samples + 1)), t):
                    messages = kullback_leibler(plus.through(channel), minus.through(channel))  # type: ignore[attr-defined]
                    inputs = total_variation(plus, minus)  # type: ignore[arg-type]
                    yield {"m": samples, "s": str(s), "e^epsilon": str(t)}, t, messages, inputs, messages


def _contraction_cases(settings: Settings) -> Iterator[Case]:
    for parameters, t, messages, inputs, _ in _channel_cases(settings):
        yield Case(parameters, messages - arb(2) ** -40, ((t - 1) * inputs) ** 2)


_CONTRACTION_CHECK = (
    "all extreme channels on the counts of m samples",
    FiniteCheck(
        r"D_{KL}(p_+\|p_-)\le(e^\varepsilon-1)^2\mathrm{TV}^2",
        "m up to 3 (quick: 2), s = 1/4, 1/2, 1, e^epsilon = 11/10, 3, 20: every extreme channel, exact",
        _contraction_cases,
        granted="2^{-40}",
    ),
)
_CONTRACTION = (
    line(KL(SENT_PLUS, SENT_MINUS), given=(Private(CHANNEL, EPSILON),))
    .le(ChiSquare(SENT_PLUS, SENT_MINUS), KL_CHI_SQUARE(SENT_PLUS, SENT_MINUS))
    .le(
        (exp(EPSILON) - 1) ** 2 * TV(DATA_PLUS, DATA_MINUS) ** 2,
        PRIVATE_CHI_SQUARE(CHANNEL, EPSILON, DATA_PLUS, DATA_MINUS),
    )
    .beside(_CONTRACTION_CHECK)
)
CONTRACTION = Claim(
    "zhao/contraction",
    "arXiv v1, Appendix A.4, (62) step (d)",
    Kind.INEQUALITY,
    "KL of the messages is at most (e^epsilon - 1)^2 TV^2 of the data",
    says=(r"D_{KL}(p_+\|p_-)\le(e^\epsilon-1)^2\,\mathbb{TV}^2(p_{X+}^m,p_{X-}^m)\text{, within step (d) of " r"(62)}"),
    match=Match.READING,
    differs="the bound that step (d) puts under its root, by itself",
    printed=_CONTRACTION,
    note="The divergence is at most chi-square, the sum of (m_1-m_2)^2/m_2; with q_inf(z) the least of "
    "q(z|x), the sum is at most (e^epsilon-1)^2 TV^2 times the sum of q_inf^2/m_2 <= q_inf, which "
    "is at most 1.",
)
TOLD_PLUS, TOLD_MINUS = Transcript(PROTOCOL, DATA_PLUS), Transcript(PROTOCOL, DATA_MINUS)


def _tensorisation(_: Settings) -> Iterator[Case]:
    """TV^2 of the exact m-fold laws next to m KL/2 of one sample."""
    for s in (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2)):
        family = zhao_family(s)
        for samples in (1, 2, 7, 64, 400):
            left = total_variation_power(*family.success, samples) ** 2
            again = as_arb(total_variation(*_laws(s, samples))) ** 2 if samples < 50 else None  # type: ignore[arg-type]
            yield Case({"s": str(s), "m": samples}, left, samples * family.kl / 2, left_again=again)


def _chain_cases(_: Settings) -> Iterator[Case]:
    """The end of (62) next to the exact least error: one user on all extreme channels, then many by their majority signs."""
    for samples, s, t in product((1, 2), (Fraction(1, 4), Fraction(1, 2)), (Fraction(11, 10), Fraction(3, 2))):
        plus, minus = binomial(samples, (1 + s) / 2), binomial(samples, (1 - s) / 2)
        for channel in extreme_channels(tuple(range(samples + 1)), t):
            error = bayes_error(plus.through(channel), minus.through(channel))
            yield Case({"n": 1, "m": samples, "s": str(s), "e^epsilon": str(t)}, _chain(1, samples, t, s), error)
    t = Fraction(21, 20)
    for users, samples, s in (
        (1, 1, Fraction(1, 4)),
        (1, 25, Fraction(1, 10)),
        (25, 1, Fraction(1, 4)),
        (16, 9, Fraction(1, 5)),
    ):
        error = bayes_error(*responses(users, samples, s, t))
        yield Case({"n": users, "m": samples, "s": str(s), "e^epsilon": "21/20"}, _chain(users, samples, t, s), error)


def _chain(n: int, m: int, t: Fraction, s: Fraction) -> arb:
    """The end of (62) at the divergence of the two points."""
    divergence = as_arb(s) * (as_arb(1 + s) / as_arb(1 - s)).log()
    return (1 - (as_arb(n * m * (t - 1) ** 2) * divergence).sqrt() / 2) / 2


_EQ62_E_CHECK = (
    "exact m-fold laws",
    FiniteCheck(r"\mathrm{TV}^2\le\tfrac m2D_{KL}", "s = 1/100, 1/10, 1/2; m = 1, 2, 7, 64, 400", _tensorisation),
)
_EQ62_E = (
    line(TV(DATA_PLUS, DATA_MINUS) ** 2)
    .le(KL(DATA_PLUS, DATA_MINUS) / 2, PINSKER(DATA_PLUS, DATA_MINUS))
    .eq(M / 2 * KL(PLUS, MINUS), TENSORISATION(PLUS, MINUS, M))
    .beside(_EQ62_E_CHECK)
)
EQ62_E = Claim(
    "zhao/eq62/e",
    "arXiv v1, Appendix A.4, (62) step (e)",
    Kind.INEQUALITY,
    "TV of the m-fold products by Pinsker and tensorisation",
    says=(r"\mathbb{TV}^2(p_{X+}^m,p_{X-}^m)\le\tfrac m2D_{KL}(p_{X+}\|p_{X-})\text{, within step (e) of " r"(62)}"),
    match=Match.READING,
    differs="the bound that step (e) puts under its root, by itself",
    printed=_EQ62_E,
)

_EQ62_CHECK = (
    "the exact error of the best decision from messages that are sent",
    FiniteCheck(
        r"\tfrac12\Big(1-\tfrac12\sqrt{nm(e^\varepsilon-1)^2D_{KL}}\Big)\le P(\hat V\ne V)",
        "one user on all extreme channels; n = 1, 16, 25 users who send the majority of m = 1, 9, 25 signs",
        _chain_cases,
    ),
)
_EQ62 = (
    line(TestError(TOLD_PLUS, TOLD_MINUS), given=(Interactive(PROTOCOL, N, EPSILON),))
    .eq((1 - TV(TOLD_PLUS, TOLD_MINUS)) / 2, TESTING(TOLD_PLUS, TOLD_MINUS))
    .ge((1 - sqrt(KL(TOLD_PLUS, TOLD_MINUS) / 2)) / 2, PINSKER(TOLD_PLUS, TOLD_MINUS))
    .ge(
        (1 - sqrt(N * (exp(EPSILON) - 1) ** 2 * TV(DATA_PLUS, DATA_MINUS) ** 2 / 2)) / 2,
        CHAIN_OVER_USERS(PROTOCOL, N, EPSILON, DATA_PLUS, DATA_MINUS),
        CONTRACTION,
    )
    .ge((1 - (exp(EPSILON) - 1) * sqrt(N * M * KL(PLUS, MINUS)) / 2) / 2, EQ62_E)
    .beside(_EQ62_CHECK)
)
EQ62 = Claim(
    "zhao/eq62",
    "arXiv v1, Appendix A.4, (62)",
    Kind.LOWER_BOUND,
    "the chain of Le Cam's method",
    says=(
        r"\mathrm{P}(\hat V\ne "
        r"V)\ge\frac12\left(1-\mathbb{TV}(p_+^n,p_-^n)\right)\ge\frac12\left(1-\sqrt{\tfrac12D_{KL}(p_+^n\|p_-^n)}\right)\ge\frac12\left(1-\sqrt{\tfrac12nD_{KL}(p_+\|p_-)}\right)\ge\frac12\left(1-\sqrt{\tfrac12n(e^\epsilon-1)^2\mathbb{TV}^2(p_{X+}^m,p_{X-}^m)}\right)\ge\frac12\left(1-\tfrac12\sqrt{nm(e^\epsilon-1)^2D_{KL}(p_{X+}\|p_{X-})}\right)"
    ),
    match=Match.READING,
    differs=(
        "first and last member, for users who send in turn (step (c) as printed adds divergences of "
        "independent messages)"
    ),
    printed=_EQ62,
    note="(c) as printed adds the divergences of non-interactive messages; for sequentially interactive ones "
    "the chain rule adds conditional divergences, each of which (d) bounds, so the chain holds there too.",
)

EQ63 = Claim(
    "zhao/eq63",
    "arXiv v1, Appendix A.4, (63)",
    Kind.INEQUALITY,
    "KL of the two points",
    says=(
        r"D(p_{X+}\|p_{X-})=\frac{1+s}{2}\ln\frac{1+s}{1-s}+\frac{1-s}{2}\ln\frac{1-s}{1+s}=s\ln\frac{1+s}{1-s}\le3s^2\text{ "
        r"for }0<s<1/2"
    ),
    match=Match.SAME,
    printed=line(KL(PLUS, MINUS)).le(3 * SHIFT**2, FINITE_KL(PLUS, MINUS)),
)


def _absolute_cases(settings: Settings) -> Iterator[Case]:
    for parameters, t, messages, _, _ in _channel_cases(settings):
        logarithm = as_arb(t).log()
        yield Case(parameters, messages - arb(2) ** -40, logarithm * as_arb((t - 1) / (t + 1)))


OWN_KL_ABSOLUTE = Claim(
    "zhao/own/kl-absolute",
    "ours, sharper than (66)",
    Kind.INEQUALITY,
    "KL of laws whose ratio lies in [e^-epsilon, e^epsilon]",
    corrected=line(KL(SENT_PLUS, SENT_MINUS), given=(Private(CHANNEL, EPSILON),))
    .le(EPSILON * tanh(EPSILON / 2), PRIVATE_KL(CHANNEL, EPSILON, DATA_PLUS, DATA_MINUS))
    .crosschecked(
        "all extreme channels on the counts of m samples",
        r"D_{KL}\le\varepsilon\tanh(\varepsilon/2)",
        "m up to 3 (quick: 2), s = 1/4, 1/2, 1, e^epsilon = 11/10, 3, 20: every extreme channel, enclosed",
        _absolute_cases,
        granted="2^{-40}",
    ),
    note="x ln x is convex, so its mean under the law of the ratio, which has mean 1, is at most that of the chord.",
)

CLAIMS = (
    FAMILY_TWO_POINT,
    FAMILY_TWO_POINT_LAWS,
    FAMILY_TWO_POINT_61,
    CONTRACTION,
    EQ62,
    EQ62_E,
    EQ63,
    OWN_KL_ABSOLUTE,
)
