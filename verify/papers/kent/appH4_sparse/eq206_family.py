"""kent Appendix H.4, (206) and the tail of the prior: the family for sparse means."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import E, Integer, Rational, exp, log, oo, sqrt

from lowerbounds.information.laws import binomial
from verify.papers.kent.instances.hypercubes import sparse, vertices
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_DELTA, _D = sympy.symbols("Delta d", positive=True)

_X = sympy.Symbol("x", positive=True)

_V, _W = sympy.Symbol("v", real=True), sympy.Symbol("w", nonnegative=True)

_HALF = Rational(1, 2)

_LOW = Variable(_DELTA, Integer(0), sqrt(2) / 2, open_lower=True)

_UNIT = ((_DELTA, "0", "1"),)

_PLUS, _MINUS = (1 + _DELTA) / 2, (1 - _DELTA) / 2

_ONE = Variable(_W, Integer(0), Integer(1))

_ANY = Variable(_X, Integer(0), oo, open_lower=True)


def _moments(_: Settings) -> Iterator[Case]:
    """The second moment of phi for a flip of one co-ordinate, over all counts, beside its closed form."""
    for delta in (Fraction(1, 4), Fraction(1, 2)):
        for samples in (1, 2, 5):
            on, off = binomial(samples, (1 + delta) / 2), binomial(samples, Fraction(1, 2))
            for v, (here, there) in ((1, (on, off)), (-1, (off, on))):
                value = sum((there[k] ** 2 / here[k] for k in here.atoms), Fraction(0))
                closed = 1 / (1 - delta**2) ** samples if v == 1 else (1 + delta**2) ** samples
                yield Case({"Delta": str(delta), "T": samples, "v": v}, value, closed)


def _separated(_: Settings) -> Iterator[Case]:
    delta = Fraction(2, 5)
    for v in vertices(2):
        for w in vertices(2):
            means = [[2 * (Fraction(1, 2) + delta * (x + 1) / 4) - 1 for x in u] for u in (v, w)]
            far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 4
            yield Case({"v": str(v), "v'": str(w)}, far, delta**2 / 4 * sum(a != b for a, b in zip(v, w, strict=True)))


def _printed_moment(_: Settings) -> Iterator[Case]:
    """E of r^(2 #) for one sample at v = 1 beside the printed fraction; r = (1 - Delta)/(1 + Delta)."""
    delta = Fraction(1, 2)
    ratio = (1 - delta) / (1 + delta)
    left = ratio**2 * (1 + delta) / 2 + (1 - delta) / 2
    v = 1
    printed = (
        (1 + delta / 2 * (1 + v))
        * (1 + delta**2 / 4 * (3 * v**2 - 2 * v - 1))
        / ((1 - delta / 2 * (1 - v)) ** 2 * (1 + delta / 2 * (1 + v)))
    )
    yield Case({"v": 1, "T": 1, "Delta": "1/2"}, left, printed, left_again=(1 - delta) / (1 + delta))


def _norm(_: Settings) -> Iterator[Case]:
    """||v||_0 beside s for a vertex whose mean is 0, so that P_v is in the class."""
    v = (-1, -1)
    yield Case({"d": 2, "s": 1, "v": str(v)}, sum(x != 0 for x in v), 1, left_again=len(v))


def _counted(_: Settings) -> Iterator[Case]:
    """The number of co-ordinates of the exact mean that are not 0 beside the number of ones of v."""
    for d in (1, 2, 3):
        family = sparse(d, Fraction(2, 5))
        for v in vertices(d):
            means = [sum((p * x[j] for x, p in family.law(v)), Fraction(0)) for j in range(d)]  # type: ignore[index]
            yield Case({"d": d, "v": str(v)}, sum(m != 0 for m in means), sum(x == 1 for x in v))


def _tails(_: Settings) -> Iterator[Case]:
    """P(Bin(d, s/(2d)) > s), exact, beside 3 tau/8, and beside e^(-3s/16) where s is large enough."""
    for d, s in ((22, 22), (40, 26), (64, 28), (100, 31), (200, 34)):
        tau = Fraction(s, 2 * d)
        tail = sum((p for k, p in binomial(d, tau) if k > s), Fraction(0))  # type: ignore[operator]
        yield Case({"d": d, "s": s, "against": "3 tau/8"}, as_arb(tail), as_arb(3 * tau / 8))
        yield Case({"d": d, "s": s, "against": "e^(-3s/16)"}, as_arb(tail), (-as_arb(Fraction(3 * s, 16))).exp())


CLAIMS = (
    Claim(
        "kent/appH.4/fam",
        "Appendix H.4, Step 1, (206)",
        Kind.CONSTRUCTION,
        "the family for sparse means",
        Derived(
            r"X_j=\pm1\text{ w.p. }\tfrac12\pm\tfrac\Delta4(v_j+1):\ \theta=\tfrac\Delta2(v+1),\ \tfrac14\|\theta_v-\theta_{v'}\|^2="
            r"\tfrac{\Delta^2}4\textstyle\sum1\{v_j\ne v_j'\}",
            ("kent/eq205",),
            AllOf(
                r"\text{one co-ordinate}",
                (
                    (
                        "mean",
                        Identity(
                            (_HALF + _DELTA / 4 * (_V + 1)) - (_HALF - _DELTA / 4 * (_V + 1)), _DELTA / 2 * (_V + 1)
                        ),
                    ),
                    ("separation", Identity((_DELTA - 0) ** 2 / 4, _DELTA**2 / 4)),
                    (
                        "a probability",
                        at_most(Integer(0), _HALF - _DELTA / 2, Variable(_DELTA, Integer(0), Integer(1), True)),
                    ),
                ),
            ),
            (),
            (
                (
                    "all pairs",
                    FiniteCheck(
                        r"\tfrac14\|\theta_v-\theta_{v'}\|^2", "d = 2, Delta = 2/5, all pairs", _separated, "=="
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/appH.4/eta",
        "Appendix H.4, Step 2",
        Kind.IDENTITY,
        "Assumptions 1 and 2",
        Derived(
            r"E(\varphi_{v,i}\varphi_{v,j})=1,\ E\varphi_{v,i}^2=(1-\Delta^2)^{-T}\ (v_i=1),\ (1+\Delta^2)^T\ (v_i=-1),\ \le(1+2\Delta^2)^T"
            r"\text{ for }\Delta^2\le\tfrac12",
            ("kent/appH.4/fam",),
            AllOf(
                r"\text{one sample}",
                (
                    ("mean 1, v = 1", Identity(_HALF / _PLUS * _PLUS + _HALF / _MINUS * _MINUS, Integer(1), _UNIT)),
                    ("mean 1, v = -1", Identity(_PLUS / _HALF * _HALF + _MINUS / _HALF * _HALF, Integer(1), _UNIT)),
                    ("square, v = 1", Identity(_HALF**2 / _PLUS + _HALF**2 / _MINUS, 1 / (1 - _DELTA**2), _UNIT)),
                    ("square, v = -1", Identity(_PLUS**2 / _HALF + _MINUS**2 / _HALF, 1 + _DELTA**2, _UNIT)),
                    (
                        "the larger one, (1 + 2 Delta^2)(1 - Delta^2) - 1",
                        Identity((1 + 2 * _DELTA**2) * (1 - _DELTA**2) - 1, _DELTA**2 * (1 - 2 * _DELTA**2)),
                    ),
                    ("is at least 0", at_most(2 * _DELTA**2, Integer(1), _LOW)),
                ),
            ),
            (),
            (("all counts", FiniteCheck(r"E\varphi^2", "Delta = 1/4, 1/2; T = 1, 2, 5; v = 1, -1", _moments, "==")),),
        ),
    ),
    Claim(
        "kent/appH.4/eta/display",
        "Appendix H.4, Step 2.2, the display before that of E(varphi^2)",
        Kind.IDENTITY,
        "the generating function in the middle of Step 2.2",
        FiniteCheck(
            r"E r^{2\#_{+i}}=\Big(\tfrac{(1+\frac\Delta2(1+v))(1+\frac{\Delta^2}4(3v^2-2v-1))}{(1-\frac\Delta2(1-v))^2(1+\frac\Delta2(1+v))}\Big)^T",
            "v = 1, T = 1, Delta = 1/2",
            _printed_moment,
            "==",
        ),
        AllOf(
            r"\text{numerator }(1-\tfrac\Delta2(1+v))(1+\tfrac{\Delta^2}4(3v^2-2v-1))",
            (
                (
                    "v = 1",
                    Identity(((1 - _DELTA) / (1 + _DELTA)) ** 2 * _PLUS + _MINUS, (1 - _DELTA) / (1 + _DELTA), _UNIT),
                ),
                (
                    "v = -1",
                    Identity(
                        ((1 + _DELTA) / (1 - _DELTA)) ** 2 * _HALF + _HALF, (1 + _DELTA**2) / (1 - _DELTA) ** 2, _UNIT
                    ),
                ),
            ),
        ),
        correction="the first factor of the numerator is 1 - Delta/2 (1 + v); the next display is right",
        severity=Severity.TYPO,
        theorem="kent/appH.4/eta",
        note="Possibly a sign lost in our copy.",
    ),
    Claim(
        "kent/appH.4/vertices",
        "Appendix H.4, Step 3, the set V*",
        Kind.CONSTRUCTION,
        "the vertices in the class",
        FiniteCheck(
            r"P_v\in\mathcal P^*\Rightarrow v\in\mathcal V^*=\{v\in\{-1,1\}^d:\|v\|_0\le s\}",
            "d = 2, s = 1, v = (-1, -1)",
            _norm,
        ),
        Derived(
            r"P_v\in\mathcal P^*\iff v\in\mathcal V^*=\{v:\textstyle\sum_j1\{v_j=1\}\le s\},\ \theta_j\ne0\iff v_j=1",
            ("kent/appH.4/fam",),
            AllOf(
                r"\theta_j=\tfrac\Delta2(v_j+1)",
                (
                    ("v_j = -1 gives 0", Identity(_DELTA / 2 * (-1 + 1), Integer(0))),
                    ("v_j = 1 gives Delta", Identity(_DELTA / 2 * (1 + 1), _DELTA)),
                ),
            ),
            (),
            (
                (
                    "exact means",
                    FiniteCheck(r"\|\theta(P_v)\|_0=\textstyle\sum_j1\{v_j=1\}", "d = 1, 2, 3, all v", _counted, "=="),
                ),
            ),
        ),
        correction="count the co-ordinates that are 1: the norm of a vector of signs is d. (V is likewise a vector of signs, not of 0 and 1.)",
        severity=Severity.TYPO,
        theorem="kent/own/thm7-lower",
    ),
    Claim(
        "kent/appH.4/bern",
        "Appendix H.4, Step 3, the tail of V_+",
        Kind.INEQUALITY,
        "the prior rarely leaves the class",
        Derived(
            r"P(V_+\ge2d\tau)\le e^{-3d\tau/8}=e^{-3s/16}\le\tfrac1d\le\tfrac{3\tau}{8\log(ed)}\le\tfrac{3\tau}8,\ \tau=\tfrac s{2d},\ s\ge\tfrac{16}3\log(ed)",
            (),
            AllOf(
                r"P(V_+\ge2d\tau)\le2^{-2d\tau}(1+\tau)^d\le(e/4)^{d\tau}",
                (
                    ("E 2^V = 1 + tau <= e^tau", at_most(log(1 + _W), _W, _ONE)),
                    ("(e/4)^x <= e^(-3x/8), x = d tau", at_most((1 - 2 * log(2)) * _X, -3 * _X / 8, _ANY)),
                    (
                        "e^(-3s/16) <= 1/(ed) at s = 16 log(ed)/3",
                        Identity(exp(-Rational(3, 16) * Rational(16, 3) * log(E * _D)), 1 / (E * _D)),
                    ),
                    (
                        "3 tau/(8 log(ed)) at that s is 1/(2d) * 2",
                        Identity(Rational(3, 8) * (Rational(16, 3) * log(E * _D) / (2 * _D)) / log(E * _D), 1 / _D),
                    ),
                    ("log(ed) >= 1", at_most(Integer(1), 1 + log(_D), Variable(_D, Integer(1), oo))),
                ),
            ),
            (),
            (
                (
                    "exact tails",
                    FiniteCheck(r"P(V_+>s)", "(d, s) = (22, 22), (40, 26), (64, 28), (100, 31), (200, 34)", _tails),
                ),
            ),
        ),
        note="By Markov for 2^V, where the paper cites Bernstein.",
    ),
)
