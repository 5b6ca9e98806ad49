"""Section 3: how much normal noise is enough."""

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from mypaper.facts import CURVE, EPSILON, SPENT, TAIL, R, above, curve
from verify.kernel.calculus import line
from verify.kernel.calculus.values import value
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Severity
from verify.kernel.statements.outcome import Settings, as_arb

_SETS = {
    "epsilon from 1/4 to 20, delta from 10^-2 to 10^-8": (Fraction(1, 4), Fraction(1, 2), 1, 2, 5, 10, 20),
    "epsilon from 1/4 to 1, delta from 10^-2 to 10^-8": (Fraction(1, 4), Fraction(1, 2), 1),
}


def _enough(over: str) -> FiniteCheck:
    """The exact delta at the paper's noise, by the curve and by integration."""

    def cases(settings: Settings) -> Iterator[Case]:
        for epsilon in _SETS[over]:
            for digits in (2, 4) if settings.quick else (2, 4, 6, 8):
                r = (2 * (as_arb(Fraction(5, 4)) * 10**digits).log()).sqrt() / as_arb(epsilon)
                at = {EPSILON: Fraction(epsilon), R: r}
                found: arb = value(curve(EPSILON, R), at)
                again = value(SPENT(EPSILON, R), at)
                yield Case({"epsilon": str(epsilon), "delta": f"1e-{digits}"}, found, Fraction(1, 10**digits), again)

    return FiniteCheck(
        r"\delta\Big(\varepsilon, \frac{\sqrt{2 \ln(1.25/\delta)}}{\varepsilon}\Big) \le \delta", over, cases
    )


CLAIMS = (
    Claim(
        "mypaper/eq1",
        "Section 3, (1)",
        Kind.IDENTITY,
        "the exact delta of normal noise",
        line(SPENT(EPSILON, R)).eq(curve(EPSILON, R), CURVE(EPSILON, R)),
    ),
    Claim(
        "mypaper/eq2",
        "Section 3, (2)",
        Kind.INEQUALITY,
        "delta by one tail",
        line(SPENT(EPSILON, R)).le(above(EPSILON, R), TAIL(EPSILON, R)),
    ),
    Claim(
        "mypaper/thm1",
        "Section 3, Theorem 1, (3)",
        Kind.UPPER_RATE,
        "noise of deviation sqrt(2 ln(1.25/delta)) Delta/epsilon is enough",
        _enough("epsilon from 1/4 to 20, delta from 10^-2 to 10^-8"),
        _enough("epsilon from 1/4 to 1, delta from 10^-2 to 10^-8"),
        correction="for epsilon up to 1 only",
        severity=Severity.CONDITION,
        theorem="mypaper/thm1",
    ),
)
