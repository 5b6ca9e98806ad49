"""kent Appendix F, Table 6: the operations of the procedures."""

import sympy
from sympy import Integer, Max, Rational, log, oo, sqrt

from verify.prover import Variable
from verify.statements import (
    AllOf,
    UpToConstant,
    Whole,
    at_most,
)
from verify.statements.claim import Claim, Kind, Severity

_N, _T, _D, _M, _R = sympy.symbols("n T d m r", positive=True)
_W, _U = sympy.symbols("w u", nonnegative=True)
_ONE = Variable(_W, Integer(0), Integer(1))


def _positive(symbol: sympy.Symbol) -> Variable:
    return Variable(symbol, Integer(1), oo)


CLAIMS = (
    Claim(
        "kent/table6/mixture",
        "Appendix F, Table 6, last row",
        Kind.RATE_ALGEBRA,
        "the operations of the mixture procedure",
        UpToConstant(
            _N / 3 * sqrt(_T / (4 * log(_N * _T))),
            Max(_T, _M * _N),
            (_positive(_N), _positive(_T), Variable(_M, Integer(2), oo)),
            family=((_M, Integer(2)), (_N, _R), (_T, _R)),
            along=_R,
            text=r"\text{operations}=\max\{O(T^*),O(mn)\}",
        ),
        AllOf(
            r"\text{operations}=\max\{O(T^*),O(n(T^*)^{1/2}),O(mn)\}",
            (
                (
                    "three terms, of which the largest is 1",
                    at_most(1 + _W + _U, Integer(3), _ONE, Variable(_U, Integer(0), Integer(1))),
                ),
                ("bins: 1/Delta <= sqrt(T*) where log(nT* alpha^2) >= 1/4", at_most(_W / 2, Rational(1, 2), _ONE)),
            ),
        ),
        correction="the votes of the first step, a vector of order sqrt(T*) bits per user, are left out: n sqrt(T*) more, as in the other rows",
        severity=Severity.CONSTANT,
        theorem="kent/own/thm10-lower",
        note="At alpha = 1 a third of the users vote on at least 1/Delta bins, Delta = {4 log(nT*)/T*}^(1/2); T* = T = n there once n is large.",
    ),
    Claim(
        "kent/table6/ball",
        "Appendix F, Table 6, second row",
        Kind.RATE_ALGEBRA,
        "the operations of the procedure on the Euclidean ball",
        UpToConstant(
            _D * _T,
            _D**2 + _T + _N * sqrt(_D * _T),
            (_positive(_D), _positive(_N), _positive(_T)),
            family=((_D, _R), (_N, _R**2), (_T, _R**10)),
            along=_R,
            text=r"\text{operations}=\max\{O(d^2),O(T^*),O(n(dT^*)^{1/2})\}",
        ),
        AllOf(
            r"\text{operations}=\max\{O(d^2),O(dT^*),O(n(dT^*)^{1/2})\}",
            (
                (
                    "three terms, of which the largest is 1",
                    at_most(1 + _W + _U, Integer(3), _ONE, Variable(_U, Integer(0), Integer(1))),
                ),
            ),
        ),
        correction="d T* in place of T*: each user rotates the mean of all d co-ordinates, which takes d T* additions",
        severity=Severity.CONSTANT,
        theorem="kent/thm6ii/lower",
        note="The sum stands for the maximum, up to 3. An addition of d-vectors counts as d, as the density row counts M T* for M co-ordinates and this row d^2 for a rotation. At alpha = 1, "
        "d = r, n = r^2, T* = T = r^10 once e^(r/K) is larger.",
    ),
    Claim(
        "kent/table6/sparse",
        "Appendix F, Table 6, third row",
        Kind.RATE_ALGEBRA,
        "the operations of the selection procedure",
        UpToConstant(
            _D * _T,
            _T + _N * _D + _N * sqrt(_T),
            (_positive(_D), _positive(_N), _positive(_T)),
            family=((_D, _R**3), (_N, _R**2), (_T, _R**10)),
            along=_R,
            text=r"\text{operations}=\max\{O(T^*),O(nd),O(n(T^*)^{1/2})\}",
        ),
        AllOf(
            r"\text{operations}=\max\{O(dT^*),O(nd),O(n(T^*)^{1/2})\}",
            (
                (
                    "three terms, of which the largest is 1",
                    at_most(1 + _W + _U, Integer(3), _ONE, Variable(_U, Integer(0), Integer(1))),
                ),
            ),
        ),
        correction="d T* in place of T*: each user looks at the means of all d co-ordinates",
        severity=Severity.CONSTANT,
        theorem="kent/own/thm7-lower",
        note="Counted as in kent/table6/ball; s of order r.",
        root="kent/table6/ball",
    ),
    Claim(
        "kent/table6",
        "Appendix F, Table 6",
        Kind.RATE_ALGEBRA,
        "complexities",
        Whole(r"\text{the rows of Table 6}", ("kent/table6/ball", "kent/table6/sparse", "kent/table6/mixture")),
        Whole(
            r"\text{the rows of Table 6, corrected in three}",
            ("kent/table6/ball", "kent/table6/sparse", "kent/table6/mixture"),
            as_corrected=True,
        ),
        correction="three rows leave out a term",
        severity=Severity.CONSTANT,
        theorem="kent/table6",
        note="The other rows follow from counting and are not judged.",
    ),
)
