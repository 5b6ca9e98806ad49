r"""Sharper lower bounds for the mean of a law on [-D, D], of this project, for every n, m and epsilon.

Two points +-Ds under squared error: the Bayes risk is D^2 s^2 sum 2ab/(a+b) over transcripts of laws a, b. The papers'
route through testing keeps D^2 s^2 sum min(a,b)/2, at most half of it. By Cauchy-Schwarz it is at least D^2 s^2
affinity^2, and affinities multiply over users. With TV in place of the affinity it is at least D^2 s^2 (1 - TV).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import sympy
from flint import arb

from lowerbounds.information.contraction import hellinger_by_tv, kl_absolute, strong_constant, tanh_half
from lowerbounds.information.divergences import harmonic_power, overlap_power
from lowerbounds.information.domination import dominating_deficit, users_affinity_squared
from lowerbounds.information.scores import distance_to_normal, information_kept
from lowerbounds.mean.papers import EVERY, zhao_family
from lowerbounds.methods.bounds import Bound, checked
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.numerics.enclosures import ball, exact_down, precise, risk_down
from lowerbounds.numerics.line_search import best_point
from notation.symbols import D as D_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

TWO_POINT_RATE = smallest(D_**2, D_**2 / (n_ * m_ * sympy.tanh(epsilon_ / 2) ** 2))
FLOOR_RATE = D_**2 * sympy.cosh(epsilon_ / 2) ** (-n_)
NORMAL_SCORES_RATE = D_**2 / (sympy.sqrt(2 * n_ * m_ / sympy.pi) * sympy.tanh(epsilon_ / 2) + sympy.pi) ** 2
VAN_TREES_RATE = D_**2 / (sympy.sqrt(n_ * m_) * sympy.tanh(epsilon_ / 2) + sympy.pi) ** 2
NONPRIVATE_RATE = D_**2 / (1 + sympy.sqrt(n_ * m_)) ** 2


@dataclass(frozen=True)
class _Route:
    """One way from the two-point Bayes risk to a number.

    Attributes
    ----------
    name : str
        Name of the route.
    value : callable
        The number in units of D^2, from s, n, m and epsilon.
    source : str
        Where it is from.
    cheap : bool
        Whether it takes little time.
    """

    name: str
    value: Callable[..., arb]
    source: str
    cheap: bool


def _deficit(s: Fraction, m: int) -> arb:
    """Enclose 1 - affinity of m draws, 1 - (1 - s^2)^(m/2), without cancellation for small s."""
    return arb(1) if s == 1 else -(m * ball(-s * s).log1p() / 2).expm1()


def _hockey_stick(s: Fraction, n: int, m: int, epsilon: float, points: int = 4) -> arb:
    return ball(s) ** 2 * users_affinity_squared(dominating_deficit(m, s, epsilon, points), n)


def _hellinger(s: Fraction, n: int, m: int, epsilon: float) -> arb:
    return ball(s) ** 2 * users_affinity_squared(strong_constant(epsilon) * _deficit(s, m), n)


def _hellinger_tv(s: Fraction, n: int, m: int, epsilon: float) -> arb:
    return ball(s) ** 2 * users_affinity_squared(hellinger_by_tv(epsilon, zhao_family(s).tv(m)), n)


def _tv(s: Fraction, n: int, m: int, epsilon: float) -> arb:
    return ball(s) ** 2 * (1 - n * tanh_half(epsilon) * zhao_family(s).tv(m))


def _pinsker(s: Fraction, n: int, m: int, epsilon: float) -> arb:
    return ball(s) ** 2 * (1 - (n * _kl(s, m, epsilon) / 2).sqrt())


def _bretagnolle_huber(s: Fraction, n: int, m: int, epsilon: float) -> arb:
    return ball(s) ** 2 * (-n * _kl(s, m, epsilon)).exp() / 2


def _kl(s: Fraction, m: int, epsilon: float) -> arb:
    """Enclose the smaller of two limits on KL of one user."""
    absolute = kl_absolute(epsilon)
    return absolute if s == 1 else absolute.min(strong_constant(epsilon) * m * zhao_family(s).kl)


ROUTES = (
    _Route("squared Hellinger, tanh^2 contraction", _hellinger, "Asoodeh and Zhang, arXiv:2210.13386", True),
    _Route("affinity of the dominating pair", _hockey_stick, "dominating pairs of private channels", False),
    _Route("squared Hellinger by TV of m-fold products", _hellinger_tv, "private contraction of divergences", False),
    _Route("TV of m-fold products, added over users", _tv, "private contraction of divergences", False),
    _Route("KL, tanh^2 contraction, Pinsker", _pinsker, "Asoodeh and Zhang, arXiv:2210.13386", True),
    _Route(
        "KL, tanh^2 contraction, Bretagnolle-Huber", _bretagnolle_huber, "Asoodeh and Zhang, arXiv:2210.13386", True
    ),
)
_HELLINGER, DOMINATING = ROUTES[:2]


@precise
def two_point_sharp(n: int, m: int, epsilon: float, D: float = 1.0, routes: tuple[_Route, ...] = ROUTES) -> Bound:
    """Return the largest of the two-point bounds over the routes, each at its own s in (0, 1] near the best.

    A bound grows as s^2 until n users can distinguish the points, at about s = 1/(sqrt(n m) tanh(epsilon/2)). Then it
    decreases, and grows as s^2 again when each user is certain. So the search is near that s, and s = 1 is tried too.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].
    routes : tuple of Route, default ROUTES
        The routes that are tried.

    Returns
    -------
    Bound
        The bound, in squared units of the data.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    scale = float((1 / (strong_constant(epsilon) * n * m).sqrt()).min(arb(1)).mid())
    upper = min(Fraction(1), 8 * max(Fraction(scale), Fraction(1, 10**299)))
    reference = best_point(partial(_HELLINGER.value, n=n, m=m, epsilon=epsilon), scale / 8, upper)
    found: list[tuple[float, arb, Fraction, _Route]] = []
    for route in routes:
        objective = partial(route.value, n=n, m=m, epsilon=epsilon)
        points = [Fraction(1)]
        if route.cheap:
            points.append(best_point(objective, scale / 8, upper))
        elif not found or 4 * objective(reference) > max(entry[0] for entry in found):
            # They peak within a factor of 2 of the closed form wherever they are the largest, no more than twice as
            # high as there: what is far below the best is not looked at any nearer.
            points.append(best_point(objective, float(reference) / 2, min(Fraction(1), 2 * reference), 5))
        for point in points:
            fine = {"points": 24} if route is DOMINATING else {}
            value = route.value(point, n, m, epsilon, **fine)
            found.append((risk_down(value), value, point, route))
    _, value, s, route = max(found, key=lambda entry: entry[0])
    family, square = zhao_family(s), ball(D) ** 2
    p, q = family.witness(m, epsilon)
    bayes = harmonic_power(p, q, n).max(overlap_power(p, q, n).lower())
    chain = BoundChain(
        (
            BoundStep("Bayes risk of the two points at the witness", square * ball(s) ** 2 * bayes, "exact"),
            BoundStep(route.name, square * value, route.source),
        )
    )
    return Bound(
        risk_down(chain.value),
        f"two points: {route.name}",
        EVERY,
        {"n": n, "m": m, "epsilon": epsilon, "D": D, "s": s},
        TWO_POINT_RATE,
        chain,
    )


@precise
def floor_sharp(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """Return the exact Bayes risk of a fair choice between the point masses on D and -D, for every m.

    No sequentially interactive protocol beats n randomised responses of that bit
    (`lowerbounds.information.domination`), so the risk is D^2 times the posterior variance, sum 2ab/(a+b) over Bin(n,
    w) and Bin(n, 1-w), w = e^epsilon/(1+e^epsilon); it is at least 1 - TV, which is twice the error probability. The
    larger of the two enclosures counts.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    lie = (-ball(epsilon)).exp() / (1 + (-ball(epsilon)).exp())
    keep = 1 / (1 + (-ball(epsilon)).exp())
    # Where epsilon is tiny the window may miss what the tails or the affinity still see.
    overlap = overlap_power((keep, lie), (lie, keep), n).lower()
    value = ball(D) ** 2 * harmonic_power((keep, lie), (lie, keep), n).max(overlap)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "epsilon": epsilon, "D": D, "s": Fraction(1)}
    return Bound(risk_down(value), "point masses, exact randomised response", EVERY, parameters, FLOOR_RATE)


@precise
def van_trees(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """Return D^2 / (sqrt(n m) tanh(epsilon/2) + pi)^2, by the van Trees inequality.

    Samples +-D with mean D theta. Fisher information of m of them is m/(1-theta^2); a user's message keeps at most
    tanh(epsilon/2)^2 of it (`lowerbounds.information.contraction`: E[score | Z] has the variance), and the messages'
    informations add up, each given those before. The prior cos^2(pi theta/(2L))/L on [-L, L] has information (pi/L)^2,
    and E 1/(1-theta^2) <= 1/(1-L^2). The least of a/(1-u) + b/u over u = L^2 in (0, 1) is (sqrt(a) + sqrt(b))^2, with
    a = n m tanh(epsilon/2)^2 and b = pi^2. (Gill and Levit, Applications of the van Trees Inequality, Bernoulli 1995;
    Asoodeh and Zhang, arXiv:2210.13386, have the private form.)

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    value = (ball(D) / (arb(n * m).sqrt() * tanh_half(epsilon) + arb.pi())) ** 2
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "epsilon": epsilon, "D": D}
    return Bound(
        risk_down(value), "van Trees, tanh^2 contraction of Fisher information", EVERY, parameters, VAN_TREES_RATE
    )


@precise
def normal_scores(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """Return D^2/(n m kappa/(1 - u) + pi^2/u): `van_trees` for many samples, when a user's score is nearly normal.

    Then a message keeps a share kappa of the information, which is up to a factor pi/2 smaller than tanh(epsilon/2)^2:
    `lowerbounds.information.scores`, for every mean D theta with theta^2 <= u at once. Any u in (0, 1) is valid.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    root = (2 * arb(n * m) / arb.pi()).sqrt() * tanh_half(epsilon)
    u = ball(exact_down(arb.pi() / (root + arb.pi())))
    kept = information_kept(epsilon, distance_to_normal(m, u))
    value = ball(D) ** 2 / (n * m * kept / (1 - u) + arb.pi() ** 2 / u)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "epsilon": epsilon, "D": D}
    source = "van Trees, what a private message keeps of a nearly normal score"
    return Bound(risk_down(value), source, EVERY, parameters, NORMAL_SCORES_RATE)


@precise
def nonprivate(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """Return D^2 / (1 + sqrt(n m))^2, the exact minimax risk without privacy (Hodges and Lehmann 1950).

    For N = n m samples +-D with P(D) = p, the Bayes estimator of p under Beta(sqrt(N)/2, sqrt(N)/2) has the constant
    risk 1/(4 (1 + sqrt(N))^2); the mean is D (2p - 1).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Not used: nothing is private.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.

    References
    ----------
    Hodges and Lehmann (1950).
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    value = (ball(D) / (1 + arb(n * m).sqrt())) ** 2
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "epsilon": epsilon, "D": D}
    return Bound(risk_down(value), "without privacy, Hodges and Lehmann 1950", EVERY, parameters, NONPRIVATE_RATE)
