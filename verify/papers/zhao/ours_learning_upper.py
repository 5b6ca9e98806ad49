"""Theorems 9 and 11 as corrected, with constants: from the tails of the estimates to the risk, and the rates."""

from typing import Any

from sympy import Integer, Min, Rational, exp, log, pi, sqrt

from verify.calculus import Chain, Interactive, at_most, by, calc, cite, constructor, integer, let, obtain, real, words
from verify.calculus.facts.bumps import WorstL2Risk
from verify.calculus.facts.plug_in import (
    PLUG_IN_RATIO,
    PLUG_IN_SIGNS,
    LabelError,
    PairError,
    RatioRule,
    SignRule,
    WorstExcessRisk,
)
from verify.calculus.facts.rounding import POWER_WITHIN, WHOLE_WITHIN, WITHIN_FROM, WITHIN_TO, WithinTwo
from verify.calculus.reasons import at_index
from verify.papers.zhao.appA3_second_stage import eq43_bias as stage
from verify.papers.zhao.appD2_classification_upper.eq142_tails import FIRST_STAGE, GROUP_COUNT, SomeGroupFails
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
from verify.papers.zhao.ours_vectors_lower.hamming_distance import EPSILON, M
from verify.statements import AllOf
from verify.statements.claim import Claim, Kind

# fmt: off
LabelCubes = constructor("LabelCubes", r"\mathrm{{Cubes}}_{{{0}}}({1}, {2}, {3}, {4}, {5})", sort="protocol")
"""zhao's estimates of E[Y 1(X in B)] for the N^d cubes B of side 1/N, by Hadamard's transform: 2^r groups of 2J users with m draws each, the k-th of
which runs Algorithm 1 at epsilon on the draws of Y H_(k, B(X)): LabelCubes(J, m, epsilon, N, d, r)."""
PairCubes = constructor("PairCubes", r"\mathrm{{Pairs}}_{{{0}}}({1}, {2}, {3}, {4}, {5})", sort="protocol")
"""The same twice, each with users of its own: the masses, from the draws of H_(k, B(X)), and the numbers: PairCubes(J, m, epsilon, N, d, r)."""
LabelCubesOfAll = constructor("LabelCubesOfAll", r"\mathrm{{Cubes}}^{{all}}_{{{0}}}({1}, {2}, {3}, {4}, {5}; {6})", sort="protocol")
"""The same at low privacy: 2J users, half of whom localise and half of whom refine each of the 2^r coefficients, at epsilon/2^r, clipping at Delta =
sqrt(c ln(2J 2^r)/m) beyond the interval: LabelCubesOfAll(J, m, epsilon, N, d, r, c)."""
PairCubesOfAll = constructor("PairCubesOfAll", r"\mathrm{{Pairs}}^{{all}}_{{{0}}}({1}, {2}, {3}, {4}, {5}; {6})", sort="protocol")
"""The same twice, each with 2J users of its own: PairCubesOfAll(J, m, epsilon, N, d, r, c)."""
SIDE, PAIRS, POWER = integer("N", least=1), integer("J", least=1), integer("r", least=0)
_LEVEL, _CLIP, _SHARE = real("t", above=0), real("c", above=0), real("s", above=0, most=1)
GROUPS = 2**POWER
_TOLD = 2*PAIRS*GROUPS
_SWING = HOELDER*(sqrt(DIM)/SIDE)**BETA
_PART = SIDE**DIM/DENSITY
"""One over the least mass of a cube."""


# From tails to the risk.

_SPAN, _BIAS = let("a", (12 + 2*sqrt(log(_TOLD)))/sqrt(M)), let("b", 4*sqrt(2*pi)/sqrt(M*_TOLD))
_TAIL = 2*exp(-_TOLD*M*EPSILON**2*(_LEVEL - _BIAS)**2/(4590*log(_TOLD)))
_FAILS = GROUPS*sqrt(M)*exp(-2*PAIRS*EPSILON**2/2007)
_SOME_FAIL = SomeGroupFails(_TOLD, M, EPSILON, GROUPS)
_ONE = at_most(EPSILON, 1)
_RANGES = (at_most(SIDE**DIM, GROUPS), _ONE, at_most(_BIAS, _LEVEL), at_most(_LEVEL, sqrt(2)*_SPAN))
_TURNED = ("On E_1 Lemma 7 for the draws of a turned label, which lie in [-{0}, {0}] and whose transform gives E[Y 1(X in B)] by (134); a share t N^d/f_L of the mass of B "
           "is t at least, as that is f_L/N^d at least{1}.")
_ERRS = (LabelError(LabelCubes(PAIRS, M, EPSILON, SIDE, DIM, POWER), CLASSES, M, SIDE, DIM, _LEVEL*_PART),
         PairError(PairCubes(PAIRS, M, EPSILON, SIDE, DIM, POWER), FUNCTIONS, M, SIDE, DIM, TOP, _LEVEL*_PART))  # fmt: skip


def _at_groups(users: Any, budget: Any) -> dict[Any, Any]:
    """The letters of the first stage."""
    return {stage.USERS: users, stage.SAMPLES: M, stage.EPSILON: budget, GROUP_COUNT: GROUPS}


def _finite(parts: int) -> Chain:
    """From the tails of one estimate for each cube to classification, of two to regression."""
    rule = (SignRule(_ERRS[0].args[0], SIDE, DIM), RatioRule(_ERRS[1].args[0], SIDE, DIM, TOP))[parts - 1]
    least, worst = ((EXCESS, WorstExcessRisk(rule, CLASSES, M)), (ERROR, WorstL2Risk(rule, FUNCTIONS, M)))[parts - 1]
    enough, far = at_most(parts*_TOLD, USERS), _ERRS[parts - 1]
    shared = _LEVEL*_PART
    plug_in = (PLUG_IN_SIGNS(_ERRS[0].args[0], SHARPNESS, GAMMA, HOELDER, BETA, DENSITY, DIM, M, SIDE, shared),
               PLUG_IN_RATIO(_ERRS[1].args[0], HOELDER, BETA, DENSITY, TOP, DIM, M, SIDE, shared))[parts - 1]
    line = plug_in.statement.conclusion.right
    tails = parts*(_TAIL + _SOME_FAIL)
    told = _TURNED.format(1, "") if parts == 1 else _TURNED.format("T", "; for the masses as at T = 1; either of two estimates may be far")
    return calc(
        least, "<=", worst,
        by(at_index(least, rule),
           words("Each user sends one message, of the first or of the second stage of Algorithm 1; users beyond those of the groups send nothing.",
                 Interactive(rule, USERS, EPSILON), given=(enough,), leans=("zhao/alg1/privacy",))),
        "<=", line, by(plug_in), "<=", line.xreplace({far: tails}),
        by(words(told, at_most(far, tails), given=_RANGES, leans=("zhao/lemma7" if parts == 1 else "zhao/lemma9", "zhao/eq134" if parts == 1 else "zhao/eq192"))),
        "<=", line.xreplace({far: parts*(_TAIL + _FAILS)}),
        by(cite(FIRST_STAGE, "some group").at(_at_groups(_TOLD, EPSILON)), calc(Min(1, EPSILON**2), "==", EPSILON**2, given=(_ONE,))),
        given=(enough, *_RANGES),
    )


FINITE = Claim("zhao/own/cubes", "ours, for Theorems 9 and 11", Kind.UPPER_RATE,
               "classification and regression by estimates of each cube, with all constants",
               corrected=AllOf("", {"classification": _finite(1), "regression": _finite(2)}),
               note="For every width 1/N of the cubes and every level t of their errors in the range of Lemma 7: 2^r "
                    "groups of 2J users each, in regression twice as many.")  # fmt: skip

# The same at low privacy, where all users tell of all cubes.

_REST, _EACH = 2*PAIRS*GROUPS, EPSILON/GROUPS
_LOW_SPAN = let("a", (12 + 2*sqrt(_CLIP*log(_REST)))/sqrt(M))
_LOW_TAIL = (2*exp(-PAIRS*M*_SHARE**2/(16*_PART)) + 2*exp(-PAIRS*Min(EPSILON**2*_SHARE**2/(32*_LOW_SPAN**2*GROUPS*_PART**2), GROUPS))
             + _REST*exp(-_CLIP*log(_REST)/2))
_LOW_FAILS = GROUPS*sqrt(M)*exp(-2*PAIRS*Min(1, _EACH**2)/2007)
_LOW_SOME = SomeGroupFails(_REST, M, _EACH, GROUPS)


def _low(parts: int) -> Chain:
    """For every width 1/N of the cubes and every share s."""
    plan = (LabelCubesOfAll, PairCubesOfAll)[parts - 1](PAIRS, M, EPSILON, SIDE, DIM, POWER, _CLIP)
    rule = (SignRule(plan, SIDE, DIM), RatioRule(plan, SIDE, DIM, TOP))[parts - 1]
    least, worst = ((EXCESS, WorstExcessRisk(rule, CLASSES, M)), (ERROR, WorstL2Risk(rule, FUNCTIONS, M)))[parts - 1]
    far = (LabelError(plan, CLASSES, M, SIDE, DIM, _SHARE), PairError(plan, FUNCTIONS, M, SIDE, DIM, TOP, _SHARE))[parts - 1]
    plug_in = (PLUG_IN_SIGNS(plan, SHARPNESS, GAMMA, HOELDER, BETA, DENSITY, DIM, M, SIDE, _SHARE),
               PLUG_IN_RATIO(plan, HOELDER, BETA, DENSITY, TOP, DIM, M, SIDE, _SHARE))[parts - 1]
    line, enough = plug_in.statement.conclusion.right, at_most(2*parts*PAIRS, USERS)
    tails, fits = parts*(_LOW_TAIL + _LOW_SOME), at_most(SIDE**DIM, GROUPS)
    told = ("On E_1 the tail (172) as corrected, at a share s of the mass of the cube, which is f_L/N^d at least; E_1 fails where the first stage of some coefficient does"
            + (", each of which 2J users tell at epsilon/K." if parts == 1 else ", each of which 2J users tell at epsilon/K; the tails scale with T, and either of two estimates may be far."))
    return calc(
        least, "<=", worst,
        by(at_index(least, rule),
           words("Each user tells K coefficients, each at epsilon/K, which compose; users beyond 2J for each estimate send nothing.",
                 Interactive(rule, USERS, EPSILON), given=(enough,), leans=("zhao/alg1/privacy", "zhao/prop1/a"))),
        "<=", line, by(plug_in), "<=", line.xreplace({far: tails}),
        by(words(told, at_most(far, tails), given=(fits,), leans=("zhao/eq172/172", "zhao/eq134" if parts == 1 else "zhao/eq192"))),
        "<=", line.xreplace({far: parts*(_LOW_TAIL + _LOW_FAILS)}), by(cite(FIRST_STAGE, "some group").at(_at_groups(_REST, _EACH))), given=(enough, fits),
    )


LOW_CLASSES, LOW_FUNCTIONS = _low(1), _low(2)


# From the risk to the rates: x^(d + beta) is at most sqrt(mn) epsilon, over ln n for regression; N is x, K is x^d and J is n/(2K) up to a factor of 2.

_X, _DRAWN, _LOG = real("x", least=1), M*USERS, log(USERS)
_STRENGTH = sqrt(_DRAWN)*EPSILON
_P, _Q, _S, _E = (real(letter, above=0) for letter in "pqse")
_H, _K, _Y = real("h"), real("k"), real("y")
_WEIGHT = real("w", least=1)
_Z, _F, _FOUR = real("z", least=1), real("f", least=1), real("f'", least=4)
_UP = calc(_P**_E, "<=", _Q**_E, by(at_most(_P, _Q)), given=(at_most(_P, _Q),))
_ROOT = calc(sqrt(_P), "<=", sqrt(_Q), by(at_most(_P, _Q)), given=(at_most(_P, _Q),))
_DOWN = calc(1/_Q, "<=", 1/_P, given=(at_most(_P, _Q),))
_FALLS = calc(_Q**(-_E), "<=", _P**(-_E), by(_DOWN.at({_P: _P**_E, _Q: _Q**_E}), _UP), given=(at_most(_P, _Q),))
_OVER = calc(_P/_S, "<=", _Q/_S, by(at_most(_P, _Q)), given=(at_most(_P, _Q),))
_MORE = calc(_P, "<=", _F*_P)
_HIGHER = calc(_Z**_H, "==", exp(_H*log(_Z)), "<=", exp(_K*log(_Z)), by(at_most(_H, _K)), "==", _Z**_K, given=(at_most(_H, _K),))
_LESS = calc(exp(-_H), "<=", exp(-_K), by(at_most(_K, _H)), given=(at_most(_K, _H),))
_PRODUCT = calc((_P*_Q)**_E, "==", _P**_E*_Q**_E)
_QUOTIENT = calc((_P/_Q)**(-_E), "==", _Q**_E*_P**(-_E))
_NEAR, _POWER_NEAR = WithinTwo(SIDE, _X), WithinTwo(_X**DIM, GROUPS)
_FITS = calc(SIDE**DIM, "<=", _X**DIM, by(_UP.at({_P: SIDE, _Q: _X, _E: DIM}), WITHIN_FROM(SIDE, _X)), "<=", GROUPS, by(WITHIN_FROM(_X**DIM, GROUPS)),
             given=(_NEAR, _POWER_NEAR))




def _below(shown: Chain) -> Chain:
    """For a condition: the difference, which stands in no line, so that it is not put in there."""
    less, more = shown.start, shown.steps[-1].term
    return calc(less - more, "<=", Integer(0), by(shown), given=shown.given)


_FITTING = _below(_FITS)
_CLOSER = calc(1/SIDE, "<=", 2/_X, by(_DOWN.at({_P: _X/2, _Q: SIDE}), WITHIN_TO(SIDE, _X)), given=(_NEAR,))


def _ranges(at: Any, exponent: Any) -> tuple[Any, ...]:
    """That the level is in the range of Lemma 7, and that there are the users."""
    level = at.level
    bias = calc(_BIAS.body, "<=", at.start/_STRENGTH, by(at.bias()), "<=", level, given=(at.users, _ONE))
    return at.told()[0], bias.at(exponent), at.reach().at(exponent)


class _Rate:
    """Of classification, by one part of the users, or of regression, by two: what the same steps show of both.

    The error of a cube is (start + c ln n)/(sqrt(mn) epsilon), exceeded with a chance of at most 2 n^-e.
    """

    def __init__(self, parts: int, start: int, scale: Any, wide: Any) -> None:
        self.parts, self.power, self.start = parts, _WEIGHT, start
        self.root, self.rate = sqrt(parts*_WEIGHT), _X**(-BETA*_WEIGHT)
        self.factor = 96*self.root
        self.least: Any = 4014*parts*(2 + _WEIGHT)
        self.enough = at_most(self.least*_X**DIM*log(_DRAWN), USERS*EPSILON**2)
        self.fine = at_most(_X**(DIM + BETA), _STRENGTH/scale)
        self.share = USERS/(2*parts*GROUPS)
        self.users = WithinTwo(PAIRS, self.share)
        self.level = (start + self.factor*_LOG)/_STRENGTH
        self.coarse = calc(_X**(DIM + BETA), "<=", _STRENGTH/scale, by(self.fine), "<=", wide*_STRENGTH, by(calc(1/_LOG, "<=", wide)), given=(self.fine,)) \
            if parts == 2 else calc(_X**(DIM + BETA), "<=", _STRENGTH, by(self.fine), given=(self.fine,))
        self.wide = wide

    def logs(self, least: int) -> Chain:
        """The condition's factor is at least a number."""
        return calc(least, "<=", 12042*log(2), "<=", self.least*log(2), "<=", self.least*log(_DRAWN), by(calc(2, "<=", _DRAWN)))

    def few_cells(self) -> Chain:
        """x^d <= n."""
        return calc(_X**DIM, "<=", self.least*_X**DIM*log(_DRAWN), by(_MORE.at({_P: _X**DIM, _F: self.least*log(_DRAWN)}), self.logs(1)),
                    "<=", USERS*EPSILON**2, by(self.enough), "<=", USERS, given=(self.enough, _ONE))

    def room(self) -> Chain:
        """A pair of users for each group."""
        parts = self.parts
        most = calc(4*parts*_X**DIM, "<=", self.least*_X**DIM*log(_DRAWN), by(calc(4*parts*_P, "<=", parts*_FOUR*_P).at({_P: _X**DIM, _FOUR: self.least/parts*log(_DRAWN)}),
                    calc(4, "<=", 12042*log(2), "<=", self.least/parts*log(2), "<=", self.least/parts*log(_DRAWN), by(calc(2, "<=", _DRAWN)))),
                    "<=", USERS*EPSILON**2, "<=", USERS, given=(_ONE, self.enough))
        all_groups = calc(2*parts*GROUPS, "<=", 4*parts*_X**DIM, by(WITHIN_TO(_X**DIM, GROUPS)), "<=", USERS, by(most), given=(_ONE, self.enough, _POWER_NEAR))
        return calc(self.share, ">=", 2*parts*GROUPS/(2*parts*GROUPS), by(all_groups), given=all_groups.given)

    def told(self) -> tuple[Chain, Chain, Chain]:
        """How many users tell: n over the parts at most, half of that at least, and a third of the logarithm."""
        parts = self.parts
        most = calc(parts*_TOLD, "<=", 2*parts*GROUPS*self.share, by(calc(2*parts*GROUPS*PAIRS, "<=", 2*parts*GROUPS*self.share, by(WITHIN_FROM(PAIRS, self.share)),
                    given=(self.users,))), "==", USERS, given=(self.users,))
        least = calc(_TOLD, ">=", 2*GROUPS*(self.share/2), by(calc(2*GROUPS*PAIRS, ">=", 2*GROUPS*(self.share/2), by(calc(PAIRS, ">=", self.share/2,
                     by(WITHIN_TO(PAIRS, self.share)), given=(self.users,))), given=(self.users,))), "==", USERS/(2*parts), given=(self.users,))
        two = real("z", least=2)
        third = calc(_LOG, "<=", log(2*parts*_TOLD), by(calc(USERS, "<=", 2*parts*_TOLD, by(least), given=(self.users,))),
                     "==", log(2*parts) + log(_TOLD), "<=", 3*log(_TOLD), by(calc(log(2*parts) + log(two), "<=", 3*log(two)).at({two: _TOLD}), calc(2, "<=", _TOLD)),
                     given=(self.users,))
        return most, least, third

    def bias(self) -> Chain:
        """The bias is below the first part of the level."""
        roots = calc(sqrt(M*_P), "<=", sqrt(M*_Q), by(at_most(_P, _Q)), given=(at_most(_P, _Q),))
        fewer = calc(4*sqrt(2*pi)/sqrt(M*_Q), "<=", 4*sqrt(2*pi)/sqrt(M*_P), by(_DOWN.at({_P: sqrt(M*_P), _Q: sqrt(M*_Q)}), roots), given=(at_most(_P, _Q),))
        least = USERS/(2*self.parts)
        return calc(_BIAS.body, "<=", 4*sqrt(2*pi)/sqrt(M*least), by(fewer.at({_P: least, _Q: _TOLD}), self.told()[1]),
                    "<=", self.start/sqrt(_DRAWN), "<=", self.start/_STRENGTH,
                    by(_DOWN.at({_P: _STRENGTH, _Q: sqrt(_DRAWN)}), calc(_STRENGTH, "<=", sqrt(_DRAWN), by(_ONE), given=(_ONE,))),
                    given=(self.users, _ONE))

    def tail(self) -> Chain:
        """exp(-...) <= x^(-beta e)."""
        most, least, _ = self.told()
        users, gap, logs, low = real("u", above=0), real("q", least=0), real("l", above=0), self.factor*_LOG/_STRENGTH
        of_tail = M*EPSILON**2*gap**2
        few = USERS/(2*self.parts)
        exponent = calc(
            users*of_tail/(4590*logs), ">=", few*of_tail/(4590*logs), by(at_most(few, users)), ">=", few*of_tail/(4590*_LOG), by(_DOWN.at({_P: logs, _Q: _LOG})),
            ">=", few*(M*EPSILON**2*low**2)/(4590*_LOG), by(at_most(low, gap)), ">=", self.power*_LOG,
            given=(at_most(few, users), at_most(logs, _LOG), at_most(low, gap)),
        )
        error = self.level - _BIAS.body
        whole = _TOLD*M*EPSILON**2*error**2/(4590*log(_TOLD))
        beyond = calc(error, ">=", self.level - self.start/_STRENGTH, by(self.bias()), "==", low, given=(self.users, _ONE))
        fewer = calc(log(_TOLD), "<=", _LOG, by(calc(_TOLD, "<=", self.parts*_TOLD, "<=", USERS, by(most), given=(self.users,))), given=(self.users,))
        strong = calc(whole, ">=", self.power*_LOG, by(exponent.at({users: _TOLD, gap: error, logs: log(_TOLD)}), least, beyond,
                      _below(fewer)), given=(self.users, _ONE))
        rare = calc(
            USERS**(-self.power), "<=", (_X**DIM)**(-self.power), by(_FALLS.at({_P: _X**DIM, _Q: USERS, _E: self.power}), self.few_cells()),
            "==", _X**(-DIM*self.power), "<=", self.rate, by(_HIGHER.at({_Z: _X, _H: -DIM*self.power, _K: -BETA*self.power})), given=(self.enough, _ONE),
        )
        return calc(exp(-whole), "<=", exp(-self.power*_LOG), by(_LESS.at({_H: whole, _K: self.power*_LOG}), strong), "==", USERS**(-self.power),
                    "<=", self.rate, by(rare), given=(self.users, self.enough, _ONE))

    def reach(self) -> Chain:
        """The level is within the range of Lemma 7."""
        root, w, v, y = real("g", least=1), real("w", least=Rational(4, 5)), real("v", least=0), real("y", above=0)
        within = calc(
            (self.start + 96*root*w**2)/y, "<=", (self.start + 96*root*w**2)/(63*root*w), by(_DOWN.at({_P: 63*root*w, _Q: y})),
            "==", self.start/(63*root*w) + Rational(96, 63)*w, "<=", self.start/(63*w) + Rational(96, 63)*w,
            "<=", Rational(5*self.start, 4*63) + Rational(96, 63)*w, by(calc(1/w, "<=", Rational(5, 4))),
            "<=", Rational(5*self.start, 4*63) + Rational(96, 63)*(sqrt(3)*v), by(at_most(w, sqrt(3)*v)), "<=", sqrt(2)*(12 + 2*v),
            given=(at_most(63*root*w, y), at_most(w, sqrt(3)*v)),
        )
        steady = calc(
            sqrt(USERS)*EPSILON, "==", sqrt(USERS*EPSILON**2), ">=", sqrt(self.least*_X**DIM*log(_DRAWN)),
            by(_ROOT.at({_P: self.least*_X**DIM*log(_DRAWN), _Q: USERS*EPSILON**2})),
            ">=", sqrt(self.least*log(_DRAWN)),
            by(calc(self.least*log(_DRAWN), "<=", _X**DIM*(self.least*log(_DRAWN)), by(_MORE.at({_P: self.least*log(_DRAWN), _F: _X**DIM}), calc(1, "<=", _X**DIM)))),
            ">=", sqrt(3969*self.root**2*_LOG), by(calc(self.least*log(_DRAWN), ">=", self.least*_LOG, by(calc(log(_DRAWN), ">=", _LOG)), ">=", 3969*self.root**2*_LOG)),
            "==", 63*self.root*sqrt(_LOG), given=(self.enough,),
        )
        logs = calc(sqrt(_LOG), "<=", sqrt(3*log(_TOLD)), by(self.told()[2]), "==", sqrt(3)*sqrt(log(_TOLD)), given=(self.users,))
        return calc(
            self.level, "==", (self.start + 96*self.root*sqrt(_LOG)**2)/(sqrt(USERS)*EPSILON)/sqrt(M), "<=", sqrt(2)*(12 + 2*sqrt(log(_TOLD)))/sqrt(M),
            by(within.at({root: self.root, w: sqrt(_LOG), v: sqrt(log(_TOLD)), y: sqrt(USERS)*EPSILON}), steady, logs,
               calc(Rational(4, 5), "<=", sqrt(log(2)), "<=", sqrt(_LOG))), given=(self.users, self.enough),
        )

    def failing(self) -> Chain:
        """The first stage fails with a smaller chance."""
        parts, power = self.parts, self.power
        spent = calc(
            2*PAIRS*EPSILON**2/2007, ">=", self.share*EPSILON**2/2007, by(WITHIN_TO(PAIRS, self.share)),
            ">=", USERS/(2*parts*(2*_X**DIM))*EPSILON**2/2007, by(_DOWN.at({_P: GROUPS, _Q: 2*_X**DIM}), WITHIN_TO(_X**DIM, GROUPS)),
            "==", USERS*EPSILON**2/(8028*parts*_X**DIM), ">=", self.least*_X**DIM*log(_DRAWN)/(8028*parts*_X**DIM),
            by(_OVER.at({_P: self.least*_X**DIM*log(_DRAWN), _Q: USERS*EPSILON**2, _S: 8028*parts*_X**DIM})), "==", (2 + power)/2*log(_DRAWN),
            given=(_POWER_NEAR, self.users, self.enough),
        )
        size = calc(
            2*_X**DIM*sqrt(M), "<=", 2*_X**(DIM + BETA)*sqrt(M), by(_HIGHER.at({_Z: _X, _H: DIM, _K: DIM + BETA})), "<=", 2*self.wide*_STRENGTH*sqrt(M), by(self.coarse),
            "<=", 2*self.wide*sqrt(_DRAWN)*sqrt(M), by(_ONE), "<=", 2*self.wide*_DRAWN, given=(_ONE, self.fine),
        )
        slow = calc(
            _DRAWN**(-power/2), "==", sqrt(_DRAWN)**(-power), "<=", (_X**(DIM + BETA)/self.wide)**(-power),
            by(_FALLS.at({_P: _X**(DIM + BETA)/self.wide, _Q: sqrt(_DRAWN), _E: power}),
               calc(_X**(DIM + BETA)/self.wide, "<=", _STRENGTH, by(self.coarse), "<=", sqrt(_DRAWN), by(_ONE), given=(_ONE, self.fine))),
            *(() if parts == 1 else ("==", self.wide**power*(_X**(DIM + BETA))**(-power), by(_QUOTIENT.at({_P: _X**(DIM + BETA), _Q: self.wide, _E: power})))),
            "==", self.wide**power*_X**(-(DIM + BETA)*power), "<=", self.wide**power*self.rate, by(_HIGHER.at({_Z: _X, _H: -(DIM + BETA)*power, _K: -BETA*power})),
            given=(_ONE, self.fine),
        )
        less = calc(_Z*exp(-(2 + power)/2*log(_Z)), "==", exp(-power/2*log(_Z)), by(calc(exp(_Y)*exp(-(2 + power)/2*_Y), "==", exp(-power/2*_Y)).at({_Y: log(_Z)})),
                    "==", _Z**(-power/2))
        return calc(
            _FAILS, "<=", 2*_X**DIM*sqrt(M)*exp(-(2 + power)/2*log(_DRAWN)),
            by(WITHIN_TO(_X**DIM, GROUPS), _LESS.at({_H: 2*PAIRS*EPSILON**2/2007, _K: (2 + power)/2*log(_DRAWN)}), spent),
            "<=", 2*self.wide*_DRAWN*exp(-(2 + power)/2*log(_DRAWN)), by(size), "==", 2*self.wide*_DRAWN**(-power/2), by(less.at({_Z: _DRAWN})),
            "<=", 2*self.wide**(1 + power)*self.rate, by(slow), given=(_POWER_NEAR, self.users, self.enough, _ONE, self.fine),
        )

    def exists(self, shown: Chain, end: Any) -> Chain:
        """The risk's bound without N, K and J, which there are."""
        least, kept = shown.start, (_ONE, self.enough, self.fine)
        paired = calc(least, "<=", end, by(obtain(WHOLE_WITHIN(PAIRS, self.share), shown), self.room()), given=(*kept, _NEAR, _POWER_NEAR))
        grouped = calc(least, "<=", end, by(obtain(POWER_WITHIN(_X**DIM, POWER), paired)), given=(*kept, _NEAR))
        return calc(least, "<=", end, by(obtain(WHOLE_WITHIN(SIDE, _X), grouped)), given=kept)


def _classes() -> Chain:
    """R - R* where epsilon <= 1."""
    at = _Rate(1, 15, 1, 1)
    exponent = {_WEIGHT: 1 + GAMMA}
    level, rate = (term.xreplace(exponent) for term in (at.level, at.rate))
    constant = HOELDER*(2*sqrt(DIM))**BETA + (15 + 96*sqrt(1 + GAMMA)*_LOG)/DENSITY
    lines = cite(FINITE, "classification").at({_LEVEL: level})
    base = calc(
        _SWING + level*_PART, "<=", HOELDER*(sqrt(DIM)*(2/_X))**BETA + level*_X**DIM/DENSITY,
        by(_UP.at({_P: sqrt(DIM)/SIDE, _Q: sqrt(DIM)*(2/_X), _E: BETA}), _CLOSER, _UP.at({_P: SIDE, _Q: _X, _E: DIM}), WITHIN_FROM(SIDE, _X)),
        "<=", HOELDER*(sqrt(DIM)*(2/_X))**BETA + (15 + 96*sqrt(1 + GAMMA)*_LOG)*_X**DIM/(_X**(DIM + BETA)*DENSITY), by(_DOWN.at({_P: _X**(DIM + BETA), _Q: _STRENGTH})),
        "==", constant*_X**(-BETA), given=(_NEAR, at.fine),
    )
    shown = calc(
        EXCESS, "<=", lines.statement.conclusion.right, by(lines, _FITTING, *_ranges(at, exponent)),
        "<=", SHARPNESS*(constant*_X**(-BETA))**(1 + GAMMA) + 2*rate + 2*rate,
        by(_UP.at({_P: _SWING + level*_PART, _Q: constant*_X**(-BETA), _E: 1 + GAMMA}), base, at.tail().at(exponent), at.failing().at(exponent)),
        "==", SHARPNESS*constant**(1 + GAMMA)*(_X**(-BETA))**(1 + GAMMA) + 4*rate, by(_PRODUCT.at({_P: constant, _Q: _X**(-BETA), _E: 1 + GAMMA})),
        "==", (SHARPNESS*constant**(1 + GAMMA) + 4)*rate, by(calc((_X**(-BETA))**(1 + GAMMA), "==", rate)),
        given=tuple(c.xreplace(exponent) for c in (_ONE, at.enough, at.fine, _NEAR, _POWER_NEAR, at.users)),
    )
    return shown


def _functions() -> Chain:
    """R where epsilon <= 1."""
    at = _Rate(2, 21, _LOG, Rational(3, 2))
    exponent = {_WEIGHT: Integer(2)}
    level, rate, bound = at.level.xreplace(exponent), at.rate.xreplace(exponent), HOELDER*(2*sqrt(DIM))**BETA
    lines = cite(FINITE, "regression").at({_LEVEL: level})
    swing = calc(_SWING, "<=", HOELDER*(sqrt(DIM)*(2/_X))**BETA, by(_UP.at({_P: sqrt(DIM)/SIDE, _Q: sqrt(DIM)*(2/_X), _E: BETA}), _CLOSER), "==", bound*_X**(-BETA),
                 given=(_NEAR,))
    share = calc(
        level*_PART, "<=", level*_X**DIM/DENSITY, by(_UP.at({_P: SIDE, _Q: _X, _E: DIM}), WITHIN_FROM(SIDE, _X)),
        "==", (192 + 21/_LOG)/DENSITY*_X**DIM/(_STRENGTH/_LOG), "<=", (192 + 21/_LOG)/DENSITY*_X**DIM/_X**(DIM + BETA),
        by(_DOWN.at({_P: _X**(DIM + BETA), _Q: _STRENGTH/_LOG})), "<=", 224/DENSITY*_X**DIM/_X**(DIM + BETA), by(calc(192 + 21/_LOG, "<=", 224)),
        "==", 224/DENSITY*_X**(-BETA), given=(_NEAR, at.fine),
    )
    constant = bound**2 + 16*TOP**2*(224/DENSITY)**2 + 70*TOP**2
    parts, larger = (tuple(real(letter, least=0) for letter in letters) for letters in (("a", "b", "u", "v"), ("a'", "b'", "u'", "v'")))

    def total(swing: Any, error: Any, tail: Any, fails: Any) -> Any:
        return swing**2 + 16*TOP**2*error**2 + 4*TOP**2*2*(2*tail + fails)

    orders = tuple(at_most(one, other) for one, other in zip(parts, larger, strict=True))
    grows = calc(total(*parts), "<=", total(*larger), by(*orders), given=orders)
    each = ((_SWING, level*_PART, _TAIL.xreplace({_LEVEL: level})/2, _FAILS), (bound*_X**(-BETA), 224/DENSITY*_X**(-BETA), rate, Rational(27, 4)*rate))
    return calc(
        ERROR, "<=", lines.statement.conclusion.right, by(lines, _FITTING, *_ranges(at, exponent)),
        "<=", total(*each[1]), by(grows.at(dict(zip((*parts, *larger), (*each[0], *each[1]), strict=True))), swing, share, _below(at.tail()).at(exponent), _below(at.failing()).at(exponent)),
        "==", constant*rate, given=tuple(c.xreplace(exponent) for c in (_ONE, at.enough, at.fine, _NEAR, _POWER_NEAR, at.users)),
    )


def _at_x(at: _Rate, exponent: dict[Any, Any], shown: Chain, strength: Any) -> Chain:
    """The rate at x = strength^(1/(2(d + beta)))."""
    at.least, at.enough, at.fine = (term.xreplace(exponent) for term in (at.least, at.enough, at.fine))
    placed, root, weight = {_S: DIM + BETA, _P: strength}, _P**(1/(2*_S)), _WEIGHT.xreplace(exponent)
    powers: tuple[Any, ...] = root, _P**(DIM/(2*_S)), _P**(-BETA*weight/(2*_S))
    x, cells, rate = (term.xreplace(placed) for term in powers)
    end, regime = shown.steps[-1].term, at_most(1, strength)
    enough = at_most(at.least*cells*log(_DRAWN), USERS*EPSILON**2)
    above = calc(1, "<=", x, by(_UP.at({_P: Integer(1), _Q: strength, _E: 1/(2*(DIM + BETA))})), given=(regime,))
    fine = calc(x**(DIM + BETA), "==", sqrt(strength), by(calc(root**_S, "==", sqrt(_P)).at(placed)), "==", at.fine.right)
    return calc(
        shown.start, "<=", end.xreplace({_X: x}), by(at.exists(shown, end).at({_X: x}), above, fine),
        "==", end.xreplace({at.rate.xreplace(exponent): rate}), by(calc(root**(-BETA*weight), "==", _P**(-BETA*weight/(2*_S))).at(placed)),
        given=(_ONE, regime, enough),
    )


HIGH_CLASSES = _at_x(_Rate(1, 15, 1, 1), {_WEIGHT: 1 + GAMMA}, _classes(), PRIVATE_SAMPLES)
HIGH_FUNCTIONS = _at_x(_Rate(2, 21, _LOG, Rational(3, 2)), {_WEIGHT: Integer(2)}, _functions(), PRIVATE_SAMPLES/log(USERS)**2)
# fmt: on

CLAIMS = (FINITE,)
