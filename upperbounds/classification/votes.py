"""Votes of the labels in a cell under label privacy: each label through a channel, or noise on the counts of a cell.

Features are public. So are each person's cell, and the number n_l of people in a cell. Neighbouring data differ in one
label, hence in the votes of one cell: the budget spent on a cell is the total budget.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.choice import chosen
from upperbounds.channels.geometric import two_sided_geometric
from upperbounds.channels.loss import ONE, PrivacyLoss, RationalFunction, T, evaluate, larger
from upperbounds.channels.response import KaryResponse
from upperbounds.channels.unary import UnaryEncoding

Labels: TypeAlias = NDArray[np.int64]
HALF = Fraction(1, 2)
"""Ratios of votes are rational functions of t = e^(epsilon/2)."""


def label_ratios(
    law: Callable[[tuple[int, ...]], Mapping[Hashable, RationalFunction]], people: int, classes: int
) -> set[RationalFunction]:
    """All ratios of the laws of an output over data that differ in one label: label's Definition 2, exact.

    All classes^people data sets and every change of one label are tried.

    Parameters
    ----------
    law : callable
        The probability of each output, a rational function, given the labels of all people. Their features are fixed.
    people : int
        Number of people.
    classes : int
        Number of classes.

    Returns
    -------
    set of RationalFunction
        The ratios, elements of Q(t).

    Raises
    ------
    ValueError
        If an output is possible for only one of two neighbours.

    References
    ----------
    Anonymous (label), Definition 2.
    """
    laws = {labels: law(labels) for labels in product(range(classes), repeat=people)}
    # Of many data sets the laws are the same: each pair of laws is divided once.
    kinds = {labels: frozenset(one.items()) for labels, one in laws.items()}
    found: set[RationalFunction] = {ONE}
    seen: set[tuple[frozenset[tuple[Hashable, RationalFunction]], frozenset[tuple[Hashable, RationalFunction]]]] = set()
    for labels, one in laws.items():
        for who, other in product(range(people), range(classes)):
            neighbour = (*labels[:who], other, *labels[who + 1 :])
            two, pair = laws[neighbour], (kinds[labels], kinds[neighbour])
            if pair in seen:
                continue
            seen.add(pair)
            if {key for key, p in one.items() if p} != {key for key, p in two.items() if p}:
                raise ValueError(f"labels {labels}, another one of person {who}: an output is possible under one only")
            found.update(chance / two[key] for key, chance in one.items() if chance)
    return found


def label_loss(
    law: Callable[[tuple[int, ...]], Mapping[Hashable, RationalFunction]], people: int, classes: int, unit: Fraction
) -> PrivacyLoss:
    """The largest of `label_ratios`.

    Parameters
    ----------
    law : callable
        The law of an output, given all labels.
    people : int
        Number of people.
    classes : int
        Number of classes.
    unit : Fraction
        The unit of t = e^(unit epsilon).

    Returns
    -------
    PrivacyLoss
        The loss.

    Raises
    ------
    ValueError
        If no ratio is the largest for every t.
    """
    worst: RationalFunction = ONE
    for ratio in label_ratios(law, people, classes):
        worst = larger(worst, ratio)
    return PrivacyLoss(worst, unit)


@dataclass(frozen=True)
class LocalVote:
    """Each person sends their label through a channel, and the answers are added up: label (11)-(13).

    "one-hot" is the paper's (11), each of K bits at epsilon/2; "k-ary" answers with one class, the true one with
    probability e^epsilon/(e^epsilon + K - 1). For two classes every private answer is a function of this one (Kairouz,
    Oh, Viswanath 2016).

    Attributes
    ----------
    mechanism : {'k-ary', 'one-hot'}
        The channel.
    classes : int
        Number of classes.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one person's label.

    Raises
    ------
    ParameterError
        For another mechanism, or fewer than two classes.

    References
    ----------
    Anonymous (label), Equations (11) to (13).
    """

    mechanism: Literal["k-ary", "one-hot"]
    classes: int
    epsilon: Number

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        if self.mechanism not in ("k-ary", "one-hot"):
            raise ParameterError(f"mechanism = {self.mechanism!r}: must be 'k-ary' or 'one-hot'")
        count("classes", self.classes, 2)

    @property
    def channel(self) -> KaryResponse | UnaryEncoding:
        """The channel of a label: it draws from the same law whose ratio is checked."""
        if self.mechanism == "k-ary":
            return KaryResponse(self.classes, self.epsilon)
        return UnaryEncoding(self.classes, 1, self.epsilon)

    @property
    def marks(self) -> tuple[float, float]:
        """The probabilities that an answer counts for another class than the label, and for the label."""
        channel = self.channel
        if isinstance(channel, UnaryEncoding):
            return channel.probabilities
        e = float(channel.epsilon)
        return evaluate(channel.lie, e), evaluate(channel.truth, e)

    def spend(self) -> PrivacyLoss:
        """The exact worst ratio of an answer over pairs of labels."""
        return self.channel.worst_loss()

    def tallies(self, cells: Labels, labels: Labels, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """How many answers count for each class in each cell.

        Parameters
        ----------
        cells : ndarray of int, shape (N,)
            Each person's cell, from 0.
        labels : ndarray of int, shape (N,)
            Each person's label, from 0.
        size : int
            Number of cells.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (size, K)
            Counts.
        """
        answers = self.channel.sample(labels, rng)
        marked = answers[:, None] == np.arange(self.classes) if self.mechanism == "k-ary" else answers
        who, which = np.nonzero(marked)
        found = np.bincount(cells[who] * self.classes + which, minlength=size * self.classes)
        return found.reshape(size, self.classes)

    def shares(self, tallies: FloatArray, counts: FloatArray) -> FloatArray:
        """Estimates of each class's share in each cell: unbiased if the cell has people, else 0.

        Parameters
        ----------
        tallies : ndarray, shape (cells, K)
            The tally of each class in each cell.
        counts : ndarray, shape (cells,)
            How many people are in each cell.

        Returns
        -------
        ndarray, shape (cells, K)
            Estimates.
        """
        zero, one = self.marks
        return (tallies / np.maximum(counts, 1)[:, None] - zero * (counts > 0)[:, None]) / (one - zero)

    def steps(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The probabilities that an answer moves the vote up and down, for a label 0 and for a label 1, of two classes.

        Up counts for class 1 only, down for class 0 only.

        Returns
        -------
        tuple of (tuple of (float, float), tuple of (float, float))
            For each label the probabilities of up and down.
        """
        zero, one = self.marks
        if self.mechanism == "k-ary":
            return (zero, one), (one, zero)
        up, down = one * (1 - zero), zero * (1 - one)
        return (down, up), (up, down)


@dataclass(frozen=True)
class CentralVote:
    """Noise on the counts of the labels in a cell, by a trusted curator.

    "exponential" is the paper's (17): class j with probability proportional to e^(epsilon n_lj / 2). "geometric" and
    "laplace" add noise to counts. For two classes n_l is public, and one count determines both. A neighbour changes it
    by 1, so the noise has scale 1/epsilon. With more classes two counts change, and each has noise of scale 2/epsilon.

    Attributes
    ----------
    mechanism : {'geometric', 'laplace', 'exponential'}
        The noise.
    classes : int
        Number of classes.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one person's label.

    Raises
    ------
    ParameterError
        For another mechanism, or fewer than two classes.

    References
    ----------
    Anonymous (label), Equation (17).
    """

    mechanism: Literal["geometric", "laplace", "exponential"]
    classes: int
    epsilon: Number

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        if self.mechanism not in ("geometric", "laplace", "exponential"):
            raise ParameterError(f"mechanism = {self.mechanism!r}: must be 'geometric', 'laplace' or 'exponential'")
        count("classes", self.classes, 2)

    @property
    def unit(self) -> Fraction:
        """The noise of a count has scale 1 / (unit epsilon)."""
        return Fraction(1) if self.classes == 2 else HALF

    def tallies(self, cells: Labels, labels: Labels, size: int, rng: np.random.Generator) -> FloatArray:
        """The counts with noise; for "exponential", 1 for the class that won.

        Parameters
        ----------
        cells : ndarray of int, shape (N,)
            Each person's cell, from 0.
        labels : ndarray of int, shape (N,)
            Each person's label, from 0.
        size : int
            Number of cells.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (size, K)
            Counts.
        """
        flat = np.bincount(cells * self.classes + labels, minlength=size * self.classes)
        counts = flat.reshape(size, self.classes).astype(np.float64)
        if self.mechanism == "exponential":
            won = chosen(flat.reshape(size, self.classes), Fraction(self.epsilon) / 2, rng)
            return (won[:, None] == np.arange(self.classes)).astype(np.float64)
        shape = (size,) if self.classes == 2 else counts.shape
        noise = (
            two_sided_geometric(self.epsilon, self.unit, shape, rng).astype(np.float64)
            if self.mechanism == "geometric"
            else rng.laplace(scale=1 / float(self.unit * Fraction(self.epsilon)), size=shape)
        )
        return counts + (np.stack([-noise, noise], axis=1) if self.classes == 2 else noise)

    def shares(self, tallies: FloatArray, counts: FloatArray) -> FloatArray:
        """Estimates of each class's share in each cell, unbiased if the cell has people; for (17), the winner.

        Parameters
        ----------
        tallies : ndarray, shape (cells, K)
            The tally of each class in each cell.
        counts : ndarray, shape (cells,)
            How many people are in each cell.

        Returns
        -------
        ndarray, shape (cells, K)
            Estimates.
        """
        if self.mechanism == "exponential":
            return tallies
        return np.where(counts[:, None] > 0, tallies / np.maximum(counts, 1)[:, None], 0.0)

    def wrong(self, lead: int) -> RationalFunction:
        """With two classes, the probability that the one behind by `lead` votes wins, in Q(t), t = e^(epsilon/2).

        A lead has the parity of n_l. For the geometric law P(G <= -k) = r^k/(1 + r), r = t^2, with half of the
        probability of a tie. This is optimal among private votes that treat both classes alike: their probabilities at
        leads 2 apart differ by a factor of at most t^2.

        Parameters
        ----------
        lead : int
            Number of votes, at least 0.

        Returns
        -------
        RationalFunction
            The probability, an element of Q(t).
        """
        if self.mechanism == "exponential":
            return ONE / (1 + T**lead)
        if self.mechanism == "laplace" or lead % 2 == 0:
            return ONE / (2 * T**lead)
        return T / (T**lead * (T**2 + 1))

    def chance_of_second(self, leads: FloatArray) -> FloatArray:
        """The probability that class 1 wins.

        Parameters
        ----------
        leads : ndarray, shape (...)
            Its leads, integers, negative if it is behind.

        Returns
        -------
        ndarray, shape (...)
            Probabilities.
        """
        e, ahead = float(self.epsilon), np.abs(leads)
        if self.mechanism == "exponential":
            wrong = np.exp(-np.logaddexp(0.0, e * ahead / 2))
        else:
            wrong = np.exp(-e * ahead / 2) / 2
            if self.mechanism == "geometric":
                # t^-k / (t + 1/t), scaled so that no power overflows.
                odd = np.exp(-e * (ahead + 1) / 2) / (1 + np.exp(-e))
                wrong = np.where(ahead % 2 == 1, odd, wrong)
        return np.where(leads > 0, 1 - wrong, np.where(leads < 0, wrong, 0.5))

    def spend(self) -> PrivacyLoss:
        """The worst ratio over neighbours, from the noise; (17) approaches it in large cells without reaching it."""
        return PrivacyLoss.of(self.unit * (1 if self.classes == 2 else 2))

    def enumerated(self, people: int) -> PrivacyLoss:
        """The exact worst ratio of the outcome of a cell with this many people of two classes, by enumeration.

        Parameters
        ----------
        people : int
            Number of people.

        Returns
        -------
        PrivacyLoss
            The loss.
        """
        return label_loss(self.law, people, 2, HALF)

    def law(self, labels: tuple[int, ...]) -> dict[Hashable, RationalFunction]:
        """The probability of each outcome of a cell with these labels, of two classes.

        Parameters
        ----------
        labels : tuple of int
            Labels, each 0 or 1.

        Returns
        -------
        dict from Hashable to RationalFunction
            The probability of each outcome, an element of Q(t).
        """
        lead = 2 * sum(labels) - len(labels)
        behind = self.wrong(abs(lead))
        return {1: 1 - behind, 0: behind} if lead >= 0 else {1: behind, 0: 1 - behind}


Vote: TypeAlias = LocalVote | CentralVote
