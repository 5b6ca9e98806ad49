r"""Lower bounds on the excess risk of convex optimisation with user-level privacy: bassily, as the ledger proves them.

Losses are L-Lipschitz on the ball of radius R in R^d; the hard ones are linear, -L theta . z, with z on the corners of
the cube in the unit ball: bassily Appendix A and bassily/own/thm3.2-lower/a. Bounds are on E F(theta) - min F.
"""

import math
from dataclasses import replace
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.information.fair_signs import known_at_most
from lowerbounds.methods.cubes import Axes, SignCube
from lowerbounds.methods.perturbations import ROUTES, Route, moment, usable, witness
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import EVERY, VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, exact_down, precise
from lowerbounds.numerics.line_search import best_point
from notation.parameters import ParameterError, positive
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

LIPSCHITZ, RADIUS = sympy.symbols("L R", positive=True)
LOCAL_RATE = LIPSCHITZ * RADIUS * sympy.sqrt(d_ / (n_ * m_ * epsilon_**2)) / 32
FEW_RATE = LIPSCHITZ * RADIUS / 4 * (1 - sympy.sqrt(n_ * epsilon_**2 / d_))
STATISTICAL_RATE = LIPSCHITZ * RADIUS / (5 * sympy.sqrt(n_ * m_))
APPROXIMATE_RATE = LOCAL_RATE / 4
SHARP_RATE = LIPSCHITZ * RADIUS * smallest(1, sympy.sqrt(d_ / (n_ * m_)) / (sympy.exp(epsilon_) - 1))
Parameters = dict[str, int | float | Fraction]
_CENTRAL = "all (epsilon, delta)-private algorithms, central ones included: privacy is not used"


def _checked(
    n: int, m: int, d: int, epsilon: float, L: float, R: float
) -> tuple[int, int, int, float, arb, Parameters]:
    """Return the parameters, L R and a record of them; raises ParameterError unless all are above 0."""
    n, m, d, epsilon, _ = checked_vector(n, m, d, epsilon, 1.0)
    size = ball(positive("L", L)) * ball(positive("R", R))
    return n, m, d, epsilon, size, {"n": n, "m": m, "d": d, "epsilon": epsilon, "L": float(L), "R": float(R)}


def checked_delta(delta: float) -> float:
    """Return delta as a float.

    Parameters
    ----------
    delta : float
        delta of the privacy budget, in [0, 1).

    Returns
    -------
    float
        delta.

    Raises
    ------
    ParameterError
        Unless it is in [0, 1).
    """
    if isinstance(delta, bool) or not isinstance(delta, (int, float)) or not 0 <= delta < 1:
        raise ParameterError(f"delta = {delta!r}: must be in [0, 1)")
    return float(delta)


def _cube(d: int, s: Fraction) -> SignCube:
    return SignCube(d, s, Fraction(1, d))


@precise
def bassily_local(n: int, m: int, d: int, epsilon: float, L: float = 1.0, R: float = 1.0) -> VectorBound:
    """bassily/thm3.2/lower, corrected: RL/32 sqrt(d/(nm epsilon^2)), epsilon <= 1, n epsilon^2 >= d, pure privacy.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float, default 1.0
        Lipschitz constant of the losses.
    R : float, default 1.0
        Radius of the ball of parameters.

    Returns
    -------
    VectorBound
        The bound on the excess risk, in units of the loss.

    References
    ----------
    Bassily and Sun, Theorem 3.2.
    """
    n, m, d, epsilon, size, record = _checked(n, m, d, epsilon, L, R)
    level = ball(epsilon) ** 2
    conditions = ("epsilon <= 1", "n epsilon^2 >= d", "delta = 0")
    source = "bassily Theorem 3.2, corrected (bassily/thm3.2/lower)"
    if not (epsilon <= 1 and n * level >= d):
        return VectorBound(0.0, source, conditions, record, LOCAL_RATE)
    family = _cube(d, exact_down((d / (16 * n * m * level)).sqrt()))
    second = moment(family, m)
    if second is None:
        raise ArithmeticError("alpha = 1 where alpha <= 1/4 was asked for")
    alpha = ball(family.s)
    total = ball(epsilon).expm1() ** 2 / 4 * second
    _, overlap = witness(family, n, m, epsilon)
    steps = (
        BoundStep(
            "wrong signs at the witness: half of 1 - TV", size * alpha / 4 * overlap, "bassily/own/thm3.2-lower/a"
        ),
        BoundStep("all flips together", size * alpha / 4 * (1 - (n * total / (2 * d)).sqrt()), "bassily/own/flips"),
        BoundStep("alpha^2 = d/(16 nm epsilon^2): TV at most 1/2", size * alpha / 8, "bassily/thm3.2/lower"),
    )
    return bound_of(BoundChain(steps), source, record | {"s": family.s}, LOCAL_RATE, conditions, family)


@precise
def bassily_few_users(n: int, m: int, d: int, epsilon: float, L: float = 1.0, R: float = 1.0) -> VectorBound:
    """bassily Theorem 3.3: RL/4 (1 - sqrt(n epsilon^2/d)), for every m; RL/8 for n <= d/(4 epsilon^2).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float, default 1.0
        Lipschitz constant of the losses.
    R : float, default 1.0
        Radius of the ball of parameters.

    Returns
    -------
    VectorBound
        The bound on the excess risk, in units of the loss.

    References
    ----------
    Bassily and Sun, Theorem 3.3.
    """
    n, m, d, epsilon, size, record = _checked(n, m, d, epsilon, L, R)
    family = _cube(d, Fraction(1))
    _, overlap = witness(family, n, m, epsilon)
    steps = (
        BoundStep("wrong signs at the witness: half of 1 - TV", size / 4 * overlap, "bassily/appA"),
        BoundStep(
            "information of all messages",
            size / 4 * (1 - (2 * n * kl_absolute(epsilon) / d).sqrt()),
            "bassily/appA/6, bassily/appA/7",
        ),
        BoundStep("kappa <= epsilon^2/2", size / 4 * (1 - (n * ball(epsilon) ** 2 / d).sqrt()), "bassily/thm3.3"),
    )
    source = "bassily Theorem 3.3 (bassily/thm3.3)"
    return bound_of(
        BoundChain(steps), source, record | {"s": family.s}, FEW_RATE, ("every n, m, d, epsilon; delta = 0",), family
    )


@precise
def bassily_statistical(
    n: int, m: int, d: int, epsilon: float, L: float = 1.0, R: float = 1.0, delta: float = 0.0
) -> VectorBound:
    """bassily/thm3.1/lower, corrected: RL/(5 sqrt(nm)) whatever epsilon and delta, in the central model too.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float, default 1.0
        Lipschitz constant of the losses.
    R : float, default 1.0
        Radius of the ball of parameters.
    delta : float, default 0.0
        delta of the privacy budget, in [0, 1).

    Returns
    -------
    VectorBound
        The bound on the excess risk, in units of the loss.

    References
    ----------
    Bassily and Sun, Theorem 3.1.
    """
    n, m, d, epsilon, size, record = _checked(n, m, d, epsilon, L, R)
    s = exact_down((1 / (6 * arb(n * m))).sqrt())
    family = Axes(1, s, Fraction(1), d)
    alpha = ball(s)
    overlap = 1 - (3 * n * m * alpha**2 / 2).sqrt()
    steps = (
        BoundStep("two laws, Pinsker on nm samples", size * alpha * overlap, "bassily/thm3.1/lower"),
        BoundStep("the constant", size / (5 * arb(n * m).sqrt()), "bassily/thm3.1/lower"),
    )
    source = "bassily Theorem 3.1, corrected (bassily/thm3.1/lower)"
    record = record | {"delta": checked_delta(delta), "s": s}
    return bound_of(BoundChain(steps), source, record, STATISTICAL_RATE, EVERY, family, _CENTRAL)


@precise
def bassily_approximate(
    n: int, m: int, d: int, epsilon: float, L: float = 1.0, R: float = 1.0, delta: float = 0.0
) -> VectorBound:
    """Return the larger of the bounds that allow a small delta: by pure messages at 2 epsilon, at distance n delta.

    RL/128 sqrt(d/(nm epsilon^2)) for epsilon <= 1/2, 4 n epsilon^2 >= d, n delta <= sqrt(d/(nm epsilon^2))/256
    (bassily/own/approximate-lower); RL/16 for n delta <= 1/32, 16 n epsilon^2 <= d (bassily/thm3.3/text).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float, default 1.0
        Lipschitz constant of the losses.
    R : float, default 1.0
        Radius of the ball of parameters.
    delta : float, default 0.0
        delta of the privacy budget, in [0, 1).

    Returns
    -------
    VectorBound
        The bound on the excess risk, in units of the loss.

    References
    ----------
    Bassily and Sun, Theorem 3.3.
    """
    n, m, d, epsilon, size, record = _checked(n, m, d, epsilon, L, R)
    delta = checked_delta(delta)
    level, spent = ball(epsilon) ** 2, n * ball(delta)
    rate = (d / (n * m * level)).sqrt()
    conditions = ("epsilon <= 1/2, 4 n epsilon^2 >= d, 256 n delta <= sqrt(d/(nm epsilon^2))",)
    source, value = "bassily/own/approximate-lower", arb(0)
    if epsilon <= 0.5 and 4 * n * level >= d and 256 * spent <= rate:
        value = size * rate / 128
    if 32 * spent <= 1 and 16 * n * level <= d:
        conditions, source, value = (
            ("32 n delta <= 1, 16 n epsilon^2 <= d",),
            "bassily/thm3.3/text",
            size / 16,
        )
    record = record | {"delta": delta}
    return bound_of(
        BoundChain((BoundStep("pure messages at 2 epsilon", value, source),)),
        source,
        record,
        APPROXIMATE_RATE,
        conditions,
    )


@precise
def cube_sharp(
    n: int, m: int, d: int, epsilon: float, L: float = 1.0, R: float = 1.0, delta: float = 0.0
) -> VectorBound:
    """Return RL alpha (1 - sqrt(1 - W)) at the best alpha, W the unknown share of the signs; every n, m, d, epsilon.

    The excess risk of theta is RL alpha (1 - theta . v/(R sqrt d)), and E theta . V <= R E ||E[V|Z]|| for theta made of
    messages, at most R sqrt(d (1 - W)) by Jensen. For delta > 0 all messages together are 1 - (1 - delta)^n in total
    variation from pure ones at 2 epsilon (bassily/lemma3.5), and the risk on the cube is within 0 and 2 RL alpha: W at
    2 epsilon, and less 2 RL alpha (1 - (1 - delta)^n).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float, default 1.0
        Lipschitz constant of the losses.
    R : float, default 1.0
        Radius of the ball of parameters.
    delta : float, default 0.0
        delta of the privacy budget, in [0, 1).

    Returns
    -------
    VectorBound
        The bound on the excess risk, in units of the loss.
    """
    n, m, d, epsilon, size, record = _checked(n, m, d, epsilon, L, R)
    delta = checked_delta(delta)
    spent = 2 * epsilon if delta else epsilon
    away = -2 * (n * (-ball(delta)).log1p()).expm1()
    start = math.exp(max(-(math.log(n) + math.log(m)) / 2 - min(spent, 600.0) / 2 - 7, -650.0))

    def left(share: arb) -> arb:
        return share / (1 + (1 - share).nonnegative_part().sqrt())

    found: list[tuple[arb, SignCube, str]] = []
    for route in ROUTES:

        def height(s: Fraction, route: Route = route) -> arb:
            unknown = route.unknown(_cube(d, s), n, m, spent)
            return ball(s) * (left(unknown) - away) if usable(unknown) else -ball(s)

        family = _cube(d, best_point(height, start, Fraction(1)))
        found.append((height(family.s), family, route.name))
    corners = _cube(d, Fraction(1))
    found.append((left(1 - known_at_most(n * kl_absolute(spent) / d)) - away, corners, "information of one sign"))
    value, family, name = max(found, key=lambda entry: entry[0].mid())
    seen, _ = witness(family, n, m, epsilon)
    steps = (
        BoundStep(
            "excess risk of the hard instance at the witness",
            size * ball(family.s) * left(seen),
            "lower end of the exact value, by Jensen",
        ),
        BoundStep(name, size * value, "information about a perturbation"),
    )
    bound = bound_of(
        BoundChain(steps),
        f"cube of linear losses: {name}",
        record | {"s": family.s, "delta": delta},
        SHARP_RATE,
        EVERY,
        family,
    )
    told = "delta = 0" if delta == 0 else "delta in (0, 1), by pure messages at 2 epsilon"
    return replace(bound, conditions=(f"every n, m, d >= 1 and epsilon > 0; {told}",))
