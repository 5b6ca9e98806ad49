"""kent Appendix H.6, Step 2, (213), (216), (217): Assouad's method given a component of the mixture."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from flint import arb
from sympy import E, Integer, Rational, exp, sqrt

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.calculus import (
    Interactive,
    Name,
    Private,
    Supremum,
    at_most,
    because,
    cite,
    integer,
    line,
    quantity,
    real,
)
from verify.kernel.calculus.facts.cube_laws import MixtureTV
from verify.kernel.calculus.reasons import multiple_of
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appH1_assouad.eq182_assouad import FAMILY, SIZE, THEOREM14, VERTEX
from verify.papers.kent.appH6_mixture.constructions import COUNT
from verify.papers.kent.instances.hypercubes import Cube, Vertex, flip, vertices
from verify.papers.kent.lemmas.components import (
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
from verify.papers.kent.lemmas.moved_components import EqualParts
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, PROTOCOL, USERS


def _chi_cases(_: Settings) -> Iterator[Case]:
    """The chi-square of the T-fold laws of one component next to (1 + Delta^2/(q(1-q)))^T - 1."""
    for samples in (1, 2, 4):
        for q in (Fraction(1, 4), Fraction(2, 3)):
            delta = Fraction(1, 10)
            here, there = binomial(samples, q), binomial(samples, q - delta)
            value = sum(((there[k] / here[k] - 1) ** 2 * here[k] for k in here.atoms), Fraction(0))
            yield Case({"T": samples, "q": str(q)}, value, (1 + delta**2 / (q * (1 - q))) ** samples - 1)


_SHARE, _CHANGE, _PART = real("q", Rational(1, 8), Rational(7, 8)), real("Delta", above=0), integer("I", least=1)
_COORDINATE = integer("i", least=1)
PartSquare = quantity(
    "PartSquare",
    r"E[\phi_{{I, v, {1}}}^2 \mid I = {0}]_{{q = {2}, \Delta = {3}, T = {4}}}",
    "mean square, given component I, of the fluctuation of T Bernoulli draws as v_i is flipped, the i-th component's "
    "probability q turning to q - Delta or q + Delta: PartSquare(I, i, q, Delta, T)",
    0,
)
_HERE = PartSquare(_COORDINATE, _COORDINATE, _SHARE, _CHANGE, DRAWS)
_ELSEWHERE = PartSquare(_PART, _COORDINATE, _SHARE, _CHANGE, DRAWS)
_CHI = (1 + _CHANGE**2 / (_SHARE * (1 - _SHARE))) ** DRAWS - 1
_OTHER, _SMALL = at_most(1, (_PART - _COORDINATE) ** 2), at_most(64 * DRAWS * _CHANGE**2, 7)
_ROOM = real("y", above=0, most=1)
_EXACT = (
    line(_HERE, given=(at_most(_CHANGE, Rational(1, 8)),))
    .eq(
        _CHI,
        because(
            "The chi-square divergence of T Bernoulli draws plus one is that of one draw plus one to the power T, and one "
            "draw's is Delta^2/q + Delta^2/(1 - q).",
            "kent/appH.6/fam/class",
        ),
    )
    .crosschecked(
        "sums over all counts",
        r"\chi^2",
        "T = 1, 2, 4; q = 1/4, 2/3; Delta = 1/10",
        _chi_cases,
        "==",
    )
)
_SPREAD = real("w", least=Rational(7, 64))
_ONE_DRAW = line(_CHANGE**2 / _SPREAD).le(64 * _CHANGE**2 / 7).at({_SPREAD: _SHARE * (1 - _SHARE)})


def _others() -> Iterator[Point]:
    """The chi-square of one component's T draws as v_i is flipped, by the laws of all components at both vertices."""
    for (component, flipped), samples in product(permutations((1, 2, 3), 2), (1, 3)):
        for share, change in product((Fraction(1, 8), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 3))):
            before, after = (
                [binomial(samples, share + change * (k == flipped) * moved) for k in (1, 2, 3)] for moved in (0, 1)
            )
            here, there = before[component - 1], after[component - 1]
            square = sum(((there[k] / here[k] - 1) ** 2 * here[k] for k in here.atoms), Fraction(0))
            values: dict[Any, Any] = {
                _PART: component,
                _COORDINATE: flipped,
                _SHARE: share,
                _CHANGE: change,
                DRAWS: samples,
            }
            yield {letter: Fraction(x) for letter, x in values.items()}, square


_NONE = at_points(
    line(_ELSEWHERE, given=(_OTHER,)).eq(0, because("Another component does not change with v_i.")),
    "three components",
    "T = 1, 3; q = 1/8, 1/2; Delta = 1/10, 1/3; all I, i",
    _others,
)
APPH_6_CHI = Claim(
    "kent/appH.6/chi",
    "Appendix H.6, Step 2",
    Kind.INEQUALITY,
    "the chi-square of a component",
    says=(
        r"\mathbb{E}_{P_{I,v}}[\phi_{I,v,i}^2\mid "
        r"I]=\mathbb{1}\{I=i\}\chi^2(\mathrm{Ber}(\theta_i-v_i\Delta/2)^{\otimes "
        r"T},\mathrm{Ber}(\theta_i+v_i\Delta/2)^{\otimes "
        r"T})=\mathbb{1}\{I=i\}\Big\{1+\frac{\Delta^2}{(\theta_i+v_i\Delta/2)(1-\theta_i-v_i\Delta/2)}\Big\}^T-\mathbb{1}\{I=i\}\le\mathbb{1}\{I=i\}CT\Delta^2"
    ),
    match=Match.READING,
    differs="the hidden constant is C = 128/7, for Delta <= 1/8 and 64 T Delta^2 <= 7",
    printed=AllOf(
        "",
        {
            "the component": _EXACT,
            "bounded": line(_HERE, given=(*_EXACT.given, _SMALL))
            .eq(_CHI, _EXACT)
            .le((1 + 64 * _CHANGE**2 / 7) ** DRAWS - 1, _ONE_DRAW)
            .le(exp(64 * DRAWS * _CHANGE**2 / 7) - 1)
            .le(
                128 * DRAWS * _CHANGE**2 / 7,
                line(exp(_ROOM) - 1).le(2 * _ROOM).at({_ROOM: 64 * DRAWS * _CHANGE**2 / 7}),
            ),
            "others": _NONE,
        },
    ),
    note="phi_{I,v,i} is 0 unless I = i, so that different ones are orthogonal.",
)


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


def _average(family: Cube, channel: Channel) -> Fraction:
    return family.average_variation(lambda v: family.law(v).through(channel))


def _components(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, next to 7/m times the largest sum of second moments."""
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
    says=(
        r"\Big(\frac{1}{k}\sum_{j=1}^kD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac{7n}{k}\max_{v\in\mathcal{V}}\sup_{Q\in\mathcal{Q}_\alpha}\sum_{j=1}^k\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_v}[\phi_{I,v,j}(X)q(z\mid "
        r"X)]^2}{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid X)\mid I]]}dz\text{ under Assumption 3: "
        r"}\frac{dP_{I,v^{\oplus j}}}{dP_{I,v}}=1+\phi_{I,v,j}"
    ),
    match=Match.SAME,
    printed=line(_MIXED**2, given=(_TURNS, DominatedParts(PARTS)))
    .le(_BY_THEOREM14.statement.right, _BY_THEOREM14, MIXTURE_DOMINATED(PARTS))
    .eq(7 * USERS / SIZE * _CHANGED_WORST, TOWER(CHANNEL, PARTS, VERTEX))
    .crosschecked(
        "every extreme channel, exact",
        r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac7m\max_v\max_Q\sum_j\int E[\phi_Iq]^2/E[q]",
        "(214) at m = 2, Delta = 1/5, n = 1, T = 1, 2, e^alpha = 3/2, 27/10",
        _components,
    )
    .crosschecked(
        "Hellinger distances, exact",
        r"\sum_jD_{\mathrm H}^2\le\tfrac12\sum_j\int E[\phi_Iq]^2/E[q]",
        "(214) at m = 2, Delta = 1/5, T = 1, 2, e^alpha = 3/2, 27/10, two v",
        _halved_distances,
        granted="2^{-40}",
    ),
    note="A user's data is one draw of the mixture, of any kind: T samples of one component in (214).",
)


def _conditional(_: Settings) -> Iterator[Case]:
    """The sum over j of the integral of E[phi q]^2/E q next to max E eta^2 times the integral of E_I Var(q | I)/E q."""
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


MOST = real("a", least=0)
_ASSUMED = (DominatedParts(PARTS), OrthogonalParts(PARTS, MOST), at_most(ALPHA, 1))
_SQUARES = PartsSquares(CHANNEL, PARTS, VERTEX)


def _given_component(_: Settings) -> Iterator[Case]:
    """The left side given I = 1 next to the bound; by the answers' masses, and by the moved mass times the channel's range."""
    delta, keep = Fraction(1, 5), Fraction(3, 5)
    ones = [p[1] for p in components(2, delta, 1, (1, 1))]
    changed = [components(2, delta, 1, flip((1, 1), j))[j][1] for j in range(2)]
    before, after = ([keep * p + (1 - keep) * (1 - p) for p in (one, 1 - one)] for one in (ones[0], changed[0]))
    other = [keep * p + (1 - keep) * (1 - p) for p in (ones[1], 1 - ones[1])]
    left = sum(((b - a) ** 2 / a for a, b in zip(before, after, strict=True)), Fraction(0))
    again = ((changed[0] - ones[0]) * (2 * keep - 1)) ** 2 / (before[0] * before[1])
    eta = max((b - a) ** 2 / (a * (1 - a)) for a, b in zip(ones, changed, strict=True)) / 2
    variances = sum((a * (1 - a) * (2 * keep - 1) ** 2 for a in ones), Fraction(0))
    right = eta * sum((variances / (a + b) for a, b in zip(before, other, strict=True)), Fraction(0))
    told = {"m": 2, "T": 1, "Delta": "1/5", "v": "(1, 1)", "I": 1, "e^alpha": "3/2"}
    yield Case(told, left, right, left_again=again)


LEMMA19_SUM = Claim(
    "kent/lemma19/sum",
    "Appendix H.6, proof of Lemma 19",
    Kind.INEQUALITY,
    "conditional fluctuations through an alpha-LDP channel",
    says=(
        r"\sum_{j=1}^k\int_{\mathcal{Z}}\frac{[\mathbb{E}_{P_{I,v}}[\phi_{I,v,j}(X)q(z\mid "
        r"X)]]^2}{\mathbb{E}_{P_{I,v}}[q(z\mid "
        r"X)]}dz\le\max_{i\in[k]}\{\mathbb{E}_I[\eta_{I,i}^2]\}\int_{\mathcal{Z}}\frac{\mathbb{E}_I[\mathrm{Var}_{P_{I,v}}(q(z\mid "
        r"X)\mid I)]}{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid X)\mid "
        r"I]]}dz\le3\alpha^2\max_{i\in[k]}\{\mathbb{E}_I[\eta_{I,i}^2]\}\int_{\mathcal{Z}}\frac{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid "
        r"X)\mid I]^2]}{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid X)\mid I]]}dz"
    ),
    match=Match.READING,
    differs="the first sign, at one value of I: as printed the left side is random",
    printed=FiniteCheck(
        r"\sum_{j=1}^k\int\frac{[\mathbb E_{P_{I,v}}\phi_{I,v,j}q]^2}{\mathbb E_{P_{I,v}}q}\le\max_i\{\mathbb E_I[\eta_{I,i}^2]\}\int\frac{\mathbb E_I[\mathrm{Var}_{P_{I,v}}(q\mid I)]}{\mathbb E_I[\mathbb E_{P_{I,v}}[q\mid I]]}",
        "the mixtures (214), m = 2, T = 1, Delta = 1/5, v = (1, 1), I = 1; randomized response at e^alpha = 3/2",
        _given_component,
    ),
    corrected=line(_CHANGED, given=(_PRIVATE, *_ASSUMED))
    .le(MOST * PartsProjected(CHANNEL, PARTS, VERTEX), CAUCHY_OVER_PARTS(CHANNEL, PARTS, VERTEX, MOST))
    .le(MOST * PartsVariance(CHANNEL, PARTS, VERTEX), BESSEL_IN_PARTS(CHANNEL, PARTS, VERTEX, MOST))
    .le(MOST * (exp(ALPHA) - 1) ** 2 / 4 * _SQUARES, PRIVATE_PARTS(CHANNEL, PARTS, VERTEX, ALPHA))
    .le(3 * ALPHA**2 * MOST * _SQUARES, line(exp(ALPHA) - 1, given=(at_most(ALPHA, 1),)).le(sqrt(3) * ALPHA))
    .crosschecked(
        "every extreme channel, exact",
        r"\sum_j\int E[\phi q]^2/E[q]\le\max E\eta^2\int E\mathrm{Var}/E[q]",
        "(214) at m = 2, Delta = 1/5, T = 1, 2, e^alpha = 3/2, 27/10, two v",
        _conditional,
    ),
    correction=(
        "P_v for P_{I,v} in numerator and denominator on the left, as in Proposition 18: given I one of "
        "the m terms stands alone, and is not averaged"
    ),
    severity=Severity.TYPO,
    theorem="kent/lemma19",
    note="a is any number that is at least max_i E_I[eta_(I, i)^2]. A quarter of the bound is enough.",
)


def _squares(parts: list[FiniteLaw]) -> Fraction:
    """The integral of E_I[E[q|I]^2]/E_I[E[q|I]] for the laws of the message given each component."""
    return sum(
        (
            sum((p[z] ** 2 for p in parts), Fraction(0)) / sum((p[z] for p in parts), Fraction(0))
            for z in parts[0].atoms
        ),
        Fraction(0),
    )


def _conditional_lemma(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, next to 21 alpha^2/m times max E eta^2 times the largest integral over the components."""
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


_SCALE = 3 * ALPHA**2 * MOST
_AT_VERTEX = Supremum(_SQUARES, CHANNEL, _PRIVATE)
_WORST = Supremum(_AT_VERTEX, VERTEX)
_SQUARED = (
    line(_MIXED**2, given=(_TURNS, *_ASSUMED))
    .le(7 * USERS / SIZE * _CHANGED_WORST, PROPOSITION18)
    .le(7 * USERS / SIZE * Supremum(Supremum(_SCALE * _SQUARES, CHANNEL, _PRIVATE), VERTEX), LEMMA19_SUM)
    .eq(7 * USERS / SIZE * Supremum(_SCALE * _AT_VERTEX, VERTEX), multiple_of(_SCALE, _AT_VERTEX))
    .eq(21 * USERS * ALPHA**2 / SIZE * MOST * _WORST, multiple_of(_SCALE, _WORST))
)
LEMMA19 = Claim(
    "kent/lemma19",
    "Appendix H.6, Lemma 19",
    Kind.INEQUALITY,
    "the average TV under Assumptions 3 and 4",
    says=(
        r"\frac{1}{k}\sum_{j=1}^kD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\le\sqrt{\frac{21n\alpha^2}{k}\max_{i\in[k]}\{\mathbb{E}_I[\eta_{I,i}^2]\}\max_{v\in\mathcal{V}}\sup_{Q\in\mathcal{Q}_\alpha}\int_{\mathcal{Z}}\frac{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid "
        r"X)\mid I]^2]}{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid X)\mid I]]}dz}\text{ under Assumptions 3 "
        r"and 4, for any }\alpha\in(0,1]\text{ and any }Q\in\mathcal{Q}_\alpha"
    ),
    match=Match.READING,
    differs="with any a that is at least the maximum of E_I[eta^2] in its place",
    printed=line(_MIXED, given=_SQUARED.given)
    .eq(sqrt(_MIXED**2))
    .le(sqrt(21 * USERS * ALPHA**2 / SIZE * MOST * _WORST), _SQUARED)
    .crosschecked(
        "every extreme channel, exact",
        r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac{21\alpha^2}m\max E\eta^2\max_v\max_Q\int\frac{E_I[E[q|I]^2]}{E[q]}",
        "(214) at m = 2, Delta = 1/5, n = 1, T = 1, 2, e^alpha = 101/100, 3/2, 27/10",
        _conditional_lemma,
    ),
)


def _mixed(_: Settings) -> Iterator[Case]:
    """The integral of (216) next to m/(1 + (m-1)e^-alpha)."""
    for m in (2, 3):
        for samples in (1, 2, 3):
            for t in (Fraction(3, 2), Fraction(27, 10)):
                for place, channel in enumerate(channels(samples, t)):
                    parts = [p.through(channel) for p in components(m, Fraction(1, 10), samples, (1,) * m)]
                    value = _squares(parts)
                    yield Case(
                        {"m": m, "T": samples, "e^alpha": str(t), "channel": place}, value, m / (1 + (m - 1) / t)
                    )


_INVERSE = real("y", above=0, most=1)
_SHARED = COUNT / (1 + (COUNT - 1) * exp(-ALPHA))
_BY_RATIOS = (
    line(_SQUARES, given=(EqualParts(PARTS, COUNT), _PRIVATE))
    .le(
        _SHARED,
        because(
            "The components' densities of a message are at most e^alpha apart, so that the square of one is at most itself "
            "times their sum divided by 1 + (m - 1) e^-alpha."
        ),
    )
    .crosschecked(
        "every extreme channel, exact",
        r"\int\le\tfrac m{1+(m-1)e^{-\alpha}}",
        "m = 2, 3; T = 1, 2, 3; e^alpha = 3/2, 27/10",
        _mixed,
    )
)
_AT_ALPHA = (
    line(_SQUARES, given=_BY_RATIOS.given)
    .le(_SHARED, _BY_RATIOS)
    .le(exp(ALPHA), line(COUNT / (1 + (COUNT - 1) * _INVERSE)).le(1 / _INVERSE).at({_INVERSE: exp(-ALPHA)}))
)
_HIGH = at_most(ALPHA, 1)
AT_ONE = line(_SQUARES, given=(*_AT_ALPHA.given, _HIGH)).le(exp(ALPHA), _AT_ALPHA).le(E, _HIGH)
EQ216 = Claim(
    "kent/eq216",
    "Appendix H.6, Step 3, (216)",
    Kind.INEQUALITY,
    "the integral over the components",
    says=(
        r"\int_{\mathcal{Z}}\frac{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid X)\mid "
        r"I]^2]}{\mathbb{E}_I[\mathbb{E}_{P_{I,v}}[q(z\mid X)\mid "
        r"I]]}dz=\sum_{i=1}^m\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_{i,v}}[q(z\mid X)]}{1+\sum_{j\ne "
        r"i}\mathbb{E}_{P_{j,v}}[q(z\mid X)]/\mathbb{E}_{P_{i,v}}[q(z\mid "
        r"X)]}dz\le\sum_{i=1}^m\int_{\mathcal{Z}}\frac{\mathbb{E}_{P_{i,v}}[q(z\mid "
        r"X)]}{1+(m-1)e^{-\alpha}}dz=\frac{m}{1+(m-1)e^{-\alpha}}\le e"
    ),
    match=Match.READING,
    differs=("in three parts, each against the integral; a bound by e^alpha, which is not printed, stands between"),
    printed=AllOf("", {"m components": _BY_RATIOS, "e^alpha": _AT_ALPHA, "e": AT_ONE}),
)

CLAIMS = (
    APPH_6_CHI,
    PROPOSITION18,
    LEMMA19_SUM,
    LEMMA19,
    EQ216,
)
