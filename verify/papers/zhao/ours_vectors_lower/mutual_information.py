"""Theorems 6 (p = 2) and 7 for every epsilon, by independent signs and the information that a message holds.

For non-interactive mechanisms. Within the information that one message carries of the data, at most
epsilon tanh(epsilon/2), the share that reaches the signs v is that of a small multiple of m s^2.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, oo, tanh

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw, binomial
from notation.symbols import D, d, epsilon, m, n
from verify.calculus.textbook import CHAIN_RULE, DONSKER_VARADHAN, HOEFFDING_LEMMA, SUPERADDITIVE_INFORMATION
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_S = sympy.Symbol("s", positive=True)
_A = sympy.Symbol("a", nonnegative=True)
_T = sympy.Symbol("t", real=True)
_B = sympy.Symbol("beta", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_F = sympy.Symbol("f", nonnegative=True)
_W = sympy.Symbol("w", nonnegative=True)
_LAMBDA = sympy.Symbol("lambda", real=True)
_KAPPA = sympy.Symbol("kappa", positive=True)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_FLOOR = Rational(4, 25)
"""m s^2 at s^2 = d/(50 nm kappa) where n kappa >= d/8."""
_A_SQUARED = Rational(121, 100)
"""artanh(s)^2 <= 1.21 s^2 for s <= 1/2."""


def _posterior_mean(m: int, s: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """P(S) under the fair mixture, P(S | V = 1), and E[V | S], for the number of ones among the samples."""
    plus, minus = binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2)
    for k in range(m + 1):
        p, q = plus[k], minus[k]
        yield (p + q) / 2, p, (p - q) / (p + q)


def _posterior_moment(_: Settings) -> Iterator[Case]:
    """E exp(x E[V|S]) under the mixture beside exp(x^2 (m a^2 + mu_f^2)/2)."""
    for samples, s, x in product(
        (1, 2, 5), (Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 2), Fraction(2), Fraction(6))
    ):
        rows = list(_posterior_mean(samples, s))
        left = sum((as_arb(w) * (as_arb(x) * as_arb(f)).exp() for w, _, f in rows), arb(0))
        mean = sum((p * f for _, p, f in rows), Fraction(0))
        proxy = samples * as_arb(s).atanh() ** 2 + as_arb(mean) ** 2
        yield Case({"m": samples, "s": str(s), "lambda": str(x)}, left, (as_arb(x) ** 2 * proxy / 2).exp())


def _posterior_average(_: Settings) -> Iterator[Case]:
    """mu_f = E_+ E[V|S] beside m a^2 (1 + m s^2)."""
    for samples, s in product((1, 2, 5, 20), (Fraction(1, 10), Fraction(1, 2))):
        mean = sum((p * f for _, p, f in _posterior_mean(samples, s)), Fraction(0))
        right = samples * as_arb(s).atanh() ** 2 * as_arb(1 + samples * s**2)
        yield Case({"m": samples, "s": str(s)}, mean, right)


def _information(settings: Settings) -> Iterator[Case]:
    """sum_k I(V_k; Z | V_-k) beside beta/(1-beta) I(X; Z | V): all extreme channels on the counts, d = 1; then d = 2, m = 1."""
    for samples, s, t in product((1, 2), (Fraction(1, 10), Fraction(1, 4)), (Fraction(3), Fraction(20))):
        weights = {v: binomial(samples, (1 + s * v) / 2) for v in (1, -1)}
        for channel in extreme_channels(tuple(range(samples + 1)), t):
            through = {v: law.through(channel) for v, law in weights.items()}
            yield Case(
                {"d": 1, "m": samples, "s": str(s), "e^epsilon": str(t)},
                _mutual([through[1], through[-1]]),
                _ceiling(samples, s, t),
            )
    s, t = Fraction(1, 4), Fraction(3)
    signs = list(product((1, -1), repeat=2))
    laws = {v: FiniteLaw(tuple((x, (1 + s * v[0] * x[0]) * (1 + s * v[1] * x[1]) / 4) for x in signs)) for v in signs}
    for channel in extreme_channels(tuple(signs), t):
        out = {v: law.through(channel) for v, law in laws.items()}
        total = arb(0)
        for other in (1, -1):
            total += _mutual([out[(1, other)], out[(-1, other)]]) / 2 + _mutual([out[(other, 1)], out[(other, -1)]]) / 2
        yield Case({"d": 2, "m": 1, "s": "1/4", "e^epsilon": "3"}, total, _ceiling(1, s, t))


def _mutual(laws: list[FiniteLaw]) -> arb:
    """I(V; Z) for a fair V that picks one of two laws of Z."""
    names = laws[0].atoms
    mean = FiniteLaw(tuple((z, (laws[0][z] + laws[1][z]) / 2) for z in names))
    return (kullback_leibler(laws[0], mean) + kullback_leibler(laws[1], mean)) / 2


def _ceiling(m: int, s: Fraction, t: Fraction) -> arb:
    """epsilon tanh(epsilon/2) beta/(1-beta) with beta = 2(m a^2 + mu_f^2)."""
    mean = sum((p * f for _, p, f in _posterior_mean(m, s)), Fraction(0))
    share = 2 * (m * as_arb(s).atanh() ** 2 + as_arb(mean) ** 2)
    return as_arb(t).log() * as_arb((t - 1) / (t + 1)) * share / (1 - share)


def _mean_square(_: Settings) -> Iterator[Case]:
    """E S^2 under the mixture, S the sum of the signs, beside m + m(m-1)s^2."""
    for samples, s in product((1, 2, 7), (Fraction(1, 3), Fraction(1, 2))):
        law = binomial(samples, (1 + s) / 2)
        left = sum((law[k] * (2 * k - samples) ** 2 for k in range(samples + 1)), Fraction(0))
        yield Case({"m": samples, "s": str(s)}, left, samples + samples * (samples - 1) * s**2)


def _assembled(id_: str, ball: str, width: sympy.Expr, cap: sympy.Expr, rate: sympy.Expr) -> Claim:
    """The bound for a ball in which the cube of independent signs has half-width `width`."""
    return Claim(
        id_,
        f"ours, for Theorem {'7' if ball == 'infty' else '6 at p = 2'}",
        Kind.LOWER_BOUND,
        "the minimax lower bound for every epsilon, non-interactive mechanisms",
        None,
        Derived(
            rf"\inf\sup_{{\|X\|_{ball}\le D}}E\|\hat\mu-\mu\|^2\ge\min\Big({sympy.latex(cap)},"
            rf"{sympy.latex(rate)}\Big),\ \kappa=\varepsilon\tanh\tfrac\varepsilon2\le\varepsilon^2\wedge\varepsilon",
            ("zhao/own/quarter-all-epsilon", "zhao/family/product-bernoulli"),
            AllOf(
                r"b^2s^2\cdot\tfrac d4",
                (
                    ("s^2 = 1/4", Identity(width**2 / 4 * d / 4, cap)),
                    ("s^2 = d/(50nm kappa)", Identity(width**2 * d / (50 * n * m * _KAPPA) * d / 4, rate)),
                    ("kappa <= epsilon", at_most(epsilon * tanh(epsilon / 2), epsilon, _EPSILON)),
                    ("kappa <= epsilon^2", at_most(tanh(epsilon / 2), epsilon, _EPSILON)),
                ),
            ),
        ),
    )


CLAIMS = (
    Claim(
        "zhao/own/product-information",
        "ours, for Theorems 6 and 7 beyond epsilon = 1",
        Kind.INEQUALITY,
        "the information about the signs in all messages, each sign given the others",
        None,
        Derived(
            r"\sum_kI(V_k;Z^n\mid V_{-k})\le n\,\varepsilon\tanh\tfrac\varepsilon2\,\frac\beta{1-\beta},\ "
            r"\beta=2(m\,\mathrm{artanh}^2s+\mu_f^2)<1,\ \mu_f=E[E[V\mid X^m]\mid V=1]",
            ("zhao/own/kl-absolute", "zhao/own/product-information/posterior"),
            AllOf(
                r"I(V_k;Z\mid V_{-k})\le\beta I(X_k;Z\mid V_{-k}),\ (1-\beta)I(X_k;Z\mid V_{-k})\le I(X_k;Z\mid V)",
                (
                    (
                        "a fair sign with mean x given Z has information at most x^2: 2 KL <= 2 x^2",
                        at_most(
                            (1 + _X) * sympy.log(1 + _X) + (1 - _X) * sympy.log(1 - _X),
                            2 * _X**2,
                            Variable(_X, Integer(0), Integer(1), open_upper=True),
                        ),
                    ),
                    (
                        "x^2 <= 2 (m a^2 + mu_f^2) KL(X|z) (Donsker and Varadhan at the best lambda)",
                        Identity(
                            (_LAMBDA * _T - _LAMBDA**2 * _B / 4).subs(_LAMBDA, 2 * _T / _B),
                            _T**2 / _B,
                            ((_T, "-oo", "oo"),),
                        ),
                    ),
                    (
                        "I(X) = I(V) + I(X|V) and I(V) <= beta I(X)",
                        Identity(_X / (1 - _B) - _B * (_X / (1 - _B)), _X, ((_B, "0", "1"),)),
                    ),
                ),
            ),
            (CHAIN_RULE, DONSKER_VARADHAN, SUPERADDITIVE_INFORMATION),
            (
                (
                    "channels",
                    FiniteCheck(
                        r"\sum_kI(V_k;Z\mid V_{-k})\le\varepsilon\tanh(\varepsilon/2)\beta/(1-\beta)",
                        "all extreme channels: d = 1, m = 1, 2, s = 1/10, 1/4, e^epsilon = 3, 20; d = 2, m = 1, s = 1/4, e^epsilon = 3",
                        _information,
                    ),
                ),
            ),
        ),
        note="Non-interactive: given V_-k the messages are independent given V_k, so that their information adds up to at most "
        "the sum, and Z is a channel from X_k alone. Given V the coordinates of X are independent, so that their information adds "
        "up to at most I(X; Z | V) <= epsilon tanh(epsilon/2). With x up to 1 the "
        "first bound holds with 2 ln 2 for 2.",
    ),
    Claim(
        "zhao/own/product-information/posterior",
        "ours, for zhao/own/product-information",
        Kind.INEQUALITY,
        "the posterior mean of a sign is sub-Gaussian",
        None,
        Derived(
            r"E e^{\lambda\tanh(aS)}\le e^{\lambda^2(ma^2+\mu_f^2)/2},\ \mu_f\le ma^2(1+ms^2),\ a=\mathrm{artanh}\,s",
            (),
            AllOf(
                r"\text{bounded differences given } V,\ \text{then } \cosh(\lambda\mu_f)\le e^{\lambda^2\mu_f^2/2}",
                (
                    (
                        "one sample moves a S by 2a and tanh by at most 2a",
                        at_most(
                            tanh(_X + _W) - tanh(_X), _W, Variable(_X, Integer(0), oo), Variable(_W, Integer(0), oo)
                        ),
                    ),
                    ("m differences of 2a: proxy m (2a)^2/4", Identity(m * (2 * _A) ** 2 / 4, m * _A**2)),
                    ("cosh", at_most(sympy.log(sympy.cosh(_X)), _X**2 / 2, Variable(_X, Integer(0), oo))),
                    ("tanh^2 x <= x^2", at_most(tanh(_X), _X, Variable(_X, Integer(0), oo))),
                    (
                        "mu_f = E tanh^2(aS) <= a^2 E S^2",
                        at_most(
                            _A**2 * (1 + (_F - 1) * _W),
                            _A**2 * (1 + _F * _W),
                            Variable(_A, Integer(0), oo),
                            Variable(_F, Integer(1), oo),
                            Variable(_W, Integer(0), Integer(1)),
                        ),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
            (
                (
                    "moments, enclosed",
                    FiniteCheck(
                        r"Ee^{\lambda f}\le e^{\lambda^2(ma^2+\mu_f^2)/2}",
                        "m = 1, 2, 5; s = 1/4, 1/2; lambda = 1/2, 2, 6",
                        _posterior_moment,
                    ),
                ),
                ("means", FiniteCheck(r"\mu_f\le ma^2(1+ms^2)", "m = 1, 2, 5, 20; s = 1/10, 1/2", _posterior_average)),
                ("E S^2", FiniteCheck(r"ES^2=m+m(m-1)s^2", "m = 1, 2, 7; s = 1/3, 1/2", _mean_square, "==")),
            ),
        ),
        note="E[V | X^m] = tanh(a S), S the sum of m signs; McDiarmid's inequality (Hoeffding's lemma along the martingale) gives "
        "the first factor. E_+ tanh(aS) = E tanh(aS)^2 under the mixture.",
    ),
    Claim(
        "zhao/own/quarter-all-epsilon",
        "ours, for Theorems 6 and 7 beyond epsilon = 1",
        Kind.LOWER_BOUND,
        "a quarter of the signs stay unknown, whatever n, m and epsilon, non-interactive mechanisms",
        None,
        Derived(
            r"s^2=\min\Big(\tfrac14,\frac d{50nm\kappa}\Big),\ \kappa=\varepsilon\tanh\tfrac\varepsilon2:\ E\rho_H\ge\tfrac d4",
            ("zhao/own/product-information", "zhao/own/floor-mean"),
            AllOf(
                r"n\kappa\ge\tfrac d8: ms^2\le\tfrac4{25},\ \frac{n\kappa}d\frac\beta{1-\beta}\le\tfrac18;\ \text{else by the floor}",
                (
                    ("m s^2 at n kappa = d/8", Identity(m * d / (50 * m * (d / 8)), _FLOOR)),
                    (
                        "2a <= 2.2 s",
                        at_most(
                            sympy.log((1 + _S) / (1 - _S)),
                            Rational(11, 5) * _S,
                            Variable(_S, Integer(0), Rational(1, 2), open_lower=True),
                        ),
                    ),
                    (
                        "w = m s^2: beta <= 2(1.21 w + (1.21 w (1 + w))^2) and beta/(1-beta) <= (50/8) w",
                        at_most(
                            8 * 2 * (_A_SQUARED + _A_SQUARED**2 * _W * (1 + _W) ** 2),
                            50 * (1 - 2 * (_A_SQUARED * _W + (_A_SQUARED * _W * (1 + _W)) ** 2)),
                            Variable(_W, Integer(0), _FLOOR),
                        ),
                    ),
                    (
                        "per sign: n kappa/d (50/8) w = 1/8",
                        Identity(n * _KAPPA / d * 50 / 8 * (m * (d / (50 * n * m * _KAPPA))), Rational(1, 8)),
                    ),
                    (
                        "1/8 of information per sign: an error of 1/4",
                        Identity((1 - sympy.sqrt(2 * Rational(1, 8))) / 2, Rational(1, 4)),
                    ),
                ),
            ),
        ),
        note="The step from information to errors is that of zhao/own/floor-mean. I(V_k; Z^n) <= I(V_k; Z^n | V_-k) for independent V_k.",
    ),
    _assembled(
        "zhao/own/linf-all-epsilon",
        "infty",
        D,
        D**2 * d / 16,
        D**2 * d**2 / (200 * n * m * _KAPPA),
    ),
    _assembled(
        "zhao/own/l2-all-epsilon",
        "2",
        D / sympy.sqrt(d),
        D**2 / 16,
        D**2 * d / (200 * n * m * _KAPPA),
    ),
)
