"""kent Sections 2.2 and 2.3: the classes (12), (16), the norm (22), and item-level rates next to those at infinite T."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import Min, Rational, exp, log, sqrt, tanh

from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.van_trees import van_trees
from upperbounds.estimator import UpperBound
from upperbounds.vectors import baselines, user_means
from verify.kernel.calculus import Chain, Name, at_most, cite, line, real
from verify.kernel.calculus.facts.bodies import SparseCube, Squared, UnitCube
from verify.kernel.calculus.facts.packings import PointMasses, minimax_loss
from verify.kernel.calculus.facts.van_trees import BALL_SIGNS, CUBE_SIGNS, BallLaws, CubeLaws
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck, Identity
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.kent.van_trees import X1
from verify.papers.kent.nouns_sections import SIZE, SUPPORT
from verify.papers.kent.s2_1_general_rates.eq57_lower import INFORMATION
from verify.papers.kent.s2_2_1_mean import (
    BALL_LOWER,
    BALL_UPPER,
    CUBE_LOWER,
    CUBE_UPPER,
    CUBE_WITH_DIMENSION,
    DIMENSION,
)
from verify.papers.kent.s2_2_2_sparse_mean import SPARSE_LOWER, SPARSE_UPPER, SUPPORT_SIZE
from verify.papers.kent.s4_theorem7_lower import THEOREM7
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

EQ12 = Claim(
    "kent/eq12",
    "Section 2.2.1, (12)",
    Kind.DEFINITION,
    "laws on the cube and on the ball",
    says=(
        r"\mathcal{P}_d=\{P:\mathrm{supp}(P)\subseteq\mathbb{B}_\infty(1)\subset\mathbb{R}^d\}\ \text{ and "
        r"}\ "
        r"\mathcal{P}'_d=\{P:\mathrm{supp}(P)\subseteq\mathbb{B}_2(1)\subset\mathbb{R}^d\},\quad\theta(P)=\mathbb{E}_P(X)"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\mathcal P_d=\{P:\mathrm{supp}(P)\subseteq\mathbb B_\infty(1)\subset\mathbb R^d\},\ "
        r"\mathcal P'_d=\{P:\mathrm{supp}(P)\subseteq\mathbb B_2(1)\subset\mathbb R^d\},\ "
        r"\theta(P)=\mathbb E_P(X)"
    ),
    note="The means are all of B_inf(1) and of B_2(1): point masses give them, and balls are convex.",
)
_LOWER, _ABOVE = Fraction(5, 2), 8
"""The item-level risks are at least 2/5 of the printed rates, and at most 8 times as large."""


def _sizes(_: Settings) -> Iterator[tuple[int, int, Fraction]]:
    """d, n and alpha <= 1 from where Proposition 3 speaks, n alpha^2 > 60 d log(6d), on."""
    for d, alpha, more in product((1, 2, 5, 16, 64), (Fraction(1, 16), Fraction(1, 4), Fraction(1)), (1, 10, 1000)):
        least = (60 * d * arb(6 * d).log() / as_arb(alpha**2)).upper()
        yield d, more * (int(least.ceil().unique_fmpz()) + 1), alpha


Rate = Callable[[int, int, Fraction], Fraction]
_Sizes = Callable[[Settings], Iterator[tuple[int, int, Fraction]]]


def _below(sizes: _Sizes, rate: Rate, support: str) -> Callable[[Settings], Iterator[Case]]:
    def cases(settings: Settings) -> Iterator[Case]:
        for d, n, alpha in sizes(settings):
            least: Bound = van_trees(n, 1, d, float(alpha), 1.0, support)
            told = {"d": d, "n": n, "alpha": str(alpha)}
            # A number that is rounded down.
            yield Case(told, rate(d, n, alpha), _LOWER * Fraction(least.value))

    return cases


def _above(
    sizes: _Sizes, rate: Rate, bound: Callable[[int, int, int, float, float], UpperBound]
) -> Callable[[Settings], Iterator[Case]]:
    def cases(settings: Settings) -> Iterator[Case]:
        for d, n, alpha in sizes(settings):
            most = bound(n, 1, d, float(alpha), 1.0).value
            told = {"d": d, "n": n, "alpha": str(alpha)}
            # A closed form in floats: far less than a part in 2^20 is lost by rounding.
            yield Case(told, Fraction(most) * (1 + Fraction(1, 2**20)), _ABOVE * rate(d, n, alpha))

    return cases


def _cube(d: int, n: int, alpha: Fraction) -> Fraction:
    return Fraction(d * d, n) / alpha**2


def _ball(d: int, n: int, alpha: Fraction) -> Fraction:
    return Fraction(d, n) / alpha**2


_OVER = "d = 1, 2, 5, 16, 64; alpha = 1/16, 1/4, 1; n alpha^2 from 60 d log(6d) on, and 10 and 1000 times as large"


def _sides(
    text: str, over: str, sizes: _Sizes, rate: Rate, support: str, bound: Callable[..., UpperBound]
) -> dict[str, FiniteCheck]:
    """A risk is of the order of a rate, by our bounds with constants at T = 1: from below and from above."""
    return {
        f"{support}, from below": FiniteCheck(
            rf"{text}\le\tfrac52\mathcal R_{{n,1,\alpha}}", over, _below(sizes, rate, support)
        ),
        f"{support}, from above": FiniteCheck(
            rf"\mathcal R_{{n,1,\alpha}}\le8{text}",
            over,
            _above(sizes, rate, bound),
            granted=r"2^{-20}\text{ of an estimator's bound in floats}",
        ),
    }


EQ15 = Claim(
    "kent/eq15",
    "Section 2.2.1, (15)",
    Kind.RATE_ALGEBRA,
    "the item-level rates of means in the cube and in the ball",
    says=(
        r"\text{for }\alpha\lesssim1\text{: "
        r"}\mathcal{R}_{n,1,\alpha}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\asymp "
        r"d^2/(n\alpha^2)\text{ and "
        r"}\mathcal{R}_{n,1,\alpha}(\theta(\mathcal{P}'_d),\lVert\cdot\rVert_2^2)\asymp d/(n\alpha^2)"
    ),
    match=Match.READING,
    differs=("with the constants 2/5 and 8, checked at alpha <= 1 for chosen d and from n alpha^2 = 60 d log(6d) on"),
    printed=AllOf(
        "",
        {
            **_sides(r"\tfrac{d^2}{n\alpha^2}", _OVER, _sizes, _cube, "linf", user_means.bound),
            **_sides(r"\tfrac d{n\alpha^2}", _OVER, _sizes, _ball, "l2", baselines.duchi_bound),
        },
    ),
    note="Cited by the paper from Duchi et al. 2018 and compared with Proposition 3: judged where that speaks. From "
    "below van Trees' inequality with what private messages hold of Fisher information, from above "
    "one-round mechanisms whose risks are closed forms, of windows and of half spheres.",
)


_LEVEL, _CLASS, _SCALE = real("b", above=0), Name(r"\mathcal{P}", "class of laws"), real("c", above=0)
_HELD = Min(Rational(32, 9) * ALPHA * tanh(ALPHA / 2), 4 * DIMENSION / 3)
_AT_MOST = line(_HELD).le(Rational(32, 9) * ALPHA * tanh(ALPHA / 2)).le(2 * ALPHA**2)


_SENT, _SIZE = real("u", above=0), real("w", above=0)
_BOUNDED = line(_SIZE / (2 * _SENT + 40 * DIMENSION), given=(at_most(_SENT, _LEVEL * _SIZE),)).ge(
    _SIZE / (2 * _LEVEL * _SIZE + 40 * DIMENSION), at_most(_SENT, _LEVEL * _SIZE)
)


def _item(laws: Any, scale: Any, signs: Any) -> Chain:
    """One sample a user, n alpha^2 at most b (d scale)^2: the risk stays up, by kent/own/X1."""
    size = (scale * DIMENSION) ** 2
    few = at_most(USERS * ALPHA**2, _LEVEL * size)
    return (
        line(minimax_loss(laws, USERS, 1, ALPHA, Squared()), given=(few,))
        .ge(size / (USERS * _HELD + 40 * DIMENSION), cite(X1).at({_CLASS: laws, _SCALE: scale, DRAWS: 1}), signs)
        .ge(size / (2 * USERS * ALPHA**2 + 40 * DIMENSION), _AT_MOST)
        .ge(size / (2 * _LEVEL * size + 40 * DIMENSION), _BOUNDED.at({_SENT: USERS * ALPHA**2, _SIZE: size}))
        .ge(1 / (2 * _LEVEL + 40))
    )


_BALL_ITEM = _item(BallLaws(DIMENSION), 1 / sqrt(DIMENSION), BALL_SIGNS(DIMENSION))
_CUBE_ITEM = _item(CubeLaws(DIMENSION), 1, CUBE_SIGNS(DIMENSION))
_PER_DIMENSION = INFORMATION / 12 / DIMENSION
_FEW_USERS, _MANY_USERS = at_most(_PER_DIMENSION, _LEVEL), at_most(_LEVEL, _PER_DIMENSION)
_ENOUGH = at_most(_LEVEL * log(6 * DIMENSION), _PER_DIMENSION)
_GREATER, _LESS = real("u", least=0), real("v")
_FADES = line(exp(-_GREATER / 120), given=(at_most(_LESS, _GREATER),)).le(exp(-_LESS / 120), at_most(_LESS, _GREATER))
_STAYS = (
    line(DIMENSION * exp(-48 * _GREATER), given=(at_most(_GREATER, log(DIMENSION) / 48),))
    .eq(exp(log(DIMENSION) - 48 * _GREATER))
    .ge(exp(0), at_most(_GREATER, log(DIMENSION) / 48))
)
_TOO_FEW = at_most(_PER_DIMENSION, log(DIMENSION) / 48)
EQ15_CONSISTENT = Claim(
    "kent/eq15/consistent",
    "Section 2.2.1, the text after (15), what d a vanishing rate allows",
    Kind.RATE_ALGEBRA,
    "d of the order of n alpha^2 in the ball; its square root, or nearly all of it, in the cube",
    says=(
        r"\text{rates vanish: in the }\ell_2\text{-ball where }d/(n\alpha^2)\to0\text{, at }T=\infty\text{ "
        r"as at item level; in the }\ell_\infty\text{-ball where }n\alpha^2\gtrsim d\log(d)\text{ at "
        r"}T=\infty\text{, but }n\alpha^2\gtrsim d^2\text{ at item level}"
    ),
    match=Match.READING,
    differs=(
        "with constants; that the item-level risks do vanish is judged elsewhere, and that d log d is "
        "needed, the last part, is more than the paper says"
    ),
    printed=AllOf(
        "",
        {
            "the ball at item level, n alpha^2 <= b d": _BALL_ITEM,
            "the ball at infinite T, n alpha^2 <= b d": line(BALL_LOWER.statement.left, given=(_FEW_USERS,))
            .ge(exp(-48 * _PER_DIMENSION) / 256, BALL_LOWER)
            .ge(exp(-48 * _LEVEL) / 256, _FEW_USERS),
            "the ball at infinite T, n alpha^2 >= b d": line(
                BALL_UPPER.statement.left, given=(*BALL_UPPER.given, _MANY_USERS)
            )
            .le(13 * exp(-_PER_DIMENSION / 60), BALL_UPPER)
            .le(13 * exp(-_LEVEL / 60), _MANY_USERS),
            "the cube at item level, n alpha^2 <= b d^2": _CUBE_ITEM,
            "the cube at infinite T, n alpha^2 >= b d log(6d)": line(
                CUBE_UPPER.statement.left, given=(*CUBE_UPPER.given, _ENOUGH)
            )
            .le(2 * exp(-_PER_DIMENSION / 120), CUBE_UPPER)
            .le(
                2 * exp(-_LEVEL * log(6 * DIMENSION) / 120),
                _FADES.at({_GREATER: _PER_DIMENSION, _LESS: _LEVEL * log(6 * DIMENSION)}),
            ),
            "the cube at infinite T, n alpha^2 <= d log(d)/48": line(
                CUBE_WITH_DIMENSION.statement.left, given=(_TOO_FEW,)
            )
            .ge(DIMENSION * exp(-48 * _PER_DIMENSION) / 1280, CUBE_WITH_DIMENSION)
            .ge(Rational(1, 1280), _STAYS.at({_GREATER: _PER_DIMENSION})),
        },
    ),
    note="x = n min(alpha, alpha^2)/d at infinite T. That the item-level risks vanish once n alpha^2/d or n "
    "alpha^2/d^2 grows is the upper halves of kent/eq15. The last part says more than the paper: d log d is "
    "needed too.",
)
EQ16 = Claim(
    "kent/eq16",
    "Section 2.2.2, (16)",
    Kind.DEFINITION,
    "laws with sparse means",
    says=(
        r"\mathcal{P}_{d,s}=\{P:\mathrm{supp}(P)\subseteq\mathbb{B}_\infty(1)\subset\mathbb{R}^d,\ "
        r"\lVert\mathbb{E}_P(X)\rVert_0\le s\}"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\mathcal P_{d,s}=\{P:\mathrm{supp}(P)\subseteq\mathbb B_\infty(1)\subset\mathbb R^d,\ "
        r"\|\mathbb E_P(X)\|_0\le s\}"
    ),
    note="The mean is sparse, not a user's data: their own mean has d entries that are not 0.",
)

_S, _N, _C = sympy.symbols("s n c", positive=True)
_SPARSE_FEW = at_most(USERS * ALPHA**2, _LEVEL * SIZE)
_AT_ONE = cite(THEOREM7, "alpha up to 1").at({DRAWS: 1})
_SPARSE_RATE, _TOP = INFORMATION / 12 / SUPPORT_SIZE, {DIMENSION: SUPPORT_SIZE}
_SPARSE_RISK, _CUBE_RISK = (
    minimax_loss(PointMasses(space), USERS, 1, ALPHA, Squared())
    for space in (SparseCube(DIMENSION, SUPPORT_SIZE, 1), UnitCube(SUPPORT_SIZE))
)
S2_2_2_ITEM_LEVEL = Claim(
    "kent/s2.2.2/item-level",
    "Section 2.2.2, the text after Proposition 4, and (13) next to (17)",
    Kind.LOWER_BOUND,
    "d linear in n alpha^2 is too much at item level, and (17) is (13) at d = s up to constants in exponents",
    says=(
        r"\text{item level, }\alpha\lesssim1\text{: no consistency with }d\text{ linear in "
        r"}n\alpha^2\text{; }T=\infty\text{: the sparse rate }e^{-cn\min\{\alpha,\alpha^2\}/s}\text{ is "
        r"(13)'s, }e^{-cn\min\{\alpha,\alpha^2\}/d}\text{, with }s\text{ for }d"
    ),
    match=Match.READING,
    differs=(
        "with Theorem 7's s >= 16 log(ed)/3 and alpha <= 1, the regime of Section 1, for the cited rate; "
        "(17) next to (13) with constants in front and in the exponents"
    ),
    printed=AllOf(
        "",
        {
            "the sparse mean at item level, n alpha^2 <= b d": line(
                _AT_ONE.statement.left, given=(*_AT_ONE.statement.hypotheses, _SPARSE_FEW)
            )
            .ge(_AT_ONE.statement.right, _AT_ONE)
            .eq(SUPPORT * Min(1, SIZE / (USERS * ALPHA**2)) / 10752)
            .ge(
                SUPPORT * Min(1, 1 / _LEVEL) / 10752,
                line(SIZE / _SENT, given=(at_most(_SENT, _LEVEL * SIZE),)).ge(1 / _LEVEL).at({_SENT: USERS * ALPHA**2}),
            ),
            "(17) from below by (13) at d = s": line(
                _CUBE_RISK, given=(*SPARSE_LOWER.given, *CUBE_UPPER.at(_TOP).statement.hypotheses)
            )
            .le(2 * exp(-_SPARSE_RATE / 120), CUBE_UPPER.at(_TOP))
            .eq(2 * (20480 * (exp(-48 * _SPARSE_RATE) / 20480)) ** Rational(1, 5760))
            .le(2 * (20480 * _SPARSE_RISK) ** Rational(1, 5760), SPARSE_LOWER),
            "(17) from above by (13) at d = s": line(_SPARSE_RISK, given=SPARSE_UPPER.given)
            .le(2 * exp(-_SPARSE_RATE / 60), SPARSE_UPPER)
            .eq(2 * (1280 * (exp(-48 * _SPARSE_RATE) / 1280)) ** Rational(1, 2880))
            .le(2 * (1280 * _CUBE_RISK) ** Rational(1, 2880), CUBE_LOWER.at(_TOP)),
            "without privacy, s log(ed/s)/n at log(ed/s) = c n/s": Identity(lambda: _S * (_C * _N / _S) / _N, _C),
        },
    ),
    note="The first is Theorem 7's lower bound at T = 1, for its s. Constants in exponents: 1/5760 = 1/(48 120) "
    "and 1/2880 = 1/(48 60), with constants in front. The rate without privacy is cited by the paper; at it "
    "log(ed/s) linear in n does not vanish, and any slower growth does.",
)


def _basis(j: int, x: sympy.Symbol) -> sympy.Expr:
    if j == 1:
        return sympy.Integer(1)
    wave: Any = sympy.cos if j % 2 == 0 else sympy.sin
    return sympy.sqrt(2) * wave(2 * sympy.pi * (j // 2) * x)


def _products(settings: Settings) -> Iterator[Case]:
    """The integral of phi_j phi_k; second route: sums over 16 equidistant points, exact below frequency 16."""
    x = sympy.Symbol("x", real=True)
    most = 5 if settings.quick else 9
    for j in range(1, most + 1):
        for k in range(1, j + 1):
            value = sympy.integrate(_basis(j, x) * _basis(k, x), (x, 0, 1))
            points = sum(
                _basis(j, x).subs(x, p) * _basis(k, x).subs(x, p) for p in (sympy.Rational(i, 16) for i in range(16))
            )
            again = sympy.nsimplify(sympy.simplify(sympy.expand(points / 16)))
            yield Case({"j": j, "k": k}, sympy.Rational(value), int(j == k), left_again=sympy.Rational(again))


EQ22 = Claim(
    "kent/eq22",
    "Section 2.2.3, (22) with (18)",
    Kind.IDENTITY,
    "the L_2 norm of a function is that of its coefficients",
    says=r"\text{the basis (18) is orthonormal, }\lVert f\rVert_2^2=\int\{f(x)\}^2\,dx=\sum_{j\ge1}\theta_j^2",
    match=Match.READING,
    differs=("the orthonormality of (18) for j, k <= 9, which makes the norm of (22) that of the coefficients"),
    printed=FiniteCheck(
        r"\int_0^1\varphi_j\varphi_k=1\{j=k\},\ \text{so}\ "
        r"\|\textstyle\sum_j\theta_j\varphi_j\|_2^2=\sum_j\theta_j^2",
        "j, k <= 9 (quick: 5)",
        _products,
        "==",
    ),
)


def _low_privacy(_: Settings) -> Iterator[tuple[int, int, Fraction]]:
    """d, n and alpha from 1 to d, n at least 16 d^2."""
    for d, power, more in product((4, 16, 64), range(7), (1, 100)):
        if 2**power <= d:
            yield d, 16 * more * d * d, Fraction(2**power)


def _cube_low(d: int, n: int, alpha: Fraction) -> Fraction:
    return Fraction(d * d, n) / alpha


_OVER_LOW = "d = 4, 16, 64; alpha = 1, 2, 4, ... up to d; n = 16 d^2, 1600 d^2"
S2_3_LOW_PRIVACY = Claim(
    "kent/s2.3/low-privacy",
    "Section 2.3, the text on the low-privacy regime after Table 1",
    Kind.LOWER_BOUND,
    "item-level means in the cube at d^2/(n alpha) for 1 <= alpha <= d",
    says=(
        r"1\lesssim\alpha\lesssim d\text{: item-level lower bound }d^2/(n\alpha)\text{ for means, so that "
        r"}n\alpha\text{ is the effective sample size, as in the }T\text{-independent bound's exponent for "
        r"}\alpha\gtrsim1"
    ),
    match=Match.READING,
    differs=(
        "with the constant 2/5 and with an upper bound, 8 d^2/(n alpha), that the paper does not name; "
        "read for the cube and checked at chosen sizes"
    ),
    printed=AllOf("", _sides(r"\tfrac{d^2}{n\alpha}", _OVER_LOW, _low_privacy, _cube_low, "linf", user_means.bound)),
    note="Cited by the paper from Acharya et al. 2023; so n alpha is the effective number of users there as in "
    "e^(-n alpha/d).",
)

CLAIMS = (
    EQ12,
    EQ15,
    EQ15_CONSISTENT,
    EQ16,
    S2_2_2_ITEM_LEVEL,
    EQ22,
    S2_3_LOW_PRIVACY,
)
