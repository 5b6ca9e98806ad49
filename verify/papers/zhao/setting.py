"""zhao Sections 2 and 3: user-level LDP and the two conversions from item level."""

from collections.abc import Iterator

import sympy
from sympy import Rational, exp, oo

from notation.symbols import D, epsilon, m, n
from upperbounds.mean import baselines
from upperbounds.mean.estimator import Additive
from verify.calculus import Name, Private, at_most, by, calc, integer, real
from verify.calculus.facts.messages import (
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
from verify.calculus.over import Each
from verify.calculus.reasons import at_index
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, FiniteCheck, Identity, PlanPrivacy, UpToConstant
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_POSITIVE = tuple(Variable(symbol, sympy.Integer(0), oo, open_lower=True) for symbol in (D, n, m, epsilon))


def _domain_sizes(power: int) -> Iterator[Case]:
    """How many data sets a user can hold, beside the size of the first factor of the domain, for binary samples."""
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


def _split_plan() -> Additive:
    return baselines.split_user_plan(3, 5, epsilon, D)


def _one_item_plan() -> Additive:
    return baselines.one_item_plan(3, 5, sympy.Symbol("epsilon", positive=True), sympy.Integer(1))


# fmt: off
_SAMPLES, _EPS, _MESSAGE = integer("m", least=1), real("epsilon", least=0), integer("i", least=1)
_PROTOCOL, _CHANNEL, _PAST = Name("Z", "item-level protocol"), Name("K", "channel"), Name("w", "messages")
_ONE, _OTHER, _EARLIER = Name("X", "data set"), Name("X'", "data set"), Name("z", "messages")
_ITEM_LEVEL = Each(Each(Private(StepOf(_PROTOCOL, _MESSAGE, _PAST), _EPS/_SAMPLES), _PAST), _MESSAGE,
                   at_most(1, _MESSAGE), at_most(_MESSAGE, _SAMPLES))
_AT_SAMPLE = at_index(_ITEM_LEVEL, SAMPLE)
_ALL_SAMPLES = calc(
    MaxDivergence(*(MessageOfEach(_PROTOCOL, data, _SAMPLES) for data in (_ONE, _OTHER))),
    "<=", divergences(_PROTOCOL, _ONE, _OTHER, _SAMPLES), by(BASIC_COMPOSITION(_PROTOCOL, _ONE, _OTHER, _SAMPLES)),
    "<=", _SAMPLES*(_EPS/_SAMPLES),
    by(PRIVATE_DIVERGENCE(StepOf(_PROTOCOL, SAMPLE, _EARLIER), _EPS/_SAMPLES, Item(_ONE, SAMPLE), Item(_OTHER, SAMPLE)),
       _AT_SAMPLE, at_index(_AT_SAMPLE.statement.conclusion, _EARLIER)), "==", _EPS, given=(_ITEM_LEVEL,),
)
_ONE_SAMPLE = calc(
    MaxDivergence(*(MessageOfOne(_CHANNEL, data, _SAMPLES) for data in (_ONE, _OTHER))),
    "<=", largest_divergence(_CHANNEL, _ONE, _OTHER, _SAMPLES), by(DIVERGENCE_OF_MIXTURES(_CHANNEL, _ONE, _OTHER, _SAMPLES)),
    "<=", _EPS, by(PRIVATE_DIVERGENCE(_CHANNEL, _EPS, Item(_ONE, SAMPLE), Item(_OTHER, SAMPLE))), given=(Private(_CHANNEL, _EPS),),
)
# fmt: on

CLAIMS = (
    Claim("zhao/def1", "arXiv v1, Section 3, Definition 1, (1)", Kind.DEFINITION,
          "user-level epsilon-LDP, sequentially interactive",
          Definition(r"P(Z_i\in S\mid X_i=x,Z_{1:i-1}=z) \le e^\varepsilon P(Z_i\in S\mid X_i=x',Z_{1:i-1}=z)\ "
                     r"\forall i,z,S,\ x,x'\in\mathcal X^m")),
    Claim("zhao/def1/domain", "arXiv v1, Section 3, above Definition 1", Kind.DEFINITION,
          "the mechanism's domain holds the data set of a user",
          FiniteCheck(r"M_i:\mathcal X\times\mathcal Z^{i-1}\to\mathcal Z:\ |\mathcal X^m| = |\mathcal X|",
                      "binary samples, m = 1..4", _printed_domain, "=="),
          FiniteCheck(r"M_i:\mathcal X^m\times\mathcal Z^{i-1}\to\mathcal Z", "binary samples, m = 1..4", _true_domain,
                      "=="),
          correction="the first factor of the domain is X^m: all of a user's samples enter the mechanism",
          severity=Severity.TYPO, theorem="zhao/alg1/privacy"),
    Claim("zhao/prop1", "arXiv v1, Section 3, Proposition 1", Kind.PRIVACY,
          "item-level mechanisms give user-level ones by composition, or by one sample per user",
          AllOf("", {"(1)": _ALL_SAMPLES, "(2)": _ONE_SAMPLE}),
          note="A user's data sets X and X' may differ in all m samples. (1) The user passes on the messages of an "
               "item-level protocol on the samples; (2) the message on one of them, drawn at random. What is made of "
               "the messages stays as it is."),
    Claim("zhao/prop1/a", "arXiv v1, Section 3, Proposition 1 (1)", Kind.PRIVACY,
          "m messages at epsilon/m each compose to epsilon",
          AllOf(r"(e^{\varepsilon/m})^m = e^\varepsilon",
                {"product of m worst ratios": Identity(lambda: exp(epsilon / m) ** m, lambda: exp(epsilon)),
                 "Laplace at epsilon/m on each of 5 samples": PlanPrivacy("user split in 5 samples", _split_plan)})),
    Claim("zhao/prop1/b", "arXiv v1, Section 3, Proposition 1 (2)", Kind.PRIVACY,
          "one sample per user at item-level epsilon protects the user at epsilon",
          PlanPrivacy("one sample of 5 by randomized response", _one_item_plan),
          note="The message is a function of one sample, so that the worst ratio over all the user's data sets is the "
               "worst ratio over that sample."),
    Claim("zhao/prop1/rate-a", "arXiv v1, Section 4.1, text after Theorem 1", Kind.UPPER_RATE,
          "the first baseline for bounded data",
          UpToConstant(D**2 / (n * m) + baselines.split_user_plan(n, m, epsilon, D).noise,
                       D**2 * m / (n * epsilon**2) + D**2 / (n * m), _POSITIVE, constant=sympy.Integer(8),
                       text=r"\mathrm{MSE} \lesssim \frac{D^2m}{n\varepsilon^2}+\frac{D^2}{nm}"),
          note="The left side is the exact risk at its worst, from the plan that runs."),
    Claim("zhao/prop1/rate-b", "arXiv v1, Section 4.1, text after Theorem 1", Kind.UPPER_RATE,
          "the second baseline for bounded data",
          UpToConstant(sympy.Min(epsilon**2, 1), sympy.tanh(epsilon / 2) ** 2,
                       (Variable(epsilon, sympy.Integer(0), oo, open_lower=True),), constant=Rational(5),
                       text=r"\mathrm{MSE} = \frac{D^2}{n\tanh^2(\varepsilon/2)} "
                            r"\lesssim \frac{D^2}{n(\varepsilon^2\wedge1)}"),
          note="D^2/n cancels; the risk of randomized response on one sample is at most D^2/(n tanh(epsilon/2)^2)."),
)  # fmt: skip
