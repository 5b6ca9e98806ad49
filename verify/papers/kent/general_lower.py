"""kent Theorem 1 from below, (8), (57)-(60), and Corollary 2, (9): the risk that no number of samples removes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import sympy
from flint import arb
from sympy import Integer, exp, log, oo, tanh

from lowerbounds.channels import Channel, extreme_channels
from lowerbounds.divergences import kullback_leibler
from lowerbounds.laws import FiniteLaw, point_mass
from verify.claim import Claim, Kind
from verify.outcome import Settings, as_arb
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, Inequality, at_most
from verify.textbook import CHAIN_RULE, DATA_PROCESSING

_ALPHA, _N, _K, _L, _M, _PHI = sympy.symbols("alpha n K L M phi", positive=True)
_S, _V, _W, _Y, _U = sympy.symbols("s v w y u", nonnegative=True)
_B = sympy.Symbol("b", positive=True)
_R = sympy.Symbol("r", positive=True)
_SIGN = sympy.Symbol("sigma", real=True)
_UNIT = Variable(_S, Integer(0), Integer(1))
_ANY = Variable(_ALPHA, Integer(0), oo, open_lower=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_ALPHA, Integer(1), oo, open_lower=True)
_USERS = Variable(_N, Integer(1), oo)
_VALUE = Variable(_PHI, Integer(0), oo, open_lower=True)
_SLACK = arb(2) ** -40
ENTROPY = AllOf(
    r"-a\log a-(1-a)\log(1-a)\le\log2,\ 0\le a\le1",
    (
        (
            "with a = (1 + u)/2",
            Identity(
                -(1 + _U) / 2 * log((1 + _U) / 2) - (1 - _U) / 2 * log((1 - _U) / 2),
                log(2) - ((1 + _U) * log(1 + _U) + (1 - _U) * log(1 - _U)) / 2,
                ((_U, "0", "1"),),
            ),
        ),
        (
            "the rest is not negative; a and 1 - a change places for u < 0, and at u = 1 it is 2 log 2",
            at_most(
                Integer(0),
                (1 + _U) * log(1 + _U) + (1 - _U) * log(1 - _U),
                Variable(_U, Integer(0), Integer(1), open_upper=True),
            ),
        ),
    ),
)
"""The entropy of a bit is at most log 2."""
TANH = AllOf(
    r"\alpha\tanh\tfrac\alpha2\le\min\{\alpha,\tfrac{\alpha^2}2\}",
    (
        ("at most alpha", at_most(_ALPHA * tanh(_ALPHA / 2), _ALPHA, _ANY)),
        ("at most alpha^2/2", at_most(_ALPHA * tanh(_ALPHA / 2), _ALPHA**2 / 2, _ANY)),
    ),
)


def channels(settings: Settings, letters: int = 3) -> Iterator[tuple[Fraction, Channel]]:
    """e^alpha and the extreme channels on that many letters; every fourth of them in a quick run."""
    for t in (Fraction(3, 2), Fraction(5)):
        for place, channel in enumerate(extreme_channels(tuple(range(letters)), t)):
            if not settings.quick or place % 4 == 0:
                yield t, channel


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


def _marginal_ratios(settings: Settings) -> Iterator[Case]:
    for t, channel in channels(settings):
        for a, b in ((Fraction(1, 3), Fraction(3, 4)), (Fraction(1), Fraction(0))):
            first = FiniteLaw.of({0: a, 1: 1 - a, 2: Fraction(0)}).through(channel)
            second = FiniteLaw.of({0: b / 2, 1: b / 2, 2: 1 - b}).through(channel)
            ratio = max(max(p / second[z], second[z] / p) for z, p in first if p)
            yield Case({"e^alpha": str(t), "P_1(0)": str(a), "P_2(2)": str(1 - b)}, ratio, t)


def _absolute(settings: Settings) -> Iterator[Case]:
    for t, channel in channels(settings):
        alpha = as_arb(t).log()
        for x, y in ((0, 1), (2, 0)):
            divergence = kullback_leibler(point_mass(x).through(channel), point_mass(y).through(channel))
            yield Case({"e^alpha": str(t), "x": x, "y": y}, divergence, alpha * (alpha / 2).tanh() + _SLACK)


def _success(settings: Settings) -> Iterator[Case]:
    """The best test of three letters from one message: its success times log 3, beside max KL + log 2."""
    for t, channel in channels(settings):
        laws = [point_mass(x).through(channel) for x in range(3)]
        messages = laws[0].atoms
        best = sum((max(law[z] for law in laws) for z in messages), Fraction(0)) / 3
        divergences = [kullback_leibler(a, b) for a in laws for b in laws if a is not b]
        most = max(divergences, key=lambda value: float(value.mid()))
        yield Case({"e^alpha": str(t)}, as_arb(best) * arb(3).log(), most + arb(2).log())


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
            r"M(2\Delta)\ge N(2\Delta)",
            (),
            Inequality(Relation(_M, _M + 1, "<", (Variable(_M, Integer(1), oo),))),
            crosschecks=(
                (
                    "small metric spaces, all sets of points tried",
                    FiniteCheck(
                        r"N(r)\le M(r)", "points of a line, circles and a grid, radii 1, 2, 3", _packings, "<="
                    ),
                ),
            ),
        ),
        note="Vershynin 2018, Lemma 4.2.8. A point further than 2 Delta from all M points of a largest packing would "
        "make a packing of M + 1 > M points; so there is none, and the packing is a cover with its centres in Theta.",
    ),
    Claim(
        "kent/lemma21",
        "Appendix I, Lemma 21",
        Kind.INEQUALITY,
        "the message's density changes by at most e^alpha between two laws of the data",
        Derived(
            r"e^{-\alpha}\le\frac{m_1(z\mid z')}{m_2(z\mid z')}\le e^\alpha",
            (),
            AllOf(
                r"a\le q(z\mid x)\le(1+w)a\ \forall x\ \Rightarrow\ m_1\le(1+w)a\le(1+w)m_2,\ w=e^\alpha-1",
                (
                    ("m_1/a = 1 + s w", at_most(_S * _W, _W, _UNIT, Variable(_W, Integer(0), oo))),
                    (
                        "m_2/a = 1 + v w",
                        at_most(
                            Integer(1),
                            1 + _V * _W,
                            Variable(_V, Integer(0), Integer(1)),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "extreme channels on three letters",
                    FiniteCheck(
                        r"\max_z\tfrac{m_1}{m_2}\vee\tfrac{m_2}{m_1}\le e^\alpha",
                        "e^alpha = 3/2, 5; extreme channels (quick: every fourth); two pairs of laws",
                        _marginal_ratios,
                    ),
                ),
            ),
        ),
        note="For almost every z, with 0/0 read as 1; a is the infimum of q(z|.), and the roles can be changed.",
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
        ),
        note="sigma alpha is the log-ratio of the densities; the text has it for alpha > 1 and says that it holds for all.",
    ),
    Claim(
        "kent/thm1/step3c",
        "to Appendix C, proof of Theorem 1, (60)",
        Kind.INEQUALITY,
        "the best constant for one message",
        None,
        Derived(
            r"e^{-\alpha}\le m/m'\le e^\alpha\ \Rightarrow\ D_{\mathrm{KL}}(m\|m')\le\alpha\tanh\tfrac\alpha2\le"
            r"\min\{\alpha,\tfrac{\alpha^2}2\}",
            (),
            AllOf(
                r"E_{m'}[r\log r]\text{ with }E_{m'}r=1,\ r\in[e^{-\alpha},e^\alpha]",
                (
                    (
                        "r log r is convex: below its chord",
                        at_most(Integer(0), 1 / _R, Variable(_R, Integer(0), oo, open_lower=True)),
                    ),
                    ("its second derivative", Identity(sympy.diff(_R * log(_R), _R, 2), 1 / _R)),
                    (
                        "the chord at r = 1, whose end e^alpha has the weight 1/(1 + e^alpha)",
                        Identity(
                            _ALPHA * exp(_ALPHA) / (1 + exp(_ALPHA))
                            - _ALPHA * exp(-_ALPHA) * exp(_ALPHA) / (1 + exp(_ALPHA)),
                            (_ALPHA * tanh(_ALPHA / 2)).rewrite(exp),
                        ),
                    ),
                    (
                        "that weight makes the mean 1",
                        Identity(
                            exp(_ALPHA) / (1 + exp(_ALPHA)) + exp(-_ALPHA) * exp(_ALPHA) / (1 + exp(_ALPHA)), Integer(1)
                        ),
                    ),
                    ("both orders of alpha", TANH),
                ),
            ),
            crosschecks=(
                (
                    "extreme channels on three letters",
                    FiniteCheck(
                        r"D_{\mathrm{KL}}\le\alpha\tanh\tfrac\alpha2",
                        "e^alpha = 3/2, 5; extreme channels (quick: every fourth); two pairs of letters",
                        _absolute,
                    ),
                ),
            ),
        ),
        note="Reached by randomised response. 12 to 26 times below the 12 min{alpha, alpha^2} of (8).",
    ),
    Claim(
        "kent/own/fano",
        "behind Appendix C, proof of Theorem 1, (57): Fano's inequality with pairwise divergences",
        Kind.LOWER_BOUND,
        "many hypotheses, pairwise close, cannot be told apart",
        None,
        Derived(
            r"\frac1{|\mathcal V|}\sum_vM_v(\hat v=v)\le\frac{\max_{v,v'}D_{\mathrm{KL}}(M_v\|M_{v'})+\log2}"
            r"{\log|\mathcal V|}",
            (),
            AllOf(
                r"a\log|\mathcal V|-\log2\le a\log\tfrac ab+(1-a)\log\tfrac{1-a}{1-b}\le K,\ b\le\tfrac1{|\mathcal V|}",
                (
                    ("the entropy of the bit", ENTROPY),
                    (
                        "(1 - a) log(1/(1 - b)) >= 0, with s for 1 - a",
                        at_most(
                            Integer(0),
                            -_S * log(1 - _B),
                            _UNIT,
                            Variable(_B, Integer(0), Integer(1), open_lower=True, open_upper=True),
                        ),
                    ),
                    (
                        "a log(1/b) >= a log |V|, with L = log |V|, log(1/b) = L + w",
                        at_most(
                            _S * _L,
                            _S * (_L + _W),
                            _UNIT,
                            Variable(_L, Integer(0), oo, open_lower=True),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                ),
            ),
            (CHAIN_RULE, DATA_PROCESSING),
            (
                (
                    "the best test of three letters from one message",
                    FiniteCheck(
                        r"P(\hat v=v)\log3\le\max D_{\mathrm{KL}}+\log2",
                        "e^alpha = 3/2, 5; extreme channels (quick: every fourth)",
                        _success,
                    ),
                ),
            ),
        ),
        note="Yu 1997, Lemma 3. For one fixed v_0 let a and b be the means over v of M_v(vhat = v) and M_(v_0)(vhat = v): "
        "the events are disjoint, so b <= 1/|V|; data processing for (v, 1{vhat = v}) with v uniform gives the relative "
        "entropy of the bits a and b at most K. The extra factor 1/2 of (57) is not needed.",
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
            Identity(_N * (_ALPHA * tanh(_ALPHA / 2)), _N * _ALPHA * tanh(_ALPHA / 2)),
            (CHAIN_RULE,),
        ),
        note="No 1/2 before Phi, and alpha tanh(alpha/2) <= min{alpha, alpha^2/2} in place of 12 min{alpha, alpha^2}.",
    ),
)
