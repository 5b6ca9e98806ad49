"""kent Section 1.1 and Lemma 28: user-level LDP, randomized response of a sparse vector, and private contraction."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import sympy
from sympy import Integer, exp, log, oo

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import FiniteLaw, two_point
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss, worse
from verify.calculus.textbook import KL_BELOW_CHI_SQUARE
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Case,
    Definition,
    Derived,
    FiniteCheck,
    Identity,
    at_most,
)
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

Vector = tuple[int, ...]

_ALPHA = sympy.Symbol("alpha", positive=True)
_X, _Y = sympy.symbols("n_x n_y", positive=True)
_M, _D = sympy.symbols("m d", positive=True)
_A, _B, _S, _W, _V = sympy.symbols("a b s w v", nonnegative=True)
_R = sympy.Symbol("r", positive=True)
_U = sympy.Symbol("u", real=True)
_PI = exp(_ALPHA / (2 * _M)) / (1 + exp(_ALPHA / (2 * _M)))


def sparse_vectors(length: int, most: int) -> list[Vector]:
    """All binary vectors of that length with at most `most` ones."""
    return [x for x in product((0, 1), repeat=length) if sum(x) <= most]


def brute_power(x: Vector, y: Vector) -> int:
    """The largest j with P(Z = z | x) / P(Z = z | y) = t^j over all answers z, for bits kept with probability t/(1+t).

    Every answer is tried at t = 2, where the ratio is 2^j exactly; no product of per-bit maxima is taken.
    """
    keep = Fraction(2, 3)
    worst = Fraction(0)
    for z in product((0, 1), repeat=len(x)):
        under_x, under_y = Fraction(1), Fraction(1)
        for answer, a, b in zip(z, x, y, strict=True):
            under_x *= keep if answer == a else 1 - keep
            under_y *= keep if answer == b else 1 - keep
        worst = max(worst, under_x / under_y)
    power = worst.numerator.bit_length() - worst.denominator.bit_length()
    assert worst == Fraction(2) ** power
    return power


def _worst_multiple(length: int, most: int) -> Fraction:
    """The worst log ratio over all pairs of inputs as a multiple of alpha, from the channel that draws."""
    channel = UnaryEncoding(length, most, _ALPHA)
    vectors = [np.array(x, dtype=bool) for x in sparse_vectors(length, most)]
    loss: PrivacyLoss = NO_LOSS
    for x in vectors:
        for y in vectors:
            loss = worse(loss, channel.loss_between_bits(x, y))
    multiple = loss.multiple()
    assert multiple is not None
    return multiple


def _sizes(settings: Settings) -> Iterator[tuple[int, int]]:
    for length in range(1, 4 if settings.quick else 6):
        for most in range(1, length + 1):
            yield length, most


def _enumerated(settings: Settings) -> Iterator[tuple[dict[str, int], Fraction, Fraction]]:
    """Sizes, the worst multiple of alpha by the channel's own ratios, and by brute force over all answers."""
    for length, most in _sizes(settings):
        vectors = sparse_vectors(length, most)
        power = max(brute_power(x, y) for x in vectors for y in vectors)
        yield {"d": length, "m": most}, _worst_multiple(length, most), Fraction(power, 2 * most)


def _at_most_alpha(settings: Settings) -> Iterator[Case]:
    for parameters, worst, again in _enumerated(settings):
        yield Case(parameters, worst, 1, left_again=again, note="multiples of alpha")


def _exact_worst(settings: Settings) -> Iterator[Case]:
    for parameters, worst, again in _enumerated(settings):
        exact = Fraction(min(2 * parameters["m"], parameters["d"]), 2 * parameters["m"])
        yield Case(parameters, worst, exact, left_again=again, note="multiples of alpha")


def _one_coordinate(_: Settings) -> Iterator[Case]:
    """|1{v = x} - 1{v = y}| = 1{x != y} on {0, 1}^3."""
    for v, x, y in product((0, 1), repeat=3):
        yield Case({"v_j": v, "x_j": x, "y_j": y}, abs(int(v == x) - int(v == y)), int(x != y))


def _distance(_: Settings) -> Iterator[Case]:
    """1{x != y} <= x + y on {0, 1}^2."""
    for x, y in product((0, 1), repeat=2):
        yield Case({"x_j": x, "y_j": y}, int(x != y), x + y)


def _contracted(settings: Settings) -> Iterator[Case]:
    """KL of the messages beside (e^alpha - 1)^2 TV^2 for every extreme channel, on which the worst case lies."""
    inputs = [(two_point(Fraction(a, 4)), two_point(Fraction(b, 4))) for a, b in ((0, 4), (1, 2), (1, 4), (2, 3))]
    inputs.append((FiniteLaw.of({0: Fraction(1, 2), 1: Fraction(1, 2), 2: 0}), FiniteLaw.of({0: 0, 1: 0, 2: 1})))
    for t in (Fraction(3, 2), Fraction(5)) if settings.quick else (Fraction(11, 10), Fraction(3, 2), Fraction(5)):
        for null, alternative in inputs:
            worst = max(
                (
                    kullback_leibler(null.through(channel), alternative.through(channel))
                    for channel in extreme_channels(null.atoms, t)
                ),
                key=lambda ball: float(ball.mid()),
            )
            tv = total_variation(null, alternative)
            yield Case({"e^alpha": str(t), "TV": str(tv), "letters": len(null.atoms)}, worst, ((t - 1) * tv) ** 2)


CLAIMS = (
    Claim(
        "kent/def1",
        "Section 1.1, (1), (2)",
        Kind.DEFINITION,
        "user-level alpha-LDP, sequentially interactive",
        Definition(
            r"\sup_S \frac{Q_i(Z^{(i)}\in S\mid X^{(i)}_{1:T}=x,Z^{(1:i-1)}=z)}"
            r"{Q_i(Z^{(i)}\in S\mid X^{(i)}_{1:T}=x',Z^{(1:i-1)}=z)}\le e^\alpha"
            r"\ \forall i,\ x,x'\in\mathcal X=\mathcal Y^T,\ z\in\mathcal Z^{i-1}"
        ),
        note="A ratio 0/0 is read as 1. The relation a_n <~ b_n of Section 1.3 is limsup a_n/b_n <= C.",
    ),
    Claim(
        "kent/lemma28/239",
        "Appendix I, proof of Lemma 28, up to (239)",
        Kind.IDENTITY,
        "the ratio of an answer's probabilities is a power of e^(alpha/2m)",
        AllOf(
            r"P(Z=v\mid X=x)=\pi^{n_x}(1-\pi)^{d-n_x}=e^{\alpha n_x/(2m)}(1-\pi)^d,\quad"
            r"\frac{P(Z=v\mid X=x)}{P(Z=v\mid X=y)}=e^{(n_x-n_y)\alpha/(2m)},\ \pi=\pi_{\alpha/(2m)}",
            (
                ("odds of keeping a bit", Identity(_PI / (1 - _PI), exp(_ALPHA / (2 * _M)))),
                (
                    "the logarithm of an answer's probability",
                    Identity(_X * log(_PI) + (_D - _X) * log(1 - _PI), _ALPHA * _X / (2 * _M) + _D * log(1 - _PI)),
                ),
                (
                    "the common factor cancels",
                    Identity(
                        (_ALPHA * _X / (2 * _M) + _D * log(1 - _PI)) - (_ALPHA * _Y / (2 * _M) + _D * log(1 - _PI)),
                        (_X - _Y) * _ALPHA / (2 * _M),
                    ),
                ),
            ),
        ),
        note="n_x is not defined in the proof; by the display it is the number of j with v_j = x_j.",
    ),
    Claim(
        "kent/lemma28/distance",
        "Appendix I, proof of Lemma 28, after (239)",
        Kind.INEQUALITY,
        "two vectors with at most m ones differ in at most 2m places",
        AllOf(
            r"|n_x-n_y|\le\#\{j:x_j\ne y_j\}\le\|x\|_0+\|y\|_0\le2m",
            (
                (
                    "one coordinate of n_x - n_y",
                    FiniteCheck(
                        r"|1\{v_j=x_j\}-1\{v_j=y_j\}|=1\{x_j\ne y_j\}", "v_j, x_j, y_j in {0, 1}", _one_coordinate, "=="
                    ),
                ),
                (
                    "one coordinate of the distance",
                    FiniteCheck(r"1\{x_j\ne y_j\}\le x_j+y_j", "x_j, y_j in {0, 1}", _distance, "<="),
                ),
                (
                    "the sum over j, with a and b the numbers of ones over m",
                    at_most(
                        _A + _B, Integer(2), Variable(_A, Integer(0), Integer(1)), Variable(_B, Integer(0), Integer(1))
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/lemma28",
        "Appendix I, Lemma 28, (238)",
        Kind.PRIVACY,
        "randomized response at alpha/(2m) per bit protects a vector with at most m ones at alpha",
        Derived(
            r"\|X\|_0\le m,\ P(Z_j=X_j)=\pi_{\alpha/(2m)}\ \Rightarrow\ Z\text{ is an }\alpha\text{-LDP view of }X",
            ("kent/lemma28/239", "kent/lemma28/distance"),
            at_most(
                _U * _ALPHA,
                _ALPHA,
                Variable(_U, Integer(-1), Integer(1)),
                Variable(_ALPHA, Integer(0), oo, open_lower=True),
                shown=(("u", "1"), ("alpha", "1")),
            ),
            crosschecks=(
                (
                    "every pair of vectors and every answer",
                    FiniteCheck(
                        r"\max_{x,y,v}\log\frac{P(Z=v|x)}{P(Z=v|y)}\le\alpha",
                        "d up to 5 (quick: 3), m up to d; every x, y with at most m ones",
                        _at_most_alpha,
                    ),
                ),
            ),
        ),
        note="u = (n_x - n_y)/(2m); answers are finitely many, so the bound on each gives it on each event.",
    ),
    Claim(
        "kent/own/lemma28-tight",
        "to Appendix I, Lemma 28",
        Kind.PRIVACY,
        "the exact loss: alpha is reached where d is at least 2m, and not before",
        None,
        FiniteCheck(
            r"\max_{x,y,v}\log\frac{P(Z=v|x)}{P(Z=v|y)}=\frac{\min(2m,d)}{2m}\,\alpha",
            "d up to 5 (quick: 3), m up to d; every x, y with at most m ones",
            _exact_worst,
            "==",
        ),
        note="For d >= 2m it holds at alpha and fails just below; for d < 2m the bits could be kept with more.",
    ),
    Claim(
        "kent/own/contraction",
        "behind Appendix C, proof of Example 1: the bound of Duchi et al. 2018, Theorem 1",
        Kind.INEQUALITY,
        "an alpha-LDP channel contracts KL to (e^alpha - 1)^2 TV^2",
        None,
        Derived(
            r"D_{\mathrm{KL}}(M_0\|M_1)\le(e^\alpha-1)^2D_{\mathrm{TV}}(P_0,P_1)^2\le4(e^\alpha-1)^2D_{\mathrm{TV}}^2",
            (),
            AllOf(
                r"|m_0-m_1|\le(e^\alpha-1)a\,\mathrm{TV},\ m_1\ge a=\inf_xq(z|x),\ \textstyle\sum_za(z)\le1",
                (
                    (
                        "q = a (1 + s w) with w = e^alpha - 1: the integral of q - a over P_0 > P_1, of mass v",
                        at_most(
                            _S * _W * _A * _V,
                            _W * _A * _V,
                            Variable(_S, Integer(0), Integer(1)),
                            Variable(_W, Integer(0), oo),
                            Variable(_A, Integer(0), Integer(1)),
                            Variable(_V, Integer(0), Integer(1)),
                        ),
                    ),
                    (
                        "one message's share of chi-square, with m_1 = a r",
                        at_most(_V**2 / _R, _V**2, Variable(_V, Integer(0), Integer(1)), Variable(_R, Integer(1), oo)),
                    ),
                    ("which is (w a v)^2/(a r)", Identity((_W * _A * _V) ** 2 / (_A * _R), _W**2 * _A * (_V**2 / _R))),
                ),
            ),
            (KL_BELOW_CHI_SQUARE,),
            (
                (
                    "every extreme channel on two or three letters",
                    FiniteCheck(
                        r"D_{\mathrm{KL}}(M_0\|M_1)\le(e^\alpha-1)^2D_{\mathrm{TV}}(P_0,P_1)^2",
                        "e^alpha = 11/10, 3/2, 5 (quick: the last two); five pairs of laws; all extreme channels",
                        _contracted,
                    ),
                ),
            ),
        ),
        note="Four times smaller than the bound that the paper cites. For several users, the chain rule adds it up "
        "given the messages before.",
    ),
)
