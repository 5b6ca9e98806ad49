"""label (62): the excess risk of a classifier, and its sum over bins."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings

_SHARES = [Fraction(k, 10) for k in (1, 2, 3, 4)]
"""The probabilities of four points, two in each of two bins."""
_BINS = ((0, 1), (2, 3))


def _risks(_: Settings) -> Iterator[Case]:
    """P(c(X) != Y) - P(c*(X) != Y) from the law of (X, Y), next to the sum over bins, for every classifier."""
    chances = (Fraction(1, 5), Fraction(1, 2), Fraction(9, 10))
    for first in product(chances, repeat=4):
        eta = [(p, 1 - p) for p in first]
        best = [max((0, 1), key=lambda j, x=x: eta[x][j]) for x in range(4)]  # type: ignore[misc]
        for chosen in product((0, 1), repeat=4):
            wrong = [
                sum((_SHARES[x] * eta[x][y] for x in range(4) for y in (0, 1) if rule[x] != y), Fraction(0))
                for rule in (chosen, best)
            ]
            right = sum(
                (sum((_SHARES[x] * (max(eta[x]) - eta[x][chosen[x]]) for x in bin_), Fraction(0)) for bin_ in _BINS),
                Fraction(0),
            )
            parameters = {"eta_1": ", ".join(map(str, first)), "c": ", ".join(str(c + 1) for c in chosen)}
            yield Case(parameters, wrong[0] - wrong[1], right)


EQ62 = Claim(
    "label/eq62",
    "Appendix C, (62)",
    Kind.IDENTITY,
    "the excess risk is a sum over bins",
    says=(
        r"R-R^*=\int(\eta^*(\mathbf{x})-\mathbb{E}[\eta_{c(\mathbf{x})}(\mathbf{x})])f(\mathbf{x})d\mathbf{x}=\sum_{l=1}^G\int_{B_l}(\eta^*(\mathbf{x})-\mathbb{E}[\eta_{c(\mathbf{x})}(\mathbf{x})])f(\mathbf{x})d\mathbf{x}"
    ),
    match=Match.READING,
    differs="instances: features with four values, in two bins; the first and the last member, for a classifier that is given",
    printed=FiniteCheck(
        r"R-R^*=\sum_l\int_{B_l}(\eta^*-\eta_c)f",
        "four points with probabilities 1/10 to 4/10 in two bins, two classes, 81 laws of labels, all 16 classifiers",
        _risks,
        "==",
    ),
)

CLAIMS = (EQ62,)
