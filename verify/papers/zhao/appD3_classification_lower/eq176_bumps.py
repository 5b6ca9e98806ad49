"""zhao Appendix D.3, (176)-(191): the family of bumps, and Theorem 10."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Abs, Integer, Rational, log

from notation.symbols import beta, d, gamma, n
from verify.kernel.calculus import Name, because, constructor, integer, let, line, quantity, real, words
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.bumps import BUMPS_ORTHOGONAL
from verify.kernel.calculus.facts.hypercube import FamilyIn, Hamming
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, SameRate, UpToConstant, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.ours.zhao.vectors_lower.hamming_distance import (
    CHANGE,
    FAMILY,
    INTERACTIVE,
    PROTOCOL,
    SIZE,
    SUMMED,
    M,
)
from verify.papers.zhao.appB2_vectors_lower.pinsker import product_by_counts, product_total_variation
from verify.papers.zhao.appE3_regression_lower import (
    BUMP,
    CELLS,
    DIM,
    FAMILY_OF_BUMPS,
    IS_BUMP,
    NORM,
    ONE,
    OTHER,
    SIDE,
    SMOOTHNESS,
    STEEPNESS,
    TIMES,
    VERTEX,
    WEIGHT,
)
from verify.papers.zhao.lemmas.plug_in import WorstExcessRisk
from verify.papers.zhao.powers import same_power

FAMILY_CLASSIFICATION = Claim(
    "zhao/family/classification",
    "arXiv v1, Appendix D.3, (176)-(183)",
    Kind.CONSTRUCTION,
    "the family of bumps: the class, the separation",
    says=(
        r"\eta_{\mathbf{v}}(\mathbf{x})=\sum_{k=1}^Kv_k\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}l\right)l^\beta,\quad\mathbf{v}\in\{-1,1\}^K,\quad\eta(\mathbf{x})=0\text{ "
        r"on the other }B-K\text{ bins};\quad \text{if }K\le C_Kl^{\gamma\beta-d}\text{, then "
        r"}\eta(\mathbf{x})\text{ satisfies Assumption 2};\quad "
        r"R-R^*=\int|\eta_{\mathbf{v}}(\mathbf{x})|\mathrm{P}(\mathrm{sign}(\hat\eta(\mathbf{x}))\ne\mathrm{sign}(\eta_{\mathbf{v}}(\mathbf{x})))f(\mathbf{x})d\mathbf{x}\ge\frac12cl^{\beta+d}\lVert\phi\rVert_1\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]"
    ),
    match=Match.READING,
    differs="K <= C_K l^(gamma beta - d) is left out of the display",
    printed=Whole(
        r"\eta_v=\sum_{k\le K}v_k\phi\Big(\frac{x-c_k}l\Big)l^\beta\in\mathcal P_{cls},\ "
        r"R-R^*\ge\tfrac12cl^{\beta+d}\|\phi\|_1E\rho_H",
        (
            "zhao/family/classification/margin",
            "zhao/family/classification/smooth",
            "zhao/family/classification/separation",
        ),
    ),
    corrected=Whole(
        r"\text{with } P(0<|\eta|<t)\le C_at^\gamma,\ \gamma\beta\le1,\ \phi \text{ of constant } "
        r"C_b/2^{1-\beta}",
        (
            "zhao/family/classification/margin",
            "zhao/family/classification/smooth",
            "zhao/family/classification/separation",
        ),
        as_corrected=True,
    ),
    correction="the margin condition must leave out eta = 0, and opposite signs in neighbouring bins need a "
    "smaller constant",
    severity=Severity.RATE,
    theorem="zhao/thm10/lower",
)

_L = sympy.Symbol("l", positive=True)
_U = sympy.Symbol("u", positive=True)


def _margin(_: Settings) -> Iterator[Case]:
    """P(|eta| < t) of the family with B - K bins where eta = 0, next to C_a t^gamma: B = 4, K = 1, gamma = C_a = 1, t = 1/2."""
    empty = Fraction(3, 4)
    yield Case({"B": 4, "K": 1, "gamma": 1, "C_a": 1, "t": "1/2"}, empty, Fraction(1, 2), left_again=1 - Fraction(1, 4))


FAMILY_CLASSIFICATION_MARGIN = Claim(
    "zhao/family/classification/margin",
    "arXiv v1, Appendix D.3, below (177)",
    Kind.CONSTRUCTION,
    "the margin condition",
    says=r"\text{if }K\le C_Kl^{\gamma\beta-d}\text{, then }\eta(\mathbf{x})\text{ satisfies Assumption 2}",
    match=Match.READING,
    differs="part (a) of Assumption 2 only, its constant free; K <= C_K l^(gamma beta - d) is left out",
    printed=FiniteCheck(
        r"P(|\eta_v(X)|<t)\le C_at^\gamma\ \forall t>0",
        "d = 1, B = 4 bins of which K = 1 is active, gamma = C_a = 1, t = 1/2",
        _margin,
    ),
    corrected=AllOf(
        r"K\le C_Kl^{\gamma\beta-d}:\ P(0<|\eta_v(X)|<t)\le Kl^d\,P(0<\phi(U)<tl^{-\beta})\le C_at^\gamma,\ "
        r"\gamma\beta\le1",
        {
            "s <= s^(gamma beta) for s <= 1 and gamma beta <= 1: (1 - gamma beta) ln s <= 0": at_most(
                log(_U), Integer(0), Variable(_U, Integer(0), Integer(1), True)
            ),
            "l^(gamma beta) (t l^-beta)^gamma = t^gamma": same_power(
                _L ** (gamma * beta) * (_U * _L ** (-beta)) ** gamma, _U**gamma
            ),
        },
    ),
    correction="P(0 < |eta| < t), as Audibert and Tsybakov have it: the B - K bins where eta = 0 break the "
    "printed form; and gamma beta <= 1, gamma beta <= d",
    severity=Severity.RATE,
    theorem="zhao/thm10/lower",
    root="zhao/thm10/lower",
    note="phi(u) = C_b dist(u, edge)^beta has P(phi < s) <= 2d (s/C_b)^(1/beta), by 2d slabs. For every C_a, t "
    "-> 0 breaks it in the same way. With gamma = 0 and C_a = 1 nothing is asked.",
)


def _holder(_: Settings) -> Iterator[Case]:
    """Two bins of opposite signs, d = 1, beta = 1/2, C_b = 1, phi(u) = (1/2 - |u|)^(1/2): squares of both sides."""
    distance = Fraction(1, 8)
    # At distance 1/8 on either side of the common edge (l = 1): eta = +-(1/8)^(1/2).
    left = (2**2) * distance
    yield Case({"d": 1, "beta": "1/2", "C_b": 1, "x - x'": "1/4"}, left, 2 * distance, left_again=Fraction(1, 2))


def _smooth_pairs(_: Settings) -> Iterator[Case]:
    """Across an edge, phi(u) = (distance to the edge)^(1/2)/sqrt(2): opposite signs, so values add to (sqrt(a) + sqrt(b))/sqrt(2).

    Its square (a + b)/2 + sqrt(ab) is at most a + b: both sides less (a + b)/2, doubled and squared, to be exact.
    """
    for near, far in product((Fraction(k, 8) for k in range(1, 5)), repeat=2):
        yield Case({"x": f"-{near}", "x'": str(far)}, 4 * near * far, (near + far) ** 2)


BumpAt = quantity(
    "BumpAt",
    r"\eta_{{{4}}}({5}; {0}, {1}, {2}, {3})",
    "value of the regression function with signs v at x in [0, 1]^d: v_k N^(-beta) phi(N (x - c_k)) on the k-th of N^d cubes, about "
    "c_k: BumpAt(phi, beta, N, d, v, x)",
)
DistancePower = quantity("DistancePower", r"\|{0} - {1}\|_2^{{{2}}}", "power of the Euclidean distance", 0)
_POINT, _NEAR, _HOELDER = Name("x", "point"), Name("x'", "point"), real("C_b", above=0)
_VALUES = [BumpAt(BUMP, SMOOTHNESS, SIDE, DIM, VERTEX, x) for x in (_POINT, _NEAR)]
_DISTANCE = DistancePower(_POINT, _NEAR, SMOOTHNESS)
_FLAT = at_most_(2 ** (1 - SMOOTHNESS) * STEEPNESS, _HOELDER)
FAMILY_CLASSIFICATION_SMOOTH = Claim(
    "zhao/family/classification/smooth",
    "arXiv v1, Appendix D.3, (176), (177)",
    Kind.CONSTRUCTION,
    "Hoelder smoothness across bins",
    says=(
        r"\lVert\phi(\mathbf{u})-\phi(\mathbf{u}')\rVert\le "
        r"C_b\lVert\mathbf{u}-\mathbf{u}'\rVert^\beta;\quad "
        r"\eta_{\mathbf{v}}(\mathbf{x})=\sum_{k=1}^Kv_k\phi\left(\frac{\mathbf{x}-\mathbf{c}_k}l\right)l^\beta\text{ "
        r"satisfies Assumption 2}"
    ),
    match=Match.READING,
    differs="part (b) of Assumption 2 only, both sides squared",
    printed=FiniteCheck(
        r"|\eta_v(x)-\eta_v(x')|^2\le C_b^2\|x-x'\|^{2\beta}",
        "two neighbouring bins of opposite signs, beta = 1/2, phi = (distance to the edge)^(1/2), C_b = 1",
        _holder,
    ),
    corrected=line(Abs(_VALUES[0] - _VALUES[1]), given=(IS_BUMP, _FLAT))
    .le(
        2 * (Rational(1, 2) ** SMOOTHNESS * STEEPNESS) * _DISTANCE,
        words(
            "In one cube by phi's smoothness, as N^(-beta) (N a)^beta = a^beta; else both values vanish at the edges, at distances a and b with "
            "a + b <= |x - x'|, and a^beta + b^beta is at most 2 ((a + b)/2)^beta by concavity.",
            at_most_(Abs(_VALUES[0] - _VALUES[1]), 2 * (Rational(1, 2) ** SMOOTHNESS * STEEPNESS) * _DISTANCE),
            given=(IS_BUMP,),
        ),
    )
    .le(2 ** (1 - SMOOTHNESS) * STEEPNESS * _DISTANCE)
    .le(_HOELDER * _DISTANCE, TIMES.at({ONE: _FLAT.left, OTHER: _HOELDER, WEIGHT: _DISTANCE}))
    .crosschecked(
        "two neighbouring bins of opposite signs",
        r"|\eta_v(x)-\eta_v(x')|^2\le C_b^2\|x-x'\|^{2\beta}",
        "d = 1, beta = 1/2, l = 1, C_b = 1: points at distances in eighths on either side of the edge",
        _smooth_pairs,
    ),
    correction="phi with C_b/2^(1-beta) for C_b; beta <= 1",
    severity=Severity.CONSTANT,
    theorem="zhao/thm10/lower",
    note="Both sides squared: 1/2 against 1/4.",
)
ClassBumps = constructor("ClassBumps", r"\mathrm{{Bumps}}_{{{2}^{{{3}}}}}({0}, {1}; {4})", sort="family of laws")
"""At v in {-1, 1}^K: X uniform on [0, 1]^d, which is cut into N^d cubes, and Y = 1 or -1 with mean v_k N^(-beta) phi(N (x - c_k)) on the k-th
of K of them, about c_k, and 0 on the others: ClassBumps(phi, beta, N, d, K)."""
Norm1 = quantity("Norm1", r"\|{0}\|_{{L^1}}", "integral of a function's size", 0, Rational(1, 2))
CLASS, ACTIVE = Name(r"\mathcal{P}", "class of laws"), integer("K", least=1)
SIGNED_BUMPS = ClassBumps(BUMP, SMOOTHNESS, SIDE, DIM, ACTIVE)
_WRONG = Hamming(PROTOCOL, SIGNED_BUMPS, M, ACTIVE)
_COST = SIDE ** (-SMOOTHNESS) * (SIDE ** (-DIM) * Norm1(BUMP)) / 2
_IN_CLASS = FamilyIn(SIGNED_BUMPS, CLASS, ACTIVE)
SEPARATION = Claim(
    "zhao/family/classification/separation",
    "arXiv v1, Appendix D.3, (178)-(183)",
    Kind.INEQUALITY,
    "from the excess risk to the Hamming distance",
    says=r"R-R^*=\int|\eta_{\mathbf{v}}(\mathbf{x})|\mathrm{P}(\mathrm{sign}(\hat\eta(\mathbf{x}))\ne\mathrm{sign}(\eta_{\mathbf{v}}(\mathbf{x})))f(\mathbf{x})d\mathbf{x}\ge\frac12cl^{\beta+d}\lVert\phi\rVert_1\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})];\quad\inf_{\hat "
    r"Y}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{(p,\eta)\in\mathcal{P}_{cls}}(R-R^*)\ge\frac12cl^{\beta+d}\lVert\phi\rVert_1\inf_{\hat{\mathbf{v}}}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]",
    match=Match.READING,
    differs="for a family that is in the class, which the paper says before and which is a claim of its own; c = 1, l = 1/N, beta <= 1 and phi <= 1/2",
    printed=line(WorstExcessRisk(PROTOCOL, CLASS, M), given=(IS_BUMP, _IN_CLASS))
    .ge(
        _COST * _WRONG,
        because(
            "The excess risk integrates |eta| where the sign is wrong; with v_k guessed as the "
            "sign that holds the larger part of the integral of phi over the k-th cube, a wrong "
            "guess costs half of it at least.",
            "zhao/eq18",
        ),
    )
    .eq(SIDE ** (-SMOOTHNESS - DIM) * Norm1(BUMP) * _WRONG / 2),
    note="The density is c = 1; l = 1/N.",
)


def _bump_total_variation(_: Settings) -> Iterator[Case]:
    """TV^2 next to (187) for phi(u) = 4 min(1, 40 (1/2 - |u|)), beta = d = 1, l = 1/8, so |eta| = 1/2 on 95% of each bin.

    The left side is smaller than TV^2: that of what is left of a sample when it is forgotten unless it lies on the flat
    part, which has mass 19/160; the label's law there is that of the hypercube's axis.
    """
    samples, width, s, flat = 2, Fraction(1, 8), Fraction(1, 2), Fraction(19, 20)
    norm = flat + 2 * Fraction(1, 40) / 3
    left = product_total_variation(samples, 1 / (flat * width), s) ** 2
    again = product_by_counts(samples, 1 / (flat * width), s) ** 2
    parameters = {"m": samples, "d": 1, "beta": 1, "l": "1/8", "C_b": 160, "phi": "4 min(1, 40 (1/2 - |u|))"}
    yield Case(parameters, left, Fraction(3, 2) * samples * width**2 * s**2 * norm, left_again=again)


_HEIGHT = real("s", above=0, most=Rational(1, 2))
_CHANGED = Rational(16, 3) * SIDE ** (-2 * SMOOTHNESS - DIM) * NORM
_AT_BUMPS = SUMMED.at({FAMILY: FAMILY_OF_BUMPS, CHANGE: _CHANGED, SIZE: CELLS})
EQ187 = Claim(
    "zhao/eq187",
    "arXiv v1, Appendix D.3, (187), (188)",
    Kind.INEQUALITY,
    "total variation of the m-fold laws of the bumps",
    says=(
        r"\mathbb{TV}^2(p_{\mathbf{v}}^m,p_{\mathbf{v}'}^m)\le\frac12p_{\mathbf{v}}(\mathbf{X}\in "
        r"B_1)D(p_{\mathbf{v}}^m\|p_{\mathbf{v}'}^m)=\frac12l^dD(p_{\mathbf{v}}^m\|p_{\mathbf{v}'}^m)\le\frac12ml^dD(p_{\mathbf{v}}\|p_{\mathbf{v}'})\le\frac32ml^d\int_{B_1}f(\mathbf{x})\eta_{\mathbf{v}}^2(\mathbf{x})d\mathbf{x}\le\frac32ml^{2d+2\beta}\lVert\phi\rVert_2^2;\quad\delta\le\frac32n(e^\epsilon-1)^2ml^{2d+2\beta}\lVert\phi\rVert_2^2"
    ),
    match=Match.READING,
    differs="members of the chain left out, and (188)",
    printed=FiniteCheck(
        r"\mathrm{TV}^2(p_v^m,p_{v'}^m)\le\tfrac12ml^dD(p_v\|p_{v'})\le\tfrac32ml^{2d+2\beta}\|\phi\|_2^2",
        "m = 2, d = beta = 1, l = 1/8, a trapezium with |eta| = 1/2 on 95% of the bin: a lower bound on TV, exact",
        _bump_total_variation,
    ),
    corrected=AllOf(
        "",
        {
            "the divergences": line(_AT_BUMPS.statement.left, given=(INTERACTIVE, IS_BUMP)).le(
                _AT_BUMPS.statement.right, _AT_BUMPS, BUMPS_ORTHOGONAL(BUMP, STEEPNESS, SMOOTHNESS, SIDE, DIM)
            ),
            "(187)(c)": line(log((1 + _HEIGHT) / (1 - _HEIGHT))).le(3 * _HEIGHT),
        },
    ),
    correction="as (100): the m-fold laws differ wherever any sample falls in the bin. (188) is replaced by the "
    "sum over the bins",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm10/lower",
    root="zhao/eq100/mass",
    note="The trapezium is in the class for C_b = 160. Perturbations in different bins have disjoint supports.",
)
_R = sympy.Symbol("r", positive=True)
_AXES, _SMOOTHNESS, _MARGIN_POWER = integer("d", least=1), real("beta", above=0), real("gamma", above=0)
_COUNTED = integer("n", least=1) * integer("m", least=1) * real("epsilon", above=0) ** 2
_WIDTH_189 = let("l", _COUNTED ** (-1 / (2 * (_AXES + _SMOOTHNESS))))
EQ189 = Claim(
    "zhao/eq189",
    "arXiv v1, Appendix D.3, (189)-(191)",
    Kind.RATE_ALGEBRA,
    "the rate from the width",
    says=(
        r"l\sim(nm\epsilon^2)^{-\frac1{2(d+\beta)}};\quad\inf_{\hat{\mathbf{v}}}\sup_{\mathbf{v}\in\mathcal{V}}\mathbb{E}[\rho_H(\hat{\mathbf{v}},\mathbf{v})]\gtrsim "
        r"K\sim l^{\gamma\beta-d};\quad\inf_{\hat "
        r"Y}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{(p,\eta)\in\mathcal{P}_{cls}}(R-R^*)\gtrsim "
        r"l^{\beta+d}l^{\gamma\beta-d}=l^{\beta(1+\gamma)}\sim(nm\epsilon^2)^{-\frac{\beta(1+\gamma)}{2(d+\beta)}}"
    ),
    match=Match.READING,
    differs="the last member of (191), refuted at d = gamma = 2, beta = m = 1 and epsilon = 1/2 as Theorem 10 is, whose first term it is",
    printed=UpToConstant(
        n ** Rational(-1, 2),
        sympy.exp(-n / 80),
        (Variable(n, Integer(1), sympy.oo),),
        family=((n, 4000 * _R),),
        along=_R,
        text=r"\inf_{\hat Y}\inf_Q\sup_{(p,\eta)\in\mathcal P_{cls}}(R-R^*)\gtrsim l^{\beta+d}l^{\gamma\beta-d}\sim(nm\varepsilon^2)^{-\frac{\beta(1+\gamma)}{2(d+\beta)}}",
    ),
    corrected=AllOf(
        "",
        {
            "power of l": SameRate(_L ** (beta + d) * _L ** (gamma * beta - d), _L ** (beta * (1 + gamma))),
            "at the width": line(_WIDTH_189 ** (_SMOOTHNESS * (1 + _MARGIN_POWER))).eq(
                _COUNTED ** (-_SMOOTHNESS * (1 + _MARGIN_POWER) / (2 * (_AXES + _SMOOTHNESS)))
            ),
        },
    ),
    correction="the algebra of the orders is right; what stands of the lower bound is zhao/thm10/lower",
    severity=Severity.RATE,
    theorem="zhao/thm10/lower",
    root="zhao/thm10/lower",
    note="The counterexample is that of Theorem 10.",
)
ALL_SIGNED = FamilyIn(FAMILY_OF_BUMPS, CLASS, CELLS)
_ALL_WRONG = SIDE ** (-SMOOTHNESS - DIM) * Norm1(BUMP) * Hamming(PROTOCOL, FAMILY_OF_BUMPS, M, CELLS) / 2
ALL_SEPARATED = line(WorstExcessRisk(PROTOCOL, CLASS, M), given=(IS_BUMP, ALL_SIGNED)).ge(
    _ALL_WRONG,
    because(
        "The separation, where all cubes are active.",
        "zhao/family/classification/separation",
        "zhao/family/classification/smooth",
    ),
)

CLAIMS = (
    FAMILY_CLASSIFICATION,
    FAMILY_CLASSIFICATION_MARGIN,
    FAMILY_CLASSIFICATION_SMOOTH,
    SEPARATION,
    EQ187,
    EQ189,
)
