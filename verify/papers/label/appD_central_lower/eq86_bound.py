"""label Appendix D, (86)-(104): the minimax lower bound under central label privacy, and the test bound that carries it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Abs, Integer, Rational, exp, log, oo, sqrt, tanh

from notation.symbols import N, beta, d, epsilon, gamma, h
from verify.kernel.calculus import (
    FINITE_MEAN,
    Average,
    Comparison,
    Expectation,
    Infimum,
    Maximum,
    Mean,
    Name,
    Sum,
    WholeNumber,
    because,
    integer,
    let,
    line,
    obtain,
    quantity,
    real,
)
from verify.kernel.calculus import at_most as limits
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Balance, FiniteCheck, Identity, SameRate, UpToConstant, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.at_points import Point, at_points
from verify.papers.label.appB_local_lower.eq33_family import MAJORITY, without_density
from verify.papers.label.appD_central_lower.lemma1_private_tests import (
    ERRORS,
    LABELS,
    LOWER2,
    LOWER2_CHAIN,
    PRIVATE,
    TEST,
    TWO_LAWS,
    P,
    Q,
)
from verify.papers.label.averages import BETA, DIM, EPS, LAW, SAMPLES
from verify.papers.label.instances.sign_sums import (
    alike,
    first_of_two_halves,
    logistic,
    mean_labels,
    medians,
    two_halves,
)
from verify.papers.label.instances.tent_functions import central_votes
from verify.papers.label.lemmas.labels import (
    COUPLED_SIGNS,
    TERNARY,
    TURNED_SIGNS,
    LabelMean,
    LabelPrivate,
    SignsOfMean,
    TestRisk,
    Turned,
)
from verify.papers.label.lemmas.tents import label_law
from verify.papers.label.lower_rates import THEOREM3
from verify.papers.label.nouns import FEATURES, CubeLabels, Height, MajorityExcess, SignMissed
from verify.papers.label.tents import (
    CUBE,
    CUBES,
    GAMMA,
    LEARNER,
    SIGNS,
    central_error,
    central_test,
    classification,
    explicit_classification,
    open_test,
)

_DATA = Name("D", "family of laws")
_MISSED, _ALLOWED = SignMissed(LEARNER, _DATA, SIGNS, CUBE), LabelPrivate(LEARNER, EPS)
_WORST = Infimum(Maximum(Sum(_MISSED, CUBE, 1, CUBES), SIGNS), LEARNER, _ALLOWED)
_MEAN_MISSED = Average(_MISSED, SIGNS)
_ON_AVERAGE = Infimum(Sum(_MEAN_MISSED, CUBE, 1, CUBES), LEARNER, _ALLOWED)
_EACH_ALONE = Sum(Infimum(_MEAN_MISSED, LEARNER, _ALLOWED), CUBE, 1, CUBES)


def _rules(t: Fraction, mean: Fraction) -> Iterator[list[tuple[Fraction, Fraction]]]:
    """The probabilities to miss two signs, at all four pairs of signs: each told by response on a label of that mean, or a constant."""
    keeps = {"all": t / (1 + t), "half": 2 * t / (3 * t + 1)}
    constants = [{1: Fraction(0), -1: Fraction(1)}, {1: Fraction(1), -1: Fraction(0)}]
    # One sign at the whole budget, or both with the odds 2t/(t + 1), at most sqrt(t).
    told = {}
    for name, keep in keeps.items():
        missed = 1 - (1 + mean * (2 * keep - 1)) / 2
        told[name] = [*constants, {1: missed, -1: missed}]
    pairs = [*product(told["half"], repeat=2), *product(told["all"], constants), *product(constants, told["all"])]
    for first, second in pairs:
        yield [(first[v], second[w]) for v, w in product((1, -1), repeat=2)]


def _two_signs(*, worst: bool) -> Callable[[], Iterator[Point]]:
    """The least over the rules of the largest or of the mean number of missed signs."""

    def points() -> Iterator[Point]:
        for t, mean in product((Fraction(3, 2), Fraction(10)), (Fraction(1), Fraction(1, 2))):
            rules = list(_rules(t, mean))
            largest = min(max(sum(missed) for missed in rule) for rule in rules)
            average = min(sum(sum(missed) for missed in rule) / 4 for rule in rules)
            alone = sum(min(sum(missed[k] for missed in rule) / 4 for rule in rules) for k in (0, 1))
            yield ({_ON_AVERAGE: average}, largest) if worst else ({_EACH_ALONE: alone}, average)

    return points


_RULES_LISTED = (
    "e^epsilon = 3/2, 10; labels of mean +-1, +-1/2; constants, and randomised response of one label or of both"
)
EQ86 = Claim(
    "label/eq86",
    "Appendix D, (86)",
    Kind.INEQUALITY,
    "from the maximum over hypotheses to each cube alone",
    says=(
        r"\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\sup_{(f,\eta)\in\mathcal{F}_{cls}}(R-R^*)\geq\frac12ch^{\beta+d}\lVert\phi\rVert_1\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\max_{\mathbf{v}\in\mathcal{V}}\sum_{k=1}^m\mathrm{P}(\hat "
        r"v_k\neq "
        r"v_k)\geq\frac12h^{\beta+d}\lVert\phi\rVert_1\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\sum_{k=1}^m\mathrm{P}(\hat "
        r"V_k\neq "
        r"V_k)=\frac12h^{\beta+d}\lVert\phi\rVert_1\sum_{k=1}^m\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\mathrm{P}(\hat "
        r"V_k\neq V_k)"
    ),
    match=Match.READING,
    differs="the ends of (86)",
    printed=FiniteCheck(
        r"\inf_A\sup(R-R^*)\ge\tfrac12h^{\beta+d}\|\phi\|_1\sum_k\inf_AP(\hat V_k\ne V_k)",
        "c = 1/100 on a support of length 100, one sample",
        without_density,
    ),
    note="As label/eq42/43: each bit is tested apart, and privacy can only raise the right side.",
    corrected=AllOf(
        "",
        {
            "a uniform sign vector": at_points(
                line(_WORST).ge(_ON_AVERAGE, because("A maximum is at least the mean.", "label/eq42")),
                "some rules for two signs",
                _RULES_LISTED,
                _two_signs(worst=True),
            ),
            "each sign alone": at_points(
                line(_ON_AVERAGE).ge(_EACH_ALONE, because("The infimum of a sum is at least the sum of the infima.")),
                "some rules for two signs, each alone",
                _RULES_LISTED,
                _two_signs(worst=False),
            ),
        },
    ),
    correction="the factor c of (42) stays; the last step is only needed as >=",
    severity=Severity.CONSTANT,
    theorem="label/own/lower3",
    root="label/eq42/43",
)


_SAMPLES, _MEAN = integer("n", least=1), real("t", least=0, most=1)
_FUNCTION, _SIGN, _PLACE = Name("eta", "function"), real("V", least=-1, most=1), integer("i", least=1)
_SIZES = Height(_FUNCTION, FEATURES, _PLACE)
_LABEL = label_law(1, 1, _SIGN * _SIZES)
_CUBE_LABELS = CubeLabels(_FUNCTION, FEATURES, _SAMPLES, _SIGN)
EQ90 = Claim(
    "label/eq90",
    "Appendix D, (87)-(90)",
    Kind.IDENTITY,
    "the mean label of a cube",
    says=(
        r"n_k{:=}\sum_{i=1}^N\mathbf{1}(\mathbf{X}_i\in B_k),\ \bar "
        r"Y_k{:=}\frac{1}{n_k}\sum_{i=1}^NY_i\mathbf{1}(X_i\in B_k),\ "
        r"a_k{:=}\frac{1}{n_k}\sum_{i=1}^N|\eta(\mathbf{X}_i)|\mathbf{1}(\mathbf{X}_i\in "
        r"B_k)=\frac{h^\beta}{n_k}\sum_{i=1}^N\phi\left(\frac{\mathbf{X}_i-\mathbf{c}_k}{h}\right)\mathbf{1}(\mathbf{X}_i\in "
        r"B_k);\quad\mathbb{E}[\bar Y_k|\mathbf{X}_{1:N},V_k]=V_ka_k"
    ),
    match=Match.SAME,
    printed=line(_CUBE_LABELS)
    .eq(Sum(Mean(_LABEL), _PLACE, 1, _SAMPLES) / _SAMPLES, because("Expectations add up."))
    .eq(Sum(_SIGN * _SIZES, _PLACE, 1, _SAMPLES) / _SAMPLES, FINITE_MEAN(_LABEL))
    .crosschecked(
        "all labels of three samples, exact",
        r"E[\bar Y_k\mid X_{1:N},V_k]=V_ka_k",
        "three samples in a cube, |eta| = 0, 1/3, 1/2 in all orders with repetition",
        mean_labels,
        "==",
    ),
)
_ABOVE, _BELOW = SignsOfMean(_SAMPLES, _MEAN), SignsOfMean(_SAMPLES, -_MEAN)
_FEW = Comparison(_MEAN, "<=", log(2) / (EPS * _SAMPLES))
_COUPLED, _WHOLE = COUPLED_SIGNS(TEST, _SAMPLES, _MEAN, *ERRORS), WholeNumber(_SAMPLES * (1 + _MEAN) / 2)
_AT_COUPLED = (
    line(2 * TestRisk(TEST, _ABOVE, _BELOW), given=(_COUPLED.statement.conclusion, PRIVATE, _FEW, _WHOLE))
    .ge(2 / (1 + exp(EPS * Expectation(ERRORS[2]))), TWO_LAWS.at({P: _ABOVE, Q: _BELOW}))
    .eq(2 / (1 + exp(EPS * _SAMPLES * _MEAN)), TURNED_SIGNS(TEST, _SAMPLES, _MEAN, *ERRORS))
    .ge(Rational(2, 3), _FEW)
)
_LEMMA1 = (
    line(_AT_COUPLED.start, given=(PRIVATE, _FEW, _WHOLE))
    .ge(Rational(2, 3), obtain(_COUPLED, _AT_COUPLED))
    .crosschecked(
        "all private tests of two and three alike signs with probabilities in twelfths",
        r"P(\hat V=1\mid\bar Y=-t)+P(\hat V=-1\mid\bar Y=t)\ge\tfrac23",
        "n_k = 2, t = 1, e^epsilon = 7/5; n_k = 3, t = 1/3, e^epsilon = 2; all tests of the sum with probabilities k/12 that are epsilon-label DP",
        alike,
        ">=",
    )
)
_ONE, _OTHER = real("a", least=0, most=1), real("b", least=0, most=1)
_ERR = limits((1 - _OTHER) / 2, _ONE), limits((1 - _ONE) / 2, _OTHER)
EQ92 = Claim(
    "label/eq92",
    "Appendix D, (92), (93), the end of Lemma 1's proof",
    Kind.INEQUALITY,
    "two tests that err rarely on neighbours",
    says=(
        r"\mathrm{P}(\hat V_k=1|\mathbf{X}_{1:N},\bar Y_k=-t)\geq e^{-l\epsilon}\mathrm{P}\left(\hat "
        r"V_k'=1|\mathbf{X}_{1:N},\bar Y_k'=-t+\frac{2l}{n_k}\right)\geq "
        r"e^{-l\epsilon}\mathrm{P}\left(\hat V_k=1|\mathbf{X}_{1:N},\bar Y_k=-t+\frac{2l}{n_k}\right)\geq "
        r"e^{-n_kt\epsilon}\left[1-\mathrm{P}\left(\hat V_k=-1|\mathbf{X}_{1:N},\bar "
        r"Y_k=-t+\frac{2l}{n_k}\right)\right]\geq\frac12[1-\mathrm{P}(\hat V_k=-1|\mathbf{X}_{1:N},\bar "
        r"Y_k=t)];\quad\mathrm{P}(\hat V_k=-1|\mathbf{X}_{1:N},\bar Y_k=t)\geq\frac12[1-\mathrm{P}(\hat "
        r"V_k=1|\mathbf{X}_{1:N},\bar Y_k=-t)]"
    ),
    match=Match.READING,
    differs="the ends of (92), of which (93) is the mirror image",
    printed=FiniteCheck(
        r"P(\hat V_k=1\mid\bar Y_k=-t)\ge\tfrac12[1-P(\hat V_k=-1\mid\bar Y_k=t)]",
        "phi = 1 on half of the points and 0 on the others, n_k = 200, a Laplace test",
        first_of_two_halves,
        ">=",
    ),
    corrected=AllOf(
        "",
        {
            "what (92) and (93) are for": _LEMMA1,
            "where they hold they add up to it": line(_ONE + _OTHER, given=_ERR).ge(
                Rational(2, 3),
                line((2 * _ONE + _OTHER) / 3, given=_ERR[:1]).ge(Rational(1, 3), _ERR[0]),
                line((2 * _OTHER + _ONE) / 3, given=_ERR[1:]).ge(Rational(1, 3), _ERR[1]),
            ),
        },
    ),
    correction="for labels that are exchangeable given their mean, as Lemma 1: else the data after l flips are not data drawn given the mean t, and step (b) fails",
    severity=Severity.PROOF_GAP,
    theorem="label/thm3",
    root="label/lemma1",
)
LEMMA1 = Claim(
    "label/lemma1",
    "Appendix D, Lemma 1, (91)",
    Kind.INEQUALITY,
    "the errors of a private test given the mean label",
    says=(
        r"\text{if }0\leq t\leq\ln2/(\epsilon n_k)\text{ and }n_kt\text{ is an integer},\quad P(\hat "
        r"V_k=1|\mathbf{X}_{1:N},\bar Y_k=-t)+P(\hat V_k=-1|\mathbf{X}_{1:N},\bar Y_k=t)\geq\frac23"
    ),
    match=Match.READING,
    differs="the conditions on t and the features X_1:N, given in the lemma, are not shown in the judged line",
    printed=FiniteCheck(
        r"P(\hat V_k=1\mid\bar Y_k=-t)+P(\hat V_k=-1\mid\bar Y_k=t)\ge\tfrac23",
        "phi = 1 on half of the points and 0 on the others, n_k = 200, a Laplace test",
        two_halves,
        ">=",
    ),
    corrected=_LEMMA1,
    correction="needs labels that are exchangeable given their mean: for constant phi (and n_k t of the parity "
    "of n_k). Otherwise the mean is not sufficient, and a test that looks at the points with large "
    "phi errs less. label/own/lower2 replaces the lemma",
    severity=Severity.PROOF_GAP,
    theorem="label/thm3",
    note="U is uniform on the sign vectors of one mean, as exchangeable labels are. Step (b) of (92): data given "
    "mean -t with l labels flipped do not have the law of data given mean t.",
)

MeanBelow = quantity(
    "MeanBelow",
    r"P(\bar Y_k\le a_k)_{{{0}}}",
    "probability that the mean of n independent labels 1 and -1, whose means are within [0, 1/2], is at most its expectation: MeanBelow(n)",
    0,
    1,
)
_HELD_BY = integer("n_k", least=1)
_FAR_OFF = Rational(14, 25) * Rational(3, 2) / sqrt(Rational(3, 4) * _HELD_BY)
EQ94 = Claim(
    "label/eq94",
    "Appendix D, (94), (95)",
    Kind.INEQUALITY,
    "the mean label is below its expectation about half of the time",
    says=(
        r"\mathrm{P}(\bar Y_k\leq "
        r"a_k|\mathbf{X}_{1:N},V_k=1)\geq\frac12-\frac{C_E}{\sqrt{n_k}};\quad\mathrm{P}(\bar "
        r"Y_k\geq-a_k|\mathbf{X}_{1:N},V_k=-1)\geq\frac12-\frac{C_E}{\sqrt{n_k}}\text{, for some absolute "
        r"constant }C_E"
    ),
    match=Match.READING,
    differs=(
        "C_E = 1 is made explicit, for |eta| <= 1/2 as Appendix B has it; (94) alone, of which (95) is the mirror image"
    ),
    printed=line(MeanBelow(_HELD_BY))
    .ge(
        Rational(1, 2) - _FAR_OFF,
        because(
            "Berry and Esseen for laws that differ, with 0.56 (Shevtsova 2010): labels are within 3/2 of their means, so that third moments are at most 3/2 times the "
            "variances, and these are 3/4 at least. Where V_k = -1 the negatives of the labels have this law, which is (95)."
        ),
    )
    .ge(Rational(1, 2) - 1 / sqrt(_HELD_BY))
    .crosschecked(
        "sums of signs, exact",
        r"P(\bar Y_k\le a_k\mid V_k=1),\ P(\bar Y_k\ge-a_k\mid V_k=-1)\ge\tfrac12-\tfrac1{\sqrt{n_k}}",
        "n_k = 17, 100, 401, constant eta = 1/100, 1/4, 1/2; n_k = 18, 100, eta = 1/100, 1/2 at every other point and 0 elsewhere; both signs",
        medians,
        ">=",
    ),
    note="C_E = 1, for |eta| <= 1/2, which (36) gives where h^beta <= 1/2. Given the features the labels need "
    "not be identically distributed, so that the version for equal laws does not do. label/own/lower2 does "
    "not need it.",
)
_INDEX = integer("i", least=1)
_TURNED, _TOTAL = Turned(P, Q, 1), Sum(Abs(LabelMean(P, _INDEX)), _INDEX, 1, LABELS)
_SMALL = limits(_TOTAL, log(2) / EPS)
EQ97 = Claim(
    "label/eq97",
    "Appendix D, (96), (97)",
    Kind.LOWER_BOUND,
    "every private test of a cube errs with probability 1/12",
    says=(
        r"\mathrm{P}(\hat V_k\neq V_k|\mathbf{X}_{1:N})=\frac12\mathrm{P}(\hat "
        r"V_k=1|\mathbf{X}_{1:N},V_k=-1)+\frac12\mathrm{P}(\hat "
        r"V_k=-1|\mathbf{X}_{1:N},V_k=1)\geq\frac18\mathrm{P}\left(\hat V_k=1|\mathbf{X}_{1:N},\bar "
        r"Y_k\geq-\frac{\ln2}{\epsilon n_k}\right)+\frac18\mathrm{P}\left(\hat "
        r"V_k=-1|\mathbf{X}_{1:N},\bar Y_k\leq\frac{\ln2}{\epsilon n_k}\right)\geq\frac{1}{12}\text{, "
        r"where }n_k>16C_E^2,\ a_k<\frac{\ln2}{\epsilon n_k}"
    ),
    match=Match.READING,
    differs=("the last step alone, times 8; the steps before it and the conditions (96) are not in the judged line"),
    printed=FiniteCheck(
        r"P\Big(\hat V_k=1\Big|\bar Y_k\ge-\tfrac{\ln2}{\varepsilon n_k}\Big)+P\Big(\hat V_k=-1\Big|\bar Y_k\le\tfrac{\ln2}{\varepsilon n_k}\Big)\ge\tfrac23",
        "constant phi, n_k = 400, a_k = 1/1000, epsilon = 1/2, a logistic test",
        logistic,
        ">=",
    ),
    corrected=line(TestRisk(TEST, P, Q), given=(*LOWER2_CHAIN.given, _TURNED, _SMALL))
    .ge(LOWER2_CHAIN.end, LOWER2)
    .eq(1 / (1 + exp(EPS * _TOTAL)), TERNARY(P, Q, 1, _INDEX))
    .ge(1 / (1 + exp(log(2))), _SMALL)
    .eq(Rational(1, 3)),
    correction="Lemma 1 speaks of the means t and -t, not of half-lines; the end, with 1/3 in place of 1/12 and "
    "without n_k > 16 C_E^2, follows from label/own/lower2 with x = epsilon n_k a_k",
    severity=Severity.PROOF_GAP,
    theorem="label/thm3",
    note="The last step of (97). It also drops the condition on V_k.",
)
_X, _Y = sympy.symbols("x y", nonnegative=True)
X, Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)
EQ99 = Claim(
    "label/eq99",
    "Appendix D, (98), (99)",
    Kind.INEQUALITY,
    "few samples in a cube satisfy (96)",
    says=(
        r"\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\sup_{(f,\eta)\in\mathcal{F}_{cls}}(R-R^*)\geq\frac12h^{\beta+d}\lVert\phi\rVert_1\sum_{k=1}^m\frac{1}{12}\mathrm{P}\left(a_k<\frac{\ln2}{\epsilon "
        r"n_k},n_k>16C_E^2\right);\quad\text{from }a_k\leq h^\beta,\ "
        r"\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\sup_{(f,\eta)\in\mathcal{F}_{cls}}(R-R^*)\geq\frac{1}{24}h^{\beta+d}\lVert\phi\rVert_1\sum_{k=1}^m\mathrm{P}\left(16C_E^2<n_k<\frac{\ln2}{\epsilon "
        r"h^\beta}\right)"
    ),
    match=Match.READING,
    differs=(
        "only the implication between the events, which leads from (98) to (99); the bounds on the risk, "
        "which lack c, are not in it"
    ),
    printed=AllOf(
        r"a_k\le h^\beta,\ n_k<\frac{\ln2}{\varepsilon h^\beta}\Rightarrow a_k<\frac{\ln2}{\varepsilon n_k}",
        {
            "with a_k = x h^beta, x <= 1, and y = epsilon n_k h^beta < ln 2": at_most(
                _X * _Y, _Y, Variable(_X, Integer(0), Integer(1)), Y
            ),
            "half of 1/12": Identity(lambda: Rational(1, 2) * Rational(1, 12), Rational(1, 24)),
        },
    ),
    note="The density c is missing again: label/eq42/43.",
)
_SIDE_101 = let("h", (EPS * SAMPLES) ** (-1 / (DIM + BETA)))
"""The side of the cubes, with the constant 1."""
EQ101 = Claim(
    "label/eq101",
    "Appendix D, (100)-(102)",
    Kind.RATE_ALGEBRA,
    "the tuned rate",
    says=(
        r"2Nch^d=\frac{\ln2}{\epsilon h^\beta}\text{ yields }h\sim(\epsilon "
        r"N)^{-\frac{1}{d+\beta}};\quad\text{with }m\sim h^{\gamma\beta-d},\ "
        r"\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\sup_{(f,\eta)\in\mathcal{F}_{cls}}(R-R^*)\gtrsim "
        r"h^{\beta(\gamma+1)}\gtrsim(\epsilon N)^{-\frac{\beta(\gamma+1)}{d+\beta}}"
    ),
    match=Match.READING,
    differs="(100), (101) and the right-hand sides of (102); the minimax risk is not in the judged line",
    printed=AllOf(
        "",
        {
            "the balance": Balance(N * h**d, 1 / (epsilon * h**beta), h, (epsilon * N) ** (-1 / (d + beta))),
            "the powers of h": SameRate(h ** (beta + d) * h ** (gamma * beta - d), h ** (beta * (gamma + 1))),
            "the rate": line(_SIDE_101 ** (BETA * (GAMMA + 1))).eq(
                (EPS * SAMPLES) ** (-BETA * (GAMMA + 1) / (DIM + BETA))
            ),
        },
    ),
    note="n_k > 16 C_E^2 needs N h^d, that is 1/(epsilon h^beta), to be large; label/own/lower3 does without.",
)
OWN_LOWER3 = Claim(
    "label/own/lower3",
    "ours, (86) and label/own/lower2 put together",
    Kind.LOWER_BOUND,
    "the explicit lower bound under central label privacy",
    corrected=explicit_classification(central_error(1)).crosschecked(
        "a logistic vote in each cube, exact risk",
        r"\text{the bound}\le R-R^*\text{ of the vote}",
        "d = beta = c = 1, phi(u) = 1-2|u|, m = 1/h; N = 1, 4, 9; h = 1/4, 1/2; epsilon = 1/10, 1, 3",
        central_votes,
    ),
)

_R = sympy.Symbol("r", positive=True)
THM3 = Claim(
    "label/thm3",
    "Section 4.2, Theorem 3, (16), and Appendix D, (104)",
    Kind.LOWER_BOUND,
    "the minimax lower bound, central label privacy",
    says=(
        r"\inf_{\mathcal{A}\in\mathcal{A}_\epsilon}\sup_{(f,\eta)\in\mathcal{F}_{cls}}(R_{cls}-R_{cls}^*)\gtrsim "
        r"N^{-\frac{\beta(\gamma+1)}{2\beta+d}}+(\epsilon "
        r"N)^{-\frac{\beta(\gamma+1)}{\beta+d}},\quad\mathcal{A}_\epsilon\text{ the learning algorithms "
        r"with }\epsilon\text{-label DP}"
    ),
    match=Match.SAME,
    printed=AllOf(
        r"\inf\sup(R-R^*)\gtrsim N^{-\beta(\gamma+1)/(2\beta+d)}+(\varepsilon N)^{-\beta(\gamma+1)/(\beta+d)}",
        {
            "the risk of a majority": line(MajorityExcess(LAW, SAMPLES, log(3)), given=MAJORITY.given).le(
                2 * exp(-SAMPLES * tanh(log(3) / 2) ** 2 / 512), MAJORITY.at({EPS: log(3)})
            ),
            "next to the first term": UpToConstant(
                (N ** (-beta * (gamma + 1) / (2 * beta + d))).subs({beta: 1, d: 1, gamma: 2}),
                2 * exp(-N / 2048),
                (Variable(N, Integer(1), oo),),
                family=((N, 2048 * _R),),
                along=_R,
            ),
        },
    ),
    corrected=AllOf(
        "",
        {
            "the rate": THEOREM3,
            "at any side, not private": classification(open_test(1)),
            "at any side, label private": classification(central_test(1)),
        },
    ),
    correction="needs gamma beta <= 1 and beta <= 1, or a support with holes and gamma beta <= d; the proof goes "
    "by label/own/lower2",
    severity=Severity.CONDITION,
    theorem="label/thm3",
    root="label/thm1",
    note="The family of Theorem 1: a local channel is centrally private. The first term is (10) at epsilon >= 1, "
    "as its proof bounds the divergence of the labels themselves.",
)

CLAIMS = (
    EQ86,
    EQ90,
    EQ92,
    LEMMA1,
    EQ94,
    EQ97,
    EQ99,
    EQ101,
    OWN_LOWER3,
    THM3,
)
