"""kent Appendix I, proof of Lemma 16, (220), (221): from an estimate to the nearest vertex of a cube."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verify.kernel.calculus import Name, at_most, line, real
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.facts.priors import NEAREST_PARAMETER, PRIOR_IN_CLASS, InsideLoss, InsideNearest
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.appH1_assouad.eq182_assouad import FAMILY, LOSS
from verify.papers.kent.appH4_sparse.eq205_cube import STAR
from verify.papers.kent.setting import DRAWS, PROTOCOL

_HERE, _THERE = real(r"\rho_v", least=0), real(r"\rho_{\hat v}", least=0)
_APART = real(r"\rho_{v, \hat v}", least=0)
_NEAREST, _TRIANGLE = at_most(_THERE, _HERE), at_most(_APART, _HERE + _THERE)
EQ220 = Claim(
    "kent/eq220",
    "Appendix I, proof of Lemma 16, (220)",
    Kind.INEQUALITY,
    "the nearest vertex is at most twice as far as the estimate",
    says=r"2\rho(\hat{\theta},\theta_v)\ge\rho(\hat{\theta},\theta_v)+\rho(\hat{\theta},\theta_{\hat{v}})\ge\rho(\theta_v,\theta_{\hat{v}})",
    match=Match.SAME,
    printed=line(_APART, given=(_NEAREST, _TRIANGLE)).le(_HERE + _THERE, _TRIANGLE).le(2 * _HERE, _NEAREST),
    note="hat v is the nearest vertex, which the first hypothesis says; the second is the triangle inequality.",
)

_PRIOR = Name("V", "prior")
_IN_CLASS = PROTOCOL, STAR, DRAWS, LOSS, FAMILY, _PRIOR


def _loss(distance: Fraction) -> Fraction:
    return distance**2


def _nearest(at: Fraction, vertices: tuple[Fraction, ...]) -> Fraction:
    return min(vertices, key=lambda vertex: (abs(vertex - at), vertex))


def _both(laws: dict[Fraction, dict[Fraction, Fraction]], vertices: tuple[Fraction, ...]) -> tuple[Fraction, Fraction]:
    """The two suprema of (221), over laws of the estimate by parameter, on the line with the squared distance."""
    own = max(sum((p * _loss(abs(at - t)) for at, p in law.items()), Fraction(0)) for t, law in laws.items())
    half = max(
        sum((p * _loss(abs(_nearest(at, vertices) - t) / 2) for at, p in law.items()), Fraction(0))
        for t, law in laws.items()
    )
    return own, half


def _outside_the_cube(_: Settings) -> Iterator[Case]:
    """P* holds P_-1 and a law with parameter 2, which the estimator names: it errs nowhere, its nearest vertex does."""
    vertices = (Fraction(0), Fraction(3))
    exact = {Fraction(0): {Fraction(0): Fraction(1)}, Fraction(2): {Fraction(2): Fraction(1)}}
    own, half = _both(exact, vertices)
    told = {
        "k": 1,
        "theta_-1": 0,
        "theta_1": 3,
        "P": "point masses at 0, 2, 3",
        "P*": "those at 0 and 2",
        "hat theta": "the datum",
        "loss": "squared",
    }
    assert half == Fraction(1, 4), "at the parameter 2 the nearest vertex is 3, and half of 1 counts"
    again = Fraction(sum(at != parameter for parameter, law in exact.items() for at in law))
    yield Case(told, own, half, left_again=again)


def _on_the_cube(_: Settings) -> Iterator[Case]:
    """Every estimator with values on a grid that errs with probability 1/4 to one other value, over the cube's laws alone."""
    for vertices in ((Fraction(0), Fraction(3)), (Fraction(0), Fraction(1), Fraction(5), Fraction(6))):
        grid = [Fraction(k, 2) for k in range(-1, 14, 3)]
        for first, second in product(grid, repeat=2):
            laws = {
                t: {first: Fraction(1)} if first == second else {first: Fraction(3, 4), second: Fraction(1, 4)}
                for t in vertices
            }
            own, half = _both(laws, vertices)
            yield Case({"theta_v": str([int(v) for v in vertices]), "hat theta": f"{first}, {second}"}, own, half)


EQ221 = Claim(
    "kent/eq221",
    "Appendix I, proof of Lemma 16, (221)",
    Kind.LOWER_BOUND,
    "the risk by that of the nearest vertex at half the distance",
    says=r"\sup_{P\in\mathcal{P}^*}\mathbb{E}_P\Big[\Phi\circ\rho(\hat{\theta},\theta(P))\Big]\ge\sup_{P\in\mathcal{P}^*}\mathbb{E}_P\Big[\Phi\Big(\frac{1}{2}\rho(\theta_{\hat{v}},\theta(P))\Big)\Big]",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\sup_{P\in\mathcal P^*}E_P[\Phi\circ\rho(\hat\theta,\theta(P))]\ge\sup_{P\in\mathcal P^*}"
        r"E_P[\Phi(\tfrac12\rho(\theta_{\hat v},\theta(P)))]",
        "k = 1, a class with one vertex's law and another whose parameter is between the two",
        _outside_the_cube,
        ">=",
    ),
    corrected=line(WorstLoss(PROTOCOL, STAR, DRAWS, LOSS))
    .ge(InsideLoss(PROTOCOL, FAMILY, DRAWS, LOSS, _PRIOR, STAR), PRIOR_IN_CLASS(*_IN_CLASS))
    .ge(InsideNearest(PROTOCOL, FAMILY, DRAWS, LOSS, _PRIOR, STAR), NEAREST_PARAMETER(*_IN_CLASS))
    .crosschecked(
        "suprema over the cube's laws",
        r"\sup_vE_{P_v}[\Phi\circ\rho]\ge\sup_vE_{P_v}[\Phi(\tfrac12\rho(\theta_{\hat v},\theta_v))]",
        "two and four vertices on the line, squared distance, estimates with two values on a grid",
        _on_the_cube,
        ">=",
    ),
    correction="the supremum on the right over the P_v with v in V*, of which the next line takes an average: (220) is for "
    "vertices, and P* holds laws that are none",
    severity=Severity.TYPO,
    theorem="kent/lemma16",
    note="Lemma 16 lets P* be any part of a class that holds the cube. In its one use, Appendix H.4, it is a part of the "
    "cube, where (221) holds. Nothing but the average over V* is used.",
)

CLAIMS = (
    EQ220,
    EQ221,
)
