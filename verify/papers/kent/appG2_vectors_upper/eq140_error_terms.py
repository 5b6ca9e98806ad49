"""kent Appendix G.2, Step 3: (140), (141), (142) and (145), the error of a rotated co-ordinate in three terms."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Integer, exp, oo

from notation.symbols import Delta, epsilon
from upperbounds.channels.votes import Bins
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from verify.kernel.calculus import Chain, Name, at_most, because, equal, integer, line, quantity, words
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, computed
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Json, Settings
from verify.papers.kent.appG1_mean_upper.eq113_decomposition import message_variance
from verify.papers.kent.instances.rotations import rotations
from verify.papers.kent.lemmas.rotated_means import BallPart, Lost
from verify.papers.kent.nouns_ball import DIM, FOLDS, IN_BALL, LAW
from verify.papers.kent.nouns_upper import ALPHA, HIGH, LOW, USED, USERS, WIDTH

_DATA = {(2, 0, 0, 0): Fraction(1, 2), (0, -2, 0, 0): Fraction(1, 4), (0, 0, 0, 0): Fraction(1, 4)}
"""Twice a user's mean in the ball of R^4, so that a rotated co-ordinate, in quarters, is an integer."""
_FIRST = {
    1: {(1, True): Fraction(1, 2), (1, False): Fraction(1, 8), (2, True): Fraction(1, 4), (2, False): Fraction(1, 8)},
    -1: {(1, True): Fraction(3, 8), (1, False): Fraction(3, 8), (2, True): Fraction(0), (2, False): Fraction(1, 4)},
}
"""By the sign of the rotated theta, the joint law of the winner and of B."""
_ENDS = {1: (Fraction(-1, 2), Fraction(1, 4)), 2: (Fraction(3, 4), Fraction(1))}


def _second_stages() -> Iterator[tuple[dict[str, object], dict[str, Fraction]]]:
    """The first rotated co-ordinate in R^4 with two-point noise: its error by enumeration, and the terms of (140)."""
    rotated = [list(rotations(vector)) for vector in _DATA]
    for noise, refiners in product((Fraction(0), Fraction(1, 3)), (1, 2)):
        total = dict.fromkeys(("error", "bias", "variance", "success", "failure", "lost"), Fraction(0))
        for place in range(len(rotated[0])):
            user: dict[Fraction, Fraction] = {}
            for images, mass in zip(rotated, _DATA.values(), strict=True):
                at = Fraction(images[place][0], 4)
                user[at] = user.get(at, Fraction(0)) + mass
            for name, value in _given(user, noise, refiners).items():
                total[name] += value / len(rotated[0])
        yield {"d": 4, "users who refine": refiners, "noise": f"+-{noise}"}, total


def _given(user: dict[Fraction, Fraction], noise: Fraction, refiners: int) -> dict[str, Fraction]:
    """The same given the rotation, for the law of a user's rotated co-ordinate."""
    theta = sum((x * p for x, p in user.items()), Fraction(0))
    found = dict.fromkeys(("error", "bias", "variance", "success", "failure", "lost"), Fraction(0))
    first = _FIRST[1 if theta > 0 else -1]
    for winner, (lower, upper) in _ENDS.items():
        chance = first[winner, True] + first[winner, False]
        inside = first[winner, True] / chance
        law = {(x, z): p / 2 for x, p in user.items() for z in (-1, 1)}
        sent = {(x, z): min(max(x, lower), upper) + z * noise for x, z in law}
        for users in product(law, repeat=refiners):
            weight = chance
            for one in users:
                weight *= law[one]
            mean = sum((sent[one] for one in users), Fraction(0)) / refiners
            found["error"] += weight * (mean - theta) ** 2
        off = sum((p * (sent[x, z] - x) for (x, z), p in law.items()), Fraction(0))
        centre = theta + off
        found["bias"] += chance * off**2
        found["variance"] += (
            chance * sum((p * (sent[one] - centre) ** 2 for one, p in law.items()), Fraction(0)) / refiners
        )
        found["success"] += chance * (off * inside) ** 2
        found["failure"] += chance * (off * (1 - inside)) ** 2
        found["lost"] += first[winner, False]
    return found


def _decomposed(_: Settings) -> Iterator[Case]:
    for told, terms in _second_stages():
        yield Case(told, terms["error"], terms["bias"] + terms["variance"])


def _bounded(_: Settings) -> Iterator[Case]:
    """The last term is half the variance of the mean: (d/n) Var for n/(2d) users."""
    for told, terms in _second_stages():
        yield Case(told, terms["error"], 2 * (terms["success"] + terms["failure"] + terms["variance"] / 2))


_RUN = "in the run of Algorithm 13 (or 5) on the ball of which BallPart is the error of a rotated co-ordinate"
_GIVEN = "given the rotation and the winning bin"
BallMessageBias = quantity(
    "BallMessageBias",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}[\mathbb{{E}}(\tilde\theta^{{(i)}} - (R\bar X^{{(i)}})_{{{6}}} \mid k^*, R)^2]",
    f"expected square of the bias of a refining user's message {_GIVEN}, {_RUN}",
    0,
)
BallMeanVariance = quantity(
    "BallMeanVariance",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}[\mathrm{{Var}}(\tilde\theta_{{{6}}} \mid k^*, R)]",
    f"expected variance of the estimate of a rotated co-ordinate {_GIVEN}, {_RUN}",
    0,
)
BallMessageVariance = quantity(
    "BallMessageVariance",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}[\mathrm{{Var}}(\tilde\theta^{{(i)}} \mid k^*, R),\ i \in N_{{{6}, 2}}]",
    f"expected variance of a refining user's message {_GIVEN}, {_RUN}",
    0,
)
BallSuccessBias = quantity(
    "BallSuccessBias",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}[\mathbb{{E}}((\tilde\theta^{{(i)}} - (R\bar X^{{(i)}})_{{{6}}})1_B \mid k^*, R)^2]",
    f"expected square of what a message is off on B, the success of the first stage, in expectation {_GIVEN}, {_RUN}",
    0,
)
BallFailureBias = quantity(
    "BallFailureBias",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}[\mathbb{{E}}((\tilde\theta^{{(i)}} - (R\bar X^{{(i)}})_{{{6}}})1_{{B^c}} \mid k^*, R)^2]",
    f"expected square of what a message is off where the first stage fails, in expectation {_GIVEN}, {_RUN}",
    0,
)
"""Each of (P, n, T*, d, alpha, Delta, j)."""
_PLACE, _BIN, _ROTATION = integer("j", least=1), Name("k^*", "bin"), Name("R", "rotation")
_ALL = (IN_BALL, FOLDS, at_most(_PLACE, DIM))


def _at(level: Any) -> tuple[Any, ...]:
    return LAW, USERS, USED, DIM, level, WIDTH, _PLACE


_ANY = _at(ALPHA)
_PARTED = (
    line(BallPart(*_ANY), given=_ALL)
    .eq(
        BallMessageBias(*_ANY) + BallMeanVariance(*_ANY),
        because(
            "Bias and variance given the rotation and the winner, of which the refining users are independent; given both a user's rotated mean has the expectation (R theta)_j."
        ),
    )
    .eq(
        BallMessageBias(*_ANY) + 2 * DIM / USERS * BallMessageVariance(*_ANY),
        words(
            "The variance of a mean of n/(2d) messages, which are independent given both.",
            equal(BallMeanVariance(*_ANY), 2 * DIM / USERS * BallMessageVariance(*_ANY)),
            given=_ALL,
        ),
    )
)

_GRID = "d = 4, all signs, three-point user means, two intervals, noise 0 and +-1/3; n/(2d) = 1, 2"
EQ140 = Claim(
    "kent/eq140",
    "Appendix G.2, Step 3, (140)",
    Kind.INEQUALITY,
    "the error of a rotated co-ordinate by bias, failure and variance",
    says=(
        r"\mathbb{E}[|\tilde{\theta}_j-(R_d\theta)_j|^2]\le2\mathbb{E}\Big[\mathbb{E}\{\{\tilde{\theta}^{(i)}-(R_d\overline{X^{(i)}})_j\}\mathbb{1}\{B_j\}\mid "
        r"k_j^*,R_d\}^2+\mathbb{E}\{\{\tilde{\theta}^{(i)}-(R_d\overline{X^{(i)}})_j\}\mathbb{1}\{(B_j)^c\}\mid "
        r"k_j^*,R_d\}^2+\frac{d}{n}\mathrm{Var}(\tilde{\theta}^{(i)}\mid k_j^*,R_d)\Big]"
    ),
    match=Match.READING,
    differs="in two steps, the first an equality that the paper has in one dimension, (113), only",
    printed=AllOf(
        "",
        {
            "the equality": _PARTED.crosschecked(
                "enumeration of bias and variance",
                r"E|\tilde\theta_j-(R_d\theta)_j|^2=E[\mathrm{bias}^2+\tfrac{2d}n\mathrm{Var}]",
                _GRID,
                _decomposed,
                "==",
            ),
            "the terms": line(BallPart(*_ANY), given=_ALL)
            .eq(BallMessageBias(*_ANY) + 2 * DIM / USERS * BallMessageVariance(*_ANY), _PARTED)
            .le(
                2 * (BallSuccessBias(*_ANY) + BallFailureBias(*_ANY) + DIM / USERS * BallMessageVariance(*_ANY)),
                words(
                    "An expectation is the sum of those on B and off B, and (a + b)^2 is at most 2a^2 + 2b^2.",
                    at_most(BallMessageBias(*_ANY), 2 * BallSuccessBias(*_ANY) + 2 * BallFailureBias(*_ANY)),
                    given=_ALL,
                ),
            )
            .crosschecked(
                "enumeration",
                r"E|\tilde\theta_j-(R_d\theta)_j|^2\le2E\{(I)+(II)+(III)\}",
                _GRID,
                _bounded,
            ),
        },
    ),
)

_X = sympy.Symbol("x", positive=True)
_INDEX = sympy.Symbol("k", integer=True, nonnegative=True)
_BRANCHES = ((2, kent.algorithm2_symbolic()), (5, kent.algorithm10_symbolic()))
"""W and the plan of either branch."""


def _varies(level: Any, inflation: int, least: Any) -> Chain:
    """(141) for bins widened by a given number of Delta; `least` is alpha^2 ^ 1."""
    return (
        message_variance(level, 2 * (1 + inflation))
        .le(49 * WIDTH**2 + 8 * (1 + inflation) ** 2 * WIDTH**2 / level**2)
        .le(337 * WIDTH**2 / least)
    )


def _length(plan: TwoStage) -> Any:
    low, high = plan.interval(_INDEX)
    return high - low


def _in_the_plan(branch: int) -> Iterator[tuple[str, Identity]]:
    # By its place: a fingerprint reads where the plans are made, not the plans.
    w = _BRANCHES[branch][0]
    yield f"length for W = {w}", computed(lambda: _length(_BRANCHES[branch][1]), 2 * (1 + w) * Delta)
    yield (
        f"noise for W = {w}",
        computed(lambda: 2 * _BRANCHES[branch][1].scale ** 2, 8 * (1 + w) ** 2 * Delta**2 / epsilon**2),
    )


_IN_THE_PLANS = (
    *(told for branch in range(len(_BRANCHES)) for told in _in_the_plan(branch)),
    ("variance of Laplace noise", Identity(sympy.Integral(_X**2 * exp(-_X), (_X, 0, oo)), Integer(2))),
)
EQ141 = Claim(
    "kent/eq141",
    "Appendix G.2, Step 3.1, (141)",
    Kind.INEQUALITY,
    "the variance of one message",
    says=(
        r"\mathrm{Var}(\tilde{\theta}^{(i)}\mid "
        r"k_j^*,R_d)=\mathrm{Var}(\Pi_{\tilde{I}_{k_j^*}}\{(R_d\overline{X^{(i)}})_j\}\mid "
        r"k_j^*,R_d)+\mathrm{Var}\Big(\frac{2(1+W_\alpha)\Delta}{\alpha}\ell_i\Big)\le49\Delta^2+\frac{8(1+W_\alpha)^2\Delta^2}{\alpha^2}\le\frac{337\Delta^2}{\alpha^2\wedge1}"
    ),
    match=Match.READING,
    differs="both ends, two parts by alpha: given the rotation and the winner Pi is any random number in the interval, c its "
    "middle, and N the noise",
    printed=AllOf(
        "",
        {
            "alpha <= 1": _varies(HIGH, 2, HIGH**2).beside(*_IN_THE_PLANS),
            "alpha > 1": _varies(LOW, 5, 1),
        },
    ),
    note="alpha is the budget of the co-ordinate; alpha^2 ^ 1 is alpha^2 in the first case and 1 in the second. The text has an interval of width 2 (1 + W); it is that times Delta. As loose as kent/eq114.",
)


def clipped(room: Fraction = Fraction(1)) -> Iterator[Case]:
    """|x - Pi(x)| next to 2 1{|x - theta| > Delta} where both ends are `room` Delta from theta or more; x in sixteenths."""
    delta = Fraction(1, 4)
    bins = Bins(Fraction(-1), 2 * delta, 4)
    for inflation, theta, step, winner in product((2, 5), range(-8, 9), range(-16, 17), range(4)):
        place, x = Fraction(theta, 8), Fraction(step, 16)
        lower = bins.left(winner) - inflation * delta
        upper = bins.left(winner) + 2 * delta + inflation * delta
        if min(place - lower, upper - place) >= room * delta:
            moved = abs(x - min(max(x, lower), upper))
            told: dict[str, Json] = {"W": inflation, "theta": str(place), "k*": winner + 1, "x": str(x)}
            yield Case(told, moved, 2 * int(abs(x - place) > delta))


def _clipped(_: Settings) -> Iterator[Case]:
    yield from clipped()


_AT_BIN = "given a rotation and a winning bin"
BallClippedOff = quantity(
    "BallClippedOff",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}(|(R\bar X)_{{{6}}} - \Pi\{{(R\bar X)_{{{6}}}\}}|1_B \mid {7}, {8})",
    f"expected distance on B between a refining user's rotated mean and its clipped value, {_AT_BIN}, {_RUN}",
    0,
)
Outside = quantity(
    "Outside",
    r"P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(\{{(R\bar X)_{{{6}}} \notin [\tilde L, \tilde U]\}} \cap B \mid {7}, {8})",
    f"probability that the first stage succeeds and a refining user's rotated mean is above or below the widened interval, {_AT_BIN}, {_RUN}",
    0,
    1,
)
FarOff = quantity(
    "FarOff",
    r"P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(\{{|(R\bar X)_{{{6}}} - (R\theta)_{{{6}}}| > {5}\}} \cap B \mid {7}, {8})",
    f"probability that the first stage succeeds and a refining user's rotated mean is more than Delta from its expectation, {_AT_BIN}, {_RUN}",
    0,
    1,
)
"""Each of (P, n, T*, d, alpha, Delta, j, k*, R)."""


_WHERE = (*_ANY, _BIN, _ROTATION)
EQ142 = Claim(
    "kent/eq142",
    "Appendix G.2, Step 3.2, (142)",
    Kind.INEQUALITY,
    "clipping moves a user's rotated mean only where it is far off",
    says=(
        r"\mathbb{E}\Big[|(R_d\overline{X^{(i)}})_j-\Pi_{\tilde{I}_{k_j^*}}\{(R_d\overline{X^{(i)}})_j\}|\mathbb{1}\{B_j\}\mid "
        r"k_j^*,R_d\Big]\le2\mathbb{P}(\{(R_d\overline{X^{(i)}})_j>\tilde{U}_j\}\cap B_j\mid "
        r"k_j^*,R_d)+2\mathbb{P}(\{(R_d\overline{X^{(i)}})_j<\tilde{L}_j\}\cap B_j\mid "
        r"k_j^*,R_d)\le2\mathbb{P}(\{|(R_d\overline{X^{(i)}})_j-(R_d\theta)_j|>\Delta\}\cap B_j\mid "
        r"k_j^*,R_d)"
    ),
    match=Match.READING,
    differs="both ends of the chain",
    printed=line(BallClippedOff(*_WHERE), given=_ALL)
    .le(
        2 * Outside(*_WHERE),
        because(
            "As in (115): clipping moves a number of [-1, 1] by at most 2, and only from outside the interval; above and below it exclude each other.",
            "kent/eq117/115",
            "kent/alg5/range",
        ),
    )
    .le(
        2 * FarOff(*_WHERE),
        words(
            "On B both ends are Delta or more from (R theta)_j, and what is beyond an end is further.",
            at_most(Outside(*_WHERE), FarOff(*_WHERE)),
            given=_ALL,
            leans=("kent/eq107/buffer", "kent/eq111/buffer"),
        ),
    )
    .crosschecked(
        "every place in sixteenths",
        r"|x-\Pi(x)|\le2\cdot1\{|x-\theta|>\Delta\}\text{ where both ends are }\Delta\text{ or more from }\theta",
        "Delta = 1/4, W = 2 and 5, every winner; theta in eighths, x in sixteenths of [-1, 1]",
        _clipped,
    ),
    note="Of the reason that is printed with it see kent/eq142/strict.",
)


def _touching(_: Settings) -> Iterator[Case]:
    """theta = -(3/8, 3/8, 3/8, 3/8), all signs 1: the first rotated co-ordinate is the middle of I_1, and I_2 wins."""
    delta = Fraction(1, 4)
    image = Fraction(list(rotations([-3, -3, -3, -3]))[-1][0], 16)
    lower = Bins(Fraction(-1), 2 * delta, 4).left(1) - 2 * delta
    yield Case(
        {"d": 4, "alpha": "at most 1", "Delta": "1/4", "(R theta)_1": str(image), "l": 1, "k*": 2},
        image - lower,
        delta,
        left_again=4 * Fraction(-3, 8) / 2 - (-1),
    )


EQ142_STRICT = Claim(
    "kent/eq142/strict",
    "Appendix G.2, Step 3.2, after (142), and before (134)",
    Kind.INEQUALITY,
    "the buffer is more than Delta",
    says=r"\text{on }B_j:\ \tilde{U}_j-(R_d\theta)_j>\Delta\text{ and }(R_d\theta)_j-\tilde{L}_j>\Delta",
    match=Match.READING,
    differs="one of two parts: the lower end",
    printed=FiniteCheck(
        r"(R_d\theta)_j-\tilde L_j>\Delta\ \text{on } B_j",
        "d = 4, alpha <= 1, Delta = 1/4, theta = -(3/8, 3/8, 3/8, 3/8), all signs 1; k* = 2 is the neighbour of the co-ordinate's bin",
        _touching,
        ">",
    ),
    corrected=FiniteCheck(
        r"(R_d\theta)_j-\tilde L_j\ge\Delta\ \text{on } B_j",
        "the same",
        _touching,
        ">=",
    ),
    correction=">= for >, as in one dimension; that is enough for (142)",
    severity=Severity.TYPO,
    theorem="kent/eq147",
    root="kent/eq117/strict",
)


def _failing(_: Settings) -> Iterator[Case]:
    for told, terms in _second_stages():
        yield Case(told, terms["failure"], 4 * terms["lost"])


EQ145 = Claim(
    "kent/eq145",
    "Appendix G.2, Step 3.3, (145)",
    Kind.INEQUALITY,
    "the squared bias where the first stage fails",
    says=(
        r"\mathbb{E}\Big(\Big[\mathbb{E}\{\{\tilde{\theta}^{(i)}-(R_d\overline{X^{(i)}})_j\}\mathbb{1}\{B_j^c\}\mid "
        r"k_j^*,R_d\}\Big]^2\Big)\le4\mathbb{P}(B_j^c)"
    ),
    match=Match.SAME,
    printed=line(BallFailureBias(*_ANY), given=_ALL)
    .le(
        4 * Lost(*_ANY[:-1]),
        because(
            "As for (118): the noise has mean 0 and is independent of B, clipping moves by at most 2, and the square of a conditional probability is at most that probability.",
            "kent/eq118",
        ),
    )
    .crosschecked(
        "enumeration",
        r"E(E[\{\tilde\theta^{(i)}-(R_d\bar X^{(i)})_j\}1\{B_j^c\}|k_j^*,R_d]^2)\le4P(B_j^c)",
        _GRID,
        _failing,
    ),
)

CLAIMS = (
    EQ140,
    EQ141,
    EQ142,
    EQ142_STRICT,
    EQ145,
)
