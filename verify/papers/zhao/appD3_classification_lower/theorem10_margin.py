"""zhao Theorem 10 and the margin exponent: no change of sign for gamma beta > 1, an explicit bound for gamma beta <= 1.

For gamma > 0 only a share of the bins may be active, and a protocol that knew which ones would ask for these only. So
the active bins are hidden: one in each of K groups, in a random place and with a random sign, or none.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import sympy
from flint import arb
from sympy import Integer, Rational, exp, oo, sqrt, tanh

from lowerbounds.information.channels import Channel, extreme_channels, response
from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw, binomial
from notation.symbols import beta, d, epsilon, gamma, m, n
from verify.calculus.textbook import BESSEL, CHAIN_RULE, HOEFFDING, JENSEN, KL_BELOW_CHI_SQUARE, LE_CAM, PINSKER
from verify.papers.zhao.instances.exact_risks import lied
from verify.papers.zhao.powers import same_power
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Inequality, SameRate, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_L = sympy.Symbol("l", positive=True)
_S = sympy.Symbol("s", positive=True)
_T = sympy.Symbol("t", positive=True)
_U = sympy.Symbol("u", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_R = sympy.Symbol("r", positive=True)
_C = sympy.Symbol("c", positive=True)
_GAP = sympy.Symbol("a", positive=True)
_K = sympy.Symbol("K", positive=True)
_B = sympy.Symbol("B", positive=True)
_P2 = sympy.Symbol("P", positive=True)
"""||phi||_2^2."""
_P1 = sympy.Symbol("Q", positive=True)
"""||phi||_1."""
_E = sympy.Symbol("e", positive=True)
"""(e^epsilon - 1)^2."""
WIDTH = 1 / (32 * n * m * _E * _P2)
"""l^(2(d+beta)) for hidden bins."""
FLAT_WIDTH = 3 / (64 * n * m * _E * _P2)
"""l^(2(d+beta)) where all bins are active."""
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)

State = tuple[int, int] | None
"""The active bin of the two bins of a group and its sign; None where the group is empty."""


def _majority_wrong(_: Settings) -> Iterator[Case]:
    """P(at most half of n responses on a label of mean 2/3 agree with its sign) beside exp(-n (2/3 tanh(epsilon/2))^2/2)."""
    for users, t in product((1, 5, 25, 101), (Fraction(3, 2), Fraction(5), Fraction(100))):
        law = binomial(users, lied(Fraction(5, 6), t))
        wrong = sum((p for k, p in law if isinstance(k, int) and 2 * k <= users), Fraction(0))
        signal = Fraction(2, 3) * (t - 1) / (t + 1)
        yield Case({"n": users, "e^epsilon": str(t), "E eta": "2/3"}, wrong, (-as_arb(users * signal**2) / 2).exp())


@cache
def _group_law(state: State, s: Fraction, m: int) -> FiniteLaw:
    """The law of `samples` pairs (bin, label) on two bins of mass 1/2, flat height s on the active one."""
    single = {
        (place, label): (1 + (s * label * state[1] if state is not None and state[0] == place else 0)) / Fraction(4)
        for place in (0, 1)
        for label in (1, -1)
    }
    return FiniteLaw(tuple((a, prod((single[x] for x in a), start=Fraction(1))) for a in product(single, repeat=m)))


def _channels(m: int, t: Fraction) -> Iterator[tuple[str, Channel]]:
    """All extreme channels on one pair; on two pairs, responses on sets of data."""
    atoms = _group_law(None, Fraction(1, 2), m).atoms
    if m == 1:
        yield from (("extreme", channel) for channel in extreme_channels(atoms, t))
        return
    for mask in range(1, 64, 2):
        inside = {a: Fraction(mask >> (i % 6) & 1) for i, a in enumerate(atoms)}
        yield f"response {mask}", response(inside, t)


def _instances(settings: Settings) -> Iterator[tuple[dict[str, object], Fraction, int, Fraction, Channel]]:
    ratios = (Fraction(6, 5), Fraction(3)) if settings.quick else (Fraction(6, 5), Fraction(3), Fraction(20))
    for samples, s, t in product((1, 2), (Fraction(1, 4), Fraction(1, 2)), ratios):
        for name, channel in _channels(samples, t):
            yield {"m": samples, "s": str(s), "e^epsilon": str(t), "channel": name}, s, samples, t, channel


def _from_a_base(settings: Settings) -> Iterator[Case]:
    """The divergences from the empty group, summed over its two bins, beside (e^epsilon-1)^2 [(1+chi)^m - 1], chi = s^2/2."""
    for parameters, s, samples, t, channel in _instances(settings):
        base = _group_law(None, s, samples).through(channel)
        for sign in (1, -1):
            total = sum(
                (kullback_leibler(base, _group_law((k, sign), s, samples).through(channel)) for k in (0, 1)), arb(0)
            )
            yield Case(parameters | {"sign": sign}, total, (t - 1) ** 2 * ((1 + s**2 / 2) ** samples - 1))


def _least_loss(settings: Settings) -> Iterator[Case]:
    """1/4 (1 - 2 sqrt(n e a/B)) beside the exact least loss of one user's message about one group of B = 2 bins.

    The group is empty with chance 1/2, else one of its bins is active with either sign, each with chance 1/8.
    """
    for parameters, s, samples, t, channel in _instances(settings):
        told = {(k, sign): _group_law((k, sign), s, samples).through(channel) for k in (0, 1) for sign in (1, -1)}
        names = told[(0, 1)].atoms
        least = sum((min(told[(k, 1)][z], told[(k, -1)][z]) / 8 for z in names for k in (0, 1)), Fraction(0))
        share = as_arb((t - 1) ** 2 * ((1 + s**2 / 2) ** samples - 1) / 2)
        yield Case(parameters, (1 - 2 * share.sqrt()) / 4, least)


CLAIMS = (
    Claim(
        "zhao/own/no-crossing",
        "ours, against Theorem 10 for gamma beta > 1",
        Kind.UPPER_RATE,
        "a large margin exponent leaves one bit to learn",
        None,
        Derived(
            r"\gamma\beta>1:\ \eta \text{ has one sign};\ C_a=1:\ "
            r"R-R^*\le\exp\Big[-\frac n2\Big(\frac\gamma{1+\gamma}\tanh\frac\varepsilon2\Big)^2\Big]",
            (),
            AllOf(
                r"ct^{1/\beta}\le P(|\eta|<t)\le C_at^\gamma \text{ fails at small } t;\ E|\eta|\ge\tfrac\gamma{1+\gamma}",
                (
                    (
                        "t^a for a = gamma - 1/beta at t = (c/2)^(1/a)",
                        same_power(((_C / 2) ** (1 / _GAP)) ** _GAP, _C / 2),
                    ),
                    (
                        "is below c",
                        Inequality(Relation(_C / 2, _C, "<", (Variable(_C, Integer(0), oo, True),))),
                    ),
                    (
                        "E|eta| is the integral of P(|eta| >= t) >= 1 - t^gamma",
                        Identity(sympy.integrate(1 - _T**gamma, (_T, 0, 1)), gamma / (1 + gamma)),
                    ),
                    (
                        "the exponent at gamma = 2, epsilon >= 1/2",
                        at_most(Rational(1, 80), (2 * tanh(_U) / 3) ** 2 / 2, Variable(_U, Rational(1, 4), Integer(1))),
                    ),
                ),
            ),
            (HOEFFDING,),
            (
                (
                    "responses on labels of mean 2/3, exact",
                    FiniteCheck(
                        r"P(\text{wrong sign})\le\exp\Big[-\frac n2\Big(\frac23\tanh\frac\varepsilon2\Big)^2\Big]",
                        "n = 1, 5, 25, 101, e^epsilon = 3/2, 5, 100, gamma = 2",
                        _majority_wrong,
                    ),
                ),
            ),
        ),
        note="Were eta(a) > 0 > eta(b), both would keep their signs on balls of some radius r; each of the parallel segments from one ball to the "
        "other has a zero of eta, beside which |eta| < t on a length of (t/C_b)^(1/beta), so that P(|eta| < t) is at least a multiple c of t^(1/beta). "
        "So eta has one sign, up to zeros, and one bit decides: each user sends the label of one sample by randomised response, whose mean is E eta "
        "times tanh(epsilon/2), and the majority errs with the stated probability. For other C_a another constant stands for gamma/(1+gamma). With "
        "P(0 < |eta| < t) for P(|eta| < t) zeros in a whole region are excluded in the same way, by the layer at its edge. Audibert and Tsybakov "
        "(2007, Proposition 3.4) have the same remark.",
    ),
    Claim(
        "zhao/own/hidden-bins",
        "ours, for Theorem 10 with gamma > 0",
        Kind.INEQUALITY,
        "the divergences from a base law, summed over all bins that may be made active",
        None,
        Derived(
            r"\sum_kD(P_w^{Z^n}\|P_{w+k}^{Z^n})\le n(e^\varepsilon-1)^2[(1+\chi)^m-1],\ \chi=l^{2\beta+d}\|\phi\|_2^2,\ "
            r"w+k: \text{ the inactive bin } k \text{ made active with sign } \pm",
            ("zhao/own/averaged-assouad",),
            AllOf(
                r"\chi=\int_{B_k}\eta^2",
                (
                    (
                        "at a point: fair labels against labels of mean s",
                        Identity(((1 + _S) - 1) ** 2 / 2 + ((1 - _S) - 1) ** 2 / 2, _S**2),
                    ),
                    ("over the bin", same_power(_L ** (2 * beta) * (_L**d * _P2), _L ** (2 * beta + d) * _P2)),
                ),
            ),
            (KL_BELOW_CHI_SQUARE, CHAIN_RULE, BESSEL),
            (
                (
                    "two bins, channels on the data of one user",
                    FiniteCheck(
                        r"\sum_kD(m_w\|m_{w+k})\le(e^\varepsilon-1)^2[(1+\chi)^m-1]",
                        "B = 2, s = 1/4, 1/2: all extreme channels at m = 1, 32 responses at m = 2, e^epsilon = 6/5, 3 (full: 20)",
                        _from_a_base,
                    ),
                ),
            ),
        ),
        note="The perturbations of different bins have disjoint supports under the one base law P_w, so Bessel's inequality applies as for the flips.",
    ),
    Claim(
        "zhao/own/margin-groups",
        "ours, for Theorem 10 with gamma > 0",
        Kind.LOWER_BOUND,
        "the explicit lower bound for gamma beta <= 1 and gamma beta <= d",
        None,
        Derived(
            r"KM=B=l^{-d},\ l^{2(d+\beta)}=\frac1{32nme\|\phi\|_2^2},\ B\le32ne,\ e=(e^\varepsilon-1)^2:\ "
            r"R-R^*\ge\tfrac1{16}Kl^{\beta+d}\|\phi\|_1;\ K\asymp C_Kl^{\gamma\beta-d}:\ \asymp l^{\beta(1+\gamma)}",
            (
                "zhao/own/hidden-bins",
                "zhao/family/classification/margin",
                "zhao/family/classification/smooth",
                "zhao/family/classification/separation",
            ),
            AllOf(
                r"E\,\#\{g:\hat v_{J_g}\ne S_g\}\ge\tfrac K2\cdot\tfrac12(1-2\sqrt x),\ x=\frac{ne}B[(1+\chi)^m-1]\le\tfrac1{16}",
                (
                    (
                        "a group is empty with chance 1/2: the mean divergence is at most 2x, the mean of TV sqrt(x)",
                        Identity(sqrt((_X / Rational(1, 2)) / 2), sqrt(_X)),
                    ),
                    (
                        "TV between both signs is at most the sum of both to the empty group: 1/4 is left",
                        at_most(Rational(1, 4), (1 - 2 * sqrt(_X)) / 2, Variable(_X, Integer(0), Rational(1, 16))),
                    ),
                    ("m chi at that width is B/(32ne), at most 1", Identity(m * _P2 * WIDTH * _B, _B / (32 * n * _E))),
                    ("e^y - 1 <= 2y for y <= 1", at_most(exp(_X) - 1, 2 * _X, Variable(_X, Integer(0), Integer(1)))),
                    ("so x is at most 1/16", Identity(n * _E / _B * 2 * (_B / (32 * n * _E)), Rational(1, 16))),
                    (
                        "risk",
                        same_power(
                            _L ** (beta + d) * _P1 / 2 * (_K / 2 * Rational(1, 4)), _K * _L ** (beta + d) * _P1 / 16
                        ),
                    ),
                    (
                        "at K = C l^(gamma beta - d)",
                        same_power(_C * _L ** (gamma * beta - d) * _L ** (beta + d), _C * _L ** (beta * (1 + gamma))),
                    ),
                ),
            ),
            (LE_CAM, PINSKER, JENSEN),
            (
                (
                    "the exact least loss of one user's message",
                    FiniteCheck(
                        r"\tfrac14\Big(1-2\sqrt{\tfrac{(e^\varepsilon-1)^2}B[(1+\chi)^m-1]}\Big)\le\min_{\hat v}P(\hat v_J\ne S)",
                        "K = 1, B = 2, n = 1, s = 1/4, 1/2: all extreme channels at m = 1, 32 responses at m = 2, e^epsilon = 6/5, 3 (full: 20)",
                        _least_loss,
                    ),
                ),
            ),
        ),
        note="The family: K groups of M bins each. Each group, independently, is empty with chance 1/2, else one bin J_g of it, uniform, is active with a fair "
        "sign S_g; so at most K bins are active, always, and the margin condition holds for 0 < |eta|. Given a law w of the other groups with group g empty, "
        "Le Cam's bound compares the two signs at bin k. Averaged over g, k and w, Jensen's inequality and Pinsker's bound the TV by the mean divergence, which the "
        "sum over all bins bounds: 2x, since a group of w is empty with chance 1/2. c = 1. M and 1/l are rounded, which costs a constant; K has to be at least 1, which for gamma beta = d asks that C_a be large enough against C_b. "
        "Beyond B = 32 n e a user knows all bins nearly, and for gamma > 0 nothing is proved here.",
    ),
    Claim(
        "zhao/own/margin-none",
        "ours, for Theorem 10 with gamma = 0, and for Theorem 12",
        Kind.LOWER_BOUND,
        "half of the signs of all bins stay unknown half the time, whatever n, m and epsilon",
        None,
        Derived(
            r"\gamma=0:\ R-R^*\ge\tfrac18l^\beta\|\phi\|_1,\ l^{2(d+\beta)}=\frac3{64nm(e^\varepsilon-1)^2\|\phi\|_2^2}\le1",
            ("zhao/eq187", "zhao/own/averaged-hamming", "zhao/own/floor-mean", "zhao/family/classification"),
            AllOf(
                r"B=l^{-d}:\ E\rho_H\ge\tfrac B4",
                (
                    (
                        "m chi = B/(4ne) at that width",
                        Identity(m * Rational(16, 3) * _P2 * FLAT_WIDTH * _B, _B / (4 * n * _E)),
                    ),
                    ("e^y - 1 <= 2y for y <= 1", at_most(exp(_X) - 1, 2 * _X, Variable(_X, Integer(0), Integer(1)))),
                    (
                        "B >= 4ne fails only if n kappa <= ne/2 < B/8",
                        at_most(epsilon * tanh(epsilon / 2), (exp(epsilon) - 1) ** 2 / 2, _EPSILON),
                    ),
                    ("a quarter", Identity(_B / 2 * (1 - sqrt(n * _E * 2 * (_B / (4 * n * _E)) / (2 * _B))), _B / 4)),
                    ("risk", same_power(_L ** (beta + d) * _P1 / 2 * (_L ** (-d) / 4), _L**beta * _P1 / 8)),
                ),
            ),
        ),
        note="All B bins active, so no margin condition. 1/l is rounded up to an integer, which costs at most 2^beta. c = 1.",
    ),
    Claim(
        "zhao/own/margin-public",
        "ours, for the second term of Theorem 10",
        Kind.LOWER_BOUND,
        "the lower bound without privacy",
        None,
        Derived(
            r"l^{2\beta+d}=\frac1{6nm\|\phi\|_2^2}\le1:\ R-R^*\ge\tfrac18Kl^{\beta+d}\|\phi\|_1",
            ("zhao/family/classification",),
            AllOf(
                r"nmD\le\tfrac12\Rightarrow E\rho_H\ge\tfrac K4",
                (
                    (
                        "s ln((1+s)/(1-s)) <= 3 s^2 on the bin",
                        at_most(
                            _S * sympy.log((1 + _S) / (1 - _S)),
                            3 * _S**2,
                            Variable(_S, Integer(0), Rational(1, 2), open_lower=True),
                        ),
                    ),
                    (
                        "nm KL <= 1/2, so 1 - sqrt(KL/2) >= 1/2",
                        Identity(1 - sqrt(n * m * 3 * _P2 * (1 / (6 * n * m * _P2)) / 2), Rational(1, 2)),
                    ),
                    ("risk", same_power(_L ** (beta + d) * _P1 / 2 * (_K / 4), _K * _L ** (beta + d) * _P1 / 8)),
                ),
            ),
            (LE_CAM, PINSKER, CHAIN_RULE),
        ),
        note="K active bins at known places, fair independent signs; K = C_K l^(gamma beta - d) for gamma > 0, all bins for gamma = 0.",
    ),
    Claim(
        "zhao/thm10/lower",
        "arXiv v1, Section 6.1, Theorem 10, (20)",
        Kind.LOWER_BOUND,
        "the minimax lower bound for classification",
        Derived(
            r"\text{small }\varepsilon:\ \inf\sup(R-R^*)\gtrsim(nm\varepsilon^2)^{-\frac{\beta(1+\gamma)}{2(d+\beta)}}+(mn)^{-\frac{\beta(1+\gamma)}{2\beta+d}}",
            ("zhao/own/no-crossing",),
            UpToConstant(
                n ** Rational(-1, 2),
                exp(-n / 80),
                (Variable(n, Integer(1), oo),),
                family=((n, 4000 * _R),),
                along=_R,
                text=r"d=\gamma=2,\ \beta=m=1,\ \varepsilon=\tfrac12:\ n^{-1/2}\lesssim e^{-n/80}",
            ),
        ),
        Derived(
            r"P(0<|\eta|<t)\le C_at^\gamma,\ \gamma\beta\le1\wedge d,\ K\asymp l^{\gamma\beta-d}:\ R-R^*\ge\tfrac1{16}Kl^{\beta+d}\|\phi\|_1 \text{ at } "
            r"l^{2(d+\beta)}=\frac1{32nm(e^\varepsilon-1)^2\|\phi\|_2^2},\ l^{-d}\le32n(e^\varepsilon-1)^2 \text{ (not needed for } \gamma=0);\ "
            r"\ge\tfrac18Kl^{\beta+d}\|\phi\|_1 \text{ at } l^{2\beta+d}=\frac1{6nm\|\phi\|_2^2}",
            ("zhao/own/margin-groups", "zhao/own/margin-none", "zhao/own/margin-public"),
            AllOf(
                r"\text{both rates}",
                (
                    (
                        "(e^epsilon-1)^2 <= 3 epsilon^2",
                        at_most(
                            (exp(epsilon) - 1) ** 2, 3 * epsilon**2, Variable(epsilon, Integer(0), Integer(1), True)
                        ),
                    ),
                    (
                        "private",
                        SameRate(
                            ((n * m * epsilon**2) ** (-1 / (2 * (d + beta)))) ** (gamma * beta - d + beta + d),
                            (n * m * epsilon**2) ** (-beta * (1 + gamma) / (2 * (d + beta))),
                        ),
                    ),
                    (
                        "without privacy",
                        SameRate(
                            ((n * m) ** (-1 / (2 * beta + d))) ** (gamma * beta - d + beta + d),
                            (m * n) ** (-beta * (1 + gamma) / (2 * beta + d)),
                        ),
                    ),
                    (
                        "for gamma = 0 this width is (2/3)^(1/(2(d+beta))) of the one that needs no condition: x = beta/(2(d+beta))",
                        at_most(Rational(2, 3) ** _X, Integer(1), Variable(_X, Integer(0), Rational(1, 2))),
                    ),
                ),
            ),
        ),
        correction=(
            "true at gamma = 0, false for gamma beta > 1, undecided for 0 < gamma beta <= 1. The family of the proof has "
            "eta = 0 on most bins, which Assumption 2 (a) excludes for every gamma > 0 "
            "(zhao/family/classification/margin). With the margin condition for 0 < |eta|, gamma beta <= 1 and gamma beta"
            " <= d it is true as long as m is at most of order (n epsilon^2)^(1+2 beta/d), for gamma = 0 always"
        ),
        severity=Severity.RATE,
        theorem="zhao/thm10/lower",
        note="The left side of the counterexample is the first printed term up to a constant, the second only adds; C_a = C_b = f_L = 1; for any other epsilon the "
        "exponent is n (2/3 tanh(epsilon/2))^2/2. For the margin condition as printed, which excludes regions where eta = 0, and 0 < gamma beta <= 1, nothing is decided "
        "here: the few active bins are then close together or known, and an interactive protocol may ask for these only.",
    ),
)
