"""kent Theorem 1 as a whole, (8), and Corollary 2, (9): the same lower bound for every number of samples."""

import sympy
from sympy import Integer, Rational, log, oo

from verify.prover import Relation, Variable
from verify.statements import AllOf, Derived, Identity, Inequality, Whole, at_most
from verify.statements.claim import Claim, Kind

_X, _PHI, _C = sympy.symbols("x phi c", positive=True)
_U = sympy.Symbol("u", nonnegative=True)
_Y = sympy.Symbol("y", nonnegative=True)
_HALF = Rational(1, 2)


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
        note=(
            "Phi(Delta) > 0 is meant, as of every loss that is 0 only where nothing is wrong; the paper assumes "
            "of Phi only that it does not decrease and Phi(0) = 0. With x = 12 n min{alpha, alpha^2} + log 2 and "
            "log N = x + c, c > 0, the bracket of (9) is positive."
        ),
    ),
)
