"""kent Theorem 1 as a whole, (8), and Corollary 2, (9): the same lower bound for every number of samples."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, Rational, log, oo

from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Inequality, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_X, _PHI, _C = sympy.symbols("x phi c", positive=True)
_U = sympy.Symbol("u", nonnegative=True)
_Y = sympy.Symbol("y", nonnegative=True)
_HALF = Rational(1, 2)


def _no_loss(_: Settings) -> Iterator[Case]:
    """Phi(x) = max(0, x - 1) on Theta = {0, 1/3, 2/3, 1}: every estimate in [0, 1] has loss 0; n = 1, alpha = 1/10."""
    points = [Fraction(k, 3) for k in range(4)]
    worst = max(max(Fraction(0), abs(a - b) - 1) for a in points for b in points)
    yield Case(
        {
            "Theta": "{0, 1/3, 2/3, 1}",
            "Phi(x)": "max(0, x - 1)",
            "n": 1,
            "alpha": "1/10",
            "Delta": "1/7",
            "N(2 Delta)": 4,
        },
        worst,
        0,
        left_again=max(Fraction(0), max(points) - min(points) - 1),
        note="12 n alpha^2 + log 2 = 0.82 < 1.38 = log 4",
    )


CLAIMS = (
    Claim(
        "kent/thm1",
        "Section 2.1, Theorem 1, (8)",
        Kind.LOWER_BOUND,
        "the general bounds at infinitely many samples",
        Whole(
            r"\sup_{\Delta:N(2\Delta)>1}\frac{\Phi(\Delta)}2\Big(1-\frac{12n\min\{\alpha,\alpha^2\}+\log2}{\log N(2\Delta)}"
            r"\Big)\le\mathcal R_{n,\infty,\alpha}\le\inf_{\Delta}\{\Phi(\Delta)+\Phi(\mathrm{diam}\,\Theta)N(\Delta)"
            r"e^{-n\min\{\alpha,\alpha^2\}/20}\}",
            ("kent/thm1/lower", "kent/thm1/upper"),
        ),
    ),
    Claim(
        "kent/cor2",
        "Section 2.1, Corollary 2, (9) and the display after it",
        Kind.RATE_ALGEBRA,
        "the same lower bound for every T, and the two choices of Delta",
        Derived(
            r"\mathcal R_{n,T,\alpha}\ge\text{(8)};\quad N(2\Delta_{LB})\ge e^{24n\min\{\alpha,\alpha^2\}+2\log2}\Rightarrow"
            r"\mathcal R_{n,\infty,\alpha}\ge\tfrac14\Phi(\Delta_{LB});\quad\Phi(\Delta_{UB})\ge\Phi(\mathrm{diam}\,\Theta)"
            r"N(\Delta_{UB})e^{-n\min\{\alpha,\alpha^2\}/20}\Rightarrow\mathcal R_{n,\infty,\alpha}\le2\Phi(\Delta_{UB})",
            ("kent/thm1/lower", "kent/thm1/upper", "kent/own/thm1-sharp"),
            AllOf(
                r"\tfrac12(1-\tfrac12)=\tfrac14,\quad1+1=2",
                (
                    (
                        "the bracket, with x = n min{alpha, alpha^2}, log N = 24 x + 2 log 2 + u",
                        at_most(
                            (12 * _X + log(2)) / (24 * _X + 2 * log(2) + _U),
                            _HALF,
                            Variable(_X, Integer(0), oo, open_lower=True),
                            Variable(_U, Integer(0), oo),
                        ),
                    ),
                    ("half of half", Identity(_PHI / 2 * (1 - _HALF), _PHI / 4)),
                    (
                        "the second term is at most the first",
                        at_most(
                            _PHI + _PHI * _Y,
                            2 * _PHI,
                            Variable(_PHI, Integer(0), oo, open_lower=True),
                            Variable(_Y, Integer(0), Integer(1)),
                        ),
                    ),
                ),
            ),
        ),
        note="(9) for every T: the proof of (8) uses that the laws P_v exist, and nothing else of them.",
    ),
    Claim(
        "kent/cor2/remark",
        "Section 2.1, Remark 2",
        Kind.LOWER_BOUND,
        "the risk does not vanish as T grows",
        FiniteCheck(
            r"\exists\Delta>0:12n\min\{\alpha,\alpha^2\}+\log2<\log N(2\Delta)\ \Rightarrow\ \liminf_T\mathcal R_{n,T,\alpha}>0",
            "a loss that forgives errors up to 1 on a set of diameter 1",
            _no_loss,
            ">",
        ),
        Derived(
            r"\exists\Delta>0:\Phi(\Delta)>0,\ 12n\min\{\alpha,\alpha^2\}+\log2<\log N(2\Delta)\ \Rightarrow\ "
            r"\inf_T\mathcal R_{n,T,\alpha}>0",
            ("kent/cor2",),
            Inequality(
                Relation(
                    _X / (_X + _C),
                    Integer(1),
                    "<",
                    (Variable(_C, Integer(0), oo, open_lower=True), Variable(_X, Integer(0), oo, open_lower=True)),
                )
            ),
        ),
        correction="it needs Phi(Delta) > 0 at that Delta: Phi is only assumed non-decreasing with Phi(0) = 0",
        severity=Severity.TYPO,
        theorem="kent/cor2",
        note="With x = 12 n min{alpha, alpha^2} + log 2 and log N = x + c, c > 0, the bracket of (9) is positive.",
    ),
)
