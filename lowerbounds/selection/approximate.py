r"""kent Theorem 11: lower bounds ("floors") under (epsilon, delta)-LDP for every m, over spaces of means and densities.

*Names.* N points of the space have pairwise distances of at least 2 Delta. Every user knows the point, and protocols
are sequentially interactive. A test of the messages names the wrong point with a probability of at least

- (1/3) (1 - (n min{epsilon, epsilon^2} + ln 2)/ln N) where 6 n delta <= 1: kent Theorem 11 with its constants
  (kent/thm11), which hold for its delta <= min{1, epsilon}/(9 n ln n) and for more;
- P (1 - (n kappa + ln 2)/ln(P N)) and P - e^(n epsilon)/N, P = (1 - delta)^n, kappa = epsilon tanh(epsilon/2), for
  every delta (kent/own/approximate-test): of the messages' law a part of mass P is pure.

The risk is at least Delta^2 times that.

*Volumes.* A body of dimension k with rho = (its volume over that of the unit ball)^(2/k) has, in its covering number,
N(2 Delta) >= (rho/(2 Delta)^2)^(k/2). With y = ln N that is Delta^2 = rho e^(-2y/k)/4 at least. The best y solves
2 y^2 - 2 a y - a k = 0 for a bracket 1 - a/y, and e^(n epsilon - y) = 2 P/(k + 2) for the factors; any y is valid.

*Codes.* Of sparse vectors also `packings.Blocks` with all s blocks, and with a single one.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.methods.assouad import sizes
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise
from lowerbounds.selection.floors import coefficient_width
from lowerbounds.selection.packings import Blocks
from notation.parameters import ParameterError
from notation.setting import Setting
from notation.symbols import D as D_
from notation.symbols import beta as beta_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import n as n_
from notation.symbols import s as s_
from notation.symbols import smallest

_INFORMATION = n_ * smallest(epsilon_, epsilon_**2)
RATES = {
    "linf": D_**2 * d_ * sympy.exp(-2 * _INFORMATION / d_),
    "l2": D_**2 * sympy.exp(-2 * _INFORMATION / d_),
    "l1": D_**2 / d_ * sympy.exp(-2 * _INFORMATION / d_),
    "sparse": D_**2 * s_ * sympy.exp(-2 * _INFORMATION / s_),
    "sobolev": _INFORMATION ** (-2 * beta_),
}
"""With delta <= 1/(6n), without the gain from a code."""

_RARE = 6
"""Theorem 11 applies if n delta is at most 1 over this."""
_HEIGHTS = 60
_MOST_COEFFICIENTS = 10**9

Wrong = Callable[[arb], arb]
"""A lower bound on the probability of a wrong name, from the logarithm of the number of points."""


@precise
def kent_theorem11(space: str, a: Setting) -> VectorBound:
    """Return the bound of kent Theorem 11 with its constants over one space; 0 if 6 n delta > 1.

    Spaces: 'linf', 'l2' and 'l1' balls of radius D, 's'-sparse vectors of [-D, D]^d ('sparse'), d coefficients of
    densities in a Sobolev ball ('sobolev').

    Parameters
    ----------
    space : {"linf", "l2", "l1", "sparse", "sobolev"}
        The space.
    a : Setting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        For another space.

    References
    ----------
    Kent et al., Theorem 11.
    """
    level = ball(a.epsilon)
    total = a.n * level.min(level**2) + arb(2).log()
    says = _RARE * a.n * ball(a.delta) <= 1

    def wrong(y: arb) -> arb:
        return (1 - total / y) / 3 if says else arb(0)

    step = BoundStep(
        "Fano's inequality under approximate privacy", _best(space, a, ((wrong, _root(total)),)), "kent/thm11"
    )
    return bound_of(
        BoundChain((step,)),
        "kent Theorem 11",
        _told(space, a),
        RATES[space],
        ("6 n delta <= 1, which holds for n >= 2 and delta <= min{1, epsilon}/(9 n ln n); laws: point masses",),
    )


@precise
def approximate_floor(space: str, a: Setting) -> VectorBound:
    """Return the larger of ours by divergences and by factors, for every delta; spaces as in `kent_theorem11`.

    Parameters
    ----------
    space : {"linf", "l2", "l1", "sparse", "sobolev"}
        The space.
    a : Setting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    kept = a.n * (-ball(a.delta)).log1p()
    total = a.n * kl_absolute(a.epsilon) + arb(2).log()
    power = a.n * ball(a.epsilon)

    def divergences(y: arb) -> arb:
        # A bracket of a negative logarithm would be above 1.
        return kept.exp() * (1 - total / (y + kept)) if y + kept > total else arb(0)

    def factors(y: arb) -> arb:
        return kept.exp() - (power - y).exp()

    ways = (
        (divergences, lambda k: _root(total)(k) - kept),
        (factors, lambda k: power + (arb(k + 2) / 2).log() - kept),
    )
    step = BoundStep("the pure part of the messages", _best(space, a, ways), "kent/own/approximate-test")
    return bound_of(
        BoundChain((step,)),
        "ours, by the pure part of approximate messages",
        _told(space, a),
        RATES[space],
        ("every n, m, d >= 1, epsilon > 0 and delta in [0, 1); laws: point masses",),
    )


def _root(total: arb) -> Callable[[int], arb]:
    """The y at which e^(-2y/k) (1 - total/y) is largest, by k."""
    return lambda k: (total + (total**2 + 2 * total * k).sqrt()) / 2


def _best(space: str, a: Setting, ways: tuple[tuple[Wrong, Callable[[int], arb]], ...]) -> arb:
    """The largest Delta^2 times a probability of a wrong name, over the space's bodies and codes."""
    found = [
        rho * (-2 * y / k).exp() / 4 * wrong(y)
        for k, rho in _bodies(space, a)
        for wrong, place in ways
        for y in (place(k),)
    ]
    found += [
        ball(code.gap**2 / 4) * wrong(arb(code.letters).log() * code.blocks)
        for code in _codes(space, a)
        for wrong, _ in ways
    ]
    return max((value for value in found if value > 0), key=lambda value: value.mid(), default=arb(0))


def _bodies(space: str, a: Setting) -> Iterator[tuple[int, arb]]:
    """Dimensions k of bodies within the space, with their rho."""
    if space not in RATES:
        raise ParameterError(f"space = {space!r}: must be one of {', '.join(RATES)}")
    _, _, _, _, size = checked_vector(a.n, a.m, a.d, a.epsilon, a.D)
    square = ball(size**2)
    if space == "l1":
        yield from ((k, square * (_cube(k) * (-2 * arb(k + 1).lgamma() / k).exp())) for k in sizes(a.d))
    elif space == "sobolev":
        most = min(a.d, _MOST_COEFFICIENTS, int(4 * a.n * a.epsilon) + 4)
        yield from ((k, ball(coefficient_width(k, a.beta, a.r) ** 2) * _cube(k)) for k in sizes(most))
    elif space == "l2":
        yield a.d, square
    else:
        k = a.s if space == "sparse" else a.d
        yield k, square * _cube(k)


def _cube(k: int) -> arb:
    """rho of [-1, 1]^k: (4/pi) Gamma(1 + k/2)^(2/k)."""
    return 4 / arb.pi() * (2 * (1 + arb(k) / 2).lgamma() / k).exp()


def _codes(space: str, a: Setting) -> Iterator[Blocks]:
    if space == "sparse":
        _, _, _, _, size = checked_vector(a.n, a.m, a.d, a.epsilon, a.D)
        for blocks in {a.s, 1}:
            yield from (Blocks(blocks, a.d // blocks, 1 << j, size) for j in range(_HEIGHTS))


def _told(space: str, a: Setting) -> dict[str, int | float | Fraction]:
    shown = {"sparse": ("D", "s"), "sobolev": ("beta", "r")}.get(space, ("D",))
    more = {name: getattr(a, name) for name in shown}
    return {"n": a.n, "m": a.m, "d": a.d, "epsilon": a.epsilon, "delta": a.delta, **more}
