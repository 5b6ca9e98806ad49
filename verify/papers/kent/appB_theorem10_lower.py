"""Next to kent Theorem 10: at theta_sep = 2/m its lower bound fails, by a private estimator that averages over blocks.

Throughout alpha = 1, theta_sep = 2/m and pi_0 = 1/m - 1/m^3, as the theorem allows. The means are then a fixed grid plus
a monotone sequence in [0, 2/m]: neighbours share almost the same offset, and one answer serves a block of them.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product

import sympy
from sympy import Integer, Rational, exp, log, oo, tanh

from verify.kernel.calculus import Member, Name, WholeNumber, at_most, because, integer, line, quantity, real
from verify.kernel.calculus.facts.bodies import Squared, UnitCube
from verify.kernel.calculus.facts.packings import PointMasses, minimax_loss
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.at_points import Point, at_points
from verify.papers.kent.lemmas.mixtures import (
    LARGEST_WEIGHT,
    LEAST_WEIGHT,
    SORTED_MEANS,
    MixtureMean,
    Mixtures,
    MixtureWeight,
)
from verify.papers.kent.s2_1_general_rates.eq57_lower import INFORMATION
from verify.papers.kent.s2_2_1_mean import CUBE_LOWER
from verify.papers.kent.s2_2_1_mean import DIMENSION as CUBE_DIMENSION
from verify.papers.kent.setting import ALPHA, DRAWS, USERS


def _grid(m: int) -> list[Fraction]:
    return [-1 + Fraction(2 * k, m) for k in range(m)]


def _cells(_: Settings) -> Iterator[Case]:
    """All means on a grid of step 1/(4m) that are 2/m apart: their offsets lie in [0, 2/m] and do not decrease."""
    for m in (2, 3, 4):
        every = [Fraction(i, 4 * m) for i in range(-4 * m, 4 * m + 1)]

        def extend(chosen: list[Fraction], m: int = m, every: list[Fraction] = every) -> Iterator[list[Fraction]]:
            if len(chosen) == m:
                yield chosen
                return
            for x in every:
                if not chosen or x - chosen[-1] >= Fraction(2, m):
                    yield from extend([*chosen, x])

        for means in extend([]):
            offsets = [x - g for x, g in zip(means, _grid(m), strict=True)]
            told = {"m": m, "means": ", ".join(map(str, means))}
            yield Case(told | {"of": "first"}, 0, offsets[0])
            yield Case(told | {"of": "last"}, offsets[-1], Fraction(2, m))
            yield Case(told | {"of": "steps"}, 0, min(b - a for a, b in pairwise(offsets)))


_PARTS, _BLOCK, _PLACE = integer("m", least=2), integer("b", least=1), integer("k", least=1)
_MIXTURE = Name("S", "mixture")
_LIGHT = 1 / _PARTS - 1 / _PARTS**3
_EDGE = Mixtures(_PARTS, _LIGHT, 2 / _PARTS)
_MEMBER, _AMONG = Member(_MIXTURE, _EDGE), at_most(_PLACE, _PARTS)
_MEAN, _WEIGHT = MixtureMean(_MIXTURE, _PLACE), MixtureWeight(_MIXTURE, _PLACE)
_POINT = -1 + 2 * (_PLACE - 1) / _PARTS
"""g_k."""
_LOW_END, _HIGH_END = -1 + (_PLACE - 1) * (2 / _PARTS), 1 - (_PARTS - _PLACE) * (2 / _PARTS)
_GIVEN = (_MEMBER, _AMONG)
_STEP = MixtureMean(_MIXTURE, _PLACE + 1) - _MEAN
_BEFORE = (_MEMBER, at_most(_PLACE + 1, _PARTS))
_OF = _MIXTURE, _PARTS, _LIGHT, 2 / _PARTS
_FIRST, _LAST = MixtureMean(_MIXTURE, 1), MixtureMean(_MIXTURE, _PARTS)
_FROM_FIRST = line(_MEAN, given=_GIVEN).eq(_FIRST + (_MEAN - _FIRST)).ge(_LOW_END, SORTED_MEANS(*_OF, 1, _PLACE))
_TO_LAST = line(_MEAN, given=_GIVEN).eq(_LAST - (_LAST - _MEAN)).le(_HIGH_END, SORTED_MEANS(*_OF, _PLACE, _PARTS))
CELLS = Claim(
    "kent/own/mixture-cells",
    "to Appendix B, (48), at theta_sep = 2/m and pi_0 = 1/m - 1/m^3",
    Kind.CONSTRUCTION,
    "the means are a grid plus a monotone sequence in [0, 2/m]",
    corrected=AllOf(
        "",
        {
            "from below": line(_MEAN - _POINT, given=_GIVEN)
            .ge(_LOW_END - _POINT, _FROM_FIRST)
            .eq(0)
            .crosschecked(
                "all means on a grid",
                r"0\le u_1\le\dots\le u_m\le\tfrac2m",
                "m = 2, 3, 4, step 1/(4m)",
                _cells,
            ),
            "from above": line(_MEAN - _POINT, given=_GIVEN).le(_HIGH_END - _POINT, _TO_LAST).eq(2 / _PARTS),
            "monotone": line(_STEP - 2 / _PARTS, given=_BEFORE).ge(0, SORTED_MEANS(*_OF, _PLACE, _PLACE + 1)),
            "weights from below": line(_WEIGHT, given=_GIVEN)
            .ge(_LIGHT, LEAST_WEIGHT(*_OF, _PLACE))
            .ge(1 / _PARTS - 1 / _PARTS**2),
            "weights from above": line(_WEIGHT, given=_GIVEN)
            .le(1 - (_PARTS - 1) * _LIGHT, LARGEST_WEIGHT(*_OF, _PLACE))
            .le(1 / _PARTS + 1 / _PARTS**2),
        },
    ),
)


def _bins(_: Settings) -> Iterator[Case]:
    """Bins of width w met by [x - w/2, x + w/2]: at most two, with midpoints within w of x; w = 1/(16m), m = 2."""
    m = 2
    width = Fraction(1, 16 * m)
    for i in range(-320, 321):
        x = Fraction(i, 320)
        met = [
            -1 + (j + Fraction(1, 2)) * width
            for j in range(32 * m)
            if -1 + j * width <= x + width / 2 and x - width / 2 < -1 + (j + 1) * width
        ]
        yield Case({"m": m, "x": str(x), "of": "distance"}, max(abs(y - x) for y in met), width)
        yield Case({"m": m, "x": str(x), "of": "how many"}, len(met), 2)


FinderFails = quantity(
    "FinderFails",
    r"P_{{{0}, {1}, {2}}}(\exists k: |\tilde\theta_k - \theta_k| > \tfrac1{{16 {3}}})",
    "probability that some mean is found with a larger error from one-hot votes of n/2 users, at a budget of 1, for 32m bins of "
    "width 1/(16m): a bin is heavy where its debiased share of the votes is above 5/(32m), and the first heavy midpoint near "
    "a mean serves",
    0,
    1,
)
"""FinderFails(S, n, T, m)."""
_LOST, _OFF = FinderFails(_MIXTURE, USERS, DRAWS, _PARTS), 2 * exp(-DRAWS / (2048 * _PARTS**2))
_VOTING = 64 * _PARTS * exp(-USERS * (Rational(3, 32) * tanh(Rational(1, 4))) ** 2 / _PARTS**2)
_SEEN = (_MEMBER, at_most(_OFF, 1 / (16 * _PARTS)))
_EVEN = WholeNumber(USERS / 2)
VOTES = Claim(
    "kent/own/mixture-votes",
    "to Appendix B, at theta_sep = 2/m and pi_0 = 1/m - 1/m^3",
    Kind.INEQUALITY,
    "half of the users find every component within 1/(16m)",
    corrected=line(_LOST, given=(*_SEEN, _EVEN))
    .le(
        _VOTING,
        because(
            "By Hoeffding's inequality a user's mean is within 1/(32m) of theirs except for 1/(16m), so that a component keeps half "
            "of its mass, at least 1/(4m), in one of two bins, where the bins of no component hold at most 1/(16m): the "
            "threshold lies 3/(32m) from both, and Hoeffding's inequality for n/2 votes, kept with 2 omega - 1 = tanh(1/4), "
            "holds for all 32m bins; heavy bins of one component are within 1/(8m), those of two further apart.",
            "kent/own/mixture-cells",
        ),
    )
    .le(64 * _PARTS * exp(-USERS / (2000 * _PARTS**2)))
    .crosschecked("bins near a mean", r"\text{at most two, with midpoints within }w", "m = 2, 641 means", _bins),
)


def _offsets(m: int, steps: int) -> Iterator[list[Fraction]]:
    """All monotone sequences of m offsets on a grid of [0, 2/m]."""
    for chosen in combinations_with_replacement(range(steps + 1), m):
        yield [Fraction(2 * i, m * steps) for i in chosen]


def _answers(_: Settings) -> Iterator[Case]:
    """|m E[Y] - sum over the block of (theta_k - centre_k)| next to b/(16 m^2) + 3 m eps, exact.

    T = 1; a datum of component k is theta_k with probability 1 - eps, else 1 or -1 with mean theta_k.
    """
    for m, size in ((2, 1), (2, 2), (3, 1), (3, 3), (4, 2)):
        width, half = Fraction(1, 16 * m), Fraction(1, 8 * m)
        light = Fraction(1, m) - Fraction(1, m**3)
        weights = [light] * (m - 1) + [1 - (m - 1) * light]
        for place, offsets in enumerate(_offsets(m, 2)):
            means = [g + u for g, u in zip(_grid(m), offsets, strict=True)]
            for eps in (Fraction(0), Fraction(1, 1000)):
                for sign in (1, -1):
                    centres = [x + sign * width * (-1) ** k for k, x in enumerate(means)]
                    block = range(size)

                    def answer(
                        x: Fraction, centres: list[Fraction] = centres, block: range = block, half: Fraction = half
                    ) -> Fraction:
                        return sum((x - centres[k] for k in block if abs(x - centres[k]) <= half), Fraction(0))

                    mean = sum(
                        (
                            p
                            * (
                                (1 - eps) * answer(x)
                                + eps * ((1 + x) / 2 * answer(Fraction(1)) + (1 - x) / 2 * answer(Fraction(-1)))
                            )
                            for p, x in zip(weights, means, strict=True)
                        ),
                        Fraction(0),
                    )
                    wanted = sum((means[k] - centres[k] for k in block), Fraction(0))
                    told = {"m": m, "b": size, "offsets": place, "eps": str(eps), "centres": sign}
                    yield Case(told, abs(m * mean - wanted), Fraction(size, 16 * m**2) + 3 * m * eps)


_CENTRED = "centres within 1/(16m) of the means, and a block of b parts"
AnswerBias = quantity(
    "AnswerBias",
    r"\max|{2}\mathbb{{E}}Y - \textstyle\sum_{{k \in B}}(\theta_k - \tilde\theta_k)|_{{{0}, {1}, {3}}}",
    "largest error of m times the mean of Y, which sums over a block the deviations of a user's mean from the centres where "
    f"it is within 1/(8m) of them, over all {_CENTRED}",
    0,
)
"""AnswerBias(S, T, m, b)."""
AnswerVariance = quantity(
    "AnswerVariance",
    r"\max\mathrm{{Var}}(\tfrac{{{3}}}{{{4}}}\overline{{Y + \ell}})_{{{0}, {1}, {2}}}",
    "largest variance of m/b times the average over nb/(2m) users of such Y with Laplace noise of scale 1/(4m), over all "
    f"{_CENTRED}",
    0,
)
"""AnswerVariance(S, n, T, m, b)."""
_BIAS, _VARIANCE = AnswerBias(_MIXTURE, DRAWS, _PARTS, _BLOCK), AnswerVariance(_MIXTURE, USERS, DRAWS, _PARTS, _BLOCK)
_MISSED = _BLOCK / (16 * _PARTS**2) + _PARTS * (2 + 1 / (8 * _PARTS)) * _OFF
_SQUARE = (_PARTS / _BLOCK) ** 2 * (1 + 2 * 2**2) / (8 * _PARTS) ** 2 / (USERS * _BLOCK / (2 * _PARTS))
_FITTING = (_MEMBER, at_most(_BLOCK, _PARTS))
_SHARED = WholeNumber(USERS * _BLOCK / (2 * _PARTS))


def _variances() -> Iterator[Point]:
    """The variance of the averaged answer, a user's sum Y being 1/(8m), -1/(8m) or, outside all windows, 0."""
    for m, block, users in ((2, 1, 4), (2, 2, 2), (3, 1, 12), (4, 4, 8)):
        largest = Fraction(0)
        for up, down in product(range(5), repeat=2):
            if up + down <= 4:
                high, low = Fraction(up, 4), Fraction(down, 4)
                largest = max(largest, (high + low - (high - low) ** 2) / (8 * m) ** 2)
        noise = 2 * Fraction(1, 4 * m) ** 2
        averaged = Fraction(m, block) ** 2 * (largest + noise) / Fraction(users * block, 2 * m)
        yield {_PARTS: Fraction(m), _BLOCK: Fraction(block), USERS: Fraction(users)}, averaged


ANSWERS = Claim(
    "kent/own/mixture-answers",
    "to Appendix B, at theta_sep = 2/m and pi_0 = 1/m - 1/m^3",
    Kind.INEQUALITY,
    "one answer for a block of b components",
    corrected=AllOf(
        "",
        {
            "bias": line(_BIAS, given=_FITTING)
            .le(
                _MISSED,
                because(
                    "The windows about the centres are disjoint; a mean within 1/(32m) of its own lies in its window and in no other, "
                    "another one, with probability 2 e^(-T/(2048 m^2)) at most, costs 2 + 1/(8m); the weights differ from 1/m by 1/m^2 and "
                    "the centres from the means by 1/(16m).",
                    "kent/own/mixture-cells",
                    "kent/own/mixture-votes",
                ),
            )
            .le(_BLOCK / (16 * _PARTS**2) + 3 * _PARTS * _OFF)
            .crosschecked(
                "exact means",
                r"|mEY-\sum(\theta_k-\tilde\theta_k)|\le\tfrac b{16m^2}+3m\epsilon",
                "(m, b) = (2, 1), (2, 2), (3, 1), (3, 3), (4, 2), all monotone offsets on a grid, centres off by 1/(16m) in turn, "
                "T = 1 with data off their mean w.p. eps = 0, 1/1000",
                _answers,
            ),
            "variance": at_points(
                line(_VARIANCE, given=(*_FITTING, _SHARED))
                .le(
                    _SQUARE,
                    because("As the windows are disjoint, |Y| is at most 1/(8m); the noise has the scale 2/(8m)."),
                )
                .eq(9 * _PARTS / (32 * USERS * _BLOCK**3)),
                "exact variances, T = 1",
                "(m, b, n) = (2, 1, 4), (2, 2, 2), (3, 1, 12), (4, 4, 8); a user's mean at a window's ends, in all weights in quarters",
                _variances,
            ),
        },
    ),
)


def _variations(_: Settings) -> Iterator[Case]:
    """The sum of (u_k - block mean)^2 next to b (2/m)^2, all monotone sequences on a grid."""
    for m, size, steps in ((2, 2, 6), (4, 2, 6), (4, 4, 6), (6, 2, 3), (6, 3, 3)):
        worst = Fraction(0)
        for offsets in _offsets(m, steps):
            total = Fraction(0)
            for start in range(0, m, size):
                block = offsets[start : start + size]
                mean = sum(block, Fraction(0)) / size
                total += sum(((u - mean) ** 2 for u in block), Fraction(0))
            worst = max(worst, total)
        yield Case({"m": m, "b": size, "grid": steps}, worst, Fraction(4 * size, m**2))


MixtureRisk = quantity(
    "MixtureRisk",
    r"\mathfrak{{R}}^{{\mathrm{{mix}}}}_{{{1}, {2}, {3}}}({0})",
    "least worst expected squared distance from an estimate to the vector of a mixture's sorted means, of all sequentially "
    "interactive alpha-private protocols of n users, each of whom has a given number of draws of one part, drawn by the weights",
    0,
)
"""MixtureRisk(class of mixtures, n, T, alpha)."""
_RISK = MixtureRisk(_EDGE, USERS, DRAWS, 1)
_ENOUGH = (
    at_most(2048 * _PARTS**2 * log(96 * _PARTS**3), DRAWS),
    at_most(2000 * _PARTS**2 * log(32 * _PARTS**2), USERS),
    WholeNumber(_PARTS / _BLOCK),
    _SHARED,
)
_SUM = (
    2 * _PARTS * (9 * _PARTS / (32 * USERS * _BLOCK**3) + (2 / (16 * _PARTS**2)) ** 2) + 2 * _BLOCK * (2 / _PARTS) ** 2
)
_ASTRAY = _PARTS * (2 / _PARTS) ** 2 * 64 * _PARTS / (32 * _PARTS**2)
EDGE = Claim(
    "kent/own/mixture-edge",
    "to Appendix B.1, Theorem 10, at theta_sep = 2/m, pi_0 = 1/m - 1/m^3, alpha = 1",
    Kind.UPPER_RATE,
    "the minimax risk at the largest separation",
    corrected=line(_RISK, given=_ENOUGH)
    .le(
        _SUM + _ASTRAY,
        because(
            "Half of the users vote, the others are split among the m/b blocks, and the estimate of theta_k is g_k plus the mean "
            "of the found offsets of its block and its averaged answer, clipped to [0, 2/m]: (a + c)^2 <= 2a^2 + 2c^2 for its error "
            "and the variation of the block, of which the sum over the blocks is 2/m at most; 3 m epsilon is at most 1/(16 m^2), and "
            "where the votes fail, with probability 64 m/(32 m^2) at most, each co-ordinate is within 2/m.",
            "kent/own/mixture-cells",
            "kent/own/mixture-votes",
            "kent/own/mixture-answers",
        ),
    )
    .le(9 * _PARTS**2 / (16 * USERS * _BLOCK**3) + 1 / (32 * _PARTS**3) + 16 * _BLOCK / _PARTS**2)
    .crosschecked(
        "monotone sequences",
        r"\sum_k(u_k-\bar u_{B(k)})^2\le b(\tfrac2m)^2",
        "(m, b) = (2, 2), (4, 2), (4, 4), (6, 2), (6, 3)",
        _variations,
    ),
)


def half_way(stretch: int = 1) -> Iterator[Case]:
    """Gaps between means in units of 1/m next to 1, and m times what is left to the ends, at corners of a stretched cube."""
    for m in (2, 3, 4):
        for corner in product((-1, 1), repeat=m):
            means = [-1 + Fraction(2 * k + 1, m) + Fraction(stretch * u, 2 * m) for k, u in enumerate(corner)]
            told = {"m": m, "u": list(corner)}
            yield Case(told | {"of": "gaps"}, min(m * (b - a) for a, b in pairwise(means)), 1)
            yield Case(told | {"of": "ends"}, min(1 - abs(mean) for mean in means), 0)


def _half_way(_: Settings) -> Iterator[Case]:
    yield from half_way()


_HALF_WAY = MixtureRisk(Mixtures(_PARTS, 1 / _PARTS, 1 / _PARTS), USERS, DRAWS, ALPHA)
_CUBE = minimax_loss(PointMasses(UnitCube(_PARTS)), USERS, 1, ALPHA, Squared())
_PER_PART = INFORMATION / 12 / _PARTS
_NATS, _TAILORED = real("y", least=0), real("m", least=1)
"""y stands for n alpha^2/m."""
APPB_GENERAL = Claim(
    "kent/appB/general",
    "Appendix B, the text after Theorem 10: what the general lower bound gives, and Appendix B.2",
    Kind.LOWER_BOUND,
    "a floor with m in the exponent's denominator, below that with m^2",
    says=(
        r"\text{by Corollary 2 only }e^{-n\alpha^2/m}\text{, sub-optimal compared with the "
        r"}e^{-n\alpha^2/m^2}\text{ here}"
    ),
    match=Match.READING,
    differs="with the constants 48 and 1/(5120 m^2), for theta_sep = pi_0 = 1/m, and at every alpha",
    printed=AllOf(
        "",
        {
            "e^(-n alpha^2/m)": line(_HALF_WAY)
            .ge(
                _CUBE / (2 * _PARTS) ** 2,
                because(
                    "Who knows a point u of the cube draws a part at random and answers as a user whose data are all at its mean, -1 + (2k - 1)/m "
                    "+ u_k/(2m): a protocol for mixtures is one for points, as private, with errors that are scaled by 2m."
                ),
            )
            .ge(exp(-48 * _PER_PART) / 1280 / (2 * _PARTS) ** 2, CUBE_LOWER.at({CUBE_DIMENSION: _PARTS}))
            .crosschecked(
                "means half way",
                r"\theta_{k+1}-\theta_k\ge\tfrac1m,\ |\theta_k|\le1",
                "m = 2, 3, 4; corners of the cube",
                _half_way,
                ">=",
            ),
            "next to the tailored one": line(exp(-48 * _NATS) / (5120 * _TAILORED**2)).le(
                exp(-12 * _NATS / _TAILORED) / 4
            ),
        },
    ),
    note="At theta_sep = pi_0 = 1/m, and so for smaller ones, whose classes are larger; the tailored floor is "
    "kent/appH.6/two. By Theorem 1's bound for the cube, which (9) grants for every T. It is sub-optimal, "
    "as said: for n alpha^2 between m log m and m^2 it vanishes and the other does not.",
)

_N, _T, _M, _B, _R = sympy.symbols("n T m b r", positive=True)
_COUNT = Variable(_M, Integer(2), oo)
RISK = 9 * _M**2 / (16 * _N * _B**3) + 1 / (32 * _M**3) + 16 * _B / _M**2
"""What the estimator's risk is at most."""
THM10_LOWER = Claim(
    "kent/thm10/lower",
    "Appendix B.1, Theorem 10, the lower bound",
    Kind.LOWER_BOUND,
    "the means of a mixture from below, for all allowed separations",
    says=(
        r"\text{if }n\alpha^2\ge\tilde Cm^2\log(n\alpha^2)\text{, }T\ge\tilde C'm^2\log(nT\alpha^2)\text{, "
        r"}\pi_0>\tilde c/m\text{, }\theta_{\mathrm{sep}}\ge\max\{\tilde "
        r"C''\sqrt{\log(nT\alpha^2)}/T,e^{-\tilde c'n\alpha^2/m^2}\}\text{ and "
        r"}\theta_{\mathrm{sep}}\le2/m\text{: }\frac{m^3}{nT\alpha^2}\vee "
        r"e^{-Cn\alpha^2/m^2}\lesssim\mathcal{R}_{n,T,\alpha}^{\mathrm{mix}}(\theta(\mathcal{P}_{m,\pi_0,\theta_{\mathrm{sep}}}),\lVert\cdot\rVert_2^2)"
    ),
    match=Match.READING,
    differs=(
        "the T-dependent term of two, on a family of settings that the theorem allows, with alpha = 1 and"
        " theta_sep = 2/m; on the right is an upper bound on the minimax risk, the risk of an estimator "
        "that averages over blocks of b components"
    ),
    printed=UpToConstant(
        _M**3 / (_N * _T),
        RISK,
        (_COUNT, Variable(_N, Integer(1), oo), Variable(_T, Integer(1), oo), Variable(_B, Integer(1), oo)),
        family=((_M, _R**16), (_B, _R**7), (_N, 2 * _R**36), (_T, _R**35)),
        along=_R,
    ),
    corrected=Whole(
        r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\max\big\{\tfrac{\kappa^2}{151200}\tfrac{m^3}{nT\alpha^2},\tfrac14e^{-12n\alpha^2/m^2}\big\},\ \theta_{\mathrm{sep}}\le\tfrac{2-\kappa}m,\ \kappa\in(0,1],\ nT\alpha^2\ge m^4,\ n\alpha^2\ge m^2\max\{1,\log m\},\ \alpha\le1",
        ("kent/own/thm10-spaced", "kent/appH.6/two"),
        as_corrected=True,
    ),
    correction="for theta_sep up to (2 - kappa)/m, with kappa^2 in the constant, it holds. At the edge theta_sep "
    "= 2/m with pi_0 next to 1/m the means are a grid plus a monotone sequence in [0, 2/m], which can "
    "be averaged over blocks",
    severity=Severity.CONDITION,
    theorem="kent/thm10/lower",
    note="Printed: m^3/(nT alpha^2) is at most of the order of the risk for theta_sep <= 2/m and pi_0 > c/m. "
    "Family: alpha = 1, theta_sep = 2/m, pi_0 = 1/m - 1/m^3, m = r^16, n = 2 r^36, T = r^35, b = r^7. It "
    "meets every condition of the theorem, and those of kent/own/mixture-edge, once r is large: n/m^2 = 2 "
    "r^4 and T/m^2 = r^3 outgrow logarithms, and 2/m is above sqrt(log(nT)/T). The right side is the "
    "estimator's risk, so that every constant fails. With T = m^2 up to logarithms it fails for n up to "
    "about m^(8/3), the best b being m n^(-1/4). The upper half of the theorem is kent/thm10/upper, for "
    "theta_sep >= 8 Delta.",
)

CLAIMS = (
    CELLS,
    VOTES,
    ANSWERS,
    EDGE,
    APPB_GENERAL,
    THM10_LOWER,
)
