r"""Bumps of unknown sign in the cells of a grid: label's lower bounds (33)-(51) and (86)-(104), with constants.

[0, 1]^d has M^d cells of length h = 1/M. In m of them eta = eta_2 - eta_1 is v_k s phi, v_k a sign; elsewhere it is 0.

*Full*, gamma beta <= 1: features fill [0, 1]^d, with density c in the m cells and uniform over the others (density at
least c there, since c <= 1). phi = min(1, (delta/(rho h))^beta), delta the l_inf distance to the cell's faces, rho <=
1/2. With s <= 2^beta L (rho h)^beta each class probability (1 +- eta)/2 is Hoelder with L: within a cell its constant
is s/(2 (rho h)^beta) <= L, and across cells a^beta + b^beta <= 2^(1 - beta) (a + b)^beta. Points with delta < x h are a
share 1 - (1 - 2 x)^d <= min(1, 2 d x) of a cell, so that gamma beta <= 1 and m c h^d max(1, 2 d rho) <= C_T s^gamma
give P(0 < |eta| < t) <= C_T t^gamma.

*Holes*, every gamma: in the m cells, features lie only in a central cube of half the side, with density c, and phi = 1
there. Other cells, at least one, are full. Points of cubes of other signs are h/2 apart, and h/4 from a full cell, so
that s <= L (h/2)^beta suffices, and m c (h/2)^d <= C_T s^gamma. (label (36) has no holes, and so violates its
Assumption 1(b) for gamma beta > 1.) Assumption 1(d) holds with theta v_d = (8 sqrt(d))^-d and D = 1/2: a ball of radius
r holds cubes of side q = r/sqrt(d) with a corner at its centre. Where q >= 2h, one of them lies in [0, 1]^d, and along
each axis whole cells are q/3 of it at least, h/2 of each h with features; where q < 2h, the cube of side q/8 <= h/4
towards the middle of the centre's own piece, of side h/2 at least, is in that piece.

The excess risk is at least the sum over the m cells of s times the integral of phi f, times the smallest error of any
test of v_k from all data, averaged over both signs: a classifier's value at one point is such a test.

*Local*: a private channel on two labels is a function of randomised response (Kairouz, Oh, Viswanath 2016). So the test
sees answers of bias at most s T, T = tanh(epsilon/2), of the k people in the cell, each of N with probability p. The
majority of k errs with probability e(k), which for odd k is a regularised beta function, and for even k that of k - 1.
The piecewise linear function through 0 and odd k is below e and convex, since successive decreases shrink by the factor
2 (2j + 1)/(j + 1) (1 - a^2)/4 < 1. So the mean of e(k) is at least its value at N p.

*Central*: couple the labels under both signs so that l of them differ, each with probability p s E phi. Compare the
probabilities of a private test at two data sets that differ in l labels with those of data half-way between: P(error)
>= E[e^(-epsilon l/2) (1 if l is even, 1/cosh(epsilon/2) if odd)]/2 >= 1/(1 + exp(epsilon N p s E phi)).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, inf
from typing import Literal

import numpy as np
from flint import arb
from scipy.special import betainc

from lowerbounds.information.contraction import tanh_half
from lowerbounds.methods.bounds import Bound
from lowerbounds.numerics.enclosures import BITS, ball, exact_down, precise, risk_down
from notation.classification import LabelSetting
from notation.parameters import ParameterError
from notation.symbols import N, beta, d, epsilon, gamma

_Privacy = Literal["local", "central", "none"]
Shape = Literal["full", "holes"]

_RATE_OPEN = N ** (-beta * (gamma + 1) / (2 * beta + d))
RATES = {
    "local": (N * epsilon**2) ** (-beta * (gamma + 1) / (2 * beta + d)),
    "central": (epsilon * N) ** (-beta * (gamma + 1) / (beta + d)),
    "none": _RATE_OPEN,
}
"""For epsilon below 1 and gamma beta <= d; for gamma beta > d and large N there is no such bump, and no such rate."""

_RAMPS = tuple(Fraction(1, 2**k) for k in range(1, 7))


@dataclass(frozen=True)
class Bumps:
    """The family of bumps of unknown sign in some cells.

    The size s of the bumps is the largest that the class allows.

    Attributes
    ----------
    setting : LabelSetting
        The class and the sizes.
    shape : {"full", "holes"}
        The distribution of features.
    cells : int
        M, the number of cells along each axis.
    ramp : Fraction
        rho, the share of a cell over which a bump of "full" rises.
    bumps : int
        m, the number of bumps.
    """

    setting: LabelSetting
    shape: Shape
    cells: int
    ramp: Fraction
    bumps: int

    @property
    def mass(self) -> Fraction:
        """p: the probability of one bump's cell."""
        side = self.cells if self.shape == "full" else 2 * self.cells
        return Fraction(self.setting.c) / side**self.setting.d

    @precise
    def mean_height(self, power: int = 1) -> arb:
        """E phi^power over one bump's cell; the integral of (1 - 2 rho t^(1/(power beta)))^d over t from 0 to 1.

        Parameters
        ----------
        power : int, default 1
            The power of phi.

        Returns
        -------
        arb
            An enclosure.
        """
        if self.shape == "holes":
            return arb(1)
        b = power * ball(self.setting.beta)
        terms = (comb(self.setting.d, k) * ball((-2 * self.ramp) ** k) * b / (b + k) for k in range(self.setting.d + 1))
        return sum(terms, arb(0))

    @property
    def reach(self) -> Fraction:
        """s is min(1, L reach^beta)."""
        return (2 * self.ramp if self.shape == "full" else Fraction(1, 2)) / self.cells

    @property
    def budget(self) -> Fraction:
        """The part of the margin's C_T s^gamma that one bump uses."""
        return self.mass * (max(Fraction(1), 2 * self.setting.d * self.ramp) if self.shape == "full" else 1)

    @precise
    def size(self) -> arb:
        """Enclose s.

        Returns
        -------
        arb
            An enclosure of s.
        """
        a = self.setting
        return (ball(a.L) * ball(self.reach) ** ball(a.beta)).min(arb(1))

    @property
    def room(self) -> int:
        """The largest number of bumps: one cell holds the remaining mass, if there is any."""
        return int(self.cells**self.setting.d) - (0 if self.shape == "full" and self.setting.c == 1 else 1)

    @precise
    def margin(self) -> Fraction:
        """A rational number at most C_T s^gamma; equal to it if that is rational, so that equality is allowed.

        Returns
        -------
        Fraction
            The rational.
        """
        a = self.setting
        power, order = Fraction(a.gamma) * Fraction(a.beta), Fraction(a.gamma)
        if power.denominator == 1 and (order.denominator == 1 or a.L == 1):
            steep = Fraction(a.L) ** int(order) if order.denominator == 1 else Fraction(1)
            return Fraction(a.C_T) * min(steep * self.reach ** int(power), Fraction(1))
        return exact_down(ball(a.C_T) * self.size() ** ball(a.gamma))

    def in_class(self) -> bool:
        """Whether margin and density certainly satisfy the class (see the module); s is chosen for its smoothness.

        Returns
        -------
        bool
        """
        a = self.setting
        if self.shape == "full" and (self.ramp > Fraction(1, 2) or Fraction(a.gamma) * Fraction(a.beta) > 1):
            return False
        return 1 <= self.bumps <= self.room and self.bumps * self.budget <= self.margin()

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
        a, height = self.setting, self.mean_height()
        cost = ball(self.mass) * self.size() * height
        if privacy == "central":
            error = private_error(a.n, cost, a.epsilon)
        else:
            shrink = tanh_half(a.epsilon) if privacy == "local" else arb(1)
            error = majority_error(a.n * self.mass, self.size() * shrink)
        return self.bumps * cost * error


@precise
def majority_error(mean: Fraction, lean: arb) -> arb:
    """Enclose a lower bound on the mean error of a majority of k answers of this bias, for random k of this mean.

    Parameters
    ----------
    mean : Fraction
        Mean of k.
    lean : arb
        The bias of an answer, in [0, 1].

    Returns
    -------
    arb
        An enclosure of the probability.
    """
    if mean < 1:
        return (1 - lean * ball(mean)) / 2
    j = int((mean - 1) // 2)
    share, at_low = ball((mean - (2 * j + 1)) / 2), _odd_error(j, lean)
    found = at_low - share * odd_drop(j, lean)
    if found.rel_accuracy_bits() >= BITS / 2:
        return found
    # Digits cancel where the next error is far below this one.
    return at_low * (1 - share) + _odd_error(j + 1, lean) * share


def _odd_error(j: int, lean: arb) -> arb:
    """P(Bin(2j + 1, (1 + lean)/2) <= j)."""
    return ((1 - lean) / 2).beta_lower(arb(j + 1), arb(j + 1), regularized=1)


def odd_drop(j: int, lean: arb) -> arb:
    """The decrease in error from 2j + 1 to 2j + 3 answers: lean C(2j + 1, j) ((1 - lean^2)/4)^(j + 1).

    Two more answers change only a majority of 2j + 1 by one vote. With q = (1 - lean)/2, a majority that was right by
    one becomes wrong with probability q^2, and one that was wrong by one becomes right with (1 - q)^2.

    Parameters
    ----------
    j : int
        j, at least 0.
    lean : arb
        The bias of an answer, in [0, 1].

    Returns
    -------
    arb
        An enclosure of the difference.
    """
    k = arb(j + 1)
    chance = ((2 * k).lgamma() - (k + 1).lgamma() - k.lgamma()).exp()
    return lean * chance * ((1 - lean * lean) / 4) ** (j + 1)


@precise
def private_error(n: int, chance: arb, eps: float) -> arb:
    """Enclose E[e^(-eps l/2) (1 if l is even, sech(eps/2) if odd)]/2, l the number of n labels that differ.

    Parameters
    ----------
    n : int
        Number of people.
    chance : arb
        Probability that a label differs.
    eps : float
        epsilon, the privacy budget.

    Returns
    -------
    arb
        An enclosure of the error.
    """
    half = (-ball(eps) / 2).exp()
    sech = 2 * half / (1 + half * half)
    alike, opposite = (1 - chance * (1 - half)) ** n, (1 - chance * (1 + half)) ** n
    return (alike + opposite) / 4 + (alike - opposite) * sech / 4


def largest_bound(a: LabelSetting, privacy: _Privacy, shape: Shape) -> Bound:
    """The bound by the best of the family's members, rounded down; 0 if none of them is in the class.

    Parameters
    ----------
    a : LabelSetting
        Sizes of the problem, its class and the privacy budget.
    privacy : {"local", "central", "none"}
        Whether each label is randomised, a curator is trusted, or nothing is private.
    shape : {"full", "holes"}
        The distribution of features.

    Returns
    -------
    Bound
        The bound on the excess risk.
    """
    found = max(_candidates(a, privacy, shape), key=lambda bumps: float(bumps.risk(privacy).mid()), default=None)
    named = {"local": "local test", "central": "central test", "none": "without privacy"}[privacy]
    conditions = [
        "two classes or more",
        f"{'sequentially interactive channels' if privacy == 'local' else 'any learner'}",
    ]
    if shape == "holes":
        conditions.append(
            "the class lets features leave holes: theta v_d <= (8 sqrt(d))^-d, D <= 1/2 in Assumption 1(d)"
        )
    else:
        conditions.append("gamma beta <= 1")
    value = 0.0
    parameters: dict[str, int | float | Fraction] = {"n": a.n, "d": a.d, "epsilon": a.epsilon}
    if found is not None:
        if not found.in_class():
            raise AssertionError(f"{found}: outside the class")
        value = risk_down(found.risk(privacy))
        parameters |= {"M": found.cells, "m": found.bumps, "s": float(found.size()), "rho": found.ramp}
    return Bound(value, f"bumps, {shape}: {named}", tuple(conditions), parameters, RATES[privacy])


def _candidates(a: LabelSetting, privacy: _Privacy, shape: Shape) -> list[Bumps]:
    """The best members by floats, one for each ramp; they are certified when used."""
    if shape == "full" and Fraction(a.gamma) * Fraction(a.beta) > 1:
        return []
    sizes = np.unique(np.floor(np.logspace(0, min(18.0, 300 / a.d), 1500)))
    found = []
    for ramp in _RAMPS if shape == "full" else _RAMPS[:1]:
        values = _heights(a, privacy, shape, float(ramp), sizes)
        if values.max() > 0:
            bumps = member(a, shape, int(sizes[int(np.argmax(values))]), ramp)
            if bumps is not None:
                found.append(bumps)
    return found


def member(a: LabelSetting, shape: Shape, cells: int, ramp: Fraction = _RAMPS[0]) -> Bumps | None:
    """The family with the most bumps that the class allows; None if there is no bump.

    Parameters
    ----------
    a : LabelSetting
        Sizes of the problem, its class and the privacy budget.
    shape : {"full", "holes"}
        The distribution of features.
    cells : int
        Number of cells along each axis.
    ramp : Fraction, default _RAMPS[0]
        rho, the share of a cell over which a bump rises.

    Returns
    -------
    Bumps or None
        The family, or None.

    Raises
    ------
    ParameterError
        For less than one cell.
    """
    if cells < 1:
        raise ParameterError(f"cells = {cells}: must be at least 1")
    one = Bumps(a, shape, cells, ramp, 1)
    bumps = min(int(one.margin() / one.budget), one.room)
    return Bumps(a, shape, cells, ramp, bumps) if bumps >= 1 else None


def _heights(a: LabelSetting, privacy: _Privacy, shape: Shape, ramp: float, M: np.ndarray) -> np.ndarray:
    """The bound for M cells along each axis, by floats, only to guide the search."""
    full = shape == "full"
    size = np.minimum(a.L * ((2 * ramp if full else 0.5) / M) ** a.beta, 1.0)
    mass = a.c / (M if full else 2 * M) ** a.d
    wide = max(1.0, 2 * a.d * ramp) if full else 1.0
    room = M**a.d - (0 if full and a.c == 1 else 1)
    bumps = np.minimum(np.floor(a.C_T * size**a.gamma / (mass * wide) * (1 + 1e-12)), room)
    if privacy == "central":
        moved = a.n * mass * size * min(a.epsilon, 50.0)
        error = 1 / (1 + np.exp(np.minimum(moved, 700)))
    else:
        lean = size * (np.tanh(a.epsilon / 2) if privacy == "local" else 1.0)
        j = np.maximum((a.n * mass - 1) / 2, 0)
        error = np.nan_to_num(betainc(j + 1, j + 1, (1 - lean) / 2), nan=0.0, posinf=0.0)
    value = np.where(bumps >= 1, bumps * mass * size * error, 0.0)
    return np.where(value < inf, value, 0.0)


def local_bounds(a: LabelSetting) -> list[Bound]:
    """Every bound if each label is randomised on its own.

    Parameters
    ----------
    a : LabelSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    list of Bound
        The bounds on the excess risk.
    """
    return [largest_bound(a, privacy, shape) for shape in _shapes(a) for privacy in ("local", "none")]


def central_bounds(a: LabelSetting) -> list[Bound]:
    """Every bound if a curator is trusted.

    Parameters
    ----------
    a : LabelSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    list of Bound
        The bounds on the excess risk.
    """
    return [largest_bound(a, privacy, shape) for shape in _shapes(a) for privacy in ("central", "none")]


def _shapes(a: LabelSetting) -> tuple[Shape, ...]:
    """Holes are used only if the class of full features has no bumps, so that the bound shown is for one class."""
    return ("full",) if Fraction(a.gamma) * Fraction(a.beta) <= 1 else ("holes",)


LABEL_BOUNDS = {"label-classification-local": local_bounds, "label-classification-central": central_bounds}
"""Excess risk with private labels and public features."""
