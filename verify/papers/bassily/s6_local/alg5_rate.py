"""bassily Section 6: Algorithm 5, Lemma 6.1 with explicit constants, the rate, and smoothing."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, oo, sqrt

from notation.symbols import beta, d, epsilon, m, n
from verify.calculus import Comparison, Name, by, calc, integer, let, real, words
from verify.calculus.facts.convexity import Value
from verify.calculus.facts.privacy import Profile
from verify.calculus.facts.signs import Less, Norm
from verify.calculus.facts.voting import WHOLE_STEP
from verify.papers.at_points import Point, at_points
from verify.papers.bassily.instances import accelerated_descent as accelerated
from verify.papers.bassily.instances import gradient_rounds as rounds
from verify.papers.bassily.nouns import InBatches, LipschitzFunction, Proximal, Smoothed
from verify.papers.bassily.s5_central.excess_risk import CHANGED
from verify.papers.bassily.setting import LOCAL, L, R
from verify.prover import Variable
from verify.statements import AllOf, FiniteCheck, SameRate, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import as_arb

_N0, _Q, _Y = sympy.symbols("n_0 q y", positive=True)
_K, _F, _U = sympy.symbols("kappa f u", nonnegative=True)
_ROUND_UP = Variable(_F, Integer(0), Integer(1), open_upper=True)
_BATCHES = "n = 10^3, 12345, 10^6; d = 1, 5, 16; epsilon = 1/2, 1; Lambda = 1, 5/2, where n >= 2k"

_USERS, _DRAWS, _DIM, _ROUNDS, _BATCH, _LEAST = (
    integer(letter, least=1) for letter in ("n", "m", "d", "T", "n_0", "k")
)
_EPS, _RADIUS, _LIP, _BETA, _LAMBDA = (real(letter, above=0) for letter in ("epsilon", "R", "L", "beta", "Lambda"))
_ONE_CALL = Name("A", "algorithm")
_BATCHED, _FLOOR = InBatches(_ONE_CALL, _ROUNDS, _BATCH), Comparison(_BATCH*_ROUNDS, "<=", _USERS)  # fmt: skip
_WANTED = 4*_DIM*_LAMBDA/_EPS**2  # fmt: skip
_CEILING = Comparison(_LEAST, "<", _WANTED + 1)
_WHOLE_ROUNDS = (Comparison(_LEAST * _ROUNDS, "<=", _USERS), Comparison(_USERS, "<", _LEAST * (_ROUNDS + 1)))
_WHOLE_BATCH = Comparison(_USERS, "<", _ROUNDS * (_BATCH + 1))
_ONE, _OTHER, _REST = (real(letter, above=0) for letter in "uvw")
_WITHIN, _PRODUCT = Comparison(_ONE, "<=", _OTHER), Comparison(_ONE, "<=", _OTHER * _REST)
_GROWN, _TURNED = (calc(_REST, "<=", _REST * _OTHER / _ONE, given=(_WITHIN,)),
                   calc(1 / _REST, "<=", _OTHER / _ONE, given=(_PRODUCT,)))  # fmt: skip
_LARGE = Comparison(1, "<=", _WANTED)
_UNDER = Comparison(_OTHER * _REST, "<=", _ONE)
_OVER = Comparison(_ONE, "<", _REST * (_OTHER + 1))
_BEYOND = calc(
    _LEAST - 1, "<=", _USERS/_ROUNDS - 1,
    by(calc(_OTHER, "<=", _ONE/_REST, given=(_UNDER,)).at({_OTHER: _LEAST, _REST: _ROUNDS, _ONE: _USERS})),
    "<", _BATCH,
    by(calc(_ONE/_REST - 1, "<", _OTHER, given=(_OVER,)).at({_OTHER: _BATCH, _REST: _ROUNDS, _ONE: _USERS})),
    given=(_WHOLE_ROUNDS[0], _WHOLE_BATCH),
)  # fmt: skip
_ENOUGH = calc(_LEAST, "<=", _BATCH, by(WHOLE_STEP(_LEAST - 1, _BATCH), _BEYOND), given=_BEYOND.given)
_USED = calc(_USERS, "<=", _ROUNDS * (_BATCH + 1), by(_WHOLE_BATCH), "<=", 2 * _BATCH * _ROUNDS, given=(_WHOLE_BATCH,))
_RATE = sqrt(_DIM/(_USERS*_DRAWS*_EPS**2))  # fmt: skip
NU = let(r"\nu", _LIP * sqrt(_DIM / (_BATCH * _DRAWS * _EPS**2)))
_SIGMA, _FEW = real("sigma", least=0), Comparison(_DRAWS*_EPS**2, "<", _DIM)  # fmt: skip
_LOUD = Comparison(_SIGMA**2, "<=", _LIP**2/(_BATCH*_DRAWS*_EPS**2))  # fmt: skip
_ORACLE_VARIANCE = calc(
    _LIP**2/_BATCH + _DIM*_SIGMA**2, "<=", _LIP**2/_BATCH + _DIM*_LIP**2/(_BATCH*_DRAWS*_EPS**2), by(_LOUD),
    "<=", 2*_DIM*_LIP**2/(_BATCH*_DRAWS*_EPS**2),
    by(_GROWN.at({_REST: _LIP**2/_BATCH, _ONE: _DRAWS*_EPS**2, _OTHER: _DIM})),
    given=(_FEW, _LOUD),
)  # fmt: skip
_HALVED = Comparison(_OTHER, "<=", 2*_ONE)  # fmt: skip
_ROOT = calc(
    _REST/sqrt(_ONE), "<=", sqrt(2)*_REST/sqrt(_OTHER), by(calc(sqrt(_OTHER), "<=", sqrt(2*_ONE), by(_HALVED),
    given=(_HALVED,))),
    given=(_HALVED,),
)  # fmt: skip
QUIET = calc(
    _RADIUS*NU/sqrt(_ROUNDS), "<=", sqrt(2)*_RADIUS*_LIP*_RATE,
    by(_ROOT.at({_REST: _RADIUS*_LIP*sqrt(_DIM/(_DRAWS*_EPS**2)), _ONE: _BATCH*_ROUNDS, _OTHER: _USERS}), _USED),
    given=_USED.given,
)  # fmt: skip
_HALF_USED = calc(
    _USERS, "<=", _LEAST * (_ROUNDS + 1), by(_WHOLE_ROUNDS[1]), "<=", 2 * _LEAST * _ROUNDS, given=(_WHOLE_ROUNDS[1],)
)
_ROUNDED = calc(_LEAST, "<=", _WANTED + 1, by(_CEILING), "<=", 2*_WANTED, given=(_CEILING, _LARGE))  # fmt: skip
_ENOUGH_ROUNDS = calc(
    1/_ROUNDS, "<=", 2*_LEAST/_USERS, by(_TURNED.at({_REST: _ROUNDS, _OTHER: 2*_LEAST, _ONE: _USERS}), _HALF_USED),
    "<=", 16*_DIM*_LAMBDA/(_EPS**2*_USERS), by(_ROUNDED),
    given=(_CEILING, _WHOLE_ROUNDS[1], _LARGE),
)  # fmt: skip
SMOOTH_TERM = calc(
    _BETA*_RADIUS**2/_ROUNDS**2, "<=", 256*_LAMBDA**2*_BETA*_DIM**2*_RADIUS**2/(_USERS**2*_EPS**4), by(_ENOUGH_ROUNDS),
    given=_ENOUGH_ROUNDS.given,
)  # fmt: skip
_CHECKS = (("in numbers, T and n_0 rounded down: users", FiniteCheck(r"k\le n_0", _BATCHES, accelerated.batch_users)),
           ("noise", FiniteCheck(r"\tfrac{1}{n_0T}\le\tfrac2n", _BATCHES, accelerated.batch_noise)),
           ("smoothness",
            FiniteCheck(r"\tfrac1{T^2}\le256\Lambda^2\tfrac{d^2}{n^2\varepsilon^4}", _BATCHES,
                        accelerated.batch_rounds)))  # fmt: skip
_FUNCTION, _PLACE = Name("f", "function"), Name("theta", "parameter")
_RAISED, _HERE = Smoothed(_FUNCTION, _BETA, _PLACE, _LIP), Value(_FUNCTION, _PLACE)
_LIPSCHITZ, _FAR = LipschitzFunction(_FUNCTION, _LIP), Norm(Less(Proximal(_FUNCTION, _BETA, _PLACE), _PLACE))
_BELOW = calc(
    _HERE, "<=", _HERE - _LIP*_FAR + _BETA*_FAR**2/2 + _LIP**2/(2*_BETA), "<=", _RAISED,
    by(words(
        "At the minimiser u the function is at least f(theta) - L |u - theta|.",
        Comparison(_HERE - _LIP*_FAR + _BETA*_FAR**2/2 + _LIP**2/(2*_BETA), "<=", _RAISED), given=(_LIPSCHITZ,),
    )),
    given=(_LIPSCHITZ,),
)  # fmt: skip
_ABOVE = calc(
    _RAISED, "<=", _HERE + _LIP**2/(2*_BETA),
    by(words("The minimum is at most the value at u = theta.", Comparison(_RAISED, "<=", _HERE + _LIP**2/(2*_BETA)))),
)  # fmt: skip
_BETA_M = _LIP/_RADIUS*sqrt(_DRAWS*_USERS*_EPS**2/_DIM)  # fmt: skip


def _two_calls() -> Iterator[Point]:
    """Two users, one to a call: noisy bits, one direct and one turned by the answer before, which is a lie with chance q."""
    for keep, epsilon_ in product((Fraction(2, 3), Fraction(9, 10)), (Fraction(1, 2), Fraction(1), Fraction(2))):
        t = as_arb(epsilon_).exp()

        def answer(bit: int, told: int, keep: Fraction = keep) -> Fraction:
            return keep if bit == told else 1 - keep

        def divergence(one: Sequence[Fraction], other: Sequence[Fraction], t: arb = t) -> arb:
            return sum(((as_arb(p) - t * as_arb(q)).max(arb(0)) for p, q in zip(one, other, strict=True)), arb(0))

        once = divergence(*([answer(x, z) for z in (0, 1)] for x in (0, 1)))
        laws = {
            x: [answer(x[0], first) * answer(x[1] ^ first, second) for first, second in product((0, 1), repeat=2)]
            for x in product((0, 1), repeat=2)
        }
        for x, who in product(laws, (0, 1)):
            beside = tuple(bit ^ (k == who) for k, bit in enumerate(x))
            values = {
                _BATCH: Fraction(1),
                _ROUNDS: Fraction(2),
                _USERS: Fraction(2),
                Profile(_ONE_CALL, _EPS): once + arb(2) ** -40,
            }
            yield values, divergence(laws[x], laws[beside])


_IN_ONE = at_points(
    calc(
        Profile(_BATCHED, _EPS), "<=", Profile(_ONE_CALL, _EPS),
        by(words(
            "Disjoint batches of users fit, so that a user's data enter one call of the mean estimator at most, and what the later calls "
            "are depends on it through that call's answer alone.",
            Comparison(Profile(_BATCHED, _EPS), "<=", Profile(_ONE_CALL, _EPS)), given=(_FLOOR,),
        )),
        given=(_FLOOR,),
    ), "two calls of randomised response, the second chosen by the first",
    "bits kept with chance 2/3, 9/10; epsilon = 1/2, 1, 2; all neighbours", _two_calls, granted="2^{-40}",
)  # fmt: skip

CLAIMS = (
    Claim("bassily/sec6/1", "Section 6, Algorithm 5, line 5, and the proof of Theorem 3.2, privacy", Kind.PRIVACY,
          "the batches are disjoint",
          AllOf("",
                {"the batches fit": calc(
                                        _BATCH * _ROUNDS, "<=", _USERS,
                                        given=(Comparison(_BATCH, "<=", _USERS / _ROUNDS),),
                                    ),
                 "a user is in one": _IN_ONE}),
          note="y = n/T and f its fractional part. What one call of the mean estimator spends is Theorem 4.3's matter."),
    Claim("bassily/sec6/batch", "Section 6, Algorithm 5, lines 2 and 5, with the condition of Theorem 4.3",
          Kind.ALGORITHM, "a batch is large enough for the mean estimator",
          FiniteCheck(r"n_0=\lfloor n/T\rfloor=\lfloor d/\varepsilon^2\rfloor\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}L}{\tau\gamma}",
                      "d = 16, epsilon = 1, L/(tau gamma) = 4", accelerated.batch_too_small),
          AllOf("",
                {"users": _ENOUGH.beside(_CHECKS[0]), "noise": QUIET.beside(_CHECKS[1]),
                 "smoothness": SMOOTH_TERM.beside(_CHECKS[2])}),
          correction="T must be smaller by the logarithm that Theorem 4.3 asks for; with T = n epsilon^2/d the "
                     "condition fails for every n, as sqrt(d^3) L/(tau gamma) is above e^(1/4)",
          severity=Severity.PROOF_GAP, theorem="bassily/thm3.2",
          note="The printed condition is itself too weak (bassily/lemmaB.1): Lambda stands for whatever logarithm is "
               "needed. Gradients lie in the ball of radius L, the R of Theorem 4.3; its condition is printed with n "
               "for k."),
    Claim("bassily/sec6/coupling", "Section 6, proof of Theorem 3.2, the display after the union bound",
          Kind.INEQUALITY, "the price of changing to the noisy gradient method",
          FiniteCheck(r"\mathrm{TV}\le\gamma\Rightarrow EF(\theta_T)\le EF(\theta_T')+\gamma RL",
                      "d = 1, F(theta) = theta on [-1, 1], two laws on the ends", rounds.two_ends),
          CHANGED.crosschecked("pairs of laws on the disc", r"|EF(\theta_T)-EF(\theta_T')|\le2\,\mathrm{TV}\,RL",
                               "all pairs of laws with denominator 2 on 0, +-(1, 0), +-(3/5, 4/5); F = u.theta, "
                               "|u.theta|, u = (3/5, 4/5), (0, 1)",
                               accelerated.changed_in_disc),
          correction="2 gamma R L, as in bassily/sec5/3; and only once the iterates are kept in the ball, which line 8 "
                     "of Algorithm 5 does not do",
          severity=Severity.CONSTANT, theorem="bassily/thm3.2", root="bassily/sec5/3"),
    Claim("bassily/sec6/2", "Section 6, proof of Theorem 3.2", Kind.INEQUALITY, "the variance of the gradient oracle",
          _ORACLE_VARIANCE,
          note="Printed with <~ and logarithms apart, which the constant 2 and sigma^2 stand for. With the variance "
               "L^2/m of a user's mean gradient the condition on m is not needed for epsilon^2 <= d."),
    Claim("bassily/sec6/3", "Section 6, proof of Theorem 3.2, after Lemma 6.1", Kind.RATE_ALGEBRA,
          "the rate at T = n epsilon^2/d",
          AllOf(r"\beta\tfrac{R^2}{T^2}+\tfrac{R\nu}{\sqrt T}\asymp\beta\tfrac{d^2R^2}{n^2\varepsilon^4}+RL\sqrt{\tfrac d{mn\varepsilon^2}},\ T=\tfrac{n\varepsilon^2}d,\ \nu^2=\tfrac{dL^2}{n_0m\varepsilon^2}",
                {"smoothness": SameRate(beta * R**2 / (n * epsilon**2 / d) ** 2,
                                        beta * d**2 * R**2 / (n**2 * epsilon**4)),
                 "noise, n_0 T = n": SameRate(R * sqrt(d * L**2 / (d / epsilon**2 * m * epsilon**2)) / sqrt(n * epsilon**2 / d),
                                              R * L * LOCAL),
                 "rounding n/T down costs a factor 2 at most, y = n/T >= 1":
                     at_most((1 + _K + _F) / (1 + _K), Integer(2), Variable(_K, Integer(0), oo),
                             Variable(_F, Integer(0), Integer(1), open_upper=True))}),
          note="In the last part floor(y) = 1 + kappa. The theorem's condition beta <= its bound: bassily/rate/3.2."),
    Claim("bassily/sec6/4", "Section 6, discussion of the smoothness condition", Kind.INEQUALITY,
          "a smooth function near a Lipschitz one",
          AllOf("",
                {"below": _BELOW,
                 "above": _ABOVE.crosschecked("the absolute value", r"f\le f_\beta\le f+\tfrac1{2\beta}",
                                              "f = |x|, beta = 1/2, 1, 4, x = -3, -11/4, ..., 3",
                                              accelerated.envelope)}),
          note="The Moreau envelope itself lies below f; raised by L^2/(2 beta) it is the function that the paper says "
               "exists, with the same gradient. f(theta) - f(u) <= L |theta - u|, u = |theta - u| in the identity."),
    Claim("bassily/sec6/5", "Section 6, last display", Kind.RATE_ALGEBRA,
          "beta_m is small enough for n >= md/epsilon^2",
          AllOf("",
                {"small enough": calc(
                                     _BETA_M, "<=", _LIP * _EPS**3 / _RADIUS * sqrt(_USERS**3 / (_DRAWS * _DIM**3)),
                                     by(_GROWN.at({_REST: _BETA_M, _OTHER: _USERS, _ONE: _DIM * _DRAWS / _EPS**2})),
                                     given=(Comparison(_DIM * _DRAWS / _EPS**2, "<=", _USERS),),
                                 ),
                 "its price": calc(
                                  _LIP**2 / (2 * _BETA_M), "==",
                                  _RADIUS * _LIP * sqrt(_DIM / (_DRAWS * _USERS * _EPS**2)) / 2,
                              )})),
)  # fmt: skip
