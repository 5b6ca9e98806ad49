"""kent Theorem 6: both parts from both sides, with constants, for every n >= 2, T, d and alpha of its assumption."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import sympy
from sympy import E, Min, Rational, exp, log, tanh

from verify.calculus import Chain, Name, at_most, below, by, calc, cases, cite, real, words
from verify.calculus.facts.bodies import Squared
from verify.calculus.facts.packings import minimax_loss
from verify.calculus.facts.van_trees import CUBE_SIGNS, BallLaws, CubeLaws
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appE2_vectors.groups_of_users import ENOUGH, share
from verify.papers.kent.appG1_mean_upper.eq118_rate import CONSTANT
from verify.papers.kent.appG2_vectors_upper.ours_ball_rate import LOW_CONSTANT, assembled
from verify.papers.kent.instances.parameter_points import HIGH, Shape, Share, shapes
from verify.papers.kent.ours_van_trees import DIMENSION, THEOREM6I, THEOREM6II, X1
from verify.papers.kent.s2_2_1_mean import PROP3I, PROP3II
from verify.papers.kent.setting import ALPHA, DRAWS, USERS
from verify.statements import AllOf, Case, Whole
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

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
    """d displays at a co-ordinate's users beside the bound of part (i)."""
    for shape, samples in _points(ENOUGH):
        each = Share(*share(shape.n, shape.d, shape.alpha))
        used = each.used(samples)
        yield shape.case(samples, used, shape.d * each.display(used), shape.cube(samples, constant, ENOUGH))


def ball(constant: sympy.Expr = BALL) -> Iterator[Case]:
    """The explicit bound in the ball beside that of part (ii)."""
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
    return (below(constant*_SPREAD, _RATE), _PAIR)  # fmt: skip


_ENOUGH_USERS = calc(
    DIMENSION, "<=", DIMENSION*_NUMBER,
    by(calc(1, "<=", 32*HIGH*_SPREAD, "<", _NUMBER, given=(below(32*HIGH*_SPREAD, _NUMBER),))),
    given=(below(32*HIGH*_SPREAD, _NUMBER),),
).at({_NUMBER: _RATE})  # fmt: skip
_LARGE = (below(32*HIGH*_SPREAD, _NUMBER),)  # fmt: skip
_ABSORBED = calc(
    DIMENSION*exp(-_NUMBER/(16*HIGH)), "<=", exp(_NUMBER/(32*HIGH))*exp(-_NUMBER/(16*HIGH)),
    by(calc(
        DIMENSION, "<=", exp(_NUMBER/(32*HIGH)),
        by(calc(32*HIGH*log(DIMENSION), "<=", _NUMBER,
                by(calc(32*HIGH*_SPREAD, "<=", _NUMBER, by(*_LARGE), given=_LARGE)), given=_LARGE)), given=_LARGE,
    )),
    "==", exp(-_NUMBER/(32*HIGH)), given=_LARGE,
).at({_NUMBER: _RATE})  # fmt: skip
_FOLD_RATE, _FOLD_DECAY = 8*125000*DIMENSION**2*log(_TOTAL/DIMENSION)/_TOTAL, DIMENSION*exp(-_RATE/(16*HIGH))  # fmt: skip
_BALL_RATE = 282000*DIMENSION*log(_TOTAL)**2/_TOTAL + 2*exp(-_RATE/(64*HIGH))  # fmt: skip


def _always(risk: Any, proposition: Claim, part: str) -> Chain:
    """The part of the lower bound that no number of samples removes."""
    known = cite(proposition, part)
    points = known.statement.left
    return calc(
        risk, ">=", points,
        by(words(
            "The point masses of the body are laws of the class, and T draws of one tell what one draw does.",
            at_most(points, risk),
        )),
        ">=", known.statement.right, by(known),
    )  # fmt: skip


_ORIGIN = at_points(
    calc(_BALL_RISK, "<=", 1, by(words("The origin is off by at most 1.", at_most(_BALL_RISK, 1)))),
    "the error of the origin", "d = 1, 2, 4; X on the signed axes, all masses in quarters", _origin,
)  # fmt: skip
THEOREM6: tuple[Claim, ...] = (
    Claim(
        "kent/own/one-user",
        "to Section 3, Theorem 6, at n = T = d = 1",
        Kind.LOWER_BOUND,
        "why the upper bounds need two users",
        corrected=AllOf("", {
            "from below": calc(
                minimax_loss(CubeLaws(1), 1, 1, ALPHA, Squared()),
                ">=", 1/(Min(Rational(32, 9)*ALPHA*tanh(ALPHA/2), Rational(4, 3)) + 40),
                by(cite(X1).at({USERS: 1, DRAWS: 1, DIMENSION: 1, _CLASS: CubeLaws(1), _SCALE: 1}), CUBE_SIGNS(1)),
                ">=", Rational(3, 124),
            ),
            "log(nTz) at alpha >= 1": calc(log(Min(ALPHA, ALPHA**2, 1)), "==", 0, given=(at_most(1, ALPHA),)),
        }),
        note="No accusation: the relation <~ of Section 1.3 is for n to infinity, and the estimators split the users into halves. "
        "The other term of the upper bound, e^(-c alpha), tends to 0 as alpha grows.",
    ),
    Claim(
        "kent/thm6i",
        "Section 3, Theorem 6 (i), (24)",
        Kind.UPPER_RATE,
        "the mean in the cube, from both sides",
        AllOf("", {
            "from below, by T": calc(
                _CUBE_RISK, ">=", DIMENSION**2/(44*_TOTAL), by(THEOREM6I, _ENOUGH_USERS), given=_assumed(32*HIGH)[:1],
            ),
            "from below, for every T": _always(_CUBE_RISK, PROP3I, "(66)"),
            "from above": calc(
                _CUBE_RISK, "<=", _FOLD_RATE + 184000*_FOLD_DECAY,
                by(words(
                    "Algorithm 12 as corrected, with groups of users where there are fewer than 2d, has d times the bound (119) "
                    "at n_0 users and a budget b for a co-ordinate: n_0 >= n/(2d) for alpha <= 1, n alpha/(8d) for alpha <= d, "
                    "and n/2 beyond; log y/y <= 8 log(ry)/(ry) for y >= 8 and r <= 8 brings that to n, and n_0 b^2 >= 8.",
                    at_most(_CUBE_RISK, _FOLD_RATE + 184000*_FOLD_DECAY), given=_assumed(32*HIGH),
                    leans=("kent/eq119", "kent/alg12/privacy", "kent/alg12/multiple"),
                )),
                "<=", _FOLD_RATE + 184000*exp(-_RATE/(32*HIGH)), by(_ABSORBED), given=_assumed(32*HIGH),
            ).crosschecked(
                "d displays beside the theorem's bound, enclosed",
                r"d\cdot\text{display}\le10^6\tfrac{d^2\log(nTz/d)}{nTz}+184000e^{-x/273152}", _SHAPES, _cube,
            ),
        }),
        note="C = 48, c = 1/273152, for all T, d and alpha; for n = 1 see kent/own/one-user. "
        "From below without n alpha^2 > d^2, which the paper's proof for alpha > 1 needs and part (i) does not state.",
    ),
    Claim(
        "kent/thm6ii",
        "Section 3, Theorem 6 (ii)",
        Kind.UPPER_RATE,
        "the mean in the ball, from both sides",
        AllOf("", {
            "from below, by T": calc(
                _BALL_RISK, ">=", DIMENSION/(44*_TOTAL), by(THEOREM6II, _ENOUGH_USERS), given=_assumed(32*HIGH)[:1],
            ),
            "from below, for every T": _always(_BALL_RISK, PROP3II, "(69)"),
            "from above": calc(
                _BALL_RISK, "<=", _BALL_RATE,
                by(words(
                    "Algorithm 13 as corrected, with C = 32, has the explicit bound of constant 47000 in d' <= 2d dimensions, d' a "
                    "power of two, at n' >= 2n/3 users, n' even; log^2 w/w falls from w = e^3 on, and x' >= x/4.",
                    at_most(_BALL_RISK, _BALL_RATE), given=_assumed(512*HIGH),
                    leans=("kent/own/ball-rate", "kent/alg13/privacy", "kent/alg12/multiple"),
                )),
                given=_assumed(512*HIGH),
            ).crosschecked(
                "the explicit bound, enclosed", r"\text{explicit}\le282000\,\tfrac{d\log^2(nTz)}{nTz}+2e^{-x/546304}",
                _SHAPES, _ball,
            ),
            "at most 1": _ORIGIN,
        }),
        note="C' = 48, c' = 1/546304; for n = 1 see kent/own/one-user. By another proof than the paper's, whose steps (134) and (146) need "
        "corrections. From below and from above without n alpha^2 > C d^2 for alpha > 1.",
    ),
)  # fmt: skip
_BY_ID = {claim.id: claim for claim in THEOREM6}
_CUBE_ABOVE, _BALL_ABOVE = (cite(_BY_ID[id_], "from above") for id_ in ("kent/thm6i", "kent/thm6ii"))
_ONE, _OTHER = real("a", least=0), real("b", least=0)
_SMALLER = calc(_ONE, "<=", Min(_ONE, _OTHER), given=(at_most(_ONE, _OTHER),))
_SPLIT = cases(
    (at_most(1, _BALL_RATE), calc(
        _BALL_RISK, "<=", 1, by(_ORIGIN), "<=", Min(1, _BALL_RATE), by(_SMALLER.at({_ONE: 1, _OTHER: _BALL_RATE})),
        given=(at_most(1, _BALL_RATE),),
    )),
    (at_most(_BALL_RATE, 1), calc(
        _BALL_RISK, "<=", _BALL_RATE, by(_BALL_ABOVE), "<=", Min(_BALL_RATE, 1), by(_SMALLER.at({_ONE: _BALL_RATE, _OTHER: 1})),
        given=(*_assumed(512*HIGH), at_most(_BALL_RATE, 1)),
    )),
)  # fmt: skip
_LATE_CUBE = at_most(_FOLD_RATE, exp(-_RATE / (32 * HIGH)))
_POLYNOMIAL, _FLOOR = real("p", least=0), real("e", least=0)
CLAIMS = (
    *THEOREM6,
    Claim(
        "kent/appG.2/origin",
        "Appendix G.2, the ball, first paragraph: the origin as a trivial estimator",
        Kind.UPPER_RATE,
        "the bound is the smaller one of 1 and the estimator's",
        calc(_BALL_RISK, "<=", Min(1, _BALL_RATE), by(_SPLIT), given=_assumed(512*HIGH)),
    ),
    Claim(
        "kent/appE.4/attains",
        "Appendix E.4, first paragraph: the T-independent lower bounds are attained for T sufficiently large",
        Kind.UPPER_RATE,
        "for large T the risk is between two exponentials, alpha > 1 too",
        AllOf("", {
            "the cube from above": calc(
                _CUBE_RISK, "<=", _FOLD_RATE + 184000*exp(-_RATE/(32*HIGH)), by(_CUBE_ABOVE), "<=", 184001*exp(-_RATE/(32*HIGH)),
                by(_LATE_CUBE), given=(*_assumed(32*HIGH), _LATE_CUBE),
            ),
            "the cube from below": _always(_CUBE_RISK, PROP3I, "(66)"),
            "the ball from above": calc(_BALL_RISK, "<=", _BALL_RATE, by(_BALL_ABOVE), given=_assumed(512*HIGH)),
            "its first term p below e, half of its second": calc(
                _POLYNOMIAL + 2*_FLOOR, "<=", 3*_FLOOR, by(at_most(_POLYNOMIAL, _FLOOR)), given=(at_most(_POLYNOMIAL, _FLOOR),),
            ),
            "the ball from below": _always(_BALL_RISK, PROP3II, "(69)"),
        }),
        note="T is large where the polynomial term is no larger than the exponential one, as it is from some T on, since log(T)/T and "
        "log(T)^2/T vanish. 'Attains' is up to constants, in the exponents too: 1/273152 and 1/546304 above, 48 below.",
    ),
    Claim(
        "kent/rem3",
        "Section 3, Remark 3",
        Kind.LOWER_BOUND,
        "the lower bounds of Theorem 6 hold on every class that has (rescaled) Bernoulli laws",
        Whole(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P),\|\cdot\|_2^2)\gtrsim\tfrac{c^2d^2}{nTz_{\alpha,d}},\ \gtrsim e^{-Cn\min\{\alpha,\alpha^2\}/d}"
            r"\text{ for every }\mathcal P\text{ with }c\text{ times }d\text{ independent signs}",
            ("kent/own/X1", "kent/cor2"),
        ),
        note="Both parts are about any class, the first if it has signs with means in [-1/2, 1/2], the second if it has some law for each mean. "
        "c = 1 in the cube, c = 1/sqrt(d) in the ball. Signs have each mean in the cube; in the ball they have those of a smaller cube, whose "
        "covering numbers are the ball's but for e^(O(d)).",
    ),
)  # fmt: skip
