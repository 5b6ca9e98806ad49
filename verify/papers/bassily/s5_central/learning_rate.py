"""bassily Section 5, (2): all terms of Algorithm 4's risk together, and the learning rate that balances them."""

from typing import Any

import sympy
from sympy import E, Integer, Max, Min, Rational, exp, sqrt

from notation.symbols import d, epsilon, m, n
from verify.calculus import Chain, Comparison, by, calc, integer, let, real
from verify.papers.bassily.setting import BATCH, LOG, PRIVATE, ROUNDS, STATISTICAL, X, Y, c, positive
from verify.prover import Variable
from verify.statements import AllOf, UpToConstant
from verify.statements.claim import Claim, Kind, Severity

_R = sympy.Symbol("r", positive=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_USERS, _DRAWS, _DIM = (integer(letter, least=1) for letter in "nmd")
_RADIUS, _LIP, _C, _EPS, _LAMBDA, _BETA, _SIGMA = (
    real(letter, above=0) for letter in ("R", "L", "c", "epsilon", "Lambda", "beta", "sigma")
)
_T = let("T", _USERS**2*_EPS**2/(_C**2*_DIM))  # fmt: skip
_B = let("B", _USERS*_EPS/((E - 1)*sqrt(2*_T*_LAMBDA)))  # fmt: skip
_SLOW = let("x", _DIM * sqrt(_DRAWS) / (_USERS ** Rational(3, 2) * _EPS**2))
_FAST = let("y", _C*sqrt(_DRAWS*_DIM)/(_USERS*_EPS))  # fmt: skip
ETA = let(r"\eta", _RADIUS / _LIP * Min(_C**2 * _SLOW, _FAST))
_SAMPLING = _RADIUS*_LIP/sqrt(_USERS*_DRAWS)  # fmt: skip
_SECRET = _RADIUS*_LIP*sqrt(_DIM)/(sqrt(_DRAWS)*_USERS*_EPS)  # fmt: skip
_SMOOTH = Comparison(_BETA, "<=", 2 * _LIP / (_RADIUS * Max(_SLOW, _FAST)))
_QUIET = Comparison(_SIGMA**2, "<=", _C**2*_LIP**2/(_LAMBDA*_DRAWS*_B**2))  # fmt: skip
_LOW, _HIGH = (
    Comparison(_DRAWS*sqrt(_LAMBDA), "<=", most) for most in (_C*sqrt(_DIM), _USERS*_EPS**2/(_C*sqrt(_DIM)))
)  # fmt: skip
_ONE, _OTHER, _REST = (real(letter, above=0) for letter in "uvw")
_WITHIN = Comparison(_ONE, "<=", _OTHER)
_SHARE = calc(_ONE / _OTHER * _REST, "<=", _REST, given=(_WITHIN,))


def _share(bound: Comparison, rest: Any) -> Any:
    """One side over the other is at most 1."""
    return by(_SHARE.at({_ONE: bound.left, _OTHER: bound.right, _REST: rest}))


_BATCH_TERM, _BATCH_MOST = ETA * _LIP**2 / (2 * _B), (E - 1) / sqrt(2) * (_SAMPLING + _C * _SECRET)
SMALL_BATCH = (
    calc(_BATCH_TERM, "<=", (E - 1)/sqrt(2)*_DRAWS*sqrt(_LAMBDA)/(_C*sqrt(_DIM))*_C*_SECRET,
         "<=", (E - 1)/sqrt(2)*_C*_SECRET, _share(_LOW, (E - 1)/sqrt(2)*_C*_SECRET), "<=", _BATCH_MOST, given=(_LOW,)),
    calc(_BATCH_TERM, "<=", (E - 1)/sqrt(2)*_DRAWS*sqrt(_LAMBDA)*_C*sqrt(_DIM)/(_USERS*_EPS**2)*_SAMPLING,
         "<=", (E - 1)/sqrt(2)*_SAMPLING, _share(_HIGH, (E - 1)/sqrt(2)*_SAMPLING), "<=", _BATCH_MOST, given=(_HIGH,)),
)  # fmt: skip
_DRIFT, _NOISE_TERM = 2*_LIP**2*_T*ETA/(_USERS*_DRAWS), ETA/2*_DIM*_SIGMA**2  # fmt: skip


def balanced(batch: Chain) -> Chain:
    """All terms together, under a condition on m."""
    return calc(
        _BETA*_RADIUS**2/_T + _RADIUS**2/(ETA*_T) + ETA/2*(_LIP**2/_B + _DIM*_SIGMA**2) + _DRIFT,
        "==", _BETA*_RADIUS**2/_T + _RADIUS**2/(ETA*_T) + _BATCH_TERM + _NOISE_TERM + _DRIFT,
        "<=", 2*_C*_SECRET + (_SAMPLING + _C*_SECRET) + _BATCH_MOST + (E - 1)**2*_C*_SECRET + 2*_SAMPLING,
        by(
            calc(_BETA*_RADIUS**2/_T, "<=", 2*_LIP/(_RADIUS*Max(_SLOW, _FAST))*_RADIUS**2/_T, by(_SMOOTH),
                 "<=", 2*_LIP/(_RADIUS*_FAST)*_RADIUS**2/_T, "<=", 2*_C*_SECRET, given=(_SMOOTH,)),
            calc(_RADIUS**2/(ETA*_T), "<=", _SAMPLING + _C*_SECRET), batch,
            calc(_NOISE_TERM, "<=", ETA/2*_DIM*_QUIET.right, by(_QUIET), "<=", (E - 1)**2*_C*_SECRET, given=(_QUIET,)),
            calc(_DRIFT, "<=", 2*_SAMPLING),
        ),
        "<=", 12*(_SAMPLING + _C*_SECRET),
        given=(_SMOOTH, _QUIET, *batch.given),
    )  # fmt: skip


_LEFT, _AT_LEAST_1 = 2*_C*sqrt(_LAMBDA)*(_SAMPLING + _SECRET), Comparison(1, "<=", _C)  # fmt: skip
_NARROW, _WIDE = (Comparison(_DRAWS, "<=", most) for most in (sqrt(_DIM), _USERS*_EPS**2/sqrt(_DIM)))  # fmt: skip
_PRINTED_M = (
    calc(ETA/2*_LIP**2/_B, "<=", (E - 1)/sqrt(2)*sqrt(_LAMBDA)*_DRAWS/sqrt(_DIM)*_SECRET,
         "<=", (E - 1)/sqrt(2)*sqrt(_LAMBDA)*_SECRET, _share(_NARROW, (E - 1)/sqrt(2)*sqrt(_LAMBDA)*_SECRET),
         "<=", _C*(E - 1)/sqrt(2)*sqrt(_LAMBDA)*_SECRET, by(_AT_LEAST_1), "<=", _LEFT, given=(_NARROW, _AT_LEAST_1)),
    calc(ETA/2*_LIP**2/_B, "<=", (E - 1)/sqrt(2)*_C*sqrt(_LAMBDA)*_DRAWS*sqrt(_DIM)/(_USERS*_EPS**2)*_SAMPLING,
         "<=", (E - 1)/sqrt(2)*_C*sqrt(_LAMBDA)*_SAMPLING, _share(_WIDE, (E - 1)/sqrt(2)*_C*sqrt(_LAMBDA)*_SAMPLING),
         "<=", _LEFT, given=(_WIDE,)),
)  # fmt: skip


CLAIMS = (
    Claim("bassily/sec5/9", "Section 5, (2)", Kind.RATE_ALGEBRA, "all terms together",
          UpToConstant(ROUNDS * (X + Y) / (n * m), STATISTICAL + c * PRIVATE,
                       (positive(n), positive(m), positive(d), positive(c), _UNIT),
                       family=((n, exp(_R)), (m, Integer(1)), (d, Integer(1)), (epsilon, Rational(1, 2)), (c, _R**2)),
                       along=_R,
                       text=r"\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\big(\tfrac{L^2}B+d\sigma^2\big)+L^2\tfrac{T\eta}{nm}\lesssim\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon},\quad\eta=\tfrac RL(x+y)"),
          AllOf("", {f"m in part {i}": balanced(batch) for i, batch in enumerate(SMALL_BATCH, 1)}),
          correction="with the smaller of the two terms of the learning rate, where Algorithm 4 lists their sum, with "
                     "c^2 x for x and a logarithm in the condition on m, (2) holds: the theorem's rate is not touched",
          severity=Severity.LISTING, theorem="bassily/thm3.1",
          note="Refuted by the generalisation term alone, on m = d = 1, epsilon = 1/2, c = (log n)^2 (delta = 1/n^3, "
               "say): all terms are positive. R^2/(eta T) is at most the sum of its values at both parts; v stands for "
               "log^2(n/gamma) log(n/delta), so that c^2 >= log^2(n/gamma) log(n/delta) log(2/delta), which is of the "
               "order of the printed c^2. The printed condition m < max(sqrt(d), n epsilon^2/sqrt(d)) fits the "
               "minimum, which needs one of two bounds for L^2/B; the sum would need both. Without the logarithm in it "
               "the bound is bassily/sec5/9/log."),
    Claim("bassily/sec5/9/log", "Section 5, (2), the batch's term under the printed condition on m", Kind.RATE_ALGEBRA,
          "a logarithm is left in the batch's term",
          UpToConstant((X + Y) / (2 * BATCH), STATISTICAL + c * PRIVATE,
                       (positive(n), positive(m), positive(d), positive(c), positive(LOG), _UNIT),
                       family=((n, exp(_R)), (d, exp(_R) / (4 * _R**4)), (m, _R**2 * exp(_R / 2) / 4), (c, _R**2),
                               (LOG, 3 * _R), (epsilon, Rational(1, 2))),
                       along=_R,
                       text=r"m<\max\big(\sqrt d,\tfrac{n\varepsilon^2}{\sqrt d}\big)\Rightarrow\tfrac\eta2\tfrac{L^2}B\lesssim\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon},\quad\eta=\tfrac RL(x+y)"),
          AllOf("", {f"m in part {i}": chain for i, chain in enumerate(_PRINTED_M, 1)}),
          correction="a factor c sqrt(log(2/delta)) where sqrt(d) <= m: the theorem's rate holds up to logarithms, (2) "
                     "does not",
          severity=Severity.CONSTANT, theorem="bassily/thm3.1",
          note="n = e^r, epsilon = 1/2, c = (log n)^2, delta = 1/n^3 (log(2/delta) is above 3r, which only makes B "
               "smaller), d = n epsilon^2/c^2 and m = n epsilon^2/(2 sqrt(d)). There y = c^2 x, so that the smaller of "
               "both leaves the term too."),
)  # fmt: skip
