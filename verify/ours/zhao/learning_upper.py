"""Theorems 9 and 11 as corrected, with constants: from the tails of the estimates to the risk, and the rates."""

from typing import Any

from sympy import Integer, Min, Rational, exp, log, pi, sqrt

from verify.kernel.calculus import (
    Chain,
    Interactive,
    at_most,
    cite,
    constructor,
    integer,
    let,
    line,
    obtain,
    real,
    words,
)
from verify.kernel.calculus.facts.bumps import WorstL2Risk
from verify.kernel.calculus.facts.rounding import POWER_WITHIN, WHOLE_WITHIN, WITHIN_FROM, WITHIN_TO, WithinTwo
from verify.kernel.calculus.reasons import at_index
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim, Kind
from verify.ours.zhao.vectors_lower.hamming_distance import EPSILON, M
from verify.papers.zhao.appA3_second_stage import eq43_bias as stage
from verify.papers.zhao.appD2_classification_upper.eq142_tails import FIRST_STAGE, GROUP_COUNT, SomeGroupFails
from verify.papers.zhao.lemmas.plug_in import (
    PLUG_IN_RATIO,
    PLUG_IN_SIGNS,
    LabelError,
    PairError,
    RatioRule,
    SignRule,
    WorstExcessRisk,
)
from verify.papers.zhao.nouns_learning import (
    BETA,
    CLASSES,
    DENSITY,
    DIM,
    ERROR,
    EXCESS,
    FUNCTIONS,
    GAMMA,
    HOELDER,
    PRIVATE_SAMPLES,
    SHARPNESS,
    TOP,
    USERS,
)

LabelCubes = constructor("LabelCubes", r"\mathrm{{Cubes}}_{{{0}}}({1}, {2}, {3}, {4}, {5})", sort="protocol")
"""zhao's estimates of E[Y 1(X in B)] for the N^d cubes B of side 1/N, by Hadamard's transform: 2^r groups of 2J users with m draws each, the k-th of
which runs Algorithm 1 at epsilon on the draws of Y H_(k, B(X)): LabelCubes(J, m, epsilon, N, d, r)."""
PairCubes = constructor("PairCubes", r"\mathrm{{Pairs}}_{{{0}}}({1}, {2}, {3}, {4}, {5})", sort="protocol")
"""The same twice, each with users of its own: the masses, from the draws of H_(k, B(X)), and the numbers: PairCubes(J, m, epsilon, N, d, r)."""
_SIDE, PAIRS, _POWER = integer("N", least=1), integer("J", least=1), integer("r", least=0)
_LEVEL, _CLIP, _SHARE = real("t", above=0), real("c", above=0), real("s", above=0, most=1)
_GROUPS = 2**_POWER
_TOLD = 2 * PAIRS * _GROUPS
_PART = _SIDE**DIM / DENSITY
"""One over the least mass of a cube."""


# From tails to the risk.

_SPAN, _BIAS = let("a", (12 + 2 * sqrt(log(_TOLD))) / sqrt(M)), let("b", 4 * sqrt(2 * pi) / sqrt(M * _TOLD))
_TAIL = 2 * exp(-_TOLD * M * EPSILON**2 * (_LEVEL - _BIAS) ** 2 / (4590 * log(_TOLD)))
_FAILS = _GROUPS * sqrt(M) * exp(-2 * PAIRS * EPSILON**2 / 2007)
_SOME_FAIL = SomeGroupFails(_TOLD, M, EPSILON, _GROUPS)
_ONE = at_most(EPSILON, 1)
_RANGES = (at_most(_SIDE**DIM, _GROUPS), _ONE, at_most(_BIAS, _LEVEL), at_most(_LEVEL, sqrt(2) * _SPAN))
_TURNED = (
    "On E_1 Lemma 7 for the draws of a turned label, which lie in [-{0}, {0}] and whose transform gives E[Y 1(X in B)] by (134); a share t N^d/f_L of the mass of B "
    "is t at least, as that is f_L/N^d at least{1}."
)
_ERRS = (
    LabelError(LabelCubes(PAIRS, M, EPSILON, _SIDE, DIM, _POWER), CLASSES, M, _SIDE, DIM, _LEVEL * _PART),
    PairError(PairCubes(PAIRS, M, EPSILON, _SIDE, DIM, _POWER), FUNCTIONS, M, _SIDE, DIM, TOP, _LEVEL * _PART),
)


def _at_groups(users: Any, budget: Any) -> dict[Any, Any]:
    """The letters of the first stage."""
    return {stage.USERS: users, stage.SAMPLES: M, stage.EPSILON: budget, GROUP_COUNT: _GROUPS}


def _finite(parts: int) -> Chain:
    """From the tails of one estimate for each cube to classification, of two to regression."""
    rule = (SignRule(_ERRS[0].args[0], _SIDE, DIM), RatioRule(_ERRS[1].args[0], _SIDE, DIM, TOP))[parts - 1]
    least, worst = ((EXCESS, WorstExcessRisk(rule, CLASSES, M)), (ERROR, WorstL2Risk(rule, FUNCTIONS, M)))[parts - 1]
    enough, far = at_most(parts * _TOLD, USERS), _ERRS[parts - 1]
    shared = _LEVEL * _PART
    plug_in = (
        PLUG_IN_SIGNS(_ERRS[0].args[0], SHARPNESS, GAMMA, HOELDER, BETA, DENSITY, DIM, M, _SIDE, shared),
        PLUG_IN_RATIO(_ERRS[1].args[0], HOELDER, BETA, DENSITY, TOP, DIM, M, _SIDE, shared),
    )[parts - 1]
    before = plug_in.statement.conclusion.right
    tails = parts * (_TAIL + _SOME_FAIL)
    told = (
        _TURNED.format(1, "")
        if parts == 1
        else _TURNED.format("T", "; for the masses as at T = 1; either of two estimates may be far")
    )
    return (
        line(least, given=(enough, *_RANGES))
        .le(
            worst,
            at_index(least, rule),
            words(
                "Each user sends one message, of the first or of the second stage of Algorithm 1; users beyond those of the groups send nothing.",
                Interactive(rule, USERS, EPSILON),
                given=(enough,),
                leans=("zhao/alg1/privacy",),
            ),
        )
        .le(before, plug_in)
        .le(
            before.xreplace({far: tails}),
            words(
                told,
                at_most(far, tails),
                given=_RANGES,
                leans=("zhao/lemma7" if parts == 1 else "zhao/lemma9", "zhao/eq134" if parts == 1 else "zhao/eq192"),
            ),
        )
        .le(
            before.xreplace({far: parts * (_TAIL + _FAILS)}),
            cite(FIRST_STAGE, "some group").at(_at_groups(_TOLD, EPSILON)),
            line(Min(1, EPSILON**2), given=(_ONE,)).eq(EPSILON**2),
        )
    )


FINITE = Claim(
    "zhao/own/cubes",
    "ours, for Theorems 9 and 11",
    Kind.UPPER_RATE,
    "classification and regression by estimates of each cube, with all constants",
    corrected=AllOf("", {"classification": _finite(1), "regression": _finite(2)}),
    note="For every width 1/N of the cubes and every level t of their errors in the range of Lemma 7: 2^r "
    "groups of 2J users each, in regression twice as many.",
)
LabelCubesOfAll = constructor(
    "LabelCubesOfAll", r"\mathrm{{Cubes}}^{{all}}_{{{0}}}({1}, {2}, {3}, {4}, {5}; {6})", sort="protocol"
)
"""The same at low privacy: 2J users, half of whom localise and half of whom refine each of the 2^r coefficients, at epsilon/2^r, clipping at Delta =
sqrt(c ln(2J 2^r)/m) beyond the interval: LabelCubesOfAll(J, m, epsilon, N, d, r, c)."""
PairCubesOfAll = constructor(
    "PairCubesOfAll", r"\mathrm{{Pairs}}^{{all}}_{{{0}}}({1}, {2}, {3}, {4}, {5}; {6})", sort="protocol"
)
"""The same twice, each with 2J users of its own: PairCubesOfAll(J, m, epsilon, N, d, r, c)."""
_SWING = HOELDER * (sqrt(DIM) / _SIDE) ** BETA

# The same at low privacy, where all users tell of all cubes.

_REST, _EACH = 2 * PAIRS * _GROUPS, EPSILON / _GROUPS
_LOW_SPAN = let("a", (12 + 2 * sqrt(_CLIP * log(_REST))) / sqrt(M))
_LOW_TAIL = (
    2 * exp(-PAIRS * M * _SHARE**2 / (16 * _PART))
    + 2 * exp(-PAIRS * Min(EPSILON**2 * _SHARE**2 / (32 * _LOW_SPAN**2 * _GROUPS * _PART**2), _GROUPS))
    + _REST * exp(-_CLIP * log(_REST) / 2)
)
_LOW_FAILS = _GROUPS * sqrt(M) * exp(-2 * PAIRS * Min(1, _EACH**2) / 2007)
_LOW_SOME = SomeGroupFails(_REST, M, _EACH, _GROUPS)


def _low(parts: int) -> Chain:
    """For every width 1/N of the cubes and every share s."""
    plan = (LabelCubesOfAll, PairCubesOfAll)[parts - 1](PAIRS, M, EPSILON, _SIDE, DIM, _POWER, _CLIP)
    rule = (SignRule(plan, _SIDE, DIM), RatioRule(plan, _SIDE, DIM, TOP))[parts - 1]
    least, worst = ((EXCESS, WorstExcessRisk(rule, CLASSES, M)), (ERROR, WorstL2Risk(rule, FUNCTIONS, M)))[parts - 1]
    far = (LabelError(plan, CLASSES, M, _SIDE, DIM, _SHARE), PairError(plan, FUNCTIONS, M, _SIDE, DIM, TOP, _SHARE))[
        parts - 1
    ]
    plug_in = (
        PLUG_IN_SIGNS(plan, SHARPNESS, GAMMA, HOELDER, BETA, DENSITY, DIM, M, _SIDE, _SHARE),
        PLUG_IN_RATIO(plan, HOELDER, BETA, DENSITY, TOP, DIM, M, _SIDE, _SHARE),
    )[parts - 1]
    before, enough = plug_in.statement.conclusion.right, at_most(2 * parts * PAIRS, USERS)
    tails, fits = parts * (_LOW_TAIL + _LOW_SOME), at_most(_SIDE**DIM, _GROUPS)
    told = (
        "On E_1 the tail (172) as corrected, at a share s of the mass of the cube, which is f_L/N^d at least; E_1 fails where the first stage of some coefficient does"
        + (
            ", each of which 2J users tell at epsilon/K."
            if parts == 1
            else ", each of which 2J users tell at epsilon/K; the tails scale with T, and either of two estimates may be far."
        )
    )
    return (
        line(least, given=(enough, fits))
        .le(
            worst,
            at_index(least, rule),
            words(
                "Each user tells K coefficients, each at epsilon/K, which compose; users beyond 2J for each estimate send nothing.",
                Interactive(rule, USERS, EPSILON),
                given=(enough,),
                leans=("zhao/alg1/privacy", "zhao/own/prop1-a"),
            ),
        )
        .le(before, plug_in)
        .le(
            before.xreplace({far: tails}),
            words(
                told,
                at_most(far, tails),
                given=(fits,),
                leans=("zhao/eq172/172", "zhao/eq134" if parts == 1 else "zhao/eq192"),
            ),
        )
        .le(
            before.xreplace({far: parts * (_LOW_TAIL + _LOW_FAILS)}),
            cite(FIRST_STAGE, "some group").at(_at_groups(_REST, _EACH)),
        )
    )


LOW_CLASSES, LOW_FUNCTIONS = _low(1), _low(2)


# From the risk to the rates: x^(d + beta) is at most sqrt(mn) epsilon, over ln n for regression; N is x, K is x^d and J is n/(2K) up to a factor of 2.

_X, _DRAWN, _LOG = real("x", least=1), M * USERS, log(USERS)
_STRENGTH = sqrt(_DRAWN) * EPSILON
_P, _Q, _S, _E = (real(letter, above=0) for letter in "pqse")
_H, _K, _Y = real("h"), real("k"), real("y")
_WEIGHT = real("w", least=1)
_Z, _F, _FOUR = real("z", least=1), real("f", least=1), real("f'", least=4)
_UP = line(_P**_E, given=(at_most(_P, _Q),)).le(_Q**_E, at_most(_P, _Q))
_ROOT = line(sqrt(_P), given=(at_most(_P, _Q),)).le(sqrt(_Q), at_most(_P, _Q))
_DOWN = line(1 / _Q, given=(at_most(_P, _Q),)).le(1 / _P)
_FALLS = line(_Q ** (-_E), given=(at_most(_P, _Q),)).le(_P ** (-_E), _DOWN.at({_P: _P**_E, _Q: _Q**_E}), _UP)
_OVER = line(_P / _S, given=(at_most(_P, _Q),)).le(_Q / _S, at_most(_P, _Q))
_MORE = line(_P).le(_F * _P)
_HIGHER = line(_Z**_H, given=(at_most(_H, _K),)).eq(exp(_H * log(_Z))).le(exp(_K * log(_Z)), at_most(_H, _K)).eq(_Z**_K)
_LESS = line(exp(-_H), given=(at_most(_K, _H),)).le(exp(-_K), at_most(_K, _H))
_PRODUCT = line((_P * _Q) ** _E).eq(_P**_E * _Q**_E)
_QUOTIENT = line((_P / _Q) ** (-_E)).eq(_Q**_E * _P ** (-_E))
_NEAR, _POWER_NEAR = WithinTwo(_SIDE, _X), WithinTwo(_X**DIM, _GROUPS)
_FITS = (
    line(_SIDE**DIM, given=(_NEAR, _POWER_NEAR))
    .le(_X**DIM, _UP.at({_P: _SIDE, _Q: _X, _E: DIM}), WITHIN_FROM(_SIDE, _X))
    .le(_GROUPS, WITHIN_FROM(_X**DIM, _GROUPS))
)


def _below(shown: Chain) -> Chain:
    """For a condition: the difference, which stands in no line, so that it is not put in there."""
    less, more = shown.start, shown.end
    return line(less - more, given=shown.given).le(Integer(0), shown)


_FITTING = _below(_FITS)
_CLOSER = line(1 / _SIDE, given=(_NEAR,)).le(2 / _X, _DOWN.at({_P: _X / 2, _Q: _SIDE}), WITHIN_TO(_SIDE, _X))


def _ranges(at: Any, exponent: Any) -> tuple[Any, ...]:
    """That the level is in the range of Lemma 7, and that there are the users."""
    level = at.level
    bias = line(_BIAS.body, given=(at.users, _ONE)).le(at.start / _STRENGTH, at.bias()).le(level)
    return at.told()[0], bias.at(exponent), at.reach().at(exponent)


class _Rate:
    """Of classification, by one part of the users, or of regression, by two: what the same steps show of both.

    The error of a cube is (start + c ln n)/(sqrt(mn) epsilon), exceeded with a probability of at most 2 n^-e.
    """

    def __init__(self, parts: int, start: int, scale: Any, wide: Any) -> None:
        self.parts, self.power, self.start = parts, _WEIGHT, start
        self.root, self.rate = sqrt(parts * _WEIGHT), _X ** (-BETA * _WEIGHT)
        self.factor = 96 * self.root
        self.least: Any = 4014 * parts * (2 + _WEIGHT)
        self.enough = at_most(self.least * _X**DIM * log(_DRAWN), USERS * EPSILON**2)
        self.fine = at_most(_X ** (DIM + BETA), _STRENGTH / scale)
        self.share = USERS / (2 * parts * _GROUPS)
        self.users = WithinTwo(PAIRS, self.share)
        self.level = (start + self.factor * _LOG) / _STRENGTH
        self.coarse = (
            line(_X ** (DIM + BETA), given=(self.fine,))
            .le(_STRENGTH / scale, self.fine)
            .le(wide * _STRENGTH, line(1 / _LOG).le(wide))
            if parts == 2
            else line(_X ** (DIM + BETA), given=(self.fine,)).le(_STRENGTH, self.fine)
        )
        self.wide = wide

    def logs(self, least: int) -> Chain:
        """The condition's factor is at least a number."""
        return line(least).le(12042 * log(2)).le(self.least * log(2)).le(self.least * log(_DRAWN), line(2).le(_DRAWN))

    def few_cells(self) -> Chain:
        """x^d <= n."""
        return (
            line(_X**DIM, given=(self.enough, _ONE))
            .le(self.least * _X**DIM * log(_DRAWN), _MORE.at({_P: _X**DIM, _F: self.least * log(_DRAWN)}), self.logs(1))
            .le(USERS * EPSILON**2, self.enough)
            .le(USERS)
        )

    def room(self) -> Chain:
        """A pair of users for each group."""
        parts = self.parts
        most = (
            line(4 * parts * _X**DIM, given=(_ONE, self.enough))
            .le(
                self.least * _X**DIM * log(_DRAWN),
                line(4 * parts * _P).le(parts * _FOUR * _P).at({_P: _X**DIM, _FOUR: self.least / parts * log(_DRAWN)}),
                line(4)
                .le(12042 * log(2))
                .le(self.least / parts * log(2))
                .le(self.least / parts * log(_DRAWN), line(2).le(_DRAWN)),
            )
            .le(USERS * EPSILON**2)
            .le(USERS)
        )
        all_groups = (
            line(2 * parts * _GROUPS, given=(_ONE, self.enough, _POWER_NEAR))
            .le(4 * parts * _X**DIM, WITHIN_TO(_X**DIM, _GROUPS))
            .le(USERS, most)
        )
        return line(self.share, given=all_groups.given).ge(2 * parts * _GROUPS / (2 * parts * _GROUPS), all_groups)

    def told(self) -> tuple[Chain, Chain, Chain]:
        """How many users tell: n over the parts at most, half of that at least, and a third of the logarithm."""
        parts = self.parts
        most = (
            line(parts * _TOLD, given=(self.users,))
            .le(
                2 * parts * _GROUPS * self.share,
                line(2 * parts * _GROUPS * PAIRS, given=(self.users,)).le(
                    2 * parts * _GROUPS * self.share, WITHIN_FROM(PAIRS, self.share)
                ),
            )
            .eq(USERS)
        )
        least = (
            line(_TOLD, given=(self.users,))
            .ge(
                2 * _GROUPS * (self.share / 2),
                line(2 * _GROUPS * PAIRS, given=(self.users,)).ge(
                    2 * _GROUPS * (self.share / 2),
                    line(PAIRS, given=(self.users,)).ge(self.share / 2, WITHIN_TO(PAIRS, self.share)),
                ),
            )
            .eq(USERS / (2 * parts))
        )
        two = real("z", least=2)
        third = (
            line(_LOG, given=(self.users,))
            .le(log(2 * parts * _TOLD), line(USERS, given=(self.users,)).le(2 * parts * _TOLD, least))
            .eq(log(2 * parts) + log(_TOLD))
            .le(3 * log(_TOLD), line(log(2 * parts) + log(two)).le(3 * log(two)).at({two: _TOLD}), line(2).le(_TOLD))
        )
        return most, least, third

    def bias(self) -> Chain:
        """The bias is below the first part of the level."""
        roots = line(sqrt(M * _P), given=(at_most(_P, _Q),)).le(sqrt(M * _Q), at_most(_P, _Q))
        fewer = line(4 * sqrt(2 * pi) / sqrt(M * _Q), given=(at_most(_P, _Q),)).le(
            4 * sqrt(2 * pi) / sqrt(M * _P), _DOWN.at({_P: sqrt(M * _P), _Q: sqrt(M * _Q)}), roots
        )
        least = USERS / (2 * self.parts)
        return (
            line(_BIAS.body, given=(self.users, _ONE))
            .le(4 * sqrt(2 * pi) / sqrt(M * least), fewer.at({_P: least, _Q: _TOLD}), self.told()[1])
            .le(self.start / sqrt(_DRAWN))
            .le(
                self.start / _STRENGTH,
                _DOWN.at({_P: _STRENGTH, _Q: sqrt(_DRAWN)}),
                line(_STRENGTH, given=(_ONE,)).le(sqrt(_DRAWN), _ONE),
            )
        )

    def tail(self) -> Chain:
        """exp(-...) <= x^(-beta e)."""
        most, least, _ = self.told()
        users, gap, logs, low = (
            real("u", above=0),
            real("q", least=0),
            real("l", above=0),
            self.factor * _LOG / _STRENGTH,
        )
        of_tail = M * EPSILON**2 * gap**2
        few = USERS / (2 * self.parts)
        exponent = (
            line(users * of_tail / (4590 * logs), given=(at_most(few, users), at_most(logs, _LOG), at_most(low, gap)))
            .ge(few * of_tail / (4590 * logs), at_most(few, users))
            .ge(few * of_tail / (4590 * _LOG), _DOWN.at({_P: logs, _Q: _LOG}))
            .ge(few * (M * EPSILON**2 * low**2) / (4590 * _LOG), at_most(low, gap))
            .ge(self.power * _LOG)
        )
        error = self.level - _BIAS.body
        whole = _TOLD * M * EPSILON**2 * error**2 / (4590 * log(_TOLD))
        beyond = line(error, given=(self.users, _ONE)).ge(self.level - self.start / _STRENGTH, self.bias()).eq(low)
        fewer = line(log(_TOLD), given=(self.users,)).le(
            _LOG, line(_TOLD, given=(self.users,)).le(self.parts * _TOLD).le(USERS, most)
        )
        strong = line(whole, given=(self.users, _ONE)).ge(
            self.power * _LOG, exponent.at({users: _TOLD, gap: error, logs: log(_TOLD)}), least, beyond, _below(fewer)
        )
        rare = (
            line(USERS ** (-self.power), given=(self.enough, _ONE))
            .le((_X**DIM) ** (-self.power), _FALLS.at({_P: _X**DIM, _Q: USERS, _E: self.power}), self.few_cells())
            .eq(_X ** (-DIM * self.power))
            .le(self.rate, _HIGHER.at({_Z: _X, _H: -DIM * self.power, _K: -BETA * self.power}))
        )
        return (
            line(exp(-whole), given=(self.users, self.enough, _ONE))
            .le(exp(-self.power * _LOG), _LESS.at({_H: whole, _K: self.power * _LOG}), strong)
            .eq(USERS ** (-self.power))
            .le(self.rate, rare)
        )

    def reach(self) -> Chain:
        """The level is within the range of Lemma 7."""
        root, w, v, y = real("g", least=1), real("w", least=Rational(4, 5)), real("v", least=0), real("y", above=0)
        within = (
            line((self.start + 96 * root * w**2) / y, given=(at_most(63 * root * w, y), at_most(w, sqrt(3) * v)))
            .le((self.start + 96 * root * w**2) / (63 * root * w), _DOWN.at({_P: 63 * root * w, _Q: y}))
            .eq(self.start / (63 * root * w) + Rational(96, 63) * w)
            .le(self.start / (63 * w) + Rational(96, 63) * w)
            .le(Rational(5 * self.start, 4 * 63) + Rational(96, 63) * w, line(1 / w).le(Rational(5, 4)))
            .le(Rational(5 * self.start, 4 * 63) + Rational(96, 63) * (sqrt(3) * v), at_most(w, sqrt(3) * v))
            .le(sqrt(2) * (12 + 2 * v))
        )
        steady = (
            line(sqrt(USERS) * EPSILON, given=(self.enough,))
            .eq(sqrt(USERS * EPSILON**2))
            .ge(
                sqrt(self.least * _X**DIM * log(_DRAWN)),
                _ROOT.at({_P: self.least * _X**DIM * log(_DRAWN), _Q: USERS * EPSILON**2}),
            )
            .ge(
                sqrt(self.least * log(_DRAWN)),
                line(self.least * log(_DRAWN)).le(
                    _X**DIM * (self.least * log(_DRAWN)),
                    _MORE.at({_P: self.least * log(_DRAWN), _F: _X**DIM}),
                    line(1).le(_X**DIM),
                ),
            )
            .ge(
                sqrt(3969 * self.root**2 * _LOG),
                line(self.least * log(_DRAWN))
                .ge(self.least * _LOG, line(log(_DRAWN)).ge(_LOG))
                .ge(3969 * self.root**2 * _LOG),
            )
            .eq(63 * self.root * sqrt(_LOG))
        )
        logs = (
            line(sqrt(_LOG), given=(self.users,))
            .le(sqrt(3 * log(_TOLD)), self.told()[2])
            .eq(sqrt(3) * sqrt(log(_TOLD)))
        )
        return (
            line(self.level, given=(self.users, self.enough))
            .eq((self.start + 96 * self.root * sqrt(_LOG) ** 2) / (sqrt(USERS) * EPSILON) / sqrt(M))
            .le(
                sqrt(2) * (12 + 2 * sqrt(log(_TOLD))) / sqrt(M),
                within.at({root: self.root, w: sqrt(_LOG), v: sqrt(log(_TOLD)), y: sqrt(USERS) * EPSILON}),
                steady,
                logs,
                line(Rational(4, 5)).le(sqrt(log(2))).le(sqrt(_LOG)),
            )
        )

    def failing(self) -> Chain:
        """The first stage fails with a smaller probability."""
        parts, power = self.parts, self.power
        spent = (
            line(2 * PAIRS * EPSILON**2 / 2007, given=(_POWER_NEAR, self.users, self.enough))
            .ge(self.share * EPSILON**2 / 2007, WITHIN_TO(PAIRS, self.share))
            .ge(
                USERS / (2 * parts * (2 * _X**DIM)) * EPSILON**2 / 2007,
                _DOWN.at({_P: _GROUPS, _Q: 2 * _X**DIM}),
                WITHIN_TO(_X**DIM, _GROUPS),
            )
            .eq(USERS * EPSILON**2 / (8028 * parts * _X**DIM))
            .ge(
                self.least * _X**DIM * log(_DRAWN) / (8028 * parts * _X**DIM),
                _OVER.at({_P: self.least * _X**DIM * log(_DRAWN), _Q: USERS * EPSILON**2, _S: 8028 * parts * _X**DIM}),
            )
            .eq((2 + power) / 2 * log(_DRAWN))
        )
        size = (
            line(2 * _X**DIM * sqrt(M), given=(_ONE, self.fine))
            .le(2 * _X ** (DIM + BETA) * sqrt(M), _HIGHER.at({_Z: _X, _H: DIM, _K: DIM + BETA}))
            .le(2 * self.wide * _STRENGTH * sqrt(M), self.coarse)
            .le(2 * self.wide * sqrt(_DRAWN) * sqrt(M), _ONE)
            .le(2 * self.wide * _DRAWN)
        )
        slow = (
            line(_DRAWN ** (-power / 2), given=(_ONE, self.fine))
            .eq(sqrt(_DRAWN) ** (-power))
            .le(
                (_X ** (DIM + BETA) / self.wide) ** (-power),
                _FALLS.at({_P: _X ** (DIM + BETA) / self.wide, _Q: sqrt(_DRAWN), _E: power}),
                line(_X ** (DIM + BETA) / self.wide, given=(_ONE, self.fine))
                .le(_STRENGTH, self.coarse)
                .le(sqrt(_DRAWN), _ONE),
            )
        )
        if parts > 1:
            slow = slow.eq(
                self.wide**power * (_X ** (DIM + BETA)) ** (-power),
                _QUOTIENT.at({_P: _X ** (DIM + BETA), _Q: self.wide, _E: power}),
            )
        slow = slow.eq(self.wide**power * _X ** (-(DIM + BETA) * power)).le(
            self.wide**power * self.rate, _HIGHER.at({_Z: _X, _H: -(DIM + BETA) * power, _K: -BETA * power})
        )
        less = (
            line(_Z * exp(-(2 + power) / 2 * log(_Z)))
            .eq(
                exp(-power / 2 * log(_Z)),
                line(exp(_Y) * exp(-(2 + power) / 2 * _Y)).eq(exp(-power / 2 * _Y)).at({_Y: log(_Z)}),
            )
            .eq(_Z ** (-power / 2))
        )
        return (
            line(_FAILS, given=(_POWER_NEAR, self.users, self.enough, _ONE, self.fine))
            .le(
                2 * _X**DIM * sqrt(M) * exp(-(2 + power) / 2 * log(_DRAWN)),
                WITHIN_TO(_X**DIM, _GROUPS),
                _LESS.at({_H: 2 * PAIRS * EPSILON**2 / 2007, _K: (2 + power) / 2 * log(_DRAWN)}),
                spent,
            )
            .le(2 * self.wide * _DRAWN * exp(-(2 + power) / 2 * log(_DRAWN)), size)
            .eq(2 * self.wide * _DRAWN ** (-power / 2), less.at({_Z: _DRAWN}))
            .le(2 * self.wide ** (1 + power) * self.rate, slow)
        )

    def exists(self, shown: Chain, end: Any) -> Chain:
        """The risk's bound without N, K and J, which there are."""
        least, kept = shown.start, (_ONE, self.enough, self.fine)
        paired = line(least, given=(*kept, _NEAR, _POWER_NEAR)).le(
            end, obtain(WHOLE_WITHIN(PAIRS, self.share), shown), self.room()
        )
        grouped = line(least, given=(*kept, _NEAR)).le(end, obtain(POWER_WITHIN(_X**DIM, _POWER), paired))
        return line(least, given=kept).le(end, obtain(WHOLE_WITHIN(_SIDE, _X), grouped))


def _classes() -> Chain:
    """R - R* where epsilon <= 1."""
    at = _Rate(1, 15, 1, 1)
    exponent = {_WEIGHT: 1 + GAMMA}
    level, rate = (term.xreplace(exponent) for term in (at.level, at.rate))
    constant = HOELDER * (2 * sqrt(DIM)) ** BETA + (15 + 96 * sqrt(1 + GAMMA) * _LOG) / DENSITY
    lines = cite(FINITE, "classification").at({_LEVEL: level})
    base = (
        line(_SWING + level * _PART, given=(_NEAR, at.fine))
        .le(
            HOELDER * (sqrt(DIM) * (2 / _X)) ** BETA + level * _X**DIM / DENSITY,
            _UP.at({_P: sqrt(DIM) / _SIDE, _Q: sqrt(DIM) * (2 / _X), _E: BETA}),
            _CLOSER,
            _UP.at({_P: _SIDE, _Q: _X, _E: DIM}),
            WITHIN_FROM(_SIDE, _X),
        )
        .le(
            HOELDER * (sqrt(DIM) * (2 / _X)) ** BETA
            + (15 + 96 * sqrt(1 + GAMMA) * _LOG) * _X**DIM / (_X ** (DIM + BETA) * DENSITY),
            _DOWN.at({_P: _X ** (DIM + BETA), _Q: _STRENGTH}),
        )
        .eq(constant * _X ** (-BETA))
    )
    shown = (
        line(
            EXCESS, given=tuple(c.xreplace(exponent) for c in (_ONE, at.enough, at.fine, _NEAR, _POWER_NEAR, at.users))
        )
        .le(lines.statement.conclusion.right, lines, _FITTING, *_ranges(at, exponent))
        .le(
            SHARPNESS * (constant * _X ** (-BETA)) ** (1 + GAMMA) + 2 * rate + 2 * rate,
            _UP.at({_P: _SWING + level * _PART, _Q: constant * _X ** (-BETA), _E: 1 + GAMMA}),
            base,
            at.tail().at(exponent),
            at.failing().at(exponent),
        )
        .eq(
            SHARPNESS * constant ** (1 + GAMMA) * (_X ** (-BETA)) ** (1 + GAMMA) + 4 * rate,
            _PRODUCT.at({_P: constant, _Q: _X ** (-BETA), _E: 1 + GAMMA}),
        )
        .eq((SHARPNESS * constant ** (1 + GAMMA) + 4) * rate, line((_X ** (-BETA)) ** (1 + GAMMA)).eq(rate))
    )
    return shown


def _functions() -> Chain:
    """R where epsilon <= 1."""
    at = _Rate(2, 21, _LOG, Rational(3, 2))
    exponent = {_WEIGHT: Integer(2)}
    level, rate, bound = at.level.xreplace(exponent), at.rate.xreplace(exponent), HOELDER * (2 * sqrt(DIM)) ** BETA
    lines = cite(FINITE, "regression").at({_LEVEL: level})
    swing = (
        line(_SWING, given=(_NEAR,))
        .le(
            HOELDER * (sqrt(DIM) * (2 / _X)) ** BETA,
            _UP.at({_P: sqrt(DIM) / _SIDE, _Q: sqrt(DIM) * (2 / _X), _E: BETA}),
            _CLOSER,
        )
        .eq(bound * _X ** (-BETA))
    )
    share = (
        line(level * _PART, given=(_NEAR, at.fine))
        .le(level * _X**DIM / DENSITY, _UP.at({_P: _SIDE, _Q: _X, _E: DIM}), WITHIN_FROM(_SIDE, _X))
        .eq((192 + 21 / _LOG) / DENSITY * _X**DIM / (_STRENGTH / _LOG))
        .le(
            (192 + 21 / _LOG) / DENSITY * _X**DIM / _X ** (DIM + BETA),
            _DOWN.at({_P: _X ** (DIM + BETA), _Q: _STRENGTH / _LOG}),
        )
        .le(224 / DENSITY * _X**DIM / _X ** (DIM + BETA), line(192 + 21 / _LOG).le(224))
        .eq(224 / DENSITY * _X ** (-BETA))
    )
    constant = bound**2 + 16 * TOP**2 * (224 / DENSITY) ** 2 + 70 * TOP**2
    parts, larger = (
        tuple(real(letter, least=0) for letter in letters)
        for letters in (("a", "b", "u", "v"), ("a'", "b'", "u'", "v'"))
    )

    def total(swing: Any, error: Any, tail: Any, fails: Any) -> Any:
        return swing**2 + 16 * TOP**2 * error**2 + 4 * TOP**2 * 2 * (2 * tail + fails)

    orders = tuple(at_most(one, other) for one, other in zip(parts, larger, strict=True))
    grows = line(total(*parts), given=orders).le(total(*larger), *orders)
    each = (
        (_SWING, level * _PART, _TAIL.xreplace({_LEVEL: level}) / 2, _FAILS),
        (bound * _X ** (-BETA), 224 / DENSITY * _X ** (-BETA), rate, Rational(27, 4) * rate),
    )
    return (
        line(ERROR, given=tuple(c.xreplace(exponent) for c in (_ONE, at.enough, at.fine, _NEAR, _POWER_NEAR, at.users)))
        .le(lines.statement.conclusion.right, lines, _FITTING, *_ranges(at, exponent))
        .le(
            total(*each[1]),
            grows.at(dict(zip((*parts, *larger), (*each[0], *each[1]), strict=True))),
            swing,
            share,
            _below(at.tail()).at(exponent),
            _below(at.failing()).at(exponent),
        )
        .eq(constant * rate)
    )


def _at_x(at: _Rate, exponent: dict[Any, Any], shown: Chain, strength: Any) -> Chain:
    """The rate at x = strength^(1/(2(d + beta)))."""
    at.least, at.enough, at.fine = (term.xreplace(exponent) for term in (at.least, at.enough, at.fine))
    placed, root, weight = {_S: DIM + BETA, _P: strength}, _P ** (1 / (2 * _S)), _WEIGHT.xreplace(exponent)
    powers: tuple[Any, ...] = root, _P ** (DIM / (2 * _S)), _P ** (-BETA * weight / (2 * _S))
    x, cells, rate = (term.xreplace(placed) for term in powers)
    end, regime = shown.end, at_most(1, strength)
    enough = at_most(at.least * cells * log(_DRAWN), USERS * EPSILON**2)
    above = line(1, given=(regime,)).le(x, _UP.at({_P: Integer(1), _Q: strength, _E: 1 / (2 * (DIM + BETA))}))
    fine = line(x ** (DIM + BETA)).eq(sqrt(strength), line(root**_S).eq(sqrt(_P)).at(placed)).eq(at.fine.right)
    return (
        line(shown.start, given=(_ONE, regime, enough))
        .le(end.xreplace({_X: x}), at.exists(shown, end).at({_X: x}), above, fine)
        .eq(
            end.xreplace({at.rate.xreplace(exponent): rate}),
            line(root ** (-BETA * weight)).eq(_P ** (-BETA * weight / (2 * _S))).at(placed),
        )
    )


HIGH_CLASSES = _at_x(_Rate(1, 15, 1, 1), {_WEIGHT: 1 + GAMMA}, _classes(), PRIVATE_SAMPLES)
HIGH_FUNCTIONS = _at_x(
    _Rate(2, 21, _LOG, Rational(3, 2)), {_WEIGHT: Integer(2)}, _functions(), PRIVATE_SAMPLES / log(USERS) ** 2
)

CLAIMS = (FINITE,)
