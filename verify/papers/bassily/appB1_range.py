"""bassily Appendix B.1, Algorithm 6 line by line: bins, nearest midpoints, and what one user moves a cost by."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil

import numpy as np

from upperbounds.channels.votes import Bins
from upperbounds.vectors.bassily_central import PrivateRange, private_range
from verify.kernel.calculus import Comparison, integer, line, real
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.bassily.instances import mean_estimators as estimators

_COUNT, _REACH, _TAU = integer("l", least=1), real("B", above=0), real("tau", above=0)
_CEILING = (Comparison(_REACH, "<=", _COUNT * _TAU), Comparison((_COUNT - 1) * _TAU, "<", _REACH))


def _counted(settings: Settings) -> Iterator[Case]:
    """How many bins the code makes next to B/tau rounded up; tau/B in multiples of 1/12."""
    for step in range(1, 25):
        tau = Fraction(step, 12)
        bins = private_range(1.0, float(tau), 1.0).bins
        yield Case({"tau/B": str(tau)}, Fraction(bins.count), Fraction(ceil(1 / tau)))


ALG6_BINS = Claim(
    "bassily/alg6/bins",
    "Appendix B.1, Algorithm 6, line 1",
    Kind.CONSTRUCTION,
    "the bins divide [-B, B]",
    says=r"\text{divide }[-B,B]\text{ into }l=B/\tau\text{ disjoint bins of width }2\tau",
    match=Match.READING,
    differs="l = B/tau is rounded up where it is not whole, and the last bin then reaches beyond B",
    printed=AllOf(
        "",
        {
            "they reach B": line(_REACH, given=_CEILING[:1]).le(-_REACH + 2 * _COUNT * _TAU),
            "the last one starts before B": line(-_REACH + 2 * (_COUNT - 1) * _TAU, given=_CEILING[1:]).lt(_REACH),
            "the code's bins": FiniteCheck(r"l=\lceil B/\tau\rceil", "tau/B = 1/12, 2/12, ..., 2", _counted, "=="),
        },
    ),
    note="l = B/tau is read as a whole number; where it is none it is rounded up, and the last bin reaches beyond B.",
)


def _nearest(settings: Settings) -> Iterator[Case]:
    """The distance of a point of [-B, B] to its bin's midpoint, next to the least to any; B = 1, tau = 1/l."""
    for count in range(1, 6 if settings.quick else 13):
        bins = Bins(Fraction(-1), Fraction(2, count), count)
        middles = [bins.middle(j) for j in range(count)]
        for k in range(-12, 13):
            point = Fraction(k, 12)
            own = abs(point - middles[bins.index_exact(point)])
            yield Case({"l": count, "X/B": str(point)}, own, min(abs(point - x) for x in middles))


ALG6_MIDPOINTS = Claim(
    "bassily/alg6/midpoints",
    "Appendix B.1, Algorithm 6, line 2",
    Kind.CONSTRUCTION,
    "the midpoint of a number's bin is the nearest one",
    says=r"X_i'=\min_{x\in T}|X_i-x|\text{ is the point of }T\text{ nearest to }X_i,\ i\in[n]",
    match=Match.READING,
    differs="X_i' is the point, as the words have it; the display equates it with its distance. Up to 5 bins",
    printed=FiniteCheck(
        r"|X_i-X_i'|=\min_{x\in T}|X_i-x|",
        "l = 1, ..., 5 bins (12; not quick), X/B in multiples of 1/12",
        _nearest,
        "==",
    ),
    note="The display has the least distance itself for X_i', and its words the point at which it is attained, "
    "which is meant.",
)


def _moved(settings: Settings) -> Iterator[Case]:
    """By how much one of n users moves the cost of any midpoint at most, by the code that chooses."""
    for count, users in product((2, 3, 4), (1, 2, 3) if settings.quick else (1, 2, 3, 4, 5)):
        costs = PrivateRange(Bins(-1.0, 2 / count, count), 1.0).costs
        most = 0
        for others in product(range(count), repeat=users - 1):
            rest = np.bincount(np.array(others, dtype=np.int64), minlength=count)
            each = [costs(rest + np.eye(count, dtype=np.int64)[own]) for own in range(count)]
            most = max(most, *(int(np.max(np.abs(a - b))) for a in each for b in each))
        yield Case({"n": users, "midpoints": count}, Fraction(most), Fraction(1))


def _drawn(settings: Settings) -> Iterator[Case]:
    """The probabilities by the code that chooses, in floats, next to the law of line 4, exact; their largest distance."""
    for count, users, ratio in product((2, 3), (1, 3) if settings.quick else (1, 3, 6), (Fraction(3, 2), Fraction(3))):
        chosen = PrivateRange(Bins(-1.0, 2 / count, count), 2 * float(np.log(float(ratio))))
        worst = Fraction(0)
        for data in product(range(count), repeat=users):
            law = estimators.exponential(data, count, ratio)
            found = chosen.chances(np.bincount(np.array(data), minlength=count))
            worst = max(worst, *(abs(Fraction(float(p)) - q) for p, q in zip(found, law, strict=True)))
        yield Case({"n": users, "midpoints": count, "e^(epsilon/2)": str(ratio)}, worst, Fraction(1, 10**12))


ALG6_COST = Claim(
    "bassily/own/alg6-cost",
    "ours, for Appendix B.1, Algorithm 6, lines 3 and 4",
    Kind.PRIVACY,
    "one user moves a cost by 1 at most, and midpoints are drawn by the exponential mechanism",
    corrected=AllOf(
        "",
        {
            "the costs": FiniteCheck(
                r"\max_x|c(x)-c'(x)|\le1",
                "n = 1, 2, 3 users (5; not quick), 2, 3, 4 midpoints, all neighbours",
                _moved,
            ),
            "the law": FiniteCheck(
                r"\max_{X,x}\Big|P(\hat\mu=x)-\tfrac{e^{-\varepsilon c(x)/2}}{\sum_{x'}e^{-\varepsilon c(x')/2}}\Big|\le10^{-12}",
                "n = 1, 3 users (6; not quick), 2, 3 midpoints, e^(epsilon/2) = 3/2, 3, all data",
                _drawn,
            ),
        },
    ),
    note="Of what the library runs; that every such mechanism is private is bassily/alg6/privacy, and line 5 is "
    "bassily/own/returned-range.",
)

CLAIMS = (
    ALG6_BINS,
    ALG6_MIDPOINTS,
    ALG6_COST,
)
