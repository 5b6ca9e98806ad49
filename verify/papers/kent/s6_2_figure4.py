"""kent Section 6.2, Figure 4: what can be said of its schemes without the data. The rest needs the file."""

from sympy import Integer, Rational

from notation.symbols import epsilon, m, n
from upperbounds.mean.baselines import full_item_plan, semi_user_plan
from verify.calculus import calc, integer, real
from verify.statements import AllOf, Identity
from verify.statements.claim import Claim, Kind

_HALF = Rational(1, 2)
_USERS, _STOPS, _LEVEL = integer("n", least=1), real("T", least=100, most=300), real("alpha", above=0, most=4)
_VARIANCE = real("v", least=0, most=Rational(1, 4))
_NOISE = 2 / _LEVEL**2


def _error(stops: object) -> object:
    """Semi-user level's for n users with so many stops of variance v."""
    return (_VARIANCE / stops + _NOISE) / _USERS


CLAIMS = (
    Claim(
        "kent/own/experiment4-constant",
        "ours, for Section 6.2: 'whilst that for one-item-level and semi-user-level remain constant, as expected'",
        Kind.INEQUALITY,
        "semi-user level's error hardly moves with T, and full-item level's is in proportion to 1/T, for stops of one law",
        None,
        AllOf("", (
            ("semi-user level's noise", Identity(semi_user_plan(n, m, epsilon, _HALF).noise, 2/(n*epsilon**2))),
            ("its error at T beside that at 300", calc(_error(_STOPS), "<=", Rational(11, 10)*_error(Integer(300)))),
            ("full-item level's noise", Identity(full_item_plan(n, m, epsilon, _HALF).noise, 2/(n*m*epsilon**2))),
            ("its error", calc((_VARIANCE + _NOISE)/(_USERS*_STOPS), "==", 300/_STOPS*((_VARIANCE + _NOISE)/(_USERS*300)))),
        )),
        note="Bits in [0, 1], T = 100 to 300, alpha up to 4, whatever their share: within 11/10, the `constant` of `ratecheck figure kent-4`. One-item level "
        "does not use T. Whether the officers' stops show it, and how user level does on them, is not judged: it takes the file.",
    ),
)  # fmt: skip
