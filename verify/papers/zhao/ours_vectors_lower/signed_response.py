"""Against zhao Theorem 6 for p < 2: signed k-ary response on Maurey samples, its privacy, moments and risk."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import E, Integer, Rational, log, oo

from notation.symbols import D, d, m, n
from upperbounds.channels.signed import SignedResponse
from upperbounds.vectors.baselines import OneRound, signed
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, PlanPrivacy, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_T = sympy.Symbol("t", positive=True)
_S = sympy.Symbol("s", positive=True)
_V = sympy.Symbol("v", nonnegative=True)
_X = sympy.Symbol("x", positive=True)
_Q = sympy.Symbol("q", positive=True)
_FACTOR = Variable(_T, Integer(1), oo)
_DIMENSION = Variable(d, Integer(1), oo)

Vector = tuple[Fraction, ...]
_SAMPLES: tuple[tuple[Vector, ...], ...] = (
    ((Fraction(1),), (Fraction(-1, 3),), (Fraction(0),)),
    ((Fraction(1, 2), Fraction(-1, 2)), (Fraction(0), Fraction(1)), (Fraction(-1, 3), Fraction(0))),
    ((Fraction(1, 6), Fraction(-1, 3), Fraction(1, 2)), (Fraction(0), Fraction(0), Fraction(-1)), (Fraction(0),) * 3),
)
"""Vectors of the l_1 ball, for d = 1, 2, 3: X is each with chance 1/3."""


def messages(x: Vector) -> list[tuple[Vector, Fraction]]:
    """The decoded messages of x in the l_1 ball of radius 1 with their chances, e^epsilon = 2d + 2, gap 1/2."""
    size = len(x)
    vertices = [tuple(sign * int(i == k) for i in range(size)) for sign in (1, -1) for k in range(size)]
    chosen = [max(x[k], Fraction(0)) for k in range(size)] + [max(-x[k], Fraction(0)) for k in range(size)]
    chosen.append(1 - sum(chosen, Fraction(0)))
    lie = Fraction(1, 4 * size + 2)
    # A symbol is answered when it is chosen and told, or when another is chosen and this one answered in its place.
    chances = [c * (2 * size + 2) * lie + (1 - c) * lie for c in chosen]
    decoded = [*(tuple(Fraction(2 * e) for e in v) for v in vertices), (Fraction(0),) * size]
    return list(zip(decoded, chances, strict=True))


def _unbiased(_: Settings) -> Iterator[Case]:
    """The mean of a decoded message beside x, and its chances beside 1."""
    for x in (x for several in _SAMPLES for x in several):
        law = messages(x)
        shown = str([str(e) for e in x])
        yield Case({"x": shown, "of": "chances"}, sum((w for _, w in law), Fraction(0)), 1)
        for k, e in enumerate(x):
            yield Case({"x": shown, "coordinate": k + 1}, sum((w * v[k] for v, w in law), Fraction(0)), e)


def _exact_risk(n: int, several: tuple[Vector, ...]) -> Fraction:
    """E||estimate - mu||^2 of the mean of the messages of independent users, each with X uniform over `several`."""
    size = len(several[0])
    mu = [sum((x[k] for x in several), Fraction(0)) / len(several) for k in range(size)]
    one = sum(
        (
            w / len(several) * sum(((v[k] - mu[k]) ** 2 for k in range(size)), Fraction(0))
            for x in several
            for v, w in messages(x)
        ),
        Fraction(0),
    )
    return one / n


def _risks(_: Settings) -> Iterator[Case]:
    for users, several in product((1, 7), _SAMPLES):
        yield Case({"n": users, "d": len(several[0]), "p": 1, "m": 1}, _exact_risk(users, several), Fraction(4, users))


def _decodes(_: Settings) -> Iterator[Case]:
    """The chances of the shipped channel at e^epsilon = 2d + 2, exact."""
    for size in (1, 2, 3):
        response = SignedResponse(size, 1.0, float(log(2 * size + 2))).response
        truth, lie = (Fraction(part_of(response, name, size)) for name in ("truth", "lie"))
        yield Case({"d": size, "of": "truth"}, truth, Fraction(2 * size + 2, 4 * size + 2))
        yield Case({"d": size, "of": "lie"}, lie, Fraction(1, 4 * size + 2))


def part_of(response: object, name: str, size: int) -> Fraction:
    """A chance of k-ary response, a rational function of its ratio, at the ratio 2d + 2."""
    function = getattr(response, name)
    at = 2 * size + 2
    top, bottom = (
        sum(int(c) * at ** int(powers[0]) for powers, c in side.terms()) for side in (function.numer, function.denom)
    )
    return Fraction(top, bottom)


def _factors(_: Settings) -> Iterator[Case]:
    """5 d^(q/2)/(14 + 8/q) beside d/(t ln(2d+2)), t = ceil(d^(1-q)): both sides times D^2/n."""
    for p, size in product((Fraction(5, 4), Fraction(3, 2), Fraction(7, 4)), (1, 10, 10**6, 10**12)):
        q, level = 2 / p - 1, as_arb(size).log()
        times = int((as_arb(1 - q) * level).exp().upper().ceil().unique_fmpz())
        left = 5 * (as_arb(q / 2) * level).exp() / as_arb(14 + 8 / q)
        yield Case({"p": str(p), "d": size, "t": times}, left, size / (times * as_arb(2 * size + 2).log()))


def _plan(d: int, times: int) -> OneRound:
    return signed(2, 1, d, float(times * log(2 * d + 2)) * (1 + 2**-40), 1.0)


CLAIMS = (
    Claim(
        "zhao/own/signed-kary",
        "ours, against Theorem 6",
        Kind.UPPER_RATE,
        "signed k-ary response in every l_p ball, 1 <= p <= 2",
        None,
        Derived(
            r"\varepsilon\ge t\ln(2d+2):\ E\|\hat\mu-\mu\|_2^2\le\frac{D^2}n\Big(\frac1m+\frac{4d^{2-2/p}}t\Big),\ 1\le p\le2",
            ("zhao/own/signed-kary/privacy", "zhao/own/signed-kary/mean"),
            AllOf(
                r"\mathrm{Var}=E\,\mathrm{Var}(Z\mid X)+\mathrm{Var}\,E(Z\mid X)",
                (
                    (
                        "t symbols of length s/(1/2), s = D d^(1-1/p), averaged",
                        Identity((_S / Rational(1, 2)) ** 2 / _T / n, 4 * _S**2 / (_T * n)),
                    ),
                    (
                        "what is left of the mean's square: v >= 0",
                        at_most(
                            (4 * _S**2 - _V) / _T,
                            4 * _S**2 / _T,
                            Variable(_S, Integer(0), oo, True),
                            Variable(_V, Integer(0), oo),
                            Variable(_T, Integer(1), oo),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "exact risk, p = 1, t = 1",
                    FiniteCheck(r"E\|\hat\mu-\mu\|^2\le\frac{4D^2}n", "n = 1, 7; d = 1, 2, 3; three points", _risks),
                ),
            ),
        ),
        note="A user's mean lies in the l_1 ball of radius s = D d^(1-1/p); its variance is at most D^2/m as ||X||_2 <= ||X||_p. At p = 1, t = 1 the "
        "message's square is 4 D^2 at most, data included.",
    ),
    Claim(
        "zhao/own/signed-kary/privacy",
        "ours, against Theorem 6",
        Kind.PRIVACY,
        "t symbols by k-ary response at epsilon/t each",
        None,
        AllOf(
            r"\text{user-level } \varepsilon\text{-LDP}",
            tuple(
                (
                    f"d = {size}, t = {times}",
                    PlanPrivacy(f"{times} symbols among {2 * size + 1}", lambda k=size, t=times: _plan(k, t)),  # type: ignore[misc]
                )
                for size, times in ((1, 1), (2, 1), (3, 2), (10, 3))
            ),
        ),
    ),
    Claim(
        "zhao/own/signed-kary/mean",
        "ours, against Theorem 6",
        Kind.IDENTITY,
        "the messages have the sample as their mean",
        None,
        Derived(
            r"E[Z\mid x]=x,\ e^{\varepsilon}=2d+2:\ P(\text{true symbol})-P(\text{another})=\tfrac12",
            (),
            AllOf(
                r"\frac{2d+2}{4d+2}-\frac1{4d+2}=\tfrac12",
                (
                    ("the gap", Identity((2 * d + 2) / (4 * d + 2) - 1 / (4 * d + 2), Rational(1, 2))),
                    (
                        "halved by the gap, doubled by the decoder; the symbols of x have mean x, and the mean of all symbols is 0",
                        Identity(2 * (D / 2), D),
                    ),
                ),
            ),
            (),
            (
                ("by the law of a message", FiniteCheck(r"E[Z\mid x]=x", "nine vectors, d = 1, 2, 3", _unbiased, "==")),
                (
                    "the chances of the shipped channel",
                    FiniteCheck(r"\text{truth, lie}", "d = 1, 2, 3", _decodes, "=="),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/own/thm6/between",
        "ours, against Theorem 6 for 1 < p < 2",
        Kind.LOWER_BOUND,
        "no bound of order D^2 d/(nm epsilon) for any p between 1 and 2",
        None,
        Derived(
            r"1<p<2,\ q=\tfrac2p-1,\ m=1,\ t=\lceil d^{1-q}\rceil,\ \varepsilon=t\ln(2d+2):\ "
            r"\frac{D^2d}{n\varepsilon}\ge\frac{d^{q/2}}{14+8/q}\cdot\frac{5D^2}n,\ E\|\hat\mu-\mu\|_2^2\le\frac{5D^2}n",
            ("zhao/own/signed-kary",),
            AllOf(
                r"2-\tfrac2p=1-q;\ \tfrac d\varepsilon\ge\frac{d^q}{2\ln(2d+2)}",
                (
                    (
                        "1 + 4 d^(1-q)/t <= 5, x = d^(1-q), t = x + v",
                        at_most(
                            1 + 4 * _X / (_X + _V),
                            Integer(5),
                            Variable(_X, Integer(1), oo),
                            Variable(_V, Integer(0), oo),
                        ),
                    ),
                    ("t <= x + 1 <= 2x", at_most(_X + 1, 2 * _X, Variable(_X, Integer(1), oo))),
                    ("d over 2 d^(1-q)", Identity(d / (2 * d ** (1 - _Q)), d**_Q / 2, ((_Q, "0", "1"),))),
                    ("ln(2d+2) <= ln 4 + ln d", at_most(2 * d + 2, 4 * d, _DIMENSION)),
                    ("ln d = (2/q) ln y, y = d^(q/2); ln y <= y/e", at_most(log(_T), _T / E, _FACTOR)),
                    (
                        "10 (ln 4 + (2/q) y/e) <= (14 + 8/q) y, z = 1/q",
                        at_most(
                            10 * (log(4) + 2 * _X * _T / E), (14 + 8 * _X) * _T, Variable(_X, Integer(1), oo), _FACTOR
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "the factor",
                    FiniteCheck(
                        r"\frac{5d^{q/2}}{14+8/q}\le\frac d{t\ln(2d+2)}",
                        "p = 5/4, 3/2, 7/4, d = 1, 10, 10^6, 10^12",
                        _factors,
                    ),
                ),
            ),
        ),
        note="The factor grows without bound with d, at every such p; zhao/thm6/lower shows it at p = 1.",
    ),
    Claim(
        "zhao/own/thm6/samples",
        "ours, against Theorem 6 for p = 1",
        Kind.LOWER_BOUND,
        "no bound of order D^2 d/(nm epsilon) for m well below d/ln d",
        None,
        Derived(
            r"p=1,\ \varepsilon=\ln(2d+2):\ \frac{D^2d}{nm\varepsilon}\ge\frac d{5m\ln(2d+2)}\cdot\frac{D^2}n\Big(\frac1m+4\Big);\ "
            r"m=\sqrt d:\ \text{factor}\ge13 \text{ for } d\ge10^6",
            ("zhao/own/signed-kary",),
            AllOf(
                r"\tfrac d{5m\ln(2d+2)}",
                (
                    ("1/m + 4 <= 5", at_most(1 / m + 4, Integer(5), Variable(m, Integer(1), oo))),
                    (
                        "m = sqrt(d), d = x^2, x >= 1000, 2d + 2 <= 4d: the factor is at least 13",
                        at_most(13 * 5 * (log(4) + 2 * log(_T)), _T, Variable(_T, Integer(1000), oo)),
                    ),
                ),
            ),
        ),
        note="For m beyond d/ln d nothing is said here: the protocol does not gain from m.",
    ),
    Claim(
        "zhao/own/thm6/l1-order",
        "ours, for Theorem 6 at p = 1",
        Kind.LOWER_BOUND,
        "at p = 1, m = 1 and epsilon = ln(2d+2) the minimax risk is between D^2/(2n) and 4 D^2/n",
        None,
        Derived(
            r"p=m=1,\ \varepsilon=\ln(2d+2),\ n\ge40d:\ \frac{D^2}{2n}\le\inf\sup E\|\hat\mu-\mu\|_2^2\le\frac{4D^2}n",
            ("zhao/own/van-trees/axes", "zhao/own/signed-kary"),
            AllOf(
                r"\frac d{\frac43n\sinh^2(\varepsilon/2)+40d^2}\ge\frac1{2n}",
                (
                    (
                        "4 sinh(epsilon/2)^2 = (t-1)^2/t at t = 2d + 2, at most t - 1",
                        at_most((2 * d + 1) ** 2 / (2 * d + 2), 2 * d + 1, _DIMENSION),
                    ),
                    (
                        "x = 40 d/n <= 1: the denominator over n is at most 2d",
                        at_most(
                            (2 * d + 1) / 3 + _X * d,
                            2 * d,
                            _DIMENSION,
                            Variable(_X, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                ),
            ),
        ),
        note="So the rate that zhao Theorem 6 prints there, D^2 d/(n ln d), is too large by d/ln d, and no more than that. For m > 1 the two sides are a factor m apart.",
    ),
)
