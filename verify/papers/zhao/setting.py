"""zhao Sections 2 and 3: user-level LDP and the two conversions from item level."""

from collections.abc import Iterator

import sympy
from sympy import Min, exp, tanh

from notation.symbols import D, epsilon, m, n
from upperbounds.mean import baselines
from upperbounds.mean.estimator import Additive
from verify.kernel.calculus import (
    ADDITIVE,
    BIAS_VARIANCE,
    EXPECTED_MEAN,
    LAPLACE_VARIANCE,
    LINEAR,
    MEAN_OF_INDEPENDENT,
    MONOTONE,
    SUM_OF_INDEPENDENT,
    Expectation,
    Independent,
    LaplaceNoise,
    MeanOfCopies,
    Name,
    Private,
    Variance,
    at_most,
    equal,
    integer,
    line,
    random_real,
    real,
)
from verify.kernel.calculus.facts.votes import LAPLACE_MEAN
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import at_index
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck, Identity, PlanPrivacy
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.zhao.lemmas.messages import (
    BASIC_COMPOSITION,
    DIVERGENCE_OF_MIXTURES,
    PRIVATE_DIVERGENCE,
    SAMPLE,
    Item,
    MaxDivergence,
    MessageOfEach,
    MessageOfOne,
    StepOf,
    divergences,
    largest_divergence,
)

DEF1 = Claim(
    "zhao/def1",
    "arXiv v1, Section 3, Definition 1, (1)",
    Kind.DEFINITION,
    "user-level epsilon-LDP, sequentially interactive",
    says=(
        r"\mathrm{P}(\mathbf{Z}_i\in "
        r"S\mid\mathbf{X}_i=\mathbf{x},\mathbf{Z}_{1:i-1}=\mathbf{z}_{1:i-1})\le "
        r"e^{\epsilon}\,\mathrm{P}(\mathbf{Z}_i\in "
        r"S\mid\mathbf{X}_i=\mathbf{x}',\mathbf{Z}_{1:i-1}=\mathbf{z}_{1:i-1})\text{ for all }i,\ "
        r"\mathbf{z}_1,\ldots,\mathbf{z}_{i-1},\ \mathbf{x},\mathbf{x}'\in\mathcal{X}^m,\ "
        r"S\subseteq\mathcal{Z}"
    ),
    match=Match.SAME,
    printed=Definition(
        r"P(Z_i\in S\mid X_i=x,Z_{1:i-1}=z) \le e^\varepsilon P(Z_i\in S\mid X_i=x',Z_{1:i-1}=z)\ "
        r"\forall i,z,S,\ x,x'\in\mathcal X^m"
    ),
)


def _domain_sizes(power: int) -> Iterator[Case]:
    """How many data sets a user can hold, next to the size of the first factor of the domain, for binary samples."""
    for samples in range(1, 5):
        yield Case(
            {"X": "{0, 1}", "m": samples},
            2**samples,
            2 if power == 1 else 2**samples,
            left_again=sum(1 for _ in _binary_data_sets(samples)),
        )


def _binary_data_sets(m: int) -> Iterator[tuple[int, ...]]:
    """All data sets of that many binary samples, one by one."""
    if m == 0:
        yield ()
        return
    for head in (0, 1):
        for rest in _binary_data_sets(m - 1):
            yield (head, *rest)


def _printed_domain(_: Settings) -> Iterator[Case]:
    return _domain_sizes(1)


def _true_domain(_: Settings) -> Iterator[Case]:
    return _domain_sizes(2)


DEF1_DOMAIN = Claim(
    "zhao/def1/domain",
    "arXiv v1, Section 3, above Definition 1",
    Kind.DEFINITION,
    "the mechanism's domain holds the data set of a user",
    says=r"\mathbf{Z}_i=M_i(\mathbf{X}_i,\mathbf{Z}_1,\ldots,\mathbf{Z}_{i-1}),\quad "
    r"M_i:\mathcal{X}\times\mathcal{Z}^{i-1}\to\mathcal{Z}\text{ with random "
    r"output},\quad\mathbf{X}_i=\{\mathbf{X}_{i1},\ldots,\mathbf{X}_{im}\}",
    match=Match.READING,
    differs="that a user's data set is in the domain of M_i, which is applied to it",
    printed=FiniteCheck(
        r"M_i:\mathcal X\times\mathcal Z^{i-1}\to\mathcal Z,\ \mathbf X_i=\{\mathbf X_{i1},\ldots,\mathbf X_{im}\}:\ \mathbf X_i\in\mathcal X",
        "binary samples, m = 1..4: how many of the data sets there are, next to how many are in the domain",
        _printed_domain,
        "==",
    ),
    corrected=FiniteCheck(
        r"M_i:\mathcal X^m\times\mathcal Z^{i-1}\to\mathcal Z:\ \mathbf X_i\in\mathcal X^m",
        "binary samples, m = 1..4: how many of the data sets there are, next to how many are in the domain",
        _true_domain,
        "==",
    ),
    correction="the first factor of the domain is X^m: all of a user's samples enter the mechanism",
    severity=Severity.TYPO,
    theorem="zhao/alg1/privacy",
)


_SAMPLES, _EPS, _MESSAGE = integer("m", least=1), real("epsilon", least=0), integer("i", least=1)
_PROTOCOL, _CHANNEL, _PAST = Name("Z", "item-level protocol"), Name("K", "channel"), Name("w", "messages")
_ONE, _OTHER, _EARLIER = Name("X", "data set"), Name("X'", "data set"), Name("z", "messages")
_ITEM_LEVEL = Each(
    Each(Private(StepOf(_PROTOCOL, _MESSAGE, _PAST), _EPS / _SAMPLES), _PAST),
    _MESSAGE,
    at_most(1, _MESSAGE),
    at_most(_MESSAGE, _SAMPLES),
)
_AT_SAMPLE = at_index(_ITEM_LEVEL, SAMPLE)
_ONE_SAMPLE = (
    line(
        MaxDivergence(*(MessageOfOne(_CHANNEL, data, _SAMPLES) for data in (_ONE, _OTHER))),
        given=(Private(_CHANNEL, _EPS),),
    )
    .le(largest_divergence(_CHANNEL, _ONE, _OTHER, _SAMPLES), DIVERGENCE_OF_MIXTURES(_CHANNEL, _ONE, _OTHER, _SAMPLES))
    .le(_EPS, PRIVATE_DIVERGENCE(_CHANNEL, _EPS, Item(_ONE, SAMPLE), Item(_OTHER, SAMPLE)))
)
PROP1 = Claim(
    "zhao/prop1",
    "arXiv v1, Section 3, Proposition 1",
    Kind.PRIVACY,
    "item-level mechanisms give user-level ones by composition, or by one sample per user",
    says=(
        r"\text{(1) item-level }(\epsilon/m)\text{-LDP with }nm\text{ samples gives user-level "
        r"}\epsilon\text{-LDP with }n\text{ users of }m\text{ samples each}\text{; (2) item-level "
        r"}\epsilon\text{-LDP with }n\text{ samples gives user-level }\epsilon\text{-LDP with }n\text{ "
        r"users of }m\text{ samples each}"
    ),
    match=Match.READING,
    differs=(
        "the paper says of any statistical problem what can be achieved; judged is the privacy of the two "
        "constructions that its next paragraph names (all m messages, or one sample drawn at random)"
    ),
    printed=AllOf(
        "",
        {
            "(1)": line(
                MaxDivergence(*(MessageOfEach(_PROTOCOL, data, _SAMPLES) for data in (_ONE, _OTHER))),
                given=(_ITEM_LEVEL,),
            )
            .le(divergences(_PROTOCOL, _ONE, _OTHER, _SAMPLES), BASIC_COMPOSITION(_PROTOCOL, _ONE, _OTHER, _SAMPLES))
            .le(
                _SAMPLES * (_EPS / _SAMPLES),
                PRIVATE_DIVERGENCE(
                    StepOf(_PROTOCOL, SAMPLE, _EARLIER), _EPS / _SAMPLES, Item(_ONE, SAMPLE), Item(_OTHER, SAMPLE)
                ),
                _AT_SAMPLE,
                at_index(_AT_SAMPLE.statement.conclusion, _EARLIER),
            )
            .eq(_EPS),
            "(2)": _ONE_SAMPLE,
        },
    ),
    note="A user's data sets X and X' may differ in all m samples. (1) The user passes on the messages of an "
    "item-level protocol on the samples; (2) the message on one of them, drawn at random. What is made of "
    "the messages stays as it is.",
)


def _split_plan() -> Additive:
    return baselines.split_user_plan(3, 5, epsilon, D)


PROP1_A = Claim(
    "zhao/own/prop1-a",
    "ours, for arXiv v1, Section 3, Proposition 1 (1)",
    Kind.PRIVACY,
    "m messages at epsilon/m each compose to epsilon",
    corrected=AllOf(
        r"(e^{\varepsilon/m})^m = e^\varepsilon",
        {
            "product of m worst ratios": Identity(lambda: exp(epsilon / m) ** m, lambda: exp(epsilon)),
            "Laplace at epsilon/m on each of 5 samples": PlanPrivacy("user split in 5 samples", _split_plan),
        },
    ),
    note="The ratios multiply, and Laplace noise at epsilon/m on each of 5 samples as an example; the statement is zhao/prop1.",
)


def _one_item_plan() -> Additive:
    return baselines.one_item_plan(3, 5, sympy.Symbol("epsilon", positive=True), sympy.Integer(1))


PROP1_B = Claim(
    "zhao/own/prop1-b",
    "ours, for arXiv v1, Section 3, Proposition 1 (2)",
    Kind.PRIVACY,
    "one sample of five by randomised response, as an example",
    corrected=PlanPrivacy("one sample of 5 by randomized response", _one_item_plan),
    note="The statement is zhao/prop1. The message is a function of one sample, so that the worst ratio over all the user's data sets is the worst ratio over that sample.",
)

_USERS, _DRAWS = integer("n", least=1), integer("m", least=1)
_REACH, _LEVEL = real("D", above=0), real("epsilon", above=0)
_SAMPLE_OF, _MEAN_OF, _ADDED, _ADDED_MEAN, _TOLD = (random_real(letter) for letter in "XSWTA")
_NOISE = 2 * _REACH * _DRAWS / _LEVEL
_IN_REACH = at_most(_SAMPLE_OF**2, _REACH**2)
_SPREAD = (
    line(Variance(_SAMPLE_OF), given=(_IN_REACH,))
    .le(Expectation(_SAMPLE_OF**2), BIAS_VARIANCE(_SAMPLE_OF, 0))
    .le(_REACH**2, MONOTONE(_SAMPLE_OF**2, _REACH**2), LINEAR(_SAMPLE_OF, 0, _REACH**2))
)
_ALL = _USERS * _DRAWS
PROP1_RATE_A = Claim(
    "zhao/prop1/rate-a",
    "arXiv v1, Section 4.1, text after Theorem 1",
    Kind.UPPER_RATE,
    "the first baseline for bounded data",
    says=r"\text{item-level }(\epsilon/m)\text{-LDP for all samples yields "
    r"}O\left(\frac{D^2m}{n\epsilon^2}+\frac{D^2}{nm}\right)",
    match=Match.READING,
    differs="with the constant 8, by Laplace noise for epsilon/m on each sample, as the paper names no mechanism",
    printed=AllOf(
        "",
        {
            "the risk": line(
                Expectation((_MEAN_OF + _ADDED_MEAN - Expectation(_SAMPLE_OF)) ** 2),
                given=(
                    MeanOfCopies(_MEAN_OF, _SAMPLE_OF, _ALL),
                    MeanOfCopies(_ADDED_MEAN, _ADDED, _ALL),
                    LaplaceNoise(_ADDED, _NOISE),
                    Independent(_MEAN_OF, _ADDED_MEAN),
                    _IN_REACH,
                ),
            )
            .eq(
                (Expectation(_MEAN_OF + _ADDED_MEAN) - Expectation(_SAMPLE_OF)) ** 2 + Variance(_MEAN_OF + _ADDED_MEAN),
                BIAS_VARIANCE(_MEAN_OF + _ADDED_MEAN, Expectation(_SAMPLE_OF)),
            )
            .eq(
                Variance(_SAMPLE_OF) / _ALL + Variance(_ADDED) / _ALL,
                ADDITIVE(_MEAN_OF, _ADDED_MEAN),
                EXPECTED_MEAN(_MEAN_OF, _SAMPLE_OF, _ALL),
                EXPECTED_MEAN(_ADDED_MEAN, _ADDED, _ALL),
                LAPLACE_MEAN(_ADDED, _NOISE, 0),
                SUM_OF_INDEPENDENT(_MEAN_OF, _ADDED_MEAN),
                MEAN_OF_INDEPENDENT(_MEAN_OF, _SAMPLE_OF, _ALL),
                MEAN_OF_INDEPENDENT(_ADDED_MEAN, _ADDED, _ALL),
            )
            .le(
                _REACH**2 / _ALL + 8 * _REACH**2 * _DRAWS / (_USERS * _LEVEL**2),
                _SPREAD,
                LAPLACE_VARIANCE(_ADDED, _NOISE),
            )
            .le(8 * (_REACH**2 * _DRAWS / (_USERS * _LEVEL**2) + _REACH**2 / _ALL)),
            "the noise of the plan that runs": Identity(
                lambda: baselines.split_user_plan(n, m, epsilon, D).noise, lambda: 8 * D**2 * m / (n * epsilon**2)
            ),
        },
    ),
    note="S is the mean of all samples, T that of the noises: a scale of 2D/(epsilon/m) hides a sample within [-D, D].",
)
_SIZE_OF = _REACH**2 / tanh(_LEVEL / 2) ** 2
_TOLD_SPREAD = (
    line(Variance(_TOLD), given=(at_most(_TOLD**2, _SIZE_OF),))
    .le(Expectation(_TOLD**2), BIAS_VARIANCE(_TOLD, 0))
    .le(_SIZE_OF, MONOTONE(_TOLD**2, _SIZE_OF), LINEAR(_TOLD, 0, _SIZE_OF))
)
PROP1_RATE_B = Claim(
    "zhao/prop1/rate-b",
    "arXiv v1, Section 4.1, text after Theorem 1",
    Kind.UPPER_RATE,
    "the second baseline for bounded data",
    says=r"\text{item-level }\epsilon\text{-LDP for }n\text{ samples, one drawn from each user, yields "
    r"}O\left(\frac{D^2}{n(\epsilon^2\wedge1)}\right)\text{, significantly worse than (2)}",
    match=Match.READING,
    differs="with the constant 5, by randomised response on one sample, as the paper names no mechanism; that (2) is better is left out",
    printed=line(
        Expectation((_MEAN_OF - Expectation(_SAMPLE_OF)) ** 2),
        given=(
            MeanOfCopies(_MEAN_OF, _TOLD, _USERS),
            at_most(_TOLD**2, _SIZE_OF),
            equal(Expectation(_TOLD), Expectation(_SAMPLE_OF)),
        ),
    )
    .eq(
        (Expectation(_MEAN_OF) - Expectation(_SAMPLE_OF)) ** 2 + Variance(_MEAN_OF),
        BIAS_VARIANCE(_MEAN_OF, Expectation(_SAMPLE_OF)),
    )
    .eq(
        Variance(_TOLD) / _USERS,
        EXPECTED_MEAN(_MEAN_OF, _TOLD, _USERS),
        equal(Expectation(_TOLD), Expectation(_SAMPLE_OF)),
        MEAN_OF_INDEPENDENT(_MEAN_OF, _TOLD, _USERS),
    )
    .le(_SIZE_OF / _USERS, _TOLD_SPREAD)
    .le(
        5 * _REACH**2 / (_USERS * Min(_LEVEL**2, 1)),
        line(1 / tanh(_LEVEL / 2) ** 2).le(5 / Min(_LEVEL**2, 1)),
    ),
    note="A is what one user's answer counts: D/tanh(epsilon/2) or its negative, whose mean given the sample X is the sample.",
)

CLAIMS = (
    DEF1,
    DEF1_DOMAIN,
    PROP1,
    PROP1_A,
    PROP1_B,
    PROP1_RATE_A,
    PROP1_RATE_B,
)
