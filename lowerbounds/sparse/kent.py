r"""The lower bound of kent Theorem 7, as the ledger proves it: at most s coordinates of the mean are nonzero.

Data are in [-D, D]^d. With M(x) = min{(1 + x)^(1/m) - 1, 1/m}, epsilon <= 1 and s >= 16 log(ed)/3 the risk is at least
s/128 M(d/(84 n epsilon^2)) (kent/appH.4/rate); another prior needs no condition on s (kent/own/X5), another constant
none on epsilon (kent/own/thm7-every-alpha). The hard instance has independent signs whose means are 0 or Delta.
Proposition 4, for every m, is below e^(-10^4) wherever its condition holds; floors in s dimensions take its place.
"""

from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import VectorBound, bound_of, checked_vector
from lowerbounds.numerics.enclosures import ball, precise, square
from notation.parameters import ParameterError, count
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import s as s_
from notation.symbols import smallest


def _least(odds: sympy.Expr) -> sympy.Expr:
    return smallest((1 + odds) ** (1 / m_) - 1, 1 / m_)


_ODDS = d_ / (n_ * epsilon_**2)
THEOREM7_RATE = D_**2 * s_ / 128 * _least(_ODDS / 84)
ANY_RATE = D_**2 * s_ / 64 * (4 * d_) ** (-1 / s_) * _least(_ODDS / 84)
EVERY_RATE = D_**2 * s_ * epsilon_**2 / (256 * sympy.exp(epsilon_) * (sympy.exp(epsilon_) - 1) ** 2) * _least(_ODDS)

_FEW, _PRIVATE = "16 log(ed)/3 <= s", "epsilon <= 1"


def _checked(n: int, m: int, d: int, s: int, epsilon: float, D: float) -> tuple[int, int, int, int, float, Fraction]:
    """The parameters; raises ParameterError as `checked_vector`, and unless s is a whole number from 1 to d."""
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    if count("s", s) > d:
        raise ParameterError(f"s = {s}: must be at most d = {d}")
    return n, m, d, s, epsilon, exact


def _minimum(n: int, m: int, d: int, epsilon: float, more: int) -> arb:
    """M(d/(more n epsilon^2)), enclosed."""
    odds = ball(Fraction(d, more * n)) / square(ball(epsilon))
    return (odds.log1p() / m).expm1().min(1 / arb(m))


def _bound(
    value: arb, steps: tuple[str, str], sizes: tuple[int, int, int, int, float, Fraction], rate: sympy.Expr, *where: str
) -> VectorBound:
    """The bound in units of D^2; `steps` holds each step's name and source."""
    n, m, d, s, epsilon, D = sizes
    name, source = steps
    record: dict[str, int | float | Fraction] = {"n": n, "m": m, "d": d, "s": s, "epsilon": epsilon, "D": float(D)}
    chain = BoundChain((BoundStep(name, ball(D**2) * value, source),))
    conditions = (*where, f"every n, m >= 1 and s <= d{'' if where else ', epsilon > 0'}")
    return bound_of(chain, source, record, rate, conditions)


@precise
def theorem7(n: int, m: int, d: int, s: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """s/128 M(d/(84 n epsilon^2)) D^2 for 16 log(ed)/3 <= s and epsilon <= 1; elsewhere 0, which is trivial.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    s : int
        Sparsity, from 1 to d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Theorem 7.
    """
    sizes = _checked(n, m, d, s, epsilon, D)
    holds = epsilon <= 1 and 16 * (1 + arb(d).log()) / 3 <= s
    value = s * _minimum(n, m, d, epsilon, 84) / 128 if holds else arb(0)
    step = "Assouad with a biased prior, mean s/2 of coordinates", "kent Theorem 7, constants of kent/appH.4/rate"
    return _bound(value, step, sizes, THEOREM7_RATE, _FEW, _PRIVATE)


@precise
def theorem7_every_epsilon(n: int, m: int, d: int, s: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """s epsilon^2/{256 e^epsilon (e^epsilon - 1)^2} M(d/(n epsilon^2)) D^2 for 16 log(ed)/3 <= s; elsewhere 0.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    s : int
        Sparsity, from 1 to d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Theorem 7.
    """
    sizes = _checked(n, m, d, s, epsilon, D)
    level = ball(epsilon)
    price = 256 * level.exp() * square(level.expm1()) / square(level)
    holds = 16 * (1 + arb(d).log()) / 3 <= s
    value = s * _minimum(n, m, d, epsilon, 1) / price if holds else arb(0)
    step = "the same, second moments at e^epsilon (e^epsilon - 1)^2", "kent Theorem 7 (kent/own/thm7-every-alpha)"
    return _bound(value, step, sizes, EVERY_RATE, _FEW)


@precise
def any_sparsity(n: int, m: int, d: int, s: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """s/64 (4d)^(-1/s) M(d/(84 n epsilon^2)) D^2 for epsilon <= 1 and every s <= d; elsewhere 0.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    s : int
        Sparsity, from 1 to d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Remark 4.
    """
    sizes = _checked(n, m, d, s, epsilon, D)
    share = (-arb(4 * d).log() / s).exp()
    value = s * share * _minimum(n, m, d, epsilon, 84) / 64 if epsilon <= 1 else arb(0)
    step = "Assouad with a prior of mean (s/3) (4d)^(-1/s) coordinates", "kent Remark 4, every s (kent/own/X5)"
    return _bound(value, step, sizes, ANY_RATE, _PRIVATE)
