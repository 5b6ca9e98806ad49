"""kent Appendix H.6, Step 2, (213), (216), (217): Assouad's method given a component of the mixture."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import E, Integer, Rational, exp, log, oo, sqrt

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.calculus import Interactive, Name, Private, Supremum, at_most, by, calc, cite, real
from verify.calculus.facts.components import (
    BESSEL_IN_PARTS,
    CAUCHY_OVER_PARTS,
    MIXTURE_DOMINATED,
    PRIVATE_PARTS,
    TOWER,
    DominatedParts,
    Mixed,
    OrthogonalParts,
    PartsFluctuations,
    PartsProjected,
    PartsSquares,
    PartsVariance,
)
from verify.calculus.facts.cube_laws import MixtureTV
from verify.calculus.facts.extremes import SCALED_SUPREMUM
from verify.papers.kent.appH1_assouad.eq182_assouad import FAMILY, SIZE, THEOREM14, VERTEX
from verify.papers.kent.instances.hypercubes import Cube, Vertex, flip, vertices
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, PROTOCOL, USERS
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity
from verify.statements import at_most as ordered
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_ALPHA, _DELTA, _M = sympy.symbols("alpha Delta m", positive=True)

_Y, _Q = sympy.symbols("y q", positive=True)

_W, _U, _S = sympy.symbols("w u s", nonnegative=True)

_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)

_ONE = Variable(_W, Integer(0), Integer(1))


def components(m: int, delta: Fraction, samples: int, v: Vertex) -> list[FiniteLaw]:
    """The laws of the count of ones given each component of (214)."""
    return [binomial(samples, Fraction(1, 4) + Fraction(j + 1, 2 * m) + v[j] * delta / 2) for j in range(m)]


def cube(m: int, delta: Fraction, samples: int) -> Cube:
    """The family (214), seen through the count of ones, which is sufficient."""

    def law(v: Vertex) -> FiniteLaw:
        parts = components(m, delta, samples, v)
        return FiniteLaw(tuple((x, sum((p[x] for p in parts), Fraction(0)) / m) for x in parts[0].atoms))

    return Cube(m, law)


def channels(m: int, t: Fraction) -> list[Channel]:
    """Every extreme channel on the counts 0..m."""
    return list(extreme_channels(tuple(range(m + 1)), t))


def _chi_cases(_: Settings) -> Iterator[Case]:
    """The chi-square of the T-fold laws of one component beside (1 + Delta^2/(q(1-q)))^T - 1."""
    for samples in (1, 2, 4):
        for q in (Fraction(1, 4), Fraction(2, 3)):
            delta = Fraction(1, 10)
            here, there = binomial(samples, q), binomial(samples, q - delta)
            value = sum(((there[k] / here[k] - 1) ** 2 * here[k] for k in here.atoms), Fraction(0))
            yield Case({"T": samples, "q": str(q)}, value, (1 + delta**2 / (q * (1 - q))) ** samples - 1)


def _conditional(_: Settings) -> Iterator[Case]:
    """The sum over j of the integral of E[phi q]^2/E q beside max E eta^2 times the integral of E_I Var(q | I)/E q."""
    m, delta = 2, Fraction(1, 5)
    for samples in (1, 2):
        family = cube(m, delta, samples)
        for t in (Fraction(3, 2), Fraction(27, 10)):
            for place, channel in enumerate(channels(samples, t)):
                for v in ((1, -1), (1, 1)):
                    parts = components(m, delta, samples, v)
                    eta = max(
                        sum(((a[x] / p[x] - 1) ** 2 * p[x] for x in p.atoms), Fraction(0))
                        for j, p in enumerate(parts)
                        for a in (components(m, delta, samples, flip(v, j))[j],)
                    )
                    total = Fraction(0)
                    for z in next(iter(channel.values())).atoms:
                        means = [sum((w * channel[x][z] for x, w in p), Fraction(0)) for p in parts]
                        squares = [sum((w * channel[x][z] ** 2 for x, w in p), Fraction(0)) for p in parts]
                        spread = sum((s - a * a for s, a in zip(squares, means, strict=True)), Fraction(0))
                        total += spread / sum(means)
                    told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place, "v": str(v)}
                    yield Case(told, family.chi(v, channel), eta / m * total)


def _squares(parts: list[FiniteLaw]) -> Fraction:
    """The integral of E_I[E[q|I]^2]/E_I[E[q|I]] for the laws of the message given each component."""
    return sum(
        (
            sum((p[z] ** 2 for p in parts), Fraction(0)) / sum((p[z] for p in parts), Fraction(0))
            for z in parts[0].atoms
        ),
        Fraction(0),
    )


def _average(family: Cube, channel: Channel) -> Fraction:
    return family.average_variation(lambda v: family.law(v).through(channel))


def _components(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, beside 7/m times the largest sum of second moments."""
    m = 2
    for samples in (1, 2):
        family = cube(m, Fraction(1, 5), samples)
        for t in (Fraction(3, 2), Fraction(27, 10)):
            every = channels(samples, t)
            worst = max(family.chi(v, c) for v in vertices(m) for c in every)
            for place, channel in enumerate(every):
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, _average(family, channel) ** 2, Fraction(7, m) * worst)


def _halved_distances(_: Settings) -> Iterator[Case]:
    for samples in (1, 2):
        family = cube(2, Fraction(1, 5), samples)
        for t in (Fraction(3, 2), Fraction(27, 10)):
            for place, channel in enumerate(channels(samples, t)):
                for v in ((1, -1), (1, 1)):
                    told = {"T": samples, "e^alpha": str(t), "channel": place, "v": str(v)}
                    yield Case(told, family.hellinger(v, channel), as_arb(family.chi(v, channel) / 2) + arb(2) ** -40)


def _conditional_lemma(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, beside 21 alpha^2/m times max E eta^2 times the largest integral over the components."""
    m, delta = 2, Fraction(1, 5)
    for samples in (1, 2):
        family = cube(m, delta, samples)
        moments = [
            sum(((a[x] / p[x] - 1) ** 2 * p[x] for x in p.atoms), Fraction(0))
            for v in vertices(m)
            for j, p in enumerate(components(m, delta, samples, v))
            for a in (components(m, delta, samples, flip(v, j))[j],)
        ]
        for t in (Fraction(101, 100), Fraction(3, 2), Fraction(27, 10)):
            every = channels(samples, t)
            worst = max(
                _squares([p.through(c) for p in components(m, delta, samples, v)]) for v in vertices(m) for c in every
            )
            level = 21 * as_arb(t).log() ** 2 / m * as_arb(max(moments) / m * worst)
            for place, channel in enumerate(every):
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, as_arb(_average(family, channel) ** 2), level)


def _mixed(_: Settings) -> Iterator[Case]:
    """The integral of (216) beside m/(1 + (m-1)e^-alpha)."""
    for m in (2, 3):
        for samples in (1, 2, 3):
            for t in (Fraction(3, 2), Fraction(27, 10)):
                for place, channel in enumerate(channels(samples, t)):
                    parts = [p.through(channel) for p in components(m, Fraction(1, 10), samples, (1,) * m)]
                    value = _squares(parts)
                    yield Case(
                        {"m": m, "T": samples, "e^alpha": str(t), "channel": place}, value, m / (1 + (m - 1) / t)
                    )


PARTS = Name("C", "components")
_MIXED = MixtureTV(PROTOCOL, Mixed(PARTS), Integer(1), SIZE)
_TURNS, _PRIVATE = Interactive(PROTOCOL, USERS, ALPHA), Private(CHANNEL, ALPHA)
_CHANGED = PartsFluctuations(CHANNEL, PARTS, VERTEX)
_CHANGED_WORST = Supremum(Supremum(_CHANGED, CHANNEL, _PRIVATE), VERTEX)
_BY_THEOREM14 = cite(THEOREM14).at({FAMILY: Mixed(PARTS), DRAWS: 1})
PROPOSITION18 = Claim(
    "kent/prop18",
    "Appendix H.6, Proposition 18, (213)",
    Kind.INEQUALITY,
    "Theorem 14 given a component",
    calc(
        _MIXED**2, "<=", _BY_THEOREM14.statement.right, by(_BY_THEOREM14, MIXTURE_DOMINATED(PARTS)),
        "==", 7*USERS/SIZE*_CHANGED_WORST, by(TOWER(CHANNEL, PARTS, VERTEX)), given=(_TURNS, DominatedParts(PARTS)),
        crosschecks=(
            (
                "every extreme channel, exact",
                FiniteCheck(
                    r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac7m\max_v\max_Q\sum_j\int E[\phi_Iq]^2/E[q]",
                    "(214) at m = 2, Delta = 1/5, n = 1, T = 1, 2, e^alpha = 3/2, 27/10",
                    _components,
                ),
            ),
            (
                "Hellinger distances, exact",
                FiniteCheck(
                    r"\sum_jD_{\mathrm H}^2\le\tfrac12\sum_j\int E[\phi_Iq]^2/E[q]",
                    "(214) at m = 2, Delta = 1/5, T = 1, 2, e^alpha = 3/2, 27/10, two v",
                    _halved_distances,
                    granted="2^{-40}",
                ),
            ),
        ),
    ),
    note="A user's data is one draw of the mixture, of any kind: T samples of one component in (214).",
)  # fmt: skip
_MOST = real("a", least=0)
_ASSUMED = (DominatedParts(PARTS), OrthogonalParts(PARTS, _MOST), at_most(ALPHA, 1))
_SQUARES = PartsSquares(CHANNEL, PARTS, VERTEX)
LEMMA19_SUM = Claim(
    "kent/lemma19/sum",
    "Appendix H.6, proof of Lemma 19",
    Kind.INEQUALITY,
    "conditional fluctuations through an alpha-LDP channel",
    calc(
        _CHANGED, "<=", _MOST*PartsProjected(CHANNEL, PARTS, VERTEX), by(CAUCHY_OVER_PARTS(CHANNEL, PARTS, VERTEX, _MOST)),
        "<=", _MOST*PartsVariance(CHANNEL, PARTS, VERTEX), by(BESSEL_IN_PARTS(CHANNEL, PARTS, VERTEX, _MOST)),
        "<=", _MOST*(exp(ALPHA) - 1)**2/4*_SQUARES, by(PRIVATE_PARTS(CHANNEL, PARTS, VERTEX, ALPHA)),
        "<=", 3*ALPHA**2*_MOST*_SQUARES,
        by(calc(exp(ALPHA) - 1, "<=", sqrt(3)*ALPHA, given=(at_most(ALPHA, 1),))),
        given=(_PRIVATE, *_ASSUMED),
        crosschecks=(
            (
                "every extreme channel, exact",
                FiniteCheck(
                    r"\sum_j\int E[\phi q]^2/E[q]\le\max E\eta^2\int E\mathrm{Var}/E[q]",
                    "(214) at m = 2, Delta = 1/5, T = 1, 2, e^alpha = 3/2, 27/10, two v",
                    _conditional,
                ),
            ),
        ),
    ),
    note="a is any number that is at least max_i E_I[eta_(I, i)^2]. A quarter of the bound is enough.",
)  # fmt: skip
_SCALE = 3*ALPHA**2*_MOST  # fmt: skip
_AT_VERTEX = Supremum(_SQUARES, CHANNEL, _PRIVATE)
_WORST = Supremum(_AT_VERTEX, VERTEX)
_SQUARED = calc(
    _MIXED**2, "<=", 7*USERS/SIZE*_CHANGED_WORST, by(PROPOSITION18),
    "<=", 7*USERS/SIZE*Supremum(Supremum(_SCALE*_SQUARES, CHANNEL, _PRIVATE), VERTEX), by(LEMMA19_SUM),
    "==", 7*USERS/SIZE*Supremum(_SCALE*_AT_VERTEX, VERTEX), by(SCALED_SUPREMUM(_SCALE, _AT_VERTEX)),
    "==", 21*USERS*ALPHA**2/SIZE*_MOST*_WORST, by(SCALED_SUPREMUM(_SCALE, _WORST)), given=(_TURNS, *_ASSUMED),
)  # fmt: skip
LEMMA19 = Claim(
    "kent/lemma19",
    "Appendix H.6, Lemma 19",
    Kind.INEQUALITY,
    "the average TV under Assumptions 3 and 4",
    calc(
        _MIXED, "==", sqrt(_MIXED**2), "<=", sqrt(21*USERS*ALPHA**2/SIZE*_MOST*_WORST), by(_SQUARED), given=_SQUARED.given,
        crosschecks=(
            (
                "every extreme channel, exact",
                FiniteCheck(
                    r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac{21\alpha^2}m\max E\eta^2\max_v\max_Q\int\frac{E_I[E[q|I]^2]}{E[q]}",
                    "(214) at m = 2, Delta = 1/5, n = 1, T = 1, 2, e^alpha = 101/100, 3/2, 27/10",
                    _conditional_lemma,
                ),
            ),
        ),
    ),
)  # fmt: skip

CLAIMS = (
    Claim(
        "kent/appH.6/chi",
        "Appendix H.6, Step 2",
        Kind.INEQUALITY,
        "the chi-square of a component",
        Derived(
            r"E[\phi_{I,v,i}^2\mid I]=1\{I=i\}\Big[\Big\{1+\tfrac{\Delta^2}{q(1-q)}\Big\}^T-1\Big]\le1\{I=i\}\tfrac{128}7T\Delta^2,\ "
            r"q\in[\tfrac18,\tfrac78],\ \tfrac{64}7T\Delta^2\le1",
            ("kent/appH.6/fam/class",),
            AllOf(
                r"\text{one sample, then }T",
                (
                    (
                        "chi-square of Bernoulli laws",
                        Identity(
                            (_Q - _DELTA) ** 2 / _Q + (1 - _Q + _DELTA) ** 2 / (1 - _Q) - 1,
                            _DELTA**2 / (_Q * (1 - _Q)),
                            ((_Q, "0", "1"),),
                        ),
                    ),
                    (
                        "q(1 - q) >= 7/64",
                        ordered(Rational(7, 64), _Q * (1 - _Q), Variable(_Q, Rational(1, 8), Rational(7, 8))),
                    ),
                    ("log(1 + s) <= s", ordered(log(1 + _S), _S, Variable(_S, Integer(0), oo))),
                    ("e^w - 1 <= 2w", ordered(exp(_W) - 1, 2 * _W, _ONE)),
                ),
            ),
            (),
            (
                (
                    "sums over all counts",
                    FiniteCheck(r"\chi^2", "T = 1, 2, 4; q = 1/4, 2/3; Delta = 1/10", _chi_cases, "=="),
                ),
            ),
        ),
        note="phi_{I,v,i} is 0 unless I = i, so that different ones are orthogonal.",
    ),
    PROPOSITION18,
    LEMMA19_SUM,
    LEMMA19,
    Claim(
        "kent/eq216",
        "Appendix H.6, Step 3, (216)",
        Kind.INEQUALITY,
        "the integral over the components",
        Derived(
            r"\textstyle\int\frac{E_I[E[q|I]^2]}{E_I[E[q|I]]}dz\le\frac m{1+(m-1)e^{-\alpha}}\le e^\alpha\le e,\ \alpha\le1",
            (),
            AllOf(
                r"E_{P_j}q\ge e^{-\alpha}E_{P_i}q",
                (
                    (
                        "one component, ratio sum y >= (m-1)e^-alpha",
                        ordered(
                            1 / (1 + _Y + _U),
                            1 / (1 + _Y),
                            Variable(_Y, Integer(0), oo, True),
                            Variable(_U, Integer(0), oo),
                        ),
                    ),
                    (
                        "m/(1 + (m-1)x) <= 1/x, x = e^-alpha",
                        ordered(_W * _M, 1 + (_M - 1) * _W, _ONE, Variable(_M, Integer(1), oo)),
                    ),
                    ("e^alpha <= e", ordered(exp(_ALPHA), E, _HIGH)),
                ),
            ),
            (),
            (
                (
                    "every extreme channel, exact",
                    FiniteCheck(
                        r"\int\le\tfrac m{1+(m-1)e^{-\alpha}}", "m = 2, 3; T = 1, 2, 3; e^alpha = 3/2, 27/10", _mixed
                    ),
                ),
            ),
        ),
    ),
)
