"""The private term that Theorem 3.1's last sentence speaks of, for small delta: scores at a private answer."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import Rational, exp, sqrt

from verify.kernel.calculus import Comparison, Name, integer, line, quantity, real, words
from verify.kernel.calculus.facts.linear_losses import AlgorithmExcess
from verify.kernel.calculus.facts.privacy import Profile
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import as_arb
from verify.papers.at_points import Point, at_points

Aligned = quantity(
    "Aligned",
    r"\mathbb{{E}}\,\theta_{{{0}({1},{2},{3})}}\cdot p",
    "mean product of an algorithm's parameter and of the biases, these uniform on [-alpha, alpha] and the n users' m samples "
    "corners of the cube in the unit ball of R^d with independent signs of these biases: Aligned(A, n, m, d, alpha)",
)
Leaning = quantity(
    "Leaning",
    r"\max_i\mathbb{{E}} A_i({0},{1},{2},{3})",
    "largest over the users of the mean of sum_k (alpha^2 - p_k^2) theta_k S_ik in that setting, S_ik the score of user i's "
    "signs in p_k: Leaning(A, n, m, d, alpha)",
)
_ALGORITHM = Name("A", "channel")
_USERS, _DRAWS, _DIM = (integer(letter, least=1) for letter in "nmd")
_EPS, _RADIUS, _LIP = (real(letter, above=0) for letter in ("epsilon", "R", "L"))
_BIAS, _DELTA = real("alpha", above=0, most=1), real("delta", least=0, below=1)
_EXCESS = AlgorithmExcess(_ALGORITHM, _USERS, _DRAWS, _DIM, _RADIUS, _LIP)
_ALIGNED, _LEANING = (q(_ALGORITHM, _USERS, _DRAWS, _DIM, _BIAS) for q in (Aligned, Leaning))
_PRIVATE = Comparison(Profile(_ALGORITHM, _EPS), "<=", _DELTA)
_TOLD = (exp(_EPS) - exp(-_EPS)) / 2 + (1 + exp(-_EPS)) * sqrt(_DIM * _DELTA)
_AT_BIAS = (
    line(_EXCESS, given=(_PRIVATE,))
    .ge(
        Rational(2, 5) * _RADIUS * _LIP * _BIAS - _LIP / sqrt(_DIM) * _ALIGNED,
        words(
            "The average over the biases of the loss -L theta.z, whose least value is -L R |p|/sqrt(d); E|p|^2 = d alpha^2/3 and E|p|^4 <= "
            "9/5 (d alpha^2/3)^2 give E|p| >= alpha sqrt(5d/27) by Hoelder.",
            Comparison(_EXCESS, ">=", Rational(2, 5) * _RADIUS * _LIP * _BIAS - _LIP / sqrt(_DIM) * _ALIGNED),
        ),
    )
    .ge(
        Rational(2, 5) * _RADIUS * _LIP * _BIAS - _LIP / sqrt(_DIM) * (_USERS / 2 * _LEANING),
        words(
            "The users' scores add up to that of all data, and integrating by parts against alpha^2 - p^2, which is 0 at both ends and has the slope "
            "-2p, the sum of the A_i is 2 theta.p on average.",
            Comparison(_ALIGNED, "<=", _USERS / 2 * _LEANING),
        ),
    )
    .ge(
        Rational(2, 5) * _RADIUS * _LIP * _BIAS
        - _LIP / sqrt(_DIM) * (_USERS / 2 * (_RADIUS * _BIAS**2 * sqrt(_DRAWS) * _TOLD)),
        words(
            "For a fresh user A is centred with E|A| <= R alpha^2 sqrt(m). The private answer changes the probabilities of A > t and A < -t by a factor "
            "e^epsilon and delta at most; over t up to R alpha^2 sqrt(dm)/(2 sqrt(delta)), and by E A^2 <= R^2 alpha^4 dm beyond, each side changes by "
            "R alpha^2 sqrt(dm delta) at most besides the factor.",
            Comparison(_LEANING, "<=", _RADIUS * _BIAS**2 * sqrt(_DRAWS) * _TOLD),
            given=(_PRIVATE,),
            leans=("bassily/own/thm3.4-step-e",),
        ),
    )
)

_UNIT = real("epsilon", above=0, most=1)
_SMALL = Comparison(sqrt(_DIM * _DELTA), "<=", _UNIT / 2)
_USED = sqrt(_DIM) / (6 * _USERS * sqrt(_DRAWS) * _UNIT)
_MANY = Comparison(sqrt(_DIM), "<=", 6 * _USERS * sqrt(_DRAWS) * _UNIT)
_UNIT_PRIVATE = Comparison(Profile(_ALGORITHM, _UNIT), "<=", _DELTA)
_LITTLE_TOLD = (
    line(_TOLD.subs(_EPS, _UNIT), given=(_SMALL,))
    .le((exp(_UNIT) - exp(-_UNIT)) / 2 + (1 + exp(-_UNIT)) * _UNIT / 2, _SMALL)
    .le(Rational(11, 5) * _UNIT)
)
_RATE = _RADIUS * _LIP * sqrt(_DIM) / (_USERS * sqrt(_DRAWS) * _UNIT)


def _by_response() -> Iterator[Point]:
    """The average excess of randomized response of the sign of one or three users' sum, the sign with probability delta."""
    for users, epsilon, delta, alpha in product(
        (1, 3),
        (Fraction(1, 10), Fraction(1), Fraction(3)),
        (Fraction(0), Fraction(1, 100), Fraction(1, 4)),
        (Fraction(1, 3), Fraction(1)),
    ):
        keep = as_arb(delta) + as_arb(1 - delta) * (as_arb(epsilon) / 2).tanh()
        second, fourth = alpha**2 / 3, alpha**4 / 5
        leads = second if users == 1 else (3 * second - fourth) / 2
        values = {
            _USERS: Fraction(users),
            _DRAWS: Fraction(1),
            _DIM: Fraction(1),
            _RADIUS: Fraction(1),
            _LIP: Fraction(1),
            _EPS: epsilon,
            _DELTA: delta,
            _BIAS: alpha,
            Profile(_ALGORITHM, _EPS): delta,
        }
        yield values, as_arb(alpha / 2) - keep * as_arb(leads)


OWN_CENTRAL_LOWER = Claim(
    "bassily/own/central-lower",
    "ours, for the last sentence of Theorem 3.1",
    Kind.LOWER_BOUND,
    "the private term cannot be improved for small delta",
    corrected=AllOf(
        "",
        {
            "at any bias": at_points(
                _AT_BIAS,
                "randomized response, the average over the biases",
                "n = 1, 3, m = d = 1; epsilon = 1/10, 1, 3; delta = 0, 1/100, 1/4; alpha = 1/3, 1",
                _by_response,
            ),
            "the rate": line(_EXCESS, given=(_UNIT_PRIVATE, _SMALL, _MANY))
            .ge(
                Rational(2, 5) * _RADIUS * _LIP * _USED
                - _LIP / sqrt(_DIM) * (_USERS / 2 * (_RADIUS * _USED**2 * sqrt(_DRAWS) * _TOLD.subs(_EPS, _UNIT))),
                _AT_BIAS.at({_EPS: _UNIT, _BIAS: _USED}),
                line(_USED, given=(_MANY,)).le(1),
            )
            .ge(
                Rational(2, 5) * _RADIUS * _LIP * _USED
                - _LIP / sqrt(_DIM) * (_USERS / 2 * (_RADIUS * _USED**2 * sqrt(_DRAWS) * Rational(11, 5) * _UNIT)),
                _LITTLE_TOLD,
            )
            .ge(_RATE / 28),
        },
    ),
    note="For algorithms whose answers are in the ball, private for users in the central model: with delta up to "
    "epsilon^2/(4d), where bassily/thm3.1/lower shows that the printed range is too wide. The bound that "
    "ships (lowerbounds) has sharper constants.",
)

CLAIMS = (OWN_CENTRAL_LOWER,)
