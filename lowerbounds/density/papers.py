"""kent Proposition 5, the half from below with its constants: densities however many samples users have."""

import sympy
from flint import arb

from lowerbounds.methods.two_point import Chain, Step
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise, square
from notation.parameters import within
from notation.setting import LEAST_SIZE, MOST_SIZE, MOST_SMOOTHNESS, count_up_to
from notation.symbols import beta as beta_
from notation.symbols import epsilon as epsilon_
from notation.symbols import n as n_
from notation.symbols import r as r_

PROPOSITION5_RATE = sympy.Min(1, r_**2) * (n_ * sympy.Min(epsilon_, epsilon_**2)) ** (-2 * beta_)


@precise
def kent_proposition5(n: int, m: int, beta: int, epsilon: float, r: float = 1.0) -> VectorBound:
    """Return (9/(3328 x))^(2 beta)/128 at radius 1, x = n min(epsilon, epsilon^2) >= 1; 0 for fewer users.

    At radius r < 1 times r^2: who replaces each sample, with chance 1 - r, by a uniform one has some of 1 + r(f - 1).
    A larger radius has more densities. Raises ParameterError for a number out of range.
    """
    n, m, _, epsilon, _ = checked_vector(n, m, 1, epsilon, 1.0)
    beta = count_up_to("beta", beta, MOST_SMOOTHNESS)
    r = float(within("r", r, LEAST_SIZE, MOST_SIZE))
    x = n * min(ball(epsilon), square(ball(epsilon)))
    value = (arb(9) / (3328 * x)) ** (2 * beta) / 128 if x >= 1 else arb(0)
    scaled = value * square(ball(min(r, 1.0)))
    return bound_of(
        Chain((Step("Fano's inequality", scaled, "kent Theorem 1"),)),
        "kent Proposition 5",
        {"n": n, "m": m, "beta": beta, "epsilon": epsilon, "r": r},
        PROPOSITION5_RATE,
        ("n min(epsilon, epsilon^2) >= 1; the class with a_1 = 0",),
    )
