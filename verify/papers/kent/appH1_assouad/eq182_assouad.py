"""kent Appendix H.1, (182)-(187): Assouad's method with private messages."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Rational, exp, oo

from lowerbounds.information.channels import Channel
from verify.calculus import Chain, Infimum, Interactive, Name, Private, Supremum, by, calc, integer, real
from verify.calculus.facts.cube_laws import (
    ALL_DATA,
    CUT_AND_PASTE,
    HELLINGER_FLUCTUATIONS,
    MIXTURES,
    NEAREST_VERTEX,
    NEIGHBOURS,
    ONE_USER_CHANGED,
    WRONG_BITS,
    AllHellinger,
    DataTV,
    Dominated,
    Fluctuations,
    MixtureTV,
    NeighbourTV,
    OneHellinger,
    SendAll,
    Separated,
    Within,
    WrongBits,
)
from verify.calculus.facts.extremes import SCALED_SUPREMUM
from verify.calculus.facts.packings import WorstLoss
from verify.calculus.textbook import CHAIN_RULE, KL_BELOW_CHI_SQUARE, PINSKER
from verify.papers.kent.instances.hypercubes import Cube, power, shifted, sparse, vertices
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, PROTOCOL, USERS
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity
from verify.statements import at_most as ordered
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_ALPHA, _N, _K, _RHO = sympy.symbols("alpha n k varrho", positive=True)

_A, _TV = sympy.symbols("a v", nonnegative=True)

_X, _Y = sympy.Symbol("x", real=True), sympy.Symbol("y", real=True)

_U, _TAU = sympy.symbols("u tau", nonnegative=True)

_B = sympy.Symbol("b", real=True)

_HALF = Rational(1, 2)

_UNIT = Variable(_U, Integer(0), Integer(1))

_LINE = (Variable(_X, -oo, oo), Variable(_Y, -oo, oo))

_SLACK = arb(2) ** -40


def families() -> Iterator[tuple[str, Cube]]:
    """Two families with their names."""
    yield "k = 2, (190) with Delta = 1/2", shifted(2, Fraction(1, 2))
    yield "k = 2, (206) with Delta = 3/5", sparse(2, Fraction(3, 5))


def levels(settings: Settings) -> tuple[Fraction, ...]:
    """The values of e^alpha."""
    return (Fraction(3, 2), Fraction(27, 10)) if settings.quick else (Fraction(3, 2), Fraction(27, 10), Fraction(20))


def _protocols(cube: Cube, channels: list[Channel]) -> Iterator[tuple[Channel, list[Channel]]]:
    """A first channel and, for each of its messages, a second one: a few, chosen round robin."""
    for place in range(0, len(channels), max(1, len(channels) // 4)):
        first = channels[place]
        count = len(first[cube.alphabet()[0]].atoms)
        yield first, [channels[(place + 5 * z + 3) % len(channels)] for z in range(count)]


def _interactive(
    settings: Settings,
) -> Iterator[tuple[dict[str, object], Cube, list[Channel], int, Fraction, Fraction]]:
    """Parameters, family, all extreme channels, n, tau and the average TV for one user and for two in turn."""
    for name, cube in families():
        for t in levels(settings):
            channels = cube.channels(t)
            for tau in (Fraction(1, 2), Fraction(1, 5)):
                for first, second in _protocols(cube, channels):
                    order = {z: second[i] for i, z in enumerate(first[cube.alphabet()[0]].atoms)}
                    told: dict[str, object] = {"family": name, "e^alpha": str(t), "tau": str(tau)}
                    one = cube.average_variation(lambda v, c=cube, f=first: c.law(v).through(f), tau)  # type: ignore[misc]
                    two = cube.average_variation(
                        lambda v, c=cube, f=first, o=order: c.transcripts(v, f, o.__getitem__),  # type: ignore[misc]
                        tau,
                    )
                    yield told | {"n": 1}, cube, channels, 1, tau, one
                    yield told | {"n": 2}, cube, channels, 2, tau, two


def _hellinger_cases(settings: Settings) -> Iterator[Case]:
    worst: dict[tuple[object, object], arb] = {}
    for told, cube, channels, users, tau, average in _interactive(settings):
        if tau != Fraction(1, 2):
            continue
        which = told["family"], told["e^alpha"]
        if which not in worst:
            worst[which] = max((cube.hellinger(v, c) for v in vertices(cube.k) for c in channels), key=float)
        yield Case(told, as_arb(average**2), 14 * users * worst[which] / cube.k)


def _kl_cases(settings: Settings) -> Iterator[Case]:
    worst: dict[tuple[object, object], arb] = {}
    for told, cube, channels, users, _tau, average in _interactive(settings):
        which = told["family"], told["e^alpha"]
        if which not in worst:
            worst[which] = max((cube.kl(v, c) for v in vertices(cube.k) for c in channels), key=float)
        yield Case(told, as_arb(average**2), users * worst[which] / (2 * cube.k))


def _chi_cases(settings: Settings) -> Iterator[Case]:
    for name, cube in families():
        for t in levels(settings):
            for place, channel in enumerate(cube.channels(t)):
                for v in ((1, -1), (-1, -1)):
                    told = {"family": name, "e^alpha": str(t), "channel": place, "v": str(v)}
                    yield Case(told, cube.kl(v, channel) - _SLACK, as_arb(t * cube.chi(v, channel)))


def _half_chi_cases(settings: Settings) -> Iterator[Case]:
    for name, cube in families():
        for t in levels(settings):
            for place, channel in enumerate(cube.channels(t)):
                told = {"family": name, "e^alpha": str(t), "channel": place}
                yield Case(told, cube.hellinger((1, -1), channel) - _SLACK, as_arb(cube.chi((1, -1), channel) / 2))


def _bayes(cube: Cube, n: int, delta: Fraction) -> tuple[Fraction, Fraction]:
    """The Bayes risk for the means delta v under the uniform prior with n samples seen, and the average TV."""
    sent = {v: power(cube.law(v), n) for v in vertices(cube.k)}
    risk = Fraction(0)
    for j in range(cube.k):
        for x in sent[vertices(cube.k)[0]].atoms:
            sides = [sum((sent[v][x] for v in sent if v[j] == s), Fraction(0)) for s in (1, -1)]
            if sum(sides):
                risk += delta**2 * 4 * sides[0] * sides[1] / sum(sides) / 2**cube.k
    return risk, cube.average_variation(sent.__getitem__)


def _assouad_cases(_: Settings) -> Iterator[Case]:
    """varrho sum (1 - TV) with 2 varrho = Delta^2 beside the exact Bayes risk, which is at most the minimax risk."""
    for k in (1, 2):
        for n in (1, 2):
            for delta in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
                risk, average = _bayes(shifted(k, delta), n, delta)
                yield Case({"k": k, "n": n, "Delta": str(delta)}, delta**2 / 2 * k * (1 - average), risk)


SIZE, FAMILY, VERTEX = integer("k", least=1), Name("P", "family"), Name("v", "vertex")
CLASS, LOSS, HALF = Name(r"\mathcal{P}", "class of laws"), Name("Phi", "loss"), real("varrho", least=0)
SEPARATED = (Separated(FAMILY, LOSS, HALF, SIZE), Within(FAMILY, CLASS))
_DECODER = Name("g", "decoder")
_OPEN = SendAll(USERS, _DECODER)


def by_bits(plan: Any) -> Chain:
    """Assouad's method for the messages of a protocol."""
    return calc(
        WorstLoss(plan, CLASS, DRAWS, LOSS), ">=", 2*HALF*WrongBits(plan, FAMILY, DRAWS, SIZE),
        by(NEAREST_VERTEX(plan, CLASS, DRAWS, LOSS, FAMILY, HALF, SIZE)),
        "==", HALF*SIZE*(1 - MixtureTV(plan, FAMILY, DRAWS, SIZE)), by(WRONG_BITS(plan, FAMILY, DRAWS, SIZE)),
        given=SEPARATED,
    )  # fmt: skip


LEMMA12 = Claim(
    "kent/lemma12",
    "Appendix H.1, Lemma 12",
    Kind.LOWER_BOUND,
    "Assouad's method",
    calc(
        Infimum(WorstLoss(_OPEN, CLASS, DRAWS, LOSS), _DECODER),
        ">=", HALF*SIZE*(1 - DataTV(USERS, FAMILY, DRAWS, SIZE)),
        by(calc(
            WorstLoss(_OPEN, CLASS, DRAWS, LOSS), ">=", HALF*SIZE*(1 - MixtureTV(_OPEN, FAMILY, DRAWS, SIZE)),
            by(by_bits(_OPEN)), "==", HALF*SIZE*(1 - DataTV(USERS, FAMILY, DRAWS, SIZE)),
            by(ALL_DATA(USERS, _DECODER, FAMILY, DRAWS, SIZE)), given=SEPARATED,
        )),
        given=SEPARATED,
        crosschecks=(
                (
                    "exact Bayes risks of (190)",
                    FiniteCheck(
                        r"\varrho\textstyle\sum_j(1-D_{\mathrm{TV}})\le\text{Bayes risk}",
                        "k = 1, 2; n = 1, 2; Delta = 1/4, 1/2, 1",
                        _assouad_cases,
                    ),
                ),
        ),
    ),
    note="Without privacy: the users send their data. Printed for T = 1.",
)  # fmt: skip
_PRIVATE = Private(CHANNEL, ALPHA)
_TURNS = Interactive(PROTOCOL, USERS, ALPHA)
_ONE = OneHellinger(CHANNEL, FAMILY, DRAWS, VERTEX)
_ONE_WORST = Supremum(_ONE, CHANNEL, _PRIVATE)
_JAYRAM = Rational(347, 100) * USERS
_ALL_HELLINGER = calc(
    AllHellinger(PROTOCOL, FAMILY, DRAWS, VERTEX), "<=", _JAYRAM*_ONE_WORST,
    by(CUT_AND_PASTE(PROTOCOL, FAMILY, DRAWS, VERTEX), ONE_USER_CHANGED(PROTOCOL, USERS, ALPHA, FAMILY, DRAWS, VERTEX)),
    given=(_TURNS,),
)  # fmt: skip
_WORST_VERTEX = calc(
    Supremum(AllHellinger(PROTOCOL, FAMILY, DRAWS, VERTEX), VERTEX), "<=", Supremum(_JAYRAM*_ONE_WORST, VERTEX),
    by(_ALL_HELLINGER), "==", _JAYRAM*Supremum(_ONE_WORST, VERTEX), by(SCALED_SUPREMUM(_JAYRAM, Supremum(_ONE_WORST, VERTEX))),
    given=(_TURNS,),
)  # fmt: skip
_MIXED = MixtureTV(PROTOCOL, FAMILY, DRAWS, SIZE)
LEMMA13 = Claim(
    "kent/lemma13",
    "Appendix H.1, Lemma 13, (186)",
    Kind.INEQUALITY,
    "the average TV of the mixtures by Hellinger distances of neighbours",
    calc(
        _MIXED**2, "<=", NeighbourTV(PROTOCOL, FAMILY, DRAWS, SIZE), by(MIXTURES(PROTOCOL, FAMILY, DRAWS, SIZE)),
        "<=", 2/SIZE*Supremum(AllHellinger(PROTOCOL, FAMILY, DRAWS, VERTEX), VERTEX),
        by(NEIGHBOURS(PROTOCOL, FAMILY, DRAWS, SIZE)),
        "<=", 2*_JAYRAM/SIZE*Supremum(_ONE_WORST, VERTEX), by(_WORST_VERTEX),
        "<=", 14*USERS/SIZE*Supremum(_ONE_WORST, VERTEX), given=(_TURNS,),
        crosschecks=(
                (
                    "one user, and two in turn",
                    FiniteCheck(
                        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\frac{14n}k\max_v\max_Q\sum_jD_{\mathrm H}^2",
                        "(190) and (206) at k = 2, n = 1, 2 with the second user's channel chosen by the first message, "
                        "e^alpha = 3/2, 27/10 (full: 20 too); the maximum over all extreme channels",
                        _hellinger_cases,
                    ),
                ),
        ),
    ),
    note="Half of 14 would do. Uniform mixtures, as printed; the route holds for every prior with independent co-ordinates.",
)  # fmt: skip
FLUCTUATIONS = Fluctuations(CHANNEL, FAMILY, DRAWS, VERTEX)
_FLUCTUATIONS_WORST = Supremum(FLUCTUATIONS, CHANNEL, _PRIVATE)
_BY_FLUCTUATIONS = calc(
    _ONE_WORST, "<=", Supremum(FLUCTUATIONS/2, CHANNEL, _PRIVATE), by(HELLINGER_FLUCTUATIONS(CHANNEL, FAMILY, DRAWS, VERTEX)),
    "==", _FLUCTUATIONS_WORST/2, by(SCALED_SUPREMUM(Rational(1, 2), _FLUCTUATIONS_WORST)), given=(Dominated(FAMILY),),
)  # fmt: skip
THEOREM14 = Claim(
    "kent/thm14",
    "Appendix H.1, Theorem 14, (187)",
    Kind.INEQUALITY,
    "the average TV of the mixtures by second moments",
    calc(
        _MIXED**2, "<=", 14*USERS/SIZE*Supremum(_ONE_WORST, VERTEX), by(LEMMA13),
        "<=", 14*USERS/SIZE*Supremum(_FLUCTUATIONS_WORST/2, VERTEX), by(_BY_FLUCTUATIONS),
        "==", 7*USERS/SIZE*Supremum(_FLUCTUATIONS_WORST, VERTEX),
        by(SCALED_SUPREMUM(Rational(1, 2), Supremum(_FLUCTUATIONS_WORST, VERTEX))), given=(_TURNS, Dominated(FAMILY)),
        crosschecks=(
                (
                    "the Hellinger distances by second moments, all extreme channels",
                    FiniteCheck(
                        r"\sum_jD_{\mathrm H}^2\le\tfrac12\sum_j\int E[\phi q]^2/E[q]",
                        "(190) and (206) at k = 2, e^alpha = 3/2, 27/10 (full: 20 too), every extreme channel",
                        _half_chi_cases,
                        granted="2^{-40}",
                    ),
                ),
        ),
    ),
)  # fmt: skip

CLAIMS = (
    Claim(
        "kent/eq182",
        "Appendix H.1, (182)",
        Kind.DEFINITION,
        "Hamming separation",
        Definition(
            r"\Phi(\tfrac12\rho(\theta_v,\theta_{v'}))\ge2\varrho\textstyle\sum_{j=1}^k1\{v_j\ne v'_j\},"
            r"\ v,v'\in\{-1,1\}^k"
        ),
    ),
    LEMMA12,
    Claim(
        "kent/own/cube-kl",
        "to Appendix H.1, Lemma 13: for priors with independent co-ordinates and users that see earlier messages",
        Kind.INEQUALITY,
        "the average TV of the mixtures by the divergences of neighbours, interaction allowed",
        None,
        Derived(
            r"\Big(\tfrac1k\textstyle\sum_jD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac n{2k}\max_v\sup_Q"
            r"\sum_jD_{\mathrm{KL}}(M_v\|M_{v^{\oplus j}}),\ M_{\pm j}^n=E[M_V^n\mid V_j=\pm1],\ V_j\text{ independent}",
            (),
            AllOf(
                r"\mathrm{TV}(M_{+j}^n,M_{-j}^n)\le E_V\mathrm{TV}(M_V^n,M_{V^{\oplus j}}^n)",
                (
                    (
                        "mixtures over the other co-ordinates: the triangle inequality",
                        ordered(Abs(_X + _Y), Abs(_X) + Abs(_Y), *_LINE),
                    ),
                    (
                        "TV is symmetric, so the mean over V_j changes nothing",
                        Identity(_TAU * _A + (1 - _TAU) * _A, _A),
                    ),
                    ("squares of averages", ordered(((_X + _Y) / 2) ** 2, (_X**2 + _Y**2) / 2, *_LINE)),
                    ("which is a square", Identity((_X**2 + _Y**2) / 2 - ((_X + _Y) / 2) ** 2, ((_X - _Y) / 2) ** 2)),
                    ("Pinsker, k terms, n users", Identity(_N * _A / 2 / _K, _N * _A / (2 * _K))),
                ),
            ),
            (PINSKER, CHAIN_RULE),
            (
                (
                    "one user, and two in turn",
                    FiniteCheck(
                        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\frac n{2k}\max_v\max_Q\sum_jD_{\mathrm{KL}}",
                        "(190) and (206) at k = 2, tau = 1/2 and 1/5, n = 1, 2, e^alpha = 3/2, 27/10 (full: 20 too); "
                        "the maximum over all extreme channels",
                        _kl_cases,
                    ),
                ),
            ),
        ),
        note="KL(M_v^n, M_(v+j)^n) is a sum over users of conditional divergences averaged over the earlier messages under M_v^n: "
        "the same law for every j, so that the sum over j goes inside, where each user's channel is an alpha-LDP one. This needs "
        "no bound for interactive transcripts from elsewhere, and no uniform prior.",
    ),
    Claim(
        "kent/own/cube-chi",
        "to Appendix H.1, Theorem 14",
        Kind.INEQUALITY,
        "divergences of neighbours by second moments of the fluctuations",
        None,
        Derived(
            r"\textstyle\sum_jD_{\mathrm{KL}}(M_v\|M_{v^{\oplus j}})\le e^\alpha\sum_j\int"
            r"\frac{E_{P_v}[\phi_{v,j}q(z|X)]^2}{E_{P_v}[q(z|X)]}dz",
            (),
            AllOf(
                r"M_{v^{\oplus j}}\ge e^{-\alpha}M_v",
                (
                    ("the difference of the messages' laws", Identity((1 + _B) * _A - _A, _B * _A)),
                    (
                        "with denominator a e^-alpha/w, w <= 1",
                        ordered(
                            _B**2 * _U * exp(_ALPHA),
                            _B**2 * exp(_ALPHA),
                            Variable(_B, Integer(-1), Integer(1)),
                            _UNIT,
                            Variable(_ALPHA, Integer(0), oo, open_lower=True),
                        ),
                    ),
                ),
            ),
            (KL_BELOW_CHI_SQUARE,),
            (
                (
                    "all extreme channels",
                    FiniteCheck(
                        r"\sum_jD_{\mathrm{KL}}\le e^\alpha\sum_j\int E[\phi q]^2/E[q]",
                        "(190) and (206) at k = 2, e^alpha = 3/2, 27/10 (full: 20 too), every extreme channel, two v",
                        _chi_cases,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
    ),
    LEMMA13,
    THEOREM14,
    Claim(
        "kent/own/thm14",
        "to Appendix H.1, Theorem 14, for alpha <= log 14",
        Kind.INEQUALITY,
        "Theorem 14 without Hellinger distances, for every prior with independent co-ordinates",
        None,
        Derived(
            r"\Big(\tfrac1k\textstyle\sum_jD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac{e^\alpha n}{2k}\max_v\sup_Q\sum_j"
            r"\int\frac{E_{P_v}[\phi_{v,j}q]^2}{E_{P_v}[q]}dz\le\frac{7n}k\cdots,\ \alpha\le\log14",
            ("kent/own/cube-kl", "kent/own/cube-chi"),
            ordered(exp(_ALPHA) / 2, Integer(7), Variable(_ALPHA, Integer(0), Rational(263, 100), open_lower=True)),
        ),
        note="The inequality is shown up to alpha = 2.63; log 14 = 2.639.",
    ),
)
