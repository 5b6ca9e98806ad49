"""label Sections 4 to 6: the six methods, as what they draw and what one label can change."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sympy import exp

from verify.kernel.calculus import Sum, because, integer, line
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus.facts.counts import BinomialAt
from verify.kernel.calculus.facts.voting import Entry
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.label.averages import EPS, RANK, SCALE, central_privacy
from verify.papers.label.instances.label_laws import bin_means
from verify.papers.label.nouns import CLASS, FEATURES, KEEP, LABEL_FUNCTION, CountAt, CountMean, NoisyMean, ValueAt
from verify.papers.label.s4_to_6_results.privacy import COUNTS, changes, weight


def _counts(_: Settings) -> Iterator[Case]:
    """P(S_lj = s) over all bits of n_l labels next to the convolution of two binomial laws; e^(epsilon/2) = 3/2."""
    one = Fraction(3, 5)
    for own, others in ((0, 3), (2, 2), (4, 1)):
        chances = [one] * own + [1 - one] * others
        for s in range(own + others + 1):
            enumerated = Fraction(0)
            for bits in product((0, 1), repeat=own + others):
                if sum(bits) == s:
                    mass = Fraction(1)
                    for p, bit in zip(chances, bits, strict=True):
                        mass *= p if bit else 1 - p
                    enumerated += mass
            pieces = (
                comb(own, a)
                * one**a
                * (1 - one) ** (own - a)
                * comb(others, s - a)
                * (1 - one) ** (s - a)
                * one ** (others - s + a)
                for a in range(max(0, s - others), min(own, s) + 1)
            )
            yield Case({"n_lj": own, "n_l": own + others, "s": s}, enumerated, sum(pieces, Fraction(0)))


_LABELS, _OWN, _S, _INDEX = (
    integer("n_l", least=0),
    integer("n_lj", least=0),
    integer("s", least=0),
    integer("a", least=0),
)
_KEPT, _INSIDE = exp(EPS / 2) / (exp(EPS / 2) + 1), limits(_OWN, _LABELS)
_SUM = Sum(BinomialAt(_OWN, _KEPT, _INDEX) * BinomialAt(_LABELS - _OWN, 1 - _KEPT, _S - _INDEX), _INDEX, 0, _S)
_ALG1_LAW = (
    line(CountAt(_LABELS, _OWN, _S, EPS), given=(_INSIDE,))
    .eq(
        _SUM,
        because(
            "The bits of labels of the class are 1 where they are kept, the others where they are turned, all independently."
        ),
    )
    .crosschecked(
        "all bits",
        r"P(S_{lj}=s)=\sum_aP(\mathrm{Bin}(n_{lj},p_1)=a)P(\mathrm{Bin}(n_l-n_{lj},1-p_1)=s-a)",
        "three pairs of counts, e^(epsilon/2) = 3/2, every s",
        _counts,
        "==",
    )
)
_COUNT_MEAN = CountMean(_LABELS, _OWN, EPS)
_ALG1_MEAN = (
    line(_COUNT_MEAN, given=(_INSIDE,))
    .eq(
        _OWN * _KEPT + (_LABELS - _OWN) * (1 - _KEPT),
        because("Linearity of the mean, by (53) for one label.", "label/eq53"),
    )
    .eq(_LABELS / (exp(EPS / 2) + 1) + KEEP * _OWN)
)
OWN_COUNT_LAW = Claim(
    "label/own/count-law",
    "ours, on Section 4.1, (12)",
    Kind.IDENTITY,
    "the law and the mean of a count of private bits, given the labels of its bin",
    corrected=AllOf("", {"the law": _ALG1_LAW, "the mean": _ALG1_MEAN}),
)
ALG1 = Claim(
    "label/alg1",
    "Section 4.1, (11)-(13)",
    Kind.DEFINITION,
    "local classification: private bits, counted in bins",
    says=(
        r"\mathrm{P}(M(\mathbf{x},y)(j)=1)=\frac{e^{\frac{\epsilon}{2}}}{e^{\frac{\epsilon}{2}}+1}\text{ "
        r"if }y=j,\ \frac{1}{e^{\frac{\epsilon}{2}}+1}\text{ if }y\neq j;\quad "
        r"S_{lj}=\sum_{i:\mathbf{X}_i\in B_l}Z_i(j),\ l=1,\ldots,G,\ j=1,\ldots,K;\quad "
        r"c_l=\arg\max_jS_{lj}"
    ),
    match=Match.SAME,
    printed=Definition(
        r"P(M(x,y)(j)=1)=\tfrac{e^{\varepsilon/2}}{e^{\varepsilon/2}+1}\text{ if }y=j,\text{ else }\tfrac1{e^{\varepsilon/2}+1};\ S_{lj}=\sum_{i:X_i\in B_l}Z_i(j);\ c_l=\arg\max_jS_{lj}"
    ),
    note="What it does is judged in label/privacy1, label/own/count-law and label/thm2.",
)


def _choices(_: Settings) -> Iterator[Case]:
    """The probabilities of (17) add up to one, and their odds are e^(epsilon (n_j - n_k)/2); e^(epsilon/2) = 3/2, all counts up to 3."""
    root = Fraction(3, 2)
    for counts in product(range(4), repeat=3):
        total = sum(root**n for n in counts)
        chances = [root**n / total for n in counts]
        yield Case({"counts": list(counts), "what": "sum"}, sum(chances, Fraction(0)), 1)
        odds = chances[0] / chances[1]
        # Again without the sum: one more label of class 0 multiplies its odds by e^(epsilon/2).
        steps = Fraction(1)
        for _step in range(abs(counts[0] - counts[1])):
            steps = steps * root if counts[0] > counts[1] else steps / root
        yield Case({"counts": list(counts), "what": "odds of 0 against 1"}, odds, steps)


_OTHER = integer("i", least=1)
_RATIO = exp(EPS / 2 * (Entry(COUNTS, CLASS) - Entry(COUNTS, _OTHER)))
_ODDS = (
    line(weight(COUNTS, CLASS))
    .eq(_RATIO * weight(COUNTS, _OTHER))
    .crosschecked(
        "all small counts",
        r"\sum_jP(c_l=j)=1,\ \text{odds}=e^{\varepsilon(n_0-n_1)/2}",
        "K = 3, counts up to 3, e^(epsilon/2) = 3/2",
        _choices,
        "==",
    )
)
OWN_ODDS = Claim(
    "label/own/odds",
    "ours, on Section 4.2, (17)",
    Kind.IDENTITY,
    "the odds of two classes under the exponential mechanism",
    corrected=_ODDS,
)
ALG2 = Claim(
    "label/alg2",
    "Section 4.2, (17)",
    Kind.DEFINITION,
    "central classification: the exponential mechanism in each bin",
    says=(
        r"P(c_l=j\mid\mathbf{X}_{1:N},Y_{1:N})=\frac{e^{\epsilon n_{lj}/2}}{\sum_{k=1}^Ke^{\epsilon "
        r"n_{lk}/2}},\quad n_{lj}=\sum_{i=1}^N\mathbf{1}(\mathbf{X}_i\in B_l,Y_i=j)"
    ),
    match=Match.SAME,
    printed=Definition(
        r"P(c_l=j\mid X_{1:N},Y_{1:N})=e^{\varepsilon n_{lj}/2}\big/\sum_{k=1}^Ke^{\varepsilon n_{lk}/2},\ n_{lj}=\sum_i1(X_i\in B_l,Y_i=j)"
    ),
    note="What it does is judged in label/privacy2, label/own/odds and label/thm4. The bins' answers are independent, and one label "
    "counts in one bin only.",
)


_MEANS = FiniteCheck(
    r"E\tfrac1k\sum Z_i=\tfrac1k\sum\eta(X_i)", "one to four labels +-1, eta out of 0, 1/4, -1/2", bin_means, "=="
)
_PLACE, _NOISY = integer("i", least=1), NoisyMean(LABEL_FUNCTION, FEATURES, RANK, SCALE)
_AVERAGE = Sum(ValueAt(LABEL_FUNCTION, FEATURES, _PLACE), _PLACE, 1, RANK) / RANK
_ALG3_MEAN = (
    line(_NOISY).eq(_AVERAGE, because("Expectations add up, and the noise has mean 0.")).beside(("labels +-1", _MEANS))
)
OWN_NEIGHBOUR_MEAN = Claim(
    "label/own/neighbour-mean",
    "ours, on Section 5.1, (20)",
    Kind.IDENTITY,
    "the mean of the nearest neighbours' noisy labels, given the features",
    corrected=_ALG3_MEAN,
)
ALG3 = Claim(
    "label/alg3",
    "Section 5.1, (20)",
    Kind.DEFINITION,
    "local regression: nearest neighbours on noisy labels",
    says=(
        r"Z=Y+W,\ "
        r"W\sim\mathrm{Lap}(2T/\epsilon);\quad\hat\eta(\mathbf{x})=\frac{1}{k}\sum_{i\in\mathcal{N}_k(\mathbf{x})}Z_i"
    ),
    match=Match.SAME,
    printed=Definition(
        r"Z=Y+W,\ W\sim\mathrm{Lap}(2T/\varepsilon);\ \hat\eta(x)=\tfrac1k\sum_{i\in\mathcal N_k(x)}Z_i"
    ),
    note="What it does is judged in label/privacy3, label/own/neighbour-mean and label/thm6.",
)


def _narrow_noise(_: Settings) -> Iterator[Case]:
    """The shift of the mean over the printed scale, epsilon = 1; again as the log ratio of the densities at z = 2."""
    for size in (1, 5):
        shift, scale = Fraction(3, size), Fraction(2, size)
        again = (abs(2 + shift / 2) - abs(2 - shift / 2)) / scale
        yield Case({"T": 2, "y": "3/2", "y'": "-3/2", "n_l": size}, shift / scale, 1, left_again=again)


def _bounded(_: Settings) -> Iterator[Case]:
    yield from changes(Fraction(2), clip=False)


ALG4 = Claim(
    "label/alg4",
    "Section 5.2, (23)",
    Kind.ALGORITHM,
    "central regression: noisy means of bins",
    says=(
        r"\text{if }n_l>0,\ \hat\eta_l=\frac{1}{n_l}\sum_{i=1}^N\mathbf{1}(\mathbf{X}_i\in "
        r"B_l)Y_i+W_l,\quad W_l\sim\mathrm{Lap}(2/(n_l\epsilon));\quad\text{if }n_l=0,\ \hat\eta_l=0"
    ),
    match=Match.READING,
    differs=(
        "the listing is judged by what Theorem 8 says of it, that it is epsilon-label DP; the case n_l = "
        "0 is not in the judged line"
    ),
    printed=FiniteCheck(
        r"W_l\sim\mathrm{Lap}(2/(n_l\varepsilon)):\ \varepsilon\text{-label DP for }|Y|<T,\ \text{that "
        r"is }\frac{|y-y'|/n_l}{2/(n_l\varepsilon)}\le\varepsilon",
        "T = 2, labels 3/2 and -3/2, epsilon = 1, n_l = 1 and 5",
        _narrow_noise,
    ),
    corrected=central_privacy(clipped=False).crosschecked(
        "two bins, one label changed",
        r"\sum_l|\bar Y_l-\bar Y_l'|\le2T/n_l",
        "T = 2, three labels on a grid in two bins, every change of one",
        _bounded,
    ),
    correction="the scale 2T/(n_l epsilon), as label/privacy4",
    severity=Severity.PRIVACY,
    theorem="label/thm8",
    root="label/privacy4",
    note="n_l is public. One label is in one bin, so that the bins' spends do not add up.",
)
ALG5 = Claim(
    "label/alg5",
    "Section 6.1, above Theorem 10",
    Kind.DEFINITION,
    "local regression, heavy tails: nearest neighbours on clipped noisy labels",
    says=r"Z_i=Y_{T_i}+W_i,\quad Y_{T_i}=(Y_i\wedge T)\vee(-T),\quad W\sim\mathrm{Lap}(2T/\epsilon)",
    match=Match.SAME,
    printed=Definition(r"Z_i=Y_{T_i}+W_i,\ Y_{T_i}=(Y_i\wedge T)\vee(-T),\ W\sim\mathrm{Lap}(2T/\varepsilon)"),
    note="What it does is judged in label/privacy5 and label/thm10.",
)


ALG6 = Claim(
    "label/alg6",
    "Section 6.2, (28)",
    Kind.DEFINITION,
    "central regression, heavy tails: noisy means of clipped labels in bins",
    says=(
        r"\hat\eta_l=\frac{1}{n_l}\sum_{i=1}^N\mathbf{1}(\mathbf{X}_i\in "
        r"B_l)\,\mathrm{Clip}(Y_i,T)+W_l,\quad W_l\sim\mathrm{Lap}(2T/(n_l\epsilon))"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\hat\eta_l=\tfrac1{n_l}\sum_i1(X_i\in B_l)\mathrm{Clip}(Y_i,T)+W_l,\ W_l\sim\mathrm{Lap}(2T/(n_l\varepsilon))"
    ),
    note="What it does is judged in label/privacy6 and label/thm12. There is no case n_l = 0; ours answers 0 in an empty bin.",
)

CLAIMS = (
    ALG1,
    OWN_COUNT_LAW,
    ALG2,
    OWN_ODDS,
    ALG3,
    OWN_NEIGHBOUR_MEAN,
    ALG4,
    ALG5,
    ALG6,
)
