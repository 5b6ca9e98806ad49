"""Floors for mean vectors that no number of samples lowers, each with its hard instance: point masses."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

import sympy
from flint import arb
from sympy import E, Integer, exp, log, oo, pi

from lowerbounds.information.laws import binomial
from lowerbounds.methods.mutual_information import sign_floor, vertex_floor, volume_floor
from notation.symbols import D, d
from verify.calculus.textbook import CHAIN_RULE, FANO, JENSEN, PINSKER, SUPERADDITIVE_INFORMATION
from verify.papers.zhao.instances.exact_risks import bayes_square
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_X = sympy.Symbol("x", nonnegative=True)
_Y = sympy.Symbol("y", positive=True)
_U = sympy.Symbol("u", nonnegative=True)
_R = sympy.Symbol("r", positive=True)
_RATIOS = (Fraction(11, 10), Fraction(2), Fraction(6))


def kappa(t: Fraction) -> arb:
    """epsilon tanh(epsilon/2)."""
    return as_arb(t).log() * as_arb((t - 1) / (t + 1))


def _corners(_: Settings) -> Iterator[Case]:
    """d - 2n kappa beside the exact Bayes risk of the corners: each sign told by `users` responses, D = 1."""
    for users, size, t in product((1, 2, 5), (1, 4), _RATIOS):
        keep = t / (1 + t)
        risk = size * bayes_square(binomial(users, keep), binomial(users, 1 - keep))
        yield Case(
            {"n": size * users, "d": size, "e^epsilon": str(t)}, size - 2 * size * users * kappa(t), as_arb(risk)
        )


def interval_risk(thresholds: tuple[Fraction, ...], t: Fraction) -> Fraction:
    """The exact Bayes risk of theta uniform on [-1, 1] from responses to "theta > c", one c for each user."""
    edges = [Fraction(-1), *thresholds, Fraction(1)]
    risk = Fraction(1, 3)
    for answers in product((True, False), repeat=len(thresholds)):
        mass = first = Fraction(0)
        for left, right in pairwise(edges):
            chance = (right - left) / 2
            for c, answer in zip(thresholds, answers, strict=True):
                chance *= (t if answer == (left >= c) else 1) / (1 + t)
            mass += chance
            first += chance * (left + right) / 2
        risk -= first**2 / mass
    return risk


def _uniform(_: Settings) -> Iterator[Case]:
    """2d/(pi e) e^(-2n kappa/d) beside d times the Bayes risk of one coordinate."""
    third = Fraction(1, 3)
    several = ((Fraction(0),), (-third, third), (-Fraction(1, 2), Fraction(0), Fraction(1, 2)))
    for thresholds, size, t in product(several, (1, 4), _RATIOS):
        left = 2 * size / (arb.pi() * arb(1).exp()) * (-2 * len(thresholds) * kappa(t)).exp()
        parameters = {"n": size * len(thresholds), "d": size, "e^epsilon": str(t)}
        yield Case(parameters, left, size * interval_risk(thresholds, t))


def _vertices(_: Settings) -> Iterator[Case]:
    """1 - (kappa + ln 2)/ln(2d) beside the exact Bayes risk from one k-ary response on the 2d vertices, D = 1.

    Given the message the other axes cancel, and its own has mean (t-1)/(t+2d-1).
    """
    for size, t in product((2, 8, 100, 10**6), (*_RATIOS, Fraction(20))):
        left = 1 - (kappa(t) + arb(2).log()) / arb(2 * size).log()
        yield Case({"n": 1, "d": size, "e^epsilon": str(t)}, left, 1 - ((t - 1) / (t + 2 * size - 1)) ** 2)


def _shipped(_: Settings) -> Iterator[Case]:
    """The library's floors, D = 1: the signs' and the vertices' beside their formulas from above, the volume's equal."""
    for users, size, t in ((1, 4, Fraction(2)), (3, 40, Fraction(2)), (10, 40, Fraction(3, 2))):
        eps = float(as_arb(t).log())
        # The float is a little off ln t; its own kappa.
        exact = as_arb(Fraction(eps))
        level = exact * (exact / 2).tanh()
        parameters = {"n": users, "d": size, "epsilon": eps}
        first = as_arb(Fraction(sign_floor(users, 7, size, eps).value))
        yield Case(parameters | {"floor": "signs"}, size - 2 * users * level, first * (1 + arb(2) ** -40))
        volume = as_arb(Fraction(volume_floor(users, 7, size, eps).value))
        formula = 2 * size / (arb.pi() * arb(1).exp()) * (-2 * users * level / size).exp()
        yield Case(parameters | {"floor": "volume"}, abs(volume / formula - 1), arb(2) ** -40)
        vertices = as_arb(Fraction(vertex_floor(users, 7, size, eps).value))
        formula = 1 - (users * level + arb(2).log()) / arb(2 * size).log()
        yield Case(parameters | {"floor": "vertices"}, abs(vertices - formula), arb(2) ** -40)


CLAIMS = (
    Claim(
        "zhao/own/sign-floor",
        "ours, for Theorems 6 and 7; sharper than zhao/own/floor-mean",
        Kind.LOWER_BOUND,
        "the corners of a cube, whatever the number of samples",
        None,
        Derived(
            r"\|X\|_\infty\le D:\ \inf\sup E\|\hat\mu-\mu\|_2^2\ge D^2(d-2n\kappa);\quad \|X\|_2\le D:\ \ge D^2\Big(1-\frac{2n\kappa}d\Big),\ "
            r"\kappa=\varepsilon\tanh\tfrac\varepsilon2",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"x_k=E[V_k\mid Z]:\ \tfrac12Ex_k^2\le I(V_k;Z),\ \sum_kI(V_k;Z)\le I(V;Z)\le n\kappa",
                (
                    (
                        "x^2 <= (1+x) ln(1+x) + (1-x) ln(1-x), twice the information of a fair sign with mean x: 0 at 0, and the slopes",
                        Identity(
                            sympy.diff((1 + _X) * log(1 + _X) + (1 - _X) * log(1 - _X), _X),
                            log(1 + _X) - log(1 - _X),
                            ((_X, "0", "1"),),
                        ),
                    ),
                    (
                        "the slopes compared",
                        at_most(
                            2 * _X,
                            log(1 + _X) - log(1 - _X),
                            Variable(_X, Integer(0), Integer(1), open_upper=True),
                        ),
                    ),
                    (
                        "half-width D/sqrt(d)",
                        Identity((D / sympy.sqrt(d)) ** 2 * (d - 2 * _Y), D**2 * (1 - 2 * _Y / d)),
                    ),
                ),
            ),
            (CHAIN_RULE, SUPERADDITIVE_INFORMATION),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"d-2n\kappa\le E\|V-E[V\mid Z]\|^2",
                        "each sign told by 1, 2, 5 users by response, d = 1, 4, e^epsilon = 11/10, 2, 6",
                        _corners,
                    ),
                ),
            ),
        ),
        note="Hard instance: all samples of all users are D V, V uniform on {-1, 1}^d. At x = 1 the first step holds with 2 ln 2 on the right.",
    ),
    Claim(
        "zhao/own/volume-floor",
        "ours, for Theorem 7; in place of Theorem 2's floor for few users",
        Kind.LOWER_BOUND,
        "uniform on the cube, whatever the number of samples: exponential in n, never 0",
        None,
        Derived(
            r"\inf\sup_{\|X\|_\infty\le D}E\|\hat\mu-\mu\|_2^2\ge\frac{2D^2d}{\pi e}e^{-2n\kappa/d},\ \kappa=\varepsilon\tanh\tfrac\varepsilon2",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"n\kappa\ge I(\mu;Z)\ge h(\mu)-h(\mu-\hat\mu),\ h(W)\le\tfrac d2\ln\frac{2\pi e\,E\|W\|^2}d",
                (
                    (
                        "E of -ln of the normal density of variance r/d in each coordinate, at E||W||^2 = r",
                        Identity(d / 2 * log(2 * pi * _R / d) + _R / (2 * _R / d), d / 2 * log(2 * pi * E * _R / d)),
                    ),
                    (
                        "solved for r, y = n kappa",
                        Identity(
                            d / 2 * log(2 * pi * E / d * (2 * D**2 * d / (pi * E) * exp(-2 * _Y / d))),
                            d * log(2 * D) - _Y,
                        ),
                    ),
                ),
            ),
            (CHAIN_RULE, PINSKER, JENSEN),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\tfrac{2d}{\pi e}e^{-2n\kappa/d}\le E\|\theta-E[\theta\mid Z]\|^2",
                        "theta uniform, each coordinate told by 1, 2, 3 users who respond to thresholds; d = 1, 4; e^epsilon = 11/10, 2, 6",
                        _uniform,
                    ),
                ),
            ),
        ),
        note="Hard instance: all samples are theta, uniform on [-D, D]^d. Divergence from the normal law of the same second moment is not negative, which "
        "is the bound on h; conditioning and shifting by an estimate do not raise it. Against kent Proposition 3 the constant in the exponent is 2, not 48.",
    ),
    Claim(
        "zhao/own/vertex-floor",
        "ours, for Theorem 6 at p = 1",
        Kind.LOWER_BOUND,
        "the vertices of the l_1 ball, whatever the number of samples",
        None,
        Derived(
            r"\inf\sup_{\|X\|_1\le D}E\|\hat\mu-\mu\|_2^2\ge D^2\Big(1-\frac{n\kappa+\ln2}{\ln(2d)}\Big),\ \kappa=\varepsilon\tanh\tfrac\varepsilon2",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"\|E[\mu\mid Z]\|^2=D^2\sum_k(p_k^+-p_k^-)^2\le D^2\max_kp_k^\pm",
                (
                    (
                        "an entry u is at most the largest, u + x: its square is at most (u + x) u, and the u sum to at most 1",
                        at_most(_U**2, (_U + _X) * _U, Variable(_U, Integer(0), oo), Variable(_X, Integer(0), oo)),
                    ),
                ),
            ),
            (CHAIN_RULE, FANO),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"1-\frac{n\kappa+\ln2}{\ln(2d)}\le E\|\mu-E[\mu\mid Z]\|^2",
                        "one k-ary response on the vertices, d = 2, 8, 100, 10^6, e^epsilon = 11/10, 2, 6, 20",
                        _vertices,
                    ),
                ),
            ),
        ),
        note="Hard instance: all samples are one of the 2d points +-D e_k, uniformly. What is left is at least D^2 times the chance that the best guess "
        "is wrong. Where n epsilon is below half of ln d this is of order D^2, far above the D^2/(16 d) of zhao/thm6/lower.",
    ),
    Claim(
        "zhao/own/floors/shipped",
        "ours, for Theorems 6 and 7",
        Kind.LOWER_BOUND,
        "the floors that the library computes are these",
        None,
        FiniteCheck(
            r"\text{signs: at least the formula; volume, vertices: the formula up to }2^{-40}",
            "(n, d, e^epsilon) = (1, 4, 2), (3, 40, 2), (10, 40, 3/2), m = 7",
            _shipped,
        ),
        note="For signs the library inverts the information exactly, which is sharper.",
    ),
)
