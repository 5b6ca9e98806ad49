r"""Bumps of unknown sign in the cells of a grid: lower bounds for regression, for every N and epsilon.

label's lower bounds (121)-(130), (143)-(146), (156)-(163) and (183)-(189), with constants. Features are uniform on
[0, 1]^d, so that their density is c at least for every c <= 1. The cube has M^d cells of mass P = M^-d; in cell k eta
is v_k s phi, v_k a sign.

*Tents*: phi = min(1, (delta/(rho h))^beta), delta the l_inf distance to the cell's faces, h = 1/M, rho <= 1/2. Within a
cell eta is Hoelder with s/(rho h)^beta, across cells with 2^(1 - beta) times that, as a^beta + b^beta <= 2^(1 - beta)
(a + b)^beta: s <= 2^(beta - 1) L (rho h)^beta suffices. *Flat*, rho = 0: M = 1 and phi = 1, and nothing is asked.

Labels are +-t with probabilities (q +- eta/t)/2, else 0, where q t^p = M_p, t >= M_p^(1/p), and s <= q t; of bounded
labels q = 1 and t = T. So E[Y|x] = eta, and E|Y|^p = M_p.

Let u = <etahat, phi>/(s |phi|^2) in a cell, |phi|^2 the integral of phi^2 over it. By Cauchy-Schwarz the squared error
there is at least s^2 |phi|^2 (u - v)^2. Given all that u depends on, v is 1 with some probability g: E(u - v)^2 >= E 4
g (1 - g) >= 2 E min(g, 1 - g), twice the smallest error e of a test of v. So R is at least the sum over cells of 2 s^2
|phi|^2 e; label (127) has half of s^2 |phi|^2 e.

*Local*: let K(z|y) be the probabilities of an answer, within e^epsilon of one another. With a = s phi/t the
probabilities of z under both signs have the ratio (A + B)/(A - B), B = a (K(z|t) - K(z|-t))/2, A = q (K(z|t) +
K(z|-t))/2 + (1 - q) K(z|0), and |B|/A is a (e^epsilon - 1)/(q (e^epsilon - 1) + 2) at most, where all but one K are
least. Call this bound the bias. Two laws with ratios up to (1 + bias)/(1 - bias) are functions of a bit with this bias
(Kairouz, Oh, Viswanath 2015), for any person and any earlier answers. `majority_error` gives the error of the majority
of such bits.

*Central*: couple the labels under both signs so that each differs with probability P (s/t) E phi: `private_error`.

*Without privacy*: labels +-M_p^(1/p) are bits of bias s phi/M_p^(1/p).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Literal

import numpy as np
import sympy
from flint import arb
from scipy.special import betainc

from lowerbounds.classification.bumps import majority_error, private_error
from lowerbounds.methods.bounds import Bound
from lowerbounds.numerics.enclosures import ball, precise, risk_down
from notation.regression import RegressionSetting
from notation.symbols import N, beta, d, epsilon, p

_Privacy = Literal["local", "central", "none"]

_OPEN = N ** (-2 * beta / (2 * beta + d))
RATES = {
    "local": (N * epsilon**2) ** (-2 * beta / (2 * beta + d)),
    "central": (epsilon * N) ** (-2 * beta / (beta + d)),
    "none": _OPEN,
}
HEAVY_RATES = {
    "local": (N * epsilon**2) ** (-2 * beta * (p - 1) / (2 * p * beta + d * (p - 1))),
    "central": (epsilon * N) ** (-2 * beta * (p - 1) / (p * beta + d * (p - 1))),
    "none": _OPEN,
}
"""For epsilon below 1."""

_RAMPS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8))
_FLAT = Fraction(0)


@dataclass(frozen=True)
class Signs:
    """The family of bumps of unknown sign in all cells.

    Attributes
    ----------
    setting : RegressionSetting
        The class and the sizes.
    cells : int
        M, the number of cells along each axis.
    ramp : Fraction
        rho, the share of a cell over which a bump rises; 0 if it is flat.
    size : float
        s, the size of the bumps, in units of the labels.
    level : float
        t, the size of a label that is not 0.
    """

    setting: RegressionSetting
    cells: int
    ramp: Fraction
    size: float
    level: float

    @property
    def mass(self) -> Fraction:
        """P: the probability of a cell."""
        return Fraction(1, self.cells**self.setting.d)

    @precise
    def mean_power(self, power: int) -> arb:
        """E phi^power over a cell; the integral of (1 - 2 rho t^(1/(power beta)))^d over t from 0 to 1.

        Parameters
        ----------
        power : int
            The power of phi.

        Returns
        -------
        arb
            An enclosure.
        """
        if not self.ramp:
            return arb(1)
        b = power * ball(self.setting.beta)
        terms = (comb(self.setting.d, k) * ball((-2 * self.ramp) ** k) * b / (b + k) for k in range(self.setting.d + 1))
        return sum(terms, arb(0))

    @precise
    def share(self) -> arb:
        """q: the probability of a nonzero label, M_p/t^p; 1 for bounded labels.

        Returns
        -------
        arb
            An enclosure of q.
        """
        a = self.setting
        return ball(a.M) / ball(self.level) ** ball(a.p) if a.is_heavy else arb(1)

    @precise
    def in_class(self) -> bool:
        """Whether eta certainly has the smoothness of the class, and labels have valid probabilities and the moment.

        Returns
        -------
        bool
        """
        a, size = self.setting, ball(self.size)
        smooth = not self.ramp and self.cells == 1
        if self.ramp:
            steep = ball(a.L) * ball(2) ** (ball(a.beta) - 1)
            smooth = self.ramp <= Fraction(1, 2) and size <= steep * ball(self.ramp / self.cells) ** ball(a.beta)
        if not a.is_heavy:
            return bool(smooth and self.level == a.T and self.size <= a.T)
        return bool(smooth and self.share() <= 1 and size <= self.share() * ball(self.level))

    @precise
    def lean(self, *, private: bool) -> arb:
        """The largest bias towards the cell's sign of an answer from a person in the cell.

        Parameters
        ----------
        private : bool
            Whether the answer is private.

        Returns
        -------
        arb
            An enclosure.
        """
        one = ball(self.size) / ball(self.level)
        if not private:
            return one
        # Divided by e^epsilon, which may be of any size.
        less = -(-ball(self.setting.epsilon)).expm1()
        return one * less / (self.share() * less + 2 * (-ball(self.setting.epsilon)).exp())

    @precise
    def risk(self, privacy: _Privacy) -> arb:
        """Enclose the smallest mean excess risk by the bound on the test.

        Parameters
        ----------
        privacy : {"local", "central", "none"}
            Whether each label is randomised, a curator is trusted, or nothing is private.

        Returns
        -------
        arb
            An enclosure of the excess risk.
        """
        a = self.setting
        if privacy == "central":
            chance = ball(self.mass) * self.mean_power(1) * ball(self.size) / ball(self.level)
            error = private_error(a.n, chance, a.epsilon)
        else:
            error = majority_error(a.n * self.mass, self.lean(private=privacy == "local"))
        return 2 * ball(self.size) ** 2 * self.mean_power(2) * error


def largest_regression_bound(a: RegressionSetting, privacy: _Privacy) -> Bound:
    """The bound by the best of the family's members, rounded down.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.
    privacy : {"local", "central", "none"}
        Whether each label is randomised, a curator is trusted, or nothing is private.

    Returns
    -------
    Bound
        The bound on the excess risk.
    """
    found = max(_members(a, privacy), key=lambda one: float(one.risk(privacy).mid()))
    if not found.in_class():
        raise AssertionError(f"{found}: outside the class")
    named = {"local": "local test", "central": "central test", "none": "without privacy"}[privacy]
    conditions = ("sequentially interactive channels" if privacy == "local" else "any learner",)
    parameters: dict[str, int | float | Fraction] = {
        "n": a.n, "d": a.d, "epsilon": a.epsilon, "M": found.cells, "s": found.size, "t": found.level,
        "rho": found.ramp,
    }  # fmt: skip
    rate: sympy.Expr = (HEAVY_RATES if a.is_heavy else RATES)[privacy]
    return Bound(risk_down(found.risk(privacy)), f"bumps: {named}", conditions, parameters, rate)


def _members(a: RegressionSetting, privacy: _Privacy) -> Iterator[Signs]:
    """The best members by floats, one for each ramp; they are certified when used."""
    least = a.unit * (1 + 1e-12) if a.is_heavy else a.T
    cells = np.unique(np.floor(np.geomspace(1.0, min(1e15, 10 ** (300 / a.d)), 1500)))
    for ramp in (_FLAT, *_RAMPS):
        if ramp:
            M = cells
            size = np.minimum(a.L * 2.0 ** (a.beta - 1) * (float(ramp) / M) ** a.beta, a.unit)
        else:
            size = a.unit * 2.0 ** -np.arange(0, 80, 0.125)
            M = np.ones_like(size)
        # What was rounded up is not in the class.
        size = size * (1 - 1e-9)
        levels = _levels(a, size, least, private=privacy != "none")
        values = np.array([_values(a, privacy, float(ramp), M, size, np.maximum(level, least)) for level in levels])
        kind, place = np.unravel_index(int(np.argmax(values)), values.shape)
        level = float(max(levels[kind][place], least))
        yield Signs(a, int(M[place]), ramp, float(size[place]), level)


def _levels(a: RegressionSetting, size: np.ndarray, least: float, *, private: bool) -> list[np.ndarray]:
    """Levels of labels for each size: smallest, largest, and some between for private labels with heavy tails."""
    if not a.is_heavy or not private:
        return [np.full_like(size, least)]
    most = a.unit * (a.unit / size) ** (1 / (a.p - 1)) * (1 - 1e-12)
    return [np.maximum(most**x * least ** (1 - x), least) for x in (0.0, 0.25, 0.5, 0.75, 1.0)]


def _values(
    a: RegressionSetting, privacy: _Privacy, ramp: float, M: np.ndarray, size: np.ndarray, level: np.ndarray
) -> np.ndarray:
    """The bound for M cells along each axis, by floats, only to guide the search."""
    mass, share = M ** -float(a.d), (a.unit / level) ** a.p if a.is_heavy else 1.0
    first, second = (
        sum(comb(a.d, k) * (-2 * ramp) ** k * j * a.beta / (j * a.beta + k) for k in range(a.d + 1)) for j in (1, 2)
    )
    lean = size / level
    if privacy == "central":
        error = 1 / (1 + np.exp(np.minimum(a.n * mass * lean * first * min(a.epsilon, 50.0), 700)))
    else:
        if privacy == "local":
            less = -np.expm1(-a.epsilon)
            lean = lean * less / (share * less + 2 * np.exp(-a.epsilon))
        j = np.maximum((a.n * mass - 1) / 2, 0)
        error = np.nan_to_num(betainc(j + 1, j + 1, (1 - lean) / 2), nan=0.0, posinf=0.0)
    value = size**2 * second * error
    return np.where(np.isfinite(value), value, 0.0)


def local_regression_bounds(a: RegressionSetting) -> list[Bound]:
    """Every bound if each label is randomised on its own.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    list of Bound
        The bounds on the excess risk.
    """
    return [largest_regression_bound(a, privacy) for privacy in ("local", "none")]


def central_regression_bounds(a: RegressionSetting) -> list[Bound]:
    """Every bound if a curator is trusted.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    list of Bound
        The bounds on the excess risk.
    """
    return [largest_regression_bound(a, privacy) for privacy in ("central", "none")]


REGRESSION_LABEL_BOUNDS = {
    "label-regression-local": local_regression_bounds,
    "label-regression-central": central_regression_bounds,
    "label-regression-heavy-local": local_regression_bounds,
    "label-regression-heavy-central": central_regression_bounds,
}
"""Mean squared error of a regression function, with private labels and public features."""
