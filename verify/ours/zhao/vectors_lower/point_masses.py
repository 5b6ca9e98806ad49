"""Floors for mean vectors that no number of samples lowers, each with its hard instance: point masses."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from flint import arb
from sympy import E, exp, log, pi, sqrt, tanh

from lowerbounds.information.laws import binomial
from lowerbounds.methods.mutual_information import sign_floor, vertex_floor, volume_floor
from verify.kernel.calculus import Chain, Grant, WorstRisk, at_most, cite, line, minimax_risk, quantity, real, words
from verify.kernel.calculus.facts.hypercube import Ball, Cube, Signs, VertexInformation
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.vectors_lower.averaged_assouad import FLOOR
from verify.ours.zhao.vectors_lower.bessel import MULTIPLE, VertexError
from verify.ours.zhao.vectors_lower.hamming_distance import (
    EPSILON,
    FAMILY,
    INTERACTIVE,
    PROTOCOL,
    SIZE,
    WIDTH,
    M,
    N,
)
from verify.papers.zhao.instances.exact_risks import bayes_square

_RATIOS = (Fraction(11, 10), Fraction(2), Fraction(6))


def kappa(t: Fraction) -> arb:
    """epsilon tanh(epsilon/2)."""
    return as_arb(t).log() * as_arb((t - 1) / (t + 1))


def _corners_told(_: Settings) -> Iterator[Case]:
    """d - 2n kappa next to the exact Bayes risk of the corners: each sign told by `users` responses, D = 1."""
    for users, size, t in product((1, 2, 5), (1, 4), _RATIOS):
        keep = t / (1 + t)
        risk = size * bayes_square(binomial(users, keep), binomial(users, 1 - keep))
        yield Case(
            {"n": size * users, "d": size, "e^epsilon": str(t)}, size - 2 * size * users * kappa(t), as_arb(risk)
        )


_KAPPA = EPSILON * tanh(EPSILON / 2)
_X, _U, _V = real("x", least=0, below=1), real("u", least=0), real("v", least=0)


_FAIR = line(_X**2).le((1 + _X) * log(1 + _X) + (1 - _X) * log(1 - _X))
_MEAN = at_most(_X**2, _FAIR.end)
_ERROR = VertexError(PROTOCOL, FAMILY, M, SIZE, MULTIPLE)
_LEFT = MULTIPLE**2 * (SIZE - 2 * VertexInformation(PROTOCOL, FAMILY, M, SIZE))
SIGNS_UNKNOWN = (
    line(_ERROR, given=(INTERACTIVE,))
    .ge(
        _LEFT,
        words(
            "A fair sign of mean x given the messages has at least the information x^2/2, by the inequality for 0 <= x < 1 and ln 2 > 1/2 at "
            "1; the informations on single signs sum to at most that on all, and the mean error is that of E[V | Z].",
            at_most(_LEFT, _ERROR),
            given=(_MEAN,),
        ),
        _FAIR,
    )
    .ge(MULTIPLE**2 * (SIZE - 2 * N * _KAPPA), cite(FLOOR, "the information"))
)


def _corners(laws: Any, width: Any, place: str) -> Chain:
    """At the corners of a cube of half-width `width`: all samples are `width` V."""
    family = Signs(width, 1, SIZE)
    error = VertexError(PROTOCOL, family, M, SIZE, width)
    worst = (
        line(WorstRisk(PROTOCOL, laws, M), given=(INTERACTIVE,))
        .ge(
            error,
            words(
                f"The worst risk is at least the mean over the corners of a cube in the {place}, where all samples are the mean.",
                at_most(error, WorstRisk(PROTOCOL, laws, M)),
            ),
        )
        .ge(width**2 * (SIZE - 2 * N * _KAPPA), SIGNS_UNKNOWN.at({FAMILY: family, MULTIPLE: width}))
    )
    return line(minimax_risk(laws, N, M, EPSILON)).ge(width**2 * (SIZE - 2 * N * _KAPPA), worst)


_ON_CUBE, _ON_BALL = (
    _corners(Cube(WIDTH, SIZE), WIDTH, "class"),
    _corners(Ball(2, WIDTH, SIZE), WIDTH / sqrt(SIZE), "ball"),
)
OWN_SIGN_FLOOR = Claim(
    "zhao/own/sign-floor",
    "ours, for Theorems 6 and 7; sharper than zhao/own/floor-mean",
    Kind.LOWER_BOUND,
    "the corners of a cube, whatever the number of samples",
    corrected=AllOf(
        "",
        {
            "the cube": _ON_CUBE,
            "the ball": line(_ON_BALL.start)
            .ge(WIDTH**2 / SIZE * (SIZE - 2 * N * _KAPPA), _ON_BALL)
            .eq(WIDTH**2 * (1 - 2 * N * _KAPPA / SIZE)),
            "exact Bayes risks": FiniteCheck(
                r"d-2n\kappa\le E\|V-E[V\mid Z]\|^2",
                "each sign told by 1, 2, 5 users by response, d = 1, 4, e^epsilon = 11/10, 2, 6",
                _corners_told,
            ),
        },
    ),
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
    """2d/(pi e) e^(-2n kappa/d) next to d times the Bayes risk of one coordinate."""
    third = Fraction(1, 3)
    several = ((Fraction(0),), (-third, third), (-Fraction(1, 2), Fraction(0), Fraction(1, 2)))
    for thresholds, size, t in product(several, (1, 4), _RATIOS):
        left = 2 * size / (arb.pi() * arb(1).exp()) * (-2 * len(thresholds) * kappa(t)).exp()
        parameters = {"n": size * len(thresholds), "d": size, "e^epsilon": str(t)}
        yield Case(parameters, left, size * interval_risk(thresholds, t))


UniformError = quantity(
    "UniformError",
    r"E\|a_{{{0}}} - \theta\|_2^2({1}, {2}, {3})",
    "mean squared error of a protocol's estimate of theta, uniform on [-D, D]^d, all of whose users' m samples are "
    "theta: UniformError(Z, D, m, d)",
    0,
    infinite=True,
)
UniformInformation = quantity(
    "UniformInformation",
    r"I(\theta; {0})_{{{1}, {2}, {3}}}",
    "mutual information in nats of theta, uniform on [-D, D]^d, and all messages, all samples being theta",
    0,
)
_TOLD = (
    "Given the earlier messages, the laws of a message under any two data sets of its user differ in divergence by at most "
    "epsilon tanh(epsilon/2), and informations add up over users by the chain rule."
)


def _told(information: Any) -> Grant:
    return words(_TOLD, at_most(information, N * _KAPPA), given=(INTERACTIVE,), leans=("zhao/own/kl-absolute",))


_UNIFORM, _UNIFORM_TOLD = UniformError(PROTOCOL, WIDTH, M, SIZE), UniformInformation(PROTOCOL, WIDTH, M, SIZE)
_SPREAD = SIZE / (2 * pi * E) * exp(2 / SIZE * (SIZE * log(2 * WIDTH) - _UNIFORM_TOLD))
_VOLUME = (
    line(WorstRisk(PROTOCOL, Cube(WIDTH, SIZE), M), given=(INTERACTIVE,))
    .ge(
        _UNIFORM,
        words(
            "The worst risk is at least the mean over theta in the cube, where all samples are theta.",
            at_most(_UNIFORM, WorstRisk(PROTOCOL, Cube(WIDTH, SIZE), M)),
        ),
    )
    .ge(
        _SPREAD,
        words(
            "The information is at least h(theta) - h(theta - a) = d ln(2 D) - h(theta - a), and a vector of mean square r in d dimensions has "
            "the entropy (d/2) ln(2 pi e r/d) at most, by comparison with the normal law.",
            at_most(_SPREAD, _UNIFORM),
        ),
    )
    .ge(_SPREAD.xreplace({_UNIFORM_TOLD: N * _KAPPA}), _told(_UNIFORM_TOLD))
    .eq(2 * WIDTH**2 * SIZE / (pi * E) * exp(-2 * N * _KAPPA / SIZE))
)
OWN_VOLUME_FLOOR = Claim(
    "zhao/own/volume-floor",
    "ours, for Theorem 7; in place of Theorem 2's floor for few users",
    Kind.LOWER_BOUND,
    "uniform on the cube, whatever the number of samples: exponential in n, never 0",
    corrected=line(minimax_risk(Cube(WIDTH, SIZE), N, M, EPSILON))
    .ge(_VOLUME.end, _VOLUME)
    .crosschecked(
        "exact Bayes risks",
        r"\tfrac{2d}{\pi e}e^{-2n\kappa/d}\le E\|\theta-E[\theta\mid Z]\|^2",
        "theta uniform, each coordinate told by 1, 2, 3 users who respond to thresholds; d = 1, 4; "
        "e^epsilon = 11/10, 2, 6",
        _uniform,
    ),
    note="Against kent Proposition 3 the constant in the exponent is 2, not 48.",
)


def _vertices(_: Settings) -> Iterator[Case]:
    """1 - (kappa + ln 2)/ln(2d) next to the exact Bayes risk from one k-ary response on the 2d vertices, D = 1.

    Given the message the other axes cancel, and its own has mean (t-1)/(t+2d-1).
    """
    for size, t in product((2, 8, 100, 10**6), (*_RATIOS, Fraction(20))):
        left = 1 - (kappa(t) + arb(2).log()) / arb(2 * size).log()
        yield Case({"n": 1, "d": size, "e^epsilon": str(t)}, left, 1 - ((t - 1) / (t + 2 * size - 1)) ** 2)


VertexMissed = quantity(
    "VertexMissed",
    r"P(\hat V_{{{0}}} \ne V)_{{{1}, {2}}}",
    "least probability that the vertex V of the l_1 ball, D e_k or -D e_k and each as likely, is guessed wrong from all "
    "messages, all samples being V: VertexMissed(Z, m, d)",
    0,
    1,
)
VertexTold = quantity(
    "VertexTold",
    r"I(V; {0})_{{{1}, {2}}}",
    "mutual information in nats of such a vertex of the l_1 ball and all messages: VertexTold(Z, m, d)",
    0,
)
_MISSED, _VERTEX_TOLD = VertexMissed(PROTOCOL, M, SIZE), VertexTold(PROTOCOL, M, SIZE)
_CROSS = Ball(1, WIDTH, SIZE)
_LARGER = line(_U**2).le((_U + _V) * _U)
_VERTICES = (
    line(WorstRisk(PROTOCOL, _CROSS, M), given=(INTERACTIVE,))
    .ge(
        WIDTH**2 * _MISSED,
        words(
            "At a uniform vertex the mean given the messages has entries D (p_k - q_k), whose squares are at most the largest probability u + v times "
            "their sizes' and sum to D^2 times the probability of the best guess at most.",
            at_most(WIDTH**2 * _MISSED, WorstRisk(PROTOCOL, _CROSS, M)),
            given=(at_most(_U**2, (_U + _V) * _U),),
        ),
        _LARGER,
    )
    .ge(
        WIDTH**2 * (1 - (_VERTEX_TOLD + log(2)) / log(2 * SIZE)),
        words(
            "Fano's inequality, for one of 2 d values.", at_most(1 - (_VERTEX_TOLD + log(2)) / log(2 * SIZE), _MISSED)
        ),
    )
    .ge(WIDTH**2 * (1 - (N * _KAPPA + log(2)) / log(2 * SIZE)), _told(_VERTEX_TOLD))
)
OWN_VERTEX_FLOOR = Claim(
    "zhao/own/vertex-floor",
    "ours, for Theorem 6 at p = 1",
    Kind.LOWER_BOUND,
    "the vertices of the l_1 ball, whatever the number of samples",
    corrected=line(minimax_risk(_CROSS, N, M, EPSILON))
    .ge(_VERTICES.end, _VERTICES)
    .crosschecked(
        "exact Bayes risks",
        r"1-\frac{n\kappa+\ln2}{\ln(2d)}\le E\|\mu-E[\mu\mid Z]\|^2",
        "one k-ary response on the vertices, d = 2, 8, 100, 10^6, e^epsilon = 11/10, 2, 6, 20",
        _vertices,
    ),
    note="Where n epsilon is below half of ln d this is of order D^2, far above the D^2/(16 d) of zhao/thm6/lower.",
)


def _shipped(_: Settings) -> Iterator[Case]:
    """The library's floors, D = 1: the signs' and the vertices' next to their formulas from above, the volume's equal."""
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


OWN_FLOORS_SHIPPED = Claim(
    "zhao/own/floors/shipped",
    "ours, for Theorems 6 and 7",
    Kind.LOWER_BOUND,
    "the floors that the library computes are these",
    corrected=FiniteCheck(
        r"\text{signs: at least the formula; volume, vertices: the formula up to }2^{-40}",
        "(n, d, e^epsilon) = (1, 4, 2), (3, 40, 2), (10, 40, 3/2), m = 7",
        _shipped,
    ),
    note="For signs the library inverts the information exactly, which is sharper.",
)

CLAIMS = (
    OWN_SIGN_FLOOR,
    OWN_VOLUME_FLOOR,
    OWN_VERTEX_FLOOR,
    OWN_FLOORS_SHIPPED,
)
