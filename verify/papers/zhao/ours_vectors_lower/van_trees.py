"""Theorems 6 and 7 by the private van Trees inequality: no condition on n, m, d or epsilon, interaction allowed."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from sympy import Integer, Rational, exp, oo, sinh, tanh

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.laws import FiniteLaw, binomial
from lowerbounds.methods.cubes import Axes, HadamardCube, SignCube
from lowerbounds.methods.families import Family
from notation.symbols import D, d, epsilon, m, n
from verify.calculus.textbook import BESSEL, CHAIN_RULE, VAN_TREES
from verify.papers.kent.ours_van_trees import bayes, prior_power
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_THETA = sympy.Symbol("theta", real=True)
_X = sympy.Symbol("x", positive=True)
_Y = sympy.Symbol("y", positive=True)
_W = sympy.Symbol("w", nonnegative=True)
_S = sympy.Symbol("S", positive=True)
"""sinh(epsilon/2)^2."""
_MID = Variable(_THETA, Rational(-1, 2), Rational(1, 2))
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_POSITIVE = Variable(_X, Integer(0), oo, open_lower=True)

Slopes = dict[object, Fraction]


def slopes(family: Family, theta: tuple[Fraction, ...]) -> tuple[FiniteLaw, list[Slopes]]:
    """The law of one sample at the parameter theta, and its derivatives in each theta_k, exact.

    The families are affine in each parameter, s v_k = theta_k: so by the difference of the two ends over its length.
    """
    size = len(theta)

    def at(point: tuple[Fraction, ...]) -> dict[object, Fraction]:
        """Mixtures of the corners s v, s = 1, with chances (1 + theta_k v_k)/2."""
        masses: dict[object, Fraction] = {}
        for v in product((1, -1), repeat=size):
            weight = Fraction(1)
            for x, sign in zip(point, v, strict=True):
                weight *= (1 + x * sign) / 2
            for atom, mass in family.law(v):
                masses[atom] = masses.get(atom, Fraction(0)) + weight * mass
        return masses

    base = at(theta)
    found = []
    for k in range(size):
        ends = [at(tuple(end if i == k else x for i, x in enumerate(theta))) for end in (Fraction(1), Fraction(-1))]
        found.append({atom: (ends[0][atom] - ends[1][atom]) / 2 for atom in base})
    return FiniteLaw(tuple(base.items())), found


def trace(channel: Channel, base: FiniteLaw, derivatives: list[Slopes]) -> Fraction:
    """The trace of the information of the message: the sum over k and z of (d M(z)/d theta_k)^2/M(z)."""
    mine = base.through(channel)
    total = Fraction(0)
    for slope in derivatives:
        moved: dict[object, Fraction] = {}
        for atom, rate in slope.items():
            for message, chance in channel[atom]:
                moved[message] = moved.get(message, Fraction(0)) + rate * chance
        total += sum((moved[z] ** 2 / mass for z, mass in mine if mass), Fraction(0))
    return total


def _traces(settings: Settings) -> Iterator[Case]:
    """Traces at one sample of two signs, then at the counts of m samples of one, beside mass m sinh^2/(1 - L^2)."""
    one = Fraction(1)
    families: tuple[tuple[str, Family], ...] = (
        ("axes", Axes(2, one)),
        ("Hadamard", HadamardCube(2, one)),
        ("independent signs", SignCube(2, one)),
    )
    ratios = (Fraction(4),) if settings.quick else (Fraction(6, 5), Fraction(4), Fraction(30))
    for (name, family), t in product(families, ratios):
        theta = (Fraction(1, 2), Fraction(-1, 4))
        base, derivatives = slopes(family, theta)
        right = family.mass * (t - 1) ** 2 / (4 * t) * Fraction(4, 3)
        for channel in extreme_channels(base.atoms, t):
            parameters = {"family": name, "d": 2, "m": 1, "theta": "(1/2, -1/4)", "e^epsilon": str(t)}
            yield Case(parameters, trace(channel, base, derivatives), right)
    for samples, theta_1, t in product((2, 3), (Fraction(1, 2), Fraction(0)), ratios):
        law = binomial(samples, (1 + theta_1) / 2)
        slope: Slopes = {k: law[k] * (k / (1 + theta_1) - (samples - k) / (1 - theta_1)) for k in range(samples + 1)}
        right = samples * (t - 1) ** 2 / (4 * t) * Fraction(4, 3)
        for channel in extreme_channels(law.atoms, t):
            parameters = {"family": "one sign", "m": samples, "theta": str(theta_1), "e^epsilon": str(t)}
            yield Case(parameters, trace(channel, law, [slope]), right)


def axis_risk(n: int, size: int, t: Fraction) -> Fraction:
    """The Bayes risk of theta from one-sample answers on one of `size` axes: +, -, or a fair coin elsewhere; by response.

    P(yes) = 1/2 + c theta, c = (t-1)/((t+1) 2d).
    """
    c = (t - 1) / (t + 1) / (2 * size)
    risk = prior_power(2)
    for up in range(n + 1):
        # Coefficients of (1/2 + c theta)^up (1/2 - c theta)^(users - up).
        powers = [Fraction(0)] * (n + 1)
        for i, j in product(range(up + 1), range(n - up + 1)):
            powers[i + j] += comb(up, i) * comb(n - up, j) * Fraction(1, 2) ** (n - i - j) * c**i * (-c) ** j
        mass = comb(n, up) * sum((a * prior_power(i) for i, a in enumerate(powers)), Fraction(0))
        first = comb(n, up) * sum((a * prior_power(i + 1) for i, a in enumerate(powers)), Fraction(0))
        risk -= first**2 / mass
    return risk


def _axes(_: Settings) -> Iterator[Case]:
    """D = 1: the bound beside weight times d times the Bayes risk of one parameter; m = 1, n = d times the users of each."""
    for users, size, t in product((1, 4, 12), (1, 2, 5), (Fraction(3, 2), Fraction(6))):
        level = Fraction(4, 3) * size * users * (t - 1) ** 2 / (4 * t) + 40 * size**2
        yield Case(
            {"n": size * users, "m": 1, "d": size, "e^epsilon": str(t)}, size / level, axis_risk(users, size, t) / size
        )


def _cube(rate: Callable[[int, int, int, Fraction], object]) -> Callable[[Settings], Iterator[Case]]:
    """A bound on the cube beside the exact Bayes risk: majorities of 1 or 3 signs by response, one coordinate a user."""

    def cases(_: Settings) -> Iterator[Case]:
        for size, users, samples, t in product((1, 3), (1, 4), (1, 3), (Fraction(3, 2), Fraction(6), Fraction(30))):
            risk = size * bayes(users, samples, 1 / (1 + t))
            parameters = {"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}
            yield Case(parameters, rate(size * users, samples, size, t), as_arb(risk))

    return cases


def _by_sinh(n: int, m: int, size: int, t: Fraction) -> object:
    return as_arb(size**2 / (Fraction(4, 3) * n * m * (t - 1) ** 2 / (4 * t) + 40 * size))


def _by_order(n: int, m: int, size: int, t: Fraction) -> object:
    """(d/44) min(1, d/(nm (epsilon^2 ^ epsilon)))."""
    eps = as_arb(t).log()
    return as_arb(Fraction(size, 44)) * (size / (n * m * eps.min(eps**2))).min(as_arb(1))


CLAIMS = (
    Claim(
        "zhao/own/van-trees",
        "ours, for Theorems 6 and 7",
        Kind.INEQUALITY,
        "the information of a private message about d parameters",
        None,
        Derived(
            r"\mathrm{Tr}\,I_Z(\theta)\le\frac{pm\sinh^2(\varepsilon/2)}{1-L^2},\ |\theta_k|\le L;\ p=\tfrac1d \text{ on the axes and the Hadamard columns},"
            r"\ p=1 \text{ for independent signs}",
            ("zhao/own/bessel-sinh",),
            AllOf(
                r"S_k \text{ the scores: } E S_k=0,\ E S_kS_l=\frac{pm\,1(k=l)}{1-\theta_k^2},\ \mathrm{Tr}\,I_Z=\sum_k\int\frac{E[S_kq]^2}{E[q]}",
                (
                    (
                        "the score's square, on one pair of atoms of mass (1 +- theta)/2",
                        Identity(
                            (1 + _THETA) / 2 / (1 + _THETA) ** 2 + (1 - _THETA) / 2 / (1 - _THETA) ** 2,
                            1 / (1 - _THETA**2),
                            ((_THETA, "-1/2", "1/2"),),
                        ),
                    ),
                    (
                        "its mean",
                        Identity(
                            (1 + _THETA) / 2 / (1 + _THETA) - (1 - _THETA) / 2 / (1 - _THETA),
                            Integer(0),
                            ((_THETA, "-1/2", "1/2"),),
                        ),
                    ),
                    ("L = 1/2", at_most(1 / (1 - _THETA**2), Rational(4, 3), _MID)),
                ),
            ),
            (BESSEL,),
            (
                (
                    "exact traces",
                    FiniteCheck(
                        r"\mathrm{Tr}\,I_Z\le\tfrac43pm\frac{(t-1)^2}{4t}",
                        "all extreme channels: d = 2, m = 1, three families at theta = (1/2, -1/4); one sign, m = 2, 3, theta = 0, 1/2; e^epsilon = 4 "
                        "(full: 6/5, 30 too)",
                        _traces,
                    ),
                ),
            ),
        ),
        note="Scores add up over samples, so m enters linearly: no (1+chi)^m.",
    ),
    Claim(
        "zhao/own/van-trees/axes",
        "ours, for Theorem 6",
        Kind.LOWER_BOUND,
        "a minimax lower bound for every l_p ball without any condition",
        None,
        Derived(
            r"p\ge1:\ \inf\sup_{\|X\|_p\le D}E\|\hat\mu-\mu\|_2^2\ge\frac{D^2d}{\frac43nm\sinh^2(\varepsilon/2)+40d^2}",
            ("zhao/own/van-trees", "kent/own/X1/prior", "zhao/family/l1-hypercube/laws"),
            AllOf(
                r"E\|\hat\mu-\mu\|^2\ge\frac{D^2}{d^2}E\sum_k(a_k-\theta_k)^2,\ \text{prior information } 40 \text{ each}",
                (
                    (
                        "d^2 over the information, times the weight",
                        Identity(
                            D**2 / d**2 * d**2 / (n * Rational(4, 3) * m / d * _S + 40 * d),
                            D**2 * d / (Rational(4, 3) * n * m * _S + 40 * d**2),
                        ),
                    ),
                    (
                        "an information u x below its bound x",
                        at_most(1 / (_X + 40), 1 / (_W * _X + 40), Variable(_W, Integer(0), Integer(1)), _POSITIVE),
                    ),
                ),
            ),
            (VAN_TREES, CHAIN_RULE),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\frac d{\frac43nm\sinh^2(\varepsilon/2)+40d^2}\le\text{Bayes risk}",
                        "m = 1, d = 1, 2, 5, n = d, 4d, 12d, e^epsilon = 3/2, 6: each user answers for one axis; the prior of kent/own/X1/prior",
                        _axes,
                    ),
                ),
            ),
        ),
        note="For epsilon <= 1, sinh^2(epsilon/2) <= 0.28 epsilon^2: so at least D^2 d/(0.37 nm epsilon^2 + 40 d^2), against the 3/256 of zhao/thm6/lower. "
        "Interaction is allowed; laws: the axes with any means in the box |theta_k| <= 1/2.",
    ),
    Claim(
        "zhao/own/van-trees/cube",
        "ours, for Theorem 7",
        Kind.LOWER_BOUND,
        "a minimax lower bound for the l_inf ball without any condition, by sinh",
        None,
        Derived(
            r"\inf\sup_{\|X\|_\infty\le D}E\|\hat\mu-\mu\|_2^2\ge\frac{D^2d^2}{\frac43nm\sinh^2(\varepsilon/2)+40d}",
            ("zhao/own/van-trees", "kent/own/X1/prior", "zhao/family/product-bernoulli"),
            AllOf(
                r"E\|\hat\mu-\mu\|^2\ge D^2E\sum_k(a_k-\theta_k)^2",
                (
                    (
                        "for epsilon <= 1 the information is at most a quarter of what kent/own/X1 allows",
                        at_most(
                            Rational(4, 3) * sinh(epsilon / 2).rewrite(exp) ** 2,
                            Rational(1, 4) * Rational(32, 9) * epsilon * tanh(epsilon / 2),
                            Variable(epsilon, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                    (
                        "an information u x below its bound x",
                        at_most(1 / (_X + 40), 1 / (_W * _X + 40), Variable(_W, Integer(0), Integer(1)), _POSITIVE),
                    ),
                ),
            ),
            (VAN_TREES, CHAIN_RULE),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\frac{d^2}{\frac43nm\sinh^2(\varepsilon/2)+40d}\le\text{Bayes risk}",
                        "d = 1, 3, n = d, 4d, m = 1, 3, e^epsilon = 3/2, 6, 30: majorities by response; the prior of kent/own/X1/prior",
                        _cube(_by_sinh),
                    ),
                ),
            ),
        ),
        note="For large epsilon kent/own/X1 is better.",
    ),
    Claim(
        "zhao/own/thm7/every-epsilon",
        "ours, for Theorem 7",
        Kind.LOWER_BOUND,
        "the rate of Theorem 7 for every epsilon, interaction allowed",
        None,
        Derived(
            r"\inf\sup_{\|X\|_\infty\le D}E\|\hat\mu-\mu\|_2^2\ge\frac{D^2d}{44}\min\Big(1,\frac d{nm(\varepsilon^2\wedge\varepsilon)}\Big)",
            ("kent/own/X1",),
            AllOf(
                r"\tfrac{32}9\varepsilon\tanh\tfrac\varepsilon2\le4e,\ e=\varepsilon^2\wedge\varepsilon;\ y=\tfrac{nme}d",
                (
                    (
                        "at most 4 epsilon",
                        at_most(Rational(32, 9) * epsilon * tanh(epsilon / 2), 4 * epsilon, _EPSILON),
                    ),
                    ("at most 4 epsilon^2", at_most(Rational(32, 9) * tanh(epsilon / 2), 4 * epsilon, _EPSILON)),
                    (
                        "1/(4y + 40) >= min(1, 1/y)/44, y <= 1",
                        at_most(4 * _Y + 40, Integer(44), Variable(_Y, Integer(0), Integer(1), open_lower=True)),
                    ),
                    ("and y >= 1", at_most(4 * _Y + 40, 44 * _Y, Variable(_Y, Integer(1), oo))),
                ),
            ),
            (),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\tfrac d{44}\min\Big(1,\tfrac d{nm(\varepsilon^2\wedge\varepsilon)}\Big)\le\text{Bayes risk}",
                        "d = 1, 3, n = d, 4d, m = 1, 3, e^epsilon = 3/2, 6, 30: majorities by response; the prior of kent/own/X1/prior",
                        _cube(_by_order),
                    ),
                ),
            ),
        ),
        note="For every n, m, d and epsilon. So what zhao Theorem 7 prints is true once capped at the size of the ball.",
    ),
    Claim(
        "zhao/own/thm6/every-epsilon",
        "ours, for Theorem 6 at p = 2",
        Kind.LOWER_BOUND,
        "the rate of Theorem 6 at p = 2 for every epsilon, interaction allowed",
        None,
        Derived(
            r"\inf\sup_{\|X\|_2\le D}E\|\hat\mu-\mu\|_2^2\ge\frac{D^2}{44}\min\Big(1,\frac d{nm(\varepsilon^2\wedge\varepsilon)}\Big)",
            ("zhao/own/thm7/every-epsilon",),
            AllOf(
                r"[-\tfrac D{\sqrt d},\tfrac D{\sqrt d}]^d\subset\{\|x\|_2\le D\}",
                (
                    ("the half-width", Identity(d * (D / sympy.sqrt(d)) ** 2, D**2)),
                    ("the bound at it", Identity((D / sympy.sqrt(d)) ** 2 * d / 44, D**2 / 44)),
                ),
            ),
            (),
            (
                (
                    "exact Bayes risks, scaled",
                    FiniteCheck(
                        r"\tfrac1{44}\min\Big(1,\tfrac d{nm(\varepsilon^2\wedge\varepsilon)}\Big)\le\tfrac1d\,\text{Bayes risk}",
                        "the protocols of zhao/own/thm7/every-epsilon",
                        lambda settings: (
                            Case(c.parameters, as_arb(c.left) / c.parameters["d"], as_arb(c.right) / c.parameters["d"])
                            for c in _cube(_by_order)(settings)
                        ),
                    ),
                ),
            ),
        ),
        note="For 1 <= p < 2 no such bound holds for large epsilon (zhao/thm6/lower, zhao/own/thm6/between).",
    ),
)
