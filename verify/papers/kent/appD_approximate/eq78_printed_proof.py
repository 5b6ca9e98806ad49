"""kent Appendix D, Theorem 11 under approximate LDP: the printed proof, (78)-(94)."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo

from lowerbounds.information.laws import FiniteLaw
from verify.calculus.textbook import CHAIN_RULE
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_ALPHA, _DELTA, _X, _Y = sympy.symbols("alpha delta x y", positive=True)
_P, _W, _M, _L = sympy.symbols("p w m L", positive=True)
_T = sympy.Symbol("t", positive=True)
_R, _S = sympy.symbols("r s", nonnegative=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_ALPHA, Integer(1), oo, open_lower=True)
_RATE = Variable(_T, Integer(1), oo, open_lower=True)
_SMALL = Variable(_P, Integer(0), Rational(1, 3), open_lower=True)
_POSITIVE = (Variable(_X, Integer(0), oo, open_lower=True), Variable(_Y, Integer(0), oo, open_lower=True))
T = Fraction(6, 5)
"""e^alpha of the counterexamples, so that e^(2 alpha) = 36/25 < 2."""
WIDER = Fraction(3, 2)
"""e^alpha of others, so that e^(2 alpha) = 9/4 > 2."""
LEAK = Fraction(1, 10**6)


def two_letters(leak: Fraction = LEAK) -> list[FiniteLaw]:
    """q(.|1) = (1, 0) and q(.|2) = (1 - delta, delta): (alpha, delta)-LDP for every alpha."""
    return [FiniteLaw.of({1: Fraction(1), 2: Fraction(0)}), FiniteLaw.of({1: 1 - leak, 2: leak})]


def four_letters(leak: Fraction = LEAK) -> list[FiniteLaw]:
    """Two of four letters reach the second message: the last with delta, the third with the mean of all four."""
    middle = leak / 3
    return [FiniteLaw.of({1: 1 - a, 2: a}) for a in (Fraction(0), Fraction(0), middle, leak)]


def excess(laws: list[FiniteLaw], t: Fraction) -> Fraction:
    """The least delta for which the channel with these rows is (log t, delta)-LDP."""
    return max(sum((max(a[z] - t * b[z], Fraction(0)) for z in (1, 2)), Fraction(0)) for a in laws for b in laws)


def good(laws: list[FiniteLaw], t: Fraction) -> dict[tuple[int, int], bool]:
    """Whether B = 0 at (v, z): e^(-2 alpha) <= m_v(z)/mbar(z) <= e^(2 alpha), for V uniform."""
    mean = {z: sum((law[z] for law in laws), Fraction(0)) / len(laws) for z in (1, 2)}
    return {(v, z): mean[z] / t**2 <= law[z] <= t**2 * mean[z] for v, law in enumerate(laws) for z in (1, 2)}


def _bad_mass(settings: Settings) -> Iterator[tuple[dict[str, str], list[FiniteLaw], Fraction, Fraction]]:
    for leak in (Fraction(1, 10), Fraction(1, 100)):
        for t in (Fraction(11, 10), T, Fraction(2)):
            for name, laws in (("two", two_letters(leak)), ("four", four_letters(leak))):
                yield {"e^alpha": str(t), "delta": str(leak), "letters": name}, laws, t, leak


def _masses(settings: Settings) -> Iterator[Case]:
    for parameters, laws, t, _ in _bad_mass(settings):
        fine = good(laws, t)
        mass = sum((law[z] for v, law in enumerate(laws) for z in (1, 2) if not fine[v, z]), Fraction(0)) / len(laws)
        delta = excess(laws, t)
        yield Case(parameters, mass, delta * (t + 1 / t) / (t - 1))


def _counted_twice(_: Settings) -> Iterator[Case]:
    """P(B = 1), and the printed middle term, which multiplies by P(V = v) again."""
    laws = two_letters()
    fine = good(laws, T)
    single = [sum((law[z] for z in (1, 2) if not fine[v, z]), Fraction(0)) / 2 for v, law in enumerate(laws)]
    again = 1 - sum((law[z] / 2 for v, law in enumerate(laws) for z in (1, 2) if fine[v, z]), Fraction(0))
    yield Case(
        {
            "V": "uniform on {1, 2}",
            "q(.|1)": "(1, 0)",
            "q(.|2)": "(1 - delta, delta)",
            "e^alpha": str(T),
            "delta": str(LEAK),
        },
        sum(single, Fraction(0)),
        sum((p / 2 for p in single), Fraction(0)),
        left_again=again,
    )


def _entropy(masses: list[Fraction]) -> arb:
    return sum((-as_arb(p) * as_arb(p).log() for p in masses if p), arb(0))


def _information(joint: dict[tuple[int, int], Fraction]) -> arb:
    """I(V; Z) in nats of a law that need not be normalised."""
    total = sum(joint.values())
    if not total:
        return arb(0)
    cells = {key: p / total for key, p in joint.items()}
    rows = [sum((p for (v, _), p in cells.items() if v == u), Fraction(0)) for u in {v for v, _ in cells}]
    columns = [sum((p for (_, z), p in cells.items() if z == y), Fraction(0)) for y in {z for _, z in cells}]
    return _entropy(rows) + _entropy(columns) - _entropy(list(cells.values()))


def _split(settings: Settings) -> Iterator[Case]:
    """(84) with V uniform and no history, in nats."""
    for parameters, laws, t, _ in _bad_mass(settings):
        fine = good(laws, t)
        joint = {(v, z): law[z] / len(laws) for v, law in enumerate(laws) for z in (1, 2)}
        parts = [{key: p if fine[key] is flag else Fraction(0) for key, p in joint.items()} for flag in (True, False)]
        bad = sum(parts[1].values(), Fraction(0))
        right = _information(parts[0]) + as_arb(bad) * _information(parts[1]) + _entropy([bad, 1 - bad])
        yield Case(parameters, _information(joint), right + arb(2) ** -40)


def _worst_letters(settings: Settings) -> Iterator[Case]:
    for parameters, laws, t, _ in _bad_mass(settings):
        fine = good(laws, t)
        single = [sum((law[z] for z in (1, 2) if not fine[v, z]), Fraction(0)) for v, law in enumerate(laws)]
        yield Case(parameters, sum(single, Fraction(0)) / len(laws), max(single))


def _entropies(_: Settings) -> Iterator[Case]:
    for alpha in (Fraction(1, 20), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(20)):
        for share in (12, 100, 10**6):
            m = min(alpha, Fraction(1))
            delta, t = m / share, as_arb(alpha).exp()
            p = 2 * as_arb(delta) * t / (t - 1)
            entropy = -p * p.log() - (1 - p) * (1 - p).log()
            parameters = {"alpha": str(alpha), "m/delta": share}
            yield Case(parameters, entropy, 8 * arb(share).log() / share)
            yield Case(parameters, p, Fraction(4, share))


def _ends(_: Settings) -> Iterator[Case]:
    """The information of one message beside (I) and the explicit bounds of (II) and (III), in nats."""
    for leak in (Fraction(1, 100), Fraction(1, 1000)):
        for t in (T, Fraction(2)):
            for name, laws in (("two", two_letters(leak)), ("four", four_letters(leak))):
                fine, delta = good(laws, t), excess(laws, t)
                joint = {(v, z): law[z] / len(laws) for v, law in enumerate(laws) for z in (1, 2)}
                kept = _information({key: p if fine[key] else Fraction(0) for key, p in joint.items()})
                ratio = as_arb(delta) / as_arb(t).log().min(arb(1))
                assert 12 * ratio < 1
                right = kept + 4 * ratio * arb(len(laws)).log() - 8 * ratio * ratio.log()
                parameters = {"e^alpha": str(t), "delta": str(delta), "letters": name}
                yield Case(parameters, _information(joint), right)


CLAIMS = (
    Claim(
        "kent/def3",
        "Appendix D, (78)",
        Kind.DEFINITION,
        "approximate LDP",
        Definition(r"Q_i(Z^{(i)}\in S\mid x,z)\le e^\alpha Q_i(Z^{(i)}\in S\mid x',z)+\delta\ \forall i,x,x',z,S"),
    ),
    Claim(
        "kent/thm11/step1/88",
        "Appendix D, proof of Theorem 11, (83), (86)-(89)",
        Kind.INEQUALITY,
        "the mass of the messages that tell too much",
        AllOf(
            r"M_v(\mathcal B_{v,1})\le\frac{\delta e^\alpha}{e^\alpha-1},\quad M_v(\mathcal B_{v,2})\le\frac{\delta e^{-\alpha}}{e^\alpha-1}",
            (
                (
                    "(86), (87): M >= t^2 (M - delta)/t, solved at equality",
                    Identity(_T**2 * (_DELTA * _T / (_T - 1) - _DELTA) / _T, _DELTA * _T / (_T - 1), (_RATE,)),
                ),
                (
                    "(89): M <= t^(-2) (t M + delta), solved at equality",
                    Identity((_T * (_DELTA / (_T * (_T - 1))) + _DELTA) / _T**2, _DELTA / (_T * (_T - 1)), (_RATE,)),
                ),
                ("the slope of (86) in M is above 1: e^alpha", at_most(Integer(1), _T, _RATE)),
                ("that of (89) below: e^(-alpha)", at_most(1 / _T, Integer(1), _RATE)),
            ),
        ),
        note="t = e^alpha. (87) averaged over v' gives Mbar >= e^(-alpha)(M_v - delta).",
    ),
    Claim(
        "kent/thm11/step1/90a",
        "Appendix D, proof of Theorem 11, (90), first inequality",
        Kind.INEQUALITY,
        "the union over v",
        FiniteCheck(
            r"P(B=1)\le\sum_vP(V=v)P(B_v=1)",
            "one user, V uniform on {1, 2}, the channel (1, 0), (1 - delta, delta)",
            _counted_twice,
        ),
        Derived(
            r"P(B_i=1\mid Z_{1:i-1})=\sum_vP(B_{v,i}=1\mid Z_{1:i-1})\le\max_v\{M_v(\mathcal B_{v,1})+M_v(\mathcal B_{v,2})\}",
            ("kent/thm11/step1/88",),
            at_most(
                _W * _P,
                _W,
                Variable(_W, Integer(0), oo, open_lower=True),
                Variable(_P, Integer(0), Integer(1), open_lower=True),
            ),
            crosschecks=(
                (
                    "two channels, exact",
                    FiniteCheck(
                        r"P(B=1)\le\max_v\{M_v(\mathcal B_{v,1})+M_v(\mathcal B_{v,2})\}",
                        "e^alpha = 11/10, 6/5, 2; leaks 1/10, 1/100; V uniform on two and four letters",
                        _worst_letters,
                    ),
                ),
            ),
        ),
        correction="by (85) P(B_(v,i) = 1) contains P(V = v) already; the weight stands there twice, and the printed term is too "
        "small",
        severity=Severity.TYPO,
        theorem="kent/thm11",
    ),
    Claim(
        "kent/thm11/step1/90b",
        "Appendix D, proof of Theorem 11, (90), both ends",
        Kind.INEQUALITY,
        "the probability of a message that tells too much",
        Derived(
            r"P(B_i=1\mid Z_{1:i-1})\le\frac{\delta(e^\alpha+e^{-\alpha})}{e^\alpha-1}\le\frac{2\delta e^\alpha}{e^\alpha-1}",
            ("kent/thm11/step1/88", "kent/thm11/step1/90a"),
            at_most(_T + 1 / _T, 2 * _T, _RATE),
            crosschecks=(
                (
                    "two channels",
                    FiniteCheck(
                        r"P(B=1)\le\delta(e^\alpha+e^{-\alpha})/(e^\alpha-1)",
                        "e^alpha = 11/10, 6/5, 2; leaks 1/10, 1/100; V uniform on two and four letters",
                        _masses,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/thm11/step1",
        "Appendix D, proof of Theorem 11, (83), (88)-(90)",
        Kind.INEQUALITY,
        "messages that tell too much are rare",
        Whole(
            r"M_v(\mathcal B_1)\le\tfrac{\delta e^\alpha}{e^\alpha-1},\ M_v(\mathcal B_2)\le\tfrac{\delta e^{-\alpha}}{e^\alpha-1},\ "
            r"P(B_i=1)\le\sum_vP(V=v)P(B_{v,i}=1)\le\tfrac{2\delta e^\alpha}{e^\alpha-1}",
            ("kent/thm11/step1/88", "kent/thm11/step1/90a", "kent/thm11/step1/90b"),
        ),
        Whole(
            r"P(B_i=1)=\sum_vP(B_{v,i}=1)\le\tfrac{2\delta e^\alpha}{e^\alpha-1}",
            ("kent/thm11/step1/88", "kent/thm11/step1/90a", "kent/thm11/step1/90b"),
            as_corrected=True,
        ),
        correction="the first inequality of (90) has P(V = v) twice",
        severity=Severity.TYPO,
        theorem="kent/thm11",
    ),
    Claim(
        "kent/thm11/step2",
        "Appendix D, proof of Theorem 11, (84)",
        Kind.INEQUALITY,
        "the information of one message, split by B",
        Derived(
            r"I(V;Z_i\mid Z_{1:i-1})\le I(V;Z_i\mid Z_{1:i-1},B_i=0)+I(V;Z_i\mid Z_{1:i-1},B_i=1)P(B_i=1)+H(B_i)",
            (),
            AllOf(
                r"I(V,B;Z)=I(V;Z\mid B)+H(B)-H(B\mid Z)",
                (
                    ("H(B | Z) >= 0", at_most(_X - _Y, _X, *_POSITIVE)),
                    (
                        "P(B = 0) <= 1",
                        at_most(_P * _X, _X, Variable(_P, Integer(0), Integer(1), open_lower=True), _POSITIVE[0]),
                    ),
                ),
            ),
            (CHAIN_RULE,),
            (
                (
                    "exact laws",
                    FiniteCheck(
                        r"I(V;Z)\le I(V;Z|B=0)+I(V;Z|B=1)P(B=1)+H(B)",
                        "e^alpha = 11/10, 6/5, 2; leaks 1/10, 1/100; V uniform on two and four letters",
                        _split,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/thm11/step3",
        "Appendix D, proof of Theorem 11, (91), (94)",
        Kind.INEQUALITY,
        "the terms (II) and (III)",
        Derived(
            r"H(B_i)\le8\tfrac\delta m\log_2\tfrac m\delta,\quad I(V;Z_i\mid B_i=1)P(B_i=1)\le4\tfrac\delta m\log_2|\mathcal V|,"
            r"\ m=\min\{1,\alpha\},\ \delta\le\tfrac m{12}",
            ("kent/thm11/step1/90b",),
            AllOf(
                r"\tfrac1m\le\tfrac{e^\alpha}{e^\alpha-1}\le\tfrac2m;\quad h(p)\le2p\log\tfrac1p,\ p\le\tfrac13",
                (
                    ("alpha <= 1: 1 - e^(-alpha) <= alpha", at_most(1 - exp(-_ALPHA), _ALPHA, _HIGH)),
                    ("alpha <= 1: alpha <= 2 (1 - e^(-alpha))", at_most(_ALPHA, 2 - 2 * exp(-_ALPHA), _HIGH)),
                    ("alpha > 1: 1 <= 2 (1 - e^(-alpha))", at_most(Integer(1), 2 - 2 * exp(-_ALPHA), _LOW)),
                    ("alpha > 1: 1 - e^(-alpha) <= 1", at_most(1 - exp(-_ALPHA), Integer(1), _LOW)),
                    ("(1 - p) log(1/(1 - p)) <= p", at_most(-(1 - _P) * log(1 - _P), _P, _SMALL)),
                    ("p <= p log(1/p), so h(p) <= 2 p log(1/p)", at_most(Integer(1), -log(_P), _SMALL)),
                    (
                        "p log(1/p) grows up to 1/e, so at p <= 4 delta/m <= 1/3; 4 delta/m and log(m/(2 delta)) with x = m/delta",
                        at_most(2 * 4 / _X * log(_X / 2), 8 / _X * log(_X), Variable(_X, Integer(12), oo)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "entropies and weights at the bound of (90)",
                    FiniteCheck(
                        r"h(p)\le8\tfrac\delta m\log\tfrac m\delta,\ p\le4\tfrac\delta m;\ p=\tfrac{2\delta e^\alpha}{e^\alpha-1}",
                        "alpha = 1/20, 1/2, 1, 3, 20; delta = m/12, m/100, m/10^6",
                        _entropies,
                    ),
                ),
            ),
        ),
        note="I(V; Z | B = 1) <= H(V | B = 1) <= log_2 |V|, since V is uniform; conditioning on an event may raise entropy in "
        "general. p = 2 delta e^alpha/(e^alpha - 1) lies between 2 delta/m and 4 delta/m.",
    ),
    Claim(
        "kent/thm11/end",
        "Appendix D, proof of Theorem 11, the last display, first inequality",
        Kind.RATE_ALGEBRA,
        "the terms (II) and (III) put into Fano's inequality",
        at_most(
            _X + _Y,
            _X - _Y,
            Variable(_X, Integer(0), Integer(1), open_lower=True),
            Variable(_Y, Integer(0), Integer(1), open_lower=True),
        ),
        Derived(
            r"I(V;Z_{1:n})\le M+n\{(II)+(III)\}:\ 1-\frac{I(V;Z_{1:n})+\log2}{\log|\mathcal V|}\ge1-\frac{M+\log2}{\log|\mathcal V|}-\Big("
            r"\frac{4n\delta}m+\frac{8n\delta\log(m/\delta)}{m\log|\mathcal V|}\Big),\ m=\min\{1,\alpha\},\ \delta\le\tfrac m{12}",
            ("kent/thm11/step2", "kent/thm11/step3"),
            AllOf(
                r"\tfrac1L(M+sx'L+s'y')\le\tfrac ML+x'+\tfrac{y'}L",
                (
                    (
                        "what is taken away grows with (II) and (III)",
                        at_most(
                            _R * _X + _S * _Y,
                            _X + _Y,
                            *_POSITIVE,
                            *(Variable(v, Integer(0), Integer(1)) for v in (_R, _S)),
                        ),
                    ),
                    ("divided by log |V|", Identity((_M + _X * _L + _Y) / _L, _M / _L + (_X + _Y / _L))),
                ),
            ),
            crosschecks=(
                (
                    "exact laws",
                    FiniteCheck(
                        r"I(V;Z)\le I(V;Z|B=0)+4\tfrac\delta m\log|\mathcal V|+8\tfrac\delta m\log\tfrac m\delta",
                        "e^alpha = 6/5, 2; leaks 1/100, 1/1000; V uniform on two and four letters",
                        _ends,
                    ),
                ),
            ),
        ),
        correction="the third term counts against the bound like the second: plus, not minus, inside the bracket",
        severity=Severity.TYPO,
        theorem="kent/thm11",
        note="The logarithms of (II), (III) have the base 2 in both, which the quotient does not see; M bounds the sum of the terms "
        "(I). As printed, x = n delta/min{1, alpha}, y = n delta log(min{1, alpha}/delta)/(min{1, alpha} log|V|) in the printed statement: "
        "what is taken away, x + y, would have to be at most the printed x - y.",
    ),
)
