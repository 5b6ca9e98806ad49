"""label Sections 4 to 6: the six methods, as what they draw and what one label can change."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from sympy import Integer, exp, oo

from notation.symbols import epsilon
from verify.papers.label.appC_local_upper.eq52_bins import TANH
from verify.papers.label.instances.label_laws import bin_means
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Statement, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_A, _B = sympy.symbols("a b", nonnegative=True)
_COUNT, _T, _X, _Y = sympy.symbols("n_l T x y", positive=True)
_W = sympy.Symbol("w", nonnegative=True)
_P1 = exp(epsilon / 2) / (exp(epsilon / 2) + 1)
_UNIT = Integer(0), Integer(1)
_SIGNED = tuple(Variable(sympy.Symbol(name, real=True), Integer(-1), Integer(1)) for name in ("u", "v"))
_U, _V = (v.symbol for v in _SIGNED)
_SIZE = (Variable(_T, Integer(0), oo, True), Variable(_COUNT, Integer(1), oo))


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


def _one_answer(clip: bool) -> tuple[tuple[str, Statement], ...]:
    name = "clipped labels" if clip else "labels"
    return (
        (
            f"{name} within [-T, T], in units of T: their difference is at most 2T",
            at_most((_U - _V) * _T, 2 * _T, *_SIGNED, _SIZE[0]),
        ),
        ("over the scale 2T/epsilon that is epsilon", Identity(2 * _T / (2 * _T / epsilon), epsilon)),
    )


def _one_mean() -> tuple[tuple[str, Statement], ...]:
    return (
        (
            "labels within [-T, T], in units of T: the mean moves by 2T/n_l at most",
            at_most((_U - _V) * _T / _COUNT, 2 * _T / _COUNT, *_SIGNED, *_SIZE),
        ),
        (
            "over the scale 2T/(n_l epsilon) that is epsilon",
            Identity(2 * _T / _COUNT / (2 * _T / (_COUNT * epsilon)), epsilon),
        ),
    )


_MEANS = FiniteCheck(
    r"E\tfrac1k\sum Z_i=\tfrac1k\sum\eta(X_i)", "one to four labels +-1, eta out of 0, 1/4, -1/2", bin_means, "=="
)
CLAIMS = (
    Claim(
        "label/alg1",
        "Section 4.1, (11)-(13)",
        Kind.ALGORITHM,
        "local classification: private bits, counted in bins",
        Derived(
            r"S_{lj}\sim\mathrm{Bin}(n_{lj},p_1)+\mathrm{Bin}(n_l-n_{lj},1-p_1),\ p_1=\tfrac{e^{\varepsilon/2}}{e^{\varepsilon/2}+1};\ \varepsilon\text{-local label DP}",
            ("label/privacy1", "label/eq53"),
            AllOf(
                r"ES_{lj}=\tfrac{n_l}{e^{\varepsilon/2}+1}+c_\varepsilon n_{lj}",
                (
                    (
                        "the mean",
                        Identity(_A * _P1 + (_B - _A) * (1 - _P1), _B / (exp(epsilon / 2) + 1) + TANH * _A),
                    ),
                    (
                        "a class with more labels has the larger mean",
                        at_most(
                            TANH * _A,
                            TANH * (_A + _B),
                            Variable(_A, Integer(0), oo),
                            Variable(_B, Integer(0), oo),
                            Variable(epsilon, Integer(0), oo, True),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "all bits",
                    FiniteCheck(
                        r"P(S_{lj}=s)=\sum_aP(\mathrm{Bin}(n_{lj},p_1)=a)P(\mathrm{Bin}(n_l-n_{lj},1-p_1)=s-a)",
                        "three pairs of counts, e^(epsilon/2) = 3/2, every s",
                        _counts,
                        "==",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/alg2",
        "Section 4.2, (17)",
        Kind.ALGORITHM,
        "central classification: the exponential mechanism in each bin",
        Derived(
            r"\sum_jP(c_l=j)=1,\ \frac{P(c_l=j)}{P(c_l=k)}=e^{\varepsilon(n_{lj}-n_{lk})/2};\ \varepsilon\text{-label DP}",
            ("label/privacy2",),
            AllOf(
                r"x,y\text{ the weights of two classes, }w\text{ that of the others}",
                (
                    (
                        "the chances",
                        Identity(_X / (_X + _Y + _W) + _Y / (_X + _Y + _W) + _W / (_X + _Y + _W), Integer(1)),
                    ),
                    ("the odds", Identity((_X / (_X + _Y + _W)) / (_Y / (_X + _Y + _W)), _X / _Y)),
                ),
            ),
            (),
            (
                (
                    "all small counts",
                    FiniteCheck(
                        r"\sum_jP(c_l=j)=1,\ \text{odds}=e^{\varepsilon(n_0-n_1)/2}",
                        "K = 3, counts up to 3, e^(epsilon/2) = 3/2",
                        _choices,
                        "==",
                    ),
                ),
            ),
        ),
        note="The bins' answers are independent, and one label counts in one bin only.",
    ),
    Claim(
        "label/alg3",
        "Section 5.1, (20)",
        Kind.ALGORITHM,
        "local regression: nearest neighbours on noisy labels",
        Derived(
            r"Z_i=Y_i+\mathrm{Lap}(2T/\varepsilon),\ E[\hat\eta(x)\mid X_{1:N}]=\tfrac1k\sum_{i\in\mathcal N_k(x)}\eta(X_i);\ \varepsilon\text{-local label DP}",
            ("label/privacy3",),
            AllOf(r"|Y|<T", _one_answer(clip=False)),
            (),
            (("labels +-1", _MEANS),),
        ),
    ),
    Claim(
        "label/alg4",
        "Section 5.2, (23)",
        Kind.ALGORITHM,
        "central regression: noisy means of bins",
        FiniteCheck(
            r"W_l\sim\mathrm{Lap}(2/(n_l\varepsilon)):\ \varepsilon\text{-label DP for }|Y|<T,\ \text{that is }\frac{|y-y'|/n_l}{2/(n_l\varepsilon)}\le\varepsilon",
            "T = 2, labels 3/2 and -3/2, epsilon = 1, n_l = 1 and 5",
            _narrow_noise,
        ),
        Derived(
            r"W_l\sim\mathrm{Lap}(2T/(n_l\varepsilon)):\ \varepsilon\text{-label DP for }|Y|<T",
            ("label/privacy4",),
            AllOf(r"|Y|<T", _one_mean()),
            (),
            (
                (
                    "two bins, one label changed",
                    FiniteCheck(
                        r"\sum_l|\bar Y_l-\bar Y_l'|\le2T/n_l",
                        "T = 2, three labels on a grid in two bins, every change of one",
                        _bounded,
                    ),
                ),
            ),
        ),
        correction="the scale 2T/(n_l epsilon), as label/privacy4",
        severity=Severity.PRIVACY,
        theorem="label/thm8",
        root="label/privacy4",
        note="n_l is public. One label is in one bin, so that the bins' spends do not add up.",
    ),
    Claim(
        "label/alg5",
        "Section 6.1, above Theorem 10",
        Kind.ALGORITHM,
        "local regression, heavy tails: nearest neighbours on clipped noisy labels",
        Derived(
            r"Z_i=(Y_i\wedge T)\vee(-T)+\mathrm{Lap}(2T/\varepsilon);\ \varepsilon\text{-local label DP for every label}",
            ("label/privacy5",),
            AllOf(r"\text{clipped labels}", _one_answer(clip=True)),
        ),
    ),
    Claim(
        "label/alg6",
        "Section 6.2, (28)",
        Kind.ALGORITHM,
        "central regression, heavy tails: noisy means of clipped labels in bins",
        Derived(
            r"W_l\sim\mathrm{Lap}(2T/(n_l\varepsilon)),\ n_l>0;\ \varepsilon\text{-label DP for every label}",
            ("label/privacy6",),
            AllOf(r"\text{clipped labels}", _one_mean()),
            (),
            (
                (
                    "two bins, one label changed, labels beyond the clip",
                    FiniteCheck(
                        r"\sum_l|\bar Y_l-\bar Y_l'|\le2T/n_l",
                        "T = 1, three labels on -3/2, ..., 3/2 in two bins, every change of one",
                        _cut,
                    ),
                ),
            ),
        ),
        note="An empty bin answers 0.",
    ),
)
