"""zhao Section 6.1 and Appendix D.1, D.2, (18), (130)-(141), (155)-(158): the transform, who sends what, the risk."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor, log, nextafter
from typing import Any

from sympy import Abs, Rational

from upperbounds.classification.turned import Sizes, printed_plan
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.transforms.turned_bins import TurnedBins
from verify.kernel.calculus import (
    ADDITIVE,
    LINEAR,
    Chain,
    Expectation,
    Name,
    Sum,
    at_most,
    because,
    constructor,
    equal,
    integer,
    line,
    property_of,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.facts.voting import Entry
from verify.kernel.statements import AllOf, Case, FiniteCheck, PlanPrivacy
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.at_points import Point, at_points
from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester
from verify.papers.zhao.s4_2_vectors.alg2_groups import COVER, counted, spent, worst


def _excess(_: Settings) -> Iterator[Case]:
    """The risk of a fixed decision at a point next to (1 - |eta|)/2 + |eta| 1(wrong sign)."""
    for step, decision in product(range(-6, 7), (1, -1)):
        eta = Fraction(step, 6)
        wrong = (1 - decision * eta) / 2
        optimal = 1 if eta > 0 else -1
        right = (1 - abs(eta)) / 2 + (abs(eta) if decision != optimal else 0)
        yield Case({"eta": str(eta), "decision": decision}, wrong, right)


ErrorRate = quantity(
    "ErrorRate",
    r"R({0}, {1})",
    "probability that a decision c(X) is not the label Y under a law of (X, Y): ErrorRate(c, P)",
    0,
    1,
)
BayesRate = quantity(
    "BayesRate", r"R^*({0})", "least probability of a decision that is not the label under a law of (X, Y)", 0, 1
)
LabelMean = property_of("IsLabelMean", r"{0} = E[Y \mid X],\ Y = \pm 1\text{{ under }}{1}")
WrongSign = property_of("IsWrongSign", r"{0} = 1({1}(X) \ne \mathrm{{sign}}\, {2})")
"""1 where the decision is not the sign of the label's mean, else 0: WrongSign(W, c, eta)."""
_LAW, _DECISION, _ETA, _WRONG = (
    Name("P", "law"),
    Name("c", "decision"),
    random_real("eta", -1, 1),
    random_real("W", 0, 1),
)
_GIVEN = (LabelMean(_ETA, _LAW), WrongSign(_WRONG, _DECISION, _ETA))
_LEAST = Expectation(Rational(1, 2) - Abs(_ETA) / 2)
_MORE = Expectation(Rational(1, 2) - Abs(_ETA) / 2 + Abs(_ETA) * _WRONG)
_BAYES = (
    line(BayesRate(_LAW), given=_GIVEN[:1])
    .eq(
        _LEAST,
        because(
            "Given X the labels 1 and -1 have probabilities (1 + eta)/2 and (1 - eta)/2, the less of which is (1 - |eta|)/2."
        ),
    )
    .eq(Rational(1, 2) - Expectation(Abs(_ETA)) / 2, LINEAR(Abs(_ETA), -Rational(1, 2), Rational(1, 2)))
)
EQ18 = Claim(
    "zhao/eq18",
    "arXiv v1, Section 6.1, (18), and Appendix D.2, (155)-(158)",
    Kind.IDENTITY,
    "Bayes risk and excess risk",
    says=(
        r"R^*=\mathrm{P}(\mathrm{sign}(\eta(\mathbf{X}))\ne "
        r"Y)=\frac12\mathbb{E}[1-|\eta(\mathbf{X})|];\quad "
        r"R-R^*=\mathbb{E}\left[\sum_{k=1}^B\int_{B_k}|\eta(\mathbf{x})|\mathbf{1}(\mathrm{sign}(\hat "
        r"q_k)\ne\mathrm{sign}(\eta(\mathbf{x})))f(\mathbf{x})d\mathbf{x}\right]"
    ),
    match=Match.READING,
    differs="(158) for every classifier c, in place of that of the signs of q^_k",
    printed=AllOf(
        "",
        {
            "the excess": line(ErrorRate(_DECISION, _LAW) - BayesRate(_LAW), given=_GIVEN)
            .eq(
                _MORE - BayesRate(_LAW),
                words(
                    "Given X the right sign errs with probability (1 - |eta|)/2, the wrong one with (1 + |eta|)/2.",
                    equal(ErrorRate(_DECISION, _LAW), _MORE),
                    given=_GIVEN,
                ),
            )
            .eq(
                _LEAST + Expectation(Abs(_ETA) * _WRONG) - BayesRate(_LAW),
                ADDITIVE(Rational(1, 2) - Abs(_ETA) / 2, Abs(_ETA) * _WRONG),
            )
            .eq(Expectation(Abs(_ETA) * _WRONG), _BAYES, LINEAR(Abs(_ETA), -Rational(1, 2), Rational(1, 2)))
            .crosschecked("grid of eta", r"P(\hat Y\ne Y\mid x)", "eta in sixths, both decisions", _excess, "=="),
            "the Bayes risk": _BAYES,
        },
    ),
)


def _transform(_: Settings) -> Iterator[Case]:
    """Q_k from the sets T_k next to (H q)_k, and q_k next to (H Q)_k/K, with q = 0 beyond B; then E U_k on a finite law."""
    for size, bins in ((2, 2), (4, 3), (8, 5)):
        matrix = sylvester(size)
        q = [Fraction(k - 2, 3 * k + 7) if k < bins else Fraction(0) for k in range(size)]
        sets = [[j for j in range(bins) if matrix[k][j] == 1] for k in range(size)]
        big = [sum((q[j] if j in sets[k] else -q[j] for j in range(bins)), Fraction(0)) for k in range(size)]
        for k in range(size):
            yield Case(
                {"K": size, "B": bins, "k": k},
                big[k],
                sum((h * x for h, x in zip(matrix[k], q, strict=True)), Fraction(0)),
            )
            back = sum((h * x for h, x in zip(matrix[k], big, strict=True)), Fraction(0)) / size
            yield Case({"K": size, "B": bins, "k": k, "of": "inverse"}, back, q[k])


Turn = quantity(
    "Turn",
    r"H^{{({0})}}_{{{1}, {2}}}",
    "entry of Sylvester's matrix of 1 and -1 of a size that is a power of 2: Turn(K, k, l)",
    -1,
    1,
    value=lambda _, i, j: Fraction((-1) ** ((int(i) - 1) & (int(j) - 1)).bit_count()),
)
TurnedLabel = property_of(
    "TurnedLabel", r"{0} = Y H^{{({2})}}_{{{3}, l}}\text{{ where }}X \in B_l,\ {1}_l = E[Y 1(X \in B_l)],\ Y = \pm 1"
)
"""TurnedLabel(U, q, K, k), the bins being numbered from 1 to K, some of them empty."""
_POWER, ROW, COLUMN = integer("r", least=0), integer("k", least=1), integer("l", least=1)
LENGTH = 2**_POWER
MEANS, _SENT, _BETWEEN = Name("q", "family of numbers"), random_real("U"), integer("j", least=1)
_INSIDE = at_most(ROW, LENGTH)
_TURNED = TurnedLabel(_SENT, MEANS, LENGTH, ROW)


def turned_mean(sent: Any, means: Any, told: Any, name: str, *, labelled: bool) -> Chain:
    """The mean of a turned label or sign."""
    total = Sum(Turn(LENGTH, ROW, COLUMN) * Entry(means, COLUMN), COLUMN, 1, LENGTH)
    shown = line(Expectation(sent), given=(told, _INSIDE)).eq(total, because(f"Definition of {name}, bin by bin."))

    def points() -> Iterator[Point]:
        """What one user sends on average, over the law of her bin and her label, which is 1 where there are none."""
        for power in (0, 1, 2, 3):
            size = 2**power
            matrix, weights = sylvester(size), size * (size + 1) // 2
            # The bins' masses, and the chance of the label 1 in each.
            laws = [
                (Fraction(j, weights), Fraction(j, size + 1) if labelled else Fraction(1)) for j in range(1, size + 1)
            ]
            for k in range(size):
                mean = sum(
                    (
                        mass * (chance if y == 1 else 1 - chance) * y * matrix[k][j]
                        for j, (mass, chance) in enumerate(laws)
                        for y in (1, -1)
                    ),
                    Fraction(0),
                )
                yield {_POWER: Fraction(power), ROW: Fraction(k + 1), means: [p * (2 * c - 1) for p, c in laws]}, mean

    return at_points(shown, "one user's law", "K = 1, 2, 4, 8; all rows; masses proportional to 1, 2, ...", points)


_LABEL = random_real("Y", -1, 1)
TURNED = Turn(LENGTH, ROW, COLUMN)
_ALL = Sum(Turn(LENGTH, ROW, COLUMN) * Entry(MEANS, COLUMN), COLUMN, 1, LENGTH)
_BACK = Sum(Turn(LENGTH, _BETWEEN, ROW) * _ALL, ROW, 1, LENGTH)
_INVERSE = (
    line(_BACK / LENGTH, given=(at_most(_BETWEEN, LENGTH),))
    .eq(
        LENGTH * Entry(MEANS, _BETWEEN) / LENGTH,
        words(
            "Sylvester's matrix is symmetric with orthogonal rows of squared length K, by doubling.",
            equal(_BACK, LENGTH * Entry(MEANS, _BETWEEN)),
            given=(at_most(_BETWEEN, LENGTH),),
        ),
    )
    .eq(Entry(MEANS, _BETWEEN))
    .crosschecked(
        "B < K and B = K, exact",
        r"Q_k=\sum_lH_{kl}q_l,\ q_k=\tfrac1K\sum_lH_{kl}Q_l",
        "(K, B) = (2, 2), (4, 3), (8, 5)",
        _transform,
        "==",
    )
)
"""The transform undone."""
TRANSFORM = Claim(
    "zhao/eq134",
    "arXiv v1, Appendix D.1, (130)-(141)",
    Kind.IDENTITY,
    "the Hadamard transform of the bins",
    says=r"Q_k=\sum_{l\in[B]:H_{kl}=1}q_l-\sum_{l\in[B]:H_{kl}=-1}q_l=\sum_{j=1}^KH_{kl}q_l;\quad "
    r"U_{ijk}=Y_{ij}\mathbf{1}(\mathbf{X}_{ij}\in T_k)-Y_{ij}\mathbf{1}(\mathbf{X}_{ij}\in "
    r"T_k^c),\quad\mathbb{E}[U_{ijk}]=Q_k,\quad|U_{ijk}|\le1;\quad\hat{\mathbf{q}}=\mathbf{H}_K^{-1}\mathbf{Q}=\frac1K\mathbf{H}_K\hat{\mathbf{Q}}",
    match=Match.READING,
    differs="the sum over l, which its terms have, where j is printed, and Q^ with its hat in the middle of (140); (136) of arXiv v1 is (134) of the anonymous version",
    printed=AllOf(
        "",
        {
            "inverse": _INVERSE,
            "mean": turned_mean(_SENT, MEANS, _TURNED, "q_l", labelled=True),
            "size": line(Abs(_LABEL * TURNED)).le(1),
        },
    ),
    note="The sum in (134) runs over l where j is printed.",
)
TurnedSteps = constructor("TurnedSteps", r"{{\mathrm{{Alg}}\,{2}_{{{0}, {1}}}}}", sort="item-level protocol")
"""What a user of Algorithm 4 runs: Algorithm 1 at budget epsilon/c on each of c of the coefficients Y H_(k, B(X)), one for one; of Algorithm 5 of these and
of H_(k, B(X)): TurnedSteps(c, epsilon, 4 or 5)."""
_PLAN_USERS, _PLAN_SAMPLES = 400, (1, 400)
"""Users and samples of plans with one bin, and with ten: a spend does not depend on them."""
_AT_ONCE, _BUDGET = integer("c", least=1), real("epsilon", above=0)


def _of_plans(parts: int, corrected: bool, what: str) -> Any:
    """Of each plan its worst spend, by two routes, or how often a coefficient is answered: next to 1."""

    def plan(cells: int, m: int, epsilon: float) -> CoordinatePlan:
        if corrected:
            return Sizes(_PLAN_USERS, m, epsilon, cells, parts).plan()
        return printed_plan(_PLAN_USERS, m, epsilon, TurnedBins(cells, parts))

    def cases(_: Settings) -> Iterator[Case]:
        for cells, m in product((1, 3, 8), _PLAN_SAMPLES):
            size = parts * TurnedBins(cells).size
            last = size * log(_PLAN_USERS)
            for epsilon in (
                0.01,
                nextafter(1, 0),
                1.0,
                1.9,
                2.0,
                3.0,
                5.5,
                float(size),
                size + 0.5,
                nextafter(last, 0),
                1.01 * last,
            ):
                if not corrected and 1 <= epsilon < last and epsilon != floor(epsilon):
                    continue
                made, told = plan(cells, m, epsilon), {"B": cells, "m": m, "epsilon": epsilon}
                if what == "spend":
                    yield Case(told, worst(made), 1, left_again=counted(made))
                else:
                    yield from (Case(told | {"k": k + 1}, int(times), 1) for k, times in enumerate(made.split.folds_of))

    return cases


def _every_split(parts: int) -> AllOf:
    """Every split of up to 8 coefficients of each kind: epsilon enters through the power of two alone."""
    return AllOf(
        "",
        {
            f"K = {size}, c = {c}, m = {m}": PlanPrivacy(
                f"K = {size}, {c} a user, m = {m}",
                lambda e=float(c), k=size, m=m: Sizes(_PLAN_USERS, m, e, k, parts).plan().exact(),  # type: ignore[misc]
            )
            for size in (1, 2, 4, 8)
            for c in (1, 2, 4, 8)
            if c <= size
            for m in _PLAN_SAMPLES
        },
    )


_PLANS = "400 users with m = 1 (one bin) or 400 samples (10 bins), B = 1, 3, 8; epsilon below 1, at whole numbers, and about K and K ln n"


def told_coefficients(number: int) -> tuple[Chain, Chain]:
    """What a user of Algorithm 4 or 5 spends: of the plan as printed, and of ours."""
    parts = number - 3
    steps = TurnedSteps(_AT_ONCE, _BUDGET, number)
    step = (
        "Step j is Algorithm 1 at budget epsilon/c on the j-th of the user's coefficients, whose user mean is within [-1, 1] whatever the data are; users of "
        "different groups differ."
    )
    printed, ours = (
        spent(
            step,
            steps,
            _AT_ONCE,
            _BUDGET,
            checks=(
                (
                    "exact spend",
                    FiniteCheck(r"\text{worst spend}/\varepsilon\le1", _PLANS, _of_plans(parts, corrected, "spend")),
                ),
                *more,
            ),
        )
        for corrected, more in (
            (False, ()),
            (
                True,
                (
                    (
                        "each coefficient once",
                        FiniteCheck(
                            r"\#\{\text{groups}\}=1",
                            _PLANS + ", others between",
                            _of_plans(parts, True, "groups"),
                            "==",
                        ),
                    ),
                    ("every split, exact ratios", _every_split(parts)),
                ),
            ),
        )
    )
    return printed, ours


_PRINTED_SPENT, _OURS_SPENT = told_coefficients(4)
ALG4_PRIVACY = Claim(
    "zhao/alg4/privacy",
    "arXiv v1, Appendix D.1, Algorithm 4, (137), and the two regimes below (141)",
    Kind.PRIVACY,
    "Algorithm 4 is user-level epsilon-LDP, for epsilon an integer between 1 and K ln n",
    says=(
        r"\hat Q_k=\mathrm{MeanEst1d}(\{U_{ijk}\mid i\in S_k,\ j\in[m]\})\text{ is user-level "
        r"}\epsilon\text{-LDP by Theorem 1, and so is the whole training};\quad1\le\epsilon<K\ln n:\ "
        r"\lceil K/\epsilon\rceil\text{ groups, }Q_{(k-1)\epsilon+1},\ldots,Q_{k\epsilon}\text{ under "
        r"}1\text{-LDP each};\quad\epsilon>K\ln n:\ \text{each }Q_k\text{ under }\epsilon/K\text{-LDP}"
    ),
    match=Match.READING,
    differs=(
        "one statement for the three regimes, of c messages at epsilon/c; epsilon a whole number in the "
        "medium one; that formula is (139) in arXiv v1, (137) in the anonymous version"
    ),
    printed=_PRINTED_SPENT,
    note="c = 1 up to epsilon = 1, c = epsilon, a whole number, to K ln n, c = K beyond. The lines take epsilon "
    "for an integer, and D.1 refers to the multi-dimensional mean, where floor(epsilon) stands for other "
    "epsilon; coded with epsilon itself, ceil(K/epsilon) groups skip coefficients or overspend, as in "
    "zhao/alg2.",
)
OWN_ALG4_EVERY_EPSILON = Claim(
    "zhao/own/alg4/every-epsilon",
    "ours, for Algorithm 4",
    Kind.CONSTRUCTION,
    "every coefficient is estimated, at all of epsilon and no more, for every epsilon",
    corrected=AllOf("", {**COVER, "the spend of a user": _OURS_SPENT}),
    note="c is the largest power of two up to epsilon, at least 1 and at most K, so that K/c groups hold K "
    "coefficients; they share epsilon equally.",
)

CLAIMS = (
    EQ18,
    TRANSFORM,
    ALG4_PRIVACY,
    OWN_ALG4_EVERY_EPSILON,
)
