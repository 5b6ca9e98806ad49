"""Beside kent Theorem 10: at theta_sep = 2/m its lower bound fails, by a private estimator that averages over blocks.

Throughout alpha = 1, theta_sep = 2/m and pi_0 = 1/m - 1/m^3, as the theorem allows. The means are then a fixed grid plus
a monotone sequence in [0, 2/m]: neighbours share almost the same offset, and one answer serves a block of them.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

import sympy
from sympy import Integer, Rational, oo, tanh

from verify.calculus.textbook import HOEFFDING
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_N, _T, _M, _B, _K, _R = sympy.symbols("n T m b k r", positive=True)
_W, _U, _Z = sympy.symbols("w u z", nonnegative=True)
_A, _C = sympy.symbols("a c", real=True)
_LINE = (Variable(_A, -oo, oo), Variable(_C, -oo, oo))
_ONE = Variable(_W, Integer(0), Integer(1))
_COUNT = Variable(_M, Integer(2), oo)
_LIGHT = 1 / _M - 1 / _M**3
RISK = 9 * _M**2 / (16 * _N * _B**3) + 1 / (32 * _M**3) + 16 * _B / _M**2
"""What the estimator's risk is at most."""


def _offsets(m: int, steps: int) -> Iterator[list[Fraction]]:
    """All monotone sequences of m offsets on a grid of [0, 2/m]."""
    for chosen in combinations_with_replacement(range(steps + 1), m):
        yield [Fraction(2 * i, m * steps) for i in chosen]


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


def _answers(_: Settings) -> Iterator[Case]:
    """|m E[Y] - sum over the block of (theta_k - centre_k)| beside b/(16 m^2) + 3 m eps, exact.

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


def _variations(_: Settings) -> Iterator[Case]:
    """The sum of (u_k - block mean)^2 beside b (2/m)^2, all monotone sequences on a grid."""
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


CLAIMS = (
    Claim(
        "kent/own/mixture-cells",
        "to Appendix B, (48), at theta_sep = 2/m and pi_0 = 1/m - 1/m^3",
        Kind.CONSTRUCTION,
        "the means are a grid plus a monotone sequence in [0, 2/m]",
        None,
        Derived(
            r"\theta_k=g_k+u_k,\ g_k=-1+\tfrac{2(k-1)}m,\ 0\le u_1\le\dots\le u_m\le\tfrac2m,\ |\pi_k-\tfrac1m|\le\tfrac1{m^2}",
            (),
            AllOf(
                r"-1+(k-1)\tfrac2m\le\theta_k\le1-(m-k)\tfrac2m,\ \pi_0<\pi_k<1-(m-1)\pi_0",
                (
                    ("the upper end", Identity(1 - (_M - _K) * 2 / _M, -1 + 2 * (_K - 1) / _M + 2 / _M)),
                    ("the largest weight", at_most(1 - (_M - 1) * _LIGHT, 1 / _M + 1 / _M**2, _COUNT)),
                    ("the least", at_most(1 / _M - 1 / _M**2, _LIGHT, _COUNT)),
                ),
            ),
            (),
            (
                (
                    "all means on a grid",
                    FiniteCheck(r"0\le u_1\le\dots\le u_m\le\tfrac2m", "m = 2, 3, 4, step 1/(4m)", _cells),
                ),
            ),
        ),
    ),
    Claim(
        "kent/own/mixture-votes",
        "to Appendix B, at theta_sep = 2/m and pi_0 = 1/m - 1/m^3",
        Kind.INEQUALITY,
        "half of the users find every component within 1/(16m)",
        None,
        Derived(
            r"P(\exists k:|\tilde\theta_k-\theta_k|>\tfrac1{16m})\le64me^{-n/(2000m^2)},\ 2e^{-T/(2048m^2)}\le\tfrac1{16m}",
            ("kent/own/mixture-cells",),
            AllOf(
                r"32m\text{ bins of width }w=\tfrac1{16m},\ \text{one-hot votes kept w.p. }\tfrac{e^{1/2}}{1+e^{1/2}}",
                (
                    (
                        "a component keeps half of its mass in one of two bins: at least 1/(4m)",
                        at_most(1 / (4 * _M), _LIGHT / 2 * (1 - 1 / (16 * _M)), _COUNT),
                    ),
                    (
                        "others hold 1/(16m) at most; the threshold lies 3/(32m) from both",
                        Identity((Rational(1, 4) - Rational(1, 16)) / 2, Rational(3, 32)),
                    ),
                    (
                        "Hoeffding for the vote: the exponent over n/m^2 is at least 1/2000 (w = 1)",
                        at_most(_W / 2000, _W * Rational(3, 32) ** 2 * tanh(Rational(1, 4)) ** 2, _ONE),
                    ),
                    (
                        "and for the mean of T samples, off by w/2 = 1/(32m)",
                        Identity(_T * (1 / (32 * _M)) ** 2 / 2, _T / (2048 * _M**2)),
                    ),
                    (
                        "bins of one component are within 2w, those of two at least 2/m - 2w apart",
                        at_most(4 / (16 * _M), 2 / _M, _COUNT),
                    ),
                ),
            ),
            (HOEFFDING,),
            (
                (
                    "bins near a mean",
                    FiniteCheck(r"\text{at most two, with midpoints within }w", "m = 2, 641 means", _bins),
                ),
            ),
        ),
        note="A bin is heavy where its debiased share of the votes is above 5/(32m). Each component has a heavy bin, each heavy bin has a mean within "
        "w/2 of it, and the first heavy midpoint near the mean serves. One-hot votes differ in two bits, each at budget 1/2. A union over 32m bins.",
    ),
    Claim(
        "kent/own/mixture-answers",
        "to Appendix B, at theta_sep = 2/m and pi_0 = 1/m - 1/m^3",
        Kind.INEQUALITY,
        "one answer for a block of b components",
        None,
        Derived(
            r"Y=\textstyle\sum_{k\in B}(\bar X-\tilde\theta_k)1\{|\bar X-\tilde\theta_k|\le\tfrac1{8m}\}:\ "
            r"|mEY-\textstyle\sum_{k\in B}(\theta_k-\tilde\theta_k)|\le\tfrac b{16m^2}+3m\epsilon,\ "
            r"\mathrm{Var}\big(\tfrac mb\overline{Y+\tfrac{1}{4m}\ell}\big)\le\tfrac{9m}{32nb^3},\ \tfrac{nb}{2m}\text{ users},\ \epsilon=2e^{-T/(2048m^2)}",
            ("kent/own/mixture-cells", "kent/own/mixture-votes"),
            AllOf(
                r"\text{the windows are disjoint, so that }|Y|\le\tfrac1{8m}",
                (
                    ("centres 2/m - 2/(16m) apart", at_most(2 / (8 * _M), 2 / _M - 2 / (16 * _M), _COUNT)),
                    ("a good mean lies in its window: 1/(16m) + 1/(32m)", at_most(3 / (32 * _M), 1 / (8 * _M), _COUNT)),
                    (
                        "and in no other",
                        at_most(1 / (8 * _M), 2 / _M - 3 / (32 * _M), _COUNT),
                    ),
                    ("a bad one costs 2 + 1/(8m) at most", at_most(2 + 1 / (8 * _M), Integer(3), _COUNT)),
                    (
                        "variance of the answer and of the noise of scale 2/(8m), m^2/b^2 over nb/(2m) users",
                        Identity(
                            (_M / _B) ** 2 * (1 + 2 * 2**2) / (8 * _M) ** 2 / (_N * _B / (2 * _M)),
                            9 * _M / (32 * _N * _B**3),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "exact means",
                    FiniteCheck(
                        r"|mEY-\sum(\theta_k-\tilde\theta_k)|\le\tfrac b{16m^2}+3m\epsilon",
                        "(m, b) = (2, 1), (2, 2), (3, 1), (3, 3), (4, 2), all monotone offsets on a grid, centres off by 1/(16m) in turn, "
                        "T = 1 with data off their mean w.p. eps = 0, 1/1000",
                        _answers,
                    ),
                ),
            ),
        ),
        note="The weights differ from 1/m by 1/m^2 and the centres from the means by 1/(16m): b/(16 m^2) in all. The noise is Laplace at budget 1.",
    ),
    Claim(
        "kent/own/mixture-edge",
        "to Appendix B.1, Theorem 10, at theta_sep = 2/m, pi_0 = 1/m - 1/m^3, alpha = 1",
        Kind.UPPER_RATE,
        "the minimax risk at the largest separation",
        None,
        Derived(
            r"\mathcal R^{\mathrm{mix}}_{n,T,1}\le\tfrac{9m^2}{16nb^3}+\tfrac1{32m^3}+\tfrac{16b}{m^2},\ b\mid m,\ 2m\mid nb,\ "
            r"T\ge2048m^2\log(96m^3),\ n\ge2000m^2\log(32m^2)",
            ("kent/own/mixture-cells", "kent/own/mixture-votes", "kent/own/mixture-answers"),
            AllOf(
                r"\hat\theta_k=g_k+\Pi_{[0,2/m]}(\bar u_B),\ \hat\theta_k-\theta_k=(\bar u_B-\tfrac1b\textstyle\sum_{j\in B}u_j)+(\tfrac1b\sum_{j\in B}u_j-u_k)",
                (
                    ("(a + c)^2 <= 2a^2 + 2c^2", at_most((_A + _C) ** 2, 2 * _A**2 + 2 * _C**2, *_LINE)),
                    (
                        "the variance, m components",
                        Identity(2 * _M * (9 * _M / (32 * _N * _B**3)), 9 * _M**2 / (16 * _N * _B**3)),
                    ),
                    (
                        "the bias: eps <= 2/(96 m^3) gives 3 m eps <= 1/(16 m^2)",
                        Identity(3 * _M * (2 / (96 * _M**3)), 1 / (16 * _M**2)),
                    ),
                    ("its square", Identity(2 * _M * (2 / (16 * _M**2)) ** 2, 1 / (32 * _M**3))),
                    (
                        "blocks: a sum of squares of nonnegative parts is at most the square of the sum",
                        at_most(
                            _U**2 + _Z**2, (_U + _Z) ** 2, Variable(_U, Integer(0), oo), Variable(_Z, Integer(0), oo)
                        ),
                    ),
                    ("the variation, twice b (2/m)^2", Identity(2 * _B * (2 / _M) ** 2, 8 * _B / _M**2)),
                    (
                        "where the votes fail: m (2/m)^2 times 64 m/(32 m^2)",
                        at_most(
                            _M * (2 / _M) ** 2 * 64 * _M / (32 * _M**2),
                            8 * _B / _M**2,
                            _COUNT,
                            Variable(_B, Integer(1), oo),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "monotone sequences",
                    FiniteCheck(
                        r"\sum_k(u_k-\bar u_{B(k)})^2\le b(\tfrac2m)^2",
                        "(m, b) = (2, 2), (4, 2), (4, 4), (6, 2), (6, 3)",
                        _variations,
                    ),
                ),
            ),
        ),
        note="Half of the users vote; the others are split among the m/b blocks. u_B is the mean of the found offsets plus the averaged answer. The variations "
        "of the blocks add up to 2/m at most.",
    ),
    Claim(
        "kent/thm10/lower",
        "Appendix B.1, Theorem 10, the lower bound",
        Kind.LOWER_BOUND,
        "the means of a mixture from below, for all allowed separations",
        Derived(
            r"\tfrac{m^3}{nT\alpha^2}\lesssim\mathcal R^{\mathrm{mix}}_{n,T,\alpha}(\theta(\mathcal P_{m,\pi_0,\theta_{\mathrm{sep}}})),\ "
            r"\theta_{\mathrm{sep}}\le\tfrac2m,\ \pi_0>\tfrac{\tilde c}m",
            ("kent/own/mixture-edge",),
            UpToConstant(
                _M**3 / (_N * _T),
                RISK,
                (_COUNT, Variable(_N, Integer(1), oo), Variable(_T, Integer(1), oo), Variable(_B, Integer(1), oo)),
                family=((_M, _R**16), (_B, _R**7), (_N, 2 * _R**36), (_T, _R**35)),
                along=_R,
            ),
        ),
        Whole(
            r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\max\big\{\tfrac{\kappa^2}{151200}\tfrac{m^3}{nT\alpha^2},\tfrac14e^{-12n\alpha^2/m^2}\big\},\ "
            r"\theta_{\mathrm{sep}}\le\tfrac{2-\kappa}m,\ \kappa\in(0,1],\ nT\alpha^2\ge m^4,\ n\alpha^2\ge m^2\max\{1,\log m\},\ \alpha\le1",
            ("kent/own/thm10-spaced", "kent/appH.6/two"),
            as_corrected=True,
        ),
        correction=(
            "for theta_sep up to (2 - kappa)/m, with kappa^2 in the constant, it holds. At the edge theta_sep = "
            "2/m with pi_0 next to 1/m the means are a grid plus a monotone sequence in [0, 2/m], which can be "
            "averaged over blocks"
        ),
        severity=Severity.CONDITION,
        theorem="kent/thm10/lower",
        note=(
            "Family: alpha = 1, theta_sep = 2/m, pi_0 = 1/m - 1/m^3, m = r^16, n = 2 r^36, T = r^35, b = r^7. It meets every condition of the theorem, and those of "
            "kent/own/mixture-edge, once r is large: n/m^2 = 2 r^4 and T/m^2 = r^3 outgrow logarithms, and 2/m is above sqrt(log(nT)/T). The right side is the "
            "estimator's risk, so that every constant fails. With T = m^2 up to logarithms it fails for n up to about m^(8/3), the best b being m n^(-1/4). The upper half "
            "of the theorem needs the paper's estimator and is not judged here."
        ),
    ),
)
