"""zhao Appendix A.5, Lemma 5: the tail of a mean under a moment condition, and the first stage under it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sympy import Abs, E, Integer, Min, Rational, Symbol, exp, log, oo, sqrt

from notation.symbols import m
from verify.kernel.calculus import (
    BIAS_VARIANCE,
    Expectation,
    Holds,
    MeanOfCopies,
    Probability,
    Variance,
    WholeNumber,
    because,
    below,
    cases,
    line,
    random_real,
    real,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.moments import CENTRED_MOMENT, LYAPUNOV
from verify.kernel.calculus.facts.tails import FUK_NAGAEV
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, UpToConstant
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.nouns_heavy import DECAY, MOMENT, ORDER, ROOT, STRENGTH, TAIL, FirstMiss
from verify.papers.zhao.nouns_means import EPSILON, SAMPLES, USERS, WIDTH

_R = Symbol("r", positive=True)


def _rademacher(settings: Settings) -> Iterator[Case]:
    """The bound m^(-ln 2)/(32(m+1)) next to P(|S_m|/sqrt(m) > t) at the least t >= sqrt(ln m) of the lattice, from below."""
    for samples in (4, 9, 16, 40) if settings.quick else (4, 9, 16, 40, 100, 400, 1000):
        wanted = samples * as_arb(samples).log()
        k = next(k for k in range(samples // 2 + 1, samples + 1) if as_arb((2 * k - samples) ** 2) >= wanted)
        tail = Fraction(sum(comb(samples, j) for j in range(k, samples + 1)), 2**samples)
        left = (-as_arb(2).log() * as_arb(samples).log()).exp() / (32 * (samples + 1))
        yield Case({"m": samples, "S at least": 2 * k - samples}, left, tail)


def nagaev(stronger: int = 1) -> Iterator[Case]:
    """P(|S| >= k r) for S of m draws of 0, +-r, E|X|^p = 1, next to the bound at u just below k r/sqrt(m), over `stronger`."""
    for order, radius, samples in product((2, 3, 4, 6), (1, 2, 16), (1, 4, 12)):
        side = Fraction(1, 2 * radius**order)
        sums = {0: Fraction(1)}
        for _ in range(samples):
            longer: dict[int, Fraction] = {}
            for total, mass in sums.items():
                for step, share in ((0, 1 - 2 * side), (1, side), (-1, side)):
                    longer[total + step] = longer.get(total + step, Fraction(0)) + mass * share
            sums = longer
        for k in range(1, samples + 1):
            tail = sum((mass for total, mass in sums.items() if abs(total) >= k), Fraction(0))
            level = as_arb(k * radius) / as_arb(samples).sqrt()
            jumps = (
                (2 + as_arb(Fraction(4, order))) ** order
                * level ** (-order)
                * as_arb(samples) ** as_arb(1 - Fraction(order, 2))
            )
            right = 2 * (jumps + (-2 * level**2 / ((order + 2) ** 2 * as_arb(order).exp())).exp())
            yield Case({"p": order, "r": radius, "m": samples, "S at least": f"{k} r"}, tail, right / stronger)


def _exact_tails(_: Settings) -> Iterator[Case]:
    yield from nagaev()


_SAMPLE, _MEAN, _LEVEL = random_real("X"), random_real("S"), real("u", above=0)
MOMENT_OF_ORDER = at_most_(Expectation(Abs(_SAMPLE) ** ORDER), MOMENT)
_FAR = at_most_((ORDER - 2) / DECAY * log(SAMPLES), _LEVEL**2)
_COUNTED = (MeanOfCopies(_MEAN, _SAMPLE, SAMPLES), MOMENT_OF_ORDER)
_OFF = Probability(Holds(below(_LEVEL * ROOT / sqrt(SAMPLES), Abs(_MEAN - Expectation(_SAMPLE)))))
_JUMPS = _LEVEL ** (-ORDER) * SAMPLES ** (1 - ORDER / 2)
_GAUSSIAN, _AMOUNT, _BASE, _SCALE, _POWER, _SIGNED = (
    DECAY * _LEVEL**2,
    real("z", above=0),
    real("x", above=0),
    real("y", above=0),
    real("h", above=0),
    real("g"),
)
_LATE = at_most_((ORDER - 2) * log(SAMPLES), _AMOUNT)
_IN_SAMPLES = (
    line(exp(-_AMOUNT / 2), given=(_LATE,))
    .le(exp((1 - ORDER / 2) * log(SAMPLES)), _LATE)
    .eq(SAMPLES ** (1 - ORDER / 2), line(exp(_SIGNED * log(SAMPLES))).eq(SAMPLES**_SIGNED).at({_SIGNED: 1 - ORDER / 2}))
)
_IN_LEVEL = (
    line(exp(-_AMOUNT / 2))
    .eq(exp(-_AMOUNT / ORDER) ** (ORDER / 2))
    .le((ORDER / (E * _AMOUNT)) ** (ORDER / 2), line(exp(-_BASE)).le(1 / (E * _BASE)).at({_BASE: _AMOUNT / ORDER}))
)
_HALVES = (
    line(exp(-_GAUSSIAN), given=(_FAR,))
    .eq(exp(-_GAUSSIAN / 2) * exp(-_GAUSSIAN / 2))
    .le(SAMPLES ** (1 - ORDER / 2) * exp(-_GAUSSIAN / 2), _IN_SAMPLES.at({_AMOUNT: _GAUSSIAN}))
    .le(SAMPLES ** (1 - ORDER / 2) * (ORDER / (E * _GAUSSIAN)) ** (ORDER / 2), _IN_LEVEL.at({_AMOUNT: _GAUSSIAN}))
)
_SPLIT = (
    line((_BASE / _SCALE**2) ** (_POWER / 2))
    .eq(_BASE ** (_POWER / 2) * _SCALE ** (-_POWER))
    .at({_BASE: ORDER / (E * DECAY), _SCALE: _LEVEL, _POWER: ORDER})
)
_NAGAEV = 2 * ((2 + 4 / ORDER) ** ORDER * _JUMPS + exp(-_GAUSSIAN))
_SPREAD = (
    line(Variance(_SAMPLE), given=(MOMENT_OF_ORDER,))
    .le(Expectation(_SAMPLE**2), BIAS_VARIANCE(_SAMPLE, 0))
    .le(ROOT**2, LYAPUNOV(_SAMPLE, ORDER, ROOT))
)
_POLYNOMIAL = (
    line(
        2
        * _BASE**_POWER
        * SAMPLES ** (1 - _POWER)
        / (_LEVEL * _SCALE / sqrt(SAMPLES)) ** _POWER
        * 2**_POWER
        * _SCALE**_POWER
    )
    .eq(2 * (2 * _BASE) ** _POWER * _LEVEL ** (-_POWER) * SAMPLES ** (1 - _POWER / 2))
    .at({_BASE: 1 + 2 / ORDER, _SCALE: ROOT, _POWER: ORDER})
)
_FUK = (1 + 2 / ORDER) ** ORDER * SAMPLES ** (1 - ORDER) / (_LEVEL * ROOT / sqrt(SAMPLES)) ** ORDER
LEMMA5 = Claim(
    "zhao/lemma5",
    "arXiv v1, Appendix A.5, Lemma 5, (73)",
    Kind.INEQUALITY,
    "the tail of the mean under a moment condition",
    says=(
        r"\text{for any constant }c\text{ there is }C\text{ such that for all }t\ge cM_p^{1/p}\sqrt{\ln "
        r"m}\text{: }\mathrm{P}\left(\left|\frac1m\sum_{j=1}^mX_j-\mu\right|>t\sqrt{\frac1m}\right)\le "
        r"CM_pt^{-p}m^{-\left(\frac p2-1\right)}\text{, if }\mathbb{E}[|X|^p]\le M_p<\infty\text{, }m\ge2"
    ),
    match=Match.SAME,
    printed=AllOf(
        r"\forall c\,\exists C\,\forall t\ge cM_p^{1/p}\sqrt{\ln m}:\ "
        r"P\Big(|\bar X-\mu|>\frac t{\sqrt m}\Big)\le CM_pt^{-p}m^{-(p/2-1)}",
        {
            "c = 1, p = 6, fair signs, t near sqrt(ln m)": UpToConstant(
                m ** (-log(2)) / (32 * (m + 1)),
                log(m) ** -3 * m**-2,
                (Variable(m, Integer(2), oo),),
                family=((m, _R),),
                along=_R,
            ),
            "the left side is below the exact tail": FiniteCheck(
                r"\frac{m^{-\ln2}}{32(m+1)}\le P(S_m\ge t\sqrt m)",
                "fair signs, m = 4, 9, 16, 40 (full: to 1000), t the least on the lattice with t^2 >= ln m",
                _rademacher,
            ),
        },
    ),
    corrected=line(_OFF, given=(*_COUNTED, _FAR))
    .le(
        2 * (_FUK * Expectation(Abs(_SAMPLE - Expectation(_SAMPLE)) ** ORDER) + exp(-_GAUSSIAN)),
        FUK_NAGAEV(_MEAN, _SAMPLE, SAMPLES, ORDER, ROOT**2, _LEVEL * ROOT / sqrt(SAMPLES)),
        _SPREAD,
    )
    .le(2 * (_FUK * 2**ORDER * MOMENT + exp(-_GAUSSIAN)), CENTRED_MOMENT(_SAMPLE, ORDER), MOMENT_OF_ORDER)
    .eq(_NAGAEV, _POLYNOMIAL)
    .le(
        2 * ((2 + 4 / ORDER) ** ORDER * _JUMPS + SAMPLES ** (1 - ORDER / 2) * (ORDER / (E * _GAUSSIAN)) ** (ORDER / 2)),
        _HALVES,
    )
    .eq(2 * TAIL * _JUMPS, _SPLIT)
    .crosschecked(
        "fair signs and heavy points, exact tails",
        r"P(|\bar X-\mu|>u\rho/\sqrt m)\le2[(2+\tfrac4p)^pu^{-p}m^{1-p/2}+e^{-au^2}]",
        "p = 2, 3, 4, 6; X = 0, +-r with E|X|^p = 1, r = 1, 2, 16 (r = 1: fair signs); m = 1, 4, 12; every level that occurs",
        _exact_tails,
    ),
    correction="c cannot be any constant: it has to be at least of the order sqrt(p - 2), or the Gaussian part "
    "of the tail is larger",
    severity=Severity.CONSTANT,
    theorem="zhao/thm3/upper",
    note="For fair signs and k = (m + t sqrt(m))/2, P(S >= t sqrt(m)) >= C(m,k)/2^m >= e^(-m KL(k/m, "
    "1/2))/(m+1), KL <= ln(2) t^2/m, t^2 <= ln m + 5. As corrected rho = M_p^(1/p), t = u rho, a = "
    "2/((p+2)^2 e^p).",
)


def _three_points(_: Settings) -> Iterator[Case]:
    """3/8 next to the heaviest of the three bins about the mean, and the heaviest other bin next to 1/16; h = 4."""
    for radius, shift in product((1, 2, 4, 5, 8), range(4)):
        law = {0: 1 - Fraction(1, radius**2), radius: Fraction(1, 2 * radius**2), -radius: Fraction(1, 2 * radius**2)}
        masses: dict[int, Fraction] = {}
        for point, weight in law.items():
            place = (point + 16 + shift) // 4
            masses[place] = masses.get(place, Fraction(0)) + weight
        home = (16 + shift) // 4
        parameters = {"r": radius, "left end of the bins": -16 - shift}
        yield Case(parameters, Fraction(3, 8), max(masses.get(home + k, Fraction(0)) for k in (-1, 0, 1)))
        far = [weight for place, weight in masses.items() if abs(place - home) >= 2]
        yield Case(parameters, max(far, default=Fraction(0)), Fraction(1, 16))


_MISS = FirstMiss(USERS, SAMPLES, EPSILON, ORDER, ROOT, WIDTH)
_CENTRE_IN = at_most_(ROOT, WIDTH)
_RATE = Rational(25, 8192) / (Rational(1, 8) + 8 / EPSILON**2)
_WEAK, _STRONG = (at_most_(EPSILON, 1),), (at_most_(1, EPSILON),)
_EXPONENT = Min(1, EPSILON**2) / 2663
_FAST = line(_EXPONENT).le(
    _RATE,
    cases(
        (*_WEAK, line(_EXPONENT, given=_WEAK).le(EPSILON**2 / 2663).le(_RATE)),
        (*_STRONG, line(_EXPONENT, given=_STRONG).le(Rational(1, 2663)).le(_RATE)),
    ),
)
_SLOWER, _FASTER = real("x", least=0), real("y", least=0)
_FALLS = line(exp(-USERS * _FASTER), given=(at_most_(_SLOWER, _FASTER),)).le(
    exp(-USERS * _SLOWER), at_most_(_SLOWER, _FASTER)
)
_FEW = WIDTH * sqrt(SAMPLES) / ROOT * exp(-USERS * _RATE)
_FIRST = (
    line(_MISS, given=(WholeNumber(USERS / 2), _CENTRE_IN))
    .le(
        _FEW,
        because(
            "By Chebyshev one of the two bins about the mean has mass p_0 >= 3/8, and each bin two or more away p <= 1/16; by Lemma 3 at t = 5n/64 "
            "each of those has more votes with probability at most 2 exp(-n (5/64)^2/(2 (1/8 + 8/epsilon^2))), and there are at "
            "most 2D/h = D sqrt(m)/(2 rho) of them.",
            "zhao/lemma3",
        ),
    )
    .le(WIDTH * sqrt(SAMPLES) / ROOT * exp(-STRENGTH), _FALLS.at({_FASTER: _RATE, _SLOWER: _EXPONENT}), _FAST)
    .crosschecked(
        "one sample of three values, exact masses",
        r"\tfrac38\le\max_{|k-k^*|\le1}p_k,\ \max_{|k-k^*|\ge2}p_k\le\tfrac1{16}",
        "m = 1, p = 2, M_2 = 1, D = 16; X = 0, +-r with E X^2 = 1, r = 1, 2, 4, 5, 8, and shifts of the bins",
        _three_points,
    )
)
FIRST_STAGE = Claim(
    "zhao/own/heavy-first-stage",
    "ours, for the sentence after (76)",
    Kind.INEQUALITY,
    "the first stage under a second moment, with bins of width 4 M_p^(1/p)/sqrt(m)",
    corrected=_FIRST,
    note="Y is the user mean clipped to [-D, D], which moves it no further from mu; E|X|^2 <= "
    "M_p^(2/p). (mu - h/2, mu + h/2) meets two bins of [L, R].",
)

CLAIMS = (
    LEMMA5,
    FIRST_STAGE,
)
