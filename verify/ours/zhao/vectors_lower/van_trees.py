"""Theorems 6 and 7 by the private van Trees inequality: no condition on n, m, d or epsilon, interaction allowed."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from sympy import Integer, Min, Rational, exp, sinh, sqrt, tanh

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.laws import FiniteLaw, binomial
from lowerbounds.methods.cubes import Axes, HadamardCube, SignCube
from lowerbounds.methods.families import Family
from verify.kernel.calculus import (
    Chain,
    Interactive,
    Name,
    Private,
    Supremum,
    WorstRisk,
    at_most,
    because,
    cases,
    cite,
    constructor,
    equal,
    line,
    minimax_risk,
    property_of,
    quantity,
    real,
    words,
)
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.hypercube import Ball
from verify.kernel.calculus.facts.packings import WorstLoss, minimax_loss
from verify.kernel.calculus.facts.van_trees import (
    FISHER_USERS,
    QUARTIC,
    VAN_TREES,
    VANISHING,
    MessagesTrace,
    OneTrace,
    PriorInformation,
    Quartic,
    SignMeans,
)
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.kent.van_trees import DIMENSION as KENT_SIZE
from verify.ours.kent.van_trees import X1, bayes, prior_power
from verify.ours.zhao.vectors_lower.hamming_distance import CHANNEL, EPSILON, FAMILY, PROTOCOL, SIZE, WIDTH, M, N
from verify.papers.kent.setting import ALPHA as KENT_ALPHA
from verify.papers.kent.setting import DRAWS as KENT_DRAWS
from verify.papers.kent.setting import USERS as KENT_USERS

_Slopes = dict[object, Fraction]


def slopes(family: Family, theta: tuple[Fraction, ...]) -> tuple[FiniteLaw, list[_Slopes]]:
    """The law of one sample at the parameter theta, and its derivatives in each theta_k, exact.

    The families are affine in each parameter, s v_k = theta_k: so by the difference of the two ends over its length.
    """
    size = len(theta)

    def at(point: tuple[Fraction, ...]) -> dict[object, Fraction]:
        """Mixtures of the corners s v, s = 1, with probabilities (1 + theta_k v_k)/2."""
        masses: dict[object, Fraction] = {}
        for v in product((1, -1), repeat=size):
            weight = Fraction(1)
            for x, sign in zip(point, v, strict=True):
                weight *= (1 + x * sign) / 2
            for atom, mass in family.law(v):
                masses[atom] = masses.get(atom, Fraction(0)) + weight * mass
        return masses

    base = at(theta)
    found = []
    for k in range(size):
        ends = [at(tuple(end if i == k else x for i, x in enumerate(theta))) for end in (Fraction(1), Fraction(-1))]
        found.append({atom: (ends[0][atom] - ends[1][atom]) / 2 for atom in base})
    return FiniteLaw(tuple(base.items())), found


def trace(channel: Channel, base: FiniteLaw, derivatives: list[_Slopes]) -> Fraction:
    """The trace of the information of the message: the sum over k and z of (d M(z)/d theta_k)^2/M(z)."""
    mine = base.through(channel)
    total = Fraction(0)
    for slope in derivatives:
        moved: dict[object, Fraction] = {}
        for atom, rate in slope.items():
            for message, chance in channel[atom]:
                moved[message] = moved.get(message, Fraction(0)) + rate * chance
        total += sum((moved[z] ** 2 / mass for z, mass in mine if mass), Fraction(0))
    return total


def _traces(settings: Settings) -> Iterator[Case]:
    """Traces at one sample of two signs, then at the counts of m samples of one, next to mass m sinh^2/(1 - L^2)."""
    one = Fraction(1)
    families: tuple[tuple[str, Family], ...] = (
        ("axes", Axes(2, one)),
        ("Hadamard", HadamardCube(2, one)),
        ("independent signs", SignCube(2, one)),
    )
    ratios = (Fraction(4),) if settings.quick else (Fraction(6, 5), Fraction(4), Fraction(30))
    for (name, family), t in product(families, ratios):
        theta = (Fraction(1, 2), Fraction(-1, 4))
        base, derivatives = slopes(family, theta)
        right = family.mass * (t - 1) ** 2 / (4 * t) * Fraction(4, 3)
        for channel in extreme_channels(base.atoms, t):
            parameters = {"family": name, "d": 2, "m": 1, "theta": "(1/2, -1/4)", "e^epsilon": str(t)}
            yield Case(parameters, trace(channel, base, derivatives), right)
    for samples, theta_1, t in product((2, 3), (Fraction(1, 2), Fraction(0)), ratios):
        law = binomial(samples, (1 + theta_1) / 2)
        slope: _Slopes = {k: law[k] * (k / (1 + theta_1) - (samples - k) / (1 - theta_1)) for k in range(samples + 1)}
        right = samples * (t - 1) ** 2 / (4 * t) * Fraction(4, 3)
        for channel in extreme_channels(law.atoms, t):
            parameters = {"family": "one sign", "m": samples, "theta": str(theta_1), "e^epsilon": str(t)}
            yield Case(parameters, trace(channel, law, [slope]), right)


OnAxes = constructor("OnAxes", r"\mathrm{{Axes}}_{{{0}}}", sort="family of laws")
"""At theta: an axis k of d, each as likely, and on it 1 or -1 with probabilities (1 + theta_k)/2 and (1 - theta_k)/2."""
OnColumns = constructor("OnColumns", r"\mathrm{{Columns}}_{{{0}}}", sort="family of laws")
"""The same on the orthonormal columns of a Hadamard matrix."""
OfSigns = constructor("OfSigns", r"\mathrm{{Signs}}_{{{0}}}", sort="family of laws")
"""At theta: d independent signs with means theta_k."""
MeansTrace = quantity(
    "MeansTrace",
    r"\sup_{{|\theta_k| \le {4}}} \mathrm{{Tr}}\, I^{{(1)}}_{{{0}}}(\theta; {1}, {2}, {3})",
    "largest trace of the Fisher information of one message about theta in [-L, L]^d, from m draws "
    "of the family's law there: MeansTrace(K, F, m, d, L)",
    0,
)
Scores = property_of("Scores", r"E_\theta S_k S_l = \frac{{{1}\, 1(k = l)}}{{1 - \theta_k^2}}\text{{ in }}{0}")
"""The scores of one draw have mean 0 and are orthogonal, with p/(1 - theta_k^2) as their squares: Scores(F, p)."""
LENGTH, _MASS, _THETA = real("L", above=0, below=1), real("p", above=0, most=1), real("theta", above=-1, below=1)
_FACTOR = (exp(EPSILON) - 1) ** 2 / (4 * exp(EPSILON))
_TRACE = MeansTrace(CHANNEL, FAMILY, M, SIZE, LENGTH)
_GENERAL = (
    line(_TRACE, given=(Private(CHANNEL, EPSILON), Scores(FAMILY, _MASS)))
    .le(
        _MASS * M * _FACTOR / (1 - LENGTH**2),
        because(
            "The scores of m draws are sums of m orthogonal ones; by Bessel's inequality, as in zhao/own/bessel-sinh, the trace is at most "
            "the largest square times (e^epsilon - 1)^2/(4 e^epsilon).",
            "zhao/own/bessel-sinh",
        ),
    )
    .le(_MASS * M * sinh(EPSILON / 2) ** 2 / (1 - LENGTH**2))
)
_SQUARE = line((1 + _THETA) / 2 / (1 + _THETA) ** 2 + (1 - _THETA) / 2 / (1 - _THETA) ** 2).eq(1 / (1 - _THETA**2))
_PAIR = equal(_SQUARE.start, 1 / (1 - _THETA**2))


def _trace_in(family: Any, mass: Any, sentence: str) -> Chain:
    start = MeansTrace(CHANNEL, family, M, SIZE, LENGTH)
    return line(start, given=(Private(CHANNEL, EPSILON),)).le(
        mass * M * sinh(EPSILON / 2) ** 2 / (1 - LENGTH**2),
        _GENERAL.at({FAMILY: family, _MASS: mass}),
        words(sentence, Scores(family, mass), given=(_PAIR,)),
        _SQUARE,
    )


_ON_AXES, _ON_COLUMNS, _OF_SIGNS = OnAxes(SIZE), OnColumns(SIZE), OfSigns(SIZE)
_DISJOINT = "Each score is v/(1 + v theta_k) on one pair of atoms of mass (1 + v theta_k)/2, for v = 1, -1, met with probability 1/d, and 0 elsewhere."
TRACES = Claim(
    "zhao/own/van-trees",
    "ours, for Theorems 6 and 7",
    Kind.INEQUALITY,
    "the information of a private message about d parameters",
    corrected=AllOf(
        "",
        {
            "axes": _trace_in(_ON_AXES, 1 / SIZE, _DISJOINT),
            "columns": _trace_in(_ON_COLUMNS, 1 / SIZE, _DISJOINT),
            "signs": _trace_in(
                _OF_SIGNS,
                Integer(1),
                "Each score is v/(1 + v theta_k) where the k-th sign is v, and the signs are independent.",
            ),
            "exact traces": FiniteCheck(
                r"\mathrm{Tr}\,I_Z\le\tfrac43pm\frac{(t-1)^2}{4t}",
                "all extreme channels: d = 2, m = 1, three families at "
                "theta = (1/2, -1/4); one sign, m = 2, 3, theta = 0, 1/2; "
                "e^epsilon = 4 (full: 6/5, 30 too)",
                _traces,
            ),
        },
    ),
    note="Scores add up over samples, so m enters linearly: no (1+chi)^m.",
)


def axis_risk(n: int, size: int, t: Fraction) -> Fraction:
    """The Bayes risk of theta from one-sample answers on one of `size` axes: +, -, or a fair coin elsewhere; by response.

    P(yes) = 1/2 + c theta, c = (t-1)/((t+1) 2d).
    """
    c = (t - 1) / (t + 1) / (2 * size)
    risk = prior_power(2)
    for up in range(n + 1):
        # Coefficients of (1/2 + c theta)^up (1/2 - c theta)^(users - up).
        powers = [Fraction(0)] * (n + 1)
        for i, j in product(range(up + 1), range(n - up + 1)):
            powers[i + j] += comb(up, i) * comb(n - up, j) * Fraction(1, 2) ** (n - i - j) * c**i * (-c) ** j
        mass = comb(n, up) * sum((a * prior_power(i) for i, a in enumerate(powers)), Fraction(0))
        first = comb(n, up) * sum((a * prior_power(i + 1) for i, a in enumerate(powers)), Fraction(0))
        risk -= first**2 / mass
    return risk


def _axes(_: Settings) -> Iterator[Case]:
    """D = 1: the bound next to weight times d times the Bayes risk of one parameter; m = 1, n = d times the users of each."""
    for users, size, t in product((1, 4, 12), (1, 2, 5), (Fraction(3, 2), Fraction(6))):
        level = Fraction(4, 3) * size * users * (t - 1) ** 2 / (4 * t) + 40 * size**2
        yield Case(
            {"n": size * users, "m": 1, "d": size, "e^epsilon": str(t)}, size / level, axis_risk(users, size, t) / size
        )


AllMeansTrace = quantity(
    "AllMeansTrace",
    r"\sup_{{|\theta_k| \le {4}}} \mathrm{{Tr}}\, I_{{{0}}}(\theta; {1}, {2}, {3})",
    "largest trace of the Fisher information of all messages of a protocol about theta in [-L, L]^d, each user with m draws of the "
    "family's law there: AllMeansTrace(Z, F, m, d, L)",
    0,
)
_HALF = Rational(1, 2)
_SINH = sinh(EPSILON / 2) ** 2
_BALL = Ball(real("p", least=1), WIDTH, SIZE)
_ALL, _ONE = AllMeansTrace(PROTOCOL, _ON_AXES, M, SIZE, _HALF), MeansTrace(CHANNEL, _ON_AXES, M, SIZE, _HALF)
_LARGEST = Supremum(_ONE, CHANNEL, Private(CHANNEL, EPSILON))
_PRIOR_40 = WIDTH**2 / SIZE**2 * SIZE**2 / (_ALL + 40 * SIZE)
_AXES_PROTOCOL = (
    line(WorstRisk(PROTOCOL, _BALL, M), given=(Interactive(PROTOCOL, N, EPSILON),))
    .ge(
        _PRIOR_40,
        words(
            "van Trees (Gill and Levit 1995, (10)) for theta in [-1/2, 1/2]^d with a prior of information 40 for each, the means being "
            "(D/d) theta; all laws lie on the points D e_k and -D e_k of the ball.",
            at_most(_PRIOR_40, WorstRisk(PROTOCOL, _BALL, M)),
            leans=("kent/own/X1/prior", "zhao/family/l1-hypercube/laws"),
        ),
    )
    .ge(
        WIDTH**2 / (N * _LARGEST + 40 * SIZE),
        words(
            "Chain rule of Fisher information: given the earlier messages each is a private channel's.",
            at_most(_ALL, N * _LARGEST),
            given=(Interactive(PROTOCOL, N, EPSILON),),
        ),
    )
    .ge(WIDTH**2 / (N * M * Rational(4, 3) / SIZE * _SINH + 40 * SIZE), cite(TRACES, "axes").at({LENGTH: _HALF}))
)
ON_BALL = (
    line(minimax_risk(_BALL, N, M, EPSILON))
    .ge(WIDTH**2 / (N * M * Rational(4, 3) / SIZE * _SINH + 40 * SIZE), _AXES_PROTOCOL)
    .eq(WIDTH**2 * SIZE / (Rational(4, 3) * N * M * _SINH + 40 * SIZE**2))
    .crosschecked(
        "exact Bayes risks",
        r"\frac d{\frac43nm\sinh^2(\varepsilon/2)+40d^2}\le\text{Bayes risk}",
        "m = 1, d = 1, 2, 5, n = d, 4d, 12d, e^epsilon = 3/2, 6: each user answers for one axis; the prior of kent/own/X1/prior",
        _axes,
    )
)

VAN_TREES_AXES = Claim(
    "zhao/own/van-trees/axes",
    "ours, for Theorem 6",
    Kind.LOWER_BOUND,
    "a minimax lower bound for every l_p ball without any condition",
    corrected=ON_BALL,
    note="For epsilon <= 1, sinh^2(epsilon/2) <= 0.28 epsilon^2: so at least D^2 d/(0.37 nm "
    "epsilon^2 + 40 d^2), against the 3/256 of zhao/thm6/lower.",
)


def _cube(rate: Callable[[int, int, int, Fraction], object]) -> Callable[[Settings], Iterator[Case]]:
    """A bound on the cube next to the exact Bayes risk: majorities of 1 or 3 signs by response, one coordinate a user."""

    def cases(_: Settings) -> Iterator[Case]:
        for size, users, samples, t in product((1, 3), (1, 4), (1, 3), (Fraction(3, 2), Fraction(6), Fraction(30))):
            risk = size * bayes(users, samples, 1 / (1 + t))
            parameters = {"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}
            yield Case(parameters, rate(size * users, samples, size, t), as_arb(risk))

    return cases


def _by_sinh(n: int, m: int, size: int, t: Fraction) -> object:
    return as_arb(size**2 / (Fraction(4, 3) * n * m * (t - 1) ** 2 / (4 * t) + 40 * size))


_CLASS = Name(r"\mathcal{P}", "class of laws")
_RISK = minimax_loss(_CLASS, N, M, EPSILON, Squared())
_MEANS = SignMeans(_CLASS, SIZE, WIDTH)
_OF_MEANS = MeansTrace(CHANNEL, _OF_SIGNS, M, SIZE, _HALF)
_ONE_USER = (
    line(OneTrace(CHANNEL, M, SIZE), given=(Private(CHANNEL, EPSILON),))
    .le(
        _OF_MEANS,
        words(
            "Both are the trace for d independent signs with means in [-1/2, 1/2].",
            at_most(OneTrace(CHANNEL, M, SIZE), _OF_MEANS),
        ),
    )
    .le(Rational(4, 3) * M * _SINH, cite(TRACES, "signs").at({LENGTH: _HALF}))
)
_LEVEL = Rational(4, 3) * N * M * _SINH + 40 * SIZE
_CUBE_PROTOCOL = (
    line(WorstLoss(PROTOCOL, _CLASS, M, Squared()), given=(Interactive(PROTOCOL, N, EPSILON), _MEANS))
    .ge(
        WIDTH**2 * SIZE**2 / (MessagesTrace(PROTOCOL, M, SIZE) + SIZE * 40),
        VAN_TREES(PROTOCOL, _CLASS, M, SIZE, WIDTH, Quartic(), 40),
        VANISHING(),
        line(PriorInformation(Quartic())).le(40, QUARTIC()),
    )
    .ge(WIDTH**2 * SIZE**2 / _LEVEL, FISHER_USERS(PROTOCOL, N, EPSILON, M, SIZE), _ONE_USER)
)


_ON = "The laws on [-D, D]^d are such a class."
OWN_VAN_TREES_CUBE = Claim(
    "zhao/own/van-trees/cube",
    "ours, for Theorem 7",
    Kind.LOWER_BOUND,
    "a minimax lower bound for the l_inf ball without any condition, by sinh",
    corrected=AllOf(
        "",
        {
            "the bound": line(_RISK, given=(_MEANS,))
            .ge(WIDTH**2 * SIZE**2 / _LEVEL, _CUBE_PROTOCOL)
            .crosschecked(
                "exact Bayes risks",
                r"\frac{d^2}{\frac43nm\sinh^2(\varepsilon/2)+40d}\le\text{Bayes risk}",
                "d = 1, 3, n = d, 4d, m = 1, 3, e^epsilon = 3/2, 6, 30: majorities by response; the prior of kent/own/X1/prior",
                _cube(_by_sinh),
            ),
            "a quarter of what kent/own/X1 allows": line(Rational(4, 3) * _SINH, given=(at_most(EPSILON, 1),)).le(
                Rational(1, 4) * Rational(32, 9) * EPSILON * tanh(EPSILON / 2)
            ),
        },
    ),
    note=_ON + " For large epsilon kent/own/X1 is better.",
)


def _by_order(n: int, m: int, size: int, t: Fraction) -> object:
    """(d/44) min(1, d/(nm (epsilon^2 ^ epsilon)))."""
    eps = as_arb(t).log()
    return as_arb(Fraction(size, 44)) * (size / (n * m * eps.min(eps**2))).min(as_arb(1))


_PRIVACY, _LEAST = Min(EPSILON**2, EPSILON), real("u", above=0)
_CAPPED = cases(
    *(
        (
            order,
            line(1 / (4 * _LEAST + 40), given=(order,))
            .ge(least / 44)
            .ge(Min(1, 1 / _LEAST) / 44, line(Min(1, 1 / _LEAST)).le(least)),
        )
        for order, least in ((at_most(_LEAST, 1), Integer(1)), (at_most(1, _LEAST), 1 / _LEAST))
    )
)
_KENT = cite(X1).at({real("c", above=0): WIDTH, KENT_USERS: N, KENT_DRAWS: M, KENT_ALPHA: EPSILON, KENT_SIZE: SIZE})
_TANH = (
    line(Min(Rational(32, 9) * M * EPSILON * tanh(EPSILON / 2), 4 * M * SIZE / 3))
    .le(Rational(32, 9) * M * EPSILON * tanh(EPSILON / 2))
    .le(4 * M * _PRIVACY, line(EPSILON * tanh(EPSILON / 2)).le(_PRIVACY))
)
_USED = N * M * _PRIVACY / SIZE
_EVERY = (
    line(_RISK, given=(_MEANS,))
    .ge(
        WIDTH**2 * SIZE**2 / (N * Min(Rational(32, 9) * M * EPSILON * tanh(EPSILON / 2), 4 * M * SIZE / 3) + 40 * SIZE),
        _KENT,
    )
    .ge(WIDTH**2 * SIZE**2 / (4 * N * M * _PRIVACY + 40 * SIZE), _TANH)
    .eq(WIDTH**2 * SIZE * (1 / (4 * _USED + 40)))
    .ge(WIDTH**2 * SIZE / 44 * Min(1, 1 / _USED), _CAPPED.at({_LEAST: _USED}))
)
_EVERY_CUBE = _EVERY.crosschecked(
    "exact Bayes risks",
    r"\tfrac d{44}\min\Big(1,\tfrac d{nm(\varepsilon^2\wedge\varepsilon)}\Big)\le\text{Bayes risk}",
    "d = 1, 3, n = d, 4d, m = 1, 3, e^epsilon = 3/2, 6, 30: majorities by response; the prior of kent/own/X1/prior",
    _cube(_by_order),
)
OWN_THM7_EVERY_EPSILON = Claim(
    "zhao/own/thm7/every-epsilon",
    "ours, for Theorem 7",
    Kind.LOWER_BOUND,
    "the rate of Theorem 7 for every epsilon, interaction allowed",
    corrected=_EVERY_CUBE,
    note=_ON + " So what zhao Theorem 7 prints is true once capped at the size of the ball.",
)
OWN_THM6_EVERY_EPSILON = Claim(
    "zhao/own/thm6/every-epsilon",
    "ours, for Theorem 6 at p = 2",
    Kind.LOWER_BOUND,
    "the rate of Theorem 6 at p = 2 for every epsilon, interaction allowed",
    corrected=line(_RISK, given=(SignMeans(_CLASS, SIZE, WIDTH / sqrt(SIZE)),))
    .ge(WIDTH**2 / 44 * Min(1, SIZE / (N * M * _PRIVACY)), _EVERY.at({WIDTH: WIDTH / sqrt(SIZE)}))
    .crosschecked(
        "exact Bayes risks, scaled",
        r"\tfrac1{44}\min\Big(1,\tfrac d{nm(\varepsilon^2\wedge\varepsilon)}\Big)\le\tfrac1d\,\text{Bayes risk}",
        "the protocols of zhao/own/thm7/every-epsilon",
        lambda settings: (
            Case(c.parameters, as_arb(c.left) / c.parameters["d"], as_arb(c.right) / c.parameters["d"])
            for c in _cube(_by_order)(settings)
        ),
    ),
    note="The laws on the l_2 ball of radius D are such a class, as it holds [-D/sqrt(d), D/sqrt(d)]^d. For 1 <= "
    "p < 2 no such bound holds for large epsilon (zhao/thm6/lower, zhao/own/thm6/between).",
)

CLAIMS = (
    TRACES,
    VAN_TREES_AXES,
    OWN_VAN_TREES_CUBE,
    OWN_THM7_EVERY_EPSILON,
    OWN_THM6_EVERY_EPSILON,
)
