"""kent Appendix H.6, the two mixtures and the family (214): constructions for the means of a mixture."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import sympy
from sympy import Integer, Rational, exp, log, sqrt

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.kernel.calculus import (
    BRETAGNOLLE_HUBER,
    CHAIN_OVER_USERS,
    KL,
    TV,
    Interactive,
    Name,
    Sum,
    Transcript,
    at_most,
    cite,
    constructor,
    equal,
    integer,
    let,
    line,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.fluctuations import SignAt
from verify.kernel.calculus.facts.packings import WorstLoss, minimax_loss
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH2_high_privacy import DELTA
from verify.papers.kent.instances.hypercubes import power, vertices
from verify.papers.kent.setting import ALPHA, CONTRACTION, DRAWS, FIRST, PROTOCOL, SECOND, USERS


def _constant_channel(_: Settings) -> Iterator[Case]:
    """The larger risk of the midpoint of the two vectors of means next to e^0/4, for a channel that sends nothing."""
    m = 2
    first, second = ([Fraction(k + shift, m) for k in range(m)] for shift in (1, 0))
    middle = [(a + b) / 2 for a, b in zip(first, second, strict=True)]
    worst = max(
        sum(((a - b) ** 2 for a, b in zip(middle, means, strict=True)), Fraction(0)) for means in (first, second)
    )
    told = {"m": m, "Q": "Z = 0 always", "hat theta": "the midpoint"}
    yield Case(told, worst, Fraction(1, 4), left_again=Fraction(1, 4 * m))


def _points(_: Settings) -> Iterator[Case]:
    """TV of the two mixtures of point masses spaced 2/m next to 1/m."""
    for m in (2, 3, 8):
        laws = [
            FiniteLaw(tuple((Fraction(2 * (k + shift), m) - 1, Fraction(1, m)) for k in range(m))) for shift in (0, 1)
        ]
        yield Case({"m": m}, total_variation(*laws), Fraction(1, m))


def _contracted(_: Settings) -> Iterator[Case]:
    """KL of the messages of the two mixtures, m = 3, next to 3 alpha^2/m^2: every extreme channel on the four points."""
    laws = [FiniteLaw(tuple((k + shift, Fraction(1, 3)) for k in range(3))) for shift in (0, 1)]
    full = [FiniteLaw(tuple((x, law[x]) for x in range(4))) for law in laws]
    for t in (Fraction(3, 2), Fraction(27, 10)):
        for place, channel in enumerate(extreme_channels((0, 1, 2, 3), t)):
            sent = [law.through(channel) for law in full]
            yield Case(
                {"m": 3, "e^alpha": str(t), "channel": place}, kullback_leibler(*sent), 3 * as_arb(t).log() ** 2 / 9
            )


def _two_point_bayes(_: Settings) -> Iterator[Case]:
    """e^(-3 n alpha^2/m^2)/(4m) next to the exact Bayes risk of the two vectors of means, spaced 2/m, through a channel."""
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


COUNT, SEPARATION, PLACE = integer("m", least=1), real(r"\theta_{\mathrm{sep}}", least=0), integer("j", least=1)
PointMixture = constructor(
    "PointMixture", r"\tfrac1{{{0}}} \textstyle\sum_k \delta_{{-1 + 2(k - {1})/{0}}}", sort="law"
)
"""The law of T samples that are all -1 + 2(k - a)/m, each k = 1..m as likely: PointMixture(m, a, T)."""
TwoPointLoss = quantity(
    "TwoPointLoss",
    r"\max_{{a = 0, 1}} \mathbb{{E}}_{{{0}}} \|\hat\theta - \theta_a\|^2_{{{1}, {2}}}",
    "larger of a protocol's expected squared errors at the two mixtures of m point masses: TwoPointLoss(Z, m, T)",
    0,
)
_LAWS = PointMixture(COUNT, 0, DRAWS), PointMixture(COUNT, 1, DRAWS)
_TURNS, _HIGH = Interactive(PROTOCOL, USERS, ALPHA), at_most(ALPHA, 1)
_TOLD = tuple(Transcript(PROTOCOL, law) for law in _LAWS)
_LOSS = TwoPointLoss(PROTOCOL, COUNT, DRAWS)
_TWO = {FIRST: _LAWS[0], SECOND: _LAWS[1]}
_DIVERGENCE = (
    line(KL(*_TOLD), given=(_TURNS, _HIGH))
    .le(
        USERS * (exp(ALPHA) - 1) ** 2 * TV(*_LAWS) ** 2,
        CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, *_LAWS),
        cite(CONTRACTION).at(_TWO),
    )
    .eq(
        USERS * (exp(ALPHA) - 1) ** 2 / COUNT**2,
        words("The two laws share all but one of m points, each of mass 1/m.", equal(TV(*_LAWS), 1 / COUNT)),
    )
    .le(3 * USERS * ALPHA**2 / COUNT**2, line(exp(ALPHA) - 1, given=(_HIGH,)).le(sqrt(3) * ALPHA))
    .crosschecked("TV of the two mixtures", r"D_{\mathrm{TV}}=\tfrac1m", "m = 2, 3, 8", _points, "==")
    .crosschecked(
        "every extreme channel: the divergence",
        r"D_{\mathrm{KL}}\le3\alpha^2/m^2",
        "m = 3, e^alpha = 3/2, 27/10",
        _contracted,
    )
)
_LE_CAM = (
    line(_LOSS, given=(_TURNS, _HIGH))
    .ge(
        (1 - TV(*_TOLD)) / (2 * COUNT),
        words(
            "Le Cam: each of the m means differs by 2/m, so that a quarter of the squared distance is 1/m, and the least "
            "average error of a test is half of 1 - TV.",
            at_most((1 - TV(*_TOLD)) / (2 * COUNT), _LOSS),
        ),
    )
    .ge(exp(-KL(*_TOLD)) / (4 * COUNT), BRETAGNOLLE_HUBER(*_TOLD))
    .ge(exp(-3 * USERS * ALPHA**2 / COUNT**2) / (4 * COUNT), _DIVERGENCE)
    .crosschecked(
        "every extreme channel: the Bayes risk",
        r"\tfrac1{4m}e^{-3n\alpha^2/m^2}\le\text{Bayes risk}",
        "m = 2, 3, the two laws alike likely, n = 1, 2, e^alpha = 11/10, 3/2, 27/10",
        _two_point_bayes,
    )
)
APPH_6_TWO_LECAM = Claim(
    "kent/appH.6/two/lecam",
    "Appendix H.6, the T-independent bound, first step",
    Kind.LOWER_BOUND,
    "Le Cam at two mixtures of point masses",
    says=r"\mathcal{R}_{n,T,\alpha}^{\text{mix}}(\theta(\mathcal{P}_{m,\pi_0,\theta_{\text{sep}}}),\lVert\cdot\rVert_2^2)\ge\frac{1}{4}e^{-12n\alpha^2D_{\mathrm{TV}}(P_{1,\text{mix}}^T,P_{2,\text{mix}}^T)^2}",
    match=Match.READING,
    differs="what follows from Le Cam's lemma, for each Q, at the two distributions",
    printed=FiniteCheck(
        r"\max_jE_{P_j,Q}\|\hat\theta-\theta(P_j)\|^2\ge\tfrac14e^{-12n\alpha^2D_{\mathrm{TV}}(P_1,P_2)^2}\ "
        r"\forall Q,\hat\theta",
        "m = 2, the channel that sends nothing (so that the exponent of the messages is 0), the midpoint",
        _constant_channel,
        ">=",
    ),
    corrected=AllOf("", {"the divergence": _DIVERGENCE, "Le Cam": _LE_CAM}),
    correction="the separation of the two vectors of means, a quarter of m/m^2, is missing: 1/(16m) in front for "
    "the printed means, 1/(4m) for means twice as far apart; the sharper contraction makes up for it",
    severity=Severity.CONSTANT,
    theorem="kent/appH.6/two",
    note="Judged is the step, for each Q: the display has an infimum on the left only. Its end, the bound for "
    "the class, survives: kent/appH.6/two.",
    root="kent/example1b/lecam",
)


def _spacing(_: Settings) -> Iterator[Case]:
    """The least distance of two means of P_1 next to theta_sep = 2/m, which the theorem allows."""
    for m in (2, 5):
        means = [Fraction(k, m) for k in range(1, m + 1)]
        least = min(b - a for a, b in pairwise(means))
        yield Case({"m": m, "theta_sep": str(Fraction(2, m))}, least, Fraction(2, m), left_again=Fraction(1, m))


def _spaced(_: Settings) -> Iterator[Case]:
    """The least distance of two of the corrected means, and the largest of their absolute values, next to 2/m and 1."""
    for m in range(2, 9):
        for shift in (1, 0):
            means = [-1 + Fraction(2 * (k + shift), m) for k in range(m)]
            yield Case(
                {"m": m, "from k": shift, "of": "spacing"}, Fraction(2, m), min(b - a for a, b in pairwise(means))
            )
            yield Case({"m": m, "from k": shift, "of": "range"}, max(abs(x) for x in means), 1)


_AT = integer("k", least=0)
_POINT = -1 + 2 * _AT / COUNT
_INSIDE, _NEAR = at_most(_AT, COUNT), at_most(SEPARATION, 2 / COUNT)
APPH_6_TWO_CLASS = Claim(
    "kent/appH.6/two/class",
    "Appendix H.6, the T-independent bound, the two distributions",
    Kind.CONSTRUCTION,
    "both mixtures are in the class",
    says=(
        r"P_{1,\text{mix}}^T=m^{-1}\delta_{1/m}^{\otimes T}+m^{-1}\delta_{2/m}^{\otimes "
        r"T}+\cdots+m^{-1}\delta_1^{\otimes T},\quad P_{2,\text{mix}}^T=m^{-1}\delta_0^{\otimes "
        r"T}+m^{-1}\delta_{1/m}^{\otimes T}+\cdots+m^{-1}\delta_{(m-1)/m}^{\otimes T}\text{: proportions "
        r"and means satisfy their separation criteria}"
    ),
    match=Match.READING,
    differs="one of two parts: the means, for theta_sep up to 2/m as Theorem 10 allows",
    printed=FiniteCheck(
        r"\min_{i\ne j}|\theta_i-\theta_j|\ge\theta_{\mathrm{sep}},\ \theta_{\mathrm{sep}}\le\tfrac2m",
        "m = 2, 5 at theta_sep = 2/m",
        _spacing,
        ">=",
    ),
    corrected=AllOf(
        "",
        {
            "from -1": line(-_POINT).le(1),
            "to 1": line(_POINT, given=(_INSIDE,)).le(-1 + 2 * COUNT / COUNT, _INSIDE).eq(1),
            "spacing": line(-1 + 2 * (_AT + 1) / COUNT - _POINT, given=(_NEAR,))
            .eq(2 / COUNT)
            .ge(SEPARATION, _NEAR)
            .crosschecked("exact means", r"\text{spacing and range}", "m = 2..8, both vectors", _spaced),
        },
    ),
    correction="the means 1/m, 2/m, ... are 1/m apart, while theta_sep may be up to 2/m: use the interval [-1, "
    "1], where 2/m fits",
    severity=Severity.PROOF_GAP,
    theorem="kent/appH.6/two",
    note="The weights are 1/m, above pi_0 only if pi_0 < 1/m, which the class with m components forces.",
)


def _end(_: Settings) -> Iterator[Case]:
    """e^(-12x)/4 next to e^(-3x)/(4m) where x >= log m."""
    for m in (2, 3, 10, 1000):
        for multiple in (1, 2, 9):
            x = multiple * as_arb(m).log()
            yield Case({"m": m, "x": f"{multiple} log m"}, (-12 * x).exp() / 4, (-3 * x).exp() / (4 * m))


MixtureLaws = constructor("MixtureLaws", r"\mathcal{{P}}^{{\mathrm{{mix}}}}_{{{0}, {1}, {2}}}", sort="class of laws")
"""The laws of T samples of one of m components on [-1, 1], each as likely, with means at least theta_sep apart; the
parameter is the vector of means: MixtureLaws(m, theta_sep, T)."""
_MEMBERS = MixtureLaws(COUNT, SEPARATION, DRAWS)
_WORST = WorstLoss(PROTOCOL, _MEMBERS, Integer(1), Squared())
_FIRST_END = exp(-3 * USERS * ALPHA**2 / COUNT**2) / (4 * COUNT)
_BY_TWO = (
    line(_WORST, given=(_TURNS, _HIGH, _NEAR))
    .ge(
        _LOSS,
        words(
            "Both mixtures belong to the class.",
            at_most(_LOSS, _WORST),
            given=(_NEAR,),
            leans=("kent/appH.6/two/class",),
        ),
    )
    .ge(_FIRST_END, _LE_CAM)
)
_RISK = minimax_loss(_MEMBERS, USERS, 1, ALPHA, Squared())
_TWO_BOUND = line(_RISK, given=(_HIGH, _NEAR)).ge(_FIRST_END, _BY_TWO)
_ROOM, _ENOUGH = real("x", least=0), at_most(log(COUNT), USERS * ALPHA**2 / COUNT**2)
_LOG = real("L", least=0)
_BY_LOG = line(exp(-3 * _ROOM - _LOG) / 4, given=(at_most(_LOG, _ROOM),)).ge(exp(-12 * _ROOM) / 4, at_most(_LOG, _ROOM))
TWO = (
    line(_RISK, given=(_HIGH, _NEAR, _ENOUGH))
    .ge(_FIRST_END, _TWO_BOUND)
    .ge(exp(-12 * USERS * ALPHA**2 / COUNT**2) / 4, _BY_LOG.at({_LOG: log(COUNT), _ROOM: USERS * ALPHA**2 / COUNT**2}))
    .crosschecked(
        "in numbers",
        r"\tfrac14e^{-12x}\le\tfrac1{4m}e^{-3x}",
        "m = 2, 3, 10, 1000; x = log m, 2 log m, 9 log m",
        _end,
    )
)
APPH_6_TWO = Claim(
    "kent/appH.6/two",
    "Appendix H.6, the T-independent bound",
    Kind.LOWER_BOUND,
    "the T-independent lower bound for mixtures",
    says=(
        r"\mathcal{R}_{n,T,\alpha}^{\text{mix}}(\theta(\mathcal{P}_{m,\pi_0,\theta_{\text{sep}}}),\lVert\cdot\rVert_2^2)\ge\frac{1}{4}e^{-12n\alpha^2D_{\mathrm{TV}}(P_{1,\text{mix}}^T,P_{2,\text{mix}}^T)^2}=\frac{1}{4}e^{-12n\alpha^2D_{\mathrm{TV}}(m^{-1}\delta_1^{\otimes "
        r"T},m^{-1}\delta_0^{\otimes T})^2}=\frac{1}{4}e^{-12n\alpha^2/m^2}"
    ),
    match=Match.READING,
    differs=(
        "the end of the chain: the two laws have the weights 1/m, above every pi_0 that the class allows;"
        " for alpha <= 1, which the proof uses; the first part is what the two laws give"
    ),
    printed=AllOf("", {"the two laws": _TWO_BOUND, "the end": TWO}),
    note="The printed bound holds though two of its steps do not: the means twice as far apart and the "
    "contraction with (e^alpha - 1)^2 TV^2 make up for the lost separation. n alpha^2 >= C m^2 log(n "
    "alpha^2) is more than the condition here, for C >= 1.",
)


def _sign_mixture(high: Fraction, samples: int) -> FiniteLaw:
    """The law of the count of ones among that many signs, of mean `high` or -`high`, each as likely."""
    laws = [binomial(samples, (1 + mean) / 2) for mean in (high, -high)]
    return FiniteLaw(tuple((k, (laws[0][k] + laws[1][k]) / 2) for k in range(samples + 1)))


def _near_variation(_: Settings) -> Iterator[Case]:
    """TV of the two mixtures of signs, exact, next to 2 a^2 T."""
    for samples, low in product((2, 5, 20), (Fraction(1, 100), Fraction(1, 20), Fraction(1, 10))):
        if 4 * low**2 * samples <= 1:
            far = total_variation(_sign_mixture(low, samples), _sign_mixture(2 * low, samples))
            yield Case({"T": samples, "a": str(low)}, far, 2 * low**2 * samples)


def _near_bayes(_: Settings) -> Iterator[Case]:
    """a^2 e^(-12 n alpha^2 a^4 T^2)/8 next to the exact Bayes risk of the two pairs of means, through a channel."""
    low, samples = Fraction(1, 4), 2
    laws = [_sign_mixture(scale * low, samples) for scale in (1, 2)]
    for t in (Fraction(11, 10), Fraction(3, 2), Fraction(27, 10)):
        for place, channel in enumerate(extreme_channels((0, 1, 2), t)):
            for users in (1, 2):
                p, q = (power(law.through(channel), users) for law in laws)
                risk = sum((p[z] * q[z] / (p[z] + q[z]) / 2 for z in p.atoms if p[z] + q[z]), Fraction(0)) * 2 * low**2
                load = 12 * users * as_arb(t).log() ** 2 * as_arb(low**4 * samples**2)
                bound = as_arb(low**2 / 8) * (-load).exp()
                yield Case({"a": "1/4", "T": 2, "n": users, "e^alpha": str(t), "channel": place}, bound, as_arb(risk))


NEAR_STEP = real("a", above=0, most=Rational(1, 2))
SignMixture = constructor(
    "SignMixture", r"\tfrac12 \textstyle\sum_{{\pm}} \mathrm{{Rad}}(\pm {0})^{{\otimes {1}}}", sort="law"
)
"""The law of T signs, all of mean a or all of mean -a, each as likely: SignMixture(a, T)."""
NearLoss = quantity(
    "NearLoss",
    r"\max_{{b = {1}, 2 {1}}} \mathbb{{E}}_{{{0}}} \|\hat\theta - (-b, b)\|^2_{{{2}}}",
    "larger of a protocol's expected squared errors at two mixtures of signs of means -a, a and of means -2a, 2a: NearLoss(Z, a, T)",
    0,
)
_NEAR_LAWS = SignMixture(NEAR_STEP, DRAWS), SignMixture(2 * NEAR_STEP, DRAWS)
_NEAR_TOLD, _NEAR_LOSS = tuple(Transcript(PROTOCOL, law) for law in _NEAR_LAWS), NearLoss(PROTOCOL, NEAR_STEP, DRAWS)
_FEW_SAMPLES = at_most(4 * NEAR_STEP**2 * DRAWS, 1)
_NEAR_LOAD = 12 * USERS * ALPHA**2 * NEAR_STEP**4 * DRAWS**2
_NEAR_DIVERGENCE = (
    line(KL(*_NEAR_TOLD), given=(_TURNS, _HIGH, _FEW_SAMPLES))
    .le(
        USERS * (exp(ALPHA) - 1) ** 2 * TV(*_NEAR_LAWS) ** 2,
        CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, *_NEAR_LAWS),
        cite(CONTRACTION).at({FIRST: _NEAR_LAWS[0], SECOND: _NEAR_LAWS[1]}),
    )
    .le(
        USERS * (exp(ALPHA) - 1) ** 2 * (2 * NEAR_STEP**2 * DRAWS) ** 2,
        words(
            "Next to fair signs the densities differ by the sum over the sets of k samples, k even, of (a^k - (2a)^k) times the "
            "product of their signs, k = 2 at the least: so 4 TV^2 is at most e^x - 1 - x <= x^2 for x = 4a^2 T <= 1.",
            at_most(TV(*_NEAR_LAWS), 2 * NEAR_STEP**2 * DRAWS),
            given=(_FEW_SAMPLES,),
        ),
    )
    .le(_NEAR_LOAD, line(exp(ALPHA) - 1, given=(_HIGH,)).le(sqrt(3) * ALPHA))
    .crosschecked(
        "TV of the two mixtures", r"D_{\mathrm{TV}}\le2a^2T", "T = 2, 5, 20; a = 1/100, 1/20, 1/10", _near_variation
    )
)
_NEAR_SEPARATED = at_most(SEPARATION, 2 * NEAR_STEP)
_NEAR_WORST = WorstLoss(PROTOCOL, MixtureLaws(Integer(2), SEPARATION, DRAWS), Integer(1), Squared())
_NEAR_END = NEAR_STEP**2 * exp(-_NEAR_LOAD) / 8
_NEAR_LE_CAM = (
    line(_NEAR_WORST, given=(_TURNS, _HIGH, _FEW_SAMPLES, _NEAR_SEPARATED))
    .ge(
        _NEAR_LOSS,
        words(
            "Both mixtures belong to the class: their means are 2a and 4a apart and lie in [-1, 1].",
            at_most(_NEAR_LOSS, _NEAR_WORST),
            given=(_NEAR_SEPARATED,),
        ),
    )
    .ge(
        NEAR_STEP**2 * (1 - TV(*_NEAR_TOLD)) / 4,
        words(
            "Le Cam: both means differ by a, so that a quarter of the squared distance is a^2/2, and the least average error "
            "of a test is half of 1 - TV.",
            at_most(NEAR_STEP**2 * (1 - TV(*_NEAR_TOLD)) / 4, _NEAR_LOSS),
        ),
    )
    .ge(NEAR_STEP**2 * exp(-KL(*_NEAR_TOLD)) / 8, BRETAGNOLLE_HUBER(*_NEAR_TOLD))
    .ge(_NEAR_END, _NEAR_DIVERGENCE)
    .crosschecked(
        "every extreme channel: the Bayes risk",
        r"\tfrac{a^2}8e^{-12n\alpha^2a^4T^2}\le\text{Bayes risk}",
        "a = 1/4, T = 2, the two laws alike likely, n = 1, 2, e^alpha = 11/10, 3/2, 27/10",
        _near_bayes,
    )
)
OWN_MIXTURE_NEAR = Claim(
    "kent/own/mixture-near",
    "to Appendix B, Theorem 10, the condition on the separation",
    Kind.LOWER_BOUND,
    "two components whose means are much less than T^(-1/2) apart",
    corrected=line(
        minimax_loss(MixtureLaws(Integer(2), SEPARATION, DRAWS), USERS, 1, ALPHA, Squared()),
        given=(_HIGH, _FEW_SAMPLES, _NEAR_SEPARATED),
    ).ge(_NEAR_END, _NEAR_LE_CAM),
    note="With weights 1/2, so for every pi_0 that the class of two components allows. At a = theta_sep/2 of the order of (nT^2 "
    "alpha^2)^(-1/4) the risk is of the order of theta_sep^2, which 1/(nT alpha^2) need not be.",
)

_C = Rational(1, 4200)
"""The c of (214) that makes the bracket at least 1/2."""

_DELTA = sympy.Symbol("Delta", positive=True)

_S = sympy.Symbol("s", nonnegative=True)


def _gap(_: Settings) -> Iterator[Case]:
    """The least distance of two means at v = (1, -1) next to theta_sep = 2/m; on {-1, 1} the distances double."""
    m, delta = 2, Fraction(1, 100)
    means = [Fraction(1, 4) + Fraction(j, 2 * m) + v * delta / 2 for j, v in ((1, 1), (2, -1))]
    told = {"m": m, "Delta": str(delta), "v": "(1, -1)", "theta_sep": str(Fraction(2, m))}
    yield Case(told, 2 * (means[1] - means[0]), Fraction(2, m), left_again=2 * (Fraction(1, 2 * m) - delta))


_BEFORE, _SIGNS = integer("i", least=1), Name("v", "vertex")
_CLOSE_ENOUGH, _SEPARATED = at_most(DELTA, 1 / (4 * COUNT)), at_most(SEPARATION, 1 / (4 * COUNT))
_IN_ORDER, _IN_RANGE = at_most(_BEFORE + 1, PLACE), at_most(PLACE, COUNT)


def _component(place: Any) -> Any:
    """The mean of a component of (214)."""
    return Rational(1, 4) + place / (2 * COUNT) + DELTA / 2 * SignAt(_SIGNS, place)


_LEAN = DELTA / 2 * (SignAt(_SIGNS, PLACE) - SignAt(_SIGNS, _BEFORE))
_EFFECT, _ANY_EFFECT = USERS * DRAWS * ALPHA**2, real("y", above=0)
_CHOSEN, _MUCH = let(r"\Delta", sqrt(_C * COUNT**2 / _EFFECT)), at_most(COUNT**4, _EFFECT)
APPH_6_FAM_CLASS = Claim(
    "kent/appH.6/fam/class",
    "Appendix H.6, Step 1, after (214)",
    Kind.CONSTRUCTION,
    "the mixtures (214) are in the class",
    says=(
        r"P_v\in\mathcal{P}_{m,\pi_0,\theta_{\text{sep}}}\text{ for all }v\text{: as }n\alpha^2\gtrsim "
        r"m^2\log(n\alpha^2)\text{ and }T\gtrsim m^2\log(nT\alpha^2)\text{ the means are separated for "
        r"}c\text{ sufficiently small},\quad\theta_j=1/4+j/(2m),\ \Delta=\{cm^2/(nT\alpha^2)\}^{1/2}"
    ),
    match=Match.READING,
    differs="the separation, for theta_sep up to 2/m as Theorem 10 allows",
    printed=FiniteCheck(
        r"\min_{i\ne j}|\theta_i-\theta_j|\ge\theta_{\mathrm{sep}},\ \theta_{\mathrm{sep}}\le\tfrac2m,\ "
        r"c\text{ small}",
        "m = 2, theta_sep = 2/m, v = (1, -1), Delta = 1/100, components moved to {-1, 1}",
        _gap,
        ">=",
    ),
    corrected=AllOf(
        "",
        {
            "the gap": line(_component(PLACE) - _component(_BEFORE), given=(_IN_ORDER, _CLOSE_ENOUGH, _SEPARATED))
            .eq((PLACE - _BEFORE) / (2 * COUNT) + _LEAN)
            .ge(
                1 / (2 * COUNT) + _LEAN,
                line((PLACE - _BEFORE) / (2 * COUNT), given=(_IN_ORDER,)).ge(1 / (2 * COUNT)),
            )
            .ge(1 / (2 * COUNT) - DELTA)
            .ge(1 / (4 * COUNT), _CLOSE_ENOUGH)
            .ge(SEPARATION, _SEPARATED),
            "at least 1/8": line(_component(PLACE), given=(_CLOSE_ENOUGH,)).ge(Rational(1, 8)),
            "at most 7/8": line(_component(PLACE), given=(_CLOSE_ENOUGH, _IN_RANGE))
            .le(
                Rational(3, 4) + DELTA / 2 * SignAt(_SIGNS, PLACE),
                line(PLACE / (2 * COUNT), given=(_IN_RANGE,)).le(Rational(1, 2)),
            )
            .le(Rational(3, 4) + DELTA / 2)
            .le(Rational(3, 4) + 1 / (8 * COUNT), _CLOSE_ENOUGH)
            .le(Rational(7, 8)),
            "the chosen Delta": line(_CHOSEN, given=(_MUCH,))
            .le(
                sqrt(_C * COUNT**2 / COUNT**4),
                line(1 / _ANY_EFFECT, given=(at_most(COUNT**4, _ANY_EFFECT),))
                .le(1 / COUNT**4)
                .at({_ANY_EFFECT: _EFFECT}),
            )
            .le(1 / (4 * COUNT)),
        },
    ),
    correction="the components are 1/(2m) apart on [0, 1] (1/m on [-1, 1]), so theta_sep up to 2/m is not "
    "reached, whatever Delta; true for theta_sep <= 1/(4m) and Delta <= 1/(4m), as it is at c = 1/4200 once nT alpha^2 >= m^4",
    severity=Severity.CONDITION,
    theorem="kent/own/thm10-lower",
    note="The theorem only asks that theta_sep <= 2/m; kent/own/mixture-middle is a family for theta_sep up to "
    "(2 - kappa)/m. The likelihoods in the proof have 1{x = -1} for Bernoulli data in {0, 1}.",
    root="kent/thm10/lower",
)


def _separations(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of the exact means of (214) next to Delta^2/4 times the Hamming distance."""
    delta = Fraction(1, 10)
    for m in (1, 2, 3):
        for v, w in product(vertices(m), repeat=2):
            means = [[Fraction(1, 4) + Fraction(j + 1, 2 * m) + u[j] * delta / 2 for j in range(m)] for u in (v, w)]
            far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 4
            yield Case(
                {"m": m, "v": str(v), "v'": str(w)}, far, delta**2 / 4 * sum(a != b for a, b in zip(v, w, strict=True))
            )


def _printed_separation(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of two neighbours' means next to Delta^2."""
    delta = Fraction(1, 10)
    means = [[Fraction(1, 4) + Fraction(j + 1, 4) + v[j] * delta / 2 for j in range(2)] for v in ((1, 1), (-1, 1))]
    far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 4
    yield Case({"m": 2, "Delta": "1/10", "Hamming distance": 1}, far, delta**2, left_again=delta**2 / 4)


_VERTEX, _VERTEX2 = Name("v", "vertex"), Name("v'", "vertex")
_GRID = Rational(1, 4) + PLACE / (2 * COUNT)
_MOVED, _MOVED2 = (_GRID + DELTA / 2 * SignAt(v, PLACE) for v in (_VERTEX, _VERTEX2))
_ONE_APART = line((_MOVED - _MOVED2) ** 2 / 4).eq(
    DELTA**2 / 4 * (SignAt(_VERTEX, PLACE) - SignAt(_VERTEX2, PLACE)) ** 2 / 4
)
_APART = (
    line(Sum(_ONE_APART.start, PLACE, 1, COUNT))
    .eq(Sum(_ONE_APART.end, PLACE, 1, COUNT), _ONE_APART)
    .crosschecked(
        "all pairs",
        r"\tfrac14\|\theta_v-\theta_{v'}\|^2",
        "m = 1, 2, 3, Delta = 1/10",
        _separations,
        "==",
    )
)
APPH_6_FAM_SEPARATION = Claim(
    "kent/appH.6/fam/separation",
    "Appendix H.6, Step 1, the separation",
    Kind.IDENTITY,
    "the separation of (214)",
    says=(
        r"\theta(P_v)=\theta+\Delta "
        r"v/2:\quad\frac{1}{4}\lVert\theta(P_v)-\theta(P_{v'})\rVert_2^2\ge\Delta^2\sum_{j=1}^d\mathbb{1}\{v_j\ne "
        r"v_j'\}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\tfrac14\|\theta(P_v)-\theta(P_{v'})\|_2^2\ge\Delta^2\textstyle\sum1\{v_j\ne v_j'\},\ "
        r"\theta(P_v)=\theta+\tfrac\Delta2v",
        "m = 2, Delta = 1/10, neighbours",
        _printed_separation,
        ">=",
    ),
    corrected=_APART,
    correction="a quarter of it: the means move by Delta, not 2 Delta",
    severity=Severity.CONSTANT,
    theorem="kent/appH.6/rate",
)
APPH_6_FAM = Claim(
    "kent/appH.6/fam",
    "Appendix H.6, Step 1, (214)",
    Kind.CONSTRUCTION,
    "the hypercube of mixtures",
    says=(
        r"P_v=\sum_{j=1}^mm^{-1}\mathrm{Ber}(\theta_j+v_j\Delta/2)^{\otimes T},\quad\theta_j=1/4+j/(2m),\ "
        r"\Delta=\{cm^2/(nT\alpha^2)\}^{1/2}"
    ),
    match=Match.SAME,
    printed=Whole(
        r"P_v=\tfrac1m\textstyle\sum_j\mathrm{Ber}(\tfrac14+\tfrac j{2m}+\tfrac{v_j\Delta}2)^{\otimes T}",
        ("kent/appH.6/fam/class", "kent/appH.6/fam/separation"),
    ),
    corrected=Whole(
        r"P_v=\tfrac1m\textstyle\sum_j\mathrm{Ber}(\tfrac14+\tfrac j{2m}+\tfrac{v_j\Delta}2)^{\otimes T},\ "
        r"\theta_{\mathrm{sep}}\le\tfrac1{4m},\ 2\varrho=\tfrac{\Delta^2}4",
        ("kent/appH.6/fam/class", "kent/appH.6/fam/separation"),
        as_corrected=True,
    ),
    correction="2 varrho = Delta^2/4, for theta_sep <= 1/(4m)",
    severity=Severity.PROOF_GAP,
    theorem="kent/appH.6/rate",
)

_X, _K = sympy.symbols("x k", positive=True)

_HALF = Rational(1, 2)

CLAIMS = (
    APPH_6_TWO_LECAM,
    APPH_6_TWO_CLASS,
    APPH_6_TWO,
    OWN_MIXTURE_NEAR,
    APPH_6_FAM_CLASS,
    APPH_6_FAM_SEPARATION,
    APPH_6_FAM,
)
