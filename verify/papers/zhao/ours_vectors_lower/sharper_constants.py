"""zhao Theorems 6 and 7 with constants eight times those of the averaged Hamming distance, where enough users answer."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, sqrt

from lowerbounds.information.laws import binomial
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.vectors import papers
from notation.symbols import D, d, m, n
from verify.calculus.textbook import JENSEN, PINSKER, VAN_TREES
from verify.papers.zhao.appB2_vectors_lower.pinsker import majority_on_axis
from verify.papers.zhao.instances.exact_risks import bayes_square, below_root, lied, responses
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_S = sympy.Symbol("s", positive=True)
_E = sympy.Symbol("e", positive=True)
"""(e^epsilon - 1)^2."""
_X = sympy.Symbol("x", nonnegative=True)
_Y = sympy.Symbol("y", nonnegative=True)
_Z = sympy.Symbol("z", real=True)
_PRIOR = sympy.cos(sympy.pi * _Z / 2) ** 2
_SMALL_S = Variable(_S, Integer(0), Rational(1, 2), open_lower=True)
_SIZES = tuple(product(((1, 1), (1, 25), (9, 9), (25, 1)), (1, 8), (Fraction(3, 2), Fraction(3), Fraction(6))))
"""Users of a coordinate and samples; dimension; e^epsilon."""
_ROOT = 10**5
"""Roots are rounded down to multiples of its inverse: s is small here."""


def _enough(n: int, size: int, t: Fraction) -> bool:
    """n (e^epsilon - 1)^2 >= d, with n = d times the users of a coordinate."""
    return size * n * (t - 1) ** 2 >= size


def _on_axes(_: Settings) -> Iterator[Case]:
    """min(1/(8d), 3d/(32 nme)) beside the exact Bayes risk of a protocol: one question for each coordinate in turn."""
    for (users, samples), size, t in _SIZES:
        if _enough(users, size, t):
            scale = size * users * samples * (t - 1) ** 2
            s = below_root(min(Fraction(1, 4), Fraction(3 * size**2, 16) / scale), _ROOT)
            high, low = (lied(chance, t) for chance in majority_on_axis(samples, size, s))
            risk = s**2 / size * bayes_square(binomial(users, high), binomial(users, low))
            bound = min(Fraction(1, 8 * size), Fraction(3 * size, 32) / scale)
            yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, bound, as_arb(risk))


def _on_cube(_: Settings) -> Iterator[Case]:
    """min(d/8, 3d^2/(32 nme)) beside the exact Bayes risk over independent signs: majorities by response."""
    for (users, samples), size, t in _SIZES:
        if _enough(users, size, t):
            scale = size * users * samples * (t - 1) ** 2
            s = below_root(min(Fraction(1, 4), Fraction(3 * size, 16) / scale), _ROOT)
            risk = size * s**2 * bayes_square(*responses(users, samples, s, t))
            bound = min(Fraction(size, 8), Fraction(3 * size**2, 32) / scale)
            yield Case({"n": size * users, "m": samples, "d": size, "e^epsilon": str(t)}, bound, as_arb(risk))


def _shipped(theorem: Callable[..., VectorBound], axes: bool) -> Callable[[Settings], Iterator[Case]]:
    """The library's value of the corrected theorem beside its formula, both at rational (e^epsilon - 1)^2."""

    def cases(_: Settings) -> Iterator[Case]:
        for users, samples, size, eps in ((1, 1, 1, 0.5), (100, 10, 4, 1.0), (10_000, 7, 32, 0.3), (50, 400, 8, 2.5)):
            e = as_arb(Fraction(eps)).exp() - 1
            term = 3 * as_arb(Fraction(size if axes else size**2, 256 * users * samples)) / e**2
            cap = as_arb(Fraction(1, 16 * size) if axes else Fraction(size, 16))
            value = as_arb(Fraction(theorem(users, samples, size, eps).value))
            parameters = {"n": users, "m": samples, "d": size, "epsilon": eps}
            exact = term.min(cap)
            yield Case(parameters | {"of": "not above"}, value, exact * (1 + as_arb(2) ** -40))
            yield Case(parameters | {"of": "not far below"}, exact * (1 - as_arb(Fraction(1, 10**6))), value)

    return cases


def _van_trees(_: Settings) -> Iterator[Case]:
    """The library's van Trees bound, D = 1, beside its formula at the L that it chose, and beside L = 1/2 and the prior of kent/own/X1.

    The trace is at most mass m min(sinh^2(epsilon/2), k tanh^2(epsilon/2))/(1-L^2), for independent signs also
    2 m kappa/(1-L^2)^2; the prior's information is (pi/L)^2 for each of k signs.
    """
    for support, (users, samples, size, eps) in product(
        ("linf", "l2", "l1"), ((100, 10, 4, 1.0), (10_000, 7, 32, 0.25), (50, 400, 8, 2.5))
    ):
        found = van_trees(users, samples, size, eps, 1.0, support)
        k, length = int(found.parameters["signs"]), as_arb(Fraction(found.parameters["L"]))
        half = as_arb(Fraction(eps)) / 2
        sinh, kappa = half.sinh() ** 2, 2 * half * half.tanh()
        mass = as_arb(Fraction(1, k) if support == "l1" else Fraction(1))
        weight = as_arb({"linf": Fraction(1), "l2": Fraction(1, size), "l1": Fraction(1, k**2)}[support])
        rest = 1 - length**2
        trace = mass * samples * sinh.min(k * half.tanh() ** 2) / rest
        if support != "l1":
            trace = trace.min(2 * samples * kappa / rest**2)
        formula = weight * k**2 / (users * trace + k * (arb.pi() / length) ** 2)
        parameters = {
            "support": support,
            "n": users,
            "m": samples,
            "d": size,
            "epsilon": eps,
            "L": str(float(length.mid())),
        }
        value = as_arb(Fraction(found.value))
        yield Case(parameters | {"of": "its formula"}, abs(value / formula - 1), arb(2) ** -40)
        plain = as_arb({"linf": Fraction(size), "l2": Fraction(1), "l1": Fraction(1, size)}[support])
        per = Fraction(4, 3) * users * samples
        simple = plain * size / (as_arb(per) * sinh * (as_arb(Fraction(1, size)) if support == "l1" else 1) + 40 * size)
        yield Case(parameters | {"of": "L = 1/2"}, simple, value)


def _sharper(
    id_: str,
    title: str,
    chi_bound: sympy.Expr,
    squared: sympy.Expr,
    weight: sympy.Expr,
    result: tuple[sympy.Expr, sympy.Expr],
    told: Callable[[Settings], Iterator[Case]],
    family: str,
) -> Claim:
    cap, rate = result
    return Claim(
        id_,
        f"ours, for {title}",
        Kind.LOWER_BOUND,
        "eight times the constant, where n (e^epsilon - 1)^2 >= d",
        None,
        Derived(
            rf"n(e^\varepsilon-1)^2\ge d:\ \inf\sup E\|\hat\mu-\mu\|_2^2\ge\min\Big({sympy.latex(cap)},{sympy.latex(rate)}\Big),"
            r"\ e=(e^\varepsilon-1)^2",
            ("zhao/own/flips", "zhao/own/posterior-variance", family),
            AllOf(
                r"\tfrac n4e\,[(1+\chi)^m-1]\le\tfrac d2,\ \sum_k(1-\mathrm{TV}_k)\ge d\Big(1-\sqrt{\tfrac14}\Big)=\tfrac d2",
                (
                    ("1 - s^2 >= 3/4", at_most(1 / (1 - _S**2), Rational(4, 3), _SMALL_S)),
                    ("(1+chi)^m <= e^(m chi)", at_most(log(1 + _X), _X, Variable(_X, Integer(0), oo))),
                    (
                        "e^y - 1 <= 2y for y = m chi <= 1",
                        at_most(exp(_Y) - 1, 2 * _Y, Variable(_Y, Integer(0), Integer(1))),
                    ),
                    (
                        "m chi at the largest s is d/(ne), at most 1",
                        Identity(m * chi_bound.subs(_S, sqrt(squared)), d / (n * _E)),
                    ),
                    ("the divergences sum to at most d/2", Identity(n * _E / 4 * 2 * (d / (n * _E)), d / 2)),
                    (
                        "Pinsker and Jensen: the mean of TV is at most 1/2, mixtures over the other signs being no farther apart",
                        Identity(sqrt(d / 2 / (2 * d)), Rational(1, 2)),
                    ),
                    ("weight s^2 d/2 at that s", Identity(weight * squared * d / 2, rate)),
                    ("and at s = 1/2", Identity(weight * Rational(1, 4) * d / 2, cap)),
                ),
            ),
            (PINSKER, JENSEN),
            (
                (
                    "exact Bayes risk of a protocol",
                    FiniteCheck(
                        r"\min\{\cdot,\cdot\}\le E\|\mu-E[\mu\mid Z]\|^2",
                        "(users of a coordinate, m) = (1, 1), (1, 25), (9, 9), (25, 1); d = 1, 8; e^epsilon = 3/2, 3, 6, where n e >= d",
                        told,
                    ),
                ),
            ),
        ),
        note="Two from the posterior variance, four from zhao/own/flips; the cap is twice as high. Sequentially interactive mechanisms too.",
    )


CLAIMS = (
    _sharper(
        "zhao/own/axes-sharper",
        "Theorem 6",
        16 * _S**2 / (3 * d),
        3 * d**2 / (16 * n * m * _E),
        D**2 / d**2,
        (D**2 / (8 * d), 3 * D**2 * d / (32 * n * m * _E)),
        _on_axes,
        "zhao/family/l1-hypercube/laws",
    ),
    _sharper(
        "zhao/own/cube-sharper",
        "Theorem 7",
        16 * _S**2 / 3,
        3 * d / (16 * n * m * _E),
        D**2,
        (D**2 * d / 8, 3 * D**2 * d**2 / (32 * n * m * _E)),
        _on_cube,
        "zhao/family/product-bernoulli",
    ),
    Claim(
        "zhao/own/thm6/shipped",
        "ours, for Theorem 6",
        Kind.LOWER_BOUND,
        "the bound that the library computes is the corrected theorem's",
        None,
        FiniteCheck(
            r"L(n,m,d,\varepsilon)=\min\Big(\frac{D^2}{16d},\frac{3D^2d}{256nm(e^\varepsilon-1)^2}\Big)\text{ up to }10^{-6}",
            "(n, m, d, epsilon) = (1, 1, 1, 0.5), (100, 10, 4, 1), (10^4, 7, 32, 0.3), (50, 400, 8, 2.5)",
            _shipped(papers.zhao_theorem6, True),
        ),
    ),
    Claim(
        "zhao/own/thm7/shipped",
        "ours, for Theorem 7",
        Kind.LOWER_BOUND,
        "the bound that the library computes is the corrected theorem's",
        None,
        FiniteCheck(
            r"L(n,m,d,\varepsilon)=\min\Big(\frac{D^2d}{16},\frac{3D^2d^2}{256nm(e^\varepsilon-1)^2}\Big)\text{ up to }10^{-6}",
            "(n, m, d, epsilon) = (1, 1, 1, 0.5), (100, 10, 4, 1), (10^4, 7, 32, 0.3), (50, 400, 8, 2.5)",
            _shipped(papers.zhao_theorem7, False),
        ),
    ),
    Claim(
        "zhao/own/van-trees/shipped",
        "ours, for Theorems 6 and 7",
        Kind.LOWER_BOUND,
        "the van Trees bound that the library computes, by the cosine-squared prior",
        None,
        Derived(
            r"\lambda(\theta)=\tfrac1L\cos^2\tfrac{\pi\theta}{2L}:\ \int\lambda=1,\ \int\frac{\lambda'^2}\lambda=\Big(\frac\pi L\Big)^2;\quad "
            r"\frac{w k^2}{nJ+k(\pi/L)^2}",
            ("zhao/own/van-trees", "kent/own/X1/score", "zhao/own/tanh-each"),
            AllOf(
                r"\text{on } [-1,1],\text{ then scaled by } L",
                (
                    (
                        "an antiderivative of lambda, which gains 1 from -1 to 1",
                        Identity(sympy.diff(_Z / 2 + sympy.sin(sympy.pi * _Z) / (2 * sympy.pi), _Z), _PRIOR),
                    ),
                    (
                        "lambda'^2 = pi^2 sin^2(pi theta/2) lambda, and sin^2 integrates to 2 less what lambda does",
                        Identity(sympy.diff(_PRIOR, _Z) ** 2, sympy.pi**2 * sympy.sin(sympy.pi * _Z / 2) ** 2 * _PRIOR),
                    ),
                ),
            ),
            (VAN_TREES,),
            (
                (
                    "the values",
                    FiniteCheck(
                        r"L(n,m,d,\varepsilon)=\text{formula up to }2^{-40},\ \ge\text{zhao/own/van-trees/axes, cube}",
                        "l_inf, l_2, l_1; (n, m, d, epsilon) = (100, 10, 4, 1), (10^4, 7, 32, 1/4), (50, 400, 8, 2.5)",
                        _van_trees,
                    ),
                ),
            ),
        ),
        note="L and, on the axes, the number of axes are chosen by the library; J is the least of the three bounds on the trace.",
    ),
)
