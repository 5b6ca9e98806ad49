"""Bayes risks from below."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verify.kernel.calculus.textbook.fact import Fact, Pair, total


def _beta_prior(a: int, signs: int) -> tuple[Fraction, Fraction, Fraction]:
    """Bayes risk, mean information of the data, and the prior's, of Beta(a, a) for the probability of `signs` coins.

    The posterior is a Beta law; a >= 3, so that the prior's density vanishes at the ends with its derivative.
    """
    risk = Fraction(a * a, (2 * a) * (2 * a + 1) * (2 * a + signs))
    reciprocal = Fraction((2 * a - 1) * (2 * a - 2), (a - 1) * (a - 1))  # E 1/(x (1-x)) = B(a-1, a-1)/B(a, a)
    # The prior's score is (a-1)(1-2x)/(x(1-x)), and (1-2x)^2 = 1 - 4x(1-x); B(a-2, a-2)/B(a, a) = E 1/(x(1-x))^2.
    square = reciprocal * Fraction((2 * a - 3) * (2 * a - 4), (a - 2) * (a - 2))
    return risk, signs * reciprocal, (a - 1) ** 2 * (square - 4 * reciprocal)


def _van_trees(prior_share: Fraction = Fraction(1), power: int = 2) -> Iterator[Pair]:
    """One to three independent coins with different numbers of throws, Beta priors."""
    for a, throws in product((3, 5, 40), ((0,), (1,), (10,), (300,), (4, 4), (1, 100), (2, 2, 2), (0, 9, 50))):
        found = [_beta_prior(a, signs) for signs in throws]
        trace = total(data for _, data, _ in found)
        prior = prior_share * total(own for _, _, own in found)
        if trace + prior:
            yield Fraction(len(throws)) ** power / (trace + prior), total(risk for risk, _, _ in found)


VAN_TREES = Fact(
    "van-trees",
    "van Trees: Gill and Levit 1995, and (10) there for vectors",
    r"E(\hat\theta-\theta)^2\ge\frac1{E I_Z(\theta)+J},\ J=\int\frac{\lambda'^2}\lambda,\ \lambda=0\text{ at the ends};"
    r"\quad E\|\hat\theta-\theta\|^2\ge\frac{d^2}{E\,\mathrm{Tr}\,I_Z(\theta)+dJ},"
    r"\ \theta_1,\dots,\theta_d\text{ independent}",
    _van_trees,
)
