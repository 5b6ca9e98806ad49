"""kent Appendix H.1, (182)-(187): Assouad's method with private messages."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Rational, exp, log

from lowerbounds.information.channels import Channel
from verify.kernel.calculus import (
    KL,
    KL_CHI_SQUARE,
    PINSKER,
    TV,
    Chain,
    ChiSquare,
    Infimum,
    Interactive,
    Name,
    Power,
    Private,
    Sum,
    Supremum,
    Through,
    Transcript,
    at_most,
    integer,
    line,
    real,
)
from verify.kernel.calculus.facts.cube_laws import (
    ALL_DATA,
    CHI_SQUARE_FLUCTUATIONS,
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
from verify.kernel.calculus.facts.hypercube import CHAIN_SUMMED_J, Corner, Flip
from verify.kernel.calculus.facts.information import PRIVATE_TURNED
from verify.kernel.calculus.facts.packings import WorstLoss
from verify.kernel.calculus.facts.priors import (
    GIVEN_ONE_COORDINATE,
    LARGEST_NEIGHBOURS,
    ConditionalTV,
    IndependentSigns,
    PriorNeighbourTV,
    largest_neighbours,
)
from verify.kernel.calculus.reasons import multiple_of
from verify.kernel.statements import AllOf, Case, Definition
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.instances.hypercubes import Cube, power, shifted, sparse, vertices
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, PROTOCOL, USERS

EQ182 = Claim(
    "kent/eq182",
    "Appendix H.1, (182)",
    Kind.DEFINITION,
    "Hamming separation",
    says=(
        r"\Phi\Big(\frac{1}{2}\rho(\theta_v,\theta_{v'})\Big)\ge2\varrho\sum_{j=1}^k\mathbb{1}\{v_j\ne "
        r"v_j'\}\text{ for all }v,v'\in\mathcal{V}=\{-1,1\}^k"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\Phi(\tfrac12\rho(\theta_v,\theta_{v'}))\ge2\varrho\textstyle\sum_{j=1}^k1\{v_j\ne v'_j\},\ "
        r"v,v'\in\{-1,1\}^k"
    ),
)


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
    """varrho sum (1 - TV) with 2 varrho = Delta^2 next to the exact Bayes risk, which is at most the minimax risk."""
    for k in (1, 2):
        for n in (1, 2):
            for delta in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
                risk, average = _bayes(shifted(k, delta), n, delta)
                yield Case({"k": k, "n": n, "Delta": str(delta)}, delta**2 / 2 * k * (1 - average), risk)


SIZE, FAMILY, VERTEX = integer("k", least=1), Name("P", "family of laws"), Name("v", "vertex")
CLASS, LOSS, HALF = Name(r"\mathcal{P}", "class of laws"), Name("Phi", "loss"), real("varrho", least=0)
SEPARATED = (Separated(FAMILY, LOSS, HALF, SIZE), Within(FAMILY, CLASS))
_DECODER = Name("g", "decoder")
_OPEN = SendAll(USERS, _DECODER)


def by_bits(plan: Any) -> Chain:
    """Assouad's method for the messages of a protocol."""
    return (
        line(WorstLoss(plan, CLASS, DRAWS, LOSS), given=SEPARATED)
        .ge(
            2 * HALF * WrongBits(plan, FAMILY, DRAWS, SIZE),
            NEAREST_VERTEX(plan, CLASS, DRAWS, LOSS, FAMILY, HALF, SIZE),
        )
        .eq(HALF * SIZE * (1 - MixtureTV(plan, FAMILY, DRAWS, SIZE)), WRONG_BITS(plan, FAMILY, DRAWS, SIZE))
    )


LEMMA12 = Claim(
    "kent/lemma12",
    "Appendix H.1, Lemma 12",
    Kind.LOWER_BOUND,
    "Assouad's method",
    says=(
        r"\mathcal{R}_{n,1,\infty}(\theta(\mathcal{P}),\Phi\circ\rho)\ge\varrho\sum_{j=1}^k\{1-D_{\mathrm{TV}}(P_{+j}^n,P_{-j}^n)\}\text{ "
        r"if (182) holds}"
    ),
    match=Match.READING,
    differs=(
        "judged for users with T samples each, of which the printed T = 1 is a case, and with k in front of an average"
    ),
    printed=line(Infimum(WorstLoss(_OPEN, CLASS, DRAWS, LOSS), _DECODER), given=SEPARATED)
    .ge(
        HALF * SIZE * (1 - DataTV(USERS, FAMILY, DRAWS, SIZE)),
        line(WorstLoss(_OPEN, CLASS, DRAWS, LOSS), given=SEPARATED)
        .ge(HALF * SIZE * (1 - MixtureTV(_OPEN, FAMILY, DRAWS, SIZE)), by_bits(_OPEN))
        .eq(HALF * SIZE * (1 - DataTV(USERS, FAMILY, DRAWS, SIZE)), ALL_DATA(USERS, _DECODER, FAMILY, DRAWS, SIZE)),
    )
    .crosschecked(
        "exact Bayes risks of (190)",
        r"\varrho\textstyle\sum_j(1-D_{\mathrm{TV}})\le\text{Bayes risk}",
        "k = 1, 2; n = 1, 2; Delta = 1/4, 1/2, 1",
        _assouad_cases,
    ),
    note="Without privacy: the users send their data. Printed for T = 1.",
)


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


def _kl_cases(settings: Settings) -> Iterator[Case]:
    worst: dict[tuple[object, object], arb] = {}
    for told, cube, channels, users, _tau, average in _interactive(settings):
        which = told["family"], told["e^alpha"]
        if which not in worst:
            worst[which] = max((cube.kl(v, c) for v in vertices(cube.k) for c in channels), key=float)
        yield Case(told, as_arb(average**2), users * worst[which] / (2 * cube.k))


_PRIVATE = Private(CHANNEL, ALPHA)
_TURNS = Interactive(PROTOCOL, USERS, ALPHA)

PRIOR, _COORDINATE = Name("V", "prior"), integer("j", least=1)
_APART = ConditionalTV(PROTOCOL, FAMILY, DRAWS, PRIOR, SIZE)
_ANY_PRIOR = IndependentSigns(PRIOR, SIZE), _TURNS


def _summed(term: Any) -> Any:
    """The sum over j, of what is told or sent at v and with v_j flipped."""
    return Sum(term, _COORDINATE, 1, SIZE)


_DATA = [Power(Corner(FAMILY, at), DRAWS) for at in (VERTEX, Flip(VERTEX, _COORDINATE))]
_TOLD, _SENT = [Transcript(PROTOCOL, data) for data in _DATA], [Through(CHANNEL, data) for data in _DATA]
_ALL_KL, _ONE_KL = _summed(KL(*_TOLD)), _summed(KL(*_SENT))
_KL_WORST = Supremum(_ONE_KL, CHANNEL, _PRIVATE)
_AT_ANY = (
    line(_summed(TV(*_TOLD) ** 2), given=(_TURNS,))
    .le(_summed(KL(*_TOLD) / 2), PINSKER(*_TOLD))
    .eq(_ALL_KL / 2, multiple_of(Rational(1, 2), _ALL_KL))
    .le(USERS * _KL_WORST / 2, CHAIN_SUMMED_J(PROTOCOL, USERS, ALPHA, FAMILY, DRAWS, SIZE))
)
CUBE_KL = Claim(
    "kent/own/cube-kl",
    "to Appendix H.1, Lemma 13: for priors with independent co-ordinates and users that see earlier messages",
    Kind.INEQUALITY,
    "the average TV of the mixtures by the divergences of neighbours, interaction allowed",
    corrected=line(_APART**2, given=_ANY_PRIOR)
    .le(
        PriorNeighbourTV(PROTOCOL, FAMILY, DRAWS, PRIOR, SIZE),
        GIVEN_ONE_COORDINATE(PROTOCOL, FAMILY, DRAWS, PRIOR, SIZE),
    )
    .le(
        largest_neighbours(PROTOCOL, FAMILY, DRAWS, SIZE) / SIZE,
        LARGEST_NEIGHBOURS(PROTOCOL, FAMILY, DRAWS, PRIOR, SIZE),
    )
    .le(Supremum(USERS / 2 * _KL_WORST, VERTEX) / SIZE, _AT_ANY)
    .eq(USERS / (2 * SIZE) * Supremum(_KL_WORST, VERTEX), multiple_of(USERS / 2, Supremum(_KL_WORST, VERTEX)))
    .crosschecked(
        "one user, and two in turn",
        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\frac n{2k}\max_v\max_Q\sum_jD_{\mathrm{KL}}",
        "(190) and (206) at k = 2, tau = 1/2 and 1/5, n = 1, 2, e^alpha = 3/2, 27/10 (full: 20 too); "
        "the maximum over all extreme channels",
        _kl_cases,
    ),
    note="No bound for interactive transcripts from elsewhere is needed, and no uniform prior.",
)

_SLACK = arb(2) ** -40


def _chi_cases(settings: Settings) -> Iterator[Case]:
    for name, cube in families():
        for t in levels(settings):
            for place, channel in enumerate(cube.channels(t)):
                for v in ((1, -1), (-1, -1)):
                    told = {"family": name, "e^alpha": str(t), "channel": place, "v": str(v)}
                    yield Case(told, cube.kl(v, channel) - _SLACK, as_arb(t * cube.chi(v, channel)))


FLUCTUATIONS = Fluctuations(CHANNEL, FAMILY, DRAWS, VERTEX)
_TURNED = _summed(ChiSquare(*_SENT[::-1]))
CUBE_CHI = Claim(
    "kent/own/cube-chi",
    "to Appendix H.1, Theorem 14",
    Kind.INEQUALITY,
    "divergences of neighbours by second moments of the fluctuations",
    corrected=line(_ONE_KL, given=(_PRIVATE, Dominated(FAMILY)))
    .le(_summed(ChiSquare(*_SENT)), KL_CHI_SQUARE(*_SENT))
    .le(_summed(exp(ALPHA) * ChiSquare(*_SENT[::-1])), PRIVATE_TURNED(CHANNEL, ALPHA, *_DATA))
    .eq(exp(ALPHA) * _TURNED, multiple_of(exp(ALPHA), _TURNED))
    .le(exp(ALPHA) * FLUCTUATIONS, CHI_SQUARE_FLUCTUATIONS(CHANNEL, FAMILY, DRAWS, VERTEX, SIZE))
    .crosschecked(
        "all extreme channels",
        r"\sum_jD_{\mathrm{KL}}\le e^\alpha\sum_j\int E[\phi q]^2/E[q]",
        "(190) and (206) at k = 2, e^alpha = 3/2, 27/10 (full: 20 too), every extreme channel, two v",
        _chi_cases,
        granted="2^{-40}",
    ),
)


def _hellinger_cases(settings: Settings) -> Iterator[Case]:
    worst: dict[tuple[object, object], arb] = {}
    for told, cube, channels, users, tau, average in _interactive(settings):
        if tau != Fraction(1, 2):
            continue
        which = told["family"], told["e^alpha"]
        if which not in worst:
            worst[which] = max((cube.hellinger(v, c) for v in vertices(cube.k) for c in channels), key=float)
        yield Case(told, as_arb(average**2), 14 * users * worst[which] / cube.k)


_ONE = OneHellinger(CHANNEL, FAMILY, DRAWS, VERTEX)
_ONE_WORST = Supremum(_ONE, CHANNEL, _PRIVATE)
_JAYRAM = Rational(347, 100) * USERS
_ALL_HELLINGER = line(AllHellinger(PROTOCOL, FAMILY, DRAWS, VERTEX), given=(_TURNS,)).le(
    _JAYRAM * _ONE_WORST,
    CUT_AND_PASTE(PROTOCOL, USERS, ALPHA, FAMILY, DRAWS, VERTEX),
    ONE_USER_CHANGED(PROTOCOL, USERS, ALPHA, FAMILY, DRAWS, VERTEX),
)
_WORST_VERTEX = (
    line(Supremum(AllHellinger(PROTOCOL, FAMILY, DRAWS, VERTEX), VERTEX), given=(_TURNS,))
    .le(Supremum(_JAYRAM * _ONE_WORST, VERTEX), _ALL_HELLINGER)
    .eq(_JAYRAM * Supremum(_ONE_WORST, VERTEX), multiple_of(_JAYRAM, Supremum(_ONE_WORST, VERTEX)))
)
_MIXED = MixtureTV(PROTOCOL, FAMILY, DRAWS, SIZE)
LEMMA13 = Claim(
    "kent/lemma13",
    "Appendix H.1, Lemma 13, (186)",
    Kind.INEQUALITY,
    "the average TV of the mixtures by Hellinger distances of neighbours",
    says=(
        r"\Big(\frac{1}{k}\sum_{j=1}^kD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac{14n}{k}\max_{v\in\mathcal{V}}\max_{Q\in\mathcal{Q}}\sum_{j=1}^kD_{\mathrm{H}}(M_v,M_{v^{\oplus "
        r"j}})^2"
    ),
    match=Match.READING,
    differs="suprema for the maxima, Q taken for alpha-private, and users with T samples each",
    printed=line(_MIXED**2, given=(_TURNS,))
    .le(NeighbourTV(PROTOCOL, FAMILY, DRAWS, SIZE), MIXTURES(PROTOCOL, FAMILY, DRAWS, SIZE))
    .le(
        2 / SIZE * Supremum(AllHellinger(PROTOCOL, FAMILY, DRAWS, VERTEX), VERTEX),
        NEIGHBOURS(PROTOCOL, FAMILY, DRAWS, SIZE),
    )
    .le(2 * _JAYRAM / SIZE * Supremum(_ONE_WORST, VERTEX), _WORST_VERTEX)
    .le(14 * USERS / SIZE * Supremum(_ONE_WORST, VERTEX))
    .crosschecked(
        "one user, and two in turn",
        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\frac{14n}k\max_v\max_Q\sum_jD_{\mathrm H}^2",
        "(190) and (206) at k = 2, n = 1, 2 with the second user's channel chosen by the first message, "
        "e^alpha = 3/2, 27/10 (full: 20 too); the maximum over all extreme channels",
        _hellinger_cases,
    ),
    note="Half of 14 would do. Uniform mixtures, as printed; the route holds for every prior with independent co-ordinates.",
)


def _half_chi_cases(settings: Settings) -> Iterator[Case]:
    for name, cube in families():
        for t in levels(settings):
            for place, channel in enumerate(cube.channels(t)):
                told = {"family": name, "e^alpha": str(t), "channel": place}
                yield Case(told, cube.hellinger((1, -1), channel) - _SLACK, as_arb(cube.chi((1, -1), channel) / 2))


_FLUCTUATIONS_WORST = Supremum(FLUCTUATIONS, CHANNEL, _PRIVATE)
_BY_FLUCTUATIONS = (
    line(_ONE_WORST, given=(Dominated(FAMILY),))
    .le(Supremum(FLUCTUATIONS / 2, CHANNEL, _PRIVATE), HELLINGER_FLUCTUATIONS(CHANNEL, FAMILY, DRAWS, VERTEX))
    .eq(_FLUCTUATIONS_WORST / 2, multiple_of(Rational(1, 2), _FLUCTUATIONS_WORST))
)
THEOREM14 = Claim(
    "kent/thm14",
    "Appendix H.1, Theorem 14, (187)",
    Kind.INEQUALITY,
    "the average TV of the mixtures by second moments",
    says=(
        r"\Big(\frac{1}{k}\sum_{j=1}^kD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac{7n}{k}\max_{v\in\mathcal{V}}\sup_{Q\in\mathcal{Q}_\alpha}\sum_{j=1}^k\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_v}[\phi_{v,j}(X)q(z\mid "
        r"X)]^2}{\mathbb{E}_{P_v}[q(z\mid X)]}dz\text{ under Assumption 1: }\frac{dP_{v^{\oplus "
        r"i}}}{dP_v}=1+\phi_{v,i}"
    ),
    match=Match.READING,
    differs="for users with T samples each, of which the printed T = 1 is a case",
    printed=line(_MIXED**2, given=(_TURNS, Dominated(FAMILY)))
    .le(14 * USERS / SIZE * Supremum(_ONE_WORST, VERTEX), LEMMA13)
    .le(14 * USERS / SIZE * Supremum(_FLUCTUATIONS_WORST / 2, VERTEX), _BY_FLUCTUATIONS)
    .eq(
        7 * USERS / SIZE * Supremum(_FLUCTUATIONS_WORST, VERTEX),
        multiple_of(Rational(1, 2), Supremum(_FLUCTUATIONS_WORST, VERTEX)),
    )
    .crosschecked(
        "the Hellinger distances by second moments, all extreme channels",
        r"\sum_jD_{\mathrm H}^2\le\tfrac12\sum_j\int E[\phi q]^2/E[q]",
        "(190) and (206) at k = 2, e^alpha = 3/2, 27/10 (full: 20 too), every extreme channel",
        _half_chi_cases,
        granted="2^{-40}",
    ),
)
_SCALED = Supremum(exp(ALPHA) * FLUCTUATIONS, CHANNEL, _PRIVATE)
_AT_ALL = Supremum(_FLUCTUATIONS_WORST, VERTEX)
_LOW = at_most(ALPHA, log(14))
_ANY_ALPHA = (
    line(_APART**2, given=(*_ANY_PRIOR, Dominated(FAMILY)))
    .le(USERS / (2 * SIZE) * Supremum(_KL_WORST, VERTEX), CUBE_KL)
    .le(USERS / (2 * SIZE) * Supremum(_SCALED, VERTEX), CUBE_CHI)
    .eq(
        USERS / (2 * SIZE) * Supremum(exp(ALPHA) * _FLUCTUATIONS_WORST, VERTEX),
        multiple_of(exp(ALPHA), _FLUCTUATIONS_WORST),
    )
    .eq(exp(ALPHA) * USERS / (2 * SIZE) * _AT_ALL, multiple_of(exp(ALPHA), _AT_ALL))
)
OWN14 = Claim(
    "kent/own/thm14",
    "to Appendix H.1, Theorem 14, for alpha <= log 14",
    Kind.INEQUALITY,
    "Theorem 14 without Hellinger distances, for every prior with independent co-ordinates",
    corrected=AllOf(
        "",
        {
            "every alpha": _ANY_ALPHA,
            "alpha <= log 14": line(_APART**2, given=(*_ANY_ALPHA.given, _LOW))
            .le(exp(ALPHA) * USERS / (2 * SIZE) * _AT_ALL, _ANY_ALPHA)
            .le(7 * USERS / SIZE * _AT_ALL, line(exp(ALPHA), given=(_LOW,)).le(exp(log(14)), _LOW)),
        },
    ),
)

CLAIMS = (
    EQ182,
    LEMMA12,
    CUBE_KL,
    CUBE_CHI,
    LEMMA13,
    THEOREM14,
    OWN14,
)
