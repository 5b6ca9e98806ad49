"""kent Appendix H.3, Steps 2 and 3, (195)-(202): the fluctuation of a mean and its linear part, low privacy."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, exp, gamma, log, oo, tanh

from lowerbounds.information.channels import Channel
from lowerbounds.information.laws import FiniteLaw, binomial
from verify.calculus.textbook import DONSKER_VARADHAN, HOEFFDING_LEMMA
from verify.papers.kent.instances.hypercubes import shifted
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_ALPHA, _DELTA, _N, _T, _K = sympy.symbols("alpha Delta n T k", positive=True)
_RATIO = sympy.Symbol("R", positive=True)
"""(1 - p)/p, so that p = 1/(1 + R)."""
_P = 1 / (1 + _RATIO)
_LAM, _SIG, _Q, _M = sympy.symbols("lambda sigma q p", positive=True)
_X, _Y, _F = sympy.Symbol("x", real=True), sympy.Symbol("y", real=True), sympy.Symbol("f", real=True)
_Z = sympy.Symbol("Z", positive=True)
_UNIT = ((_DELTA, "0", "1"),)
_ANY = Variable(_ALPHA, Integer(0), oo, open_lower=True)


def pieces(delta: Fraction, m: int) -> list[tuple[Fraction, Fraction, Fraction]]:
    """For each count of ones: its probability at p = (1 + delta)/2, phi and G."""
    p = (1 + delta) / 2
    law, flipped = binomial(m, p), binomial(m, 1 - p)
    slope = (1 - 2 * p) / (p * (1 - p))
    return [(law[k], flipped[k] / law[k] - 1, slope * (k - m * p)) for k in range(m + 1)]


def _moments(_: Settings) -> Iterator[Case]:
    """E psi^2, E G^2 and E phi G from the law of the count, beside their closed forms."""
    for delta in (Fraction(1, 10), Fraction(1, 2), Fraction(-1, 2)):
        for samples in (1, 2, 3, 7):
            x = 4 * delta**2 / (1 - delta**2)
            parts = pieces(delta, samples)
            told = {"Delta v_i": str(delta), "T": samples}
            yield Case(
                told | {"of": "E psi^2"},
                sum((w * (f - g) ** 2 for w, f, g in parts), Fraction(0)),
                (1 + x) ** samples - 1 - samples * x,
            )
            yield Case(told | {"of": "E G^2"}, sum((w * g**2 for w, f, g in parts), Fraction(0)), samples * x)
            yield Case(told | {"of": "E phi G"}, sum((w * f * g for w, f, g in parts), Fraction(0)), samples * x)


def _weighted(_: Settings) -> Iterator[Case]:
    """E[X t^X] of Binomial(n, p), summed, beside n t p (1 - p + p t)^(n-1)."""
    for n in (1, 2, 5):
        for p in (Fraction(1, 3), Fraction(4, 5)):
            for t in (Fraction(-2), Fraction(1, 2), Fraction(3)):
                left = sum((k * t**k * m for k, m in binomial(n, p)), Fraction(0))  # type: ignore[operator]
                yield Case({"n": n, "p": str(p), "t": str(t)}, left, n * t * p * (1 - p + p * t) ** (n - 1))


def _generating(_: Settings) -> Iterator[Case]:
    """E e^G at T = 1, Delta = 1/2 (p = 3/4, G = -8/3 (B - 3/4)) beside e^(sigma^2/2) with the printed sigma^2 = 4/9."""
    left = as_arb(Fraction(3, 4)) * as_arb(Fraction(-2, 3)).exp() + as_arb(Fraction(1, 4)) * arb(2).exp()
    again = sum((as_arb(w) * as_arb(g).exp() for w, _f, g in pieces(Fraction(1, 2), 1)), arb(0))
    yield Case({"T": 1, "Delta": "1/2", "lambda": 1}, left, as_arb(Fraction(2, 9)).exp(), left_again=again)


def _generating_mended(_: Settings) -> Iterator[Case]:
    for delta in (Fraction(1, 10), Fraction(1, 2)):
        for samples in (1, 3):
            sigma = 4 * samples * delta**2 / (1 - delta**2) ** 2
            for lam in (-3, -1, 1, 3):
                left = sum((as_arb(w) * as_arb(lam * g).exp() for w, _f, g in pieces(delta, samples)), arb(0))
                yield Case({"Delta": str(delta), "T": samples, "lambda": lam}, left, as_arb(sigma * lam**2 / 2).exp())


def ary(inputs: tuple[object, ...], t: Fraction) -> Channel:
    """k-ary randomized response at e^alpha = t."""
    total = t + len(inputs) - 1
    return {x: FiniteLaw(tuple((y, (t if x == y else Fraction(1)) / total) for y in inputs)) for x in inputs}


def _tilted(d: int, delta: Fraction, t: Fraction) -> Fraction:
    """The sum over j of the integral of E[G_j q]^2/E q for k-ary response of d signs, by the posterior of the data."""
    law = shifted(d, delta).law((1,) * d)
    slope, p = (-delta) / ((1 - delta**2) / 4), (1 + delta) / 2
    total = Fraction(0)
    size = t + 2**d - 1
    for z, mass in law:
        sent = (1 + (t - 1) * mass) / size
        for j in range(d):
            # The mean of G_j is 0, so that only the point z counts beyond its prior weight.
            total += ((t - 1) / size * mass * slope * ((1 if z[j] == 1 else 0) - p)) ** 2 / sent  # type: ignore[index]
    return total


def violation(_: Settings, delta: Fraction = Fraction(1, 10)) -> Iterator[Case]:
    """The sum of (198) beside 2 sigma^2 alpha with the printed sigma^2; at T = 1 phi = G."""
    d, t = 3, Fraction(30)
    cube = shifted(d, delta)
    printed = delta**2 / (1 - delta**2) ** 2
    yield Case(
        {"d": d, "T": 1, "Delta": str(delta), "e^alpha": str(t), "Q": "8-ary randomized response of the three signs"},
        as_arb(cube.chi((1,) * d, ary(cube.alphabet(), t))),
        2 * as_arb(printed) * as_arb(t).log(),
        left_again=as_arb(_tilted(d, delta, t)),
    )


def _bounded(_: Settings) -> Iterator[Case]:
    """The sum at T = 1 beside 2 sigma^2 alpha tanh(alpha/2), corrected sigma^2: extreme channels, and k-ary response."""
    delta = Fraction(1, 4)
    sigma = 4 * delta**2 / (1 - delta**2) ** 2
    for d in (2, 3):
        cube = shifted(d, delta)
        for t in (Fraction(3, 2), Fraction(4), Fraction(30)):
            level = as_arb(t).log() * as_arb((t - 1) / (t + 1))
            for place, channel in enumerate([ary(cube.alphabet(), t), *(cube.channels(t) if d == 2 else [])]):
                yield Case(
                    {"d": d, "e^alpha": str(t), "channel": place},
                    as_arb(cube.chi((1,) * d, channel)),
                    2 * as_arb(sigma) * level,
                )


CLAIMS = (
    Claim(
        "kent/appH.3/dec",
        "Appendix H.3, Steps 2 and 4, (195), (199)-(202), the equalities of (203)",
        Kind.IDENTITY,
        "the fluctuation split into a linear part G and a rest psi",
        Derived(
            r"\phi=G+\psi,\ G=\tfrac{1-2p}{p(1-p)}S,\ EG^2=E\phi G=Tx,\ E\psi^2=(1+x)^T-1-Tx,\ x=\tfrac{4\Delta^2}{1-\Delta^2}",
            ("kent/appH.2/eta", "kent/appH.3/dec/lemma23"),
            AllOf(
                r"R=\tfrac{1-p}p",
                (
                    (
                        "(195): 2 Omega S in front of the factor",
                        Identity(2 * (1 - 2 * _P) / (2 * _P * (1 - _P)), (1 - 2 * _P) / (_P * (1 - _P))),
                    ),
                    (
                        "E G^2",
                        Identity(
                            ((1 - 2 * _P) / (_P * (1 - _P))) ** 2 * _T * _P * (1 - _P),
                            _T * (1 - 2 * _P) ** 2 / (_P * (1 - _P)),
                        ),
                    ),
                    (
                        "which is T x: Delta^2 = (1-2p)^2",
                        Identity((1 - 2 * _P) ** 2 / (_P * (1 - _P)), 4 * (1 - 2 * _P) ** 2 / (1 - (1 - 2 * _P) ** 2)),
                    ),
                    ("(202): the base of the powers", Identity(1 - _P + _RATIO**2 * _P, _RATIO)),
                    (
                        "(202): the bracket",
                        Identity(
                            _T * _P * _RATIO**2 * _RATIO ** (_T - 1) - _T * _P * _RATIO**_T,
                            _T * (1 - 2 * _P) * _RATIO**_T,
                        ),
                    ),
                    (
                        "(202): the exponents of p/(1-p)",
                        Identity(2 * _T * (1 - 2 * _P) + 2 * _T * _P - _T, _T * (1 - 2 * _P)),
                    ),
                    (
                        "(202): 2 Omega T (1-2p)",
                        Identity(
                            (1 - 2 * _P) / (_P * (1 - _P)) * _T * (1 - 2 * _P), _T * (1 - 2 * _P) ** 2 / (_P * (1 - _P))
                        ),
                    ),
                    ("(199)", Identity((_X - _Y) ** 2, _X**2 + _Y**2 - 2 * _X * _Y)),
                ),
            ),
            (),
            (
                (
                    "sums over all counts",
                    FiniteCheck(
                        r"E\psi^2,\ EG^2,\ E\phi G", "Delta v_i = 1/10, 1/2, -1/2; T = 1, 2, 3, 7", _moments, "=="
                    ),
                ),
            ),
        ),
        note="The left side of (196) has a denominator with an undefined q_{v,j}; E q is meant.",
    ),
    Claim(
        "kent/appH.3/dec/lemma23",
        "Appendix I, Lemma 23",
        Kind.IDENTITY,
        "a weighted moment of the binomial law",
        Derived(
            r"E[Xt^X]=ntp\{(1-p)+pt\}^{n-1},\ X\sim\mathrm{Bin}(n,p)",
            (),
            Identity(_K * gamma(_N + 1) / gamma(_K + 1), _N * gamma(_N) / gamma(_K)),
            (),
            (("sums", FiniteCheck(r"E[Xt^X]", "n = 1, 2, 5; p = 1/3, 4/5; t = -2, 1/2, 3", _weighted, "==")),),
        ),
        note="k C(n, k) = n C(n-1, k-1), and the binomial theorem for the rest.",
    ),
    Claim(
        "kent/eq196",
        "Appendix H.3, Step 2, (196)",
        Kind.INEQUALITY,
        "both parts of the fluctuation",
        AllOf(
            r"\textstyle\sum\int\frac{E[\phi q]^2}{E[q]}\le2\sum\int\frac{E[Gq]^2}{E[q]}+2\sum E\psi^2",
            (
                (
                    "(x + y)^2 <= 2x^2 + 2y^2",
                    at_most(Integer(0), (_X - _Y) ** 2, Variable(_X, -oo, oo), Variable(_Y, -oo, oo)),
                ),
                ("since the difference is a square", Identity(2 * _X**2 + 2 * _Y**2 - (_X + _Y) ** 2, (_X - _Y) ** 2)),
                (
                    "Cauchy-Schwarz: E[psi q]^2 <= E[psi^2 q] E q, as E[(psi - c)^2 q] >= 0",
                    Identity(_F - 2 * (_X / _Q) * _X + (_X / _Q) ** 2 * _Q, _F - _X**2 / _Q),
                ),
            ),
        ),
        note="f = E[psi^2 q], x = E[psi q], c = x/E q.",
    ),
    Claim(
        "kent/eq197",
        "Appendix H.3, Step 3, (197)",
        Kind.INEQUALITY,
        "the sub-Gaussian parameter of the linear part",
        FiniteCheck(
            r"Ee^{\lambda G}\le e^{\lambda^2\sigma^2/2},\ \sigma^2=\tfrac T4\Big(\tfrac{1-2p}{2p(1-p)}\Big)^2=\tfrac{T\Delta^2}{(1-\Delta^2)^2}",
            "T = 1, Delta = 1/2, lambda = 1",
            _generating,
        ),
        Derived(
            r"Ee^{\lambda G}\le e^{\lambda^2\sigma^2/2},\ \sigma^2=\tfrac T4\Big(\tfrac{1-2p}{p(1-p)}\Big)^2=\tfrac{4T\Delta^2}{(1-\Delta^2)^2}",
            ("kent/appH.3/dec",),
            AllOf(
                r"G=\tfrac{1-2p}{p(1-p)}S",
                (
                    (
                        "T centred Bernoulli variables, each e^(lambda^2/8)",
                        Identity(_T * (_LAM * _X) ** 2 / 8, _LAM**2 / 2 * (_T / 4 * _X**2)),
                    ),
                    (
                        "the parameter",
                        Identity(
                            _T / 4 * (_DELTA / ((1 - _DELTA**2) / 4)) ** 2,
                            4 * _T * _DELTA**2 / (1 - _DELTA**2) ** 2,
                            _UNIT,
                        ),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
            (
                (
                    "generating functions",
                    FiniteCheck(
                        r"Ee^{\lambda G}\le e^{\lambda^2\sigma^2/2}",
                        "Delta = 1/10, 1/2; T = 1, 3; lambda = -3, -1, 1, 3",
                        _generating_mended,
                    ),
                ),
            ),
        ),
        correction="four times the printed value: G is 2 Omega S times the factor, and the 2 is lost on squaring. The printed one is "
        "below the variance 4T Delta^2/(1 - Delta^2) whenever Delta^2 < 3/4",
        severity=Severity.CONSTANT,
        theorem="kent/appH.3/rate",
    ),
    Claim(
        "kent/eq198",
        "Appendix H.3, Step 3, (198)",
        Kind.INEQUALITY,
        "the linear part through an alpha-LDP channel",
        FiniteCheck(
            r"\textstyle\sum_j\int\frac{E[G_jq]^2}{E[q]}\le2\sigma^2\alpha,\ \sigma^2=\tfrac{T\Delta^2}{(1-\Delta^2)^2}",
            "d = 3, T = 1, Delta = 1/10, 8-ary randomized response at e^alpha = 30",
            violation,
        ),
        Derived(
            r"\textstyle\sum_j\int\frac{E[G_jq]^2}{E[q]}\le2\sigma^2\alpha\tanh\tfrac\alpha2\le2\sigma^2\alpha,\ \sigma^2=\tfrac{4T\Delta^2}{(1-\Delta^2)^2}",
            ("kent/eq197", "zhao/own/kl-absolute"),
            AllOf(
                r"|E_{Q_z}G|^2\le2\sigma^2D_{\mathrm{KL}}(Q_z\|P),\ \textstyle\int m(z)D_{\mathrm{KL}}(Q_z\|P)dz=I(X;Z)\le\alpha\tanh\tfrac\alpha2",
                (
                    (
                        "KL(Q, P) - KL(Q, P_f) with P_f = e^f P/Z, at one atom: E_Q f <= KL(Q, P) + log E_P e^f",
                        Identity(_Q * log(_Q / _M) - _Q * log(_Q * _Z / (_M * exp(_F))), _Q * (_F - log(_Z))),
                    ),
                    (
                        "f = w.G, log E e^f <= sigma^2 w^2/2, at w = u/sigma^2",
                        Identity(_X / _SIG**2 * _X - _SIG**2 * (_X / _SIG**2) ** 2 / 2, _X**2 / (2 * _SIG**2)),
                    ),
                    ("E[Gq]^2/E q = E q |E_Q G|^2", Identity((_Q * _X) ** 2 / _Q, _Q * _X**2)),
                    ("tanh <= 1", at_most(_ALPHA * tanh(_ALPHA / 2), _ALPHA, _ANY)),
                ),
            ),
            (DONSKER_VARADHAN,),
            (
                (
                    "extreme channels and k-ary response",
                    FiniteCheck(
                        r"\sum_j\int E[G_jq]^2/E[q]\le2\sigma^2\alpha\tanh(\alpha/2)",
                        "T = 1, Delta = 1/4; d = 2: every extreme channel and 4-ary response; d = 3: 8-ary; e^alpha = 3/2, 4, 30",
                        _bounded,
                    ),
                ),
            ),
        ),
        correction="with the parameter of the corrected (197); then even with alpha tanh(alpha/2)",
        severity=Severity.CONSTANT,
        theorem="kent/appH.3/rate",
        note="Q_z is the law of the data given the message z; its KL from P averages to the information of the message.",
        root="kent/eq197",
    ),
)
