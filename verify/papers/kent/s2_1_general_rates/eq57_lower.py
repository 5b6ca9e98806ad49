"""kent Theorem 1 from below, (8), (57)-(60), and a sharper bound: the risk that no number of samples removes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import sympy
from flint import arb
from sympy import Integer, log, oo

from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw
from verify.calculus.textbook import CHAIN_RULE, PACKING_COVERING
from verify.papers.kent.s2_1_general_rates.eq57_fano import channels
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_ALPHA, _N, _K, _L, _M, _PHI = sympy.symbols("alpha n K L M phi", positive=True)
_S, _W, _Y = sympy.symbols("s w y", nonnegative=True)
_SIGN = sympy.Symbol("sigma", real=True)
_UNIT = Variable(_S, Integer(0), Integer(1))
_ANY = Variable(_ALPHA, Integer(0), oo, open_lower=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_ALPHA, Integer(1), oo, open_lower=True)
_USERS = Variable(_N, Integer(1), oo)
_VALUE = Variable(_PHI, Integer(0), oo, open_lower=True)


def _metric_spaces() -> Iterator[tuple[str, list[list[int]]]]:
    """Finite metric spaces: points on a line, on a circle and in the grid, with integer distances."""
    for points in ((0, 1, 2, 3), (0, 1, 3, 7, 8), (0, 2, 3, 5, 9, 10)):
        yield f"the points {points} of a line", [[abs(a - b) for a in points] for b in points]
    for size in (5, 6, 7):
        yield f"a circle of {size}", [[min((a - b) % size, (b - a) % size) for a in range(size)] for b in range(size)]
    grid = [(a, b) for a in range(3) for b in range(3)]
    yield "the grid 3 x 3", [[abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in grid] for b in grid]


def covering(distances: list[list[int]], radius: int) -> int:
    """The least number of points within `radius` of which all points are, by trying all sets."""
    points = range(len(distances))
    for size in range(1, len(distances) + 1):
        for centres in combinations(points, size):
            if all(any(distances[c][x] <= radius for c in centres) for x in points):
                return size
    raise AssertionError


def packing(distances: list[list[int]], gap: int) -> int:
    """The largest number of points that are pairwise further apart than `gap`, by trying all sets."""
    points = range(len(distances))
    for size in range(len(distances), 1, -1):
        for chosen in combinations(points, size):
            if all(distances[a][b] > gap for a, b in combinations(chosen, 2)):
                return size
    return 1


def _packings(_: Settings) -> Iterator[Case]:
    for name, distances in _metric_spaces():
        for radius in (1, 2, 3):
            yield Case({"space": name, "radius": radius}, covering(distances, radius), packing(distances, radius))


def bit_by_bit(bits: int, each: int, t: Fraction, leak: Fraction = Fraction(0)) -> Fraction:
    """The error of naming one of 2^bits letters, each bit by the majority of `each` (odd) randomised responses.

    With probability `leak` a user sends the bit itself, which makes the channel (log t, leak)-LDP.
    """
    keep = leak + (1 - leak) * t / (1 + t)
    right = sum(
        (comb(each, k) * keep**k * (1 - keep) ** (each - k) for k in range(each // 2 + 1, each + 1)), Fraction(0)
    )
    return 1 - right**bits


def bit_plans(leaks: Fraction = Fraction(0)) -> Iterator[tuple[dict[str, object], int, int, Fraction, Fraction]]:
    """Users, letters, e^alpha and error of such plans: few users and many letters, and the other way round.

    `leaks` is how many of the users leak on average.
    """
    for t in (Fraction(6, 5), Fraction(3, 2), Fraction(5, 2), Fraction(20)):
        for bits, each in ((2, 1), (2, 11), (3, 1), (8, 1), (10, 1), (2, 51), (4, 51), (4, 501)):
            parameters: dict[str, object] = {"N": 2**bits, "n": bits * each, "e^alpha": str(t)}
            yield parameters, bits * each, 2**bits, t, bit_by_bit(bits, each, t, leaks / (bits * each))


def _named_letters(_: Settings) -> Iterator[Case]:
    """1 - (n alpha tanh(alpha/2) + log 2)/log N beside the error of private plans."""
    for parameters, users, letters, t, error in bit_plans():
        alpha = as_arb(t).log()
        information = users * alpha * (alpha / 2).tanh()
        yield Case(parameters, 1 - (information + arb(2).log()) / arb(letters).log(), as_arb(error))


def _named_printed(_: Settings) -> Iterator[Case]:
    """(1 - (12 n min{alpha, alpha^2} + log 2)/log N)/2 beside the error of private plans."""
    for parameters, users, letters, t, error in bit_plans():
        alpha = as_arb(t).log()
        information = 12 * users * alpha.min(alpha * alpha)
        yield Case(parameters, (1 - (information + arb(2).log()) / arb(letters).log()) / 2, as_arb(error))


def _two_messages(settings: Settings) -> Iterator[tuple[dict[str, str], Fraction, arb]]:
    """The divergence of two messages, the second through the same channel with its letters turned by the first."""
    for t, channel in channels(settings):
        for x, y in ((0, 1), (2, 0)):
            turned = {z: place for place, z in enumerate(channel[0].atoms)}
            laws = [
                FiniteLaw.of(
                    {
                        (first, second): p * q
                        for first, p in channel[v]
                        for second, q in channel[(v + turned[first]) % 3]
                    }
                )
                for v in (x, y)
            ]
            yield {"e^alpha": str(t), "v": str(x), "v'": str(y)}, t, kullback_leibler(laws[0], laws[1])


def _pairs(settings: Settings) -> Iterator[Case]:
    for parameters, t, divergence in _two_messages(settings):
        yield Case(parameters, divergence, 2 * as_arb(t).log())


def _pairs_high(settings: Settings) -> Iterator[Case]:
    for parameters, t, divergence in _two_messages(settings):
        if t < 2:
            yield Case(parameters, divergence, 24 * as_arb(t).log() ** 2)


CLAIMS = (
    Claim(
        "kent/def2",
        "Section 1.1, (3), and Section 2, (4), (5)",
        Kind.DEFINITION,
        "the minimax risk, and the infinite-T problem",
        Definition(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P),\Phi\circ\rho)=\inf_{Q\in\mathcal Q_\alpha}\inf_{\hat\theta}"
            r"\sup_{P\in\mathcal P}E_{P,Q}\{\Phi\circ\rho(\hat\theta,\theta(P))\},\quad"
            r"\mathcal P^\infty=\{\delta_\theta:\theta\in\theta(\mathcal P)\},\quad\mathcal R_{n,\infty,\alpha}"
            r"(\theta(\mathcal P),\Phi\circ\rho)=\mathcal R_{n,1,\alpha}(\theta(\mathcal P^\infty),\Phi\circ\rho)"
        ),
        note="Phi is non-decreasing with Phi(0) = 0 and may be 0 elsewhere too; rho is a metric.",
    ),
    Claim(
        "kent/thm1/step1",
        "Appendix C, proof of Theorem 1, after (57)",
        Kind.INEQUALITY,
        "packings are at least as large as coverings",
        Derived(
            r"M(2\Delta)\ge N(2\Delta),\text{ so that }1-\frac x{\log M(2\Delta)}\ge1-\frac x{\log N(2\Delta)},\ x\ge0,\ N(2\Delta)\ge2",
            (),
            at_most(
                _K / (_L + _W),
                _K / _L,
                Variable(_K, Integer(0), oo, open_lower=True),
                Variable(_L, log(2), oo),
                Variable(_W, Integer(0), oo),
            ),
            facts=(PACKING_COVERING,),
            crosschecks=(
                (
                    "small metric spaces, all sets of points tried",
                    FiniteCheck(
                        r"N(r)\le M(r)", "points of a line, circles and a grid, radii 1, 2, 3", _packings, "<="
                    ),
                ),
            ),
        ),
        note=(
            "Vershynin 2018, Lemma 4.2.8, is granted; what is shown is its use, that the larger packing makes the"
            " bracket of (57) larger: L = log N, L + w = log M. A point further than 2 Delta from all M points of"
            " a largest packing would make a larger packing; so the packing is a cover with its centres in Theta."
        ),
    ),
    Claim(
        "kent/thm1/step2",
        "Appendix C, proof of Theorem 1, (58)",
        Kind.INEQUALITY,
        "the divergence of all messages for alpha <= 1",
        Derived(
            r"\max_{v,v'}D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le12n\alpha^2\max_{v,v'}D_{\mathrm{TV}}(P_v,P_{v'})^2\le"
            r"12n\alpha^2,\ \alpha\in(0,1]",
            ("kent/own/contraction", "kent/example1a/exponential"),
            AllOf(
                r"4(e^\alpha-1)^2\le12\alpha^2,\ \mathrm{TV}\le1",
                (
                    ("4 times 3 alpha^2", Identity(4 * (3 * _ALPHA**2), 12 * _ALPHA**2)),
                    ("TV is at most 1", at_most(_K * _S**2, _K, Variable(_K, Integer(0), oo, open_lower=True), _UNIT)),
                ),
            ),
            (CHAIN_RULE,),
            crosschecks=(
                (
                    "extreme channels on three letters, two users",
                    FiniteCheck(
                        r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le12n\alpha^2",
                        "e^alpha = 3/2; extreme channels (quick: every fourth); two pairs of letters; n = 2",
                        _pairs_high,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/thm1/step3",
        "Appendix C, proof of Theorem 1, (59), (60)",
        Kind.INEQUALITY,
        "the divergence of all messages for every alpha",
        Derived(
            r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)=\sum_{i=1}^nE\,D_{\mathrm{KL}}(M_v^{(i)}(\cdot|z_{1:i-1})\|"
            r"M_{v'}^{(i)}(\cdot|z_{1:i-1}))\le n\alpha",
            ("kent/lemma21",),
            at_most(_SIGN * _ALPHA, _ALPHA, Variable(_SIGN, Integer(-1), Integer(1)), _ANY),
            (CHAIN_RULE,),
            crosschecks=(
                (
                    "extreme channels on three letters, the second chosen by the first message",
                    FiniteCheck(
                        r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le n\alpha",
                        "e^alpha = 3/2, 5; extreme channels (quick: every fourth); two pairs of letters; n = 2",
                        _pairs,
                    ),
                ),
            ),
        ),
        note="sigma alpha is the log-ratio of the densities; the text has it for alpha > 1 and says that it holds for all.",
    ),
    Claim(
        "kent/thm1/lower",
        "Section 2.1, Theorem 1, (8), first inequality; Appendix C, (57)",
        Kind.LOWER_BOUND,
        "the general lower bound at infinitely many samples",
        Derived(
            r"\mathcal R_{n,\infty,\alpha}\ge\sup_{\Delta:N(2\Delta)>1}\frac{\Phi(\Delta)}2\Big(1-\frac{12n\min\{\alpha,"
            r"\alpha^2\}+\log2}{\log N(2\Delta)}\Big)",
            ("kent/thm1/step1", "kent/thm1/step2", "kent/thm1/step3", "kent/own/fano"),
            AllOf(
                r"\rho(\hat\theta,\theta_v)\ge\Delta\text{ where }\hat v\ne v;\quad K_n\le12n\min\{\alpha,\alpha^2\}",
                (
                    ("alpha <= 1: alpha^2 is the smaller", at_most(_ALPHA**2, _ALPHA, _HIGH)),
                    ("alpha > 1: alpha is", at_most(_ALPHA, _ALPHA**2, _LOW)),
                    ("alpha > 1: n alpha <= 12 n alpha", at_most(_N * _ALPHA, 12 * _N * _ALPHA, _USERS, _LOW)),
                    (
                        "the larger packing helps, L = log N and L + w = log M",
                        at_most(
                            _K / (_L + _W),
                            _K / _L,
                            Variable(_K, Integer(0), oo, open_lower=True),
                            Variable(_L, log(2), oo),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                    (
                        "half a bracket y that is not negative",
                        at_most(_PHI * _Y / 2, _PHI * _Y, _VALUE, Variable(_Y, Integer(0), Integer(1))),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "letters named bit by bit, exact errors",
                    FiniteCheck(
                        r"\frac12\Big(1-\frac{12n\min\{\alpha,\alpha^2\}+\log2}{\log N}\Big)\le P(\hat v\ne v)",
                        "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; bits by randomised response",
                        _named_printed,
                    ),
                ),
            ),
        ),
        note="vhat is nearest to the estimate: where it errs, 2 rho(estimate, theta_v) >= rho(theta_vhat, theta_v) >= 2 Delta. "
        "Where the bracket is negative there is nothing to show; where N is infinite every finite packing serves.",
    ),
    Claim(
        "kent/own/thm1-sharp",
        "to Section 2.1, Theorem 1, (8), first inequality",
        Kind.LOWER_BOUND,
        "the general lower bound with better constants, for every T",
        None,
        Derived(
            r"\mathcal R_{n,T,\alpha}\ge\Phi(\Delta)\Big(1-\frac{n\alpha\tanh(\alpha/2)+\log2}{\log N(2\Delta)}\Big),"
            r"\ T\in\mathbb N\cup\{\infty\}",
            ("kent/lemma21", "kent/thm1/step1", "kent/thm1/step3c", "kent/own/fano"),
            at_most(
                (_S * _K + log(2)) / (_L + _W),
                (_K + log(2)) / _L,
                _UNIT,
                Variable(_K, Integer(0), oo, open_lower=True),
                Variable(_L, log(2), oo),
                Variable(_W, Integer(0), oo),
            ),
            (CHAIN_RULE,),
            (
                (
                    "letters named bit by bit, exact errors",
                    FiniteCheck(
                        r"1-\frac{n\alpha\tanh(\alpha/2)+\log2}{\log N}\le P(\hat v\ne v)",
                        "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; bits by randomised response",
                        _named_letters,
                    ),
                ),
            ),
        ),
        note="In the composition K = n alpha tanh(alpha/2), of which the divergence is s K, L = log N(2 Delta), L + w = log M. "
        "No 1/2 before Phi, and alpha tanh(alpha/2) <= min{alpha, alpha^2/2} in place of 12 min{alpha, alpha^2}.",
    ),
)
