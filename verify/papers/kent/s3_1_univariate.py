"""kent Section 3.1, Algorithms 2 and 3: what makes them what they say, and their privacy."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil

import numpy as np
import sympy
from flint import arb
from sympy import Integer, Min, exp, log, oo

from notation.symbols import Delta, epsilon
from upperbounds.channels.votes import Bins
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import ANY_BIN, TwoStage, winner
from verify.kernel.calculus import at_most, because, below, integer, let, line, quantity, real
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck, PlanPrivacy, Whole, computed
from verify.kernel.statements import at_most as ordered
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.nouns_sections import BINS, WIDTH, Algorithm2, PrivacyLoss
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

ALG2 = Claim(
    "kent/alg2",
    "Section 3.1, Algorithm 2",
    Kind.ALGORITHM,
    "localise by one-hot votes, then refine on an interval of width 6 Delta",
    says=(
        r"N(\Delta)=\lceil1/\Delta\rceil,\ "
        r"I_j=[-1+2(j-1)\Delta,-1+2j\Delta);\quad\hat\theta^{(i)}=(T^*)^{-1}\sum_{t=1}^{T^*}X_t^{(i)},\ "
        r"V_j^{(i)}=\mathbb{1}\{\hat\theta^{(i)}\in I_j\},\ \tilde "
        r"V_j^{(i)}=V_j^{(i)}\mathbb{1}\{U_{i,j}\le\omega_{\alpha/2}\}+(1-V_j^{(i)})\mathbb{1}\{U_{i,j}>\omega_{\alpha/2}\},\ "
        r"i\le n/2;\quad j^*=\min\arg\max_{j\in[N(\Delta)]}\sum_{i=1}^{n/2}\tilde V_j^{(i)},\ \tilde "
        r"L=L-2\Delta,\ \tilde U=U+2\Delta,\ \tilde I_{j^*}=[\tilde L,\tilde "
        r"U];\quad\hat\theta^{(i)}=\Pi_{\tilde "
        r"I_{j^*}}\Big\{(T^*)^{-1}\sum_{t=1}^{T^*}X_t^{(i)}\Big\}+(6\Delta/\alpha)\ell_i,\ "
        r"i>n/2,\quad\hat\theta=(n/2)^{-1}\sum_{i=n/2+1}^n\hat\theta^{(i)}"
    ),
    match=Match.READING,
    differs=("a group; what is shown names the listing's parts, which are claims of their own, without their formulas"),
    printed=Whole(
        r"\text{the bins, the winner, the interval and the noise of Algorithm 2}",
        ("kent/alg2/bins", "kent/alg2/winner", "kent/alg2/interval", "kent/alg2/privacy"),
    ),
    note="T* stands in (25) and (29) but is no argument: Algorithm 3 passes it in the place of T. (25) and (29) "
    "both name their numbers hat theta^(i).",
)


def holding(point: Fraction, delta: Fraction, *, closed: bool) -> list[int]:
    """The bins, from 0, that hold a point: half-open except for the last one, or all of them closed."""
    count = ceil(1 / delta)
    held = []
    for k in range(count):
        left, right = -1 + 2 * k * delta, -1 + 2 * (k + 1) * delta
        if left <= point and (point < right or (point == right and (closed or k == count - 1))):
            held.append(k)
    return held


def _partition(settings: Settings) -> Iterator[Case]:
    """How many printed bins hold a point, and whether the code names the same one."""
    for step in range(1, 16 if settings.quick else 61):
        delta = Fraction(step, 12)
        count = ceil(1 / delta)
        bins = Bins(Fraction(-1), 2 * delta, count)
        points = {Fraction(k, 20) for k in range(-20, 21)} | {bins.left(k) for k in range(count)}
        for point in sorted(points):
            held = holding(point, delta, closed=False)
            yield Case({"Delta": str(delta), "mean": str(point)}, len(held), 1)
            yield Case({"Delta": str(delta), "mean": str(point)}, bins.index_exact(point), held[0])


_PLACE = real("x", least=-1, most=1)
BinsHolding = quantity(
    "BinsHolding",
    r"\#\{{j \le {2}: {0} \in I_j({1})\}}",
    "how many of the intervals I_j = [-1 + 2(j - 1) Delta, -1 + 2j Delta), the last one closed, hold a point",
    0,
)
"""BinsHolding(x, Delta, N)."""
_ONE_BIN = BinsHolding(_PLACE, WIDTH, BINS)
_REACHING = (at_most(1, BINS * WIDTH),)
BINS_CLAIM = Claim(
    "kent/alg2/bins",
    "Section 3.1, Algorithm 2, line 1",
    Kind.CONSTRUCTION,
    "every mean on [-1, 1] is in exactly one bin",
    says=(
        r"N(\Delta)=\lceil1/\Delta\rceil;\quad I_j=[-1+2(j-1)\Delta,-1+2j\Delta)\ \text{ for all "
        r"}j\in[N(\Delta)];\quad I_{N(\Delta)}=[-1+2\{N(\Delta)-1\}\Delta,-1+2N(\Delta)\Delta]"
    ),
    match=Match.READING,
    differs=(
        "judged is that each point of [-1, 1] is in exactly one of the sub-intervals, as the text says by "
        "partition; the last one reaches beyond 1 unless 1/Delta is whole"
    ),
    printed=AllOf(
        "",
        {
            "exactly one": line(_ONE_BIN, given=_REACHING)
            .eq(
                1,
                because(
                    "Half-open intervals of one length in a row, the last one closed, hold each point between their ends -1 and "
                    "-1 + 2N Delta >= 1 once."
                ),
            )
            .crosschecked(
                "all edges, and the code's bins",
                r"\#\{j:x\in I_j\}=1",
                "Delta in multiples of 1/12 up to 5 (quick: 5/4); x in multiples of 1/20 and all edges",
                _partition,
                "==",
            ),
            "N = ceil(1/Delta) is enough": line(BINS * WIDTH, given=(at_most(1 / WIDTH, BINS),)).ge(1),
            "the last one starts before 1": line(-1 + 2 * (BINS - 1) * WIDTH, given=(below(BINS, 1 / WIDTH + 1),)).lt(
                1
            ),
        },
    ),
    note="The last bin reaches beyond 1 unless 1/Delta is an integer, so "
    "'we partition [-1, 1]' in Section 3.1 means a cover. For Delta >= 1 there is a single bin.",
)


def _least_winner(_: Settings) -> Iterator[Case]:
    """The winner in the code next to the least index of the largest count."""
    for votes in product(range(3), repeat=4):
        yield Case({"votes": list(votes)}, int(winner(np.array(votes))), votes.index(max(votes)))


ALG2_WINNER = Claim(
    "kent/alg2/winner",
    "Section 3.1, Algorithm 2, (27)",
    Kind.ALGORITHM,
    "ties go to the least index",
    says=r"j^*=\min\arg\max_{j\in[N(\Delta)]}\sum_{i=1}^{n/2}\tilde V_j^{(i)}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"j^*=\min\arg\max_j\textstyle\sum_i\tilde V_j^{(i)}", "all counts in {0, 1, 2}^4", _least_winner, "=="
    ),
)


def interval_width(plan: TwoStage) -> sympy.Expr:
    """The width of the inflated interval around whichever bin wins."""
    lower, upper = plan.interval(ANY_BIN)
    return upper - lower


def reach(build: Callable[..., TwoStage], alpha: Fraction, factor: int) -> Iterator[Case]:
    """How far apart two clipped means can be, from a grid of means; next to factor Delta and next to scale times alpha."""
    for delta in (Fraction(1, 20), Fraction(1, 32)):
        count = ceil(1 / delta)
        plan = build(2, 1, alpha, delta, Fraction(1), count)
        means = [-1 + k * delta / 2 for k in range(4 * count + 1)]
        for k in range(count):
            lower, upper = plan.interval(k)
            if lower >= -1 and upper <= 1:
                clipped = [min(max(x, lower), upper) for x in means]
                reach = max(clipped) - min(clipped)
                yield Case({"Delta": str(delta), "j*": k + 1}, reach, factor * delta, note="width")
                yield Case({"Delta": str(delta), "j*": k + 1}, reach, plan.scale * alpha, note="scale times alpha")


def _reach_two(_: Settings) -> Iterator[Case]:
    yield from reach(kent.algorithm2, Fraction(1, 2), 6)


_RUN = Algorithm2(USERS, DRAWS, ALPHA, WIDTH)
_WINNER = integer("j^*", least=1)
_START, _END = let("L", -1 + 2 * (_WINNER - 1) * WIDTH), let("U", -1 + 2 * _WINNER * WIDTH)
_FROM, _TO = let(r"\tilde L", _START - 2 * WIDTH), let(r"\tilde U", _END + 2 * WIDTH)
_WIDENED = (
    line(_TO - _FROM)
    .eq(6 * WIDTH)
    .beside(
        ("the plan that runs, its width", computed(lambda: interval_width(kent.algorithm2_symbolic()), 6 * Delta)),
        ("the plan that runs, its scale", computed(lambda: kent.algorithm2_symbolic().scale, 6 * Delta / epsilon)),
    )
    .crosschecked(
        "clipped means, exact",
        r"\max_{x,y}|\Pi_{\tilde I}(x)-\Pi_{\tilde I}(y)|=6\Delta=\alpha\cdot\text{scale}",
        "Delta = 1/20, 1/32; every winner whose interval is inside [-1, 1]; means in steps of Delta/2",
        _reach_two,
        "==",
    )
)
INTERVAL = Claim(
    "kent/alg2/interval",
    "Section 3.1, Algorithm 2, (28), (29)",
    Kind.CONSTRUCTION,
    "the inflated interval is 6 Delta wide, and the noise has that scale over alpha",
    says=(
        r"\tilde L=L-2\Delta,\ \tilde U=U+2\Delta,\ \tilde I_{j^*}=[\tilde L,\tilde "
        r"U];\quad\hat\theta^{(i)}=\Pi_{\tilde "
        r"I_{j^*}}\Big\{(T^*)^{-1}\sum_{t=1}^{T^*}X_t^{(i)}\Big\}+(6\Delta/\alpha)\ell_i"
    ),
    match=Match.READING,
    differs=(
        "judged are the interval's width 6 Delta, from the ends of the winning bin, and the noise's scale, that width over "
        "alpha; b stands for the number before the noise in (29)"
    ),
    printed=AllOf(
        "",
        {
            "width": _WIDENED,
            "scale": line(let("b", 6 * WIDTH / ALPHA)).eq((_TO - _FROM) / ALPHA, _WIDENED),
        },
    ),
    note="The crosschecks read both off the plan that runs, for whichever bin wins.",
)
PRIVACY = Claim(
    "kent/alg2/privacy",
    "Section 3.1, Algorithm 2, text above it",
    Kind.PRIVACY,
    "Algorithm 2 is user-level alpha-LDP",
    says=(
        r"\text{(26) is }\alpha\text{-LDP by Lemma 28; so is }\hat\theta^{(i)}\text{ of (29), by the "
        r"Laplace mechanism}"
    ),
    match=Match.SAME,
    printed=line(PrivacyLoss(_RUN))
    .le(
        ALPHA,
        because(
            "Each user takes part in one of the two rounds: a one-hot vote, Lemma 28 with m = 1, or a mean in an interval 6 "
            "Delta long with Laplace noise of scale 6 Delta/alpha.",
            "kent/lemma28",
            "kent/alg2/interval",
        ),
    )
    .beside(
        ("the plan of 4 users and 5 bins, exact ratios", PlanPrivacy("Algorithm 2", kent.algorithm2_symbolic)),
        (
            "length over scale in the plan",
            computed(lambda: interval_width(kent.algorithm2_symbolic()) / kent.algorithm2_symbolic().scale, epsilon),
        ),
    ),
)
ALG3 = Claim(
    "kent/alg3",
    "Section 3.1, Algorithm 3, (30)",
    Kind.ALGORITHM,
    "T* and Delta",
    says=r"T^*=T\wedge\exp\{n\alpha^2/K\},\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}",
    match=Match.SAME,
    printed=Whole(
        r"T^*=T\wedge e^{n\alpha^2/K},\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}",
        ("kent/alg3/width", "kent/alg3/code"),
    ),
    note="T* is no integer in general: the sums of (25), (29) and the program take it rounded down.",
)

_N, _T = sympy.symbols("n T", positive=True)
_SAMPLES = Variable(_T, Integer(1), oo)
_CAP, _HIDDEN = real("K", above=0), real(r"\tilde C", least=1)
_SENT = USERS * Min(ALPHA, ALPHA**2)
_ENOUGH = (below(_HIDDEN, _SENT),)
_USED = let("T^*", Min(DRAWS, exp(USERS * ALPHA**2 / _CAP)))
_CAPPED = line(_USED).ge(1)
_COUNTED, _LARGE = USERS * _USED * ALPHA**2, real("y", above=1)
_LARGER = (
    line(_COUNTED, given=_ENOUGH)
    .ge(USERS * ALPHA**2, _CAPPED)
    .gt(1, line(1, given=_ENOUGH).le(_HIDDEN).lt(_SENT, *_ENOUGH).le(USERS * ALPHA**2))
)
ALG3_WIDTH = Claim(
    "kent/alg3/width",
    "Section 3.1, Algorithm 3, (30), under the assumption of Theorem 6",
    Kind.CONSTRUCTION,
    "Delta is a positive number",
    says=(
        r"\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2},\ T^*=T\wedge\exp\{n\alpha^2/K\},\text{ under "
        r"}n\min\{\alpha,\alpha^2\}>\tilde Cd\log(ed)\text{ at }d=1"
    ),
    match=Match.READING,
    differs=(
        "(30) uses log(nT* alpha^2) under a root and as a width: judged is that T* is at least 1 and the square of Delta "
        "positive, at the hidden constant C~ >= 1"
    ),
    printed=AllOf(
        "",
        {
            "the cap is at least 1": _CAPPED,
            "the square of Delta": line(2 * log(_COUNTED) / _USED, given=_ENOUGH).gt(
                0, line(log(_LARGE)).gt(0).at({_LARGE: _COUNTED}), _LARGER
            ),
        },
    ),
    note="Theorem 6 assumes n alpha^2 > C log(e) = C at d = 1 without naming C: read C >= 1. Otherwise Delta may "
    "be 0 or not real, see kent/own/no-width.",
)
OWN_NO_WIDTH = Claim(
    "kent/own/no-width",
    "to Section 3.1, Algorithm 3, (30), and Appendix E.1, Algorithm 11",
    Kind.CONSTRUCTION,
    "where the printed Delta does not exist",
    corrected=ordered(
        2 * log(_N) / _T,
        Integer(0),
        Variable(_N, Integer(0), Integer(1), open_lower=True),
        _SAMPLES,
        shown=(("n", "1/2"), ("T", "1")),
    ),
    note="Here n stands for n T* alpha^2: at most 1, Delta^2 is not positive, N(Delta) has no value, and at 1 "
    "exactly, as for (n, T, alpha) = (100, 1, 1/10), Delta = 0. The program then takes a single bin. For "
    "alpha > 1 log(n T*) > 0, since n is even.",
)
_F = sympy.Symbol("f", nonnegative=True)
_ROUND_UP = Variable(_F, Integer(0), Integer(1), open_upper=True)
OWN_FLOOR = Claim(
    "kent/own/floor",
    "to Section 3.1, Algorithm 3, (30)",
    Kind.INEQUALITY,
    "rounding T* down costs at most a factor 2",
    corrected=ordered((_T + _F) / 2, _T, _SAMPLES, _ROUND_UP, shown=(("T", "1"), ("f", "1/2"))),
    note="T* = T + f with T its whole part, at least 1.",
)
_CLOSE = arb(2) ** -40


def grid(eps: tuple[float, ...]) -> Iterator[tuple[int, int, float]]:
    """n, T and alpha of the plans that are compared with the printed formulas."""
    for users, samples in ((2, 1), (1000, 50), (20000, 10**4), (200000, 10**9)):
        for one in eps:
            yield users, samples, one


def coded(settings: Settings, eps: tuple[float, ...], which: int) -> Iterator[Case]:
    """|Delta of the code - the printed formula at the code's T*|, and T* next to the printed one, rounded down."""
    for users, samples, one in grid(eps):
        exact = as_arb(Fraction(one))
        if which == 3:
            plan = kent.algorithm3(users, samples, one, 1.0)
            cap, effective, factor = exact**2 / kent.K_HIGH_PRIVACY, exact**2, 2
        else:
            plan = kent.algorithm11(users, samples, one, 1.0)
            constant = kent.K_HIGH_PRIVACY if one <= 1 else kent.K_LOW_PRIVACY
            cap = exact.min(exact**2) / constant
            effective, factor = (exact**2, 2) if one <= 1 else (arb(1), 4)
        parameters = {"n": users, "T": samples, "alpha": one, "T*": plan.m}
        real = arb(samples).min((users * cap).exp())
        yield Case(parameters, abs(plan.m + arb("0.5") - real), arb("0.5") + _CLOSE, note="T* rounded down")
        inside = users * plan.m * effective
        if inside > 1:
            printed = (factor * inside.log() / plan.m).sqrt()
            shipped = as_arb(Fraction(float(plan.bins.width)) / 2)
            yield Case(parameters, abs(shipped - printed), _CLOSE, note="Delta")


def _coded3(settings: Settings) -> Iterator[Case]:
    yield from coded(settings, (0.25, 1.0), 3)


ALG3_CODE = Claim(
    "kent/alg3/code",
    "Section 3.1, Algorithm 3, (30)",
    Kind.ALGORITHM,
    "T* and Delta, which the program computes",
    says=r"T^*=T\wedge\exp\{n\alpha^2/K\},\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}",
    match=Match.SAME,
    printed=Definition(r"T^*=T\wedge\exp\{n\alpha^2/K\},\quad\Delta=\{2\log(nT^*\alpha^2)/T^*\}^{1/2}"),
    corrected=FiniteCheck(
        r"|T^*_{\mathrm{code}}+\tfrac12-T^*|\le\tfrac12,\quad|\Delta_{\mathrm{code}}-\{2\log(nT^*\alpha^2)/T^*\}^{1/2}|\le2^{-40}",
        "alpha = 1/4, 1; (n, T) = (2, 1), (1000, 50), (20000, 10^4), (200000, 10^9)",
        _coded3,
    ),
    correction=("the line is a definition; shown is that the program computes it, with T* rounded down"),
    note="At T* rounded down to an integer.",
)

CLAIMS = (
    ALG2,
    BINS_CLAIM,
    ALG2_WINNER,
    INTERVAL,
    PRIVACY,
    ALG3,
    ALG3_WIDTH,
    OWN_NO_WIDTH,
    OWN_FLOOR,
    ALG3_CODE,
)
