"""To zhao Theorem 3 and Remark 2: our walk to a mean under moments. Its privacy, its bound's steps, its risk, its gap."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import sympy
from sympy import Rational, exp

from lowerbounds.registry import best
from notation.setting import Setting
from notation.symbols import Delta, epsilon
from upperbounds.mean import ours
from upperbounds.mean.stop_loss import stop_loss
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.walk import Walk
from upperbounds.registry import by_name
from verify.kernel.calculus import line, real
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, PlanPrivacy
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings
from verify.study.risk.laws import SignLaw
from verify.study.risk.walk import exact_walk_risk

_PLACE = "to Theorem 3: a walk to the mean under moments, then clipped distances"
_SMALL = Walk("walk", 40, 4, 2.0, 1 / 9, 9, 3, 4, (4, 3, 2, 1, 1), 8, 3, 3, 12, 5, 2, order=4.0)
"""With every kind of round: groups of three walk, some recentre, some watch, the others send by windows."""
_SIZES = ((10_000, 100, 1.0, 4.0), (3000, 1000, 2.0, 4.0), (20_000, 100, 1.0, 3.0), (20_000, 30, 1.0, 2.0))
"""n, m, epsilon and p."""
_OVER = "(n, m, epsilon, p) = (10^4, 100, 1, 4), (3000, 1000, 2, 4), (20000, 100, 1, 3), (20000, 30, 1, 2); M_p = 1"
_ROUNDED = r"\text{the rounding of the recursion in floats}"


def _of_vectors() -> CoordinateWalk:
    plan = by_name("mean-heavy", "walk").plan(Setting(40_000, 100, 3, 1.0, p=4.0, M=1.0))
    assert isinstance(plan, CoordinateWalk)
    return plan.exact()


OWN_HEAVY_WALK_PRIVACY = Claim(
    "zhao/own/heavy-walk/privacy",
    _PLACE,
    Kind.PRIVACY,
    "every user of a walk under moments spends epsilon once",
    corrected=AllOf(
        "",
        {
            "every kind of round": PlanPrivacy(
                "a walk of 40 users", lambda: replace(_SMALL, epsilon=epsilon, unit=Delta)
            ),
            "as it runs": PlanPrivacy("three coordinates, n = 40000, m = 100, p = 4", _of_vectors),
        },
    ),
    note="Data have no bound: a user's mean is clipped to the interval of the round, around the public centre, before "
    "it is rounded and sent.",
)

_X, _MU = sympy.symbols("x mu", real=True)
_Z, _EDGE, _ROOT = real("z", above=0), real("x", above=0), real("r", above=0)
_FAR, _ANY, _TIMES = real("y", least=0), real("y"), real("y", least=1)


def excesses(times: Fraction = Fraction(1)) -> Iterator[Case]:
    """So many times the exact excess of one or two samples of two values, beside s: moment 1, exact fractions."""
    for p, q, left, x in product((2, 3, 4), range(1, 8), range(5), (Fraction(1, 4), Fraction(1), Fraction(5, 2))):
        chance, low = Fraction(q, 8), -Fraction(left, 4)
        # The largest height on a grid that the moment allows.
        rest = 1 - (1 - chance) * abs(low) ** p
        if rest <= 0:
            continue
        high = Fraction(int(256 * float(rest / chance) ** (1 / p)) - 1, 256)
        mean = (1 - chance) * low + chance * high
        for m, root in ((1, 1), (4, 2)):
            excess = Fraction(0)
            for signs in product((0, 1), repeat=m):
                z = sum(((high if one else low) - mean for one in signs), Fraction(0)) / root
                excess += max(z - x, Fraction(0)) * chance ** sum(signs) * (1 - chance) ** (m - sum(signs))
            told = {"p": p, "m": m, "values": f"{low}, {high}", "P": str(chance), "x": str(x)}
            yield Case(told, times * excess, Fraction(float(stop_loss(m, float(p))(np.array(float(x))))))


def _excesses(_: Settings) -> Iterator[Case]:
    yield from excesses()


OWN_HEAVY_WALK_EXCESS = Claim(
    "zhao/own/heavy-walk/excess",
    _PLACE,
    Kind.UPPER_RATE,
    "the mean excess of a user mean under a moment, in steps",
    corrected=AllOf(
        "",
        {
            "the fourth moment around the mean": Identity(
                3 * _X**4 - (_X - _MU) ** 4 - 12 * _MU**3 * (_X - _MU),
                2 * (_X**2 + _MU * _X - 2 * _MU**2) ** 2 + 3 * _MU**4,
            ),
            "by the variance: |y| <= (y^2/r + r)/2": line(_FAR).le((_FAR**2 / _ROOT + _ROOT) / 2),
            "by the fourth moment": line(_Z - _EDGE).le(Rational(27, 256) * _Z**4 / _EDGE**3),
            "beyond a cut, p = 2": line(_TIMES - 1).le(_TIMES**2 / 4),
            "beyond a cut, p = 3": line(_TIMES - 1).le(4 * _TIMES**3 / 27),
            "beyond a cut, p = 4": line(_TIMES - 1).le(27 * _TIMES**4 / 256),
            "by exponentials": line(_ANY).le(exp(_ANY - 1)),
            "exact excesses": FiniteCheck(
                r"\mathbb E(Z-x)_+\le s(x)",
                "one sample and the sum of four of two values; p = 2, 3, 4; P of the larger 1/8, ..., 7/8; x = 1/4, 1, 5/2",
                _excesses,
                granted=r"\text{the rounding of s in floats}",
            ),
        },
    ),
    note="Z = sqrt(m) (Y - mu)/M_p^(1/p) for a user mean Y. Its variance is at most 1, so that E|Z - x| is at most r = "
    "sqrt(1 + x^2); its fourth moment is at most 3 from p = 4 on, by the identity; and samples cut at c have Bennett's "
    "bound, while what is beyond has a mean of at most (p-1)^(p-1) p^-p c^(1-p). s is the least of the three.",
)


@cache
def _bound(n: int, m: int, alpha: float, p: float) -> Fraction:
    return Fraction(by_name("mean-heavy", "walk").bound(Setting(n, m, epsilon=alpha, p=p, M=1.0)).value)


def _told(n: int, m: int, alpha: float, p: float) -> dict[str, object]:
    return {"n": n, "m": m, "epsilon": alpha, "p": p}


def laws(p: float) -> Iterator[tuple[str, SignLaw]]:
    """Of moment 1: signs, and values as rare as 1 in 10, 100, ..., 10^5 samples, else 0."""
    for mean in (0.0, 0.5, 1.0):
        yield f"signs of mean {mean:g}", SignLaw(mean)
    for k in range(1, 6):
        half, mean = 10 ** (k / p) / 2, 10 ** (k / p - k)
        yield f"1 in 10^{k}", SignLaw(mean, half, half)
        yield f"1 in 10^{k}, downwards", SignLaw(-mean, half, -half)


def risks(times: int = 1) -> Iterator[Case]:
    """So many times the exact risk, its error added, beside the explicit bound."""
    for size in _SIZES:
        n, m, alpha, p = size
        plan = ours.walk(n, m, alpha, 1.0, p)
        assert plan.steps
        for told, law in laws(p):
            found = exact_walk_risk(plan, law)
            yield Case(
                {**_told(*size), "law": told}, times * (Fraction(found.value) + Fraction(found.error)), _bound(*size)
            )


def _risks(_: Settings) -> Iterator[Case]:
    yield from risks()


OWN_HEAVY_WALK_RISK = Claim(
    "zhao/own/heavy-walk/risk",
    _PLACE,
    Kind.UPPER_RATE,
    "the exact risk under moments is at most the explicit bound",
    corrected=FiniteCheck(
        r"\mathbb E(\hat\mu-\mu)^2\le V_0",
        f"{_OVER}; signs of means 0, 1/2, 1, and one value in 10, ..., 10^5 samples, else 0; V_0 is the recursion over "
        "the walk's steps, worst over all laws with the moment",
        _risks,
        granted=_ROUNDED,
    ),
    note="The recursion is that of kent/own/walk/risk with the excess s under moments in place of that of bounded data.",
)


def gaps(times: int = 20) -> Iterator[Case]:
    """The explicit bound for p = 4 and 3 beside so many times the best certified lower bound, which is rounded down."""
    for size in _SIZES[:3]:
        n, m, alpha, p = size
        lower = best("mean-heavy", Setting(n, m, epsilon=alpha, p=p, M=1.0)).value
        yield Case(_told(*size), _bound(*size), times * Fraction(lower))


def _gaps(_: Settings) -> Iterator[Case]:
    yield from gaps()


OWN_HEAVY_WALK_GAP = Claim(
    "zhao/own/heavy-walk/gap",
    "to Theorem 3: the best lower and the best upper bound",
    Kind.UPPER_RATE,
    "the bound of the walk under moments is within twenty times the best certified lower bound",
    corrected=FiniteCheck(
        r"\text{the walk's explicit bound}\le20\cdot\text{the largest certified lower bound}",
        _OVER.replace(", (20000, 30, 1, 2)", ""),
        _gaps,
        granted=_ROUNDED,
    ),
    note="zhao's estimator, and one round of all users, are about 300 times above the lower bound at the first two.",
)

CLAIMS = (OWN_HEAVY_WALK_PRIVACY, OWN_HEAVY_WALK_EXCESS, OWN_HEAVY_WALK_RISK, OWN_HEAVY_WALK_GAP)
