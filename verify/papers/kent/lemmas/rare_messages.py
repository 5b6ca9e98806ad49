"""What one message tells of a value next to what it tells where its laws differ by a factor at most.

V has a law on 1 to N and the message the law M_V. B = 1 where m_V/mbar, the ratio to the mean law's density, is not in
[e^(-2 alpha), e^(2 alpha)]. Informations and entropies are in nats.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb
from sympy import Rational, exp, log

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.facts.approximate import InteractiveApproximately, close_laws, leaky, mass_beyond
from verify.kernel.calculus.nouns import Law
from verify.kernel.calculus.over import Maximum, Sum, Supremum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, law, quantity, real
from verify.kernel.calculus.textbook.fact import entropy
from verify.kernel.statements.outcome import as_arb

_M, _Z, pi = Name("M", "family of laws"), Name("Z", "protocol"), law("pi")
_N, _n, _v = integer("N", least=2), integer("n", least=1), integer("v", least=1)
_c, _alpha, delta = real("c"), real("alpha", above=0), real("delta", least=0, below=1)
_q = real("q", above=0, most=Rational(1, 2))

_Joint = dict[tuple[Any, Any], Fraction]
"""Masses of pairs of a value and a message."""


def _mean(family: list[Law], prior: Law) -> Law:
    """The mean law of the message; values count from 1."""
    letters = dict.fromkeys(z for p in family for z in p)
    return {
        z: sum((w * family[int(u) - 1].get(z, Fraction(0)) for u, w in prior.items()), Fraction(0)) for z in letters
    }


def _side(family: list[Law], prior: Law, level: Any, u: Any, z: Any) -> int:
    """1 where m_u/mbar is above e^(2 alpha), -1 where it is below e^(-2 alpha), else 0."""
    own, mean, most = as_arb(family[int(u) - 1].get(z, Fraction(0))), as_arb(_mean(family, prior)[z]), (2 * level).exp()
    return 1 if own > most * mean else -1 if own * most < mean else 0


def _chance(side: int, apart: bool) -> Any:
    """The mass of a side under M_u, or under the mean law."""

    def found(family: list[Law], prior: Law, _: Any, level: Any, u: Any) -> Fraction:
        mean = _mean(family, prior)
        own = mean if apart else family[int(u) - 1]
        return sum((own.get(z, Fraction(0)) for z in mean if _side(family, prior, level, u, z) == side), Fraction(0))

    return found


def _joint(family: list[Law], prior: Law, level: Any, *, good: bool) -> _Joint:
    """P(V = u, Z = z, B = 0), or that with B = 1."""
    return {
        (u, z): w * family[int(u) - 1].get(z, Fraction(0))
        for u, w in prior.items()
        for z in _mean(family, prior)
        if (_side(family, prior, level, u, z) == 0) is good
    }


def _information(joint: _Joint) -> arb:
    """I(V; Z) of masses that are scaled to 1 first; 0 where there is none."""
    total = sum(joint.values(), Fraction(0))
    if not total:
        return arb(0)
    rows, columns = ({k: Fraction(0) for k in {key[i] for key in joint}} for i in (0, 1))
    for (u, z), w in joint.items():
        rows[u] += w / total
        columns[z] += w / total
    parts = (rows.values(), columns.values(), (w / total for w in joint.values()))
    of_rows, of_columns, of_both = (entropy(tuple(part)) for part in parts)
    return of_rows + of_columns - of_both


def _too_much(family: list[Law], prior: Law, _: Any, level: Any) -> Fraction:
    return sum(_joint(family, prior, level, good=False).values(), Fraction(0))


def _bad_apart(family: list[Law], prior: Law, _: Any, level: Any) -> Fraction:
    mean = _mean(family, prior)
    return sum((prior[u] * mean[z] for u, z in _joint(family, prior, level, good=False)), Fraction(0))


def _one_told(family: list[Law], prior: Law, _: Any) -> arb:
    return _information({(u, z): w * m for u, w in prior.items() for z, m in family[int(u) - 1].items()})


def _good_told(family: list[Law], prior: Law, _: Any, level: Any) -> arb:
    return _information(_joint(family, prior, level, good=True))


def _bad_told(family: list[Law], prior: Law, _: Any, level: Any) -> arb:
    return _information(_joint(family, prior, level, good=False))


def _bit_entropy(family: list[Law], prior: Law, _: Any, level: Any) -> arb:
    bad = _too_much(family, prior, _, level)
    return entropy((bad, 1 - bad))


def _left_entropy(family: list[Law], prior: Law, _: Any, level: Any) -> arb:
    """H(B, Z) - H(Z)."""
    told: _Joint = {}
    for good in (True, False):
        for (_u, z), w in _joint(family, prior, level, good=good).items():
            told[z, good] = told.get((z, good), Fraction(0)) + w
    return entropy(tuple(told.values())) - entropy(tuple(_mean(family, prior).values()))


def _over_good(term: Any) -> Any:
    """The mean of a function of r = m_V/mbar on B = 0, V and the message drawn apart from each other."""

    def found(family: list[Law], prior: Law, _: Any, level: Any) -> Any:
        mean = _mean(family, prior)
        ratios = {
            (u, z): (prior[u] * mean[z], family[int(u) - 1].get(z, Fraction(0)) / mean[z])
            for u, z in _joint(family, prior, level, good=True)
            if mean[z]
        }
        return sum((term(w, r) for w, r in ratios.values()), term(Fraction(0), Fraction(1)))

    return found


def _posteriors(plan: Any, many: Any) -> Iterator[tuple[Fraction, Law, list[Law]]]:
    """Of each user in turn: probabilities of the earlier messages, the law of V given them, the message's laws."""
    users, channel, _ = plan
    family = [channel(u) for u in range(int(many))]
    histories: list[Law] = [{Fraction(u + 1): 1 / Fraction(many) for u in range(int(many))}]
    for _user in range(int(users)):
        following = []
        for masses in histories:
            total = sum(masses.values(), Fraction(0))
            yield total, {u: w / total for u, w in masses.items()}, family
            following += [{u: w * family[int(u) - 1][z] for u, w in masses.items()} for z in family[0]]
        histories = [masses for masses in following if any(masses.values())]


def _all_told(plan: Any, many: Any, _: Any) -> arb:
    """From the law of V and all messages together."""
    users, channel, _rule = plan
    joint: _Joint = {}
    for u in range(int(many)):
        for messages in product(channel(u), repeat=int(users)):
            mass = 1 / Fraction(many)
            for z in messages:
                mass *= channel(u)[z]
            joint[u, messages] = mass
    return _information(joint)


def _good_sum(plan: Any, many: Any, _: Any, level: Any) -> arb:
    told = [as_arb(w) * _good_told(family, prior, many, level) for w, prior, family in _posteriors(plan, many)]
    return sum(told, arb(0))


_OF = (
    "for V from 1 to N with law pi, a message Z with law M_V, and B = 1 where m_V/mbar is not in "
    "[e^(-2 alpha), e^(2 alpha)]"
)
_APART = "where Z' is drawn from the mean law, whatever V is"
CloseFamily = property_of(
    "CloseFamily",
    r"{0}_v(S) \le e^{{{2}}}{0}_{{v'}}(S) + {3}\ \forall v, v' \le {1}, S",
    lambda family, many, level, mass: (
        len(family) == many and all(close_laws(a, b, level, mass) for a, b in product(family, repeat=2))
    ),
    asks=lambda _, many, level, mass: (at_most(1, many), at_most(0, level), at_most(0, mass)),
)
"""Laws M_1 to M_N of a message, any two of which are (alpha, delta)-close: CloseFamily(M, N, alpha, delta)."""
OnValues = property_of(
    "OnValues",
    r"{0}\text{{ is a law on }}1, \dots, {1}",
    lambda prior, many: all(1 <= u <= many and u.denominator == 1 for u, w in prior.items() if w),
    asks=lambda _, many: (at_most(1, many),),
)
"""OnValues(pi, N)."""
Weight = quantity("Weight", r"{0}\{{{1}\}}", "probability of a value", 0, 1, value=lambda prior, u: prior[u])
TooMuch = quantity(
    "TooMuch", r"P_{{{0}, {1}, {2}, {3}}}(B = 1)", f"probability that B = 1, {_OF}", 0, 1, value=_too_much
)
"""TooMuch(M, pi, N, alpha), as the other quantities without a value v."""
BadApart = quantity(
    "BadApart",
    r"P_{{{0}, {1}, {2}, {3}}}(B(V, Z') = 1)",
    f"probability that B = 1 {_APART}, {_OF}",
    0,
    1,
    value=_bad_apart,
)
Above = quantity(
    "Above",
    r"{0}_{{{4}}}(\mathcal{{B}}_{{{4}, 1}})",
    f"probability under M_v that m_v/mbar is above e^(2 alpha), {_OF}",
    0,
    1,
    value=_chance(1, apart=False),
)
"""Above(M, pi, N, alpha, v), as the three that follow."""
Beneath = quantity(
    "Beneath",
    r"{0}_{{{4}}}(\mathcal{{B}}_{{{4}, 2}})",
    f"probability under M_v that m_v/mbar is below e^(-2 alpha), {_OF}",
    0,
    1,
    value=_chance(-1, apart=False),
)
AboveApart = quantity(
    "AboveApart",
    r"\overline{{{0}}}(\mathcal{{B}}_{{{4}, 1}})",
    f"probability under the mean law that m_v/mbar is above e^(2 alpha), {_OF}",
    0,
    1,
    value=_chance(1, apart=True),
)
BeneathApart = quantity(
    "BeneathApart",
    r"\overline{{{0}}}(\mathcal{{B}}_{{{4}, 2}})",
    f"probability under the mean law that m_v/mbar is below e^(-2 alpha), {_OF}",
    0,
    1,
    value=_chance(-1, apart=True),
)
OneTold = quantity(
    "OneTold",
    r"I_{{{0}, {1}, {2}}}(V; Z)",
    "mutual information of V and Z in nats, V from 1 to N with law pi, Z with law M_V",
    0,
    value=_one_told,
)
GoodTold = quantity(
    "GoodTold",
    r"I_{{{0}, {1}, {2}, {3}}}(V; Z \mid B = 0)",
    f"their information given that B = 0, or 0 where that has probability 0, {_OF}",
    0,
    value=_good_told,
)
BadTold = quantity(
    "BadTold",
    r"I_{{{0}, {1}, {2}, {3}}}(V; Z \mid B = 1)",
    f"their information given that B = 1, or 0 where that has probability 0, {_OF}",
    0,
    value=_bad_told,
)
BitEntropy = quantity(
    "BitEntropy", r"H_{{{0}, {1}, {2}, {3}}}(B)", f"entropy of B in nats, {_OF}", 0, value=_bit_entropy
)
LeftEntropy = quantity(
    "LeftEntropy", r"H_{{{0}, {1}, {2}, {3}}}(B \mid Z)", f"entropy of B given Z in nats, {_OF}", 0, value=_left_entropy
)
GoodDivergence = quantity(
    "GoodDivergence",
    r"E_{{{0}, {1}, {2}, {3}}}[r \log r; B(V, Z') = 0]",
    f"mean of r log r, r = m_V/mbar, on B = 0 {_APART}, {_OF}",
    value=_over_good(lambda w, r: as_arb(w * r) * as_arb(r).log()),
)
GoodExcess = quantity(
    "GoodExcess",
    r"E_{{{0}, {1}, {2}, {3}}}[r - 1; B(V, Z') = 0]",
    f"mean of r - 1, r = m_V/mbar, on B = 0 {_APART}, {_OF}",
    value=_over_good(lambda w, r: w * (r - 1)),
)
GoodSpread = quantity(
    "GoodSpread",
    r"E_{{{0}, {1}, {2}, {3}}}[(r - 1)^2; B(V, Z') = 0]",
    f"mean of (r - 1)^2, r = m_V/mbar, on B = 0 {_APART}, {_OF}",
    0,
    value=_over_good(lambda w, r: w * (r - 1) ** 2),
)
AllTold = quantity(
    "AllTold",
    r"I_{{{1}, {2}}}(V; Z_{{1:{2}}})",
    "information in nats of V, uniform from 1 to N, and all n messages of a protocol: AllTold(Z, N, n)",
    0,
    value=_all_told,
)
GoodSum = quantity(
    "GoodSum",
    r"\sum_{{i \le {2}}}I_{{{1}}}(V; Z_i \mid Z_{{1:i-1}}, B_i = 0)",
    "sum of the terms (I): the information in nats of V, uniform from 1 to N, and each message given the earlier "
    "ones and that B_i = 0: GoodSum(Z, N, n, alpha)",
    0,
    value=_good_sum,
)


def _rows(*chances: Any) -> list[Law]:
    """Laws on as many messages as are told, by their probabilities."""
    return [{z: Fraction(w) for z, w in enumerate(row)} for row in chances]


def _families() -> Iterator[dict[Any, Any]]:
    """Laws with messages that few values send, with different shares of one, all different, and nearly alike."""
    third, leak = Fraction(1, 3), Fraction(1, 10)
    told = [[Fraction(3, 4) if z == u else Fraction(1, 28) for z in range(8)] for u in range(8)]
    several = [
        _rows((1, 0), (1 - leak, leak)),
        _rows((1, 0), (1, 0), (1 - leak * third, leak * third), (1 - leak, leak)),
        _rows((1 - leak, 0, leak), (1 - leak, leak, 0)),
        _rows((1 - leak, leak), (1 - leak / 4, leak / 4), (1 - leak / 3, leak / 3)),
        _rows((Fraction(13, 20), Fraction(7, 20)), (Fraction(7, 20), Fraction(13, 20))),
        _rows(*told),
    ]
    # Two laws whose ratios to their mean are just within the factor, which is near 1.
    near = _rows((Fraction(109, 200), Fraction(91, 200)), (Fraction(91, 200), Fraction(109, 200)))
    for family, t in (*product(several, (Fraction(6, 5), Fraction(5, 2))), (near, Fraction(21, 20))):
        size, level = len(family), as_arb(t).log()
        least = max(float(mass_beyond(a, b, level).mid()) for a, b in product(family, repeat=2))
        mass = max(Fraction(least), Fraction(0)) + Fraction(1, 2**30)
        even = {Fraction(u + 1): Fraction(1, size) for u in range(size)}
        rising = {Fraction(u + 1): Fraction(2 * (u + 1), size * (size + 1)) for u in range(size)}
        for prior in (even, rising):
            yield {_M: family, pi: prior, _N: Fraction(size), _alpha: level, delta: mass}


def _plain() -> Iterator[Case]:
    for values in _families():
        yield (_M, pi, _N, _alpha), values


def _with_delta() -> Iterator[Case]:
    for values in _families():
        for u in values[pi]:
            yield (_M, pi, _N, _alpha, delta, _v), {**values, _v: u}


def _with_value() -> Iterator[Case]:
    for letters, values in _with_delta():
        yield (*letters[:4], _v), values


def _priors() -> Iterator[Case]:
    for values in _families():
        yield (pi, _N, _c), {**values, _c: Fraction(5, 2)}


def _largest() -> Iterator[Case]:
    for letters, values in _plain():
        known = [values[letter] for letter in letters]
        most = max(Above.value(*known, u) + Beneath.value(*known, u) for u in values[pi])
        yield letters, {**values, _worst_value(*letters): most}


def _levels() -> Iterator[Case]:
    """The probability of B = 1 itself where it is between 0 and 1/2, and numbers above it."""
    for letters, values in _plain():
        chance = TooMuch.value(*(values[letter] for letter in letters))
        for level in (chance, (chance + Fraction(1, 2)) / 2):
            if 0 < level <= Fraction(1, 2):
                yield (*letters, _q), {**values, _q: level}


def _sometimes() -> Iterator[Case]:
    for letters, values in _plain():
        if TooMuch.value(*(values[letter] for letter in letters)) < 1:
            yield letters, values


def _plans() -> Iterator[Case]:
    """Two or three values, one or two users, by randomised response that now and then tells the value."""
    for t, leak, users, many in product(
        (Fraction(6, 5), Fraction(5)), (Fraction(1, 100), Fraction(1, 5)), (1, 2), (2, 3)
    ):
        channel = leaky(t, leak)
        letters = dict.fromkeys(z for x in range(3) for z in channel(x))
        plan = (
            users,
            lambda x, channel=channel, letters=letters: {z: channel(x).get(z, Fraction(0)) for z in letters},
            None,
        )
        level, mass = as_arb(t).log() + as_arb(Fraction(1, 2**30)), leak + Fraction(1, 2**30)
        told = [
            _one_told(family, prior, many) - _good_told(family, prior, many, level)
            for _, prior, family in _posteriors(plan, many)
        ]
        values = {_Z: plan, _N: Fraction(many), _n: Fraction(users), _alpha: level, delta: mass}
        worst = max(told, key=lambda x: float(x.mid())) + as_arb(Fraction(1, 2**30))
        yield (_Z, _N, _n, _alpha, delta), {**values, worst_loss(_N, _alpha, delta): worst}


def _either(*letters: Any) -> Any:
    return Above(*letters, _v) + Beneath(*letters, _v)


def _worst_value(family: Any, prior: Any, many: Any, level: Any) -> Any:
    """The largest probability, over v, that a message of M_v is bad for v."""
    return Maximum(_either(family, prior, many, level), _v, at_most(_v, many))


def worst_loss(many: Any, level: Any, mass: Any) -> Any:
    """How much more a message may tell than it tells where B = 0, over all families of close laws and laws of V."""
    more = OneTold(_M, pi, many) - GoodTold(_M, pi, many, level)
    return Supremum(Supremum(more, pi, OnValues(pi, many)), _M, CloseFamily(_M, many, level, mass))


def _on(_family: Any, prior: Any, many: Any, *_level: Any) -> tuple[Any, ...]:
    """V is one of the N values."""
    return (OnValues(prior, many),)


TOTAL_BAD = Schema(
    "bad pairs, value by value",
    "lemma",
    "law of total probability",
    lambda *of: Statement(equal(TooMuch(*of), Sum(Weight(of[1], _v) * _either(*of), _v, 1, of[2])), _on(*of)),
    (_M, pi, _N, _alpha),
    _plain,
)
TOTAL_BAD_APART = Schema(
    "bad pairs of a message that is drawn apart",
    "lemma",
    "law of total probability",
    lambda *of: Statement(
        equal(BadApart(*of), Sum(Weight(of[1], _v) * (AboveApart(*of, _v) + BeneathApart(*of, _v)), _v, 1, of[2])),
        _on(*of),
    ),
    (_M, pi, _N, _alpha),
    _plain,
)
WEIGHTED_CONSTANT = Schema(
    "average of a constant",
    "lemma",
    "the weights add up to 1",
    lambda prior, many, number: Statement(
        equal(Sum(Weight(prior, _v) * number, _v, 1, many), number), (OnValues(prior, many),)
    ),
    (pi, _N, _c),
    _priors,
)
AVERAGE_BELOW_LARGEST = Schema(
    "an average is at most the largest",
    "lemma",
    "the weights add up to 1",
    lambda *of: Statement(at_most(Sum(Weight(of[1], _v) * _either(*of), _v, 1, of[2]), _worst_value(*of)), _on(*of)),
    (_M, pi, _N, _alpha),
    _largest,
)
CLOSE_TO_MEAN = Schema(
    "close to each other, hence to their mean: much",
    "lemma",
    "closeness, averaged over the other law",
    lambda family, prior, many, level, mass, u: Statement(
        at_most(Above(family, prior, many, level, u), exp(level) * AboveApart(family, prior, many, level, u) + mass),
        (CloseFamily(family, many, level, mass), OnValues(prior, many), at_most(u, many)),
    ),
    (_M, pi, _N, _alpha, delta, _v),
    _with_delta,
)
MEAN_CLOSE = Schema(
    "close to each other, hence to their mean: little",
    "lemma",
    "closeness, averaged over the other law",
    lambda family, prior, many, level, mass, u: Statement(
        at_most(
            BeneathApart(family, prior, many, level, u), exp(level) * Beneath(family, prior, many, level, u) + mass
        ),
        (CloseFamily(family, many, level, mass), OnValues(prior, many), at_most(u, many)),
    ),
    (_M, pi, _N, _alpha, delta, _v),
    _with_delta,
)
RATIO_ABOVE = Schema(
    "where a ratio is large",
    "lemma",
    "the bound on the ratio, integrated over the set",
    lambda family, prior, many, level, u: Statement(
        at_most(exp(2 * level) * AboveApart(family, prior, many, level, u), Above(family, prior, many, level, u)),
        (OnValues(prior, many), at_most(u, many)),
    ),
    (_M, pi, _N, _alpha, _v),
    _with_value,
)
RATIO_BENEATH = Schema(
    "where a ratio is small",
    "lemma",
    "the bound on the ratio, integrated over the set",
    lambda family, prior, many, level, u: Statement(
        at_most(exp(2 * level) * Beneath(family, prior, many, level, u), BeneathApart(family, prior, many, level, u)),
        (OnValues(prior, many), at_most(u, many)),
    ),
    (_M, pi, _N, _alpha, _v),
    _with_value,
)
SPLIT_BY_BIT = Schema(
    "information, split by a bit of both",
    "lemma",
    "I(V; Z) <= I(V, B; Z) and the chain rule: Cover and Thomas 2006, Theorem 2.5.2",
    lambda *of: Statement(
        at_most(
            OneTold(*of[:3]),
            (1 - TooMuch(*of)) * GoodTold(*of) + TooMuch(*of) * BadTold(*of) + BitEntropy(*of) - LeftEntropy(*of),
        ),
        _on(*of),
    ),
    (_M, pi, _N, _alpha),
    _plain,
)
ENTROPY_OF_LETTERS = Schema(
    "information and the number of values",
    "lemma",
    "at most H(V | B = 1): Cover and Thomas 2006, Theorems 2.4.1 and 2.6.4",
    lambda *of: Statement(at_most(BadTold(*of), log(of[2])), _on(*of)),
    (_M, pi, _N, _alpha),
    _plain,
)
ENTROPY_OF_BIT = Schema(
    "entropy of a bit",
    "lemma",
    "rises with its probability up to 1/2: Cover and Thomas 2006, Example 2.1.1",
    lambda family, prior, many, level, most: Statement(
        at_most(BitEntropy(family, prior, many, level), -most * log(most) - (1 - most) * log(1 - most)),
        (*_on(family, prior, many), at_most(TooMuch(family, prior, many, level), most)),
    ),
    (_M, pi, _N, _alpha, _q),
    _levels,
)
GOLDEN_FORMULA = Schema(
    "golden formula, given a bit",
    "lemma",
    "information is at most the divergence from any product of laws: Polyanskiy and Wu 2025, Theorem 4.1; here of the "
    "laws without the condition",
    lambda *of: Statement(
        at_most(GoodTold(*of), GoodDivergence(*of) / (1 - TooMuch(*of)) - log(1 - TooMuch(*of))),
        (*_on(*of), below(TooMuch(*of), 1)),
    ),
    (_M, pi, _N, _alpha),
    _sometimes,
)
BELOW_CHI_SQUARE = Schema(
    "r log r below its parabola",
    "lemma",
    "log r <= r - 1, times r, averaged",
    lambda *of: Statement(at_most(GoodDivergence(*of), GoodExcess(*of) + GoodSpread(*of)), _on(*of)),
    (_M, pi, _N, _alpha),
    _plain,
)
EXCESS = Schema(
    "means of a ratio on either side",
    "lemma",
    "both laws have mass 1",
    lambda *of: Statement(equal(GoodExcess(*of), BadApart(*of) - TooMuch(*of)), _on(*of)),
    (_M, pi, _N, _alpha),
    _plain,
)
SPREAD = Schema(
    "ratios within a factor, squared",
    "lemma",
    "r is in [e^(-2 alpha), e^(2 alpha)] where B = 0",
    lambda *of: Statement(at_most(GoodSpread(*of), (exp(2 * of[3]) - 1) ** 2), _on(*of)),
    (_M, pi, _N, _alpha),
    _plain,
)
LOG_RATIO = Schema(
    "ratios within a factor, in logarithms",
    "lemma",
    "log r is at most 2 alpha where B = 0",
    lambda *of: Statement(at_most(GoodDivergence(*of), 2 * of[3] * (1 - TooMuch(*of))), _on(*of)),
    (_M, pi, _N, _alpha),
    _plain,
)
CHAIN_OVER_MESSAGES = Schema(
    "chain rule for information, each message next to its good part",
    "lemma",
    "chain rule: Cover and Thomas 2006, Theorem 2.5.2; given the earlier messages the laws of the next one, one "
    "for each value, are close",
    lambda plan, many, users, level, mass: Statement(
        at_most(AllTold(plan, many, users), GoodSum(plan, many, users, level) + users * worst_loss(many, level, mass)),
        (InteractiveApproximately(plan, users, level, mass),),
    ),
    (_Z, _N, _n, _alpha, delta),
    _plans,
)

FACTS = (
    TOTAL_BAD,
    TOTAL_BAD_APART,
    WEIGHTED_CONSTANT,
    AVERAGE_BELOW_LARGEST,
    CLOSE_TO_MEAN,
    MEAN_CLOSE,
    RATIO_ABOVE,
    RATIO_BENEATH,
    SPLIT_BY_BIT,
    ENTROPY_OF_LETTERS,
    ENTROPY_OF_BIT,
    GOLDEN_FORMULA,
    BELOW_CHI_SQUARE,
    EXCESS,
    SPREAD,
    LOG_RATIO,
    CHAIN_OVER_MESSAGES,
)
