r"""Bumps of unknown sign with all data of a user private: zhao's lower bounds (176)-(191), with constants.

The bumps are those of `lowerbounds.classification.bumps`, and are in the class by the arguments there: if eta has the
constant C_b, each probability (1 +- eta)/2 has C_b/2. Flipping a bump changes the law of one sample only in its cell:
by chi-square at most mu 4s^2/(1 - s^2), by KL at most mu s ln((1 + s)/(1 - s)) and in squared Hellinger distance by at
most mu (1 - sqrt(1 - s^2)), where mu = p E phi^2. Each of these is p E g(s phi), and g(x)/x^2 increases. So the data
are no more informative than with flat bumps of mass mu. W is the share of the signs' variance that remains given the
messages. It is that of `lowerbounds.methods.perturbations`, by m-fold moments and Bessel's inequality (not by Lemma 10,
zhao/eq187), or that of the floor for every m (zhao/own/floor-learning). A fair sign of posterior mean x is guessed
wrongly with probability (1 - |x|)/2, so the error averaged over bumps is at least (1 - sqrt(1 - W))/2. A classifier's
value at a point is such a guess.

*Hidden*, gamma > 0 (zhao/own/margin-groups): with probability 1/2, one uniformly chosen cell of each group is active,
with a fair sign; other cells are flat. With chi = mu s^2 from a flat cell (features uniform), A = (1 + chi)^m - 1 and B
cells in all, the KL from a law with an empty group, summed over cells, is n T at most, T = g(y) min{sinh(epsilon/2)^2,
B tanh(epsilon/2)^2} A as in `lowerbounds.methods.perturbations`, at a distance of at most sqrt(A)/2 for y. So a group's
sign is missed with probability (1 - 2 sqrt(x))/4 at least, x = n T/B: the KL of a cell, given that its group is empty,
is 2x on average, TV of either sign from empty sqrt(x), and between signs 2 sqrt(x) (Pinsker, Jensen).

Without privacy: the majority of all n m samples in a cell.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np
import sympy
from flint import arb

from lowerbounds.classification.bumps import Bumps, Shape, member
from lowerbounds.density.bumps import INFORMATION
from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.perturbations import ROUTES, bessel_constant, kl_by_chi_square, usable
from lowerbounds.numerics.enclosures import ball, exact_down, precise, risk_down, square
from notation.classification import LabelSetting
from notation.symbols import beta, d, epsilon, gamma, m, n
from notation.user_learning import UserSetting

PRIVATE_RATE = (n * m * epsilon**2) ** (-beta * (gamma + 1) / (2 * (d + beta)))
PUBLIC_RATE = (n * m) ** (-beta * (gamma + 1) / (2 * beta + d))
"""zhao (20), for small epsilon."""
SEQUENTIAL = "sequentially interactive channels"
_RAMPS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 16))
_LOG_CELLS = 18.0


@dataclass(frozen=True)
class Flat:
    """Flat bumps that are at least as informative as the bumps.

    Attributes
    ----------
    signs : int
        Number of bumps.
    s : Fraction
        Their size.
    mass : Fraction
        Mass of one bump.
    """

    signs: int
    s: Fraction
    mass: Fraction


@precise
def flat(bumps: Bumps) -> Flat:
    """The flat bumps of mass p E phi^2, with the mass rounded up.

    Parameters
    ----------
    bumps : Bumps
        The family.

    Returns
    -------
    Flat
        The flat bumps.
    """
    s = -exact_down(-bumps.size())
    mass = -exact_down(-(ball(bumps.mass) * bumps.mean_height(2)))
    return Flat(bumps.bumps, min(s, Fraction(1)), min(mass, Fraction(1)))


@precise
def remaining_variance(bumps: Bumps, n: int, m: int, eps: float) -> arb:
    """Enclose W, at least 0: the share of the signs' variance that remains given messages of n users with m samples.

    Parameters
    ----------
    bumps : Bumps
        The family.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    eps : float
        epsilon, the privacy budget of one user.

    Returns
    -------
    arb
        An enclosure of W, at least 0.
    """
    signal = flat(bumps)
    values = (route.unknown(signal, n, m, eps) for route in (*ROUTES, INFORMATION))
    found = [value for value in values if usable(value)]
    return max(found, key=lambda value: value.mid()) if found else arb(0)


@precise
def known_bumps(bumps: Bumps, n: int, m: int, eps: float) -> arb:
    """Enclose the remaining excess risk if it is known which cells are active.

    Parameters
    ----------
    bumps : Bumps
        The family.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    eps : float
        epsilon, the privacy budget of one user.

    Returns
    -------
    arb
        An enclosure of the excess risk.
    """
    error = (1 - (1 - remaining_variance(bumps, n, m, eps)).nonnegative_part().sqrt()) / 2
    return bumps.bumps * ball(bumps.mass) * bumps.size() * bumps.mean_height() * error


@precise
def hidden_bumps(bumps: Bumps, n: int, m: int, eps: float) -> arb:
    """Enclose the remaining excess risk if any cell may be active: one group per bump, features uniform.

    Parameters
    ----------
    bumps : Bumps
        The family.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    eps : float
        epsilon, the privacy budget of one user.

    Returns
    -------
    arb
        An enclosure of the excess risk.
    """
    used = bumps.bumps * int(bumps.cells**bumps.setting.d // bumps.bumps)
    chi = ball(bumps.mass) * bumps.mean_height(2) * square(bumps.size())
    second = (m * chi.log1p()).expm1()
    near = kl_by_chi_square(eps, second.sqrt() / 2)
    share = n * near * bessel_constant(used, eps) * second / used
    missed = (1 - 2 * share.sqrt()) / 4
    return bumps.bumps * ball(bumps.mass) * bumps.size() * bumps.mean_height() * missed


@precise
def public_bumps(bumps: Bumps, n: int, m: int, eps: float) -> arb:
    """Enclose the remaining excess risk with n m samples and no privacy.

    Parameters
    ----------
    bumps : Bumps
        The family.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    eps : float
        Not used: nothing is private.

    Returns
    -------
    arb
        An enclosure of the excess risk.
    """
    return bumps.risk("none")


@precise
def at_stake(bumps: Bumps) -> arb:
    """Enclose the excess risk if signs are guessed by a coin, an upper limit of every value.

    Parameters
    ----------
    bumps : Bumps
        The family.

    Returns
    -------
    arb
        An enclosure of the excess risk.
    """
    return bumps.bumps * ball(bumps.mass) * bumps.size() * bumps.mean_height() / 2


Value = Callable[..., arb]


def best_member(
    a: LabelSetting, shape: Shape, value: Callable[[Bumps], arb], cap: Callable[[Bumps], arb]
) -> tuple[Bumps | None, float]:
    """The member of the class with the largest value, rounded down, over cells and ramps; 0 if there is none.

    No member's value is above its cap. Members whose cap is not above the best value so far are skipped.

    Parameters
    ----------
    a : LabelSetting
        Sizes of the problem, its class and the privacy budget.
    shape : {"full", "holes"}
        The distribution of features.
    value : callable
        Enclosure of a member's value.
    cap : callable
        Enclosure of an upper limit of a member's value.

    Returns
    -------
    tuple of (Bumps or None, float)
        The member, or None, and its value rounded down.
    """
    best: tuple[float, Bumps | None] = (0.0, None)

    def height(cells: int, ramp: Fraction) -> tuple[float, Bumps | None]:
        bumps = member(a, shape, cells, ramp)
        return (0.0, None) if bumps is None or cap(bumps) <= best[0] else (risk_down(value(bumps)), bumps)

    for ramp in _RAMPS if shape == "full" else _RAMPS[:1]:
        tried: set[int] = set()
        # Coarse, then finer about the best.
        for fine in (False, True):
            logs = np.linspace(0, min(_LOG_CELLS, 300 / a.d), 37)
            if fine:
                logs = np.log10(best[1].cells if best[1] else 1) + np.linspace(-0.45, 0.45, 13)
            for cells in {max(int(10.0**log), 1) for log in logs} - tried:
                tried.add(cells)
                best = max(best, height(cells, ramp), key=lambda one: one[0])
    if best[1] is not None and not best[1].in_class():
        raise AssertionError(f"{best[1]}: outside the class")
    return best[1], best[0]


def member_bound(
    a: UserSetting, name: str, found: tuple[Bumps | None, float], conditions: tuple[str, ...], rate: object
) -> Bound:
    """The bound of a member, with its parameters.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    name : str
        Name of the bound.
    found : tuple of (Bumps or None, float)
        A member and its value.
    conditions : tuple of str
        The conditions under which it holds.
    rate : sympy expression
        The symbolic rate.

    Returns
    -------
    Bound
        The bound on the excess risk.
    """
    bumps, value = found
    parameters: dict[str, int | float | Fraction] = {"n": a.n, "m": a.m, "d": a.d, "epsilon": a.epsilon}
    if bumps is not None:
        parameters |= {"M": bumps.cells, "bumps": bumps.bumps, "s": float(bumps.size()), "rho": bumps.ramp}
    return Bound(value, name, conditions, parameters, rate)


def bounds(a: UserSetting) -> list[Bound]:
    """Every bound on the excess risk of two classes; 0 if gamma beta > 1, because then eta has one sign.

    In that case bumps of both signs violate the margin (zhao/own/no-crossing).

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    list of Bound
        The bounds on the excess risk.
    """
    return list(_bounds(a))


def _bounds(a: UserSetting) -> Iterator[Bound]:
    conditions = ("two classes or more", SEQUENTIAL, "gamma beta <= 1, margin for 0 < |eta|")
    kinds: list[tuple[str, Value, LabelSetting, sympy.Expr]] = [
        ("bumps at known places", known_bumps, a.labels, PRIVATE_RATE),
        ("bumps without privacy", public_bumps, a.labels, PUBLIC_RATE),
    ]
    if a.gamma > 0:
        kinds.insert(1, ("bumps at hidden places", hidden_bumps, replace(a.labels, c=1.0), PRIVATE_RATE))
    for name, value, setting, rate in kinds:
        empty = Fraction(a.gamma) * Fraction(a.beta) > 1
        of = partial(value, n=a.n, m=a.m, eps=a.epsilon)
        found = (None, 0.0) if empty else best_member(setting, "full", of, at_stake)
        yield member_bound(a, name, found, conditions, rate)
