"""kent Theorem 11 by another route: the pure part of an approximate channel, pair by pair; no entropy of rare messages."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo

from verify.calculus.textbook import CHAIN_RULE, DATA_PROCESSING
from verify.papers.kent.appD_approximate.eq78_printed_proof import LEAK, WIDER, T, excess, four_letters, two_letters
from verify.papers.kent.s2_1_general_rates.eq57_fano import ENTROPY, TANH
from verify.papers.kent.s2_1_general_rates.eq57_lower import bit_plans
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Inequality, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_T, _N, _L, _G, _Q = sympy.symbols("t n L g q", positive=True)
_P, _Q0, _S, _W = sympy.symbols("p q_0 s w", nonnegative=True)
_MASS = sympy.Symbol("P", positive=True)
_RATE = Variable(_T, Integer(1), oo, open_lower=True)
_UNIT = Variable(_S, Integer(0), Integer(1))
_KEPT = Variable(_MASS, Rational(5, 6), Integer(1))

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


CLAIMS = (
    Claim(
        "kent/own/pure-part",
        "to Appendix D, proof of Theorem 11: in place of the sets (83)",
        Kind.CONSTRUCTION,
        "two laws that are (alpha, delta)-close share, up to mass delta, a pure pair",
        None,
        Derived(
            r"P\le e^\alpha Q+\delta,\ Q\le e^\alpha P+\delta\ \Rightarrow\ \exists\,P'\le P,\ Q'\le Q:\ |P'|=|Q'|=1-\delta,\ "
            r"e^{-\alpha}\le P'/Q'\le e^\alpha",
            (),
            AllOf(
                r"p_0=\min\{p,tq\},\ q_0=\min\{q,tp\};\ \ p'\in[q_0/t,p_0]\text{ of the mass of }q_0;\ \text{then scale}",
                (
                    (
                        "p_0 <= t q_0 where p <= t q, q_0 = q: p = s t q",
                        at_most(_S * _T * _Q, _T * _Q, _UNIT, _RATE, Variable(_Q, Integer(0), oo, open_lower=True)),
                    ),
                    ("and where q_0 = t p: p <= t^2 p", at_most(_P, _T**2 * _P, Variable(_P, Integer(0), oo), _RATE)),
                    (
                        "and p_0 = t q <= t (t p) where p > t q: q = s p/t",
                        at_most(_S * _P, _T * _T * _P, _UNIT, Variable(_P, Integer(0), oo), _RATE),
                    ),
                    (
                        "the interval is not empty in mass: |q_0|/t <= |q_0| <= |p_0|",
                        at_most(_Q0 / _T, _Q0, Variable(_Q0, Integer(0), Integer(1)), _RATE),
                    ),
                    (
                        "p' = q_0/t + s (p_0 - q_0/t) <= t q_0, with p_0 = q_0/t + w and w <= (t - 1/t) q_0",
                        at_most(
                            _Q0 / _T + _S * (_T - 1 / _T) * _Q0,
                            _T * _Q0,
                            _UNIT,
                            Variable(_Q0, Integer(0), Integer(1)),
                            _RATE,
                        ),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the construction, exact",
                    FiniteCheck(
                        r"\text{breach of mass, domination and ratio}\le0",
                        "the pairs of letters of two channels, leaks 10^-6 and 1/5, e^alpha = 6/5, 3/2",
                        _parts,
                    ),
                ),
            ),
        ),
        note="|p_0| = 1 - sum (p - t q)_+ >= 1 - delta, and so |q_0|. If |q_0| <= |p_0| lower p_0 to a p' of the same mass (else "
        "the other way round); any p' in [q_0/t, p_0] keeps both ratios; then scale both to mass 1 - delta. For "
        "densities the same; chosen given the messages before, they multiply. It also follows from the canonical pair of Kairouz, Oh, Viswanath 2015, a textbook fact here.",
    ),
    Claim(
        "kent/own/approximate-test",
        "to Appendix D, proof of Theorem 11: in place of (79)-(94)",
        Kind.LOWER_BOUND,
        "many hypotheses cannot be told apart through (alpha, delta)-LDP channels",
        None,
        Derived(
            r"P=(1-\delta)^n:\ \tfrac1N\sum_vM_v^n(\hat v\ne v)\ge P\Big(1-\frac{n\alpha\tanh(\alpha/2)+\log2}{\log(PN)}\Big)"
            r"\text{ if }PN>1,\quad\ge P-\frac{e^{n\alpha}}N",
            ("kent/own/pure-part", "kent/thm1/step3c"),
            AllOf(
                r"M_v^n\ge PA_v,\ M_{v_0}^n\ge PB_v,\ b=\tfrac1N\sum_vB_v(\hat v=v)\le\tfrac1{PN},\ a=\tfrac1N\sum_vA_v(\hat v=v)",
                (
                    ("the entropy of the bit", ENTROPY),
                    ("error: M_v(vhat /= v) >= P A_v(vhat /= v)", Identity(_MASS * (1 - _S), _MASS - _MASS * _S)),
                    (
                        "a <= e^(n alpha) b <= e^(n alpha)/(P N)",
                        Identity(_MASS * (1 - _T / (_MASS * _N)), _MASS - _T / _N),
                    ),
                    (
                        "a log(1/b) <= K + log 2 with log(1/b) >= log(P N): L and w >= 0",
                        at_most(
                            _S * _L,
                            _S * (_L + _W),
                            _UNIT,
                            Variable(_L, Integer(0), oo, open_lower=True),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                ),
            ),
            (CHAIN_RULE, DATA_PROCESSING),
            (
                (
                    "the best test from two messages",
                    FiniteCheck(
                        r"P(\hat v=v)\le1-P+P\min\{\tfrac{e^{n\alpha}}{PN},1\}",
                        "two channels at leak 1/20, e^alpha = 6/5, 3/2, n = 2",
                        _best_tests,
                    ),
                ),
                (
                    "the best test from two messages, the second channel chosen by the first message",
                    FiniteCheck(
                        r"P(\hat v=v)\le1-P+P\min\{\tfrac{e^{n\alpha}}{PN},1\}",
                        "four letters, leaks 1/20, 1/5, e^alpha = 6/5, 3/2, n = 2",
                        _adaptive_tests,
                    ),
                ),
                (
                    "letters named bit by bit through leaky responses, exact errors",
                    FiniteCheck(
                        r"P\Big(1-\frac{n\alpha\tanh(\alpha/2)+\log2}{\log(PN)}\Big),\ P-\frac{e^{n\alpha}}N\le P(\hat v\ne v)",
                        "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; n delta = 1/6, 1/2",
                        _leaky_plans,
                    ),
                ),
            ),
        ),
        note="Compare each v with one fixed v_0, message by message given the ones before: M_v's density is at least the product of "
        "the pure parts, (1-delta)^n A_v, and KL(A_v|B_v) <= n alpha tanh(alpha/2). The events vhat = v are disjoint, so "
        "sum_v P B_v(vhat = v) <= sum_v M_(v_0)(vhat = v) <= 1. Marginals of an (alpha, delta)-LDP channel are (alpha, delta)-close.",
    ),
    Claim(
        "kent/thm11",
        "Appendix D, Theorem 11",
        Kind.LOWER_BOUND,
        "the general lower bound under approximate LDP, for every T",
        Derived(
            r"\mathcal R_{n,\infty,\alpha,\delta},\mathcal R_{n,T,\alpha,\delta}\ge\frac{\Phi(\Delta)}3\Big(1-\frac{n\min\{\alpha,"
            r"\alpha^2\}+\log2}{\log N(2\Delta)}\Big)\ \forall\Delta,\quad n\delta\le\tfrac16;\text{ with the constants }c=\tfrac19,"
            r"\ C=1",
            ("kent/own/approximate-test", "kent/thm1/step1", "kent/thm1/step3c"),
            AllOf(
                r"L=\log N=q+\log2+g,\ q=n\min\{\alpha,\alpha^2\},\ g>0;\ P=(1-\delta)^n\ge1-n\delta\ge\tfrac56",
                (
                    (
                        "n delta <= (1/9)/log 2 <= 1/6 for n >= 2",
                        at_most(1 / (9 * log(_N)), Rational(1, 6), Variable(_N, Integer(2), oo)),
                    ),
                    ("both orders of alpha", TANH),
                    (
                        "alpha <= 1: N >= 3, so (g + q)/2 >= log(3/2)/2, which log(1/P) is below",
                        at_most(-log(_MASS), log(Rational(3, 2)) / 2, _KEPT),
                    ),
                    (
                        "so the numerator g + q/2 - log(1/P) is at least g/2, here with (g + q)/2 = log(1/P) + w",
                        Identity(_G + _Q / 2 - ((_G + _Q) / 2 - _W), _G / 2 + _W),
                    ),
                    (
                        "the denominator L - log(1/P) is at most L; the bound is P (g/2)/L",
                        at_most(
                            _G / (2 * (_L + _W)),
                            _G / (2 * _L),
                            Variable(_G, Integer(0), oo, open_lower=True),
                            Variable(_L, Integer(0), oo, open_lower=True),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                    ("P/2 >= 5/12 >= 1/3", at_most(Rational(1, 3), _MASS / 2, _KEPT)),
                    (
                        "alpha > 1: e^(n alpha)/N = e^(-g)/2",
                        Identity(exp(_Q) / exp(_Q + log(2) + _G), exp(-_G) / 2),
                    ),
                    (
                        "P - 1/2 >= 1/3, and the printed bracket is at most 1",
                        Inequality(Relation(Rational(1, 3), _MASS - Rational(1, 2), "<=", (_KEPT,))),
                    ),
                    (
                        "e^(-g)/2 <= 1/2",
                        at_most(exp(-_G) / 2, Rational(1, 2), Variable(_G, Integer(0), oo, open_lower=True)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "letters named bit by bit through leaky responses, exact errors",
                    FiniteCheck(
                        r"\frac13\Big(1-\frac{n\min\{\alpha,\alpha^2\}+\log2}{\log N}\Big)\le P(\hat v\ne v)",
                        "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; n delta = 1/6",
                        _leaky_theorem,
                    ),
                ),
            ),
        ),
        note="True as printed, with the coefficient 1 of n min{alpha, alpha^2} inside the bracket, which the printed derivation "
        "(coefficient C', leading 1/2) does not give; neither log n in delta nor n min{1, alpha} > C is needed: n delta <= "
        "1/6 is enough (C = 1 serves to give n >= 2). Where the bracket is not positive there is nothing to show, so N >= 3. "
        "Section 2.1 announces it for delta <~ alpha/(n log n): that is too much for large alpha, as delta = 1 is no privacy.",
    ),
)
