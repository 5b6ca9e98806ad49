"""Le Cam's two-point method, with the value after each step, which shows how much each step loses.

The best channel is not known, so the first steps are computed for a witness: each user sends randomised response of the
likelihood-ratio test of its m draws. The infimum over channels lies between the end and the start of a chain.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb

from lowerbounds.information.divergences import (
    Pair,
    harmonic_power,
    kullback_leibler,
    likelihood_test,
    overlap_power,
    total_variation_power,
)
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.numerics.enclosures import ball, precise
from notation.parameters import ParameterError

TSYBAKOV = "Tsybakov 2009"


@dataclass(frozen=True)
class BoundStep:
    """One step of a chain.

    Attributes
    ----------
    name : str
        Name of the step.
    value : arb
        The lower bound after the step, a ball in units of squared error.
    source : str
        Where it is from.
    """

    name: str
    value: arb
    source: str


@dataclass(frozen=True)
class BoundChain:
    """Steps from the Bayes risk of the two points down to the final number.

    Attributes
    ----------
    steps : tuple of Step
        The steps, in order.
    """

    steps: tuple[BoundStep, ...]

    @property
    def value(self) -> arb:
        """The final number; if it is negative, the chain is trivial."""
        return self.steps[-1].value

    @property
    def losses(self) -> tuple[float, ...]:
        """Each step's value over the one before, approximate; nan after a value of 0."""
        return tuple(float((after.value / before.value).mid()) for before, after in pairwise(self.steps))


@dataclass(frozen=True)
class TwoPointFamily:
    """Two laws of one sample on the same two atoms.

    The functional is the mean.

    Attributes
    ----------
    null : FiniteLaw
        The first law.
    alternative : FiniteLaw
        The second law.

    Raises
    ------
    ParameterError
        Unless there are two atoms, the same for both, and the means differ.
    """

    null: FiniteLaw
    alternative: FiniteLaw

    def __post_init__(self) -> None:
        if len(self.null.atoms) != 2 or self.null.atoms != self.alternative.atoms:
            raise ParameterError("a two-point family needs two laws on the same two atoms")
        if self.separation == 0:
            raise ParameterError("the two laws of a two-point family have the same mean")

    @property
    def separation(self) -> Fraction:
        """Distance of the two means, exact."""
        return abs(self.null.mean() - self.alternative.mean())

    @property
    def success(self) -> tuple[Fraction, Fraction]:
        """Probability of the first atom under each law."""
        first = self.null.atoms[0]
        return self.null[first], self.alternative[first]

    @property
    def kl(self) -> arb:
        """KL(null || alternative) of one sample."""
        return kullback_leibler(self.null, self.alternative)

    def tv(self, m: int) -> arb:
        """TV of the m-fold products.

        Parameters
        ----------
        m : int
            Number of samples of each user.

        Returns
        -------
        arb
            An enclosure of the distance.
        """
        return total_variation_power(*self.success, m)

    @precise
    def witness(self, m: int, epsilon: float) -> tuple[Pair, Pair]:
        """Return the laws (1, 0) of randomised response of the likelihood-ratio test, under null and alternative.

        Parameters
        ----------
        m : int
            Number of samples of each user.
        epsilon : float
            Privacy budget of one user, for all of their samples.

        Returns
        -------
        tuple of (Pair, Pair)
            The laws under null and alternative, each (P(1), P(0)).
        """
        lie = (-ball(epsilon)).exp() / (1 + (-ball(epsilon)).exp())
        under_null, under_alternative = (
            ((1 - lie) * yes + lie * no, (1 - lie) * no + lie * yes) for yes, no in likelihood_test(*self.success, m)
        )
        return under_null, under_alternative


def _start(family: TwoPointFamily, n: int, m: int, epsilon: float) -> tuple[arb, arb, list[BoundStep]]:
    """Return (separation/2)^2, the witness's KL for one user, and the steps that every chain shares."""
    square = ball(family.separation / 2) ** 2
    p, q = family.witness(m, epsilon)
    overlap = overlap_power(p, q, n)
    bayes = harmonic_power(p, q, n).max(overlap.lower())
    steps = [
        BoundStep(
            "Bayes risk of the two points at the witness", square * bayes, "posterior variance, (sep/2)^2 sum 2ab/(a+b)"
        ),
        BoundStep("harmonic mean by minimum: (sep/2)^2 (1 - TV_n)", square * overlap, "2ab/(a+b) >= min(a, b)"),
        BoundStep(
            "from estimation to testing: half of it", square * overlap / 2, f"zhao (61), (62)(a); {TSYBAKOV}, 2.2"
        ),
    ]
    return square, p[0] * (p[0] / q[0]).log() + p[1] * (p[1] / q[1]).log(), steps


@precise
def pinsker_chain(
    family: TwoPointFamily,
    n: int,
    m: int,
    epsilon: float,
    contraction: tuple[Callable[[arb], arb], str],
    tensorisation: str,
    closing: tuple[tuple[str, arb, str], ...] = (),
) -> BoundChain:
    """Return zhao (62)(a)-(e): Pinsker, chain rule, contraction(TV_m) >= KL of one user, Pinsker on the samples.

    Valid for every sequentially interactive protocol: the chain rule takes the largest KL of one user over the messages
    before.

    Parameters
    ----------
    family : TwoPointFamily
        The two laws.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    contraction : tuple of (callable, str)
        The limit on KL of one user as a function of TV, and its source.
    tensorisation : str
        The source of the last Pinsker.
    closing : tuple of tuple of (str, arb, str), default ()
        Further steps: name, limit on KL of one user, source.

    Returns
    -------
    Chain
        The chain.

    References
    ----------
    Zhao et al., Equation (62).
    """
    square, witness_kl, steps = _start(family, n, m, epsilon)
    limit, source = contraction
    links = (
        ("Pinsker and chain rule over users", witness_kl, f"(62)(b), (c); {TSYBAKOV}, Lemma 2.5"),
        ("private contraction, TV of m-fold products", limit(family.tv(m)), source),
        ("Pinsker and tensorisation over samples", limit((m * family.kl / 2).sqrt()), tensorisation),
        *closing,
    )
    for name, kl, cite in links:
        steps.append(BoundStep(name, square * (1 - (n * kl / 2).sqrt()) / 2, cite))
    return BoundChain(tuple(steps))


@precise
def bretagnolle_huber_chain(
    family: TwoPointFamily, n: int, m: int, epsilon: float, limits: tuple[tuple[str, arb, str], ...]
) -> BoundChain:
    """Return zhao (66): Bretagnolle-Huber, then successive limits (name, bound on KL of one user, source).

    Parameters
    ----------
    family : TwoPointFamily
        The two laws.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    limits : tuple of tuple of (str, arb, str)
        Successive limits: name, bound on KL of one user, source.

    Returns
    -------
    Chain
        The chain.

    References
    ----------
    Zhao et al., Equation (66).
    """
    square, witness_kl, steps = _start(family, n, m, epsilon)
    links = (("Bretagnolle-Huber and chain rule over users", witness_kl, f"{TSYBAKOV}, Lemma 2.6"), *limits)
    for name, kl, cite in links:
        steps.append(BoundStep(name, square * (-n * kl).exp() / 4, cite))
    return BoundChain(tuple(steps))
