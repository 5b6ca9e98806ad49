"""kent Appendix G.3, (149)-(158): Theorem 7 from above, both procedures, alpha <= 1.

x stands for n alpha^2/d, y for n T* alpha^2 and L for log y.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import factorial, prod
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Min, Rational, exp, log, oo, sqrt

from upperbounds.mean import kent
from upperbounds.sparse.bounds import laplace_tail
from verify.kernel.calculus import (
    CGF,
    EXPECTED_MEAN,
    Holds,
    LaplaceNoise,
    MeanOfCopies,
    Probability,
    at_most,
    because,
    integer,
    line,
    quantity,
    random_real,
    real,
)
from verify.kernel.calculus.facts.exponential import CGF_OF_MEAN, CHERNOFF, LAPLACE_CGF
from verify.kernel.calculus.facts.votes import LAPLACE_MEAN
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity
from verify.kernel.statements import at_most as inequality
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.instances.votes import bin_of, decided_below, sign_mean, tally
from verify.papers.kent.nouns_sections import SIZE, SUPPORT
from verify.papers.kent.nouns_upper import EVEN, HIGH, LAW, ON_INTERVAL, USED, USERS, WIDTH, FirstStageFails


def _selections() -> Iterator[tuple[dict[str, Any], tuple[Fraction, ...], tuple[int, ...], int]]:
    """Means on a grid with at most s of three that are not 0, and every choice I; epsilon = 1/8."""
    grid = [Fraction(k, 8) for k in (-3, -1, 0, 2, 8)]
    for s in (1, 2, 3):
        for theta in product(grid, repeat=3):
            if sum(t != 0 for t in theta) > s:
                continue
            for size in range(4):
                for chosen in combinations(range(3), size):
                    told = {"s": s, "theta": [str(t) for t in theta], "I": [j + 1 for j in chosen], "epsilon": "1/8"}
                    yield told, theta, chosen, s


def _split(_: Settings) -> Iterator[Case]:
    """||theta^ - theta||^2 with theta^ = 0 off I' and theta + 1/4 on it, next to the two sums of (151)."""
    for told, theta, chosen, s in _selections():
        kept = chosen[:s]
        estimate = [theta[j] + Fraction(1, 4) if j in kept else Fraction(0) for j in range(3)]
        left = sum(((a - b) ** 2 for a, b in zip(estimate, theta, strict=True)), Fraction(0))
        missed = sum((theta[j] ** 2 for j in range(3) if j not in kept), Fraction(0))
        yield Case(told, left, missed + len(kept) * Fraction(1, 16))


EQ151 = Claim(
    "kent/eq151",
    "Appendix G.3, first procedure, (149)-(151)",
    Kind.IDENTITY,
    "what is missed, and the error of what is estimated",
    says=r"\lVert\hat{\theta}-\theta\rVert_2^2=\sum_{j\notin\mathcal{I}'}\theta_j^2+\sum_{j\in\mathcal{I}'}(\tilde{\theta}_j-\theta_j)^2",
    match=Match.READING,
    differs="for the estimate that the proof describes, zero outside of I' (kent/alg6/return)",
    printed=FiniteCheck(
        r"\|\hat\theta-\theta\|_2^2=\sum_{j\notin\mathcal I'}\theta_j^2+\sum_{j\in\mathcal I'}(\tilde\theta_j-\theta_j)^2",
        "d = 3; s = 1, 2, 3; means in eighths, all I, each estimate 1/4 off",
        _split,
        "==",
    ),
    note="With theta^ as corrected in kent/alg6/return.",
)


def _missed(_: Settings) -> Iterator[Case]:
    """The squares that I' misses next to 4 s epsilon^2 on A, and next to s off it."""
    epsilon = Fraction(1, 8)
    for told, theta, chosen, s in _selections():
        right = all((j in chosen) if abs(t) > 2 * epsilon else t != 0 or j not in chosen for j, t in enumerate(theta))
        left = sum((t**2 for j, t in enumerate(theta) if j not in chosen[:s]), Fraction(0))
        yield Case(told | {"A": right}, left, 4 * s * epsilon**2 if right else Fraction(s))


_EPS, _HALF_FAIL = real("varepsilon", above=0), real("p", least=0, most=1)
MissedSquares = quantity(
    "MissedSquares",
    r"\textstyle\sum_{{j \notin \mathcal I'}} \theta_j^2[{0}, {1}]",
    "largest sum of the squares of the means that a choice I' of the first s of I misses, over means "
    "in [-1, 1] with at most s that are not 0 and all I that hold each mean beyond 2 epsilon and none "
    "of the zeros: MissedSquares(s, epsilon)",
    0,
)
_RIGHT = MissedSquares(SUPPORT, _EPS)
EQ152 = Claim(
    "kent/eq152",
    "Appendix G.3, first procedure, (152)",
    Kind.INEQUALITY,
    "what a right selection misses",
    says=(
        r"\sum_{j\notin\mathcal{I}'}\theta_j^2=\sum_{j\notin\mathcal{I}'}\theta_j^2\mathbb{1}\{A\}+\sum_{j\notin\mathcal{I}'}\theta_j^2\mathbb{1}\{A^c\}\le4s\varepsilon^2+4s\mathbb{1}\{A^c\}\text{ "
        r"a.s.}"
    ),
    match=Match.READING,
    differs="one of several parts: the term on A",
    printed=line(_RIGHT)
    .le(
        SUPPORT * (2 * _EPS) ** 2,
        because(
            "A right choice has at most s elements, so that I' is all of it; it misses co-ordinates of size 2 epsilon or less only, "
            "which are at most s."
        ),
    )
    .eq(4 * SUPPORT * _EPS**2)
    .crosschecked(
        "all choices",
        r"\sum_{j\notin\mathcal I'}\theta_j^2\le4s\varepsilon^2\text{ on }A,\ \le s\text{ off it}",
        "d = 3; s = 1, 2, 3; means in eighths, epsilon = 1/8; all I",
        _missed,
    ),
    note="Off A the sum is at most s, as the means are in [-1, 1]; printed 4s, which is more.",
)
_X = sympy.Symbol("x", positive=True)
EQ153_INCREASING = Claim(
    "kent/eq153/increasing",
    "Appendix G.3, first procedure, before (153)",
    Kind.INEQUALITY,
    "the polynomial rate grows with s",
    says=(r"s^2\log(nT\alpha^2/s)/(nT\alpha^2)\text{ increases with }s\text{, by " r"}n\alpha^2>\tilde{C}s\log(ed)"),
    match=Match.READING,
    differs="by the derivative in x = s/(nT alpha^2), on x <= 1/2",
    printed=AllOf(
        "",
        {
            "the derivative": Identity(sympy.diff(_X**2 * log(1 / _X), _X), _X * (2 * log(1 / _X) - 1)),
            "its sign": inequality(
                Integer(1), 2 * log(1 / _X), Variable(_X, Integer(0), Rational(1, 2), open_lower=True)
            ),
        },
    ),
    note="s^2 log(nT alpha^2/s)/(nT alpha^2) is nT alpha^2 x^2 log(1/x) at x = s/(nT alpha^2), which is at most "
    "1/2 by n alpha^2 > C s log(ed).",
)

_SMALL, _LARGE = integer("s'", least=1), integer("s", least=1)
_BUDGET, _DRAWS, _RATE = real("b", above=0), integer("T", least=1), real("c", above=0)
_SIZE_S, _LATE, _EARLY = (
    at_most(_SMALL, _LARGE),
    at_most(log(_DRAWS), _RATE * _BUDGET / _SMALL),
    at_most(_RATE * _BUDGET / _LARGE, log(_DRAWS)),
)
_MANY_S = at_most(_SMALL, _BUDGET)
_INNER = log(_BUDGET / _SMALL) + _RATE * _BUDGET / _SMALL
_LESS, _MORE = real("p", least=0), real("q", least=0)
_FALLS = line(exp(-_MORE), given=(at_most(_LESS, _MORE),)).le(exp(-_LESS), at_most(_LESS, _MORE))
_FACTOR, _OVER = real("w", least=0), real("v", least=1)
_FEW = (
    line(1 / _DRAWS, given=(_EARLY,))
    .eq(exp(-log(_DRAWS)))
    .le(exp(-_RATE * _BUDGET / _LARGE), _FALLS.at({_MORE: log(_DRAWS), _LESS: _RATE * _BUDGET / _LARGE}))
)
_TIMES = line(_FACTOR / _DRAWS, given=(_EARLY,)).le(_FACTOR * exp(-_RATE * _BUDGET / _LARGE), _FEW)
_POSITIVE = line(0).le(_SMALL**2 * (log(_OVER) + _RATE * _BUDGET / _SMALL) / _BUDGET).at({_OVER: _BUDGET / _SMALL})
_AT_LEAST = line(1, given=(_MANY_S,)).le(_BUDGET / _SMALL, _MANY_S)
_WHOLE = _SMALL**2 * _INNER / _BUDGET


def _between() -> tuple[int, int, int, int, arb, int]:
    """n, s, s', 1/c, e^(cn/s) and a T between e^(cn/s) and e^(cn/s')."""
    users, large, small, part = 10**8, 300, 299, 17072
    low, high = (as_arb(Fraction(users, part * s)).exp() for s in (large, small))
    samples = int(low.ceil().unique_fmpz())
    assert low < samples < high
    return users, large, small, part, low, samples


def _lost_bracket(_: Settings) -> Iterator[Case]:
    """The left side in one logarithm, and in two."""
    users, large, small, part, low, samples = _between()
    left = small**2 * as_arb(Fraction(users * samples, small)).log() / (users * samples)
    again = small**2 * (as_arb(Fraction(users, small)).log() + as_arb(samples).log()) / users / samples
    right = (large**2 * as_arb(users).log() + as_arb(Fraction(users, small))) / users / low
    yield Case({"n": users, "s": large, "s'": small, "c": f"1/{part}", "T": samples}, left, right, left_again=again)


def _no_such_regime(_: Settings) -> Iterator[Case]:
    users, _large, small, part, _low, samples = _between()
    yield Case({"T": samples}, samples, (-as_arb(Fraction(users, part * small))).exp())


EQ153_BETWEEN = Claim(
    "kent/eq153/between",
    "Appendix G.3, first procedure, the display before (153), first inequality",
    Kind.INEQUALITY,
    "the polynomial rate of s' coordinates beyond the transition of s",
    says=(
        r"\frac{(s')^2\log(nT\alpha^2/s')}{nT\alpha^2}\le\Big(\frac{s^2\log(n\alpha^2)+n\alpha^2/s'}{n\alpha^2}\Big)e^{-cn\alpha^2/s}\lesssim "
        r"s^2e^{-cn\alpha^2/s}\lesssim e^{-c'n\alpha^2/s},\quad e^{cn\alpha^2/s}<T<e^{cn\alpha^2/s'}\text{, repeated as }e^{-cn\alpha^2/s}<T<e^{-cn\alpha^2/s'}"
    ),
    match=Match.READING,
    differs="the first sign, at the c = 1/(2K) of (119), and the regime; the other c need another s",
    printed=AllOf(
        "",
        {
            "the first sign": FiniteCheck(
                r"\frac{(s')^2\log(nT\alpha^2/s')}{nT\alpha^2}\le\Big(\frac{s^2\log(n\alpha^2)+n\alpha^2/s'}{n\alpha^2}\Big)e^{-cn\alpha^2/s}",
                "n = 10^8, alpha = 1, s = 300, s' = 299, c = 1/17072; T the least beyond e^(cn/s)",
                _lost_bracket,
            ),
            "the regime, as the text repeats it": FiniteCheck(
                r"T<e^{-cn\alpha^2/s'}", "the same point, which is in the regime of the display", _no_such_regime, "<"
            ),
        },
    ),
    corrected=line(_SMALL**2 * log(_BUDGET * _DRAWS / _SMALL) / (_BUDGET * _DRAWS), given=(_MANY_S, _LATE, _EARLY))
    .eq(_SMALL**2 * (log(_BUDGET / _SMALL) + log(_DRAWS)) / (_BUDGET * _DRAWS))
    .le(_SMALL**2 * _INNER / (_BUDGET * _DRAWS), _LATE)
    .eq(_WHOLE / _DRAWS)
    .le(_WHOLE * exp(-_RATE * _BUDGET / _LARGE), _TIMES.at({_FACTOR: _WHOLE}), _POSITIVE, _AT_LEAST),
    correction=(
        "a bracket, s^2 {log(n alpha^2) + n alpha^2/s'}, and in the text after it T between e^(c n "
        "alpha^2/s) and e^(c n alpha^2/s'), without the two minus signs. Shown with s'^2 {log(n "
        "alpha^2/s') + c n alpha^2/s'}, which is less"
    ),
    severity=Severity.TYPO,
    theorem="kent/thm7/upper/first",
    note=(
        "In our copy the bracket is missing and both signs are. b stands for n alpha^2. What the text "
        "makes of it, a multiple of s^2 e^(-c n alpha^2/s), follows."
    ),
)


def _home_loses(_: Settings) -> Iterator[Case]:
    """P(A_j^c) from below next to (154): theta is left of an edge, all user means but rare ones right of it.

    X = a, a little more than the edge -1 + 12 Delta, but with probability q, when it is -1/2. Where no voter has seen -1/2 no
    vote is for the bin l left of the edge; it and a bin three places off have the same law of their tallies then, so that
    Z_l <= Z_k has probability 1/2 or more.
    """
    users, samples, grain = 10**7, 6400, 10**13
    delta = (4 * as_arb(users * samples).log() / samples).sqrt()
    edge = 12 * delta - 1
    high = (edge * grain).ceil().unique_fmpz()
    assert high is not None
    value, rare = Fraction(int(high), grain), Fraction(2, grain)
    theta = value - rare * (value + Fraction(1, 2))
    assert edge - 2 * delta < as_arb(theta) < edge < as_arb(value) < edge + 2 * delta
    nobody = ((users // 2) * samples * (-as_arb(rare)).log1p()).exp()
    bound = 3 / delta * (-2 * as_arb(Fraction(users, 8536))).exp()
    told = {"n": users, "d": 1, "alpha": 1, "T*": samples, "K": 8536, "a": str(value), "q": str(rare), "l": 6}
    yield Case(told, nobody / 2, bound, left_again=as_arb(1 - rare) ** (users // 2 * samples) / 2)


def _few_voters() -> Iterator[Point]:
    """P(A^c) for few voters of +-1 data, enclosed: given how many vote for which bin, the bins' tallies are independent."""
    for voters, level, grain in product((1, 2, 3), (Fraction(1, 4), Fraction(1)), range(3)):
        samples, high = 24, Fraction(1, 3) + Fraction(grain, 9)
        delta, keep = as_arb(Fraction(21, 50)), (as_arb(level) / 2).exp() / (1 + (as_arb(level) / 2).exp())
        masses: dict[int, Fraction] = {}
        for x, mass in sign_mean(samples, high).items():
            masses[bin_of(x, delta)] = masses.get(bin_of(x, delta), Fraction(0)) + mass
        home = bin_of(2 * high - 1, delta)
        left = decided_below(2 * high, (2 * home + 1) * delta)
        near = [k for k in (home, home - 1 if left else home + 1) if k in masses]
        heavy, bins = max(near, key=lambda k: masses[k]), sorted(masses)
        won = arb(0)
        for held in product(range(voters + 1), repeat=len(bins)):
            if sum(held) == voters:
                chance = as_arb(multinomial(held) * prod(masses[k] ** v for k, v in zip(bins, held, strict=True)))
                laws = {k: tally(v, voters - v, keep) for k, v in zip(bins, held, strict=True)}
                for votes, mass in enumerate(laws[heavy]):
                    others = [sum(laws[k][:votes], arb(0)) for k in bins if k not in near]
                    won += chance * mass * prod(others, start=arb(1))
        told = {USERS: Fraction(2 * voters), USED: Fraction(samples), HIGH: level, WIDTH: Fraction(21, 50)}
        yield told, 1 - won


def multinomial(held: tuple[int, ...]) -> int:
    """In how many ways a given number of voters hold each of the bins."""
    return factorial(sum(held)) // prod(factorial(v) for v in held)


_ROOMY = at_most(2 * exp(-USED * WIDTH**2 / 2), Rational(1, 4))
_FAILED = FirstStageFails(LAW, USERS, USED, HIGH, WIDTH)
_TO_BEAT = 3 / Min(WIDTH, 1) * exp(-2 * USERS * HIGH**2 / kent.K_HIGH_PRIVACY)
_FIRST_STAGE = at_points(
    line(_FAILED, given=(EVEN, ON_INTERVAL, _ROOMY)).le(
        _TO_BEAT,
        because(
            "(106) and (107) use of Delta only that a user mean is Delta off with probability 2 e^(-T* Delta^2/2) <= 1/4.",
            "kent/eq106",
            "kent/appG.1/p",
            "kent/eq107/a",
        ),
    ),
    "few voters, enclosed",
    "n = 2, 4, 6; alpha = 1/4, 1; T* = 24, Delta = 0.42: three bins; P(X = 1) = 1/3, 4/9, 5/9",
    _few_voters,
)
EQ154 = Claim(
    "kent/eq154",
    "Appendix G.3, second procedure, the event A_j and (154)",
    Kind.INEQUALITY,
    "the bin of the mean beats those more than two places away",
    says=r"A_j=\bigcap_{k:|l_j-k|>2}\{Z_{j,l_j}>Z_{j,k}\};\quad\mathbb{P}(A_j^c)\le\frac{3}{\Delta\wedge1}e^{-2n\alpha^2/(Kd)}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"P(A_j^c)\le\tfrac3{\Delta\wedge1}e^{-2n\alpha^2/(Kd)},\ "
        r"A_j=\bigcap_{k:|l_j-k|>2}\{Z_{j,l_j}>Z_{j,k}\}",
        "d = 1, n = 10^7, alpha = 1, T* = 6400, Delta of (42); X = a but with probability 2 10^-13, a just "
        "right of an edge and theta just left",
        _home_loses,
    ),
    corrected=_FIRST_STAGE,
    correction="the better of the bin of the mean and its neighbour in place of the bin of the mean, as in "
    "(105): with votes for one bin that of the mean may get none, when the mean is next to an edge",
    severity=Severity.PROOF_GAP,
    theorem="kent/thm7/upper/second",
    note="For n users of a co-ordinate, n/d of all. The event and the 14 Delta of (157) belong to votes for "
    "three bins, with which the display is true. Delta of (42) is wider than that of (30), and all that "
    "(106) needs of it is that the tail is at most 1/4. For more users a smaller probability q does the same.",
)


def _moved() -> Iterator[Point]:
    """What clipping moves the mean of +-1 data by where theta is Delta from an end of the widened interval, exact.

    Given j* the success has a probability of at most 1, which only makes the left side smaller.
    """
    for samples, delta, high in product(
        (1, 4, 16), (Fraction(1, 10), Fraction(1, 3)), (Fraction(1, 2), Fraction(4, 5))
    ):
        theta = 2 * high - 1
        upper = theta + delta
        moved = sum(
            (mass * max(x - upper, upper - 6 * delta - x, Fraction(0)) for x, mass in sign_mean(samples, high).items()),
            Fraction(0),
        )
        yield {USERS: Fraction(2), USED: Fraction(samples), HIGH: Fraction(1), WIDTH: delta}, moved


ClippedOff = quantity(
    "ClippedOff",
    r"\max_{{j^*}}\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}(|\Pi(\bar X^{{(i)}}) - \bar X^{{(i)}}|1_A \mid j^*)",
    "largest mean, over the values of j*, given j*, of how far clipping moves a refining user's mean where the first stage of Algorithm "
    "2 succeeds, for n users with T* draws of a law each, privacy alpha and bins of length 2 Delta: ClippedOff(P, n, T*, alpha, Delta)",
    0,
    2,
)
_OFF, _TAILS = ClippedOff(LAW, USERS, USED, HIGH, WIDTH), 2 * exp(-USED * WIDTH**2 / 2)
_CLIPPED = at_points(
    line(_OFF, given=(EVEN, ON_INTERVAL))
    .le(
        2 * _TAILS,
        because(
            "Clipping moves a mean by at most 2, and only from beyond either end, which are Delta or more away from theta on A; the refining "
            "user's mean is independent of j* and A.",
            "kent/eq117/115",
            "kent/eq117/116",
            "kent/eq107/buffer",
        ),
    )
    .eq(4 * exp(-USED * WIDTH**2 / 2)),
    "+-1 data, exact",
    "T* = 1, 4, 16; Delta = 1/10, 1/3; P(X = 1) = 1/2, 4/5; theta Delta from the upper end",
    _moved,
)


def _two_bins_off(_: Settings) -> Iterator[Case]:
    """How far clipping to the third of three bins, widened by 2 Delta, moves a mean of -1: by its lower end, and 2 Delta."""
    users, samples = 10**6, 700
    assert kent.used_samples(users, samples, 1.0, kent.K_HIGH_PRIVACY) == samples
    delta = (4 * as_arb(users * samples).log() / samples).sqrt()
    assert (1 / delta).ceil().unique_fmpz() == 3
    low = -1 + 4 * delta - 2 * delta
    told = {"n": users, "T": samples, "alpha": 1, "d": 1, "X": "-1, always", "l": 1, "j*": 3}
    yield Case(told, low + 1, Fraction(4, (users * samples) ** 2), left_again=2 * delta)


EQ155 = Claim(
    "kent/eq155",
    "Appendix G.3, second procedure, (155)",
    Kind.INEQUALITY,
    "what clipping moves a mean by",
    says=(
        r"\mathbb{E}\Big[|\Pi_{\tilde{I}_{j^*}}(\overline{X^{(i)}})-\overline{X^{(i)}}|\mathbb{1}\{A_j\}\mid "
        r"j^*\Big]\le4e^{-T^*\Delta^2/2}\text{ a.s.}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"E\big[|\Pi_{\tilde I_{j^*}}(\overline{X^{(i)}})-\overline{X^{(i)}}|1\{A_j\}\mid j^*\big]\le4e^{-T^*\Delta^2/2},\ "
        r"A_j=\bigcap_{k:|l_j-k|>2}\{Z_{j,l_j}>Z_{j,k}\}",
        "d = 1, n = 10^6, alpha = 1, T = T* = 700, Delta of (42): three bins; X = -1 always, j* = 3",
        _two_bins_off,
    ),
    corrected=_CLIPPED,
    correction=(
        "on the event of (105): on A_j the chosen bin may be two off, and widened by 2 Delta it need not hold the mean"
    ),
    severity=Severity.PROOF_GAP,
    theorem="kent/thm7/upper/second",
    root="kent/eq154",
    note=(
        "With three bins A_j is certain, as no bin is more than two from the first. The corrected bound "
        "is on the event of (105); given j* its probability only makes the left side smaller."
    ),
)

_Y, _CONSTANT = real("y", above=0), real("C'", least=24)
_SQUARE = at_most(1, log(_Y))
_MARKOV = 4 * _Y ** (-2) / (2 * _CONSTANT * log(_Y) * sqrt(SIZE / _Y))
_LOG, _LONG = real("g", least=1), real("u", least=1)
_AT_LEAST_1 = line(1, given=(_SQUARE,)).le(log(_Y), _SQUARE).le(_Y - 1).le(_Y)
_USED_T, _BIN, _OFF_BY = sympy.symbols("T Delta varepsilon", positive=True)


EQ156 = Claim(
    "kent/eq156",
    "Appendix G.3, second procedure, (156), from the second inequality on",
    Kind.INEQUALITY,
    "clipping moves the mean by more than epsilon rarely",
    says=(
        r"\mathbb{P}\Big(\Big\{\Big|\frac{1}{n/(2d)}\sum_{i\in "
        r"N_{j,2}}(\Pi_{\tilde{I}_{j^*}}(\overline{X^{(i)}})-\overline{X^{(i)}})\Big|>\varepsilon\Big\}\cap "
        r"A_j\mid j^*\Big)\le\frac{1}{\varepsilon}\mathbb{E}\Big[\Big|\frac{1}{n/(2d)}\sum_{i\in "
        r"N_{j,2}}(\Pi_{\tilde{I}_{j^*}}(\overline{X^{(i)}})-\overline{X^{(i)}})\Big|\mathbb{1}\{A_j\}\mid "
        r"j^*\Big]\le\frac{4e^{-T^*\Delta/2}}{\varepsilon}\le\frac{4}{C}\Big(\frac{nT^*\alpha^2}{2d\{\log(nT^*\alpha^2)\}^2}\Big)^{1/2}e^{-T^*\Delta^2/2}\lesssim\frac{1}{nT^*\alpha^2}\text{ "
        r"a.s.}"
    ),
    match=Match.READING,
    differs=(
        "'the second by (155)' is read as: 4 e^(-T* Delta^2/2)/epsilon, which (155) gives, is at most the"
        " printed bound; Delta <= 1"
    ),
    printed=inequality(
        4 * exp(-_USED_T * _BIN**2 / 2) / _OFF_BY,
        4 * exp(-_USED_T * _BIN / 2) / _OFF_BY,
        Variable(_USED_T, Integer(1), oo),
        Variable(_BIN, Integer(0), Integer(1), open_lower=True),
        Variable(_OFF_BY, Integer(0), Integer(1), open_lower=True),
    ),
    corrected=line(_MARKOV, given=(_SQUARE,))
    .eq(2 * _Y ** (-Rational(3, 2)) / (_CONSTANT * log(_Y) * sqrt(SIZE)))
    .le(
        2 * _Y ** (-Rational(3, 2)) / 24,
        line(1 / (_CONSTANT * _LOG * sqrt(SIZE))).le(Rational(1, 24)).at({_LOG: log(_Y)}),
    )
    .le(1 / _Y, line(_LONG ** (-Rational(3, 2)) / 12).le(1 / _LONG).at({_LONG: _Y}), _AT_LEAST_1),
    correction=(
        "Delta^2 for Delta in the exponent of the second bound, and C' for C in the third; shown is the "
        "end from the corrected second bound on, for C' >= 24"
    ),
    severity=Severity.TYPO,
    theorem="kent/eq158",
    note="y = n T* alpha^2 >= e; 4 e^(-T* Delta^2/2)/epsilon at (42). Printed on the way e^(-T* Delta/2), where "
    "the square is lost, and C for C'.",
)


def _noise_tails(_: Settings) -> Iterator[Case]:
    """P(|mean of one or two Laplace variables| > t), in closed form, next to 2 e^(-N t^2/8) to t = 2, then 2 e^(-N t/4)."""
    for k in range(1, 33):
        t = arb(k) / 8
        for count, exact in ((1, (-t).exp()), (2, (-2 * t).exp() * (1 + t))):
            right = 2 * (-count * (t * t / 8 if k <= 16 else t / 4)).exp()
            yield Case({"N": count, "t": f"{k}/8"}, exact, right)


def _shipped_tails(_: Settings) -> Iterator[Case]:
    """The program's tail of the noise, floats widened by 10^-9, next to (157): it is the smaller one."""
    for count, k in product((1, 50, 4000), (1, 8, 16, 24, 40)):
        t = Fraction(k, 8)
        right = 2 * (-count * as_arb(t * t / 8 if k <= 16 else t / 4)).exp()
        yield Case(
            {"N": count, "t": str(t)}, as_arb(Fraction(laplace_tail(count, float(t)))) * (1 - arb(10) ** -9), right
        )


_NOISE, _NOISES, _VOTERS, _ROOM = random_real("l"), random_real("L"), integer("N", least=1), real("t", above=0)
_LAPLACE = LaplaceNoise(_NOISE, 1), MeanOfCopies(_NOISES, _NOISE, _VOTERS)
_TAIL = Probability(Holds(at_most(_ROOM, _NOISES)))


def _noise(slope: Any, end: Any, cumulant: Any, where: Any) -> Any:
    """Chernoff's bound at this slope for one variable."""
    tilt = _VOTERS * slope
    return (
        line(_TAIL, given=(*_LAPLACE, where))
        .le(
            exp(CGF(_NOISES, tilt) - tilt * _ROOM),
            CHERNOFF(_NOISES, _ROOM, tilt),
            EXPECTED_MEAN(_NOISES, _NOISE, _VOTERS),
            LAPLACE_MEAN(_NOISE, 1, 0),
        )
        .eq(exp(_VOTERS * CGF(_NOISE, slope) - tilt * _ROOM), CGF_OF_MEAN(_NOISES, _NOISE, _VOTERS, tilt))
        .le(
            exp(_VOTERS * cumulant - tilt * _ROOM),
            line(CGF(_NOISE, slope), given=(_LAPLACE[0], where))
            .eq(-log(1 - slope**2), LAPLACE_CGF(_NOISE, 1, slope))
            .le(cumulant),
        )
        .le(end)
    )


_TO_TWO, _FROM_TWO = at_most(_ROOM, 2), at_most(2, _ROOM)
_GAUSSIAN = _noise(_ROOM / 4, exp(-_VOTERS * _ROOM**2 / 8), 2 * (_ROOM / 4) ** 2, _TO_TWO)
_LINEAR = _noise(Rational(1, 2), exp(-_VOTERS * _ROOM / 4), Rational(1, 2), _FROM_TWO)
EQ157 = Claim(
    "kent/eq157",
    "Appendix G.3, second procedure, (157)",
    Kind.INEQUALITY,
    "the mean of the noise",
    says=(
        r"\mathbb{P}\Big(\Big\{\Big|\frac{1}{n/(2d)}\sum_{i\in "
        r"N_{j,1}}\Big(\frac{14\Delta}{\alpha}\ell_i\Big)\Big|>\varepsilon\Big\}\cap "
        r"A_j\Big)\le2e^{-\frac{n}{16d}\{\varepsilon\alpha/(14\Delta)\}^2}\text{ for "
        r"}0\le\varepsilon\alpha/(14\Delta)\le2,\quad2e^{-\frac{n}{8d}\{\varepsilon\alpha/(14\Delta)\}}\text{ "
        r"for }\varepsilon\alpha/(14\Delta)>2"
    ),
    match=Match.READING,
    differs="one side of the tail, for any number N of noises in place of n/(2d), without the event A_j",
    printed=AllOf(
        "",
        {
            "up to 2": _GAUSSIAN.crosschecked(
                "one and two variables, in closed form",
                r"P(|\text{mean of }N|>t)\le2e^{-Nt^2/8},\ t\le2;\ 2e^{-Nt/4},\ t>2",
                "N = 1, 2; t = 1/8, ..., 4",
                _noise_tails,
            ).crosschecked(
                "the tail that ships with the estimator",
                r"\text{shipped}\le2e^{-Nt^2/8},\ 2e^{-Nt/4}",
                "N = 1, 50, 4000; t = 1/8, 1, 2, 3, 5",
                _shipped_tails,
                granted=r"10^{-9}\text{ of the shipped tail}",
            ),
            "beyond": _LINEAR,
        },
    ),
    note="N = n/(2d) and t = epsilon alpha/(14 Delta); the other side by symmetry, hence the factor 2. The sums "
    "are over N_(j,2), printed N_(j,1), and Algorithm 2 has 6 Delta/alpha for 14 Delta/alpha, which is "
    "less: with it C' >= 24 is enough in (158).",
)

_N, _T, _D, _ALPHA, _L, _C = sympy.symbols("n T^* d alpha L C'", positive=True)
_DELTA = sqrt(4 * _L / _T)
_EPSILON = _C * _DELTA * sqrt(_D * _L / (_N * _ALPHA**2))
"""(42)."""


def _of_42() -> tuple[dict[str, Any], arb, arb]:
    """alpha = 1/2, n = 10^6, T* = 100, d = 10, C' = 56: epsilon alpha/(14 Delta) by (42), and log(n T* alpha^2)."""
    alpha, users, samples, d, constant = Fraction(1, 2), 10**6, 100, 10, 56
    level = as_arb(users * samples * alpha**2).log()
    delta = (4 * level / samples).sqrt()
    epsilon = constant * delta * (d * level / as_arb(users * alpha**2)).sqrt()
    told = {"alpha": "1/2", "n": "10^6", "T*": samples, "d": d, "C'": constant}
    return told, epsilon / 28 / delta, level


def _units(_: Settings) -> Iterator[Case]:
    told, found, level = _of_42()
    printed = 4 * (10 * level / 250_000).sqrt()
    yield Case(told, found, printed, left_again=4 * (10 * level / 10**6).sqrt())


EQ157_ALPHA = Claim(
    "kent/eq157/alpha",
    "Appendix G.3, second procedure, the display after (157), the equality",
    Kind.IDENTITY,
    "the threshold in units of the noise",
    says=r"\frac{\varepsilon\alpha}{14\Delta}=\frac{C'}{14}\Big(\frac{d\log(nT^*\alpha^2)}{n\alpha^2}\Big)^{1/2}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\tfrac{\varepsilon\alpha}{14\Delta}=\tfrac{C'}{14}\Big(\tfrac{d\log(nT^*\alpha^2)}{n\alpha^2}\Big)^{1/2}",
        "alpha = 1/2, n = 10^6, T* = 100, d = 10, C' = 56",
        _units,
        "==",
    ),
    corrected=Identity(lambda: _EPSILON * _ALPHA / (14 * _DELTA), lambda: _C / 14 * sqrt(_D * _L / _N)),
    correction="(d log/n)^(1/2): the alpha on the left cancels that under the root, with epsilon as in (42)",
    severity=Severity.CONSTANT,
    theorem="kent/eq158",
    note="At alpha = 1 the two are the same. Below it the printed value is the larger one, so that what follows is "
    "claimed for more noise than the budget needs.",
)


def _root_lost(_: Settings) -> Iterator[Case]:
    """{d L/(n alpha^2)}^(1/2) next to 1/C~ where d L/(n alpha^2) = 1/5 < 1/C~, C~ = 4; T = T*, d = 1."""
    told, share = {"C~": 4, "d log(y)/(n alpha^2)": "1/5"}, as_arb(Fraction(1, 5))
    yield Case(told, share.sqrt(), as_arb(Fraction(1, 4)), left_again=(share.log() / 2).exp())


_PART = real("g", above=0)
_ENOUGH, _BUDGETS = real(r"\tilde C", above=0), real("b", above=0)
_PLENTY, _LEVELS = at_most(_PART / _BUDGETS, 1 / _ENOUGH), real("alpha", above=0, most=1)
EQ157_ROOT = Claim(
    "kent/eq157/root",
    "Appendix G.3, second procedure, the display after (157), the inequality",
    Kind.INEQUALITY,
    "the threshold is in the Gaussian range of the noise",
    says=(
        r"\frac{C'}{14}\Big(\frac{d\log(nT^*\alpha^2)}{n\alpha^2}\Big)^{1/2}\le\frac{C'}{14\tilde{C}}\le2\text{ "
        r"for }\tilde{C}\text{ sufficiently large, as }n\alpha^2>\tilde{C}d\log(dnT\alpha^2)"
    ),
    match=Match.READING,
    differs="one step of it, without the factor C'/14 and with log(nT* alpha^2) in the condition",
    printed=FiniteCheck(
        r"\Big(\tfrac{d\log(nT^*\alpha^2)}{n\alpha^2}\Big)^{1/2}\le\tfrac1{\tilde C}\text{ for "
        r"}n\alpha^2>\tilde Cd\log(nT^*\alpha^2)",
        "C~ = 4 and d log(n T* alpha^2)/(n alpha^2) = 1/5",
        _root_lost,
    ),
    corrected=line(
        _CONSTANT / 14 * _LEVELS * sqrt(_PART / _BUDGETS), given=(_PLENTY, at_most(1 / _ENOUGH, 784 / _CONSTANT**2))
    )
    .le(_CONSTANT / 14 * sqrt(_PART / _BUDGETS))
    .le(_CONSTANT / 14 * sqrt(1 / _ENOUGH), _PLENTY)
    .le(2, at_most(1 / _ENOUGH, 784 / _CONSTANT**2)),
    correction="1/C~^(1/2); the bound 2 holds from C~ = (C'/28)^2 on",
    severity=Severity.CONSTANT,
    theorem="kent/eq158",
    note="g stands for d log(n T* alpha^2) and b for n alpha^2.",
)
EQ158_HOEFFDING = Claim(
    "kent/eq158/hoeffding",
    "Appendix G.3, second procedure, (158), the second term",
    Kind.IDENTITY,
    "the exponent of the sampling error",
    says=r"2e^{-\frac{nT^*\varepsilon^2}{4d}}=2e^{-C'^2\{\log(nT^*\alpha^2)\}^2/\alpha^2}",
    match=Match.READING,
    differs="the exponents alone, with a letter for the logarithm",
    printed=Identity(lambda: _N * _T * _EPSILON**2 / (4 * _D), lambda: _C**2 * _L**2 / _ALPHA**2),
)


def _exponents(_: Settings) -> Iterator[Case]:
    told, found, level = _of_42()
    yield Case(told, 6250 * found**2, 4 * level, left_again=level)


EQ158_NOISE = Claim(
    "kent/eq158/noise",
    "Appendix G.3, second procedure, (158), the third term",
    Kind.IDENTITY,
    "the exponent of the noise",
    says=r"2e^{-\frac{n}{16d}(\frac{\varepsilon\alpha}{14\Delta})^2}=2e^{-C'^2\log(nT^*\alpha^2)/(3136\alpha^2)}",
    match=Match.READING,
    differs="the exponents alone",
    printed=FiniteCheck(
        r"\tfrac n{16d}\Big(\tfrac{\varepsilon\alpha}{14\Delta}\Big)^2=\tfrac{C'^2\log(nT^*\alpha^2)}{3136\alpha^2}",
        "alpha = 1/2, n = 10^6, T* = 100, d = 10, C' = 56",
        _exponents,
        "==",
    ),
    corrected=Identity(lambda: _N / (16 * _D) * (_EPSILON * _ALPHA / (14 * _DELTA)) ** 2, lambda: _C**2 * _L / 3136),
    correction="without alpha^2 in the denominator",
    severity=Severity.CONSTANT,
    theorem="kent/eq158",
    root="kent/eq157/alpha",
)
_WIDE = real("C'", least=56)
EQ158 = Claim(
    "kent/eq158",
    "Appendix G.3, second procedure, (158), the end",
    Kind.INEQUALITY,
    "the three ways to be off",
    says=(
        r"\mathbb{P}(\{|\tilde{\theta}_j-\theta_j|>3\varepsilon\}\cap "
        r"A_j)\lesssim\frac{1}{nT^*\alpha^2}+2e^{-\frac{nT^*\varepsilon^2}{4d}}+2e^{-\frac{n}{16d}(\frac{\varepsilon\alpha}{14\Delta})^2}=\frac{1}{nT^*\alpha^2}+2e^{-C'^2\{\log(nT^*\alpha^2)\}^2/\alpha^2}+2e^{-C'^2\log(nT^*\alpha^2)/(3136\alpha^2)}\lesssim\frac{1}{nT^*\alpha^2}\text{ "
        r"for }C'\text{ sufficiently large}"
    ),
    match=Match.READING,
    differs="the last sign, with the hidden constants C' >= 56 and log(nT* alpha^2) >= 1",
    printed=line(
        1 / _Y + 2 * exp(-(_WIDE**2) * log(_Y) ** 2 / HIGH**2) + 2 * exp(-(_WIDE**2) * log(_Y) / (3136 * HIGH**2)),
        given=(_SQUARE,),
    )
    .le(
        1 / _Y + 2 / _Y + 2 / _Y,
        line(exp(-(_WIDE**2) * _LOG**2 / HIGH**2)).le(exp(-_LOG)).at({_LOG: log(_Y)}),
        line(exp(-(_WIDE**2) * _LOG / (3136 * HIGH**2))).le(exp(-_LOG)).at({_LOG: log(_Y)}),
    )
    .eq(5 / _Y),
    note=("y = n T* alpha^2 >= e. With the third exponent of kent/eq157/alpha, without alpha^2, the step is the same."),
)

_CAP = Integer(kent.K_HIGH_PRIVACY)
_EXPONENT = real("x", above=0)
_CAPPED = at_most(log(USED), _EXPONENT / _CAP)
APPG_3_UNION = Claim(
    "kent/appG.3/union",
    "Appendix G.3, second procedure, after (158)",
    Kind.INEQUALITY,
    "the exponential term of the union bound",
    says=(
        r"\mathbb{P}(B^c)\lesssim\Big(\frac{d(T^*)^{1/2}}{\{\log(nT\alpha^2)\}^{1/2}}+d\Big)e^{-2n\alpha^2/(Kd)}+\frac{d}{nT^*\alpha^2}\lesssim\frac{1}{T^*}e^{-cn\alpha^2/d}+\frac{d}{nT^*\alpha^2}\lesssim\frac{d}{nT^*\alpha^2}\text{, "
        r"by }e^{-2n\alpha^2/(Kd)}\le(T^*)^{-3/2}e^{-n\alpha^2/(2Kd)}"
    ),
    match=Match.READING,
    differs="one step of it, the bound of the exponential term, at K = 8536",
    printed=line(exp(-2 * _EXPONENT / _CAP), given=(_CAPPED,))
    .eq(exp(-_EXPONENT / (2 * _CAP)) * exp(-3 * _EXPONENT / (2 * _CAP)))
    .le(
        exp(-_EXPONENT / (2 * _CAP)) * exp(-3 * log(USED) / 2),
        _FALLS.at({_MORE: 3 * _EXPONENT / (2 * _CAP), _LESS: 3 * log(USED) / 2}),
        line(3 * log(USED) / 2, given=(_CAPPED,)).le(3 * _EXPONENT / (2 * _CAP), _CAPPED),
    )
    .eq(USED ** (-Rational(3, 2)) * exp(-_EXPONENT / (2 * _CAP))),
    note="x stands for n alpha^2/d.",
)


def _thresholded(s: int, estimates: tuple[Fraction, ...], step: Fraction) -> list[Fraction]:
    """(43) and (44) at epsilon = step: what is beyond 3 steps, and of that the s largest."""
    sizes = sorted((j for j, v in enumerate(estimates) if abs(v) > 3 * step), key=lambda j: -abs(estimates[j]))
    return [v if j in sizes[:s] else Fraction(0) for j, v in enumerate(estimates)]


def _far(projected: bool) -> Iterator[Case]:
    """||theta^ - theta||^2 next to 4s: estimates are means plus noise 6 Delta l/alpha, or moved to [-1, 1] at the end."""
    epsilon, delta, alpha = Fraction(1, 4), Fraction(1, 2), Fraction(1)
    noises = [Fraction(k) for k in (-50, -1, 0, 1, 50)]
    for s, theta in product((1, 2), product([Fraction(k) for k in (-1, 0, 1)], repeat=2)):
        if sum(t != 0 for t in theta) <= s:
            for noise in product(noises, repeat=2):
                raw = tuple(t + 6 * delta / alpha * z for t, z in zip(theta, noise, strict=True))
                kept = _thresholded(s, raw, epsilon)
                if projected:
                    kept = [min(max(v, Fraction(-1)), Fraction(1)) for v in kept]
                left = sum(((a - b) ** 2 for a, b in zip(kept, theta, strict=True)), Fraction(0))
                told = {"d": 2, "s": s, "theta": [int(t) for t in theta], "mean noise": [int(z) for z in noise]}
                yield Case(told | {"Delta": "1/2", "alpha": 1}, left, 4 * s)


def _as_printed(_: Settings) -> Iterator[Case]:
    # One coordinate is kept, and it is off by its noise: 50 times 6 Delta/alpha.
    first = next(case for case in _far(projected=False) if case.left > case.right)
    yield replace(first, left_again=Fraction(50 * 3) ** 2)


def _projected(_: Settings) -> Iterator[Case]:
    yield from _far(projected=True)


ALG7_WORST_CASE = Claim(
    "kent/alg7/worst-case",
    "Appendix G.3, second procedure, the error off B",
    Kind.INEQUALITY,
    "an error of at most 4s off the event",
    says=(
        r"\text{the error of }\hat{\theta}\text{ of (44) is }4s\text{ at worst, as at most }s\text{ "
        r"co-ordinates are not }0"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\|\hat\theta-\theta\|_2^2\le4s",
        "d = 2, s = 1, theta = (-1, 0); Delta = 1/2, alpha = 1, epsilon = 1/4; mean noises -50 (in units "
        "of 6 Delta/alpha)",
        _as_printed,
    ),
    corrected=FiniteCheck(
        r"\|\Pi_{[-1,1]^d}\hat\theta-\theta\|_2^2\le4s",
        "d = 2, s = 1, 2; theta in {-1, 0, 1}^2; mean noises -50, -1, 0, 1, 50",
        _projected,
    ),
    correction="after a projection to [-1, 1]^d, which Algorithm 7 lacks: Laplace noise has no bound, so that "
    "neither has the error. It moves no estimate away from the mean",
    severity=Severity.PROOF_GAP,
    theorem="kent/thm7/upper/second",
    note="Without it the error off B has to be bounded by the noise's fourth moment, which the paper does not "
    "do. At most 2s co-ordinates are not 0 in one of the two vectors.",
)


def _near(_: Settings) -> Iterator[Case]:
    """||theta^ - theta||^2 next to 36 s epsilon^2 where all estimates are at most 3 epsilon off; epsilon = 1."""
    moves = [Fraction(k) for k in (-3, 0, 3)]
    for s, theta in product((1, 2), product([Fraction(k) for k in (-7, 0, 3, 6)], repeat=3)):
        if sum(t != 0 for t in theta) <= s:
            for off in product(moves, repeat=3):
                kept = _thresholded(s, tuple(t + m for t, m in zip(theta, off, strict=True)), Fraction(1))
                left = sum(((a - b) ** 2 for a, b in zip(kept, theta, strict=True)), Fraction(0))
                yield Case({"s": s, "theta": [int(t) for t in theta], "off": [int(m) for m in off]}, left, 36 * s)


APPG_3_KEPT = Claim(
    "kent/appG.3/kept",
    "Appendix G.3, second procedure, the error on B, (43), (44)",
    Kind.INEQUALITY,
    "the error where all estimates are near",
    says=(
        r"\mathbb{E}[\lVert\hat{\theta}-\theta\rVert_2^2\mathbb{1}\{B\}]\lesssim|S_1\cup "
        r"S_2|\varepsilon^2\lesssim s\varepsilon^2\text{: on }B\text{ those of }S_0\text{ become }0\text{, "
        r"those of }S_1\cup S_2\text{ are off by }O(\varepsilon^2)"
    ),
    match=Match.READING,
    differs="the hidden constant is 36",
    printed=FiniteCheck(
        r"\|\hat\theta-\theta\|_2^2\le36s\varepsilon^2\text{ on }B",
        "d = 3, s = 1, 2, epsilon = 1; means in {-7, 0, 3, 6}, estimates off by -3, 0 or 3",
        _near,
    ),
    note="Zeros become 0; what is kept is 3 epsilon off, and what becomes 0 is of 6 epsilon or less; at most s "
    "are beyond the threshold, so that keeping the s largest changes nothing.",
)
_POWER = real("z", least=1)

CLAIMS = (
    EQ151,
    EQ152,
    EQ153_INCREASING,
    EQ153_BETWEEN,
    EQ154,
    EQ155,
    EQ156,
    EQ157,
    EQ157_ALPHA,
    EQ157_ROOT,
    EQ158_HOEFFDING,
    EQ158_NOISE,
    EQ158,
    APPG_3_UNION,
    ALG7_WORST_CASE,
    APPG_3_KEPT,
)
