"""zhao Table 1 against the theorems that it quotes; logarithms and the non-private terms apart, as the table says."""

from dataclasses import replace

import sympy
from sympy import Integer, oo, sqrt

from notation.symbols import d, m, n, p
from verify.prover import Variable
from verify.statements import AllOf, SameRate, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_E = sympy.Symbol("e", positive=True)
"""epsilon^2 ^ epsilon."""
_LETTER = "e = epsilon^2 ^ epsilon."
_LINEAR = d / (n * m * _E)
_X, _Y = sympy.symbols("x y", nonnegative=True)
_CELLS = r"\text{each cell is the private term of its theorem; user and item level agree but for heavy tails}"


def _row(name: str, title: str, whole: Whole, note: str = "") -> Claim:
    """A row that quotes a theorem which stands corrected: a place of that theorem."""
    return Claim(
        f"zhao/table1/{name}",
        "arXiv v1, Table 1",
        Kind.RATE_ALGEBRA,
        title,
        whole,
        replace(whole, as_corrected=True),
        correction="under what the theorem as corrected asks for",
        severity=Severity.RATE,
        theorem=f"zhao/table1/{name}",
        note=" ".join(filter(None, (note, _LETTER))),
    )


_ROWS = tuple(f"zhao/table1/{row}" for row in ("mean", "heavy", "optimisation", "classification", "regression"))

CLAIMS = (Claim("zhao/table1", "arXiv v1, Section 1, Table 1", Kind.RATE_ALGEBRA, "the table of rates",
                Whole(_CELLS, _ROWS), Whole(_CELLS, _ROWS, as_corrected=True),
                correction="under what the theorems as corrected ask for", severity=Severity.RATE,
                theorem="zhao/table1",
                note="The column of the item level is cited by the paper, at N = nm. " + _LETTER),
          Claim("zhao/table1/mean", "arXiv v1, Table 1", Kind.RATE_ALGEBRA, "bounded mean: (9)",
                Whole(r"\frac d{nme}", ("zhao/thm5/upper",)), note=_LETTER),
          Claim("zhao/table1/heavy", "arXiv v1, Table 1", Kind.RATE_ALGEBRA, "heavy tails: (13), and the item level",
                AllOf("",
                      {"user level": Whole(r"\frac{d\ln m}{mne}\vee\Big(\frac d{m^2ne}\Big)^{1-1/p}",
                                           ("zhao/remark2b",)),
                       "the second term beside the item level's":
                           SameRate((d / (n * m * _E)) ** (1 - 1 / p),
                                    m ** (1 - 1 / p) * (d / (m**2 * n * _E)) ** (1 - 1 / p))}),
                note=_LETTER),
          _row("optimisation", "stochastic optimisation: (17)", Whole(r"\sqrt{\frac d{nme}}", ("zhao/thm8/upper",))),
          _row("classification", "classification: (19)",
               Whole(r"(mne)^{-\frac{\beta(1+\gamma)}{2(d+\beta)}}", ("zhao/thm9/upper",))),
          _row("regression", "regression: (21)", Whole(r"(mne)^{-\frac\beta{d+\beta}}", ("zhao/thm11/upper",)),
               "The case gamma = 1 of the exponent of (19)."),
          Claim("zhao/table1/contribution", "arXiv v1, Section 1, second contribution", Kind.RATE_ALGEBRA,
                "the rate of stochastic optimisation in the list of contributions", SameRate(_LINEAR, sqrt(_LINEAR)),
                Whole(r"\sqrt{\frac d{nme}}", ("zhao/thm8/upper",), as_corrected=True),
                correction="the square root is missing: Theorem 8 and Table 1 bound the distance, not its square",
                severity=Severity.TYPO, theorem="zhao/thm8/upper", note=_LETTER),
          Claim("zhao/table1/conditions", "anonymous version, Table 1, last two rows", Kind.RATE_ALGEBRA,
                "the conditions quoted for classification and regression ask no less than the theorems",
                at_most(_X + _Y, d * (_X + _Y), Variable(d, Integer(1), oo), Variable(_X, Integer(0), oo),
                        Variable(_Y, Integer(0), oo)),
                note="x = ln m, y = ln n: the table has d ln(mn), Theorems 9 and 11 have ln m + ln n. Neither is "
                     "enough (zhao/thm9/upper)."))  # fmt: skip
