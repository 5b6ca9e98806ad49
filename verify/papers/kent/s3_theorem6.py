"""kent Theorem 6: both parts from both sides, with constants, for every n >= 2, T, d and alpha of its assumption."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import sympy
from sympy import E, Min, Rational, exp, log, tanh

from verify.kernel.calculus import Chain, Name, at_most, because, below, cases, cite, line, real
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.packings import minimax_loss
from verify.kernel.calculus.facts.van_trees import CUBE_SIGNS, BallLaws, CubeLaws
from verify.kernel.statements import AllOf, Case, Whole
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.ours.kent.ball_rate import LOW_CONSTANT, assembled
from verify.ours.kent.van_trees import DIMENSION, THEOREM6I, THEOREM6II, X1
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appE2_vectors.groups_of_users import ENOUGH, share
from verify.papers.kent.appG1_mean_upper.eq118_rate import CONSTANT
from verify.papers.kent.instances.parameter_points import HIGH, Shape, Share, shapes
from verify.papers.kent.s2_2_1_mean import PROP3I, PROP3II
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

CUBE, BALL = 8 * CONSTANT, 6 * LOW_CONSTANT
"""10^6 and 282000, the constants of the polynomial terms."""
ENOUGH_BALL = 512 * HIGH
"""4370432, the constant of the assumption of part (ii)."""
_SHAPES = (
    "d = 1, 2, 64, 2^26; alpha = 1/2, 1, 3/2, 5/2, d/2, d, d + 1/2, 3d; n at the least value of the assumption, 3 times that and one more; "
    "T = 1, 1000, 10^6, 10^15"
)


def _points(constant: sympy.Expr) -> Iterator[tuple[Shape, int]]:
    """d, n, alpha with n min(alpha, alpha^2) at least constant d log(ed), and T."""
    for d in (1, 2, 64, 2**26):
        levels = {Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(5, 2), Fraction(d, 2), Fraction(d)}
        levels |= {d + Fraction(1, 2), Fraction(3 * d)}
        for shape in shapes(d, sorted(levels), constant, 3, more=1):
            for samples in (1, 1000, 10**6, 10**15):
                yield shape, samples


def cube(constant: sympy.Expr = CUBE) -> Iterator[Case]:
    """d displays at a co-ordinate's users next to the bound of part (i)."""
    for shape, samples in _points(ENOUGH):
        each = Share(*share(shape.n, shape.d, shape.alpha))
        used = each.used(samples)
        yield shape.case(samples, used, shape.d * each.display(used), shape.cube(samples, constant, ENOUGH))


def ball(constant: sympy.Expr = BALL) -> Iterator[Case]:
    """The explicit bound in the ball next to that of part (ii)."""
    for shape, samples in _points(ENOUGH_BALL):
        left, used = assembled(shape, samples)
        yield shape.case(samples, used, left, shape.ball(samples, constant, 64 * HIGH))


def _cube(_: Settings) -> Iterator[Case]:
    yield from cube()


def _ball(_: Settings) -> Iterator[Case]:
    yield from ball()


def _origin() -> Iterator[Point]:
    """The largest squared mean of the laws on the signed axes with masses in quarters: what the constant 0 errs by."""
    for d in (1, 2, 4):
        worst = Fraction(0)
        for points in combinations_with_replacement([(k, sign) for k in range(d) for sign in (-1, 1)], 4):
            mean = [Fraction(sum(sign for k, sign in points if k == axis), 4) for axis in range(d)]
            worst = max(worst, sum((x * x for x in mean), Fraction(0)))
        yield {DIMENSION: Fraction(d)}, worst


_CLASS, _SCALE = Name(r"\mathcal{P}", "class of laws"), real("c", above=0)
_RATE, _Z = USERS * Min(ALPHA, ALPHA**2) / DIMENSION, Min(ALPHA, ALPHA**2, DIMENSION)
_TOTAL = USERS * DRAWS * _Z
_CUBE_RISK, _BALL_RISK = (
    minimax_loss(laws(DIMENSION), USERS, DRAWS, ALPHA, Squared()) for laws in (CubeLaws, BallLaws)
)
_PAIR, _NUMBER, _SPREAD = at_most(2, USERS), real("x", above=0), log(E * DIMENSION)


def _assumed(constant: int) -> tuple[Any, ...]:
    """The theorem's assumption, for two users or more."""
    return (below(constant * _SPREAD, _RATE), _PAIR)


_ENOUGH_USERS = (
    line(DIMENSION, given=(below(32 * HIGH * _SPREAD, _NUMBER),))
    .le(DIMENSION * _NUMBER, line(1, given=(below(32 * HIGH * _SPREAD, _NUMBER),)).le(32 * HIGH * _SPREAD).lt(_NUMBER))
    .at({_NUMBER: _RATE})
)
_LARGE = (below(32 * HIGH * _SPREAD, _NUMBER),)
_ABSORBED = (
    line(DIMENSION * exp(-_NUMBER / (16 * HIGH)), given=_LARGE)
    .le(
        exp(_NUMBER / (32 * HIGH)) * exp(-_NUMBER / (16 * HIGH)),
        line(DIMENSION, given=_LARGE).le(
            exp(_NUMBER / (32 * HIGH)),
            line(32 * HIGH * log(DIMENSION), given=_LARGE).le(
                _NUMBER, line(32 * HIGH * _SPREAD, given=_LARGE).le(_NUMBER, *_LARGE)
            ),
        ),
    )
    .eq(exp(-_NUMBER / (32 * HIGH)))
    .at({_NUMBER: _RATE})
)
_FOLD_RATE, _FOLD_DECAY = (
    8 * 125000 * DIMENSION**2 * log(_TOTAL / DIMENSION) / _TOTAL,
    DIMENSION * exp(-_RATE / (16 * HIGH)),
)
_BALL_RATE = 282000 * DIMENSION * log(_TOTAL) ** 2 / _TOTAL + 2 * exp(-_RATE / (64 * HIGH))


def _always(risk: Any, proposition: Claim, part: str) -> Chain:
    """The part of the lower bound that no number of samples removes."""
    known = cite(proposition, part)
    points = known.statement.left
    return (
        line(risk)
        .ge(
            points,
            because("The point masses of the body are laws of the class, and T draws of one tell what one draw does."),
        )
        .ge(known.statement.right, known)
    )


_ORIGIN = at_points(
    line(_BALL_RISK).le(1, because("The origin is off by at most 1.")),
    "the error of the origin",
    "d = 1, 2, 4; X on the signed axes, all masses in quarters",
    _origin,
)
THEOREM6: tuple[Claim, ...] = (
    Claim(
        "kent/own/one-user",
        "to Section 3, Theorem 6, at n = T = d = 1",
        Kind.LOWER_BOUND,
        "why the upper bounds need two users",
        corrected=AllOf(
            "",
            {
                "from below": line(minimax_loss(CubeLaws(1), 1, 1, ALPHA, Squared()))
                .ge(
                    1 / (Min(Rational(32, 9) * ALPHA * tanh(ALPHA / 2), Rational(4, 3)) + 40),
                    cite(X1).at({USERS: 1, DRAWS: 1, DIMENSION: 1, _CLASS: CubeLaws(1), _SCALE: 1}),
                    CUBE_SIGNS(1),
                )
                .ge(Rational(3, 124)),
                "log(nTz) at alpha >= 1": line(log(Min(ALPHA, ALPHA**2, 1)), given=(at_most(1, ALPHA),)).eq(0),
            },
        ),
        note="No accusation: the relation <~ of Section 1.3 is for n to infinity, and the estimators split the users into halves. "
        "The other term of the upper bound, e^(-c alpha), tends to 0 as alpha grows.",
    ),
    Claim(
        "kent/thm6i",
        "Section 3, Theorem 6 (i), (24)",
        Kind.UPPER_RATE,
        "the mean in the cube, from both sides",
        says=(
            r"\text{if }n\min\{\alpha,\alpha^2\}>\tilde Cd\log(ed)\text{: }\frac{d^2}{nTz_{\alpha,d}}\vee "
            r"e^{-Cn\min\{\alpha,\alpha^2\}/d}\lesssim\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\lesssim\frac{d^2\log(nTz_{\alpha,d}/d)}{nTz_{\alpha,d}}+e^{-cn\min\{\alpha,\alpha^2\}/d}\text{, "
            r"}z_{\alpha,d}=\min\{\alpha,\alpha^2,d\}\text{, }C>c>0\text{ absolute}"
        ),
        match=Match.READING,
        differs=(
            "C~ = 273,152, C = 48, c = 1/273,152, with constants; the maximum as two parts, and n >= 2 from "
            "above, which the paper's halves of the users need"
        ),
        printed=AllOf(
            "",
            {
                "from below, by T": line(_CUBE_RISK, given=_assumed(32 * HIGH)[:1]).ge(
                    DIMENSION**2 / (44 * _TOTAL), THEOREM6I, _ENOUGH_USERS
                ),
                "from below, for every T": _always(_CUBE_RISK, PROP3I, "(66)"),
                "from above": line(_CUBE_RISK, given=_assumed(32 * HIGH))
                .le(
                    _FOLD_RATE + 184000 * _FOLD_DECAY,
                    because(
                        "Algorithm 12 as corrected, with groups of users where there are fewer than 2d, has d times the bound (119) "
                        "at n_0 users and a budget b for a co-ordinate: n_0 >= n/(2d) for alpha <= 1, n alpha/(8d) for alpha <= d, "
                        "and n/2 beyond; log y/y <= 8 log(ry)/(ry) for y >= 8 and r <= 8 brings that to n, and n_0 b^2 >= 8.",
                        "kent/eq119",
                        "kent/alg12/privacy",
                        "kent/alg12/multiple",
                    ),
                )
                .le(_FOLD_RATE + 184000 * exp(-_RATE / (32 * HIGH)), _ABSORBED)
                .crosschecked(
                    "d displays next to the theorem's bound, enclosed",
                    r"d\cdot\text{display}\le10^6\tfrac{d^2\log(nTz/d)}{nTz}+184000e^{-x/273152}",
                    _SHAPES,
                    _cube,
                ),
            },
        ),
        note="C = 48, c = 1/273152, for all T, d and alpha; for n = 1 see kent/own/one-user. "
        "From below without n alpha^2 > d^2, which the paper's proof for alpha > 1 needs and part (i) does not state.",
    ),
    Claim(
        "kent/thm6ii",
        "Section 3, Theorem 6 (ii)",
        Kind.UPPER_RATE,
        "the mean in the ball, from both sides",
        says=(
            r"\text{if }n\min\{\alpha,\alpha^2\}>\tilde C'd\log(ed)\text{ and }n\alpha^2>\tilde "
            r"C'd^2\mathbb{1}\{\alpha>1\}\text{: }\frac d{nTz_{\alpha,d}}\vee "
            r"e^{-C'n\min\{\alpha,\alpha^2\}/d}\lesssim\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}'_d),\lVert\cdot\rVert_2^2)\lesssim\min\Big\{1,\frac{d\{\log(nTz_{\alpha,d})\}^2}{nTz_{\alpha,d}}+e^{-c'n\min\{\alpha,\alpha^2\}/d}\Big\}\text{, "
            r"}C'>c'>0\text{ absolute}"
        ),
        match=Match.READING,
        differs=(
            "C~' = 273,152 from below and 4,370,432 from above, C' = 48, c' = 1/546,304, with constants; "
            "without the condition on n alpha^2 for alpha > 1, and n >= 2 from above"
        ),
        printed=AllOf(
            "",
            {
                "from below, by T": line(_BALL_RISK, given=_assumed(32 * HIGH)[:1]).ge(
                    DIMENSION / (44 * _TOTAL), THEOREM6II, _ENOUGH_USERS
                ),
                "from below, for every T": _always(_BALL_RISK, PROP3II, "(69)"),
                "from above": line(_BALL_RISK, given=_assumed(512 * HIGH))
                .le(
                    _BALL_RATE,
                    because(
                        "Algorithm 13 as corrected, with C = 32, has the explicit bound of constant 47000 in d' <= 2d dimensions, d' a "
                        "power of two, at n' >= 2n/3 users, n' even; log^2 w/w falls from w = e^3 on, and x' >= x/4.",
                        "kent/own/ball-rate",
                        "kent/alg13/privacy",
                        "kent/alg12/multiple",
                    ),
                )
                .crosschecked(
                    "the explicit bound, enclosed",
                    r"\text{explicit}\le282000\,\tfrac{d\log^2(nTz)}{nTz}+2e^{-x/546304}",
                    _SHAPES,
                    _ball,
                ),
                "at most 1": _ORIGIN,
            },
        ),
        note="C' = 48, c' = 1/546304; for n = 1 see kent/own/one-user. By another proof than the paper's, whose steps (134) and (146) need "
        "corrections. From below and from above without n alpha^2 > C d^2 for alpha > 1.",
    ),
)
_BY_ID = {claim.id: claim for claim in THEOREM6}
_CUBE_ABOVE, _BALL_ABOVE = (cite(_BY_ID[id_], "from above") for id_ in ("kent/thm6i", "kent/thm6ii"))
_ONE, _OTHER = real("a", least=0), real("b", least=0)
_SMALLER = line(_ONE, given=(at_most(_ONE, _OTHER),)).le(Min(_ONE, _OTHER))
_SPLIT = cases(
    (
        at_most(1, _BALL_RATE),
        line(_BALL_RISK, given=(at_most(1, _BALL_RATE),))
        .le(1, cite(_BY_ID["kent/thm6ii"], "at most 1"))
        .le(Min(1, _BALL_RATE), _SMALLER.at({_ONE: 1, _OTHER: _BALL_RATE})),
    ),
    (
        at_most(_BALL_RATE, 1),
        line(_BALL_RISK, given=(*_assumed(512 * HIGH), at_most(_BALL_RATE, 1)))
        .le(_BALL_RATE, _BALL_ABOVE)
        .le(Min(_BALL_RATE, 1), _SMALLER.at({_ONE: _BALL_RATE, _OTHER: 1})),
    ),
)
APPG_2_ORIGIN = Claim(
    "kent/appG.2/origin",
    "Appendix G.2, the ball, first paragraph: the origin as a trivial estimator",
    Kind.UPPER_RATE,
    "the bound is the smaller one of 1 and the estimator's",
    says=(
        r"\text{the origin errs by at most the radius; so the risk is at most the minimum of }1\text{ and "
        r"the proposed estimator's}"
    ),
    match=Match.READING,
    differs=(
        "with the explicit bound for the estimator's error and its condition, n >= 2 and n min{alpha, "
        "alpha^2} > 4,370,432 d log(ed)"
    ),
    printed=line(_BALL_RISK, given=_assumed(512 * HIGH)).le(Min(1, _BALL_RATE), _SPLIT),
)
_LATE_CUBE = at_most(_FOLD_RATE, exp(-_RATE / (32 * HIGH)))
_POLYNOMIAL, _FLOOR = real("p", least=0), real("e", least=0)
APPE_4_ATTAINS = Claim(
    "kent/appE.4/attains",
    "Appendix E.4, first paragraph: the T-independent lower bounds are attained for T sufficiently large",
    Kind.UPPER_RATE,
    "for large T the risk is between two exponentials, alpha > 1 too",
    says=(
        r"\text{for }\alpha>1\text{ too, the }T\text{-independent lower bounds are attained by the "
        r"procedure once }T\text{ is large}"
    ),
    match=Match.READING,
    differs=(
        "the minimax risk, by the procedures that Appendix E describes (kent/alg12/cap, kent/alg13/cap); "
        "T is large where the polynomial term is no larger than the exponential one; constants in the "
        "exponents"
    ),
    printed=AllOf(
        "",
        {
            "the cube from above": line(_CUBE_RISK, given=(*_assumed(32 * HIGH), _LATE_CUBE))
            .le(_FOLD_RATE + 184000 * exp(-_RATE / (32 * HIGH)), _CUBE_ABOVE)
            .le(184001 * exp(-_RATE / (32 * HIGH)), _LATE_CUBE),
            "the cube from below": _always(_CUBE_RISK, PROP3I, "(66)"),
            "the ball from above": line(_BALL_RISK, given=_assumed(512 * HIGH)).le(_BALL_RATE, _BALL_ABOVE),
            "its first term p below e, half of its second": line(
                _POLYNOMIAL + 2 * _FLOOR, given=(at_most(_POLYNOMIAL, _FLOOR),)
            ).le(3 * _FLOOR, at_most(_POLYNOMIAL, _FLOOR)),
            "the ball from below": _always(_BALL_RISK, PROP3II, "(69)"),
        },
    ),
    note="T is large where the polynomial term is no larger than the exponential one, as it is from some T on, since log(T)/T and "
    "log(T)^2/T vanish. 'Attains' is up to constants, in the exponents too: 1/273152 and 1/546304 above, 48 below.",
)
REM3 = Claim(
    "kent/rem3",
    "Section 3, Remark 3",
    Kind.LOWER_BOUND,
    "the lower bounds of Theorem 6 hold on every class that has (rescaled) Bernoulli laws",
    says=(
        r"\text{Theorem 6's lower bounds use (rescaled) Bernoulli laws, for which alone the rates are "
        r"therefore tight}"
    ),
    match=Match.READING,
    differs=(
        "judged are the lower bounds for every class that has such laws; in the ball the exponential one "
        "is for classes with some law for each mean"
    ),
    printed=Whole(
        r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P),\|\cdot\|_2^2)\gtrsim\tfrac{c^2d^2}{nTz_{\alpha,d}},\ \gtrsim e^{-Cn\min\{\alpha,\alpha^2\}/d}"
        r"\text{ for every }\mathcal P\text{ with }c\text{ times }d\text{ independent signs}",
        ("kent/own/X1", "kent/cor2"),
    ),
    note="Both parts are about any class, the first if it has signs with means in [-1/2, 1/2], the second if it has some law for each mean. "
    "c = 1 in the cube, c = 1/sqrt(d) in the ball. Signs have each mean in the cube; in the ball they have those of a smaller cube, whose "
    "covering numbers are the ball's except for e^(O(d)).",
)

CLAIMS = (
    *THEOREM6,
    APPG_2_ORIGIN,
    APPE_4_ATTAINS,
    REM3,
)
