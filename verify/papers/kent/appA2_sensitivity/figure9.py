"""kent Appendix A.2, Figure 9: how often Algorithm 6 chooses a non-zero coordinate, by the constant of eta = sqrt(Cs).

n = 500, T = 100, s = 4 coordinates of mean 1/2 among d = 100 or 500 signs. The probabilities are exact: a tally is a mean of
independent numbers. The paper does not say which epsilon of (37) its simulations have: here (37) with T* = T, and half.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import arb

from notation.setting import Setting
from upperbounds.sparse import kent
from verify.kernel.statements import AllOf, Case, FiniteCheck, Undecided
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.study.risk.sparse import chosen_chances

_DIMENSIONS, _LEVELS = (100, 500), (0.5, 1.0, 2.0, 4.0)
SIX_TENTHS = 0.6
_GRANTED = r"\pm10^{-6}\text{ of each probability}"
_OVER = "n = 500, T = 100, s = 4, means 1/2; d = 100, 500; alpha = 1/2, 1, 2, 4 (quick: d = 500, alpha = 1, 4)"


def setting(d: int, alpha: float) -> Setting:
    """That of the figure."""
    return Setting(500, 100, d, alpha, s=4)


@lru_cache(maxsize=256)
def chance(d: int, alpha: float, constant: float, share: float) -> float:
    """P(I_j >= 1/2) of a coordinate of mean 1/2, at `share` of the epsilon of (37)."""
    plan = kent.tuned(setting(d, alpha), constant, share)
    value, _, error = chosen_chances(plan, 0.5, 1.0)
    if error > 1e-6:
        raise ArithmeticError(f"{error}: the inversion is off by more than is granted")
    return value


def _ball(value: float) -> arb:
    return as_arb(Fraction(value)) + arb(0, 1e-6)


def _pairs(settings: Settings, share: float, constants: tuple[float, ...]) -> Iterator[Case]:
    """The probability at each constant next to that at the next."""
    for d in _DIMENSIONS[1:] if settings.quick else _DIMENSIONS:
        for alpha in _LEVELS[1::2] if settings.quick else _LEVELS:
            for first, other in pairwise(constants):
                told = {"d": d, "alpha": alpha, "C": first, "other C": other, "epsilon over (37)": share}
                yield Case(told, _ball(chance(d, alpha, first, share)), _ball(chance(d, alpha, other, share)))


def _clearly(settings: Settings) -> Iterator[Case]:
    yield from _pairs(settings, SIX_TENTHS, (4.0, 8.0, 16.0, 30.0))


def _below_one(settings: Settings) -> Iterator[Case]:
    yield from _pairs(settings, SIX_TENTHS, (1.0, 0.5, 0.25))


def _near_best(settings: Settings) -> Iterator[Case]:
    """The probability at every other constant next to 11/10 of that at C = 1."""
    for d in _DIMENSIONS[1:] if settings.quick else _DIMENSIONS:
        for alpha in _LEVELS[1::2] if settings.quick else _LEVELS:
            for constant in (2.0, 4.0, 8.0):
                told = {"d": d, "alpha": alpha, "C": constant, "epsilon over (37)": SIX_TENTHS}
                at_one = _ball(chance(d, alpha, 1.0, SIX_TENTHS))
                yield Case(told, _ball(chance(d, alpha, constant, SIX_TENTHS)), as_arb(Fraction(11, 10)) * at_one)


EXPERIMENT6_COORDINATES = Claim(
    "kent/experiment6/coordinates",
    "Appendix A.2, Figure 9, 'there is a clear increase in the ability of the procedure to identify the correct co-ordinates as C is "
    "decreased, up to a limit as C takes a value of approximately one'",
    Kind.EXPERIMENT,
    "narrower clipping finds more coordinates, down to C of about one",
    printed=Undecided(
        r"\text{at all }\alpha\text{ a smaller }C\text{ in }\eta_C\text{ finds clearly more of the right "
        r"co-ordinates, down to a }C\text{ of about one}",
        ("the epsilon of the simulation: the paper has that of (37), at which the sentence does not hold"),
    ),
    corrected=AllOf(
        "",
        {
            "increase": FiniteCheck(
                r"P_C(I_j\ge\tfrac12)>P_{C'}(I_j\ge\tfrac12),\ C<C'",
                _OVER + "; C = 4, 8, 16, 30",
                _clearly,
                ">",
                _GRANTED,
            ),
            "a limit": FiniteCheck(
                r"P_C(I_j\ge\tfrac12)\le1.1\,P_1(I_j\ge\tfrac12)",
                _OVER + "; C = 2, 4, 8",
                _near_best,
                "<=",
                _GRANTED,
            ),
            "below one": FiniteCheck(
                r"P_C(I_j\ge\tfrac12)>P_{C'}(I_j\ge\tfrac12),\ C>C'",
                _OVER + "; C = 1, 1/2, 1/4",
                _below_one,
                ">",
                _GRANTED,
            ),
        },
    ),
    correction="at six tenths of the epsilon of (37), limit read as within a tenth from C = 4 to 1",
    note="Read at six tenths of the epsilon of (37), which the paper does not name: there the figure is as it says, flat from C = 4 to 1 "
    "(within a tenth) and falling below. At half of it the best C is 2 to 4 (kent/own/figure9/half), at all of it the sentence "
    "is false (kent/own/figure9/printed-threshold).",
)


def _falling(settings: Settings) -> Iterator[Case]:
    yield from _pairs(settings, 0.5, (4.0, 8.0, 30.0))


def _too_narrow(settings: Settings) -> Iterator[Case]:
    yield from _pairs(settings, 0.5, (4.0, 1.0, 0.25))


OWN_FIGURE9_HALF = Claim(
    "kent/own/figure9/half",
    "to Appendix A.2, Figure 9: eta_C at half of the epsilon of (37)",
    Kind.EXPERIMENT,
    "narrower clipping finds more coordinates, down to C of about 4",
    corrected=AllOf(
        "",
        {
            "from 30 down to 4": FiniteCheck(
                r"P_C(I_j\ge\tfrac12)>P_{C'}(I_j\ge\tfrac12),\ C<C'",
                _OVER + "; C = 4, 8, 30",
                _falling,
                ">",
                _GRANTED,
            ),
            "from 4 down to 1/4": FiniteCheck(
                r"P_C(I_j\ge\tfrac12)>P_{C'}(I_j\ge\tfrac12),\ C>C'",
                _OVER + "; C = 4, 1, 1/4",
                _too_narrow,
                ">",
                _GRANTED,
            ),
        },
    ),
    note="The paper sees a clear increase as C is decreased, up to a limit at about one, and takes C = 1. With s = 4 coordinates "
    "eta = s at C = 4: below it the s votes themselves are clipped. Where the non-zero coordinates come first, as in (47), "
    "the first s of I hold every one that I holds.",
)


def _rising(settings: Settings) -> Iterator[Case]:
    yield from _pairs(settings, 1.0, (30.0, 8.0, 1.0, 0.25))


def _rarely(settings: Settings) -> Iterator[Case]:
    for case in _pairs(settings, 1.0, (30.0, 1.0)):
        yield Case(case.parameters, case.left, Fraction(1, 2))


OWN_FIGURE9_PRINTED_THRESHOLD = Claim(
    "kent/own/figure9/printed-threshold",
    "to Appendix A.2, Figure 9: eta_C at the epsilon of (37)",
    Kind.EXPERIMENT,
    "at the printed threshold wider clipping finds more, and half at most",
    corrected=AllOf(
        "",
        {
            "the other way round": FiniteCheck(
                r"P_C(I_j\ge\tfrac12)>P_{C'}(I_j\ge\tfrac12),\ C>C'",
                _OVER + "; C = 30, 8, 1, 1/4",
                _rising,
                ">",
                _GRANTED,
            ),
            "below a half": FiniteCheck(r"P_C(I_j\ge\tfrac12)<\tfrac12", _OVER + "; C = 30", _rarely, "<", _GRANTED),
        },
    ),
    note="epsilon = {2 log(dnT alpha^2)/T}^(1/2) is above the means of 1/2 here, so that most users do not vote for them. What Figure 9 "
    "shows must be at a smaller epsilon, which Appendix A.2 does not name besides Delta and eta.",
)

CLAIMS = (
    EXPERIMENT6_COORDINATES,
    OWN_FIGURE9_HALF,
    OWN_FIGURE9_PRINTED_THRESHOLD,
)
