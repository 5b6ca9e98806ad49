"""kent Appendix H.6, the two mixtures and the family (214): constructions for the means of a mixture."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw
from verify.calculus import (
    BRETAGNOLLE_HUBER,
    CHAIN_OVER_USERS,
    KL,
    TV,
    Interactive,
    Name,
    Sum,
    Transcript,
    at_most,
    by,
    calc,
    cite,
    constructor,
    equal,
    integer,
    quantity,
    real,
    words,
)
from verify.calculus.facts.bodies import Squared
from verify.calculus.facts.fluctuations import SignAt
from verify.calculus.facts.packings import WorstLoss, minimax_loss
from verify.papers.kent.appH2_high_privacy import DELTA
from verify.papers.kent.instances.hypercubes import power, vertices
from verify.papers.kent.setting import ALPHA, CONTRACTION, DRAWS, FIRST, PROTOCOL, SECOND, USERS
from verify.prover import Variable
from verify.statements import AllOf, Case, FiniteCheck, Whole
from verify.statements import at_most as ordered
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

C = Rational(1, 4200)
"""The c of (214) that makes the bracket at least 1/2."""

_DELTA, _M = sympy.symbols("Delta m", positive=True)

_X, _K = sympy.symbols("x k", positive=True)

_W, _U, _S = sympy.symbols("w u s", nonnegative=True)

_HALF = Rational(1, 2)

_ONE = Variable(_W, Integer(0), Integer(1))

_COUNT = Variable(_M, Integer(2), oo)


def _constant_channel(_: Settings) -> Iterator[Case]:
    """The larger risk of the midpoint of the two vectors of means beside e^0/4, for a channel that sends nothing."""
    m = 2
    first, second = ([Fraction(k + shift, m) for k in range(m)] for shift in (1, 0))
    middle = [(a + b) / 2 for a, b in zip(first, second, strict=True)]
    worst = max(
        sum(((a - b) ** 2 for a, b in zip(middle, means, strict=True)), Fraction(0)) for means in (first, second)
    )
    told = {"m": m, "Q": "Z = 0 always", "hat theta": "the midpoint"}
    yield Case(told, worst, Fraction(1, 4), left_again=Fraction(1, 4 * m))


def _spacing(_: Settings) -> Iterator[Case]:
    """The least distance of two means of P_1 beside theta_sep = 2/m, which the theorem allows."""
    for m in (2, 5):
        means = [Fraction(k, m) for k in range(1, m + 1)]
        least = min(b - a for a, b in pairwise(means))
        yield Case({"m": m, "theta_sep": str(Fraction(2, m))}, least, Fraction(2, m), left_again=Fraction(1, m))


def _points(_: Settings) -> Iterator[Case]:
    """TV of the two mixtures of point masses spaced 2/m beside 1/m."""
    for m in (2, 3, 8):
        laws = [
            FiniteLaw(tuple((Fraction(2 * (k + shift), m) - 1, Fraction(1, m)) for k in range(m))) for shift in (0, 1)
        ]
        yield Case({"m": m}, total_variation(*laws), Fraction(1, m))


def _contracted(_: Settings) -> Iterator[Case]:
    """KL of the messages of the two mixtures, m = 3, beside 3 alpha^2/m^2: every extreme channel on the four points."""
    laws = [FiniteLaw(tuple((k + shift, Fraction(1, 3)) for k in range(3))) for shift in (0, 1)]
    full = [FiniteLaw(tuple((x, law[x]) for x in range(4))) for law in laws]
    for t in (Fraction(3, 2), Fraction(27, 10)):
        for place, channel in enumerate(extreme_channels((0, 1, 2, 3), t)):
            sent = [law.through(channel) for law in full]
            yield Case(
                {"m": 3, "e^alpha": str(t), "channel": place}, kullback_leibler(*sent), 3 * as_arb(t).log() ** 2 / 9
            )


def _end(_: Settings) -> Iterator[Case]:
    """e^(-12x)/4 beside e^(-3x)/(4m) where x >= log m."""
    for m in (2, 3, 10, 1000):
        for multiple in (1, 2, 9):
            x = multiple * as_arb(m).log()
            yield Case({"m": m, "x": f"{multiple} log m"}, (-12 * x).exp() / 4, (-3 * x).exp() / (4 * m))


def _two_point_bayes(_: Settings) -> Iterator[Case]:
    """e^(-3 n alpha^2/m^2)/(4m) beside the exact Bayes risk of the two vectors of means, spaced 2/m, through a channel."""
    for m in (2, 3):
        laws = [
            FiniteLaw(tuple((x, Fraction(int(shift <= x < m + shift), m)) for x in range(m + 1))) for shift in (1, 0)
        ]
        for t in (Fraction(11, 10), Fraction(3, 2), Fraction(27, 10)):
            for place, channel in enumerate(extreme_channels(tuple(range(m + 1)), t)):
                for users in (1, 2):
                    p, q = (power(law.through(channel), users) for law in laws)
                    risk = sum((p[z] * q[z] / (p[z] + q[z]) / 2 for z in p.atoms if p[z] + q[z]), Fraction(0)) * 4 / m
                    bound = (-3 * users * as_arb(t).log() ** 2 / m**2).exp() / (4 * m)
                    yield Case({"m": m, "n": users, "e^alpha": str(t), "channel": place}, bound, as_arb(risk))


def _spaced(_: Settings) -> Iterator[Case]:
    """The least distance of two of the corrected means, and the largest of their absolute values, beside 2/m and 1."""
    for m in range(2, 9):
        for shift in (1, 0):
            means = [-1 + Fraction(2 * (k + shift), m) for k in range(m)]
            yield Case(
                {"m": m, "from k": shift, "of": "spacing"}, Fraction(2, m), min(b - a for a, b in pairwise(means))
            )
            yield Case({"m": m, "from k": shift, "of": "range"}, max(abs(x) for x in means), 1)


def _separations(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of the exact means of (214) beside Delta^2/4 times the Hamming distance."""
    delta = Fraction(1, 10)
    for m in (1, 2, 3):
        for v, w in product(vertices(m), repeat=2):
            means = [[Fraction(1, 4) + Fraction(j + 1, 2 * m) + u[j] * delta / 2 for j in range(m)] for u in (v, w)]
            far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 4
            yield Case(
                {"m": m, "v": str(v), "v'": str(w)}, far, delta**2 / 4 * sum(a != b for a, b in zip(v, w, strict=True))
            )


def _gap(_: Settings) -> Iterator[Case]:
    """The least distance of two means at v = (1, -1) beside theta_sep = 2/m; on {-1, 1} the distances double."""
    m, delta = 2, Fraction(1, 100)
    means = [Fraction(1, 4) + Fraction(j, 2 * m) + v * delta / 2 for j, v in ((1, 1), (2, -1))]
    told = {"m": m, "Delta": str(delta), "v": "(1, -1)", "theta_sep": str(Fraction(2, m))}
    yield Case(told, 2 * (means[1] - means[0]), Fraction(2, m), left_again=2 * (Fraction(1, 2 * m) - delta))


def _printed_separation(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of two neighbours' means beside Delta^2."""
    delta = Fraction(1, 10)
    means = [[Fraction(1, 4) + Fraction(j + 1, 4) + v[j] * delta / 2 for j in range(2)] for v in ((1, 1), (-1, 1))]
    far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 4
    yield Case({"m": 2, "Delta": "1/10", "Hamming distance": 1}, far, delta**2, left_again=delta**2 / 4)


COUNT, SEPARATION, PLACE = integer("m", least=1), real(r"\theta_{\mathrm{sep}}", least=0), integer("j", least=1)
MixtureLaws = constructor("MixtureLaws", r"\mathcal{{P}}^{{\mathrm{{mix}}}}_{{{0}, {1}, {2}}}", sort="class of laws")
"""The laws of T samples of one of m components on [-1, 1], each as likely, with means at least theta_sep apart; the
parameter is the vector of means: MixtureLaws(m, theta_sep, T)."""
PointMixture = constructor(
    "PointMixture", r"\tfrac1{{{0}}} \textstyle\sum_k \delta_{{-1 + 2(k - {1})/{0}}}", sort="law"
)
"""The law of T samples that are all -1 + 2(k - a)/m, each k = 1..m as likely: PointMixture(m, a, T)."""
TwoPointLoss = quantity(
    "TwoPointLoss", r"\max_{{a = 0, 1}} \mathbb{{E}}_{{{0}}} \|\hat\theta - \theta_a\|^2_{{{1}, {2}}}",
    "larger of a protocol's expected squared errors at the two mixtures of m point masses: TwoPointLoss(Z, m, T)", 0,
)  # fmt: skip
_LAWS = PointMixture(COUNT, 0, DRAWS), PointMixture(COUNT, 1, DRAWS)
_TURNS, _HIGH = Interactive(PROTOCOL, USERS, ALPHA), at_most(ALPHA, 1)
_TOLD = tuple(Transcript(PROTOCOL, law) for law in _LAWS)
_LOSS = TwoPointLoss(PROTOCOL, COUNT, DRAWS)
_TWO = {FIRST: _LAWS[0], SECOND: _LAWS[1]}
_DIVERGENCE = calc(
    KL(*_TOLD), "<=", USERS*(exp(ALPHA) - 1)**2*TV(*_LAWS)**2,
    by(CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, *_LAWS), cite(CONTRACTION).at(_TWO)),
    "==", USERS*(exp(ALPHA) - 1)**2/COUNT**2,
    by(words("The two laws share all but one of m points, each of mass 1/m.", equal(TV(*_LAWS), 1/COUNT))),
    "<=", 3*USERS*ALPHA**2/COUNT**2, by(calc(exp(ALPHA) - 1, "<=", sqrt(3)*ALPHA, given=(_HIGH,))),
    given=(_TURNS, _HIGH),
).crosschecked("TV of the two mixtures", r"D_{\mathrm{TV}}=\tfrac1m", "m = 2, 3, 8", _points, "==").crosschecked(
    "every extreme channel: the divergence", r"D_{\mathrm{KL}}\le3\alpha^2/m^2", "m = 3, e^alpha = 3/2, 27/10",
    _contracted,
)  # fmt: skip
LE_CAM = calc(
    _LOSS, ">=", (1 - TV(*_TOLD))/(2*COUNT),
    by(words(
        "Le Cam: each of the m means differs by 2/m, so that a quarter of the squared distance is 1/m, and the least "
        "average error of a test is half of 1 - TV.",
        at_most((1 - TV(*_TOLD))/(2*COUNT), _LOSS),
    )),
    ">=", exp(-KL(*_TOLD))/(4*COUNT), by(BRETAGNOLLE_HUBER(*_TOLD)),
    ">=", exp(-3*USERS*ALPHA**2/COUNT**2)/(4*COUNT), by(_DIVERGENCE), given=(_TURNS, _HIGH),
).crosschecked(
    "every extreme channel: the Bayes risk", r"\tfrac1{4m}e^{-3n\alpha^2/m^2}\le\text{Bayes risk}",
    "m = 2, 3, the two laws alike likely, n = 1, 2, e^alpha = 11/10, 3/2, 27/10", _two_point_bayes,
)  # fmt: skip
_AT = integer("k", least=0)
_POINT = -1 + 2 * _AT / COUNT
_INSIDE, _NEAR = at_most(_AT, COUNT), at_most(SEPARATION, 2 / COUNT)
_CLASS = AllOf("", {
    "from -1": calc(-_POINT, "<=", 1),
    "to 1": calc(_POINT, "<=", -1 + 2*COUNT/COUNT, by(_INSIDE), "==", 1, given=(_INSIDE,)),
    "spacing": calc(
        -1 + 2*(_AT + 1)/COUNT - _POINT, "==", 2/COUNT, ">=", SEPARATION, by(_NEAR), given=(_NEAR,),
    ).crosschecked("exact means", r"\text{spacing and range}", "m = 2..8, both vectors", _spaced),
})  # fmt: skip
_MEMBERS = MixtureLaws(COUNT, SEPARATION, DRAWS)
_WORST = WorstLoss(PROTOCOL, _MEMBERS, Integer(1), Squared())
_FIRST_END = exp(-3*USERS*ALPHA**2/COUNT**2)/(4*COUNT)  # fmt: skip
_BY_TWO = calc(
    _WORST, ">=", _LOSS,
    by(words(
        "Both mixtures belong to the class.", at_most(_LOSS, _WORST), given=(_NEAR,), leans=("kent/appH.6/two/class",),
    )),
    ">=", _FIRST_END, by(LE_CAM), given=(_TURNS, _HIGH, _NEAR),
)  # fmt: skip
_RISK = minimax_loss(_MEMBERS, USERS, 1, ALPHA, Squared())
_TWO_BOUND = calc(_RISK, ">=", _FIRST_END, by(_BY_TWO), given=(_HIGH, _NEAR))
_ROOM, _ENOUGH = real("x", least=0), at_most(log(COUNT), USERS * ALPHA**2 / COUNT**2)
_LOG = real("L", least=0)
_BY_LOG = calc(
    exp(-3 * _ROOM - _LOG) / 4, ">=", exp(-12 * _ROOM) / 4, by(at_most(_LOG, _ROOM)), given=(at_most(_LOG, _ROOM),)
)
TWO = calc(
    _RISK, ">=", _FIRST_END, by(_TWO_BOUND), ">=", exp(-12*USERS*ALPHA**2/COUNT**2)/4,
    by(_BY_LOG.at({_LOG: log(COUNT), _ROOM: USERS*ALPHA**2/COUNT**2})),
    given=(_HIGH, _NEAR, _ENOUGH),
).crosschecked(
    "in numbers", r"\tfrac14e^{-12x}\le\tfrac1{4m}e^{-3x}", "m = 2, 3, 10, 1000; x = log m, 2 log m, 9 log m", _end,
)  # fmt: skip
_VERTEX, _VERTEX2 = Name("v", "vertex"), Name("v'", "vertex")
_GRID = Rational(1, 4) + PLACE / (2 * COUNT)
_MOVED, _MOVED2 = (_GRID + DELTA/2*SignAt(v, PLACE) for v in (_VERTEX, _VERTEX2))  # fmt: skip
_ONE_APART = calc(
    (_MOVED - _MOVED2) ** 2 / 4, "==", DELTA**2 / 4 * (SignAt(_VERTEX, PLACE) - SignAt(_VERTEX2, PLACE)) ** 2 / 4
)
_APART = calc(
    Sum(_ONE_APART.start, PLACE, 1, COUNT), "==", Sum(_ONE_APART.steps[-1].term, PLACE, 1, COUNT), by(_ONE_APART),
).crosschecked(
    "all pairs", r"\tfrac14\|\theta_v-\theta_{v'}\|^2", "m = 1, 2, 3, Delta = 1/10", _separations, "==",
)  # fmt: skip


CLAIMS = (
    Claim("kent/appH.6/two/lecam", "Appendix H.6, the T-independent bound, first step", Kind.LOWER_BOUND,
          "Le Cam at two mixtures of point masses",
          FiniteCheck(
              r"\max_jE_{P_j,Q}\|\hat\theta-\theta(P_j)\|^2\ge\tfrac14e^{-12n\alpha^2D_{\mathrm{TV}}(P_1,P_2)^2}\ "
              r"\forall Q,\hat\theta",
              "m = 2, the channel that sends nothing (so that the exponent of the messages is 0), the midpoint",
              _constant_channel, ">="),
          AllOf("", {"the divergence": _DIVERGENCE, "Le Cam": LE_CAM}),
          correction="the separation of the two vectors of means, a quarter of m/m^2, is missing: 1/(16m) in front for "
                     "the printed means, 1/(4m) for means twice as far apart; the sharper contraction makes up for it",
          severity=Severity.CONSTANT, theorem="kent/appH.6/two",
          note="Judged is the step, for each Q: the display has an infimum on the left only. Its end, the bound for "
               "the class, survives: kent/appH.6/two.",
          root="kent/example1b/lecam"),
    Claim("kent/appH.6/two/class", "Appendix H.6, the T-independent bound, the two distributions", Kind.CONSTRUCTION,
          "both mixtures are in the class",
          FiniteCheck(r"\min_{i\ne j}|\theta_i-\theta_j|\ge\theta_{\mathrm{sep}},\ \theta_{\mathrm{sep}}\le\tfrac2m",
                      "m = 2, 5 at theta_sep = 2/m", _spacing, ">="),
          _CLASS,
          correction="the means 1/m, 2/m, ... are 1/m apart, while theta_sep may be up to 2/m: use the interval [-1, "
                     "1], where 2/m fits",
          severity=Severity.PROOF_GAP, theorem="kent/appH.6/two",
          note="The weights are 1/m, above pi_0 only if pi_0 < 1/m, which the class with m components forces."),
    Claim("kent/appH.6/two", "Appendix H.6, the T-independent bound", Kind.LOWER_BOUND,
          "the T-independent lower bound for mixtures", AllOf("", {"the two laws": _TWO_BOUND, "the end": TWO}),
          note="The printed bound holds though two of its steps do not: the means twice as far apart and the "
               "contraction with (e^alpha - 1)^2 TV^2 make up for the lost separation. n alpha^2 >= C m^2 log(n "
               "alpha^2) is more than the condition here, for C >= 1."),
    Claim("kent/appH.6/fam/class", "Appendix H.6, Step 1, after (214)", Kind.CONSTRUCTION,
          "the mixtures (214) are in the class",
          FiniteCheck(r"\min_{i\ne j}|\theta_i-\theta_j|\ge\theta_{\mathrm{sep}},\ \theta_{\mathrm{sep}}\le\tfrac2m,\ "
                      r"c\text{ small}",
                      "m = 2, theta_sep = 2/m, v = (1, -1), Delta = 1/100, components moved to {-1, 1}", _gap, ">="),
          AllOf(r"\theta_{\mathrm{sep}}\le\tfrac1{4m},\ \Delta\le\tfrac1{4m}:\ "
                r"\tfrac1{2m}-\Delta\ge\theta_{\mathrm{sep}},\ q=\theta_j\pm\tfrac\Delta2\in[\tfrac18,\tfrac78]",
                {"the gap, with Delta = u/(4m)":
                     ordered(1 / (4 * _M), 1 / (2 * _M) - _U / (4 * _M), _COUNT, Variable(_U, Integer(0), Integer(1))),
                 "q >= 1/8": ordered(Rational(1, 8), Rational(1, 4) - _W / (8 * _M), _COUNT, _ONE),
                 "q <= 7/8": ordered(Rational(3, 4) + _W / (8 * _M), Rational(7, 8), _COUNT, _ONE),
                 "Delta = m sqrt(c/(nT alpha^2)) <= 1/(4m) once nT alpha^2 >= m^4: squares":
                     ordered(16 * C * _W, Integer(1), _ONE)}),
          correction="the components are 1/(2m) apart on [0, 1] (1/m on [-1, 1]), so theta_sep up to 2/m is not "
                     "reached, whatever Delta; true for theta_sep <= 1/(4m)",
          severity=Severity.CONDITION, theorem="kent/own/thm10-lower",
          note="The theorem only asks that theta_sep <= 2/m; kent/own/mixture-middle is a family for theta_sep up to "
               "(2 - kappa)/m. The likelihoods in the proof have 1{x = -1} for Bernoulli data in {0, 1}.",
          root="kent/thm10/lower"),
    Claim("kent/appH.6/fam/separation", "Appendix H.6, Step 1, the separation", Kind.IDENTITY,
          "the separation of (214)",
          FiniteCheck(r"\tfrac14\|\theta(P_v)-\theta(P_{v'})\|_2^2\ge\Delta^2\textstyle\sum1\{v_j\ne v_j'\},\ "
                      r"\theta(P_v)=\theta+\tfrac\Delta2v",
                      "m = 2, Delta = 1/10, neighbours", _printed_separation, ">="),
          _APART, correction="a quarter of it: the means move by Delta, not 2 Delta", severity=Severity.CONSTANT,
          theorem="kent/appH.6/rate"),
    Claim("kent/appH.6/fam", "Appendix H.6, Step 1, (214)", Kind.CONSTRUCTION, "the hypercube of mixtures",
          Whole(r"P_v=\tfrac1m\textstyle\sum_j\mathrm{Ber}(\tfrac14+\tfrac j{2m}+\tfrac{v_j\Delta}2)^{\otimes T}",
                ("kent/appH.6/fam/class", "kent/appH.6/fam/separation")),
          Whole(r"P_v=\tfrac1m\textstyle\sum_j\mathrm{Ber}(\tfrac14+\tfrac j{2m}+\tfrac{v_j\Delta}2)^{\otimes T},\ "
                r"\theta_{\mathrm{sep}}\le\tfrac1{4m},\ 2\varrho=\tfrac{\Delta^2}4",
                ("kent/appH.6/fam/class", "kent/appH.6/fam/separation"), as_corrected=True),
          correction="2 varrho = Delta^2/4, for theta_sep <= 1/(4m)", severity=Severity.PROOF_GAP,
          theorem="kent/appH.6/rate"),
)  # fmt: skip
