"""The route that rescues zhao Theorems 6, 7, 10 and 12: Assouad's lemma, averaged over the coordinates.

The paper bounds each coordinate's divergence and is wrong; their sum is bounded, since what one message can say about
orthogonal perturbations obeys Bessel's inequality. Where the number of users is small, a bound on the information in
the messages takes over, whatever the number of samples. Neither needs a condition on n, m or epsilon.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import sympy
from flint import arb
from sympy import Integer, Rational, log, oo, sqrt

from lowerbounds.information.channels import extreme_channels, response
from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw, binomial
from notation.symbols import d, epsilon, m
from verify.calculus.textbook import (
    CHAIN_RULE,
    FANO,
    JENSEN,
    PINSKER,
    SUPERADDITIVE_INFORMATION,
)
from verify.papers.zhao.instances.exact_risks import bayes_error
from verify.papers.zhao.ours_vectors_lower.hamming_distance import AVERAGED, SUMMED
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_S = sympy.Symbol("s", positive=True)
_CHI = sympy.Symbol("chi", positive=True)
_ALPHA = sympy.Symbol("a", positive=True)
_Q = sympy.Symbol("q", positive=True)
_E = sympy.Symbol("e", positive=True)
"""(e^epsilon - 1)^2."""
_X = sympy.Symbol("x", nonnegative=True)
_Y = sympy.Symbol("y", nonnegative=True)
_SUM = sympy.Symbol("b", positive=True)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_SMALL_S = Variable(_S, Integer(0), Rational(1, 2), open_lower=True)
_SLACK = arb(2) ** -50

Atom = tuple[tuple[int, int], ...]


@cache
def _axis_law(v: tuple[int, ...], s: Fraction, m: int) -> FiniteLaw:
    """The law of `samples` ordered draws of +-e_k."""
    dimension = len(v)
    single = {(k, sign): (1 + s * v[k] * sign) / (2 * dimension) for k in range(dimension) for sign in (1, -1)}
    return FiniteLaw(tuple((a, prod((single[x] for x in a), start=Fraction(1))) for a in product(single, repeat=m)))


@cache
def _cube_law(v: tuple[int, ...], s: Fraction, m: int) -> FiniteLaw:
    """The law of `samples` ordered draws of a vector of independent signs."""
    signs = list(product((1, -1), repeat=len(v)))
    single = {x: prod(((1 + s * a * b) / 2 for a, b in zip(x, v, strict=True)), start=Fraction(1)) for x in signs}
    return FiniteLaw(tuple((a, prod((single[x] for x in a), start=Fraction(1))) for a in product(signs, repeat=m)))


def _axis_chi(s: Fraction, d: int) -> Fraction:
    return 4 * s**2 / (d * (1 - s**2))


def _cube_chi(s: Fraction, d: int) -> Fraction:
    return 4 * s**2 / (1 - s**2)


_FAMILIES = (("axes", _axis_law, _axis_chi), ("independent signs", _cube_law, _cube_chi))


def flipped(v: tuple[int, ...], k: int) -> tuple[int, ...]:
    """v with coordinate k flipped."""
    return tuple(-x if i == k else x for i, x in enumerate(v))


def _inner_products(settings: Settings) -> Iterator[Case]:
    """E_v of the product of two perturbations, by enumeration, beside 0 or (1 + chi)^m - 1."""
    for name, law, chi in _FAMILIES:
        for dimension, samples in ((2, 1), (2, 2), (3, 1), (3, 2)) if settings.quick else ((2, 3), (3, 2), (4, 2)):
            s, v = Fraction(1, 2), tuple((-1) ** k for k in range(dimension))
            base = law(v, s, samples)
            others = [dict(law(flipped(v, k), s, samples).masses) for k in range(dimension)]
            for k, j in product(range(dimension), repeat=2):
                if k <= j:
                    left = sum(((others[k][a] / p - 1) * (others[j][a] / p - 1) * p for a, p in base), Fraction(0))
                    right = (1 + chi(s, dimension)) ** samples - 1 if k == j else Fraction(0)
                    yield Case({"family": name, "d": dimension, "m": samples, "k": k, "l": j}, left, right)


def _divergences(settings: Settings) -> Iterator[Case]:
    """The sum of the divergences of one message beside the bound: all extreme channels on four atoms, then responses."""
    s, v = Fraction(1, 2), (1, 1)
    for name, law, chi in _FAMILIES:
        base = law(v, s, 1)
        for t in (Fraction(6, 5), Fraction(3)) if settings.quick else (Fraction(6, 5), Fraction(3), Fraction(20)):
            for channel in extreme_channels(base.atoms, t):
                total = sum(
                    (
                        kullback_leibler(base.through(channel), law(flipped(v, k), s, 1).through(channel))
                        for k in (0, 1)
                    ),
                    arb(0),
                )
                yield Case({"family": name, "m": 1, "e^epsilon": str(t)}, total, (t - 1) ** 2 * chi(s, 2) / 4)
        pairs = law(v, s, 2)
        for mask in range(1, 64):
            # A set of pairs of draws, closed under exchanging them or not.
            inside = {a: Fraction(mask >> (i % 6) & 1) for i, a in enumerate(pairs.atoms)}
            channel = response(inside, Fraction(6, 5))
            total = sum(
                (kullback_leibler(pairs.through(channel), law(flipped(v, k), s, 2).through(channel)) for k in (0, 1)),
                arb(0),
            )
            right = Fraction(1, 100) * ((1 + chi(s, 2)) ** 2 - 1)
            yield Case({"family": name, "m": 2, "e^epsilon": "6/5", "set": mask}, total, right)


def _information(_: Settings) -> Iterator[Case]:
    """I(V; Z) of one message on the axes, d = 2, m = 1 beside epsilon tanh(epsilon/2), on all extreme channels."""
    cube = list(product((1, -1), repeat=2))
    for s, t in ((Fraction(1, 2), Fraction(3)), (Fraction(1), Fraction(6, 5))):
        laws = [_axis_law(v, s, 1) for v in cube]
        for channel in extreme_channels(laws[0].atoms, t):
            messages = [law.through(channel) for law in laws]
            names = messages[0].atoms
            mean = FiniteLaw(tuple((z, sum((q[z] for q in messages), Fraction(0)) / 4) for z in names))
            information = sum((kullback_leibler(q, mean) for q in messages), arb(0)) / 4
            yield Case({"s": str(s), "e^epsilon": str(t)}, information, as_arb(t).log() * as_arb((t - 1) / (t + 1)))


def _hamming(_: Settings) -> Iterator[Case]:
    """d/2 (1 - sqrt(b/(2d))) beside the exact least average distance: coordinates told by n_k signs of mean +-s."""
    for s, told in product((Fraction(1, 20), Fraction(1, 2)), ((1,), (4, 4), (0, 9), (1, 2, 3))):
        laws = [(binomial(users, (1 + s) / 2), binomial(users, (1 - s) / 2)) for users in told]
        size, total = len(told), sum((kullback_leibler(*pair) for pair in laws), arb(0))
        least = sum((bayes_error(*pair) for pair in laws), Fraction(0))
        bound = as_arb(Fraction(size, 2)) * (1 - (total / (2 * size)).sqrt())
        yield Case({"d": size, "n_k": str(told), "s": str(s)}, bound, least)


CLAIMS = (
    Claim(
        "zhao/own/averaged-assouad",
        "ours, for (101) and (188)",
        Kind.INEQUALITY,
        "the divergences of the messages, summed over the coordinates",
        None,
        replace(
            SUMMED,
            crosschecks=(
                (
                    "channels on the data of one user",
                    FiniteCheck(
                        r"\sum_kD(m_v\|m_{v\oplus k})\le\tfrac14(e^\varepsilon-1)^2[(1+\chi)^m-1]",
                        "d = 2, s = 1/2: all extreme channels at m = 1, 63 responses at m = 2, both families",
                        _divergences,
                    ),
                ),
            ),
        ),
        note="q(z|x) is the channel, q_inf(z) its least value, so q is within (e^epsilon-1) q_inf/2 of a constant, and q_inf "
        "integrates to at most 1. Sequentially interactive protocols too: the law P_v of the earlier messages is the same for all k.",
    ),
    Claim(
        "zhao/own/averaged-assouad/orthogonal",
        "ours, for (101) and (188)",
        Kind.IDENTITY,
        "perturbations of different coordinates are orthogonal, for m samples too",
        None,
        Derived(
            r"E_v[\varphi_k\varphi_l]=(1+E\varphi^1_k\varphi^1_l)^m-1:\ 0 \text{ for } k\ne l,\ (1+\chi)^m-1 \text{ for } k=l",
            (),
            AllOf(
                r"\text{disjoint or independent perturbations}",
                (
                    (
                        "E of (product of ratios - 1)(product of ratios' - 1); each ratio has mean 1",
                        Identity((1 + _CHI) ** m - 1 - 1 + 1, (1 + _CHI) ** m - 1),
                    ),
                    ("orthogonal: E of one is 0", Identity((1 + Integer(0)) ** m - 1, Integer(0))),
                    (
                        "chi on the axes",
                        Identity(
                            (_S / d) ** 2 * (2 * d / (1 + _S) + 2 * d / (1 - _S)),
                            4 * _S**2 / (d * (1 - _S**2)),
                            ((_S, "0", "1/2"),),
                        ),
                    ),
                    (
                        "chi of a sign",
                        Identity(_S**2 * (2 / (1 + _S) + 2 / (1 - _S)), 4 * _S**2 / (1 - _S**2), ((_S, "0", "1/2"),)),
                    ),
                ),
            ),
            (),
            (
                (
                    "enumeration",
                    FiniteCheck(
                        r"E_v[\varphi_k\varphi_l]",
                        "both families, d = 2, 3, m = 1, 2 (full: d to 4, m to 3), s = 1/2, all data sets",
                        _inner_products,
                        "==",
                    ),
                ),
            ),
        ),
        note="On the axes two perturbations have disjoint supports; in the cube they are independent with mean 0.",
    ),
    Claim(
        "zhao/own/averaged-hamming",
        "ours, for (103), (190), (233)",
        Kind.INEQUALITY,
        "Assouad's lemma from the sum of the divergences",
        None,
        replace(
            AVERAGED,
            crosschecks=(
                (
                    "the exact least average over the cube",
                    FiniteCheck(
                        r"\tfrac d2\Big(1-\sqrt{\frac b{2d}}\Big)\le\min_{\hat v}E\rho_H",
                        "d = 1, 2, 3 coordinates told by different numbers of signs of mean +-s, s = 1/20, 1/2",
                        _hamming,
                    ),
                ),
            ),
        ),
        note="V is uniform on the cube.",
    ),
    Claim(
        "zhao/own/floor-mean",
        "ours, for Theorems 6, 7, 10 and 12",
        Kind.LOWER_BOUND,
        "few users leave a share of the coordinates unknown, whatever the number of samples",
        None,
        Derived(
            r"n\varepsilon\tanh\tfrac\varepsilon2\le\tfrac d8\Rightarrow E\rho_H\ge\tfrac d4;\quad "
            r"n\varepsilon\tanh\tfrac\varepsilon2\le\tfrac{\ln2}2d\Rightarrow E\rho_H\ge0.11\,d",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"\ln2-h(p_k)\le I(V_k;Z^n),\ \sum_kI(V_k;Z^n)\le I(V;Z^n)\le n\varepsilon\tanh\tfrac\varepsilon2",
                (
                    (
                        "x = 1 - 2p: x^2/2 <= ln 2 - h(p)",
                        at_most(
                            _X**2,
                            (1 + _X) * log(1 + _X) + (1 - _X) * log(1 - _X),
                            Variable(_X, Integer(0), Integer(1), open_upper=True),
                        ),
                    ),
                    (
                        "1/8 of information per coordinate: p >= 1/4",
                        Identity((1 - sqrt(2 * Rational(1, 8))) / 2, Rational(1, 4)),
                    ),
                    (
                        "h(p) <= (ln 2)/2 up to p = 0.11",
                        at_most(
                            -_Q * log(_Q) - (1 - _Q) * log(1 - _Q),
                            log(2) / 2,
                            Variable(_Q, Integer(0), Rational(11, 100), open_lower=True),
                        ),
                    ),
                ),
            ),
            (CHAIN_RULE, PINSKER, FANO, SUPERADDITIVE_INFORMATION, JENSEN),
            (
                (
                    "all extreme channels on one sample",
                    FiniteCheck(
                        r"I(V;Z)\le\varepsilon\tanh(\varepsilon/2)",
                        "axes, d = 2, m = 1; (s, e^epsilon) = (1/2, 3), (1, 6/5)",
                        _information,
                    ),
                ),
            ),
        ),
        note="V uniform on the cube, p_k the probability of a wrong decision on V_k; h is concave and grows on [0, 1/2], so the "
        "average error obeys the same bound. Given the earlier messages, the laws of a message under different v have "
        "ratios within e^(+-epsilon).",
    ),
)
