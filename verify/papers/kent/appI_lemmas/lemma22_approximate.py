"""kent Appendix I, Lemma 22, on which the printed proof of Theorem 11 leans: false, with what holds instead."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Min, Rational, exp, log, oo, tanh

from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus import KL, Chain, Name, at_most, integer, line, real
from verify.kernel.calculus.facts.packings import Density
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements import at_most as ordered
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appD_approximate.eq78_printed_proof import (
    LEAK,
    WIDER,
    T,
    excess,
    four_letters,
    good,
    two_letters,
)
from verify.papers.kent.appD_approximate.theorem11 import (
    LEAKY,
    Row,
    divergence_of_parts,
    pure_part,
    pure_parts,
    ratio_of_parts,
)
from verify.papers.kent.s2_1_general_rates.eq57_fano import MESSAGE
from verify.papers.kent.setting import ALPHA, FIRST, SECOND


def conditioned(laws: list[FiniteLaw], t: Fraction) -> tuple[list[dict[int, Fraction]], dict[int, Fraction]]:
    """m_(v, B=0) for each v, and their mixture under P(V = v | B = 0), from the rows."""
    fine = good(laws, t)
    kept = [sum((law[z] for z in (1, 2) if fine[v, z]), Fraction(0)) for v, law in enumerate(laws)]
    rows = [{z: law[z] / kept[v] if fine[v, z] else Fraction(0) for z in (1, 2)} for v, law in enumerate(laws)]
    mixed = {z: sum((k * row[z] for k, row in zip(kept, rows, strict=True)), Fraction(0)) / sum(kept) for z in (1, 2)}
    return rows, mixed


def ratio_again(laws: list[FiniteLaw], t: Fraction, v: int, z: int) -> Fraction:
    """m_(v, B=0)(z)/mbar_(B=0)(z) as P(V = v | Z = z, B = 0)/P(V = v | B = 0), from the joint law."""
    fine = good(laws, t)
    joint = {(u, y): law[y] if fine[u, y] else Fraction(0) for u, law in enumerate(laws) for y in (1, 2)}
    total = sum(joint.values(), Fraction(0))
    column = sum((p for (_, y), p in joint.items() if y == z), Fraction(0))
    row = sum((p for (u, _), p in joint.items() if u == v), Fraction(0))
    return joint[v, z] / column / (row / total)


def _ratio_below(_: Settings) -> Iterator[Case]:
    rows, mixed = conditioned(two_letters(), WIDER)
    yield Case(
        {"v": 1, "z": 2, "e^alpha": str(WIDER), "delta": str(LEAK), "n": 100},
        rows[0][2] / mixed[2],
        (1 - Fraction(2, 100)) / WIDER**4,
        left_again=ratio_again(two_letters(), WIDER, 0, 2),
    )


def _pure_pairs() -> Iterator[tuple[dict[str, str], Fraction, Row, Row]]:
    """Pairs of letters of the channels, in both orders, and the pure parts of their laws, of mass 1 - delta."""
    for laws in (two_letters(), four_letters(), two_letters(Fraction(1, 5)), four_letters(Fraction(1, 5))):
        for t in (T, WIDER):
            delta = excess(laws, t)
            for first, second in product(laws, repeat=2):
                rows: tuple[Row, Row] = ({z: first[z] for z in (1, 2)}, {z: second[z] for z in (1, 2)})
                one, two = pure_parts(*rows, t, 1 - delta)
                yield {"e^alpha": str(t), "P(2)": str(first[2]), "Q(2)": str(second[2])}, t, one, two


def _part_ratios(_: Settings) -> Iterator[Case]:
    for parameters, t, one, two in _pure_pairs():
        for z in (1, 2):
            if two[z]:
                yield Case(parameters | {"z": str(z)}, one[z] / two[z], 1 / t)


_PARTS = pure_part(FIRST, SECOND), pure_part(SECOND, FIRST)


def _above(one: Name, other: Name) -> Chain:
    """The density of one pure part below that of the other, next to exact ratios."""
    crosscheck = FiniteCheck(
        r"\tfrac{m'_{v_0}}{m'_v}\ge e^{-\alpha}\text{, the pairs in both orders}",
        "two channels, leaks 10^-6 and 1/5, e^alpha = 6/5, 3/2",
        _part_ratios,
        ">=",
    )
    return ratio_of_parts(one, other).beside(("the pure parts of pairs of letters, exact", crosscheck))


_LOWER = Claim(
    "kent/lemma22/219/lower",
    "Appendix I, proof of Lemma 22, (219), first inequality",
    Kind.INEQUALITY,
    "the ratio from below",
    says=(
        r"\Big(\frac{e^{4\alpha}}{1-2/n}\Big)^{-1}\le\frac{m_{v,B_i=0}^{(i)}(z_i\mid "
        r"Z_{1:i-1})}{\bar{m}_{B_i=0}^{(i)}(z_i\mid Z_{1:i-1})}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\frac{m_{v,B=0}(z)}{\bar m_{B=0}(z)}\ge(1-\tfrac2n)e^{-4\alpha}",
        "V uniform on {1, 2}, the channel (1, 0), (1 - delta, delta)",
        _ratio_below,
        ">=",
    ),
    corrected=line(Density(_PARTS[0], MESSAGE), given=(LEAKY,)).ge(
        exp(-ALPHA) * Density(_PARTS[1], MESSAGE), _above(SECOND, FIRST)
    ),
    correction="a message that is bad for v and good for another value has ratio 0: B depends on V; compare the pure parts",
    severity=Severity.PROOF_GAP,
    theorem="kent/thm11",
    root="kent/lemma22",
)


def _ratio_above(_: Settings) -> Iterator[Case]:
    rows, mixed = conditioned(four_letters(), T)
    yield Case(
        {"v": 3, "z": 2, "P(Z = 2 | v)": "(0, 0, delta/3, delta)", "e^alpha": str(T), "delta": str(LEAK), "n": 100},
        rows[2][2] / mixed[2],
        T**4 / (1 - Fraction(2, 100)),
        left_again=ratio_again(four_letters(), T, 2, 2),
    )


_UPPER = Claim(
    "kent/lemma22/219/upper",
    "Appendix I, proof of Lemma 22, the display before (219), last equality, and (219), second inequality",
    Kind.INEQUALITY,
    "the ratio from above",
    says=(
        r"\frac{m_{v,B_i=0}^{(i)}(z_i\mid Z_{1:i-1})}{\bar{m}_{B_i=0}^{(i)}(z_i\mid "
        r"Z_{1:i-1})}\le\Big(e^{-4\alpha}(1-2/n)\sum_{v'\in\mathcal{V}}\mathbb{1}\{B_i(v',Z_{1:i-1},z_i)=0\}\mathbb{P}(V=v'\mid "
        r"Z_{1:i-1},B_i(V,Z_{1:i})=0)\Big)^{-1}=\frac{e^{4\alpha}}{1-2/n}"
    ),
    match=Match.READING,
    differs="both ends, so that the last equality and (219) are one",
    printed=FiniteCheck(
        r"\frac{m_{v,B=0}(z)}{\bar m_{B=0}(z)}\le\frac{e^{4\alpha}}{1-2/n}",
        "V uniform on four letters, P(Z = 2 | v) = 0, 0, delta/3, delta",
        _ratio_above,
    ),
    corrected=_above(FIRST, SECOND),
    correction="the values v' for which z is bad drop out of the sum, which is P(B(v', z) = 0) and not 1: "
    "the ratio can be |V|",
    severity=Severity.PROOF_GAP,
    theorem="kent/thm11",
    root="kent/lemma22",
)

_ALPHA, _N = sympy.symbols("alpha n", positive=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)


def _ends(_: Settings) -> Iterator[Case]:
    for users in (4, 5, 10, 100, 10**4):
        for alpha in (Fraction(4, users), Fraction(1, 2), Fraction(1)):
            if users * alpha >= 4:
                left = 4 * as_arb(alpha) - as_arb(1 - Fraction(2, users)).log()
                yield Case({"n": users, "alpha": str(alpha)}, left, 5 * alpha)


_MANY = integer("n", least=4)
_LOG = real("y", above=0, most=Rational(1, 2))
_END = Claim(
    "kent/lemma22/end",
    "Appendix I, proof of Lemma 22, alpha <= 1, fourth inequality",
    Kind.INEQUALITY,
    "4 alpha plus a positive number",
    says=r"\Big(\frac{1}{1-2/n}-1+C'\alpha\Big)\{4\alpha-\log(1-2/n)\}\le\Big(\frac{1}{1-2/n}-1+C'\alpha\Big)2\alpha",
    match=Match.READING,
    differs="without the positive factor that both sides share, for n >= 4",
    printed=ordered(
        4 * _ALPHA - log(1 - 2 / _N),
        2 * _ALPHA,
        _HIGH,
        Variable(_N, Integer(4), oo),
    ),
    corrected=line(4 * ALPHA - log(1 - 2 / _MANY), given=(at_most(4, _MANY * ALPHA),))
    .le(4 * ALPHA + 4 / _MANY, line(-log(1 - _LOG)).le(2 * _LOG).at({_LOG: 2 / _MANY}))
    .le(5 * ALPHA)
    .crosschecked(
        "at n alpha = 4 and beyond",
        r"4\alpha-\log(1-\tfrac2n)\le5\alpha",
        "n = 4, 5, 10, 100, 10^4; alpha = 4/n, 1/2, 1 where n alpha >= 4",
        _ends,
    ),
    correction="-log(1 - 2/n) is positive, so that the term is above 4 alpha; 5 alpha is right for n alpha >= 4",
    severity=Severity.CONSTANT,
    theorem="kent/thm11",
)


def _vanishes(_: Settings) -> Iterator[Case]:
    rows, mixed = conditioned(two_letters(), WIDER)
    yield Case(
        {
            "v": 1,
            "z": 2,
            "e^alpha": str(WIDER),
            "delta": str(LEAK),
            "q(.|2)": "(1 - delta, delta)",
            "mbar_(B=0)(z)": str(mixed[2]),
        },
        rows[0][2],
        0,
        left_again=ratio_again(two_letters(), WIDER, 0, 2) * mixed[2],
        note="the sum (218) has the term (0 - mbar) log 0 = +infinity",
    )


def _symmetrised(_: Settings) -> Iterator[Case]:
    for parameters, t, one, two in _pure_pairs():
        gap = sum((as_arb(one[z] - two[z]) * (as_arb(one[z]) / as_arb(two[z])).log() for z in (1, 2) if one[z]), arb(0))
        alpha = as_arb(t).log()
        yield Case(parameters, gap, 2 * alpha * (alpha / 2).tanh() + arb(2) ** -40)


LEMMA22 = Claim(
    "kent/lemma22",
    "Appendix I, Lemma 22, (218)",
    Kind.INEQUALITY,
    "the symmetrised divergence outside the rare messages",
    says=(
        r"\sum_{z_i\in[k]}\{m_{v,B_i=0}^{(i)}(z_i\mid Z_{1:i-1})-\bar{m}_{B_i=0}^{(i)}(z_i\mid "
        r"Z_{1:i-1})\}\log\Big(\frac{m_{v,B_i=0}^{(i)}(z_i\mid Z_{1:i-1})}{\bar{m}_{B_i=0}^{(i)}(z_i\mid "
        r"Z_{1:i-1})}\Big)\le C\min\{\alpha,\alpha^2\}\text{ for all }v\in\mathcal{V}\text{, almost "
        r"surely}"
    ),
    match=Match.READING,
    differs="judged by what a finite sum needs, a positive numerator wherever the average is positive",
    printed=FiniteCheck(
        r"\sum_z\{m_{v,B=0}(z)-\bar m_{B=0}(z)\}\log\frac{m_{v,B=0}(z)}{\bar m_{B=0}(z)}\le C\min\{\alpha,\alpha^2\},\text{ so "
        r"}m_{v,B=0}(z)>0\text{ where }\bar m_{B=0}(z)>0",
        "V uniform on {1, 2}, the channel (1, 0), (1 - delta, delta), at v = 1, z = 2",
        _vanishes,
        ">",
    ),
    corrected=line(KL(*_PARTS) + KL(*reversed(_PARTS)), given=(LEAKY,))
    .le(2 * ALPHA * tanh(ALPHA / 2), divergence_of_parts(FIRST, SECOND), divergence_of_parts(SECOND, FIRST))
    .le(2 * Min(ALPHA, ALPHA**2), line(tanh(ALPHA / 2)).le(Min(1, ALPHA)))
    .crosschecked(
        "the pure parts of pairs of letters, enclosed",
        r"\sum_z(m'_v-m'_{v_0})\log\tfrac{m'_v}{m'_{v_0}}\le2\alpha\tanh\tfrac\alpha2",
        "two channels, leaks 10^-6 and 1/5, e^alpha = 6/5, 3/2",
        _symmetrised,
        granted="2^{-40}",
    ),
    correction="false for every constant: the sum is infinite as soon as a message is bad for v and good for another value. "
    "Take away from each pair of laws the part of mass delta that makes them differ too much; what stays is pure",
    severity=Severity.PROOF_GAP,
    theorem="kent/thm11",
    note="The sum over z of (p - q) log(p/q) is KL(p, q) + KL(q, p). For the same reason the laws in (92) are not absolutely "
    "continuous with respect to each other. n does not enter; delta = 10^(-6) is as small as Theorem 11 asks for n up to "
    "10^4 with c = 1.",
)

CLAIMS = (
    _LOWER,
    _UPPER,
    _END,
    LEMMA22,
)
