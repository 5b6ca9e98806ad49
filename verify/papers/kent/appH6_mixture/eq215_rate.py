"""kent Appendix H.6, Step 3, (215), (217): the assembly of the lower bound for the means of a mixture."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import E, Integer, Rational, sqrt

from verify.kernel.calculus import Chain, Interactive, at_most, cite, equal, line, quantity, real, words
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.cube_laws import MixtureTV, Separated, Within
from verify.kernel.calculus.facts.packings import WorstLoss, minimax_loss
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH1_assouad.eq182_assouad import CLASS, FAMILY, HALF, LOSS, SIZE, by_bits
from verify.papers.kent.appH6_mixture.constructions import COUNT, SEPARATION, MixtureLaws
from verify.papers.kent.appH6_mixture.eq213_conditional_assouad import (
    EQ216,
    LEMMA19,
    MOST,
    PARTS,
    channels,
    components,
    cube,
)
from verify.papers.kent.instances.hypercubes import flip
from verify.papers.kent.lemmas.components import Mixed
from verify.papers.kent.lemmas.moved_components import GRID_DOMINATED, GRID_EQUAL, GRID_SQUARES, GridParts
from verify.papers.kent.setting import ALPHA, DRAWS, PROTOCOL, USERS


def _in_one_component(_: Settings) -> Iterator[Case]:
    """The average over components, each as likely, of C T Delta^2 in the i-th and 0 in the others, C = 3, for every i."""
    for m, draws in product(range(1, 6), (1, 4)):
        delta = Fraction(1, 8 * m)
        for i in range(m):
            average = sum((Fraction(1, m) * int(j == i) * 3 * draws * delta**2 for j in range(m)), Fraction(0))
            yield Case({"m": m, "T": draws, "i": i + 1}, average, Fraction(3, m) * draws * delta**2)


def _fluctuations(_: Settings) -> Iterator[Case]:
    """The mean square of the fluctuation of (214) as v_i is flipped, over components, at 64 T Delta^2 <= 7."""
    for m, draws in ((2, 1), (2, 4), (3, 6)):
        delta = Fraction(1, 10 * m)
        here = (1,) * m
        for i in range(m):
            parts, others = components(m, delta, draws, here), components(m, delta, draws, flip(here, i))
            value = sum(
                (p[x] * (q[x] / p[x] - 1) ** 2 / m for p, q in zip(parts, others, strict=True) for x in p.atoms),
                Fraction(0),
            )
            yield Case({"m": m, "T": draws, "i": i + 1}, value, Fraction(128, 7 * m) * draws * delta**2)


EQ217 = Claim(
    "kent/eq217",
    "Appendix H.6, Step 3, (217)",
    Kind.IDENTITY,
    "the average of eta^2 over the components",
    says=r"\max_{i\in[m]}\{\mathbb{E}_I[\eta_{I,i}^2]\}=\max_{i\in[m]}\{CT\Delta^2\mathbb{P}(I=i)\}=\frac{CT\Delta^2}{m}",
    match=Match.READING,
    differs=(
        "the maximum is left out, as all are equal; next to it a bound of the mean of E[phi^2 | I] with "
        "the constant 128/7"
    ),
    printed=AllOf(
        "",
        {
            "eta^2 in one of m components": FiniteCheck(
                r"E_I[1\{I=i\}CT\Delta^2]=\tfrac{CT\Delta^2}m",
                "m = 1..5, T = 1, 4, every i; C = 3, Delta = 1/(8m)",
                _in_one_component,
                "==",
            ),
            "the fluctuations of (214) below it": FiniteCheck(
                r"E_IE[\phi_{I,v,i}^2\mid I]\le\tfrac{128}7\cdot\tfrac{T\Delta^2}m",
                "(214) at m = 2, T = 1, 4 and m = 3, T = 6, Delta = 1/(10m), every i, exact",
                _fluctuations,
            ),
        },
    ),
    note="As eta^2 is 0 except for I = i, and I is uniform. C = 128/7 is that of kent/appH.6/chi.",
)

_DELTA, _M = sympy.symbols("Delta m", positive=True)


def _opposite(_: Settings) -> Iterator[Case]:
    """An eighth of the squared distance of the means at v = (1, ..., 1) and -v, m = Hamming distance, next to m Delta^2/8."""
    delta = Fraction(1, 10)
    for m in range(1, 7):
        means = [[Fraction(1, 4) + Fraction(j + 1, 2 * m) + side * delta / 2 for j in range(m)] for side in (1, -1)]
        far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 8
        yield Case({"m": m}, far, m * delta**2 / 8)


HalfSeparation = quantity(
    "HalfSeparation",
    r"\varrho({0})",
    "half of the least ratio of a quarter of the squared distance of the parameters at "
    "two vertices and the number of their different signs",
    0,
)
_LEVEL = real("Delta", above=0, most=Rational(1, 2))
_ANY_PARTS = GridParts(COUNT, _LEVEL, DRAWS)
APPH_6_RATE_PRINTED = Claim(
    "kent/appH.6/rate/printed",
    "Appendix H.6, Step 3, (215) and the last display, the factor in front",
    Kind.LOWER_BOUND,
    "the factor m Delta^2/2",
    says=(
        r"\mathcal{R}_{n,T,\alpha}^{\text{mix}}(\theta(\mathcal{P}_{m,\pi_0,\theta_{\text{sep}}}),\lVert\cdot\rVert_2^2)\ge\frac{m\Delta^2}{2}\Big(1-\sqrt{\frac{21n\alpha^2}{m}\max_{i\in[k]}\{\mathbb{E}_I[\eta_{I,i}^2]\}\max_{v\in\mathcal{V}}\sup_{Q\in\mathcal{Q}_\alpha}\int_{\mathcal{Z}}\frac{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid "
        r"X)\mid I]^2]}{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid X)\mid I]]}dz}\Big)"
    ),
    match=Match.READING,
    differs="judged is the factor in front against the separation of the family",
    printed=Identity(
        _DELTA**2 / 8 * _M, _M * _DELTA**2 / 2, text=r"\varrho m=\tfrac{m\Delta^2}2\text{ for the family (214)}"
    ),
    corrected=line(COUNT * HalfSeparation(_ANY_PARTS))
    .eq(
        COUNT * _LEVEL**2 / 8,
        words(
            "Each different sign adds Delta^2/4.",
            equal(HalfSeparation(_ANY_PARTS), _LEVEL**2 / 8),
            leans=("kent/appH.6/fam/separation",),
        ),
    )
    .crosschecked("opposite vertices", r"\varrho m", "m = 1..6, Delta = 1/10, exact means", _opposite, "=="),
    correction="m Delta^2/8, as 2 varrho = Delta^2/4",
    severity=Severity.CONSTANT,
    theorem="kent/appH.6/rate",
    root="kent/appH.6/fam/separation",
)

_C = Rational(1, 4200)
"""The c of (214) that makes the bracket at least 1/2."""


def _whole(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, next to 21 alpha^2/m max E eta^2 times e^alpha: every extreme channel."""
    m, delta = 2, Fraction(1, 10)
    for samples in (1, 2):
        family = cube(m, delta, samples)
        q = Fraction(1, 4) + Fraction(1, 2) + delta / 2
        eta = (1 + delta**2 / (q * (1 - q))) ** samples - 1
        for t in (Fraction(3, 2), Fraction(27, 10)):
            for place, channel in enumerate(channels(samples, t)):
                average = family.average_variation(lambda v, c=channel, f=family: f.law(v).through(c))  # type: ignore[misc]
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, as_arb(average**2), 21 * as_arb(t).log() ** 2 / m * as_arb(eta / m * t))


TURNS, HIGH = Interactive(PROTOCOL, USERS, ALPHA), at_most(ALPHA, 1)


def apart(parts: Any, count: Any, size: Any, change: Any, near: tuple[Any, ...], facts: tuple[Any, ...]) -> Chain:
    """Lemma 19 with (216) for equal components with probabilities in [1/8, 7/8] that move by half of a number.

    `facts` are on the components: densities, fluctuations and weights.
    """
    most, (dense, squares, alike) = 128 * DRAWS * change**2 / (7 * count), facts
    found = cite(LEMMA19).at({PARTS: parts, SIZE: size, MOST: most})
    return (
        line(MixtureTV(PROTOCOL, Mixed(parts), Integer(1), size), given=(TURNS, HIGH, *near))
        .le(found.statement.right, found, dense, squares)
        .le(sqrt(21 * USERS * ALPHA**2 / size * most * E), cite(EQ216, "e").at({PARTS: parts, COUNT: count}), alike)
    )


def seen(
    parts: Any,
    members: Any,
    size: Any,
    half: Any,
    told: Chain,
    given: tuple[Any, ...],
    *reasons: Any,
    within: Any,
    leans: tuple[str, ...],
) -> Chain:
    """Assouad's bound for the messages on draws of a mixture; the first reason is for the class, the others for what is told."""
    family = Mixed(parts)
    bits = by_bits(PROTOCOL).at(
        {CLASS: members, DRAWS: 1, LOSS: Squared(), FAMILY: family, SIZE: size, HALF: half},
    )
    return (
        line(WorstLoss(PROTOCOL, members, Integer(1), Squared()), given=given)
        .ge(
            bits.statement.right,
            bits,
            reasons[0],
            words(
                "A quarter of the squared distance of two vectors of means is 2 varrho for each different sign.",
                Separated(family, Squared(), half, size),
                leans=leans[:1],
            ),
            words("All mixtures belong to the class.", Within(family, members), given=within, leans=leans[1:]),
        )
        .ge(half * size * (1 - told.end), told, *reasons[1:])
    )


_CHANGE = sqrt(_C * COUNT**2 / (USERS * DRAWS * ALPHA**2))
_NEAR = at_most(16 * COUNT**2 * _CHANGE**2, 1), at_most(64 * DRAWS * _CHANGE**2, 7)
_SPACED = at_most(4 * COUNT * SEPARATION, 1)
_HARD = HIGH, _SPACED, at_most(COUNT**4, USERS * DRAWS * ALPHA**2), at_most(COUNT**2, USERS * ALPHA**2)
_SHARE = real("w", above=0, most=1)
_CLOSE = line(16 * COUNT**2 * _CHANGE**2, given=_HARD[2:3]).le(
    1, line(16 * _C * _SHARE).le(1).at({_SHARE: COUNT**4 / (USERS * DRAWS * ALPHA**2)})
)
_SMALL = line(64 * DRAWS * _CHANGE**2, given=_HARD[3:]).le(
    7, line(64 * _C * _SHARE).le(7).at({_SHARE: COUNT**2 / (USERS * ALPHA**2)})
)
_PARTS, _MEMBERS = GridParts(COUNT, _CHANGE, DRAWS), MixtureLaws(COUNT, SEPARATION, DRAWS)
_APART = apart(
    _PARTS,
    COUNT,
    COUNT,
    _CHANGE,
    _NEAR,
    tuple(fact(COUNT, _CHANGE, DRAWS) for fact in (GRID_DOMINATED, GRID_SQUARES, GRID_EQUAL)),
)
_SEEN = seen(
    _PARTS,
    _MEMBERS,
    COUNT,
    _CHANGE**2 / 8,
    _APART,
    (TURNS, *_HARD),
    _CLOSE,
    _CLOSE,
    _SMALL,
    within=(_SPACED, _NEAR[0]),
    leans=("kent/appH.6/rate/printed", "kent/appH.6/fam"),
)
APPH_6_RATE = Claim(
    "kent/appH.6/rate",
    "Appendix H.6, Step 3",
    Kind.LOWER_BOUND,
    "the T-dependent lower bound for mixtures",
    says=r"\mathcal{R}_{n,T,\alpha}^{\text{mix}}(\theta(\mathcal{P}_{m,\pi_0,\theta_{\text{sep}}}),\lVert\cdot\rVert_2^2)\ge\frac{m\Delta^2}{2}\Big(1-\sqrt{\frac{21CenT\alpha^2\Delta^2}{m^2}}\Big)\gtrsim\frac{m^3}{nT\alpha^2}",
    match=Match.SAME,
    printed=Whole(
        r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\tfrac{m\Delta^2}2\Big(1-\sqrt{\tfrac{21CenT\alpha^2\Delta^2}{m^2}}\Big)\gtrsim\tfrac{m^3}{nT\alpha^2}",
        ("kent/appH.6/rate/printed", "kent/appH.6/fam/class", "kent/appH.6/fam/separation"),
    ),
    corrected=line(minimax_loss(_MEMBERS, USERS, 1, ALPHA, Squared()), given=_HARD)
    .ge(_SEEN.end, _SEEN)
    .ge(COUNT**3 / (67200 * USERS * DRAWS * ALPHA**2))
    .crosschecked(
        "every extreme channel",
        r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac{21\alpha^2}m\max E\eta^2e^\alpha",
        "m = 2, Delta = 1/10, n = 1, T = 1, 2, e^alpha = 3/2, 27/10",
        _whole,
    ),
    correction="m Delta^2/8 in front, and for theta_sep <= 1/(4m)",
    severity=Severity.PROOF_GAP,
    theorem="kent/own/thm10-lower",
    note="Printed with unnamed constants and without the bound on theta_sep; kent/own/thm10-spaced goes up to (2 "
    "- kappa)/m by another family. n alpha^2 >= C m^2 log and T >= C m^2 log give both conditions.",
)

CLAIMS = (
    EQ217,
    APPH_6_RATE_PRINTED,
    APPH_6_RATE,
)
