"""label Sections 4 to 6: the six methods, as what they draw and what one label can change."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sympy import exp

from verify.calculus import Sum, by, calc, equal, integer, words
from verify.calculus import at_most as limits
from verify.calculus.facts.counts import BinomialAt
from verify.calculus.facts.voting import Entry
from verify.papers.label.averages import EPS, RANK, SCALE, central_privacy, local_privacy
from verify.papers.label.instances.label_laws import bin_means
from verify.papers.label.nouns import CLASS, FEATURES, KEEP, LABEL_FUNCTION, CountAt, CountMean, NoisyMean, ValueAt
from verify.papers.label.s4_to_6_results.privacy import BITS_PRIVATE, COUNTS, DRAWS_PRIVATE, weight
from verify.statements import AllOf, Case, FiniteCheck
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings


def _counts(_: Settings) -> Iterator[Case]:
    """P(S_lj = s) over all bits of n_l labels beside the convolution of two binomial laws; e^(epsilon/2) = 3/2."""
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


def _choices(_: Settings) -> Iterator[Case]:
    """The chances of (17) add up to one, and their odds are e^(epsilon (n_j - n_k)/2); e^(epsilon/2) = 3/2, all counts up to 3."""
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


def _changes(radius: Fraction, *, clip: bool) -> Iterator[Case]:
    """How far one label moves the bins' means, added over two bins, beside 2T/n of its bin: all data of three labels on a grid."""
    grid = [Fraction(k, 2) for k in range(-3, 4)] if clip else [radius * Fraction(k, 4) for k in (-3, 0, 1, 3)]
    bins = (0, 0, 1)
    for labels in product(grid, repeat=3):
        for who, new in product(range(3), grid):
            changed = [new if i == who else y for i, y in enumerate(labels)]
            moved = Fraction(0)
            for place in (0, 1):
                inside = [i for i in range(3) if bins[i] == place]
                means = [
                    sum((max(-radius, min(radius, row[i])) if clip else row[i] for i in inside), Fraction(0))
                    / len(inside)
                    for row in (labels, changed)
                ]
                moved += abs(means[0] - means[1])
            size = bins.count(bins[who])
            yield Case({"Y": [str(y) for y in labels], "i": who, "Y_i'": str(new)}, moved, 2 * radius / size)


def _narrow_noise(_: Settings) -> Iterator[Case]:
    """The shift of the mean over the printed scale, epsilon = 1; again as the log ratio of the densities at z = 2."""
    for size in (1, 5):
        shift, scale = Fraction(3, size), Fraction(2, size)
        again = (abs(2 + shift / 2) - abs(2 - shift / 2)) / scale
        yield Case({"T": 2, "y": "3/2", "y'": "-3/2", "n_l": size}, shift / scale, 1, left_again=again)


def _bounded(_: Settings) -> Iterator[Case]:
    yield from _changes(Fraction(2), clip=False)


def _cut(_: Settings) -> Iterator[Case]:
    yield from _changes(Fraction(1), clip=True)


_MEANS = FiniteCheck(r"E\tfrac1k\sum Z_i=\tfrac1k\sum\eta(X_i)", "one to four labels +-1, eta out of 0, 1/4, -1/2",
                     bin_means, "==")  # fmt: skip
_LABELS, _OWN, _S, _INDEX = (integer("n_l", least=0), integer("n_lj", least=0), integer("s", least=0),
                             integer("a", least=0))  # fmt: skip
_KEPT, _INSIDE = exp(EPS/2)/(exp(EPS/2) + 1), limits(_OWN, _LABELS)  # fmt: skip
_SUM = Sum(BinomialAt(_OWN, _KEPT, _INDEX) * BinomialAt(_LABELS - _OWN, 1 - _KEPT, _S - _INDEX), _INDEX, 0, _S)
_ALG1_LAW = calc(
    CountAt(_LABELS, _OWN, _S, EPS), "==", _SUM,
    by(words("The bits of labels of the class are 1 where they are kept, the others where they are turned, all independently.",
             equal(CountAt(_LABELS, _OWN, _S, EPS), _SUM), given=(_INSIDE,))),
    given=(_INSIDE,),
).crosschecked(
    "all bits", r"P(S_{lj}=s)=\sum_aP(\mathrm{Bin}(n_{lj},p_1)=a)P(\mathrm{Bin}(n_l-n_{lj},1-p_1)=s-a)",
    "three pairs of counts, e^(epsilon/2) = 3/2, every s", _counts, "==",
)  # fmt: skip
_COUNT_MEAN = CountMean(_LABELS, _OWN, EPS)
_ALG1_MEAN = calc(
    _COUNT_MEAN, "==", _OWN*_KEPT + (_LABELS - _OWN)*(1 - _KEPT),
    by(words("Linearity of the mean, by (53) for one label.", equal(_COUNT_MEAN, _OWN*_KEPT + (_LABELS - _OWN)*(1 - _KEPT)),
             given=(_INSIDE,), leans=("label/eq53",))),
    "==", _LABELS/(exp(EPS/2) + 1) + KEEP*_OWN,
    given=(_INSIDE,),
)  # fmt: skip


_ALG1 = AllOf("", {"the law of a count": _ALG1_LAW, "its mean": _ALG1_MEAN, "privacy": BITS_PRIVATE})
_OTHER = integer("i", least=1)
_RATIO = exp(EPS/2*(Entry(COUNTS, CLASS) - Entry(COUNTS, _OTHER)))  # fmt: skip
_ODDS = calc(
    weight(COUNTS, CLASS), "==", _RATIO*weight(COUNTS, _OTHER),
).crosschecked(
    "all small counts", r"\sum_jP(c_l=j)=1,\ \text{odds}=e^{\varepsilon(n_0-n_1)/2}",
    "K = 3, counts up to 3, e^(epsilon/2) = 3/2", _choices, "==",
)  # fmt: skip
_ALG2 = AllOf("", {"the odds": _ODDS, "privacy": DRAWS_PRIVATE})
_PLACE, _NOISY = integer("i", least=1), NoisyMean(LABEL_FUNCTION, FEATURES, RANK, SCALE)
_AVERAGE = Sum(ValueAt(LABEL_FUNCTION, FEATURES, _PLACE), _PLACE, 1, RANK)/RANK  # fmt: skip
_ALG3_MEAN = calc(
    _NOISY, "==", _AVERAGE,
    by(words("Expectations add up, and the noise has mean 0.", equal(_NOISY, _AVERAGE))),
).beside(("labels +-1", _MEANS))  # fmt: skip
_ALG3 = AllOf("", {"the mean": _ALG3_MEAN, "privacy": local_privacy(clipped=False)})

CLAIMS = (
    Claim("label/alg1", "Section 4.1, (11)-(13)", Kind.ALGORITHM, "local classification: private bits, counted in bins",
          _ALG1),
    Claim("label/alg2", "Section 4.2, (17)", Kind.ALGORITHM,
          "central classification: the exponential mechanism in each bin", _ALG2,
          note="The bins' answers are independent, and one label counts in one bin only."),
    Claim("label/alg3", "Section 5.1, (20)", Kind.ALGORITHM, "local regression: nearest neighbours on noisy labels",
          _ALG3),
    Claim("label/alg4", "Section 5.2, (23)", Kind.ALGORITHM, "central regression: noisy means of bins",
          FiniteCheck(r"W_l\sim\mathrm{Lap}(2/(n_l\varepsilon)):\ \varepsilon\text{-label DP for }|Y|<T,\ \text{that "
                      r"is }\frac{|y-y'|/n_l}{2/(n_l\varepsilon)}\le\varepsilon",
                      "T = 2, labels 3/2 and -3/2, epsilon = 1, n_l = 1 and 5", _narrow_noise),
          central_privacy(clipped=False).crosschecked(
              "two bins, one label changed", r"\sum_l|\bar Y_l-\bar Y_l'|\le2T/n_l",
              "T = 2, three labels on a grid in two bins, every change of one", _bounded),
          correction="the scale 2T/(n_l epsilon), as label/privacy4", severity=Severity.PRIVACY, theorem="label/thm8",
          root="label/privacy4",
          note="n_l is public. One label is in one bin, so that the bins' spends do not add up."),
    Claim("label/alg5", "Section 6.1, above Theorem 10", Kind.ALGORITHM,
          "local regression, heavy tails: nearest neighbours on clipped noisy labels", local_privacy(clipped=True)),
    Claim("label/alg6", "Section 6.2, (28)", Kind.ALGORITHM,
          "central regression, heavy tails: noisy means of clipped labels in bins",
          central_privacy(clipped=True).crosschecked(
              "two bins, one label changed, labels beyond the clip", r"\sum_l|\bar Y_l-\bar Y_l'|\le2T/n_l",
              "T = 1, three labels on -3/2, ..., 3/2 in two bins, every change of one", _cut),
          note="An empty bin answers 0."),
)  # fmt: skip
