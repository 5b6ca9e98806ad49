"""kent Theorem 11 by another route: the pure part of an approximate channel, pair by pair; no entropy of rare messages."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Integer, Min, Rational, exp, log, tanh

from verify.calculus import (
    BERNOULLI,
    KL,
    Chain,
    Infimum,
    Power,
    Through,
    at_most,
    below,
    by,
    calc,
    cases,
    integer,
    law,
    let,
    real,
)
from verify.calculus.facts.approximate import (
    CLOSE_MARGINALS,
    FALSE_NAMES,
    NAMED_LAW,
    PURE_BELOW,
    PURE_CHAIN,
    PURE_FACTOR,
    PURE_FANO,
    PURE_MASS,
    PURE_RATIO,
    ApproximatelyPrivate,
    InteractiveApproximately,
    NamingError,
    PackingLaws,
    PureFalse,
    PureHit,
    PurePart,
    PureTranscript,
    pure_divergence,
)
from verify.calculus.facts.packings import (
    POINT_MASSES,
    Covering,
    Density,
    HasParameters,
    LossAt,
    Packing,
    PointMasses,
    WorstLoss,
)
from verify.calculus.facts.van_trees import KL_TANH, ratio_excess
from verify.calculus.printing import latex
from verify.papers.kent.appD_approximate.eq78_printed_proof import LEAK, WIDER, T, excess, four_letters, two_letters
from verify.papers.kent.s2_1_general_rates.eq57_fano import MESSAGE
from verify.papers.kent.s2_1_general_rates.eq57_lower import CLASS, HALF, LOSS, SPACE, STEP1, bit_plans
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, FIRST, PROTOCOL, SECOND, USERS
from verify.statements import AllOf, Case
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

Row = dict[int, Fraction]


def pure_parts(first: Row, second: Row, t: Fraction, mass: Fraction) -> tuple[Row, Row]:
    """Parts of that mass of two laws, whose ratio is within [1/t, t]: cut, then bring the heavier one down, then scale."""
    cut = {z: min(p, t * second[z]) for z, p in first.items()}, {z: min(q, t * first[z]) for z, q in second.items()}
    light, heavy = sorted(cut, key=lambda row: sum(row.values()))
    target, top, bottom = sum(light.values()), sum(heavy.values()), sum(light.values()) / t
    share = (target - bottom) / (top - bottom)
    lowered = {z: light[z] / t + share * (heavy[z] - light[z] / t) for z in heavy}
    scale = mass / target
    pair = (cut[0] is light, {z: light[z] * scale for z in light}, {z: lowered[z] * scale for z in light})
    return (pair[1], pair[2]) if pair[0] else (pair[2], pair[1])


def _parts(_: Settings) -> Iterator[Case]:
    """How far the constructed parts break ratio, mass or domination: 0 for all."""
    for laws in (two_letters(LEAK), four_letters(LEAK), two_letters(Fraction(1, 5)), four_letters(Fraction(1, 5))):
        for t in (T, WIDER):
            delta = excess(laws, t)
            for a in laws:
                for b in laws:
                    rows: tuple[Row, Row] = ({z: a[z] for z in (1, 2)}, {z: b[z] for z in (1, 2)})
                    parts = pure_parts(*rows, t, 1 - delta)
                    breach = max(
                        *(abs(sum(part.values()) - (1 - delta)) for part in parts),
                        *(part[z] - row[z] for part, row in zip(parts, rows, strict=True) for z in (1, 2)),
                        *(parts[0][z] - t * parts[1][z] for z in (1, 2)),
                        *(parts[1][z] - t * parts[0][z] for z in (1, 2)),
                    )
                    yield Case(
                        {"e^alpha": str(t), "delta": str(delta), "P(2)": str(a[2]), "Q(2)": str(b[2])}, breach, 0
                    )


def _best_tests(_: Settings) -> Iterator[Case]:
    """The best test's success from n messages, against 1 - P + P min{e^(n alpha)/(P N), 1}, exact."""
    for laws in (two_letters(Fraction(1, 20)), four_letters(Fraction(1, 20))):
        for t in (T, WIDER):
            delta, users = excess(laws, t), 2
            best = sum((max(law[y] * law[z] for law in laws) for y in (1, 2) for z in (1, 2)), Fraction(0)) / len(laws)
            mass = (1 - delta) ** users
            right = 1 - mass + mass * min(t**users / (mass * len(laws)), Fraction(1))
            yield Case({"e^alpha": str(t), "delta": str(delta), "n": users, "N": len(laws)}, best, right)


def _adaptive_tests(_: Settings) -> Iterator[Case]:
    """The best test from two messages, the second channel chosen by the first message; the bound as in _best_tests."""
    for t in (T, WIDER):
        for leak in (Fraction(1, 20), Fraction(1, 5)):
            first, plain = four_letters(leak), two_letters(leak)
            second = {1: [plain[0], plain[0], plain[1], plain[1]], 2: [plain[1], plain[0], plain[1], plain[0]]}
            delta = max(excess(first, t), *(excess(laws, t) for laws in second.values()))
            best = sum(
                (max(law[y] * second[y][v][z] for v, law in enumerate(first)) for y in (1, 2) for z in (1, 2)),
                Fraction(0),
            )
            mass = (1 - delta) ** 2
            right = 1 - mass + mass * min(t**2 / (mass * 4), Fraction(1))
            yield Case({"e^alpha": str(t), "delta": str(delta), "n": 2, "N": 4}, best / 4, right)


def _leaky_plans(_: Settings) -> Iterator[Case]:
    """P (1 - (n alpha tanh(alpha/2) + log 2)/log(P N)) and P - e^(n alpha)/N beside the error of leaky plans."""
    for leaks in (Fraction(1, 6), Fraction(1, 2)):
        for parameters, users, letters, t, error in bit_plans(leaks):
            alpha, mass = as_arb(t).log(), as_arb((1 - leaks / users) ** users)
            assert mass * letters > 1
            information = users * alpha * (alpha / 2).tanh() + arb(2).log()
            yield Case(
                parameters | {"n delta": str(leaks)}, mass * (1 - information / (mass * letters).log()), as_arb(error)
            )
            yield Case(parameters | {"n delta": str(leaks)}, mass - as_arb(t) ** users / letters, as_arb(error))


def _leaky_theorem(_: Settings) -> Iterator[Case]:
    for parameters, users, letters, t, error in bit_plans(Fraction(1, 6)):
        alpha = as_arb(t).log()
        information = users * alpha.min(alpha * alpha) + arb(2).log()
        yield Case(parameters | {"n delta": "1/6"}, (1 - information / arb(letters).log()) / 3, as_arb(error))


DELTA = real("delta", least=0, below=1)
LEAKY = ApproximatelyPrivate(CHANNEL, ALPHA, DELTA)


def pure_part(one: Any, other: Any) -> Any:
    """The pure part of the message's law under one law of the data, beside another."""
    return PurePart(Through(CHANNEL, one), Through(CHANNEL, other), ALPHA, DELTA)


def ratio_of_parts(one: Any, other: Any) -> Chain:
    """The density of one pure part below e^alpha times that of the other."""
    laws = Through(CHANNEL, one), Through(CHANNEL, other)
    return calc(
        Density(pure_part(one, other), MESSAGE), "<=", exp(ALPHA)*Density(pure_part(other, one), MESSAGE),
        by(PURE_RATIO(*laws, ALPHA, DELTA, MESSAGE), CLOSE_MARGINALS(CHANNEL, one, other, ALPHA, DELTA)), given=(LEAKY,),
    )  # fmt: skip


def _no_excess(one: Any, other: Any) -> Chain:
    excess_ = ratio_excess(pure_part(one, other), pure_part(other, one), ALPHA)
    return calc(excess_, "<=", 0, by(ratio_of_parts(one, other)), given=(LEAKY,))


def divergence_of_parts(one: Any, other: Any) -> Chain:
    """The divergence of one pure part from the other."""
    parts = pure_part(one, other), pure_part(other, one)
    return calc(
        KL(*parts), "<=", ALPHA*tanh(ALPHA/2),
        by(KL_TANH(*parts, ALPHA), _no_excess(one, other), _no_excess(other, one)), given=(LEAKY,),
    )  # fmt: skip


LETTERS = integer("N", least=2)
_TURNS = InteractiveApproximately(PROTOCOL, USERS, ALPHA, DELTA)
_LAWS = CLASS, SPACE, 2 * HALF, LETTERS
_PARTS = PROTOCOL, USERS, ALPHA, DELTA, *_LAWS, DRAWS
_REST = DRAWS, ALPHA, DELTA
_WRONG = NamingError(PROTOCOL, PackingLaws(*_LAWS), DRAWS)
_HIT, _FALSE = (kind(PROTOCOL, PackingLaws(*_LAWS), *_REST) for kind in (PureHit, PureFalse))
_ONE, _OTHER = law("P"), law("Q")
_TOLD = USERS * ALPHA * tanh(ALPHA / 2)
_ALL_PURE = calc(
    pure_divergence(PROTOCOL, *_REST), "<=", _TOLD,
    by(calc(
        KL(PureTranscript(PROTOCOL, _ONE, _OTHER, *_REST), PureTranscript(PROTOCOL, _OTHER, _ONE, *_REST)), "<=", _TOLD,
        by(PURE_CHAIN(PROTOCOL, USERS, ALPHA, DELTA, _ONE, _OTHER, DRAWS),
           divergence_of_parts(Power(_ONE, DRAWS), Power(_OTHER, DRAWS))), given=(_TURNS,),
    )), given=(_TURNS,),
)  # fmt: skip
_KEPT = (1 - DELTA) ** USERS
_LOG = log(_KEPT * LETTERS)
_SHARE, _LEVEL, _MOST = real("b", least=0, most=1), real("c", above=0), real("k", least=0)
_FEW_FALSE = calc(
    _FALSE, "<=", 1/(_KEPT*LETTERS),
    by(calc(_SHARE, "<=", 1/_LEVEL, given=(at_most(_LEVEL*_SHARE, 1),)).at({_SHARE: _FALSE, _LEVEL: _KEPT*LETTERS}),
       FALSE_NAMES(*_PARTS)), "==", exp(-_LOG), given=(_TURNS,),
)  # fmt: skip
_FEW_HIT = calc(
    _HIT, "<=", (_TOLD + log(2))/_LOG,
    by(calc(_SHARE, "<=", _MOST/_LEVEL, given=(at_most(_SHARE*_LEVEL, _MOST),))
       .at({_SHARE: _HIT, _LEVEL: _LOG, _MOST: _TOLD + log(2)}),
       PURE_FANO(PROTOCOL, *_LAWS, *_REST, _LOG, _TOLD), _FEW_FALSE, _ALL_PURE),
    given=(_TURNS, below(0, _LOG)),
)  # fmt: skip
_BY_DIVERGENCE = calc(
    _WRONG, ">=", _KEPT*(1 - _HIT), by(PURE_MASS(*_PARTS)), ">=", _KEPT*(1 - (_TOLD + log(2))/_LOG), by(_FEW_HIT),
    given=(_TURNS, below(0, _LOG)),
)  # fmt: skip
_BY_FACTOR = calc(
    _WRONG, ">=", _KEPT*(1 - _HIT), by(PURE_MASS(*_PARTS)), ">=", _KEPT*(1 - exp(USERS*ALPHA)*_FALSE), by(PURE_FACTOR(*_PARTS)),
    ">=", _KEPT*(1 - exp(USERS*ALPHA)/(_KEPT*LETTERS)), by(_FEW_FALSE), "==", _KEPT - exp(USERS*ALPHA)/LETTERS,
    given=(_TURNS,),
)  # fmt: skip
_INFORMATION = USERS * Min(ALPHA, ALPHA**2)
_BRACKET = 1 - (_INFORMATION + log(2)) / log(LETTERS)
_RARE = at_most(6*USERS*DELTA, 1)  # fmt: skip
_OPEN = below(_INFORMATION + log(2), log(LETTERS))
_MASS = calc(_KEPT, ">=", 1 - USERS*DELTA, by(BERNOULLI(-DELTA, USERS)), ">=", Rational(5, 6), given=(_RARE,))  # fmt: skip
_HIGH, _LOW = at_most(ALPHA, 1), at_most(1, ALPHA)
_P, _Q, _G, _E = real("p", least=Rational(5, 6), most=1), real("q", above=0), real("g", above=0), real("e", above=0)
_WHOLE = _Q + log(2) + _G
_THIRD = calc(
    _P*(1 - (_Q/2 + log(2))/_E), ">=", _P*(_G/2)/_E, ">=", _P*_G/2/_WHOLE,
    ">=", Rational(5, 12)*_G/_WHOLE, by(calc(_P, ">=", Rational(5, 6))), ">=", _G/(3*_WHOLE),
    "==", (1 - (_Q + log(2))/_WHOLE)/3, given=(at_most(_Q/2 + log(2) + _G/2, _E), at_most(_E, _WHOLE)),
).at({_P: _KEPT, _Q: _INFORMATION, _G: log(LETTERS) - _INFORMATION - log(2), _E: _LOG})  # fmt: skip
_ENOUGH = calc(
    _LOG, ">=", log(Rational(5, 6)*LETTERS), by(_MASS), ">=", log(2)/2 + log(LETTERS)/2, given=(_RARE, at_most(3, LETTERS)),
)  # fmt: skip
_APART = calc(0, "<", log(Rational(5, 6)*LETTERS), "<=", _LOG, by(_MASS), given=(_RARE,))  # fmt: skip
_BY_HALF = calc(
    _WRONG, ">=", _KEPT*(1 - (_TOLD + log(2))/_LOG), by(_BY_DIVERGENCE), ">=", _KEPT*(1 - (_INFORMATION/2 + log(2))/_LOG),
    by(calc(_TOLD, "<=", _INFORMATION/2, given=(_HIGH,))), given=(_TURNS, _HIGH, below(0, _LOG)),
)  # fmt: skip
_WIDE = at_most(log(2)/2 + log(LETTERS)/2, _LOG)  # fmt: skip
_IN_THIRDS = calc(
    _WRONG, ">=", _KEPT*(1 - (_INFORMATION/2 + log(2))/_LOG), by(_BY_HALF), ">=", _BRACKET/3, by(_THIRD),
    given=(_TURNS, _HIGH, _OPEN, below(0, _LOG), _WIDE, at_most(_LOG, log(LETTERS)), at_most(Rational(5, 6), _KEPT)),
)  # fmt: skip
_FIRM = calc(
    _WRONG, ">=", _BRACKET/3,
    by(_IN_THIRDS, _APART, _ENOUGH, _MASS, calc(_LOG, "<=", log(LETTERS), by(calc(_KEPT, "<=", 1)))),
    given=(_TURNS, _RARE, _HIGH, _OPEN, at_most(3, LETTERS)),
)  # fmt: skip
_EXPONENT = real("v", above=0)
_LOOSE = calc(
    _WRONG, ">=", _KEPT - exp(USERS*ALPHA)/LETTERS, by(_BY_FACTOR), ">=", Rational(5, 6) - exp(USERS*ALPHA)/LETTERS, by(_MASS),
    ">=", Rational(1, 3),
    by(calc(exp(_EXPONENT), "<=", exp(log(LETTERS) - log(2)), by(at_most(_EXPONENT, log(LETTERS) - log(2))),
            given=(at_most(_EXPONENT, log(LETTERS) - log(2)),)).at({_EXPONENT: USERS*ALPHA}),),
    ">=", _BRACKET/3, given=(_TURNS, _RARE, _LOW, _OPEN),
)  # fmt: skip
PHI = LossAt(LOSS, HALF)
_COVERED = at_most(LETTERS, Covering(SPACE, 2*HALF))  # fmt: skip
_PACKED = calc(
    LETTERS, "<=", Covering(SPACE, 2*HALF), by(_COVERED), "<=", Packing(SPACE, 2*HALF), by(STEP1), given=(_COVERED,),
)  # fmt: skip
_WORST = WorstLoss(PROTOCOL, CLASS, DRAWS, LOSS)
_HELD = (_TURNS, _RARE, HasParameters(CLASS, SPACE), _COVERED)
_VALUE, _INFORMED, _NAMES = real("phi", least=0), real("k", least=0), real("L", above=0)
_SHUT = at_most(log(LETTERS), _INFORMATION + log(2))
_EMPTY = calc(
    Integer(0), ">=", _VALUE/3*(1 - _INFORMED/_NAMES), given=(at_most(_NAMES, _INFORMED),)
).at({_VALUE: PHI, _INFORMED: _INFORMATION + log(2), _NAMES: log(LETTERS)})  # fmt: skip
_NOTHING = calc(_WORST, ">=", 0, ">=", PHI/3*_BRACKET, by(_EMPTY), given=(_SHUT,))  # fmt: skip
_SOMETHING = calc(
    _WORST, ">=", PHI*_WRONG, by(NAMED_LAW(PROTOCOL, CLASS, DRAWS, SPACE, LOSS, HALF, LETTERS), _PACKED),
    ">=", PHI/3*_BRACKET, by(cases((_HIGH, _FIRM), (_LOW, _LOOSE))), given=(*_HELD, _OPEN, at_most(3, LETTERS)),
)  # fmt: skip
_TWO, _THREE = at_most(LETTERS, 2), at_most(3, LETTERS)
_BOUND = calc(
    _WORST, ">=", PHI/3*_BRACKET,
    by(cases(
        (_TWO, calc(
            _WORST, ">=", PHI/3*_BRACKET,
            by(_NOTHING, calc(log(LETTERS), "<=", log(2), by(_TWO), "<=", _INFORMATION + log(2), given=(_TWO,))), given=(_TWO,),
        )),
        (_THREE, calc(
            _WORST, ">=", PHI/3*_BRACKET, by(cases((_OPEN, _SOMETHING), (_SHUT, _NOTHING))), given=(*_HELD, _THREE),
        )),
    )),
    given=_HELD,
)  # fmt: skip
MANY = integer("n", least=2)
_LITTLE = at_most(DELTA, Min(1, ALPHA)/(9*MANY*log(MANY)))  # fmt: skip
_SELDOM = calc(
    6*MANY*DELTA, "<=", 6*MANY*Min(1, ALPHA)/(9*MANY*log(MANY)), by(_LITTLE), "<=", 1, given=(_LITTLE,),
)  # fmt: skip


def _risk(members: Any, draws: Any) -> Any:
    """The least worst loss of all (alpha, delta)-private protocols of n users with so many draws."""
    body = Infimum(
        WorstLoss(PROTOCOL, members, draws, LOSS), PROTOCOL, InteractiveApproximately(PROTOCOL, MANY, ALPHA, DELTA)
    )
    shown = ", ".join(latex(x) for x in (MANY, draws, ALPHA, DELTA))
    return let(rf"\mathfrak{{R}}_{{{shown}}}({latex(members)}, {latex(LOSS)} \circ \rho)", body)


def _from_below(members: Any, draws: Any, *because: Any, given: tuple[Any, ...] = ()) -> Chain:
    """The bound for a class and a number of draws."""
    values = {USERS: MANY} | ({CLASS: members} if members != CLASS else {}) | ({DRAWS: draws} if draws != DRAWS else {})
    bound = _BOUND.at(values)
    return calc(
        _risk(members, draws), ">=", bound.statement.right, by(bound, _SELDOM, *because), given=(_COVERED, _LITTLE, *given),
    )  # fmt: skip


AT_INFINITY = _from_below(PointMasses(SPACE), Integer(1), POINT_MASSES(SPACE))

CLAIMS = (
    Claim(
        "kent/own/pure-part",
        "to Appendix D, proof of Theorem 11: in place of the sets (83)",
        Kind.CONSTRUCTION,
        "two laws that are (alpha, delta)-close share, up to mass delta, a pure pair",
        corrected=AllOf("", {
            "the ratio": ratio_of_parts(FIRST, SECOND).crosschecked(
                "the construction, exact", r"\text{breach of mass, domination and ratio}\le0",
                "the pairs of letters of two channels, leaks 10^-6 and 1/5, e^alpha = 6/5, 3/2", _parts,
            ),
            "below the law": calc(
                (1 - DELTA)*Density(pure_part(FIRST, SECOND), MESSAGE), "<=", Density(Through(CHANNEL, FIRST), MESSAGE),
                by(PURE_BELOW(Through(CHANNEL, FIRST), Through(CHANNEL, SECOND), ALPHA, DELTA, MESSAGE),
                   CLOSE_MARGINALS(CHANNEL, FIRST, SECOND, ALPHA, DELTA)), given=(LEAKY,),
            ),
        }),
        note="By the canonical pair of Kairouz, Oh and Viswanath; the crosscheck has a construction: cut each density at t times "
        "the other, bring the heavier one down to the mass of the lighter and scale. Chosen given the messages before, the "
        "parts multiply.",
    ),
    Claim(
        "kent/own/approximate-test",
        "to Appendix D, proof of Theorem 11: in place of (79)-(94)",
        Kind.LOWER_BOUND,
        "many hypotheses cannot be told apart through (alpha, delta)-LDP channels",
        corrected=AllOf("", {
            "by divergences": _BY_DIVERGENCE.crosschecked(
                "the best test from two messages", r"P(\hat v=v)\le1-P+P\min\{\tfrac{e^{n\alpha}}{PN},1\}",
                "two channels at leak 1/20, e^alpha = 6/5, 3/2, n = 2", _best_tests,
            ).crosschecked(
                "the best test from two messages, the second channel chosen by the first message",
                r"P(\hat v=v)\le1-P+P\min\{\tfrac{e^{n\alpha}}{PN},1\}",
                "four letters, leaks 1/20, 1/5, e^alpha = 6/5, 3/2, n = 2", _adaptive_tests,
            ).crosschecked(
                "letters named bit by bit through leaky responses, exact errors",
                r"P\Big(1-\frac{n\alpha\tanh(\alpha/2)+\log2}{\log(PN)}\Big),\ P-\frac{e^{n\alpha}}N\le P(\hat v\ne v)",
                "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; n delta = 1/6, 1/2",
                _leaky_plans,
            ),
            "by factors": _BY_FACTOR,
        }),
        note="Each law is compared with the first, message by message given the ones before. P = (1 - delta)^n.",
    ),
    Claim(
        "kent/thm11",
        "Appendix D, Theorem 11",
        Kind.LOWER_BOUND,
        "the general lower bound under approximate LDP, for every T",
        AllOf("", {
            "T": _from_below(CLASS, DRAWS, given=(HasParameters(CLASS, SPACE),)).crosschecked(
                "letters named bit by bit through leaky responses, exact errors",
                r"\frac13\Big(1-\frac{n\min\{\alpha,\alpha^2\}+\log2}{\log N}\Big)\le P(\hat v\ne v)",
                "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; n delta = 1/6",
                _leaky_theorem,
            ),
            "infinitely many": AT_INFINITY,
        }),
        note="True as printed, with the constants c = 1/9, C = 1 and 1/3, and the coefficient 1 of n min{alpha, alpha^2} inside the "
        "bracket, which the printed derivation (coefficient C', leading 1/2) does not give; neither log n in delta nor "
        "n min{1, alpha} > C is needed but for n >= 2: n delta <= 1/6 is enough. N is any whole number from 2 on that is at most "
        "N(2 Delta). Section 2.1 announces it for delta <~ alpha/(n log n): that is too much for large alpha, as delta = 1 is "
        "no privacy.",
    ),
)  # fmt: skip
