"""kent Appendix G.1, Step 2: the error by bias, failure and variance, (113), and the variance of one message, (114)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Min, Rational, exp, oo

from notation.symbols import Delta, epsilon, n
from upperbounds.mean import kent
from verify.papers.kent.instances.votes import WIDTHS, Law
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_ALPHA, _X = sympy.symbols("alpha x", positive=True)
_A, _B = sympy.symbols("a b", real=True)
_ANY_ALPHA = Variable(_ALPHA, Integer(0), oo, open_lower=True)
_ANY_X = Variable(_X, Integer(0), oo, open_lower=True)
_REAL = tuple(Variable(x, -oo, oo) for x in (_A, _B))
_HIGH, _LOW = kent.algorithm2_symbolic(), kent.algorithm10_symbolic()
_INTERVALS = {1: (Fraction(-1, 2), Fraction(1, 4)), 2: (Fraction(0), Fraction(1))}
_USER: Law = {Fraction(-1): Fraction(1, 4), Fraction(0): Fraction(1, 2), Fraction(1, 2): Fraction(1, 4)}


def _clip(x: Fraction, lower: Fraction, upper: Fraction) -> Fraction:
    return min(max(x, lower), upper)


def _second_stages() -> Iterator[tuple[dict[str, object], Fraction, Fraction, Fraction]]:
    """Small second stages with symmetric two-point noise: mean squared error twice, and the right side of (113).

    The first route enumerates all refining users' data and noise; the second is bias and variance given j*.
    """
    theta = sum((x * p for x, p in _USER.items()), Fraction(0))
    for noise, refiners, shares in product((Fraction(0), Fraction(1, 3)), (1, 2), ((4, 1, 2, 1), (3, 3, 0, 2))):
        first = dict(zip(((1, True), (1, False), (2, True), (2, False)), (Fraction(s, 8) for s in shares), strict=True))
        direct = again = right = Fraction(0)
        for winner, (lower, upper) in _INTERVALS.items():
            success, chance = first[winner, True], first[winner, True] + first[winner, False]
            message = {(x, z): p / 2 for x, p in _USER.items() for z in (-1, 1)}
            sent = {(x, z): _clip(x, lower, upper) + z * noise for x, z in message}
            for users in product(message.items(), repeat=refiners):
                weight = chance
                for _user, share in users:
                    weight *= share
                direct += weight * (sum((sent[user] for user, _share in users), Fraction(0)) / refiners - theta) ** 2
            bias = sum((p * (sent[k] - k[0]) for k, p in message.items()), Fraction(0))
            mean = sum((p * sent[k] for k, p in message.items()), Fraction(0))
            variance = sum((p * (sent[k] - mean) ** 2 for k, p in message.items()), Fraction(0))
            again += chance * (bias**2 + variance / refiners)
            inside = success / chance
            right += 2 * chance * ((bias * inside) ** 2 + (bias * (1 - inside)) ** 2 + variance / (2 * refiners))
        yield {"n": 2 * refiners, "noise": f"+-{noise}", "8 P(j*, A)": str(shares)}, direct, again, right


def _tower(_: Settings) -> Iterator[Case]:
    for parameters, direct, again, _right in _second_stages():
        yield Case(parameters, direct, again)


def _split(_: Settings) -> Iterator[Case]:
    for parameters, direct, again, right in _second_stages():
        yield Case(parameters, direct, right, left_again=again)


CLAIMS = (
    Claim(
        "kent/eq113",
        "Appendix G.1, Step 2, (113)",
        Kind.INEQUALITY,
        "the error by bias, failure and variance",
        Derived(
            r"E|\hat\theta-\theta|^2=E\big[\{E(\hat\theta^{(i)}-\overline{X^{(i)}}|j^*)\}^2+\tfrac2n"
            r"\mathrm{Var}(\hat\theta^{(i)}|j^*)\big]\le2E\{(I)+(II)+(III)\}",
            (),
            AllOf(
                r"\mathrm{Var}(\hat\theta|j^*)=\tfrac2n\mathrm{Var}(\hat\theta^{(i)}|j^*);\ (a+b)^2\le2a^2+2b^2",
                (
                    ("the variance of a mean of n/2 messages", Identity((n / 2) * _X / (n / 2) ** 2, 2 * _X / n)),
                    ("the cross term", at_most((_A + _B) ** 2, 2 * _A**2 + 2 * _B**2, *_REAL)),
                    ("the factor 2 in front", Identity(2 * (_X / n), 2 * _X / n)),
                ),
            ),
            (),
            (
                (
                    "enumeration of small second stages, the equality",
                    FiniteCheck(
                        r"E|\hat\theta-\theta|^2=E[\mathrm{bias}^2+\tfrac2n\mathrm{Var}]",
                        "three-point user means, two intervals, noise 0 and +-1/3; n = 2, 4; two laws of (j*, A)",
                        _tower,
                        "==",
                    ),
                ),
                (
                    "the inequality",
                    FiniteCheck(
                        r"E|\hat\theta-\theta|^2\le2E\{(I)+(II)+(III)\}",
                        "three-point user means, two intervals, noise 0 and +-1/3; n = 2, 4; two laws of (j*, A)",
                        _split,
                    ),
                ),
            ),
        ),
        note="Bias-variance given j*; the refining users are independent of the first half, hence of (j*, A).",
    ),
    Claim(
        "kent/eq114",
        "Appendix G.1, Step 2, (114)",
        Kind.INEQUALITY,
        "the variance of one message",
        AllOf(
            r"\mathrm{Var}(\hat\theta^{(i)}|j^*)\le49\Delta^2+\frac{8(1+W_\alpha)^2\Delta^2}{\alpha^2}"
            r"\le\frac{337\Delta^2}{\alpha^2\wedge1},\ W_\alpha\in\{2,5\}",
            (
                (
                    "a variable on an interval of length w: (x - middle)^2 <= w^2/4",
                    at_most((_X * (_A - Rational(1, 2))) ** 2, _X**2 / 4, Variable(_A, Integer(0), Integer(1)), _ANY_X),
                ),
                ("length for W = 2", Identity(_HIGH.interval(_A)[1] - _HIGH.interval(_A)[0], 2 * (1 + 2) * Delta)),
                ("length for W = 5", Identity(_LOW.interval(_A)[1] - _LOW.interval(_A)[0], 2 * (1 + 5) * Delta)),
                ("a quarter of its square is below 49", at_most((2 * 6 * Delta) ** 2 / 4, 49 * Delta**2, WIDTHS[0])),
                ("variance of Laplace noise", Identity(sympy.integrate(_X**2 * exp(-_X), (_X, 0, oo)), Integer(2))),
                ("noise for W = 2", Identity(2 * _HIGH.scale**2, 8 * (1 + 2) ** 2 * Delta**2 / epsilon**2)),
                ("noise for W = 5", Identity(2 * _LOW.scale**2, 8 * (1 + 5) ** 2 * Delta**2 / epsilon**2)),
                ("the end", at_most(49 + 8 * 36 / _ALPHA**2, 337 / Min(_ALPHA**2, 1), _ANY_ALPHA)),
            ),
        ),
        note="True and loose: 49 and 337 are left from an interval of length 14 Delta; see kent/own/eq114.",
    ),
    Claim(
        "kent/own/eq114",
        "ours, for (114)",
        Kind.INEQUALITY,
        "the variance of one message, sharper",
        None,
        Derived(
            r"\mathrm{Var}(\hat\theta^{(i)}|j^*)\le\frac{81\Delta^2}{\alpha^2}\ (\alpha\le1),\quad"
            r"36\Delta^2+\frac{288\Delta^2}{\alpha^2}\le324\Delta^2\ (\alpha>1)",
            ("kent/eq114",),
            AllOf(
                r"9+72/\alpha^2\le81/\alpha^2,\ 36+288/\alpha^2\le324",
                (
                    (
                        "alpha <= 1",
                        at_most(
                            Rational(6**2, 4) + 72 / _ALPHA**2,
                            81 / _ALPHA**2,
                            Variable(_ALPHA, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                    (
                        "alpha > 1",
                        at_most(
                            Rational(12**2, 4) + 288 / _ALPHA**2,
                            Integer(324),
                            Variable(_ALPHA, Integer(1), oo, open_lower=True),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
