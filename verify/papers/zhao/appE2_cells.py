"""zhao (199) and (213): ratios of cells, and the error that is constant on each cell."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings

_SHARES = [Fraction(k, 10) for k in (1, 2, 3, 4)]
"""The probabilities of four points, two in each of two cells."""
_CELLS = ((0, 1), (2, 3))


def _functions() -> Iterator[tuple[Fraction, ...]]:
    """Values at the four points."""
    return product((Fraction(-1), Fraction(1, 2), Fraction(2, 3)), repeat=4)


def _ratios(_: Settings) -> Iterator[Case]:
    """q_k/p_k from the law of a sample (X, Y), Y = eta(X) +- 1 evenly, next to the quotient of the integrals."""
    for values in _functions():
        for number, cell in enumerate(_CELLS):
            drawn = [(x, values[x] + sign, _SHARES[x] / 2) for x in range(4) for sign in (-1, 1)]
            first = sum((y * chance for x, y, chance in drawn if x in cell), Fraction(0))
            second = sum((chance for x, _y, chance in drawn if x in cell), Fraction(0))
            over = sum((_SHARES[x] * values[x] for x in cell), Fraction(0))
            mass = sum((_SHARES[x] for x in cell), Fraction(0))
            yield Case({"eta": ", ".join(map(str, values)), "k": number + 1}, first / second, over / mass)


def _errors(_: Settings) -> Iterator[Case]:
    """The integral of (eta^ - eta~)^2 f point by point, next to the sum over cells."""
    for guesses in product((Fraction(-1), Fraction(0), Fraction(3, 4)), repeat=2):
        for means in product((Fraction(-1, 2), Fraction(1, 3)), repeat=2):
            cell_of = {x: k for k, cell in enumerate(_CELLS) for x in cell}
            left = sum((_SHARES[x] * (guesses[cell_of[x]] - means[cell_of[x]]) ** 2 for x in range(4)), Fraction(0))
            masses = [sum((_SHARES[x] for x in cell), Fraction(0)) for cell in _CELLS]
            right = sum((masses[k] * (guesses[k] - means[k]) ** 2 for k in range(2)), Fraction(0))
            yield Case({"eta^": ", ".join(map(str, guesses)), "eta": ", ".join(map(str, means))}, left, right)


EQ199 = Claim(
    "zhao/eq199",
    "arXiv v1, Appendix E.2, (199)",
    Kind.IDENTITY,
    "a cell's ratio is the mean of the regression function over it",
    says=r"\eta_k=\frac{\int_{B_k}f(\mathbf{x})\eta(\mathbf{x})d\mathbf{x}}{\int_{B_k}f(\mathbf{x})d\mathbf{x}}",
    match=Match.READING,
    differs="instances: features with four values, in two cells; q_k = E[Y 1(X in B_k)] and p_k = P(X in B_k)",
    printed=FiniteCheck(
        r"\frac{q_k}{p_k}=\frac{\int_{B_k}f\eta}{\int_{B_k}f}",
        "four points with probabilities 1/10 to 4/10 in two cells, 81 regression functions, Y = eta(X) +- 1",
        _ratios,
        "==",
    ),
)
EQ213 = Claim(
    "zhao/eq213",
    "arXiv v1, Appendix E.2, (213)",
    Kind.IDENTITY,
    "the error of an estimate that is constant on cells",
    says=(
        r"\int(\hat\eta(\mathbf{x})-\tilde\eta(\mathbf{x}))^2f(\mathbf{x})d\mathbf{x}=\sum_{k=1}^K\int_{B_k}(\hat\eta(\mathbf{x})-\eta_k)^2f(\mathbf{x})d\mathbf{x}=\sum_{k=1}^Kp_k(\hat\eta_k-\eta_k)^2"
    ),
    match=Match.READING,
    differs="instances: features with four values, in two cells; the first and the last member",
    printed=FiniteCheck(
        r"\int(\hat\eta-\tilde\eta)^2f=\sum_kp_k(\hat\eta_k-\eta_k)^2",
        "four points with probabilities 1/10 to 4/10 in two cells, nine estimates, four functions",
        _errors,
        "==",
    ),
)

CLAIMS = (EQ199, EQ213)
