"""bassily Section 6: Algorithm 5, Lemma 6.1 with explicit constants, the rate, and smoothing."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, sqrt

from verify.kernel.calculus import Comparison, Name, below, integer, let, line, real, words
from verify.kernel.calculus.facts.convexity import Value
from verify.kernel.calculus.facts.privacy import Profile
from verify.kernel.calculus.facts.signs import Less, Norm
from verify.kernel.calculus.facts.voting import WHOLE_STEP
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.bassily.instances import accelerated_descent as accelerated
from verify.papers.bassily.instances import gradient_rounds as rounds
from verify.papers.bassily.nouns import InBatches, LipschitzFunction, Proximal, Smoothed
from verify.papers.bassily.s5_central.excess_risk import CHANGED

_USERS, _DRAWS, _DIM, _ROUNDS, _BATCH, _LEAST = (
    integer(letter, least=1) for letter in ("n", "m", "d", "T", "n_0", "k")
)
_EPS, _RADIUS, _LIP, _BETA, _LAMBDA = (real(letter, above=0) for letter in ("epsilon", "R", "L", "beta", "Lambda"))
_ONE_CALL = Name("A", "algorithm")
_BATCHED, _FLOOR = InBatches(_ONE_CALL, _ROUNDS, _BATCH), Comparison(_BATCH * _ROUNDS, "<=", _USERS)


def _two_calls() -> Iterator[Point]:
    """Two users, one to a call: noisy bits, one direct and one turned by the answer before, which is a lie with probability q."""
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
    line(Profile(_BATCHED, _EPS), given=(_FLOOR,)).le(
        Profile(_ONE_CALL, _EPS),
        words(
            "Disjoint batches of users fit, so that a user's data enter one call of the mean estimator at most, and what the later calls "
            "are depends on it through that call's answer alone.",
            Comparison(Profile(_BATCHED, _EPS), "<=", Profile(_ONE_CALL, _EPS)),
            given=(_FLOOR,),
        ),
    ),
    "two calls of randomised response, the second chosen by the first",
    "bits kept with probability 2/3, 9/10; epsilon = 1/2, 1, 2; all neighbours",
    _two_calls,
    granted="2^{-40}",
)
SEC6_1 = Claim(
    "bassily/sec6/1",
    "Section 6, Algorithm 5, line 5, and the proof of Theorem 3.2, privacy",
    Kind.PRIVACY,
    "the batches are disjoint",
    says=(
        r"\text{the batches do not overlap, and each call of }\mathcal{M}_{\mathrm{LDP}}\text{ is private, "
        r"so that Algorithm 5 is};\quad n_0=\lfloor n/T\rfloor"
    ),
    match=Match.READING,
    differs=(
        "two parts, with the number of users made explicit: T n_0 <= n, and what T calls on disjoint batches spend"
    ),
    printed=AllOf(
        "",
        {
            "the batches fit": line(_BATCH * _ROUNDS, given=(Comparison(_BATCH, "<=", _USERS / _ROUNDS),)).le(_USERS),
            "a user is in one": _IN_ONE,
        },
    ),
    note="y = n/T and f its fractional part. What one call of the mean estimator spends is Theorem 4.3's matter.",
)
_BATCHES = "n = 10^3, 12345, 10^6; d = 1, 5, 16; epsilon = 1/2, 1; Lambda = 1, 5/2, where n >= 2k"
_WANTED = 4 * _DIM * _LAMBDA / _EPS**2
_CEILING = Comparison(_LEAST, "<", _WANTED + 1)
_WHOLE_ROUNDS = (Comparison(_LEAST * _ROUNDS, "<=", _USERS), Comparison(_USERS, "<", _LEAST * (_ROUNDS + 1)))
_WHOLE_BATCH = Comparison(_USERS, "<", _ROUNDS * (_BATCH + 1))
_ONE, _OTHER, _REST = (real(letter, above=0) for letter in "uvw")
_WITHIN, _PRODUCT = Comparison(_ONE, "<=", _OTHER), Comparison(_ONE, "<=", _OTHER * _REST)
_GROWN, _TURNED = (
    line(_REST, given=(_WITHIN,)).le(_REST * _OTHER / _ONE),
    line(1 / _REST, given=(_PRODUCT,)).le(_OTHER / _ONE),
)
_LARGE = Comparison(1, "<=", _WANTED)
_UNDER = Comparison(_OTHER * _REST, "<=", _ONE)
_OVER = Comparison(_ONE, "<", _REST * (_OTHER + 1))
_BEYOND = (
    line(_LEAST - 1, given=(_WHOLE_ROUNDS[0], _WHOLE_BATCH))
    .le(
        _USERS / _ROUNDS - 1,
        line(_OTHER, given=(_UNDER,)).le(_ONE / _REST).at({_OTHER: _LEAST, _REST: _ROUNDS, _ONE: _USERS}),
    )
    .lt(_BATCH, line(_ONE / _REST - 1, given=(_OVER,)).lt(_OTHER).at({_OTHER: _BATCH, _REST: _ROUNDS, _ONE: _USERS}))
)
_USED = line(_USERS, given=(_WHOLE_BATCH,)).le(_ROUNDS * (_BATCH + 1), _WHOLE_BATCH).le(2 * _BATCH * _ROUNDS)
_RATE = sqrt(_DIM / (_USERS * _DRAWS * _EPS**2))
NU = let(r"\nu", _LIP * sqrt(_DIM / (_BATCH * _DRAWS * _EPS**2)))
_HALVED = Comparison(_OTHER, "<=", 2 * _ONE)
_ROOT = line(_REST / sqrt(_ONE), given=(_HALVED,)).le(
    sqrt(2) * _REST / sqrt(_OTHER), line(sqrt(_OTHER), given=(_HALVED,)).le(sqrt(2 * _ONE), _HALVED)
)
QUIET = line(_RADIUS * NU / sqrt(_ROUNDS), given=_USED.given).le(
    sqrt(2) * _RADIUS * _LIP * _RATE,
    _ROOT.at({_REST: _RADIUS * _LIP * sqrt(_DIM / (_DRAWS * _EPS**2)), _ONE: _BATCH * _ROUNDS, _OTHER: _USERS}),
    _USED,
)
_HALF_USED = (
    line(_USERS, given=(_WHOLE_ROUNDS[1],)).le(_LEAST * (_ROUNDS + 1), _WHOLE_ROUNDS[1]).le(2 * _LEAST * _ROUNDS)
)
_ROUNDED = line(_LEAST, given=(_CEILING, _LARGE)).le(_WANTED + 1, _CEILING).le(2 * _WANTED)
_ENOUGH_ROUNDS = (
    line(1 / _ROUNDS, given=(_CEILING, _WHOLE_ROUNDS[1], _LARGE))
    .le(2 * _LEAST / _USERS, _TURNED.at({_REST: _ROUNDS, _OTHER: 2 * _LEAST, _ONE: _USERS}), _HALF_USED)
    .le(16 * _DIM * _LAMBDA / (_EPS**2 * _USERS), _ROUNDED)
)
SMOOTH_TERM = line(_BETA * _RADIUS**2 / _ROUNDS**2, given=_ENOUGH_ROUNDS.given).le(
    256 * _LAMBDA**2 * _BETA * _DIM**2 * _RADIUS**2 / (_USERS**2 * _EPS**4), _ENOUGH_ROUNDS
)
_CHECKS = (
    ("in numbers, T and n_0 rounded down: users", FiniteCheck(r"k\le n_0", _BATCHES, accelerated.batch_users)),
    ("noise", FiniteCheck(r"\tfrac{1}{n_0T}\le\tfrac2n", _BATCHES, accelerated.batch_noise)),
    (
        "smoothness",
        FiniteCheck(r"\tfrac1{T^2}\le256\Lambda^2\tfrac{d^2}{n^2\varepsilon^4}", _BATCHES, accelerated.batch_rounds),
    ),
)
SEC6_BATCH = Claim(
    "bassily/sec6/batch",
    "Section 6, Algorithm 5, lines 2 and 5, with the condition of Theorem 4.3",
    Kind.ALGORITHM,
    "a batch is large enough for the mean estimator",
    says=r"T=n\varepsilon^2/d,\ n_0=\lfloor n/T\rfloor\text{ users in a batch};\quad\text{Theorem 4.3 asks "
    r"for }n\ge4d\log(\sqrt{d^3}R/(\tau\gamma))/\varepsilon^2",
    match=Match.READING,
    differs="that a batch meets the condition of the theorem that is applied to it; n_0 is the n of Theorem 4.3, and L its R",
    printed=FiniteCheck(
        r"n_0=\lfloor n/T\rfloor=\lfloor d/\varepsilon^2\rfloor\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}L}{\tau\gamma}",
        "d = 16, epsilon = 1, L/(tau gamma) = 4",
        accelerated.batch_too_small,
    ),
    corrected=AllOf(
        "",
        {
            "users": line(_LEAST, given=_BEYOND.given)
            .le(_BATCH, WHOLE_STEP(_LEAST - 1, _BATCH), _BEYOND)
            .beside(_CHECKS[0]),
            "noise": QUIET.beside(_CHECKS[1]),
            "smoothness": SMOOTH_TERM.beside(_CHECKS[2]),
        },
    ),
    correction="T must be smaller by the logarithm that Theorem 4.3 asks for; with T = n epsilon^2/d the "
    "condition fails for every n, as sqrt(d^3) L/(tau gamma) is above e^(1/4)",
    severity=Severity.PROOF_GAP,
    theorem="bassily/thm3.2",
    note="The printed condition is itself too weak (bassily/lemmaB.1): Lambda stands for whatever logarithm is "
    "needed. Gradients lie in the ball of radius L, the R of Theorem 4.3; its condition is printed with n "
    "for k.",
)
SEC6_COUPLING = Claim(
    "bassily/sec6/coupling",
    "Section 6, proof of Theorem 3.2, the display after the union bound",
    Kind.INEQUALITY,
    "the price of changing to the noisy gradient method",
    says=(
        r"(\theta_1^{'ag},\ldots,\theta_T^{'ag})\sim_{(0,\gamma)}(\theta_1^{ag},\ldots,\theta_T^{ag}),\ "
        r"\gamma=\sqrt{\frac{d}{mn\varepsilon^2}}\text{, hence "
        r"}\mathbb{E}\left[F(\theta_T^{ag})\right]\le\mathbb{E}\left[F(\theta_T^{'ag})\right]+RL\sqrt{\frac{d}{mn\varepsilon^2}}"
    ),
    match=Match.READING,
    differs="the inference, with gamma as a letter",
    printed=FiniteCheck(
        r"\mathrm{TV}\le\gamma\Rightarrow EF(\theta_T)\le EF(\theta_T')+\gamma RL",
        "d = 1, F(theta) = theta on [-1, 1], two laws on the ends",
        rounds.two_ends,
    ),
    corrected=CHANGED.crosschecked(
        "pairs of laws on the disc",
        r"|EF(\theta_T)-EF(\theta_T')|\le2\,\mathrm{TV}\,RL",
        "all pairs of laws with denominator 2 on 0, +-(1, 0), +-(3/5, 4/5); F = u.theta, "
        "|u.theta|, u = (3/5, 4/5), (0, 1)",
        accelerated.changed_in_disc,
    ),
    correction="2 gamma R L, as in bassily/sec5/3; and only once the iterates are kept in the ball, which line 8 "
    "of Algorithm 5 does not do",
    severity=Severity.CONSTANT,
    theorem="bassily/thm3.2",
    root="bassily/sec5/3",
)
_SIGMA, _FEW = real("sigma", least=0), Comparison(_DRAWS * _EPS**2, "<", _DIM)
_LOUD = Comparison(_SIGMA**2, "<=", _LIP**2 / (_BATCH * _DRAWS * _EPS**2))
SEC6_2 = Claim(
    "bassily/sec6/2",
    "Section 6, proof of Theorem 3.2",
    Kind.INEQUALITY,
    "the variance of the gradient oracle",
    says=(
        r"\mathbb{E}\left[\lVert\tilde{\nabla}F'(\theta_t^{md})-\nabla "
        r"F(\theta_t^{md})\rVert_2^2\right]\le\frac{L^2}{n_0}+d\sigma^2=\tilde{O}\left(\frac{dL^2}{n_0m\varepsilon^2}\right)\text{, "
        r"by }m<d/\varepsilon^2"
    ),
    match=Match.READING,
    differs=(
        "the second relation alone, with the constant 2 and sigma^2 <= L^2/(n_0 m epsilon^2) without its logarithms"
    ),
    printed=line(_LIP**2 / _BATCH + _DIM * _SIGMA**2, given=(_FEW, _LOUD))
    .le(_LIP**2 / _BATCH + _DIM * _LIP**2 / (_BATCH * _DRAWS * _EPS**2), _LOUD)
    .le(
        2 * _DIM * _LIP**2 / (_BATCH * _DRAWS * _EPS**2),
        _GROWN.at({_REST: _LIP**2 / _BATCH, _ONE: _DRAWS * _EPS**2, _OTHER: _DIM}),
    ),
    note="Printed with <~ and logarithms apart, which the constant 2 and sigma^2 stand for. With the variance "
    "L^2/m of a user's mean gradient the condition on m is not needed for epsilon^2 <= d.",
)
_F = sympy.Symbol("f", nonnegative=True)
_TURNS = let("T", _USERS * _EPS**2 / _DIM)
_NOISE = let(r"\nu", sqrt(_DIM * _LIP**2 / (_DIM / _EPS**2 * _DRAWS * _EPS**2)))
"""The noise of one call for n_0 = n/T = d/epsilon^2 users."""
_STEPS = real("T", above=0)
SEC6_3 = Claim(
    "bassily/sec6/3",
    "Section 6, proof of Theorem 3.2, after Lemma 6.1",
    Kind.RATE_ALGEBRA,
    "the rate at T = n epsilon^2/d",
    says=(
        r"F(\theta_T^{'ag})-\min_{\theta\in\Theta}F(\theta)=\tilde{O}\left(\beta\frac{R^2}{T^2}+\frac{R\nu}{\sqrt{T}}\right);\quad\text{with "
        r"}\nu^2,\ T=n\varepsilon^2/d\text{ and }n_0=\lfloor n/T\rfloor:\ "
        r"F(\theta_T^{ag})-F(\theta^*)=O\left(\beta\frac{d^2R^2}{n^2\varepsilon^4}+RL\sqrt{\frac{d}{mn\varepsilon^2}}\right)"
    ),
    match=Match.READING,
    differs=(
        "putting in the values, with nu^2 without its logarithms; the change from the noisy method's "
        "iterate to the algorithm's is not in it"
    ),
    printed=AllOf(
        "",
        {
            "smoothness": line(_BETA * _RADIUS**2 / _TURNS**2).eq(_BETA * _DIM**2 * _RADIUS**2 / (_USERS**2 * _EPS**4)),
            "noise, n_0 = n/T": line(_RADIUS * _NOISE / sqrt(_TURNS)).eq(
                _RADIUS * _LIP * sqrt(_DIM / (_DRAWS * _USERS * _EPS**2))
            ),
            "rounding n/T down to n_0 costs a factor 2 at most": line(
                _USERS / (_STEPS * _BATCH), given=(below(_USERS / _STEPS, _BATCH + 1),)
            )
            .le((_BATCH + 1) / _BATCH, below(_USERS / _STEPS, _BATCH + 1))
            .le(2),
        },
    ),
    note="The theorem's condition beta <= its bound: bassily/rate/3.2.",
)
_FUNCTION, _PLACE = Name("f", "function"), Name("theta", "parameter")
_RAISED, _HERE = Smoothed(_FUNCTION, _BETA, _PLACE, _LIP), Value(_FUNCTION, _PLACE)
_LIPSCHITZ, _FAR = LipschitzFunction(_FUNCTION, _LIP), Norm(Less(Proximal(_FUNCTION, _BETA, _PLACE), _PLACE))
SEC6_4 = Claim(
    "bassily/sec6/4",
    "Section 6, discussion of the smoothness condition",
    Kind.INEQUALITY,
    "a smooth function near a Lipschitz one",
    says=(
        r"\text{by Moreau envelope smoothing there is an }f_\beta\text{ that is }\beta\text{-smooth and "
        r"}2L\text{-Lipschitz for all }\theta\in\Theta\text{, with }f(\theta,z)\le f_\beta(\theta,z)\le "
        r"f(\theta,z)+\frac{L^2}{2\beta}\text{ for all }z"
    ),
    match=Match.READING,
    differs=(
        "the two bounds alone, for the envelope raised by L^2/(2 beta); smoothness and the Lipschitz "
        "bound are not in what is judged"
    ),
    printed=AllOf(
        "",
        {
            "below": line(_HERE, given=(_LIPSCHITZ,))
            .le(_HERE - _LIP * _FAR + _BETA * _FAR**2 / 2 + _LIP**2 / (2 * _BETA))
            .le(
                _RAISED,
                words(
                    "At the minimiser u the function is at least f(theta) - L |u - theta|.",
                    Comparison(_HERE - _LIP * _FAR + _BETA * _FAR**2 / 2 + _LIP**2 / (2 * _BETA), "<=", _RAISED),
                    given=(_LIPSCHITZ,),
                ),
            ),
            "above": line(_RAISED)
            .le(
                _HERE + _LIP**2 / (2 * _BETA),
                words(
                    "The minimum is at most the value at u = theta.",
                    Comparison(_RAISED, "<=", _HERE + _LIP**2 / (2 * _BETA)),
                ),
            )
            .crosschecked(
                "the absolute value",
                r"f\le f_\beta\le f+\tfrac1{2\beta}",
                "f = |x|, beta = 1/2, 1, 4, x = -3, -11/4, ..., 3",
                accelerated.envelope,
            ),
        },
    ),
    note="The Moreau envelope itself lies below f; raised by L^2/(2 beta) it is the function that the paper says "
    "exists, with the same gradient. f(theta) - f(u) <= L |theta - u|, u = |theta - u| in the identity.",
)
_BETA_M = _LIP / _RADIUS * sqrt(_DRAWS * _USERS * _EPS**2 / _DIM)
SEC6_5 = Claim(
    "bassily/sec6/5",
    "Section 6, last display",
    Kind.RATE_ALGEBRA,
    "beta_m is small enough for n >= md/epsilon^2",
    says=(
        r"\text{when }n>\frac{dm}{\varepsilon^2}:\ "
        r"\beta_m\le\frac{L\varepsilon^3}{R}\sqrt{\frac{n^3}{md^3}},\quad\beta_m=\frac{L}{R}\sqrt{\frac{mn\varepsilon^2}{d}}"
    ),
    match=Match.READING,
    differs="two parts, of which the second, the price L^2/(2 beta_m) of smoothing, is not printed; >= for >",
    printed=AllOf(
        "",
        {
            "small enough": line(_BETA_M, given=(Comparison(_DIM * _DRAWS / _EPS**2, "<=", _USERS),)).le(
                _LIP * _EPS**3 / _RADIUS * sqrt(_USERS**3 / (_DRAWS * _DIM**3)),
                _GROWN.at({_REST: _BETA_M, _OTHER: _USERS, _ONE: _DIM * _DRAWS / _EPS**2}),
            ),
            "its price": line(_LIP**2 / (2 * _BETA_M)).eq(
                _RADIUS * _LIP * sqrt(_DIM / (_DRAWS * _USERS * _EPS**2)) / 2
            ),
        },
    ),
)

_N0, _Q, _Y = sympy.symbols("n_0 q y", positive=True)
_ROUND_UP = Variable(_F, Integer(0), Integer(1), open_upper=True)

CLAIMS = (
    SEC6_1,
    SEC6_BATCH,
    SEC6_COUPLING,
    SEC6_2,
    SEC6_3,
    SEC6_4,
    SEC6_5,
)
