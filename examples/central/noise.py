"""Sections 3.2, 3.3 and 3.5.3: randomized response, Laplace and normal noise on a trusted server."""

from collections.abc import Iterator
from fractions import Fraction

from flint import acb, arb
from sympy import Abs, Max, erfc, exp, sqrt

from lowerbounds.information.channels import response, worst_ratio
from verify.kernel.calculus import at_most, cases, line, real
from verify.kernel.calculus.facts.gaussian import NORMAL_CURVE, Gaussian
from verify.kernel.calculus.facts.laplace import LAPLACE_STICK, LaplaceAt
from verify.kernel.calculus.facts.privacy import HockeyStick
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb

EPSILON, R = real("epsilon", least=0), real("r", above=0)
SPENT, SENSITIVITY, SIGMA = real("epsilon", above=0), real("Delta", above=0), real("sigma", above=0)
ANSWER, OTHER = real("y"), real("y'")


def _coins(_: Settings) -> Iterator[Case]:
    """The true answer with probability 3/4: the largest log-ratio of an answer, and again from the two probabilities."""
    found = worst_ratio(response({0: Fraction(0), 1: Fraction(1)}, Fraction(3)))
    assert found is not None
    yield Case({"answer": "yes or no"}, found, 3, left_again=Fraction(3, 4) / Fraction(1, 4))


RESPONSE = Claim(
    "central/claim3.5",
    "Section 3.2, Claim 3.5",
    Kind.PRIVACY,
    "randomized response with two fair coins is (ln 3, 0)-private",
    says=r"\text{the version of randomized response described above is }(\ln3,0)\text{-differentially private}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\max_{y,x,x'}\frac{\Pr(y \mid x)}{\Pr(y \mid x')} = 3", "all answers and truths", _coins, "=="
    ),
)

_SCALE = SENSITIVITY / SPENT
_NEAR = tuple(at_most(one - other, SENSITIVITY) for one, other in ((ANSWER, OTHER), (OTHER, ANSWER)))
_APART = line(Abs(ANSWER - OTHER), given=_NEAR).le(
    SENSITIVITY,
    cases(
        *(
            (
                at_most(less, more),
                line(Abs(ANSWER - OTHER), given=(at_most(less, more), *_NEAR)).eq(more - less).le(SENSITIVITY),
            )
            for less, more in ((ANSWER, OTHER), (OTHER, ANSWER))
        )
    ),
)
LAPLACE = Claim(
    "central/thm3.6",
    "Section 3.3, Theorem 3.6, for one number",
    Kind.PRIVACY,
    "Laplace noise of scale Delta/epsilon is (epsilon, 0)-private",
    says=r"\text{the Laplace mechanism, }f(x)+\mathrm{Lap}(\Delta f/\varepsilon)\text{, preserves }(\varepsilon,0)\text{-differential privacy}",
    match=Match.READING,
    differs="one number; the l_1 sensitivity of a vector is not treated",
    printed=line(
        HockeyStick(LaplaceAt(ANSWER, _SCALE), LaplaceAt(OTHER, _SCALE), SPENT),
        given=_NEAR,
    )
    .eq(
        Max(0, 1 - exp((SPENT - Abs(ANSWER - OTHER) / _SCALE) / 2)),
        LAPLACE_STICK(ANSWER, OTHER, _SCALE, SPENT),
    )
    .le(0, _APART),
)


def curve(epsilon: arb, r: arb) -> arb:
    """The least delta of normal noise of deviation r Delta: two normal tails."""
    root = arb(2).sqrt()
    above = ((epsilon * r - 1 / (2 * r)) / root).erfc() / 2
    return above - epsilon.exp() * ((epsilon * r + 1 / (2 * r)) / root).erfc() / 2


_TAILS = (
    erfc((EPSILON * SIGMA / SENSITIVITY - SENSITIVITY / (2 * SIGMA)) / sqrt(2)) / 2
    - exp(EPSILON) * erfc((EPSILON * SIGMA / SENSITIVITY + SENSITIVITY / (2 * SIGMA)) / sqrt(2)) / 2
)
CURVE = Claim(
    "central/own/curve",
    "behind Theorem 3.22",
    Kind.IDENTITY,
    "the exact delta of normal noise, by Balle and Wang",
    corrected=line(HockeyStick(Gaussian(ANSWER + SENSITIVITY, SIGMA), Gaussian(ANSWER, SIGMA), EPSILON)).eq(
        _TAILS, NORMAL_CURVE(EPSILON, ANSWER, SENSITIVITY, SIGMA)
    ),
)

_BELOW_ONE = tuple(map(Fraction, ("1/1000", "1/10", "1/2", "9/10", "99/100")))
_ABOVE_ONE = tuple(map(Fraction, (1, 2, 5, 8, 10, 20)))


def _enough(levels: tuple[Fraction, ...], over: str) -> FiniteCheck:
    """The exact delta at the theorem's noise, by the curve and by integration of what one density has above the other."""

    def judged(settings: Settings) -> Iterator[Case]:
        for level in levels:
            for digits in (1, 3, 6) if settings.quick else range(1, 10):
                epsilon = as_arb(level)
                r = (2 * (as_arb(Fraction(5, 4)) * 10**digits).log()).sqrt() / epsilon
                again = _by_integration(epsilon, r)
                told = {"epsilon": str(level), "delta": f"1e-{digits}"}
                yield Case(told, curve(epsilon, r), Fraction(1, 10**digits), left_again=again)

    return FiniteCheck(
        r"\delta_r(\varepsilon) \le \delta,\ r = \frac{\sqrt{2 \ln(1.25/\delta)}}{\varepsilon}", over, judged
    )


def _by_integration(epsilon: arb, r: arb) -> arb:
    """By the density of N(1, r^2) over N(0, r^2), from where the ratio is e^epsilon; beyond 14 deviations at most e^-90."""

    def excess(x: acb, _: bool) -> acb:
        return (-((x - 1) ** 2) / (2 * r**2)).exp() - (epsilon - x**2 / (2 * r**2)).exp()

    start = epsilon * r**2 + arb(1) / 2
    end = arb.max(start, arb(1)) + 14 * r
    return acb.integral(excess, start, end).real / (r * (2 * arb.pi()).sqrt()) + arb(0, (-arb(90)).exp())


_DELTAS = "delta = 1/10, 10^-3, 10^-6 (full: 10^-1 to 10^-9)"
GAUSSIAN = Claim(
    "central/thm3.22",
    "Section 3.5.3, Theorem 3.22",
    Kind.PRIVACY,
    "normal noise of deviation sqrt(2 ln(1.25/delta)) Delta/epsilon is (epsilon, delta)-private for epsilon below 1",
    says=(
        r"\varepsilon\in(0,1),\ c^2>2\ln(1.25/\delta):\ \text{the Gaussian mechanism with }\sigma\ge c\,\Delta_2f/\varepsilon\text{ is }"
        r"(\varepsilon,\delta)\text{-differentially private}"
    ),
    match=Match.READING,
    differs="one number, at the least noise allowed, at chosen epsilon and delta",
    printed=_enough(_BELOW_ONE, f"epsilon = 1/1000, 1/10, 1/2, 9/10, 99/100; {_DELTAS}"),
    note="At the least noise that the theorem allows. Its proof needs epsilon below 1; the bound holds somewhat beyond.",
)
QUOTED = Claim(
    "central/thm3.22/quoted",
    "Theorem 3.22 as it is often quoted, without epsilon < 1",
    Kind.PRIVACY,
    "the same for every epsilon above 0",
    says=r"\sigma\ge\sqrt{2\ln(1.25/\delta)}\,\Delta_2f/\varepsilon:\ (\varepsilon,\delta)\text{-differentially private}",
    match=Match.READING,
    differs="one number, at chosen epsilon and delta",
    printed=_enough(_ABOVE_ONE, f"epsilon = 1, 2, 5, 8, 10, 20; {_DELTAS}"),
    corrected=_enough((Fraction(1),), f"epsilon = 1; {_DELTAS}"),
    correction="for epsilon up to 1, as the theorem says it; beyond, the deviation has to come from the exact curve",
    severity=Severity.CONDITION,
    theorem="central/thm3.22/quoted",
    note="For large epsilon the noise has to fall as 1/sqrt(2 epsilon), not as 1/epsilon: Balle and Wang 2018, Section 2.3.",
)

CLAIMS = (RESPONSE, LAPLACE, CURVE, GAUSSIAN, QUOTED)
