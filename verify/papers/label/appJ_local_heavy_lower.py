"""label Appendix J, (156)-(163): heavy-tailed labels under local label privacy."""

import sympy
from sympy import Integer, exp, oo

from notation.symbols import N, beta, d, epsilon, h, p
from verify.papers.label.s1_table1 import HEAVY_LOCAL
from verify.papers.label.tents import HEAVY_LOCAL_TEST, HEAVY_OPEN_TEST, heavy_regression
from verify.prover import Variable
from verify.statements import AllOf, Balance, Identity, SameRate, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity

_C, _NORM2, _CG, _R, _T, _MP, _K, _E, _C1 = sympy.symbols("c phi_2 C_G r T M_p k e C_1", positive=True)
_X, _Y, _Z = sympy.symbols("x y z", nonnegative=True)
_SX, _SY, _SZ = sympy.symbols("a b g", real=True)
_H = exp(sympy.Symbol("u", real=True))
"""h = e^u in identities, so that numbers are put in without roots of large integers."""
X, Y, Z = (Variable(s, Integer(0), oo) for s in (_X, _Y, _Z))
_REAL = tuple(Variable(s, -oo, oo) for s in (_SX, _SY, _SZ))
TUNED = N ** (2 * p * beta / (2 * p * beta + d * (p - 1))) * epsilon ** (
    -2 * d * (p - 1) / (2 * p * beta + d * (p - 1))
)
"""The number of neighbours that balances (180)."""


CLAIMS = (
    Claim("label/eq156", "Appendix J, (156)-(158)", Kind.CONSTRUCTION, "three-valued labels",
          AllOf(r"P(Y=\pm T)=\tfrac12\big(\tfrac{M_p}{T^p}\pm\tfrac{\eta_v}T\big):\ E|Y|^p=M_p,\ E[Y\mid x]=\eta_v,\ "
                r"\mathrm{TV}=\tfrac{|\eta_v|}T",
                {"mass one": Identity(lambda: (_X + _Y) / 2 + (1 - _X) + (_X - _Y) / 2, Integer(1)),
                 "the moment, x = M_p/T^p":
                     Identity(lambda: _T**p * ((_MP / _T**p + _Y) / 2 + (_MP / _T**p - _Y) / 2), _MP),
                 "the mean, y = eta/T": Identity(_T * (_X + _Y) / 2 - _T * (_X - _Y) / 2, _T * _Y),
                 "total variation of eta and -eta":
                     Identity(lambda: (((_X + _Y) / 2 - (_X - _Y) / 2) + ((_X + _Y) / 2 - (_X - _Y) / 2)) / 2, _Y),
                 "at (159) M_p/T^(p-1) = 2 h^beta, so that both chances are positive":
                     at_most(Integer(0), 2 * _X - _X, X)}),
          note="For T^p >= M_p and h^beta <= M_p/T^(p-1); the first holds at (159) for small h."),
    Claim("label/eq161", "Appendix J, (159)-(163)", Kind.RATE_ALGEBRA, "the divergence and the rate",
          AllOf(r"h^{2\beta+d}T^{-2}\asymp h^{2\beta+d+2\beta/(p-1)},\ "
                r"N(e^\varepsilon-1)^2h^{\dots}=1\Rightarrow h^{2\beta}\asymp(N(e^\varepsilon-1)^2)^{-2\beta(p-1)/(2p\beta+d(p-1))}",
                {"T of (159)": SameRate(h ** (2 * beta + d) * (h ** (-beta / (p - 1))) ** -2,
                                        h ** (2 * beta + d + 2 * beta / (p - 1))),
                 "h of (162), e = (e^epsilon - 1)^2": Balance(h ** (2 * beta + d + 2 * beta / (p - 1)), 1 / (N * _E), h,
                                                              (N * _E) ** (-(p - 1) / (2 * p * beta + d * (p - 1)))),
                 "the rate": SameRate(((N * _E) ** (-(p - 1) / (2 * p * beta + d * (p - 1)))) ** (2 * beta),
                                      (N * _E) ** -HEAVY_LOCAL)}),
          note="The density c is missing, as in (46): label/eq46d; so is the label's total variation in place of the "
               "message's: label/eq46c."),
    Claim("label/thm9", "Section 6.1, Theorem 9, (25)", Kind.LOWER_BOUND, "the minimax lower bound, heavy tails, local",
          UpToConstant(((N * (exp(epsilon) - 1) ** 2) ** -HEAVY_LOCAL).subs({beta: 1, d: 1, p: 2}), Integer(1),
                       (Variable(N, Integer(1), oo), Variable(epsilon, Integer(0), Integer(1), open_lower=True)),
                       family=((N, _R), (epsilon, 1 / _R)), along=_R,
                       text=r"\text{small }\varepsilon:\ \inf\sup(R-R^*)\gtrsim(N(e^\varepsilon-1)^2)^{-2\beta(p-1)/(2p\beta+d(p-1))}+N^{-2\beta/(2\beta+d)}"),
          AllOf("",
                {"label private": heavy_regression(HEAVY_LOCAL_TEST),
                 "not private": heavy_regression(HEAVY_OPEN_TEST)}),
          correction="for N (e^epsilon - 1)^2 above a constant, so that h is small; beta <= 1",
          severity=Severity.CONDITION, theorem="label/thm9", root="label/thm5",
          note="The estimate 0 has risk at most M_p^(2/p): without a cap the bound fails as N epsilon^2 -> 0; M_p = d "
               "= beta = 1, p = 2."),
)  # fmt: skip
