"""A quarter of the coordinates stay unknown, whatever n, m and epsilon: the two families of Theorems 6 and 7."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt, tanh

from lowerbounds.information.laws import binomial
from notation.symbols import d, epsilon, m, n
from verify.papers.zhao.appB2_vectors_lower.pinsker import majority_on_axis
from verify.papers.zhao.instances.exact_risks import bayes_error, below_root, lied, responses
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_S = sympy.Symbol("s", positive=True)
_E = sympy.Symbol("e", positive=True)
"""(e^epsilon - 1)^2."""
_X = sympy.Symbol("x", nonnegative=True)
_Y = sympy.Symbol("y", nonnegative=True)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_SMALL_S = Variable(_S, Integer(0), Rational(1, 2), open_lower=True)


_SIZES = tuple(product(((1, 1), (1, 25), (9, 9), (25, 1)), (1, 8), (Fraction(21, 20), Fraction(3, 2), Fraction(3))))
"""Users of a coordinate and samples; dimension; e^epsilon."""


def _told_cube(_: Settings) -> Iterator[Case]:
    """d/4 beside d times the least error about one sign, s next to its bound; n = d times the users of a coordinate."""
    for (users, samples), size, t in (*_SIZES, ((25, 225), 1, Fraction(3, 2))):
        s = below_root(min(Fraction(1, 4), Fraction(3, 64 * users * samples) / (t - 1) ** 2))
        least = size * bayes_error(*responses(users, samples, s, t))
        yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, Fraction(size, 4), as_arb(least))


def _told_axes(_: Settings) -> Iterator[Case]:
    """The same on the axes: each user answers whether its coordinate has more + than - samples, or not."""
    for (users, samples), size, t in _SIZES:
        s = below_root(min(Fraction(1, 4), Fraction(3 * size, 64 * users * samples) / (t - 1) ** 2))
        high, low = (lied(chance, t) for chance in majority_on_axis(samples, size, s))
        least = size * bayes_error(binomial(users, high), binomial(users, low))
        yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, Fraction(size, 4), as_arb(least))


def _quarter(
    id_: str,
    family: str,
    chi: sympy.Expr,
    squared: sympy.Expr,
    chi_bound: sympy.Expr,
    told: Callable[[Settings], Iterator[Case]],
) -> Claim:
    """The claim that a quarter of the coordinates stay unknown at s^2 = min(1/4, `squared`) with E = (e^epsilon-1)^2."""
    return Claim(
        id_,
        f"ours, for the {family}",
        Kind.LOWER_BOUND,
        "a quarter of the coordinates stay unknown, whatever n, m and epsilon",
        None,
        Derived(
            rf"s^2=\min\Big(\tfrac14,{sympy.latex(squared)}\Big),\ e=(e^\varepsilon-1)^2:\ E\rho_H\ge\tfrac d4",
            ("zhao/own/averaged-assouad", "zhao/own/averaged-hamming", "zhao/own/floor-mean"),
            AllOf(
                r"ne\ge\tfrac d4: \text{ by the averaged lemma; else by the floor}",
                (
                    ("1 - s^2 >= 3/4", at_most(1 / (1 - _S**2), Rational(4, 3), _SMALL_S)),
                    ("chi at that bound", Identity(chi.subs(1 - _S**2, Rational(3, 4)), chi_bound)),
                    ("(1+chi)^m <= e^(m chi)", at_most(log(1 + _X), _X, Variable(_X, Integer(0), oo))),
                    (
                        "e^y - 1 <= 2y for y = m chi <= 1",
                        at_most(exp(_Y) - 1, 2 * _Y, Variable(_Y, Integer(0), Integer(1))),
                    ),
                    (
                        "m chi at the largest s is d/(4ne), at most 1",
                        Identity(m * chi_bound.subs(_S, sqrt(squared)), d / (4 * n * _E)),
                    ),
                    (
                        "the divergences sum to at most d/2, so E rho_H >= d/4",
                        Identity(d / 2 * (1 - sqrt(n * _E * 2 * (d / (4 * n * _E)) / (2 * d))), d / 4),
                    ),
                    (
                        "if ne < d/4: n epsilon tanh(epsilon/2) <= ne/2 < d/8",
                        at_most(epsilon * tanh(epsilon / 2), (exp(epsilon) - 1) ** 2 / 2, _EPSILON),
                    ),
                ),
            ),
            (),
            (
                (
                    "the exact least error from responses on majorities",
                    FiniteCheck(
                        r"\tfrac d4\le\min_{\hat v}E\rho_H",
                        "(users of a coordinate, m) = (1, 1), (1, 25), (9, 9), (25, 1), for the cube also (25, 225); d = 1, 8; e^epsilon = 21/20, 3/2, 3",
                        told,
                    ),
                ),
            ),
        ),
        note="No condition on n, m, epsilon: where n (e^epsilon-1)^2 < d/4 the messages hold less than d/8 of information.",
    )


CLAIMS = (
    _quarter(
        "zhao/own/quarter-axes",
        "l1 and Hadamard hypercubes",
        4 * _S**2 / (d * (1 - _S**2)),
        3 * d**2 / (64 * n * m * _E),
        16 * _S**2 / (3 * d),
        _told_axes,
    ),
    _quarter(
        "zhao/own/quarter-cube",
        "cube of independent signs",
        4 * _S**2 / (1 - _S**2),
        3 * d / (64 * n * m * _E),
        16 * _S**2 / 3,
        _told_cube,
    ),
)
