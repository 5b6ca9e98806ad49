"""kent Appendix G.5: Theorem 10 from above, (164)-(181). m counts components, T stands for T*."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from math import log as log_

import numpy as np
import sympy
from flint import arb
from sympy import Integer, Rational, cosh, exp, log, oo, sinh, sqrt

from upperbounds.mixture.kent import K_VOTES, assemble
from verify.calculus import at_most as given_
from verify.calculus import by, calc, cases, integer, real
from verify.ledger.wording import row
from verify.papers.kent.setting import ALPHA, USERS
from verify.prover import Variable
from verify.risk.mixture import over_shares
from verify.statements import AllOf, Case, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_A, _W, _P, _P0 = sympy.symbols("alpha w pi pi_0", positive=True)
_Y, _Z = sympy.symbols("y z", nonnegative=True)
_TURN = exp(_A / 2) / (1 + exp(_A / 2))
_UNIT = Variable(_A, Integer(0), Integer(1), open_lower=True)
_USED, _PARTS = real("T", least=1), integer("m", least=1)
_SIGNAL = real("x", above=1)
"""n T* alpha^2."""
_LEAST, _SHARE, _KEEP = real("pi_0", above=0, most=1), real("pi_k", above=0, most=1), real("omega", Rational(1, 2), 1)
_WIDTH = sqrt(4 * log(_SIGNAL) / _USED)
_TAIL = calc(
    2*exp(-_USED*_WIDTH**2/2), "==", 2*exp(-2*log(_SIGNAL)), "==", 2/_SIGNAL**2,
)  # fmt: skip
_RARE = calc(2/_SIGNAL**2, "<=", _LEAST/4, given=(given_(8, _LEAST*_SIGNAL**2),))  # fmt: skip


def _next_bin(_: Settings) -> Iterator[Case]:
    """How far the user mean theta + 9 Delta/10 is from I_l and I_l', Delta = 1: by the first case of the display, and
    by the half of the bin in which theta is."""
    left = 2 * 3
    for x in (Fraction(1, 2), Fraction(3, 2)):
        theta = left + x
        for sign in (1, -1):
            mean = theta + sign * Fraction(9, 10)
            near = [left - 2 if x < 2 else left + 2, left]
            gap = min(max(a - mean, mean - a - 2, Fraction(0)) for a in near)
            told = {"theta": f"{x} Delta into its bin", "user mean": f"{sign * Fraction(9, 10)} Delta off"}
            # Both bins together are an interval of length 4 about its middle.
            yield Case(told, gap, 0, left_again=max(abs(mean - left) - 2, Fraction(0)))


def _next_bin_corrected(_: Settings) -> Iterator[Case]:
    left = 6
    for step in range(40):
        theta = left + Fraction(step, 20)
        other = left - 2 if theta < left + 1 else left + 2
        for off in range(-19, 20):
            mean = theta + Fraction(off, 20)
            gap = min(max(a - mean, mean - a - 2, Fraction(0)) for a in (left, other))
            yield Case({"theta": str(theta - left), "off": str(Fraction(off, 20))}, gap, 0)


def _outsiders(apart: int) -> Iterator[Case]:
    """How many chosen bins are next to no mean, for every order of votes in which both l*_k beat all outsiders.

    Seven or more bins, l_1 = 1; each l'_k below or above, each l*_k one of the two, and every order of votes.
    """
    bins = 4 + apart
    plan = assemble(3, 1, 2, 1.0, 1 / bins, 1.0, bins, 0)
    homes = (2, 2 + apart)
    for sides in product((-1, 1), repeat=2):
        near = [(home, home + side) for home, side in zip(homes, sides, strict=True)]
        inside = {b for pair in near for b in pair}
        for stars in product(*near):
            # Outsiders have 1 vote, winners 2; other bins of L any of 0 to 3, ties to the least index.
            free = sorted(inside - set(stars))
            for votes in product(range(4), repeat=len(free)):
                count = dict.fromkeys(range(bins), 1) | dict.fromkeys(stars, 2) | dict(zip(free, votes, strict=True))
                left, wrong = set(range(bins)), 0
                for _ in homes:
                    best = min(left, key=lambda b: (-count[b], b))
                    wrong += best not in inside
                    left -= {best - 1, best, best + 1}
                told = {"l'": str(sides), "l*": str(stars), "votes of the others of L": str(votes)}
                row = np.array([count[b] for b in range(bins)])
                again = sum(int(b) not in inside for b in plan.choose(row))
                yield Case({**told, "l_2 - l_1": apart}, wrong, 0, left_again=again)


def _three_apart(_: Settings) -> Iterator[Case]:
    yield from _outsiders(3)


def _four_apart(_: Settings) -> Iterator[Case]:
    for apart in (4, 5):
        yield from _outsiders(apart)


def _log_of_root(m: int) -> arb:
    """log of sqrt(e^(100/m^2)) over 100."""
    return (as_arb(Fraction(100, m**2)).exp().sqrt()).log() / 100


def _cap(_: Settings) -> Iterator[Case]:
    """The exponent of sqrt(T*) at T* = e^(n alpha^2/(K m^2)) beside n alpha^2 pi_0^2/(2K), over n alpha^2/K."""
    for m in (2, 5):
        pi_0 = Fraction(1, 2 * m)
        yield Case({"m": m, "pi_0": str(pi_0)}, Fraction(1, 2 * m**2), pi_0**2 / 2, left_again=_log_of_root(m))


def _union(_: Settings) -> Iterator[Case]:
    """n/3 times (164) beside 2/(n T* alpha^2): alpha = 1/100, n alpha^2 = 3000, T* = 1000."""
    alpha, users, used = Fraction(1, 100), 3 * 10**7, 1000
    signal = users * used * alpha**2
    told = {"alpha": str(alpha), "n": users, "T*": used, "n alpha^2": str(users * alpha**2)}
    again = Fraction(2, 3) / (users * used**2 * alpha**4)
    yield Case(told, Fraction(users, 3) * 2 / signal**2, 2 / signal, left_again=again)


def _range(_: Settings) -> Iterator[Case]:
    """|pi_hat - pi| beside 2 where all users answer 1, pi = 1/10."""
    for t in (Fraction(101, 100), Fraction(5, 4)):
        keep = t / (1 + t)
        off = (1 - (1 - keep)) / (2 * keep - 1) - Fraction(1, 10)
        yield Case({"e^(alpha/2)": str(t), "answers": "all 1"}, off, 2, left_again=t / (t - 1) - Fraction(1, 10))


def _share_law(users: int, t: Fraction, share: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Values of pi_hat and their chances, exact; t = e^(alpha/2)."""
    keep = t / (1 + t)
    one = (2 * keep - 1) * share + 1 - keep
    for votes in range(users + 1):
        chance = comb(users, votes) * one**votes * (1 - one) ** (users - votes)
        yield (Fraction(votes, users) - (1 - keep)) / (2 * keep - 1), chance


def _small_off(_: Settings) -> Iterator[Case]:
    """P(|pi_check - pi| >= x) beside e^(-|N_2| alpha^2 x^2/100): both exact or enclosed, x = 1/100, pi = 1/3."""
    x = Fraction(1, 100)
    for t, users in ((Fraction(8, 5), 1), (Fraction(8, 5), 4)):
        off = sum(
            (p for value, p in _share_law(users, t, Fraction(1, 3)) if abs(value - Fraction(1, 3)) >= x), Fraction(0)
        )
        near = sum(
            (p for value, p in _share_law(users, t, Fraction(1, 3)) if abs(value - Fraction(1, 3)) < x), Fraction(0)
        )
        right = (-users * (2 * as_arb(t).log() * as_arb(x)) ** 2 / 100).exp()
        yield Case({"e^(alpha/2)": str(t), "|N_2|": users}, off, right, left_again=1 - near)


def _off(_: Settings) -> Iterator[Case]:
    """The same chance beside 2 e^(-2 |N_2| alpha^2 x^2/25)."""
    for t, users, x in product(
        (Fraction(11, 10), Fraction(8, 5)), (1, 4, 30), (Fraction(1, 100), Fraction(1), Fraction(3))
    ):
        off = sum(
            (p for value, p in _share_law(users, t, Fraction(1, 3)) if abs(value - Fraction(1, 3)) >= x), Fraction(0)
        )
        right = 2 * (-2 * users * (2 * as_arb(t).log() * as_arb(x)) ** 2 / 25).exp()
        yield Case({"e^(alpha/2)": str(t), "|N_2|": users, "x": str(x)}, off, right)


def _second_moment(_: Settings) -> Iterator[Case]:
    """E (pi_check - pi)^2 beside 25/(4 |N_2| alpha^2)."""
    for t, users, share in product((Fraction(11, 10), Fraction(8, 5)), (1, 7, 30), (Fraction(1, 10), Fraction(1, 2))):
        second = sum(((value - share) ** 2 * p for value, p in _share_law(users, t, share)), Fraction(0))
        told = {"e^(alpha/2)": str(t), "|N_2|": users, "pi": str(share)}
        yield Case(told, second, as_arb(Fraction(25, 4 * users)) / (2 * as_arb(t).log()) ** 2)


def _variance_of_centre(_: Settings) -> Iterator[Case]:
    """Var of mu/pi_hat 1{pi_hat >= pi_0/2} over Delta^2, mu = pi (theta - M) with theta - M = 2 Delta, beside 36/(|N_3| pi_0^2).

    All user means within Delta of theirs, m = 2, pi = 1/2, pi_0 just below it; e^(alpha/2) = 9/8, n = 3 |N_2|.
    """
    users, share, least = 2000, Fraction(1, 2), Fraction(1, 2)
    first = second = Fraction(0)
    for value, chance in _share_law(users, Fraction(9, 8), share):
        if value >= least / 2:
            kept = 2 * share / value
            first, second = first + chance * kept, second + chance * kept**2
    told = {"e^(alpha/2)": "9/8", "|N_2| = |N_3|": users, "m": 2, "pi": "1/2"}
    bound = 36 / (users * least**2)
    yield Case(told, as_arb(second - first**2), as_arb(bound), left_again=_variance_by_program(users, least))


def _variance_by_program(users: int, least: Fraction) -> arb:
    """The same in floats, of ten digits or more."""
    plan = assemble(3 * users, 1, 2, 4 * log_(9 / 8) / 2, 0.1, 1.0, 10, 0, cutoff=float(least) / 2)
    mean, square = over_shares(plan, 0.5, 1.0, 0.0)
    return as_arb(Fraction(square - mean**2)) * arb(1, 1e-9)


def _split_variance(_: Settings) -> Iterator[Case]:
    """Var of the signed sum's mean, exact over signs, noise apart, beside 9 Delta^2/|N_3| given pi_hat: Delta = 1."""
    values = (Fraction(-3), Fraction(1), Fraction(3))
    for places in product(range(2), repeat=2):
        for ys in product(values, repeat=2):
            found = []
            for signs in product((-1, 1), repeat=4):
                r = signs[:2], signs[2:]
                found.append(sum(r[i][0] * r[i][places[i]] * ys[i] for i in range(2)) / 2)
            mean = sum(found, Fraction(0)) / len(found)
            square = sum((x * x for x in found), Fraction(0)) / len(found)
            yield Case({"k(i)": str(places), "y": row(ys)}, square - mean**2, Fraction(9, 2))


_B, _C, _E = sympy.symbols("a b c", real=True)
_TRIPLE = tuple(Variable(x, -oo, oo) for x in (_B, _C, _E))
_Q, _R = real("q", Rational(3, 8), 1), real("r", 0, 1)
_P1, _P2 = real("p", 0, 1), real("r", 0, 1)
"""Of a component's users, the shares in two bins."""
_BOTH = given_(Rational(3, 4), _P1 + _P2)
_BY_ORDER = cases(*(
    (order, calc(Rational(3, 8), "<=", (_P1 + _P2)/2, "<=", more, "<=", sympy.Max(_P1, _P2), given=(_BOTH, order)))
    for order, more in ((given_(_P1, _P2), _P2), (given_(_P2, _P1), _P1))
))  # fmt: skip
_LARGER = calc(Rational(3, 8), "<=", sympy.Max(_P1, _P2), by(_BY_ORDER), given=(_BOTH,))
_HEAVY = calc(
    (2*_KEEP - 1)*_Q*_SHARE + (2*_KEEP - 1)*_R*(1 - _SHARE) + 1 - _KEEP, ">=", 3*(2*_KEEP - 1)*_SHARE/8 + 1 - _KEEP,
)  # fmt: skip
_FEW = real("v", 0, 1)
_LIGHT = calc(
    (2*_KEEP - 1)*_FEW + 1 - _KEEP, "<=", (2*_KEEP - 1)*_LEAST/4 + 1 - _KEEP, given=(given_(_FEW, _LEAST/4),),
)  # fmt: skip
_GAP = calc(
    3*(2*_KEEP - 1)*_SHARE/8 - (2*_KEEP - 1)*_LEAST/4, ">=", (2*_KEEP - 1)*_SHARE/8, given=(given_(_LEAST, _SHARE),),
)  # fmt: skip
_THIRD = USERS / 3
_SQUARED = calc(
    exp(-_THIRD*((2*_KEEP - 1)*_SHARE/8)**2/2), "==", exp(-_THIRD*_SHARE**2*(Rational(1, 2) - _KEEP)**2/32),
)  # fmt: skip
_ROOM = real("y", least=0)
"""n alpha^2 pi_0^2/K."""
_LOGS = real("a", least=1)
_BINS = calc(1/sqrt(_LOGS/_USED), "==", sqrt(_USED)/sqrt(_LOGS), "<=", sqrt(_USED))  # fmt: skip
_CAPPED = calc(
    3*_PARTS*sqrt(_USED)*exp(-2*_ROOM), "<=", 3*_PARTS*exp(_ROOM/2)*exp(-2*_ROOM), "==", 3*_PARTS*exp(-3*_ROOM/2),
    given=(given_(sqrt(_USED), exp(_ROOM/2)),),
)  # fmt: skip
_ABSORBED = calc(
    3*_PARTS*exp(-3*_ROOM/2), "<=", exp(_ROOM/2)*exp(-3*_ROOM/2), "==", exp(-_ROOM),
    given=(given_(3*_PARTS, exp(_ROOM/2)),),
)  # fmt: skip
_NT = real("z", above=1)
"""n T*, in place of n T* alpha^2."""
_ADDED = calc(_NT/(3*_USED)*(2/_NT**2), "==", 2/(3*_USED*_NT), "<=", 2/_NT)  # fmt: skip
_D2 = real("Delta", above=0)
_X, _L = real("s", least=1), real("L", least=1)

CLAIMS = (
    Claim("kent/eq164", "Appendix G.5, Step 1, (164)", Kind.INEQUALITY,
          "a user's mean is within Delta of its component's",
          AllOf("", {"the width": _TAIL, "below a quarter of pi_0": _RARE}),
          note="Hoeffding's inequality is given the component. x is n T* alpha^2; pi_0 x^2 >= 8 is what n alpha^2 >= C "
               "m^2 log grants."),
    Claim("kent/appG.5/nearest-bin", "Appendix G.5, Step 1, the index l'_k and the event before (165)",
          Kind.CONSTRUCTION, "which bin a user next to her component's mean may be in",
          FiniteCheck(r"|\bar X-\theta|<\Delta\ \Rightarrow\ \bar X\in I_l\cup I_{l'}",
                      "theta in either half of its bin, the user mean 9 Delta/10 off; the first case of l', which "
                      "holds for the whole bin",
                      _next_bin),
          FiniteCheck(r"|\bar X-\theta|<\Delta\ \Rightarrow\ \bar X\in I_l\cup I_{l'}",
                      "theta and the user mean on a grid of Delta/20, l' by the half of the bin", _next_bin_corrected),
          correction="the first case is -1 + 2(l-1) Delta <= theta < -1 + 2(l-1) Delta + Delta, the left half",
          severity=Severity.TYPO, theorem="kent/eq165",
          note="As printed both cases hold in the right half, and the first of them in all of the bin."),
    Claim("kent/eq165", "Appendix G.5, Step 1, (165)", Kind.INEQUALITY,
          "one of two bins has 3/8 of a component's users",
          AllOf("", {"both": calc(1 - _LEAST / 4, ">=", Rational(3, 4)), "the larger": _LARGER})),
    Claim("kent/eq167", "Appendix G.5, Step 1, (167)", Kind.INEQUALITY, "the votes of a bin next to a mean",
          AllOf("", {"the bin": _HEAVY}), note="q and r are the chances of the bin in component k and in the others."),
    Claim("kent/eq168", "Appendix G.5, Step 1, (166), (168)", Kind.INEQUALITY, "the votes of any other bin",
          AllOf("", {"the bin": _LIGHT}), note="v is the chance of the bin, at most that of (164)."),
    Claim("kent/eq169", "Appendix G.5, Step 1, (169)", Kind.INEQUALITY, "the gap between them",
          AllOf("", {"gap": _GAP})),
    Claim("kent/eq171", "Appendix G.5, Step 1, (171), second and third inequality", Kind.INEQUALITY,
          "the chance of a wrong order of two bins, with K",
          AllOf("",
                {"the gap squared": _SQUARED,
                 "in alpha": at_most(2 * _A**2 / K_VOTES, (Rational(1, 2) - _TURN) ** 2 / 96, _UNIT)}),
          note="12804 is the least integer K for all of (0, 1]: at alpha = 1 it takes 768/tanh(1/4)^2 = 12803.17. The "
               "program's T* is at this K."),
    Claim("kent/eq172", "Appendix G.5, Step 1, (172), from sqrt(T*) on", Kind.INEQUALITY,
          "the cap on T* pays for the number of bins",
          FiniteCheck(r"(T^*)^{1/2}\le e^{n\alpha^2\pi_0^2/(2K)},\ T^*=e^{n\alpha^2/(Km^2)}",
                      "m = 2, 5, pi_0 = 1/(2m): exponents, over n alpha^2/K", _cap),
          AllOf("", {"bins": _BINS, "with the cap": _CAPPED, "the factor": _ABSORBED}),
          correction="as pi_0 < 1/m, the cap must be T* = exp(n alpha^2 pi_0^2/K) in (49)", severity=Severity.CONSTANT,
          theorem="kent/thm10/upper",
          note="a is 4 log(n T* alpha^2), y is n alpha^2 pi_0^2/K; 3m <= e^(y/2) is n alpha^2 >= C m^2 log. With pi_0 "
               ">= c/m the printed cap serves for another K."),
    Claim("kent/eq172/chosen",
          "Appendix G.5, Step 1, (170) and after (172), 'Repeating, ... we have for all k that j*_k is l_k or l'_k'",
          Kind.ALGORITHM, "on A every component gets a bin next to its mean",
          FiniteCheck(r"A\Rightarrow j^*_{1:m}\in\mathcal L_m",
                      "m = 2, l_2 - l_1 = 3, which the text allows: all l', l* and orders of votes; chosen bins "
                      "outside of L_m",
                      _three_apart),
          FiniteCheck(r"A\Rightarrow j^*_{1:m}\in\mathcal L_m,\ |l_k-l_{k'}|\ge4",
                      "m = 2, l_2 - l_1 = 4, 5: all l', l* and orders of votes", _four_apart),
          correction="means must be four bins apart, theta_sep >= 8 Delta, which a large enough constant in the "
                     "theorem's condition on theta_sep gives. The proof takes from it only that no mean lies in a bin "
                     "next to another's: where they are three bins apart, line 18 may remove the bin that A speaks of, "
                     "and the other one of L_m need not beat outsiders",
          severity=Severity.PROOF_GAP, theorem="kent/thm10/upper",
          note="Nor is Z_l >= Z_j on A for every l in L_m, as the text says: A is about l*_k only."),
    Claim("kent/eq173", "Appendix G.5, Step 2, (173), last inequality", Kind.INEQUALITY,
          "all users of a fold are near their components' means",
          FiniteCheck(r"\sum_{i\in N_2}\tfrac2{(nT^*\alpha^2)^2}\le\tfrac2{nT^*\alpha^2}",
                      "alpha = 1/100, n alpha^2 = 3000, T* = 1000", _union),
          AllOf("", {"with n T*": _ADDED}),
          correction="for T* alpha^2 < 1/3 it fails: with Delta = {4 log(nT*)/T*}^(1/2) in (49) the sum is at most "
                     "2/(nT*)",
          severity=Severity.CONSTANT, theorem="kent/thm10/upper",
          note="z is n T*, and N_2 has z/(3 T*) users. The rate then has log(nT) in place of log(nT alpha^2)."),
    Claim("kent/eq174/range", "Appendix G.5, Step 2, before (174), 'the fact that pi_hat - pi is at most 2 in size'",
          Kind.INEQUALITY, "how far an estimated weight is off at most",
          FiniteCheck(r"|\hat\pi_k-\pi_k|\le2", "all users answer 1; e^(alpha/2) = 101/100, 5/4", _range),
          AllOf("",
                {"the second moment": FiniteCheck(r"E(\check\pi_k-\pi_k)^2\le\tfrac{25}{4|N_2|\alpha^2}",
                                                  "e^(alpha/2) = 11/10, 8/5, |N_2| = 1, 7, 30, pi = 1/10, 1/2",
                                                  _second_moment)}),
          correction="de-biased weights have a range of about 4/alpha; the second moment serves in place of (174)",
          severity=Severity.PROOF_GAP, theorem="kent/eq177"),
    Claim("kent/eq174", "Appendix G.5, Step 2, (174), the first inequality", Kind.INEQUALITY,
          "the square of three terms", at_most((_B + _C + _E) ** 2, 3 * (_B**2 + _C**2 + _E**2), *_TRIPLE),
          note="3 * 2^2 = 12 and 3 * 4^2 = 48."),
    Claim("kent/eq175", "Appendix G.5, Step 2, (175)", Kind.INEQUALITY, "estimated weights are near the weights",
          FiniteCheck(r"P(|\check\pi_k-\pi_k|\ge x)\le e^{-|N_2|\alpha^2x^2/100}",
                      "x = 1/100, pi = 1/3, e^(alpha/2) = 8/5, |N_2| = 1, 4", _small_off),
          AllOf("",
                {"coth": at_most(_A * cosh(_A / 4), 5 * sinh(_A / 4), _UNIT),
                 "tails": FiniteCheck(r"P(|\check\pi_k-\pi_k|\ge x)\le2e^{-2|N_2|\alpha^2x^2/25}",
                                      "x = 1/100, 1, 3, pi = 1/3, e^(alpha/2) = 11/10, 8/5, |N_2| = 1, 4, 30", _off)}),
          correction="both tails count: 2 e^(-2 |N_2| alpha^2 x^2/25) by the sub-Gaussian constant that the text names",
          severity=Severity.CONSTANT, theorem="kent/eq177",
          note="Judged without the chance that A or B fails, which nothing bounds from below. Its use at x with |N_2| "
               "alpha^2 x^2 >= 12 survives."),
    Claim("kent/eq176", "Appendix G.5, Step 2, (176), the second and third inequality", Kind.INEQUALITY,
          "estimated weights are seldom below pi_0/2",
          AllOf("",
                {"at pi_0/2": Identity(lambda: Rational(1, 100) * (_P0 / 2) ** 2, lambda: _P0**2 / 400),
                 "in K": calc(
                             exp(-_THIRD * ALPHA**2 * _LEAST**2 / 400), "<=", exp(-USERS * ALPHA**2 * _LEAST**2 / 1200),
                         )}),
          note="K >= 1200 is enough."),
    Claim("kent/eq177", "Appendix G.5, Step 2, (177)", Kind.INEQUALITY, "the bias by estimated weights",
          AllOf("",
                {"exponents": calc(exp(-_X * _L), "<=", exp(-_L)),
                 "terms": Identity(48 / _P0**2 * (_W + 2 * _Y + 2 * _Z) + 48 / _P0**2 * (3 * _Y + 2 * _Z),
                                   48 / _P0**2 * (_W + 5 * _Y + 4 * _Z))}),
          note="w, y, z are 1/(n alpha^2), e^(-n alpha^2 pi_0^2/K) and 1/(n T* alpha^2). s = C_1^2/300 >= 1 and L = "
               "log(n alpha^2): (175) at x = C_1 sqrt(L/(n alpha^2)) is 1/(n alpha^2)."),
    Claim("kent/eq178", "Appendix G.5, Step 3, (178), the last line", Kind.IDENTITY,
          "squared bias and variance given the bins",
          Identity(_P * (_B - _E) ** 2 + (1 - _P) * (_C - _E) ** 2,
                   (_P * _B + (1 - _P) * _C - _E) ** 2 + _P * (1 - _P) * (_B - _C) ** 2),
          note="For an estimate of two values, a with chance pi and b else; c is theta_k. The 4 P(A^c) of the line "
               "before takes the estimate to be in [-1, 1], which (56) does not: kent/own/mixture-bound has a constant "
               "that covers it."),
    Claim("kent/eq179", "Appendix G.5, Step 3, (179)", Kind.INEQUALITY,
          "all users of the third fold are near their components' means",
          Whole(r"P(D^c)\le e^{-n\alpha^2\pi_0^2/K}+\tfrac2{nT^*\alpha^2}", ("kent/eq173",)),
          Whole(r"P(D^c)\le e^{-n\alpha^2\pi_0^2/K}+\tfrac2{nT^*}", ("kent/eq173",), as_corrected=True),
          correction="as (173): with Delta = {4 log(nT*)/T*}^(1/2) and n T* in place of n T* alpha^2",
          severity=Severity.CONSTANT, theorem="kent/thm10/upper", root="kent/eq173"),
    Claim("kent/eq180", "Appendix G.5, Step 3, the displays before (180)", Kind.INEQUALITY,
          "constants of the conditional bias",
          AllOf("",
                {"of two terms": at_most((_B + _C) ** 2, 2 * _B**2 + 2 * _C**2, *_TRIPLE[:2]),
                 "of three": at_most(2 * (_B + _C + _E) ** 2, 6 * (_B**2 + _C**2 + _E**2), *_TRIPLE),
                 "truncated summands": Identity(lambda: 2 * (3 * _W * 2 / _P0) ** 2, lambda: 72 * _W**2 / _P0**2),
                 "off D": Identity(lambda: 6 * (2 * 2 / _P0) ** 2, lambda: 96 / _P0**2)})),
    Claim("kent/eq181", "Appendix G.5, Step 3, (181), the first term", Kind.INEQUALITY,
          "the variance that estimated weights add",
          FiniteCheck(r"\mathrm{Var}\big(\tfrac{\mu_k}{\hat\pi_k}1\{\hat\pi_k\ge\tfrac{\pi_0}2\}\big)\le\tfrac{36\Delta^2}{|N_3|\pi_0^2}",
                      "m = 2, pi = 1/2, theta - M = 2 Delta, e^(alpha/2) = 9/8, 2000 users; over Delta^2",
                      _variance_of_centre),
          AllOf("",
                {"shares": at_most(_A**2 / 100, (_TURN - Rational(1, 2)) ** 2, _UNIT),
                 "in all": calc(
                               4 / _LEAST**2 * (2 * _D2) ** 2 * 25 / (4 * USERS * ALPHA**2), "==",
                               100 * _D2**2 / (_LEAST**2 * USERS * ALPHA**2),
                           ),
                 "signed sums": FiniteCheck(r"\mathrm{Var}\big(\tfrac1{|N_3|}\textstyle\sum_ir_k^{(i)}r_{k^{(i)}}^{(i)}y_i\big)\le\tfrac{9\Delta^2}{|N_3|}",
                                            "two users, two centres, y = -3, 1, 3: all signs; Delta = 1",
                                            _split_variance)}),
          correction="the mean over users is one number over pi_hat, whose variance falls as 1/(n alpha^2): (M - "
                     "theta)^2 E(pi_hat - pi)^2 over (pi_0/2)^2, at most 100 Delta^2/(pi_0^2 |N_2| alpha^2)",
          severity=Severity.CONSTANT, theorem="kent/thm10/upper",
          note="The order Delta^2 m^2/(n alpha^2) of the end survives. Pi(X) - M_k is for Pi(X - M_k) there."),
)  # fmt: skip
