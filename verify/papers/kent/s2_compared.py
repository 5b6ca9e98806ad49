"""kent Sections 2, 2.1, 2.2.3 and 2.3: sentences that set user level next to item level, pure next to approximate, local next to central."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from flint import arb
from sympy import Min, exp, log

from verify.kernel.calculus import at_most, cite, integer, line, real
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appD_approximate.theorem11 import CLAIMS as APPROXIMATE
from verify.papers.kent.appD_approximate.theorem11 import DELTA, MANY
from verify.papers.kent.nouns_sections import SIZE, SUPPORT
from verify.papers.kent.s2_example1.eq6_lower import HIGH
from verify.papers.kent.s2_example1.eq6_tightness import CLAIMS as TIGHT
from verify.papers.kent.s2_example1.eq7_lower import CLAIMS as EXAMPLE1B
from verify.papers.kent.s4_1_sparse import LATER, UP_TO_CAP
from verify.papers.kent.s4_theorem7_lower import THEOREM7
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

_K = real("k", least=1)
_ALL, _ITEM = integer("N", least=1), SUPPORT / 10752
_AT_ONE = cite(THEOREM7, "alpha up to 1").at({USERS: _ALL, DRAWS: 1})
_LONG = at_most(12 * SUPPORT * log(SIZE * USERS * DRAWS * ALPHA**2) / DRAWS, _ITEM / (2 * _K))
_SURE = at_most(LATER, _ITEM / (2 * _K))


def _feasible(_: Settings) -> Iterator[Case]:
    """The hypotheses at a point, k = 100: T against the logarithm, users against what the selection asks and leaves."""
    s, n, samples, k = 400, 10**12, 10**10, 100
    d = n * samples
    told = {"s": s, "n": f"{n:.0e}", "T": f"{samples:.0e}", "d": f"{d:.0e}", "alpha": 1, "k": k}
    log_all = (arb(d) * n * samples).log()
    yield Case(told, 12 * s * log_all / samples, Fraction(s, 10752 * 2 * k))
    yield Case(told, as_arb(236600) * (1 + arb(d).log()), Fraction(n, s))
    yield Case(told, arb(samples).log(), Fraction(n, s * 170667))
    yield Case(told, 16 * (1 + arb(d).log()) / 3, s)
    yield Case(told, 184000 * (-arb(n) / (16 * 8536 * s)).exp(), Fraction(s, 10752 * 2 * k))


_TIGHT = {claim.id: claim for claim in TIGHT}["kent/example1a/tight"]
_FLOOR = cite({claim.id: claim for claim in EXAMPLE1B}["kent/example1b"], "laws on [-1, 1]")
_ITEMS = cite(_TIGHT, "one sample").at({USERS: _ALL})
_BIG, _LOW = real("u", above=0), real("v", above=0)
S2_INCOMPARABLE = Claim(
    "kent/s2/incomparable",
    "Section 2, the text before Example 1: the two risks are generally incomparable",
    Kind.LOWER_BOUND,
    "neither of n users with T samples and nT users with one has always at most a constant times the other's risk",
    says=(
        r"\text{in general }\mathcal{R}_{n,T,\alpha}\gtrsim\mathcal{R}_{nT,1,\alpha}\text{ is not true "
        r"either: the two cannot be compared}"
    ),
    match=Match.READING,
    differs=(
        "a statement of existence, judged by two families, sparse means by Algorithm 6 and means on [-1, "
        "1], with explicit conditions at alpha <= 1"
    ),
    printed=AllOf(
        "",
        {
            "sparse means, items": line(
                _AT_ONE.statement.left, given=(*_AT_ONE.statement.hypotheses, at_most(_ALL * ALPHA**2, SIZE))
            )
            .ge(SUPPORT * Min(1, SIZE / (_ALL * ALPHA**2)) / 10752, _AT_ONE)
            .ge(
                _ITEM,
                line(Min(1, _BIG / _LOW), given=(at_most(_LOW, _BIG),))
                .ge(1, at_most(_LOW, _BIG))
                .at({_BIG: SIZE, _LOW: _ALL * ALPHA**2}),
            ),
            "sparse means, users": line(UP_TO_CAP.statement.left, given=(*UP_TO_CAP.given, _LONG, _SURE))
            .le(UP_TO_CAP.statement.right, UP_TO_CAP)
            .le(_ITEM / (2 * _K) + LATER, _LONG)
            .le(_ITEM / (2 * _K) + _ITEM / (2 * _K), _SURE)
            .eq(_ITEM / _K)
            .crosschecked(
                "what is asked can be met",
                r"\text{each hypothesis, one side next to the other}",
                "one point, k = 100",
                _feasible,
            ),
            "means in [-1, 1], items": line(_ITEMS.statement.left, given=(HIGH,)).le(9 / (_ALL * ALPHA**2), _ITEMS),
            "means in [-1, 1], users": line(_FLOOR.statement.left).ge(exp(-12 * USERS * ALPHA**2) / 4, _FLOOR),
            "means in [-1, 1], next to each other": line(
                exp(-12 * USERS * ALPHA**2) / 4,
                given=(at_most(36 * _K * exp(12 * USERS * ALPHA**2), _ALL * ALPHA**2),),
            ).ge(
                9 * _K / (_ALL * ALPHA**2),
                line(9 * _K / _LOW, given=(at_most(_LOW, _BIG),))
                .ge(9 * _K / _BIG)
                .at({_LOW: 36 * _K * exp(12 * USERS * ALPHA**2), _BIG: _ALL * ALPHA**2}),
            ),
        },
    ),
    note="N = nT users with one sample each. The first two parts make the items' risk k times the users' for sparse means, the others the "
    "users' k times the items' where nT alpha^2 is 36 k e^(12 n alpha^2) or more. The sparse risk at user level is that of Algorithm 6, "
    "which is private.",
)
_THEOREM = cite({claim.id: claim for claim in APPROXIMATE}["kent/thm11"], "T")
_ANNOUNCED = at_most(DELTA, ALPHA / (9 * MANY * log(MANY)))
S2_1_APPROXIMATE = Claim(
    "kent/s2.1/approximate",
    "Section 2.1, the text after Theorem 1, and Appendix D, the text before Theorem 11: delta of the order of alpha/(n log n)",
    Kind.LOWER_BOUND,
    "the lower bound under approximate privacy",
    says=(
        r"\text{up to constants the bounds (8) hold for }(\alpha,\delta)\text{-privacy, if "
        r"}\delta\lesssim\alpha/\{n\log(n)\}"
    ),
    match=Match.READING,
    differs=(
        "the lower bound of (8), for alpha <= 1, the regime of Section 1, with the constants 1/3 and 1/9;"
        " from above nothing is to be shown, as alpha-LDP is (alpha, delta)-LDP"
    ),
    printed=line(
        _THEOREM.statement.left,
        given=(*_THEOREM.statement.hypotheses[:1], *_THEOREM.statement.hypotheses[2:], _ANNOUNCED, HIGH),
    ).ge(
        _THEOREM.statement.right,
        _THEOREM,
        line(DELTA, given=(_ANNOUNCED, HIGH)).le(Min(1, ALPHA) / (9 * MANY * log(MANY)), _ANNOUNCED),
    ),
    note="For alpha <= 1, the regime of Section 1; beyond it is kent/thm11 with min{1, alpha} for alpha. From above nothing is to be "
    "shown: what is alpha-LDP is (alpha, delta)-LDP.",
)
S2_2_3_ENTROPY = Claim(
    "kent/s2.2.3/entropy",
    "Section 2.2.3, the text after Proposition 5: covering numbers exponential in a power of 1/Delta, and polynomial ones",
    Kind.INEQUALITY,
    "why the rate is a power: covering numbers of densities next to those of means",
    says=(
        r"\text{covering numbers: of }\mathcal{F}_{\beta,1}\text{ exponential in }1/\Delta\text{; of the "
        r"spaces for (12) and (16) polynomial}"
    ),
    match=Match.READING,
    differs="exponential is read as (75) has it, the logarithm of the order of (1/Delta)^(1/beta)",
    printed=Whole(
        r"\log N_{\mathcal F_{\beta,1}}(\Delta)\asymp\Delta^{-1/\beta};\quad\log N(\Delta)\lesssim k\log\tfrac1\Delta\text{ for the means of (12), (16)}",
        ("kent/prop5/step1", "kent/prop3/step1", "kent/prop3/step2", "kent/prop4/step1"),
    ),
    corrected=Whole(
        r"\log N_{\mathcal F_\beta}(\Delta)\asymp\Delta^{-1/\beta},\ a_1=0;\quad\log N(\Delta)\lesssim k\log\tfrac1\Delta\text{ for the means of (12), (16)}",
        ("kent/prop5/step1", "kent/prop3/step1", "kent/prop3/step2", "kent/prop4/step1"),
        as_corrected=True,
    ),
    correction="for the densities of the ellipsoid with a_1 = 0",
    severity=Severity.CONDITION,
    theorem="kent/prop5",
    root="kent/prop5",
)

_LEVELS = tuple(Fraction(*x) for x in ((11, 10), (3, 2), (2, 1), (9, 1)))


def central_answers(users: int, t: Fraction) -> list[Fraction]:
    """P(answer 1 | k of a given number of users hold 1), k = 0, ..., n (even): t to the power k - n/2, halved, and its mirror image."""
    half = users // 2
    return [t ** (k - half) / 2 if k <= half else 1 - t ** (half - k) / 2 for k in range(users + 1)]


def _central_loss(_: Settings) -> Iterator[Case]:
    """The worst ratio of that mechanism's answers where one user's datum changes, next to e^alpha."""
    for users in (2, 4, 10):
        for t in _LEVELS:
            p = central_answers(users, t)
            ratios = [max(a / b, b / a) for q in (p, [1 - x for x in p]) for a, b in pairwise(q)]
            yield Case({"n": users, "e^alpha": str(t)}, max(ratios), t)


def _central_errors(_: Settings) -> Iterator[Case]:
    """Its error where all users hold the same point, next to e^(-n alpha/2)/2; and the least error by group privacy."""
    for users in (2, 4, 10):
        for t in _LEVELS:
            error = central_answers(users, t)[0]
            told = {"n": users, "e^alpha": str(t)}
            yield Case(told | {"of": "the mechanism"}, error, t ** -(users // 2) / 2)
            # 1 - q <= e^(n alpha) p for the chances p and q of a wrong and of a wrong answer at the two points.
            yield Case(told | {"of": "every mechanism"}, 1 / (1 + t**users), error)


S2_3_CENTRAL = Claim(
    "kent/s2.3/central",
    "Section 2.3, the text on Levy et al. 2021: e^(-n alpha) under central privacy, whatever T is",
    Kind.LOWER_BOUND,
    "two points under central privacy, from both sides",
    says=(
        r"T\text{-independent lower bounds for means: for }\alpha\lesssim1\text{ local "
        r"}e^{-n\alpha^2}\text{, central }e^{-n\alpha}\text{; for }\alpha\gtrsim1\text{ both }e^{-n\alpha}"
    ),
    match=Match.READING,
    differs=(
        "a lower bound as the error of a test between two point masses, which bounds the risk from below;"
        " the local half is kent/prop3i and kent/appE.4/attains"
    ),
    printed=AllOf(
        "",
        {
            "a mechanism that is alpha-DP": FiniteCheck(
                r"\sup\tfrac{P(1\mid k)}{P(1\mid k\pm1)},\ \sup\tfrac{P(0\mid k)}{P(0\mid k\pm1)}\le e^\alpha",
                "n = 2, 4, 10; e^alpha = 11/10, 3/2, 2, 9",
                _central_loss,
            ),
            "errors": FiniteCheck(
                r"\frac1{1+e^{n\alpha}}\le\text{the least larger error}\le\tfrac12e^{-n\alpha/2}",
                "the same",
                _central_errors,
            ),
        },
    ),
    note="All n users hold the same of two points. Constants in exponents are left out in the paper: between e^(-n alpha)/2 and e^(-n alpha/2)/2, for "
    "small and for large alpha alike. The local counterparts are kent/prop3i and kent/appE.4/attains.",
)
_ABOVE_ONE = real("x", least=1)

CLAIMS = (
    S2_INCOMPARABLE,
    S2_1_APPROXIMATE,
    S2_2_3_ENTROPY,
    S2_3_CENTRAL,
)
