"""kent Theorem 11 by another route: the pure part of an approximate channel, pair by pair; no entropy of rare messages."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Integer, Min, Rational, exp, log, tanh

from verify.kernel.calculus import (
    BERNOULLI,
    KL,
    Chain,
    Infimum,
    Power,
    Through,
    at_most,
    below,
    cases,
    integer,
    law,
    let,
    line,
    real,
)
from verify.kernel.calculus.facts.approximate import (
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
from verify.kernel.calculus.facts.packings import (
    POINT_MASSES,
    Covering,
    Density,
    HasParameters,
    LossAt,
    Packing,
    PointMasses,
    WorstLoss,
)
from verify.kernel.calculus.facts.van_trees import KL_TANH, ratio_excess
from verify.kernel.calculus.printing import latex
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appD_approximate.eq78_printed_proof import LEAK, WIDER, T, excess, four_letters, two_letters
from verify.papers.kent.s2_1_general_rates.eq57_fano import MESSAGE
from verify.papers.kent.s2_1_general_rates.eq57_lower import CLASS, HALF, LOSS, SPACE, STEP1, bit_plans
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, FIRST, PROTOCOL, SECOND, USERS

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


DELTA = real("delta", least=0, below=1)
LEAKY = ApproximatelyPrivate(CHANNEL, ALPHA, DELTA)


def pure_part(one: Any, other: Any) -> Any:
    """The pure part of the message's law under one law of the data, next to another."""
    return PurePart(Through(CHANNEL, one), Through(CHANNEL, other), ALPHA, DELTA)


def ratio_of_parts(one: Any, other: Any) -> Chain:
    """The density of one pure part below e^alpha times that of the other."""
    laws = Through(CHANNEL, one), Through(CHANNEL, other)
    return line(Density(pure_part(one, other), MESSAGE), given=(LEAKY,)).le(
        exp(ALPHA) * Density(pure_part(other, one), MESSAGE),
        PURE_RATIO(*laws, ALPHA, DELTA, MESSAGE),
        CLOSE_MARGINALS(CHANNEL, one, other, ALPHA, DELTA),
    )


OWN_PURE_PART = Claim(
    "kent/own/pure-part",
    "to Appendix D, proof of Theorem 11: in place of the sets (83)",
    Kind.CONSTRUCTION,
    "two laws that are (alpha, delta)-close share, up to mass delta, a pure pair",
    corrected=AllOf(
        "",
        {
            "the ratio": ratio_of_parts(FIRST, SECOND).crosschecked(
                "the construction, exact",
                r"\text{breach of mass, domination and ratio}\le0",
                "the pairs of letters of two channels, leaks 10^-6 and 1/5, e^alpha = 6/5, 3/2",
                _parts,
            ),
            "below the law": line((1 - DELTA) * Density(pure_part(FIRST, SECOND), MESSAGE), given=(LEAKY,)).le(
                Density(Through(CHANNEL, FIRST), MESSAGE),
                PURE_BELOW(Through(CHANNEL, FIRST), Through(CHANNEL, SECOND), ALPHA, DELTA, MESSAGE),
                CLOSE_MARGINALS(CHANNEL, FIRST, SECOND, ALPHA, DELTA),
            ),
        },
    ),
    note="By the canonical pair of Kairouz, Oh and Viswanath; the crosscheck has a construction: cut each density at t times "
    "the other, bring the heavier one down to the mass of the lighter and scale. Chosen given the messages before, the "
    "parts multiply.",
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
    """P (1 - (n alpha tanh(alpha/2) + log 2)/log(P N)) and P - e^(n alpha)/N next to the error of leaky plans."""
    for leaks in (Fraction(1, 6), Fraction(1, 2)):
        for parameters, users, letters, t, error in bit_plans(leaks):
            alpha, mass = as_arb(t).log(), as_arb((1 - leaks / users) ** users)
            assert mass * letters > 1
            information = users * alpha * (alpha / 2).tanh() + arb(2).log()
            yield Case(
                parameters | {"n delta": str(leaks)}, mass * (1 - information / (mass * letters).log()), as_arb(error)
            )
            yield Case(parameters | {"n delta": str(leaks)}, mass - as_arb(t) ** users / letters, as_arb(error))


def _no_excess(one: Any, other: Any) -> Chain:
    excess_ = ratio_excess(pure_part(one, other), pure_part(other, one), ALPHA)
    return line(excess_, given=(LEAKY,)).le(0, ratio_of_parts(one, other))


def divergence_of_parts(one: Any, other: Any) -> Chain:
    """The divergence of one pure part from the other."""
    parts = pure_part(one, other), pure_part(other, one)
    return line(KL(*parts), given=(LEAKY,)).le(
        ALPHA * tanh(ALPHA / 2), KL_TANH(*parts, ALPHA), _no_excess(one, other), _no_excess(other, one)
    )


LETTERS = integer("N", least=2)
_TURNS = InteractiveApproximately(PROTOCOL, USERS, ALPHA, DELTA)
_LAWS = CLASS, SPACE, 2 * HALF, LETTERS
_PARTS = PROTOCOL, USERS, ALPHA, DELTA, *_LAWS, DRAWS
_REST = DRAWS, ALPHA, DELTA
_WRONG = NamingError(PROTOCOL, PackingLaws(*_LAWS), DRAWS)
_HIT, _FALSE = (kind(PROTOCOL, PackingLaws(*_LAWS), *_REST) for kind in (PureHit, PureFalse))
_ONE, _OTHER = law("P"), law("Q")
_TOLD = USERS * ALPHA * tanh(ALPHA / 2)
_ALL_PURE = line(pure_divergence(PROTOCOL, *_REST), given=(_TURNS,)).le(
    _TOLD,
    line(
        KL(PureTranscript(PROTOCOL, _ONE, _OTHER, *_REST), PureTranscript(PROTOCOL, _OTHER, _ONE, *_REST)),
        given=(_TURNS,),
    ).le(
        _TOLD,
        PURE_CHAIN(PROTOCOL, USERS, ALPHA, DELTA, _ONE, _OTHER, DRAWS),
        divergence_of_parts(Power(_ONE, DRAWS), Power(_OTHER, DRAWS)),
    ),
)
_KEPT = (1 - DELTA) ** USERS
_LOG = log(_KEPT * LETTERS)
_SHARE, _LEVEL, _MOST = real("b", least=0, most=1), real("c", above=0), real("k", least=0)
_FEW_FALSE = (
    line(_FALSE, given=(_TURNS,))
    .le(
        1 / (_KEPT * LETTERS),
        line(_SHARE, given=(at_most(_LEVEL * _SHARE, 1),)).le(1 / _LEVEL).at({_SHARE: _FALSE, _LEVEL: _KEPT * LETTERS}),
        FALSE_NAMES(*_PARTS),
    )
    .eq(exp(-_LOG))
)
_FEW_HIT = line(_HIT, given=(_TURNS, below(0, _LOG))).le(
    (_TOLD + log(2)) / _LOG,
    line(_SHARE, given=(at_most(_SHARE * _LEVEL, _MOST),))
    .le(_MOST / _LEVEL)
    .at({_SHARE: _HIT, _LEVEL: _LOG, _MOST: _TOLD + log(2)}),
    PURE_FANO(PROTOCOL, *_LAWS, *_REST, _LOG, _TOLD),
    _FEW_FALSE,
    _ALL_PURE,
)
_BY_DIVERGENCE = (
    line(_WRONG, given=(_TURNS, below(0, _LOG)))
    .ge(_KEPT * (1 - _HIT), PURE_MASS(*_PARTS))
    .ge(_KEPT * (1 - (_TOLD + log(2)) / _LOG), _FEW_HIT)
)
_BY_FACTOR = (
    line(_WRONG, given=(_TURNS,))
    .ge(_KEPT * (1 - _HIT), PURE_MASS(*_PARTS))
    .ge(_KEPT * (1 - exp(USERS * ALPHA) * _FALSE), PURE_FACTOR(*_PARTS))
    .ge(_KEPT * (1 - exp(USERS * ALPHA) / (_KEPT * LETTERS)), _FEW_FALSE)
    .eq(_KEPT - exp(USERS * ALPHA) / LETTERS)
)
OWN_APPROXIMATE_TEST = Claim(
    "kent/own/approximate-test",
    "to Appendix D, proof of Theorem 11: in place of (79)-(94)",
    Kind.LOWER_BOUND,
    "many hypotheses cannot be told apart through (alpha, delta)-LDP channels",
    corrected=AllOf(
        "",
        {
            "by divergences": _BY_DIVERGENCE.crosschecked(
                "the best test from two messages",
                r"P(\hat v=v)\le1-P+P\min\{\tfrac{e^{n\alpha}}{PN},1\}",
                "two channels at leak 1/20, e^alpha = 6/5, 3/2, n = 2",
                _best_tests,
            )
            .crosschecked(
                "the best test from two messages, the second channel chosen by the first message",
                r"P(\hat v=v)\le1-P+P\min\{\tfrac{e^{n\alpha}}{PN},1\}",
                "four letters, leaks 1/20, 1/5, e^alpha = 6/5, 3/2, n = 2",
                _adaptive_tests,
            )
            .crosschecked(
                "letters named bit by bit through leaky responses, exact errors",
                r"P\Big(1-\frac{n\alpha\tanh(\alpha/2)+\log2}{\log(PN)}\Big),\ P-\frac{e^{n\alpha}}N\le P(\hat v\ne v)",
                "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; n delta = 1/6, 1/2",
                _leaky_plans,
            ),
            "by factors": _BY_FACTOR,
        },
    ),
    note="Each law is compared with the first, message by message given the ones before. P = (1 - delta)^n.",
)


def _leaky_theorem(_: Settings) -> Iterator[Case]:
    for parameters, users, letters, t, error in bit_plans(Fraction(1, 6)):
        alpha = as_arb(t).log()
        information = users * alpha.min(alpha * alpha) + arb(2).log()
        yield Case(parameters | {"n delta": "1/6"}, (1 - information / arb(letters).log()) / 3, as_arb(error))


_INFORMATION = USERS * Min(ALPHA, ALPHA**2)
_BRACKET = 1 - (_INFORMATION + log(2)) / log(LETTERS)
_RARE = at_most(6 * USERS * DELTA, 1)
_OPEN = below(_INFORMATION + log(2), log(LETTERS))
_MASS = line(_KEPT, given=(_RARE,)).ge(1 - USERS * DELTA, BERNOULLI(-DELTA, USERS)).ge(Rational(5, 6))
_HIGH, _LOW = at_most(ALPHA, 1), at_most(1, ALPHA)
_P, _Q, _G, _E = real("p", least=Rational(5, 6), most=1), real("q", above=0), real("g", above=0), real("e", above=0)
_WHOLE = _Q + log(2) + _G
_THIRD = (
    line(_P * (1 - (_Q / 2 + log(2)) / _E), given=(at_most(_Q / 2 + log(2) + _G / 2, _E), at_most(_E, _WHOLE)))
    .ge(_P * (_G / 2) / _E)
    .ge(_P * _G / 2 / _WHOLE)
    .ge(Rational(5, 12) * _G / _WHOLE, line(_P).ge(Rational(5, 6)))
    .ge(_G / (3 * _WHOLE))
    .eq((1 - (_Q + log(2)) / _WHOLE) / 3)
    .at({_P: _KEPT, _Q: _INFORMATION, _G: log(LETTERS) - _INFORMATION - log(2), _E: _LOG})
)
_ENOUGH = (
    line(_LOG, given=(_RARE, at_most(3, LETTERS)))
    .ge(log(Rational(5, 6) * LETTERS), _MASS)
    .ge(log(2) / 2 + log(LETTERS) / 2)
)
_APART = line(0, given=(_RARE,)).lt(log(Rational(5, 6) * LETTERS)).le(_LOG, _MASS)
_BY_HALF = (
    line(_WRONG, given=(_TURNS, _HIGH, below(0, _LOG)))
    .ge(_KEPT * (1 - (_TOLD + log(2)) / _LOG), _BY_DIVERGENCE)
    .ge(_KEPT * (1 - (_INFORMATION / 2 + log(2)) / _LOG), line(_TOLD, given=(_HIGH,)).le(_INFORMATION / 2))
)
_WIDE = at_most(log(2) / 2 + log(LETTERS) / 2, _LOG)
_IN_THIRDS = (
    line(
        _WRONG,
        given=(
            _TURNS,
            _HIGH,
            _OPEN,
            below(0, _LOG),
            _WIDE,
            at_most(_LOG, log(LETTERS)),
            at_most(Rational(5, 6), _KEPT),
        ),
    )
    .ge(_KEPT * (1 - (_INFORMATION / 2 + log(2)) / _LOG), _BY_HALF)
    .ge(_BRACKET / 3, _THIRD)
)
_FIRM = line(_WRONG, given=(_TURNS, _RARE, _HIGH, _OPEN, at_most(3, LETTERS))).ge(
    _BRACKET / 3, _IN_THIRDS, _APART, _ENOUGH, _MASS, line(_LOG).le(log(LETTERS), line(_KEPT).le(1))
)
_EXPONENT = real("v", above=0)
_LOOSE = (
    line(_WRONG, given=(_TURNS, _RARE, _LOW, _OPEN))
    .ge(_KEPT - exp(USERS * ALPHA) / LETTERS, _BY_FACTOR)
    .ge(Rational(5, 6) - exp(USERS * ALPHA) / LETTERS, _MASS)
    .ge(
        Rational(1, 3),
        line(exp(_EXPONENT), given=(at_most(_EXPONENT, log(LETTERS) - log(2)),))
        .le(exp(log(LETTERS) - log(2)), at_most(_EXPONENT, log(LETTERS) - log(2)))
        .at({_EXPONENT: USERS * ALPHA}),
    )
    .ge(_BRACKET / 3)
)
PHI = LossAt(LOSS, HALF)
_COVERED = at_most(LETTERS, Covering(SPACE, 2 * HALF))
_PACKED = line(LETTERS, given=(_COVERED,)).le(Covering(SPACE, 2 * HALF), _COVERED).le(Packing(SPACE, 2 * HALF), STEP1)
_WORST = WorstLoss(PROTOCOL, CLASS, DRAWS, LOSS)
_HELD = (_TURNS, _RARE, HasParameters(CLASS, SPACE), _COVERED)
_VALUE, _INFORMED, _NAMES = real("phi", least=0), real("k", least=0), real("L", above=0)
_SHUT = at_most(log(LETTERS), _INFORMATION + log(2))
_EMPTY = (
    line(Integer(0), given=(at_most(_NAMES, _INFORMED),))
    .ge(_VALUE / 3 * (1 - _INFORMED / _NAMES))
    .at({_VALUE: PHI, _INFORMED: _INFORMATION + log(2), _NAMES: log(LETTERS)})
)
_NOTHING = line(_WORST, given=(_SHUT,)).ge(0).ge(PHI / 3 * _BRACKET, _EMPTY)
_SOMETHING = (
    line(_WORST, given=(*_HELD, _OPEN, at_most(3, LETTERS)))
    .ge(PHI * _WRONG, NAMED_LAW(PROTOCOL, CLASS, DRAWS, SPACE, LOSS, HALF, LETTERS), _PACKED)
    .ge(PHI / 3 * _BRACKET, cases((_HIGH, _FIRM), (_LOW, _LOOSE)))
)
_TWO, _THREE = at_most(LETTERS, 2), at_most(3, LETTERS)
_BOUND = line(_WORST, given=_HELD).ge(
    PHI / 3 * _BRACKET,
    cases(
        (
            _TWO,
            line(_WORST, given=(_TWO,)).ge(
                PHI / 3 * _BRACKET,
                _NOTHING,
                line(log(LETTERS), given=(_TWO,)).le(log(2), _TWO).le(_INFORMATION + log(2)),
            ),
        ),
        (
            _THREE,
            line(_WORST, given=(*_HELD, _THREE)).ge(PHI / 3 * _BRACKET, cases((_OPEN, _SOMETHING), (_SHUT, _NOTHING))),
        ),
    ),
)
MANY = integer("n", least=2)
_LITTLE = at_most(DELTA, Min(1, ALPHA) / (9 * MANY * log(MANY)))
_SELDOM = line(6 * MANY * DELTA, given=(_LITTLE,)).le(6 * MANY * Min(1, ALPHA) / (9 * MANY * log(MANY)), _LITTLE).le(1)


def _risk(members: Any, draws: Any) -> Any:
    """The least worst loss of all (alpha, delta)-private protocols of n users with a given number of draws."""
    body = Infimum(
        WorstLoss(PROTOCOL, members, draws, LOSS), PROTOCOL, InteractiveApproximately(PROTOCOL, MANY, ALPHA, DELTA)
    )
    shown = ", ".join(latex(x) for x in (MANY, draws, ALPHA, DELTA))
    return let(rf"\mathfrak{{R}}_{{{shown}}}({latex(members)}, {latex(LOSS)} \circ \rho)", body)


def _from_below(members: Any, draws: Any, *because: Any, given: tuple[Any, ...] = ()) -> Chain:
    """The bound for a class and a number of draws."""
    values = {USERS: MANY} | ({CLASS: members} if members != CLASS else {}) | ({DRAWS: draws} if draws != DRAWS else {})
    bound = _BOUND.at(values)
    return line(_risk(members, draws), given=(_COVERED, _LITTLE, *given)).ge(
        bound.statement.right, bound, _SELDOM, *because
    )


AT_INFINITY = _from_below(PointMasses(SPACE), Integer(1), POINT_MASSES(SPACE))
THM11 = Claim(
    "kent/thm11",
    "Appendix D, Theorem 11",
    Kind.LOWER_BOUND,
    "the general lower bound under approximate LDP, for every T",
    says=(
        r"\text{if }\delta\le c\min\{1,\alpha\}/\{n\log(n)\}\text{ for a sufficiently small absolute "
        r"}c>0\text{ and }n\min\{1,\alpha\}>C\text{: "
        r"}\mathcal{R}_{n,\infty,\alpha,\delta}(\theta(\mathcal{P}),\Phi\circ\rho),\ "
        r"\mathcal{R}_{n,T,\alpha,\delta}(\theta(\mathcal{P}),\Phi\circ\rho)\gtrsim\sup_{\Delta:N(2\Delta)>1}\Big\{\Phi(\Delta)\Big(1-\frac{n\min\{\alpha,\alpha^2\}+\log(2)}{\log(N(2\Delta))}\Big)\Big\}\text{ "
        r"for all }T\ge1"
    ),
    match=Match.READING,
    differs=(
        "c = 1/9 and the constant 1/3, n >= 2 in place of n min{1, alpha} > C, for each Delta in place of "
        "the supremum, with any whole N from 2 up to N(2 Delta)"
    ),
    printed=AllOf(
        "",
        {
            "T": _from_below(CLASS, DRAWS, given=(HasParameters(CLASS, SPACE),)).crosschecked(
                "letters named bit by bit through leaky responses, exact errors",
                r"\frac13\Big(1-\frac{n\min\{\alpha,\alpha^2\}+\log2}{\log N}\Big)\le P(\hat v\ne v)",
                "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; n delta = 1/6",
                _leaky_theorem,
            ),
            "infinitely many": AT_INFINITY,
        },
    ),
    note="True as printed, with the constants c = 1/9, C = 1 and 1/3, and the coefficient 1 of n min{alpha, alpha^2} inside the "
    "bracket, which the printed derivation (coefficient C', leading 1/2) does not give; neither log n in delta nor "
    "n min{1, alpha} > C is needed except for n >= 2: n delta <= 1/6 is enough. N is any whole number from 2 on that is at most "
    "N(2 Delta). Section 2.1 announces it for delta <~ alpha/(n log n): that is too much for large alpha, as delta = 1 is "
    "no privacy.",
)

CLAIMS = (
    OWN_PURE_PART,
    OWN_APPROXIMATE_TEST,
    THM11,
)
